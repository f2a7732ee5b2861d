"""VIII, The Scales: a crowned judge with sword and scales; a sun weighs as much as a moon."""

import numpy as np

from workshop.figures import cloth, country, crowns, garments, hair, hands, sleeves
from workshop.figures.curves import Frame, dome
from workshop.figures.picture import Head, Picture
from workshop.figures.regalia import sword
from workshop.figures.wonders import balance

NAMES = ["trumps/08"]
K = 0.66


def gable(sc, x, top, half, z):
    """Lay a gable with a frieze on columns."""
    rise = 15.0
    u = np.abs(sc.X - x)
    m = np.minimum(sc.Y - top - rise * u / half, top + rise - sc.Y)
    sc.add("gable", "stone", z + 0.5 * np.clip(m, 0, 1), m, sc.Y, 0.62, 0.8, 0.02, 0.32)
    inner = np.minimum(sc.Y - top - 3.6 - rise * u / half, top + rise - 1.6 - sc.Y)
    sc.add("tympanum", "stone", z - 0.4 + 0 * u, inner, sc.X + sc.Y, 0.62, 0.9, -0.1, 0.28)
    crowns.ray_star(sc, x, top + 10.6, 3.6, z + 2, 8, "gold", 0.4, "gem")
    for at, tall, reach in (
        (top + rise + 1.0, 1.4, 1.04),
        (top + rise + 4.6, 2.4, 0.98),
        (top + rise + 8.2, 1.2, 1.02),
    ):
        band = np.minimum(half * reach - u, tall - np.abs(sc.Y - at))
        zz = z + 1.0 + 0.8 * dome((sc.Y - at) / tall)
        sc.add("frieze", "stone", zz, band, sc.X * 0.7 if tall < 2 else sc.Y, 0.6, 0.8, 0.03, 0.3)


def figure(picture, st):
    """Return the scene."""
    sc = picture.scene(st)
    low = picture.h
    x, y = 39.8, 45.0
    gable(sc, x, 3.0, 42.0, -10.0)
    for s in (-1, 1):
        country.column(sc, x + s * 33.4, 31.0, 116.0, 4.6, -11.0, "stone", 6)
    back = np.minimum(15.0 - np.abs(sc.X - x), sc.Y - 32.0 - 0.03 * (sc.X - x) ** 2)
    sc.add("chair", "cloth", -12.0 + 0 * sc.X, back, sc.X * 0.8 + sc.Y * 0.3, 0.6, 0.8, 0.0, 0.32)
    h = Head(sc, x, y, 9.2, yaw=6, pitch=2, roll=0)
    z, m = garments.gown(
        sc, x, y + 12.6, "gown", (14.0, 6.6), (31.0, 11.0), (72.0, 22.0), -2.0, 7.0, 4
    )
    garments.facing(sc, x, y + 34, low, z, m, 3.0, "flame")
    for s in (-1, 1):
        hair.wave(
            sc,
            [h.at(s * 0.62, -0.3), h.at(s * 0.92, 0.4), (x + s * 9.8, y + 14)],
            1.0,
            1.9,
            3,
            "hair",
            5 + s,
        )
    cloth.neck(h, [(x, y + 5), (x, y + 14)], [3.3, 3.6])
    rows = ((5.4, 0.5, "gold", 60), (6.8, 0.9, "gem", 22), (8.2, 0.5, "gold", 60))
    cloth.collar(sc, x, y + 12.4, rows, 0.74, 4.4, pearls=(9, 9.4, 0.6))
    h.add()
    hair.cap(h, "hair", 0.6, -0.56, side=1.0, z=0.8, lift=0.05, full=0.4)
    crowns.band(h, -0.56, 0.14, 0.09, 1.9, "gold")
    crowns.points(h, -0.70, (-1.1, -0.56, 0.0, 0.56, 1.1), 1.0)
    crowns.stones(h, -0.56, 0.14, (-0.7, -0.35, 0, 0.35, 0.7), 0.55, 13, ("gem", "pearl"))
    f = Frame(15.4, 76.0, -4, -1, 1.0)
    sword(sc, Frame(15.4, 70.0, -4, -1, 1.05), 12.0, 40.0, 2.0, 9.5)
    hands.fist(sc, f, 16.0)
    arm = [(27.4, 63.4), (20.0, 93.0), (14.0, 94.0), f.at(3.0, 9.6)]
    sleeves.sleeve(sc, arm, [5.6, 5.8, 5.8, 5.4, 4.6, 3.4], [3.0, 6.0, 9.0, 11.0], "gown", 6)
    cloth.cuff(sc, f, 16.0, 9.4, 3.6, 2.6, "linen", "gold", skew=1.4)
    (lx, ly), (rx, ry) = balance(sc, 59.4, 56.0, 13.0, 10.6, 0.0, 21.0, 6.2)
    crowns.ray_star(sc, lx, ly - 4.4, 5.6, 17, 12, "gold", 0.5)
    sc.ball("sun", "sun", lx, ly - 4.4, 3.2, 17.5, 0.8, 0.26)
    sc.ball("moonball", "pearl", rx, ry - 3.6, 3.4, 16.0, 0.8, 0.26)
    crowns.crescent(sc, rx, ry - 4.2, 4.6, 19.0, "silver", 0.84, -0.36)
    f = Frame(59.4, 56.0, 0, 1, 0.92)
    hands.fist(sc, f, 17.0, pre="r")
    arm = [(52.2, 63.4), (61.6, 86.0), (66.6, 80.0), f.at(3.0, 9.6)]
    sleeves.sleeve(sc, arm, [5.6, 5.8, 5.8, 5.4, 4.6, 3.4], [3.0, 5.0, 7.0, 9.0], "gown", 9)
    cloth.cuff(sc, f, 17.0, 9.4, 3.6, 2.6, "linen", "gold", skew=1.4)

    def face(q):
        q.eyes(look=(0.0, 0.0), iris="water", big=1.04, lined=True)
        q.brows("hair.ink", 0.55, 0.0, 0.02)
        q.nose()
        q.lips(full=1.0, smile=0.0)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    picture = Picture(K)
    picture.lines(picture.Y / 1.9, 0.3 + 0.12 * np.sin(picture.Y / 7.0))
    return picture.finish(figure(picture, st))
