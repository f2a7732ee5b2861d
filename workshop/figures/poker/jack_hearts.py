"""Jack of Hearts: a gallant in a broad hat, ruff, pointed beard, a goblet raised."""

import numpy as np

from workshop.figures import cloth, crowns, hair, hands
from workshop.figures.attributes import goblet
from workshop.figures.card import POKER, compose
from workshop.figures.curves import Frame
from workshop.figures.head import Head

NAMES = ["poker/jack-hearts"]


def figure(st):
    """Return the scene."""
    sc = POKER.scene(st)
    h = Head(sc, 33.8, 21.4, 9.9, yaw=-20, pitch=4, roll=5, man=0.85, age=0.15)
    z, _ = cloth.torso(sc, 34.4, 36, "cloth", 19.5)
    for i in range(-4, 5):
        c = sc.X - 34.4 - i * 3.6
        for j in range(7):
            slash = np.hypot(c / 0.42, (sc.Y - 40 - 3.4 * j - 1.7 * (i % 2)) / 1.25)
            sc.add("slash", "linen", z + 0.7, (1 - slash) * 0.4, sc.Y, 0.4, 0.5, 0.1, 0.16)
    cloth.buttons(sc, z, 34.6, 40, 8)
    cloth.puff(sc, 17.2, 44.0, -22, 7.8, 8.0, 2.0, "gown")
    cloth.puff(sc, 49.0, 45.2, 20, 7.4, 8.0, 2.0, "gown")
    cloth.neck(h, [(34, 27), (34.4, 37)], [4.2, 4.4])
    cloth.ruff(sc, 34.4, 33.4, 12.4, 5.0, 3.0, n=30, inner=0.34)
    h.add()
    hair.cap(h, "hair", 0.50, -0.5, side=1.06, z=0.7, full=0.6)
    hair.short_beard(h, "hair", low=0.72, point=3.4, open_=0.12)
    hair.moustache(h, "hair", 0.34, 1.6, 9.4, up=0.85, r=0.7)
    crowns.broad_hat(h, -0.42, "black", plume="feather")
    goblet(sc, 53.6, 22.6, 5.6, 14.0, stem=13, emblem="hearts")
    f = Frame(53.6, 37.0)
    cloth.arm(sc, f.all([(3, 8.5), (4.4, 16), (5, 27)]), [3.3, 4.1, 4.8], 11.5, "cloth", 6)
    cloth.cuff(sc, f, 15.0, 9.4, 3.6, 3.2, "linen", None, flare=0.6, skew=1.9)
    hands.fist(sc, f, 18.0)

    def face(q):
        q.eyes(look=(0.024, 0.0), wide=0.9, iris="wood")
        q.brows("hair.deep", 0.6, 0.02)
        q.nose(1.06)
        q.mouth(0.645, 0.16, 0.02)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), np.array((34.4, 18.6)), petals=5)
