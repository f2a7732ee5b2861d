"""Make the calibration sheet and the feed test, whose two prints show how a printer feeds paper.

The two prints of the feed test never overlap, even if the second one is upside down: the first is
in the upper left quarter of the page, the second in the upper right quarter or, upside down, in the
lower left quarter.

Each scale of the sheet is a vernier: its lines are 6.5 mm apart on the front and 6.25 mm on the
back, both counted from the middle of the page. Held against the light, one line of the back
coincides with a line of the front. If it is the n-th line from the middle, the back is off by n ×
0.25 mm. The lines are so far apart that only one pair coincides between −3 and +3 mm. Each axis has
two scales, one on each side of the middle: the mean of both readings is right even if the paper was
fed askew.
"""

from __future__ import annotations

from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from printkit.base import paper_sizes
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect, format_mm
from printkit.base.messages import translate
from printkit.base.paper_sizes import Size
from printkit.base.printer_profile import LONG, MANUAL, SHORT, TURNS, ManualFeed, Profile, signed
from printkit.base.sentences import Sentence
from printkit.graphics.display_list import OUTLINED, Item, Path, Stroke
from printkit.graphics.fonts import INDEX, TITLE, TITLE_BOLD, UNITS, font
from printkit.graphics.measures import FINE
from printkit.graphics.path import PathBuilder, Point, rect_path
from printkit.imposition.marks import INK
from printkit.layout.blocks import (
    Drawing,
    ListItem,
    Paragraph,
    Stack,
    StackPart,
    Unbroken,
    fragment_of,
    merge,
)
from printkit.layout.containers import Adaptive
from printkit.layout.fit_text import shrink_line, text_line, text_width
from printkit.layout.fitting import FlowCosts, fill_column, filled_height
from printkit.layout.records import (
    RAGGED,
    Block,
    Canvas,
    Fragment,
    Span,
    Strip,
    TextStyle,
    paint_strips,
)
from printkit.pieces.options import DUPLEX, MARGIN, PAPER, PRINTER
from printkit.pieces.pages import (
    ART,
    LABEL,
    MARKS,
    Document,
    Layer,
    Page,
    PageRequest,
    ProductDocument,
)
from printkit.pieces.product import NOTHING, Product, of_no_game

# --- feed test -----------------------------------------------------------------------------------

# The least paper, upright; the size of its text (mm per em), which is larger on larger paper.
_MIN_PAPER = (140.0, 200.0)
_SIZE, _MAX_SIZE = 3.0, 4.2
# The arrow and the number beside it: heights, the stroke of the second arrow (mm).
_ARROW, _NUMBER, _STROKE = 30.0, 24.0, 0.9
# The space between quarters (mm).
_GUTTER = 8.0


def feed_test_pages(paper: Size, language: str, margin: float) -> tuple[Page, ...]:
    """Return the first and the second prints of both test sheets; the second ones are the backs of
    the document.

    Raises PrintkitError if the paper is too small.
    """
    w, h = sorted((paper.w, paper.h))
    if w < _MIN_PAPER[0] or h < _MIN_PAPER[1]:
        raise PrintkitError(
            Sentence(
                "The paper {paper} is too small for the calibration sheet, which needs "
                "{min_width} × {min_height} mm.",
                paper=paper,
                min_width=format_mm(_MIN_PAPER[0]),
                min_height=format_mm(_MIN_PAPER[1]),
            ),
            hint="Use a4 or letter: the readings also apply to smaller paper.",
        )
    media, inset = Rect(0, 0, w, h), max(margin, 5.0) + 3.0
    width, height = w / 2 - inset - _GUTTER / 2, h / 2 - inset - _GUTTER / 2
    left, right = inset, w / 2 + _GUTTER / 2
    upper = inset
    size = min(_SIZE * w / _MIN_PAPER[0], _MAX_SIZE)
    pages: list[Page] = []
    for number in (1, 2):
        for key, x in (("first", left), ("second", right)):
            back = key == "second"
            quarter = Rect(x, upper, width, height)
            canvas = Canvas()
            words = _set_words(language, key, width, size)
            # Those of the first print are at the foot, clear of the second one.
            words.paint(canvas, right, upper + _ARROW + 6.0 if back else h - inset - words.height)
            layers = (
                Layer(ART, tuple(_draw_arrow(quarter, number, hollow=back))),
                Layer(LABEL, tuple(canvas.items)),
            )
            title = translate(language, f"calibrate.feed.{key}-head")
            name = f"{number:02d}{'b' if back else 'a'}"
            pages.append(Page(media, media, media, layers, name, title, back=back))
    return tuple(pages)


