"""Master of Sabers: a grey swordsman in a hood, both hands on the hilt of a long blade."""

import numpy as np

from workshop.figures import cloth, crowns, hair, hands
from workshop.figures.attributes import saber
from workshop.figures.card import POKER, compose
from workshop.figures.curves import Frame, bez, spline
from workshop.figures.head import Head

NAMES = ["casino/master-sabers"]
OUTER = [
    *((33.0, 1.6), (26.8, 4.0), (21.6, 9.4), (19.2, 17), (17.8, 25), (13.6, 32), (6, 38)),
    *((2, 47), (36, 68), (60, 62), (56.0, 48), (50.0, 39.4), (46.0, 32), (44.8, 23)),
    *((43.8, 13.5), (40.0, 5.2)),
]
INNER = [
    *((33.8, 8.2), (28.8, 9.2), (24.8, 13.6), (23.4, 19), (23.2, 25.5), (21.6, 32), (16.8, 39)),
    *((15, 50), (34, 60), (52, 54), (47.2, 43), (43.0, 35), (41.6, 27), (41.4, 19.4)),
    *((40.6, 12.6), (38.0, 9.2)),
]


def figure(st):
    """Return the scene."""
    sc = POKER.scene(st)
    h = Head(sc, 32.4, 21.6, 10.4, yaw=21, pitch=9, roll=-2, man=1.0, age=0.8, skin="flesh2")
    cloth.hood(sc, OUTER, INNER, (33.2, 22), "robe", rim=(12.0, 5.0), seed=6)
    cloth.mantle(sc, "lining", 33.5, 60, 22, 24, 9, -7, 8)
    cloth.neck(h, [(32.6, 28), (33.4, 40)], [5.0, 6.0])
    for i, (y, r) in enumerate(((32.6, 2.7), (35.8, 3.0), (39.4, 3.4))):
        path = [
            (22 - i, y + 1.5),
            (27, y + 2.6),
            (33.2, y + 3.2),
            (39.4, y + 1.8),
            (44 + i, y - 0.8),
        ]
        p = spline(path, 40)
        cloth.arm(sc, p, np.full(40, r), 1.0 - 0.5 * i, "cloth", 3 + i, 0.5, 0.7, slant=0.8)
    h.add()
    hair.short_beard(h, "hair3", low=0.54, point=2.6)
    hair.moustache(h, "hair3", 0.33, 1.8, 9.2, r=0.85)
    hair.cap(h, "hair3", 0.20, -0.60, side=1.12, z=0.5)
    crowns.band(h, -0.44, 0.16, 0.075, 1.6, "leather", 0.0, line=0.3)
    sc.oval("stud", "gold", *h.at(0, -0.44), 0.95, 0.95, 11)
    f = Frame(51.6, 27.6, 0, 1, 1.08)
    saber(sc, f, 17.0, 22.2, wide=2.7, grip=22, wrap="leather", guard=7.2)
    for i, (y, z) in enumerate(((41.8, 20.0), (33.6, 21.2))):
        g = Frame(51.6, y, 0, 1 if i else -1, 0.98)
        if i:
            path = [(55.8, 41), (58.6, 48), (62, 60)]
            cloth.arm(sc, path, [3.6, 4.6, 5.4], 14.0, "robe", 5, 0.7)
            cloth.cuff(sc, g, 16.5, 9.6, 3.4, 3.0, "leather", "gold", skew=1.9)
        else:
            path = [(47.4, 49), (44, 56), (40, 66)]
            cloth.arm(sc, path, [3.6, 4.6, 5.4], 14.0, "robe", 8, 0.7)
        hands.fist(sc, g, z, "flesh2", f"h{i}")

    def face(q):
        q.eye(-1, look=(0.028, 0.01), wide=0.66, iris="steel", big=0.98)
        q.closed_eye(1)
        q.brows("hair3.deep", 0.85, 0.0, 0.035)
        q.nose(1.1)
        q.wrinkles(2)
        scar = bez((0.20, -0.34), (0.26, -0.12), (0.34, 0.12), (0.40, 0.38))
        q.stroke(scar, 0.34, taper=(0.3, 0.6))
        for t in (0.1, 0.3, 0.5, 0.7, 0.9):
            i = int(t * (len(scar) - 1))
            x, y = scar[i]
            q.stroke(np.array([(x - 0.04, y + 0.012), (x + 0.04, y - 0.012)]), 0.16)
        q.mouth(0.65, 0.16, -0.01)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), (33.0, 19.6), petals=6)
