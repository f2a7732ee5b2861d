"""The Satellite: wings of glass and a dish over a ringed world."""

import numpy as np

from workshop.figures import country, crowns
from workshop.figures.curves import Frame, bell, dome
from workshop.figures.grounds import Ground

NAMES = ["common/satellite"]
BODY = (36.0, 18.6)


def panel(sc, f, left, right, half, z):
    """Draw a wing of cells between two ends on the axis of a frame."""
    u, v = f.local(sc.X, sc.Y)
    m = np.minimum(np.minimum(u - left, right - u), half - np.abs(v))
    cells = np.maximum(
        bell(np.mod(u - left, 3.3) - 1.65, 0.22), bell(np.mod(v + half, 2.9) - 1.45, 0.22)
    )
    zz = z + 0.12 * u + 0.35 * (1 - cells)
    sc.add("wing", "gem", zz, m, u + 0.5 * v, 0.46, 1, -0.05, 0.32)
    grid = np.maximum(0.22 - np.abs(np.mod(u - left + 1.65, 3.3) - 1.65), 0.2 - np.abs(v))
    sc.add("grid", "steel", zz + 0.4, np.minimum(grid, m), u, 9, 0, 0.1, 0.14)
    edge = np.minimum(0.55 - np.abs(m - 0.1), 0.6 + m)
    sc.add("wingrim", "gold", zz + 0.8, edge, u + v, 0.36, 1, 0.03, 0.24)


def figure(st):
    """Return the scene."""
    sc = Ground().court.scene(st)
    country.planet(sc, 20.0, 52.0, 21.0, -16.0, "water", 0.0)
    f = Frame(*BODY, -24)
    u, v = f.local(sc.X, sc.Y)
    for side in (-1, 1):
        ends = (6.0, 24.0) if side > 0 else (-24.0, -6.0)
        sc.tube("boom", "steel", f.all([(side * 4, 0), (side * 8, 0)]), 0.8, 4.0, 0.4, 0.9)
        panel(sc, f, *ends, 5.6, 2.0)
    # body: a drum in gold foil, rings, a lens
    zz = 4 + 7.5 * np.sqrt(np.maximum(1 - (u / 5.4) ** 2, 0))
    foil = 0.35 * np.abs(np.sin(u * 1.1 + np.sin(v * 1.4) * 1.2)) + 0.2 * np.cos(v * 2.3)
    m = np.minimum(5.2 - np.abs(u), 8.0 - np.abs(v))
    sc.add("drum", "gold", zz + foil, m, v + 0.4 * u, 0.44, 1, 0.0, 0.36)
    for at in (-7.4, 0.0, 7.4):
        ring = np.minimum(5.5 - np.abs(u), 0.75 - np.abs(v - at))
        sc.add("ring", "steel", zz + 0.9, ring, u, 0.4, 1, 0.03, 0.28)
    p = f.at(-0.6, 3.6)
    sc.ball("lensrim", "steel", *p, 2.6, 9.0, 0.8, 0.3)
    sc.ball("lens", "flame", *p, 1.7, 10.6, 0.6, 0.26)
    # dish
    c = f.at(0.4, -12.6)
    sc.tube("mast", "steel", [f.at(0, -7), c], 0.9, 6.0, 0.4, 0.9)
    g = Frame(*c, -6)
    a, b = g.local(sc.X, sc.Y)
    e = np.hypot(a / 8.2, b / 4.4)
    ribs = 0.3 * np.abs(np.cos(np.arctan2(a / 8.2, b / 4.4) * 8))
    sc.add("dish", "silver", 9 - 3.4 * dome(e) + ribs, (1 - e) * 4.4, e * 9, 0.44, 1, 0.04, 0.34)
    sc.add("dishrim", "gold", 9.6 + 0 * e, 0.5 - np.abs(e - 0.97) * 4.4, a, 0.36, 1, 0.03, 0.26)
    for dx in (-4.6, 4.6):
        sc.tube("stay", "steel", g.all([(dx, 0.4), (0.4, -5.4)]), 0.32, 10.0, 0.4, 0, 0, 0.2)
    sc.ball("feed", "gold", *g.at(0.4, -5.6), 1.2, 11.0, 0.8, 0.26)
    crowns.ray_star(sc, *f.at(-24.0, -8.2), 2.2, 4.0, 4, "gold", 0.3)
    crowns.ray_star(sc, *f.at(24.6, -8.0), 1.8, 4.0, 4, "gold", 0.3)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    ground = Ground()
    x, y = 20.0, 52.0
    r, _ = ground.polar(x, y)
    ink = 0.5 - 0.008 * (r - 22) + 0.14 * np.cos(r / 3.2)
    ground.lines(r / 1.3, np.clip(ink, 0.1, 0.8), r - 22.5)
    for at in (38.6, 39.5):
        ground.circle(x, y, at, 0.34 if at < 39 else 0.13)
    ground.stars(6, 12, ((*BODY, 15), (20, 52, 22)), 0.6, 1.5)
    return ground.finish(figure(st))
