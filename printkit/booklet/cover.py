"""The cover: a panel of guilloche as on the backs, a plate with the title.

The panel stays clear of the edges, so that it prints on any printer and no slip of the knife shows.
"""

from __future__ import annotations

from pathlib import Path as FilePath

from printkit.art.backs import draw_pattern
from printkit.art.frames import frame_outline
from printkit.art.theme import Theme
from printkit.base.content import load_content
from printkit.base.geometry import Rect, translation
from printkit.booklet.book import Book
from printkit.booklet.inline_pictures import suit_colour
from printkit.booklet.page_style import TypeArea, title_colour
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import Group, Item, Path, ShapedText, Stroke, Use
from printkit.graphics.font import TITLE, TITLE_BOLD, UNITS, font
from printkit.graphics.measures import HAIRLINE
from printkit.graphics.path import PathBuilder
from printkit.layout.fit_text import LEADING, FitStyle, require_text
from printkit.model.variant import Variant
from printkit.products.cards.index import text_colour_on_paper
from printkit.products.charts.thumbnail import draw_emblem

# The panel stays so far from the edges, its corners so round (shares of the width).
_CLEAR, _RADIUS = 0.055, 0.03
# The plates: where the first begins and the second ends (shares of the panel's height), how wide
# they are (of its width), their air (of the page's width).
_TITLE_TOP, _SUB_FOOT, _TITLE_WIDE, _SUB_WIDE, _AIR = 0.115, 0.875, 0.80, 0.62, 0.042
_MAX_SUITS = 4


def cover_items(book: Book, area: TypeArea, theme: Theme) -> list[Item]:
    """Draw the cover."""
    variant = next(iter(book.variants.values()), None)
    w, h = area.width, area.height
    panel = Rect(0, 0, w, h).inset(_CLEAR * w)
    palette = theme.palette(title_colour(variant))
    ink, paper = text_colour_on_paper(palette), palette.paper
    edge = PathBuilder().rounded(panel, _RADIUS * w).done()
    items: list[Item] = [Path(edge, fill=paper)]
    if variant is not None:
        family = next(iter(variant.families.values()))
        field = draw_pattern(family.back.design, panel.w, panel.h, 0.0, theme)
        items.append(Group((Use(field, translation(*panel.centre)),), clip=edge))
    items.append(Path(edge, stroke=Stroke(ink, theme.line_weight(0.7))))
    inner = PathBuilder().rounded(panel.inset(0.011 * w), (_RADIUS - 0.008) * w).done()
    items.append(Path(inner, stroke=Stroke(ink, max(HAIRLINE, theme.line_weight(0.18)))))
    corner = _corner(variant)
    items += _title(book, variant, panel, w, corner, theme, ink, paper)
    if book.subtitle:
        items += _subtitle(book, panel, w, corner, theme, ink, paper)
    return items


def _corner(variant: Variant | None) -> str:
    """Return the corners of the plates: those of the frames of the cards."""
    if variant is None or not variant.cards:
        return "chamfer"
    return str(load_content("frames.toml")[variant.cards[0].frame]["corner"])


def _plate(
    plate: Rect, corner: str, w: float, theme: Theme, ink: Colour, paper: Colour
) -> list[Item]:
    """Draw a plate of paper between two lines."""
    reach = 0.035 * w
    outer = frame_outline(corner, plate, reach)
    inner = frame_outline(corner, plate.inset(0.009 * w), reach)
    return [
        Path(outer, fill=paper, stroke=Stroke(ink, theme.line_weight(0.7))),
        Path(inner, stroke=Stroke(ink, max(HAIRLINE, theme.line_weight(0.18)))),
    ]


def _title(
    book: Book,
    variant: Variant | None,
    panel: Rect,
    w: float,
    corner: str,
    theme: Theme,
    ink: Colour,
    paper: Colour,
) -> list[Item]:
    width = panel.w * _TITLE_WIDE
    pad = _AIR * w * 1.6
    style = FitStyle(TITLE_BOLD, 0.105 * w, 0.04 * w, 3)
    space = Rect(0, 0, width - 2 * pad, 0.33 * w)
    lines = require_text(book.title, style, space, ink)
    height = _height(lines)
    marks = _marks(variant)
    row = 0.062 * w if marks else 0.0
    air = _AIR * w * 1.35
    plate = Rect(
        panel.centre[0] - width / 2,
        panel.y + _TITLE_TOP * panel.h,
        width,
        height + 2 * air + (row + 0.9 * air if marks else 0.0),
    )
    items = _plate(plate, corner, w, theme, ink, paper)
    top = lines[0].y - font(TITLE_BOLD).cap_height / UNITS * lines[0].size
    items += [_at(line, plate.x + pad, plate.y + air - top) for line in lines]
    y = plate.bottom - air - row
    gap = 0.05 * w
    x = plate.centre[0] - (len(marks) * row + (len(marks) - 1) * gap) / 2
    for path, colour in marks:
        items.append(draw_emblem(path, theme.palette(colour), Rect(x, y, row, row)))
        x += row + gap
    return items


def _subtitle(
    book: Book, panel: Rect, w: float, corner: str, theme: Theme, ink: Colour, paper: Colour
) -> list[Item]:
    width = panel.w * _SUB_WIDE
    pad = _AIR * w
    style = FitStyle(TITLE, 0.046 * w, 0.022 * w, 3)
    lines = require_text(book.subtitle, style, Rect(0, 0, width - 2 * pad, 0.17 * w), ink)
    height = _height(lines) + 2 * 0.85 * pad
    plate = Rect(panel.centre[0] - width / 2, panel.y + _SUB_FOOT * panel.h - height, width, height)
    items = _plate(plate, corner, w, theme, ink, paper)
    top = lines[0].y - font(TITLE).cap_height / UNITS * lines[0].size
    return [*items, *(_at(line, plate.x + pad, plate.y + 0.85 * pad - top) for line in lines)]


def _height(lines: tuple[ShapedText, ...]) -> float:
    """Return the height from the capitals of the first line to the last baseline."""
    item = lines[0]
    cap = font(item.run.font).cap_height / UNITS * item.size
    return cap + (len(lines) - 1) * LEADING * item.size


def _at(text: ShapedText, x: float, y: float) -> ShapedText:
    return ShapedText(text.run, text.x + x, text.y + y, text.size, text.fill)


def _marks(variant: Variant | None) -> list[tuple[FilePath, str]]:
    """Return the emblems of the suits with their colours, or of a few cards if they have none."""
    if variant is None:
        return []
    suits = [
        (suit.emblem, suit_colour(variant, key))
        for key, suit in variant.suits.items()
        if suit.emblem is not None
    ]
    if suits:
        return list(suits[:_MAX_SUITS])
    emblems = dict.fromkeys(
        (card.emblem, card.colour) for card in variant.cards if card.emblem is not None
    )
    return list(emblems)[: _MAX_SUITS - 1]
