"""King of Spades: arched crown, white beard to the breast, sword upright."""

import numpy as np

from workshop.figures import cloth, crowns, hair, hands, regalia
from workshop.figures.card import POKER, compose
from workshop.figures.curves import Frame
from workshop.figures.head import Head

NAMES = ["poker/king-spades"]


def figure(st):
    """Return the scene."""
    sc = POKER.scene(st)
    h = Head(sc, 33.6, 22.4, 10.0, yaw=-8, pitch=5, roll=0, man=1.0, age=0.9)
    zm, mm = cloth.mantle(sc, "black", 34, 60, 25, 25.5, 12, -6, 10, 0.04, 12)
    band = np.minimum(6.2 + 0.10 * (sc.Y - 34) - np.abs(sc.X - 34), sc.Y - 33)
    sc.add("front", "gown", zm + 1.0, np.minimum(band, mm), sc.Y - 0.4 * zm, 0.46, 1, 0.02, 0.3)
    for s in (-1, 1):
        edge = np.minimum(0.9 - np.abs(sc.X - 34 - s * (6.2 + 0.10 * (sc.Y - 34))), sc.Y - 34)
        sc.add(
            "border", "gold", zm + 1.8, np.minimum(edge, mm), sc.Y + 0.4 * sc.X, 0.38, 1, 0.02, 0.26
        )
    for sx, i in ((-1, 0), (1, 1), (-1, 2), (1, 3)):
        a = h.at(sx * 0.66, -0.35)
        o = 1.6 if i > 1 else 0
        path = [
            (a[0] + sx * o, a[1]),
            (a[0] + sx * (1.6 + o), a[1] + 8),
            (a[0] + sx * (2.4 + o), a[1] + 16),
        ]
        hair.wave(sc, path, 2.0 - 0.8 * o, 1.7, 3, "beard", i, 0.7, curl=3)
    h.add()
    hair.cap(h, "beard", 0.3, -0.5, side=1.10, z=0.5)
    hair.beard(h, "beard", 0.95, 33.8)
    hair.moustache(h, "beard", 0.37, 3.0)
    hair.shaggy_brows(h)
    crowns.arched(h, -0.60, cap_material="cloth")
    cloth.chain(sc, 33.8, 30, 15.5, 12.5, 9, 15, 0.95, 1.05, gem="gem")
    f = Frame(55.8, 31.6)
    regalia.sword(sc, f, 16.0, 27.0)
    g = Frame(55.8, 37.2)
    cloth.arm(sc, g.all([(3, 8.5), (4.4, 16), (5, 27)]), [3.6, 4.6, 5.4], 12.0, "black", 9)
    cloth.cuff(sc, g, 15.4, 9.6, 3.7, 3.6, "fur", "gold", skew=1.9)
    hands.fist(sc, g, 19.0)

    def face(q):
        q.eyes(look=(0.012, 0.006), wide=0.76, iris="steel", big=1.0)
        q.nose(1.1)
        q.wrinkles()
        q.mouth(0.66, 0.16)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), np.array((34.0, 19.4)), petals=6)
