"""From grids and cards as written to every card of the deck, with nothing left open."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

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
from printkit.model.fields import BY_SET, Value, evolve
from printkit.model.notation import MINUS, shown_values

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
