"""Make score sheets: a ledger of rounds, or a table of matches."""

from __future__ import annotations

from math import fsum

from msgspec.structs import replace

from printkit.base.errors import locate_errors
from printkit.base.geometry import Rect, centred_rect, translation
from printkit.base.sentences import Sentence
from printkit.components.notes import (
    WORD_STEP,
    Body,
    Pen,
    column_count,
    divide_rows,
    draw_head,
    join_languages,
)
from printkit.graphics.display_list import Item, Symbol, Tag, TagStep, transformed
from printkit.graphics.fonts import TITLE_BOLD
from printkit.graphics.measures import BOLD, FINE, LINE
from printkit.graphics.path import Point
from printkit.model.tabletop import Score
from printkit.model.variant import Variant
from printkit.pieces.options import BLANK_VALUES, THEME
from printkit.pieces.product import FULL_PAGE, Piece, Product, RenderOptions

POINTS = "points"
# The width of the column of rounds; the least width of a player's column of points, of chips (mm).
SIDE, _POINTS, _CHIPS = 15.0, 20.0, 13.0
# Names of players, the heading of a column, the line at the goal.
_NAMES, _HEADS, _GOAL = 13.0, 4.4, 13.0
_LAMP = 2.9
_RING, _NUMBER, _SMALL, _ROUND = 2.1, 2.5, 2.5, 2.9
# The gap between the strips of two players; the height of the field of a name (mm).
_GUTTER, _TYPED = 2.2, 6.2
# The width of small words at the left (mm).
_WORDS = SIDE - 5.4
# The margin of a field in its cell (mm).
_AIR = 0.7


class Ledger(Body, frozen=True):
    """The body of a page with a ledger: a row for each round, and a column for each player."""

    @property
    def points(self) -> bool:
        return self.score.kind == POINTS

    @property
    def wide(self) -> float:
        """The width of a player's column (mm)."""
        return (self.place.w - SIDE + _GUTTER) / self.count - _GUTTER

    def left(self, player: int) -> float:
        """Return the left edge (mm) of the column of a player; players are counted from 1."""
        return self.place.x + SIDE + (player - 1) * (self.wide + _GUTTER)

    @property
    def top(self) -> float:
        """The upper edge of the rows (mm)."""
        return self.place.y + _NAMES + (_HEADS if self.points else 0.0)

    def draw_page(self, number: int) -> list[Item]:
        """Draw a page; pages are counted from 0. Raises TextOverflow if a text does not fit."""
        first, last = self.rows.pages[number]
        # A row before the rounds: the start, or the sum carried forward.
        opening = "carried" if number else "" if self.points else "start"
        names = [*([opening] if opening else []), *map(str, range(first, last + 1))]
        bottom = self.top + len(names) * self.rows.height
        return [
            *self._draw_heads(),
            *self._draw_grid(bottom, len(names), first - bool(opening)),
            *self._draw_numbers(names),
            *self._make_fields(names),
            *(self._draw_goal(bottom) if number == len(self.rows.pages) - 1 else ()),
        ]

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
        """Draw a strip of lines for each player, with the outer lines and every fifth line heavier,
        and a scale at the left. A score with points has a dotted line along the middle of each
        strip.
        """
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
        """Draw a scale along the rounds with four ticks in each row; the tick of every fifth row is
        longest.
        """
        x, step = self.place.x + SIDE - _GUTTER, self.rows.height / 4
        lines = [((x, self.top), (x, self.top + 4 * count * step))]
        for i in range(4 * count + 1):
            y = self.top + i * step
            long = 2.9 if (first + i / 4 - 1) % 5 == 0 else 1.9
            lines.append(((x, y), (x - (0.8 if i % 4 else long), y)))
        return self.pen.draw_line(lines, FINE)

    def _draw_numbers(self, names: list[str]) -> list[Item]:
        """Draw the numbers of the rounds at the left, and the name of a row that precedes them."""
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
        """Draw a double rule below the rounds, with the goal, if any, and a ring for each player to
        mark the winner.
        """
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


SETS = "sets"
# The column of matches, the heads of columns, the free space below (mm).
_MATCH_SIDE, _MATCH_HEADS, _FOOT = 13.0, 9.0, 1.0
# Widths (mm): the minimum of a name; a light with its gap; a figure in place of lights; the gap
# between players.
_NAME, _LIGHT, _FIGURE, _BETWEEN = 24.0, 6.4, 14.0, 7.0
_RADIUS, _MATCH_NUMBER = 2.5, 2.9


