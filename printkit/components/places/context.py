"""A place before it is drawn: its measures and options, repetition in a grid, peg holes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path as FilePath

import msgspec
from msgspec.structs import replace

from printkit.art.theme import Palette
from printkit.base.content import content_path
from printkit.base.geometry import Matrix, translation
from printkit.components.places.surface import TableInks, table_inks
from printkit.graphics.display_list import Item, Path, Stroke, as_artifact, transformed
from printkit.graphics.measures import FINE
from printkit.graphics.path import PathBuilder, PathData, Point
from printkit.model.cards import Family
from printkit.model.tabletop import MAT, Place
from printkit.model.variant import Variant
from printkit.pieces.options import FELT, SHAPE
from printkit.pieces.product import RenderOptions

# A place for cards is larger than a card by this on every side; so is one for tokens (mm).
AIR = 1.0
# A hole for a peg, and how far its centre mark reaches past it (mm).
HOLE = 4.0
# What has no family is drawn in this colour of the themes.
COLOUR = "indigo"


class PlaceDrawing(msgspec.Struct, frozen=True):
    """The drawing of a place, a track or a board, centred on the origin, and the centres of its peg
    holes."""

    width: float
    height: float
    items: tuple[Item, ...]
    holes: tuple[Point, ...] = ()

    def mapped(self, matrix: Matrix) -> tuple[Item, tuple[Point, ...]]:
        """Return what is drawn and the holes under a map."""
        return transformed(self.items, matrix), tuple(matrix.apply(x, y) for x, y in self.holes)


class PlaceHints(msgspec.Struct, frozen=True):
    """Layout preferences that the definition leaves open: items per row, minimum size, shared
    padding, whether its name is said elsewhere, whether it is read from two opposite sides.
    """

    per_row: int | None = None
    width: float = 0.0
    height: float = 0.0
    share_padding: bool = False
    nameless: bool = False
    facing: bool = False


class PlaceContext(msgspec.Struct, frozen=True):
    """Everything needed to draw a place: its definition, variant, options, palette and hints."""

    place: Place
    variant: Variant
    options: RenderOptions
    palette: Palette
    wish: PlaceHints

    @property
    def family(self) -> Family | None:
        """The family of the cards on it."""
        return self.variant.families.get(self.place.family or "")

    @property
    def shape(self) -> str:
        """The shape of the cards."""
        return self.options[SHAPE]

    @property
    def inks(self) -> TableInks:
        """The colours of mats, tables and boards."""
        return table_inks(self.options.theme)

    @property
    def words(self) -> Palette:
        """The palette of words: on felt they are not gold."""
        if FELT not in self.options.theme.colours:
            return self.palette
        return replace(self.palette, main=self.inks.text, ink=self.inks.aside)

    @property
    def is_facing(self) -> bool:
        """Return True if it is read from two opposite sides, as all on a mat is."""
        return self.place.on == MAT or self.wish.facing

    @property
    def per_row(self) -> int:
        """The number of items in a row."""
        count = self.place.count
        asked = self.wish.per_row or -(-count // self.place.rows)
        return max(1, min(asked, count))

    @property
    def rows(self) -> int:
        return -(-self.place.count // self.per_row)


def make_context(
    place: Place, variant: Variant, options: RenderOptions, wish: PlaceHints
) -> PlaceContext:
    """Return the context of a place, with the colour of its family if it has one."""
    return PlaceContext(
        place, variant, options, family_palette(place.family, variant, options), wish
    )


def family_palette(family: str | None, variant: Variant, options: RenderOptions) -> Palette:
    """Return the palette of a family; the common one if that is ink, or without a family."""
    result = variant.families.get(family or "")
    colour = result.colour_or_ink if result is not None else COLOUR
    return options.theme.palette(COLOUR if colour == "ink" else colour)


def drawing_path(name: str) -> FilePath:
    """Return the path of a bundled drawing."""
    return content_path("art", "tokens", f"{name}.svg")


def grid_centres(
    count: int, per_row: int, pitch: tuple[float, float]
) -> Iterator[tuple[float, float]]:
    """Yield the centres of places in rows about the origin; a last row that is not full is centred.

    >>> list(grid_centres(3, 2, (10, 10)))
    [(-5.0, -5.0), (5.0, -5.0), (0.0, 5.0)]
    """
    rows = -(-count // per_row)
    for row in range(rows):
        here = min(per_row, count - row * per_row)
        for column in range(here):
            x = (column - (here - 1) / 2) * pitch[0]
            yield x, (row - (rows - 1) / 2) * pitch[1]


def repeat_drawing(
    site: PlaceContext, drawing: PlaceDrawing, gap: tuple[float, float]
) -> PlaceDrawing:
    """Repeat a drawing as often as its place is there; only the first is read."""
    pitch = (drawing.width + gap[0], drawing.height + gap[1])
    items = [
        transformed(as_artifact(drawing.items) if i else drawing.items, translation(x, y))
        for i, (x, y) in enumerate(grid_centres(site.place.count, site.per_row, pitch))
    ]
    width, height = site.per_row * pitch[0] - gap[0], site.rows * pitch[1] - gap[1]
    return PlaceDrawing(width, height, tuple(items))


def draw_centre_mark(palette: Palette) -> list[Item]:
    """Draw a cross where the awl or the drill is set."""
    r = 0.3 * HOLE
    builder = PathBuilder().move(-r, 0).line(r, 0).move(0, -r).line(0, r)
    return [Path(builder.done(), stroke=Stroke(palette.ink, palette.line_weight(FINE)))]


def hole_outlines(holes: Iterable[tuple[float, float]]) -> PathData:
    """Return the circles to be cut."""
    builder = PathBuilder()
    for x, y in holes:
        builder.circle(x, y, HOLE / 2)
    return builder.done()
