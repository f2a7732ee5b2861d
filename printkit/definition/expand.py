"""From what an author wrote to every card of the deck. Room: definition.

In: a validated VariantFile and its folder. Out: a Variant, grids multiplied out, looks resolved.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from printkit.definition import schema as s
from printkit.definition.references import PICTURES, emblem_file, rank_run
from printkit.definition.variant import (
    Bounds,
    Card,
    Family,
    Hand,
    Look,
    Material,
    Pick,
    Suit,
    Turned,
    Variant,
    Words,
)

MINUS, PLUS_MINUS = "\u2212", "\u00b1"
_NO_LOOK = s.Look.model_construct()
_MOST_PIPS = 11


def expand(file: s.VariantFile, folder: Path) -> Variant:
    """The Variant of a definition that has passed all checks."""
    return Variant(
        slug=file.slug,
        name=words(file.name),
        summary=words(file.summary),
        game=file.game,
        players=(file.players.min, file.players.max),
        card_size=file.card_size,
        families={key: _family(key, family, folder) for key, family in file.families.items()},
        suits={
            key: Suit(key, words(suit.name), words(suit.code) if suit.code else None)
            for key, suit in file.suits.items()
        },
        cards=tuple(_Deck(file, folder).cards()),
        hands=tuple(_hand(order, hand) for order, hand in enumerate(file.hands, 1)),
        materials=tuple(_material(thing, file.players.max) for thing in file.materials),
        notes=tuple(words(note) for note in file.notes),
    )


def words(text: s.Text) -> Words:
    """A text of the schema as a plain mapping from language to words."""
    return dict(text.__dict__)


def signed(value: int) -> str:
    """A number with a real minus sign.

    >>> signed(-17)
    '−17'
    """
    return f"{MINUS}{-value}" if value < 0 else str(value)


def shown_values(values: tuple[int, ...]) -> str:
    """Values as a card shows them: `7`, `−8`, `±2`, `1/15`; nothing for none."""
    if len(values) == 2 and values[0] == -values[1]:
        return f"{PLUS_MINUS}{values[1]}"
    return "/".join(map(signed, values))


class _Deck:
    """Multiplies grids out and resolves each card's look: card, rank, suit, family."""

    def __init__(self, file: s.VariantFile, folder: Path) -> None:
        self.file = file
        self.ranks = {name: rank for rank in file.ranks for name in _names(rank)}
        self.only_family = next(iter(file.families)) if len(file.families) == 1 else None
        self.path = cache(lambda name: emblem_file(name, folder))

    def cards(self) -> Iterator[Card]:
        for grid in self.file.grids:
            for suit_id in grid.suits:
                for rank_id in (name for entry in grid.ranks for name in rank_run(entry)):
                    yield self._grid_card(grid, suit_id, rank_id)
        for card in self.file.cards:
            values, rule = _values(card.value)
            family = card.family or self._suit_family(card.suit) or self.only_family
            assert family is not None
            yield Card(
                id=card.id,
                name=words(card.name),
                suit=card.suit,
                rank=card.rank,
                kind=None,
                family=family,
                values=values,
                rule=rule,
                copies=card.copies,
                per_player=card.per_player,
                look=self._look(card, card.rank, card.suit, family, values, card.art),
            )

    def _grid_card(self, grid: s.Grid, suit_id: str, rank_id: str) -> Card:
        suit, rank = self.file.suits[suit_id], self.ranks[rank_id]
        number = int(rank_id) if rank.id is None else None
        values, rule = _values(rank.value) if rank.value is not None else ((), None)
        if rank.value is None and number is not None:
            values = tuple(sorted({-number if sign == "-" else number for sign in suit.signs}))
        family = grid.family or suit.family or self.only_family
        assert family is not None
        return Card(
            id=f"{suit_id}-{rank_id}",
            name=_name(grid.name, rank_id, rank, suit),
            suit=suit_id,
            rank=rank_id,
            kind=rank.kind or ("numbered" if number is not None else "ranked"),
            family=family,
            values=values,
            rule=rule,
            copies=grid.copies,
            per_player=grid.per_player,
            look=self._look(_NO_LOOK, rank_id, suit_id, family, values, None),
        )

    def _suit_family(self, suit_id: str | None) -> str | None:
        return self.file.suits[suit_id].family if suit_id else None

    def _look(
        self,
        own: s.Look,
        rank_id: str | None,
        suit_id: str | None,
        family_id: str,
        values: tuple[int, ...],
        art: str | None,
    ) -> Look:
        rank = self.ranks[rank_id] if rank_id else None
        suit = self.file.suits[suit_id] if suit_id else None
        family = self.file.families[family_id]
        chain = [look for look in (own, rank, suit, family) if look is not None]
        number = int(rank_id) if rank_id and rank and rank.id is None else None

        emblem = next((look.emblem for look in chain if look.emblem), None)
        mark = suit.emblem if suit and suit.emblem else emblem
        layout = next((look.layout for look in chain if look.layout), None)
        if layout is None:
            counted = number is not None and 1 <= number <= _MOST_PIPS
            layout = "pips" if counted and mark else "emblem" if emblem else "number"
        index = next((look.index for look in chain if look.index is not None), None)
        turned = next((look.turned for look in chain if look.turned), None)
        colour = next((look.colour for look in chain if look.colour), "ink")
        return Look(
            colour=colour,
            ground=next((look.ground for look in chain if look.ground), None),
            emblem=self.path(emblem) if emblem else None,
            mark=self.path(mark) if mark else None,
            frame=next((look.frame for look in chain if look.frame), "orbit"),
            layout=layout,
            pips=number or 0 if layout == "pips" else 0,
            index=_filled(index, number) if index is not None else shown_values(values),
            turned=_turned(turned, colour, number) if turned else None,
            art=self.path(art) if art else None,
        )


