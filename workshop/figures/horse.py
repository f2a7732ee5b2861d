"""The horse: head and neck in profile, mane, ears, bridle, reins."""

import numpy as np
from scipy.ndimage import gaussian_filter

from workshop.figures import hair
from workshop.figures.crowns import feather
from workshop.figures.curves import bell, bez, loop, spline, step, swell

HEAD = [
    *((-0.6, -0.4), (2.4, 0.0), (5.0, 2.2), (9.0, 6.6), (12.4, 11.2), (15.2, 15.2), (16.8, 18.2)),
    *((16.4, 20.4), (14.6, 21.4), (13.0, 21.0), (12.2, 22.0), (10.4, 21.2), (9.8, 19.0)),
    *((7.2, 16.4), (4.0, 15.2), (0.6, 14.0), (-2.2, 11.0), (-3.0, 7.0), (-2.2, 3.0)),
]
NECK = [
    *((1.0, -1.2), (-4.0, 0.2), (-9.0, 5.6), (-13.4, 14), (-17.0, 25), (-21.0, 38), (-22, 60)),
    *((16, 60), (11.0, 40), (6.6, 29), (3.6, 21), (2.0, 14.0), (3.0, 6)),
]


def _body(sc, outline, deep, wide):
    """Return mask and rounded height of a body from its outline, `wide` mm to its top."""
    m = sc.inside(outline)
    t = np.clip(m / wide, 0, 1)
    z = deep * np.sqrt(np.clip(t * (2 - t), 0, 1))
    return m, gaussian_filter(z, 0.55 / sc.st)


def _strap(sc, f, points, z, over, r=0.75, material="leather", studs=0):
    """Lay a strap over the head along a path."""
    p = spline(f.all(points), 30)
    u, _, m, h = sc.along(p, r * f.k)
    sc.add("strap", material, z + 0.55 + 0.25 * h, np.minimum(m, over + 0.2), u, 0.5, 0.8, 0, 0.26)
    for i in range(studs):
        q = p[int((i + 0.5) / studs * 29)]
        row, col = np.searchsorted(sc.ys, q[1]), np.searchsorted(sc.xs, q[0])
        if 0 <= row < len(sc.ys) and 0 <= col < len(sc.xs):
            sc.ball("strapstud", "gold", *q, 0.42 * f.k, float(z[row, col]) + 0.9, 0, 0.18)


