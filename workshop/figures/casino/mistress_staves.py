"""Mistress of Staves: a face under a veil, crown and moon, braid, collar, hand on the staff."""

import numpy as np

from workshop.figures import cloth, crowns, hair, hands
from workshop.figures.attributes import moon_staff
from workshop.figures.card import POKER, compose
from workshop.figures.curves import Frame, bell
from workshop.figures.head import Head

NAMES = ["casino/mistress-staves"]
STAFF = 54.8


def _robes(sc):
    """Hang the veil behind; lay breast, bodice, and collar."""
    veil = [
        *((37, 8.2), (30, 9.6), (25.4, 15), (23.6, 22), (21.6, 29), (17.5, 36), (10, 44)),
        *((10, 64), (60, 64), (57.5, 47), (52.2, 38), (50.2, 30), (49.2, 22), (47.2, 14.5)),
        (43, 9.6),
    ]
    z, m = cloth.hanging(sc, "veil", "veil", veil, (36.6, -6), -6.0, 3)
    cloth.hem(sc, "veilhem", z, m, where=41.5 - sc.Y)
    zt = cloth.breast(sc, 38.5, 47, 16.5, 13.2, 34.2)
    gown = [
        *((18, 42), (22, 38.6), (27, 36.6), (30.4, 37.8), (33.4, 40.9), (38.2, 42.3)),
        *((43.0, 40.9), (46.0, 37.8), (49.5, 36.6), (54, 37.8), (58, 43), (60, 62)),
        *((38, 64), (16, 62)),
    ]
    cloth.bodice(sc, gown, zt, 38.2)
    for i in range(9):
        sc.ball("stud", "pearl", 38.2, 44.6 + 1.7 * i, 0.52, zt.max() + 1.2)
    rings = ((6.05, 0.50, "gold", 80), (7.25, 0.85, "water", 27), (8.45, 0.50, "gold", 80))
    cloth.collar(sc, 37.9, 31.2, rings, pearls=(9, 9.5, 0.60))
    cloth.puff(sc, 50.8, 43.2, 22, 8.0, 8.4, 1.5)


def _crown(sc, h):
    """Set the crown on the veil: band, leaves, the moon that holds its world, stones."""
    cloth.veil_top(h)
    crowns.band(h, -0.70, 0.10, 0.135, 1.7)
    crowns.band(h, -0.605, 0.10, 0.035, 2.2, rope=0, over=0.6, line=0.2)
    crowns.points(h, -0.83, (-1.18, -0.72, 0.66, 1.18), 1.05)
    x, y = h.at(0, -0.80)
    crowns.crescent(sc, x - 0.25, y - 4.3, 4.3, 11.5)
    sc.tube("stem", "gold", [(x - 0.05, y + 0.4), (x - 0.25, y - 0.7)], [1.5, 0.8], 11, 0.34)
    sc.ball("world", "flame", x - 0.25, y - 5.85, 1.95, 12.0, 0.9, 0.30, 0.30)
    crowns.stones(h, -0.695, 0.04, (-0.9, -0.34, 0.34, 0.9), 0.62, 12, ("pearl", "water"))
    crowns.drop(sc, *h.at(0, -0.68), 1.0, 14, "water")


def figure(st):
    """Return the scene."""
    sc = POKER.scene(st)
    h = Head(sc, 35.2, 19.9, 10.7, yaw=-21, pitch=5, roll=3)
    cloth.neck(h, [(37.2, 25.5), (37.6, 31), (38.2, 37), (38.6, 40)], [3.9, 3.7, 3.9, 5.2])
    _robes(sc)
    h.add()
    hair.cap(h, "hair", 0.50, -0.615, lift=0.17)
    path = [(42.2, 23.0), (43.8, 26.5), (44.6, 30), (44.9, 34), (45.8, 38), (47, 42), (47.8, 47)]
    hair.braid(sc, [*path, (48.0, 54)], 1.5, 2.15, 0.0)
    _crown(sc, h)
    moon_staff(sc, STAFF, top=9.0)
    outline = [
        *((55.2, 45.6), (57.5, 44.0), (60.6, 43.6), (63.6, 44.6), (68, 52), (70, 66)),
        *((51.5, 66), (50.6, 58), (52.6, 50.5)),
    ]
    zs, ms = cloth.sleeve(sc, outline, (59.4, 33), 11.0, 59.8, 4.5)
    e = sc.Y - 45.0 - 0.075 * (sc.X - 59.4) ** 2
    m = np.minimum(np.minimum(ms + 0.35, 1.5 - e), e + 1.1)
    sc.add("cuff", "gold", zs + 3.3, m, sc.X, 0.36, 1, 0, 0.3)
    m = np.minimum(ms + 0.1, 0.36 - np.abs(e - 0.25))
    sc.add("cuffline", "water", zs + 3.9 + 0 * bell(e, 1), m, sc.X, 9, 0, 0, 0.2)
    hands.fist(sc, Frame(STAFF, 35.4), 20.0)

    def face(f):
        f.eyes(look=(0.022, 0.004))
        f.brows("hair.deep", 0.55)
        f.nose()
        f.lips(smile=0.028)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), (35.8, 18.9), petals=5)
