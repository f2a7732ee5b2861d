"""XX, The Trumpet: an angel sounds a trumpet from the clouds; three wake below."""

import numpy as np

from workshop.figures import cloth, country, crowns, garments, hair, hands
from workshop.figures.curves import Frame
from workshop.figures.head import Face
from workshop.figures.picture import Head, Picture

NAMES = ["trumps/20"]
K = 0.66


def trumpet(sc, mouth, end, z, material="gold"):
    """Lead a trumpet from the lips to its bell."""
    a, b = np.array(mouth, float), np.array(end, float)
    t = np.linspace(0, 1, 60)
    p = a + t[:, None] * (b - a)
    r = 0.9 + 0.4 * t + 5.6 * np.clip((t - 0.78) / 0.22, 0, 1) ** 2.2
    u, _w, m, h = sc.along(p, r)
    long = float(np.hypot(*(b - a)))
    m = np.minimum(m, long - u)
    sc.add("trumpet", material, z + 0.8 * h, m, u - 0.2 * h, 0.44, 1.0, 0.03, 0.34)
    for at in (0.05, 0.34, 0.62, 0.76):
        c = a + at * (b - a)
        sc.oval("trumpetring", material, *c, 1.9 + at, 1.9 + at, z + 0.3, high=1.6)
    d = (b - a) / long
    gx, gy = sc.X - b[0], sc.Y - b[1]
    along, across = gx * d[0] + gy * d[1], -gx * d[1] + gy * d[0]
    e = np.hypot(across / 7.0, along / 2.4)
    sc.add("bellrim", material, z + 6.0 + 0.3 * along, (1 - e) * 2.4, across, 0.44, 0.95, 0.06, 0.3)
    sc.add("bellhole", "black", z + 6.6 + 0 * e, (0.74 - e) * 2.4, across, 0.6, 0.5, -0.1, 0.24)


def waker(sc, x, y, u, yaw, hue, skin, locks, seed, beard=False):
    """Raise a figure from a tomb, its arms up; `y` is its eyes."""
    h = Head(
        sc,
        x,
        y,
        u,
        yaw=yaw,
        pitch=-16,
        roll=yaw * 0.2,
        man=1.0 if beard else 0.1,
        age=0.5 if beard else 0,
        skin=skin,
    )
    _z, _m = garments.gown(
        sc,
        x,
        y + u * 1.3,
        hue,
        (u * 1.28, u * 0.66),
        (24.0, u * 1.0),
        (40.0, u * 1.4),
        -2.0,
        5.0,
        seed,
        hem=None,
        neck=2.8,
    )
    cloth.neck(h, [(x, y + u * 0.5), (x, y + u * 1.5)], [u * 0.36, u * 0.4], skin)
    h.add(0.02)
    hair.cap(h, locks, 0.5, -0.52, side=1.02, z=0.8, lift=0.03, full=0.5)
    for s in (-1, 1):
        path = [
            h.at(s * 0.62, -0.2),
            (x + s * u * 0.86, y + u * 0.9),
            (x + s * u * 0.9, y + u * 1.9),
        ]
        if not beard:
            hair.wave(sc, path, 2.0, 1.5, 3, locks, seed + s)
        f = Frame(x + s * u * 1.66, y - u * 0.5, s * 4, s, 0.122 * u)
        hands.cup(sc, f, 9.0, skin, f"w{seed}{s}")
        arm = [(x + s * u * 1.12, y + u * 2.2), (x + s * u * 2.1, y + u * 1.9), f.at(0.2, 8.4)]
        garments.limb(sc, arm, [0.58 * u, 0.56 * u, 0.38 * u], 4.0, hue, seed + 2 + s)
    if beard:
        hair.short_beard(h, locks, low=0.55, point=3.0)

    def face(q):
        q.eyes(look=(0.01, -0.05), iris="wood", big=1.1)
        q.brows(locks + ".ink", 0.5, 0.04)
        q.nose()
        if beard:
            q.mouth(0.65, 0.16, 0.02)
        else:
            q.lips(full=0.95, smile=0.03)

    return h, face


