"""What a definition says of the table: materials, phases, penalties, places, tracks, scores."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, field

from printkit.base.content import load_content
from printkit.base.limits import MAX_ENTRIES
from printkit.model.fields import (
    ColourName,
    Count,
    FamilyId,
    Fault,
    Id,
    LoopId,
    Number,
    Part,
    PictogramId,
    PlaceId,
    ProductIds,
    SpotIds,
    SuitId,
    drawing_file,
)
from printkit.model.text import Name, Remark, Short, Text

# How chips and credits of each worth look.
DENOMINATIONS = "tokens.toml"
# The colour of tokens and markers that say none.
TOKEN_COLOUR = "indigo"
# The product that makes a material which is drawn and names none.
_TOKENS = "tokens"
MAT = "mat"
# A loop that no track counts.
ROUND = "round"
PlaceKind = Literal[
    "pot", "stock", "discard", "pile", "common", "field", "dice", "slot", "timer",
    "hand", "cells", "tokens", "used", "lock", "lights", "reserve", "button", "name",
]  # fmt: skip
On = Literal["mat", "board", "table"]


class Denomination(Part):
    """Chips or credits of one worth; drawing and colour are those of templates/tokens.toml."""

    value: Annotated[int, Meta(ge=1, le=9999)]
    """what one is worth"""
    count: Count
    """how many of the pieces are of this worth"""
    above: Count | None = None
    """so many more for each player, for every player at the table above this number"""
    own_emblem: Path | None = field(default=None, name="emblem")
    """a drawing of its own, clear in the middle"""
    own_colour: ColourName | None = field(default=None, name="colour")
    """a colour of the themes, or #rrggbb"""

    def count_for(self, players: int) -> int:
        """Return how many one player has, of a number at the table."""
        return self.count * (1 if self.above is None else max(players - self.above, 0))

    @property
    def emblem(self) -> Path:
        """The file of its drawing, its own or the table's."""
        if self.own_emblem is not None:
            return self.own_emblem
        file = drawing_file(self._look["emblem"], Path())
        assert file is not None, "our own content has been checked"
        return file

    @property
    def colour(self) -> str:
        """Its colour, its own or the table's."""
        return self.own_colour or self._look.get("colour", TOKEN_COLOUR)

    @property
    def _look(self) -> dict[str, str]:
        look: dict[str, str] = load_content(DENOMINATIONS).get(str(self.value), {})
        return look


class Material(Part):
    """A material on the table."""

    id: Id
    name: Name
    emblem: Path | None = None
    """its drawing: an emblem, or a picture"""
    colour: ColourName = TOKEN_COLOUR
    """a colour of the themes, or #rrggbb"""
    word: Name | None = None
    """what its back says; without one both sides are alike"""
    count: Count | None = None
    per_player: Count | None = None
    denominations: Annotated[tuple[Denomination, ...], MAX_ENTRIES.meta] = ()
    """how the pieces are split by worth"""
    faces: Annotated[tuple[SuitId, ...], Meta(min_length=6, max_length=6)] | None = None
    """suits that a die shows; the first is opposite the last, and so inward"""
    product: ProductIds | None = None
    """the product that makes it, or several in a list; without one it is something to bring,
    unless it is drawn: then it is one of the tokens"""

    optional: bool = False
    """the game can be played without it"""
    note: Remark | None = None
    """what of it or what for, in at most 40 signs"""

    @property
    def products(self) -> tuple[str, ...]:
        """The products that make it, none for what a player brings."""
        if self.product is not None:
            return self.product
        return (_TOKENS,) if self.emblem is not None or self.denominations else ()

    @property
    def heap(self) -> tuple[Denomination, ...]:
        """What each player begins with, without what comes with more players."""
        return tuple(chip for chip in self.denominations if chip.above is None)

    @property
    def further(self) -> tuple[Denomination, ...]:
        """What each has more for every player above a number."""
        return tuple(chip for chip in self.denominations if chip.above is not None)

    @property
    def above(self) -> int:
        """The number of players for which the heap is enough; 0 if it always is."""
        return min((chip.above or 0 for chip in self.further), default=0)

    @property
    def worth(self) -> int:
        """What the heap of a player is worth."""
        return sum(chip.value * chip.count for chip in self.heap)

    def count_for(self, players: int) -> int:
        """Return how many of it `players` players need."""
        if self.per_player is None:
            return self.count or 0
        more = sum(chip.count_for(players) for chip in self.further)
        return (self.per_player + more) * players

    def faults(self) -> Iterator[Fault]:
        if (self.count is None) == (self.per_player is None):
            yield Fault((), "needs either “count” or “per_player”, not both.")
        values = [chip.value for chip in self.denominations]
        if self.per_player is None and self.further:
            yield Fault(("denominations",), "“above” is of each player: give “per_player”.")
        for i, value in enumerate(values):
            if value in values[:i]:
                yield Fault(("denominations", i, "value"), f"{value} is given twice.")
        pieces = sum(chip.count for chip in self.heap)
        total = self.per_player or self.count
        if values and total is not None and pieces != total:
            yield Fault(("denominations",), f"come to {pieces} pieces, and there are {total}.")


