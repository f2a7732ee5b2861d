"""XII, The Hanged Figure: a youth hangs by one foot from a living tree while the stars turn."""

import math

import numpy as np

from workshop.figures import cloth, country, crowns, hair
from workshop.figures.curves import bell, dome, folds, loop, spline, step
from workshop.figures.head import Face
from workshop.figures.picture import Head, Picture

NAMES = ["trumps/12"]
K = 0.66
AXIS = 39.8
HEAD = (39.4, 92.8)


def _trees(sc, low):
    """Grow two trees and the beam between them, with lopped boughs and young leaves."""
    for s in (-1, 1):
        trunk = [(s * 31.0, low + 4), (s * 27.6, 92), (s * 28.6, 60), (s * 26.4, 34), (s * 28.0, 4)]
        trunk = [(AXIS + dx, y) for dx, y in trunk]
        boughs = ((0.40, s), (0.52, -s), (0.70, -s))
        country.tree(sc, trunk, [6.2, 4.2, 3.6, 3.8, 4.4], -10.0, "wood2", 3 + s, boughs)
        for y, out, long in ((80, 1, 7.0), (62, -1, 6.4), (43, -1, 6.8), (95, 1, 6.0), (29, 1, 6)):
            x = AXIS + s * 27.6
            side = s * out
            for turn, share in ((-62, 0.86), (-24, 1.0), (12, 0.9), (46, 0.7)):
                a = math.radians(turn)
                tip = (x + side * (3.0 + long * share * math.cos(a)), y + long * math.sin(a))
                country.leaf(sc, (x + side * 2.6, y), tip, 1.45, -4.0 + 0.3 * share)
    beam = [(-6, 13.4), (14, 11.0), (30, 12.8), (46, 11.2), (62, 12.6), (86, 11.0)]
    country.tree(sc, beam, [4.8, 4.2, 3.9, 4.0, 4.2, 4.8], -4.0, "wood2", 6)
    for x, y, turn in ((26.0, 9.4, -70), (54.0, 8.6, -112), (21.0, 16.0, 64), (58.4, 15.6, 118)):
        for more in (-38, 0, 38):
            a = math.radians(turn + more)
            tip = (x + 5.2 * math.cos(a), y + 5.2 * math.sin(a))
            country.leaf(sc, (x, y), tip, 1.25, -1.0)


def _rope(sc):
    """Wind the rope round the beam, and twice round the ankle."""
    for i in range(4):
        at = 9.0 + 2.1 * i
        path = [(36.6, at - 0.5), (40.4, at + 0.5), (44.2, at - 0.1)]
        sc.tube("rope", "straw", spline(path, 12), 1.0, 3.0, 0.42, 1.0, 0.03, 0.28)
    sc.tube("rope", "straw", [(40.4, 16.0), (40.6, 22.0)], 1.1, 2.6, 0.42, 1.0, 0.03, 0.28)
    for i in range(3):
        at = 24.0 + 1.7 * i
        path = spline([(37.2, at), (40.6, at + 0.8), (44.0, at)], 12)
        sc.tube("noose", "straw", path, 0.92, 8.6, 0.42, 1.0, 0.03, 0.28)


def _leg(sc, path, radii, z, material, flutes):
    """Dress a leg in hose with a seam; its lines run round the limb."""
    p = spline(path, 40)
    r = np.interp(np.linspace(0, 1, 40), np.linspace(0, 1, len(radii)), radii)
    u, w, m, h = sc.along(p, r)
    wrinkle = 0.22 * folds(u * 0.8 + 0.5 * w, flutes) * (bell(u - 16.5, 3.4) + step(29, 33, u))
    sc.add("hose", material, z + h + wrinkle, m, u * 0.9 - 0.5 * h, 0.44, 1.0, 0.02, 0.34)
    seam = np.minimum(m - 0.2, 0.42 - np.abs(w - 0.36 * r.mean()))
    sc.add("seam", "gold", z + h + 0.5, seam, u, 0.4, 0.7, 0.0, 0.18)


