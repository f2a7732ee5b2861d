"""Faces for what people bring: a picture alone, a picture with words, words alone.

Words are measured first, and the picture has what they leave, in one of a few shares, so that a
deck stays calm. A module of this form is all that another face takes: see docs/decks.md.
"""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from printkit.art.dress import SPECIAL, readable
from printkit.art.emblem import draw_mark
from printkit.art.guilloche import chamfered
from printkit.base.face_design import NONE, TOP
from printkit.base.geometry import Rect
from printkit.components.cards.face_parts import FaceLayout, FaceSetting
from printkit.components.cards.own_look import OwnLook, no_room, paint
from printkit.components.cards.own_parts import (
    DIAMOND,
    KICKER,
    credit_width,
    draw_credit,
    draw_disc,
    draw_disc_mark,
    draw_disc_text,
    draw_figures,
    draw_frame,
    draw_heading,
    draw_ribbon,
    draw_title,
    draw_type,
    draw_window,
    says_title,
    title_fits,
    title_width,
    type_depth,
    type_width,
)
from printkit.components.cards.pictures import draw_picture
from printkit.graphics.colour import MIN_TEXT_CONTRAST
from printkit.graphics.display_list import Group, Item, Path
from printkit.graphics.font import TITLE_BOLD, UNITS, font
from printkit.graphics.measures import MIN_TEXT_SIZE
from printkit.graphics.path import STRAIGHT_CUT, PathData, card_outline, rect_path
from printkit.layout.fit_text import line_width
from printkit.layout.fitting import Layout
from printkit.layout.records import CENTRED, RAGGED, Overflow

# On a poker card (mm). From the safe area to frames and words.
_EDGE = 0.9
# The band of a title, how far above the frame it begins; a ribbon; from there to the text.
_BAND, _LIFT, _RIBBON, _BELOW = 8.3, 0.45, 8.4, 1.3
# The band of a title of three lines.
_HIGH_BAND = 11.4
# A ribbon for a title that needs two lines.
_HIGH_RIBBON = 10.6
# Text: its largest letters and those that are good, its leading in em.
_TEXT, _GOOD, _LEADING = 3.5, 2.65, 1.26
# From the lines of a ribbon to its title, above and beside; a title wider by this takes two lines.
_INSIDE, _ENDS, _LONG_TITLE = 1.0, 3.4, 1.25
# The share of a picture: the first that leaves a text good letters.
_SHARES = (0.66, 0.56, 0.46, 0.36)
# The chamfer of a framed picture, and the white between frame and picture.
_CHAMFER, _MAT = 2.6, 1.15
# The cartouche of a type: its height, the air beside its letters, the ground around it.
_CARTOUCHE, _PAD, _AROUND = 4.4, 2.6, 0.6
# Figures in the row of a title: their height, the widest, the emblem opposite, the air between.
_FIGURES, _MAX_FIGURES, _MARK, _AIR = 6.3, 11.0, 6.4, 1.7
# The discs in corners, and in the row of a title.
_DISC, _ROW_DISC = 5.9, 3.6
# A line at the foot: from the foot of the safe area to its baseline, its height with air; below it,
# on any card (mm).
_BASELINE, _FOOT_LINE, _DESCENT = 0.6, 3.6, 0.5
# Words alone: the largest, their leading, the air around them, the row at the foot and its emblem.
_PROMPT, _PROMPT_LEADING, _PROMPT_PAD, _BARE_PAD, _FOOT_MARK = 6.4, 1.2, 3.2, 2.4, 6.4
# Where a card is cut to a point, words want this share of its width.
_WIDE_ENOUGH, _PROMPT_WIDTH = 0.6, 0.74
# The usual share of a line that is filled where there are several, as words are not divided.
_FULL = 0.85


def draw_art(face: FaceSetting) -> list[Item]:
    """Draw the picture and nothing else, edge to edge."""
    look = OwnLook(face)
    return [*_ground(look), *draw_window(look, face.anatomy.trim, face.reach)]


def draw_captioned(face: FaceSetting) -> list[Item]:
    """Draw a title, a picture, its type and its text; without art or text, one tall emblem."""
    if face.card.art is None and face.card.text is None:
        return draw_picture(face)
    look = OwnLook(face)
    if look.title_place == TOP:
        return [*_ground(look), *_draw_framed(look)]
    return [*_ground(look), *_draw_to_the_cut(look)]


def _ground(look: OwnLook) -> list[Item]:
    """Draw the ground where it is not that of the kind of card."""
    if look.ground == look.face.dress.ground:
        return []
    return [Path(rect_path(look.face.reach), fill=look.ground)]


class _Words(NamedTuple):
    """The words below a picture, and the height at which the picture ends."""

    items: list[Item]
    split: float


