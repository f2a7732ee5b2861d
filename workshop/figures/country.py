"""The country of trumps: hills, water, walls, columns, trees, clouds, sun and moon."""

import math

import numpy as np

from workshop.figures.curves import bell, dome, folds, spline, step
from workshop.figures.picture import Head


def hill(sc, points, z, material="far", seed=1, foot=None, lift=0.0, slope=0.35, pitch=0.62):
    """Raise a hill below a line of points (mm); `foot` ends it."""
    line = spline(points, 90)
    top = np.interp(sc.X, line[:, 0], line[:, 1])
    down = sc.Y - top
    mask = down if foot is None else np.minimum(down, foot - sc.Y)
    rough = folds(sc.X * 0.35 + 0.2 * down + seed, seed)
    high = z + 1.4 * np.sqrt(np.clip(down, 0, 9)) + 0.5 * rough * step(0, 5, down)
    phase = down * (0.55 + 0.02 * down) + slope * 3 * np.sin(sc.X * 0.09 + seed) + 0.4 * rough
    sc.add("hill", material, high, mask, phase, pitch, 0.8, lift, 0.3, over=z)


def sea(sc, top, z, material="water", foot=None, seed=2, lift=0.08, mask=None):
    """Lay water from a level down; its waves lengthen toward the viewer."""
    down = np.maximum(sc.Y - top, 0)
    wave = np.sin(sc.X * 0.5 / (1 + 0.05 * down) + 2.1 * np.sin(sc.Y * 0.6 + seed))
    phase = 4.4 * np.log1p(down * 0.32) * 1.6 + 0.24 * wave
    inside = sc.Y - top if foot is None else np.minimum(sc.Y - top, foot - sc.Y)
    if mask is not None:
        inside = np.minimum(inside, mask)
    sc.add("sea", material, z + 0.5 * wave, inside, phase, 0.62, 0.75, lift, 0.3, over=z)


def glint(sc, x, top, wide, n, z, material="pearl", seed=3):
    """Scatter the reflection of a light over water below (x, top)."""
    rnd = np.random.RandomState(seed)
    for i in range(n):
        y = top + 1.2 + i * 1.5 + 0.03 * i * i
        half = wide * (0.45 + 0.55 * rnd.rand()) * (1 + 0.03 * i)
        dx = rnd.uniform(-0.5, 0.5) * wide
        path = [(x + dx - half, y), (x + dx, y + 0.25), (x + dx + half, y)]
        sc.tube("glint", material, spline(path, 12), 0.5 * np.sin(np.linspace(0.1, 3.04, 12)), z)


def cloud(sc, x, y, k, z, material="white", seed=1, flat=True, n=7):
    """Pile up a cloud `k` mm high of round puffs, flat at its foot."""
    rnd = np.random.RandomState(seed)
    for i in range(n):
        t = (i + 0.5) / n * 2 - 1
        r = k * (0.34 + 0.3 * (1 - t * t) + 0.1 * rnd.rand())
        cx, cy = x + t * k * 1.5, y - r * 0.45 - 0.25 * k * (1 - t * t)
        d = np.hypot(sc.X - cx, sc.Y - cy)
        mask = r - d
        if flat:
            mask = np.minimum(mask, y - sc.Y + 0.3 * np.sin(sc.X))
        a = np.arctan2(sc.X - cx, -(sc.Y - cy))
        zz = z + 0.8 * r * dome(d / r) + 0.3 * math.cos(i * 2.1)
        sc.add("cloud", material, zz, mask, d * 1.1 + 0.3 * a, 0.6, 0.8, 0.1, 0.28)


def _courses(u, v, wide, tall):
    """Return the distance to the joints of courses of stone, and a number for each stone."""
    row = np.floor(v / tall)
    at = u / wide + 0.5 * np.mod(row, 2)
    column = np.floor(at)
    across = np.mod(at, 1)
    down = np.mod(v / tall, 1)
    joint = np.minimum(np.minimum(across, 1 - across) * wide, np.minimum(down, 1 - down) * tall)
    return joint, np.mod(row * 7.3 + column * 3.7, 1.0)


