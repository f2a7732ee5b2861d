"""Parts that only specials and trumps have: cap and bells, skull, horns, scales, hourglass."""

import math

import numpy as np

from workshop.figures import crowns
from workshop.figures.curves import Frame, bell, bez, dome, loop, spline, step, swell
from workshop.figures.head import Head

SLEEVE = [
    *((52.2, 41.4), (55.4, 40.0), (59.0, 40.2), (62.6, 42.4), (67, 50), (70, 68)),
    *((47, 66), (48.4, 57), (50.4, 48)),
]


def bell_ball(sc, x, y, r, z):
    """Hang a round bell with its slit."""
    sc.ball("bell", "gold", x, y, r, z, 0.9, 0.28, 0.32)
    win = sc.window(x - r - 1, y - r - 1, x + r + 1, y + r + 1)
    gx, gy = sc.X[win] - x, sc.Y[win] - y
    if not gx.size:
        return
    d = np.hypot(gx, gy)
    band = np.minimum(r + 0.15 - d, 0.24 - np.abs(gy - 0.12 * r + 0.14 * gx**2 / r))
    high = z + r * dome(d / (r + 0.2)) + 0.4
    sc.add("bellrim", "gold", high, band, gx, 0.36, 0.6, 0.05, 0.2, window=win)
    slit = np.minimum(0.2 - np.abs(gx), np.minimum(gy - 0.25 * r, 0.85 * r - gy))
    sc.add("bellslit", "black", high + 0.2, slit, gy, 9, 0, 0, 0.0, window=win)


def jester_cap(head, materials=("cloth", "white", "robe"), z=2.0, reach=1.0):
    """Put on a cap of three horns with bells."""
    sc, h = head.scene, head
    crowns.cap(h, -0.44, 0.16, 1.2, materials[0], 5, 11, 0.2)
    a, b, c = np.array(h.at(-0.40, -0.80)), np.array(h.at(0.44, -0.80)), np.array(h.at(0.04, -0.95))
    k = reach
    horns = (
        (c, ((1.0, -4.0), (0.5, -8.0), (-3.6, -9.8)), 3.9, 0.2, materials[2]),
        (a, ((-5.2, -4.2), (-10.6, -1.6), (-12.4, 5.6)), 4.6, 1.6, materials[0]),
        (b, ((5.2, -4.8), (11.0, -3.2), (13.4, 3.6)), 4.6, 1.2, materials[1]),
    )
    for root, steps, r, dz, material in horns:
        p = spline([np.add(root, (0, 1.4)), root, *(root + np.array(s) * k for s in steps)], 46)
        radii = np.interp(np.linspace(0, 1, 46), [0, 0.35, 1], [r, r * 0.84, 0.9])
        u, w, m, hh = sc.along(p, radii)
        crease = 0.5 * np.cos(u * 0.8 + 0.3 * w) * step(3, 8, u)
        zz = z + dz + 0.95 * hh + 0.35 * crease - 4.0 * step(3.5, 0, u)
        sc.add("capehorn", material, zz, m, u - 0.4 * hh, 0.46, 1, 0.02, 0.34)
        seam = np.minimum(m, 0.28 - np.abs(w + 0.15 * r))
        sc.add("capseam", "gold", zz + 0.5, seam, u, 0.4, 0.5, 0, 0.18)
        bell_ball(sc, *(p[-1] + (p[-1] - p[-4]) * 0.3), 1.75, z + dz + 1.5)
    crowns.band(h, -0.44, 0.16, 0.075, 3.4, "gold")
    crowns.stones(h, -0.44, 0.16, (-0.9, -0.45, 0, 0.45, 0.9), 0.55, 13, ("gem", "pearl"))


