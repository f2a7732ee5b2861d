"""Crowns, bands, diadems, caps, hats, combs: all lie on a `Head`, however it is turned."""

import math

import numpy as np

from workshop.figures.curves import dome, folds, loop, spline, step


def fleuron(sc, base, d, k, z, material="gold", pearl="pearl"):
    """Set a leaf of a crown: three lobes and a ridge; `d` its direction, `k` its size."""
    d = np.asarray(d, float) / np.hypot(*d)
    n = np.array([-d[1], d[0]])
    half = [(1.0, -0.5), (0.62, 0.5), (0.60, 1.1), (1.22, 2.0), (1.12, 2.9), (0.52, 3.9), (0, 5.1)]
    half = np.array(half)
    pts = np.concatenate([half, (half * [-1, 1])[::-1][1:]])
    o = loop(pts, 110) * k
    o = base + o[:, :1] * n + o[:, 1:] * d
    m = sc.inside(o)
    a = (sc.X - base[0]) * n[0] + (sc.Y - base[1]) * n[1]
    b = (sc.X - base[0]) * d[0] + (sc.Y - base[1]) * d[1]
    zz = z + 0.9 * np.sqrt(np.clip(m, 0, 0.9)) - 0.55 * np.abs(a)
    sc.add("fleuron", material, zz, m, b + 0.9 * np.abs(a), 0.44, 0.8, 0.14, 0.26)
    if pearl:
        sc.ball("fleurpearl", pearl, *(base + d * 5.5 * k), 0.66 * k + 0.08, z + 1.0, 0, 0.24)


def band(
    head,
    at=-0.70,
    arch=0.10,
    half=0.135,
    z=1.7,
    material="gold",
    rope=0.10,
    over=0.5,
    line=0.30,
    reach=9.0,
):
    """Lay a band round the brow: `at` is its height on the face, `half` half its width.

    It ends at the longitude `reach`.
    """
    sc, h, u = head.scene, head, head.u
    c = at + arch * h.fx**2
    m = np.minimum((half - np.abs(h.fy - c)) * u, h.mask + over)
    m = np.minimum(m, (reach - np.abs(h.lon)) * u)
    zz = h.z + z + rope * np.cos(h.lon * 48) + 0.4 * dome((h.fy - c) / half)
    sc.add("band", material, zz, m, h.lon * 8, 0.36, 1, 0.10, line)


def on_band(head, at, arch, lon, out=0.0):
    """Return the point of the card on a band at a longitude; `out` units above it."""
    x = 0.66 * math.sin(lon)
    return np.array(head.at(x, at + arch * x * x - out))


def stones(head, at, arch, lons, r=0.6, z=12.0, materials=("gem", "pearl")):
    """Set stones on a band, materials in turn; none behind the head's edge."""
    for i, lon in enumerate(lons):
        p = on_band(head, at, arch, lon)
        head.scene.ball("stone", materials[i % len(materials)], *p, r, z, 0, 0.22)


def drop(sc, x, y, k, z, material="gem"):
    """Set a cut stone, longer than wide."""
    win = sc.window(x - 3 * k, y - 4 * k, x + 3 * k, y + 4 * k)
    gx, gy = sc.X[win] - x, sc.Y[win] - y
    d = 1.5 * k - (np.abs(gx) * 1.15 + np.abs(gy) * 0.72)
    zz = z - np.abs(gx) * 0.9 - np.where(gy < 0, -gy * 0.3, gy * 0.6)
    sc.add("drop", material, zz, d * 0.7, gx + gy, 9, 0, 0, 0.24, window=win)


def crescent(sc, x, y, r, z, material="gold", open_=0.83, dy=-0.4):
    """Add a crescent whose horns point up."""
    d1, d2 = np.hypot(sc.X - x, sc.Y - y), np.hypot(sc.X - x, sc.Y - y - dy * r)
    m = np.minimum(r - d1, d2 - r * open_)
    zz = z + 1.15 * np.sqrt(np.clip(m, 0, 1.45))
    sc.add("crescent", material, zz, m, sc.X * 0.8 + sc.Y * 0.6, 0.36, 1, 0.02, 0.32)