def _set_words(language: str, key: str, width: float, size: float) -> Fragment:
    """Set the steps, or the questions, in a column."""
    leading = 1.36 * size
    style = TextStyle(size, leading, language, render_mode=OUTLINED)
    texts = translate(language, f"calibrate.feed.{key}").split("\n")
    head = Paragraph((Span(translate(language, f"calibrate.feed.{key}-head"), TITLE_BOLD, INK),))
    parts = [StackPart(head)]
    for text in texts:
        body = Paragraph((Span(text, TITLE, INK),), RAGGED, hyphenate=False)
        parts.append(StackPart(body, 0.4))
    return Stack(tuple(parts)).lay_out(style, width)


def _draw_arrow(box: Rect, number: int, *, hollow: bool) -> list[Item]:
    """Draw an arrow that points to the head of the page, and the number of the sheet beside it."""
    x, y, half = box.x + 11.0, box.y, 10.0
    outline = PathBuilder().polygon(
        [
            *((x, y + 0.5), (x + half, y + 12.0), (x + half / 2, y + 12.0)),
            *((x + half / 2, y + _ARROW), (x - half / 2, y + _ARROW)),
            *((x - half / 2, y + 12.0), (x - half, y + 12.0)),
        ]
    )
    arrow = Path(outline.done(), stroke=Stroke(INK, _STROKE))
    if not hollow:
        arrow = Path(outline.done(), fill=INK, stroke=Stroke(INK, _STROKE))
    figure = text_line(TITLE_BOLD, str(number), x + 16.0, y + _ARROW, _NUMBER * 1.4, INK)
    return [arrow, figure]


# --- calibration ---------------------------------------------------------------------------------

FRONT, BACK = "front", "back"
# The pitch of the lines of a scale on each side, and the number of lines on each side of 0.
FRONT_PITCH, BACK_PITCH = 6.5, 6.25
LINES_PER_SIDE = 12
STEP = FRONT_PITCH - BACK_PITCH
# The distance from the margin to the axis of a scale, and from there to the end of its figures.
_TO_AXIS, _TO_FIGURES = 12.0, 14.5
# The distance from the axis of a level scale to the crosses.
_CROSS_OFFSET = 27.0
# The width of the text column in the middle, and the part of it that the upright ruler takes.
_COLUMN_WIDTH, _RULER_COLUMN = 134.0, 14.0
_RULER_LENGTH, _MAX_TICK = 100, 3.6
# Sizes (mm per em): figures of whole millimetres and names; figures of fractions.
_WHOLE_SIZE, _PART_SIZE = 3.1, 2.35
# Sizes of the title, the head of a step, its text, and the command (mm per em).
_TITLE_SIZE, _HEAD_SIZE, _BODY_SIZE, _CODE_SIZE = 6.4, 3.5, 3.15, 3.7
_LEADING = 1.36
# The steps of each side; the picture follows READ, the command follows KEEP.
_READ, _KEEP = "read-x", "keep"
_STEPS = {FRONT: ("print", "turn"), BACK: ("light", "dot", _READ, "read-y", "scale", _KEEP, "use")}
# Steps that read otherwise where sheets are turned by hand.
_BY_HAND = ("print", "dot")
_EXAMPLE = Profile("office", 0.75, -0.5, 99.6, 100.0)


class _SheetRequest(Struct, frozen=True):
    """The request for a sheet, and the positions that are mirrored on its two sides."""

    paper: Size
    duplex: str
    language: str
    margin: float
    profile: Profile | None

    @property
    def media(self) -> Rect:
        """The paper, upright."""
        return Rect(0, 0, *sorted((self.paper.w, self.paper.h)))

    @property
    def axis(self) -> float:
        """The distance from each edge of the paper to the axis of its scale (mm)."""
        return self.margin + _TO_AXIS

    @property
    def column(self) -> Rect:
        """The text column, between the figures of the level scales."""
        height = self.media.h - 2 * (self.axis + _TO_FIGURES)
        x, y = self.media.centre
        return Rect(x - _COLUMN_WIDTH / 2, y - height / 2, _COLUMN_WIDTH, height)

    def text(self, key: str, **values: object) -> str:
        return translate(self.language, f"calibrate.{key}", **values)

    def localise(self, figure: str) -> str:
        """Return a figure with the decimal point of the language."""
        return figure.replace(".", self.text("point"))


