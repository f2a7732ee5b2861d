"""Hands: the back as one outline with its tendons, fingers as tubes with joints.

Every grip is described in the frame of the hand (millimetres, the arm comes from below), so a
`Frame` turns, mirrors, and scales it. `hand` builds all of them.
"""

import math

import numpy as np

from workshop.figures.curves import Frame, bell, loop, spline, step, swell

GROUP = 7  # parts of one hand, between which no outline is drawn


def _digit(sc, frame, name, skin, path, radii, high, group=GROUP, lift=0.03):
    """Add a finger: `path` from its root to its tip; `high`(u, length) is its height in mm."""
    pts = spline(frame.all(path), 34)
    r = np.interp(np.linspace(0, 1, 34), np.linspace(0, 1, len(radii)), radii) * frame.k
    u, _, m, h = sc.along(pts, r)
    length = float(np.hypot(*np.diff(pts, axis=0).T).sum())
    sc.add(name, skin, high(u, length, h), m, u - 0.35 * h, 0.34, 0.95, lift, 0.34, group=group)
    return pts


def _finger_radii(r):
    t = np.linspace(0, 1, 12)
    return r * (1.07 - 0.18 * t + 0.07 * bell(t - 0.5, 0.09) + 0.05 * bell(t - 0.8, 0.07))


def _thumb_radii(r):
    return np.array([1.5, 1.25, 0.98, 1.02, 0.86, 0.58]) * r


def _marks(sc, owner, creases, nails):
    """Draw creases of joints and nails over everything."""

    def draw(plate, skin):
        for p in creases:
            q = spline(p, 12)
            plate.line(skin + ".ink", q, 0.17 * swell(12))
        for p in nails:
            plate.poly(skin + ".pale", p)
            plate.line(skin + ".ink", p, 0.14, True)

    sc.ink(owner, draw, late=True)


def _nail(frame, path, back=0.4, r=1.0):
    """Return the nail at the end of a finger."""
    a, b = path[-3], path[-1]
    d = (b - a) / np.hypot(*(b - a))
    n = np.array([-d[1], d[0]])
    e = b - d * back * frame.k
    t = np.linspace(0, 2 * math.pi, 30)[:-1]
    k = frame.k
    return e + np.outer(np.cos(t), d) * 0.72 * r * k + np.outer(np.sin(t), n) * 0.52 * r * k


def _crease(path, where, r, bow=0.10):
    i = int(where * (len(path) - 1))
    d = path[min(i + 1, len(path) - 1)] - path[i - 1]
    d = d / np.hypot(*d)
    n = np.array([-d[1], d[0]])
    return np.array([path[i] - n * r, path[i] - d * bow, path[i] + n * r])


def hand(
    sc,
    frame,
    z,
    back,
    fingers,
    thumb=None,
    skin="flesh",
    nails=False,
    front=True,
    pre="h",
    stack=0.06,
):
    """Add a hand.

    `back`: its outline, wrist included. `fingers`: (path, radius, sink), each over the one
    before; `sink` mm lowers a finger (behind the thing it holds). `thumb`: (path, radius, sink).
    `nails`: the fingers' nails are seen. `stack`: mm that each finger lies above the one before.
    """
    outline = loop(frame.all(back), 110)
    m = sc.inside(outline)
    u, v = frame.local(sc.X, sc.Y)
    b = np.array(back)
    knuckles = b[b[:, 1] < b[:, 1].min() + 4.5]
    x0, w = knuckles[:, 0].mean(), np.ptp(knuckles[:, 0]) / 2 + 0.6
    d = np.hypot((u - x0) / w, (v - 2.2) / np.where(v > 2.2, 12.0, 6.4))
    zz = z - 1.2 + 2.9 * frame.k * np.sqrt(np.maximum(1.3 - d * d, 0))
    zz = zz - 0.055 * np.clip(v - 2, 0, 9) ** 2
    roots = [p[0][0] for p in fingers] if front else []
    for x, y in roots:
        lean = x0 + (x - x0) * (1 - 0.62 * step(0, 8, v))
        zz = zz + 0.22 * bell(u - lean, 0.30) * step(8, 1, v)
        zz = zz + 0.28 * np.exp(-(((u - x) / 0.8) ** 2) - ((v - y) / 0.8) ** 2)
    phase = sc.Y - 0.42 * zz + 0.15 * sc.X
    sc.add(pre + "back", skin, zz, m, phase, 0.36, 0.95, group=GROUP)
    creases, seen = [], []
    for i, (path, r, sink) in enumerate(fingers):

        def high(u, length, h, i=i, sink=sink):
            rise = -1.2 + 3.4 * step(0, 2.8 * frame.k, u) + h * 1.05
            rise = rise + 0.2 * bell(u - 0.5 * length, 0.6) - 0.8 * step(0.65, 1.04, u / length)
            return z + rise - sink * step(0.12, 0.45, u / length) + stack * i

        pts = _digit(sc, frame, f"{pre}finger{i}", skin, path, _finger_radii(r), high)
        if sink < 2:
            creases += [_crease(pts, f, 0.55 * r * frame.k) for f in (0.50, 0.55, 0.78)]
            if nails:
                seen.append(_nail(frame, pts, 0.38, r))
    owner = f"{pre}finger{len(fingers) - 1}"
    if thumb:
        path, r, sink = thumb

        def high_thumb(u, length, h):
            rise = -1.4 + 4.2 * step(0.05, 0.5, u / length) + h * 1.05
            return z + rise + 0.2 * bell(u - 0.62 * length, 0.5) - sink * step(0.2, 0.6, u / length)

        pts = _digit(sc, frame, pre + "thumb", skin, path, _thumb_radii(r), high_thumb)
        if sink < 2:
            owner = pre + "thumb"
            creases += [_crease(pts, f, 0.5 * r * frame.k) for f in (0.62, 0.66)]
            seen.append(_nail(frame, pts, 0.5, 0.95 * r))
    _marks(sc, owner, creases, seen)


