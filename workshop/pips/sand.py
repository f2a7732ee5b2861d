"""Sand: a dune sea in true perspective, its suns, and the same sea turned above.

Each count has a different wind: distance between crests, direction, height of the horizon.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from contourpy import contour_generator
from scipy.ndimage import gaussian_filter

from workshop.field import ease
from workshop.plate import BLEED, Floats, Plate, dense, hatch, rings, runs, sample, star, thin

NAMES = [f"kessel/sand-{count}" for count in range(1, 7)]

WIDTH, HEIGHT, STEP = 63.5, 88.9, 0.065
# The eye: distance of the picture, height above the sand, distance of its lower edge.
FOCUS, EYE, NEAR, FAR = 60.0, 15.0, 17.0, 227.0


class Sea(NamedTuple):
    """Suns of the lower half and the middle (x, y, radius), the horizon, and the wind."""

    suns: tuple[tuple[float, float, float], ...]
    middle: float
    horizon: float
    across: float
    deep: float
    sway: float
    start: float
    tall: float
    flip: bool = False


SEAS = {
    1: Sea((), 11.0, 19.0, 0.040, 0.022, 0.55, 0.10, 6.8),
    2: Sea(((14.6, 5.6, 7.0),), 0, 17.6, 0.052, 0.030, 0.34, 0.62, 6.6, flip=True),
    3: Sea(((19.4, 7.6, 5.8),), 7.0, 16.6, 0.034, 0.042, 0.48, 0.20, 6.2),
    4: Sea(
        ((-15.2, 11.4, 6.3), (15.2, 7.4, 6.3)), 0, 16.8, 0.060, 0.026, 0.30, 0.86, 6.0, flip=True
    ),
    5: Sea(((-18.4, 9.2, 5.7), (17.6, 8.4, 5.7)), 6.9, 17.6, 0.028, 0.038, 0.62, 0.30, 7.2),
    6: Sea(
        ((-20.4, 12.6, 4.7), (0.0, 8.6, 4.7), (20.4, 11.4, 4.7)),
        0,
        15.4,
        0.068,
        0.020,
        0.44,
        0.40,
        6.0,
        flip=True,
    ),
}

# The share of a wave that the wind climbs.
CREST = 0.66


def draw(name: str) -> tuple[Plate, dict[str, object]]:
    """Draw a card of Sand."""
    count = int(name.rsplit("-", 1)[1])
    sea = SEAS[count]
    plate = Plate(WIDTH, HEIGHT)
    plate.ground("ground")
    xs = np.arange(-WIDTH / 2 - BLEED, WIDTH / 2 + BLEED + STEP, STEP)
    ys = np.arange(2.0, HEIGHT / 2 + BLEED + STEP, STEP)
    view = _view(sea, xs, ys)
    _rays(plate, sea, view, xs, ys)
    low = [place for place in sea.suns if place[1] > place[2] + 3.2]
    for x, y, radius in low:
        plate.circle("ground", x, y, radius + 3.3)
        sun(plate, x, y, radius, count)
    _dunes(plate, view, xs, ys)
    plate.upend()
    plate.turn()
    for x, y, radius in sorted(set(sea.suns) - set(low)):
        for side in (-1, 1):
            plate.circle("ground", x * side, y * side, radius + 3.3)
            sun(plate, x * side, y * side, radius, count)
    if not sea.middle:
        # Light between the suns.
        plate.poly("ray2", star(0, 0, 2.2 if count == 6 else 3.0, 0.6, 8))
    if sea.middle:
        plate.circle("ground", 0, 0, sea.middle + (3.2 if count > 1 else 1.2))
        sun(plate, 0, 0, sea.middle, count, rays=40 if sea.middle < 9 else 56)
    return plate, {"joins": (count - 1) * WIDTH}


class View(NamedTuple):
    """The sea as it is seen from the eye, node by node."""

    sky: Floats
    depth: Floats
    wave: Floats
    share: Floats
    layer: Floats
    tone: Floats


# All cards have one wind at their edges, so that they join: its values there, the width of the
# change beside an edge, and of the bend of crests at it (mm).
EDGE = Sea((), 0, 16.6, 0.047, 0.031, 0.42, 0.40, 6.3)
CHANGE, BEND = 18.0, 8.0


class Wind(NamedTuple):
    """The values of a sea at each column of a card (`place` in mm from its middle)."""

    place: Floats
    horizon: Floats
    across: Floats
    deep: Floats
    sway: Floats
    start: Floats
    tall: Floats


def wind_of(sea: Sea, xs: Floats) -> Wind:
    """Return the wind over a card.

    Crests lean to the left and to the right by turns; at an edge they bend, and so they do in the
    turned half.
    """
    beyond = WIDTH / 2 - np.abs(xs)
    share = 1 - ease(0, CHANGE, beyond)
    bend = np.maximum(1 - beyond / BEND, 0)
    place = np.sign(xs) * (np.abs(xs) - BEND / 2 * bend**2)

    def changed(name: str) -> Floats:
        own, edge = getattr(sea, name), getattr(EDGE, name)
        return np.asarray(own + (edge - own) * share)

    names = ("horizon", "across", "deep", "sway", "start", "tall")
    return Wind(-place if sea.flip else place, *map(changed, names))


def _view(sea: Sea, xs: Floats, ys: Floats) -> View:
    count = 1500
    away = np.geomspace(NEAR, FAR, count) - NEAR
    reach = away[:, None] + NEAR
    wind = wind_of(sea, xs)
    world = wind.place[None, :] * reach / FOCUS

    def wave(x: Floats, y: Floats) -> Floats:
        spread = np.log1p(y / 34) * 34
        fade = np.exp(-y / 90)
        value = x * wind.across - spread * wind.deep
        value += wind.sway * np.sin(spread * 0.085 + x * 0.012 + 2.3 + wind.start * 4)
        value += 0.13 * fade * np.sin(spread * 0.21 - x * 0.04 + 0.4 + wind.start * 9)
        return np.asarray(value + wind.start)

    def height(x: Floats, y: Floats) -> Floats:
        value = wave(x, y)
        number = np.floor(value)
        share = value - number
        shape = np.where(share < CREST, (share / CREST) ** 1.6, ((1 - share) / (1 - CREST)) ** 1.1)
        tall = 0.74 + 0.30 * np.sin(y * 0.030 + number * 2.1 + 0.6)
        tall += 0.10 * np.sin(y * 0.075 - number * 1.3)
        grow = (1 + np.minimum(y, 90) * 0.005) * (1 - 0.62 * ease(70, 200, y))
        return np.asarray(wind.tall * tall * shape * grow)

    high = height(world, np.broadcast_to(away[:, None], world.shape))
    drawn = wind.horizon + FOCUS * (EYE - high) / reach
    line = np.minimum.accumulate(drawn, 0)
    depth = np.full((len(ys), len(xs)), np.nan)
    for column in range(len(xs)):
        found = np.searchsorted(-line[:, column], -ys, side="left")
        index = np.clip(found, 1, count - 1)
        upper, lower = drawn[index - 1, column], drawn[index, column]
        gap = upper - lower
        share = np.clip((upper - ys) / np.where(np.abs(gap) < 1e-9, 1e-9, gap), 0, 1)
        value = away[index - 1] * (1 - share) + away[index] * share
        depth[:, column] = np.where(found == 0, 0, np.where(found < count, value, np.nan))
    sky = np.isnan(depth)
    depth = np.where(sky, 400, depth)
    place = wind.place[None, :] * (depth + NEAR) / FOCUS
    near = 0.25
    across = (height(place + near, depth) - height(place - near, depth)) / (2 * near)
    deep = (height(place, depth + near) - height(place, depth - near)) / (2 * near)
    lamp = np.array([-0.80, 0.05, 0.52])
    lamp /= np.linalg.norm(lamp)
    length = np.sqrt(across * across + deep * deep + 1)
    light = np.clip((-across * lamp[0] - deep * lamp[1] + lamp[2]) / length, 0, 1)
    value = wave(place, depth)
    layer = np.floor(value)
    share = value - layer
    windward = 0.50 + 0.62 * (light - 0.30) + 0.14 * (share / CREST) ** 3
    lee = 0.34 + 0.50 * light + 0.75 * (share - CREST)
    tone = np.where(share < CREST, windward - 0.16 * np.exp(-share / 0.10), lee)
    haze = ease(20, 330, depth)
    tone = np.clip(tone * (1 - 0.3 * haze) + 0.30 * haze, 0, 1)
    return View(sky, depth, value, share, layer.astype(int), tone)


def _rays(plate: Plate, sea: Sea, view: View, xs: Floats, ys: Floats) -> None:
    """Rays of the middle fill the sky; they stop at the suns and behind the dunes."""
    count = 120
    start = sea.middle + (3.6 if sea.suns else 10.5) if sea.middle else 5.0
    reach = np.linspace(start, 60, 260)
    places = [(x * side, y * side, radius) for x, y, radius in sea.suns for side in (1, -1)]
    for number in range(count):
        angle = (number + 0.5) * math.tau / count
        if math.sin(angle) < 0:
            continue
        points = np.stack([reach * math.cos(angle), reach * math.sin(angle)], 1)
        widths = reach * math.tau / count * 0.30 * ease(start, start + 4.5, reach)
        for x, y, radius in places:
            away = np.hypot(points[:, 0] - x, points[:, 1] - y)
            widths = widths * ease(radius + 3.4, radius + 6, away)
        first = start if number % 2 == 0 else max(start + 5, 15)
        row = np.round((points[:, 1] - ys[0]) / STEP).astype(int)
        column = np.round((points[:, 0] - xs[0]) / STEP).astype(int)
        on = (column >= 0) & (column < len(xs)) & (row < len(ys))
        column, low = np.clip(column, 0, len(xs) - 1), np.clip(row + 12, 0, len(ys) - 1)
        open_sky = on & (view.sky[low, column] | (row < 40))
        for run in runs(open_sky & (reach > first) & (widths > 0.10)):
            if len(run) > 5:
                wide = widths[run].copy()
                wide[0] = 0
                kept = thin(np.column_stack([points[run], wide]), 0.016)
                plate.line("ray", points[run][kept], wide[kept])


def sun(plate: Plate, x: float, y: float, radius: float, kind: int, rays: int = 32) -> None:
    """Draw a sun: its rays and its face differ with the count of the card."""
    scale = radius / 5.3
    if kind == 1:
        _flames(plate, x, y, radius)
    for number in range(rays if kind > 1 else 0):
        angle = (number + 0.5) * math.tau / rays
        long = number % (3 if kind in (3, 6) else 2) == 0
        outer = radius + min((3.0 if long else 1.9) * scale, 3.2 if long else 2.1)
        inner, wide = radius + 0.75, (0.36 if long else 0.24) * min(scale, 1.3)
        along = np.array([math.cos(angle), math.sin(angle)])
        side = np.array([-along[1], along[0]]) * wide
        middle = along * inner
        here = np.array([x, y])
        ray = [middle + side + here, along * outer + here, middle - side + here]
        plate.poly("ray2", ray, ("gold.edge", 0.12) if long else None)
    plate.circle("gold.mid", x, y, radius)
    plate.circle("gold.pale", x, y, radius * 0.62)
    step = 0.05
    xs = np.arange(x - radius - 0.2, x + radius + 0.2, step)
    ys = np.arange(y - radius - 0.2, y + radius + 0.2, step)
    across, down = np.meshgrid(xs - x, ys - y)
    away = np.hypot(across, down)
    ink = np.clip((away / radius - 0.60) * 0.9, 0, 0.5)
    ink += np.clip(down / radius, 0, 1) * 0.16 * (away > radius * 0.64)
    angle = np.arctan2(down, across)
    phase = {
        2: (down * 0.7 + across * 0.7) / 0.5,
        3: away / 0.5,
        4: (down - 0.05 * across**2) / 0.48,
        6: (down + 0.3 * np.sin(across * 2.2)) / 0.5,
    }.get(kind, down / 0.5 + 0.5)
    if kind == 3:
        ink += 0.14 * np.cos(angle * 9) * (away > radius * 0.6)
    if kind == 1:
        # The portrait: a face of rings and spokes.
        phase = (away + 0.22 * np.cos(angle * 28) * np.clip(away / radius - 0.5, 0, 1)) / 0.5
        ink = 0.20 + np.clip((away / radius - 0.5) * 0.7, 0, 0.4) * (0.6 + 0.4 * np.cos(angle * 14))
        ink = np.where(away < radius * 0.52, 0, ink)
    plate.lines("gold.ink", hatch(xs, ys, ink, phase, radius - away, floor=0.06, widest=0.3))
    if kind == 1:
        plate.circle("gold.ink", x, y, radius * 0.53)
        plate.circle("gold.mid", x, y, radius * 0.50)
        for turn, outer, role in ((math.pi / 8, 0.34, "gold.deep"), (0.0, 0.46, "gold.pale")):
            plate.poly(role, star(x, y, radius * outer, radius * 0.17, 8, turn), ("gold.ink", 0.14))
        plate.circle("gold.mid", x, y, radius * 0.12)
        plate.circle("gold.ink", x, y, radius * 0.12, 0.14)
    plate.circle("gold.edge", x, y, radius, 0.30)


def _flames(plate: Plate, x: float, y: float, radius: float) -> None:
    """The corona of the portrait: straight rays and flames by turns, and small ones between."""
    share = np.linspace(0, 1, 14)
    for number in range(64):
        angle = number * math.tau / 64
        kind = number % 4
        length = {0: 8.4, 2: 6.4}.get(kind, 2.6)
        wide = {0: 0.72, 2: 0.95}.get(kind, 0.34)
        bend = 0.75 * np.sin(share * math.tau * 0.9) * share if kind == 2 else share * 0
        side = wide * (1 - share) ** 0.9
        out = radius + 0.8 + share * length
        for role, low in (
            (("ray2", -1.0), ("gold.pale", 0.0)) if kind in (0, 2) else (("ray2", -1.0),)
        ):
            left, right = bend + side, bend + side * low
            strip = np.r_[np.stack([left, out], 1), np.stack([right, out], 1)[::-1]]
            turned = np.array(
                [[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]]
            )
            edge = ("gold.edge", 0.12) if role == "ray2" and kind in (0, 2) else None
            plate.poly(role, strip @ turned + [x, y], edge)


def _dunes(plate: Plate, view: View, xs: Floats, ys: Floats) -> None:
    sky, depth = view.sky, view.depth
    far = depth + NEAR
    fall = FOCUS * EYE / far / 0.62
    # Whole numbers across a card, so that lines join.
    slide = xs[None, :] * round(WIDTH / 0.60) / WIDTH + (ys[:, None] - ys[0]) / 0.60 * 0.55
    layers = [
        layer for layer in np.unique(view.layer[~sky]) if ((view.layer == layer) & ~sky).any()
    ]
    for layer in layers:
        for material, lee in (("lit", False), ("slip", True)):
            seen = (view.layer == layer) & ~sky & ((view.share >= CREST) == lee)
            _face(
                plate,
                xs,
                ys,
                material,
                seen,
                view.tone,
                slide if lee else fall,
                1.0 if lee else 0.92,
            )
    # Ripples of the wind on the lit sand, along the crests.
    bend = 0.05 * np.sin(depth * 0.35 + xs[None, :] * 2 * math.tau / WIDTH)
    ripple = (view.share + bend * ease(0, 0.3, view.share)) * (30 * ease(-40, 60, 60 - depth))
    lit = (
        ~sky & (view.share < CREST - 0.02) & (view.share > 0.05) & (view.tone > 0.72) & (depth < 55)
    )
    inside = (gaussian_filter(lit.astype(float), 3) - 0.55) * 0.6
    ink = 0.05 + 0.16 * ease(0.15, CREST, view.share)
    plate.lines("lit.deep", hatch(xs, ys, ink, ripple, inside, floor=0.02, widest=0.22, least=2.5))
    for layer in layers:
        if ((view.layer == layer) & ~sky).sum() < 60:
            continue
        over = (view.layer > layer) | ((view.layer == layer) & (view.share >= CREST))
        cover = gaussian_filter((over & ~sky).astype(float), 0.9) - 0.5
        for line in contour_generator(xs, ys, cover).lines(0):
            if len(line) >= 30:
                _ridge(plate, xs, ys, dense(line, 0.18), np.where(sky, 330, depth))
    cover = gaussian_filter((~sky).astype(float), 0.9) - 0.5
    for line in contour_generator(xs, ys, cover).lines(0):
        if len(line) > 60:
            points = dense(line, 0.18)
            plate.line("lit.edge", points[thin(points, 0.014)], 0.30)


def _ridge(plate: Plate, xs: Floats, ys: Floats, points: Floats, depth: Floats) -> None:
    """A crest swells where it runs towards the eye, and thins with the distance."""
    far = sample(xs, ys, depth, points + np.array([0, 0.15]))
    along = np.gradient(points, axis=0)
    lean = np.abs(np.sin(np.arctan2(along[:, 1], along[:, 0])))
    widths = np.clip((0.16 + 0.40 * lean**0.8) * (1.15 - 0.8 * ease(0, 200, far)), 0.12, 0.6)
    widths = gaussian_filter(widths, 5)
    inside = np.abs(points[:, 0]) < xs[-1] - 0.1
    inside &= points[:, 1] < ys[-1] - 0.1
    for run in runs(inside):
        if len(run) > 10:
            wide = widths[run].copy()
            wide[0] = wide[-1] = 0
            kept = thin(np.column_stack([points[run], wide]), 0.016)
            plate.line("lit.edge", points[run][kept], wide[kept])


def _face(
    plate: Plate,
    xs: Floats,
    ys: Floats,
    material: str,
    seen: Floats,
    tone: Floats,
    phase: Floats,
    gain: float,
) -> None:
    """One side of a dune: flats of three tones and lines that swell."""
    if seen.sum() < 30:
        return
    rows, columns = np.where(seen)
    place = (
        slice(max(rows.min() - 8, 0), rows.max() + 9),
        slice(max(columns.min() - 8, 0), columns.max() + 9),
    )
    across, down = xs[place[1]], ys[place[0]]
    here = seen[place]
    cover = gaussian_filter(here.astype(float), 0.9) - 0.5
    shade = gaussian_filter(np.where(here, tone[place], tone[place][here].mean()), 0.8)
    plate.area(f"{material}.mid", rings(across, down, cover, -0.12))
    for role, field in (("deep", 0.44 - shade), ("pale", shade - 0.80)):
        flat = np.minimum(cover, field * 2)
        plate.area(f"{material}.{role}", rings(across, down, flat, 0, least=0.06))
    ink = np.clip((1 - shade * 1.12) * gain, 0, 1)
    plate.lines(f"{material}.ink", hatch(across, down, ink, phase[place], cover * STEP * 2))
