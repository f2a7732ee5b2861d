"""Card backs: guilloche fields. Content: templates/backs.toml.

A back is one Symbol, the same under a half turn, without an edge border: a border shows every
misregistration.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from pathlib import Path as FilePath
from typing import Any

import msgspec
from msgspec.structs import replace

from printkit.art.emblem import full_art
from printkit.art.theme import Theme
from printkit.base.content import load_content
from printkit.base.geometry import Rect, rotation, translation
from printkit.graphics.colour import Colour, blend
from printkit.graphics.display_list import Group, Item, Path, Stroke, Symbol, Use
from printkit.graphics.measures import BOLD, FINE, LINE
from printkit.graphics.path import PathBuilder, PathData, Point


@lru_cache(maxsize=64)
def draw_back(
    name: str | FilePath, width: float, height: float, bleed: float, theme: Theme
) -> Symbol:
    """Draw the back of a key of backs.toml, or of a user's picture, centred on the origin.

    `bleed` is how far the field extends past the trim.
    """
    box = Rect(-width / 2, -height / 2, width, height).inset(-bleed)
    if isinstance(name, FilePath):
        items = full_art(name, theme.palette("ink"), box)
        return Symbol(f"back-{name.stem}", items, box, name.stem)
    spec = load_content("backs.toml")[name]
    ink, second = theme.colour(spec["colour"]), theme.colour(spec["second"])
    paper = theme.roles_of["paper"]
    inks = _BackInks(ink, second, paper, theme)
    items = _CURVES[spec["curve"]](spec, width, height, box, inks)
    ground: list[Item] = []
    if not paper.is_white:
        ground = [Path(PathBuilder().rect(box).done(), fill=paper)]
    field = Group(items, clip=PathBuilder().rect(box).done())
    return Symbol(f"back-{name}", (*ground, field), box, name)


class _BackInks(msgspec.Struct, frozen=True):
    """The two colours of a back, its paper, and the theme's weight of lines."""

    ink: Colour
    second: Colour
    paper: Colour
    theme: Theme

    def spread(self, unit: float) -> float:
        """Return how much wider apart lines are on a small card if ink is saved: they are as heavy
        as on a large one.

        `unit` is the card's scale against a poker card.
        """
        return 1.0 if self.theme.solid else min(1.0, unit) * 0.94

    def line(self, width: float, colour: Colour | None = None) -> Stroke:
        """Return a line of a width, before the theme makes it lighter."""
        return Stroke(colour or self.ink, self.theme.line_weight(width))


Curve = Callable[[dict[str, Any], float, float, Rect, _BackInks], tuple[Item, ...]]


def _trochoid(r: float, loops: int, depth: float, phase: float) -> PathData:
    """Return a closed wave round a circle: r · (1 + depth · cos(loops · θ + phase))."""
    points: list[Point] = []
    count = loops * 5
    for step in range(count):
        angle = 2 * math.pi * step / count
        radius = r * (1 + depth * math.cos(loops * angle + phase))
        points.append((radius * math.cos(angle), radius * math.sin(angle)))
    return PathBuilder().smooth(points, closed=True).done()


