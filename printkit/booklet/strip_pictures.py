"""Draw a turn as a strip: for each phase the table with the moves that are made in it."""

from __future__ import annotations

from collections.abc import Iterator

from printkit.art.emblems import pictogram, pictogram_names
from printkit.art.ornaments import chamfered
from printkit.base.geometry import Rect, scaling, translation
from printkit.booklet.page_style import title_colour
from printkit.booklet.play_pictures import AREA as TURN_AREA
from printkit.booklet.play_pictures import CUT, GAP, MARGIN, ROW_Y, TOP, TOTAL, WIDTH, Turn
from printkit.booklet.table_pictures import Pieces, draw_figure, place_grid
from printkit.faces.small_cards import RATIO
from printkit.graphics.display_list import OUTLINED, Item, Path, Stroke, Symbol, Use
from printkit.graphics.fonts import TITLE_BOLD
from printkit.graphics.path import PathBuilder
from printkit.layout.fit_text import text_line, text_width
from printkit.model.fields import signed
from printkit.model.play import Play
from printkit.rules.hands import rank_key
from printkit.rules.ladder import Example
from printkit.rules.plays import compare_hands, example_turn, moves_before
from printkit.text.panels import PANEL_OF

AREA = Rect(0.0, 0.0, WIDTH, TURN_AREA.h)
# Beside the names, the cards and the counts of two hands that are compared (mm).
_PADDING = 1.2
# The radius of the disc of a phase without moves, and the side of its pictogram (mm).
_DISC, _ICON = 9.6, 13.6


def draw_strip_panel(pieces: Pieces, key: str, language: str, height: float) -> Symbol:
    """Draw a panel from the strip of a turn; `key` has the id of the turn and the number of the
    panel.

    Words are legible if the picture is printed `height` mm high. Raises PrintkitError if a drawing
    cannot be read.
    """
    name, _, number = key.partition(PANEL_OF)
    play = next(play for play in pieces.variant.plays if play.id == name)
    items = tuple(_draw_panel(pieces.printed_at(height / AREA.h), play, int(number), language))
    name = f"strip-{pieces.variant.slug}-{name}-{number}-{language}-{height:g}"
    return Symbol(name, items, AREA, play.seat[language])


def _draw_panel(pieces: Pieces, play: Play, number: int, language: str) -> Iterator[Item]:
    """Yield the two hands that a panel compares, or the table before its moves with their arrows.

    The last table also has the outcome; a phase without moves has its pictogram.
    """
    panel, start = play.strip[number], moves_before(play, number)
    if panel.against is not None:
        yield from Comparison(pieces, play, number, language).draw()
        return
    if panel.example:
        turn = Turn(pieces, example_turn(pieces.variant, play, number), language)
    else:
        turn = Turn(pieces, play, language, start, start + panel.moves)
    yield from turn.draw_table(turn.states[0], turn.codes[0])
    if number == len(play.strip) - 1 and not panel.example:
        yield from turn.draw_labels(1, 0.0, "")
    if turn.made:
        yield from turn.draw_arrivals()
        yield from turn.draw_arrows(numbered=False)
    else:
        yield from _draw_phase(turn, panel.phase)


class Comparison:
    """Two hands face up in trays, each beside the name of its player and its count; the disc of
    the better one is full.
    """

    def __init__(self, pieces: Pieces, play: Play, number: int, language: str) -> None:
        self.pieces, self.language = pieces, language
        self.variant = pieces.variant
        panel = play.strip[number]
        assert panel.against is not None, "it compares hands"
        self.hands = compare_hands(self.variant, play, number)
        self.names = panel.against.seat[language], play.seat[language]

    def draw(self) -> Iterator[Item]:
        pieces = self.pieces
        table = Rect(0.0, TOP, WIDTH, AREA.h - TOP - 0.2)
        yield Path(chamfered(table, CUT), fill=pieces.ground(0.10), stroke=pieces.edge())
        own, other = self.hands
        best = min(self.hands, key=lambda hand: rank_key(hand.verdict))
        height = (table.h - 3 * MARGIN) / 2
        size = max(3.5, pieces.least)
        radius = max(TOTAL, 0.85 * pieces.least)
        names = max(text_width(TITLE_BOLD, name, size) for name in self.names)
        beside = max(names, 2 * radius)
        for i, hand in enumerate((other, own)):
            y = table.y + MARGIN + i * (height + MARGIN)
            tray = Rect(MARGIN, y, WIDTH - 2 * MARGIN, height)
            yield Path(chamfered(tray, 0.8 * CUT), fill=pieces.paper, stroke=pieces.edge())
            x, middle = tray.x + _PADDING + beside / 2, tray.centre[1]
            if count := self._count(hand):
                yield from self._disc(count, x, middle + 0.5 * size, radius, full=hand is best)
                middle -= radius + 0.2 * size
            base = middle + 0.35 * size
            yield text_line(TITLE_BOLD, self.names[i], x, base, size, pieces.line, align=0.5)
            left = tray.x + beside + 2 * _PADDING
            cards = Rect(left, y, tray.right - _PADDING - left, height)
            yield from self._cards(hand, cards)

    def _count(self, hand: Example) -> str:
        """Return the count for the disc of a hand: its signed total if the game compares
        differences.
        """
        if self.variant.counting.system == "difference":
            return signed(hand.verdict.best)
        return hand.label(self.language)

    def _disc(self, count: str, x: float, y: float, radius: float, *, full: bool) -> Iterator[Item]:
        ink, paper = self.pieces.line, self.pieces.paper
        fill, figure = (ink, paper) if full else (paper, ink)
        circle = PathBuilder().circle(x, y, radius).done()
        yield Path(circle, fill=fill, stroke=Stroke(ink, 0.45))
        fitting = 2.6 * radius / max(2, len(count))
        yield draw_figure(count, x, y, max(self.pieces.least, fitting), figure, OUTLINED)

    def _cards(self, hand: Example, box: Rect) -> Iterator[Item]:
        """Yield the cards of a hand side by side, centred in a box."""
        count = len(hand.cards)
        width = min((box.w + GAP) / count - GAP, (box.h - 2 * GAP) / RATIO)
        drawn = [self.pieces.card(held.card, width) for held in hand.cards]
        yield from place_grid(drawn, count, (width + GAP, 0.0), box.centre)


def _draw_phase(turn: Turn, key: str) -> Iterator[Item]:
    """Yield the pictogram of a phase on a disc in the middle of the table."""
    phase = next(phase for phase in turn.variant.phases if phase.id == key)
    pieces, name = turn.pieces, phase.icon or phase.id
    if name not in pictogram_names():
        return
    x, y = AREA.centre[0], ROW_Y
    disc = PathBuilder().circle(x, y, _DISC).done()
    yield Path(disc, fill=pieces.paper, stroke=Stroke(pieces.line, 0.5))
    icon = pictogram(name, pieces.theme.palette(title_colour(turn.variant)))
    box = icon.box
    k = _ICON / box.h
    matrix = scaling(k).then(translation(x - k * box.centre[0], y - k * box.centre[1]))
    yield Use(icon, matrix)
