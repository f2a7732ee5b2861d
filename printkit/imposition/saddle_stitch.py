"""Saddle stitch: pages of a booklet, four to a sheet.

The sheets are printed on both sides, laid one into the other in order, folded and stapled. An inner
sheet sticks out further at the fore-edge by the thickness of the paper (creep): its pages are moved
as far towards the spine.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from printkit.base.errors import PrintkitError, UsageError
from printkit.base.geometry import Rect, half_rotation, translation
from printkit.base.messages import translate
from printkit.base.paper_sizes import Size
from printkit.graphics.display_list import Group, Item, Path, Stroke, transformed
from printkit.graphics.measures import HAIRLINE
from printkit.graphics.path import PathBuilder, rect_path
from printkit.imposition.card_sheets import LONG, SHORT
from printkit.imposition.marks import INK
from printkit.imposition.page import ART, MARKS, Document, Layer, Page

# The pages of a folded sheet.
PAGES_PER_SHEET = 4
# The thickness of office paper of 80 g.
DEFAULT_CALIPER = 0.1
# The length of a tick of the fold, from the edge.
_FOLD_TICK = 8.0
# The length of a staple.
_STAPLE_LENGTH = 10.0
# The places of staples on the spine, as shares of it.
_STAPLE_PLACES = (0.25, 0.75)
# The margin around the pages from which on cut marks are drawn.
_MIN_CUT_MARGIN = 8.0
# The gap between a cut mark and the pages.
_MARK_GAP = 2.0
# The length of a cut mark.
_MARK_LENGTH = 5.0
_DASH = (2.0, 1.0)
# The left and the right page of a side; None is blank.
Spread = tuple[Page | None, Page | None]


class Saddle(msgspec.Struct, frozen=True):
    """How a booklet is imposed:

    `paper` of a sheet (None: two pages side by side), the `caliper` of that paper, and over which
    edge it is turned for its other side.
    """

    paper: Size | None = None
    caliper: float = DEFAULT_CALIPER
    duplex: str = SHORT


class _SaddleSheet(msgspec.Struct, frozen=True):
    """What all sheets have in common: the paper, the two pages on it, whether its other side is
    upside down so that it is upright once the sheet is turned over; how many there are.
    """

    media: Rect
    block: Rect
    turned: bool
    count: int


def impose_saddle_stitch(document: Document, saddle: Saddle) -> Document:
    """Return the sheets in order, outermost first, each front and back. Raises PrintkitError."""
    if saddle.duplex not in (LONG, SHORT):
        raise UsageError(
            f"A booklet that is folded is printed on both sides, not “{saddle.duplex}”.",
            hint=f"Turn it over the {SHORT} edge, or the {LONG} one.",
        )
    size = _page_size(document.pages)
    media, block = _sheet_media(size, saddle.paper)
    pages = _fill_up(document.pages)
    # Over the edge that lies across the fold a sheet is turned upside down.
    turned = (saddle.duplex == LONG) == (media.w > media.h)
    sheet = _SaddleSheet(media, block, turned, len(pages) // PAGES_PER_SHEET)
    sides: list[Page] = []
    for i in range(sheet.count):
        first, last = 2 * i, len(pages) - 1 - 2 * i
        creep = i * saddle.caliper
        pairs = ((pages[last], pages[first]), (pages[first + 1], pages[last - 1]))
        sides += [
            _build_side(document.language, sheet, i, back, _place_spread(pair, block, creep))
            for back, pair in zip((False, True), pairs, strict=True)
        ]
    title = f"{document.title} · {translate(document.language, 'booklet.imposed')}"
    return replace(document, title=title, pages=tuple(sides), duplex=saddle.duplex, outline=())


def _fill_up(pages: tuple[Page, ...]) -> list[Page | None]:
    """Return the pages with blank ones before the last, so that they fill whole sheets."""
    missing = -len(pages) % PAGES_PER_SHEET
    return [*pages[:-1], *([None] * missing), *pages[-1:]]


def _page_size(pages: tuple[Page, ...]) -> Rect:
    """Return the one size of all pages. Raises PrintkitError."""
    sizes = {page.media for page in pages}
    if len(sizes) != 1:
        raise PrintkitError(
            "The pages of a booklet that is folded are of one size.",
            hint="Leave out what is of another.",
        )
    return sizes.pop()


def _sheet_media(page: Rect, paper: Size | None) -> tuple[Rect, Rect]:
    """Return the sheet, oriented as the two pages, and their place. Raises PrintkitError."""
    w, h = 2 * page.w, page.h
    ways = [(w, h)]
    if paper is not None:
        short, long = sorted((paper.w, paper.h))
        ways = [(long, short), (short, long)]
    for width, height in ways:
        media = Rect(0, 0, width, height)
        block = Rect((width - w) / 2, (height - h) / 2, w, h)
        if media.contains(block):
            return media, block
    assert paper is not None
    raise PrintkitError(
        f"Two pages of {page.w:g} × {page.h:g} mm do not lie side by side on {paper}.",
        hint="Take a larger --paper, or a smaller --booklet-page.",
    )


def _place_spread(spread: Spread, block: Rect, creep: float) -> list[Item]:
    """Place the left and the right page, moved to the spine by the creep and clipped there."""
    result: list[Item] = []
    for page, left, sign in zip(spread, (block.x, block.centre[0]), (1, -1), strict=True):
        if page is not None:
            items = tuple(item for layer in page.layers if layer.visible for item in layer.items)
            moved = Group(items, translation(left + sign * creep, block.y))
            half = Rect(left, block.y, block.w / 2, block.h)
            result.append(Group((moved,), clip=rect_path(half)))
    return result


def _build_side(
    language: str, sheet: _SaddleSheet, index: int, back: bool, art: list[Item]
) -> Page:
    """Build one side of a sheet with its marks."""
    media, block = sheet.media, sheet.block
    marks = _draw_marks(media, block, outer=index == 0 and not back)
    if back and sheet.turned:
        turn = half_rotation(media.w / 2, media.h / 2)
        art, marks = [transformed(art, turn)], [transformed(marks, turn)]
    key = "sheet.back" if back else "sheet.front"
    title = translate(language, key, number=index + 1, count=sheet.count)
    name = f"{index + 1:02d}{'b' if back else 'a'}"
    layers = (Layer(ART, tuple(art)), Layer(MARKS, tuple(marks)))
    return Page(media, block, block, layers, name, title, back=back)


Mark = tuple[float, float, float, float]


def _draw_marks(media: Rect, block: Rect, *, outer: bool) -> list[Item]:
    """Draw where the sheet is folded, stapled (on the outside of the outermost) and cut."""
    staples: list[Mark] = []
    if outer:
        x, half = media.w / 2, _STAPLE_LENGTH / 2
        staples = [
            (x, y - half, x, y + half) for y in (block.y + s * block.h for s in _STAPLE_PLACES)
        ]
    kinds = (
        (_fold_marks(media, block, outer=outer), _DASH),
        (staples, ()),
        (_cut_marks(block), ()),
    )
    return [_draw_lines(lines, dash) for lines, dash in kinds if lines]


def _fold_marks(media: Rect, block: Rect, *, outer: bool) -> list[Mark]:
    """Return ticks at the ends of the fold: beside the pages if possible, else on the cover."""
    x, roomy = media.w / 2, block.y >= _MIN_CUT_MARGIN
    if not roomy and not outer:
        return []
    depth = block.y - _MARK_GAP if roomy else block.y + _FOLD_TICK
    return [(x, 0.0, x, depth), (x, media.h - depth, x, media.h)]


def _cut_marks(block: Rect) -> list[Mark]:
    """Return cut marks at the corners of the pages, on the sides that have space for them."""
    lines: list[Mark] = []
    if block.y >= _MIN_CUT_MARGIN:
        for x in (block.x, block.right):
            lines.append((x, block.y - _MARK_GAP - _MARK_LENGTH, x, block.y - _MARK_GAP))
            lines.append((x, block.bottom + _MARK_GAP, x, block.bottom + _MARK_GAP + _MARK_LENGTH))
    if block.x >= _MIN_CUT_MARGIN:
        for y in (block.y, block.bottom):
            lines.append((block.x - _MARK_GAP - _MARK_LENGTH, y, block.x - _MARK_GAP, y))
            lines.append((block.right + _MARK_GAP, y, block.right + _MARK_GAP + _MARK_LENGTH, y))
    return lines


def _draw_lines(lines: list[Mark], dash: tuple[float, ...]) -> Path:
    builder = PathBuilder()
    for ax, ay, bx, by in lines:
        builder.move(ax, ay).line(bx, by)
    return Path(builder.done(), stroke=Stroke(INK, HAIRLINE, dash=dash))
