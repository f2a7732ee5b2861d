"""Clothes and attributes of the common deck: a blade of light, a bolt, a visor, a carbine."""

import math

import numpy as np

from workshop.figures import armour
from workshop.figures.curves import Frame, bell, dome, spline, step


def light_blade(sc, frame, long, material="pearl", edge="sun", z=15.0, r=1.15, grip=11.0):
    """Hold a blade of light: its emitter at (0, 0) of the frame, blade upward, grip downward."""
    sc.tube("glow", edge, frame.all([(0, -1), (0, -long)]), r + 0.75, z - 0.8, 0.5, 0.5, 0.2, 0.24)
    sc.tube("light", material, frame.all([(0, -1), (0, -long)]), r, z, 0.5, 0, 0.3, 0.14)
    u, v = frame.local(sc.X, sc.Y)
    for top, foot, half, trim in ((-1.6, 1.2, 1.7, "gold"), (1.2, grip, 1.35, "steel")):
        zz = z - 1.0 + 1.3 * half * dome(u / (half + 0.2)) * frame.k
        if trim == "steel":
            zz = zz + 0.3 * np.sign(np.sin(v * 2.1))
        mask = np.minimum(half - np.abs(u), np.minimum(v - top, foot - v)) * frame.k
        sc.add("hilt", trim, zz, mask, u + 0.3 * v, 0.4, 1, 0.03, 0.3)
    for at, rx, ry in ((grip, 1.8, 1.2), (3.0, 1.7, 0.5)):
        e = np.hypot(u / rx, (v - at) / ry)
        sc.add("ring", "gold", z + rx * dome(e), (1 - e) * ry, u, 0.36, 1, 0.02, 0.26)


def bolt(sc, points, z, seed=1, r=0.62, material="pearl", rough=1.5):
    """Let lightning run along points, with two branches."""
    rnd = np.random.RandomState(seed)
    path = np.array(spline(points, 13))
    step_ = np.diff(path, axis=0)
    side = np.stack([-step_[:, 1], step_[:, 0]], 1) / np.hypot(*step_.T)[:, None]
    path[1:-1] += side[1:] * (rnd.uniform(0.4, 1.0, 11) * rough * (-1) ** np.arange(11))[:, None]
    sc.tube("bolt", material, path, np.linspace(r, 0.26, 13), z, 0.5, 0, 0.3, 0.2)
    for at, turn in ((4, 0.7), (8, -0.7)):
        d = path[at + 1] - path[at]
        c, s = math.cos(turn), math.sin(turn)
        way = np.array((d[0] * c - d[1] * s, d[0] * s + d[1] * c)) * 1.2
        way2 = np.array((d[0] * c + d[1] * s, -d[0] * s + d[1] * c))
        branch = [path[at], path[at] + way, path[at] + way + way2 * 0.8]
        sc.tube("spark", material, branch, [r * 0.7, 0.34, 0.2], z - 0.3, 0.5, 0, 0.3, 0.18)


def visor_helm(sc, x, y, metal="steel", trim="cloth", z=1.0):
    """Close a helm with a T of dark glass and a rangefinder."""
    h = armour.Helm(sc, x, y, 9.2, 11.4, 0.26, z)
    v, lon, al = h.v, h.lon, np.abs(h.lon)
    bar = step(-0.14, -0.08, v - 0.06 * al) * (1 - step(0.16, 0.22, v + 0.10 * al))
    bar = bar * (1 - step(1.06, 1.12, al))
    stem = 1 - step(0.10 + 0.10 * step(0.5, 0.9, v), 0.17 + 0.10 * step(0.5, 0.9, v), al)
    stem = stem * step(0.1, 0.14, v) * (1 - step(0.90, 0.96, v))
    glass = np.maximum(bar, stem)
    cheek = 0.7 * step(0.16, 0.3, al) * step(0.24, 0.34, v) * (1 - step(0.85, 1.0, al))
    z = h.z + cheek - 1.3 * glass + 0.8 * bell(lon, 0.06) * (1 - step(-0.3, -0.16, v))
    z = z + 0.7 * bell(v + 0.20 - 0.05 * al, 0.06)
    sc.add("helm", metal, z, h.mask, sc.Y - 0.28 * h.z, 0.44, 1, 0.06, 0.36)
    dome_ = np.minimum(h.mask, (-0.30 + 0.05 * al - v) * h.tall)
    sc.add("dome", trim, z + 0.2, dome_, sc.Y - 0.3 * h.z, 0.44, 1, 0.02, 0.28)
    sc.add("glass", "black", z + 0.5, np.minimum(h.mask, (glass - 0.5) * 1.4), lon * 9, 0.4, 0.9)
    rim = np.minimum(h.mask, 0.34 - np.abs((glass - 0.5) * 1.1 + 0.2))
    sc.add("glassrim", "gold", z + 0.9, rim, lon * 9, 0.36, 0.6, 0.02, 0.18)
    for dx, dy, wide in ((0.42, 0.06, 0.5), (0.24, 0.07, 0.22)):
        p = h.at(-dx, dy)
        e = np.hypot((sc.X - p[0]) / wide / 2.4, (sc.Y - p[1] - 0.25 * (sc.X - p[0])) / 0.34)
        sc.add("gleam", "pearl", z + 1.4, (1 - e) * 0.4, sc.Y, 9, 0, 0.3, 0)
    p = h.at(1.0, 0.12)
    sc.oval("ear", "gold", p[0], p[1], 2.0, 3.0, 6.4, high=1.6)
    sc.oval("earplate", metal, p[0], p[1], 1.2, 2.0, 7.6, high=0.8)
    top = (p[0] + 0.4, p[1] - 13.5)
    sc.tube("stalk", metal, [(p[0], p[1] - 2), top], 0.7, 7.0, 0.4, 0.9, 0.05, 0.28)
    sc.oval("finder", "black", top[0] - 0.6, top[1], 1.9, 1.2, 8.0, high=1.0)
    sc.ball("eye", "flame", top[0] - 1.4, top[1], 0.62, 9.2, 0, 0.2)
    return h


