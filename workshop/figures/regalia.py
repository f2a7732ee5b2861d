"""What courts of poker and tarot hold and wear: swords, sceptres, roses, orbs, gems, bows, pips."""

import math

import numpy as np
from scipy.ndimage import gaussian_filter

from workshop.figures.curves import Frame, bell, bez, dome, loop, spline, step


def pip(suit, k=1.0):
    """Return the outline of a suit of poker about (0, 0), some 2 k mm high."""
    if suit == "diamonds":
        p = bez(
            *((0, -1.1), (0.25, -0.7), (0.5, -0.3), (0.82, 0)),
            *((0.5, 0.3), (0.25, 0.7), (0, 1.1), (-0.25, 0.7), (-0.5, 0.3), (-0.82, 0)),
            *((-0.5, -0.3), (-0.25, -0.7), (0, -1.1)),
        )
    elif suit == "clubs":
        parts = []
        for cx, cy, a0, a1 in (
            (0.52, 0.12, 118, -118),
            (0, -0.52, 42, -222),
            (-0.52, 0.12, -62, -298),
        ):
            a = np.radians(np.linspace(a0, a1, 26))
            parts.append(np.stack([cx + 0.47 * np.cos(a), cy + 0.47 * np.sin(a)], 1))
        stem = np.array([(-0.12, 0.45), (-0.34, 1.05), (0.34, 1.05), (0.12, 0.45)])
        p = np.concatenate([stem, *parts])
        return p * k
    else:
        heart = bez(
            *((0, 1.0), (-0.35, 0.55), (-1.0, 0.2), (-1.0, -0.35), (-1.0, -0.95), (-0.2, -1.0)),
            *(
                (0, -0.42),
                (0.2, -1.0),
                (1.0, -0.95),
                (1.0, -0.35),
                (1.0, 0.2),
                (0.35, 0.55),
                (0, 1.0),
            ),
        )
        if suit == "hearts":
            return heart * k
        heart = heart[:-1] * [0.95, -0.92] + [0, -0.1]
        i = int(np.argmin(np.hypot(heart[:, 0], heart[:, 1] - 0.29)))
        stem = np.array([(0.08, 0.4), (0.36, 1.08), (-0.36, 1.08), (-0.08, 0.4)])
        if heart[i - 2, 0] < heart[(i + 2) % len(heart), 0]:
            stem = stem[::-1]
        p = np.concatenate([heart[:i], stem, heart[i + 1 :]])
        return p * k
    return p[:-1] * k


def emblem(sc, suit, x, y, k, z, material="suit", rim="gold"):
    """Set the suit as a jewel, bulging, in a rim of metal."""
    outline = pip(suit, k) + np.array((x, y))
    m = sc.inside(outline)
    if rim:
        zz = z + 0.7 * np.sqrt(np.clip(m + 0.8, 0, 0.8))
        sc.add("emblemrim", rim, zz, m + 0.75, sc.X + sc.Y, 0.36, 1, 0.02, 0.26)
    zz = z + 0.8 + 1.5 * np.sqrt(np.clip(m, 0, 0.5 * k))
    zz = gaussian_filter(zz, 1.0)
    sc.add("emblem", material, zz, m, sc.Y - 0.4 * zz, 0.38, 0.9, 0.03, 0.24)


def sword(
    sc,
    frame,
    z=16.0,
    blade=30.0,
    wide=1.9,
    grip=9.5,
    metal="steel",
    gem="gem",
    guard=6.6,
    wrap="leather",
):
    """Hold a straight sword: its cross at (0, 0) of the frame, blade upward, grip downward."""
    u, v = frame.local(sc.X, sc.Y)
    k, au = frame.k, np.abs(u)
    t = np.clip((v + blade) / blade, 0, 1)
    half = wide * np.minimum(1, np.sqrt(np.clip(t * 7.0, 0, 1))) * (0.80 + 0.20 * t)
    fuller = bell(au, 0.30) * step(0.14, 0.2, t)
    zz = z + (-au * 1.3 - 0.8 * fuller) * k
    mask = np.minimum(half - au, np.minimum(v + blade, 0.2 - v)) * k
    sc.add("blade", metal, zz, mask, (v * 0.7 + au * 0.9) * k, 0.5, 0.8, 0.10)
    bow = v - 0.02 * u * u
    mask = np.minimum(0.95 + 0.35 * step(guard - 2.2, guard, au) - np.abs(bow), guard - au) * k
    zg = z + 2 + 1.2 * dome(bow / 1.4)
    sc.add("guard", "gold", zg, mask, u * k, 0.36)
    for s in (-1, 1):
        p = frame.at(s * guard, 0.02 * guard * guard)
        sc.ball("quillon", "gold", *p, 1.15 * k, z + 2, 0.8)
    sc.ball("guardring", "gold", frame.x, frame.y, 1.7 * k, z + 3.2, 0.8)
    sc.ball("guardgem", gem, frame.x, frame.y, 1.0 * k, z + 4.8)
    wave = 0.22 * np.cos((v + u * 0.4) * 4.6)
    zr = z - 2 + (1.2 * dome(u / 1.2) + wave) * k
    mask = np.minimum(1.2 - au, np.minimum(v - 0.4, grip + 0.4 - v)) * k
    sc.add("grip", wrap, zr, mask, (v + 0.4 * u) * k, 0.5)
    p = frame.at(0, grip + 1.2)
    sc.oval("pommel", "gold", p[0], p[1], 1.9 * k, 1.9 * k, z - 1)


