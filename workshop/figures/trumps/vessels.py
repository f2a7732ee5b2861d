"""XIV, The Two Vessels: a winged woman pours water from one vessel into the other."""

import numpy as np

from workshop.figures import cloth, country, crowns, garments, hair, hands, sleeves
from workshop.figures.attributes import goblet
from workshop.figures.curves import Frame, spline
from workshop.figures.grounds import waves
from workshop.figures.picture import Head, Picture
from workshop.figures.wonders import jug

NAMES = ["trumps/14"]
K = 0.66


def figure(picture, st):
    """Return the scene."""
    sc = picture.scene(st)
    low = picture.h
    x, y = 39.0, 28.0
    d = np.hypot(sc.X - x, sc.Y - y + 1)
    disc = 15.4 - d
    sc.add("halo", "sun", -14 + 0.05 * d, disc, d * 1.1, 0.8, 0.5, 0.12, 0.3)
    ring = 0.6 - np.abs(d - 15.4)
    sc.add("halorim", "gold", -13 + 0 * d, ring, sc.X, 0.5, 0.8, 0.05, 0.26)
    for side in (-1, 1):
        country.wings(sc, x + side * 8.0, y + 21.0, 37.0, -11.0, side)
    country.hill(
        sc, [(-3, 104), (14, 100), (30, 103), (50, 104), (66, 99), (84, 103)], -16.0, "leaf", 4
    )
    country.sea(sc, 108.0, 12.0, foot=low + 3, mask=sc.Y - 109.5 - 0.9 * np.sin(sc.X * 0.16))
    h = Head(sc, x, y, 9.2, yaw=20, pitch=9, roll=-6)
    for i, (dx, ex, ey) in enumerate(((-6, -10.5, 16), (-5, -8.0, 21), (6, 9.6, 15), (5, 8.4, 20))):
        path = [(x + dx, y - 2), (x + (dx + ex) / 2 + 0.4 * dx, y + ey / 2), (x + ex, y + ey)]
        hair.wave(sc, path, -1.0 + 0.3 * i, 1.9, 4, "hair2", i, 1.0)
    z, m = garments.gown(
        sc, x + 0.6, y + 12.4, "linen", (12.4, 6.6), (27.0, 9.2), (84.0, 21.0), -2.0, 6.6, 11
    )
    garments.facing(sc, x + 0.8, y + 15, low, z, m, 2.2, "gown")
    cloth.neck(h, [(x + 0.4, y + 5), (x + 0.6, y + 14)], [3.2, 3.5])
    rows = ((5.2, 0.42, "gold", 70), (6.2, 0.55, "gem", 26), (7.2, 0.42, "gold", 70))
    cloth.collar(sc, x + 0.6, y + 12.4, rows, 0.74, 7.4)
    h.add()
    hair.cap(h, "hair2", 0.62, -0.56, side=1.0, z=0.8, lift=0.02, full=0.6)
    crowns.band(h, -0.54, 0.18, 0.05, 2.0, "gold")
    crowns.ray_star(sc, *h.at(0, -0.66), 3.0, 14, 8, "gold", 0.4, "gem")
    # The upper vessel, tilted, and the stream into the lower one.
    mouth = np.array((56.0, 41.0))
    jug(sc, Frame(*mouth, -128, 1, 1.06), 16.0, "bronze", 1.06)
    f = Frame(66.0, 43.4, -8, 1, 0.98)
    hands.cup(sc, f, 11.0, pre="u")
    arm = [(49.6, 47.0), (60.4, 67.6), (65.6, 61.0), f.at(0.3, 10.0)]
    sleeves.sleeve(sc, arm, [5.4, 5.6, 5.6, 5.4, 4.6, 3.6], [4.0, 7.0, 9.0], "gown", 4, 1.0)
    cloth.cuff(sc, f, 12.4, 9.0, 3.5, 2.6, "linen", "gold", skew=-1.2)
    goblet(sc, 30.6, 76.6, 6.6, 12.0, stem=9.0, metal="gold")
    g = Frame(30.6, 91.0, 66, -1, 0.98)
    hands.fist(sc, g, 15.0, pre="l")
    arm = [(28.6, 47.0), (16.6, 71.0), (17.6, 86.0), g.at(1.9, 9.2)]
    sleeves.sleeve(sc, arm, [5.4, 5.6, 5.6, 5.4, 4.6, 3.6], [3.0, 7.0, 12.0], "gown", 8, 1.0)
    cloth.cuff(sc, g, 16.0, 8.6, 3.4, 2.6, "linen", "gold")
    end = (30.8, 76.6)
    stream = spline([mouth, (48.0, 45.6), (36.6, 59.0), end], 50)
    _, wd, mm, hh = sc.along(stream, np.linspace(1.1, 2.0, 50))
    sc.add("water", "water", 18.0 + hh, mm, wd * 0.9, 0.42, 0.8, 0.14, 0.26)
    for dx, dy, r in ((-3.4, -3.0, 0.7), (3.0, -4.4, 0.8), (-1.6, -6.4, 0.5), (4.8, -1.8, 0.5)):
        sc.ball("splash", "water", end[0] + dx, end[1] + dy, r, 20, 0, 0.2)

    def face(q):
        q.eyes(look=(0.0, 0.035), iris="leaf", wide=0.72, big=1.05)
        q.brows("hair2.ink", 0.5, 0.016)
        q.nose()
        q.lips(full=1.06, smile=0.024, material="lips")

    h.features(face)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    picture = Picture(K)
    waves(picture, 8.4)
    return picture.finish(figure(picture, st))
