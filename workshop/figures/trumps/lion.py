"""XI, The Lion: a woman with a wreath of flowers closes the jaws of a lion."""

import math

import numpy as np

from workshop.figures import cloth, country, crowns, garments, hair, hands, sleeves
from workshop.figures.curves import Frame, bell, bez, dome, loop, step, swell
from workshop.figures.picture import Head, Picture

NAMES = ["trumps/11"]
K = 0.66


def lion(sc, x, y, k, z, coat="straw", mane="hair"):
    """Show the head of a lion from in front: mane in three wreaths of locks, muzzle, jaws."""
    for ring, (near, far, n, dz) in enumerate(
        ((9.0, 24.5, 26, -4.0), (8.0, 20.0, 24, -1.6), (7.0, 15.6, 20, 0.8))
    ):
        for i in range(n):
            a = (i + 0.5 * (ring % 2)) * math.tau / n
            rnd = np.random.RandomState(i + 40 * ring)
            out = np.array((math.sin(a), -math.cos(a)))
            side = np.array((-out[1], out[0]))
            c = np.array((x, y - 0.5 * k))
            reach = far * (1 + 0.10 * rnd.randn()) * (1.0 + 0.10 * max(0.0, -out[1] * -1))
            swing = 2.2 * rnd.randn()
            path = [
                c + out * near * k,
                c + out * (near + reach) / 2 * k + side * swing * k * 0.5,
                c + out * reach * k - side * swing * k * 0.4 + np.array((0, 1.6 * k)),
            ]
            hair.lock(sc, path, 2.5 * k, z + dz, mane, i, 0.7, 0.0, pitch=0.46)
    u, v = (sc.X - x) / k, (sc.Y - y) / k
    face = [
        *(
            (0, -11.6),
            (-5.0, -11.4),
            (-8.6, -8.8),
            (-9.4, -3.6),
            (-8.0, 1.6),
            (-7.4, 6.4),
            (-5.4, 11.2),
        ),
        *((0, 13.6), (5.4, 11.2), (7.4, 6.4), (8.0, 1.6), (9.4, -3.6), (8.6, -8.8), (5.0, -11.4)),
    ]
    m = sc.inside(loop([(x + a * k, y + b * k) for a, b in face], 150))
    au = np.abs(u)
    t = np.clip(m / (5.0 * k), 0, 1)
    zz = z + 2.0 + 6.0 * k * np.sqrt(t * (2 - t))
    nose = 1.5 * bell(au, 2.6 + 0.08 * (v + 10)) * step(-8, 2, v) * (1 - step(5.4, 6.6, v))
    brow = 1.0 * np.exp(-(((au - 4.0) / 2.6) ** 2) - ((v + 6.2) / 1.7) ** 2)
    socket = -1.4 * np.exp(-(((au - 4.3) / 1.9) ** 2) - ((v + 3.2) / 1.4) ** 2)
    muzzle = 2.1 * np.exp(-(((au - 2.6) / 2.6) ** 2) - ((v - 7.2) / 2.3) ** 2)
    cheek = 0.9 * np.exp(-(((au - 6.6) / 2.0) ** 2) - ((v - 2.2) / 3.0) ** 2)
    zz = zz + (nose + brow + socket + muzzle + cheek) * k
    phase = (v * 0.8 + 0.10 * au * np.sign(v - 2) * au * 0.5) * k - 0.3 * zz
    sc.add("lionface", coat, zz, m, phase, 0.42, 0.95, 0.02, 0.34)
    for s in (-1, 1):
        e = np.hypot((sc.X - x - s * 9.6 * k) / (3.4 * k), (sc.Y - y + 10.6 * k) / (3.6 * k))
        sc.add(
            "lionear",
            coat,
            z + 6.0 + 2.0 * dome(e),
            (1 - e) * 3.4 * k,
            sc.Y + 0.3 * sc.X,
            0.42,
            0.95,
            0,
            0.32,
        )
        sc.add(
            "earhole", "leather", z + 8.6 + 0 * e, (0.55 - e) * 3.4 * k, sc.X, 0.42, 0.9, -0.1, 0.22
        )
    chin = np.hypot(u / 4.0, (v - 13.2) / 3.4)
    sc.add(
        "chin",
        coat,
        z + 3.0 + 2.6 * k * dome(chin),
        (1 - chin) * 3.4 * k,
        (u * 0.9 + v * 0.2) * k,
        0.42,
        0.95,
        0.0,
        0.3,
    )
    for i in range(7):
        s = (i - 3) / 3
        path = [
            (x + s * 3.2 * k, y + 14.6 * k),
            (x + s * 4.4 * k, y + 18.0 * k),
            (x + s * 2.2 * k, y + (23.0 - 3 * abs(s)) * k),
        ]
        hair.lock(sc, path, 1.7 * k, z + 4.6 - abs(s), mane, i, 0.7, 0.0, pitch=0.46)
    jaw = np.minimum(3.9 - au, np.minimum(v - 9.6 - 0.02 * u * u, 12.4 - 0.10 * u * u - v))
    sc.add("jaw", "black", z + 12.5 * k, jaw * k, v, 0.5, 0.3, -0.1, 0.28)
    for s in (-1, 1):
        for cx, top, tall, r in ((2.6, 9.9, 2.5, 0.75), (2.2, 12.0, -1.6, 0.6)):
            p = [(x + s * cx * k, y + top * k), (x + s * (cx - 0.2) * k, y + (top + tall) * k)]
            sc.tube("fang", "bone", p, [r * k, 0.12], z + 13.0 * k, 0.5, 0.4, 0.1, 0.2)

    def lines(plate, skin):
        def put(points, w, role=skin + ".ink"):
            for s in (-1, 1):
                p = np.array([(x + s * a * k, y + b * k) for a, b in points])
                plate.line(role, p, w * swell(len(p)) * k)

        for s in (-1, 1):
            lids = bez(
                (2.4, -2.6),
                (3.2, -4.6),
                (5.2, -4.8),
                (6.6, -4.2),
                (5.6, -2.4),
                (3.8, -1.8),
                (2.4, -2.6),
            )
            eye = np.array([(x + s * a * k, y + b * k) for a, b in lids])
            plate.poly("gold.pale", eye, ("eye.ink", 0.4))
            t = np.linspace(0, math.tau, 24)[:-1]
            for r, role in ((1.05, "gold.deep"), (0.66, "eye.ink")):
                plate.poly(
                    role,
                    np.stack(
                        [x + s * 4.3 * k + r * k * np.cos(t), y - 3.4 * k + r * k * np.sin(t)], 1
                    ),
                )
            plate.poly(
                "eye.pale",
                np.stack(
                    [
                        x + (s * 4.3 - 0.35) * k + 0.3 * k * np.cos(t),
                        y - 3.8 * k + 0.3 * k * np.sin(t),
                    ],
                    1,
                ),
            )
        tip = loop(
            [
                (x + a * k, y + b * k)
                for a, b in ((0, 6.6), (-2.2, 4.6), (-2.6, 3.2), (0, 2.6), (2.6, 3.2), (2.2, 4.6))
            ],
            40,
        )
        plate.poly("leather.deep", tip, ("eye.ink", 0.34))
        put(
            bez(
                (0.0, 6.4), (0.0, 8.0), (0.6, 9.4), (1.6, 9.8), (3.4, 10.4), (5.2, 9.4), (5.8, 7.6)
            ),
            0.62,
        )
        put(bez((2.0, -5.4), (3.4, -7.0), (5.4, -7.0), (7.2, -5.8)), 0.5)
        put(bez((1.4, -4.0), (1.2, -1.0), (1.8, 1.6), (2.4, 3.0)), 0.34)
        for i, yy in enumerate((6.2, 7.2, 8.2)):
            put([(2.6, yy), (2.9 + 0.5 * i, yy + 0.1)], 0.4)
            put(
                bez((3.0, yy), (6.0, yy - 0.8), (9.0, yy - 0.4), (11.4, yy + 0.8 + i * 0.6)),
                0.26,
                "bone.pale",
            )
        put(bez((0.8, -10.8), (0.6, -9.6), (0.8, -8.2), (1.2, -7.0)), 0.4)

    sc.ink("fang", lines, late=True)


