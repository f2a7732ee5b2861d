"""Promise 1: the PDF and the SVG of a page are the same picture.

Two engines that share no code paint them at 508 dpi: PDFium the PDF, resvg the SVG. Both pictures
are smoothed by 3 × 3 pixels, for PDFium widens a line below one pixel to a whole one and sets
upright edges on whole pixels. Then each pixel of either lies within the least and greatest of the
other's 3 × 3 pixels around it, give or take 48, both ways. Not one pixel may fail.

On sheets the 0.1 mm on both sides of where a clip ends are left out: PDFium cuts a clip at whole
pixels where resvg blends its last one. Nothing else is.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pypdfium2 as pdfium
import pytest

from printkit.writers import writer
from tests.support.builds import lay_out, write
from tests.support.raster import apart, failing, pdf_pixels, smooth, svg_pixels

# Pixels a millimetre.
FINE = 20
Picture = np.ndarray[Any, Any]


class Both:
    """The pages of one product, in both formats; of SVG only those that are looked at."""

    def __init__(self, variant: str, language: str = "en", **wishes: Any) -> None:
        self.document = lay_out(variant, "cards", language, **wishes)
        (artifact,) = write("pdf", variant, "cards", language, **wishes)
        self.pdf = artifact.data

    @property
    def names(self) -> list[str]:
        return [page.name for page in self.document.pages]

    def svg(self, name: str) -> bytes:
        page = self.document.pages[self.names.index(name)]
        (artifact,) = writer("svg")(replace(self.document, pages=(page,)))
        return artifact.data

    def from_pdf(self, name: str) -> Picture:
        index = self.names.index(name)
        with pdfium.PdfDocument(self.pdf) as document:
            size = document[index].get_size()
        width, height = (round(v / 72 * 25.4 * FINE) for v in size)
        return smooth(pdf_pixels(self.pdf, index, width, height))

    def from_svg(self, name: str) -> Picture:
        return painted(self.svg(name))

    def apart(self, name: str) -> int:
        picture = self.from_pdf(name)
        assert picture.min() < 100, "there is something"
        return apart(picture, self.from_svg(name))


def painted(svg: bytes) -> Picture:
    return smooth(svg_pixels(svg, dpi=FINE * 25.4))


# Two poker cards a sheet of small paper: a picture at 508 dpi takes its time.
SMALL = "150x120mm"
SHEETS: list[tuple[str, dict[str, Any], str]] = [
    ("casino", {"paper": SMALL}, "01a"),
    ("casino", {"paper": SMALL}, "38a"),
    ("kessel", {"paper": SMALL, "proof": True, "corners": True, "gap": 4.0}, "01a"),
    ("pazaak", {"paper": SMALL}, "30a"),
    ("casino", {"paper": SMALL}, "01b"),
    ("kessel", {"paper": SMALL, "corners": True, "gap": 4.0}, "12b"),
    ("pazaak", {"paper": SMALL}, "30b"),
    ("kessel", {"paper": "110x220mm", "duplex": "fold"}, "44"),
]


@pytest.mark.parametrize(
    ("variant", "wishes", "name"), SHEETS, ids=[f"{v}-{name}" for v, _, name in SHEETS]
)
def test_a_sheet(variant: str, wishes: dict[str, Any], name: str) -> None:
    both = Both(variant, **wishes)
    one, svg = both.from_pdf(name), both.svg(name)
    assert one.min() < 100
    mask = failing(one, painted(svg))
    for clip in _clips(svg.decode()):
        _forget(mask, clip)
    ys, xs = mask.nonzero()
    where = [(int(x) / FINE, int(y) / FINE) for x, y in zip(xs, ys, strict=True)]
    assert where == [], f"{len(where)} pixels, at {where[:3]} mm …"


def _clips(text: str) -> set[tuple[float, float, float, float]]:
    """Left, top, right and bottom of all clips of a file."""
    found = set()
    for d in re.findall(r"<clipPath[^>]*><path d=\"([^\"]+)\"", text):
        numbers = [float(v) for v in re.findall(r"-?[\d.]+", d)]
        xs, ys = numbers[0::2], numbers[1::2]
        found.add((min(xs), min(ys), max(xs), max(ys)))
    assert found
    return found


def _forget(mask: Picture, clip: tuple[float, float, float, float]) -> None:
    """Takes the two pixels on both sides of each edge of the clip out."""
    left, top, right, bottom = (round(v * FINE) for v in clip)
    for x in (left, right):
        mask[top - 2 : bottom + 2, x - 2 : x + 2] = False
    for y in (top, bottom):
        mask[y - 2 : y + 2, left - 2 : right + 2] = False


@pytest.mark.parametrize(("variant", "step"), [("casino", 12), ("kessel", 5), ("pazaak", 6)])
def test_single_cards_and_backs(variant: str, step: int) -> None:
    """Some faces of each kind and all backs, wholly: their clip is the edge of the page."""
    both = Both(variant, "fr", layout="cards", bleed=3.0, card="standard")
    backs = {name for name in both.names if name.startswith("back-")}
    assert backs
    names = {*both.names[::step], *backs}
    if variant == "casino":
        names |= {name for name in both.names if name.endswith(("balance", "star"))}
    assert {name: both.apart(name) for name in names} == dict.fromkeys(names, 0)


# Faces of each other kind of art: trumps, courts and suits of the tarot, suits and jokers of an
# ordinary deck, specials of the local sets (with a value, and without), ± and +, the expansion.
FACES = {
    "tarot": (
        *("excuse", "trump-1", "trump-8", "trump-14", "trump-21"),
        *("swords-7", "batons-ace", "cups-knight", "coins-king"),
    ),
    "poker": ("spades-queen", "hearts-jack", "diamonds-10", "clubs-ace", "joker-2"),
    "mos-eisley": (
        *("jedi-master", "jedi-knight", "smuggler", "bounty-hunter"),
        *("lord-of-sith", "rancor", "dark-jedi"),
    ),
    "random": ("jedi-master",),
    "cloud-city": ("demise",),
    "corellian-spike": ("circles-plus-8", "triangles-minus-10", "squares-plus-1", "sylop"),
    "expansion": ("wheel", "luck", "hazard", "satellite", "damaged-starship"),
}


@pytest.mark.parametrize("variant", FACES)
def test_faces_of_every_kind_of_art(variant: str) -> None:
    both = Both(variant, layout="cards", bleed=3.0, card="poker")
    wrong = {card: both.apart(card) for card in FACES[variant]}
    assert wrong == dict.fromkeys(FACES[variant], 0)


# --- the comparison itself is shown to fail -----------------------------------------------------


@pytest.fixture(scope="module")
def card() -> tuple[Picture, bytes]:
    """The first card of Kessel: painted from the PDF, and its SVG."""
    both = Both("kessel", layout="cards", bleed=3.0, card="standard")
    name = both.names[0]
    return both.from_pdf(name), both.svg(name)


def test_the_comparison_passes_the_card_as_it_is(card: tuple[Picture, bytes]) -> None:
    picture, svg = card
    assert apart(picture, painted(svg)) == 0


def test_the_comparison_sees_a_shift_of_a_tenth_of_a_millimetre(
    card: tuple[Picture, bytes],
) -> None:
    picture, svg = card
    for axes in ('viewBox="0.1 0 ', 'viewBox="0 0.1 '):
        moved = svg.replace(b'viewBox="0 0 ', axes.encode())
        assert moved != svg
        assert apart(picture, painted(moved)) > 5000


def test_the_comparison_sees_a_missing_emblem(card: tuple[Picture, bytes]) -> None:
    """The smallest one that there is: the mark below the index."""
    picture, svg = card
    emblems = re.findall(rb'<use [^>]*href="#kessel-blood[^>]*/>', svg)
    assert len(emblems) >= 3
    for emblem in set(emblems):
        lacking = svg.replace(emblem, b"", 1)
        assert apart(picture, painted(lacking)) > 200


def test_the_comparison_sees_another_colour(card: tuple[Picture, bytes]) -> None:
    picture, svg = card
    colour = max(set(re.findall(rb"#[0-9a-f]{6}", svg)), key=svg.count)
    red = int(colour[1:3], 16)
    other = b"#%02x%s" % ((red + 80) % 256, colour[3:])
    assert apart(picture, painted(svg.replace(colour, other))) > 1000


def test_the_comparison_sees_one_wrong_pixel() -> None:
    white = np.full((9, 9, 3), 255, np.uint8)
    dot = white.copy()
    dot[4, 4] = 255 - 49
    assert apart(white, dot) == apart(dot, white) == 1
    dot[4, 4] = 255 - 48
    assert apart(white, dot) == 0
    colour = white.copy()
    colour[4, 4, 2] = 0
    assert apart(white, colour) == 1, "one channel is enough"


def test_the_comparison_looks_both_ways() -> None:
    """A line that only one of the pictures has is seen, whichever it is."""
    lines = np.full((9, 9, 3), 255, np.uint8)
    lines[:, 4] = 0
    blank = np.full((9, 9, 3), 255, np.uint8)
    assert apart(lines, blank) == apart(blank, lines) == 9
    with pytest.raises(AssertionError, match="against"):
        apart(lines, blank[:8])
