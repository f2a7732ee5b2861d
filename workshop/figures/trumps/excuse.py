"""The Excuse: a fool in cap and bells with a bundle of stars, one step before a chasm."""

import numpy as np

from workshop.figures import cloth, country, crowns, garments, hands
from workshop.figures.curves import Frame, spline
from workshop.figures.picture import Head, Picture
from workshop.figures.wonders import bell_ball, jester_cap

NAMES = ["trumps/excuse"]
K = 0.66
SUN = (11.6, 14.6)


def figure(picture, st):
    """Return the scene."""
    sc = picture.scene(st)
    country.sun(sc, *SUN, 7.6, -12.0, 16, 1.7)
    country.cloud(sc, 62.0, 92.0, 7.0, -20.0, "white", 3)
    country.hill(sc, [(-3, 98), (14, 90), (26, 96), (44, 91), (60, 99), (84, 93)], -24.0, "far", 5)
    country.hill(sc, [(-3, 112), (20, 110.5), (44, 111), (58, 112.4), (60, 122)], -12.0, "leaf", 8)
    x, y = 36.0, 35.0
    h = Head(sc, x, y, 9.0, yaw=26, pitch=-6, roll=-8)
    z, m = garments.gown(
        sc, x + 1.0, y + 13, "cloth", (12.6, 6.6), (27.0, 8.8), (50.0, 16.5), -2.0, 6.6, 4, hem=None
    )
    half = np.minimum(m, sc.X - x - 1.2 - 0.8 * np.sin((sc.Y - y) * 0.12))
    sc.add("motley", "flame", z + 0.25, half, sc.Y - 0.5 * z, 0.46, 1.0, 0.02, 0.26)
    for i in range(-3, 4):
        a = x + 1.0 + i * 4.6
        top = y + 13 + 50.0 - 3.0 - 0.12 * i * i
        hue = "cloth" if i % 2 else "straw"
        sc.tube("dag", hue, [(a, top - 4), (a, top + 4)], [2.6, 0.3], 4.0 - 0.2 * abs(i), 0.46)
        bell_ball(sc, a, top + 4.6, 1.2, 6.0)
    for s, hue, knee, foot in (
        (-1, "flame", (28.6, 103.0), (22.0, 114.0)),
        (1, "cloth", (47.0, 102.6), (56.0, 111.0)),
    ):
        garments.limb(sc, [(x + 1 + s * 5, y + 58), knee, foot], [5.2, 4.4, 3.2], -4.0 + s, hue, 6)
        toe = [
            (foot[0] - 2.0, foot[1] + 1.0),
            (foot[0] + 5, foot[1] + 2.2),
            (foot[0] + 9.4, foot[1] - 2.6),
        ]
        garments.limb(sc, toe, [3.0, 2.5, 0.5], -1.0, "straw", 3, 0.2)
        bell_ball(sc, foot[0] + 9.8, foot[1] - 3.4, 1.0, 0.0)
    cloth.neck(h, [(x + 0.4, y + 6), (x + 0.8, y + 14)], [3.3, 3.6])
    cloth.ruff(sc, x + 0.8, y + 12.6, 11.0, 4.8, 3.0, 3.0, 24, "linen", 0.06, 0.05)
    h.add(0.05)
    jester_cap(h, ("cloth", "straw", "flame"))
    # The bundle on its stick, over the shoulder.
    stick = spline([(66.0, 64.4), (47.0, 52.6), (14.0, 34.0)], 30)
    sc.tube("stick", "wood", stick, 1.0, 8.0, 0.42, 0.9, 0.05, 0.3)
    bx, by = 13.0, 45.0
    d = np.hypot((sc.X - bx) / 8.6, (sc.Y - by) / 8.0)
    q = np.arctan2(sc.X - bx, sc.Y - by + 12)
    zb = 2.0 + 7.0 * np.sqrt(np.maximum(1 - d * d, 0)) + 0.6 * np.cos(q * 17)
    sc.add(
        "bundle", "flame", zb, (1 - d) * 8, np.hypot(sc.X - bx, sc.Y - by + 12), 0.46, 1, 0, 0.34
    )
    for ex, ey in ((-4.6, -12.4), (5.6, -11.6)):
        sc.tube("knot", "flame", [(bx, by - 8.4), (bx + ex, by + ey)], [1.4, 2.2], 7.0, 0.46)
    for dx, dy, r in ((-3.4, -1.6, 2.0), (3.0, 1.8, 2.4), (-1.0, 4.4, 1.5), (4.0, -4.0, 1.3)):
        crowns.ray_star(sc, bx + dx, by + dy, r, 11, 8, "gold", 0.4)
    hands.fist(sc, Frame(50.4, 54.4, 28, 1, 0.92), 12.0)
    garments.limb(sc, [(47.6, 55.6), (60.6, 72.0), (54.4, 63.0)], [4.2, 4.0, 2.9], 7.0, "flame", 5)
    hands.palm(sc, Frame(13.0, 80.0, -34, -1, 0.9), 10.0, pre="l")
    garments.limb(sc, [(26.4, 56.0), (18.6, 70.0), (22.6, 77.4)], [4.2, 3.9, 2.8], 5.0, "cloth", 9)
    country.planet(sc, 11.6, 73.6, 4.6, 12.0, "gem", 1.7)

    def face(q):
        q.eyes(look=(0.02, -0.04), iris="gem", big=1.14)
        q.brows("hair.ink", 0.5, 0.05)
        q.nose(1.05)
        q.lips(full=1.0, smile=0.07, wide=0.25)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    picture = Picture(K)
    picture.rays(*SUN, 90, 12, 0.40, wave=lambda r, a: 1 + 0.4 * np.sin(r / 4.0 + 9 * a))
    return picture.finish(figure(picture, st))
