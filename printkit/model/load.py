"""Load variants by slug or file, and check them."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path

from printkit.base.content import content_path
from printkit.base.errors import DefinitionError, Diagnostic, PrintkitError, Sentence, warn
from printkit.base.limits import MAX_SHORT
from printkit.base.messages import DEFAULT_LANGUAGE, languages
from printkit.base.toml_positions import KeyPath
from printkit.model.actions import lost_actions
from printkit.model.cross_checks import is_plain, read_checked
from printkit.model.layers import STANDINS as STANDINS
from printkit.model.layers import (
    VARIANTS,
    DefinitionStack,
    apply_addons,
    bundled_slugs,
    read_stack,
    resolve_definition,
)
from printkit.model.lost_parts import lost_cards, lost_parts
from printkit.model.play import Hand
from printkit.model.raw_data import ids, strings
from printkit.model.settlement import untold_cases
from printkit.model.tabletop import Penalty, Phase
from printkit.model.variant import Variant


def variant_slugs() -> list[str]:
    """Return the slugs of the bundled variants in alphabetical order."""
    return bundled_slugs(VARIANTS)


def deck_slugs() -> list[str]:
    """Return the slugs of the bundled decks in alphabetical order."""
    return bundled_slugs(STANDINS)


def load(
    name: str, *, adds: Iterable[str] = (), shelf: str = VARIANTS, language: str = DEFAULT_LANGUAGE
) -> Variant:
    """Load a variant by slug or file, with the cards of add-ons.

    Plain words of a definition without `languages` are in `language`.
    Raises PrintkitError if it cannot be read, DefinitionError with all its faults.
    """
    return load_with_sources(name, adds=adds, shelf=shelf, language=language)[0]


def load_all(shelf: str = VARIANTS) -> list[Variant]:
    """Load every variant or deck of a catalogue. Faulty ones of plug-ins cause a warning."""
    games: list[Variant] = []
    for slug in bundled_slugs(shelf):
        try:
            games.append(load(slug, shelf=shelf))
        except PrintkitError as error:
            if resolve_definition(slug, shelf).is_relative_to(content_path()):
                raise
            warn(error)
    return games


def language_of(name: str, wanted: str) -> str:
    """Return the language that a definition is printed in if none is asked for.

    That is `wanted`, unless a file declares others: then the first of them that pages can be in.
    """
    if name.endswith(".toml"):
        with suppress(PrintkitError):  # told when the definition is loaded
            stack = read_stack(resolve_definition(name), tables=False)
            declared = strings(stack.data.get("languages"))
            if declared and wanted not in declared:
                return next((own for own in declared if own in languages()), wanted)
    return wanted


def load_with_sources(
    name: str, *, adds: Iterable[str] = (), shelf: str = VARIANTS, language: str = DEFAULT_LANGUAGE
) -> tuple[Variant, tuple[str, ...]]:
    """Load a variant, and return it with all that it was read from: the texts of its files, and the
    language of plain words. See `load`.
    """
    path, names = resolve_definition(name, shelf), tuple(adds)
    if not names and path.is_relative_to(content_path()):
        return _load_bundled(path, shelf)
    return _load(path, names, shelf, language)


def _load(
    path: Path, adds: tuple[str, ...], shelf: str, language: str = DEFAULT_LANGUAGE
) -> tuple[Variant, tuple[str, ...]]:
    stack = apply_addons(read_stack(path, shelf), adds)
    texts = [layer.text for layer in stack.layers]
    texts += [layer.table.rows.text for layer in stack.layers if layer.table is not None]
    texts += [language] if is_plain(stack) else []
    return read_variant(stack, language), tuple(texts)


@cache
def _load_bundled(path: Path, shelf: str) -> tuple[Variant, tuple[str, ...]]:
    """Load a bundled definition once per process: its files and the Variant never change."""
    return _load(path, (), shelf)


def read_variant(stack: DefinitionStack, language: str = DEFAULT_LANGUAGE) -> Variant:
    """Return the Variant of a definition. Raises DefinitionError with all its faults."""
    variant, faults = read_checked(stack, language)
    if (problems := stack.problems(faults)) or variant is None:
        raise DefinitionError(problems)
    return variant


def definition_warnings(name: str) -> list[Diagnostic]:
    """Return warnings about a definition: of lost cards and parts, columns of a table that are
    passed over, and too long sentences.
    """
    stack = read_stack(resolve_definition(name))
    remarks = [remark for layer in stack.layers if layer.table for remark in layer.table.remarks]
    of_words = (*_missing_shorts(stack), *_untold_cases(stack), *_lost_actions(stack))
    return [*lost_cards(stack), *lost_parts(stack), *remarks, *of_words]


def _lost_actions(stack: DefinitionStack) -> list[Diagnostic]:
    """Report sentences that do not name an action of their record."""
    hint = "Aids and mats print the short form alone: name it there too."
    return [
        stack.problem(
            (kind, ids(stack.data.get(kind)).index(name)),
            Sentence(
                "“{form}” ({language}) does not say “{what}”.",
                form=form,
                language=language,
                what=what,
            ),
            hint,
        )
        for (kind, name, form, language), what in lost_actions(read_variant(stack))
    ]


def _untold_cases(stack: DefinitionStack) -> list[Diagnostic]:
    """Report cases of a showdown that no clause tells."""
    variant = read_variant(stack)
    untold = untold_cases(variant.payments, variant.clauses, variant.counting)
    message = "say nothing about a case that may occur."
    return [
        stack.problem(
            ("payments",), message, Sentence("Add [[clauses]] with tells = “{case}”.", case=case)
        )
        for case in untold
    ]


def _missing_shorts(stack: DefinitionStack) -> list[Diagnostic]:
    """Report sentences that a strip of pictures leaves out because they are too long."""
    variant = read_variant(stack)
    hands = {hand.id: hand for hand in variant.hands}
    entries: dict[KeyPath, Hand | Phase | Penalty] = {
        ("hands", i): hands[name] for i, name in enumerate(ids(stack.data.get("hands")))
    }
    entries |= {("phases", i): phase for i, phase in enumerate(variant.phases)}
    entries |= {("penalties", i): penalty for i, penalty in enumerate(variant.penalties)}
    message = "has no “short”, and its “how” is too long for a picture: the sentence is left out."
    return [
        stack.problem(path, message, MAX_SHORT.allowed)
        for path, entry in entries.items()
        if entry.short is None and any(len(entry.how[x]) > MAX_SHORT for x in entry.how)
    ]
