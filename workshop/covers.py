"""Engrave the covers of the editions: lines over their flat shapes, in templates/art/lines.

Each visible region of one colour is crossed from its dark edge towards a lamp at the upper left, by
bowed lines of constant pitch; the steeper the edge, the wider and longer the lines. Black and the
card's colour have light lines at the lit edge. Gold has no lines.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from printkit.art.engraving import (
    BOWS,
    PLACES,
    WIDTHS,
    Hatch,
    Lines,
    digest_of,
    format_lines,
    lines_name,
    lines_path,
    read_lines,
)
from printkit.base.content import content_path
from printkit.base.geometry import Rect
from printkit.graphics.svg import read_art
from printkit.graphics.svg_art import SvgArt
from workshop.regions import COARSE, Plan, Points, axes, regions, slopes

ART = content_path("art")
# The folder of the covers, and the size of the front of a box (mm).
FOLDER, SIZE = "editions", 110.0
# Towards the light; the direction of lines over a round region (degrees).
LIGHT = np.array([-0.62, -0.78]) / math.hypot(0.62, 0.78)
AROUND = math.radians(200)
# The pitch of lines, and the minimum gap between two and to other lines of the drawing (mm).
PITCH, GAP = 0.46, 0.125
# The sagitta of lines relative to half the width of their region.
BOW = 0.22
# The minimum area of a region (mm²), its minimum width where it is crossed, the minimum length of a
# line (mm).
LEAST_AREA, LEAST_WIDTH, LEAST_LINE = 1.8, 1.0, 0.65
# The slope below which an edge is not in shadow; the slope of an edge that another region covers.
LEVEL, COVERED = 0.1, 0.45
# No line begins within this distance of the edge of the visible area (mm).
MARGIN = 0.4
# A region with more than this share of the drawing is its ground: only its own edges count.
GROUND = 0.14


class Tone(NamedTuple):
    """Lines of one role: from the edge in shadow (−1) or in the light (1), their length across,
    their widths.

    Both lengths and widths (mm) grow with the slope of the edge.
    """

    role: str
    side: int
    reach: float
    widths: tuple[float, float]
    longest: float


class Stroke(NamedTuple):
    """A line from its thick root to its tip: places and width in mm, bow in shares of its length.

    A bow above 0 is to the left in the direction from the root to the tip.
    """

    x: float
    y: float
    dx: float
    dy: float
    bow: float
    width: float


DARK_LINES, LIGHT_LINES = (-1, 0.66, (0.11, 0.29), 6.5), (1, 0.4, (0.18, 0.28), 5.0)
_INK, _PAPER = Tone("ink", *DARK_LINES), Tone("paper", *LIGHT_LINES)
# The lines over a colour, by its role; a drawing with custom roles has them in its line role.
TONES = {
    "paper": (_INK,),
    "shade": (_INK,),
    "main": (_INK, _PAPER),
    "ink": (_PAPER,),
    "dark": (_PAPER,),
}
SCENE_LINE = "line"
# Roles of scenes without lines: gold, light sources and distant things.
WHOLE = ("accent", "gold", "light", "fire", "star", "sky", "sky2", "far", "far2", SCENE_LINE)
SCENE_TONES = (Tone(SCENE_LINE, *DARK_LINES),)


def tones_of(art: SvgArt, fill: object) -> tuple[Tone, ...]:
    """Return the lines over a colour of a drawing."""
    if not isinstance(fill, str) or fill in WHOLE:
        return ()
    if any(name.startswith("scene-") for name in art.root_classes):
        return SCENE_TONES
    return TONES.get(fill, ())


class Kept:
    """The lines that are kept, indexed by square millimetre, so that new ones keep their
    distance.
    """

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], list[tuple[float, float, float]]] = {}

    def is_free(self, places: Points, halves: Points) -> bool:
        for (x, y), half in zip(places, halves, strict=True):
            column, row = int(x), int(y)
            for cell in [(column + i, row + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]:
                if other := self.cells.get(cell):
                    near = np.array(other)
                    gaps = np.hypot(near[:, 0] - x, near[:, 1] - y) - near[:, 2] - half
                    if gaps.min() < GAP:
                        return False
        return True

    def add(self, places: Points, halves: Points) -> None:
        for (x, y), half in zip(places, halves, strict=True):
            self.cells.setdefault((int(x), int(y)), []).append((x, y, half))


def engrave(art: SvgArt) -> Lines:
    """Return the lines of a drawing for the front of a box."""
    plan, kept, lines = Plan(art, SIZE), Kept(), dict[str, list[Stroke]]()
    for i, shape in enumerate(art.shapes):
        tones = tones_of(art, shape.paint.fill)
        if not tones or shape.field:
            continue
        for places in regions(plan, i, LEAST_AREA):
            for role, line in cross(plan, i, places, tones, kept):
                lines.setdefault(role, []).append(line)
    roles = tuple((role, numbers_of(own)) for role, own in lines.items())
    return Lines(digest_of(art), SIZE, roles)


def numbers_of(strokes: Sequence[Stroke]) -> tuple[int, ...]:
    """Return strokes as the integers of a file of lines."""
    numbers: list[int] = []
    left = top = 0
    for x, y, dx, dy, bow, width in strokes:
        column, row = round(x * PLACES), round(y * PLACES)
        way = round(dx * PLACES), round(dy * PLACES)
        numbers += Hatch(column - left, row - top, *way, round(bow * BOWS), round(width * WIDTHS))
        left, top = column, row
    return tuple(numbers)


# --- lines --------------------------------------------------------------------------------------


def cross(
    plan: Plan, i: int, places: Points, tones: Sequence[Tone], kept: Kept
) -> Iterator[tuple[str, Stroke]]:
    """Yield lines across a region with their roles."""
    short, _, ratio = axes(places)
    along = short if ratio > 1.25 else np.array([math.cos(AROUND), math.sin(AROUND)])
    along = along if along @ LIGHT > 0 else -along
    aside = np.array([-along[1], along[0]])
    aside = aside if aside[1] > 0 else -aside
    u, v = places @ along, places @ aside
    middle, half = (u.min() + u.max()) / 2, max(np.ptp(u) / 2, 1.5)
    sag = -BOW / max(half, 2.5)
    is_ground = plan.own[i].sum() > GROUND * plan.top.size
    right, down = slopes(plan.own[i])
    inside = np.zeros((right.shape[0] + 2, right.shape[1] + 2), np.bool_)
    cells = np.rint(places * COARSE).astype(int)
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            inside[cells[:, 1] + dy, cells[:, 0] + dx] = True

    def place(t: float | Points, row: float) -> Points:
        bowed = row + sag * (t - middle) ** 2
        places: Points = np.multiply.outer(t, along) + np.multiply.outer(bowed, aside)
        return places

    def lit(at: Points) -> float:
        """Return the degree to which an edge faces the light, below 0 in shadow."""
        x, y = (int(value) for value in np.clip(at * COARSE, 0, np.array(right.shape)[::-1] - 1))
        fall = np.array([right[y, x], down[y, x]])
        steep = math.hypot(*fall)
        return float(fall @ LIGHT / steep) if steep > 0.5 else 0.0

    step = 0.05
    t = np.arange(u.min() - 0.5, u.max() + 0.5, step)
    bend = sag * (t - middle) ** 2
    rows = np.arange(v.min() - bend.max() + 0.2, v.max() - bend.min(), PITCH)
    for n, row in enumerate(rows):
        line = place(t, float(row))
        cell = np.clip(np.rint(line * COARSE).astype(int), 0, np.array(inside.shape)[::-1] - 1)
        ok = (plan.at(line) == i) & inside[cell[:, 1], cell[:, 0]]
        edges = np.flatnonzero(np.diff(np.r_[False, ok, False].astype(np.int8)))
        for a, b in zip(edges[::2], edges[1::2], strict=True):
            room = (b - a) * step
            if room < LEAST_WIDTH:
                continue
            taken = 0.0
            for tone in tones:
                start = t[a] if tone.side < 0 else t[b - 1]
                root = place(float(start), float(row))
                slope = lit(root) * tone.side
                if abs(slope) < 1e-9 and not is_ground and tone.side < 0:
                    slope = COVERED
                if slope < LEVEL or is_margin(plan, root):
                    continue
                length = min(room * tone.reach * (0.4 + 0.6 * slope), tone.longest)
                length = min(length * (1.0, 0.7)[n % 2], 0.9 * room - taken)
                thin, wide = tone.widths
                while length >= LEAST_LINE:
                    end = float(start) - tone.side * length
                    width = thin + (wide - thin) * slope * min(1.0, length / 1.6)
                    middle_of = place((float(start) + end) / 2, float(row))
                    made = make_line(root, place(end, float(row)), middle_of, width)
                    if is_clear(plan, i, made, kept):
                        yield tone.role, made
                        taken += length
                        break
                    length -= 0.25


def is_margin(plan: Plan, root: Points) -> bool:
    """Return True for a root at the edge of the visible area, where nothing casts a shadow."""
    return not plan.seen.inset(MARGIN).contains(Rect(float(root[0]), float(root[1]), 0, 0))


def make_line(root: Points, tip: Points, middle: Points, width: float) -> Stroke:
    """Return a line of a width (mm) through three places."""
    (x, y), (dx, dy) = root, tip - root
    length = math.hypot(dx, dy)
    across = np.array([-dy, dx]) / length
    bow = float((middle - (root + tip) / 2) @ across) / length
    return Stroke(float(x), float(y), float(dx), float(dy), bow, width)


def is_clear(plan: Plan, i: int, line: Stroke, kept: Kept) -> bool:
    """Keep a line and return True if it leaves a gap to other lines and to the drawing."""
    length = math.hypot(line.dx, line.dy)
    f = np.linspace(0, 1, max(6, int(length / 0.12)))
    along, across = np.array([line.dx, line.dy]), np.array([-line.dy, line.dx]) / length
    bow = line.bow * length * 4 * f * (1 - f)
    centre = np.array([line.x, line.y]) + np.outer(f, along) + np.outer(bow, across)
    halves = line.width / 2 * (1 - f) ** 0.6
    free = f > min(0.3, 0.25 / length)
    for side in (-1, 1):
        rim = centre + np.outer(side * (halves + 0.09), across)
        if (plan.at(rim[free]) != i).any():
            return False
    if (plan.at(centre[-1:] + along / length * 0.15) != i).any() or not kept.is_free(
        centre, halves
    ):
        return False
    kept.add(centre, halves)
    return True


# --- drawings -----------------------------------------------------------------------------------


def covers() -> Iterator[tuple[str, SvgArt]]:
    """Yield the covers with their names."""
    for path in sorted((ART / FOLDER).glob("*-cover.svg")):
        yield lines_name(path), read_art(path)


def stale() -> list[str]:
    """Return the names of covers with outdated lines, and of lines without a cover."""
    found, names = [], set()
    for name, art in covers():
        lines = read_lines(name)
        names.add(name)
        if lines is None or lines.digest != digest_of(art):
            found.append(name)
    left = {path.stem for path in lines_path("x").parent.glob("*.txt")} - names
    return found + sorted(left)


def write(name: str) -> int:
    """Write the lines of a cover, or remove those without one; return their size in bytes."""
    art = dict(covers()).get(name)
    if art is None:
        lines_path(name).unlink()
        return 0
    text = format_lines(engrave(art))
    lines_path(name).parent.mkdir(exist_ok=True)
    return lines_path(name).write_text(text, encoding="ascii", newline="\n")
