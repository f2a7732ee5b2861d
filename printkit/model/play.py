"""Define hands, counting, tokens, options, examples and payments.

Booklets, aids and `settle` use the same records: a record with values to compute also contains the
sentence to print.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Literal, Self, get_args

from msgspec import Meta, field

from printkit.base.limits import MAX_ENTRIES, MAX_LADDER, MAX_MOVES, MAX_VALUES
from printkit.base.records import Fault, Part, Written
from printkit.base.sentences import Sentence
from printkit.model.fields import (
    MINUS,
    SOURCE,
    BoundEnd,
    Bounds,
    CardId,
    ColourName,
    Count,
    DeckCount,
    DeckName,
    GroupId,
    HandId,
    Home,
    Id,
    Line,
    NamePattern,
    Number,
    PlaceId,
    Provenance,
    RankId,
    Reckoned,
    SuitId,
    Sum,
    VariantId,
)
from printkit.model.tabletop import Material, Penalty, Phase, Place, Ruling, SetupStep
from printkit.model.text import Name, Named, Short, Text

# --- play ----------------------------------------------------------------------------------------

ClauseId = Annotated[Id, Meta(extra={"names": "clauses"})]
_CardCount = Annotated[int, Meta(ge=0, le=99)]


class CardPattern(Part):
    """A card, or any card of a suit, rank or kind, in the pattern of a hand."""

    count: Count = 1
    card: CardId | None = None
    suit: SuitId | None = None
    rank: RankId | None = None
    kind: Literal["numbered", "ranked", "any"] | None = None
    same: bool = False
    """the cards have the same rank; signs are ignored"""
    alike: bool = False
    """the cards of one rank have one sign too"""
    run: bool = False
    """the cards' ranks follow one another"""

    def faults(self) -> Iterator[Fault]:
        if not (self.card or self.suit or self.rank or self.kind or self.same or self.run):
            yield Fault((), "picks nothing: name a card, suit, rank or kind.")


# What decides between equal hands by their cards; how a tie ends.
Comparison = Literal[
    "lowest-value", "highest-value", "cards", "one-suit", "target-suit", "total", "positive-total",
    "highest-positive", "positives", "lowest-positive-total", "lowest-positive", "size-total",
    "largest", "sizes", "breaker",
]  # fmt: skip
_End = Literal["split", "nobody", "again", "draw-added"]
_DRAW = "draw"
_ENDS: tuple[str, ...] = get_args(_End)


class Tie(tuple[str, ...], Written):
    """The criteria that decide a tie, in order, or a single word.

    Comparisons of the cards come first, then optionally a blind card for each hand, and finally the
    last resort.
    """

    forms = {
        str: _End,
        list: Annotated[
            list[Literal[Comparison, "draw", _End]], Meta(min_length=1), MAX_VALUES.meta
        ],
    }

    @classmethod
    def read(cls, form: str | list[str], home: Home) -> Self:
        tie = cls([form] if isinstance(form, str) else form)
        if len({*tie}) < len(tie):
            raise ValueError(Sentence("names a criterion twice"))
        if tie.end not in _ENDS or not {*_ENDS}.isdisjoint(tie[:-1]):
            raise ValueError(
                Sentence("does not end with one of split, nobody, again and draw-added")
            )
        if _DRAW in tie and tie[-2:] not in ((_DRAW, "split"), (_DRAW, "nobody")):
            raise ValueError(Sentence("has “draw” elsewhere than just before split or nobody"))
        return tie

    @property
    def comparisons(self) -> tuple[str, ...]:
        """The criteria that compare the cards of the hands."""
        return tuple(word for word in self[:-1] if word != _DRAW)

    @property
    def draws(self) -> bool:
        """True if one blind card each decides between hands that remain tied."""
        return _DRAW in self

    @property
    def adds(self) -> bool:
        """True if hands that remain tied each add cards to their totals until one wins."""
        return self.end == "draw-added"

    @property
    def last(self) -> tuple[str, ...]:
        """The criteria after the comparisons of cards."""
        return tuple(word for word in self if word not in self.comparisons)

    @property
    def end(self) -> str:
        """The last resort: split, nobody, again or draw-added."""
        return self[-1]


