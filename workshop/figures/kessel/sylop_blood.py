"""The Blood Sylop: a serpent winds round a crystal."""

import numpy as np

from workshop.figures.disguise import crystal, serpent, serpent_head
from workshop.figures.grounds import Ground

NAMES = ["kessel/sylop-blood"]


def figure(st):
    """Return the scene."""
    sc = Ground().court.scene(st)
    crystal(sc, 33.0, 23.0, 8.4, 20.5, 0.0, "sign", -4.0)
    for x, y, rx, ry, turn in (
        (19.6, 27, 3.0, 9.5, -22),
        (46.4, 36, 3.6, 12.0, 16),
        (14.0, 26, 2.2, 6, -38),
    ):
        crystal(sc, x, y, rx, ry, -3.0, "gem", turn)
    path = [
        *((44.8, 13.0), (50.0, 17.6), (45.0, 22.8), (33.0, 24.8), (21.2, 27.2), (20.4, 33.4)),
        *((32.0, 36.6), (45.0, 39.6), (50.4, 46.0), (44, 54), (30, 52)),
    ]
    front = lambda t: 9.0 * np.sin((t - 0.10) * 12.6) + 3  # noqa: E731
    serpent(sc, path, 3.3, 2.0, front)
    serpent_head(sc, 42.6, 12.2, 1.25, 9.0, 196, -1)
    return sc


def draw(name, st=0.06):
    """Return the plate and the header of its file."""
    ground = Ground()
    u, v = ground.X - 33.0, ground.Y - 22.0
    facet = np.maximum(np.abs(u) * 1.35, np.abs(u) * 0.68 + np.abs(v) * 0.78)
    ink = 0.34 + 0.26 * np.cos(facet / 7.5 * 2 * np.pi) + 0.14 * np.sign(u * v)
    ground.lines(facet / 1.15, np.clip(ink, 0.1, 0.8) * np.clip((facet - 6) / 5, 0, 1))
    return ground.finish(figure(st))
