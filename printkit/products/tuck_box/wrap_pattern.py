"""The pattern of a tuck box: that of its cards' backs, all round.

With one back the pattern continues across every fold; of two backs the first has the front and the
side before it, the second the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from printkit.art import backs
from printkit.art.theme import Theme
from printkit.base.content import load_content
from printkit.base.geometry import Rect, translation
from printkit.graphics.display_list import Group, Item, Symbol, Use
from printkit.graphics.path import PathBuilder, PathData
from printkit.model.cards import Family
from printkit.products.tuck_box.dieline import (
    BACK,
    FRONT,
    GLUE,
    INNER,
    LID,
    OTHER,
    OUTER,
    SIDE,
    Dieline,
)

# How far the pattern extends past a cut or a fold …
BLEED = 2.0
# … and from a flap towards its neighbour.
_FLAP_BLEED = 1.5
_UNDER = 0.1


def bleed_areas(line: Dieline) -> list[Rect]:
    """Return where the pattern is: all that is visible of the closed box, and a bleed around it."""
    p = line.panels
    around = p[SIDE].union(p[BACK]).outset(min(BLEED, p[GLUE].w / 2), BLEED, BLEED, BLEED)
    lid = p[LID].outset(_FLAP_BLEED, 0, BLEED, 0)
    top = line.box.y - BLEED  # through the notch the tongue is seen
    seen = line.depth - p[OUTER].h + BLEED
    return [
        around,
        lid._replace(y=top, h=around.y - top),
        p[OUTER].outset(_FLAP_BLEED, -BLEED, _FLAP_BLEED, BLEED),
        p[INNER]._replace(h=seen).outset(_FLAP_BLEED, -BLEED, BLEED, 0),
    ]


def printed_region(line: Dieline, within: Rect | None = None) -> PathData:
    """Return the printed part, or its share of a rectangle, as a path of rectangles."""
    builder = PathBuilder()
    for rect in bleed_areas(line):
        part = rect if within is None else rect.intersection(within)
        if part.w > 0 and part.h > 0:
            builder.rect(part)
    return builder.done()


def draw_pattern(line: Dieline, families: Sequence[Family], theme: Theme) -> list[Item]:
    """Draw the pattern on all that is visible of the box.

    It repeats after a panel and a side, both ways: seams are in the middle of sides, of the lid and
    of the bottom, where one period ends and the next begins.
    """
    p = line.panels
    whole = line.box.inset(-BLEED)
    first, last = families[0], families[-1]
    front, end = p[FRONT].centre[0], p[BACK].centre[0]
    around = p[FRONT].w + line.depth
    if first.back == last.back:
        cuts = [whole.x, p[SIDE].centre[0], p[OTHER].centre[0], whole.right]
        columns = [(first, front - around), (first, front), (first, end)]
    else:
        cuts = [whole.x, p[OTHER].x, whole.right]
        columns = [(first, front), (last, end)]
    middle, over = p[FRONT].centre[1], p[FRONT].h + line.depth
    levels = [whole.y, middle - over / 2, middle + over / 2, whole.bottom]
    items: list[Item] = []
    for (family, x), (left, right) in zip(columns, pairwise(cuts), strict=True):
        tile = _pattern_tile(line, family, theme)
        for step, (top, foot) in zip((-1, 0, 1), pairwise(levels), strict=True):
            # A little under what is painted next, so that no pale line shows between.
            clip = printed_region(line, Rect(left, top, right - left + _UNDER, foot - top + _UNDER))
            if clip.steps:
                place = translation(x, middle + step * over)
                items.append(Group((Use(tile, place),), clip=clip))
    return items


def _pattern_tile(line: Dieline, family: Family, theme: Theme) -> Symbol:
    """Return the pattern about the middle of a panel, as large as a card of panel and side would
    be.
    """
    front, depth = line.panels[FRONT], line.depth
    return backs.draw_pattern(
        family.back.design, front.w + depth, front.h + depth, depth / 2 + BLEED, theme
    )


def back_colour(family: Family) -> str:
    """Return the colour of a family's back, as a name or #rrggbb: that of its plates' lines."""
    if isinstance(family.back.design, str):
        return str(load_content("backs.toml")[family.back.design]["colour"])
    return family.colour_or_ink
