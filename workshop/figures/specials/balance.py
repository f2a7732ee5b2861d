"""Balance: a blindfolded woman with scales; the sun is in one pan, a world in the other."""

from workshop.figures import cloth, crowns, hair, hands
from workshop.figures.curves import Frame
from workshop.figures.grounds import Ground, orbits
from workshop.figures.head import Head
from workshop.figures.wonders import balance, world

NAMES = ["specials/balance"]
POST = (48.6, 10.4)


def figure(st):
    """Return the scene."""
    sc = Ground().court.scene(st)
    h = Head(sc, 26.6, 20.6, 9.6, yaw=16, pitch=3, roll=-4)
    veil = [
        *((27, 8.4), (21, 10), (17.6, 15), (16.6, 22), (15, 29), (11, 35), (4, 40), (6, 62)),
        *((48, 62), (43, 44), (39.4, 34), (37.6, 27), (36.8, 20), (35, 13), (31.5, 9.4)),
    ]
    z, m = cloth.hanging(sc, "veil", "linen", veil, (26.6, -6), -6.0, 3)
    cloth.hem(sc, "veilhem", z, m, where=44 - sc.Y)
    cloth.neck(h, [(27, 26), (27.6, 32), (28, 40)], [3.6, 3.5, 4.6])
    zt = cloth.breast(sc, 28.4, 47, 16.5, 13.2, 33.4)
    gown = [
        *((8, 42), (12, 38), (17, 36.4), (21, 38.6), (24, 41.6), (28.2, 43), (33, 41.6)),
        *((36, 38.6), (40, 36.8), (45, 39), (50, 44), (54, 64), (28, 66), (6, 62)),
    ]
    cloth.bodice(sc, gown, zt, 28.2, "gown")
    rows = ((5.6, 0.42, "gold", 80), (6.6, 0.62, "gem", 28), (7.6, 0.42, "gold", 80))
    cloth.collar(sc, 27.8, 30.6, rows, 0.82, 2.8, pearls=(9, 8.6, 0.5))
    h.add()
    hair.cap(h, "hair", 0.5, -0.60, lift=0.1)
    cloth.veil_top(h, material="linen")
    crowns.band(h, -0.66, 0.10, 0.10, 1.9)
    crowns.points(h, -0.76, (-1.1, -0.56, 0.0, 0.56, 1.1), 0.86)
    crowns.stones(h, -0.66, 0.10, (-0.7, -0.35, 0.35, 0.7), 0.5, 12, ("gem", "pearl"))
    crowns.drop(sc, *h.at(0, -0.64), 0.8, 13.5, "gem")
    crowns.band(h, 0.02, 0.02, 0.185, 0.9, "cloth", rope=0.0, over=0.5)
    crowns.band(h, -0.165, 0.02, 0.024, 1.3, "gold", rope=0.06, line=0.16)
    crowns.band(h, 0.205, 0.02, 0.024, 1.3, "gold", rope=0.06, line=0.16)
    (lx, ly), (rx, ry) = balance(sc, *POST, 14.0, 8.6, 0.0, 14.0, 4.9, foot=48)
    crowns.ray_star(sc, lx, ly - 3.4, 5.2, 17, 12, "gold", 0.5)
    sc.ball("sun", "sun", lx, ly - 3.4, 2.9, 17.5, 0.8, 0.26)
    world(sc, rx, ry - 3.2, 3.3, 16.0, "water", True, -20)
    f = Frame(POST[0], 38.6, 4)
    cloth.arm(sc, f.all([(3.0, 9.0), (5.0, 18), (6.0, 30)]), [3.4, 4.6, 5.6], 12.0, "gown", 9)
    cloth.cuff(sc, f, 15.6, 9.8, 3.6, 3.2, "linen", "gold", skew=1.9)
    hands.fist(sc, f, 18.5)

    def face(q):
        q.nose()
        q.lips(full=1.06, smile=0.014)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    ground = Ground()
    orbits(ground, *POST)
    return ground.finish(figure(st))
