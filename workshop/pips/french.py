"""Spades, diamonds, hearts and clubs: chiselled pips, each suit on a different ground.

Spades are in terraces, hearts on ripples that meet, diamonds in nested lozenges, clubs on engine
turning with as many petals as the card counts.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt, gaussian_filter

from workshop.field import Grid, ease
from workshop.light import Lamp, Scene
from workshop.pips.relief import Layout, distance_to, relief, split_level
from workshop.pips.ripples import ripples
from workshop.plate import Floats, Plate, hatch, rings, star

NAMES = [
    f"poker/{suit}-{count:02}"
    for suit in ("spades", "hearts", "diamonds", "clubs")
    for count in range(1, 11)
]

WIDTH, HEIGHT = 63.5, 88.9

LAYOUTS = {
    1: Layout(48.0, (), True),
    2: Layout(32.5, ((0, -21.2),)),
    3: Layout(24.0, ((0, -28.0),), True),
    4: Layout(21.5, ((-13.0, -18.4), (13.0, -18.4))),
    5: Layout(19.0, ((-14.2, -19.4), (14.2, -19.4)), True),
    6: Layout(18.4, ((-13.6, -27.4), (13.6, -27.4), (-13.6, 0.0))),
    7: Layout(16.6, ((0, -30.4), (-14.8, -15.6), (14.8, -15.6)), True),
    8: Layout(16.0, ((-13.6, -30.0), (13.6, -30.0), (-14.4, 0.0), (0, -15.0))),
    9: Layout(15.0, ((-13.4, -32.2), (13.4, -32.2), (-15.8, -11.4), (15.8, -11.4)), True),
    10: Layout(14.2, ((-13.6, -33.0), (13.6, -33.0), (-15.6, -11.2), (15.6, -11.2), (0, -22.0))),
}


def draw(name: str) -> tuple[Plate, dict[str, object]]:
    """Draw a card of a French suit."""
    suit, number = name.split("/")[1].split("-")
    count = int(number)
    layout = LAYOUTS[count]
    if suit == "diamonds" and count != 3:
        # Narrow pips are larger, but for those of a column, which would touch.
        layout = layout._replace(size=layout.size * 1.1)
    plate = Plate(WIDTH, HEIGHT)
    plate.ground("ground")
    plate.tolerance = 1.2 if count == 1 else 1.0
    header: dict[str, object] = {}
    if suit == "spades":
        relief(plate, layout, OUTLINES[suit], count, softness=2.8, blur=6.0, tops=14)
        header["joins"] = (count - 1) * WIDTH
    elif suit == "clubs":
        _petals(plate, layout, count)
    else:
        _cells(plate, layout, suit, count)
    single = not layout.upper
    if single and plate.items is plate.half:
        plate.turn()
    with plate.symbol("pip"):
        pip(plate, suit, layout.size)
    for x, y in layout.upper:
        plate.use("pip", x, y)
        if y == 0:
            plate.use("pip", -x, 0, True)
    if not single:
        split_level(plate)
    if layout.middle:
        plate.use("pip", 0, 0)
    return plate, header


def _spade(x: Floats, y: Floats) -> NDArray[np.bool_]:
    lobes = np.hypot(np.abs(x) - 3.9, y - 1.6) < 4.6
    across = 8.35 * np.clip((y + 10) / 11.2, 0, 1) ** 1.25
    blade = (np.abs(x) < across) & (y < 1.2) & (y > -10)
    return lobes | blade | ((np.abs(x) < 3) & (y > 0) & (y < 3.4)) | _stem(x, y, 2.0)


def _stem(x: Floats, y: Floats, top: float) -> NDArray[np.bool_]:
    wide = 0.75 + 3.4 * np.clip((y - 4.6) / 5.0, 0, 1) ** 2.2
    return (np.abs(x) < wide) & (y > top) & (y < 9.6)


def _heart(x: Floats, y: Floats) -> NDArray[np.bool_]:
    lobes = np.hypot(np.abs(x) - 4.35, y + 4.2) < 4.85
    across = 9.0 * np.clip((9.8 - y) / 12.6, 0, 1) ** 0.86
    return (
        lobes
        | ((np.abs(x) < across) & (y > -3.4) & (y < 9.8))
        | ((np.abs(x) < 3) & (np.abs(y + 2.2) < 2))
    )


def _diamond(x: Floats, y: Floats) -> NDArray[np.bool_]:
    return np.abs(x) / 7.4 + np.abs(y) / 10 + 0.10 * np.abs(x * y) / 18 < 1


def _club(x: Floats, y: Floats) -> NDArray[np.bool_]:
    lobes = (np.hypot(x, y + 5.0) < 4.35) | (np.hypot(np.abs(x) - 4.7, y - 1.7) < 4.35)
    return lobes | (np.hypot(x, y + 0.3) < 2.6) | _stem(x, y, 0.5)


OUTLINES = {"spades": _spade, "hearts": _heart, "diamonds": _diamond, "clubs": _club}


def pip(plate: Plate, suit: str, size: float) -> None:
    """Engrave a pip, chiselled to a ridge; that of an ace has a second step and a jewel."""
    scale = size / 20
    large = scale > 1.8
    step = 0.035 if scale < 0.9 else 0.045 if not large else 0.07
    grid = Grid.box(-10.4 * scale, 10.4 * scale, -10.6 * scale, 10.6 * scale, step)
    window = grid.everywhere()
    inside = OUTLINES[suit](grid.x / scale, grid.y / scale)
    depth = distance_transform_edt(inside) * step - distance_transform_edt(~inside) * step
    depth = gaussian_filter(depth, 1.2)
    scene = Scene(grid)
    rim = 0.95 * min(scale, 1.5)
    if not large:
        height = np.where(depth < rim, depth * 0.9, rim * 0.9 + np.maximum(depth - rim, 0) * 0.75)
        scene.add(
            "sign", window, 2 + height, depth, depth / 0.42 + 0.5, gain=0.95, line=0.30, rank=1
        )
    else:
        steps = 1.5 * ease(0, 1.2, depth) + 1.4 * ease(2.2, 3.2, depth)
        height = steps + np.maximum(depth - 4.2, 0) * 0.62
        scene.add(
            "sign", window, 2 + height, depth, depth / 0.52 + 0.5, gain=0.95, line=0.42, rank=1
        )
        band = np.minimum(depth - 1.25, 2.15 - depth)
        scene.add("gold", window, 3 + height, band, depth / 0.4, gain=0.8, line=0.22, rank=2)
        line = np.minimum(depth - 3.4, 3.9 - depth)
        scene.add("gold", window, 3.1 + height, line, depth / 0.4, gain=0.0, line=0.16, rank=2)
    scene.halo(plate, "halo", 0.5 if not large else 0.8)
    lamp = Lamp(
        ambient=0.18,
        diffuse=0.80,
        gloss=0.3,
        shadow=0.0,
        hollow=0.7,
        smooth=0.7,
        flats=(0.48, 0.82),
    )
    scene.draw(plate, lamp)
    if large:
        _medal(plate, suit, scale)


def _medal(plate: Plate, suit: str, scale: float) -> None:
    """The jewel of an ace."""
    y = {"spades": 0.6, "hearts": -2.0, "diamonds": 0.0, "clubs": -0.4}[suit] * scale
    size = 2.3 * scale
    plate.circle("gold.ink", 0, y, size * 1.08)
    plate.circle("gold.mid", 0, y, size)
    plate.circle("gold.ink", 0, y, size * 0.86)
    plate.poly("gold.deep", star(0, y, size * 0.80, size * 0.26, 8, math.pi / 8))
    for number in range(8):
        angle = number * math.pi / 4
        tip = (0.80 * size * math.sin(angle), y - 0.80 * size * math.cos(angle))
        for side, role in ((1, "gold.pale"), (-1, "gold.mid")):
            foot = angle + side * math.pi / 8
            corner = (0.28 * size * math.sin(foot), y - 0.28 * size * math.cos(foot))
            plate.poly(role, [(0, y), tip, corner])
    plate.circle("gold.ink", 0, y, size * 0.13)


def _cells(plate: Plate, layout: Layout, suit: str, count: int) -> None:
    """Ripples around hearts, nested lozenges around diamonds."""
    single = not layout.upper
    grid = Grid(WIDTH, HEIGHT, 0.1, margin=8, whole=single)
    if single:
        plate.turn()
    shape = distance_to(layout, OUTLINES[suit], grid.xs, grid.ys)
    if suit == "hearts":
        ripples(plate, grid, shape, 1.45 if count < 6 else 1.3, 1.0)
        return
    places = [(x * side, y * side) for x, y in layout.upper for side in (1, -1)]
    if layout.middle:
        places.append((0.0, 0.0))
    lozenges = [np.abs(grid.x - x) * 0.80 + np.abs(grid.y - y) * 0.60 for x, y in places]
    order = np.sort(np.array(lozenges), axis=0)
    first = order[0]
    border = order[1] - first if len(order) > 1 else np.full(grid.x.shape, 99.0)
    moat = shape.min(0) - 1.0
    pitch = 1.3
    band = np.cos(first / (pitch * 4) * math.tau / 2)
    for role, low in (("ground.t3", 0.0), ("ground.t6", 0.74)):
        inside = np.minimum(band - low, border * 0.5 - 0.2)
        plate.area(role, rings(grid.xs, grid.ys, inside, 0, eps=0.01, least=0.4))
    # Each of the four sides of a lozenge has its own light.
    down, across = np.gradient(first, grid.step)
    away = np.maximum(np.hypot(grid.x, grid.y), 4)
    light = -(across * grid.x + down * grid.y) / away
    ink = 0.31 + 0.13 * gaussian_filter(light, 1.5)
    inside = np.minimum(moat, border - 0.25)
    strokes = hatch(grid.xs, grid.ys, ink, first / pitch, inside, floor=0.08, widest=0.5, eps=0.01)
    plate.lines("field.ink", strokes)


def _petals(plate: Plate, layout: Layout, count: int) -> None:
    """Engine turning: rings with as many petals as the card counts swell where two waves meet."""
    single = not layout.upper
    grid = Grid(WIDTH, HEIGHT, 0.1, margin=8, whole=single)
    if single:
        plate.turn()
    moat = distance_to(layout, OUTLINES["clubs"], grid.xs, grid.ys).min(0) - 1.0
    petals = 3 if count == 1 else count if count % 2 == 0 else 2 * count
    away, turn = np.hypot(grid.x, grid.y), np.arctan2(grid.x, -grid.y)
    wave = {1: 9.0, 2: 15, 3: 11.0, 4: 13.0, 5: 9.4, 6: 12.0, 7: 8.4, 8: 11.0, 9: 7.8, 10: 10.0}[
        count
    ]
    swing = 0.9 * np.minimum(away / 14, 1) * wave / 10
    rosette = away + swing * np.cos(petals * turn) * np.cos(away / wave * math.tau / 2)
    beat = np.cos(rosette / wave * math.tau + petals * turn) + np.cos(
        rosette / wave * math.tau - petals * turn
    )
    for role, low in (("ground.t3", 0.2), ("ground.t6", 1.1)):
        inside = np.minimum(beat - low, moat)
        plate.area(role, rings(grid.xs, grid.ys, inside, 0, eps=0.012, least=0.6))
    ink = 0.46 + 0.2 * beat
    first = 4.2 if not layout.middle else 0.0
    inside = np.minimum(moat, away - first)
    strokes = hatch(
        grid.xs, grid.ys, ink, rosette / 1.15, inside, floor=0.05, widest=0.5, eps=0.012
    )
    plate.lines("field.ink", strokes)
    # Light lines around the petals, and gold inside them.
    for role, low, width in (("field.pale", 1.1, 0.2), ("ray2", 1.5, 0.24)):
        inside = np.minimum(beat - low, moat - 0.35)
        for ring in rings(grid.xs, grid.ys, inside, 0, eps=0.012, least=1.2):
            plate.line(role, ring, np.full(len(ring), width), True)
    if not layout.middle:
        plate.circle("ray2", 0, 0, first - 0.6, 0.26)
        _rose(plate, first - 1.2, count)


def _rose(plate: Plate, radius: float, count: int) -> None:
    """Draw a star in the middle if no pip is there; it has at least four points."""
    points = max(count, 4)
    for number in range(points):
        angle = number * math.tau / points
        tip = (radius * math.sin(angle), -radius * math.cos(angle))
        for side, role in ((1, "gold.pale"), (-1, "gold.deep")):
            foot = angle + side * math.pi / points
            corner = (0.38 * radius * math.sin(foot), -0.38 * radius * math.cos(foot))
            plate.poly(role, [(0, 0), tip, corner])
