"""XIII, The Scythe: a hooded skeleton mows; an hourglass, a red sun that sets, birds."""

from itertools import pairwise

import numpy as np

from workshop.figures import cloth, country, garments
from workshop.figures.curves import Frame, bell, bez, spline
from workshop.figures.picture import Picture
from workshop.figures.wonders import Skull, bony_hand, hourglass

NAMES = ["trumps/13"]
K = 0.66
OUTER = [
    *((40.0, 15.0), (32.6, 17.6), (27.6, 23.6), (25.6, 32.0), (24.6, 40.0), (20.0, 46.4)),
    *((13.6, 56.0), (12.0, 76.0), (13.6, 128.0), (66.6, 128.0), (68.0, 76.0), (64.6, 56.0)),
    *((58.0, 46.4), (54.6, 40.0), (53.8, 31.0), (51.8, 22.0), (47.0, 16.6)),
]
INNER = [
    *((39.6, 20.6), (34.0, 22.4), (30.6, 27.6), (29.8, 34.6), (30.0, 42.0), (29.2, 49.0)),
    *((31.0, 62.0), (35.0, 78.0), (39.8, 86.0), (44.6, 78.0), (48.6, 62.0), (50.4, 49.0)),
    *((49.6, 42.0), (49.6, 34.0), (48.6, 27.0), (45.0, 22.0)),
]


def grip(sc, frame, z, material="bone"):
    """Close finger bones round a shaft at (0, 0); the arm comes from below."""
    k = frame.k
    fingers = [
        ((x * 0.8, 5.4), (x * 1.25, 1.6), (x * 1.35, -2.6), (x * 1.2, -1.6), (x * 1.05, 1.0))
        for x in (-3.4, -1.15, 1.15, 3.2)
    ]
    thumb = ((-2.6, 7.0), (-5.6, 4.2), (-5.4, 0.2), (-3.0, -2.2))
    for i, joints in enumerate((*fingers, thumb)):
        p = frame.all(joints)
        for j, (a, b) in enumerate(pairwise(p)):
            u, _, m, h = sc.along([a, b], [0.86 * k, 0.72 * k])
            high = z + 1.1 * h + 0.9 * j + 0.1 * i
            sc.add("phalanx", material, high, m, u - 0.3 * h, 0.36, 0.9, 0.02, 0.26)
            sc.ball("knuckle", material, *b, 0.95 * k, z + 0.9 * j + 0.5, 0.8)
    for x, y in ((-1.9, 6.2), (0, 6.5), (1.9, 6.3), (-0.9, 7.9), (1.0, 7.9)):
        sc.ball("carpal", material, *frame.at(x, y), 1.25 * k, z, 0.8, 0.26)
    for x in (-1.0, 1.1):
        sc.tube("forearm", material, frame.all([(x, 8.6), (x, 18)]), 1.0 * k, z - 1.5, 0.4, 0.9)


def sleeve(sc, frame, z, seed):
    """Let the bones of an arm come out of a sleeve."""
    path = [frame.at(0, 27.0), frame.at(0, 20.0), frame.at(0, 15.0)]
    garments.limb(sc, path, [5.6, 5.2, 4.6], z, "black2", seed)
    cloth.cuff(sc, frame, z + 3.2, 12.4, 4.6, 3.0, "lining", "gold", skew=-1.5)


