"""The layout of a mat: the smallest that holds its places and the words of both sides.

The composition is about the origin, the words of each side are upright from the middle down (those
of the far side are turned when they are drawn). The mat grows until everything fits; words never
shrink below 7 pt.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from printkit.graphics.measures import MIN_TABLE_TEXT_SIZE
from printkit.layout.fit_text import TextOverflow
from printkit.products.cards.anatomy import SAFE
from printkit.products.mat.compose import Composition
from printkit.products.mat.shape import (
    CIRCLE,
    RECTANGLE,
    Hexagon,
    Rectangle,
    Round,
    Shape,
    shape_contains,
    smallest_around,
)
from printkit.products.mat.words import (
    RimText,
    SectionText,
    rim_column,
    rim_style,
)

# On a poker card (mm): words, between columns, between the places and the words, from the cut to
# the words at the sides and at the head and foot (the frame and the title stand there).
_WORDS, _COLUMN_GAP, _AWAY = 3.05, 7.0, 10.0
_SIDE, _FOOT, _RIM, _EDGE = 10.5, 12.0, 18.5, 12.5
# Columns of words: how wide they may be (em), and how many there may be.
_NARROW, _WIDE, _COLUMNS = 21.0, 42.0, 6
# A width that is always tried (em).
_SURE = 34.0
# Widths that are tried on round and six-sided mats (em).
_WIDTHS = tuple(20.0 + 1.5 * step for step in range(16))
# Words grow by so much where a round mat has the room.
_GROWN = (1.3, 1.25, 1.2, 1.15, 1.1, 1.05, 1.0)
# Sizes that a rectangle looks well in: longer or shorter ones count as larger than they are.
_SLIM, _STOUT, _DEAR = 1.8, 1.25, 0.8
# A composition counts as so much wider for each way in which it differs from its mirror image.
_UNEVEN = 0.08

Sides = tuple[SectionText, SectionText]


class RimMetrics(msgspec.Struct, frozen=True):
    """Sizes that scale with the cards."""

    k: float

    @property
    def words(self) -> float:
        return max(MIN_TABLE_TEXT_SIZE, _WORDS * self.k)

    @property
    def frame(self) -> float:
        """The scale of frames and margins, which shrink less than cards."""
        return max(0.72, min(1.25, self.k))

    def of(self, kind: str) -> float:
        """Return the distance from the cut to the words of a round or hexagonal mat."""
        return SAFE + (_RIM if kind == CIRCLE else _EDGE) * self.frame


class MatLayout(msgspec.Struct, frozen=True):
    """A mat before it is drawn."""

    shape: Shape
    group: Composition
    near: RimText | None
    far: RimText | None
    rim: RimMetrics


def lay_out_mat(groups: Iterable[Composition], sides: Sides, kind: str, scale: float) -> MatLayout:
    """Return the best layout: the smallest mat, of rectangles one that is neither slim nor stout.

    Raises TextOverflow for a word that is longer than any column is wide.
    """
    rim = RimMetrics(scale)
    _check_words(sides, rim.words)
    groups = list(groups)
    if kind == RECTANGLE:
        return min((_fit_rectangle(group, sides, rim) for group in groups), key=_layout_cost)
    return _smallest_layout(groups, sides, kind, rim)


def _check_words(sides: Sides, size: float) -> None:
    """Raise TextOverflow for a word that is longer than any column is wide."""
    for text in sides:
        fragment = text.lay_out(rim_style(size, text.language), _SURE * size)
        if fragment.overflow > 0:
            raise TextOverflow(
                f"A word of “{fragment.culprit}” is wider than a column of a mat can be.",
                hint="Shorten it.",
            )


def _layout_cost(layout: MatLayout) -> float:
    box = layout.shape.box
    long, uneven = box.w / box.h, layout.group.uneven
    dear = 1 + _DEAR * (max(0, long - _SLIM) + max(0, _STOUT - long)) + 2 * _UNEVEN * uneven
    return round(box.w * box.h * dear, 3)


# --- rectangles ---------------------------------------------------------------------------------


def _fit_rectangle(group: Composition, sides: Sides, rim: RimMetrics) -> MatLayout:
    """Return the rectangle round a composition that costs least."""
    aside, foot = SAFE + _SIDE * rim.frame, SAFE + _FOOT * rim.frame
    if not any(text.sections for text in sides):
        shape = Rectangle(_round_up(group.w + 2 * aside), _round_up(group.h + 2 * foot))
        return MatLayout(shape, group, None, None, rim)
    result = []
    for space, width, count in _column_grids(group.w, rim):
        columns = [rim_column(text, width, rim.words) for text in sides]
        texts: list[RimText] = []
        y = group.h / 2 + _AWAY * rim.frame
        gap = (space - width) / (count - 1) if count > 1 else 0.0
        xs = tuple(-space / 2 + i * gap for i in range(count))
        for column in columns:
            # No edge limits the depth: one that holds all will do.
            balanced = column.balance((column.height,) * count) if column is not None else None
            if column is not None and balanced is not None:
                texts.append(RimText(column, balanced, xs, y, width, rim.words))
        if len(texts) < len(columns):
            continue
        near, far = texts
        deep = max(depth for text in texts for _, _, depth in text.areas())
        shape = Rectangle(_round_up(space + 2 * aside), _round_up(2 * (y + deep + foot)))
        result.append(MatLayout(shape, group, near, far, rim))
    return min(result, key=_layout_cost)


def _column_grids(content: float, rim: RimMetrics) -> Iterator[tuple[float, float, int]]:
    """Yield grids of columns: (width, width of a column, how many), as wide as the places
    or wider.
    """
    em, gap = rim.words, _COLUMN_GAP * rim.frame
    for count in range(1, _COLUMNS + 1):
        own = (content - (count - 1) * gap) / count
        widths = {max(_NARROW * em, min(own, _WIDE * em)), max(own, 26 * em), max(own, _SURE * em)}
        for width in sorted(widths):
            if width <= _WIDE * em + 1e-6:
                yield max(content, count * width + (count - 1) * gap), width, count


def _round_up(value: float) -> float:
    """Round up to whole millimetres."""
    return float(math.ceil(value - 1e-6))


# --- circles and hexagons -----------------------------------------------------------------------


def _smallest_layout(
    groups: Sequence[Composition],
    sides: Sides,
    kind: str,
    rim: RimMetrics,
) -> MatLayout:
    """Return the smallest circle or hexagon; groups that are larger by themselves are not tried."""
    maker: type[Round] | type[Hexagon] = Round if kind == CIRCLE else Hexagon
    margin = maker(0.0).inset(-rim.of(kind)).r
    bounds = [smallest_around(maker, [item.rect for item in group.placed]) for group in groups]
    dear = [1 + _UNEVEN * group.uneven for group in groups]
    floors = [round((bound + margin) * more, 3) for bound, more in zip(bounds, dear, strict=True)]
    best: MatLayout | None = None
    least_cost = math.inf
    for at in sorted(range(len(groups)), key=lambda at: (floors[at], at)):
        if floors[at] >= least_cost:
            break
        maximum = least_cost / dear[at] - margin
        result = _fit_around(groups[at], sides, maker, bounds[at], maximum, margin, rim)
        cost = result.shape.box.w / 2 * dear[at] if result is not None else math.inf
        if cost < least_cost:
            best, least_cost = result, cost
    assert best is not None, "a mat grows until all fits"
    return best


def _fit_around(
    group: Composition,
    sides: Sides,
    shape_class: type[Round] | type[Hexagon],
    min_size: float,
    max_size: float,
    margin: float,
    rim: RimMetrics,
) -> MatLayout | None:
    """Return the smallest mat round a composition, up to `max_size` inside its rim, or None."""

    def try_size(r: float) -> MatLayout | None:
        """Return the layout whose inside has the size r, if all fits."""
        whole = _round_up(r + margin)
        inner = shape_class(whole - margin)
        texts = _rim_texts(group, sides, inner, rim.words, rim)
        return MatLayout(shape_class(whole), group, *texts, rim) if texts is not None else None

    high = min_size
    if (plain := try_size(min_size)) is not None:
        return _enlarge_words(plain, sides, margin)
    step = 16.0
    while (result := try_size(high)) is None:
        min_size, high = high, high + step
        if high > max_size + step:
            return None
        step *= 1.25
    while high - min_size > 0.5:
        middle = (min_size + high) / 2
        tried = try_size(middle)
        if tried is None:
            min_size = middle
        else:
            high, result = middle, tried
    return _enlarge_words(result, sides, margin)


def _enlarge_words(layout: MatLayout, sides: Sides, margin: float) -> MatLayout:
    """Return the layout with words as large as its mat allows."""
    if layout.near is None or isinstance(layout.shape, Rectangle):
        return layout
    inner = type(layout.shape)(layout.shape.r - margin)
    for factor in _GROWN:
        texts = _rim_texts(layout.group, sides, inner, layout.rim.words * factor, layout.rim)
        if texts is not None:
            return replace(layout, near=texts[0], far=texts[1])
    return layout


RimTexts = tuple[RimText | None, RimText | None]


def _rim_texts(
    group: Composition,
    sides: Sides,
    inner: Shape,
    size: float,
    rim: RimMetrics,
) -> RimTexts | None:
    """Return the words of both sides between the places and the edge, or None if they do
    not fit.
    """
    if not all(shape_contains(inner, item.rect) for item in group.placed):
        return None
    if not any(text.sections for text in sides):
        return None, None
    y = group.h / 2 + _AWAY * rim.frame
    near = _rim_text(sides[0], inner, y, size, rim)
    if near is None:
        return None
    far = near if sides[1] == sides[0] else _rim_text(sides[1], inner, y, size, rim)
    return (near, far) if far is not None else None


def _rim_text(
    text: SectionText, inner: Shape, y: float, size: float, rim: RimMetrics
) -> RimText | None:
    """Return the words of one side below y: the grid of columns that leaves most space free."""
    gap = _COLUMN_GAP * rim.frame
    best: RimText | None = None
    for wide in (width * size for width in _WIDTHS):
        column = rim_column(text, wide, size)
        if column is None:
            continue
        for count in range(1, _COLUMNS + 1):
            whole = count * wide + (count - 1) * gap
            xs = tuple(-whole / 2 + i * (wide + gap) for i in range(count))
            depths = [inner.depth(max(abs(x), abs(x + wide))) - y for x in xs]
            if min(depths) <= 6 * size:
                break
            if column.height > math.fsum(depths):
                continue
            balanced = column.balance(depths)
            if balanced is None or balanced.fill > 1:
                continue
            if best is None or balanced.cost < best.balanced.cost:
                best = RimText(column, balanced, xs, y, wide, size)
    return best
