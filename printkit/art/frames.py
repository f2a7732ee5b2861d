"""Frames: the bounds of the field inside a face. Content: templates/frames.toml.

In: the field's rectangle (mm), a palette, the scale of the card against poker size. Out: items,
the same under a half turn. A frame stands well inside the card: an outline near the edge would
show every slip of the knife.
"""

from __future__ import annotations

import math
from functools import lru_cache

from printkit.art.theme import Palette, line_weight
from printkit.base.content import load_content
from printkit.base.geometry import Rect
from printkit.graphics.display_list import Colour, Item, Path, Stroke, Symbol, Use
from printkit.graphics.path import PathBuilder, PathData, Point

# Below this weight of lines a frame is one line, not two.
_DOUBLE = 0.5
FINE, LINE, BAND = 0.18, 0.35, 0.5


def frame_outline(corner: str, field: Rect, reach: float) -> PathData:
    """The field's outline, its corners cut: chamfer, arc, spike, step, bracket or wave."""
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
    elif corner == "step":  # two square steps
        b.line((sx + inner[0]) / 2, (sy + inner[1]) / 2)
        b.line((x + inner[0]) / 2, (y + inner[1]) / 2)
        b.line((ex + inner[0]) / 2, (ey + inner[1]) / 2).line(ex, ey)
    elif corner == "bracket":  # a bite with a shoulder on either side
        near = 0.3
        ax, ay = sx + (inner[0] - sx) * near, sy + (inner[1] - sy) * near
        cx, cy = ex + (inner[0] - ex) * near, ey + (inner[1] - ey) * near
        b.line(ax, ay)
        b.curve(
            ax + (inner[0] - ax) * k,
            ay + (inner[1] - ay) * k,
            cx + (inner[0] - cx) * k,
            cy + (inner[1] - cy) * k,
            cx,
            cy,
        ).line(ex, ey)
    else:
        b.line(ex, ey)


def draw_frame(
    name: str, field: Rect, main: Colour, outside: Colour, lines: float, scale: float
) -> list[Item]:
    """The frame of a key of frames.toml, its plate excepted (see `draw_plate`); its lines are
    `lines` times as heavy as on a card of the default theme."""
    spec = load_content("frames.toml")[name]
    reach = spec["reach"] * scale
    line, fine = line_weight(LINE, lines), line_weight(FINE, lines)
    items: list[Item] = [
        Path(frame_outline(spec["corner"], field, reach), stroke=Stroke(main, line))
    ]
    if lines >= _DOUBLE:
        inner = frame_outline(spec["corner"], field.inset(1.0 * scale), reach)
        items.append(Path(inner, stroke=Stroke(main, fine)))
    ornament = _ORNAMENTS[spec["ornament"]]
    if drawn := ornament(field, reach, scale).done():
        items.append(Path(drawn, stroke=Stroke(outside, fine, round=True)))
    if spec["ticks"]:
        items.append(_ticks(field.inset(1.0 * scale), spec["ticks"], Stroke(main, fine), scale))
    return items


def has_plate(name: str) -> bool:
    """Whether the frame fills its field."""
    return bool(load_content("frames.toml")[name].get("plate", False))


def corner_depth(name: str) -> float:
    """How far the frame's corners reach in, in mm on a poker card."""
    reach: float = load_content("frames.toml")[name]["reach"]
    return reach


def draw_plate(
    name: str, field: Rect, scale: float, halves: tuple[Colour, Colour], palette: Palette
) -> list[Item]:
    """The filled field: one colour, or the upper and the lower half in two; in a theme of outlines
    a band of that colour inside the frame."""
    spec = load_content("frames.toml")[name]
    reach = spec["reach"] * scale
    if not palette.solid:
        field = field.inset(1.9 * scale)
        reach -= 1.9 * scale * (2 - math.sqrt(2))
    whole = frame_outline(spec["corner"], field, reach)
    cy = field.centre[1]
    lower = [
        (field.x, cy),
        (field.right, cy),
        (field.right, field.bottom - reach),
        (field.right - reach, field.bottom),
        (field.x + reach, field.bottom),
        (field.x, field.bottom - reach),
    ]
    parts = [whole] if halves[0] == halves[1] else [whole, PathBuilder().polygon(lower).done()]
    if palette.solid:
        return [Path(part, fill=colour) for part, colour in zip(parts, halves, strict=False)]
    upper = [(x, 2 * cy - y) for x, y in lower]
    if len(parts) == 2:
        parts[0] = PathBuilder().polygon(upper).done()
    width = palette.line_weight(BAND)
    pairs = zip(parts, halves, strict=False)
    return [Path(part, stroke=Stroke(colour, width)) for part, colour in pairs]


@lru_cache(maxsize=256)
def draw_divider(field: Rect, main: Colour, accent: Colour, lines: float, scale: float) -> Use:
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
        Path(b.done(), stroke=Stroke(main, line_weight(FINE, lines))),
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


def _beads(field: Rect, reach: float, scale: float) -> PathBuilder:
    """Three beads on a thread across each corner."""
    b = PathBuilder()
    for x, y, dx, dy in _corners(field):
        for u, v, r in ((0.10, 0.46, 0.42), (0.20, 0.20, 0.70), (0.46, 0.10, 0.42)):
            b.circle(x + dx * reach * u, y + dy * reach * v, r * scale)
    return b


def _stars(field: Rect, reach: float, scale: float) -> PathBuilder:
    """A star of four rays in each corner."""
    b = PathBuilder()
    far, near = 1.5 * scale, 0.42 * scale
    for x, y, dx, dy in _corners(field):
        cx, cy = x + dx * reach * 0.24, y + dy * reach * 0.24
        b.polygon(
            (cx + r * math.cos(t), cy + r * math.sin(t))
            for r, t in ((near if k % 2 else far, math.pi / 4 * k) for k in range(8))
        )
    return b


def _lances(field: Rect, reach: float, scale: float) -> PathBuilder:
    """The head of a lance in each corner, pointing outwards."""
    b = PathBuilder()
    long, half = 0.44 * reach, 0.13 * reach
    for x, y, dx, dy in _corners(field):
        tip = (x + dx * 0.05 * reach, y + dy * 0.05 * reach)
        foot = (tip[0] + dx * long, tip[1] + dy * long)
        b.polygon(
            [
                tip,
                (tip[0] + dx * (long * 0.55 + half), tip[1] + dy * (long * 0.55 - half)),
                foot,
                (tip[0] + dx * (long * 0.55 - half), tip[1] + dy * (long * 0.55 + half)),
            ]
        )
    return b


_ORNAMENTS = {
    "orbits": _orbits,
    "diamonds": _diamonds,
    "ripples": _ripples,
    "bars": _bars,
    "beads": _beads,
    "stars": _stars,
    "lances": _lances,
}


def _ticks(field: Rect, count: int, line: Stroke, scale: float) -> Item:
    """A graduated scale along both sides, every fourth tick longer."""
    pitch = field.h / 2 / count
    b = PathBuilder()
    for side, x in ((1, field.x), (-1, field.right)):
        for step in range(-count // 2, count // 2 + 1):
            y = field.centre[1] + step * pitch
            length = (1.5 if step % 4 == 0 else 0.8) * scale
            b.move(x, y).line(x + side * length, y)
    return Path(b.done(), stroke=line)
