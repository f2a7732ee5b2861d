"""Engraved ornaments of places: rings, ticks, chamfered frames, orbits.

Items are about the origin, or about a rectangle. Nothing is thinner than a hairline; if ink is
saved there are lines and no fills.
"""

from __future__ import annotations

import math
from pathlib import Path as FilePath

from msgspec.structs import replace

from printkit.art.backs import draw_back
from printkit.art.emblem import emblem, place_emblem
from printkit.art.frames import frame_outline
from printkit.art.theme import Palette, Theme
from printkit.base.geometry import Rect
from printkit.base.paper_sizes import Size
from printkit.graphics.card_outline import ROUNDED, card_outline
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import Group, Item, Path, Stroke, Use
from printkit.graphics.measures import FINE, LINE
from printkit.graphics.path import PathBuilder, PathData

# The corners of a place are cut by so much (mm): less than the round corners of a card leave free.
CHAMFER = 2.6


def fine_stroke(palette: Palette) -> Stroke:
    """Return a fine line in the palette's own colour."""
    return Stroke(palette.main, palette.line_weight(FINE))


def main_stroke(palette: Palette, width: float = LINE) -> Stroke:
    """Return a line in the palette's own colour."""
    return Stroke(palette.main, palette.line_weight(width))


def tint_stroke(palette: Palette, width: float = FINE) -> Stroke:
    """Return a line in half tone."""
    return Stroke(palette.shade, palette.line_weight(width))


def draw_dots(data: PathData, colour: Colour, palette: Palette) -> Item:
    """Draw small bodies: filled, or if ink is saved their edges."""
    if palette.solid:
        return Path(data, fill=colour)
    return Path(data, stroke=Stroke(colour, palette.line_weight(FINE)))


def centred_rect(width: float, height: float) -> Rect:
    """Return a rectangle about the origin."""
    return Rect(-width / 2, -height / 2, width, height)


def place_outline(rect: Rect, shape: str) -> PathData:
    """Return the outline of a place for a card: chamfered, or as the card is cut."""
    if shape == ROUNDED:
        return frame_outline("chamfer", rect, CHAMFER)
    return card_outline(rect, shape)


def draw_plate(
    rect: Rect, palette: Palette, *, double: bool = True, shape: str = ROUNDED
) -> list[Item]:
    """Draw a frame on a pale ground, chamfered or in the shape of a card, with a fine line
    inside it.
    """
    fill = palette.tint if palette.solid else None
    items: list[Item] = [Path(place_outline(rect, shape), fill=fill, stroke=main_stroke(palette))]
    if double and palette.solid and min(rect.w, rect.h) > 8:
        inner = frame_outline("chamfer", rect.inset(0.9), CHAMFER - 0.35)
        items.append(Path(inner, stroke=fine_stroke(palette)))
    return items


def draw_ring(r: float, palette: Palette, *, solid: bool = True) -> list[Item]:
    """Draw a round frame on a pale ground, with a fine circle inside it."""
    fill = palette.tint if palette.solid and solid else None
    items: list[Item] = [
        Path(PathBuilder().circle(0, 0, r).done(), fill=fill, stroke=main_stroke(palette))
    ]
    if palette.solid and r > 4:
        inner = PathBuilder().circle(0, 0, r - 0.9).done()
        items.append(Path(inner, stroke=fine_stroke(palette)))
    return items


def draw_ticks(
    outer: float, count: int, palette: Palette, *, every: int = 4, depth: float = 1.6
) -> Item:
    """Draw a graduated ring: strokes from `outer` inwards, every nth longer."""
    builder = PathBuilder()
    for step in range(count):
        angle = 2 * math.pi * step / count - math.pi / 2
        inner = outer - (depth if step % every == 0 else 0.5 * depth)
        builder.move(inner * math.cos(angle), inner * math.sin(angle))
        builder.line(outer * math.cos(angle), outer * math.sin(angle))
    return Path(builder.done(), stroke=fine_stroke(palette))


