"""Frames: the bounds of a field on a box, a summary, a rule card. Content: templates/frames.toml.

A frame is the same under a half turn, and well inside the card: an outline near the edge would show
every misregistration. `scale` is that of the card against poker size.
"""

from __future__ import annotations

import math
from functools import lru_cache

from printkit.art.theme import line_weight
from printkit.base.content import load_content
from printkit.base.geometry import Rect
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import Item, Path, Stroke, Symbol, Use
from printkit.graphics.measures import FINE, LINE
from printkit.graphics.path import PathBuilder, PathData, Point

# Below this weight of lines a frame is one line, not two.
_DOUBLE = 0.5


def frame_outline(corner: str, field: Rect, depth: float) -> PathData:
    """Return the field's outline, its corners cut: chamfer, arc, spike, step, bracket or wave."""
    builder = PathBuilder()
    corners = (
        ((field.x, field.y), (0, 1), (1, 0)),
        ((field.right, field.y), (-1, 0), (0, 1)),
        ((field.right, field.bottom), (0, -1), (-1, 0)),
        ((field.x, field.bottom), (1, 0), (0, -1)),
    )
    for i, ((x, y), (ax, ay), (bx, by)) in enumerate(corners):
        start = (x + ax * depth, y + ay * depth)
        end = (x + bx * depth, y + by * depth)
        if i:
            builder.line(*start)
        else:
            builder.move(*start)
        _add_corner(builder, corner, (x, y), start, end, depth)
    return builder.close().done()


def _add_corner(
    builder: PathBuilder, corner: str, tip: Point, start: Point, end: Point, reach: float
) -> None:
    """Continue from `start` round the corner at `tip` to `end`."""
    (x, y), (sx, sy), (ex, ey) = tip, start, end
    inner = (sx + ex - x, sy + ey - y)  # the fourth point of the corner's square
    k = 0.5523
    if corner == "arc":  # concave: a bite round the tip
        builder.curve(
            sx + (inner[0] - sx) * k,
            sy + (inner[1] - sy) * k,
            ex + (inner[0] - ex) * k,
            ey + (inner[1] - ey) * k,
            ex,
            ey,
        )
    elif corner == "wave":  # convex
        builder.curve(
            sx + (x - sx) * k, sy + (y - sy) * k, ex + (x - ex) * k, ey + (y - ey) * k, ex, ey
        )
    elif corner == "spike":  # notched towards the middle
        depth = 0.62
        builder.line(x + (inner[0] - x) * depth, y + (inner[1] - y) * depth).line(ex, ey)
    elif corner == "step":  # two square steps
        builder.line((sx + inner[0]) / 2, (sy + inner[1]) / 2)
        builder.line((x + inner[0]) / 2, (y + inner[1]) / 2)
        builder.line((ex + inner[0]) / 2, (ey + inner[1]) / 2).line(ex, ey)
    elif corner == "bracket":  # a bite with a shoulder on either side
        near = 0.3
        ax, ay = sx + (inner[0] - sx) * near, sy + (inner[1] - sy) * near
        cx, cy = ex + (inner[0] - ex) * near, ey + (inner[1] - ey) * near
        builder.line(ax, ay)
        builder.curve(
            ax + (inner[0] - ax) * k,
            ay + (inner[1] - ay) * k,
            cx + (inner[0] - cx) * k,
            cy + (inner[1] - cy) * k,
            cx,
            cy,
        ).line(ex, ey)
    else:
        builder.line(ex, ey)


def draw_frame(
    name: str, field: Rect, main: Colour, outside: Colour, weight: float, scale: float
) -> list[Item]:
    """Draw the frame of a key of frames.toml .

    Its lines are `weight` times as heavy as on a card of the default theme.
    """
    spec = load_content("frames.toml")[name]
    reach = spec["reach"] * scale
    line, fine = line_weight(LINE, weight), line_weight(FINE, weight)
    items: list[Item] = [
        Path(frame_outline(spec["corner"], field, reach), stroke=Stroke(main, line))
    ]
    if weight >= _DOUBLE:
        inner = frame_outline(spec["corner"], field.inset(1.0 * scale), reach)
        items.append(Path(inner, stroke=Stroke(main, fine)))
    ornament = _ORNAMENTS[spec["ornament"]]
    if drawn := ornament(field, reach, scale).done():
        items.append(Path(drawn, stroke=Stroke(outside, fine, round=True)))
    if spec["ticks"]:
        items.append(
            _draw_ticks(field.inset(1.0 * scale), spec["ticks"], Stroke(main, fine), scale)
        )
    return items


@lru_cache(maxsize=256)
def draw_divider(field: Rect, main: Colour, accent: Colour, weight: float, scale: float) -> Use:
    """Draw the orbit that separates the two halves of a face: a line, a ring, a body on it."""
    cx, cy = field.centre
    ring, gap = 2.3 * scale, 1.0 * scale
    builder = PathBuilder()
    for side in (-1, 1):
        edge = field.x if side < 0 else field.right
        builder.move(edge - side * gap, cy).line(cx + side * (ring + 0.6 * scale), cy)
        for step in range(1, 5):
            x = cx + side * (ring + 2.2 * scale * step)
            builder.move(x, cy - 0.45 * scale).line(x, cy + 0.45 * scale)
    builder.circle(cx, cy, ring)
    items = (
        Path(builder.done(), stroke=Stroke(main, line_weight(FINE, weight))),
        Path(PathBuilder().circle(cx, cy, 1.3 * scale).done(), fill=main),
        Path(PathBuilder().circle(cx, cy, 0.55 * scale).done(), fill=accent),
    )
    box = Rect(field.x, cy - ring - 1, field.w, 2 * ring + 2)
    return Use(Symbol(f"divider-{main.name}", items, box))