def wall(sc, box, z, material="stone", stone=(6.0, 3.2), lift=0.0, coping=True):
    """Build a straight wall in a box (left, top, right, bottom)."""
    x0, y0, x1, y1 = box
    joint, shade = _courses(sc.X - x0, sc.Y - y0, *stone)
    mask = np.minimum(np.minimum(sc.X - x0, x1 - sc.X), np.minimum(sc.Y - y0, y1 - sc.Y))
    zz = z + 0.5 * step(0, 0.5, joint) + 0.35 * shade
    phase = sc.Y + 0.12 * np.sin(sc.X * 0.8 + 5 * shade) + 0.3 * shade
    sc.add("wall", material, zz, mask, phase, 0.6, 0.8, lift, 0.3, smooth=0.7)
    if coping:
        edge = np.minimum(np.minimum(sc.X - x0 + 1, x1 + 1 - sc.X), 1.1 - np.abs(sc.Y - y0))
        high = z + 1.4 + dome((sc.Y - y0) / 1.2)
        sc.add("coping", material, high, edge, sc.X * 0.9, 0.5, 0.9, 0.06, 0.28)


def tower(sc, x, top, foot, half, z, material="stone", flare=0.06, teeth=5, doors=(), roof=None):
    """Build a round tower with battlements; `doors`: (x, y, half width, height) of its windows."""
    wide = half * (1 + flare * np.clip((sc.Y - top) / (foot - top), 0, 1))
    u = np.clip((sc.X - x) / wide, -1, 1)
    lon = np.arcsin(u)
    joint, shade = _courses(lon * half, sc.Y - top, half * 0.52, max(half * 0.3, 1.6))
    round_ = wide * np.sqrt(1 - u * u)
    mask = np.minimum(wide - np.abs(sc.X - x), np.minimum(sc.Y - top, foot - sc.Y))
    zz = z + 0.8 * round_ + 0.45 * step(0, 0.45, joint) + 0.3 * shade
    phase = sc.Y * 0.95 - 0.25 * round_ + 0.35 * shade
    sc.add("tower", material, zz, mask, phase, 0.56, 0.95, 0, 0.34, smooth=0.7)
    if teeth:
        ring = np.minimum(half * 1.16 - np.abs(sc.X - x), half * 0.22 - np.abs(sc.Y - top))
        v = np.clip((sc.X - x) / (half * 1.16), -1, 1)
        high = z + 0.9 * half * np.sqrt(1 - v * v) + 1.0
        sc.add("gallery", material, high, ring, sc.X * 0.8, 0.5, 0.95, 0.04, 0.3)
        gap = np.abs(np.mod(np.arcsin(v) / math.pi * (2 * teeth - 1) * 1.0, 2) - 1) - 0.45
        merlon = np.minimum(half * 1.16 - np.abs(sc.X - x), gap * half * 0.3)
        merlon = np.minimum(merlon, np.minimum(sc.Y - top + half * 0.62, top - sc.Y))
        sc.add("merlon", material, high - 0.3, merlon, sc.Y - 0.2 * high, 0.5, 0.95, 0.02, 0.3)
    for dx, dy, w, h in doors:
        arch = np.minimum(w - np.abs(sc.X - x - dx), h - (sc.Y - top - dy))
        arch = np.minimum(arch, w - np.hypot(sc.X - x - dx, np.minimum(sc.Y - top - dy, 0)))
        sc.add("door", "black", zz + 0.4, arch, sc.Y, 0.5, 0.5, -0.1, 0.28)


