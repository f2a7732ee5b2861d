"""The page before tiles: how they are put together.

The page is of the tiles' paper, oriented as they are: the whole drawn to scale with the edges and
names of its tiles, the steps, and a seam drawn large.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product

import msgspec

from printkit.base.errors import PrintkitError
from printkit.base.geometry import Matrix, Rect, scaling, translation
from printkit.base.messages import translate
from printkit.base.units import format_mm, format_size
from printkit.graphics.display_list import OUTLINED, Group, Item, Path, Stroke, Use
from printkit.graphics.font import TITLE, TITLE_BOLD
from printkit.graphics.measures import FINE, LINE, MIN_TEXT_SIZE
from printkit.graphics.path import PathBuilder, rect_path
from printkit.imposition.marks import INK, PAPER, SlugLine, draw_ruler, draw_slug
from printkit.imposition.page import ART, LABEL, MARKS, Layer, Page
from printkit.imposition.seam import SEAM, draw_seam
from printkit.imposition.tiling import Tile, Tiling
from printkit.layout.blocks import ListItem, Paragraph, Stack, StackPart
from printkit.layout.fit_text import shrink_line, text_line, text_width
from printkit.layout.fitting import ColumnArea, Layout, fit, sizes_between
from printkit.layout.records import RAGGED, Overflow, Span, TextStyle
from printkit.pieces.piece import Piece

# The size of the title (mm per em).
_TITLE_SIZE = 8.0
# The size of the line below it.
_SUBTITLE_SIZE = 4.0
# The greatest size of the steps.
_MAX_STEP_SIZE = 3.9
# The steps are tried smaller and smaller by this.
_SIZE_STEP = 0.1
# The leading of the steps (em).
_LEADING = 1.32
# The space between two steps (em).
_STEP_GAP = 0.5
# The indent after a step's number (em).
_NUMBER_INDENT = 1.6
# From the top of a line to its baseline (em).
_ASCENT = 0.72
# What hangs below the baseline (em).
_DESCENT = 0.25
# What the last line of the steps leaves free of its leading (em).
_BELOW_LAST = _LEADING - _ASCENT - _DESCENT
# The strip of title and subtitle.
_HEAD_HEIGHT = 17.0
# The gap between picture, words and slug line.
_GAP = 7.0
# Room for the arrow that points up, over the picture (mm).
_UP = 5.5
# The greatest share of the page for steps beside the picture …
_MAX_WIDTH_SHARE = 0.36
# … and for steps below it.
_MAX_HEIGHT_SHARE = 0.5
# A picture that is smaller shows nothing (mm).
_PICTURE = 25.0
# The paper around the edges of tiles.
_HALO = 0.8
# The dashes of edges that are covered.
_COVERED_DASH = (2.0, 1.2)
# The greatest size of a tile's name (mm per em).
_MAX_NAME = 5.6
# The greatest share of a tile's height that its name takes.
_MAX_NAME_SHARE = 0.4
# How far a plate extends past its name at the sides, and from its middle up and down: at least
# and at most (em).
_PLATE_PADDING = ((0.15, 0.45), (0.5, 0.65))


def assembly_page(
    piece: Piece, tiling: Tiling, slug: SlugLine, label: list[str], name: str
) -> Page:
    """Return the page of this name with a label. Raises PrintkitError if it has no space."""
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
    """The parts of the page: the picture, the steps, the seam (None if it does not fit)."""

    picture: Rect
    steps: Group
    seam: Rect | None


def _divide_page(texts: list[str], body: Rect, tiling: Tiling, language: str) -> _PageParts:
    """Place the steps beside the picture, or below it on a page that is upright.

    The steps are set smaller if the tiles would be too small for their names. Raises PrintkitError.
    """
    divide = _place_beside if body.w > body.h else _place_below
    for largest, seam_high in product((_MAX_STEP_SIZE, MIN_TEXT_SIZE), (SEAM[1], None)):
        parts = divide(partial(_set_steps, texts, language=language), body, seam_high, largest)
        if (
            parts
            and _name_size(tiling, _fit_picture(tiling, parts.picture)) >= MIN_TEXT_SIZE - 1e-9
        ):
            return parts
    raise _does_not_fit_error(tiling)


def _place_beside(
    set_steps: StepSetter, body: Rect, seam_height: float | None, max_size: float
) -> _PageParts | None:
    width = max(SEAM[0], body.w * _MAX_WIDTH_SHARE)
    column = Rect(body.right - width, body.y, width, body.h)
    taken = seam_height + _GAP if seam_height else 0.0
    layout = set_steps(column._replace(h=column.h - taken), max_size=max_size)
    picture = body._replace(w=body.w - width - _GAP)
    if layout is None or picture.w < _PICTURE:
        return None
    place = Rect(column.x, column.y + _steps_height(layout) + _GAP, *SEAM) if seam_height else None
    return _PageParts(picture, _paint_steps(layout, column.x, column.y), place)


def _place_below(
    set_steps: StepSetter, body: Rect, seam_height: float | None, max_size: float
) -> _PageParts | None:
    width = body.w - SEAM[0] - _GAP if seam_height else body.w
    layout = set_steps(Rect(body.x, 0, width, body.h * _MAX_HEIGHT_SHARE), max_size=max_size)
    if layout is None:
        return None
    height = max(_steps_height(layout), seam_height or 0.0)
    place = Rect(body.right - SEAM[0], body.bottom - height, *SEAM) if seam_height else None
    picture = body._replace(h=body.h - height - _GAP)
    if picture.h < _PICTURE:
        return None
    return _PageParts(picture, _paint_steps(layout, body.x, body.bottom - height), place)


def _paint_steps(layout: Layout, x: float, y: float) -> Group:
    return Group(layout.items, translation(x, y))


def _does_not_fit_error(tiling: Tiling) -> PrintkitError:
    return PrintkitError(
        f"The paper has no room for the page that tells how {len(tiling.tiles)} tiles are put "
        "together.",
        hint="Take a larger --paper or a smaller --margin.",
    )


# --- words --------------------------------------------------------------------------------------


def assembly_steps(piece: Piece, tiling: Tiling, language: str) -> list[str]:
    """Return what to do with the sheets, in order."""

    def message(key: str, **values: object) -> str:
        return translate(language, f"tiling.{key}", **values)

    tiles = message("tiles", count=len(tiling.tiles))
    if piece.copies > 1:
        tiles = message("times", copies=piece.copies, tiles=tiles)
    first = tiling.tiles[0].name
    size = _format_size(language, tiling.trim)
    overlap = _format_length(language, tiling.overlap)
    result = [message("print", tiles=tiles), message("lay")]
    if tiling.overlap:
        result += [message("cut"), message("glue", first=first, overlap=overlap)]
    else:
        result += [message("cut-all"), message("join", first=first)]
    result.append(message("outline") if piece.outline else message("trim", size=size))
    if piece.back is not None:
        result.append(message("back"))
    return result


def _format_length(language: str, value: float) -> str:
    """Format a length in a language, with its unit."""
    return f"{format_mm(value)}\u00a0mm".replace(".", translate(language, "tiling.point"))


def _format_size(language: str, rect: Rect) -> str:
    size = format_size(round(rect.w, 1), round(rect.h, 1)).replace(" ", "\u00a0")
    return size.replace(".", translate(language, "tiling.point"))


def _draw_heading(piece: Piece, tiling: Tiling, caption: SlugLine) -> list[Item]:
    """Draw the piece's name; below it the game, the number of tiles, the size of the whole."""
    space, language = tiling.printable, caption.language
    count = translate(language, "tiling.tiles", count=len(tiling.tiles))
    grid = translate(language, "tiling.grid", columns=tiling.columns, rows=tiling.rows)
    size = _format_size(language, tiling.trim)
    below = "\u00a0· ".join(
        (caption.game, translate(language, "tiling.assembly"), count, grid, size)
    )
    name = piece.title[:1].upper() + piece.title[1:]
    return [
        shrink_line(TITLE_BOLD, name, space.x, space.y + 6.2, _TITLE_SIZE, space.w, INK),
        shrink_line(TITLE, below, space.x, space.y + 12.2, _SUBTITLE_SIZE, space.w, INK),
    ]


