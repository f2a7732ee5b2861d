"""Large pieces in tiles: geometry, the content of pages, and reassembly."""

import io
import json
import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import combinations, pairwise, product
from pathlib import Path as File
from typing import Any

import numpy as np
import pikepdf
import pypdfium2 as pdfium
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from printkit.base import paper_sizes
from printkit.base.errors import PrintkitError
from printkit.base.geometry import IDENTITY, Matrix, Rect
from printkit.base.messages import translate
from printkit.base.paper_sizes import Size
from printkit.cli.app import run
from printkit.graphics.colour import WHITE, Colour, mark_colour
from printkit.graphics.display_list import Group, Item, Path, ShapedText, Stroke, Symbol
from printkit.graphics.path import PathBuilder, PathData, rect_path
from printkit.imposition.grid import SheetSpec
from printkit.imposition.single_pages import single_piece_pages
from printkit.imposition.tiled_pages import (
    SEAM,
    _draw_picture,
    _place_below,
    assembly_steps,
    draw_seam,
    tile_pieces,
)
from printkit.imposition.tiling import (
    GUTTER,
    SLIVER,
    Region,
    Tile,
    Tiling,
    divide_into_spans,
    find_tiling,
    tile_footer,
    tile_name,
)
from printkit.jobs.job import make_job
from printkit.model.load import load
from printkit.pieces import kits
from printkit.pieces.options import LAYOUT
from printkit.pieces.pages import (
    ART,
    CORNERS,
    CUT,
    FOLD,
    LABEL,
    MARKS,
    SAFE,
    Document,
    Page,
    SlugLine,
)
from printkit.pieces.product import TILED_PAGES, Piece
from printkit.pieces.protocols import ImposedPages, writer
from tests.support.decks import facts
from tests.support.jobs import lay_out_product, options_for
from tests.support.prints import SIX_POINT, faults_of_print, printed
from tests.support.raster import PER_MM, darkest, pdf_pixels
from tests.support.walk import Leaf, ink_box, leaves, overlap, visible

INK, PAPER = mark_colour("ink"), WHITE
SAND = Colour("#d8c690")
LANGUAGES = ("en", "fr")
Pixels = np.ndarray[Any, Any]


# --- toys ----------------------------------------------------------------------------------------


def trim_of(w: float, h: float) -> Rect:
    return Rect(-w / 2, -h / 2, w, h)


def ellipse(w: float, h: float) -> PathData:
    return PathBuilder().ellipse(0, 0, w / 2, h / 2).done()


def hexagon(w: float, h: float) -> PathData:
    """Return a hexagon with corners at the left and the right."""
    corners = [(w / 2, 0), (w / 4, h / 2), (-w / 4, h / 2)]
    return PathBuilder().polygon([*corners, *((-x, -y) for x, y in corners)]).done()


SHAPES: dict[str, Callable[[float, float], PathData]] = {"round": ellipse, "hexagon": hexagon}


def mat(
    w: float,
    h: float,
    shape: str = "",
    *,
    back: bool = False,
    copies: int = 1,
    title: str = "A mat",
    reach: float = 5.0,
    fill: Colour = SAND,
) -> Piece:
    """Return a mat of rings, rays and discs in many colours: every place on it looks different."""
    box = trim_of(w, h).inset(-reach)
    rings = PathBuilder()
    for radius in range(7, int(math.hypot(box.w, box.h) / 2), 9):
        rings.circle(3, 5, radius)
    items: list[Item] = [
        Path(rect_path(box), fill=fill),
        Path(rings.done(), stroke=Stroke(Colour("#7a1f1f"), 0.7)),
    ]
    for at, (x, y) in enumerate(product(range(-4, 5), range(-4, 5))):
        colour = Colour(f"#{at * 37 % 256:02x}{at * 91 % 256:02x}{at * 53 % 256:02x}")
        disc = PathBuilder().circle(x * w / 9, y * h / 9, 6).done()
        items.append(Path(disc, fill=colour))
    front = Symbol("mat", (Group(tuple(items), clip=rect_path(box)),), box, title)
    behind = Symbol("mat-back", (Path(rect_path(box), fill=Colour("#224466")),), box, "back")
    outline = SHAPES[shape](w, h) if shape else None
    sides = {"front": front, "back": behind if back else None, "bleed_extent": reach}
    return Piece("mat", title, w, h, **sides, copies=copies, outline=outline)


ANY_MAT = mat(100, 100, back=True)


def caption(language: str = "en") -> SlugLine:
    return SlugLine(language, "Toy Sabacc", "table", "classic", "toy")


def impose(
    *pieces: Piece,
    paper: str = "a4",
    overlap: float = 10.0,
    language: str = "en",
    margin: float = 5.0,
    bleed: float = 2.0,
    duplex: str = "long",
    **more: Any,
) -> ImposedPages:
    spec = SheetSpec(paper_sizes.paper(paper), bleed=bleed, margin=margin, duplex=duplex, **more)
    return tile_pieces(pieces, spec, overlap, caption(language))


def tiled(
    piece: Piece, paper: str = "a4", margin: float = 5.0, bleed: float = 2.0, overlap: float = 10.0
) -> Tiling:
    region = Region(piece.outline) if piece.outline else None
    trim = trim_of(piece.width, piece.height)
    return find_tiling(trim, region, paper_sizes.paper(paper), margin, bleed, overlap)


def pdf_of(pages: tuple[Page, ...], language: str = "en") -> bytes:
    return next(writer("pdf")(Document("A title", language, pages))).data


# --- geometry ------------------------------------------------------------------------------------

SIZES = st.floats(60, 900, allow_nan=False).map(lambda v: round(v, 2))
PAPERS = st.one_of(
    st.sampled_from(paper_sizes.paper_names()).map(paper_sizes.paper),
    st.builds(lambda w, h: Size("own", w, h), st.floats(120, 500), st.floats(120, 500)),
)
MARGINS, BLEEDS = st.floats(0, 15), st.floats(0, 5)
OVERLAPS = st.one_of(st.just(0.0), st.floats(1, 30))


@st.composite
def tilings(draw: st.DrawFn, shape: str = "") -> Tiling:
    """Generate a tiling of a piece that is usually larger than its paper."""
    w, h = draw(SIZES), draw(SIZES)
    region = Region(SHAPES[shape](w, h)) if shape else None
    args = draw(PAPERS), draw(MARGINS), draw(BLEEDS), draw(OVERLAPS)
    try:
        return find_tiling(trim_of(w, h), region, *args)
    except PrintkitError:
        assume(False)
        raise


