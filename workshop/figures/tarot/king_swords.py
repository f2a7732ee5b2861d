"""King of Swords: arched crown, long locks, plate under ermine, both hands on the sword."""

import math

import numpy as np

from workshop.figures import armour, cloth, crowns, hair, hands, regalia
from workshop.figures.card import TAROT, compose
from workshop.figures.curves import Frame
from workshop.figures.head import Head

NAMES = ["tarot/king-swords"]


def figure(st):
    """Return the scene."""
    sc = TAROT.scene(st)
    h = Head(sc, 27.4, 26.8, 10.4, yaw=18, pitch=3, roll=-2, man=1.0, age=0.55)
    armour.breastplate(sc, 28, 58, 16, 19, 40)
    zm, mm = cloth.mantle(sc, "fur", 28, 60, 24.0, 19.5, 4, 3.0, 7.5, 0.0, 12)
    inside = lambda x, y: math.hypot((x - 28) / 20, (y - 58) / 17) < 0.95  # noqa: E731
    cloth.ermine(sc, 28, 33, (9, 24), inside, 28, 9, "black", 11)
    open_ = np.minimum(2.4 + 0.20 * (sc.Y - 42) - np.abs(sc.X - 28.4), np.minimum(mm, sc.Y - 41))
    sc.add("robe", "cloth", zm + 2.2, open_, sc.Y - 0.4 * zm, 0.46, 1, 0.04, 0.3)
    edge = np.minimum(0.5 - np.abs(open_ - 0.2), sc.Y - 41)
    sc.add("robeedge", "gold", zm + 2.8, edge, sc.Y, 0.36, 1, 0, 0.22)
    for sx in (-1, 1):
        a = h.at(sx * 0.66, -0.30)
        path = [a, (a[0] + sx * 2.4, a[1] + 8), (a[0] + sx * 2.4, a[1] + 17)]
        hair.wave(sc, path, 3.0, 2.0, 4, "hair4", 6 + sx, 0.8, curl=3)
    cloth.neck(h, [(27.4, 32), (28, 44)], [4.8, 5.2])
    cloth.chain(sc, 28.2, 36, 13.5, 12.0, 11.5, 13, 1.0, 1.05, gem="gem")
    h.add()
    hair.cap(h, "hair4", 0.36, -0.5, side=1.06, z=0.6)
    hair.short_beard(h, "hair4", low=0.54, point=3.0)
    hair.moustache(h, "hair4", 0.35, 1.4, 9.6, r=0.9)
    crowns.arched(h, -0.58, cap_material="cloth")
    f = Frame(48.8, 40.0, 0, 1, 1.06)
    regalia.sword(sc, f, 16.0, 33.0, 2.0, grip=19)
    for i, (y, z0, side) in enumerate(((54.4, 18.6, -1), (46.2, 19.8, 1))):
        g = Frame(48.8, y, 0, side, 1.0)
        path = g.all([(2.8, 8.5), (3.4 + 0.4 * i, 15), (7.5 - 3 * i, 27)])
        cloth.arm(sc, path, [3.4, 4.4, 5.4], z0 - 6.5, "cloth", 5 + i)
        cloth.cuff(sc, g, z0 - 3.2, 9.4, 3.6, 3.2, "steel" if i else "fur", "gold", skew=1.9)
        hands.fist(sc, g, z0, pre=f"h{i}")

    def face(q):
        q.eyes(look=(0.024, 0.0), wide=0.8, iris="steel", big=1.02)
        q.brows("hair4.ink", 0.8, 0.0, 0.035)
        q.nose(1.1)
        q.wrinkles(2)
        q.mouth(0.65, 0.17, -0.006)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), np.array((28.4, 23.6)), TAROT, 6)
