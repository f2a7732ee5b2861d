"""What an author may write of the table: phases, places, tracks …

In: the raw data of those keys. Out: frozen pydantic models, parts of `VariantFile`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from printkit.definition import defaults
from printkit.definition.schema_types import Count, Id, Number, Strict, Text

On = Literal["mat", "board", "table"]
PlaceKind = Literal[
    "pot",
    "stock",
    "discard",
    "pile",
    "common",
    "field",
    "dice",
    "slot",
    "timer",
    "hand",
    "cells",
    "tokens",
    "used",
    "lock",
    "lights",
    "reserve",
    "button",
    "name",
]


class Phase(Strict):
    """A step of a turn or a round, in order."""

    id: Id
    name: Text
    how: Text = Field(description="one short sentence, as a mat or a reference card says it")


class Penalty(Strict):
    """A case that costs a player something."""

    id: Id
    name: Text
    how: Text = Field(description="what it costs")


class Place(Strict):
    """Where something lies on the table."""

    id: Id
    name: Text
    kind: PlaceKind
    on: On = Field("mat", description="the common mat, each player's board, or one board for all")
    count: Count = Field(defaults.COUNT, description="how many such places stand together")
    rows: Annotated[int, Field(ge=1, le=20)] = 1
    family: Id | None = Field(None, description="the family of the cards that lie there")
    how: Text | None = None


class Track(Strict):
    """Numbers that a marker moves along."""

    id: Id
    name: Text
    on: On = "mat"
    first: Number = Field(alias="from")
    last: Number = Field(alias="to")
    beyond: bool = Field(False, description="a last step for all that is more")


class Score(Strict):
    """A score sheet."""

    id: Id
    name: Text
    kind: Literal["points", "sets", "chips"]
    goal: Number | None = Field(None, description="who comes to it wins")
    rows: Annotated[int, Field(ge=1, le=60)] = 20
    how: Text | None = None