ANY = st.one_of(tilings(), tilings("round"), tilings("hexagon"))
QUICK = settings(max_examples=60, deadline=None)


def core(tiling: Tiling, tile: Tile) -> Rect:
    """Return the part of a tile that no other tile covers.

    It is the tile's grid cell without the shared strips.
    """
    last, lowest = tile.column == tiling.columns - 1, tile.row == tiling.rows - 1
    by = tiling.overlap
    return tile.window.outset(0, 0, 0 if last else -by, 0 if lowest else -by)


def minus(rect: Rect, hole: Rect) -> Iterator[Rect]:
    """Return the remainder of a rectangle without another one."""
    both = overlap(rect, hole)
    if both.w <= 1e-9 or both.h <= 1e-9:
        yield rect
        return
    yield Rect(rect.x, rect.y, rect.w, both.y - rect.y)
    yield Rect(rect.x, both.bottom, rect.w, rect.bottom - both.bottom)
    yield Rect(rect.x, both.y, both.x - rect.x, both.h)
    yield Rect(both.right, both.y, rect.right - both.right, both.h)


def neighbours(tiling: Tiling) -> Iterator[tuple[Tile, Tile, bool]]:
    """Yield all pairs of tiles side by side (True) or one below the other."""
    for one, other in product(tiling.tiles, tiling.tiles):
        if (other.column - one.column, other.row - one.row) == (1, 0):
            yield one, other, True
        if (other.column - one.column, other.row - one.row) == (0, 1):
            yield one, other, False


@QUICK
@given(tilings())
def test_tiles_cover_the_trim_and_bleed(tiling: Tiling) -> None:
    area = tiling.trim.inset(-tiling.bleed)
    left = [area]
    for tile in tiling.tiles:
        assert area.contains(tile.window)
        left = [part for rect in left for part in minus(rect, tile.window)]
    assert sum(rect.w * rect.h for rect in left if min(rect.w, rect.h) > 1e-6) == 0
    assert len(tiling.tiles) == tiling.columns * tiling.rows
    assert list(tiling.tiles) == sorted(tiling.tiles, key=lambda tile: (tile.row, tile.column))
    assert all(tile.name == tile_name(tile.column, tile.row) for tile in tiling.tiles)


@QUICK
@given(ANY)
def test_adjacent_tiles_share_the_exact_overlap(tiling: Tiling) -> None:
    for one, other, beside in neighbours(tiling):
        both = overlap(one.window, other.window)
        across, along = (both.w, both.h) if beside else (both.h, both.w)
        assert across == pytest.approx(tiling.overlap, abs=1e-6)
        sides = (one.window.h, other.window.h) if beside else (one.window.w, other.window.w)
        assert along == pytest.approx(sides[0]) == pytest.approx(sides[1])
        assert one.right if beside else one.below
        assert other.left if beside else other.above
    joined = sum(t.left + t.right + t.above + t.below for t in tiling.tiles)
    assert joined == 2 * sum(1 for _ in neighbours(tiling))
    # Tiles that are not adjacent, not even at a corner, share nothing.
    for one, other in combinations(tiling.tiles, 2):
        if max(abs(one.column - other.column), abs(one.row - other.row)) > 1:
            both = overlap(one.window, other.window)
            assert min(both.w, both.h) < 1e-6


@QUICK
@given(ANY)
def test_windows_are_inside_their_frame_above_footer(tiling: Tiling) -> None:
    for tile in tiling.tiles:
        dx, dy = tiling.place(tile)
        for way in (dx, dy):
            assert way * 10 == pytest.approx(round(way * 10), abs=1e-6), "tenths of a millimetre"
        placed = tile.window._replace(x=tile.window.x + dx, y=tile.window.y + dy)
        assert tiling.frame.contains(placed, 0.051)
        assert placed.bottom + GUTTER - 0.051 <= tiling.foot.top
    whole = tiling.foot.name.union(tiling.foot.label).union(tiling.foot.ruler)
    assert tiling.printable.contains(whole)
    assert tiling.frame.inset(-GUTTER).bottom <= tiling.foot.top
    places = (tiling.foot.name, tiling.foot.label, tiling.foot.ruler)
    assert not any(one.intersects(other) for one, other in combinations(places, 2))


def fewest(length: float, most: float, lap: float) -> int:
    """Count the spans that cover a length, adding them singly."""
    count, reach = 1, most
    while reach < length - 1e-4:
        count, reach = count + 1, reach + most - lap
    return count


@QUICK
@given(SIZES, SIZES, PAPERS, MARGINS, BLEEDS, OVERLAPS)
def test_find_tiling_returns_the_fewest_tiles(
    w: float, h: float, paper: Size, margin: float, bleed: float, lap: float
) -> None:
    counts = []
    for wide, tall in ((paper.w, paper.h), (paper.h, paper.w)):
        room = Rect(0, 0, wide, tall).inset(margin)
        strip = tile_footer(room)
        if strip is None:
            continue
        across = room.w - 2 * GUTTER
        down = strip.top - 0.4 - room.y - 2 * GUTTER
        if min(across, down) >= max(30, 3 * lap):
            counts.append(fewest(w, across, lap) * fewest(h, down, lap))
    plan = partial(find_tiling, trim_of(w, h), None, paper, margin, bleed, lap)
    if not counts:
        with pytest.raises(PrintkitError, match="--paper"):
            plan()
        return
    tiling = plan()
    assert len(tiling.tiles) == min(counts)
    assert 0 <= tiling.bleed <= bleed


def test_tile_names_continue_after_z() -> None:
    found = [tile_name(column, 0) for column in (0, 25, 26, 51, 52, 701, 702)]
    assert found == ["A1", "Z1", "AA1", "AZ1", "BA1", "ZZ1", "AAA1"]
    assert len({tile_name(column, row) for column in range(800) for row in range(3)}) == 2400


def in_ellipse(rect: Rect, w: float, h: float) -> bool:
    """Return whether an ellipse around the origin overlaps a rectangle, by its nearest point."""
    x = min(max(0, rect.x), rect.right) / (w / 2)
    y = min(max(0, rect.y), rect.bottom) / (h / 2)
    return x * x + y * y < 1 - 1e-4


