"""The records of a drawing: its shapes and their paint, and their conversion to items.

Colours are roles of a palette or plain colours; `SvgArt.items` resolves the roles.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from operator import itemgetter

import msgspec
from msgspec.structs import replace

from printkit.base.errors import PrintkitError
from printkit.base.geometry import Matrix, Rect
from printkit.graphics.colour import BLACK, Colour
from printkit.graphics.display_list import Group, Item, Path, Stroke
from printkit.graphics.path import PathData

# The role of lines, and the role that replaces it in areas.
INK, AREA = "ink", "area"


class PictureOnly(PrintkitError):
    """A sound drawing that only a renderer can draw.

    `what` names the first part that needs a renderer, such as a gradient; `size` has the width and
    height of the drawing in its own units; `has_text` is True if it has letters; and `remarks` are
    as in `SvgArt`. If its page is empty, `beyond` is a rectangle around everything that it draws,
    in the units of its root.
    """

    what: str = ""
    beyond: Rect | None = None
    size: tuple[float, float] = (1.0, 1.0)
    has_text: bool = False
    remarks: tuple[str, ...] = ()


class Paint(msgspec.Struct, frozen=True, omit_defaults=True):  # short where it is kept
    """How a shape is painted: colours are roles by name, plain colours or None."""

    fill: str | Colour | None = BLACK
    stroke: str | Colour | None = None
    width: float = 1.0
    round: bool = False
    dash: tuple[float, ...] = ()
    even_odd: bool = False
    join: str = "miter"


class Shape(msgspec.Struct, frozen=True, omit_defaults=True):
    """An outline and its paint; `field` is True if it is part of the pale ground of its drawing.

    Only the part inside all of its `clips` is visible.
    """

    data: PathData
    paint: Paint
    field: bool = False
    clips: tuple[PathData, ...] = ()

    def coloured(self, palette: Mapping[str, Colour]) -> Path:
        """Return the shape in the colours of a palette; `area`, if given, is for fills of `ink`."""
        paint = self.paint
        area = AREA if paint.fill == INK and AREA in palette else paint.fill
        fill, line = (
            palette[colour] if isinstance(colour, str) else colour
            for colour in (area, paint.stroke)
        )
        stroke = Stroke(line, paint.width, paint.round, paint.dash, paint.join) if line else None
        return Path(self.data, fill, stroke, paint.even_odd)


def clipped(paths: Iterable[tuple[Path, tuple[PathData, ...]]]) -> tuple[Item, ...]:
    """Return paths inside their clips; neighbours with the same clips are in one group."""
    items: list[Item] = []
    for clips, group in groupby(paths, key=itemgetter(1)):
        inner: tuple[Item, ...] = tuple(path for path, _ in group)
        for clip in reversed(clips):
            inner = (Group(inner, clip=clip),)
        items += inner
    return tuple(items)


# Compared by identity: each file is read once.
class SvgArt(msgspec.Struct, frozen=True, eq=False):
    """The shapes of a drawing with its box, the name of its file and the classes of its root.

    `remarks` are sentences on parts of the file that are not printed.
    """

    name: str
    box: Rect
    shapes: tuple[Shape, ...]
    root_classes: frozenset[str] = frozenset()
    remarks: tuple[str, ...] = ()

    def paths(self, palette: Mapping[str, Colour]) -> tuple[Path, ...]:
        """Return the shapes without their clips, in the colours of a palette."""
        return tuple(shape.coloured(palette) for shape in self.shapes)

    def items(self, palette: Mapping[str, Colour]) -> tuple[Item, ...]:
        """Return the drawing in its coordinates and in the colours of a palette."""
        return clipped((shape.coloured(palette), shape.clips) for shape in self.shapes)

    def without_field(self) -> SvgArt:
        """Return the drawing without its pale ground, or the whole drawing if it has no other
        shapes.
        """
        shapes = tuple(shape for shape in self.shapes if not shape.field)
        return replace(self, shapes=shapes or self.shapes)

    def fit_into(self, box: Rect, *, cover: bool = False) -> Matrix:
        """Return the map that centres the drawing in `box`, inside it or covering it."""
        pick = max if cover else min
        factor = pick(box.w / self.box.w, box.h / self.box.h)
        (cx, cy), (px, py) = self.box.centre, box.centre
        return Matrix(factor, 0, 0, factor, px - cx * factor, py - cy * factor)
