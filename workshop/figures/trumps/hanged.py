"""XII, The Hanged Figure: a youth hangs by one foot between two trees, the sun behind his head."""

import math

import numpy as np

from workshop.figures import cloth, country, crowns, garments, hair
from workshop.figures.curves import bell, dome, folds, loop
from workshop.figures.picture import Head, Picture

NAMES = ["trumps/12"]
K = 0.66


def figure(picture, st):
    """Return the scene."""
    sc = picture.scene(st)
    low = picture.h
    x = 39.8
    for s in (-1, 1):
        trunk = [
            (x + s * 33.0, low + 4),
            (x + s * 34.0, 80),
            (x + s * 31.6, 44),
            (x + s * 33.6, -4),
        ]
        country.tree(
            sc,
            trunk,
            [5.6, 4.4, 4.2, 4.4],
            -8.0,
            "wood2",
            3 + s,
            ((0.22, s * 1), (0.38, -s), (0.58, s), (0.72, -s)),
        )
        for _j, (ly, out) in enumerate(((26, -1), (52, -1), (74, 1), (38, 1), (92, -1))):
            px = x + s * 33.0 + out * s * 4.0
            for dx, dy in ((4.6, -3.4), (5.4, 1.2), (1.6, -5.6)):
                country.leaf(sc, (px, ly), (px + out * s * dx, ly + dy), 1.3, -3.0)
    beam = [(-4, 11.4), (20, 9.4), (42, 10.4), (62, 9.0), (84, 11.0)]
    country.tree(sc, beam, [4.2, 3.8, 4.0, 3.8, 4.2], -3.0, "wood2", 6)
    country.hill(sc, [(-3, 112), (24, 110), (44, 113), (62, 110), (84, 112)], -16.0, "leaf", 4)
    for px, seed in ((18.0, 3), (60.0, 5), (70.0, 8), (8.0, 6)):
        country.tuft(sc, px, 116.5, 6.0, -6.0, 6, seed)
    hx, hy = 39.6, 92.0
    d = np.hypot(sc.X - hx, sc.Y - hy)
    crowns.ray_star(sc, hx, hy, 21.0, -14.0, 24, "gold", 0.62)
    sc.add("halo", "sun", -9.0 + 0.04 * d, 15.0 - d, d, 0.8, 0.5, 0.14, 0.3)
    sc.add("halorim", "gold", -8.0 + 0 * d, 0.7 - np.abs(d - 15.0), sc.X, 0.5, 0.8, 0.04, 0.26)
    # The rope and the legs.
    for i in range(3):
        at = 9.0 + 1.5 * i
        sc.tube("rope", "straw", [(37.0, at), (44.4, at + 0.6)], 0.85, 3.0, 0.44, 0.9, 0.03, 0.26)
    sc.tube("rope", "straw", [(40.6, 11.0), (40.4, 17.0)], 0.95, 3.0, 0.44, 0.9, 0.03, 0.26)
    garments.limb(sc, [(41.8, 51.0), (41.8, 36.0), (40.6, 21.0)], [5.0, 4.3, 2.8], 0.0, "flame", 5)
    garments.limb(
        sc, [(40.6, 21.6), (40.2, 17.6), (43.0, 13.6)], [2.9, 2.5, 1.2], 1.6, "leather", 3, 0.2
    )
    for at in (18.6, 20.2):
        sc.tube("noose", "straw", [(37.2, at), (43.8, at)], 0.9, 4.0, 0.44, 0.9, 0.03, 0.26)
    # One form from the hip over the knee to the ankle.
    bent = [(38.0, 51.0), (31.4, 43.0), (26.4, 36.2), (29.4, 33.6), (36.0, 35.4), (46.0, 38.4)]
    garments.limb(sc, bent, [5.0, 4.7, 4.3, 4.1, 3.6, 2.8], 3.4, "gown", 7)
    garments.limb(
        sc, [(45.6, 38.4), (48.6, 38.0), (50.6, 34.0)], [2.8, 2.5, 1.1], 6.0, "leather", 2, 0.2
    )
    # The tunic, upside down.
    tunic = [
        *((33.6, 74.0), (28.4, 70.0), (29.0, 62.0), (31.6, 55.6), (29.6, 47.0), (35.0, 49.0)),
        *(
            (40.0, 46.4),
            (45.0, 49.0),
            (50.0, 46.6),
            (48.2, 55.6),
            (50.6, 62.0),
            (51.0, 70.0),
            (45.8, 74.0),
            (39.8, 76.0),
        ),
    ]
    m = sc.inside(loop(tunic, 180))
    f = 0.4 * folds((sc.X - x) * 0.9 + 0.02 * (sc.Y - 60) ** 2 * np.sign(sc.X - x), 4)
    zz = 1.0 + 6.8 * dome((sc.X - 39.8) / 13.0) + f - 1.3 * bell(sc.Y - 55.6, 1.6)
    sc.add("tunic", "cloth", zz, m, sc.Y - 0.5 * zz, 0.46, 1.0, 0.02, 0.34)
    right = np.minimum(m, sc.X - 39.8 - 0.5 * np.sin(sc.Y * 0.2))
    sc.add("tunichalf", "straw", zz + 0.3, right, sc.Y - 0.5 * zz, 0.46, 1.0, 0.02, 0.26)
    belt = np.minimum(m + 0.3, 1.3 - np.abs(sc.Y - 55.8 + 0.008 * (sc.X - 39.8) ** 2))
    sc.add("belt", "leather", zz + 1.0, belt, sc.X, 0.44, 0.9, 0, 0.28)
    sc.oval("buckle", "gold", 39.8, 55.6, 1.9, 1.7, 9.4, high=1.0)
    for i in range(4):
        sc.ball("button", "gold", 39.8, 59.6 + 3.6 * i, 0.8, 8.6, 0.8, 0.22)
    for s, hue in ((-1, "cloth"), (1, "straw")):
        shoulder, elbow = (39.8 + s * 9.8, 70.0), (39.8 + s * 19.0, 63.0)
        garments.limb(
            sc,
            [shoulder, ((shoulder[0] + elbow[0]) / 2 + s * 1.5, 69.4), elbow],
            [4.3, 4.4, 3.8],
            2.0,
            hue,
            5 + s,
        )
        garments.limb(
            sc,
            [elbow, (39.8 + s * 15.6, 57.4), (39.8 + s * 8.6, 52.0)],
            [3.8, 3.4, 2.6],
            0.2,
            hue,
            8 + s,
        )
    h = Head(sc, hx, hy, 8.8, yaw=18, pitch=2, roll=176)
    cloth.neck(h, [(hx, hy - 5), (39.8, 74.0)], [3.1, 3.5])
    cloth.collar(sc, 39.8, 77.6, ((4.8, 0.6, "gold", 50),), 0.5, 5.0)
    for i in range(9):
        s = (i - 4) / 4
        path = [
            (hx + s * 6.0, hy + 5.6 - 2.0 * abs(s)),
            (hx + s * 8.6, hy + 11.2 - 1.4 * abs(s)),
            (hx + s * 9.0 + 0.8 * math.sin(i * 2.0), hy + 16.2 - 2.6 * abs(s)),
        ]
        hair.wave(sc, path, 0.4 - 0.4 * abs(s), 1.5, 2, "hair4", i, 0.6)
    h.add()
    hair.cap(h, "hair4", 0.5, -0.54, side=1.02, z=0.9, lift=0.05, full=0.6)

    def face(q):
        q.eyes(look=(0.02, 0.01), iris="water", big=1.08)
        q.brows("hair4.ink", 0.5, 0.03)
        q.nose()
        q.lips(full=1.0, smile=0.04)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    picture = Picture(K)
    picture.rays(39.6, 92.0, 90, 22, 0.4, wave=lambda r, a: 1 + 0.4 * np.cos(r / 4.2 + 8 * a))
    return picture.finish(figure(picture, st))