def calibration_pages(
    paper: Size, duplex: str, language: str, margin: float, profile: Profile | None = None
) -> tuple[Page, ...]:
    """Return the front and the back of the sheet, upright.

    The sheet names the printer profile that corrects it. Raises PrintkitError if the paper is too
    small.
    """
    sheet = _SheetRequest(paper, duplex, language, margin, profile)
    texts = {side: _build_instructions(sheet, side) for side in (FRONT, BACK)}
    scale = 2 * (LINES_PER_SIDE * FRONT_PITCH + 3.0)  # with the figures at both ends
    around = 2 * (_TO_AXIS + _TO_FIGURES)
    min_width = max(scale, _COLUMN_WIDTH + around) + 2 * margin
    height = max(block.height for block in texts.values()) + _RULER_COLUMN
    min_height = max(height + around + 2 * margin, scale + 2 * (sheet.axis + _CROSS_OFFSET + 6))
    if sheet.media.w < min_width or sheet.media.h < min_height:
        raise PrintkitError(
            Sentence(
                "The paper {paper} is too small for the calibration sheet, which needs "
                "{min_width} × {min_height} mm.",
                paper=paper,
                min_width=format_mm(min_width),
                min_height=format_mm(min_height),
            ),
            hint="Use a4 or letter: the readings also apply to smaller paper.",
        )
    return tuple(_build_page(sheet, side, text) for side, text in texts.items())


def _build_page(sheet: _SheetRequest, side: str, text: Fragment) -> Page:
    """Build one side. The rulers on both sides coincide."""
    media, column = sheet.media, sheet.column
    at_right = side == BACK or sheet.duplex == SHORT
    at_foot = side == BACK or sheet.duplex != SHORT
    # The text of the front is behind the foot of the back, which has little text there.
    above = column.bottom - _RULER_COLUMN - text.height
    top = column.y if side == BACK else above if at_foot else column.y + _RULER_COLUMN
    canvas = Canvas()
    text.paint(canvas, column.x if at_right else column.x + _RULER_COLUMN, top)
    x, inward = (column.right, -1) if at_right else (column.x, 1)
    y = column.bottom if at_foot else column.y + 6.4
    rulers = *_draw_ruler(sheet, x, inward, level=False), *_draw_ruler(sheet, y, -1, level=True)
    layers = (
        Layer(ART, (*_draw_scales(sheet, side), *_draw_crosses(sheet, side))),
        Layer(MARKS, rulers),
        Layer(LABEL, tuple(canvas.items)),
    )
    return Page(media, media, media, layers, side, sheet.text(f"title-{side}"), back=side == BACK)


# --- scales, crosses and rulers -----------------------------------------------------------------


