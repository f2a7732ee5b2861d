"""XVII, The Star: a woman kneels by a pool and pours from two jugs under a star of eight rays."""

import math

import numpy as np

from workshop.figures import cloth, country, crowns, garments, hair, hands, sleeves
from workshop.figures.curves import Frame, spline
from workshop.figures.picture import Head, Picture
from workshop.figures.wonders import jug

NAMES = ["trumps/17"]
K = 0.66
STAR = (43.0, 19.6)
SMALL = (
    (12.0, 12.0),
    (68.0, 13.0),
    (16.6, 29.0),
    (71.0, 34.0),
    (6.6, 45.0),
    (62.4, 50.0),
    (24.0, 6.4),
)


def figure(picture, st):
    """Return the scene."""
    sc = picture.scene(st)
    low = picture.h
    crowns.ray_star(sc, *STAR, 18.5, 0.0, 16, "gold", 0.30)
    crowns.ray_star(sc, *STAR, 17.6, 1.6, 8, "pearl", 0.34, "gem")
    for x, y in SMALL:
        crowns.ray_star(sc, x, y, 4.4, 0.0, 8, "pearl", 0.3, "gold")
    country.hill(sc, [(-3, 78), (14, 74), (30, 80), (48, 84), (66, 78), (84, 72)], -16.0, "far", 4)
    country.hill(sc, [(-3, 92), (18, 90), (40, 94), (62, 98), (84, 101)], -9.0, "leaf", 6)
    country.sea(sc, 100.0, -5.0, foot=low + 3, mask=sc.Y - 103 + 0.12 * (sc.X - 40))
    x, y = 42.0, 51.4
    h = Head(sc, x, y, 9.0, yaw=-28, pitch=10, roll=8)
    for i, (dx, dy, ex, ey) in enumerate(
        ((4, -5, 17, 20), (5, -2, 16, 28), (3, -7, 20, 13), (6, 2, 13, 33), (-4, 0, -8, 16))
    ):
        mid = (x + (dx + ex) / 2 + (2.4 if ex > 0 else -1.6), y + (dy + ey) / 2 - 3)
        hair.wave(
            sc, [(x + dx, y + dy), mid, (x + ex, y + ey)], -1.2 + 0.4 * i, 2.1, 4, "hair4", i, 1.2
        )
    garments.gown(
        sc, x + 1, y + 12, "gown", (11.6, 6.4), (26.0, 8.6), (72.0, 24.0), -2.0, 6.5, 7, 1.0
    )
    cloth.neck(h, [(x + 0.6, y + 5), (x + 1.6, y + 13)], [3.1, 3.4])
    cloth.collar(sc, x + 1.6, y + 11.0, ((5.2, 0.5, "gold", 60), (6.2, 0.5, "gem", 24)), 0.7, 4.0)
    h.add()
    hair.cap(h, "hair4", 0.7, -0.56, side=0.98, z=0.9, lift=0.05, full=0.7)
    hair.wave(sc, [h.at(0.60, -0.3), (x + 8.5, y + 6), (x + 9.6, y + 18)], 6.0, 1.9, 3, "hair4", 9)
    crowns.ray_star(sc, *h.at(0.02, -0.60), 2.4, 13, 8, "gold", 0.4, "gem")
    for side, seed, metal in ((-1, 4, "gold"), (1, 9, "silver")):
        cx = x + 1
        mouth = np.array((cx - 1.6 + side * 25.4, 96.6))
        held = Frame(*mouth, side * 128, -side, 1.06)
        jug(sc, held, 9.0, metal, 1.06)
        f = Frame(*held.at(7.0, 4.6), side * 128, -side, 0.98)
        hands.fist(sc, f, 14.0, pre=f"h{side}")
        elbow = (cx + side * 21.5, 78.0)
        arm = [(cx + side * 12.0, 71.0), elbow, f.at(1.6, 8.4)]
        sleeves.bare(sc, arm, [3.6, 3.9, 3.4, 2.5], [-3.0, 6.0, 8.0])
        end = (cx + side * 17.0, 74.4)
        short = [(cx + side * 9.4, 68.6), (cx + side * 13.0, 70.0), end]
        sleeves.sleeve(sc, short, [4.6, 5.8, 5.8, 5.2], [3.0, 7.0, 9.0], "gown", seed, 0.8)
        end = mouth + np.array((side * 0.6, 14.0))
        stream = spline([mouth, mouth + np.array((side * 1.4, 5.0)), end], 36)
        _, wd, m, hh = sc.along(stream, np.linspace(0.9, 1.7, 36))
        sc.add("water", "water", 14.5 + hh, m, wd * 0.9, 0.42, 0.8, 0.14, 0.26)

    def face(q):
        q.eyes(look=(-0.03, 0.03), iris="water", wide=0.75, big=1.05)
        q.brows("hair4.ink", 0.45, 0.02)
        q.nose()
        q.lips(full=1.05, smile=0.02)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    picture = Picture(K)
    petals = lambda r, a: 1 + 0.5 * math.cos(8 * a) * np.exp(-r / 40) + 0.2 * np.cos(r / 3.2)  # noqa: E731
    picture.rays(*STAR, 112, 17, 0.4, wave=petals)
    for r in (21.4, 22.4):
        picture.circle(*STAR, r, 0.4 if r < 22 else 0.16)
    return picture.finish(figure(picture, st))
