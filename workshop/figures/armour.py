"""Armour: helms, gorgets, breastplates, pauldrons, gauntlets, epaulettes, mail, scales."""

import math

import numpy as np

from workshop.figures.curves import bell, dome, folds, spline, step


class Helm:
    """A closed helm about (x, y): `lon` and `v` are its coordinates, `z` its height."""

    def __init__(self, sc, x, y, wide=8.7, tall=11.2, look=0.30, base=1.0):
        self.sc, self.x, self.y, self.wide, self.tall, self.look = sc, x, y, wide, tall, look
        v = (sc.Y - y) / tall
        round_ = np.sqrt(np.maximum(1 - np.clip(v, -1, 1) ** 2, 0))
        aw = np.where(v < 0.15, round_, round_**0.72 * (1 - 0.20 * step(0.2, 1, v)))
        aw = np.maximum(wide * aw, 0.05)
        u = (sc.X - x) / aw
        self.v, self.aw, self.u = v, aw, u
        self.lon = np.arcsin(np.clip(u, -1, 1)) - look
        self.z = aw * 1.02 * np.sqrt(np.maximum(1 - u * u, 0)) + base
        self.mask = np.minimum((1 - np.abs(u)) * aw, (1 - np.abs(v)) * tall)

    def at(self, lon, v):
        """Return the point of the card at a longitude and a height of the helm."""
        round_ = math.sqrt(max(1 - v * v, 0))
        aw = self.wide * (round_ if v < 0.15 else round_**0.72 * (1 - 0.2 * float(step(0.2, 1, v))))
        return self.x + math.sin(lon + self.look) * aw, self.y + v * self.tall


def closed_helm(sc, x, y, metal="steel", trim="gold", jewel="gem"):
    """Close a helm: brow band, ridge, slit with burning eyes, slots to breathe."""
    h = Helm(sc, x, y)
    v, lon, al = h.v, h.lon, np.abs(h.lon)
    vb = v - 0.05 * al
    ridge = 1.15 * bell(lon, 0.085) * step(-1, -0.7, v)
    brow = 0.95 * step(-0.10, -0.02, vb) * (1 - step(0.06, 0.12, vb))
    low = 0.07 * al**1.5
    slit = step(0.115, 0.15, vb) * (1 - step(0.30 - low, 0.335 - low, vb))
    slit = slit * (al < 1.18) * step(0.07, 0.13, al)
    cheek = -0.5 * bell(al - (0.80 - 0.42 * step(0.35, 1, v)), 0.045) * step(0.30, 0.36, v)
    slots = np.zeros_like(v)
    for q in (0.27, 0.43, 0.59):
        row = 1 - step(0.045, 0.062, np.abs(al - q * (1 - 0.32 * step(0.4, 0.95, v))))
        row = row * step(0.42, 0.46, v) * (1 - step(0.80 - q * 0.36, 0.84 - q * 0.36, v))
        slots = np.maximum(slots, row)
    z = h.z + ridge + brow + cheek - 1.5 * slit - 1.0 * slots
    sc.add("helm", metal, z, h.mask, sc.Y - 0.26 * h.z, 0.44, lift=0.07)
    m = np.minimum(h.mask, (0.088 - np.abs(v - 0.05 * al - 0.03)) * 11.2)
    sc.add("brow", trim, z + 0.25, m, (sc.X - x) * 0.9 + 0.3 * sc.Y, 0.40)
    sc.add("slit", "black", z + 0.3, np.minimum(h.mask, (slit - 0.5) * 1.2), sc.Y, 0.5, 0)
    sc.add(
        "slots", "black", z + 0.3, np.minimum(h.mask, (slots - 0.5) * 1.2), sc.Y, 0.5, 0, line=0.2
    )
    m = (0.105 + 0.03 * step(-0.4, 0.1, v) - al) * h.aw
    sc.add("ridge", trim, z + 0.3, np.minimum(h.mask, m), sc.Y - 0.4 * al * h.aw, 0.40)
    for o, w in ((0.36, 1.35), (-0.40, 1.55)):
        e = np.hypot((sc.X - x - math.sin(h.look + o) * 8.5) / w, (sc.Y - y - 2.55) / 0.48)
        m = np.minimum((1 - e) * 0.5, slit - 0.4)
        sc.add("gleam", "pearl", z + 2.2, m, sc.Y, 9, 0, 0.5, 0.2)
    p = h.at(0, 0.036)
    win = sc.window(p[0] - 4, p[1] - 4, p[0] + 4, p[1] + 4)
    gx, gy = sc.X[win] - p[0], sc.Y[win] - p[1]
    d = 1.75 - (np.abs(gx) * 1.15 + np.abs(gy) * 0.8)
    zz = 16 - np.abs(gx) * 0.9 - np.where(gy < 0, -gy * 0.3, gy * 0.6)
    sc.add("jewel", jewel, zz, d * 0.7, gx + gy, 9, 0, 0, 0.24, window=win)
    return h


