"""Impose large pieces on tiled pages, with a page that shows how to assemble them.

A piece that fits is in the middle of its page, with its back on the other side. Copies of a piece
that has neither back nor outline share a page. An assembly page precedes the tiles of a piece.
Tiles have no backs, and a product with a tiled piece is printed on one side.

The assembly page has the tiles' paper and orientation. It shows the whole piece to scale with the
edges and names of its tiles, the steps, and an enlarged seam.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial, reduce
from itertools import product
from operator import itemgetter

import msgspec
from msgspec.structs import replace

from printkit.base import paper_sizes
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Matrix, Rect, format_mm, format_size, scaling, translation
from printkit.base.messages import translate
from printkit.base.options import LENGTH, Option
from printkit.base.printer_profile import LONG, TURNS
from printkit.base.sentences import Sentence, capitalise
from printkit.graphics.display_list import (
    OUTLINED,
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
from printkit.graphics.fonts import TITLE, TITLE_BOLD
from printkit.graphics.measures import BOLD, FINE, LINE, MIN_TEXT_SIZE
from printkit.graphics.path import PathBuilder, PathData, Point, rect_path
from printkit.graphics.small_text import without_small_text
from printkit.imposition.grid import (
    SHEET_OPTIONS,
    SheetGrid,
    SheetSpec,
    grid_candidates,
    margin_strips,
    orientations,
    sheet_spec,
)
from printkit.imposition.marks import (
    INK,
    corner_guides,
    crop_marks,
    cut_lines,
    cut_outlines,
    draw_ruler,
    draw_slug,
    registration_marks,
    safe_outlines,
)
from printkit.imposition.marks import PAPER as PAPER_COLOUR
from printkit.imposition.sheets import back_place, place_matrix
from printkit.imposition.single_pages import die_lines
from printkit.imposition.tiling import (
    FOLD_DASH,
    OUTLINE_DASH,
    Region,
    Tile,
    Tiling,
    dashed_lines,
    find_tiling,
    tile_marks,
)
from printkit.layout.blocks import ListItem, Paragraph, Stack, StackPart
from printkit.layout.fit_text import FitStyle, require_text, shrink_line, text_line, text_width
from printkit.layout.fitting import ColumnArea, Layout, fit, sizes_between
from printkit.layout.records import RAGGED, Overflow, Span, TextStyle
from printkit.pieces.options import MARGIN, NO_MARKS, PAPER
from printkit.pieces.pages import (
    ART,
    CORNERS,
    CUT,
    FOLD,
    LABEL,
    MARKS,
    SAFE,
    Cell,
    Layer,
    Page,
    SlugLine,
)
from printkit.pieces.product import TILED_PAGES, Piece, RenderOptions
from printkit.pieces.protocols import ImposedPages, Imposition

# --- the assembly page ---------------------------------------------------------------------------

_MAX_STEP_SIZE, _SIZE_STEP = 3.9, 0.1
# The leading of the steps, from the top of a line to its baseline, and from there to its foot (em).
_LEADING, _ASCENT, _DESCENT = 1.32, 0.72, 0.25
_BELOW_LAST = _LEADING - _ASCENT - _DESCENT
# The strip of title and subtitle; the gap between picture, steps and slug line.
_HEAD_HEIGHT, _GAP = 17.0, 7.0
_MIN_PICTURE = 25.0
# The size of an enlarged seam.
SEAM = (58.0, 32.0)
# The paper around the edges of tiles.
_HALO = 0.8
# The greatest size of a tile's name (mm per em).
_MAX_NAME = 5.6
# The padding of a plate around a tile's name (em): the least and the greatest at the sides; the
# distances up and down from its middle.
_PLATE_PADDING = ((0.15, 0.45), (0.5, 0.65))


def assembly_page(
    piece: Piece, tiling: Tiling, slug: SlugLine, label: list[str], name: str
) -> Page:
    """Return the assembly page `name` with a slug line from `label`.

    Raises PrintkitError if the paper has no space for it.
    """
    language, foot, space = slug.language, tiling.foot, tiling.printable
    body = Rect(space.x, space.y + _HEAD_HEIGHT, space.w, foot.top - _GAP - space.y - _HEAD_HEIGHT)
    parts = _divide_page(assembly_steps(piece, tiling, language), body, tiling, language)
    items = [
        *_draw_heading(piece, tiling, slug),
        *_draw_picture(piece, tiling, language, parts.picture),
        *(draw_seam(tiling, parts.seam) if parts.seam else ()),
        parts.steps,
    ]
    layers = (
        Layer(ART, tuple(items)),
        Layer(LABEL, tuple(draw_slug(foot.label, label))),
        Layer(MARKS, tuple(draw_ruler(foot.ruler))),
    )
    media = tiling.media
    return Page(media, media, media, layers, name, label[0])


StepSetter = Callable[..., Layout | None]


class _PageParts(msgspec.Struct, frozen=True):
    """The places of the picture, the steps and the seam on the page; the seam is None if it does
    not fit.
    """

    picture: Rect
    steps: Group
    seam: Rect | None


def _divide_page(texts: list[str], body: Rect, tiling: Tiling, language: str) -> _PageParts:
    """Place the steps beside the picture, or below it on an upright page.

    Smaller steps leave more space for the tiles and their names. Raises PrintkitError if they do
    not fit.
    """
    divide = _place_beside if body.w > body.h else _place_below
    for largest, seam_high in product((_MAX_STEP_SIZE, MIN_TEXT_SIZE), (SEAM[1], None)):
        parts = divide(partial(_set_steps, texts, language=language), body, seam_high, largest)
        if not parts:
            continue
        if _name_size(tiling, _fit_picture(tiling, parts.picture)) >= MIN_TEXT_SIZE - 1e-9:
            return parts
    raise PrintkitError(
        Sentence(
            "The paper has no room for the page that shows how to join {tiles} tiles.",
            tiles=len(tiling.tiles),
        ),
        hint="Use a larger --paper or a smaller --margin.",
    )


def _place_beside(
    set_steps: StepSetter, body: Rect, seam_height: float | None, max_size: float
) -> _PageParts | None:
    width = max(SEAM[0], body.w * 0.36)
    column = Rect(body.right - width, body.y, width, body.h)
    taken = seam_height + _GAP if seam_height else 0.0
    layout = set_steps(column._replace(h=column.h - taken), max_size=max_size)
    picture = body._replace(w=body.w - width - _GAP)
    if layout is None or picture.w < _MIN_PICTURE:
        return None
    place = Rect(column.x, column.y + _steps_height(layout) + _GAP, *SEAM) if seam_height else None
    return _PageParts(picture, Group(layout.items, translation(column.x, column.y)), place)


def _place_below(
    set_steps: StepSetter, body: Rect, seam_height: float | None, max_size: float
) -> _PageParts | None:
    width = body.w - SEAM[0] - _GAP if seam_height else body.w
    layout = set_steps(Rect(body.x, 0, width, body.h * 0.5), max_size=max_size)
    if layout is None:
        return None
    height = max(_steps_height(layout), seam_height or 0.0)
    place = Rect(body.right - SEAM[0], body.bottom - height, *SEAM) if seam_height else None
    picture = body._replace(h=body.h - height - _GAP)
    if picture.h < _MIN_PICTURE:
        return None
    steps = Group(layout.items, translation(body.x, body.bottom - height))
    return _PageParts(picture, steps, place)


# --- words --------------------------------------------------------------------------------------


def assembly_steps(piece: Piece, tiling: Tiling, language: str) -> list[str]:
    """Return the instructions for assembling the tiles, one text for each step."""

    def message(key: str, **values: object) -> str:
        return translate(language, f"tiling.{key}", **values)

    tiles = message("tiles", count=len(tiling.tiles))
    if piece.copies > 1:
        tiles = message("times", copies=piece.copies, tiles=tiles)
    first = tiling.tiles[0].name
    size = _format_size(language, tiling.trim)
    overlap = f"{format_mm(tiling.overlap)}\u00a0mm".replace(".", message("point"))
    result = [message("print", tiles=tiles), message("lay")]
    if tiling.overlap:
        result += [message("cut"), message("glue", first=first, overlap=overlap)]
    else:
        result += [message("cut-all"), message("join", first=first)]
    result.append(message("outline") if piece.outline else message("trim", size=size))
    if piece.back is not None:
        result.append(message("back"))
    return result


def _format_size(language: str, rect: Rect) -> str:
    size = format_size(round(rect.w, 1), round(rect.h, 1)).replace(" ", "\u00a0")
    return size.replace(".", translate(language, "tiling.point"))


def _draw_heading(piece: Piece, tiling: Tiling, caption: SlugLine) -> list[Item]:
    """Draw the name of the piece; below it are the game, the title of the page, the number of
    tiles, their columns and rows, and the size.
    """
    space, language = tiling.printable, caption.language
    count = translate(language, "tiling.tiles", count=len(tiling.tiles))
    grid = translate(language, "tiling.grid", columns=tiling.columns, rows=tiling.rows)
    size = _format_size(language, tiling.trim)
    below = "\u00a0· ".join(
        (caption.game, translate(language, "tiling.assembly"), count, grid, size)
    )
    name = capitalise(piece.title)
    return [
        shrink_line(TITLE_BOLD, name, space.x, space.y + 6.2, 8.0, space.w, INK),
        shrink_line(TITLE, below, space.x, space.y + 12.2, 4.0, space.w, INK),
    ]


def _set_steps(texts: list[str], box: Rect, language: str, max_size: float) -> Layout | None:
    """Set the numbered steps as large as the box allows. Return None if they do not fit."""
    parts = []
    for i, text in enumerate(texts, 1):
        body = Paragraph((Span(text, TITLE, INK),), RAGGED, hyphenate=False)
        item = ListItem(partial(_number_mark, f"{i}."), body, 1.6, f"{i}.")
        parts.append(StackPart(item, space_before=0.5 / _LEADING))

    def area(size: float) -> ColumnArea:
        return ColumnArea(box.w, box.h + _BELOW_LAST * size)

    sizes = sizes_between(MIN_TEXT_SIZE, max_size, _SIZE_STEP)
    layout = fit(Stack(tuple(parts)), area, partial(_step_style, language), sizes)
    return None if isinstance(layout, Overflow) or box.h <= 0 else layout


def _step_style(language: str, size: float) -> TextStyle:
    return TextStyle(
        size, _LEADING * size, language, baseline=_ASCENT / _LEADING, render_mode=OUTLINED
    )


def _number_mark(number: str, style: TextStyle, height: float) -> tuple[Item, ...]:
    """Draw the number of a step on the baseline of its first line."""
    return (text_line(TITLE_BOLD, number, 0.0, _ASCENT * style.size, style.size, INK),)


def _steps_height(layout: Layout) -> float:
    """Return the height of the steps, without the leading below their last line."""
    return layout.height - _BELOW_LAST * layout.style.size


# --- the picture --------------------------------------------------------------------------------


def _draw_picture(piece: Piece, tiling: Tiling, language: str, box: Rect) -> list[Item]:
    """Draw the piece to scale, with the edges and names of its tiles."""
    matrix = _fit_picture(tiling, box)
    area = tiling.trim.inset(-tiling.bleed)
    rim = piece.outline or rect_path(tiling.trim)
    front = without_small_text(piece.front, matrix.scale, bars=True)
    items: list[Item] = [
        Group((Use(front, matrix),), clip=rim.transformed(matrix)),
        Path(rim.transformed(matrix), stroke=Stroke(INK, FINE)),
        *_draw_up_arrow(language, matrix.bounds(area)),
    ]
    covered, edges = PathBuilder(), PathBuilder()
    for tile in tiling.tiles:
        _add_edges(tiling, tile, edges, covered)
    edge, under = edges.done().transformed(matrix), covered.done().transformed(matrix)
    items.append(Path(under + edge, stroke=Stroke(PAPER_COLOUR, _HALO)))
    items.append(Path(edge, stroke=Stroke(INK, LINE)))
    if under.steps:
        items.append(Path(under, stroke=Stroke(INK, FINE, dash=(2.0, 1.2))))
    size = _name_size(tiling, matrix)
    for tile in tiling.tiles:
        items += _draw_plate(tile.name, matrix.bounds(uncovered_part(tiling, tile)), size)
    return items


def _fit_picture(tiling: Tiling, box: Rect) -> Matrix:
    """Return the matrix from the piece to its picture, at the top of the box."""
    area = tiling.trim.inset(-tiling.bleed)
    space = box.outset(-_HALO, -5.5, -_HALO, -_HALO)
    k = min(space.w / area.w, space.h / area.h, 1.0)
    x, y = space.x + (space.w - area.w * k) / 2, space.y
    return scaling(k).then(translation(x - area.x * k, y - area.y * k))


def _name_size(tiling: Tiling, matrix: Matrix) -> float:
    """Return the largest size of names (mm per em) at which no two plates meet."""
    size = _MAX_NAME
    for tile in tiling.tiles:
        place = matrix.bounds(uncovered_part(tiling, tile))
        size = min(size, max(MIN_TEXT_SIZE, 0.4 * place.h))
        if tiling.columns > 1:
            size = min(
                size, place.w / (text_width(TITLE_BOLD, tile.name, 1.0) + 2 * _PLATE_PADDING[0][0])
            )
        if tiling.rows > 1:
            size = min(size, place.h / (2 * _PLATE_PADDING[1][0]))
    return size


def uncovered_part(tiling: Tiling, tile: Tile) -> Rect:
    """Return the part of a tile that its right and lower neighbours do not cover."""
    by = tiling.overlap
    return tile.window.outset(0, 0, -by * tile.right, -by * tile.below)


def _add_edges(tiling: Tiling, tile: Tile, edges: PathBuilder, covered: PathBuilder) -> None:
    """Add the visible edges of a tile, and the edges that its neighbours cover."""
    seen, window = uncovered_part(tiling, tile), tile.window
    edges.move(seen.x, seen.bottom).line(seen.x, seen.y).line(seen.right, seen.y)
    if not tile.right or tiling.overlap:
        builder = covered if tile.right else edges
        builder.move(window.right, seen.y).line(window.right, seen.bottom)
    if not tile.below or tiling.overlap:
        builder = covered if tile.below else edges
        builder.move(seen.x, window.bottom).line(seen.right, window.bottom)


def _draw_plate(name: str, place: Rect, size: float) -> list[Item]:
    """Draw a tile's name on a plate of paper in the middle of a place."""
    (x, y), width = place.centre, text_width(TITLE_BOLD, name, size)
    (least_x, most_x), (least_y, most_y) = ((a * size, b * size) for a, b in _PLATE_PADDING)
    across = max(least_x, min(most_x, (place.w - width) / 2 - _HALO))
    down = max(least_y, min(most_y, place.h / 2 - _HALO))
    plate = Rect(x - width / 2, y, width, 0).outset(across, down, across, down)
    edge = PathBuilder().rounded(plate, 0.3 * size).done()
    return [
        Path(edge, fill=PAPER_COLOUR, stroke=Stroke(INK, FINE)),
        text_line(TITLE_BOLD, name, x, y + 0.35 * size, size, INK, align=0.5),
    ]


