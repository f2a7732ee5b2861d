"""Cloth: neck and breast, veils, hoods, mantles, gowns, sleeves, cuffs, collars, ermine, bands."""

import math

import numpy as np
from scipy.ndimage import distance_transform_edt, gaussian_filter

from workshop.figures.curves import bell, dome, folds, loop, step


def neck(head, path, radii, skin=None, z=-1.2, fade=(7.5, 12)):
    """Lead a neck down from the head; its end sinks, so that no round cap shows."""
    sc = head.scene
    u, w, m, h = sc.along(path, radii)
    cord = bell(w - 1.5 - 0.13 * u, 0.5) * step(2, 8, u)
    cord = 0.5 * cord + 0.35 * bell(w + 1.3 + 0.10 * u, 0.5) * step(4, 9, u)
    zz = z - 3.5 * step(*fade, u) + h * 0.9 + cord
    sc.add("neck", skin or head.skin, zz, m, u - 0.5 * h, 0.36, 0.95, 0, 0.34, group=3)
    return zz


def breast(sc, x, y, rx, ry, top, skin="flesh", z=-3.6, high=6.4):
    """Add the skin of breast and shoulders below `top`; return its height."""
    bx, by = (sc.X - x) / rx, (sc.Y - y) / ry
    zz = z + high * np.sqrt(np.maximum(1 - bx**2 - 0.85 * by**2, 0))
    mask = np.minimum((1 - np.hypot(bx, by * 0.93)) * ry, sc.Y - top)
    sc.add("breast", skin, zz, mask, sc.Y - 0.45 * zz, 0.40, 0.95, 0, 0.3, group=3)
    return zz


def hanging(
    sc,
    name,
    material,
    outline,
    centre,
    z,
    seed=1,
    fine=17,
    depth=1.5,
    start=(8, 26),
    lift=0.07,
    pitch=0.46,
):
    """Hang cloth inside an outline; folds radiate from `centre`, from `start` mm on.

    Return its height and its mask.
    """
    m = sc.inside(loop(outline))
    q = np.arctan2(sc.X - centre[0], sc.Y - centre[1])
    r = np.hypot(sc.X - centre[0], sc.Y - centre[1])
    f = folds(q * fine, seed) * step(*start, r)
    zz = z + depth * f
    sc.add(name, material, zz, m, r - 0.55 * f, pitch, 0.95, lift, 0.34)
    return zz, m


def hem(sc, name, z, mask, at=0.75, half=0.62, material="gold", where=None, line=0.22, over=0.8):
    """Run a band along the edge of cloth, `at` mm inside it."""
    band = np.clip(half - np.abs(mask - at), -1, 1)
    if where is not None:
        band = np.minimum(band, where)
    sc.add(name, material, z + over, band, sc.X * 0.9 + sc.Y * 0.7, 0.36, 1, 0, line)


def mantle(
    sc,
    material="gown",
    x=35.0,
    y=60.0,
    rx=25.0,
    ry=26.0,
    seed=21,
    z=-6.0,
    high=9.5,
    lift=0.08,
    fine=13,
):
    """Lay a mantle over the shoulders; return its height and its mask."""
    bx, by = (sc.X - x) / rx, (sc.Y - y) / ry
    zm = z + high * np.sqrt(np.maximum(1 - bx**2 - by**2, 0))
    f = folds(np.arctan2(sc.X - x, sc.Y - y + 40) * fine, seed)
    r = np.hypot(sc.X - x, sc.Y - y + 40)
    mask = (1 - np.hypot(bx, by)) * 22
    sc.add("mantle", material, zm + 0.75 * f, mask, r - 0.5 * f, 0.47, 1, lift, 0.34)
    return zm, mask


def bodice(sc, outline, z, x, material="gown", seed=5, rim="gold", pitch=0.46, lift=0.0):
    """Fit cloth with pressed folds over the body whose height is z; return height and mask."""
    m = sc.inside(loop(outline, 170))
    f = folds((sc.X - x) * 1.15 + 0.012 * (sc.Y - 40) ** 2 * np.sign(sc.X - x), seed)
    zg = z + 0.9 + 0.35 * f
    sc.add(
        "bodice", material, zg, m, sc.Y - 0.5 * f + 0.015 * (sc.X - x) ** 2, pitch, 1.0, lift, 0.34
    )
    if rim:
        hem(sc, "bodicerim", zg, m, 0.62, 0.62, rim, over=0.9, line=0.24)
    return zg, m


