"""Commander of Staves: plumed helm with a nasal, full beard, cloak, the staff carried aslant."""

import numpy as np

from workshop.figures import armour, cloth, crowns, hair, hands
from workshop.figures.attributes import rod
from workshop.figures.card import POKER, compose
from workshop.figures.curves import Frame, dome, loop
from workshop.figures.head import Head

NAMES = ["casino/commander-staves"]


def figure(st):
    """Return the scene."""
    sc = POKER.scene(st)
    h = Head(sc, 33.4, 21.2, 10.6, yaw=-16, pitch=4, roll=3, man=1.0, age=0.45)
    armour.cloak(sc, 34, 23, 25, "cloth", seed=12, top=26)
    body = [
        *((17, 44), (21, 39.5), (26, 36.5), (31, 35), (38, 35), (44, 36.4), (50, 39)),
        *((54, 44), (57, 62), (36, 66), (14, 62)),
    ]
    m = sc.inside(loop(body))
    zb = -1 + 9 * dome(np.hypot((sc.X - 35) / 24, (sc.Y - 54) / 24))
    armour.mail(sc, "mail", zb, m)
    armour.pauldron(sc, 19.6, 42.6, -22, -1, z=5)
    armour.pauldron(sc, 51.4, 43.4, 24, 1, z=5, rx=8.0)
    cloth.neck(h, [(33.4, 27), (33.4, 36)], [4.6, 5.0])
    h.add()
    hair.beard(h, "hair", 0.62, 34.2)
    hair.moustache(h, "hair", 0.40, 2.4, 9.4)
    armour.open_helm(h, "steel", "gold", -0.30, nasal=True)
    x, y = h.at(0, -0.98)
    sc.oval("socket", "gold", x + 0.5, y - 0.4, 1.7, 1.9, 9)
    for dx, dy, wide, z, material in ((0, 0, 2.7, 5.5, "feather"), (-2.4, 1.4, 3.0, 8.0, "flame")):
        turns = ((0, 0), (0.8, -3.6), (6.2, -5.6 + dy), (12.0 + dx, -3.2), (14.2 + dx, 3.0))
        plume = [(x + 0.5 + a, y + b) for a, b in turns]
        crowns.feather(sc, plume, wide, z, material)
    f = Frame(49.4, 43.0, 11.5)
    knobs = [(-28.5, 1.7, 0.8), (-26.8, 1.45, 0.6), (-16, 1.7, 0.9), (-8, 1.6, 0.8), (9, 1.7, 0.9)]
    rod(sc, f, -30, 30, 1.12, 17.0, "wood", knobs)
    p = f.at(0, -33.6)
    crowns.crescent(sc, p[0], p[1], 4.4, 17.8)
    sc.ball("staffworld", "flame", p[0], p[1] - 1.5, 2.05, 18.3, 0.9, 0.30, 0.32)
    cloth.arm(sc, f.all([(2.8, 8), (4.5, 16), (6, 26)]), [3.4, 4.2, 5], 13.5, "leather", 4)
    cloth.cuff(sc, f, 17.4, 9.2, 3.7, 3.4, "leather", "gold", skew=1.9)
    hands.fist(sc, f, 19.0)

    def face(g):
        g.eyes(look=(0.02, 0.0), wide=0.85, iris="steel", big=1.0)
        g.brows("hair.deep", 0.85, 0.0, 0.03)
        g.nose(1.1)
        g.wrinkles(1)
        g.mouth(0.655, 0.16)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), (34.6, 19.0), petals=5)
