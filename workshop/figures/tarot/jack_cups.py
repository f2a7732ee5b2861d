"""Jack of Cups: wound hood, wide sleeves, a goblet on the flat hand, a fish that looks out."""

import numpy as np

from workshop.figures import cloth, crowns, hair, hands, sleeves
from workshop.figures.attributes import goblet
from workshop.figures.card import TAROT, compose
from workshop.figures.curves import Frame, loop
from workshop.figures.head import Head

NAMES = ["tarot/jack-cups"]


def _fish(sc, x, y, z):
    """Let a fish rise from the wine: head and shoulders, fin, eye."""
    f = Frame(x, y, 18)
    body = [(-2.6, 3), (-2.9, -1.5), (-1.8, -5.4), (0.2, -7.6), (2.0, -6.0), (2.8, -1.5), (2.6, 3)]
    m = sc.inside(loop(f.all(body)))
    u, v = f.local(sc.X, sc.Y)
    row = np.floor(v / 0.8)
    scale = np.hypot(np.mod(u + 0.6 * np.mod(row, 2), 1.2) - 0.6, np.mod(v, 0.8) - 0.5)
    zz = z + 1.6 * np.sqrt(np.maximum(1 - (u / 3) ** 2, 0)) + 0.25 * (scale < 0.45) * (v > -3.4)
    sc.add("fish", "water", zz, m, v - 0.35 * zz, 0.4, 1, 0.02)
    fin = f.all([(2.4, -1.6), (4.9, -3.6), (4.4, -0.4), (2.6, 1.0)])
    sc.add("fin", "water", z + 1.0, sc.inside(loop(fin, 50)), u + v, 0.36, 1, 0)
    sc.ball("fisheye", "pearl", *f.at(-0.3, -5.0), 0.75, z + 2.0)
    sc.ball("fishpupil", "black", *f.at(-0.35, -5.1), 0.36, z + 2.8, 0, 0.14)
    gill = f.all([(1.5, -4.4), (0.9, -3.4), (1.0, -2.2), (1.7, -1.6)])
    mouth = f.all([(0.2, -7.2), (0.7, -6.4), (1.5, -6.1)])

    def lines(plate, material):
        plate.line(material + ".ink", gill, 0.26)
        plate.line(material + ".ink", mouth, 0.24)

    sc.ink("fish", lines)


def figure(st):
    """Return the scene."""
    sc = TAROT.scene(st)
    h = Head(sc, 28.2, 25.4, 10.6, yaw=23, pitch=7, roll=-5, man=0.15, skin="flesh")
    cloth.torso(sc, 28.6, 41.5, "gown", 20, 9)
    for s in (-1, 1):
        cloth.puff(sc, 28.6 + s * 17.0, 54.0, s * 14, 8.2, 9.4, 6.0, "cloth", 6.0, (-1, 0, 1))
    for i in range(-4, 5):
        for j in range(8):
            x, y = 28.6 + i * 4.2 + (2.1 if j % 2 else 0), 45 + j * 3.4
            crowns.ray_star(sc, x, y, 1.25, 9.5, 6, "gold", 0.32)
    cloth.neck(h, [(28.2, 31), (28.8, 42)], [3.8, 4.2])
    rows = ((6.0, 0.7, "gold", 60), (7.4, 0.8, "cloth", 0), (8.8, 0.7, "gold", 80))
    cloth.collar(sc, 28.6, 36.8, rows, 0.8, 3.4)
    h.add()
    hair.cap(h, "hair", 0.46, -0.44, side=1.02, z=0.7, full=0.6)
    crowns.turban(h, "cloth", -0.40, jewel="water")
    tail = [
        (36.6, 14),
        (40.6, 19),
        (42.2, 27),
        (41.4, 36),
        (43.6, 46),
        (40.4, 49),
        (37.6, 40),
        (37.8, 29),
        (36.4, 20),
    ]
    zt, mt = cloth.hanging(sc, "tail", "cloth", tail, (36, -4), 2.0, 5, 30, 1.2, (6, 20))
    cloth.hem(sc, "tailhem", zt, mt, 0.6, 0.5)
    goblet(sc, 48.4, 34.4, 5.6, 14.0, stem=7.0)
    _fish(sc, 48.2, 33.2, 16.5)
    f = Frame(48.4, 51.0, 4, -1, 1.02)
    hands.palm(sc, f, 16.0)
    sleeve = [(8.0, 60.0), (20.0, 59.0), f.at(12.6, 4.0)]
    sleeves.sleeve(sc, sleeve, [7.0, 7.0, 6.6, 5.2], [12.0, 12.0, 12.6], "cloth", 3, root=False)
    u, v = f.local(sc.X, sc.Y)
    cuff = np.minimum(1.5 - np.abs(u - 12.4), 4.4 - np.abs(v - 4.0))
    sc.add("cuff", "linen", 19.4 - 0.06 * (v - 4.0) ** 2, cuff, v, 0.42, 0.95, 0.04, 0.32)

    def face(q):
        q.eyes(look=(0.024, 0.012), iris="water", big=1.12)
        q.brows("hair.deep", 0.5, 0.02)
        q.nose(1.0)
        q.lips(full=1.05, smile=0.03)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), np.array((29.0, 23.0)), TAROT, 4)
