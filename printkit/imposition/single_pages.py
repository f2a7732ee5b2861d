"""Impose one drawing per page: on paper, or on pages with the size of a piece, one for each piece
or for each copy in a whole deck.

Single pieces are for print shops, virtual tables and images: a page has the size of the piece with
its bleed, and its cut and fold lines are in separate layers. The trim of a piece with an outline is
its bounding box. A whole deck has a page for each copy of a card, and the option `order` sets the
order of the sides.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from printkit.base import paper_sizes
from printkit.base.errors import PrintkitError, UsageError
from printkit.base.geometry import Matrix, Rect, half_rotation, translation
from printkit.base.paper_sizes import Size
from printkit.base.printer_profile import SHORT, TURNS
from printkit.base.sentences import Sentence
from printkit.graphics.display_list import (
    Group,
    Item,
    Path,
    Stroke,
    Symbol,
    Tag,
    TagStep,
    Use,
    transformed,
)
from printkit.graphics.measures import FINE
from printkit.graphics.path import rect_path
from printkit.imposition.grid import BOTH_DEPTH, RULER_MIN_SIZE, SLUG_MIN_SIZE
from printkit.imposition.marks import CUT_COLOUR, FOLD_COLOUR, cut_outlines, draw_ruler, draw_slug
from printkit.imposition.tiling import Region
from printkit.pieces.options import (
    BACK_FRONT,
    BLEED,
    DUPLEX,
    FILL,
    FRONT_BACK,
    FRONTS,
    FRONTS_THEN_BACKS,
    LAYOUT,
    MARGIN,
    NO_MARKS,
    ORDER,
    PAPER,
    PRINTER,
    PROOF,
    REGISTRATION,
    THEME,
)
from printkit.pieces.options import MARKS as MARKED
from printkit.pieces.pages import ART, CUT, FOLD, LABEL, MARKS, Cell, Layer, Page, SlugLine
from printkit.pieces.product import FULL_PAGE, LEAF, SINGLE_PIECES, WHOLE_DECK, Piece, RenderOptions
from printkit.pieces.protocols import ImposedPages, Imposition

# --- one drawing a page --------------------------------------------------------------------------

# The gap between the drawing and the strip of slug line and ruler.
_STRIP_GAP = 2.0
# The gap between slug line and ruler: side by side; one below the other.
_RULER_GAP, _STACK_GAP = 3.0, 0.6


# --- full pages ---------------------------------------------------------------------------------


def _divide_page(paper: Size, margin: float) -> tuple[Rect, Rect, Rect]:
    """Return the places of the drawing, the slug line and the ruler.

    Raises PrintkitError if the margin leaves no space.
    """
    width, (length, depth) = paper.w - 2 * margin, RULER_MIN_SIZE
    beside = width - length - _RULER_GAP
    is_wide = beside >= SLUG_MIN_SIZE[0]
    strip_depth = BOTH_DEPTH if is_wide else SLUG_MIN_SIZE[1] + _STACK_GAP + depth
    height = paper.h - 2 * margin - _STRIP_GAP - strip_depth
    if width < length or height <= 0:
        raise PrintkitError(
            Sentence(
                "A margin of {margin} mm leaves too little space on the paper {paper} for a "
                "page with its label and the 100 mm ruler.",
                margin=f"{margin:g}",
                paper=paper,
            ),
            hint="Use a larger --paper, or a smaller --margin.",
        )
    place = Rect(margin, margin, width, height)
    strip = Rect(margin, place.bottom + _STRIP_GAP, width, strip_depth)
    if is_wide:
        return place, strip._replace(w=beside), strip._replace(x=strip.right - length, w=length)
    ruler = strip._replace(y=strip.bottom - depth, h=depth)
    return place, strip._replace(h=SLUG_MIN_SIZE[1]), ruler


def full_page_area(paper: Size, margin: float) -> tuple[float, float]:
    """Return the width and height of the space for a drawing (mm).

    Raises PrintkitError if the margin leaves no space.
    """
    place = _divide_page(paper, margin)[0]
    return place.w, place.h


def full_pages(
    drawings: Sequence[Symbol],
    paper: Size,
    margin: float,
    slug: SlugLine,
    labels: Sequence[list[str]] = (),
) -> tuple[Page, ...]:
    """Return one page for each drawing. The ground is the paper itself, whatever the theme: a tint
    would cost ink and end in a white rim where the printer cannot print.

    `labels` are the slug lines of the pages, by default the slug lines of sheets printed on one
    side. Raises PrintkitError if a drawing does not fit.
    """
    place, label, ruler = _divide_page(paper, margin)
    media = Rect(0, 0, paper.w, paper.h)
    marks = Symbol("marks", tuple(draw_ruler(ruler)), media)
    pages: list[Page] = []
    for number, drawing in enumerate(drawings, 1):
        x = place.x + (place.w - drawing.box.w) / 2
        matrix = translation(x - drawing.box.x, place.y - drawing.box.y)
        if not place.contains(matrix.bounds(drawing.box)):
            raise PrintkitError(
                Sentence("The drawing “{key}” is larger than its page.", key=drawing.key)
            )
        lines = labels[number - 1] if labels else slug.lines(number, len(drawings), "alone")
        kind = "Sect" if drawing.tags else "Figure"
        step = TagStep(kind, number, "" if drawing.tags else drawing.title)
        layers = (
            Layer(ART, (Use(drawing, matrix),), tags=(Tag(0, 1, (step,)),)),
            Layer(LABEL, tuple(draw_slug(label, lines))),
            Layer(MARKS, (Use(marks),)),
        )
        pages.append(Page(media, media, media, layers, f"{number:02d}", lines[0]))
    return tuple(pages)


def _page_area(options: RenderOptions) -> tuple[float, float]:
    return full_page_area(paper_sizes.paper(options[PAPER]), options[MARGIN])


def _impose_full_pages(pieces: list[Piece], options: RenderOptions, slug: SlugLine) -> ImposedPages:
    drawings = [piece.front for piece in pieces for _ in range(piece.copies)]
    paper = paper_sizes.paper(options[PAPER])
    pages = full_pages(drawings, paper, options[MARGIN], slug)
    return ImposedPages(pages, len(pages), 0)


# --- leaves --------------------------------------------------------------------------------------

# The shorter side of paper that has both sides of a leaf beside each other (mm).
_DOUBLE = 280.0


def _leaf_paper(options: RenderOptions) -> Size:
    """Return the paper of leaves; large paper is in landscape."""
    paper = paper_sizes.paper(options[PAPER])
    return paper if paper.w < _DOUBLE or paper.w > paper.h else Size(paper.name, paper.h, paper.w)


def _leaf_area(options: RenderOptions) -> tuple[float, float]:
    return full_page_area(_leaf_paper(options), options[MARGIN])


def _impose_leaves(pieces: list[Piece], options: RenderOptions, slug: SlugLine) -> ImposedPages:
    """Impose pages for reading, with the back of each piece on the other side of its sheet.

    If sheets are not turned, backs are on separate sheets. A sheet that is turned over a horizontal
    axis has its back upside down.
    """
    paper, mode = _leaf_paper(options), options[DUPLEX]
    duplex = mode if mode in TURNS and any(piece.back is not None for piece in pieces) else None
    leaves = [piece for piece in pieces for _ in range(piece.copies)]
    drawings, labels, names = list[Symbol](), list[list[str]](), list[str]()
    for number, piece in enumerate(leaves, 1):
        for letter, word, side in (("a", "front", piece.front), ("b", "back", piece.back)):
            if side is not None:
                drawings.append(side)
                labels.append(slug.lines(number, len(leaves), word))
                names.append(f"{number:02d}{letter}")
    if duplex is None:
        count = len(drawings)
        labels = [slug.lines(number, count, "alone") for number in range(1, count + 1)]
        names = [f"{number:02d}" for number in range(1, count + 1)]
    pages = full_pages(drawings, paper, options[MARGIN], slug, labels)
    tumbled = duplex is not None and (duplex == SHORT) != (paper.w > paper.h)
    imposed = [
        _as_back(replace(page, name=name), turned=tumbled)
        if name.endswith("b")
        else replace(page, name=name)
        for page, name in zip(pages, names, strict=True)
    ]
    sheets = len(leaves) if duplex is not None else len(pages)
    return ImposedPages(tuple(imposed), sheets, 0, duplex)


def _as_back(page: Page, *, turned: bool) -> Page:
    """Return a page as the back of a sheet, upside down if it is `turned`."""
    if not turned:
        return replace(page, back=True)
    turn = half_rotation(page.media.w / 2, page.media.h / 2)
    layers = tuple(replace(layer, items=_turned(layer.items, turn)) for layer in page.layers)
    return replace(page, layers=layers, back=True)


def _turned(items: Sequence[Item], turn: Matrix) -> tuple[Item, ...]:
    """Return each item turned separately, so that the indices in tags stay valid."""
    return tuple(transformed([item], turn) for item in items)


# --- single pieces ------------------------------------------------------------------------------


def single_piece_pages(
    pieces: Sequence[Piece], bleed: float, *, proof: bool = False
) -> tuple[Page, ...]:
    """Return a page for each front in order, then for each distinct back.

    `proof` shows the cut and fold lines.
    """
    pages = [piece_page(piece, piece.id, piece.title, bleed, proof) for piece in pieces]
    seen: list[Symbol] = []
    for piece in pieces:
        if piece.back is not None and piece.back not in seen:
            seen.append(piece.back)
            name, title = piece.back.key, piece.back.title
            pages.append(piece_page(piece, name, title, bleed, proof, back=True))
    return tuple(pages)


def die_lines(piece: Piece, trim: Rect) -> dict[str, list[Item]]:
    """Return the cut and fold lines of a piece by layer, for a trim on the page."""
    place = translation(*trim.centre)
    lines: dict[str, list[Item]] = {CUT: list(cut_outlines([trim], [piece.shape]))}
    if piece.outline:
        lines[CUT] = [transformed([Path(piece.outline, stroke=Stroke(CUT_COLOUR, FINE))], place)]
    if piece.folds:
        dashes = Stroke(FOLD_COLOUR, FINE, dash=(3.0, 1.5))
        lines[FOLD] = [transformed([Path(piece.folds, stroke=dashes)], place)]
    return lines


def piece_page(
    piece: Piece, name: str, title: str, bleed: float, proof: bool = False, *, back: bool = False
) -> Page:
    """Return one side of a piece as a page with the size of its trim and bleed (mm)."""
    whole = Rect(-piece.width / 2, -piece.height / 2, piece.width, piece.height)
    box = Region(piece.outline).box if piece.outline else whole
    by = min(bleed, piece.bleed_extent)
    trim = Rect(by, by, box.w, box.h)
    media = Rect(0, 0, box.w + 2 * by, box.h + 2 * by)
    x, y = by - box.x, by - box.y
    cell = Cell(trim, piece, back)
    layers = [Layer(ART, (Group((Use(cell.symbol, translation(x, y)),), clip=rect_path(media)),))]
    if not back:  # pieces are cut from the front
        lines = die_lines(piece, whole.moved(x, y))
        layers += [Layer(layer, tuple(items), proof) for layer, items in lines.items()]
    return Page(media, media, trim, tuple(layers), name, title, int(not back), back, (cell,))


def _impose_single_pieces(
    pieces: list[Piece], options: RenderOptions, slug: SlugLine
) -> ImposedPages:
    pages = single_piece_pages(pieces, options[BLEED], proof=options[PROOF])
    return ImposedPages(pages, 0, 0)  # without paper there are no sheets and no cuts


FULL_PAGES = Imposition(FULL_PAGE, _impose_full_pages, (THEME, PAPER, MARGIN, PRINTER), _page_area)
LEAVES = Imposition(LEAF, _impose_leaves, (THEME, PAPER, MARGIN, DUPLEX, PRINTER), _leaf_area)
SINGLE_PAGES = Imposition(SINGLE_PIECES, _impose_single_pieces, (BLEED, PROOF, LAYOUT))


# --- a whole deck --------------------------------------------------------------------------------


def whole_deck_pages(
    pieces: Sequence[Piece], bleed: float, order: str, *, fill: int = 0, proof: bool = False
) -> tuple[Page, ...]:
    """Return both sides of every copy: `001-front`, `001-back` and so on, in one of the orders.

    If any piece has a back, pieces without one get a blank page, so that no card gets the back of
    another. With `FRONTS`, the fronts are followed by each distinct back once, as `back-1` and so
    on. Blank cards are added until there are `fill` cards. Raises UsageError if there are already
    more.
    """
    copies = [piece for piece in pieces for _ in range(piece.copies)]
    if fill and fill < len(copies):
        raise UsageError(
            Sentence(
                "{count} cards are more than --fill {fill} allows.", count=len(copies), fill=fill
            ),
            hint="--fill is the number of cards in the product that the shop sells.",
        )
    spare = range(len(copies) + 1, fill + 1)
    fronts = [
        piece_page(piece, f"{number:03d}-front", f"{number:03d} · {piece.title}", bleed, proof)
        for number, piece in enumerate(copies, 1)
    ]
    fronts += [_blank_page(fronts[0], f"{number:03d}-front") for number in spare]
    if order == FRONTS:
        backed = list({id(piece.back): piece for piece in pieces if piece.back}.values())
        return (*fronts, *(_back(one, f"back-{i}", bleed) for i, one in enumerate(backed, 1)))
    if all(piece.back is None for piece in pieces):
        return tuple(fronts)
    backs = [_back(piece, f"{number:03d}-back", bleed) for number, piece in enumerate(copies, 1)]
    backs += [_blank_page(backs[0], f"{number:03d}-back", back=True) for number in spare]
    if order == FRONTS_THEN_BACKS:
        return (*fronts, *backs)
    sides = (backs, fronts) if order == BACK_FRONT else (fronts, backs)
    return tuple(page for card in zip(*sides, strict=True) for page in card)


def _back(piece: Piece, name: str, bleed: float) -> Page:
    """Return the back of a piece, or a blank page."""
    if piece.back is not None:
        title = f"{name.replace('back', '').strip('-')} · {piece.back.title or name}"
        return piece_page(piece, name, title, bleed, back=True)
    return _blank_page(piece_page(piece, name, piece.title, bleed), name, back=True)


def _blank_page(like: Page, name: str, *, back: bool = False) -> Page:
    """Return an empty page with the size of another page."""
    return replace(like, layers=(), cells=(), cards=0, back=back, name=name, title=name)


def _impose(pieces: list[Piece], options: RenderOptions, slug: SlugLine) -> ImposedPages:
    if options[MARKED] == REGISTRATION:
        raise UsageError(
            "A deck without sheets has no registration marks.",
            hint="Use --layout sheets, or omit --marks.",
        )
    order = options[ORDER] or FRONT_BACK
    pages = whole_deck_pages(
        pieces, options[BLEED], order, fill=options[FILL] or 0, proof=options[PROOF]
    )
    if options[MARKED] == NO_MARKS:
        pages = tuple(replace(page, layers=page.layers[:1]) for page in pages)
    # Without paper there are no sheets and no cuts.
    return ImposedPages(pages, 0, 0, apart=order == FRONTS_THEN_BACKS)


DECK_PAGES = Imposition(WHOLE_DECK, _impose, (BLEED, PROOF, LAYOUT, ORDER, FILL, MARKED))
