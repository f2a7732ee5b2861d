"""From what an author wrote of the table to the parts of a Variant. Room: definition.

In: the raw data of those keys, which has passed all checks. Out: phases, penalties, places, tracks,
scores.
"""

from __future__ import annotations

from typing import Any

from printkit.definition import defaults
from printkit.definition.tabletop import Penalty, Phase, Place, Score, Track

Raw = dict[str, Any]
MAT = "mat"
_ROWS = 20


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
