"""Knight of Cups: mail hood, surcoat, a cup held out; his white horse bows its head."""

import numpy as np

from workshop.figures import armour, cloth, crowns, hands
from workshop.figures.attributes import goblet
from workshop.figures.card import TAROT, compose
from workshop.figures.curves import Frame, dome, step
from workshop.figures.head import Head
from workshop.figures.horse import horse, reins

NAMES = ["tarot/knight-cups"]


def _coif(sc, h):
    """Cover head and shoulders with mail; the face is open."""
    e = np.hypot((h.fx) / 0.50, (h.fy - 0.16) / 0.78)
    front = np.where(np.abs(h.lon) < 1.5, (e - 1) * 4, 5)
    m = np.minimum(np.minimum(front, h.mask + 1.1), (0.98 - h.fy) * h.u)
    armour.mail(sc, "coif", h.z + 0.9, m, "iron", 1.15)
    x, y = h.at(0, 0.9)
    d = np.hypot((sc.X - x) / 13.5, (sc.Y - y - 6.6) / 7.6)
    z = 0.5 + 6.0 * dome(d) * step(-2, 3, sc.Y - y + 3)
    armour.mail(sc, "cape", z, np.minimum((1 - d) * 7, sc.Y - y + 1.5), "iron", 1.15)


def figure(st):
    """Return the scene."""
    sc = TAROT.scene(st)
    h = Head(sc, 26.0, 21.8, 9.4, yaw=20, pitch=6, roll=-4, man=0.65, age=0.15, skin="flesh2")
    z, m = cloth.torso(sc, 26.4, 37.0, "cloth", 19.5, 9, fold=0.6)
    cross = np.minimum(m, np.maximum(1.6 - np.abs(sc.X - 27.2), 1.6 - np.abs(sc.Y - 50)))
    sc.add("cross", "linen", z + 0.8, cross, sc.Y - 0.4 * z, 0.46, 0.9, 0.02, 0.28)
    cloth.neck(h, [(26, 27), (26.4, 36)], [4.2, 4.4])
    h.add()
    _coif(sc, h)
    crowns.band(h, -0.50, 0.18, 0.07, 2.4, "gold")
    crowns.stones(h, -0.50, 0.18, (-0.8, -0.4, 0, 0.4, 0.8), 0.55, 12.5, ("gem", "pearl"))
    p = h.at(-0.58, -0.52)
    armour.wing(sc, (p[0] - 0.5, p[1]), (p[0] - 6.5, p[1] - 11.0), 5, 1, 6, "linen")
    p = h.at(0.52, -0.54)
    armour.wing(sc, (p[0] + 0.8, p[1]), (p[0] + 6.5, p[1] - 10.5), 2, -1, 6, "linen")
    goblet(sc, 48.4, 15.2, 5.4, 14.0, stem=9.0, emblem="hearts")
    f = Frame(48.4, 28.6, 6)
    cloth.arm(sc, f.all([(3.0, 8.4), (3.0, 16), (-2, 27)]), [3.2, 4.0, 4.8], 10.0, "cloth", 4)
    cloth.cuff(sc, f, 13.6, 9.4, 3.4, 3.2, "steel", "gold", skew=1.9)
    hands.fist(sc, f, 16.5, "flesh2")
    b = Frame(39.6, 43.4, 17, 1, 1.06)
    bit = horse(sc, b, 18.0, "horse2", "hair3", plume="cloth")
    reins(sc, bit, (23.6, 49.4), 25)
    hands.fist(sc, Frame(23.8, 48.4, 62, 1, 0.86), 26.0, "flesh2", "r")

    def face(q):
        q.eyes(look=(0.026, -0.006), iris="water", big=1.06)
        q.brows("hair2.ink", 0.6, 0.01)
        q.nose(1.06)
        q.lips(full=0.8, smile=0.014, wide=0.19, material="lips2")

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), np.array((27.0, 20.5)), TAROT, 4)
