"""What a page is made of: atoms, each so many lines high.

An atom is a line of text, a row of a table, a heading, a figure: what no page break divides. Its
items are about the left end of the measure and its own top; all heights are whole steps of the
grid, so that every line of every page stands on it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from printkit.base.geometry import Rect
from printkit.booklet.book import Chapter
from printkit.graphics.display_list import Item, Symbol

# What a break before an atom costs: FREE, or NEVER where a widow or an orphan would be left.
FREE, NEVER, FORCED = 0.0, 1e7, -1.0
# A break inside a long box, after a line that ends in a hyphen, inside a long table, between the
# rows of a figure.
IN_BOX, AFTER_HYPHEN, IN_TABLE, IN_FIGURE = 2500.0, 1200.0, 1200.0, 1500.0
# A break inside what is short enough to stay whole, before what was announced, before an entry that
# would stand alone; inside a chapter of half a page, and of a page.
WHOLE, TOLD, ALONE, SHORT, ONE_PAGE = 14000.0, 20000.0, 6000.0, 3500.0, 500.0

# From an anchor to its page (counted from 1).
Numbers: TypeAlias = Mapping[str, int]
Late: TypeAlias = Callable[[Numbers], list[Item]]


@dataclass(slots=True, eq=False)
class Border:
    """What stands around the atoms of a box: `draw` gives it for the rectangle that they take on a
    page, told whether the box begins and ends there. `x` and `width` are those of the box, `first`
    and `last` its atoms."""

    draw: Callable[[Rect, bool, bool], list[Item]]
    x: float
    width: float
    first: Atom | None = None
    last: Atom | None = None


@dataclass(slots=True, eq=False)
class Atom:
    """What stands together: `lines` high, `before` lines below what precedes it, save at the head
    of a page; that space may grow by `give` lines and lose `take`. `split` is what a page break
    before it costs.

    `heading` is its level, words and anchor, `opens` the chapter that begins with it; `text` is
    what a line says. `repeat` stands above it where a page begins with it; `aside` stands in the
    margin beside it; `late` draws what needs to know on which page things are.
    """

    lines: int
    items: Sequence[Item] = ()
    before: int = 0
    give: int = 0
    take: int = 0
    split: float = FREE
    repeat: Atom | None = None
    aside: Symbol | None = None
    late: Late | None = None
    borders: tuple[Border, ...] = ()
    terms: tuple[str, ...] = ()
    anchors: tuple[str, ...] = ()
    links: tuple[tuple[Rect, str], ...] = ()
    heading: tuple[int, str, str] | None = None
    opens: Chapter | None = None
    hyphen: bool = False
    text: str = ""


def height(atoms: Sequence[Atom]) -> int:
    """How many lines atoms take with the spaces between them."""
    return sum(atom.lines + (atom.before if at else 0) for at, atom in enumerate(atoms))


def dearer(atoms: Sequence[Atom], cost: float) -> None:
    """A break before any of these atoms costs at least so much."""
    for atom in atoms:
        if atom.split != FORCED:
            atom.split = max(atom.split, cost)


def keep_first(atoms: list[Atom], lines: int) -> None:
    """No page break within so many lines of the beginning."""
    used = 0
    for at, atom in enumerate(atoms):
        if at and used < lines:
            atom.split = NEVER
        used += atom.lines
