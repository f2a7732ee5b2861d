"""Hazard: a hand throws three dice into the air."""

import math

import numpy as np

from workshop.figures import cloth, hands
from workshop.figures.curves import Frame
from workshop.figures.grounds import Ground

NAMES = ["common/hazard"]
# Dice: place, size, turn, and the spots on their faces.
DICE = (
    ((19.6, 14.8), 10.4, 18, (5, 3, 6)),
    ((38.0, 9.4), 7.6, -14, (1, 4, 2)),
    ((52.4, 21.0), 9.2, 40, (6, 2, 4)),
)
SPOTS = {
    1: ((0, 0),),
    2: ((-0.5, -0.5), (0.5, 0.5)),
    3: ((-0.5, -0.5), (0, 0), (0.5, 0.5)),
    4: ((-0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (0.5, -0.5)),
    5: ((-0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (0.5, -0.5), (0, 0)),
    6: ((-0.5, -0.55), (-0.5, 0), (-0.5, 0.55), (0.5, -0.55), (0.5, 0), (0.5, 0.55)),
}


def die(sc, place, r, turn, spots, z=10.0):
    """Draw a die that shows three faces."""
    x, y = place
    for i, count in enumerate(spots):
        a = math.radians(turn + 120 * i)
        # The edges of a face from the corner that is nearest to the eye.
        e1 = np.array((math.cos(a), math.sin(a))) * r * 0.82
        e2 = np.array((math.cos(a + math.tau / 3), math.sin(a + math.tau / 3))) * r * 0.82
        corner = np.array((x, y))
        m = sc.inside(np.array([corner, corner + e1, corner + e1 + e2, corner + e2]))
        det = e1[0] * e2[1] - e1[1] * e2[0]
        dx, dy = sc.X - x, sc.Y - y
        s = (dx * e2[1] - dy * e2[0]) / det
        t = (dy * e1[0] - dx * e1[1]) / det
        zz = z + r * 0.58 * (1 - (s + t)) + 0.4 * np.sqrt(np.clip(m, 0, 0.7))
        sc.add("die", "bone", zz, m + 0.1, (s - t) * r + 0.3 * sc.Y, 0.44, 1, 0.0, 0.34)
        for u, v in SPOTS[count]:
            hole = 0.115 - np.hypot(s - 0.5 - u * 0.52, t - 0.5 - v * 0.52)
            sc.add("spot", "cloth", zz + 0.15, hole * r, sc.Y, 0.4, 0.8, -0.05, 0.18)


def figure(st):
    """Return the scene."""
    sc = Ground().court.scene(st)
    for place, r, turn, spots in DICE:
        die(sc, place, r, turn, spots)
    f = Frame(33.0, 40.6, 6, 1, 1.46)
    path = f.all([(0.8, 9.0), (1.6, 15), (2.6, 26)])
    cloth.arm(sc, path, [6.0, 7.8, 10.0], 6.0, "robe", 9)
    cloth.cuff(sc, f, 9.0, 9.4, 4.0, 3.4, "linen", "gold", skew=-1.2)
    hands.cup(sc, f, 12.0, "flesh2")
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    ground = Ground()
    x, y = 34.0, 34.0
    ground.rays(x, y, 110, 10, 0.4, wave=lambda r, a: 0.7 + 0.5 * math.cos(7 * a) + 0 * r)
    ground.circle(x, y, 38, 0.3)
    return ground.finish(figure(st))
