"""Read drawings, even if they are beside an empty page, as in many Inkscape templates.

If nothing is inside the page, a rectangle around the drawing replaces it, with a remark.
"""

from __future__ import annotations

from contextlib import suppress
from functools import reduce
from pathlib import Path as FilePath

from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect
from printkit.graphics.svg_art import PictureOnly, SvgArt
from printkit.graphics.svg_path import parse_floats, parse_length
from printkit.graphics.svg_reader import DrawsNothing, Failure, Inherited, Reader
from printkit.graphics.svg_tree import Node

# So many pages around a page are searched.
_PAGES = 10
# The length of a line of text against the size of its font. A renderer finds where it ends.
_LINE = 30.0
_SIDES = ("x", "y", "width", "height")


def read_drawing(path: FilePath, data: bytes) -> SvgArt:
    """Read the shapes of an SVG file.

    Raises PictureOnly for a drawing that needs a renderer, and PrintkitError for an invalid one.
    """
    try:
        return Reader(path, data).read()
    except (DrawsNothing, PictureOnly) as fault:
        beyond = _Survey(path, data).find()
        if beyond is None:
            raise fault.with_traceback(None) from None
    return Reader(path, data, beyond).read()


class _Survey(Reader):
    """Finds the places of all parts of a drawing, without drawing them."""

    def find(self) -> Rect | None:
        """Return a rectangle around a drawing beside its page, in the units of its root.

        Return None if a part of the drawing is inside the page, or all of it is too far away.
        """
        root = self.tree.root
        self.places: list[Rect] = []
        self.reach: list[Rect] = []
        with suppress(PrintkitError, ValueError, ArithmeticError, Failure):
            page, view, matrix, self.pixel = self._frame(root)
            side = max(page.w, page.h)
            self.box, self.tolerance = page.inset(-_PAGES * side), side / 100
            self._draw_root(root, Inherited({}, matrix, view))
            for shape in self.shapes:
                extent = shape.data.box()
                for clip in shape.clips:
                    extent = extent.intersection(clip.box())
                width = shape.paint.width if shape.paint.stroke is not None else 0.0
                self.places.append(extent.inset(-width / 2))
            on_page = not self.is_unsized and any(map(page.intersects, self.places))
            if not self.places or on_page:
                return None
            whole = reduce(Rect.union, [*self.places, *self.reach]).intersection(self.box)
            x, y = matrix.back(whole.x, whole.y)
            right, bottom = matrix.back(whole.right, whole.bottom)
            return Rect(x, y, right - x, bottom - y)
        return None

    def _fail(self, what: str) -> None:
        """Ignore that a part needs a renderer: only the places of its shapes matter."""

    def _draw_picture(self, node: Node, state: Inherited) -> None:
        """Note the place of an image or a text. For a text, note where it begins and how far it may
        extend.
        """
        if state.values.get("visibility", "visible") != "visible":
            return
        if node.name == "image":
            sides = (parse_length(node.attributes.get(key, "0")) for key in _SIDES)
            place = state.matrix.bounds(Rect(*sides))
            self.places.append(place)
            self.reach.append(place)
            return
        font = state.view.font
        starts = [_start(part) for part in node.all() if {"x", "y"} & part.attributes.keys()]
        for x, y in starts or [(0.0, 0.0)]:
            line = Rect(x, y - font, font, font)
            self.places.append(state.matrix.bounds(line))
            self.reach.append(state.matrix.bounds(line.inset(-_LINE * font)))


def _start(part: Node) -> tuple[float, float]:
    """Return the point where a part of a text begins."""
    across, down = (parse_floats(part.attributes.get(key, "0")) for key in ("x", "y"))
    return (across or [0.0])[0], (down or [0.0])[0]
