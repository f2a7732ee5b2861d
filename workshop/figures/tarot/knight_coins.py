"""Knight of Coins: an old captain in a horned helm, black horse in armour, a coin held up."""

import numpy as np

from workshop.figures import armour, cloth, crowns, hair, hands
from workshop.figures.attributes import coin
from workshop.figures.card import TAROT, compose
from workshop.figures.curves import Frame, spline
from workshop.figures.head import Head
from workshop.figures.horse import horse, reins

NAMES = ["tarot/knight-coins"]


def figure(st):
    """Return the scene."""
    sc = TAROT.scene(st)
    x, y = 26.0, 22.2
    h = Head(sc, x, y, 10.2, yaw=24, pitch=4, roll=-3, man=1, age=0.75, skin="flesh2")
    armour.cloak(sc, x, 26, 24, "cloth", seed=14, top=29, r=34)
    for s in (-1, 1):
        root = h.at(s * 0.60, -0.50)
        path = [
            (root[0] - s * 0.6, root[1] + 0.6),
            (root[0] + s * 5.4, root[1] - 1.6),
            (root[0] + s * 7.4, root[1] - 8.4),
            (root[0] + s * 3.6, root[1] - 13.6),
        ]
        p = spline(path, 50)
        u, w, m, z = sc.along(p, np.linspace(2.4, 0.3, 50))
        z = -1 + z + 0.25 * np.cos(u * 4.2)
        sc.add("horn", "bone", z, m, u - 0.3 * z, 0.4, 1, 0.02, 0.34)
    cloth.neck(h, [(x, 28), (26.4, 37)], [4.4, 4.8])
    armour.gorget(sc, x, ((33.4, 6.6), (35.4, 8.0), (37.6, 9.8)))
    armour.breastplate(sc, x, 54, 15.5, 18, 37)
    crowns.ray_star(sc, x + 1.2, 47.6, 4.0, 13, 8, boss="gem")
    armour.pauldron(sc, 12.2, 45.0, -24, -1, rx=8.0, ry=7.6)
    armour.pauldron(sc, 40.2, 45.4, 26, 1, rx=8.0, ry=7.8)
    coin(sc, 48.8, 14.6, 7.6, 15.0, tilt=0.86, field="black")
    f = Frame(48.2, 21.8, -4, 1, 0.96)
    u, w, m, hh = sc.along(f.all([(4.6, 15.6), (4.4, 24), (0, 34)]), [3.2, 4.0, 4.6])
    flat = np.minimum(m, np.where(u > 0.05, 9, -1))
    sc.add("vambrace", "steel", 13.0 + hh + 0.3 * np.cos(w * 2.1), flat, u - 0.05 * w * w, 0.44)
    for at, t in ((0.8, 0.7), (4.2, 0.4)):
        ring = np.minimum(np.minimum(m + 0.25, t - np.abs(u - at + 0.05 * w * w)), flat + 0.3)
        sc.add("vambracerim", "gold", 14.0 + hh, ring, w, 0.36, 1, 0.03, 0.24)
    hands.pinch(sc, f, 17.0, "leather")
    bit = horse(
        sc, Frame(40.2, 44.8, 0, 1, 1.06), 19.0, "black", "hair3", chanfron="gold", gem="flame"
    )
    reins(sc, bit, (23.6, 52.0), 26)
    hands.fist(sc, Frame(23.8, 51.0, 62, 1, 0.86), 27.0, "leather", "r")
    h.add()
    hair.beard(h, "beard", 0.62, 26.4)
    hair.moustache(h, "beard", 0.40, 1.6, 9.6, r=0.95)
    armour.open_helm(h, "steel", "gold", -0.34, nasal=True)
    for s in (-1, 1):
        root = h.at(s * 0.60, -0.50)
        sc.oval("hornring", "gold", root[0], root[1], 2.3, 2.1, 12, high=1.4)

    def face(q):
        q.eyes(look=(0.028, -0.004), wide=0.9, iris="leaf", big=1.04)
        q.brows("beard.deep", 0.9, 0.0, 0.03)
        q.nose(1.1)
        q.wrinkles(1)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), np.array((26.6, 21.6)), TAROT, 8)
