"""Define the table: materials, phases, penalties, places, tracks and scores."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, field

from printkit.base.limits import MAX_ENTRIES
from printkit.base.record_faults import load_rows
from printkit.base.records import Fault, Part
from printkit.base.sentences import Sentence
from printkit.model.fields import (
    AGAINST,
    SOURCE,
    ColourName,
    Count,
    FamilyId,
    Id,
    LoopId,
    Number,
    PictogramId,
    PlaceId,
    ProductIds,
    Provenance,
    Reckoned,
    SpotIds,
    SuitId,
    emblem_file,
)
from printkit.model.text import Name, Named, Remark, Short, Text

# The look of chips and credits by worth.
_DENOMINATIONS = "tokens.toml"
# The default colour of tokens and markers.
TOKEN_COLOUR = "indigo"
# The product that makes a drawn material by default.
_TOKENS = "tokens"
MAT = "mat"
# A loop without a track.
ROUND = "round"
PlaceKind = Literal[
    "pot", "stock", "discard", "pile", "common", "field", "dice", "slot", "timer",
    "hand", "cells", "tokens", "used", "lock", "lights", "reserve", "button", "name",
]  # fmt: skip
On = Literal["mat", "board", "table"]


class DenominationLook(Part):
    """A row of templates/tokens.toml."""

    emblem: str
    """the drawing of tokens of this worth"""
    colour: str
    """a colour of the themes"""


def denomination_looks() -> Mapping[str, DenominationLook]:
    """Return the drawings of tokens by their worth."""
    return load_rows(_DENOMINATIONS, DenominationLook)


class Denomination(Part):
    """Chips or credits of one value; drawing and colour come from templates/tokens.toml."""

    value: Annotated[int, Meta(ge=1, le=9999)]
    """the worth of one piece"""
    count: Count
    """the number of pieces of this worth"""
    above: Count | None = None
    """the count is extra: for each player, per player at the table above this number"""
    own_emblem: Path | None = field(default=None, name="emblem")
    """its drawing, with an empty centre"""
    own_colour: ColourName | None = field(default=None, name="colour")
    """a colour of the themes, or #rrggbb"""

    def count_for(self, players: int) -> int:
        """Return the number of pieces that each of `players` players has."""
        return self.count * (1 if self.above is None else max(players - self.above, 0))

    @property
    def emblem(self) -> Path:
        """The file of the drawing, by default the drawing for the worth."""
        if self.own_emblem is not None:
            return self.own_emblem
        assert self._look is not None, "definitions have been checked"
        file = emblem_file(self._look.emblem)
        assert file is not None, "our own content has been checked"
        return file

    @property
    def colour(self) -> str:
        """The colour, by default the colour for the worth."""
        return self.own_colour or (TOKEN_COLOUR if self._look is None else self._look.colour)

    @property
    def _look(self) -> DenominationLook | None:
        return denomination_looks().get(str(self.value))


class Material(Named):
    """A material on the table."""

    emblem: Path | None = None
    """its drawing: an emblem, or a picture"""
    colour: ColourName = TOKEN_COLOUR
    """a colour of the themes, or #rrggbb"""
    word: Name | None = None
    """the word on its back; by default both sides are equal"""
    count: Count | None = None
    per_player: Count | None = None
    denominations: Annotated[tuple[Denomination, ...], MAX_ENTRIES.meta] = ()
    """the pieces by worth"""
    faces: Annotated[tuple[SuitId, ...], Meta(min_length=6, max_length=6)] | None = None
    """the suits on a die; the first is opposite the last, the second opposite the fifth"""
    signs: bool = True
    """false: the suits on a die in the colour of the die, without the signs of their cards"""
    numbers: Annotated[tuple[Number, ...], Meta(min_length=6, max_length=6)] | None = None
    """the numbers on a die in place of pips, in the order of `faces`"""
    product: ProductIds | None = None
    """the product that makes it, or several in a list; by default drawn materials are tokens, and
    players bring all others"""
    optional: bool = False
    """true: the game can be played without it"""
    note: Remark | None = None
    """its kind or its use, in at most 40 characters"""

    @property
    def products(self) -> tuple[str, ...]:
        """The products that make it, or an empty tuple if players bring it."""
        if self.product is not None:
            return self.product
        return (_TOKENS,) if self.emblem is not None or self.denominations else ()

    @property
    def heap(self) -> tuple[Denomination, ...]:
        """The pieces of each player at the start, without extra pieces for more players."""
        return tuple(chip for chip in self.denominations if chip.above is None)

    @property
    def further(self) -> tuple[Denomination, ...]:
        """The extra pieces that each player gets for every player above a number."""
        return tuple(chip for chip in self.denominations if chip.above is not None)

    @property
    def worth(self) -> int:
        """The worth of a player's pieces at the start."""
        return sum(chip.value * chip.count for chip in self.heap)

    def worth_for(self, players: int) -> int:
        """Return the worth of a player's pieces at the start if there are `players` players."""
        return sum(chip.value * chip.count_for(players) for chip in self.denominations)

    def count_for(self, players: int) -> int:
        """Return the number of pieces for `players` players."""
        if self.per_player is None:
            return self.count or 0
        more = sum(chip.count_for(players) for chip in self.further)
        return (self.per_player + more) * players

    @property
    def has_own_faces(self) -> bool:
        """True for a die with suits or numbers of its game."""
        return self.faces is not None or self.numbers is not None

    def faults(self) -> Iterator[Fault]:
        if (self.count is None) == (self.per_player is None):
            yield Fault((), "needs either “count” or “per_player”, not both.")
        if self.faces is not None and self.numbers is not None:
            yield Fault(("numbers",), "a die has either suits or numbers.", "Omit “faces”.")
        values = [chip.value for chip in self.denominations]
        if self.per_player is None and self.further:
            yield Fault(("denominations",), "“above” is for each player: give “per_player”.")
        for i, value in enumerate(values):
            if value in values[:i]:
                yield Fault(
                    ("denominations", i, "value"), Sentence("{value} appears twice.", value=value)
                )
        pieces = sum(chip.count for chip in self.heap)
        total = self.per_player or self.count
        if values and total is not None and pieces != total:
            yield Fault(
                ("denominations",),
                Sentence(
                    "add up to {pieces} pieces, but there are {total}.", pieces=pieces, total=total
                ),
            )


