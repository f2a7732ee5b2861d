"""Grounds for suits of a user: a relief around medals, on which printkit prints the user's emblem.

The places and the size of the medals belong to the count, and so does the relief; nothing belongs
to a suit. Each medal has a graduated ring, as on an astrolabe, with two marks more for each count.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from workshop.pips.relief import Layout, relief, split_level
from workshop.plate import Floats, Plate

NAMES = [f"own/ground-{count:02}" for count in range(1, 12)] + ["own/ground-ace"]

WIDTH, HEIGHT = 63.5, 88.9

# The sizes are the diameters of the medals.
LAYOUTS = {
    1: Layout(42.0, (), True),
    2: Layout(29.0, ((0, -20.5),)),
    3: Layout(22.5, ((0, -27.6),), True),
    4: Layout(19.6, ((-11.6, -17.6), (11.6, -17.6))),
    5: Layout(18.0, ((-12.2, -20.2), (12.2, -20.2)), True),
    6: Layout(17.0, ((-11.4, -26.2), (11.4, -26.2), (-11.4, 0.0))),
    7: Layout(15.6, ((0.0, -30.6), (-14.4, -15.4), (14.4, -15.4)), True),
    8: Layout(15.0, ((-11.0, -31.2), (11.0, -31.2), (-14.6, 0.0), (0.0, -15.4))),
    9: Layout(14.0, ((-10.6, -33.0), (10.6, -33.0), (-15.6, -11.4), (15.6, -11.4)), True),
    10: Layout(13.2, ((-10.6, -33.6), (10.6, -33.6), (-15.2, -11.0), (15.2, -11.0), (0, -22.2))),
    11: Layout(
        12.8, ((-10.4, -33.8), (10.4, -33.8), (-16.0, -11.2), (16.0, -11.2), (0, -22.4)), True
    ),
}

# The ring of a medal: its width against the radius, at least and at most (mm).
RING, MIN_RING, MAX_RING = 0.12, 1.0, 2.2


def draw(name: str) -> tuple[Plate, dict[str, object]]:
    """Draw the ground of a count."""
    plate = Plate(WIDTH, HEIGHT)
    plate.ground("ground")
    if name.endswith("ace"):
        return plate, ace(plate)
    count = int(name.rsplit("-", 1)[1])
    layout = LAYOUTS[count]
    relief(plate, layout, disc, count, softness=2.6, blur=4.0)
    radius = layout.size / 2
    ring = min(max(RING * radius, MIN_RING), MAX_RING)
    with plate.symbol("medal"):
        _medal(plate, radius, ring, 24 + 2 * count)
    places = [(x, y, False) for x, y in layout.upper]
    turned = [(-x, -y, True) for x, y in layout.upper]
    for x, y in layout.upper:
        plate.use("medal", x, y)
        if y == 0:
            plate.use("medal", -x, 0, True)
    split_level(plate)
    if layout.middle:
        plate.use("medal", 0, 0)
        places.append((0, 0, False))
    header = {
        "joins": (count - 1) * WIDTH,
        "pips": [[x + WIDTH / 2, y + HEIGHT / 2, turn] for x, y, turn in places + turned],
        "pip": round(2 * (radius - ring), 2),
    }
    return plate, header


# The medal of an ace; its rays: how many, from where to where (mm).
ACE, RAYS, NEAR, FAR = 40.0, 96, 24.5, 58.0


def ace(plate: Plate) -> dict[str, object]:
    """Draw the ground of an ace: a large medal in a sun of rays that swell outwards, between two
    rings of an astrolabe. Return the header."""
    plate.turn()
    share = np.linspace(0, 1, 9)
    for number in range(RAYS):
        angle = (number + 0.5) * math.tau / RAYS
        long = number % 4 == 0
        away = NEAR + (1.5 if long else 3.0) + (FAR - NEAR) * share
        points = np.stack([away * math.cos(angle), away * math.sin(angle)], 1)
        inside = np.all(np.abs(points) < [WIDTH / 2 + 3.2, HEIGHT / 2 + 3.2], axis=1)
        widths = 0.10 + (1.1 if long else 0.55) * share
        if inside.sum() > 1:
            role = "ray2" if long else "field.ink"
            plate.line(role, points[inside], widths[inside])
    radius, ring = ACE / 2, MAX_RING
    plate.circle("halo", 0, 0, NEAR)
    for away, width in ((NEAR, 0.34), (NEAR - 0.75, 0.13)):
        plate.circle("gold.edge", 0, 0, away, width)
    for number in range(RAYS):
        angle = number * math.tau / RAYS
        inner = NEAR - (2.6 if number % 8 == 0 else 1.7)
        ends = [(r * math.cos(angle), r * math.sin(angle)) for r in (inner, NEAR - 0.75)]
        plate.line("gold.ink", ends, 0.3 if number % 8 == 0 else 0.16)
    _medal(plate, radius, ring, 72)
    place = [WIDTH / 2, HEIGHT / 2, False]
    return {"pips": [place], "pip": round(2 * (radius - ring), 2)}


def disc(x: Floats, y: Floats) -> NDArray[np.bool_]:
    """Say if points are inside the outline of a medal of height 20 about its middle."""
    return np.asarray(np.hypot(x, y) < 10)


def _medal(plate: Plate, radius: float, ring: float, marks: int) -> None:
    """Draw the rim of a medal; its field is left to the emblem."""
    plate.circle("halo", 0, 0, radius + 0.55)
    plate.circle("gold.mid", 0, 0, radius)
    plate.circle("gold.pale", 0, 0, radius - 0.42 * ring)
    for number in range(marks):
        angle = (number + 0.5) * math.tau / marks
        outer = radius - 0.16
        inner = radius - ring * (0.92 if number % 2 == 0 else 0.5)
        ends = [(r * math.cos(angle), r * math.sin(angle)) for r in (inner, outer)]
        plate.line("gold.ink", ends, 0.16 if number % 2 else 0.22)
    plate.circle("gold.edge", 0, 0, radius, 0.26)
    plate.circle("gold.edge", 0, 0, radius - ring, 0.2)
