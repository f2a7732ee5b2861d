"""Queen of Hearts: crown of lilies over a long veil, a heart on a chain from her fingers."""

import numpy as np

from workshop.figures import cloth, crowns, hair, hands, regalia, sleeves
from workshop.figures.card import POKER, compose
from workshop.figures.curves import Frame
from workshop.figures.head import Head

NAMES = ["poker/queen-hearts"]


def figure(st):
    """Return the scene."""
    sc = POKER.scene(st)
    h = Head(sc, 31.6, 21.4, 10.2, yaw=20, pitch=6, roll=-5)
    veil = [
        *((30, 9), (24.5, 11), (20.6, 17), (19.6, 25), (17.4, 33), (12, 40), (6, 48), (10, 64)),
        *((54, 64), (52, 50), (48.6, 40), (45.0, 31), (43.4, 22), (40.6, 14), (36, 9.4)),
    ]
    z, m = cloth.hanging(sc, "veil", "linen", veil, (31.4, -6), -6.0, 8)
    cloth.hem(sc, "veilhem", z, m, where=43 - sc.Y)
    cloth.neck(h, [(31, 27), (31.6, 33), (32, 40)], [3.6, 3.5, 4.6])
    zt = cloth.breast(sc, 32, 48, 16.5, 13.2, 35)
    gown = [
        *((12, 45), (16, 41), (21, 38.4), (25, 39.6), (28.4, 43.4), (32, 45.2), (35.8, 43.4)),
        *((39, 39.6), (43, 38.4), (48, 41), (53, 46), (56, 64), (34, 66), (9, 62)),
    ]
    cloth.bodice(sc, gown, zt, 32, "cloth")
    cloth.puff(sc, 16.6, 44.4, -22, 7.6, 7.8, 1.5, "gown")
    cloth.puff(sc, 48.0, 46.0, 22, 7.4, 8.0, 1.5, "gown")
    rows = ((5.6, 0.40, "gold", 80), (6.6, 0.60, "pearl", 34), (7.6, 0.40, "gold", 80))
    cloth.collar(sc, 31.8, 32.0, rows, 0.8)
    regalia.emblem(sc, "hearts", 32.0, 41.4, 1.5, 5.0)
    for sx, path in ((-1, [(24, 20), (22.6, 27), (21.0, 34), (21.6, 41), (20.4, 48)]),):
        hair.braid(sc, path, 1.6, 2.0, 0.5 + 0 * sx, "hair4")
    h.add()
    hair.cap(h, "hair4", 0.42, -0.58, side=1.06, z=0.7, full=0.8)
    cloth.veil_top(h, material="linen")
    crowns.band(h, -0.70, 0.10, 0.125, 2.4)
    crowns.points(h, -0.82, (-1.15, -0.58, 0, 0.58, 1.15), 1.15, 10)
    crowns.stones(h, -0.70, 0.10, (-0.9, -0.45, 0, 0.45, 0.9), 0.66, 12.5, ("pearl", "gem"))
    f = Frame(50.8, 9.6, -28, 1, 0.90)
    hands.pinch(sc, f, 17.0)
    path = np.array([(51.0, 10.0), (50.8, 14), (50.8, 19.4)])
    for i in range(11):
        p = path[0] + (path[2] - path[0]) * i / 10
        sc.oval("link", "gold", p[0], p[1], 0.42, 0.66, 16, high=0.3, line=0.18)
    regalia.emblem(sc, "hearts", 50.8, 25.4, 5.4, 16.0)
    sc.oval("bail", "gold", 50.8, 20.6, 1.1, 0.9, 19)
    arm = [(42.0, 55.0), (60.0, 50.0), (61.4, 36.0), f.at(4.6, 15.0)]
    radii = [6.0, 6.0, 5.6, 5.0, 3.8]
    sleeves.sleeve(sc, arm, radii, [4.0, 6.0, 8.0, 10.0], "gown", 5, 0.9, root=False)
    cloth.cuff(sc, f, 15.0, 14.6, 3.8, 3.0, "linen", "gold", skew=3.1)

    def face(q):
        q.eyes(look=(0.022, 0.008), iris="steel", big=1.08)
        q.brows("hair4.ink", 0.5, 0.012)
        q.nose()
        q.lips(full=1.14, smile=0.03)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), np.array((32.0, 19.4)), petals=5)
