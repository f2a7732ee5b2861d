"""The words of the calibration sheet: how it is printed, read and kept.

In: what sheet it is, which side, a width (mm). Out: a block of items with its height, its upper
left corner on the origin.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from printkit.base.geometry import Rect
from printkit.base.messages import translate
from printkit.base.paper_sizes import Size
from printkit.base.printer_profile import LONG, SHORT, Profile
from printkit.graphics.display_list import Item, Path, Stroke
from printkit.graphics.font import INDEX, TITLE, TITLE_BOLD, UNITS, font
from printkit.graphics.path import PathBuilder, rect_path
from printkit.imposition.marks import HAIR, INK
from printkit.layout.fit_text import text_line, text_width

FRONT, BACK = "front", "back"
# The steps of each side, in order; after READ comes the picture, after KEEP the command.
_READ, _KEEP = "read-x", "keep"
_STEPS = {
    FRONT: ("print", "turn"),
    BACK: ("light", "edge", _READ, "read-y", "scale", _KEEP, "use"),
}
_TITLE, _HEAD, _BODY, _CODE = 6.4, 3.5, 3.15, 3.7
_LEADING = 1.36
# From the left edge to the words of a step; between two steps, where there is room (mm).
_INDENT = 9.5
AIR = (5.0, 4.2, 3.4)
# The picture: not to scale, so that the eye sees what is meant (mm).
_WIDE, _NARROW, _TALL, _SHOWN = 9.0, 8.0, 6.5, 2
# A box to write into (mm).
_BOX, _BOX_HIGH = 17.0, 7.0
_EXAMPLE = Profile("office", 0.75, -0.5, 99.6, 100.0)


@dataclass(frozen=True, slots=True)
class Sheet:
    """What the words speak of: language, the edge the sheet is turned over, paper, profile."""

    language: str
    duplex: str
    paper: Size
    profile: Profile | None

    @property
    def named(self) -> str:
        """The paper in the language's figures."""
        return str(self.paper).replace(".", self.say("point"))

    def say(self, key: str, **values: object) -> str:
        return translate(self.language, f"calibrate.{key}", **values)


@dataclass(frozen=True, slots=True)
class Block:
    """Items from the origin down, and how high they are (mm)."""

    items: tuple[Item, ...]
    height: float


@dataclass
class _Column:
    """Lines and pictures one below the other."""

    wide: float
    y: float = 0.0
    items: list[Item] = field(default_factory=list)

    def line(self, key: str, words: str, size: float, x: float = 0.0) -> None:
        """One line; smaller where it would be too wide."""
        natural = text_width(key, words, size)
        size *= min(1.0, (self.wide - x) / natural if natural else 1.0)
        self.y += font(key).cap_height / UNITS * size
        self.items.append(text_line(key, words, x, self.y, size, INK))

    def paragraph(self, key: str, words: str, size: float, x: float = 0.0) -> None:
        """As many lines as it takes."""
        for at, line in enumerate(_wrapped(key, words, size, self.wide - x)):
            if at:
                self.y += (_LEADING - font(key).cap_height / UNITS) * size
            self.line(key, line, size, x)

    def space(self, tall: float) -> None:
        self.y += tall

    def block(self) -> Block:
        return Block(tuple(self.items), self.y)


def how_to(sheet: Sheet, side: str, wide: float, air: float = AIR[0]) -> Block:
    """All that is said on a side of the sheet, with so much between two steps (mm)."""
    column = _Column(wide)
    column.line(TITLE_BOLD, sheet.say(f"title-{side}"), _TITLE)
    column.space(2.2)
    edge = sheet.say(f"edge-{sheet.duplex}")
    column.line(TITLE, sheet.say("about", paper=sheet.named, edge=edge), _BODY)
    if sheet.profile is not None:
        column.space(2.4)
        told = sheet.say("with-printer", printer=sheet.profile.describe(sheet.language))
        column.paragraph(TITLE_BOLD, told, _BODY)
    column.space(5.5)
    for number, step in enumerate(_STEPS[side], 1):
        _step(column, sheet, step, number)
        if step == _READ:
            _picture(column, sheet)
        elif step == _KEEP:
            _command(column, sheet)
        column.space(air)
    column.space(-air)
    return column.block()


