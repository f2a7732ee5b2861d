"""Bodies of numbered cards: pips between rails, or the number itself, large in each half."""

from __future__ import annotations

from pathlib import Path as FilePath

from printkit.art.dress import MAX_PIPS, Dress, arrange_pips
from printkit.art.emblem import body_of, emblem, place_emblem
from printkit.art.guilloche import Gold, ribbon, ring
from printkit.art.outline import Outline
from printkit.art.theme import Theme
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Rect, translation
from printkit.components.cards.anatomy import Anatomy
from printkit.components.cards.face_parts import FaceDrawing, FaceSetting, draw_rail, twice
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import Item, Path, Stroke, Symbol, Use
from printkit.graphics.font import cached_by_fonts
from printkit.graphics.path import PathBuilder, circle, rect_path

# Ink of a pip in themes of outlines, as a share of its square, by the largest number of pips.
_PIP_INKS = ((1, 0.13), (4, 0.11), (5, 0.1), (6, 0.085), (MAX_PIPS, 0.055))
# Sizes for which pips are drawn; a pip uses the next smaller one.
_DETAILS = (8.0, 10.0, 12.0, 16.0, 24.0, 32.0)
# Extent of a pip's outline beyond its square: half a line of 0.4 mm, enlarged by almost one step of
# these sizes.
_PIP_EDGE = 0.3
# The gold hairline beside a rail: its distance and width.
_HAIRLINE_AT, _HAIRLINE = 1.1, 0.2
# From a rail to a pip, clear of such a hairline in every theme.
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
    body = body_of(card.mark)
    size, places = arrange_pips(card.pips, anatomy.field, body, edge, _PIP_RAIL)
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