def _shoe(sc, heel, toe, z):
    """Put a pointed shoe on a foot."""
    a, b = np.array(heel, float), np.array(toe, float)
    bow = np.array((-(b - a)[1], (b - a)[0])) * 0.16
    path = spline([a, (a + b) / 2 + bow, b], 24)
    radii = np.interp(np.linspace(0, 1, 24), (0, 0.3, 0.7, 1), (2.5, 2.6, 1.7, 0.3))
    u, w, m, h = sc.along(path, radii)
    sc.add("shoe", "leather", z + h, m, u * 0.8 - 0.4 * h, 0.42, 0.95, 0.02, 0.32)
    strap = np.minimum(m + 0.2, 0.55 - np.abs(u - 3.0))
    sc.add("strap", "gold", z + h + 0.5, strap, w, 0.4, 0.8, 0.02, 0.2)


def _doublet(sc):
    """Dress the body, upside down: parted colours, a peplum of tabs, a belt, buttons."""
    x = AXIS
    half = [(0, 80.4), (4.4, 79.8), (9.0, 78.0), (11.6, 73.6), (11.0, 67.4), (8.8, 60.6), (8.0, 56)]
    outline = [(x - dx, y) for dx, y in half[1:]] + [(x + dx, y) for dx, y in half[:0:-1]]
    m = sc.inside(loop([*outline, (x, 81.0)], 180))
    u = (sc.X - x) / (7.8 + 4.4 * step(56, 74, sc.Y))
    f = 0.34 * folds((sc.X - x) * 0.8 * (1 + 0.02 * (sc.Y - 56)), 4)
    z = 1.0 + 7.4 * dome(np.clip(u, -1, 1) * 0.98) + f
    phase = sc.Y - 0.5 * z
    sc.add("doublet", "cloth", z, m, phase, 0.46, 1.0, 0.02, 0.34)
    right = np.minimum(m, sc.X - x)
    sc.add("parted", "straw", z + 0.05, right, phase, 0.46, 1.0, 0.02, 0.0)
    # Sunbursts of the other colour on each half.
    for s, hue in ((-1, "straw"), (1, "cloth")):
        for i in range(3):
            crowns.ray_star(sc, x + s * (5.2 + 0.5 * i), 63.4 + 5.0 * i, 1.7, 9.4 - i, 8, hue, 0.42)
    # The peplum, whose tabs hang from the belt towards the feet.
    for i in range(7):
        t = (i - 3) / 3
        cx, wide = x + 8.9 * t, 2.0 - 0.35 * abs(t)
        top = 48.6 + 1.6 * t * t
        tab = np.minimum(wide - np.abs(sc.X - cx - 0.10 * t * (56 - sc.Y)), 56.6 - sc.Y)
        tab = np.minimum(
            tab, wide - np.hypot(sc.X - cx - 0.6 * t, np.minimum(sc.Y - top - wide, 0))
        )
        high = 7.0 - 3.4 * t * t + 1.2 * dome((sc.X - cx) / 2.2) + 0.05 * (56 - sc.Y)
        hue = "straw" if i % 2 else "cloth"
        sc.add("tab", hue, high, tab, sc.Y - 0.4 * high, 0.46, 1.0, 0.02, 0.3)
        rim = np.minimum(tab, 0.5 - np.abs(tab - 0.6))
        sc.add("tabrim", "gold", high + 0.5, rim, sc.X + sc.Y, 0.4, 0.8, 0.03, 0.18)
    belt = np.minimum(9.6 - np.abs(sc.X - x), 1.45 - np.abs(sc.Y - 57.0 + 0.012 * (sc.X - x) ** 2))
    high = 4.4 + 5.0 * dome((sc.X - x) / 10.4) + 0.6 * dome((sc.Y - 57.0) / 1.6)
    sc.add("belt", "leather", high, belt, sc.X, 0.44, 0.9, 0.0, 0.3)
    for i in range(-3, 4):
        if i:
            sc.ball(
                "stud", "gold", x + 2.5 * i, 56.8 - 0.08 * i * i, 0.6, 9.6 - 0.3 * i * i, 0, 0.2
            )
    sc.oval("buckle", "gold", x, 56.9, 2.2, 2.0, 10.4, high=1.0)
    sc.oval("tongue", "leather", x, 56.9, 1.1, 0.9, 11.2, high=0.3)
    for i in range(5):
        sc.ball("button", "gold", x, 61.4 + 3.7 * i, 0.9, 8.8, 0.8, 0.22)