def _draw_rosette(key: str, radius: float, loops: int, inks: _BackInks) -> Symbol:
    """Draw interlaced waves from the hub to the rim, in four bands."""
    items: list[Item] = []
    for share, depth, count, width in (
        (0.83, 0.20, loops, FINE),
        (0.52, 0.30, loops * 2 // 3, FINE),
        (0.24, 0.42, loops // 2, FINE),
        (0.09, 0.50, loops // 3, FINE),
    ):
        data = PathBuilder()
        count += count % 2  # an even number of loops is the same under a half turn
        phases = 3 if inks.theme.solid else 2  # half the waves where ink is saved
        for phase in range(phases):
            data.add(_trochoid(radius * share, count, depth, 2 * math.pi * phase / phases))
        items.append(Path(data.done(), stroke=inks.line(width)))
    rings = PathBuilder()
    for share in (0.335, 0.665, 0.68):
        rings.circle(0, 0, radius * share)
    items.append(Path(rings.done(), stroke=inks.line(FINE)))
    return Symbol(key, tuple(items), Rect(-radius, -radius, 2 * radius, 2 * radius).inset(-1), "")


def _draw_rosettes(
    spec: dict[str, Any], width: float, height: float, box: Rect, inks: _BackInks
) -> tuple[Item, ...]:
    """Draw a 2 × 2 field of rosettes of `loops` loops that meet in a star in the middle."""
    unit = min(width, height) / 63.5
    loops = round(spec["loops"] * inks.spread(unit))
    pitch_x, pitch_y = width / 2, height / 2
    # Rosettes of this radius on the corners, the middles of the sides and the centre just touch.
    radius = math.hypot(pitch_x, pitch_y) / 2
    flower = _draw_rosette("rosette", radius, loops, inks)
    items: list[Item] = []
    for i in (-1, 0, 1):
        for j in (-1, 0, 1):
            if (i + j) % 2 == 0:
                items.append(Use(flower, translation(i * pitch_x, j * pitch_y)))
    pale = replace(inks, ink=blend(inks.second, inks.ink, 0.7))
    small = _draw_rosette("rosette-small", radius * 0.62, loops * 3 // 4, pale)
    for i, j in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        items.append(Use(small, translation(i * pitch_x, j * pitch_y)))
    return (*items, *_draw_medallion(7.4 * unit, inks))


def _draw_medallion(r: float, inks: _BackInks) -> list[Item]:
    """Draw a star in graduated rings: the mark of the middle."""
    ticks = PathBuilder()
    for step in range(48):
        angle = 2 * math.pi * step / 48
        inner = r * (0.80 if step % 4 == 0 else 0.86)
        ticks.move(inner * math.cos(angle), inner * math.sin(angle))
        ticks.line(0.94 * r * math.cos(angle), 0.94 * r * math.sin(angle))
    return [
        Path(PathBuilder().circle(0, 0, r).done(), fill=inks.paper, stroke=inks.line(LINE)),
        Path(ticks.done(), stroke=inks.line(FINE)),
        Path(
            PathBuilder().circle(0, 0, r * 0.94).circle(0, 0, r * 0.74).done(),
            stroke=inks.line(FINE),
        ),
        Path(_star_path(8, r * 0.68, r * 0.20, 22.5), fill=inks.second),
        Path(_star_path(8, r * 0.68, r * 0.24, 0), fill=inks.ink),
        Path(PathBuilder().circle(0, 0, r * 0.13).done(), fill=inks.paper),
        Path(PathBuilder().circle(0, 0, r * 0.06).done(), fill=inks.ink),
    ]


def _star_path(points: int, outer: float, inner: float, start: float) -> PathData:
    corners: list[Point] = []
    for step in range(points * 2):
        angle = math.radians(start + 180 / points * step - 90)
        r = outer if step % 2 == 0 else inner
        corners.append((r * math.cos(angle), r * math.sin(angle)))
    return PathBuilder().polygon(corners).done()


def _draw_rays(
    spec: dict[str, Any], width: float, height: float, box: Rect, inks: _BackInks
) -> tuple[Item, ...]:
    """Draw shards that radiate from the middle in rings, each ring turned by half a shard."""
    count = spec["loops"]
    unit = min(width, height) / 63.5
    far = math.hypot(box.w, box.h) / 2
    radii = [9.0 * unit]
    while radii[-1] < far:
        radii.append(radii[-1] * 1.34 + 1.0 * unit)
    filled, lines = PathBuilder(), PathBuilder()
    for ring, (near, end) in enumerate(pairwise(radii)):
        for step in range(count):
            angle = 2 * math.pi * (step + ring % 2 / 2) / count
            half = math.pi / count
            middle = near + (end - near) * 0.30
            tip, foot = end * 1.02, near * 0.96

            def at(r: float, a: float) -> Point:
                return r * math.cos(a), r * math.sin(a)

            left, right = at(middle, angle - half * 0.78), at(middle, angle + half * 0.78)
            # Each shard is the same on both sides, so that neighbours on a sheet mirror each
            # other and a cut between them shows no seam.
            inner, outer = at(middle, angle + half * 0.40), at(middle, angle - half * 0.40)
            filled.polygon([at(foot, angle), inner, at(tip, angle), outer])
            lines.polygon([at(foot, angle), left, at(tip, angle), right])
    pale = blend(inks.ink, inks.paper, 0.85)
    shards = Path(filled.done(), fill=pale)
    if not inks.theme.solid:
        shards = Path(filled.done(), stroke=inks.line(LINE))
    ribs = [Path(lines.done(), stroke=inks.line(FINE))] if inks.theme.solid else []
    return (shards, *ribs, *_draw_medallion(7.0 * unit, inks))


def _draw_waves(
    spec: dict[str, Any], width: float, height: float, box: Rect, inks: _BackInks
) -> tuple[Item, ...]:
    """Draw dunes: waves whose phase drifts from line to line, odd about the centre.

    Whole waves and whole groups of lines fit the card: the dunes continue across a cut.
    """
    unit = min(width, height) / 63.5
    wave = width / max(1, round(width / (31.0 * unit)))
    lines = 5 * max(1, round(height * inks.spread(unit) / (5 * 1.55 * unit)))
    pitch, drift = height / lines, 2 * math.pi / lines
    count = math.ceil(box.h / 2 / pitch) + 5
    fine, bold = PathBuilder(), PathBuilder()
    steps = 40
    for line in range(-count, count + 1):
        points: list[Point] = []
        for step in range(steps + 1):
            x = box.x + box.w * step / steps
            swing = 3.4 * math.sin(2 * math.pi * x / wave + line * 2 * drift)
            crest = 1.3 * math.sin(2 * math.pi * x / (wave * 0.5) - line * 4 * drift)
            points.append((x, line * pitch + (swing + crest) * unit))
        (bold if line % 5 == 0 else fine).smooth(points)
    dunes = Group(
        (Path(fine.done(), stroke=inks.line(FINE)), Path(bold.done(), stroke=inks.line(BOLD))),
        clip=PathBuilder().rect(box).done(),
    )
    return (dunes, *_draw_medallion(7.0 * unit, inks))


def _draw_lattice(
    spec: dict[str, Any], width: float, height: float, box: Rect, inks: _BackInks
) -> tuple[Item, ...]:
    """Draw a honeycomb of nested hexagons, centred on one of them.

    Whole cells fit the card, a little squeezed along it: the comb continues across a cut.
    """
    unit = min(width, height) / 63.5
    across, along = (height, width) if spec["turn"] else (width, height)
    pitch = across / max(1, round(across / (spec["pitch"] * unit / inks.spread(unit))))
    r = pitch / math.sqrt(3)
    step = along / (2 * max(1, round(along / (3 * r))))
    squeeze = step / (1.5 * r)
    far = math.hypot(box.w, box.h) / 2
    rows = math.ceil(far / min(step, 1.5 * r)) + 1
    outer, inner, dots = PathBuilder(), PathBuilder(), PathBuilder()
    matrix = rotation(spec["turn"])
    for row in range(-rows, rows + 1):
        for column in range(-rows, rows + 1):
            x, y = (column + row / 2) * pitch, row * step
            px, py = matrix.apply(x, y)
            if not box.inset(-pitch).contains(Rect(px, py, 0, 0)):
                continue
            nested = ((outer, 0.93), (inner, 0.70), (inner, 0.48))
            for builder, share in nested if inks.theme.solid else nested[:1]:
                builder.polygon(
                    matrix.apply(x + r * share * math.cos(a), y + r * share * squeeze * math.sin(a))
                    for a in (math.radians(60 * k + 30) for k in range(6))
                )
            dots.circle(px, py, r * 0.16)
    field = Group(
        (
            Path(outer.done(), stroke=inks.line(LINE if inks.theme.solid else FINE)),
            Path(inner.done(), stroke=inks.line(FINE)),
            Path(dots.done(), fill=inks.second),
        ),
        clip=PathBuilder().rect(box).done(),
    )
    return (field, *_draw_medallion(7.4 * unit, inks))


_CURVES: dict[str, Curve] = {
    "rosette": _draw_rosettes,
    "rays": _draw_rays,
    "waves": _draw_waves,
    "lattice": _draw_lattice,
}