@QUICK
@given(tilings("round"))
def test_tiles_are_never_empty_or_missing(tiling: Tiling) -> None:
    w, h = tiling.trim.w, tiling.trim.h
    for tile in tiling.tiles:
        assert in_ellipse(core(tiling, tile), w, h), f"{tile.name} is empty"
    region = Region(ellipse(w, h))
    (ring,) = region.rings
    spots = [
        (x0 + share * (x1 - x0), y0 + share * (y1 - y0))
        for (x0, y0), (x1, y1) in list(pairwise((*ring, ring[0])))[::3]
        for share in (0, 0.5)
    ]
    grid = product(np.linspace(-w / 2, w / 2, 9), np.linspace(-h / 2, h / 2, 9))
    for x, y in [*spots, *(spot for spot in grid if region.contains(*spot))]:
        assert any(t.window.contains(Rect(x, y, 0, 0), 1.5 * SLIVER) for t in tiling.tiles)


@pytest.mark.parametrize("shape", ["", "round"])
@pytest.mark.parametrize(("bleed", "less"), [(0.0, 0.0), (2.0, 0.0), (2.0, 1.25), (1.0, 1.0)])
def test_tiles_needed_only_for_bleed_are_omitted(shape: str, bleed: float, less: float) -> None:
    """If the piece ends where a row of tiles ends, no row with only bleed follows.

    The bleed uses the space that is left.
    """
    frame = tiled(mat(600, 600, shape), bleed=0).frame
    h = 2 * frame.h - 10 - 2 * less  # exactly two rows, with this much bleed
    plan = tiled(mat(300, h, shape), bleed=bleed)
    assert len(plan.tiles) == 4
    assert plan.bleed == pytest.approx(min(bleed, less), abs=0.011)


@pytest.mark.parametrize(("w", "h"), [(420, 370), (150, 700)])
@pytest.mark.parametrize("lap", [0.0, 10.0])
def test_seam_picture_separates_two_tiles(w: float, h: float, lap: float) -> None:
    place = Rect(10, 20, *SEAM)
    drawn = draw_seam(tiled(mat(w, h), overlap=lap), place)
    tiles = [item.data.box() for item in drawn if isinstance(item, Path) and item.fill]
    first, second = tiles[:2]
    assert place.contains(first, 0.2)
    assert place.contains(second, 0.2)
    assert not first.intersects(second.inset(-5.0))


@pytest.mark.parametrize("lap", [0.0, 10.0])
@pytest.mark.parametrize("size", [(400.0, 4.0), (4.0, 700.0), (9.0, 600.0)])
def test_narrow_strips_have_no_neighbour_names(size: tuple[float, float], lap: float) -> None:
    """For a track, no words are beside the short edges, and no words collide."""
    result = impose(mat(*size), overlap=lap)
    assert len(result.pages) > 2
    for page in result.pages[1:]:
        assert not any("." in text for text in texts_of(layer(page, MARKS)))


def test_picture_with_colliding_names_is_rejected() -> None:
    with pytest.raises(PrintkitError, match=r"how to join 30 tiles.*--paper"):
        impose(mat(259, 1368, "round"), paper="143x543mm", margin=37.15)


@QUICK
@given(st.floats(50, 2000), st.floats(80, 400), st.floats(0, 26), st.floats(0, 1))
@example(170.0, 100.0, 40.0, 1.0)  # the outer spans would be smaller than their two overlaps
def test_spans_cover_a_length_with_equal_overlap(
    length: float, most: float, lap: float, stretch: float
) -> None:
    found = divide_into_spans(-length / 2, length, most, lap, stretch)
    assert len(found) == fewest(length, most, lap)
    assert found[0][0] == -length / 2
    assert sum(found[-1]) == pytest.approx(length / 2)
    assert all(size <= most + 1e-3 for _, size in found)
    for (start, size), (follows, _) in pairwise(found):
        assert start + size - follows == pytest.approx(lap, abs=1e-6)
    if len(found) > 2:
        assert min(size for _, size in found) >= 2 * lap - 1e-6 or stretch == 0


def test_region_has_holes_area_and_box() -> None:
    ring = Region(ellipse(100, 60) + ellipse(40, 20))
    assert ring.contains(30, 0)
    assert not ring.contains(0, 0), "a hole"
    assert not ring.contains(51, 0)
    area = math.pi / 4 * (100 * 60 - 40 * 20)
    assert ring.share(trim_of(200, 200)) == pytest.approx(area, rel=1e-3)
    assert not ring.intersects(trim_of(10, 5)), "within the hole"
    assert ring.intersects(trim_of(38, 25))
    assert Region(hexagon(80, 60)).intersects(Rect(-5, -40, 10, 12)), "no corner, centre outside"
    assert not Region(hexagon(80, 60)).intersects(Rect(40, -10, 20, 20)), "it touches a corner"
    assert ring.box == pytest.approx(Rect(-50, -30, 100, 60))
    assert Region(hexagon(80, 60)).share(Rect(0, 0, 40, 30)) == pytest.approx(900)


# --- pages ---------------------------------------------------------------------------------------

CASES = facts(__file__)["cases"]
every_case = pytest.mark.parametrize("case", CASES, ids=str)


class Tiles:
    """A mat in tiles: the plan and its pages, each with the map from the piece to the page."""

    def __init__(
        self, shape: str, paper: str, margin: float, bleed: float, lap: float, language: str = "en"
    ) -> None:
        self.piece = mat(420, 370, shape)
        self.plan = tiled(self.piece, paper, margin, bleed, lap)
        asked = {"paper": paper, "margin": margin, "bleed": bleed, "overlap": lap}
        self.first, *self.pages = impose(self.piece, **asked, language=language).pages
        assert len(self.pages) == len(self.plan.tiles)

    def __iter__(self) -> Iterator[tuple[Tile, Page, Matrix]]:
        """Yield each tile with its page and the map from the page to the piece."""
        for tile, page in zip(self.plan.tiles, self.pages, strict=True):
            dx, dy = self.plan.place(tile)
            yield tile, page, Matrix(1, 0, 0, 1, -dx, -dy)


def layer(page: Page, name: str) -> tuple[Item, ...]:
    (found,) = (one.items for one in page.layers if one.name == name)
    return found


def paths(page: Page) -> list[Rect]:
    """Return the boxes of the paths of marks."""
    drawn = [leaf for leaf in leaves(layer(page, MARKS)) if isinstance(leaf.item, Path)]
    return [leaf.matrix.bounds(leaf.item.data.box()) for leaf in drawn if leaf.item.data.steps]