def crest(
    sc, x, y, z=-2.4, r=15.6, span=1.52, feathers=15, material="feather", rim="gold", foot=9.9
):
    """Spread a fan of feathers over a helm."""
    a = np.arctan2(sc.X - x, -(sc.Y - y))
    d = np.hypot(sc.X - x, sc.Y - y)
    f = np.abs(np.mod(a / span * feathers / 2 + 0.5, 1) - 0.5) * 2
    lim = r - 1.5 * f**3 + 0.6 * np.cos(a)
    zc = z + 1.5 * np.sqrt(np.clip(1 - (f * 0.97) ** 2, 0, 1)) - 0.015 * (d - 9) ** 2
    mask = np.minimum(lim - d, (span - np.abs(a)) * d)
    sc.add("crest", material, zc + 0.35 * bell(f, 0.12), mask, d + 1.1 * f**2, 0.46, 1.1)
    zc = z + 1.8 + 1.1 * dome((d - foot) / 1.25) + 0.3 * np.cos(a * 44)
    mask = np.minimum(1.25 - np.abs(d - foot), (span + 0.03 - np.abs(a)) * d)
    sc.add("crestrim", rim, zc, mask, a * 10, 0.36)


def open_helm(
    head, metal="steel", trim="gold", brow=-0.34, cheeks=True, comb=None, z=1.6, nasal=False
):
    """Put an open helm on a head: bowl, brow band, cheek plates; the face is seen.

    `comb`: (height in mm, material) of a comb along its ridge.
    """
    sc, h, u = head.scene, head, head.u
    c = brow + 0.16 * h.fx**2
    al = np.abs(h.lon)
    flute = 0.25 * np.abs(np.sin(h.lon * 5)) * step(-0.95, -0.7, h.fy)
    bowl = h.z + z + 0.35 + 0.9 * bell(h.lon, 0.09) + flute
    m = np.minimum((c - h.fy) * u, h.mask + 1.0)
    sc.add("bowl", metal, bowl, m, sc.Y - 0.5 * h.z, 0.44, 1, 0.02, 0.34)
    m = np.minimum((0.075 - np.abs(h.fy - c)) * u, h.mask + 1.3)
    rope = 0.14 * np.cos(h.lon * 44)
    sc.add("helmband", trim, bowl + 0.9 + rope, m, h.lon * 8, 0.36, 1, 0.06, 0.28)
    if cheeks:
        front = 0.80 + 0.30 * step(0.1, 0.55, h.fy) - 0.42 * step(0.5, 0.86, h.fy)
        m = np.minimum((al - front) * u * 0.6, np.minimum((h.fy - c) * u, (0.86 - h.fy) * u))
        m = np.minimum(m, h.mask + 0.9)
        zz = h.z + z + 0.7 + 0.5 * bell(al - 1.25, 0.05)
        sc.add("cheek", metal, zz, m, sc.Y - 0.4 * h.z, 0.44, 1, 0.02, 0.34)
        sc.add(
            "cheekrim",
            trim,
            zz + 0.5,
            np.minimum(0.42 - np.abs(m - 0.42), m + 0.4),
            sc.Y,
            0.36,
            1,
            0.03,
            0.22,
        )
    if nasal:
        m = np.minimum((0.058 + 0.02 * step(0, 0.3, h.fy) - np.abs(h.fx)) * u, (0.36 - h.fy) * u)
        m = np.minimum(m, (h.fy - c) * u)
        sc.add("nasal", trim, h.z + 2.0, m, sc.Y, 0.36, 1, 0.04, 0.26)
    top = np.array(h.at(0, -1.0))
    if comb:
        tall, material = comb
        a = np.arctan2(sc.X - h.c[0], -(sc.Y - h.c[1]))
        d = np.hypot(sc.X - h.c[0], sc.Y - h.c[1])
        f = np.abs(np.mod(a * 9 + 0.5, 1) - 0.5) * 2
        lim = u * 1.02 + tall * (1 - (a / 1.5) ** 4) - 0.8 * f**3
        m = np.minimum(lim - d, (1.45 - np.abs(a)) * 8)
        zz = -1.5 + 1.2 * np.sqrt(1 - (f * 0.97) ** 2)
        sc.add("comb", material, zz, m, d + f**2, 0.46, 1.05, 0.02)
    return top


