"""Light a scene of height fields with one lamp and engrave it: flats in three tones, and lines.

The highest part is seen. Shadows fall from part to part; hollows are darker. Each part is a flat of
its middle tone with its outline, flats of the deep and the pale tone inside, and lines that follow
its `phase` and swell in the dark.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from scipy.ndimage import gaussian_filter, map_coordinates, zoom

from workshop.field import Grid, Window
from workshop.plate import EPS, Floats, Plate, hatch, rings

NOTHING = -1e3


@dataclass
class Part:
    """One surface of a scene on its window.

    `z` is its height and `inside` the distance to its edge (both mm); the whole numbers of `phase`
    are its lines. `lift` is added to its tone, `gain` scales its lines (0: none), `line` is the
    width of its outline (0: none), `shine` its gloss. Parts of higher `rank` are drawn later.
    """

    material: str
    window: Window
    z: Floats
    inside: Floats
    phase: Floats
    gain: float = 1.0
    line: float = 0.26
    lift: float = 0.0
    shine: float = 1.0
    rank: float = 0.0
    floor: float = 0.12
    flats: tuple[float, float] | None = None
    glow: bool = False


@dataclass
class Lamp:
    """Where light comes from: a direction, or a point (mm), and how surfaces answer it."""

    towards: tuple[float, float, float] = (-0.52, -0.60, 0.61)
    at: tuple[float, float, float] | None = None
    ambient: float = 0.2
    diffuse: float = 0.74
    gloss: float = 0.4
    hollow: float = 1.0
    shadow: float = 0.42
    soft: float = 0.16
    reach: float = 6.0
    flats: tuple[float, float] = (0.46, 0.80)
    smooth: float = 0.8
    curve: float = 1.16
    behind: float = -9.0


@dataclass
class Lit:
    """The visible scene: the highest part at each node, its height, empty nodes, shadows."""

    top: Floats
    z: Floats
    void: Floats
    shadow: Floats


@dataclass
class Scene:
    """Parts on one grid."""

    grid: Grid
    parts: list[Part] = field(default_factory=list)

    def add(
        self,
        material: str,
        window: Window | None,
        z: Floats,
        inside: Floats,
        phase: Floats,
        **more: float | bool | tuple[float, float],
    ) -> None:
        """Add a part, if it lies on the grid."""
        if window is not None:
            self.parts.append(Part(material, window, z, inside, phase, **more))  # type: ignore[arg-type]

    def covered(self) -> Floats:
        """Return 1 where a part is."""
        seen = np.zeros(self.grid.x.shape)
        for part in self.parts:
            seen[part.window.place] = np.maximum(seen[part.window.place], part.inside > 0)
        return seen

    def halo(self, plate: Plate, role: str, wide: float) -> None:
        """Fill a moat of `wide` mm around all parts."""
        grid = self.grid
        spread = gaussian_filter(self.covered(), wide / grid.step)
        plate.area(role, rings(grid.xs, grid.ys, spread, 0.14, eps=0.02))

    def draw(
        self,
        plate: Plate,
        lamp: Lamp,
        tone_at: Callable[[Floats, Floats, Floats], Floats] | None = None,
    ) -> Lit:
        """Engrave the scene; `tone_at` changes tones by their place."""
        grid, step = self.grid, self.grid.step
        heights = np.full(grid.x.shape, NOTHING)
        top = np.full(grid.x.shape, -1)
        for number, part in enumerate(self.parts):
            place = part.window.place
            over = (part.inside > 0) & (part.z > heights[place])
            heights[place][over] = part.z[over]
            top[place][over] = number
        void = top < 0
        heights = np.where(void, lamp.behind, heights)
        hollow = np.clip((gaussian_filter(heights, 1.2 / step) - heights) * 0.085, 0, 0.5)
        hollow += np.clip((gaussian_filter(heights, 0.4 / step) - heights) * 0.10, 0, 0.3)
        light = _rays(grid, heights, lamp)
        shadow = _shadow(grid, heights, lamp)
        for number in sorted(range(len(self.parts)), key=lambda n: self.parts[n].rank):
            _engrave(
                plate, self.parts[number], grid, top == number, hollow, shadow, light, lamp, tone_at
            )
        return Lit(top, heights, void, shadow)


def _rays(grid: Grid, heights: Floats, lamp: Lamp) -> tuple[Floats, Floats, Floats]:
    if lamp.at is None:
        unit = np.array(lamp.towards) / np.linalg.norm(lamp.towards)
        return tuple(np.full(grid.x.shape, value) for value in unit)  # type: ignore[return-value]
    x, y, z = lamp.at[0] - grid.x, lamp.at[1] - grid.y, lamp.at[2] - heights
    length = np.sqrt(x * x + y * y + z * z)
    return x / length, y / length, z / length


def _shadow(grid: Grid, heights: Floats, lamp: Lamp) -> Floats:
    """Walk from each node of a coarser grid towards the lamp and look for higher ground."""
    if not lamp.shadow:
        return np.zeros(grid.x.shape)
    coarse = heights[::2, ::2]
    step = 2 * grid.step
    x, y = grid.x[::2, ::2], grid.y[::2, ::2]
    if lamp.at is None:
        unit = np.array(lamp.towards) / np.linalg.norm(lamp.towards)
        east, south, up = (np.full(x.shape, value) for value in unit)
        limit = np.full(x.shape, 1e9)
    else:
        east, south, up = lamp.at[0] - x, lamp.at[1] - y, lamp.at[2] - coarse
        limit = np.hypot(east, south)
    flat = np.maximum(np.hypot(east, south), 1e-6)
    shadow = np.zeros(x.shape)
    rows, columns = np.mgrid[0 : x.shape[0], 0 : x.shape[1]].astype(float)
    for walk in np.linspace(0.25, lamp.reach, max(8, int(lamp.reach * 3.4))):
        places = [rows + south / flat * walk / step, columns + east / flat * walk / step]
        seen = map_coordinates(coarse, places, order=1, mode="nearest")
        over = seen - (coarse + walk * up / flat) - 0.12
        shadow = np.maximum(shadow, np.clip(over * 2, 0, 1) * (limit > walk))
    full = zoom(shadow, 2, order=1, grid_mode=True, mode="nearest")
    full = full[: grid.x.shape[0], : grid.x.shape[1]]
    return np.asarray(gaussian_filter(full, lamp.soft / grid.step))


def _engrave(
    plate: Plate,
    part: Part,
    grid: Grid,
    seen: Floats,
    hollow: Floats,
    shadow: Floats,
    light: tuple[Floats, Floats, Floats],
    lamp: Lamp,
    tone_at: Callable[[Floats, Floats, Floats], Floats] | None,
) -> None:
    visible = seen[part.window.place]
    if visible.sum() < 14:
        return
    rows, columns = np.where(visible)
    # Crop the window to the visible part, with a margin for the filters.
    first, last = max(rows.min() - 8, 0), rows.max() + 9
    left, right = max(columns.min() - 8, 0), columns.max() + 9
    inner = slice(first, last), slice(left, right)
    top, start = part.window.rows.start, part.window.columns.start
    place = (
        slice(top + first, min(top + last, part.window.rows.stop)),
        slice(start + left, min(start + right, part.window.columns.stop)),
    )
    step = grid.step
    # A visible edge at the rim of the window stays an edge.
    cover = gaussian_filter(visible[inner].astype(float), 0.9, mode="constant") - 0.5
    down, across = np.gradient(gaussian_filter(part.z[inner], lamp.smooth), step)
    length = np.sqrt(across * across + down * down + 1)
    x, y, z = (ray[place] for ray in light)
    lambert = np.clip((-across * x - down * y + z) / length, 0, 1)
    bright = np.sqrt(x * x + y * y + (z + 1) ** 2)
    gloss = np.clip((-across * x - down * y + z + 1) / length / bright, 0, 1) ** 22
    tone = lamp.ambient + lamp.diffuse * lambert + lamp.gloss * part.shine * gloss
    tone = tone - lamp.hollow * hollow[place] - lamp.shadow * shadow[place] + part.lift
    if tone_at is not None:
        tone = tone_at(tone, grid.x[place], grid.y[place])
    tone = np.clip(gaussian_filter(tone, 0.8), 0, 1)
    xs, ys = grid.xs[place[1]], grid.ys[place[0]]
    low, high = part.flats or lamp.flats
    edge = (f"{part.material}.edge", part.line) if part.line else None
    plate.area(f"{part.material}.mid", rings(xs, ys, cover, 0 if edge else -0.1), edge)
    # Flats keep away from the edge, which is one path with the middle tone.
    inset = cover - 0.40 if edge else cover
    plate.area(
        f"{part.material}.deep", rings(xs, ys, np.minimum(inset, (low - tone) * 2), 0, least=0.05)
    )
    plate.area(
        f"{part.material}.pale", rings(xs, ys, np.minimum(inset, (tone - high) * 2), 0, least=0.05)
    )
    if part.gain:
        ink = np.clip((1 - np.clip(tone * lamp.curve, 0, 1)) * part.gain * 0.92, 0, 1.1)
        if part.glow:
            ink = np.clip((tone - 0.34) * part.gain, 0, 0.8)
        strokes = hatch(xs, ys, ink, part.phase[inner], cover * step * 2, floor=part.floor, eps=EPS)
        plate.lines(f"{part.material}.ink", strokes)
