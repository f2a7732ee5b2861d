"""Masks, mirrors, fans of cards, serpents: what Impostors and Sylops wear and hold."""

import math

import numpy as np

from workshop.figures.curves import Frame, bell, dome, spline, step, swell


def half_mask(head, material="enamel", rim="gold", z=1.0, point=0.0):
    """Lay a mask over brow and eyes, with holes for the eyes; `point` lengthens its nose."""
    sc, h, u = head.scene, head, head.u
    ax = np.abs(h.fx)
    top = -0.34 - 0.16 * bell(ax - 0.46, 0.2) + 0.10 * bell(ax, 0.10)
    low = 0.24 - 0.12 * bell(ax - 0.62, 0.16) + 0.16 * bell(ax, 0.13) * (1 + point)
    hole = (np.hypot((ax - 0.295) / 0.175, (h.fy - 0.01) / 0.105) - 1) * 0.11
    edge = np.minimum(np.minimum(h.fy - top, low - h.fy), hole)
    m = np.minimum(np.minimum(edge * u, h.mask + 0.4), (1.32 - np.abs(h.lon)) * u)
    zz = h.z + z + 0.5 * np.sqrt(np.clip(m, 0, 0.8))
    sc.add("mask", material, zz, m, sc.Y - 0.4 * h.z + 0.2 * sc.X, 0.38, 1, 0.02, 0.3)
    line = np.minimum(m + 0.2, 0.34 - np.abs(m - 0.3))
    sc.add("maskrim", rim, zz + 0.5, line, h.lon * 9, 0.36, 1, 0.05, 0.2)
    for s in (-1, 1):
        for x, y, r in ((0.10, -0.33, 0.5), (0.30, -0.40, 0.42), (0.48, -0.42, 0.34)):
            sc.ball("maskgem", "gem", *h.at(s * x, y + 0.10), r, 13.0, 0, 0.2)


def held_mask(sc, x, y, k, z, material="pearl", turn=-8.0):
    """Hold up an empty mask of a whole face on a stick."""
    f = Frame(x, y, turn, 1, k)
    u, v = f.local(sc.X, sc.Y)
    half = 5.0 * np.sqrt(np.clip(1 - (np.minimum(v + 1, 0) / 6.4) ** 2, 0, 1))
    half = (
        half
        * (1 - 0.42 * step(0, 8.4, v))
        * np.sqrt(np.clip(1 - (np.maximum(v - 5, 0) / 3.3) ** 2, 0, 1))
    )
    au = np.abs(u)
    zz = 3.4 * np.sqrt(np.maximum(1 - (u / np.maximum(half + 0.4, 0.4)) ** 2, 0))
    nose = np.clip((v + 1.6) / 4.6, 0, 1)
    zz = zz + 1.5 * nose**1.3 * (1 - step(2.8, 3.6, v)) * bell(u, 0.55 + 0.5 * nose)
    zz = zz + 0.5 * bell(v + 2.4 - 0.2 * au, 0.6) * bell(au - 2.2, 1.6)
    zz = zz + 0.6 * bell(v - 4.7, 0.5) * np.clip(1 - (u / 1.9) ** 2, 0, 1)
    eyes = (np.hypot((au - 2.1) / 1.25, (v + 0.8 + 0.15 * (au - 2.1)) / 0.72) - 1) * 0.8
    mouth = (np.hypot(u / 1.5, (v - 4.6 + 0.10 * u * u) / 0.26) - 1) * 0.3
    m = np.minimum(np.minimum(half - au, 99), np.minimum(eyes, mouth)) * k
    sc.add("heldmask", material, z + zz * k, m, (v - 0.4 * zz) * k, 0.36, 1, 0.04, 0.32)
    for s in (-1, 1):
        e = np.hypot((u - s * 2.9) / 0.9, (v - 2.0) / 0.9)
        sc.add("cheek", "lips", z + zz * k + 0.15, (1 - e) * 0.9 * k, v, 9, 0, 0, 0.0)
        line = np.minimum(
            0.22 - np.abs(np.hypot((u - s * 2.1) / 1.75, (v + 0.9) / 1.15) - 1), m + 0.3
        )
        sc.add("maskline", "gold", z + zz * k + 0.2, line * k, u, 9, 0, 0, 0.14)
    d = np.abs(u) + np.abs(v + 4.2) * 0.6
    sc.add("maskgem", "gem", z + zz * k + 0.9, (0.9 - d) * k, u + v, 9, 0, 0, 0.22)
    return f


