"""Match cards against the pattern of a hand.

A pattern is a list of picks (a number of cards that are this card, of this suit, rank or kind; of
one rank; in a run). Each pick needs cards of its own: no card serves twice.

Cards of one rank that the same picks take are alike: it is tried how many of each kind are taken,
never which.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from printkit.base.errors import PrintkitError
from printkit.base.limits import MAX_TRIES
from printkit.model.cards import Card
from printkit.model.play import CardPattern

# How many cards there are of each kind of alike cards.
Counts = tuple[int, ...]


class Tries:
    """How many ways have been tried for one hand."""

    def __init__(self) -> None:
        self.count = 0

    def add(self) -> None:
        """Count a way. Raises PrintkitError after too many."""
        self.count += 1
        if self.count > MAX_TRIES:
            raise PrintkitError(
                f"There are more than {int(MAX_TRIES):,} ways to match this hand with those that "
                "have a name.",
                hint="Ask for a hand of fewer cards.",
            )


def matches_pattern(
    picks: Sequence[CardPattern],
    cards: Sequence[Card],
    *,
    exact: bool,
    tries: Tries | None = None,
) -> bool:
    """Return True if some of the cards (all of them, if `exact`) match the picks.

    Raises PrintkitError if that takes more `tries` than are allowed.
    """
    wanted = sum(pick.count for pick in picks)
    if wanted > len(cards) or (exact and wanted != len(cards)):
        return False
    return _Matcher(picks, cards, tries or Tries()).match()


class _Matcher:
    def __init__(self, picks: Sequence[CardPattern], cards: Sequence[Card], tries: Tries) -> None:
        self.groups = [pick for pick in picks if pick.same or pick.run]
        self.singles = [pick for pick in picks if not (pick.same or pick.run)]
        self.tries = tries
        kinds: dict[tuple[str | None, tuple[bool, ...]], list[Card]] = {}
        for card in cards:
            taken_by = tuple(_is_match(pick, card) for pick in picks)
            kinds.setdefault((card.rank, taken_by), []).append(card)
        self.kinds = [alike[0] for alike in kinds.values()]
        self.counts = tuple(len(alike) for alike in kinds.values())
        self.failed: set[tuple[int, Counts]] = set()

    def match(self) -> bool:
        """Match the groups one after the other, each in every way; the singles with the rest."""
        return self._match_from(0, self.counts)

    def _match_from(self, index: int, left: Counts) -> bool:
        if (index, left) in self.failed:
            return False
        self.tries.add()
        if index == len(self.groups):
            cards = [card for card, n in zip(self.kinds, left, strict=True) for _ in range(n)]
            matched = _match_singles(self.singles, cards)
        else:
            matched = any(
                self._match_from(index + 1, rest)
                for rest in self._take_group(self.groups[index], left)
            )
        if not matched:
            self.failed.add((index, left))
        return matched

    def _take_group(self, pick: CardPattern, left: Counts) -> Iterator[Counts]:
        """Yield what is left when this group has been taken, for each way to take it."""
        ranks: dict[str, list[int]] = {}
        for i, card in enumerate(self.kinds):
            if left[i] and card.rank is not None and _is_match(pick, card):
                ranks.setdefault(card.rank, []).append(i)
        if pick.same:
            for kinds in ranks.values():
                yield from _take(kinds, pick.count, left)
            return
        for first in sorted(int(rank) for rank in ranks if rank.isdigit()):
            run = [str(first + step) for step in range(pick.count)]
            if all(rank in ranks for rank in run):
                for chosen in product(*(ranks[rank] for rank in run)):
                    yield tuple(n - (i in chosen) for i, n in enumerate(left))


def _take(kinds: Sequence[int], count: int, left: Counts) -> Iterator[Counts]:
    """Yield what is left when a number of cards of some kinds is taken, for each way."""
    if not count:
        yield left
    elif sum(left[i] for i in kinds) >= count:
        first, *others = kinds
        for taken in range(min(count, left[first]), -1, -1):
            rest = (*left[:first], left[first] - taken, *left[first + 1 :])
            yield from _take(others, count - taken, rest)


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
