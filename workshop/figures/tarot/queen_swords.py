"""Queen of Swords: a widow, small crown over a wimple, the sword upright, face turned away."""

import numpy as np

from workshop.figures import cloth, crowns, hands, regalia
from workshop.figures.card import TAROT, compose
from workshop.figures.curves import Frame, dome, folds
from workshop.figures.head import Head

NAMES = ["tarot/queen-swords"]


def wimple(sc, h, material="linen"):
    """Bind brow, cheeks, and chin in linen, which falls on the breast."""
    e = np.hypot(h.fx / 0.50, (h.fy - 0.14) / 0.76)
    front = np.where(np.abs(h.lon) < 1.45, (e - 1) * 4, 5)
    a = np.arctan2(h.fx, h.fy - 0.2)
    f = 0.3 * np.cos(a * 16 + h.fy * 3)
    m = np.minimum(np.minimum(front, h.mask + 0.8), (1.02 - h.fy) * h.u)
    sc.add("wimple", material, h.z + 0.8 + f, m, a * 8 + 0.2 * f, 0.46, 0.95, 0.06, 0.32)
    x, y = h.at(0, 0.86)
    d = np.hypot((sc.X - x - 1.0) / 10.5, (sc.Y - y - 3.4) / 9.0)
    q = np.arctan2(sc.X - x, sc.Y - y + 5)
    r = np.hypot(sc.X - x, sc.Y - y + 7)
    fall = folds(r * 0.95 + 1.3 * np.cos(q * 2.2), 3)
    z = 2.6 + 4.6 * dome(d) + 0.8 * fall
    sc.add(
        "bib",
        material,
        z,
        np.minimum((1 - d) * 7, sc.Y - y + 1.0),
        q * 12 + 0.4 * fall,
        0.46,
        0.95,
        0.02,
        0.32,
    )


def figure(st):
    """Return the scene."""
    sc = TAROT.scene(st)
    h = Head(sc, 27.6, 25.2, 10.6, yaw=-30, pitch=2, roll=3, age=0.6)
    veil = [
        *((30, 11), (24, 12.6), (19.6, 19), (18.4, 28), (17.4, 37), (11, 45), (4, 54), (8, 80)),
        *((52, 80), (51, 62), (47.0, 48), (43.0, 37), (41.6, 27), (40.2, 18), (36, 12)),
    ]
    z, m = cloth.hanging(sc, "veil", "lining", veil, (29.6, -4), -6.0, 2, lift=0.12)
    cloth.hem(sc, "veilhem", z, m, 0.6, 0.4)
    zm, mm = cloth.mantle(sc, "cloth", 29, 67, 27, 27, 6, -5, 10, 0.0, 14)
    cloth.hem(sc, "fur", zm, mm, 2.0, 2.0, "fur", over=1.2)
    h.add()
    wimple(sc, h)
    cloth.veil_top(h, material="lining", rim=None, front=1.42, z=2.0)
    crowns.band(h, -0.62, 0.12, 0.10, 2.8)
    crowns.points(h, -0.70, (-0.95, -0.32, 0.32, 0.95), 0.80, 11)
    crowns.stones(h, -0.62, 0.12, (-0.8, -0.27, 0.27, 0.8), 0.55, 13, ("gem", "pearl"))
    cloth.chain(sc, 28.8, 41, 13.5, 13.0, 10, 13, 0.85, 1.0)
    regalia.cut_gem(sc, 29.0, 55.6, 2.6, 3.4, 10)
    f = Frame(49.4, 40.4, 2)
    regalia.sword(sc, f, 15.0, 35.0, 2.0)
    g = Frame(49.2, 46.2, 2)
    outline = [
        *((47.4, 57.0), (50.6, 55.0), (54.4, 54.6), (58, 56.2), (64, 66), (66, 84), (42, 82)),
        *((43.6, 72), (45.4, 63)),
    ]
    zs, ms = cloth.sleeve(sc, outline, (53, 44), 11.0, 53, 4.8, "cloth", 5, (11, 18), 1.0, 15)
    e = sc.Y - 56.4 - 0.07 * (sc.X - 52.8) ** 2
    cuff = np.minimum(np.minimum(ms + 0.35, 1.9 - e), e + 1.2)
    sc.add("cuff", "fur", zs + 3.3, cuff, sc.X, 0.5, 0.8, 0.05, 0.3)
    hands.fist(sc, g, 18.5)

    def face(q):
        q.eyes(look=(-0.01, 0.0), wide=0.86, iris="steel")
        q.brows("hair3.deep", 0.5, 0.01, 0.01)
        q.nose(1.04)
        q.wrinkles(0)
        q.lips(full=0.86, smile=-0.004)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), np.array((29.0, 23.6)), TAROT, 6)
