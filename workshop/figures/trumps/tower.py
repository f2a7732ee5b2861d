"""XVI, The Struck Tower: lightning lifts the crown of a tower; fire, stones, two figures fall."""

import math

import numpy as np

from workshop.figures import country, garments, hair
from workshop.figures.curves import Frame, dome
from workshop.figures.head import Face
from workshop.figures.picture import Head, Picture
from workshop.figures.wonders import flame

NAMES = ["trumps/16"]
K = 0.66


def falling(sc, x, y, turn, side, hues, locks, z):
    """Let a small figure fall head first."""
    f = Frame(x, y, turn, side, 0.62)
    h = Head(sc, *f.at(0, 0), 5.4, yaw=18 * side, pitch=0, roll=turn)
    body = [f.at(0, 12), f.at(0.6, 22), f.at(0.2, 33)]
    garments.limb(sc, body, [5.4, 4.6, 6.2], z, hues[0], 4)
    for dx, knee, foot in ((-3.4, (-6.6, 45), (-12.0, 55)), (3.6, (9.0, 43), (4.4, 55))):
        garments.limb(
            sc, [f.at(dx, 33), f.at(*knee), f.at(*foot)], [3.4, 2.8, 1.8], z - 1, hues[1], 6
        )
        sc.oval("shoe", "leather", *f.at(*foot), 1.9, 1.6, z, high=1.2)
    for s, hand in ((-1, (-15, 2)), (1, (14, 4))):
        garments.limb(
            sc,
            [f.at(s * 5.4, 13), f.at(s * 12, 12), f.at(*hand)],
            [2.6, 2.4, 1.5],
            z + 1,
            hues[0],
            8,
        )
        sc.oval("palm", "flesh", *f.at(*hand), 1.6, 1.7, z + 2, high=1.2)
    h.z = h.z + z + 2
    h.add()
    for i in range(7):
        s = (i - 3) / 3
        path = [
            f.at(s * 6.4, -6.0 + 3 * abs(s)),
            f.at(s * 8.6, -11.0 + 2 * abs(s)),
            f.at(s * 7.4 + 1, -17.0 + 4 * abs(s)),
        ]
        hair.lock(sc, path, 1.15, z + 1.6 - abs(s), locks, i, 0.7)
    h.z = h.z - 0.1
    hair.cap(h, locks, 0.5, -0.5, side=1.0, z=0.7, lift=0.04, full=0.4)
    return h


