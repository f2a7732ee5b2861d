"""Master of Flasks: an old man in a hood, beard of locks, orphreys, the flask on his fingers."""

import numpy as np

from workshop.figures import cloth, crowns, hair, hands
from workshop.figures.attributes import flask
from workshop.figures.card import POKER, compose
from workshop.figures.curves import Frame
from workshop.figures.head import Head

NAMES = ["casino/master-flasks"]
OUTER = [
    *((35.6, 1.2), (29.4, 3.6), (24.2, 9.0), (21.6, 16.5), (20.4, 24), (16.8, 31), (9, 37)),
    *((4, 46), (36, 66), (62, 60), (59.0, 47), (53.0, 38.6), (48.6, 31), (47.2, 22.5)),
    *((46.0, 13.5), (42.2, 5.2)),
]
INNER = [
    *((36.6, 7.4), (31.2, 8.6), (26.8, 13), (25.2, 19), (24.9, 25.5), (23.6, 32), (19.5, 39)),
    *((18, 48), (36, 58), (53, 52), (50.0, 42), (45.4, 34.5), (43.8, 27), (43.6, 19.5)),
    *((42.4, 12.8), (40.2, 8.8)),
]


def _orphreys(sc, zm):
    """Run two bands with lozenges down the mantle."""
    for sg in (-1, 1):
        c = 35.6 + sg * (7.2 + 0.10 * (sc.Y - 34))
        b = 1.75 - np.abs(sc.X - c)
        z = zm + 6.8 - 0.05 * (sc.Y - 34)
        phase = sc.X + 0.6 * sc.Y * sg
        sc.add("orphrey", "gold", z, np.minimum(b, sc.Y - 33), phase, 0.36, 1, 0, 0.28)
        m = np.minimum(b - 0.42, sc.Y - 33)
        sc.add("orphreyin", "gown", z + 0.5, m, sc.Y, 0.4, 0.8, 0.1, 0.18)
        for i in range(6):
            y = 36.4 + 3.1 * i
            x = 35.6 + sg * (7.2 + 0.10 * (y - 34))
            q = 1.05 - (np.abs(sc.X - x) * 1.1 + np.abs(sc.Y - y) * 0.8)
            sc.add("lozenge", "gold", 9 + 0.5 * q, q * 0.7, sc.X + sc.Y, 9, 0, 0, 0.2)


def _cap(sc, h):
    crowns.cap(h, -0.50, 0.18, 0.9, "gown")
    crowns.band(h, -0.50, 0.18, 0.062, 1.5, rope=0.12, over=0.45, line=0.26)
    crowns.stones(h, -0.50, 0.18, (-0.9, -0.45, 0.45, 0.9), 0.5, 10.5, ("gem",))
    sc.ball("capgem", "liquor", *h.at(0, -0.50), 0.82, 10.5)


def _sleeve(sc):
    outline = [
        *((50.0, 44.2), (53.2, 42.0), (57.0, 41.2), (61.0, 42.2), (66, 47), (71, 66)),
        *((44, 66), (45.0, 59), (47.2, 50)),
    ]
    zs, ms = cloth.sleeve(sc, outline, (56, 30), 14.0, 57.4, 6.2, "robe", 17, (11, 18), 1.05, 15)
    e = sc.Y - 43.2 - 0.06 * (sc.X - 56.6) ** 2 - 0.08 * (sc.X - 56.6)
    m = np.minimum(np.minimum(ms + 0.35, 1.9 - e), e + 1.2)
    sc.add("cuff", "gold", zs + 3.3, m, sc.X, 0.36, 1, 0, 0.3)
    m = np.minimum(ms + 0.1, 0.62 - np.abs(e - 0.35))
    sc.add("cuffband", "gown", zs + 3.9, m, sc.X, 0.4, 0.7, 0.05, 0.2)
    for i in range(-3, 5):
        x = 56.2 + 1.75 * i
        y = 43.55 + 0.06 * (x - 56.6) ** 2 + 0.08 * (x - 56.6)
        sc.ball("cuffpearl", "pearl", x, y, 0.42, 22.5, 0, 0.18)


def figure(st):
    """Return the scene."""
    sc = POKER.scene(st)
    h = Head(sc, 33.6, 20.6, 10.9, yaw=19, pitch=7, roll=-3, man=1.0, age=1.0)
    cloth.hood(sc, OUTER, INNER, (35.4, 21))
    zm, _ = cloth.mantle(sc, "gown", 35, 60, 25, 26, 21, -6, 9.5, 0.16)
    _orphreys(sc, zm)
    h.add()
    _cap(sc, h)
    hair.temples(h)
    hair.beard(h, to=35.4)
    hair.moustache(h)
    hair.shaggy_brows(h)
    _sleeve(sc)
    flask(sc, 54.2, 21.6, 6.5, 13.0, 8.6)
    hands.cup(sc, Frame(54.7, 33.2), 20.5)

    def face(f):
        f.eyes(look=(0.030, 0.022), wide=0.72, iris="gem", big=0.98)
        f.nose(1.1)
        f.wrinkles()
        f.mouth(0.66, 0.17)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), (35.2, 19.4), petals=4)
