"""Contact sheets: all drawings of a deck on one picture, in true size, on a neutral ground.

They are for screens: nothing on them is cut, and the page has the size that it needs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from printkit.base.geometry import Rect, translation
from printkit.graphics.colour import WHITE, mark_colour
from printkit.graphics.display_list import Group, Item, Path, Stroke, Symbol, Use
from printkit.graphics.font import INDEX, TITLE, TITLE_BOLD
from printkit.graphics.path import PathBuilder, card_outline, rect_path
from printkit.imposition.page import ART, LABEL, Layer, Page
from printkit.layout.fit_text import FitStyle, require_text, shrink_line, text_line, text_width

# What is no card is round.
ROUND = "round"
GROUND, INK = mark_colour("desk"), mark_colour("label")
# The margin around everything.
MARGIN = 9.0
# The gap between neighbours in a row.
COLUMN_GAP = 5.0
# The gap between rows, which holds the number of copies of a card.
ROW_GAP = 6.5
# The strip at the top.
STRIP_HEIGHT = 14.0
# The line above a section.
HEADING_HEIGHT = 11.5
# The name below a disc.
NAME_HEIGHT = 10.0
# No narrower, so that the strip has room for its words.
MIN_WIDTH = 130.0
# The best picture is a little wider than tall.
_BEST_RATIO = 1.15
# How much worse it is for a share of empty places …
_EMPTY_COST = 0.3
# … and for those below a row of the same section.
_RAGGED_COST = 2.5
_SMALLEST = 1.6


class ContactItem(msgspec.Struct, frozen=True):
    """One drawing: `copies` are shown if there are several, `name` if it has one."""

    drawing: Symbol
    copies: int = 1
    name: str = ""


class ContactSection(msgspec.Struct, frozen=True):
    """Drawings of one size in rows, cut out in a shape of cards, or as discs.

    One without a `title` continues the section before it; `count` is shown beside the title.
    """

    title: str
    count: str
    exhibits: tuple[ContactItem, ...]
    width: float
    height: float
    shape: str

    @property
    def named(self) -> bool:
        return any(exhibit.name for exhibit in self.exhibits)

    @property
    def across(self) -> float:
        """The step from one drawing to the next in a row."""
        return self.width + (2 * COLUMN_GAP if self.named else COLUMN_GAP)

    @property
    def down(self) -> float:
        """The step from one row to the next."""
        return self.height + (NAME_HEIGHT if self.named else ROW_GAP)


def contact_page(
    title: str,
    details: str,
    sections: Sequence[ContactSection],
    name: str,
    columns: int | None = None,
) -> Page:
    """Return a page of all sections below a strip with `title` and `details`.

    `columns` is the number of the first section's drawings in a row; by default it makes the
    picture nearly square. Raises PrintkitError if the words do not fit.
    """
    rows = _merge_untitled(sections)
    maximum = max((len(band.exhibits) for band in rows), default=1)
    width = _picture_width(rows, min(columns, maximum) if columns else _best_columns(rows))
    items: list[Item] = []
    y = MARGIN + STRIP_HEIGHT
    for band in rows:
        if band.title:
            items += _draw_heading(band, y, width)
            y += HEADING_HEIGHT
        count = _columns_of(band, width)
        for i, exhibit in enumerate(band.exhibits):
            row, column = divmod(i, count)
            x = MARGIN + column * band.across + (band.across - COLUMN_GAP - band.width) / 2
            place = Rect(x, y + row * band.down, band.width, band.height)
            items += _draw_item(exhibit, place, band)
        y += math.ceil(len(band.exhibits) / count) * band.down
    media = Rect(0, 0, width, y - ROW_GAP + MARGIN)
    ground = Path(rect_path(media), fill=GROUND)
    layers = (
        Layer(ART, (ground, *items)),
        Layer(LABEL, tuple(_draw_strip(title, details, width))),
    )
    return Page(media, media, media, layers, name, f"{title}. {details}")


def _merge_untitled(sections: Sequence[ContactSection]) -> list[ContactSection]:
    """Merge sections without a title into the section before them."""
    rows: list[ContactSection] = []
    for band in sections:
        if rows and not band.title and band.width == rows[-1].width:
            last = rows.pop()
            exhibits = (*last.exhibits, *band.exhibits)
            rows.append(replace(last, exhibits=exhibits))
        elif band.exhibits:
            rows.append(band)
    return rows


def _picture_width(rows: Sequence[ContactSection], columns: int) -> float:
    """Return the width of a picture with a number of the first section's items in a row."""
    return max(MIN_WIDTH, 2 * MARGIN + columns * rows[0].across - COLUMN_GAP) if rows else MIN_WIDTH


