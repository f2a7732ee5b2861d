"""What is measured on a painted page or a picture: ink, the safe area, the bleed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace
from PIL import ImageStat

from printkit.outlets.preflight.content import Light
from printkit.outlets.preflight.finding import Findings
from printkit.outlets.preflight.plates import Painting
from printkit.outlets.target import Target

# What a pixel may be off: mm, and per cent of ink.
_BLUR, _ROUNDING = 0.2, 1.0
# Tones (of 255): a silhouette is darker; what differs less is one ground; paper; a ground.
_DARK, _ALIKE, _PAPER, _GROUND = 128, 30, 252, 235
# The share of a side that a round corner takes; how far (px) a soft edge reaches.
_CORNER, _SOFT = 0.09, 3
# What is around something light is darker by such a tone, and is looked for so far (mm).
_DARKER, _AROUND = 80.0, 0.4
# The share of its contrast that the finest line keeps in a pixel.
_SEEN = 0.2


def judge_painting(
    findings: Findings,
    painting: Painting,
    target: Target,
    trim: Sequence[float],
    lights: Sequence[Light] = (),
) -> None:
    """Judge a page that was painted; `trim` are its edges in pixels, from the upper left."""
    left, top, right, bottom = trim
    per_mm, ink = painting.per_mm, painting.ink
    peak = ink.getextrema()[1] if ink is not None else 0
    if target.ink is not None and peak > target.ink + _ROUNDING:
        y, x = divmod(memoryview(ink.tobytes()).cast("i").tolist().index(peak), ink.width)
        place = round((x - left) / per_mm, 1), round((y - top) / per_mm, 1)
        findings.add("ink", figure=peak, wanted=target.ink, place=place)
    for light in lights:
        look, tone = painting.look, light.tone
        seen = [
            (x, y)
            for x, y in light.places
            if _is_on_dark(look, round(x * per_mm + left), round(y * per_mm + top), per_mm, tone)
        ]
        # Of a line that something else covers, a point may seem light by chance.
        if seen and 2 * len(seen) >= len(light.places):
            findings.merge([replace(light.finding, place=seen[0])])
    safe, width, height = target.safe or 0.0, (right - left) / per_mm, (bottom - top) / per_mm
    near: list[tuple[float, tuple[float, float]]] = []
    for number, (look, figures, edges) in enumerate(_sides(painting, trim)):
        nearest = _first_figure(look, figures, edges, round(safe * per_mm))
        if nearest is not None:
            depth, along = max(nearest[0] / per_mm, 0.0), nearest[1] / per_mm
            places = (along, depth), (width - depth, along), (width - along, height - depth)
            place = (*places, (depth, height - along))[number]
            near.append((depth, (round(place[0], 1), round(place[1], 1))))
        start, upper, end = round(edges[0]), round(edges[1]), round(edges[2])
        inside, beyond = (
            ImageStat.Stat(look.crop((start, y, end, y + 2))).mean[0] for y in (upper, 0)
        )
        if target.bleed and inside < _GROUND and beyond > _PAPER:
            findings.add("no-bleed")
    depth, place = min(near, default=(safe, (0.0, 0.0)))
    if depth < safe - _BLUR:
        rule = "near" if painting.figures is None else "safe"
        findings.add(rule, figure=round(depth, 2), wanted=safe, place=place)


def _is_on_dark(look: Any, x: int, y: int, per_mm: float, own: float) -> bool:
    """Return True if something of the tone `own` is seen at a point (px), and is dark around."""
    far_reach = round(_AROUND * per_mm)
    near, far = (
        look.crop((x - reach, y - reach, x + reach + 1, y + reach + 1)).tobytes()
        for reach in (1, far_reach)
    )
    around = sum(far) / len(far)
    # A line has the ground on both sides; the edge of something dark has it on one.
    starts = (0, far_reach, 2 * far_reach, far_reach * (2 * far_reach + 1))
    between = any(max(far[n], far[-1 - n]) < own - _DARKER for n in starts)
    # What is lighter still is something else.
    is_seen = around + _SEEN * (own - around) < max(near) < own + _DARKER / 4
    return bool(between and around < own - _DARKER and is_seen)


def _sides(painting: Painting, trim: Sequence[float]) -> Iterator[tuple[Any, Any, Sequence[float]]]:
    """Yield the picture four times, each time with another side on top: top, right, …"""
    look, figures = painting.look, painting.figures
    left, top, right, bottom = trim
    for _ in range(4):
        yield look, figures, (left, top, right, bottom)
        left, top, right, bottom = top, look.width - right, bottom, look.width - left
        look = look.rotate(90, expand=True)
        figures = figures.rotate(90, expand=True) if figures is not None else None


def _first_figure(
    look: Any, figures: Any, trim: Sequence[float], safe: int
) -> tuple[float, float] | None:
    """Return how far below the upper edge of the trim the first figure is, and where along it (px).

    Without silhouettes it is what seems to be no ground: what the most of a line has, and what
    goes on across the trim, is ground.
    """
    left, top, right = round(trim[0]), round(trim[1]), round(trim[2])
    if figures is not None:
        strip = figures.crop((left, top, right, top + safe))
        strip = strip.point([255] * _DARK + [0] * (256 - _DARK))
        if (box := strip.getbbox()) is None:
            return None
        row = strip.crop((0, box[1], strip.width, box[1] + 1)).getbbox()
        return top + box[1] - trim[1], row[0]
    edge = max(top - 2, 0)
    across = look.crop((left, edge, right, edge + 1)).tobytes()
    ground = sorted(across)[len(across) // 2]
    crosses = [abs(tone - ground) > _ALIKE / 2 for tone in across]
    corner = int(_CORNER * len(across))
    for depth in range(1, safe):
        tones = look.crop((left, top + depth, right, top + depth + 1)).tobytes()
        middle = sorted(tones)[len(tones) // 2]
        off = [
            n
            for n in range(corner, len(tones) - corner)
            if abs(tones[n] - middle) > _ALIKE and not any(crosses[n - _SOFT : n + _SOFT + 1])
        ]
        if len(off) > 1:
            return depth, off[0]
    return None