class Skull(Head):
    """A skull: the head without its flesh."""

    def half(self, y):
        """Return half the width of the skull at height y."""
        up = 0.74 * np.sqrt(np.clip(1 - (np.minimum(y + 0.18, 0) / 0.84) ** 2, 0, 1))
        side = 0.74 - 0.10 * bell(y - 0.02, 0.16) - 0.06 * step(-0.1, 0.2, y)
        side = side - 0.23 * step(0.28, 0.52, y) - 0.16 * step(0.6, 1.02, y)
        end = np.sqrt(np.clip(1 - (np.maximum(y - 0.80, 0) / 0.205) ** 2.6, 0, 1))
        return np.where(y < -0.18, up, side * end)

    def face(self, x, y):
        """Return the depth over the plane of the skull."""
        ax = np.abs(x)
        z = 0.74 + 0.05 * bell(y + 0.42, 0.36) - 0.32 * np.clip(-y - 0.4, 0, 1) ** 1.6 + 0 * x
        z = z + 0.09 * bell(y + 0.15 - 0.12 * (ax - 0.3), 0.07) * bell(ax - 0.30, 0.22)
        e = np.hypot((ax - 0.295) / 0.205, (y - 0.07 + 0.10 * (ax - 0.3)) / 0.175)
        z = z - 0.36 * (1 - step(0.72, 1.12, e))
        t = np.clip((y - 0.10) / 0.38, 0, 1)
        nose = np.hypot(ax / (0.045 + 0.085 * t), (y - 0.36) / 0.17)
        z = z + 0.07 * bell(ax, 0.1) * bell(y - 0.14, 0.10) - 0.22 * (1 - step(0.7, 1.1, nose))
        z = z + 0.12 * np.exp(-(((ax - 0.47) / 0.13) ** 2) - ((y - 0.30) / 0.08) ** 2)
        z = z - 0.17 * np.exp(-(((ax - 0.47) / 0.11) ** 2) - ((y - 0.56) / 0.16) ** 2)
        teeth = bell(y - 0.665, 0.105) * np.clip(1 - (ax / 0.36) ** 4, 0, 1)
        z = z + 0.10 * teeth + 0.018 * teeth * np.abs(np.cos(x * 34))
        z = z - 0.05 * bell(y - 0.665, 0.018) * np.clip(1 - (ax / 0.36) ** 2, 0, 1)
        return z + 0.05 * np.exp(-((ax / 0.2) ** 2) - ((y - 0.90) / 0.07) ** 2)

    def holes(self, glint="flame"):
        """Let sockets, nose, and teeth be drawn; `glint` burns in the sockets."""

        def lines(q):
            t = np.linspace(0, math.tau, 40)[:-1]
            for s in (-1, 1):
                k = 1 + 0.10 * np.cos(2 * t + s * 0.5)
                eye = [
                    s * (0.295 + 0.185 * k * np.cos(t)),
                    0.07 - 0.10 * 0.185 * np.cos(t) + 0.155 * k * np.sin(t),
                ]
                q.fill("eye.ink", np.stack(eye, 1))
                q.stroke(np.stack(eye, 1)[20:39], 0.3)
                if glint:
                    for r, tone in ((0.062, "mid"), (0.034, "pale")):
                        spot = [s * 0.285 + r * np.cos(t), 0.075 + r * np.sin(t)]
                        q.fill(f"{glint}.{tone}", np.stack(spot, 1))
                hole = [(0.012, 0.24), (0.05, 0.26), (0.12, 0.40), (0.09, 0.45), (0.02, 0.43)]
                q.fill("eye.ink", np.array([(s * a, b) for a, b in hole]))
            row = bez((-0.34, 0.655), (-0.12, 0.69), (0.12, 0.69), (0.34, 0.655))
            q.stroke(row, 0.34, "eye.ink", (0.2, 0.2))
            for i in range(-5, 6):
                x = i * 0.062
                long = 0.105 * (1 - (x / 0.42) ** 2)
                up = [(x, 0.675 - long), (x * 1.02, 0.675)]
                q.stroke(np.array(up), 0.2, "eye.ink", (0.5, 0.1))
                low = [(x, 0.685), (x * 0.97, 0.685 + long * 0.9)]
                q.stroke(np.array(low), 0.18, "eye.ink", (0.1, 0.6))
            for s in (-1, 1):
                arch = bez((s * 0.40, 0.42), (s * 0.50, 0.46), (s * 0.58, 0.40), (s * 0.62, 0.30))
                q.stroke(arch, 0.26, taper=(0.5, 0.5))
            crack = [(0.16, -0.88), (0.24, -0.76), (0.18, -0.66), (0.30, -0.54), (0.27, -0.44)]
            q.stroke(np.array(crack), 0.22, taper=(0.1, 0.8))

        self.features(lines)


