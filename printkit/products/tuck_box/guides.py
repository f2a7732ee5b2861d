"""Guides for the knife and the folds on the paper around and on a tuck box.

The outline is a hairline everywhere; folds are ticks in the waste at both of their ends, and dashes
if a flap is white; glue areas are labelled.
"""

from __future__ import annotations

from collections.abc import Sequence

from printkit.art.theme import Theme
from printkit.base.geometry import Rect, rotation, translation
from printkit.base.messages import translate
from printkit.graphics.colour import WHITE, mark_colour
from printkit.graphics.display_list import Group, Item, Path, Stroke, transformed
from printkit.graphics.font import INDEX
from printkit.graphics.measures import CUT_OVER_ART, FINE, MIN_TEXT_SIZE
from printkit.graphics.path import PathBuilder, PathData
from printkit.layout.fit_text import FitStyle, fit_text, line_width
from printkit.layout.records import Overflow
from printkit.products.tuck_box.dieline import (
    BACK,
    BLEED,
    DUST,
    FOOT,
    FRONT,
    INNER,
    OTHER,
    OTHER_DUST,
    OTHER_FOOT,
    SIDE,
    Dieline,
)

DASH = (1.6, 1.2)
# The gap between the end of a fold and its tick.
_TICK_GAP = 0.6
# The length of a tick.
_TICK_LENGTH = 3.4
# Between words and what is cut out (mm).
_AIR = 2.0
# Where glue goes: hatching under 45°, so far apart (mm).
_HATCH = 2.2
# A flap is paper in every theme.
_PALE = mark_colour("pale")


def draw_cuts(cuts: PathData, art: PathData, theme: Theme) -> list[Item]:
    """Draw the cuts: on bare paper, and heavier, in a visible colour, through the art."""
    bare = Path(cuts, stroke=Stroke(theme.roles_of["cut"], FINE))
    over = Path(cuts, stroke=Stroke(theme.roles_of["ink"], CUT_OVER_ART))
    return [bare, Group((over,), clip=art)]


def draw_folds(line: Dieline, theme: Theme) -> list[Item]:
    """Draw a tick in the waste at each end of the upright folds, and dashes if a flap is white."""
    p = line.panels
    ticks, dashes = PathBuilder(), PathBuilder()
    for name in (SIDE, FRONT, OTHER, BACK):
        panel = p[name]
        for y, out in ((panel.y, -1), (panel.bottom, 1)):
            near, far = y + out * _TICK_GAP, y + out * (_TICK_GAP + _TICK_LENGTH)
            ticks.move(panel.x, near).line(panel.x, far)
    dashes.move(p[SIDE].x, p[SIDE].y).line(p[SIDE].x, p[SIDE].bottom)
    for name in (DUST, OTHER_DUST):
        dashes.move(p[name].x, p[name].bottom).line(p[name].right, p[name].bottom)
    for name in (FOOT, OTHER_FOOT, INNER):
        dashes.move(p[name].x, p[name].y).line(p[name].right, p[name].y)
    shade = theme.palette("ink").shade
    return [
        Path(ticks.done(), stroke=Stroke(theme.roles_of["cut"], FINE)),
        Path(dashes.done(), stroke=Stroke(shade, FINE, dash=DASH)),
    ]


def draw_glue_areas(areas: Sequence[Rect], language: str, theme: Theme) -> list[Item]:
    """Draw a pale hatching and a word on glue areas."""
    ink = theme.roles_of["cut"]
    items: list[Item] = []
    for area in areas:
        upright = area.h > area.w
        long, depth = max(area.w, area.h), min(area.w, area.h)
        box = Rect(-long / 2, -depth / 2, long, depth)
        own: list[Item] = [Path(_hatch(box), stroke=Stroke(_PALE, FINE))]
        style = FitStyle(INDEX, 3.2, MIN_TEXT_SIZE)
        words = fit_text(translate(language, "box.glue"), style, box.inset(0.3), ink)
        if not isinstance(words, Overflow):
            width = line_width(words[0]) + 2.0
            patch = Rect(-width / 2, box.y, width, box.h)
            own += [Path(PathBuilder().rect(patch).done(), fill=WHITE), *words]
        matrix = rotation(-90 if upright else 0).then(translation(*area.centre))
        items.append(transformed(own, matrix))
    return items


def _hatch(box: Rect) -> PathData:
    """Return lines under 45° from edge to edge of a box."""
    builder = PathBuilder()
    x = box.x - box.h
    while (x := x + _HATCH) < box.right:
        start, end = max(x, box.x), min(x + box.h, box.right)
        if end - start > 0.2:
            builder.move(start, box.bottom - (start - x)).line(end, box.bottom - (end - x))
    return builder.done()


def free_places(line: Dieline) -> list[Rect]:
    """Return where words may be in the waste: above the front, and above all from there to the
    left.
    """
    p, box = line.panels, line.box
    front = p[FRONT].y - BLEED - _TICK_GAP - _TICK_LENGTH
    right = p[BACK].x - BLEED - _AIR
    return [
        Rect(p[FRONT].x + _AIR, box.y, p[FRONT].w - 2 * _AIR, front - box.y),
        Rect(box.x, box.y, right - box.x, p[DUST].y - _AIR - box.y),
    ]


def place_below(line: Dieline) -> Rect:
    """Return where words are that find no place beside the box; it is as deep as they need."""
    return Rect(line.box.x, line.box.bottom + BLEED + _AIR, line.box.w, 0.0)
