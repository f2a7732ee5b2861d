"""Queen of Coins: falling cloth bound by a coronet, a great coin held before her."""

import numpy as np

from workshop.figures import cloth, crowns, hair, hands
from workshop.figures.attributes import coin
from workshop.figures.card import TAROT, compose
from workshop.figures.curves import Frame
from workshop.figures.head import Head

NAMES = ["tarot/queen-coins"]


def figure(st):
    """Return the scene."""
    sc = TAROT.scene(st)
    h = Head(sc, 29.0, 25.6, 10.8, yaw=16, pitch=11, roll=5, skin="flesh3")
    veil = [
        *((29, 11.4), (23, 13), (18.6, 19), (16.8, 28), (13.6, 36), (9, 45), (6, 56), (8, 80)),
        *((52, 80), (49, 62), (44.6, 49), (42.0, 38), (41.2, 28), (39.6, 18.6), (35, 12)),
    ]
    z, m = cloth.hanging(sc, "veil", "linen", veil, (29, -6), -4.0, 15, 19, 1.7)
    cloth.hem(sc, "veilhem", z, m)
    cloth.neck(h, [(29.2, 31), (29.6, 38), (29.8, 46)], [3.8, 3.6, 4.8])
    zt = cloth.breast(sc, 30, 55, 16, 14, 40.5, "flesh3")
    gown = [
        *((14, 53), (17, 48.4), (21, 45.6), (24.4, 46.4), (27, 50), (30, 51.6), (33, 50)),
        *((36, 46.4), (39.4, 45.6), (43, 48.4), (46, 54), (49, 80), (30, 82), (11, 78)),
    ]
    cloth.bodice(sc, gown, zt, 30, "leaf")
    rows = ((5.8, 0.5, "gold", 60), (7.0, 0.62, "leaf", 26), (8.2, 0.5, "gold", 80))
    cloth.collar(sc, 29.6, 37.2, rows, 0.82)
    h.add(0.04)
    hair.cap(h, "hair2", 0.2, -0.54, side=1.08, z=0.6, full=0.6)
    cloth.veil_top(h, material="linen", front=1.22, rim="gold")
    crowns.band(h, -0.62, 0.14, 0.085, 3.0)
    for lon in (-0.95, -0.48, 0, 0.48, 0.95):
        x, y = crowns.on_band(h, -0.74, 0.14, lon)
        r = 2.0 - 0.35 * abs(lon)
        sc.oval("disc", "gold", x, y - 0.8, r, r, 12.0 - abs(lon), high=0.8)
        sc.ball("discgem", "leaf", x, y - 0.8, 0.5 * r, 13.0 - abs(lon))
    e = h.at(-0.66, 0.36)
    for i in range(3):
        sc.oval("earring", "gold", e[0] - 0.2, e[1] + 1.4 + 1.9 * i, 0.95, 0.95, 7, high=0.6)
    coin(sc, 45.0, 47.6, 9.6, 15.0, field="black")
    f = Frame(45.2, 60.2, 0, 1, 1.05)
    hands.cup(sc, f, 20.0, "flesh3")

    def face(q):
        q.eyes(look=(0.022, 0.034), wide=0.66, iris="wood", big=1.08)
        q.brows("hair2.ink", 0.55, 0.014)
        q.nose(1.1)
        q.lips(full=1.22, smile=0.026, material="lips2")

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), np.array((29.6, 23.6)), TAROT, 8)