def bony_hand(sc, frame, z, material="bone"):
    """Draw finger bones closed round an object at (0, 0); the arm comes from below."""
    k = frame.k
    fingers = (
        ((-2.6, 5.0), (-3.6, 0.6), (-4.5, -3.0), (-4.1, -6.0), (-3.2, -8.0)),
        ((-0.9, 5.0), (-1.4, 0.2), (-1.9, -4.2), (-1.6, -7.2), (-1.0, -9.2)),
        ((0.8, 5.0), (1.0, 0.3), (1.2, -4.0), (1.1, -7.0), (0.7, -8.9)),
        ((2.4, 5.2), (3.2, 0.8), (3.8, -2.6), (3.6, -5.2), (2.9, -6.9)),
    )
    thumb = ((-2.9, 7.0), (-5.2, 3.4), (-6.3, -0.2), (-5.6, -3.0))
    for i, joints in enumerate((*fingers, thumb)):
        p = frame.all(joints)
        for j in range(len(p) - 1):
            a, b = p[j], p[j + 1]
            u, _, m, h = sc.along([a, b], [0.78 * k, 0.62 * k])
            length = max(float(np.hypot(*(b - a))), 0.1)
            waist = 0.24 * bell(u - length / 2, length * 0.3)
            zz = z + h * 1.1 + 0.4 * i * 0.2 + (1.8 if j else 0) - waist
            sc.add("phalanx", material, zz, m - waist, u - 0.3 * h, 0.36, 0.9, 0.02, 0.26)
            r = (0.95 - 0.08 * j) * k
            sc.ball(
                "knuckle", material, b[0], b[1], r * (0.6 if j == len(p) - 2 else 1), z + 2, 0.8
            )
    for x, y in ((-1.9, 6.2), (0, 6.5), (1.9, 6.3), (-0.9, 7.9), (1.0, 7.9)):
        sc.ball("carpal", material, *frame.at(x, y), 1.25 * k, z, 0.8, 0.26)
    for x, end in ((-0.85, -1.0), (1.0, 1.6)):
        path = frame.all([(x, 8.6), (x * 1.2, 14), (end, 26)])
        sc.tube("forearm", material, spline(path, 20), [1.0 * k] * 20, z - 1.5, 0.4, 0.9)


def horn(sc, path, r, z, material="bone", rings=2.1):
    """Grow a horn along a path, ringed, to its point."""
    p = spline(path, 54)
    radii = np.interp(np.linspace(0, 1, 54), [0, 0.5, 1], [r, r * 0.66, 0.15])
    u, w, m, h = sc.along(p, radii)
    ridge = np.abs(np.sin(u * rings - 0.12 * w * w))
    zz = z + h + 0.34 * ridge
    sc.add("horn", material, zz, m, u - 0.06 * w * w, 0.44, 1.05, 0.02, 0.34)


def balance(sc, x, y, z, half=8.2, tilt=5.0, drop=12.5, r=4.8, foot=None):
    """Set scales on a post whose head is at (x, y): beam, strings, pans; return the pans."""
    c, s = math.cos(math.radians(tilt)), math.sin(math.radians(tilt))
    mid = (x, y + 1.0)
    ends = [(x - half * c, mid[1] + half * s), (x + half * c, mid[1] - half * s)]
    if foot:
        sc.tube("post", "gold", [(x, y), (x, foot)], 0.9, z - 0.6, 0.36)
        for at in (0.22, 0.36, 0.62):
            sc.oval("postknob", "gold", x, y + at * (foot - y), 1.6, 0.8, z)
    for i, (ex, ey) in enumerate(ends):
        side = -1 if i == 0 else 1
        bow = [mid, (x + side * half * 0.35, mid[1] - 2.0 - side * half * s * 0.35)]
        bow += [(x + side * half * 0.75, mid[1] + 0.6 - side * half * s * 0.75), (ex, ey - 0.6)]
        sc.tube("beam", "gold", spline(bow, 24), np.linspace(1.1, 0.6, 24), z + 1, 0.36)
    sc.oval("head", "gold", x, y - 1.6, 1.3, 2.2, z + 1)
    sc.ball("pivot", "gem", *mid, 1.4, z + 2)
    pans = []
    for ex, ey in ends:
        sc.ball("hook", "gold", ex, ey, 0.8, z + 1.5, 0.6)
        py = ey + drop
        for dx in (-0.94, 0.0, 0.94):
            path = [(ex, ey), (ex + dx * r, py - (0.3 if dx else -0.4))]
            sc.tube("string", "gold", path, 0.2, z + 1, 1, 0, 0, 0.12)
        gx, gy = sc.X - ex, sc.Y - py
        e = np.hypot(gx / r, gy / (r * 0.6))
        zz = z + 2 + 2.6 * np.sqrt(np.maximum(1 - (gx / r) ** 2, 0)) - 0.4 * gy
        bowl = np.minimum((1 - e) * r * 0.6, gy + 0.2)
        sc.add("pan", "gold", zz, bowl, gy + 0.1 * gx, 0.36, 1, 0, 0.3)
        rim = np.hypot(gx / (r + 0.3), gy / 0.9)
        high = z + 4.6 + 0.4 * dome(rim)
        sc.add("panrim", "gold", high, (1 - rim) * 0.9, gx, 0.36, 1, 0.06, 0.26)
        pans.append((ex, py))
    return pans


