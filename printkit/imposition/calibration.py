"""The calibration sheet: scales that show how far off a printer is, front and back.

A vernier: lines of the front are 6.5 mm apart, those of the back 6.25 mm, both counted from the
middle of the page. Held to the light one line of the back meets one of the front; if it is the n-th
from the middle, the back is n × 0.25 mm off. With so wide a step only one pair meets between −3 and
+3 mm. Each axis has its scale twice, on both sides of the middle: if the paper came through askew,
the mean of the two is right.
"""

from __future__ import annotations

import msgspec

from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect
from printkit.base.paper_sizes import Size
from printkit.base.printer_profile import LONG, Profile, signed
from printkit.base.units import format_mm
from printkit.graphics.display_list import Item, Path, Stroke
from printkit.graphics.font import INDEX, UNITS, font
from printkit.graphics.measures import FINE
from printkit.graphics.path import PathBuilder, Point
from printkit.imposition.calibration_text import SheetText, build_instructions
from printkit.imposition.marks import INK
from printkit.imposition.page import ART, LABEL, MARKS, Layer, Page
from printkit.layout.fit_text import text_line
from printkit.layout.records import Canvas, Fragment

FRONT, BACK = "front", "back"
# From one line of a scale to the next, on the front.
FRONT_PITCH = 6.5
# From one line to the next, on the back.
BACK_PITCH = 6.25
# The number of lines on either side of the middle one.
LINES_PER_SIDE = 12
STEP = FRONT_PITCH - BACK_PITCH
SCALE_RANGE = LINES_PER_SIDE * STEP
# Thin enough to tell a quarter of a millimetre, and seen through paper.
_LINE = 0.25
# How far a line extends from the axis of its scale.
_LINE_LENGTH = 7.0
# How far it extends past the axis: if the back is 3 mm off the other way too, the two lines of a
# pair still meet.
_LINE_OVERSHOOT = 1.6
# From the margin to the axis.
_TO_AXIS = 12.0
# From the axis to the end of the figures.
_TO_FIGURES = 14.5
# Crosses are in the columns of the upright scales, this far below the axis of a level one.
_CROSS_OFFSET = 27.0
# The arm of a cross.
_CROSS_ARM = 5.0
# The dot on the front of a cross.
_DOT_RADIUS = 1.5
# The ring on its back.
_RING_RADIUS = 4.7
# The width of the column of words in the middle.
COLUMN_WIDTH = 134.0
# The part of it that the ruler along it takes.
_RULER_COLUMN = 14.0
# So much more than their lines the scales need at both ends, for the figures (mm).
_END = 3.0
# The size of figures of whole millimetres (mm per em).
_WHOLE_SIZE = 3.1
# The size of figures of parts of one.
_PART_SIZE = 2.35
# The size of names.
_NAME_SIZE = 3.1
# The gap from a line to its figure.
_FIGURE_GAP = 1.2
# The length of a ruler.
_RULER_LENGTH = 100
# Its longest ticks.
_MAX_TICK = 3.6
# Its height with its figures.
_RULER_HEIGHT = 6.4


class _SheetFrame(msgspec.Struct, frozen=True):
    """Positions that both pages share; they are the same mirrored either way."""

    media: Rect
    margin: float

    @property
    def axis(self) -> float:
        """From the edge of the paper to the axis of each scale."""
        return self.margin + _TO_AXIS

    @property
    def crosses(self) -> tuple[tuple[float, float], ...]:
        """Upper left, upper right, lower left, lower right."""
        left, top = self.axis, self.axis + _CROSS_OFFSET
        right, low = self.media.w - left, self.media.h - top
        return (left, top), (right, top), (left, low), (right, low)

    @property
    def room(self) -> Rect:
        """The middle, between the figures of the level scales."""
        height = self.media.h - 2 * (self.axis + _TO_FIGURES)
        x, y = self.media.centre
        return Rect(x - COLUMN_WIDTH / 2, y - height / 2, COLUMN_WIDTH, height)