def _columns_of(section: ContactSection, width: float) -> int:
    """Return how many drawings of a section fit in a row; those with names in rows alike."""
    maximum = max(1, int((width - 2 * MARGIN + COLUMN_GAP + 1e-6) // section.across))
    if not section.named:
        return maximum
    return math.ceil(len(section.exhibits) / math.ceil(len(section.exhibits) / maximum))


def _best_columns(rows: Sequence[ContactSection]) -> int:
    """Return the columns of the first section for a picture nearly square and nearly full."""
    if not rows:
        return 1

    def price(columns: int) -> float:
        width = _picture_width(rows, columns)
        height, places, empty, ragged = 2 * MARGIN + STRIP_HEIGHT, 0, 0, 0
        for band in rows:
            count = _columns_of(band, width)
            lines = math.ceil(len(band.exhibits) / count)
            height += lines * band.down + (HEADING_HEIGHT if band.title else 0.0)
            places += lines * count
            empty += lines * count - len(band.exhibits)
            ragged += lines * count - len(band.exhibits) if lines > 1 else 0
        shape = abs(math.log(width / height / _BEST_RATIO))
        return shape + (_EMPTY_COST * empty + _RAGGED_COST * ragged) / places

    maximum = max(len(band.exhibits) for band in rows)
    return min(range(1, maximum + 1), key=lambda columns: (price(columns), columns))


def _draw_item(item: ContactItem, place: Rect, section: ContactSection) -> list[Item]:
    """Draw an item cut out in its place, and the text below it."""
    if section.shape == ROUND:
        edge = PathBuilder().circle(*place.centre, place.w / 2).done()
    else:
        edge = card_outline(place, section.shape)
    # White paper is not drawn on a face: printers have it.
    paper = Path(edge, fill=WHITE)
    items: list[Item] = [paper, Group((Use(item.drawing, translation(*place.centre)),), clip=edge)]
    if item.name:
        below = Rect(
            place.x - COLUMN_GAP + 1,
            place.bottom + 1.2,
            place.w + 2 * COLUMN_GAP - 2,
            NAME_HEIGHT - 3,
        )
        items += require_text(item.name, FitStyle(TITLE, 2.9, _SMALLEST, 3), below, INK)
    elif item.copies > 1:
        words = f"{item.copies} ×"
        x, y = place.centre[0], place.bottom + 4.1
        items.append(text_line(INDEX, words, x, y, 3.6, INK, align=0.5))
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
    return [*items, *_draw_rule(start, end, y + 5.6)]


def _draw_strip(title: str, details: str, width: float) -> list[Item]:
    """Draw the picture's title and, at the right or below it, its details."""
    space = width - 2 * MARGIN
    head = shrink_line(TITLE_BOLD, title, MARGIN, MARGIN + 5.8, 8.2, space, INK)
    items: list[Item] = [head]
    size = 3.8
    taken, needed = text_width(TITLE_BOLD, title, head.size), text_width(TITLE, details, size)
    if taken + needed + 10 <= space:
        x, y = width - MARGIN - needed, MARGIN + 5.8
    else:
        x, y = MARGIN, MARGIN + 11.0
    items.append(shrink_line(TITLE, details, x, y, size, space, INK))
    return items


def _draw_rule(start: float, end: float, y: float) -> list[Item]:
    """Draw a hairline, if there is space for one."""
    if end <= start:
        return []
    return [Path(PathBuilder().move(start, y).line(end, y).done(), stroke=Stroke(INK, 0.18))]
