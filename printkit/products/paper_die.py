"""The product `paper-die`: dice to cut out, fold and glue, for people without dice.

If the dice of a game differ from one another, all of them are made. Otherwise there are as many
dice with pips as the game needs, and as many with symbols, unless the game defines the faces of its
dice. If all dice fit on one page, they are one Piece, and spare dice fill the page.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from itertools import pairwise
from operator import add

import msgspec
from msgspec.structs import replace

from printkit.art.card_style import token_palette
from printkit.art.emblems import emblem, place_emblem
from printkit.art.theme import Palette, Theme
from printkit.base.content import content_path
from printkit.base.geometry import Matrix, Rect, format_mm, translation
from printkit.base.messages import translate
from printkit.components.dice import (
    BACK,
    COUNTS,
    FRONT,
    LEFT,
    LOWER,
    RIGHT,
    UPPER,
    DieStyle,
    die_symbols,
    draw_suit,
    list_dice,
    own_style,
)
from printkit.components.notes import Note, PlacedText, place_instructions
from printkit.graphics.display_list import Group, Item, Path, Stroke, transformed
from printkit.graphics.measures import CUT_OVER_ART, FINE, LINE
from printkit.graphics.path import PathBuilder, PathData, Point
from printkit.layout.fitting import find_largest_kept
from printkit.layout.records import TOLERANCE, Overflow
from printkit.model.tabletop import Material
from printkit.model.variant import Variant
from printkit.pieces.options import BLANK_VALUES, BLEED, DIE_SIZE, THEME
from printkit.pieces.product import TILED_PAGES, Piece, Product, RenderOptions, folded_piece

# A tab: its depth as a share of the edge, its maximum depth (mm), and the taper on each side of its
# free end as a share of its depth.
_TAB_DEPTH, _MAX_TAB, _TAB_TAPER = 0.32, 6.0, 0.8
# The corners of the net (edges), clockwise, and the edges with tabs.
_XS, _YS = (0, 1, 1, 2, 2, 4, 4, 2, 2, 1, 1, 0), (0, 0, -1, -1, 0, 0, 1, 1, 2, 2, 1, 1)
_CORNERS = tuple(zip(_XS, _YS, strict=True))
_TABS = {(_CORNERS[i], _CORNERS[(i + 1) % 12]) for i in (1, 2, 3, 7, 8, 9, 11)}
# The gap between the end of a fold and its tick, the length of a tick (mm).
_TICK_GAP, _TICK_LENGTH = 0.5, 2.5


class Net(msgspec.Struct, frozen=True):
    """The net of a die (mm): `faces` by name, `outline` as one closed path, and `folds` and `ticks`
    as straight lines.
    """

    edge: float
    box: Rect
    faces: Mapping[str, Rect]
    outline: PathData
    folds: PathData
    ticks: PathData


def cube_net(edge: float) -> Net:
    """Return the net of a cube with edges of `edge` mm."""
    e, t = edge, min(_TAB_DEPTH * edge, _MAX_TAB)
    faces = {name: Rect(x * e, 0, e, e) for x, name in enumerate((LEFT, FRONT, RIGHT, BACK))}
    faces |= {UPPER: Rect(e, -e, e, e), LOWER: Rect(e, e, e, e)}
    box = Rect(-t, -e - t, 4 * e + t, 3 * e + 2 * t)
    dx, dy = -box.centre[0], -box.centre[1]
    centred = translation(dx, dy)
    return Net(
        edge=edge,
        box=box.moved(dx, dy),
        faces={name: face.moved(dx, dy) for name, face in faces.items()},
        outline=_net_outline(e, t).transformed(centred),
        folds=_fold_lines(e).transformed(centred),
        ticks=_fold_ticks(e).transformed(centred),
    )


def _net_outline(e: float, t: float) -> PathData:
    """Return the outline of the net with its tabs, clockwise from the upper left corner of the row
    of four faces (`e`: edge, `t`: depth of a tab).
    """
    corners: list[Point] = []
    for edge in pairwise((*_CORNERS, _CORNERS[0])):
        (x0, y0), (x1, y1) = ((e * x, e * y) for x, y in edge)
        corners.append((x0, y0))
        if edge in _TABS:
            ux, uy = (x1 - x0) / e, (y1 - y0) / e
            s = _TAB_TAPER * t
            corners.append((x0 + ux * s + uy * t, y0 + uy * s - ux * t))
            corners.append((x1 - ux * s + uy * t, y1 - uy * s - ux * t))
    return PathBuilder().polygon(corners).done()


def _fold_lines(e: float) -> PathData:
    """Return the folds between faces and at tabs."""
    builder = PathBuilder()
    for x in (0, e, 2 * e, 3 * e):
        builder.move(x, 0).line(x, e)
    for x in (e, 2 * e):
        builder.move(x, -e).line(x, 0).move(x, e).line(x, 2 * e)
    for y in (-e, 0, e, 2 * e):
        builder.move(e, y).line(2 * e, y)
    return builder.done()


def _fold_ticks(e: float) -> PathData:
    """Return ticks at the ends of folds, outside the net."""
    near, far = _TICK_GAP, _TICK_GAP + _TICK_LENGTH
    builder = PathBuilder()
    for x, top, foot in ((0, 0, e), (e, -e, 2 * e), (2 * e, -e, 2 * e), (3 * e, 0, e)):
        builder.move(x, top - near).line(x, top - far)
        builder.move(x, foot + near).line(x, foot + far)
    for y in (-e, 2 * e):
        builder.move(e - near, y).line(e - far, y)
        builder.move(2 * e + near, y).line(2 * e + far, y)
    return builder.done()


# Shares of the edge: the inset of the plate of a face and the radius of its corners; the radius of
# pips and of a single pip, and the offset of outer pips; the size of spikes by their number, and
# the offset of outer spikes across and down.
_PLATE_INSET, _PLATE_RADIUS = 0.09, 0.2
_PIP_RADIUS, _SINGLE_PIP_RADIUS, _PIP_OFFSET = 0.088, 0.14, 0.225
_SPIKES = {1: 0.62, 2: 0.38, 3: 0.35, 4: 0.35, 5: 0.33, 6: 0.33}
_SPIKE_OFFSET_X, _SPIKE_OFFSET_Y = 0.215, 0.185
# The extent of the ground beyond cuts and folds (mm).
_BLEED = 1.5
# The drawing of a single spike, and of one of several.
_SPIKE, _SMALL_SPIKE = "die-spike.svg", "die-spike-small.svg"


def die_styles(variant: Variant, dice: Material, theme: Theme) -> list[DieStyle]:
    """Return the kinds of dice: pips, then symbols."""
    pips, spikes = token_palette(theme, "indigo"), token_palette(theme, "blood")
    if dice.numbers is not None or not dice.signs:
        return [own_style(variant, dice, theme)]
    suits = die_symbols(variant, dice)

    def draw_symbols(name: str, face: Rect) -> list[Item]:
        if suits:
            return draw_suit(suits[name], theme, face)
        return _draw_spikes(COUNTS[name], spikes, face)

    numbers = DieStyle(pips, lambda name, face: _draw_pips(COUNTS[name], pips, face))
    return [numbers, DieStyle(spikes, draw_symbols)]


def draw_die(shape: Net, kind: DieStyle) -> list[Item]:
    """Draw all faces of a die on a ground with bleed."""
    palette = kind.palette
    plates, inner, e = PathBuilder(), PathBuilder(), shape.edge
    for face in shape.faces.values():
        plates.rounded(face.inset(_PLATE_INSET * e), _PLATE_RADIUS * e)
        inner.rounded(face.inset((_PLATE_INSET + 0.035) * e), (_PLATE_RADIUS - 0.035) * e)
    line = palette.stroke()
    items: list[Item] = [Path(plates.done(), stroke=line)]
    if palette.solid:
        ground = Path(ground_outline(shape), fill=palette.main)
        items = [ground, Path(plates.done(), fill=palette.paper)]
    items.append(Path(inner.done(), stroke=palette.stroke(FINE)))
    for name, face in shape.faces.items():
        items += kind.draw_face(name, face)
    return items


def ground_outline(shape: Net) -> PathData:
    """Return the printed ground: all faces, each with a bleed, as one path."""
    builder = PathBuilder()
    for face in shape.faces.values():
        builder.rect(face.inset(-_BLEED))
    return builder.done()


def pip_places(count: int) -> list[tuple[float, float]]:
    """Return the positions of the pips of a face, in steps from its centre."""
    result: list[tuple[float, float]] = [(0.0, 0.0)] if count % 2 else []
    if count >= 2:
        result += [(-1.0, -1.0), (1.0, 1.0)]
    if count >= 4:
        result += [(1.0, -1.0), (-1.0, 1.0)]
    if count == 6:
        result += [(-1.0, 0.0), (1.0, 0.0)]
    return result


def _draw_pips(count: int, palette: Palette, face: Rect) -> list[Item]:
    """Draw round pips, each in a ring."""
    e, (cx, cy) = face.w, face.centre
    out, r = _PIP_OFFSET * e, (_SINGLE_PIP_RADIUS if count == 1 else _PIP_RADIUS) * e
    rings, discs, eyes = PathBuilder(), PathBuilder(), PathBuilder()
    for x, y in pip_places(count):
        rings.circle(cx + x * out, cy + y * out, r + 0.017 * e)
        discs.circle(cx + x * out, cy + y * out, r)
        eyes.circle(cx + x * out, cy + y * out, 0.3 * r)
    line, bold = (palette.stroke(w) for w in (FINE, LINE))
    if not palette.solid:
        return [Path(discs.done(), stroke=bold), Path(eyes.done(), fill=palette.main)]
    return [
        Path(rings.done(), stroke=line),
        Path(discs.done(), fill=palette.main),
        Path(eyes.done(), fill=palette.accent if count == 1 else palette.paper),
    ]


def _draw_spikes(count: int, palette: Palette, face: Rect) -> list[Item]:
    """Draw the number of a face as spikes."""
    e, (cx, cy) = face.w, face.centre
    size, across, down = _SPIKES[count] * e, _SPIKE_OFFSET_X * e, _SPIKE_OFFSET_Y * e
    file = content_path("art", "tokens", _SPIKE if count == 1 else _SMALL_SPIKE)
    symbol = emblem(file, palette, size)
    # Spikes are higher than wide: six are in two rows of three.
    return [
        place_emblem(symbol, cx + y * across, cy + x * down, size) for x, y in pip_places(count)
    ]


KEY = "paper-die"
# The number of columns of nets, the greatest number of spare dice of a kind, that of steps.
_COLUMNS, _MAX_SPARE, _STEPS = (4, 2, 1), 4, 3
# The gap between nets; the margins of a page for marks at the sides, and for marks, slug line and
# ruler above and below (mm).
_GAP, _SIDE_MARGIN, _FOOT_MARGIN = 7.0, 3.0, 12.0


class _PlacedDie(msgspec.Struct, frozen=True):
    """A die, and the offset of its net from the origin."""

    kind: DieStyle
    matrix: Matrix


def find_dice(variant: Variant) -> Material | None:
    """Return the material that this product provides for a game, or None."""
    return next((material for material in variant.materials if KEY in material.products), None)


def make(variant: Variant, options: RenderOptions) -> list[Piece]:
    """Make all dice, on as few pieces as the page area allows."""
    dice = list_dice(variant)
    assert dice, "the product is available only for games with dice"
    shape = cube_net(options[DIE_SIZE])
    kinds = [kind for item in dice for kind in die_styles(variant, item, options.theme)]
    plan = _NetPlan(kinds, dice[0].count_for(variant.most_players), differ=len(dice) > 1)
    sheets = _plan_sheets(plan, shape, options)
    if len(sheets) == 1:
        return [_make_piece("dice", sheets[0], shape, options)]
    return [_make_piece(f"dice-{i}", sheet, shape, options) for i, sheet in enumerate(sheets, 1)]


class _NetPlan(msgspec.Struct, frozen=True):
    """The kinds of dice, and the minimum number of `each`.

    If the kinds `differ`, all are needed; otherwise one kind is enough.
    """

    kinds: list[DieStyle]
    each: int
    differ: bool

    @property
    def needed(self) -> int:
        """The number of dice that the game needs."""
        return self.each * (len(self.kinds) if self.differ else 1)

    def printed(self, count: int) -> list[DieStyle]:
        """Return `count` dice of each kind, the needed ones first."""
        if self.differ:
            return self.kinds * count
        return [kind for kind in self.kinds for _ in range(count)]


class _NetSheet(msgspec.Struct, frozen=True):
    """Placed nets and the text below them, with the rectangle around all.

    `needed` is the number of dice that the game needs (of either kind, unless the kinds differ), or
    0 if the dice are spread over several sheets.
    """

    places: list[_PlacedDie]
    words: PlacedText
    whole: Rect
    needed: int

    def fits(self, available: tuple[float, float]) -> bool:
        """Return True if the sheet with its slug line and ruler fits an `available` width and
        height (mm) upright or sideways.
        """
        return any(
            self.whole.w <= w - _SIDE_MARGIN and self.whole.h <= h - _FOOT_MARGIN
            for w, h in (available, available[::-1])
        )


def _plan_sheets(plan: _NetPlan, shape: Net, options: RenderOptions) -> list[_NetSheet]:
    """Return one sheet, filled up with spare dice, if the needed nets fit on it, else several
    sheets without spare dice.
    """

    def fit_nets(choice: tuple[int, int]) -> list[_NetSheet] | Overflow:
        count, maximum = choice
        printed = plan.printed(count)
        parts = [printed[i : i + maximum] for i in range(0, len(printed), maximum)]
        used = plan.needed if len(parts) == 1 else 0
        for columns in _COLUMNS:
            sheets = [
                _plan_sheet(part, columns, shape, options, used, differ=plan.differ)
                for part in parts
            ]
            if maximum == 1 or all(sheet.fits(options.page_area) for sheet in sheets):
                return sheets
        return Overflow(TOLERANCE, "nets")

    # The number of nets of each kind, and the most on a sheet.
    each, kinds = plan.each, len(plan.kinds)
    choices = [(each, maximum) for maximum in range(1, kinds * each + 1)]
    choices += [(each + i, kinds * (each + i)) for i in range(1, _MAX_SPARE + 1)]
    result = find_largest_kept("nets", fit_nets, choices)
    assert not isinstance(result, Overflow), "a sheet with one net is never refused"
    return result


def _plan_sheet(
    printed: list[DieStyle],
    columns: int,
    shape: Net,
    options: RenderOptions,
    needed: int,
    *,
    differ: bool,
) -> _NetSheet:
    """Place the nets in columns, one after the other, from top to bottom.

    The text below them states the number `needed`, unless it is 0.
    """
    width, height = shape.box.w + _GAP, shape.box.h + _GAP
    rows = -(-len(printed) // columns)
    places = [
        _PlacedDie(kind, translation((i // rows) * width, (i % rows) * height))
        for i, kind in enumerate(printed)
    ]
    nets = reduce(Rect.union, [place.matrix.bounds(shape.box) for place in places])
    words = _place_words(options, nets, needed, differ=differ)
    return _NetSheet(places, words, nets.union(words.box), needed)


def _make_piece(key: str, sheet: _NetSheet, shape: Net, options: RenderOptions) -> Piece:
    places, words = sheet.places, sheet.words
    art: list[Item] = [transformed(draw_die(shape, place.kind), place.matrix) for place in places]
    guides = [*_draw_guides(places, shape, options.theme), *words.items]
    lines = _repeat_path(places, shape.outline), _repeat_path(places, shape.folds)
    name = translate(options.language, f"product.{KEY}")
    piece = folded_piece(options, key, name, sheet.whole, art, guides, lines)
    needed = _repeat_path(places[: sheet.needed], shape.outline) if sheet.needed else None
    return replace(piece, needed=needed, things=sheet.needed or len(places))


def _repeat_path(places: list[_PlacedDie], path: PathData) -> PathData:
    """Return one path with a copy of `path` for every placed die."""
    return reduce(add, (path.transformed(place.matrix) for place in places))


def _place_words(options: RenderOptions, nets: Rect, needed: int, *, differ: bool) -> PlacedText:
    """Place the instructions below the nets."""
    language = options.language
    edge = format_mm(options[DIE_SIZE]).replace(".", translate(language, "box.point"))
    purpose = translate(language, "die.own" if differ else "die.purpose", edge=edge)
    if needed:
        spare = "die.spare-own" if differ else "die.spare"
        purpose = f"{purpose} {translate(language, spare, count=needed)}"
    notes = [Note(translate(language, "die.title"), purpose)]
    notes += [Note(f"{i}.", translate(language, f"die.step-{i}")) for i in range(1, _STEPS + 1)]
    below = Rect(nets.x, nets.bottom + _GAP, nets.w, 0.0)
    return place_instructions(notes, (), below, language, options.theme.roles_of["cut"])


def _draw_guides(places: list[_PlacedDie], shape: Net, theme: Theme) -> list[Item]:
    """Draw the outline of each net, in a second colour over the art, and ticks at the ends of its
    folds.
    """
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
PRODUCT = Product(KEY, make, lambda variant: bool(find_dice(variant)), _OPTIONS, TILED_PAGES)