def list_pieces(pieces: Iterable[Denomination]) -> str:
    """Return the number of pieces of each worth: “10 × 1, 5 × 5”."""
    return ", ".join(f"{chip.count} × {chip.value}" for chip in pieces)


class Ruling(Named):
    """A clause of the rules: its sentence, short form, chapter and provenance.

    Its effect is in the fields of its kind, which `settle` and simulations execute. Booklets, aids,
    mats and `show` print its sentence.
    """

    how: Text
    """the rule in words"""
    short: Short | None = None
    """the same in at most 60 characters, for aids"""
    icon: PictogramId | None = None
    """its pictogram; by default the pictogram with its id, if there is one"""
    chapter: Id = "penalties"
    """the anchor of the chapter that explains it"""
    provenance: Provenance = field(default_factory=lambda: Provenance(SOURCE), name="reading")
    """true: the sources are silent, so this is our interpretation (†); against: the sources differ,
    and we play our own rule (‡)"""
    why: Text | None = None
    """the rule of the sources, and our reason to play another one"""

    def faults(self) -> Iterator[Fault]:
        if (self.provenance == AGAINST) != (self.why is not None):
            yield Fault(("reading",), "“against” and “why” need each other.")


class Phase(Ruling):
    """A step of a turn or a round, in order."""

    chapter: Id = "front"
    """the anchor of the chapter that explains it"""
    loop: LoopId | None = None
    """the track that counts its repetitions; or round: it is repeated until a player calls"""
    most: Reckoned | None = None
    """the most that a player may bet, or raise by, in this phase"""
    rolls: Reckoned | None = None
    """it happens if a die shows this number at most"""


class Penalty(Ruling):
    """An event that costs a player something."""

    chapter: Id = "front"
    """the anchor of the chapter that explains it"""
    amount: Reckoned | None = None
    """how much it costs"""
    to: PlaceId | None = None
    """the place for the payment"""


# Spots for setup steps besides places and tracks: in front of a player, at the deal, at the first
# player.
SPOTS = ("hand", "deal", "first")


class SetupStep(Named):
    """A step of setting up the table, in order."""

    at: SpotIds
    """a place or a track, or several in a list; also hand (in front of a player), deal, first (at
    the first player)"""
    how: Text
    """the step in one or two sentences"""
    short: Short | None = None
    """what aids say about it, in at most 60 characters: figures and first things"""


class Place(Named):
    """A place on the table."""

    kind: PlaceKind
    on: On = "mat"
    """the common mat, each player's board, or one board for all"""
    count: Count = 1
    """the number of such places side by side"""
    rows: Annotated[int, Meta(ge=1, le=20)] = 1
    family: FamilyId | None = None
    """the family of the cards at this place"""
    face_down: bool = False
    """true: pictures of a turn show the backs of the cards at this place"""
    how: Text | None = None


class Mat(Part):
    """The layout of the mat."""

    heart: PlaceId | None = None
    """the place in its centre"""


class Track(Named):
    """A track of numbers for a marker."""

    on: On = "mat"
    first: Number = field(name="from")
    last: Number = field(name="to")
    beyond: bool = False
    """true: a last step for higher numbers"""

    def faults(self) -> Iterator[Fault]:
        if self.first > self.last:
            yield Fault((), "runs from larger to smaller numbers.")
        elif self.first == self.last:
            yield Fault((), "has one step only.")


class Score(Named):
    """A score sheet."""

    kind: Literal["points", "sets", "chips"]
    goal: Number | None = None
    """the score that wins"""
    rows: Annotated[int, Meta(ge=1, le=60)] = 20
    how: Text | None = None


class Tournament(Part):
    """The figures of a tournament, for its sheet and the booklet."""

    seats: Annotated[int, Meta(ge=2, le=12)] = 5
    """the greatest number at a table: with more, all wait too long for their turn"""
    part: Annotated[tuple[Count, ...], Meta(min_length=2, max_length=2)] = (1, 2)
    """the part of each table that goes on to the next round of a knock-out, rounded up"""
    rounds: Annotated[int, Meta(ge=1, le=8)] = 4
    """the number of rounds of a league"""
    minutes: Count | None = None
    """the longest duration of a round; by default that of the game, an hour at most"""
    credits: Count | None = None
    """the credits of each player at the beginning of a round; by default those of the game"""

    def faults(self) -> Iterator[Fault]:
        if len(self.part) == 2 and not 0 < self.part[0] < self.part[1]:
            yield Fault(("part",), "is not a part: the first number is less than the second.")
