"""A whole game as its definition tells it: the same classes for the file and for the program."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Annotated, Literal, Self

from msgspec import Meta, field

from printkit.base.plain_text import brief_repr
from printkit.model.cards import Card, CardEntry, Family, Grid, Rank, Suit
from printkit.model.deck import expand_deck, expand_ranks_of
from printkit.model.fields import (
    Count,
    DeckCount,
    Fault,
    Id,
    Language,
    LargeNumber,
    Line,
    Part,
    Ref,
    Slug,
    TextFile,
    VariantId,
    evolve,
)
from printkit.model.figures import Figure
from printkit.model.play import (
    Counting,
    ExampleHand,
    Exchange,
    Hand,
    OptionalRule,
    Question,
    Stakes,
    StandIn,
    Sum,
    Token,
    TokenGroup,
)
from printkit.model.tabletop import (
    Mat,
    Material,
    Penalty,
    Phase,
    Place,
    Score,
    SetupStep,
    Track,
)
from printkit.model.text import Aim, Mood, Name, Text

_PlayerCount = Annotated[int, Meta(ge=1, le=99)]
# Times from this many minutes on are told in halves of that.
_LONG = 60
# The text of a booklet that fits all games, and the ending of such a file in templates/rules/.
RULES, RULES_FILE = "generic", ".md"


class Players(Part):
    """How many play."""

    min: _PlayerCount
    max: _PlayerCount

    def faults(self) -> Iterator[Fault]:
        if self.min > self.max:
            yield Fault((), f"from {self.min} to {self.max} holds nobody.")


class Variant(Part, dict=True):
    """A variant of printkit: a deck, what its hands are called, and what the table needs."""

    __repr__ = brief_repr

    extends: Ref | None = None
    """a slug, or a TOML file beside this one"""
    without: tuple[Id, ...] = ()
    """cards of the other file left out"""
    adds: tuple[Ref, ...] = ()
    """definitions whose cards are added to these"""
    slug: Slug
    name: Name
    in_sentence: Name | None = None
    """the name as it stands in a sentence, where a language asks for that: “le sabacc au tarot”"""
    summary: Text
    line: Mood | None = None
    """a sentence of mood, below the title"""
    aim: Aim | None = None
    """what the players try to do, in at most three sentences"""
    aim_hands: Annotated[tuple[Line, ...], Meta(max_length=2)] = ()
    """two hands as `show --hand` takes them, reckoned beside the aim"""
    minutes: Annotated[tuple[Count, ...], Meta(min_length=2, max_length=2)] | None = None
    """how long a whole game takes, from and to; without it that follows from the stakes"""
    game: Id
    """the family of games that `list` groups by"""
    languages: Annotated[tuple[Language, ...], Meta(min_length=1)] | None = None
    """the languages of its texts, its own first; without them those of its name"""
    players: Players
    figures: dict[Id, LargeNumber] = {}
    """figures that texts name: { ante = 1 } is filled in for {figures.ante}"""
    card_size: Ref = "poker"
    """a card size by name, or 63.5x88.9mm"""
    families: Annotated[dict[Id, Family], Meta(min_length=1)]
    suits: dict[Id, Suit] = {}
    listed_ranks: tuple[Rank, ...] = field(default=(), name="ranks")
    grids: tuple[Grid, ...] = ()
    listed_cards: tuple[CardEntry, ...] = field(default=(), name="cards")
    cards_csv: Ref | None = None
    """a CSV of more cards beside this file"""
    counting: Counting = Counting(system="sum")
    """what a hand comes to; none: its sum"""
    hands: tuple[Hand, ...] = ()
    exchange: Exchange | None = None
    """cards that a player may exchange"""
    sets: tuple[VariantId, ...] = ()
    """the rule sets that may govern this deck"""
    sets_rule: Literal["values", "all"] | None = None
    """what the set in use decides here: card values, or the hands as well"""
    tokens: tuple[Token, ...] = ()
    groups: dict[Id, TokenGroup] = {}
    """the groups that tokens stand in, in order"""
    options: tuple[OptionalRule, ...] = ()
    decks: DeckCount = 1
    """how many such decks are at hand"""
    standins: tuple[StandIn, ...] = ()
    """the games that this deck can stand in for"""
    materials: tuple[Material, ...] = ()
    setup: tuple[SetupStep, ...] = ()
    """how the table is set up, in order: the list and the picture both say it"""
    phases: tuple[Phase, ...] = ()
    """the steps of a turn, in order"""
    penalties: tuple[Penalty, ...] = ()
    places: tuple[Place, ...] = ()
    """what mat, boards and table have room for"""
    tracks: tuple[Track, ...] = ()
    mat: Mat = Mat()
    scores: tuple[Score, ...] = ()
    """the score sheets"""
    rules: Annotated[Ref, Meta(extra={"names": "texts"})] = RULES
    """the text of its booklet: a file of templates/rules/"""
    chapters: dict[Language, TextFile] = {}
    """Markdown beside this file: chapters of your own in its booklet"""
    stakes: tuple[Stakes, ...] = ()
    """what to begin with, by the number of players"""
    example_hands: dict[Id, ExampleHand] = {}
    """hands that the rules show"""
    sums: dict[Id, Sum] = {}
    """figures that follow from others: { pot = "3 figures.ante + 3 first-bet" }"""
    texts: dict[Id, Text] = {}
    """sentences that the rules name: {texts.story}"""
    face: Id | None = None
    """the card beside its story"""
    questions: tuple[Question, ...] = ()
    """what a table asks, and the answers: a chapter of its booklet"""
    notes: tuple[Text, ...] = ()
    """which source a figure follows, and why"""

    @cached_property
    def ranks(self) -> Mapping[str, Rank]:
        """Every rank by its id, those of a run each by itself."""
        return expand_ranks_of(self.listed_ranks)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Every distinct card of the deck, grids multiplied out."""
        return expand_deck(self)

    @property
    def named_figures(self) -> Mapping[str, Figure]:
        """The figures that its sentences name, by their paths."""
        return self.summary.figures

    @property
    def game_minutes(self) -> tuple[int, int] | None:
        """How long a game takes, from and to: until the first player is out, where there are
        stakes; None if nothing says so.
        """
        if self.minutes is not None:
            return self.minutes[0], self.minutes[-1]
        times = [row.minutes * row.hands for row in self.stakes]
        low, high = (
            round(time / step) * step
            for time in (min(times, default=0), max(times, default=0))
            for step in [5 if time < _LONG else _LONG // 2]
        )
        return (low, high) if times else None

    @property
    def stake_material(self) -> Material | None:
        """What each player stakes: chips of several worths, or those of a reserve."""
        own = [m for m in self.materials if m.per_player and "tokens" in m.products]
        if chips := [m for m in own if m.denominations]:
            return chips[0]
        has_reserve = any(place.kind == "reserve" for place in self.places)
        return own[0] if own and has_reserve else None

    @property
    def total(self) -> int:
        """How many cards the deck has, copies included."""
        return sum(card.copies for card in self.cards)

    def with_cards(self, cards: Iterable[Card]) -> Self:
        """Return the variant with just these cards."""
        return evolve(self, grids=(), listed_cards=tuple(cards))
