"""The Sand Sylop: a face wrapped against the sand, and a mirror that turns the sun."""

import numpy as np

from workshop.figures import cloth, crowns, garments, hands
from workshop.figures.curves import Frame, folds
from workshop.figures.disguise import mirror
from workshop.figures.grounds import Ground
from workshop.figures.head import Head
from workshop.figures.wonders import SLEEVE

NAMES = ["kessel/sylop-sand"]


def figure(st):
    """Return the scene."""
    sc = Ground().court.scene(st)
    h = Head(sc, 29.6, 22.4, 9.8, yaw=18, pitch=3, roll=-4, man=0.4, skin="flesh3")
    zb, mb = cloth.torso(sc, 30, 38.0, "linen", 21.5, 8, fold=1.1)
    cloth.stripes(sc, zb, mb, 30, 37, 3.4, "robe", "gold", 5, 1.6)
    scarf = [(25.6, 31.0), (25.8, 34.4), (30.2, 37.0), (34.6, 34.2), (34.8, 30.6)]
    garments.limb(sc, scarf, [0.9, 2.2, 2.9, 2.2, 0.9], 7.0, "robe", 7, 0.8)
    garments.limb(
        sc, [(33.4, 35.4), (36.0, 41.0), (36.8, 52.0)], [2.0, 2.6, 3.2], 5.0, "robe", 4, 0.8
    )
    cloth.neck(h, [(29.8, 28), (30.2, 38)], [4.2, 4.6])
    h.add()
    low = 0.24 + 0.10 * np.abs(h.fx)
    m = np.minimum((h.fy - low) * h.u, h.mask + 1.0)
    f = folds(h.fy * 12 + 1.6 * h.lon, 5)
    zz = h.z + 1.3 + 0.35 * f + 0.6 * np.clip(h.fy - low, 0, 0.4)
    sc.add("wrap", "robe", zz, m, h.fy * 9 + 0.8 * h.lon, 0.44, 1, 0, 0.34)
    rim = np.minimum(0.3 - np.abs(m - 0.35), h.mask + 1)
    sc.add("wraprim", "gold", zz + 0.5, rim, h.lon * 9, 0.36, 1, 0.03, 0.2)
    crowns.turban(h, "robe", -0.34, full=1.3, jewel="gem")
    mirror(sc, 53.6, 18.0, 7.8, 13.0, 44)
    g = Frame(53.6, 37.4, 3)
    zs, ms = cloth.sleeve(
        sc, [(x - 1.6, y + 6) for x, y in SLEEVE], (56, 32), 11.0, 57, 5.5, "robe", 9
    )
    cloth.hem(sc, "sleevehem", zs, ms, 0.8, 0.75, over=0.9)
    hands.fist(sc, g, 18.0, "flesh3")

    def face(q):
        q.eyes(look=(0.03, -0.004), iris="gem", big=1.12, lined=True)
        q.brows("hair2.ink", 0.66, 0.012)
        q.nose()

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    ground = Ground()
    x, y = 53.6, 18.0
    r, _ = ground.polar(x, y)
    ripple = ground.Y * 0.55 + 1.4 * np.sin(ground.X * 0.13) + r * 0.72
    ground.lines(ripple / 1.1, 0.34 + 0.22 * np.cos(r / 6.0) + 0.1 * np.sin(ground.X * 0.3))
    for at, w in ((11.5, 0.4), (12.6, 0.14), (19.5, 0.3), (28.5, 0.22)):
        ground.circle(x, y, at, w)
    return ground.finish(figure(st))
