"""Places for cards: stock, discard, pile, common cards, hand, cells.

In: a Site. Out: a Spot of places that hold a card each, with air around it. What is printed on
them lies under the cards; a stock shows the back of its family through a round window, numbered
cells their number.
"""

from __future__ import annotations

from printkit.art.frames import frame_outline
from printkit.base.geometry import Rect, half_rotation, translation
from printkit.graphics.display_list import Item, Path, transformed
from printkit.graphics.font import TITLE_BOLD
from printkit.graphics.path import PathBuilder
from printkit.products.cards.index import text_colour_on_paper
from printkit.products.tabletop.context import AIR, PlaceContext, PlaceDrawing
from printkit.products.tabletop.engraving import (
    CHAMFER,
    arcs,
    centred,
    corner_scale,
    fine_stroke,
    line,
    plate,
    porthole,
    ring,
    star,
    ticks,
    tint_stroke,
)
from printkit.products.tabletop.grid import cells
from printkit.products.tabletop.label import (
    NAME_SIZE,
    Label,
    LabelText,
    fit_label,
    is_two_sided,
    make_facing_labels,
    make_label,
)

# What stays free between a label and the frame of its place (mm).
_PAD = 3.4
# The window onto a back, as a share of the shorter side.
_WINDOW = 0.21
# From the motif to the label below it (mm).
_GAP = 2.2
# In shared air a line between two cards is as long as this (mm).
_TICK = 4.0
# The name on numbered cells against that of other places.
_SMALL = 0.78
# On a mat, which is read from further away, the name against that on other things; how much smaller
# it may be made for want of room.
_FAR, _SHRUNK = 1.35, (1.0, 0.85, 0.7, 0.55)
_TURN = half_rotation(0, 0)


def card_places(site: PlaceContext) -> PlaceDrawing:
    """The places of a kind that holds cards. Raises TextOverflow for a name too long for a card."""
    size, tight = site.setting.size, site.wish.share_padding
    air = AIR if tight else 2 * AIR
    pitch = (size.w + air, size.h + air)
    count, per_row = site.place.count, site.per_row
    width, height = per_row * pitch[0] + 2 * AIR - air, site.rows * pitch[1] + 2 * AIR - air
    box = centred(size.w + 2 * AIR, size.h + 2 * AIR)
    items: list[Item] = []
    if tight:
        items += _rail(centred(width, height), site, pitch)
    for i, (x, y) in enumerate(cells(count, per_row, pitch)):
        here = [] if tight else plate(box, site.palette, double=False)
        items.append(transformed([*here, *_inside(box, site, i)], translation(x, y)))
    return PlaceDrawing(width, height, tuple(items))


def _rail(box: Rect, site: PlaceContext, pitch: tuple[float, float]) -> list[Item]:
    """One frame round all places, with marks in the air between them."""
    items = plate(box, site.palette, double=False)
    builder = PathBuilder()
    for row in range(1, site.rows):
        y = box.y + AIR / 2 + row * pitch[1]
        builder.move(box.x, y).line(box.x + _TICK, y).move(box.right - _TICK, y).line(box.right, y)
    for column in range(1, site.per_row):
        x = box.x + AIR / 2 + column * pitch[0]
        builder.move(x, box.y).line(x, box.y + _TICK).move(x, box.bottom - _TICK).line(
            x, box.bottom
        )
    if marks := builder.done():
        items.append(Path(marks, stroke=line(site.palette)))
    return items


def _inside(box: Rect, site: PlaceContext, index: int) -> list[Item]:
    """What a place shows while no card lies on it: of several one bears the name."""
    palette = site.palette
    inner = box.inset(AIR + 1.2)
    frame = Path(frame_outline("chamfer", inner, CHAMFER), stroke=tint_stroke(palette))
    motif, reach = _motif(site, _WINDOW * min(box.w, box.h), index)
    items: list[Item] = [frame, *corner_scale(inner, palette, min(7.0, 0.16 * min(box.w, box.h)))]
    if is_two_sided(site.place.on):
        return [*items, *_from_two_sides(box, inner, site, index, motif, reach)]
    words = _words(site, box)
    # On a card too low for both the words stand alone.
    if 2 * reach + _GAP + words.height > inner.h - 4:
        return [frame, words.draw_about(0, 0)] if index == _named(site) else [frame]
    # The motif stands alike on all places, in the middle or so much higher as the words ask for.
    top = min(-reach, inner.bottom - 3 - (2 * reach + _GAP + words.height))
    items.append(transformed(motif, translation(0, top + reach)))
    if index == _named(site):
        items.append(words.draw_below(0, top + 2 * reach + _GAP))
    return items


