"""Mistress of Flasks: high comb, buns, fan collar, the flask on the flat of her hand."""

from workshop.figures import cloth, crowns, hair, hands
from workshop.figures.attributes import flask
from workshop.figures.card import POKER, compose
from workshop.figures.curves import Frame
from workshop.figures.head import Head

NAMES = ["casino/mistress-flasks"]


def figure(st):
    """Return the scene."""
    sc = POKER.scene(st)
    h = Head(sc, 32.4, 20.8, 10.3, yaw=24, pitch=6, roll=-4)
    cloth.fan(sc, 32.6, 33, 17.5)
    cloth.neck(h, [(31.6, 26.5), (32.4, 32), (33, 40)], [3.7, 3.5, 4.8])
    zt = cloth.breast(sc, 33.5, 47, 17, 13.5, 34.5)
    gown = [
        *((13, 44), (17, 39.5), (22, 37.6), (26, 39), (29, 43.2), (33.4, 45.2), (38, 43.2)),
        *((41, 39), (45, 37.6), (50, 39.5), (54, 44), (58, 62), (36, 66), (10, 62)),
    ]
    cloth.bodice(sc, gown, zt, 33.5, "gown")
    cloth.puff(sc, 17.0, 43.0, -22, 8.2, 8.2, 1.5, "robe")
    cloth.puff(sc, 48.6, 45.0, 20, 7.8, 8.2, 1.5, "robe")
    rows = ((5.4, 0.36, "gold", 80), (6.2, 0.48, "gem", 34), (7.0, 0.36, "gold", 80))
    cloth.collar(sc, 32.6, 32.2, rows, 0.80, 2.8, pearls=(9, 8.0, 0.55))
    crowns.comb(h, tall=7.0, z=-2)
    a, b = h.at(-0.70, -0.02), h.at(0.66, 0.0)
    hair.bun(sc, a[0] - 1.6, a[1] + 0.6, 4.2, 2.0, "hair")
    hair.bun(sc, b[0] + 1.4, b[1] + 0.6, 3.6, -1.0, "hair", spin=-1)
    h.add()
    hair.cap(h, "hair", 0.22, -0.56, side=1.04, z=0.6, lift=0.02, full=1.6)
    crowns.band(h, -0.52, 0.20, 0.026, 3.0, rope=0.1, line=0.2)
    crowns.stones(h, -0.50, 0.20, (-0.8, -0.4, 0.4, 0.8), 0.42, 13, ("pearl",))
    crowns.drop(sc, *h.at(0, -0.40), 0.95, 13.5, "gem")
    e = h.at(-0.64, 0.42)
    for i, r in enumerate((0.5, 0.7, 0.95)):
        sc.ball("earring", "gold" if i < 2 else "gem", e[0] - 0.6, e[1] + 1.2 + 1.5 * i, r, 6, 0.6)
    outline = [
        *((60.5, 33.2), (63.0, 32.2), (68, 33), (70, 66), (57.5, 66), (58.4, 55), (59.2, 45)),
        (59.6, 38),
    ]
    zs, ms = cloth.sleeve(sc, outline, (63.5, 22), 18.0, 63.8, 4.0, "robe", 3, (9, 15), 0.9, 15)
    cloth.hem(sc, "sleevehem", zs, ms, 0.8, 0.75, over=0.8)
    flask(sc, 51.2, 25.4, 6.6, 13.0, 8.4)
    hands.palm(sc, Frame(51.6, 32.0, -2, 1, 1.04), 16.5)

    def face(q):
        q.eyes(look=(0.026, 0.006), iris="gem", big=1.08)
        q.brows("hair.deep", 0.55, 0.012)
        q.nose()
        q.lips(full=1.12, smile=0.03)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), (33.4, 19.4), petals=4)
