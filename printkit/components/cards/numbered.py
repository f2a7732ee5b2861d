"""Bodies of numbered cards: pips between rails, or the number itself, large in each half."""

from __future__ import annotations

import math
from pathlib import Path as FilePath
from typing import NamedTuple

from printkit.art.dress import MAX_PIPS, Dress, arrange_pips
from printkit.art.emblem import body_of, emblem, place_emblem
from printkit.art.guilloche import Gold, chamfered, ribbon, ring
from printkit.art.outline import Outline
from printkit.art.theme import Theme
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Matrix, Rect, translation
from printkit.components.cards.anatomy import Anatomy
from printkit.components.cards.face_parts import (
    TURN,
    FaceDrawing,
    FaceSetting,
    draw_cartouche,
    draw_rail,
    twice,
    upper_half,
)
from printkit.components.cards.index import WIDE, index_place, plate_box
from printkit.graphics.colour import Colour, blend
from printkit.graphics.display_list import (
    Group,
    Item,
    Path,
    ShapedText,
    Stroke,
    Symbol,
    Use,
    transformed,
)
from printkit.graphics.font import TITLE_BOLD, UNITS, cached_by_fonts, font, shape
from printkit.graphics.measures import MIN_TEXT_SIZE
from printkit.graphics.path import HEXAGON, PathBuilder, PathData, card_outline, circle, rect_path
from printkit.layout.fit_text import TextOverflow
from printkit.model.notation import MINUS, shown_values

# Ink of a pip in themes of outlines, as a share of its square, by the largest number of pips.
_PIP_INKS = ((1, 0.13), (4, 0.11), (5, 0.1), (6, 0.085), (MAX_PIPS, 0.055))
# Sizes for which pips are drawn; a pip uses the next smaller one.
_DETAILS = (8.0, 10.0, 12.0, 16.0, 24.0, 32.0)
# Extent of a pip's outline beyond its square: half a line of 0.4 mm, enlarged by almost one step of
# these sizes.
_PIP_EDGE = 0.3
# The gold hairline beside a rail: its distance and width.
_HAIRLINE_AT, _HAIRLINE = 1.1, 0.2
# From a rail with such a hairline to a pip.
_PIP_RAIL = 1.7
# Distance of the end of a rail without bleed from the safe area.
_RAIL_END = 0.6
# A ribbon: distance of its centre from the safe area, half width, period, strands, line width.
_RIBBON_X, _RIBBON_HALF, _BEAT, _STRANDS, _STRAND = 3.9, 3.1, 10.6, 6, 0.12
# From the mark to the ribbon, and from the ribbon to the safe area.
_RIBBON_TOP, _RIBBON_END = 7.0, 1.2
# The guilloche behind pips: its distances from the rail and the cut, its line.
_FIELD_SIDE, _FIELD_END, _FIELD_LINE = 1.45, 4.95, 0.12
# The ring of a single pip: air to the field, largest radius, band; the pip in ring radii.
_RING_AIR, _MAX_RING, _BAND, _IN_RING = 0.95, 17.9, 2.0, 1.51
# The oval around the ring: its distance from the cut, its band.
_OVAL_END, _OVAL_BAND = 4.85, 3.0


def draw_pip_card(face: FaceSetting) -> FaceDrawing:
    """Draw strips, rails, ribbons and pips."""
    card, anatomy = face.card, face.anatomy
    if card.mark is None or not 1 <= card.pips <= MAX_PIPS:
        raise PrintkitError(
            f"The layout “pips” cannot draw this card: it repeats an emblem 1 to {MAX_PIPS} times, "
            "as the rank says.",
            hint="Give its suit an “emblem” and take a rank of a run, or choose another layout.",
        )
    if anatomy.large:
        size = anatomy.disc * 0.86
        pip = _draw_pip(card.mark, face.dress, size, 2)
        return FaceDrawing(figure=twice([place_emblem(pip, *anatomy.disc_centre, size)]))
    four = anatomy.corners() == 4
    sides = _draw_sides(face.theme, face.dress, anatomy, face.reach, card.rail, four=four)
    if card.pips == 1:
        return FaceDrawing((Use(sides),), _draw_single(face))
    edge = 0.0 if face.theme.solid else _PIP_EDGE
    rail = _PIP_RAIL if face.dress.gold else 0.0
    size, places = arrange_pips(card.pips, anatomy.field, body_of(card.mark), edge, rail)
    pip = _draw_pip(card.mark, face.dress, size, card.pips)
    pips = [place_emblem(pip, x, y, size, turned=turned) for x, y, turned in places]
    return FaceDrawing((Use(sides),), pips)