def column(sc, x, top, foot, half, z, material="stone", flutes=7, ball=None):
    """Set up a fluted column with base and capital; `ball`: material of a ball on it."""
    bulge = half * (1 - 0.10 * np.clip((foot - sc.Y) / (foot - top), 0, 1))
    u = np.clip((sc.X - x) / bulge, -1, 1)
    lon = np.arcsin(u)
    round_ = bulge * np.sqrt(1 - u * u)
    groove = np.abs(np.sin(lon * flutes))
    mask = np.minimum(bulge - np.abs(sc.X - x), np.minimum(sc.Y - top, foot - sc.Y))
    zz = z + 0.9 * round_ + 0.3 * groove
    sc.add("shaft", material, zz, mask, lon * half * 1.1, 0.5, 0.9, 0.0, 0.34)
    for at, reach, tall in (
        (top + 0.6, 1.28, 1.3),
        (top - 1.6, 1.45, 1.2),
        (top + 2.6, 1.1, 0.6),
        (foot - 0.8, 1.3, 1.2),
        (foot + 1.2, 1.5, 1.2),
    ):
        v = np.clip((sc.X - x) / (half * reach), -1, 1)
        m = np.minimum(half * reach - np.abs(sc.X - x), tall - np.abs(sc.Y - at))
        high = z + 1.2 + 0.9 * half * reach * np.sqrt(1 - v * v) + 0.5 * dome((sc.Y - at) / tall)
        sc.add("moulding", material, high, m, sc.X * 0.8, 0.5, 0.95, 0.05, 0.3)
    if ball:
        sc.ball("columnball", ball, x, top - 2.6 - half * 0.9, half, z + 2, 0.9, 0.3, 0.42)


def sun(sc, x, y, r, z, rays=16, reach=1.75, skin="sun", face=None, turn=0.0, wavy=True):
    """Shine a sun with a face: straight and wavy rays in turn; return its head."""
    for i in range(rays):
        a = turn + i * math.tau / rays
        out = np.array((math.sin(a), -math.cos(a)))
        side = np.array((-out[1], out[0]))
        far = r * (reach if i % 2 == 0 else 0.9 * reach)
        t = np.linspace(0.86 * r, far, 26)
        bend = 0.085 * r * np.sin((t - r) / r * 8.6) if wavy and i % 2 else 0 * t
        path = np.array((x, y)) + t[:, None] * out + bend[:, None] * side
        wide = np.interp(t, [0.86 * r, r, far], [0.17, 0.15, 0.012]) * r
        u, w, m, h = sc.along(path, wide)
        ridge = h if wavy and i % 2 else 1.2 * wide.max() - 0.8 * np.abs(w)
        sc.add("ray", "gold", z - 1.5 + ridge, m, u * 0.5 + np.abs(w), 0.42, 0.8, 0.06, 0.26)
    d = np.hypot(sc.X - x, sc.Y - y)
    h = Head(sc, x, y - 0.02 * r, r * 1.06, 0, 0, 0, 0.3, 0, skin)
    h.mask = r - d
    h.z = z + 0.55 * np.maximum(h.z - h.z[h.mask > 0].min(), 0) * step(0, 0.25 * r, r - d)
    h.z = h.z + 0.35 * r * dome(d / (1.05 * r))
    h.add(0.10)
    rim = 0.075 * r - np.abs(d - r)
    sc.add("sunrim", "gold", z + 2.5 + 0 * d, rim, np.arctan2(sc.X - x, sc.Y - y) * r, 0.5, 0.8)

    def look(q):
        q.eyes(look=(0, 0.0), iris="gold", big=1.12, wide=0.9)
        q.brows("gold.ink", 0.6, 0.03)
        q.nose(1.1)
        q.lips(full=1.1, smile=0.05, wide=0.25)

    h.features(face or look)
    return h


