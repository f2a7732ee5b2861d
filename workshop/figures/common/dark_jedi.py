"""Dark Jedi: a pale woman behind a half mask crosses her blade of fire before her."""

import numpy as np

from workshop.figures import armour, cloth, hair, hands
from workshop.figures.curves import Frame
from workshop.figures.disguise import half_mask
from workshop.figures.grounds import Ground, flames
from workshop.figures.head import Head
from workshop.figures.outlaws import light_blade

NAMES = ["common/dark-jedi"]


def figure(st):
    """Return the scene."""
    sc = Ground().court.scene(st)
    h = Head(sc, 28.4, 20.8, 10.0, yaw=20, pitch=4, roll=-5, skin="flesh")
    cloth.fan(sc, 28.8, 36, 19.5, -6.0, 1.7, 11, "robe", "gold")
    for s in (-1, 1):
        for i in range(3):
            a = np.array(h.at(s * 0.5, -0.6))
            steps = ((s * (5 + i), 5), (s * (7 + i * 1.4), 16), (s * (8 + i * 2.2), 32))
            path = [a, *(a + np.array(p) for p in steps)]
            hair.wave(sc, path, 1.0 - i, 1.9, 3, "hair2", i + 3 + s, 0.5, 0.02)
    zm, mm = cloth.torso(sc, 28.8, 34.4, "black", 20.0, 9.0, 4, 0.35)
    armour.pauldron(sc, 13.2, 43.2, -24, -1, metal="iron")
    armour.pauldron(sc, 44.0, 43.2, 26, 1, metal="iron")
    cloth.stripes(sc, zm, np.minimum(mm, sc.Y - 37), 28.8, 36, 5.0, "robe", "gold", 3, 1.2)
    cloth.neck(h, [(28.6, 27), (28.8, 33), (29.0, 41)], [3.6, 3.5, 4.8])
    rows = ((5.4, 0.5, "gold", 60), (6.6, 0.7, "flame", 26), (7.8, 0.5, "gold", 60))
    cloth.collar(sc, 28.8, 31.4, rows, 0.8, 2.8)
    h.add()
    hair.cap(h, "hair2", 0.46, -0.62, side=1.0, z=0.8, lift=0.02, full=0.8)
    half_mask(h, "black", "gold", 1.0, 0.1)
    light_blade(sc, Frame(50.6, 38.4, 14), 44, "sun", "flame", 15.0)
    f = Frame(49.9, 43.2, 14)
    cloth.arm(sc, f.all([(3.0, 9.0), (4.4, 17), (4.6, 26)]), [3.6, 4.8, 5.6], 12.0, "black", 9)
    cloth.cuff(sc, f, 15.8, 9.6, 3.6, 3.6, "iron", "gold", skew=1.9)
    hands.fist(sc, f, 18.5, "black")

    def face(q):
        q.eyes(look=(0.026, 0.0), wide=0.92, iris="flame", big=1.06, lined=True)
        q.nose()
        q.lips(full=1.04, smile=-0.01)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    ground = Ground()
    flames(ground)
    return ground.finish(figure(st))
