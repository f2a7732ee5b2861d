"""The faces of all our decks, each distinct face once, with the data that rules need.

Extents come from `walk`, never from printkit's own measurements.
"""

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial

from msgspec.structs import replace

from printkit.art.theme import Theme, theme
from printkit.base import paper_sizes
from printkit.base.geometry import IDENTITY, Matrix, Rect
from printkit.faces.anatomy import Anatomy
from printkit.faces.engraved_faces import drawing_of, picture_of
from printkit.faces.face import face_anatomy
from printkit.graphics.display_list import Group, Item, Path, ShapedText, Symbol, Use
from printkit.graphics.fonts import INDEX, TITLE, TITLE_BOLD
from printkit.model.cards import Card
from printkit.model.variant import Variant
from printkit.pieces.product import Piece
from printkit.products.cards import make
from tests.support.decks import distinct
from tests.support.jobs import render_options
from tests.support.walk import (
    Leaf,
    glyph_box,
    ink_box,
    leaves,
    overlap,
    symbol_ink,
    text_box,
    tight,
    visible,
)

REACH = 3.0


def opened(items: tuple[Item, ...]) -> Iterator[Item]:
    """Return the items without those inside symbols."""
    for item in items:
        if isinstance(item, Group):
            yield Group(tuple(opened(item.items)), item.matrix, item.clip)
        elif not isinstance(item, Use):
            yield item


def uses(items: tuple[Item, ...]) -> list[tuple[Symbol, Matrix]]:
    """Return the outermost symbols of a face with their maps."""
    return [(symbol, matrix) for symbol, matrix, _ in clipped_uses(items)]


def clipped_uses(
    items: tuple[Item, ...], matrix: Matrix = IDENTITY, clip: Rect | None = None
) -> Iterator[tuple[Symbol, Matrix, Rect | None]]:
    """Return the outermost symbols of a face with their maps and clips."""
    for item in items:
        if isinstance(item, Group):
            inner = item.matrix.then(matrix)
            own = inner.bounds(tight(item.clip)) if item.clip is not None else None
            both = overlap(own, clip) if own and clip else own or clip
            yield from clipped_uses(item.items, inner, both)
        elif isinstance(item, Use):
            yield item.symbol, item.matrix.then(matrix), clip


def digit_boxes(leaf: Leaf) -> list[Rect]:
    """Return the boxes of the figures (or the letter) of an index, without its sign (mm, on the
    page).
    """
    run, k = leaf.item.run, leaf.item.size / 1000
    found = []
    shown = run.text[-len(run.glyphs) :]  # a sign is drawn before its figures, as a path
    for character, glyph, x in zip(shown, run.glyphs, run.xs, strict=True):
        if character.isalnum() and (box := glyph_box(run.font, glyph)):
            own = Rect(leaf.item.x + (x + box.x) * k, leaf.item.y + box.y * k, box.w * k, box.h * k)
            found.append(leaf.matrix.bounds(own))
    return found


