"""Beasts of the trumps: hounds, a lion, swans, a crayfish."""

import numpy as np
from scipy.ndimage import gaussian_filter

from workshop.figures import hair
from workshop.figures.curves import bell, bez, loop, spline, step, swell

HOUND = [
    *((-3.8, -1.0), (-3.4, -5.0), (-1.0, -8.0), (2.6, -9.4), (6.4, -12.8), (9.6, -16.2)),
    *((11.6, -16.4), (12.2, -14.6), (10.4, -11.8), (7.8, -8.4), (6.2, -6.0), (8.6, -6.8)),
    *((11.6, -8.4), (13.0, -8.2), (12.6, -6.6), (9.6, -3.0), (8.2, 0.0), (8.8, 5.0)),
    *((11.0, 12.0), (11.6, 22.0), (10.8, 40.0), (-11.0, 40.0), (-11.8, 26.0), (-10.4, 14.0)),
    (-7.4, 5.0),
]
MOUTH = [(5.6, -6.4), (8.2, -9.4), (10.8, -12.2), (12.0, -10.6), (11.8, -8.6), (8.8, -6.6)]


def hound(sc, f, z, coat="horse", seed=1, collar="gold"):
    """Let a hound sit and howl to the upper right of the frame; its throat is at (0, 0)."""
    u, v = f.local(sc.X, sc.Y)
    k = f.k
    m = sc.inside(loop(f.all(MOUTH), 60))
    sc.add("mouth", "black", z - 1.0 + 0 * u, m, v, 0.5, 0.4, -0.1, 0.2)
    tongue = spline(f.all([(6.4, -6.6), (9.0, -8.2), (11.4, -10.2)]), 20)
    sc.tube("tongue", "flame", tongue, np.linspace(1.1, 0.5, 20) * k, z - 0.8, 0.42, 0.6, 0.0, 0.2)
    m = sc.inside(loop(f.all(HOUND), 200))
    t = np.clip(m / (4.6 * k), 0, 1)
    high = gaussian_filter(5.4 * k * np.sqrt(np.clip(t * (2 - t), 0, 1)), 0.5 / sc.st)
    e = np.hypot((u - 0.6) / 4.0, (v + 3.6) / 4.0)
    high = high + 0.9 * k * bell(e, 0.8) - 0.8 * k * bell(v - 3.4 + 0.3 * u, 1.6)
    shoulder = np.hypot((u - 0.5) / 6.4, (v - 21.0) / 10.0)
    high = high + 1.5 * k * np.clip(1.4 - 1.4 * shoulder, 0, 1)
    fur = 0.28 * np.sin(1.5 * u + 0.8 * v + 2.0 * np.sin(0.4 * v + 0.7 * u + seed)) * step(-4, 4, v)
    zz = z + high + fur
    muzzle = step(-4, -9, v)
    phase = muzzle * (0.8 * u - 0.7 * v) + (1 - muzzle) * (0.75 * v - 0.45 * u) - 0.35 * high / k
    sc.add("hound", coat, zz, m, phase * k, 0.46, 1.0, 0.0, 0.34)
    edge = [(-4.6, 3.0), (-8.0, 9.0), (-10.4, 16.0), (-11.2, 24.0), (-11.2, 32.0)]
    chest = [(8.6, 4.0), (10.2, 10.0), (11.4, 17.0), (11.4, 26.0)]
    for i, (x, y) in enumerate((*edge, *chest, (-2.0, 7.0), (3.4, 8.6), (0.4, 13.4), (5.6, 15.0))):
        for j in (-1, 0, 1):
            a, inner = np.array((x, y + 2.2 * j)), -0.25 if x > 7 else 0.25
            path = f.all(
                [
                    np.add(a, (inner * 4, -2.4)),
                    np.add(a, (inner * 1.2, 0.4)),
                    np.add(a, (-inner * 1.2, 3.6)),
                ]
            )
            hair.lock(sc, path, 0.95 * k, z + 3.4 + 0.3 * j, coat, i + j, 0.4, -0.02, pitch=0.42)
    for dx, dy, dz in ((0.6, -6.0, -2.0), (-0.4, -4.6, 2.6)):
        ear = [(1.4, -1.0), (-1.4, -1.4), (-6.2, 2.2), (-6.8, 4.2), (-3.0, 3.2), (0.8, 1.8)]
        m = sc.inside(loop(f.all([(x + dx, y + dy) for x, y in ear]), 60))
        ze = z + 4.4 * k + dz + 0.6 * np.clip(m, 0, 1.2)
        sc.add("ear", coat, ze, m, (v + 0.5 * u) * k, 0.44, 1, -0.02, 0.32)
    if collar:
        p = spline(f.all([(-7.0, 4.4), (-2.0, 6.2), (4.0, 5.6), (8.6, 2.6)]), 30)
        sc.tube("collar", collar, p, 1.15 * k, z + 4.6 * k, 0.4, 0.9, 0.04, 0.28)
        sc.ball("collargem", "gem", *f.at(6.8, 5.2), 1.3 * k, z + 7.0 * k)

    def lines(plate, skin):
        eye = [(2.6, -6.7), (3.2, -7.8), (4.4, -8.4), (5.2, -8.4), (4.8, -7.2), (3.8, -6.4)]
        plate.poly("eye.ink", loop(f.all(eye), 30))
        shine = [(3.5, -7.4), (4.0, -7.9), (4.3, -7.4), (3.9, -7.1)]
        plate.poly("eye.pale", f.all(shine))
        nose = [(10.0, -16.4), (11.4, -17.0), (12.7, -16.0), (12.5, -14.4), (11.2, -14.6)]
        plate.poly("eye.ink", loop(f.all(nose), 30))
        for curve, w in (
            (bez((12.0, -14.2), (10.2, -11.6), (8.0, -8.4), (6.0, -5.6)), 0.5),
            (bez((2.0, -7.8), (3.0, -9.2), (4.4, -9.6), (5.8, -9.4)), 0.4),
            (bez((6.0, -5.6), (5.0, -4.6), (4.4, -3.6), (4.4, -2.6)), 0.34),
        ):
            plate.line(skin + ".ink", f.all(curve), w * swell(len(curve)) * k)

    sc.ink("hound", lines)
    for x, y in ((10.6, -11.6), (9.4, -9.8)):
        tooth = f.all([(x - 0.6, y), (x + 0.5, y + 1.3), (x + 0.4, y - 0.7)])
        sc.add("tooth", "bone", z + 5 + 0 * sc.X, sc.inside(tooth), sc.X, 9, 0, 0.2, 0.16)