def _draw_scales(sheet: _SheetRequest, side: str) -> list[Item]:
    """Draw the four scales of a side.

    Lines of the front run outward from the axis, lines of the back inward. They extend beyond the
    axis, so that a pair still meets if the back is off by 3 mm across the scale. Only the back has
    figures.
    """
    media, (cx, cy) = sheet.media, sheet.media.centre
    pitch, outer, inner = (FRONT_PITCH, -7.0, 1.6) if side == FRONT else (BACK_PITCH, -1.6, 7.0)
    spine, end = outer if side == FRONT else inner, LINES_PER_SIDE * pitch
    beyond = LINES_PER_SIDE * (FRONT_PITCH + STEP) + 1.5
    items: list[Item] = []
    for inward in (1, -1):  # the scales at the head and on the left; those opposite
        edge_x, edge_y = (0.0, 0.0) if inward > 0 else (media.w, media.h)

        def level(u: float, v: float, inward: int = inward, edge: float = edge_y) -> Point:
            return cx + u, edge + inward * (sheet.axis + v)

        def upright(u: float, v: float, inward: int = inward, edge: float = edge_x) -> Point:
            return edge + inward * (sheet.axis + v), cy + u

        lines, spines, pointers = PathBuilder(), PathBuilder(), PathBuilder()
        for n in range(-LINES_PER_SIDE, LINES_PER_SIDE + 1):
            for to_page in (level, upright):
                lines.polyline([to_page(n * pitch, outer), to_page(n * pitch, inner)])
        for to_page in (level, upright):
            spines.polyline([to_page(-end, spine), to_page(end, spine)])
            # A small triangle points at the middle line.
            pointers.polygon(
                [to_page(0, spine), to_page(-1.2, spine - 2.2), to_page(1.2, spine - 2.2)]
            )
        items.append(Path(lines.done(), stroke=Stroke(INK, 0.25)))
        items.append(Path(spines.done(), stroke=Stroke(INK, FINE)))
        if side == FRONT:
            items.append(Path(pointers.done(), fill=INK))
            continue
        for n in range(-LINES_PER_SIDE, LINES_PER_SIDE + 1):
            figure = sheet.localise(signed(n * STEP))
            size = _WHOLE_SIZE if n % round(1 / STEP) == 0 else _PART_SIZE
            height = _cap_height(INDEX, size)
            x, y = level(n * BACK_PITCH, inner + 1.2)
            low = y + height if inward > 0 else y
            items.append(text_line(INDEX, figure, x, low, size, INK, align=0.5))
            place, align = upright(n * BACK_PITCH, inner + 1.2), 0.0 if inward > 0 else 1.0
            items.append(text_line(INDEX, figure, *place, size, INK, align=align, middle=True))
        x, y = level(-beyond, inner / 2)
        items.append(text_line(INDEX, "back-x", x, y + 1.0, _WHOLE_SIZE, INK, align=1.0))
        x, y = upright(-beyond, inner / 2)
        items.append(text_line(INDEX, "back-y", x, y, _WHOLE_SIZE, INK, align=0.5))
    return items


def _draw_crosses(sheet: _SheetRequest, side: str) -> list[Item]:
    """Draw four crosses for a quick check.

    The dot of the front shows in the ring of the back if the sheet was turned over the correct
    edge.
    """
    left, top = sheet.axis, sheet.axis + _CROSS_OFFSET
    right, low = sheet.media.w - left, sheet.media.h - top
    builder = PathBuilder()
    for x, y in ((left, top), (right, top), (left, low), (right, low)):
        builder.move(x - 5.0, y).line(x + 5.0, y).move(x, y - 5.0).line(x, y + 5.0)
    items: list[Item] = [Path(builder.done(), stroke=Stroke(INK, FINE))]
    if side == FRONT:
        return [*items, Path(PathBuilder().circle(left, top, 1.5).done(), fill=INK)]
    x, y = (right, top) if sheet.duplex != SHORT else (left, low)
    return [*items, Path(PathBuilder().circle(x, y, 4.7).done(), stroke=Stroke(INK, 0.35))]


def _draw_ruler(sheet: _SheetRequest, position: float, inward: int, *, level: bool) -> list[Item]:
    """Draw a ruler of 100 mm through the middle of the page.

    Its line is at `position`, across or along the page; ticks and figures are below the line or to
    the right of it if `inward` is 1, and above it or to the left of it if `inward` is -1.
    """
    start = sheet.media.centre[0 if level else 1] - _RULER_LENGTH / 2

    def at(mm: float, depth: float) -> Point:
        u, v = start + mm, position + inward * depth
        return (u, v) if level else (v, u)

    builder = PathBuilder().polyline([at(0, 0), at(_RULER_LENGTH, 0)])
    items: list[Item] = []
    sideways = 1.0 if inward < 0 else 0.0
    for mm in range(_RULER_LENGTH + 1):
        length = _MAX_TICK if mm % 10 == 0 else _MAX_TICK * 0.75 if mm % 5 == 0 else _MAX_TICK / 2
        builder.polyline([at(mm, 0), at(mm, length)])
        if mm % 10 == 0:
            figure = (INDEX, str(mm), *at(mm, _MAX_TICK + 0.8), _PART_SIZE, INK)
            align = 0.5 if level else sideways
            items.append(text_line(*figure, align=align, middle=not level))
    if level:
        names = (("scale-x", at(-3.0, 1.0), 1.0), ("mm", at(_RULER_LENGTH + 3.0, 1.0), 0.0))
    else:
        end = at(_RULER_LENGTH + 5.2, 0)
        names = (("scale-y", at(-3.0, 0), sideways), ("mm", end, sideways))
    for name, (x, y), align in names:
        items.append(text_line(INDEX, name, x, y, _WHOLE_SIZE, INK, align=align))
    return [Path(builder.done(), stroke=Stroke(INK, FINE)), *items]


