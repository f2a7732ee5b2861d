"""XX, The Trumpet: an angel leans from the clouds and sounds a trumpet; three rise below."""

import math

import numpy as np
from scipy.ndimage import gaussian_filter

from workshop.figures import cloth, country, crowns, garments, hair, hands, sleeves
from workshop.figures.curves import Frame, bell, dome, folds, step
from workshop.figures.head import Face
from workshop.figures.picture import Head, Picture

NAMES = ["trumps/20"]
K = 0.66
BELL = (17.8, 54.4)


def _trumpet(sc, mouth, end, z):
    """Lead a trumpet from the lips to its bell, and hang a banner with a star from it."""
    a, b = np.array(mouth, float), np.array(end, float)
    t = np.linspace(0, 1, 60)
    p = a + t[:, None] * (b - a)
    r = 0.95 + 0.6 * t + 2.2 * np.clip((t - 0.60) / 0.4, 0, 1) ** 2
    r = r + 3.4 * np.clip((t - 0.86) / 0.14, 0, 1) ** 2.6
    u, w, m, h = sc.along(p, r)
    long = float(np.hypot(*(b - a)))
    m = np.minimum(m, long - u)
    sc.add("trumpet", "gold", z + 0.8 * h, m, u - 0.2 * h, 0.42, 1.0, 0.0, 0.36)
    for at in (0.03, 0.12, 0.40, 0.66, 0.72):
        ring = np.minimum(m + 0.75, 0.75 - np.abs(u - at * long))
        high = z + 1.2 + 0.9 * h + 0.6 * dome((u - at * long) / 0.8)
        sc.add("knop", "gold", high, ring, w, 0.4, 0.95, 0.03, 0.28)
    d = (b - a) / long
    gx, gy = sc.X - b[0], sc.Y - b[1]
    along, across = gx * d[0] + gy * d[1], -gx * d[1] + gy * d[0]
    e = np.hypot(across / 7.3, along / 1.9)
    sc.add("bellrim", "gold", z + 6.4 + 0.3 * along, (1 - e) * 1.9, across, 0.44, 0.95, 0.04, 0.34)
    sc.add("bellhole", "black", z + 7.0 + 0 * e, (0.78 - e) * 1.9, along * 1.4, 0.5, 0.7, 0, 0.26)
    # The banner hangs from two knops.
    one, two = a + 0.40 * (b - a), a + 0.66 * (b - a)
    left, right = (two, one) if two[0] < one[0] else (one, two)
    tail = 17.0
    outline = [
        left,
        right,
        right + np.array((0.4, tail)),
        (left + right) / 2 + np.array((0, tail + 1.0)),
        left + np.array((-0.6, tail)),
    ]
    m = sc.inside(np.array(outline))
    f = folds((sc.X - left[0]) * 1.3 + 0.10 * np.sin(sc.Y * 0.3), 5)
    high = z - 2.0 + 0.8 * f
    sc.add("banner", "flame", high, m, sc.Y - 0.5 * f, 0.44, 1.0, 0.03, 0.34)
    edge = np.minimum(m, 0.55 - np.abs(m - 0.7))
    sc.add("bannerrim", "gold", high + 0.5, edge, sc.X + sc.Y, 0.4, 0.9, 0.03, 0.2)
    middle = (left + right) / 2
    crowns.ray_star(sc, middle[0], middle[1] + 10.4, 3.0, z + 0.6, 8, "gold", 0.42, "gem")


