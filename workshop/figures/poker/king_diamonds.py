"""King of Diamonds: nearly in profile, turban with a crown, pointed beard, the axe at his side."""

import numpy as np

from workshop.figures import cloth, crowns, hair, hands, regalia
from workshop.figures.card import POKER, compose
from workshop.figures.curves import Frame
from workshop.figures.head import Head

NAMES = ["poker/king-diamonds"]


def figure(st):
    """Return the scene."""
    sc = POKER.scene(st)
    h = Head(sc, 33.4, 22.6, 10.0, yaw=33, pitch=2, roll=-3, man=1.0, age=0.35, skin="flesh3")
    z, m = cloth.torso(sc, 33, 34.6, "gown", 20)
    q = np.abs(np.mod((sc.X - 33) / 4.8, 1) - 0.5) + np.abs(np.mod(sc.Y / 6.4, 1) - 0.5)
    sc.add(
        "brocade",
        "gold",
        z + 0.4,
        np.minimum(m - 0.4, (q - 0.74) * 3),
        sc.X + sc.Y,
        0.4,
        0.9,
        0,
        0.22,
    )
    zm, mm = cloth.mantle(sc, "cloth", 33, 62, 24, 25.5, 9, -4, 9.5, 0.04, 12)
    part = np.minimum(mm, np.abs(sc.X - 33.5) - 7.5 - 0.05 * (sc.Y - 36))
    sc.add("robe", "cloth", zm + 1.5, part, sc.Y - 0.4 * zm, 0.46, 1, 0.04, 0.34)
    cloth.hem(sc, "robehem", zm + 1.5, part, 1.2, 1.15, "fur", over=0.9)
    cloth.neck(h, [(32.4, 28), (33, 38)], [4.8, 5.4])
    cloth.collar(sc, 33, 31.0, ((6.2, 0.8, "gold", 60), (7.8, 0.8, "fur", 0)), 0.7, 5.0)
    cloth.chain(sc, 33.0, 31, 9.5, 8.5, 9, 9, 0.8, 1.1)
    regalia.emblem(sc, "diamonds", 33.2, 41.8, 2.4, 10.5)
    h.add(0.03)
    hair.cap(h, "hair2", 0.14, -0.4, side=1.26, z=0.5)
    hair.short_beard(h, "hair2", low=0.62, point=4.2, open_=0.14)
    hair.moustache(h, "hair2", 0.33, 1.2, 9.2, r=0.75)
    crowns.turban(h, "linen", -0.34, jewel="gem")
    for lon in (-0.9, -0.3, 0.3, 0.9):
        x, y = crowns.on_band(h, -0.58, 0.16, lon)
        crowns.fleuron(sc, np.array([x, y - 6.5]), np.array([np.sin(lon) * 0.3, -1]), 0.9, 8)
    f = Frame(55.0, 41.0, 3)
    regalia.axe(sc, f, 16.5, -17.2, 30)
    cloth.arm(sc, f.all([(3, 8.5), (4.4, 16), (5, 27)]), [3.6, 4.6, 5.4], 12.0, "cloth", 9)
    cloth.cuff(sc, f, 15.4, 9.6, 3.7, 3.4, "fur", "gold", skew=1.9)
    hands.fist(sc, f, 19.0, "flesh3")

    def face(q):
        q.eye(-1, look=(0.03, 0.0), wide=0.9, iris="wood")
        q.eye(1, look=(0.03, 0.0), wide=0.85, iris="wood", big=0.94)
        q.brows("hair2.ink", 0.75, 0.0, 0.02)
        q.nose(1.1)
        q.wrinkles(0)
        q.mouth(0.648, 0.17)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), np.array((33.4, 19.4)), petals=4)
