"""Faces of user decks: a picture, a picture with words, or only words.

In a text, `**bold**` and `*italics*` style words, `{sabers}` is the sign of a suit or one of
[signs], and `___` is a rule; a mark after a backslash is printed as it is. Each line is a
paragraph.

The theme makes the choices that the definition leaves open. By default, a theme that prints to the
cut has a ribbon over a picture with bleed; any other theme has a framed picture.

Words are measured first. The picture gets one of a few shares of the face, so that a deck looks
uniform. To add a face, write a module like this one: see docs/recipes/face.md.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from math import ceil, inf
from pathlib import Path as FilePath
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from printkit.art.card_style import SPECIAL, is_dark_ground, mark_on, readable
from printkit.art.emblems import (
    body_of,
    draw_mark,
    draw_picture,
    emblem,
    own_silhouette,
    place_emblem,
)
from printkit.art.ornaments import chamfered
from printkit.art.picture_fit import CONTAIN, COVER, Fitting
from printkit.art.theme import Palette
from printkit.base.design import DOUBLE, LINE, NONE, RIBBON, TOP
from printkit.base.errors import PrintkitError, did_you_mean
from printkit.base.geometry import Rect
from printkit.base.sentences import Sentence, shorten
from printkit.faces.anatomy import POKER
from printkit.faces.face_parts import WHOLE_PICTURE, FaceDrawing, FaceLayout, FaceSetting, Sign
from printkit.faces.picture_faces import draw_picture_face
from printkit.graphics.colour import (
    MIN_TEXT_CONTRAST,
    MIN_VISIBLE_CONTRAST,
    WHITE,
    Colour,
    blend,
    parse_hex,
)
from printkit.graphics.display_list import Group, Item, Path, ShapedText, Stroke
from printkit.graphics.fonts import (
    INDEX,
    TEXT,
    TEXT_BOLD,
    TEXT_BOLD_ITALIC,
    TEXT_ITALIC,
    TITLE,
    TITLE_BOLD,
    UNITS,
    font,
)
from printkit.graphics.measures import FINE, MIN_CARD_TEXT_SIZE
from printkit.graphics.path import (
    HEXAGON,
    STRAIGHT_CUT,
    PathBuilder,
    PathData,
    card_outline,
    rect_path,
)
from printkit.graphics.svg import is_drawn, read_art
from printkit.layout.bidi import base_level, to_capitals
from printkit.layout.blocks import Paragraph, Stack, StackPart
from printkit.layout.fit_text import (
    FitStyle,
    TextOverflow,
    line_width,
    require_text,
    text_fits,
    text_line,
    text_width,
)
from printkit.layout.fitting import ColumnArea, Layout, fit, sizes_between
from printkit.layout.records import (
    CENTRED,
    RAGGED,
    Alignment,
    Block,
    Canvas,
    FontSet,
    InlineDrawing,
    Items,
    Overflow,
    Span,
    TextStyle,
)

# --- marked text ---------------------------------------------------------------------------------

# A star between figures is a star: 2*3.
_TOKEN = re.compile(
    r"(\\[\\*_{}]|\*\*|(?<=\S)(?<!\d)\*|\*(?=[^\s\d])|(?<!\d)\*(?=\d)|(?<=\d)\*(?!\d)"
    r"|_{3,}|\{[^{}\s]*\})"
)
_BOLD, _ITALIC = "**", "*"
# Against an em: a sign in line, the least width of its box, how far it hangs below the baseline.
_SIGN, _MIN_SIGN, _DROP = 1.12, 0.7, 0.20
# A rule to write on: its length, the air at its ends, its depth below the baseline, its weight.
_RULE, _RULE_AIR, _RULE_DROP, _RULE_WEIGHT = 4.6, 0.1, 0.14, 0.07
# The space between paragraphs, in lines; a text of fewer letters has no hyphens.
_BETWEEN, _HYPHENATED = 0.42, 220


class TextColours(Struct, frozen=True):
    """The colours of a text: one for words, one for bold words. `palette_of` returns the palette of
    a sign for the name of its colour; the name None means the colour of words.
    """

    ink: Colour
    strong: Colour
    palette_of: Callable[[str | None], Palette]


def text_block(
    text: str, fonts: FontSet, colours: TextColours, signs: Mapping[str, Sign], alignment: Alignment
) -> Stack:
    """Return text as a block, with a paragraph for each line. Raises PrintkitError for a sign that
    does not exist.
    """
    hyphenate = len(text) > _HYPHENATED
    paragraphs = [
        Paragraph(tuple(_spans(line, fonts, colours, signs)), alignment, hyphenate=hyphenate)
        for line in text.split("\n")
        if line.strip()
    ]
    parts = (StackPart(block, _BETWEEN if i else 0.0) for i, block in enumerate(paragraphs))
    return Stack(tuple(parts))


def _spans(
    line: str, fonts: FontSet, colours: TextColours, signs: Mapping[str, Sign]
) -> Iterator[Span]:
    tokens = _TOKEN.split(line)
    unpaired = {mark for mark in (_BOLD, _ITALIC) if tokens.count(mark) % 2}
    # A star without a partner is printed as a star: the last of its kind.
    lone = {mark: len(tokens) - 1 - tokens[::-1].index(mark) for mark in unpaired}
    bold = italic = False
    for i, token in enumerate(tokens):
        key = fonts.styled(strong=bold, emphasis=italic)
        colour = colours.strong if bold else colours.ink
        if token in (_BOLD, _ITALIC) and lone.get(token) != i:
            bold, italic = bold ^ (token == _BOLD), italic ^ (token == _ITALIC)
        elif token.startswith("___"):
            drawing = InlineDrawing(partial(_draw_rule, colours.ink), "___")
            yield Span("", key, colours.ink, drawing=drawing)
        elif i % 2 and token.startswith("{"):
            sign = _find_sign(token[1:-1], signs)
            if sign.drawing is None:
                yield Span(sign.name, fonts.bold, colours.strong)
            else:
                palette = colours.palette_of(sign.colour)
                draw = partial(_draw_sign, sign.drawing, palette)
                yield Span("", key, colour, drawing=InlineDrawing(draw, sign.name))
        elif token:
            yield Span(token[1:] if i % 2 and token.startswith("\\") else token, key, colour)


def _find_sign(name: str, signs: Mapping[str, Sign]) -> Sign:
    if (sign := signs.get(name)) is None:
        place = f"{{{name}}}"
        message = Sentence(
            "“{place}” is not a sign: there is no such suit, and [signs] has none.", place=place
        )
        raise PrintkitError(message, hint=did_you_mean(name, signs, "signs", of_file=True))
    return sign


def _draw_sign(drawing: FilePath, palette: Palette, size: float) -> tuple[float, Items]:
    side = _SIGN * size
    rows = [row for row in body_of(drawing) if row[0] < row[1]] or [(-0.5, 0.5)]
    left, right = min(row[0] for row in rows), max(row[1] for row in rows)
    width = side * max(right - left, _MIN_SIGN)
    x, middle = width / 2 - side * (left + right) / 2, _DROP * size - side / 2
    return width, (draw_mark(drawing, palette, x, middle, side),)


def _draw_rule(ink: Colour, size: float) -> tuple[float, Items]:
    width, air, y = _RULE * size, _RULE_AIR * size, _RULE_DROP * size
    rule = PathBuilder().move(air, y).line(width - air, y).done()
    return width, (Path(rule, stroke=Stroke(ink, max(_RULE_WEIGHT * size, FINE))),)


# --- own look ------------------------------------------------------------------------------------

# The greatest and the least scale of parts relative to a poker card; the least scale of text, which
# has to be read on small cards as well.
_MAX_SCALE, _MIN_SCALE, _MIN_TEXT_SCALE = 1.35, 0.6, 0.8
# The share of the colour of words, over the ground, in muted ones.
_QUIET = 0.66
# A picture beside words has what matters a little above its middle.
_FOCUS = (0.5, 0.42)
_STEP = 0.05
# The number of letters of a text that a message quotes.
_SHOWN = 40
_FONTS = {
    "text": FontSet(TEXT, TEXT_BOLD, TEXT_ITALIC, TEXT_BOLD_ITALIC),
    "title": FontSet(TITLE, TITLE_BOLD, TEXT_ITALIC, TEXT_BOLD_ITALIC),
    "index": FontSet(INDEX, INDEX, TEXT_ITALIC, TEXT_BOLD_ITALIC),
}


class OwnLook(msgspec.Struct, frozen=True, dict=True, eq=False):
    """The colours, measures and choices of a user face."""

    face: FaceSetting

    def choice(self, key: str) -> Any:
        """Return a choice of the definition, otherwise of the theme, otherwise None."""
        own = getattr(self.face.design, key)
        return self.face.theme.design.get(key) if own is None else own

    @cached_property
    def k(self) -> float:
        """The scale of parts, 1 on a poker card."""
        return min(max(self.face.anatomy.scale, _MIN_SCALE), _MAX_SCALE)

    @property
    def area_scale(self) -> float:
        """The scale of words that fill a card, by its area."""
        anatomy = self.face.anatomy
        return min(math.sqrt(anatomy.width * anatomy.height / math.prod(POKER)), _MAX_SCALE)

    @property
    def text_scale(self) -> float:
        """The scale of text."""
        return max(self.k, _MIN_TEXT_SCALE)

    def letters(self, size: float) -> float:
        """Return the size of letters (mm per em): `size` scaled to the card, but at least 6 pt."""
        return max(size * self.k, MIN_CARD_TEXT_SIZE)

    # --- colours ---------------------------------------------------------------------------------

    @cached_property
    def ground(self) -> Colour:
        """The colour of the face, to the cut."""
        chosen = self.choice("ground")
        if isinstance(chosen, str) and chosen.startswith("#"):  # no colour of a suit: as it is
            return parse_hex(chosen)
        return self._colour("ground") or self.face.dress.ground

    @cached_property
    def is_dark(self) -> bool:
        """True if words on the ground are light."""
        return is_dark_ground(self.face.theme, self.ground)

    @cached_property
    def ink(self) -> Colour:
        """The colour of words."""
        theme = self.face.theme
        ink = theme.roles_of["ink"]
        if self.is_dark or is_dark_ground(theme, theme.roles_of["paper"]):
            ink = theme.light if self.is_dark else theme.dark
        return self._read(self._colour("ink") or ink)

    @cached_property
    def quiet(self) -> Colour:
        """The colour of muted words."""
        return self._read(blend(self.ink, self.ground, _QUIET))

    @cached_property
    def accent(self) -> Colour:
        """The colour of frames, ribbons and rules."""
        theme, gold = self.face.theme, self.face.dress.gold and self.is_dark
        main = theme.roles_of["accent"] if gold else theme.palette(self.face.card.colour).main
        chosen = self._colour("accent") or main
        return readable(chosen, self.ground, theme, MIN_VISIBLE_CONTRAST)

    @cached_property
    def strong(self) -> Colour:
        """The accent colour with enough contrast for words."""
        return self._read(self.accent)

    def _colour(self, key: str) -> Colour | None:
        chosen = self.choice(key)
        return self.face.theme.colour(chosen) if isinstance(chosen, str) else chosen

    def _read(self, colour: Colour) -> Colour:
        return readable(colour, self.ground, self.face.theme, MIN_TEXT_CONTRAST)

    def mark(self, colour: str | None = None, ground: Colour | None = None) -> Palette:
        """Return the palette of an emblem in a colour of the themes, by default the colour of
        words. The default ground is the ground of the face.
        """
        theme, on = self.face.theme, ground or self.ground
        if colour is None:
            base = theme.palette(self.face.card.colour)
            return replace(base, main=self.ink, ink=self.ink, area=self.ink, paper=on)
        palette = mark_on(theme, theme.palette(colour), on, is_dark_ground(theme, on))
        return replace(palette, main=readable(palette.main, on, theme, MIN_VISIBLE_CONTRAST))

    def stroke(self, width: float, colour: Colour | None = None) -> Stroke:
        """Return a stroke that is `width` mm on a poker card, by default in the accent colour."""
        return Stroke(colour or self.accent, self.face.theme.line_weight(width * self.k))

    # --- choices ---------------------------------------------------------------------------------

    @cached_property
    def title_place(self) -> str:
        """The place of the title: from the design, or by default depending on the bleed of the
        theme.
        """
        chosen = self.choice("title")
        if self.face.anatomy.shape == HEXAGON and chosen != NONE:
            return RIBBON  # no room for a row below its upper point
        return str(chosen or (RIBBON if self.face.theme.face.full_bleed else TOP))

    @cached_property
    def border(self) -> str:
        """The lines of frames: two, one or none."""
        return str(self.choice("border") or (DOUBLE if self.face.theme.solid else LINE))

    @cached_property
    def kicker(self) -> str:
        """The type line of the card, or an empty string if it is not shown."""
        words = self.face.card.kicker
        if words is None or self.choice("kicker") is False:
            return ""
        return words[self.face.language]

    @cached_property
    def credit(self) -> str:
        """The credit for the author of the picture, or an empty string if it is not printed."""
        card = self.face.card
        return "" if self.choice("credit") is False else card.credit or card.author or ""

    @cached_property
    def corner(self) -> str:
        """The text of the corner, or an empty string if it is not shown."""
        return "" if self.choice("corner") == NONE else self.face.card.index

    @property
    def marks_type(self) -> bool:
        """True if the emblem is beside the type line, because value and cost occupy the corners."""
        card = self.face.card
        return card.mark is not None and bool(card.cost) and bool(self.corner)

    @property
    def title_font(self) -> str:
        """The font of the title."""
        return _FONTS[self.choice("title_font") or "title"].bold

    @property
    def text_fonts(self) -> FontSet:
        """The fonts of the text below a picture."""
        return _FONTS[self.choice("text_font") or "text"]

    @property
    def prompt_fonts(self) -> FontSet:
        """The fonts of a text without a picture: bold, because the text is large."""
        own = _FONTS[self.choice("prompt_font") or "title"]
        return own._replace(regular=own.bold, italic=own.both)

    @property
    def fitting(self) -> Fitting:
        """The fit, focus and bleed with which the card's picture is placed in its window."""
        card = self.face.card
        focus = card.focus or (_FOCUS if card.text else (0.5, 0.5))
        return Fitting(card.fit or COVER, focus, card.bleed or "")

    # --- words -----------------------------------------------------------------------------------

    def text_block(self, text: str, fonts: FontSet, strong: Colour, alignment: Alignment) -> Block:
        """Return words of the card as a block; bold ones are in the colour `strong`."""
        colours = TextColours(self.ink, strong, self.mark)
        return text_block(text, fonts, colours, self.face.signs, alignment)

    def fit(self, block: Block, area: Rect, largest: float, leading: float) -> Layout | Overflow:
        """Set a block in an area in the largest size that fits, from 6 pt to `largest` mm per
        em.
        """

        def style(size: float) -> TextStyle:
            return TextStyle(size, leading * size, self.face.language, min_size=MIN_CARD_TEXT_SIZE)

        sizes = sizes_between(MIN_CARD_TEXT_SIZE, max(largest, MIN_CARD_TEXT_SIZE), _STEP)
        return fit(block, ColumnArea(area.w, area.h), style, sizes)


