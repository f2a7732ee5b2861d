"""Load a variant by slug or file. A wheel contains a cache of the bundled games.

Reading and checking a game takes 40 ms, and a list needs all games. A cached definition stays valid
until the content or the code that reads it changes. It is a pickle, and can be trusted as much as
the modules of the same package. The user's cache contains only the merged data of bundled games,
not pickles.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypedDict, cast

import msgspec

from printkit.base.content import (
    content_folders,
    content_path,
    digest_files,
    find_kept,
    find_record,
    keep_record,
)
from printkit.base.errors import DefinitionError, PrintkitError, warn
from printkit.base.messages import DEFAULT_LANGUAGE, languages
from printkit.model.definition_files import (
    VARIANTS,
    DefinitionFile,
    DefinitionStack,
    apply_addons,
    apply_preset,
    bundled_slugs,
    read_stack,
    resolve_definition,
    split_preset,
    variant_slugs,
)
from printkit.model.description import Description
from printkit.model.fields import strings
from printkit.model.variant import Variant

# --- shelves -------------------------------------------------------------------------------------

# A definition with its sources, as `load_with_sources` returns it.
Sourced = tuple["Variant", tuple[str, ...]]


# --- cache in a wheel -------------------------------------------------------------------------


@cache
def shelf_source() -> bytes:
    """Return the digest of the content and code that bundled definitions depend on."""
    content = digest_files({"templates": _templates()}, ".toml")
    package = Path(__file__).resolve().parents[1]
    code = digest_files({name: package / name for name in ("base", "model")})
    return "\n".join((content, code, msgspec.__version__, *languages())).encode()


def _templates() -> Path:
    return content_folders()[0]


def pack_definition(read: Sourced) -> bytes:
    """Return the pickle of a definition, with the same bytes on every machine because paths are
    relative to `templates/`.
    """
    import pickle  # lists do not need it

    class Packer(pickle.Pickler):
        def persistent_id(self, obj: object) -> object:
            if isinstance(obj, frozenset):  # otherwise they would be in hash order
                return tuple(sorted(obj))
            return obj.relative_to(_templates()).as_posix() if isinstance(obj, Path) else None

    packed = io.BytesIO()
    Packer(packed, pickle.HIGHEST_PROTOCOL).dump(read)
    return packed.getvalue()


def find_definition(path: Path) -> Sourced | None:
    """Return the cached definition of a bundled file, or None."""
    if (packed := find_kept(path.with_suffix(""), shelf_source)) is None:
        return None
    import pickle

    class Unpacker(pickle.Unpickler):
        def persistent_load(self, pid: str | tuple[str, ...]) -> Path | frozenset[str]:
            return _templates() / pid if isinstance(pid, str) else frozenset(pid)

    return cast(Sourced, Unpacker(io.BytesIO(packed)).load())


class RangeData(TypedDict):
    """The minimum and the maximum of a number."""

    min: int
    max: int


class ListedGame(TypedDict):
    """A game in a list, with texts by language.

    `cards` is the size of the deck; `summary` may be empty. `game` is the family of games or null;
    `players` and `minutes` are null if the definition does not state them.
    """

    slug: str
    name: dict[str, str]
    cards: int
    summary: dict[str, str]
    game: str | None
    players: RangeData | None
    minutes: RangeData | None


class CardData(TypedDict):
    """A distinct card of a game: `values` are its possible values, and `copies` is the number in
    the deck.
    """

    id: str
    name: dict[str, str]
    suit: str | None
    rank: str | None
    family: str
    values: list[int]
    copies: int


class HandData(TypedDict):
    """A named hand; `order` is its place, 1 for the best."""

    id: str
    name: dict[str, str]
    order: int


class MaterialData(TypedDict):
    """A material of a game; `count` is the number for the most players."""

    id: str
    name: dict[str, str]
    count: int


class PresetData(TypedDict):
    """A preset of a game: the ids of the optional rules that it sets, and where it is played."""

    id: str
    name: dict[str, str]
    how: dict[str, str]
    options: list[str]


class GameData(TypedDict):
    """A game card by card, with names by language; `preset` is the one in force, or null."""

    slug: str
    name: dict[str, str]
    players: RangeData | None
    cards: list[CardData]
    hands: list[HandData]
    materials: list[MaterialData]
    presets: list[PresetData]
    preset: str | None


def describe(variant: Variant) -> ListedGame:
    """Return the fields that a list prints for a game."""
    minutes = variant.game_minutes
    return {
        "slug": variant.slug,
        "name": dict(variant.name),
        "cards": variant.total,
        "summary": dict(variant.summary or {}),
        "game": variant.game,
        "players": _describe_players(variant),
        "minutes": None if minutes is None else {"min": minutes[0], "max": minutes[1]},
    }


def describe_in_full(variant: Variant) -> GameData:
    """Return a game as plain data: its players, cards, hands, materials and presets."""
    described = Description(variant)
    return {
        "slug": variant.slug,
        "name": dict(variant.name),
        "players": _describe_players(variant),
        "cards": [
            {
                "id": entry.id,
                "name": dict(entry.name),
                "suit": entry.card.suit,
                "rank": entry.card.rank,
                "family": entry.card.family,
                "values": list(entry.card.values),
                "copies": entry.card.copies,
            }
            for entry in described.cards
        ],
        "hands": [
            {"id": hand.id, "name": dict(hand.name), "order": hand.number}
            for hand in described.hands
        ],
        "materials": [
            {"id": thing.id, "name": dict(thing.name), "count": thing.count}
            for thing in described.materials
        ],
        "presets": describe_presets(variant),
        "preset": variant.preset,
    }


def describe_presets(variant: Variant) -> list[PresetData]:
    """Return the presets of a game as plain data."""
    return [
        {
            "id": preset.id,
            "name": dict(preset.name),
            "how": dict(preset.how or {}),
            "options": list(preset.options),
        }
        for preset in Description(variant).presets
    ]


def _describe_players(variant: Variant) -> RangeData | None:
    players = variant.players
    return None if players is None else {"min": players.min, "max": players.max}


def describe_all() -> list[ListedGame]:
    """Return the fields that a list prints for each game. Warn about faulty games of plug-ins."""
    if (packed := find_kept(_templates() / VARIANTS, shelf_source)) is not None:
        kept: dict[str, ListedGame] = msgspec.msgpack.decode(packed)
        if [*kept] == variant_slugs():  # no plug-in adds a game
            return [*kept.values()]

    return [describe(variant) for variant in load_all()]


# --- load ----------------------------------------------------------------------------------------


def load(
    name: str, *, adds: Iterable[str] = (), shelf: str = VARIANTS, language: str = DEFAULT_LANGUAGE
) -> Variant:
    """Load a variant by slug or file, with the cards of add-ons.

    A preset follows the name after “@”: `kessel@outlaws`. Plain strings of a definition without
    `languages` are in `language`. Raises PrintkitError if the variant cannot be read, and
    DefinitionError with all its errors.
    """
    return load_with_sources(name, adds=adds, shelf=shelf, language=language)[0]


def load_all(shelf: str = VARIANTS) -> list[Variant]:
    """Load every variant or deck of a catalogue. Warn about faulty ones of plug-ins."""
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
    """Return the language in which a definition is printed by default.

    It is `wanted`, unless a file declares other languages: then it is the first declared language
    that pages support.
    """
    if split_preset(name)[0].endswith(".toml"):
        with suppress(PrintkitError):  # reported when the definition is loaded
            stack = read_stack(resolve_definition(name), tables=False)
            declared = strings(stack.data.get("languages"))
            if declared and wanted not in declared:
                return next((own for own in declared if own in languages()), wanted)
    return wanted


def load_with_sources(
    name: str, *, adds: Iterable[str] = (), shelf: str = VARIANTS, language: str = DEFAULT_LANGUAGE
) -> Sourced:
    """Load a variant, and return it with its sources: the texts of its files, and the language of
    plain strings. See `load`.
    """
    path, names, preset = resolve_definition(name, shelf), tuple(adds), split_preset(name)[1]
    if not (names or preset) and path.is_relative_to(content_path()):
        return _load_bundled(path, shelf)
    return _load(path, names, shelf, language, preset)


def _load(path: Path, adds: tuple[str, ...], shelf: str, language: str, preset: str) -> Sourced:
    stack = read_stack(path, shelf)
    if adds:
        stack = apply_addons(stack, adds)
    return with_sources(apply_preset(stack, preset), language, preset)


def with_sources(stack: DefinitionStack, language: str, preset: str) -> Sourced:
    """Return the Variant of a definition, and its sources as `load_with_sources` does.

    The preset has been applied. Raises DefinitionError with all errors.
    """
    texts = [layer.text for layer in stack.layers]
    texts += [layer.table.rows.text for layer in stack.layers if layer.table is not None]
    texts += [language] if stack.is_plain else []
    texts += [preset] if preset else []
    return read_variant(stack, language), tuple(texts)


class _Merged(msgspec.Struct, frozen=True, array_like=True):
    """The merged data of a definition, the data of its own file, and the texts of its files."""

    data: dict[str, Any]
    own: dict[str, Any]
    texts: tuple[str, ...]


# The folder of merged definitions in the user's cache.
_MERGED = "games"


@cache
def _load_bundled(path: Path, shelf: str) -> Sourced:
    """Load a bundled definition once per process: its files and the Variant never change.

    Its merged data are kept in the user's cache.
    """
    if path.parent.name == shelf and (kept := find_definition(path)) is not None:
        return kept
    place, facts = Path(_MERGED, f"{path.parent.name}-{path.stem}"), shelf.encode()
    if (merged := find_record(place, facts, _Merged)) is not None:
        from printkit.model.checks import read_passed  # cached in a wheel

        # All files are ours and without errors: the first one represents them. Without the others,
        # the data cannot be checked again.
        own = DefinitionFile(path, merged.texts[0], merged.own)
        if variant := read_passed(DefinitionStack([own], merged.data)):
            return variant, merged.texts
    stack = read_stack(path, shelf)
    variant, texts = read_variant(stack), tuple(layer.text for layer in stack.layers)
    keep_record(place, facts, _Merged(stack.data, stack.layers[0].data, texts))
    return variant, texts


def read_variant(stack: DefinitionStack, language: str = DEFAULT_LANGUAGE) -> Variant:
    """Return the Variant of a definition. Raises DefinitionError with all its errors."""
    from printkit.model.checks import read_checked  # cached in a wheel

    variant, faults = read_checked(stack, language)
    if (problems := stack.problems(faults)) or variant is None:
        raise DefinitionError(problems)
    return variant