def texts_of(items: Iterable[Item]) -> list[str]:
    return [line.text for line in printed(leaves(items))]


def texts_on(page: Page) -> list[str]:
    return texts_of(item for one in page.layers for item in one.items)


def between(a: tuple[float, float], b: tuple[float, float]) -> Rect:
    """Return the rectangle around a straight line."""
    return Rect(min(a[0], b[0]), min(a[1], b[1]), abs(a[0] - b[0]), abs(a[1] - b[1]))


def strokes(page: Page, matrix: Matrix) -> Iterator[tuple[Path, Leaf, Rect]]:
    """Yield straight lines of the marks, without ruler and outline, in the piece's coordinates."""
    for leaf in leaves(layer(page, MARKS), matrix):
        if leaf.clip is not None or not isinstance(leaf.item, Path) or leaf.item.stroke is None:
            continue
        box = leaf.matrix.bounds(leaf.item.data.box())
        if leaf.item.stroke.colour == INK and box.w > 99.9 and box.h < 2:
            continue  # the ruler
        yield leaf.item, leaf, box


def arms(page: Page, matrix: Matrix) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    """Return the ends of all solid two-point lines, in the piece's coordinates."""
    found = []
    for path, leaf, _ in strokes(page, matrix):
        if path.stroke.colour == INK and not path.stroke.dash and path.fill is None:
            xy = path.data.coords
            assert set(path.data.steps) == {"M", "L"}
            for at in range(0, len(xy), 4):
                ends = xy[at : at + 2], xy[at + 2 : at + 4]
                found.append(tuple(leaf.matrix.apply(*end) for end in ends))
    return found  # type: ignore[return-value]


def crosses(page: Page, matrix: Matrix) -> set[tuple[float, float]]:
    """Return the points where a vertical and a horizontal line meet, to a tenth of a millimetre."""
    lines = arms(page, matrix)
    level = [(a, b) for a, b in lines if abs(a[1] - b[1]) < 1e-6]
    upright = [(a, b) for a, b in lines if abs(a[0] - b[0]) < 1e-6]
    found = set()
    for (a, b), (c, d) in product(level, upright):
        x, y = c[0], a[1]
        near = 0.1
        if (
            min(a[0], b[0]) - near <= x <= max(a[0], b[0]) + near
            and min(c[1], d[1]) - near <= y <= max(c[1], d[1]) + near
        ):
            found.add((x, y))
    return found


def corners(plan: Tiling) -> Iterator[tuple[Tile, Tile, tuple[float, float]]]:
    """Yield the corners of the area that two adjacent tiles share."""
    for one, other, _ in neighbours(plan):
        both = overlap(overlap(one.window, other.window), plan.trim)
        for x, y in {(x, y) for x in (both.x, both.right) for y in (both.y, both.bottom)}:
            yield one, other, (x, y)


@every_case
def test_registration_crosses_coincide(case: tuple[Any, ...]) -> None:
    """At each corner of a strip, the lower and the upper tile have a cross at the same place of
    the piece.
    """
    result = Tiles(*case)
    plan, checked = result.plan, 0
    found = {tile.name: crosses(page, matrix) for tile, page, matrix in result}
    for one, other, corner in corners(plan):
        where = [
            [cross for cross in found[tile.name] if math.dist(cross, corner) < 0.2]
            for tile in (one, other)
        ]
        inside = plan.trim.inset(0.01).contains(Rect(*corner, 0, 0), 0)
        # Inside the piece, the visible tile has marks only at its own corner.
        assert where[0] or (inside and plan.overlap > 0), (one.name, corner)
        if not inside:
            assert where[1], (other.name, corner)
            assert min(math.dist(a, b) for a in where[0] for b in where[1]) < 0.1
            checked += 1
    assert checked >= 4
    # The corner of a tile meets a cross of each tile that it overlaps.
    for tile in plan.tiles if plan.overlap else ():
        if tile.left and tile.above:
            below = plan.at.get((tile.column - 1, tile.row - 1))
            for one in filter(None, (tile, below)):
                away = [math.dist(cross, tile.window[:2]) for cross in found[one.name]]
                assert min(away) < 0.2, one.name


@pytest.mark.parametrize("language", LANGUAGES)
@every_case
def test_tile_words_and_marks_are_legible_and_separate(
    case: tuple[Any, ...], language: str
) -> None:
    """They stay inside the margins, are legible, and keep clear of the art and each other.

    The overview on the first page is tagged as a picture.
    """
    result = Tiles(*case, language)
    for page in (result.first, *result.pages):
        (ruler,) = (box for box in paths(page) if box.h == pytest.approx(1.45) and box.w > 50)
        assert ruler.w == pytest.approx(100), page.name
        items = [item for one in page.layers if one.visible for item in one.items]
        boxes = filter(None, map(ink_box, leaves(items)))
        assert all(page.media.inset(case[2]).contains(box, 0.06) for box in boxes), page.name
        hidden = [item for one in page.layers if not one.visible for item in one.items]
        wrong = faults_of_print(leaves(hidden), page.media)
        assert not any(fault.startswith("fine") for fault in wrong), page.name
        if page is result.first:
            items = [item for item in items if not isinstance(item, Group) or item.clip is None]
        wrong = faults_of_print(leaves(items), page.media.inset(case[2]), slack=0.06)
        assert {*wrong} <= {f"small: {figure}" for figure in ("0", "50", "100 mm")}, page.name
    for tile, page, matrix in result:
        art = [ink_box(leaf) for leaf in leaves(layer(page, ART), matrix)]
        assert all(box is None or tile.window.contains(box, 1e-3) for box in art)
        lines = printed(leaves((*layer(page, LABEL), *layer(page, MARKS)), matrix))
        texts = [line.text for line in lines]
        assert texts.count(tile.name) == 1
        assert any("A mat" in text for text in texts)
        around = [(tile.column + x, tile.row + y) for x, y in ((-1, 0), (1, 0), (0, -1), (0, 1))]
        names = {result.plan.at[at].name for at in around if at in result.plan.at}
        mentioned = {name for text in texts for name in re.findall(r"\b[A-Z]+\d+\b", text)}
        assert mentioned - {tile.name} == names, "each neighbour is named"
        assert not any(line.box.intersects(tile.window) for line in lines)
        for mark in (between(*arm).inset(-0.09) for arm in arms(page, matrix)):
            assert not any(mark.intersects(line.box) for line in lines), tile.name


