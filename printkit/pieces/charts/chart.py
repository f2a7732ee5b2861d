"""The conversion chart: what each card at hand stands for, to be read across a table. Room: pieces.

In: a Mapping, a language, a theme, the room of a page (mm). Out: one Symbol a page, at most two,
its upper left corner on the origin: title, columns of rows with small faces on both sides of an
arrow, notes in words.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from printkit.art.emblem import emblem, placed
from printkit.art.theme import Theme
from printkit.base.geometry import Rect, shift
from printkit.drawing.font import TITLE, TITLE_BOLD
from printkit.drawing.items import Item, Path, Stroke, Symbol, Text, Use
from printkit.drawing.path import PathBuilder
from printkit.drawing.text import Style, TextTooLong, fit, line_at, width
from printkit.pieces.charts.mini import RATIO, mini
from printkit.pieces.charts.plan import (
    ARROW,
    GAP,
    HEAD,
    HEADER,
    NAME,
    NAME_GAP,
    NOTE_SIZE,
    Placed,
    Plan,
    Sheet,
    plan,
)
from printkit.pieces.charts.rows import Row, heading, sections
from printkit.pieces.charts.words import notes, set_lines
from printkit.pieces.face.anatomy import SMALLEST_TEXT
from printkit.pieces.face.index import reads_on_paper
from printkit.rules.standins import Mapping

HAIR, LINE = 0.18, 0.35
_GAME, _DECK = 8.4, 4.8
_ORBIT = 19.0
_MARK = 6.2
_HEADING = Style(TITLE_BOLD, 4.4, SMALLEST_TEXT, 2)


def chart(mapping: Mapping, language: str, theme: Theme, room: tuple[float, float]) -> list[Symbol]:
    """One Symbol a page (at most two) with the box Rect(0, 0, *room).

    Raises PrintkitError where the room is too small.
    """
    found = plan(sections(mapping, language), notes(mapping, language), room)
    box = Rect(0, 0, *room)
    title = heading(mapping, language)
    key = f"chart-{mapping.deck.slug}-{mapping.variant.slug}"
    return [
        Symbol(
            f"{key}-{at + 1}",
            (*_header(mapping, language, theme, box), *_body(sheet, found, theme)),
            box,
            title,
        )
        for at, sheet in enumerate(found.sheets)
    ]


def _header(mapping: Mapping, language: str, theme: Theme, box: Rect) -> list[Item]:
    """The game over the deck that stands in for it, on a graduated rule with one planet."""
    ink = theme.roles_of["ink"]
    room = box.w - _ORBIT - 6
    game, deck = mapping.variant.name[language], mapping.deck.name[language]
    items: list[Item] = [_line(TITLE_BOLD, game, 0, 7.4, _GAME, room, ink)]
    # An arrow that points at the game: the deck below becomes it.
    tip = PathBuilder().polygon([(0, 13.1), (2.2, 11.9), (2.2, 14.3)]).done()
    shaft = PathBuilder().move(2.0, 13.1).line(7.0, 13.1).done()
    items += [Path(tip, fill=ink), Path(shaft, stroke=Stroke(ink, LINE))]
    items.append(_line(TITLE, deck, 8.6, 14.8, _DECK, room - 8.6, ink))
    return items + _orbit(box, theme)


def _line(key: str, text: str, x: float, base: float, size: float, room: float, fill: str) -> Text:
    """A line from x, made smaller where the room asks for it."""
    wide = width(key, text, size)
    size = min(size, size * room / wide) if wide else size
    if size < SMALLEST_TEXT:
        raise TextTooLong(f"There is no room for “{text[:60]}”.", cure="Take a larger --paper.")
    return line_at(key, text, x, base, size, fill)


def _orbit(box: Rect, theme: Theme) -> list[Item]:
    """A graduated rule that ends in rings around the one accent of the page."""
    ink, accent = theme.roles_of["ink"], theme.roles_of["accent"]
    base, r = HEADER - 4.4, _ORBIT / 2 - 1.4
    cx, cy = box.right - _ORBIT / 2, base - r - 0.6
    fine, ticks = PathBuilder(), PathBuilder()
    fine.circle(cx, cy, r).circle(cx, cy, r * 0.62).circle(cx, cy, r * 0.55)
    left, right = box.x + HAIR, box.right - HAIR  # whole lines lie inside the room
    ticks.move(left, base).line(right, base)
    for at in range(int((right - left) / 2) + 1):
        length = 1.6 if at % 5 == 0 else 0.9
        ticks.move(left + 2 * at, base).line(left + 2 * at, base + length)
    for step in range(36):
        angle = math.radians(10 * step)
        outer = r * (0.93 if step % 3 else 0.87)
        fine.move(cx + outer * math.cos(angle), cy + outer * math.sin(angle))
        fine.line(cx + r * math.cos(angle), cy + r * math.sin(angle))
    # The planet stands on the outer ring where a watch has two o'clock.
    px, py = cx + r * 0.866, cy - r * 0.5
    return [
        Path(fine.done(), stroke=Stroke(ink, HAIR)),
        Path(ticks.done(), stroke=Stroke(ink, HAIR)),
        Path(PathBuilder().circle(cx, cy, r * 0.2).done(), fill=ink),
        Path(PathBuilder().circle(px, py, 1.3).done(), fill=accent),
    ]


def _body(sheet: Sheet, found: Plan, theme: Theme) -> list[Item]:
    arrow = _arrow(theme)
    items: list[Item] = []
    for placed_part in sheet.parts:
        items += _part(placed_part, sheet.pitch, found.mini, arrow, theme)
    ink = theme.roles_of["ink"]
    for block in sheet.blocks:
        rule = PathBuilder().move(block.box.x + HAIR, block.box.y - 2.2)
        rule.line(block.box.right - HAIR, block.box.y - 2.2)
        items.append(Path(rule.done(), stroke=Stroke(ink, HAIR)))
        items += set_lines(block.lines, block.box.x, block.box.y, NOTE_SIZE, ink)
    return items


def _arrow(theme: Theme) -> Symbol:
    """From the cards at hand to the card of the game, shared by all rows."""
    ink = theme.roles_of["ink"]
    shaft = PathBuilder().move(-2.1, 0).line(0.6, 0).done()
    tip = PathBuilder().polygon([(2.1, 0), (0.3, -1.15), (0.3, 1.15)]).done()
    items = (Path(shaft, stroke=Stroke(ink, 0.7)), Path(tip, fill=ink))
    return Symbol("chart-arrow", items, Rect(-2.5, -1.2, 5.0, 2.4))


def _part(own: Placed, pitch: float, size: float, arrow: Symbol, theme: Theme) -> list[Item]:
    """A heading and the rows below it."""
    y = HEADER + HEAD + own.slot * pitch
    items = _heading(own, Rect(own.x, y - HEAD, own.right - own.x, HEAD), theme)
    for row in own.part.rows:
        items += _row(row, own, y, size, pitch, arrow, theme)
        y += pitch
    return items


def _heading(own: Placed, box: Rect, theme: Theme) -> list[Item]:
    """The suit's emblem and name over a line in its colour."""
    part = own.part
    palette = theme.palette(part.section.colour)
    colour = reads_on_paper(palette)
    line, x = box.bottom - 1.6, box.x
    items: list[Item] = []
    if part.section.mark is not None:
        symbol = emblem(part.section.mark, palette, _MARK)
        items.append(placed(symbol, x + _MARK / 2, line - 0.8 - _MARK / 2, _MARK))
        x += _MARK + 1.4
    name = part.section.name
    if part.count > 1:
        name = f"{name} {part.number}/{part.count}"
    place = Rect(x, line - 0.4 - 7.0, box.right - x, 6.6)
    items += _left(fit(name, _HEADING, place, colour), x)
    rule = (
        PathBuilder().move(box.x + LINE / 2, line).line(box.x + own.width - LINE / 2, line).done()
    )
    return [*items, Path(rule, stroke=Stroke(colour, LINE))]


def _left(lines: Sequence[Text], x: float) -> list[Item]:
    """Lines that were centred, from x on."""
    return [replace(line, x=x) for line in lines]


def _row(
    row: Row, own: Placed, y: float, size: float, pitch: float, arrow: Symbol, theme: Theme
) -> list[Item]:
    """Small faces, arrow, small face, name. The arrows of a part stand in line."""
    tall = size * RATIO
    tip = own.x + own.owns * size + (own.owns - 1) * GAP
    start = tip - len(row.owns) * size - (len(row.owns) - 1) * GAP
    items: list[Item] = [
        Use(mini(held, size, theme), shift(start + at * (size + GAP), y))
        for at, held in enumerate(row.owns)
    ]
    items.append(Use(arrow, shift(tip + ARROW / 2, y + tall / 2)))
    x = tip + ARROW
    items.append(Use(mini(row.meant, size, theme), shift(x, y)))
    if row.name:
        x += size + NAME_GAP
        box = Rect(x, y + (tall - pitch) / 2, own.right - x, pitch)
        items += _left(fit(row.name, NAME, box, theme.roles_of["ink"]), x)
    return items
