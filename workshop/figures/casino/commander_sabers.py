"""Commander of Sabers: open helm and crest, plate armour, a gauntlet on the upright saber."""

import numpy as np

from workshop.figures import armour, cloth, crowns, hair
from workshop.figures.attributes import saber
from workshop.figures.card import POKER, compose
from workshop.figures.curves import Frame
from workshop.figures.head import Head

NAMES = ["casino/commander-sabers"]
HEAD = (36.2, 19.6)


def figure(st):
    """Return the scene."""
    sc = POKER.scene(st)
    h = Head(sc, *HEAD, 10.4, yaw=20, pitch=3, roll=-2, man=0.85, age=0.35, skin="flesh2")
    armour.cloak(sc, 36, 22, 24.0, "cloth")
    armour.crest(sc, HEAD[0], HEAD[1] - 1)
    cloth.neck(h, [(36.2, 26), (36.4, 35)], [4.4, 4.8])
    armour.gorget(sc, 36.2, ((29.6, 6.9), (31.6, 8.3), (33.9, 10.2)))
    armour.breastplate(sc, 36.2)
    crowns.ray_star(sc, 37.4, 44.6, 4.6, 13.4, 4, waist=0.34)
    sc.ball("boss", "gold", 37.4, 44.6, 1.5, 14, 0.8)
    armour.pauldron(sc, 22.3, 40.5, -24, -1)
    armour.pauldron(sc, 50.6, 40.9, 26, 1)
    saber(sc, Frame(56.0, 29.6))
    armour.gauntlet(sc, 56.0, 34.4)
    h.add()
    hair.moustache(h, "hair2", 0.36, 1.0, 9.4, up=0.4, r=0.85)
    armour.open_helm(h, "steel", "gold", -0.34)
    jewel = h.at(0, -0.36)
    crowns.drop(sc, jewel[0], jewel[1] + 0.4, 1.5, 13.5)

    def face(q):
        q.eyes(look=(0.026, 0.0), wide=0.92, iris="gem", big=1.04)
        q.brows("hair2.ink", 0.7, 0.0, 0.02)
        q.nose(1.06)
        q.wrinkles(1)
        q.mouth(0.655, 0.16)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), np.array(HEAD), petals=6)
