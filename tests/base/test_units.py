"""Parsing of lengths, sizes and names: text in, millimetres or an error out."""

import math
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.base import paper_sizes
from printkit.base.errors import PrintkitError, closest_match, did_you_mean
from printkit.base.geometry import format_mm, format_size, parse_length, parse_size
from tests.support.decks import facts

CASES = facts(__file__, "units")

PER_MM = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72}


@pytest.mark.parametrize(("text", "millimetres"), CASES["lengths"])
def test_length_is_parsed_in_every_unit(text: str, millimetres: float) -> None:
    assert parse_length(text) == pytest.approx(millimetres, abs=1e-12)


@pytest.mark.parametrize("text", CASES["no-lengths"])
def test_length_without_unit_is_rejected_with_hint(text: str) -> None:
    with pytest.raises(PrintkitError) as caught:
        parse_length(text)
    assert caught.value.message == f"“{text}” is not a length."
    assert caught.value.hint == "Write a number with its unit: 63.5mm, 2.5in, 9pt, 300px@300dpi."


@pytest.mark.parametrize(("text", "size"), CASES["sizes"])
def test_size_is_parsed_in_every_form(text: str, size: tuple[float, float]) -> None:
    assert parse_size(text) == pytest.approx(size)


@pytest.mark.parametrize(
    "text", ["63x88", "63mmx88", "63mm", "xmm", "63x88x9mm", "-63x88mm", "nanxnanmm", "poker", ""]
)
def test_invalid_size_gives_none(text: str) -> None:
    assert parse_size(text) is None


@pytest.mark.parametrize("text", ["0x88mm", "63x0mm", "0x0in", "0.0x0.0cm"])
def test_size_of_zero_is_rejected(text: str) -> None:
    with pytest.raises(
        PrintkitError, match=r"is a size of zero width or height\. Write 63\.5x88\.9mm\."
    ):
        parse_size(text)


@given(st.decimals(0, 10_000, places=4), st.sampled_from(sorted(PER_MM)))
def test_every_number_survives_every_unit(number: object, unit: str) -> None:
    text = f"{number}{unit}"
    expected = float(str(number)) * PER_MM[unit]
    assert math.isclose(parse_length(text), expected, rel_tol=1e-12)
    assert math.isclose(parse_length(f"-{text}"), -expected, rel_tol=1e-12)


@given(st.integers(1, 99_999).map(lambda n: n / 100), st.integers(1, 99_999).map(lambda n: n / 100))
def test_formatted_size_parses_back(width: float, height: float) -> None:
    shown = format_size(width, height)
    back = parse_size(shown)
    assert back == pytest.approx((width, height), abs=1e-9)
    assert shown == f"{format_mm(width)} × {format_mm(height)} mm"


@given(st.text(max_size=30))
def test_any_text_is_length_or_error(text: str) -> None:
    try:
        wording = parse_length(text)
    except PrintkitError as error:
        wording = error.message
    assert wording == f"“{text}” is not a length." or math.isfinite(float(wording))


@pytest.mark.parametrize(("value", "shown"), CASES["shown"])
def test_format_mm_has_no_trailing_zero(value: float, shown: str) -> None:
    assert format_mm(value) == shown


@pytest.mark.parametrize(
    ("look_up", "name", "near"),
    [
        (paper_sizes.paper, "leter", "letter 210x297mm"),
        (paper_sizes.card, "pokr", "poker 63.5x88.9mm"),
        (paper_sizes.card, "taro", "tarot 63.5x88.9mm"),
    ],
)
def test_unknown_size_suggests_nearest_name(look_up: object, name: str, near: str) -> None:
    with pytest.raises(PrintkitError) as caught:
        look_up(name)  # type: ignore[operator]
    assert caught.value.message.startswith(f"“{name}” is not a ")
    assert caught.value.hint is not None
    near, example = near.split()
    assert caught.value.hint.startswith(f"Did you mean “{near}”? Known ")
    assert caught.value.hint.endswith(f"Or write the size with its unit: {example}.")


@pytest.mark.parametrize(
    ("look_up", "text"),
    [
        *product(
            (paper_sizes.paper, paper_sizes.card),
            ("9" * 400 + "x1mm", "1x" + "9" * 400 + "mm", "1000000x1000000mm", "63x88", "63.5"),
        ),
        (paper_sizes.card, "0.01x0.01mm"),
        (paper_sizes.card, "1x1mm"),
    ],
)
def test_unprintable_size_is_rejected(look_up: object, text: str) -> None:
    with pytest.raises(PrintkitError):
        look_up(text)  # type: ignore[operator]


def test_closest_match_only_accepts_typing_errors() -> None:
    assert closest_match("casin", ["casino", "kessel"]) == "casino"
    assert closest_match("zzz", ["casino", "kessel"]) is None
    assert did_you_mean("zzz", ["b", "a"], "things") == "Known things: a, b."
    assert did_you_mean("zzz", [], "things") == "No things are known."
    assert did_you_mean("casin", ["kessel", "casino"], "variants") == (
        "Did you mean “casino”? Known variants: casino, kessel."
    )


def test_long_list_of_choices_is_shortened() -> None:
    reported = did_you_mean("card-1x", [f"card-{n}" for n in range(5000)], "cards")
    assert reported.startswith("Did you mean “card-1")
    assert len(reported) < 600