class Hand(Named):
    """A named hand; the file lists hands from best to worst."""

    how: Text
    """a description of the hand in words"""
    short: Short | None = None
    """the same in at most 60 characters, for the ladder of hands"""
    ladder: Annotated[tuple[Line, ...], MAX_LADDER.meta] = ()
    """examples in the syntax of `show --hand`, the best first: “blood-1 sand-1”"""
    before: HandId | None = None
    """the next worse hand, if this hand is not added at the end"""
    cards: tuple[CardPattern, ...] = ()
    exact: bool = False
    """the hand has these cards only"""
    of_set: bool = False
    """true, in an option: it has the cards of the best hand of the rule set in use"""
    sum: Bounds | None = None
    """the sum of the cards, before counting"""
    total: Bounds | None = None
    """the total of the hand after counting"""
    difference: Bounds | None = None
    """the difference between the two cards of the hand"""
    distance: Bounds | None = None
    """the distance of the total from the target number"""
    best: Literal["highest", "lowest"] | None = None
    """the total that wins among several such hands"""
    counts: BoundEnd | None = None
    """the total of the hand, regardless of its sum"""
    decks: DeckCount = 1
    """valid only with this many decks in play"""
    pot: bool = False
    """true: wins the sabacc pot too"""
    tie: Annotated[tuple[Comparison, ...], MAX_VALUES.meta] = ()
    """what decides between equal hands of this name, before the criteria of the settlement"""


class Hue(Part):
    """A hue: suits counted with one sign."""

    name: Name
    suits: Annotated[frozenset[SuitId], Meta(min_length=1)]


class TargetSuit(Named):
    """A suit that the suit die of a game with a target can show."""

    suits: Annotated[frozenset[SuitId], Meta(min_length=1)]
    """the suits of the deck that belong to it"""


class TargetCall(str, Written):
    """A target number and a target suit: `+5 circles`."""

    forms = {str: Line}

    @classmethod
    def read(cls, form: str, home: Home) -> Self:
        if not _CALL.fullmatch(form):
            raise ValueError(Sentence("is not a number and a suit, such as “+5 circles”"))
        return cls(form)

    @property
    def number(self) -> int:
        """The target number."""
        return int(self.split()[0].replace(MINUS, "-"))

    @property
    def suit(self) -> str:
        """The id of the target suit."""
        return self.split()[1]


_CALL = re.compile(rf"[+\-{MINUS}]?\d{{1,6}} [a-z0-9-]+")


class TargetDice(Part):
    """The target that two dice set for every hand at the table: a number and a suit."""

    numbers: Annotated[tuple[Number, ...], Meta(min_length=1), MAX_VALUES.meta]
    """the numbers of the first die, one for each side"""
    suits: Annotated[tuple[TargetSuit, ...], Meta(min_length=1), MAX_ENTRIES.meta]
    """the suits of the second die"""
    shown: TargetCall
    """the target of the examples in the ladder of hands"""
    wild: RankId | None = None
    """the rank that counts as every suit"""

    def faults(self) -> Iterator[Fault]:
        if self.shown.number not in self.numbers:
            message = Sentence("{number} is not a target number.", number=self.shown.number)
            yield Fault(("shown",), message, "Use one of “numbers”.")
        if self.shown.suit not in {suit.id for suit in self.suits}:
            message = Sentence("“{name}” is not a target suit.", name=self.shown.suit)
            yield Fault(("shown",), message, "Use the id of one of the suits.")


class Counting(Part):
    """The rules for counting the cards of a hand, and for losing."""

    system: Literal["sum", "past", "hues", "difference"]
    """sum: of all cards; past: a sum beyond the limit continues from zero; hues: one hue is added
    and the other subtracted; difference: between two cards"""
    limit: Number | None = None
    """a hand with a higher total is bombed out"""
    floor: BoundEnd | None = None
    """a hand with a lower total is bombed out: a number, or minus-limit"""
    bombs: Annotated[tuple[Number, ...], MAX_VALUES.meta] = ()
    """a hand with exactly one of these totals is bombed out"""
    sign: Literal["counts", "ignored", "ties"] = "counts"
    """counts: −5 is less than 3; ignored: −5 equals 5; ties: −5 equals 5, but 5 wins the tie"""
    cards: Count | None = None
    """the number of cards of a hand"""
    fewest_cards: Count | None = None
    """the least number of cards of a hand"""
    most_cards: Count | None = None
    """the greatest number of cards of a hand"""
    each_family: bool = False
    """one card of every family"""
    hues: Annotated[tuple[Hue, ...], Meta(max_length=2)] = ()
    target: TargetDice | None = None
    """the target that dice set: the total nearest to it wins"""
    lost: Name | None = None
    """the game's word for a lost hand; by default “bombed out”"""

    def faults(self) -> Iterator[Fault]:
        if self.system == "hues" and len(self.hues) != 2:
            message = Sentence(
                "“hues” takes two [[counting.hues]], and there are {hues}.", hues=len(self.hues)
            )
            yield Fault(("system",), message)
        if self.system == "past" and self.limit is None:
            past = "“past” counts on past a limit, and there is none."
            yield Fault(("system",), past, "Add limit = 23.")
        if self.system == "difference" and self.cards != 2:
            yield Fault(("system",), "“difference” is that of two cards.", "Add cards = 2.")


