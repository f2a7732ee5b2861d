"""Endurance: a bearded man who carries a lintel on both hands; a ground of hewn stone."""

import numpy as np

from workshop.figures import cloth, crowns, hair, hands
from workshop.figures.curves import Frame, bell, dome, spline
from workshop.figures.grounds import Ground, masonry
from workshop.figures.head import Head

NAMES = ["specials/endurance"]


def _lintel(sc, low, z):
    """Lay a beam of stone across the card: mouldings, a frieze of suns."""
    y = sc.Y
    rough = 0.12 * np.sin(sc.X * 1.7) * np.sin(y * 2.1)
    body = np.minimum(low - y, 99)
    zz = z + 0.5 * np.clip(low - y, 0, 1) + rough
    sc.add("lintel", "stone", zz, body, y * 0.8 + 0.2 * sc.X, 0.46, 1.0, 0.06, 0.36)
    for at, half in ((low - 1.0, 0.55), (low - 9.4, 0.5)):
        moulding = half - np.abs(y - at)
        high = zz + 0.9 * dome((y - at) / half)
        sc.add("moulding", "stone", high, moulding, sc.X * 0.8, 0.44, 1, 0.1, 0.26)
    for i in range(-1, 9):
        x = 3.6 + 8.1 * i
        tile = 3.3 - np.maximum(np.abs(sc.X - x), np.abs(y - low + 5.2))
        sc.add("panel", "stone", zz - 0.7, tile, sc.X + y, 0.42, 1, -0.14, 0.26)
        crowns.ray_star(sc, x, low - 5.2, 2.7, z + 1.0, 8, "gold", 0.44, "gem")


def _muscles(sc, z, x):
    """Return the height of a chest: two breasts, the line between them, collar bones."""
    for s in (-1, 1):
        e = np.hypot((sc.X - x - s * 7.2) / 7.2, (sc.Y - 47.5) / 5.2)
        z = z + 1.5 * dome(e) ** 1.3
        bone = bell(sc.Y - 39.6 + 0.10 * np.abs(sc.X - x), 0.55)
        z = z + 0.3 * bone * (np.abs(sc.X - x) < 12)
    return z - 0.8 * bell(sc.X - x, 0.6) * (sc.Y > 42)


def figure(st):
    """Return the scene."""
    sc = Ground().court.scene(st)
    x = 34.0
    h = Head(sc, x - 0.4, 26.6, 9.4, yaw=12, pitch=12, roll=-3, man=1, age=0.35, skin="flesh2")
    bx, by = (sc.X - x) / 21.5, (sc.Y - 54) / 18
    z = -3.6 + 7.4 * np.sqrt(np.maximum(1 - bx**2 - 0.85 * by**2, 0))
    z = _muscles(sc, z, x)
    mask = np.minimum((1 - np.hypot(bx, by * 0.93)) * 18, sc.Y - 36)
    sc.add("chest", "flesh2", z, mask, sc.Y - 0.45 * z, 0.40, 0.95, 0, 0.3, group=3)
    cloth.neck(h, [(x - 0.2, 32), (x, 42)], [5.6, 6.6])
    _lintel(sc, 10.6, 13.0)
    for side, hx, ex in ((1, 52.6, 60.0), (-1, 17.4, 8.6)):
        f = Frame(hx, 15.4, side * -6, side, 1.06)
        elbow, shoulder = (ex, 34.5), (x + side * 16.5, 46.0)
        upper = spline([elbow, ((ex + shoulder[0]) / 2, 41.6), shoulder], 24)
        r = 4.4 + 1.2 * np.sin(np.linspace(0, np.pi, 24))
        sc.tube("upperarm", "flesh2", upper, r, 2.0, 0.40, 0.95, 0, 0.34, 1.0)
        wrist = f.at(0.1, 8.5)
        fore = spline([wrist, ((wrist[0] + ex) / 2 + side * 1.4, 26.5), elbow], 24)
        r = np.interp(np.linspace(0, 1, 24), [0, 0.65, 1], [2.7, 4.5, 4.2])
        sc.tube("forearm", "flesh2", fore, r, 6.0, 0.40, 0.95, 0.02, 0.34, 1.0)
        cloth.bracelets(
            sc,
            f,
            12.0,
            ((8.6, 0.5, "gold"), (10.4, 1.3, "leather"), (12.2, 0.5, "gold")),
            3.1,
            -1.4,
        )
        hands.cup(sc, f, 15.0, "flesh2", "h" if side > 0 else "g")
    h.add()
    hair.cap(h, "hair2", 0.5, -0.52, side=1.05, z=1.2, lift=0.02, full=0.9)
    hair.short_beard(h, "hair2", low=0.54, point=3.4)
    hair.moustache(h, "hair2", 0.32, 1.6, 9.2, r=0.85)
    crowns.band(h, -0.48, 0.18, 0.07, 2.6, "gold")
    crowns.stones(h, -0.48, 0.18, (-0.5, 0, 0.5), 0.6, 13, ("gem",))

    def face(q):
        q.eyes(look=(0.01, 0.0), wide=0.8, iris="wood", big=1.0)
        q.brows("hair2.ink", 0.9, 0.0, 0.05)
        q.nose(1.12)
        q.wrinkles(2)
        q.mouth(0.65, 0.17, -0.012)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    ground = Ground()
    masonry(ground)
    return ground.finish(figure(st))
