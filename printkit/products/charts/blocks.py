"""Blocks of conversion charts: the heading of a section, a row of cards with an arrow.

A row has the cards at hand left of its arrow and the card of the game right of it, then the name of
that card. Lengths of a `RowLook` are multiples of the size of its cards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum

from msgspec import Struct

from printkit.art.emblem import emblem, place_emblem
from printkit.art.theme import Theme
from printkit.base.geometry import Rect
from printkit.components.cards.index import text_colour_on_paper
from printkit.components.thumbnail import Thumbnail
from printkit.graphics.display_list import Item, Path, Stroke
from printkit.graphics.font import TITLE, TITLE_BOLD
from printkit.graphics.measures import LINE, MIN_TEXT_SIZE
from printkit.graphics.path import PathBuilder
from printkit.layout.blocks import Drawing, Stack, StackPart
from printkit.layout.fit_text import Caption, FitStyle, require_text
from printkit.layout.overlays import Arrow, Overlay, Placed, SideBySide
from printkit.layout.records import Block, TextStyle, move_items
from printkit.products.charts.contents import ChartGroup, ChartRow

# A heading of a scale of 1 (mm): its emblem, the gap behind it, the rule above its lower edge.
_MARK, _MARK_GAP, _RULE = 6.2, 1.4, 1.6
_HEADING_SIZE = 4.4


class RowLook(Struct, frozen=True):
    """How the cards of a row are drawn: their widths, their items from x = 0 about y = 0.

    `height` is that of a card, `gap` is between two cards, `arrow` between both sides of a row. A
    name has at most `name_lines` lines and is `name_gap` mm right of its card.
    """

    width: Callable[[Thumbnail, float], float]
    draw_owned: Callable[[Thumbnail, float, Theme], Sequence[Item]]
    draw_meant: Callable[[ChartRow, float, Theme], Sequence[Item]]
    height: float
    gap: float
    arrow: float
    name_gap: float
    name_lines: int

    def sides(self, rows: Sequence[ChartRow], size: float) -> tuple[float, float]:
        """Return the width of the widest cards left of the arrow, and right of it (mm)."""
        before = max(self._owned_width(row, size) for row in rows)
        return before, max(self.width(row.meant, size) for row in rows)

    def cards_width(self, rows: Sequence[ChartRow], size: float) -> float:
        """Return the width of rows without their names (mm)."""
        return fsum((*self.sides(rows, size), self.arrow * size))

    def _owned_width(self, row: ChartRow, size: float) -> float:
        gaps = (len(row.owns) - 1) * self.gap * size
        return fsum(self.width(own, size) for own in row.owns) + gaps

    def draw_cards(self, row: ChartRow, before: float, size: float, theme: Theme) -> list[Item]:
        """Draw the cards of a row about y = 0, with room for its arrow from x = `before` on."""
        x = before - self._owned_width(row, size)
        items: list[Item] = []
        for own in row.owns:
            items += move_items(self.draw_owned(own, size, theme), x, 0)
            x += self.width(own, size) + self.gap * size
        end = before + self.arrow * size
        return [*items, *move_items(self.draw_meant(row, size, theme), end, 0)]


def make_row(
    row: ChartRow,
    section: Sequence[ChartRow],
    look: RowLook,
    size: float,
    theme: Theme,
    *,
    below: bool = False,
) -> Block:
    """Make the block of a row: cards of a size (mm), arrows aligned with those of its section.

    The name, if any, is right of the cards, or below them. The style of the text is that of names.
    """
    before, _ = look.sides(section, size)
    width, height = look.cards_width(section, size), look.height * size

    def draw(style: TextStyle, available: float) -> tuple[Sequence[Item], float]:
        items = look.draw_cards(row, before, size, theme)
        return move_items(items, 0, height / 2), height

    own = Drawing(draw, min_width=lambda style: width, height=lambda style, available: height)
    arrow = Placed(Arrow(theme.roles_of["ink"]), before, height / 2, look.arrow * size)
    cards = Overlay((Placed(own), arrow), height)
    if not row.name:
        return cards
    name = Caption(
        row.name,
        TITLE,
        theme.roles_of["ink"],
        max_lines=look.name_lines,
        is_sentence=False,
        align=0.5 if below else 0.0,
    )
    if below:
        return Stack((StackPart(cards), StackPart(name, 0.1)))
    return SideBySide(((width + look.name_gap, cards), (None, name)), gap=0.0, centred=True)


def draw_heading(
    title: str, group: ChartGroup | None, box: Rect, theme: Theme, rule_width: float, scale: float
) -> list[Item]:
    """Draw the emblem and name of a section over a rule in its colour, at the foot of a box.

    Raises TextOverflow for a name that is too long.
    """
    palette = theme.palette(group.colour if group else "ink")
    colour, base, x = text_colour_on_paper(palette), box.bottom - _RULE, box.x
    items: list[Item] = []
    if group is not None and group.mark is not None:
        side = _MARK * scale
        symbol = emblem(group.mark, palette, side)
        items.append(place_emblem(symbol, x + side / 2, base - 0.6 - side / 2, side))
        x += side + _MARK_GAP * scale
    style = FitStyle(TITLE_BOLD, _HEADING_SIZE * scale, MIN_TEXT_SIZE, 2)
    height = box.h - _RULE - 0.6
    place = Rect(x, base - 0.4 - height, box.right - x, height)
    items += require_text(title, style, place, colour, align=0.0)
    rule = PathBuilder().move(box.x + LINE / 2, base).line(box.x + rule_width - LINE / 2, base)
    return [*items, Path(rule.done(), stroke=Stroke(colour, LINE))]


def numbered_title(name: str, number: int, count: int) -> str:
    """Return “Cups 1/2” for a part of a section, the name alone for a whole one."""
    return f"{name} {number}/{count}" if count > 1 else name
