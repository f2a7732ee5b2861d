"""Margin contents: cut marks, fold line, label and ruler do not collide."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import pairwise, product

import pytest

from printkit.base import paper_sizes
from printkit.base.card_shapes import RECTANGLE
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect
from printkit.base.paper_sizes import Size
from printkit.graphics.colour import WHITE
from printkit.graphics.display_list import Item, Path, ShapedText
from printkit.imposition.grid import SheetSpec, find_grid
from printkit.imposition.marks import cut_lines, hand_marks
from printkit.pieces.options import CORNER_MARKS
from printkit.pieces.pages import Page
from printkit.pieces.protocols import ImposedPages
from tests.support.raster import clips, ink, layer, overlap, segments, toy_sheets, trims, within

PAPERS, CARDS = paper_sizes.paper_names(), paper_sizes.card_names()
# (gap, bleed): shared cuts with and without bleed, a narrow gap and a wide one.
SPACES = ((0.0, 0.0), (0.0, 3.0), (2.0, 2.0), (5.0, 2.0))
# The fronts of long, short and none are alike; one usual spacing is enough for the latter two.
MODES = (
    *product(("long", "fold"), SPACES),
    ("long", (0.0, 2.0)),
    ("short", (0.0, 2.0)),
    ("none", (0.0, 2.0)),
)
HAIR = 0.18


class Margin:
    """The margin of a page, grouped by meaning rather than by the program's data structures."""

    def __init__(self, page: Page, card: Size) -> None:
        self.page = page
        self.trims = trims(page, card.w, card.h)
        self.clips = clips(page)
        self.items = [*layer(page, "marks").items, *layer(page, "label").items]

    @cached_property
    def flat(self) -> list[tuple[Item, Rect]]:
        return list(ink(self.items))

    @cached_property
    def straight(self) -> list[tuple[Path, Rect]]:
        """Return all straight strokes with their place on the page."""
        return list(segments(self.items))

    @cached_property
    def ruler_path(self) -> Path:
        """Return the only path with a solid line of 50 or 100 mm."""
        found = {
            id(path): path
            for path, line in self.straight
            if max(line.w, line.h) > 49 and path.stroke and not path.stroke.dash
        }
        (only,) = found.values()
        return only

    @cached_property
    def marks(self) -> list[Rect]:
        return [line for path, line in self.straight if self._kind(path) == "mark"]

    @cached_property
    def halos(self) -> list[Rect]:
        return [line for path, line in self.straight if self._kind(path) == "halo"]

    @cached_property
    def folds(self) -> list[Rect]:
        return [line for path, line in self.straight if self._kind(path) == "fold"]

    def _kind(self, path: Path) -> str:
        assert path.fill is None
        if path is self.ruler_path:
            return "ruler"
        if path.stroke.dash:
            return "fold"
        return "halo" if path.stroke.colour == WHITE else "mark"

    @cached_property
    def words(self) -> list[tuple[ShapedText, Rect]]:
        return [(i, box) for i, box in self.flat if isinstance(i, ShapedText)]

    @cached_property
    def label(self) -> list[Rect]:
        return [box for text, box in self.words if not self._figure(text)]

    @staticmethod
    def _figure(text: ShapedText) -> bool:
        return text.run.text in ("0", "50", "100 mm", "100\u00a0mm", "100\u202fmm", "50 mm")

    @cached_property
    def ruler(self) -> list[Rect]:
        own = [box for item, box in self.flat if item is self.ruler_path]
        return own + [box for text, box in self.words if self._figure(text)]

    @cached_property
    def block(self) -> Rect:
        whole = self.trims[0]
        for trim in self.trims:
            whole = whole.union(trim)
        return whole


def printable(page: Page, margin: float = 5.0) -> Rect:
    return Rect(margin, margin, page.media.w - 2 * margin, page.media.h - 2 * margin)


def distinct(values: Iterable[float]) -> list[float]:
    """Return the distinct values; values within a hundredth of a millimetre count as one."""
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > 0.01:
            found.append(value)
    return found


