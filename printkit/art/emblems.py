"""Draw emblems, courts, scenes, pictograms and users' pictures.

Content: templates/art.

Pictograms are drawn on a grid of 48 units. Lines have the colour of their context, enclosed areas
are paper, and one area has the accent. Content: templates/art/pictograms.

The strips beyond the edge of a picture are mirrored uses of the same picture, which add a few
operators to a file but no pixels.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache, partial
from itertools import pairwise, product
from math import floor, fsum
from pathlib import Path as FilePath

import msgspec
from msgspec.structs import replace

from printkit.art.engraving import engrave_lines, engraving, lines_name, outline_drawing, read_lines
from printkit.art.picture_fit import STRETCH, Fitting, picture_extent, place_picture
from printkit.art.theme import Edition, Palette
from printkit.art.theme_file import OWN_SCENE
from printkit.base.content import content_files, content_path, digest_texts, find_kept
from printkit.base.errors import PrintkitError, did_you_mean
from printkit.base.files import is_file, read_bytes
from printkit.base.geometry import Matrix, Rect, rotation, scaling, translation
from printkit.base.limits import MAX_SVG_BYTES
from printkit.base.sentences import Sentence
from printkit.graphics.colour import (
    BLACK,
    GOLD,
    MIN_VISIBLE_CONTRAST,
    WHITE,
    Colour,
    blend,
    contrast,
    palette_source,
    scene_of,
    scenes,
)
from printkit.graphics.display_list import Group, Image, Item, LateItems, Path, Stroke, Symbol, Use
from printkit.graphics.measures import HAIRLINE
from printkit.graphics.path import PathData, Point, area_and_length, flatten, rect_path
from printkit.graphics.picture_file import RasterImage
from printkit.graphics.pictures import read_image
from printkit.graphics.svg import is_drawn, read_art, render_drawing
from printkit.graphics.svg_art import INK as INK_ROLE
from printkit.graphics.svg_art import Shape, SvgArt, clipped

# --- scene ---------------------------------------------------------------------------------------

# Sky objects of an edition: their number, the share of the height where they drift, and their shift
# across the sky. Skies are the first shapes of a scene.
_DRIFTING, _SKY, _GOLDEN, _SKIES = 13, 0.66, 0.618034, ("sky", "sky2", "star")
# The plants at each foot of a scene whose ratio of height to width is greater than the first
# number: for each plant its distance from the edge and its height (shares of the width); how much
# they lean (degrees).
_TALL, _PLANTS, _LEAN = 1.3, ((0.09, 0.21), (0.2, 0.13)), -9.0
# The class of a root whose faces and hands stay light in a dark theme.
FIGURE = "figure"
# Lines of a scene in a theme of outlines, against those of the drawing.
_LINES = 0.5
# The role of the lines of a scene; fills of it stay solid up to this side (mm), such as eyes.
_LINE, _SOLID = "line", 1.8


def shown_scene(root_classes: frozenset[str], theme_scene: str) -> str:
    """Return the name of the palette in which a theme shows a drawing.

    It is empty if the drawing is not a scene.
    """
    own = scene_of(root_classes)
    return own if not own or theme_scene == OWN_SCENE else theme_scene


def scene_roles(art: SvgArt, palette: Palette) -> Mapping[str, Colour]:
    """Return the colours of a drawing by role; the colours of its scene override those of the
    card.
    """
    name = shown_scene(art.root_classes, palette.scene)
    if not name:
        return palette.roles()
    own = scenes() if palette.edition is None else palette.edition.scenes
    colours = {**palette.roles(), **own[name]}
    if palette.accent.role == GOLD:  # foil may print it
        colours[GOLD] = replace(colours[GOLD], role=GOLD)
    return colours


@lru_cache(maxsize=256)
def in_season(art: SvgArt, own: Edition) -> tuple[SvgArt, tuple[Shape, ...]]:
    """Return a scene with the sky objects of an edition and, separately, the plants at its foot.

    Only a figure in a scene changes, so that a picture of the edition itself stays as it is.
    """
    if FIGURE not in art.root_classes or not scene_of(art.root_classes):
        return art, ()
    sky, box = _sky_of(art), art.box
    if own.sky is not None and sky:
        drift = [
            shape
            for k in range(_DRIFTING)
            for shape in _place_symbol(
                read_art(own.sky),
                (box.x + box.w * ((k * _GOLDEN + 0.06) % 1), box.y + box.h * _SKY * k / _DRIFTING),
                box.w * (0.045 + 0.02 * (k % 3)),
                47.0 * k,
            )
        ]
        art = replace(art, shapes=(*art.shapes[:sky], *drift, *art.shapes[sky:]))
    if own.flora is None or box.h < _TALL * box.w:
        return art, ()
    plant = read_art(own.flora)
    plants: list[Shape] = []
    for side, (x, high) in product((1, -1), _PLANTS):
        size = high * box.w * plant.box.w / plant.box.h
        middle = (box.centre[0] - side * (0.5 - x) * box.w, box.bottom - (high / 2 + 0.012) * box.w)
        plants += _place_symbol(plant, middle, size, side * _LEAN, mirrored=side < 0)
    return art, tuple(plants)


def _sky_of(art: SvgArt) -> int:
    """Return the number of sky shapes at the start of a scene."""
    others = (i for i, shape in enumerate(art.shapes) if shape.paint.fill not in _SKIES)
    return next(others, len(art.shapes))


def _place_symbol(
    art: SvgArt, middle: Point, width: float, turn: float, *, mirrored: bool = False
) -> Iterator[Shape]:
    """Yield the shapes of a symbol, `width` wide, centred on `middle` and turned by `turn`
    degrees.
    """
    k, (x, y) = width / art.box.w, art.box.centre
    flip = Matrix(-k if mirrored else k, 0, 0, k, 0, 0)
    way = translation(-x, -y).then(flip).then(rotation(turn)).then(translation(*middle))
    for shape in art.shapes:
        paint = replace(shape.paint, width=shape.paint.width * k)
        yield Shape(shape.data.transformed(way), paint)


def outline_scene(art: SvgArt, palette: Palette, unit: float) -> tuple[Path, ...]:
    """Return a scene as lines: fills are paper, shadows and engraving are left out.

    `unit` is a millimetre in the drawing's units.
    """
    shown = []
    for shape in art.shapes:
        paint, fill, width = shape.paint, None, shape.paint.width if shape.paint.stroke else 0.0
        if paint.fill == _LINE:
            box = shape.data.box()
            small = max(box.w, box.h) <= _SOLID * unit
            fill, width = (palette.ink, width) if small else (palette.paper, width or unit / 4)
        elif paint.fill is not None and not str(paint.fill).endswith("2"):
            fill = palette.paper
        line = max(width * _LINES, HAIRLINE * unit)
        # A band is a line with a lighter one upon it.
        inked = paint.stroke in (None, _LINE) or str(paint.stroke).endswith("2")
        pen = palette.ink if inked else palette.paper
        stroke = Stroke(pen, line, round=True, join="round") if width else None
        if fill is not None or stroke is not None:
            shown.append(Path(shape.data, fill, stroke, paint.even_odd))
    return tuple(shown)


# --- emblem --------------------------------------------------------------------------------------

SIDE = 100.0
# Below this size (mm) an emblem is shown without its pale field.
_FIELD = 9.5
# Below this size (mm) the small version of an emblem is used, if there is one.
_SMALL = 7.0
# The default share of its square that a drawing may cover with ink in a theme of outlines.
INK = 0.085
# The roles of the files beside an emblem: see `sibling_emblem`.
MARK, HALF, CARD, TALL, ACE, HELD = "mark", "half", "card", "tall", "ace", "held"
SMALL = "small"
# The extents of a drawing row by row, from left to right, in a square of 1 about its centre; in an
# empty row the right end is less than the left end.
Body = tuple[tuple[float, float], ...]
_ROWS, _CHORDS = 50, 6
# The ending of the name under which the body of a drawing is kept.
BODY = ".body"
# The square of a drawing, and the box of its symbol.
_BOX = Rect(-SIDE / 2, -SIDE / 2, SIDE, SIDE)
_SYMBOL_BOX = _BOX.inset(-4)
# The folder of emblems in the user's cache.
_FOLDER = "emblems"


def emblem(
    path: FilePath, palette: Palette, size: float, ink: float | None = None, *, field: bool = True
) -> Symbol:
    """Return the emblem of a file, for use at `size` mm or larger.

    Lines thinner than a hairline at that size are left out, and so is the pale field of a small
    emblem. In an outline theme ink covers at most the share `ink` of the square; by default a small
    emblem, such as the mark under an index, stays solid. Without `field` the pale ground is left
    out. Raises PrintkitError if the file is not an emblem.
    """
    # Sizes of one tenth share a drawing, that for the least of them, and its key.
    size = floor(size * 10 + 1e-6) / 10
    return _draw_emblem(path, palette, size, None if palette.solid else ink, field)


# Large enough for kits with their booklets in all themes. Drawings refer to cached emblems: a
# symbol that was made twice would be in a file twice.
@lru_cache(maxsize=16384)
def _draw_emblem(
    path: FilePath, palette: Palette, size: float, ink: float | None, field: bool
) -> Symbol:
    if size < _SMALL:
        path = sibling_emblem(path, SMALL) or path
    folder = path.parent.name.encode(errors="backslashreplace").decode()  # it need not be UTF-8
    key = f"{folder}-{path.stem}-{palette.key}-{size:.1f}{'' if field else '-bare'}"
    if ink is not None:
        key += f"-{ink:g}"
    drawn = cache(partial(_draw_file, path, key, palette, size, ink, field))
    if path.suffix.lower() != ".svg" or palette.edition is not None:
        return drawn()  # the drawings of an edition may be files of the user's
    look = repr((key, size, ink, field, palette))
    place = FilePath(_FOLDER, digest_texts([os.path.abspath(path), look]))
    items = LateItems(lambda: tuple(drawn().items), place, look.encode() + _digest_file(path))
    if not items.key:
        if not is_drawn(path) or read_art(path).remarks:
            return drawn()  # a picture, or a drawing whose remarks are read in every build
        items.key = drawn().key  # it contains the scene of the drawing
        items.keep()
    return Symbol(items.key, items, _SYMBOL_BOX, path.stem)


@lru_cache(maxsize=1024)  # a kit draws a file in five sizes and colours
def _digest_file(path: FilePath) -> bytes:
    return hashlib.sha256(read_bytes(path, noun="SVG file", max_bytes=MAX_SVG_BYTES)).digest()


def _draw_file(
    path: FilePath, key: str, palette: Palette, size: float, ink: float | None, field: bool
) -> Symbol:
    """Return the emblem of a file as `_draw_emblem` does, with its items."""
    if not is_drawn(path):
        return Symbol(key, (read_picture(path, size).fit_into(_BOX, cover=False),), _BOX, path.stem)
    art, _ = own_silhouette(path, read_art(path))
    lines = engraving(art, lines_name(path), size, solid=palette.solid)
    art = art if field else art.without_field()
    seen: tuple[float, ...] = ()
    if path.stem.endswith(f"-{CARD}") and ink is not None:
        kept = read_lines(lines_name(path))
        seen = kept.seen if kept else _ALL_SEEN
    return draw_art(art, key, palette, size, ink, lines, seen=seen)


def read_picture(path: FilePath, width: float) -> RasterImage:
    """Return the picture of a file. A drawing that needs a renderer is rendered for a width of
    `width` mm. Raises PrintkitError if the picture cannot be read.
    """
    return render_drawing(path, width) if path.suffix.lower() == ".svg" else read_image(path)


# The visible share of outlines, gold and lines for a drawing without a line file.
_ALL_SEEN = (1.0, 1.0, 1.0)
# The least contrast with white of the one colour of a silhouette: nearly black.
_BLACKISH = 12.0


@lru_cache(maxsize=1024)
def own_silhouette(path: FilePath, art: SvgArt) -> tuple[SvgArt, bool]:
    """Return a drawing, and True if it is a silhouette: all in one dark colour, like an icon.

    The colour of a user's silhouette becomes the role `main`: black would vanish on a dark ground.
    """
    inks = {ink for shape in art.shapes for ink in (shape.paint.fill, shape.paint.stroke) if ink}
    only = inks.pop() if len(inks) == 1 else None
    dark = isinstance(only, Colour) and contrast(only, WHITE) >= _BLACKISH
    if not dark or path.is_relative_to(content_path()):
        return art, False

    def role(paint: str | Colour | None) -> str | None:
        return "main" if paint else None

    shapes = tuple(
        replace(s, paint=replace(s.paint, fill=role(s.paint.fill), stroke=role(s.paint.stroke)))
        for s in art.shapes
    )
    return replace(art, shapes=shapes), True


@lru_cache(maxsize=4096)
def draw_art(
    art: SvgArt,
    key: str,
    palette: Palette,
    size: float,
    ink: float | None = None,
    lines: tuple[Shape, ...] = (),
    *,
    seen: tuple[float, ...] = (),
) -> Symbol:
    """Return a drawing as an emblem (see `emblem`), with its `lines`.

    `key` begins the key of the symbol. `seen` is set for a drawing that fills its card (see
    `art.engraving.Lines`).
    """
    small = size < _FIELD
    plants: tuple[Shape, ...] = ()
    if palette.edition is not None:
        art, plants = in_season(art, palette.edition)
        key = f"{key}-{palette.edition.key}"
    art = replace(art, shapes=(*art.shapes, *(lines if palette.solid else ()), *plants))
    if lines and not palette.solid and not seen:  # part of its ink
        side = max(art.box.w, art.box.h)
        own = fsum(area_and_length(line.data)[0] for line in lines) / (side * side)
        ink = (INK if ink is None else ink) - own
    matrix = art.fit_into(_BOX)
    if FIGURE in art.root_classes:
        palette = palette.for_pictures()
    unit = SIDE / size / matrix.scale  # a millimetre in units of the drawing
    scene = shown_scene(art.root_classes, palette.scene)
    shown: tuple[Item, ...]
    if palette.solid or (small and ink is None):
        pale = (palette.tint, palette.shade) if small else ()
        kept: list[tuple[Path, tuple[PathData, ...]]] = []
        for path, shape in zip(art.paths(scene_roles(art, palette)), art.shapes, strict=True):
            if path.stroke is not None and path.stroke.width < HAIRLINE * unit:
                if path.fill is None:
                    continue  # a line that is too thin
                path = replace(path, stroke=None)
            line = path.stroke.colour if path.stroke is not None else None
            if path.fill not in pale and (path.fill is not None or line not in pale):
                kept.append((path, shape.clips))
        shown = clipped(kept)
    elif scene:
        shown = outline_scene(art, palette, unit)
    elif seen:
        shown = engrave_lines(art, lines, palette, unit, INK if ink is None else ink, seen)
    else:
        shown = outline_drawing(art, palette, unit, INK if ink is None else ink)
    if not palette.solid and not seen:
        shown += tuple(Path(line.data, palette.ink) for line in lines)
    # Clip parts outside the drawing's box, as a browser does; bundled art has none.
    outside = any(
        not isinstance(item, Path) or not art.box.contains(item.data.box(), 0.5)
        for item in shown
        if not isinstance(item, Path) or item.data.steps
    )
    clip = rect_path(art.box) if outside else None
    key = f"{key}-{scene}" if scene else key
    return Symbol(key, (Group(shown, matrix, clip),), _SYMBOL_BOX, art.name)


@lru_cache(maxsize=512)
def sibling_emblem(path: FilePath | None, role: str) -> FilePath | None:
    """Return the file beside an emblem that draws it for another role, or None.

    `chip-small.svg`: a few bold shapes, below 7 mm; `star-mark.svg`: three or four shapes for the
    index; `star-half.svg`: the picture for one half of the card; `star-card.svg`: the scene that
    fills it; `star-tall.svg`: the picture of a whole tarot card; `sabers-ace.svg`: a large ace,
    twice as high as wide; `sabers-held.svg`: the object that a court figure of the suit holds.
    """
    if path is None:
        return None
    file = path.with_name(f"{path.stem}-{role}{path.suffix}")
    return file if is_file(file) else None


@lru_cache(maxsize=256)
def body_of(path: FilePath) -> Body:
    """Return the body of a drawing without its pale field, as its extent in each row; for a
    picture, its whole square.
    """
    whole = ((-0.5, 0.5),) * _ROWS
    if path.suffix.lower() != ".svg":
        return whole
    if kept := find_kept(path.with_suffix(BODY), lambda: path.read_bytes() + palette_source()):
        return msgspec.msgpack.decode(kept, type=Body)
    return measure_body(read_art(path)) if is_drawn(path) else whole


def measure_body(art: SvgArt) -> Body:
    """Measure the body of a drawing; `body_of` describes it."""
    matrix = art.fit_into(Rect(-0.5, -0.5, 1, 1))
    rows = [(0.5, -0.5)] * _ROWS
    for shape in art.without_field().shapes:
        line = shape.paint.width / 2 * matrix.scale if shape.paint.stroke else 0.0
        for part in flatten(shape.data.transformed(matrix), _CHORDS):
            for (x0, y0), (x1, y1) in pairwise([*part, part[0]]):
                low, high = ((y + 0.5) * _ROWS for y in (min(y0, y1) - line, max(y0, y1) + line))
                for row in range(max(0, int(low)), min(_ROWS, int(high) + 1)):
                    # The ends of the edge within the row.
                    ends = [row / _ROWS - 0.5 - line, (row + 1) / _ROWS - 0.5 + line]
                    inside = [min(max(y, min(y0, y1)), max(y0, y1)) for y in ends]
                    xs = [x0 + (y - y0) / (y1 - y0) * (x1 - x0) for y in inside if y1 != y0]
                    xs = xs or [x0, x1]
                    left, right = rows[row]
                    rows[row] = min(left, min(xs) - line), max(right, max(xs) + line)
    return tuple(rows)


def place_emblem(symbol: Symbol, cx: float, cy: float, size: float, *, turned: bool = False) -> Use:
    """Place an emblem's symbol, `size` mm wide and centred at (cx, cy), upright or upside down."""
    factor = -size / SIDE if turned else size / SIDE
    return Use(symbol, scaling(factor).then(translation(cx, cy)))


