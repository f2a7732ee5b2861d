"""What is measured on a painted page or a picture: ink, the safe area, the bleed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PIL import ImageStat

from printkit.base.units import format_mm
from printkit.outlets.preflight.content import Light, tell_floor
from printkit.outlets.preflight.finding import Findings
from printkit.outlets.preflight.plates import Painting
from printkit.outlets.target import Target

# What a pixel may be off (mm, per cent of ink).
_BLUR, _ROUNDING = 0.15, 1.0
# Tones (of 255): a figure is darker in its silhouette; two that differ by less are one ground.
_DARK, _ALIKE = 128, 30
# The share of a side that a round corner takes; how far (px) a soft edge reaches.
_CORNER, _SOFT = 0.09, 3
# Ink around something light, in per cent more than its own, and how far it is looked for (mm).
_DARKER, _AROUND = 60.0, 0.8

Box = tuple[int, int, int, int]


def judge_painting(
    findings: Findings,
    painting: Painting,
    target: Target,
    trim: Box,
    per_mm: float,
    lights: Sequence[Light],
) -> None:
    """Judge a page that was painted; `trim` are its edges in pixels, from the upper left."""
    left, top = trim[:2]
    ink = painting.ink
    peak = ink.getextrema()[1]
    if target.ink is not None and peak > target.ink + _ROUNDING:
        y, x = divmod(memoryview(ink.tobytes()).cast("i").tolist().index(peak), ink.width)
        findings.add(
            "ink",
            "The inks come to {figure} %; {wanted} % are the most.",
            "Take a rich black of less ink, or lighter colours.",
            values={"figure": peak, "wanted": f"{target.ink:g}"},
            figure=peak,
            wanted=target.ink,
            place=(round((x - left) / per_mm, 1), round((y - top) / per_mm, 1)),
        )
    reach = round(_AROUND * per_mm)
    for light in lights:
        x, y = (round(v * per_mm) + edge for v, edge in zip(light.place, (left, top), strict=True))
        area = ink.crop((x - reach, y - reach, x + reach + 1, y + reach + 1))
        if ImageStat.Stat(area.convert("F")).mean[0] > light.ink + _DARKER:
            tell_floor(findings, light.rule, light.figure, light.wanted, light.place, light=True)
    judge_edges(findings, painting.look, painting.figures, target, trim, per_mm)


def judge_edges(
    findings: Findings, look: Any, figures: Any, target: Target, trim: Box, per_mm: float
) -> None:
    """Judge the safe area and the bleed of a picture; without `figures` the first is a hint."""
    left, top, right, bottom = trim
    safe = target.safe or 0.0
    near = (
        _nearest_figure(figures, trim, safe * per_mm)
        if figures is not None
        else _looks_nearest(look, trim, safe * per_mm)
    )
    if near is not None and near[0] / per_mm < safe - _BLUR:
        distance, x, y = (round(value / per_mm, 1) for value in near)
        known = figures is not None
        findings.add(
            "safe",
            "Ink stands {figure} mm from the trim; {wanted} mm are to be free."
            if known
            else "Something looks nearer to the trim than {wanted} mm: {figure} mm.",
            "Build it with a larger --safe, or move it inwards."
            if known
            else "If it is no ground, move it inwards.",
            values={"figure": distance, "wanted": format_mm(safe)},
            figure=distance,
            wanted=safe,
            place=(x, y),
            fault=known,
        )
    width, height = look.size
    sides = (
        ((left, top, left + 2, bottom), (0, top, 2, bottom)),
        ((right - 2, top, right, bottom), (width - 2, top, width, bottom)),
        ((left, top, right, top + 2), (left, 0, right, 2)),
        ((left, bottom - 2, right, bottom), (left, height - 2, right, height)),
    )
    means = [[ImageStat.Stat(look.crop(part)).mean[0] for part in side] for side in sides]
    if target.bleed and left > 2 and any(one < 235 and edge > 252 for one, edge in means):
        findings.add(
            "no-bleed",
            "The ground stops at the trim: the bleed is empty.",
            "Let it run over the trim by as much as the bleed.",
        )


def _nearest_figure(figures: Any, trim: Box, safe: float) -> tuple[float, float, float] | None:
    """Return how near a figure stands to the trim (px), and where; None beyond `safe`."""
    card = figures.crop(trim).point(lambda tone: 255 if tone < _DARK else 0)
    width, height = card.size
    inner = [round(safe), round(safe), width - round(safe), height - round(safe)]
    card.paste(0, inner)
    box = card.getbbox()
    if box is None:
        return None
    left, top, right, bottom = box
    sides = (
        (left, (left, 0, left + 1, height)),
        (top, (0, top, width, top + 1)),
        (width - right, (right - 1, 0, right, height)),
        (height - bottom, (0, bottom - 1, width, bottom)),
    )
    distance, line = min(sides)
    first = card.crop(line).getbbox() or (0, 0, 0, 0)
    return float(distance), line[0] + first[0], line[1] + first[1]


def _looks_nearest(look: Any, trim: Box, safe: float) -> tuple[float, float, float] | None:
    """Return how near to the trim (px) something seems to stand that is not the ground.

    Ground is what the most of a line along the trim has, and what goes on across the trim.
    """
    left, top, right, bottom = trim
    card = look.crop(trim)
    width, height = card.size
    beyond = min(2, left)
    for depth in range(1, round(safe)):
        lines = (
            ((0, depth, width, depth + 1), (left, top - beyond, right, top - beyond + 1)),
            (
                (0, height - 1 - depth, width, height - depth),
                (left, bottom - 1 + beyond, right, bottom + beyond),
            ),
            ((depth, 0, depth + 1, height), (left - beyond, top, left - beyond + 1, bottom)),
            (
                (width - 1 - depth, 0, width - depth, height),
                (right - 1 + beyond, top, right + beyond, bottom),
            ),
        )
        for line, edge in lines:
            tones, across = card.crop(line).tobytes(), look.crop(edge).tobytes()
            middle, outer = sorted(tones)[len(tones) // 2], sorted(across)[len(across) // 2]
            corner = int(_CORNER * len(tones))
            off = [
                n
                for n in range(corner, len(tones) - corner)
                if abs(tones[n] - middle) > _ALIKE
                and not any(
                    abs(tone - outer) > _ALIKE / 2
                    for tone in across[max(n - _SOFT, 0) : n + _SOFT + 1]
                )
            ]
            if len(off) > 1:
                x, y = line[:2]
                is_row = line[2] - line[0] == width
                return float(depth), x + off[0] * is_row, y + off[0] * (not is_row)
    return None
