"""The distinct drawings of a deck, and the contact sheet that shows them on a neutral ground.

They are for screens: nothing is cut, and the page is as large as its content.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path as FilePath
from typing import Any

import msgspec
from msgspec.structs import replace

from printkit.art.theme import Theme
from printkit.base.geometry import Rect, translation
from printkit.base.messages import translate
from printkit.base.options import Context
from printkit.base.sentences import capitalise
from printkit.components.tokens import TokenShape, TokenSide, draw_side
from printkit.graphics.colour import WHITE, mark_colour
from printkit.graphics.display_list import Group, Item, Path, Stroke, Symbol, Use
from printkit.graphics.fonts import INDEX, TITLE, TITLE_BOLD
from printkit.graphics.measures import FINE
from printkit.graphics.path import PathBuilder, card_outline, rect_path
from printkit.layout.fit_text import FitStyle, require_text, shrink_line, text_line, text_width
from printkit.model.description import Description
from printkit.model.variant import Variant
from printkit.pieces.kits import available_products, require_product
from printkit.pieces.pages import ART, LABEL, Layer, Page
from printkit.pieces.product import Piece, RenderOptions, in_fonts_of, own_shape, printable_piece

# The products whose faces are shown, in this order.
CARDS, RULE_CARDS = "cards", "rule-cards"
# The diameter of tokens and their safe margin (mm).
DISC, _DISC_SAFE = 25.0, 2.5
# A text by language.
Words = Mapping[str, str]
# The shape of discs.
ROUND = "round"
GROUND, INK = mark_colour("desk"), mark_colour("label")
MARGIN = 9.0
# The gaps between neighbours in a row and between rows; the latter holds the number of copies.
COLUMN_GAP, ROW_GAP = 5.0, 6.5
# The depth of the strip at the top, of a heading above a section, and of a name below a disc.
STRIP_HEIGHT, HEADING_HEIGHT, NAME_HEIGHT = 14.0, 11.5, 10.0
# The least width of a picture: its strip has space for the title.
MIN_WIDTH = 130.0
# The best ratio of width to height. The penalties for the share of empty places: of all places, and
# of the places below a full row of the same section.
_BEST_RATIO, _EMPTY_COST, _RAGGED_COST = 1.15, 0.3, 2.5


class ContactItem(msgspec.Struct, frozen=True):
    """One drawing; the picture shows its name, or its number of copies if there are several."""

    drawing: Symbol
    copies: int = 1
    name: str = ""


class ContactSection(msgspec.Struct, frozen=True):
    """Drawings of one size in rows, in the shape of cards or discs.

    A section without a `title` continues the section before it; `count` is beside the title.
    """

    title: str
    count: str
    members: tuple[ContactItem, ...]
    width: float
    height: float
    shape: str

    @property
    def named(self) -> bool:
        return any(item.name for item in self.members)

    @property
    def across(self) -> float:
        """The step from one drawing to the next in a row."""
        return self.width + (2 * COLUMN_GAP if self.named else COLUMN_GAP)

    @property
    def down(self) -> float:
        """The step from one row to the next."""
        return self.height + (NAME_HEIGHT if self.named else ROW_GAP)


def contact_page(
    title: str, details: str, sections: Sequence[ContactSection], name: str, columns: int | None
) -> Page:
    """Return a page of all sections below a strip with `title` and `details`.

    `columns` is the number of drawings in a row of the first section; by default the picture is
    nearly square. Raises PrintkitError if the text does not fit.
    """
    rows = _merge_untitled(sections)
    maximum = max((len(section.members) for section in rows), default=1)
    width = _picture_width(rows, min(columns, maximum) if columns else _best_columns(rows))
    items: list[Item] = []
    y = MARGIN + STRIP_HEIGHT
    for section in rows:
        if section.title:
            items += _draw_heading(section, y, width)
            y += HEADING_HEIGHT
        count = _columns_of(section, width)
        for i, item in enumerate(section.members):
            row, column = divmod(i, count)
            x = MARGIN + column * section.across + (section.across - COLUMN_GAP - section.width) / 2
            place = Rect(x, y + row * section.down, section.width, section.height)
            items += _draw_item(item, place, section)
        y += math.ceil(len(section.members) / count) * section.down
    media = Rect(0, 0, width, y - ROW_GAP + MARGIN)
    ground = Path(rect_path(media), fill=GROUND)
    layers = (Layer(ART, (ground, *items)), Layer(LABEL, tuple(_draw_strip(title, details, width))))
    return Page(media, media, media, layers, name, f"{title}. {details}")


def _merge_untitled(sections: Sequence[ContactSection]) -> list[ContactSection]:
    """Merge each section without a title into the section before it, if their widths are equal.
    Empty sections are left out.
    """
    rows: list[ContactSection] = []
    for section in sections:
        if rows and not section.title and section.width == rows[-1].width:
            last = rows.pop()
            members = (*last.members, *section.members)
            rows.append(replace(last, members=members))
        elif section.members:
            rows.append(section)
    return rows


def _picture_width(rows: Sequence[ContactSection], columns: int) -> float:
    """Return the width of a picture with `columns` items in a row of the first section."""
    return max(MIN_WIDTH, 2 * MARGIN + columns * rows[0].across - COLUMN_GAP) if rows else MIN_WIDTH


def _columns_of(section: ContactSection, width: float) -> int:
    """Return the number of drawings in a row; rows with names are as equal as possible."""
    maximum = max(1, int((width - 2 * MARGIN + COLUMN_GAP + 1e-6) // section.across))
    if not section.named:
        return maximum
    return math.ceil(len(section.members) / math.ceil(len(section.members) / maximum))


def _best_columns(rows: Sequence[ContactSection]) -> int:
    """Return the number of columns of the first section that makes the picture nearly square and
    leaves few places empty.
    """
    if not rows:
        return 1

    def price(columns: int) -> float:
        width = _picture_width(rows, columns)
        height, places, empty, ragged = 2 * MARGIN + STRIP_HEIGHT, 0, 0, 0
        for section in rows:
            count = _columns_of(section, width)
            lines = math.ceil(len(section.members) / count)
            height += lines * section.down + (HEADING_HEIGHT if section.title else 0.0)
            places += lines * count
            empty += lines * count - len(section.members)
            ragged += lines * count - len(section.members) if lines > 1 else 0
        shape = abs(math.log(width / height / _BEST_RATIO))
        return shape + (_EMPTY_COST * empty + _RAGGED_COST * ragged) / places

    maximum = max(len(section.members) for section in rows)
    return min(range(1, maximum + 1), key=lambda columns: (price(columns), columns))


def _draw_item(item: ContactItem, place: Rect, section: ContactSection) -> list[Item]:
    """Draw an item, clipped to its shape, with its text below."""
    if section.shape == ROUND:
        edge = PathBuilder().circle(*place.centre, place.w / 2).done()
    else:
        edge = card_outline(place, section.shape)
    # Faces do not draw the white of the paper.
    drawing = Group((Use(item.drawing, translation(*place.centre)),), clip=edge)
    items: list[Item] = [Path(edge, fill=WHITE), drawing]
    if item.name:
        beside = COLUMN_GAP - 1
        below = Rect(place.x, place.bottom + 1.2, place.w, NAME_HEIGHT - 3)
        box = below.outset(beside, 0, beside, 0)
        items += require_text(item.name, FitStyle(TITLE, 2.9, 1.6, 3), box, INK)
    elif item.copies > 1:
        x, y = place.centre[0], place.bottom + 4.1
        items.append(text_line(INDEX, f"{item.copies} ×", x, y, 3.6, INK, align=0.5))
    return items


def _draw_heading(section: ContactSection, y: float, width: float) -> list[Item]:
    """Draw a section's title at the left, its count at the right, and a hairline between them."""
    needed = text_width(TITLE, section.count, 3.4)
    head = shrink_line(
        TITLE, section.title, MARGIN, y + 7.0, 4.2, width - 2 * MARGIN - needed - 6, INK
    )
    start, end = MARGIN + text_width(TITLE, section.title, head.size) + 3.0, width - MARGIN
    items: list[Item] = [head]
    if section.count:
        items.append(text_line(TITLE, section.count, end, y + 7.0, 3.4, INK, align=1.0))
        end -= needed + 3.0
    if end > start:
        rule = PathBuilder().move(start, y + 5.6).line(end, y + 5.6).done()
        items.append(Path(rule, stroke=Stroke(INK, FINE)))
    return items