def _step(column: _Column, sheet: Sheet, step: str, number: int) -> None:
    """A number in a ring, a head, and what to do."""
    values = {
        "edge": sheet.say(f"edge-{sheet.duplex}"),
        "ring": sheet.say(f"ring-{sheet.duplex}"),
    }
    top = column.y
    middle = top + font(TITLE_BOLD).cap_height / UNITS * _HEAD / 2
    figure = str(number)
    x = 2.7 - text_width(TITLE_BOLD, figure, _HEAD) / 2
    ring = PathBuilder().circle(2.7, middle, 2.7).done()
    column.items.append(Path(ring, stroke=Stroke(INK, 0.3)))
    low = middle + font(TITLE_BOLD).cap_height / UNITS * _HEAD / 2
    column.items.append(text_line(TITLE_BOLD, figure, x, low, _HEAD, INK))
    column.line(TITLE_BOLD, sheet.say(f"{step}-head", **values), _HEAD, _INDENT)
    column.space(1.7)
    column.paragraph(TITLE, sheet.say(step, **values), _BODY, _INDENT)


def _picture(column: _Column, sheet: Sheet) -> None:
    """Five lines of a scale of which the middle ones meet, at +0.5."""
    column.space(5.4)
    x, axis = _INDENT + 8.0, column.y + _TALL
    lines = PathBuilder()
    point = sheet.say("point")
    for k in range(2 * _SHOWN + 1):
        front = x + k * _WIDE
        back = x + k * _NARROW + _SHOWN * (_WIDE - _NARROW)
        lines.move(front, axis - _TALL).line(front, axis + 1.0)
        lines.move(back, axis - 1.0).line(back, axis + _TALL)
        figure = f"+{k / 4:g}".replace(".", point) if k else "0"
        left = back - text_width(INDEX, figure, 2.5) / 2
        column.items.append(text_line(INDEX, figure, left, axis + _TALL + 3.0, 2.5, INK))
    column.items.append(Path(lines.done(), stroke=Stroke(INK, 0.3)))
    met = x + _SHOWN * _WIDE
    ring = PathBuilder().ellipse(met, axis + 1.2, 4.4, _TALL + 3.7).done()
    column.items.append(Path(ring, stroke=Stroke(INK, HAIR, dash=(1.0, 0.7))))
    words = x + 2 * _SHOWN * _WIDE + 7.0
    for at, (key, said) in enumerate(((TITLE, "picture-front"), (TITLE, "picture-back"))):
        y = axis + (_TALL / 2 + 1.0) * (1 if at else -1) + 1.0
        text = sheet.say(said)
        size = min(_BODY, _BODY * (column.wide - words) / text_width(key, text, _BODY))
        column.items.append(text_line(key, text, words, y, size, INK))
    column.y = axis + _TALL + 4.4


def _command(column: _Column, sheet: Sheet) -> None:
    """The command that keeps what was read, with boxes to write the figures into."""
    column.space(2.6)
    edge = f" --duplex {SHORT}" if sheet.duplex != LONG else ""
    rows = (
        ((f"printkit calibrate{edge} --name", _BOX * 2, ""),),
        (("--back-x", _BOX, "mm"), ("--back-y", _BOX, "mm")),
        (("--scale-x", _BOX, "%"), ("--scale-y", _BOX, "%")),
    )
    for row in rows:
        x = _INDENT
        y = column.y + _BOX_HIGH / 2 + font(INDEX).cap_height / UNITS * _CODE / 2
        for before, box, after in row:
            column.items.append(text_line(INDEX, before, x, y, _CODE, INK))
            x += text_width(INDEX, before, _CODE) + 1.6
            frame = rect_path(Rect(x, column.y, box, _BOX_HIGH))
            column.items.append(Path(frame, stroke=Stroke(INK, HAIR)))
            x += box + 1.0
            if after:
                column.items.append(text_line(INDEX, after, x, y, _CODE, INK))
            x += text_width(INDEX, after, _CODE) + 6.0
        column.space(_BOX_HIGH + 1.6)
    column.space(1.0)
    typed = " ".join(f"--{k} {v}" for k, v in _EXAMPLE.as_text().items() if k != "duplex")
    words = sheet.say(
        "for-example", command=f"printkit calibrate{edge} --name {_EXAMPLE.name} {typed}"
    )
    column.line(INDEX, words, _CODE * 0.8, _INDENT)


def _wrapped(key: str, words: str, size: float, wide: float) -> list[str]:
    """The words in lines that are full but no wider."""
    lines: list[str] = []
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(key, longer, size) <= wide:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