def sceptre(sc, frame, z, top, foot, suit=None, material="gold", k=3.4):
    """Hold a sceptre that ends in a jewel of the suit, or in a lily."""
    sc.tube("sceptre", material, frame.all([(0, top + 2), (0, foot)]), 0.95, z, 0.4, 1, 0.02, 0.3)
    u, v = frame.local(sc.X, sc.Y)
    for at, rx, ry in (
        (top + 2.8, 1.6, 0.7),
        (top + 4.4, 1.3, 0.5),
        (top + 13, 1.5, 0.7),
        (foot - 4, 1.6, 0.8),
    ):
        e = np.hypot(u / rx, (v - at) / ry)
        sc.add(
            "knob", material, z + 0.4 + rx * dome(e), (1 - e) * ry, u - 0.3 * v, 0.34, 1, 0.02, 0.28
        )
    p = frame.at(0, top)
    if suit:
        emblem(sc, suit, p[0], p[1] - k * 0.75, k, z + 0.6)
    return p


def orb(sc, x, y, r, z, material="gold", cross=True, belt="gem"):
    """Add an orb with its belt, its band, and its cross."""
    dx, dy = sc.X - x, sc.Y - y
    d = np.hypot(dx, dy)
    ball = np.sqrt(np.maximum(r * r - d * d, 0))
    sc.add("orb", material, z + 0.8 * ball, r - d, dy - 0.35 * ball, 0.42, 1, 0.02, 0.34)
    wave = dy + 0.16 * r - 0.20 * r * dome(dx / r)
    m = np.minimum(r + 0.15 - d, 0.11 * r + 0.25 - np.abs(wave))
    sc.add("belt", belt, z + 0.8 * ball + 0.7, m, dx, 0.4, 0.8, 0.02, 0.24)
    for i in range(-3, 4):
        bx = x + r * math.sin(i * 0.42) * 0.96
        by = y - 0.16 * r + 0.20 * r * math.cos(i * 0.42)
        high = z + 0.8 * r * math.cos(i * 0.42) + 0.8
        sc.ball("beltpearl", "pearl", bx, by, 0.085 * r + 0.12, high, 0, 0.2)
    m = np.minimum(np.minimum(r + 0.1 - d, 0.08 * r + 0.2 - np.abs(dx - 0.05 * dy)), -wave)
    sc.add("arch", belt, z + 0.8 * ball + 0.6, m, dy, 0.4, 0.8, 0.02, 0.24)
    if cross:
        for ox, oy, w, h in ((0, -r - 1.9, 0.55, 2.2), (0, -r - 2.2, 1.7, 0.55)):
            m = np.minimum(w - np.abs(dx - ox), h - np.abs(dy - oy))
            zz = z + 2 + 0.5 * np.sqrt(np.clip(m, 0, 0.6))
            sc.add("cross", material, zz, m, dx + dy, 0.36, 1, 0.02, 0.26)
        sc.ball("crossgem", "pearl", x, y - r - 2.2, 0.5, z + 3)