def paint(layout: Layout, x: float, y: float) -> Sequence[Item]:
    """Return the items of a layout, with its upper left corner at (x, y)."""
    canvas = Canvas()
    layout.paint(canvas, x, y)
    return canvas.items


def no_room(text: str) -> TextOverflow:
    """Return the error for card text that does not fit in its place even at 6 pt."""
    message = Sentence(
        "The text “{text}” does not fit in its place, even at the smallest size, 6 pt.",
        text=shorten(text, _SHOWN),
    )
    return TextOverflow(message, hint="Shorten it, or use a larger card.")


# --- own parts -----------------------------------------------------------------------------------

# On a poker card (mm): the largest and smallest letters of a title in a line or two.
_TITLE, _MIN_TITLE = 4.9, 2.5
# The letters of a title above a text that fills its card.
_HEADING = 4.4
# The weights of the outer and inner line of a frame, and the gap between them.
_LINE, _FINE, _GAP = 0.38, 0.14, 0.62
# The diamonds at the ends of a ribbon (half their width), its chamfer, the ground around it.
DIAMOND, _OWN_PARTS_CHAMFER, _OWN_PARTS_AROUND = 1.15, 2.4, 0.75
# In radii of a disc: the width of its figures, their height, the side of an emblem.
_WIDE, _HIGH, _OWN_PARTS_MARK = 1.42, 1.06, 1.28
# The size of the letters of a type, and of a credit (mm).
KICKER, _CREDIT = 2.25, 2.12
# An emblem beside a type, and the gap between, in em.
_TYPE_MARK, _TYPE_GAP = 1.7, 0.5
# A window without a picture: the share of the colour in its ground, on a light and on a dark card;
# the side of the emblem, as a share of the shorter side of the window.
_TINT, _DARK_TINT, _EMBLEM = 0.14, 0.34, 0.66


