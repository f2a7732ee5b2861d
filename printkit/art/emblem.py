"""Emblems and court figures as symbols in a box of 100 × 100 about their centre.

Courts are composed of layers. Content: templates/courts.toml, templates/art.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import floor, fsum
from pathlib import Path as FilePath

import msgspec
from msgspec.structs import replace

from printkit.art.engraving import engraving, lines_name, read_lines
from printkit.art.ink_saver import outline_drawing
from printkit.art.line_engraving import engrave_lines
from printkit.art.scene import FIGURE, in_season, outline_scene, scene_roles, shown_scene
from printkit.art.theme import Palette
from printkit.base.content import content_path, load_content
from printkit.base.files import is_file
from printkit.base.geometry import IDENTITY, Matrix, Rect, rotation, scaling, translation
from printkit.base.kept import find_kept
from printkit.graphics.colour import WHITE, Colour, contrast
from printkit.graphics.display_list import Group, Path, Symbol, Use
from printkit.graphics.measures import HAIRLINE
from printkit.graphics.path import area_and_length, flatten, rect_path
from printkit.graphics.raster_image import read_image
from printkit.graphics.scenes import palette_source
from printkit.graphics.svg_art import Shape, SvgArt, read_art

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
# The extents of a drawing row by row, from left to right, in a square of 1 about its centre; an
# empty row ends before it begins.
Body = tuple[tuple[float, float], ...]
_ROWS, _CHORDS = 50, 6
# The ending of the name under which the body of a drawing is kept.
BODY = ".body"
_BOX = Rect(-SIDE / 2, -SIDE / 2, SIDE, SIDE)


def emblem(
    path: FilePath, palette: Palette, size: float, ink: float | None = None, *, field: bool = True
) -> Symbol:
    """Return the emblem of a file, for use at `size` mm or larger.

    Lines thinner than a hairline at that size are left out, as is the pale field of a small emblem.
    In a theme of outlines a drawing covers at most the share `ink` of its square; by default a
    small one stays solid, such as the mark under an index. Without `field` the pale ground is
    left out. Raises PrintkitError for a file that is no emblem.
    """
    # Sizes of one tenth share a drawing, that for the least of them, and its key.
    size = floor(size * 10 + 1e-6) / 10
    return _draw_emblem(path, palette, size, None if palette.solid else ink, field)


# Large enough for kits with their booklets in all themes: what is drawn of an emblem keeps it, and
# a symbol made twice is in the file twice.
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
    if path.suffix.lower() != ".svg":
        return Symbol(key, (read_image(path).fit_into(_BOX, cover=False),), _BOX, path.stem)
    art, _ = own_silhouette(path, read_art(path))
    lines = engraving(art, lines_name(path), size, solid=palette.solid)
    art = art if field else art.without_field()
    seen: tuple[float, ...] = ()
    if path.stem.endswith(f"-{CARD}") and ink is not None:
        kept = read_lines(lines_name(path))
        seen = kept.seen if kept else _ALL_SEEN
    return draw_art(art, key, palette, size, ink, lines, seen=seen)


# What a drawing without a file of lines shows of its outlines, its gold and its lines.
_ALL_SEEN = (1.0, 1.0, 1.0)
# The least contrast with white of the one colour of a silhouette: nearly black.
_BLACKISH = 12.0


@lru_cache(maxsize=1024)
def own_silhouette(path: FilePath, art: SvgArt) -> tuple[SvgArt, bool]:
    """Return a drawing, and whether it is a silhouette: all in one dark colour, as icons are.

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
    """Return a drawing as an emblem (see `emblem`) whose symbol has this key, with its `lines`.

    `seen` is given for one that fills its card, see `art.engraving.Lines`.
    """
    small = size < _FIELD
    plants: tuple[Shape, ...] = ()
    if palette.edition is not None:
        art, plants = in_season(art, palette.edition)
        key = f"{key}-{palette.edition.key}"
    art = replace(art, shapes=(*art.shapes, *(lines if palette.solid else ()), *plants))
    if lines and not palette.solid and not seen:  # they are part of its ink
        side = max(art.box.w, art.box.h)
        own = fsum(area_and_length(line.data)[0] for line in lines) / (side * side)
        ink = (INK if ink is None else ink) - own
    matrix = art.fit_into(_BOX)
    if FIGURE in art.root_classes:
        palette = palette.for_pictures()
    unit = SIDE / size / matrix.scale  # a millimetre in units of the drawing
    scene = shown_scene(art.root_classes, palette.scene)
    shown: tuple[Path, ...]
    if palette.solid or (small and ink is None):
        pale = (palette.tint, palette.shade) if small else ()
        parts = (
            _without_thin_line(item, HAIRLINE * unit)
            for item in art.items(scene_roles(art, palette))
        )
        shown = tuple(item for item in parts if item and not _is_pale(item, pale))
    elif scene:
        shown = outline_scene(art, palette, unit)
    elif seen:
        shown = engrave_lines(art, lines, palette, unit, INK if ink is None else ink, seen)
    else:
        shown = outline_drawing(art, palette, unit, INK if ink is None else ink)
    if not palette.solid and not seen:
        shown += tuple(Path(line.data, palette.ink) for line in lines)
    # Clip parts outside the drawing's box, as a browser does; bundled art has none.
    outside = any(not art.box.contains(item.data.box(), 0.5) for item in shown if item.data.steps)
    clip = rect_path(art.box) if outside else None
    key = f"{key}-{scene}" if scene else key
    return Symbol(key, (Group(shown, matrix, clip),), _BOX.inset(-4), art.name)