def _set_steps(texts: list[str], box: Rect, language: str, max_size: float) -> Layout | None:
    """Set the numbered steps in a box, as large as they may be; None if they do not fit."""
    block = Stack(
        tuple(
            StackPart(
                ListItem(
                    partial(_number_mark, f"{i}."),
                    Paragraph((Span(text, TITLE, INK),), RAGGED, hyphenate=False),
                    _NUMBER_INDENT,
                    f"{i}.",
                ),
                space_before=_STEP_GAP / _LEADING,
            )
            for i, text in enumerate(texts, 1)
        )
    )
    layout = fit(
        block,
        lambda size: ColumnArea(box.w, box.h + _BELOW_LAST * size),
        partial(_step_style, language),
        sizes_between(MIN_TEXT_SIZE, max_size, _SIZE_STEP),
    )
    return None if isinstance(layout, Overflow) or box.h <= 0 else layout


def _step_style(language: str, size: float) -> TextStyle:
    return TextStyle(
        size,
        _LEADING * size,
        language,
        baseline=_ASCENT / _LEADING,
        render_mode=OUTLINED,
    )


def _number_mark(number: str, style: TextStyle, height: float) -> tuple[Item, ...]:
    """Draw the number of a step, on the baseline of its first line."""
    return (text_line(TITLE_BOLD, number, 0.0, _ASCENT * style.size, style.size, INK),)


def _steps_height(layout: Layout) -> float:
    """Return the height of the steps, down to the descenders of their last line."""
    return layout.height - _BELOW_LAST * layout.style.size