def _corner_points(field: Rect) -> list[tuple[float, float, int, int]]:
    return [
        (x, y, 1 if x == field.x else -1, 1 if y == field.y else -1)
        for x in (field.x, field.right)
        for y in (field.y, field.bottom)
    ]


def _draw_orbits(field: Rect, depth: float, scale: float) -> PathBuilder:
    """Draw quarter orbits inside each bitten corner, and a small body at the tip."""
    builder = PathBuilder()
    for x, y, dx, dy in _corner_points(field):
        start = {(1, 1): 0, (-1, 1): 90, (-1, -1): 180, (1, -1): 270}[dx, dy]
        for share in (0.42, 0.66):
            builder.arc(x, y, depth * share, start, start + 90)
        builder.circle(x + dx * 0.9 * scale, y + dy * 0.9 * scale, 0.5 * scale)
    return builder


def _draw_diamonds(field: Rect, depth: float, scale: float) -> PathBuilder:
    builder = PathBuilder()
    for x, y, dx, dy in _corner_points(field):
        cx, cy, r = x + dx * depth * 0.18, y + dy * depth * 0.18, 0.85 * scale
        builder.polygon(
            [
                (cx - r, cy - r),
                (cx + r * 0.4, cy - r * 0.4),
                (cx + r, cy + r),
                (cx - r * 0.4, cy + r * 0.4),
            ]
            if dx == dy
            else [
                (cx + r, cy - r),
                (cx - r * 0.4, cy - r * 0.4),
                (cx - r, cy + r),
                (cx + r * 0.4, cy + r * 0.4),
            ]
        )
    return builder


def _draw_ripples(field: Rect, depth: float, scale: float) -> PathBuilder:
    """Draw three nested ripples in each rounded corner."""
    builder = PathBuilder()
    for x, y, dx, dy in _corner_points(field):
        cx, cy = x + dx * depth, y + dy * depth
        start = {(1, 1): 180, (-1, 1): 270, (-1, -1): 0, (1, -1): 90}[dx, dy]
        for step in (2.0, 2.9, 3.8):
            if (r := depth - step * scale) > 0.4:
                builder.arc(cx, cy, r, start, start + 90)
    return builder


def _draw_bars(field: Rect, depth: float, scale: float) -> PathBuilder:
    builder = PathBuilder()
    for x, y, dx, dy in _corner_points(field):
        for step in (1.9, 2.7):
            r = depth - step * scale
            builder.move(x + dx * r, y + dy * 0.6 * scale).line(x + dx * 0.6 * scale, y + dy * r)
    return builder


def _draw_beads(field: Rect, depth: float, scale: float) -> PathBuilder:
    """Draw three beads on a thread across each corner."""
    builder = PathBuilder()
    for x, y, dx, dy in _corner_points(field):
        for u, v, r in ((0.10, 0.46, 0.42), (0.20, 0.20, 0.70), (0.46, 0.10, 0.42)):
            builder.circle(x + dx * depth * u, y + dy * depth * v, r * scale)
    return builder


def _draw_stars(field: Rect, depth: float, scale: float) -> PathBuilder:
    """Draw a star of four rays in each corner."""
    builder = PathBuilder()
    far, near = 1.5 * scale, 0.42 * scale
    for x, y, dx, dy in _corner_points(field):
        cx, cy = x + dx * depth * 0.24, y + dy * depth * 0.24
        builder.polygon(
            (cx + r * math.cos(t), cy + r * math.sin(t))
            for r, t in ((near if k % 2 else far, math.pi / 4 * k) for k in range(8))
        )
    return builder


def _draw_lances(field: Rect, depth: float, scale: float) -> PathBuilder:
    """Draw the head of a lance in each corner, pointing outwards."""
    builder = PathBuilder()
    long, half = 0.44 * depth, 0.13 * depth
    for x, y, dx, dy in _corner_points(field):
        tip = (x + dx * 0.05 * depth, y + dy * 0.05 * depth)
        foot = (tip[0] + dx * long, tip[1] + dy * long)
        builder.polygon(
            [
                tip,
                (tip[0] + dx * (long * 0.55 + half), tip[1] + dy * (long * 0.55 - half)),
                foot,
                (tip[0] + dx * (long * 0.55 - half), tip[1] + dy * (long * 0.55 + half)),
            ]
        )
    return builder


_ORNAMENTS = {
    "orbits": _draw_orbits,
    "diamonds": _draw_diamonds,
    "ripples": _draw_ripples,
    "bars": _draw_bars,
    "beads": _draw_beads,
    "stars": _draw_stars,
    "lances": _draw_lances,
}


def _draw_ticks(field: Rect, count: int, line: Stroke, scale: float) -> Item:
    """Draw a graduated scale along both sides, every fourth tick longer."""
    pitch = field.h / 2 / count
    builder = PathBuilder()
    for side, x in ((1, field.x), (-1, field.right)):
        for step in range(-count // 2, count // 2 + 1):
            y = field.centre[1] + step * pitch
            length = (1.5 if step % 4 == 0 else 0.8) * scale
            builder.move(x, y).line(x + side * length, y)
    return Path(builder.done(), stroke=line)
