"""Commander of Sabers: closed helm and crest, plate armour, a gauntlet on the upright saber."""

import numpy as np

from workshop.figures import armour, crowns
from workshop.figures.attributes import saber
from workshop.figures.card import POKER, compose
from workshop.figures.curves import Frame

NAMES = ["casino/commander-sabers"]
HEAD = (36.2, 19.6)


def figure(st):
    """Return the scene."""
    sc = POKER.scene(st)
    armour.cloak(sc, 36, 22, 24.0, "cloth")
    armour.crest(sc, HEAD[0], HEAD[1] - 1)
    armour.closed_helm(sc, *HEAD)
    armour.gorget(sc, 36.2, ((29.6, 6.9), (31.6, 8.3), (33.9, 10.2)))
    armour.breastplate(sc, 36.2)
    crowns.ray_star(sc, 37.4, 44.6, 4.6, 13.4, 4, waist=0.34)
    sc.ball("boss", "gold", 37.4, 44.6, 1.5, 14, 0.8)
    armour.pauldron(sc, 22.3, 40.5, -24, -1)
    armour.pauldron(sc, 50.6, 40.9, 26, 1)
    saber(sc, Frame(56.0, 29.6))
    armour.gauntlet(sc, 56.0, 34.4)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), np.array(HEAD), petals=6)
