"""Requirements of every registered imposition, tested on several papers."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from printkit.art.theme import theme
from printkit.base import paper_sizes
from printkit.base.errors import PrintkitError
from printkit.base.geometry import IDENTITY, Matrix, Rect
from printkit.base.printer_profile import LONG, SHORT
from printkit.components.tokens import ROUND, token_shape
from printkit.graphics.colour import WHITE
from printkit.graphics.display_list import Group, Item, Path, Symbol, Use
from printkit.imposition.single_pages import full_page_area
from printkit.pieces.options import DUPLEX, FOLD, PAPER
from printkit.pieces.options import NO_BACKS as NONE
from printkit.pieces.pages import ART, LABEL, MARKS, Page, SlugLine
from printkit.pieces.product import FULL_PAGE, Piece, RenderOptions
from printkit.pieces.protocols import ImposedPages, impositions
from tests.support.jobs import render_options
from tests.support.raster import overlap, segments, toys, within
from tests.support.walk import ink_box, leaves, text_leaves, union, visible

SIDE = 30.0
SIDES = ("face-", "back-")
# Each with a margin.
PAPERS = (("a4", 5.0), ("letter", 3.0), ("a5", 8.0), ("420x200mm", 10.0))
LABELS = ("22805", "8293")


def deck() -> list[Piece]:
    """Return round pieces, which every imposition accepts."""
    outline = token_shape(ROUND, SIDE).outline()
    return [replace(one, copies=2, outline=outline) for one in toys(9, SIDE, SIDE)]


def wishes(name: str, paper: str, margin: float, mode: str = LONG) -> RenderOptions:
    on = "paper" if PAPER in impositions()[name].options else "label_sheet"
    asked = {on: paper, "duplex": mode, "margin": margin}
    return render_options("fr", theme("classic"), paper_sizes.card("poker"), **asked)


def impose(name: str, options: RenderOptions, pieces: list[Piece]) -> ImposedPages:
    slug = SlugLine("fr", "Sabacc", "jouets", "classic", "toys")
    return impositions()[name].impose(pieces, options, slug)


class Turn:
    """The map from a point (x, y) on the front to the point behind it on the page of the back."""

    def __init__(self, mode: str, page: Page) -> None:
        w, h = page.media.w, page.media.h
        upright_axis = {"long": h >= w, "short": h < w, "fold": False}[mode]
        # About a vertical axis, left and right are swapped; about a horizontal axis, or when folded
        # along the middle, top and bottom are.
        self.sx, self.dx = (-1, w) if upright_axis else (1, 0)
        self.sy, self.dy = (1, 0) if upright_axis else (-1, h)

    def point(self, x: float, y: float) -> tuple[float, float]:
        return self.sx * x + self.dx, self.sy * y + self.dy

    def way(self, x: float, y: float) -> tuple[float, float]:
        """Return a direction on the front as seen on the page of the back."""
        return self.sx * x, self.sy * y


class Place(NamedTuple):
    """The position of a drawing on a page: its trim, its up direction and its right direction."""

    symbol: Symbol
    trim: Rect
    up: tuple[float, float]
    right: tuple[float, float]


def placed(items: Iterable[Item], lead: str, matrix: Matrix = IDENTITY) -> Iterator[Place]:
    """Return the drawings of one side of pieces, `face-` or `back-`."""
    for item in items:
        if isinstance(item, Group):
            yield from placed(item.items, lead, item.matrix.then(matrix))
        elif isinstance(item, Use) and item.symbol.key.startswith(lead):
            m = item.matrix.then(matrix)
            trim = m.bounds(Rect(-SIDE / 2, -SIDE / 2, SIDE, SIDE))
            yield Place(item.symbol, trim, (-m.c, -m.d), (m.a, m.b))


def layer_items(page: Page, name: str) -> tuple[Item, ...]:
    return tuple(item for layer in page.layers if layer.name == name for item in layer.items)


def faults(imposed: ImposedPages, pieces: list[Piece], margin: float) -> Iterator[str]:
    """Yield the errors in the pages of any imposition."""
    names = Counter(text for page in imposed.pages for text in {page.name, page.title})
    yield from (f"{name} names two pages" for name, count in names.items() if count > 1)
    for page in imposed.pages:
        yield from (f"{page.name}: {fault}" for fault in faults_of(page, imposed, margin))
    arts = [layer_items(page, ART) for page in imposed.pages]
    fronts = Counter(place.symbol.key for art in arts for place in placed(art, "face-"))
    all_copies = imposed.sheets or len(imposed.pages) > 2 * len(pieces)
    for piece in pieces:
        if fronts[piece.front.key] != (piece.copies if all_copies else 1):
            yield f"{piece.id} is there {fronts[piece.front.key]} times"


def faults_of(page: Page, imposed: ImposedPages, margin: float) -> Iterator[str]:
    if not (within(page.media, page.bleed) and within(page.bleed, page.trim)):
        yield "boxes are not nested"
    trims = [place.trim for lead in SIDES for place in placed(layer_items(page, ART), lead)]
    if page.cells and page.trim != pytest.approx(union(trims)):
        yield "its trim is not that of its pieces"
    if any(overlap(a, b) for a, b in combinations(trims, 2)):
        yield "pieces overlap"
    clips = [item.clip for item in layer_items(page, ART) if isinstance(item, Group) and item.clip]
    if not all(within(page.bleed, clip.box()) for clip in clips):
        yield "art is seen beyond the bleed"
    inside = page.media.inset(margin if imposed.sheets else 0.0)
    inked = [leaf for layer in page.layers for leaf in leaves(layer.items) if visible(leaf, WHITE)]
    if not all(within(inside, box, 0.1) for box in map(ink_box, inked) if box):
        yield "ink leaves the printable area"
    marks = [leaf for leaf in leaves(layer_items(page, MARKS)) if isinstance(leaf.item, Path)]
    straight = [(leaf.item, leaf.matrix) for leaf in marks if set(leaf.item.data.steps) <= {*"ML"}]
    lines = [line for item, m in straight for _, line in segments((item,), m)]
    if imposed.cuts and any(overlap(a, b.inset(0.01)) for a in lines for b in trims):
        yield "marks run over pieces"
    if words := layer_items(page, LABEL):
        texts = [leaf.item.run.text for leaf in text_leaves(words)]
        wording, number = " ".join(" ".join(texts).split()), int(page.name.rstrip("ab"))
        if not all(f"{number}/{imposed.sheets}" in text for text in (wording, page.title)):
            yield "its label does not count the sheets"
        lengths = {round(max(line.w, line.h), 6) for line in lines}
        if not re.search(r"100\s?%", wording) or not lengths & {50.0, 100.0}:
            yield "no ruler, to be printed at 100 %"


def backs_astray(imposed: ImposedPages, pieces: list[Piece]) -> Iterator[str]:
    """Yield fronts whose back is not upright behind them once the sheet is turned or folded."""
    backs = {piece.front.key: piece.back for piece in pieces}
    mode, step = (FOLD, 1) if imposed.folded else (imposed.duplex, 2)
    if mode is None:
        return
    for front, back in zip(imposed.pages[::step], imposed.pages[step - 1 :: step], strict=True):
        turn, behind = Turn(mode, front), [*placed(layer_items(back, ART), "back-")]
        for place in placed(layer_items(front, ART), "face-"):
            # In hand, the card is turned about its vertical axis: right on the back was left on the
            # front.
            right = turn.way(-place.right[0], -place.right[1])
            wanted = (*turn.point(*place.trim.centre), *turn.way(*place.up), *right)
            symbols = [
                other.symbol
                for other in behind
                if (*other.trim.centre, *other.up, *other.right) == pytest.approx(wanted)
            ]
            if place.up != (0, -1):
                yield f"{front.name}: {place.symbol.key} is not upright"
            if symbols != [backs[place.symbol.key]]:
                yield f"{front.name}: behind {place.symbol.key} lies another back or none"


@pytest.mark.sampled
@pytest.mark.parametrize("name", impositions())
@pytest.mark.parametrize("mode", [LONG, SHORT, FOLD, NONE])
def test_imposition_pages_meet_the_contract(name: str, mode: str) -> None:
    options, pieces = impositions()[name].options, deck()
    if mode != LONG and DUPLEX not in options:
        return
    for paper, margin in PAPERS if PAPER in options else ((label, 0.0) for label in LABELS):
        imposed = impose(name, wishes(name, paper, margin, mode), pieces)
        found = [*faults(imposed, pieces, margin), *backs_astray(imposed, pieces)]
        assert found == [], f"{name} on {paper}"
        assert imposed.duplex in (None, mode)
        if DUPLEX in options and imposed.duplex is None:
            assert not any(page.back for page in imposed.pages)


def test_full_page_drawing_fills_the_printable_area() -> None:
    for paper, margin in PAPERS:
        options = wishes(FULL_PAGE, paper, margin)
        w, h = full_page_area(paper_sizes.paper(paper), margin)
        (page,) = impose(
            FULL_PAGE, options, toys(1, w - 10, h - 10)
        ).pages  # the drawing extends 5 mm beyond
        items = [layer_items(page, name) for name in (ART, LABEL, MARKS)]
        inks = [union(filter(None, map(ink_box, leaves(one)))) for one in items]
        assert inks[0].w == pytest.approx(page.media.w - 2 * margin)
        assert all(within(page.media.inset(margin), ink, 0.1) for ink in inks)
        assert not any(one.intersects(other) for one, other in combinations(inks, 2))
        with pytest.raises(PrintkitError, match="larger"):
            impose(FULL_PAGE, options, toys(1, w, h))
    with pytest.raises(PrintkitError, match="ruler"):
        full_page_area(paper_sizes.paper("a5"), 22)


def test_imposition_errors_are_detected() -> None:
    """Produce each kind of error by checking pages against the wrong data."""
    pieces = deck()
    imposed = impose("card-sheets", wishes("card-sheets", "a4", 5.0), pieces)
    first, second = imposed.pages[:2]
    shifted = (Group(first.layers[0].items, Matrix(e=4.0)),)
    layers = (*first.layers, replace(first.layers[0], items=shifted))
    layers += (replace(first.layers[2], items=shifted),)
    boxes = {"bleed": first.trim, "trim": first.media.inset(-1)}
    doubled = replace(first, name=second.name, layers=layers, **boxes)
    seen = " ".join(faults(replace(imposed, pages=(doubled, second), sheets=7), pieces, 20.0))
    for fault in ("01b names two pages", "not nested", "trim is not", "pieces overlap"):
        assert fault in seen
    assert "beyond the bleed" in seen
    assert "printable area" in seen
    assert "count the sheets" in seen
    assert "is there 4 times" in seen
    back = (Group(second.layers[0].items, Matrix(e=0.1)),)
    moved = replace(second, layers=(replace(second.layers[0], items=back),))
    assert len([*backs_astray(replace(imposed, pages=(first, moved)), pieces)]) == 18