def title_width(look: OwnLook) -> float:
    """Return the width of the title in its largest letters, in one line (mm)."""
    return text_width(look.title_font, look.face.caption, look.letters(_TITLE))


def draw_title(look: OwnLook, box: Rect, colour: Colour) -> list[Item]:
    """Draw the title of a card in one or two lines or, if it does not fit, in up to three lines of
    smaller text. Raises TextOverflow.
    """
    style = _title_style(look)
    if not title_fits(look, box):
        style = replace(style, min_size=MIN_CARD_TEXT_SIZE, max_lines=3)
    return list(require_text(look.face.caption, style, box, colour))


def draw_heading(look: OwnLook, x: float, y: float, width: float) -> tuple[Sequence[Item], float]:
    """Draw the title of a card above a text, flush with its first letter; return its items, and its
    height with the space below it.

    Raises TextOverflow.
    """
    align = float(base_level(look.face.caption, look.face.language) or 0)
    style = replace(_title_style(look), max_size=look.letters(_HEADING), align=align)
    one = Rect(x, y, width, 1.3 * style.max_size)
    box = one if text_fits(look.face.caption, replace(style, max_lines=1), one) else None
    box = box or Rect(x, y, width, 2 * one.h)
    style = replace(style, min_size=MIN_CARD_TEXT_SIZE, max_lines=3)
    return require_text(look.face.caption, style, box, look.strong), box.h + style.max_size / 2


