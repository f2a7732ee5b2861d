"""Frames: the bounds of a field on a box, a summary, a rule card. Content: templates/frames.toml.

A frame is the same under a half turn, and well inside the card: an outline near the edge would show
every misregistration. `scale` is that of the card against poker size.
"""

from __future__ import annotations

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
# The least radius of an arc of an ornament (mm).
_MIN_ARC = 0.4
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
    "notch": (((0.72, 0.3),), ((0.3, 0.72),), ((0, 1),)),
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
            _draw_ornament(ornaments, spec["ornament"], _Corner(x, y, dx, dy, reach, scale))
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
    reach: float
    scale: float

    def length(self, share: float, own: float) -> float:
        """Return a length of a share of the reach and `own` mm on a poker card."""
        return share * self.reach + own * self.scale

    def point(self, across: float, down: float, x: float, y: float) -> Point:
        """Return a point of ornaments.toml."""
        return self.x + self.dx * self.length(across, x), self.y + self.dy * self.length(down, y)


def _draw_ornament(builder: PathBuilder, name: str, corner: _Corner) -> None:
    """Add the ornament of a key of ornaments.toml in a corner."""
    turn = {(1, 1): 0, (-1, 1): 90, (-1, -1): 180, (1, -1): 270}[corner.dx, corner.dy]
    for shape in load_content("ornaments.toml")[name]["shapes"]:
        kind, *_ = shape
        points = [corner.point(*point) for point in shape[kind]]
        radius = corner.length(*shape.get("radius", (0, 0)))
        if kind == "polygon":
            builder.polygon(points)
        elif kind == "line":
            builder.polyline(points)
        elif kind == "circle":
            builder.circle(*points[0], radius)
        elif radius > _MIN_ARC:
            start = (shape["start"] + turn) % 360
            builder.arc(*points[0], radius, start, start + 90)


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
