"""Clothes of standing figures: gowns from the shoulders to the foot, skirts, cloaks, girdles."""

import numpy as np

from workshop.figures.curves import bell, dome, folds, loop, spline, step

# The group of a gown and of the sleeves that begin on it.
BODY = 9


def gown(
    sc,
    x,
    top,
    material="gown",
    shoulders=(13.5, 7.0),
    waist=(34.0, 9.5),
    foot=(90.0, 20.0),
    z=-2.0,
    deep=6.5,
    seed=3,
    lean=0.0,
    lift=0.02,
    girdle="gold",
    hem="gold",
    fine=17,
    depth=1.2,
    neck=3.6,
):
    """Dress a figure whose neck is at (x, top).

    `shoulders`: half their width and how far they fall; `waist` and `foot`: mm below the neck, half
    width; `lean` moves the foot to the right. Return height and mask.
    """
    half, fall = shoulders
    down, slim = waist
    end, wide = foot
    right = [
        (neck, 0.0),
        (half * 0.72, fall * 0.42),
        (half, fall),
        (half * 0.94, fall + 5),
        (slim, down),
        (slim + (wide - slim) * 0.45, down + (end - down) * 0.35),
        (wide, end),
    ]
    shift = lambda y: lean * step(down, end, y)  # noqa: E731
    outline = [(x - a + shift(b), top + b) for a, b in right]
    outline += [(x + a + shift(b), top + b) for a, b in reversed(right)]
    m = sc.inside(loop(outline, 200))
    v = sc.Y - top
    axis = x + shift(v)
    wide_at = np.interp(v, [b for _, b in right], [a for a, _ in right]) + 0.8
    u = np.clip((sc.X - axis) / wide_at, -1, 1)
    below = step(down - 1, down + 7, v)
    q = np.arctan2(sc.X - axis, v - down + 22)
    r = np.hypot(sc.X - axis, v - down + 22)
    f = folds(q * fine, seed) * depth * below
    f = f + 0.35 * folds((sc.X - axis) * 0.9, seed + 1) * (1 - below)
    zz = z + deep * np.sqrt(1 - u * u) + f - 1.2 * bell(v - down, 2.0)
    phase = np.where(v < down, v - 0.5 * zz, r - 22 + down - 0.5 * zz - 0.5 * f)
    sc.add("gowned", material, zz, m, phase, 0.46, 1.0, lift, 0.34, group=BODY)
    if girdle:
        belt = np.minimum(m + 0.2, 1.0 - np.abs(v - down - 0.04 * (sc.X - axis) ** 2 * 0.3))
        sc.add("girdle", girdle, zz + 0.9, belt, (sc.X - axis) * 0.9, 0.4, 1, 0.05, 0.26)
    if hem:
        band = np.minimum(m, 0.9 - np.abs(v - end + 3.5 - 0.02 * (sc.X - axis) ** 2 * 0.4))
        sc.add("gownhem", hem, zz + 0.6, band, (sc.X - axis) * 0.8, 0.4, 1, 0.02, 0.24)
    return zz, m


def facing(sc, x, top, foot, z, m, half=2.4, material="gold", spread=0.05):
    """Lay a strip down the front of a gown."""
    v = sc.Y - top
    wide = half * (1 + spread * np.clip(v, 0, 60) * 0.3)
    band = np.minimum(np.minimum(m - 0.3, wide - np.abs(sc.X - x)), foot - sc.Y)
    sc.add("facing", material, z + 0.7, band, sc.Y - 0.4 * z, 0.44, 0.95, 0.04, 0.26)
    for s in (-1, 1):
        edge = np.minimum(band + 0.4, 0.34 - np.abs(sc.X - x - s * wide))
        sc.add("facingrim", "gold", z + 1.2, edge, sc.Y, 0.4, 0.8, 0.03, 0.2)


def cape(sc, x, top, half, foot, material="robe", z=-7.0, seed=5, wide=None, lift=0.0, lining=None):
    """Hang a cape behind a figure from its shoulders to its foot."""
    wide = wide or half * 1.5
    right = [
        (3.0, -0.5),
        (half * 0.7, 2.2),
        (half, 7.5),
        (half + (wide - half) * 0.3, 20),
        (wide, foot - top),
    ]
    outline = [(x - a, top + b) for a, b in right] + [(x + a, top + b) for a, b in reversed(right)]
    m = sc.inside(loop(outline, 160))
    q = np.arctan2(sc.X - x, sc.Y - top + 16)
    r = np.hypot(sc.X - x, sc.Y - top + 16)
    f = folds(q * 19, seed) * step(17, 34, r)
    zz = z + 3.0 * dome((sc.X - x) / (wide + 2)) + 1.3 * f
    sc.add("cape", lining or material, zz, m, r - 0.5 * f, 0.5, 1, lift, 0.34)
    return zz, m


def limb(sc, points, radii, z, material="gown", seed=3, depth=0.55, fine=0.9, lift=0.0, bare=False):
    """Lead an arm or a leg along a smooth path through points; sleeves have folds."""
    p = spline(points, 30)
    r = np.interp(np.linspace(0, 1, 30), np.linspace(0, 1, len(radii)), radii)
    if bare:
        return sc.tube("limb", material, p, r, z, 0.42, 0.95, lift, 0.34)
    u, w, m, h = sc.along(p, r)
    fall = depth * folds(u * fine + 0.35 * w, seed) * step(0, 2, u)
    zz = z + h + fall
    joined = _joint(sc, p[0], material)
    if joined:
        # The cap at the shoulder rises out of the body, without an outline between them.
        body = sc.zb + 0.3
        near = step(0.2, 1.5 * r[0], u + np.maximum(-m, 0))
        zz = np.where(body > zz - 9.0, np.minimum(zz, body + (zz - body) * near), zz)
    phase = u * 0.9 - 0.45 * h + 0.35 * fall
    sc.add("arm", material, zz, m, phase, 0.44, 1, lift, 0.34, group=BODY if joined else 0)
    return u, w, m, zz


def _joint(sc, point, material):
    """Return True if a gown of the same cloth is seen within 2 mm of a point."""
    x, y = point
    seen = sc.top[sc.window(x - 2, y - 2, x + 2, y + 2)]
    parts = (sc.parts[i] for i in np.unique(seen) if i >= 0)
    return any(p["name"] == "gowned" and p["material"].rstrip("2") == material for p in parts)