def carbine(sc, frame, z=14.0, metal="iron", wood="wood"):
    """Hold a carbine upright: its grip at (0, 0) of the frame, its mouth above."""
    u, v = frame.local(sc.X, sc.Y)
    k = frame.k

    def box(name, material, left, right, top, foot, z_, ribs=0.0, lift=0.03):
        half, mid = (right - left) / 2, (right + left) / 2
        zz = z + z_ + 1.2 * half * dome((u - mid) / (half + 0.3)) * k
        if ribs:
            zz = zz + 0.35 * np.sign(np.sin(v * ribs))
        m = np.minimum(half - np.abs(u - mid), np.minimum(v - top, foot - v)) * k
        sc.add(name, material, zz, m, v + 0.3 * u, 0.42, 1, lift, 0.3)

    box("barrel", metal, -0.85, 0.85, -27, -8, 0)
    box("shroud", metal, -1.5, 1.5, -17, -8, 0.6, 2.4)
    box("mouth", "gold", -1.4, 1.4, -28.4, -26, 0.4)
    box("sight", metal, 1.3, 2.5, -16, -4, 0.8)
    box("lens", "gem", 1.3, 2.5, -17, -15.6, 1.4)
    box("body", metal, -1.9, 1.7, -8.4, 4.2, 0.4)
    box("stock", wood, -2.1, 1.5, 4, 21, 0.2)
    for at in (-8.2, 4.0):
        box("bandring", "gold", -2.1, 1.9, at - 0.5, at + 0.5, 1.2)
    p = frame.at(-0.1, -4.6)
    sc.ball("dial", "flame", p[0], p[1], 0.9 * k, z + 3.0, 0, 0.24)


def claw_hand(sc, x, y, z, side=1, k=1.0, skin="demon", turn=0.0):
    """Spread a beast's hand of four fingers with claws; `side` 1 right, −1 left."""
    f = Frame(x, y, turn, side, k)
    arm = f.all([(0.4, 4), (2.6, 13), (5.4, 26)])
    u, w, m, h = sc.along(spline(arm, 20), np.linspace(4.6, 7.4, 20) * k)
    rough = 0.3 * np.cos(u * 2.2 + w) + 0.2 * np.cos(w * 2.6 - u)
    sc.add("limb", skin, z - 2 + h + rough, m, u - 0.5 * h, 0.44, 1, 0, 0.36, group=4)
    e = np.hypot((sc.X - f.at(0.3, 2.4)[0]) / (5.0 * k), (sc.Y - f.at(0.3, 2.4)[1]) / (4.6 * k))
    sc.add("paw", skin, z + 3.4 * dome(e) * k, (1 - e) * 4.6 * k, sc.Y, 0.42, 1, 0, 0.34, group=4)
    fingers = (
        ((-3.6, 1.0), (-5.6, -2.6), (-6.0, -6.4)),
        ((-1.4, -0.6), (-2.2, -4.8), (-1.8, -9.0)),
        ((1.4, -0.6), (2.0, -4.6), (2.6, -8.6)),
        ((3.6, 1.2), (5.6, -2.0), (6.6, -5.4)),
    )
    for i, path in enumerate(fingers):
        p = spline(f.all(path), 24)
        joint = 1 + 0.16 * np.cos(np.linspace(0, 4 * math.pi, 24))
        sc.tube("digit", skin, p, np.linspace(1.9, 1.5, 24) * joint * k, z + 1.6 + 0.1 * i, 0.4)
        d = (p[-1] - p[-5]) / np.hypot(*(p[-1] - p[-5]))
        n = np.array((-d[1], d[0])) * side
        tip = [p[-1] - d * 0.6, p[-1] + d * 2.2 * k, p[-1] + d * 4.6 * k + n * 1.0 * k]
        sc.tube("claw", "bone", spline(tip, 16), np.linspace(1.25, 0.14, 16) * k, z + 3.0, 0.36)
