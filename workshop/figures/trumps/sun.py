"""XIX, The Sun: a sun with a face; a child rides a white horse past a wall of sunflowers."""

import math

import numpy as np

from workshop.figures import cloth, country, crowns, garments, hair, hands
from workshop.figures.curves import Frame, bell, spline
from workshop.figures.horse import horse, reins
from workshop.figures.picture import Head, Picture

NAMES = ["trumps/19"]
K = 0.66
SUN = (39.8, 29.0)


def _corona(sc):
    """Ring the sun with beads, and with small rays between the large ones."""
    x, y = SUN
    for i in range(32):
        a = (i + 0.5) * math.tau / 32
        out = np.array((math.sin(a), -math.cos(a)))
        c = np.array(SUN)
        path = [c + out * 13.0, c + out * 20.4]
        sc.tube("dart", "flame", path, [0.95, 0.12], -2.2, 0.42, 0.9, 0.04, 0.24)
    d, a = np.hypot(sc.X - x, sc.Y - y), np.arctan2(sc.X - x, sc.Y - y)
    rope = 0.3 * np.cos(a * 48)
    sc.add("rope", "gold", 6.6 + rope, 0.62 - np.abs(d - 16.4), a * 15, 0.4, 0.9, 0.02, 0.24)


def _sunflower(sc, x, y, r, z, stem, leaves=()):
    """Let a sunflower stand on its stem, with broad leaves."""
    country.flower(sc, x, y, r, z, petals=16, stem=stem)
    d = np.hypot(sc.X - x, sc.Y - y)
    sc.add("eye", "black", z + 3.4 + 0.2 * r + 0 * d, 0.2 * r - d, d * 2, 0.4, 0.6, 0.0, 0.22)
    for root, tip, wide in leaves:
        country.leaf(sc, root, tip, wide, z - 1.4)


def _child(sc, x, y):
    """Return the head of the rider: curls under a wreath of small sunflowers."""
    h = Head(sc, x, y, 8.6, yaw=20, pitch=-5, roll=-5)
    garments.gown(
        sc, x - 0.4, y + 10.6, "gown", (10.6, 5.4), (21.0, 8.4), (44.0, 16.0), seed=6, neck=3.2
    )
    cloth.neck(h, [(x, y + 5), (x - 0.4, y + 11)], [2.8, 3.0])
    cloth.ruff(sc, x - 0.4, y + 10.8, 7.2, 3.0, 3.2, 2.0, 18, "linen", 0.1)
    h.add(0.04)
    rnd = np.random.RandomState(5)
    hair.cap(h, "hair4", 0.42, -0.50, side=1.0, z=0.9, lift=0.05, full=1.0)
    for i in range(28):
        a = -2.15 + 4.3 * (i % 14) / 13
        d = 8.9 - 1.8 * (i // 14)
        px, py = x + d * math.sin(a) * 0.98, y - 1.6 - d * math.cos(a) * 0.92
        r = 1.8 + 0.5 * rnd.rand()
        d2 = np.hypot(sc.X - px, sc.Y - py)
        t = np.arctan2(sc.X - px, sc.Y - py)
        curl = d2 * 1.3 + t / math.tau
        z = 6.5 + r * np.sqrt(np.maximum(1 - (d2 / r) ** 2, 0)) + 0.3 * np.cos(d2 * 4 + t)
        sc.add("curl", "hair4", z, r - d2, curl, 0.4, 0.95, 0.04, 0.26)
    for lon in (-1.05, -0.55, -0.05, 0.45, 0.95):
        px, py = crowns.on_band(h, -0.56, 0.16, lon)
        crowns.ray_star(sc, px, py, 2.5 - 0.4 * abs(lon), 13.0 - abs(lon), 10, "gold", 0.5, "wood")

    def face(q):
        q.eyes(look=(0.03, -0.02), iris="water", big=1.2)
        q.brows("hair4.ink", 0.42, 0.03)
        q.nose(0.85)
        q.lips(full=0.95, smile=0.07, wide=0.19)

    h.features(face)
    return h


def figure(picture, st):
    """Return the scene."""
    sc = picture.scene(st)
    w, low = picture.w, picture.h
    country.sun(sc, *SUN, 15.0, 2.0, 24, 1.70)
    _corona(sc)
    country.wall(sc, (-3, 79.0, w + 3, low + 3), -16.0, stone=(8.0, 4.2))
    for x, y, r, bend in (
        (65.4, 60.0, 5.8, 2.2),
        (8.4, 69.0, 5.0, -1.6),
        (73.4, 72.0, 4.6, 1.6),
        (12.4, 91, 4.4, 1),
    ):
        stem = [(x + bend * 0.4, y + 10), (x - bend, y + 30), (x, low + 4)]
        leaves = (((x, y + 9), (x - 6.0, y + 5.0), 2.0), ((x, y + 14), (x + 6.0, y + 10.6), 2.0))
        _sunflower(sc, x, y, r, -9.0, stem, leaves)
    _child(sc, 30.4, 67.0)
    # The flower that the child holds up.
    stem = [(18.8, 58), (19.2, 72), (21.0, 92)]
    _sunflower(sc, 19.0, 49.6, 7.0, 6.0, None)
    sc.tube("stem", "leaf", spline([(19.0, 49.6), *stem], 30), 0.95, 5.0, 0.44, 1.0, 0.0, 0.3)
    for side, at in ((1, 61.6), (-1, 64.4)):
        country.leaf(sc, (19.0, at), (19.0 + side * 5.2, at - 3.4), 1.8, 6.4)
    f = Frame(19.2, 76.4, 4, -1, 0.74)
    garments.limb(sc, [(23.0, 82.6), (15.4, 90.6), f.at(3.0, 8.0)], [3.9, 4.0, 2.7], 5.0, "gown", 8)
    hands.fist(sc, f, 12.0, pre="u")
    cloth.cuff(sc, f, 12.0, 7.4, 3.0, 2.4, "linen", "gold")
    bit = horse(sc, Frame(48.4, 73.0, 3, 1, 0.93), 16.0, "horse2", "hair4", gem="flame")
    g = Frame(37.4, 96.2, 74, 1, 0.72)
    reins(sc, bit, g.at(0.4, 1.0), 25.0)
    garments.limb(
        sc, [(37.6, 82.0), (41.6, 90.6), g.at(2.2, 8.2)], [3.9, 3.8, 2.6], 12.0, "gown", 5
    )
    hands.fist(sc, g, 26.0, pre="v")
    # A garland round the neck of the horse.
    path = spline([(31.4, 101.0), (41.0, 105.4), (50.0, 103.4), (56.6, 97.0)], 40)
    u, _across, m, hh = sc.along(path, 1.25)
    sc.add("garland", "leaf", 27.0 + hh + 0.3 * np.cos(u * 2.2), m, u, 0.44, 1.0, 0.0, 0.3)
    for i in range(6):
        px, py = path[3 + i * 7]
        crowns.ray_star(sc, px, py, 2.7, 28.6 + 0.1 * i, 12, "gold", 0.55, "wood")
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    picture = Picture(K, 1.4)
    wave = lambda r, a: 1 + 0.5 * np.sin(r / 3.0 + 12 * a) - 0.6 * bell(r - 30, 1.2)  # noqa: E731
    picture.rays(*SUN, 96, 17, 0.42, wave=wave)
    for r, width in ((29.4, 0.4), (30.6, 0.16)):
        picture.circle(*SUN, r, width)
    return picture.finish(figure(picture, st))
