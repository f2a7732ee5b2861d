"""A seam of two tiles, drawn large: which one covers which.

A tile with its strip, and the one that is moved over it with its margin cut off; edge to edge, two
that lose their margins and are moved together.
"""

from __future__ import annotations

import msgspec

from printkit.base.geometry import Rect
from printkit.graphics.display_list import Item, Path, Stroke
from printkit.graphics.font import TITLE_BOLD
from printkit.graphics.measures import FINE, LINE
from printkit.graphics.path import PathBuilder, PathData, Point
from printkit.imposition.marks import INK, PAPER
from printkit.imposition.tiling import Tiling
from printkit.layout.fit_text import text_line

# How large it is (mm).
SEAM = (58.0, 32.0)
# The line of the arrow.
_ARROW_WEIGHT = 0.7
# The dashes of covered edges.
_COVERED_DASH = (1.6, 1.0)


class _SeamMetrics(msgspec.Struct, frozen=True):
    """Lengths across the seam: a tile, its strip, the gap between, a margin; along it: a tile, how
    far the second one is offset.
    """

    tile: float
    strip: float
    way: float
    margin: float
    along: float
    aside: float
    name: float


_BESIDE = _SeamMetrics(tile=23.0, strip=6.0, way=12.0, margin=3.5, along=27.0, aside=4.0, name=6.0)
_BELOW = _SeamMetrics(tile=12.0, strip=4.0, way=7.6, margin=2.4, along=34.0, aside=4.0, name=4.5)


def draw_seam(tiling: Tiling, place: Rect) -> list[Item]:
    """Draw the seam of the first two tiles side by side; or one above the other if none are."""
    beside = any(tile.right for tile in tiling.tiles)
    first = next(t for t in tiling.tiles if (t.right if beside else t.below))
    second = tiling.at[(first.column + 1, first.row) if beside else (first.column, first.row + 1)]
    drawing = _SeamDrawing(_BESIDE if beside else _BELOW, place, beside)
    return drawing.items(first.name, second.name, tiling.overlap > 0)


class _SeamDrawing:
    """Draws in u across the seam and v along it."""

    def __init__(self, plan: _SeamMetrics, place: Rect, beside: bool) -> None:
        self.plan, self.beside = plan, beside
        across, along = 2 * plan.tile + plan.way, plan.along + plan.aside
        w, h = (across, along) if beside else (along, across)
        self.x, self.y = place.right - w - LINE / 2, place.y + (SEAM[1] - h) / 2

    def items(self, first: str, second: str, overlaps: bool) -> list[Item]:
        p = self.plan
        strip = p.strip if overlaps else 0.0
        start = p.tile + p.way
        lower = self._rect_path(0, p.aside, p.tile, p.along)
        upper = self._rect_path(start, 0, p.tile, p.along)
        dashed, triangles = PathBuilder(), PathBuilder()
        # Margins that are cut off: of the second tile, and of both where nothing lies over another.
        self._add_open_margin(dashed, start, 0, -p.margin)
        if overlaps:
            edge = p.tile - strip
            self._add_line(dashed, (edge, p.aside), (edge, p.aside + p.along))
            for share in (0.2, 0.8):
                tip = p.tile - strip / 2 + 1
                self._add_arrowhead(triangles, (tip, p.aside + share * p.along), -2.0)
        else:
            self._add_open_margin(dashed, p.tile, p.aside, p.margin)
        end, v = p.tile - strip + 0.7, (p.along + p.aside) / 2
        arrow, head = PathBuilder(), PathBuilder()
        self._add_line(arrow, (start - p.margin - 0.7, v), (end + 1.5, v))
        self._add_arrowhead(head, (end, v), 1.8)
        line = Stroke(INK, LINE)
        items: list[Item] = [
            Path(lower, fill=PAPER, stroke=line),
            Path(dashed.done(), stroke=Stroke(INK, FINE, dash=_COVERED_DASH)),
            Path(upper, fill=PAPER, stroke=line),
            Path(arrow.done(), stroke=Stroke(INK, _ARROW_WEIGHT)),
            Path(head.done(), fill=INK),
            self._draw_name(first, (p.tile - strip) / 2, p.aside + p.along / 2),
            self._draw_name(second, start + p.tile / 2, p.along / 2),
        ]
        if overlaps:
            items.append(Path(triangles.done(), fill=PAPER, stroke=Stroke(INK, FINE)))
        return items

    def _to_page(self, u: float, v: float) -> Point:
        return (self.x + u, self.y + v) if self.beside else (self.x + v, self.y + u)

    def _rect_path(self, u: float, v: float, width: float, height: float) -> PathData:
        corners = [(u, v), (u + width, v), (u + width, v + height), (u, v + height)]
        return PathBuilder().polygon(self._to_page(*corner) for corner in corners).done()

    def _add_open_margin(self, builder: PathBuilder, u: float, v: float, by: float) -> None:
        """Add three sides of a margin, on the edge of a tile."""
        along = self.plan.along
        corners = [(u, v), (u + by, v), (u + by, v + along), (u, v + along)]
        builder.polyline(self._to_page(*corner) for corner in corners)

    def _add_line(self, builder: PathBuilder, one: Point, other: Point) -> None:
        builder.move(*self._to_page(*one)).line(*self._to_page(*other))

    def _add_arrowhead(self, builder: PathBuilder, tip: Point, base: float) -> None:
        """Add a triangle that points across the seam, its base so far from its tip."""
        away = (base, 0.0) if self.beside else (0.0, base)
        builder.arrowhead(*self._to_page(*tip), *away, 0.55 * abs(base))

    def _draw_name(self, name: str, u: float, v: float) -> Item:
        size = self.plan.name
        x, y = self._to_page(u, v)
        return text_line(TITLE_BOLD, name, x, y + 0.35 * size, size, INK, align=0.5)
