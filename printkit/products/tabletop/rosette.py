"""A rosette: rings of guilloche about the origin, in a graduated casing."""

from __future__ import annotations

from itertools import pairwise

from printkit.art.theme import Palette
from printkit.graphics.display_list import Group, Item, Path
from printkit.graphics.path import PathData
from printkit.products.tabletop.engraving import (
    HEAVY,
    circle,
    draw_ticks,
    draw_waves,
    fine_stroke,
    main_stroke,
)
from printkit.products.tabletop.surface import TableInks

# The casing is so much wider than the rings (mm).
CASING = 3.2
# Three rings from inside: gold, soft, gold; their shares of the way. Below so much (mm), one.
_RINGS = (0.0, 0.34, 0.68, 1.0)
_ONE_RING = 26.0
# How far the rings of a ground reach, against the first.
_CLOTH = (1.0, 1.5, 2.05, 2.65, 3.3, 4.1, 5.0)


def draw_casing(r: float, palette: Palette, inks: TableInks) -> list[Item]:
    """Draw the edge round rings that end at a radius: a fine line, a heavy one, a graduation."""
    return [
        Path(circle(r + CASING), fill=inks.ground, stroke=fine_stroke(palette)),
        Path(
            circle(r + 1.6),
            fill=inks.hollow,
            stroke=main_stroke(palette, HEAVY),
        ),
        draw_ticks(r + 1.2, 120, palette, every=10, depth=2.2),
    ]


def ring_bounds(inner: float, outer: float) -> list[tuple[float, float]]:
    """Return the bounds of the rings between two radii, from inside."""
    if outer - inner < _ONE_RING:
        return [(inner, outer)]
    steps = [inner + share * (outer - inner) for share in _RINGS]
    return list(pairwise(steps))


def draw_rings(inner: float, outer: float, palette: Palette, inks: TableInks) -> list[Item]:
    """Draw rings of gold and one of a soft tone between them."""
    items: list[Item] = []
    for i, (start, end) in enumerate(ring_bounds(inner, outer)):
        items += draw_waves(start + 0.2, end - 0.2, inks, golden=i % 2 == 0)
        if i:
            items.append(Path(circle(start), stroke=fine_stroke(palette)))
    return [
        *items,
        Path(circle(inner), fill=inks.hollow, stroke=main_stroke(palette)),
    ]


def draw_cloth(start: float, far: float, edge: PathData, inks: TableInks) -> Group:
    """Draw the ground of a mat: wide rings in one tone from a radius out to another, in an edge."""
    items: list[Item] = []
    for inner, outer in pairwise(start * share for share in _CLOTH):
        if inner < far:
            items += draw_waves(inner, outer, inks, golden=False, colour=inks.ring)
    return Group(tuple(items), clip=edge)
