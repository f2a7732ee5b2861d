"""Load variants by slug or file, and check them."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path

from printkit.base.content import content_path
from printkit.base.errors import DefinitionError, PrintkitError, warn
from printkit.base.messages import DEFAULT_LANGUAGE, languages
from printkit.model.layers import DefinitionStack, apply_addons, read_stack, resolve_definition
from printkit.model.raw_data import strings
from printkit.model.shelves import STANDINS as STANDINS
from printkit.model.shelves import VARIANTS, Sourced, bundled_slugs, find_definition
from printkit.model.shelves import deck_slugs as deck_slugs
from printkit.model.shelves import variant_slugs as variant_slugs
from printkit.model.variant import Variant


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
) -> Sourced:
    """Load a variant, and return it with all that it was read from: the texts of its files, and the
    language of plain words. See `load`.
    """
    path, names = resolve_definition(name, shelf), tuple(adds)
    if not names and path.is_relative_to(content_path()):
        return _load_bundled(path, shelf)
    return _load(path, names, shelf, language)


def _load(
    path: Path, adds: tuple[str, ...], shelf: str, language: str = DEFAULT_LANGUAGE
) -> Sourced:
    stack = apply_addons(read_stack(path, shelf), adds)
    texts = [layer.text for layer in stack.layers]
    texts += [layer.table.rows.text for layer in stack.layers if layer.table is not None]
    texts += [language] if stack.is_plain else []
    return read_variant(stack, language), tuple(texts)


@cache
def _load_bundled(path: Path, shelf: str) -> Sourced:
    """Load a bundled definition once per process: its files and the Variant never change."""
    kept = find_definition(path) if path.parent.name == shelf else None
    return kept or _load(path, (), shelf)


def read_variant(stack: DefinitionStack, language: str = DEFAULT_LANGUAGE) -> Variant:
    """Return the Variant of a definition. Raises DefinitionError with all its faults."""
    from printkit.model.cross_checks import read_checked  # a wheel keeps our definitions

    variant, faults = read_checked(stack, language)
    if (problems := stack.problems(faults)) or variant is None:
        raise DefinitionError(problems)
    return variant