def calibration_pages(
    paper: Size, duplex: str, language: str, margin: float, profile: Profile | None = None
) -> tuple[Page, ...]:
    """Return front and back of the sheet, upright; it names the profile that it is printed with.

    Raises PrintkitError for paper that is too small.
    """
    across, along = sorted((paper.w, paper.h))
    frame = _SheetFrame(Rect(0, 0, across, along), margin)
    scale = 2 * (LINES_PER_SIDE * FRONT_PITCH + _END)
    least_w = max(scale, COLUMN_WIDTH + 2 * (_TO_AXIS + _TO_FIGURES)) + 2 * margin
    sheet = SheetText(language, duplex, paper, profile)
    words = {
        side: build_instructions(
            sheet, side, COLUMN_WIDTH - _RULER_COLUMN, frame.room.h - _RULER_COLUMN
        )
        for side in (FRONT, BACK)
    }
    height = max(block.height for block in words.values()) + _RULER_COLUMN
    least_h = max(
        height + 2 * (margin + _TO_AXIS + _TO_FIGURES), scale + 2 * (frame.axis + _CROSS_OFFSET + 6)
    )
    if across < least_w or along < least_h:
        raise PrintkitError(
            f"The paper {paper} is too small for the calibration sheet, which takes "
            f"{format_mm(least_w)} × {format_mm(least_h)} mm.",
            hint="Take a4 or letter: what is read there holds for smaller paper too.",
        )
    return tuple(_build_page(frame, sheet, side, words[side]) for side in (FRONT, BACK))


def _build_page(frame: _SheetFrame, sheet: SheetText, side: str, words: Fragment) -> Page:
    """Build one side. The rulers of the front are behind those of the back."""
    space = frame.room
    at_right = side == BACK or sheet.duplex != LONG
    at_foot = side == BACK or sheet.duplex == LONG
    # What the front says lies behind the foot of the back, where the back says least.
    above = space.bottom - _RULER_COLUMN - words.height
    top = space.y if side == BACK else above if at_foot else space.y + _RULER_COLUMN
    canvas = Canvas()
    words.paint(canvas, space.x if at_right else space.x + _RULER_COLUMN, top)
    rulers = (
        *_draw_ruler_along(frame, space.right if at_right else space.x, -1 if at_right else 1),
        *_draw_ruler_across(frame, space.bottom if at_foot else space.y + _RULER_HEIGHT),
    )
    layers = (
        Layer(ART, (*_draw_scales(frame, sheet, side), *_draw_crosses(frame, sheet.duplex, side))),
        Layer(MARKS, tuple(rulers)),
        Layer(LABEL, tuple(canvas.items)),
    )
    media, title = frame.media, sheet.translate(f"title-{side}")
    return Page(media, media, media, layers, side, title, back=side == BACK)


def _draw_scales(frame: _SheetFrame, sheet: SheetText, side: str) -> list[Item]:
    """Draw the four scales of a side.

    Lines of the front run outward from the axis, those of the back inward; only the back has
    figures, which are what is read.
    """
    pitch, outer, inner = (
        (FRONT_PITCH, -_LINE_LENGTH, _LINE_OVERSHOOT)
        if side == FRONT
        else (BACK_PITCH, -_LINE_OVERSHOOT, _LINE_LENGTH)
    )
    spine = outer if side == FRONT else inner
    end = LINES_PER_SIDE * pitch
    clear = LINES_PER_SIDE * FRONT_PITCH + SCALE_RANGE + 1.5
    w, h = frame.media.w, frame.media.h
    cx, cy = frame.media.centre
    items: list[Item] = []
    for near in (True, False):  # the one at the top or the left; the other one
        lines = PathBuilder()
        combs = PathBuilder()

        def level(v: float, near: bool = near) -> float:
            return frame.axis + v if near else h - frame.axis - v

        def upright(v: float, near: bool = near) -> float:
            return frame.axis + v if near else w - frame.axis - v

        for n in range(-LINES_PER_SIDE, LINES_PER_SIDE + 1):
            lines.move(cx + n * pitch, level(outer)).line(cx + n * pitch, level(inner))
            lines.move(upright(outer), cy + n * pitch).line(upright(inner), cy + n * pitch)
        combs.move(cx - end, level(spine)).line(cx + end, level(spine))
        combs.move(upright(spine), cy - end).line(upright(spine), cy + end)
        items.append(Path(lines.done(), stroke=Stroke(INK, _LINE)))
        items.append(Path(combs.done(), stroke=Stroke(INK, FINE)))
        if side == FRONT:
            items += _draw_pointers((cx, level(spine)), (upright(spine), cy), 1 if near else -1)
        else:
            figures = level(inner), upright(inner)
            items += _draw_figures(sheet, (cx, cy), figures, 1 if near else -1)
            x, y = cx - clear, level(inner / 2) + 1.0
            items.append(text_line(INDEX, "back-x", x, y, _NAME_SIZE, INK, align=1.0))
            name = "back-y"
            x, y = upright(inner / 2), cy - clear
            items.append(text_line(INDEX, name, x, y, _NAME_SIZE, INK, align=0.5))
    return items


