"""Jack of Spades: a fair youth in a soft cap with a plume, his halberd grounded."""

import numpy as np

from workshop.figures import armour, cloth, crowns, hair, hands, regalia
from workshop.figures.card import POKER, compose
from workshop.figures.curves import Frame
from workshop.figures.head import Head

NAMES = ["poker/jack-spades"]


def figure(st):
    """Return the scene."""
    sc = POKER.scene(st)
    h = Head(sc, 33.2, 21.8, 10.2, yaw=25, pitch=3, roll=-4, man=0.35)
    z, m = cloth.torso(sc, 34, 35.5, "black", 19)
    cloth.stripes(sc, z, m, 34, 35, 3.4, "linen", None)
    cloth.puff(sc, 17.4, 43.5, -22, 7.6, 7.8, 2.0, "black")
    cloth.puff(sc, 48.4, 44.6, 20, 7.4, 7.8, 2.0, "black")
    for i, (x, y, ex, ey) in enumerate(
        ((27, 18, 23.5, 33), (40, 18, 43.5, 32), (28, 22, 26.5, 34))
    ):
        path = [(x, y), ((x + ex) / 2 + (1 if i == 1 else -1.2), (y + ey) / 2), (ex, ey)]
        hair.wave(sc, path, 0.5 + i, 1.7, 3, "hair4", 4 + i, 0.7)
    cloth.neck(h, [(33.2, 27), (33.8, 37)], [4.0, 4.4])
    armour.gorget(sc, 34, ((32.4, 6.6), (34.4, 8.6)))
    h.add()
    hair.cap(h, "hair4", 0.42, -0.50, side=1.04, z=0.7, full=0.8)
    crowns.beret(h, -0.50, "black", 8, plume="feather")
    regalia.emblem(sc, "spades", 34.2, 42.6, 2.5, 9.5)
    regalia.halberd(sc, Frame(55.4, 0), 15.0, 12.5, 66)
    f = Frame(55.4, 37.2)
    cloth.arm(sc, f.all([(3, 8.5), (4.4, 16), (5, 27)]), [3.3, 4.1, 4.8], 11.5, "black", 9)
    cloth.cuff(sc, f, 15.0, 9.4, 3.5, 3.0, "linen", "gold", skew=1.9)
    hands.fist(sc, f, 18.0)

    def face(q):
        q.eyes(look=(0.026, 0.0), iris="steel", big=1.08)
        q.brows("hair4.ink", 0.5, 0.01)
        q.nose(1.02)
        q.lips(full=0.95, smile=0.018, wide=0.2)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), np.array((34.0, 18.6)), petals=6)