def cuts(cells: list[Rect]) -> tuple[list[float], list[float]]:
    """Return the x and y of all cuts."""
    return (
        distinct(x for c in cells for x in (c.x, c.x + c.w)),
        distinct(y for c in cells for y in (c.y, c.y + c.h)),
    )


def thick(line: Rect, by: float = HAIR / 2) -> Rect:
    """Return a line with its width and butt caps."""
    return line.outset(0, by, 0, by) if line.w > line.h else line.outset(by, 0, by, 0)


def each(paper: str) -> Iterator[tuple[str, SheetSpec, Size, ImposedPages]]:
    """Return a full sheet and a sheet of one card for every third combination of card, mode and
    spacing.

    Each paper starts at another combination.
    """
    for card, (mode, (gap, bleed)) in list(product(CARDS, MODES))[PAPERS.index(paper) % 3 :: 3]:
        spec = SheetSpec(paper_sizes.paper(paper), gap=gap, bleed=bleed, duplex=mode)
        size = paper_sizes.card(card)
        try:
            capacity = find_grid(spec, size.w, size.h).capacity
            sheets = toy_sheets(capacity + 1, size, spec)
        except PrintkitError:
            continue
        yield f"{paper} {card} {mode} gap {gap:g} bleed {bleed:g}", spec, size, sheets


def a_mark_at_each_end_of_every_cut_and_no_other(
    spec: SheetSpec, margin: Margin, cells: list[Rect]
) -> bool:
    xs, ys = cuts(cells)
    block = margin.block
    seen: dict[str, list[float]] = {"head": [], "foot": [], "left": [], "right": []}
    for line in margin.marks:
        if line.w == 0:
            seen["head" if line.bottom <= block.y else "foot"].append(line.x)
        else:
            assert line.h == 0
            seen["left" if line.right <= block.x else "right"].append(line.y)
    return all(
        len(ends) == len(places)
        and all(abs(a - b) < 0.01 for a, b in zip(sorted(ends), places, strict=True))
        for ends, places in zip(seen.values(), (xs, xs, ys, ys), strict=True)
    )


def marks_can_be_seen(_: SheetSpec, margin: Margin, cells: list[Rect]) -> bool:
    return all(1.2 - 1e-6 <= max(line.w, line.h) <= 5.0 for line in margin.marks)


def marks_clear_the_bleed_where_there_is_room(
    spec: SheetSpec, margin: Margin, cells: list[Rect]
) -> bool:
    """With 0.6 mm from the bleed and 1.2 mm of length there is enough space; with less, marks are
    on a halo.
    """
    if len(cells) == 1:  # marks keep clear of the block of the whole grid
        return True
    area, block = printable(margin.page), margin.block
    need = spec.bleed + 0.6 + 1.2
    for line in margin.marks:
        if not any(overlap(thick(line), clip) for clip in margin.clips):
            continue
        if line.w == 0:
            room = block.y - area.y if line.bottom <= block.y else area.bottom - block.bottom
        else:
            room = block.x - area.x if line.right <= block.x else area.right - block.right
        if room >= need or line not in margin.halos:
            return False
    return True


def a_halo_lies_under_its_mark(_: SheetSpec, margin: Margin, cells: list[Rect]) -> bool:
    kinds = [margin._kind(path) for path, _ in margin.straight]
    below = "halo" not in kinds or kinds.index("halo") < kinds.index("mark")
    return below and all(halo in margin.marks for halo in margin.halos)


def label_ruler_and_marks_stand_apart(_: SheetSpec, margin: Margin, cells: list[Rect]) -> bool:
    marks = [thick(line) for line in margin.marks]
    for box in margin.label:
        if any(overlap(box, other) for other in [*margin.ruler, *marks]):
            return False
    return not any(overlap(a, b) for a in margin.ruler for b in marks)


def label_and_ruler_keep_off_art_and_fold(_: SheetSpec, margin: Margin, cells: list[Rect]) -> bool:
    boxes, taken = [*margin.label, *margin.ruler], [*margin.clips, *map(thick, margin.folds)]
    return not any(overlap(box, other) for box in boxes for other in taken)


