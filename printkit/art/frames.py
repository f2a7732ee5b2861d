"""Frames: the bounds of a field on a box, a summary, a rule card. Content: templates/frames.toml.

A frame is the same under a half turn, and well inside the card: an outline near the edge would show
every misregistration. `scale` is that of the card against poker size.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from printkit.art.theme import line_weight
from printkit.base.content import load_content
from printkit.base.geometry import Rect
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import Item, Path, Stroke, Symbol, Use
from printkit.graphics.measures import FINE, LINE
from printkit.graphics.path import PathBuilder, PathData, Point

# Below this weight of lines a frame is one line, not two.
_DOUBLE = 0.5
# Control length of a cubic for a quarter circle; the control points of a bracket.
_KAPPA = 0.5523
_INNER = 0.3 + 0.7 * _KAPPA


# The steps from the start of a corner to its end, in the square of the corner: the tip is (0, 0),
# the start (1, 0), the end (0, 1), the far point inside the field (1, 1).
_CORNERS: dict[str, tuple[tuple[Point, ...], ...]] = {
    "chamfer": (((0, 1),),),
    "arc": (((1, _KAPPA), (_KAPPA, 1), (0, 1)),),
    "wave": (((1 - _KAPPA, 0), (0, 1 - _KAPPA), (0, 1)),),
    "spike": (((0.62, 0.62),), ((0, 1),)),
    "step": (((1, 0.5),), ((0.5, 0.5),), ((0.5, 1),), ((0, 1),)),
    "bracket": (((1, 0.3),), ((1, _INNER), (_INNER, 1), (0.3, 1)), ((0, 1),)),
}


def frame_outline(corner: str, field: Rect, depth: float) -> PathData:
    """Return the outline of a field whose corners are cut to `depth` in a style of `_CORNERS`."""
    builder = PathBuilder()
    corners: tuple[tuple[Point, Point, Point], ...] = (
        ((field.x, field.y), (0, 1), (1, 0)),
        ((field.right, field.y), (-1, 0), (0, 1)),
        ((field.right, field.bottom), (0, -1), (-1, 0)),
        ((field.x, field.bottom), (1, 0), (0, -1)),
    )
    for (x, y), (ax, ay), (bx, by) in corners:
        for step in (((1, 0),), *_CORNERS[corner]):
            points = [
                (x + (ax * u + bx * v) * depth, y + (ay * u + by * v) * depth) for u, v in step
            ]
            if len(points) > 1:
                builder.curve(*points[0], *points[1], *points[2])
            elif builder.size:
                builder.line(*points[0])
            else:
                builder.move(*points[0])
    return builder.close().done()


def draw_frame(
    name: str, field: Rect, main: Colour, outside: Colour, weight: float, scale: float
) -> list[Item]:
    """Draw the frame of a key of frames.toml.

    `weight` multiplies the line weights of the default theme.
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
    ornaments = PathBuilder()
    for x, dx in ((field.x, 1), (field.right, -1)):
        for y, dy in ((field.y, 1), (field.bottom, -1)):
            _ORNAMENTS[spec["ornament"]](ornaments, _Corner(x, y, dx, dy, reach, scale))
    items.append(Path(ornaments.done(), stroke=Stroke(outside, fine, round=True)))
    if spec["ticks"]:
        ticked = field.inset(1.0 * scale)
        items.append(_draw_ticks(ticked, spec["ticks"], Stroke(main, fine), scale))
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


class _Corner(NamedTuple):
    """A corner of a field at (x, y); `dx` and `dy` are 1 or −1 and point into the field."""

    x: float
    y: float
    dx: int
    dy: int
    depth: float
    scale: float

    def point(self, u: float, v: float) -> Point:
        """Return the point at `u` and `v` mm inside the field."""
        return self.x + self.dx * u, self.y + self.dy * v

    def arc(self, builder: PathBuilder, centre: Point, radius: float, start: float) -> None:
        """Add a quarter circle that starts at an angle in the upper left corner, turned here."""
        turn = {(1, 1): 0, (-1, 1): 90, (-1, -1): 180, (1, -1): 270}[self.dx, self.dy]
        start = (start + turn) % 360
        builder.arc(*centre, radius, start, start + 90)


def _draw_orbits(builder: PathBuilder, corner: _Corner) -> None:
    """Draw quarter orbits inside a bitten corner, and a small body at its tip."""
    for share in (0.42, 0.66):
        corner.arc(builder, (corner.x, corner.y), corner.depth * share, 0)
    near = 0.9 * corner.scale
    builder.circle(*corner.point(near, near), 0.5 * corner.scale)


def _draw_diamond(builder: PathBuilder, corner: _Corner) -> None:
    (cx, cy), r = corner.point(corner.depth * 0.18, corner.depth * 0.18), 0.85 * corner.scale
    far, near = r * corner.dx * corner.dy, r * 0.4 * corner.dx * corner.dy
    builder.polygon(
        [
            (cx - far, cy - r),
            (cx + near, cy - r * 0.4),
            (cx + far, cy + r),
            (cx - near, cy + r * 0.4),
        ]
    )


def _draw_ripples(builder: PathBuilder, corner: _Corner) -> None:
    """Draw three nested ripples in a rounded corner."""
    for step in (2.0, 2.9, 3.8):
        if (r := corner.depth - step * corner.scale) > 0.4:
            corner.arc(builder, corner.point(corner.depth, corner.depth), r, 180)


def _draw_bars(builder: PathBuilder, corner: _Corner) -> None:
    near = 0.6 * corner.scale
    for step in (1.9, 2.7):
        r = corner.depth - step * corner.scale
        builder.polyline([corner.point(r, near), corner.point(near, r)])


def _draw_beads(builder: PathBuilder, corner: _Corner) -> None:
    """Draw three beads on a thread across a corner."""
    for u, v, r in ((0.10, 0.46, 0.42), (0.20, 0.20, 0.70), (0.46, 0.10, 0.42)):
        builder.circle(*corner.point(corner.depth * u, corner.depth * v), r * corner.scale)


def _draw_star(builder: PathBuilder, corner: _Corner) -> None:
    """Draw a star of four rays."""
    far, near = 1.5 * corner.scale, 0.42 * corner.scale
    cx, cy = corner.point(corner.depth * 0.24, corner.depth * 0.24)
    builder.polygon(
        (cx + r * math.cos(t), cy + r * math.sin(t))
        for r, t in ((near if k % 2 else far, math.pi / 4 * k) for k in range(8))
    )


def _draw_lance(builder: PathBuilder, corner: _Corner) -> None:
    """Draw the head of a lance that points outwards."""
    tip, foot, shoulder, half = (share * corner.depth for share in (0.05, 0.49, 0.292, 0.13))
    builder.polygon(
        [
            corner.point(tip, tip),
            corner.point(shoulder + half, shoulder - half),
            corner.point(foot, foot),
            corner.point(shoulder - half, shoulder + half),
        ]
    )


_ORNAMENTS = {
    "orbits": _draw_orbits,
    "diamonds": _draw_diamond,
    "ripples": _draw_ripples,
    "bars": _draw_bars,
    "beads": _draw_beads,
    "stars": _draw_star,
    "lances": _draw_lance,
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
