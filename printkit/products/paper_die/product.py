"""The product `paper-die`: dice to cut out, fold and glue, for people without dice.

There are as many dice with pips as the game needs, and as many with symbols. If all fit one page,
they are one Piece, and spare dice fill the page.
"""

from __future__ import annotations

from functools import reduce

import msgspec
from msgspec.structs import replace

from printkit.art.theme import Theme
from printkit.base.geometry import Matrix, Rect, translation
from printkit.base.messages import translate
from printkit.base.units import format_mm
from printkit.components.notes import Note, PlacedText, place_instructions
from printkit.graphics.display_list import Group, Item, Path, Stroke, transformed
from printkit.graphics.measures import CUT_OVER_ART, FINE
from printkit.graphics.path import EMPTY, PathData
from printkit.layout.fitting import find_largest
from printkit.layout.records import TOLERANCE, Overflow
from printkit.model.tabletop import Material
from printkit.model.variant import Variant
from printkit.pieces.options import BLANK_VALUES, BLEED, DIE_SIZE, THEME
from printkit.pieces.piece import Piece
from printkit.pieces.product import TILED_PAGES, Product, RenderOptions, folded_piece
from printkit.products.paper_die.net import (
    DieStyle,
    Net,
    cube_net,
    die_styles,
    draw_die,
    ground_outline,
)

KEY = "paper-die"
# The number of columns of nets.
_COLUMNS = (4, 2, 1)
# The greatest number of spare dice of a kind.
_MAX_SPARE = 4
# The gap between nets.
_GAP = 7.0
_STEPS = 3
# The margin of a page for marks at the sides …
_SIDE_MARGIN = 3.0
# … and for marks, slug line and ruler.
_FOOT_MARGIN = 12.0


class _PlacedDie(msgspec.Struct, frozen=True):
    """A die and the move of its net from the origin."""

    kind: DieStyle
    matrix: Matrix


def find_dice(variant: Variant) -> Material | None:
    """Return the material of a game that this product provides, or None."""
    return next((material for material in variant.materials if KEY in material.products), None)


def make(variant: Variant, options: RenderOptions) -> list[Piece]:
    """Make all dice, on as few pieces as the page area allows."""
    material = find_dice(variant)
    assert material is not None, "the product is available only for games with dice"
    shape = cube_net(options[DIE_SIZE])
    kinds = die_styles(variant, material, options.theme)
    needed = material.count_for(variant.players.max)
    sheets = _plan_sheets(kinds, needed, shape, options)
    only = len(sheets) == 1
    keys = ["dice"] if only else [f"dice-{i}" for i in range(1, len(sheets) + 1)]
    return [
        _make_piece(key, sheet, shape, options) for key, sheet in zip(keys, sheets, strict=True)
    ]


class _NetSheet(msgspec.Struct, frozen=True):
    """Placed nets and the text below them, with the rectangle around all."""

    places: list[_PlacedDie]
    words: PlacedText
    whole: Rect
    needed: int
    """The number of dice that the game needs, if others are spare; 0: all."""

    def fits(self, available: tuple[float, float]) -> bool:
        """Return True if the sheet fits a page in some orientation, with slug line and ruler."""
        return any(
            self.whole.w <= w - _SIDE_MARGIN and self.whole.h <= h - _FOOT_MARGIN
            for w, h in (available, available[::-1])
        )


