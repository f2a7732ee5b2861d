"""Define the deck: families, suits, ranks, grids and cards.

The string below a field is its help text in `printkit schema` and in messages.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, field

from printkit.base.design import Border, CornerPlace, FontRole, TitlePlace
from printkit.base.design import Share as PictureShare
from printkit.base.limits import MAX_VALUES
from printkit.base.messages import DEFAULT_LANGUAGE, languages, translate
from printkit.base.records import Fault, Part
from printkit.model.fields import (
    Address,
    Back,
    ColourName,
    Corner,
    Count,
    FamilyId,
    FrameName,
    Id,
    LayoutName,
    NameLine,
    RankId,
    RankRun,
    SuitId,
    Value,
)
from printkit.model.text import CardText, GridName, Name

INK, ORBIT = "ink", "orbit"
# The default family of a game, and the default back of a family.
DECK, OWN_BACK = "deck", "rosette"
Rail = Literal["solid", "dashed", "dotted", "double"]
Share = Annotated[float, Meta(ge=0, le=1)]


class Credited(Part):
    """The author and the licence of a game, or of the pictures of a family, suit, rank or card."""

    author: NameLine | None = None
    """who made it"""
    licence: NameLine | None = None
    """the terms under which others may use it: any words, or an SPDX identifier such as
    CC-BY-4.0"""
    credit: NameLine | None = None
    """the credit line, if the author's name is not enough"""
    url: Address | None = None
    """where it is found: https://…"""


class Design(Part):
    """The look of faces with a picture or a text; missing values come from the theme."""

    title: TitlePlace | None = None
    """the place of a title: on a ribbon over a picture without a frame, above one, or none"""
    corner: CornerPlace | None = None
    """the place of the corner text"""
    kicker: bool | None = None
    """whether the types of cards are shown"""
    credit: bool | None = None
    """whether the authors of pictures are named on their cards"""
    share: PictureShare | None = None
    """the share of a face that its picture fills, from 0.2 to 0.8; by default all the space that
    the text leaves"""
    border: Border | None = None
    """the lines of frames"""
    ground: ColourName | None = None
    """the colour of the face: a colour of the themes, or #rrggbb"""
    ink: ColourName | None = None
    """the colour of words"""
    accent: ColourName | None = None
    """the colour of frames, ribbons and types"""
    title_font: FontRole | None = None
    """the fonts of titles, by their role"""
    text_font: FontRole | None = None
    """the fonts of the text below a picture"""
    prompt_font: FontRole | None = None
    """the fonts of a text without a picture"""


class Turned(Part):
    """The lower half of a face, where it differs from the upper half."""

    colour: ColourName | None = None
    """a colour of the themes, or #rrggbb"""
    index: Corner | None = None


class CardStyle(Credited):
    """The style of a card; each key is looked up in the card, its rank, its suit, its family."""

    colour: ColourName | None = None
    """a colour of the themes, or #rrggbb"""
    ground: ColourName | None = None
    """colour of the plate behind a number, if different"""
    emblem: Path | None = None
    """an emblem of templates/art, or an SVG, PNG or JPEG beside this file"""
    frame: FrameName | None = None
    """a frame of templates/frames.toml"""
    layout: LayoutName | None = None
    """what fills the face: a layout of templates/faces.toml, or of a plug-in"""
    rail: Rail | None = None
    """the lines along the name of a court without a drawing of its own"""
    index: Corner | None = None
    """the corner text; {n} is the rank's number; empty: the emblem only"""
    turned: Turned | None = None
    fit: Literal["cover", "contain"] | None = None
    """whether a picture covers its place, and is cropped, or is shown whole; cover by default"""
    focus: tuple[Share, Share] | None = None
    """the point of a picture that is kept when it is cropped: [0, 0] is its upper left corner"""
    bleed: Literal["own", "mirror", "stretch"] | None = None
    """the bleed of a picture: its own border, or one made by mirroring or stretching"""

    @property
    def colour_or_ink(self) -> str:
        """The colour, by default the colour of ink."""
        return self.colour or INK


def _deck_name() -> Name:
    words = {language: translate(language, "deck.family") for language in languages()}
    return Name(words, DEFAULT_LANGUAGE)


class Family(CardStyle):
    """A family: cards with the same back."""

    name: Name = field(default_factory=_deck_name)
    back: Back = field(default_factory=lambda: Back(OWN_BACK))
    """a back of templates/backs.toml, or a picture beside this file"""


def default_families() -> dict[str, Family]:
    """Return the default family of a game."""
    return {DECK: Family()}