def crayfish(sc, x, y, k, z, material="flame"):
    """Let a crayfish climb out of the water: claws, eyes, feelers, a back in rings."""
    for s in (-1, 1):
        arm = spline(
            [(x + s * 2.0 * k, y), (x + s * 5.2 * k, y - 1.0 * k), (x + s * 5.6 * k, y - 4.6 * k)],
            24,
        )
        sc.tube("claw-arm", material, arm, np.linspace(1.0, 0.8, 24) * k, z, 0.42, 0.95)
        for dx, dy, bend, r in ((-0.9, -6.4, -1.6, 1.5), (1.5, -5.4, 1.8, 1.0)):
            p = [
                (x + s * 5.6 * k, y - 4.2 * k),
                (x + s * (5.6 + bend) * k, y + (dy - 1.2) * k),
                (x + s * (5.2 + dx * 0.2) * k, y + (dy - 4.0) * k),
            ]
            wide = np.interp(np.linspace(0, 1, 24), [0, 0.4, 1], [0.9, 1.0, 0.1]) * r * k
            sc.tube("claw", material, spline(p, 24), wide, z + 1.4, 0.42, 0.95, 0.02)
        feeler = spline(
            [
                (x + s * 0.9 * k, y - 3.2 * k),
                (x + s * 3.4 * k, y - 8.0 * k),
                (x + s * 1.8 * k, y - 12.5 * k),
            ],
            30,
        )
        sc.tube(
            "feeler", material, feeler, np.linspace(0.4, 0.14, 30) * k, z - 1, 0.42, 0.5, 0, 0.2
        )
        for i in range(3):
            leg = [
                (x + s * 2.0 * k, y + (1.4 + 1.6 * i) * k),
                (x + s * (4.8 + 0.4 * i) * k, y + (1.0 + 1.9 * i) * k),
                (x + s * (5.6 + 0.3 * i) * k, y + (4.0 + 2.0 * i) * k),
            ]
            sc.tube(
                "leg", material, spline(leg, 20), np.linspace(0.55, 0.2, 20) * k, z - 1.0, 0.42, 0.8
            )
    gx, gy = sc.X - x, sc.Y - y
    half = np.interp(gy / k, [-4.6, -3.4, -1.0, 2.4, 6.0, 12.0], [0.4, 1.9, 2.7, 2.6, 2.1, 1.6]) * k
    ring = np.where(gy > 1.8 * k, 0.45 * np.abs(np.sin(gy / k * 1.5)), 0.0)
    zz = z + 2.0 + 0.9 * np.sqrt(np.maximum(half**2 - gx**2, 0)) + ring
    m = np.minimum(half - np.abs(gx), np.minimum(gy + 4.6 * k, 12 * k - gy))
    sc.add("crayfish", material, zz, m, gy - 0.35 * zz + 0.08 * gx * gx / k, 0.44, 1, 0.02, 0.34)
    for s in (-1, 1):
        sc.ball("stalk", "black", x + s * 1.1 * k, y - 3.6 * k, 0.62 * k, z + 4.4, 0, 0.2)
