"""The conversion chart at card size, for a pocket or the box of the deck.

There is a card for each section, or several if one would be too small to read, then the notes;
their back is that of the game's first family.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import fsum

import msgspec
from msgspec.structs import replace

from printkit.art.backs import draw_back
from printkit.art.emblem import emblem, place_emblem
from printkit.art.theme import Theme
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect, translation
from printkit.base.messages import translate
from printkit.components.cards.anatomy import SAFE
from printkit.components.cards.face import draw_ground
from printkit.components.cards.index import text_colour_on_paper
from printkit.components.chart_rows import ChartGroup, ChartRow, chart_title, group_rows
from printkit.components.notes import note_style, paged_columns, stack_notes
from printkit.components.thumbnail import Thumbnail, draw_inline, inline_width
from printkit.graphics.card_outline import ROUNDED
from printkit.graphics.display_list import Item, Path, Stroke, Symbol, transformed
from printkit.graphics.font import INDEX, TITLE, TITLE_BOLD
from printkit.graphics.measures import LINE, MIN_TEXT_SIZE
from printkit.graphics.path import PathBuilder
from printkit.layout.fit_text import FitStyle, fit_text, line_width, require_text, text_fits
from printkit.layout.fitting import find_largest, sizes_between
from printkit.layout.records import TOLERANCE, Overflow
from printkit.pieces.piece import Piece
from printkit.pieces.product import RenderOptions
from printkit.products.charts.notes import chart_notes
from printkit.rules.standins import DeckMapping

# The heights of figures (mm): the largest, what is read at arm's length, the least.
_LARGEST, _GOOD, _MIN_SIZE = 4.6, 3.0, 1.8
_STEP = 0.2
# A row in heights of a figure, at most and at least; arrow and gap between cards as well.
_MAX_ROW, _MIN_ROW, _ARROW, _BETWEEN = 2.5, 1.6, 1.6, 0.5
# The cards of a row whose name stands below, in heights of a figure: plates reach so far.
_UNDER = 1.6
_HEAD, _FOOT, _COLUMN_GAP = 8.0, 3.4, 3.0
_MARK = 5.4
_NOTE_SIZE = 2.45
_HEADING = FitStyle(TITLE_BOLD, 4.0, MIN_TEXT_SIZE, 2)
_NAME = FitStyle(TITLE, 2.9, MIN_TEXT_SIZE, 2)
# The room of a name below its cards (mm): it stands near to them.
_NAME_ROOM = 4.2
_CAPTION = FitStyle(INDEX, 2.3, MIN_TEXT_SIZE, 1)
_AIR = 1.0


class _PocketLayout(msgspec.Struct, frozen=True):
    """How rows are on a card: height of figures, columns, rows in a column, cards; whether names
    are below their cards; widths left of the arrow, and right of it.
    """

    height: float
    columns: int
    rows: int
    cards: int
    below: bool
    before: float
    after: float


def make_pocket_chart(mapping: DeckMapping, options: RenderOptions) -> list[Piece]:
    """Return the chart on cards. Raises PrintkitError if they are too small."""
    language, theme, size = options.language, options.theme, options.size
    safe = Rect(-size.w / 2, -size.h / 2, size.w, size.h).inset(SAFE)
    body = safe.outset(0, -_HEAD, 0, -_FOOT)
    if body.w < 20 or body.h < 20:
        raise _too_small_error(options)
    faces: list[tuple[str, list[Item]]] = []
    for group in group_rows(mapping, language):
        section = _change_owns(group, _merge_thumbnails)
        result = _fit_section(section, body)
        if result is None:  # a narrow card: the emblems speak alone
            section = _change_owns(section, _without_words)
            result = _fit_section(section, body)
        if result is None:
            raise _too_small_error(options)
        share = -(-len(section.rows) // result.cards)
        for i in range(result.cards):
            rows = section.rows[i * share : (i + 1) * share]
            title = _numbered_title(section.name, i, result.cards)
            items = [
                *_draw_heading(title, section, safe, theme),
                *_draw_rows(rows, result, body, theme),
            ]
            faces.append((title, items))
    faces += _draw_notes(mapping, language, safe, body, theme)
    families = list(mapping.variant.families.values())
    behind = draw_back(families[0].back.design, size.w, size.h, options.bleed_extent, theme)
    caption = chart_title(mapping, language)
    return [
        _make_piece(
            index + 1,
            title,
            [*items, *_draw_caption(caption, safe, theme)],
            behind,
            mapping,
            options,
        )
        for index, (title, items) in enumerate(faces)
    ]


def _change_owns(
    section: ChartGroup, change: Callable[[Sequence[Thumbnail]], tuple[Thumbnail, ...]]
) -> ChartGroup:
    """Return a section with the physical cards of each row changed."""
    return replace(section, rows=tuple(replace(row, owns=change(row.owns)) for row in section.rows))


def _merge_thumbnails(owns: Sequence[Thumbnail]) -> tuple[Thumbnail, ...]:
    """Return cards of one figure as one figure with all their signs: `A♠♥`."""
    result: list[Thumbnail] = []
    for own in owns:
        last = result[-1] if result else None
        if last and own.figure and (own.figure, own.numbers) == (last.figure, last.numbers):
            colour = own.colour if own.colour == last.colour else "ink"
            signs = (*last.signs, *own.signs)
            result[-1] = replace(
                last, signs=signs, colour=colour, title=f"{last.title}, {own.title}"
            )
        else:
            result.append(own)
    return tuple(result)


def _without_words(owns: Sequence[Thumbnail]) -> tuple[Thumbnail, ...]:
    """Return cards without the words beside their emblems."""
    return tuple(replace(own, words="") for own in owns)


def _too_small_error(options: RenderOptions) -> PrintkitError:
    return PrintkitError(
        f"The chart cannot be read on cards of the size {options.size}.",
        hint="Take a larger --card.",
    )


def _numbered_title(name: str, index: int, count: int) -> str:
    return f"{name} {index + 1}/{count}" if count > 1 else name


def _make_piece(
    number: int,
    title: str,
    items: list[Item],
    behind: Symbol,
    mapping: DeckMapping,
    options: RenderOptions,
) -> Piece:
    size = options.size
    box = Rect(-size.w / 2, -size.h / 2, size.w, size.h).inset(-options.bleed_extent)
    ground = draw_ground(options.theme.roles_of["paper"], box)
    key = f"pocket-{mapping.deck.slug}-{mapping.variant.slug}-{number:02d}"
    return Piece(
        id=f"pocket-{number:02d}",
        title=title,
        width=size.w,
        height=size.h,
        bleed_extent=options.bleed_extent,
        shape=ROUNDED,
        front=Symbol(key, (*ground, *items), box, title),
        back=behind,
    )


def _draw_heading(title: str, section: ChartGroup | None, safe: Rect, theme: Theme) -> list[Item]:
    """Draw the emblem and name of a section over a line in its colour."""
    palette = theme.palette(section.colour if section else "ink")
    colour, x, line = text_colour_on_paper(palette), safe.x + 0.3, safe.y + _HEAD - 1.6
    items: list[Item] = []
    if section is not None and section.mark is not None:
        symbol = emblem(section.mark, palette, _MARK)
        items.append(place_emblem(symbol, x + _MARK / 2, safe.y + 0.3 + _MARK / 2, _MARK))
        x += _MARK + 1.2
    words = require_text(title, _HEADING, Rect(x, safe.y + 0.2, safe.right - x - 0.3, 5.6), colour)
    items += [replace(line, x=x) for line in words]
    rule = PathBuilder().move(safe.x + 0.3, line).line(safe.right - 0.3, line).done()
    return [*items, Path(rule, stroke=Stroke(colour, LINE))]


def _draw_caption(words: str, safe: Rect, theme: Theme) -> list[Item]:
    """Draw which chart it is, at the foot; on a narrow card the heading alone names the game."""
    box = Rect(safe.x + 0.3, safe.bottom - 2.7, safe.w - 0.6, 2.6)
    lines = fit_text(words, _CAPTION, box, theme.roles_of["ink"])
    return [] if isinstance(lines, Overflow) else list(lines)


def _fit_section(section: ChartGroup, body: Rect) -> _PocketLayout | None:
    """Return the fewest cards on which the rows are easily read, or the best there is."""
    best: _PocketLayout | None = None
    for cards in range(1, len(section.rows) + 1):
        result = _largest_layout(section, cards, body)
        if isinstance(result, Overflow):
            continue
        if result.height >= _GOOD - 1e-9:
            return result
        if best is None or result.height > best.height + 0.05:
            best = result
    return best


def _largest_layout(section: ChartGroup, cards: int, body: Rect) -> _PocketLayout | Overflow:
    """Return the largest figures with which the rows fit a number of cards.

    Names are right of the cards if those are easily read so, else below them.
    """
    names = [row.name for row in section.rows if row.name]
    share = -(-len(section.rows) // cards)

    def attempt(sides: tuple[bool, ...], height: float) -> _PocketLayout | Overflow:
        before, after = _side_widths(section.rows, height)
        whole = before + _ARROW * height + after
        for columns in (1,) if names else (1, 2):
            rows = -(-share // columns)
            space = (body.w - (columns - 1) * _COLUMN_GAP) / columns
            pitch = body.h / rows
            if whole > space or pitch < _MIN_ROW * height:
                continue
            for below in sides:
                box = _name_box(0, space, whole, pitch, height, below)
                if all(text_fits(name, _NAME, box) for name in names):
                    return _PocketLayout(height, columns, rows, cards, below, before, after)
        return Overflow(TOLERANCE, "rows", height)

    result: _PocketLayout | Overflow = Overflow(0.0)
    for smallest, sides in ((_GOOD, (False,)), (_MIN_SIZE, (True, False))):
        if names or smallest == _MIN_SIZE:
            result = find_largest(
                partial(attempt, sides if names else (False,)),
                sizes_between(smallest, _LARGEST, _STEP),
            )
            if not isinstance(result, Overflow):
                break
    return result


def _side_widths(rows: Sequence[ChartRow], height: float) -> tuple[float, float]:
    """Return the widest physical cards, and the widest card of the game."""
    between = _BETWEEN * height
    before = max(
        fsum(inline_width(own, height) + between for own in row.owns) - between for row in rows
    )
    return before, max(inline_width(row.meant, height) for row in rows)


def _name_box(
    x: float, available: float, whole: float, pitch: float, height: float, below: bool
) -> Rect:
    """Return the place of a name: right of the cards, or in a line below them (about the
    row's y).
    """
    if not below:
        return Rect(x + whole + _AIR, -pitch / 2, available - whole - _AIR, pitch)
    # The cards stand in the upper part of the row, the name under them.
    top = -pitch / 2 + _UNDER * height
    return Rect(x, top, available, min(pitch / 2 - top - 0.3, _NAME_ROOM))


def _draw_rows(
    rows: Sequence[ChartRow], layout: _PocketLayout, body: Rect, theme: Theme
) -> list[Item]:
    """Draw the rows in columns, their arrows aligned."""
    space = (body.w - (layout.columns - 1) * _COLUMN_GAP) / layout.columns
    extra = 1.4 * _NAME.max_size if layout.below else 0.0
    pitch = min(body.h / layout.rows, _MAX_ROW * layout.height + extra)
    items: list[Item] = []
    for i, row in enumerate(rows):
        column, line = divmod(i, layout.rows)
        x = body.x + column * (space + _COLUMN_GAP)
        y = body.y + (line + 0.5) * pitch
        items.append(transformed(_draw_row(row, layout, space, pitch, theme), translation(x, y)))
    return items


def _draw_row(
    row: ChartRow, layout: _PocketLayout, max_width: float, pitch: float, theme: Theme
) -> list[Item]:
    """Draw `10♠ → 10` from x = 0 about y = 0."""
    height, ink = layout.height, theme.roles_of["ink"]
    widths = [inline_width(own, height) for own in row.owns]
    x = layout.before - fsum(widths) - (len(widths) - 1) * _BETWEEN * height
    y = -pitch / 2 + _UNDER / 2 * height if layout.below else 0.0
    items: list[Item] = []
    for own, width in zip(row.owns, widths, strict=True):
        items.append(transformed(draw_inline(own, height, theme), translation(x, y)))
        x += width + _BETWEEN * height
    x, end = layout.before + 0.35 * height, layout.before + (_ARROW - 0.35) * height
    shaft = PathBuilder().move(x, y).line(end - 0.3 * height, y).done()
    tip = PathBuilder().polygon(
        [(end, y), (end - 0.4 * height, y - 0.26 * height), (end - 0.4 * height, y + 0.26 * height)]
    )
    items += [Path(shaft, stroke=Stroke(ink, LINE)), Path(tip.done(), fill=ink)]
    start = layout.before + _ARROW * height
    items.append(transformed(draw_inline(row.meant, height, theme), translation(start, y)))
    if row.name:
        whole = start + layout.after
        box = _name_box(0, max_width, whole, pitch, height, layout.below)
        lines = require_text(row.name, _NAME, box, ink)
        if layout.below:  # under the card that it names, if the row has space
            widest = max(map(line_width, lines))
            items += [replace(line, x=max(0.0, min(start, max_width - widest))) for line in lines]
        else:
            items += [replace(line, x=box.x) for line in lines]
    return items


def _draw_notes(
    mapping: DeckMapping, language: str, safe: Rect, body: Rect, theme: Theme
) -> list[tuple[str, list[Item]]]:
    """Return cards of notes, as many as the words need."""
    block = stack_notes(chart_notes(mapping, language), theme.roles_of["ink"])
    style = note_style(_NOTE_SIZE, language)
    columns = paged_columns(block, style, body.w - 0.6, body.h)
    faces = []
    for i, column in enumerate(columns):
        title = _numbered_title(translate(language, "chart.notes"), i, len(columns))
        words = column.items(body.x + 0.3, body.y)
        faces.append((title, [*_draw_heading(title, None, safe, theme), *words]))
    return faces