def wing(sc, root, tip, z, side=1, feathers=7, material="steel", trim="gold"):
    """Set a wing on a helm: three tiers of feathers swept from `root` toward `tip`."""
    root, tip = np.array(root, float), np.array(tip, float)
    d = tip - root
    n = np.array([-d[1], d[0]]) * side
    for tier, long in enumerate((1.0, 0.72, 0.46)):
        for i in range(feathers - tier):
            t = i / (feathers - 1)
            a = root + n * (0.05 + 0.42 * t) * 0.9
            reach = d * long * (1 - 0.45 * t) + n * (0.05 + 0.34 * t) * long
            b = a + reach
            mid = a + reach * 0.5 - n * 0.06
            r = np.hypot(*d) * 0.085
            p = spline([a, mid, b], 24)
            u, w, m, h = sc.along(
                p, np.interp(np.linspace(0, 1, 24), [0, 0.6, 0.9, 1], [0.7, 1, 0.8, 0.2]) * r
            )
            zz = z + tier * 0.9 - 0.16 * i + h * 0.6 - 0.4 * bell(w, 0.25)
            sc.add("wing", material, zz, m, u * 0.7 + np.abs(w) * 0.9, 0.42, 0.95, 0.04, 0.26)
    sc.oval("wingboss", trim, root[0], root[1], 1.9, 1.9, z + 3.0, high=1.3)


def gorget(sc, x, rows, metal="steel", trim="gold"):
    """Stack lames round the neck: (top in mm, half width); the last is of `trim`."""
    for i, (y0, a) in enumerate(rows):
        last = i == len(rows) - 1
        xx = (sc.X - x) / a
        yy = sc.Y - y0 - 2.1 * np.sqrt(np.maximum(1 - xx * xx, 0))
        t = yy / 2.0
        z = 2.2 + i * 0.8 + a * 0.55 * np.sqrt(np.maximum(1 - xx * xx, 0))
        z = z + 0.9 * np.sqrt(np.clip(1 - (2 * t - 1) ** 2, 0, 1))
        m = np.minimum(np.minimum(yy, 2.2 + 0.5 * last - yy), (1 - np.abs(xx)) * a)
        sc.add("gorget", trim if last else metal, z, m, sc.X + 0.2 * yy, 0.44)


def breastplate(sc, x, y=50.0, rx=15.5, ry=18.0, top=33.0, metal="steel", ridge=1.2, flutes=0.28):
    """Put on a breastplate; return its height."""
    bx, by = (sc.X - x) / rx, (sc.Y - y) / ry
    z = -2 + 11 * np.sqrt(np.maximum(1 - bx**2 - by**2 * 0.8, 0)) + bell(sc.X - x - ridge, 0.5)
    for s in (-6.2, 8.3):
        z = z + 0.8 * bell(np.hypot((sc.X - x - s) / 5.5, (sc.Y - y + 5) / 6), 1)
    r = np.hypot(sc.X - x - ridge, sc.Y - y + 16)
    fan = np.cos(np.arctan2(sc.X - x - ridge, sc.Y - y + 16) * 21)
    zz = z + flutes * fan * step(4, 9, r)
    mask = np.minimum((1 - np.hypot(bx, by * 0.9)) * 14, sc.Y - top)
    sc.add("breastplate", metal, zz, mask, sc.Y - 0.35 * z, 0.46)
    return z


