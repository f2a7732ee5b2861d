"""The Idiot: cap and bells, a ruff, worlds that he juggles; a ground of motley."""

from workshop.figures import cloth, crowns, hands, sleeves
from workshop.figures.curves import Frame
from workshop.figures.grounds import Ground, motley
from workshop.figures.head import Head
from workshop.figures.wonders import jester_cap, world

NAMES = ["specials/idiot"]


def figure(st):
    """Return the scene."""
    sc = Ground().court.scene(st)
    h = Head(sc, 31.6, 24.2, 9.6, yaw=20, pitch=2, roll=-9)
    z, m = cloth.torso(sc, 32.6, 37.2, "cloth", 20, 8.5, fold=0.5)
    cloth.stripes(sc, z, m, 32.6, 38, 6.4, "white", "gold", 3)
    cloth.neck(h, [(31.8, 30), (32.2, 40)], [3.6, 3.8])
    cloth.ruff(sc, 32.0, 35.8, 11.8, 5.4, 1.6, 3.4, 24, "linen", 0.05, 0.05)
    h.add(0.05)
    jester_cap(h)
    f = Frame(55.6, 33.6, -3, 1, 1.02)
    hands.cup(sc, f, 17.5)
    sleeves.raised(sc, f, "white", 3, "flame", wide=7.0)
    world(sc, 55.2, 26.4, 5.0, 15.0, "gem", False)
    world(sc, 50.6, 8.8, 3.4, 9.0, "flame", True, -18)
    crowns.ray_star(sc, 59.0, 15.4, 3.0, 9, 8, "gold", 0.42, "flame")

    def face(q):
        for s in (-1, 1):
            tear = [(0.30, 0.15), (0.355, 0.27), (0.30, 0.44), (0.245, 0.27)]
            q.fill("flame.mid", [(s * a, b) for a, b in tear])
        q.eyes(look=(0.03, -0.012), iris="gem", big=1.16)
        q.brows("hair.ink", 0.5, 0.06)
        q.nose(1.06)
        q.lips(full=1.0, smile=0.075, wide=0.26)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    ground = Ground()
    motley(ground)
    return ground.finish(figure(st))