def figure(picture, st):
    """Return the scene."""
    sc = picture.scene(st)
    country.hill(sc, [(-3, 92), (16, 86), (40, 92), (62, 84), (84, 90)], -30.0, "far", 4)
    d = np.hypot(sc.X - 68.0, sc.Y - 80.0)
    sc.add("setting", "flame", -34.0 + 0.05 * d, 15.6 - d, sc.Y * 0.8, 0.7, 0.8, 0.1, 0.32)
    h = Skull(sc, 39.8, 36.4, 9.8, yaw=-12, pitch=6, roll=3, skin="bone")
    cloth.hood(sc, OUTER, INNER, (39.8, 38.0), "black2", "robe", seed=4)
    sc.tube("spine", "bone", [(39.6, 46), (39.8, 86)], 1.7, -1.0, 0.42, 0.9)
    for i in range(12):
        sc.oval("vertebra", "bone", 39.7, 49.0 + 3.1 * i, 2.3, 1.2, 0.4, high=1.4)
    for i in range(6):
        yy = 54.0 + 4.0 * i
        reach = 9.4 - 0.75 * i
        for s in (-1, 1):
            rib = [
                (39.8 + s * 1.6, yy),
                (39.8 + s * reach * 0.7, yy - 0.6),
                (39.8 + s * reach, yy + 2.6),
                (39.8 + s * reach * 0.72, yy + 5.6),
            ]
            sc.tube(
                "rib",
                "bone",
                spline(rib, 24),
                np.linspace(0.95, 0.6, 24),
                0.0 - 0.1 * i,
                0.42,
                0.9,
                0.02,
                0.28,
            )
    h.add(0.04)
    h.holes("flame")
    country.hill(sc, [(-3, 108), (24, 106), (50, 109), (84, 106)], 14.0, "leaf", 7)
    for i in range(8):
        px = 4.0 + 10.4 * i
        country.tuft(sc, px, 113.5 + 3.0 * (i % 2), 5.4, 18.0, 5, i)
    # The scythe.
    snath = spline([(68.8, 28.0), (66.4, 46.0), (64.0, 76.0), (65.6, 103.0)], 60)
    sc.tube("snath", "wood", snath, 1.5, 13.0, 0.44, 0.9, 0.03, 0.34)
    for at, side in ((0.36, -1), (0.66, -1)):
        p = snath[int(at * 59)]
        sc.tube(
            "grip", "wood", [p, p + np.array((side * 6.0, 1.4))], 1.1, 13.6, 0.44, 0.9, 0.03, 0.28
        )
    edge = spline([(66.0, 101.0), (50.0, 97.6), (28.0, 100.0), (11.6, 111.0)], 60)
    wide = np.interp(np.linspace(0, 1, 60), [0, 0.1, 0.6, 1], [2.0, 4.2, 3.4, 0.1])
    u, wd, m, _hh = sc.along(edge, wide)
    zz = 15.0 + 0.5 * wd + 0.9 * bell(wd + 0.62 * wide.max() * 0.8, 0.6)
    sc.add("scythe", "steel", zz, m, u * 0.5 + wd * 0.8, 0.5, 0.95, 0.06, 0.34)
    sc.oval("ferrule", "gold", 65.6, 101.6, 2.6, 2.8, 17.0, high=1.6)
    f = Frame(66.0, 64.0, 66, 1, 0.96)
    grip(sc, f, 15.0)
    garments.limb(
        sc, [(57.0, 56.0), (51.0, 66.0), f.at(0, 24.0)], [5.2, 6.0, 6.0], 5.0, "black2", 6
    )
    sleeve(sc, f, 12.0, 8)
    hourglass(sc, 16.6, 53.0, 4.9, 9.4, 13.0)
    f = Frame(16.6, 69.0, -14, 1, 1.0)
    bony_hand(sc, f, 18.0)
    garments.limb(
        sc, [(22.6, 56.0), (22.4, 76.0), f.at(0, 24.0)], [5.2, 6.2, 6.2], 6.0, "black2", 4
    )
    sleeve(sc, f, 15.0, 3)
    return sc


def bird(picture, x, y, k):
    """Draw a bird in flight with two strokes."""
    for s in (-1, 1):
        p = bez(
            (x, y),
            (x + s * 1.4 * k, y - 1.6 * k),
            (x + s * 3.0 * k, y - 1.8 * k),
            (x + s * 4.4 * k, y - 0.4 * k),
        )
        picture.path(p, 0.7 * np.sin(np.linspace(0.15, 3.0, len(p))), "black.deep")


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    picture = Picture(K)
    _r, _a = picture.polar(68.0, 80.0)
    picture.rays(68.0, 80.0, 96, 17, 0.34, wave=lambda r, a: 1 + 0.4 * np.cos(r / 5))
    for x, y, k in ((12.0, 16.0, 1.3), (22.0, 25.0, 1.0), (10.0, 30.0, 0.8), (60.0, 12.0, 1.0)):
        bird(picture, x, y, k)
    return picture.finish(figure(picture, st))
