"""Things in hands: sabers, staves, flasks, coins, scales, and what tarot and poker hold."""

import math

import numpy as np

from workshop.figures import regalia
from workshop.figures.crowns import crescent
from workshop.figures.curves import Frame, bell, dome, step, swell


def saber(
    sc,
    frame,
    z=16.0,
    blade=25.0,
    wide=2.75,
    grip=12.4,
    metal="steel",
    wrap="leather",
    gem="gem",
    guard=6.4,
):
    """Hold a saber: its guard at (0, 0) of the frame, blade upward, grip downward."""
    u, v = frame.local(sc.X, sc.Y)
    k = frame.k
    t = np.clip((v + blade) / (blade - 0.5), 0, 1)
    half = wide * np.sin(t * 2.35) ** 0.62
    au = np.abs(u)
    zz = z - (au * 1.25 + 0.9 * bell(au, 0.42) * step(0.12, 0.2, t)) * k
    mask = np.minimum((half - au) * 0.95, np.minimum(v + blade, 0.2 - v)) * k
    sc.add("blade", metal, zz, mask, (v * 0.7 + au * 0.9) * k, 0.5, 0.8, 0.10)
    c = v + 0.045 * u * u - 0.4
    mask = np.minimum(1.55 * (1 - 0.45 * (au / guard) ** 2) - np.abs(c), guard - au) * k
    zg = z + 2 + np.sqrt(np.clip(1.55**2 - c * c, 0, 9)) * k
    sc.add("guard", "gold", zg, mask, u * k, 0.36)
    sc.ball("guardring", "gold", frame.x, frame.y, 1.85 * k, z + 3.6, 0.8)
    sc.ball("guardgem", gem, frame.x, frame.y, 1.2 * k, z + 5.4)
    twist = 0.25 * np.cos((v + u * 0.4) * 4.4)
    zr = z - 2 + (np.sqrt(np.clip(1.3**2 - u * u, 0, 9)) + twist) * k
    mask = np.minimum(1.3 - au, np.minimum(v - 0.4, grip + 0.4 - v)) * k
    sc.add("grip", wrap, zr, mask, (v + 0.4 * u) * k, 0.5)
    p = frame.at(0, grip + 1.2)
    sc.oval("pommel", "gold", p[0], p[1], 1.95 * k, 1.95 * k, z - 1)


def rod(sc, frame, top, foot, r, z, material="wood", knobs=(), pitch=0.42, lift=0.05, name="shaft"):
    """Hold a rod along the frame's axis; `knobs`: (place, radius, half height) in mm."""
    path = frame.all([(0, top), (0, foot)])
    sc.tube(name, material, path, r, z, pitch, 0.9, lift, 0.32)
    for at, rx, ry in knobs:
        u, v = frame.local(sc.X, sc.Y)
        e = np.hypot(u / rx, (v - at) / ry)
        sc.add(
            "knob", "gold", z + 0.4 + rx * dome(e), (1 - e) * ry, u - 0.3 * v, 0.34, 1, 0.02, 0.28
        )


def moon_staff(sc, x, z=18.2, top=7.0, foot=66.0):
    """Hold the suit's staff upright: a crescent that carries its world."""
    f = Frame(x, 0)
    knobs = [(12.6, 1.75, 0.9), (14.4, 1.45, 0.6), (22.2, 1.75, 0.95), (28.6, 1.6, 0.8)]
    rod(sc, f, top + 4, foot, 1.12, z, "wood", [*knobs, (44.2, 1.7, 0.85), (50.5, 1.7, 0.9)])
    crescent(sc, x, top, 4.9, z + 0.8)
    sc.ball("staffworld", "flame", x, top - 1.7, 2.3, z + 1.3, 0.9, 0.30, 0.32)