def pauldron(sc, x, y, deg, side, z=3.5, rx=9.2, ry=8.6, metal="steel", trim="gold", lames=4.6):
    """Arm a shoulder: lames with rims and rivets; `side` −1 left, 1 right."""
    c, s = math.cos(math.radians(deg)), math.sin(math.radians(deg))
    pu, pv = (sc.X - x) * c + (sc.Y - y) * s, -(sc.X - x) * s + (sc.Y - y) * c
    e = np.hypot(pu / rx, pv / ry)
    dist = np.hypot(pu * side + 15, pv + 5.5) - 7.2
    lame = np.mod(dist / lames + 0.25, 1)
    zz = z + 9.6 * np.sqrt(np.maximum(1 - e * e, 0)) + 1.5 * (lame - 0.5)
    m = (1 - e) * ry
    sc.add("pauldron", metal, zz, m, pv - 0.3 * zz + 0.1 * pu, 0.44)
    rim = 0.62 - np.abs(np.mod(dist / lames + 0.75, 1) - 0.5) * lames
    sc.add("pauldronrim", trim, zz + 0.9, np.minimum(m, rim) * 0.8, pv, 0.40)
    for k in range(6):
        a = math.radians(-22 + k * 17)
        qu, qv = side * (14.4 * math.cos(a) - 15), 14.4 * math.sin(a) - 5.5
        d = math.hypot(qu / rx, qv / ry)
        if d < 0.86:
            high = z + 9.6 * math.sqrt(1 - d * d) + 0.9
            sc.ball("rivet", trim, x + qu * c - qv * s, y + qu * s + qv * c, 0.55, high)


def epaulette(sc, x, y, deg, z, material="gold", rx=6.4, ry=3.6, fringe=15, drop=7.0):
    """Lay an epaulette on a shoulder: a plate, a roll, and a fringe that hangs."""
    c, s = math.cos(math.radians(deg)), math.sin(math.radians(deg))
    pu, pv = (sc.X - x) * c + (sc.Y - y) * s, -(sc.X - x) * s + (sc.Y - y) * c
    e = np.hypot(pu / rx, pv / ry)
    for i in range(fringe):
        q = -1.35 + 2.7 * i / (fringe - 1)
        a = (x + rx * 0.95 * math.sin(q) * c - ry * 0.9 * math.cos(q) * s,)
        a = (a[0], y + rx * 0.95 * math.sin(q) * s + ry * 0.9 * math.cos(q) * c)
        b = (a[0] + 1.2 * math.sin(q), a[1] + drop * (0.75 + 0.25 * math.cos(q)))
        u, w, m, h = sc.along([a, b], 0.52)
        zz = z + 1.0 + h + 0.25 * np.cos(u * 5 + w * 3)
        sc.add("fringe", material, zz, m, u + w, 0.38, 0.9, 0.02, 0.22)
    zz = z + 3.0 + 2.4 * np.sqrt(np.maximum(1 - e * e, 0)) + 0.25 * np.cos(pu * 2.2)
    sc.add("epaulette", material, zz, (1 - e) * ry, pv, 0.38, 1, 0.04, 0.3)
    ring = 0.75 - np.abs(e - 0.9) * ry
    rope = 0.35 * np.cos(np.arctan2(pu, pv) * 22)
    sc.add(
        "epauletteroll",
        material,
        zz + 1.2 + rope,
        ring,
        np.arctan2(pu, pv) * 7,
        0.36,
        1,
        0.03,
        0.24,
    )


