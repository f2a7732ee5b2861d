"""Promise 1: the PDF and the SVG of a page are the same picture (see `support.parity`)."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from printkit.base.geometry import Matrix, Rect
from printkit.base.printer_profile import Profile
from printkit.graphics.colour import BLACK, Colour
from printkit.graphics.display_list import Group, Path, Stroke
from printkit.graphics.path import PathBuilder
from printkit.pieces.pages import ART, Document, Layer, Page
from tests.support.builds import lay_out
from tests.support.decks import facts
from tests.support.parity import COARSE, FINE, Pair, check_parity
from tests.support.raster import apart
from tests.support.sample import cases

TABLES = facts(__file__, "parity")
FACES = [(variant, face) for variant, faces in TABLES["faces"].items() for face in faces.split()]
# A small sheet, because fine pictures are slow.
STRIP = {"paper": "150x60mm"}


@pytest.mark.parametrize(
    ("variant", "product", "language", "wishes", "index", "per_mm"),
    [
        *TABLES["pages"],
        *(pytest.param(*page, marks=pytest.mark.nightly) for page in TABLES["nightly_pages"]),
    ],
)
def test_page_pdf_and_svg_look_the_same(
    variant: str, product: str, language: str, wishes: dict[str, Any], index: int, per_mm: int
) -> None:
    check_parity(lay_out(variant, product, language, **wishes), index, per_mm)


def test_corrected_page_pdf_and_svg_look_the_same() -> None:
    office = Profile("office", 0.75, -0.5, 99.6, 100.3)
    document = lay_out("kessel", paper="130x90mm", card_size="us-mini", printer=office)
    assert document.pages[0].media.w < document.pages[0].media.h
    check_parity(document, 0, COARSE)


@pytest.mark.nightly
@pytest.mark.parametrize(("variant", "step"), [("casino", 12), ("kessel", 5), ("pazaak", 6)])
def test_single_card_pdf_and_svg_look_the_same(variant: str, step: int) -> None:
    """This renders some faces of each kind and all backs completely.

    Their clip is the edge of the page.
    """
    document = lay_out(variant, "cards", "fr", layout="single", bleed=3.0, card_size="us-mini")
    names = [page.name for page in document.pages]
    backs = {name for name in names if name.startswith("back-")}
    assert backs
    wanted = {*names[::step], *backs}
    if variant == "casino":
        wanted |= {name for name in names if name.endswith(("balance", "star"))}
    for name in sorted(wanted):
        check_parity(document, names.index(name), COARSE)


# A figure, an engraved suit, and drawings of ours.
DRAWN = (("poker", "spades-queen"), ("mos-eisley", "jedi-master"), ("expansion", "wheel"))


@pytest.mark.parametrize(("variant", "face"), cases(FACES, DRAWN))
def test_art_of_every_kind_looks_the_same(variant: str, face: str) -> None:
    document = lay_out(variant, "cards", layout="single", bleed=3.0, card_size="poker")
    names = [page.name for page in document.pages]
    # Coarser pictures differ in a pixel at the end of a thin line.
    check_parity(document, names.index(face), 12)


JOINS = ("miter", "round", "bevel")


def test_path_drawing_modes_look_the_same() -> None:
    """Holes, joins, caps and dashes are drawn large, because our faces use few of them."""
    ring = PathBuilder().circle(10, 10, 8).circle(10, 10, 4).done()
    zigzag = PathBuilder().move(4, 34).line(9, 22).line(14, 34).done()
    strokes = [Stroke(BLACK, 3.0, join == "round", join=join) for join in JOINS]
    strokes.append(Stroke(BLACK, 2.0, dash=(3.0, 1.5)))
    items = [
        Path(ring, fill=Colour("#a03020"), even_odd=True),
        Group((Path(ring, fill=Colour("#2030a0")),), Matrix(e=20.0)),
    ]
    for at, stroke in enumerate(strokes):
        items.append(Group((Path(zigzag, stroke=stroke),), Matrix(e=15.0 * at)))
    media = Rect(0, 0, 64, 40)
    page = Page(media, media, media, (Layer(ART, tuple(items)),), "01", "Paths")
    check_parity(Document("Paths", "en", (page,)), 0, COARSE)


# --- the comparison itself can fail --------------------------------------------------------------


def first_card(per_mm: int) -> Pair:
    """Return the first card of Kessel."""
    return Pair(
        lay_out("kessel", "cards", layout="single", bleed=3.0, card_size="us-mini"), 0, per_mm
    )


@pytest.fixture(scope="module")
def card() -> Pair:
    return first_card(COARSE)


def test_comparison_accepts_an_unchanged_card(card: Pair) -> None:
    assert card.failing() == []


@pytest.mark.nightly
def test_comparison_detects_shift_of_tenth_millimetre() -> None:
    card, sheet = first_card(FINE), Pair(lay_out("kessel", "tokens", **STRIP), 0, FINE)
    assert sheet.edges is not None
    assert card.failing() == []
    for pair, axes in ((card, "0.1 0"), (card, "0 0.1"), (sheet, "0.15 0")):
        moved = pair.svg.replace('viewBox="0 0 ', f'viewBox="{axes} ')
        assert moved != pair.svg
        assert len(pair.failing(moved)) > 100


def test_comparison_detects_a_missing_emblem(card: Pair) -> None:
    """It is the smallest emblem: the mark below the index."""
    emblems = re.findall(r'<use [^>]*href="#kessel-blood[^>]*/>', card.svg)
    assert len(emblems) >= 2
    for emblem in set(emblems):
        assert len(card.failing(card.svg.replace(emblem, "", 1))) > 200


def test_comparison_detects_another_colour(card: Pair) -> None:
    colour = max(set(re.findall(r"#[0-9a-f]{6}", card.svg)), key=card.svg.count)
    other = f"#{(int(colour[1:3], 16) + 80) % 256:02x}{colour[3:]}"
    assert len(card.failing(card.svg.replace(colour, other))) > 1000


def test_comparison_detects_one_wrong_pixel() -> None:
    white = np.full((9, 9, 3), 255, np.uint8)
    dot = white.copy()
    dot[4, 4] = 255 - 49
    assert apart(white, dot) == apart(dot, white) == 1
    dot[4, 4] = 255 - 48
    assert apart(white, dot) == 0
    colour = white.copy()
    colour[4, 4, 2] = 0
    assert apart(white, colour) == 1, "one channel is enough"


def test_comparison_detects_lines_missing_from_either_picture() -> None:
    """A line in only one of the pictures is detected, whichever it is."""
    lines = np.full((9, 9, 3), 255, np.uint8)
    lines[:, 4] = 0
    blank = np.full((9, 9, 3), 255, np.uint8)
    assert apart(lines, blank) == apart(blank, lines) == 9
    with pytest.raises(AssertionError, match="against"):
        apart(lines, blank[:8])
