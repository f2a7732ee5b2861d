"""Posters: one drawing a page, with the label and the ruler of a sheet, and nothing to cut.

Room: pages. In: drawings whose corner is on the origin, a paper, a margin (mm), a caption. Out: a
page for each, upright as the paper is named.
"""

from __future__ import annotations

from collections.abc import Sequence

from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect, shift
from printkit.base.sizes import Size
from printkit.drawing.items import Symbol, Use
from printkit.pages.grid import BOTH_DEPTH, LABEL_ROOM, RULER_ROOM
from printkit.pages.label import Caption, label
from printkit.pages.marks import ruler
from printkit.pages.page import ART, LABEL, MARKS, Layer, Page

# Between the drawing and the strip of the label, and between label and ruler (mm).
_AIR, _BETWEEN = 2.0, 3.0


def room(paper: Size, margin: float) -> tuple[float, float]:
    """What is left for a drawing above the strip (mm). Raises PrintkitError where it is nothing."""
    wide, tall = paper.w - 2 * margin, paper.h - 2 * margin - _AIR - BOTH_DEPTH
    if wide < RULER_ROOM[0] + _BETWEEN + LABEL_ROOM[0] or tall <= 0:
        raise PrintkitError(
            f"A margin of {margin:g} mm leaves too little of the paper {paper} for a page with "
            "its label and the 100 mm ruler.",
            cure="Take a larger --paper, or a smaller --margin.",
        )
    return wide, tall


def posters(
    drawings: Sequence[Symbol], paper: Size, margin: float, caption: Caption
) -> tuple[Page, ...]:
    """One page of paper for each drawing. Raises PrintkitError for a drawing that does not fit."""
    wide, tall = room(paper, margin)
    media = Rect(0, 0, paper.w, paper.h)
    place = Rect(margin, margin, wide, tall)
    strip = Rect(margin, place.bottom + _AIR, wide, BOTH_DEPTH)
    words = Rect(strip.x, strip.y, strip.w - RULER_ROOM[0] - _BETWEEN, strip.h)
    scale = Rect(strip.right - RULER_ROOM[0], strip.y, RULER_ROOM[0], strip.h)
    marks = Symbol("marks", tuple(ruler(scale)), media)
    pages: list[Page] = []
    for number, drawing in enumerate(drawings, 1):
        matrix = shift(place.x - drawing.box.x, place.y - drawing.box.y)
        if not place.holds(matrix.bounds(drawing.box)):
            raise PrintkitError(f"The drawing “{drawing.key}” is larger than its page.")
        lines = caption.lines(number, len(drawings), "alone")
        layers = (
            Layer(ART, (Use(drawing, matrix),)),
            Layer(LABEL, tuple(label(words, lines))),
            Layer(MARKS, (Use(marks),)),
        )
        name = f"{number:02d}"
        pages.append(Page(media, media, media, layers, name, lines[0]))
    return tuple(pages)
