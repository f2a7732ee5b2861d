"""Colours carry inks and spot names from where they are named to the writer."""

import pytest

from printkit.base.geometry import Rect
from printkit.graphics.colour import (
    BLACK,
    WHITE,
    Colour,
    Inks,
    blend,
    content_colour,
    is_hex,
    parse_hex,
)
from printkit.graphics.display_list import Path, Stroke
from printkit.graphics.path import rect_path
from printkit.imposition.marks import CUT_COLOUR
from printkit.imposition.page import ART, Document, Layer, Page
from printkit.writers import dump, pdf, svg
from printkit.writers._pdf_objects import rgb_operands
from tests.support.walk import leaves

BLUE = Colour("#0072b2", Inks(100, 55, 0, 10))


def test_a_colour_is_frozen_and_known_by_all_its_parts() -> None:
    assert Colour("#0072b2", Inks(100, 55, 0, 10)) == BLUE
    assert len({BLUE, Colour("#0072b2"), Colour("#0072b2", spot="Blue"), BLUE}) == 3
    with pytest.raises(AttributeError):
        BLUE.hex = "#000000"  # type: ignore[misc]


def test_hexadecimal_digits_are_read_once() -> None:
    assert parse_hex("#AbCdEf") is parse_hex("#AbCdEf")
    assert parse_hex("#AbCdEf") == Colour("#abcdef")
    assert (str(BLUE), BLUE.name, BLUE.channels) == ("#0072b2", "0072b2", (0, 0x72, 0xB2))
    assert is_hex("#0072b2")
    assert not any(is_hex(text) for text in ("0072b2", "#0072b", "#0072b2 ", "red"))


def test_inks_are_mixed_where_both_colours_have_them() -> None:
    assert blend(BLUE, WHITE, 0.5) == Colour("#80b8d8", Inks(50, 27.5, 0, 5))
    assert blend(BLUE, Colour("#ffffff", Inks(0, 0, 4, 0)), 0.5).inks == Inks(50, 27.5, 2, 5)
    assert blend(BLUE, Colour("#1a1a1a"), 0.5).inks is None
    assert blend(Colour("#0072b2"), WHITE, 0.5).inks is None
    assert blend(BLUE, BLACK, 0.5).inks == Inks(50, 27.5, 0, 55)
    assert blend(WHITE, WHITE, 0.5) == WHITE


def test_a_share_of_all_or_nothing_keeps_inks_and_spot() -> None:
    cut, plain = Colour("#d0006f", spot="CutContour"), Colour("#1a1a1a")
    assert (blend(cut, plain, 1.0), blend(plain, cut, 0.0)) == (cut, cut)
    assert blend(plain, BLUE, 0) == BLUE
    assert blend(cut, WHITE, 0.99).spot == ""


def test_white_takes_no_ink_and_black_one_unless_they_say_so() -> None:
    assert parse_hex("#FFFFFF") == WHITE == Colour("#ffffff", Inks(0, 0, 0, 0))
    assert BLACK.inks == Inks(0, 0, 0, 100)
    rich = Colour("#000000", Inks(60, 40, 40, 100))
    assert (rich.inks, Colour("#010101").inks) == (Inks(60, 40, 40, 100), None)
    assert Colour("#ffffff", Inks(0, 0, 4, 0)).is_white


def test_a_colour_of_our_content_is_a_text_or_a_table() -> None:
    assert content_colour("#0072b2") == Colour("#0072b2")
    assert content_colour({"srgb": BLUE.hex, "inks": [100, 55, 0, 10]}) == BLUE
    assert content_colour({"srgb": "#d0006f", "spot": "Cut"}) == Colour("#d0006f", spot="Cut")


def test_cut_lines_have_the_name_that_cutters_know() -> None:
    assert CUT_COLOUR.spot == "CutContour"


def test_a_writer_is_given_inks_and_spot_and_writes_how_it_is_detected() -> None:
    """Today's writers print in sRGB: the bytes are those of the same colour without inks."""

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
