"""Queen of Spades: tall cone and veil, a sceptre that ends in her suit."""

import numpy as np

from workshop.figures import cloth, crowns, hair, hands, regalia
from workshop.figures.card import POKER, compose
from workshop.figures.curves import Frame
from workshop.figures.head import Head

NAMES = ["poker/queen-spades"]


def figure(st):
    """Return the scene."""
    sc = POKER.scene(st)
    h = Head(sc, 36.6, 24.4, 9.6, yaw=-26, pitch=4, roll=4)
    veil = [
        *((37.6, 3.2), (41.4, 1.6), (47, 8), (50.4, 16), (51.0, 26), (54, 36), (58, 46), (52, 62)),
        *((43, 52), (44.0, 40), (44.6, 30), (43.6, 18), (39.5, 8)),
    ]
    z, m = cloth.hanging(sc, "veil", "veil", veil, (37, -16), -5.0, 3, 22, 1.3)
    cloth.hem(sc, "veilhem", z, m, 0.7, 0.5)
    cloth.neck(h, [(38, 29), (38.4, 36), (38.8, 42)], [3.4, 3.3, 4.4])
    zt = cloth.breast(sc, 39, 50, 17, 13.5, 37)
    gown = [
        *((19, 47), (23, 43), (28, 40.5), (32, 42.5), (35.5, 46.5), (39.4, 48.4), (43.5, 46.5)),
        *((46.4, 42.5), (50, 40.5), (55, 43.5), (59, 48), (61, 66), (40, 68), (17, 64)),
    ]
    cloth.bodice(sc, gown, zt, 39, "gown")
    cloth.collar(
        sc,
        38.6,
        34.2,
        ((5.2, 0.36, "gold", 80), (6.0, 0.46, "pearl", 30), (6.8, 0.36, "gold", 80)),
        0.8,
    )
    crowns.drop(sc, 38.8, 42.0, 1.3, 5, "gem")
    h.add()
    hair.cap(h, "hair2", 0.10, -0.52, side=1.10, z=0.5)
    crowns.hennin(h, (40.6, 2.4), -0.50, "black")
    crowns.band(h, -0.46, 0.18, 0.075, 2.0)
    crowns.stones(h, -0.46, 0.18, (-0.9, -0.45, 0, 0.45, 0.9), 0.6, 12.5, ("pearl", "gem"))
    loop_ = h.at(0, -0.36)
    sc.oval("tear", "black", loop_[0], loop_[1], 0.8, 1.0, 12.5, high=0.6)
    f = Frame(55.6, 40.4, 7)
    regalia.sceptre(sc, f, 15.0, -23, 30, "spades", k=3.4)
    outline = [
        *((56.0, 50.2), (58.4, 48.6), (61.6, 48.4), (65, 50), (69, 58), (70, 70), (52, 70)),
        *((52.6, 62), (54.0, 55)),
    ]
    zs, ms = cloth.sleeve(sc, outline, (60, 38), 11.0, 60.4, 4.5, "black")
    e = sc.Y - 50.0 - 0.07 * (sc.X - 60.2) ** 2
    cuff = np.minimum(np.minimum(ms + 0.35, 1.6 - e), e + 1.1)
    sc.add("cuff", "fur", zs + 3.3, cuff, sc.X, 0.5, 0.8, 0.05, 0.3)
    hands.fist(sc, f, 18.5)

    def face(q):
        q.eyes(look=(0.03, 0.004), wide=0.92, iris="steel", lined=True)
        q.brows("hair2.ink", 0.5, 0.02)
        q.nose()
        q.lips(full=1.02, smile=0.008)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), np.array((37.0, 20.5)), petals=6)
