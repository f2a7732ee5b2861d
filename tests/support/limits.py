"""The limits of a face as rules: each tells the faults that it finds on one face.

`faces` draws the faces of all our decks, each that looks like no other once. Extents come from
`walk`, never from printkit's own measuring.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from printkit.art.theme import theme
from printkit.base import paper_sizes
from printkit.base.geometry import Matrix, Rect
from printkit.graphics.display_list import Path, Symbol
from printkit.graphics.font import INDEX, TITLE, TITLE_BOLD
from printkit.model.cards import Card
from printkit.products.cards.anatomy import Anatomy, anatomy
from printkit.products.cards.product import make
from printkit.products.piece import Piece, RenderOptions
from tests.products.test_faces import digit_boxes, drawn, near, trim, unread, uses
from tests.support.decks import distinct
from tests.support.walk import (
    HAIRLINE,
    Leaf,
    ink_box,
    leaves,
    sampled,
    symbol_ink,
    text_box,
    tight,
    turned_text,
    visible,
)

SAFE = 3.0
REACH = 3.0
SMALLEST = 6 * 25.4 / 72
# The figures of a poker card, and those of a large-print deck on every size (mm).
READ_IN_A_FAN, READ_FROM_AFAR = 6.0, 11.0
POKER = paper_sizes.card("poker")
DUST = 1e-3


@dataclass(frozen=True, eq=False)
class Face:
    """A face as it is drawn, with what a rule asks of it."""

    key: str
    card: Card
    piece: Piece
    anatomy: Anatomy
    paper: str

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


def crossed(some: list[tuple[str, Rect]], lines: np.ndarray) -> Iterator[str]:
    """Things that a line runs through."""
    for what, box in some:
        hit = (
            (lines[:, 0] < box.right - DUST)
            & (lines[:, 2] > box.x + DUST)
            & (lines[:, 1] < box.bottom - DUST)
            & (lines[:, 3] > box.y + DUST)
        )
        if hit.any():
            yield f"“{what}” {near(box)} meets a line of the field"


def named(leaf: Leaf) -> bool:
    """Whether a text is a line of the card's name."""
    return bool(leaf.item.run.font == TITLE)


def faces(look: str, size: str, *, large: bool, language: str = "en") -> Iterator[Face]:
    """Every distinct face of all our decks in a theme, a card size and an index."""
    card_size = paper_sizes.card(size)
    setting = RenderOptions(language, theme(look), card_size, REACH, 1, large=large)
    paper = setting.theme.roles_of["paper"]
    plan = anatomy(card_size.w, card_size.h, large=large)
    for slug, variant in distinct().items():
        cards = {card.id: card for card in variant.cards}
        for piece in make(variant, setting):
            yield Face(f"{slug}: {piece.id}", cards[piece.id], piece, plan, paper)


Rule = Callable[[Face], Iterator[str]]


def text_in_the_safe_area(face: Face) -> Iterator[str]:
    safe = trim(face.piece).inset(SAFE)
    for leaf, box in face.words:
        if not safe.contains(box, DUST):
            yield f"“{leaf.item.run.text}” {near(box)}"


def text_in_its_box(face: Face) -> Iterator[str]:
    """A name in its row, figures of an index in their corner, a large number in its half."""
    a = face.anatomy
    half = a.field._replace(h=a.field.h / 2)
    boxes = {TITLE: a.name, INDEX: a.labels[0], TITLE_BOLD: half}
    for leaf, box in face.words:
        turned = Rect(-box.right, -box.bottom, box.w, box.h) if turned_text(leaf) else box
        if not boxes[leaf.item.run.font].contains(turned, DUST):
            yield f"“{leaf.item.run.text}” {near(turned)} leaves its box"


def text_is_large_enough(face: Face) -> Iterator[str]:
    for leaf in face.texts:
        if leaf.item.size * leaf.matrix.scale < SMALLEST - 1e-9:
            yield f"“{leaf.item.run.text}” has {leaf.item.size * 72 / 25.4:.2f} pt"


def texts_stand_apart(face: Face) -> Iterator[str]:
    for at, (leaf, box) in enumerate(face.words):
        for other, further in face.words[at + 1 :]:
            if box.intersects(further):
                yield f"“{leaf.item.run.text}” touches “{other.item.run.text}”"


def only_the_ground_is_near_the_cut(face: Face) -> Iterator[str]:
    """A theme of a coloured paper prints it past the cut, one of white paper prints none."""
    whole = trim(face.piece)
    for what, box in face.shapes:
        if not whole.inset(SAFE).contains(box, DUST):
            yield f"{what} {near(box)} is less than {SAFE} mm from the cut"
    first = face.own[0].item
    printed = isinstance(first, Path) and (first.fill, tight(first.data)) == (
        face.paper,
        whole.inset(-REACH),
    )
    if printed != (face.paper != "#ffffff"):
        yield "the ground is missing" if face.paper != "#ffffff" else "white paper is printed"


def lines_are_seen(face: Face) -> Iterator[str]:
    """A quarter of a point on paper, emblems included."""
    found = [("shape", leaf) for leaf in face.own]
    for symbol, matrix in face.symbols:
        found += [(symbol.key, leaf) for leaf in leaves(symbol.items, matrix)]
    for what, leaf in found:
        if isinstance(leaf.item, Path) and leaf.item.stroke:
            width = leaf.item.stroke.width * leaf.matrix.scale
            if width < HAIRLINE - 1e-6:
                yield f"{what} has a line of {width:.4f} mm"


def index_is_read(face: Face) -> Iterator[str]:
    """Figures 6 mm high on a poker card and 11 mm on all sizes of a large-print deck; within 13 mm
    of the corner where they are not large."""
    scale = min(face.piece.width / POKER.w, face.piece.height / POKER.h)
    least = READ_FROM_AFAR if face.anatomy.large else READ_IN_A_FAN * scale
    for leaf in face.texts:
        if leaf.item.run.font != INDEX:
            continue
        height = min(box.h for box in digit_boxes(leaf))
        if height < least - DUST:
            yield f"“{leaf.item.run.text}” is {height:.2f} mm high"
        size = (face.piece.width, face.piece.height)
        if size == (POKER.w, POKER.h) and not face.anatomy.large:
            yield from [fault] if (fault := unread(face.piece, leaf)) else []


def name_is_clear(face: Face) -> Iterator[str]:
    """Of the frame, of what stands in the field, of the index."""
    yield from crossed(face.names, face.lines)
    yield from meetings(face.names, [*face.body, *face.figures, *face.marks])


def index_is_clear(face: Face) -> Iterator[str]:
    """Of the frame and what stands in the field; its figures also of the mark below them."""
    index = [*face.figures, *face.marks]
    yield from crossed(index, face.lines)
    yield from meetings(index, face.body)
    yield from meetings(face.figures, [one for one in face.marks if one[0] != "shape"])


def meetings(some: list[tuple[str, Rect]], others: list[tuple[str, Rect]]) -> Iterator[str]:
    for what, box in some:
        for other, further in others:
            if box.intersects(further):
                yield f"“{what}” {near(box)} meets {other} {near(further)}"


RULES: tuple[Rule, ...] = (
    text_in_the_safe_area,
    text_in_its_box,
    text_is_large_enough,
    texts_stand_apart,
    only_the_ground_is_near_the_cut,
    lines_are_seen,
    index_is_read,
    name_is_clear,
    index_is_clear,
)


def faults(face: Face, rules: tuple[Rule, ...] = RULES) -> list[str]:
    """All that is wrong with a face."""
    return [f"{face.key}: {fault}" for rule in rules for fault in rule(face)]