def _draw_up_arrow(language: str, whole: Rect) -> list[Item]:
    """Draw an arrow with its caption above the middle of the picture."""
    x, y, size = whole.centre[0], whole.y - 1.6, 3.2
    words = translate(language, "tiling.top")
    width = text_width(TITLE, words, size)
    tip = PathBuilder().arrowhead(x - width / 2 - 2, y - 2.2, 0, 2.2, 1.0)
    return [Path(tip.done(), fill=INK), text_line(TITLE, words, x, y, size, INK, align=0.5)]


# --- the seam -----------------------------------------------------------------------------------


def draw_seam(tiling: Tiling, place: Rect) -> list[Item]:
    """Draw an enlarged seam between the first two tiles that are side by side or, if there are
    none, one above the other.

    With an overlap, the second tile loses its margin and is moved over the strip of the first.
    Without one, both lose their margins.
    """
    beside = any(tile.right for tile in tiling.tiles)
    first = next(t for t in tiling.tiles if (t.right if beside else t.below))
    second = tiling.at[(first.column + 1, first.row) if beside else (first.column, first.row + 1)]
    # Across the seam: tile, gap, strip, margin; along it: tile, offset. Then the size of names.
    tile, gap, strip, margin = (23.0, 12.0, 6.0, 3.5) if beside else (12.0, 7.6, 4.0, 2.4)
    along, offset, size = (27.0, 4.0, 6.0) if beside else (34.0, 4.0, 4.5)
    strip *= tiling.overlap > 0
    across, height = 2 * tile + gap, along + offset
    w, h = (across, height) if beside else (height, across)
    x, y = place.right - w - LINE / 2, place.y + (SEAM[1] - h) / 2

    def at(u: float, v: float) -> Point:
        """Return the point with the coordinates u across the seam and v along the seam."""
        return (x + u, y + v) if beside else (x + v, y + u)

    def outline(u: float, v: float, width: float) -> list[Point]:
        corners = [(u, v), (u + width, v), (u + width, v + along), (u, v + along)]
        return [at(*corner) for corner in corners]

    def add_arrowhead(builder: PathBuilder, u: float, v: float, base: float) -> None:
        away = (base, 0.0) if beside else (0.0, base)
        builder.arrowhead(*at(u, v), *away, 0.55 * abs(base))

    def draw_name(name: str, u: float, v: float) -> Item:
        left, low = at(u, v)
        return text_line(TITLE_BOLD, name, left, low + 0.35 * size, size, INK, align=0.5)

    start, edge, middle = tile + gap, tile - strip, height / 2
    dashed, triangles, arrow, head = (PathBuilder() for _ in range(4))
    dashed.polyline(outline(start, 0, -margin))
    if strip:
        dashed.polyline([at(edge, offset), at(edge, offset + along)])
        for share in (0.2, 0.8):
            add_arrowhead(triangles, tile - strip / 2 + 1, offset + share * along, -2.0)
    else:
        dashed.polyline(outline(tile, offset, margin))
    arrow.polyline([at(start - margin - 0.7, middle), at(edge + 2.2, middle)])
    add_arrowhead(head, edge + 0.7, middle, 1.8)
    lower = PathBuilder().polygon(outline(0, offset, tile)).done()
    upper = PathBuilder().polygon(outline(start, 0, tile)).done()
    items: list[Item] = [
        Path(lower, fill=PAPER_COLOUR, stroke=Stroke(INK, LINE)),
        Path(dashed.done(), stroke=Stroke(INK, FINE, dash=(1.6, 1.0))),
        Path(upper, fill=PAPER_COLOUR, stroke=Stroke(INK, LINE)),
        Path(arrow.done(), stroke=Stroke(INK, BOLD)),
        Path(head.done(), fill=INK),
        draw_name(first.name, edge / 2, offset + along / 2),
        draw_name(second.name, start + tile / 2, along / 2),
    ]
    if strip:
        items.append(Path(triangles.done(), fill=PAPER_COLOUR, stroke=Stroke(INK, FINE)))
    return items


