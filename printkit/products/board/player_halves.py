"""A player's half of a table, and the table of two.

The second half is the first one turned by 180°; between the two is an engraved band that bears the
name of the game, both ways.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from printkit.base.geometry import half_rotation, rotation, translation
from printkit.graphics.display_list import Item, Path, as_artifact, transformed
from printkit.graphics.font import TITLE_BOLD
from printkit.graphics.path import PathBuilder, PathData
from printkit.model.variant import Variant
from printkit.products.board.board import fits_one_sheet, make_board
from printkit.products.board.parts import list_parts
from printkit.products.board.slicing_layout import SlicingTree
from printkit.products.cards.index import text_colour_on_paper
from printkit.products.product import RenderOptions
from printkit.products.tabletop.context import PlaceDrawing, family_palette
from printkit.products.tabletop.engraving import (
    draw_ring,
    draw_ticks,
    fine_stroke,
    main_stroke,
    star_path,
)
from printkit.products.tabletop.label import NAME_SIZE, NO_LABEL, Label, LabelText, fit_label

# Between the parts (mm): the second where only then all lies on one sheet, as does a half for
# euro-mini cards on A4.
_GAPS = (4.0, 1.6)
# What the label and the ruler of a sheet take of one side of it (mm).
_LABEL = 8.0
# The band between two halves (mm).
_BAND = 11.0
# How much a half may be longer than paper before it counts.
_LONG = 1.7


def player_half(variant: Variant, options: RenderOptions) -> PlaceDrawing:
    """Return the half of one player. Raises TextOverflow."""
    return _widest_gap(lambda gap: _make_half(variant, options, gap), options)


def _make_half(variant: Variant, options: RenderOptions, gap: float) -> PlaceDrawing:
    """Return a half, without what both players share."""
    parts = list_parts(variant, "table", tight=True)
    own = [part for part in parts if part.kind != "stock"] or parts
    return make_board(own, variant, options, gap, _half_cost)


def _widest_gap(draw: Callable[[float], PlaceDrawing], options: RenderOptions) -> PlaceDrawing:
    """Return a board with wide gaps, unless it fits one sheet only with narrow ones."""
    spaced, close = (draw(gap) for gap in _GAPS)
    wide_fits, close_fits = (
        fits_one_sheet(board.width, board.height, options.page_area, _LABEL)
        for board in (spaced, close)
    )
    return close if close_fits and not wide_fits else spaced


def _half_cost(plan: SlicingTree) -> float:
    """Return the area; a half that is far longer than wide costs more."""
    long, short = max(plan.width, plan.height), min(plan.width, plan.height)
    return plan.width * plan.height * max(1.0, long / short / _LONG)


def two_player_table(variant: Variant, options: RenderOptions) -> PlaceDrawing:
    """Return the halves of two players, along their longer sides. Raises TextOverflow."""
    return _widest_gap(
        lambda gap: _join_halves(_make_half(variant, options, gap), variant, options), options
    )


def _join_halves(half: PlaceDrawing, variant: Variant, options: RenderOptions) -> PlaceDrawing:
    """Join a half and the same turned, with the band between them."""
    if half.height >= half.width:
        away = half.width + _BAND
        matrix, size = translation(-away / 2, 0), (away + half.width, half.height)
        band = transformed(_draw_band(half.height, variant, options), rotation(90))
    else:
        away = half.height + _BAND
        matrix, size = translation(0, away / 2), (half.width, away + half.height)
        band = transformed(_draw_band(half.width, variant, options), rotation(0))
    first, holes = half.mapped(matrix)
    second, others = replace(half, items=as_artifact(half.items)).mapped(
        matrix.then(half_rotation(0, 0))
    )
    return PlaceDrawing(*size, (first, second, band), (*holes, *others))


def _draw_band(length: float, variant: Variant, options: RenderOptions) -> list[Item]:
    """Draw the band, level: two rails with a graduated ring in the middle, the name on
    either side.
    """
    palette = family_palette(None, variant, options)
    fill = text_colour_on_paper(palette)
    ornament: list[Item] = [
        *draw_ring(4.6, palette),
        draw_ticks(3.7, 24, palette, every=6, depth=1.0),
        Path(star_path(8, 2.4, 0.8), stroke=main_stroke(palette)),
    ]
    far, maximum = length / 4 + 2, length / 2 - 30
    texts = " · ".join(options.translations(variant.name))
    name = fit_label((LabelText(texts, TITLE_BOLD, NAME_SIZE * 1.1),), maximum, fill)
    if name.overflow or name.height > _BAND - 2:  # a short band goes without
        name = NO_LABEL
    rails = Path(_draw_rails(length, name), stroke=fine_stroke(palette))
    words = name.draw_about(-far, 0.2)
    return [rails, *ornament, words, transformed(as_artifact((words,)), half_rotation(0, 0))]


def _draw_rails(length: float, name: Label) -> PathData:
    """Draw two lines from end to end that give way to the ring in the middle, and one through the
    band on either side of each name; every tenth of it is marked.
    """
    builder = PathBuilder()
    half, edge, around = length / 2, 4.2, name.width / 2 + 4
    for side in (-1, 1):
        middle = side * (length / 4 + 2)
        for y in (-edge, edge):
            builder.move(side * half, y).line(side * 7.5, y)
        builder.move(side * half, 0).line(middle + side * around, 0)
        builder.move(middle - side * around, 0).line(side * 6.2, 0)
        for step in range(1, 40):
            x = side * (7.5 + (half - 7.5) * step / 40)
            long = 1.6 if step % 10 == 0 else 0.8
            builder.move(x, -edge).line(x, long - edge).move(x, edge).line(x, edge - long)
    return builder.done()