def says_title(words: str, title: str) -> bool:
    """Return True if a text begins with the title of its card, because tables without names use
    texts as titles.
    """
    plain, start = (re.sub(r"[*_\\]", "", text).strip() for text in (words, title.rstrip("…")))
    return plain.casefold().startswith(start.casefold())


def title_fits(look: OwnLook, box: Rect) -> bool:
    """Return True if a title fits in a box in one or two lines of good size."""
    return text_fits(look.face.caption, _title_style(look), box)


def _title_style(look: OwnLook) -> FitStyle:
    sizes = look.letters(_TITLE), look.letters(_MIN_TITLE)
    return FitStyle(look.title_font, *sizes, 2, language=look.face.language)


def draw_figures(
    text: str, x: float, y: float, height: float, width: float, ink: Colour, align: float = 0.5
) -> ShapedText:
    """Return the text of a corner, at most `height` mm high and `width` mm wide, centred vertically
    on y; the share `align` of its width is left of x. Raises TextOverflow.
    """
    size = height / font(INDEX).cap_height * UNITS
    size *= min(1.0, width / text_width(INDEX, text, size))
    if size < MIN_CARD_TEXT_SIZE:
        raise no_room(text)
    return text_line(INDEX, text, x, y, size, ink, align=align, middle=True)


