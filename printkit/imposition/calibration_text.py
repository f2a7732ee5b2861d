"""The text of the calibration sheet: how it is printed, read and kept."""

from __future__ import annotations

from functools import partial

import msgspec
from msgspec.structs import replace

from printkit.base.geometry import Rect
from printkit.base.messages import translate
from printkit.base.paper_sizes import Size
from printkit.base.printer_profile import LONG, SHORT, Profile
from printkit.graphics.display_list import OUTLINED, Item, Path, Stroke
from printkit.graphics.font import INDEX, TITLE, TITLE_BOLD, UNITS, font
from printkit.graphics.measures import FINE
from printkit.graphics.path import PathBuilder, rect_path
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
from printkit.layout.fit_text import shrink_line, text_line, text_width
from printkit.layout.flow import FlowCosts, fill_column, filled_height
from printkit.layout.overlays import Adaptive
from printkit.layout.records import (
    RAGGED,
    Block,
    Fragment,
    Span,
    Strip,
    TextStyle,
    paint_strips,
)

FRONT, BACK = "front", "back"
# The steps of each side, in order; after READ comes the picture, after KEEP the command.
_READ, _KEEP = "read-x", "keep"
_STEPS = {
    FRONT: ("print", "turn"),
    BACK: ("light", "edge", _READ, "read-y", "scale", _KEEP, "use"),
}
# The sizes of the title, the head of a step, its text, and the command (mm per em).
_TITLE_SIZE = 6.4
_HEAD_SIZE = 3.5
_BODY_SIZE = 3.15
_CODE_SIZE = 3.7
_LEADING = 1.36
# The height of capitals of the body (em).
_CAP = font(TITLE).cap_height / UNITS
# From the left edge to the words of a step.
_INDENT = 9.5
# The ring round the number of a step.
_RING_RADIUS = 2.7
# The gap between two steps, at least and at most.
MIN_GAP = 3.4
MAX_GAP = 5.0
# The picture is not to scale, so that the eye sees what is meant: the step of the lines of the
# front …
_FRONT_STEP = 9.0
# … and of the back,
_BACK_STEP = 8.0
# the height of a line,
_LINE_HEIGHT = 6.5
# the number of lines on either side of the middle one.
_LINES_SHOWN = 2
# A box to write into.
_BOX_WIDTH = 17.0
_BOX_HEIGHT = 7.0
_EXAMPLE = Profile("office", 0.75, -0.5, 99.6, 100.0)


class SheetText(msgspec.Struct, frozen=True):
    """What the text refers to: language, the edge the sheet is turned over, paper, profile."""

    language: str
    duplex: str
    paper: Size
    profile: Profile | None

    @property
    def named(self) -> str:
        """The paper in the language's figures."""
        return str(self.paper).replace(".", self.translate("point"))

    def translate(self, key: str, **values: object) -> str:
        return translate(self.language, f"calibrate.{key}", **values)


def build_instructions(sheet: SheetText, side: str, width: float, height: float) -> Fragment:
    """Return the instructions on one side of the sheet.

    The gaps between its steps are as large as `height` allows; if it allows too little, the
    fragment is higher than that.
    """
    style = TextStyle(
        _BODY_SIZE,
        _LEADING * _BODY_SIZE,
        sheet.language,
        baseline=_CAP / _LEADING,
        render_mode=OUTLINED,
    )
    edge = sheet.translate(f"edge-{sheet.duplex}")
    parts = [
        _part(_line(TITLE_BOLD, sheet.translate(f"title-{side}"), _TITLE_SIZE), 0.0),
        _part(
            _line(TITLE, sheet.translate("about", paper=sheet.named, edge=edge), _BODY_SIZE), 2.2
        ),
    ]
    if sheet.profile is not None:
        words = sheet.translate("with-printer", printer=sheet.profile.describe(sheet.language))
        parts.append(_part(_text(TITLE_BOLD, words), 2.4))
    for number, step in enumerate(_STEPS[side], 1):
        block = ListItem(
            partial(_draw_ring, str(number)), _build_step(sheet, step), _INDENT / _BODY_SIZE
        )
        gap, stretch = (MIN_GAP, MAX_GAP - MIN_GAP) if number > 1 else (5.5, 0.0)
        parts.append(_part(Unbroken(block), gap, stretch))
    whole = Stack(tuple(parts)).lay_out(style, width)
    placed = fill_column(whole.strips, height, FlowCosts(0.0, 1.0, evenly=True))
    used = filled_height(placed)
    strip = Strip(used, lambda canvas, x, y: paint_strips(canvas, placed, x, y))
    return Fragment((strip,), width, max(0.0, used - height), "calibration")


def _part(block: Block, gap: float, stretch: float = 0.0) -> StackPart:
    """A block below another (mm)."""
    return StackPart(block, gap / (_LEADING * _BODY_SIZE), stretch / (_LEADING * _BODY_SIZE))


def _line(key: str, text: str, size: float) -> Adaptive:
    """Return one line, its capitals' heads at the top; smaller where it would be too wide."""

    def choose(style: TextStyle, width: float) -> Fragment:
        line = shrink_line(key, text, 0.0, 0.0, size, width, INK)
        height = font(key).cap_height / UNITS * line.size
        return fragment_of((replace(line, y=height),), height)

    return Adaptive(choose)


