"""Mistress of Coins: tall crown, plaits with beads, broad collar, the coin on her fingers."""

import math

import numpy as np

from workshop.figures import cloth, crowns, hair, hands
from workshop.figures.attributes import coin
from workshop.figures.card import POKER, compose
from workshop.figures.curves import Frame, dome
from workshop.figures.head import Head

NAMES = ["casino/mistress-coins"]


def _collar(sc):
    rows = (
        *((7.2, 0.45, "gold", 90), (8.5, 0.85, "water", 34), (9.8, 0.42, "gold", 120)),
        *((11.2, 0.95, "flame", 44), (12.6, 0.42, "gold", 150), (14.1, 1.05, "water", 56)),
        (15.6, 0.5, "gold", 180),
    )
    cloth.collar(sc, 35.3, 29.2, rows, 0.86, 3.2, 1.75, 0.055)
    for i in range(-9, 10):
        a = i * 0.145
        sc.ball("drop", "pearl", 35.3 + 16.6 * math.sin(a), 29.5 + 14.3 * math.cos(a), 0.6, 3.5)


def _crown(sc, h):
    crowns.drum(sc, 33.2, 1.4, 15.2, 7.3, 10.2, panel="black")
    crowns.band(h, -0.55, 0.16, 0.075, 3.2, rope=0.12, line=0.28)
    g = h.at(0, -0.53)
    sc.ball("browdisc", "gold", *g, 1.9, 12.5, 0.8, 0.28)
    sc.ball("browgem", "water", *g, 1.05, 14.4)
    e = h.at(-0.69, 0.26)
    sc.ball("ring", "gold", e[0] - 0.1, e[1] + 1.6, 1.5, 6.2, 0.8, 0.26)
    sc.ball("ringgem", "flame", e[0] - 0.1, e[1] + 1.6, 0.7, 8)


def _arm(sc):
    u, w, m, h = sc.along([(54.9, 36.0), (56.2, 46), (59.5, 60)], [2.5, 2.9, 4.4])
    for y, t, material in (
        *((43.6, 0.75, "gold"), (45.3, 0.5, "water"), (46.9, 0.75, "gold")),
        *((50.4, 0.6, "gold"), (51.9, 0.6, "flame"), (53.4, 0.6, "gold")),
    ):
        c = sc.Y - y - 0.05 * (sc.X - 55.6 - 0.2 * (y - 43)) ** 2 + 0.12 * (sc.X - 56)
        zz = 21.5 + h + 0.6 * dome(c / t) + 0.1 * np.cos(w * 9)
        sc.add(
            "bracelet", material, zz, np.minimum(m + 0.35, t - np.abs(c)), w, 0.36, 1, 0.03, 0.24
        )
    sc.add("forearm", "flesh3", 17.5 + h, m, u - 0.4 * h, 0.38, 0.95, 0, 0.34, group=hands.GROUP)


def figure(st):
    """Return the scene."""
    sc = POKER.scene(st)
    h = Head(sc, 34.6, 21.0, 10.6, yaw=23, pitch=3, roll=-3, skin="flesh3")
    cloth.mantle(sc, "veil", 35.5, 60, 25, 25.5, 4, -6, 9, 0.08, 12)
    zt = -2.2 + 3.4 * dome(np.hypot((sc.X - 35.3) / 11, (sc.Y - 39) / 9))
    m = (1 - np.hypot((sc.X - 35.3) / 11, (sc.Y - 39) / 9)) * 9
    sc.add("breast", "flesh3", zt, m, sc.Y - 0.5 * zt, 0.4, 0.95, 0, 0.3, group=3)
    cloth.neck(h, [(35.0, 26), (35.2, 32), (35.3, 40)], [3.8, 3.6, 4.6], z=-1.0, fade=(6, 12))
    _collar(sc)
    hair.plaits(h, lambda sx, i: (0.15 + 0.72 * i) * (1 if sx < 0 else 0.8), 6, 18.5, "hair2")
    h.add(0.02)
    hair.cap(h, "hair2", 0.0, -0.60, side=1.12, z=0.7, lift=-0.05)
    _crown(sc, h)
    _arm(sc)
    coin(sc, 54.2, 20.2, 8.2, 14.0, field="black")
    hands.cup(sc, Frame(54.6, 33.4), 20.5, "flesh3")
    inside = lambda x, y: math.hypot((x - 35.5) / 25, (y + 1 - 60) / 25.5) < 0.93  # noqa: E731
    cloth.ermine(sc, 35.3, 29.2, (17.5, 29.5), inside)

    def face(f):
        f.eyes(look=(-0.012, 0), big=1.12, lined=True)
        f.brows("hair2.ink", 0.6, 0.01)
        f.nose(1.12)
        f.lips(full=1.22, smile=0.02, wide=0.225, material="lips2")

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), (34.6, 19.0), petals=8)