def cut_gem(sc, x, y, rx, ry, z, material="gem"):
    """Cut a large gem: a table, a crown of facets, a girdle."""
    dx, dy = (sc.X - x) / rx, (sc.Y - y) / ry
    d = np.abs(dx) + np.abs(dy)
    m = (1 - d) * min(rx, ry) * 0.72
    plane = np.where(dx > 0, 1, -1) * 0.9 * np.abs(dx) + np.where(dy > 0, 1, -1) * 1.3 * np.abs(dy)
    table = np.maximum(np.abs(dx) * 1.0, np.abs(dy) * 1.0) + d * 0.5
    high = np.minimum(1 - d, 0.48) * 4.2
    facet = np.where(np.abs(dx) > np.abs(dy), 0.5, -0.4) * np.sin(plane * 2.4)
    zz = z + high + facet * (d > 0.52)
    sc.add("gem", material, zz, m, (dx + dy) * rx * 0.7 + table, 0.42, 0.9, 0.06, 0.34, smooth=0.8)

    def facets(plate, mat):
        c = np.array([x, y])
        o = np.array([(0, -ry), (rx, 0), (0, ry), (-rx, 0)])
        i = o * 0.52
        for a in range(4):
            b = (a + 1) % 4
            mid = (o[a] + o[b]) / 2
            plate.line(mat + ".ink", c + np.array([i[a], i[b]]), 0.16)
            plate.line(mat + ".ink", c + np.array([i[a], mid]), 0.13)
            plate.line(mat + ".ink", c + np.array([i[b], mid]), 0.13)
            plate.line(mat + ".ink", c + np.array([i[a], o[a]]), 0.13)

    sc.ink("gem", facets)


def rose(sc, x, y, r, z, stem, material="flame", leaf="leaf", seed=0):
    """Hold a rose: petals that spiral, sepals, a stem along a path, two leaves."""
    p = spline([(x, y + r * 0.6), *stem], 30)
    sc.tube("stem", leaf, p, 0.55, z - 1.0, 0.36, 0.8, 0, 0.26)
    for at, side in ((0.34, 1), (0.55, -1)):
        a = p[int(at * 29)]
        b = a + np.array([side * 4.0, -2.6])
        mid = (a + b) / 2 + np.array([0, 1.0])
        q = spline([a, mid, b], 20)
        wide = np.sin(np.linspace(0.05, math.pi - 0.02, 20)) ** 0.8 * 1.35
        u, w, m, h = sc.along(q, wide + 0.05)
        zz = z - 0.6 + 0.5 * h - 0.5 * bell(w, 0.2)
        sc.add(
            "leaf", leaf, zz, m - 0.12 * np.abs(np.sin(u * 4)), u + np.abs(w) * 0.9, 0.4, 1, 0, 0.26
        )
    rnd = np.random.RandomState(seed)
    for ring, (n, reach, size) in enumerate(((7, 0.66, 0.48), (6, 0.42, 0.44), (4, 0.20, 0.36))):
        turn = rnd.uniform(0, 6.28)
        for i in range(n):
            a = turn + i * math.tau / n
            cx, cy = x + reach * r * math.cos(a), y + reach * r * math.sin(a) * 0.88
            f = Frame(cx, cy, math.degrees(a) + 90)
            u, v = f.local(sc.X, sc.Y)
            e = np.hypot(u / (size * r * 1.15), v / (size * r * 0.9))
            lip = 0.9 * bell(e - 0.86, 0.16) * (v < 0.1)
            zz = z + ring * 1.1 + 0.12 * i - 0.5 * e + lip + 0.35 * v / r
            sc.add("petal", material, zz, (1 - e) * size * r, v + 0.2 * u * u, 0.46, 0.8, 0.1, 0.28)
    sc.ball("heart", material, x, y, r * 0.2, z + 3.4, 0.8, 0.24)


def bow(sc, frame, z, reach=24.0, depth=4.6, material="wood"):
    """Hold a bow upright: two limbs that curve back, grip, string."""
    path = frame.all(
        [(0, -reach), (2.8, -reach * 0.86), (depth * 0.7, -reach * 0.5), (0, -3), (0, 0)]
    )
    low = frame.all([(0, 0), (0, 3), (depth * 0.7, reach * 0.5), (2.8, reach * 0.86), (0, reach)])
    p = np.concatenate([spline(path, 36), spline(low, 36)[1:]])
    r = 1.15 - 0.75 * np.abs(np.linspace(-1, 1, len(p))) ** 1.6
    sc.tube("bow", material, p, r, z, 0.4, 0.9, 0.03, 0.3)
    string = frame.all([(-0.3, -reach), (-1.2, 0), (-0.3, reach)])
    sc.tube("string", "linen", string, 0.2, z - 1.5, 1, 0, 0, 0.12)
    u, v = frame.local(sc.X, sc.Y)
    for at in (-3.4, 3.4):
        m = np.minimum(1.5 - np.abs(u), 0.6 - np.abs(v - at))
        sc.add("binding", "gold", z + 1.2 + dome(u / 1.5), m, u, 0.34, 1, 0.02, 0.24)


