"""King of Batons: turban with a plume, full black beard, a baton like a mace on his arm."""

import numpy as np

from workshop.figures import cloth, crowns, hair, hands, regalia
from workshop.figures.card import TAROT, compose
from workshop.figures.curves import Frame
from workshop.figures.head import Head

NAMES = ["tarot/king-batons"]


def figure(st):
    """Return the scene."""
    sc = TAROT.scene(st)
    h = Head(sc, 28.4, 28.0, 10.4, yaw=-17, pitch=4, roll=2, man=1.0, age=0.6, skin="flesh3")
    zm, mm = cloth.mantle(sc, "cloth", 29, 70, 25, 27, 16, -5, 11, 0.05, 12)
    front = np.minimum(7.0 + 0.10 * (sc.Y - 40) - np.abs(sc.X - 28.8), np.minimum(mm, sc.Y - 40))
    sc.add("front", "gown", zm + 1.0, front, sc.Y - 0.4 * zm, 0.46, 1, 0.02, 0.3)
    for i in range(-1, 2):
        for j in range(7):
            x, y = 28.8 + 4.4 * i + (2.2 if j % 2 else 0), 47 + 4 * j
            regalia.emblem(sc, "diamonds", x, y, 1.1, 8.5, "gold", None)
    for s in (-1, 1):
        c = 28.8 + s * (7.0 + 0.10 * (sc.Y - 40))
        edge = np.minimum(1.0 - np.abs(sc.X - c), np.minimum(mm, sc.Y - 40))
        sc.add("border", "fur", zm + 1.8, edge, sc.Y, 0.5, 0.8, 0.04, 0.28)
    cloth.neck(h, [(28.4, 34), (28.8, 45)], [4.8, 5.2])
    cloth.cowl(sc, 28.8, 42.4, 12.4, 6.2, 2.0, "linen", 7, 0.40, 0.6, top=36)
    h.add(0.03)
    hair.cap(h, "hair2", 0.3, -0.4, side=1.12, z=0.5)
    hair.beard(h, "hair2", 0.72, 29.0)
    hair.moustache(h, "hair2", 0.40, 2.4, 9.4)
    crowns.turban(h, "linen", -0.36, jewel="flame", plume="feather")
    f = Frame(48.6, 50.0, 9)
    regalia.baton(sc, f, 15.0, -36, 30, ((0.08, -1), (0.16, 1), (0.28, -1), (0.38, 1)), 1.7)
    cloth.arm(sc, f.all([(3.2, 8.5), (3.6, 15), (1.5, 26)]), [3.8, 4.8, 5.6], 11.5, "cloth", 9)
    cloth.cuff(sc, f, 15.4, 9.4, 3.9, 3.6, "fur", "gold", skew=1.9)
    hands.fist(sc, f, 18.5, "flesh3")

    def face(q):
        q.eyes(look=(0.026, 0.0), wide=0.86, iris="wood", big=1.04)
        q.brows("hair2.ink", 0.85, 0.0, 0.02)
        q.nose(1.16)
        q.wrinkles(1)
        q.mouth(0.655, 0.16)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), np.array((28.8, 24.0)), TAROT, 5)
