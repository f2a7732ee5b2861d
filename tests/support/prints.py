"""Printed text of a card or a page: its lines, and their errors."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from printkit.base.geometry import Rect
from printkit.graphics.colour import WHITE
from printkit.graphics.display_list import INVISIBLE, Item, Path, ShapedText
from printkit.pieces.pages import Page
from printkit.pieces.product import Piece
from tests.support.walk import HAIRLINE, Leaf, ink_box, leaves, visible

POINT = 25.4 / 72
SIX_POINT = 6 * POINT
DUST = 1e-3


class Printed(NamedTuple):
    """A printed line: its words, font, size (mm per em) and ink."""

    text: str
    font: str
    size: float
    box: Rect


def printed(drawn: Iterable[Leaf]) -> list[Printed]:
    """Return the printed lines in the order of drawing."""
    found = []
    for leaf in drawn:
        if isinstance(leaf.item, ShapedText) and (box := ink_box(leaf)) is not None:
            run, size = leaf.item.run, leaf.item.size * leaf.matrix.scale
            found.append(Printed(run.text, run.font, size, box))
    return found


def leaves_of(page: Page) -> list[Leaf]:
    """Return all leaves drawn on a page."""
    return [leaf for layer in page.layers for leaf in leaves(layer.items)]


def text_of(items: Iterable[Item]) -> str:
    """Return the words of a drawing, with broken lines joined."""
    return " ".join(line.text for line in printed(leaves(items)))


def trim(piece: Piece) -> Rect:
    return Rect(-piece.width / 2, -piece.height / 2, piece.width, piece.height)


def faults_of_print(
    drawn: Iterable[Leaf],
    room: Rect,
    paper: str = WHITE,
    *,
    smallest: float = SIX_POINT,
    slack: float = DUST,
) -> list[str]:
    """Return ink outside an area, text that is too small or overlapping, and too fine lines."""
    found, kept = [], list(drawn)
    for leaf in kept:
        box = None if is_empty(leaf) else ink_box(leaf)
        if box is not None and visible(leaf, paper) and not room.contains(box, slack):
            found.append(f"outside: {leaf.item}")
        line = leaf.item.stroke if isinstance(leaf.item, Path) else None
        if line is not None and line.width * leaf.matrix.scale < HAIRLINE - 1e-6:
            found.append(f"fine: {line}")
    lines = printed(leaf for leaf in kept if not is_invisible(leaf))
    found += [f"small: {line.text}" for line in lines if line.size < smallest - 1e-6]
    found += [f"over: {lines[i].text}" for i, _ in meeting([line.box for line in lines], DUST)]
    return found


def meeting(
    rects: Sequence[Rect], slack: float = 1e-6, others: Sequence[Rect] | None = None
) -> list[tuple[int, int]]:
    """Return the pairs of rectangles, within one list or between two, that share more than an
    edge.
    """
    one, other = _edges(rects), _edges(rects if others is None else others)
    x0, y0, x1, y1 = (edge[:, None] for edge in one)
    u0, v0, u1, v1 = (edge[None] for edge in other)
    meet = (x0 < u1 - slack) & (u0 < x1 - slack) & (y0 < v1 - slack) & (v0 < y1 - slack)
    if others is None:
        meet = np.triu(meet, 1)
    return [(int(i), int(j)) for i, j in zip(*np.nonzero(meet), strict=True)]


def _edges(rects: Sequence[Rect]) -> tuple[np.ndarray, ...]:
    x, y, w, h = np.array(rects, dtype=float).reshape(-1, 4).T
    return x, y, x + w, y + h


def is_invisible(leaf: Leaf) -> bool:
    """Return whether these are words of a drawing only for screen readers, search and copying."""
    return isinstance(leaf.item, ShapedText) and leaf.item.render_mode == INVISIBLE


def is_empty(leaf: Leaf) -> bool:
    return isinstance(leaf.item, Path) and not leaf.item.data.steps
