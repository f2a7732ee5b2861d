"""Luck: blindfolded and smiling, her hair in the wind, a clover of four leaves in her fingers."""

import math

import numpy as np

from workshop.figures import cloth, crowns, hair, hands
from workshop.figures.curves import Frame, bell, loop
from workshop.figures.grounds import Ground
from workshop.figures.head import Head

NAMES = ["common/luck"]
CLOVER = (50.6, 16.0)


def clover(sc, x, y, r, z):
    """Draw a clover of four leaves, each a heart with its mark."""
    for i in range(4):
        f = Frame(x, y, 45 + 90 * i)
        half = [(0, 0), (-0.42, -0.42), (-0.52, -0.86), (-0.26, -1.08), (0, -0.92)]
        half += [(0.26, -1.08), (0.52, -0.86), (0.42, -0.42)]
        m = sc.inside(loop(f.all([(a * r, b * r) for a, b in half]), 80))
        u, v = f.local(sc.X, sc.Y)
        zz = z + 0.5 * np.sqrt(np.clip(m, 0, 2.4)) * 2 - 0.5 * bell(u, 0.3) + 0.1 * i
        sc.add("leaf", "leaf", zz, m, v - 0.6 * np.abs(u), 0.42, 1, 0.02, 0.3)
        mark = 0.34 - np.abs(np.abs(v + 0.52 * r) - 0.3 * np.abs(u))
        sc.add("mark", "pearl", zz + 0.2, np.minimum(mark, m - 0.5), u, 9, 0, 0, 0)


def figure(st):
    """Return the scene."""
    sc = Ground().court.scene(st)
    h = Head(sc, 27.0, 21.4, 9.8, yaw=20, pitch=2, roll=-8)
    for i in range(5):
        a = np.array(h.at(-0.5, -0.7 + 0.24 * i))
        steps = ((-5, -3 + 2 * i), (-11, 1 + 4 * i), (-17 - i, -1 + 7 * i), (-26, 4 + 9 * i))
        path = [a, *(a + np.array(step) for step in steps)]
        hair.wave(sc, path, -1.0 + 0.4 * i, 2.3, 4, "hair4", i + 2, 0.9, 0.04)
    cloth.neck(h, [(27.4, 27), (27.8, 33), (28.2, 41)], [3.6, 3.5, 4.6])
    zt = cloth.breast(sc, 28.4, 47, 17.0, 13.6, 33.6)
    gown = [
        *((7, 43), (11, 38.6), (17, 37.4), (21, 40.6), (24.6, 44.0), (28.2, 45), (32.4, 43.6)),
        *((36, 40.2), (40, 37.4), (45.4, 39.4), (50, 44), (54, 64), (28, 66), (5, 62)),
    ]
    cloth.bodice(sc, gown, zt, 28.2, "gown")
    rows = ((5.8, 0.45, "gold", 70), (6.9, 0.6, "gem", 26), (8.0, 0.45, "gold", 70))
    cloth.collar(sc, 27.8, 31.6, rows, 0.82, 2.8, pearls=(9, 9.0, 0.5))
    h.add()
    hair.cap(h, "hair4", 0.44, -0.58, side=1.02, z=0.8, lift=0.06, full=0.8)
    crowns.band(h, 0.02, 0.02, 0.185, 0.9, "cloth", rope=0.0, over=0.5)
    for at in (-0.165, 0.205):
        crowns.band(h, at, 0.02, 0.024, 1.3, "gold", rope=0.06, line=0.16)
    for i, lon in enumerate((-1.1, -0.6, -0.1, 0.4, 0.9)):
        p = crowns.on_band(h, -0.62, 0.12, lon)
        crowns.ray_star(sc, *p, 1.9 - 0.2 * (i % 2), 12.5, 6, "gold", 0.36, "gem")
    clover(sc, *CLOVER, 8.0, 15.0)
    sc.tube("stem", "leaf", [CLOVER, (50.2, 24), (50.8, 33)], 0.5, 14.5, 0.4, 0.9, 0, 0.26)
    f = Frame(50.6, 29.4, -8)
    hands.pinch(sc, f, 17.0)
    path = f.all([(4.6, 19), (5, 25), (3, 38)])
    cloth.arm(sc, path, [3.4, 4.6, 5.8], 11.0, "gown", 5)
    cloth.cuff(sc, f, 15.5, 17.4, 3.4, 3.0, "linen", "gold", skew=3.2)

    def face(q):
        q.nose()
        q.lips(full=1.08, smile=0.04)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    ground = Ground()
    petals = lambda r, a: 0.9 + 0.5 * math.cos(4 * a) + 0.2 * np.cos(r / 3.0)  # noqa: E731
    ground.rays(*CLOVER, 120, 11, 0.36, wave=petals)
    for at in (12.4, 13.3):
        ground.circle(*CLOVER, at, 0.3 if at < 13 else 0.13)
    return ground.finish(figure(st))