def _draw_pip(mark: FilePath, dress: Dress, size: float, count: int) -> Symbol:
    """Draw a pip in one of a few sizes, so that cards of a suit share drawings."""
    detail = max((detail for detail in _DETAILS if detail <= size), default=size)
    ink = next(ink for most, ink in _PIP_INKS if count <= most)
    return emblem(mark, dress.picture, detail, ink)


@cached_by_fonts(1024)
def _draw_sides(
    theme: Theme, dress: Dress, anatomy: Anatomy, reach: Rect, rail: str, *, four: bool
) -> Symbol:
    """Draw the background shared by pip cards: strips, rails, ribbons, guilloche."""
    left = anatomy.trim.x + anatomy.strip
    half: list[Item] = []
    if dress.strip != dress.ground:
        strip = Rect(reach.x, reach.y, left - reach.x, reach.h)
        half.append(Path(rect_path(strip), fill=dress.strip))
    if dress.ribbon is not None:
        half += _draw_ribbon(dress.ribbon, anatomy, four=four)
    end = reach.y if theme.face.full_bleed else anatomy.safe_head(left - 0.5) + _RAIL_END
    half += draw_rail(rail, (left, end), (left, -end), dress.line, theme)
    if dress.gold:
        line = Stroke(dress.rule, _HAIRLINE)
        x = left + _HAIRLINE_AT
        half.append(Path(PathBuilder().move(x, end).line(x, -end).done(), stroke=line))
    items = twice(half)
    if dress.field is not None:
        line = Stroke(dress.field, _FIELD_LINE)
        a = anatomy.field.w / 2 - _FIELD_SIDE
        b = anatomy.height / 2 - _FIELD_END - anatomy.narrowed
        middle = Outline(0.12 * a, 0.23 * b), Outline(0.5 * a, 0.57 * b)
        items.append(Use(ring(Outline(0.49 * a, 0.55 * b), Outline(a, b, 2.3), 32, 5, line)))
        items.append(Use(ring(*middle, 16, 4, line)))
    key = f"sides-{rail}-{dress.line.name}-{dress.strip.name}"
    return Symbol(key, tuple(items), reach.inset(-1))


def _draw_ribbon(colour: Colour, anatomy: Anatomy, *, four: bool) -> list[Item]:
    """Draw the ribbon in the left strip, clear of the indices."""
    m = anatomy.module
    index = anatomy.index_top + anatomy.digits + anatomy.mark_gap + anatomy.mark
    top = index + _RIBBON_TOP * m
    foot = -anatomy.safe_head(anatomy.safe.x + (_RIBBON_X - _RIBBON_HALF) * m)
    end = -top if four else foot - _RIBBON_END
    count = max(1, round((end - top) / (_BEAT * m)))
    beat = (end - top) / count
    if beat < 0.5 * _BEAT * m:
        return []
    braid = ribbon(_RIBBON_HALF * m, beat, _STRANDS, Stroke(colour, _STRAND))
    x = anatomy.safe.x + _RIBBON_X * m
    return [Use(braid, translation(x, top + beat * (k + 0.5))) for k in range(count)]


def _draw_single(face: FaceSetting) -> list[Item]:
    """Draw a single pip in a ring, the ring in a tall oval."""
    card, anatomy, dress = face.card, face.anatomy, face.dress
    assert card.mark is not None
    radius = min(_MAX_RING * max(1.0, anatomy.scale), anatomy.field.w / 2 - _RING_AIR)
    band = _BAND * radius / _MAX_RING
    size = _IN_RING * radius
    items: list[Item] = []
    if dress.rim is not None and not dress.field:
        b = anatomy.height / 2 - _OVAL_END - anatomy.narrowed
        line = Stroke(dress.rim, face.weight(0.14))
        if face.theme.solid:
            near, far = Outline(radius - 1.6, b - _OVAL_BAND), Outline(radius, b)
            items.append(Use(ring(near, far, 48, 3, line)))
    disc = circle(radius)
    items.append(Path(disc, fill=dress.ground))
    near, far = Outline.circle(radius - band), Outline.circle(radius)
    if dress.gold:
        items.append(Use(ring(near, far, 72, 3, Gold(dress.gold, dress.rule, 180))))
    elif dress.rim is not None:
        line = Stroke(dress.rim, face.weight(0.14))
        items.append(Use(ring(near, far, 72, 3 if face.theme.solid else 2, line)))
    pip = _draw_pip(card.mark, dress, size, 1)
    return [*items, place_emblem(pip, 0, 0, size)]


