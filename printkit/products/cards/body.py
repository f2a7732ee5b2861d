"""What fills the field of a face: pips, a court figure, an ace, an emblem, a number.

One function a layout, listed in `BODIES`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path as FilePath

from printkit.art.courts import draw_figure
from printkit.art.emblem import ACE, HELD, emblem, place_emblem, sibling_emblem, two_way_emblem
from printkit.art.frames import corner_depth, draw_divider, has_plate
from printkit.art.pips import MAX_PIPS, pip_layout
from printkit.art.theme import Palette
from printkit.base.errors import PrintkitError
from printkit.base.geometry import Matrix, Rect, half_rotation
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import Item, Path, ShapedText, Stroke, transformed
from printkit.graphics.font import TITLE_BOLD, UNITS, font, shape
from printkit.graphics.measures import FINE, LINE, MIN_TEXT_SIZE
from printkit.graphics.path import PathBuilder, rect_path
from printkit.layout.fit_text import TextOverflow
from printkit.model.cards import Card
from printkit.model.notation import shown_values
from printkit.products.cards.anatomy import Anatomy
from printkit.products.cards.index import text_colour_on_paper

# Largest pip (mm on a poker card) for up to so many of them.
_PIP_SIZES = ((1, 24.0), (3, 15.0), (6, 13.0), (8, 12.0), (11, 10.0))
# From the field to the outer pips (on a poker card): at the sides, where a square one in the
# corner clears the ornament of the frame …
_PIP_SIDE = 3.3
# … and at head and foot.
_PIP_END = 4.2
# An arc about the corner of the field that pips clear.
_CORNER_RADIUS = 5.2

# The ink of drawings if it is saved, as a share of their square: a pip (a card has up to eleven),
_PIP_INK = 0.118
# a figure (two),
_FIGURE_INK = 0.05
# what a figure holds (two),
_HELD_INK = 0.027
# an ace.
_ACE_INK = 0.05
# The edge of a large figure (mm) in a theme of outlines.
_DIGIT_EDGE = 0.5

Body = Callable[[Card, Palette, Palette, Anatomy], list[Item]]
_TURN = half_rotation(0, 0)


def draw_pips(card: Card, palette: Palette, _turned: Palette, anatomy: Anatomy) -> list[Item]:
    """Draw pips in the traditional arrangement; few pips are larger."""
    count, field, s = card.pips, anatomy.field, anatomy.scale
    if card.mark is None or not 1 <= count <= MAX_PIPS:
        raise PrintkitError(
            f"The layout “pips” cannot draw this card: it repeats an emblem 1 to {MAX_PIPS} times, "
            "as the rank says.",
            hint="Give its suit an “emblem” and take a rank of a run, or choose another layout.",
        )
    wanted = next(size for most, size in _PIP_SIZES if count <= most) * s
    rows = 1 if count == 1 else 4 if count >= 9 else 3
    inside = min(0.7, max(0.0, corner_depth(card.frame) - _CORNER_RADIUS) * 1.4)
    side, end = (_PIP_SIDE + inside) * s, (_PIP_END + inside) * s
    size = min(wanted, field.w - 2 * side, (field.h - 2 * end) / rows)
    reach = field.h / 2 - size / 2 - end
    column = field.w / 2 - size / 2 - side if count > 3 else 0.0
    mark = card.mark
    plain = emblem(mark, palette, size, _PIP_INK)
    central = two_way_emblem(mark, palette, size, _PIP_INK)
    return [
        place_emblem(
            central if pip.is_central else plain,
            pip.column * column,
            (pip.height * 2 - 1) * reach,
            size,
            turned=pip.turned,
        )
        for pip in pip_layout(count)
    ]


def draw_emblems(card: Card, palette: Palette, _turned: Palette, anatomy: Anatomy) -> list[Item]:
    """Draw the emblem in each half, an orbit between."""
    path = _require_emblem(card)
    field, s = anatomy.field, anatomy.scale
    size = min(field.w - 5.0 * s, field.h / 2 - 5.2 * s)
    symbol = emblem(path, palette, size)
    y = -(field.h / 4 + 0.2 * s)
    return [
        draw_divider(field.inset(1.0 * s), palette.main, palette.accent, palette.lines, s),
        place_emblem(symbol, 0, y, size),
        place_emblem(symbol, 0, -y, size, turned=True),
    ]


def draw_court(card: Card, palette: Palette, _turned: Palette, anatomy: Anatomy) -> list[Item]:
    """Draw a figure cut at the waist in each half, with what its suit gives it to hold."""
    figure, held = _require_emblem(card), sibling_emblem(card.mark, HELD)
    field, s = anatomy.field, anatomy.scale
    size = min(field.w - 2.6 * s, field.h / 2 - 1.8 * s)
    whole = draw_figure(figure, card.mark, palette, size, _FIGURE_INK + _HELD_INK)
    symbols = (
        [whole]
        if whole
        else [
            emblem(path, palette, size, ink)
            for path, ink in ((figure, _FIGURE_INK), (held, _HELD_INK))
            if path is not None
        ]
    )
    half: list[Item] = [place_emblem(symbol, 0, -size * 0.48, size) for symbol in symbols]
    line = PathBuilder().move(field.x + 1.0 * s, 0).line(field.right - 1.0 * s, 0).done()
    waist: list[Item] = [
        Path(line, stroke=Stroke(palette.paper, 1.0 * s)),
        Path(line, stroke=Stroke(palette.main, palette.line_weight(LINE))),
    ]
    return [*half, transformed(half, _TURN), *waist]


def draw_medallion(card: Card, palette: Palette, anatomy: Anatomy) -> list[Item]:
    """Draw the suit of a court card whose figure holds nothing, on a disc over a corner of the
    frame and, turned, its opposite.
    """
    look = card
    if look.layout != "court" or look.mark is None or sibling_emblem(look.mark, HELD):
        return []
    s = anatomy.scale
    x, y, size = anatomy.field.right - 3.0 * s, anatomy.field.y + 3.0 * s, 5.4 * s
    disc = PathBuilder().circle(x, y, 3.4 * s).done()
    half: list[Item] = [
        Path(disc, fill=palette.paper, stroke=Stroke(palette.main, FINE)),
        place_emblem(emblem(look.mark, palette, size), x, y, size),
    ]
    return [*half, transformed(half, _TURN)]


def _require_emblem(card: Card) -> FilePath:
    """Return the emblem of a card whose layout needs one. Raises PrintkitError."""
    if card.emblem is None:
        raise PrintkitError(
            f"The layout “{card.layout}” needs an emblem, and this card has none.",
            hint="Give it or its suit an “emblem”, or choose another layout.",
        )
    return card.emblem


def draw_ace(card: Card, palette: Palette, _turned: Palette, anatomy: Anatomy) -> list[Item]:
    """Draw the suit's own ace, or its emblem large in a sunburst of thirty rays."""
    field, s = anatomy.field, anatomy.scale
    ornate = sibling_emblem(card.mark, ACE)
    if ornate is not None:
        size = min(field.h - 3.0 * s, 2 * (field.w - 2.6 * s))
        return [place_emblem(emblem(ornate, palette, size, _ACE_INK), 0, 0, size)]
    r = min(field.w, field.h) / 2 - 1.9 * s
    rays, fine = PathBuilder(), PathBuilder()
    for step in range(30):
        angle = math.radians(12 * step - 90)
        half = math.radians(2.1)
        outer = r * (1.0 if step % 3 == 0 else 0.93)  # 15 rays on it is the same
        rays.polygon(
            (radius * math.cos(t), radius * math.sin(t))
            for radius, t in ((r * 0.74, angle - half), (outer, angle), (r * 0.74, angle + half))
        )
    fine.circle(0, 0, r * 0.70).circle(0, 0, r * 0.725)
    # An orbit above and below, with a body on it, where the field leaves room for them.
    y = field.h / 2 - 9.5 * s
    ends = (-y, y) if field.h / 2 - 12.5 * s > r else ()
    for end in ends:
        fine.circle(0, end, 3.0 * s)
        fine.move(-9 * s, end).line(-3 * s, end).move(3 * s, end).line(9 * s, end)
    items: list[Item] = [
        Path(rays.done(), fill=palette.shade),
        Path(fine.done(), stroke=Stroke(palette.main, palette.line_weight(FINE))),
    ]
    for end in ends:
        items.append(Path(PathBuilder().circle(0, end, 1.7 * s).done(), fill=palette.main))
        items.append(Path(PathBuilder().circle(0, end, 0.7 * s).done(), fill=palette.accent))
    size = r * 1.30
    items.append(place_emblem(two_way_emblem(_require_emblem(card), palette, size), 0, 0, size))
    return items


