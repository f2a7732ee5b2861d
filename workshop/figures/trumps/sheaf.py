"""III, The Sheaf: a woman with a sickle and a sheaf of grain, in the field, under the sun."""

import math

import numpy as np

from workshop.figures import cloth, country, crowns, garments, hair, hands, sleeves
from workshop.figures.curves import Frame, bell, spline
from workshop.figures.picture import Head, Picture

NAMES = ["trumps/03"]
K = 0.66
SUN = (27.0, 13.4)


def ear(sc, root, tip, k, z, material="straw", seed=0):
    """Grow an ear of grain: a stalk that bends, grains in two rows, beards."""
    a, b = np.array(root, float), np.array(tip, float)
    bow = np.array((0.08 * (b - a)[1], -0.02 * (b - a)[0]))
    p = spline([a, (a + b) / 2 + bow * 0.4, b], 30)
    sc.tube("stalk", material, p, 0.42 * k, z, 0.5, 0.6, 0, 0.2)
    d = p[-1] - p[-4]
    d = d / np.hypot(*d)
    n = np.array((-d[1], d[0]))
    for i in range(6):
        for s in (-1, 1):
            c = b + d * (i * 1.25 - 1.0) * k + n * s * 0.62 * k
            e = c + d * 1.9 * k + n * s * 0.5 * k
            w = np.interp(np.linspace(0, 1, 8), [0, 0.45, 1], [0.35, 0.75, 0.1]) * k
            sc.tube(
                "grain",
                material,
                spline([c, (c + e) / 2 + n * s * 0.2, e], 8),
                w,
                z + 0.5,
                0.5,
                0.7,
                0.04,
                0.2,
            )
    tip_ = b + d * 7.6 * k
    w = np.interp(np.linspace(0, 1, 8), [0, 0.45, 1], [0.3, 0.7, 0.1]) * k
    sc.tube(
        "grain",
        material,
        spline([tip_ - d * 1.4, tip_, tip_ + d * 1.6 * k], 8),
        w,
        z + 1.0,
        0.5,
        0.7,
        0.04,
        0.2,
    )