def figure(picture, st):
    """Return the scene."""
    sc = picture.scene(st)
    low = picture.h
    x = 38.6
    for cx, cy, k, seed in ((8.0, 17.0, 7.4, 2), (70.0, 36.0, 6.4, 5), (18.0, 45.0, 5.0, 8)):
        country.cloud(sc, cx, cy, k, -26.0, "far", seed, n=8)
    country.hill(
        sc,
        [(-3, 112), (14, 106), (28, 98), (40, 96), (52, 99), (66, 107), (84, 112)],
        -20.0,
        "stone",
        5,
    )
    country.tower(
        sc,
        x,
        52.0,
        108.0,
        13.6,
        -10.0,
        teeth=0,
        flare=0.10,
        doors=((-4.0, 12.0, 2.0, 5.6), (5.6, 26.0, 2.0, 5.6), (0.4, 42.0, 3.2, 15.0)),
    )
    # The broken edge.
    for i in range(8):
        px = x - 12.0 + 3.4 * i
        tall = 3.4 + 2.6 * math.sin(i * 2.4)
        m = np.minimum(1.7 - np.abs(sc.X - px), np.minimum(sc.Y - 52.0 + tall, 54.0 - sc.Y))
        sc.add(
            "stub",
            "stone",
            0.6 + 7.0 * dome((px - x) / 14.5) + 0 * sc.X,
            m,
            sc.Y,
            0.56,
            0.9,
            0.02,
            0.3,
        )
    for fx, fy, k, z in (
        (x - 7.6, 56.0, 1.5, -4.0),
        (x + 7.6, 56.0, 1.5, -4.4),
        (x, 56.0, 2.1, -2.0),
    ):
        flame(sc, fx, fy, k, z)
    for dx, dy in ((-4.0, 67.6), (5.6, 81.4)):
        flame(sc, x + dx, dy, 0.62, 6.0)
    # The crown of the tower, lifted and tilted.
    f = Frame(22.0, 24.0, -24, 1, 1.0)
    u, v = f.local(sc.X, sc.Y)
    s = np.clip(u / 13.0, -1, 1)
    joint = np.minimum(
        np.abs(np.mod(v / 4.0, 1) - 0.5),
        np.abs(np.mod(u / 6.6 + 0.5 * np.mod(np.floor(v / 4.0), 2), 1) - 0.5) * 1.5,
    )
    zz = 2.0 + 11.0 * np.sqrt(1 - s * s) - 0.5 * (joint > 0.43)
    ragged = 7.6 + 1.6 * np.sin(u * 1.3) + 0.9 * np.sin(u * 2.7)
    m = np.minimum(13.0 - np.abs(u), np.minimum(v + 3.6, ragged - v))
    sc.add("crown", "stone", zz, m, v - 0.25 * zz, 0.56, 0.95, 0, 0.34)
    ring = np.minimum(14.6 - np.abs(u), 1.8 - np.abs(v + 3.6))
    sc.add("crownring", "gold", zz + 1.4 + dome((v + 3.6) / 1.8), ring, u, 0.46, 0.95, 0.04, 0.3)
    gap = np.abs(np.mod(np.arcsin(np.clip(u / 14.6, -1, 1)) / math.pi * 9.0, 2) - 1) - 0.45
    teeth = np.minimum(np.minimum(14.6 - np.abs(u), gap * 4.6), np.minimum(v + 11.0, -3.6 - v))
    sc.add("teeth", "gold", zz + 0.8, teeth, v, 0.46, 0.95, 0.02, 0.3)
    # The lightning.
    bolt = [(75.0, -3.0), (55.0, 18.6), (62.4, 21.0), (47.0, 37.0), (54.0, 39.6), (41.4, 55.0)]
    width = [4.6, 3.8, 3.4, 2.8, 2.4, 0.2]
    _, _, m, _ = sc.along(bolt, [0.55 * r for r in width])
    sc.add("bolt", "sun", 16.0 + 0.8 * np.clip(m, 0, 2), m, sc.X + sc.Y, 0.6, 0.4, 0.16, 0.4)
    rnd = np.random.RandomState(6)
    for _ in range(13):
        px, py, r = rnd.uniform(4, 76), rnd.uniform(44, 92), rnd.uniform(0.9, 2.1)
        if abs(px - x) < 18:
            continue
        t = rnd.uniform(0, 3)
        corners = [(px + r * math.cos(t + q), py + r * math.sin(t + q)) for q in (0, 1.5, 3.0, 4.6)]
        m = sc.inside(np.array(corners))
        sc.add(
            "rubble",
            "stone",
            2.0 + np.clip(m, 0, 1) + 0.3 * (sc.X - px),
            m,
            sc.X + sc.Y,
            0.5,
            0.9,
            0,
            0.28,
        )
    for _ in range(12):
        px, py = rnd.uniform(6, 74), rnd.uniform(40, 100)
        if abs(px - x) > 16:
            sc.tube(
                "spark",
                "flame",
                [(px, py), (px + 0.3, py + 2.2)],
                [0.15, 0.8],
                1.0,
                0.5,
                0.5,
                0.1,
                0.2,
            )
    one = falling(sc, 13.6, 90.0, 171, 1, ("gown", "linen"), "hair2", 6.0)
    two = falling(sc, 65.4, 84.0, -171, -1, ("flame", "gown"), "hair4", 6.0)
    country.sea(sc, 110.0, 16.0, foot=low + 3, mask=sc.Y - 112.0 - 0.9 * np.sin(sc.X * 0.2))

    def face(q):
        q.eyes(look=(0.0, -0.02), iris="wood", wide=1.2, big=1.15)
        q.brows("hair2.ink", 0.5, 0.06)
        q.nose()
        q.fill(
            "eye.ink",
            np.array(
                [(-0.1, 0.62), (0.0, 0.58), (0.1, 0.62), (0.09, 0.74), (0.0, 0.78), (-0.09, 0.74)]
            ),
        )

    for head in (one, two):
        sc.inks.append(("bolt", lambda plate, _, head=head: face(Face(head, plate, "flesh")), True))
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    picture = Picture(K)
    r, _a = picture.polar(41.0, 52.0)
    picture.lines(
        (picture.X * 0.9 + picture.Y * 0.55) / 1.7,
        (0.26 + 0.2 * np.sin(picture.Y * 0.11 + picture.X * 0.05)) * np.clip((r - 12) / 8, 0, 1),
    )
    return picture.finish(figure(picture, st))