def draw_mark(path: FilePath, palette: Palette, cx: float, cy: float, side: float) -> Use:
    """Draw the mark of an emblem, or the emblem if it has no mark, without its pale field.

    It is `side` mm wide and centred at (cx, cy).
    """
    symbol = emblem(sibling_emblem(path, MARK) or path, palette, side, field=False)
    return place_emblem(symbol, cx, cy, side)


# --- pictograms ----------------------------------------------------------------------------------

# The box of the symbol, that of emblems.
_PICTOGRAMS_BOX = Rect(-50, -50, 100, 100)
# The share of the accent in its area; the same in a theme that saves ink.
_ACCENT, _SAVED = 0.55, 0.25


@cache
def _pictogram_files() -> dict[str, FilePath]:
    return content_files("art/pictograms", ".svg")


def pictogram_names() -> tuple[str, ...]:
    """Return the names of all pictograms."""
    return tuple(_pictogram_files())


@lru_cache(maxsize=512)
def pictogram(name: str, palette: Palette) -> Symbol:
    """Return a pictogram in a palette whose `paper` is its ground.

    Lines are in `main`, or in `ink` if the contrast of `main` is too low. Raises PrintkitError for
    an unknown name.
    """
    if name not in _pictogram_files():
        hint = did_you_mean(name, pictogram_names(), "pictograms")
        raise PrintkitError(Sentence("There is no pictogram “{name}”.", name=name), hint=hint)
    art = read_art(_pictogram_files()[name])
    visible = contrast(palette.main, palette.paper) >= MIN_VISIBLE_CONTRAST
    line = palette.main if visible else palette.ink
    area = blend(palette.accent, palette.paper, _ACCENT if palette.solid else _SAVED)
    colours = replace(palette, main=line, accent=area).roles()
    key = f"pictogram-{name}-{line.name}-{palette.paper.name}-{area.name}"
    return Symbol(
        key, (Group(art.items(colours), art.fit_into(_PICTOGRAMS_BOX)),), _PICTOGRAMS_BOX, name
    )


