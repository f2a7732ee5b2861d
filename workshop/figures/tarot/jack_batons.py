"""Jack of Batons: a countryman in a broad hat, both hands on a green baton."""

import numpy as np

from workshop.figures import cloth, crowns, hair, hands, regalia
from workshop.figures.card import TAROT, compose
from workshop.figures.curves import Frame, spline
from workshop.figures.head import Head

NAMES = ["tarot/jack-batons"]


def figure(st):
    """Return the scene."""
    sc = TAROT.scene(st)
    h = Head(sc, 27.6, 25.8, 10.6, yaw=24, pitch=4, roll=-4, man=0.9, age=0.3, skin="flesh2")
    z, m = cloth.torso(sc, 28, 42, "leather", 20, 9, fold=0.5)
    for y in np.arange(44, 70, 3.4):
        for s in (-1, 1):
            path = [(28.4 - s * 1.6, y), (28.4 + s * 1.6, y + 2.2)]
            sc.tube("lace", "linen", path, 0.3, 9.5, 0.5, 0, 0, 0.16)
    slit = np.minimum(1.5 - np.abs(sc.X - 28.4), m)
    sc.add("shirt", "linen", z + 0.35, slit, sc.Y, 0.46, 0.9, 0, 0.26)
    cloth.puff(sc, 12.0, 50.0, -22, 7.2, 7.6, 2.0, "cloth", bands=())
    cloth.puff(sc, 43.4, 52.0, 22, 7.8, 8.6, 2.0, "cloth", bands=())
    cloth.neck(h, [(27.6, 31), (28, 40)], [4.4, 4.8], z=-4, fade=(4, 8))
    for i, (y, r) in enumerate(((38.2, 2.6), (41.4, 3.0), (44.8, 3.4))):
        path = [(15 - i, y + 0.4), (21, y + 2.4), (28, y + 3.2), (35, y + 1.8), (41 + i, y - 1.0)]
        cloth.arm(
            sc,
            spline(path, 40),
            np.full(40, r),
            1.5 - 0.5 * i,
            "flame",
            3 + i,
            0.5,
            0.7,
            -0.06,
            slant=0.8,
        )
    h.add()
    hair.cap(h, "hair", 0.5, -0.5, side=1.06, z=0.7, full=0.5)
    hair.short_beard(h, "hair", low=0.56, point=1.6)
    hair.moustache(h, "hair", 0.32, 1.2, 9.4, r=0.8)
    crowns.broad_hat(h, -0.42, "leather", plume=None)
    f = Frame(48.6, 50.0, 4)
    regalia.baton(sc, f, 15.5, -40, 30, ((0.10, 1), (0.22, -1), (0.36, 1), (0.62, -1)))
    for i, (y, z0, side) in enumerate(((9.2, 18.0, -1), (0.0, 19.2, 1))):
        g = Frame(*f.at(0, y), 4, side)
        bend = 3.4 * side
        path = g.all([(2.8, 8.5), (3.0 + abs(bend) * 0.3, 15), (4 + abs(bend), 26)])
        cloth.arm(sc, path, [3.3, 4.2, 5.0], z0 - 6.5, "cloth", 5 + i)
        if i:
            cloth.cuff(sc, g, z0 - 3, 9.4, 3.5, 2.8, "linen", None, skew=1.9)
        hands.fist(sc, g, z0, "flesh2", f"h{i}")

    def face(q):
        q.eyes(look=(0.028, 0.0), wide=0.88, iris="leaf")
        q.brows("hair.deep", 0.75, 0.01)
        q.nose(1.1)
        q.wrinkles(1)
        q.mouth(0.648, 0.17, 0.02)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), np.array((28.6, 23.0)), TAROT, 5)