# --- the picture --------------------------------------------------------------------------------


def _draw_picture(piece: Piece, tiling: Tiling, language: str, box: Rect) -> list[Item]:
    """Draw the whole to scale: what is cut out of the tiles, their edges and names."""
    matrix = _fit_picture(tiling, box)
    area = tiling.trim.inset(-tiling.bleed)
    rim = piece.outline or rect_path(tiling.trim)
    items: list[Item] = [
        Group((Use(piece.front, matrix),), clip=rim.transformed(matrix)),
        Path(rim.transformed(matrix), stroke=Stroke(INK, FINE)),
        *_draw_up_arrow(language, matrix.bounds(area)),
    ]
    covered, edges = PathBuilder(), PathBuilder()
    for tile in tiling.tiles:
        _add_edges(tiling, tile, edges, covered)
    edge, under = edges.done().transformed(matrix), covered.done().transformed(matrix)
    items.append(Path(under + edge, stroke=Stroke(PAPER, _HALO)))
    items.append(Path(edge, stroke=Stroke(INK, LINE)))
    if under.steps:
        items.append(Path(under, stroke=Stroke(INK, FINE, dash=_COVERED_DASH)))
    size = _name_size(tiling, matrix)
    for tile in tiling.tiles:
        items += _draw_plate(tile.name, matrix.bounds(uncovered_part(tiling, tile)), size)
    return items


def _fit_picture(tiling: Tiling, box: Rect) -> Matrix:
    """Return the map from the piece to its picture: as large as the box allows, at its top."""
    area = tiling.trim.inset(-tiling.bleed)
    space = box.outset(-_HALO, -_UP, -_HALO, -_HALO)
    k = min(space.w / area.w, space.h / area.h, 1.0)
    x, y = space.x + (space.w - area.w * k) / 2, space.y
    return scaling(k).then(translation(x - area.x * k, y - area.y * k))


def _name_size(tiling: Tiling, matrix: Matrix) -> float:
    """Return the size of the tiles' names (mm per em) at which no two of their plates meet."""
    size = _MAX_NAME
    for tile in tiling.tiles:
        place = matrix.bounds(uncovered_part(tiling, tile))
        size = min(size, max(MIN_TEXT_SIZE, _MAX_NAME_SHARE * place.h))
        if tiling.columns > 1:
            size = min(
                size, place.w / (text_width(TITLE_BOLD, tile.name, 1.0) + 2 * _PLATE_PADDING[0][0])
            )
        if tiling.rows > 1:
            size = min(size, place.h / (2 * _PLATE_PADDING[1][0]))
    return size


def uncovered_part(tiling: Tiling, tile: Tile) -> Rect:
    """Return the part of a tile that no neighbour at the right or below covers."""
    by = tiling.overlap
    return tile.window.outset(0, 0, -by * tile.right, -by * tile.below)


def _add_edges(tiling: Tiling, tile: Tile, edges: PathBuilder, covered: PathBuilder) -> None:
    """Add the visible edges of a tile, and where it ends below its neighbours."""
    seen, window = uncovered_part(tiling, tile), tile.window
    edges.move(seen.x, seen.bottom).line(seen.x, seen.y).line(seen.right, seen.y)
    for joined, line in ((tile.right, "right"), (tile.below, "below")):
        b = edges if not joined else covered if tiling.overlap else None
        if b is None:
            continue
        if line == "right":
            b.move(window.right, seen.y).line(window.right, seen.bottom)
        else:
            b.move(seen.x, window.bottom).line(seen.right, window.bottom)


def _draw_plate(name: str, place: Rect, size: float) -> list[Item]:
    """Draw a tile's name on a plate of paper in the middle of its place."""
    (x, y), width = place.centre, text_width(TITLE_BOLD, name, size)
    (least_x, most_x), (least_y, most_y) = ((a * size, b * size) for a, b in _PLATE_PADDING)
    across = max(least_x, min(most_x, (place.w - width) / 2 - _HALO))
    down = max(least_y, min(most_y, place.h / 2 - _HALO))
    plate = Rect(x - width / 2, y, width, 0).outset(across, down, across, down)
    edge = PathBuilder().rounded(plate, 0.3 * size).done()
    return [
        Path(edge, fill=PAPER, stroke=Stroke(INK, FINE)),
        text_line(TITLE_BOLD, name, x, y + 0.35 * size, size, INK, align=0.5),
    ]


def _draw_up_arrow(language: str, whole: Rect) -> list[Item]:
    """Draw an arrow over the middle of the upper edge, and its word."""
    x, y, size = whole.centre[0], whole.y - 1.6, 3.2
    words = translate(language, "tiling.top")
    width = text_width(TITLE, words, size)
    tip = PathBuilder().arrowhead(x - width / 2 - 2, y - 2.2, 0, 2.2, 1.0)
    return [
        Path(tip.done(), fill=INK),
        text_line(TITLE, words, x, y, size, INK, align=0.5),
    ]
