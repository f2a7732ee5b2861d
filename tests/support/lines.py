"""The printed lines of a document: their widths and their backgrounds.

Nothing is rasterised: the shape below a line is found by the winding of the shapes painted before.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from heapq import merge
from itertools import product
from typing import NamedTuple

import numpy as np

from printkit.base.geometry import Rect
from printkit.graphics.colour import WHITE, Colour, contrast
from printkit.graphics.display_list import Item, Path
from printkit.graphics.path import PathData
from printkit.pieces.pages import Document
from tests.support.walk import Leaf, leaves, moved, overlap, sampled, tight

POINT = 25.4 / 72
LEAST, LEAST_LIGHT = 0.25, 0.5
# A background is dark if white is legible on it; a line on it is light from this contrast on.
DARK, LIGHT = 4.5, 1.3


class Line(NamedTuple):
    """A printed line: its width (pt), its colour and the colour below it."""

    width: float
    colour: Colour
    ground: Colour

    @property
    def is_light(self) -> bool:
        """Return whether it is light on dark, so that ink spreads into it from both sides."""
        return is_light(self.colour, self.ground)

    @property
    def is_too_fine(self) -> bool:
        return self.width < (LEAST_LIGHT if self.is_light else LEAST) - 1e-3


@lru_cache(maxsize=4096)
def is_light(colour: Colour, ground: Colour) -> bool:
    dark = contrast(ground, WHITE)
    return dark >= DARK and dark > contrast(colour, WHITE) and contrast(colour, ground) >= LIGHT


def fine_lines(document: Document) -> list[str]:
    """Yield the lines of a document too fine to be printed, page by page."""
    return [
        f"{page.name}: {line.width:.3f} pt, {line.colour} on {line.ground}"
        for page in document.pages
        for line in lines([item for layer in page.layers for item in layer.items])
        if line.is_too_fine
    ]


def lines(items: Iterable[Item], paper: Colour = WHITE) -> Iterator[Line]:
    """Yield all lines of a drawing, each with the colour below most of it."""
    shapes = Shapes()
    for leaf in leaves(items):
        item = leaf.item
        if not isinstance(item, Path) or not item.data.steps:
            continue
        if item.stroke is not None:
            grounds = Counter(shapes.colour_at(x, y) or paper for x, y in points_on(leaf))
            # Of two that are as frequent the lighter: a line is light if most of it is on dark.
            ground = max(grounds, key=lambda one: (grounds[one], -contrast(one, WHITE)))
            yield Line(item.stroke.width * leaf.matrix.scale / POINT, item.stroke.colour, ground)
        if item.fill is not None and not is_hatching(item.data):
            box = leaf.matrix.bounds(tight(item.data))
            shapes.add(overlap(box, leaf.clip) if leaf.clip else box, leaf)


class Shapes:
    """The filled shapes of a drawing in order, found by the square of the page that they touch: a
    mat has thousands of lines above thousands of shapes.
    """

    SIDE = 4.0  # mm
    MOST = 64  # a shape that touches more squares is looked at from all

    def __init__(self) -> None:
        self.count = 0
        self.large: list[tuple[int, Rect, Leaf]] = []
        self.near: dict[tuple[int, int], list[tuple[int, Rect, Leaf]]] = {}

    def add(self, box: Rect, leaf: Leaf) -> None:
        """Add a shape above all others."""
        self.count += 1
        xs, ys = self._squares(box.x, box.right), self._squares(box.y, box.bottom)
        if len(xs) * len(ys) > self.MOST:
            self.large.append((self.count, box, leaf))
            return
        for square in product(xs, ys):
            self.near.setdefault(square, []).append((self.count, box, leaf))

    def _squares(self, low: float, high: float) -> range:
        return range(math.floor(low / self.SIDE), math.floor(high / self.SIDE) + 1)

    def colour_at(self, x: float, y: float) -> Colour | None:
        """Return the colour of the uppermost shape at a point."""
        near = self.near.get((math.floor(x / self.SIDE), math.floor(y / self.SIDE)), [])
        for _, box, leaf in merge(reversed(near), reversed(self.large), key=lambda row: -row[0]):
            if box.x <= x <= box.right and box.y <= y <= box.bottom and is_inside(leaf, x, y):
                assert isinstance(leaf.item, Path)
                return leaf.item.fill
        return None


def is_hatching(data: PathData) -> bool:
    """Return True for hatching of narrow wedges: they are lines, not a ground below others."""
    wedge = "MLLLZ"
    return data.steps == wedge * (len(data.steps) // len(wedge)) and data.steps.count("M") > 1


def points_on(leaf: Leaf) -> np.ndarray:
    """Return five visible points of a line, in the middle of its pieces."""
    assert isinstance(leaf.item, Path)
    points = moved(sampled(leaf.item.data, 2)[:, 1], leaf.matrix)
    if leaf.clip is not None:
        x, y = points.T
        clip = leaf.clip
        shown = points[(x > clip.x) & (x < clip.right) & (y > clip.y) & (y < clip.bottom)]
        points = shown if len(shown) else points
    step = max(1, len(points) // 5)
    return points[step // 2 :: step][:5]


def is_inside(leaf: Leaf, x: float, y: float) -> bool:
    """Return whether a point of the page is inside a shape, by its winding."""
    assert isinstance(leaf.item, Path)
    a, b, c, d, e, f = leaf.matrix
    u, v, area = x - e, y - f, a * d - b * c
    px, py = (d * u - c * v) / area, (a * v - b * u) / area
    x0, y0, y1, slope = chords(leaf.item.data)
    beyond = x0 + (py - y0) * slope > px
    down, up = beyond & (y0 <= py) & (y1 > py), beyond & (y1 <= py) & (y0 > py)
    turns = int(down.sum()) - int(up.sum())
    return bool(turns % 2) if leaf.item.even_odd else turns != 0


@lru_cache(maxsize=20_000)
def chords(data: PathData) -> tuple[np.ndarray, ...]:
    """Return the starts, the heights of the ends and the slopes (dx / dy) of the straight pieces of
    an outline, with a curve in four; level pieces have slope 0.
    """
    points = sampled(data, 4)
    x0, y0 = points[:, :-1].reshape(-1, 2).T
    x1, y1 = points[:, 1:].reshape(-1, 2).T
    rise = y1 - y0
    return x0, y0, y1, np.divide(x1 - x0, rise, out=np.zeros_like(rise), where=rise != 0)