@dataclass(frozen=True, eq=False)
class Face:
    """A drawn face, with the data that rules need."""

    key: str
    card: Card
    piece: Piece
    anatomy: Anatomy
    theme: Theme
    language: str

    @cached_property
    def figure(self) -> "Face":
        """The face without its ground."""
        front = self.piece.front
        alone = replace(front, items=front.items[front.ground :], ground=0)
        return dataclasses.replace(self, piece=replace(self.piece, front=alone))

    @property
    def paper(self) -> str:
        return self.theme.roles_of["paper"]

    @cached_property
    def own(self) -> list[Leaf]:
        """Return the leaves of the face; emblems and halos stay symbols."""
        return list(leaves(opened(self.piece.front.items)))

    @cached_property
    def symbols(self) -> list[tuple[Symbol, Matrix]]:
        return uses(self.piece.front.items)

    @cached_property
    def texts(self) -> list[Leaf]:
        return [leaf for leaf in self.own if isinstance(leaf.item, ShapedText)]

    @property
    def index_texts(self) -> list[Leaf]:
        return [leaf for leaf in self.texts if leaf.item.run.font == INDEX]

    @cached_property
    def words(self) -> list[tuple[Leaf, Rect]]:
        """Return the texts with the boxes of their visible letters."""
        return [(leaf, ink_box(leaf) or text_box(leaf)) for leaf in self.texts]

    @cached_property
    def shapes(self) -> list[tuple[str, Rect]]:
        """Return all visible items except text, with a name: paths, and whole symbols."""
        found = [
            ("shape", box)
            for leaf in self.own
            if isinstance(leaf.item, Path)
            and visible(leaf, self.paper)
            and (box := ink_box(leaf)) is not None
        ]
        for symbol, matrix, clip in clipped_uses(self.piece.front.items):
            if (box := symbol_ink(symbol, self.paper)) is not None:
                whole = matrix.bounds(box)
                found.append((symbol.key, whole if clip is None else overlap(whole, clip)))
        return found

    @cached_property
    def pips(self) -> list[tuple[str, Rect]]:
        """Return the ink of the pips of a pip card."""
        if self.card.layout != "pips" or self.anatomy.large:
            return []
        return [(what, box) for what, box in self.shapes if what.startswith(self.mark_key)
                and abs(box.centre[0]) < self.anatomy.field.w / 2]  # fmt: skip

    @property
    def mark_key(self) -> str:
        """Return the common prefix of the keys of its suit's drawings."""
        assert self.card.mark is not None
        return f"{self.card.mark.parent.name}-{self.card.mark.stem}-"

    @cached_property
    def marks(self) -> list[tuple[str, Rect]]:
        """Return the marks below the figures."""
        if self.card.mark is None:
            return []
        found = [one for one in self.shapes if one[0].startswith(self.mark_key)]
        return [one for one in found if one not in self.pips and one[1].w < 1.2 * self.anatomy.mark]

    @cached_property
    def figures(self) -> list[tuple[str, Rect]]:
        """Return the words in the corners."""
        return [
            (leaf.item.run.text, box) for leaf, box in self.words if leaf.item.run.font == INDEX
        ]

    @cached_property
    def names(self) -> list[tuple[str, Rect]]:
        return [(leaf.item.run.text, box) for leaf, box in self.words if self.is_name(leaf)]

    def is_name(self, leaf: Leaf) -> bool:
        """Return whether a text is a line of the card's caption."""
        return leaf.item.run.font in (TITLE, TITLE_BOLD) and leaf.item.size < 7


def faces(
    look: str,
    size: str,
    *,
    large: bool = False,
    language: str = "en",
    indices: str | None = None,
    shape: str = "rounded",
    deck: str | None = None,
    own: Variant | None = None,
    safe: float = 3.0,
    part: tuple[int, int] = (0, 1),
) -> Iterator[Face]:
    """Yield every distinct face of one or all of our decks, or of an own one.

    Theme, size, index, shape and safe margin can be chosen. The part (1, 4) has the second of each
    four faces.
    """
    card_size = paper_sizes.card(size)
    index = "large" if large else "normal"
    setting = render_options(
        language,
        theme(look),
        card_size,
        REACH,
        1,
        index=index,
        indices=indices,
        shape=shape,
        safe=safe,
    )
    corners = int(indices) if indices else None
    plan = partial(
        face_anatomy, card_size.w, card_size.h, shape, safe, large=large, indices=corners
    )
    (first, step), seen = part, 0
    for slug, variant in ({own.slug: own} if own else distinct()).items():
        if deck not in (None, slug):
            continue
        cards = {card.id: card for card in variant.cards[(first - seen) % step :: step]}
        seen += len(variant.cards)
        for piece in make(variant.with_cards([*cards.values()]), setting) if cards else ():
            card = cards[piece.id]
            anatomy = plan(engraved=drawing_of(card), picture=picture_of(card)[0])
            yield Face(f"{slug}: {piece.id}", card, piece, anatomy, setting.theme, language)


def spoiled(face: Face, *more: Item) -> Face:
    """Draw something over a face."""
    front = face.piece.front
    drawn = replace(front, items=(*front.items, *more))
    return dataclasses.replace(face, piece=replace(face.piece, front=drawn))