def coin(sc, x, y, r, z, star=8, tilt=1.0, field="gown"):
    """Strike the suit's coin: milled edge, field, star in facets, boss; `tilt` narrows it."""
    pad = r + 1
    win = sc.window(x - pad, y - pad, x + pad, y + pad)
    gx, gy = (sc.X[win] - x) / tilt, sc.Y[win] - y
    d, a = np.hypot(gx, gy), np.arctan2(gx, -gy)
    k = min(1.0, r / 8.2)
    rim = z + 0.8 * dome((d - r + 0.7 * k) / (0.75 * k)) + 0.22 * np.cos(a * 60 * k)
    sc.add("coinedge", "gold", rim, (r - d) * tilt, a * r * 1.1, 0.40, 1, 0.02, 0.34, window=win)
    sc.add(
        "coinfield",
        field,
        z + 0.2 + 0.03 * d,
        r - 1.45 * k - d,
        d,
        0.46,
        0.9,
        0.05,
        0.26,
        window=win,
    )
    piece = math.tau / star
    sec = np.abs(np.mod(a / piece + 0.5, 1) - 0.5) * piece
    even = np.mod(np.round(a / piece), 2) == 0
    reach = np.where(even, r - 1.9 * k, r - 3.1 * k)
    edge = reach * 0.36 / np.maximum(np.cos(sec) * 0.36 + np.sin(sec), 0.05) - d
    facet = np.where(np.mod(a / (piece / 2), 2) < 1, 0.7, -0.7) * np.sin(sec) * d
    zz = z + 0.5 + 0.5 * np.clip(edge, 0, 3) + facet
    sc.add("coinstar", "gold", zz, edge * 0.6, gx + gy, 0.36, 0.9, 0.02, 0.24, window=win)
    sc.ball("coinboss", "gem", x, y, 1.25 * k, z + 2.2, 0, 0.26)


def flask(sc, x, y, r, z, neck=10.5, level=-0.8, cork=True, held=False):
    """Blow a round flask: glass, liquor lit from within, bubbles, lip, cork.

    `held`: a hand closes round its neck, which has no gloss.
    """
    gx, gy = sc.X - x, sc.Y - y
    d = np.hypot(gx, gy)
    ball = np.sqrt(np.maximum(r * r - d * d, 0))
    top = y - r - neck
    nw = 1.75 + 0.9 * step(y - r - 2.2, y - r + 0.9, sc.Y)
    body = np.maximum(r - d, np.minimum(nw - np.abs(gx), np.minimum(sc.Y - top, -gy)))
    zg = z + np.where(d < r, 0.55 * ball, 0.6 * np.sqrt(np.maximum(nw**2 - gx**2, 0)))
    sc.add("glass", "glass", zg, body, sc.Y - 0.3 * ball, 0.46, 0.9, 0.02, 0.34)
    at = y + level
    liquid = np.minimum(r - 0.62 - d, sc.Y - at)
    zl = z + 8.5 - 0.55 * ball
    sc.add("liquor", "liquor", zl, liquid, sc.Y + 0.32 * ball, 0.42, 1.0, 0.10, 0.26)
    half = math.sqrt(max((r - 0.75) ** 2 - level**2, 0.1))
    e = np.hypot(gx / half, (sc.Y - at) / 1.15)
    sc.add("surface", "liquor", z + 10 + 0 * gx, (1 - e) * 1.15, sc.Y, 0.34, 0.0, 0.42, 0.24)
    for bx, by, br in (
        *((-2.6, 2.6, 0.55), (1.4, 1.9, 0.42), (2.9, 2.7, 0.62)),
        *((-0.6, 3.6, 0.38), (0.6, -1.0, 0.36), (-1.6, -1.7, 0.3)),
    ):
        if by * r / 6 > level:
            sc.ball("bubble", "bubble", x + bx * r / 6, y + by * r / 6, br, z + 10.5, 0, 0.18)

    def gleam(plate, _):
        for a0, a1, rr, w in ((196, 262, r - 1.25, 1.05), (28, 66, r - 1.1, 0.5)):
            a = np.linspace(math.radians(a0), math.radians(a1), 14)
            p = np.stack([x + rr * np.cos(a), y + rr * np.sin(a)], 1)
            plate.line("shine", p, w * swell(14, 0.6, 0.02))
        if not held:
            p = np.stack([np.full(10, x - 0.95), np.linspace(top + 2.4, y - r - 0.4, 10)], 1)
            plate.line("shine", p, 0.46 * swell(10, 0.5))

    sc.ink("surface", gleam, late=False)
    for yy, rx, t in ((top + 0.3, 2.55, 0.72), (y - r - 0.9, 2.35, 0.55)):
        q = np.hypot(gx / rx, (sc.Y - yy) / t)
        sc.add(
            "lip",
            "gold",
            z + 5 + rx * 0.6 * dome(q),
            (1 - q) * t,
            sc.X - 0.3 * sc.Y,
            0.34,
            1,
            0.03,
            0.28,
        )
    if cork:
        _, _, m, h = sc.along([(x, top - 2.4), (x, top + 0.6)], [1.35, 1.6])
        m = np.minimum(m, np.minimum(sc.Y - top + 2.9, top + 0.5 - sc.Y))
        sc.add("cork", "cork", z + 1 + h, m, sc.Y + 0.2 * sc.X, 0.4, 0.9, 0.03, 0.3)


