"""Damaged Starship: a wedge with a burning breach, plates adrift, stars behind."""

import math

import numpy as np

from workshop.figures.curves import Frame, bell
from workshop.figures.grounds import Ground
from workshop.figures.wonders import flame

NAMES = ["common/damaged-starship"]
BREACH = (32.6, 21.0)


def slab(sc, name, material, f, points, z, tilt=(0.0, 0.0), rows=3.0, lift=0.0):
    """Draw a plate of the hull: an outline in a frame, its slope, rows of panels."""
    m = sc.inside(np.array([f.at(*p) for p in points]))
    u, v = f.local(sc.X, sc.Y)
    seam = np.maximum(
        bell(np.mod(u, rows) - rows / 2, 0.16), bell(np.mod(v + u * 0.2, rows * 1.6) - rows, 0.16)
    )
    zz = z + tilt[0] * u + tilt[1] * v - 0.3 * seam + 0.5 * np.sqrt(np.clip(m, 0, 0.8))
    sc.add(name, material, zz, m, v + 0.35 * u, 0.46, 1, lift, 0.34)
    return zz, m


def figure(st):
    """Return the scene."""
    sc = Ground().court.scene(st)
    f = Frame(33.0, 25.6, -27, 1, 1.22)
    nose, tail = -30.0, 23.0
    slab(sc, "keel", "iron", f, [(nose, 0), (tail, 12.5), (tail + 3, 4.0)], 0.0, (0.0, -0.3))
    slab(sc, "hull", "steel", f, [(nose, 0), (tail, -13), (tail, 0)], 3.0, (0, 0.34))
    slab(sc, "hull", "steel", f, [(nose, 0), (tail, 0), (tail, 12.0)], 3.0, (0, -0.34))
    u, v = f.local(sc.X, sc.Y)
    trench = np.minimum(0.5 - np.abs(v - 12.2 * (u - nose) / (tail - nose)), u - nose - 3)
    sc.add("trench", "gold", 4.0 + 0 * u, np.minimum(trench, tail - u), u, 0.4, 1, 0, 0.2)
    for x0, x1, half, z in ((2, 20, 5.6, 6.0), (7, 19, 3.8, 8.4), (12, 18, 2.2, 10.6)):
        half_deck = [(x0, half * 0.3), (x0 + 3, half), (x1, half)]
        deck = half_deck + [(a, -b) for a, b in reversed(half_deck)]
        slab(sc, "deck", "steel", f, deck, z, (0, 0.05), 2.0)
    sc.tube("tower", "steel", f.all([(15.4, -1), (15.4, 1)]), 2.0, 13.0, 0.4)
    slab(sc, "bridge", "iron", f, [(14, -4.4), (17, -4.4), (17, 4.4), (14, 4.4)], 15.0, (0, 0), 1.2)
    for s in (-1, 1):
        sc.ball("dome", "gold", *f.at(15.6, s * 3.0), 1.3, 16.0, 0.8, 0.26)
    for k in (-8.6, -2.9, 2.9, 8.2):
        p = f.at(tail + 1.4, k)
        sc.oval("engine", "iron", p[0], p[1], 2.3, 2.3, 4.0, high=1.6)
        sc.ball("glow", "water" if k < 6 else "black", *p, 1.4, 5.2, 0, 0.24)
    # The breach: torn edge, darkness, ribs, fire.
    a = np.arctan2(sc.X - BREACH[0], sc.Y - BREACH[1])
    d = np.hypot(sc.X - BREACH[0], (sc.Y - BREACH[1]) * 1.15)
    lim = 6.6 + 1.3 * np.cos(5 * a + 0.6) + 0.9 * np.cos(9 * a + 2) + 0.5 * np.cos(14 * a)
    sc.add("torn", "iron", 7.2 + 0.5 * np.cos(a * 13), lim + 1.2 - d, a * 6, 0.4, 1, -0.1, 0.3)
    sc.add("breach", "black", 8.2 + 0 * d, lim - d, sc.Y, 0.5, 0.7, -0.2, 0.3)
    for k in (-3.2, 0.0, 3.2):
        rib = [(BREACH[0] - 6, BREACH[1] + k - 1), (BREACH[0] + 6, BREACH[1] + k + 1.4)]
        u_, _, m, h = sc.along(rib, 0.55)
        sc.add("rib", "iron", 8.4 + h, np.minimum(m, lim - d), u_, 0.4, 1, 0, 0.24)
    flame(sc, BREACH[0] + 0.4, BREACH[1] + 4.6, 1.12, 12.0)
    flame(sc, *f.at(9.0, -9.0), 0.62, 12.0)
    rnd = np.random.RandomState(6)
    for i in range(11):
        t, r = rnd.uniform(0, math.tau), rnd.uniform(11, 21)
        g = Frame(
            BREACH[0] + r * math.sin(t), BREACH[1] - 0.8 * r * math.cos(t), rnd.uniform(0, 180)
        )
        k = rnd.uniform(0.7, 1.5)
        slab(sc, "shard", "steel", g, [(-k, -0.6 * k), (0.7 * k, -k), (k, 0.6 * k), (-0.4 * k, k)],
             17.0 + 0.1 * i, (0.4, 0.2), 9.0)  # fmt: skip
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    ground = Ground()
    x, y = BREACH
    ground.rays(x, y, 104, 9, 0.42, wave=lambda r, a: 0.8 + 0.4 * math.cos(13 * a) + 0 * r)
    for at in (21.4, 22.3, 33.0):
        ground.circle(x, y, at, 0.13 if at == 22.3 else 0.3)
    ground.stars(9, 11, ((x, y, 10),), 0.6, 1.5)
    return ground.finish(figure(st))