def collar(sc, x, y, rings, flat=0.80, z=2.6, reach=1.12, droop=0.10, pearls=None):
    """Lay rings round the neck: (radius, half width, material, beads round the full circle)."""
    r = np.hypot(sc.X - x, (sc.Y - y) / flat)
    a = np.arctan2(sc.X - x, sc.Y - y)
    for k, (r0, t, material, beads) in enumerate(rings):
        rope = 0.28 * np.cos(a * beads) if beads else 0
        zc = z - droop * (a * 3) ** 2 - 0.25 * (r0 - rings[0][0]) + 0.9 * dome((r - r0) / t) + rope
        mask = np.minimum(t - np.abs(r - r0), (reach - np.abs(a)) * 7)
        sc.add(f"collar{k}", material, zc, mask, a * r0, 0.36, 1, 0.03, 0.22)
    if pearls:
        n, r0, size = pearls
        for i in range(n):
            b = (i - (n - 1) / 2) * 2 * (reach - 0.15) / n
            px, py = x + r0 * math.sin(b), y + r0 * flat * math.cos(b) + 0.4
            sc.ball("drop", "pearl", px, py, size, z + 2.0)


def ruff(sc, x, y, rx, ry, z, depth=3.2, n=26, material="linen", inner=0.55, tilt=0.0):
    """Set a pleated ruff round the neck: figures of eight along its rim."""
    ex, ey = (sc.X - x) / rx, (sc.Y - y - tilt * (sc.X - x)) / ry
    e, a = np.hypot(ex, ey), np.arctan2(ex, ey)
    wave = np.cos(a * n)
    lim = 1 + 0.05 * wave
    zz = z + depth * np.sqrt(np.clip(1 - ((e - 0.72) / 0.42) ** 2, 0, 1)) + 0.75 * np.abs(wave) * e
    zz = zz + 0.03 * (sc.Y - y)
    mask = np.minimum((lim - e) * ry, (e - inner) * ry)
    sc.add("ruff", material, zz, mask, a * n / 6.283 * 2.0 + e * 1.4, 0.46, 0.95, 0.05, 0.3)
    rim = np.minimum((lim - e) * ry, (e - lim + 0.16) * ry)
    sc.add("ruffrim", material, zz + 0.6 + 0.4 * np.abs(wave), rim, a * 20, 0.44, 0.9, 0.1, 0.24)


def puff(sc, x, y, deg, rx, ry, z, material="gown", high=7.5, bands=(-2, -1, 0, 1, 2), seed=11):
    """Gather a sleeve at the shoulder, with bands and studs."""
    c, s = math.cos(math.radians(deg)), math.sin(math.radians(deg))
    pu = (sc.X - x) * c + (sc.Y - y) * s
    pv = -(sc.X - x) * s + (sc.Y - y) * c
    e = np.hypot(pu / rx, pv / ry)
    q = np.arctan2(pu, -(pv - ry))
    r = np.hypot(pu, pv - ry)
    zp = z + high * np.sqrt(np.maximum(1 - e**2, 0)) + 0.55 * folds(q * 15, seed)
    sc.add("puff", material, zp, (1 - e) * ry, r - 0.3 * zp, 0.44, 1, 0.03, 0.34)
    for j in bands:
        band = 0.40 - np.abs(q - j * 0.62 - 0.04) * r * 0.9
        sc.add(
            "puffband",
            "gold",
            zp + 0.55,
            np.minimum((1 - e) * ry - 0.2, band),
            sc.Y,
            0.34,
            1,
            0.03,
            0.2,
        )
        for i in range(4):
            rr, b = ry * (0.62 + 0.32 * i), j * 0.62 - 0.27
            bu, bv = rr * math.sin(b), ry - rr * math.cos(b)
            d = math.hypot(bu / rx, bv / ry)
            if d < 0.88:
                high_ = z + high * math.sqrt(1 - d * d) + 0.8
                sc.ball(
                    "puffstud",
                    "pearl",
                    x + bu * c - bv * s,
                    y + bu * s + bv * c,
                    0.42,
                    high_,
                    0,
                    0.2,
                )


