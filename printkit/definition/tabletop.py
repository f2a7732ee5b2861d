"""What a definition says of the table: phases, penalties, places, tracks, scores.

Parts of a Variant, frozen; texts are mappings from language to words. A mat is all places and
tracks that lie on `mat`, a player's board those on `board`; `table` is one board for all players.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Words = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Phase:
    """A step of a turn or of a round, in order. `how` is one short sentence for a mat or a card."""

    id: str
    name: Words
    how: Words


@dataclass(frozen=True, slots=True)
class Penalty:
    """What costs a player something: `name` is the case, `how` what it costs."""

    id: str
    name: Words
    how: Words


@dataclass(frozen=True, slots=True)
class Place:
    """Where something lies. `kind` says what: pot, stock, discard, pile, common, field, dice, slot,
    timer, hand, cells, tokens, used, lock, lights, reserve, button, name.

    `count` places of that kind stand together, in `rows`; `family` is whose cards lie there; `on`
    is mat, board or table; `how` is a word of use, if it needs one.
    """

    id: str
    name: Words
    kind: str
    on: str
    count: int
    rows: int
    family: str | None
    how: Words | None


@dataclass(frozen=True, slots=True)
class Track:
    """Numbers that a marker moves along, `first` to `last`; `beyond` adds a last step “more”."""

    id: str
    name: Words
    on: str
    first: int
    last: int
    beyond: bool


@dataclass(frozen=True, slots=True)
class Score:
    """A score sheet: `kind` is points (a running sum to `goal`), sets (won until `goal`) or chips
    (what is left); `rows` are the rounds there is room for."""

    id: str
    name: Words
    kind: str
    goal: int | None
    rows: int
    how: Words | None
