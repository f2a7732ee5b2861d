"""XIX, The Sun: a sun with a face over a wall, sunflowers, two children hand in hand."""

import numpy as np

from workshop.figures import cloth, country, garments, hair, hands
from workshop.figures.curves import Frame
from workshop.figures.picture import Head, Picture

NAMES = ["trumps/19"]
K = 0.66
SUN = (39.8, 31.0)


def _child(sc, x, y, side, hue, curls):
    h = Head(sc, x, y, 8.4, yaw=side * 18, pitch=-4, roll=side * 5)
    garments.gown(
        sc, x - side * 0.6, y + 10.4, hue, (10.2, 5.6), (20.0, 7.6), (44.0, 14.0), seed=5 + side
    )
    cloth.neck(h, [(x, y + 5), (x - side * 0.4, y + 11)], [2.7, 2.9])
    cloth.ruff(sc, x - side * 0.3, y + 10.6, 7.0, 2.9, 3.2, 2.0, 18, "linen", 0.1)
    h.add(0.04)
    rnd = np.random.RandomState(4 + side)
    hair.cap(h, curls, 0.42, -0.50, side=1.0, z=0.9, lift=0.05, full=1.0)
    for i in range(26):
        a = -1.9 + 3.8 * (i % 13) / 12
        d = 8.6 + 1.4 * (i // 13) * -1.2
        px, py = x + d * np.sin(a) * 0.98, y - 1.8 - d * np.cos(a) * 0.92
        r = 1.7 + 0.5 * rnd.rand()
        d2 = np.hypot(sc.X - px, sc.Y - py)
        t = np.arctan2(sc.X - px, sc.Y - py)
        zz = 6.5 + r * np.sqrt(np.maximum(1 - (d2 / r) ** 2, 0)) + 0.3 * np.cos(d2 * 4 + t)
        sc.add("curl", curls, zz, r - d2, d2 * 1.3 + t / 6.28, 0.4, 0.95, 0.06, 0.26)

    def face(q):
        q.eyes(look=(side * 0.03, -0.03), iris="leaf" if side > 0 else "wood", big=1.2)
        q.brows(curls + ".ink", 0.4, 0.03)
        q.nose(0.85)
        q.lips(full=0.95, smile=0.06, wide=0.19)

    h.features(face)


def figure(picture, st):
    """Return the scene."""
    sc = picture.scene(st)
    w, low = picture.w, picture.h
    country.sun(sc, *SUN, 15.5, 4.0, 24, 1.72)
    country.wall(sc, (-2, 74.0, w + 2, low + 3), -8.0, stone=(9.0, 4.6))
    for x, y, r, bend in ((8.6, 66.0, 5.4, -2), (71.4, 67.0, 5.4, 2), (40.2, 68.4, 4.6, 0.6)):
        country.flower(
            sc, x, y, r, -3.0, stem=[(x + bend * 0.3, y + 12), (x - bend, y + 34), (x, low + 4)]
        )
        for s, at in ((-1, 11), (1, 17)):
            country.leaf(sc, (x, y + at), (x + s * 6.0, y + at - 3.4), 1.9, -4.0)
    for s, x in ((1, 23.4), (-1, 56.6)):
        _child(sc, x, 84.0, s, "gown" if s > 0 else "flame", "hair4" if s > 0 else "hair")
    for s, hue in ((1, "gown"), (-1, "flame")):
        x = 40.0 - s * 16.6
        if s > 0:
            path = [(x + 8.4, 98.4), (x + 11.6, 105.0), (38.4, 107.6)]
            cloth.arm(sc, path, [3.3, 3.0, 2.4], 8.0, hue, 4)
        out = [(x - s * 8.8, 99.0), (x - s * 12.4, 107.0), (x - s * 12.0, 122.0)]
        cloth.arm(sc, out, [3.3, 3.2, 2.8], 4.0, hue, 8)
    f = Frame(39.8, 106.0, -66, -1, 0.8)
    hands.fist(sc, f, 14.0)
    cloth.cuff(sc, f, 15.0, 6.6, 2.9, 2.4, "linen", "gold")
    cloth.arm(sc, [(48.4, 98.4), (50.6, 106.0), f.at(1.6, 8.0)], [3.3, 3.0, 2.5], 12.0, "flame", 4)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    picture = Picture(K, 1.3)
    wave = lambda r, a: 1 + 0.5 * np.sin(r / 3.0 + 12 * a)  # noqa: E731
    picture.rays(*SUN, 96, 17, 0.42, wave=wave)
    for r in (28.2, 29.2):
        picture.circle(*SUN, r, 0.4 if r < 29 else 0.16)
    return picture.finish(figure(picture, st))
