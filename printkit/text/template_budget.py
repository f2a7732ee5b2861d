"""What filling in a text may use: steps, values, printed characters, time.

Each is counted here, so that a text ends wherever it is filled in, also where the system cannot
limit a process.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from printkit.base import limits
from printkit.base.errors import PrintkitError

# This many characters or entries are as much work as a step.
_WEIGHT_OF_STEP = 256
_ENTRIES_OF_STEP = 8
# What a call of a function of ours is worth in steps: it may judge a hand.
CALL_STEPS = 100
_STEPS_BETWEEN_CLOCKS = 1_000

_CURE = "Make the text do less: a chapter needs no more than a few loops over a game's cards."


class Budget:
    """What a text may still use. Each method raises PrintkitError when that is used up."""

    def __init__(self, *, seconds: float | None = None) -> None:
        self._steps = int(limits.MAX_CHAPTER_STEPS)
        self._weight = int(limits.MAX_CHAPTER_VALUES)
        self._output = int(limits.MAX_CHAPTER_OUTPUT)
        self._end = None if seconds is None else time.process_time() + seconds
        self._next_clock = self._steps - _STEPS_BETWEEN_CLOCKS

    def spend_steps(self, steps: int = 1) -> None:
        """Count steps, and look at the clock now and then."""
        self._steps -= steps
        if self._steps < self._next_clock:
            self._next_clock = self._steps - _STEPS_BETWEEN_CLOCKS
            if self._steps < 0:
                raise PrintkitError(
                    f"The text takes more than {int(limits.MAX_CHAPTER_STEPS):,} steps.",
                    hint=_CURE,
                )
            if self._end is not None and time.process_time() > self._end:
                raise slow_error()

    def spend_output(self, text: str) -> str:
        """Count characters that are printed."""
        self._output -= len(text)
        if self._output < 0:
            raise PrintkitError(
                f"The text prints more than {int(limits.MAX_CHAPTER_OUTPUT):,} characters.",
                hint=_CURE,
            )
        return text

    def keep(self, value: Any) -> Any:
        """Count a value that was made, and return it."""
        self.reserve(self._weigh(value))
        return value

    def reserve(self, weight: int) -> None:
        """Count a value of a weight that is to be made."""
        if weight > limits.MAX_CHAPTER_VALUE:
            raise large_error()
        self._weight -= weight
        if self._weight < 0:
            raise large_error()
        self.spend_steps(weight // _WEIGHT_OF_STEP)

    def read(self, value: Any) -> None:
        """Count the work of going through a value."""
        self.spend_steps(self._weigh(value) // _WEIGHT_OF_STEP)

    def _weigh(self, value: Any) -> int:
        """Return how many characters and entries a value has, with all within it."""
        if isinstance(value, str):
            return len(value)
        if isinstance(value, int | float):
            return check_number(value)
        if isinstance(value, Mapping):
            items: Any = [*value, *value.values()]
        elif isinstance(value, list | tuple):
            items = value
        else:
            return 1
        self.spend_steps(1 + len(items) // _ENTRIES_OF_STEP)
        weight = len(items)
        for item in items:
            if isinstance(item, str | list | tuple | Mapping):
                weight += self._weigh(item)
                if weight > limits.MAX_CHAPTER_VALUE:
                    raise large_error()
        return weight


def check_number(value: float) -> int:
    """Return the weight of a number. Raises PrintkitError if it is too large."""
    if not abs(value) <= limits.MAX_CHAPTER_NUMBER:  # not a number compares as neither
        raise PrintkitError(
            f"A number is larger than {int(limits.MAX_CHAPTER_NUMBER):,}.",
            hint="No game counts further.",
        )
    return 1


def large_error(location: str | None = None) -> PrintkitError:
    """Return the error for values that take too much memory."""
    return PrintkitError(
        f"A value grows beyond {int(limits.MAX_CHAPTER_VALUE):,} characters or entries, or all "
        f"together beyond {int(limits.MAX_CHAPTER_VALUES):,}.",
        location=location,
        hint=_CURE,
    )


def slow_error(location: str | None = None) -> PrintkitError:
    """Return the error for a text that takes too long."""
    return PrintkitError(
        f"The text takes longer than {int(limits.MAX_CHAPTER_SECONDS)} seconds to fill in.",
        location=location,
        hint=_CURE,
    )
