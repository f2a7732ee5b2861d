"""Load variants by slug or file, and check them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from printkit.base.content import content_path
from printkit.base.errors import DefinitionError, Diagnostic, PrintkitError, warn
from printkit.base.limits import MAX_SHORT
from printkit.base.messages import DEFAULT_LANGUAGE
from printkit.base.toml_positions import KeyPath
from printkit.model.cross_checks import is_plain, lost_cards, read_checked
from printkit.model.fields import Fault, evolve
from printkit.model.layers import STANDINS as STANDINS
from printkit.model.layers import (
    VARIANTS,
    DefinitionStack,
    apply_addons,
    bundled_slugs,
    read_stack,
    resolve_definition,
)
from printkit.model.play import Hand
from printkit.model.raw_data import card_ids, ids
from printkit.model.tabletop import Penalty, Phase
from printkit.model.variant import LoadedVariant, Variant


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
    variant, problems = read_checked(stack, language)
    tables = [layer.table for layer in stack.layers if layer.table is not None]
    problems += [problem for table in tables for problem in table.problems]
    if problems or variant is None:
        raise DefinitionError(problems)
    ours = [layer.path.is_relative_to(content_path()) for layer in stack.layers]
    ordered = evolve(variant, hands=_order_hands(variant.hands))
    return LoadedVariant.of(ordered, has_ours=any(ours), has_others=not all(ours))


def _order_hands(written: tuple[Hand, ...]) -> tuple[Hand, ...]:
    """Return the hands from best to worst: each hand with `before` goes before that hand."""
    ordered = [hand for hand in written if hand.before is None]
    for hand in written:
        if hand.before is not None:
            names = [other.id for other in ordered]
            place = names.index(hand.before) if hand.before in names else len(names)
            ordered.insert(place, hand)
    return tuple(ordered)


def definition_warnings(name: str) -> list[Diagnostic]:
    """Return warnings about a definition: lost cards, columns of a table that are passed over, and
    sentences too long for a picture.
    """
    stack = read_stack(resolve_definition(name))
    remarks = [remark for layer in stack.layers if layer.table for remark in layer.table.remarks]
    return [*lost_cards(stack), *remarks, *_missing_shorts(stack)]


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


def locate_faults(
    name: str, faults: Iterable[Fault], *, shelf: str = VARIANTS, own_only: bool = False
) -> list[Diagnostic]:
    """Return the diagnostics of faults found in a loaded definition.

    The path of a card is `("cards", id)`; the path of a hand has its id in place of an index.
    `own_only` drops faults of inherited parts.
    """
    stack = read_stack(resolve_definition(name, shelf), shelf)
    cards, hands = card_ids(stack.data), ids(stack.data.get("hands"))
    result = []
    for fault in faults:
        path = fault.path
        match path:
            case ("cards", str(card)):
                path = cards[card]
            case ("hands", str(hand), *rest):
                path = ("hands", hands.index(hand), *rest)
        result.append(stack.problem(path, fault.message, fault.hint))
    return [problem for problem in result if not own_only or problem.file == str(stack.path)]
