"""XVI, The Struck Tower: lightning lifts the dome of an observatory; two who dwelt there fall."""

import math

import numpy as np

from workshop.figures import country, crowns, hair
from workshop.figures.curves import Frame, dome, folds, spline, step
from workshop.figures.head import Face
from workshop.figures.picture import Head, Picture
from workshop.figures.wonders import flame

NAMES = ["trumps/16"]
K = 0.66
AXIS, TOP, FOOT = 39.8, 50.0, 104.0
BOLT = [(73.0, -4.0), (60.0, 15.0), (66.0, 17.4), (52.4, 32.0), (57.6, 34.4), (43.6, 51.0)]


def falling(sc, x, y, turn, side, hues, locks, z, k=0.52):
    """Let a figure fall head first: its cloak is above it, its arms and legs are spread."""
    f = Frame(x, y, turn, side, k)
    h = Head(sc, *f.at(0, 0), 8.6 * k, yaw=20 * side, pitch=-6, roll=turn)
    cloak = [
        f.at(*p)
        for p in ((-8, 12), (-15, 26), (-19, 42), (-6, 37), (4, 45), (12, 36), (17, 27), (8, 12))
    ]
    m = sc.inside(np.array(spline([*cloak, cloak[0]], 90)))
    u, v = f.local(sc.X, sc.Y)
    fall = folds(u * 0.62 + 0.03 * v * u, 3) * step(10, 22, v)
    sc.add("cloak", hues[2], z - 3.0 + 0.8 * fall, m, v * k - 0.5 * fall, 0.46, 1.0, 0.0, 0.32)
    legs = ((-3.4, (-7.4, 46), (-14.6, 55), (-18.6, 51)), (3.6, (9.4, 44), (6.4, 58), (9.8, 62)))
    for dx, knee, foot, toe in legs:
        path = spline([f.at(dx, 31), f.at(*knee), f.at(*foot)], 24)
        r = np.interp(np.linspace(0, 1, 24), (0, 0.5, 0.7, 1), (4.6, 3.4, 3.2, 2.0)) * k
        sc.tube("hose", hues[1], path, r, z - 0.6, 0.42, 1.0, 0.02, 0.3)
        sc.tube("shoe", "leather", [f.at(*foot), f.at(*toe)], [2.3 * k, 1.2 * k], z, 0.4, 0.9)
    body = spline([f.at(0, 9.5), f.at(0.4, 20), f.at(0, 32)], 24)
    r = np.interp(np.linspace(0, 1, 24), (0, 0.2, 0.62, 1), (5.0, 7.4, 5.6, 7.8)) * k
    garments_z = sc.tube("body", hues[0], body, r, z, 0.44, 1.0, 0.02, 0.32)
    _, _, m, high = garments_z
    belt = np.minimum(m + 0.2, 0.62 - np.abs(v - 23.5) * k)
    sc.add("fallbelt", "gold", high + 0.5, belt, u, 0.4, 0.9, 0.02, 0.22)
    for s, elbow, hand in ((-1, (-13, 9), (-15, -3)), (1, (13, 11), (17.5, 1))):
        path = spline([f.at(s * 5.8, 12), f.at(*elbow), f.at(*hand)], 24)
        r = np.interp(np.linspace(0, 1, 24), (0, 0.3, 1), (3.0, 3.6, 2.2)) * k
        u_, _w, m, hh = sc.along(path, r)
        pleat = 0.2 * folds(u_ * 1.4, 4 + s)
        sc.add("sleeve", hues[0], z + 1 + hh + pleat, m, u_ * 0.9 - 0.4 * hh, 0.42, 1.0, 0.02, 0.3)
        wrist, away = f.at(*hand), np.array(f.at(*hand)) - np.array(f.at(*elbow))
        away = away / np.hypot(*away)
        palm = np.array(wrist) + away * 1.7 * k
        sc.oval("palm", "flesh", *palm, 2.0 * k, 2.3 * k, z + 2.0, 0.4, 0.6, 0.24, 1.0)
        for q in (-46, -16, 12, 42):
            c, d = math.cos(math.radians(q)), math.sin(math.radians(q))
            out = np.array((away[0] * c - away[1] * d, away[0] * d + away[1] * c))
            path = [palm + out * 1.3 * k, palm + out * 4.7 * k]
            sc.tube("digit", "flesh", path, [0.72 * k, 0.52 * k], z + 2.4, 0.5, 0.0, 0, 0.2)
    h.z = h.z + z + 3
    h.add()
    for i in range(9):
        s = (i - 4) / 4
        path = [
            f.at(s * 6.4, -7.4 + 3.2 * abs(s)),
            f.at(s * 9.4, -13.4 + 3 * abs(s)),
            f.at(s * 9.0 + 1.4 * math.sin(i * 2.1), -20.4 + 5 * abs(s)),
        ]
        hair.lock(sc, path, 2.0 * k, z + 2.6 - abs(s), locks, i, 0.7)
    h.z = h.z - 0.1
    hair.cap(h, locks, 0.5, -0.5, side=1.0, z=0.7, lift=0.04, full=0.5)
    return h


