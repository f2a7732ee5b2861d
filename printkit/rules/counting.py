"""Totals of hands.

A hand has one tally for each possible total, not for each choice of values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from printkit.base.errors import PrintkitError
from printkit.model.play import Counting
from printkit.rules.card_codes import COPY, HeldCard


class PossibleSums:
    """The possible sums of cards, each given as a choice of values.

    A set of sums is one integer with a bit for each sum: forty cards of forty values have eighty
    thousand sums, and are added in milliseconds.
    """

    def __init__(self, choices: Sequence[Sequence[int]]) -> None:
        self._choices = choices
        # For each card and those after it: the least sum, and a bit for each sum from there.
        self._after: list[tuple[int, int]] = [(0, 1)]
        for values in reversed(choices):
            (minimum, bits), lowest = self._after[-1], min(values)
            added = 0
            for value in set(values):
                added |= bits << (value - lowest)
            self._after.append((minimum + lowest, added))
        self._after.reverse()

    def __iter__(self) -> Iterator[int]:
        """Yield all sums in ascending order."""
        minimum, bits = self._after[0]
        return (minimum + i for i, bit in enumerate(reversed(f"{bits:b}")) if bit == "1")

    def values(self, total: int) -> tuple[int, ...]:
        """Return one value for each card that together make `total`.

        Each is the first of its card with which the cards after it can still make up the rest.
        """
        chosen: list[int] = []
        for values, (minimum, bits) in zip(self._choices, self._after[1:], strict=True):
            rests = ((value, total - value - minimum) for value in values)
            chosen.append(next(value for value, rest in rests if rest >= 0 and bits >> rest & 1))
            total -= chosen[-1]
        return tuple(chosen)


class Tally(msgspec.Struct, frozen=True):
    """A count of a hand: its `total`, the `sum` of the values of its cards, and their source.

    Values are chosen from `PossibleSums` on demand.
    """

    total: int
    sum: int
    source: tuple[int, ...] | PossibleSums

    @property
    def values(self) -> tuple[int, ...]:
        """The value of each card: as it is added, or before a difference is taken."""
        source = self.source
        return source.values(self.sum) if isinstance(source, PossibleSums) else source


def tallies(counting: Counting, hand: Sequence[HeldCard]) -> list[Tally]:
    """Return one tally for each total that a hand can have, in ascending order.

    If hands have two cards, equal totals of different sums are kept apart: the sum breaks ties.
    Raises PrintkitError for a card without value, or a hand that the rules do not allow.
    """
    for held in hand:
        if not held.values:
            raise PrintkitError(
                f"{held.card.id} has no value in this definition.",
                hint=f"Give it one: {held.card.id}=5.",
            )
    result: dict[tuple[int, int], Tally] = {}
    for reading in _SYSTEMS[counting.system](counting, hand):
        # Hands of equal differences have distinct tallies by sum, which breaks ties.
        result.setdefault((reading.total, reading.sum if counting.cards == 2 else 0), reading)
    return [result[key] for key in sorted(result)]


def bombs_out(counting: Counting, tally: Tally) -> bool:
    """Return True if the tally is lost: above the limit, below the floor, or in `bombs`."""
    total, limit = tally.total, counting.limit
    if counting.system == "past":
        return limit is not None and tally.sum > 2 * limit
    if counting.sign == "ignored":
        total = abs(total)
    over = limit is not None and total > limit
    under = counting.floor is not None and total < counting.floor
    return over or under or total in counting.bombs


def beyond_limit(counting: Counting, tally: Tally) -> int:
    """Return what a tally has over the limit (`past`: over twice it), or below the floor."""
    total, limit = tally.total, counting.limit
    if counting.system == "past":
        return max(tally.sum - 2 * (limit or 0), 0)
    if counting.sign == "ignored":
        total = abs(total)
    over = 0 if limit is None else total - limit
    under = 0 if counting.floor is None else counting.floor - total
    return max(over, under, 0)


def _tally_sum(counting: Counting, hand: Sequence[HeldCard]) -> list[Tally]:
    sums = PossibleSums([held.values for held in hand])
    return [Tally(total, total, sums) for total in sums]


def _tally_past_limit(counting: Counting, hand: Sequence[HeldCard]) -> list[Tally]:
    """Tally by sums that restart from zero above the limit; above twice the limit the excess is
    negative (with a limit of 23, 34 scores 11 and 48 loses 2).
    """
    limit = counting.limit or 0

    def score(total: int) -> int:
        if total <= limit:
            return total
        return total - limit if total <= 2 * limit else 2 * limit - total

    return [Tally(score(r.sum), r.sum, r.source) for r in _tally_sum(counting, hand)]


def _tally_hues(counting: Counting, hand: Sequence[HeldCard]) -> list[Tally]:
    """Tally with the suits of one hue added and those of the other subtracted, and vice versa."""
    one, other = counting.hues
    result: list[Tally] = []
    for sign in (1, -1):
        signs = {**dict.fromkeys(other.suits, -sign), **dict.fromkeys(one.suits, sign)}
        sums = PossibleSums(
            [[signs.get(held.card.suit or "", 1) * value for value in held.values] for held in hand]
        )
        result += [Tally(total, total, sums) for total in sums]
    return result


def _tally_difference(counting: Counting, hand: Sequence[HeldCard]) -> list[Tally]:
    """Tally the difference of two cards. A card that copies has the value of the other; two such
    cards are 0 and 0.
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
    elif any(copies):
        pairs = [(value, value) for value in (other if copies[0] else one).values]
    else:
        pairs = [(a, b) for a in one.values for b in other.values]
    return [Tally(abs(a - b), a + b, (a, b)) for a, b in pairs]


_SYSTEMS: dict[str, Callable[[Counting, Sequence[HeldCard]], list[Tally]]] = {
    "sum": _tally_sum,
    "past": _tally_past_limit,
    "hues": _tally_hues,
    "difference": _tally_difference,
}