class Changes(Part):
    """A change that a token makes to the value of cards."""

    rank: RankId
    value: Number


class TokenGroup(Part):
    """A group of tokens with similar effects."""

    name: Name
    colour: ColourName
    """a colour of the themes, or #rrggbb"""


class Token(Named):
    """An influence token: its effect in words, and its effect on hands."""

    how: Text
    emblem: Path | None = None
    """its drawing: an emblem, or a picture"""
    changes: Changes | None = None
    """the value of certain cards while the token is in effect"""
    reverses: Annotated[tuple[HandId, ...], MAX_ENTRIES.meta] = ()
    """hands whose order it reverses"""
    crowns: HandId | None = None
    """the hand whose chosen value becomes the best"""
    group: GroupId | None = None
    """its group in `[groups]`"""
    until: Literal["reveal", "turn"] | None = None
    """the end of its effect: the reveal, or the end of the next player's turn; a token that affects
    hands is in effect until the reveal"""

    @property
    def holds(self) -> bool:
        """True if the token is still in effect after the turn of its player."""
        bears = self.changes is not None or self.crowns is not None or bool(self.reverses)
        return bears or self.until is not None


class MoreExchange(Part):
    """An additional exchange for a player who holds one of certain cards."""

    holding: Annotated[tuple[CardId, ...], Meta(min_length=1)]
    counts: Annotated[tuple[_CardCount, ...], Meta(min_length=1), MAX_VALUES.meta]


class Exchange(Part):
    """The numbers of cards that a player may exchange at once."""

    counts: Annotated[tuple[_CardCount, ...], Meta(min_length=1), MAX_VALUES.meta]
    more: MoreExchange | None = None


class ExampleHand(Part):
    """An example hand of the rules, and its expected result."""

    cards: Line | None = None
    """its cards in the syntax of `show --hand`"""
    after: Id | None = None
    """the previous example: the hand loses the cards of `out` and gets those of `takes`"""
    out: Line | None = None
    takes: Line | None = None
    set: VariantId | None = None
    """the rule set that applies"""
    target: TargetCall | None = None
    """the target number and suit, by default those of the ladder: “+5 circles”"""
    total: int | None = None
    totals: tuple[int, ...] | None = None
    """all possible totals in ascending order"""
    hand: Id | None = None
    lost: bool = False
    beats: tuple[Id, ...] = ()
    """other examples that it beats"""
    ties: tuple[Id, ...] = ()

    def faults(self) -> Iterator[Fault]:
        if self.after is None and (self.out or self.takes):
            yield Fault((), "gives or takes cards, and follows no example.", "Add after.")
        if (self.after is None) is (self.cards is None):
            yield Fault((), "has cards of its own or follows another example: one of the two.")


# The place of the cards that the dealer collects, shuffles and deals, any that lie nowhere else.
DEALER = "dealer"


class Move(Part):
    """A move of cards or chips from one place to another."""

    card: Line | None = None
    """its cards, or those of an example: “sand-5”, “bek2.out”, “bek2.takes”"""
    chips: Sum | None = None
    """how many chips: “figures.draw”"""
    start: Id = field(name="from")
    """a place, “hand”, the player's chips by their material, “aside”: the player's cards that do
    not count, “others”: the chips of the other players, or “dealer”: the cards that the dealer
    collects and deals"""
    end: Id = field(name="to")

    def faults(self) -> Iterator[Fault]:
        if (self.card is None) is (self.chips is None):
            yield Fault((), "moves cards or chips: one of the two.", "Add card or chips.")


