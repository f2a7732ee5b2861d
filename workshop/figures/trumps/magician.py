"""I, The Magician: a wand raised to a constellation; on his table cup, coin, knife, and a world."""

import math

import numpy as np

from workshop.figures import cloth, country, crowns, garments, hair, hands, sleeves
from workshop.figures.attributes import coin, goblet
from workshop.figures.curves import Frame
from workshop.figures.picture import Head, Picture
from workshop.figures.regalia import sword

NAMES = ["trumps/01"]
K = 0.66
WAND = (14.4, 20.0)


def figure(picture, st):
    """Return the scene."""
    sc = picture.scene(st)
    low = picture.h
    x, y = 41.0, 30.0
    h = Head(sc, x, y, 9.4, yaw=-20, pitch=2, roll=3, man=1, age=0.3)
    garments.cape(sc, x, y + 11, 17.0, low, "robe", -9.0, 5, 27.0)
    z, m = garments.gown(
        sc, x, y + 13, "flame", (14.0, 6.8), (36.0, 10.8), (90.0, 20.0), -2.0, 7.0, 4
    )
    garments.facing(sc, x, y + 14, low, z, m, 2.6, "gown")
    for i in range(5):
        sc.ball("button", "gold", x, y + 20 + 5.2 * i, 0.9, 9.0, 0.8, 0.24)
    cloth.neck(h, [(x, y + 6), (x, y + 14)], [3.9, 4.2])
    cloth.ruff(sc, x, y + 12.6, 9.6, 4.2, 3.0, 2.6, 22, "linen", 0.1)
    for s in (-1, 1):
        hair.wave(
            sc,
            [h.at(s * 0.62, -0.3), h.at(s * 0.86, 0.35), h.at(s * 0.94, 0.95)],
            1.0,
            1.7,
            3,
            "hair2",
            3 + s,
        )
    h.add()
    hair.short_beard(h, "hair2", low=0.64, point=3.0, open_=0.2)
    hair.moustache(h, "hair2", 0.40, 1.4, 9.4, up=0.7, r=0.8)
    crowns.broad_hat(h, -0.42, "gown", 1.0, 1.95, 0.8, "feather")
    # The table.
    top = 96.0
    d = sc.Y - top
    board = np.minimum(7.5 - np.abs(d - 3.5), 99)
    sc.add(
        "board",
        "wood",
        10.0 + 0.12 * np.sin(sc.X * 0.7 + d),
        board,
        d * 1.3 + 0.4 * np.sin(sc.X * 0.2),
        0.6,
        0.7,
        0.1,
        0.3,
    )
    fold = np.abs(np.sin(sc.X * 0.19 + 0.6)) ** 0.7
    edge = top + 16.0 + 3.0 * np.abs(np.sin(sc.X * math.pi / 13.3))
    drape = np.minimum(sc.Y - top - 10.6, low + 4 - sc.Y)
    sc.add("drape", "gown", 12.0 + 1.6 * fold, drape, d - 0.9 * fold, 0.56, 0.95, 0, 0.34)
    hemline = np.minimum(drape, 0.8 - np.abs(sc.Y - edge))
    sc.add("drapehem", "gold", 13.6 + 1.6 * fold, hemline, sc.X, 0.44, 0.9, 0.04, 0.24)
    for i in range(6):
        crowns.ray_star(sc, 6.6 + 13.3 * i, top + 14.0, 1.7, 15, 8, "gold", 0.4)
    goblet(sc, 15.0, 82.0, 5.2, 20.0, stem=6.4, metal="gold")
    coin(sc, 67.0, 92.6, 7.4, 20.0)
    sword(sc, Frame(38.0, 102.6, 84, 1, 0.62), 19.0, 24.0, 1.9, 8.0)
    country.planet(sc, 28.0, 92.4, 4.8, 19.0, "water", 1.7)
    # The raised hand with its wand, the lower one over the table.
    f = Frame(17.0, 43.0, -10, -1, 0.96)
    tip = f.at(0, -19.5)
    sc.tube("wand", "bone", [tip, f.at(0, 9.0)], 0.95, 11.0, 0.42, 0.9, 0.05, 0.28)
    crowns.ray_star(sc, *tip, 5.0, 14, 8, "gold", 0.32, "gem")
    hands.fist(sc, f, 13.0)
    cloth.cuff(sc, f, 11.0, 9.6, 3.5, 2.8, "linen", "gold", skew=0.6)
    arm = [(28.8, 51.6), (16.0, 72.0), f.at(1.8, 10.5)]
    radii = [5.4, 5.6, 5.4, 5.0, 4.4, 3.6]
    sleeves.sleeve(sc, arm, radii, [3.0, 6.0, 9.0], "flame", 4, 1.0)
    g = Frame(66.4, 79.6, 158, 1, 0.94)
    hands.rest(sc, g, 22.0, pre="r")
    arm = [(53.0, 51.6), (68.4, 62.0), g.at(0.4, 8.6)]
    sleeves.sleeve(sc, arm, radii, [3.0, 8.0, 16.0], "flame", 8, 1.0)
    cloth.cuff(sc, g, 19.0, 9.0, 3.5, 2.8, "linen", "gold", skew=-1.2)

    def face(q):
        q.eyes(look=(-0.03, 0.0), iris="gem", wide=0.86, big=1.04, lined=True)
        q.brows("hair2.ink", 0.8, 0.02, 0.02)
        q.nose(1.1)
        q.mouth(0.65, 0.18, 0.02)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    picture = Picture(K)
    r, a = picture.polar(*WAND)
    stream = np.cos(3.4 * np.log(np.maximum(r, 1)) + 5 * a)
    picture.lines(
        11 * np.log(np.maximum(r, 1)) + 24 * a / math.tau,
        (0.34 + 0.2 * stream) * np.clip((r - 9) / 6, 0, 1),
    )
    picture.stars(8, 12, ((*WAND, 9), (41, 28, 22), (15, 43, 9)), 0.8, 1.8)
    return picture.finish(figure(picture, st))
