"""Blocks of a book as atoms: headings, paragraphs, lists, boxes.

In: blocks of the model, the measure. Out: atoms, whole steps of the grid high. What is set beside
one another (tables, figures, contents, index) has modules of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from printkit.base.geometry import Rect
from printkit.booklet.book import (
    Block,
    Book,
    Callout,
    Figure,
    Heading,
    InlineText,
    ListBlock,
    Paragraph,
    SourceLocation,
    Table,
    TableOfContents,
)
from printkit.booklet.setting.atoms import (
    AFTER_HYPHEN,
    ALONE,
    IN_BOX,
    IN_TABLE,
    NEVER,
    TOLD,
    WHOLE,
    Atom,
    dearer,
    height,
    keep_first,
)
from printkit.booklet.setting.boxes import LOOKS, Look, border, title_items
from printkit.booklet.setting.figures import Column, aside, figure_atoms
from printkit.booklet.setting.lists import Gathered, contents_atoms, terms_atoms
from printkit.booklet.setting.runs import Manner, plain_text
from printkit.booklet.setting.signs import Pictures
from printkit.booklet.setting.style import BASE, Frame, Inks
from printkit.booklet.setting.tables import table_atoms
from printkit.booklet.setting.words import SetLine, set_lines
from printkit.graphics.display_list import LIVE
from printkit.graphics.font import TITLE, TITLE_BOLD
from printkit.layout.fit_text import text_line, text_width

# Headings in sizes of the text; the space above them, and by how much it may grow, in lines.
_LEVELS = {2: (TITLE_BOLD, 1.26, 1, 1), 3: (TITLE, 1.04, 1, 1)}
# Where text begins after the dot or the number of a list, and the dot itself (em).
_DOT_IN, _NUMBER_IN = 1.1, 1.5
_DOTS = {"fr": "–"}
_DOT = "•"
# A box no higher than this share of a page stays whole; a last entry of a list with fewer lines
# does not stand alone.
_LOW, _ENTRY = 0.36, 4
# Text within a box begins so far from its edge, the box's edge so far in (em).
_PAD = 1.0


@dataclass(frozen=True, slots=True)
class Within:
    """Where blocks stand: `x` and `measure` (mm), in a manner; `level` counts lists in lists."""

    x: float
    measure: float
    manner: Manner
    level: int = 0
    boxed: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Setter:
    """Sets the blocks of a book as atoms, drawings in figures to a scale."""

    book: Book
    frame: Frame
    inks: Inks
    pictures: Pictures
    gathered: Gathered
    scale: float = 1.0

    def blocks(self, blocks: Sequence[Block], within: Within) -> list[Atom]:
        """The atoms of blocks that follow one another."""
        found: list[Atom] = []
        before: Block | None = None
        waiting: Figure | None = None
        space = 0
        for block in blocks:
            if isinstance(block, Figure) and block.margin:
                waiting = block
                continue
            atoms = self._block(block, within, before)
            if not atoms:
                continue
            if waiting is not None:
                room = self.frame.outside
                atoms[0].aside = aside(waiting, self.pictures, room)
                waiting = None
            own, after, give = _spaces(block, within)
            if isinstance(block, Callout) and isinstance(before, Callout):
                own = 2
            if found:
                atoms[0].before = max(atoms[0].before, own, space)
                atoms[0].give = max(atoms[0].give, give)
            if isinstance(before, Heading):
                atoms[0].split = NEVER
                atoms[0].before = min(atoms[0].before, 1 if isinstance(block, Callout) else 0)
                atoms[0].give = 0
            elif isinstance(block, Figure) and found:
                # A figure stays with the paragraph that it follows.
                told = isinstance(before, Paragraph | ListBlock)
                atoms[0].split = NEVER if told else IN_TABLE
            elif isinstance(before, Paragraph) and _announces(before):
                dearer(atoms[:1], TOLD)
            elif isinstance(before, Paragraph) and isinstance(block, Table):
                dearer(atoms[:1], ALONE)
            at = len(found)
            found += atoms
            if isinstance(before, Heading):
                _keep_two(found, at)
            before, space = block, after
        return found

    def _block(self, block: Block, within: Within, before: Block | None) -> list[Atom]:
        if isinstance(block, Paragraph):
            indent = within.manner.size * 1.1 if isinstance(before, Paragraph | ListBlock) else 0.0
            return self.paragraph(block.line, within, block.place, indent)
        if isinstance(block, Heading):
            return self._heading(block, within)
        if isinstance(block, ListBlock):
            return self._items(block, within)
        if isinstance(block, Callout):
            return self._box(block, within)
        if isinstance(block, Table):
            return table_atoms(
                block, within.manner, within.x, within.measure, self.frame, self.inks
            )
        if isinstance(block, Figure):
            column = Column(within.x, within.measure, self.frame, self.scale)
            return figure_atoms(block, self.pictures, within.manner, column)
        if isinstance(block, TableOfContents):
            return contents_atoms(
                self.book, self.gathered, within.manner, within.measure, self.frame, self.inks
            )
        return terms_atoms(self.gathered, within.manner, within.measure, self.frame)

    def paragraph(
        self, line: Sequence[object], within: Within, place: SourceLocation, indent: float = 0.0
    ) -> list[Atom]:
        """The lines of a paragraph: neither its first nor its last alone on a page."""
        lines = set_lines(line, within.manner, within.measure, place, indent=indent)  # type: ignore[arg-type]
        return line_atoms(lines, within.x, self.frame.step)

    def _heading(self, heading: Heading, within: Within) -> list[Atom]:
        key, ratio, _, _ = _LEVELS[min(3, heading.level)]
        size = self.frame.size * ratio
        manner = replace(
            within.manner,
            size=size,
            fill=self.inks.title,
            link=self.inks.title,
            regular=key,
            bold=TITLE_BOLD,
            italic=key,
            both=TITLE_BOLD,
            ragged=True,
        )
        lines = set_lines(heading.line, manner, within.measure, heading.place)
        atoms = line_atoms(lines, within.x, self.frame.step)
        for atom in atoms[1:]:
            atom.split = NEVER
        atoms[0].anchors = (heading.anchor,)
        atoms[0].heading = (heading.level, plain_text(heading.line), heading.anchor)
        return atoms

    def _items(self, items: ListBlock, within: Within) -> list[Atom]:
        size = within.manner.size
        numbered = items.start is not None
        inside = size * (_NUMBER_IN if numbered else _DOT_IN)
        if numbered and items.start is not None and items.start + len(items.entries) > 10:
            inside += size * 0.5
        deeper = replace(
            within, x=within.x + inside, measure=within.measure - inside, level=within.level + 1
        )
        entries: list[list[Atom]] = []
        dot = _DOTS.get(self.book.language, _DOT)
        for at, entry in enumerate(items.entries):
            atoms = self.blocks(entry, deeper)
            if not atoms:
                continue
            mark = f"{items.start + at}." if items.start is not None else dot
            key = within.manner.bold if numbered else within.manner.regular
            wide = text_width(key, mark, size)
            x = within.x + (inside - size * 0.42 - wide if numbered else size * 0.18)
            y = BASE * self.frame.step
            drawn = text_line(key, mark, x, y, size, self.inks.title)
            drawn = replace(drawn, render_mode=LIVE)
            atoms[0].items = (drawn, *atoms[0].items)
            atoms[0].text = f"{mark} {atoms[0].text}"
            entries.append(atoms)
        if len(entries) > 1:
            # Neither the first nor the last entry alone, if it is a short one.
            if height(entries[-1]) < _ENTRY:
                dearer(entries[-1], ALONE)
            if height(entries[0]) < _ENTRY:
                dearer(entries[1][:1], ALONE / 3)
        return [atom for atoms in entries for atom in atoms]

    def _box(self, box: Callout, within: Within) -> list[Atom]:
        look: Look = LOOKS[box.kind]
        pad = within.manner.size * _PAD
        right = pad if look.closed else 0.0
        inner = Within(
            within.x + pad,
            within.measure - pad - right,
            look.manner(within.manner),
            within.level,
            boxed=True,
        )
        edge = border(look, self.inks, within.x, within.measure, self.frame.step)
        title = box.title or (InlineText(look.label(self.book.language)),)
        head = self._box_title(title, look, inner, box.place)
        body = self.blocks(box.blocks, inner)
        for atom in body:
            if atom.split == 0.0:
                atom.split = IN_BOX
            if atom.give:
                atom.give = 0
        atoms = head + body
        keep_first(atoms, len(head) + 2)
        _keep_end(atoms)
        if height(atoms) <= _LOW * self.frame.lines:
            dearer(atoms[1:], WHOLE)
        edge.first, edge.last = atoms[0], atoms[-1]
        for atom in atoms:
            atom.borders = (edge, *atom.borders)
        return atoms

    def _box_title(
        self, title: Sequence[object], look: Look, within: Within, place: SourceLocation
    ) -> list[Atom]:
        size = within.manner.size
        room = size * 1.35
        manner = replace(
            within.manner,
            size=size * 0.94,
            fill=look.colour(self.inks),
            link=look.colour(self.inks),
            regular=TITLE_BOLD,
            bold=TITLE_BOLD,
            italic=TITLE_BOLD,
            both=TITLE_BOLD,
            ragged=True,
        )
        lines = set_lines(title, manner, within.measure - room, place)  # type: ignore[arg-type]
        atoms = line_atoms(lines, within.x + room, self.frame.step)
        mark = title_items(look, self.inks, within.x, BASE * self.frame.step, size)
        atoms[0].items = (*mark, *atoms[0].items)
        for atom in atoms[1:]:
            atom.split = NEVER
        return atoms


def line_atoms(lines: Sequence[SetLine], x: float, step: float) -> list[Atom]:
    """Lines of a paragraph as atoms."""
    found: list[Atom] = []
    base = BASE * step
    for line in lines:
        links = tuple((Rect(x + a, 0.06 * step, b - a, 0.94 * step), to) for a, b, to in line.links)
        found.append(
            Atom(
                1,
                line.placed(x, base),
                terms=line.terms,
                links=links,
                hyphen=line.hyphen,
                text=line.text,
            )
        )
    for at in range(1, len(found)):
        # Neither the first nor the last line alone, nor those beside a break within.
        opened = lines[at - 1].opens and not lines[at].opens
        ends = at + 1 < len(lines) and lines[at + 1].opens and not lines[at].opens
        if at in (1, len(found) - 1) or opened or ends:
            found[at].split = NEVER
        elif found[at - 1].hyphen:
            found[at].split = AFTER_HYPHEN
    return found


def _announces(paragraph: Paragraph) -> bool:
    """Whether a paragraph ends in a colon."""
    return plain_text(paragraph.line).rstrip().endswith(":")


def _keep_two(atoms: list[Atom], start: int) -> None:
    """At least two lines after a heading, which ends before `start`."""
    used = 0
    for at in range(start, len(atoms)):
        if used >= 2:
            break
        atoms[at].split = NEVER
        used += atoms[at].lines


def _keep_end(atoms: list[Atom]) -> None:
    """At least two lines of a box on the page on which it ends."""
    if len(atoms) > 1 and atoms[-1].lines < 2:
        atoms[-1].split = NEVER


def _spaces(block: Block, within: Within) -> tuple[int, int, int]:
    """The space before and after a block, and by how much the one before may grow, in lines."""
    if isinstance(block, Heading):
        _, _, before, give = _LEVELS[min(3, block.level)]
        return (1 if within.boxed else before), 0, give
    if isinstance(block, Callout):
        return 1, 1, 1
    if isinstance(block, Table):
        return 1, 1, 1
    if isinstance(block, Figure):
        return 0, 1 if block.caption else 0, 0
    return 0, 0, 0
