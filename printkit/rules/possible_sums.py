"""Every sum that cards with a choice of values can have.

A set of sums is one large number with a bit for each: forty cards of forty values have eighty
thousand sums and more choices than can be counted, and are added in milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence


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
