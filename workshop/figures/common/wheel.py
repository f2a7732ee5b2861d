"""The Wheel: a wheel of signs about the middle of the card, and a hand that turns it."""

import math

import numpy as np

from workshop.figures import cloth, country, crowns, hands
from workshop.figures.curves import Frame, dome
from workshop.figures.grounds import Ground

NAMES = ["common/wheel"]
HUB = (31.75, 44.45)


def figure(st):
    """Return the scene."""
    sc = Ground().court.scene(st)
    x, y = HUB
    d = np.hypot(sc.X - x, sc.Y - y)
    a = np.arctan2(sc.X - x, -(sc.Y - y))
    for at, t, high in ((26.6, 1.5, 3.0), (18.6, 1.2, 2.6), (9.0, 1.2, 3.0)):
        rope = 0.24 * np.cos(a * 60) if at > 20 else 0.0
        zz = high + dome((d - at) / t) + rope
        sc.add("felloe", "gold", zz, t - np.abs(d - at), a * at * 0.8, 0.46, 0.95, 0.03, 0.32)
    rim = 1.6 + 0.3 * dome((d - 22.6) / 3.6)
    sc.add("rim", "robe", rim, 3.6 - np.abs(d - 22.6), d, 0.56, 0.9, 0, 0.3)
    for i in range(12):
        b = (i + 0.5) * math.tau / 12
        px, py = x + 22.6 * math.sin(b), y - 22.6 * math.cos(b)
        if i % 3 == 0:
            crowns.ray_star(sc, px, py, 2.5, 4.0, 8, "gold", 0.38, "flame")
        elif i % 3 == 1:
            country.planet(sc, px, py, 1.8, 3.0, "water", 1.7)
        else:
            crowns.crescent(sc, px, py, 2.3, 4.0, "silver", 0.84, -0.4)
    for i in range(8):
        b = (i + 0.5) * math.tau / 8
        out = np.array((math.sin(b), -math.cos(b)))
        p = np.array(HUB) + np.linspace(8, 18.4, 24)[:, None] * out
        r = 1.3 + 0.6 * np.abs(np.sin(np.linspace(0, math.pi * 2, 24)))
        sc.tube("spoke", "wood", p, r, 0.8, 0.46, 0.95, 0.02, 0.3)
        sc.ball("spokering", "gold", *(np.array(HUB) + 13 * out), 1.5, 1.8, 0.8, 0.26)
        sc.ball("peg", "gem" if i % 2 else "pearl", *(np.array(HUB) + 29.0 * out), 1.6, 2.4, 0.6)
    crowns.ray_star(sc, x, y, 8.0, 5.0, 16, "gold", 0.42)
    for s in (-1, 1):
        country.wings(sc, x + s * 3.0, 15.8, 15.0, -2.0, s, 0.8, rows=((1.0, 7), (0.62, 5)))
    crowns.ray_star(sc, x, 11.4, 6.4, 4.0, 12, "gold", 0.42, "flame")
    f = Frame(52.2, 27.4, -118, 1, 1.02)
    hands.fist(sc, f, 9.0, "flesh2")
    path = f.all([(3.0, 9.0), (4.2, 17), (5.0, 30)])
    cloth.arm(sc, path, [3.5, 4.6, 5.8], 4.0, "cloth", 9)
    cloth.cuff(sc, f, 7.4, 9.6, 3.6, 3.2, "linen", "gold", skew=1.9)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    ground = Ground()
    r, a = ground.polar(*HUB)
    swirl = np.cos(3.0 * np.log(np.maximum(r, 1)) + 6 * a)
    ink = (0.34 + 0.2 * swirl) * np.clip((r - 29) / 3, 0, 1)
    ground.lines(14 * np.log(np.maximum(r, 1)) + 18 * a / math.tau, ink, np.minimum(r - 29.5, 60))
    return ground.finish(figure(st))
