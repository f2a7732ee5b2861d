"""Holes for pegs: the rings that are cut out of a piece, and the mark in the middle of each."""

from __future__ import annotations

from collections.abc import Iterable

from printkit.art.theme import Palette
from printkit.graphics.display_list import Item, Path, Stroke
from printkit.graphics.measures import FINE
from printkit.graphics.path import PathBuilder, PathData
from printkit.products.tabletop.context import HOLE


def draw_centre_mark(palette: Palette) -> list[Item]:
    """Draw a cross where the awl or the drill is set."""
    r = 0.3 * HOLE
    builder = PathBuilder().move(-r, 0).line(r, 0).move(0, -r).line(0, r)
    return [Path(builder.done(), stroke=Stroke(palette.ink, palette.line_weight(FINE)))]


def hole_outlines(holes: Iterable[tuple[float, float]]) -> PathData:
    """Return the circles to be cut."""
    builder = PathBuilder()
    for x, y in holes:
        builder.circle(x, y, HOLE / 2)
    return builder.done()
