"""Set notes and assembly instructions on the waste around pieces; draw the lines and boxes of
forms.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from printkit.art.theme import Palette, plain_paper_theme
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect
from printkit.base.messages import translate
from printkit.faces.anatomy import graduated_line
from printkit.faces.posters import draw_head_piece, head_piece_cards, head_piece_width
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import OUTLINED, FormField, Item, Path, ShapedText, Stroke
from printkit.graphics.fonts import INDEX, TITLE, TITLE_BOLD
from printkit.graphics.measures import FINE, LINE, MIN_TEXT_SIZE
from printkit.graphics.path import PathBuilder, PathData, Point
from printkit.layout.blocks import Paragraph, Stack, StackPart, Unbroken
from printkit.layout.fit_text import shrink_line, text_width
from printkit.layout.fitting import (
    ColumnArea,
    FlowCosts,
    cut_evenly,
    distribute,
    filled_height,
    fit,
    sizes_between,
)
from printkit.layout.inline import NO_BREAK_SPACE
from printkit.layout.records import (
    RAGGED,
    Block,
    Canvas,
    Items,
    Overflow,
    PlacedStrip,
    Span,
    TextStyle,
    paint_strips,
    stack_strips,
)
from printkit.model.tabletop import Score
from printkit.model.variant import Variant
from printkit.pieces.product import RenderOptions

# --- notes ---------------------------------------------------------------------------------------


class NoteType:
    """Sizes of notes (em).

    `baseline` is the distance from the top of a line to its baseline, `gap` is the space between
    two notes, and `below_last` is the free part of the last line's leading. `edge` is a margin for
    a first letter that begins left of its origin, such as a J.
    """

    leading = 1.34
    baseline = 0.75
    gap = 0.5
    below_last = 0.34
    edge = 0.02


class Note(Struct, frozen=True):
    """A note: its text, after a lead in bold if it has one."""

    lead: str
    text: str


def note_style(size: float, language: str) -> TextStyle:
    """Return the style of notes whose text has `size` mm per em."""
    return TextStyle(
        size,
        NoteType.leading * size,
        language,
        baseline=NoteType.baseline / NoteType.leading,
        render_mode=OUTLINED,
    )


def stack_notes(notes: Sequence[Note], colour: Colour) -> Stack:
    """Stack notes, each on a new line."""
    gap = NoteType.gap / NoteType.leading
    return Stack(
        tuple(
            StackPart(Paragraph(_spans(note, " ", colour), RAGGED, hyphenate=False), gap)
            for note in notes
        )
    )


def run_in_notes(notes: Sequence[Note], colour: Colour) -> Paragraph:
    """Join notes into one paragraph; each lead stays on a line with the first word of its text."""
    spans: list[Span] = []
    for note in notes:
        if spans:
            spans.append(Span(" ", TITLE, colour))
        spans += _spans(note, NO_BREAK_SPACE, colour)
    return Paragraph(tuple(spans), RAGGED, hyphenate=False)


def _spans(note: Note, space: str, colour: Colour) -> tuple[Span, ...]:
    text = Span(note.text, TITLE, colour)
    if not note.lead:
        return (text,)
    return Span(note.lead, TITLE_BOLD, colour), Span(space, TITLE, colour), text


class NoteColumn(Struct, frozen=True, eq=False):
    """A column of notes: its placed strips and their style."""

    strips: tuple[PlacedStrip, ...]
    style: TextStyle

    @property
    def height(self) -> float:
        """The height from the first capitals to the last descenders (mm)."""
        return filled_height(self.strips) - NoteType.below_last * self.style.size

    def items(self, x: float, y: float) -> list[Item]:
        """Return the items of the notes, from the upper left corner (x, y) down."""
        canvas = Canvas()
        paint_strips(canvas, self.strips, x + NoteType.edge * self.style.size, y)
        return canvas.items


def whole_column(block: Block, style: TextStyle, width: float) -> NoteColumn:
    """Return notes in one column, `width` mm wide."""
    return NoteColumn(tuple(stack_strips(block.lay_out(style, width).strips)), style)


def even_columns(block: Stack, style: TextStyle, width: float, count: int) -> list[NoteColumn]:
    """Return undivided notes in up to `count` columns, as balanced as possible."""
    whole = Stack(tuple(replace(part, block=Unbroken(part.block)) for part in block.parts))
    strips = whole.lay_out(style, width).strips
    cuts = cut_evenly(strips, min(count, len(strips)))
    return [NoteColumn(tuple(stack_strips(strips[a:b])), style) for a, b in pairwise(cuts)]


def paged_columns(block: Block, style: TextStyle, width: float, height: float) -> list[NoteColumn]:
    """Return notes in as many columns of `height` mm as they need."""
    costs = FlowCosts(style.leading, 0.0, column=1.0)
    strips = block.lay_out(style, width).strips
    columns = distribute(strips, height + NoteType.below_last * style.size, costs) or []
    return [NoteColumn(tuple(stack_strips(column)), style) for column in columns]


# The largest size, and the step from one to the next (mm per em).
_MAX_SIZE, _SIZE_STEP = 2.9, 0.05
# The height of an accent above its capital (em).
_ACCENT = 0.2
_SIZES = sizes_between(MIN_TEXT_SIZE, _MAX_SIZE, _SIZE_STEP)


class PlacedText(Struct, frozen=True, eq=False):
    """Text painted in its box, with its size."""

    items: Items
    size: float
    box: Rect


def place_instructions(
    notes: Sequence[Note], places: Sequence[Rect], below: Rect, language: str, colour: Colour
) -> PlacedText:
    """Place notes in the one of `places` that allows the largest text.

    Each note starts a new line. If the notes do not fit anywhere, they are joined into a paragraph.
    If the paragraph does not fit either, the separate lines are set in `below` in the smallest
    size, even if they are higher than that box.
    """
    stack = stack_notes(notes, colour)
    for block in (stack, run_in_notes(notes, colour)):
        placed = [_fit(block, box, language) for box in places]
        fitting = [text for text in placed if text is not None]
        if fitting:
            return max(fitting, key=lambda text: text.size)
    column = whole_column(stack, note_style(MIN_TEXT_SIZE, language), below.w)
    height = column.height + _ACCENT * MIN_TEXT_SIZE
    return _place(column, below._replace(h=height))


def _fit(block: Block, box: Rect, language: str) -> PlacedText | None:
    """Set a block in the largest size that fits a box, or return None."""
    layout = fit(
        block,
        lambda size: ColumnArea(box.w, box.h + (NoteType.below_last - _ACCENT) * size),
        lambda size: note_style(size, language),
        _SIZES,
        name="notes",
    )
    if isinstance(layout, Overflow):
        return None
    return _place(NoteColumn(layout.columns[0], layout.style), box)


def _place(column: NoteColumn, box: Rect) -> PlacedText:
    """Centre a column vertically in a box, with room for the accents of its first line."""
    size = column.style.size
    spare = box.h - column.height - _ACCENT * size
    items = column.items(box.x, box.y + spare / 2 + _ACCENT * size)
    return PlacedText(tuple(items), size, box)


# --- pen -----------------------------------------------------------------------------------------

# The least and the greatest height of a row (mm); the most columns.
MIN_ROW, MAX_ROW = 6.2, 12.0
COLUMNS = 8


class PageRows(msgspec.Struct, frozen=True):
    """The first and last round of each page, counted from 1, and the height of a row (mm)."""

    pages: tuple[tuple[int, int], ...]
    height: float


class Body(msgspec.Struct, frozen=True):
    """The body of the pages of a score sheet for `count` players, in the box `place`."""

    pen: Pen
    score: Score
    count: int
    place: Rect
    rows: PageRows

    @property
    def players(self) -> range:
        """The numbers of the players."""
        return range(1, self.count + 1)


def column_count(players: int, available: float, min_width: float) -> int:
    """Return how many of the players fit in columns at least `min_width` mm wide, at most eight.

    Raises PrintkitError if several players have space for fewer than two columns.
    """
    fitting = min(players, COLUMNS, int((available + 1e-9) / min_width))
    if fitting < min(players, 2):
        raise _too_small_error()
    return fitting


def divide_rows(count: int, space: float, more: int = 0) -> PageRows:
    """Divide `count` rounds among pages that have `space` mm for rows.

    Each page has `more` rows in addition to its rounds.

    Raises PrintkitError if a page has no space for a round.
    """
    holds = int((space + 1e-9) / MIN_ROW) - more
    if holds < 1:
        raise _too_small_error()
    pages = -(-count // holds)
    each, rest = divmod(count, pages)
    ends = [i * each + min(i, rest) for i in range(pages + 1)]
    shared = tuple((end + 1, last) for end, last in pairwise(ends))
    maximum = each + bool(rest) + more
    return PageRows(shared, min(MAX_ROW, space / maximum))


def _too_small_error() -> PrintkitError:
    return PrintkitError("The page is too small for a score sheet.", hint="Use a larger --paper.")


# The size of typed text: the largest (mm per em), and the share of the height of a field.
_TYPED, _SHARE = 4.2, 0.56
# The size of small words, and their leading (mm).
_WORDS, WORD_STEP = 2.5, 2.9
# The inner ring of a light, as a share of the outer one.
_GLASS = 0.78


class Pen(msgspec.Struct, frozen=True):
    """Draws the lines, words and form fields of a page in the theme and languages of `options`.

    The names of fields begin with `prefix`.
    """

    options: RenderOptions
    prefix: str

    @property
    def palette(self) -> Palette:
        return plain_paper_theme(self.options.theme).palette("ink")

    def draw_line(self, points: list[tuple[Point, Point]], width_: float) -> Path:
        """Draw straight lines in one weight."""
        builder = PathBuilder()
        for start, end in points:
            builder.move(*start).line(*end)
        return Path(builder.done(), stroke=Stroke(self.palette.ink, self.weight(width_)))

    def draw_rule(self, left: float, right: float, y: float, width_: float) -> Path:
        """Draw a horizontal line."""
        return self.draw_line([((left, y), (right, y))], width_)

    def draw_dots(self, points: list[tuple[Point, Point]]) -> Path:
        """Draw dotted lines."""
        stroke = Stroke(self.palette.ink, self.weight(FINE) * 1.4, True, (0.01, 1.1))
        return replace(self.draw_line(points, FINE), stroke=stroke)

    def draw_rings(self, centres: list[Point], r: float, width_: float) -> Path:
        builder = PathBuilder()
        for x, y in centres:
            builder.circle(x, y, r)
        return Path(builder.done(), stroke=Stroke(self.palette.ink, self.weight(width_)))

    def draw_lamps(self, centres: list[Point], r: float) -> list[Item]:
        """Draw lights to be marked: each is a ring inside a finer one."""
        return [self.draw_rings(centres, r, FINE), self.draw_rings(centres, r * _GLASS, LINE)]

    def draw_body(self, data: PathData) -> Path:
        """Draw a solid shape; in a theme that saves ink, draw its outline filled with paper."""
        if self.palette.solid:
            return Path(data, fill=self.palette.area)
        line = Stroke(self.palette.ink, self.weight(LINE))
        return Path(data, fill=self.palette.paper, stroke=line)

    def weight(self, width_: float) -> float:
        return self.palette.line_weight(width_)

    def write(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        max_width: float,
        *,
        font: str = TITLE,
        align: float = 0.5,
        middle: bool = False,
    ) -> ShapedText:
        """Write a line of text at `x`, made smaller if it is wider than `max_width` mm.

        With `align` 0 the line starts at `x`, with 0.5 its middle is there. Raises TextOverflow if
        the text does not fit in the smallest size.
        """
        own, ink = (font, text, x, y, size, max_width), self.palette.ink
        return shrink_line(*own, ink, align=align, middle=middle, legible=True)

    def write_number(
        self, number: int, x: float, y: float, size: float, max_width: float, every: int = 5
    ) -> ShapedText:
        """Write a number about the point (x, y), in bold if it is a multiple of `every`."""
        font = TITLE if number % every else TITLE_BOLD
        return self.write(str(number), x, y, size, max_width, font=font, middle=True)

    def stack_words(
        self, texts: Sequence[str], x: float, y: float, max_width: float, align: float = 0.5
    ) -> list[Item]:
        """Stack texts with the last baseline at y."""
        first = y - WORD_STEP * (len(texts) - 1)
        return [
            self.write(text, x, first + WORD_STEP * i, _WORDS, max_width, align=align)
            for i, text in enumerate(texts)
        ]

    def words(self, key: str) -> tuple[str, ...]:
        """Return the texts of a key in the languages of the edition, each once."""
        languages = self.options.languages
        return tuple(dict.fromkeys(translate(language, f"score.{key}") for language in languages))

    def label(self, key: str, **values: object) -> str:
        """Return the label of a form field, in the first language."""
        return translate(self.options.language, f"score.field-{key}", **values)

    def make_field(self, name: str, rect: Rect, label: str, *, centred: bool = True) -> FormField:
        """Return a text field of one line."""
        size = min(_TYPED, _SHARE * rect.h)
        return FormField(self.prefix + name, rect, label, INDEX, size, self.palette.ink, centred)

    def make_check_box(self, name: str, centre: Point, r: float, label: str) -> FormField:
        """Return a check box in a ring."""
        rect = Rect(centre[0] - r, centre[1] - r, 2 * r, 2 * r)
        return FormField(self.prefix + name, rect, label, INDEX, r, self.palette.ink, check=True)


_DOT = "\u00a0· "


def join_languages(texts: Iterable[str]) -> str:
    """Join the texts of both languages on one line."""
    return _DOT.join(texts)


_GAME, _NAME, _SMALL, _HOW = 8.4, 4.6, 2.6, 2.9
# The graduated rule, the writing line of date and place, the words below (mm from the top).
_RULE, _WRITE, _TEXT = 19.6, 32.4, 37.0
# The radius of an orrery, the space between a picture and the names (mm).
_ORRERY, _BESIDE = 9.2, 5.0
# The golden angle, so that planets differ in direction.
_GOLDEN = math.degrees(math.pi * (3 - math.sqrt(5)))


def draw_head(
    pen: Pen, variant: Variant, names: Iterable[str], texts: Sequence[str], bodies: int, page: str
) -> tuple[list[Item], float]:
    """Draw the head of a page with `bodies` planets; return the items and the height.

    `names` and `texts` are the title of the page and the text below it, one per language. Raises
    TextOverflow for names that do not fit at 7 pt.
    """
    options, width = pen.options, pen.options.page_area[0]
    rule = graduated_line(FINE / 2, width - FINE / 2, _RULE)
    game = join_languages(options.translations(variant.name))
    name = join_languages(filter(None, (*names, page)))
    taken = max(text_width(TITLE_BOLD, game, _GAME), text_width(TITLE, name, _NAME))
    picture, taken_width = _draw_picture(pen, variant, width, width - taken - _BESIDE, bodies)
    space = width - taken_width - _BESIDE
    items: list[Item] = [
        pen.write(game, 0, 7.2, _GAME, space, font=TITLE_BOLD, align=0.0),
        pen.write(name, 0, 14.6, _NAME, space, align=0.0),
        *picture,
        Path(rule, stroke=Stroke(pen.palette.ink, pen.weight(FINE))),
        *_draw_date_and_place(pen, width),
    ]
    if not texts:
        return items, _TEXT
    notes = [Note("", text) for text in texts]
    block = stack_notes(notes, pen.palette.ink)
    column = whole_column(block, note_style(_HOW, options.language), width)
    return [*items, *column.items(0, _TEXT)], _TEXT + column.height + 2.0


def _draw_picture(
    pen: Pen, variant: Variant, right: float, free: float, bodies: int
) -> tuple[list[Item], float]:
    """Draw the head-piece of a deck that has engraved drawings, or an orrery for any other deck.

    Return the items and their width. A head-piece is up to `free` mm wide, but never narrower than
    an orrery.
    """
    side = 2 * _ORRERY
    cards = head_piece_cards(variant.cards, side, free)
    if not cards:
        return _draw_orrery(pen, right - _ORRERY, _RULE - _ORRERY - 1.0, bodies), side
    taken_width = max(side, min(free, head_piece_width(cards, side)))
    box = Rect(right - taken_width, _RULE - side - 1.0, taken_width, side)
    return draw_head_piece(cards, plain_paper_theme(pen.options.theme), box), taken_width


def _draw_orrery(pen: Pen, cx: float, cy: float, bodies: int) -> list[Item]:
    """Draw a sun, rings, and a planet for each player, the first in the accent colour."""
    r = _ORRERY - 0.6
    rings = [r * share for share in (0.36, 0.58, 0.79)]
    ticks = PathBuilder().rays(cx, cy, r, [r * (0.97 if i % 6 else 0.92) for i in range(72)])
    planets, first = PathBuilder(), PathBuilder()
    for i in range(bodies):
        angle = math.radians(_GOLDEN * i - 40)
        x, y = cx + rings[-1 - i % 3] * math.cos(angle), cy + rings[-1 - i % 3] * math.sin(angle)
        (planets if i else first).circle(x, y, 0.85 if i else 1.3)
    palette = pen.palette
    items: list[Item] = [pen.draw_rings([(cx, cy)], ring, FINE) for ring in rings]
    items += [
        pen.draw_rings([(cx, cy)], r, LINE),
        Path(ticks.done(), stroke=Stroke(pen.palette.ink, pen.weight(FINE))),
        pen.draw_body(PathBuilder().circle(cx, cy, r * 0.19).done()),
        Path(first.done(), fill=palette.accent),
    ]
    if bodies > 1:
        items.append(pen.draw_body(planets.done()))
    return items


def _draw_date_and_place(pen: Pen, width: float) -> list[Item]:
    """Draw the lines for writing the date and the place."""
    items: list[Item] = []
    parts = (("date", 0.0, width * 0.36), ("place", width * 0.40, width - FINE))
    for key, left, right in parts:
        text = join_languages(pen.words(key))
        items.append(pen.write(text, left, _WRITE - 0.9, _SMALL, (right - left) / 2, align=0.0))
        start = left + text_width(TITLE, text, _SMALL) + 2.0
        items.append(pen.draw_rule(start, right, _WRITE, FINE))
        place = Rect(start + 0.5, _WRITE - 6.2, right - start - 1.0, 6.1)
        items.append(pen.make_field(key, place, pen.label(key), centred=False))
    return items
