"""Posters: one drawing a page, with the label and the ruler of a sheet, and nothing to cut.

In: drawings whose corner is on the origin, a paper, a margin (mm), a caption. Out: a
page for each, upright as the paper is named.
"""

from __future__ import annotations

from collections.abc import Sequence

from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect, translation
from printkit.base.paper_sizes import Size
from printkit.graphics.display_list import Symbol, Use
from printkit.imposition.grid import BOTH_DEPTH, RULER_MIN_SIZE, SLUG_MIN_SIZE
from printkit.imposition.marks import ruler
from printkit.imposition.page import ART, LABEL, MARKS, Layer, Page
from printkit.imposition.slug_line import SlugLine, draw_slug

# Between the drawing and the strip of the label, and between label and ruler (mm).
_AIR, _BETWEEN, _BELOW = 2.0, 3.0, 0.6


def full_page_area(paper: Size, margin: float) -> tuple[float, float]:
    """What is left for a drawing above the strip (mm). Raises PrintkitError where it is nothing."""
    width = paper.w - 2 * margin
    height = paper.h - 2 * margin - _AIR - _depth(width)
    if width < RULER_MIN_SIZE[0] or height <= 0:
        raise PrintkitError(
            f"A margin of {margin:g} mm leaves too little of the paper {paper} for a page with "
            "its label and the 100 mm ruler.",
            hint="Take a larger --paper, or a smaller --margin.",
        )
    return width, height


def _beside(width: float) -> bool:
    """Whether label and ruler stand side by side; else one below the other."""
    return width >= RULER_MIN_SIZE[0] + _BETWEEN + SLUG_MIN_SIZE[0]


def _depth(width: float) -> float:
    """How deep the strip of label and ruler is (mm)."""
    return BOTH_DEPTH if _beside(width) else SLUG_MIN_SIZE[1] + _BELOW + RULER_MIN_SIZE[1]


def _parted(strip: Rect) -> tuple[Rect, Rect]:
    """The places of label and ruler."""
    if _beside(strip.w):
        words = strip._replace(w=strip.w - RULER_MIN_SIZE[0] - _BETWEEN)
        return words, strip._replace(x=strip.right - RULER_MIN_SIZE[0], w=RULER_MIN_SIZE[0])
    height = RULER_MIN_SIZE[1]
    return strip._replace(h=SLUG_MIN_SIZE[1]), strip._replace(y=strip.bottom - height, h=height)


def full_pages(
    drawings: Sequence[Symbol], paper: Size, margin: float, caption: SlugLine
) -> tuple[Page, ...]:
    """One page of paper for each drawing. Raises PrintkitError for a drawing that does not fit."""
    width, height = full_page_area(paper, margin)
    media = Rect(0, 0, paper.w, paper.h)
    place = Rect(margin, margin, width, height)
    words, scale = _parted(Rect(margin, place.bottom + _AIR, width, _depth(width)))
    marks = Symbol("marks", tuple(ruler(scale)), media)
    pages: list[Page] = []
    for number, drawing in enumerate(drawings, 1):
        matrix = translation(place.x - drawing.box.x, place.y - drawing.box.y)
        if not place.contains(matrix.bounds(drawing.box)):
            raise PrintkitError(f"The drawing “{drawing.key}” is larger than its page.")
        lines = caption.lines(number, len(drawings), "alone")
        layers = (
            Layer(ART, (Use(drawing, matrix),)),
            Layer(LABEL, tuple(draw_slug(words, lines))),
            Layer(MARKS, (Use(marks),)),
        )
        name = f"{number:02d}"
        pages.append(Page(media, media, media, layers, name, lines[0]))
    return tuple(pages)
