"""What the cards of a hand come to.

In: how a definition counts, the cards held. Out: every reading of the hand: a total with the
values that give it. Sums are gathered card by card, so that a hand of many cards with a choice of
values has as many readings as it has totals, not as it has choices.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from printkit.base.errors import PrintkitError
from printkit.model.play import Counting
from printkit.rules.card_codes import COPY, HeldCard


@dataclass(frozen=True, slots=True)
class Tally:
    """One way to count a hand.

    `values` are what each card adds (or is worth, where the difference counts), `sum` what they
    add up to, `total` what the hand counts.
    """

    total: int
    sum: int
    values: tuple[int, ...]


def tallies(counting: Counting, hand: Sequence[HeldCard]) -> list[Tally]:
    """All readings of a hand, one a total, smallest first. Raises PrintkitError."""
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


def bombs_out(counting: Counting, reading: Tally) -> bool:
    """Whether the reading is lost: past the limit, under the floor, or one of the bombs."""
    total, limit = reading.total, counting.limit
    if counting.system == "past":
        return limit is not None and reading.sum > 2 * limit
    if counting.sign == "ignored":
        total = abs(total)
    over = limit is not None and total > limit
    under = counting.floor is not None and total < counting.floor
    return over or under or total in counting.bombs


def _sums(hand: Sequence[HeldCard], signs: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """Every sum that the cards can have with these signs, and the values of one way to it."""
    sums: dict[int, tuple[int, ...]] = {0: ()}
    for held, sign in zip(hand, signs, strict=True):
        added: dict[int, tuple[int, ...]] = {}
        for total, values in sums.items():
            for value in held.values:
                added.setdefault(total + sign * value, (*values, sign * value))
        sums = added
    return sums


def _sum(counting: Counting, hand: Sequence[HeldCard]) -> list[Tally]:
    return [Tally(total, total, values) for total, values in _sums(hand, [1] * len(hand)).items()]


def _past(counting: Counting, hand: Sequence[HeldCard]) -> list[Tally]:
    """A sum past the limit counts on from zero; past twice the limit it counts against its holder
    (the “theory” of S1: 34 scores 11, 48 loses 2)."""
    limit = counting.limit or 0

    def score(total: int) -> int:
        if total <= limit:
            return total
        return total - limit if total <= 2 * limit else 2 * limit - total

    return [Tally(score(r.sum), r.sum, r.values) for r in _sum(counting, hand)]


def _hues(counting: Counting, hand: Sequence[HeldCard]) -> list[Tally]:
    """One hue added, the other taken away, whichever way; cards of neither are added."""
    one, other = counting.hues
    result: list[Tally] = []
    for sign in (1, -1):
        signs = [
            sign if held.card.suit in one.suits else -sign if held.card.suit in other.suits else 1
            for held in hand
        ]
        result += [Tally(total, total, values) for total, values in _sums(hand, signs).items()]
    return result


def _difference(counting: Counting, hand: Sequence[HeldCard]) -> list[Tally]:
    """Between two cards; one that copies takes the other's value, two that copy are 0 and 0."""
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
    "sum": _sum,
    "past": _past,
    "hues": _hues,
    "difference": _difference,
}