def halberd(sc, frame, z, top, foot, suit="spades"):
    """Hold a halberd: shaft, blade with the suit cut through it, hook, spike."""
    sc.tube("shaft", "wood", frame.all([(0, top + 6), (0, foot)]), 1.0, z, 0.42, 0.9, 0.05, 0.3)
    spike = frame.all(
        [(-1.0, top + 6), (-0.9, top - 1), (0, top - 9), (0.9, top - 1), (1.0, top + 6)]
    )
    m = sc.inside(spike)
    u, v = frame.local(sc.X, sc.Y)
    sc.add("spike", "steel", z + 1.6 - np.abs(u) * 1.2, m, v + np.abs(u), 0.46, 0.9, 0.08)
    blade = frame.all(
        [
            *((-0.8, top - 1.5), (-3.4, top - 4.6), (-7.4, top - 5.0), (-6.2, top + 1.5)),
            *((-7.6, top + 8), (-3.6, top + 7.2), (-0.8, top + 5.5)),
        ]
    )
    m = sc.inside(
        np.concatenate(
            [spline(blade[:3], 12), spline(blade[2:5], 16)[1:], spline(blade[4:], 12)[1:]]
        )
    )
    hole = frame.at(-4.0, top + 1.6)
    d = np.hypot(sc.X - hole[0], sc.Y - hole[1]) - 1.15
    zz = z + 1.0 + 0.8 * np.clip(m, 0, 1.4)
    sc.add("axe", "steel", zz, np.minimum(m, d), u + 0.3 * v, 0.44, 0.9, 0.04)
    hook = frame.all(
        [(0.8, top - 1), (4.4, top - 0.6), (6.4, top + 3.6), (3.6, top + 2.6), (0.8, top + 4)]
    )
    m = sc.inside(loop(hook, 60))
    sc.add("hook", "steel", z + 0.9 + 0.6 * np.clip(m, 0, 1), m, u, 0.42, 0.9, 0.02)
    for at in (top + 7, top + 9.4):
        e = np.hypot(u / 1.6, (v - at) / 0.8)
        sc.add("knob", "gold", z + 0.6 + 1.6 * dome(e), (1 - e) * 0.8, u, 0.34, 1, 0.02, 0.26)


def axe(sc, frame, z, top, foot, material="steel"):
    """Hold a battle axe: a broad curved blade to the left of its shaft."""
    sc.tube("shaft", "wood", frame.all([(0, top - 3), (0, foot)]), 1.1, z, 0.42, 0.9, 0.05, 0.3)
    u, v = frame.local(sc.X, sc.Y)
    w = v - top - 3.6
    blade = frame.all(
        [
            *(
                (0.4, top),
                (-3, top - 1.2),
                (-6.4, top - 5.4),
                (-9.2, top + 3.6),
                (-6.4, top + 12.4),
            ),
            *((-3, top + 8.4), (0.4, top + 7.2)),
        ]
    )
    edge = np.concatenate(
        [spline(blade[:3], 14), spline(blade[2:5], 24)[1:], spline(blade[4:], 14)[1:]]
    )
    m = sc.inside(edge)
    zz = z + 1.4 + 1.0 * np.clip(m, 0, 1.6) - 0.06 * (u + 4) ** 2 * 0.2
    sc.add("axe", material, zz, m, u - 0.04 * w * w, 0.46, 0.9, 0.05)
    sc.oval("axering", "gold", *frame.at(0, top + 3.6), 1.9, 3.8, z + 1.4, high=1.4)
    sc.ball("axegem", "gem", *frame.at(0, top + 3.6), 1.0, z + 3.2)
    sc.oval("axetop", "gold", *frame.at(0, top - 3), 1.4, 1.4, z + 1)


