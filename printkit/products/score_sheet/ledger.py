"""Ledgers: a column for each player, a row for each round.

A Score has points (of a round, with the running total) or chips (the remaining ones). The last row
is
the line at the goal, with a ring for the winner.
"""

from __future__ import annotations

from printkit.base.geometry import Rect
from printkit.graphics.display_list import Item
from printkit.graphics.font import TITLE_BOLD
from printkit.graphics.measures import BOLD, FINE, LINE
from printkit.graphics.path import Point
from printkit.model.tabletop import Score
from printkit.products.score_sheet.pen import (
    WORD_STEP,
    Body,
    Pen,
    column_count,
    divide_rows,
    join_languages,
)

POINTS = "points"
# The width of the column of rounds; the least width of a player's column of points, of chips (mm).
SIDE, _POINTS, _CHIPS = 15.0, 20.0, 13.0
# Names of players, what stands in a column, the line at the goal.
_NAMES, _HEADS, _GOAL = 13.0, 4.4, 13.0
_LAMP = 2.9
_RING, _NUMBER, _SMALL, _ROUND = 2.1, 2.5, 2.3, 2.9
# The gap between the strips of two players; the height of the field of a name (mm).
_GUTTER, _TYPED = 2.2, 6.2
# The width of small words at the left (mm).
_WORDS = SIDE - 5.4
# The margin of a field in its cell (mm).
_AIR = 0.7