def figure(picture, st):
    """Return the scene."""
    sc = picture.scene(st)
    low = picture.h
    country.sun(sc, *SUN, 7.6, -10.0, 16, 1.7)
    country.hill(sc, [(-3, 74), (16, 70), (34, 76), (52, 72), (84, 66)], -26.0, "far", 4)
    country.hill(sc, [(-3, 90), (24, 86), (50, 90), (84, 84)], -18.0, "leaf", 9)
    rnd = np.random.RandomState(5)
    for row in range(2):
        for i in range(7):
            px = 2.0 + i * 12.8 + 5 * row
            if 22 < px < 62 and row == 0:
                continue
            ear(
                sc,
                (px, low + 4),
                (px + rnd.uniform(-2, 2), 96 + 8.5 * row + rnd.uniform(-2, 3)),
                1.05,
                -8 + 14 * row,
            )
    x, y = 36.6, 36.6
    h = Head(sc, x, y, 9.2, yaw=24, pitch=4, roll=5, skin="flesh")
    z, m = garments.gown(
        sc, x + 1.6, y + 12.4, "linen", (12.4, 6.4), (26.0, 9.6), (80.0, 24.0), -2.0, 6.6, 4
    )
    apron = np.minimum(
        m - 1.0, np.minimum(sc.Y - y - 39.0, 11.0 + 0.16 * (sc.Y - y - 38) - np.abs(sc.X - x - 1.6))
    )
    sc.add("apron", "leaf", z + 0.7, apron, sc.Y - 0.6 * z, 0.46, 0.95, 0.02, 0.3)
    bod = np.minimum(m, np.minimum(sc.Y - y - 19.6, y + 37.4 - sc.Y))
    bod = np.minimum(bod, 9.0 - np.abs(sc.X - x - 1.6))
    sc.add("bodice", "flame", z + 0.6, bod, sc.X - 0.4 * z, 0.46, 0.95, 0.0, 0.3)
    for i in range(5):
        c = y + 21.5 + 3.4 * i
        for s in (-1, 1):
            sc.tube(
                "lace",
                "gold",
                [(x + 1.6 - s * 2.0, c), (x + 1.6 + s * 2.0, c + 2.6)],
                0.36,
                8.6,
                0.5,
                0.5,
                0,
                0.16,
            )
    cloth.neck(h, [(x + 0.4, y + 5), (x + 1.2, y + 14)], [3.2, 3.5])
    hair.braid(
        sc,
        [h.at(-0.62, 0.1), (x - 9.4, y + 14), (x - 8.0, y + 25), (x - 9.6, y + 36)],
        2.5,
        1.5,
        6.0,
        "hair",
    )
    h.add()
    hair.cap(h, "hair", 0.55, -0.56, side=1.0, z=0.8, lift=0.06, full=0.5)
    for lon in (-1.25, -0.95, -0.65, -0.35, -0.05, 0.25, 0.55, 0.85):
        bx, by = crowns.on_band(h, -0.56, 0.18, lon)
        if round(lon * 20) % 2:
            country.flower(sc, bx, by - 0.4, 2.1, 11.0, 9)
        for s in (-1, 1):
            country.leaf(sc, (bx, by), (bx + s * 1.6, by - 2.6), 0.8, 10.5)
    # The sheaf in her left arm.
    root = np.array((57.6, 82.0))
    for i in range(9):
        a = math.radians(-15 + 4.0 * i)
        rr = 42.0 + 3.0 * math.cos(i * 2.3)
        tip = root + rr * np.array((math.sin(a) * 0.9, -math.cos(a)))
        ear(sc, root + np.array(((i - 4) * 0.35, 2)), tip, 1.25, 9.0 + 0.5 * (i % 4))
        foot = root + np.array(((i - 4) * 1.5, 17.0 + 1.4 * math.cos(i * 1.9)))
        sc.tube(
            "straw",
            "straw",
            [root + np.array(((i - 4) * 0.4, 0)), foot],
            0.6,
            9.0 + 0.4 * (i % 3),
            0.5,
            0.6,
            0,
            0.22,
        )
    sc.tube("tie", "flame", spline([(53.2, 82.4), (57.6, 83.8), (62.2, 82.0)], 20), 1.6, 12.5, 0.44)
    g = Frame(56.8, 86.2, 64, -1, 0.94)
    hands.fist(sc, g, 15.0, pre="l")
    arm = [(49.8, 54.6), (53.6, 70.0), (47.8, 84.0), g.at(1.6, 8.6)]
    radii = [5.0, 5.4, 5.2, 4.8, 4.2, 3.2]
    sleeves.sleeve(sc, arm, radii, [4.0, 9.0, 9.0, 9.0], "linen", 8, 0.9)
    cloth.cuff(sc, g, 14.0, 8.4, 3.3, 2.4, "flame", "gold", skew=0.4)
    # The sickle.
    f = Frame(17.8, 78.6, 14, -1, 0.96)
    c = np.array((19.0, 62.4))
    t = np.radians(np.linspace(125, -110, 50))
    blade = np.stack([c[0] - 2 - 12.0 * np.cos(t) * -1 * 0.9, c[1] - 12.0 * np.sin(t) * -1], 1)
    wide = np.interp(np.linspace(0, 1, 50), [0, 0.25, 0.7, 1], [0.9, 1.7, 1.5, 0.08])
    u, wd, mm, _hh = sc.along(blade, wide)
    sc.add(
        "sickle",
        "steel",
        11.0 + 0.7 * wd + 0.6 * bell(wd, 0.3),
        mm,
        u * 0.6 + wd,
        0.46,
        0.9,
        0.08,
        0.3,
    )
    sc.tube("handle", "wood", [blade[0], f.at(0, 6.4)], 1.3, 10.0, 0.42, 0.9, 0.03, 0.3)
    hands.fist(sc, f, 13.0)
    arm = [(27.4, 54.6), (22.0, 89.0), (15.4, 93.0), f.at(1.6, 10.0)]
    sleeves.sleeve(sc, arm, radii, [2.0, 4.0, 6.0, 8.0], "linen", 4, 0.9)
    cloth.cuff(sc, f, 11.6, 9.4, 3.3, 2.4, "flame", "gold", skew=0.4)

    def face(q):
        q.eyes(look=(0.03, 0.01), iris="leaf", big=1.06)
        q.brows("hair.ink", 0.5, 0.02)
        q.nose()
        q.lips(full=1.06, smile=0.04)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    picture = Picture(K, 1.5)
    picture.rays(*SUN, 100, 14, 0.40, wave=lambda r, a: 1 + 0.4 * np.sin(r / 4.4 + 10 * a))
    return picture.finish(figure(picture, st))