def smoke(sc, x, y, puffs, z, material="stone2", turn=1):
    """Roll up smoke: puffs whose lines wind inwards, each over the one behind."""
    for i, (dx, dy, r) in enumerate(puffs):
        cx, cy = x + dx, y + dy
        gx, gy = sc.X - cx, sc.Y - cy
        d, a = np.hypot(gx, gy), np.arctan2(gx * turn, -gy)
        edge = r * (1 + 0.05 * np.sin(5 * a + i))
        spiral = d * 0.95 - a * 0.42 * r / 3
        high = z + 0.6 * i + 0.9 * r * dome(d / (edge + 0.01)) + 0.25 * np.cos(spiral * 3.4)
        sc.add("smoke", material, high, edge - d, d - 0.3 * a, 0.62, 0.9, 0.1, 0.3)


def _tower(sc):
    """Build the tower: courses of stone, windows in frames, a gallery, a crack down its front."""
    half = 12.4
    wide = half * (1 + 0.16 * step(TOP + 20, FOOT, sc.Y) ** 1.5)
    u = np.clip((sc.X - AXIS) / wide, -1, 1)
    lon = np.arcsin(u)
    tall, long = 4.3, 6.6
    v = (sc.Y - TOP) + 1.5 * np.sqrt(1 - u * u)
    row = np.floor(v / tall)
    at = lon * half / long + 0.5 * np.mod(row, 2)
    across, down = np.mod(at, 1), np.mod(v / tall, 1)
    joint = np.minimum(
        np.minimum(across, 1 - across) * long * np.sqrt(1 - u * u),
        np.minimum(down, 1 - down) * tall,
    )
    shade = np.mod(row * 7.3 + np.floor(at) * 3.7, 1.0)
    ragged = TOP + 1.4 * np.sin(sc.X * 0.9) + 1.3 * np.sin(sc.X * 2.3 + 1) - 1.2
    mask = np.minimum(wide - np.abs(sc.X - AXIS), np.minimum(sc.Y - ragged, FOOT + 10 - sc.Y))
    z = -10.0 + 0.85 * wide * np.sqrt(1 - u * u) + 0.5 * step(0, 0.5, joint) + 0.5 * shade
    phase = v * 0.95 - 0.25 * wide * np.sqrt(1 - u * u) + 0.5 * shade
    sc.add("tower", "stone", z, mask, phase, 0.54, 0.95, 0.02, 0.36, smooth=0.7)
    # The crack runs down from the top, open at its head; fire is seen in it.
    y = np.linspace(TOP - 2, TOP + 30, 24)
    x = (
        AXIS
        + 2.4
        + 2.0 * np.where(np.arange(24) % 4 < 2, 1, -1) * np.linspace(1, 0.5, 24)
        - 0.14 * (y - TOP)
    )
    path = np.stack([x, y], 1)
    _, _, m, _ = sc.along(path, np.linspace(2.1, 0.2, 24))
    sc.add("crack", "black", z + 0.6, np.minimum(m, mask + 1), sc.Y, 0.5, 0.4, -0.1, 0.3)
    _, _, m, _ = sc.along(path[:16], np.linspace(1.1, 0.1, 16))
    sc.add("ember", "flame", z + 0.8, m, sc.Y, 0.5, 0.6, 0.1, 0.0)
    for dx, dy, w, h in ((-6.0, 15.0, 1.7, 6.0), (6.4, 25.0, 1.7, 6.0), (-5.2, 35.0, 1.7, 6.0)):
        for name, hue, more, lift in (("frame", "stone", 0.9, 1.1), ("window", "black", 0.0, 1.5)):
            gx, gy = sc.X - AXIS - dx, sc.Y - TOP - dy
            arch = np.minimum(w + more - np.abs(gx), h + 0.6 * more - gy)
            arch = np.minimum(arch, w + more - np.hypot(gx, np.minimum(gy, 0)))
            sc.add(name, hue, z + lift, arch, gx + 0.5 * gy, 0.5, 0.8, 0.05, 0.28)
        flame(sc, AXIS + dx + 0.2, TOP + dy + 5.6, 0.66, 5.0)
    gx, gy = sc.X - AXIS, sc.Y - TOP - 42.0
    for name, hue, more, lift in (("frame", "stone", 1.2, 1.2), ("door", "wood", 0.0, 1.6)):
        arch = np.minimum(3.3 + more - np.abs(gx), 14 - gy)
        arch = np.minimum(arch, 3.3 + more - np.hypot(gx, np.minimum(gy, 0)))
        sc.add(name, hue, z + lift, arch, gx * 1.1, 0.5, 0.95, 0.0, 0.3)
    for at, more, thick in ((TOP + 9.0, 1.2, 1.0), (TOP + 10.6, 0.6, 0.6), (FOOT - 8, 1.0, 1.1)):
        edge = wide + more
        s = np.clip((sc.X - AXIS) / edge, -1, 1)
        w = sc.Y - at + 1.5 * np.sqrt(1 - s * s)
        ring = np.minimum(edge - np.abs(sc.X - AXIS), thick - np.abs(w))
        ring = np.minimum(ring, np.abs(sc.X - AXIS - 1.2) - (1.9 if at < TOP + 20 else -9))
        high = -10.0 + 0.85 * edge * np.sqrt(1 - s * s) + 1.4 + 0.6 * dome(w / thick)
        sc.add("cornice", "stone", high, ring, sc.X * 0.8, 0.5, 0.95, 0.05, 0.3)


