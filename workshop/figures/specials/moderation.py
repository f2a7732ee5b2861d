"""Moderation: a woman pours water from a jug into a cup; a ground of waves."""

from workshop.figures import cloth, crowns, hair, hands
from workshop.figures.attributes import goblet
from workshop.figures.curves import Frame, spline
from workshop.figures.grounds import Ground, waves
from workshop.figures.head import Head
from workshop.figures.wonders import jug

NAMES = ["specials/moderation"]


def figure(st):
    """Return the scene."""
    sc = Ground().court.scene(st)
    h = Head(sc, 26.6, 20.8, 9.9, yaw=27, pitch=9, roll=-5)
    for i, (x, y, ex, ey) in enumerate(
        ((20.5, 17, 16.5, 35), (22, 21, 18.5, 38), (19.8, 14, 15.0, 31))
    ):
        hair.wave(
            sc,
            [(x, y), ((x + ex) / 2 - 2, (y + ey) / 2), (ex, ey)],
            -1 + i,
            2.2,
            4,
            "hair4",
            i,
            1.1,
        )
    cloth.neck(h, [(26.6, 26), (27.2, 32), (27.6, 41)], [3.6, 3.5, 4.6])
    zt = cloth.breast(sc, 28.4, 48, 17, 13.6, 34.4)
    gown = [
        *((8, 45), (12, 40.4), (17, 38.6), (21.5, 41), (28, 45.4), (34, 41.4), (38.6, 38.8)),
        *((44, 41), (49, 46), (53, 64), (28, 66), (6, 64)),
    ]
    cloth.bodice(sc, gown, zt, 28.2, "gown")
    rows = ((5.4, 0.4, "gold", 80), (6.3, 0.55, "leaf", 28), (7.2, 0.4, "gold", 80))
    cloth.collar(sc, 27.6, 31.2, rows, 0.82, 2.8)
    crowns.drop(sc, 27.8, 38.6, 1.2, 6, "gem")
    h.add()
    hair.cap(h, "hair4", 0.6, -0.58, side=1.04, z=0.8, lift=0.02)
    hair.wave(sc, [h.at(-0.60, -0.2), (20.6, 27), (20.0, 36), (23, 44)], 6.0, 1.9, 3, "hair4", 7)
    crowns.band(h, -0.54, 0.18, 0.05, 2.0, "gold")
    for lon in (-1.2, -0.9, -0.6, -0.3, 0.3, 0.6, 0.9):
        x, y = crowns.on_band(h, -0.58, 0.18, lon)
        for s in (-1, 1):
            p = spline([(x, y), (x + s * 1.2, y - 1.3), (x + s * 1.0 + lon, y - 3.0)], 14)
            sc.tube(
                "laurel",
                "leaf",
                p,
                [0.2] + [0.8] * 11 + [0.4, 0.1],
                11.5 - abs(lon) + 0.2 * s,
                0.4,
                0.9,
            )
    crowns.ray_star(sc, *h.at(0, -0.62), 2.3, 14, 8, "gold", 0.4, "gem")
    goblet(sc, 44.6, 33.6, 5.2, 13.5, stem=8.0)
    f = Frame(44.6, 45.6, 4)
    cloth.arm(sc, f.all([(3.0, 8.6), (4.0, 16), (5, 28)]), [3.3, 4.2, 5.2], 10.0, "robe", 4)
    hands.fist(sc, f, 16.5)
    jug(sc, Frame(43.6, 10.4, -66), 13.0, "bronze", 1.18)
    stream = spline([(43.8, 10.2), (42.4, 13.4), (42.8, 22), (44.2, 33.6)], 40)
    _, w, m, hh = sc.along(stream, [1.15 + 0.5 * (1 - k / 39) for k in range(40)])
    sc.add("water", "water", 15.5 + hh, m, w * 0.9, 0.42, 0.8, 0.14, 0.26)
    for dx, dy, r in ((-2.2, -3.0, 0.5), (2.4, -4.2, 0.6), (-3.0, -5.6, 0.36), (1.8, -6.6, 0.4)):
        sc.ball("splash", "water", 44.4 + dx, 33.4 + dy, r, 20, 0, 0.2)
    g = Frame(55.8, 22.6, -52, 1, 1.0)
    hands.cup(sc, g, 19.0, pre="g")
    cloth.arm(sc, g.all([(0.4, 9.4), (0.6, 18), (2, 30)]), [3.3, 4.2, 5.2], 14.0, "robe", 6)
    cloth.cuff(sc, g, 16.5, 10.0, 3.4, 3.0, "linen", "gold", skew=-1.2)

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
