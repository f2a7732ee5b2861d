"""Moderation: a woman in wide sleeves pours water from a jug into a cup; a ground of waves."""

import numpy as np

from workshop.figures import cloth, crowns, garments, hair, hands
from workshop.figures.attributes import goblet
from workshop.figures.curves import Frame, dome, folds, loop, spline, step
from workshop.figures.grounds import Ground, waves
from workshop.figures.head import Head
from workshop.figures.wonders import jug

NAMES = ["specials/moderation"]


def _jug_sleeve(sc, g):
    """Hang a wide sleeve from the raised forearm: its lining, its mouth, its long point."""
    outline = [
        *((49.4, 30.2), (52.6, 32.2), (57.4, 31.4), (62.2, 29.0), (64.6, 36), (68.0, 45), (70, 62)),
        *((56, 66), (49.6, 56.6), (46.0, 51.0), (44.2, 45.6), (47.0, 39.0)),
    ]
    m = sc.inside(loop(outline, 160))
    q, r = np.arctan2(sc.X - 62.0, sc.Y - 20.0), np.hypot(sc.X - 62.0, sc.Y - 20.0)
    f = folds(q * 19, 6) * step(8, 20, r)
    z = 9.5 + 4.4 * dome((sc.X - 56.4) / 12.0) + 1.7 * f
    sc.add("sleeve", "gown", z, m, r - 0.5 * f, 0.46, 1.0, 0.02, 0.34)
    cloth.hem(sc, "sleevehem", z, m, 0.9, 0.7, "gold", where=(60.8 - sc.X) * 1.0)
    cloth.hem(sc, "sleeverule", z, m, 2.3, 0.28, "gold", where=(60.8 - sc.X) * 1.0)
    across, v = Frame(56.0, 30.6, -14).local(sc.X, sc.Y)
    e = np.hypot(across / 6.7, v / 3.0)
    inside = folds(across * 1.5, 3)
    sc.add(
        "lining", "lining", 17.0 + 0.5 * inside, (1 - e) * 3.0, across * 1.2, 0.46, 1.0, -0.02, 0.34
    )
    edge = np.minimum((1.12 - e) * 3.0, (e - 0.94) * 3.0)
    sc.add("mouthrim", "gold", 18.0 + 0.1 * np.cos(across * 5), edge, across, 0.4, 0.9, 0.03, 0.24)
    arm = g.all([(0.5, 5.6), (0.5, 9.0), (0.6, 12.6)])
    u, _, m, hh = sc.along(arm, [2.5, 2.6, 2.8])
    pleat = 0.16 * np.cos(u * 4.2)
    m = np.minimum(m, np.where(v < 0.6, 9.0, (1 - e) * 3.0))
    sc.add("under", "linen", 17.6 + hh + pleat, m, u - 0.4 * hh, 0.4, 1, 0.04, 0.3)