def card_fan(sc, x, y, z, n=5, spread=66.0, turn=10.0, wide=9.2, tall=14.0):
    """Hold a fan of cards whose faces are those of a die; they turn about (x, y)."""
    spots = {
        1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)),
        4: ((-1, -1), (1, -1), (-1, 1), (1, 1)), 5: ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)),
        6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    }  # fmt: skip
    for i in range(n):
        a = turn + spread * (i / (n - 1) - 0.5)
        f = Frame(x, y, a)
        u, v = f.local(sc.X, sc.Y)
        m = np.minimum(wide / 2 - np.abs(u), tall / 2 - np.abs(v + tall * 0.5 + 5.0))
        zz = z + 0.75 * i + 0.05 * u
        sc.add("card", "white", zz, m, v + 0.5 * u, 0.5, 0.8, 0.05, 0.3)
        sc.add("cardrim", "gold", zz + 0.2, 0.16 - np.abs(m - 0.75), u, 9, 0, 0, 0.0)
        for dx, dy in spots[i + 2 if i < 5 else 1]:
            e = np.hypot(u - dx * 2.3, v + tall * 0.5 + 5.0 - dy * 3.6)
            sc.add("spot", "suit", zz + 0.35, 0.95 - e, v, 0.5, 0.6, -0.1, 0.0)


def mirror(sc, x, y, r, z, foot):
    """Hold a round mirror on its handle; it shows a sun."""
    d, a = np.hypot(sc.X - x, sc.Y - y), np.arctan2(sc.X - x, -(sc.Y - y))
    sc.tube("handle", "gold", [(x, y + r), (x, foot)], 1.0, z - 0.5, 0.36)
    for at in (1.4, 6.0):
        sc.oval("handleknob", "gold", x, y + r + at, 1.7, 0.8, z)
    rim = z + 1.2 * dome((d - r + 0.9) / 1.1) + 0.25 * np.cos(a * 32)
    sc.add("frame", "gold", rim, np.minimum(r - d, d - r + 2.0), a * r, 0.4, 1, 0.02, 0.34)
    for i in range(12):
        b = i * math.tau / 12
        sc.ball(
            "framegem",
            "gem" if i % 2 else "pearl",
            x + (r - 0.95) * math.sin(b),
            y - (r - 0.95) * math.cos(b),
            0.6,
            z + 1.2,
            0,
            0.2,
        )
    glass = z - 0.8 + 0.10 * (sc.X - x) - 0.12 * (sc.Y - y)
    sc.add("mirror", "glass", glass, r - 1.9 - d, sc.X + sc.Y, 0.6, 0.9, 0.02, 0.26)

    def gleam(plate, _):
        for off, w in ((-0.30, 1.1), (0.02, 0.5), (0.20, 0.7)):
            t = np.linspace(-0.62, 0.62, 16)
            p = np.stack([x + r * (off + 0.5 * t), y + r * (off * 0.6 - 0.62 * t)], 1)
            inside = np.hypot(p[:, 0] - x, p[:, 1] - y) < r - 2.6
            if inside.sum() > 3:
                plate.line("shine", p[inside], w * swell(int(inside.sum()), 0.6))

    sc.ink("mirror", gleam)


def serpent(sc, path, r, z, over, material="scale", seed=0):
    """Let a serpent follow a path; `over`(share) is its height at a share of its length."""
    p = spline(path, 150)
    t = np.linspace(0, 1, 150)
    radii = np.interp(t, [0, 0.06, 0.3, 0.75, 1], [0.72, 0.86, 1, 0.62, 0.08]) * r
    u, w, m, h = sc.along(p, radii)
    length = float(np.hypot(*np.diff(p, axis=0).T).sum())
    share = np.clip(u / length, 0, 1)
    a = np.arcsin(np.clip(w / np.maximum(radii.max() * 0.98, 0.1), -1, 1))
    row = u / 1.25
    scale = np.abs(np.sin(math.pi * (row * 0.5 + a * 1.6))) * np.abs(
        np.sin(math.pi * (row * 0.5 - a * 1.6))
    )
    zz = z + over(share) + h + 0.34 * np.sqrt(scale)
    sc.add(
        "serpent", material, zz, m, u * 0.8 - 0.5 * h + 0.3 * np.sqrt(scale), 0.42, 1.1, 0.02, 0.36
    )
    belly = np.minimum(m, w - 0.52 * radii.max() * np.interp(share, t, radii / radii.max()))
    sc.add("belly", "pearl", zz + 0.1, belly, u * 1.0, 0.5, 0.9, 0.0, 0.22)
    mark = np.minimum(m - 0.3, 0.62 - (np.abs(w) * 1.1 + np.abs(np.mod(u, 3.6) - 1.8) * 0.7))
    sc.add("diamond", "gold", zz + 0.3, mark, u, 9, 0, 0, 0.18)
    return p


