"""The Excuse: a fool in cap and bells with a bundle of stars, one step before a chasm."""

import numpy as np

from workshop.figures import cloth, country, crowns, garments, hands, sleeves
from workshop.figures.curves import Frame, spline
from workshop.figures.picture import Head, Picture
from workshop.figures.wonders import bell_ball, jester_cap

NAMES = ["trumps/excuse"]
K = 0.66
SUN = (11.6, 14.6)


def figure(picture, st):
    """Return the scene."""
    sc = picture.scene(st)
    country.sun(sc, *SUN, 7.0, -12.0, 16, 1.7)
    country.hill(sc, [(-3, 89), (12, 81), (24, 88), (44, 83), (62, 92), (84, 84)], -28.0, "far", 5)
    cliff = [(-3, 102), (20, 101.2), (44, 102.2), (50, 104.4), (52.4, 122)]
    country.hill(sc, cliff, -6.0, "leaf", 8)
    country.hill(sc, [(62, 124), (65, 105.4), (72, 103.4), (84, 104)], -6.4, "leaf", 3)
    x, y = 40.0, 31.0
    h = Head(sc, x, y, 9.0, yaw=26, pitch=-6, roll=-8)
    for s, hue, path in (
        (-1, "flame", [(35.6, 73.0), (30.0, 86.4), (20.0, 97.6)]),
        (1, "straw", [(46.0, 73.0), (58.0, 84.0), (57.6, 97.0)]),
    ):
        sleeves.sleeve(
            sc, path, [6.0, 5.4, 4.8, 4.6, 3.2], -3.0 + s, hue, 6 + s, 0.5, root=False, fine=1.3
        )
        (fx, fy), lean = path[-1], -0.2 if s < 0 else 0.06
        toe = [(fx - 2.2, fy + 1.2 - lean), (fx + 4.4, fy + 2.6), (fx + 8.6, fy - 0.6 - lean * 9)]
        garments.limb(sc, toe, [3.1, 2.6, 0.5], 1.0, "cloth", 3, 0.2)
        bell_ball(sc, fx + 9.0, fy - 1.6 - lean * 9, 1.1, 2.0)
        d = (sc.X - fx) * 0.1 + np.abs(sc.Y - fy + 1.6)
        cuff = np.minimum(1.3 - d, 4.4 - np.abs(sc.X - fx))
        sc.add("anklet", "gold", 2.2 + 0 * d, cuff, sc.X, 0.4, 0.9, 0.04, 0.26)
    z, m = garments.gown(
        sc, x + 0.6, y + 13, "cloth", (12.6, 6.6), (23.0, 8.0), (37.0, 14.6), -2.0, 6.8, 4, hem=None
    )
    half = np.minimum(m, sc.X - x - 0.8 - 0.8 * np.sin((sc.Y - y) * 0.12))
    sc.add("motley", "flame", z + 0.25, half, sc.Y - 0.5 * z, 0.46, 1.0, 0.02, 0.26)
    for i in range(-3, 4):
        a = x + 0.6 + i * 4.0
        top = y + 13 + 37.0 - 2.4 - 0.12 * i * i
        hue = "cloth" if i % 2 else "straw"
        dag = [(a, top - 4), (a, top + 4)]
        sc.tube("dag", hue, dag, [2.3, 0.3], 4.6 - 0.2 * abs(i), 0.46)
        bell_ball(sc, a, top + 4.4, 1.1, 6.4)
    for i in range(4):
        sc.ball("button", "gold", x + 0.9, y + 19.5 + 4.2 * i, 1.0, 6.0, 0.8, 0.24)
    cloth.neck(h, [(x + 0.4, y + 6), (x + 0.8, y + 14)], [3.3, 3.6])
    cloth.ruff(sc, x + 0.8, y + 12.6, 11.0, 4.8, 3.0, 3.0, 24, "linen", 0.06, 0.05)
    h.add(0.05)
    jester_cap(h, ("cloth", "straw", "flame"))
    # The bundle on its stick, over the shoulder.
    stick = spline([(69.0, 60.4), (50.0, 48.6), (17.0, 28.6)], 30)
    sc.tube("stick", "wood", stick, 1.0, 8.0, 0.42, 0.9, 0.05, 0.3)
    bx, by = 17.0, 39.0
    d = np.hypot((sc.X - bx) / 8.2, (sc.Y - by) / 7.6)
    q = np.arctan2(sc.X - bx, sc.Y - by + 12)
    zb = 2.0 + 7.0 * np.sqrt(np.maximum(1 - d * d, 0)) + 0.6 * np.cos(q * 17)
    sc.add(
        "bundle", "flame", zb, (1 - d) * 8, np.hypot(sc.X - bx, sc.Y - by + 12), 0.46, 1, 0, 0.34
    )
    for ex, ey in ((-4.6, -12.0), (5.6, -11.2)):
        sc.tube("knot", "flame", [(bx, by - 8.0), (bx + ex, by + ey)], [1.4, 2.2], 7.0, 0.46)
    for dx, dy, r in ((-3.2, -1.4, 2.0), (3.0, 1.8, 2.3), (-1.0, 4.2, 1.5), (3.6, -3.8, 1.3)):
        crowns.ray_star(sc, bx + dx, by + dy, r, 11, 8, "gold", 0.4)
    f = Frame(54.0, 50.4, 28, 1, 0.92)
    hands.fist(sc, f, 12.0)
    arm = [(50.6, 50.6), (64.0, 71.0), (62.4, 65.0), f.at(2.6, 9.0)]
    sleeves.sleeve(sc, arm, [4.9, 5.0, 4.8, 4.2, 3.2], [3.0, 6.0, 8.0], "flame", 5, 0.9)
    cloth.cuff(sc, f, 12.6, 8.6, 3.2, 2.4, "linen", "gold", skew=1.2)
    f = Frame(17.6, 62.2, -42, 1, 0.92)
    hands.cup(sc, f, 10.0, pre="l")
    arm = [(30.2, 50.4), (28.6, 75.0), f.at(0.3, 10.0)]
    sleeves.sleeve(sc, arm, [4.9, 5.0, 4.8, 4.2, 3.2], [3.0, 5.0, 7.0], "cloth", 9, 0.9)
    cloth.cuff(sc, f, 10.6, 8.6, 3.2, 2.4, "linen", "gold", skew=-1.2)
    country.planet(sc, 14.0, 57.6, 4.4, 8.0, "gem", 1.7)

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
