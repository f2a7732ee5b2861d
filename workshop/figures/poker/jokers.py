"""The two Jokers: a sun of gold with a fan of cards, the moon masked in cap and bells."""

import math

import numpy as np

from workshop.figures import cloth, crowns, hands, sleeves
from workshop.figures.curves import Frame
from workshop.figures.disguise import card_fan, half_mask
from workshop.figures.grounds import Ground, motley
from workshop.figures.head import Head
from workshop.figures.wonders import bell_ball, jester_cap

NAMES = ["poker/joker-sun", "poker/joker-moon"]


def _collar(sc, x, y, z):
    """Lay a collar of points that end in bells."""
    for i in range(-3, 4):
        a = i * 0.46
        tip = (x + 15.5 * math.sin(a), y + 11.0 * math.cos(a) * 0.86)
        root = (x + 5.0 * math.sin(a), y + 2.6 * math.cos(a))
        material = "white" if i % 2 else "cloth"
        sc.tube(
            "point", material, [root, tip], [3.4, 0.5], z - 0.3 * abs(i), 0.46, 1, 0.02, 0.32, 0.5
        )
        bell_ball(sc, tip[0], tip[1] + 0.6, 1.25, z + 1.0)


def _sun(st):
    sc = Ground().court.scene(st)
    x, y = 29.6, 20.8
    h = Head(sc, x, y, 9.8, yaw=12, pitch=2, roll=-4, skin="gold")
    crowns.ray_star(sc, x - 0.4, y - 1.0, 18.2, -8.0, 24, "sun", 0.62)
    crowns.ray_star(sc, x - 0.4, y - 1.0, 15.2, -6.5, 32, "gold", 0.74)
    cloth.torso(sc, 30, 38, "cloth", 20, 8.5, fold=0.5)
    cloth.neck(h, [(29.8, 27), (30.2, 38)], [3.8, 4.2])
    _collar(sc, 30.0, 33.0, 4.0)
    h.add(0.08)
    crowns.band(h, -0.60, 0.14, 0.06, 1.8, "gold")
    crowns.points(h, -0.66, (-1.1, -0.56, 0.0, 0.56, 1.1), 0.7, pearl="pearl")
    card_fan(sc, 54.0, 42.4, 12.0, 5, 66.0, 0.0)
    f = Frame(54.4, 41.0, 6)
    cloth.arm(sc, f.all([(3.0, 9.0), (4.0, 18), (5, 30)]), [3.4, 4.6, 5.6], 11.0, "cloth", 9)
    cloth.cuff(sc, f, 15.0, 9.8, 3.6, 3.2, "linen", "gold", skew=1.9)
    hands.fist(sc, f, 18.0)

    def face(q):
        q.eyes(look=(0.03, 0.0), iris="flame", big=1.12)
        q.brows("gold.ink", 0.55, 0.03)
        q.nose()
        q.lips(full=1.05, smile=0.055, wide=0.24)

    h.features(face)
    return sc


def _moon(st):
    sc = Ground().court.scene(st)
    h = Head(sc, 30.6, 24.0, 9.6, yaw=-24, pitch=3, roll=8, skin="pearl")
    gx, gy = sc.X - 33.0, sc.Y - 19.6
    d, e = np.hypot(gx, gy), np.hypot(gx + 6.4, gy + 0.8)
    m = np.minimum(18.6 - d, e - 15.6)
    zz = -8.5 + 1.5 * np.sqrt(np.clip(m, 0, 2.2))
    sc.add("moon", "silver", zz, m, sc.X * 0.8 + sc.Y * 0.6, 0.44, 1, 0.02, 0.36)
    cloth.torso(sc, 31, 38, "cloth", 20, 8.5, fold=0.5)
    cloth.neck(h, [(31.6, 30), (31.6, 40)], [3.6, 3.9])
    _collar(sc, 31.6, 34.6, 4.0)
    h.add(0.05)
    jester_cap(h, ("robe", "silver", "cloth"))
    half_mask(h, "black", "silver")
    f = Frame(55.6, 33.8, 2, 1, 1.0)
    hands.cup(sc, f, 17.5)
    sleeves.raised(sc, f, "gown", 8, "linen", "silver", 6.6)
    crowns.ray_star(sc, 55.2, 17.6, 6.4, 14, 8, "silver", 0.3, "gem")

    def face(q):
        q.eyes(look=(-0.02, 0.0), iris="steel", big=1.08)
        q.nose()
        q.lips(full=1.0, smile=0.045, wide=0.23)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    ground = Ground()
    if name.endswith("sun"):
        ground.rays(29.2, 19.8, 60, 16, 0.52, wave=lambda r, a: 1 + 0.55 * np.sin(r / 2.4 + 8 * a))
        for r, w in ((20.4, 0.4), (21.2, 0.14)):
            ground.circle(29.2, 19.8, r, w)
        return ground.finish(_sun(st))
    motley(ground, 9.6, 9.6)
    ground.stars(5, 7, ((33, 19.6, 21), (55.2, 17.6, 8)), 0.7, 1.3)
    return ground.finish(_moon(st))
