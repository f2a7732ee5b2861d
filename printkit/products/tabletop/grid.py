"""Places of one kind side by side."""

from __future__ import annotations

from collections.abc import Iterator


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
