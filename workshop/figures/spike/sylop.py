"""The Sylop of Corellian Spike: an owl before the moon, its wings spread."""

import math

import numpy as np

from workshop.figures import crowns
from workshop.figures.curves import Frame, bell, dome, loop, spline, step
from workshop.figures.grounds import Ground

NAMES = ["spike/sylop"]
X, Y = 33.0, 19.4


def _feather(sc, root, tip, wide, z, material):
    """Lay one feather with its quill."""
    a, b = np.array(root, float), np.array(tip, float)
    d = b - a
    n = np.array([-d[1], d[0]]) * 0.06
    p = spline([a, (a + b) / 2 + n, b], 26)
    t = np.linspace(0, 1, 26)
    u, w, m, h = sc.along(p, np.interp(t, [0, 0.3, 0.85, 1], [0.55, 1, 0.9, 0.3]) * wide)
    barb = 0.16 * np.abs(np.sin(u * 1.3 + np.abs(w) * 1.2))
    zz = z + 0.6 * h - 0.4 * bell(w, 0.22) + barb
    bar = np.minimum(m - 0.1, 0.55 - np.abs(np.mod(u + 0.5 * np.abs(w), 4.2) - 2.6))
    sc.add("feather", material, zz, m, u * 0.8 + np.abs(w) * 0.9, 0.52, 1, 0.02, 0.28)
    sc.add("featherbar", "robe", zz + 0.1, bar, u + np.abs(w), 0.5, 0.8, -0.05, 0.0)


def _wings(sc):
    for s in (-1, 1):
        for tier, (n, long, wide) in enumerate(((7, 25.0, 3.0), (6, 17.0, 2.7), (4, 10.5, 2.6))):
            for i in range(n):
                a = math.radians(22 + 96 * i / (n - 1) + 4 * tier)
                root = (X + s * (7.0 + 0.4 * i), Y + 10.5 - 0.5 * i)
                reach = long * (0.82 + 0.26 * math.sin(a * 1.3))
                tip = (root[0] + s * reach * math.sin(a), root[1] - reach * math.cos(a) * 0.92)
                material = ("feather", "linen", "cloth")[tier]
                _feather(sc, root, tip, wide, -4.0 + 1.6 * tier + 0.12 * i, material)


