"""Many cases in one test: all are tried, and those that fail are named."""

from __future__ import annotations

import pytest

from tests.support.cases import each


def test_all_cases_are_tried_and_those_that_fail_are_named() -> None:
    tried: list[tuple[int, str]] = []

    @each("number", range(4))
    @each(("letter", "other"), [("a", "b"), ("c", "d")])
    def check(number: int, letter: str, other: str) -> None:
        assert letter < other
        tried.append((number, letter))
        assert number < 2, "too large"

    with pytest.raises(AssertionError, match="too large") as caught:
        check()
    assert tried == [(number, letter) for number in range(4) for letter in "ac"]
    notes = " ".join(caught.value.__notes__)
    assert "'letter': 'a'" in notes
    assert "'letter': 'c'" in notes
    assert "'number': 2" in notes
    assert "'number': 3" in notes
    with pytest.raises(AssertionError):
        each("nothing", [])