def draw_pictogram(name: str, palette: Palette, cx: float, cy: float, size: float) -> Use:
    """Draw a pictogram centred at (cx, cy). Raises PrintkitError for an unknown name."""
    return place_emblem(pictogram(name, palette), cx, cy, size)


# --- own picture ---------------------------------------------------------------------------------

# The width of the edge that is stretched (mm), and how far all strips reach under the picture.
_EDGE, _UNDER = 0.5, 0.1
# The margin around a silhouette, as a share of its box.
_PADDING = 0.08
# A side of a picture ends at that of its box within this distance (mm).
_TOUCHES = 1e-6


def draw_picture(
    path: FilePath,
    palette: Palette,
    box: Rect,
    reach: Rect,
    fitting: Fitting | None = None,
    *,
    recolours: bool = False,
) -> tuple[Item, ...]:
    """Return a picture in `box` that extends to `reach`, clipped there.

    A drawing is placed like a photograph. With `recolours`, a drawing in one dark colour is printed
    as a silhouette in the palette's main colour, entirely inside `box`. Raises PrintkitError if the
    file is not a picture.
    """
    fitting = fitting or Fitting()
    if not is_drawn(path):
        width, height = picture_extent(path, whole=True)
        rect = place_picture(width, height, box, reach, fitting)
        picture = read_picture(path, rect.w)
        image = Image(picture.source, picture.digest, rect, picture.width)
        return _bleed(image, rect, box, reach, fitting)
    art, is_silhouette = own_silhouette(path, read_art(path))
    if recolours and is_silhouette:
        inside = box.inset(_PADDING * min(box.w, box.h))
        return (Group(art.items(palette.roles()), art.fit_into(inside)),)
    art = read_art(path)
    rect = place_picture(art.box.w, art.box.h, box, reach, fitting)
    drawing = _draw_whole(path, art, palette)
    factor = rect.w / art.box.w
    x, y = rect.x - art.box.x * factor, rect.y - art.box.y * factor
    return _bleed(Use(drawing, Matrix(factor, 0, 0, factor, x, y)), rect, box, reach, fitting)