def _text(key: str, text: str) -> Adaptive:
    """Return lines, from the capitals' heads of the first to the baseline of the last."""

    def choose(style: TextStyle, width: float) -> Fragment:
        words = Paragraph((Span(text, key, INK),), RAGGED, hyphenate=False).lay_out(style, width)
        return merge(words, words.height - (_LEADING - _CAP) * _BODY_SIZE)

    return Adaptive(choose)


def _build_step(sheet: SheetText, step: str) -> Stack:
    """Build a step: a head, what to do, and a picture of it."""
    values = {
        "edge": sheet.translate(f"edge-{sheet.duplex}"),
        "ring": sheet.translate(f"ring-{sheet.duplex}"),
    }
    parts = [
        _part(_line(TITLE_BOLD, sheet.translate(f"{step}-head", **values), _HEAD_SIZE), 0.0),
        _part(_text(TITLE, sheet.translate(step, **values)), 1.7),
    ]
    if step == _READ:
        parts.append(_part(Drawing(partial(_draw_picture, sheet)), 5.4))
    elif step == _KEEP:
        parts += [_part(Drawing(partial(_draw_command, sheet)), 2.6), *_build_example(sheet)]
    return Stack(tuple(parts))


def _draw_ring(number: str, style: TextStyle, height: float) -> tuple[Item, ...]:
    """Draw the number of a step in a ring, on the line of its head."""
    low = font(TITLE_BOLD).cap_height / UNITS * _HEAD_SIZE
    ring = PathBuilder().circle(_RING_RADIUS, low / 2, _RING_RADIUS).done()
    return (
        Path(ring, stroke=Stroke(INK, 0.3)),
        text_line(TITLE_BOLD, number, _RING_RADIUS, low, _HEAD_SIZE, INK, align=0.5),
    )


def _draw_picture(sheet: SheetText, style: TextStyle, width: float) -> tuple[list[Item], float]:
    """Draw five lines of a scale of which the middle ones meet, at +0.5; return its height too."""
    x, axis = 8.0, _LINE_HEIGHT
    items: list[Item] = []
    lines = PathBuilder()
    point = sheet.translate("point")
    for k in range(2 * _LINES_SHOWN + 1):
        front = x + k * _FRONT_STEP
        back = x + k * _BACK_STEP + _LINES_SHOWN * (_FRONT_STEP - _BACK_STEP)
        lines.move(front, axis - _LINE_HEIGHT).line(front, axis + 1.0)
        lines.move(back, axis - 1.0).line(back, axis + _LINE_HEIGHT)
        figure = f"+{k / 4:g}".replace(".", point) if k else "0"
        low = axis + _LINE_HEIGHT + 3.0
        items.append(text_line(INDEX, figure, back, low, 2.5, INK, align=0.5))
    items.append(Path(lines.done(), stroke=Stroke(INK, 0.3)))
    met = x + _LINES_SHOWN * _FRONT_STEP
    ring = PathBuilder().ellipse(met, axis + 1.2, 4.4, _LINE_HEIGHT + 3.7).done()
    items.append(Path(ring, stroke=Stroke(INK, FINE, dash=(1.0, 0.7))))
    left = x + 2 * _LINES_SHOWN * _FRONT_STEP + 7.0
    for side, key in ((-1, "picture-front"), (1, "picture-back")):
        y = axis + (_LINE_HEIGHT / 2 + 1.0) * side + 1.0
        items.append(
            shrink_line(TITLE, sheet.translate(key), left, y, _BODY_SIZE, width - left, INK)
        )
    return items, axis + _LINE_HEIGHT + 4.4


def _draw_command(sheet: SheetText, style: TextStyle, width: float) -> tuple[list[Item], float]:
    """Draw the command that saves the readings, with boxes to write the figures into.

    Returns its height too.
    """
    rows = (
        ((f"printkit calibrate{_edge_flag(sheet)} --name", _BOX_WIDTH * 2, ""),),
        (("--back-x", _BOX_WIDTH, "mm"), ("--back-y", _BOX_WIDTH, "mm")),
        (("--scale-x", _BOX_WIDTH, "%"), ("--scale-y", _BOX_WIDTH, "%")),
    )
    items: list[Item] = []
    top = 0.0
    for row in rows:
        x = 0.0
        y = top + _BOX_HEIGHT / 2
        for before, box, after in row:
            items.append(text_line(INDEX, before, x, y, _CODE_SIZE, INK, middle=True))
            x += text_width(INDEX, before, _CODE_SIZE) + 1.6
            frame = rect_path(Rect(x, top, box, _BOX_HEIGHT))
            items.append(Path(frame, stroke=Stroke(INK, FINE)))
            x += box + 1.0
            if after:
                items.append(text_line(INDEX, after, x, y, _CODE_SIZE, INK, middle=True))
            x += text_width(INDEX, after, _CODE_SIZE) + 6.0
        top += _BOX_HEIGHT + 1.6
    return items, top


def _build_example(sheet: SheetText) -> list[StackPart]:
    """Build the command with figures filled in."""
    typed = " ".join(f"--{k} {v}" for k, v in _EXAMPLE.as_text().items() if k != "duplex")
    command = f"printkit calibrate{_edge_flag(sheet)} --name {_EXAMPLE.name} {typed}"
    return [
        _part(_line(INDEX, sheet.translate("for-example", command=command), _CODE_SIZE * 0.8), 1.0)
    ]


def _edge_flag(sheet: SheetText) -> str:
    return f" --duplex {SHORT}" if sheet.duplex != LONG else ""
