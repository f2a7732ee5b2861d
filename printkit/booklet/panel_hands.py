"""Hands in panels: worked hands of the aim, the ladder, the cards dealt to each seat."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

from msgspec import Struct
from msgspec.structs import replace

from printkit.art.guilloche import chamfered
from printkit.base.geometry import Rect, translation
from printkit.booklet.book import Panel, PanelCell, PanelHand
from printkit.booklet.numbered_discs import draw_figure
from printkit.booklet.page_style import TYPE
from printkit.booklet.panel_blocks import (
    PanelInks,
    chevron,
    smaller,
    stack,
)
from printkit.booklet.text_spans import TITLES
from printkit.components.cards.small_card import RATIO
from printkit.graphics.display_list import LIVE, Item, Path, Stroke, Use
from printkit.graphics.font import TITLE, TITLE_BOLD
from printkit.graphics.measures import MIN_TABLE_TEXT_SIZE
from printkit.graphics.path import PathBuilder
from printkit.layout.blocks import Paragraph, SideBySide, merge
from printkit.layout.fit_text import text_line, text_width
from printkit.layout.records import (
    RAGGED,
    Block,
    Canvas,
    Fragment,
    Strip,
    TextStyle,
)

# Cards of worked hands (mm on A5): at most and at least, the gap between them, in widths.
_CARD, _MIN_CARD, _CARD_GAP = 10.4, 7.0, 0.07
# A bar of the ladder: that of its number, its words, the padding (em); the strength of its colours.
_NUMBER_BAR, _BAR_WORDS, _BAR_PADDING = 3.0, 11.4, 0.55
_STRENGTHS, _GROUNDS = (1.0, 0.82, 0.64), (0.17, 0.10, 0.05)


def hand_width(hand: PanelHand, card: float) -> float:
    """Return the width of the cards of a hand."""
    return len(hand.cards) * card * (1 + _CARD_GAP) - card * _CARD_GAP


def draw_hand(hand: PanelHand, card: float, inks: PanelInks, x: float, y: float) -> list[Item]:
    """Draw the cards of a hand side by side from x, their top at y."""
    items: list[Item] = []
    for i, picture in enumerate(hand.cards):
        symbol = inks.pictures.drawing(picture, round(card * RATIO, 2))
        items.append(Use(symbol, translation(x + i * card * (1 + _CARD_GAP), y)))
    return items


class AimBox(Struct, frozen=True):
    """The aim in a box, two worked hands beside it or, if they are wide, below."""

    panel: Panel
    inks: PanelInks

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        padding = 1.2 * style.size
        inner = width - 2 * padding
        small = smaller(style, 0.93)
        words = Paragraph(self.inks.spans(self.panel.words), RAGGED)
        cards = max((len(cell.hands[0].cards) for cell in self.panel.cells), default=0)
        hands = [WorkedHand(cell, self.inks, cards) for cell in self.panel.cells]
        natural_width = max((hand.natural_width(small) for hand in hands), default=0.0)
        blocks: list[tuple[float | None, Block]]
        if not hands:
            body: Block = words
        elif natural_width <= 0.56 * inner:
            below = stack(hands, [0.0, 0.5])
            body = SideBySide(((None, words), (natural_width, below)), 1.2, centred=True)
        else:
            blocks = [(None, hand) for hand in hands]
            row: Block = SideBySide(tuple(blocks), 1.2)
            if 2 * natural_width + 1.2 * small.size > inner:
                row = stack(hands, [0.0, 0.5])
            body = stack([words, row], [0.0, 0.5])
        fragment = body.lay_out(small, inner)
        height = style.snap(fragment.height + 2 * 0.8 * style.size)
        down = (height - fragment.height) / 2

        def paint(canvas: Canvas, x: float, y: float) -> None:
            outline = chamfered(Rect(x, y, width, height), 0.9 * style.size)
            stroke = Stroke(self.inks.palette.title, 0.3)
            canvas.items.append(Path(outline, fill=self.inks.tint(0.055), stroke=stroke))
            fragment.paint(canvas, x + padding, y + down)

        merged = merge(fragment, height)
        return replace(merged, strips=(replace(merged.strips[0], paint=paint),), width=width)


class WorkedHand(Struct, frozen=True):
    """The cards of a hand, what they come to in a disc, and its name.

    Cards are as large as those of a hand of `max_cards`.
    """

    cell: PanelCell
    inks: PanelInks
    max_cards: int

    def natural_width(self, style: TextStyle) -> float:
        card, sign = self._card(style), self._sign(style)
        (hand,) = self.cell.hands
        cards = len(hand.cards)
        width = cards * card + (cards - 1) * sign
        return width + sign + self._disc(style) + 5.8 * style.size

    def _card(self, style: TextStyle) -> float:
        size = _CARD if self.max_cards < 4 else _MIN_CARD + 0.8
        return max(_MIN_CARD, size * style.size / 3.12)

    def _sign(self, style: TextStyle) -> float:
        return (1.35 if self.cell.sign else 0.25) * style.size

    def _disc(self, style: TextStyle) -> float:
        return 2.9 * style.size if self.cell.figure else 0.0

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        inks, cell = self.inks, self.cell
        (hand,) = cell.hands
        card, gap, disc = self._card(style), self._sign(style), self._disc(style)
        equals = 1.35 * style.size if cell.figure else 0.4 * style.size
        left = len(hand.cards) * (card + gap) - gap + equals + disc + 0.5 * style.size
        name = Paragraph(
            inks.spans(cell.name, TITLES, inks.palette.text), RAGGED, 0.86, hyphenate=False
        )
        words = name.lay_out(style, max(width - left, 3.0 * style.size))
        height = max(card * RATIO, words.height)

        def paint(canvas: Canvas, x: float, y: float) -> None:
            middle, pen = y + height / 2, x
            for i, picture in enumerate(hand.cards):
                symbol = inks.pictures.drawing(picture, round(card * RATIO, 2))
                canvas.items.append(Use(symbol, translation(pen, middle - card * RATIO / 2)))
                pen += card
                if cell.sign and i + 1 < len(hand.cards):
                    canvas.items.append(self._text(cell.sign, pen + gap / 2, middle, style, 1.3))
                pen += gap
            pen += equals - gap
            if cell.figure:
                canvas.items.append(self._text("=", pen - equals / 2, middle, style, 1.3))
                canvas.items += self._total(pen + disc / 2, middle, disc / 2, style)
            words.paint(canvas, x + left, middle - words.height / 2)

        strip = Strip(style.snap(height), paint, text=" ".join(s.text for s in words.strips))
        return Fragment((strip,), width, words.overflow, words.culprit)

    def _text(self, text: str, x: float, y: float, style: TextStyle, em: float) -> Item:
        return draw_figure(text, x, y, em * style.size, self.inks.palette.text)

    def _total(self, x: float, y: float, radius: float, style: TextStyle) -> list[Item]:
        palette, text = self.inks.palette, self.cell.figure
        circle = PathBuilder().circle(x, y, radius).done()
        size = min(1.5 * style.size, 2.6 * radius / max(2, len(text)))
        return [
            Path(circle, fill=self.inks.paper, stroke=Stroke(palette.title, 0.5)),
            draw_figure(text, x, y, size, palette.title),
        ]


def ladder_bars(panel: Panel, inks: PanelInks) -> list[LadderBar]:
    """Return the hands of a ladder, the best first in the strongest colour."""
    count = len(panel.cells)
    steps = [min(2, 3 * i // count) for i in range(count)]
    return [LadderBar(cell, step, inks) for cell, step in zip(panel.cells, steps, strict=True)]


class LadderBar(Struct, frozen=True):
    """A hand of the ladder: its rank, its name and words, its examples from best to worst."""

    cell: PanelCell
    step: int
    inks: PanelInks

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        inks, cell = self.inks, self.cell
        small = smaller(style, 0.82)
        bar, padding = _NUMBER_BAR * style.size, _BAR_PADDING * style.size
        inner = width - bar - 2 * padding
        beside = _BAR_WORDS * style.size
        card, shown = self._examples(inner - beside - padding, style)
        stacked = len(shown) < min(2, len(cell.hands))
        if stacked:
            beside = inner
            card, shown = self._examples(inner, style)
        elif not shown:
            beside = inner
        name = Paragraph(
            inks.spans(cell.name, TITLES, inks.palette.text), RAGGED, 1.16, hyphenate=False
        )
        parts: list[Block | None] = [name]
        parts.append(Paragraph(inks.spans(cell.words), RAGGED) if cell.words else None)
        words = stack(parts).lay_out(small, beside)
        label = 1.1 * small.leading if any(hand.label for hand in shown) else 0.0
        cards = card * RATIO + label if shown else 0.0
        body = words.height + cards + 0.3 * padding if stacked else max(words.height, cards)
        height = body + 1.3 * padding
        whole = style.snap(height + 0.35 * style.size)

        def paint(canvas: Canvas, x: float, y: float) -> None:
            canvas.items += self._draw_bar(x, y, width, height, bar, style)
            left = x + bar + padding
            if stacked:
                words.paint(canvas, left, y + 0.6 * padding)
                top = y + 0.6 * padding + words.height + 0.3 * padding
            else:
                words.paint(canvas, left, y + (height - words.height) / 2)
                left += beside + padding
                top = y + (height - cards) / 2
            self._paint_examples(canvas, shown, card, left, top, small)

        text = " ".join(strip.text for strip in words.strips)
        terms = tuple(term for strip in words.strips for term in strip.terms)
        strip = Strip(whole, paint, terms=terms, text=text)
        return Fragment((strip,), width, words.overflow, words.culprit)

    def _examples(self, width: float, style: TextStyle) -> tuple[float, list[PanelHand]]:
        """Return the width of cards and the examples that fit beside each other."""
        hands = list(self.cell.hands)
        gap = 1.5 * style.size
        largest = 9.4 * style.size / TYPE
        while hands:
            cards = fsum(len(hand.cards) * (1 + _CARD_GAP) - _CARD_GAP for hand in hands)
            card = min(largest, (width - gap * (len(hands) - 1)) / cards)
            if card >= min(_MIN_CARD, 0.75 * largest):
                return card, hands
            hands.pop(len(hands) // 2 if len(hands) > 2 else -1)
        return 0.0, []

    def _paint_examples(
        self,
        canvas: Canvas,
        shown: Sequence[PanelHand],
        card: float,
        x: float,
        y: float,
        style: TextStyle,
    ) -> None:
        gap, palette = 1.5 * style.size / 0.82, self.inks.palette
        for i, hand in enumerate(shown):
            if i:
                canvas.items.append(chevron(x - gap / 2, y + card * RATIO / 2, palette.title))
            canvas.items += draw_hand(hand, card, self.inks, x, y)
            width_of_hand = hand_width(hand, card)
            if hand.label:
                size = style.size * 0.98
                natural = text_width(TITLE, hand.label, size)
                size = max(
                    MIN_TABLE_TEXT_SIZE, size * min(1.0, (width_of_hand + gap * 0.9) / natural)
                )
                baseline = y + card * RATIO + 0.8 * style.leading
                canvas.items.append(
                    text_line(
                        *(TITLE, hand.label, x + width_of_hand / 2, baseline, size, palette.text),
                        align=0.5,
                        render_mode=LIVE,
                    )
                )
            x += width_of_hand + gap

    def _draw_bar(
        self, x: float, y: float, width: float, height: float, bar: float, style: TextStyle
    ) -> list[Item]:
        inks = self.inks
        cut = 0.65 * style.size
        ground = chamfered(Rect(x, y, width, height), cut)
        colour = inks.tint(_STRENGTHS[self.step])
        solid = colour != inks.paper
        outline = Stroke(inks.palette.title, 0.3) if not solid else None
        head = PathBuilder().polygon(
            [
                *((x, y + cut), (x + cut, y), (x + bar, y), (x + bar, y + height)),
                *((x + cut, y + height), (x, y + height - cut)),
            ]
        )
        ink = inks.paper if solid else inks.palette.title
        number = (self.cell.figure, x + bar / 2, y + height / 2)
        return [
            Path(ground, fill=inks.tint(_GROUNDS[self.step]), stroke=outline),
            Path(head.done(), fill=colour, stroke=outline),
            draw_figure(*number, 1.75 * style.size, ink),
        ]


class DealtRow(Struct, frozen=True):
    """The cards that lie open before each seat, side by side."""

    cells: tuple[PanelCell, ...]
    inks: PanelInks

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        small = smaller(style, 0.86)
        count = len(self.cells)
        most = max(len(cell.hands[0].cards) for cell in self.cells)
        gap = 1.4 * style.size
        columns = count
        while columns > 1 and (width - gap * (columns - 1)) / columns / most < _MIN_CARD + 0.6:
            columns = (columns + 1) // 2
        step = (width + gap) / columns
        card = min(_CARD * style.size / TYPE, (step - gap) / (most * (1 + _CARD_GAP)))
        strips = []
        for start in range(0, count, columns):
            row = self.cells[start : start + columns]
            strips.append(self._row(row, card, step, style, small))
        return Fragment(tuple(strips), width)

    def _row(
        self, row: Sequence[PanelCell], card: float, step: float, style: TextStyle, small: TextStyle
    ) -> Strip:
        inks = self.inks
        line = small.leading
        height = style.snap(2 * line + card * RATIO + 0.9 * style.leading)

        def paint(canvas: Canvas, x: float, y: float) -> None:
            top = y + 0.3 * style.leading
            for i, cell in enumerate(row):
                left = x + i * step
                (hand,) = cell.hands
                name = "".join(getattr(part, "text", "") for part in cell.name)
                ink = inks.palette
                size = small.size
                for text, key, baseline, colour in (
                    (name, TITLE_BOLD, top + 0.74 * line, ink.title),
                    (hand.label, TITLE, top + 1.15 * line + card * RATIO + 0.74 * line, ink.text),
                ):
                    if text:
                        canvas.items.append(
                            text_line(key, text, left, baseline, size, colour, render_mode=LIVE)
                        )
                canvas.items += draw_hand(hand, card, inks, left, top + 1.05 * line)

        words = [cell.hands[0].label for cell in row]
        return Strip(height, paint, text=" ".join(words))
