"""From what an author wrote of the table to the parts of a Variant.

In: the raw data of those keys, which has passed all checks. Out: materials, phases, penalties,
places, tracks, scores. Content: templates/tokens.toml, how chips of each worth look.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from printkit.base.content import load_content
from printkit.definition import defaults
from printkit.definition.references import DENOMINATIONS, emblem_file
from printkit.definition.tabletop import Penalty, Phase, Place, Score, Track
from printkit.definition.variant import Denomination, Material

Raw = dict[str, Any]
MAT = "mat"
_ROWS = 20


def materials(raw: Raw, folder: Path) -> tuple[Material, ...]:
    """What lies on the table; pictures may lie in the definition's folder."""
    most: int = raw["players"]["max"]
    return tuple(_material(thing, most, folder) for thing in raw.get("materials", []))


def _material(thing: Raw, most_players: int, folder: Path) -> Material:
    each: int | None = thing.get("per_player")
    drawing = thing.get("emblem")
    return Material(
        id=thing["id"],
        name=thing["name"],
        count=thing["count"] if each is None else each * most_players,
        per_player=each,
        emblem=emblem_file(drawing, folder) if drawing else None,
        colour=thing.get("colour", defaults.TOKEN_COLOUR),
        word=thing.get("word"),
        denominations=tuple(_denomination(one, folder) for one in thing.get("denominations", [])),
        faces=tuple(thing.get("faces", ())),
        products=_products(thing),
    )


def _products(thing: Raw) -> tuple[str, ...]:
    """The products that make a material; what is drawn is a token, unless it says otherwise."""
    drawn = "emblem" in thing or bool(thing.get("denominations"))
    named: str | list[str] = thing.get("product", [defaults.DRAWN] if drawn else [])
    return (named,) if isinstance(named, str) else tuple(dict.fromkeys(named))


def _denomination(one: Raw, folder: Path) -> Denomination:
    """Chips of one worth, in the drawing and colour of the table where they bring none."""
    look = load_content(DENOMINATIONS).get(str(one["value"]), {}) | one
    emblem = emblem_file(look["emblem"], folder)
    assert emblem is not None, "references have been checked"
    colour = look.get("colour", defaults.TOKEN_COLOUR)
    return Denomination(one["value"], one["count"], emblem, colour)


def phases(raw: Raw) -> tuple[Phase, ...]:
    """The steps of a turn."""
    return tuple(Phase(one["id"], one["name"], one["how"]) for one in raw.get("phases", []))


def penalties(raw: Raw) -> tuple[Penalty, ...]:
    """What costs a player something."""
    return tuple(Penalty(one["id"], one["name"], one["how"]) for one in raw.get("penalties", []))


def places(raw: Raw) -> tuple[Place, ...]:
    """What has its place on mat, boards and table."""
    return tuple(
        Place(
            id=one["id"],
            name=one["name"],
            kind=one["kind"],
            on=one.get("on", MAT),
            count=one.get("count", defaults.COUNT),
            rows=one.get("rows", 1),
            family=one.get("family"),
            how=one.get("how"),
        )
        for one in raw.get("places", [])
    )


def tracks(raw: Raw) -> tuple[Track, ...]:
    """Numbers that a marker moves along."""
    return tuple(
        Track(
            id=one["id"],
            name=one["name"],
            on=one.get("on", MAT),
            first=one["from"],
            last=one["to"],
            beyond=one.get("beyond", False),
        )
        for one in raw.get("tracks", [])
    )


def scores(raw: Raw) -> tuple[Score, ...]:
    """The score sheets."""
    return tuple(
        Score(
            id=one["id"],
            name=one["name"],
            kind=one["kind"],
            goal=one.get("goal"),
            rows=one.get("rows", _ROWS),
            how=one.get("how"),
        )
        for one in raw.get("scores", [])
    )
