"""Frames: the bounds of the field inside a face. Room: art. Content: templates/frames.toml.

In: the field's rectangle (mm), a palette, the scale of the card against poker size. Out: items,
the same under a half turn. A frame stands well inside the card: an outline near the edge would
show every slip of the knife.
"""

from __future__ import annotations

from functools import lru_cache

from printkit.base.assets import table
from printkit.base.geometry import Rect
from printkit.drawing.items import Colour, Item, Path, Stroke, Symbol, Use
from printkit.drawing.path import PathBuilder, PathData, Point

FINE, LINE = 0.18, 0.35


def outline(corner: str, field: Rect, reach: float) -> PathData:
    """The field's outline with its four corners cut in a manner: chamfer, arc, spike or wave."""
    b = PathBuilder()
    corners = (
        ((field.x, field.y), (0, 1), (1, 0)),
        ((field.right, field.y), (-1, 0), (0, 1)),
        ((field.right, field.bottom), (0, -1), (-1, 0)),
        ((field.x, field.bottom), (1, 0), (0, -1)),
    )
    for at, ((x, y), (ax, ay), (bx, by)) in enumerate(corners):
        start = (x + ax * reach, y + ay * reach)
        end = (x + bx * reach, y + by * reach)
        if at:
            b.line(*start)
        else:
            b.move(*start)
        _corner(b, corner, (x, y), start, end, reach)
    return b.close().done()


def _corner(
    b: PathBuilder, corner: str, tip: Point, start: Point, end: Point, reach: float
) -> None:
    """From `start` round the corner at `tip` to `end`; the builder stands at `start`."""
    (x, y), (sx, sy), (ex, ey) = tip, start, end
    inner = (sx + ex - x, sy + ey - y)  # the fourth point of the corner's square
    k = 0.5523
    if corner == "arc":  # concave: a bite round the tip
        b.curve(
            sx + (inner[0] - sx) * k,
            sy + (inner[1] - sy) * k,
            ex + (inner[0] - ex) * k,
            ey + (inner[1] - ey) * k,
            ex,
            ey,
        )
    elif corner == "wave":  # convex
        b.curve(sx + (x - sx) * k, sy + (y - sy) * k, ex + (x - ex) * k, ey + (y - ey) * k, ex, ey)
    elif corner == "spike":  # notched towards the middle
        depth = 0.62
        b.line(x + (inner[0] - x) * depth, y + (inner[1] - y) * depth).line(ex, ey)
    else:
        b.line(ex, ey)


def frame(name: str, field: Rect, main: Colour, outside: Colour, scale: float) -> list[Item]:
    """The frame of a key of frames.toml, its plate excepted (see `plate`)."""
    spec = table("frames.toml")[name]
    reach = spec["reach"] * scale
    items: list[Item] = [
        Path(outline(spec["corner"], field, reach), stroke=Stroke(main, LINE)),
        Path(
            outline(spec["corner"], field.inset(1.0 * scale), reach),
            stroke=Stroke(main, FINE),
        ),
    ]
    ornament = _ORNAMENTS[spec["corner"]]
    if drawn := ornament(field, reach, scale).done():
        items.append(Path(drawn, stroke=Stroke(outside, FINE, round=True)))
    if spec["ticks"]:
        items.append(_ticks(field.inset(1.0 * scale), spec["ticks"], main, scale))
    return items


def has_plate(name: str) -> bool:
    """Whether the frame fills its field."""
    return bool(table("frames.toml")[name].get("plate", False))


def plate(name: str, field: Rect, scale: float, halves: tuple[Colour, Colour]) -> list[Item]:
    """The filled field: one colour, or the upper and the lower half in two."""
    spec = table("frames.toml")[name]
    whole = outline(spec["corner"], field, spec["reach"] * scale)
    items: list[Item] = [Path(whole, fill=halves[0])]
    if halves[0] != halves[1]:
        r, cy = spec["reach"] * scale, field.centre[1]
        lower = [
            (field.x, cy),
            (field.right, cy),
            (field.right, field.bottom - r),
            (field.right - r, field.bottom),
            (field.x + r, field.bottom),
            (field.x, field.bottom - r),
        ]
        items.append(Path(PathBuilder().polygon(lower).done(), fill=halves[1]))
    return items


