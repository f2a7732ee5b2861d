"""IX, The Lantern: a hooded old man holds up a lantern with a star in it; snow, peaks, night."""

import numpy as np

from workshop.figures import cloth, country, crowns, hair, hands, sleeves
from workshop.figures.curves import Frame, dome, folds, spline
from workshop.figures.picture import Head, Picture

NAMES = ["trumps/09"]
K = 0.66
LAMP = (15.6, 48.0)
OUTER = [
    *((46.0, 13.0), (38.6, 16.0), (33.4, 22.0), (31.6, 30.0), (31.0, 38.0), (28.0, 46.0)),
    *((22.0, 60.0), (19.0, 86.0), (16.0, 124.0), (72.0, 124.0), (70.6, 90.0), (66.4, 62.0)),
    *((60.6, 48.0), (58.4, 38.0), (57.6, 28.0), (54.6, 18.0)),
]
INNER = [
    *((44.6, 20.4), (39.6, 22.0), (36.8, 27.0), (36.2, 34.0), (36.2, 41.0), (36.0, 48.0)),
    *((38.0, 58.0), (44.0, 64.0), (50.0, 58.0), (52.6, 48.0), (53.6, 40.0), (53.8, 31.0)),
    *((52.0, 24.6), (48.6, 21.2)),
]


def peak(sc, points, z, seed, snow=0.36):
    """Raise a mountain from a ridge of points; its top is white."""
    line = np.array(points, float)
    top = np.interp(sc.X, line[:, 0], line[:, 1])
    down = sc.Y - top
    ridge = np.interp(sc.X, line[:, 0], np.gradient(line[:, 1]))
    crag = 0.9 * folds(sc.X * 0.7 + down * 0.25 + seed, seed)
    zz = z + 1.5 * np.sqrt(np.clip(down, 0, 16)) + crag + 0.05 * ridge * down
    sc.add(
        "peak", "far", zz, down, down * 0.75 + sc.X * 0.35 + 0.5 * crag, 0.62, 0.9, 0, 0.32, over=z
    )
    cap = np.minimum(
        down,
        (line[:, 1].max() - line[:, 1].min()) * snow
        - down
        + 2.2 * np.sin(sc.X * 1.1)
        + 1.2 * np.sin(sc.X * 2.3),
    )
    sc.add("snow", "white", zz + 0.5, cap, down * 0.7 - sc.X * 0.3, 0.7, 0.8, 0.08, 0.28)


def lantern(sc, x, y, z, k=1.0):
    """Hang a lantern: a cage of six panes with a star that burns in it."""
    half, tall = 6.0 * k, 8.0 * k
    u, v = sc.X - x, sc.Y - y
    m = np.minimum(half * (1 - 0.10 * np.abs(v) / tall) - np.abs(u), tall - np.abs(v))
    zz = z + 0.7 * np.sqrt(np.maximum(half**2 - u * u, 0))
    sc.add("pane", "sun", zz, m, v, 0.7, 0.3, 0.2, 0.3)
    for at in (-0.94, -0.38, 0.38, 0.94):
        bar = np.minimum(m + 0.3, 0.55 - np.abs(u - at * half * (1 - 0.10 * np.abs(v) / tall)))
        sc.add("bar", "bronze", zz + 1.0, bar, v, 0.44, 0.9, 0, 0.24)
    for at, wide, high in ((tall, 1.2, 1.2), (-tall, 1.2, 1.1), (tall + 1.8, 0.9, 0.8)):
        rim = np.minimum(half * wide - np.abs(u), high - np.abs(v - at))
        sc.add(
            "rim", "bronze", zz + 1.6 + 0.6 * dome((v - at) / high), rim, u, 0.44, 0.9, 0.03, 0.28
        )
    roof = np.minimum((v + tall + 6.4 * k) * 0.8 - np.abs(u) * 0.62, -v - tall)
    sc.add("lid", "bronze", zz + 1.0 - 0.2 * np.abs(u), roof, v + 0.3 * u, 0.44, 0.95, 0.0, 0.3)
    ring = 0.55 - np.abs(np.hypot(u, v + tall + 8.4 * k) - 2.4 * k)
    sc.add("hoop", "bronze", z + 3.0 + 0 * u, ring, u + v, 0.44, 0.9, 0.02, 0.24)
    crowns.ray_star(sc, x, y, 4.8 * k, z + 7.0, 8, "gold", 0.34, "flame")