def gauntlet(sc, x, y, metal="steel", trim="gold", z=9.5):
    """Arm a fist of steel about a rod at (x, y), its cuff, and its forearm."""
    for name, path, r, z0, wave in (
        ("forearm", [(x + 1.0, y + 6.6), (x + 4.4, y + 25.6)], (3.9, 5.4), z, 2.1),
        ("cuff", [(x + 0.8, y + 4.8), (x + 1.9, y + 11.6)], (3.4, 5.2), z + 4.1, 2.4),
    ):
        u, w, m, h = sc.along(path, r)
        bow = 0.05 * w * w
        if name == "cuff":
            m = np.minimum(m, np.minimum(u, 6.6 - u - bow + 0.5))
        sc.add(name, metal, z0 + h + 0.32 * np.cos(w * wave), m, u - bow, 0.44)
        if name == "cuff":
            for at, t in ((6.3, 0.62), (4.6, 0.42)):
                mm = np.minimum(m + 0.25, t - np.abs(u - at + bow))
                sc.add("cuffrim", trim, z0 + 1.2 + h, mm, w, 0.36)
    e = np.hypot((sc.X - x - 2.4) / 2.5, (sc.Y - y - 1.8) / 4.4)
    sc.add("hand", metal, z + 5.7 + 3.0 * dome(e), (1 - e) * 2.6, sc.Y - 0.2 * sc.X, 0.42)
    for i, (a, b) in enumerate(((0.0, 2.9), (-0.25, 3.3), (-0.1, 3.1), (0.25, 2.5))):
        y0 = y - 1.5 + i * 2.05
        u, w, m, h = sc.along([(x - 2.5 + a, y0 + 0.5), (x + b, y0 - 0.1)], (1.08, 1.2))
        zz = z + 8.7 + h * 1.1 - 0.05 * (u - 2.5) ** 2 + 0.22 * np.sign(np.sin(u * 1.75 + 0.6))
        sc.add("plate", metal, zz, m, u + 0.25 * w * w, 0.40)
    u, w, m, h = sc.along([(x + 1.9, y + 0.8), (x - 2.1, y - 2.1)], (1.25, 1.0))
    sc.add("thumb", metal, z + 10.5 + h, m, u + 0.25 * w * w, 0.40)


def scales(sc, name, z, mask, origin, pitch=2.4, material="gold", depth=0.9, lift=0.0):
    """Cover a body (height z, mask) with scales, each row over the one below."""
    x, y = sc.X - origin[0], sc.Y - origin[1]
    high, reach = pitch * 0.5, pitch * 0.66
    best = np.full(x.shape, np.inf)
    slope = np.zeros_like(x)
    for k in (-1, 0, 1):
        row = np.floor(y / high) + k
        shift = 0.5 * np.mod(row, 2)
        cx = (np.floor(x / pitch - shift) + 0.5 + shift) * pitch
        cy = row * high
        d = np.hypot(x - cx, y - cy)
        on = (d < reach) & np.isinf(best)
        best = np.where(on, d, best)
        slope = np.where(on, (y - cy) / reach, slope)
    best = np.where(np.isinf(best), reach, best)
    zz = z + depth * slope - 0.9 * bell(reach - best, 0.16 * pitch / 2)
    sc.add(name, material, zz, mask, best * 1.1, 0.36, 1, lift, 0.34, smooth=0.7)


def mail(sc, name, z, mask, material="steel", pitch=1.05, lift=0.0):
    """Cover a body with mail: rows of rings as waves."""
    wave = np.cos(sc.X * math.tau / pitch + math.pi * np.floor(sc.Y / (pitch * 0.75)))
    zz = z + 0.24 * wave * np.abs(np.sin(sc.Y * math.pi / (pitch * 0.75)))
    phase = sc.Y / 0.75 * 0.42 + 0.10 * wave
    sc.add(name, material, zz, mask, phase, 0.42, 1.15, lift, 0.32, smooth=0.7)


def cloak(
    sc,
    x,
    y,
    spread,
    material="cloth",
    z=-9.0,
    top=24.5,
    seed=5,
    r=29.5,
    bow=(0.03, 0.023),
    lift=0.05,
):
    """Hang a cloak behind the shoulders: folds fall from the neck."""
    q = np.arctan2(sc.X - x, sc.Y - y)
    d = np.hypot(sc.X - x, sc.Y - y)
    f = folds(q * 15, seed)
    slope = (sc.X - x) ** 2 * np.where(x > sc.X, bow[0], bow[1])
    m = np.minimum(r + 0.9 * f - d, (sc.Y - top - slope) * 0.8 + 3.0)
    m = np.minimum(m, spread - np.abs(sc.X - x))
    sc.add("cloak", material, z + 1.5 * f, m, d - 0.5 * f, 0.5, 1, lift, 0.34)
