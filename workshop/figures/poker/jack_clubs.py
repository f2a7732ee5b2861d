"""Jack of Clubs: an archer in a wound hood, a quiver at his back, his bow in the hand."""

import numpy as np

from workshop.figures import cloth, crowns, hair, hands, regalia
from workshop.figures.card import POKER, compose
from workshop.figures.curves import Frame
from workshop.figures.head import Head

NAMES = ["poker/jack-clubs"]


def _quiver(sc):
    """Hang arrows over the shoulder on the left."""
    for i, (x, y) in enumerate(((17.2, 22.6), (20.0, 20.6), (22.6, 22.0), (18.6, 25.0))):
        f = Frame(x, y, 24)
        sc.tube("arrow", "wood", f.all([(0, 0), (0, 26)]), 0.4, -6 + 0.3 * i, 0.4, 0, 0, 0.2)
        u, v = f.local(sc.X, sc.Y)
        wide = 1.7 * np.sin(np.clip(v / 7.0, 0, 1) * 2.6) ** 0.6
        m = np.minimum(wide - np.abs(u), np.minimum(v, 6.4 - v + np.abs(u)))
        z = -5 + 0.4 * i + np.where(u > 0, -0.9, 0.4) * np.abs(u) + 0.2 * np.sin(v * 3)
        phase = v + 1.1 * np.abs(u)
        sc.add("fletch", "flame" if i % 2 else "feather", z, m, phase, 0.4, 1.1, -0.08, 0.26)
    f = Frame(16, 33, 24)
    u, v = f.local(sc.X, sc.Y)
    m = np.minimum(3.4 - np.abs(u), v + 1.2)
    z = -5 + 3.2 * np.sqrt(np.maximum(1 - (u / 3.5) ** 2, 0))
    sc.add("quiver", "leather", z, m, v - 0.4 * z, 0.46, 1, 0, 0.34)
    sc.add("quiverrim", "gold", z + 0.6, np.minimum(3.6 - np.abs(u), 0.8 - np.abs(v)), u, 0.36)


def figure(st):
    """Return the scene."""
    sc = POKER.scene(st)
    h = Head(sc, 34.6, 21.8, 10.2, yaw=-24, pitch=2, roll=3, man=0.9, age=0.35, skin="flesh2")
    _quiver(sc)
    z, m = cloth.torso(sc, 35, 35.5, "leaf", 18.5)
    strap = np.minimum(1.5 - np.abs((sc.X - 35) * 0.75 - (sc.Y - 45) * 0.66), m - 0.2)
    sc.add("strap", "leather", z + 0.9, strap, sc.X + sc.Y, 0.44, 1, 0, 0.3)
    cloth.neck(h, [(35, 27), (35.4, 37)], [4.4, 4.6], z=-3, fade=(5, 9))
    cloth.cowl(sc, 35.2, 34.6, 13.4, 7.4, 2.5, "gown", 6, 0.0, top=28)
    h.add()
    hair.cap(h, "hair2", 0.5, -0.45, side=1.10, z=0.6)
    hair.short_beard(h, "hair2", low=0.58, point=1.4)
    hair.moustache(h, "hair2", 0.30, 1.0, 9.0, r=0.7)
    crowns.turban(h, "gown", -0.40, jewel="gem", plume="feather")
    regalia.emblem(sc, "clubs", 35.6, 43.0, 2.5, 10)
    f = Frame(53.4, 33.0, 10)
    regalia.bow(sc, f, 16, 27.0)
    cloth.arm(sc, f.all([(3, 8.5), (4, 16), (4.5, 27)]), [3.2, 4.0, 4.8], 11.5, "leaf", 6)
    u, v = f.local(sc.X, sc.Y)
    zb = 15.6 + 3.0 * np.sqrt(np.maximum(1 - ((u - 3.6) / 3.9) ** 2, 0))
    brace = np.minimum(3.6 - np.abs(u - 3.4), np.minimum(v - 9.5, 19 - v))
    sc.add("brace", "leather", zb, brace, v - 0.3 * zb, 0.44, 1, 0.02, 0.34)
    for at in (10.2, 14.2, 18.2):
        band = np.minimum(3.8 - np.abs(u - 3.4), 0.45 - np.abs(v - at + 0.05 * (u - 3.4) ** 2))
        sc.add("bracerim", "gold", zb + 0.7, band, u, 0.36, 1, 0.03, 0.22)
    hands.fist(sc, f, 18.0, "flesh2")

    def face(q):
        q.eyes(look=(0.026, 0.0), wide=0.85, iris="leaf", big=1.0)
        q.brows("hair2.ink", 0.7, 0.0, 0.02)
        q.nose(1.1)
        q.wrinkles(0)
        q.mouth(0.65, 0.17)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), np.array((35.0, 18.6)), petals=3)
