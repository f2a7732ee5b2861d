"""Parts of faces of one's own: the title and its ribbon, frames, discs, the window of a picture."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import inf

from msgspec.structs import replace

from printkit.art.emblem import draw_mark, emblem, own_silhouette, place_emblem
from printkit.art.guilloche import chamfered
from printkit.art.own_picture import CONTAIN, draw_picture
from printkit.base.face_design import DOUBLE, NONE
from printkit.base.geometry import Rect
from printkit.components.cards.own_look import OwnLook, no_room
from printkit.graphics.colour import Colour, blend
from printkit.graphics.display_list import Item, Path, ShapedText, Stroke
from printkit.graphics.font import INDEX, TITLE_BOLD, UNITS, font
from printkit.graphics.measures import MIN_TEXT_SIZE
from printkit.graphics.path import PathBuilder, PathData, rect_path
from printkit.graphics.svg_art import read_art
from printkit.layout.fit_text import FitStyle, require_text, text_fits, text_line, text_width
from printkit.layout.scripts import base_level, to_capitals

# On a poker card (mm): the largest and smallest letters of a title in a line or two.
_TITLE, _MIN_TITLE = 4.9, 2.5
# The letters of a title above a text that fills its card.
_HEADING = 4.4
# The weights of the outer and inner line of a frame, and the gap between them.
_LINE, _FINE, _GAP = 0.38, 0.14, 0.62
# The diamonds at the ends of a ribbon (half their width), its chamfer, the ground around it.
DIAMOND, _CHAMFER, _AROUND = 1.15, 2.4, 0.75
# In radii of a disc: the width of its figures, their height, the side of an emblem.
_WIDE, _HIGH, _MARK = 1.42, 1.06, 1.28
# The size of the letters of a type, and of a credit (mm).
KICKER, _CREDIT = 2.25, 2.12
# An emblem beside a type, and the gap between, in em.
_TYPE_MARK, _TYPE_GAP = 1.7, 0.5
# A window without a picture: the share of the colour in its ground, on a light and a dark card; the
# emblem in it, as a share of its shorter side.
_TINT, _DARK_TINT, _EMBLEM = 0.14, 0.34, 0.66


def title_width(look: OwnLook) -> float:
    """Return the width of the title in its largest letters, in one line (mm)."""
    return text_width(look.title_font, look.face.caption, look.letters(_TITLE))


def draw_title(look: OwnLook, box: Rect, colour: Colour) -> list[Item]:
    """Draw the title of a card in a line or two, else in three small ones. Raises TextOverflow."""
    style = _title_style(look)
    if not title_fits(look, box):
        style = replace(style, min_size=MIN_TEXT_SIZE, max_lines=3)
    return list(require_text(look.face.caption, style, box, colour))


def draw_heading(look: OwnLook, x: float, y: float, width: float) -> tuple[Sequence[Item], float]:
    """Draw the title of a card above a text, flush with its first letter; return its height with
    the air below.

    Raises TextOverflow.
    """
    align = float(base_level(look.face.caption, look.face.language) or 0)
    style = replace(_title_style(look), max_size=look.letters(_HEADING), align=align)
    one = Rect(x, y, width, 1.3 * style.max_size)
    box = one if text_fits(look.face.caption, replace(style, max_lines=1), one) else None
    box = box or Rect(x, y, width, 2 * one.h)
    style = replace(style, min_size=MIN_TEXT_SIZE, max_lines=3)
    return require_text(look.face.caption, style, box, look.strong), box.h + style.max_size / 2


def says_title(words: str, title: str) -> bool:
    """Return True if a text begins with the title of its card: a table without names makes them of
    texts."""
    plain, start = (re.sub(r"[*_\\]", "", text).strip() for text in (words, title.rstrip("…")))
    return plain.casefold().startswith(start.casefold())


def title_fits(look: OwnLook, box: Rect) -> bool:
    """Return True if a box holds the title of a card in a line or two of good letters."""
    return text_fits(look.face.caption, _title_style(look), box)


def _title_style(look: OwnLook) -> FitStyle:
    sizes = look.letters(_TITLE), look.letters(_MIN_TITLE)
    return FitStyle(look.title_font, *sizes, 2, language=look.face.language)


def draw_figures(
    text: str, x: float, y: float, height: float, width: float, ink: Colour, align: float = 0.5
) -> ShapedText:
    """Return the text of a corner, at most `height` mm high and `width` mm wide, its middle at the
    height y, the share `align` of it left of x. Raises TextOverflow."""
    size = height / font(INDEX).cap_height * UNITS
    size *= min(1.0, width / text_width(INDEX, text, size))
    if size < MIN_TEXT_SIZE:
        raise no_room(text)
    return text_line(INDEX, text, x, y, size, ink, align=align, middle=True)


def type_width(look: OwnLook, most: float = inf) -> float:
    """Return the width of the type of a card with its emblem, in a line of `most` mm; 0 if it has
    neither. Raises TextOverflow."""
    return _type_mark(look) + _set_type(look, most - _type_mark(look))[2]


def draw_type(look: OwnLook, x: float, y: float, most: float, align: float) -> list[Item]:
    """Draw the type of a card on the baseline y in a line of `most` mm, the share `align` of it
    left of x. Raises TextOverflow."""
    side, size, items = _type_mark(look), look.letters(KICKER), list[Item]()
    key, words, width = _set_type(look, most - side)
    x -= align * (side + width)
    if side:
        card, mark = look.face.card, _TYPE_MARK * size
        assert card.mark is not None
        middle = y - font(key).cap_height / UNITS * size / 2
        items.append(draw_mark(card.mark, look.mark(card.colour), x + mark / 2, middle, mark))
    if words:
        size *= min(1.0, (most - side) / text_width(key, words, size))
        items.append(text_line(key, words, x + side, y, size, look.strong))
    return items


def type_depth(look: OwnLook) -> float:
    """Return how far the emblem beside a type reaches below its baseline (mm)."""
    if not look.marks_type:
        return 0.0
    return (_TYPE_MARK - font(TITLE_BOLD).cap_height / UNITS) / 2 * look.letters(KICKER)


def _type_mark(look: OwnLook) -> float:
    """Return the width of the emblem beside a type, with the gap between them."""
    em = _TYPE_MARK + (_TYPE_GAP if look.kicker else 0.0)
    return em * look.letters(KICKER) if look.marks_type else 0.0


def _set_type(look: OwnLook, most: float) -> tuple[str, str, float]:
    """Return the font and the words of a type as it fits a line, and its width: in spaced capitals
    (but from right to left), in capitals, as written, condensed."""
    size, spaced = look.letters(KICKER), to_capitals(look.kicker)
    forms: tuple[str, ...] = ("\u2009".join(spaced), spaced, look.kicker)
    if base_level(look.kicker, look.face.language) is not None:
        forms = forms[1:]  # spaces would part the letters of Arabic, which are joined
    for key, words in (*((TITLE_BOLD, words) for words in forms), (INDEX, look.kicker)):
        width = text_width(key, words, size)
        if width * MIN_TEXT_SIZE / size <= most:
            return key, words, min(width, most)
    raise no_room(look.kicker)


def credit_width(look: OwnLook) -> float:
    """Return the width of the credit in one line (mm), 0 without one."""
    return text_width(INDEX, look.credit, look.letters(_CREDIT))


def draw_credit(look: OwnLook, box: Rect, align: float) -> list[ShapedText]:
    """Draw who made the picture, in as few lines as fit a box, that end at its foot. Raises
    TextOverflow."""
    size = look.letters(_CREDIT)
    style = FitStyle(INDEX, size, MIN_TEXT_SIZE, 4, language=look.face.language, align=align)
    lines = require_text(look.credit, style, box, look.quiet)
    below = box.bottom - lines[-1].y
    return [replace(line, y=line.y + below) for line in lines]


# --- shapes --------------------------------------------------------------------------------------


def draw_frame(
    look: OwnLook, edge: Callable[[float], PathData], fill: Colour | None = None
) -> list[Item]:
    """Draw a frame; `edge` returns its outline, moved inward by some mm, where its lines are."""
    outer = look.stroke(_LINE)
    if look.border == NONE:
        return [Path(edge(0.0), fill=fill)] if fill else []
    items: list[Item] = [Path(edge(outer.width / 2), fill=fill, stroke=outer)]
    if look.border == DOUBLE:
        items.append(Path(edge(_GAP * look.k), stroke=look.stroke(_FINE)))
    return items


def draw_ribbon(look: OwnLook, box: Rect) -> list[Item]:
    """Draw the ribbon of a title, with a diamond at each end."""
    k = look.k

    def edge(by: float) -> PathData:
        return chamfered(box.inset(by), _CHAMFER * k - 0.42 * by)

    items: list[Item] = [Path(edge(-_AROUND * k), fill=look.ground)]
    items += draw_frame(look, edge, look.ground)
    if look.border != NONE:
        diamonds, r = PathBuilder(), DIAMOND * k
        for x in (box.x, box.right):
            diamonds.diamond(x, box.centre[1], r, r)
        line = Stroke(look.ground, 0.3 * k)
        items.append(Path(diamonds.done(), fill=look.accent, stroke=line))
    return items


def draw_disc(look: OwnLook, x: float, y: float, r: float, *, filled: bool = False) -> list[Item]:
    """Draw a disc over a picture; a `filled` one in the accent."""
    fill = look.accent if filled else look.ground
    outer = look.stroke(1.1 * _LINE)
    edge = PathBuilder().circle(x, y, r - outer.width / 2).done()
    items: list[Item] = [Path(edge, fill=fill, stroke=None if look.border == NONE else outer)]
    if look.border == DOUBLE:
        inner = PathBuilder().circle(x, y, r - 1.1 * _GAP * look.k).done()
        line = look.stroke(_FINE, look.ground if filled else None)
        items.append(Path(inner, stroke=line))
    return items


def draw_disc_text(look: OwnLook, text: str, x: float, y: float, r: float, ink: Colour) -> Item:
    """Draw the text of a corner on a disc."""
    return draw_figures(text, x, y, _HIGH * r, _WIDE * r, ink)


def draw_disc_mark(look: OwnLook, x: float, y: float, r: float) -> Item:
    """Draw the emblem of a card on a disc."""
    card = look.face.card
    assert card.mark is not None
    return draw_mark(card.mark, look.mark(card.colour), x, y, _MARK * r)


def draw_window(look: OwnLook, box: Rect, reach: Rect) -> list[Item]:
    """Draw the picture of a card in a box and on to `reach`; without one, its emblem large."""
    card = look.face.card
    tint = look.ground
    if (theme := look.face.theme).solid:
        own = theme.tones.get(card.colour) or theme.colour(card.colour)
        tint = blend(own, look.ground, _DARK_TINT if look.is_dark else _TINT)
    if card.art is not None:
        ground, palette = look.ground, look.mark(card.colour)
        if card.art.suffix.lower() == ".svg":
            if own_silhouette(card.art, read_art(card.art))[1]:
                ground, palette = tint, look.mark(card.colour, tint)
            elif look.is_dark:  # a drawing is made for white paper
                ground = look.face.theme.light
        elif look.fitting.fit != CONTAIN:
            return list(draw_picture(card.art, palette, box, reach, look.fitting))
        picture = draw_picture(card.art, palette, box, reach, look.fitting)
        return [Path(rect_path(reach), fill=ground), *picture]
    items: list[Item] = [Path(rect_path(reach), fill=tint)]
    if (path := card.emblem or card.mark) is not None:
        side = _EMBLEM * min(box.w, box.h)
        drawing = emblem(path, look.mark(card.colour, tint), side, field=False)
        items.append(place_emblem(drawing, *box.centre, side))
    return items
