"""The die line of a tuck box, and its wrap-around pattern."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import pairwise

import msgspec
from msgspec.structs import astuple

from printkit.art import backs
from printkit.art.theme import Theme
from printkit.base.geometry import Rect, translation
from printkit.graphics.display_list import Group, Item, Use
from printkit.graphics.path import PathBuilder, PathData, Point
from printkit.model.cards import Family

# The thickness of the board of the box (mm).
BOARD = 0.4
# The clearance around a card (mm).
AIR = 1.0
# The clearance above a stack (mm), which includes the glue flap and the tongue.
SLACK = 2.0
# The least depth of a box (mm): flaps of a shallower one would be too small.
MIN_DEPTH = 6.0
# The greatest width of the glue flap, and the greatest overlap of the flaps of the bottom (mm):
# more would only waste paper.
MAX_GLUE, MAX_SHARED = 15.0, 25.0
# Shares of the depth: glue flap, dust flaps, outer flap of the bottom.
_GLUE_SHARE, _DUST_SHARE, _OUTER_SHARE = 0.8, 0.6, 0.8
# Shares of the width: the greatest of dust flaps, tongue, slits, thumb notch.
_MAX_DUST_SHARE, _TONGUE_SHARE, _SLIT_SHARE, _NOTCH_SHARE = 0.45, 0.2, 0.1, 0.15
# The inset of each side of a flap from its panel, and of the tongue from the lid (mm).
FLAP_TAPER = 1.0
# The distance of glue from folds and cuts (mm).
_GLUE_EDGE = 1.5


class BoxPanels(msgspec.Struct, frozen=True):
    """The rectangles of a flat box between folds and cuts: the four walls, lid and tongue, the
    glue flap, the dust flaps at the head and at the foot, and the two flaps of the bottom."""

    side: Rect
    front: Rect
    other: Rect
    back: Rect
    lid: Rect
    tongue: Rect
    glue: Rect
    dust: Rect
    other_dust: Rect
    foot: Rect
    other_foot: Rect
    inner: Rect
    outer: Rect

    @property
    def walls(self) -> tuple[Rect, ...]:
        """The walls, from left to right."""
        return self.side, self.front, self.other, self.back


class Dieline(msgspec.Struct, frozen=True):
    """A flat box.

    `outline` is one closed path, `slits` are cuts inside it, `folds` straight lines; on `glue`
    nothing is printed. `inner` is the space in the folded box: width, height, depth.
    """

    box: Rect
    panels: BoxPanels
    outline: PathData
    slits: PathData
    folds: PathData
    glue: tuple[Rect, ...]
    inner: tuple[float, float, float]

    @property
    def cuts(self) -> PathData:
        return self.outline + self.slits

    @property
    def notch(self) -> float:
        """The radius of the thumb notch in the upper edge of the front."""
        return _NOTCH_SHARE * self.panels.front.w

    @property
    def depth(self) -> float:
        return self.panels.side.w


def make_dieline(card_w: float, card_h: float, stack: float) -> Dieline:
    """Return the die line of a box for a card size and a stack thickness."""
    w, h = card_w + 2 * BOARD + AIR, card_h + 2 * BOARD + AIR
    d = max(stack + SLACK, MIN_DEPTH)
    panels = _place_panels(w, h, d)
    whole = reduce(Rect.union, astuple(panels))
    dx, dy = -whole.centre[0], -whole.centre[1]
    centred = translation(dx, dy)
    placed = BoxPanels(*(panel.moved(dx, dy) for panel in astuple(panels)))
    return Dieline(
        box=whole.moved(dx, dy),
        panels=placed,
        outline=_box_outline(panels).transformed(centred),
        slits=_lid_slits(panels).transformed(centred),
        folds=_fold_lines(panels).transformed(centred),
        glue=_glue_areas(placed),
        inner=(w - 2 * BOARD, h - 2 * BOARD, d - 2 * BOARD),
    )


def _place_panels(w: float, h: float, d: float) -> BoxPanels:
    """Return the panels; the upper left corner of the first side is the origin."""
    glue = min(_GLUE_SHARE * d, MAX_GLUE)
    dust = min(_DUST_SHARE * d, _MAX_DUST_SHARE * w)
    front, other, back = d, d + w, 2 * d + w
    tongue, outer = _TONGUE_SHARE * w, _OUTER_SHARE * d
    inner = min(d, d - outer + MAX_SHARED)
    return BoxPanels(
        side=Rect(0, 0, d, h),
        front=Rect(front, 0, w, h),
        other=Rect(other, 0, d, h),
        back=Rect(back, 0, w, h),
        lid=Rect(back, -d, w, d),
        tongue=Rect(back, -d - tongue, w, tongue),
        glue=Rect(-glue, 0, glue, h),
        dust=Rect(0, -dust, d, dust),
        other_dust=Rect(other, -dust, d, dust),
        foot=Rect(0, h, d, dust),
        other_foot=Rect(other, h, d, dust),
        inner=Rect(back, h, w, inner),
        outer=Rect(front, h, w, outer),
    )


def _box_outline(panels: BoxPanels) -> PathData:
    """Return the outline, clockwise from the upper left corner of the first side."""
    front, lid, tongue = panels.front, panels.lid, panels.tongue
    notch, cx = _NOTCH_SHARE * front.w, front.centre[0]
    builder = PathBuilder().move(panels.side.x, panels.side.y)
    _add_lines(builder, _flap_corners(panels.dust, up=True))
    builder.line(front.x, front.y)
    builder.arc(cx, front.y, notch, 180, 0, join=True).line(front.right, front.y)
    _add_lines(builder, _flap_corners(panels.other_dust, up=True))
    builder.line(lid.x, lid.bottom).line(lid.x, lid.y)
    left, right, r = tongue.x + FLAP_TAPER, tongue.right - FLAP_TAPER, tongue.h
    builder.line(left, lid.y)
    builder.arc(left + r, lid.y, r, 180, 270, join=True)
    builder.arc(right - r, lid.y, r, 270, 360, join=True)
    builder.line(lid.right, lid.y).line(panels.back.right, panels.back.bottom)
    for flap in (panels.inner, panels.other_foot, panels.outer, panels.foot):
        square = flap in (panels.inner, panels.outer)
        _add_lines(builder, _flap_corners(flap, up=False, square=square))
        builder.line(flap.x, flap.y)
    glue = panels.glue
    slope = min(glue.w * 0.6, glue.h * 0.2)
    builder.line(glue.x, glue.bottom - slope).line(glue.x, glue.y + slope)
    return builder.close().done()


def _flap_corners(rect: Rect, *, up: bool, square: bool = False) -> list[Point]:
    """Return the free corners of a flap tapered on both sides, in clockwise order."""
    shoulder = min(2 * FLAP_TAPER, rect.h / 3)
    cut = min(1.5, rect.h / 4) if square else min(rect.h * 0.35, rect.w * 0.3)
    left, right = rect.x + FLAP_TAPER, rect.right - FLAP_TAPER
    base, tip, out = (rect.bottom, rect.y, -1) if up else (rect.y, rect.bottom, 1)
    points = [
        (left, base + out * shoulder),
        (left, tip - out * cut),
        (left + cut, tip),
        (right - cut, tip),
        (right, tip - out * cut),
        (right, base + out * shoulder),
    ]
    return points if up else points[::-1]


def _add_lines(builder: PathBuilder, points: list[Point]) -> None:
    for x, y in points:
        builder.line(x, y)


def _lid_slits(panels: BoxPanels) -> PathData:
    """Return the slits that lock the lid on the dust flaps, along the fold of the tongue."""
    lid, long = panels.lid, _SLIT_SHARE * panels.lid.w
    builder = PathBuilder().move(lid.x + FLAP_TAPER, lid.y).line(lid.x + long, lid.y)
    return builder.move(lid.right - long, lid.y).line(lid.right - FLAP_TAPER, lid.y).done()


def _fold_lines(panels: BoxPanels) -> PathData:
    """Return all folds; the fold of the tongue is between the slits."""
    builder = PathBuilder()
    for wall in panels.walls:  # vertical folds, at the left of each wall
        builder.move(wall.x, wall.y).line(wall.x, wall.bottom)
    for flap in (panels.dust, panels.other_dust, panels.lid):
        builder.move(flap.x, flap.bottom).line(flap.right, flap.bottom)
    for flap in (panels.foot, panels.outer, panels.other_foot, panels.inner):
        builder.move(flap.x, flap.y).line(flap.right, flap.y)
    lid, long = panels.lid, _SLIT_SHARE * panels.lid.w
    return builder.move(lid.x + long, lid.y).line(lid.right - long, lid.y).done()


def _glue_areas(panels: BoxPanels) -> tuple[Rect, ...]:
    """Return the glue flap, and the part of the inner flap under the outer one."""
    flap, inner, seen = panels.glue, panels.inner, panels.side.w - panels.outer.h
    slope = min(flap.w * 0.6, flap.h * 0.2)
    edge, side = -_GLUE_EDGE, -_GLUE_EDGE - FLAP_TAPER
    strip = flap.outset(edge, -slope, edge - 1.0, -slope)
    return strip, inner.outset(side, edge - 1.0 - seen, side, edge)


# The extent of the pattern beyond a cut or a fold (mm) …
PATTERN_BLEED = 2.0
# … and beyond a flap towards its neighbour.
_FLAP_BLEED = 1.5
_UNDER = 0.1


def bleed_areas(line: Dieline) -> list[Rect]:
    """Return the areas of the pattern: the visible parts of the closed box, with bleed."""
    p = line.panels
    walls, bleed = p.side.union(p.back), PATTERN_BLEED
    around = walls.outset(min(bleed, p.glue.w / 2), bleed, bleed, bleed)
    lid = p.lid.outset(_FLAP_BLEED, 0, PATTERN_BLEED, 0)
    top = line.box.y - PATTERN_BLEED  # the tongue is visible through the notch
    seen = line.depth - p.outer.h + PATTERN_BLEED
    return [
        around,
        lid._replace(y=top, h=around.y - top),
        p.outer.outset(_FLAP_BLEED, -PATTERN_BLEED, _FLAP_BLEED, PATTERN_BLEED),
        p.inner._replace(h=seen).outset(_FLAP_BLEED, -PATTERN_BLEED, PATTERN_BLEED, 0),
    ]


def printed_region(line: Dieline, within: Rect | None = None) -> PathData:
    """Return the printed area, or its intersection with a rectangle, as a path of rectangles."""
    builder = PathBuilder()
    for rect in bleed_areas(line):
        part = rect if within is None else rect.intersection(within)
        if part.w > 0 and part.h > 0:
            builder.rect(part)
    return builder.done()


def draw_pattern(line: Dieline, families: Sequence[Family], theme: Theme) -> list[Item]:
    """Draw the pattern on the visible parts of the box.

    A period is a panel and a side, across and down. Seams are in the middle of the sides, of the
    lid and of the bottom.
    """
    p = line.panels
    whole = line.box.inset(-PATTERN_BLEED)
    first, last = families[0], families[-1]
    front, end = p.front.centre[0], p.back.centre[0]
    around = p.front.w + line.depth
    if first.back == last.back:
        cuts = [whole.x, p.side.centre[0], p.other.centre[0], whole.right]
        columns = [(first, front - around), (first, front), (first, end)]
    else:
        cuts = [whole.x, p.other.x, whole.right]
        columns = [(first, front), (last, end)]
    middle, over = p.front.centre[1], p.front.h + line.depth
    levels = [whole.y, middle - over / 2, middle + over / 2, whole.bottom]
    items: list[Item] = []
    for (family, x), (left, right) in zip(columns, pairwise(cuts), strict=True):
        bleed = line.depth / 2 + PATTERN_BLEED
        tile = backs.draw_pattern(family.back.design, around, over, bleed, theme)
        for step, (top, foot) in zip((-1, 0, 1), pairwise(levels), strict=True):
            # Overlap the next tile a little, so that no pale line shows between them.
            clip = printed_region(line, Rect(left, top, right - left + _UNDER, foot - top + _UNDER))
            if clip.steps:
                place = translation(x, middle + step * over)
                items.append(Group((Use(tile, place),), clip=clip))
    return items