class _Row(NamedTuple):
    """What is beside a title, and the box of the title."""

    items: list[Item]
    title: Rect


class _Foot(NamedTuple):
    """The words at the foot of a face, and where words above may end."""

    items: list[Item]
    top: float


# --- a title above a framed picture --------------------------------------------------------------


def _draw_framed(look: OwnLook) -> list[Item]:
    k, box = look.k, look.face.anatomy.safe.inset(_EDGE * look.k)
    band = Rect(box.x, box.y - _LIFT * k, box.w, _BAND * k)
    row = _lay_out_row(look, band)
    if not title_fits(look, row.title):
        band = band._replace(h=_HIGH_BAND * k)
        row = _lay_out_row(look, band)
    area = Rect(box.x, band.bottom, box.w, box.bottom - band.bottom)
    has_type = bool(look.kicker) or look.marks_type
    foot = _draw_foot(look, with_type=False)
    below = (_BELOW + (_CARTOUCHE / 2 if has_type else 0.0)) * k
    words = _set_words(look, area, below, foot, (_EDGE + 1.2) * k)
    plate = area._replace(h=words.split - area.y)
    mat, cut = (_MAT * k if look.border != NONE else 0.0), _CHAMFER * k
    inner = plate.inset(mat)
    window = Group(tuple(draw_window(look, inner, inner)), clip=chamfered(inner, cut - 0.42 * mat))
    items: list[Item] = [
        *row.items,
        *draw_title(look, row.title, look.strong),
        window,
        *draw_frame(look, lambda by: chamfered(plate.inset(by), cut - 0.42 * by)),
    ]
    if has_type:
        items += _draw_cartouche(look, plate)
    return [*items, *words.items, *foot.items]


def _lay_out_row(look: OwnLook, band: Rect) -> _Row:
    """Lay out the corner, the title, and the cost or the emblem on one middle line."""
    card, k, items = look.face.card, look.k, list[Item]()
    middle, reach = band.centre[1], _FIGURES / 2 * k
    left, right = look.face.anatomy.safe_span(middle - reach, middle + reach, _EDGE * k)
    begin, end, side = left, right, _MARK * k
    if look.corner:
        own = look.corner, left, middle, _FIGURES * k, _MAX_FIGURES * k, look.strong, 0.0
        figures = draw_figures(*own)
        items.append(figures)
        begin += line_width(figures) + _AIR * k
    if card.cost:
        r = _ROW_DISC * k
        items += _draw_cost(look, right - r, middle, r)
        end -= 2 * r + _AIR * k
    if card.mark is not None and not look.marks_type:
        x = left + side / 2 if card.cost else right - side / 2
        items.append(draw_mark(card.mark, look.mark(card.colour), x, middle, side))
        if card.cost:
            begin += side + _AIR * k
        else:
            end -= side + _AIR * k
    aside = max(begin - left, right - end)
    title = Rect(left + aside, band.y, right - left - 2 * aside, band.h)
    if title_width(look) > title.w:  # what is on one side only does not take room on the other
        title = Rect(begin, band.y, end - begin, band.h)
    return _Row(items, title)


def _draw_cartouche(look: OwnLook, plate: Rect) -> list[Item]:
    """Draw the type of a card in a cartouche on the lower edge of its picture."""
    k, letters = look.k, look.letters(KICKER)
    most = plate.w - 2 * (_CHAMFER + _PAD) * k
    width, height = type_width(look, most), max(_CARTOUCHE * k, 1.85 * letters)
    (x, _), y = plate.centre, plate.bottom
    box = Rect(x - width / 2 - _PAD * k, y - height / 2, width + 2 * _PAD * k, height)
    around = chamfered(box.inset(-_AROUND * k), 1.7 * k)
    items: list[Item] = [Path(around, fill=look.ground)]
    if look.border != NONE:
        items.append(Path(chamfered(box, 1.4 * k), stroke=look.stroke(0.36)))
    baseline = y + font(TITLE_BOLD).cap_height / UNITS * letters / 2
    return [*items, *draw_type(look, x, baseline, most, 0.5)]


# --- a picture to the cut, words on the ground below it ------------------------------------------