def horse(sc, f, z=10.0, coat="horse", mane="hair2", plume=None, chanfron=None, gem="gem"):
    """Add a horse that looks to the right of the frame, whose poll is at (0, 0).

    `plume`: material of a plume between its ears; `chanfron`: metal of a plate over its face.
    """
    k = f.k
    u, v = f.local(sc.X, sc.Y)
    # neck
    m, zn = _body(sc, loop(f.all(NECK), 160), 7.5 * k, 9.0 * k)
    muscle = 0.9 * bell(u + 4.6 + 0.30 * (v - 12), 1.6) + 0.7 * bell(u + 1.2 + 0.12 * (v - 18), 1.3)
    zn = z - 4.0 + zn + gaussian_filter(muscle * step(4, 16, v), 0.4 / sc.st) * k
    along = (v * 0.92 - u * 0.36) * k
    sc.add("neck", coat, zn, m, along - 0.42 * zn, 0.46, 1.0, 0.0, 0.36)
    # head
    m, zh = _body(sc, loop(f.all(HEAD), 160), 4.6 * k, 4.6 * k)
    e = np.hypot((u - 1.9) / 4.6, (v - 9.4) / 5.2)
    zh = zh + (0.9 * np.clip(1.5 - 1.5 * e, 0, 1) + 0.5 * bell(e - 1, 0.10) * (v > 5)) * k
    face = (u - 3.4) * 0.74 - (v - 2.0) * 0.67
    zh = zh + 0.7 * bell(face - 0.6, 0.8) * step(4, 8, v) * (1 - step(14, 18, v)) * k
    zh = zh - 0.7 * bell(face + 2.2, 0.9) * step(7, 10, v) * (1 - step(14, 17, v)) * k
    e = np.hypot((u - 5.0) / 1.9, (v - 5.4) / 1.5)
    zh = zh + (0.9 * bell(e, 1.0) - 0.5 * bell(e - 1.2, 0.3)) * k
    e = np.hypot((u - 14.9 - 0.2 * (v - 17.4)) / 1.0, (v - 17.4) / 1.4)
    zh = zh + (0.6 * bell(e - 1.1, 0.5) - 1.3 * bell(e, 0.75)) * k
    zh = z + zh
    along = (u * 0.60 + v * 0.80) * k
    sc.add("horsehead", coat, zh, m, along - 0.40 * zh, 0.42, 1.0, 0.02, 0.36)
    head = m
    # ears
    for dx, dz, wide in ((1.8, -1.2, 0.9), (-0.6, 2.2, 1.15)):
        ear = [
            (dx - wide, 0.9),
            (dx - wide * 1.15, -2.4),
            (dx + 0.5, -6.0),
            (dx + wide, -2.6),
            (dx + wide, 0.7),
        ]
        me = sc.inside(loop(f.all(ear), 60))
        ze = z + 3.0 + dz + 0.5 * np.sqrt(np.clip(me, 0, 1)) - 0.7 * bell(u - dx, 0.45)
        sc.add("ear", coat, ze, me, v * k, 0.42, 1, 0.02, 0.3)
    if chanfron:
        line = [
            (2.0, 0.6),
            (4.8, 2.4),
            (9.0, 6.9),
            (12.6, 11.8),
            (14.4, 14.6),
            (11.6, 13.8),
            (8.4, 10.2),
            (7.4, 7.4),
            (3.8, 3.0),
        ]
        mc = sc.inside(loop(f.all(line), 120))
        zc = zh + 0.9 + 0.4 * bell(face - 0.6, 0.5)
        sc.add(
            "chanfron",
            chanfron,
            zc,
            np.minimum(mc, head + 0.4),
            along - 0.3 * zc,
            0.44,
            1,
            0.04,
            0.34,
        )
        edge = np.minimum(0.34 - np.abs(mc - 0.3), head + 0.4)
        sc.add("chanfronrim", "gold", zc + 0.5, edge, along, 0.36, 1, 0.02, 0.2)
        sc.ball("chanfrongem", gem, *f.at(4.4, 2.5), 0.7 * k, z + 6.0 * k, 0, 0.24)
    # mane: locks over the crest, then forelock
    crest = spline(
        f.all([(-0.4, -0.6), (-4.2, 1.0), (-8.8, 6.0), (-12.8, 14), (-16.2, 24), (-19.4, 35)]), 60
    )
    for i in range(15):
        a = crest[min(i * 4, 59)]
        rnd = np.random.RandomState(i + 3)
        d = f.at(2.2 + 0.9 * rnd.rand(), 8.6 + 2.2 * rnd.rand()) - f.at(0, 0)
        b = a + d * (0.55 + 0.02 * i)
        s = (f.at(-1.6, 0.6) - f.at(0, 0)) * (1 if i % 2 else 0.4)
        path = [a, (a + b) / 2 + s, b, b + (f.at(-0.8, 2.2) - f.at(0, 0))]
        hair.lock(sc, path, 1.35 * k, z + 3.2 + 0.5 * (i % 3), mane, i, 0.9, 0.0)
    for i, (ex, ey) in enumerate(((3.0, 3.4), (4.4, 2.6), (2.0, 3.6))):
        path = f.all([(0.4, -1.2), (2.2, 0.6), (ex, ey)])
        hair.lock(sc, path, 0.75 * k, z + 6.6 + 0.3 * i, mane, 30 + i, 0.9, 0.0)
    # bridle
    _strap(sc, f, [(-1.6, 1.6), (1.6, 8), (8.4, 16.0), (11.4, 18.4)], zh, head, studs=6)
    _strap(sc, f, [(3.6, 0.8), (1.8, 2.6), (-0.6, 4.0)], zh, head, studs=2)
    _strap(sc, f, [(11.2, 9.6), (9.6, 12.4), (7.4, 16.6)], zh, head, 0.95, studs=3)
    _strap(sc, f, [(-1.6, 2.0), (-2.4, 7), (0.2, 13.6)], zh, head)
    bit = f.at(12.0, 18.8)
    sc.oval("bit", "gold", *bit, 1.35 * k, 1.35 * k, z + 4.4, high=0.9)
    sc.ball("bitgem", gem, *bit, 0.62 * k, z + 5.2)
    if plume:
        path = f.all([(0.6, -0.6), (0.2, -6.5), (-4.0, -10.5), (-9.0, -9.0), (-11, -3.5)])
        feather(sc, path, 2.3 * k, z + 2.0, plume)
        sc.oval("plumeset", "gold", *f.at(0.6, -0.4), 1.2 * k, 1.5 * k, z + 7, high=1.0)

    def lines(plate, skin):
        role = skin + ".ink"
        eye = bez(
            (3.6, 5.9), (4.2, 4.5), (5.6, 4.3), (6.5, 5.7), (5.6, 6.7), (4.3, 6.8), (3.6, 5.9)
        )
        plate.poly("eye.ink", f.all(eye))
        t = np.linspace(0, 6.283, 16)
        plate.poly(
            "eye.pale", f.all(np.stack([4.75 + 0.32 * np.cos(t), 5.2 + 0.28 * np.sin(t)], 1))
        )
        for points, w in (
            (bez((3.2, 5.8), (3.9, 4.0), (5.8, 3.8), (6.9, 5.6)), 0.42),
            (bez((3.4, 4.6), (4.2, 3.2), (5.8, 3.2), (6.8, 4.4)), 0.2),
            (bez((14.2, 18.3), (14.0, 16.6), (15.2, 16.0), (15.9, 17.4)), 0.6),
            (bez((14.3, 18.2), (14.9, 18.6), (15.5, 18.2), (15.8, 17.4)), 0.3),
            (bez((16.2, 20.2), (15.0, 19.6), (13.6, 19.4), (12.6, 18.8)), 0.42),
            (bez((13.0, 21.0), (12.4, 20.6), (12.0, 20.2), (11.6, 20.0)), 0.26),
        ):
            plate.line(role, f.all(points), w * swell(len(points)) * k)

    sc.ink("horsehead", lines, late=False)
    return bit


def reins(sc, bit, hand, z, material="leather"):
    """Lead the reins from the bit to a hand."""
    a, b = np.array(bit), np.array(hand)
    for s, dz in ((1.5, 0.0), (3.2, -2.0)):
        path = spline([a, (a + b) / 2 + [0, s], b], 30)
        sc.tube("rein", material, path, 0.5, z + dz, 0.5, 0.5, 0, 0.24)
    sc.tube(
        "reinend",
        material,
        spline([b, b + np.array((-1.0, 4)), b + np.array((-0.4, 9))], 20),
        0.5,
        z - 1,
        0.5,
        0.5,
        0,
        0.24,
    )