def _from_two_sides(
    box: Rect, inner: Rect, site: PlaceContext, index: int, motif: list[Item], reach: float
) -> list[Item]:
    """The motif in the middle, the name below it, and turned above it for who sits opposite."""
    most = inner.h / 2 - 2.5
    for share in _SHRUNK:
        size = NAME_SIZE * _FAR * share * min(1.3, max(1.0, box.w / 50))
        own, how = site.place.name, site.place.how
        result = make_facing_labels(
            own, how, box.w - 2 * _PAD, site.setting, site.palette, size=size
        )
        if reach + _GAP + result.height <= most:
            break
    alone = reach + _GAP + result.height > most
    y = 1.2 if alone else reach + _GAP
    items = [] if alone else list(motif)
    if index == _named(site):
        items.append(result.near.draw_below(0, y))
    if index == site.place.count - 1 - _named(site):
        items.append(transformed([result.far.draw_below(0, y)], _TURN))
    return items


def _named(site: PlaceContext) -> int:
    """Which place bears the name: the one in the middle, or where there is none the first."""
    count, per_row, rows = site.place.count, site.per_row, site.rows
    return count // 2 if per_row % 2 and rows % 2 and count == per_row * rows else 0


def _words(site: PlaceContext, box: Rect) -> Label:
    """The name of the place, smaller on numbered cells, with a word of use."""
    small = _SMALL if site.place.kind == "cells" else 1.0
    width, size = box.w - 2 * _PAD, NAME_SIZE * small * min(1.3, max(1.0, box.w / 50))
    return make_label(site.place.name, site.place.how, width, site.setting, site.palette, size=size)


def _motif(site: PlaceContext, r: float, index: int) -> tuple[list[Item], float]:
    """The ornament of a kind, about the origin, and how far it reaches."""
    kind, palette, setting = site.place.kind, site.palette, site.setting
    family = site.family
    if kind == "cells":
        return _number(index + 1, r, site), r
    if kind == "discard":
        return _open_ring(r, site), r + 2.4
    if kind == "common" or family is None:
        rays = Path(star(8, 0.72 * r, 0.2 * r), stroke=line(palette))
        return [
            *ring(r, palette, solid=False),
            ticks(r - 1.4, 48, palette),
            rays,
        ], r
    return porthole(family.back.design, setting.size, r, setting.theme, palette), r + 2.4


def _number(number: int, r: float, site: PlaceContext) -> list[Item]:
    """The number of a cell in a graduated ring."""
    palette = site.palette
    text = LabelText(str(number), TITLE_BOLD, 1.05 * r)
    figure = fit_label((text,), 2 * r, text_colour_on_paper(palette))
    return [
        *ring(r, palette, solid=False),
        ticks(r - 1.3, 36, palette, every=9, depth=1.4),
        figure.draw_about(0, 0.08 * r),
    ]


def _open_ring(r: float, site: PlaceContext) -> list[Item]:
    """Rings that stand open, around an arrow that points down: here cards are laid away."""
    palette = site.palette
    builder = PathBuilder()
    for step in range(3):
        y = (-0.34 + 0.3 * step) * r
        builder.move(-0.36 * r, y - 0.18 * r).line(0, y + 0.18 * r).line(0.36 * r, y - 0.18 * r)
    return [
        arcs((r + 2.4, r + 1.2, r), palette),
        Path(builder.done(), stroke=line(palette, 0.5)),
        Path(
            PathBuilder().circle(0, 0, 0.78 * r).done(),
            stroke=fine_stroke(palette),
        ),
    ]
