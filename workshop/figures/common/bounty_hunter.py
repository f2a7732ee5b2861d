"""Bounty Hunter: a dented helm with a T of glass, a carbine at the shoulder, a price in sight."""

import math

from workshop.figures import armour, cloth, hands
from workshop.figures.curves import Frame
from workshop.figures.grounds import Ground
from workshop.figures.outlaws import carbine, visor_helm

NAMES = ["common/bounty-hunter"]
HEAD = (28.6, 20.4)


def figure(st):
    """Return the scene."""
    sc = Ground().court.scene(st)
    armour.cloak(sc, 28.6, 22, 25.0, "robe", seed=7)
    visor_helm(sc, *HEAD, "steel", "cloth")
    armour.gorget(sc, 28.6, ((29.8, 7.2), (31.8, 8.6), (34.0, 10.4)), "iron")
    armour.breastplate(sc, 28.8, 52, 16.5, 17.5, 36.0, "iron", 0.0, 0.0)
    for s in (-1, 1):
        sc.oval("cell", "gold", 28.8 + s * 8.0, 43.4, 1.7, 2.2, 9.0, high=1.2)
    sc.oval("core", "gem", 28.8, 44.6, 1.8, 2.6, 10.4, high=1.4)
    armour.pauldron(sc, 13.0, 42.0, -24, -1, metal="steel")
    armour.pauldron(sc, 43.4, 42.0, 26, 1, metal="steel")
    carbine(sc, Frame(53.8, 36.0, 5))
    f = Frame(53.8, 38.0, 5, 1, 1.08)
    cloth.arm(sc, f.all([(3.0, 9.0), (4.6, 17), (5.4, 28)]), [3.8, 4.8, 5.8], 13.0, "cloth", 9)
    cloth.cuff(sc, f, 16.8, 9.8, 3.9, 4.4, "steel", "gold", skew=1.9)
    hands.fist(sc, f, 19.0, "leather")
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    ground = Ground()
    x, y = HEAD
    ground.rays(x, y, 96, 17, 0.34, wave=lambda r, a: 0.8 + 0.4 * math.cos(4 * a) + 0 * r)
    for at, width in ((15.4, 0.5), (16.3, 0.14), (23.5, 0.14), (31.0, 0.3), (39.0, 0.14)):
        ground.circle(x, y, at, width)
    for i in range(4):
        a = i * math.tau / 4 + math.tau / 8
        ends = [(x + d * math.sin(a), y - d * math.cos(a)) for d in (13.5, 20, 26)]
        ground.path(ends, 0.5)
    return ground.finish(figure(st))