@lru_cache(maxsize=512)
def sibling_emblem(path: FilePath | None, role: str) -> FilePath | None:
    """Return the file beside an emblem that draws it for another role, or None.

    `chip-small.svg`: a few bold shapes, below 7 mm; `star-mark.svg`: three or four shapes for the
    index; `star-half.svg`: the picture in a half of the card; `star-card.svg`: the scene that fills
    it; `star-tall.svg`: the picture of a whole tarot card; `sabers-ace.svg`: a large ace, twice as
    high as wide; `sabers-held.svg`: the object that a court figure of the suit holds.
    """
    if path is None:
        return None
    file = path.with_name(f"{path.stem}-{role}{path.suffix}")
    return file if is_file(file) else None


@lru_cache(maxsize=256)
def body_of(path: FilePath) -> Body:
    """Return the body of a drawing without its pale field, in rows; the square of a picture."""
    if path.suffix.lower() != ".svg":
        return ((-0.5, 0.5),) * _ROWS
    kept = find_kept(path.with_suffix(BODY), lambda: path.read_bytes() + palette_source())
    return msgspec.msgpack.decode(kept, type=Body) if kept else measure_body(read_art(path))


def measure_body(art: SvgArt) -> Body:
    """Return the body of a drawing, see `body_of`."""
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


def _is_pale(item: Path, pale: tuple[Colour, ...]) -> bool:
    """Return True if a shape is filled with pale colours, or drawn in them alone."""
    line = item.stroke.colour if item.stroke is not None else None
    return item.fill in pale or (item.fill is None and line in pale)


def _without_thin_line(item: Path, min_width: float) -> Path | None:
    """Return a shape without its stroke if that is too thin; None if nothing is left."""
    if item.stroke is None or item.stroke.width >= min_width:
        return item
    return replace(item, stroke=None) if item.fill is not None else None


def place_emblem(symbol: Symbol, cx: float, cy: float, size: float, *, turned: bool = False) -> Use:
    """Place an emblem's symbol centred at (cx, cy) in `size`, upright or upside down."""
    factor = -size / SIDE if turned else size / SIDE
    return Use(symbol, scaling(factor).then(translation(cx, cy)))


def draw_mark(path: FilePath, palette: Palette, cx: float, cy: float, side: float) -> Use:
    """Draw the mark of an emblem, or the emblem itself, about (cx, cy) without its pale field."""
    symbol = emblem(sibling_emblem(path, MARK) or path, palette, side, field=False)
    return place_emblem(symbol, cx, cy, side)


# The middle of a court figure, whose hand is on the right.
_X, _Y = 43.0, 50.0
_MIRROR = Matrix(-1, 0, 0, 1, SIDE, 0)


class CourtLayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A drawing in a court: mirrored, turned (degrees) and scaled about the figure's middle, then
    moved.
    """

    layer: str
    mirrored: bool = False
    turn: float = 0.0
    scale: float = 1.0
    x: float = 0.0
    y: float = 0.0

    @property
    def matrix(self) -> Matrix:
        """Return the map of the layer's drawing into the court."""
        factor = -self.scale if self.mirrored else self.scale
        sized = translation(-_X, -_Y).then(scaling(factor, self.scale)).then(rotation(self.turn))
        return sized.then(translation(_X + self.x, _Y + self.y))


class Court(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The layers of a court from back to front; `mirrored` if its hand is on the left."""

    layers: tuple[CourtLayer | str, ...]
    mirrored: bool = False


@lru_cache(maxsize=1)
def read_courts() -> dict[str, dict[str, Court]]:
    """Read the courts, by the names of the rank's figure and of the suit's emblem."""
    return msgspec.convert(load_content("courts.toml"), dict[str, dict[str, Court]])


@lru_cache(maxsize=256)
def compose_court(figure: FilePath, suit: FilePath) -> SvgArt | None:
    """Return the court of a rank's figure and a suit's emblem, or None if the table has none.

    A user's figure or emblem has no court, whatever its name.
    """
    drawings = (content_path("art", "courts", figure.name), content_path("art", "suits", suit.name))
    if (figure, suit) != drawings:
        return None
    court = read_courts().get(figure.stem, {}).get(suit.stem)
    return compose(court, f"{figure.stem}-{suit.stem}", suit) if court else None


def draw_figure(
    figure: FilePath, suit: FilePath | None, palette: Palette, size: float, ink: float
) -> Symbol | None:
    """Return a court as an emblem for use at `size` mm or larger, or None if there is none."""
    if suit is None or (art := compose_court(figure, suit)) is None:
        return None
    lines = engraving(art, f"courts-{art.name}", size, solid=palette.solid)
    return draw_art(art, f"court-{art.name}-{palette.key}-{size:.1f}", palette, size, ink, lines)


def compose(court: Court, name: str, suit: FilePath) -> SvgArt:
    """Compose the layers of a court; the object it holds is that of the suit."""
    whole = _MIRROR if court.mirrored else IDENTITY
    shapes: list[Shape] = []
    for entry in court.layers:
        layer = CourtLayer(entry) if isinstance(entry, str) else entry
        shapes += _place_layer(layer, suit, layer.matrix.then(whole))
    return SvgArt(name, Rect(0, 0, SIDE, SIDE), tuple(shapes), frozenset({FIGURE}))


def _place_layer(layer: CourtLayer, suit: FilePath, matrix: Matrix) -> list[Shape]:
    """Return the shapes of a layer in their places in the court."""
    held = sibling_emblem(suit, HELD) if layer.layer == HELD else None
    drawing = read_art(held or content_path("art", "courts", "layers", f"{layer.layer}.svg"))
    return [
        replace(
            shape,
            data=shape.data.transformed(matrix),
            paint=replace(shape.paint, width=round(shape.paint.width * matrix.scale, 4)),
        )
        for shape in drawing.shapes
    ]