def serpent_head(sc, x, y, k, z, turn, side=1, material="scale"):
    """Add the head of a serpent that looks along its frame, with an eye and a forked tongue."""
    f = Frame(x, y, turn, side, k)
    u, v = f.local(sc.X, sc.Y)
    t = np.clip((u + 4.0) / 10.0, 0, 1)
    half = np.interp(t, [0, 0.25, 0.55, 0.82, 0.95, 1.0], [2.3, 3.3, 2.7, 1.7, 1.2, 0.3])
    m = np.minimum(half - np.abs(v), np.minimum(u + 4, 6 - u)) * k
    zz = z + 0.75 * np.sqrt(np.maximum(half**2 - v * v, 0)) * k
    zz = zz + 0.5 * bell(np.hypot((u - 0.6) / 1.1, (v + 1.5) / 0.8), 1) * k
    jaw = bell(v - 0.62 * half, 0.16) * step(-2, 0, u)
    sc.add(
        "serpenthead", material, zz - 0.5 * jaw, m, (v - 0.35 * zz + 0.4 * u), 0.4, 1, 0.03, 0.36
    )
    tongue = f.all([(5.6, 0.5), (8.0, 0.9), (9.4, 0.2)])
    for tip in ((11.4, -0.9), (11.2, 1.6)):
        path = spline([*tongue, f.at(*tip)], 24)
        sc.tube("tongue", "flame", path, np.linspace(0.34, 0.14, 24), z - 1, 0.5, 0, 0, 0.2)
    ex, ey = f.at(0.8, -1.25)
    sc.ball("eye", "gold", ex, ey, 0.95 * k, z + 2.4 * k, 0, 0.26)

    def slit(plate, _):
        plate.poly("eye.ink", f.all([(0.55, -1.25), (0.8, -2.0), (1.05, -1.25), (0.8, -0.5)]))
        plate.line("eye.ink", f.all([(5.0, -0.35), (5.3, -0.2)]), 0.3)
        line = f.all([(5.7, 0.9), (3.6, 1.4), (1.0, 1.9), (-1.4, 1.7)])
        plate.line(material + ".edge", spline(line, 20), 0.3 * swell(20, 0.5, 0.1))

    sc.ink("eye", slit)


def crystal(sc, x, y, rx, ry, z, material="gem", turn=0.0):
    """Set up a crystal of six sides with two points."""
    f = Frame(x, y, turn)
    u, v = f.local(sc.X, sc.Y)
    body = ry * 0.62
    taper = np.clip((ry - np.abs(v)) / (ry - body), 0, 1)
    half = rx * np.where(np.abs(v) < body, 1, taper)
    m = np.minimum(half - np.abs(u), ry - np.abs(v))
    s = np.clip(u / np.maximum(half, 0.05), -1, 1)
    edges = (-1, -0.42, 0.36, 1)
    slopes = (0.95, 0.05, -0.75)
    for i in range(3):
        a, b = edges[i], edges[i + 1]
        side = np.minimum(np.minimum(m, (s - a) * half + 0.02), (b - s) * half + 0.02)
        for part, tip in ((body - np.abs(v), 0.0), (v - body, 0.8), (-body - v, -0.8)):
            zz = (
                z
                + slopes[i] * u
                - tip * 0.7 * np.maximum(np.abs(v) - body, 0) * np.sign(tip + 0.01)
                + 3
            )
            sc.add(
                "facet",
                material,
                zz,
                np.minimum(side, part),
                v + 0.3 * u + i,
                0.44,
                1,
                0.06,
                0.24,
                smooth=0.4,
            )
