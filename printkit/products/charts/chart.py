"""The conversion chart: what each physical card stands for, to be read across a table.

There is one Symbol a page, at most two, its upper left corner on the origin: title, columns of rows
with thumbnails on both sides of an arrow, notes.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from printkit.art.emblem import emblem, place_emblem
from printkit.art.theme import Theme
from printkit.base.geometry import Rect, translation
from printkit.components.cards.index import text_colour_on_paper
from printkit.components.cards.small_card import RATIO, draw_small_card
from printkit.components.chart_rows import ChartRow, chart_title, group_rows
from printkit.components.lock_up import HEADER, ORBIT, draw_orbit
from printkit.components.notes import note_style, stack_notes
from printkit.components.thumbnail import draw_thumbnail
from printkit.graphics.display_list import Item, Path, ShapedText, Stroke, Symbol, Use
from printkit.graphics.font import TITLE, TITLE_BOLD
from printkit.graphics.measures import FINE, LINE, MIN_TEXT_SIZE
from printkit.graphics.path import PathBuilder
from printkit.layout.fit_text import FitStyle, require_legible, require_text, shrink_line
from printkit.products.charts.notes import chart_notes
from printkit.products.charts.plan import (
    ARROW,
    GAP,
    HEAD,
    NAME,
    NAME_GAP,
    NOTE_SIZE,
    ChartLayout,
    ChartSheet,
    NoteText,
    PlacedSection,
    lay_out_chart,
)
from printkit.rules.standins import DeckMapping

_GAME, _DECK = 8.4, 4.8
_MARK = 6.2
_HEADING = FitStyle(TITLE_BOLD, 4.4, MIN_TEXT_SIZE, 2)


def draw_chart(
    mapping: DeckMapping, language: str, theme: Theme, page_area: tuple[float, float]
) -> list[Symbol]:
    """Draw one Symbol a page (at most two) with the box Rect(0, 0, *page_area).

    Raises PrintkitError if the page is too small.
    """
    block = stack_notes(chart_notes(mapping, language), theme.roles_of["ink"])
    text = NoteText(block, note_style(NOTE_SIZE, language))
    result = lay_out_chart(group_rows(mapping, language), text, page_area)
    box = Rect(0, 0, *page_area)
    title = chart_title(mapping, language)
    key = f"chart-{mapping.deck.slug}-{mapping.variant.slug}"
    return [
        Symbol(
            f"{key}-{i + 1}",
            (*_draw_header(mapping, language, theme, box), *_draw_body(sheet, result, theme)),
            box,
            title,
        )
        for i, sheet in enumerate(result.sheets)
    ]


def _draw_header(mapping: DeckMapping, language: str, theme: Theme, box: Rect) -> list[Item]:
    """Draw the game over the deck that stands in for it, on a graduated rule with one planet."""
    ink = theme.roles_of["ink"]
    space = box.w - ORBIT - 6
    game, deck = mapping.variant.name[language], mapping.deck.name[language]
    items: list[Item] = [require_legible(shrink_line(TITLE_BOLD, game, 0, 7.4, _GAME, space, ink))]
    # An arrow that points at the game: the deck below becomes it.
    tip = PathBuilder().polygon([(0, 13.1), (2.2, 11.9), (2.2, 14.3)]).done()
    shaft = PathBuilder().move(2.0, 13.1).line(7.0, 13.1).done()
    items += [Path(tip, fill=ink), Path(shaft, stroke=Stroke(ink, LINE))]
    items.append(require_legible(shrink_line(TITLE, deck, 8.6, 14.8, _DECK, space - 8.6, ink)))
    return items + draw_orbit(box, theme)


def _draw_body(sheet: ChartSheet, layout: ChartLayout, theme: Theme) -> list[Item]:
    arrow = _arrow_symbol(theme)
    items: list[Item] = []
    for placed_part in sheet.parts:
        items += _draw_section(placed_part, sheet.pitch, layout.mini, arrow, theme)
    ink = theme.roles_of["ink"]
    for placed in sheet.notes:
        rule = PathBuilder().move(placed.box.x + FINE, placed.box.y - 2.2)
        rule.line(placed.box.right - FINE, placed.box.y - 2.2)
        items.append(Path(rule.done(), stroke=Stroke(ink, FINE)))
        items += placed.column.items(placed.box.x, placed.box.y)
    return items


def _arrow_symbol(theme: Theme) -> Symbol:
    """Return the arrow from the physical cards to the card of the game, shared by all rows."""
    ink = theme.roles_of["ink"]
    shaft = PathBuilder().move(-2.1, 0).line(0.6, 0).done()
    tip = PathBuilder().polygon([(2.1, 0), (0.3, -1.15), (0.3, 1.15)]).done()
    items = (Path(shaft, stroke=Stroke(ink, 0.7)), Path(tip, fill=ink))
    return Symbol("chart-arrow", items, Rect(-2.5, -1.2, 5.0, 2.4))


def _draw_section(
    section: PlacedSection, pitch: float, size: float, arrow: Symbol, theme: Theme
) -> list[Item]:
    """Draw a heading and the rows below it."""
    y = HEADER + HEAD + section.slot * pitch
    items = _draw_heading(
        section, Rect(section.x, y - HEAD, section.right - section.x, HEAD), theme
    )
    for row in section.part.rows:
        items += _draw_row(row, section, y, size, pitch, arrow, theme)
        y += pitch
    return items


def _draw_heading(section: PlacedSection, box: Rect, theme: Theme) -> list[Item]:
    """Draw the suit's emblem and name over a line in its colour."""
    part = section.part
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
    items += _left_aligned(require_text(name, _HEADING, place, colour), x)
    rule = (
        PathBuilder()
        .move(box.x + LINE / 2, base)
        .line(box.x + section.width - LINE / 2, base)
        .done()
    )
    return [*items, Path(rule, stroke=Stroke(colour, LINE))]


def _left_aligned(lines: Sequence[ShapedText], x: float) -> list[Item]:
    """Return lines that were centred, from x on."""
    return [replace(item, x=x) for item in lines]


def _draw_row(
    row: ChartRow,
    section: PlacedSection,
    y: float,
    size: float,
    pitch: float,
    arrow: Symbol,
    theme: Theme,
) -> list[Item]:
    """Draw thumbnails, arrow, thumbnail, name. The arrows of a section are aligned."""
    height = size * RATIO
    tip = section.x + section.owns * size + (section.owns - 1) * GAP
    start = tip - len(row.owns) * size - (len(row.owns) - 1) * GAP
    items: list[Item] = [
        Use(draw_thumbnail(held, size, theme), translation(start + i * (size + GAP), y))
        for i, held in enumerate(row.owns)
    ]
    items.append(Use(arrow, translation(tip + ARROW / 2, y + height / 2)))
    x = tip + ARROW
    small = draw_small_card(row.card, size, theme, row.meant.title)
    items.append(Use(small, translation(x + size / 2, y + height / 2)))
    if row.name:
        x += size + NAME_GAP
        box = Rect(x, y + (height - pitch) / 2, section.right - x, pitch)
        items += _left_aligned(require_text(row.name, NAME, box, theme.roles_of["ink"]), x)
    return items
