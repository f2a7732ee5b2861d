"""Many small cases in one test: as `parametrize`, where a case takes less time than pytest does."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import pytest

Test = Callable[..., None]


def each(names: str | tuple[str, ...], values: Iterable[Any]) -> Callable[[Test], Test]:
    """Run a test with each of these values; all are tried, and those that fail are named.

    For tests whose fixtures may be shared by all values: each is made once.
    """
    keys = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    cases = [dict(zip(keys, value if len(keys) > 1 else (value,), strict=True)) for value in values]
    assert cases

    def decorate(test: Test) -> Test:
        @wraps(test)
        def run_all(**fixtures: Any) -> None:
            failures: list[BaseException] = []
            for case in cases:
                try:
                    test(**fixtures, **case)
                except (Exception, pytest.fail.Exception) as error:
                    error.add_note(f"with {str(case)[:300]}")
                    failures.append(error)
            for other in failures[1:20]:
                failures[0].add_note(f"and that {' '.join(other.__notes__)}")
            if failures:
                raise failures[0]

        signature = inspect.signature(test)
        left = [one for name, one in signature.parameters.items() if name not in keys]
        run_all.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        return run_all

    return decorate