def sleeve(
    sc,
    outline,
    centre,
    z,
    mid,
    spread=5.0,
    material="gown",
    seed=7,
    start=(10, 17),
    depth=1.0,
    fine=16,
    lift=0.03,
):
    """Hang an open sleeve: round about x = `mid`, folds from `centre`; return height and mask."""
    m = sc.inside(loop(outline, 140))
    q = np.arctan2(sc.X - centre[0], sc.Y - centre[1])
    r = np.hypot(sc.X - centre[0], sc.Y - centre[1])
    f = folds(q * fine, seed) * step(*start, r)
    top = np.asarray(outline)[:, 1].min()
    wide = spread + 0.42 * np.clip(sc.Y - top, 0, 30)
    zs = z + 3.3 * np.sqrt(np.clip(1 - ((sc.X - mid) / wide) ** 2, 0, 1)) + depth * f
    sc.add("sleeve", material, zs, m, r - 0.5 * f, 0.46, 1, lift, 0.34)
    return zs, m


def arm(
    sc, path, radii, z, material="gown", seed=7, depth=0.5, fine=1.1, lift=0.0, group=0, slant=0.35
):
    """Lead an arm in its sleeve along a path: folds run across it; return (u, w, mask, height)."""
    u, w, m, h = sc.along(path, radii)
    f = folds(u * fine + slant * w, seed)
    zz = z + h + depth * f * step(0, 2, u)
    sc.add("arm", material, zz, m, u * 0.9 - 0.45 * h + 0.35 * f, 0.44, 1, lift, 0.34, group=group)
    return u, w, m, zz


def cuff(
    sc, frame, z, at=9.0, half=3.4, high=2.2, material="linen", rim="gold", flare=0.3, skew=0.0
):
    """Close a wrist with a cuff across the frame's arm, `at` mm below the hand."""
    u, v = frame.local(sc.X, sc.Y)
    u = u - 1.5 - skew
    bow = v - at + 0.05 * u**2
    wide = half + flare * np.clip(bow, -2, high)
    hgt = z + 2.6 * np.sqrt(np.maximum(1 - (u / (wide + 0.2)) ** 2, 0)) + 0.3 * np.cos(u * 2.4)
    mask = np.minimum(np.minimum(wide - np.abs(u), bow + high / 2), high / 2 - bow) * frame.k
    sc.add("cuff", material, hgt, mask, u * 1.0 + 0.2 * bow, 0.42, 0.95, 0.04, 0.32)
    if rim:
        for b in (-high / 2, high / 2):
            m = np.minimum(wide + 0.25 - np.abs(u), 0.42 - np.abs(bow - b))
            sc.add(
                "cuffrim", rim, hgt + 0.5 + 0.4 * dome((bow - b) / 0.45), m, u, 0.36, 1, 0.03, 0.24
            )


def hood(
    sc,
    outer,
    inner,
    centre,
    material="robe",
    lining="lining",
    rim=(10.6, 6.0),
    seed=13,
    z=0.0,
    gold=True,
):
    """Draw a raised hood: an outer outline, an opening, folds between them; the lining is at the
    back.
    """
    mo, mi = sc.inside(loop(outer, 200)), sc.inside(loop(inner, 180))
    inside = np.maximum(distance_transform_edt(mi < 0) * sc.st, 0)
    outside = distance_transform_edt(mo > 0) * sc.st
    t = inside / np.maximum(inside + outside, 0.05)
    x0, y0 = centre
    q = np.arctan2(sc.X - x0, sc.Y - y0 + 20)
    a = np.arctan2(sc.X - x0, -(sc.Y - y0))
    f = folds(t * 8.5 + 0.9 * np.sin(a * 2.3 + 0.6) + q * 2.0, seed) * step(0.02, 0.3, t)
    high = rim[0] - rim[1] * step(12, 36, sc.Y)
    zz = z + high * (1 - t**2.2) - 4.5 * t**2.2
    zz = zz + 0.9 * np.sqrt(np.clip(1 - (inside / 1.6 - 1) ** 2, 0, 1))
    zz = gaussian_filter(zz + 1.35 * f * step(0, 4, inside + outside), 2.5)
    back = np.minimum(mo - 0.4, mi + 1.5)
    r = np.hypot(sc.X - x0, sc.Y - y0 + 20)
    sc.add("lining", lining, -7 + 0.8 * folds(q * 17, 3), back, r, 0.5, 0.9, 0.06, 0.3)
    phase = a * 16 + 0.5 * f * np.sign(a) + 0.7 * t
    sc.add("hood", material, zz, np.minimum(mo, -mi), phase, 0.48, 1.05, -0.02, 0.36)
    if gold:
        sc.add("hoodrim", "gold", zz + 0.5, 0.72 - np.abs(inside - 0.75), a * 17, 0.36, 1, 0, 0.26)
        line = np.minimum(0.24 - np.abs(inside - 2.25), mo - 0.3)
        sc.add("hoodline", "gold", zz + 0.4, line, q * 26, 9, 0, 0, 0.16)
    return zz


