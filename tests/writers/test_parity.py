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
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2 as pdfium
import pytest

from tests.support.raster import apart, failing, made, pdf_pixels, smooth, svg_pixels

# Pixels a millimetre.
FINE = 20
Picture = np.ndarray[Any, Any]


class Both:
    """The pages of one build, in both formats."""

    def __init__(self, out: Path, variant: str, **wishes: Any) -> None:
        files = made(out, variant, formats=("pdf", "svg"), **wishes).files
        self.pdf, self.svgs = files[0].read_bytes(), files[1:]
        with pdfium.PdfDocument(self.pdf) as document:
            self.sizes = [page.get_size() for page in document]
        assert len(self.sizes) == len(self.svgs)

    def index(self, end: str) -> int:
        (found,) = (at for at, path in enumerate(self.svgs) if path.name.endswith(end))
        return found

    def from_pdf(self, index: int) -> Picture:
        width, height = (round(v / 72 * 25.4 * FINE) for v in self.sizes[index])
        return smooth(pdf_pixels(self.pdf, index, width, height))

    def from_svg(self, index: int) -> Picture:
        return painted(self.svgs[index].read_bytes())


def painted(svg: bytes) -> Picture:
    return smooth(svg_pixels(svg, dpi=FINE * 25.4))


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Both]:
    return lambda variant, **wishes: Both(tmp_path_factory.mktemp("parity"), variant, **wishes)


# Two poker cards a sheet of small paper: a picture at 508 dpi takes its time.
SMALL = "150x120mm"
SHEETS: list[tuple[str, dict[str, Any], str]] = [
    ("casino", {"paper": "a5"}, "-01a.svg"),
    ("casino", {"paper": SMALL}, "-38a.svg"),
    ("kessel", {"paper": SMALL, "proof": True, "corners": True, "gap": 4.0}, "-01a.svg"),
    ("pazaak", {"paper": SMALL}, "-30a.svg"),
    ("casino", {"paper": SMALL}, "-01b.svg"),
    ("kessel", {"paper": SMALL, "corners": True, "gap": 4.0}, "-12b.svg"),
    ("pazaak", {"paper": SMALL}, "-30b.svg"),
    ("kessel", {"paper": "a5", "duplex": "fold"}, "-11.svg"),
]


@pytest.mark.parametrize(
    ("variant", "wishes", "end"), SHEETS, ids=[f"{v}{end[:-4]}" for v, _, end in SHEETS]
)
def test_a_sheet(
    build: Callable[..., Both], variant: str, wishes: dict[str, Any], end: str
) -> None:
    both = build(variant, **wishes)
    index = both.index(end)
    one, other = both.from_pdf(index), both.from_svg(index)
    assert one.min() < 100
    mask = failing(one, other)
    clips = _clips(both.svgs[index].read_text(encoding="utf-8"))
    for clip in clips:
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
def test_single_cards_and_backs(build: Callable[..., Both], variant: str, step: int) -> None:
    """Some faces of each kind and all backs, wholly: their clip is the edge of the page."""
    both = build(variant, layout="cards", bleed=3.0, card="standard", languages=("fr",))
    backs = [at for at, path in enumerate(both.svgs) if "-back-" in path.name]
    assert backs
    indices = {*range(0, len(both.svgs), step), *backs}
    if variant == "casino":
        indices |= {at for at, p in enumerate(both.svgs) if p.stem.endswith(("balance", "star"))}
    wrong = {
        both.svgs[at].name: apart(both.from_pdf(at), both.from_svg(at)) for at in sorted(indices)
    }
    assert {name: count for name, count in wrong.items() if count} == {}


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
def test_faces_of_every_kind_of_art(build: Callable[..., Both], variant: str) -> None:
    both = build(variant, layout="cards", bleed=3.0, card="poker", products=("cards",))
    wrong = {}
    for card in FACES[variant]:
        at = both.index(f"-en-{card}.svg")
        picture = both.from_pdf(at)
        assert picture.min() < 100, "there is something"
        wrong[card] = apart(picture, both.from_svg(at))
    assert wrong == dict.fromkeys(FACES[variant], 0)


# --- the comparison itself is shown to fail -----------------------------------------------------


@pytest.fixture(scope="module")
def card(build: Callable[..., Both]) -> tuple[Picture, bytes]:
    """The first card of Kessel: painted from the PDF, and its SVG."""
    both = build("kessel", layout="cards", bleed=3.0, card="standard")
    return both.from_pdf(0), both.svgs[0].read_bytes()


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
