"""Pazaak: a machine that counts. Main cards are toothed wheels with a lamp on each tooth, plus
cards lit crosses, minus cards sunk slots; a half of a card that turns has as many of either.

The sign is the shape of a thing and the pattern of its ground: rings, rays, or level bars.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from workshop.field import Grid, Window, ball, ease
from workshop.light import Lamp, Scene
from workshop.plate import BLEED, Floats, Plate, arc, hatch, star, thin

NAMES = [
    *[f"pazaak/plain-{count:02}" for count in range(1, 11)],
    *[
        f"pazaak/{kind}-{count:02}"
        for kind in ("plus", "minus", "half-plus", "half-minus")
        for count in range(1, 7)
    ],
    *[f"pazaak/{name}" for name in ("double", "two-and-four", "three-and-six", "blank")],
    *[
        f"pazaak/{name}-{sign}"
        for name in ("tiebreaker", "one-or-two")
        for sign in ("plus", "minus")
    ],
]

WIDTH, HEIGHT, STEP = 63.5, 88.9, 0.07
# A lamp above the upper left corner.
LAMP = Lamp(
    towards=(-0.50, -0.62, 0.60),
    ambient=0.24,
    diffuse=0.72,
    gloss=0.3,
    hollow=0.6,
    shadow=0.34,
    flats=(0.48, 0.80),
    reach=5,
    smooth=0.6,
    soft=0.12,
)
# The band of a special card with its name: its angle, its width (mm).
SASH = (0, 9.4)


class Place(NamedTuple):
    """A cross or a slot: its middle, half its length, half its width (mm)."""

    x: float
    y: float
    long: float
    wide: float


def _crosses(long: float, *places: tuple[float, float]) -> list[Place]:
    return [Place(x, y, long, 0.35 * long) for x, y in places]


def _slots(wide: float, *places: tuple[float, float, float]) -> list[Place]:
    return [Place(x, y, long, wide) for x, y, long in places]


# The upper half of a plus or minus card; all on the middle line.
PLUS = {
    1: _crosses(24.5, (0, 0)),
    2: _crosses(17.0, (0, -20.6)),
    3: _crosses(12.4, (0, -26.9), (0, 0)),
    4: _crosses(12.4, (-13.6, -16.4), (13.6, -16.4)),
    5: _crosses(10.4, (-14.6, -19.0), (14.6, -19.0), (0, 0)),
    6: _crosses(9.6, (-11.4, -27.6), (13.6, -27.6), (-16.4, 0), (16.4, 0)),
}
MINUS = {
    1: _slots(10.5, (0, 0, 25.5)),
    2: _slots(8.4, (0, -16.0, 24.5)),
    3: _slots(6.8, (0, -22.5, 21.8), (0, 0, 25.5)),
    4: _slots(5.6, (0, -26.0, 20.4), (0, -8.8, 25.5)),
    5: _slots(4.9, (0, -30.4, 19.6), (0, -15.2, 25.0), (0, 0, 25.5)),
    6: _slots(4.2, (0, -32.6, 19.6), (0, -19.6, 24.6), (0, -6.5, 25.5)),
}
# The half of a card that turns.
HALF_PLUS = {
    1: _crosses(17.0, (0, -21.4)),
    2: _crosses(12.6, (-13.6, -19.6), (13.6, -19.6)),
    3: _crosses(9.9, (0, -29.4), (-14.6, -13.2), (14.6, -13.2)),
    4: _crosses(8.7, (-10.4, -30.6), (10.4, -30.6), (-16.0, -11.6), (16.0, -11.6)),
    5: _crosses(7.7, (-9.8, -31.6), (9.8, -31.6), (0, -18.8), (-17.6, -10.8), (17.6, -10.8)),
    6: _crosses(
        7.2, (-9.2, -32.0), (9.2, -32.0), (-17.6, -19.2), (17.6, -19.2), (-7.8, -9.2), (7.8, -9.2)
    ),
}
HALF_MINUS = {
    1: _slots(8.4, (0, -21.6, 22.5)),
    2: _slots(6.2, (0, -31.0, 19.6), (0, -13.2, 24.5)),
    3: _slots(4.6, (0, -34.2, 19.6), (0, -22.0, 23.5), (0, -9.8, 25.5)),
    4: _slots(3.5, (0, -35.6, 19.6), (0, -26.2, 20.6), (0, -16.8, 25.0), (0, -7.4, 25.5)),
    5: _slots(2.8, *((0, -36.6 + 7.55 * n, 19.6 if n < 2 else 25.0) for n in range(5))),
    6: _slots(2.35, *((0, -37.0 + 6.35 * n, 19.6 if n < 2 else 25.0) for n in range(6))),
}
SPLIT_PLUS = _crosses(8.4, (0, -23.2))
SPLIT_MINUS = _slots(3.8, (0, -23.2, 8.6))
CHOICE_PLUS = [*_crosses(11.8, (-13.8, -22.4)), *_crosses(7.4, (13.8, -31.6), (13.8, -13.6))]
CHOICE_MINUS = [
    *_slots(5.6, (-13.8, -22.4, 11.8)),
    *_slots(3.6, (13.8, -29.6, 8.8), (13.8, -15.2, 8.8)),
]


def draw(name: str) -> tuple[Plate, dict[str, object]]:
    """Draw a card of Pazaak."""
    kind = name.rsplit("/", 1)[1]
    plate = Plate(WIDTH, HEIGHT)
    plate.ground("ground")
    special = {"double": (2, 2), "two-and-four": (2, 4), "three-and-six": (3, 6)}
    if kind in special:
        _pair(plate, *special[kind], linked=kind == "double")
        return plate, {"sash": SASH, "field": [5.6, 5.0, WIDTH - 5.6, HEIGHT - 5.0]}
    if kind == "blank":
        _blank(plate)
        return plate, {"field": [20, 20, WIDTH - 20, HEIGHT - 20]}
    word, _, last = kind.rpartition("-")
    if word == "plain":
        _wheel_card(plate, int(last))
        return plate, {"field": [5.4, 5.0, WIDTH - 5.4, HEIGHT - 5.0]}
    header: dict[str, object] = {"field": [5.6, 5.0, WIDTH - 5.6, HEIGHT - 5.0]}
    if word in ("tiebreaker", "one-or-two"):
        header["sash"] = SASH
        sign = 1 if last == "plus" else -1
        if word == "tiebreaker":
            places = SPLIT_PLUS if sign > 0 else SPLIT_MINUS
        else:
            places = CHOICE_PLUS if sign > 0 else CHOICE_MINUS
        _signed(plate, places, sign, word)
        return plate, header
    table = {"plus": PLUS, "minus": MINUS, "half-plus": HALF_PLUS, "half-minus": HALF_MINUS}[word]
    _signed(plate, table[int(last)], 1 if word.endswith("plus") else -1, "")
    return plate, header


# --- plus and minus ------------------------------------------------------------------------------


def _depth(place: Place, sign: int, x: Floats, y: Floats) -> Floats:
    """Return the distance to the edge of a cross or a slot, positive inside (mm)."""
    across, down = np.abs(x - place.x), np.abs(y - place.y)
    long, wide = place.long, place.wide
    if sign > 0:
        level = np.minimum(long - across, wide - down)
        upright = np.minimum(wide - across, long - down)
        return np.asarray(np.maximum(level, upright))
    return np.asarray(wide - np.hypot(np.maximum(across - (long - wide), 0), down))


def _outline(place: Place, sign: int, inset: float) -> Floats:
    x, y, long, wide = place
    long, wide = long - inset, wide - inset
    if sign > 0:
        corner = [(wide, -long), (wide, -wide), (long, -wide)]
        points = list(corner)
        for _ in range(3):
            corner = [(-b, a) for a, b in corner]
            points += corner
        # Each corner begins where the one before ends.
        return np.array([(x + a, y + b) for a, b in points])
    half = np.linspace(-math.pi / 2, math.pi / 2, 25)
    end = long - wide
    right = np.stack([end + wide * np.cos(half), wide * np.sin(half)], 1)
    return np.asarray(np.concatenate([right, -right]) + np.array([x, y]))


def _signed(plate: Plate, places: Sequence[Place], sign: int, special: str) -> None:
    """Draw crosses or slots on their ground; those on the middle line lie above both halves."""
    middle = [place for place in places if place.y == 0]
    others = [place for place in places if place not in middle]
    around = [*places, *(place._replace(x=-place.x, y=-place.y) for place in others)]
    (_rays if sign > 0 else _bars)(plate, around, sign)
    grid = Grid(WIDTH, HEIGHT, STEP, margin=9)
    if others:
        scene = Scene(grid)
        if special == "tiebreaker":
            _split_ring(plate, scene, others[0])
        _carve(plate, scene, others, sign)
        if special == "one-or-two":
            _divider(plate)
    plate.turn()
    if sign > 0 and not special and not any(place.x == 0 for place in middle):
        _light(plate)
    for place in middle:
        reach = max(place.long, place.wide) + 2
        x, step = place.x, STEP if reach < 20 else 0.085
        _carve(plate, Scene(Grid.box(x - reach, x + reach, -reach, reach, step)), [place], sign)


def _light(plate: Plate) -> None:
    """Draw the light that the rays come from."""
    plate.poly("halo", arc(0, 0, 4.0))
    plate.poly("gold.mid", star(0, 0, 3.6, 1.5, 8), ("gold.edge", 0.2))
    plate.poly("gem.mid", arc(0, 0, 1.1), ("gem.edge", 0.2))


def _carve(plate: Plate, scene: Scene, places: Sequence[Place], sign: int) -> None:
    """Model crosses as stepped blocks with a ridge of gold, slots as pits with a bar of gold."""
    material = "up" if sign > 0 else "down"
    grid = scene.grid
    floor = np.full(grid.x.shape, 99.0)
    for place in places:
        floor = np.minimum(floor, -_depth(place, sign, grid.x, grid.y))
        plate.area("halo", [_outline(place, sign, -0.6)])
    scene.add(
        "none",
        grid.everywhere(),
        np.zeros(grid.x.shape),
        np.ones(grid.x.shape) if sign > 0 else floor,
        grid.x,
        gain=0,
        line=0,
    )
    for place in places:
        window = grid.around(place.x, place.y, max(place.long, place.wide) + 1)
        if window is None:
            continue
        x, y = window.x, window.y
        depth = _depth(place, sign, x, y)
        wide = place.wide
        z = 0.06 * np.maximum(depth, 0)
        rise = 0.30 * wide
        for low, high in _tiers(wide):
            z = z + rise * np.clip((depth - low) / (high - low), 0, 1)
        z = z * sign
        pitch = 0.5 if wide < 7 else 0.62
        phase = depth / pitch + 0.5
        scene.add(material, window, z, depth, phase, line=0.3, rank=1)
        ridge = depth - 0.64 * wide
        scene.add(
            "gold",
            window,
            z + 0.10 + np.maximum(ridge, 0) * 0.9,
            ridge,
            depth / 0.36,
            gain=0.9,
            line=0.22,
            rank=2,
        )
        if sign > 0:
            away = np.hypot(x - place.x, y - place.y)
            cup, radius = 0.86 * wide, 0.62 * wide
            scene.add(
                "gold", window, z + 0.5 + away * 0, cup - away, away / 0.36, line=0.22, rank=3
            )
            dome = z.max() + 0.4 + ball(away, radius)
            scene.add("gem", window, dome, radius - away, away / 0.42, line=0.2, rank=4)
    _engrave(plate, scene)
    for place in places:
        for low, high in _tiers(place.wide):
            for inset in (low, high):
                if inset > 0:
                    plate.line(f"{material}.edge", _outline(place, sign, inset), 0.15, True)


def _tiers(wide: float) -> list[tuple[float, float]]:
    """Return where the walls of steps begin and end (mm from the edge)."""
    if wide < 3:
        return [(0, 0.34 * wide)]
    return [(0, 0.20 * wide), (0.38 * wide, 0.56 * wide)]


def _engrave(plate: Plate, scene: Scene) -> None:
    drawn = Plate(plate.width, plate.height)
    scene.draw(drawn, LAMP)
    plate.items += [item for item in drawn.half if not getattr(item, "role", "").startswith("none")]


def _split_ring(plate: Plate, scene: Scene, place: Place) -> None:
    """Model a ring that is broken in two, its halves moved apart: a tie that is broken."""
    grid = scene.grid
    lean = math.radians(58)
    for side in (1, -1):
        x, y = place.x + side * 1.5 * math.sin(lean), place.y - side * 1.5 * math.cos(lean)
        slip = side * 2.2
        x, y = x + slip * math.cos(lean), y + slip * math.sin(lean)
        window = grid.around(x, y, 17)
        assert window is not None
        across, down = window.x - x, window.y - y
        away = np.hypot(across, down)
        band = np.minimum(away - 9.9, 13.5 - away)
        cut = side * (across * math.sin(lean) - down * math.cos(lean)) - 0.2
        inside = np.minimum(band, cut)
        z = 0.6 + 1.5 * np.clip(inside / 0.9, 0, 1)
        scene.add("up", window, z, inside, away / 0.5, line=0.3, rank=1)
        inlay = np.minimum(band - 1.1, cut - 1.1)
        scene.add("gold", window, z + 0.2, inlay, away / 0.36, gain=0.9, line=0.22, rank=2)
        turns = np.linspace(0, math.tau, 120)
        ring = np.stack([x + 14.1 * np.cos(turns), y + 14.1 * np.sin(turns)], 1)
        if side > 0:
            plate.poly("halo", arc(place.x, place.y, 13.5))
        keep = side * ((ring[:, 0] - x) * math.sin(lean) - (ring[:, 1] - y) * math.cos(lean)) > -0.8
        plate.area("halo", [ring[keep]])


def _divider(plate: Plate) -> None:
    """Draw the bar between two choices."""
    for x, role in ((-0.55, "gold.pale"), (0.0, "gold.deep")):
        plate.poly(role, [(x, -37), (x + 0.55, -37), (x + 0.55, -7), (x, -7)])
    plate.line("gold.edge", [(-0.6, -37), (0.6, -37), (0.6, -7), (-0.6, -7)], 0.2, True)


# --- wheels --------------------------------------------------------------------------------------


# Wheels of fewer teeth have a spring in their wide rim.
SPRUNG = 3


class Wheel(NamedTuple):
    """A wheel: its middle, its teeth, the turn of the first one, its radii without and with
    teeth.
    """

    x: float
    y: float
    teeth: int
    turn: float
    inner: float
    outer: float

    @property
    def tooth(self) -> float:
        """Half the width of a tooth (mm)."""
        return min(0.235 * math.tau * (self.inner + self.outer) / 2 / self.teeth, 5.4)

    def angles(self) -> list[float]:
        """Return the directions of the teeth, 0 upwards."""
        return [self.turn + math.tau * number / self.teeth for number in range(self.teeth)]


def _polar(wheel: Wheel, x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """Return the radius and the angle from the nearest tooth."""
    across, down = x - wheel.x, y - wheel.y
    turn = (np.arctan2(across, -down) - wheel.turn) * wheel.teeth / math.tau
    return np.hypot(across, down), (turn - np.round(turn)) * math.tau / wheel.teeth


def _edge_of(wheel: Wheel, window_x: Floats, window_y: Floats, step: float) -> Floats:
    """Return the distance to the edge of a wheel, positive inside (mm)."""
    away, turn = _polar(wheel, window_x, window_y)
    side = np.abs(turn) * (wheel.inner + wheel.outer) / 2
    rise = ease(wheel.tooth + 1.1, wheel.tooth - 1.1, side)
    inside = wheel.inner + (wheel.outer - wheel.inner) * rise - away
    down, across = np.gradient(inside, step)
    return np.asarray(inside / np.clip(np.hypot(across, down), 1, 3))


def _wheel(scene: Scene, wheel: Wheel, *, lit: bool, low: float = 0.0) -> None:
    """Model a wheel: a rim with its teeth, spokes, a hub, and a lamp on each tooth if lit."""
    grid = scene.grid
    window = grid.around(wheel.x, wheel.y, wheel.outer + 1)
    if window is None:
        return
    x, y = window.x, window.y
    away, turn = _polar(wheel, x, y)
    edge = _edge_of(wheel, x, y, grid.step)
    scale = wheel.inner / 20
    body = "up" if lit else "far"
    rim = wheel.inner - 5.0 * scale
    hub = 5.6 * scale
    inside = np.minimum(edge, away - rim)
    z = low + 1.2 + 1.3 * np.clip(inside / (1.1 * scale), 0, 1)
    scene.add(body, window, z, inside, edge / 0.55 + 0.5, line=0.3, rank=1)
    pan = rim + 0.5 - away
    phase = away / 0.6
    scene.add("down" if lit else body, window, low - 1.6 + 0 * away, pan, phase, line=0, lift=0.1)
    spoke = 2.3 * scale
    aside = np.abs(away * np.sin(turn))
    along = np.minimum(np.minimum(spoke - aside, rim + 0.4 - away), away - hub + 1)
    along = np.where(np.cos(turn) > 0, along, -1)
    curve = 0.9 * np.sqrt(np.clip(1 - (aside / spoke) ** 2, 0, 1))
    scene.add(body, window, low + 0.6 + curve, along, aside / 0.5 + 0.5, line=0.26, rank=1)
    if not lit:
        return
    ring = np.minimum(away - rim - 1.1 * scale, wheel.inner - 1.7 * scale - away)
    scene.add("gold", window, z + 0.25, ring, away / 0.4, gain=0.9, line=0.22, rank=2)
    if wheel.teeth < SPRUNG:
        hub *= 1.35
        _spring(scene, window, wheel, hub + 0.6, rim - 0.6)
    _hub(scene, window, wheel, hub)
    radius = min(0.62 * wheel.tooth, 2.9 * scale + 0.5)
    reach = wheel.outer - radius - 1.0 * scale
    for angle in wheel.angles():
        cx, cy = wheel.x + reach * math.sin(angle), wheel.y - reach * math.cos(angle)
        near = grid.around(cx, cy, radius + 1)
        if near is None:
            continue
        far = np.hypot(near.x - cx, near.y - cy)
        cup = radius + 0.55 * scale
        scene.add("gold", near, 2.9 + 0 * far, cup - far, far / 0.36, line=0.22, rank=3)
        dome = 3.0 + ball(far, radius)
        scene.add("gem", near, dome, radius - far, far / 0.42, line=0.2, rank=4)


def _spring(scene: Scene, window: Window, wheel: Wheel, start: float, end: float) -> None:
    """Coil a flat spring from the hub to the rim: as many arms as the wheel has teeth."""
    across, down = window.x - wheel.x, window.y - wheel.y
    away = np.hypot(across, down)
    arms = wheel.teeth
    gap = 3.3
    coil = (away - start) / gap + np.arctan2(across, -down) / math.tau * arms
    aside = np.abs(coil - np.round(coil)) * gap
    inside = np.minimum(0.62 - aside, np.minimum(away - start + 1.5, end + 1.2 - away))
    z = 1.4 + 0.8 * np.sqrt(np.clip(1 - (aside / 0.62) ** 2, 0, 1))
    scene.add("gold", window, z, inside, away / 0.4, gain=0.9, line=0.22, rank=2)


def _hub(scene: Scene, window: Window, wheel: Wheel, radius: float) -> None:
    """Model a hub: a faceted star of eight points in a ring of gold."""
    across, down = window.x - wheel.x, window.y - wheel.y
    away = np.hypot(across, down)
    plate = 1.9 + 0.8 * np.clip((radius - away) / 0.8, 0, 1)
    scene.add("gold", window, plate, radius - away, away / 0.42, line=0.26, rank=2)
    turn = np.arctan2(across, -down) * 8 / math.tau
    share = np.abs(turn - np.round(turn)) * 2
    tip, valley = 0.80 * radius, 0.42 * radius
    limit = tip * valley / (tip * share + valley * (1 - share))
    inside = (limit - away) * 0.8
    z = 2.7 + 1.6 * np.clip(1 - away / np.maximum(limit, 1e-6), 0, 1) + 0.4 * (1 - share)
    scene.add("gem", window, z, inside, away / 0.42, line=0.2, rank=3)


def _wheel_card(plate: Plate, count: int) -> None:
    """Draw a wheel of a main card; wheels of the train above and below mesh with it."""
    wheel = Wheel(0, 0, count, 0.0, 20.4, 26.2)
    grid = Grid(WIDTH, HEIGHT, STEP, margin=9)
    _rosette(plate, grid, wheel)
    train = Wheel(0, -47.2, max(count, 6), math.pi / max(count, 6), 20.4, 26.2)
    scene = Scene(grid)
    clear = _edge_of(wheel, grid.x, grid.y, grid.step) + 1.0
    plate.area("halo", [_wheel_outline(train, 0.7)])
    _wheel(scene, train, lit=False, low=-3.0)
    # The main wheel lies over its neighbours.
    scene.add("none", grid.everywhere(), 0 * grid.x, clear, grid.x, gain=0, line=0)
    _engrave(plate, scene)
    plate.turn()
    plate.area("halo", [_wheel_outline(wheel, 0.8)])
    reach = wheel.outer + 1.5
    scene = Scene(Grid.box(-reach, reach, -reach, reach, STEP))
    _wheel(scene, wheel, lit=True)
    _engrave(plate, scene)


def _wheel_outline(wheel: Wheel, grown: float) -> Floats:
    turns = np.linspace(0, math.tau, 720, endpoint=False)
    x, y = np.sin(turns), -np.cos(turns)
    _, turn = _polar(wheel, wheel.x + x, wheel.y + y)
    side = np.abs(turn) * (wheel.inner + wheel.outer) / 2
    rise = ease(wheel.tooth + 1.1 + grown, wheel.tooth - 1.1 + grown, side)
    radius = wheel.inner + (wheel.outer - wheel.inner) * rise + grown
    points = np.stack([wheel.x + radius * x, wheel.y + radius * y], 1)
    return np.asarray(points[thin(points, 0.02)])


def _pair(plate: Plate, left: int, right: int, *, linked: bool) -> None:
    """Draw two wheels in each half: they mesh, or are the same one twice."""
    grid = Grid(WIDTH, HEIGHT, STEP, margin=9)
    y = -23.0
    if linked:
        wheels = [Wheel(-8.2, y + 2.2, 8, 0.0, 11.8, 14.0), Wheel(8.2, y - 2.2, 8, 0.0, 11.8, 14.0)]
    else:
        # A tooth of the right wheel is between two of the left one.
        across, down = 24.6, -5.4
        aim = math.atan2(across, -down)
        wheels = [
            Wheel(-12.4, y + 3.0, left, aim + math.pi / left, 9.3, 13.0),
            Wheel(-12.4 + across, y + 3.0 + down, right, aim + math.pi, 10.0, 13.8),
        ]
    _circles(plate, grid, wheels)
    for wheel in wheels:
        plate.area("halo", [_wheel_outline(wheel, 0.7)])
    scene = Scene(grid)
    for wheel in wheels:
        _wheel(scene, wheel, lit=True)
    _engrave(plate, scene)
    plate.turn()


def _blank(plate: Plate) -> None:
    """Draw the ground of a blank card: rings about a window, wheels of the train beyond."""
    grid = Grid(WIDTH, HEIGHT, STEP, margin=9)
    across, down = np.abs(grid.x), np.abs(grid.y)
    level = np.maximum(down, down / 2 + across * math.sqrt(3) / 2)
    train = Wheel(0, -52.4, 8, math.pi / 8, 20.4, 25.6)
    scene = Scene(grid)
    _rings(plate, grid, level, 20.6)
    plate.area("halo", [_wheel_outline(train, 0.7)])
    _wheel(scene, train, lit=False, low=-3.0)
    _engrave(plate, scene)
    plate.turn()


# --- grounds -------------------------------------------------------------------------------------


def _rays(plate: Plate, places: Sequence[Place], sign: int) -> None:
    """Light leaves the middle in broad rays, with a thin one between two."""
    edge = np.array([WIDTH / 2 + BLEED, HEIGHT / 2 + BLEED])
    reach = np.linspace(4.0, 58, 180)
    total = 48
    for number in range(total):
        angle = -(number + 0.5) * math.pi / total
        points = np.stack([reach * math.cos(angle), reach * math.sin(angle)], 1)
        away = np.min([-_depth(p, sign, points[:, 0], points[:, 1]) for p in places], axis=0)
        pitch = reach * math.pi / total
        broad = number % 2 == 0
        widths = pitch * (0.66 if broad else 0.16) * ease(5, 34, reach) + 0.10
        drawn = (np.abs(points) < edge).all(1) & (away > 0.9) & (reach > (7 if broad else 14))
        _strokes(plate, points, widths, drawn)


def _bars(plate: Plate, places: Sequence[Place], sign: int) -> None:
    """Level bars, broader towards the sides, with a thin one between two."""
    edge = WIDTH / 2 + BLEED
    x = np.linspace(-edge, edge, 160)
    pitch = 1.5
    for number in range(math.floor((HEIGHT / 2 + BLEED) / pitch)):
        y = -(number + 0.5) * pitch
        points = np.stack([x, np.full_like(x, y)], 1)
        away = np.min([-_depth(p, sign, x, points[:, 1]) for p in places], axis=0)
        share = ease(8, 32, np.abs(x))
        widths = 0.12 + (0.80 if number % 2 == 0 else 0.12) * share
        _strokes(plate, points, widths, away > 1.2)


def _strokes(plate: Plate, points: Floats, widths: Floats, drawn: Floats) -> None:
    places = np.flatnonzero(drawn)
    for run in np.split(places, np.flatnonzero(np.diff(places) > 1) + 1):
        if len(run) < 4:
            continue
        wide = widths[run]
        kept = thin(np.column_stack([points[run], wide]), 0.016)
        plate.line("beam.ink", points[run][kept], wide[kept])


def _rosette(plate: Plate, grid: Grid, wheel: Wheel) -> None:
    """Rings that follow the teeth of a wheel, every third one broad."""
    away, turn = _polar(wheel, grid.x, grid.y)
    side = np.abs(turn) * (wheel.inner + wheel.outer) / 2
    rise = np.cos(np.clip(side / max(2.4 * wheel.tooth, 4.0), 0, 1) * math.pi)
    level = away - 2.2 * rise * (1 - ease(26, 60, away))
    _rings(plate, grid, level, 27.6)


def _circles(plate: Plate, grid: Grid, wheels: Sequence[Wheel]) -> None:
    """Rings about wheels, which meet halfway between them."""
    levels = [np.hypot(grid.x - w.x, grid.y - w.y) - w.outer for w in wheels]
    _rings(plate, grid, np.min(levels, axis=0), 1.6)


def _rings(plate: Plate, grid: Grid, level: Floats, start: float) -> None:
    pitch = 1.25
    phase = (level - start) / pitch
    broad = np.cos(phase * math.tau / 3)
    ink = np.where(broad > 0.5, 0.62, 0.14)
    strokes = hatch(
        grid.xs, grid.ys, ink, phase, level - start + 0.1, floor=0.05, widest=0.85, eps=0.012
    )
    plate.lines("beam.ink", strokes)
