"""Spike: three shapes are three solids lit from the middle of the card.

Solids of plus cards rise from a rayed ground and cast their shadows outwards; minus cards are pits
sunk into terraces. Squares are stepped slabs, circles domes and bowls, triangles pyramids.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from contourpy import contour_generator
from scipy.ndimage import gaussian_filter

from workshop.field import Grid, ease, nearest
from workshop.light import Lamp, Scene
from workshop.plate import BLEED, Floats, Plate, arc, dense, normals, rings, runs, sample, thin

# Cards with sides aslant have drawings of their own, where a plate or the frame would cover pips.
NAMES = [
    f"spike/{sign}-{count:02}-{shape}{sides}"
    for sides in ("", "-aslant")
    for shape in ("circles", "triangles", "squares")
    for sign in ("plus", "minus")
    for count in range(1, 11)
    if not sides
    or count in (5, 6, 8, 9, 10)
    or (shape == "squares" and count in (2, 4))
    or (shape == "triangles" and count == 1)
]

WIDTH, HEIGHT, STEP = 63.5, 88.9, 0.07
# Half the height of a triangle's middle over its edge, against the radius of a circle.
TRIANGLE = 0.69


class Layout(NamedTuple):
    """The radius of a circle and the places of the upper half; `middle` adds one."""

    radius: float
    upper: tuple[tuple[float, float], ...] = ()
    middle: bool = False


LAYOUTS = {
    1: Layout(21.0, (), True),
    2: Layout(14.0, ((0, -20.5),)),
    3: Layout(10.8, ((0, -27.6),), True),
    4: Layout(9.5, ((-13.2, -14.5), (13.2, -14.5))),
    5: Layout(7.2, ((-14.8, -18.4), (14.8, -18.4)), True),
    6: Layout(6.8, ((-12.0, -26.4), (12.0, -26.4), (-13.6, 0.0))),
    7: Layout(6.4, ((0, -31.0), (-15.6, -17.0), (15.6, -17.0)), True),
    8: Layout(6.7, ((-11.9, -29.2), (11.9, -29.2), (-15.0, -9.9), (15.0, -9.9))),
    9: Layout(6.0, ((-12.3, -30.4), (12.3, -30.4), (-16.8, -12.2), (16.8, -12.2)), True),
    10: Layout(5.6, ((-12.8, -32.2), (12.8, -32.2), (0, -21.6), (-16.4, -11.0), (16.4, -11.0))),
}

# Clear of the plates along the sides of an elongated hexagon: the first row is narrower.
ASLANT_LAYOUTS = {
    1: Layout(19.0, (), True),
    2: Layout(13.0, ((0, -20.2),)),
    4: Layout(8.8, ((-12.8, -13.6), (12.8, -13.6))),
    5: Layout(6.8, ((-14.4, -16.4), (14.4, -16.4)), True),
    6: Layout(5.9, ((-8.5, -23.6), (8.5, -23.6), (-14.0, 0.0))),
    8: Layout(5.5, ((-7.9, -29.2), (7.9, -29.2), (-14.2, -10.6), (14.2, -10.6))),
    9: Layout(5.4, ((-7.4, -30.4), (7.4, -30.4), (-17.8, -11.8), (17.8, -11.8)), True),
    10: Layout(5.0, ((-7.4, -31.8), (7.4, -31.8), (0, -18.6), (-17.3, -10.2), (17.3, -10.2))),
}

# Solids of one shape that are placed in another way.
SHAPED_LAYOUTS = {
    ("triangles", 5): Layout(9.6, ((-14.2, -21.6), (14.2, -21.6)), True),
    ("triangles", 6): Layout(8.9, ((-11.6, -27.0), (11.6, -27.0), (-11.6, 0.0))),
    ("triangles", 7): Layout(7.3, ((0, -32.4), (-15.8, -16.6), (15.8, -16.6)), True),
    ("triangles", 8): Layout(7.5, ((-11.2, -29.2), (11.2, -29.2), (-14.8, -10.0), (14.8, -10.0))),
}


class Solid(NamedTuple):
    """A solid: its shape, middle, radius in its own metric, and 1, or -1 if it points down."""

    shape: str
    x: float
    y: float
    radius: float
    up: int

    def away(self, x: Floats, y: Floats) -> Floats:
        """Return the distance from the middle in the metric of the shape."""
        across, down = x - self.x, (y - self.y) * self.up
        if self.shape == "squares":
            return np.maximum(np.abs(across), np.abs(down))
        if self.shape == "circles":
            return np.hypot(across, down)
        side = across * math.sqrt(3) / 2
        return np.asarray(np.maximum.reduce([down, side - down / 2, -side - down / 2]))

    def outline(self, radius: float) -> Floats:
        """Return the outline at a distance from the middle."""
        if self.shape == "squares":
            corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
            return np.array([(self.x + a * radius, self.y + b * radius) for a, b in corners])
        if self.shape == "circles":
            return arc(self.x, self.y, radius)
        wide = radius * math.sqrt(3)
        top, base = self.y - 2 * radius * self.up, self.y + radius * self.up
        return np.array([(self.x, top), (self.x + wide, base), (self.x - wide, base)])


def draw(name: str) -> tuple[Plate, dict[str, object]]:
    """Draw a card of Spike."""
    sign_word, number, shape, *_ = name.rsplit("/", 1)[1].split("-")
    count, sign = int(number), 1 if sign_word == "plus" else -1
    layouts = ASLANT_LAYOUTS if name.endswith("-aslant") else LAYOUTS
    layout = layouts[count]
    if layouts is LAYOUTS:
        layout = SHAPED_LAYOUTS.get((shape, count), layout)
    solids = _solids(shape, layout)
    middle = solids[-1:] if layout.middle else []
    plate = Plate(WIDTH, HEIGHT)
    plate.ground("ground")
    # The ground of a single triangle is not that of its turn.
    single = count == 1
    grid = Grid(WIDTH, HEIGHT, STEP if not single else 0.1, margin=8, whole=single)
    if single:
        plate.turn()
    if sign > 0:
        _rays(plate, grid, solids, count)
    else:
        _terraces(plate, grid, solids)
    if not single:
        others = [solid for solid in solids if solid not in middle]
        _carve(plate, grid, others, sign, (0.0, 0.0, 24.0 if sign > 0 else 15.0))
        plate.turn()
    if middle:
        solid = middle[0]
        reach = solid.radius * (2.2 if shape == "triangles" else 1.1) + 2
        step = STEP if reach < 20 else 0.085
        box = Grid.box(-reach, reach, solid.y - reach, solid.y + reach, step)
        lamp = (-9.0, -11.0, 22.0) if sign > 0 else (-8.0, -10.0, 10.0)
        if reach > 20:
            lamp = (-17.0, -22.0, 32.0) if sign > 0 else (-19.0, -24.0, 17.0)
        _carve(plate, box, middle, sign, lamp)
    else:
        _lamp(plate)
    return plate, {}


def _solids(shape: str, layout: Layout) -> list[Solid]:
    radius = layout.radius * (TRIANGLE if shape == "triangles" else 1.0)
    if layout.middle and not layout.upper:
        radius *= {"circles": 1.05, "squares": 0.95}.get(shape, 1.0)
    shift = radius / 2 if shape == "triangles" else 0.0
    found = []
    for x, y in layout.upper:
        # A triangle has the middle of its height in its place; on the middle line, beside its twin
        # upside down, it has its peak there.
        down = shift if y else 0.0
        found.append(Solid(shape, x, y + down, radius, 1))
        found.append(Solid(shape, -x, -y - down, radius, -1))
    if layout.middle:
        found.append(Solid(shape, 0.0, shift, radius, 1))
    return found


def _far(solids: list[Solid], x: Floats, y: Floats, sign: int) -> Floats:
    """The smooth distance to the solids: the ground is made of it."""
    softness, blur = (3.2, 10.0) if sign > 0 else (1.5, 5.0)
    doubled = solids
    if len(solids) % 2 and len(solids) > 1:
        # The ground is that of the middle one and of its turn.
        last = solids[-1]
        doubled = [*solids, last._replace(y=-last.y, up=-1)]
    distances = [np.maximum(solid.away(x, y) - solid.radius * 1.06, -2) for solid in doubled]
    return np.asarray(gaussian_filter(nearest(np.array(distances), softness), blur))


def _rays(plate: Plate, grid: Grid, solids: list[Solid], count: int) -> None:
    """Light leaves the middle; rays are wide in the shadow of a solid."""
    far = _far(solids, grid.x, grid.y, 1)
    closest = np.min([solid.away(grid.x, grid.y) - solid.radius for solid in solids], axis=0)
    total = 180
    start = 5.5
    if count % 2:
        start = solids[-1].radius + 1.2
    reach = np.linspace(3.5, 58, 240)
    edge = np.array([plate.width / 2 + BLEED, plate.height / 2 + BLEED])
    for number in range(total if count == 1 else total // 2):
        angle = -(number + 0.5) * math.tau / total
        points = np.stack([reach * math.cos(angle), reach * math.sin(angle)], 1)
        on_card = (np.abs(points) < edge).all(1)
        smooth = sample(grid.xs, grid.ys, far, points)
        away = sample(grid.xs, grid.ys, closest, points)
        share = np.where(reach < 11, 4, np.where(reach < 22, 2, 1))
        pitch = reach * math.tau / total * share
        widths = pitch * (
            0.17 + 0.17 * ease(0, 9, smooth) + 0.07 * np.cos(smooth * (0.9 + 0.11 * count))
        )
        first = 5.5 if number % 4 == 0 else 11 if number % 2 == 0 else 22
        first = max(first, start)
        widths = np.maximum(widths, 0.13) * ease(first - 0.01, first + 3.0, reach)
        shadow = np.zeros_like(reach)
        inside = away < 0.05
        for leave in np.flatnonzero(np.diff(inside.astype(int)) == -1):
            beyond = reach - reach[leave]
            shadow = np.maximum(shadow, (beyond > 0) * (1 - ease(4.5, 7.5, beyond)))
        widths = widths + shadow * pitch * 0.40
        widths = np.where(on_card & (away > 0) & (reach > first), np.minimum(widths, 0.9), 0)
        for run in runs(widths > 0):
            if len(run) >= 4:
                kept = thin(np.column_stack([points[run], widths[run]]), 0.016)
                plate.line("ray", points[run][kept], widths[run][kept])


def _terraces(plate: Plate, grid: Grid, solids: list[Solid]) -> None:
    """The ground steps down to the pits; lines swell where a step looks away from the lamp."""
    far = _far(solids, grid.x, grid.y, -1)
    levels = np.cumsum(1.0 + 0.045 * np.arange(40))
    levels = levels[levels < far.max()] - 0.25
    last = len(levels)
    for number in range(last - 1, -1, -2):
        share = min(9, int((last - 1 - number) / last * 10))
        plate.area(f"ground.t{share}", rings(grid.xs, grid.ys, -far, -levels[number], eps=0.012))
    for number, level in enumerate(levels):
        for line in contour_generator(grid.xs, grid.ys, far).lines(level):
            points = dense(np.asarray(line), 0.2)
            if len(points) < 30:
                continue
            across = normals(points)
            if np.median(sample(grid.xs, grid.ys, far, points + across * 0.3) - level) < 0:
                across = -across
            away = np.maximum(np.linalg.norm(points, axis=1), 4)
            light = gaussian_filter((across * -points).sum(1) / away, 4)
            widths = np.clip(0.10 + 0.37 * np.abs(light) ** 1.5, 0, 0.46) * max(
                0.45, 1.1 - 0.018 * number
            )
            for run in runs(widths > 0.08):
                if len(run) < 8:
                    continue
                wide = widths[run].copy()
                if wide[0] < 0.13:
                    wide[:4] = np.minimum(wide[:4], [0, 0.05, 0.09, 0.1])
                if wide[-1] < 0.13:
                    wide[-4:] = np.minimum(wide[-4:], [0.1, 0.09, 0.05, 0])
                kept = thin(np.column_stack([points[run], wide]), 0.016)
                plate.line("ray", points[run][kept], wide[kept])


def _carve(
    plate: Plate, grid: Grid, solids: list[Solid], sign: int, at: tuple[float, float, float]
) -> None:
    """Model the solids, light them, and draw the edges of their steps."""
    material = "up" if sign > 0 else "down"
    scene = Scene(grid)
    everywhere = grid.everywhere()
    closest = np.full(grid.x.shape, 99.0)
    for solid in solids:
        closest = np.minimum(closest, solid.away(grid.x, grid.y) - solid.radius)
        plate.area(
            "halo", [solid.outline(solid.radius + (0.45 if solid.shape == "triangles" else 0.55))]
        )
    around = np.ones(grid.x.shape) if sign > 0 else closest
    scene.add("none", everywhere, np.zeros(grid.x.shape), around, grid.x, gain=0, line=0, rank=0)
    for solid in solids:
        _model(scene, solid, sign, material)
    lamp = Lamp(
        at=at,
        ambient=0.17,
        diffuse=0.80,
        gloss=0.10,
        hollow=0.55,
        shadow=0.34,
        flats=(0.50, 0.80),
        reach=10,
        smooth=0.6,
        soft=0.12,
    )
    drawn = Plate(plate.width, plate.height)
    scene.draw(drawn, lamp, lambda tone, x, y: tone - 0.10 * ease(16, 44, np.hypot(x, y)) + 0.06)
    plate.items += [item for item in drawn.half if not getattr(item, "role", "").startswith("none")]
    for solid in solids:
        _edges(plate, solid, material)


def _tiers(solid: Solid) -> list[tuple[float, float]]:
    """Return where the walls of a slab begin and end (mm from its edge)."""
    if solid.radius > 15:
        return [(0, 1.9), (4.0, 5.8), (7.9, 9.6), (11.6, 13.2), (15.2, 16.6)]
    size = solid.radius / 10
    return [(0, 1.7 * size), (3.3 * size, 5.0 * size), (6.3 * size, 7.7 * size)]


def _model(scene: Scene, solid: Solid, sign: int, material: str) -> None:
    grid = scene.grid
    reach = solid.radius * (2.1 if solid.shape == "triangles" else 1.05) + 0.8
    window = grid.around(solid.x, solid.y, reach)
    if window is None:
        return
    away = solid.away(window.x, window.y)
    depth = solid.radius - away
    large = solid.radius > 12
    if solid.shape == "squares":
        size = solid.radius / 10
        rise = 1.9 * min(size, 1.15)
        z = (
            sum(rise * np.clip((depth - a) / (b - a), 0, 1) for a, b in _tiers(solid))
            + 0.10 * depth
        )
        cap = _tiers(solid)[-1][1]
    elif solid.shape == "triangles":
        size = solid.radius / 6
        rim = 0.8 * min(size, 1.5)
        z = 0.9 * min(size, 1.5) * np.clip(depth / rim, 0, 1)
        if large:
            z = z + sum(1.5 * np.clip((depth - a) / 1.5, 0, 1) for a in (2.6, 5.6, 8.4))
            z = z + 0.16 * np.clip(depth - rim, 0, 99)
            cap = 10.2
        else:
            z = z + 0.82 * np.clip(depth - 1.1 * size, 0, 99)
            cap = solid.radius * 0.70
    else:
        size = solid.radius / 10
        rim = 1.3 * min(size, 1.3)
        dome = 7.4 * size
        z = 1.6 * min(size, 1.3) * np.clip(depth / rim, 0, 1)
        z = z + np.where(away < dome, np.sqrt(np.clip(dome**2 - away**2, 0, None)) * 0.8, 0)
        if large:
            # A ring of facets around the dome.
            turn = np.arctan2(window.y - solid.y, window.x - solid.x)
            z = z + np.where(away > dome, 0.35 * np.abs(np.sin(turn * 18)), 0) * (
                away < solid.radius - rim - 2
            )
        cap = solid.radius * 0.83
    z = z * sign
    pitch = 0.52 if not large else 0.60
    scene.add(material, window, z, depth, away / pitch + 0.5, line=0.30, rank=1)
    scene.add("gold", window, z + 0.02, depth - cap, away / 0.4 + 0.5, gain=0.9, line=0.24, rank=2)
    if solid.shape == "circles":
        band = (
            np.minimum(depth - rim, 2.6 * size - depth)
            if not large
            else np.minimum(depth - rim, 3.4 - depth)
        )
        scene.add("gold", window, z + 0.02, band, away / 0.4, gain=0.9, line=0.2, rank=2)


def _edges(plate: Plate, solid: Solid, material: str) -> None:
    """Crisp lines along the steps of slabs and pyramids."""
    role = f"{material}.edge"
    if solid.shape == "squares":
        ends = _tiers(solid)
        for first, second in ends:
            for depth in (first, second):
                if 0 < depth < ends[-1][1]:
                    _cut(plate, role, solid.outline(solid.radius - depth), 0.16)
            for a, b in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
                low, high = solid.radius - first, solid.radius - second
                corner = [
                    (solid.x + a * low, solid.y + b * low),
                    (solid.x + a * high, solid.y + b * high),
                ]
                plate.line(role, corner, 0.16)
    if solid.shape == "triangles":
        size = min(solid.radius / 6, 1.5)
        depths = [0.8 * size] if solid.radius < 12 else [0.8 * size, 2.6, 4.1, 5.6, 7.1, 8.4]
        for depth in depths:
            _cut(plate, role, solid.outline(solid.radius - depth), 0.16)
        inner = solid.outline(solid.radius * 0.30 if solid.radius < 12 else solid.radius - 10.2)
        for outer, point in zip(solid.outline(solid.radius), inner, strict=True):
            plate.line(role, [outer, point], 0.18)
            plate.line("gold.edge", [(solid.x, solid.y), point], 0.2)


def _cut(plate: Plate, role: str, outline: Floats, width: float) -> None:
    plate.line(role, outline, width, True)


def _lamp(plate: Plate) -> None:
    """Draw the light itself if no solid is in the middle."""
    plate.circle("ground", 0, 0, 3.4)
    for number in range(16):
        angle = number * math.tau / 16
        reach = 3.3 if number % 2 == 0 else 2.2
        tip = (reach * math.sin(angle), -reach * math.cos(angle))
        for side, role in ((1, "gold.pale"), (-1, "gold.deep")):
            foot = angle + side * math.pi / 16
            plate.poly(role, [(0, 0), tip, (math.sin(foot), -math.cos(foot))])
    plate.circle("gold.ink", 0, 0, 0.95)
    plate.circle("gold.mid", 0, 0, 0.72)
