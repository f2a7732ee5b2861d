"""The Evil One: horns round an eclipse, burning eyes, a flame over his claws."""

import numpy as np

from workshop.figures import armour, cloth, crowns, hair, hands, sleeves
from workshop.figures.curves import Frame, spline
from workshop.figures.grounds import Ground, flames
from workshop.figures.head import Head
from workshop.figures.wonders import flame, horn

NAMES = ["specials/evil-one"]
SUN = (31.8, 7.2)


def figure(st):
    """Return the scene."""
    sc = Ground().court.scene(st)
    h = Head(sc, 31.4, 25.2, 10.2, yaw=14, pitch=10, roll=-3, man=1, age=0.8, skin="demon")
    crowns.ray_star(sc, *SUN, 9.6, -4.0, 24, "sun", 0.62)
    d = np.hypot(sc.X - SUN[0], sc.Y - SUN[1])
    sc.add("eclipse", "black", -2.5 + 0 * d, 5.4 - d, sc.Y, 0.4, 0.6, -0.1, 0.3)
    sc.add("corona", "gold", -2.0 + 0 * d, 0.42 - np.abs(d - 5.5), sc.X, 0.36, 0.6, 0.1, 0.2)
    cloth.fan(sc, 32, 36, 18.5, -6.0, 1.9, 13, "black", "gold")
    armour.cloak(sc, 32, 30, 26, "robe", seed=8, top=33)
    cloth.mantle(sc, "robe", 32, 63, 24, 25, 14, -4, 9.5, 0.02, 13)
    cloth.neck(h, [(31.8, 31), (32.2, 42)], [4.8, 5.4])
    cloth.chain(sc, 32.2, 33.0, 14.5, 13.0, 8.0, 13, 1.1, 1.0, "gold", "flame")
    h.add()
    for s in (-1, 1):
        a = np.array(h.at(s * 0.46, -0.66))
        steps = ((-0.6, 2.2), (0, 0), (5.2, -2.6), (9.4, -9.0), (7.0, -15.5))
        horn(sc, [a + np.array((s * x, y)) for x, y in steps], 3.5, 7.0)
        e = np.array(h.at(s * 0.66, 0.05))
        steps = ((0, 2.4), (2.6, -0.6), (6.4, -4.2))
        ear = spline([e + np.array((s * x, y)) for x, y in steps], 24)
        radii = np.interp(np.linspace(0, 1, 24), [0, 0.3, 1], [1.6, 1.9, 0.15])
        sc.tube("ear", "demon", ear, radii, 3.0, 0.36, 0.95, 0, 0.3)
    hair.cap(h, "hair2", 0.1, -0.42, arch=2.2, side=1.15, z=0.7, lift=-0.02)
    hair.short_beard(h, "hair2", low=0.62, point=0, open_=0.2)
    for i, dx in enumerate((-0.16, 0.16, -0.06, 0.06)):
        a = np.array(h.at(dx, 0.88))
        tip = [np.add(a, (dx * 3, 4)), np.add(a, (1.4 - dx * 6, 9.5))]
        hair.lock(sc, [a, *tip], 1.3, 8 + 0.4 * i, "hair2", i, 0.6)
    hair.moustache(h, "hair2", 0.42, 3.0, 9.4, up=0.9, r=0.8)
    flame(sc, 54.8, 27.6, 1.22, 10.0)
    f = Frame(55.2, 33.8, 3, 1, 1.06)
    hands.cup(sc, f, 17.5, "demon")
    arm = [(36.0, 52.0), (57.4, 57.6), f.at(0.3, 9.0)]
    sleeves.bare(sc, arm, [5.4, 5.6, 5.0, 4.6, 2.9], [8.0, 12.0, 14.0], "demon")
    rows = ((10.0, 0.6, "gold"), (11.6, 0.8, "black"), (13.2, 0.6, "gold"))
    cloth.bracelets(sc, f, 15.5, rows, 3.4, -1.2)

    def face(q):
        q.eyes(look=(0.02, 0.0), wide=0.72, iris="flame", big=1.1, lined=True)
        q.brows("hair2.ink", 1.1, 0.05, 0.11)
        q.nose(1.2)
        q.wrinkles(2)
        q.mouth(0.66, 0.2, 0.03)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    ground = Ground()
    flames(ground)
    return ground.finish(figure(st))
