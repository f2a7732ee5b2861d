"""Whether cards fit the pattern of a hand.

In: picks (so many cards that are this card, of this suit, rank, kind; of one rank; in a run), and
cards. Out: yes or no: each pick finds cards of its own, no card serving twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from printkit.model.cards import Card
from printkit.model.play import CardPattern


def matches_pattern(picks: Sequence[CardPattern], cards: Sequence[Card], *, exact: bool) -> bool:
    """Whether some of the cards (all of them, if `exact`) fit the picks."""
    wanted = sum(pick.count for pick in picks)
    if wanted > len(cards) or (exact and wanted != len(cards)):
        return False
    groups = [pick for pick in picks if pick.same or pick.run]
    singles = [pick for pick in picks if not (pick.same or pick.run)]
    return _fit_groups(groups, singles, list(cards))


def _fit_groups(
    groups: Sequence[CardPattern], singles: Sequence[CardPattern], cards: list[Card]
) -> bool:
    """The groups one after the other, each in every way it can be; the singles with the rest."""
    if not groups:
        return _fit_singles(singles, cards)
    return any(
        _fit_groups(groups[1:], singles, [card for i, card in enumerate(cards) if i not in taken])
        for taken in _group(groups[0], cards)
    )


def _group(pick: CardPattern, cards: Sequence[Card]) -> Iterator[set[int]]:
    """The places of cards that could be this group; which of two cards of one id, no matter."""
    ranks: dict[str, list[int]] = {}
    for i, card in enumerate(cards):
        if card.rank is not None and _is(pick, card):
            ranks.setdefault(card.rank, []).append(i)
    if pick.same:
        for places in ranks.values():
            yield from _some(sorted(places, key=lambda at: cards[at].id), pick.count, cards)
        return
    numbers = sorted(int(rank) for rank in ranks if rank.isdigit())
    for first in numbers:
        run = [str(first + step) for step in range(pick.count)]
        if all(rank in ranks for rank in run):
            yield from map(set, product(*(_unlike(ranks[rank], cards) for rank in run)))


def _unlike(places: Sequence[int], cards: Sequence[Card]) -> list[int]:
    """The first place of each card among these."""
    return list({cards[at].id: at for at in reversed(places)}.values())


def _some(places: Sequence[int], count: int, cards: Sequence[Card]) -> Iterator[set[int]]:
    """So many of the places, in every way that differs by a card."""
    seen: set[tuple[str, ...]] = set()
    for chosen in combinations(places, count):
        names = tuple(cards[at].id for at in chosen)
        if names not in seen:
            seen.add(names)
            yield set(chosen)


def _fit_singles(picks: Sequence[CardPattern], cards: Sequence[Card]) -> bool:
    """A matching of picks to cards (augmenting paths): no order of trying can miss one."""
    wanted = [pick for pick in picks for _ in range(pick.count)]
    holder: dict[int, int] = {}

    def placed(index: int, tried: set[int]) -> bool:
        for place, card in enumerate(cards):
            if place in tried or not _is(wanted[index], card):
                continue
            tried.add(place)
            if place not in holder or placed(holder[place], tried):
                holder[place] = index
                return True
        return False

    return all(placed(i, set()) for i in range(len(wanted)))


def _is(pick: CardPattern, card: Card) -> bool:
    """Whether a card is what a pick asks for."""
    return (
        pick.card in (None, card.id)
        and pick.suit in (None, card.suit)
        and pick.rank in (None, card.rank)
        and pick.kind in (None, "any", card.kind)
    )
