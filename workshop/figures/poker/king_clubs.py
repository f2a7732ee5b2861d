"""King of Clubs: armour under a crown, black beard, the orb on the flat of his hand."""

import numpy as np

from workshop.figures import armour, cloth, crowns, hair, hands, regalia, sleeves
from workshop.figures.card import POKER, compose
from workshop.figures.curves import Frame
from workshop.figures.head import Head

NAMES = ["poker/king-clubs"]


def figure(st):
    """Return the scene."""
    sc = POKER.scene(st)
    h = Head(sc, 31.4, 22.4, 10.0, yaw=22, pitch=4, roll=-3, man=1.0, age=0.55, skin="flesh2")
    armour.cloak(sc, 31.4, 24, 26, "leaf", seed=9, top=28)
    armour.breastplate(sc, 31.8, 51, 16.5, 18, 34)
    regalia.emblem(sc, "clubs", 32.6, 43.4, 3.0, 11.5)
    cloth.neck(h, [(31, 28), (31.6, 38)], [4.8, 5.2])
    armour.gorget(sc, 31.8, ((33.0, 7.4), (35.0, 9.6)))
    armour.pauldron(sc, 17.0, 43.0, -22, -1, z=5, rx=8.6)
    armour.pauldron(sc, 46.8, 45.4, 24, 1, z=5, rx=8.2, ry=8.0)
    for sx in (-1, 1):
        a = h.at(sx * 0.66, -0.30)
        path = [a, (a[0] + sx * 2.0, a[1] + 6), (a[0] + sx * 2.0, a[1] + 12)]
        hair.wave(sc, path, 2.5, 1.7, 3, "hair2", 3 + sx, 0.7, curl=3)
    h.add()
    hair.cap(h, "hair2", 0.36, -0.5, side=1.06, z=0.6)
    hair.beard(h, "hair2", 0.58, 32.0)
    hair.moustache(h, "hair2", 0.36, 1.8, 9.4)
    crowns.arched(h, -0.58, cap_material="cloth", orb="leaf")
    regalia.orb(sc, 51.2, 25.6, 6.6, 14.0, belt="gem")
    f = Frame(51.4, 34.0, -3, 1, 1.06)
    hands.cup(sc, f, 17.5, "flesh2")
    arm = [(38.0, 52.0), (58.6, 59.0), f.at(0.3, 10.0)]
    radii = [6.4, 6.4, 5.8, 5.0, 3.4]
    u, w, m, z = sleeves.sleeve(sc, arm, radii, [9.0, 12.0, 14.0], "steel", 4, 0.12, root=False)
    for at in (4.4, 7.6, 10.8):
        ring = np.minimum(m + 0.2, 0.4 - np.abs(u.max() - u - at + 0.05 * w * w))
        sc.add("vambracerim", "gold", z + 0.8, ring, w, 0.36, 1, 0.03, 0.24)
    cloth.cuff(sc, f, 16.5, 9.6, 3.8, 2.4, "linen", "gold", skew=-1.2)

    def face(q):
        q.eyes(look=(0.026, 0.004), wide=0.82, iris="wood", big=1.0)
        q.brows("hair2.ink", 0.85, 0.0, 0.03)
        q.nose(1.12)
        q.wrinkles(1)
        q.mouth(0.655, 0.16)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), np.array((32.0, 19.4)), petals=3)