def _draw_to_the_cut(look: OwnLook) -> list[Item]:
    anatomy, reach, k = look.face.anatomy, look.face.reach, look.k
    trim, has_ribbon = anatomy.trim, look.title_place != NONE
    band = 0.0
    if has_ribbon:
        is_long = title_width(look) > _LONG_TITLE * (anatomy.safe.w - 2 * _ENDS * k)
        band = (_HIGH_RIBBON if is_long else _RIBBON) * k
    foot = _draw_foot(look, with_type=True)
    area = Rect(trim.x, trim.y, trim.w, anatomy.safe.bottom - trim.y)
    words = _set_words(look, area, band / 2 + _BELOW * k, foot, _EDGE * k)
    split = words.split
    window = Rect(reach.x, reach.y, reach.w, split - reach.y)
    picture = draw_window(look, trim._replace(h=split - trim.y), window)
    items: list[Item] = [Group(tuple(picture), clip=rect_path(window))]
    if look.border != NONE:
        weight = look.stroke(0.5).width
        edge = Rect(reach.x, split - weight / 2, reach.w, weight)
        items.append(Path(rect_path(edge), fill=look.accent))
    if has_ribbon:
        left, right = anatomy.safe_span(split - band / 2, split + band / 2, (DIAMOND + 0.2) * k)
        ribbon = Rect(left, split - band / 2, right - left, band)
        inside = ribbon.inset(_INSIDE * k).outset(
            (_INSIDE - _ENDS) * k, 0, (_INSIDE - _ENDS) * k, 0
        )
        items += [*draw_ribbon(look, ribbon), *draw_title(look, inside, look.ink)]
    return [*items, *_draw_corners(look), *foot.items, *words.items]


def _draw_corners(look: OwnLook) -> list[Item]:
    """Draw the corner, and the cost or the emblem, on discs over the picture."""
    card, r, items = look.face.card, _DISC * look.k, list[Item]()
    x, y = look.face.anatomy.corner_centre(r)
    left, right = x, -x
    if look.corner:
        items += draw_disc(look, left, y, r)
        items.append(draw_disc_text(look, look.corner, left, y, r, look.ink))
    if card.cost:
        items += _draw_cost(look, right, y, r)
    if card.mark is not None and not look.marks_type:
        side = left if card.cost else right
        items += [*draw_disc(look, side, y, r), draw_disc_mark(look, side, y, r)]
    return items


def _draw_cost(look: OwnLook, x: float, y: float, r: float) -> list[Item]:
    """Draw the cost of a card on a disc of the accent."""
    theme, cost = look.face.theme, look.face.card.cost or ""
    if not theme.solid:
        return [*draw_disc(look, x, y, r), draw_disc_text(look, cost, x, y, r, look.strong)]
    ink = readable(look.ground, look.accent, theme, MIN_TEXT_CONTRAST)
    return [*draw_disc(look, x, y, r, filled=True), draw_disc_text(look, cost, x, y, r, ink)]


# --- words below a picture -----------------------------------------------------------------------


def _set_words(look: OwnLook, area: Rect, below: float, foot: _Foot, sides: float) -> _Words:
    """Set the text of a card in the first share of an area that leaves it good letters.

    `below` is from the end of the picture to the text, `sides` from the safe area. Raises
    TextOverflow.
    """
    text = look.face.card.text
    if text is None:
        return _Words([], foot.top - below)
    block = look.text_block(text[look.face.language], look.text_fonts, look.ink, CENTRED)
    share = look.choice("share")
    best: tuple[Layout, Rect] | None = None
    for part in (share,) if share else _SHARES:
        split = area.y + part * area.h
        top, bottom = split + below, foot.top
        left, right = look.face.anatomy.safe_span(top, bottom, sides)
        space = Rect(left, top, right - left, bottom - top)
        fitted = look.fit(block, space, _TEXT * look.text_scale, _LEADING)
        if not isinstance(fitted, Overflow):
            best = fitted, space
            if fitted.style.size >= _GOOD * look.text_scale:
                break
    if best is None:
        raise no_room(text[look.face.language])
    fitted, space = best
    y = space.y + (space.h - fitted.height) / 2
    return _Words(list(paint(fitted, space.x, y)), space.y - below)


def _draw_foot(look: OwnLook, *, with_type: bool) -> _Foot:
    """Draw the type and the credit at the foot: side by side, or one above the other."""
    anatomy, k = look.face.anatomy, look.k
    kind, credit = type_width(look) if with_type else 0.0, credit_width(look)
    bottom = anatomy.safe.bottom
    if not kind and not credit:
        return _Foot([], bottom - max(_EDGE * k, anatomy.depth_of(_WIDE_ENOUGH * anatomy.width)))
    line, edge = max(_FOOT_LINE * k, 1.3 * MIN_TEXT_SIZE), _EDGE * k
    most = anatomy.safe.w - 2 * edge
    if anatomy.depth_of(most, edge):  # towards a point a line is shorter
        most = _WIDE_ENOUGH * anatomy.width
    together = kind + credit + (2 * _AIR * k if kind and credit else 0.0)
    rows = 1 if together <= most else ceil(credit / _FULL / most)
    widest = together if together <= most else credit / _FULL / max(rows, 1) or kind
    below = max(_BASELINE * k, _DESCENT, type_depth(look) if kind and together <= most else 0.0)
    y = bottom - max(below, anatomy.depth_of(widest, edge))
    left, right = anatomy.safe_span(y, y, edge)
    box = Rect(left, y - rows * line, right - left, rows * line)
    if together <= most:
        items: list[Item] = []
        if kind:
            items += draw_type(look, left if credit else 0.0, y, kind, 0.0 if credit else 0.5)
        if credit:
            items += draw_credit(look, box, 1.0 if kind else 0.5)
        return _Foot(items, y - line)
    lines: list[Item] = list(draw_credit(look, box, 0.5)) if credit else []
    y -= line * len(lines)
    if kind:
        left, right = anatomy.safe_span(y, y, edge)
        lines += draw_type(look, 0.0, y, right - left, 0.5)
        y -= line
    return _Foot(lines, y)


