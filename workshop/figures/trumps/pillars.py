"""II, The Two Pillars: a veiled woman reads between a dark and a light pillar, under a crescent."""

import numpy as np

from workshop.figures import cloth, country, crowns, garments, hands
from workshop.figures.curves import Frame, bell
from workshop.figures.picture import Head, Picture

NAMES = ["trumps/02"]
K = 0.66


def book(sc, x, y, wide, tall, z, cover="leather", page="pearl"):
    """Open a book toward the viewer; rows of signs cover its pages."""
    u, v = sc.X - x, sc.Y - y
    arch = 1.6 * np.sin(np.clip(np.abs(u) / wide, 0, 1) * np.pi) ** 0.7
    m = np.minimum(wide + 0.9 - np.abs(u), tall / 2 + 0.9 - np.abs(v + 0.5 * arch))
    sc.add("cover", cover, z + 0 * u, m, u, 0.5, 0.8, 0, 0.3)
    m = np.minimum(wide - np.abs(u), tall / 2 - np.abs(v + arch - 0.6))
    zz = z + 1.0 + 1.6 * np.sin(np.clip(np.abs(u) / wide, 0, 1) * np.pi) - 1.2 * bell(u, 0.5)
    sc.add("page", page, zz, m, np.abs(u), 0.9, 0.35, 0.06, 0.28)
    for s in (-1, 1):
        for i in range(6):
            row = y - tall * 0.36 + i * tall * 0.145
            a = np.abs(np.linspace(0.16, 0.88, 12) * wide)
            lift = 1.6 * np.sin(a / wide * np.pi) ** 0.7
            p = np.stack([x + s * a, row - lift + 0.6], 1)
            if i == 2:
                crowns.ray_star(sc, x + s * 0.52 * wide, row - 0.4, 1.6, z + 3.6, 8, "gold", 0.4)
                continue
            sc.tube("row", "black", p, 0.26, z + 2.6, 9, 0, 0.0, 0.12)


def figure(picture, st):
    """Return the scene."""
    sc = picture.scene(st)
    low = picture.h
    x, y = 39.8, 39.0
    crowns.crescent(sc, x, 15.0, 9.6, -12.0, "silver", 0.84, -0.42)
    crowns.ray_star(sc, x, 12.6, 4.2, -10.0, 8, "gold", 0.34, "gem")
    for s, material in ((-1, "iron"), (1, "stone")):
        country.column(sc, x + s * 28.6, 31.0, 112.0, 6.4, -10.0, material, 8, "gold")
    for i in range(4):
        yy = 102 + 5.6 * i
        board = np.minimum(sc.Y - yy, low + 4 - sc.Y)
        tile = np.sin((sc.X - x) / (2.1 + 0.42 * i) + np.pi * (i % 2)) > 0
        sc.add(
            "floor",
            "black" if i % 2 else "far",
            -20 + 0.3 * i + 0 * sc.X,
            np.where(tile, board, board),
            sc.Y * 1.2,
            0.6,
            0.6,
            0.1,
            0.24,
        )
    veil = [
        *((x, y - 12.4), (x - 7.4, y - 10.6), (x - 11.2, y - 4.0), (x - 12.4, y + 6)),
        *((x - 16.0, y + 18), (x - 20, y + 42), (x - 21.6, y + 72), (x + 21.6, y + 72)),
        *((x + 20, y + 42), (x + 16.0, y + 18), (x + 12.4, y + 6), (x + 11.2, y - 4.0)),
        (x + 7.4, y - 10.6),
    ]
    z, m = cloth.hanging(sc, "veil", "linen", veil, (x, y - 26), -5.0, 4, start=(16, 34))
    cloth.hem(sc, "veilhem", z, m, where=low + sc.Y * 0)
    h = Head(sc, x, y, 9.4, yaw=-8, pitch=13, roll=0)
    garments.gown(sc, x, y + 12.6, "gown", (13.4, 6.6), (27.0, 10.6), (78.0, 20.0), -1.0, 7.0, 4)
    cloth.neck(h, [(x, y + 6), (x, y + 14)], [3.3, 3.6])
    rows = ((5.2, 0.42, "silver", 70), (6.2, 0.55, "gem", 26), (7.2, 0.42, "silver", 70))
    cloth.collar(sc, x, y + 12.6, rows, 0.74, 4.2, pearls=(9, 8.4, 0.6))
    h.add()
    cloth.veil_top(h, 1.34, 1.30, "linen", 1.5, "gold")
    crowns.band(h, -0.58, 0.14, 0.09, 1.9, "gold")
    crowns.points(h, -0.70, (-1.1, -0.56, 0.0, 0.56, 1.1), 0.9)
    crowns.stones(h, -0.58, 0.14, (-0.7, -0.35, 0, 0.35, 0.7), 0.55, 13, ("gem", "pearl"))
    book(sc, x, y + 38.0, 13.4, 17.0, 10.0)
    for s in (-1, 1):
        f = Frame(x + s * 12.6, y + 43.0, s * 44, s, 0.92)
        hands.cup(sc, f, 14.5, pre="l" if s < 0 else "r")
        arm = [(x + s * 11.6, y + 19.4), (x + s * 22.6, y + 40.0)]
        garments.limb(sc, arm, [4.8, 5.6], 4.0, "gown", 4 + s)
        arm = [(x + s * 23.0, y + 40.0), (x + s * 23.2, y + 49.0), f.at(0.2, 8.6)]
        garments.limb(sc, arm, [5.6, 5.2, 3.6], 6.0, "gown", 7 + s)

    def face(q):
        q.eyes(look=(0.0, 0.04), iris="water", wide=0.62, big=1.06)
        q.brows("hair.ink", 0.46, 0.02)
        q.nose()
        q.lips(full=1.0, smile=0.016)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    picture = Picture(K)
    r, _a = picture.polar(39.8, 14.0)
    picture.lines(r / 1.8, (0.36 + 0.18 * np.cos(r / 6.4)) * np.clip((r - 13) / 5, 0, 1))
    for at in (13.6, 14.6):
        picture.circle(39.8, 14.0, at, 0.4 if at < 14 else 0.16)
    picture.stars(4, 12, ((39.8, 14, 17), (39.8, 40, 20), (11, 60, 10), (68, 60, 10)), 0.8, 1.8)
    return picture.finish(figure(picture, st))
