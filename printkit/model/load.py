"""Load a variant by slug or file; bundled games kept in a wheel.

To read and judge one takes 40 ms, and a list asks for all of them. What was right then is right
as long as nothing has changed that it was read from and judged by: content, and the code that
reads it. A kept definition is pickled: it is trusted as the modules of the same package are.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, cast

import msgspec

from printkit.base.content import content_folders, content_path, digest_files, find_kept
from printkit.base.errors import DefinitionError, PrintkitError, warn
from printkit.base.messages import DEFAULT_LANGUAGE, languages
from printkit.model.definition_files import (
    VARIANTS,
    DefinitionStack,
    apply_addons,
    bundled_slugs,
    read_stack,
    resolve_definition,
    variant_slugs,
)
from printkit.model.fields import strings
from printkit.model.variant import Variant

# --- shelves -------------------------------------------------------------------------------------

# A definition with all that it was read from, as `load_with_sources` returns it.
Sourced = tuple["Variant", tuple[str, ...]]


# --- what a wheel keeps -------------------------------------------------------------------------


@cache
def shelf_source() -> bytes:
    """Return the digest of all that bundled definitions are read from and judged by."""
    content = digest_files({"templates": _templates()}, ".toml")
    package = Path(__file__).resolve().parents[1]
    code = digest_files({name: package / name for name in ("base", "model")})
    return "\n".join((content, code, msgspec.__version__, *languages())).encode()


def _templates() -> Path:
    return content_folders()[0]


def pack_definition(read: Sourced) -> bytes:
    """Return the pickle of a definition, the same bytes on each machine: files are named by their
    places in `templates/`.
    """
    import pickle  # a list does not need it

    class Packer(pickle.Pickler):
        def persistent_id(self, obj: object) -> object:
            if isinstance(obj, frozenset):  # else they would be in the order of their hashes
                return tuple(sorted(obj))
            return obj.relative_to(_templates()).as_posix() if isinstance(obj, Path) else None

    packed = io.BytesIO()
    Packer(packed, pickle.HIGHEST_PROTOCOL).dump(read)
    return packed.getvalue()


def find_definition(path: Path) -> Sourced | None:
    """Return the definition of a bundled file if it was kept, else None."""
    if (packed := find_kept(path.with_suffix(""), shelf_source)) is None:
        return None
    import pickle

    class Unpacker(pickle.Unpickler):
        def persistent_load(self, pid: str | tuple[str, ...]) -> Path | frozenset[str]:
            return _templates() / pid if isinstance(pid, str) else frozenset(pid)

    return cast(Sourced, Unpacker(io.BytesIO(packed)).load())


def describe(variant: Variant) -> dict[str, Any]:
    """Return what a list tells of a game, as plain data with texts by language."""
    minutes = variant.game_minutes
    return {
        "slug": variant.slug,
        "name": dict(variant.name),
        "cards": variant.total,
        "summary": dict(variant.summary or {}),
        "game": variant.game,
        "players": players_data(variant),
        "minutes": None if minutes is None else {"min": minutes[0], "max": minutes[1]},
    }


def players_data(variant: Variant) -> dict[str, int] | None:
    """Return the least and the greatest number of players as plain data, if a game tells them."""
    players = variant.players
    return None if players is None else {"min": players.min, "max": players.max}


def describe_all() -> list[dict[str, Any]]:
    """Return what a list tells of each game. Faulty ones of plug-ins cause a warning."""
    if (packed := find_kept(_templates() / VARIANTS, shelf_source)) is not None:
        kept: dict[str, dict[str, Any]] = msgspec.msgpack.decode(packed)
        if [*kept] == variant_slugs():  # no plug-in brings a game
            return [*kept.values()]

    return [describe(variant) for variant in load_all()]


# --- load ----------------------------------------------------------------------------------------


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
    from printkit.model.checks import read_checked  # a wheel keeps our definitions

    variant, faults = read_checked(stack, language)
    if (problems := stack.problems(faults)) or variant is None:
        raise DefinitionError(problems)
    return variant