# --- words alone ---------------------------------------------------------------------------------


def draw_prompt(face: FaceSetting) -> list[Item]:
    """Draw words that fill a card, ragged and large; below them the emblem, type and credit."""
    look = OwnLook(face)
    card, anatomy, k = face.card, face.anatomy, look.k
    framed = look.border != NONE and (look.is_dark or look.choice("border") is not None)
    items = _ground(look)
    pad = (_PROMPT_PAD if framed else _BARE_PAD) * k
    box = anatomy.safe.inset((_EDGE if framed else 0.0) * k)
    if framed:

        def edge(by: float) -> PathData:
            """Return the outline of the frame, moved inward."""
            if anatomy.shape in STRAIGHT_CUT:
                return card_outline(
                    anatomy.trim, anatomy.shape, anatomy.safe_margin + _EDGE * k + by
                )
            return chamfered(box.inset(by), 3.0 * k - 0.42 * by)

        items += draw_frame(look, edge)
    inset = pad + box.x - anatomy.safe.x
    top = anatomy.safe.y + max(inset, anatomy.depth_of(_WIDE_ENOUGH * anatomy.width, inset))
    foot = _draw_prompt_foot(look, inset)
    left, right = anatomy.safe_span(top, foot.top, inset)
    words = card.text[face.language] if card.text is not None else face.caption
    if not says_title(words, face.caption) and look.choice("title") != NONE:
        heading, height = draw_heading(look, left, top, right - left)
        items += heading
        top += height
    space = Rect(left, top, right - left, foot.top - top)
    block = look.text_block(words, look.prompt_fonts, look.strong, RAGGED)
    fitted = look.fit(block, space, _PROMPT * look.area_scale, _PROMPT_LEADING)
    if isinstance(fitted, Overflow):
        raise no_room(words)
    return [*items, *paint(fitted, space.x, space.y), *foot.items]


def _draw_prompt_foot(look: OwnLook, pad: float) -> _Foot:
    """Draw emblem and type at the left of the foot, value or credit at its right."""
    anatomy, card, k = look.face.anatomy, look.face.card, look.k
    side, items = _FOOT_MARK * k, list[Item]()
    bottom = anatomy.safe.bottom - max(pad, anatomy.depth_of(_PROMPT_WIDTH * anatomy.width, pad))
    if card.mark is None and not look.kicker and not look.credit and not look.corner:
        return _Foot([], bottom)
    middle = bottom - side / 2
    left, right = anatomy.safe_span(bottom - side, bottom, pad)
    if card.mark is not None:
        items.append(draw_mark(card.mark, look.mark(card.colour), left + side / 2, middle, side))
        left += side + _AIR * k
    if look.corner:
        own = look.corner, right, middle, 0.8 * side, _MAX_FIGURES * k, look.strong, 1.0
        figures = draw_figures(*own)
        items.append(figures)
        right -= line_width(figures) + _AIR * k
    letters = look.letters(KICKER)
    baseline = middle + font(TITLE_BOLD).cap_height / UNITS * letters / 2
    kind, credit = type_width(look), credit_width(look)
    together = not look.corner and kind + credit + _AIR * k <= right - left
    together = together or not kind or not credit
    if kind:
        y = baseline if together else baseline - 0.75 * letters
        items += draw_type(look, left, y, right - left, 0.0)
    if credit:
        line = Rect(left, baseline - 2 * letters, right - left, 2 * letters)
        box = line if together else line.moved(0, letters)
        items += draw_credit(look, box, 1.0 if kind and together else 0.0)
    return _Foot(items, bottom - side - 1.5 * _AIR * k)


LAYOUTS = (
    FaceLayout("art", draw_art, SPECIAL, needs=("art",)),
    FaceLayout("picture", draw_captioned, SPECIAL),
    FaceLayout("text", draw_prompt, SPECIAL),
)
