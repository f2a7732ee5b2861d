"""The Blood Impostor: a hood, a mask over the eyes, and a second face held up; crystals burst."""

import math

import numpy as np

from workshop.figures import cloth, crowns, hair, hands
from workshop.figures.curves import Frame
from workshop.figures.disguise import half_mask, held_mask
from workshop.figures.grounds import Ground
from workshop.figures.head import Head
from workshop.figures.specials.star import INNER, OUTER

NAMES = ["kessel/impostor-blood"]


def figure(st):
    """Return the scene."""
    sc = Ground().court.scene(st)
    h = Head(sc, 27.2, 22.0, 9.8, yaw=22, pitch=4, roll=-5)
    cloth.hood(sc, OUTER, INNER, (27, 22), "robe", seed=9)
    cloth.mantle(sc, "gown", 28, 62, 24, 25.5, 21, -6, 9.5, 0.04, 15)
    cloth.neck(h, [(27.2, 28), (27.8, 34), (28.2, 41)], [3.6, 3.5, 4.8])
    rows = ((5.6, 0.42, "gold", 80), (6.6, 0.62, "gem", 28), (7.6, 0.42, "gold", 80))
    cloth.collar(sc, 28.0, 31.4, rows, 0.82, 2.8, pearls=(9, 8.6, 0.5))
    h.add()
    hair.cap(h, "hair2", 0.62, -0.56, side=1.02, z=0.8, lift=0.02)
    crowns.band(h, -0.62, 0.16, 0.045, 2.0, "gold")
    half_mask(h, "enamel")
    f = Frame(54.4, 38.0, 5)
    sc.tube("stick", "gold", f.all([(0.0, -16), (0.0, 8)]), 0.75, 16.0, 0.36)
    held_mask(sc, 53.4, 15.8, 1.16, 13.0)
    cloth.arm(sc, f.all([(3.0, 9.0), (4.0, 18), (5, 30)]), [3.4, 4.6, 5.6], 12.0, "robe", 9)
    cloth.cuff(sc, f, 16.0, 9.8, 3.6, 3.2, "linen", "gold", skew=1.9)
    hands.fist(sc, f, 18.5)

    def face(q):
        q.eyes(look=(0.034, 0.0), iris="gem", big=1.06)
        q.nose()
        q.lips(full=1.15, smile=0.03)

    h.features(face)
    return sc


def _shards(g, x, y):
    """Let splinters burst from a point."""
    rnd = np.random.RandomState(5)
    start, long = rnd.uniform(0, 9, 400), rnd.uniform(5, 11, 400)

    def wave(r, a):
        i = int(a * 60)
        saw = np.mod((r + start[i]) / long[i], 1)
        return 0.3 + 1.15 * saw * (saw < 0.96)

    g.rays(x, y, 110, 12, 0.5, wave=wave)
    for i in range(8):
        a = i * math.tau / 8 + 0.2
        p = np.array([(12 + 60 * t) * np.array((math.sin(a), -math.cos(a))) for t in (0, 1)])
        g.path(np.add(np.linspace(p[0], p[1], 40), (x, y)), 0.16)


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    ground = Ground()
    _shards(ground, 28.0, 20.0)
    return ground.finish(figure(st))
