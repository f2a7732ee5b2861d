"""The Star: a hooded traveller reaches for the star whose rays fill the sky."""

import math

import numpy as np

from workshop.figures import cloth, crowns, hair, hands, sleeves
from workshop.figures.curves import Frame
from workshop.figures.grounds import Ground
from workshop.figures.head import Head

NAMES = ["specials/star"]
STAR = (49.6, 14.8)
OUTER = [
    *((27.4, 4.4), (21.4, 6.6), (16.8, 12), (15.0, 19), (14.4, 26), (11.6, 32.5), (3, 38)),
    *((-2, 46), (26, 68), (52, 62), (48.0, 50), (43.4, 42), (39.6, 33), (38.6, 25)),
    *((37.8, 15.5), (34.4, 7.4)),
]
INNER = [
    *((27.6, 10.6), (22.8, 11.6), (19.6, 15.8), (18.4, 21), (18.0, 27), (17.0, 33), (12.0, 40)),
    *((10, 50), (28, 60), (45, 54), (41.4, 43), (37.0, 35), (35.8, 28), (35.6, 21.0)),
    *((34.4, 14.6), (31.6, 11.4)),
]


def figure(st):
    """Return the scene."""
    sc = Ground().court.scene(st)
    h = Head(sc, 27.0, 22.0, 9.5, yaw=26, pitch=-7, roll=-6, skin="flesh2")
    cloth.hood(sc, OUTER, INNER, (27, 22), "robe", seed=6)
    cloth.mantle(sc, "gown", 28, 62, 24, 25.5, 33, -6, 9.5, 0.04, 15)
    for i in range(14):
        rnd = np.random.RandomState(i + 2)
        a, d = -1.2 + 2.4 * rnd.rand(), 9 + 9 * rnd.rand()
        x, y = 28 + d * math.sin(a), 31 + d * math.cos(a)
        crowns.ray_star(sc, x, y, 0.8 + 0.5 * rnd.rand(), 6.5, 4, "gold", 0.3)
    cloth.neck(h, [(27.0, 28), (27.6, 34), (28, 41)], [3.6, 3.5, 4.8])
    h.add()
    hair.cap(h, "hair2", 0.6, -0.56, side=1.02, z=0.8, lift=0.02)
    crowns.band(h, -0.52, 0.16, 0.045, 1.9, "gold")
    crowns.ray_star(sc, *h.at(0, -0.56), 2.2, 13, 8, "gold", 0.4, "gem")
    f = Frame(54.4, 34.0, 5, 1, 1.0)
    hands.cup(sc, f, 17.5, "flesh2")
    sleeves.raised(sc, f, "cloth", 9)
    crowns.ray_star(sc, *STAR, 7.0, 11, 16, "pearl", 0.34)
    crowns.ray_star(sc, *STAR, 11.5, 12.5, 8, "gold", 0.24, "gem")

    def face(q):
        q.eyes(look=(0.034, -0.02), iris="wood", big=1.1)
        q.brows("hair2.ink", 0.5, 0.03)
        q.nose()
        q.lips(full=1.02, smile=0.03, material="lips2")

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    ground = Ground()
    petals = lambda r, a: 1 + 0.5 * math.cos(8 * a) * np.exp(-r / 40) + 0.2 * np.cos(r / 3.2)  # noqa: E731
    ground.rays(*STAR, 144, 9, 0.42, wave=petals)
    for r in (13.4, 14.2):
        ground.circle(*STAR, r, 0.3 if r < 14 else 0.13)
    ground.stars(11, 10, ((*STAR, 16), (27, 22, 16)), 0.7, 1.5)
    return ground.finish(figure(st))