class Suit(CardStyle):
    """A suit."""

    name: Name
    of: Name | None = None
    """the suit after a rank: “of Sabers”, “de Sabre”"""
    code: Name | None = None
    """its letter in short codes, or several with spaces between: the first is shown"""
    sign: Annotated[str, Meta(min_length=1, max_length=2)] | None = None
    """its sign on a terminal and in short codes: ♠"""
    family: FamilyId | None = None
    signs: Annotated[tuple[Literal["+", "-"], ...], Meta(min_length=1, max_length=2)] = ("+",)
    """the signs of its cards' values"""


class Rank(CardStyle):
    """A rank, or a run of numbered ranks with `from` and `to`."""

    id: Id | None = None
    first: Annotated[int, Meta(ge=0, le=99)] | None = field(default=None, name="from")
    last: Annotated[int, Meta(ge=0, le=99)] | None = field(default=None, name="to")
    name: Name | None = None
    code: Name | None = None
    """its letter in short codes"""
    value: Value | None = None
    """a number, several ([1, 15]), or { rule = …, choices = [ … ] }"""
    kind: Literal["numbered", "ranked"] | None = None

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the ranks of this entry."""
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
            yield Fault((), "runs from the larger number to the smaller.")


class Grid(Part):
    """A grid: every suit combined with every rank."""

    id: Id | None = None
    """its id: a definition that extends this one changes the grid with the same id"""
    replace: bool = False
    """true: these grids replace those of the base file; by default they are added"""
    suits: Annotated[tuple[SuitId, ...], Meta(min_length=1)]
    ranks: Annotated[tuple[RankRun, ...], Meta(min_length=1)]
    """rank ids, or runs such as 1-11"""
    name: GridName
    """the names of its cards; {rank}, {suit} and {of} are filled in"""
    family: FamilyId | None = None
    copies: Count = 1
    per_player: bool = False
    """the number of copies is for each player"""

    @property
    def cells(self) -> Iterator[tuple[str, str]]:
        """Each suit with each rank, in the order of the deck."""
        return ((suit, rank) for suit in self.suits for run in self.ranks for rank in run)


class CardEntry(CardStyle):
    """One distinct card, as written in a definition."""

    id: Id
    name: Name
    caption: Name | None = None
    """the caption of its face, if not its name"""
    code: Name | None = None
    """a short code: X, JM"""
    value: Value | None = None
    """a number, several ([1, 15]), or { rule = …, choices = [ … ] }"""
    varies: bool = False
    """the rule set in use determines its value; `--blank-values` omits it"""
    suit: SuitId | None = None
    rank: RankId | None = None
    family: FamilyId | None = None
    copies: Count = 1
    per_player: bool = False
    """the number of copies is for each player"""
    art: Path | None = None
    """an SVG, PNG or JPEG beside this file: the picture of its face"""
    back: Back | None = None
    """its back, if not that of its family; “none” leaves it blank"""
    text: CardText | None = None
    """its text, in lines: **bold**, *italics*, the sign of a suit as {id}, ___ for a line to write
    on"""
    kicker: Name | None = None
    """its type, in small capitals; by default the name of its suit"""
    cost: Corner | None = None
    """a second figure in a corner: its cost"""
    turns: Annotated[tuple[Count, ...], MAX_VALUES.meta] = ()
    """numbers: on the cards laid before it, plus becomes minus and minus plus"""
    breaks: bool = False
    """true: it decides a tie by the criterion “breaker”"""

    @property
    def values(self) -> tuple[int, ...]:
        """The possible values in ascending order."""
        return () if self.value is None else self.value.numbers

    @property
    def rule(self) -> str | None:
        """The rule that chooses among its values (dice, copy, repeat or set), or None without a
        rule.
        """
        return None if self.value is None else self.value.rule

    def copies_for(self, players: int) -> int:
        """Return the number of copies for `players` players."""
        return self.copies * players if self.per_player else self.copies


class Card(CardEntry):
    """A card of the deck with all styles resolved: a listed card or a cell of a grid.

    `mark` is the small sign below its index, and `pips` is the number of pips.
    """

    family: str
    colour: str
    frame: str
    layout: str
    rail: Rail
    index: str
    mark: Path | None = None
    pips: int = 0
    kind: str | None = None

    @property
    def is_blank(self) -> bool:
        """True if the face has only a name and space to write on."""
        return not (self.values or self.index or self.emblem or self.art or self.text)

    @property
    def lower_colour(self) -> str:
        """The colour of the lower half."""
        return (self.turned.colour if self.turned else None) or self.colour

    @property
    def lower_index(self) -> str:
        """The corner text of the lower half."""
        return self.index if self.turned is None else self.turned.index or ""