def test_cut_marks_are_at_both_ends_of_cuts() -> None:
    for lap in (0.0, 10.0):
        result = Tiles("", "a4", 5.0, 2.0, lap)
        for tile, page, matrix in result:
            window, trim = tile.window, result.plan.trim
            xs = {window.x} if tile.left else {trim.x}
            xs |= {window.right} if tile.right and not lap else set()
            xs |= {trim.right} if not tile.right else set()
            lines = arms(page, matrix)
            inner = window.inset(0.1)
            outside = [arm for arm in lines if not inner.intersects(between(*arm).inset(-1e-4))]
            for x in xs:
                ends = [
                    min(a[1], b[1]) for a, b in outside
                    if abs(a[0] - x) < 1e-3 and abs(b[0] - x) < 1e-3
                ]  # fmt: skip
                assert any(y < window.y for y in ends), (tile.name, x)
                assert any(y > window.bottom for y in ends), (tile.name, x)


# --- the page before the tiles -------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("lap", [0.0, 10.0, 12.5])
@pytest.mark.parametrize("shape", ["", "round"])
def test_first_page_lists_tiles_and_assembly_steps(shape: str, lap: float, language: str) -> None:
    plan = tiled(mat(420, 370, shape), overlap=lap)
    page = impose(mat(420, 370, shape, copies=2), overlap=lap, language=language).pages[0]
    texts_of = texts_on(page)
    names = [tile.name for tile in plan.tiles]
    pair = 2  # the first two appear again in the enlarged seam
    assert sorted(n for n in texts_of if n in names) == sorted([*names, *names[:pair]])
    text = " ".join(texts_of).replace("\u00a0", " ").replace("\u202f", " ")
    assert translate(language, "tiling.tiles", count=len(names)) in text
    assert f"2 × {len(names)}" in text, "two copies"
    assert "420 × 370 mm" in text
    assert translate(language, "tiling.top") in text
    *steps, last = assembly_steps(mat(420, 370, shape, back=True), plan, language)
    assert steps == assembly_steps(mat(420, 370, shape), plan, language)
    assert last == translate(language, "tiling.back"), "the back is left out"
    if lap:
        assert (f"{lap:g} mm").replace(".", translate(language, "tiling.point")) in text
        assert {"en": "over", "fr": "recouvre"}[language] in text
    else:
        assert {"en": "edge to edge", "fr": "bord à bord"}[language] in text
    assert ({"en": "outline", "fr": "contour"}[language] in text) == bool(shape)


FIRST_PAGES = [
    *product(("a4", "letter", "a5", "a3", "148x105mm"), [5.0], [(700, 700), (1200, 200)]),
    ("143x520mm", 5.0, (259, 1368)),
    ("459x222mm", 48.0, (919, 500)),
    ("a5", 12.0, (200, 1000)),
    ("148x105mm", 5.0, (190, 900)),
]


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("paper", "margin", "size"), FIRST_PAGES)
def test_first_page_elements_do_not_overlap(
    paper: str, margin: float, size: tuple[float, float], language: str
) -> None:
    """In a picture with many tiles, names are small, but at least 6 points."""
    page = impose(mat(*size), paper=paper, margin=margin, language=language).pages[0]
    items = layer(page, ART)
    picture = next(item for item in items if isinstance(item, Group) and item.clip)
    drawn = picture.clip.box()
    names = {tile.name for tile in tiled(mat(*size), paper, margin).tiles}
    drawings = [item for item in items if isinstance(item, Path) and "C" in item.data.steps]
    plates = [item.data.box() for item in drawings if item.fill == PAPER]
    assert len(plates) == len(names)
    for one, other in combinations(plates, 2):
        assert not one.inset(0.02).intersects(other.inset(0.02))
    assert all(i.size >= SIX_POINT - 1e-6 for i in items if isinstance(i, ShapedText))
    texts = printed(leaves([*items, *layer(page, LABEL)]))
    for one, other in combinations(texts, 2):
        assert not one.box.intersects(other.box), (one, other)
    for line in texts:
        assert line.text in names or not line.box.intersects(drawn), line.text
    assert drawn.w / drawn.h == pytest.approx(size[0] / size[1], rel=1e-3), "to scale"


# --- pieces that fit, and the data of a document -------------------------------------------------


def test_fitting_piece_is_one_page_with_marks() -> None:
    result = impose(mat(190, 260), mat(260, 190), mat(180, 180, "round"))
    assert [(p.media.w, p.media.h) for p in result.pages] == [(210, 297), (297, 210), (210, 297)]
    assert (result.sheets, result.cuts, result.duplex) == (3, 8, None)
    for page in result.pages:
        assert page.trim.centre == pytest.approx(page.media.centre)
        (cell,) = page.cells
        assert cell.trim == page.trim
        assert page.cards == 1
    ends = [end for line in arms(result.pages[0], IDENTITY) for end in line]
    trim = result.pages[0].trim
    assert all(any(abs(end[0] - x) < 1e-3 for end in ends) for x in (trim.x, trim.right))
    assert arms(result.pages[2], IDENTITY) == [], "a round one has its outline instead"
    paths = [leaf for leaf in leaves(layer(result.pages[2], MARKS)) if isinstance(leaf.item, Path)]
    outlines = [leaf for leaf in paths if "C" in leaf.item.data.steps]
    assert {leaf.item.stroke.colour for leaf in outlines} == {INK, PAPER}
    for leaf in outlines:
        box = leaf.matrix.bounds(leaf.item.data.box())
        assert box == pytest.approx(result.pages[2].trim)


@settings(max_examples=30, deadline=None)
@given(SIZES, SIZES, PAPERS, MARGINS, BLEEDS, st.sampled_from(["long", "short"]))
@example(60.0, 60.0, Size("own", 120.0, 291.0), 8.0, 0.0, "long")  # deep margins, narrow ones
@example(60.0, 379.0, paper_sizes.paper("a3"), 15.0, 5.0, "long")
def test_fitting_page_keeps_to_the_margins(
    w: float, h: float, paper: Size, margin: float, bleed: float, duplex: str
) -> None:
    spec = SheetSpec(paper, bleed=bleed, margin=margin, duplex=duplex)
    try:
        result = tile_pieces([replace(ANY_MAT, width=w, height=h)], spec, 10, caption())
    except PrintkitError:
        return
    if result.sheets > 1 or len(result.pages) == 1:
        return
    front, behind = result.pages
    assert (front.name, behind.name, result.duplex) == ("01a", "01b", duplex)
    for page in result.pages:
        inside = page.media.inset(margin)
        assert inside.contains(page.bleed)
        for leaf in leaves([*layer(page, LABEL), *layer(page, MARKS)]):
            box = ink_box(leaf)
            assert box is None or inside.contains(box, 0.1) or not visible(leaf, PAPER)
            if isinstance(leaf.item, ShapedText):
                assert not page.trim.intersects(box or Rect(0, 0, 0, 0))
    # Centred: the edge over which the sheet is turned does not matter.
    assert behind.trim == pytest.approx(front.trim)