@lru_cache(maxsize=1024)
def _draw_whole(path: FilePath, art: SvgArt, palette: Palette) -> Symbol:
    """Return a drawing as it is, inside its box; its ink without a role is black."""
    content = hashlib.sha256(repr([art.box, *art.shapes]).encode()).hexdigest()[:12]
    drawn = Group(art.items({**palette.roles(), INK_ROLE: BLACK}), clip=rect_path(art.box))
    return Symbol(f"picture-{content}-{palette.key}", (drawn,), art.box, path.stem)


def _bleed(
    picture: Image | Use, rect: Rect, box: Rect, reach: Rect, fitting: Fitting
) -> tuple[Item, ...]:
    """Return a picture in `rect`, in front of copies that fill the bleed beyond its edges.

    The copies are mirrored, or stretched from the edge.
    """
    shown = rect.intersection(reach)
    items: list[Item] = []
    across = list(_strips(shown.x, shown.right, (box.x, box.right), (reach.x, reach.right)))
    down = list(_strips(shown.y, shown.bottom, (box.y, box.bottom), (reach.y, reach.bottom)))
    stretches = fitting.bleed == STRETCH
    for edge_x, end_x in across:
        for edge_y, end_y in down:
            if (edge_x, edge_y) == (None, None):
                continue
            a, e, x, w = _fold(edge_x, end_x, shown.x, shown.right, stretches=stretches)
            d, f, y, h = _fold(edge_y, end_y, shown.y, shown.bottom, stretches=stretches)
            clip = rect_path(Rect(x, y, w, h))
            items.append(Group((picture,), Matrix(a, 0, 0, d, e, f), clip))
    return (*items, Group((picture,), clip=rect_path(shown)))


def _strips(
    low: float, high: float, box: tuple[float, float], reach: tuple[float, float]
) -> Iterator[tuple[float | None, float]]:
    """Yield the strips along one axis: None for the picture itself, then each edge at the cut with
    the end of its bleed.
    """
    yield None, 0.0
    if low < box[0] + _TOUCHES and reach[0] < low - _TOUCHES:
        yield low, reach[0]
    if high > box[1] - _TOUCHES and reach[1] > high + _TOUCHES:
        yield high, reach[1]


def _fold(
    edge: float | None, end: float, low: float, high: float, *, stretches: bool
) -> tuple[float, float, float, float]:
    """Return the factor and the shift that mirror an image over an edge in one direction, and the
    start and the length of the mirrored part.
    """
    if edge is None:
        return 1.0, 0.0, low, high - low
    beyond, inward = abs(end - edge), 1.0 if end < edge else -1.0
    factor = beyond / _EDGE if stretches else 1.0
    # The edge itself comes to lie a little under the picture.
    ends = sorted((edge, edge + inward * (beyond + _UNDER) / factor))
    return -factor, edge * (1 + factor) + inward * _UNDER, ends[0], ends[1] - ends[0]
