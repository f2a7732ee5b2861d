"""XIII, The Scythe: a hooded skeleton mows; an hourglass, a red sun that sets, birds."""

from itertools import pairwise

import numpy as np

from workshop.figures import cloth, country, sleeves
from workshop.figures.curves import Frame, bell, bez, spline
from workshop.figures.picture import Picture
from workshop.figures.wonders import Skull, hourglass

NAMES = ["trumps/13"]
K = 0.66
OUTER = [
    *((39.4, 17.4), (32.4, 20.0), (28.0, 26.0), (26.6, 33.6), (26.0, 42.0), (21.0, 48.0)),
    *((14.6, 56.0), (15.0, 76.0), (11.0, 128.0), (69.0, 128.0), (64.4, 76.0), (64.0, 56.0)),
    *((57.6, 48.0), (53.0, 42.0), (52.4, 33.0), (50.6, 24.6), (46.0, 19.0)),
]
INNER = [
    *((39.6, 23.0), (34.4, 24.6), (31.2, 29.6), (30.6, 36.0), (31.6, 44.0), (32.0, 51.0)),
    *((31.4, 58.0), (33.8, 68.0), (39.8, 82.0), (45.2, 68.0), (47.4, 58.0), (47.0, 51.0)),
    *((47.6, 44.0), (48.6, 36.0), (47.8, 29.4), (44.6, 24.4)),
]
SNATH = ((22.6, 104.0), (34.6, 80.0), (52.0, 47.0), (63.0, 22.0))


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


def figure(picture, st):
    """Return the scene."""
    sc = picture.scene(st)
    country.hill(sc, [(-3, 92), (16, 86), (40, 92), (62, 84), (84, 90)], -30.0, "far", 4)
    d = np.hypot(sc.X - 14.0, sc.Y - 84.0)
    sc.add("setting", "flame", -34.0 + 0.05 * d, 15.0 - d, sc.Y * 0.8, 0.7, 0.8, 0.1, 0.32)
    h = Skull(sc, 39.6, 37.4, 9.6, yaw=-14, pitch=8, roll=5, skin="bone")
    cloth.hood(sc, OUTER, INNER, (39.8, 38.0), "black2", "robe", seed=4)
    sc.tube("spine", "bone", [(39.6, 46), (39.8, 86)], 1.7, -1.0, 0.42, 0.9)
    for i in range(10):
        sc.oval("vertebra", "bone", 39.7, 49.0 + 3.1 * i, 2.3, 1.2, 0.4, high=1.4)
    for i in range(5):
        yy = 54.0 + 4.0 * i
        reach = 9.0 - 0.75 * i
        for s in (-1, 1):
            rib = [
                (39.8 + s * 1.6, yy),
                (39.8 + s * reach * 0.7, yy - 0.6),
                (39.8 + s * reach, yy + 2.6),
                (39.8 + s * reach * 0.72, yy + 5.6),
            ]
            wide = np.linspace(0.95, 0.6, 24)
            sc.tube("rib", "bone", spline(rib, 24), wide, -0.1 * i, 0.42, 0.9, 0.02, 0.28)
    h.add(0.04)
    h.holes("flame")
    # The scythe: its blade passes over the hood.
    snath = spline(SNATH, 60)
    sc.tube("snath", "wood", snath, 1.5, 13.0, 0.44, 0.9, 0.03, 0.34)
    edge = spline([(65.0, 17.4), (55.0, 9.0), (38.0, 7.0), (18.0, 17.6)], 60)
    wide = np.interp(np.linspace(0, 1, 60), [0, 0.12, 0.55, 1], [2.0, 3.9, 3.3, 0.1])
    u, wd, m, _hh = sc.along(edge, wide)
    zz = 15.0 - 0.5 * wd + 0.9 * bell(wd - 2.0, 0.6)
    sc.add("scythe", "steel", zz, m, u * 0.5 - wd * 0.8, 0.5, 0.95, 0.06, 0.34)
    sc.oval("ferrule", "gold", 63.6, 20.2, 2.6, 3.0, 17.0, high=1.6)
    for point, turn, shoulder, elbow, bag in (
        (
            (53.6, 44.4),
            -28,
            (55.0, 54.0),
            (66.4, 69.0),
            ((57.6, 58.0), (61.0, 52.8), (66.0, 54.0), (71.0, 66.0), (73.0, 82.0), (67.0, 92.0)),
        ),
        (
            (34.4, 80.6),
            98,
            (24.0, 54.0),
            (14.4, 76.0),
            ((12.0, 70.0), (18.0, 72.6), (24.4, 76.0), (23.4, 84.0), (20.4, 98.0), (11.0, 101.0)),
        ),
    ):
        f = Frame(*point, turn, 1, 0.96)
        grip(sc, f, 15.0)
        arm = [shoulder, elbow, f.at(0, 13.0)]
        sleeves.sleeve(
            sc, arm, [6.0, 6.6, 6.6, 6.4, 5.8], [4.0, 8.0, 9.5], "black2", turn % 7, 1.2, 0.06
        )
        last = (61.0, 78.0) if turn < 0 else (8.6, 84.0)
        sleeves.bag(sc, [*bag, last], 5.0, 5.0, f.at(0, 16.0), "black2", turn % 5, lift=0.06)
        u, v = f.local(sc.X, sc.Y)
        mouth = 1 - np.hypot(u / 5.2, (v - 12.6) / 2.2)
        sc.add("mouth", "robe", 14.2 + 0 * u, mouth * 2.2, u, 0.46, 1.0, -0.05, 0.3)
        sc.add("mouthrim", "gold", 14.8 + 0 * u, 0.55 - np.abs(mouth * 3.0), u, 0.4, 0.9)
    country.hill(sc, [(-3, 106), (24, 103), (50, 106), (84, 103)], 14.0, "leaf", 7)
    hourglass(sc, 57.4, 96.4, 4.7, 9.0, 19.0)
    for i, (x, y) in enumerate(((13, 104), (21, 108), (31, 105), (41, 109), (50, 106), (71, 107))):
        country.tuft(sc, x, y + 3.0, 6.4, 18.0, 6, i)
    for x, y, r in ((17.0, 105.5, 2.4), (36.0, 107.6, 2.2), (46.0, 105.4, 2.6)):
        country.flower(sc, x, y, r, 20.0, 8, "gold", "white")
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
    picture.rays(14.0, 84.0, 96, 17, 0.34, wave=lambda r, a: 1 + 0.4 * np.cos(r / 5))
    for x, y, k in ((14.0, 34.0, 1.2), (20.0, 42.0, 0.9), (11.0, 47.0, 0.8)):
        bird(picture, x, y, k)
    return picture.finish(figure(picture, st))