def world(sc, x, y, r, z, material="gem", ring=True, tilt=-22.0):
    """Float a world with bands and a ring."""
    gx, gy = sc.X - x, sc.Y - y
    d = np.hypot(gx, gy)
    ball = np.sqrt(np.maximum(r * r - d * d, 0))
    sc.add("world", material, z + ball, r - d, gy - 0.35 * ball + 0.3 * gx, 0.38, 1, 0.02, 0.3)
    f = Frame(x, y, tilt)
    u, v = f.local(sc.X, sc.Y)
    for at, t in ((-0.42, 0.10), (0.28, 0.14)):
        belt = np.minimum(r - d, t * r - np.abs(v - at * r - 0.10 * r * dome(u / r)))
        sc.add("belt", "linen", z + ball + 0.15, belt, u, 0.4, 0.6, 0.0, 0.0)
    if ring:
        e = np.hypot(u / (1.75 * r), v / (0.46 * r))
        band = np.minimum((1 - e) * r * 0.46, (e - 0.74) * r * 0.5)
        front = np.where(v > -0.05 * r, 1, -1) * r
        sc.add(
            "ring",
            "gold",
            z + r + 0.6 + 0 * u,
            np.minimum(band, front),
            e * 9,
            0.5,
            0.7,
            0.08,
            0.24,
        )
        sc.add("ringback", "gold", z - 1 + 0 * u, band, e * 9, 0.5, 0.9, 0, 0.24)


def hourglass(sc, x, y, r, tall, z, level=0.5):
    """Set up an hourglass: two bulbs, sand above and below, plates, posts."""
    gx, gy = sc.X - x, sc.Y - y
    t = np.clip(np.abs(gy) / tall, 0, 1)
    half = 0.55 + (r - 0.55) * np.sin(np.clip(t, 0, 1) ** 0.8 * 2.35) ** 1.15
    mask = np.minimum(half - np.abs(gx), tall - np.abs(gy))
    round_ = np.sqrt(np.maximum(half**2 - gx**2, 0))
    sc.add("bulb", "glass", z + 0.6 * round_, mask, gy - 0.3 * round_, 0.46, 0.9, 0.04, 0.34)
    upper = np.minimum(mask - 0.5, np.minimum(gy + tall * level - 0.10 * np.abs(gx), -gy - 0.1))
    heap = gy - tall * 0.45 - 0.62 * np.abs(gx)
    lower = np.minimum(mask - 0.5, heap)
    for part in (upper, lower):
        zz = z + 4.2 - 0.4 * round_ + 0.12 * np.sin(gx * 6 + gy * 5)
        sc.add("sand", "liquor", zz, part, gy + 0.5 * np.abs(gx), 0.42, 1, 0.08, 0.24)
    thread = np.minimum(0.2 - np.abs(gx), np.minimum(gy + 1, tall * 0.5 - gy))
    sc.add("thread", "liquor", z + 4.6 + 0 * gx, thread, gy, 9, 0, 0.2, 0.0)
    for s in (-1, 1):
        px = s * (r + 1.1)
        post = [(x + px, y - tall - 0.6), (x + px, y + tall + 0.6)]
        sc.tube("post", "bone", post, 0.62, z + 1.2, 0.4, 0.9, 0.02, 0.26)
        sc.oval("postknob", "gold", x + px, y, 1.05, 1.3, z + 1.6, high=0.9)
        plate = np.minimum(r + 2.3 - np.abs(gx), 1.15 - np.abs(gy - s * (tall + 1.2)))
        zz = z + 3.4 + 1.2 * dome((gy - s * (tall + 1.2)) / 1.2) - 0.02 * gx * gx
        sc.add("plate", "gold", zz, plate, gx + 0.3 * gy, 0.38, 1, 0.03, 0.3)
        rim = np.minimum(r + 1.5 - np.abs(gx), 0.55 - np.abs(gy - s * (tall + 2.7)))
        sc.add("platerim", "gold", zz - 0.6, rim, gx, 0.38, 1, 0, 0.26)

    def gleam(plate, _):
        for s in (-1, 1):
            q = np.linspace(0.25, 0.85, 16)
            w = 0.55 + (r - 0.55) * np.sin(q**0.8 * 2.35) ** 1.15
            p = np.stack([x - 0.72 * w, y + s * q * tall], 1)
            plate.line("shine", p, 0.6 * swell(16, 0.6))

    sc.ink("sand", gleam, late=False)


