"""Pictures of what a game needs, by the products that make it. Each is 30 mm wide and 21 high."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

from printkit.art.guilloche import chamfered
from printkit.art.pictograms import pictogram_names
from printkit.base.geometry import Matrix, Rect, translation
from printkit.booklet.pieces import Pieces, place
from printkit.booklet.table_places import middle_rows
from printkit.booklet.table_zones import TableZones
from printkit.components.dial_measures import is_dial_table
from printkit.graphics.display_list import Group, Item, Path, Symbol
from printkit.model.cards import Card
from printkit.model.tabletop import Material

BOX = Rect(-15.0, -10.5, 30.0, 21.0)
# A fan of three cards, a heap of chips, tokens, dice (mm).
_CARD, _STEP, _TILT = 9.8, 9.2, 8.0
_CHIP, _CHIP_STEP, _COLUMNS, _CHIPS = 6.5, 6.8, 4, 8
_PIECE, _PIECE_STEP, _SINGLE, _MAX_ROW, _DIE = 8.4, 8.6, 12.0, 3, 8.6
_MAT = Rect(-12.8, -8.6, 25.6, 17.2)
# What is printed on paper: its width, its height and its lines, by product.
_SHEETS = {
    "reference-cards": (11.0, 16.0, 6),
    "rule-cards": (11.0, 16.0, 4),
    "score-sheet": (14.0, 19.0, 9),
    "conversion-chart": (14.0, 19.0, 8),
}
# The pictogram of what has no other picture.
_ANYTHING = "goal"


def draw_material(pieces: Pieces, material: Material, family: str | None = None) -> Symbol:
    """Draw a material; of a deck of several families the cards of one."""
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
    """Return the family of one of several decks: that of its place among them."""
    decks = [m for m in pieces.variant.materials if "cards" in m.products]
    families = [*pieces.variant.families]
    return families[decks.index(material)] if len(decks) == len(families) > 1 else None


def _fan(pieces: Pieces, family: str | None) -> list[Item]:
    """Draw three kinds of cards: numbers and specials."""
    cards = [card for card in pieces.variant.cards if family in (None, card.family)]
    items: list[Item] = []
    for i, card in enumerate(_kinds(cards)):
        x = (i - 1) * _STEP
        items.append(place(pieces.card(card, _CARD), x, abs(i - 1) * 0.9, (i - 1) * _TILT))
    return items


def _kinds(cards: Sequence[Card]) -> list[Card]:
    """Return three cards that look unlike: of two suits if there are two, and specials."""
    plain = [card for card in cards if card.suit is not None and (card.rank or "").isdigit()]
    drawn = [card for card in cards if card not in plain]
    suits: dict[str | None, Card] = {}
    for card in plain:
        suits[card.suit] = card
    first = list(suits.values())
    chosen = [*first[: 3 - min(2, len(drawn))]]
    chosen += drawn[-(3 - len(chosen)) :] if len(chosen) < 3 else []
    chosen += [card for card in cards if card not in chosen][: 3 - len(chosen)]
    return chosen


def _heap(pieces: Pieces, material: Material, count: int = _CHIPS) -> list[Item]:
    """Draw the chips of one player in two rows."""
    rows = (count + _COLUMNS - 1) // _COLUMNS
    return [
        place(
            pieces.chip(material, i, _CHIP),
            (i % _COLUMNS - (min(count, _COLUMNS) - 1) / 2) * _CHIP_STEP,
            (i // _COLUMNS - (rows - 1) / 2) * _CHIP_STEP,
        )
        for i in range(count)
    ]


def _pieces(pieces: Pieces, material: Material) -> list[Item]:
    """Draw up to three of a kind in a row; more as a heap."""
    count = material.per_player or material.count or 1
    if count > _MAX_ROW:
        return _heap(pieces, material, min(count, _CHIPS))
    drawn = pieces.piece(material, _SINGLE if count == 1 else _PIECE)
    return [place(drawn, (i - (count - 1) / 2) * _PIECE_STEP, 0) for i in range(count)]


def _tokens(pieces: Pieces) -> list[Item]:
    ids = [token.id for token in pieces.variant.tokens if token.emblem is not None]
    left, right, top = ids[0], ids[len(ids) // 2], ids[-1]
    return [
        place(pieces.token(left, 10.4), -7.4, 2.4),
        place(pieces.token(right, 10.4), 7.4, 2.4),
        place(pieces.token(top, 12.6), 0, -2.6),
    ]


def _mat(pieces: Pieces) -> list[Item]:
    """Draw the table or the mat with its places, small."""
    if is_dial_table(pieces.variant):
        zones = TableZones(pieces, _MAT.w)
        things = [
            Group(tuple(thing.items), turn)
            for thing, turn, _ in zones.draw_things()
            if thing.place != "first"
        ]
        return [*zones.draw_ground(), *things]
    items: list[Item] = [Path(chamfered(_MAT, 2.4), fill=pieces.ground(0.05), stroke=pieces.edge())]
    rows = middle_rows(pieces)
    if not rows:
        return items
    height = fsum(max(thing.box.h for thing in row) for row in rows) + 2.0 * (len(rows) - 1)
    width = max(fsum(thing.box.w + 1.6 for thing in row) for row in rows)
    scale = min((_MAT.w - 3.0) / width, (_MAT.h - 2.4) / height)
    y = -height * scale / 2
    for row in rows:
        row_width = fsum(thing.box.w + 1.6 for thing in row) - 1.6
        row_height = max(thing.box.h for thing in row)
        x = -row_width * scale / 2
        for thing in row:
            matrix = translation(x + thing.box.w * scale / 2, y + row_height * scale / 2)
            items.append(Group(tuple(thing.items), Matrix(scale, 0, 0, scale, 0, 0).then(matrix)))
            x += (thing.box.w + 1.6) * scale
        y += (row_height + 2.0) * scale
    return items
