"""The product `tournament-sheet`: a form for a knock-out by tables, and a form for a league with
seats and a clock.

A tournament that does not fit one page is printed on several: the tables of a knock-out round by
round, the entrants of a league in turn, with the clock on the last page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise, product
from string import ascii_uppercase

from msgspec import Struct

from printkit.base.errors import UsageError
from printkit.base.geometry import Rect, centred_rect, translation
from printkit.base.messages import translate
from printkit.base.options import COUNT, Option
from printkit.base.sentences import Sentence
from printkit.components.notes import Pen, draw_head, join_languages
from printkit.graphics.display_list import Item, Symbol, transformed
from printkit.graphics.fonts import TITLE_BOLD
from printkit.graphics.measures import BOLD, FINE, LINE
from printkit.model.variant import Variant
from printkit.pieces.options import BLANK_VALUES, THEME
from printkit.pieces.product import FULL_PAGE, Piece, Product, RenderOptions

ENTRANTS: Option[int] = Option("entrants", COUNT, "table", 16, minimum=6, maximum=120)
# Seats of a league up to this size are exchanged until few meet again; others rotate.
_EXCHANGED = 32
# The part of a table that goes on, unless the definition says otherwise.
HALF = (1, 2)
# The least and the greatest height of a row (mm), and the space between two tables, in rows.
_ROW, _MAX_ROW, _FREE = 5.6, 9.0, 0.5
# Between two rounds of a knock-out; the number of an entrant; the letter of a table (mm).
_BETWEEN, _NUMBER, _LETTER = 9.0, 6.0, 5.0
# The head of a table of seats, a row of the clock, the name and the total of an entrant (mm).
_HEADS, _CLOCK, _NAME, _TOTAL = 6.0, 7.6, 52.0, 20.0
_LAMP, _AIR, _SIZE, _SMALL = 2.4, 0.6, 3.2, 2.6
# The name of a round and a time of the clock (mm).
_LEG, _TIME = 26.0, 34.0
# The least width of a column of tables, the height of the name of a round above them (mm).
_COLUMN, _ROUND_HEAD = 58.0, 9.0
# The middle of a number or letter above the line of its row (mm).
_ABOVE = 2.4
_BELOW_HEAD, _EDGE = 3.0, 0.35
# A light of the clock means a quarter of an hour, in shorter rounds five minutes.
_QUARTER, _SHORT, _STEP = 15, 30, 5


def table_sizes(entrants: int, most: int) -> list[int]:
    """Return the number of players at each table.

    There are as few tables as possible, and their sizes differ by at most one.
    """
    tables = -(-entrants // most)
    return [entrants // tables + (i < entrants % tables) for i in range(tables)]


def qualified(size: int, part: Sequence[int] = HALF) -> int:
    """Return how many players of a table advance: the share `part` (numerator, denominator),
    rounded up.

    At least one player advances, and at a table with several players at least one does not.
    """
    return max(1, min(size - 1, -(-size * part[0] // part[1])))


def knock_out(entrants: int, most: int, part: Sequence[int] = HALF) -> list[list[int]]:
    """Return the sizes of the tables in each round; `part` is the share of each table that advances
    (see `qualified`).
    """
    rounds = [table_sizes(entrants, most)]
    while len(rounds[-1]) > 1:
        rounds.append(table_sizes(sum(qualified(size, part) for size in rounds[-1]), most))
    return rounds


@lru_cache(maxsize=16)  # the same in each language, and for each game that is checked
def seatings(entrants: int, most: int, legs: int = 4) -> tuple[tuple[int, ...], ...]:
    """Return, for each round of a league, the table (from 0) of each entrant.

    Seats are exchanged to reduce the number of entrants who meet again. In a large league, the
    first player of each table stays instead, the second moves on by one table, and the third by
    two.
    """
    sizes = table_sizes(entrants, most)
    if entrants > _EXCHANGED:
        return tuple(_rotate_seats(sizes, leg) for leg in range(legs))
    seats = [table for table, size in enumerate(sizes) for _ in range(size)]
    met = [[0] * entrants for _ in seats]
    rounds: list[tuple[int, ...]] = []
    for _ in range(legs):
        seats = _least_met(list(seats), met)
        rounds.append(tuple(seats))
        for one, other in product(range(entrants), repeat=2):
            alone = sizes[seats[one]] == 1
            met[one][other] += seats[one] == seats[other] and (one != other or alone)
    return tuple(rounds)


def _rotate_seats(sizes: Sequence[int], leg: int) -> tuple[int, ...]:
    """Return the table of each entrant of a large league in the round `leg`; both are counted from
    0.
    """
    full, more = min(sizes), sum(size > min(sizes) for size in sizes)
    seats: list[int] = []
    for table, size in enumerate(sizes):
        for seat in range(size):
            # The last seat of the larger tables, which come first, is filled from them only.
            tables = len(sizes) if seat < full else more
            seats.append((table + leg * (seat % tables)) % tables)
    return tuple(seats)


def table_letters(number: int) -> str:
    """Return the letters of a table, counted from 0: A to Z, then AA, AB …

    >>> [table_letters(number) for number in (0, 25, 26, 52)]
    ['A', 'Z', 'AA', 'BA']
    """
    whole, last = divmod(number, len(ascii_uppercase))
    return (table_letters(whole - 1) if whole else "") + ascii_uppercase[last]


def _least_met(seats: list[int], met: list[list[int]]) -> list[int]:
    """Exchange seats as long as this reduces repeated meetings, and return the seats; a third
    meeting counts more than a second.
    """

    def cost(entrant: int, table: int, without: int) -> int:
        others = [
            other
            for other, own in enumerate(seats)
            if own == table and other not in (entrant, without)
        ]
        # An entrant who sits out alone counts as meeting themselves.
        return sum(met[entrant][other] ** 2 for other in others or [entrant])

    better = True
    while better:
        better = False
        for one, other in combinations(range(len(seats)), 2):
            here, there = seats[one], seats[other]
            if here == there:
                continue
            before = cost(one, here, other) + cost(other, there, one)
            if cost(one, there, other) + cost(other, here, one) < before:
                seats[one], seats[other] = there, here
                better = True
    return seats


class _Place(Struct, frozen=True):
    """A table of a knock-out: its letter, its box, its number of seats, and the number of its
    `first` player (0: not known yet).
    """

    letter: str
    box: Rect
    size: int
    first: int


class _Pages(Struct, frozen=True):
    """Both forms for a number of entrants and a maximum number of players per table, in the box
    below the head.
    """

    pen: Pen
    entrants: int
    most: int
    place: Rect
    part: tuple[int, ...] = HALF
    legs: int = 4

    @property
    def league_rows(self) -> int:
        """The number of entrants of a league that fit a page without a clock."""
        return int((self.place.h - _HEADS) / _ROW)

    @property
    def clock_rows(self) -> int:
        """The number of entrants of a league that fit a page with a clock."""
        return int((self.place.h - _HEADS - self.clock_height) / _ROW)

    @property
    def list_rows(self) -> int:
        """The number of seats of a knock-out that fit a column below a head."""
        return int((self.place.h - _ROUND_HEAD) / _ROW) - 4

    @property
    def clock_height(self) -> float:
        return _CLOCK * self.legs + 4.0

    def draw_lists(self) -> list[list[Item]]:
        """Draw the tables of a knock-out round by round in columns, page by page."""
        rounds = knock_out(self.entrants, self.most, self.part)
        columns = max(1, int(self.place.w / _COLUMN))
        width = (self.place.w - (columns - 1) * _BETWEEN) / columns
        pages: list[list[Item]] = [[]]
        column, y = 0, self.place.y
        for number, sizes in enumerate(rounds, 1):
            for index, size in enumerate(sizes):
                head = _ROUND_HEAD if index == 0 else 0.0
                last = 3.4 * _ROW if number == len(rounds) else 0.0
                if y + head + size * _ROW + last > self.place.bottom:
                    column, y = column + 1, self.place.y
                    if column == columns:
                        pages.append([])
                        column = 0
                x = self.place.x + column * (width + _BETWEEN)
                if head:
                    name = join_languages(self._round_names(number - 1))
                    pages[-1].append(
                        self.pen.write(name, x, y + 5.0, 4.2, width, font=TITLE_BOLD, align=0.0)
                    )
                    y += head
                first = sum(sizes[:index]) + 1 if number == 1 else 0
                box = Rect(x, y, width, size * _ROW)
                table = _Place(table_letters(index), box, size, first)
                pages[-1] += self._draw_table(table, _ROW, number)
                if last:
                    pages[-1] += self._draw_winner(box, _ROW)
                y += size * _ROW + _FREE * _ROW
        return pages

    def draw_knock_out(self) -> list[Item]:
        """Draw the tables of all rounds from left to right, and the line of the winner."""
        rounds = knock_out(self.entrants, self.most, self.part)
        width = (self.place.w - (len(rounds) - 1) * _BETWEEN) / len(rounds)
        high = self.place.h / len(rounds[0])
        row = min(_MAX_ROW, high / (rounds[0][0] + _FREE))
        if row < _ROW or width < _NUMBER + 3 * _ROW:
            raise self._too_small()
        columns = [
            self._column(sizes, self.place.x + i * (width + _BETWEEN), width, row, not i)
            for i, sizes in enumerate(rounds)
        ]
        items: list[Item] = []
        for number, column in enumerate(columns, 1):
            for table in column:
                items += self._draw_table(table, row, number)
        for before, after in pairwise(columns):
            items += self._join(before, after)
        return [*items, *self._draw_winner(columns[-1][0].box, row)]

    def _column(
        self, sizes: Sequence[int], x: float, width: float, row: float, drawn: bool
    ) -> list[_Place]:
        slot = self.place.h / len(sizes)
        return [
            _Place(
                table_letters(i),
                Rect(x, self.place.y + (i + 0.5) * slot - size * row / 2, width, size * row),
                size,
                sum(sizes[:i]) + 1 if drawn else 0,
            )
            for i, size in enumerate(sizes)
        ]

    def _draw_table(self, table: _Place, row: float, number: int) -> Iterator[Item]:
        """Draw the letter of a table, and a line for each seat, with the number of its player if it
        is known.
        """
        pen, box = self.pen, table.box
        left = box.x + _LETTER
        yield pen.draw_line([((left, box.y), (left, box.bottom))], BOLD)
        middle = box.y + box.h / 2
        yield pen.write(
            table.letter,
            box.x + _LETTER / 2,
            middle,
            4.2,
            _LETTER - 1,
            font=TITLE_BOLD,
            middle=True,
        )
        for seat in range(table.size):
            base = box.y + (seat + 1) * row - _AIR
            start = left + _AIR
            if table.first:
                cx = left + _NUMBER / 2
                yield pen.write_number(table.first + seat, cx, base - _ABOVE, _SIZE, _NUMBER - 1)
                start += _NUMBER
            yield pen.draw_rule(start, box.right, base, FINE)
            place = Rect(start, base - row + 0.9, box.right - start, row - 1.0)
            label = pen.label("seat", round=number, table=table.letter, seat=seat + 1)
            name = f"round-{number}-{table.letter.lower()}-{seat + 1}"
            yield pen.make_field(name, place, label, centred=False)

    def _join(self, before: Sequence[_Place], after: Sequence[_Place]) -> Iterator[Item]:
        """Draw the lines from tables to the tables at which their winners continue."""
        ends = iter([table for table in after for _ in range(table.size)])
        ways = [(one, next(ends)) for one in before for _ in range(qualified(one.size, self.part))]
        for one, other in dict.fromkeys(ways):
            start = (one.box.right + 1.2, one.box.y + one.box.h / 2)
            end = (other.box.x - 0.6, other.box.y + other.box.h / 2)
            bend = end[0] - _BETWEEN / 2 + 0.9
            corners = [start, (bend, start[1]), (bend, end[1]), end]
            yield self.pen.draw_line(list(pairwise(corners)), LINE)

    def _draw_winner(self, box: Rect, row: float) -> Iterator[Item]:
        """Draw the line of the winner below the last table."""
        pen, left = self.pen, box.x + _LETTER
        base = box.bottom + 2.4 * row
        for word, y in zip(pen.words("winner"), (base + 3.6, base + 6.8), strict=False):
            yield pen.write(word, left, y, _SMALL, box.right - left, align=0.0)
        start = left + 2 * _LAMP + 1.5
        yield from pen.draw_lamps([(left + _LAMP, base - _LAMP - 0.4)], _LAMP)
        yield pen.draw_rule(start, box.right, base, BOLD)
        place = Rect(start, base - row + 0.5, box.right - start, row - 1.0)
        yield pen.make_field("winner", place, pen.words("winner")[0], centred=False)

    def draw_league(self, minutes: int, first: int = 0, count: int = 0) -> list[Item]:
        """Draw a row for each of `count` entrants from the index `first`: the table in each round,
        with space for results.

        Without a `count`, all entrants are drawn. The clock is below the last entrant of the
        league.
        """
        count = count or self.entrants
        ends = first + count == self.entrants
        clock = self.clock_height if ends else 0.0
        row = min(_MAX_ROW, (self.place.h - clock - _HEADS) / count)
        name = min(_NAME, self.place.w * 0.3)
        span = (self.place.w - _NUMBER - name - _TOTAL) / self.legs
        if row < _ROW or span < _LETTER + 2 * _ROW:
            raise self._too_small()
        top = self.place.y + _HEADS
        lefts = [self.place.x + _NUMBER + name + i * span for i in range(self.legs + 1)]
        items = [*self._draw_heads(lefts, span)]
        rounds = seatings(self.entrants, self.most, self.legs)
        for line, entrant in enumerate(range(first, first + count), 1):
            base = top + line * row - _AIR
            tables = [table_letters(seats[entrant]) for seats in rounds]
            items += self._draw_entrant(entrant + 1, tables, lefts, base, row)
        return [*items, *(self._draw_clock(top + count * row + 4.0, minutes) if ends else ())]

    def _draw_heads(self, lefts: Sequence[float], span: float) -> Iterator[Item]:
        pen, base = self.pen, self.place.y + _HEADS - 2.2
        for i, left in enumerate(lefts):
            words = (
                pen.words("total") if i == self.legs else [f"{w} {i + 1}" for w in pen.words("leg")]
            )
            space = (_TOTAL if i == self.legs else span) - 2 * _AIR
            yield pen.write(join_languages(words), left + space / 2, base, _SMALL, space)
        yield pen.draw_rule(self.place.x, self.place.right, self.place.y + _HEADS - 0.6, LINE)

    def _draw_entrant(
        self, number: int, tables: Sequence[str], lefts: Sequence[float], base: float, row: float
    ) -> Iterator[Item]:
        """Draw the row of an entrant: number, name, table and winnings in each round, and total."""
        pen, left = self.pen, self.place.x
        yield pen.write_number(number, left + _NUMBER / 2, base - _ABOVE, _SIZE, _NUMBER - 1)
        spans: list[tuple[float, float, str, dict[str, int]]] = [
            (left + _NUMBER, lefts[0] - 2, "name", {})
        ]
        for i, (table, start) in enumerate(zip(tables, lefts, strict=False), 1):
            x, middle = start + _LETTER / 2, base - _ABOVE
            yield pen.write(table, x, middle, _SIZE, _LETTER - 1, font=TITLE_BOLD, middle=True)
            spans.append((start + _LETTER, lefts[i] - 2, "points", {"round": i}))
        spans.append((lefts[-1], self.place.right, "sum", {}))
        for i, (start, end, key, values) in enumerate(spans):
            yield pen.draw_rule(start, end, base, LINE if number % 5 == 0 else FINE)
            place = Rect(start, base - row + 0.9, end - start, row - 1.0)
            label = pen.label(key, player=number, **values)
            yield pen.make_field(f"league-{number}-{i}", place, label, centred=bool(i))

    def _draw_clock(self, top: float, minutes: int) -> Iterator[Item]:
        """Draw a row for each round: its start, its end and its lights."""
        pen, (x, right) = self.pen, (self.place.x, self.place.right)
        lights = -(-minutes // clock_step(minutes))
        times = right - 2 * _TIME
        for i in range(self.legs):
            base = top + (i + 1) * _CLOCK - 2.0
            yield pen.write(
                join_languages(self._round_names(i)), x, base, _SIZE, _LEG - 2, align=0.0
            )
            start, cy = x + _LEG, base - _LAMP + 0.6
            centres = [(start + (j + 0.5) * 2.6 * _LAMP, cy) for j in range(lights)]
            yield from pen.draw_lamps(centres, _LAMP)
            for j, centre in enumerate(centres, 1):
                label = pen.label("light", round=i + 1, number=j)
                yield pen.make_check_box(f"clock-{i + 1}-{j}", centre, _LAMP, label)
            for j, key in enumerate(("begins", "ends")):
                left = times + j * _TIME
                text = join_languages(pen.words(key))
                yield pen.write(text, left, base, _SMALL, 18.0, align=0.0)
                yield pen.draw_rule(left + 19.0, left + 32.0, base, FINE)
                place = Rect(left + 19.0, base - 5.2, 13.0, 5.1)
                yield pen.make_field(f"clock-{i + 1}-{key}", place, pen.label(key, round=i + 1))

    def _round_names(self, number: int) -> list[str]:
        """Return the name of a round, counted from 0, in each language."""
        return [f"{word} {number + 1}" for word in self.pen.words("leg")]

    def _too_small(self) -> UsageError:
        return UsageError(
            Sentence(
                "The page is too small for a tournament of {entrants}.", entrants=self.entrants
            ),
            hint="Use a larger --paper, or fewer --entrants.",
        )


def clock_step(minutes: int) -> int:
    """Return the number of minutes that a light of the clock represents in a round of `minutes`."""
    return _STEP if minutes <= _SHORT else _QUARTER


def make(variant: Variant, options: RenderOptions) -> list[Piece]:
    """Make the pages of both forms. Raises UsageError if a table does not fit a page."""
    return [piece for key in ("knock-out", "league") for piece in _make_form(variant, options, key)]


def _make_form(variant: Variant, options: RenderOptions, key: str) -> list[Piece]:
    """Make the page of a form, or several pages if one is too small."""
    figures, cup = variant.tournament_figures, variant.tournament
    step = clock_step(figures["minutes"])
    across, height = options.page_area

    def begin(page: str) -> tuple[list[Item], _Pages, str]:
        pen = Pen(options, f"{key}-{page}-" if page else f"{key}-")
        words = pen.words(key)
        how = f"score.{key}-how" if key != "knock-out" or cup.part == HALF else "score.cut-how"
        above, below = cup.part
        values = {"step": step, "above": above, "below": below}
        texts = [translate(name, how, **values) for name in options.languages]
        if key == "knock-out":
            minutes = figures["minutes"]
            added = (
                translate(name, "score.round-how", minutes=minutes) for name in options.languages
            )
            texts = [f"{text} {more}" for text, more in zip(texts, added, strict=True)]
        bodies = min(options[ENTRANTS], 8)
        items, top = draw_head(pen, variant, words, texts, bodies, page)
        top += _BELOW_HEAD
        place = Rect(_EDGE, top, across - 2 * _EDGE, height - top - 1.0)
        sheet = _Pages(pen, options[ENTRANTS], figures["seats"], place, cup.part, cup.rounds)
        return items, sheet, words[0]

    def finish(items: list[Item], page: str, title: str) -> Piece:
        box = centred_rect(across, height)
        art = transformed(items, translation(box.x, box.y))
        tail = f"-{page}" if page else ""
        drawing = Symbol(f"tournament-{key}{tail}", (art,), box, title)
        return Piece(drawing.key, title, across, height, drawing)

    items, sheet, title = begin("")
    try:
        one = (
            sheet.draw_knock_out() if key == "knock-out" else sheet.draw_league(figures["minutes"])
        )
    except UsageError:
        rows = sheet.clock_rows - 1 if key == "league" else sheet.list_rows - sheet.most
        if rows < 1:
            raise
    else:
        return [finish([*items, *one], "", title)]
    if key == "league":
        return [
            finish([*items, *own], page, title)
            for first, count, page in _share_rows(sheet)
            for items, part, title in [begin(page)]
            for own in [part.draw_league(figures["minutes"], first, count)]
        ]
    pieces = []
    for number in range(len(sheet.draw_lists())):
        items, part, title = begin(str(number + 1))
        pieces.append(finish([*items, *part.draw_lists()[number]], str(number + 1), title))
    return pieces


def _share_rows(sheet: _Pages) -> Iterator[tuple[int, int, str]]:
    """Yield, for each page of a league, its first entrant (from 0), its number of entrants, and its
    page number.

    There are as few pages as possible; the last has the clock, and the others share the remaining
    entrants evenly.
    """
    before = -(-(sheet.entrants - sheet.clock_rows) // sheet.league_rows)
    last = min(sheet.clock_rows, sheet.entrants // (before + 1))
    counts = [*reversed(table_sizes(sheet.entrants - last, sheet.league_rows)), last]
    for page, count in enumerate(counts, 1):
        yield sum(counts[: page - 1]), count, str(page)


PRODUCT = Product(
    "tournament-sheet",
    make,
    lambda variant: variant.players is not None and variant.most_players > 1,
    (THEME, BLANK_VALUES, ENTRANTS),
    FULL_PAGE,
    bilingual=True,
)