def _names(rank: s.Rank) -> list[str]:
    if rank.id is not None:
        return [rank.id]
    assert rank.first is not None
    assert rank.last is not None
    return [str(number) for number in range(rank.first, rank.last + 1)]


def _values(value: int | list[int] | s.ValueRule | None) -> tuple[tuple[int, ...], str | None]:
    if value is None:
        return (), None
    if isinstance(value, s.ValueRule):
        return tuple(sorted(set(value.choices))), value.rule
    return tuple(sorted({value} if isinstance(value, int) else set(value))), None


def _name(name: s.Text, rank_id: str, rank: s.Rank, suit: s.Suit) -> Words:
    ranks = words(rank.name) if rank.name else {}
    suits = words(suit.name)
    ofs = words(suit.of) if suit.of else suits
    return {
        language: pattern.replace("{rank}", ranks.get(language, rank_id))
        .replace("{suit}", suits[language])
        .replace("{of}", ofs[language])
        for language, pattern in words(name).items()
    }


def _filled(index: str, number: int | None) -> str:
    return index.replace("{n}", "" if number is None else str(number)).replace("-", MINUS)


def _turned(turned: s.Turned, colour: str, number: int | None) -> Turned:
    return Turned(turned.colour or colour, _filled(turned.index or "", number))


def _family(key: str, family: s.Family, folder: Path) -> Family:
    picture = emblem_file(family.back, folder) if family.back.lower().endswith(PICTURES) else None
    return Family(key, words(family.name), family.colour or "ink", picture or family.back)


def _bounds(bounds: int | s.Range | None) -> Bounds | None:
    if isinstance(bounds, s.Range):
        return Bounds(bounds.min, bounds.max)
    return None if bounds is None else Bounds(bounds, bounds)


def _hand(order: int, hand: s.Hand) -> Hand:
    picks = tuple(
        Pick(pick.count, pick.card, pick.suit, pick.rank, pick.kind) for pick in hand.cards
    )
    total, difference = _bounds(hand.total), _bounds(hand.difference)
    return Hand(
        hand.id, words(hand.name), words(hand.how), order, picks, total, difference, hand.best
    )


def _material(thing: s.Material, most_players: int) -> Material:
    count = thing.count if thing.count is not None else (thing.per_player or 0) * most_players
    return Material(thing.id, words(thing.name), count, thing.per_player)