def _draw_pointers(level: Point, upright: Point, inward: int) -> list[Item]:
    """Draw a small triangle on each spine that points at the middle line."""
    builder = PathBuilder()
    (x, y), (u, v) = level, upright
    builder.arrowhead(x, y, 0, -2.2 * inward, 1.2).arrowhead(u, v, -2.2 * inward, 0, 1.2)
    return [Path(builder.done(), fill=INK)]


def _draw_figures(sheet: SheetText, middle: Point, ends: Point, inward: int) -> list[Item]:
    """Draw the figure of each line of the back: how far off it is if that line meets the
    front's.
    """
    (cx, cy), (y, x) = middle, ends
    items: list[Item] = []
    for n in range(-LINES_PER_SIDE, LINES_PER_SIDE + 1):
        words = signed(n * STEP).replace(".", sheet.translate("point"))
        size = _WHOLE_SIZE if n % round(1 / STEP) == 0 else _PART_SIZE
        height, offset = font(INDEX).cap_height / UNITS * size, n * BACK_PITCH
        low = y + _FIGURE_GAP + height if inward > 0 else y - _FIGURE_GAP
        items.append(text_line(INDEX, words, cx + offset, low, size, INK, align=0.5))
        left, low = x + inward * _FIGURE_GAP, cy + offset + height / 2
        align = 0.0 if inward > 0 else 1.0
        items.append(text_line(INDEX, words, left, low, size, INK, align=align))
    return items


def _draw_crosses(frame: _SheetFrame, duplex: str, side: str) -> list[Item]:
    """Draw four crosses, for a first look.

    The dot of the front shows in the ring of the back if the sheet was turned over the right edge.
    """
    builder = PathBuilder()
    for x, y in frame.crosses:
        builder.move(x - _CROSS_ARM, y).line(x + _CROSS_ARM, y).move(x, y - _CROSS_ARM).line(
            x, y + _CROSS_ARM
        )
    items: list[Item] = [Path(builder.done(), stroke=Stroke(INK, FINE))]
    if side == FRONT:
        x, y = frame.crosses[0]
        return [*items, Path(PathBuilder().circle(x, y, _DOT_RADIUS).done(), fill=INK)]
    x, y = frame.crosses[1 if duplex == LONG else 2]
    return [*items, Path(PathBuilder().circle(x, y, _RING_RADIUS).done(), stroke=Stroke(INK, 0.35))]


def _draw_ruler_across(frame: _SheetFrame, y: float) -> list[Item]:
    """Draw 100 mm across the page, its line at y; ticks and figures are above."""
    start = frame.media.centre[0] - _RULER_LENGTH / 2
    builder = PathBuilder().move(start, y).line(start + _RULER_LENGTH, y)
    items: list[Item] = []
    for mm in range(_RULER_LENGTH + 1):
        builder.move(start + mm, y).line(start + mm, y - _tick_length(mm))
        if mm % 10 == 0:
            x, low = start + mm, y - _MAX_TICK - 0.8
            items.append(text_line(INDEX, str(mm), x, low, _PART_SIZE, INK, align=0.5))
    items.append(text_line(INDEX, "scale-x", start - 3.0, y - 1.0, _NAME_SIZE, INK, align=1.0))
    items.append(text_line(INDEX, "mm", start + _RULER_LENGTH + 3.0, y - 1.0, _NAME_SIZE, INK))
    return [Path(builder.done(), stroke=Stroke(INK, FINE)), *items]


def _draw_ruler_along(frame: _SheetFrame, x: float, inward: int) -> list[Item]:
    """Draw 100 mm along the page, its line at x; ticks and figures are on the side `inward`."""
    start, align = frame.media.centre[1] - _RULER_LENGTH / 2, 1.0 if inward < 0 else 0.0
    builder = PathBuilder().move(x, start).line(x, start + _RULER_LENGTH)
    items: list[Item] = []
    for mm in range(_RULER_LENGTH + 1):
        builder.move(x, start + mm).line(x + inward * _tick_length(mm), start + mm)
        if mm % 10 == 0:
            left = x + inward * (_MAX_TICK + 0.8)
            figure = (INDEX, str(mm), left, start + mm, _PART_SIZE, INK)
            items.append(text_line(*figure, align=align, middle=True))
    for words, y in (("scale-y", start - 3.0), ("mm", start + _RULER_LENGTH + 5.2)):
        items.append(text_line(INDEX, words, x, y, _NAME_SIZE, INK, align=align))
    return [Path(builder.done(), stroke=Stroke(INK, FINE)), *items]


def _tick_length(mm: int) -> float:
    """Return the length of a line of a ruler."""
    return _MAX_TICK if mm % 10 == 0 else _MAX_TICK * 0.75 if mm % 5 == 0 else _MAX_TICK / 2
