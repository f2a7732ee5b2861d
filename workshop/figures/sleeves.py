"""Arms in one piece from the shoulder to the wrist: bare ones with muscles, sleeves that hang."""

import numpy as np

from workshop.figures import cloth
from workshop.figures.curves import bell, folds, loop, spline, step
from workshop.figures.garments import BODY
from workshop.figures.hands import GROUP

COUNT = 60


def _path(points, radii):
    """Return a smooth path, its radii, and how far along its elbow is (mm): its second point."""
    p = spline(points, COUNT)
    share = np.linspace(0, 1, len(radii))
    r = np.interp(np.linspace(0, 1, COUNT), share, radii)
    r = np.convolve(np.pad(r, 4, "edge"), np.ones(9) / 9, "valid")
    elbow = int(np.hypot(*(p - np.array(points[1])).T).argmin())
    lengths = np.r_[0, np.cumsum(np.hypot(*np.diff(p, axis=0).T))]
    turn = p[elbow] - p[elbow - 3], p[min(elbow + 4, COUNT - 1)] - p[elbow]
    inner = np.sign(turn[0][0] * turn[1][1] - turn[0][1] * turn[1][0])
    return p, r, lengths, lengths[elbow], inner


def _heights(u, lengths, z):
    """Return the height of the axis: one number, or numbers spread along it."""
    z = np.atleast_1d(np.asarray(z, float))
    return np.interp(u, np.linspace(0, lengths[-1], len(z)), z)


def bare(sc, points, radii, z, skin="flesh", lift=0.02):
    """Show a bare arm: shoulder, elbow, wrist; `z` may be given for each of its points."""
    p, r, lengths, elbow, inner = _path(points, radii)
    u, w, m, h = sc.along(p, r)
    side = w * inner
    muscle = 0.55 * bell(u - 0.55 * elbow, 0.34 * elbow) * bell(side - 1.2, 2.2)
    long = lengths[-1] - elbow
    muscle = muscle + 0.5 * bell(u - elbow - 0.26 * long, 0.24 * long) * bell(side + 0.8, 2.0)
    muscle = muscle - 0.4 * bell(u - elbow, 1.6) * bell(side - r.max() * 0.6, 1.6)
    muscle = muscle - 0.22 * bell(side + 0.4 - 0.06 * (u - elbow), 0.5) * step(elbow, elbow + 5, u)
    zz = _heights(u, lengths, z) + h + muscle * step(0, 2, m)
    phase = u * 0.92 - 0.5 * h + 0.25 * muscle
    sc.add("barearm", skin, zz, m, phase, 0.4, 0.95, lift, 0.34, group=GROUP)
    return u, w, m, zz


def sleeve(
    sc,
    points,
    radii,
    z,
    material="gown",
    seed=3,
    depth=0.9,
    lift=0.0,
    root=True,
    fine=2.1,
    wrap=0.2,
):
    """Lead a sleeve from the shoulder over the elbow to the wrist.

    Its folds run along it from the shoulder and the wrist, where it is gathered, and across the
    inner side of the elbow. With `root` its end at the shoulder rises out of the body below it.
    `z` may be given for each of its points.
    """
    p, r, lengths, elbow, inner = _path(points, radii)
    u, w, m, h = sc.along(p, r)
    wide = np.interp(u, lengths, r)
    lon = np.arcsin(np.clip(w / np.maximum(wide, 0.1), -0.98, 0.98))
    side = np.clip(w * inner / np.maximum(wide, 0.1), -1, 1)
    bend = bell(u - elbow, 1.25 * wide) * step(-0.75, 0.55, side)
    along = folds(lon * fine + wrap * u + 0.8 * np.sin(u * 0.16 + seed), seed)
    ends = 0.35 + 0.65 * np.maximum(step(11, 0, u), step(lengths[-1] - 10, lengths[-1], u))
    fan = np.arctan2(u - elbow, wide * 1.25 - side * wide)
    across = folds(fan * 7.5, seed + 5)
    f = along * ends * (1 - bend) * step(0, 0.22, m / wide) + 1.15 * across * bend
    zz = _heights(u, lengths, z) + h + depth * f
    group = 0
    if root:
        group = BODY
        body = sc.zb + 0.35
        near = step(0.1, 1.7 * r[0], u + np.maximum(-m, 0))
        low = np.minimum(zz, body + (zz - body) * near)
        zz = np.where(body > zz - 9.0, low, zz)
    mask = m + 0.28 * f * step(1.5, 5, u)
    phase = u * 0.9 - 0.5 * h + 0.5 * f
    sc.add("arm", material, zz, mask, phase, 0.46, 1, lift, 0.34, group=group)
    return u, w, m, zz


def raised(sc, frame, material, seed, cuff="linen", rim="gold", wide=6.6, elbow=(57.4, 57.6)):
    """Lead a sleeve from below the sash over the elbow to a raised hand, and close it."""
    arm = [(36.0, 51.0), elbow, frame.at(0.3, 10.0)]
    radii = np.array([1.0, 1.03, 1.0, 0.91, 0.70]) * wide
    sleeve(sc, arm, radii, [8.0, 12.0, 13.5], material, seed, 1.1, root=False)
    cloth.cuff(sc, frame, 16.5, 9.6, 0.64 * wide, 3.0, cuff, rim, skew=-1.2)


def bag(sc, outline, z, high, centre, material="gown", seed=4, lining=None, mouth=None, lift=0.0):
    """Hang the wide end of a sleeve: an outline of cloth whose folds come from `centre`.

    Its height falls from `z` + `high` in the middle to `z` at its edge; `mouth` is the outline of
    its opening, which shows the lining.
    """
    m = sc.inside(loop(outline, 150))
    q = np.arctan2(sc.X - centre[0], sc.Y - centre[1])
    d = np.hypot(sc.X - centre[0], sc.Y - centre[1])
    f = folds(q * 11, seed) * step(2, 9, d)
    t = np.clip(m / 4.5, 0, 1)
    zz = z + high * np.sqrt(t * (2 - t)) + 0.9 * f * step(0, 2.5, m)
    sc.add("bag", material, zz, m + 0.3 * f, d * 0.9 - 0.6 * f, 0.46, 1, lift, 0.34)
    if mouth is not None:
        k = sc.inside(loop(mouth, 90))
        rim = 0.75 - np.abs(k)
        sc.add("mouth", lining or "lining", zz + 0.4 - 0.2 * k, k, d, 0.46, 1, -0.05, 0.26)
        sc.add("mouthrim", "gold", zz + 0.9, rim, q * 16, 0.4, 0.9, 0.03, 0.24)
    return zz, m