class Rival(Part):
    """The hand with which a player's hand is compared."""

    seat: Name
    """the name of the other player"""
    hand: Id
    """an example hand"""


class StripPanel(Part):
    """A panel of a turn in pictures: a phase, with the moves that are made in it.

    Without moves, an example or a hand to compare with, it shows the pictogram of the phase.
    """

    phase: Id
    moves: Annotated[int, Meta(ge=0, le=99)] = 0
    """how many moves, in the order of the turn"""
    example: Annotated[tuple[Move, ...], MAX_MOVES.meta] = ()
    """moves that may be made in this phase, in place of moves of the turn; later panels do not
    include them"""
    against: Rival | None = None
    """the hand with which the player's hand is compared, both face up"""
    own: Id | None = None
    """the player's hand in the comparison, an example; by default the hand at that point"""

    def faults(self) -> Iterator[Fault]:
        if sum((self.moves > 0, bool(self.example), self.against is not None)) > 1:
            message = Sentence("A panel has moves, an example or a comparison: one of the three.")
            yield Fault(("moves",), message, "Divide it into panels of the same phase.")


class Play(Part):
    """A turn of one player, drawn in the booklet with the table before and after it."""

    id: Id
    seat: Name
    """the player's name"""
    they: Name
    """the pronoun of the player: “she”"""
    before: Annotated[dict[Id, Line], MAX_ENTRIES.meta]
    """the contents of each place before it: cards or an example, or a sum of chips; the stocks have
    all other cards"""
    moves: Annotated[tuple[Move, ...], Meta(min_length=1), MAX_MOVES.meta]
    strip: Annotated[tuple[StripPanel, ...], MAX_ENTRIES.meta] = ()
    """the same turn as a strip of pictures, a panel for each phase"""

    def faults(self) -> Iterator[Fault]:
        count = sum(panel.moves for panel in self.strip)
        if self.strip and count != len(self.moves):
            message = Sentence(
                "The panels have {count} moves, and the turn has {moves}.",
                count=count,
                moves=len(self.moves),
            )
            yield Fault(("strip",), message, "Give each move to one panel, in order.")


class Question(Part):
    """A question about the rules, and the answer."""

    id: Id
    ask: Text
    answer: Text | None = None
    clause: ClauseId | None = None
    """the clause that answers it, instead of `answer`"""
    provenance: Provenance = field(default_factory=lambda: Provenance(SOURCE), name="reading")
    """true: the sources do not answer, and this is our interpretation (†); against: they answer
    otherwise (‡)"""

    def faults(self) -> Iterator[Fault]:
        if (self.answer is None) == (self.clause is None):
            yield Fault((), "needs either “answer” or “clause”, not both.")


class Stakes(Part):
    """The stakes for a number of players, and results of simulations with them."""

    players: Count
    credits: Count
    """credits of each player at the start"""
    first: Count
    """average credits that a player puts into the first hand"""
    minutes: Count
    """average duration of a hand in minutes"""
    hands: Annotated[tuple[Count, ...], Meta(min_length=2, max_length=2)]
    """the number of hands until the first player is out, in the middle half of all evenings with
    plain players, or with one of three bold and one tight"""
    bold: Count | None = None
    """the same where all are bold, in half of the evenings"""
    tight: Count | None = None
    """the same where all are tight"""
    level: Annotated[int, Meta(ge=0, le=1000)] | None = None
    """of a thousand pots, how many the criteria of ties leave undecided"""


