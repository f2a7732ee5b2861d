"""VI, The Two Swans: a black and a white swan face each other on a lake; a double star rises."""

import math

import numpy as np
from scipy.ndimage import gaussian_filter

from workshop.figures import country, crowns
from workshop.figures.curves import Frame, bell, loop, spline, step, swell
from workshop.figures.picture import Picture

NAMES = ["trumps/06"]
K = 0.66
STAR = (39.8, 24.0)


def swan(sc, f, z, coat="white", wing="feather", crown=True):
    """Let a swan swim to the right of the frame; the root of its neck is at (0, 0)."""
    k = f.k
    u, v = f.local(sc.X, sc.Y)
    body = [
        *((3.4, -3.0), (5.0, 3.6), (3.2, 11.0), (-4.0, 15.6), (-15.0, 16.4), (-25.0, 12.4)),
        *((-31.0, 3.2), (-33.6, -2.6), (-27.0, -0.8), (-18.0, -6.0), (-8.0, -6.4)),
    ]
    m = sc.inside(loop(f.all(body), 180))
    t = np.clip(m / (7.0 * k), 0, 1)
    zz = z + gaussian_filter(7.0 * k * np.sqrt(t * (2 - t)), 0.5 / sc.st)
    rough = 0.25 * np.abs(np.sin(u * 0.9 + 0.5 * v)) * np.abs(np.sin(v * 0.9 - 0.3 * u))
    sc.add("swan", coat, zz + rough, m, (v - 0.4 * u) * k - 0.4 * zz, 0.5, 0.9, 0.04, 0.34)
    # The raised wing: three rows of feathers.
    for tier, (n, long, dz) in enumerate(((9, 21.0, 6.0), (8, 14.5, 7.4), (6, 9.0, 8.6))):
        for i in range(n):
            s = i / (n - 1)
            root = np.array((-3.4 - 9.0 * s, 3.4 - 7.6 * s + 1.2 * tier))
            a = math.radians(172 + 40 * s - 5 * tier)
            tip = root + long * (1 - 0.22 * abs(s - 0.4)) * np.array((math.cos(a), math.sin(a)))
            mid = (root + tip) / 2 + np.array((0.5, 1.6 * (0.5 - s)))
            p = spline(f.all([root, mid, tip]), 24)
            r = np.interp(np.linspace(0, 1, 24), [0, 0.5, 0.88, 1], [0.6, 1, 0.9, 0.25]) * 1.9 * k
            w_, across, mm, hh = sc.along(p, r)
            barb = 0.25 * np.abs(np.sin(w_ * 1.3 + np.abs(across)))
            high = z + dz * k + 0.14 * i + 0.5 * hh - 0.5 * bell(across, 0.3) + barb
            sc.add("wing", wing, high, mm, w_ * 0.7 + np.abs(across) * 0.9, 0.5, 0.9, 0.04, 0.28)
    neck = f.all(
        [
            (0.4, 4.6),
            (4.6, -1.6),
            (3.2, -9.4),
            (-2.6, -17.0),
            (-3.4, -25.0),
            (2.2, -31.0),
            (7.4, -30.4),
        ]
    )
    p = spline(neck, 70)
    r = np.interp(np.linspace(0, 1, 70), [0, 0.2, 0.6, 0.86, 1], [5.4, 4.0, 2.7, 2.9, 3.1]) * k
    a_, across, mm, hh = sc.along(p, r)
    high = z + 4.0 * k + hh - 4.6 * step(7, 0, a_) + 0.15 * np.cos(a_ * 2.2 + across)
    sc.add("neck", coat, high, mm, a_ - 0.4 * hh, 0.5, 0.9, 0.04, 0.34)
    beak = f.all(
        [(9.4, -32.2), (13.0, -29.6), (16.6, -26.6), (15.4, -25.6), (11.6, -26.6), (9.0, -28.2)]
    )
    m = sc.inside(loop(beak, 60))
    sc.add("beak", "flame", z + 6.4 * k + 0.5 * np.clip(m, 0, 1), m, u * k, 0.46, 0.8, 0.04, 0.3)
    sc.ball("knob", "black", *f.at(9.6, -31.0), 1.2 * k, z + 8.0 * k, 0, 0.24)
    if crown:
        sc.tube(
            "collar",
            "gold",
            spline(f.all([(-5.6, -18.2), (-2.6, -17.6), (0.4, -18.2)]), 14),
            0.9 * k,
            z + 8.0 * k,
            0.4,
        )
        for dx, tall in ((2.0, 3.0), (4.2, 4.2), (6.4, 3.0)):
            sc.tube(
                "crownpoint",
                "gold",
                f.all([(dx, -33.2), (dx + 0.2, -33.4 - tall)]),
                [1.1 * k, 0.2],
                z + 7.0 * k,
                0.4,
            )
            sc.ball(
                "crownpearl", "pearl", *f.at(dx + 0.2, -33.8 - tall), 0.55 * k, z + 8.4 * k, 0, 0.18
            )

    def lines(plate, skin):
        eye = loop(f.all([(7.4, -31.4), (8.0, -32.0), (8.7, -31.4), (8.0, -30.8)]), 24)
        plate.poly("eye.ink" if coat == "white" else "flame.mid", eye)
        mouth = spline(f.all([(9.6, -28.6), (12.6, -27.8), (16.0, -26.2)]), 20)
        plate.line("eye.ink", mouth, 0.36 * swell(20) * k)

    sc.ink("beak", lines)


