"""VII, The Chariot: a crowned driver under a canopy of stars; a white and a bay horse."""

import math

import numpy as np

from workshop.figures import armour, cloth, country, crowns, garments, hair, hands, sleeves
from workshop.figures.curves import Frame, dome, spline
from workshop.figures.horse import horse
from workshop.figures.picture import Head, Picture
from workshop.figures.regalia import sceptre

NAMES = ["trumps/07"]
K = 0.66


def canopy(sc, x, top, half, foot, z):
    """Spread a canopy on two posts: lambrequins, stars, a ball."""
    for s in (-1, 1):
        post = [(x + s * (half - 3), top + 8), (x + s * (half - 3), foot)]
        sc.tube("post", "gold", post, 1.4, z - 4, 0.46, 0.9, 0.03, 0.3)
        for at in (24.0, 40.0):
            sc.oval("ring", "gold", post[0][0], top + at, 2.2, 1.0, z - 3.4)
    u = (sc.X - x) / half
    high = z + 5.0 * np.sqrt(np.clip(1 - u * u, 0, 1))
    roof = np.minimum(
        (1 - np.abs(u)) * half, np.minimum(sc.Y - top + 7.5 * dome(u), top + 8 - sc.Y)
    )
    rib = 0.5 * np.abs(np.sin(np.arcsin(np.clip(u, -1, 1)) * 4.0))
    sc.add("roof", "robe", high - 1.0 + rib, roof, sc.Y - 0.4 * high, 0.5, 0.95, 0.0, 0.34)
    for i in range(7):
        a = (i - 3) / 3.5
        cx = x + half * math.sin(a * 1.35)
        wide = half * 0.27 * math.cos(a * 1.2)
        e = np.hypot((sc.X - cx) / wide, np.maximum(sc.Y - top - 8.0, 0) / 5.4)
        m = np.minimum((1 - e) * 4.0, sc.Y - top - 6.6)
        hue = "flame" if i % 2 else "gown"
        sc.add("lambrequin", hue, high + 1.0 - 0.1 * i % 2, m, sc.Y - 0.4 * high, 0.5, 0.95, 0, 0.3)
        rim = np.minimum(m, 0.55 - np.abs(m - 0.5))
        sc.add("lambrim", "gold", high + 1.6, rim, sc.X, 0.44, 0.8, 0.04, 0.2)
        if abs(i - 3) < 3:
            crowns.ray_star(sc, cx, top + 9.6, 1.9, z + 9.0, 8, "gold", 0.4)
    ring = np.minimum((1.02 - np.abs(u)) * half, 1.0 - np.abs(sc.Y - top - 6.4))
    sc.add(
        "cornice",
        "gold",
        high + 1.8 + dome((sc.Y - top - 6.4) / 1.0),
        ring,
        u * 30,
        0.46,
        0.9,
        0.04,
        0.28,
    )
    crowns.ray_star(sc, x, top - 9.2, 5.0, z + 4, 8, "gold", 0.34, "gem")


def wheel(sc, x, y, r, z):
    """Stand a wheel of eight spokes upright."""
    d = np.hypot(sc.X - x, sc.Y - y)
    for i in range(8):
        a = (i + 0.5) * math.tau / 8
        out = np.array((math.sin(a), -math.cos(a)))
        ends = [np.array((x, y)) + 2.0 * out, np.array((x, y)) + (r - 1.0) * out]
        sc.tube("spoke", "wood", ends, 1.1, z, 0.46, 0.9, 0.02, 0.3)
    for at, half, hue in ((r, 1.9, "wood"), (r - 1.9, 0.7, "gold"), (3.4, 1.0, "gold")):
        high = z + 1.2 + dome((d - at) / half)
        turn = np.arctan2(sc.X - x, sc.Y - y) * at
        sc.add("wheel", hue, high, half - np.abs(d - at), turn, 0.46, 0.95, 0.03, 0.3)
    sc.ball("hub", "gem", x, y, 2.6, z + 2.0, 0.9, 0.3, 0.42)


