"""Saddle stitch: sheets are folded in order, turned over and read page by page."""

import io
from dataclasses import dataclass
from itertools import combinations

import pikepdf
import pypdfium2 as pdfium
import pytest
from msgspec.structs import replace

from printkit.base import paper_sizes
from printkit.base.geometry import Rect
from printkit.base.paper_sizes import Size
from printkit.base.printer_profile import LONG, SHORT
from printkit.graphics.colour import BLACK, Colour
from printkit.graphics.display_list import Path
from printkit.graphics.fonts import TEXT
from printkit.graphics.path import rect_path
from printkit.imposition.saddle_stitch import (
    CREEP,
    DEFAULT_CALIPER,
    Saddle,
    impose_leaves,
    impose_saddle_stitch,
)
from printkit.imposition.single_pages import _divide_page
from printkit.layout.fit_text import text_line
from printkit.pieces.pages import (
    ART,
    CUT,
    MARKS,
    PAGE_BLEED,
    Destination,
    Document,
    Layer,
    Link,
    OutlineEntry,
    Page,
)
from printkit.writers import pdf
from tests.support.raster import segments
from tests.support.walk import Leaf, leaves, text_leaves

W, H = 60.0, 90.0
# Each page has its number at this point, off centre, so that an upside-down page is detected.
X, Y = 20.0, 30.0
EDGES = (SHORT, LONG)


def page(number: int, w: float = W, h: float = H) -> Page:
    paper = Rect(0, 0, w, h)
    words = text_line(TEXT, f"p{number}", X, Y, 6, BLACK)
    ground = Path(rect_path(Rect(-5, -5, w + 10, h + 10)), fill=Colour("#ffeecc"))
    hidden = Layer(CUT, (text_line(TEXT, "hidden", X, Y + 9, 6, BLACK),), visible=False)
    layers = (Layer(ART, (ground, words)), hidden)
    link = Link(Rect(0, 0, 9, 9), Destination(0))
    return Page(paper, paper, paper, layers, f"{number:03d}", f"page {number}", links=(link,))


def document(count: int, w: float = W, h: float = H) -> Document:
    pages = tuple(page(number, w, h) for number in range(1, count + 1))
    return Document("A book", "en", pages, outline=(OutlineEntry("One", Destination(0)),))


@dataclass(frozen=True)
class Seen:
    """A text that a reader finds on one page of the folded booklet.

    Its words, its distances from the spine and the head (mm), whether it is upright, and on which
    side.
    """

    words: str
    spine: float
    head: float
    upright: bool
    right: bool


def texts(side: Page) -> list[Leaf]:
    art = next(layer for layer in side.layers if layer.name == ART)
    return text_leaves(art.items)


def folded(done: Document) -> list[list[Seen]]:
    """Return the pages in reading order, from the cover on.

    The sheets are stacked with the outermost at the bottom, folded up the middle and turned so that
    the right half of the first front is on top.
    """
    sheets = [done.pages[at : at + 2] for at in range(0, len(done.pages), 2)]
    way: list[tuple[Page, bool, bool]] = []
    for front, back in sheets:
        way += [(front, False, True), (back, True, True)]
    for front, back in reversed(sheets):
        way += [(back, True, False), (front, False, False)]
    return [
        [seen for leaf in texts(side) if (seen := _seen(side, leaf, turned, half, done.duplex))]
        for side, turned, half in way
    ]


def _seen(side: Page, leaf: Leaf, back: bool, right_half: bool, duplex: str | None) -> Seen | None:
    """Return how a reader sees a text, if it is on this half of the paper (seen from its front)."""
    m, (w, h) = leaf.matrix, (side.media.w, side.media.h)
    x, y = m.apply(leaf.item.x, leaf.item.y)
    along, up = m.a, m.d
    x_front = x
    if back and (duplex == LONG) == (w > h):
        # The printer turns the paper over an edge across the fold, the reader over the fold: the
        # print is upside down.
        along, up, y = -along, -up, h - y
    elif back:
        x_front = w - x
    if (x_front > w / 2) != right_half:
        return None
    spine = abs(x_front - w / 2)
    # On a right page one reads away from the spine, on a left page towards it.
    return Seen(leaf.item.run.text, spine, y, along > 0 and up > 0, right_half != back)


