"""Jedi Master: an elder in a cowl lifts stones and worlds without a touch."""

import numpy as np

from workshop.figures import cloth, hair, hands, sleeves
from workshop.figures.curves import Frame
from workshop.figures.grounds import Ground
from workshop.figures.head import Head
from workshop.figures.wonders import world

NAMES = ["common/jedi-master"]
HEAD = (30.0, 19.6)
# Stones that float: place, size, seed.
STONES = ((54.8, 17.4, 3.1, 1), (46.8, 10.2, 2.2, 2), (60.4, 9.0, 1.7, 3), (50.2, 4.6, 1.2, 4))


def _stone(sc, x, y, r, seed):
    rnd = np.random.RandomState(seed)
    a = np.arctan2(sc.X - x, sc.Y - y)
    d = np.hypot(sc.X - x, (sc.Y - y) * 1.12)
    lim = r * (1 + 0.10 * np.cos(3 * a + rnd.rand() * 6) + 0.06 * np.cos(5 * a + rnd.rand() * 6))
    zz = 12 + r * np.sqrt(np.maximum(1 - (d / (lim + 0.2)) ** 2, 0))
    zz = zz + 0.25 * np.abs(np.cos(sc.X * 1.4 + seed) + np.cos(sc.Y * 1.1 - sc.X * 0.6))
    sc.add("boulder", "stone", zz, lim - d, sc.Y - 0.4 * zz + 0.2 * sc.X, 0.42, 1, 0, 0.32)


def figure(st):
    """Return the scene."""
    sc = Ground().court.scene(st)
    h = Head(sc, *HEAD, 10.6, yaw=22, pitch=5, roll=-4, man=1, age=1)
    cloth.cowl(sc, 30.0, 33.0, 19.0, 13.0, -5.0, "robe", 4, 0.30, 1.0, 0.0, 21.5)
    zm, mm = cloth.mantle(sc, "robe", 30, 63, 25, 27, 17, -6, 9.5, 0.02, 14)
    cross = sc.X - 30 + 0.42 * (sc.Y - 34)
    band = np.minimum(np.minimum(3.4 - np.abs(cross + 3.6), mm), sc.Y - 34)
    sc.add("tunic", "linen", zm + 1.6, band, sc.Y + sc.X, 0.46, 1, 0.0, 0.3)
    cross = sc.X - 30 - 0.42 * (sc.Y - 34)
    band = np.minimum(np.minimum(3.4 - np.abs(cross - 3.6), mm), sc.Y - 34)
    sc.add("tunic", "linen", zm + 2.4, band, sc.Y - sc.X, 0.46, 1, 0.02, 0.3)
    cloth.neck(h, [(29.6, 28), (29.6, 34), (30, 42)], [4.0, 4.2, 5.4])
    h.add()
    hair.cap(h, "hair3", 0.45, -0.74, arch=1.1, side=1.0, z=0.8, lift=-0.02, full=0.8)
    for s in (-1, 1):
        for i in range(3):
            a = np.array(h.at(s * 0.66, -0.34 + 0.26 * i))
            steps = ((s * 1.4, 4), (s * (2.2 + 0.5 * i), 11), (s * (1.0 + i), 19 - i))
            hair.lock(sc, [a, *(a + np.array(p) for p in steps)], 1.6, 3.0 - i * 0.4, "hair3", i)
    hair.temples(h, "hair3")
    hair.beard(h, "hair3", 1.0, 30.6)
    hair.moustache(h, "hair3", 0.37, 3.4)
    hair.shaggy_brows(h, "hair3")
    f = Frame(55.0, 33.6, 4, 1, 1.06)
    hands.cup(sc, f, 17.5)
    sleeves.raised(sc, f, "gown", 7, "linen", "leather", 7.4)
    for stone in STONES[1:]:
        _stone(sc, *stone)
    world(sc, STONES[0][0], STONES[0][1] + 0.6, 3.2, 14.0, "water", True, -20)

    def face(q):
        q.eyes(look=(0.03, -0.01), wide=0.72, iris="water", big=1.0)
        q.nose(1.1)
        q.wrinkles()
        q.mouth(0.66, 0.16, 0.012)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    ground = Ground()
    x, y = STONES[0][0], STONES[0][1]
    r, a = ground.polar(x, y)
    ink = 0.40 + 0.24 * np.cos(r / 4.6) + 0.10 * np.cos(6 * a)
    ground.lines(r / 1.25, ink * np.clip((r - 8) / 5, 0, 1))
    for at in (8.0, 8.8, 24.0):
        ground.circle(x, y, at, 0.3 if at != 8.8 else 0.13)
    ground.stars(5, 7, ((*HEAD, 17), (x, y, 10), (46.8, 10.2, 5), (60.4, 9, 4)), 0.6, 1.2)
    return ground.finish(figure(st))