def type_width(look: OwnLook, most: float = inf) -> float:
    """Return the width of a card's emblem and type line within `most` mm, or 0 if the card has
    neither.

    Raises TextOverflow.
    """
    return _type_mark(look) + _set_type(look, most - _type_mark(look))[2]


def draw_type(look: OwnLook, x: float, y: float, most: float, align: float) -> list[Item]:
    """Draw the emblem and type line of a card on the baseline y, at most `most` mm wide.

    The share `align` of the width is left of x. Raises TextOverflow.
    """
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
    """Return how far the emblem beside a type line extends below the baseline (mm)."""
    if not look.marks_type:
        return 0.0
    return (_TYPE_MARK - font(TITLE_BOLD).cap_height / UNITS) / 2 * look.letters(KICKER)


def _type_mark(look: OwnLook) -> float:
    """Return the width of the emblem beside a type line and of the gap between them, or 0 without
    one.
    """
    em = _TYPE_MARK + (_TYPE_GAP if look.kicker else 0.0)
    return em * look.letters(KICKER) if look.marks_type else 0.0


def _set_type(look: OwnLook, most: float) -> tuple[str, str, float]:
    """Return the font, text and width of a card's type line in the first form that fits in `most`
    mm: spaced capitals (not in right-to-left text), capitals, as written, or condensed.

    The text may shrink to 6 pt to fit. Raises TextOverflow.
    """
    size, spaced = look.letters(KICKER), to_capitals(look.kicker)
    forms: tuple[str, ...] = ("\u2009".join(spaced), spaced, look.kicker)
    if base_level(look.kicker, look.face.language) is not None:
        forms = forms[1:]  # spaces would part the letters of Arabic, which are joined
    for key, words in (*((TITLE_BOLD, words) for words in forms), (INDEX, look.kicker)):
        width = text_width(key, words, size)
        if width * MIN_CARD_TEXT_SIZE / size <= most:
            return key, words, min(width, most)
    raise no_room(look.kicker)