class Chance(Part):
    """The chances of the hands in a situation, counted over every deal."""

    aim: Literal["dealt", "pot", "safe", "win", "draw", "redeal", "next", "select"]
    """dealt: before any exchange; pot, safe, win: after the best exchange for the sabacc pot,
    against a lost hand, or to beat a hand as dealt; draw: after `count` draws for the best hand;
    redeal: one more card, the best kept; next: one more card on so high a total; select: the best
    selection from the cards of the deal for a target number"""
    count: Annotated[int, Meta(ge=-99, le=99)] = 0
    """the number of cards dealt or of draws, the total, or the target number"""
    set: VariantId | None = None
    """the rule set in use"""
    of: Annotated[int, Meta(ge=1)]
    """the number of equally likely cases"""
    hands: Annotated[dict[Id, Annotated[int, Meta(ge=0)]], MAX_ENTRIES.meta] = {}
    """the cases of each hand, by its id"""
    lost: Annotated[int, Meta(ge=0)] = 0
    """the cases of a lost hand"""
    wins: Annotated[int, Meta(ge=0, le=10_000)] | None = None
    """of ten thousand hands as dealt, how many it beats on average; an equal one counts as half"""

    def faults(self) -> Iterator[Fault]:
        if sum(self.hands.values()) + self.lost > self.of:
            yield Fault(
                ("of",), Sentence("{of} cases are fewer than the hands have in total.", of=self.of)
            )

    @property
    def key(self) -> str:
        """The name of these chances in texts: `{chances.draw-2.sabacc}`."""
        return f"{self.aim}-{self.count}" if self.count else self.aim


class Pairing(Part):
    """Your cards and the cards that they replace; braces expand to several names."""

    physical: NamePattern = field(name="from")
    """cards of this deck: “{swords,cups}-{2-10}”"""
    stands_for: NamePattern = field(name="to")
    """the cards of the game, in the same order"""

    def faults(self) -> Iterator[Fault]:
        physical, meant = len(self.physical), len(self.stands_for)
        if physical % meant:
            message = Sentence(
                "{physical} cards cannot stand for {meant}: the first number is not a multiple "
                "of the second.",
                physical=physical,
                meant=meant,
            )
            yield Fault(("to",), message)


class StandIn(Part):
    """How this deck replaces the deck of certain games."""

    id: Id
    variants: Annotated[tuple[Id, ...], Meta(min_length=1), MAX_ENTRIES.meta]
    deck: DeckName | None = None
    """the variant with the deck to replace, if different"""
    disambiguation: Literal["backs", "marks", "stickers"] | None = field(default=None, name="apart")
    """how equal faces of two decks that stand for different cards are distinguished"""
    players: Count | None = None
    """the number of players for whom the cards suffice"""
    times: DeckCount = 1
    """the number of decks of the game that the cards make up"""
    source: Text | None = None
    """the source of the idea"""
    notes: Annotated[tuple[Text, ...], MAX_ENTRIES.meta] = ()
    pairings: Annotated[tuple[Pairing, ...], Meta(min_length=1)] = field(name="pairs")

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Each physical card with the card of the game that it replaces.

        With several decks, `1:spades-ace` is a card of the first deck.
        """
        return tuple(
            (card, pairing.stands_for[i % len(pairing.stands_for)])
            for pairing in self.pairings
            for i, card in enumerate(pairing.physical)
        )


# --- settlement ----------------------------------------------------------------------------------

Who = Literal[
    "first", "beaten", "good", "bombed", "false", "failed-call", "alone", "goal", "survivor",
    "ahead", "level", "behind",
]  # fmt: skip
# Sources and destinations of payments besides the places of the table: a player's chips; out of the
# game; a player's stake; the stake of a match; all entry fees of a game; points.
OWN, GONE, STAKE, WAGER, SCORE = "own", "gone", "stake", "wager", "score"
BUY_IN = "buy-in"
# The prize of a match, apart from the chips in play.
PRIZE = "prize"
PURSES = (OWN, GONE, STAKE, WAGER, BUY_IN, SCORE, PRIZE)
Case = Literal[
    "order", "tie", "decided", "caller", "lost", "left", "rounded", "short", "out", "broke", "last",
]  # fmt: skip
PurseId = Annotated[Id, Meta(extra={"names": "purses"})]
PaymentId = Annotated[Id, Meta(extra={"names": "payments"})]
OptionId = Annotated[Id, Meta(extra={"names": "options"})]
PenaltyId = Annotated[Id, Meta(extra={"names": "penalties"})]
_Share = Annotated[tuple[Count, ...], Meta(min_length=2, max_length=2)]


class Amount(Part):
    """The amount of a payment: a number, the count of a hand, or a share of a place."""

    number: Reckoned | None = None
    counts: bool = False
    """as many as the hand counts: its total or difference"""
    beyond: bool = False
    """as many as the hand has beyond a limit"""
    of: PurseId | None = None
    """as much as a place holds; any place but that of `from` counts with its contents at the
    showdown"""
    part: _Share = (1, 1)
    """the part of it, rounded down: [1, 2] is a half"""
    times: Reckoned | None = None
    """the number of times that it is paid, by default once"""
    agreed: PenaltyId | None = None
    """the penalty whose amount the table has agreed on: it counts in place of `number`, and
    `settle` asks for it"""

    def faults(self) -> Iterator[Fault]:
        given = (self.number is not None, self.counts, self.beyond, self.of is not None)
        if sum(given) != 1:
            yield Fault((), "needs exactly one of number, counts, beyond, of.")
        if self.agreed is not None and self.number is None:
            yield Fault(("agreed",), "takes the place of a number, and there is none.")


class Ceiling(Part):
    """The maximum share of the payer's chips that a payment may use."""

    part: _Share = (1, 1)
    during: Literal["first-hand", "always"] = "always"
    clause: ClauseId
    """the clause that states it"""


