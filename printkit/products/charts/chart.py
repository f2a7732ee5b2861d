"""The conversion chart: what each card at hand stands for, to be read across a table.

In: a Mapping, a language, a theme, the room of a page (mm). Out: one Symbol a page, at most two,
its upper left corner on the origin: title, columns of rows with small faces on both sides of an
arrow, notes in words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from printkit.art.emblem import emblem, place_emblem
from printkit.art.theme import Theme
from printkit.base.geometry import Rect, translation
from printkit.graphics.display_list import Item, Path, ShapedText, Stroke, Symbol, Use
from printkit.graphics.font import TITLE, TITLE_BOLD
from printkit.graphics.measures import FINE, LINE, MIN_TEXT_SIZE
from printkit.graphics.path import PathBuilder
from printkit.layout.fit_text import FitStyle, require_text
from printkit.products.cards.index import text_colour_on_paper
from printkit.products.charts.notes import notes
from printkit.products.charts.page_head import HEADER, ORBIT, line, orbit
from printkit.products.charts.plan import (
    ARROW,
    GAP,
    HEAD,
    NAME,
    NAME_GAP,
    NOTE_SIZE,
    ChartLayout,
    NoteText,
    PlacedSection,
    Sheet,
    plan,
)
from printkit.products.charts.rows import Row, heading, sections
from printkit.products.charts.thumbnail import RATIO, draw_thumbnail
from printkit.products.notes import note_style, stack_notes
from printkit.rules.standins import DeckMapping

_GAME, _DECK = 8.4, 4.8
_MARK = 6.2
_HEADING = FitStyle(TITLE_BOLD, 4.4, MIN_TEXT_SIZE, 2)


def chart(
    mapping: DeckMapping, language: str, theme: Theme, room: tuple[float, float]
) -> list[Symbol]:
    """One Symbol a page (at most two) with the box Rect(0, 0, *room).

    Raises PrintkitError where the room is too small.
    """
    block = stack_notes(notes(mapping, language), theme.roles_of["ink"])
    text = NoteText(block, note_style(NOTE_SIZE, language))
    result = plan(sections(mapping, language), text, room)
    box = Rect(0, 0, *room)
    title = heading(mapping, language)
    key = f"chart-{mapping.deck.slug}-{mapping.variant.slug}"
    return [
        Symbol(
            f"{key}-{i + 1}",
            (*_header(mapping, language, theme, box), *_body(sheet, result, theme)),
            box,
            title,
        )
        for i, sheet in enumerate(result.sheets)
    ]


def _header(mapping: DeckMapping, language: str, theme: Theme, box: Rect) -> list[Item]:
    """The game over the deck that stands in for it, on a graduated rule with one planet."""
    ink = theme.roles_of["ink"]
    room = box.w - ORBIT - 6
    game, deck = mapping.variant.name[language], mapping.deck.name[language]
    items: list[Item] = [line(TITLE_BOLD, game, 0, 7.4, _GAME, room, ink)]
    # An arrow that points at the game: the deck below becomes it.
    tip = PathBuilder().polygon([(0, 13.1), (2.2, 11.9), (2.2, 14.3)]).done()
    shaft = PathBuilder().move(2.0, 13.1).line(7.0, 13.1).done()
    items += [Path(tip, fill=ink), Path(shaft, stroke=Stroke(ink, LINE))]
    items.append(line(TITLE, deck, 8.6, 14.8, _DECK, room - 8.6, ink))
    return items + orbit(box, theme)


def _body(sheet: Sheet, found: ChartLayout, theme: Theme) -> list[Item]:
    arrow = _arrow(theme)
    items: list[Item] = []
    for placed_part in sheet.parts:
        items += _part(placed_part, sheet.pitch, found.mini, arrow, theme)
    ink = theme.roles_of["ink"]
    for placed in sheet.notes:
        rule = PathBuilder().move(placed.box.x + FINE, placed.box.y - 2.2)
        rule.line(placed.box.right - FINE, placed.box.y - 2.2)
        items.append(Path(rule.done(), stroke=Stroke(ink, FINE)))
        items += placed.column.items(placed.box.x, placed.box.y)
    return items


def _arrow(theme: Theme) -> Symbol:
    """From the cards at hand to the card of the game, shared by all rows."""
    ink = theme.roles_of["ink"]
    shaft = PathBuilder().move(-2.1, 0).line(0.6, 0).done()
    tip = PathBuilder().polygon([(2.1, 0), (0.3, -1.15), (0.3, 1.15)]).done()
    items = (Path(shaft, stroke=Stroke(ink, 0.7)), Path(tip, fill=ink))
    return Symbol("chart-arrow", items, Rect(-2.5, -1.2, 5.0, 2.4))


def _part(own: PlacedSection, pitch: float, size: float, arrow: Symbol, theme: Theme) -> list[Item]:
    """A heading and the rows below it."""
    y = HEADER + HEAD + own.slot * pitch
    items = _heading(own, Rect(own.x, y - HEAD, own.right - own.x, HEAD), theme)
    for row in own.part.rows:
        items += _row(row, own, y, size, pitch, arrow, theme)
        y += pitch
    return items


def _heading(own: PlacedSection, box: Rect, theme: Theme) -> list[Item]:
    """The suit's emblem and name over a line in its colour."""
    part = own.part
    palette = theme.palette(part.section.colour)
    colour = text_colour_on_paper(palette)
    base, x = box.bottom - 1.6, box.x
    items: list[Item] = []
    if part.section.mark is not None:
        symbol = emblem(part.section.mark, palette, _MARK)
        items.append(place_emblem(symbol, x + _MARK / 2, base - 0.8 - _MARK / 2, _MARK))
        x += _MARK + 1.4
    name = part.section.name
    if part.count > 1:
        name = f"{name} {part.number}/{part.count}"
    place = Rect(x, base - 0.4 - 7.0, box.right - x, 6.6)
    items += _left(require_text(name, _HEADING, place, colour), x)
    rule = (
        PathBuilder().move(box.x + LINE / 2, base).line(box.x + own.width - LINE / 2, base).done()
    )
    return [*items, Path(rule, stroke=Stroke(colour, LINE))]


def _left(lines: Sequence[ShapedText], x: float) -> list[Item]:
    """Lines that were centred, from x on."""
    return [replace(item, x=x) for item in lines]


def _row(
    row: Row, own: PlacedSection, y: float, size: float, pitch: float, arrow: Symbol, theme: Theme
) -> list[Item]:
    """Small faces, arrow, small face, name. The arrows of a part stand in line."""
    height = size * RATIO
    tip = own.x + own.owns * size + (own.owns - 1) * GAP
    start = tip - len(row.owns) * size - (len(row.owns) - 1) * GAP
    items: list[Item] = [
        Use(draw_thumbnail(held, size, theme), translation(start + i * (size + GAP), y))
        for i, held in enumerate(row.owns)
    ]
    items.append(Use(arrow, translation(tip + ARROW / 2, y + height / 2)))
    x = tip + ARROW
    items.append(Use(draw_thumbnail(row.meant, size, theme), translation(x, y)))
    if row.name:
        x += size + NAME_GAP
        box = Rect(x, y + (height - pitch) / 2, own.right - x, pitch)
        items += _left(require_text(row.name, NAME, box, theme.roles_of["ink"]), x)
    return items
