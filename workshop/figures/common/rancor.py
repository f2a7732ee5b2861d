"""Rancor: a beast with a maw of fangs reaches out of its pit with both claws."""

import math

import numpy as np
from scipy.ndimage import gaussian_filter

from workshop.figures.curves import bell, dome, loop, spline, step
from workshop.figures.grounds import Ground, masonry
from workshop.figures.outlaws import claw_hand

NAMES = ["common/rancor"]
SKULL = [
    *((32, 3.2), (24.5, 4.4), (18.6, 9.0), (16.4, 15.4), (14.4, 22), (13.8, 30), (15.8, 38)),
    *((20.0, 45), (26, 49.4), (34, 50.4), (42, 48.4), (47.6, 42.6), (50.0, 35), (49.8, 27)),
    *((48.0, 19.4), (46.0, 11.0), (40.0, 5.0)),
]
MAW = [
    *((19.6, 29.4), (24.0, 25.6), (32.0, 24.4), (40.0, 25.4), (44.4, 29.0), (43.6, 36)),
    *((40.0, 41.6), (33.0, 43.6), (26.0, 42.4), (21.2, 37.4)),
]


def _fang(sc, x, y, long, r, z, down=1, lean=0.0):
    path = spline(
        [(x, y - 0.8 * down), (x + lean, y + long * 0.5 * down), (x, y + long * down)], 16
    )
    sc.tube("fang", "bone", path, np.linspace(r, 0.14, 16), z, 0.36, 0.9, 0.06, 0.28)


def figure(st):
    """Return the scene."""
    sc = Ground().court.scene(st)
    x = 32.0
    # shoulders behind the head
    e = np.hypot((sc.X - 32) / 31, (sc.Y - 62) / 27)
    hump = -9 + 9 * dome(e) + 0.5 * np.cos(sc.X * 0.9 + np.sin(sc.Y * 0.7) * 2)
    sc.add("hump", "demon", hump, (1 - e) * 20, sc.Y - 0.6 * hump, 0.5, 1, -0.04, 0.36)
    mask = sc.inside(loop(SKULL, 200))
    d = np.hypot((sc.X - x) / 19.0, (sc.Y - 27) / 25.0)
    maw = sc.inside(loop(MAW, 160))
    z = -2 + 13 * dome(d)
    gap = np.abs(sc.X - x)
    # brows, sockets, snout, wrinkled jowls
    z = z + 2.6 * np.exp(-(((gap - 7.4) / 5.0) ** 2) - ((sc.Y - 12.8 - 0.22 * gap) / 2.4) ** 2)
    z = z - 2.6 * np.exp(-(((gap - 7.6) / 3.0) ** 2) - ((sc.Y - 17.2) / 2.0) ** 2)
    z = z + 2.2 * np.exp(-((gap / 4.6) ** 2) - ((sc.Y - 20.8) / 3.2) ** 2)
    for s in (-1, 1):
        z = z - 1.6 * np.exp(-(((sc.X - x - s * 2.0) / 0.8) ** 2) - ((sc.Y - 21.4) / 1.0) ** 2)
    lips = np.abs(maw + 1.6)
    z = (
        z
        + 1.5 * bell(lips, 1.2)
        - 0.3 * np.abs(np.sin(np.arctan2(sc.X - x, sc.Y - 34) * 15)) * bell(maw + 3.4, 2.2)
    )
    for k in range(5):
        z = z + 0.9 * bell(sc.Y - 5.0 - 1.55 * k - 0.02 * gap**2, 0.5) * bell(gap, 11)
    z = z + 1.1 * bell(sc.X - x, 0.7) * step(13.0, 8.0, sc.Y)
    warts = np.random.RandomState(7)
    for _ in range(44):
        a, r = warts.uniform(0, math.tau), warts.uniform(0.62, 0.94)
        wx, wy = x + 18 * r * math.sin(a), 27 + 23 * r * math.cos(a)
        z = z + 0.9 * np.exp(-((sc.X - wx) ** 2 + (sc.Y - wy) ** 2) / 0.9)
    z = gaussian_filter(z, 0.06 / st * 2.0)
    head = np.minimum(mask, -maw)
    sc.add("beast", "demon", z, head, sc.Y - 0.5 * z, 0.42, 1, 0.02, 0.38)
    deep = -6 - 5 * step(0, 6, maw) + 0 * sc.X
    sc.add("maw", "black", deep, np.minimum(maw + 1.0, mask), sc.Y, 0.5, 0.8, -0.2, 0.3)
    e = np.hypot((sc.X - 32.4) / 6.8, (sc.Y - 42.0) / 6.4)
    tongue = -4 + 5 * dome(e) - 1.0 * bell(sc.X - 32.4, 0.6)
    sc.add("tongue", "lips", tongue, np.minimum((1 - e) * 5, maw + 0.4), sc.Y - tongue, 0.42)
    for i, tx in enumerate((22.4, 26.0, 29.6, 34.2, 37.8, 41.4)):
        long = (6.4, 4.6, 3.6, 3.6, 4.8, 6.6)[i]
        _fang(sc, tx, 26.6 - 0.12 * (8 - abs(tx - 32)), long, 1.35, 11.5, 1, 0.4 * np.sign(32 - tx))
    for i, tx in enumerate((24.2, 28.0, 32.0, 36.2, 40.2)):
        long = (6.6, 4.4, 3.4, 4.4, 6.4)[i]
        _fang(sc, tx, 42.2 - 0.10 * (abs(tx - 32) ** 1.4), long, 1.4, 11.0, -1)
    for s in (-1, 1):
        ex, ey = x + s * 7.6, 17.0
        sc.ball("eyeball", "sun", ex, ey, 1.9, 8.0, 0, 0.34)
        e = np.hypot((sc.X - ex) / 0.5, (sc.Y - ey) / 1.5)
        sc.add("pupil", "black", 11.5 + 0 * e, (1 - e) * 0.6, sc.Y, 9, 0, 0, 0)
        sc.ball("glint", "pearl", ex - 0.7, ey - 0.6, 0.4, 11.2, 0, 0)
        nx = x + s * 2.0
        e = np.hypot((sc.X - nx) / 0.75, (sc.Y - 21.4) / 1.0)
        sc.add("nostril", "black", 14.5 + 0 * e, (1 - e) * 0.8, sc.Y, 9, 0, 0, 0.2)
    claw_hand(sc, 55.2, 32.0, 14.0, 1, 1.0, "demon", 6)
    claw_hand(sc, 8.0, 32.6, 14.0, -1, 0.92, "demon", -8)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    ground = Ground()
    masonry(ground)
    return ground.finish(figure(st))
