"""Knight of Swords: visor up, blade raised, a grey horse that champs at the bit."""

import numpy as np

from workshop.figures import armour, cloth, crowns, hands, regalia
from workshop.figures.card import TAROT, compose
from workshop.figures.curves import Frame
from workshop.figures.head import Head
from workshop.figures.horse import horse, reins

NAMES = ["tarot/knight-swords"]


def figure(st):
    """Return the scene."""
    sc = TAROT.scene(st)
    h = Head(sc, 26.6, 21.4, 9.2, yaw=22, pitch=3, roll=-3, man=0.7, age=0.1)
    armour.cloak(sc, 27, 24, 24, "cloth", seed=9, top=27, r=34)
    armour.breastplate(sc, 26.6, 49, 15, 18, 31)
    regalia_star = (27.6, 43.0)
    crowns.ray_star(sc, *regalia_star, 4.2, 12.4, 8)
    cloth.neck(h, [(26.6, 26.5), (27, 35)], [4.0, 4.4])
    armour.gorget(sc, 26.8, ((30.6, 6.4), (32.6, 8.4)))
    armour.pauldron(sc, 13.6, 40.6, -22, -1, z=5, rx=7.8, ry=7.6)
    armour.pauldron(sc, 40.0, 41.4, 24, 1, z=5, rx=7.6, ry=7.4)
    h.add()
    armour.open_helm(h, "steel", "gold", -0.36)
    x, y = h.at(0, -0.98)
    for dx, wide, z, material in ((0, 2.5, 5.5, "cloth"), (-2.2, 2.6, 7.5, "feather")):
        points = ((0.2, 0.4), (-0.6, -5.2), (-5.6, -7.4), (-11.6 - dx, -3.4), (-13.4 - dx, 3.4))
        crowns.feather(sc, [(x + a, y + b) for a, b in points], wide, z, material)
    sc.oval("socket", "gold", x, y, 1.5, 1.7, 9)
    f = Frame(46.6, 25.0, 14)
    regalia.sword(sc, f, 15.0, 20.8, 1.8)
    g = Frame(*f.at(0, 5.4), 14, 1, 0.94)
    u, w, m, hh = sc.along(g.all([(2.6, 8.4), (2.4, 16), (-3, 26)]), [3.2, 3.9, 4.4])
    flat = np.minimum(m, np.where(u > 0.05, 9, -1))
    sc.add("vambrace", "steel", 11.5 + hh + 0.3 * np.cos(w * 2.1), flat, u - 0.05 * w * w, 0.44)
    for at, t in ((0.8, 0.7), (3.8, 0.4)):
        ring = np.minimum(np.minimum(m + 0.25, t - np.abs(u - at + 0.05 * w * w)), flat + 0.3)
        sc.add("vambracerim", "gold", 12.4 + hh, ring, w, 0.36, 1, 0.03, 0.24)
    hands.fist(sc, g, 17.0, "leather")
    b = Frame(40.6, 42.0, 5, 1, 1.1)
    bit = horse(sc, b, 17.0, "horse2", "hair3", chanfron="steel")
    reins(sc, bit, (26.0, 49.4), 24)
    hands.fist(sc, Frame(26.0, 48.4, 62, 1, 0.86), 25.0, "leather", "r")

    def face(q):
        q.eyes(look=(0.028, 0.0), iris="steel", big=1.06)
        q.brows("hair.ink", 0.6, 0.0, 0.015)
        q.nose(1.05)
        q.mouth(0.645, 0.18)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), np.array((28.0, 20.0)), TAROT, 6)
