"""Edges at which neighbouring cards of a suit join: all cards have the same lines there."""

from __future__ import annotations

import numpy as np

from workshop.field import ease
from workshop.plate import Floats

# The width beside an edge in which lines turn to their places at it (mm).
REACH = 9.0


def joined(own: Floats, at_edge: Floats, x: Floats, width: float) -> Floats:
    """Return a field that is `at_edge` at the left and right edge of a card, `own` further in.

    `at_edge` depends on y alone and is symmetric about the middle, or changes its sign there, so
    that edges of the turned half join too.
    """
    share = 1 - ease(0, REACH, width / 2 - np.abs(x))
    return np.asarray(own * (1 - share) + at_edge * share)