def draw_arcs(
    radii: tuple[float, ...], palette: Palette, gaps: int = 4, open_: float = 18.0
) -> Item:
    """Draw concentric circles that leave `gaps` openings, each ring turned against the previous
    one.
    """
    builder = PathBuilder()
    for i, r in enumerate(radii):
        turned = 45.0 + i * 180 / gaps / 2
        for part in range(gaps):
            start = turned + part * 360 / gaps + open_ / 2
            builder.arc(0, 0, r, start, start + 360 / gaps - open_)
    return Path(builder.done(), stroke=fine_stroke(palette))


def draw_corner_scales(rect: Rect, palette: Palette, reach: float = 7.0) -> list[Item]:
    """Draw quarter orbits with a body on the outer one in each corner of a rectangle."""
    builder, bodies = PathBuilder(), PathBuilder()
    starts = {(1, 1): 0.0, (-1, 1): 90.0, (-1, -1): 180.0, (1, -1): 270.0}
    for dx, x in ((1, rect.x), (-1, rect.right)):
        for dy, y in ((1, rect.y), (-1, rect.bottom)):
            start = starts[dx, dy]
            for share in (0.55, 0.78, 1.0):
                builder.arc(x, y, reach * share, start + 14, start + 76)
            slope = math.radians(start + 45)
            at = 0.78 * reach
            bodies.circle(x + at * math.cos(slope), y + at * math.sin(slope), 0.55)
    return [
        Path(builder.done(), stroke=tint_stroke(palette)),
        draw_dots(bodies.done(), palette.main, palette),
    ]


def draw_flourish(box: Rect, x: float, y: float, width: float, palette: Palette) -> list[Item]:
    """Draw graduated rules from either side of a drawing of a width, about (x, y), to the ends of a
    box, with a body on a small orbit; empty if too little is left.
    """
    fine, bodies = PathBuilder(), PathBuilder()
    for side, end in ((-1, box.x), (1, box.right)):
        start = x + side * (width / 2 + 9)
        if side * (end - start) < 16:
            continue
        fine.circle(start, y, 2.2).circle(start, y, 3.2)
        bodies.circle(start, y, 0.9)
        first, count = start + side * 5, int(side * (end - start) // 3)
        fine.move(first, y).line(end, y)
        for step in range(count):
            at = end - side * step * (side * (end - first)) / count
            fine.move(at, y - (1.6 if step % 4 == 0 else 0.8)).line(at, y)
    if not bodies.done().steps:
        return []
    return [
        Path(fine.done(), stroke=tint_stroke(palette)),
        draw_dots(bodies.done(), palette.accent, palette),
    ]


def star_path(points: int, outer: float, inner: float, turned: float = 0.0) -> PathData:
    """Return a star about the origin, its first point up."""
    corners = []
    for step in range(points * 2):
        angle = math.radians(turned + 180 / points * step - 90)
        r = inner if step % 2 else outer
        corners.append((r * math.cos(angle), r * math.sin(angle)))
    return PathBuilder().polygon(corners).done()


def draw_porthole(
    key: str | FilePath, size: Size, r: float, theme: Theme, palette: Palette
) -> list[Item]:
    """Draw a round window onto the back of a card, in a graduated ring."""
    symbol = draw_back(key, size.w, size.h, 0.0, theme)
    glass = PathBuilder().circle(0, 0, r).done()
    rim = PathBuilder().circle(0, 0, r).done()
    return [
        Path(glass, fill=palette.paper),
        Group((Use(symbol),), clip=glass),
        Path(rim, stroke=main_stroke(palette)),
        Path(PathBuilder().circle(0, 0, r + 2.4).done(), stroke=fine_stroke(palette)),
        draw_ticks(r + 2.4, 60, palette, every=5),
    ]


def tinted_emblem(path: FilePath, size: float, palette: Palette) -> Item:
    """Return a drawing as a pale hint of what is put there."""
    pale = palette
    if palette.solid:
        pale = replace(
            palette,
            ink=palette.shade,
            main=palette.shade,
            shade=palette.tint,
            accent=palette.shade,
            paper=palette.tint,
            tint=palette.tint,
        )
    return place_emblem(emblem(path, pale, size), 0, 0, size)