# The plate on a poker card: distances from the sides and the index, chamfer; its lines.
_SIDE, _BELOW, _CHAMFER = 9.2, 4.4, 6.0
_EDGE, _INNER, _INNER_AT = 1.5, 0.25, 1.6
# On cards of at most this ratio of height to width the plate is behind the index: its distance from
# the cut, the margin around the index.
_LOW, _UNDER, _NOTCH = 1.2, 6.6, 0.95
# The number: height, distance of its foot from the middle; half the width of its halo, outline.
_NUMBER, _FOOT, _HEAVY, _DIGIT_EDGE = 20.5, 3.6, 0.9, 0.5
# The bar below 6 and 9: width as a share of the number's size, height, gap.
_BAR, _BAR_HEIGHT, _BAR_GAP = 0.44, 1.4, 1.6
# Hatching of a negative half: line, pitch, factor in outlines; rays of others: number, line.
_HATCH, _PITCH, _RAYS, _RAY, _WIDER = 0.55, 2.8, 48, 0.15, 1.5
# The hexagon in the middle: its rim and the body in it.
_HEXAGON, _BODY = 3.6, 1.9


def draw_number(face: FaceSetting) -> FaceDrawing:
    """Draw the value large in each half; the lower half has the value of a turned card."""
    card = face.card
    upper = card.index or shown_values(card.values)
    lower = card.lower_index if card.turned else upper
    if card.turned and card.values:
        upper = f"+{max(card.values)}" if max(card.values) > 0 else upper
    if not upper and card.rank is not None:
        return FaceDrawing()
    ground: list[Item] = []
    if face.lower.ground not in (face.theme.roles_of["paper"], face.dress.ground):
        half = rect_path(upper_half(face.reach))
        ground = [transformed([Path(half, fill=face.lower.ground)], TURN)]
    items = _draw_half(face, upper, face.dress)
    items.append(transformed(_draw_half(face, lower, face.lower), TURN))
    # The number does not identify a card without a rank; large print has no names.
    if card.rank is None and not face.anatomy.large:
        box = face.anatomy.cartouche(court=False)
        line = face.dress.number
        items += draw_cartouche(face, box, face.dress.plate_ground, line, line)
        return FaceDrawing(ground, items)
    return FaceDrawing(ground, items + _draw_middle(face))


class _Plate(NamedTuple):
    """The plate of a number in its box: chamfered, or hexagonal like the card.

    `width` is free for the number, `notch` is the area of the index at its corner, `k` the scale.
    """

    box: Rect
    k: float
    width: float
    anatomy: Anatomy
    notch: Rect | None = None

    def outline(self, inset: float = 0.0) -> PathData:
        trim, shape = self.anatomy.trim, self.anatomy.shape
        if shape == HEXAGON:
            return card_outline(trim, shape, self.box.x - trim.x + inset)
        return chamfered(self.box.inset(inset), (_CHAMFER - 0.375 * inset / self.k) * self.k)


def _make_plate(face: FaceSetting) -> _Plate:
    """Return the plate: below the index, or behind it on a hexagonal or low card."""
    anatomy = face.anatomy
    k = anatomy.scale
    end = anatomy.index_top + anatomy.height / 2 + anatomy.digits + _BELOW * anatomy.module
    side = _SIDE * k + anatomy.narrowed
    if anatomy.shape != HEXAGON and anatomy.height > _LOW * anatomy.width:
        box = anatomy.trim.outset(-side, -end, -side, -end)
        return _Plate(box, k, box.w - 8 * k, anatomy)
    box = anatomy.trim.inset(_UNDER * k + anatomy.narrowed)
    index = plate_box(index_place(anatomy, WIDE)).inset(-_NOTCH * k)
    x, y = max(index.x, anatomy.safe.x), max(index.y, anatomy.safe.y)
    notch = Rect(x, y, index.right - x, index.bottom - y)
    return _Plate(box, k, -2 * (notch.right + 0.5), anatomy, notch)


