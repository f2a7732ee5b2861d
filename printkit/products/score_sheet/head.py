"""The head of a score sheet, and its words."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from printkit.base.geometry import Rect
from printkit.base.messages import translate
from printkit.components.lock_up import graduated_line
from printkit.components.notes import Note, note_style, stack_notes, whole_column
from printkit.graphics.display_list import Item, Path, Stroke
from printkit.graphics.font import TITLE, TITLE_BOLD
from printkit.graphics.measures import FINE, LINE
from printkit.graphics.path import PathBuilder
from printkit.layout.fit_text import text_width
from printkit.pieces.product import RenderOptions
from printkit.products.score_sheet.pen import Pen

_DOT = "\u00a0· "


def translations(options: RenderOptions, key: str, **values: object) -> tuple[str, ...]:
    """Return the words for a key in each language of the edition, without repeating."""
    spoken = [item for item in (options.language, options.second_language) if item is not None]
    return tuple(dict.fromkeys(translate(item, f"score.{key}", **values) for item in spoken))


def join_languages(texts: Iterable[str]) -> str:
    """Return the words of both languages on one line."""
    return _DOT.join(texts)


def field_label(options: RenderOptions, key: str, **values: object) -> str:
    """Return what a program that fills in the form says of a field, in the first language."""
    return translate(options.language, f"score.field-{key}", **values)


_GAME, _NAME, _SMALL, _HOW = 8.4, 4.6, 2.6, 2.9
# The graduated rule, the writing line of date and place, the words below (mm from the top).
_RULE, _WRITE, _TEXT = 19.6, 32.4, 37.0
_ORRERY = 9.2
# The golden angle: no two planets stand alike.
_GOLDEN = math.degrees(math.pi * (3 - math.sqrt(5)))


def draw_head(
    pen: Pen,
    game: Sequence[str],
    name: Sequence[str],
    how: Sequence[str],
    width: float,
    bodies: int,
) -> tuple[list[Item], float]:
    """Draw the head of a page; `bodies` are the players. Returns its height too.

    Raises TextOverflow for names that do not fit at 6 pt.
    """
    space, rule = width - 2 * _ORRERY - 5, graduated_line(FINE / 2, width - FINE / 2, _RULE)
    items: list[Item] = [
        pen.left(join_languages(game), 0, 7.2, _GAME, space, TITLE_BOLD),
        pen.left(join_languages(name), 0, 14.6, _NAME, space),
        *_draw_orrery(pen, width - _ORRERY, _RULE - _ORRERY - 1.0, bodies),
        Path(rule, stroke=Stroke(pen.palette.ink, pen.weight(FINE))),
        *_draw_date_and_place(pen, width),
    ]
    if not how:
        return items, _TEXT
    block = stack_notes([Note("", text) for text in how], pen.palette.ink)
    column = whole_column(block, note_style(_HOW, pen.options.language), width)
    return [*items, *column.items(0, _TEXT)], _TEXT + column.height + 2.0


def _draw_orrery(pen: Pen, cx: float, cy: float, bodies: int) -> list[Item]:
    """Draw rings about a sun, and as many planets on them as there are players; the first is the
    accent of the page.
    """
    r = _ORRERY - 0.6
    rings = [r * share for share in (0.36, 0.58, 0.79)]
    ticks = []
    for step in range(72):
        angle = math.radians(5 * step)
        inner = r * (0.97 if step % 6 else 0.92)
        cos, sin = math.cos(angle), math.sin(angle)
        ticks.append(((cx + inner * cos, cy + inner * sin), (cx + r * cos, cy + r * sin)))
    planets, first = PathBuilder(), PathBuilder()
    for i in range(bodies):
        angle = math.radians(_GOLDEN * i - 40)
        x, y = cx + rings[-1 - i % 3] * math.cos(angle), cy + rings[-1 - i % 3] * math.sin(angle)
        (planets if i else first).circle(x, y, 0.85 if i else 1.3)
    palette = pen.palette
    items: list[Item] = [pen.draw_rings([(cx, cy)], ring, FINE) for ring in rings]
    items += [
        pen.draw_rings([(cx, cy)], r, LINE),
        pen.draw_line(ticks, FINE),
        pen.draw_body(PathBuilder().circle(cx, cy, r * 0.19).done()),
        Path(first.done(), fill=palette.accent),
    ]
    if bodies > 1:
        items.append(pen.draw_body(planets.done()))
    return items


def _draw_date_and_place(pen: Pen, width: float) -> list[Item]:
    """Draw date and place, on lines to write on."""
    items: list[Item] = []
    parts = (("date", 0.0, width * 0.36), ("place", width * 0.40, width - FINE))
    for key, left, right in parts:
        text = join_languages(translations(pen.options, key))
        items.append(pen.left(text, left, _WRITE - 0.9, _SMALL, (right - left) / 2))
        start = left + text_width(TITLE, text, _SMALL) + 2.0
        items.append(pen.draw_line([((start, _WRITE), (right, _WRITE))], FINE))
        place = Rect(start + 0.5, _WRITE - 6.2, right - start - 1.0, 6.1)
        items.append(pen.make_field(key, place, field_label(pen.options, key), centred=False))
    return items