def _arms(sc):
    """Cross the arms behind the back: slashed sleeves, elbows out."""
    for s, hue, slash in ((-1, "cloth", "straw"), (1, "straw", "cloth")):
        shoulder, elbow = (AXIS + s * 10.2, 75.0), (AXIS + s * 20.0, 64.6)
        hand = (AXIS + s * 5.6, 55.0)
        lower = spline([elbow, (AXIS + s * 15.4, 59.4), hand], 30)
        u, w, m, h = sc.along(lower, np.linspace(3.6, 2.2, 30))
        f = 0.25 * folds(u * 1.2, 5 + s)
        sc.add("forearm", hue, -3.0 + h + f, m, u * 0.9 - 0.45 * h, 0.44, 1.0, 0.0, 0.34)
        path = spline([shoulder, (AXIS + s * 16.4, 71.6), elbow], 30)
        r = np.interp(np.linspace(0, 1, 30), (0, 0.34, 0.8, 1), (4.6, 5.3, 4.3, 3.5))
        u, w, m, h = sc.along(path, r)
        lobe = np.abs(np.sin((w / 1.75) * 1.0 + 0.3))
        z = 0.0 + h + 0.5 * lobe
        sc.add("sleeve", hue, z, m, u * 0.9 - 0.45 * h, 0.44, 1.0, 0.02, 0.34)
        slit = np.minimum(0.42 - lobe, np.minimum(u - 1.4, 12.4 - u) * 0.5) * 1.8
        sc.add("slash", slash, z + 0.3, np.minimum(m - 0.5, slit), u, 0.4, 0.9, 0.1, 0.2)
        for at, _wide in ((13.6, 4.3), (15.0, 4.0)):
            band = np.minimum(m + 0.4, 0.5 - np.abs(u - at))
            sc.add("armband", "gold", z + 0.6, band, w, 0.4, 0.9, 0.03, 0.22)


def _purse(sc):
    """Hang a purse from the belt, upside down too: its coins fall past the head to the ground."""
    sc.tube("string", "leather", spline([(31.4, 57.6), (29.6, 61), (28.9, 65)], 14), 0.5, 8.0, 0.4)
    d = np.hypot((sc.X - 28.4) / 3.1, (sc.Y - 68.4) / 3.7)
    sc.add("purse", "leather", 7.0 + 3.0 * dome(d), (1 - d) * 3, sc.Y - 0.5 * sc.X, 0.4, 1, 0, 0.3)
    mouth = np.hypot((sc.X - 28.2) / 2.2, (sc.Y - 71.9) / 0.9)
    sc.add("mouth", "black", 10.6 + 0 * d, (1 - mouth) * 0.9, sc.X, 0.4, 0.6, -0.1, 0.26)
    coins = (
        (27.0, 76.8, 2.6, 0.6),
        (22.0, 83.8, 2.9, 0.9),
        (18.8, 92.6, 3.1, 0.66),
        (18.4, 102.4, 3.2, 1.0),
    )
    for i, (x, y, r, flat) in enumerate(coins):
        e = np.hypot((sc.X - x) / r, (sc.Y - y - 0.25 * (sc.X - x)) / (r * flat))
        rim = 0.5 * bell(e - 0.9, 0.16)
        z = 9.0 + i - 0.16 * (sc.X - x) + rim
        sc.add("coin", "gold", z, (1 - e) * r * flat, sc.X, 0.36, 1.0, -0.1, 0.32)
        crowns.ray_star(sc, x, y, 0.66 * r * flat, 9.6 + i, 8, "gold", 0.4)


