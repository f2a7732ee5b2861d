"""A dial of chances: a graduated half ring with a sector for each kind of outcome.

Percentages run from the left to the right; lengths are mm.
"""

from __future__ import annotations

from collections.abc import Iterator

from printkit.base.geometry import Rect, polar
from printkit.booklet.pieces import Pieces
from printkit.graphics.display_list import Item, Path, Stroke, Symbol
from printkit.graphics.path import PathBuilder, PathData

# The ring, the graduated arc round it with its ticks, and the fine arc within.
_INNER, _OUTER, _SCALE, _FINE = 9.4, 14.4, 15.2, 8.5
_TICKS, _STEPS = (0.8, 1.2, 1.8), 40
_LINE, _EDGE, _HATCH = 0.18, 0.35, 0.3
# The angle of a tick of the hatching, and the least angle of a sector that is not empty (degrees).
_HATCH_STEP, _MIN_SECTOR = 3.0, 0.9
_BOX = Rect(-17.2, -17.2, 34.4, 18.4)


def draw_dial(pieces: Pieces, parts: str, name: str) -> Symbol:
    """Draw a dial from thousandths, `21-563-416`: prizes are solid, other hands pale, lost ones
    hatched."""
    best, rest, lost = (int(part) for part in parts.split("-"))
    ends = [180.0]
    for part in (best, rest, lost):
        ends.append(ends[-1] + (max(_MIN_SECTOR, 0.18 * part) if part else 0.0))
    # What the least angles take is taken from the largest sector.
    ends = [180.0, min(ends[1], 360.0), min(ends[2], 360.0 if not lost else 359.1), 360.0]
    items: list[Item] = []
    if best:
        items.append(Path(_sector(*ends[:2]), fill=pieces.line))
    if rest:
        items.append(Path(_sector(*ends[1:3]), fill=pieces.ground(0.22)))
    if lost:
        items.append(Path(_hatching(ends[2]), stroke=Stroke(pieces.line, _HATCH)))
    edge = Stroke(pieces.line, _EDGE)
    items.append(Path(_sector(180.0, 360.0), stroke=edge))
    for end in ends[1:3]:
        if 180.0 < end < 360.0:
            (x, y), (u, v) = polar(_FINE, end), polar(_SCALE, end)
            items.append(Path(PathBuilder().move(x, y).line(u, v).done(), stroke=edge))
    fine = Stroke(pieces.line, _LINE)
    for radius in (_FINE, _SCALE):
        items.append(Path(PathBuilder().arc(0, 0, radius, 180, 360).done(), stroke=fine))
    items.append(Path(_ticks(), stroke=fine))
    return Symbol(f"dial-{parts}-{pieces.line.name}", tuple(items), _BOX, name)


def _sector(start: float, end: float) -> PathData:
    path = PathBuilder().arc(0, 0, _OUTER, start, end)
    return path.arc(0, 0, _INNER, end, start, join=True).close().done()


def _hatching(start: float) -> PathData:
    """Return the radial lines of a hatched sector from an angle to the right end."""
    path = PathBuilder()
    for angle in _angles(start):
        (x, y), (u, v) = polar(_INNER, angle), polar(_OUTER, angle)
        path.move(x, y).line(u, v)
    return path.done()


def _angles(start: float) -> Iterator[float]:
    count = int((360.0 - start) / _HATCH_STEP + 1e-9)
    return (360.0 - _HATCH_STEP * i for i in range(1, count + 1))


def _ticks() -> PathData:
    """Return the ticks of the scale: small ones, longer ones at tenths, the longest at halves."""
    path = PathBuilder()
    for i in range(_STEPS + 1):
        angle = 180.0 + 180.0 * i / _STEPS
        length = _TICKS[2 if i % 20 == 0 else 1 if i % 4 == 0 else 0]
        (x, y), (u, v) = polar(_SCALE, angle), polar(_SCALE + length, angle)
        path.move(x, y).line(u, v)
    return path.done()
