"""The page that is printed first, drawn.

In: its words, a theme, the room of a page (mm). Out: one Symbol, or two where the paper is small,
its upper left corner on the origin: a head, the table of files, what else is needed beside what is
done with it, in the largest print that fits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from printkit.art.theme import Theme
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect, translation
from printkit.base.units import format_size
from printkit.graphics.display_list import Item, Path, Stroke, Symbol, Text, transformed
from printkit.graphics.font import TITLE, TITLE_BOLD
from printkit.graphics.path import PathBuilder
from printkit.layout.fit_text import TextOverflow, text_line, text_width
from printkit.layout.paragraph import Paragraph, Span, baseline, paragraph
from printkit.products.charts.page_head import HEADER, ORBIT, line, orbit
from printkit.products.print_first.content import FileRow, FirstPage

# The print (mm per em): the largest, and 8 pt.
LARGEST, SMALLEST = 3.7, 8 * 25.4 / 72
_TRY = 0.05
_LEAD = 1.32
_GAME, _TITLE = 8.4, 4.8
_HAIR, _LINE = 0.18, 0.35
# Widths of columns (em).
_PAPER, _CUTS, _SIDES = 11.2, 4.0, 11.8
# Narrower rooms (mm) have what printing takes below the name of a file.
_NARROW = 165.0
# Between columns, and of the section of needs the share of the width.
_GUTTER, _BESIDE = 4.0, 0.34
_AIR, _CLOSE, _SECTION = 1.5, 0.7, 7.0


@dataclass(frozen=True, slots=True)
class _Block:
    """Items from the origin down, and what they take (mm)."""

    items: tuple[Item, ...]
    height: float


def first_pages(first: FirstPage, theme: Theme, room: tuple[float, float]) -> list[Symbol]:
    """The page, on two where one cannot hold it. Raises PrintkitError where two cannot."""
    box = Rect(0, 0, *room)
    for build in (_one, _two):
        size = LARGEST
        while size > SMALLEST - 1e-9:
            pages = _tried(build, first, theme, box, size)
            if pages:
                return [
                    Symbol(f"first-{at}", tuple(items), box, f"{first.game} · {first.title}")
                    for at, items in enumerate(pages, 1)
                ]
            size = size - _TRY if size - _TRY > SMALLEST or size == SMALLEST else SMALLEST
    raise PrintkitError(
        f"The page of what belongs to the kit does not fit on the paper: {format_size(*room)} are "
        "left of it.",
        hint="Take a larger --paper, or name the products that you want.",
    )


_Pages = list[list[Item]]
_Build = Callable[["_PageComposer", Rect], _Pages]


def _tried(build: _Build, first: FirstPage, theme: Theme, box: Rect, size: float) -> _Pages:
    """The pages in a size of print; none where they do not fit."""
    try:
        return build(_PageComposer(first, theme, box.w, size), box)
    except TextOverflow:
        return []


def _one(press: _PageComposer, box: Rect) -> _Pages:
    """All on one page."""
    table, rest = press.table(), press.rest()
    free = box.h - HEADER - table.height - rest.height
    if free < _SECTION * 0.6:
        return []
    y = HEADER + table.height + min(free, _SECTION)
    return [[*press.head(box), *_at(table, HEADER), *_at(rest, y)]]


def _two(press: _PageComposer, box: Rect) -> _Pages:
    """The table on one page, the rest on the next."""
    table, rest = press.table(), press.rest()
    if max(table.height, rest.height) > box.h - HEADER:
        return []
    return [[*press.head(box), *_at(part, HEADER)] for part in (table, rest)]


def _at(block: _Block, y: float) -> list[Item]:
    return [transformed(block.items, translation(0, y))]


class _PageComposer:
    """Sets the parts of the page in one size of print, in a width (mm)."""

    def __init__(self, first: FirstPage, theme: Theme, wide: float, size: float) -> None:
        self.first, self.theme, self.wide, self.size = first, theme, wide, size
        self.lead = _LEAD * size
        self.ink, self.accent = theme.roles_of["ink"], theme.roles_of["accent"]
        self.narrow = wide < _NARROW
        self.air = _CLOSE if self.narrow else _AIR

    def head(self, box: Rect) -> list[Item]:
        """The game over what the page is."""
        room = box.w - ORBIT - 6
        return [
            line(TITLE_BOLD, self.first.game, 0, 7.4, _GAME, room, self.ink),
            line(TITLE, self.first.title, 0, 14.8, _TITLE, room, self.ink),
            *orbit(box, self.theme),
        ]

    # --- the table ------------------------------------------------------------------------------

    def table(self) -> _Block:
        """The files in the order of printing, and what they come to."""
        items: list[Item] = list(self._heads())
        y = self.lead * 1.25
        items.append(self._rule(y, _LINE))
        for row in self.first.rows:
            block = self._narrow_row(row) if self.narrow else self._row(row)
            items.append(transformed(block.items, translation(0, y + self.air)))
            y += block.height + 2 * self.air
            items.append(self._rule(y, _HAIR))
        total = self._total()
        items.append(transformed(total.items, translation(0, y + self.air)))
        return _Block(tuple(items), y + self.air + total.height)

    def _columns(self) -> tuple[float, ...]:
        """Left edges of: tick, what, sheets (its right edge), sides, cuts (right edge), paper."""
        paper = self.wide - _PAPER * self.size
        cuts = paper - _GUTTER
        sides = cuts - (_CUTS + _SIDES) * self.size
        return (0.0, 7.0, sides - _GUTTER - 2, sides, cuts, paper)

    def _heads(self) -> list[Item]:
        _, what, sheets, sides, cuts, paper = self._columns()
        words, base = self.first.heads, 0.75 * self.size
        items: list[Item] = [self._bold(words.what, what, base)]
        if self.narrow:
            return items
        items += [self._bold(words.sides, sides, base), self._bold(words.paper, paper, base)]
        ends = ((words.sheets, sheets), (words.cuts, cuts))
        return items + [self._right(TITLE_BOLD, text, x, base) for text, x in ends]

    def _row(self, row: FileRow) -> _Block:
        _, what, sheets, sides, cuts, paper = self._columns()
        least = sheets - text_width(TITLE_BOLD, self.first.heads.sheets, self.size) - _GUTTER
        left = self._named(row, least - what)
        middle = self._words(row.sides, cuts - _CUTS * self.size - sides)
        right = self._words(row.paper, self.wide - paper)
        tall = max(left.height, middle.height, right.height)
        base = baseline(TITLE, self.size, self.lead)
        items: list[Item] = [
            self._box(tall),
            transformed(left.items, translation(what, 0)),
            transformed(middle.items, translation(sides, 0)),
            transformed(right.items, translation(paper, 0)),
            self._right(TITLE, str(row.sheets), sheets, base),
            self._right(TITLE, str(row.cuts) if row.cuts else "–", cuts, base),
        ]
        return _Block(tuple(items), tall)

    def _narrow_row(self, row: FileRow) -> _Block:
        x = self._columns()[1]
        left = self._named(row, self.wide - x)
        below = self._words(row.note, self.wide - x)
        items = [
            self._box(left.height + below.height),
            transformed(left.items, translation(x, 0)),
            transformed(below.items, translation(x, left.height)),
        ]
        return _Block(tuple(items), left.height + below.height)

    def _named(self, row: FileRow, room: float) -> _Block:
        """What it is, and under it the name of its file."""
        name = self._set([Span(TITLE_BOLD, row.name, self.ink)], room)
        items: list[Item] = list(name.texts)
        y = name.height
        for words in _file(row.file, SMALLEST, room):
            items.append(
                text_line(
                    TITLE, words, 0, y + baseline(TITLE, SMALLEST, self.lead), SMALLEST, self.ink
                )
            )
            y += self.lead
        return _Block(tuple(items), y)

    def _total(self) -> _Block:
        _, what, sheets, _, cuts, _ = self._columns()
        first, base = self.first, baseline(TITLE, self.size, self.lead)
        if self.narrow:
            told = self._set([Span(TITLE_BOLD, first.counts, self.ink)], self.wide - what)
            return _Block((transformed(told.texts, translation(what, 0)),), told.height)
        items = (
            self._bold(first.heads.total, what, base),
            self._right(TITLE_BOLD, str(first.sheets), sheets, base),
            self._right(TITLE_BOLD, str(first.cuts) if first.cuts else "–", cuts, base),
        )
        return _Block(items, self.lead)

    # --- the rest -------------------------------------------------------------------------------

    def rest(self) -> _Block:
        """What else is needed, and beside it (below it where the page is narrow) what is done."""
        if self.narrow:
            needs, steps = self._needs(self.wide), self._steps(self.wide)
            items = (
                *needs.items,
                transformed(steps.items, translation(0, needs.height + _SECTION)),
            )
            return _Block(items, needs.height + _SECTION + steps.height)
        left = self.wide * _BESIDE
        needs = self._needs(left - _GUTTER)
        steps = self._steps(self.wide - left - _GUTTER)
        items = (*needs.items, transformed(steps.items, translation(left + _GUTTER, 0)))
        return _Block(items, max(needs.height, steps.height))

    def _needs(self, room: float) -> _Block:
        heads = self.first.heads
        items, y = self._headed(heads.needs, room, 0.0)
        for words in self.first.needs:
            y = self._dotted(items, words, room, y)
        more, y = self._headed(heads.tools, room, y + _SECTION * 0.7)
        items += more
        for words in self.first.tools:
            y = self._dotted(items, words, room, y)
        return _Block(tuple(items), y)

    def _steps(self, room: float) -> _Block:
        items, y = self._headed(self.first.heads.steps, room, 0.0)
        indent = text_width(TITLE_BOLD, "88", self.size) + 2.2
        for number, step in enumerate(self.first.steps, 1):
            spans = [
                Span(TITLE_BOLD, step.lead, self.ink),
                Span(TITLE, step.words, self.ink),
            ]
            told = self._set(spans, room - indent)
            base = y + baseline(TITLE, self.size, self.lead)
            items.append(self._right(TITLE_BOLD, str(number), indent - 2.2, base))
            items.append(transformed(told.texts, translation(indent, y)))
            y += told.height + _AIR * 0.8
        return _Block(tuple(items), y)

    def _headed(self, words: str, room: float, y: float) -> tuple[list[Item], float]:
        """A heading over a line, and where what stands below it begins."""
        base = y + 0.75 * self.size
        rule = y + self.lead * 1.25
        b = PathBuilder().move(_LINE / 2, rule).line(room - _LINE / 2, rule)
        items: list[Item] = [
            self._bold(words, 0, base),
            Path(b.done(), stroke=Stroke(self.ink, _LINE)),
        ]
        return items, rule + _AIR

    def _dotted(self, items: list[Item], words: str, room: float, y: float) -> float:
        """A paragraph behind a dot; where the next one begins."""
        told = self._words(words, room - 4.0)
        dot = PathBuilder().circle(1.2, y + self.lead / 2, 0.6).done()
        items += [Path(dot, fill=self.accent), transformed(told.items, translation(4.0, y))]
        return y + told.height + _AIR * 0.4

    # --- small things ---------------------------------------------------------------------------

    def _words(self, text: str, room: float) -> _Block:
        found = self._set([Span(TITLE, text, self.ink)], room)
        return _Block(found.texts, found.height)

    def _set(self, spans: Sequence[Span], room: float) -> Paragraph:
        return paragraph(spans, self.size, room, self.lead)

    def _bold(self, text: str, x: float, base: float) -> Text:
        return text_line(TITLE_BOLD, text, x, base, self.size, self.ink)

    def _right(self, key: str, text: str, right: float, base: float) -> Text:
        x = right - text_width(key, text, self.size)
        return text_line(key, text, x, base, self.size, self.ink)

    def _rule(self, y: float, weight: float) -> Item:
        b = PathBuilder().move(weight / 2, y).line(self.wide - weight / 2, y)
        return Path(b.done(), stroke=Stroke(self.ink, weight))

    def _box(self, tall: float) -> Item:
        """A ring to tick off, at the first line."""
        ring = PathBuilder().circle(2.2, min(self.lead, tall) / 2, 1.5).done()
        return Path(ring, stroke=Stroke(self.ink, _HAIR))


def _file(name: str, size: float, room: float) -> list[str]:
    """The name of a file, broken behind hyphens where the room asks for it. Raises TextOverflow."""
    lines = [""]
    for part in name.replace("-", "-\n").split("\n"):
        if text_width(TITLE, lines[-1] + part, size) > room:
            lines.append("")
        lines[-1] += part
    found = [one for one in lines if one]
    if any(text_width(TITLE, one, size) > room for one in found):
        raise TextOverflow(f"There is no room for “{name[:60]}”.", hint="Take a larger --paper.")
    return found