def _cap_height(key: str, size: float) -> float:
    return font(key).cap_height / UNITS * size


# --- instructions -------------------------------------------------------------------------------


def _build_instructions(sheet: _SheetRequest, side: str) -> Fragment:
    """Return the instructions on one side of the sheet.

    The gaps between steps grow with the column; a column that is too low overflows.
    """
    baseline = _cap_height(TITLE, 1.0) / _LEADING
    style = TextStyle(
        _BODY_SIZE, _LEADING * _BODY_SIZE, sheet.language, baseline=baseline, render_mode=OUTLINED
    )
    edge = sheet.text(f"edge-{sheet.duplex}")
    about = sheet.text("about", paper=sheet.localise(str(sheet.paper)), edge=edge)
    parts = [
        _part(_line(TITLE_BOLD, sheet.text(f"title-{side}"), _TITLE_SIZE), 0.0),
        _part(_line(TITLE, about, _BODY_SIZE), 2.2),
    ]
    if sheet.profile is not None:
        printer = sheet.text("with-printer", printer=sheet.profile.describe(sheet.language))
        parts.append(_part(_text(TITLE_BOLD, printer), 2.4))
    for number, step in enumerate(_STEPS[side], 1):
        ring = partial(_draw_ring, str(number))
        block = ListItem(ring, _build_step(sheet, step, edge), 9.5 / _BODY_SIZE)
        gap, stretch = (3.4, 1.6) if number > 1 else (5.5, 0.0)
        parts.append(_part(Unbroken(block), gap, stretch))
    width, height = _COLUMN_WIDTH - _RULER_COLUMN, sheet.column.h - _RULER_COLUMN
    whole = Stack(tuple(parts)).lay_out(style, width)
    placed = fill_column(whole.strips, height, FlowCosts(0.0, 1.0, evenly=True))
    used = filled_height(placed)
    strip = Strip(used, lambda canvas, x, y: paint_strips(canvas, placed, x, y))
    return Fragment((strip,), width, max(0.0, used - height), "calibration")


def _part(block: Block, gap: float, stretch: float = 0.0) -> StackPart:
    """Return a block with the gap above it, which may grow by `stretch`."""
    return StackPart(block, gap / (_LEADING * _BODY_SIZE), stretch / (_LEADING * _BODY_SIZE))


def _line(key: str, text: str, size: float) -> Adaptive:
    """Return one line of text as a block as high as its capitals, shrunk to the width."""

    def choose(style: TextStyle, width: float) -> Fragment:
        line = shrink_line(key, text, 0.0, 0.0, size, width, INK)
        height = _cap_height(key, line.size)
        return fragment_of((replace(line, y=height),), height)

    return Adaptive(choose)


def _text(key: str, text: str) -> Adaptive:
    """Return lines of text, from the capitals of the first to the baseline of the last."""

    def choose(style: TextStyle, width: float) -> Fragment:
        lines = Paragraph((Span(text, key, INK),), RAGGED, hyphenate=False).lay_out(style, width)
        return merge(lines, lines.height - (_LEADING - _cap_height(TITLE, 1.0)) * _BODY_SIZE)

    return Adaptive(choose)


def _build_step(sheet: _SheetRequest, step: str, edge: str) -> Stack:
    """Build a step: its head, its text, and its picture or command."""
    values = {"edge": edge, "ring": sheet.text(f"ring-{sheet.duplex}")}
    key = f"{step}-{MANUAL}" if sheet.duplex == MANUAL and step in _BY_HAND else step
    parts = [
        _part(_line(TITLE_BOLD, sheet.text(f"{step}-head", **values), _HEAD_SIZE), 0.0),
        _part(_text(TITLE, sheet.text(key, **values)), 1.7),
    ]
    if step == _READ:
        parts.append(_part(Drawing(partial(_draw_picture, sheet)), 5.4))
    elif step == _KEEP:
        way = f" --duplex {sheet.duplex}" if sheet.duplex != LONG else ""
        command = f"printkit calibrate{way}"
        typed = " ".join(f"--{k} {v}" for k, v in _EXAMPLE.as_text().items() if k != "duplex")
        example = f"{command} --name {_EXAMPLE.name} {typed}"
        line = _line(INDEX, sheet.text("for-example", command=example), _CODE_SIZE * 0.8)
        parts += [_part(Drawing(partial(_draw_command, command)), 2.6), _part(line, 1.0)]
    return Stack(tuple(parts))


