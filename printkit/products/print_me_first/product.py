"""The page “Print me first”: what a game takes to print, in which order and on what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from math import fsum

from msgspec.structs import replace

from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect, format_size, scaling, translation
from printkit.base.sentences import Sentence
from printkit.faces.anatomy import HEADER, draw_lock_up
from printkit.graphics.display_list import OUTLINED, Item, Path, Stroke, Symbol, transformed
from printkit.graphics.fonts import TITLE, TITLE_BOLD
from printkit.graphics.measures import FINE, LINE, MIN_PAGE_TEXT_SIZE
from printkit.graphics.path import PathBuilder
from printkit.layout.blocks import Drawing, ListItem, Paragraph, Stack, StackPart
from printkit.layout.containers import Adaptive, Rule, SideBySide, TextLine
from printkit.layout.fit_text import shrink_line, text_line, text_width
from printkit.layout.fitting import find_largest, sizes_between
from printkit.layout.records import RAGGED, Block, Canvas, Fragment, Overflow, Span, TextStyle
from printkit.pieces.kit import PrintedKit
from printkit.pieces.options import (
    COPIES,
    LABEL_SHEET,
    MARKS,
    ONE,
    PAPER,
    PEG_HOLES,
    PLAYERS,
    PRINTER,
    THEME,
)
from printkit.pieces.piece import Piece
from printkit.pieces.product import FULL_PAGE, JOB, Product, RenderOptions, of_no_game
from printkit.products.print_me_first.pictures import HEIGHT, WIDTH, draw_picture
from printkit.products.print_me_first.words import (
    FileRow,
    FirstPage,
    PictureStep,
    page_words,
    total_words,
)

# The largest print (mm per em).
MAX_SIZE = 3.7


class PageType:
    """Sizes of the page: the step between sizes that are tried, the leading (em), the baseline (em)
    and the height (lines) of a heading, the game and the title (mm per em), thin and thick lines
    (mm)."""

    step = 0.05
    leading = 1.32
    head_baseline, head_height = 0.75, 1.25
    game, title = 8.4, 4.8


class Spacing:
    """Distances (mm): between columns, around a row (also on a narrow page), between steps, between
    needs, between sections, below a list, from the tick box to the name."""

    gutter = 4.0
    row, narrow_row = 1.5, 0.7
    step, need = 1.2, 0.6
    section, list_end = 7.0, 4.9
    name = 7.0


class Columns:
    """Widths of columns (em), and the share of the width that the section of needs takes."""

    paper, work, sides = 11.2, 8.6, 11.8
    needs = 0.34


# On a narrower page (mm) the printing notes are below the name of a file.
_NARROW = 165.0
# The largest width of a picture (em).
_PICTURE = 12.4

# The parts of each page, with their places from the top.
Pages = list[list[tuple[Fragment, float]]]


def first_pages(first: FirstPage, area: tuple[float, float]) -> list[Symbol]:
    """Draw one page, or two if one is too small. Raises PrintkitError if two are too small."""
    box, title = Rect(0, 0, *area), f"{first.game.name} · {first.title}"
    sizes = sizes_between(MIN_PAGE_TEXT_SIZE, MAX_SIZE, PageType.step)
    ways = [("ptr",), ("tr",), ("pt", "r"), ("t", "pr"), ("t", "r")]
    if first.by_hand:  # its pictures are not left out
        ways = [("ptr",), ("pt", "r"), ("t", "pr"), ("p", "t", "r")]
    for groups in ways:
        composed = find_largest(partial(_compose, first, box, groups), sizes)
        if not isinstance(composed, Overflow):
            composer, pages = composed
            return [
                Symbol(f"first-{i}", tuple(composer.draw_page(box, *page)), box, title)
                for i, page in enumerate(pages, 1)
            ]
    raise PrintkitError(
        Sentence(
            "The page of what belongs to the kit does not fit on the paper: {area} are left of it.",
            area=format_size(*area),
        ),
        hint="Take a larger --paper, or name the products that you want.",
    )


def _compose(
    first: FirstPage, box: Rect, groups: Sequence[str], size: float
) -> tuple[_PageComposer, Pages] | Overflow:
    """Compose a page for each group of parts: `p`ictures, `t`able, `r`est."""
    composer = _PageComposer(first, box.w, size)
    makers = {
        "p": composer.lay_out_pictures,
        "t": composer.lay_out_table,
        "r": composer.lay_out_rest,
    }
    fragments = {key: makers[key]() for key in "".join(groups)}
    pages: Pages = []
    overflow = max(part.overflow for part in fragments.values())
    for group in groups:
        parts = [fragments[key] for key in group if fragments[key].height]
        gaps = max(len(parts) - 1, 1)
        free = box.h - HEADER - fsum(part.height for part in parts)
        overflow = max(overflow, 0.6 * Spacing.section * (len(parts) - 1) - free)
        gap, y = min(free / gaps, Spacing.section), HEADER
        pages.append([])
        for part in parts:
            pages[-1].append((part, y))
            y += part.height + gap
    return Overflow(overflow) if overflow > 0 else (composer, pages)


class _PageComposer:
    """Sets the parts of the page in one size of text and one width (mm)."""

    def __init__(self, first: FirstPage, width: float, size: float) -> None:
        self.first, self.width, self.size = first, width, size
        roles = first.game.theme.roles_of
        self.ink, self.accent = roles["ink"], roles["accent"]
        self.narrow = width < _NARROW
        self.style = TextStyle(
            size,
            PageType.leading * size,
            first.game.language,
            min_size=MIN_PAGE_TEXT_SIZE,
            render_mode=OUTLINED,
        )

    def draw_page(self, box: Rect, *parts: tuple[Fragment, float]) -> list[Item]:
        """Draw the lock-up of the game, the title of the page, and the parts below."""
        canvas = Canvas()
        for fragment, y in parts:
            fragment.paint(canvas, 0.0, y)
        head = draw_lock_up(self.first.game, box.w, PageType.game)
        base = head.height + PageType.title
        own = TITLE, self.first.title, 0, base, PageType.title, box.w, self.ink
        title = shrink_line(*own, legible=True)
        return [*head.items, title, *canvas.items]

    # --- the pictures ---------------------------------------------------------------------------

    def lay_out_pictures(self) -> Fragment:
        """Lay out the pictures beside each other, two by two on a narrow page, over their words."""
        steps = [*enumerate(self.first.pictures, 1)]
        across = 2 if self.narrow else max(len(steps), 1)
        width = (self.width - (across - 1) * Spacing.gutter) / across
        rows: list[StackPart] = []
        for i in range(0, len(steps), across):
            cells = [
                (width, self._make_picture(number, step)) for number, step in steps[i : i + across]
            ]
            row = SideBySide(tuple(cells), gap=Spacing.gutter / self.size)
            rows.append(self._make_part(row, Spacing.section if i else 0.0))
        return Stack(tuple(rows)).lay_out(self.style, self.width)

    def _make_picture(self, number: int, step: PictureStep) -> Block:
        lead = Span(f"{number}. {step.words.lead} ", TITLE_BOLD, self.ink)
        text = Paragraph((lead, Span(step.words.text, TITLE, self.ink)), RAGGED, hyphenate=False)
        picture = Drawing(partial(self._draw_picture, step.picture))
        return Stack((StackPart(picture), self._make_part(text, Spacing.row)))

    def _draw_picture(self, name: str, style: TextStyle, width: float) -> tuple[list[Item], float]:
        scale = min(width, _PICTURE * self.size) / WIDTH
        place = scaling(scale).then(translation((width - scale * WIDTH) / 2, 0))
        return [transformed(draw_picture(name, self.first.game), place)], HEIGHT * scale

    # --- the table ------------------------------------------------------------------------------

    def lay_out_table(self) -> Fragment:
        """Lay out the files in the order of printing, and their totals."""
        space = Spacing.narrow_row if self.narrow else Spacing.row
        parts = [self._make_part(self._make_heads()), self._make_part(self._make_rule(LINE))]
        for row in self.first.rows:
            parts.append(self._make_part(self._make_row(row), space))
            parts.append(self._make_part(self._make_rule(), space))
        parts.append(self._make_part(self._make_total(), space))
        return Stack(tuple(parts)).lay_out(self.style, self.width)

    def _translate(self, key: str) -> str:
        return self.first.game.translate(f"kit.{key}")

    def _measure_columns(self) -> tuple[float, ...]:
        """Return the widths of: tick, name, sheets, sides, work, paper; a gutter before the last
        three.
        """
        paper = Columns.paper * self.size
        work, sides = Columns.work * self.size, Columns.sides * self.size
        sheets = text_width(TITLE_BOLD, self._translate("sheets"), self.size) + Spacing.gutter
        taken = Spacing.name + sheets + sides + work + paper + 3 * Spacing.gutter + 2.0
        return Spacing.name, self.width - taken, sheets, sides, work, paper

    def _make_heads(self) -> Block:
        cells: list[Block] = [_EMPTY, self._make_head("what")]
        if not self.narrow:
            cells += [self._make_head("sheets", align=1.0), self._make_head("sides")]
            cells += [self._make_head("work"), self._make_head("stock")]
        return self._arrange_cells(cells)

    def _make_row(self, row: FileRow) -> Block:
        name = self._make_words(row.name, TITLE_BOLD)
        cells: list[Block] = [Drawing(self._draw_tick)]
        if self.narrow:
            below = (self._make_file_name(row.file), self._make_words(row.note))
            return self._arrange_cells([*cells, _stack(_stack(name, below[0]), below[1])])
        cells += [
            _stack(name, self._make_file_name(row.file)),
            self._make_count(row.sheets, times=row.times),
        ]
        cells += [self._make_words(row.sides), self._make_words(row.work or "–")]
        return self._arrange_cells([*cells, self._make_words(row.paper)])

    def _make_total(self) -> Block:
        first = self.first
        if self.narrow:
            return self._arrange_cells([_EMPTY, self._make_words(first.counts, TITLE_BOLD)])
        cells: list[Block] = [_EMPTY, self._make_words(self._translate("total"), TITLE_BOLD)]
        cells += [self._make_count(first.sheets, TITLE_BOLD), _EMPTY]
        return self._arrange_cells([*cells, self._make_words(first.time, TITLE_BOLD)])

    def _arrange_cells(self, cells: Sequence[Block]) -> Block:
        """Arrange cells in the columns of the table; the last cell of a short row fills it."""
        if self.narrow:
            return SideBySide(((Spacing.name, cells[0]), (None, cells[1])), gap=0.0)
        gaps = (0.0, 0.0, Spacing.gutter + 2.0, Spacing.gutter, Spacing.gutter, 0.0)
        parts: list[tuple[float | None, Block]] = []
        for cell, width, gap in zip(cells, self._measure_columns(), gaps, strict=False):
            is_last = cell is cells[-1] and len(cells) < len(gaps)
            parts.append((None if is_last else width, cell))
            if gap and not is_last:
                parts.append((gap, _EMPTY))
        return SideBySide(tuple(parts), gap=0.0)

    def _make_file_name(self, name: str) -> Block:
        """Make the name of a file in the smallest text, broken after hyphens if necessary."""
        text = Paragraph((Span(name, TITLE, self.ink),), RAGGED, em=0.0)

        def lay_out(style: TextStyle, width: float) -> Fragment:
            return text.lay_out(replace(style, language="", min_last_letters=0), width)

        return Adaptive(lay_out)

    # --- the rest -------------------------------------------------------------------------------

    def lay_out_rest(self) -> Fragment:
        """Lay out the needs beside the steps, or above them on a narrow page."""
        needs, steps = self._make_needs(), self._make_steps()
        rights = [
            self._make_part(self._make_words(line), Spacing.need if i else Spacing.section)
            for i, line in enumerate(self.first.rights)
        ]
        if self.narrow:
            parts = (self._make_part(needs), self._make_part(steps, Spacing.section), *rights)
            return Stack(parts).lay_out(self.style, self.width)
        left = self.width * Columns.needs - Spacing.gutter
        beside = SideBySide(((left, needs), (None, steps)), gap=2 * Spacing.gutter / self.size)
        whole = Stack((self._make_part(beside), *rights)) if rights else beside
        return whole.lay_out(self.style, self.width)

    def _make_needs(self) -> Block:
        needs, tools = (
            map(self._make_dotted, texts) for texts in (self.first.needs, self.first.tools)
        )
        above = Spacing.list_end + Spacing.need
        return Stack(
            (
                *self._make_list("needs", needs, Spacing.need),
                *self._make_list("tools", tools, Spacing.need, above),
            )
        )

    def _make_steps(self) -> Block:
        indent = text_width(TITLE_BOLD, "88", self.size) + 2.2
        items = []
        for number, step in enumerate(self.first.steps, 1):
            mark = partial(self._draw_number, str(number), indent - 2.2)
            spans = (Span(f"{step.lead} ", TITLE_BOLD, self.ink), Span(step.text, TITLE, self.ink))
            body = Paragraph(spans, RAGGED, hyphenate=False)
            items.append(ListItem(mark, body, indent / self.size, f"{number}."))
        return Stack(tuple(self._make_list("steps", items, Spacing.step)))

    def _make_list(
        self, head: str, items: Iterable[Block], space: float, above: float = 0.0
    ) -> Iterator[StackPart]:
        """Yield a heading over a line, and the items below it."""
        yield self._make_part(self._make_head(head), above)
        yield self._make_part(self._make_rule(LINE))
        for i, item in enumerate(items):
            yield self._make_part(item, space if i else Spacing.row)

    def _make_dotted(self, text: str) -> Block:
        return ListItem(self._draw_dot, self._make_words(text), 4.0 / self.size)

    # --- small things ---------------------------------------------------------------------------

    def _make_part(self, block: Block, space: float = 0.0) -> StackPart:
        """Return a block with a space above it (mm)."""
        return StackPart(block, space / self.style.leading)

    def _make_words(self, text: str, font: str = TITLE) -> Paragraph:
        return Paragraph((Span(text, font, self.ink),), RAGGED, hyphenate=False)

    def _make_count(self, count: int, font: str = TITLE, times: int = 1) -> Block:
        """Make a number aligned right, with how often it counts, or a dash."""
        text = f"{times} × {count}" if count and times > 1 else str(count or "–")
        return TextLine(text, font, self.ink, align=1.0)

    def _make_head(self, key: str, align: float = 0.0) -> Block:
        """Make a heading of a table or a list."""
        baseline, height = PageType.head_baseline / PageType.leading, PageType.head_height
        text = self._translate(key)
        return TextLine(text, TITLE_BOLD, self.ink, 1.0, align, 0.0, baseline, height)

    def _make_rule(self, weight: float = FINE) -> Block:
        return Rule(self.ink, weight, inset=weight / 2)

    def _draw_tick(self, style: TextStyle, width: float) -> tuple[list[Item], float]:
        """Draw a ring to tick, at the first line."""
        ring = PathBuilder().circle(2.2, style.leading / 2, 1.5).done()
        return [Path(ring, stroke=Stroke(self.ink, FINE))], style.leading

    def _draw_number(
        self, number: str, right: float, style: TextStyle, height: float
    ) -> list[Item]:
        x = right - text_width(TITLE_BOLD, number, style.size)
        base = style.baseline_of(TITLE_BOLD)
        return [text_line(TITLE_BOLD, number, x, base, style.size, self.ink)]

    def _draw_dot(self, style: TextStyle, height: float) -> list[Item]:
        dot = PathBuilder().circle(1.2, style.leading / 2, 0.6).done()
        return [Path(dot, fill=self.accent)]


def _stack(*blocks: Block) -> Stack:
    return Stack(tuple(map(StackPart, blocks)))


_EMPTY = Stack(())


KEY = "print-me-first"


def make(kit: PrintedKit, options: RenderOptions) -> list[Piece]:
    """Make the pages. Raises PrintkitError if the paper is too small."""
    words, area = page_words(kit, options), options.page_area
    drawings = first_pages(words, area)
    if more := len(drawings) - 1:  # the page counts its own sheets
        sheets = words.sheets + more
        counts = total_words(words.game, sheets, words.time)
        drawings = first_pages(replace(words, sheets=sheets, counts=counts), area)
    return [Piece(drawing.key, drawing.title, *area, drawing) for drawing in drawings]


PRODUCT = Product(
    KEY,
    make,
    of_no_game,
    (THEME, PLAYERS, COPIES, ONE, LABEL_SHEET, MARKS, PAPER, PEG_HOLES, PRINTER),
    FULL_PAGE,
    JOB,
    file_stem=f"0-{KEY}",
)
