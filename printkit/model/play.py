"""What a definition says of the play: hands, counting, tokens, optional rules, stand-ins."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal, Self

from msgspec import Meta, field

from printkit.base.limits import MAX_ENTRIES, MAX_LADDER, MAX_VALUES
from printkit.model.fields import (
    BoundEnd,
    Bounds,
    CardId,
    ColourName,
    Count,
    DeckCount,
    DeckName,
    Fault,
    GroupId,
    HandId,
    Home,
    Id,
    Line,
    NamePattern,
    Number,
    Part,
    RankId,
    SuitId,
    VariantId,
    Written,
)
from printkit.model.figures import sum_terms
from printkit.model.text import Name, Short, Text

_CardCount = Annotated[int, Meta(ge=0, le=99)]


class CardPattern(Part):
    """A card, or any card of a suit, rank or kind, in the pattern of a hand."""

    count: Count = 1
    card: CardId | None = None
    suit: SuitId | None = None
    rank: RankId | None = None
    kind: Literal["numbered", "ranked", "any"] | None = None
    same: bool = False
    """the cards are of one rank, whatever their signs"""
    run: bool = False
    """the cards' ranks follow one another"""

    def faults(self) -> Iterator[Fault]:
        if not (self.card or self.suit or self.rank or self.kind or self.same or self.run):
            yield Fault((), "picks nothing: name a card, suit, rank or kind.")


class Hand(Part):
    """A hand that has a name; hands stand in the file from best to worst."""

    id: Id
    name: Name
    how: Text
    """what it consists of, in words"""
    short: Short | None = None
    """the same in at most 60 signs, for the ladder of hands"""
    ladder: Annotated[tuple[Line, ...], MAX_LADDER.meta] = ()
    """examples as `show --hand` takes them, the best first: “blood-1 sand-1”"""
    before: HandId | None = None
    """the hand that it stands before, if not the last"""
    cards: tuple[CardPattern, ...] = ()
    exact: bool = False
    """those cards and no others make up the hand"""
    sum: Bounds | None = None
    """of the cards, before they are counted"""
    total: Bounds | None = None
    """what the hand counts"""
    difference: Bounds | None = None
    """between the two cards of the hand"""
    best: Literal["highest", "lowest"] | None = None
    """which of several such hands wins"""
    counts: BoundEnd | None = None
    """what it is worth, whatever it adds up to"""
    decks: DeckCount = 1
    """known only with so many decks in play"""
    pot: bool = False
    """takes the sabacc pot as well"""


class Hue(Part):
    """Suits that are counted with one sign."""

    name: Name
    suits: Annotated[frozenset[SuitId], Meta(min_length=1)]


class Counting(Part):
    """What the cards of a hand come to, and when it is lost."""

    system: Literal["sum", "past", "hues", "difference"]
    """sum: of all cards; past: a sum past the limit counts on from zero; hues: one hue is added
    and the other taken away; difference: between two cards"""
    limit: Number | None = None
    """a hand that counts more is bombed out"""
    floor: BoundEnd | None = None
    """a hand that counts less is bombed out: a number, or minus-limit"""
    bombs: Annotated[tuple[Number, ...], MAX_VALUES.meta] = ()
    """so does one of just so much"""
    sign: Literal["counts", "ignored", "ties"] = "counts"
    """counts: −5 is less than 3; ignored: it is as good as 5; ties: as good as 5, but 5 wins the
    tie"""
    cards: Count | None = None
    """how many cards a hand has"""
    fewest_cards: Count | None = None
    """how many it has at least"""
    most_cards: Count | None = None
    """how many it has at most"""
    each_family: bool = False
    """one card of every family"""
    hues: Annotated[tuple[Hue, ...], Meta(max_length=2)] = ()
    lost: Name | None = None
    """what the game calls a hand that is past a limit; without it: bombed out"""

    def faults(self) -> Iterator[Fault]:
        if self.system == "hues" and len(self.hues) != 2:
            message = f"“hues” takes two [[counting.hues]], and there are {len(self.hues)}."
            yield Fault(("system",), message)
        if self.system == "past" and self.limit is None:
            message = "“past” counts on past a limit, and there is none."
            yield Fault(("system",), message, "Add limit = 23.")
        if self.system == "difference" and self.cards != 2:
            yield Fault(("system",), "“difference” is that of two cards.", "Add cards = 2.")


class Changes(Part):
    """What a token does to the value of cards."""

    rank: RankId
    value: Number


class TokenGroup(Part):
    """Tokens that do things of one kind."""

    name: Name
    colour: ColourName
    """a colour of the themes, or #rrggbb"""