def test_tiled_pieces_have_no_backs() -> None:
    result = impose(mat(190, 260, back=True), mat(420, 370, back=True))
    assert result.duplex is None
    assert not any(page.back for page in result.pages)


@pytest.mark.parametrize("lap", [0.0, 10.0])
def test_sheets_and_cuts_are_counted(lap: float) -> None:
    result = impose(mat(420, 370, copies=2), mat(150, 160, copies=3), overlap=lap)
    plan = tiled(mat(420, 370), overlap=lap)
    tiles = len(plan.tiles)
    assert result.sheets == len(result.pages) == 1 + 2 * tiles + 3
    seams = sum(1 for _ in neighbours(plan))
    assert result.cuts == 2 * ((1 if lap else 2) * seams + 4) + 3 * 4
    assert sum(page.cards for page in result.pages) == 5
    assert len({page.name for page in result.pages}) == len(result.pages)
    labels = [re.search(r"(\d+)/(\d+)", " ".join(texts_on(page))) for page in result.pages]
    assert [found.groups() for found in labels if found] == [
        (str(at), str(result.sheets)) for at in range(1, result.sheets + 1)
    ]


def test_copies_of_small_pieces_share_sheets() -> None:
    result = impose(mat(150, 90, copies=4), bleed=2.0)
    assert result.sheets == len(result.pages) == 2
    assert [page.cards for page in result.pages] == [3, 1]
    for page in result.pages:
        trims = [cell.trim for cell in page.cells]
        for at, one in enumerate(trims):
            assert (one.w, one.h) == pytest.approx((150, 90))
            assert page.trim.inset(-1e-6).contains(one)
            assert not any(one.intersects(other, 0.01) for other in trims[:at])
        # Each shows only the area that its neighbours leave.
        shown = [item.clip for item in layer(page, ART) if isinstance(item, Group)]
        boxes = [clip.box() for clip in shown if clip]
        assert len(boxes) == len(trims)
        assert not any(a.intersects(b, 0.01) for at, a in enumerate(boxes) for b in boxes[:at])
        assert boxes[0].x == pytest.approx(trims[0].x - 2)
    # Four straight lines for three in a column, and their two sides; then four for one.
    assert result.cuts == (4 + 2) + 4
    # A piece with a shape or a back, or a single copy, gets its own sheet.
    assert impose(mat(100, 87, "hexagon", copies=2)).sheets == 2
    assert impose(mat(150, 90, copies=2, back=True)).sheets == 2


def test_straight_edges_of_outlines_are_cuts() -> None:
    assert impose(mat(180, 180, "hexagon")).cuts == 6
    assert impose(mat(180, 180, "round")).cuts == 0
    rounded = PathBuilder().rounded(trim_of(100, 80), 5).done()
    assert impose(replace(mat(100, 80), outline=rounded)).cuts == 4


def test_custom_guides_replace_default_lines() -> None:
    own = Path(ellipse(50, 50), stroke=Stroke(Colour("#00ff00"), 0.3))
    piece = replace(mat(180, 180, "round"), cut_guides=(own,), folds=rect_path(trim_of(90, 90)))
    for result in (piece, replace(piece, width=420.0, height=370.0, outline=ellipse(420, 370))):
        colours = {
            leaf.item.stroke.colour
            for page in impose(result).pages[-1:]
            for leaf in leaves(layer(page, MARKS))
            if isinstance(leaf.item, Path) and leaf.item.stroke and leaf.clip
        }
        assert colours == {Colour("#00ff00")}
    with_folds = impose(replace(piece, cut_guides=())).pages[0]
    dashes = {
        leaf.item.stroke.dash
        for leaf in leaves(layer(with_folds, MARKS))
        if isinstance(leaf.item, Path) and leaf.item.stroke and leaf.clip
    }
    assert dashes == {(), (1.5, 1.5), (4.0, 2.0)}


@pytest.mark.parametrize("proof", [False, True])
def test_guides_are_visible_in_proofs_only(proof: bool) -> None:
    folded = replace(mat(420, 370, "round"), folds=rect_path(trim_of(90, 90)))
    rounded = replace(mat(100, 100), shape="rounded")
    for piece, guides in (
        (folded, {CUT, FOLD}),
        (mat(420, 370), {CUT, SAFE}),
        (rounded, {CUT, SAFE, CORNERS}),
    ):
        for page in impose(piece, proof=proof, corners=proof).pages[-1:]:
            shown = {one.name: one.visible for one in page.layers}
            assert shown == {ART: True, LABEL: True, MARKS: True} | dict.fromkeys(guides, proof)


@pytest.mark.parametrize(
    ("wishes", "reason"),
    [
        ({"paper": "90x90mm"}, r"420 × 370 mm must be split into tiles.*--paper"),
        ({"margin": 150}, "nothing is left"),
        ({"paper": "150x110mm", "overlap": 30}, r"overlap of 30 mm, 90 mm in each direction"),
        ({"paper": "130x62mm"}, r"shows how to join"),
    ],
)
def test_impossible_tiling_error_is_one_sentence(wishes: dict[str, Any], reason: str) -> None:
    with pytest.raises(PrintkitError, match=reason):
        impose(mat(420, 370), **wishes)


# --- reassembly
# -------------------------------------------------------------------------------------

# A piece whose edges, with bleed, are at whole tenths of a millimetre.
WHOLE = (190.0, 110.0)


