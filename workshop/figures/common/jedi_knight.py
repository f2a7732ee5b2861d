"""Jedi Knight: a woman with a braid holds her blade of light upright before her."""

import numpy as np

from workshop.figures import cloth, hair, hands
from workshop.figures.curves import Frame
from workshop.figures.grounds import Ground
from workshop.figures.head import Head
from workshop.figures.outlaws import light_blade

NAMES = ["common/jedi-knight"]
BLADE = (50.6, 37.6)


def figure(st):
    """Return the scene."""
    sc = Ground().court.scene(st)
    h = Head(sc, 28.6, 20.6, 10.0, yaw=22, pitch=2, roll=-4, skin="flesh2")
    hair.bun(sc, 24.2, 8.4, 5.0, 0.5, "hair2", 0.02)
    cloth.cowl(sc, 29.0, 35.0, 19.5, 12.5, -4.0, "robe", 6, 0.32, 1.0, 0.0, 27.5)
    zm, mm = cloth.torso(sc, 29.4, 33.6, "gown", 20.0, 9.0, 4, 0.5)
    for s, z in ((1, 0.8), (-1, 1.6)):
        cross = s * (sc.X - 29.4) + 0.46 * (sc.Y - 33)
        band = np.minimum(np.minimum(2.7 - np.abs(cross + 3.4), mm), sc.Y - 33.4)
        sc.add("tunic", "linen", zm + z, band, sc.Y + s * sc.X, 0.46, 1, 0.02, 0.3)
    for s in (-1, 1):
        cross = s * (sc.X - 29.4) - 12.0 - 0.10 * (sc.Y - 36)
        tabard = np.minimum(np.minimum(3.0 - np.abs(cross), mm - 0.2), sc.Y - 36)
        sc.add("tabard", "robe", zm + 1.2, tabard, sc.Y - 0.3 * zm, 0.46, 1, 0.02, 0.3)
    cloth.neck(h, [(28.8, 27), (29.2, 33), (29.6, 41)], [3.6, 3.5, 4.8])
    h.add()
    hair.cap(h, "hair2", 0.40, -0.58, side=1.02, z=0.8, lift=0.02, full=0.5)
    hair.braid(
        sc,
        [h.at(0.62, 0.02), h.at(0.74, 0.5), (38.4, 33.0), (37.6, 42.0), (38.8, 50.0)],
        1.15,
        0.9,
        6.0,
        "hair2",
        2.2,
    )
    sc.oval("braidring", "gold", 37.8, 43.4, 1.5, 0.8, 13.0, high=1.0)
    light_blade(sc, Frame(*BLADE, 6), 42, "pearl", "water", 15.0)
    f = Frame(BLADE[0] + 0.6, BLADE[1] + 5.0, 6)
    cloth.arm(sc, f.all([(3.0, 9.0), (4.6, 17), (5.4, 28)]), [3.6, 4.8, 5.8], 12.0, "linen", 9)
    cloth.cuff(sc, f, 15.8, 9.6, 3.6, 3.2, "leather", "gold", skew=1.9)
    hands.fist(sc, f, 18.5, "flesh2")

    def face(q):
        q.eyes(look=(0.03, 0.0), iris="leaf", big=1.1)
        q.brows("hair2.ink", 0.55, 0.02, 0.02)
        q.nose()
        q.lips(full=1.0, smile=0.006, material="lips2")

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    ground = Ground()
    x, y = BLADE[0] + 2.2, 15.0
    away = np.abs((ground.X - BLADE[0]) + 0.105 * (ground.Y - BLADE[1]))
    ink = 0.62 * np.exp(-away / 15) + 0.14 + 0.06 * np.cos(ground.Y / 3.0)
    ground.lines(away / 1.15, ink, away - 3.0)
    ground.stars(8, 9, ((28.6, 20.6, 17), (x, y, 8)), 0.6, 1.4)
    return ground.finish(figure(st))
