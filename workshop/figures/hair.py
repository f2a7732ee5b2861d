"""Hair: caps of strands, locks, braids, curls, plaits, beards, moustaches, brows of locks."""

import math

import numpy as np

from workshop.figures.curves import folds, spline, step


def cap(
    head,
    material="hair",
    low=0.5,
    peak=-0.6,
    arch=1.45,
    side=1.06,
    z=0.75,
    lift=0.15,
    seed=9,
    full=0.0,
):
    """Lay hair over the skull, parted in the middle; `low`: how far down it goes at the sides.

    `full`: mm by which it rises behind the hairline.
    """
    sc, h, u = head.scene, head, head.u
    line = peak + arch * np.abs(h.fx) ** 2.1 - h.fy
    edge = (np.abs(h.lon) - (side + 0.10 * step(0.0, 0.5, h.fy))) * 0.7
    rise = full * step(0.0, 0.22, np.maximum(line, edge))
    mask = np.minimum(np.maximum(line, edge) * u, h.mask + 0.35 + 0.8 * full)
    foot = low + 0.16 * np.cos((np.abs(h.lon) - 1.35) * 3.2)
    mask = np.minimum(mask, (foot - h.fy) * u)
    q = np.arctan2(h.lon * 0.85, h.fy + 1.12) + 0.035 * np.sin(h.fy * 7.5 + 1)
    ripple = folds(q * 19, seed)
    phase = q * 8.0 + 0.25 * ripple
    sc.add("hair", material, h.z + z + rise + 0.42 * ripple, mask, phase, 0.42, 0.92, lift, 0.30)


def lock(sc, path, r, z, material="beard", seed=0, root=0.2, lift=-0.06, sink=0.0, pitch=0.36):
    """Add a tapered lock whose lines run along it; `sink`: mm of height lost per mm."""
    radii = np.interp(
        np.linspace(0, 1, 48),
        [0, 0.16, 0.40, 0.78, 1],
        [r * root, r * (0.55 + 0.45 * root), r, r * 0.72, 0.12],
    )
    u, w, m, h = sc.along(spline(path, 48), radii)
    ripple = 0.30 * np.cos(w * 5.2 + seed + 0.5 * np.sin(u * 0.9 + seed))
    zz = z + 1.15 * h + ripple - sink * u
    phase = w + 0.22 * np.sin(u * 0.8 + seed)
    sc.add("lock", material, zz, m, phase, pitch, 0.95, lift, 0.28)


def wave(sc, path, z, r=1.9, n=4, material="hair", seed=0, swing=0.8, lift=0.05, curl=0.0):
    """Let a mass of `n` locks fall along a path, each swinging about it in its own time."""
    rnd = np.random.RandomState(seed)
    p = spline(path, 40)
    d = np.gradient(p, axis=0)
    nrm = np.stack([-d[:, 1], d[:, 0]], 1) / np.hypot(*d.T)[:, None]
    t = np.linspace(0, 1, 40)
    for i in range(n):
        off = (i - (n - 1) / 2) * r * 0.9
        ph = rnd.uniform(0, 6.28)
        sway = off * (0.6 + 0.5 * t) + swing * t**0.6 * np.sin(t * (5.5 + curl) + ph)
        q = p + nrm * sway[:, None]
        top = z + 0.8 * math.cos(i * 2.3 + seed) - abs(off) * 0.25
        lock(sc, q[:: 4 if curl < 6 else 2], r * 0.75, top, material, i + seed, 0.7, lift)


def braid(sc, path, r0, r1, z, material="hair", plait=2.5, lift=0.08):
    """Add a braid along a path."""
    u, w, m, h = sc.along(spline(path, 70), np.linspace(r0, r1, 70))
    v = w / r1
    c = np.mod(u / plait + 0.42 * np.abs(v) + 0.5 * (v > 0), 1)
    strand = np.sin(np.pi * c)
    z = z - 1.0 + 6.0 * step(1, 9, u) + h * 0.9 + 0.85 * strand**0.8
    sc.add(
        "braid", material, z, m, np.abs(w) * 0.75 + u * 0.55 + 0.3 * strand, 0.36, 1.0, lift, 0.32
    )