def the_fold_line_runs_along_the_fold(spec: SheetSpec, margin: Margin, cells: list[Rect]) -> bool:
    if spec.duplex != "fold":
        return not margin.folds
    middle = margin.page.media.h / 2
    level = all(line.h == 0 and abs(line.y - middle) < 1e-3 for line in margin.folds)
    block = margin.block
    reach = min(f.x for f in margin.folds), max(f.right for f in margin.folds)
    return level and reach[0] <= block.x and reach[1] >= block.right


def the_ruler_has_100_mm(_: SheetSpec, margin: Margin, cells: list[Rect]) -> bool:
    """The ruler has 50 or 100 mm, as its figures say."""
    lines = [line for path, line in margin.straight if path is margin.ruler_path]
    upright = margin.ruler[0].h > margin.ruler[0].w
    base = [line for line in lines if max(line.w, line.h) > 49]
    ticks = [line for line in lines if max(line.w, line.h) <= 49]
    length = 100.0 if "100 mm" in {text.run.text for text, _ in margin.words} else 50.0
    where = sorted((t.y if upright else t.x) for t in ticks)
    steps = {round(b - a, 3) for a, b in pairwise(where)}
    return (
        [round(max(line.w, line.h), 6) for line in base] == [length]
        and len(ticks) == length + 1
        and steps == {1.0}
        and abs(where[-1] - where[0] - length) < 1e-6
    )


def the_ruler_says_its_length(_: SheetSpec, margin: Margin, cells: list[Rect]) -> bool:
    """The figures are at the ends of the ruler."""
    boxes = {text.run.text.split()[0]: box for text, box in margin.words if margin._figure(text)}
    if set(boxes) == {"0", "50"}:  # a short ruler has them beside it
        first, last = boxes["0"], boxes["50"]
        return 50 < max(last.right - first.x, last.bottom - first.y, first.bottom - last.y) < 60
    if set(boxes) != {"0", "50", "100"}:
        return False
    zero, half = boxes["0"].centre, boxes["50"].centre
    return abs(max(abs(zero[0] - half[0]), abs(zero[1] - half[1])) - 50) < 0.3


def the_label_can_be_read(_: SheetSpec, margin: Margin, cells: list[Rect]) -> bool:
    """The label is at least 7 pt."""
    sizes_ = [text.size for text, _ in margin.words if not margin._figure(text)]
    return min(sizes_) >= 6 * 25.4 / 72 - 1e-6


RULES = (
    a_mark_at_each_end_of_every_cut_and_no_other,
    marks_can_be_seen,
    marks_clear_the_bleed_where_there_is_room,
    a_halo_lies_under_its_mark,
    label_ruler_and_marks_stand_apart,
    label_and_ruler_keep_off_art_and_fold,
    the_fold_line_runs_along_the_fold,
    the_ruler_has_100_mm,
    the_ruler_says_its_length,
    the_label_can_be_read,
)