def ray_star(sc, x, y, r, z, points=8, material="gold", waist=0.36, boss=None):
    """Add a star in facets."""
    pad = r + 1
    win = sc.window(x - pad, y - pad, x + pad, y + pad)
    gx, gy = sc.X[win] - x, sc.Y[win] - y
    d, a = np.hypot(gx, gy), np.arctan2(gx, -gy)
    piece = math.tau / points
    sec = np.abs(np.mod(a / piece + 0.5, 1) - 0.5) * piece
    edge = r * waist / np.maximum(np.cos(sec) * waist + np.sin(sec), 0.05) - d
    facet = np.where(np.mod(a / (piece / 2), 2) < 1, 0.7, -0.7) * np.sin(sec) * d
    zz = z + 0.5 * np.clip(edge, 0, 3) + facet
    sc.add("star", material, zz, edge * 0.6, gx + gy, 0.36, 0.9, 0.02, 0.24, window=win)
    if boss:
        sc.ball("starboss", boss, x, y, r * 0.22 + 0.1, z + 1.4, 0, 0.22)


def points(head, at=-0.83, lons=(-1.18, -0.62, 0.0, 0.62, 1.18), k=1.0, z=9.6, pearl="pearl"):
    """Set leaves on a band, smaller toward its sides."""
    for lon in lons:
        base = on_band(head, at, 0.1, lon)
        lean = np.array([math.sin(lon + math.radians(head.yaw)) * 0.34, -1])
        fleuron(head.scene, base, lean, k * (1 - 0.18 * abs(lon)), z - abs(lon) * 1.6, pearl=pearl)


def cap(head, at=-0.50, arch=0.18, z=0.9, material="gown", seed=8, fine=13, depth=0.12, puff=0.0):
    """Cover the skull above a line; `puff` mm of fullness."""
    sc, h, u = head.scene, head, head.u
    c = at + arch * h.fx**2
    q = np.arctan2(h.lon, h.fy + 1.4)
    full = puff * np.clip((c - h.fy) * 2.2, 0, 1)
    zz = h.z + z + depth * folds(q * fine, seed) + full
    m = np.minimum((c - h.fy) * u, h.mask + 0.3 + puff * 0.5)
    sc.add("cap", material, zz, m, sc.Y - 0.5 * h.z, 0.42, 1, 0.0, 0.32)


