"""Match cards against the pattern of a hand.

A pattern is a list of picks (a number of cards that are this card, of this suit, rank or kind; of
one rank; in a run). Each pick needs cards of its own: no card serves twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from printkit.model.cards import Card
from printkit.model.play import CardPattern


def matches_pattern(picks: Sequence[CardPattern], cards: Sequence[Card], *, exact: bool) -> bool:
    """Return True if some of the cards (all of them, if `exact`) match the picks."""
    wanted = sum(pick.count for pick in picks)
    if wanted > len(cards) or (exact and wanted != len(cards)):
        return False
    groups = [pick for pick in picks if pick.same or pick.run]
    singles = [pick for pick in picks if not (pick.same or pick.run)]
    return _match_groups(groups, singles, list(cards))


def _match_groups(
    groups: Sequence[CardPattern], singles: Sequence[CardPattern], cards: list[Card]
) -> bool:
    """Match the groups one after the other, each in every way; the singles with the rest."""
    if not groups:
        return _match_singles(singles, cards)
    return any(
        _match_groups(groups[1:], singles, [card for i, card in enumerate(cards) if i not in taken])
        for taken in _group_candidates(groups[0], cards)
    )


def _group_candidates(pick: CardPattern, cards: Sequence[Card]) -> Iterator[set[int]]:
    """Yield the indices of cards that could be this group; copies of a card are alike."""
    ranks: dict[str, list[int]] = {}
    for i, card in enumerate(cards):
        if card.rank is not None and _is_match(pick, card):
            ranks.setdefault(card.rank, []).append(i)
    if pick.same:
        for places in ranks.values():
            yield from _choose(sorted(places, key=lambda at: cards[at].id), pick.count, cards)
        return
    numbers = sorted(int(rank) for rank in ranks if rank.isdigit())
    for first in numbers:
        run = [str(first + step) for step in range(pick.count)]
        if all(rank in ranks for rank in run):
            yield from map(set, product(*(_distinct_indices(ranks[rank], cards) for rank in run)))


def _distinct_indices(places: Sequence[int], cards: Sequence[Card]) -> list[int]:
    """Return the first index of each distinct card among these."""
    return list({cards[at].id: at for at in reversed(places)}.values())


def _choose(places: Sequence[int], count: int, cards: Sequence[Card]) -> Iterator[set[int]]:
    """Yield `count` of the indices, in every way that differs by a card."""
    seen: set[tuple[str, ...]] = set()
    for chosen in combinations(places, count):
        names = tuple(cards[at].id for at in chosen)
        if names not in seen:
            seen.add(names)
            yield set(chosen)


def _match_singles(picks: Sequence[CardPattern], cards: Sequence[Card]) -> bool:
    """Match picks to cards (augmenting paths): no order of trying can miss a match."""
    wanted = [pick for pick in picks for _ in range(pick.count)]
    holder: dict[int, int] = {}

    def assign(index: int, tried: set[int]) -> bool:
        for place, card in enumerate(cards):
            if place in tried or not _is_match(wanted[index], card):
                continue
            tried.add(place)
            if place not in holder or assign(holder[place], tried):
                holder[place] = index
                return True
        return False

    return all(assign(i, set()) for i in range(len(wanted)))


def _is_match(pick: CardPattern, card: Card) -> bool:
    """Return True if a card is what a pick requires."""
    return (
        pick.card in (None, card.id)
        and pick.suit in (None, card.suit)
        and pick.rank in (None, card.rank)
        and pick.kind in (None, "any", card.kind)
    )