def moon(sc, x, y, r, z, side=1, skin="pearl", rim="silver", dark=True):
    """Hang a moon: a crescent whose inner edge is the profile of a face; return its head."""
    d = np.hypot(sc.X - x, sc.Y - y)
    if dark:
        phase = sc.Y * 0.8 + 0.2 * sc.X
        sc.add(
            "moondark", "lining", z - 3 + 0.1 * r * dome(d / r), r - d, phase, 0.5, 1.0, -0.1, 0.3
        )
    h = Head(sc, x + side * 0.20 * r, y + 0.03 * r, 0.86 * r, -side * 62, 0, side * 4, 0.1, 0, skin)
    h.mask = np.minimum(h.mask, r - d)
    h.z = z + 0.5 * h.z
    h.add(0.06)
    inner = np.hypot(sc.X - x + side * 0.42 * r, sc.Y - y) - 0.93 * r
    m = np.minimum(r - d, inner)
    zz = z + 4.4 + 0.09 * r * np.sqrt(np.clip(m, 0, 0.5 * r)) * 1.4
    sc.add("crescent", rim, zz, m, d * 0.9, 0.5, 0.9, 0.05, 0.34)

    def look(q):
        q.eye(-side, look=(-side * 0.03, 0.0), iris="steel", big=1.1)
        q.brows(skin + ".ink", 0.5, 0.03)
        q.nose()
        q.lips(full=1.0, smile=0.02)

    h.features(look)
    return h


def planet(sc, x, y, r, z, material="gem", ring=0.0, tilt=-20.0, belts=True):
    """Float a world in belts; `ring`: its reach against the radius, 0 for none."""
    gx, gy = sc.X - x, sc.Y - y
    c, s = math.cos(math.radians(tilt)), math.sin(math.radians(tilt))
    u, v = gx * c + gy * s, -gx * s + gy * c
    d = np.hypot(gx, gy)
    ball = np.sqrt(np.maximum(r * r - d * d, 0))
    wave = 0.05 * r * np.sin(u / r * 5)
    relief = 0.06 * r * np.sin((v + wave) / r * 9) if belts else 0.0
    sc.add("planet", material, z + ball + relief, r - d, v - 0.4 * ball, 0.44, 1, 0.02, 0.34)
    if ring:
        e = np.hypot(u / (ring * r), v / (0.27 * ring * r))
        band = np.minimum((1 - e) * r * 0.4, (e - 0.72) * r * 0.5)
        front = np.minimum(band, (v + 0.05 * r) * 2)
        sc.add("ring", "gold", z + 1.3 * r + 0 * u, front, e * 9, 0.5, 0.7, 0.08, 0.26)
        sc.add("ringback", "gold", z - 1 + 0 * u, band, e * 9, 0.5, 0.9, 0, 0.26)


def tree(sc, path, radii, z, material="wood", seed=1, stumps=()):
    """Grow a trunk along a path, its bark in strands; `stumps`: (share, side) of cut branches."""
    p = spline(path, 60)
    u, w, m, h = sc.along(p, np.interp(np.linspace(0, 1, 60), np.linspace(0, 1, len(radii)), radii))
    bark = folds(w * 2.2 + 0.5 * np.sin(u * 0.25 + seed), seed)
    sc.add("trunk", material, z + h + 0.35 * bark, m, w + 0.3 * bark, 0.52, 0.95, 0.0, 0.34)
    for share, side in stumps:
        i = int(share * 59)
        d = p[min(i + 1, 59)] - p[i - 1]
        d = d / np.hypot(*d)
        n = np.array((-d[1], d[0])) * side
        a = p[i] + n * 0.4 * max(radii)
        b = a + n * 1.5 * max(radii) - d * 0.8
        sc.tube("stump", material, [a, b], [0.62 * max(radii), 0.45 * max(radii)], z + 0.6, 0.5)
        sc.oval("cut", "linen", *b, 0.42 * max(radii), 0.4 * max(radii), z + 1.4, high=0.2)


def leaf(sc, root, tip, wide, z, material="leaf"):
    """Let one leaf grow from its root to its tip."""
    a, b = np.array(root, float), np.array(tip, float)
    n = np.array((-(b - a)[1], (b - a)[0])) * 0.08
    q = spline([a, (a + b) / 2 + n, b], 20)
    full = np.sin(np.linspace(0.05, math.pi - 0.02, 20)) ** 0.8 * wide
    along, across, m, h = sc.along(q, full + 0.05)
    zz = z + 0.5 * h - 0.6 * bell(across, 0.25)
    sc.add("leaf", material, zz, m, along + np.abs(across) * 0.9, 0.5, 0.9, 0.04, 0.26)


