"""V, The Keys: an old man in a triple crown blesses; two keys hang crossed before a vault."""

import math

import numpy as np

from workshop.figures import cloth, country, crowns, garments, hair, hands, sleeves
from workshop.figures.curves import Frame, dome, step
from workshop.figures.picture import Head, Picture

NAMES = ["trumps/05"]
K = 0.66


def key(sc, frame, z, long=30.0, material="gold"):
    """Add a key: its ring at (0, 0), its bit at the end of the shaft."""
    u, v = frame.local(sc.X, sc.Y)
    k = frame.k
    sc.tube(
        "keyshaft", material, frame.all([(0, 3.6), (0, long)]), 1.1 * k, z, 0.42, 0.9, 0.04, 0.3
    )
    for dx, dy in ((0, -2.2), (-2.9, 1.2), (2.9, 1.2)):
        d = np.hypot(u - dx, v - dy)
        ring = (1.0 - np.abs(d - 2.5)) * k
        sc.add(
            "keyring", material, z + 0.4 + dome((d - 2.5) / 1.0), ring, d * 2, 0.42, 0.9, 0.04, 0.28
        )
    for at in (5.0, 7.4, long - 11.0):
        p = frame.at(0, at)
        sc.oval("keyknob", material, *p, 1.9 * k, 1.2 * k, z + 0.6)
    bit = np.minimum(np.minimum(u - 0.4, 6.6 - u), 4.2 - np.abs(v - long + 4.6))
    hole = np.maximum(0.8 - np.abs(v - long + 4.6), 0.7 - np.abs(u - 3.6))
    sc.add("keybit", material, z + 0.8, np.minimum(bit, -hole + 0.05) * k, u, 0.44, 0.9, 0.02, 0.28)


def tiara(head, top, z=2.0):
    """Put on a high crown of three bands."""
    sc, h, _u = head.scene, head, head.u
    a, b = np.array(h.at(-0.66, -0.48)), np.array(h.at(0.66, -0.48))
    c = (a + b) / 2
    half = np.hypot(*(b - a)) / 2
    v = c[1] - sc.Y
    t = np.clip(v / top, 0, 1)
    wide = half * np.sqrt(np.clip(1.12 - t**2.2 * 1.12, 0, 2)) * (1 + 0.12 * np.sin(t * math.pi))
    s = np.clip((sc.X - c[0]) / np.maximum(wide, 0.1), -1, 1)
    zz = z + 3 + 7.0 * np.sqrt(1 - s * s) * (1 - 0.4 * t)
    bow = 1.9 * (1 - s * s)
    m = np.minimum(wide - np.abs(sc.X - c[0]), np.minimum(v + bow, top - v))
    sc.add("tiara", "white", zz, m, v - 0.4 * zz, 0.46, 0.9, 0.06, 0.34)
    for i, at in enumerate((0.04, 0.32, 0.58)):
        ring = np.minimum(m + 0.4, 1.4 - np.abs(v + bow - at * top - 1.4))
        sc.add("tiaraband", "gold", zz + 0.9, ring, s * 8, 0.4, 1, 0.05, 0.28)
        for j in range(-3, 4):
            q = j * 0.26
            px = c[0] + math.sin(q * 1.6) * half * (1.02 - 0.16 * i)
            py = c[1] - at * top - 1.4 + 1.9 * math.cos(q * 1.6) ** 2
            sc.ball(
                "tiaragem",
                ("gem", "pearl")[j % 2],
                px,
                py,
                0.7,
                z + 11.5 * math.cos(q) + 1.0,
                0,
                0.2,
            )
            if i < 3:
                crowns.fleuron(
                    sc,
                    np.array((px, py - 1.4)),
                    (0.5 * math.sin(q), -1),
                    0.5,
                    z + 9.0 * math.cos(q) + 1.6,
                    pearl=None,
                )
    sc.ball("tiaraorb", "gem", c[0], c[1] - top - 0.8, 1.7, z + 7, 0.9, 0.3, 0.3)