def veil_top(head, back=1.62, front=1.30, material="veil", z=1.5, rim="gold", turned=None):
    """Lay a veil over the crown of the head; it starts behind the temples."""
    sc, h, u = head.scene, head, head.u
    near = -head.far  # the side that is seen
    edge = np.where(h.lon * near > 0, front + 0.12 * step(-0.2, 0.8, h.fy), back)
    mask = np.maximum((np.abs(h.lon) - edge) * 6.0, (-0.80 - h.fy) * u)
    mask = np.minimum(mask, h.mask + 0.2)
    q = np.arctan2(h.lon, h.fy + 1.3)
    f = 0.4 * folds(q * 15, 4)
    sc.add("veiltop", material, h.z + z + f, mask, sc.Y - 0.4 * h.z, 0.44, 1, 0.12, 0.32)
    if rim:
        off = h.lon * near - front - 0.05 - 0.12 * step(-0.2, 0.8, h.fy)
        line = np.minimum(0.30 - np.abs(off * 6), h.mask)
        sc.add("veilrim", rim, h.z + z + 0.5, line, sc.Y, 0.36, 1, 0.06, 0.18)


def ermine(sc, x, y, r, mask_at, n=26, seed=0, material="black", z=6.0, flat=0.86):
    """Scatter tails of ermine over a mantle; `mask_at`(x, y) is true where one may hang."""
    for i in range(n):
        rnd = np.random.RandomState(i + seed)
        a, d = -1.5 + 3 * rnd.rand(), r[0] + (r[1] - r[0]) * rnd.rand()
        px, py = x + d * math.sin(a), y + flat * d * math.cos(a)
        if mask_at(px, py):
            path = [(px, py), (px + 0.25, py + 2.1)]
            sc.tube("tail", material, path, [0.55, 0.12], z, 0.4, 0, 0, 0.12)


def bracelets(sc, frame, z, rows, r=2.7, skew=0.0):
    """Put rings on a forearm: (mm below the hand, half height, material)."""
    u, v = frame.local(sc.X, sc.Y)
    u = u - 1.5 - skew
    for at, t, material in rows:
        c = v - at + 0.05 * u**2
        rr = r + 0.06 * (at - 8)
        hgt = z + rr * np.sqrt(np.maximum(1 - (u / (rr + 0.4)) ** 2, 0)) + 0.6 * dome(c / t)
        mask = np.minimum(rr + 0.35 - np.abs(u), t - np.abs(c)) * frame.k
        sc.add("bracelet", material, hgt + 0.1 * np.cos(u * 9), mask, u, 0.36, 1, 0.03, 0.24)


def torso(
    sc, x, top, material="gown", wide=20.0, slope=8.0, seed=3, fold=0.3, lift=0.02, name="torso"
):
    """Clothe neck, shoulders, and breast to below the sash; return height and mask."""
    out = [
        *((x - wide, top + slope + 1), (x - wide * 0.78, top + slope * 0.55)),
        *((x - wide * 0.45, top + 1.2), (x - 4.5, top - 0.4), (x + 4.5, top - 0.4)),
        *((x + wide * 0.45, top + 1.2), (x + wide * 0.78, top + slope * 0.55)),
        *((x + wide, top + slope + 1), (x + wide + 2, top + 30), (x, top + 34)),
        (x - wide - 2, top + 30),
    ]
    m = sc.inside(loop(out))
    z = -1 + 9.5 * dome(np.hypot((sc.X - x) / (wide + 4), (sc.Y - top - 20) / 24))
    f = folds((sc.X - x) * 0.8 + 0.01 * (sc.Y - top) ** 2 * np.sign(sc.X - x), seed)
    sc.add(name, material, z + fold * f, m, sc.Y - 0.5 * z - 0.4 * f, 0.46, 1, lift, 0.34)
    return z, m


