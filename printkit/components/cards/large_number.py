"""The layout “number”: a value large in each half of a card, which its panel fills.

Kinds are told apart in grey by the ground, the plate of the index and a sign as tall as the figure:
without a sign on honeycomb, plus on dark rays, minus on light hatching; a card that turns is half
the one and half the other. On a hexagonal card the panel has its shape.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from printkit.art.dress import Dress, readable
from printkit.art.guilloche import chamfered
from printkit.base.geometry import Matrix, Rect
from printkit.components.cards.anatomy import LARGE_DIGITS, Anatomy
from printkit.components.cards.face_parts import (
    TURN,
    FaceDrawing,
    FaceSetting,
    draw_cartouche,
    twice,
    upper_half,
)
from printkit.components.cards.index import draw_sign, split_sign
from printkit.components.cards.number_panel import EDGE, LINE_AT, PanelLook, draw_panel, panel_look
from printkit.components.cards.sign_plate import (
    PlateColours,
    draw_plate,
    draw_sign_plate,
    number_plate,
)
from printkit.graphics.colour import MIN_TEXT_CONTRAST, Colour, blend, contrast
from printkit.graphics.display_list import (
    Group,
    Item,
    Path,
    ShapedText,
    Stroke,
    Use,
    as_artifact,
    transformed,
)
from printkit.graphics.font import TITLE_BOLD, UNITS, cached_by_fonts, font, shape
from printkit.graphics.measures import MIN_TEXT_SIZE
from printkit.graphics.path import PathBuilder, PathData, rect_path
from printkit.layout.fit_text import FitStyle, TextOverflow, require_text
from printkit.layout.scripts import to_capitals
from printkit.model.fields import BY_SET
from printkit.model.notation import MINUS, shown_values

# On a poker card (mm). The number: its height, from its foot to the middle; from the plate of the
# index to it; half its halo; its outline where ink is saved.
_NUMBER, _FOOT, _BELOW, _HALO, _OUTLINE = 21.0, 8.4, 1.6, 1.5, 0.5
# Below the share of this height there is room for it only between the indices.
_LOW = 0.52
# Figures of an index shrink to this share of their height at most.
_MIN_DIGITS = 0.55
# From the sides of the panel to the number, and from the index beside it.
_SIDE, _BESIDE = 4.5, 1.6
# In heights of a number: its sign, the bar of a sign, from it to the figure.
_SIGN, _STEM, _GAP = 0.92, 0.27, 0.2
# How much too wide a number may be before it becomes smaller, and beside a sign.
_NARROW, _NARROW_SIGNED = 1.3, 1.06
# The teeth under 6 and 9: their width, height, distance from each other and from the figure.
_TOOTH, _TOOTH_HIGH, _TOOTH_PITCH, _TOOTH_GAP = 0.125, 0.105, 0.165, 0.07
# The line between the halves and the ground beside it, the hexagon on it: ground, rim, body.
_MIDDLE, _MIDDLE_AIR, _HEXAGON = 0.3, 1.1, (4.2, 3.5, 1.9)
# The window of a blank card: its radius against the width, its rim, the line in it, lines to write
# on; its name: height of its letters, from the window to it.
_WINDOW, _WINDOW_RIM, _WRITING, _NAME, _NAME_AIR = 0.355, 1.2, 9.0, 3.4, 1.4


def draw_number(face: FaceSetting) -> FaceDrawing:
    """Draw the value large in each half; the lower half has the value of a turned card."""
    card = face.card
    upper = card.index or shown_values(() if card.rule == BY_SET else card.values)
    lower = card.lower_index if card.turned else upper
    if card.turned and card.values:
        upper = f"+{max(card.values)}" if max(card.values) > 0 else upper
    if not upper and card.rank is not None:
        return FaceDrawing()
    ground: list[Item] = []
    figure: list[Item] = []
    looks = []
    for text, dress, turned in ((upper, face.dress, False), (lower, face.lower, True)):
        look = panel_look(face.theme, dress, split_sign(text)[0])
        looks.append(look)
        engraved, rims = draw_panel(face.theme, face.anatomy, face.reach, look)
        half = [Use(rims), *(_draw_figures(face, text, look) if text else [])]
        ground.append(transformed([Use(engraved)], TURN) if turned else Use(engraved))
        figure += [transformed(half, TURN)] if turned else half
    across, hexagon = _draw_middle(face, looks[0], looks[1])
    if not upper:
        return FaceDrawing(ground, [*figure, *_draw_window(face, looks[0])])
    # The number does not identify a card without a rank; large print has no names.
    if card.rank is None and not face.anatomy.large:
        box, look = face.anatomy.cartouche, looks[0]
        figure += draw_cartouche(face, box, look.ground, look.ink, look.ink)
        return FaceDrawing(ground, figure)
    return FaceDrawing([*ground, *across], figure + hexagon)


def draw_number_index(face: FaceSetting, text: str, *, artifact: bool) -> tuple[Item, ...]:
    """Draw the index of the upper left corner; empty without a text. Raises TextOverflow."""
    if not text:
        return ()
    dress, theme, anatomy = face.dress, face.theme, face.anatomy
    sign, paper, dim = split_sign(text)[0], theme.roles_of["paper"], not theme.solid
    minus = readable(face.lower.picture.main, paper, theme, MIN_TEXT_CONTRAST)
    fill, on, edge = dress.plate, dress.plate_text, None
    if not (sign or dress.gold):
        fill = dress.number
    if sign == MINUS or dim:
        fill, on = paper, minus if sign == MINUS else dress.text
        edge = on if sign else None
    moat = None if dim or dress.gold else paper
    colours = PlateColours(fill, on, paper, edge, minus, moat, theme.solid)
    least = LARGE_DIGITS if anatomy.large else _MIN_DIGITS * anatomy.digits
    plate = number_plate(anatomy)
    return draw_sign_plate(text, plate, anatomy.digits, least, colours, artifact=artifact)


def _draw_middle(
    face: FaceSetting, upper: PanelLook, lower: PanelLook
) -> tuple[list[Item], list[Item]]:
    """Draw the line between the halves, and the hexagon on it, in the colours of both."""
    k, solid, dress = face.anatomy.scale, face.theme.solid, face.dress
    paper = face.theme.roles_of["paper"]
    colours = [_strong(upper, dress), _strong(lower, face.lower)]
    reach = face.reach if face.theme.face.full_bleed else face.anatomy.safe.inset(EDGE)
    across = PathBuilder().move(reach.x, 0).line(reach.right, 0).done()
    accent = dress.picture.accent
    rule = Stroke(accent if face.theme.face.gold else colours[1], face.weight(_MIDDLE, 0.16))
    lines: list[Item] = [Path(across, stroke=rule)]
    if solid:
        lines.insert(0, Path(across, stroke=Stroke(paper, _MIDDLE_AIR * k)))
    air, rim, body = (
        PathBuilder().hexagon(r * k, r * k * math.sqrt(3) / 2).done() for r in _HEXAGON
    )
    if not solid:
        return lines, [Path(rim, fill=paper, stroke=rule)]
    upper_part = rect_path(upper_half(face.anatomy.safe))
    halves: list[Item] = [Group((Path(rim, fill=colour),), clip=upper_part) for colour in colours]
    hexagon: list[Item] = [Path(air, fill=paper), halves[0], transformed([halves[1]], TURN)]
    return lines, [*hexagon, Path(body, fill=accent)]


def _strong(look: PanelLook, dress: Dress) -> Colour:
    """Return the colour of a half that is seen on paper."""
    return dress.picture.main if look.sign == "+" else look.ink


# --- the number ----------------------------------------------------------------------------------


class _Room(NamedTuple):
    """The room of a number in the upper half: its foot, its largest height and width."""

    foot: float
    height: float
    width: float


def _find_room(anatomy: Anatomy) -> _Room:
    """Return the room for a number: below the index, or between the indices of a low card."""
    k, plate = anatomy.scale, number_plate(anatomy)
    foot, wanted = -_FOOT * k, _NUMBER * anatomy.width / 63.5
    top = plate.bottom + _BELOW * k
    left, right = anatomy.safe_span(max(top, foot - wanted), -foot, _SIDE * k)
    width = right - left
    if foot - top < _LOW * wanted:
        top = anatomy.safe.y + _SIDE * k
        left = plate.right + _BESIDE * k
        width = -2 * left
        while top < foot and anatomy.safe_span(top, foot, LINE_AT * k)[0] > left:
            top += 0.5
    height = min(wanted, foot - top)
    # On a tall card it stands in the middle of what is free.
    return _Room(foot - 0.4 * (foot - top - height), height, width)


@cached_by_fonts(512)
def _outlines(text: str) -> tuple[tuple[PathData, ...], float]:
    """Return the outlines of figures, 1 mm to the em, and how wide they are."""
    typeface, run = font(TITLE_BOLD), shape(TITLE_BOLD, text)
    em = 1 / UNITS
    shapes = tuple(
        typeface.outline(glyph).transformed(Matrix(em, 0, 0, -em, x * em, 0))
        for glyph, x in zip(run.glyphs, run.xs, strict=True)
    )
    return shapes, run.width / UNITS


def _draw_figures(face: FaceSetting, text: str, look: PanelLook) -> list[Item]:
    """Draw a number above the middle, its sign as tall as its figures.

    6 and 9 have teeth at their foot, since a turned card shows the other. Raises TextOverflow.
    """
    space, (sign, figures) = _find_room(face.anatomy), split_sign(text)
    cap = font(TITLE_BOLD).cap_height / UNITS
    outlines, em_width = _outlines(figures)
    before = _SIGN + _GAP if sign else 0.0
    high = space.height
    # The number becomes narrower, then smaller; beside a sign, which stays as it is, sooner.
    narrowed = _NARROW_SIGNED if sign else _NARROW
    size = min(high / cap, narrowed * space.width / (em_width + before * cap))
    high = size * cap
    condensed = min(1.0, (space.width - before * high) / (em_width * size))
    if size < MIN_TEXT_SIZE:
        raise TextOverflow(
            f"The number “{text[:40]}” is too long for the face.", hint="Give it a short “index”."
        )
    width = em_width * size * condensed
    left = -(before * high + width) / 2
    matrix = Matrix(size * condensed, 0, 0, size, left + before * high, space.foot)
    shapes = [outline.transformed(matrix) for outline in outlines]
    if sign:
        bars = draw_sign(sign, left, space.foot - high / 2, _SIGN * high, _STEM * high, look.ink)
        shapes += [bar.data for bar in bars if isinstance(bar, Path)]
    drawn = len(outlines)
    if figures in ("6", "9"):
        middle = left + before * high + width / 2
        shapes.append(_draw_teeth(middle, space.foot, high))
    run = shape(TITLE_BOLD, figures).after(sign)
    line = ShapedText(run, 0, 0, size, look.ink, artifact=True)
    words = Group((line,), Matrix(condensed, 0, 0, 1, matrix.e, matrix.f))
    if not face.theme.solid:
        # Figures in outlines: each is paper within a line, which stands half inside its edge.
        stroke = Stroke(look.ink, max(face.weight(_OUTLINE), 0.18), join="round")
        paper = face.theme.roles_of["paper"]
        return [words, *(Path(one, fill=paper, stroke=stroke) for one in shapes)]
    behind = Stroke(look.ground, 2 * _HALO * face.anatomy.scale, join="round")
    rims = [rim for one in shapes for rim in _contours(one)]
    halo = [Path(rim, fill=look.ground, stroke=behind) for rim in rims]
    return [*halo, words, *(Path(one, fill=look.ink) for one in shapes[drawn:])]


def _contours(outline: PathData) -> Iterator[PathData]:
    """Yield the closed lines of an outline: filled one by one they leave no counter open."""
    start = 0
    for steps in outline.steps.split("Z")[:-1]:
        end = start + 2 * (len(steps) + 2 * steps.count("C"))
        yield PathData(f"{steps}Z", outline.coords[start:end])
        start = end


def _draw_teeth(middle: float, foot: float, high: float) -> PathData:
    """Return three teeth under a figure, as wide as it: a line would read as an equals sign."""
    teeth, top = PathBuilder(), foot + _TOOTH_GAP * high
    for place in (-1, 0, 1):
        x, half = middle + place * _TOOTH_PITCH * high, _TOOTH / 2 * high
        teeth.polygon([(x - half, top), (x + half, top), (x, top + _TOOTH_HIGH * high)])
    return teeth.done()


# --- a blank card --------------------------------------------------------------------------------


def _draw_window(face: FaceSetting, look: PanelLook) -> list[Item]:
    """Draw the window of a blank card, to write in, with its name above it."""
    anatomy, k = face.anatomy, face.anatomy.scale
    radius = _WINDOW * min(anatomy.width, 0.82 * anatomy.height)
    window = PathBuilder().hexagon(radius, radius * math.sqrt(3) / 2).done()
    accent = face.dress.picture.accent if face.theme.solid else look.ink
    rim = Stroke(accent, face.weight(_WINDOW_RIM * k, 0.18))
    fill = face.theme.light  # light in a dark theme too, for pens
    items: list[Item] = []
    pane = Path(window, fill=fill, stroke=rim)
    lines = PathBuilder()
    for y in (-_WRITING / 2 * k, _WRITING / 2 * k):
        lines.move(-0.62 * radius, y).line(0.62 * radius, y)
    dark = max((look.ink, look.ground), key=lambda colour: contrast(colour, fill))
    stroke = Stroke(blend(dark, fill, 0.5), face.weight(0.25))
    writing = Path(lines.done(), stroke=stroke)
    plate = number_plate(anatomy)
    clear = -radius * math.sqrt(3) / 2
    if not anatomy.large:
        foot = clear - _NAME_AIR * k
        clear = foot - 2.6 * _NAME * k
        left, right = anatomy.safe_span(clear, foot, _SIDE * k)
        box = Rect(left, clear, right - left, foot - clear)
        style = FitStyle(TITLE_BOLD, _NAME * k / 0.69, MIN_TEXT_SIZE, 3)
        name = require_text(to_capitals(face.caption), style, box, look.ink)
        if face.theme.solid:  # the engraving stays clear of the name
            air = chamfered(box.inset(-_NAME_AIR * k), _NAME_AIR * k)
            items += twice([Path(air, fill=look.ground)])
        items += [*name, transformed(as_artifact(tuple(name)), TURN)]
    if plate.bottom < clear:
        colours = PlateColours(fill, fill, fill, accent, fill, None, face.theme.solid)
        drawn = draw_plate("", plate, anatomy.digits, colours)
        items += twice(drawn)
    return [*items, pane, writing]
