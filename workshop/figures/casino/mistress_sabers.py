"""Mistress of Sabers: diadem, hair in the wind, corslet, the blade raised in salute."""

import numpy as np

from workshop.figures import armour, cloth, crowns, hair, hands
from workshop.figures.attributes import saber
from workshop.figures.card import POKER, compose
from workshop.figures.curves import Frame
from workshop.figures.head import Head

NAMES = ["casino/mistress-sabers"]


def figure(st):
    """Return the scene."""
    sc = POKER.scene(st)
    h = Head(sc, 33.0, 20.4, 10.5, yaw=-31, pitch=3, roll=4)
    # hair behind: masses that the wind carries to the right
    for i, (x, y, ex, ey) in enumerate(
        (
            (38, 13, 52, 33),
            (39, 17, 51, 38),
            (39, 20, 48, 42),
            (37, 24, 45, 43),
            (28.5, 12, 23.5, 33),
        )
    ):
        mid = ((x + ex) / 2 + 2.5, (y + ey) / 2 - 2 + i)
        hair.wave(sc, [(x, y), mid, (ex, ey)], -2.0 + 0.5 * i, 2.3, 4, "hair2", i, 1.1)
    cloth.neck(h, [(35.6, 26), (36, 32), (36.4, 40)], [3.7, 3.5, 4.6])
    zt = cloth.breast(sc, 36.5, 48, 19, 14, 34.0)
    plate = [
        *((17, 45), (20, 40.5), (25, 38.5), (29.5, 41.5), (36.5, 44.5), (43, 41.5), (48, 38.5)),
        *((53, 40.5), (57, 45), (59, 64), (36, 66), (15, 64)),
    ]
    z, m = cloth.bodice(sc, plate, zt + 0.6, 36.5, "steel", rim=None, pitch=0.45)
    cloth.hem(sc, "corslet", z, m, 0.7, 0.7, over=0.9, line=0.24)
    cloth.hem(sc, "corslet2", z, m, 2.4, 0.3, over=0.5, line=0.18)
    armour.pauldron(sc, 20.5, 43.0, -20, -1, z=5, rx=7.4, ry=7.2)
    rows = ((5.6, 0.42, "gold", 80), (6.5, 0.5, "gem", 30), (7.4, 0.42, "gold", 80))
    cloth.collar(sc, 36.2, 31.0, rows, 0.82, 3.0)
    crowns.drop(sc, 36.4, 38.8, 1.3, 6, "gem")
    h.add()
    hair.cap(h, "hair2", 0.62, -0.60, side=1.0, z=0.8, lift=0.02)
    hair.wave(sc, [h.at(0.60, -0.3), (43.2, 23), (44.2, 33), (42.5, 41)], 6.0, 1.9, 3, "hair2", 7)
    crowns.band(h, -0.56, 0.16, 0.05, 1.9, rope=0.1, line=0.26, reach=1.22)
    for lon, k in ((-0.75, 0.6), (-0.38, 0.8), (0, 1.1), (0.38, 0.8), (0.75, 0.6)):
        x, y = crowns.on_band(h, -0.60, 0.16, lon)
        d = np.array([np.sin(lon - 0.5) * 0.25, -1.0])
        crowns.fleuron(sc, np.array([x, y - 0.2]), d, 0.62 * k, 12.5 - abs(lon))
    crowns.drop(sc, *h.at(0, -0.54), 0.85, 14.5, "gem")
    f = Frame(52.0, 33.4, 5)
    saber(sc, f, 17.0, 27.0, gem="gem")
    g = Frame(*f.at(0, 5.6), 5)
    cloth.arm(sc, g.all([(3.0, 8.5), (4.5, 16), (5.0, 27)]), [3.1, 3.9, 4.6], 13.5, "cloth", 9)
    cloth.cuff(sc, g, 17.0, 9.2, 3.3, 3.0, "steel", "gold", skew=1.9)
    hands.fist(sc, g, 20.0)

    def face(q):
        q.eyes(look=(0.03, 0.0), iris="steel", lined=True)
        q.brows("hair2.ink", 0.55, 0.01, 0.01)
        q.nose()
        q.lips(full=1.05, smile=0.004)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), (34.6, 19.0), petals=6)
