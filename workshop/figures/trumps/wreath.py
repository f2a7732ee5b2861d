"""XXI, The Wreath: a dancer in a wreath of laurel; sun, moon, a ringed world, and a comet."""

import math

import numpy as np

from workshop.figures import cloth, country, crowns, garments, hair, hands
from workshop.figures.curves import Frame, folds, spline
from workshop.figures.picture import Head, Picture

NAMES = ["trumps/21"]
K = 0.66


def wreath(sc, x, y, rx, ry, z):
    """Bind a wreath: three rows of leaves round an oval, ribbons, berries."""
    n = 40
    for row, (out, dz) in enumerate(((-2.4, 0.0), (2.6, 0.4), (0.0, 1.8))):
        for i in range(n):
            side = 1 if i < n / 2 else -1
            t = math.pi - side * (i % (n // 2) + 0.5) / (n // 2) * math.pi
            px, py = x + (rx + out) * math.sin(t), y - (ry + out) * math.cos(t)
            dt = -0.21 * side
            qx, qy = (
                x + (rx + out * 2.2) * math.sin(t + dt),
                y - (ry + out * 2.2) * math.cos(t + dt),
            )
            country.leaf(sc, (px, py), (qx, qy), 1.8, z + dz + 0.04 * (i % 5))
            if row == 2 and i % 4 == 1:
                sc.ball("berry", "flame", px, py, 1.0, z + 3.0, 0.6, 0.24)
    for a in (0.0, math.pi, math.pi / 2, -math.pi / 2):
        px, py = x + rx * math.sin(a), y - ry * math.cos(a)
        f = Frame(px, py, math.degrees(a))
        u, v = f.local(sc.X, sc.Y)
        m = np.minimum(3.0 - np.abs(u), 5.2 - np.abs(v))
        zz = z + 3.0 + 1.4 * np.sqrt(np.clip(1 - (v / 5.6) ** 2, 0, 1)) + 0.4 * np.cos(u * 2.2)
        sc.add("ribbon", "flame", zz, m, u + 0.2 * v, 0.46, 0.95, 0, 0.32)
        sc.ball("ribbongem", "gold", px, py, 1.5, z + 5.0, 0.8, 0.26)


def figure(picture, st):
    """Return the scene."""
    sc = picture.scene(st)
    x, y = 39.8, 60.0
    wreath(sc, x, y, 26.0, 46.0, 2.0)
    country.sun(sc, 10.4, 13.4, 6.4, 6.0, 16, 1.62)
    country.moon(sc, 69.4, 12.6, 8.0, 6.0, -1)
    country.planet(sc, 11.0, 108.4, 6.6, 6.0, "water", 1.75)
    hx, hy = 68.6, 107.6
    for j, bend in enumerate((-3.2, -1.4, 0.6, 2.8)):
        tail = spline(
            [(hx, hy), (hx + 4.0 + bend * 0.4, hy - 5.0 - bend), (hx + 9.6, hy - 9.0 - 2.6 * bend)],
            24,
        )
        sc.tube(
            "comettail",
            "sun",
            tail,
            np.linspace(1.8, 0.14, 24),
            4.0 + 0.3 * j,
            0.5,
            0.7,
            0.06,
            0.24,
        )
    crowns.ray_star(sc, hx, hy, 6.6, 8.0, 12, "gold", 0.42, "flame")
    # The dancer.
    cx, cy = 40.4, 36.0
    h = Head(sc, cx, cy, 7.6, yaw=22, pitch=4, roll=-8)
    for i, (dx, ex, ey) in enumerate(((-5, -11, 12), (-4, -9.0, 20), (5, 8.6, 13), (-6, -13.6, 7))):
        hair.wave(
            sc,
            [(cx + dx, cy - 2), (cx + (dx + ex) / 2 - 1, cy + ey / 2), (cx + ex, cy + ey)],
            -2.0 + 0.3 * i,
            1.7,
            4,
            "hair",
            i,
            1.1,
        )
    z, m = garments.gown(
        sc,
        cx,
        cy + 10.0,
        "linen",
        (9.4, 5.0),
        (20.6, 6.8),
        (43.0, 14.6),
        -2.0,
        5.8,
        4,
        depth=2.2,
        lean=-3.0,
        hem="gold",
    )
    sash = np.abs((sc.X - cx) * 0.62 + (sc.Y - cy - 19.0) * 0.78)
    sc.add(
        "sash",
        "flame",
        z + 0.9,
        np.minimum(m - 0.2, np.minimum(2.0 - sash, cy + 31 - sc.Y)),
        sc.X - sc.Y,
        0.46,
        0.95,
        0.02,
        0.28,
    )
    cloth.neck(h, [(cx + 0.4, cy + 4), (cx + 0.2, cy + 11)], [2.7, 2.9])
    cloth.collar(
        sc, cx + 0.2, cy + 9.6, ((4.4, 0.45, "gold", 50), (5.4, 0.6, "gem", 20)), 0.74, 3.6
    )
    h.add()
    hair.cap(h, "hair", 0.6, -0.54, side=1.0, z=0.8, lift=0.06, full=0.5)
    for lon in (-1.1, -0.7, -0.3, 0.1, 0.5, 0.9):
        bx, by = crowns.on_band(h, -0.56, 0.18, lon)
        country.flower(sc, bx, by - 0.5, 2.0, 11.0, 8, "gold", "white")
    veil = spline(
        [(23.6, 50.0), (24.0, 62.0), (33.0, 70.0), (50.0, 72.0), (58.0, 79.0), (55.0, 91.0)], 80
    )
    wide = np.interp(np.linspace(0, 1, 80), [0, 0.2, 0.5, 0.8, 1], [0.6, 3.0, 3.8, 3.4, 0.4])
    u, wd, mm, hh = sc.along(veil, wide)
    f = folds(wd * 1.5 + 0.3 * np.sin(u * 0.3), 5)
    sc.add("veil", "cloth", 8.0 + 0.5 * hh + 0.5 * f, mm, wd + 0.3 * f, 0.5, 0.95, 0.02, 0.32)
    for s, ankle, toe in ((-1, (-6.4, 56.4), (-10.4, 59.4)), (1, (0.6, 56.8), (4.6, 59.8))):
        foot = [(cx + ankle[0] - s, cy + 50.0), (cx + ankle[0], cy + ankle[1])]
        garments.limb(sc, foot, [2.5, 1.8], 0.5, "flesh", 5, bare=True)
        foot = [
            foot[1],
            (cx + (ankle[0] + toe[0]) / 2, cy + toe[1] - 0.8),
            (cx + toe[0], cy + toe[1]),
        ]
        garments.limb(sc, foot, [1.9, 1.8, 0.9], 1.2, "flesh", 6, bare=True)
    for s, hand, elbow, turn, seed in (
        (-1, (24.2, 48.6), (27.4, 59.6), -20, 4),
        (1, (55.0, 45.4), (55.2, 58.4), 8, 8),
    ):
        f = Frame(*hand, turn, s, 0.8)
        sc.tube("wand", "bone", [f.at(0, -9.0), f.at(0, 9.0)], 0.8, 9.0, 0.44, 0.9, 0.04, 0.26)
        for end in (-9.4, 9.4):
            sc.ball("wandend", "gem", *f.at(0, end), 1.5, 9.0, 0.8, 0.26)
        hands.fist(sc, f, 11.0, "flesh", f"d{s}")
        garments.limb(
            sc,
            [(cx + s * 8.4, cy + 14.4), elbow, f.at(1.9, 9.0)],
            [3.1, 2.7, 2.1],
            4.0,
            "flesh",
            seed,
            bare=True,
        )
        for r in (0.34, 0.46):
            p = np.array((cx + s * 8.4, cy + 14.4)) * (1 - r) + np.array(elbow) * r
            sc.oval("armring", "gold", *p, 3.0, 0.8, 6.6, high=0.8)

    def face(q):
        q.eyes(look=(0.02, 0.0), iris="leaf", big=1.08)
        q.brows("hair.ink", 0.5, 0.02)
        q.nose()
        q.lips(full=1.06, smile=0.04)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    picture = Picture(K, 2.0)
    _r, _a = picture.polar(39.8, 60.0)
    picture.rays(39.8, 60.0, 96, 6, 0.42, wave=lambda r, a: 1 + 0.5 * np.cos(r / 3.6 + 8 * a))
    return picture.finish(figure(picture, st))