class Payment(Ruling):
    """A payment of a showdown, in the order in which payments are made."""

    who: Who
    """first: the best hand, and all that equal it; beaten: all others; good: all that are not
    bombed out; bombed: the bombed out; false: those who wrongly declared a Sabacc, and are out of
    the comparison; failed-call: the caller, if not first; alone: the last player left; goal: who
    has reached the score that wins; survivor: the only player with chips left after the earlier
    payments, otherwise the best hand; ahead, level, behind: compared with the bank"""
    unless: Who | None = None
    """players who do not make it, by the same words"""
    hands: Annotated[tuple[HandId, ...], MAX_ENTRIES.meta] = ()
    """only for these hands"""
    pot: bool | None = None
    """true: only for hands that win the sabacc pot; false: only for others"""
    total: Bounds | None = None
    """only for a hand that counts as much"""
    source: PurseId = field(name="from")
    """a place; own: the player's purse; gone: from outside the game; stake: the player's stake;
    wager: the stake of a match; buy-in: what all players have paid to join; score; prize: the
    prize of a match"""
    to: PurseId
    """the same; gone: out of the game"""
    amount: Amount
    left: PlaceId | None = None
    """the place for the remainder of an uneven split; by default the remainder stays"""
    most: Ceiling | None = None
    one_of: ClauseId | None = None
    """of the payments with this clause a player makes only the largest"""
    option: OptionId | None = None
    """only with this optional rule"""
    instead: Annotated[tuple[PaymentId, ...], MAX_ENTRIES.meta] = ()
    """with it, these payments are not made; by default all of those without an optional rule"""


class Clause(Ruling):
    """A sentence that changes payments: rounding, the first hand, a tie."""

    hands: Annotated[tuple[HandId, ...], MAX_ENTRIES.meta] = ()
    """only for these hands; the clauses of the same case without hands apply to all others"""
    tells: Case | None = None
    """the case that it covers: order of payments; tie for the first place; decided: a criterion has
    decided between hands of the same name; caller: one of those who share; lost: all hands are;
    left: the remainder of an uneven split; rounded: a part; short: a player cannot pay in full;
    out: a player has nothing left; broke: has nothing left and owes nothing; last: all who are left
    are out at once"""


# The words of aids for losses and gains.
Due = Penalty | Payment | Clause


class Settlement(Part):
    """The rules for ties for first place at a showdown."""

    tie: Tie = Tie(("split",))
    """one word or a list of criteria. lowest-value: the lowest pair, set or run; cards: the larger
    number; target-suit: the larger number of cards of the target suit; total: the higher total;
    positive-total: the higher sum of positive cards; highest-positive: the highest one;
    positives: the highest one, then the next; largest: the largest card without its sign;
    sizes: the largest, then the next; breaker: a card that breaks ties; draw: a blind card for
    each, nearest to zero. At the end, split: they share; nobody: none of them wins; again: new
    cards decide; draw-added: each adds a card to the total until one is nearest to zero"""
    again: Reckoned | None = None
    """the number of new cards for each, by default one"""
    keeps: bool = True
    """true: new cards are added to the hand, and equal hands then share; false: they are a hand of
    their own, and equal hands get new cards once more"""
    breaks: ClauseId | None = None
    """the clause by which a card decides a tie"""


