"""King of Cups: an old sailor's face, long moustaches, open crown, the cup on his palm."""

import numpy as np

from workshop.figures import cloth, crowns, hair, hands, sleeves
from workshop.figures.attributes import goblet
from workshop.figures.card import TAROT, compose
from workshop.figures.curves import Frame
from workshop.figures.head import Head

NAMES = ["tarot/king-cups"]


def figure(st):
    """Return the scene."""
    sc = TAROT.scene(st)
    h = Head(sc, 26.4, 26.0, 10.6, yaw=14, pitch=5, roll=-6, man=1.0, age=0.85)
    zm, mm = cloth.mantle(sc, "robe", 27, 67, 28, 27, 8, -5, 11, 0.0, 15)
    part = np.minimum(mm, 8.5 + 0.12 * (sc.Y - 40) - np.abs(sc.X - 27))
    wave = np.abs(np.mod((sc.Y + 1.4 * np.sin(sc.X * 0.9)) / 3.4, 1) - 0.5)
    tunic = np.minimum(part, sc.Y - 39)
    sc.add("tunic", "gown", zm + 0.8, tunic, sc.Y - 0.4 * zm, 0.46, 1, 0.02, 0.3)
    sc.add(
        "waves",
        "water",
        zm + 1.1,
        np.minimum(tunic - 0.3, 0.35 - wave * 3),
        sc.X,
        0.5,
        0.6,
        0.05,
        0.2,
    )
    for s in (-1, 1):
        c = 27 + s * (8.5 + 0.12 * (sc.Y - 40))
        edge = np.minimum(1.1 - np.abs(sc.X - c), np.minimum(mm, sc.Y - 39))
        sc.add("border", "gold", zm + 1.8, edge, sc.Y + sc.X * s, 0.38, 1, 0.02, 0.28)
    cloth.neck(h, [(26.4, 32), (26.8, 43)], [4.6, 5.0])
    rows = ((6.6, 1.2, "fur", 40), (9.0, 1.5, "fur", 52), (11.0, 0.6, "gold", 70))
    cloth.collar(sc, 26.8, 36.6, rows, 0.86, 4.4, 1.3)
    cloth.chain(sc, 26.8, 41, 13.5, 12.0, 10.5, 11, 0.95, 1.0, gem="water")
    for i, sx in enumerate((-1, 1)):
        a = h.at(sx * 0.64, -0.28)
        path = [a, (a[0] + sx * 1.8, a[1] + 6), (a[0] + sx * 1.0, a[1] + 12)]
        hair.wave(sc, path, 3.0, 1.7, 3, "hair3", 2 + i, 0.8, curl=3)
    h.add()
    hair.cap(h, "hair3", 0.3, -0.46, side=1.08, z=0.6)
    hair.moustache(h, "hair3", 0.42, 9.0, 9.6, r=1.0)
    hair.shaggy_brows(h, "hair3", 8.2)
    a = h.at(0, 0.78)
    for i, dx in enumerate((-1.2, 1.2, 0.0)):
        path = [
            (a[0] + dx, a[1]),
            (a[0] + dx * 1.2, a[1] + 3),
            (a[0] + dx * 0.5, a[1] + 7 + 2 * (i == 2)),
        ]
        hair.lock(sc, path, 1.1, 8.6 + 0.3 * i, "hair3", i, 0.6)
    crowns.band(h, -0.58, 0.12, 0.12, 2.2)
    crowns.points(h, -0.72, (-1.2, -0.7, -0.22, 0.26, 0.74, 1.2), 0.95, 10.5)
    crowns.stones(h, -0.58, 0.12, (-1.0, -0.5, 0, 0.5, 1.0), 0.7, 13, ("water", "pearl"))
    goblet(sc, 46.6, 33.6, 6.6, 14.0, stem=7.0, emblem="hearts")
    f = Frame(46.8, 47.6, -3, 1, 1.06)
    hands.cup(sc, f, 17.0)
    arm = [(34.0, 66.0), (52.0, 70.0), f.at(0.3, 10.4)]
    sleeves.sleeve(sc, arm, [7.0, 7.0, 6.8, 6.2, 5.0], [10.0, 12.0, 13.0], "cloth", 4, root=False)
    cloth.cuff(sc, f, 16.0, 10.4, 4.6, 3.4, "fur", "gold", skew=-1.2)

    def face(q):
        q.eyes(look=(0.018, 0.01), wide=0.72, iris="water", big=1.0)
        q.nose(1.16)
        q.wrinkles()
        q.mouth(0.655, 0.17, 0.02)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), np.array((27.4, 23.6)), TAROT, 4)
