"""DXF for cutting machines: release 12, which all programs read, in millimetres.

Lines are polylines in the layers CUT and SCORE; curves are chords that nowhere leave them by more
than 0.01 mm. y points up. The tags are those of Autodesk's DXF reference.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from printkit.base.files import generator
from printkit.base.options import NO_VALUES, OptionValues
from printkit.graphics.display_list import Path
from printkit.graphics.path import Point, polylines
from printkit.imposition.page import Document, Page
from printkit.writers import Artifact
from printkit.writers._cut_lines import SCORE, cut_pages

_TOLERANCE = 0.01
# Colours of layers by their number: red is cut, blue is scored.
_RED, _BLUE = 1, 5

_Tags = Iterator[tuple[int, object]]


def write(document: Document, _: OptionValues = NO_VALUES) -> Iterator[Artifact]:
    """Write a file for each page of other lines."""
    for suffix, page in cut_pages(document).items():
        tags = chain(_head(document, page), _entities(page), [(0, "ENDSEC"), (0, "EOF")])
        text = "".join(f"{code}\n{value}\n" for code, value in tags)
        yield Artifact(f"{suffix}.dxf", text.encode("ascii"), 1, page.cards)


def _head(document: Document, page: Page) -> _Tags:
    """Yield comments, the units and the layers."""
    for words in (generator(), document.title, page.title):
        yield 999, "".join(c if " " <= c <= "~" else f"\\U+{ord(c):04X}" for c in words)
    yield from ((0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009"))
    yield from ((9, "$INSUNITS"), (70, 4), (0, "ENDSEC"), (0, "SECTION"), (2, "TABLES"))
    yield from ((0, "TABLE"), (2, "LTYPE"), (70, 1), (0, "LTYPE"), (2, "CONTINUOUS"), (70, 0))
    yield from ((3, "Solid line"), (72, 65), (73, 0), (40, 0.0), (0, "ENDTAB"))
    yield from ((0, "TABLE"), (2, "LAYER"), (70, len(page.layers)))
    for layer in page.layers:
        colour = _BLUE if layer.name == SCORE else _RED
        yield from ((0, "LAYER"), (2, layer.name.upper()), (70, 0), (62, colour))
        yield 6, "CONTINUOUS"
    yield from ((0, "ENDTAB"), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES"))


def _entities(page: Page) -> _Tags:
    """Yield the polylines of a page."""
    for layer in page.layers:
        for item in layer.items:
            assert isinstance(item, Path), "lines to cut are bare paths"
            for points in polylines(item.data, _TOLERANCE):
                yield from _polyline(layer.name.upper(), points, page.media.h)


def _polyline(layer: str, points: list[Point], height: float) -> _Tags:
    closed = points[0] == points[-1]
    yield from ((0, "POLYLINE"), (8, layer), (66, 1), (10, 0.0), (20, 0.0), (30, 0.0))
    yield 70, int(closed)
    for x, y in points[: len(points) - closed]:
        yield from ((0, "VERTEX"), (8, layer), (10, f"{x:.4f}"), (20, f"{height - y:.4f}"))
        yield 30, 0.0
    yield from ((0, "SEQEND"), (8, layer))
