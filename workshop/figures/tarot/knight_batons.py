"""Knight of Batons: fan crest, red beard, a baton aslant, a bay horse that tosses its head."""

import numpy as np

from workshop.figures import armour, cloth, hair, hands, regalia
from workshop.figures.card import TAROT, compose
from workshop.figures.curves import Frame, dome, loop
from workshop.figures.head import Head
from workshop.figures.horse import horse, reins

NAMES = ["tarot/knight-batons"]


def figure(st):
    """Return the scene."""
    sc = TAROT.scene(st)
    h = Head(sc, 26.4, 23.6, 9.4, yaw=-15, pitch=2, roll=3, man=1.0, age=0.3)
    armour.cloak(sc, 26.4, 26, 24, "cloth", seed=4, top=29, r=34)
    armour.crest(sc, 26.4, 21.6, -3, 14.6, 1.5, 11, "flame", "gold", 9.4)
    body = [
        *((8, 47), (12, 41.5), (18, 38.5), (23, 37), (30, 37), (36, 38.4), (42, 41.6)),
        *((46, 48), (48, 70), (26, 74), (6, 70)),
    ]
    m = sc.inside(loop(body))
    z = -1 + 9 * dome(np.hypot((sc.X - 26.6) / 23, (sc.Y - 56) / 24))
    armour.scales(sc, "scales", z, m, (26.6, 36), 4.4, "gold")
    armour.pauldron(sc, 12.4, 44.4, -22, -1, z=5, rx=7.6, ry=7.4)
    armour.pauldron(sc, 41.0, 45.0, 24, 1, z=5, rx=7.6, ry=7.6)
    cloth.neck(h, [(26.4, 29), (26.8, 39)], [4.2, 4.6])
    h.add()
    hair.beard(h, "hair", 0.52, 27.0)
    hair.moustache(h, "hair", 0.38, 1.8, 9.0, r=0.9)
    armour.open_helm(h, "steel", "gold", -0.32)
    f = Frame(47.0, 33.4, 11)
    regalia.baton(sc, f, 13.5, -29, 14, ((0.08, -1), (0.26, 1)))
    cloth.arm(sc, f.all([(2.6, 8.4), (1.6, 16), (-4, 26)]), [3.2, 3.9, 4.6], 10.0, "cloth", 4)
    cloth.cuff(sc, f, 13.4, 9.4, 3.4, 3.0, "leather", "gold", skew=1.9)
    hands.fist(sc, f, 16.0)
    b = Frame(40.8, 45.8, -13, 1, 1.02)
    bit = horse(sc, b, 18.0, "horse", "hair2")
    reins(sc, bit, (24.6, 52.4), 25)
    hands.fist(sc, Frame(24.6, 51.4, 62, 1, 0.86), 26.0, "flesh", "r")

    def face(q):
        q.eyes(look=(0.026, 0.0), wide=0.9, iris="leaf", big=1.02)
        q.brows("hair.deep", 0.8, 0.0, 0.03)
        q.nose(1.1)
        q.wrinkles(1)
        q.mouth(0.65, 0.16)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), np.array((27.0, 21.0)), TAROT, 5, n=70)