def lily(sc, x, y, k, z):
    """Float a water lily on its leaf."""
    e = np.hypot((sc.X - x) / (2.6 * k), (sc.Y - y - 0.5 * k) / (0.8 * k))
    sc.add("pad", "leaf", z + 0 * e, (1 - e) * 0.8 * k, sc.X - x, 0.6, 0.8, 0.04, 0.26)
    for i in range(7):
        a = math.radians(-75 + 25 * i)
        tip = (x + 1.9 * k * math.sin(a), y - 1.7 * k * math.cos(a))
        country.leaf(sc, (x, y + 0.3 * k), tip, 0.46 * k, z + 1.5 - 0.2 * abs(i - 3), "white")
    sc.ball("pistil", "gold", x, y - 0.3 * k, 0.45 * k, z + 2.2, 0.6, 0.2)


def figure(picture, st):
    """Return the scene."""
    sc = picture.scene(st)
    low = picture.h
    crowns.ray_star(sc, STAR[0], STAR[1], 18.5, -4.0, 16, "gold", 0.32)
    for s, hue in ((-1, "pearl"), (1, "sun")):
        sc.ball("twin", hue, STAR[0] + s * 4.4, STAR[1] - s * 1.2, 5.4, -1.0, 0.8, 0.3, 0.42)
    country.hill(
        sc, [(-3, 62), (12, 55), (26, 62), (40, 66), (56, 60), (70, 54), (84, 61)], -26.0, "far", 4
    )
    for x, tall in ((3.6, 13), (8.0, 17), (12.4, 12), (67.6, 12), (72.0, 17), (76.6, 14)):
        foot = 69.0
        for j in range(3):
            e = np.hypot(
                (sc.X - x) / (2.9 - 0.7 * j), (sc.Y - foot + 3 + tall * 0.3 * j) / (tall * 0.26)
            )
            zz = (
                -21.0
                + j
                + 2.4 * np.sqrt(np.maximum(1 - e * e, 0))
                + 0.3 * np.cos(sc.X * 3 + sc.Y * 2)
            )
            sc.add("cypress", "leaf", zz, (1 - e) * 2.6, sc.Y + 0.4 * sc.X, 0.56, 1.0, -0.06, 0.26)
    country.sea(sc, 68.0, -18.0, foot=low + 3)
    country.glint(sc, STAR[0], 69.0, 5.0, 8, -16.5, "pearl", 4)
    swan(sc, Frame(26.4, 95.4, 0, 1, 1.14), 0.0, "white", "feather")
    swan(sc, Frame(53.2, 95.4, 0, -1, 1.14), 0.0, "black", "black")
    country.sea(sc, 104.0, 14.0, foot=low + 3, mask=sc.Y - 107.4 - 0.9 * np.sin(sc.X * 0.24 + 1))
    for x, y, k in ((12.0, 113.0, 2.9), (66.0, 114.4, 3.2), (40.0, 116.6, 2.3)):
        lily(sc, x, y, k, 18.0)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    picture = Picture(K)
    r1, _ = picture.polar(STAR[0] - 7.0, STAR[1])
    r2, _ = picture.polar(STAR[0] + 7.0, STAR[1])
    near = np.minimum(r1, r2)
    wave = np.cos((r1 - r2) * 0.9)
    picture.lines((r1 + r2) / 3.6, (0.34 + 0.2 * wave) * np.clip((near - 9) / 6, 0, 1))
    picture.stars(12, 10, ((*STAR, 20), (39.8, 70, 26)), 0.8, 1.8)
    return picture.finish(figure(picture, st))
