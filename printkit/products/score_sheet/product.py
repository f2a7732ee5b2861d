"""Score sheets: a ledger of rounds, or a table of matches."""

from __future__ import annotations

from math import fsum

from msgspec.structs import replace

from printkit.base.errors import locate_errors
from printkit.base.geometry import Rect, translation
from printkit.graphics.display_list import Item, Symbol, transformed
from printkit.graphics.measures import FINE, LINE
from printkit.model.tabletop import Score
from printkit.model.variant import Variant
from printkit.pieces.options import BLANK_VALUES, THEME
from printkit.pieces.piece import Piece
from printkit.pieces.product import FULL_PAGE, Product, RenderOptions
from printkit.products.score_sheet.ledger import Ledger, make_ledger
from printkit.products.score_sheet.pen import Body, Pen, column_count, divide_rows, draw_head

SETS = "sets"
# The column of matches, the heads of columns, the free space below (mm).
SIDE, _HEADS, _FOOT = 13.0, 9.0, 1.0
# Widths (mm): the least of a name, a light with its gap, a figure in place of lights, between
# players.
_NAME, _LIGHT, _FIGURE, _BETWEEN = 24.0, 6.4, 14.0, 7.0
_RADIUS, _NUMBER = 2.5, 2.9
# The height of the field of a name (mm).
_TYPED = 6.2


