"""Lord of Sith: an old face in a black hood, lightning from his fingers."""

from workshop.figures import cloth, hands, sleeves
from workshop.figures.curves import Frame
from workshop.figures.grounds import Ground
from workshop.figures.head import Head
from workshop.figures.outlaws import bolt

NAMES = ["common/lord-of-sith"]
OUTER = [
    *((28.4, 2.2), (22.0, 4.0), (17.0, 9.4), (14.8, 17), (14.2, 25), (11.4, 32), (3, 38)),
    *((-2, 46), (26, 68), (52, 62), (49.0, 50), (45.0, 41.4), (41.4, 32), (40.2, 23)),
    *((39.2, 13.5), (35.4, 5.6)),
]
INNER = [
    *((28.6, 9.4), (23.4, 10.6), (20.0, 14.4), (18.6, 20), (18.2, 26.5), (17.0, 33), (12.0, 40)),
    *((10, 50), (28, 60), (46, 54), (42.6, 43), (38.4, 35), (37.2, 27), (37.0, 20.4)),
    *((35.8, 13.6), (32.8, 10.4)),
]
HAND = (54.6, 35.6)


def figure(st):
    """Return the scene."""
    sc = Ground().court.scene(st)
    h = Head(sc, 28.2, 22.2, 10.2, yaw=20, pitch=9, roll=-3, man=1.0, age=1.0)
    cloth.hood(sc, OUTER, INNER, (28.2, 22), "black", "black", seed=4)
    zm, mm = cloth.mantle(sc, "black", 28, 62, 24, 26.5, 33, -6, 9.5, 0.0, 15)
    cloth.hem(sc, "mantlehem", zm, mm, 0.8, 0.6, "gold", where=sc.Y - 36)
    sc.tube("clasp", "gold", [(23.2, 38.6), (28.2, 40.2), (33.2, 38.6)], 0.8, 8.0, 0.36)
    for s in (-1, 1):
        sc.oval("claspend", "gold", 28.2 + s * 5.6, 38.2, 2.1, 2.1, 8.0, high=1.4)
        sc.ball("claspgem", "flame", 28.2 + s * 5.6, 38.2, 1.0, 9.2, 0)
    cloth.neck(h, [(28.0, 29), (28.2, 35), (28.4, 42)], [3.8, 3.6, 4.8])
    h.add(-0.04)
    f = Frame(*HAND, -4, 1, 1.06)
    hands.cup(sc, f, 17.5)
    sleeves.raised(sc, f, "black", 4, "lining", "gold", 7.0)
    for i, (at, end) in enumerate(
        (
            *(((50.2, 30.8), (41.4, 4.4)), ((52.8, 28.6), (49.8, -3.0))),
            *(((55.4, 28.4), (60.6, -3.0)), ((58.4, 30.2), (68.0, 12.0))),
        )
    ):
        middle = ((at[0] + end[0]) / 2 + (-1.4, 1.0, -0.6, 1.2)[i], (at[1] + end[1]) / 2)
        bolt(sc, [at, middle, end], 13.0, i + 3, 0.78, "silver2", 1.3)

    def face(q):
        q.eyes(look=(0.026, 0.0), wide=0.84, iris="flame", big=1.06, lined=True)
        q.brows("hair3.ink", 0.5, 0.04, 0.09)
        q.nose(1.16)
        q.wrinkles(4)
        q.mouth(0.66, 0.21, -0.02)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    ground = Ground()
    x, y = HAND
    ground.rays(x, y - 4, 132, 8, 0.52)
    for at in (36, 36.9):
        ground.circle(x, y, at, 0.3 if at == 36 else 0.13)
    return ground.finish(figure(st))
