"""The lines of a document as printed: how wide they are, and on what ground.

Nothing is rasterised: what lies below a line is found by the winding of the shapes painted before.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from printkit.base.geometry import IDENTITY, Matrix, Rect
from printkit.graphics.colour import WHITE, Colour, contrast
from printkit.graphics.display_list import FormField, Group, Image, Item, Path, Use
from printkit.graphics.path import PathData
from printkit.imposition.page import Document
from tests.support.walk import _entered, moved, overlap, sampled, tight

POINT = 25.4 / 72
# A ground is dark where white is read on it; a line on it is light from this contrast on.
DARK, LIGHT = 4.5, 1.3


class Line(NamedTuple):
    """A line as printed: its width (pt), its colour, that below it, and the symbol it is in."""

    width: float
    colour: Colour
    ground: Colour
    owner: str

    @property
    def is_light(self) -> bool:
        """Whether it is printed light on dark: ink runs into it."""
        return on_dark(self.colour, self.ground)


@lru_cache(maxsize=4096)
def on_dark(colour: Colour, ground: Colour) -> bool:
    share = contrast(ground, WHITE)
    return share >= DARK and share > contrast(colour, WHITE) and contrast(colour, ground) >= LIGHT


class Shape(NamedTuple):
    """A filled shape on the page: its box, its straight pieces, its rule and colour."""

    box: Rect
    path: PathData
    matrix: Matrix
    even_odd: bool
    fill: Colour
    clip: Rect | None


@lru_cache(maxsize=20_000)
def pieces_of_outline(data: PathData) -> np.ndarray:
    """The straight pieces of an outline, shape (n, 2, 2); curves in four."""
    points = sampled(data, 4)
    return np.stack((points[:, :-1], points[:, 1:]), axis=2).reshape(-1, 2, 2)


def winding(shape: Shape, x: float, y: float) -> bool:
    """Whether a point of the page lies in a shape."""
    m = shape.matrix
    det = m.a * m.d - m.b * m.c
    u, v = x - m.e, y - m.f
    px, py = (m.d * u - m.c * v) / det, (m.a * v - m.b * u) / det
    found = pieces_of_outline(shape.path)
    (x0, y0), (x1, y1) = found[:, 0].T, found[:, 1].T
    up, down = (y0 <= py) & (y1 > py), (y1 <= py) & (y0 > py)
    with np.errstate(divide="ignore", invalid="ignore"):
        left = x0 + (py - y0) / (y1 - y0) * (x1 - x0) > px
    turns = int((up & left).sum()) - int((down & left).sum())
    crossings = int(((up | down) & left).sum())
    return bool(crossings % 2) if shape.even_odd else turns != 0


def lines_of(items: Iterable[Item], paper: Colour = WHITE) -> Iterator[Line]:
    """All lines of a drawing with the colour that lies below most of each."""
    shapes: list[Shape] = []

    def below(path: PathData, matrix: Matrix, clip: Rect | None) -> Colour:
        points = moved(sampled(path, 2).reshape(-1, 2), matrix)
        if clip is not None:
            x, y = points.T
            seen = points[(x > clip.x) & (x < clip.right) & (y > clip.y) & (y < clip.bottom)]
            points = seen if len(seen) else points
        step = max(1, len(points) // 5)
        votes: dict[Colour, int] = {}
        for x, y in points[step // 2 :: step][:5]:
            colour = next(
                (
                    shape.fill
                    for shape in reversed(shapes)
                    if shape.box.x <= x <= shape.box.right
                    and shape.box.y <= y <= shape.box.bottom
                    and winding(shape, x, y)
                ),
                paper,
            )
            votes[colour] = votes.get(colour, 0) + 1
        return max(votes, key=lambda colour: votes[colour]) if votes else paper

    def walk(
        items: Iterable[Item], matrix: Matrix, clip: Rect | None, owner: str
    ) -> Iterator[Line]:
        for item in items:
            if isinstance(item, Group):
                yield from walk(item.items, *_entered(item, matrix, clip), owner)
            elif isinstance(item, Use):
                own = item.symbol.key
                yield from walk(item.symbol.items, item.matrix.then(matrix), clip, own)
            elif isinstance(item, Path) and item.data.steps:
                if (line := item.stroke) is not None and line.width:
                    width = line.width * matrix.scale / POINT
                    yield Line(width, line.colour, below(item.data, matrix, clip), owner)
                if item.fill is not None:
                    box = matrix.bounds(tight(item.data))
                    box = box if clip is None else overlap(box, clip)
                    shapes.append(Shape(box, item.data, matrix, item.even_odd, item.fill, clip))

    yield from walk(items, IDENTITY, None, "")