def figure(picture, st):
    """Return the scene."""
    sc = picture.scene(st)
    low = picture.h
    _trees(sc, low)
    ridge = [(-3, 108), (14, 106.6), (30, 109.4), (48, 109.4), (64, 106.4), (84, 108)]
    country.hill(sc, ridge, -16.0, "leaf", 4)
    for px, seed in ((16.0, 3), (61.0, 5), (70.0, 8), (9.0, 6)):
        country.tuft(sc, px, 111.5, 6.0, -6.0, 6, seed)
    hx, hy = HEAD
    d = np.hypot(sc.X - hx, sc.Y - hy - 1)
    crowns.ray_star(sc, hx, hy + 1, 19.4, -15.0, 24, "gold", 0.76)
    sc.add("halo", "sun", -12.0 + 0.03 * d, 14.2 - d, d, 0.8, 0.5, 0.14, 0.3)
    sc.add("halorim", "gold", -11.0 + 0 * d, 0.7 - np.abs(d - 14.2), sc.X, 0.5, 0.8, 0.04, 0.26)
    bent = [
        (36.4, 55.4),
        (30.6, 48.6),
        (25.4, 41.0),
        (25.2, 37.6),
        (28.6, 36.2),
        (38.0, 37.2),
        (49.4, 38.6),
    ]
    _leg(sc, bent, [5.4, 5.1, 4.4, 4.0, 3.9, 3.7, 2.3], -4.4, "gown", 7)
    _shoe(sc, (50.2, 38.4), (55.2, 30.2), -3.6)
    straight = [(43.2, 56.0), (43.0, 47.6), (42.0, 40.6), (41.4, 33.6), (40.6, 25.0)]
    _leg(sc, straight, [5.6, 4.8, 3.7, 4.0, 2.3], 1.6, "flame", 5)
    _shoe(sc, (40.4, 22.6), (46.2, 14.6), 3.0)
    _rope(sc)
    _arms(sc)
    _doublet(sc)
    _purse(sc)
    h = Head(sc, hx, hy, 9.4, yaw=16, pitch=2, roll=177)
    cloth.neck(h, [(hx, hy - 5), (AXIS, 80.0)], [3.2, 3.5])
    cloth.ruff(sc, AXIS, 80.4, 8.4, 2.9, 6.0, 2.0, 22, "linen", 0.1)
    for i in range(15):
        s = (i - 7) / 7
        root = (hx + s * 6.9, hy + 6.4 - 2.4 * s * s)
        mid = (hx + s * 8.2, hy + 11.6 - 1.6 * abs(s))
        end = (hx + s * 8.4 + 0.9 * math.sin(i * 2.4), hy + 17.6 - 4.4 * abs(s) + math.sin(i * 1.7))
        hair.lock(sc, [root, mid, end], 1.2, 3.4 - 2.2 * abs(s) + 0.2 * (i % 2), "hair4", i, 0.6)
    h.add()
    hair.cap(h, "hair4", 0.5, -0.54, side=1.02, z=0.9, lift=0.05, full=0.6)

    def face(q):
        q.eyes(look=(0.02, 0.01), iris="water", big=1.08)
        q.brows("hair4.ink", 0.5, 0.03)
        q.nose()
        q.lips(full=1.0, smile=0.05)

    sc.inks.append(("face", lambda plate, material: face(Face(h, plate, material)), False))
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    picture = Picture(K)
    # Star trails: arcs of different lengths around the head.
    hx, hy = HEAD
    r, a = picture.polar(hx, hy)
    ring = np.floor(r / 2.1)
    begin = np.mod(np.sin(ring * 12.9898) * 43758.5453, 1.0)
    turn = np.mod(a / math.tau * (2 + np.floor(ring / 5)) + begin, 1.0)
    arc = np.minimum(step(0.0, 0.12, turn), step(0.92, 0.55, turn))
    picture.lines(r / 2.1 + 0.5, 0.62 * arc * step(20, 25, r), np.where(arc > 0.05, 1.0, -1.0))
    return picture.finish(figure(picture, st))
