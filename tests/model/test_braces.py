"""Names in braces, spelt out: every name, in order, and every slip told in words."""

from contextlib import suppress
from itertools import product
from random import Random

import pytest

from printkit.base.limits import MAX_SPELT_OUT
from printkit.model.raw_data import expand_braces

LETTERS = "abcxyz:0123456789"


@pytest.mark.parametrize(
    ("pattern", "names"),
    [
        ("excuse", ["excuse"]),
        ("trump-{9-11}", ["trump-9", "trump-10", "trump-11"]),
        ("{a,b}-{1-2}", ["a-1", "a-2", "b-1", "b-2"]),
        ("{a,b}{c,d}", ["ac", "ad", "bc", "bd"]),
        ("{ace,2-4,jack}", ["ace", "2", "3", "4", "jack"]),
        ("{21,6,7}", ["21", "6", "7"]),
        ("{1,2}:joker-{1,2}", ["1:joker-1", "1:joker-2", "2:joker-1", "2:joker-2"]),
        ("{ a , b }", ["a", "b"]),
        ("{5-5}", ["5"]),
        ("{0-2}", ["0", "1", "2"]),
        ("plus-minus-{1-2}", ["plus-minus-1", "plus-minus-2"]),
        ("{a,a}", ["a", "a"]),
        ("1-3", ["1-3"]),
    ],
)
def test_a_pattern_is_spelt_out(pattern: str, names: list[str]) -> None:
    assert expand_braces(pattern) == names


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("{a,b", "not closed"),
        ("a,b}", "not opened"),
        ("{a}{b", "not closed"),
        ("{a}}", "not opened"),
        ("{{a}", "not closed"),
        ("{a,{b,c}}", "not closed"),
        ("}{", "not closed"),
        ("{}", "holds nothing"),
        ("{ }", "holds nothing"),
        ("{a,}", "holds nothing"),
        ("{,a}", "holds nothing"),
        ("{a,,b}", "holds nothing"),
        ("{3-1}", "3-1 runs backwards"),
        ("{1-29}{1-69}", "more than 2,000 names"),  # 2001
        ("{0-999}" * 200, "more than 2,000 names"),
    ],
)
def test_a_typing_error_is_reported_in_words(pattern: str, text: str) -> None:
    with pytest.raises(ValueError, match=text):
        expand_braces(pattern)


def test_braces_are_a_product() -> None:
    random = Random(1)
    for number in range(200):
        choices = [
            ["".join(random.choices(LETTERS, k=random.randint(1, 5))) for _ in range(1 + at % 4)]
            for at in range(number % 5)
        ]
        pattern = "".join("{" + ",".join(words) + "}" for words in choices)
        assert expand_braces(pattern) == ["".join(parts) for parts in product(*choices)]


def test_any_text_is_spelt_out_or_refused() -> None:
    random, spelt = Random(2), 0
    for number in range(1_000):
        pattern = "".join(random.choices("{},-0123456789ab ", k=number % 15))
        with suppress(ValueError):
            assert not {"{", "}"} & set("".join(expand_braces(pattern)))
            spelt += 1
    assert 50 < spelt < 950
    assert len(expand_braces("{1-20}{1-100}")) == MAX_SPELT_OUT == 2000