def figure(picture, st):
    """Return the scene."""
    sc = picture.scene(st)
    low = picture.h
    crowns.crescent(sc, 27.0, 14.0, 6.0, -12.0, "silver", 0.84, -0.34)
    peak(sc, [(-4, 96), (6, 84), (12, 88), (22, 70), (28, 80), (36, 92), (84, 96)], -30.0, 3)
    peak(sc, [(-4, 98), (40, 96), (56, 84), (63, 70), (68, 76), (75, 66), (84, 82)], -29.0, 6)
    country.hill(sc, [(-3, 104), (20, 101), (44, 106), (64, 102), (84, 106)], -22.0, "white", 4)
    h = Head(sc, 44.0, 36.6, 9.0, yaw=-26, pitch=4, roll=2, man=1, age=1)
    cloth.hood(sc, OUTER, INNER, (44.0, 38.0), "robe", "lining", seed=4)
    hair.temples(h, "beard", 4.0, 0.7)
    h.add()
    hair.beard(h, "beard", 1.25, 42.0, 0.95, z=7.6)
    hair.moustache(h, "beard", 0.42, 3.0)
    hair.shaggy_brows(h)
    rope = spline([(24.0, 88.0), (36.0, 92.0), (50.0, 92.0), (66.6, 87.0)], 40)
    sc.tube("rope", "straw", rope, 1.3, 9.0, 0.44, 0.9, 0.03, 0.28)
    for dx, end in ((0.0, 110.0), (2.4, 106.0)):
        sc.tube(
            "ropeend",
            "straw",
            spline([(46 + dx, 92), (46.6 + dx, 100), (45.6 + dx, end)], 20),
            1.1,
            10.0,
            0.44,
        )
        sc.ball("knot", "straw", 45.6 + dx, end, 1.7, 10.5, 0.8, 0.26)
    lantern(sc, *LAMP, 12.0, 1.05)
    f = Frame(15.8, 34.2, -22, -1, 0.98)
    hands.fist(sc, f, 15.0)
    arm = [(31.0, 55.0), (27.6, 71.0), (22.4, 58.0), f.at(1.8, 11.0)]
    radii = [5.6, 6.4, 6.6, 6.0, 5.0, 3.8]
    sleeves.sleeve(sc, arm, radii, [4.0, 8.0, 9.0, 10.0], "robe", 6, 1.1)
    fall = [(21.0, 60.0), (27.0, 62.0), (33.6, 66.0), (33.0, 82.0), (28.6, 96.0), (22.6, 84.0)]
    sleeves.bag(sc, fall, 7.0, 5.0, (25.0, 56.0), "robe", 5)
    g = Frame(65.6, 66.0, 8, 1, 0.98)
    sc.tube(
        "staff",
        "wood",
        spline([(67.8, 31.0), (66.6, 50.0), (65.4, 66.0), (63.4, low + 4)], 40),
        1.35,
        11.0,
        0.44,
        0.9,
        0.03,
        0.32,
    )
    for yy in (43.0, 88.0):
        sc.oval("staffknot", "wood", 67.1 - (yy - 43) * 0.052, yy, 2.0, 1.4, 11.2)
    sc.oval("staffhead", "wood", 67.9, 30.4, 2.4, 2.6, 11.4)
    hands.fist(sc, g, 14.0, pre="r")
    arm = [(57.6, 56.0), (66.4, 91.0), (69.0, 84.0), g.at(2.0, 10.0)]
    radii = [5.6, 6.4, 6.6, 6.0, 5.0, 3.8]
    sleeves.sleeve(sc, arm, radii, [4.0, 6.0, 8.0, 9.0], "robe", 8, 1.1)
    for frame in (f, g):
        cloth.cuff(sc, frame, 12.4, 9.8, 3.8, 2.8, "lining", "gold", skew=0.6)

    def face(q):
        q.eyes(look=(-0.034, 0.01), wide=0.8, iris="steel", big=1.0)
        q.nose(1.12)
        q.wrinkles(2)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    picture = Picture(K)
    picture.rays(
        *LAMP,
        80,
        11,
        0.44,
        role="ray2",
        far=30,
        wave=lambda r, a: np.clip((30 - r) / 14, 0, 1) * (1 + 0.3 * np.cos(r)),
    )
    r, _ = picture.polar(*LAMP)
    picture.lines(
        picture.Y / 2.0, (0.3 + 0.1 * np.sin(picture.Y / 6)) * np.clip((r - 28) / 6, 0, 1)
    )
    picture.stars(9, 16, ((*LAMP, 26), (27, 14, 10), (44, 34, 24)), 0.8, 2.0)
    return picture.finish(figure(picture, st))
