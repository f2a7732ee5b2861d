"""Places of one kind side by side."""

from __future__ import annotations

from collections.abc import Iterator

from printkit.base.geometry import translation
from printkit.graphics.display_list import as_artifact, transformed
from printkit.products.tabletop.context import PlaceContext, PlaceDrawing


def grid_centres(
    count: int, per_row: int, pitch: tuple[float, float]
) -> Iterator[tuple[float, float]]:
    """Yield the centres of places in rows about the origin; a last row that is not full is centred.

    >>> list(grid_centres(3, 2, (10, 10)))
    [(-5.0, -5.0), (5.0, -5.0), (0.0, 5.0)]
    """
    rows = -(-count // per_row)
    for row in range(rows):
        here = min(per_row, count - row * per_row)
        for column in range(here):
            x = (column - (here - 1) / 2) * pitch[0]
            yield x, (row - (rows - 1) / 2) * pitch[1]


def repeat_drawing(
    site: PlaceContext, drawing: PlaceDrawing, gap: tuple[float, float]
) -> PlaceDrawing:
    """Repeat a drawing as often as its place is there; only the first is read."""
    pitch = (drawing.width + gap[0], drawing.height + gap[1])
    items = [
        transformed(as_artifact(drawing.items) if i else drawing.items, translation(x, y))
        for i, (x, y) in enumerate(grid_centres(site.place.count, site.per_row, pitch))
    ]
    width, height = site.per_row * pitch[0] - gap[0], site.rows * pitch[1] - gap[1]
    return PlaceDrawing(width, height, tuple(items))
