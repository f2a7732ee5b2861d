"""Sort the pieces of an order for a virtual table: decks, tokens, boards and dice.

Input: the parts of an order. Output: the pieces by kind, and the drawings of both of their sides,
without bleed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from printkit.base.geometry import Rect, centred_rect, translation
from printkit.base.sentences import brief_repr, capitalise
from printkit.graphics.display_list import Group, Symbol
from printkit.graphics.path import (
    RECTANGLE,
    ROUNDED,
    PathData,
    card_outline,
    mirrored_shape,
    shape_kind,
)
from printkit.imposition.single_pages import single_piece_pages
from printkit.model.cards import Card
from printkit.model.fields import with_sign
from printkit.model.tabletop import Material
from printkit.pieces.kits import find_product
from printkit.pieces.pages import Document, Page
from printkit.pieces.product import CARD_SHEETS, CUTOUTS, TILED_PAGES, LocalGame, Piece
from printkit.targets.orders import OrderPart


class PieceGroup(Struct, frozen=True):
    """Pieces of one kind: a deck with one back, all tokens, or all boards.

    `stem` is the beginning of the names of its files. `cards` are the cards of the game that the
    pieces represent, or None. In `document` each piece has a page, in order; the pages of the backs
    follow.
    """

    __repr__ = brief_repr

    title: str
    stem: str
    pieces: tuple[Piece, ...]
    cards: tuple[Card | None, ...]
    document: Document

    def back_page(self, piece: Piece) -> int | None:
        """Return the index of the page with the back of a piece, or None."""
        sides = (page.cells[0].symbol for page in self.document.pages)
        return next((index for index, side in enumerate(sides) if side is piece.back), None)

    @property
    def own_backs(self) -> bool:
        """True if pieces have different backs, as reference cards do."""
        return len({id(piece.back) for piece in self.pieces}) > 1


def name_faces(game: LocalGame, dice: Material) -> list[str]:
    """Return the faces of a die in words: its numbers or its suits, or nothing for a die with pips.

    If the die shows target suits without signs, each face has the name of the suit as a target.
    """
    if dice.numbers is not None:
        return [with_sign(number) for number in dice.numbers]
    names = {key: game.text(suit.name) for key, suit in game.variant.suits.items()}
    target = game.variant.counting.target
    if target is not None and not dice.signs:
        names |= {key: game.text(suit.name) for suit in target.suits for key in suit.suits}
    return [names[key] for key in dice.faces or ()]


class Tabletop(Struct):
    """All objects on the table; `dice` are materials, each with its number of dice."""

    decks: list[PieceGroup] = []
    tokens: list[PieceGroup] = []
    boards: list[PieceGroup] = []
    dice: list[tuple[Material, int]] = []


def lay_table(parts: Sequence[OrderPart], game: LocalGame) -> Tabletop:
    """Sort the pieces of the parts of an order by kind."""
    table = Tabletop()
    for part in parts:
        product = find_product(part.product)
        imposition = product.imposition if product is not None and part.pieces else ""
        flat = [piece for piece in part.pieces if piece.folds is None]
        if imposition == CARD_SHEETS:
            table.decks.extend(_decks(part, game))
        elif imposition == CUTOUTS:
            table.tokens.append(_group(part, flat, game))
        elif imposition == TILED_PAGES and flat:
            table.boards.append(_group(part, flat, game))
        elif imposition == TILED_PAGES:
            table.dice += [
                (material, material.count_for(game.variant.most_players))
                for material in game.variant.materials
                if part.product in material.products
            ]
    return table


def _decks(part: OrderPart, game: LocalGame) -> Iterator[PieceGroup]:
    """Yield a deck for each back, in the order of the cards; one deck for all cards if no two share
    a back.
    """
    by_back: dict[Symbol | None, list[Piece]] = {}
    pieces = [piece for piece in part.pieces if piece.dealt]  # a table deals all that it has
    for piece in pieces:
        by_back.setdefault(piece.back, []).append(piece)
    if len(by_back) == len(pieces):
        by_back = {None: pieces}
    for number, pieces in enumerate(by_back.values(), 1):
        deck = _group(part, pieces, game, "" if len(by_back) == 1 else f"-{number}")
        families = {card.family for card in deck.cards if card is not None}
        if len(by_back) > 1 and len(families) == 1:
            deck = replace(deck, title=game.text(game.variant.families[families.pop()].name))
        yield deck


def _group(
    part: OrderPart, pieces: Sequence[Piece], game: LocalGame, suffix: str = ""
) -> PieceGroup:
    known = {(card.id, game.text(card.name)): card for card in game.variant.cards}
    cards = tuple(known.get((piece.id, piece.title)) for piece in pieces)
    pages = tuple(map(_in_shape, single_piece_pages(pieces, 0.0)))
    document = replace(part.document, pages=pages, outline=())
    return PieceGroup(
        capitalise(part.title), f"{part.stem}{suffix}", tuple(pieces), cards, document
    )


def shown_outline(page: Page) -> PathData | None:
    """Return the outline of the piece on a page, about its centre, or None for a rectangle.

    The virtual table rounds the corners of rectangular cards itself.
    """
    cell = page.cells[0]
    if cell.piece.outline is not None or shape_kind(cell.piece.shape) in (RECTANGLE, ROUNDED):
        return cell.piece.outline
    shape = mirrored_shape(cell.piece.shape) if cell.back else cell.piece.shape
    return card_outline(centred_rect(cell.piece.width, cell.piece.height), shape)


def _in_shape(page: Page) -> Page:
    """Return the page of a card, clipped to its outline."""
    if page.cells[0].piece.outline is not None or (outline := shown_outline(page)) is None:
        return page
    placed = outline.transformed(translation(*page.media.centre))
    art, *others = page.layers
    return replace(page, layers=(replace(art, items=(Group(art.items, clip=placed),)), *others))


def outline_shape(piece: Piece) -> str:
    """Return the shape of a piece with an outline: round, hex, rounded, or empty."""
    if piece.outline is None:
        return ""
    if "L" not in piece.outline.steps:
        return "round"
    return "rounded" if "C" in piece.outline.steps else "hex"


def flow(
    sizes: Sequence[tuple[float, float]], width: float, gap: float
) -> tuple[list[Rect], float]:
    """Return the places of boxes in rows from left to right, and the height of all rows."""
    places: list[Rect] = []
    x = y = depth = 0.0
    for w, h in sizes:
        if x and x + w > width:
            x, y, depth = 0.0, y + depth + gap, 0.0
        places.append(Rect(x, y, w, h))
        x, depth = x + w + gap, max(depth, h)
    return places, y + depth
