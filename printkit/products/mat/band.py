"""The band of a side of a mat: phases in pictograms, one ladder of hands in small cards, costs.

In: a Variant, a language. Out: cells, each with the middle of its upper edge at the origin, and
rows of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from math import fsum

import msgspec
from msgspec.structs import replace

from printkit.art.emblems import draw_pictogram, pictogram_names
from printkit.art.theme import Theme
from printkit.base.geometry import translation
from printkit.base.messages import translate
from printkit.faces.small_cards import RATIO, draw_small_card
from printkit.graphics.display_list import Item, Path, Use, transformed
from printkit.graphics.measures import MIN_TABLE_TEXT_SIZE
from printkit.graphics.path import PathBuilder
from printkit.layout.fitting import cut_by_length
from printkit.model.cards import Card
from printkit.model.play import Due
from printkit.model.tabletop import Phase
from printkit.model.variant import Variant
from printkit.pieces.product import RenderOptions
from printkit.rules.ladder import Rung, examples
from printkit.tabletop.places import ornament_scale
from printkit.tabletop.surfaces import COLOUR, draw_dots, fit_word, make_note, table_inks

# For poker cards: a pictogram, the number of a hand (mm); the pitch of cards (in card widths).
_ICON, _NUMBER, _PITCH = 14.0, 4.2, 0.86
# The sizes of names and notes (mm per em); the least measure of names, the measure of notes (em).
_NAME, _NOTE, _NARROW, _WIDE = 3.39, 3.03, 9.0, 14.0
# The measure of a full text (em).
_FULL = 17.0
# Gaps (mm): picture to name, name to note, between cells, between groups.
_BELOW, _TO_NOTE, _BETWEEN, _GROUPS = 2.6, 0.8, 7.0, 11.0
# The width of cards (mm) in a ladder of more than a number of hands.
_CARDS = ((7, 8.6), (4, 10.6), (0, 13.0))
# The cost of a row that ends within a group (mm).
_BROKEN = 60.0


class BandCell(msgspec.Struct, frozen=True, eq=False):
    """A picture with its words below it.

    The origin of `items` is the middle of the upper edge; `axis` is how far below it the middle of
    the picture is.
    """

    group: int
    width: float
    height: float
    axis: float
    items: tuple[Item, ...]


class Row(msgspec.Struct, frozen=True, eq=False):
    """Cells side by side."""

    cells: tuple[BandCell, ...]
    between: float
    groups: float

    @property
    def gaps(self) -> list[float]:
        pairs = pairwise(self.cells)
        return [self.between if a.group == b.group else self.groups for a, b in pairs]

    @property
    def width(self) -> float:
        return fsum(cell.width for cell in self.cells) + fsum(self.gaps)

    @property
    def axis(self) -> float:
        """The distance from the top to the centre of the pictures."""
        return max(cell.axis for cell in self.cells)

    @property
    def height(self) -> float:
        return self.axis + max(cell.height - cell.axis for cell in self.cells)

    def middles(self, spare: float) -> list[float]:
        """Return the centre of each cell in a row about 0; `spare` mm are shared among the gaps."""
        more = min(spare / (len(self.cells) + 1), 1.2 * self.groups)
        steps = [cell.width + gap + more for cell, gap in zip(self.cells, self.gaps, strict=False)]
        starts = accumulate(steps, initial=-(self.width + more * len(self.gaps)) / 2)
        return [x + cell.width / 2 for x, cell in zip(starts, self.cells, strict=True)]


# The hands of a game, each with the cards that show it.
Ladder = tuple[tuple[Rung, tuple[Card, ...]], ...]


def show_ladder(variant: Variant) -> Ladder:
    """Return the hands of a game, each with the cards of an example, if it has one."""
    shown = examples(variant)
    return tuple(
        (Rung(place, hand, ()), shown.get(hand.id, ()))
        for place, hand in enumerate(variant.hands, 1)
    )


class Band:
    """Draws the band of one side: phases, hands with examples, costs.

    `cards` is the theme of the cards in the ladder, `larger` the scale of the band.
    """

    def __init__(
        self,
        variant: Variant,
        options: RenderOptions,
        cards: Theme,
        ladder: Ladder,
        costs: Sequence[Due],
        larger: float = 1.0,
    ) -> None:
        self.variant, self.options, self.cards = variant, options, cards
        self.ladder, self.costs = ladder, costs
        self.language = options.language
        self.k = ornament_scale(options) * larger
        self.inks, self.palette = table_inks(options.theme), options.theme.palette(COLOUR)
        self.icons = replace(self.palette, main=self.inks.text)
        self.words = replace(self.palette, main=self.inks.text, ink=self.inks.aside)

    def enlarge(self, by: float) -> Band:
        """Return the same band, enlarged by a factor."""
        return Band(self.variant, self.options, self.cards, self.ladder, self.costs, by)

    @cached_property
    def cells(self) -> tuple[BandCell, ...]:
        """The cells of all groups: phases, hands, costs."""
        phases = (self._make_picture_cell(0, phase, "") for phase in self.variant.phases)
        costs = (
            self._make_picture_cell(2, cost, (cost.short or cost.how)[self.language])
            for cost in self.costs
        )
        return (*phases, *self._make_hand_cells(), *costs)

    def divide_rows(self, count: int) -> list[Row]:
        """Divide the cells into `count` rows, with the widest row as narrow as possible."""
        k, cells = self.k, self.cells

        def row(start: int, end: int) -> Row:
            return Row(tuple(cells[start:end]), _BETWEEN * k, _GROUPS * k)

        def cost(start: int, end: int) -> float:
            broken = end < len(cells) and cells[end].group == cells[end - 1].group
            return row(start, end).width + broken * _BROKEN * k

        if count > len(cells):
            return []
        cuts = cut_by_length(len(cells), count, cost)
        return [row(start, end) for start, end in pairwise(cuts)]

    def draw_row(self, row: Row, middles: Sequence[float]) -> Iterator[tuple[float, Item]]:
        """Yield the x of the middle of each drawing of a row, and the drawing.

        Drawings have their origin in that middle, on the upper edge of the row.
        """
        for cell, x in zip(row.cells, middles, strict=True):
            yield x, transformed(cell.items, translation(0, row.axis - cell.axis))
        for (one, x), (other, u) in pairwise(zip(row.cells, middles, strict=True)):
            middle = (x + one.width / 2 + u - other.width / 2) / 2
            same = one.group == other.group
            mark = self._draw_chevron(row.axis) if same else self._draw_rule(row)
            if not same or one.group < 2:
                yield middle, mark

    def _draw_chevron(self, y: float) -> Path:
        r = 1.5 * self.k
        builder = PathBuilder().move(-r / 2, y - r).line(r / 2, y).line(-r / 2, y + r)
        return Path(builder.done(), stroke=self.inks.stroke(self.palette.accent, 0.6))

    def _draw_rule(self, row: Row) -> Path:
        line = PathBuilder().move(0, row.axis - 9 * self.k).line(0, row.height)
        return Path(line.done(), stroke=self.inks.stroke(self.inks.line, 0.25))

    # --- cells ----------------------------------------------------------------------------------

    def _make_picture_cell(self, group: int, thing: Phase | Due, text: str) -> BandCell:
        size, icon = _ICON * self.k, thing.icon or thing.id
        if icon in pictogram_names():
            picture: Item = draw_pictogram(icon, self.icons, 0, size / 2, size)
        else:
            dot = PathBuilder().circle(0, size / 2, 0.16 * size).done()
            picture = draw_dots(dot, self.palette.accent, self.palette)
        return self._make_cell(group, [picture], size, size, thing.name[self.language], text)

    def _make_cell(
        self, group: int, picture: list[Item], width: float, height: float, name: str, text: str
    ) -> BandCell:
        """Return a cell of a picture with its text below it. Raises TextOverflow."""
        size = max(MIN_TABLE_TEXT_SIZE, _NAME * self.k)
        small = max(MIN_TABLE_TEXT_SIZE, _NOTE * self.k)
        max_width = max(width, _NARROW * size)
        label = fit_word(name, size, max_width, self.inks.text)
        if label.overflow:
            label = fit_word(name, size, _WIDE * size, self.inks.text)
        y = height + _BELOW * self.k
        items = [*picture, label.draw_below(0, y)]
        y += label.height
        widest = max(width, label.width)
        if text:
            max_width = max(widest, (_FULL if len(text) > 60 else _WIDE) * small)
            note = make_note("", text, max_width, small, self.language, self.words)
            items.append(note.draw_below(0, y + _TO_NOTE))
            y += _TO_NOTE + note.height
            widest = max(widest, note.width)
        return BandCell(group, widest, y, height / 2, tuple(items))

    def _make_hand_cells(self) -> Iterator[BandCell]:
        width = next((card for more, card in _CARDS if len(self.ladder) > more), 0.0) * self.k
        for rung, cards in self.ladder:
            name = rung.hand.name[self.language]
            yield self._make_hand_cell(rung.place, cards, width, name, self._describe_rung(rung))

    def _describe_rung(self, rung: Rung) -> str:
        """Return the notes on a hand: its value and pots, else its short description."""
        hand, language = rung.hand, self.language
        two_pots = sum(place.kind == "pot" for place in self.variant.places) > 1
        takes = translate(language, "mat.both-pots") if hand.pot and two_pots else ""
        parts = [part for part in (rung.label(language), takes) if part]
        by_hues = self.variant.counting.hues and hand.best
        if hand.short and (by_hues or not parts):
            parts.append(hand.short[language])
        return " · ".join(parts)

    def _make_hand_cell(
        self, number: int, cards: Sequence[Card], card: float, name: str, note: str
    ) -> BandCell:
        """Return the cell of a hand: number, example, name and notes."""
        r, pitch = _NUMBER * self.k, _PITCH * card
        height = max(card * RATIO, 2 * r)
        fan = card + pitch * (len(cards) - 1) if cards else 0.0
        whole = 2 * r + (1.6 * self.k + fan if cards else 0.0)
        x, y = -whole / 2 + r, height / 2
        disc = PathBuilder().circle(x, y, r).done()
        solid = self.palette.solid
        ground = self.palette.accent if self.inks.deep != self.inks.ground else self.inks.line
        ink = self.inks.deep if solid else self.inks.text
        figure = fit_word(str(number), 1.25 * r, 2 * r, ink)
        stroke = None if solid else self.inks.stroke(self.inks.line, 0.35)
        items: list[Item] = [
            Path(disc, fill=ground if solid else None, stroke=stroke),
            figure.draw_about(x, y + 0.06 * r),
        ]
        for i, example in enumerate(cards):
            centre = x + r + 1.6 * self.k + card / 2 + i * pitch
            symbol = draw_small_card(example, round(card, 2), self.cards)
            items.append(Use(symbol, translation(centre, y)))
        return self._make_cell(1, items, whole, height, name, note)
