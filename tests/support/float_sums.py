"""`sum` of floats differs between Python versions: since 3.12 it is compensated. printkit uses
`math.fsum`.

`refuse` installs a `sum` that fails if printkit's code adds floats with it; all tests run with it.
As a program, this file runs printkit with the `sum` of the other Python version.
"""

import builtins
import math
import runpy
import sys
from collections.abc import Callable, Iterable
from typing import Any

BUILTIN_SUM = builtins.sum


def refuse() -> None:
    """Make `sum` fail where printkit adds floats with it."""
    builtins.sum = strict_sum


def strict_sum(items: Iterable[Any], /, start: Any = 0) -> Any:
    """Add as the built-in `sum` does; raise AssertionError if printkit adds floats."""
    total = BUILTIN_SUM(items, start)
    if type(total) is float:
        frame = sys._getframe(1)
        module = str(frame.f_globals.get("__name__"))
        refused = module.startswith("printkit.")
        assert not refused, f"{module}:{frame.f_lineno} adds floats with sum: take math.fsum"
    return total


def naive_sum(items: Iterable[Any], /, start: Any = 0) -> Any:
    """Add in order, as `sum` does before Python 3.12."""
    total = start
    for item in items:
        total = total + item
    return total


def compensated_sum(items: Iterable[Any], /, start: Any = 0) -> Any:
    """Add without loss, closer to `sum` since Python 3.12 than to the earlier one."""
    items = list(items)
    if any(type(item) is float for item in items):
        return math.fsum([start, *items])
    return BUILTIN_SUM(items, start)


def other_sum() -> Callable[..., Any]:
    """Return the `sum` that this Python does not have."""
    return compensated_sum if BUILTIN_SUM([0.1] * 10) != 1.0 else naive_sum


if __name__ == "__main__":
    builtins.sum = other_sum()
    sys.argv[0] = "printkit"
    runpy.run_module("printkit", run_name="__main__")
