"""What an author may write in a definition.

In: the raw data of a TOML file (after `extends` and CSV). Out: frozen pydantic models, or errors.
`printkit schema` prints the JSON Schema of `VariantFile`; descriptions here are its help texts.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag

from printkit.definition import defaults
from printkit.definition.schema_play import Counting, Exchange, Hand, Option, StandIn, Token
from printkit.definition.schema_table import Penalty, Phase, Place, Score, Track
from printkit.definition.schema_types import Count, Files, Id, Number, Ref, Strict, Text


class Players(Strict):
    """How many play."""

    min: Annotated[int, Field(ge=1, le=99)]
    max: Annotated[int, Field(ge=1, le=99)]


class ValueRule(Strict):
    """A value that a rule sets in play; `choices` are all values it can come to."""

    rule: Literal["dice", "copy", "set"] = Field(
        description="dice: chosen among dice rolled; copy: that of another card; "
        "set: by the rule set in use"
    )
    choices: Annotated[list[Number], Field(min_length=1)]


def _value_kind(value: Any) -> str:
    return "<rule>" if isinstance(value, dict) else "<list>" if isinstance(value, list) else "<one>"


Value = Annotated[
    Annotated[Number, Tag("<one>")]
    | Annotated[list[Number], Tag("<list>")]
    | Annotated[ValueRule, Tag("<rule>")],
    Discriminator(_value_kind),
]

_VALUES = "a number, several ([1, 15]), or { rule = …, choices = [ … ] }"
Layout = Literal["pips", "court", "ace", "emblem", "number"]


class Turned(Strict):
    """What a face shows when it is turned upside down, where that differs."""

    colour: Ref | None = Field(None, description="a colour of the themes, or #rrggbb")
    index: Annotated[str, Field(max_length=8)] | None = None


class Look(Strict):
    """How a card is drawn; each key is looked up in the card, its rank, its suit, its family."""

    colour: Ref | None = Field(None, description="a colour of the themes, or #rrggbb")
    ground: Ref | None = Field(None, description="colour of the plate, where the frame has one")
    emblem: Ref | None = Field(
        None, description="an emblem of templates/art, or an SVG, PNG or JPEG beside this file"
    )
    frame: Ref | None = Field(None, description="a frame of templates/frames.toml")
    layout: Layout | None = Field(None, description="what fills the face")
    index: Annotated[str, Field(max_length=8)] | None = Field(
        None, description="the corner text; {n} is the rank's number; empty for the emblem alone"
    )
    turned: Turned | None = None


class Family(Look):
    """Cards that share a back."""

    name: Text
    back: Ref = Field(description="a back of templates/backs.toml, or a picture beside this file")


class Suit(Look):
    """A suit."""

    name: Text
    of: Text | None = Field(None, description="the suit after a rank: “of Sabers”, “de Sabres”")
    code: Text | None = Field(None, description="its letter in short codes")
    sign: Annotated[str, Field(min_length=1, max_length=2)] | None = Field(
        None, description="its sign on a terminal and in short codes: ♠"
    )
    family: Id | None = None
    signs: Annotated[list[Literal["+", "-"]], Field(min_length=1, max_length=2)] = Field(
        list(defaults.SIGNS), description="the signs that its cards' values may take"
    )


class Rank(Look):
    """A rank, or with `from` and `to` a run of numbered ones."""

    id: Id | None = None
    first: int | None = Field(None, ge=0, le=99, alias="from")
    last: int | None = Field(None, ge=0, le=99, alias="to")
    name: Text | None = None
    code: Text | None = Field(None, description="its letter in short codes")
    value: Value | None = Field(None, description=_VALUES)
    kind: Literal["numbered", "ranked"] | None = None


class Grid(Strict):
    """Suits times ranks."""

    suits: Annotated[list[Id], Field(min_length=1)]
    ranks: Annotated[list[Id], Field(min_length=1)] = Field(
        description="rank ids, or runs such as 1-11"
    )
    name: Text = Field(description="{rank}, {suit} and {of} are filled in")
    family: Id | None = None
    copies: Count = defaults.COPIES
    per_player: bool = Field(False, description="the copies are for each player")


class Card(Look):
    """One card."""

    id: Id
    name: Text
    code: Text | None = Field(None, description="a short code: X, JM")
    value: Value | None = Field(None, description=_VALUES)
    varies: bool = Field(
        False, description="the rule set in use gives its value; `--values blank` leaves it out"
    )
    suit: Id | None = None
    rank: Id | None = None
    family: Id | None = None
    copies: Count = defaults.COPIES
    per_player: bool = Field(False, description="the copies are for each player")
    art: Ref | None = Field(
        None, description="an SVG, PNG or JPEG beside this file that fills the whole face"
    )


class Denomination(Strict):
    """Chips or credits of one worth; drawing and colour are those of templates/tokens.toml."""

    value: Annotated[int, Field(ge=1, le=9999)] = Field(description="what one is worth")
    count: Count = Field(description="how many of the pieces are of this worth")
    emblem: Ref | None = Field(None, description="a drawing of its own, clear in the middle")
    colour: Ref | None = Field(None, description="a colour of the themes, or #rrggbb")


def _products_kind(value: Any) -> str:
    return "<list>" if isinstance(value, list) else "<one>"


Products = Annotated[
    Annotated[Id, Tag("<one>")]
    | Annotated[Annotated[list[Id], Field(min_length=1)], Tag("<list>")],
    Discriminator(_products_kind),
]


class Material(Strict):
    """Something that lies on the table."""

    id: Id
    name: Text
    emblem: Ref | None = Field(None, description="its drawing: an emblem, or a picture")
    colour: Ref | None = Field(None, description="a colour of the themes, or #rrggbb")
    word: Text | None = Field(
        None, description="what its back says; without one both sides are alike"
    )
    count: Count | None = None
    per_player: Count | None = None
    denominations: list[Denomination] = Field(
        default_factory=list, description="how the pieces are split by worth"
    )
    faces: Annotated[list[Id], Field(min_length=6, max_length=6)] | None = Field(
        None, description="suits that a die shows; the first is opposite the last, and so inward"
    )
    product: Products | None = Field(
        None,
        description="the product that makes it, or several in a list; without one it is something "
        "to bring, unless it is drawn: then it is one of the tokens",
    )


class VariantFile(Strict):
    """A variant of printkit: a deck, what its hands are called, and what the table needs."""

    extends: Ref | None = Field(None, description="a slug, or a TOML file beside this one")
    without: list[Id] = Field(default_factory=list, description="cards of the other file left out")
    adds: list[Ref] = Field(
        default_factory=list, description="definitions whose cards are added to these"
    )
    slug: Id
    name: Text
    summary: Text
    game: Id = Field(description="the family of games that `list` groups by")
    players: Players
    card_size: Ref = Field(defaults.CARD_SIZE, description="a card size by name, or 63.5x88.9mm")
    families: Annotated[dict[Id, Family], Field(min_length=1)]
    suits: dict[Id, Suit] = Field(default_factory=dict)
    ranks: list[Rank] = Field(default_factory=list)
    grids: list[Grid] = Field(default_factory=list)
    cards: list[Card] = Field(default_factory=list)
    cards_csv: Ref | None = Field(None, description="a CSV of more cards beside this file")
    counting: Counting | None = Field(None, description="what a hand comes to; none: its sum")
    hands: list[Hand] = Field(default_factory=list)
    exchange: Exchange | None = Field(None, description="cards that a player may exchange")
    sets: list[Id] = Field(
        default_factory=list, description="the rule sets that may govern this deck"
    )
    sets_rule: Literal["values", "all"] | None = Field(
        None, description="what the set in use decides here: card values, or the hands as well"
    )
    tokens: list[Token] = Field(default_factory=list)
    options: list[Option] = Field(default_factory=list)
    decks: Count = Field(defaults.COUNT, description="how many such decks are at hand")
    standins: list[StandIn] = Field(
        default_factory=list, description="the games that this deck can stand in for"
    )
    materials: list[Material] = Field(default_factory=list)
    phases: list[Phase] = Field(default_factory=list, description="the steps of a turn, in order")
    penalties: list[Penalty] = Field(default_factory=list)
    places: list[Place] = Field(
        default_factory=list, description="what mat, boards and table have room for"
    )
    tracks: list[Track] = Field(default_factory=list)
    scores: list[Score] = Field(default_factory=list, description="the score sheets")
    rules: Ref = Field(
        defaults.RULES, description="the text of its booklet: a file of templates/rules/"
    )
    chapters: Files | None = Field(
        None, description="Markdown beside this file: chapters of your own in its booklet"
    )
    notes: list[Text] = Field(
        default_factory=list, description="which source a figure follows, and why"
    )