# --- tiled pages ---------------------------------------------------------------------------------

TILE_OVERLAP: Option[float] = Option("tile-overlap", LENGTH, "paper", 10.0, minimum=0, maximum=30)
_TILE_NAME = FitStyle(TITLE_BOLD, 6.2, 2.2)


def tile_pieces(
    pieces: Sequence[Piece], spec: SheetSpec, overlap: float, slug: SlugLine
) -> ImposedPages:
    """Impose the pieces in turn. Raises PrintkitError if the paper is too small."""
    alone = any(piece.back for piece in pieces)
    plans: list[tuple[Piece, SheetSpec, SheetGrid | Tiling]] = []
    for piece in pieces:
        own = replace(spec, bleed=min(spec.bleed, piece.bleed_extent))
        grid = None if alone else _copies_grid(piece, own)
        if piece.copies:
            plans.append((piece, own, grid or _choose_layout(piece, own, overlap)))
    if not plans:
        raise PrintkitError("There is nothing to print.", hint="Give a piece at least one copy.")
    whole = all(isinstance(plan, SheetGrid) for *_, plan in plans)
    backs = whole and spec.duplex in TURNS and any(piece.back for piece, *_ in plans)
    count = sum(_count_sheets(piece, plan) for piece, _, plan in plans)
    pages: list[Page] = []
    number = 1
    for piece, own, plan in plans:
        pages += _PageBuilder(piece, own, slug, count, backs).pages(plan, number)
        number += _count_sheets(piece, plan)
    cuts = sum(_count_cuts(piece, plan) for piece, _, plan in plans)
    return ImposedPages(tuple(pages), count, cuts, spec.duplex if backs else None)


