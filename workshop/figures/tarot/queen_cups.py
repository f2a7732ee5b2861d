"""Queen of Cups: crown of lilies, veil, eyes cast down on the covered cup in her fingers."""

import numpy as np

from workshop.figures import cloth, crowns, hair, hands
from workshop.figures.attributes import goblet
from workshop.figures.card import TAROT, compose
from workshop.figures.curves import Frame, dome
from workshop.figures.head import Head

NAMES = ["tarot/queen-cups"]


def figure(st):
    """Return the scene."""
    sc = TAROT.scene(st)
    h = Head(sc, 28.0, 25.6, 10.8, yaw=22, pitch=10, roll=-4)
    veil = [
        *((27, 12), (21, 14), (17, 20), (15.6, 29), (13, 38), (8, 46), (2, 56), (6, 80)),
        *((52, 80), (50, 64), (46, 50), (42.6, 38), (40.6, 28), (38, 19), (33, 12.6)),
    ]
    z, m = cloth.hanging(sc, "veil", "veil", veil, (28, -4), -6.0, 12)
    cloth.hem(sc, "veilhem", z, m)
    cloth.neck(h, [(27.4, 31), (28, 38), (28.4, 46)], [3.8, 3.6, 4.8])
    zt = cloth.breast(sc, 28.5, 55, 17, 14, 40.5)
    gown = [
        *((8, 52), (12, 47.4), (17.4, 44.6), (21.4, 46), (25, 50.2), (28.6, 52), (32.2, 50.2)),
        *((35.8, 46), (39.8, 44.6), (45, 47.4), (49, 53), (52, 80), (28, 82), (5, 78)),
    ]
    cloth.bodice(sc, gown, zt, 28.5, "gown")
    cloth.puff(sc, 44.0, 53.4, 22, 7.8, 8.6, 1.5, "cloth")
    cloth.puff(sc, 13.0, 51.4, -22, 7.6, 8.0, 1.5, "cloth")
    rows = (
        *((5.8, 0.36, "gold", 80), (6.8, 0.56, "water", 30), (7.8, 0.36, "gold", 80)),
        *((8.8, 0.56, "pearl", 44), (9.8, 0.36, "gold", 100)),
    )
    cloth.collar(sc, 28.2, 37.2, rows, 0.8)
    h.add()
    hair.cap(h, "hair4", 0.46, -0.58, side=1.04, z=0.7, full=0.9)
    cloth.veil_top(h)
    crowns.band(h, -0.70, 0.10, 0.125, 2.4)
    crowns.points(h, -0.82, (-1.15, -0.58, 0, 0.58, 1.15), 1.2, 10)
    crowns.stones(h, -0.70, 0.10, (-0.9, -0.45, 0, 0.45, 0.9), 0.66, 12.5, ("pearl", "water"))
    x, y = 48.2, 33.0
    goblet(sc, x, y, 6.4, 14.0, stem=6.0, emblem="hearts")
    for i, (r, dy) in enumerate(((6.2, -0.4), (4.6, -2.8), (2.8, -4.8))):
        e = np.hypot((sc.X - x) / r, (sc.Y - y - dy) / (r * 0.42))
        lid = np.minimum((1 - e) * r * 0.42, dy + y + 1.0 - sc.Y)
        sc.add("lid", "gold", 19.5 + i * 0.7 + 1.6 * dome(e), lid, sc.X * 0.9, 0.4, 1, 0.03, 0.28)
    sc.ball("lidknob", "water", x, y - 6.8, 1.3, 21.5, 0.9, 0.3)
    f = Frame(x + 0.4, 50.6, 2)
    hands.cup(sc, f, 20.0)
    outline = [
        *(
            (42.6, 64.0),
            (46, 61.0),
            (50, 60.4),
            (54, 61.6),
            (58, 66),
            (66, 84),
            (38, 84),
            (40.6, 72),
        )
    ]
    zs, ms = cloth.sleeve(sc, outline, (49, 48), 14.0, 49.6, 5.6, "cloth", 9, (11, 18), 1.0, 15)
    e = sc.Y - 62.2 - 0.06 * (sc.X - 49.6) ** 2
    cuff = np.minimum(np.minimum(ms + 0.35, 1.8 - e), e + 1.1)
    sc.add("cuff", "gold", zs + 3.4, cuff, sc.X, 0.36, 1, 0, 0.3)

    def face(q):
        q.eyes(look=(0.024, 0.030), wide=0.72, iris="water", big=1.06)
        q.brows("hair4.ink", 0.5, 0.014)
        q.nose()
        q.lips(full=1.1, smile=0.022)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), np.array((28.6, 23.6)), TAROT, 4)
