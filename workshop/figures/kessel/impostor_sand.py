"""The Sand Impostor: a broad hat, a mask, a fan of cards that are the faces of a die; dunes."""

import numpy as np

from workshop.figures import cloth, crowns, hair, hands
from workshop.figures.curves import Frame
from workshop.figures.disguise import card_fan, half_mask
from workshop.figures.grounds import Ground
from workshop.figures.head import Head

NAMES = ["kessel/impostor-sand"]


def figure(st):
    """Return the scene."""
    sc = Ground().court.scene(st)
    h = Head(sc, 28.4, 22.6, 9.8, yaw=20, pitch=5, roll=-5, man=0.9, age=0.2, skin="flesh2")
    cloth.torso(sc, 29, 37.0, "cloth", 20.5, 8.5, fold=0.5)
    cloth.ruff(sc, 28.8, 35.0, 12.0, 5.4, 1.6, 3.4, 24, "linen", 0.05, 0.05)
    cloth.neck(h, [(28.6, 28), (29, 38)], [4.4, 4.8])
    h.add()
    for s in (-1, 1):
        a = h.at(s * 0.62, -0.30)
        path = [a, (a[0] + s * 1.6, a[1] + 6), (a[0] + s * 1.2, a[1] + 12)]
        hair.wave(sc, path, 2.5, 1.7, 3, "hair2", 3 + s, 0.8, curl=4)
    half_mask(h, "black", point=0.2)
    hair.moustache(h, "hair2", 0.36, 1.6, 9.4, up=0.9, r=0.8)
    hair.lock(sc, [h.at(0, 0.78), h.at(0.0, 0.98), h.at(0.02, 1.16)], 0.9, 9.0, "hair2", 2, 0.6)
    crowns.broad_hat(h, -0.42, "robe", reach=1.9, tall=0.78, plume="linen")
    card_fan(sc, 53.6, 40.0, 12.0, 5, 66.0, 0.0)
    f = Frame(54.0, 38.6, 6)
    cloth.arm(sc, f.all([(3.0, 9.0), (4.0, 18), (5, 30)]), [3.4, 4.6, 5.6], 11.0, "robe", 9)
    cloth.cuff(sc, f, 15.0, 9.8, 3.6, 3.2, "linen", "gold", skew=1.9)
    hands.fist(sc, f, 18.0, "flesh2")

    def face(q):
        q.eyes(look=(0.036, 0.0), iris="wood", big=1.02)
        q.nose(1.08)
        q.mouth(0.66, 0.17, 0.028)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    ground = Ground()
    x, y = ground.X, ground.Y
    crest = 3.4 * np.sin(0.075 * x + 0.04 * y) + 1.6 * np.sin(0.17 * x - 0.09 * y + 1)
    level = y + crest * (0.5 + y / 60)
    ink = 0.30 + 0.34 * np.abs(np.mod(level / 13.0 + 0.012 * x, 1) - 0.5) * 2
    ground.lines(level / 1.12, ink)
    return ground.finish(figure(st))