@lru_cache(maxsize=256)
def divider(field: Rect, main: Colour, accent: Colour, scale: float) -> Use:
    """The orbit that parts the two halves of a face: a line, a ring, a body on its path."""
    cx, cy = field.centre
    ring, gap = 2.3 * scale, 1.0 * scale
    b = PathBuilder()
    for side in (-1, 1):
        edge = field.x if side < 0 else field.right
        b.move(edge - side * gap, cy).line(cx + side * (ring + 0.6 * scale), cy)
        for step in range(1, 5):
            x = cx + side * (ring + 2.2 * scale * step)
            b.move(x, cy - 0.45 * scale).line(x, cy + 0.45 * scale)
    b.circle(cx, cy, ring)
    items = (
        Path(b.done(), stroke=Stroke(main, FINE)),
        Path(PathBuilder().circle(cx, cy, 1.3 * scale).done(), fill=main),
        Path(PathBuilder().circle(cx, cy, 0.55 * scale).done(), fill=accent),
    )
    box = Rect(field.x, cy - ring - 1, field.w, 2 * ring + 2)
    return Use(Symbol(f"divider-{main[1:]}", items, box))


def _corners(field: Rect) -> list[tuple[float, float, int, int]]:
    return [
        (x, y, 1 if x == field.x else -1, 1 if y == field.y else -1)
        for x in (field.x, field.right)
        for y in (field.y, field.bottom)
    ]


def _orbits(field: Rect, reach: float, scale: float) -> PathBuilder:
    """Quarter orbits inside each bitten corner, and a small body at the tip."""
    b = PathBuilder()
    for x, y, dx, dy in _corners(field):
        start = {(1, 1): 0, (-1, 1): 90, (-1, -1): 180, (1, -1): 270}[dx, dy]
        for share in (0.42, 0.66):
            b.arc(x, y, reach * share, start, start + 90)
        b.circle(x + dx * 0.9 * scale, y + dy * 0.9 * scale, 0.5 * scale)
    return b


def _diamonds(field: Rect, reach: float, scale: float) -> PathBuilder:
    b = PathBuilder()
    for x, y, dx, dy in _corners(field):
        cx, cy, r = x + dx * reach * 0.18, y + dy * reach * 0.18, 0.85 * scale
        b.polygon(
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
    return b


def _ripples(field: Rect, reach: float, scale: float) -> PathBuilder:
    """Three nested ripples in each rounded corner."""
    b = PathBuilder()
    for x, y, dx, dy in _corners(field):
        cx, cy = x + dx * reach, y + dy * reach
        start = {(1, 1): 180, (-1, 1): 270, (-1, -1): 0, (1, -1): 90}[dx, dy]
        for step in (2.0, 2.9, 3.8):
            if (r := reach - step * scale) > 0.4:
                b.arc(cx, cy, r, start, start + 90)
    return b


def _bars(field: Rect, reach: float, scale: float) -> PathBuilder:
    b = PathBuilder()
    for x, y, dx, dy in _corners(field):
        for step in (1.9, 2.7):
            r = reach - step * scale
            b.move(x + dx * r, y + dy * 0.6 * scale).line(x + dx * 0.6 * scale, y + dy * r)
    return b


_ORNAMENTS = {"arc": _orbits, "spike": _diamonds, "wave": _ripples, "chamfer": _bars}


def _ticks(field: Rect, count: int, colour: Colour, scale: float) -> Item:
    """A graduated scale along both sides, every fourth tick longer."""
    pitch = field.h / 2 / count
    b = PathBuilder()
    for side, x in ((1, field.x), (-1, field.right)):
        for step in range(-count // 2, count // 2 + 1):
            y = field.centre[1] + step * pitch
            length = (1.5 if step % 4 == 0 else 0.8) * scale
            b.move(x, y).line(x + side * length, y)
    return Path(b.done(), stroke=Stroke(colour, FINE))