def credit_width(look: OwnLook) -> float:
    """Return the width of the credit in one line (mm), or 0 without one."""
    return text_width(INDEX, look.credit, look.letters(_CREDIT))


def draw_credit(look: OwnLook, box: Rect, align: float) -> list[ShapedText]:
    """Draw the credit of a picture at the foot of a box, in as few lines as fit. Raises
    TextOverflow.
    """
    size = look.letters(_CREDIT)
    style = FitStyle(INDEX, size, MIN_CARD_TEXT_SIZE, 4, language=look.face.language, align=align)
    lines = require_text(look.credit, style, box, look.quiet)
    below = box.bottom - lines[-1].y
    return [replace(line, y=line.y + below) for line in lines]


# --- shapes --------------------------------------------------------------------------------------


def draw_frame(
    look: OwnLook, edge: Callable[[float], PathData], fill: Colour | None = None
) -> list[Item]:
    """Draw the lines of a frame around `fill`; `edge` returns its outline, moved inward by the
    given mm.
    """
    outer = look.stroke(_LINE)
    if look.border == NONE:
        return [Path(edge(0.0), fill=fill)] if fill else []
    items: list[Item] = [Path(edge(outer.width / 2), fill=fill, stroke=outer)]
    if look.border == DOUBLE:
        items.append(Path(edge(_GAP * look.k), stroke=look.stroke(_FINE)))
    return items


def draw_ribbon(look: OwnLook, box: Rect) -> list[Item]:
    """Draw the ribbon behind a title, with a diamond at each end."""
    k = look.k

    def edge(by: float) -> PathData:
        return chamfered(box.inset(by), _OWN_PARTS_CHAMFER * k - 0.42 * by)

    items: list[Item] = [Path(edge(-_OWN_PARTS_AROUND * k), fill=look.ground)]
    items += draw_frame(look, edge, look.ground)
    if look.border != NONE:
        diamonds, r = PathBuilder(), DIAMOND * k
        for x in (box.x, box.right):
            diamonds.diamond(x, box.centre[1], r, r)
        line = Stroke(look.ground, 0.3 * k)
        items.append(Path(diamonds.done(), fill=look.accent, stroke=line))
    return items


def draw_disc(look: OwnLook, x: float, y: float, r: float, *, filled: bool = False) -> list[Item]:
    """Draw a disc over a picture, in the colour of the ground or, if `filled`, of the accent."""
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
    return draw_mark(card.mark, look.mark(card.colour), x, y, _OWN_PARTS_MARK * r)