@pytest.mark.parametrize("duplex", EDGES)
@pytest.mark.parametrize("count", range(1, 65))
def test_folded_pages_are_in_order_and_upright(count: int, duplex: str) -> None:
    caliper = DEFAULT_CALIPER * (count % 4)
    done = impose_saddle_stitch(document(count), Saddle(duplex=duplex, caliper=caliper))
    whole = -(-count // 4) * 4
    assert len(done.pages) == whole // 2
    found = folded(done)
    blank = range(count - 1, whole - 1)
    for at, seen in enumerate(found):
        if at in blank:
            assert seen == []
            continue
        (one,) = seen
        number = at + 1 if at < count - 1 else count
        assert one.words == f"p{number}"
        assert one.upright
        assert one.right == (at % 2 == 0)
        sheet = min(at, whole - 1 - at) // 2
        into = X if one.right else W - X
        assert one.spine == pytest.approx(into - sheet * CREEP * caliper)
        assert one.head == pytest.approx(Y)


@pytest.mark.parametrize("count", range(1, 9))
def test_single_sided_leaves_fold_at_the_fore_edge(count: int) -> None:
    """The fold is at the right of a leaf's right page, which is the left half of its sheet."""
    done = impose_leaves(document(count), None)
    whole = count + count % 2
    assert len(done.pages) == whole // 2
    assert done.duplex is None
    found = {}
    for i, side in enumerate(done.pages):
        for leaf in texts(side):
            x, _ = leaf.matrix.apply(leaf.item.x, leaf.item.y)
            found[leaf.item.run.text] = 2 * i + (x > side.media.w / 2)
    last = {f"p{count}": whole - 1}
    assert found == {f"p{at + 1}": at for at in range(count - 1)} | last


@pytest.mark.parametrize("duplex", EDGES)
def test_narrow_pages_make_a_portrait_sheet(duplex: str) -> None:
    done = impose_saddle_stitch(document(8, 40, 120), Saddle(duplex=duplex))
    assert done.pages[0].media == Rect(0, 0, 80, 120)
    found = [one for seen in folded(done) for one in seen]
    assert [one.words for one in found] == [f"p{at}" for at in range(1, 9)]
    assert all(one.upright for one in found)


def test_wrong_duplex_edge_is_detected() -> None:
    done = impose_saddle_stitch(document(8), Saddle(duplex=SHORT))
    wrong = folded(replace(done, duplex=LONG))
    assert not all(one.upright for seen in wrong for one in seen)
    swapped = replace(done, pages=(*done.pages[2:], *done.pages[:2]))
    assert [one.words for seen in folded(swapped) for one in seen] != [
        f"p{at}" for at in range(1, 9)
    ]


def test_page_never_crosses_the_spine() -> None:
    for side in impose_saddle_stitch(document(16), Saddle(caliper=2.0)).pages:
        middle = side.media.w / 2
        for layer in side.layers:
            for leaf in leaves(layer.items):
                if layer.name == ART:
                    assert leaf.clip.w == pytest.approx(W + PAGE_BLEED)
                    assert leaf.clip.right <= middle + 1e-6 or leaf.clip.x >= middle - 1e-6


def marks(side: Page) -> list[Rect]:
    layer = next(one for one in side.layers if one.name == MARKS)
    return [box for _, box in segments(layer.items)]


def test_larger_paper_centres_pages_with_cut_marks() -> None:
    paper = Size("a4", 210, 297)
    for duplex in EDGES:
        done = impose_saddle_stitch(document(8), Saddle(paper, duplex=duplex))
        for side in done.pages:
            assert side.media == Rect(0, 0, 297, 210)
            assert side.trim == Rect(297 / 2 - W, 105 - H / 2, 2 * W, H)
            cuts = [box for box in marks(side) if box.w == 0 or box.h == 0]
            corners = {(x, y) for x in (side.trim.x, side.trim.right) for y in (60.0, 150.0)}
            for x, y in corners:
                assert any(box.w < 1e-6 and box.x == pytest.approx(x) for box in cuts)
                assert any(box.h < 1e-6 and box.y == pytest.approx(y) for box in cuts)
            inner = Rect(side.trim.x, side.trim.y, side.trim.w, side.trim.h)
            within = [box for box in cuts if touches(inner, box)]
            # Two staples on the outermost front, and nothing else on the pages.
            assert len(within) == (2 if side is done.pages[0] else 0)
            for box in within:
                assert box.x == pytest.approx(297 / 2)


@pytest.mark.parametrize(("room_x", "room_y"), [(8, 20), (20, 8), (7.9, 20), (20, 7.9), (3, 3)])
def test_cut_marks_need_eight_millimetres(room_x: float, room_y: float) -> None:
    paper = Size("odd", 2 * W + 2 * room_x, H + 2 * room_y)
    side = impose_saddle_stitch(document(4), Saddle(paper)).pages[
        1
    ]  # staples are on the other side
    boxes = marks(side)
    level = [box for box in boxes if box.h < 1e-6]
    upright = [box for box in boxes if box.w < 1e-6 and abs(box.x - side.media.w / 2) > 1]
    assert len(level) == (4 if room_x >= 8 else 0)
    assert len(upright) == (4 if room_y >= 8 else 0)


def touches(rect: Rect, box: Rect) -> bool:
    x, y = box.centre
    return rect.x - 0.5 < x < rect.right + 0.5 and rect.y - 0.5 < y < rect.bottom + 0.5


def test_exact_spreads_mark_the_fold_on_cover() -> None:
    done = impose_saddle_stitch(document(8), Saddle())
    assert done.pages[0].media == Rect(0, 0, 2 * W, H)
    assert len(marks(done.pages[0])) == 4  # two ticks of the fold, two staples
    assert [len(marks(side)) for side in done.pages[1:]] == [0, 0, 0]
    for box in marks(done.pages[0]):
        assert box.x == pytest.approx(W)
        assert -1e-6 <= box.y <= box.bottom <= H + 1e-6


def test_two_a5_pages_fit_on_a4() -> None:
    done = impose_saddle_stitch(document(4, 148, 210), Saddle(paper_sizes.paper("a4")))
    assert done.pages[0].trim == Rect(0.5, 0, 296, 210)


@pytest.mark.parametrize("paper", ["a5", "letter"])
def test_pages_larger_than_paper_get_custom_sheets(paper: str) -> None:
    done = impose_saddle_stitch(document(4, 148, 210), Saddle(paper_sizes.paper(paper)))
    assert done.pages[0].media == done.pages[0].trim == Rect(0, 0, 296, 210)


def test_imposed_sheets_are_named_and_keep_hidden_layers() -> None:
    done = impose_saddle_stitch(document(8), Saddle())
    assert [side.name for side in done.pages] == ["01a", "01b", "02a", "02b"]
    assert [side.back for side in done.pages] == [False, True, False, True]
    assert done.outline == ()
    assert all(side.links == () for side in done.pages)
    words = [leaf.item.run.text for side in done.pages for leaf in texts(side)]  # type: ignore[union-attr]
    assert sorted(words) == sorted(f"p{at}" for at in range(1, 9))


@pytest.mark.parametrize("duplex", EDGES)
def test_pdf_readers_find_pages_in_their_half(duplex: str) -> None:
    done = impose_saddle_stitch(document(7), Saddle(Size("a5", 148, 210), duplex=duplex))
    (output,) = pdf.write(done)
    with pikepdf.open(io.BytesIO(output.data)) as file:
        edge = {SHORT: "/DuplexFlipShortEdge", LONG: "/DuplexFlipLongEdge"}[duplex]
        assert file.Root.ViewerPreferences.Duplex == edge
        for leaf in file.pages:
            box = [float(value) * 25.4 / 72 for value in leaf.MediaBox]
            assert box == pytest.approx([0, 0, 210, 148], abs=0.01)
    halves = []
    with pdfium.PdfDocument(output.data) as file:
        for leaf in file:
            width, height = leaf.get_size()
            text = leaf.get_textpage()
            boxes = ((0, 0, width / 2, height), (width / 2, 0, width, height))
            halves.append(tuple(text.get_text_bounded(*box).strip() for box in boxes))
    # Seven pages: the last page takes the eighth place, with one blank before it.
    backs = [("p2", ""), ("p4", "p5")]
    if duplex == LONG:  # upside down: left is right
        backs = [("", "p2"), ("p5", "p4")]
    assert halves == [("p7", "p1"), backs[0], ("p6", "p3"), backs[1]]


@pytest.mark.parametrize("paper", [Size("a4", 210.0, 297.0), Size("a6", 148.0, 105.0)])
@pytest.mark.parametrize("margin", [5.0, 15.0])
def test_parts_of_a_full_page_are_apart_inside_margins(paper: Size, margin: float) -> None:
    parts = _divide_page(paper, margin)
    inside = Rect(0, 0, paper.w, paper.h).inset(margin)
    assert all(inside.contains(part, 1e-9) for part in parts)
    assert not any(one.intersects(other) for one, other in combinations(parts, 2))
    assert parts[0].w == paper.w - 2 * margin
