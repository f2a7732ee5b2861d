"""A whole game as its definition tells it: the same classes for the file and for the program."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal, Protocol, Self

from msgspec import Meta, field

from printkit.base.messages import OR, join_words, translate
from printkit.base.plain_text import brief_repr
from printkit.model.cards import (
    INK,
    ORBIT,
    Card,
    CardEntry,
    CardStyle,
    Family,
    Grid,
    Rank,
    Suit,
    Turned,
)
from printkit.model.fields import (
    BY_SET,
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
    Value,
    VariantId,
    evolve,
)
from printkit.model.figures import Figure
from printkit.model.notation import MINUS, shown_values
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


_MAX_PIPS = 11


class DeckSource(Protocol):
    """What a deck is made of."""

    @property
    def families(self) -> Mapping[str, Family]: ...
    @property
    def suits(self) -> Mapping[str, Suit]: ...
    @property
    def ranks(self) -> Mapping[str, Rank]: ...
    @property
    def grids(self) -> tuple[Grid, ...]: ...
    @property
    def listed_cards(self) -> tuple[CardEntry, ...]: ...
    @property
    def without(self) -> tuple[str, ...]: ...


def expand_ranks_of(entries: tuple[Rank, ...]) -> dict[str, Rank]:
    """Return every rank by its id, those of a run each by itself."""
    ranks: dict[str, Rank] = {}
    for entry in entries:
        if entry.id is not None:
            ranks[entry.id] = evolve(entry, kind=entry.kind or "ranked")
            continue
        for name in entry.ids:
            number, kind = int(name), entry.kind or "numbered"
            ranks[name] = evolve(entry, id=name, first=number, last=number, kind=kind)
    return ranks


def expand_deck(source: DeckSource) -> tuple[Card, ...]:
    """Return every card of the deck, grids multiplied out."""
    return tuple(_Deck(source).cards())


class _Deck:
    def __init__(self, source: DeckSource) -> None:
        self.source = source
        self.suits, self.ranks, self.families = source.suits, source.ranks, source.families
        self.only_family = next(iter(self.families)) if len(self.families) == 1 else None

    def cards(self) -> Iterator[Card]:
        left_out = set(self.source.without)
        for grid in self.source.grids:
            for suit, rank in grid.cells:
                if f"{suit}-{rank}" not in left_out:
                    yield self._grid_card(grid, suit, rank)
        for entry in self.source.listed_cards:
            yield entry if isinstance(entry, Card) else self._listed_card(entry)

    def _grid_card(self, grid: Grid, suit_id: str, rank_id: str) -> Card:
        suit, rank = self.suits[suit_id], self.ranks[rank_id]
        value, number = rank.value, rank.first
        if value is None and number is not None:
            signs = {-number if sign == "-" else number for sign in suit.signs}
            value = Value(tuple(sorted(signs)))
        numbers = value.numbers if value else ()
        family = grid.family or self._family(suit)
        name = grid.name.filled(rank=rank.name or rank_id, suit=suit.name, of=suit.of or suit.name)
        return Card(
            id=f"{suit_id}-{rank_id}",
            name=name,
            caption=rank.name,
            value=value,
            suit=suit_id,
            rank=rank_id,
            copies=grid.copies,
            per_player=grid.per_player,
            kind=rank.kind,
            family=family,
            **_resolve_style([rank, suit, self.families[family]], rank, suit, numbers),
        )

    def _listed_card(self, entry: CardEntry) -> Card:
        suit = self.suits[entry.suit] if entry.suit else None
        rank = self.ranks[entry.rank] if entry.rank else None
        shown = () if entry.rule == BY_SET else entry.values
        family = entry.family or self._family(suit)
        styles = [style for style in (entry, rank, suit, self.families[family]) if style]
        return Card(
            id=entry.id,
            name=entry.name,
            caption=entry.caption,
            code=entry.code,
            value=entry.value,
            varies=entry.varies,
            suit=entry.suit,
            rank=entry.rank,
            copies=entry.copies,
            per_player=entry.per_player,
            art=entry.art,
            family=family,
            **_resolve_style(styles, rank, suit, shown),
        )

    def _family(self, suit: Suit | None) -> str:
        family = (suit and suit.family) or self.only_family
        assert family is not None, "the definition has been checked"
        return family


def _resolve_style(
    styles: Sequence[CardStyle], rank: Rank | None, suit: Suit | None, values: tuple[int, ...]
) -> dict[str, Any]:
    """Lay styles over each other, the nearest first, and fill in what none of them says."""

    def first(key: str) -> Any:
        for style in styles:
            if (value := getattr(style, key)) is not None:
                return value
        return None

    number = rank.first if rank else None
    colour = first("colour") or INK
    emblem: Path | None = first("emblem")
    mark = (suit.emblem if suit else None) or emblem
    layout = first("layout")
    if layout is None:
        counted = number is not None and 1 <= number <= _MAX_PIPS
        layout = "pips" if counted and mark else "emblem" if emblem else "number"
    index: str | None = first("index")
    turned: Turned | None = first("turned")
    if turned is not None:
        turned_index = _fill_index(turned.index or "", number)
        turned = Turned(colour=turned.colour or colour, index=turned_index)
    return {
        "colour": colour,
        "ground": first("ground"),
        "emblem": emblem,
        "mark": mark,
        "frame": first("frame") or ORBIT,
        "layout": layout,
        "rail": first("rail") or "solid",
        "pips": (number or 0) if layout == "pips" else 0,
        "index": shown_values(values) if index is None else _fill_index(index, number),
        "turned": turned,
    }


def _fill_index(index: str, number: int | None) -> str:
    return index.replace("{n}", "" if number is None else str(number)).replace("-", MINUS)


def describe_exchange(rules: Variant, language: str) -> tuple[str, str]:
    """Return how many cards may be exchanged, and how many by who holds certain cards, or "".

    “0, 1 or 2”, “Jedi Master in hand: also 3 or 4”.
    """
    if rules.exchange is None:
        return "", ""
    counts, more = rules.exchange.counts, rules.exchange.more
    allowed = join_words(language, [str(count) for count in counts], OR)
    if len(counts) == 1:
        allowed = translate(language, "rule-cards.only", count=allowed)
    if more is None:
        return allowed, ""
    names = {card.id: card.name[language] for card in rules.cards}
    others = join_words(language, [str(count) for count in more.counts], OR)
    if not set(counts) <= set(more.counts):  # what holds for all holds for the holder too
        others = translate(language, "rule-cards.also", counts=others)
    held = join_words(language, [names[card] for card in more.holding], OR)
    return allowed, translate(language, "rule-cards.holding", cards=held, counts=others)