def fist(sc, frame, z, skin="flesh", pre="h"):
    """Close a hand round a rod that runs up through (0, 0); the thumb lies above the fingers."""
    back = [
        *((1.3, -2.4), (2.9, -3.0), (4.5, -2.0), (5.3, 0.2), (5.4, 3.0), (5.2, 6.6)),
        *((5.5, 11.5), (1.5, 11.5), (1.8, 6.6), (1.4, 4.0), (1.1, 0)),
    ]
    fingers = []
    for i, (kx, r) in enumerate(((3.1, 0.93), (3.45, 0.97), (3.35, 0.93), (2.95, 0.80))):
        y = -1.75 + i * 1.74
        path = [(kx, y + 0.55), (2.0, y - 0.1), (0.2, y - 0.4), (-1.35, y - 0.15), (-2.0, y + 0.42)]
        fingers.append((path, r, 0))
    thumb = ([(3.9, 0.6), (3.2, -2.3), (1.2, -3.75), (-0.5, -4.2), (-2.3, -4.0)], 1.0, 0)
    hand(sc, frame, z, back, fingers, thumb, skin, pre=pre)


def cup(sc, frame, z, skin="flesh", pre="h"):
    """Spread four fingers upward over a round thing whose foot is at (0, 0)."""
    back = [
        *((-4.3, -0.4), (-2.6, -1.5), (0, -1.9), (2.6, -1.6), (4.2, -0.2), (4.0, 3.2)),
        *((2.9, 6.0), (2.9, 12.0), (-2.3, 12.0), (-2.7, 6.4), (-4.4, 3.4)),
    ]
    fingers = []
    rows = ((-2.95, -4.3, 5.9, 1.02), (-1.0, -1.5, 7.2, 1.10), (1.0, 1.4, 6.8, 1.06))
    for a, b, length, r in (*rows, (2.85, 4.1, 5.2, 0.90)):
        bow = 0.12 if b > 0 else -0.12
        mid = ((a + b) / 2 + bow, -length * 0.52)
        fingers.append(([(a * 0.96, 1.2), (a, -0.8), mid, (b, -length)], r, 0))
    thumb = ([(-2.4, 4.8), (-4.5, 2.6), (-5.9, -0.4), (-5.9, -3.9)], 1.05, 0)
    hand(sc, frame, z, back, fingers, thumb, skin, nails=True, pre=pre)


def pinch(sc, frame, z, skin="flesh", pre="h"):
    """Hold a thin thing between the tips of forefinger and thumb, at (0, 0); the arm is below."""
    back = [
        *((1.0, 6.0), (2.6, 4.6), (4.6, 4.4), (6.3, 5.4), (7.2, 7.6), (7.2, 10.6)),
        *((6.6, 13.2), (7.0, 19.0), (2.4, 19.0), (2.4, 13.6), (1.0, 10.4)),
    ]
    fingers = [
        ([(6.2, 7.0), (6.4, 4.6), (4.9, 2.3), (3.3, 1.9), (2.4, 3.0)], 0.82, 0),
        ([(5.2, 6.6), (5.3, 3.4), (3.8, 0.9), (2.4, 0.9), (1.7, 2.3)], 0.92, 0),
        ([(4.0, 6.6), (4.0, 2.6), (2.9, -0.4), (1.6, -0.3), (1.0, 1.2)], 0.96, 0),
        ([(2.6, 6.8), (2.2, 3.0), (1.5, 0.2), (0.6, -1.4), (-0.5, -1.9)], 0.96, 5.0),
    ]
    thumb = ([(2.8, 11.0), (0.8, 8.4), (-0.4, 5.2), (-0.5, 2.4), (-0.2, 0.2)], 0.98, -1.6)
    hand(sc, frame, z, back, fingers, thumb, skin, pre=pre, stack=0.4)


