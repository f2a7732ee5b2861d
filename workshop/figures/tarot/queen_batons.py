"""Queen of Batons: crown of rays, fan collar, a baton in leaf, a hand raised in greeting."""

import math

import numpy as np

from workshop.figures import cloth, crowns, hair, hands, regalia
from workshop.figures.card import TAROT, compose
from workshop.figures.curves import Frame
from workshop.figures.head import Head

NAMES = ["tarot/queen-batons"]


def figure(st):
    """Return the scene."""
    sc = TAROT.scene(st)
    h = Head(sc, 30.8, 26.0, 10.6, yaw=-12, pitch=4, roll=4, skin="flesh2")
    cloth.fan(sc, 31.4, 39, 17.5, material="cloth")
    regalia.baton(sc, Frame(13.4, 40, -4), 4.0, -14.5, 30, ((0.10, 1), (0.26, -1)), 1.15)
    for sx, path in (
        (1, [(39.4, 24), (42, 32), (41.0, 41), (43.6, 50), (41.6, 58)]),
        (-1, [(22.6, 24), (20.6, 32), (21.6, 40), (19.4, 48)]),
    ):
        hair.wave(sc, path, 3.0, 2.5, 4, "hair", 4 + sx, 0.8, curl=2)
    cloth.neck(h, [(31.2, 32), (31.6, 38), (31.8, 46)], [3.7, 3.5, 4.6])
    zt = cloth.breast(sc, 32, 55, 17, 14, 40.5, "flesh2")
    gown = [
        *((12, 52), (16, 47.4), (21, 44.6), (25, 46), (28.4, 50.2), (32, 52), (35.6, 50.2)),
        *((39.2, 46), (43, 44.6), (48, 47.4), (52, 53), (55, 80), (30, 82), (8, 78)),
    ]
    cloth.bodice(sc, gown, zt, 32, "gown")
    rows = ((5.6, 0.40, "gold", 80), (6.6, 0.56, "flame", 30), (7.6, 0.40, "gold", 80))
    cloth.collar(sc, 31.6, 37.4, rows, 0.8, pearls=(9, 8.7, 0.55))
    h.add()
    hair.cap(h, "hair", 0.5, -0.56, side=1.0, z=0.7, full=1.3)
    c = np.array(h.at(0, -0.58))
    for i in range(13):
        q = -1.35 + 2.7 * i / 12
        long = 7.4 if i % 2 == 0 else 4.8
        d = np.array([math.sin(q + 0.07), -math.cos(q + 0.07)])
        foot, tip = c + d * 4.0, c + d * (5.0 + long)
        n = np.array([-d[1], d[0]]) * 0.95
        if i % 2 == 0:
            m = sc.inside(np.array([foot - n, tip, foot + n]))
            u = (sc.X - foot[0]) * n[0] + (sc.Y - foot[1]) * n[1]
            phase = sc.X * d[0] + sc.Y * d[1]
            sc.add("ray", "gold", 3.0 - np.abs(u) * 1.2, m, phase, 0.4, 0.9, 0.04, 0.26)
        else:
            w = np.linspace(-1, 1, 24)
            p = foot + np.outer((w + 1) / 2, tip - foot) + np.outer(0.5 * np.sin(w * 5), n)
            sc.tube("flame", "gold", p, np.linspace(0.75, 0.15, 24), 2.6, 0.4, 0.9, 0, 0.24)
    crowns.band(h, -0.62, 0.12, 0.11, 3.0)
    crowns.stones(h, -0.62, 0.12, (-0.9, -0.45, 0, 0.45, 0.9), 0.62, 13.4, ("flame", "pearl"))
    f = Frame(51.2, 40.0, 3, 1, 1.05)
    outline = [
        *((45.4, 53.6), (48.6, 51.6), (52.6, 51.2), (56.6, 53), (62, 60), (66, 84), (40, 82)),
        *((41.6, 70), (43.4, 60)),
    ]
    zs, ms = cloth.sleeve(sc, outline, (51, 40), 13.0, 51.4, 5.2, "cloth", 11, (11, 18), 1.0, 15)
    e = sc.Y - 52.8 - 0.06 * (sc.X - 51) ** 2
    cuff = np.minimum(np.minimum(ms + 0.35, 1.8 - e), e + 1.1)
    sc.add("cuff", "gold", zs + 3.4, cuff, sc.X, 0.36, 1, 0, 0.3)
    hands.bless(sc, f, 18.0, "flesh2")

    def face(q):
        q.eyes(look=(0.012, 0.0), iris="leaf", big=1.1, lined=True)
        q.brows("hair.ink", 0.55, 0.014)
        q.nose(1.04)
        q.lips(full=1.2, smile=0.034, material="lips2")

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), np.array((31.0, 23.6)), TAROT, 5)
