"""Queen of Diamonds: coronet, two braids, a great cut stone on the tips of her fingers."""

import numpy as np

from workshop.figures import cloth, crowns, hair, hands, regalia
from workshop.figures.card import POKER, compose
from workshop.figures.curves import Frame
from workshop.figures.head import Head

NAMES = ["poker/queen-diamonds"]


def figure(st):
    """Return the scene."""
    sc = POKER.scene(st)
    h = Head(sc, 33.0, 21.0, 10.3, yaw=-4, pitch=4, roll=3, skin="flesh2")
    zm, mm = cloth.mantle(sc, "cloth", 33.5, 60, 25, 25.5, 6, -6, 9, 0.04, 12)
    cloth.hem(sc, "mantlehem", zm, mm, 1.2, 1.1, "fur")
    cloth.neck(h, [(33.2, 27), (33.4, 33), (33.6, 40)], [3.7, 3.5, 4.6])
    zt = cloth.breast(sc, 33.5, 47, 15.5, 13.2, 34.5, "flesh2")
    gown = [
        *((19, 46), (23, 41.5), (26.5, 39.6), (29, 42.6), (33.4, 44.4), (38, 42.6), (40.6, 39.6)),
        *((44, 41.5), (48, 46), (51, 64), (33, 66), (15, 62)),
    ]
    cloth.bodice(sc, gown, zt, 33.5, "gown")
    for i in range(7):
        for j in (-1, 0, 1):
            crowns.drop(sc, 33.5 + j * 3.4, 47.2 + 2.8 * i - abs(j), 0.62, zt.max() + 1.5, "gem")
    rows = (
        *((5.6, 0.36, "gold", 80), (6.5, 0.52, "gem", 30), (7.4, 0.36, "gold", 80)),
        *((8.3, 0.52, "pearl", 44), (9.2, 0.36, "gold", 100)),
    )
    cloth.collar(sc, 33.3, 31.6, rows, 0.82, reach=1.2)
    for s in (-1, 1):
        x = 33.2 + s * 7.6
        path = [
            (x, 19.5),
            (x + s * 1.8, 25),
            (x + s * 2.6, 31),
            (x + s * 1.6, 38),
            (x + s * 2.0, 46),
            (x + s, 54),
        ]
        hair.braid(sc, path, 1.5, 2.1, 1.5, "hair2", 2.6)
    h.add()
    hair.cap(h, "hair2", 0.36, -0.58, side=1.06, z=0.7, full=0.8)
    crowns.band(h, -0.66, 0.12, 0.10, 2.6)
    for lon, k in ((-1.1, 0.8), (-0.55, 0.95), (0, 1.2), (0.55, 0.95), (1.1, 0.8)):
        x, y = crowns.on_band(h, -0.74, 0.12, lon)
        regalia.cut_gem(sc, x, y - 2.4 * k, 1.5 * k, 2.5 * k, 11.0 - abs(lon))
        sc.ball("tip", "pearl", x, y - 5.3 * k, 0.5, 11.5, 0, 0.2)
    crowns.stones(h, -0.66, 0.12, (-0.82, -0.28, 0.28, 0.82), 0.55, 13, ("pearl",))
    for sx in (-1, 1):
        e = h.at(sx * 0.66, 0.36)
        sc.ball("hoop", "gold", e[0] + sx * 0.3, e[1] + 0.8, 0.6, 7, 0.6)
        crowns.drop(sc, e[0] + sx * 0.3, e[1] + 3.0, 0.9, 8, "gem")
    regalia.cut_gem(sc, 54.0, 20.9, 7.0, 8.8, 13.0)
    f = Frame(54.2, 32.8, 2)
    hands.cup(sc, f, 19.0, "flesh2")
    hands.wrist(sc, Frame(53.6, 33.8, -6), 15.5, (2.5, 4.2), 26, 6, "flesh2")
    rows = ((10.5, 0.7, "gold"), (12.0, 0.5, "gem"), (13.5, 0.7, "gold"), (17.5, 0.6, "gold"))
    cloth.bracelets(sc, Frame(53.4, 33.8, -8), 17.5, rows, 3.1)

    def face(q):
        q.eyes(look=(0.012, 0.0), iris="wood", big=1.1, lined=True)
        q.brows("hair2.ink", 0.55, 0.012)
        q.nose(1.04)
        q.lips(full=1.16, smile=0.022, material="lips2")

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), np.array((33.4, 19.4)), petals=4)
