"""X, The Wheel: a wheel of signs turns; a serpent sinks, a star climbs, an hourglass crowns it."""

import math

import numpy as np

from workshop.figures import cloth, country, crowns, garments, hands
from workshop.figures.curves import Frame, dome, spline
from workshop.figures.disguise import serpent, serpent_head
from workshop.figures.picture import Picture
from workshop.figures.wonders import hourglass

NAMES = ["trumps/10"]
K = 0.6
HUB = (43.8, 74.0)


def signs(sc, x, y, r, z):
    """Set twelve signs on the rim: worlds, crescents, and stars in turn."""
    for i in range(12):
        a = (i + 0.5) * math.tau / 12
        px, py = x + r * math.sin(a), y - r * math.cos(a)
        if i % 3 == 0:
            crowns.ray_star(sc, px, py, 2.5, z, 8, "gold", 0.38, "flame")
        elif i % 3 == 1:
            country.planet(sc, px, py, 1.8, z - 1, "water", 1.7)
        else:
            crowns.crescent(sc, px, py, 2.3, z, "silver", 0.84, -0.4)


def figure(picture, st):
    """Return the scene."""
    sc = picture.scene(st)
    low = picture.h
    x, y = HUB
    d = np.hypot(sc.X - x, sc.Y - y)
    a = np.arctan2(sc.X - x, -(sc.Y - y))
    for at, t, high, hue in (
        (32.0, 1.7, 3.0, "gold"),
        (23.0, 1.3, 2.6, "gold"),
        (9.4, 1.4, 3.0, "gold"),
    ):
        rope = 0.24 * np.cos(a * at * 2.2) if at > 30 else 0.0
        sc.add(
            "felloe",
            hue,
            high + dome((d - at) / t) + rope,
            t - np.abs(d - at),
            a * at * 0.8,
            0.46,
            0.95,
            0.03,
            0.32,
        )
    band = 4.0 - np.abs(d - 27.5)
    sc.add("rim", "robe", 1.6 + 0.3 * dome((d - 27.5) / 4.0), band, d, 0.56, 0.9, 0, 0.3)
    signs(sc, x, y, 27.5, 4.0)
    for i in range(8):
        b = i * math.tau / 8
        out = np.array((math.sin(b), -math.cos(b)))
        p = np.array((x, y)) + np.linspace(8, 24, 24)[:, None] * out
        r = 1.5 + 0.75 * np.abs(np.sin(np.linspace(0, math.pi * 2, 24)))
        sc.tube("spoke", "wood", p, r, 0.8, 0.46, 0.95, 0.02, 0.3)
        sc.ball("spokering", "gold", *(np.array((x, y)) + 16 * out), 1.7, 1.8, 0.8, 0.26)
        end = np.array((x, y)) + 34.6 * out
        sc.ball("peg", "gem" if i % 2 else "pearl", *end, 1.7, 2.4, 0.6, 0.26)
    crowns.ray_star(sc, x, y, 8.6, 5.0, 16, "gold", 0.42)
    sc.ball("hub", "gem", x, y, 3.4, 7.0, 0.9, 0.3, 0.42)
    # Stand.
    for s in (-1, 1):
        leg = [(x + s * 4.0, y + 6), (x + s * 15.0, y + 40.0), (x + s * 20.0, low + 4)]
        sc.tube("leg", "wood", spline(leg, 24), 2.6, -7.0, 0.46, 0.95, 0.0, 0.34)
    country.sea(
        sc, low - 14.0, 9.0, foot=low + 3, mask=sc.Y - low + 12.0 - 0.9 * np.sin(sc.X * 0.22)
    )
    # A winged hourglass on top.
    for s in (-1, 1):
        country.wings(sc, x + s * 5.0, y - 42.0, 19.0, 2.0, s, 0.9, rows=((1.0, 7), (0.62, 5)))
    hourglass(sc, x, y - 46.4, 5.0, 9.4, 6.0)
    # The serpent that sinks on the left, the star that climbs on the right.
    path = []
    for i in range(9):
        b = math.radians(-52 - 9.5 * i)
        rr = 34.6 + 2.6 * math.sin(i * 1.5)
        path.append((x + rr * math.sin(b), y - rr * math.cos(b)))
    path = path[::-1]
    over = lambda share: 6.0 + 0.8 * np.sin(share * 12)  # noqa: E731
    serpent(sc, path, 2.7, 0.0, over)
    serpent_head(sc, path[0][0] + 1.0, path[0][1] + 2.4, 0.92, 12.0, 66, 1)
    # A hand turns it.
    handle = np.array(
        (x + 33.0 * math.sin(math.radians(112)), y - 33.0 * math.cos(math.radians(112)))
    )
    sc.tube(
        "crank", "gold", [handle, handle + np.array((3.4, 9.0))], 1.3, 6.0, 0.44, 0.9, 0.03, 0.3
    )
    f = Frame(*(handle + np.array((1.2, 3.2))), -24, 1, 1.0)
    hands.fist(sc, f, 8.0)
    cloth.cuff(sc, f, 6.4, 9.6, 3.6, 3.2, "linen", "gold", skew=1.2)
    garments.limb(
        sc, [f.at(1.9, 10.4), f.at(3.4, 22.0), f.at(6.0, 40.0)], [3.6, 5.2, 6.6], 2.0, "flame", 6
    )
    tail = [(x + 28.0, y - 39.0), (x + 33.0, y - 30.0), (x + 36.2, y - 16.0), (x + 35.0, y - 2.0)]
    for j, bend in enumerate((-1.6, 0.0, 1.6)):
        p = spline([(px + bend * i * 0.5, py) for i, (px, py) in enumerate(tail)], 30)
        sc.tube("comet", "sun", p, np.linspace(1.5, 0.12, 30), -2.0 + j * 0.3, 0.5, 0.7, 0.06, 0.24)
    crowns.ray_star(sc, *tail[0], 6.0, 3.0, 12, "gold", 0.42, "flame")
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    picture = Picture(K)
    r, a = picture.polar(*HUB)
    swirl = np.cos(3.0 * np.log(np.maximum(r, 1)) + 6 * a)
    # The angle jumps below the hub.
    seam = (np.abs(picture.X - HUB[0]) < 3.0) & (HUB[1] < picture.Y)
    picture.lines(
        14 * np.log(np.maximum(r, 1)) + 18 * a / math.tau,
        (0.32 + 0.18 * swirl) * np.clip((r - 37) / 4, 0, 1) * ~seam,
    )
    picture.stars(3, 8, ((*HUB, 42), (43.8, 28, 24), (72, 34, 12)), 0.8, 1.8)
    return picture.finish(figure(picture, st))