class Revision(Part):
    """The changes of a definition by an optional rule that a preset sets."""

    aim: Text | None = None
    """what the game is about, in place of its aim"""
    minutes: Annotated[tuple[Count, ...], Meta(min_length=2, max_length=2)] | None = None
    """the shortest and longest duration of a game; by default it follows from the stakes"""
    figures: Annotated[dict[Id, Number], MAX_ENTRIES.meta] = {}
    """figures with another value"""
    hands: tuple[Hand, ...] = ()
    """hands that are added, or replace the hand with the same id"""
    ties: Annotated[dict[Id, tuple[Comparison, ...]], MAX_ENTRIES.meta] = {}
    """the criteria of a hand, by its id"""
    most_cards: Count | None = None
    """the greatest number of cards of a hand"""
    settlement: Settlement | None = None
    """how ties are decided"""
    phases: Annotated[tuple[Phase, ...], MAX_ENTRIES.meta] = ()
    penalties: Annotated[tuple[Penalty, ...], MAX_ENTRIES.meta] = ()
    payments: Annotated[tuple[Payment, ...], MAX_ENTRIES.meta] = ()
    clauses: Annotated[tuple[Clause, ...], MAX_ENTRIES.meta] = ()
    setup: Annotated[tuple[SetupStep, ...], MAX_ENTRIES.meta] = ()
    materials: Annotated[tuple[Material, ...], MAX_ENTRIES.meta] = ()
    places: Annotated[tuple[Place, ...], MAX_ENTRIES.meta] = ()
    stakes: Annotated[tuple[Stakes, ...], MAX_ENTRIES.meta] = ()
    """the stakes under this rule, if they were simulated"""
    without: Annotated[tuple[Id, ...], MAX_ENTRIES.meta] = ()
    """payments, clauses, setup steps, penalties, materials and places that are left out"""
    order: Annotated[dict[Literal["hands", "phases"], tuple[Id, ...]], MAX_ENTRIES.meta] = {}
    """all hands or phases, in order; others are left out"""


class OptionalRule(Named):
    """An optional rule."""

    how: Text
    kind: Literal["deal", "rule", "form", "lore"] = "rule"
    hands: Annotated[tuple[Hand, ...], MAX_ENTRIES.meta] = ()
    """hands that it adds; a known id defines an alternative pattern for that hand"""
    gone: Annotated[tuple[HandId, ...], MAX_ENTRIES.meta] = ()
    """hands that have no rank of their own under this rule"""
    tie: Tie | None = None
    """how ties are decided under this rule, instead of by the settlement"""
    provenance: Provenance = field(default_factory=lambda: Provenance(SOURCE), name="reading")
    """true: the sources are silent, so this is our interpretation (†); against: the sources differ
    (‡)"""
    changes: Revision | None = None
    """the changes to the definition where a preset sets it"""
    chances: Annotated[tuple[Chance, ...], MAX_ENTRIES.meta] = ()
    """chances of the hands under this rule, in place of those of the game"""
    multiplies: Annotated[dict[PenaltyId, Id], MAX_ENTRIES.meta] = {}
    """amounts agreed on by the table that this rule multiplies, each with the name of the number by
    which it does: `{ side-ante = "round" }`; `settle` asks for that number"""


class Preset(Named):
    """A named set of optional rules, as played in a particular place."""

    how: Text
    """a sentence about where it is played"""
    options: Annotated[tuple[OptionId, ...], MAX_ENTRIES.meta] = ()
    """the optional rules that it sets"""


def untold_cases(
    payments: Iterable[Payment], clauses: Iterable[Clause], counting: Counting
) -> list[Case]:
    """Return the cases that can occur at a showdown but have no clause."""
    known = {clause.tells for clause in clauses}
    occurs = dict.fromkeys(case for payment in payments for case in _cases(payment))
    can_lose = counting.limit is not None or counting.floor is not None or counting.bombs
    if "tie" in occurs and can_lose:
        occurs["lost"] = None
    if "broke" in occurs and "out" in known:
        del occurs["broke"]
    return [case for case in occurs if case not in known]


def _cases(payment: Payment) -> Iterator[Case]:
    """Yield the cases that can occur with a payment."""
    if payment.option is not None:
        return
    if payment.who == "first":
        yield "tie"
    if payment.who == "failed-call":
        yield "caller"
    if payment.left is not None:
        yield "left"
    parts = [payment.amount.part, *([payment.most.part] if payment.most is not None else ())]
    if any(over % under for over, under in parts):
        yield "rounded"
    if payment.source == OWN:
        yield from ("short", "broke")