def _draw_half(face: FaceSetting, text: str, dress: Dress) -> list[Item]:
    """Draw the upper half of the plate with its number."""
    plate = _make_plate(face)
    box, k = plate.box, plate.k
    filled = dress.ground != face.theme.roles_of["paper"]
    upper = rect_path(upper_half(face.reach))
    half: list[Item] = []
    whole = plate.outline()
    if not filled and face.theme.solid:
        half.append(Path(whole, fill=dress.plate_ground))
    negative = text.startswith(MINUS)
    if face.theme.solid or negative:
        pattern = (
            _hatch_lines(box, 1.0 if face.theme.solid else _WIDER) if negative else _ray_lines(box)
        )
        line = Stroke(dress.hatch, face.weight(_HATCH if negative and face.theme.solid else _RAY))
        half.append(Group((Path(pattern, stroke=line),), clip=whole))
    edge = face.weight(0.45 if filled else _EDGE, 0.18)
    half.append(Path(whole, stroke=Stroke(dress.number, edge)))
    inner = Stroke(dress.number, face.weight(_INNER))
    half.append(Path(plate.outline(_INNER_AT * k), stroke=inner))
    if plate.notch is not None:
        notch = PathBuilder().rounded(plate.notch, 0.3 * plate.notch.h).done()
        half.append(Path(notch, fill=dress.ground))
    items: list[Item] = [Group(tuple(half), clip=upper)]
    return items + (_draw_figures(face, text, dress, plate) if text else [])


def _hatch_lines(box: Rect, wider: float) -> PathData:
    """Return diagonal lines across a box."""
    builder = PathBuilder()
    pitch = _PITCH * math.sqrt(2) * wider
    for step in range(math.ceil((box.w + box.h) / pitch)):
        x = box.x - box.h + step * pitch + pitch / 2
        builder.move(x, box.y).line(x + box.h, box.bottom)
    return builder.done()


def _ray_lines(box: Rect) -> PathData:
    """Return rays from the middle of a box."""
    far = math.hypot(box.w, box.h) / 2
    return PathBuilder().rays(0, 0, far, [0.24 * far] * _RAYS, 180 / _RAYS).done()


def _draw_figures(face: FaceSetting, text: str, dress: Dress, plate: _Plate) -> list[Item]:
    """Draw a number above the middle; 6 and 9 are underlined, since a turned card shows the
    other.
    """
    typeface, box, k = font(TITLE_BOLD), plate.box, plate.k
    run = shape(TITLE_BOLD, text)
    cap = typeface.cap_height / UNITS
    high = min(_NUMBER * k, -box.y - (_FOOT + 4.5) * k)
    size = min(high / cap, 1.25 * plate.width / (run.width / UNITS))
    condensed = min(1.0, plate.width / (run.width / UNITS * size))
    if size < MIN_TEXT_SIZE:
        raise TextOverflow(
            f"The number “{text[:40]}” is too long for the face.", hint="Give it a short “index”."
        )
    width = run.width / UNITS * size
    marked = text.strip("+-−±") in ("6", "9")
    base = -(_FOOT * k) - (-box.y - _FOOT * k - size * cap) * 0.25 - (2.0 * k if marked else 0)
    matrix = Matrix(condensed, 0, 0, 1, -width * condensed / 2, base)
    bar = None
    if marked:
        middle = (run.xs[-1] + run.width) / 2 / UNITS * size
        under = Rect(middle - _BAR / 2 * size, _BAR_GAP * k, _BAR * size, _BAR_HEIGHT * k)
        bar = rect_path(under)
    em = size / UNITS
    outlines = [
        typeface.outline(glyph).transformed(Matrix(em, 0, 0, -em, x * em, 0))
        for glyph, x in zip(run.glyphs, run.xs, strict=True)
    ]
    outlines += [bar] if bar else []
    words = ShapedText(run, 0, 0, size, dress.number, artifact=True)
    if not face.theme.solid:
        # Figures in outlines: each is paper within a line, which stands half inside its edge.
        line = Stroke(dress.number, max(face.weight(_DIGIT_EDGE), 0.18), join="round")
        paper = face.theme.roles_of["paper"]
        shapes = tuple(Path(outline, fill=paper, stroke=line) for outline in outlines)
        return [Group((words, *shapes), matrix)]
    behind = Stroke(dress.plate_ground, 2 * _HEAVY * k, join="round")
    halo = tuple(Path(outline, stroke=behind) for outline in outlines)
    bars = (Path(bar, fill=dress.number),) if bar else ()
    return [Group((*halo, words, *bars), matrix)]


def _draw_middle(face: FaceSetting) -> list[Item]:
    """Draw the line between the halves and the hexagon on it."""
    plate = _make_plate(face)
    box, k, dress = plate.box, plate.k, face.dress
    line = blend(dress.number, face.lower.number, 0.5)
    across = PathBuilder().move(box.x, 0).line(box.right, 0).done()
    rule = Stroke(line, face.weight(0.4, 0.16))
    hexagon, body = (
        PathBuilder().hexagon(r * k, r * k * math.sqrt(3) / 2).done() for r in (_HEXAGON, _BODY)
    )
    return [
        Path(across, stroke=rule),
        Path(hexagon, fill=dress.plate_ground, stroke=rule),
        Path(body, fill=dress.picture.accent),
    ]