def list_pieces(pieces: Iterable[Denomination]) -> str:
    """Return how many there are of each worth: “10 × 1, 5 × 5”."""
    return ", ".join(f"{chip.count} × {chip.value}" for chip in pieces)


class Phase(Part):
    """A step of a turn or a round, in order."""

    id: Id
    name: Name
    how: Text
    """one short sentence, as a mat or a reference card says it"""
    icon: PictogramId | None = None
    """its pictogram; without one that of its id, if there is one"""
    short: Short | None = None
    """the same in at most 60 signs, for the strip of phases"""
    loop: LoopId | None = None
    """the track that counts how often it comes; or round: it is repeated until someone calls"""


class Penalty(Part):
    """A case that costs a player something."""

    id: Id
    name: Name
    how: Text
    """what it costs"""
    icon: PictogramId | None = None
    """its pictogram; without one that of its id, if there is one"""
    short: Short | None = None
    """what it costs, in at most 60 signs"""
    to: PlaceId | None = None
    """the place where it is paid"""


# Where a step of setting up happens besides places and tracks: in front of a player, where the
# cards come from, and by the first player.
SPOTS = ("hand", "deal", "first")


class SetupStep(Part):
    """A step of setting up the table, in order."""

    id: Id
    at: SpotIds
    """a place or a track, or several in a list; or hand (in front of a player), deal, first (the
    first player)"""
    name: Name
    how: Text
    """what is done, in a sentence or two"""


class Place(Part):
    """A place on the table."""

    id: Id
    name: Name
    kind: PlaceKind
    on: On = "mat"
    """the common mat, each player's board, or one board for all"""
    count: Count = 1
    """how many such places stand together"""
    rows: Annotated[int, Meta(ge=1, le=20)] = 1
    family: FamilyId | None = None
    """the family of the cards that lie there"""
    how: Text | None = None


class Mat(Part):
    """How the mat is laid out."""

    heart: PlaceId | None = None
    """the place in its middle"""


class Track(Part):
    """Numbers that a marker moves along."""

    id: Id
    name: Name
    on: On = "mat"
    first: Number = field(name="from")
    last: Number = field(name="to")
    beyond: bool = False
    """a last step for all that is more"""

    def faults(self) -> Iterator[Fault]:
        if self.first > self.last:
            yield Fault((), "runs from the greater to the smaller.")
        elif self.first == self.last:
            yield Fault((), "has one step only.")


class Score(Part):
    """A score sheet."""

    id: Id
    name: Name
    kind: Literal["points", "sets", "chips"]
    goal: Number | None = None
    """who comes to it wins"""
    rows: Annotated[int, Meta(ge=1, le=60)] = 20
    how: Text | None = None