def draw_window(look: OwnLook, box: Rect, reach: Rect) -> list[Item]:
    """Draw the picture of a card in a box, extended to `reach`, or its large emblem if it has no
    picture.
    """
    card = look.face.card
    tint = look.ground
    if (theme := look.face.theme).solid:
        own = theme.tones.get(card.colour) or theme.colour(card.colour)
        tint = blend(own, look.ground, _DARK_TINT if look.is_dark else _TINT)
    if card.art is not None:
        ground, palette, recolours = look.ground, look.mark(card.colour), False
        if is_drawn(card.art):
            recolours = card.layout != WHOLE_PICTURE
            if not recolours:  # the picture and nothing else
                ground = WHITE
            elif own_silhouette(card.art, read_art(card.art))[1]:
                ground, palette = tint, look.mark(card.colour, tint)
            elif look.is_dark:  # a drawing is made for white paper
                ground = look.face.theme.light
        elif look.fitting.fit != CONTAIN:
            return list(draw_picture(card.art, palette, box, reach, look.fitting))
        picture = draw_picture(card.art, palette, box, reach, look.fitting, recolours=recolours)
        return [Path(rect_path(reach), fill=ground), *picture]
    items: list[Item] = [Path(rect_path(reach), fill=tint)]
    if (path := card.emblem or card.mark) is not None:
        side = _EMBLEM * min(box.w, box.h)
        drawing = emblem(path, look.mark(card.colour, tint), side, field=False)
        items.append(place_emblem(drawing, *box.centre, side))
    return items


# --- own faces -----------------------------------------------------------------------------------

# On a poker card (mm). From the safe area to frames and words.
_EDGE = 0.9
# The band of a title, how far above the frame it begins; a ribbon; from there to the text.
_BAND, _LIFT, _RIBBON, _BELOW = 8.3, 0.45, 8.4, 1.3
# The band of a title of three lines.
_HIGH_BAND = 11.4
# A ribbon for a title that needs two lines.
_HIGH_RIBBON = 10.6
# Text: its largest size and a good size, and its leading in em.
_TEXT, _GOOD, _LEADING = 3.5, 2.65, 1.26
# From the lines of a ribbon to its title, above and beside; a title wider by this takes two lines.
_INSIDE, _ENDS, _LONG_TITLE = 1.0, 3.4, 1.25
# The shares of a picture: the first with good text size is used.
_SHARES = (0.66, 0.56, 0.46, 0.36)
# The chamfer of a framed picture, and the white between frame and picture.
_CHAMFER, _MAT = 2.6, 1.15
# The cartouche of a type: its height, the air beside its letters, the ground around it.
_CARTOUCHE, _PAD, _AROUND = 4.4, 2.6, 0.6
# Figures in the row of a title: their height, the widest, the emblem opposite, the air between.
_FIGURES, _MAX_FIGURES, _MARK, _AIR = 6.3, 11.0, 6.4, 1.7
# The discs in corners, and in the row of a title.
_DISC, _ROW_DISC = 5.9, 3.6
# A line at the foot: the distance from the foot of the safe area to its baseline, its height with
# the space above; the depth of descenders (mm on any card).
_BASELINE, _FOOT_LINE, _DESCENT = 0.6, 3.6, 0.5
# Words alone: the largest, their leading, the air around them, the row at the foot and its emblem.
_PROMPT, _PROMPT_LEADING, _PROMPT_PAD, _BARE_PAD, _FOOT_MARK = 6.4, 1.2, 3.2, 2.4, 6.4
# Where a card is cut to a point, words want this share of its width.
_WIDE_ENOUGH, _PROMPT_WIDTH = 0.6, 0.74
# The usual share of a line that is filled where there are several, as words are not divided.
_FULL = 0.85


def draw_art(face: FaceSetting) -> FaceDrawing:
    """Draw only the picture, edge to edge."""
    look = OwnLook(face)
    return FaceDrawing([*_ground(look), *draw_window(look, face.anatomy.trim, face.reach)])


def draw_captioned(face: FaceSetting) -> FaceDrawing:
    """Draw a title, a picture, a type line and a text, or one emblem if the card has neither art
    nor text.
    """
    if face.card.art is None and face.card.text is None:
        return draw_picture_face(face)
    look = OwnLook(face)
    if look.title_place == TOP:
        return FaceDrawing(_ground(look), _draw_framed(look))
    return _draw_to_the_cut(look)


def _ground(look: OwnLook) -> list[Item]:
    """Draw the ground if it differs from the usual ground of this kind of card."""
    if look.ground == look.face.dress.ground:
        return []
    return [Path(rect_path(look.face.reach), fill=look.ground)]


class _Words(NamedTuple):
    """The words below a picture, and the height at which the picture ends."""

    items: list[Item]
    split: float