def figure(picture, st):
    """Return the scene."""
    sc = picture.scene(st)
    low = picture.h
    x, y = 39.8, 42.0
    canopy(sc, x, 14.0, 31.0, 92.0, 0.0)
    country.hill(sc, [(-3, 92), (20, 89), (40, 92), (60, 89), (84, 93)], -26.0, "leaf", 4)
    h = Head(sc, x, y, 8.8, yaw=-12, pitch=0, roll=2, man=0.6)
    garments.cape(sc, x, y + 10, 15.0, 94.0, "flame", -8.0, 5, 19.0)
    garments.gown(sc, x, y + 12.4, "gown", (12.0, 6.0), (30.0, 10.0), (60.0, 15.0), -3.0, 6.6, 4)
    armour.breastplate(sc, x, y + 29.0, 12.4, 17.0, y + 13.6, "steel", 0.0)
    crowns.ray_star(sc, x, y + 27.0, 5.4, 12.0, 8, "gold", 0.36, "gem")
    armour.gorget(sc, x, ((y + 8.4, 6.4), (y + 10.6, 8.2), (y + 12.8, 10.0)), "steel", "gold")
    for s in (-1, 1):
        sc_moon = (x + s * 13.4, y + 20.4)
        armour.pauldron(sc, *sc_moon, s * 18, s, 2.0, 6.4, 6.4, "steel", "gold", 3.8)
    for s in (-1, 1):
        hair.wave(
            sc,
            [h.at(s * 0.62, -0.3), h.at(s * 0.9, 0.3), h.at(s * 0.98, 1.0)],
            1.0,
            1.7,
            3,
            "hair4",
            5 + s,
        )
    h.add()
    hair.cap(h, "hair4", 0.6, -0.52, side=1.0, z=0.8, lift=0.04, full=0.5)
    crowns.band(h, -0.56, 0.14, 0.10, 1.9, "gold")
    crowns.points(h, -0.70, (-1.1, -0.56, 0.0, 0.56, 1.1), 1.0)
    crowns.stones(h, -0.56, 0.14, (-0.7, -0.35, 0, 0.35, 0.7), 0.55, 13, ("gem", "pearl"))
    # The car.
    front = np.minimum(
        21.0 - np.abs(sc.X - x), np.minimum(sc.Y - 78.0 - 0.008 * (sc.X - x) ** 2, low + 4 - sc.Y)
    )
    zc = 6.0 + 6.0 * dome((sc.X - x) / 22.0)
    sc.add("car", "robe", zc, front, sc.Y - 0.5 * zc, 0.5, 0.95, 0, 0.34)
    for at in (0.0, 36.0):
        rim = np.minimum(
            21.6 - np.abs(sc.X - x), 1.3 - np.abs(sc.Y - 78.6 - at - 0.008 * (sc.X - x) ** 2)
        )
        sc.add("carrim", "gold", zc + 1.4, rim, sc.X * 0.9, 0.44, 0.95, 0.04, 0.28)
    for s in (-1, 1):
        wheel(sc, x + s * 29.0, 106.0, 15.0, 3.0)
    for s, coat, mane, _seed in ((-1, "horse2", "hair2", 1), (1, "horse", "hair2", 2)):
        bit = horse(
            sc,
            Frame(x + s * 12.6, 88.0, s * 2, s, 0.80),
            13.0,
            coat,
            mane,
            "feather" if s < 0 else "flame",
            None,
            "gem",
        )
        path = spline([bit, (x + s * 15.0, 97.0), (x + s * 7.0, 84.0)], 30)
        sc.tube("rein", "leather", path, 0.6, 22.0, 0.5, 0.5, 0, 0.24)
    f = Frame(x - 17.4, 68.0, -10, -1, 0.86)
    sceptre(sc, f, 10.0, -24.0, 14.0)
    crowns.ray_star(sc, *f.at(0, -25.4), 4.4, 13.0, 8, "gold", 0.34, "gem")
    hands.fist(sc, f, 13.0)
    arm = [(x - 13.6, 64.0), (x - 20.4, 86.0), f.at(1.8, 9.0)]
    radii = [4.4, 4.8, 4.8, 4.4, 3.2]
    sleeves.sleeve(sc, arm, radii, [2.0, 5.0, 8.0], "gown", 6, 0.8, root=False)
    cloth.cuff(sc, f, 11.4, 8.6, 3.2, 2.4, "linen", "gold", skew=0.8)
    g = Frame(x + 7.6, 82.0, -78, -1, 0.88)
    hands.fist(sc, g, 15.0, pre="r")
    arm = [(x + 13.6, 64.0), (x + 22.6, 80.0), (x + 15.6, 83.4)]
    sleeves.sleeve(sc, arm, radii, [2.0, 5.0, 8.0], "gown", 9, 0.8, root=False)

    def face(q):
        q.eyes(look=(-0.02, 0.0), iris="gem", big=1.06)
        q.brows("hair4.ink", 0.6, 0.01, 0.01)
        q.nose()
        q.lips(full=0.95, smile=0.015)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    picture = Picture(K)
    picture.rays(39.8, 44.0, 84, 14, 0.4, wave=lambda r, a: 1 + 0.4 * np.cos(r / 4.2))
    return picture.finish(figure(picture, st))