class Matches(Body, frozen=True):
    """Matches of a score; `lights` for each, or 0 for a figure."""

    lights: int

    @property
    def wide(self) -> float:
        """The width of a player's part of a row."""
        return (self.place.w - SIDE - (self.count - 1) * _BETWEEN) / self.count

    @property
    def marks(self) -> float:
        """The width of the lights or the figure."""
        return _marks_width(self.lights)

    def draw_page(self, number: int) -> list[Item]:
        """Draw a page, counted from 0. Raises TextOverflow."""
        first, last = self.rows.pages[number]
        items = self._draw_heads()
        for i, match in enumerate(range(first, last + 1)):
            y = self.place.y + _HEADS + i * self.rows.height
            items += self._draw_match(match, y)
        return items

    def _player_spans(self, player: int) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the spans of the name and of the marks of a player.

        The marks of two players are face to face: at the right, then at the left.
        """
        start = self.place.x + SIDE + (player - 1) * (self.wide + _BETWEEN)
        end = start + self.wide
        if self.count == 2 and player == 2:
            return (start + self.marks + 2.0, end), (start, start + self.marks)
        return (start, end - self.marks - 2.0), (end - self.marks, end)

    def _draw_heads(self) -> list[Item]:
        """Draw the heads of the columns, over a rule."""
        pen, y = self.pen, self.place.y + _HEADS - 2.0
        left, base = self.place.x, y - 1.4
        items: list[Item] = [pen.draw_rule(left, self.place.right, y, LINE)]
        items += pen.stack_words(pen.words("match"), left, base, SIDE - 1.5, align=0.0)
        for player in self.players:
            name, marks = self._player_spans(player)
            cx, cy = fsum(name) / 2, y - 3.0
            items.append(pen.draw_rings([(cx, cy)], 2.1, FINE))
            items.append(pen.write_number(player, cx, cy, 2.5, 4.2, 1))
            space = marks[1] - marks[0] + 4.0
            items += pen.stack_words(pen.words("won"), fsum(marks) / 2, base, space)
        return items

    def _draw_match(self, match: int, y: float) -> list[Item]:
        pen = self.pen
        line = y + self.rows.height - 1.4
        cy = line - _RADIUS - 0.2
        x = self.place.x + SIDE / 2 - 2.5
        items: list[Item] = [pen.write_number(match, x, cy, _NUMBER, SIDE - 6)]
        for player in self.players:
            name, marks = self._player_spans(player)
            items.append(pen.draw_rule(*name, line, FINE))
            height = min(_TYPED, self.rows.height - 1.4)
            place = Rect(name[0] + 0.5, line - height, name[1] - name[0] - 1.0, height - 0.1)
            words = pen.label("match", match=match, player=player)
            written: list[Item] = [pen.make_field(f"{match}-player-{player}", place, words)]
            lights = self._draw_lights(match, player, marks, line, cy)
            items += written + lights if name < marks else lights + written
        for player in self.players[:-1]:
            x = self._player_spans(player)[1][1] + _BETWEEN / 2
            items.append(pen.draw_rule(x - 1.2, x + 1.2, cy, LINE))
        return items

    def _draw_lights(
        self, match: int, player: int, span: tuple[float, float], line: float, cy: float
    ) -> list[Item]:
        """Draw lights, or a line for a figure."""
        pen = self.pen
        name = f"{match}-player-{player}"
        if not self.lights:
            words = pen.label("sets", match=match, player=player)
            place = Rect(span[0] + 1.0, line - 6.0, span[1] - span[0] - 2.0, 5.9)
            rule = pen.draw_rule(*span, line, LINE)
            return [rule, pen.make_field(f"{name}-sets", place, words)]
        centres = [(span[0] + (index + 0.5) * _LIGHT, cy) for index in range(self.lights)]
        items: list[Item] = pen.draw_lamps(centres, _RADIUS)
        for i, centre in enumerate(centres, 1):
            words = pen.label("set", match=match, player=player, number=i)
            items.append(pen.make_check_box(f"{name}-set-{i}", centre, _RADIUS, words))
        return items


def _marks_width(lights: int) -> float:
    return lights * _LIGHT if lights else _FIGURE


def make_matches(pen: Pen, score: Score, players: int, place: Rect) -> Matches:
    """Return the matches of a score. Raises PrintkitError if the box is too small."""
    space = place.w - SIDE + _BETWEEN
    lights = max(0, score.goal or 0)
    if min(players, 2) * (_NAME + _marks_width(lights) + 2.0 + _BETWEEN) > space:
        lights = 0
    count = column_count(players, space, _NAME + _marks_width(lights) + 2.0 + _BETWEEN)
    result = divide_rows(score.rows, place.h - _HEADS - _FOOT)
    return Matches(pen, score, count, place, result, lights)


# Below the head of a page; half the weight of the widest line (mm).
_AIR, _EDGE = 4.0, 0.35


def make(variant: Variant, options: RenderOptions) -> list[Piece]:
    """Make the pages of all scores, in the order of the definition.

    Raises PrintkitError if the page is too small.
    """
    pieces: list[Piece] = []
    for score in variant.scores:
        with locate_errors(f"score sheet {score.id} ({options.language})"):
            body = make_body(variant, score, options)
            pages = range(len(body.rows.pages))
            pieces += [_make_piece(variant, body, page, options) for page in pages]
    return pieces


def make_body(variant: Variant, score: Score, options: RenderOptions) -> Ledger | Matches:
    """Return the body of the pages of a score."""
    pen = Pen(options, "")
    across, height = options.page_area
    _, top = draw_head(pen, variant, score, 1, "")
    place = Rect(_EDGE, top + _AIR, across - 2 * _EDGE, height - top - _AIR)
    layout = make_matches if score.kind == SETS else make_ledger
    return layout(pen, score, variant.players.max, place)


def _make_piece(
    variant: Variant, body: Ledger | Matches, page: int, options: RenderOptions
) -> Piece:
    score = body.score
    across, height = options.page_area
    pages = len(body.rows.pages)
    pen = Pen(options, f"{score.id}-{page + 1}-")
    number = f"{page + 1}/{pages}" if pages > 1 else ""
    top, _ = draw_head(pen, variant, score, body.count, number)
    items = (*top, *replace(body, pen=pen).draw_page(page))
    box = Rect(-across / 2, -height / 2, across, height)
    title, art = score.name[options.language], transformed(items, translation(box.x, box.y))
    drawing = Symbol(f"score-{score.id}-{page + 1}", (art,), box, title)
    return Piece(drawing.key, f"{title} {number}".strip(), across, height, drawing)


def has_scores(variant: Variant) -> bool:
    """Return True if a game has scores to write down."""
    return bool(variant.scores)


_OPTIONS = (THEME, BLANK_VALUES)
PRODUCTS = (Product("score-sheet", make, has_scores, _OPTIONS, FULL_PAGE, bilingual=True),)