class Assembled:
    """A piece painted whole and painted from its tiles, at ten pixels per millimetre."""

    def __init__(self, shape: str, lap: float, fill: Colour = SAND) -> None:
        self.piece = mat(*WHOLE, shape, fill=fill)
        self.plan = tiled(self.piece, "148x105mm", overlap=lap)
        result = impose(self.piece, paper="148x105mm", overlap=lap)
        data = pdf_of(result.pages)
        (page,) = single_piece_pages([self.piece], 2.0)
        w, h = self.size = round(page.media.w * PER_MM), round(page.media.h * PER_MM)
        self.whole = pdf_pixels(pdf_of((page,)), 0, w, h)
        self.tiles = {}
        for at, tile in enumerate(self.plan.tiles, 1):
            media = self.plan.media
            size = round(media.w * PER_MM), round(media.h * PER_MM)
            self.tiles[tile.name] = pdf_pixels(data, at, *size)

    def put(self, shift: Callable[[Tile], tuple[int, int]] = lambda tile: (0, 0)) -> Pixels:
        """Assemble the tiles in order, each trimmed at its left and upper edge and placed over the
        others.
        """
        w, h = self.size
        paper = np.full((h, w, 3), 255, np.uint8)
        area = self.plan.trim.inset(-2.0)
        for tile in self.plan.tiles:
            dx, dy = self.plan.place(tile)
            window = tile.window
            # Whole pixels: a pixel on an edge belongs to the later tile.
            left = math.ceil((window.x - area.x) * PER_MM - 1e-6)
            top = math.ceil((window.y - area.y) * PER_MM - 1e-6)
            right = math.floor((window.right - area.x) * PER_MM + 1e-6)
            bottom = math.floor((window.bottom - area.y) * PER_MM + 1e-6)
            sx, sy = shift(tile)
            x, y = round((area.x + dx) * PER_MM) + sx, round((area.y + dy) * PER_MM) + sy
            cut = self.tiles[tile.name][y + top : y + bottom, x + left : x + right]
            paper[top:bottom, left:right] = cut
        return paper

    def wrong(self, picture: Pixels) -> int:
        """Return the number of pixels inside the piece that differ from the whole.

        Pixels within 0.3 mm of a dashed outline are ignored.
        """
        apart = np.maximum(picture, self.whole) - np.minimum(picture, self.whole)
        differs = darkest(255 - apart) < 247
        inside = np.zeros_like(differs)
        inside[20:-20, 20:-20] = True
        if self.piece.outline:
            h, w = differs.shape
            ys, xs = np.mgrid[0:h, 0:w]
            x, y = (xs + 0.5) / PER_MM - w / 20, (ys + 0.5) / PER_MM - h / 20
            rx, ry = WHOLE[0] / 2 - 0.3, WHOLE[1] / 2 - 0.3
            inside &= (x / rx) ** 2 + (y / ry) ** 2 < 1
        assert inside.mean() > 0.6
        return int((differs & inside).sum())


@pytest.mark.parametrize(
    ("shape", "lap", "fill"),
    [
        ("", 10.0, SAND),
        ("", 7.4, Colour("#101218")),
        ("", 0.0, SAND),
        ("round", 10.0, Colour("#101218")),
    ],
)
def test_assembled_tiles_equal_the_whole(shape: str, lap: float, fill: Colour) -> None:
    """Not one pixel differs: no mark remains visible on the piece."""
    result = Assembled(shape, lap, fill)
    assert len(result.tiles) >= 4
    assert result.wrong(result.put()) == 0


def test_misplaced_or_reversed_tiles_are_detected() -> None:
    """The lower tile has marks, which would be visible if it were on top."""
    flat = Assembled("", 10.0)
    for name, way in product(("B1", "A2"), ((1, 0), (0, 1))):
        moved = flat.put(lambda tile, n=name, w=way: w if tile.name == n else (0, 0))
        assert flat.wrong(moved) > 1000
    whole, tiles = flat.plan, flat.tiles
    flat.plan = replace(whole, tiles=tuple(reversed(whole.tiles)))
    assert flat.wrong(flat.put()) > 100
    flat.plan, flat.tiles = whole, {**tiles, "A1": tiles["B1"], "B1": tiles["A1"]}
    assert flat.wrong(flat.put()) > 1000


# --- files ---------------------------------------------------------------------------------------


def box(page: pikepdf.Page, name: str) -> Rect:
    """Return a box of a page in millimetres from its upper left."""
    x0, y0, x1, y1 = (float(v) / 72 * 25.4 for v in page.obj[name])
    top = float(page.obj["/MediaBox"][3]) / 72 * 25.4
    return Rect(x0, top - y1, x1 - x0, y1 - y0)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("lap", [0.0, 10.0])
def test_tile_pdf_has_correct_text_and_boxes(lap: float, language: str) -> None:
    data = pdf_of(impose(mat(420, 370), overlap=lap, language=language).pages, language)
    plan = tiled(mat(420, 370), overlap=lap)
    with pdfium.PdfDocument(data) as pdf, pikepdf.open(io.BytesIO(data)) as other:
        assert len(pdf) == len(other.pages) == 1 + len(plan.tiles)
        texts = [page.get_textpage().get_text_bounded() for page in pdf]
        for text, page, tile in zip(texts[1:], other.pages[1:], plan.tiles, strict=True):
            assert tile.name in re.findall(r"\b[A-Z]\d\b", text)
            media, bleed, trim = (box(page, f"/{n}Box") for n in ("Media", "Bleed", "Trim"))
            assert media.contains(bleed, 0.001)
            assert bleed.contains(trim, 0.001)
            assert (bleed.w, bleed.h) == pytest.approx(tile.window[2:], abs=0.001)
            assert (trim.w, trim.h) == pytest.approx(overlap(tile.window, plan.trim)[2:], abs=0.001)
            assert (media.w, media.h) == pytest.approx(plan.media[2:], abs=0.001)
        assert {tile.name for tile in plan.tiles} <= set(re.findall(r"\b[A-Z]\d\b", texts[0]))


# --- one page per piece, for print shops
# ------------------------------------------------------------


def test_trim_of_an_outline_is_its_box() -> None:
    """Instructions printed beside a box are not part of the cut-out."""
    outline = PathBuilder().polygon([(-40, -20), (50, -20), (50, 30), (-40, 30)]).done()
    (page,) = single_piece_pages([replace(mat(120, 80), outline=outline)], 3.0)
    assert page.media == page.bleed == Rect(0, 0, 96, 56)
    assert page.trim == pytest.approx(Rect(3, 3, 90, 50))
    (cut,) = layer(page, CUT)
    (leaf,) = leaves([cut])
    assert leaf.matrix.bounds(leaf.item.data.box()) == pytest.approx(page.trim)
    (use,) = (
        item for group in layer(page, ART) if isinstance(group, Group) for item in group.items
    )
    assert use.matrix.apply(-40, -20) == pytest.approx((3, 3)), "the drawing goes along"


