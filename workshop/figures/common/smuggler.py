"""Smuggler: an open collar, a waistcoat, a fan of cards in his hand and a jump behind him."""

import math

import numpy as np

from workshop.figures import cloth, hair, hands
from workshop.figures.curves import Frame
from workshop.figures.disguise import card_fan
from workshop.figures.grounds import Ground
from workshop.figures.head import Head

NAMES = ["common/smuggler"]
JUMP = (29.0, 22.0)


def figure(st):
    """Return the scene."""
    sc = Ground().court.scene(st)
    h = Head(sc, 28.8, 20.8, 10.4, yaw=20, pitch=1, roll=5, man=0.9, age=0.25)
    zm, mm = cloth.torso(sc, 29.0, 33.8, "linen", 20.5, 8.4, 4, 0.5)
    for s in (-1, 1):
        edge = s * (sc.X - 29) - 4.4 - 0.10 * (sc.Y - 34)
        vest = np.minimum(np.minimum(edge, 16.5 - s * (sc.X - 29)), np.minimum(mm, sc.Y - 33))
        sc.add("vest", "black", zm + 1.1, vest, sc.Y - 0.5 * zm, 0.46, 1, 0.03, 0.34)
        rim = np.minimum(np.minimum(0.34 - np.abs(edge - 0.5), mm), sc.Y - 33)
        sc.add("vestrim", "gold", zm + 1.7, rim, sc.Y, 0.4, 0.7, 0.02, 0.2)
        for dy in (0, 5.6):
            pocket = np.minimum(2.6 - np.abs(s * (sc.X - 29) - 11.2), 2.2 - np.abs(sc.Y - 46 - dy))
            sc.add("pocket", "black", zm + 1.9, np.minimum(pocket, vest), sc.X, 0.46, 1, 0.06, 0.28)
    for s in (-1, 1):
        out = [(13.0, 35.4), (19.0, 39.6), (22.5, 46), (24, 66), (11.4, 66), (11.0, 48), (10.4, 40)]
        coat = sc.inside(np.array([(29 + s * a, b) for a, b in out]))
        zc = zm + 2.2 + 0.5 * np.cos(sc.Y * 0.9 + s * sc.X * 0.5)
        sc.add("coat", "leather", zc, coat, sc.Y - 0.4 * zm + 0.2 * s * sc.X, 0.46, 1, 0.0, 0.34)
        cloth.hem(sc, "coathem", zc, coat, 0.7, 0.4, "gold", where=18.0 - s * (sc.X - 29))
    cloth.neck(h, [(29.0, 28), (29.0, 34), (29.0, 46)], [4.2, 4.4, 4.2], fade=(13, 20))
    for s in (-1, 1):
        tip = [(3.4, 31.4), (6.4, 33.6), (8.4, 40.6), (5.2, 39.0), (3.6, 35.0)]
        lapel = sc.inside(np.array([(29 + s * a, b) for a, b in tip]))
        sc.add("lapel", "linen", 8.0 + 0.2 * s * (sc.X - 29), lapel, sc.Y + s * sc.X, 0.44, 1, 0.02)
    h.add()
    hair.cap(h, "hair", 0.16, -0.66, arch=0.9, side=1.16, z=0.8, lift=0.0, full=0.9)
    for i in range(7):
        a = np.array(h.at(-0.42 + 0.13 * i, -0.70 + 0.05 * math.cos(i * 1.3)))
        sway = 2.2 - 0.5 * i
        steps = ((0, 0), (sway * 0.3, -2.0), (sway, -2.2), (sway * 1.8, 0.9 + 0.2 * i))
        path = [np.add(a, step) for step in steps]
        hair.lock(sc, path, 1.25, 8 + i * 0.2, "hair", i)
    card_fan(sc, 52.6, 32.4, 10.0, 4, 52, 8, 8.2, 12.4)
    f = Frame(53.0, 35.0, 3, 1, 1.04)
    cloth.arm(sc, f.all([(3.0, 9.0), (4.6, 17), (5.4, 28)]), [3.6, 4.8, 5.8], 13.0, "leather", 9)
    cloth.cuff(sc, f, 16.8, 9.6, 3.6, 3.0, "linen", "gold", skew=1.9)
    hands.fist(sc, f, 18.5)

    def face(q):
        q.eyes(look=(0.034, 0.0), wide=0.86, iris="wood", big=1.02)
        q.brows("hair.ink", 0.72, 0.03, 0.0)
        q.nose(1.08)
        q.mouth(0.655, 0.2, 0.022)
        q.stubble("hair.ink", 3, 70)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    ground = Ground()
    rnd = np.random.RandomState(4)
    for i in range(168):
        a = (i + rnd.uniform(-0.3, 0.3)) * math.tau / 168
        near = rnd.uniform(11, 26)
        r = np.linspace(near, near + rnd.uniform(16, 46), 60)
        p = np.stack([JUMP[0] + r * math.sin(a), JUMP[1] - r * math.cos(a)], 1)
        w = np.interp(np.linspace(0, 1, 60), [0, 0.8, 1], [0.1, 0.62, 0.1]) * rnd.uniform(0.6, 1)
        ground.path(p, w, "ray")
    return ground.finish(figure(st))