def _draw_strip(title: str, details: str, width: float) -> list[Item]:
    """Draw the title of the picture, and its details at the right or below."""
    space = width - 2 * MARGIN
    head = shrink_line(TITLE_BOLD, title, MARGIN, MARGIN + 5.8, 8.2, space, INK)
    needed = text_width(TITLE, details, 3.8)
    x, y = width - MARGIN - needed, MARGIN + 5.8
    if text_width(TITLE_BOLD, title, head.size) + needed + 10 > space:
        x, y = MARGIN, MARGIN + 11.0
    return [head, shrink_line(TITLE, details, x, y, 3.8, space, INK)]


# --- the deck -----------------------------------------------------------------------------------


class DeckGroup(msgspec.Struct, frozen=True):
    """Pieces that are shown together, with their title."""

    title: str
    pieces: tuple[Piece, ...]
    counted: bool = True


class DeckView(msgspec.Struct, frozen=True):
    """The faces and the named backs of a deck in one theme and language.

    The groups and their pieces are the same in all themes and languages, in the same order.
    """

    groups: tuple[DeckGroup, ...]
    backs: tuple[tuple[str, Symbol], ...]

    @property
    def pieces(self) -> list[Piece]:
        """The pieces of the deck, without cards that only show the rules."""
        counted = [group for group in self.groups if group.counted] or self.groups
        return [piece for group in counted for piece in group.pieces]