class Ledger(Body, frozen=True):
    """A ledger of a score."""

    @property
    def points(self) -> bool:
        return self.score.kind == POINTS

    @property
    def wide(self) -> float:
        """The width of a player's column."""
        return (self.place.w - SIDE + _GUTTER) / self.count - _GUTTER

    def left(self, player: int) -> float:
        """Return the left edge of the column of a player, counted from 1."""
        return self.place.x + SIDE + (player - 1) * (self.wide + _GUTTER)

    @property
    def top(self) -> float:
        """The upper edge of the rows."""
        return self.place.y + _NAMES + (_HEADS if self.points else 0.0)

    def draw_page(self, number: int) -> list[Item]:
        """Draw a page, counted from 0. Raises TextOverflow."""
        first, last = self.rows.pages[number]
        opening = self._opening_name(number)
        names = [*([opening] if opening else []), *map(str, range(first, last + 1))]
        bottom = self.top + len(names) * self.rows.height
        return [
            *self._draw_heads(),
            *self._draw_grid(bottom, len(names), first - bool(opening)),
            *self._draw_numbers(names),
            *self._make_fields(names),
            *(self._draw_goal(bottom) if number == len(self.rows.pages) - 1 else ()),
        ]

    def _opening_name(self, number: int) -> str:
        """Return the key of a row before the rounds: the start, or the sum carried forward."""
        if number:
            return "carried"
        return "" if self.points else "start"

    def _draw_heads(self) -> list[Item]:
        """Draw a number in a ring and a line for the name of each player."""
        pen, y = self.pen, self.place.y
        items: list[Item] = []
        centres = [(self.left(p) + self.wide / 2, y + _RING + 0.2) for p in self.players]
        items.append(pen.draw_rings(centres, _RING, FINE))
        for player, (x, cy) in zip(self.players, centres, strict=True):
            items.append(pen.write_number(player, x, cy, _NUMBER, 2 * _RING, 1))
            line = y + _NAMES - (0.8 if self.points else 0.0)
            start, end = self._column_span(player)
            place = Rect(start, line - _TYPED, end - start, _TYPED - 0.1)
            words = pen.label("name", player=player)
            items.append(pen.make_field(f"player-{player}", place, words))
            if self.points:
                items.append(pen.draw_rule(start, end, line, FINE))
                base = self.top - 1.2
                for i, key in enumerate(("points", "total")):
                    x = self.left(player) + self.wide * (0.25 + 0.5 * i)
                    text = join_languages(pen.words(key))
                    items.append(pen.write(text, x, base, _SMALL, self.wide / 2 - 0.8))
        return items

    def _column_span(self, player: int) -> tuple[float, float]:
        """Return the left and right edge of the column of a player."""
        return self.left(player), self.left(player) + self.wide

    def _draw_grid(self, bottom: float, count: int, first: int) -> list[Item]:
        """Draw a strip of rules for each player, every fifth heavier, and a scale at the left."""
        pen = self.pen
        fine: list[tuple[Point, Point]] = []
        heavy: list[tuple[Point, Point]] = []
        for i in range(count + 1):
            y = self.top + i * self.rows.height
            fifth = (first + i - 1) % 5 == 0 or i in (0, count)
            for player in self.players:
                left, right = self._column_span(player)
                (heavy if fifth else fine).append(((left, y), (right, y)))
        items = [
            pen.draw_line(fine, FINE),
            pen.draw_line(heavy, LINE),
            self._draw_scale(count, first),
        ]
        if self.points:
            halves = [self.left(p) + self.wide / 2 for p in self.players]
            items.append(pen.draw_dots([((x, self.top + 0.7), (x, bottom - 0.4)) for x in halves]))
        return items

    def _draw_scale(self, count: int, first: int) -> Item:
        """Draw a scale along the rounds: four ticks a row, longest at every fifth row."""
        x, step = self.place.x + SIDE - _GUTTER, self.rows.height / 4
        lines = [((x, self.top), (x, self.top + 4 * count * step))]
        for i in range(4 * count + 1):
            y = self.top + i * step
            long = 2.9 if (first + i / 4 - 1) % 5 == 0 else 1.9
            lines.append(((x, y), (x - (0.8 if i % 4 else long), y)))
        return self.pen.draw_line(lines, FINE)

    def _draw_numbers(self, names: list[str]) -> list[Item]:
        """Draw the numbers of rounds at the left."""
        pen, x = self.pen, self.place.x + (SIDE - 4.5) / 2
        items = pen.stack_words(pen.words("round"), x, self.top - 1.2, _WORDS)
        for i, name in enumerate(names):
            y = self.top + (i + 0.5) * self.rows.height
            if name.isdigit():
                items.append(pen.write_number(int(name), x, y, _ROUND, SIDE - 6))
            else:
                items += self._centre_words(pen.words(name), x, y)
        return items

    def _centre_words(self, texts: tuple[str, ...], x: float, y: float) -> list[Item]:
        """Stack texts, centred on y."""
        last = y + WORD_STEP * (len(texts) - 1) / 2 + 0.8
        return self.pen.stack_words(texts, x, last, _WORDS)

    def _make_fields(self, names: list[str]) -> list[Item]:
        """Return the form fields, row by row."""
        items: list[Item] = []
        height = self.rows.height
        for i, name in enumerate(names):
            y = self.top + i * height
            for player in self.players:
                left, right = self._column_span(player)
                halves = ("points", "total") if self.points else ("left",)
                step = (right - left) / len(halves)
                for half, key in enumerate(halves):
                    if not name.isdigit() and key == "points":
                        continue  # no points before the first round
                    cell = Rect(left + half * step, y, step, height).inset(_AIR)
                    words = self._field_label(name, player, key)
                    items.append(self.pen.make_field(f"{name}-player-{player}-{key}", cell, words))
        return items

    def _field_label(self, name: str, player: int, key: str) -> str:
        pen, own = self.pen, self.score.name[self.pen.options.language]
        label = pen.words("total")[0] if self.points else own
        if not name.isdigit():
            return pen.label(name, player=player, what=label)
        return pen.label(key, round=name, player=player, what=label)

    def _draw_goal(self, bottom: float) -> list[Item]:
        """Draw the line at the goal, with rings for the winner."""
        pen, y = self.pen, bottom + 1.4
        left, right = self.place.x, self.place.right
        items: list[Item] = [
            pen.draw_rule(left, right, y, BOLD),
            pen.draw_rule(left, right, y + 0.9, FINE),
        ]
        cy = y + 0.9 + (_GOAL - 2.3) / 2
        x = left + (SIDE - 4.5) / 2
        word = pen.words("winner")
        if self.score.goal is not None:
            base, goal = y + 5.0, str(self.score.goal)
            items.append(pen.write(goal, x, base, 4.2, SIDE - 4.5, font=TITLE_BOLD))
            last = base + 3.0 + WORD_STEP * (len(word) - 1)
            items += pen.stack_words(word, x, last, _WORDS)
        else:
            items += self._centre_words(word, x, cy)
        centres = [(self.left(p) + self.wide / 2, cy) for p in self.players]
        items += pen.draw_lamps(centres, _LAMP)
        for player, centre in zip(self.players, centres, strict=True):
            words = pen.label("winner", player=player)
            items.append(pen.make_check_box(f"winner-{player}", centre, _LAMP, words))
        return items


def make_ledger(pen: Pen, score: Score, players: int, place: Rect) -> Ledger:
    """Return the ledger of a score. Raises PrintkitError if the box is too small."""
    points = score.kind == POINTS
    count = column_count(
        players, place.w - SIDE + _GUTTER, (_POINTS if points else _CHIPS) + _GUTTER
    )
    space = place.h - _NAMES - (_HEADS if points else 0.0) - _GOAL
    result = divide_rows(score.rows, space, more=0 if points else 1)
    if points and len(result.pages) > 1:
        result = divide_rows(score.rows, space, more=1)
    return Ledger(pen, score, count, place, result)