def _copies_grid(piece: Piece, spec: SheetSpec) -> SheetGrid | None:
    """Return the fullest grid of copies of a piece with straight edges.

    Return None if two copies do not fit on a sheet.
    """
    if piece.copies < 2 or piece.outline or piece.folds or piece.cut_guides:
        return None
    best: SheetGrid | None = None
    flat = replace(spec, duplex=LONG)
    for grid in grid_candidates(flat, piece.width, piece.height):
        if 1 < grid.capacity <= piece.copies and (best is None or grid.capacity > best.capacity):
            best = grid if margin_strips(grid, spec.bleed) else best
    return best


def _choose_layout(piece: Piece, spec: SheetSpec, overlap: float) -> SheetGrid | Tiling:
    """Return the place of a piece on the paper, or its tiles if it does not fit."""
    whole: list[tuple[bool, SheetGrid]] = []
    for media in orientations(spec.paper, spec.marks):
        printable, area = media.inset(spec.margin), spec.area(media)
        for place in _candidate_places(piece, media, area):
            size = (1, 1, piece.width, piece.height, 0.0)
            grid = SheetGrid(media, printable, *size, place, None, spec.marks)
            strips = margin_strips(grid, spec.bleed)
            if area.contains(place) and strips:
                whole.append((strips.is_whole, grid))
    if whole:
        return max(whole, key=itemgetter(0))[1]
    trim = Rect(-piece.width / 2, -piece.height / 2, piece.width, piece.height)
    region = Region(piece.outline) if piece.outline else None
    return find_tiling(trim, region, spec.paper, spec.margin, spec.bleed, overlap)