class Token(Part):
    """An influence token: what it does, in words, and what of that bears on hands."""

    id: Id
    name: Name
    how: Text
    emblem: Path | None = None
    """its drawing: an emblem, or a picture"""
    changes: Changes | None = None
    """a value that cards have while it holds"""
    reverses: Annotated[tuple[HandId, ...], MAX_ENTRIES.meta] = ()
    """hands whose order it turns round"""
    crowns: HandId | None = None
    """the hand of which one value becomes the best"""
    group: GroupId | None = None
    """the group of `[groups]` that it stands in"""
    until: Literal["reveal"] | None = None
    """how long it holds; one that bears on hands holds until the reveal"""

    @property
    def holds(self) -> bool:
        """True if it holds until the reveal."""
        bears = self.changes is not None or self.crowns is not None or bool(self.reverses)
        return bears or self.until is not None


class MoreExchange(Part):
    """What else may be exchanged by a player who holds one of some cards."""

    holding: Annotated[tuple[CardId, ...], Meta(min_length=1)]
    counts: Annotated[tuple[_CardCount, ...], Meta(min_length=1), MAX_VALUES.meta]


class Exchange(Part):
    """How many cards may be exchanged at once."""

    counts: Annotated[tuple[_CardCount, ...], Meta(min_length=1), MAX_VALUES.meta]
    more: MoreExchange | None = None


class OptionalRule(Part):
    """A way to play that a table may choose."""

    id: Id
    name: Name
    how: Text
    kind: Literal["deal", "rule", "form", "lore"] = "rule"
    hands: Annotated[tuple[Hand, ...], MAX_ENTRIES.meta] = ()
    """hands that it adds; one of an id that the game has is another way to that hand"""


class ExampleHand(Part):
    """A hand that the rules show, and what it must come to."""

    cards: Line | None = None
    """its cards as `show --hand` takes them"""
    after: Id | None = None
    """the example that it follows: without the cards of `out`, with those of `takes`"""
    out: Line | None = None
    takes: Line | None = None
    set: VariantId | None = None
    """the rule set that it is judged by"""
    total: int | None = None
    totals: tuple[int, ...] | None = None
    """every total that it can count, ascending"""
    hand: Id | None = None
    lost: bool = False
    beats: tuple[Id, ...] = ()
    """other examples that it comes before"""
    ties: tuple[Id, ...] = ()

    def faults(self) -> Iterator[Fault]:
        if self.after is None and (self.out or self.takes):
            yield Fault((), "gives or takes cards, and follows no example.", "Add after.")
        if (self.after is None) is (self.cards is None):
            yield Fault((), "has cards of its own or follows another example: one of the two.")


class Sum(str, Written):
    """A sum of figures: `3 figures.ante + 2 first-bet`."""

    __slots__ = ()
    forms = {str: Line}

    @classmethod
    def read(cls, form: str, home: Home) -> Self:
        list(sum_terms(form))
        return cls(form)


class Question(Part):
    """What a table asks when the rules have been read, and the answer."""

    id: Id
    ask: Text
    answer: Text
    reading: bool = False
    """the answer is a reading: the sources are silent"""


class Stakes(Part):
    """What a number of players begins with, and what comes of it by simulation."""

    players: Count
    credits: Count
    """each"""
    first: Count
    """what a player puts into the first hand, about"""
    minutes: Count
    """that a hand takes, about"""
    hands: Count
    """until the first player is out, about"""


class Pairing(Part):
    """Cards of the deck at hand and the cards they stand for; braces spell out several."""

    physical: NamePattern = field(name="from")
    """cards at hand: “{swords,cups}-{2-10}”"""
    stands_for: NamePattern = field(name="to")
    """as many cards of the game, in that order"""

    def faults(self) -> Iterator[Fault]:
        physical, meant = len(self.physical), len(self.stands_for)
        if physical % meant:
            message = (
                f"{physical} cards cannot stand for {meant}: the one is no multiple of the other."
            )
            yield Fault(("to",), message)


class StandIn(Part):
    """How the deck of this file stands in for that of some variants."""

    id: Id
    variants: Annotated[tuple[Id, ...], Meta(min_length=1), MAX_ENTRIES.meta]
    deck: DeckName | None = None
    """the variant whose cards are meant, if another"""
    disambiguation: Literal["backs", "marks", "stickers"] | None = field(default=None, name="apart")
    """how like faces of two decks that stand for unlike cards are told apart"""
    players: Count | None = None
    """for how many the cards suffice"""
    times: DeckCount = 1
    """how many of the game's decks they make"""
    source: Text | None = None
    """whose idea it is"""
    notes: Annotated[tuple[Text, ...], MAX_ENTRIES.meta] = ()
    pairings: Annotated[tuple[Pairing, ...], Meta(min_length=1)] = field(name="pairs")

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Each card at hand with the card of the game; of two decks a card is `1:spades-ace`."""
        return tuple(
            (card, pairing.stands_for[i % len(pairing.stands_for)])
            for pairing in self.pairings
            for i, card in enumerate(pairing.physical)
        )
