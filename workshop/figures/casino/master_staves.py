"""Master of Staves: an elder in a cowl, a star on his brow, a hand raised to bless."""

import numpy as np

from workshop.figures import cloth, crowns, hair, hands
from workshop.figures.attributes import rod
from workshop.figures.card import POKER, compose
from workshop.figures.curves import Frame
from workshop.figures.head import Head

NAMES = ["casino/master-staves"]
OUTER = [
    *((38.4, 1.6), (32.4, 3.6), (27.4, 9.2), (25.2, 17), (24.6, 25), (21.6, 31.5), (13, 37)),
    *((8, 46), (36, 68), (62, 62), (59.0, 50), (55.0, 41.4), (51.4, 32), (50.2, 23)),
    *((49.2, 13.5), (45.4, 5.2)),
]
INNER = [
    *((38.6, 8.0), (33.4, 9.2), (30.0, 13.4), (28.6, 19), (28.2, 25.5), (27.0, 32), (22.0, 39)),
    *((20, 50), (38, 60), (56, 54), (52.6, 43), (48.4, 35), (47.2, 27), (47.0, 19.4)),
    *((45.8, 12.6), (42.8, 9.0)),
]


def figure(st):
    """Return the scene."""
    sc = POKER.scene(st)
    h = Head(sc, 38.4, 20.8, 10.5, yaw=-18, pitch=8, roll=3, man=1.0, age=1.0)
    knobs = [(12.8, 1.7, 0.8), (14.5, 1.4, 0.6), (22.5, 1.7, 0.9), (29.5, 1.6, 0.8)]
    rod(sc, Frame(20.4, 0), 10, 60, 1.1, 8.0, "wood", knobs)
    crowns.crescent(sc, 20.4, 7.2, 4.3, 8.8)
    sc.ball("staffworld", "flame", 20.4, 5.6, 2.0, 9.3, 0.9, 0.30, 0.32)
    cloth.hood(sc, OUTER, INNER, (38.2, 21), "robe", seed=4)
    zm, mm = cloth.mantle(sc, "gown", 38, 60, 24, 25.5, 33, -6, 9.5, 0.06, 15)
    for s in (-1, 1):
        c = 38.2 + s * (6.4 + 0.16 * (sc.Y - 34))
        band = np.minimum(2.0 - np.abs(sc.X - c), np.minimum(mm, sc.Y - 33))
        sc.add("orphrey", "linen", zm + 5.5, band, sc.Y + s * sc.X, 0.46, 0.9, 0.02, 0.28)
        rim = np.minimum(0.36 - np.abs(np.abs(sc.X - c) - 1.7), np.minimum(mm, sc.Y - 33))
        sc.add("orphreyrim", "gold", zm + 6.0, rim, sc.Y, 0.36, 1, 0, 0.2)
        for i in range(7):
            y = 36 + 3.6 * i
            crowns.ray_star(sc, 38.2 + s * (6.4 + 0.16 * (y - 34)), y, 1.15, 9.5, 4)
    h.add()
    hair.temples(h, "beard")
    hair.beard(h, "beard", 1.05, 38.2)
    hair.moustache(h, "beard", 0.36, 3.4)
    hair.shaggy_brows(h)
    crowns.cap(h, -0.64, 0.20, 0.9, "lining")
    crowns.band(h, -0.46, 0.18, 0.03, 1.4, rope=0.08, line=0.2)
    x, y = h.at(0, -0.47)
    crowns.ray_star(sc, x, y, 2.9, 12.5, 8, "gold", 0.36, "flame")
    outline = [
        *((52.2, 41.4), (55.4, 40.0), (59.0, 40.2), (62.6, 42.4), (67, 50), (70, 68)),
        *((47, 66), (48.4, 57), (50.4, 48)),
    ]
    zs, ms = cloth.sleeve(sc, outline, (57, 28), 14.0, 58, 5.5, "robe", 9, (11, 18), 1.0, 15)
    e = sc.Y - 42.0 - 0.07 * (sc.X - 57.2) ** 2
    m = np.minimum(np.minimum(ms + 0.35, 1.7 - e), e + 1.1)
    sc.add("cuff", "gold", zs + 3.3, m, sc.X, 0.36, 1, 0, 0.3)
    hands.bless(sc, Frame(56.6, 30.6, 4, 1, 1.06), 18.5)

    def face(f):
        f.eyes(look=(-0.02, 0.012), wide=0.7, iris="steel", big=0.98)
        f.nose(1.12)
        f.wrinkles()
        f.mouth(0.66, 0.16)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), (38.2, 19.4), petals=5)