def figure(picture, st):
    """Return the scene."""
    sc = picture.scene(st)
    low = picture.h
    x, y = 39.8, 43.0
    for s in (-1, 1):
        country.column(sc, x + s * 33.4, 30.0, 116.0, 5.0, -12.0, "stone", 6)
    d = np.hypot(sc.X - x, (sc.Y - 28.0) * 1.0)
    for r, t, high in ((35.0, 3.0, -13.0), (30.6, 1.0, -12.4), (39.4, 1.0, -12.4)):
        arch = np.minimum(t - np.abs(d - r), 27.0 - sc.Y)
        a = np.arctan2(sc.X - x, -(sc.Y - 28))
        groove = 0.5 * step(0, 0.06, np.abs(np.mod(a * 5.0, 1) - 0.5)) if t > 2 else 0.0
        sc.add(
            "vault", "stone", high + dome((d - r) / t) + groove, arch, d * 1.1, 0.56, 0.9, 0.03, 0.3
        )
    h = Head(sc, x, y, 9.4, yaw=-10, pitch=4, roll=0, man=1, age=1)
    garments.cape(sc, x, y + 11, 19.0, low + 2, "flame", -6.0, 8, 29.0)
    z, m = garments.gown(
        sc, x, y + 13, "linen", (14.0, 6.6), (40.0, 12.5), (84.0, 21.0), -2.0, 7.0, 4, girdle=None
    )
    garments.facing(sc, x, y + 14, low, z, m, 3.0, "gown")
    for i in range(4):
        yy = y + 34 + 10.5 * i
        crowns.ray_star(sc, x, yy, 2.6, 10.0, 8, "gold", 0.4, "gem")
    hair.temples(h, "beard", 4.6, 0.7)
    cloth.neck(h, [(x, y + 6), (x, y + 15)], [4.0, 4.6])
    h.add()
    hair.beard(h, "beard", 0.74, x - 0.6, 0.95)
    hair.moustache(h, "beard", 0.4, 2.6)
    hair.shaggy_brows(h)
    tiara(h, 23.0)
    for s, tilt in ((1, 34), (-1, -34)):
        key(
            sc,
            Frame(x - s * 12.4, y + 46.0, -tilt, s, 1.02),
            11.0 + s,
            36.0,
            "gold" if s > 0 else "silver",
        )
    sc.ball("keygem", "gem", x, y + 63.8, 2.0, 14.5, 0.8, 0.3)
    f = Frame(13.6, 57.6, -6, -1, 1.0)
    hands.bless(sc, f, 14.0)
    cloth.cuff(sc, f, 11.6, 9.4, 3.7, 3.0, "linen", "gold", skew=0.4)
    arm = [(27.6, 61.6), (17.4, 90.0), (13.0, 82.0), f.at(0.8, 10.8)]
    radii = [5.8, 6.2, 6.2, 5.8, 4.8, 3.8]
    sleeves.sleeve(sc, arm, radii, [1.0, 2.0, 4.0, 9.0], "flame", 5, 1.1, root=False)
    g = Frame(66.0, 70.0, 4, 1, 1.0)
    sc.tube("ferula", "gold", [(67.2, 32.0), (65.0, low + 4)], 1.0, 10.5, 0.42, 0.9, 0.03, 0.3)
    for at, half in ((38.0, 6.0), (42.4, 4.6), (34.0, 3.4)):
        sc.tube(
            "bar", "gold", [(67.0 - half, at), (67.0 + half, at)], 0.9, 11.0, 0.42, 0.9, 0.03, 0.28
        )
    crowns.ray_star(sc, 67.2, 30.6, 4.0, 12.5, 8, "gold", 0.36, "gem")
    hands.fist(sc, g, 13.0, pre="r")
    arm = [(52.0, 61.6), (63.6, 97.0), (69.0, 91.0), g.at(2.0, 10.0)]
    sleeves.sleeve(sc, arm, radii, [1.0, 2.0, 4.0, 9.0], "flame", 7, 1.1, root=False)
    cloth.cuff(sc, g, 11.6, 9.6, 3.6, 3.0, "linen", "gold", skew=1.4)

    def face(q):
        q.eyes(look=(-0.02, 0.0), wide=0.84, iris="wood", big=1.0)
        q.nose(1.1)
        q.wrinkles(2)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    picture = Picture(K)
    picture.rays(39.8, 30.0, 84, 12, 0.4, wave=lambda r, a: 1 + 0.4 * np.cos(r / 3.4 + 7 * a))
    return picture.finish(figure(picture, st))