def _plan_sheets(
    kinds: list[DieStyle], needed: int, shape: Net, options: RenderOptions
) -> list[_NetSheet]:
    """Return one sheet with spare dice if the nets fit it, else several sheets of nets."""

    def fit_nets(choice: tuple[int, int]) -> list[_NetSheet] | Overflow:
        count, maximum = choice
        printed = [kind for kind in kinds for _ in range(count)]
        parts = [printed[i : i + maximum] for i in range(0, len(printed), maximum)]
        used = whole if count > needed else 0
        for columns in _COLUMNS:
            sheets = [_plan_sheet(part, columns, shape, options, used) for part in parts]
            if maximum == 1 or all(sheet.fits(options.page_area) for sheet in sheets):
                return sheets
        return Overflow(TOLERANCE, "nets")

    # The number of nets of each kind, and the most on a sheet.
    whole = len(kinds) * needed
    choices = [(needed, maximum) for maximum in range(1, whole + 1)]
    choices += [(needed + i, len(kinds) * (needed + i)) for i in range(1, _MAX_SPARE + 1)]
    result = find_largest(fit_nets, choices)
    assert not isinstance(result, Overflow), "a sheet with one net is never refused"
    return result


def _plan_sheet(
    printed: list[DieStyle], columns: int, shape: Net, options: RenderOptions, needed: int
) -> _NetSheet:
    """Place the nets in columns, with a column for each kind if both have equal numbers.

    The text below them gives the number `needed` if others are spare.
    """
    width, height = shape.box.w + _GAP, shape.box.h + _GAP
    rows = -(-len(printed) // columns)
    places = [
        _PlacedDie(kind, translation((i // rows) * width, (i % rows) * height))
        for i, kind in enumerate(printed)
    ]
    nets = reduce(Rect.union, [place.matrix.bounds(shape.box) for place in places])
    words = _place_words(options, nets, needed)
    return _NetSheet(places, words, nets.union(words.box), needed)


def _make_piece(key: str, sheet: _NetSheet, shape: Net, options: RenderOptions) -> Piece:
    places, words = sheet.places, sheet.words
    art: list[Item] = [transformed(draw_die(shape, place.kind), place.matrix) for place in places]
    guides = [*_draw_guides(places, shape, options.theme), *words.items]
    lines = _repeat_path(places, shape.outline), _repeat_path(places, shape.folds)
    name = translate(options.language, f"product.{KEY}")
    piece = folded_piece(options, key, name, sheet.whole, art, guides, lines)
    needed = _repeat_path(places[: sheet.needed], shape.outline) if sheet.needed else None
    return replace(piece, needed=needed)


def _repeat_path(places: list[_PlacedDie], path: PathData) -> PathData:
    """Return the same path for every die."""
    whole = EMPTY
    for place in places:
        whole += path.transformed(place.matrix)
    return whole


def _place_words(options: RenderOptions, nets: Rect, needed: int) -> PlacedText:
    """Place the instructions below the nets."""
    language = options.language
    edge = format_mm(options[DIE_SIZE]).replace(".", translate(language, "box.point"))
    purpose = translate(language, "die.purpose", edge=edge)
    if needed:
        purpose = f"{purpose} {translate(language, 'die.spare', count=needed)}"
    notes = [Note(translate(language, "die.title"), purpose)]
    notes += [Note(f"{i}.", translate(language, f"die.step-{i}")) for i in range(1, _STEPS + 1)]
    below = Rect(nets.x, nets.bottom + _GAP, nets.w, 0.0)
    return place_instructions(notes, (), below, language, options.theme.roles_of["cut"])


def _draw_guides(places: list[_PlacedDie], shape: Net, theme: Theme) -> list[Item]:
    """Draw ticks at the ends of folds and the outline, in a second colour over the art."""
    line = Stroke(theme.roles_of["cut"], FINE)
    items: list[Item] = []
    for place in places:
        guides: list[Item] = [Path(shape.ticks, stroke=line), Path(shape.outline, stroke=line)]
        palette = place.kind.palette
        if palette.solid:
            over = Path(shape.outline, stroke=Stroke(palette.on_main(), CUT_OVER_ART))
            guides.append(Group((over,), clip=ground_outline(shape)))
        items.append(transformed(guides, place.matrix))
    return items


_OPTIONS = (THEME, BLEED, DIE_SIZE, BLANK_VALUES)
PRODUCTS = (Product(KEY, make, lambda variant: bool(find_dice(variant)), _OPTIONS, TILED_PAGES),)