def bun(sc, x, y, r, z, material="hair", lift=0.1, flat=1.0, spin=1):
    """Coil a braid into a bun."""
    dx, dy = sc.X - x, (sc.Y - y) / flat
    d = np.hypot(dx, dy)
    a = np.arctan2(dx, -dy) * spin
    c = np.mod(d / (r * 0.5) - a / math.tau, 1)
    strand = np.sin(np.pi * c)
    zz = z + 0.75 * r * np.sqrt(np.maximum(1 - (d / r) ** 2, 0)) + 0.9 * strand**0.8
    sc.add("bun", material, zz, r - d, d * 1.15 - a / math.tau * 1.0, 0.34, 1.0, lift, 0.32)


def plaits(head, x_of, n, drop, material="hair", z=3.4, beads="gold"):
    """Hang `n` thin plaits each side of the face, with beads."""
    sc = head.scene
    for sx in (-1, 1):
        for i in range(n):
            a = head.at(sx * 0.66, -0.30)
            x0 = a[0] + sx * x_of(sx, i)
            pts = spline(
                [
                    (x0, a[1] - 1 + 0.3 * i),
                    (x0 + sx * (0.5 + 0.22 * i), a[1] + drop * 0.38),
                    (x0 + sx * (0.9 + 0.45 * i), a[1] + drop * 0.73),
                    (x0 + sx * (1.0 + 0.62 * i), a[1] + drop - 0.5 * i),
                ],
                40,
            )
            u, w, m, h = sc.along(pts, 0.62)
            zz = z - 0.9 * i + h + 0.2 * np.cos(u * 5.4 + 2.4 * np.sign(w))
            sc.add("plait", material, zz, m, u + np.abs(w), 0.36, 0.9, 0.12, 0.24)
            for q in (0.55, 0.97):
                c = pts[int(q * 39)]
                sc.ball("bead", beads, *c, 0.80, z + 0.2 - 0.9 * i, 0.7, 0.22)


def temples(head, material="beard", z=4.6, low=0.66):
    """Lay locks over the temples."""
    for i, (sx, off) in enumerate(((-1, 0), (-1, 0.9), (1, 0), (1, 0.9))):
        o = sx * off
        a, b = head.at(sx * 0.62, -0.40), head.at(sx * 0.66, -0.02)
        c, d = head.at(sx * 0.64, 0.34), head.at(sx * 0.60, low)
        path = [
            (a[0] + o, a[1]),
            (b[0] + o * 1.2, b[1]),
            (c[0] + o * 1.2, c[1]),
            (d[0] + o, d[1] + 2),
        ]
        lock(head.scene, path, 1.15, z - off * 1.2, material, i)


def beard(head, material="beard", length=1.0, to=None, wide=1.0, z=5.2):
    """Let a beard of locks fall from cheeks and chin, the inner ones over the outer ones."""
    sc = head.scene
    to = to or (head.at(0, 0.9)[0] + 1.0)
    rows = (
        *((0.60, 0.22, 0.0, 1.35), (0.52, 0.47, 1.1, 1.5), (0.42, 0.64, 2.2, 1.6)),
        *((0.30, 0.74, 3.0, 1.6), (0.17, 0.83, 3.7, 1.65), (0.05, 0.86, 4.2, 1.6)),
    )
    k = 0
    for x0, y0, dz, r in rows:
        for sx in (-1, 1):
            a = head.at(sx * x0, y0)
            ln = (13.5 + 12 * (1 - x0 / 0.62)) * length
            sw = (1.9 if k % 2 else -1.5) * (0.7 + x0) * min(1, length * 1.3)
            cx = to + (a[0] - to) * 0.72 * wide
            path = [
                a,
                (a[0] + sx * 0.55 * (x0 + 0.3), a[1] + 3.4 * min(1, length * 1.4)),
                (cx + sw * 0.7, a[1] + ln * 0.5),
                (cx - sw * 0.5 + 0.8 * length, a[1] + ln * 0.78),
                (to + (cx - to) * 0.55 * wide + sw * 0.4, a[1] + ln),
            ]
            shade = -0.03 - (0.15 if sx > 0 else 0) * (x0 / 0.6 + 0.3)
            lock(sc, path, r * (0.75 + 0.25 * length), z + dz, material, k * 1.7, lift=shade)
            k += 1
    a = head.at(0, 0.745)
    tuft = [a, (a[0] + 0.1, a[1] + 1.7), (a[0] - 0.2, a[1] + 3.8)]
    lock(sc, tuft, 0.95, z + 5.2, material, 2)


