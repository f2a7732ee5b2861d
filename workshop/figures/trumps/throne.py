"""IV, The Throne: an old king with sceptre and orb under a canopy of stars."""

import math

import numpy as np

from workshop.figures import cloth, crowns, garments, hair, hands
from workshop.figures.curves import Frame, dome, folds, loop
from workshop.figures.picture import Head, Picture
from workshop.figures.regalia import orb, sceptre

NAMES = ["trumps/04"]
K = 0.66


def seat(sc, x, top, half, low, material="gold", panel="cloth"):
    """Set up a throne: an arched back with a panel, posts with balls, arms."""
    u, v = sc.X - x, sc.Y - top
    arch = np.where(v < half, half - np.hypot(u, v - half), half - np.abs(u))
    m = np.minimum(arch, low + 4 - sc.Y)
    sc.add("back", material, -14.0 + 0.5 * np.clip(m, 0, 2), m, u + 0.2 * v, 0.5, 0.9, 0, 0.34)
    inner = m - 2.6
    q = np.hypot(u, v - half)
    zz = -12.8 + 0.25 * np.cos(q * 1.4)
    sc.add("backpanel", panel, zz, inner, q, 0.62, 0.8, 0.1, 0.28)
    for i in range(9):
        a = -1.4 + 0.35 * i
        sc.ball(
            "stud",
            "gem" if i % 2 else "pearl",
            x + (half - 1.3) * math.sin(a),
            top + half - (half - 1.3) * math.cos(a),
            0.8,
            -12.0,
            0,
            0.2,
        )
    for s in (-1, 1):
        px = x + s * (half + 3.0)
        sc.tube(
            "post", material, [(px, top + half * 0.7), (px, low + 4)], 2.3, -10.0, 0.5, 0.9, 0.02
        )
        for at in (half * 0.9, half * 1.5, half * 2.4):
            sc.oval("postring", material, px, top + at, 3.1, 1.2, -9.4)
        sc.ball("postball", "gem", px, top + half * 0.7 - 3.0, 3.2, -9.0, 0.9, 0.3, 0.42)


def figure(picture, st):
    """Return the scene."""
    sc = picture.scene(st)
    low = picture.h
    x, y = 39.8, 37.0
    seat(sc, x, 9.0, 24.0, low)
    for s in (-1, 1):
        edge = [
            *((x + s * 44, -4), (x + s * 12, -4), (x + s * 20, 3.4), (x + s * 28.4, 12.0)),
            *((x + s * 33.6, 30.0), (x + s * 35.6, 52.0), (x + s * 44, 62.0)),
        ]
        m = sc.inside(loop(edge))
        q = np.arctan2(sc.X - x - s * 40, sc.Y + 6)
        f = folds(q * 15, 4 + s)
        r = np.hypot(sc.X - x - s * 40, sc.Y + 6)
        sc.add("curtain", "flame", -4.0 + 1.6 * f, m, r - 0.6 * f, 0.5, 1.0, 0.0, 0.34)
        cloth.hem(sc, "curtainhem", -4.0 + 1.6 * f, m, 0.9, 0.8, "gold")
    h = Head(sc, x, y, 9.6, yaw=10, pitch=4, roll=0, man=1, age=1, skin="flesh")
    z, m = garments.gown(
        sc, x, y + 13, "gown", (16.0, 6.4), (34.0, 14.5), (92.0, 25.0), -2.0, 7.5, 4
    )
    garments.facing(sc, x, y + 15, low, z, m, 4.0, "white")
    cape = [
        *((x - 5, y + 12), (x - 15, y + 17), (x - 19.6, y + 24), (x - 17.6, y + 34)),
        *((x - 8, y + 30.6), (x, y + 34), (x + 8, y + 30.6), (x + 17.6, y + 34)),
        *((x + 19.6, y + 24), (x + 15, y + 17), (x + 5, y + 12)),
    ]
    m = sc.inside(loop(cape, 160))
    zc = 4.0 + 6.0 * dome((sc.X - x) / 24) + 0.3 * folds((sc.X - x) * 0.7, 3)
    sc.add("ermine", "fur", zc, m, np.hypot(sc.X - x, sc.Y - y) - 0.4 * zc, 0.56, 0.7, 0.08, 0.34)
    ok = lambda px, py: abs(px - x) < 15 and y + 18 < py < y + 29  # noqa: E731
    cloth.ermine(sc, x, y + 12, (8, 21), ok, 30, 3, z=11.0, flat=0.86)
    cloth.chain(sc, x, y + 13.0, 13.0, 13.5, 11.0, 13, 1.1, 1.1, "gold", "gem")
    hair.temples(h, "beard", 4.6, 0.7)
    h.add()
    hair.cap(h, "beard", 0.2, -0.5, side=1.1, z=0.7)
    hair.beard(h, "beard", 0.95, x + 0.6, 0.9)
    hair.moustache(h, "beard", 0.4, 2.6)
    hair.shaggy_brows(h)
    crowns.arched(h, -0.62, 1.7, "flame", 6.4)
    f = Frame(11.8, 78.0, -3, -1, 0.98)
    sceptre(sc, f, 11.0, -38.0, 32.0)
    crowns.ray_star(sc, *f.at(0, -39.6), 5.4, 14.0, 8, "gold", 0.34, "gem")
    hands.fist(sc, f, 14.0)
    garments.limb(
        sc,
        [(26.4, 57.0), (15.0, 74.0), (10.0, 92.0), f.at(2.0, 10.0)],
        [5.4, 5.8, 5.0, 3.2],
        4.0,
        "gown",
        6,
    )
    g = Frame(66.4, 89.0, 10, 1, 1.0)
    orb(sc, 66.4, 77.6, 8.0, 14.0)
    hands.cup(sc, g, 17.0, pre="r")
    garments.limb(
        sc,
        [(53.2, 57.0), (65.8, 76.0), (69.6, 106.0), g.at(0.4, 9.6)],
        [5.4, 5.8, 5.2, 3.4],
        4.0,
        "gown",
        9,
    )
    for k, fr in ((0.6, f), (0.2, g)):
        cloth.cuff(sc, fr, 12.0, 9.8, 3.8, 3.2, "fur", "gold", skew=k)

    def face(q):
        q.eyes(look=(0.02, 0.0), wide=0.8, iris="gem", big=1.0)
        q.nose(1.12)
        q.wrinkles(2)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    picture = Picture(K, 1.3)
    picture.rays(39.8, 34.0, 72, 30, 0.4, wave=lambda r, a: 1 + 0.4 * np.cos(r / 4))
    return picture.finish(figure(picture, st))