def falcon(sc, x, y, k, z, side=1, material="feather"):
    """Perch a falcon whose breast is toward the viewer, its head turned to one side."""
    f = Frame(x, y, -8 * side, side, k)
    body = [
        (-2.6, -4),
        (-1.0, -6.6),
        (1.2, -6.4),
        (2.8, -3.6),
        (3.0, 0),
        (1.6, 4),
        (-1.4, 4.2),
        (-3.2, 0),
    ]
    m = sc.inside(loop(f.all(body)))
    u, v = f.local(sc.X, sc.Y)
    row = np.floor(v / 0.9)
    spots = bell(np.mod(u + 0.5 * np.mod(row, 2), 1.2) - 0.6, 0.22) * bell(
        np.mod(v, 0.9) - 0.45, 0.25
    )
    zz = z + 2.6 * k * dome(np.hypot(u / 3.3, v / 6.6)) - 0.35 * spots
    sc.add("breast", material, zz, m, v * k - 0.3 * zz, 0.4, 1, 0.03)
    tail = f.all([(-1.2, 3), (1.6, 3), (1.9, 9), (0.4, 10), (-1.2, 9)])
    ut = np.abs(np.mod(u * 1.2, 1) - 0.5)
    sc.add("tail", "leather", z - 1 + ut, sc.inside(loop(tail)), v * k, 0.4, 1, 0)
    for s in (-1, 1):
        wing = [
            (2.0 * s, -4.4),
            (3.8 * s, -2.2),
            (4.2 * s, 2.4),
            (2.9 * s, 7.4),
            (2.0 * s, 5),
            (2.1 * s, 0),
        ]
        mw = sc.inside(loop(f.all(wing)))
        tiers = np.abs(np.sin(v * 1.5 + 0.6 * np.abs(u)))
        sc.add("wing", "leather", z + 2.4 + 0.5 * tiers, mw, v * k + 0.5 * np.abs(u), 0.4, 1, 0)
    hx, hy = f.at(0.2, -7.6)
    sc.oval("falconhead", material, hx, hy, 2.1 * k, 1.95 * k, z + 2.2, high=2.0 * k)
    bx, by = f.at(2.3, -7.2)
    beak = f.all([(1.2, -8.4), (2.7, -7.9), (3.1, -6.6), (2.5, -6.9), (1.3, -6.8)])
    mb = sc.inside(loop(beak, 40))
    sc.add("beak", "gold", z + 4.6, mb, sc.X, 0.4, 0.8, 0, 0.24)
    ex, ey = f.at(0.9, -8.0)
    sc.ball("falconeye", "black", ex, ey, 0.5 * k, z + 5.0, 0, 0.2)
    sc.ball("falconiris", "gold", ex - 0.08, ey - 0.1, 0.2 * k, z + 5.6, 0, 0.12)
    return bx, by


def baton(sc, frame, z, top, foot, leaves=((0.12, 1), (0.26, -1), (0.44, 1), (0.62, -1)), r=1.25):
    """Hold a baton of green wood: knots, stumps of branches, leaves that sprout."""
    u, v = frame.local(sc.X, sc.Y)
    k = frame.k
    t = np.clip((v - top) / (foot - top), 0, 1)
    bend = 0.5 * np.sin(v * 0.16 + 0.4)
    wide = r * (1.22 - 0.35 * t) + 0.25 * np.abs(np.sin(v * 0.33 + 1)) ** 8
    d = u - bend
    zz = z + np.sqrt(np.maximum(wide**2 - d**2, 0)) * k + 0.1 * np.cos(d * 7 + v * 0.6)
    mask = np.minimum(wide - np.abs(d), np.minimum(v - top, foot - v)) * k
    sc.add("baton", "wood", zz, mask, d * 1.0 + 0.25 * np.sin(v * 0.8), 0.4, 0.9, 0.02, 0.34)
    sc.oval("cut", "wood", *frame.at(0.2, top), 1.4 * r * k, 0.75 * k, z + 1.2, high=0.3)
    for at, side in leaves:
        y = top + at * (foot - top)
        root = np.array((0.5 * math.sin(y * 0.16 + 0.4) + side * r * 0.8, y))
        tip = root + np.array((side * 2.2, -2.2))
        sc.tube("twig", "wood", frame.all([root, tip]), 0.55 * k, z - 0.2, 0.4, 0.8, 0, 0.26)
        for dx, dy, size in ((5.0, -5.0, 1.2), (5.6, -0.4, 1.05), (0.8, -7.0, 1.05)):
            end = root + np.array((side * (2.2 + dx * 0.8), -2.2 + dy * 0.8))
            mid = (tip + end) / 2 + np.array((0, 0.7))
            q = spline(frame.all([tip, mid, end]), 20)
            full = np.sin(np.linspace(0.05, math.pi - 0.02, 20)) ** 0.8 * 1.35 * size * k
            along, across, m, h = sc.along(q, full + 0.05)
            zl = z + 0.4 + 0.5 * h - 0.6 * bell(across, 0.2)
            phase = along + np.abs(across) * 0.9
            sc.add("leaf", "leaf", zl, m, phase, 0.46, 0.9, 0.04, 0.26)
