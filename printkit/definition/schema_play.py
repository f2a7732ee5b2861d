"""What an author may write of the play: hands, counting, tokens, stand-ins.

In: the raw data of those keys. Out: frozen pydantic models, parts of `VariantFile`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from printkit.definition import defaults
from printkit.definition.schema_types import Bounds, Count, Id, Line, Number, Ref, Strict, Text

System = Literal["sum", "past", "hues", "difference"]
Sign = Literal["counts", "ignored", "ties"]
Apart = Literal["backs", "marks", "stickers"]
OptionKind = Literal["deal", "rule", "form", "lore"]


class Pick(Strict):
    """A card, or any card of a suit, rank or kind, in the pattern of a hand."""

    count: Count = defaults.COUNT
    card: Id | None = None
    suit: Id | None = None
    rank: Id | None = None
    kind: Literal["numbered", "ranked", "any"] | None = None
    same: bool = Field(False, description="the cards are of one rank, whatever their signs")
    run: bool = Field(False, description="the cards' ranks follow one another")


class Hand(Strict):
    """A hand that has a name; hands stand in the file from best to worst."""

    id: Id
    name: Text
    how: Text = Field(description="what it consists of, in words")
    before: Id | None = Field(None, description="the hand that it stands before, if not the last")
    cards: list[Pick] = Field(default_factory=list)
    exact: bool = Field(False, description="those cards and no others make up the hand")
    sum: Bounds | None = Field(None, description="of the cards, before they are counted")
    total: Bounds | None = Field(None, description="what the hand counts")
    difference: Bounds | None = Field(None, description="between the two cards of the hand")
    best: Literal["highest", "lowest"] | None = Field(
        None, description="which of several such hands wins"
    )
    counts: Number | None = Field(None, description="what it is worth, whatever it adds up to")
    decks: Count = Field(defaults.COUNT, description="known only with so many decks in play")
    pot: bool = Field(False, description="takes the sabacc pot as well")


class Hue(Strict):
    """Suits that are counted with one sign."""

    name: Text
    suits: Annotated[list[Id], Field(min_length=1)]


class Counting(Strict):
    """What the cards of a hand come to, and when it is lost."""

    system: System = Field(
        description="sum: of all cards; past: a sum past the limit counts on from zero; hues: one "
        "hue is added and the other taken away; difference: between two cards"
    )
    limit: Number | None = Field(None, description="a hand that counts more is bombed out")
    floor: Number | None = Field(None, description="a hand that counts less is bombed out")
    bombs: list[Number] = Field(default_factory=list, description="so does one of just so much")
    sign: Sign = Field(
        defaults.SIGN,
        description="counts: −5 is less than 3; ignored: it is as good as 5; ties: as good as 5, "
        "but 5 wins the tie",
    )
    cards: Count | None = Field(None, description="how many cards a hand has")
    most_cards: Count | None = Field(None, description="how many it has at most")
    each_family: bool = Field(False, description="one card of every family")
    hues: Annotated[list[Hue], Field(max_length=2)] = Field(default_factory=list)


class Changes(Strict):
    """What a token does to the value of cards."""

    rank: Id
    value: Number


class Token(Strict):
    """An influence token: what it does, in words, and what of that bears on hands."""

    id: Id
    name: Text
    how: Text
    emblem: Ref | None = Field(None, description="its drawing: an emblem, or a picture")
    changes: Changes | None = Field(None, description="a value that cards have while it holds")
    reverses: list[Id] = Field(default_factory=list, description="hands whose order it turns round")
    crowns: Id | None = Field(None, description="the hand of which one value becomes the best")


class MoreExchange(Strict):
    """What else may be exchanged by a player who holds one of some cards."""

    holding: Annotated[list[Id], Field(min_length=1)]
    counts: Annotated[list[Annotated[int, Field(ge=0, le=99)]], Field(min_length=1)]


class Exchange(Strict):
    """How many cards may be exchanged at once."""

    counts: Annotated[list[Annotated[int, Field(ge=0, le=99)]], Field(min_length=1)]
    more: MoreExchange | None = None


class Option(Strict):
    """A way to play that a table may choose."""

    id: Id
    name: Text
    how: Text
    kind: OptionKind = defaults.OPTION


class Pairing(Strict):
    """Cards of the deck at hand and the cards they stand for; braces spell out several."""

    own: Line = Field(alias="from", description="cards at hand: “{swords,cups}-{2-10}”")
    stands_for: Line = Field(alias="to", description="as many cards of the game, in that order")


class StandIn(Strict):
    """How the deck of this file stands in for that of some variants."""

    id: Id
    variants: Annotated[list[Id], Field(min_length=1)]
    deck: Ref | None = Field(None, description="the variant whose cards are meant, if another")
    apart: Apart | None = Field(
        None, description="how like faces of two decks that stand for unlike cards are told apart"
    )
    players: Count | None = Field(None, description="for how many the cards suffice")
    times: Count = Field(defaults.COUNT, description="how many of the game's decks they make")
    source: Text | None = Field(None, description="whose idea it is")
    notes: list[Text] = Field(default_factory=list)
    pairs: Annotated[list[Pairing], Field(min_length=1)]
