"""Compose the reading pages of a book, with outline, page labels and links.

The order is: cover, in an anthology the colophon, parts, summary on the last page. A page without
words shows the panel of the cover.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, pairwise

import msgspec
from msgspec.structs import replace

from printkit.art.backs import draw_back, draw_pattern
from printkit.art.dress import cover_theme
from printkit.art.guilloche import chamfered
from printkit.art.theme import Theme, plain_paper_theme
from printkit.base import paper_sizes
from printkit.base.geometry import Rect, rotation, scaling, translation
from printkit.base.messages import translate
from printkit.base.progress import PAGES_STAGE, Progress, no_progress
from printkit.booklet.book_pages import BookPages
from printkit.booklet.composer import BookComposer
from printkit.booklet.contents_and_index import IndexBuilder, page_anchor
from printkit.booklet.page_furniture import BookPage, draw_page
from printkit.booklet.page_style import (
    BookSpec,
    ChapterMark,
    HeadingMark,
    make_palette,
    marks_of,
    marks_on,
    title_colour,
    type_area_for,
)
from printkit.booklet.pictures import Pictures
from printkit.booklet.tagging import tag_page
from printkit.components.cards.anatomy import Anatomy
from printkit.components.cards.face import draw_face, draw_ground
from printkit.components.cards.index import text_colour_on_paper
from printkit.components.lock_up import draw_lock_up
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import Group, Item, Path, Stroke, Tag, TagStep, Use
from printkit.graphics.font import TITLE, UNITS, font
from printkit.graphics.measures import HAIRLINE
from printkit.graphics.path import CORNER_RADIUS, PathBuilder
from printkit.imposition.page import (
    ART,
    PAGE_BLEED,
    Destination,
    Document,
    Layer,
    OutlineEntry,
    Page,
)
from printkit.layout.fit_text import LEADING, FitStyle, require_text
from printkit.layout.scripts import begins_right
from printkit.model.cards import Card
from printkit.model.variant import Variant
from printkit.pieces.local_game import LocalGame
from printkit.text.book import Book

__all__ = ["BookSpec", "compose", "draw_book", "lay_out_book", "number_chapters"]

# The distance of a link target above its line (lines).
_ABOVE_LINE = 0.5


def compose(book: Book, spec: BookSpec, progress: Progress = no_progress) -> Document:
    """Compose a book. Raises PrintkitError with file and line for text that does not fit."""
    return draw_book(book, lay_out_book(book, spec, progress), spec, progress)


def number_chapters(book: Book, spec: BookSpec) -> dict[str, int]:
    """Return the page on which each chapter or section begins, by its anchor.

    Raises PrintkitError.
    """
    numbers, _ = _find_anchors(_with_heads(lay_out_book(book, spec), book))
    return numbers


def lay_out_book(book: Book, spec: BookSpec, progress: Progress = no_progress) -> BookPages:
    """Lay out the pages of a book behind its cover. Raises PrintkitError."""
    palette = make_palette(spec.theme, book.first_variant)
    pictures = Pictures(book.variants, book.language, palette)
    area = type_area_for(spec, from_right=begins_right(book.title, book.language))
    index = IndexBuilder()
    return BookComposer(book, area, index, pictures, progress).compose()


def draw_book(
    book: Book, laid_out: BookPages, spec: BookSpec, progress: Progress = no_progress
) -> Document:
    """Draw the pages of a book that was laid out."""
    palette = make_palette(spec.theme, book.first_variant)
    pages = _with_heads(laid_out, book)
    numbers, places = _find_anchors(pages)
    drawn = [_draw_cover(book, spec)]
    for page in pages:
        progress(PAGES_STAGE, len(drawn), 1 + len(pages))
        if page.strips:
            drawn.append(draw_page(page, numbers, places, palette))
        else:
            drawn.append(_draw_plate(book, spec, f"{page.number:03d}"))
    return Document(
        title=f"{book.title} · {book.subtitle}" if book.subtitle else book.title,
        language=book.language,
        pages=tuple(drawn),
        outline=_outline(pages),
    )


def _with_heads(pages: BookPages, book: Book) -> list[BookPage]:
    """Return the pages behind the cover with their running heads."""
    result: list[BookPage] = []
    part, chapter, section = "", "", ""
    for number, page, area in pages.numbered():
        if not page:
            result.append(BookPage(number, (), "", book.title, area))
            continue
        begun = [mark.chapter for mark, _ in marks_on(page, ChapterMark)]
        opened = bool(marks_of(page[0][0], ChapterMark))
        for item in begun:
            if item.part is not None or item.last:
                part = item.part or ""
        if opened and begun:
            chapter = begun[0].title
        head = chapter if number % 2 else (part or book.title)
        tagged, section = tag_page(page, section)
        title = chapter or book.title
        result.append(BookPage(number, tagged, "" if opened else head, title, area))
        if begun:
            chapter = begun[-1].title
    return result


def _above(page: BookPage, top: float) -> Destination:
    """Return the link target a little above a line of a page."""
    return Destination(page.number - 1, page.area.top + top - _ABOVE_LINE * page.area.leading)


def _find_anchors(pages: Sequence[BookPage]) -> tuple[dict[str, int], dict[str, Destination]]:
    """Return the page number and the link target of each anchor."""
    numbers: dict[str, int] = {}
    places: dict[str, Destination] = {}
    for page in pages:
        places[page_anchor(page.number)] = Destination(page.number - 1)
        for heading, top in marks_on(page.strips, HeadingMark):
            numbers.setdefault(heading.anchor, page.number)
            places.setdefault(heading.anchor, _above(page, top))
    return numbers, places


def _outline(pages: Sequence[BookPage]) -> tuple[OutlineEntry, ...]:
    """Return the outline: parts, chapters and their sections."""
    headings: list[tuple[int, OutlineEntry]] = []  # with their depths
    depth = 0  # of chapters: 1 within a part
    for page in pages:
        for strip, y in page.strips:
            for heading in marks_of(strip, HeadingMark):
                to = _above(page, y)
                part = next((mark.chapter.part for mark in marks_of(strip, ChapterMark)), None)
                if heading.level == 1 and part is not None:
                    depth = int(bool(part))
                    headings += [(0, OutlineEntry(part, to))] if part else []
                if heading.level <= 2:
                    own = depth + heading.level - 1
                    headings.append((own, OutlineEntry(heading.title, to)))
    return _nest(headings, 0)


def _nest(headings: Sequence[tuple[int, OutlineEntry]], depth: int) -> tuple[OutlineEntry, ...]:
    """Return the entries of a depth, each with those below it."""
    starts = [i for i, (own, _) in enumerate(headings) if own == depth]
    return tuple(
        replace(headings[i][1], below=_nest(headings[i + 1 : end], depth + 1))
        for i, end in pairwise([*starts, len(headings)])
    )


# --- the cover ------------------------------------------------------------------------------------

# The margin of the panel and the radius of its corners (shares of the width).
_CLEAR, _RADIUS = 0.055, 0.03
# The distance of the frame of a back from its safe area (mm).
_BACK_FRAME = 1.5
# The plates: the top of the first and the foot of the second (shares of the panel's height),
# their widths (of its width), their padding, chamfer and size of the name (of the page's width).
_TITLE_TOP, _SUB_FOOT, _TITLE_WIDE, _SUB_WIDE, _AIR = 0.055, 0.955, 0.80, 0.62, 0.05
_CHAMFER, _NAME = 0.04, 0.098
# The fan: the number of cards; their greatest width and height, and the centre of the fan (shares
# of the space between the plates); the angle between two cards; the distance from the centre of a
# card to the pivot (heights of a card); the line round a card (mm).
_CARDS, _CARD_WIDTH, _CARD_HEIGHT, _FAN_AT = 5, 0.42, 0.86, 0.485
_ANGLE, _HAND, _EDGE = 15.0, 1.15, 0.3
# The layouts of cards in the order in which the fan takes them; others follow.
_LAYOUTS = ("art", "emblem", "picture", "court", "ace", "number", "pips", "text")


def _draw_cover(book: Book, spec: BookSpec) -> Page:
    """Draw the cover."""
    plates = _Plates.of(book, spec)
    panel, paper = plates.panel, plates.page
    title, foot = plates.draw_title(book), plates.draw_subtitle(book.subtitle)
    top, bottom = _plate_box(title).bottom, _plate_box(foot).y if foot else panel.bottom
    space = panel._replace(y=top, h=bottom - top)
    fan = _draw_fan(book, space, spec.theme)
    ground = _draw_panel(book, plates, fan)
    items = [*ground, *title, *foot]
    words = f"{book.title}. {book.subtitle}" if book.subtitle else book.title
    cover = Layer(ART, tuple(items), tags=(Tag(0, len(items), (TagStep("Figure", alt=words),)),))
    label = translate(book.language, "booklet.cover")
    return Page(paper, paper, paper, (cover,), "001", book.title, label=label)


def _draw_panel(book: Book, plates: _Plates, fan: Iterable[Item] = ()) -> Iterator[Item]:
    """Yield the field of the back in a double line, a fan of cards on it; in a theme with a ground
    for covers the whole back, over the edge of the page.
    """
    panel, w, cards, variant = plates.panel, plates.w, plates.theme.cards, book.first_variant
    edge = PathBuilder().rounded(panel, _RADIUS * w).done()
    design = next(iter(variant.families.values())).back.design if variant is not None else None
    if cards is not None:
        yield from draw_ground(plates.paper, plates.page.inset(-PAGE_BLEED))
        if design is not None:
            safe, size = _CLEAR * w - _BACK_FRAME, plates.page
            back = draw_back(design, size.w, size.h, PAGE_BLEED, cards, safe=safe)
            yield Use(back, translation(*panel.centre))
        yield from fan
        return
    yield Path(edge, fill=plates.paper)
    if design is not None:
        field = draw_pattern(design, panel.w, panel.h, 0.0, plates.theme)
        yield Group((Use(field, translation(*panel.centre)), *fan), clip=edge)
    inner = PathBuilder().rounded(panel.inset(0.011 * w), (_RADIUS - 0.008) * w).done()
    yield from (Path(edge, stroke=plates.line), Path(inner, stroke=plates.fine))


def _draw_plate(book: Book, spec: BookSpec, name: str) -> Page:
    """Draw a page without words: the panel of the cover."""
    plates = _Plates.of(book, spec)
    paper, items = plates.page, _draw_panel(book, plates)
    return Page(paper, paper, paper, (Layer(ART, tuple(items)),), name, book.title)


def cover_cards(book: Book) -> list[tuple[Variant, Card]]:
    """Return the cards of the fan: of the booklet of a game cards of its deck of all kinds,
    specials first, whatever games it refers to; of a book of several games one card each.
    """
    if own := book.variants.get(book.slug):
        return [(own, card) for card in islice(_pick(own), _CARDS)]
    chosen: dict[object, tuple[Variant, Card]] = {}
    for variant in book.variants.values():
        kinds = ((card.emblem or card.name, card) for card in _pick(variant))
        if new := next(((kind, card) for kind, card in kinds if kind not in chosen), None):
            chosen[new[0]] = variant, new[1]
    return list(chosen.values())[:_CARDS]


def _pick(variant: Variant) -> Iterator[Card]:
    """Yield cards of a deck, layout by layout, with alternating colours, high cards first, without
    blank cards.
    """
    shown = [card for card in reversed(variant.cards) if not card.is_blank]
    layouts = dict.fromkeys((*_LAYOUTS, *(card.layout for card in shown)))
    kinds = [[card for card in shown if card.layout == layout] for layout in layouts]
    colours: set[str] = set()
    while any(kinds):
        for cards in filter(None, kinds):
            card = next((card for card in cards if card.colour not in colours), cards[0])
            colours.add(card.colour)
            cards.remove(card)
            yield card


def _draw_fan(book: Book, space: Rect, theme: Theme) -> Iterator[Item]:
    """Yield the faces of cards in a fan, the first in the middle and on top."""
    cards = cover_cards(book)
    matrix = translation(space.centre[0], space.y + _FAN_AT * space.h)
    edge = plain_paper_theme(theme).roles_of["ink"]
    for place in range(len(cards) - 1, -1, -1):
        variant, card = cards[place]
        size = paper_sizes.card(variant.card_size)
        four = Anatomy(size.w, size.h, indices=4)  # cards on the right show their right index
        face = draw_face(card, variant, book.language, theme, four, 0.0)
        k = round(min(_CARD_WIDTH * space.w / size.w, _CARD_HEIGHT * space.h / size.h), 4)
        trim = Rect(-size.w / 2, -size.h / 2, size.w, size.h)
        outline = PathBuilder().rounded(trim, CORNER_RADIUS).done()
        paper = Path(outline, fill=theme.roles_of["paper"])
        drawn = Group((paper, Use(face)), clip=outline)
        line = Path(outline, stroke=Stroke(edge, _EDGE / k))
        turn = rotation(_ANGLE * (place + 1 >> 1) * (1 if place % 2 else -1))
        hand = _HAND * size.h
        held = translation(0, -hand).then(turn).then(translation(0, hand))
        yield Group((drawn, line), held.then(scaling(k)).then(matrix))


class _Plates(msgspec.Struct, frozen=True):
    """Draws plates of paper with a double line, as on the cards, and their words."""

    page: Rect
    theme: Theme
    ink: Colour
    paper: Colour

    @classmethod
    def of(cls, book: Book, spec: BookSpec) -> _Plates:
        """Return the plates of a book."""
        colour = title_colour(book.first_variant)
        theme = cover_theme(plain_paper_theme(spec.theme), colour)
        palette = theme.palette(colour)
        page = Rect(0, 0, spec.width, spec.height)
        return cls(page, theme, text_colour_on_paper(palette), palette.paper)

    @property
    def w(self) -> float:
        """The width of the page."""
        return self.page.w

    @property
    def panel(self) -> Rect:
        """The area within the margin."""
        return self.page.inset(_CLEAR * self.w)

    @property
    def line(self) -> Stroke:
        """The heavier line."""
        return Stroke(self.ink, self.theme.line_weight(0.7))

    @property
    def fine(self) -> Stroke:
        """The line within it."""
        return Stroke(self.ink, max(HAIRLINE, self.theme.line_weight(0.18)))

    def draw_title(self, book: Book) -> list[Item]:
        """Draw the plate at the head, with the lock-up of the first game."""
        width, air = self.panel.w * _TITLE_WIDE, _AIR * self.w
        left, top = self.panel.centre[0] - width / 2, self.panel.y + _TITLE_TOP * self.panel.h
        if (variant := book.first_variant) is None:
            return self._draw_words(book.title, _NAME * self.w, Rect(left, top, width, 0))
        lock_up = draw_lock_up(
            LocalGame(variant, book.language, self.theme),
            width - 2.4 * air,
            _NAME * self.w,
            centred=True,
            max_lines=3,
            title=book.title,
        )
        plate = self._draw_plate(Rect(left, top, width, lock_up.height + 1.7 * air))
        return [*plate, Group(lock_up.items, translation(left + 1.2 * air, top + 0.9 * air))]

    def draw_subtitle(self, text: str) -> list[Item]:
        """Draw the plate at the foot, if there is a subtitle."""
        width = self.panel.w * _SUB_WIDE
        foot = self.panel.y + _SUB_FOOT * self.panel.h
        place = Rect(self.panel.centre[0] - width / 2, foot, width, 0)
        return self._draw_words(text, 0.046 * self.w, place, rise=1.0) if text else []

    def _draw_words(self, text: str, size: float, place: Rect, rise: float = 0.0) -> list[Item]:
        """Draw words on a plate that fits them, the share `rise` of its height above the place."""
        pad = 0.8 * _AIR * self.w
        style = FitStyle(TITLE, size, 0.022 * self.w, 3)
        lines = require_text(text, style, Rect(0, 0, place.w - 2.4 * pad, 4 * size), self.ink)
        cap = font(TITLE).cap_height / UNITS * lines[0].size
        height = cap + (len(lines) - 1) * LEADING * lines[0].size + 2 * pad
        plate = place._replace(y=place.y - rise * height, h=height)
        down = translation(plate.x + 1.2 * pad, plate.y + pad + cap - lines[0].y)
        return [*self._draw_plate(plate), Group(lines, down)]

    def _draw_plate(self, plate: Rect) -> list[Item]:
        cut = _CHAMFER * self.w
        inner = chamfered(plate.inset(0.009 * self.w), cut - 0.004 * self.w)
        outer = Path(chamfered(plate, cut), fill=self.paper, stroke=self.line)
        return [outer, Path(inner, stroke=self.fine)]


def _plate_box(items: list[Item]) -> Rect:
    plate = items[0]
    assert isinstance(plate, Path)
    return plate.data.box()