def jug(sc, frame, z, material="gold", k=1.0):
    """Hold a jug: the mouth is at (0, 0) of the frame, its body hangs below, its handle right."""
    u, v = frame.local(sc.X, sc.Y)
    u, v = u / k, v / k
    t = np.clip(v / 15.0, 0, 1)
    half = np.interp(
        t, [0, 0.08, 0.2, 0.34, 0.62, 0.86, 0.93, 1], [2.9, 2.3, 1.75, 2.8, 5.2, 3.2, 2.6, 3.2]
    )
    mask = np.minimum(half - np.abs(u), np.minimum(v, 15 - v)) * k
    round_ = np.sqrt(np.maximum(half**2 - u**2, 0)) * k
    sc.add("jug", material, z + 0.8 * round_, mask, v * k - 0.35 * round_, 0.42, 1, 0.02, 0.34)
    for at, w in ((0.35, 0.4), (3.4, 0.45), (6.2, 0.4), (12.6, 0.5)):
        band = np.minimum(mask + 0.3, (w - np.abs(v - at + 0.5 * dome(u / 5.2) - 0.3)) * k)
        sc.add("jugring", "gold", z + 0.8 * round_ + 0.7, band, u, 0.36, 1, 0.06, 0.22)
    e = np.hypot(u / 2.9, v / 0.9)
    sc.add("jugmouth", "black", z + 3.0 + 0 * u, (1 - e) * 0.9 * k, u, 9, 0, 0, 0.26)
    path = frame.all(np.array([(1.9, 1.2), (5.2, 0.4), (7.0, 3.6), (5.6, 7.4), (4.3, 8.2)]) * k)
    sc.tube("jughandle", "gold", spline(path, 30), 0.8 * k, z + 0.6, 0.36, 1, 0.03, 0.28)


def flame(sc, x, y, k, z, materials=("flame", "sun")):
    """Let a flame burn: tongues that sway, the pale ones in front."""
    for i, (dx, tall, bend, r, m) in enumerate(
        (
            *((-2.6, 8.5, 1.6, 1.9, 0), (2.8, 9.5, -1.8, 1.9, 0), (0.2, 14.5, 1.2, 2.5, 0)),
            *((-1.0, 7.4, -1.2, 1.4, 1), (1.2, 6.4, 1.2, 1.3, 1), (0.1, 9.2, -0.6, 1.3, 1)),
        )
    ):
        p = [
            (x + dx * 0.5 * k, y),
            (x + (dx + bend * 0.4) * k, y - tall * 0.35 * k),
            (x + (dx - bend * 0.5) * k, y - tall * 0.7 * k),
            (x + (dx * 0.7 + bend * 0.7) * k, y - tall * k),
        ]
        pts = spline(p, 40)
        radii = np.interp(np.linspace(0, 1, 40), [0, 0.22, 0.6, 1], [0.5, 1, 0.55, 0.08]) * r * k
        u, w, m_, h = sc.along(pts, radii)
        zz = z + 0.5 * i + h
        sc.add("tongue", materials[m], zz, m_, w + 0.2 * np.sin(u), 0.4, 0.9, 0.06, 0.28)


def spikes(
    head,
    at=-0.56,
    lons=(-1.1, -0.74, -0.37, 0, 0.37, 0.74, 1.1),
    long=8.0,
    z=10.5,
    material="silver",
    pearl="pearl",
):
    """Set long points on a band, the middle one the longest."""
    for i, lon in enumerate(lons):
        base = crowns.on_band(head, at, 0.14, lon)
        tall = long * (1 - 0.42 * abs(lon)) * (1 if i % 2 else 0.72)
        a = lon * 0.62 + math.radians(head.yaw) * 0.3
        tip = base + np.array((math.sin(a), -math.cos(a))) * tall
        sc = head.scene
        u, w, m, h = sc.along([base, tip], [0.95, 0.12])
        sc.add("spike", material, z - abs(lon) * 1.6 + h - 0.4 * np.abs(w), m, u + np.abs(w), 0.36)
        if i % 2:
            sc.ball("spikepearl", pearl, *tip, 0.62, z - abs(lon) * 1.5 + 0.5, 0, 0.22)


__all__ = [
    "SLEEVE",
    "Skull",
    "balance",
    "bell_ball",
    "bony_hand",
    "flame",
    "horn",
    "hourglass",
    "jester_cap",
    "jug",
    "loop",
    "spikes",
    "world",
]
