"""Impose the pages of a booklet, for saddle stitching (four per sheet) or as folded leaves (two per
sheet).

Sheets are printed on both sides, nested in order, folded and stapled. Each inner sheet protrudes at
the fore-edge by more than the thickness of the paper (creep): its pages are moved to the spine.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from printkit.base.geometry import Rect, half_rotation, translation
from printkit.base.messages import translate
from printkit.base.paper_sizes import Size
from printkit.base.printer_profile import SHORT
from printkit.graphics.display_list import Group, Item, Path, Stroke, transformed
from printkit.graphics.measures import HAIRLINE
from printkit.graphics.path import PathBuilder, rect_path
from printkit.imposition.marks import INK
from printkit.pieces.pages import ART, MARKS, PAGE_BLEED, Document, Layer, Page

PAGES_PER_SHEET = 4
# The thickness of office paper of 80 g/m².
DEFAULT_CALIPER = 0.1
# The creep of each sheet as a multiple of its thickness. Print shops use 1.2 to 1.4: the value is 1
# for folds pressed flat, and half of π for round folds.
CREEP = 1.3
_FOLD_TICK, _STAPLE_LENGTH = 8.0, 10.0
# The places of staples, as shares of the spine.
_STAPLE_PLACES = (0.25, 0.75)
# The least margin with cut marks; their distance to the pages, and their length.
_MIN_CUT_MARGIN, _MARK_GAP, _MARK_LENGTH = 8.0, 2.0, 5.0
_DASH = (2.0, 1.0)
# The left and the right page of a side; None is blank.
Spread = tuple[Page | None, Page | None]


class Saddle(msgspec.Struct, frozen=True):
    """The imposition of a booklet.

    `paper` is the paper of a sheet (as large as two pages if it is None or smaller than that),
    `caliper` is its thickness (mm), and `duplex` is the method of turning it.
    """

    paper: Size | None = None
    caliper: float = DEFAULT_CALIPER
    duplex: str = SHORT


class _SaddleSheet(msgspec.Struct, frozen=True):
    """The paper, the block of two pages on it, and the number of sheets.

    `turned` is True if the back is printed upside down, so that it is upright on the turned sheet;
    `stapled` is True if the outermost sheet shows staples in the fold.
    """

    media: Rect
    block: Rect
    turned: bool
    count: int
    stapled: bool = True


def impose_saddle_stitch(document: Document, saddle: Saddle) -> Document:
    """Return the front and the back of each sheet, the outermost first. The pages must have one
    size.
    """
    media, block = _sheet_media(document.pages[0].media, saddle.paper)
    # Blank pages before the last one fill whole sheets.
    blank = [None] * (-len(document.pages) % PAGES_PER_SHEET)
    pages = [*document.pages[:-1], *blank, *document.pages[-1:]]
    # A sheet turned over the edge across the fold is upside down.
    turned = (saddle.duplex != SHORT) == (media.w > media.h)
    sheet = _SaddleSheet(media, block, turned, len(pages) // PAGES_PER_SHEET)
    sides: list[Page] = []
    for i in range(sheet.count):
        first, last = 2 * i, len(pages) - 1 - 2 * i
        creep = i * CREEP * saddle.caliper
        pairs = ((pages[last], pages[first]), (pages[first + 1], pages[last - 1]))
        if document.from_right:  # its spine is at the right
            pairs = (pairs[0][::-1], pairs[1][::-1])
        sides += [
            _build_side(document.language, sheet, i, back, _place_spread(pair, block, creep))
            for back, pair in zip((False, True), pairs, strict=True)
        ]
    title = f"{document.title} · {translate(document.language, 'booklet.imposed')}"
    return replace(document, title=title, pages=tuple(sides), duplex=saddle.duplex, outline=())


def impose_leaves(document: Document, paper: Size | None) -> Document:
    """Return sheets printed on one side, each with two consecutive pages and a fold between them.

    The print is outside, the fold at the fore-edge; the open edges are stapled. The pages are of
    one size.
    """
    media, block = _sheet_media(document.pages[0].media, paper)
    blank = [None] * (len(document.pages) % 2)
    pages = [*document.pages[:-1], *blank, *document.pages[-1:]]
    pairs = tuple(zip(pages[::2], pages[1::2], strict=True))
    sheet = _SaddleSheet(media, block, False, len(pairs), stapled=False)
    sides = [
        _build_side(document.language, sheet, i, False, _place_spread(pair, block, 0.0))
        for i, pair in enumerate(pairs)
    ]
    title = f"{document.title} · {translate(document.language, 'booklet.imposed')}"
    return replace(document, title=title, pages=tuple(sides), duplex=None, outline=())


def _sheet_media(page: Rect, paper: Size | None) -> tuple[Rect, Rect]:
    """Return the sheet, as large as two pages if the paper is smaller, and their block on it."""
    w, h = 2 * page.w, page.h
    short, long = sorted((paper.w, paper.h)) if paper is not None else (0.0, 0.0)
    width, height = (long, short) if long >= w and short >= h else (w, h)
    return Rect(0, 0, width, height), Rect((width - w) / 2, (height - h) / 2, w, h)


def _place_spread(spread: Spread, block: Rect, creep: float) -> list[Item]:
    """Place the left and the right page, moved towards the spine by the creep and clipped at the
    spine.

    On a larger sheet, the ground extends over the other three edges.
    """
    result: list[Item] = []
    for page, left, sign in zip(spread, (block.x, block.centre[0]), (1, -1), strict=True):
        if page is not None:
            items = tuple(item for layer in page.layers if layer.visible for item in layer.items)
            moved = Group(items, translation(left + sign * creep, block.y))
            half = Rect(left, block.y, block.w / 2, block.h)
            over = (PAGE_BLEED, 0.0) if sign > 0 else (0.0, PAGE_BLEED)
            half = half.outset(over[0], PAGE_BLEED, over[1], PAGE_BLEED)
            result.append(Group((moved,), clip=rect_path(half)))
    return result


def _build_side(
    language: str, sheet: _SaddleSheet, index: int, back: bool, art: list[Item]
) -> Page:
    """Build one side of a sheet with its marks."""
    media, block = sheet.media, sheet.block
    marks = _draw_marks(media, block, outer=sheet.stapled and index == 0 and not back)
    if back and sheet.turned:
        turn = half_rotation(media.w / 2, media.h / 2)
        art, marks = [transformed(art, turn)], [transformed(marks, turn)]
    key = "sheet.back" if back else "sheet.front"
    title = translate(language, key, number=index + 1, count=sheet.count)
    name = f"{index + 1:02d}{'b' if back else 'a'}"
    layers = (Layer(ART, tuple(art)), Layer(MARKS, tuple(marks)))
    return Page(media, block, block, layers, name, title, back=back)


def _draw_marks(media: Rect, block: Rect, *, outer: bool) -> list[Item]:
    """Draw fold and cut marks, and staples on the outside of the outermost sheet."""
    folds, staples, cuts = PathBuilder(), PathBuilder(), PathBuilder()
    x, half, has_margin = media.w / 2, _STAPLE_LENGTH / 2, block.y >= _MIN_CUT_MARGIN
    if has_margin or outer:  # the fold is marked beside the pages, else on the cover
        depth = block.y - _MARK_GAP if has_margin else block.y + _FOLD_TICK
        folds.move(x, 0.0).line(x, depth).move(x, media.h - depth).line(x, media.h)
    for y in (block.y + share * block.h for share in _STAPLE_PLACES if outer):
        staples.move(x, y - half).line(x, y + half)
    marked = block.inset(-_MARK_GAP)
    ends = marked.inset(-_MARK_LENGTH)
    for x in (block.x, block.right) if has_margin else ():
        cuts.move(x, ends.y).line(x, marked.y).move(x, marked.bottom).line(x, ends.bottom)
    for y in (block.y, block.bottom) if block.x >= _MIN_CUT_MARGIN else ():
        cuts.move(ends.x, y).line(marked.x, y).move(marked.right, y).line(ends.right, y)
    return [
        Path(lines.done(), stroke=Stroke(INK, HAIRLINE, dash=dash))
        for lines, dash in ((folds, _DASH), (staples, ()), (cuts, ()))
        if lines.size
    ]
