"""The deck as a definition tells it: families, suits, ranks, grids and cards.

A string below a field is its help text: `printkit schema` and messages read it from here.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, field

from printkit.model.fields import (
    Back,
    ColourName,
    Corner,
    Count,
    FamilyId,
    Fault,
    FrameName,
    Id,
    Part,
    RankId,
    RankRun,
    SuitId,
    Value,
)
from printkit.model.text import GridName, Name

INK, ORBIT = "ink", "orbit"
Layout = Literal["pips", "court", "ace", "emblem", "picture", "number"]
Rail = Literal["solid", "dashed", "dotted", "double"]


class Turned(Part):
    """What a face shows when it is turned upside down, where that differs."""

    colour: ColourName | None = None
    """a colour of the themes, or #rrggbb"""
    index: Corner | None = None


class CardStyle(Part):
    """How a card is drawn; each key is looked up in the card, its rank, its suit, its family."""

    colour: ColourName | None = None
    """a colour of the themes, or #rrggbb"""
    ground: ColourName | None = None
    """colour of the plate behind a number, if it is another"""
    emblem: Path | None = None
    """an emblem of templates/art, or an SVG, PNG or JPEG beside this file"""
    frame: FrameName | None = None
    """a frame of templates/frames.toml"""
    layout: Layout | None = None
    """what fills the face"""
    rail: Rail | None = None
    """the texture of the rails beside pips"""
    index: Corner | None = None
    """the corner text; {n} is the rank's number; empty for the emblem alone"""
    turned: Turned | None = None

    @property
    def colour_or_ink(self) -> str:
        """The colour, or that of ink if none is given."""
        return self.colour or INK


class Family(CardStyle):
    """Cards that share a back."""

    name: Name
    back: Back
    """a back of templates/backs.toml, or a picture beside this file"""


class Suit(CardStyle):
    """A suit."""

    name: Name
    of: Name | None = None
    """the suit after a rank: “of Sabers”, “de Sabres”"""
    code: Name | None = None
    """its letter in short codes, or several with spaces between: the first is shown"""
    sign: Annotated[str, Meta(min_length=1, max_length=2)] | None = None
    """its sign on a terminal and in short codes: ♠"""
    family: FamilyId | None = None
    signs: Annotated[tuple[Literal["+", "-"], ...], Meta(min_length=1, max_length=2)] = ("+",)
    """the signs that its cards' values may take"""


class Rank(CardStyle):
    """A rank, or with `from` and `to` a run of numbered ones."""

    id: Id | None = None
    first: Annotated[int, Meta(ge=0, le=99)] | None = field(default=None, name="from")
    last: Annotated[int, Meta(ge=0, le=99)] | None = field(default=None, name="to")
    name: Name | None = None
    code: Name | None = None
    """its letter in short codes"""
    value: Value | None = None
    """a number, several ([1, 15]), or { rule = …, did_you_mean = [ … ] }"""
    kind: Literal["numbered", "ranked"] | None = None

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the ranks that it means."""
        if self.id is not None:
            return (self.id,)
        assert self.first is not None
        assert self.last is not None
        return tuple(map(str, range(self.first, self.last + 1)))

    def faults(self) -> Iterator[Fault]:
        ends = (self.first, self.last)
        is_run = ends != (None, None)
        if is_run == (self.id is not None):
            yield Fault((), "needs either “id”, or “from” and “to”.")
        elif not is_run and self.name is None:
            yield Fault((), "needs a “name”.")
        elif is_run and None in ends:
            yield Fault((), "needs both “from” and “to”.")
        elif is_run and not self.ids:
            yield Fault((), "runs from the greater number to the smaller.")


class Grid(Part):
    """Suits times ranks."""

    id: Id | None = None
    """its name for definitions that extend this one: they change the grid that has this id"""
    replace: bool = False
    """these grids take the place of those of the definition extended; without, they are added"""
    suits: Annotated[tuple[SuitId, ...], Meta(min_length=1)]
    ranks: Annotated[tuple[RankRun, ...], Meta(min_length=1)]
    """rank ids, or runs such as 1-11"""
    name: GridName
    """{rank}, {suit} and {of} are filled in"""
    family: FamilyId | None = None
    copies: Count = 1
    per_player: bool = False
    """the copies are for each player"""

    @property
    def cells(self) -> Iterator[tuple[str, str]]:
        """Each suit with each rank, in the order of the deck."""
        return ((suit, rank) for suit in self.suits for run in self.ranks for rank in run)


class CardEntry(CardStyle):
    """One distinct card, as an author writes it."""

    id: Id
    name: Name
    caption: Name | None = None
    """what its face says in place of its name"""
    code: Name | None = None
    """a short code: X, JM"""
    value: Value | None = None
    """a number, several ([1, 15]), or { rule = …, did_you_mean = [ … ] }"""
    varies: bool = False
    """the rule set in use gives its value; `--blank-values` leaves it out"""
    suit: SuitId | None = None
    rank: RankId | None = None
    family: FamilyId | None = None
    copies: Count = 1
    per_player: bool = False
    """the copies are for each player"""
    art: Path | None = None
    """an SVG, PNG or JPEG beside this file that fills the whole face"""

    @property
    def values(self) -> tuple[int, ...]:
        """All that it may count, ascending."""
        return () if self.value is None else self.value.numbers

    @property
    def rule(self) -> str | None:
        """The rule that chooses among its values: dice, copy or set."""
        return None if self.value is None else self.value.rule

    def copies_for(self, players: int) -> int:
        """Return how many are printed for `players` players."""
        return self.copies * players if self.per_player else self.copies


class Card(CardEntry):
    """A card of the deck: an entry or a cell of a grid, with nothing left open.

    `mark` is the small sign under its index; `pips` counts; `kind` is numbered, ranked or None.
    """

    family: str
    colour: str
    frame: str
    layout: Layout
    rail: Rail
    index: str
    mark: Path | None = None
    pips: int = 0
    kind: str | None = None

    @property
    def is_blank(self) -> bool:
        """True if its face says nothing but its name: it is written on."""
        return not (self.values or self.index or self.emblem or self.art)

    @property
    def lower_colour(self) -> str:
        """The colour of the lower half."""
        return (self.turned.colour if self.turned else None) or self.colour

    @property
    def lower_index(self) -> str:
        """The corner text of the lower half."""
        return self.index if self.turned is None else self.turned.index or ""