def _billow(sc, places, z, material="white"):
    """Roll up one bank of clouds from puffs that run into each other, with curls along them."""
    heights, inside = np.full(sc.X.shape, -9.0), np.full(sc.X.shape, -9.0)
    for i, (x, y, r) in enumerate(places):
        gx, gy = sc.X - x, sc.Y - y
        d, a = np.hypot(gx, gy * 1.12), np.arctan2(gx, -gy)
        edge = r * (1 + 0.05 * np.sin(5 * a + 2 * i))
        high = 0.75 * r * dome(np.clip(d / edge, 0, 1)) + 0.12 * i
        heights = np.where(d < edge, np.maximum(heights, high), heights)
        inside = np.maximum(inside, edge - d)
    smooth = gaussian_filter(np.where(inside > 0, heights, 0.0), 0.5 / sc.st)
    phase = 0.7 * sc.Y + 1.5 * smooth
    sc.add("billow", material, z + smooth, inside, phase, 0.62, 0.85, 0.12, 0.34)

    def curls(plate, skin):
        for i, (x, y, r) in enumerate(places):
            side = 1 if i % 2 else -1
            t = np.linspace(0, 1, 40)
            turn = math.radians(-70) + t * math.radians(300)
            reach = r * (0.86 - 0.62 * t)
            px = x + side * (reach * np.cos(turn) - 0.10 * r)
            py = y + 0.9 * reach * np.sin(turn)
            width = 0.42 * np.sin(np.pi * np.clip(t * 0.9 + 0.08, 0, 1)) + 0.12
            plate.line(skin + ".edge", np.stack([px, py], 1), width)

    sc.ink("billow", curls)


def _arm(sc, path, radii, z, hue, seed, skin, hand, frame, tone=15.0, cuff=True):
    """Lead an arm in its sleeve to a hand."""
    garments.limb(sc, path, radii, z, hue, seed)
    hand(sc, frame, tone, skin, f"w{seed}")
    if cuff:
        cloth.cuff(sc, frame, tone, 8.2, 3.2, 2.2, hue, "gold")


def _riser(sc, x, y, u, yaw, roll, skin, locks, hue, seed, beard=False):
    """Raise the head and the shrouded body of one who wakes; (x, y) are the eyes."""
    h = Head(
        sc, x, y, u, yaw=yaw, pitch=-15, roll=roll, man=1.0 if beard else 0.1,
        age=0.7 if beard else 0, skin=skin,
    )  # fmt: skip
    garments.gown(
        sc, x, y + u * 1.25, hue, (u * 1.34, u * 0.7), (24.0, u * 1.1), (40.0, u * 1.5),
        -2.0, 5.0, seed, hem=None, girdle=None, neck=2.6,
    )  # fmt: skip
    cloth.neck(h, [(x, y + u * 0.5), (x, y + u * 1.5)], [u * 0.36, u * 0.4], skin)
    h.add(0.02)
    hair.cap(h, locks, 0.5, -0.52, side=1.02, z=0.8, lift=0.03, full=0.5)
    if not beard:
        for s in (-1, 1):
            for i in range(3):
                path = [
                    h.at(s * (0.58 + 0.06 * i), -0.3),
                    (x + s * u * (0.94 + 0.1 * i), y + u * 0.8),
                    (x + s * u * (0.86 + 0.2 * i), y + u * (1.9 - 0.2 * i)),
                ]
                hair.wave(sc, path, 2.0 + 0.3 * i, 1.2, 3, locks, seed + s + i)
    if beard:
        hair.beard(h, "beard", 0.5)
        hair.moustache(h, "beard", 0.36, 1.2, 8.0, r=0.8)

    def face(q):
        q.eyes(look=(0.01, -0.05), iris="wood", big=1.14)
        q.brows(("beard" if beard else locks) + ".ink", 0.5, 0.05)
        q.nose()
        if not beard:
            q.lips(full=0.95, smile=0.03)

    return h, face


