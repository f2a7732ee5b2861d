"""Jack of Coins: bare curls, a scholar's hood on his shoulders, eyes on the coin he lifts."""

import numpy as np

from workshop.figures import cloth, hair, hands
from workshop.figures.attributes import coin
from workshop.figures.card import TAROT, compose
from workshop.figures.curves import Frame
from workshop.figures.head import Head

NAMES = ["tarot/jack-coins"]


def figure(st):
    """Return the scene."""
    sc = TAROT.scene(st)
    h = Head(sc, 26.4, 27.6, 10.6, yaw=26, pitch=-6, roll=-9, man=0.4, skin="flesh2")
    z, _ = cloth.torso(sc, 27, 43, "black", 20, 9, fold=0.6)
    cloth.buttons(sc, z, 27.2, 50, 8, 2.8, 0.8)
    cloth.neck(h, [(25.8, 32), (26.8, 43)], [4.2, 4.8])
    rolls = ((40.0, 2.2, "linen"), (42.4, 2.8, "cloth"), (45.8, 3.2, "cloth"))
    for i, (y, r, material) in enumerate(rolls):
        path = [(14 - i, y - 1), (20, y + 2.4), (26.8, y + 3.6), (33.6, y + 2.2), (39 + i, y - 1.6)]
        u, w, m, hh = sc.along(path, r)
        phase = u * 0.5 + w * 0.7
        sc.add("hood", material, 4.5 - 0.3 * i + hh, m, phase, 0.44, 1, 0.02, 0.32)
    h.add()
    hair.cap(h, "hair2", 0.30, -0.52, side=1.0, z=0.8, full=1.0)
    spots = (
        *((-0.70, -0.50, 2.5), (-0.78, -0.14, 2.6), (-0.78, 0.22, 2.5), (-0.46, -0.78, 2.5)),
        *((-0.12, -0.92, 2.5), (0.24, -0.90, 2.4), (0.52, -0.70, 2.2), (0.68, -0.36, 2.0)),
        *((-0.34, -0.56, 2.2), (0.04, -0.66, 2.2), (0.36, -0.58, 2.0), (-0.62, 0.5, 2.1)),
    )
    for i, (x, y, r) in enumerate(spots):
        hair.bun(sc, *h.at(x, y), r, 5.0 - 3 * (x > 0.4), "hair2", 0.0, 1, 1 if i % 2 else -1)
    coin(sc, 46.8, 21.4, 8.4, 15.0, field="black")
    f = Frame(46.4, 29.2, -5, 1, 1.05)
    hands.pinch(sc, f, 17.5, "flesh2")
    cloth.arm(sc, f.all([(4.7, 19), (5.4, 27), (5.0, 42)]), [3.2, 4.4, 5.4], 14.0, "black", 5)
    cloth.cuff(sc, f, 16.5, 19.4, 3.4, 3.0, "linen", "gold", skew=3.2)

    def face(q):
        q.eyes(look=(0.03, -0.022), iris="wood", big=1.08)
        q.brows("hair2.ink", 0.6, 0.02)
        q.nose(1.05)
        q.lips(full=1.0, smile=0.01, wide=0.2, material="lips2")

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), np.array((27.6, 24.0)), TAROT, 8)