def figure(st):
    """Return the scene."""
    sc = Ground().court.scene(st)
    _wings(sc)
    u, v = sc.X - X, sc.Y - Y
    # breast of small feathers
    z = 1 + 8 * dome(np.hypot(u / 14.5, (v - 24) / 26))
    best = np.zeros_like(u)
    row = np.floor(v / 2.3)
    shift = 0.5 * np.mod(row, 2)
    du = (np.mod(u / 3.4 + shift, 1) - 0.5) * 3.4
    dv = v - row * 2.3
    best = np.hypot(du / 1.75, dv / 2.3)
    z = z + 0.7 * (1 - best) - 0.5 * bell(best - 1, 0.12)
    right = [(9, 6), (13, 18), (14, 34), (8, 48)]
    left = [(-x, y) for x, y in right[::-1]]
    body = [(X + x, Y + y) for x, y in (*right, *left, (0, 3))]
    sc.add("breast", "linen", z, sc.inside(loop(body)), best * 1.5, 0.42, 1, 0.0, 0.34)
    # head, tufts, discs of the face
    e = np.hypot(u / 12.0, (v + 0.4) / 10.6)
    q = np.arctan2(u, -v)
    head = 6 + 7.5 * dome(e) + 0.3 * np.abs(np.sin(q * 17)) * step(0.3, 1, e)
    sc.add("head", "cloth", head, (1 - e) * 10.6, q * 12 + e * 3, 0.42, 1, 0.02, 0.36)
    for s in (-1, 1):
        for i, (x, y, r) in enumerate(((11.6, -15.4, 1.9), (8.6, -14.0, 1.8), (13.4, -11.8, 1.6))):
            mid = (X + s * x * 0.72, Y + y * 0.72)
            p = spline([(X + s * 4.6, Y - 6.6), mid, (X + s * x, Y + y)], 26)
            radii = np.interp(np.linspace(0, 1, 26), [0, 0.5, 1], [r * 0.8, r, 0.12])
            a, w, m, h = sc.along(p, radii)
            sc.add(
                "tuft", "cloth", 9 + 0.3 * i + h - 0.3 * bell(w, 0.3), m, a * 0.7 + np.abs(w), 0.42
            )
        d = np.hypot((u - s * 5.0) / 6.3, (v - 0.2) / 6.6)
        b = np.arctan2(u - s * 5.0, -(v - 0.2))
        disc = 13.0 - 1.6 * d + 0.35 * np.abs(np.sin(b * 14))
        side = np.minimum((1 - d) * 6.3, s * u + 0.25)
        sc.add("disc", "feather", disc, side, b * 9, 0.44, 0.95, 0.06, 0.3)
        ex, ey = X + s * 4.9, Y - 0.2
        sc.ball("eyering", "black", ex, ey, 3.6, 10.6, 0.5, 0.3)
        sc.ball("iris", "sun", ex, ey, 3.0, 12.2, 0.4, 0.26)
        sc.ball("pupil", "black", ex, ey, 1.65, 14.2, 0, 0.2)
        brow = spline([(X + s * 0.9, Y - 2.4), (X + s * 4.4, Y - 5.6), (X + s * 10.2, Y - 8.4)], 26)
        radii = np.interp(np.linspace(0, 1, 26), [0, 0.4, 1], [0.8, 1.5, 0.2])
        sc.tube("brow", "feather", brow, radii, 15.0, 0.4, 0.95, 0.05, 0.3)
    beak = ((-1.7, 0.4), (0, -1.6), (1.7, 0.4), (1.0, 4.0), (0, 6.4), (-1.0, 4.0))
    m = sc.inside(loop([(X + x, Y + y) for x, y in beak]))
    sc.add(
        "beak",
        "gold",
        17.5 + 1.2 * np.sqrt(np.clip(m, 0, 1.4)) - 0.3 * np.abs(u),
        m,
        v,
        0.38,
        1,
        0,
        0.3,
    )
    # the sign of the game on its breast
    f = Frame(X, Y + 15.0)
    a, b = f.local(sc.X, sc.Y)
    for k, material, dz in ((4.6, "gold", 9.6), (3.2, "gem", 10.2)):
        tri = np.minimum(k * 0.5 - b, np.minimum(b * 0.5 - a * 0.87, b * 0.5 + a * 0.87) + k * 0.5)
        sc.add(
            "triangle", material, dz + 0.5 * np.clip(tri, 0, 0.8), tri, a + b, 0.38, 1, 0.02, 0.28
        )
    crowns.ray_star(sc, X, Y + 14.4, 1.5, 12, 4, "gold", 0.4)

    def gleam(plate, _):
        t = np.linspace(0, math.tau, 20)[:-1]
        for s in (-1, 1):
            spot = np.stack([X + s * 4.9 - 0.7 + 0.5 * np.cos(t), Y - 0.9 + 0.42 * np.sin(t)], 1)
            plate.poly("eye.pale", spot)

    sc.ink("pupil", gleam, late=True)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    ground = Ground()
    r, a = ground.polar(X, Y)
    cloud = ground.Y + 1.8 * np.sin(ground.X * 0.16 + ground.Y * 0.1) + np.sin(ground.X * 0.31)
    ink = 0.30 + 0.24 * np.sin(ground.Y * 0.24 + ground.X * 0.07)
    ground.lines(cloud / 1.05, ink, r - 20.4)
    ground.lines(a * 26 / math.pi * 2, 0.30 + 0 * r, np.minimum(19.4 - r, r - 12))
    for at, w in ((19.8, 0.5), (20.6, 0.14)):
        ground.circle(X, Y, at, w)
    ground.plate.tolerance = 1.8
    ground.stars(8, 9, ((X, Y, 23),), 0.6, 1.2)
    return ground.finish(figure(st))