def drum(
    sc,
    cx,
    top,
    foot,
    r0,
    r1,
    ribs=9,
    lean=-0.10,
    panel="gown",
    z=2.6,
    material="gold",
    beads=("water", "flame"),
):
    """Build a flaring crown: panels between ribs, rings, rows of stones; `top`, `foot` in mm."""
    mid = (top + foot) / 2
    axis = cx + lean * (sc.Y - foot)
    w = r0 + (r1 - r0) * step(foot, top, sc.Y)
    s = np.clip((sc.X - axis) / w, -1, 1)
    lo = np.arcsin(s)
    arc = 2 * math.asin(1) / ribs * 1.03
    zc = z + 7.4 * np.cos(lo)
    m = np.minimum((1 - np.abs((sc.X - axis) / w)) * w, sc.Y - top - 1.7 * s**2)
    m = np.minimum(m, foot - 1.0 * s**2 - sc.Y)
    ridge = 0.3 * np.cos(lo / arc * 6.283)
    sc.add("drum", material, zc + ridge, m, sc.Y - 0.4 * zc, 0.42, 1, 0.02, 0.34)
    gap = (np.abs(np.mod(lo / arc, 1) - 0.5) * -arc + 0.35 * arc) * w * np.cos(lo)
    sc.add(
        "panel", panel, zc + 0.5, np.minimum(m - 0.9, gap), sc.Y - 0.3 * zc, 0.42, 0.9, 0.12, 0.2
    )
    for y, k in ((top + 2.5, 1.0), (foot - 2.4, 0.3)):
        ring = 0.52 - np.abs(sc.Y - y - 1.5 * s**2 * k)
        sc.add(
            "drumring", material, zc + 1.2, np.minimum(m + 0.3, ring), lo * 9, 0.36, 1, 0.05, 0.24
        )
    for i in range(-ribs // 2 + 1, ribs // 2):
        for j, y in enumerate((mid - 1.4, mid + 1.6)):
            wy = float(r0 + (r1 - r0) * step(foot, top, y))
            x = cx + lean * (y - foot) + wy * math.sin(i * arc + arc / 2)
            if abs(i * arc + arc / 2) < 1.3:
                sc.ball("panelstone", beads[(i + j) % 2], x, y, 0.62, 12, 0, 0.2)


def straw_hat(head, tip, reach=1.55, at=-0.42, material="straw", trim="gold"):
    """Put on a broad hat, one low cone: `tip` its top on the card (mm), `reach` its half width."""
    sc, h = head.scene, head
    a, b = np.array(h.at(-0.68, at)), np.array(h.at(0.68, at))
    c, d = (a + b) / 2, (b - a) / np.hypot(*(b - a))
    n = np.array([d[1], -d[0]])  # up
    u = (sc.X - c[0]) * d[0] + (sc.Y - c[1]) * d[1]
    v = (sc.X - c[0]) * n[0] + (sc.Y - c[1]) * n[1]
    tall, lean = (np.array(tip) - c) @ n, (np.array(tip) - c) @ d
    r = reach * h.u
    t = np.clip(v / tall, 0, 1)
    half = r * (1 - t) ** 0.90 + 0.3
    s = np.clip((u - lean * t) / half, -1, 1)
    low = -0.155 * r * dome(u / r)
    zz = 4.0 + 10.5 * np.sqrt(1 - s * s) * (1 - 0.45 * t)
    mask = np.minimum(half - np.abs(u - lean * t), np.minimum(v - low, tall - v))
    # rows of plaited straw, stitched across
    row = np.hypot(u - lean * t, (tall - v) * 1.6)
    weave = 0.55 * np.abs(np.sin(row * 1.25))
    sc.add("hat", material, zz + weave, mask, row * 0.85 + 0.1 * zz, 0.46, 1.1, -0.08, 0.34)
    rim = np.minimum(0.85 - np.abs(v - low - 0.5), half - np.abs(u - lean * t))
    sc.add("hatrim", trim, zz + 0.9, rim, u * 0.9, 0.38, 1, 0.03, 0.26)
    top = np.minimum(mask, v - tall * 0.76)
    sc.add("hattop", trim, zz + 0.8, top, v, 0.38, 1, 0.03, 0.26)
    sc.ball("hatknob", trim, tip[0], tip[1], 1.0, 12, 0.9, 0.28)


def officer_cap(head, at=-0.40, material="cloth", z=0.8, badge="gold", tall=0.62):
    """Put on a peaked cap: crown wider than its band, a peak over the brow, braid."""
    sc, h, u = head.scene, head, head.u
    a, b = np.array(h.at(-0.69, at - 0.12)), np.array(h.at(0.69, at - 0.12))
    c = (a + b) / 2
    d = (b - a) / np.hypot(*(b - a))
    n = np.array([d[1], -d[0]])
    uu = (sc.X - c[0]) * d[0] + (sc.Y - c[1]) * d[1]
    vv = (sc.X - c[0]) * n[0] + (sc.Y - c[1]) * n[1]
    r = np.hypot(*(b - a)) / 2
    shift = 0.10 * h.far * r
    # soft crown, wider at its top
    e = np.hypot((uu - shift) / (r * 1.30), (vv - 5.2) / (u * tall * 0.72))
    q = np.arctan2(uu, vv + 10)
    zc = z + 4.0 + 6.2 * np.sqrt(np.maximum(1 - e * e, 0)) + 0.35 * folds(q * 16, 5)
    sc.add(
        "crowncap", material, zc, np.minimum((1 - e) * 6, vv - 0.8), vv - 0.3 * zc, 0.44, 1, 0, 0.34
    )
    s = np.clip(uu / (r * 1.04), -1, 1)
    zb = z + 4.5 + 6.0 * np.sqrt(1 - s * s)
    low, high = -1.0 + 1.9 * s * s, 3.2 + 1.4 * s * s
    m = np.minimum(np.minimum(vv - low, high - vv), (1 - np.abs(s)) * r)
    sc.add("capband", "black", zb, m, vv + 0.3 * zb, 0.44, 1, 0.10, 0.3)
    for off, t in ((low + 0.5, 0.36), (high - 0.3, 0.45)):
        ring = np.minimum(t - np.abs(vv - off), (1 - np.abs(s)) * r)
        sc.add("braid", "gold", zb + 0.8, ring, uu, 0.34, 1, 0.03, 0.22)
    # peak
    px = (uu - shift) / (r * 0.98)
    low_peak = -4.4 + 3.6 * px**2
    zp = z + 11.0 + 1.6 * np.sqrt(np.clip(1 - px * px, 0, 1)) + 0.9 * (vv + 2)
    mp = np.minimum(np.minimum(vv - low_peak, low + 0.4 - vv), (1 - np.abs(px)) * r)
    sc.add("peak", "black", zp, mp, uu + 0.2 * vv, 0.42, 0.9, 0.06, 0.32)
    rim = np.minimum(0.34 - np.abs(vv - low_peak - 0.5), mp + 0.5)
    sc.add("peakrim", "gold", zp + 0.6, rim, uu, 0.34, 1, 0, 0.2)
    p = c + n * (1.4) + d * shift * 1.4
    ray_star(sc, p[0], p[1] - 0.9, 2.5, z + 13.5, 8, badge, 0.4, "gem")


def comb(head, lons=(-0.5, 0.5), at=-0.92, tall=7.5, z=-1.0, n=7, material="gold", stone="pearl"):
    """Set a high comb behind the crown of the head: an arched fan of tracery."""
    sc, h = head.scene, head
    a, b = (
        np.array(h.at(0.60 * math.sin(lons[0] * 2), at)),
        np.array(h.at(0.60 * math.sin(lons[1] * 2), at)),
    )
    c = (a + b) / 2 + [0, 3.0]
    d = np.hypot(sc.X - c[0], (sc.Y - c[1]) * 0.92)
    an = np.arctan2(sc.X - c[0], -(sc.Y - c[1]))
    r1 = tall + 3.0
    cell = np.mod(an / (2.0 / n) + 0.5, 1) - 0.5
    lim = r1 + 0.9 * np.sqrt(np.clip(0.25 - cell**2, 0, 1)) * 2 - 0.9
    m = np.minimum(lim - d, (1.0 - np.abs(an)) * d)
    hole = np.hypot(cell * 2.0 / n * d, d - r1 + 2.2) - 0.75
    hole = np.minimum(
        hole, np.maximum(np.abs(cell * 2.0 / n * d) - 0.28, np.abs(d - r1 + 4.6) - 1.3)
    )
    zz = z + 0.9 * np.sqrt(np.clip(np.minimum(m, hole), 0, 0.8)) + 0.3 * np.cos(cell * 6.283)
    sc.add("comb", material, zz, np.minimum(m, hole), d + 0.4 * np.abs(cell), 0.38, 1, 0.02, 0.28)
    for i in range(n):
        q = (i - (n - 1) / 2) * 2.0 / n
        x, y = c[0] + (r1 + 0.5) * math.sin(q), c[1] - (r1 + 0.5) * math.cos(q) / 0.92
        sc.ball("combpearl", stone, x, y, 0.62, z + 1.2, 0, 0.22)


def turban(head, material="linen", at=-0.36, z=1.5, full=1.5, seed=2, jewel="gem", plume=None):
    """Wind a turban: wraps that cross over the brow, a knob of cloth, a jewel, perhaps a plume."""
    sc, h = head.scene, head
    a, b = np.array(h.at(-0.70, at)), np.array(h.at(0.70, at))
    c, d = (a + b) / 2, (b - a) / np.hypot(*(b - a))
    n = np.array([d[1], -d[0]])
    u = (sc.X - c[0]) * d[0] + (sc.Y - c[1]) * d[1]
    v = (sc.X - c[0]) * n[0] + (sc.Y - c[1]) * n[1]
    r, tall = np.hypot(*(b - a)) / 2, h.u * 0.98
    shift = 0.16 * h.far * r
    s = u - shift
    wrap = (v + 0.42 * np.sqrt(s * s + 1.5)) / (h.u * 0.205)
    ridge = np.abs(np.sin(np.pi * wrap))
    rx = r * (1.16 + 0.06 * full + 0.20 * np.sin(np.clip(v / tall, 0, 1) * 2.9))
    e = np.hypot(u / rx, (v - tall * 0.36) / (tall * 0.60))
    zz = z + 3.0 + 8.0 * np.sqrt(np.maximum(1 - e * e, 0)) + 1.5 * ridge**0.7
    zz = zz + 0.25 * folds(s * 1.3 + wrap * 2, seed)
    low = -1.2 + 2.4 * np.clip((u / r) ** 2, 0, 1.4)
    mask = np.minimum((1 - e) * tall * 0.6 + 0.35 * ridge, v - low)
    phase = s * 0.62 + np.sign(s) * wrap * 0.25 + 0.35 * zz * np.sign(s)
    x, y = c + n * tall * 0.90
    sc.oval("turbantop", material, x, y, r * 0.52, tall * 0.22, z + 3, 0.46, 1, 0.3, 3.0)
    sc.add("turban", material, zz, mask, phase, 0.46, 1, 0.03, 0.34)
    p = c + d * shift + n * tall * 0.26
    if plume:
        points = ((0, 0), (1, -6), (4, -11), (8, -9.0), (9.6, -4.6))
        feather(sc, [(p[0] + h.far * a, p[1] - 1 + b) for a, b in points], 2.4, z + 15, plume)
    sc.oval("turbanset", "gold", p[0], p[1], 2.1, 2.6, z + 14, high=1.4)
    sc.oval("turbanjewel", jewel, p[0], p[1], 1.2, 1.7, z + 15.4, gain=0, high=1.0)


def _sweep(root, side, points):
    """Return the path of a plume from its root, mirrored where `side` is −1."""
    return [tuple(root), *((root[0] + side * x, root[1] + y) for x, y in points)]


def feather(sc, path, wide, z, material="feather", seed=0):
    """Let a plume follow a path from its root; its barbs part at the edges."""
    p = spline(path, 60)
    t = np.linspace(0, 1, 60)
    u, w, m, h = sc.along(p, np.interp(t, [0, 0.15, 0.6, 1], [0.3, 0.7, 1, 0.45]) * wide)
    barb = np.abs(np.sin(u * 1.1 + np.abs(w) * 0.8 + seed))
    zz = z + h * 0.7 + 0.5 * barb - 0.35 * np.exp(-((w / 0.35) ** 2)) + 0.05 * u
    sc.add("plume", material, zz, m - 0.45 * barb**4, u * 0.8 + np.abs(w) * 0.9, 0.42, 1, 0.04)
    quill = p[::3]
    width = np.linspace(0.3, 0.12, len(quill))
    sc.ink("plume", lambda plate, mat: plate.line(mat + ".ink", quill, width))


def arched(head, at=-0.66, z=1.7, cap_material="cloth", tall=5.6, orb="gem"):
    """Put on a king's crown: band, leaves, four arches that meet under an orb, a cap within."""
    sc, h = head.scene, head
    a, b = np.array(h.at(-0.64, at)), np.array(h.at(0.64, at))
    c, d = (a + b) / 2, (b - a) / np.hypot(*(b - a))
    n = np.array([d[1], -d[0]])
    ux = (sc.X - c[0]) * d[0] + (sc.Y - c[1]) * d[1]
    vx = (sc.X - c[0]) * n[0] + (sc.Y - c[1]) * n[1]
    r = np.hypot(*(b - a)) / 2
    e = np.hypot(ux / (r * 1.02), (vx - 1.0) / (tall + 1.6))
    f = folds(np.arctan2(ux, vx + 3) * 9, 4)
    zz = z + 1.5 + 6.0 * np.sqrt(np.maximum(1 - e * e, 0)) + 0.3 * f
    sc.add(
        "crowncap",
        cap_material,
        zz,
        np.minimum((1 - e) * tall, vx + 0.5),
        vx - 0.4 * zz,
        0.46,
        1,
        0,
        0.32,
    )
    top = c + n * (tall + 2.4)
    for lon in (-1.35, -0.62, 0.12, 0.80, 1.4):
        x = math.sin(lon)
        foot = c + d * r * x
        bow = c + d * r * x * 1.14 + n * (tall * 0.72)
        path = spline([foot, bow, top + d * x * 0.8], 24)
        high = z + 3.4 + 6 * math.cos(lon)
        sc.tube("arch", "gold", path, 0.72, high, 0.36, 1, 0.03, 0.28)
        for q in (6, 11, 16):
            sc.ball("archpearl", "pearl", *path[q], 0.42, high + 0.8, 0, 0.18)
    sc.ball("crownorb", orb, *(top + n * 0.9), 1.5, z + 9, 0.9, 0.3, 0.3)
    for w, k in ((0.32, 1.25), (1.0, 0.32)):
        q = top + n * 3.2
        m = np.minimum(w - np.abs(sc.X - q[0]), k - np.abs(sc.Y - q[1]))
        sc.add("crosslet", "gold", z + 11, m, sc.X, 9, 0, 0, 0.22)
    band(h, at, 0.10, 0.105, z + 1.0)
    stones(h, at, 0.10, (-1.0, -0.5, 0, 0.5, 1.0), 0.72, 13, ("gem", "pearl"))
    points(h, at - 0.10, (-1.1, -0.38, 0.38, 1.1), 0.62, 10.5)


def hennin(head, tip, at=-0.52, material="cloth", veil="veil", z=1.2):
    """Put on a tall cone with a veil that falls from its tip."""
    sc, h = head.scene, head
    a, b = np.array(h.at(-0.62, at)), np.array(h.at(0.62, at))
    c, d = (a + b) / 2, (b - a) / np.hypot(*(b - a))
    n = np.array([d[1], -d[0]])
    u = (sc.X - c[0]) * d[0] + (sc.Y - c[1]) * d[1]
    v = (sc.X - c[0]) * n[0] + (sc.Y - c[1]) * n[1]
    tall, lean = (np.array(tip) - c) @ n, (np.array(tip) - c) @ d
    t = np.clip(v / tall, 0, 1)
    half = np.hypot(*(b - a)) / 2 * 1.04 * (1 - t) + 1.5 * t
    s = np.clip((u - lean * t) / half, -1, 1)
    zz = z + 3 + 6.5 * np.sqrt(1 - s * s) * (1 - 0.75 * t)
    mask = np.minimum(half - np.abs(u - lean * t), np.minimum(v + 2.0 * dome(s) + 0.4, tall - v))
    sc.add("hennin", material, zz, mask, v - 0.35 * zz, 0.46, 1, 0.02, 0.34)
    for at_, wide in ((0.10, 0.9), (0.30, 0.34), (0.50, 0.34), (0.70, 0.34)):
        ring = wide - np.abs(v - at_ * tall + 1.5 * dome(s) * -1 + 1.2)
        sc.add(
            "henninband", "gold", zz + 0.7, np.minimum(mask + 0.2, ring), s * 7, 0.36, 1, 0.03, 0.24
        )
    return np.array(tip)


def beret(head, at=-0.44, material="cloth", tilt=-8.0, z=1.0, plume=None, brooch="gem", wide=1.42):
    """Put on a soft flat cap, pulled to one side, with a brooch and perhaps a plume."""
    sc, h, u = head.scene, head, head.u
    a, b = np.array(h.at(-0.68, at)), np.array(h.at(0.68, at))
    c, d0 = (a + b) / 2, (b - a) / np.hypot(*(b - a))
    ang = math.atan2(d0[1], d0[0]) + math.radians(tilt)
    d = np.array([math.cos(ang), math.sin(ang)])
    n = np.array([d[1], -d[0]])
    ux = (sc.X - c[0]) * d[0] + (sc.Y - c[1]) * d[1]
    vx = (sc.X - c[0]) * n[0] + (sc.Y - c[1]) * n[1]
    r = np.hypot(*(b - a)) / 2
    shift = -0.16 * r * h.far
    e = np.hypot((ux - shift) / (r * wide), (vx - u * 0.30) / (u * 0.40))
    q = np.arctan2(ux - shift, vx + 3.5)
    f = folds(q * 11, 6)
    zz = z + 5.0 + 6.5 * np.sqrt(np.maximum(1 - e * e, 0)) + 0.75 * f * step(0.1, 0.6, e)
    low = -0.6 + 1.8 * np.clip((ux / r) ** 2, 0, 1)
    m = np.minimum((1 - e) * u * 0.4, vx - low + 1.0)
    sc.add("beret", material, zz, m, np.hypot(ux, vx + 4) - 0.35 * f, 0.46, 1, 0, 0.34)
    band(h, at, 0.16, 0.065, z + 1.4, "gold")
    p = c + d * (shift * -1.6 - 3.4 * h.far) + n * u * 0.16
    if plume:
        g = -h.far
        path = _sweep(p, g, ((2.0, -5.8), (7.5, -9.0), (13.6, -6.4), (16.6, -0.8)))
        feather(sc, path, 2.6, z + 13, plume)
    sc.oval("brooch", "gold", p[0], p[1], 1.75, 1.75, z + 14.5, high=1.2)
    sc.ball("broochgem", brooch, p[0], p[1], 0.95, z + 15.6)


def broad_hat(head, at=-0.42, material="cloth", z=1.0, reach=1.75, tall=0.85, plume="feather"):
    """Put on a hat with a broad, turned brim, a round crown, a band, and a plume."""
    sc, h, u = head.scene, head, head.u
    a, b = np.array(h.at(-0.68, at)), np.array(h.at(0.68, at))
    c, d = (a + b) / 2, (b - a) / np.hypot(*(b - a))
    n = np.array([d[1], -d[0]])
    ux = (sc.X - c[0]) * d[0] + (sc.Y - c[1]) * d[1]
    vx = (sc.X - c[0]) * n[0] + (sc.Y - c[1]) * n[1]
    r = np.hypot(*(b - a)) / 2
    s = np.clip(ux / (r * 1.02), -1, 1)
    zc = z + 3 + 6.6 * np.sqrt(1 - s * s)
    m = np.minimum(r * 1.02 - np.abs(ux), u * tall - vx - 1.8 * s**4)
    sc.add("hatcrown", material, zc, np.minimum(m, vx), vx - 0.35 * zc, 0.46, 1, 0.02, 0.34)
    m = np.minimum(r * 1.04 - np.abs(ux), 0.9 - np.abs(vx - 2.2 + 1.0 * dome(s)))
    sc.add("hatband", "gold", zc + 0.8, m, s * 9, 0.36, 1, 0.03, 0.26)
    bend = 2.6 * np.sin(ux / (r * reach) * 2.2) * h.far
    e = np.hypot(ux / (r * reach), (vx - bend * 0.6 + 0.8) / (u * 0.21))
    zb = z + 9.5 - 0.012 * ux * ux + 0.6 * (vx - bend) * -0.3
    sc.add("brim", material, zb, (1 - e) * u * 0.2, ux * 0.35 + vx * 1.1, 0.46, 1, 0.04, 0.34)
    if plume:
        g = -h.far
        p = c + d * (-2.8 * h.far) * -1 * g * h.far + n * 2.6
        path = _sweep(p, g, ((3.0, -5.5), (9, -8.0), (15.5, -4.5), (18, 2.5)))
        feather(sc, path, 2.9, z + 11, plume)
        sc.oval("hatjewel", "gold", p[0], p[1], 1.5, 1.7, z + 13, high=1.1)
        sc.ball("hatgem", "gem", p[0], p[1], 0.8, z + 14)