class Matches(Body, frozen=True):
    """The body of a page with a row for each match. Each player has `lights` to fill in, or a line
    for a number if `lights` is 0.
    """

    lights: int

    @property
    def wide(self) -> float:
        """The width of a player's part of a row (mm)."""
        return (self.place.w - _MATCH_SIDE - (self.count - 1) * _BETWEEN) / self.count

    @property
    def marks(self) -> float:
        """The width of a player's lights, or of the line for a number (mm)."""
        return _marks_width(self.lights)

    def draw_page(self, number: int) -> list[Item]:
        """Draw a page; pages are counted from 0. Raises TextOverflow if a text does not fit."""
        first, last = self.rows.pages[number]
        items = self._draw_heads()
        for i, match in enumerate(range(first, last + 1)):
            y = self.place.y + _MATCH_HEADS + i * self.rows.height
            items += self._draw_match(match, y)
        return items

    def _player_spans(self, player: int) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return the left and right edges of a player's name, and of the player's marks (mm).

        If there are two players, their marks are next to each other: at the right end of the first
        player's part, and at the left end of the second player's part.
        """
        start = self.place.x + _MATCH_SIDE + (player - 1) * (self.wide + _BETWEEN)
        end = start + self.wide
        if self.count == 2 and player == 2:
            return (start + self.marks + 2.0, end), (start, start + self.marks)
        return (start, end - self.marks - 2.0), (end - self.marks, end)

    def _draw_heads(self) -> list[Item]:
        """Draw the heads of the columns, over a rule."""
        pen, y = self.pen, self.place.y + _MATCH_HEADS - 2.0
        left, base = self.place.x, y - 1.4
        items: list[Item] = [pen.draw_rule(left, self.place.right, y, LINE)]
        items += pen.stack_words(pen.words("match"), left, base, _MATCH_SIDE - 1.5, align=0.0)
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
        x = self.place.x + _MATCH_SIDE / 2 - 2.5
        items: list[Item] = [pen.write_number(match, x, cy, _MATCH_NUMBER, _MATCH_SIDE - 6)]
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
        """Draw the lights of a player in a match, or a line for a number."""
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
    space = place.w - _MATCH_SIDE + _BETWEEN
    lights = max(0, score.goal or 0)
    if min(players, 2) * (_NAME + _marks_width(lights) + 2.0 + _BETWEEN) > space:
        lights = 0
    count = column_count(players, space, _NAME + _marks_width(lights) + 2.0 + _BETWEEN)
    result = divide_rows(score.rows, place.h - _MATCH_HEADS - _FOOT)
    return Matches(pen, score, count, place, result, lights)


# Below the head of a page; half the weight of the widest line (mm).
_BELOW_HEAD, _EDGE = 4.0, 0.35


def make(variant: Variant, options: RenderOptions) -> list[Piece]:
    """Make the pages of all scores, in the order of the definition.

    Raises PrintkitError if the page is too small.
    """
    pieces: list[Piece] = []
    for score in variant.scores:
        with locate_errors(
            Sentence("score sheet {id} ({language})", id=score.id, language=options.language)
        ):
            body = make_body(variant, score, options)
            pages = range(len(body.rows.pages))
            pieces += [_make_piece(variant, body, page, options) for page in pages]
    return pieces


def make_body(variant: Variant, score: Score, options: RenderOptions) -> Ledger | Matches:
    """Return the body of the pages of a score."""
    pen = Pen(options, "")
    across, height = options.page_area
    top = _draw_head(pen, variant, score, 1, "")[1]
    place = Rect(_EDGE, top + _BELOW_HEAD, across - 2 * _EDGE, height - top - _BELOW_HEAD)
    layout = make_matches if score.kind == SETS else make_ledger
    return layout(pen, score, variant.most_players, place)


def _draw_head(
    pen: Pen, variant: Variant, score: Score, bodies: int, page: str
) -> tuple[list[Item], float]:
    names = pen.options.translations(score.name)
    texts = pen.options.translations(score.how) if score.how else ()
    return draw_head(pen, variant, names, texts, bodies, page)


def _make_piece(
    variant: Variant, body: Ledger | Matches, page: int, options: RenderOptions
) -> Piece:
    score = body.score
    across, height = options.page_area
    pages = len(body.rows.pages)
    pen = Pen(options, f"{score.id}-{page + 1}-")
    number = f"{page + 1}/{pages}" if pages > 1 else ""
    top = _draw_head(pen, variant, score, body.count, number)[0]
    items = (*top, *replace(body, pen=pen).draw_page(page))
    box = centred_rect(across, height)
    title, art = score.name[options.language], transformed(items, translation(box.x, box.y))
    read = (Tag(0, 1, (TagStep("Div"),)),)
    drawing = Symbol(f"score-{score.id}-{page + 1}", (art,), box, title, tags=read)
    return Piece(drawing.key, f"{title} {number}".strip(), across, height, drawing)


PRODUCT = Product(
    "score-sheet",
    make,
    lambda variant: bool(variant.scores) and variant.players is not None,
    (THEME, BLANK_VALUES),
    FULL_PAGE,
    bilingual=True,
)