def _tomb(sc, box, z, seed):
    """Set a chest of stone with a moulded lid edge, panels, and a wreath on its front."""
    x0, y0, x1, y1 = box
    face = np.minimum(np.minimum(sc.X - x0, x1 - sc.X), np.minimum(sc.Y - y0, y1 - sc.Y))
    panel = np.minimum(np.minimum(sc.X - x0 - 2, x1 - 2 - sc.X), sc.Y - y0 - 3.4)
    rough = 0.15 * folds(sc.X * 0.6 + 0.3 * sc.Y, seed)
    high = z + 0.7 * (1 - step(0, 0.6, panel)) + rough
    sc.add("chest", "stone", high, face, sc.Y + 0.3 * rough, 0.56, 0.9, 0.0, 0.34)
    rim = np.minimum(0.3 - np.abs(panel - 0.2), face)
    sc.add("panelrim", "stone", high + 0.7, rim, sc.X + sc.Y, 0.5, 0.9, 0.06, 0.22)
    for at, more, thick in ((y0, 1.2, 1.2), (y0 + 2.0, 0.6, 0.6)):
        edge = np.minimum(np.minimum(sc.X - x0 + more, x1 + more - sc.X), thick - np.abs(sc.Y - at))
        up = z + 2.0 + dome((sc.Y - at) / thick)
        sc.add("coping", "stone", up, edge, sc.X * 0.9, 0.5, 0.9, 0.06, 0.3)


