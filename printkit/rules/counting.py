"""Totals of hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from printkit.base.errors import PrintkitError
from printkit.model.play import Counting
from printkit.rules.card_codes import COPY, HeldCard


class PossibleSums:
    """The sums of some cards, each given as the values that it may add."""

    def __init__(self, choices: Sequence[Sequence[int]]) -> None:
        self._choices = choices
        # For the cards from each on: the least sum, and a bit for every sum above it.
        self._after: list[tuple[int, int]] = [(0, 1)]
        for values in reversed(choices):
            minimum, bits = self._after[-1]
            lowest = min(values)
            added = 0
            for value in set(values):
                added |= bits << (value - lowest)
            self._after.append((minimum + lowest, added))
        self._after.reverse()

    def __iter__(self) -> Iterator[int]:
        """Go through all sums, the least first."""
        minimum, bits = self._after[0]
        written = f"{bits:b}"[::-1]
        place = written.find("1")
        while place >= 0:
            yield minimum + place
            place = written.find("1", place + 1)

    def values(self, total: int) -> tuple[int, ...]:
        """Return values that give a sum: of each card the first that can."""
        chosen: list[int] = []
        for values, (minimum, bits) in zip(self._choices, self._after[1:], strict=True):
            value = next(
                v for v in values if total - v >= minimum and bits >> (total - v - minimum) & 1
            )
            chosen.append(value)
            total -= value
        return tuple(chosen)


class Tally(msgspec.Struct, frozen=True):
    """One way to count a hand.

    `values` are what each card adds (or is worth, if the difference counts), `sum` is their sum,
    `total` what the hand counts. Of many sums the values are only looked for when asked for.
    """

    total: int
    sum: int
    source: tuple[int, ...] | PossibleSums

    @property
    def values(self) -> tuple[int, ...]:
        """What each card adds, or is worth."""
        return (
            self.source.values(self.sum) if isinstance(self.source, PossibleSums) else self.source
        )


def tallies(counting: Counting, hand: Sequence[HeldCard]) -> list[Tally]:
    """Return all tallies of a hand, one a total, smallest first. Raises PrintkitError."""
    for held in hand:
        if not held.values:
            raise PrintkitError(
                f"{held.card.id} has no value in this definition.",
                hint=f"Give it one: {held.card.id}=5.",
            )
    result: dict[tuple[int, int], Tally] = {}
    for reading in _SYSTEMS[counting.system](counting, hand):
        # Of equal differences the sums tell: they break ties.
        result.setdefault((reading.total, reading.sum if counting.cards == 2 else 0), reading)
    return [result[key] for key in sorted(result)]


def bombs_out(counting: Counting, tally: Tally) -> bool:
    """Return True if the tally is lost: above the limit, below the floor, or one of the bombs."""
    total, limit = tally.total, counting.limit
    if counting.system == "past":
        return limit is not None and tally.sum > 2 * limit
    if counting.sign == "ignored":
        total = abs(total)
    over = limit is not None and total > limit
    under = counting.floor is not None and total < counting.floor
    return over or under or total in counting.bombs


def _tally_sum(counting: Counting, hand: Sequence[HeldCard]) -> list[Tally]:
    sums = PossibleSums([held.values for held in hand])
    return [Tally(total, total, sums) for total in sums]


def _tally_past_limit(counting: Counting, hand: Sequence[HeldCard]) -> list[Tally]:
    """Tally by a sum that counts on from zero past the limit; past twice the limit it counts
    against its holder (the “theory” of S1: 34 scores 11, 48 loses 2).
    """
    limit = counting.limit or 0

    def score(total: int) -> int:
        if total <= limit:
            return total
        return total - limit if total <= 2 * limit else 2 * limit - total

    return [Tally(score(r.sum), r.sum, r.source) for r in _tally_sum(counting, hand)]


def _tally_hues(counting: Counting, hand: Sequence[HeldCard]) -> list[Tally]:
    """Tally with one hue added and the other subtracted, in either order; others are not added."""
    one, other = counting.hues
    result: list[Tally] = []
    for sign in (1, -1):
        choices: list[Sequence[int]] = []
        for held in hand:
            suit = held.card.suit
            each = sign if suit in one.suits else -sign if suit in other.suits else 1
            choices.append([each * value for value in held.values])
        sums = PossibleSums(choices)
        result += [Tally(total, total, sums) for total in sums]
    return result


def _tally_difference(counting: Counting, hand: Sequence[HeldCard]) -> list[Tally]:
    """Tally the difference of two cards; one that copies takes the other's value, two are 0
    and 0.
    """
    if len(hand) != 2:
        raise PrintkitError(
            f"A hand has 2 cards here, and this one has {len(hand)}.", hint="Name both cards."
        )
    one, other = hand
    if counting.each_family and one.card.family == other.card.family:
        raise PrintkitError(
            f"{one.card.id} and {other.card.id} are both of the family “{one.card.family}”.",
            hint="A hand has one card of each family.",
        )
    copies = [held.card.rule == COPY and held.values == held.card.values for held in hand]
    if all(copies):
        pairs = [(0, 0)]
    elif copies[0]:
        pairs = [(value, value) for value in other.values]
    elif copies[1]:
        pairs = [(value, value) for value in one.values]
    else:
        pairs = [(a, b) for a in one.values for b in other.values]
    return [Tally(abs(a - b), a + b, (a, b)) for a, b in pairs]


_SYSTEMS: dict[str, Callable[[Counting, Sequence[HeldCard]], list[Tally]]] = {
    "sum": _tally_sum,
    "past": _tally_past_limit,
    "hues": _tally_hues,
    "difference": _tally_difference,
}
