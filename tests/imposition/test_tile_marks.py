"""Marks of tiles: the arms of crosses are equally long, and edges name their neighbours."""

import math
import re
from collections.abc import Iterator

import pytest

from printkit.base import paper_sizes
from printkit.base.geometry import Rect
from printkit.graphics.display_list import Path, ShapedText
from printkit.graphics.path import flatten
from printkit.imposition.tiling import Tiling, find_tiling, tile_marks
from tests.support.walk import text_leaves


def tiling_of(overlap: float) -> Tiling:
    """A piece of 300 by 400 mm on sheets of A4."""
    paper = paper_sizes.paper("a4")
    return find_tiling(Rect(0, 0, 300, 400), None, paper, 5.0, 2.0, overlap)


def arms(tiling: Tiling) -> Iterator[tuple[float, float]]:
    """The vectors of all solid lines that begin beside the corner of a shared area.

    A cut mark begins further out on its own line.
    """
    for tile in tiling.tiles:
        for item in tile_marks(tiling, tile, None, "en"):
            if isinstance(item, Path) and item.stroke is not None and not item.stroke.dash:
                for start, end in (part[:2] for part in flatten(item.data, 8)):
                    dx, dy = end[0] - start[0], end[1] - start[1]
                    for x, y in tiling.corners:
                        away = (start[0] - x) * dx + (start[1] - y) * dy
                        if math.dist(start, (x, y)) < 0.5 and abs(away) < 1e-6:
                            yield dx, dy


@pytest.mark.parametrize(
    ("overlap", "length"),
    [
        # The usual arm of 3 mm, also where sheets lie side by side.
        (10.0, 3.0),
        (0.0, 3.0),
        # Two arms and a gap of 1 mm fill a narrow strip.
        (5.0, 2.0),
    ],
)
def test_arms_of_cross_are_equally_long(overlap: float, length: float) -> None:
    found = {(round(x, 3), round(y, 3)) for x, y in arms(tiling_of(overlap))}
    assert found == {(length, 0), (0, length), (-length, 0), (0, -length)}


@pytest.mark.parametrize("overlap", [10.0, 0.0])
def test_tile_names_its_neighbours(overlap: float) -> None:
    """Columns have letters, rows have numbers: B2 has A2 at its left, and B1 above it."""
    tiling = find_tiling(Rect(0, 0, 800, 700), None, paper_sizes.paper("a4"), 5.0, 2.0, overlap)
    assert min(tiling.columns, tiling.rows) > 2
    for tile in tiling.tiles:
        column, row = "ABCDEFG".index(tile.name[0]), int(tile.name[1:])
        sides = ((-1, 0, tile.left), (0, -1, tile.above), (1, 0, tile.right), (0, 1, tile.below))
        wanted = {f"{'ABCDEFG'[column + dx]}{row + dy}" for dx, dy, joined in sides if joined}
        texts = [leaf.item for leaf in text_leaves(tile_marks(tiling, tile, None, "en"))]
        said = [item.run.text for item in texts if isinstance(item, ShapedText)]
        assert {name for text in said for name in re.findall(r"[A-G]\d+", text)} == wanted


def test_glued_strips_have_triangles_where_sheets_overlap() -> None:
    def triangles(overlap: float) -> int:
        tiling = tiling_of(overlap)
        found = 0
        for tile in tiling.tiles:
            for item in tile_marks(tiling, tile, None, "en"):
                if isinstance(item, Path) and item.fill and item.stroke:
                    parts = list(flatten(item.data, 8))
                    found += sum(len({*part}) == 3 for part in parts)
        return found

    assert triangles(10.0) >= 4
    assert triangles(0.0) == 0


def test_triangles_are_evenly_spaced_along_a_whole_strip() -> None:
    """The space before the first and after the last is half of that between two."""
    tiling = tiling_of(10.0)
    checked = 0
    for tile in tiling.tiles:
        if not tile.right:
            continue
        strip = tile.window._replace(x=tile.window.right - 10, w=10)
        below = 10.0 * tile.below
        tips = [
            sum(y for _, y in part[:3]) / 3
            for item in tile_marks(tiling, tile, None, "en")
            if isinstance(item, Path) and item.fill and item.stroke
            for part in flatten(item.data, 8)
            if len({*part}) == 3 and all(strip.x <= x <= strip.right for x, _ in part)
            if max(y for _, y in part) < strip.bottom - below
        ]
        ends = strip.y, strip.bottom - below
        gap = (ends[1] - ends[0]) / len(tips)
        assert sorted(tips) == pytest.approx([ends[0] + (i + 0.5) * gap for i in range(len(tips))])
        checked += len(tips) > 1
    assert checked
