"""Contact sheets: all that a deck shows on one picture, in true size, on a neutral ground.

In: bands of drawings that are centred on the origin, words for the strip above them.
Out: one Page. It is for screens: nothing on it is cut, and it has the size that it needs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from printkit.base.geometry import Rect, translation
from printkit.graphics.display_list import Group, Item, Path, Stroke, Symbol, Text, Use
from printkit.graphics.font import INDEX, TITLE, TITLE_BOLD
from printkit.graphics.path import PathBuilder, rect_path
from printkit.imposition.page import ART, LABEL, Layer, Page
from printkit.layout.fit_text import FitStyle, require_text, text_line, text_width

GROUND, INK, WHITE = "#9b9b9b", "#161616", "#ffffff"
# Around all, between neighbours in a row, between rows (there a card says how often it is there).
MARGIN, ACROSS, DOWN = 9.0, 5.0, 6.5
# The strip at the top, the line above a band, the name below a disc.
STRIP, HEADING, NAME = 14.0, 11.5, 10.0
# No narrower, so that the strip has room for its words.
MIN_WIDTH = 130.0
# The best picture is a little wider than tall. How much worse it is for a share of empty places,
# and for those below a row of the same band.
_WIDER, _EMPTY, _RAGGED = 1.15, 0.3, 2.5
_SMALLEST = 1.6


@dataclass(frozen=True, slots=True)
class ContactItem:
    """One drawing: `copies` are told where there are several, `name` where it has one."""

    drawing: Symbol
    copies: int = 1
    name: str = ""


@dataclass(frozen=True, slots=True)
class ContactSection:
    """Drawings of one size in rows, cut out with round corners.

    One without a `title` runs on where the band before it ends; `count` is told beside the title.
    """

    title: str
    count: str
    exhibits: tuple[ContactItem, ...]
    width: float
    height: float
    radius: float

    @property
    def named(self) -> bool:
        return any(exhibit.name for exhibit in self.exhibits)

    @property
    def across(self) -> float:
        """From one to the next in a row (mm)."""
        return self.width + (2 * ACROSS if self.named else ACROSS)

    @property
    def down(self) -> float:
        """From one row to the next (mm)."""
        return self.height + (NAME if self.named else DOWN)


def contact_page(
    title: str, details: str, bands: Sequence[ContactSection], name: str, columns: int | None = None
) -> Page:
    """All bands below a strip that says `title` and `details`.

    `columns` is how many of the first band stand in a row; without it, so many as make the picture
    nearly square. Raises PrintkitError where the words cannot be set.
    """
    rows = _joined(bands)
    most = max((len(band.exhibits) for band in rows), default=1)
    width = _wide(rows, min(columns, most) if columns else _best(rows))
    items: list[Item] = []
    y = MARGIN + STRIP
    for band in rows:
        if band.title:
            items += _heading(band, y, width)
            y += HEADING
        count = _columns(band, width)
        for i, exhibit in enumerate(band.exhibits):
            row, column = divmod(i, count)
            x = MARGIN + column * band.across + (band.across - ACROSS - band.width) / 2
            place = Rect(x, y + row * band.down, band.width, band.height)
            items += _exhibit(exhibit, place, band)
        y += math.ceil(len(band.exhibits) / count) * band.down
    media = Rect(0, 0, width, y - DOWN + MARGIN)
    ground = Path(rect_path(media), fill=GROUND)
    layers = (
        Layer(ART, (ground, *items)),
        Layer(LABEL, tuple(_strip(title, details, width))),
    )
    return Page(media, media, media, layers, name, f"{title}. {details}")


def _joined(bands: Sequence[ContactSection]) -> list[ContactSection]:
    """The bands that stand below one another; one without a title is part of that before it."""
    rows: list[ContactSection] = []
    for band in bands:
        if rows and not band.title and band.width == rows[-1].width:
            last = rows.pop()
            exhibits = (*last.exhibits, *band.exhibits)
            rows.append(replace(last, exhibits=exhibits))
        elif band.exhibits:
            rows.append(band)
    return rows


def _wide(rows: Sequence[ContactSection], columns: int) -> float:
    """The width of a picture with so many of the first band in a row (mm)."""
    return max(MIN_WIDTH, 2 * MARGIN + columns * rows[0].across - ACROSS) if rows else MIN_WIDTH


def _columns(band: ContactSection, width: float) -> int:
    """How many of a band stand in a row of the picture; those with names in rows alike."""
    most = max(1, int((width - 2 * MARGIN + ACROSS + 1e-6) // band.across))
    if not band.named:
        return most
    return math.ceil(len(band.exhibits) / math.ceil(len(band.exhibits) / most))


def _best(rows: Sequence[ContactSection]) -> int:
    """The columns of the first band for a picture nearly square and nearly full."""
    if not rows:
        return 1

    def price(columns: int) -> float:
        width = _wide(rows, columns)
        height, places, empty, ragged = 2 * MARGIN + STRIP, 0, 0, 0
        for band in rows:
            count = _columns(band, width)
            lines = math.ceil(len(band.exhibits) / count)
            height += lines * band.down + (HEADING if band.title else 0.0)
            places += lines * count
            empty += lines * count - len(band.exhibits)
            ragged += lines * count - len(band.exhibits) if lines > 1 else 0
        shape = abs(math.log(width / height / _WIDER))
        return shape + (_EMPTY * empty + _RAGGED * ragged) / places

    most = max(len(band.exhibits) for band in rows)
    return min(range(1, most + 1), key=lambda columns: (price(columns), columns))


def _exhibit(one: ContactItem, place: Rect, band: ContactSection) -> list[Item]:
    """A drawing cut out in its place, and what is said below it."""
    edge = PathBuilder().rounded(place, band.radius).done()
    # White paper is not drawn on a face: printers have it.
    paper = Path(edge, fill=WHITE)
    items: list[Item] = [paper, Group((Use(one.drawing, translation(*place.centre)),), clip=edge)]
    if one.name:
        below = Rect(place.x - ACROSS + 1, place.bottom + 1.2, place.w + 2 * ACROSS - 2, NAME - 3)
        items += require_text(one.name, FitStyle(TITLE, 2.9, _SMALLEST, 3), below, INK)
    elif one.copies > 1:
        words = f"{one.copies} ×"
        x = place.centre[0] - text_width(INDEX, words, 3.6) / 2
        items.append(text_line(INDEX, words, x, place.bottom + 4.1, 3.6, INK))
    return items


def _heading(band: ContactSection, y: float, width: float) -> list[Item]:
    """A band's title at the left, its count at the right, and a hairline between them."""
    needed = text_width(TITLE, band.count, 3.4)
    head = _line(TITLE, band.title, MARGIN, y + 7.0, 4.2, width - 2 * MARGIN - needed - 6)
    start, end = MARGIN + text_width(TITLE, band.title, head.size) + 3.0, width - MARGIN
    items: list[Item] = [head]
    if band.count:
        items.append(text_line(TITLE, band.count, end - needed, y + 7.0, 3.4, INK))
        end -= needed + 3.0
    return [*items, *_rule(start, end, y + 5.6)]


def _strip(title: str, details: str, width: float) -> list[Item]:
    """The picture's title and, at the right or below it, its details."""
    room = width - 2 * MARGIN
    head = _line(TITLE_BOLD, title, MARGIN, MARGIN + 5.8, 8.2, room)
    items: list[Item] = [head]
    size = 3.8
    taken, needed = text_width(TITLE_BOLD, title, head.size), text_width(TITLE, details, size)
    if taken + needed + 10 <= room:
        x, y = width - MARGIN - needed, MARGIN + 5.8
    else:
        x, y = MARGIN, MARGIN + 11.0
    items.append(_line(TITLE, details, x, y, size, room))
    return items


def _line(key: str, words: str, x: float, y: float, size: float, room: float) -> Text:
    """A line that is made smaller where it would be wider than its room."""
    natural = text_width(key, words, size)
    return text_line(key, words, x, y, size * min(1.0, room / natural if natural else 1.0), INK)


def _rule(start: float, end: float, y: float) -> list[Item]:
    """A hairline, where there is room for one."""
    if end <= start:
        return []
    return [Path(PathBuilder().move(start, y).line(end, y).done(), stroke=Stroke(INK, 0.18))]