def figure(st):
    """Return the scene."""
    sc = Ground().court.scene(st)
    x = 24.6
    h = Head(sc, x, 20.8, 9.9, yaw=27, pitch=9, roll=-5)
    for i, (px, y, ex, ey) in enumerate(
        ((18.5, 17, 13.5, 36), (20, 21, 15.8, 39), (17.8, 14, 12.0, 32))
    ):
        path = [(px, y), ((px + ex) / 2 - 2, (y + ey) / 2), (ex, ey)]
        hair.wave(sc, path, -1 + i, 2.2, 4, "hair4", i, 1.1)
    cloth.neck(h, [(x, 26), (x + 0.6, 32), (x + 1.0, 41)], [3.6, 3.5, 4.6])
    # A cloak behind the shoulder, the gown with its yoke, the shoulder of the raised arm.
    cloak = [(31, 35), (38, 36.4), (45, 41), (51, 50), (58, 66), (28, 66), (28, 44)]
    cloth.hanging(sc, "cloak", "robe", cloak, (30, 22), -5.0, 11, 17, 1.4, (10, 22), 0.0)
    cloth.torso(sc, x + 0.8, 34.0, "gown", 15.6, 7.4, 5, 0.35)
    rows = (
        (5.4, 0.4, "gold", 80),
        (6.3, 0.55, "leaf", 28),
        (7.2, 0.4, "gold", 80),
        (10.4, 0.5, "gold", 60),
    )
    cloth.collar(sc, x + 0.8, 31.2, rows, 0.86, 3.6)
    crowns.drop(sc, x + 1.0, 39.2, 1.2, 7, "gem")
    cloth.puff(sc, 39.4, 42.2, 24, 6.6, 6.0, 3.0, "gown", 5.6, (-1, 0, 1))
    path = [(41.4, 43.2), (47.0, 48.6), (53.0, 50.4), (58.0, 47.0)]
    garments.limb(sc, path, [4.0, 4.4, 4.6, 4.4], 3.4, "gown", 6)
    h.add()
    hair.cap(h, "hair4", 0.6, -0.58, side=1.04, z=0.8, lift=0.02)
    wave = [h.at(-0.60, -0.2), (18.6, 27), (18.0, 36), (21, 44)]
    hair.wave(sc, wave, 6.0, 1.9, 3, "hair4", 7)
    crowns.band(h, -0.54, 0.18, 0.05, 2.0, "gold")
    for lon in (-1.2, -0.9, -0.6, -0.3, 0.3, 0.6, 0.9):
        px, py = crowns.on_band(h, -0.58, 0.18, lon)
        for s in (-1, 1):
            p = spline([(px, py), (px + s * 1.2, py - 1.3), (px + s * 1.0 + lon, py - 3.0)], 14)
            radii = [0.2] + [0.8] * 11 + [0.4, 0.1]
            sc.tube("laurel", "leaf", p, radii, 11.5 - abs(lon) + 0.2 * s, 0.4, 0.9)
    crowns.ray_star(sc, *h.at(0, -0.62), 2.3, 14, 8, "gold", 0.4, "gem")
    goblet(sc, 40.4, 31.6, 5.2, 13.5, stem=8.0)
    f = Frame(40.4, 43.4, 4)
    cloth.arm(sc, f.all([(3.0, 8.0), (3.6, 16), (4, 28)]), [4.6, 5.2, 6.0], 10.0, "gown", 4)
    hands.fist(sc, f, 16.5)
    cloth.cuff(sc, f, 16.0, 8.4, 4.0, 3.2, "linen", "gold", skew=1.6)
    jug(sc, Frame(43.0, 9.8, -66), 13.0, "bronze", 1.18)
    stream = spline([(43.2, 9.6), (40.2, 12.6), (39.4, 21), (40.2, 31.6)], 40)
    _, w, m, hh = sc.along(stream, [1.15 + 0.5 * (1 - k / 39) for k in range(40)])
    sc.add("water", "water", 15.5 + hh, m, w * 0.9, 0.42, 0.8, 0.14, 0.26)
    for dx, dy, r in ((-2.2, -3.0, 0.5), (2.4, -4.2, 0.6), (-3.0, -5.6, 0.36), (1.8, -6.6, 0.4)):
        sc.ball("splash", "water", 40.3 + dx, 31.4 + dy, r, 20, 0, 0.2)
    g = Frame(52.8, 20.6, -14, 1, 1.0)
    hands.cup(sc, g, 19.0, pre="g")
    _jug_sleeve(sc, g)
    cloth.bracelets(sc, g, 19.0, ((7.6, 0.6, "gold"), (9.0, 0.45, "gold")), 2.6, -1.2)

    def face(q):
        q.eyes(look=(0.03, 0.022), iris="leaf", wide=0.8, big=1.02)
        q.brows("hair4.ink", 0.5, 0.016)
        q.nose()
        q.lips(full=1.08, smile=0.026)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    ground = Ground()
    waves(ground)
    return ground.finish(figure(st))
