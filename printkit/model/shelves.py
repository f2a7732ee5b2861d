"""What can be printed, by name; our definitions as they were read when the wheel was built.

To read and judge one takes 40 ms, and a list asks for all of them. What was right then is right
as long as nothing has changed that it was read from and judged by: content, and the code that
reads it. A kept definition is pickled: it is trusted as the modules of the same package are.
"""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import msgspec

from printkit.base.content import content_files, content_folders, load_content
from printkit.base.kept import digest_files, find_kept
from printkit.base.messages import languages

if TYPE_CHECKING:
    from printkit.model.variant import Variant

# Folders of slugs: games, decks that people own.
VARIANTS, STANDINS = "variants", "standins"
# The books of several games.
BOOKS = "rules/books.toml"
# A definition with all that it was read from, as `load_with_sources` returns it.
Sourced = tuple["Variant", tuple[str, ...]]


def bundled_slugs(shelf: str) -> list[str]:
    """Return the slugs of a catalogue, in alphabetical order."""
    return list(content_files(shelf))


def variant_slugs() -> list[str]:
    """Return the slugs of the bundled variants in alphabetical order."""
    return bundled_slugs(VARIANTS)


def deck_slugs() -> list[str]:
    """Return the slugs of the bundled decks in alphabetical order."""
    return bundled_slugs(STANDINS)


def books() -> list[str]:
    """Return the names of the books of several games."""
    return list(load_content(BOOKS))


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
    from printkit.model.load import load_all  # the list of a wheel does not need it

    return [describe(variant) for variant in load_all()]
