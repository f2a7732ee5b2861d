"""King of Hearts: ermine, brown beard, the sword that runs behind his head."""

import math

import numpy as np

from workshop.figures import cloth, crowns, hair, hands, regalia
from workshop.figures.card import POKER, compose
from workshop.figures.curves import Frame
from workshop.figures.head import Head

NAMES = ["poker/king-hearts"]


def figure(st):
    """Return the scene."""
    sc = POKER.scene(st)
    h = Head(sc, 34.0, 22.8, 9.9, yaw=16, pitch=4, roll=-4, man=1.0, age=0.5)
    regalia.sword(sc, Frame(48.6, 23.0, -62), -4.0, 30.0)
    cloth.torso(sc, 34, 36, "cloth", 20)
    cloth.mantle(sc, "fur", 34, 52, 20.5, 17.5, 4, 2.5, 8.5, 0.05, 10)
    inside = lambda x, y: math.hypot((x - 34) / 19, (y - 51) / 16) < 0.95  # noqa: E731
    cloth.ermine(sc, 34, 28, (9, 23), inside, 26, 5, "black", 11)
    cloth.chain(sc, 34.0, 30, 14.0, 12.0, 10.5, 13, 1.0, 1.0, gem="gem")
    regalia.emblem(sc, "hearts", 34.2, 44.8, 2.4, 11.5)
    for sx in (-1, 1):
        a = h.at(sx * 0.66, -0.30)
        path = [a, (a[0] + sx * 2.2, a[1] + 7), (a[0] + sx * 2.6, a[1] + 14)]
        hair.wave(sc, path, 2.5, 1.9, 4, "hair", 3 + sx, 0.8, curl=3)
    cloth.neck(h, [(34, 28), (34, 38)], [4.6, 5.0])
    h.add()
    hair.cap(h, "hair", 0.36, -0.5, side=1.06, z=0.6)
    hair.beard(h, "hair", 0.50, 34.4)
    hair.moustache(h, "hair", 0.36, 1.4, 9.4, up=0.5)
    crowns.arched(h, -0.58, cap_material="cloth", orb="flame")
    g = Frame(*Frame(48.6, 23.0, -62).at(0, 5.8), -62)
    hands.fist(sc, g, 15.0)
    outline = [
        *((58.2, 30.2), (60.4, 27.0), (64, 25), (70, 26), (72, 68), (52.6, 62), (51.4, 52)),
        *((53.6, 42), (56.0, 35)),
    ]
    zs, ms = cloth.sleeve(sc, outline, (62, 14), 8.0, 62, 6.5, "cloth", 5, (10, 17), 1.1, 15)
    cloth.hem(sc, "sleevehem", zs, ms, 1.0, 0.95, "fur", over=1.2)

    def face(q):
        q.eyes(look=(-0.02, 0.004), wide=0.85, iris="wood", big=1.02)
        q.brows("hair.deep", 0.85, 0.0, 0.02)
        q.nose(1.1)
        q.wrinkles(2)
        q.mouth(0.65, 0.16)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), np.array((34.0, 19.4)), petals=5)