def goblet(sc, x, y, r, z, stem=12.0, metal="gold", emblem=None):
    """Raise a goblet: a bowl whose rim is at y, a stem with a knop, a foot; wine in it."""
    gx, gy = sc.X - x, sc.Y - y
    deep = r * 1.25
    t = np.clip(gy / deep, 0, 1)
    half = r * np.sqrt(np.clip(1 - t**2.6, 0, 1)) * (0.94 + 0.06 * (1 - t))
    zz = z + 0.8 * np.sqrt(np.maximum(half**2 - gx**2, 0))
    mask = np.minimum(half - np.abs(gx), np.minimum(gy + 0.1, deep - gy))
    sc.add("bowl", metal, zz, mask, gy - 0.35 * zz, 0.42, 1, 0.03, 0.34)
    e = np.hypot(gx / r, gy / (r * 0.26))
    sc.add("wine", "flame", z + 3.6 + 0 * gx, (1 - e) * r * 0.26, gy, 0.4, 0.6, -0.05, 0.26)
    ring = 0.42 - np.abs(e - 0.95) * r * 0.30
    sc.add("brim", metal, z + 5.4 + 0.3 * (gy < 0), ring, gx, 0.36, 1, 0.08, 0.24)
    for yy, t0 in ((0.44 * deep, 0.34), (0.86 * deep, 0.30)):
        band = np.minimum(half + 0.15 - np.abs(gx), t0 - np.abs(gy - yy + 0.5 - 0.8 * dome(gx / r)))
        sc.add("bowlring", metal, zz + 0.6, np.minimum(band, mask + 0.3), gx, 0.36, 1, 0.04, 0.22)
    u, _, m, h = sc.along([(x, y + deep - 0.5), (x, y + deep + stem)], 0.95)
    sc.add("stem", metal, z + h, m, u, 0.36, 1, 0.02, 0.3)
    for at, rx, ry in ((0.6, 1.6, 0.7), (stem * 0.5, 2.0, 1.2)):
        sc.oval("knop", metal, x, y + deep + at, rx, ry, z + 0.6)
    foot = np.hypot(gx / (r * 0.85), (gy - deep - stem - 0.4) / 1.5)
    sc.add("foot", metal, z + 1 + 1.5 * dome(foot), (1 - foot) * 1.5, gx, 0.38, 1, 0.02, 0.3)
    if emblem:
        regalia.emblem(sc, emblem, x, y + 0.55 * deep, r * 0.36, z + 0.8 * r)