def _draw_ring(number: str, style: TextStyle, height: float) -> tuple[Item, ...]:
    """Draw the number of a step in a ring, level with its head."""
    low, radius = _cap_height(TITLE_BOLD, _HEAD_SIZE), 2.7
    return (
        Path(PathBuilder().circle(radius, low / 2, radius).done(), stroke=Stroke(INK, 0.3)),
        text_line(TITLE_BOLD, number, radius, low, _HEAD_SIZE, INK, align=0.5),
    )


def _draw_picture(sheet: _SheetRequest, style: TextStyle, width: float) -> tuple[list[Item], float]:
    """Draw the lines of a scale that coincide at +0.5. Also return the height of the picture.

    The picture is not to scale: the difference between the two pitches is exaggerated.
    """
    left, length, shown, front_pitch, back_pitch = 8.0, 6.5, 2, 9.0, 8.0
    met = left + shown * front_pitch
    items: list[Item] = []
    lines = PathBuilder()
    for k in range(2 * shown + 1):
        front, back = left + k * front_pitch, met + (k - shown) * back_pitch
        lines.move(front, 0).line(front, length + 1.0)
        lines.move(back, length - 1.0).line(back, 2 * length)
        figure = sheet.localise(f"+{k / 4:g}") if k else "0"
        items.append(text_line(INDEX, figure, back, 2 * length + 3.0, 2.5, INK, align=0.5))
    items.append(Path(lines.done(), stroke=Stroke(INK, 0.3)))
    ring = PathBuilder().ellipse(met, length + 1.2, 4.4, length + 3.7).done()
    items.append(Path(ring, stroke=Stroke(INK, FINE, dash=(1.0, 0.7))))
    x = left + 2 * shown * front_pitch + 7.0
    for y, key in ((length / 2, "picture-front"), (1.5 * length + 2.0, "picture-back")):
        items.append(shrink_line(TITLE, sheet.text(key), x, y, _BODY_SIZE, width - x, INK))
    return items, 2 * length + 4.4


def _draw_command(command: str, style: TextStyle, width: float) -> tuple[list[Item], float]:
    """Draw the command that saves the readings, with boxes to fill in. Also return the height."""
    rows = (
        ((f"{command} --name", 34.0, ""),),
        (("--back-x", 17.0, "mm"), ("--back-y", 17.0, "mm")),
        (("--scale-x", 17.0, "%"), ("--scale-y", 17.0, "%")),
    )
    items: list[Item] = []
    top, height = 0.0, 7.0
    for row in rows:
        x, y = 0.0, top + height / 2
        for option, box, unit in row:
            items.append(text_line(INDEX, option, x, y, _CODE_SIZE, INK, middle=True))
            x += text_width(INDEX, option, _CODE_SIZE) + 1.6
            frame = rect_path(Rect(x, top, box, height))
            items.append(Path(frame, stroke=Stroke(INK, FINE)))
            x += box + 1.0
            if unit:
                items.append(text_line(INDEX, unit, x, y, _CODE_SIZE, INK, middle=True))
            x += text_width(INDEX, unit, _CODE_SIZE) + 6.0
        top += height + 1.6
    return items, top


def make(request: PageRequest) -> ProductDocument:
    """Make the calibration sheet, or the sheets of the feed test if sheets are turned by hand and
    the printer's profile does not know how it feeds paper.

    Raises PrintkitError if the paper is too small.
    """
    options, language = request.options, request.options.language
    paper, duplex = paper_sizes.paper(options[PAPER]), options[DUPLEX]
    printer = options[PRINTER]
    if duplex == MANUAL and (printer is None or printer.manual is None):
        title, as_it_came = translate(language, "calibrate.title"), ManualFeed(False, False, False)
        tests = feed_test_pages(paper, language, options[MARGIN])
        return ProductDocument(Document(title, language, tests, duplex, as_it_came), 2, 0, duplex)
    pages = calibration_pages(paper, duplex, language, options[MARGIN], options[PRINTER])
    document = Document(translate(language, "calibrate.title"), language, pages, duplex)
    return ProductDocument(document, 1, 0, duplex)


PRODUCT = Product(
    "calibration",
    None,
    of_no_game,
    (PAPER, MARGIN, replace(DUPLEX, choices=TURNS), PRINTER),
    subject=NOTHING,
    file_stem="sheet",
    lay_out=make,
)