def _dome(sc):
    """Lift the dome, ribbed and slit for a glass, with its finial; its foot is broken."""
    f = Frame(30.2, 25.4, -22, 1, 1.0)
    u, v = f.local(sc.X, sc.Y)
    r = 14.2
    s = np.clip(u / r, -1, 1)
    high = np.sqrt(np.maximum(r * r - u * u - np.minimum(v, 0) ** 2, 0))
    ribs = np.abs(
        np.sin(
            np.arcsin(
                np.clip(
                    u / np.maximum(np.sqrt(np.maximum(r * r - np.minimum(v, 0) ** 2, 1)), 1), -1, 1
                )
            )
            * 4.5
        )
    )
    shell = np.minimum(r - np.hypot(u, np.minimum(v, 0)), 0.6 - v)
    z = 3.0 + high + 0.5 * (1 - ribs**6)
    sc.add("dome", "blade", z, shell, v * 0.9 - 0.4 * high, 0.5, 1.0, 0.0, 0.36)
    ridge = np.minimum(shell - 0.2, (ribs - 0.93) * 9)
    sc.add("rib", "gold", z + 0.6, ridge, v, 0.44, 0.9, 0.02, 0.22)
    slit = np.minimum(
        shell - 1.0,
        np.minimum(1.9 - np.abs(u - 4.9 * np.sqrt(np.clip(1 - (v / r) ** 2, 0, 1))), -3.0 - v),
    )
    sc.add("slit", "black", z + 0.9, slit, v, 0.5, 0.4, -0.1, 0.28)
    for at, wide, thick in ((1.2, 15.4, 1.5), (3.4, 14.6, 0.9)):
        w = v - at + 1.0 * np.sqrt(np.clip(1 - (u / wide) ** 2, 0, 1))
        ring = np.minimum(wide - np.abs(u), thick - np.abs(w))
        high = 4.0 + 0.95 * wide * np.sqrt(np.clip(1 - (u / wide) ** 2, 0, 1)) + dome(w / thick)
        sc.add("dome ring", "gold", high, ring, u, 0.44, 0.95, 0.03, 0.3)
    joint = np.minimum(
        np.abs(np.mod(v / 3.6, 1) - 0.5),
        np.abs(np.mod(u / 5.6 + 0.5 * np.mod(np.floor(v / 3.6), 2), 1) - 0.5) * 1.5,
    )
    drum = 2.0 + 11.4 * np.sqrt(1 - s * s) - 0.5 * (joint > 0.43)
    ragged = 10.4 + 1.9 * np.sin(u * 0.9 + 1) + 1.2 * np.sin(u * 2.3)
    m = np.minimum(13.6 - np.abs(u), np.minimum(v - 2.0, ragged - v))
    sc.add("drum", "stone", drum, m, v - 0.25 * drum, 0.54, 0.95, 0, 0.34)
    top = f.at(0, -r)
    sc.tube("finial", "gold", [f.at(0, -r + 1), f.at(0, -r - 5)], [0.9, 0.5], 9.0, 0.4)
    sc.ball("finialball", "gold", *f.at(0, -r - 1.2), 1.7, 9.6, 0.8, 0.26)
    crowns.ray_star(sc, *f.at(0, -r - 6.0), 3.4, 10.0, 8, "gold", 0.4)
    return top