def draw_number(card: Card, palette: Palette, turned: Palette, anatomy: Anatomy) -> list[Item]:
    """Draw the value, large, in each half: the lower half shows what a turned card says."""
    look = card
    upper = look.index or shown_values(card.values)
    lower = look.lower_index if look.turned else upper
    if not upper:
        return []
    filled = has_plate(look.frame) and palette.solid
    items: list[Item] = []
    for text, colours, turn in ((upper, palette, False), (lower, turned, True)):
        shown = colours.on_main() if filled else text_colour_on_paper(colours)
        half = _draw_large(text, shown, colours, anatomy)
        items += [transformed(half, _TURN)] if turn else half
    line = palette.on_main() if filled else palette.main
    items.append(
        draw_divider(
            anatomy.field.inset(1.0 * anatomy.scale),
            line,
            palette.accent,
            palette.lines,
            anatomy.scale,
        )
    )
    return items


def _draw_large(text: str, colour: Colour, palette: Palette, anatomy: Anatomy) -> list[Item]:
    """Draw a number in the upper half; 6 and 9 are underlined, since a turned card shows
    the other.
    """
    field, s = anatomy.field, anatomy.scale
    face = font(TITLE_BOLD)
    run = shape(TITLE_BOLD, text)
    height = min(19.0 * s, field.h / 2 - 13.0 * s)
    size = min(height / (face.cap_height / UNITS), (field.w - 5 * s) / (run.width / UNITS))
    if size < MIN_TEXT_SIZE:
        raise TextOverflow(
            f"The number “{text[:40]}” is too long for the face.", hint="Give it a short “index”."
        )
    cap, width = face.cap_height / UNITS * size, run.width / UNITS * size
    base = -field.h / 4 + cap / 2
    items: list[Item] = [ShapedText(run, -width / 2, base, size, colour, artifact=True)]
    bar = None
    if text.strip("+-\u2212\u00b1") in ("6", "9"):
        x, y = ((run.xs[-1] + run.width) / 2 / UNITS - run.width / UNITS / 2) * size, base + 2.3 * s
        bar = rect_path(Rect(x - 0.22 * size, y - 0.7 * s, 0.44 * size, 1.4 * s))
        items.append(Path(bar, fill=colour))
    if palette.solid:
        return items
    # Figures in outlines: each is paper within a line, which stands half inside its edge.
    line, em = Stroke(colour, palette.line_weight(_DIGIT_EDGE), join="round"), size / UNITS
    glyphs = (
        face.outline(glyph).transformed(Matrix(em, 0, 0, -em, x * em - width / 2, base))
        for glyph, x in zip(run.glyphs, run.xs, strict=True)
    )
    edges = (*glyphs, bar) if bar else tuple(glyphs)
    return [Path(edge, fill=palette.paper, stroke=line) for edge in edges]


BODIES: dict[str, Body] = {
    "pips": draw_pips,
    "emblem": draw_emblems,
    "court": draw_court,
    "ace": draw_ace,
    "number": draw_number,
}
