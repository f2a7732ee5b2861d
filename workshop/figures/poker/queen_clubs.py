"""Queen of Clubs: fan collar, bound hair, a crown of rays, a white rose between her fingers."""

import math

import numpy as np

from workshop.figures import cloth, crowns, hair, hands, regalia
from workshop.figures.card import POKER, compose
from workshop.figures.curves import Frame
from workshop.figures.head import Head

NAMES = ["poker/queen-clubs"]


def figure(st):
    """Return the scene."""
    sc = POKER.scene(st)
    h = Head(sc, 34.2, 21.2, 10.0, yaw=-22, pitch=4, roll=5, age=0.3)
    cloth.fan(sc, 35, 33.5, 18.5)
    cloth.neck(h, [(35.6, 27), (36, 33), (36.2, 40)], [3.6, 3.4, 4.6])
    zt = cloth.breast(sc, 36.2, 48, 17, 13.5, 35)
    gown = [
        *((15, 45), (19.4, 40.6), (25, 38.4), (29, 40.4), (32.4, 44.4), (36.2, 46.2), (40, 44.4)),
        *((43.6, 40.4), (47, 38.4), (52.4, 40.6), (56, 46), (58, 66), (36, 68), (12, 64)),
    ]
    cloth.bodice(sc, gown, zt, 36.2, "gown")
    cloth.puff(sc, 50.4, 45.4, 22, 7.6, 8.0, 1.5, "leaf")
    cloth.puff(sc, 19.8, 44.4, -22, 7.6, 7.8, 1.5, "leaf")
    rows = ((5.2, 0.34, "gold", 80), (6.0, 0.46, "leaf", 34), (6.8, 0.34, "gold", 80))
    cloth.collar(sc, 35.9, 32.4, rows, 0.8, pearls=(9, 7.9, 0.52))
    regalia.emblem(sc, "clubs", 36.2, 41.8, 1.6, 5.0)
    a = h.at(0.66, -0.10)
    hair.bun(sc, a[0] + 1.6, a[1], 4.0, 1.0, "hair3")
    h.add()
    hair.cap(h, "hair3", 0.16, -0.54, side=1.04, z=0.6, full=1.4)
    for i in range(11):
        q = -1.25 + 2.5 * i / 10
        c = np.array(h.at(0, -0.62))
        long = 7.6 if i % 2 == 0 else 5.4
        d = np.array([math.sin(q + 0.05), -math.cos(q + 0.05)])
        foot, tip = c + d * 3.6, c + d * (4.2 + long)
        n = np.array([-d[1], d[0]]) * (0.95 if i % 2 == 0 else 0.7)
        m = sc.inside(np.array([foot - n, tip, foot + n]))
        u = (sc.X - foot[0]) * n[0] + (sc.Y - foot[1]) * n[1]
        sc.add(
            "ray", "gold", 3.0 - np.abs(u) * 1.2, m, sc.X * d[0] + sc.Y * d[1], 0.4, 0.9, 0.04, 0.24
        )
        sc.ball("raypearl", "pearl", *(tip + d * 0.3), 0.55, 4.0, 0, 0.2)
    crowns.band(h, -0.64, 0.12, 0.10, 3.0)
    crowns.stones(h, -0.64, 0.12, (-0.9, -0.3, 0.3, 0.9), 0.6, 13, ("leaf", "pearl"))
    f = Frame(54.0, 26.4, -4)
    regalia.rose(sc, 51.8, 15.6, 4.8, 15.5, [(53.4, 22), (54.0, 27), (55.4, 34)], "linen")
    hands.pinch(sc, f, 17.0)
    outline = [
        *((54.4, 45.6), (57.0, 43.2), (61.4, 42.8), (64.6, 45), (70, 54), (71, 70), (49.6, 70)),
        *((51.0, 60), (52.6, 52)),
    ]
    zs, ms = cloth.sleeve(sc, outline, (60, 30), 17.5, 59.4, 4.5, "leaf")
    cloth.hem(sc, "sleevehem", zs, ms, 0.8, 0.75, "linen", over=1.0)

    def face(q):
        q.eyes(look=(0.024, 0.004), wide=0.94, iris="leaf")
        q.brows("hair3.deep", 0.55, 0.02)
        q.nose(1.02)
        q.wrinkles(0, cheeks=False)
        q.lips(full=1.0, smile=0.02)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), np.array((35.0, 19.4)), petals=3)
