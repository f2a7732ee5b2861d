"""Commander of Flasks: peaked cap, eye patch, moustache, epaulettes, a flask by its neck."""

import numpy as np
from scipy.ndimage import gaussian_filter

from workshop.figures import armour, cloth, crowns, hair, hands
from workshop.figures.attributes import flask
from workshop.figures.card import POKER, compose
from workshop.figures.curves import Frame, bez, dome, loop
from workshop.figures.head import Head

NAMES = ["casino/commander-flasks"]


def _coat(sc):
    body = [
        *((14, 44), (18, 39.5), (25, 36.0), (30, 34.6), (38, 34.6), (45, 36.4), (51, 39.6)),
        *((55, 44), (58, 62), (36, 66), (12, 62)),
    ]
    m = sc.inside(loop(body))
    zb = -1 + 9.5 * dome(np.hypot((sc.X - 35) / 24, (sc.Y - 54) / 24))
    pull = 0.5 * np.cos((sc.Y - 40) * 0.9 + np.abs(sc.X - 35) * 0.35)
    sc.add("coat", "gown", zb + 0.3 * pull, m, sc.Y - 0.5 * zb, 0.45, 1, 0.02, 0.34)
    lapel = np.minimum(5.6 - 0.10 * (sc.Y - 34) - np.abs(sc.X - 35.4), sc.Y - 35)
    sc.add("plastron", "black", zb + 0.8, lapel, sc.Y - 0.3 * zb, 0.45, 1, 0.1, 0.3)
    sc.add("lapelrim", "gold", zb + 1.3, 0.34 - np.abs(lapel), sc.Y, 0.36, 1, 0, 0.2)
    for i in range(5):
        y = 37.4 + 3.0 * i
        for s in (-1, 1):
            x = 35.4 + s * (3.9 - 0.08 * (y - 34))
            sc.ball("button", "gold", x, y, 0.85, 9.5, 0.8)
        line = 0.42 - np.abs(sc.Y - y - 0.06 * (sc.X - 35.4) ** 2 * 0.6)
        m = np.minimum(line, 3.6 - np.abs(sc.X - 35.4))
        sc.add("frog", "gold", zb + 1.4 + 0.2 * np.cos(sc.X * 6), m, sc.X, 0.34, 1, 0.02, 0.2)


def figure(st):
    """Return the scene."""
    sc = POKER.scene(st)
    h = Head(sc, 34.8, 21.8, 11.2, yaw=-13, pitch=0, roll=2, man=1.0, age=0.5)
    armour.cloak(sc, 35, 24, 25, "robe", seed=3, top=28)
    _coat(sc)
    cloth.neck(h, [(34.8, 27), (35, 36)], [4.9, 5.0], fade=(6, 9))
    e = (sc.X - 35.0) / 7.0
    top = sc.Y - 31.2 - 1.6 * np.sqrt(np.maximum(1 - e * e, 0))
    zc = 1.5 + 6.5 * np.sqrt(np.maximum(1 - e * e, 0))
    m = np.minimum(np.minimum(top, 5.4 - top), (1 - np.abs(e)) * 7)
    sc.add("stand", "robe", zc, m, sc.Y + 0.3 * zc, 0.44, 1, 0.02, 0.34)
    for at in (0.5, 4.8):
        mm = np.minimum(0.42 - np.abs(top - at), m + 0.3)
        sc.add("standrim", "gold", zc + 0.8, mm, sc.X, 0.34, 1, 0.03, 0.22)
    armour.epaulette(sc, 20.4, 40.0, -22, 6)
    armour.epaulette(sc, 49.8, 39.6, 24, 6)
    h.add()
    hair.cap(h, "hair3", 0.24, -0.55, side=1.18, z=0.5)
    hair.moustache(h, "hair3", 0.42, 2.2, 9.6, up=0.9, r=0.95)
    hair.shaggy_brows(h, "hair3", 8.2)
    crowns.officer_cap(h, -0.50)
    # patch over the eye, its strap
    e = np.hypot((h.fx - 0.325) / 0.225, (h.fy - 0.025) / 0.19)
    e = e + 0.25 * np.clip(-(h.fy - 0.015) / 0.175, 0, 1) * np.abs(h.fx - 0.325) / 0.2
    strap = np.minimum((0.034 - np.abs(h.fy - 0.02 - 0.48 * (h.fx - 0.32))) * h.u, h.mask)
    sc.add("strap", "leather", h.z + 0.9, strap, h.lon * 8, 0.5, 0.6, 0, 0.24)
    zp = gaussian_filter(h.z, 1.0 / sc.st) + 1.5 - 0.7 * e**2
    sc.add("patch", "black", zp, (1 - e) * 2.0, sc.Y - 0.3 * zp, 0.40, 1, 0.08, 0.34)
    flask(sc, 53.2, 48.0, 6.4, 14.0, 14.6, level=-1.2, held=True)
    f = Frame(53.2, 33.0, 0, 1, 0.96)
    cloth.arm(sc, [(57.4, 41.5), (60, 50), (62, 62)], [3.7, 4.6, 5.2], 10, "gown", 5)
    cloth.cuff(sc, f, 15, 9.6, 3.7, 3.4, "robe", "gold", skew=1.9)
    hands.fist(sc, f, 19.5)

    def face(g):
        g.eye(-1, look=(0.02, 0.0), wide=0.82, iris="gem", big=1.0)
        g.nose(1.1)
        g.wrinkles(2)
        scar = bez((-0.40, 0.14), (-0.36, 0.24), (-0.40, 0.34), (-0.34, 0.46))
        g.stroke(scar, 0.22)
        g.mouth(0.652, 0.16)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), (34.6, 19.0), petals=4)
