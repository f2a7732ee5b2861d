"""XVIII, The Moon: the moon's profile between two towers, two hounds, a crayfish in the pool."""

import numpy as np

from workshop.figures import country
from workshop.figures.beasts import crayfish, hound
from workshop.figures.curves import Frame
from workshop.figures.picture import Picture

NAMES = ["trumps/18"]
K = 0.66
MOON = (39.8, 27.6)


def figure(picture, st):
    """Return the scene."""
    sc = picture.scene(st)
    w, low = picture.w, picture.h
    country.moon(sc, *MOON, 17.0, 2.0, -1)
    for i in range(7):
        a = -1.05 + 0.35 * i
        x, y = MOON[0] + 24.4 * np.sin(a), MOON[1] + 24.4 * np.cos(a)
        sc.tube("tear", "gold", [(x, y - 2.6), (x, y), (x, y + 0.8)], [0.15, 0.9, 1.1], 0, 0.4)
    for s, x in ((-1, 8.6), (1, 71.2)):
        country.tower(sc, x, 52.0, 100.0, 8.6, -24.0, doors=((-s * 1.2, 12.0, 1.5, 4.4),))
    country.hill(
        sc, [(-3, 84), (12, 82), (28, 87), (40, 90), (52, 87), (68, 82), (84, 85)], -8.0, "leaf", 3
    )
    hound(sc, Frame(19.0, 82.0, 4, 1, 1.12), 0.0, "horse2", 1)
    hound(sc, Frame(60.6, 82.0, -4, -1, 1.12), 0.0, "horse", 2)
    edge = 104.5 + 2.4 * np.cos((sc.X - w / 2) * 0.09)
    country.sea(sc, 100.0, 8.0, foot=low + 3, mask=sc.Y - edge)
    crayfish(sc, 39.8, 110.0, 1.0, 9.0)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    picture = Picture(K)
    r, a = picture.polar(*MOON)
    ink = 0.34 + 0.16 * np.cos(r / 7.2) + 0.10 * np.cos(9 * a)
    picture.lines(r / 1.9, ink * np.clip((r - 19) / 5, 0, 1))
    for at in (19.6, 20.8):
        picture.circle(*MOON, at, 0.4 if at < 20 else 0.16)
    picture.stars(6, 16, ((*MOON, 24), (8.6, 62, 16), (71.2, 62, 16), (39.8, 100, 44)), 0.9, 2.0)
    return picture.finish(figure(picture, st))
