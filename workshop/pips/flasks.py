"""Flasks: a still. One tube joins as many vessels as the card counts; their levels differ.

Strata of the ground flow around the vessels; their direction belongs to the count.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from workshop.edges import joined
from workshop.field import Grid, Window, along, ball, bell
from workshop.light import Lamp, Scene
from workshop.plate import Floats, Plate, dense, hatch, star

NAMES = [f"casino/flasks-{count:02}" for count in range(1, 12)]

WIDTH, HEIGHT = 63.5, 88.9
# The strata where cards join: their distance (mm) and their ink.
STRATUM, EDGE_INK = 1.3, 0.17
# Radii of the tube: glass and liquid.
TUBE, STREAM = 1.55, 0.98


class Node(NamedTuple):
    """A place of the tube: where, its heading (degrees, 90 is down), its level if it is a vessel.

    The level is a share of the radius, from -1 (full) to 1 (empty); `neck` is 0 (none), 1 (open),
    or 2 (closed by a stopper).
    """

    x: float
    y: float
    heading: float
    level: float | None = None
    neck: int = 1


class Still(NamedTuple):
    """The tube from its end to the middle of the card, and the radius of vessels."""

    radius: float
    nodes: tuple[Node, ...]
    lean: float
    motif: str = "bubbles"


STILLS = {
    2: Still(12.0, (Node(4.5, -21.5, 0, -0.14, 2), Node(24.0, -11.0, 92), Node(0, 0, 165)), -24),
    3: Still(
        9.4, (Node(2.0, -28.0, 0, 0.22, 1), Node(23.5, -15.5, 90), Node(0, 0, 180, -0.12, 2)), 18
    ),
    4: Still(
        8.6,
        (
            Node(-13.6, -10.6, -90, 0.34, 0),
            Node(-4.4, -35.6, 5),
            Node(13.6, -23.6, 85, -0.10, 2),
            Node(21.4, -6.0, 125),
            Node(0, 0, 176),
        ),
        -9,
    ),
    5: Still(
        7.5,
        (
            Node(-15.4, -10.4, -90, 0.30, 0),
            Node(-5.4, -35.8, 5),
            Node(14.2, -25.2, 85, -0.12, 2),
            Node(22.4, -8.4, 120),
            Node(0, 0, 180, -0.05, 2),
        ),
        0,
    ),
    6: Still(
        8.0,
        (
            Node(-6.4, -27.4, 0, 0.12, 1),
            Node(14.6, -26.4, 6, -0.25, 2),
            Node(26.8, -12.6, 92),
            Node(13.8, 0, 180, 0.30, 1),
            Node(0, 0, 180),
        ),
        12,
    ),
    7: Still(
        6.9,
        (
            Node(-7.0, -28.4, 0, 0.30, 1),
            Node(14.0, -28.0, 4, -0.15, 2),
            Node(27.0, -13.8, 92),
            Node(17.4, 0, 180, 0.15, 1),
            Node(0, 0, 180, -0.25, 2),
        ),
        -15,
    ),
    8: Still(
        6.2,
        (
            Node(-8.4, -31.6, 0, 0.28, 1),
            Node(13.0, -31.2, 2, -0.22, 1),
            Node(26.4, -21.0, 92),
            Node(14.2, -11.6, 180, 0.36, 1),
            Node(-10.6, -11.6, 180, 0.02, 1),
            Node(-25.0, -5.2, 84),
            Node(0, 0, 4),
        ),
        6,
    ),
    9: Still(
        5.7,
        (
            Node(-8.4, -33.0, 0, -0.20, 1),
            Node(12.6, -32.6, 2, 0.25, 1),
            Node(26.2, -23.0, 92),
            Node(14.0, -14.4, 180, 0.05, 1),
            Node(-11.2, -14.4, 180, 0.38, 1),
            Node(-25.0, -6.4, 86),
            Node(0, 0, 0, -0.1, 1),
        ),
        -4,
    ),
    10: Still(
        5.5,
        (
            Node(-8.4, -33.4, 0, 0.32, 1),
            Node(12.4, -33.0, 2, -0.18, 1),
            Node(26.0, -24.6, 92),
            Node(13.6, -16.6, 180, 0.14, 1),
            Node(-11.4, -16.6, 180, -0.30, 1),
            Node(-25.6, -8.2, 90),
            Node(-13.2, 0, 0, 0.36, 1),
            Node(0, 0, 0),
        ),
        20,
    ),
    11: Still(
        5.2,
        (
            Node(-8.6, -33.6, 0, -0.1, 1),
            Node(12.2, -33.4, 2, 0.30, 1),
            Node(26.0, -25.0, 92),
            Node(13.6, -17.0, 180, -0.28, 1),
            Node(-11.6, -17.0, 180, 0.16, 1),
            Node(-26.0, -8.4, 90),
            Node(-15.6, 0, 0, 0.34, 1),
            Node(0, 0, 0, 0.0, 1),
        ),
        -20,
    ),
}


def draw(name: str) -> tuple[Plate, dict[str, object]]:
    """Draw a card of Flasks."""
    count = int(name.rsplit("-", 1)[1])
    plate = Plate(WIDTH, HEIGHT)
    plate.ground("ground")
    if count == 1:
        portrait(plate)
    else:
        still(plate, STILLS[count])
    return plate, {"joins": (count - 1) * WIDTH}


def tube_path(nodes: tuple[Node, ...]) -> Floats:
    """Return the line of the tube through its nodes (Hermite pieces)."""
    pieces = []
    for first, second in pairwise(nodes):
        start, end = np.array(first[:2]), np.array(second[:2])
        reach = float(np.linalg.norm(end - start)) * 1.05
        turns = [math.radians(node.heading) for node in (first, second)]
        leave, arrive = (np.array([math.cos(turn), math.sin(turn)]) * reach for turn in turns)
        share = np.linspace(0, 1, 70)[:, None]
        square, cube = share**2, share**3
        piece = (2 * cube - 3 * square + 1) * start + (cube - 2 * square + share) * leave
        piece += (3 * square - 2 * cube) * end + (cube - square) * arrive
        pieces.append(piece if not pieces else piece[1:])
    return dense(np.concatenate(pieces), 0.12)


def still(plate: Plate, plan: Still) -> None:
    """Draw strata, tube and vessels."""
    nodes, radius = plan.nodes, plan.radius
    vessels = [node for node in nodes if node.level is not None]
    middle = [node for node in vessels if (node.x, node.y) == (0, 0)]
    pairs = [node for node in vessels if node not in middle]
    path = tube_path(nodes)
    whole = np.r_[path, -path[::-1]]
    grid = Grid(plate.width, plate.height, 0.07, margin=8)
    places = [(node.x * side, node.y * side) for node in pairs for side in (1, -1)]
    places += [(0.0, 0.0)] * len(middle)
    tube = Scene(grid)
    distance, length = along(grid, whole, 2.4)
    everywhere = grid.everywhere()
    _strata(plate, grid, places, distance, radius, plan.lean, len(places))
    tube.add(
        "glass",
        everywhere,
        1 + ball(distance, TUBE),
        TUBE - distance,
        length / 0.7,
        gain=0.35,
        rank=1,
        lift=0.16,
        floor=0.2,
    )
    stream = ball(distance, STREAM)
    tube.add(
        "liquid",
        everywhere,
        1.9 + stream,
        STREAM - distance,
        (length - 0.7 * stream) / 0.44,
        gain=0.9,
        line=0.16,
        rank=2,
    )
    tube.halo(plate, "halo", 0.42)
    lamp = Lamp(at=(0, 0, 40), ambient=0.18, hollow=0.8, shadow=0.4, gloss=0.5, reach=4, smooth=0.7)
    tube.draw(plate, lamp)
    _bands(plate, path, [*places], radius)
    above = [node for node in pairs if node.y < -radius - 1]
    level = [node for node in pairs if node not in above]
    for number, node in enumerate(above):
        vessel(plate, node, radius, _entries(nodes, node, path, radius), number)
    for number, node in enumerate(level + middle):
        with plate.symbol(f"vessel{number}"):
            entries = _entries(nodes, node, path, radius)
            if node in middle:
                entries = [entries[0], entries[0] + math.pi]
            vessel(plate, node._replace(x=0, y=0), radius, entries, 3 + number, (node.x, node.y))
    plate.turn()
    for number, node in enumerate(level + middle):
        plate.use(f"vessel{number}", node.x, node.y)
        if node in level:
            plate.use(f"vessel{number}", -node.x, -node.y, True)


def _entries(nodes: tuple[Node, ...], node: Node, path: Floats, radius: float) -> list[float]:
    """Return the angles at which the tube enters a vessel."""
    away = np.hypot(path[:, 0] - node.x, path[:, 1] - node.y)
    crossing = np.flatnonzero(np.diff((away > radius).astype(int)) != 0)
    found = []
    for index in crossing:
        x, y = path[index] - np.array(node[:2])
        found.append(math.atan2(y, x))
    return found


def _strata(
    plate: Plate,
    grid: Grid,
    places: list[tuple[float, float]],
    tube: Floats,
    radius: float,
    lean: float,
    count: int,
) -> None:
    """Lines that part at the vessels, in as many waves across the card as it counts."""
    turn = math.radians(lean)
    level = grid.y * math.cos(turn) - grid.x * math.sin(turn)
    side = grid.x * math.cos(turn) + grid.y * math.sin(turn)
    phase = level / 1.28 + 5.2 / (count + 2.5) * np.sin(side * math.tau * count / 68) * np.cos(
        level * math.tau / 52
    )
    nearest = np.full(grid.x.shape, 99.0)
    for x, y in places:
        away = np.hypot(grid.x - x, grid.y - y)
        own = (grid.y - y) * math.cos(turn) - (grid.x - x) * math.sin(turn)
        phase = phase + 4.2 * own / radius * bell(away / radius, 1.25)
        nearest = np.minimum(nearest, away - radius)
    phase = joined(phase, grid.y / STRATUM, grid.x, WIDTH)
    nearest = np.minimum(nearest, tube + 1.5)
    ink = 0.15 + 0.36 * np.exp(-np.maximum(nearest, 0) / 4.5) + 0.05 * np.cos(nearest)
    ink = joined(ink, np.full(ink.shape, EDGE_INK), grid.x, WIDTH)
    inside = np.minimum(np.minimum(nearest - 0.8, tube - TUBE - 0.5), 9)
    inside = np.where(tube > 50, np.minimum(nearest - 0.8, 9), inside)
    strokes = hatch(grid.xs, grid.ys, ink, phase, inside, floor=0.1, widest=0.6, eps=0.012)
    plate.lines("field.ink", strokes)


def _bands(plate: Plate, path: Floats, places: list[tuple[float, float]], radius: float) -> None:
    """Gold clasps on long stretches of the tube."""
    away = np.min([np.hypot(path[:, 0] - x, path[:, 1] - y) for x, y in places], axis=0)
    lengths = np.r_[0, np.cumsum(np.hypot(*np.diff(path, axis=0).T))]
    free = away > radius + 4.0
    index = np.flatnonzero(free)
    for run in np.split(index, np.flatnonzero(np.diff(index) > 1) + 1):
        if len(run) < 30 or lengths[run[-1]] - lengths[run[0]] < 7:
            continue
        middle = run[len(run) // 2]
        if path[middle][1] > -1.2:
            continue
        x, y = path[middle]
        across = path[middle + 1] - path[middle - 1]
        grid = Grid.box(x - 3, x + 3, y - 3, y + 3)
        scene = Scene(grid)
        collar(scene, grid, math.atan2(across[1], across[0]), (x, y), 0.62, TUBE + 0.45)
        scene.draw(plate, Lamp(shadow=0))


def collar(
    scene: Scene, grid: Grid, angle: float, place: tuple[float, float], half: float, wide: float
) -> None:
    """A gold ring around a tube that runs along `angle`."""
    cosine, sine = math.cos(angle), math.sin(angle)
    x, y = grid.x - place[0], grid.y - place[1]
    length, across = x * cosine + y * sine, -x * sine + y * cosine
    inside = np.minimum(wide - np.abs(across), half - np.abs(length))
    scene.add(
        "gold",
        grid.everywhere(),
        12 + ball(across, wide + 0.15),
        inside,
        across / 0.36,
        gain=0.95,
        line=0.24,
        rank=8,
    )


def vessel(
    plate: Plate,
    node: Node,
    radius: float,
    entries: list[float],
    kind: int,
    seen_from: tuple[float, float] | None = None,
) -> None:
    """A bulb of glass with its liquid, its neck, and the collars of the tube."""
    reach = radius + 8
    grid = Grid.box(node.x - reach, node.x + reach, node.y - reach, node.y + reach, 0.05)
    scene = Scene(grid)
    bulb(scene, grid, node.x, node.y, radius, node.level or 0.0, kind)
    size = min(radius / 7.5, 1.3)
    if node.neck:
        neck(scene, grid, node.x, node.y, radius, size, node.neck)
    for angle in entries:
        place = (node.x + radius * math.cos(angle), node.y + radius * math.sin(angle))
        collar(scene, grid, angle, place, 0.62, TUBE + 0.55)
    scene.halo(plate, "halo", 0.42)
    x, y = seen_from or (node.x, node.y)
    lamp = Lamp(
        at=(node.x - x, node.y - y, 40),
        ambient=0.16,
        hollow=0.8,
        shadow=0.4,
        gloss=0.5,
        reach=4,
        smooth=0.7,
    )
    if x == y == 0:
        lamp.at = (-6, 15, 40)
    scene.draw(plate, lamp, lambda tone, _x, _y: tone + 0.02)
    # A window of light towards the lamp.
    base = math.atan2(-y, -x) if (x or y) else math.radians(112)
    turn = np.linspace(base - 0.55, base + 0.55, 24)
    outer, inner = radius * 0.90, radius * 0.77
    swell = outer - (outer - inner) * _bow(turn - base, 0.55)
    upper = np.stack([node.x + outer * np.cos(turn), node.y + outer * np.sin(turn)], 1)
    lower = np.stack([node.x + swell * np.cos(turn), node.y + swell * np.sin(turn)], 1)
    plate.poly("shine", np.r_[upper, lower[::-1]])


def _bow(turn: Floats, reach: float) -> Floats:
    """Return the thickness of a window of light: full in its middle, nothing at its ends."""
    return np.asarray(np.sqrt(np.maximum(np.cos(turn / reach * math.pi / 2), 0)))


BUBBLES = (
    (-0.42, 0.56, 0.085),
    (0.1, 0.72, 0.06),
    (0.36, 0.42, 0.10),
    (-0.05, 0.34, 0.05),
    (0.22, 0.72, 0.045),
    (-0.5, 0.22, 0.055),
)


def bulb(
    scene: Scene, grid: Grid, x: float, y: float, radius: float, level: float, kind: int
) -> None:
    """Glass, liquid, its surface, and bubbles."""
    window: Window = grid.everywhere()
    across, down = grid.x - x, grid.y - y
    away = np.hypot(across, down)
    glass = ball(away, radius)
    wall = min(1.0, radius * 0.13)
    scene.add(
        "glass",
        window,
        2 + glass * 0.9,
        radius - away,
        away / 0.5,
        gain=0.8,
        line=0.36,
        rank=3,
        lift=0.02,
        flats=(0.34, 0.62),
    )
    inner = radius - wall
    body = ball(away, inner)
    wave = down - (level * radius + 0.28 * np.sin(across * 1.05 + x))
    # The lines of the liquid fall, whirl, or boil.
    swirl = {
        0: down * 0.9 + 0.42 * body,
        1: down * 0.9 + 0.42 * body + 0.5 * np.sin(across * 1.3),
        2: down * 0.7 + 0.42 * body + across * 0.5,
    }[kind % 3]
    scene.add(
        "liquid",
        window,
        3.4 + body,
        np.minimum(inner - away, wave),
        swirl / 0.52,
        gain=0.98,
        line=0.24,
        rank=4,
        lift=-0.02,
        shine=0.3,
        flats=(0.44, 0.82),
    )
    wide = math.sqrt(max(inner**2 - (level * radius) ** 2, 0.1)) - 0.25
    ellipse = 1 - np.hypot(across / wide, (down - level * radius) / (wide * 0.20))
    scene.add(
        "surface",
        window,
        np.full(away.shape, 40.0),
        ellipse * wide * 0.2,
        down / 0.4,
        gain=0,
        line=0.18,
        rank=5,
    )
    for number, (east, south, size) in enumerate(BUBBLES):
        east = east * (1 if kind % 2 == 0 else -1)
        south = south + (0.05 * ((number + kind) % 3) if radius > 7 else 0)
        if south * radius < level * radius + wide * 0.2 + size * radius + 0.3:
            continue
        ring = np.hypot(across - east * radius, down - south * radius)
        scene.add(
            "bubble",
            window,
            np.full(away.shape, 41.0),
            max(size * radius, 0.32) - ring,
            down,
            gain=0,
            line=0.15,
            rank=6,
        )


def neck(
    scene: Scene, grid: Grid, x: float, y: float, radius: float, size: float, kind: int
) -> None:
    """A neck on top: its lip, or its stopper."""
    window = grid.everywhere()
    across, up = grid.x - x, -(grid.y - y) - radius * 0.93
    wide, tall = 2.0 * size, (2.4 if kind == 1 else 2.8) * size
    scene.add(
        "glass",
        window,
        2.6 + ball(across, wide),
        np.minimum(wide - np.abs(across), np.minimum(up + 0.3, tall - up)),
        up / 0.5 + 0.3,
        gain=0.6,
        line=0.3,
        rank=2.5,
        lift=0.1,
    )
    for place, half in ((0.35 * size, wide + 0.5 * size), (tall - 0.1, wide + 0.55 * size)):
        inside = np.minimum(half - np.abs(across), 0.5 * size + 0.05 - np.abs(up - place))
        scene.add(
            "gold",
            window,
            4.5 + ball(across, half + 0.2),
            inside,
            across / 0.36,
            gain=0.95,
            line=0.24,
            rank=7,
        )
    if kind == 2:
        bead = np.hypot(across, up - tall - 1.5 * size)
        scene.add(
            "gold",
            window,
            5 + ball(bead, 1.5 * size),
            1.5 * size - bead,
            up / 0.38,
            gain=0.95,
            line=0.26,
            rank=7,
        )


def portrait(plate: Plate) -> None:
    """The one of the suit: a great flask of the whole height, a comet in its liquid."""
    grid = Grid(plate.width, plate.height, 0.07, whole=True)
    radius, middle = 19.0, 12.5
    across, down = grid.x, grid.y - middle
    away = np.hypot(across, down)
    top = -30.0
    # Strata flow around the bulb and the neck.
    neck_only = np.hypot(across, grid.y - np.clip(grid.y, top - 10, middle)) - 4.6
    hull = np.minimum(away - radius, neck_only)
    phase = grid.y / 1.3 + 6.0 * down / radius * bell(away / radius, 1.2)
    phase += 0.7 * np.sin(grid.x / 5.5) * np.cos(grid.y / 14)
    phase = joined(phase, grid.y / STRATUM, grid.x, WIDTH)
    ink = 0.13 + 0.32 * np.exp(-np.maximum(hull, 0) / 7.0) + 0.05 * np.cos(hull * 0.8)
    ink = joined(ink, np.full(ink.shape, EDGE_INK), grid.x, WIDTH)
    plate.items = plate.whole
    strokes = hatch(grid.xs, grid.ys, ink, phase, np.minimum(hull - 0.9, 9), floor=0.05, widest=0.6)
    plate.lines("field.ink", strokes)
    scene = Scene(grid)
    window = grid.everywhere()
    # One body of revolution: the neck flares into the bulb.
    over = middle - radius - grid.y
    stem = 3.7 + 7.3 * np.exp(-(over + 3.5) / 5.2)
    wide = np.where(over > -3.5, stem, ball(down, radius))
    slope = np.sqrt(1 + np.gradient(wide, grid.step, axis=0) ** 2)
    body = np.where(over > -3.5, (wide - np.abs(across)) / slope, radius - away)
    scene.add(
        "glass",
        window,
        2 + ball(across, wide) * 0.9,
        np.minimum(body, grid.y - top),
        away / 0.56,
        gain=0.8,
        line=0.44,
        rank=3,
        lift=0.02,
        flats=(0.34, 0.62),
    )
    inner, level = radius - 1.5, -2.5
    body = ball(away, inner)
    wave = down - level - 0.34 * np.sin(across * 0.8)
    scene.add(
        "liquid",
        window,
        3.4 + body,
        np.minimum(inner - away, wave),
        (down * 0.9 + 0.42 * body + 0.9 * np.sin(across * 0.42)) / 0.60,
        gain=0.98,
        line=0.26,
        rank=4,
        lift=0.16,
        flats=(0.44, 0.82),
    )
    wide = math.sqrt(inner**2 - level**2) - 0.3
    ellipse = 1 - np.hypot(across / wide, (down - level) / (wide * 0.17))
    flat = np.full(away.shape, 24.0)
    scene.add("surface", window, flat, ellipse * wide * 0.17, down, gain=0, line=0.22, rank=5)
    for east, south, size in (
        (-8.6, 6.5, 1.1),
        (-6.2, 9.0, 0.62),
        (9.2, 5.6, 0.85),
        (7.6, 8.6, 1.25),
        (10.4, 8.4, 0.5),
        (-10.4, 3.6, 0.6),
        (-3.4, 12.2, 0.7),
        (3.6, 13.0, 0.95),
        (-11.4, 7.8, 0.42),
        (0.6, 14.6, 0.45),
    ):
        ring = np.hypot(across - east, down - south)
        scene.add("bubble", window, flat + 1, size - ring, down, gain=0, line=0.16, rank=6)
    # Rings of gold on the neck and a stopper cut as a crystal.
    for place, half, tall in ((-13.6, 5.9, 1.0), (-16.0, 4.9, 0.55), (top + 0.6, 5.0, 1.0)):
        inside = np.minimum(half - np.abs(across), tall - np.abs(grid.y - place))
        scene.add(
            "gold", window, 22 + ball(across, half + 0.3), inside, across / 0.42, gain=0.95, rank=7
        )
    for number in range(7):
        bead = np.hypot(across - (number - 3) * 1.56, grid.y + 13.6)
        scene.add(
            "gem", window, 34 + ball(bead, 0.5), 0.5 - bead, across, gain=0, line=0.18, rank=8
        )
    cork = np.minimum(3.2 - np.abs(across), np.minimum(grid.y - top + 2.4, top - grid.y + 0.4))
    scene.add("gold", window, 10 + ball(across, 3.4), cork, across / 0.40, gain=0.9, rank=6.5)
    crown = grid.y - (top - 6.2)
    cut = np.minimum(4.4 - np.abs(across) - np.abs(crown) * 0.55, 4.6 - np.abs(crown))
    facet = (
        12 - np.abs(across - 1.2) * 0.9 - np.abs(crown) * 0.8 + np.minimum(np.abs(crown), 2) * 0.6
    )
    scene.add("gem", window, facet, cut * 0.9, (crown + across * 0.5) / 0.46, gain=0.9, rank=8)
    scene.halo(plate, "halo", 0.6)
    lamp = Lamp(at=(-24, -12, 46), ambient=0.18, hollow=0.8, shadow=0.4, gloss=0.5, reach=5)
    scene.draw(plate, lamp, lambda tone, _x, _y: tone + 0.02)
    # The comet in the liquid.
    plate.poly("gold.ink", star(0, middle + 7.4, 7.4, 2.0, 8, math.pi / 8))
    plate.poly("gold.mid", star(0, middle + 7.4, 7.0, 1.8, 8, math.pi / 8))
    for number in range(8):
        angle = math.pi / 8 + number * math.pi / 4
        tip = (6.7 * math.sin(angle), middle + 7.4 - 6.7 * math.cos(angle))
        foot = (
            1.7 * math.sin(angle + math.pi / 8),
            middle + 7.4 - 1.7 * math.cos(angle + math.pi / 8),
        )
        plate.poly("gold.pale", [(0, middle + 7.4), tip, foot])
    plate.circle("gold.ink", 0, middle + 7.4, 1.1)
    plate.circle("gold.pale", 0, middle + 7.4, 0.8)
    for base, wide_turn, outer, inset in ((-2.25, 0.5, 0.90, 0.10), (0.75, 0.42, 0.92, 0.05)):
        turn = np.linspace(base - wide_turn, base + wide_turn, 40)
        swell = (outer - inset * _bow(turn - base, wide_turn)) * radius
        upper = np.stack([outer * radius * np.cos(turn), middle + outer * radius * np.sin(turn)], 1)
        lower = np.stack([swell * np.cos(turn), middle + swell * np.sin(turn)], 1)
        plate.poly("shine", np.r_[upper, lower[::-1]])
    shine = np.array([(-2.6, -10.8), (-2.6, -27.4), (-1.9, -27.0), (-1.7, -11.2)])
    plate.poly("shine", shine)
