"""Braces in names: every expansion in order, and every error explained."""

from contextlib import suppress
from itertools import product
from random import Random

import pytest

from printkit.base.limits import MAX_SPELT_OUT
from printkit.model.fields import expand_braces
from tests.support.decks import facts

CASES = facts(__file__, "cases")

LETTERS = "abcxyz:0123456789"


@pytest.mark.parametrize(("pattern", "names"), CASES["braces"])
def test_brace_pattern_expands(pattern: str, names: list[str]) -> None:
    assert expand_braces(pattern) == names


@pytest.mark.parametrize(("pattern", "text"), CASES["brace-faults"])
def test_brace_error_is_explained(pattern: str, text: str) -> None:
    with pytest.raises(ValueError, match=text):
        expand_braces(pattern)


def test_too_many_names_are_rejected_quickly() -> None:
    with pytest.raises(ValueError, match="more than 2,000 names"):
        expand_braces("{0-999}" * 200)


def test_several_braces_give_the_product() -> None:
    random = Random(1)
    for number in range(200):
        choices = [
            ["".join(random.choices(LETTERS, k=random.randint(1, 5))) for _ in range(1 + at % 4)]
            for at in range(number % 5)
        ]
        pattern = "".join("{" + ",".join(words) + "}" for words in choices)
        assert expand_braces(pattern) == ["".join(parts) for parts in product(*choices)]


def test_any_text_expands_or_is_rejected() -> None:
    random, spelt = Random(2), 0
    for number in range(1_000):
        pattern = "".join(random.choices("{},-0123456789ab ", k=number % 15))
        with suppress(ValueError):
            assert not {"{", "}"} & set("".join(expand_braces(pattern)))
            spelt += 1
    assert 50 < spelt < 950
    assert len(expand_braces("{1-20}{1-100}")) == MAX_SPELT_OUT == 2000