def tuft(sc, x, y, k, z, n=7, seed=1, material="leaf"):
    """Let a tuft of grass stand at a place."""
    rnd = np.random.RandomState(seed)
    for i in range(n):
        a = (i - (n - 1) / 2) / n * 1.7 + 0.1 * rnd.randn()
        long = k * (0.7 + 0.5 * rnd.rand())
        tip = (x + long * math.sin(a), y - long * math.cos(a))
        leaf(sc, (x + 0.15 * k * a, y), tip, 0.10 * k, z + 0.2 * (i % 3), material)


def flower(sc, x, y, r, z, petals=14, heart="wood", material="gold", stem=None):
    """Open a flower: two rows of petals round a heart of seeds; `stem` is its path."""
    if stem:
        sc.tube("flowerstem", "leaf", spline([(x, y), *stem], 24), 0.11 * r + 0.3, z - 2.5, 0.45)
    for row in (0, 1):
        for i in range(petals):
            a = (i + 0.5 * row) * math.tau / petals
            out = np.array((math.sin(a), -math.cos(a)))
            c = np.array((x, y))
            p = [c + out * 0.42 * r, c + out * 0.75 * r, c + out * (1.0 - 0.12 * row) * r]
            w = [0.12 * r, 0.17 * r, 0.02 * r]
            u, across, m, h = sc.along(
                spline(p, 10), np.interp(np.linspace(0, 1, 10), [0, 0.5, 1], w)
            )
            sc.add(
                "petal", material, z + row + 0.6 * h, m, u + np.abs(across), 0.45, 0.8, 0.06, 0.24
            )
    d = np.hypot(sc.X - x, sc.Y - y)
    seeds = 0.25 * np.sin(3.2 * (sc.X - x)) * np.sin(3.2 * (sc.Y - y))
    high = z + 2 + 0.3 * r * dome(d / (0.5 * r)) + seeds
    sc.add("heart", heart, high, 0.46 * r - d, d * 1.2, 0.45, 1.0, 0, 0.28)


def wings(
    sc, x, y, k, z, side=1, spread=1.0, material="feather", rows=((1.0, 9), (0.66, 7), (0.4, 6))
):
    """Spread a wing from the shoulder (x, y): three rows of feathers, the shortest on top."""
    for tier, (long, n) in enumerate(rows):
        for i in range(n):
            t = i / (n - 1)
            a = math.radians(-18 + 118 * t * spread)
            out = np.array((side * math.cos(a - 0.9), math.sin(a - 0.9)))
            root = np.array((x + side * k * (0.05 + 0.30 * (1 - t)), y - k * 0.16 * (1 - t)))
            reach = k * long * (1.0 - 0.42 * t)
            tip = root + out * reach + np.array((0, 0.10 * k * t))
            mid = root + out * reach * 0.55 + np.array((side * 0.04 * k, -0.05 * k))
            r = k * 0.075 * (1.0 if tier == 0 else 1.15)
            p = spline([root, mid, tip], 24)
            wide = np.interp(np.linspace(0, 1, 24), [0, 0.5, 0.88, 1], [0.55, 1, 0.9, 0.2]) * r
            u, w, m, h = sc.along(p, wide)
            barb = 0.22 * np.abs(np.sin(u * 1.3 + np.abs(w)))
            zz = z + tier * 1.0 - 0.22 * i + 0.5 * h - 0.5 * bell(w, 0.3) + barb
            sc.add("wing", material, zz, m, u * 0.7 + np.abs(w) * 0.9, 0.5, 0.9, 0.05, 0.26)
    arm = spline(
        [(x, y), (x + side * 0.2 * k, y - 0.2 * k), (x + side * 0.45 * k, y - 0.3 * k)], 24
    )
    sc.tube("wingarm", material, arm, np.linspace(0.10, 0.06, 24) * k, z + 2.2, 0.5, 0.9, 0.06)