def figure(picture, st):
    """Return the scene."""
    sc = picture.scene(st)
    low = picture.h
    line = [(-3, 108), (12, 103), (26, 99.6), (40, 98.6), (54, 100), (68, 104), (84, 109)]
    country.hill(sc, line, -20.0, "stone", 5)
    left = ((-20, -6, 6.4), (-14, 3, 5.6), (-8.4, -4, 6.6), (-15.6, -14, 5.6), (-4, 4, 4.8))
    right = ((9, 4, 5.2), (15, -2, 6.2), (21, 5, 5.6), (24.6, -5, 6.4), (17.6, -10.6, 4.8))
    smoke(sc, AXIS, TOP - 3, left, -22.0, "stone2", 1)
    smoke(sc, AXIS, TOP - 3, right, -23.0, "stone2", -1)
    for fx, fy, k, z in (
        (-8.4, 3.0, 1.35, -6.0),
        (8.2, 3.0, 1.35, -6.2),
        (0.6, 3.6, 2.0, -4.0),
        (-4.2, 3, 1.2, -3),
        (4.4, 3.2, 1.2, -3),
    ):
        flame(sc, AXIS + fx, TOP + fy, k, z)
    _tower(sc)
    _dome(sc)
    width = [5.2, 4.4, 4.0, 3.2, 2.8, 0.2]
    _, _, m, _ = sc.along(BOLT, [0.55 * r for r in width])
    sc.add("bolt", "sun", 16.0 + 0.9 * np.clip(m, 0, 2), m, sc.X + sc.Y, 0.6, 0.4, 0.16, 0.44)
    for fork in (
        [(55.6, 28.4), (63.6, 33.0), (62.0, 36.4), (68.0, 41.6)],
        [(63.6, 16.4), (54.0, 20.0), (53.0, 18.0), (47.4, 20.6)],
    ):
        _, _, m, _ = sc.along(fork, [1.2, 0.9, 0.7, 0.1])
        sc.add("fork", "sun", 15.0 + 0.9 * np.clip(m, 0, 2), m, sc.X + sc.Y, 0.6, 0.4, 0.16, 0.32)
    rnd = np.random.RandomState(6)
    for x, y in (
        (18, 47),
        (25, 43),
        (60, 50),
        (66, 57),
        (15, 62),
        (63, 93),
        (20, 98),
        (57, 62),
        (23, 56),
        (69, 71),
    ):
        r, t = rnd.uniform(1.3, 2.6), rnd.uniform(0, 3)
        corners = [(x + r * math.cos(t + q), y + r * math.sin(t + q)) for q in (0, 1.3, 2.8, 4.4)]
        m = sc.inside(np.array(corners))
        u = (sc.X - x) * math.cos(t) + (sc.Y - y) * math.sin(t)
        z = 2.0 + np.clip(m, 0, 0.7) - 0.35 * np.abs(u)
        sc.add("rubble", "stone", z, m, sc.X + sc.Y, 0.5, 0.9, 0, 0.3)
    for _ in range(16):
        px, py = rnd.uniform(12, 68), rnd.uniform(40, 96)
        if abs(px - AXIS) > 14:
            sc.tube(
                "spark",
                "flame",
                [(px, py), (px + 0.5, py + 2.4)],
                [0.12, 0.75],
                1.0,
                0.5,
                0.5,
                0.1,
                0.2,
            )
    one = falling(sc, 20.0, 90.6, 166, 1, ("water", "linen", "gown"), "hair2", 8.0)
    two = falling(sc, 61.4, 84.4, -166, -1, ("flame", "wood", "gold"), "hair4", 8.0)
    country.sea(sc, 108.0, 18.0, foot=low + 3, mask=sc.Y - 109.0 - 0.9 * np.sin(sc.X * 0.2))

    def face(q):
        q.eyes(look=(0.0, -0.02), iris="wood", wide=1.2, big=1.2)
        q.brows("hair2.ink", 0.5, 0.06)
        q.nose()
        mouth = [(-0.1, 0.62), (0.0, 0.57), (0.1, 0.62), (0.09, 0.76), (0.0, 0.81), (-0.09, 0.76)]
        q.fill("eye.ink", np.array(mouth))

    for head in (one, two):
        sc.inks.append(("bolt", lambda plate, _, head=head: face(Face(head, plate, "flesh")), True))
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    picture = Picture(K, 1.5)
    # A night of storm: slanting rain in gusts, parted by the light of the bolt.
    t = (picture.X * 0.95 + picture.Y * 0.5) / 1.7
    gust = 0.5 + 0.5 * np.sin(picture.Y * 0.16 - picture.X * 0.07 + 2.2 * np.sin(picture.X * 0.11))
    away = np.abs(picture.X + 0.72 * picture.Y - 72.0)
    picture.lines(t, (0.10 + 0.42 * gust) * np.clip(away / 16, 0, 1))
    return picture.finish(figure(picture, st))