def stripes(sc, z, m, x, top, width=3.0, material="cloth", rim="gold", n=5, spread=1.35):
    """Lay stripes that open downward over a torso."""
    for i in range(-n, n + 1):
        c = x + i * width * (1 + (spread - 1) * np.clip(sc.Y - top, 0, 30) / 30)
        band = np.minimum(width * 0.26 - np.abs(sc.X - c), m - 0.2)
        sc.add("stripe", material, z + 0.7, band, sc.Y - 0.4 * z, 0.44, 1, 0.02, 0.24)
        if rim:
            edge = np.minimum(0.2 - np.abs(np.abs(sc.X - c) - width * 0.26), m - 0.2)
            sc.add("striperim", rim, z + 1.0, edge, sc.Y, 9, 0, 0, 0.12)


def buttons(sc, z, x, y0, n=8, pitch=2.4, r=0.7, material="gold"):
    """Set a row of buttons down the front."""
    for i in range(n):
        y = y0 + i * pitch
        row, col = np.searchsorted(sc.ys, y), np.searchsorted(sc.xs, x)
        if row < len(sc.ys):
            sc.ball("button", material, x, y, r, float(z[row, col]) + 0.4, 0.8, 0.22)


def chain(sc, x, y, rx, ry, z, n=13, r=0.95, reach=1.0, material="gold", gem=None):
    """Hang a chain of links round the shoulders; a stone in every other link with `gem`."""
    for i in range(n):
        a = -reach + 2 * reach * i / (n - 1)
        px, py = x + rx * math.sin(a), y + ry * math.cos(a)
        sc.oval("chain", material, px, py, r, r, z, high=r * 0.8)
        if gem and i % 2 == 0:
            sc.ball("chaingem", gem, px, py, r * 0.5, z + r * 0.7)


def fan(sc, x, y, r, z=-7.0, reach=1.75, n=15, material="linen", rim="gold"):
    """Draw an upright fan of pleated cloth behind the head."""
    a = np.arctan2(sc.X - x, -(sc.Y - y))
    d = np.hypot(sc.X - x, sc.Y - y)
    f = np.abs(np.mod(a * n / 3.5 + 0.5, 1) - 0.5) * 2
    lim = r - 1.1 * f**2
    zz = z + 1.3 * (1 - f) + 0.04 * d
    m = np.minimum(lim - d, (reach - np.abs(a)) * 8)
    sc.add("fan", material, zz, m, d + 0.6 * f, 0.47, 0.95, 0.06, 0.3)
    edge = np.minimum(m, 0.75 - np.abs(d - lim + 0.75))
    sc.add("fanrim", rim, zz + 0.6, edge, a * 18, 0.36, 1, 0, 0.22)


def cowl(sc, x, y, rx, ry, z, material="cloth", seed=3, inner=0.42, depth=0.9, lift=0.0, top=None):
    """Drape a ring of soft cloth round the neck; its folds run round and cross."""
    ex, ey = (sc.X - x) / rx, (sc.Y - y) / ry
    e, a = np.hypot(ex, ey), np.arctan2(ex, ey)
    f = folds(e * 13 + 2.2 * np.sin(a * 1.7 + seed), seed)
    ring = (e - inner) / (1 - inner)
    zz = (
        z
        + 4.0 * np.sqrt(np.clip(1 - (ring * 2 - 0.9) ** 2 * 0.8, 0, 1))
        + depth * f
        + 0.08 * (sc.Y - y)
    )
    mask = np.minimum((1 + 0.02 * f - e) * ry, (e - inner) * ry)
    if top is not None:
        mask = np.minimum(mask, sc.Y - top)
    sc.add("cowl", material, zz, mask, a * rx * 0.75 + 0.5 * f, 0.46, 1, lift, 0.34)