def _candidate_places(piece: Piece, media: Rect, available: Rect) -> list[Rect]:
    """Return the candidate places of a piece: in the middle; without a back also at head and left.

    At head or left, a single strip of the margin has space for slug line and ruler.
    """
    x, y = (media.w - piece.width) / 2, (media.h - piece.height) / 2
    corners = [(x, y)] if piece.back else [(x, y), (x, available.y), (available.x, y)]
    return [Rect(*corner, piece.width, piece.height) for corner in corners]


def _count_sheets(piece: Piece, plan: SheetGrid | Tiling) -> int:
    """Return the number of sheets, assembly page included."""
    if isinstance(plan, SheetGrid):
        return -(-piece.copies // plan.capacity)
    tiles = len(plan.tiles)
    return piece.copies * tiles + (tiles > 1)


def _count_cuts(piece: Piece, plan: SheetGrid | Tiling) -> int:
    """Return the number of straight cuts of all copies; touching copies share one."""
    if isinstance(plan, SheetGrid) and plan.capacity > 1:
        return sum(
            cut_lines(_copy_cells(plan, count)).count for count in _copies_per_sheet(piece, plan)
        )
    outline = piece.needed or piece.outline
    own = _count_edges(outline) if outline else 4
    return piece.copies * (own + (plan.cuts if isinstance(plan, Tiling) else 0))


def _copies_per_sheet(piece: Piece, grid: SheetGrid) -> list[int]:
    """Return the number of copies on each sheet."""
    full, rest = divmod(piece.copies, grid.capacity)
    return [grid.capacity] * full + [rest] * bool(rest)


def _copy_cells(grid: SheetGrid, count: int) -> list[Rect]:
    """Return the trims of `count` copies on a sheet."""
    return [grid.cell(i) for i in range(count)]


def _count_edges(outline: PathData) -> int:
    """Return the number of straight lines of an outline, closing lines of length 0 excluded."""
    edges, i = 0, 0
    start: tuple[float, ...] = ()
    for step in outline.steps:
        if step == "Z":
            edges += outline.coords[i - 2 : i] != start
            continue
        i += 6 if step == "C" else 2
        edges += step == "L"
        start = outline.coords[i - 2 : i] if step == "M" else start
    return edges


class _PageBuilder(msgspec.Struct, frozen=True):
    """Builds the pages of a piece; `count` is the number of all sheets of the product."""

    piece: Piece
    spec: SheetSpec
    caption: SlugLine
    count: int
    backs: bool

    def pages(self, plan: SheetGrid | Tiling, number: int) -> Iterator[Page]:
        """Yield all pages; sheets are numbered from `number`."""
        if isinstance(plan, Tiling):
            yield from self._tiled_pages(plan, number)
            return
        for i, count in enumerate(_copies_per_sheet(self.piece, plan), number):
            yield self._front_page(plan, i, count)
            if self.backs:
                yield self._back_page(plan, i)

    # --- pieces that fit --------------------------------------------------------------------

    def _front_page(self, grid: SheetGrid, number: int, count: int) -> Page:
        trims = _copy_cells(grid, count)
        block = reduce(Rect.union, trims)
        side, name = ("front", f"{number:02d}a") if self.backs else ("alone", f"{number:02d}")
        words = self._slug_texts(number, side)
        window = self._visible_area(grid, block)
        art: list[Item] = []
        for trim in trims:  # the bleed ends halfway to a neighbour
            own = trim.inset(-min(self.spec.bleed, grid.gap / 2)) if grid.capacity > 1 else window
            shown = _extend_to_window(own, trim, block, window)
            art.append(_clip_drawing(self.piece.front, translation(*trim.centre), shown))
        lines = [*self._own_lines(trims[0], window), *registration_marks(grid)]
        layers = (
            Layer(ART, tuple(art)),
            *self._margin_layers(grid, trims, words, lines),
            *self._guide_layers(trims, window),
        )
        cells = tuple(Cell(trim, self.piece, back=False) for trim in trims)
        page = Page(grid.media, window, block, layers, name, words[0], count, False, cells)
        return page.as_picture() if grid.marks == NO_MARKS else page

    def _back_page(self, grid: SheetGrid, number: int) -> Page:
        """Return the other side, which is empty for a piece without a back."""
        trim, turned = back_place(grid, grid.block, self.spec.duplex)
        words = self._slug_texts(number, "back")
        window = self._visible_area(grid, trim)
        art: tuple[Item, ...] = ()
        cells: tuple[Cell, ...] = ()
        if self.piece.back is not None:
            matrix = place_matrix(trim, turned=turned)
            art = (_clip_drawing(self.piece.back, matrix, window),)
            cells = (Cell(trim, self.piece, back=True),)
        # Outlines are cut from the front.
        layers = (Layer(ART, art), *self._margin_layers(grid, [trim], words, []))
        name = f"{number:02d}b"
        page = Page(grid.media, window, trim, layers, name, words[0], 0, True, cells)
        return page.as_picture() if grid.marks == NO_MARKS else page

    def _visible_area(self, grid: SheetGrid, trim: Rect) -> Rect:
        """Return the trim with its bleed inside the printable area."""
        return trim.inset(-self.spec.bleed).intersection(grid.printable)

    def _margin_layers(
        self, grid: SheetGrid, trims: list[Rect], words: list[str], lines: list[Item]
    ) -> tuple[Layer, ...]:
        """Return layers with the slug line, the ruler and the cut marks; a piece with an outline
        has no marks.
        """
        free = margin_strips(grid, self.spec.bleed)
        assert free is not None
        if not self.piece.outline:
            lines = [*lines, *crop_marks(grid, cut_lines(trims), self.spec.bleed, free)]
        return (
            Layer(LABEL, tuple(draw_slug(free.label, words))),
            Layer(MARKS, (*lines, *draw_ruler(free.ruler))),
        )

    # --- pieces in tiles --------------------------------------------------------------------

    def _tiled_pages(self, tiling: Tiling, number: int) -> Iterator[Page]:
        """Yield the assembly page, then the tiles of each copy."""
        piece = self.piece
        region = Region(piece.outline) if piece.outline else None
        if len(tiling.tiles) > 1:
            words = self._slug_texts(number, "alone")
            yield assembly_page(piece, tiling, self.caption, words, f"{number:02d}")
            number += 1
        for i, tile in enumerate(tiling.tiles * piece.copies, number):
            yield self._tile_page(tiling, tile, region, i)

    def _tile_page(self, tiling: Tiling, tile: Tile, region: Region | None, number: int) -> Page:
        offset = tiling.place(tile)
        window, trim = tile.window.moved(*offset), tiling.trim.moved(*offset)
        move = translation(*offset)
        words = self._slug_texts(number, "alone")
        title, name = words[0], f"{number:02d}"
        named = draw_slug(tiling.foot.label, words)
        if len(tiling.tiles) > 1:
            title, name = f"{tile.name}\u00a0· {title}", f"{name}-{tile.name.lower()}"
            named += require_text(tile.name, _TILE_NAME, tiling.foot.name, INK)
        marks = transformed(tile_marks(tiling, tile, region, self.caption.language), move)
        own = self._own_lines(trim, window)
        shown = Tag(0, 1, (TagStep("Figure", name, title),))
        layers = (
            Layer(ART, (_clip_drawing(self.piece.front, move, window),), tags=(shown,)),
            Layer(LABEL, tuple(named)),
            Layer(MARKS, (*own, marks, *draw_ruler(tiling.foot.ruler))),
            *self._guide_layers([trim], window),
        )
        # A piece counts once: on its first tile.
        cards = int(tile == tiling.tiles[0])
        return Page(tiling.media, window, trim.intersection(window), layers, name, title, cards)

    # --- both -------------------------------------------------------------------------------

    def _slug_texts(self, number: int, side: str) -> list[str]:
        """Return the slug lines, from the longest to the shortest, with the name of the piece."""
        product, title = self.caption.product, self.piece.title

        def lines(name: str) -> list[str]:
            return replace(self.caption, product=name).lines(number, self.count, side)

        if title.casefold().startswith(product.casefold()):
            return lines(title)
        full, *short = lines(f"{product}\u00a0· {title}")
        return [full, lines(title)[0], *short]

    def _own_lines(self, trim: Rect, window: Rect) -> list[Item]:
        """Draw the guides of the piece, or without guides its outline and folds, clipped to the
        window.
        """
        lines: list[Item] = list(self.piece.cut_guides)
        if self.piece.folds and not self.piece.cut_guides:
            lines += dashed_lines(self.piece.folds, FOLD_DASH)
        if self.piece.outline and not self.piece.cut_guides:
            lines += dashed_lines(self.piece.outline, OUTLINE_DASH)
        if not lines:
            return []
        return [Group((transformed(lines, translation(*trim.centre)),), clip=rect_path(window))]

    def _guide_layers(self, trims: list[Rect], window: Rect) -> tuple[Layer, ...]:
        """Return layers with the corners, the cut and fold lines and the safe area, clipped to the
        window.
        """
        piece, spec = self.piece, self.spec
        lines = die_lines(piece, trims[0])
        if not piece.outline:
            shapes = [piece.shape] * len(trims)
            lines[CUT] = list(cut_outlines(trims, shapes))
            lines[SAFE] = safe_outlines(trims, shapes, piece.safe_margin)
            lines[CORNERS] = corner_guides(trims, piece.shape)
        shown = ((CORNERS, spec.corners), *((name, spec.proof) for name in (CUT, FOLD, SAFE)))
        return tuple(
            Layer(name, (Group(tuple(lines[name]), clip=rect_path(window)),), visible)
            for name, visible in shown
            if lines.get(name)
        )


def _clip_drawing(symbol: Symbol, matrix: Matrix, window: Rect) -> Item:
    """Return a drawing clipped to the window."""
    return Group((Use(symbol, matrix),), clip=rect_path(window))


def _extend_to_window(own: Rect, trim: Rect, block: Rect, window: Rect) -> Rect:
    """Return the visible area of a copy, out to the window on sides without a neighbour."""
    x = window.x if trim.x < block.x + 0.01 else own.x
    y = window.y if trim.y < block.y + 0.01 else own.y
    right = window.right if trim.right > block.right - 0.01 else own.right
    bottom = window.bottom if trim.bottom > block.bottom - 0.01 else own.bottom
    return Rect(x, y, right - x, bottom - y)


def _page_area(options: RenderOptions) -> tuple[float, float]:
    paper, around = paper_sizes.paper(options[PAPER]), 2 * options[MARGIN]
    return paper.w - around, paper.h - around


def _impose(pieces: list[Piece], options: RenderOptions, slug: SlugLine) -> ImposedPages:
    return tile_pieces(pieces, sheet_spec(options), options[TILE_OVERLAP], slug)


TILES = Imposition(TILED_PAGES, _impose, (*SHEET_OPTIONS, TILE_OVERLAP), _page_area)
