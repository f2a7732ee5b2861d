"""The Queen of Air and Darkness: white hair in the wind, a crown of points before the moon."""

from workshop.figures import cloth, crowns, hair, hands, sleeves
from workshop.figures.curves import Frame
from workshop.figures.grounds import Ground, wind
from workshop.figures.head import Head
from workshop.figures.wonders import spikes

NAMES = ["specials/queen-of-air-and-darkness"]
STAR = (55.4, 17.4)


def figure(st):
    """Return the scene."""
    sc = Ground().court.scene(st)
    h = Head(sc, 31.4, 23.4, 9.7, yaw=-26, pitch=3, roll=4, skin="pearl")
    crowns.crescent(sc, 31.6, 17.6, 19.6, -9.0, "silver", 0.88, -0.30)
    for i, (x, y, ex, ey) in enumerate(
        (
            *((36, 16, 52, 35), (37, 19, 53, 41), (38, 22, 50, 46), (36, 26, 46, 47)),
            *((27, 15, 21.5, 30), (26.5, 18, 19.0, 33)),
        )
    ):
        side = 1 if ex > x else -1
        mid = ((x + ex) / 2 + 3.0 * side, (y + ey) / 2 - 3 + 0.6 * i)
        hair.wave(sc, [(x, y), mid, (ex, ey)], -1.5 + 0.5 * i, 2.4, 4, "hair3", i + 4, 1.3)
    cloth.neck(h, [(33.6, 29), (34, 34), (34.2, 42)], [3.4, 3.3, 4.4], "pearl")
    zt = cloth.breast(sc, 34.4, 49, 18, 14, 36.0, "pearl")
    gown = [
        *((15, 47), (18, 42.5), (23, 40.5), (27.5, 43.5), (34.4, 48), (41, 43.5), (46, 40.5)),
        *((51, 42.5), (55, 47), (58, 66), (34, 68), (13, 66)),
    ]
    cloth.bodice(sc, gown, zt, 34.4, "robe", rim="silver")
    rows = ((5.2, 0.42, "silver", 70), (6.1, 0.5, "gem", 28), (7.0, 0.42, "silver", 70))
    cloth.collar(sc, 34.2, 33.6, rows, 0.82, 2.8, pearls=(9, 8.0, 0.5))
    h.add(0.04)
    hair.cap(h, "hair3", 0.62, -0.60, side=1.0, z=0.8, lift=0.06)
    crowns.band(h, -0.56, 0.16, 0.07, 2.0, "silver", line=0.26)
    spikes(h, -0.62)
    crowns.stones(h, -0.56, 0.16, (-0.8, -0.4, 0.4, 0.8), 0.5, 13, ("gem",))
    crowns.drop(sc, *h.at(0, -0.50), 1.0, 14, "gem")
    f = Frame(55.4, 33.6, -6, 1, 1.0)
    hands.cup(sc, f, 17.5, "pearl")
    sleeves.raised(sc, f, "gown", 5, "silver", "silver", 6.0, (59.0, 58.0))
    crowns.ray_star(sc, *STAR, 7.4, 15, 8, "silver", 0.26, "gem")

    def face(q):
        q.eyes(look=(0.03, 0.0), iris="gem", lined=True, big=1.04)
        q.brows("hair2.ink", 0.46, 0.02, 0.012)
        q.nose()
        q.lips(full=1.0, smile=0.0)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    ground = Ground()
    wind(ground, 31.6, 20.0)
    ground.stars(3, 9, ((31.6, 20, 20), (*STAR, 9)), 0.6, 1.3)
    return ground.finish(figure(st))
