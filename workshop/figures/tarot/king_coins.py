"""King of Coins: crowned hat, pointed beard, furs and chain; a coin turned to the light."""

import numpy as np

from workshop.figures import cloth, crowns, hair, hands, sleeves
from workshop.figures.attributes import coin
from workshop.figures.card import TAROT, compose
from workshop.figures.curves import Frame, loop
from workshop.figures.head import Head

NAMES = ["tarot/king-coins"]


def figure(st):
    """Return the scene."""
    sc = TAROT.scene(st)
    h = Head(sc, 28.4, 27.6, 10.4, yaw=-22, pitch=2, roll=4, man=1.0, age=0.4, skin="flesh2")
    z, _ = cloth.torso(sc, 29, 42.4, "black", 24, 7.5, fold=0.5)
    for j in range(8):
        for i in range(-4, 5):
            x, y = 29 + 4.6 * i + (2.3 if j % 2 else 0), 48 + 3.8 * j
            sc.oval("brocade", "gold", x, y, 0.9, 1.2, 9.4, high=0.5)
    fur = [
        *(
            (14, 43.6),
            (19, 40.6),
            (24.2, 40.2),
            (28.6, 44.5),
            (33.2, 40.2),
            (38.6, 40.6),
            (43.6, 43.6),
        ),
        *((46.4, 48), (45, 56), (40.6, 64), (37, 74), (33.6, 62), (28.8, 57), (24, 62), (20.6, 74)),
        *((16, 64), (12, 56), (11.0, 48)),
    ]
    mf = sc.inside(loop(fur))
    q = np.arctan2(sc.X - 28.8, sc.Y - 30)
    r = np.hypot(sc.X - 28.8, sc.Y - 30)
    tuft = np.abs(np.sin(q * 21 + 0.8 * np.sin(r * 1.3)))
    zf = z + 1.4 + 1.2 * np.sqrt(np.clip(mf, 0, 2)) + 0.25 * tuft
    sc.add("fur", "fur", zf, mf - 0.5 * tuft**3, q * 16 + 0.14 * np.sin(r * 1.9), 0.46, 0.9, 0.03)
    cloth.neck(h, [(28.4, 34), (28.8, 45)], [4.6, 5.0])
    cloth.chain(sc, 28.8, 40, 12.0, 14.0, 11.5, 15, 1.0, 1.05)
    coin(sc, 28.8, 56.0, 3.4, 12.5, 6, field="black")
    h.add()
    hair.cap(h, "hair", 0.4, -0.5, side=1.06, z=0.7, full=0.5)
    hair.short_beard(h, "hair", low=0.66, point=4.0, open_=0.14)
    hair.moustache(h, "hair", 0.34, 1.4, 9.4, up=0.7, r=0.8)
    crowns.beret(h, -0.50, "gown", -4, wide=1.5)
    crowns.points(h, -0.62, (-1.0, -0.5, 0.0, 0.5, 1.0), 0.72, 12.5)
    coin(sc, 46.4, 35.6, 8.6, 14.0, field="black")
    f = Frame(50.6, 42.6, -10, 1, 1.06)
    hands.pinch(sc, f, 18.0, "flesh2")
    arm = [(45.0, 62.0), (56.0, 76.0), f.at(4.7, 17.0)]
    sleeves.sleeve(sc, arm, [6.6, 6.6, 6.2, 6.0, 5.2], [8.0, 11.0, 13.0], "gown", 5, 1.2, 0.04)
    cloth.cuff(sc, f, 16.5, 16.6, 4.6, 3.6, "fur", "gold", skew=3.2)

    def face(q):
        q.eyes(look=(0.03, 0.004), wide=0.82, iris="wood", big=1.02)
        q.brows("hair.ink", 0.7, 0.012)
        q.nose(1.12)
        q.wrinkles(0)
        q.mouth(0.648, 0.17, 0.02)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), np.array((29.0, 24.0)), TAROT, 8)
