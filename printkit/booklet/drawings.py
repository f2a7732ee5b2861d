"""Drawings for picture references: materials, the table, pictograms; cards on a screen.

The picture of a material depends on the products that make it, and is 30 mm wide and 21 mm high.
On screens, faces, backs, emblems and tokens are drawn as printed, at real size and centred on the
origin; a card is a small card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path as FilePath

from printkit.art.backs import draw_back
from printkit.art.emblem import SIDE, emblem
from printkit.art.guilloche import chamfered
from printkit.art.pictograms import pictogram, pictogram_names
from printkit.art.theme import Theme, plain_paper_theme
from printkit.base import paper_sizes
from printkit.base.geometry import Rect
from printkit.booklet.chance_dial import draw_dial
from printkit.booklet.page_style import title_colour
from printkit.booklet.pieces import Pieces, place, place_grid
from printkit.booklet.play_picture import draw_play
from printkit.booklet.table_picture import draw_table
from printkit.booklet.table_places import TableZones, middle_rows, place_rows, rows_extent
from printkit.components.cards.anatomy import Anatomy
from printkit.components.cards.face import draw_face
from printkit.components.cards.small_card import draw_small_card
from printkit.components.dial_measures import is_dial_table
from printkit.components.token_disc import TokenSide, draw_side
from printkit.components.token_shape import TOKEN as SHAPE
from printkit.graphics.display_list import Group, Item, Path, Symbol
from printkit.model.cards import Card
from printkit.model.tabletop import TOKEN_COLOUR, Material
from printkit.model.variant import Variant
from printkit.text import book
from printkit.text.panels import OF_FAMILY, seats_drawn

PANEL_PICTURES = (book.PICTOGRAM, book.MATERIAL, book.TABLE, book.TURN, book.DIAL)


def draw_panel_picture(
    picture: book.PictureRef, pieces: Pieces, language: str, height: float
) -> Symbol:
    """Draw a picture of a panel for a height (mm). The box of the symbol has arbitrary units.

    Raises PrintkitError.
    """
    variant = pieces.variant
    if picture.kind == book.PICTOGRAM:
        return pictogram(picture.id, pieces.theme.palette(title_colour(variant)))
    if picture.kind == book.DIAL:
        return draw_dial(pieces, picture.id, picture.alt)
    if picture.kind == book.MATERIAL:
        key, _, family = picture.id.partition(OF_FAMILY)
        material = next(item for item in variant.materials if item.id == key)
        return draw_material(pieces, material, family or None)
    if picture.kind == book.TURN:
        return draw_play(pieces, picture.id, language, height)
    return draw_table(pieces, seats_drawn(variant), height)


# --- materials ------------------------------------------------------------------------------------

BOX = Rect(-15.0, -10.5, 30.0, 21.0)
# A fan of three cards, a heap of chips, tokens, dice (mm).
_CARD, _STEP, _TILT = 9.8, 9.2, 8.0
_CHIP, _CHIP_STEP, _COLUMNS, _CHIPS = 6.5, 6.8, 4, 8
_PIECE, _PIECE_STEP, _SINGLE, _MAX_ROW, _DIE = 8.4, 8.6, 12.0, 3, 8.6
_MAT = Rect(-12.8, -8.6, 25.6, 17.2)
# Gaps between parts of a mat, and between rows (mm).
_MAT_GAPS = (1.6, 2.0)
# Products on paper: width and height (mm), number of lines.
_SHEETS = {
    "reference-cards": (11.0, 16.0, 6),
    "rule-cards": (11.0, 16.0, 4),
    "score-sheet": (14.0, 19.0, 9),
    "conversion-chart": (14.0, 19.0, 8),
}
# The fallback pictogram of a material.
_ANYTHING = "goal"


def draw_material(pieces: Pieces, material: Material, family: str | None = None) -> Symbol:
    """Draw a material; for a deck with several families, the cards of `family`."""
    items = _items(pieces, material, family)
    key = f"need-{pieces.variant.slug}-{material.id}-{family or ''}"
    return Symbol(key, tuple(items), BOX, next(iter(material.name.values())))


def _items(pieces: Pieces, material: Material, family: str | None) -> list[Item]:
    products = material.products
    if "cards" in products:
        return _fan(pieces, family or _family_of(pieces, material))
    if material.denominations:
        return _heap(pieces, material)
    if material.emblem is not None:
        return _pieces(pieces, material)
    if "tokens" in products and pieces.variant.tokens:
        return _tokens(pieces)
    if "paper-die" in products:
        if material.count == 1:
            return [place(pieces.die(_DIE, 5), 0, 0, -8)]
        return [place(pieces.die(_DIE, 5), -5.0, 1, -8), place(pieces.die(_DIE, 1), 5.4, -1, 11)]
    if {"mat", "table", "half-table"} & set(products):
        return _mat(pieces)
    if "player-board" in products:
        return [pieces.tray(_MAT.inset(2.0), 1.8), *pieces.empty_card(6.0)]
    for product in products:
        if product in _SHEETS:
            return pieces.sheet(*_SHEETS[product])
    return pieces.sign(material.id if material.id in pictogram_names() else _ANYTHING, 15.0)


def _family_of(pieces: Pieces, material: Material) -> str | None:
    """Return the family of a deck if each family is a deck, else None."""
    decks = [m for m in pieces.variant.materials if "cards" in m.products]
    families = [*pieces.variant.families]
    return families[decks.index(material)] if len(decks) == len(families) > 1 else None


def _fan(pieces: Pieces, family: str | None) -> list[Item]:
    """Draw a fan of three different cards."""
    cards = [card for card in pieces.variant.cards if family in (None, card.family)]
    items: list[Item] = []
    for i, card in enumerate(_kinds(cards)):
        x = (i - 1) * _STEP
        items.append(place(pieces.card(card, _CARD), x, abs(i - 1) * 0.9, (i - 1) * _TILT))
    return items


def _kinds(cards: Sequence[Card]) -> list[Card]:
    """Return three different cards: numbers of several suits, and specials."""
    plain = [card for card in cards if card.suit is not None and (card.rank or "").isdigit()]
    drawn = [card for card in cards if card not in plain]
    first = list({card.suit: card for card in plain}.values())
    chosen = [*first[: 3 - min(2, len(drawn))]]
    chosen += drawn[-(3 - len(chosen)) :] if len(chosen) < 3 else []
    chosen += [card for card in cards if card not in chosen][: 3 - len(chosen)]
    return chosen


def _heap(pieces: Pieces, material: Material, count: int = _CHIPS) -> list[Item]:
    """Draw the chips of one player in two rows."""
    chips = [pieces.chip(material, i, _CHIP) for i in range(count)]
    return place_grid(chips, min(count, _COLUMNS), (_CHIP_STEP, _CHIP_STEP))


def _pieces(pieces: Pieces, material: Material) -> list[Item]:
    """Draw up to three pieces in a row, more as a heap."""
    count = material.per_player or material.count or 1
    if count > _MAX_ROW:
        return _heap(pieces, material, min(count, _CHIPS))
    drawn = pieces.piece(material, _SINGLE if count == 1 else _PIECE)
    return place_grid([drawn] * count, count, (_PIECE_STEP, 0))


def _tokens(pieces: Pieces) -> list[Item]:
    ids = [token.id for token in pieces.variant.tokens if token.emblem is not None]
    left, right, top = ids[0], ids[len(ids) // 2], ids[-1]
    return [
        place(pieces.token(left, 10.4), -7.4, 2.4),
        place(pieces.token(right, 10.4), 7.4, 2.4),
        place(pieces.token(top, 12.6), 0, -2.6),
    ]


def _mat(pieces: Pieces) -> list[Item]:
    """Draw a small table or mat with its places."""
    if is_dial_table(pieces.variant):
        zones = TableZones(pieces, _MAT.w)
        groups = [
            Group(tuple(contents.items), turn)
            for contents, turn, _ in zones.draw_contents()
            if contents.place != "first"
        ]
        return [*zones.draw_ground(), *groups]
    items: list[Item] = [Path(chamfered(_MAT, 2.4), fill=pieces.ground(0.05), stroke=pieces.edge())]
    rows = middle_rows(pieces)
    if not rows:
        return items
    width, height = rows_extent(rows, *_MAT_GAPS)
    scale = min((_MAT.w - 3.0) / (width + _MAT_GAPS[0]), (_MAT.h - 2.4) / height)
    placed = place_rows(rows, *_MAT_GAPS, scale)
    return items + [Group(tuple(contents.items), matrix) for contents, matrix in placed]


# --- pictures on a screen -------------------------------------------------------------------------

# The heights for which pictures of panels are drawn (mm).
_HEIGHTS = {
    book.PICTOGRAM: 14.0,
    book.MATERIAL: 21.0,
    book.TABLE: 122.0,
    book.TURN: 54.0,
    book.DIAL: 16.0,
}
# The extent of a drawing beyond its trim (mm), which is clipped.
_REACH = 0.5
# The width of a small card (mm).
_SMALL = 16.0


def draw_picture(
    picture: book.PictureRef,
    variants: Mapping[str, Variant],
    language: str,
    theme: Theme,
    *,
    night: bool = False,
) -> tuple[Symbol, Rect]:
    """Return the drawing and its trim (for a suit, a square of arbitrary units).

    Pictures of panels are drawn on plain paper or, at `night`, on the dark ground of a screen.

    Raises PrintkitError.
    """
    variant = variants[picture.variant]
    if picture.kind in PANEL_PICTURES:
        pieces = Pieces(variant, theme if night else plain_paper_theme(theme))
        drawn = draw_panel_picture(picture, pieces, language, _HEIGHTS[picture.kind])
        return drawn, drawn.box
    size = paper_sizes.card(variant.card_size)
    trim = Rect(-size.w / 2, -size.h / 2, size.w, size.h)
    if picture.kind == book.CARD:
        small = draw_small_card(find_card(variant, picture.id), _SMALL, theme)
        return small, small.box
    if picture.kind in (book.FACE, book.BACK):
        extent = (size.w, size.h, _REACH)
        return draw_card_side(picture, variant, language, theme, extent), trim
    path, colour = find_emblem(variant, picture)
    if picture.kind == book.SUIT:
        square = Rect(-SIDE / 2, -SIDE / 2, SIDE, SIDE)
        return emblem(path, theme.palette(variant.suits[picture.id].colour_or_ink), SIDE), square
    trim = Rect(-SHAPE.width / 2, -SHAPE.height / 2, SHAPE.width, SHAPE.height)
    side = TokenSide(f"token-{picture.id}", picture.alt, path)
    return draw_side(side, SHAPE, theme, colour, _REACH), trim


def draw_card_side(
    picture: book.PictureRef,
    variant: Variant,
    language: str,
    theme: Theme,
    extent: tuple[float, float, float],
) -> Symbol:
    """Draw a face or a back; `extent` is its width, its height and its reach beyond the trim."""
    width, height, reach = extent
    if picture.kind == book.BACK:
        return draw_back(variant.families[picture.id].back.design, *extent, theme)
    card = find_card(variant, picture.id)
    return draw_face(card, variant, language, theme, Anatomy(width, height), reach)


def find_card(variant: Variant, key: str) -> Card:
    """Return a card by its id."""
    return next(card for card in variant.cards if card.id == key)


def find_emblem(variant: Variant, picture: book.PictureRef) -> tuple[FilePath, str]:
    """Return the drawing of a suit, a token or a material, and its colour."""
    drawn = [(token.id, token.emblem, TOKEN_COLOUR) for token in variant.tokens]
    drawn += [(item.id, item.emblem, item.colour) for item in variant.materials]
    if picture.kind == book.SUIT:
        suit = variant.suits[picture.id]
        # A suit has the colour of its cards.
        colours = (card.colour for card in variant.cards if card.suit == picture.id)
        drawn = [(picture.id, suit.emblem, next(colours, suit.colour_or_ink))]
    return next((path, colour) for key, path, colour in drawn if key == picture.id and path)
