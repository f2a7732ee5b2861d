"""Jack of Swords: a boy with bobbed hair, striped doublet, ruff, the sword on his shoulder."""

import numpy as np

from workshop.figures import cloth, crowns, hair, hands, regalia
from workshop.figures.card import TAROT, compose
from workshop.figures.curves import Frame
from workshop.figures.head import Head

NAMES = ["tarot/jack-swords"]


def figure(st):
    """Return the scene."""
    sc = TAROT.scene(st)
    h = Head(sc, 28.4, 25.6, 10.6, yaw=-19, pitch=2, roll=5, man=0.3)
    z, m = cloth.torso(sc, 29, 42, "cloth", 20, 9)
    cloth.stripes(sc, z, m, 29, 41, 3.6, "linen", None)
    cloth.buttons(sc, z, 29.2, 48, 8)
    cloth.puff(sc, 13.0, 50.0, -22, 7.4, 7.6, 2.0, "gown")
    cloth.puff(sc, 44.0, 51.8, 22, 7.8, 8.2, 2.0, "gown")
    cloth.neck(h, [(28.8, 31), (29.2, 42)], [4.0, 4.4])
    cloth.ruff(sc, 29.2, 39.4, 12.4, 5.4, 3.0, n=30, inner=0.34)
    for sx in (-1, 1):
        a = h.at(sx * 0.66, -0.4)
        path = [a, (a[0] + sx * 1.4, a[1] + 6), (a[0] + sx * 0.6, a[1] + 12.6)]
        hair.wave(sc, path, 2.5, 2.2, 4, "hair4", 5 + sx, 0.4)
    h.add()
    hair.cap(h, "hair4", 0.62, -0.40, arch=1.0, side=0.98, z=0.8, full=1.0)
    crowns.beret(h, -0.52, "gown", -7, plume="feather")
    f = Frame(48.2, 43.0, 17)
    regalia.sword(sc, f, 15.0, 34.0, 1.9)
    g = Frame(*f.at(0, 5.6), 17)
    cloth.arm(sc, g.all([(2.8, 8.5), (3.4, 15), (2, 26)]), [3.3, 4.1, 5.0], 11.0, "cloth", 9)
    cloth.cuff(sc, g, 15.0, 9.4, 3.6, 3.2, "linen", None, flare=0.6, skew=1.9)
    hands.fist(sc, g, 18.0)

    def face(q):
        q.eyes(look=(0.02, 0.006), iris="steel", big=1.12)
        q.brows("hair4.ink", 0.48, 0.015)
        q.nose(1.0)
        q.lips(full=0.95, smile=0.03, wide=0.2)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), np.array((29.0, 23.0)), TAROT, 6)
