"""Master of Coins: broad hat, long moustaches, a money balance hung from finger and thumb."""

import math

import numpy as np

from workshop.figures import cloth, crowns, hair, hands, sleeves
from workshop.figures.attributes import coin
from workshop.figures.card import POKER, compose
from workshop.figures.curves import Frame, dome, loop, spline
from workshop.figures.head import Head

NAMES = ["casino/master-coins"]


def balance(sc, x, y, z, half=5.8, tilt=5.0, drop=11.0):
    """Hang a balance at (x, y): beam, strings, pans; the heavier one contains coins."""
    c, s = math.cos(math.radians(tilt)), math.sin(math.radians(tilt))
    ends = [(x - half * c, y + 4.0 + half * s), (x + half * c, y + 4.0 - half * s)]
    mid = (x, y + 4.0)
    sc.tube("ringrod", "gold", [(x, y), mid], 0.5, z, 0.36)
    bow = [ends[0], (x - half * 0.5, y + 3.2 + half * s * 0.4), mid]
    bow2 = [mid, (x + half * 0.5, y + 3.2 - half * s * 0.4), ends[1]]
    for path in (bow, bow2):
        sc.tube("beam", "gold", spline(path, 20), [0.75] * 20, z + 1, 0.36)
    sc.tube("tongue", "gold", [mid, (x + 0.3, y + 7.6)], [0.6, 0.15], z + 1.6, 0.36)
    sc.ball("pivot", "gem", *mid, 1.0, z + 2)
    for i, (ex, ey) in enumerate(ends):
        sc.ball("hook", "gold", ex, ey, 0.7, z + 1.5, 0.6)
        px, py, r = ex, ey + drop, 3.7
        for dx in (-0.92, 0.0, 0.92):
            sc.tube(
                "string",
                "gold",
                [(ex, ey), (px + dx * r, py - (0.3 if dx else -0.5))],
                0.17,
                z + 1,
                1,
                0,
                0,
                0.0,
            )
        gx, gy = sc.X - px, sc.Y - py
        e = np.hypot(gx / r, gy / (r * 0.62))
        bowl = np.minimum((1 - e) * r * 0.62, gy + 0.2)
        zz = z + 2 + 2.4 * np.sqrt(np.maximum(1 - (gx / r) ** 2, 0)) - 0.4 * gy
        sc.add("pan", "gold", zz, bowl, gy + 0.1 * gx, 0.36, 1, 0, 0.3)
        rim = np.hypot(gx / (r + 0.2), gy / 0.75)
        sc.add(
            "panrim", "gold", z + 4.2 + 0.4 * dome(rim), (1 - rim) * 0.75, gx, 0.36, 1, 0.06, 0.26
        )
        if i == 0:
            for dx, n in ((-1.5, 3), (1.5, 5)):
                for k in range(n):
                    sc.oval(
                        "money",
                        "gold",
                        px + dx,
                        py - 0.6 - 0.75 * k,
                        1.4,
                        0.6,
                        z + 5 + 0.6 * k,
                        high=0.5,
                        line=0.2,
                    )
        else:
            sc.oval("weight", "steel", px, py - 1.4, 1.7, 1.5, z + 3)


def figure(st):
    """Return the scene."""
    sc = POKER.scene(st)
    h = Head(sc, 30.6, 21.4, 10.2, yaw=17, pitch=6, roll=-3, man=1.0, age=0.65, skin="flesh2")
    cloth.mantle(sc, "black", 31.5, 59, 30, 26, 14, -5, 10, 0.06, 14)
    cloth.neck(h, [(30.8, 27), (31.4, 37)], [4.4, 4.8])
    fur = [
        *((18.5, 31), (22.5, 33.2), (27, 36.4), (31.4, 38.2), (36, 36.4), (40, 33.2), (43.6, 30.6)),
        *((46.8, 35), (47.5, 43), (45.5, 52), (39, 55), (31.5, 48), (24, 54), (15.5, 46), (15, 37)),
    ]
    m = sc.inside(loop(fur))
    zf = (
        1.5
        + 6 * dome(np.hypot((sc.X - 31.5) / 21, (sc.Y - 47) / 22))
        + 1.2 * np.sqrt(np.clip(m, 0, 2))
    )
    q = np.arctan2(sc.X - 31.4, sc.Y - 22)
    r = np.hypot(sc.X - 31.4, sc.Y - 22)
    tuft = np.abs(np.sin(q * 21 + 0.8 * np.sin(r * 1.3)))
    phase = q * 16 + 0.14 * np.sin(r * 1.9)
    sc.add("furcollar", "fur", zf + 0.25 * tuft, m - 0.5 * tuft**3, phase, 0.46, 0.9, 0.04)
    inside = lambda x, y: math.hypot((x - 31.5) / 15, (y - 43) / 9) < 1 and y > 38  # noqa: E731
    cloth.ermine(sc, 31.4, 27, (11, 21), inside, 16, 3, "black", 10)
    for i in range(-6, 7):
        a = i * 0.16
        x, y = 31.6 + 13.2 * math.sin(a), 28.4 + 12.6 * math.cos(a)
        sc.oval("chain", "gold", x, y, 0.95, 0.95, 10.5, high=0.7)
    coin(sc, 31.8, 43.4, 3.1, 11.5, field="black")
    h.add(0.06)
    hair.cap(h, "hair2", 0.4, -0.5, side=1.12, z=0.5, lift=0.0)
    hair.moustache(h, "hair2", 0.40, 8.0, 9.4, r=0.9)
    a = h.at(0, 0.80)
    hair.lock(sc, [a, (a[0] + 0.2, a[1] + 3), (a[0] - 0.2, a[1] + 7)], 1.2, 9.0, "hair2", 2, 0.6)
    crowns.straw_hat(h, (31.6, 5.4), 1.48, -0.40)
    balance(sc, 49.8, 14.2, 17.0, 5.4)
    f = Frame(49.6, 12.4, -30, 1, 0.92)
    hands.pinch(sc, f, 20.0, "flesh2")
    wrist = f.at(4.6, 15.5)
    arm = [(42.0, 56.0), (60.0, 53.0), (60.6, 42.0), wrist]
    sleeves.sleeve(
        sc, arm, [6.0, 6.0, 5.8, 5.4, 4.6], [5.0, 6.0, 9.0, 11.0], "robe", 5, 1.1, root=False
    )
    cloth.cuff(sc, f, 16.0, 15.0, 4.4, 3.6, "fur", "gold", skew=3.1)

    def face(q):
        q.eyes(look=(0.034, -0.004), wide=0.6, iris="wood", big=1.0)
        q.brows("hair2.ink", 0.7, 0.02)
        q.nose(1.1)
        q.wrinkles(0)
        q.mouth(0.66, 0.16, 0.02)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    return compose(figure(st), (32.0, 19.6), petals=8)
