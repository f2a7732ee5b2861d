"""Demise: a hooded skull; in bones an hourglass; sand falls behind."""

from workshop.figures import cloth
from workshop.figures.casino.master_staves import INNER, OUTER
from workshop.figures.curves import Frame
from workshop.figures.grounds import Ground, rain
from workshop.figures.wonders import SLEEVE, Skull, bony_hand, hourglass

NAMES = ["specials/demise"]


def figure(st):
    """Return the scene."""
    sc = Ground().court.scene(st)
    outer = [(x - 7.6, y + 0.6) for x, y in OUTER]
    inner = [(x - 7.6, y + 0.6) for x, y in INNER]
    h = Skull(sc, 30.8, 21.4, 10.2, yaw=16, pitch=6, roll=-4, skin="bone")
    cloth.hood(sc, outer, inner, (30.6, 21.6), "black", "lining", seed=4)
    cloth.mantle(sc, "robe", 30.4, 61, 24, 25.5, 33, -6, 9.5, 0.02, 15)
    for i in range(4):
        y = 35.4 + 2.7 * i
        sc.tube("vertebra", "bone", [(28.4, y), (33.0, y + 0.3)], 1.15, 5.0 - 0.2 * i, 0.36, 0.9)
    h.add(0.04)
    h.holes("flame")
    zs, ms = cloth.sleeve(
        sc, [(x - 1.0, y + 5) for x, y in SLEEVE], (56, 31), 12.0, 57, 5.5, "black", 9, (11, 18)
    )
    cloth.hem(sc, "sleevehem", zs, ms, 0.8, 0.75, "gold", over=0.9)
    hourglass(sc, 52.4, 22.2, 5.2, 10.2, 13.0)
    bony_hand(sc, Frame(52.2, 37.8, 3, 1, 1.08), 19.0)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    ground = Ground()
    rain(ground)
    return ground.finish(figure(st))