@pytest.mark.sampled(every=3)
@pytest.mark.parametrize("paper", PAPERS)
def test_margins_keep_to_the_rules(paper: str) -> None:
    """Test every card, mode and spacing; the reported cuts are those of all sheets."""
    broken: list[str] = []
    folds = seen = 0
    for name, spec, size, sheets in each(paper):
        total = 0
        for page in sheets.pages:
            margin = Margin(page, size)
            cells = margin.trims  # the cells that are cut out: on a fold sheet only the fronts
            if spec.duplex == "fold":
                cells = cells[: len(cells) // 2]
            total += 0 if page.back else sum(map(len, cuts(cells)))
            folds += len(margin.folds)
            seen += 1
            broken += [
                f"{name} {page.name}: not {rule.__name__}"
                for rule in RULES
                if not rule(spec, margin, cells)
            ]
        if sheets.cuts != total:
            broken.append(f"{name}: {sheets.cuts} cuts, and there are {total}")
    assert broken == []
    assert folds
    assert seen > 50


# --- how many cuts -------------------------------------------------------------------------------


def test_touching_cards_share_a_cut() -> None:
    """Rounding errors must not split a cut in two."""
    wrong = []
    for width in range(40_001, 70_000, 40):
        grid = find_grid(SheetSpec(paper_sizes.paper("a4")), width / 1000, 88.9)
        cells = [grid.cell(at) for at in range(grid.capacity)]
        if cut_lines(cells).count != grid.columns + 1 + grid.rows + 1:
            wrong.append(width / 1000)
    assert wrong == []


@pytest.mark.parametrize(
    ("count", "gap", "expected"), [(9, 0, 8), (9, 3, 12), (1, 0, 4), (4, 0, 7)]
)
def test_cut_count_matches_hand_count(count: int, gap: float, expected: int) -> None:
    """Nine cards edge to edge on A4 need 4 + 4 cuts; with a gap each card has its own cuts."""
    spec = SheetSpec(paper_sizes.paper("a4"), gap=gap)
    sheets = toy_sheets(count, Size("small", 60, 80), spec)
    assert sheets.sheets == 1
    assert sheets.cuts == expected


# --- guides and proof lines ----------------------------------------------------------------------


@pytest.mark.parametrize(("corners", "proof"), [(False, False), (True, False), (False, True)])
def test_guide_layers_are_visible_only_on_request(corners: bool, proof: bool) -> None:
    spec = SheetSpec(paper_sizes.paper("a4"), corners=corners, proof=proof)
    for page in toy_sheets(5, paper_sizes.card("poker"), spec).pages:
        shown = {name.name: name.visible for name in page.layers}
        assert shown == {
            "art": True,
            "marks": True,
            "label": True,
            "corners": corners,
            "cut": proof,
            "safe": proof,
        }
        assert next(iter(shown)) == "art", "the art lies below all lines"


def test_cut_outlines_are_closed_with_safe_area_inside() -> None:
    size = paper_sizes.card("poker")
    spec = SheetSpec(paper_sizes.paper("a4"), gap=4, proof=True)
    page = toy_sheets(5, size, spec).pages[0]
    outlines = [(item, box) for item, box in ink(layer(page, "cut").items)]
    cards = trims(page, size.w, size.h)
    assert len(outlines) == len(cards) == 5
    for (item, box), card in zip(outlines, cards, strict=True):
        assert item.data.steps.startswith("M")
        assert item.data.steps.endswith("Z")
        assert item.data.steps.count("M") == 1
        assert item.data.steps.count("C") == 4, "round corners"
        assert item.fill is None
        assert within(card, box, 1e-3)
        assert within(box, card, 1e-3)
    ((safe, whole),) = ink(layer(page, "safe").items)
    assert safe.data.steps == "MLLLZ" * 5
    assert safe.stroke.dash
    xs = sorted(set(safe.data.coords[0::2]))
    assert xs[0] == pytest.approx(min(c.x for c in cards) + 3, abs=1e-3)
    assert whole.w == pytest.approx(page.trim.w - 6, abs=1e-3)


def test_corner_guides_are_quarter_arcs_inside_the_card() -> None:
    size = paper_sizes.card("poker")
    page = toy_sheets(3, size, SheetSpec(paper_sizes.paper("a4"), corners=True)).pages[0]
    ((guides, box),) = ink(layer(page, "corners").items)
    assert guides.data.steps == "MC" * 12
    assert within(page.trim, box, 1e-3)
    assert within(box, page.trim, 1e-3)


@pytest.mark.parametrize(
    ("edge", "length", "arm"), [(20.0, None, 4.0), (20.0, 6.0, 6.0), (6.0, None, 3.0)]
)
def test_arms_at_corners_end_in_mid_edge(edge: float, length: float | None, arm: float) -> None:
    grid = find_grid(SheetSpec(paper_sizes.paper("a4")), edge, edge)
    cells = [Rect(0.0, 0.0, edge, edge)]
    marks = hand_marks(CORNER_MARKS, grid, cells, RECTANGLE, length, {})
    assert {round(max(box.w, box.h), 6) for _, box in segments(marks)} == {arm}