def palm(sc, frame, z, skin="flesh", pre="h"):
    """Draw a flat hand, palm upward, under an object at (0, 0); the arm is at the right."""
    back = [
        *((-1.5, 0.4), (1.5, 0.2), (4.5, 0.5), (8, 1.2), (15, 2.2), (15, 6.4)),
        *((8.5, 5.8), (4.5, 4.9), (1.0, 4.0), (-1.6, 2.6)),
    ]
    fingers = [
        ([(2.0, 1.6), (-1.5, 1.2), (-4.6, 0.3), (-7.2, -1.0)], 0.90, 0),
        ([(2.0, 2.2), (-1.8, 2.0), (-5.0, 1.2), (-7.9, -0.1)], 0.98, 0),
        ([(2.4, 2.8), (-1.2, 2.9), (-4.4, 2.3), (-7.2, 1.0)], 0.96, 0),
        ([(3.0, 3.4), (0.0, 3.8), (-2.6, 3.5), (-5.0, 2.5)], 0.82, 0),
    ]
    thumb = ([(6.4, 2.6), (3.6, 0.9), (1.6, -0.4), (-0.6, -1.2)], 0.92, 0)
    hand(sc, frame, z, back, fingers, thumb, skin, front=False, pre=pre)


def bless(sc, frame, z, skin="flesh", pre="h"):
    """Raise forefinger and middle finger, fold the others under the thumb; the palm is seen."""
    back = [
        *((-3.6, -0.2), (-2.2, -1.4), (0, -1.7), (2.2, -1.3), (3.7, 0.2), (3.8, 3.4)),
        *((2.9, 6.6), (3.0, 12.0), (-2.4, 12.0), (-2.6, 6.8), (-4.0, 3.6)),
    ]
    fingers = [
        ([(0.1, 0.6), (0.2, -1.6), (0.15, -4.6), (-0.1, -8.0)], 1.14, 0),
        ([(-2.1, 0.8), (-2.2, -1.2), (-2.6, -4.0), (-2.9, -7.2)], 1.08, 0),
        ([(3.4, 0.6), (3.6, -2.0), (2.9, -3.2), (2.2, -1.6), (1.9, 0.6)], 0.86, 0),
        ([(1.9, 0.2), (2.2, -2.6), (1.5, -3.8), (0.9, -2.0), (0.7, 0.4)], 0.94, 0),
    ]
    thumb = ([(-1.5, 5.4), (-2.2, 2.8), (-0.9, 1.1), (1.5, -0.1)], 1.0, -1.2)
    hand(sc, frame, z, back, fingers, thumb, skin, front=False, pre=pre, stack=0.5)


def rest(sc, frame, z, skin="flesh", pre="h"):
    """Lay a hand on a knob at (0, 0) from above; the arm comes from below right of its frame."""
    back = [
        *((-4.0, -0.6), (-2.4, -1.7), (0, -2.1), (2.5, -1.7), (4.0, -0.4), (4.0, 3.2)),
        *((3.0, 6.4), (3.2, 12.0), (-2.6, 12.0), (-2.7, 6.4), (-4.2, 3.2)),
    ]
    fingers = []
    for a, b, length, r in (
        *((2.8, 3.1, 4.2, 0.88), (1.0, 1.1, 5.2, 1.02)),
        *((-1.0, -0.9, 5.5, 1.06), (-2.9, -2.9, 4.9, 0.98)),
    ):
        path = [(a * 0.96, 1.2), (a, -1.2), (b, -length * 0.62), (b * 0.95, -length)]
        fingers.append((path, r, 0))
    thumb = ([(-2.4, 5.0), (-4.6, 3.0), (-5.6, 0.4), (-5.0, -2.2)], 1.0, 0)
    hand(sc, frame, z, back, fingers, thumb, skin, nails=True, pre=pre)


def wrist(sc, frame, z, r=(2.2, 2.9), length=14.0, start=7.0, skin="flesh", bend=0.0):
    """Lead a forearm from a hand's wrist; return along, across, mask, height."""
    path = frame.all(
        [(1.5, start), (1.5 + bend * 0.3, start + length * 0.5), (1.5 + bend, start + length)]
    )
    u, w, m, h = sc.along(path, np.linspace(*r, 3))
    sc.add("forearm", skin, z + h, m, u - 0.4 * h, 0.38, 0.95, 0, 0.34, group=GROUP)
    return u, w, m, z + h


__all__ = ["Frame", "bless", "cup", "fist", "hand", "palm", "pinch", "rest", "wrist"]