def short_beard(head, material="hair", z=0.35, low=0.60, seed=3, point=2.2, open_=0.25):
    """Cover jaw and chin with a cropped beard; `point`: mm of tip below the chin."""
    sc, h, u = head.scene, head, head.u
    ax = np.abs(h.fx)
    top = low - 0.52 * step(0.30, 0.62, ax) + 0.10 * (1 - step(0.05, open_, ax))
    lips = np.hypot(h.fx / 0.27, (h.fy - 0.66) / 0.115) - 1
    mask = np.minimum(np.minimum((h.fy - top) * u, lips * 2.2), h.mask + 0.3)
    q = np.arctan2(h.fx, 1.7 - h.fy)
    rough = folds(q * 46, seed)
    sc.add(
        "beard", material, h.z + z + 0.28 * rough, mask, q * 10 + 0.2 * rough, 0.36, 1, 0.0, 0.26
    )
    if point:
        for k, x in enumerate((-0.30, 0.30, -0.18, 0.18, -0.06, 0.06)):
            a = h.at(x, 0.86 - abs(x) * 0.3)
            tip = h.at(x * 0.35, 1.0)
            path = [
                a,
                (a[0] * 0.6 + tip[0] * 0.4, a[1] + 1.2),
                (tip[0], tip[1] + point - abs(x) * 3),
            ]
            lock(sc, path, 1.0, float(6.0 - abs(x) * 6), material, k, 0.5, -0.04)


def moustache(head, material="beard", wide=0.37, drop=2.6, z=9.6, up=0.0, r=1.0):
    """Lay a moustache of two locks a side; `up` turns its ends upward."""
    for sx in (-1, 1):
        for j, (z1, rr) in enumerate(((z, r), (z + 0.7, r * 1.12))):
            path = [
                head.at(sx * 0.025, 0.495),
                head.at(sx * 0.15, 0.54 + 0.02 * j),
                head.at(sx * wide * 0.76, 0.665 - 0.03 * j - up * 0.05),
                head.at(sx * wide, 0.86 - 0.08 * j - up * 0.2),
            ]
            e = path[-1]
            path.append((e[0] + sx * (0.7 + 0.8 * j), e[1] + (drop - 0.5 * j) * (1 - 2 * up)))
            lock(head.scene, path, rr, z1, material, 3 + j + sx, root=0.6, sink=0.12)


def shaggy_brows(head, material="beard", z=8.4):
    """Make eyebrows of tufts."""
    tufts = (
        (((0.095, -0.085), (0.20, -0.175), (0.34, -0.165), (0.50, -0.06)), 0.66, z, 0.5),
        (((0.22, -0.165), (0.36, -0.215), (0.47, -0.19), (0.56, -0.12)), 0.5, z - 0.2, 0.3),
        (((0.10, -0.10), (0.14, -0.19), (0.23, -0.245)), 0.42, z + 0.2, 0.5),
    )
    for sx in (-1, 1):
        for i, (points, r, high, root) in enumerate(tufts):
            path = [head.at(sx * x, y) for x, y in points]
            lock(head.scene, path, r, high, material, 2 * i + sx, root, pitch=0.30)