def figure(picture, st):
    """Return the scene."""
    sc = picture.scene(st)
    low = picture.h
    x, y = 44.6, 24.0
    for s in (-1, 1):
        country.wings(
            sc, x + s * 7.0, y + 18.4, 33.0, -12.0, s, 0.92, rows=((1.0, 9), (0.70, 7), (0.42, 6))
        )
    d = np.hypot(sc.X - x, sc.Y - y + 1)
    a = np.arctan2(sc.X - x, sc.Y - y + 1)
    sc.add("halo", "sun", -14 + 0.05 * d, 13.0 - d, d * 1.1, 0.8, 0.5, 0.12, 0.3)
    rope = 0.3 * np.cos(a * 40)
    sc.add("halorim", "gold", -13 + rope, 0.75 - np.abs(d - 13.0), a * 13, 0.5, 0.8, 0.05, 0.26)
    h = Head(sc, x, y, 8.6, yaw=-34, pitch=9, roll=3)
    z, m = garments.gown(
        sc,
        x + 0.8,
        y + 11.6,
        "gown",
        (12.4, 6.0),
        (22.0, 9.2),
        (29.0, 11.0),
        -4.0,
        6.6,
        4,
        hem=None,
    )
    garments.facing(sc, x + 0.8, y + 12, 62, z, m, 1.6, "flame", 0.03)
    for i, (dx, ex, ey) in enumerate(((6, 10, 12), (5, 8.6, 18), (7, 12.6, 8), (6, 13.4, 14))):
        hair.wave(
            sc,
            [(x + dx, y - 2), (x + (dx + ex) / 2 + 1, y + ey / 2), (x + ex, y + ey)],
            -0.6 + 0.3 * i, 1.8, 4, "hair4", i, 1.0,
        )  # fmt: skip
    cloth.neck(h, [(x + 0.6, y + 5), (x + 1.2, y + 13)], [3.0, 3.4])
    cloth.collar(
        sc,
        x + 1.0,
        y + 11.4,
        ((5.0, 0.45, "gold", 60), (6.2, 0.7, "gem", 24), (7.3, 0.4, "gold", 80)),
        0.74,
        3.0,
    )
    h.add()
    hair.cap(h, "hair4", 0.6, -0.54, side=1.0, z=0.8, lift=0.06, full=0.5)
    crowns.band(h, -0.54, 0.18, 0.05, 2.0, "gold")
    crowns.ray_star(sc, *h.at(0, -0.64), 2.6, 13, 8, "gold", 0.4, "gem")
    lips = np.array(h.at(0.0, 0.66))
    mouth = lips + np.array((-0.6, 0.4))
    _trumpet(sc, mouth, BELL, 11.0)
    d = np.array(BELL) - mouth
    turn = math.degrees(math.atan2(d[1], d[0])) + 90 - 180
    # One hand near the lips, the other far along the tube.
    near, _far = mouth + 0.24 * d, mouth + 0.56 * d
    g = Frame(*near, turn - 6, 1, 0.78)
    arm = [(56.0, 42.4), (54.6, 54.0), g.at(3.4, 9.6)]
    sleeves.sleeve(sc, arm, [5.0, 5.2, 4.8, 4.2, 3.2], [4.0, 9.0, 12.0], "gown", 8, 0.9)
    hands.fist(sc, g, 15.0, pre="n")
    cloth.cuff(sc, g, 14.6, 8.6, 3.3, 2.6, "linen", "gold", skew=1.2)
    puffs = (
        *((27.0, 62.4, 5.0), (62.0, 61.6, 6.0), (10.0, 62.8, 6.4), (73.0, 62.4, 6.8)),
        *((35.4, 64.6, 6.2), (53.6, 64.4, 6.6), (18.6, 65.8, 7.2), (66.4, 66.2, 7.4)),
        *(
            (44.4, 67.4, 7.0),
            (29.0, 68.6, 6.4),
            (3.6, 67.0, 8.4),
            (58.0, 68.8, 6.2),
            (77.0, 68.4, 7.6),
        ),
        *(
            (37.0, 70.4, 4.6),
            (51.0, 70.6, 4.8),
            (22.4, 70.8, 4.4),
            (13.0, 70.2, 5.0),
            (66.8, 71.2, 4.2),
        ),
    )
    _billow(sc, puffs, 2.0)
    ridge = [(-3, 96), (14, 93), (30, 95), (48, 95), (64, 92.6), (84, 96)]
    country.hill(sc, ridge, -24.0, "leaf", 4)
    crosses = ((22.4, 88.6, 5.4, 16, 3, "flesh2", "hair2", "leaf", 4, True),
               (58.2, 88.6, 5.4, -16, -3, "flesh", "hair", "water", 7, False),
               (40.2, 85.4, 5.9, -5, 0, "flesh3", "hair2", "robe", 9, False))  # fmt: skip
    risers = [_riser(sc, *args) for args in crosses]
    # The one in the middle spreads both arms; the others raise one and lean on the stone.
    for s in (-1, 1):
        f = Frame(40.2 + s * 8.4, 79.0, s * 10, s, 0.62)
        path = [(40.2 + s * 7.0, 95.6), (40.2 + s * 10.6, 93.0), f.at(0.2, 8.2)]
        _arm(sc, path, [3.4, 3.4, 2.3], 6.0, "robe", 30 + s, "flesh3", hands.cup, f, 15.0)
    for s, cx, skin, hue in ((-1, 22.4, "flesh2", "leaf"), (1, 58.2, "flesh", "water")):
        f = Frame(cx + s * 8.2, 82.6, s * 8, s, 0.56)
        path = [(cx + s * 6.2, 98.2), (cx + s * 9.2, 96.0), f.at(0.2, 8.2)]
        _arm(sc, path, [3.1, 3.1, 2.1], 5.0, hue, 40 + s, skin, hands.cup, f, 14.0)
    _tomb(sc, (10.4, 103.0, 31.0, low + 4), 13.0, 3)
    _tomb(sc, (49.4, 103.0, 70.0, low + 4), 13.0, 5)
    _tomb(sc, (28.6, 105.6, 51.8, low + 4), 16.0, 7)
    for s, cx, skin in ((-1, 22.4, "flesh2"), (1, 58.2, "flesh")):
        f = Frame(cx - s * 5.4, 101.6, 180 + s * 8, s, 0.5)
        hands.rest(sc, f, 21.0, skin, f"t{s}")
    for head, face in risers:
        ink = lambda plate, _, head=head, face=face: face(Face(head, plate, head.skin))  # noqa: E731
        sc.inks.append(("coping", ink, True))

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
    picture.rays(44.6, 23.0, 90, 15, 0.4, wave=lambda r, a: 1 + 0.4 * np.cos(r / 4.2 + 8 * a))
    # The sound goes out from the bell in rings.
    r, a = picture.polar(*BELL)
    near = bell(a + 2.35, 0.9)
    picture.lines(r / 2.6, 0.30 * near, near - 0.3, role="ray2")
    return picture.finish(figure(picture, st))
