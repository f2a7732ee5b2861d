"""The display list: all that can be on a page.

Millimetres, origin top left, y down. Everything is frozen; colours are `#rrggbb`; a text is shaped
and broken before it is here. A writer needs to know these item kinds and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from printkit.base.geometry import IDENTITY, Matrix, Rect
from printkit.graphics.path import PathData

Colour: TypeAlias = str


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line: colour, width (mm), round or butt ends, dash lengths (mm; none: solid), joins.

    `join` is miter (to four times the width), round or bevel; none: that of the ends.
    """

    colour: Colour
    width: float
    round: bool = False
    dash: tuple[float, ...] = ()
    join: str = ""

    @property
    def joins(self) -> str:
        return self.join or ("round" if self.round else "miter")


@dataclass(frozen=True, slots=True)
class Path:
    """An outline that is filled, stroked or both; `even_odd` chooses the fill rule."""

    data: PathData
    fill: Colour | None = None
    stroke: Stroke | None = None
    even_odd: bool = False


@dataclass(frozen=True, slots=True)
class GlyphRun:
    """A shaped line of text: the font's key, and for each glyph its index and x (em units / 1000).

    `width` is the advance of the whole line in the same units.
    """

    font: str
    text: str
    glyphs: tuple[int, ...]
    xs: tuple[float, ...]
    width: float


# How a text is drawn: as outlines under words that are found and copied; as live text of its font,
# for running text (where a format has that); not at all, the words of a drawing in a line of text.
OUTLINED, LIVE, INVISIBLE = "outlined", "live", "ghost"


@dataclass(frozen=True, slots=True)
class Text:
    """A shaped line at (x, y) on its baseline, in a size (mm per em), drawn in a `render_mode`.

    `artifact` marks words that are printed a second time (the turned half of a face): they are
    drawn and not read aloud, searched or copied.
    """

    run: GlyphRun
    x: float
    y: float
    size: float
    fill: Colour
    artifact: bool = False
    render_mode: str = OUTLINED


@dataclass(frozen=True, slots=True)
class Image:
    """A picture (`data`: a whole PNG or JPEG file, `digest` its SHA-256) that fills a rectangle."""

    data: bytes
    digest: str
    rect: Rect


@dataclass(frozen=True, slots=True)
class FormField:
    """A place to write or to mark, on a screen: it draws nothing, so the printed page is as it was.

    `name` (letters, digits, hyphens) is unique in a drawing, `label` tells it to a reader. A text
    of one line is set in a font, a size (mm per em) and a colour, from the left or `centred`;
    `check` makes it a box to mark instead.
    """

    name: str
    rect: Rect
    label: str
    font: str
    size: float
    colour: Colour
    centred: bool = False
    check: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Items under a common map and clip (the clip is given in the group's own coordinates)."""

    items: tuple[Item, ...]
    matrix: Matrix = IDENTITY
    clip: PathData | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Symbol:
    """A drawing that is made once and used often.

    `key` is unique in a document and tells what it is; `box` holds all its ink; `title` names it
    for a reader who does not see it.
    """

    key: str
    items: tuple[Item, ...]
    box: Rect
    title: str = ""


@dataclass(frozen=True, slots=True)
class Use:
    """A symbol put in a place."""

    symbol: Symbol
    matrix: Matrix = IDENTITY


Item: TypeAlias = Path | Text | Image | FormField | Group | Use


def transformed(items: tuple[Item, ...] | list[Item], matrix: Matrix) -> Group:
    """The items under a map."""
    return Group(tuple(items), matrix)


def as_artifact(items: Sequence[Item]) -> tuple[Item, ...]:
    """Return items as printed a second time: drawn, but not read aloud, searched or copied."""
    copies: list[Item] = []
    for item in items:
        if isinstance(item, Text):
            copies.append(replace(item, artifact=True))
        elif isinstance(item, Group):
            copies.append(replace(item, items=as_artifact(item.items)))
        else:
            copies.append(item)
    return tuple(copies)