class _Row(NamedTuple):
    """The items beside a title, and the box of the title."""

    items: list[Item]
    title: Rect


class _Foot(NamedTuple):
    """The words at the foot of a face, and the height above which other words must end."""

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
    if title_width(look) > title.w:  # items on one side leave the space on the other side free
        title = Rect(begin, band.y, end - begin, band.h)
    return _Row(items, title)


def _draw_cartouche(look: OwnLook, plate: Rect) -> list[Item]:
    """Draw the type line of a card in a cartouche on the lower edge of its picture."""
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


def _draw_to_the_cut(look: OwnLook) -> FaceDrawing:
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
    ground, items = [*_ground(look), Group(tuple(picture), clip=rect_path(window))], list[Item]()
    if look.border != NONE:
        weight = look.stroke(0.5).width
        edge = Rect(reach.x, split - weight / 2, reach.w, weight)
        ground.append(Path(rect_path(edge), fill=look.accent))
    if has_ribbon:
        left, right = anatomy.safe_span(split - band / 2, split + band / 2, (DIAMOND + 0.2) * k)
        ribbon = Rect(left, split - band / 2, right - left, band)
        inside = ribbon.inset(_INSIDE * k).outset(
            (_INSIDE - _ENDS) * k, 0, (_INSIDE - _ENDS) * k, 0
        )
        items += [*draw_ribbon(look, ribbon), *draw_title(look, inside, look.ink)]
    return FaceDrawing(ground, [*items, *_draw_corners(look), *foot.items, *words.items])


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
    """Set the text of a card in the first share of an area in which its letters are large enough.

    `below` is the distance from the end of the picture to the text, and `sides` is the distance
    from the safe area to the text (mm). Raises TextOverflow.
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
    """Draw the type line and the credit at the foot: side by side, or one above the other."""
    anatomy, k = look.face.anatomy, look.k
    kind, credit = type_width(look) if with_type else 0.0, credit_width(look)
    bottom = anatomy.safe.bottom
    if not kind and not credit:
        return _Foot([], bottom - max(_EDGE * k, anatomy.depth_of(_WIDE_ENOUGH * anatomy.width)))
    line, edge = max(_FOOT_LINE * k, 1.3 * MIN_CARD_TEXT_SIZE), _EDGE * k
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


def draw_prompt(face: FaceSetting) -> FaceDrawing:
    """Draw words that fill a card, ragged and large.

    Above the words are the title, unless they begin with it, and the cost. Below them are the
    emblem, the type line, the value and the credit. Raises TextOverflow.
    """
    look = OwnLook(face)
    card, anatomy, k = face.card, face.anatomy, look.k
    framed = look.border != NONE and (look.is_dark or look.choice("border") is not None)
    items: list[Item] = []
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
        heading, height = draw_heading(look, left, top, right - left - _cost_width(look))
        items += heading
    else:
        height = 0.0
    if card.cost:
        r = _ROW_DISC * k
        items += _draw_cost(look, right - r, top + r, r)
        height = max(height, 2 * r + _AIR * k)
    top += height
    space = Rect(left, top, right - left, foot.top - top)
    block = look.text_block(words, look.prompt_fonts, look.strong, RAGGED)
    fitted = look.fit(block, space, _PROMPT * look.area_scale, _PROMPT_LEADING)
    if isinstance(fitted, Overflow):
        raise no_room(words)
    figure = [*items, *paint(fitted, space.x, space.y), *foot.items]
    return FaceDrawing(_ground(look), figure)


def _cost_width(look: OwnLook) -> float:
    """Return the width of the cost beside a title, with the gap between them, or 0 without a
    cost.
    """
    return (2 * _ROW_DISC + _AIR) * look.k if look.face.card.cost else 0.0


def _draw_prompt_foot(look: OwnLook, pad: float) -> _Foot:
    """Draw the emblem and type line at the left of the foot, the value or the credit at its right.

    A credit that does not fit there is below the type line.
    """
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


PICTURES = FaceLayout(WHOLE_PICTURE, draw_art, SPECIAL, needs=("art",))
CAPTIONED_PICTURES = FaceLayout("picture", draw_captioned, SPECIAL)
PROMPTS = FaceLayout("text", draw_prompt, SPECIAL)
