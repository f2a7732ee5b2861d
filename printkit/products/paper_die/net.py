"""The net of a paper die, and its faces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path as FilePath

import msgspec

from printkit.art.emblem import emblem, place_emblem
from printkit.art.theme import Palette, Theme
from printkit.base.content import content_path
from printkit.base.geometry import Rect, translation
from printkit.components.cards.index import text_colour_on_paper
from printkit.graphics.display_list import Item, Path, Stroke
from printkit.graphics.font import TITLE_BOLD
from printkit.graphics.measures import FINE, LINE, MIN_TEXT_SIZE
from printkit.graphics.path import PathBuilder, PathData, Point
from printkit.layout.fit_text import FitStyle, require_text
from printkit.model.tabletop import Material
from printkit.model.variant import Variant

LEFT, FRONT, RIGHT, BACK, UPPER, LOWER = "left", "front", "right", "back", "upper", "lower"
# The depth of a tab, as a share of the edge.
_TAB_DEPTH = 0.32
# Its greatest depth (mm).
_MAX_TAB = 6.0
# The taper of its free end at each side, as a share of its depth.
_TAB_TAPER = 0.8
# The corners of the net (edges), clockwise, and the edges with tabs.
_CORNERS = (
    *((0, 0), (1, 0), (1, -1), (2, -1), (2, 0), (4, 0)),
    *((4, 1), (2, 1), (2, 2), (1, 2), (1, 1), (0, 1)),
)
_TABS = {(_CORNERS[i], _CORNERS[(i + 1) % 12]) for i in (1, 2, 3, 7, 8, 9, 11)}
# The gap between the end of a fold and its tick.
_TICK_GAP = 0.5
# The length of a tick.
_TICK_LENGTH = 2.5


class Net(msgspec.Struct, frozen=True):
    """`faces` by name, `outline` one closed path, `folds` and `ticks` straight lines."""

    edge: float
    box: Rect
    faces: Mapping[str, Rect]
    outline: PathData
    folds: PathData
    ticks: PathData


def cube_net(edge: float) -> Net:
    """Return the net of a cube."""
    e, t = edge, min(_TAB_DEPTH * edge, _MAX_TAB)
    faces = {
        LEFT: Rect(0, 0, e, e),
        FRONT: Rect(e, 0, e, e),
        RIGHT: Rect(2 * e, 0, e, e),
        BACK: Rect(3 * e, 0, e, e),
        UPPER: Rect(e, -e, e, e),
        LOWER: Rect(e, e, e, e),
    }
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
    """Return the outline, clockwise from the upper left corner of the row."""
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
    """Return ticks in the waste at the ends of folds."""
    near, far = _TICK_GAP, _TICK_GAP + _TICK_LENGTH
    builder = PathBuilder()
    for x, top, foot in ((0, 0, e), (e, -e, 2 * e), (2 * e, -e, 2 * e), (3 * e, 0, e)):
        builder.move(x, top - near).line(x, top - far)
        builder.move(x, foot + near).line(x, foot + far)
    for y in (-e, 2 * e):
        builder.move(e - near, y).line(e - far, y)
        builder.move(2 * e + near, y).line(2 * e + far, y)
    return builder.done()


# The number of each face.
COUNTS: Mapping[str, int] = {FRONT: 1, RIGHT: 2, UPPER: 3, LOWER: 4, LEFT: 5, BACK: 6}
# The plate of a face: its inset and the radius of its corners (shares of the edge).
_PLATE_INSET, _PLATE_RADIUS = 0.09, 0.2
# The radius of pips and of a single pip, and the offset of outer pips (shares of the edge).
_PIP_RADIUS, _SINGLE_PIP_RADIUS, _PIP_OFFSET = 0.088, 0.14, 0.225
# The size of spikes by their number (shares of the edge).
_SPIKES = {1: 0.62, 2: 0.38, 3: 0.35, 4: 0.35, 5: 0.33, 6: 0.33}
# The offset of outer spikes across and down (shares of the edge).
_SPIKE_OFFSET_X, _SPIKE_OFFSET_Y = 0.215, 0.185
# The extent of the ground beyond cuts and folds (mm).
_BLEED = 1.5
# The drawing of a single spike, and of one of several.
_SPIKE, _SMALL_SPIKE = ("die-spike.svg", "die-spike-small.svg")


class DieStyle(msgspec.Struct, frozen=True):
    """A kind of die: its palette, and the function that draws a face."""

    palette: Palette
    draw_face: Callable[[str, Rect], list[Item]]


def die_styles(variant: Variant, dice: Material, theme: Theme) -> list[DieStyle]:
    """Return the kinds of dice: pips, then symbols."""
    pips, spikes = theme.palette("indigo"), theme.palette("blood")
    suits = die_symbols(variant, dice)

    def draw_symbols(name: str, face: Rect) -> list[Item]:
        if suits:
            return _draw_suit(suits[name], theme, face)
        return _draw_spikes(COUNTS[name], spikes, face)

    numbers = DieStyle(pips, lambda name, face: _draw_pips(COUNTS[name], pips, face))
    return [numbers, DieStyle(spikes, draw_symbols)]


class DieSymbol(msgspec.Struct, frozen=True):
    """The emblem and colour of a suit, and the sign (+ or −) of its cards, if any."""

    mark: FilePath
    colour: str
    sign: str


def die_symbols(variant: Variant, dice: Material) -> dict[str, DieSymbol]:
    """Return the suits of a die by face; none for dice with pips."""
    result = {}
    shown = dice.faces or ()
    for name, count in COUNTS.items() if shown else ():
        key = shown[count - 1]
        suit = variant.suits[key]
        assert suit.emblem is not None, "references have been checked"
        result[name] = DieSymbol(suit.emblem, suit.colour_or_ink, _suit_sign(variant, key))
    return result


def _suit_sign(variant: Variant, suit: str) -> str:
    """Return the sign (+ or −) of the values of a suit, or an empty text."""
    card = next((card for card in variant.cards if card.suit == suit), None)
    first = card.index[:1] if card else ""
    return "" if first.isalnum() else first.replace("-", "\u2212")


def draw_die(shape: Net, kind: DieStyle) -> list[Item]:
    """Draw all faces of a die on a ground with bleed."""
    palette = kind.palette
    plates, inner, e = PathBuilder(), PathBuilder(), shape.edge
    for face in shape.faces.values():
        plates.rounded(face.inset(_PLATE_INSET * e), _PLATE_RADIUS * e)
        inner.rounded(face.inset((_PLATE_INSET + 0.035) * e), (_PLATE_RADIUS - 0.035) * e)
    line = Stroke(palette.main, palette.line_weight(LINE))
    items: list[Item] = [Path(plates.done(), stroke=line)]
    if palette.solid:
        ground = Path(ground_outline(shape), fill=palette.main)
        items = [ground, Path(plates.done(), fill=palette.paper)]
    items.append(Path(inner.done(), stroke=Stroke(palette.main, palette.line_weight(FINE))))
    for name, face in shape.faces.items():
        items += kind.draw_face(name, face)
    return items


def ground_outline(shape: Net) -> PathData:
    """Return the area of the ground: all faces with a bleed."""
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
    line, bold = (Stroke(palette.main, palette.line_weight(w)) for w in (FINE, LINE))
    if not palette.solid:
        return [Path(discs.done(), stroke=bold), Path(eyes.done(), fill=palette.main)]
    return [
        Path(rings.done(), stroke=line),
        Path(discs.done(), fill=palette.main),
        Path(eyes.done(), fill=palette.accent if count == 1 else palette.paper),
    ]


def _draw_spikes(count: int, palette: Palette, face: Rect) -> list[Item]:
    """Draw the number of a face in spikes."""
    e, (cx, cy) = face.w, face.centre
    size, across, down = _SPIKES[count] * e, _SPIKE_OFFSET_X * e, _SPIKE_OFFSET_Y * e
    file = content_path("art", "tokens", _SPIKE if count == 1 else _SMALL_SPIKE)
    symbol = emblem(file, palette, size)
    # Spikes are higher than wide: six are in two rows of three.
    return [
        place_emblem(symbol, cx + y * across, cy + x * down, size) for x, y in pip_places(count)
    ]


def _draw_suit(sign: DieSymbol, theme: Theme, face: Rect) -> list[Item]:
    """Draw the emblem of a suit between two copies of its sign, if any."""
    palette = theme.palette(sign.colour)
    e, (cx, cy) = face.w, face.centre
    size = 0.42 * e
    items: list[Item] = [place_emblem(emblem(sign.mark, palette, size), cx, cy, size)]
    if sign.sign:
        style = FitStyle(TITLE_BOLD, 0.26 * e, MIN_TEXT_SIZE)
        for corner in (-1, 1):
            x, y = cx + corner * 0.255 * e, cy + corner * 0.255 * e
            box = Rect(x - 0.1 * e, y - 0.1 * e, 0.2 * e, 0.2 * e)
            items += require_text(sign.sign, style, box, text_colour_on_paper(palette))
    return items