def figure(picture, st):
    """Return the scene."""
    sc = picture.scene(st)
    low = picture.h
    x, y = 45.0, 25.6
    for s in (-1, 1):
        country.wings(sc, x + s * 7.4, y + 18.0, 31.0, -12.0, s, 1.0, rows=((1.0, 8), (0.62, 6)))
    d = np.hypot(sc.X - x, sc.Y - y + 1)
    sc.add("halo", "sun", -14 + 0.05 * d, 13.6 - d, d * 1.1, 0.8, 0.5, 0.12, 0.3)
    sc.add("halorim", "gold", -13 + 0 * d, 0.6 - np.abs(d - 13.6), sc.X, 0.5, 0.8, 0.05, 0.26)
    h = Head(sc, x, y, 8.6, yaw=-34, pitch=10, roll=4)
    garments.gown(
        sc, x + 1, y + 11.6, "flame", (12.4, 6.2), (24.0, 9.6), (36.0, 12.4), -4.0, 6.6, 4, hem=None
    )
    for i, (dx, ex, ey) in enumerate(((6, 10, 12), (5, 8.6, 18), (7, 12.0, 8))):
        hair.wave(
            sc,
            [(x + dx, y - 2), (x + (dx + ex) / 2 + 1, y + ey / 2), (x + ex, y + ey)],
            -0.6 + 0.3 * i,
            1.9,
            4,
            "hair4",
            i,
            1.0,
        )
    cloth.neck(h, [(x + 0.6, y + 5), (x + 1.2, y + 13)], [3.0, 3.4])
    cloth.collar(sc, x + 1.2, y + 11.4, ((5.0, 0.45, "gold", 60), (6.2, 0.7, "gem", 24)), 0.74, 3.0)
    h.add()
    hair.cap(h, "hair4", 0.6, -0.54, side=1.0, z=0.8, lift=0.06, full=0.5)
    crowns.band(h, -0.54, 0.18, 0.05, 2.0, "gold")
    crowns.ray_star(sc, *h.at(0, -0.64), 2.4, 13, 8, "gold", 0.4, "gem")
    lips = np.array(h.at(0.0, 0.66))
    trumpet(sc, lips + np.array((-0.6, 0.4)), (9.0, 61.0), 11.0)
    hands.fist(sc, Frame(30.2, 43.0, -42, 1, 0.86), 15.0)
    garments.limb(sc, [(55.4, 44.0), (52.0, 58.0), (37.4, 50.6)], [4.4, 4.4, 2.8], 8.0, "flame", 8)
    for cx, cy, k, seed in (
        (6.0, 76.0, 8.4, 2),
        (27.0, 79.0, 9.4, 4),
        (52.0, 80.0, 10.4, 7),
        (75.0, 76.0, 8.6, 9),
    ):
        country.cloud(sc, cx, cy, k, 2.0, "white", seed, n=7)
    country.hill(sc, [(-3, 94), (20, 90), (40, 93), (60, 90), (84, 94)], -22.0, "leaf", 4)
    faces = []
    for args in (
        (16.8, 98.0, 5.1, 16, "linen", "flesh2", "hair2", 4, True),
        (62.8, 98.0, 5.1, -16, "linen", "flesh", "hair", 7, False),
        (39.8, 98.0, 5.4, -4, "linen", "flesh3", "hair2", 9, False),
    ):
        faces.append(waker(sc, *args))
    for cx, wide, z in ((16.8, 9.8, 13.0), (62.8, 9.8, 13.0), (39.8, 10.6, 14.6)):
        country.wall(sc, (cx - wide, 112.4, cx + wide, low + 4), z, stone=(5.0, 3.4))
    for head, face in faces:
        sc.inks.append(
            (
                "coping",
                lambda plate, _, head=head, face=face: face(Face(head, plate, head.skin)),
                True,
            )
        )

    def face(q):
        q.eyes(look=(-0.03, 0.03), iris="water", wide=0.8, big=1.05)
        q.brows("hair4.ink", 0.5, 0.02)
        q.nose()
        q.lips(full=0.9, smile=0.0, wide=0.14)

    sc.inks.append(("trumpet", lambda plate, _: face(Face(h, plate, "flesh")), False))
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    picture = Picture(K, 2.0)
    picture.rays(45.0, 24.0, 90, 15, 0.4, wave=lambda r, a: 1 + 0.4 * np.cos(r / 4.2 + 8 * a))
    return picture.finish(figure(picture, st))
