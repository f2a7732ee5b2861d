"""Commander of Coins: winged helm, cropped beard, a coat of scales, a coin held up to the light."""

import numpy as np

from workshop.figures import armour, cloth, crowns, hair, hands
from workshop.figures.attributes import coin
from workshop.figures.card import POKER, compose
from workshop.figures.curves import Frame, dome, loop
from workshop.figures.head import Head

NAMES = ["casino/commander-coins"]


def figure(st):
    """Return the scene."""
    sc = POKER.scene(st)
    h = Head(sc, 34.0, 21.6, 10.4, yaw=20, pitch=2, roll=-4, man=0.9, age=0.25, skin="flesh2")
    armour.cloak(sc, 35, 24, 24, "black", seed=8, top=27)
    body = [
        *((16, 43), (20, 38.5), (26, 35.5), (31, 34.5), (39, 34.5), (45, 36.0), (51, 38.6)),
        *((55, 43), (58, 62), (36, 66), (14, 62)),
    ]
    m = sc.inside(loop(body))
    zb = -1 + 9 * dome(np.hypot((sc.X - 35.5) / 24, (sc.Y - 54) / 24))
    armour.scales(sc, "coat", zb, m, (35.5, 34), 2.5, "gold")
    cloth.neck(h, [(34.4, 27), (35, 33), (35.2, 40)], [4.5, 4.4, 5.0])
    armour.gorget(sc, 35.3, ((31.4, 7.0), (33.3, 8.6)), "steel")
    armour.pauldron(sc, 20.5, 42.0, -22, -1, z=5)
    armour.pauldron(sc, 50.0, 42.6, 24, 1, z=5, rx=8.4, ry=8.0)
    h.add()
    hair.short_beard(h, "hair2", low=0.56, point=2.0)
    hair.moustache(h, "hair2", 0.30, 1.2, 9.2, r=0.75)
    armour.open_helm(h, "steel", "gold", -0.36)
    a, b = h.at(-0.66, -0.42), h.at(0.60, -0.44)
    armour.wing(sc, (a[0] - 0.3, a[1]), (a[0] - 11, a[1] - 12.5), 6, 1)
    armour.wing(sc, (b[0] + 0.6, b[1]), (b[0] + 8.2, b[1] - 12.2), 2, -1)
    crowns.drop(sc, *h.at(0, -0.40), 1.1, 14, "flame")
    coin(sc, 54.2, 14.6, 7.2, 15.0, tilt=0.94, field="black")
    f = Frame(53.6, 21.6, -6)
    u, w, mm, hh = sc.along(f.all([(4.6, 15), (5.0, 26), (5.5, 40)]), [3.1, 3.9, 4.6])
    z = 16.0 + hh + 0.3 * np.cos(w * 2.2)
    open_ = np.minimum(mm, np.where(u > 0.05, 9, -1))
    sc.add("vambrace", "steel", z, open_, u - 0.05 * w * w, 0.44)
    mm = np.minimum(mm, np.where(u > 0.05, 9, -1))
    for at, t in ((0.9, 0.8), (4.5, 0.4), (13.0, 0.6)):
        mk = np.minimum(mm + 0.25, t - np.abs(u - at + 0.05 * w * w))
        sc.add("vambracerim", "gold", z + 0.9, mk, w, 0.36, 1, 0.03, 0.24)
    hands.pinch(sc, f, 17.5, "flesh2")

    def face(f):
        f.eyes(look=(0.028, -0.006), wide=0.85, iris="wood", big=1.0)
        f.brows("hair2.ink", 0.8, 0.0, 0.03)
        f.nose(1.1)
        f.wrinkles(1)
        f.mouth(0.648, 0.17)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), (34.6, 19.0), petals=8)