def test_single_page_bleed_is_limited_by_its_drawing() -> None:
    (page,) = single_piece_pages([mat(200, 280, reach=1.0)], 3.0)
    assert page.media == page.bleed == Rect(0, 0, 202, 282)
    assert page.trim == Rect(1, 1, 200, 280)


def test_page_product_is_the_same_in_every_layout() -> None:
    """A score sheet is not cut out, and keeps its margins in every layout."""
    written = []
    for layout in LAYOUT.known():
        request = make_job("pazaak", layout=layout)
        document = lay_out_product(load("pazaak"), "score-sheet", "en", request).document
        assert {page.media for page in document.pages} == {Rect(0, 0, 210, 297)}
        written.append([file.data for file in writer("dump")(document)])
    assert written[0] == written[1]


@pytest.mark.parametrize("slug", ["casino", "kessel", "pazaak"])
def test_real_pieces_are_drawn_to_their_extent(slug: str) -> None:
    """Single pages and tiles rely on this; an outline is no larger than its piece."""
    variant, checked = load(slug), 0
    for key in kits.available_products(variant):
        result = kits.require_product(key, variant)
        if result.imposition != TILED_PAGES or result.make is None:
            continue
        for piece in result.make(variant, options_for(variant, key)):
            trim = trim_of(piece.width, piece.height)
            assert piece.front.box.inset(-0.001).contains(trim.inset(-piece.bleed_extent)), piece.id
            assert piece.outline is None or trim.contains(Region(piece.outline).box, 0.001), (
                piece.id
            )
            checked += 1
    assert checked


@pytest.mark.parametrize("proof", [False, True])
def test_cut_and_fold_lines_have_separate_layers(proof: bool) -> None:
    piece = replace(
        mat(120, 80, "hexagon", back=True), folds=PathBuilder().move(0, -40).line(0, 40).done()
    )
    front, behind = pages = single_piece_pages([piece], 3.0, proof=proof)
    assert [one.name for one in front.layers] == [ART, CUT, FOLD]
    assert [one.name for one in behind.layers] == [ART], "it is cut out from the front"
    svg = next(writer("svg")(Document("A title", "en", pages))).data
    groups = {
        group.get("id"): group.get("display")
        for group in ET.fromstring(svg)
        if group.get("id", "").startswith("layer-")
    }
    hidden = None if proof else "none"
    assert groups == {"layer-art": None, "layer-cut": hidden, "layer-fold": hidden}
    for leaf in leaves(layer(front, CUT)):
        assert leaf.matrix.bounds(leaf.item.data.box()) == pytest.approx(Rect(3, 3, 120, 80))
    (card,) = single_piece_pages([replace(mat(63, 88), shape="rounded")], 3.0, proof=proof)
    assert [one.name for one in card.layers] == [ART, CUT]
    assert card.layers[1].visible == proof


def test_tile_overlap_option_sets_the_strip_width(tmp_path: File) -> None:
    words = ["build", "kessel", "mat", "--paper", "a5", "--format", "dump", "-o", str(tmp_path)]
    for more, lap in ((), 10.0), (("--tile-overlap", "0.5in"), 12.7):
        assert run([*words, *more]) == 0
        steps = json.loads((tmp_path / "kessel" / "manifest.json").read_text(encoding="utf-8"))
        assert steps["options"]["tile_overlap_mm"] == pytest.approx(lap)
    for wrong in ("10", "31mm", "-1mm"):
        assert run([*words, "--tile-overlap", wrong]) == 2


def test_two_copies_on_a_sheet_share_a_cut() -> None:
    """Edge to edge they have three lines across and two along; apart they would have eight."""
    result = impose(mat(150, 130, copies=2), bleed=0.0)
    assert [page.cards for page in result.pages] == [2]
    assert result.cuts == 3 + 2


def test_steps_take_half_of_upright_page() -> None:
    asked = []

    def set_steps(box: Rect, *, max_size: float) -> None:
        asked.append((box.w, box.h, max_size))

    assert _place_below(set_steps, Rect(5, 5, 100, 140), None, 3.0) is None
    assert asked == [(100, 70, 3.0)]


def test_outer_tiles_are_smallest_at_full_stretch() -> None:
    """The outer of three tiles keep 30 mm, or two overlaps."""
    for length, most, lap, sizes in (
        (110.0, 54.0, 0.0, [30.0, 50.0, 30.0]),
        (85.0, 46.0, 10.0, [30.0, 45.0, 30.0]),
        (90.0, 54.0, 20.0, [40.0, 50.0, 40.0]),
    ):
        spans = divide_into_spans(0.0, length, most, lap, 1.0)
        assert [size for _, size in spans] == pytest.approx(sizes)


@given(st.floats(-60, 60), st.floats(-60, 60))
def test_parts_of_a_region_add_up(x: float, y: float) -> None:
    """A triangle whose corners are (0, 0), (60, 0) and (0, 60), divided at any point."""
    region = Region(PathBuilder().polygon([(0, 0), (60, 0), (0, 60)]).done())
    quarters = product((Rect(x - 200, 0, 200, 1), Rect(x, 0, 200, 1)), (y - 200, y))
    parts = [region.share(part._replace(y=top, h=200)) for part, top in quarters]
    assert sum(parts) == pytest.approx(1800)
    assert region.share(Rect(0, 0, 40, 20)) == pytest.approx(800)
    assert region.share(Rect(30, 0, 40, 60)) == pytest.approx(450)


def test_picture_of_tiles_shows_their_edges() -> None:
    """Where two tiles overlap, the covered edge is dashed."""
    piece = mat(420, 370)
    plan = tiled(piece)
    drawn = _draw_picture(piece, plan, "en", Rect(0, 0, 100, 100))
    strokes = [item.stroke for item in drawn if isinstance(item, Path) and item.stroke]
    assert any(stroke.dash for stroke in strokes)
    edges = [item.data for item in drawn if isinstance(item, Path) and item.stroke is not None]
    frame = max(edge.box().w for edge in edges if edge.steps)
    assert sum(len(edge.steps) > 4 and edge.box().w > 0.9 * frame for edge in edges) >= 2
