"""The faces of all our decks, each that looks like no other once, with what rules ask of them.

Extents come from `walk`, never from printkit's own measuring.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
from msgspec.structs import replace

from printkit.art.theme import theme
from printkit.base import paper_sizes
from printkit.base.geometry import IDENTITY, Matrix, Rect
from printkit.graphics.display_list import Group, Item, Path, ShapedText, Symbol, Use
from printkit.graphics.font import INDEX, TITLE
from printkit.model.cards import Card
from printkit.products.cards.anatomy import Anatomy, anatomy
from printkit.products.cards.product import make
from printkit.products.piece import Piece
from tests.support.decks import distinct
from tests.support.jobs import render_options
from tests.support.walk import (
    Leaf,
    glyph_box,
    ink_box,
    leaves,
    sampled,
    symbol_ink,
    text_box,
    visible,
)

REACH = 3.0


def drawn(piece: Piece) -> list[Leaf]:
    """The leaves of a face; emblems and other symbols stay closed (see `inked`)."""
    return list(leaves(opened(piece.front.items)))


def opened(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """The items without those that stand in symbols."""
    kept: list[Item] = []
    for item in items:
        if isinstance(item, Group):
            kept.append(Group(opened(item.items), item.matrix, item.clip))
        elif not isinstance(item, Use):
            kept.append(item)
    return tuple(kept)


def uses(items: tuple[Item, ...], matrix: Matrix = IDENTITY) -> list[tuple[Symbol, Matrix]]:
    """The outermost symbols of a face with their maps."""
    found: list[tuple[Symbol, Matrix]] = []
    for item in items:
        if isinstance(item, Group):
            found += uses(item.items, item.matrix.then(matrix))
        elif isinstance(item, Use):
            found.append((item.symbol, item.matrix.then(matrix)))
    return found


def near(rect: Rect) -> str:
    return f"{rect.x:.2f} {rect.y:.2f} … {rect.right:.2f} {rect.bottom:.2f}"


def trim(piece: Piece) -> Rect:
    return Rect(-piece.width / 2, -piece.height / 2, piece.width, piece.height)


def texts(own: list[Leaf]) -> list[Leaf]:
    return [leaf for leaf in own if isinstance(leaf.item, ShapedText)]


def index_texts(own: list[Leaf]) -> list[Leaf]:
    return [leaf for leaf in texts(own) if leaf.item.run.font == INDEX]


def digit_boxes(leaf: Leaf) -> list[Rect]:
    """The boxes of the figures (or the letter) of an index, without its sign (mm, on the page)."""
    run, k = leaf.item.run, leaf.item.size / 1000
    found = []
    shown = run.text[-len(run.glyphs) :]  # a minus is drawn before its figures, as a path
    for character, glyph, x in zip(shown, run.glyphs, run.xs, strict=True):
        if character.isalnum() and (box := glyph_box(run.font, glyph)):
            own = Rect(leaf.item.x + (x + box.x) * k, leaf.item.y + box.y * k, box.w * k, box.h * k)
            found.append(leaf.matrix.bounds(own))
    return found


@dataclass(frozen=True, eq=False)
class Face:
    """A face as it is drawn, with what a rule asks of it."""

    key: str
    card: Card
    piece: Piece
    anatomy: Anatomy
    paper: str
    language: str

    @cached_property
    def own(self) -> list[Leaf]:
        """The leaves of the face; emblems and frames stay closed."""
        return drawn(self.piece)

    @cached_property
    def symbols(self) -> list[tuple[Symbol, Matrix]]:
        return uses(self.piece.front.items)

    @cached_property
    def texts(self) -> list[Leaf]:
        return [leaf for leaf in self.own if not isinstance(leaf.item, Path)]

    @cached_property
    def words(self) -> list[tuple[Leaf, Rect]]:
        """The texts with the boxes of their letters."""
        return [(leaf, text_box(leaf)) for leaf in self.texts]

    @cached_property
    def shapes(self) -> list[tuple[str, Rect]]:
        """All that is seen and is no text, with a name: paths, and whole symbols."""
        found = [
            ("shape", box)
            for leaf in self.own
            if isinstance(leaf.item, Path)
            and visible(leaf, self.paper)
            and (box := ink_box(leaf)) is not None
        ]
        for symbol, matrix in self.symbols:
            if (box := symbol_ink(symbol, self.paper)) is not None:
                found.append((symbol.key, matrix.bounds(box)))
        return found

    @cached_property
    def lines(self) -> np.ndarray:
        """Small boxes along the lines of the frame and the edges of the shapes in the field, which
        are hollow or have cut corners: left, top, right, bottom."""
        (frame,) = [symbol for symbol, _ in self.symbols if symbol.key.startswith("frame-")]
        shapes = [
            edges(leaf)
            for leaf in self.own
            if isinstance(leaf.item, Path)
            and visible(leaf, self.paper)
            and (box := ink_box(leaf)) is not None
            and self._inside(box)
        ]
        return np.concatenate([along(frame), *shapes])

    @cached_property
    def body(self) -> list[tuple[str, Rect]]:
        """What stands in the field: pips, figures, emblems, large numbers."""
        shapes = [one for one in self.shapes if not one[0].startswith(("frame-", "shape"))]
        words = [(leaf.item.run.text, box) for leaf, box in self.words if not named(leaf)]
        return [(what, box) for what, box in [*shapes, *words] if self._inside(box)]

    @cached_property
    def figures(self) -> list[tuple[str, Rect]]:
        """The words in the corners."""
        words = [(leaf.item.run.text, box) for leaf, box in self.words if not named(leaf)]
        return [(what, box) for what, box in words if not self._inside(box)]

    @cached_property
    def marks(self) -> list[tuple[str, Rect]]:
        """The other things in the corners: plates of figures, the marks below them."""
        return [(what, box) for what, box in self.shapes if not self._inside(box)]

    @cached_property
    def names(self) -> list[tuple[str, Rect]]:
        return [(leaf.item.run.text, box) for leaf, box in self.words if named(leaf)]

    def _inside(self, box: Rect) -> bool:
        """Whether the middle of a thing lies in the field."""
        return self.anatomy.field.contains(Rect(*box.centre, 0, 0))


@cache
def along(symbol: Symbol) -> np.ndarray:
    """Small boxes along all lines of a symbol."""
    return np.concatenate([edges(leaf) for leaf in leaves(symbol.items)])


def edges(leaf: Leaf) -> np.ndarray:
    """Small boxes along the line of a path, a sixteenth of each of its pieces."""
    m, line = leaf.matrix, leaf.item.stroke
    half = line.width * m.scale / 2 if line else 0.0
    xy = sampled(leaf.item.data, 16)
    x, y = m.a * xy[..., 0] + m.c * xy[..., 1] + m.e, m.b * xy[..., 0] + m.d * xy[..., 1] + m.f
    page = np.stack([x, y], axis=-1)
    ends = np.stack([page[:, :-1], page[:, 1:]])
    return np.concatenate([ends.min(axis=0) - half, ends.max(axis=0) + half], -1).reshape(-1, 4)


def named(leaf: Leaf) -> bool:
    """Whether a text is a line of the card's name."""
    return bool(leaf.item.run.font == TITLE)


def faces(look: str, size: str, *, large: bool, language: str = "en") -> Iterator[Face]:
    """Every distinct face of all our decks in a theme, a card size and an index."""
    card_size = paper_sizes.card(size)
    index = "large" if large else "normal"
    setting = render_options(language, theme(look), card_size, REACH, 1, index=index)
    paper = setting.theme.roles_of["paper"]
    plan = anatomy(card_size.w, card_size.h, large=large)
    for slug, variant in distinct().items():
        cards = {card.id: card for card in variant.cards}
        for piece in make(variant, setting):
            yield Face(f"{slug}: {piece.id}", cards[piece.id], piece, plan, paper, language)


def spoiled(face: Face, *more: Item) -> Face:
    """Draw something over a face."""
    front = face.piece.front
    drawn = Symbol(front.key, (*front.items, *more), front.box, front.title)
    return dataclasses.replace(face, piece=replace(face.piece, front=drawn))
