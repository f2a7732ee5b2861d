"""Compose the start sheet of a game: one side to set it up, the other to play a first hand.

A side is a stack of bands as wide as the page. Its type and its pictures are the largest with which
the bands fit, and the free height is shared among the bands. On paper that is too small for a side
in the smallest type, the bands continue on further pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from math import fsum

from msgspec import Struct
from msgspec.structs import replace

from printkit.art.theme import Theme
from printkit.base.geometry import MM_PER_POINT, Rect, translation
from printkit.base.messages import count_players, translate
from printkit.booklet.compose import graduated_rule
from printkit.booklet.contents import IndexBuilder
from printkit.booklet.page_style import BASELINE, BookletPalette, TypeArea, make_palette
from printkit.booklet.panels import (
    CellLook,
    CellRows,
    draw_hourglass,
    group_tag,
    ladder,
    lay_out_legend,
    payments,
    sign_line,
    smaller,
)
from printkit.booklet.pictures import TITLES, Pictures
from printkit.booklet.table_pictures import table_area
from printkit.booklet.typesetting import BlockTypesetter
from printkit.components.site_code import MIN_SIDE, draw_code, game_address
from printkit.faces.anatomy import card_figure, draw_lock_up, is_negative, split_sign
from printkit.graphics.display_list import Item, Symbol, TagStep, Use
from printkit.graphics.measures import MIN_PAGE_TEXT_SIZE, MIN_TABLE_TEXT_SIZE
from printkit.layout.blocks import ListItem, Paragraph, Stack, StackPart, fragment_of, merge
from printkit.layout.containers import Adaptive, Overlay, Placed, SideBySide, TextLine
from printkit.layout.fitting import distribute, even_columns, find_largest_kept
from printkit.layout.records import (
    FORBIDDEN,
    RAGGED,
    TOLERANCE,
    Block,
    Canvas,
    Fragment,
    Overflow,
    Span,
    Strip,
    TaggedBlock,
    TextStyle,
    list_entry,
)
from printkit.model.description import Description
from printkit.model.fields import AGAINST, MARKS, SILENT, write_range
from printkit.model.variant import Variant
from printkit.pieces.product import LocalGame
from printkit.text import book as source
from printkit.text.book import Book, Chapter, Panel
from printkit.text.kept_books import find_start_sheet


class SheetStyle:
    """The page, its sizes and its gaps."""

    # From the edge of the printed area to the text, and between two sides on one page (mm).
    EDGE, FOLD = 3.0, 16.0
    # The smallest page for which text has 8 pt (its width in mm).
    FULL_WIDTH = 180.0
    # The sizes of type (pt) with the scale of pictures and the leading (em), the smallest first.
    SIZES = (
        *((8.0, 0.5 + 0.04 * i, 1.16 + 0.03 * i) for i in range(4)),
        *((8.0 + 0.25 * i, 0.66 + 0.07 * i, 1.28) for i in range(12)),
        *((11.0, 1.5 + 0.1 * i, 1.28) for i in range(4)),
        *((11.5, 1.9 + 0.1 * i, 1.28) for i in range(3)),
    )
    # The least and the greatest gap between bands (lines).
    GAP, MAX_GAP = 0.55, 4.0
    # The size of the name of the game (mm per em). A heading: its size (em), the distance to the
    # rule below it, the depth of the rule's ticks, and the space below them (lines).
    NAME, HEADING, TO_RULE, TICKS, BELOW_HEADING = 8.5, 1.4, 1.25, 0.3, 0.3
    # Between columns (em).
    GUTTER = 1.8
    # The side of the QR code on a full sheet, and the free space beside it (mm).
    CODE, CODE_GAP = 18.0, 5.0


class SetupStyle:
    """The numbered picture of the table."""

    # Its share of the width, its height (mm for type of 9.5 pt), the gap to its legend (em).
    SHARE, HEIGHT, GUTTER = 0.46, 74.0, 1.4


class CellStyle:
    """Cells side by side: the maximum in a row, their minimum width (em), and the height of their
    pictures (mm on A5).
    """

    NEEDS = CellLook(8, 5.6, 14.0)
    GLANCE = CellLook(8, 5.9, 11.0, chevrons=True)


# The least scale of open cards, and how much larger than other pictures that may make them; their
# greatest scale for type of 9.5 pt: cards 14 mm wide are legible across a table.
_MIN_CARDS, _MORE, _MAX_CARDS = 0.9, 1.4, 1.25
# Hands of a ladder from which it has two columns.
_LONG_LADDER = 4
# Hands of a ladder from which they have their short sentences; with words above it that explain
# how to count, those of a long ladder have them too.
_VERY_LONG = 8
# The share of the size of pictures with payments on the first side from which hands are there.
_RATHER = 0.8
# The least scale of the pictures in cells, and how much larger than others that may make them.
_MIN_ICONS, _MORE_ICONS = 0.85, 1.3
# The side of a pictogram beside a payment, and the indent of its words (em).
_ICON, _AFTER_ICON = 2.3, 2.9
# The size of names and sentences beside pictures (em); the most groups of tokens side by side.
_SMALL, _MAX_GROUPS = 0.92, 4
_TYPE = 9.5 * MM_PER_POINT

Bands = Sequence[Block]
# Bands with their tops.
PlacedBands = Sequence[tuple[Fragment, float]]


class _Side(Struct, frozen=True):
    """A filled side, and the size of its pictures: the size of its type (mm) times their scale."""

    bands: PlacedBands
    scale: float


def draw_start_sheet(
    variant: Variant, language: str, look: Theme, area: tuple[float, float], site: str | None = None
) -> list[Symbol]:
    """Draw the sides of the sheet, each in an area (mm); a wide area has both on one page.

    With the address of a `site`, the head has a code that leads to the game there. Raises
    PrintkitError if text or a drawing cannot be set.
    """
    book = find_start_sheet(variant, language)
    palette = make_palette(look, variant)
    width, height = area
    is_double = width > height
    if is_double:
        width = (width - SheetStyle.FOLD) / 2
    composer = _Composer(book, variant, palette, Rect(0, 0, width, height), site)
    sides = composer.compose()
    if is_double and len(sides) == 2:
        box = Rect(0, 0, *area)
        right = translation(width + SheetStyle.FOLD, 0)
        first, second = sides
        canvas = Canvas()
        for side, matrix in ((first, translation(0, 0)), (second, right)):
            begin = canvas.begin()
            canvas.items.append(Use(side, matrix))
            canvas.tag(begin, TagStep("Sect", side.key))
        return [Symbol("start", tuple(canvas.items), box, book.title, tags=tuple(canvas.tags))]
    return sides


class _Composer:
    """Sets the chapters of a start sheet in bands."""

    def __init__(
        self, book: Book, variant: Variant, palette: BookletPalette, box: Rect, site: str | None
    ) -> None:
        self.address = game_address(variant, site)
        self.book, self.variant, self.palette, self.box = book, variant, palette, box
        self.field = box.inset(SheetStyle.EDGE)
        self.game = LocalGame(variant, book.language, palette.theme)
        self.pictures = Pictures(book.variants, book.language, palette)
        self.chapters: Mapping[str, Chapter] = {one.anchor: one for one in book.chapters}
        is_full = box.w >= SheetStyle.FULL_WIDTH
        self.min_size = MIN_PAGE_TEXT_SIZE if is_full else MIN_TABLE_TEXT_SIZE

    def compose(self) -> list[Symbol]:
        """Return the two sides, or more pages if the page is small.

        Hands are on the first side and payments on the second, or the other way round if that makes
        the smaller pictures of the two sides much larger.
        """
        hands, dues = self._hands(), self._payments()
        arrangements = (
            ([*self._front(), *hands], [*self._first_hand(), *dues, *self._tokens()]),
            ([*self._front(), *dues], [*self._first_hand(), *hands, *self._tokens()]),
        )
        pages: list[PlacedBands] = []
        best = -1.0
        for number, sides in enumerate(arrangements):
            filled = [
                find_largest_kept("side", partial(self._fill, bands), SheetStyle.SIZES)
                for bands in sides
                if bands
            ]
            fitting = [side for side in filled if not isinstance(side, Overflow)]
            least = min((side.scale for side in fitting), default=0.0)
            if len(fitting) == len(filled) and least > best:
                pages, best = [side.bands for side in fitting], least / (1.0 if number else _RATHER)
        if not pages:
            pages = [page for bands in arrangements[0] for page in self._continue(bands)]
        return [self._draw(page, number) for number, page in enumerate(pages, 1)]

    def style(self, points: float, picture: float, leading: float) -> TextStyle:
        """Return the style of running text."""
        size, language = max(points * MM_PER_POINT, self.min_size), self.book.language
        least = self.min_size
        return TextStyle(size, leading * size, language, BASELINE, 0.0, least, picture=picture)

    def _fill(self, bands: Bands, size: tuple[float, float, float]) -> _Side | Overflow:
        """Place bands on one page, with the free height between them."""
        style = self.style(*size)
        fragments = [band.lay_out(style, self.field.w) for band in bands]
        worst = max(fragments, key=lambda fragment: fragment.overflow)
        if worst.overflow > TOLERANCE:
            return Overflow(worst.overflow, worst.culprit, style.size)
        taken = fsum(fragment.height for fragment in fragments)
        gap = (self.field.h - taken) / max(1, len(fragments) - 1)
        if gap < SheetStyle.GAP * style.leading:
            return Overflow(SheetStyle.GAP * style.leading - gap, "height", style.size)
        placed = _stacked(fragments, min(gap, SheetStyle.MAX_GAP * style.leading))
        return _Side(placed, style.size * style.picture)

    def _continue(self, bands: Bands) -> Iterator[PlacedBands]:
        """Yield the pages of a side in the smallest size."""
        style = self.style(*SheetStyle.SIZES[0])
        gap, page, used = SheetStyle.GAP * style.leading, list[Fragment](), 0.0
        for band in bands:
            fragment = band.lay_out(style, self.field.w)
            for strip in fragment.strips:
                if page and used + strip.height > self.field.h:
                    yield _stacked(page, 0.0)
                    page, used = [], 0.0
                page.append(Fragment((replace(strip, space_before=0.0),), self.field.w))
                used += strip.height
            page.append(Fragment((Strip(gap),), 0.0))
            used += gap
        if page:
            yield _stacked(page, 0.0)

    def _draw(self, page: PlacedBands, number: int) -> Symbol:
        canvas = Canvas()
        for fragment, top in page:
            fragment.paint(canvas, self.field.x, self.field.y + top)
        key = f"start-{number}"
        return Symbol(key, tuple(canvas.items), self.box, self.book.title, tags=tuple(canvas.tags))

    # --- sides ------------------------------------------------------------------------------

    def _front(self) -> Bands:
        """Return the bands of the first side before the hands."""
        makers: tuple[tuple[str, Callable[[Chapter], Block]], ...] = (
            (source.AIM, lambda chapter: self._words(chapter.blocks)),
            (source.NEEDS, self._needs),
            (source.SETUP, self._setup),
            (source.GLANCE, self._glance),
        )
        chapters = self.chapters
        return [self._head(), *(make(chapters[key]) for key, make in makers if key in chapters)]

    def _hands(self) -> Bands:
        """Return the band of the winning hands, in two columns if there are many."""
        if (chapter := self.chapters.get("hands")) is None:
            return ()
        panel = _panel(chapter)
        count = len(panel.cells)
        words = [block for block in chapter.blocks if isinstance(block, source.ParagraphBlock)]
        if count >= (_LONG_LADDER if words else _VERY_LONG):
            panel = self._in_short(panel)
        columns = 2 if count >= _LONG_LADDER else 1
        rows = Balanced(ladder(panel, self.pictures, compact=True), columns, SheetStyle.GUTTER)
        body = Stack((StackPart(self._words(words)), StackPart(rows, 0.3))) if words else rows
        return (self._band(chapter, body),)

    def _in_short(self, panel: Panel) -> Panel:
        """Return a ladder with the short sentences of its hands."""
        language, cells = self.book.language, []
        for cell, hand in zip(panel.cells, Description(self.variant).hands, strict=True):
            words = (source.InlineText(hand.short[language]),) if hand.short else cell.words
            cells.append(replace(cell, words=source.space_line(words, language)))
        return replace(panel, cells=tuple(cells))

    def _tokens(self) -> Bands:
        """Return the band of the influence tokens, a column for each group."""
        if (chapter := self.chapters.get("tokens")) is None:
            return ()
        columns: list[tuple[None, Block]] = []
        cells = _panel(chapter).cells
        for (name, colour), own in groupby(cells, key=lambda cell: (cell.group, cell.colour)):
            entries: list[Block] = [self._entry(cell, (name, i)) for i, cell in enumerate(own)]
            head = [group_tag(name, colour, self.pictures)] if name else []
            columns.append((None, _spaced([*head, *entries], 0.3)))
        body: Block = SideBySide(tuple(columns), 1.2)
        if len(columns) == 1 or len(columns) > _MAX_GROUPS:
            body = Balanced(_spaced([block for _, block in columns], 0.3), 3, SheetStyle.GUTTER)
        sign = next((cell.sign for cell in cells if cell.sign), "")
        parts = [sign_line(sign, self.pictures)] if sign else []
        return (self._band(chapter, small(_spaced([*parts, body], 0.0))),)

    # --- bands ------------------------------------------------------------------------------

    def _head(self) -> Block:
        """Return the name of the game with its figures and, if there is an address, the QR code
        that leads to it.
        """

        def choose(style: TextStyle, width: float) -> Block:
            size = SheetStyle.NAME * min(1.0, width / 190.0)
            side = max(MIN_SIDE, SheetStyle.CODE * min(1.0, width / 190.0))
            taken = side + SheetStyle.CODE_GAP if self.address else 0.0
            lock_up = draw_lock_up(self.game, width - taken, size, note=self._figures())
            drawn = fragment_of(lock_up.items, lock_up.height)
            head = TaggedBlock(drawn, (TagStep("H1"),))
            if not self.address:
                return head
            words = translate(self.book.language, "site.on-phone")
            code = draw_code(self.address, Rect(0, 0, side, side), self.palette.text)
            alt = translate(self.book.language, "site.code", address=self.address)
            figure = TaggedBlock(fragment_of(code, side), (TagStep("Figure", "code", alt),))
            small = TextLine(words, TITLES.regular, self.palette.quiet, _SMALL, align=1.0)
            top = side - style.leading
            if top < lock_up.height:  # no room below the rule
                return Overlay((Placed(head), Placed(figure, x=width - side)))
            caption = Placed(small, y=top, width=width - taken)
            return Overlay((Placed(head), caption, Placed(figure, x=width - side)))

        return Adaptive(choose)

    def _figures(self) -> str:
        """Return “2 to 8 players · 60–210 min”."""
        figures, language = [], self.book.language
        if (players := self.variant.players) is not None:
            figures.append(count_players(language, players.min, players.max))
        if (minutes := self.variant.game_minutes) is not None:
            key = "booklet.panel.minutes"
            figures.append(translate(language, key, count=write_range(*minutes)))
        return " · ".join(figures)

    def _heading(self, chapter: Chapter) -> Block:
        """Return the title of a band over a rule."""
        palette = self.palette

        def choose(style: TextStyle, width: float) -> Block:
            em, leading = SheetStyle.HEADING, style.leading
            words = TextLine(chapter.title, TITLES.bold, palette.title, em, baseline=1.0)
            rule = fragment_of((Use(graduated_rule(_area(width, style), palette)),))
            top = SheetStyle.TO_RULE * leading
            below = (SheetStyle.TICKS + SheetStyle.BELOW_HEADING) * leading
            return Overlay((Placed(words), Placed(rule, y=top)), top + below)

        return TaggedBlock(Adaptive(choose), (TagStep("H2", chapter.anchor),))

    def _band(self, chapter: Chapter, body: Block) -> Block:
        return Stack((StackPart(self._heading(chapter)), StackPart(body, penalty=FORBIDDEN)))

    def _words(self, blocks: Sequence[source.Block], *, open_cards: bool = False) -> Block:
        """Return blocks of running text; the pictures of open cards have a minimum and a maximum
        size.
        """

        def choose(style: TextStyle, width: float) -> Block:
            if open_cards:
                least = min(_MIN_CARDS, _MORE * style.picture)
                most = max(least, _MAX_CARDS * _TYPE / style.size)
                style = replace(style, picture=min(max(style.picture, least), most))
            area = _area(width, style, self.box.h)
            typesetter = BlockTypesetter(self.book, area, self.pictures, IndexBuilder())
            return typesetter.stack(blocks).lay_out(style, width)

        return Adaptive(choose)

    def _needs(self, chapter: Chapter) -> Block:
        return self._band(chapter, self._cells(chapter, CellStyle.NEEDS))

    def _glance(self, chapter: Chapter) -> Block:
        return self._band(chapter, self._cells(chapter, CellStyle.GLANCE))

    def _cells(self, chapter: Chapter, look: CellLook) -> Block:
        """Return the cells of a panel in one row, or in a few."""
        panel = _panel(chapter)
        cells = CellRows(panel.cells, look, self.pictures)

        def enlarge(style: TextStyle, width: float) -> Block:
            least = min(_MIN_ICONS, _MORE_ICONS * style.picture)
            own = replace(style, picture=max(style.picture, least))
            return cells.lay_out(own, width)

        rows: Block = Adaptive(enlarge)
        notes = [panel.note] if panel.note else []
        if chapter.anchor == source.NEEDS and _has_bars(self.variant):
            notes.append((source.InlineText(translate(self.book.language, "start.bars")),))
        words = [StackPart(Paragraph(self.pictures.spans(note), RAGGED, 0.9)) for note in notes]
        return Stack((StackPart(rows), *words)) if words else rows

    def _setup(self, chapter: Chapter) -> Block:
        """Return the points to agree on, and the numbered picture beside its legend."""
        panel = _panel(chapter)
        before = [block for block in chapter.blocks if block is not panel]
        if (agree := self.chapters.get("agree")) is not None:
            before = [*_led(agree), *before]
        legend = Adaptive(
            lambda style, width: lay_out_legend(panel.cells, self.pictures, 0.0, style, width)
        )
        words = self._words(before) if before else None
        parts = [StackPart(block) for block in (words, legend) if block is not None]
        parts[1:] = [replace(part, space_before=0.5) for part in parts[1:]]

        def choose(style: TextStyle, width: float) -> Block:
            share, gap = SetupStyle.SHARE * width, SetupStyle.GUTTER
            beside = Stack(tuple(parts)).lay_out(style, width - share - gap * style.size)
            picture = self._table(panel, share, beside.height, style)
            return SideBySide(((share, picture), (None, beside)), gap)

        return self._band(chapter, Adaptive(choose))

    def _table(self, panel: Panel, width: float, least: float, style: TextStyle) -> Block:
        """Return the picture of the table, as high as its legend or higher if the column is wide
        enough.
        """
        picture = panel.picture
        assert picture is not None, "a table is drawn"
        area = table_area(self.pictures.pieces(picture))
        most = max(least, SetupStyle.HEIGHT * style.size / _TYPE * style.picture)
        height = round(min(most, width * area.h / area.w), 2)
        drawing: Block = self.pictures.block(picture, height)
        alt = picture.alt
        if note := "".join(getattr(part, "text", "") for part in panel.note):
            palette, alt = self.palette, f"{picture.alt}. {note}"
            words = TextLine(note, TITLES.regular, palette.quiet, _SMALL, align=1.0)
            drawing = Overlay((Placed(drawing), Placed(words)))
        return TaggedBlock(drawing, (TagStep("Figure", "table", alt),))

    def _first_hand(self) -> Iterator[Block]:
        """Yield the first hand: its open cards, then its steps beside its pictures."""
        if (turn := self.chapters.get("turn")) is not None:  # a game without a first hand
            yield self._band(turn, self._words(turn.blocks))
        if (chapter := self.chapters.get("first-hand")) is None:
            return
        blocks = chapter.blocks
        shown = [block for block in blocks if _is_panel(block, source.DEALT, source.SHOWN)]
        plays = [block for block in blocks if _is_panel(block, source.PLAYS)]
        first = blocks.index(shown[0]) if shown else 0
        steps = next((i for i, b in enumerate(blocks) if isinstance(b, source.ListBlock)), first)
        begun = [block for block in blocks[:first] if block not in plays]
        read = [block for block in blocks[first : steps + 1] if block not in (*plays, *shown[:1])]
        ended = [block for block in blocks[steps + 1 :] if block not in (*plays, *shown)]
        yield self._band(chapter, self._words([*begun, *shown[:1]], open_cards=True))
        beside: list[Block] = []
        for play in plays:
            title = "".join(getattr(part, "text", "") for part in getattr(play, "words", ()))
            beside += [self._caption(title), self._words([play])]
        if ended:
            beside.append(self._words(ended))
        columns: list[Block] = [self._words(read)]
        if beside:
            columns.append(
                Stack(tuple(StackPart(b, 0.5 if i else 0.0) for i, b in enumerate(beside)))
            )
        yield SideBySide(tuple((None, column) for column in columns), SheetStyle.GUTTER)
        for panel in shown[1:]:
            end = self._caption(translate(self.book.language, "start.end"))
            yield Stack((StackPart(end), StackPart(self._words([panel], open_cards=True))))

    def _caption(self, text: str) -> Block:
        """Return the title of a picture."""
        return Paragraph((Span(text, TITLES.bold, self.palette.title),), RAGGED, hyphenate=False)

    def _payments(self) -> Bands:
        """Return the band of the payments, a table for each group side by side, and the words
        below them.
        """
        if (chapter := self.chapters.get("penalties")) is None:
            return ()
        panel = _panel(chapter)
        groups = [tuple(own) for _, own in groupby(panel.cells, key=lambda cell: cell.group)]

        def choose(style: TextStyle, width: float) -> Block:
            tables = [payments(panel, own, self.pictures, listed=True) for own in groups]
            if width < SheetStyle.FULL_WIDTH / 2 or len(tables) == 1:
                table = payments(panel, panel.cells, self.pictures, listed=True)
                return table.lay_out(style, width)
            parts = tuple((None, table) for table in tables)
            return SideBySide(parts, SheetStyle.GUTTER).lay_out(style, width)

        body: Block = Adaptive(choose)
        if words := [block for block in chapter.blocks if block is not panel]:
            body = Stack((StackPart(body), StackPart(self._words(words), 0.4)))
        if mark := self._strongest_mark():
            note = translate(self.book.language, f"reference.marks.{mark}")
            quiet = Paragraph((Span(note, TITLES.regular, self.palette.quiet),), RAGGED)
            body = Stack((StackPart(body), StackPart(quiet, 0.3)))
        return (self._band(chapter, body),)

    def _strongest_mark(self) -> str:
        """Return the key of the note that explains the marks † and ‡ of the sheet, or an empty
        string if the sheet has no mark.
        """
        lines = (
            source.to_plain_text(line)
            for chapter in self.chapters.values()
            for block in source.walk_blocks(chapter.blocks)
            for line in source.lines_of(block)
        )
        marks = {mark for line in lines for mark in (SILENT, AGAINST) if MARKS[mark] in line}
        return AGAINST if AGAINST in marks else SILENT if marks else ""

    def _entry(self, cell: source.PanelCell, key: tuple[str, int]) -> Block:
        """Return an entry in the list of a group: a picture beside a name and a sentence."""
        pictures, palette = self.pictures, self.palette
        stop = Span(". ", TITLES.regular, palette.title)
        spans = (
            *pictures.spans(cell.name, TITLES, palette.title),
            stop,
            *pictures.spans(cell.words),
        )

        def mark(style: TextStyle, height: float) -> list[Item]:
            side, down = round(_ICON * style.size, 2), 0.1 * style.leading
            items: list[Item] = [
                Use(pictures.drawing(picture, side), translation(0, down))
                for picture in cell.pictures[:1]
            ]
            if cell.sign:
                ink, radius = palette.theme.palette(cell.colour or "ink").main, 0.16 * side
                items += draw_hourglass(0.92 * side, down + radius, radius, ink, pictures.paper)
            return items

        words = Adaptive(lambda style, width: _whole(Paragraph(spans, RAGGED), style, width))
        entry = list_entry(ListItem(mark, words, _AFTER_ICON), key)
        return TaggedBlock(entry, (TagStep("L", key[0]),))


def small(block: Block) -> Block:
    """Return a block at the size of the words below pictures."""
    return Adaptive(lambda style, width: block.lay_out(smaller(style, _SMALL), width))


def _spaced(blocks: Sequence[Block], gap: float) -> Stack:
    """Return blocks one below the other, a gap (lines) apart."""
    return Stack(tuple(StackPart(block, gap if i else 0.0) for i, block in enumerate(blocks)))


class Balanced(Struct, frozen=True):
    """A block as one strip, in columns of nearly equal height that are `gutter` em apart.

    If the width is small, the block is in a single column, with its own strips.
    """

    block: Block
    columns: int
    gutter: float

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        columns = max(1, min(self.columns, int(width / (22.0 * style.size))))
        gutter = self.gutter * style.size
        measure = (width - (columns - 1) * gutter) / columns
        whole = self.block.lay_out(style, measure)
        if columns == 1 or len(whole.strips) < columns:
            return whole
        cut = _cut(whole.strips, style, columns)
        layers = tuple(
            Placed(Fragment(tuple(strips), measure), i * (measure + gutter))
            for i, strips in enumerate(cut)
        )
        drawn = Overlay(layers).lay_out(style, width)
        return replace(drawn, overflow=whole.overflow, culprit=whole.culprit)


def _cut(strips: Sequence[Strip], style: TextStyle, columns: int) -> list[list[Strip]]:
    """Divide strips into columns of the minimum height at which every column can end with a
    break.
    """
    total = fsum(strip.height + strip.space_before for strip in strips)
    height, costs = total / columns, even_columns(style)
    while height < total:
        cut = distribute(strips, height, costs, columns)
        if cut is not None and all(own[0].break_penalty < FORBIDDEN for own in cut[1:]):
            return cut
        height += style.leading / 4
    return [list(strips)]


def _whole(paragraph: Paragraph, style: TextStyle, width: float) -> Fragment:
    """Return a paragraph as one strip."""
    fragment = paragraph.lay_out(style, width)
    return merge(fragment, max(fragment.height, _ICON * style.size))


def _stacked(fragments: Sequence[Fragment], gap: float) -> PlacedBands:
    """Return bands with their tops."""
    placed, y = [], 0.0
    for fragment in fragments:
        placed.append((fragment, y))
        y += fragment.height + gap
    return placed


def _led(chapter: Chapter) -> Iterator[source.Block]:
    """Yield the blocks of a chapter; its title is set at the start of the first paragraph."""
    for i, block in enumerate(chapter.blocks):
        if not i and isinstance(block, source.ParagraphBlock):
            lead = source.InlineText(f"{chapter.title}.", strong=True)
            block = replace(block, line=(lead, source.InlineText(" "), *block.line))
        yield block


def _has_bars(variant: Variant) -> bool:
    """Return True if a card has a negative number, and another one has a 6 or a 9 with a bar below
    it: either bar can be taken for the other.
    """
    figures = {card_figure(card) for card in variant.cards}
    numbers = {split_sign(figure)[1] for figure in figures}
    return any(map(is_negative, figures)) and not numbers.isdisjoint(("6", "9"))


def _panel(chapter: Chapter) -> Panel:
    """Return the panel of a chapter."""
    return next(block for block in chapter.blocks if isinstance(block, Panel))


def _is_panel(block: source.Block, *kinds: str) -> bool:
    return isinstance(block, Panel) and block.kind in kinds


def _area(width: float, style: TextStyle, height: float = 0.0) -> TypeArea:
    """Return the type area of a column."""
    height = height or 100 * style.leading
    return TypeArea(
        width=width,
        height=height,
        inner_margin=0.0,
        outer_margin=0.0,
        top=0.0,
        measure=width,
        size=style.size,
        leading=style.leading,
        lines=height / style.leading,
        min_text=style.min_size,
        picture=style.picture,
        on_grid=False,
    )