def view_deck(variant: Variant, chosen: Mapping[str, Any], language: str) -> DeckView:
    """Return the distinct faces by family, and the distinct backs, with the chosen options."""
    groups: list[DeckGroup] = []
    available = available_products(variant)
    if CARDS in available:
        family_of = {card.id: card.family for card in variant.cards}
        pieces = _pieces(variant, CARDS, chosen, language)
        for key, family in variant.families.items():
            own = tuple(piece for piece in pieces if family_of.get(piece.id) == key)
            groups.append(DeckGroup(family.name[language], own))
        extra = tuple(piece for piece in pieces if not piece.dealt)
        groups.append(DeckGroup(translate(language, "edition.cards"), extra, counted=False))
    if RULE_CARDS in available:
        words = translate(language, f"product.{RULE_CARDS}")
        title = capitalise(words)
        pieces = _pieces(variant, RULE_CARDS, chosen, language)
        groups.append(DeckGroup(title, tuple(pieces), counted=False))
    groups = [group for group in groups if group.pieces]
    return DeckView(tuple(groups), tuple(_distinct_backs(groups, language)))


def _pieces(variant: Variant, key: str, chosen: Mapping[str, Any], language: str) -> list[Piece]:
    product = require_product(key, variant)
    assert product.make is not None, "cards are pieces"
    context = Context(card_size=variant.card_size, shape=own_shape(variant))
    values = {
        option.name: option.default_in(context)
        if chosen.get(option.name) is None
        else chosen[option.name]
        for option in product.options
    }
    options = RenderOptions(values, language=language)
    with in_fonts_of(variant, options.theme):
        return [*map(printable_piece, product.make(variant, options))]


def _distinct_backs(groups: Sequence[DeckGroup], language: str) -> list[tuple[str, Symbol]]:
    """Return each distinct back, named after the first group that has it."""
    backs: dict[str, tuple[str, Symbol]] = {}
    for group in groups:
        for piece in group.pieces:
            if piece.back is not None:
                name = translate(language, "preview.back-of", family=group.title)
                backs.setdefault(piece.back.title, (name, piece.back))
    if len(backs) == 1:
        return [(translate(language, "preview.back"), symbol) for _, symbol in backs.values()]
    return list(backs.values())


def list_pictured_items(variant: Variant) -> list[tuple[Words, Words | None, FilePath]]:
    """Return the name, effect and emblem of the tokens and materials that have an emblem."""
    described = Description(variant)
    items = (*described.tokens, *described.materials)
    return [(item.name, item.how, item.emblem) for item in items if item.emblem is not None]


def draw_disc(path: FilePath, look: Theme) -> Symbol:
    """Draw an emblem as the side of a round token, cut out."""
    side = TokenSide(f"disc-{path.stem}", path.stem, path)
    shape = TokenShape(ROUND, DISC, DISC, _DISC_SAFE)
    drawn = draw_side(side, shape, look, "indigo", 0.0)
    return replace(drawn, items=(Group(tuple(drawn.items), clip=shape.outline()),), ground=0)


def count_words(pieces: Sequence[Piece], language: str) -> str:
    """Return “68 faces, 76 cards”, or “9 cards” without duplicates."""
    faces = number_words(len(pieces), "face", language)
    cards = number_words(copies := sum(piece.copies for piece in pieces), "card", language)
    if copies == len(pieces):
        return cards
    return translate(language, "preview.pair", faces=faces, cards=cards)


def number_words(count: int, noun: str, language: str) -> str:
    """Return “1 card”, “2 cards”."""
    return translate(language, f"preview.{noun}", count=count)
