"""Colours keep their inks and spot names on the path from the content to the writer."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import astuple

from printkit.base.geometry import Rect
from printkit.base.record_faults import RecordHome, read_record
from printkit.graphics.colour import (
    BLACK,
    MAX_INK,
    WHITE,
    Colour,
    Inks,
    ThemeColour,
    black_alone,
    blend,
    is_hex,
    parse_hex,
    suggest_inks,
)
from printkit.graphics.display_list import Path, Stroke
from printkit.graphics.path import rect_path
from printkit.imposition.marks import CUT_COLOUR
from printkit.pieces.pages import ART, Document, Layer, Page
from printkit.writers import dump, pdf, svg
from printkit.writers.pdf_objects import rgb_operands
from tests.support.walk import leaves

BLUE = Colour("#0072b2", Inks(100, 55, 0, 10))


def test_colour_is_immutable_and_compares_all_fields() -> None:
    assert Colour("#0072b2", Inks(100, 55, 0, 10)) == BLUE
    assert len({BLUE, Colour("#0072b2"), Colour("#0072b2", spot="Blue"), BLUE}) == 3
    with pytest.raises(AttributeError):
        BLUE.hex = "#000000"  # type: ignore[misc]


def test_hexadecimal_digits_are_parsed_once() -> None:
    assert parse_hex("#AbCdEf") is parse_hex("#AbCdEf")
    assert parse_hex("#AbCdEf") == Colour("#abcdef")
    assert (str(BLUE), BLUE.name, BLUE.channels) == ("#0072b2", "0072b2", (0, 0x72, 0xB2))
    assert is_hex("#0072b2")
    assert not any(is_hex(text) for text in ("0072b2", "#0072b", "#0072b2 ", "red"))


def test_blend_mixes_inks_if_both_have_them() -> None:
    assert blend(BLUE, WHITE, 0.5) == Colour("#80b8d8", Inks(47.64, 26.2, 0, 5))
    violet, cream = Colour("#46338a", Inks(95, 100, 0, 0)), Colour("#ffffff", Inks(0, 0, 4, 0))
    assert blend(violet, cream, 0.5).inks == Inks(47.5, 50, 2, 0)
    assert blend(BLUE, Colour("#1a1a1a"), 0.5).inks is None
    assert blend(Colour("#0072b2"), WHITE, 0.5).inks is None
    assert blend(BLUE, BLACK, 0.5).inks == Inks(90.1, 49.55, 0, 55), "a shade keeps its hue"
    assert blend(WHITE, WHITE, 0.5) == WHITE


@given(*[st.builds(Inks, *[st.floats(0, 60)] * 4)] * 2, st.floats(0.01, 0.99))
def test_blend_keeps_inks_between_both_and_below_limit(
    one: Inks, other: Inks, share: float
) -> None:
    mixed = blend(Colour("#102030", one), Colour("#405060", other), share).inks
    assert mixed is not None
    assert mixed.total <= max(MAX_INK, one.total, other.total) + 0.02
    for ends in zip(astuple(one), astuple(other), astuple(mixed), strict=True):
        assert ends[2] <= max(ends[:2]) + 0.01
    assert mixed.black >= min(one.black, other.black) - 0.01


@pytest.mark.parametrize(
    ("hex_", "inks"),
    [
        ("#ffffff", (0, 0, 0, 0)),
        ("#000000", (0, 0, 0, 100)),
        ("#737373", (0, 0, 0, 63)),
        ("#0072b2", (100, 48, 0, 30)),
        ("#c8912b", (0, 40, 84, 20)),
    ],
)
def test_colour_without_inks_gets_suggested_inks(hex_: str, inks: tuple[int, ...]) -> None:
    """Black replaces grey; at most three inks."""
    assert suggest_inks(Colour(hex_)) == Inks(*inks)


def test_suggested_inks_stay_below_the_limit() -> None:
    dark = [f"#{r:02x}{g:02x}{b:02x}" for r in (0, 4, 30) for g in (0, 9) for b in (0, 2, 50)]
    assert max(suggest_inks(Colour(hex_)).total for hex_ in dark) <= MAX_INK


def test_rich_black_prints_text_in_black_only() -> None:
    rich, blue = Colour("#15181f", Inks(60, 40, 0, 100)), Colour("#0072b2")
    assert black_alone(rich) == Colour("#15181f", Inks(0, 0, 0, 100))
    assert (black_alone(BLUE), black_alone(blue)) == (BLUE, blue)


def test_blend_of_all_or_nothing_keeps_inks() -> None:
    cut, plain = Colour("#d0006f", spot="CutContour"), Colour("#1a1a1a")
    assert (blend(cut, plain, 1.0), blend(plain, cut, 0.0)) == (cut, cut)
    assert blend(plain, BLUE, 0) == BLUE
    assert blend(cut, WHITE, 0.99).spot == ""


def test_white_and_black_have_default_inks() -> None:
    assert parse_hex("#FFFFFF") == WHITE == Colour("#ffffff", Inks(0, 0, 0, 0))
    assert BLACK.inks == Inks(0, 0, 0, 100)
    rich = Colour("#000000", Inks(60, 40, 40, 100))
    assert (rich.inks, Colour("#010101").inks) == (Inks(60, 40, 40, 100), None)
    assert Colour("#ffffff", Inks(0, 0, 4, 0)).is_white


def test_content_colour_accepts_text_or_table() -> None:
    def read(raw: Any) -> Colour:
        return read_record(ThemeColour, raw, RecordHome("the row")).colour

    assert read("#0072b2") == Colour("#0072b2")
    assert read({"srgb": BLUE.hex, "inks": [100, 55, 0, 10]}) == BLUE
    assert read({"srgb": "#d0006f", "spot": "Cut"}) == Colour("#d0006f", spot="Cut")


def test_cut_lines_have_the_name_cutters_expect() -> None:
    assert CUT_COLOUR.spot == "CutContour"


def test_writers_ignore_inks_and_spot_in_srgb() -> None:
    """Current writers print in sRGB: the bytes equal those of the same colour without inks."""

    def document(fill: Colour, line: Colour) -> Document:
        box = Rect(0, 0, 20, 20)
        item = Path(rect_path(box.inset(5)), fill=fill, stroke=Stroke(line, 0.3))
        return Document("c", "en", (Page(box, box, box, (Layer(ART, (item,)),), "1", "1"),))

    rich = document(BLUE, CUT_COLOUR)
    (leaf,) = leaves(rich.pages[0].layers[0].items)
    assert isinstance(leaf.item, Path)
    assert leaf.item.stroke is not None
    assert (leaf.item.fill, leaf.item.stroke.colour) == (BLUE, CUT_COLOUR)
    plain = document(Colour(BLUE.hex), Colour(CUT_COLOUR.hex))
    for writer in (pdf, svg, dump):
        assert [o.data for o in writer.write(rich)] == [o.data for o in writer.write(plain)]
    assert rgb_operands(BLUE) == "0 0.4471 0.698"
    assert rgb_operands(WHITE) == "1 1 1"
