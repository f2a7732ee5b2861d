"""Jack of Diamonds: a falconer with curls, his bird on the gloved hand."""

import numpy as np

from workshop.figures import cloth, crowns, hair, hands, regalia
from workshop.figures.card import POKER, compose
from workshop.figures.curves import Frame, folds
from workshop.figures.head import Head

NAMES = ["poker/jack-diamonds"]


def figure(st):
    """Return the scene."""
    sc = POKER.scene(st)
    h = Head(sc, 31.4, 20.6, 10.3, yaw=22, pitch=1, roll=-3, man=0.45, skin="flesh2")
    z, m = cloth.torso(sc, 31.6, 35, "gown", 19)
    q = np.abs(np.mod((sc.X - 31.6 + sc.Y) / 4.4, 1) - 0.5) + np.abs(
        np.mod((sc.X - 31.6 - sc.Y) / 4.4, 1) - 0.5
    )
    sc.add("quilt", "cloth", z + 0.5, np.minimum(m - 0.3, (q - 0.5) * 2.2), sc.Y - 0.4 * z, 0.44, 1)
    for i in range(-4, 5):
        for j in range(8):
            x, y = 31.6 + i * 4.4 + (2.2 if j % 2 else 0), 37.4 + j * 2.2
            if abs(x - 31.6) < 15:
                sc.ball("stud", "gold", x, y, 0.42, 10, 0, 0.18)
    cloth.neck(h, [(31, 26), (31.4, 40)], [4.0, 4.8], z=1.3, fade=(11, 14))
    e = np.hypot((sc.X - 31.5) / 9.5, (sc.Y - 34.8) / 4.4)
    zc = 4.5 + 2.0 * np.sqrt(np.maximum(1 - ((e - 0.75) / 0.35) ** 2, 0))
    zc = zc + 0.3 * folds(np.arctan2(sc.X - 31.5, sc.Y - 34) * 12, 3)
    cover = np.minimum((1 - e) * 5, (e - 0.48) * 6)
    cover = np.minimum(cover, np.maximum(sc.Y - 35.4, np.abs(sc.X - 31.3) - 4.7))
    sc.add(
        "collar",
        "fur",
        zc,
        np.minimum(cover, sc.Y - 31),
        np.arctan2(sc.X - 31.5, sc.Y - 30) * 8,
        0.44,
    )
    u, _, m, hh = sc.along([(31.2, 32.0), (31.6, 41)], [4.8, 5.0])
    throat = np.minimum(np.minimum(m, (0.5 - e) * 6), sc.Y - 34.2)
    sc.add("throat", "flesh2", 5.0 + 0.22 * hh, throat, u - 0.5 * hh, 0.36, 0.95, 0, 0, group=3)
    h.add()
    hair.cap(h, "hair", 0.34, -0.52, side=1.0, z=0.8, full=1.0)
    for i, (x, y, r) in enumerate(
        (
            *((-0.70, -0.42, 2.3), (-0.78, -0.10, 2.4), (-0.78, 0.24, 2.4), (-0.70, 0.56, 2.2)),
            *((0.66, -0.42, 1.9), (0.70, -0.1, 1.9), (0.68, 0.2, 1.8), (-0.44, -0.72, 2.2)),
            *((-0.12, -0.84, 2.2), (0.22, -0.82, 2.1), (0.5, -0.66, 2.0)),
        )
    ):
        p = h.at(x * 0.98, y)
        hair.bun(sc, *p, r, 6.0 if x < 0 or y < -0.4 else 3.5, "hair", 0.05, 1, 1 if i % 2 else -1)
    crowns.band(h, -0.50, 0.16, 0.045, 2.2, "gold")
    crowns.stones(h, -0.50, 0.16, (-0.5, 0, 0.5), 0.55, 12.5, ("gem",))
    f = Frame(51.6, 37.0, -4, 1, 1.06)
    hands.palm(sc, f, 14.5, "leather")
    path = f.all([(9, 3.6), (14, 4.2), (24, 8)])
    u, w, mm, zz = cloth.arm(sc, path, [3.4, 4.8, 5.6], 13.5, "leather", 4)
    sc.add("gloverim", "gold", zz + 0.8, np.minimum(mm + 0.3, 0.6 - np.abs(u - 1.0)), w, 0.36)
    regalia.falcon(sc, 51.0, 28.4, 1.12, 15.5, -1)
    regalia.emblem(sc, "diamonds", 31.8, 43.4, 2.6, 10)
    for path in ([(50.2, 34), (48.8, 40), (50.4, 44)], [(51.8, 34), (53.6, 39), (52.6, 45)]):
        sc.tube("jess", "leather", path, 0.35, 20, 0.5, 0, 0, 0.16)

    def face(q):
        q.eyes(look=(0.032, -0.008), iris="wood", big=1.06)
        q.brows("hair.ink", 0.6, 0.01)
        q.nose(1.05)
        q.lips(full=0.95, smile=0.02, wide=0.2, material="lips2")

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), np.array((32.0, 18.6)), petals=4)
