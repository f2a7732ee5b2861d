"""Places for cards: stock, discard, pile, common cards, hand, cells.

What is printed on them is under the cards; a stock shows the back of its family through a round
window, numbered cells their number.
"""

from __future__ import annotations

from printkit.base.geometry import Rect, half_rotation, translation
from printkit.graphics.card_outline import ROUNDED
from printkit.graphics.display_list import Item, Path, transformed
from printkit.graphics.font import TITLE_BOLD
from printkit.graphics.path import PathBuilder
from printkit.products.cards.index import text_colour_on_paper
from printkit.products.tabletop.context import AIR, PlaceContext, PlaceDrawing
from printkit.products.tabletop.engraving import (
    centred_rect,
    draw_arcs,
    draw_corner_scales,
    draw_plate,
    draw_porthole,
    draw_ring,
    draw_ticks,
    fine_stroke,
    main_stroke,
    place_outline,
    star_path,
    tint_stroke,
)
from printkit.products.tabletop.grid import grid_centres
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


def draw_card_places(site: PlaceContext) -> PlaceDrawing:
    """Draw places that hold a card each. Raises TextOverflow for a name too long for a card."""
    size, tight = site.options.size, site.wish.share_padding
    air = AIR if tight else 2 * AIR
    pitch = (size.w + air, size.h + air)
    count, per_row = site.place.count, site.per_row
    width, height = per_row * pitch[0] + 2 * AIR - air, site.rows * pitch[1] + 2 * AIR - air
    box = centred_rect(size.w + 2 * AIR, size.h + 2 * AIR)
    items: list[Item] = []
    if tight:
        items += _draw_rail(centred_rect(width, height), site, pitch)
    for i, (x, y) in enumerate(grid_centres(count, per_row, pitch)):
        here = [] if tight else draw_plate(box, site.palette, double=False, shape=site.shape)
        items.append(transformed([*here, *_draw_inside(box, site, i)], translation(x, y)))
    return PlaceDrawing(width, height, tuple(items))


def _draw_rail(box: Rect, site: PlaceContext, pitch: tuple[float, float]) -> list[Item]:
    """Draw one frame round all places, with marks in the gaps between them."""
    items = draw_plate(box, site.palette, double=False)
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
        items.append(Path(marks, stroke=main_stroke(site.palette)))
    return items


def _draw_inside(box: Rect, site: PlaceContext, index: int) -> list[Item]:
    """Draw what a place shows while it is empty: of several one bears the name."""
    palette = site.palette
    inner = box.inset(AIR + 1.2)
    frame = Path(place_outline(inner, site.shape), stroke=tint_stroke(palette))
    motif, reach = _draw_motif(site, _WINDOW * min(box.w, box.h), index)
    items: list[Item] = [frame]
    if site.shape == ROUNDED:
        items += draw_corner_scales(inner, palette, min(7.0, 0.16 * min(box.w, box.h)))
    if is_two_sided(site.place.on):
        return [*items, *_draw_for_both_sides(box, inner, site, index, motif, reach)]
    words = _make_label(site, box)
    # On a card too low for both the words stand alone.
    if 2 * reach + _GAP + words.height > inner.h - 4:
        return [frame, words.draw_about(0, 0)] if index == _named_index(site) else [frame]
    # The motif stands alike on all places, in the middle or so much higher as the words ask for.
    top = min(-reach, inner.bottom - 3 - (2 * reach + _GAP + words.height))
    items.append(transformed(motif, translation(0, top + reach)))
    if index == _named_index(site):
        items.append(words.draw_below(0, top + 2 * reach + _GAP))
    return items


def _draw_for_both_sides(
    box: Rect, inner: Rect, site: PlaceContext, index: int, motif: list[Item], reach: float
) -> list[Item]:
    """Draw the motif in the middle, the name below it, and turned above it for who sits
    opposite.
    """
    maximum = inner.h / 2 - 2.5
    for share in _SHRUNK:
        size = NAME_SIZE * _FAR * share * min(1.3, max(1.0, box.w / 50))
        own, how = site.place.name, site.place.how
        result = make_facing_labels(
            own, how, box.w - 2 * _PAD, site.options, site.palette, size=size
        )
        if reach + _GAP + result.height <= maximum:
            break
    alone = reach + _GAP + result.height > maximum
    y = 1.2 if alone else reach + _GAP
    items = [] if alone else list(motif)
    if index == _named_index(site):
        items.append(result.near.draw_below(0, y))
    if index == site.place.count - 1 - _named_index(site):
        items.append(transformed([result.far.draw_below(0, y)], _TURN))
    return items


def _named_index(site: PlaceContext) -> int:
    """Return which place bears the name: the one in the middle, or if there is none the first."""
    count, per_row, rows = site.place.count, site.per_row, site.rows
    return count // 2 if per_row % 2 and rows % 2 and count == per_row * rows else 0


def _make_label(site: PlaceContext, box: Rect) -> Label:
    """Return the name of the place, smaller on numbered cells, with a word of use."""
    small = _SMALL if site.place.kind == "cells" else 1.0
    width, size = box.w - 2 * _PAD, NAME_SIZE * small * min(1.3, max(1.0, box.w / 50))
    return make_label(site.place.name, site.place.how, width, site.options, site.palette, size=size)


def _draw_motif(site: PlaceContext, r: float, index: int) -> tuple[list[Item], float]:
    """Draw the ornament of a kind, about the origin; return its radius too."""
    kind, palette, options = site.place.kind, site.palette, site.options
    family = site.family
    if kind == "cells":
        return _draw_number(index + 1, r, site), r
    if kind == "discard":
        return _draw_open_ring(r, site), r + 2.4
    if kind == "common" or family is None:
        rays = Path(star_path(8, 0.72 * r, 0.2 * r), stroke=main_stroke(palette))
        return [
            *draw_ring(r, palette, solid=False),
            draw_ticks(r - 1.4, 48, palette),
            rays,
        ], r
    return draw_porthole(family.back.design, options.size, r, options.theme, palette), r + 2.4


def _draw_number(number: int, r: float, site: PlaceContext) -> list[Item]:
    """Draw the number of a cell in a graduated ring."""
    palette = site.palette
    text = LabelText(str(number), TITLE_BOLD, 1.05 * r)
    figure = fit_label((text,), 2 * r, text_colour_on_paper(palette))
    return [
        *draw_ring(r, palette, solid=False),
        draw_ticks(r - 1.3, 36, palette, every=9, depth=1.4),
        figure.draw_about(0, 0.08 * r),
    ]


def _draw_open_ring(r: float, site: PlaceContext) -> list[Item]:
    """Draw open rings around an arrow that points down: here cards are discarded."""
    palette = site.palette
    builder = PathBuilder()
    for step in range(3):
        y = (-0.34 + 0.3 * step) * r
        builder.move(-0.36 * r, y - 0.18 * r).line(0, y + 0.18 * r).line(0.36 * r, y - 0.18 * r)
    return [
        draw_arcs((r + 2.4, r + 1.2, r), palette),
        Path(builder.done(), stroke=main_stroke(palette, 0.5)),
        Path(
            PathBuilder().circle(0, 0, 0.78 * r).done(),
            stroke=fine_stroke(palette),
        ),
    ]