def paw(sc, x, y, z):
    """Put a paw forward: the leg comes from the left behind the mane."""
    leg = [(x - 8.0, y - 14.0), (x - 3.0, y - 8.0), (x, y - 1.0)]
    garments.limb(sc, leg, [6.0, 5.2, 4.8], z, "straw", 3, bare=True)
    sc.oval("paw", "straw", x, y, 6.6, 4.4, z + 2.0, 0.42, 0.95, 0.32, 4.0)
    for i in range(4):
        dx = (i - 1.5) * 3.0
        cy = y + 3.0 - 0.25 * abs(dx)
        sc.oval("toe", "straw", x + dx, cy, 1.8, 2.4, z + 6.0, 0.42, 0.95, 0.3, 1.8)
        claw = [(x + dx, cy + 1.6), (x + dx, cy + 3.6)]
        sc.tube("claw", "bone", claw, [0.6, 0.12], z + 8.0, 0.5, 0.4, 0.1, 0.2)


def figure(picture, st):
    """Return the scene."""
    sc = picture.scene(st)
    low = picture.h
    country.hill(sc, [(-3, 88), (18, 80), (36, 86), (58, 78), (84, 88)], -28.0, "far", 4)
    country.hill(sc, [(-3, 104), (30, 101), (60, 105), (84, 102)], -22.0, "leaf", 7)
    x, y = 43.0, 31.0
    h = Head(sc, x, y, 9.2, yaw=-24, pitch=14, roll=6)
    garments.cape(sc, x + 2, y + 12, 15.0, low, "robe", -12.0, 8, 24.0)
    garments.gown(
        sc, x + 2, y + 12.6, "linen", (12.4, 6.4), (28.0, 9.4), (90.0, 24.0), -4.0, 6.6, 4
    )
    for i, (dx, ex, ey) in enumerate(((6, 12, 18), (5, 10.6, 27), (-5, -8.4, 14), (7, 14.0, 12))):
        path = [
            (x + dx, y - 2),
            (x + (dx + ex) / 2 + 1.2 * np.sign(dx), y + ey / 2),
            (x + ex, y + ey),
        ]
        hair.wave(sc, path, -0.6 + 0.3 * i, 1.9, 4, "hair", i, 1.0)
    cloth.neck(h, [(x + 0.6, y + 5), (x + 1.6, y + 14)], [3.2, 3.5])
    cloth.collar(sc, x + 1.6, y + 12.4, ((5.2, 0.45, "gold", 60), (6.4, 0.7, "gem", 24)), 0.74, 3.0)
    h.add()
    hair.cap(h, "hair", 0.6, -0.54, side=1.0, z=0.8, lift=0.06, full=0.5)
    for lon in (-1.2, -0.9, -0.6, -0.3, 0.0, 0.3, 0.6, 0.9, 1.2):
        bx, by = crowns.on_band(h, -0.58, 0.18, lon)
        for s in (-1, 1):
            country.leaf(sc, (bx, by), (bx + s * 1.8, by - 2.2), 0.8, 10.5)
        if round(lon * 10) % 2 == 0:
            country.flower(sc, bx, by - 0.6, 2.2, 11.5, 8, "gold", "white")
    lion(sc, 35.0, 86.4, 1.1, 6.0)
    paw(sc, 58.6, 107.0, 6.0)
    for s, root, elbow, f in (
        (-1, (32.4, 48.6), (17.0, 66.6), Frame(23.2, 88.4, 166, 1, 1.0)),
        (1, (57.6, 48.6), (65.0, 67.4), Frame(47.0, 88.4, -162, -1, 1.0)),
    ):
        hands.rest(sc, f, 24.0, pre="l" if s < 0 else "r")
        wrist = f.at(0.2, 8.6)
        path = [
            root,
            elbow,
            (np.array(elbow) * 0.45 + wrist * 0.55) + np.array((s * 1.4, 0)),
            wrist,
        ]
        sleeves.bare(sc, path, [4.6, 4.5, 4.2, 4.5, 3.6, 2.6], [4.0, 10.0, 17.0, 20.0], lift=-0.05)
        end = np.array(root) * 0.62 + np.array(elbow) * 0.38
        short = [root, (np.array(root) + end) / 2 + np.array((s * 0.8, -0.4)), end]
        sleeves.sleeve(sc, short, [5.6, 6.6, 6.4, 5.6], [5.0, 9.0, 9.6], "linen", 4 + s, 0.8)
        cloth.bracelets(
            sc, f, 21.5, ((9.6, 0.6, "gold"), (11.4, 0.9, "gem"), (13.2, 0.6, "gold")), 3.3, -1.3
        )

    def face(q):
        q.eyes(look=(-0.02, 0.04), iris="leaf", wide=0.74, big=1.06)
        q.brows("hair.ink", 0.5, 0.02)
        q.nose()
        q.lips(full=1.06, smile=0.03)

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    picture = Picture(K)
    picture.rays(43.0, 30.0, 90, 16, 0.4, wave=lambda r, a: 1 + 0.4 * np.cos(r / 4.2 + 8 * a))
    for at in (17.6, 18.6):
        picture.circle(43.0, 29.0, at, 0.4 if at < 18 else 0.16)
    return picture.finish(figure(picture, st))
