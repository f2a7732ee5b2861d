"""Draw cards 7 to 16 mm wide, and thumbnails of physical cards.

A small card has a large figure over the mark of its suit; a special shows its emblem over a plate
with its value. A negative value has a plate, so that it is recognisable without colour. A card with
a large number has the same ground as its face.

A thumbnail is an outlined card with a large figure over its suit. Cards of the game itself are
drawn as small cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial, reduce
from math import fsum
from pathlib import Path as FilePath

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from printkit.art.backs import draw_small_back as draw_back
from printkit.art.card_style import readable
from printkit.art.emblems import SIDE, draw_mark, draw_picture, emblem, place_emblem
from printkit.art.ornaments import chamfered
from printkit.art.theme import Palette, Theme
from printkit.base.geometry import Matrix, Rect, translation
from printkit.faces.anatomy import (
    card_figure,
    draw_sign,
    is_negative,
    shape_figures,
    split_sign,
    text_colour_on_paper,
)
from printkit.graphics.colour import MIN_TEXT_CONTRAST, Colour, blend
from printkit.graphics.display_list import (
    Group,
    Item,
    Path,
    ShapedText,
    Stroke,
    Symbol,
    TagStep,
    Use,
)
from printkit.graphics.fonts import INDEX, UNITS, cached_by_fonts, font
from printkit.graphics.measures import LINE, MIN_TEXT_SIZE
from printkit.graphics.path import PathBuilder, PathData, rect_path
from printkit.layout.fit_text import FitStyle, fit_text, text_line, text_width
from printkit.layout.records import Canvas, Fragment, Overflow, Strip, TextStyle
from printkit.model.cards import Card
from printkit.model.fields import MINUS, PLUS_MINUS
from printkit.model.variant import Variant
from printkit.pieces.product import LocalGame

# --- small card ----------------------------------------------------------------------------------

# Height against width; all else is a share of the width.
RATIO = 1.4
_RADIUS, _EDGE, _MIN_EDGE = 0.09, 0.03, 0.18
# How much of its colour is in the ground of a card.
_GROUND = 0.1
# Figures: their height, above them, beside them; their height with no mark below them.
_DIGITS, _TOP, _SIDE, _ALONE = 0.68, 0.15, 0.09, 0.78
# The mark of the suit, its middle from the foot; below a plate.
_MARK, _MARK_AT, _MARK_BELOW = 0.42, 0.29, 0.27
# The emblem of a special and its middle from the top; without a plate.
_EMBLEM, _EMBLEM_AT, _WHOLE_EMBLEM = 0.80, 0.52, 0.90
# The plate of a special: its height, its air, its chamfer, its figures; the mark of a suit on it.
_PLATE, _AIR, _CHAMFER, _PLATE_DIGITS, _PLATE_MARK = 0.38, 0.07, 0.07, 0.7, 0.8
# A plate with larger figures: its greatest height, its air, its chamfer; the gap above it.
_HIGH_PLATE, _SMALL_AIR, _SMALL_CHAMFER, _PLATE_GAP = 0.75, 0.05, 0.03, 0.05
# A figure without a drawing: its greatest height, beside it.
_HIGH_ALONE, _SMALL_SIDE = 1.1, 0.06
# The plate of a negative figure: beyond it above and below; its figures.
_BEYOND, _ON_PLATE = 0.07, 0.60
# Against the height of figures: a sign before one and before more, its bars, the gap behind it.
_SIGN, _SHORT_SIGN, _STEM, _SIGN_GAP = 0.40, 0.32, 0.13, 0.09
# The hatching of a minus: its pitch, its lines, half the band behind the figures.
_HATCH, _HATCH_LINE, _BAND = 0.2, 0.07, 0.46
# The lines of a text: their lengths; from the edge and from line to line; their weight.
_LINES, _LINE_AT, _LINE_STEP, _LINE_WEIGHT = (0.56, 0.48, 0.6, 0.3), 0.2, 0.17, 0.06
# Figures are condensed this far, then they become smaller.
_MIN_CONDENSED = 0.62


@cached_by_fonts(2048)
def draw_small_card(
    card: Card, width: float, theme: Theme, title: str = "", least: float = MIN_TEXT_SIZE
) -> Symbol:
    """Draw a small upright card, centred on the origin; `title` describes it to screen readers.

    A figure smaller than `least` (mm per em) is drawn larger: it leaves less room for the emblem or
    the mark, or none. A figure without room is left out.
    """
    box = Rect(-width / 2, -width * RATIO / 2, width, width * RATIO)
    own = theme.palette(card.colour)
    ground = blend(own.main, own.paper, _GROUND) if theme.solid else own.paper
    edge = readable(own.main, ground, theme, MIN_TEXT_CONTRAST)
    palette = replace(own, main=edge, paper=ground)
    line = Stroke(edge, max(_EDGE * width, _MIN_EDGE))
    outline = PathBuilder().rounded(box.inset(line.width / 2), _RADIUS * width).done()
    items: list[Item] = [Path(outline, fill=ground, stroke=line)]
    text = card_figure(card)
    picture = card.emblem or card.mark
    if card.art is not None and not text:
        inside = box.inset(line.width)
        picture_items = draw_picture(
            card.art, palette, inside, inside, recolours=card.layout != "art"
        )
        items.append(Group(picture_items, clip=_round(inside)))
    elif picture is not None and (not text or _is_special(card)):
        items += _draw_special(card, picture, text, box, palette, least)
    elif text and card.layout == "number":
        lower = readable(theme.palette(card.lower_colour).main, ground, theme, MIN_TEXT_CONTRAST)
        items += _draw_number(text, box.inset(line.width / 2), palette, lower)
    elif text:
        items += _draw_figure(card, text, box, palette, least)
    elif card.text is not None or card.layout == "text":
        items.append(_draw_lines(box, palette))
    drawing = "-".join(path.stem for path in (card.emblem, card.mark, card.art) if path)
    size = "" if least == MIN_TEXT_SIZE else f"-{least:.3g}"
    key = f"small-{card.id}-{drawing}-{text}-{width:g}-{palette.key}{size}"
    return Symbol(key, tuple(items), box, title)


def _round(box: Rect) -> PathData:
    """Return the outline of a small card."""
    return PathBuilder().rounded(box, _RADIUS * box.w).done()


def _draw_lines(box: Rect, palette: Palette) -> Path:
    """Draw the lines of a text that is too small to be read."""
    lines, width = PathBuilder(), box.w
    for i, share in enumerate(_LINES):
        y = box.y + (_LINE_AT + i * _LINE_STEP) * width
        lines.move(box.x + _LINE_AT * width, y).line(box.x + (_LINE_AT + share) * width, y)
    return Path(lines.done(), stroke=Stroke(palette.main, _LINE_WEIGHT * width))


class CardRow(Struct, frozen=True, eq=False):
    """Small cards side by side, each `width` mm wide, with a gap between neighbours (in widths of a
    card).

    `draw(width)` draws the cards when the row is painted. The share `align` of the free width is to
    their left.
    """

    draw: Callable[[float], Sequence[Symbol]]
    count: int
    width: float
    gap: float
    align: float = 0.0

    @property
    def taken(self) -> float:
        """The width of the row (mm)."""
        return self.width * row_share(self.count, self.gap)

    def lay_out(self, style: TextStyle, width: float) -> Fragment:
        left = self.align * (width - self.taken)

        def paint(canvas: Canvas, x: float, y: float) -> None:
            begin, symbols = canvas.begin(), self.draw(self.width)
            for i, symbol in enumerate(symbols):
                edge = x + left + i * self.width * (1 + self.gap)
                place = translation(edge - symbol.box.x, y - symbol.box.y)
                canvas.items.append(Use(symbol, place))
            names = ", ".join(symbol.title for symbol in symbols)
            canvas.tag(begin, TagStep("Figure", None, names))

        return Fragment((Strip(style.snap(self.width * RATIO), paint),), width)


def row_share(count: int, gap: float) -> float:
    """Return the width of a row of cards relative to the width of one card."""
    return count * (1 + gap) - gap


def card_row(
    cards: Sequence[Card], width: float, gap: float, game: LocalGame, align: float = 0.0
) -> CardRow:
    """Return cards of a game side by side, with their names as titles."""

    def draw(own: float) -> list[Symbol]:
        return [draw_small_card(card, own, game.theme, game.text(card.name)) for card in cards]

    return CardRow(draw, len(cards), width, gap, align)


@lru_cache(maxsize=256)
def draw_small_back(design: str | FilePath, width: float, theme: Theme) -> Symbol:
    """Draw a small card back, centred on the origin."""
    return draw_back(design, width, width * RATIO, _RADIUS * width, theme)


def _is_special(card: Card) -> bool:
    """Return True for a card that is known by its own emblem, not by a suit."""
    return card.layout == "emblem" or (card.layout == "picture" and card.mark == card.emblem)


def _draw_special(
    card: Card, picture: FilePath, text: str, box: Rect, palette: Palette, least: float
) -> list[Item]:
    """Draw an emblem over a plate with the value, if it is known and legible."""
    whole: list[Item] = [draw_mark(picture, palette, 0, 0, _WHOLE_EMBLEM * box.w)]
    if not text:
        return whole
    has_mark = card.mark not in (None, card.emblem)
    for plate, chamfer in _plates(box, least):
        side = (_PLATE_MARK * plate.h + 0.5 * chamfer) if has_mark else 0.0
        available = plate.inset(chamfer).outset(-side, 0, 0, 0)
        if _is_legible(text, available, _PLATE_DIGITS * plate.h, least):
            break
    else:
        return _draw_alone(text, box, palette, least) or whole
    top = box.y + _PLATE_GAP * box.w
    size = min(_EMBLEM * box.w, plate.y - _PLATE_GAP * box.w - top)
    middle = min(box.y + _EMBLEM_AT * box.w, top + (plate.y - top) / 2)
    items: list[Item] = [draw_mark(picture, palette, 0, middle, size)]
    items.append(_draw_plate(plate, chamfer, palette))
    if has_mark:
        assert card.mark is not None
        side = _PLATE_MARK * plate.h
        mark = emblem(card.mark, _on_plate(palette), side, field=False)
        items.append(place_emblem(mark, plate.x + chamfer + side / 2, plate.centre[1], side))
    return items + _draw_digits(text, available, _PLATE_DIGITS * plate.h, _on_plate(palette))


def _plates(box: Rect, least: float) -> Iterator[tuple[Rect, float]]:
    """Yield two plates for a value with their chamfers (mm): the usual plate, and a taller one, if
    possible with room for figures of the size `least`.
    """
    width = box.w
    high = min(_HIGH_PLATE * width, max(_PLATE * width, _cap(least) / _PLATE_DIGITS))
    for height, air, chamfer in (
        (_PLATE * width, _AIR * width, _CHAMFER * width),
        (high, _SMALL_AIR * width, _SMALL_CHAMFER * width),
    ):
        plate = Rect(box.x + air, box.bottom - air - height, width - 2 * air, height)
        yield plate, chamfer


def _draw_figure(card: Card, text: str, box: Rect, palette: Palette, least: float) -> list[Item]:
    """Draw a figure over the mark of its suit; a negative one on a plate."""
    width, negative = box.w, text.startswith(MINUS)
    digits = width * (_DIGITS if card.mark else _ALONE)
    top = box.y + _TOP * width if card.mark else -digits / 2
    side = _SIDE * width
    available = Rect(box.x + side, top, width - 2 * side, digits)
    items: list[Item] = []
    if negative:
        plate = available.outset(0, _BEYOND * width, 0, _BEYOND * width)
        items.append(_draw_plate(plate, _CHAMFER * width, palette))
        available = available.outset(-_CHAMFER * width, 0, -_CHAMFER * width, 0)
        digits = min(digits, _ON_PLATE * width if card.mark else digits)
    if not _is_legible(text, available, digits, least):
        mark: list[Item] = []
        if card.mark is not None:
            mark.append(draw_mark(card.mark, palette, 0, 0, _WHOLE_EMBLEM * width))
        return _draw_alone(text, box, palette, least) or mark
    on = _on_plate(palette) if negative else palette
    items += _draw_digits(text, available, digits, on)
    if card.mark is not None:
        middle = box.bottom - width * (_MARK_BELOW if negative else _MARK_AT)
        items.append(draw_mark(card.mark, palette, 0, middle, _MARK * width))
    return items


def _draw_alone(text: str, box: Rect, palette: Palette, least: float) -> list[Item]:
    """Draw a figure of at least the size `least`, without the mark of its suit. A negative figure
    is on a plate. If the card is too small, nothing is drawn.
    """
    width, side = box.w, _SMALL_SIDE * box.w
    digits = min(max(_ALONE * width, _cap(least)), _HIGH_ALONE * width)
    available = Rect(box.x + side, -digits / 2, width - 2 * side, digits)
    if not _is_legible(text, available, digits, least):
        return []
    if not text.startswith(MINUS):
        return _draw_digits(text, available, digits, palette)
    plate = available.outset(0, side, 0, side)
    drawn = _draw_plate(plate, _SMALL_CHAMFER * width, palette)
    return [drawn, *_draw_digits(text, available, digits, _on_plate(palette))]


def _cap(size: float) -> float:
    """Return the height (mm) of figures that are set at `size` mm per em."""
    return size * font(INDEX).cap_height / UNITS


def _is_legible(text: str, box: Rect, digits: float, least: float) -> bool:
    """Return True if a text at most `digits` mm high, fitted to a box, has at least the type size
    `least` (mm per em).
    """
    return _digit_height(text, box, digits) >= _cap(least) - 1e-9


def _draw_number(text: str, box: Rect, palette: Palette, lower: Colour) -> list[Item]:
    """Draw a number on its ground, which is solid for plus and hatched for minus.

    A number that turns is on a solid ground with a window for its minus, in the colour `lower`.
    """
    sign, width, solid = split_sign(text)[0], box.w, palette.solid
    full = solid and sign in ("+", PLUS_MINUS)
    items: list[Item] = []
    if full:
        items.append(Path(_round(box), fill=palette.main))
    elif sign == MINUS:
        lines, pitch = PathBuilder(), _HATCH * width
        for step in range(round((box.w + box.h) / pitch)):
            x = box.x + (step + 0.5) * pitch
            lines.move(x, box.y).line(x - box.h, box.bottom)
        weight = _HATCH_LINE * width if solid else _MIN_EDGE / 2
        line = Stroke(palette.shade if solid else palette.main, weight)
        items.append(Group((Path(lines.done(), stroke=line),), clip=_round(box)))
        inner = Rect(box.x, -_BAND * width, width, 2 * _BAND * width)
        items.append(Path(rect_path(inner), fill=palette.paper))
    digits = _ALONE * width
    available = Rect(box.x + _SIDE * width, -digits / 2, width - 2 * _SIDE * width, digits)
    window = (palette.paper, lower) if full else None
    return items + _draw_digits(
        text, available, digits, _on_plate(palette) if full else palette, window
    )


def _draw_plate(box: Rect, cut: float, palette: Palette) -> Path:
    """Draw a filled plate, or only its edge in a theme that saves ink."""
    if palette.solid:
        return Path(chamfered(box, cut), fill=palette.main)
    line = Stroke(palette.main, _MIN_EDGE)
    return Path(chamfered(box.inset(_MIN_EDGE / 2), cut), stroke=line)


def _on_plate(palette: Palette) -> Palette:
    """Return the palette of items on a plate."""
    if not palette.solid:
        return palette
    light, ground = palette.paper, palette.main
    return replace(palette, main=light, paper=ground, ink=light, area=light)


def _draw_digits(
    text: str,
    box: Rect,
    digits: float,
    palette: Palette,
    window: tuple[Colour, Colour] | None = None,
) -> list[Item]:
    """Draw the text of an index centred in a box, at most `digits` mm high.

    `window` holds the ground and the colour of the minus in ±, if it has its own.
    """
    sign, figures = split_sign(text)
    run, cap = shape_figures(figures), font(INDEX).cap_height
    width = _sign_width(text)
    before = width + _SIGN_GAP if sign else 0.0
    natural = run.width / cap
    digits = _digit_height(text, box, digits)
    condensed = min(1.0, (box.w / digits - before) / natural)
    cx, cy = box.centre
    left = cx - (before + condensed * natural) * digits / 2
    matrix = Matrix(condensed, 0, 0, 1, left + before * digits, cy + digits / 2)
    line = ShapedText(run.after(sign), 0, 0, digits * UNITS / cap, palette.main)
    items: list[Item] = [Group((line,), matrix)]
    if sign == PLUS_MINUS and window is not None:
        side, stem, part = width * digits, _STEM * digits, 0.27 * digits
        items += draw_sign("+", left, cy - 1.1 * part, side, stem, palette.main)
        around = Rect(left - 0.1 * side, cy + 0.3 * part, 1.2 * side, 1.4 * part)
        items.append(Path(rect_path(around), fill=window[0]))
        items += draw_sign(MINUS, left, cy + part, side, stem, window[1])
    elif sign:
        items += draw_sign(sign, left, cy, width * digits, _STEM * digits, palette.main)
    return items


def _sign_width(text: str) -> float:
    """Return the width of the sign of a value relative to the height of its figures."""
    sign, figures = split_sign(text)
    return (_SIGN if len(figures) == 1 else _SHORT_SIGN) if sign else 0.0


def _digit_height(text: str, box: Rect, digits: float) -> float:
    """Return the height of figures in a box, at most `digits`."""
    sign, figures = split_sign(text)
    before = _sign_width(text) + _SIGN_GAP if sign else 0.0
    natural = shape_figures(figures).width / font(INDEX).cap_height
    return min(digits, box.w / (before + _MIN_CONDENSED * natural))


# --- thumbnail -----------------------------------------------------------------------------------

_FINE = 0.25
_THUMBNAIL_RADIUS = 1.2
# The edge with the number of a deck (mm), and its figure (mm per em).
EDGE, _NUMBER = 2.8, 3.7
# Shares of the height of a small face: above the figure, figure, emblem, below the emblem.
_THUMBNAIL_TOP, _FIGURE, _THUMBNAIL_SIGN, _FOOT = 0.085, 0.42, 0.345, 0.075
# Of a line: emblems, the square of a number and gaps, in heights of a figure.
LINE_SIGN, LINE_EDGE, _GAP = 1.2, 0.95, 0.3
_WORDS = 2.5
# The points of a negative value's plate, in heights of its box.
_TIP = 0.1
# The frame around a figure on a line, against the height of the figure: its height, and its space
# beside the figure.
_FRAME, _FRAME_SIDE = 1.5, 0.32
# Emblems of 9.5 mm and more have a pale field.
_LARGEST_SMALL = 9.4
# The least side of an emblem's ink, in hundredths of its square: a line grows no further.
_MIN_INK = 5.0


class EmblemRef(msgspec.Struct, frozen=True):
    """An emblem in a colour of the themes."""

    path: FilePath
    colour: str


class Thumbnail(msgspec.Struct, frozen=True):
    """The contents of a thumbnail.

    `numbers` are the numbers of its decks; `picture` replaces a figure; `words` explain an
    unfamiliar emblem; `bars` are colours for a card without an emblem: a frame around its figure,
    or bars beside its picture.
    """

    key: str
    title: str
    figure: str
    signs: tuple[EmblemRef, ...]
    colour: str
    numbers: tuple[int, ...] = ()
    words: str = ""
    picture: FilePath | None = None
    bars: tuple[str, ...] = ()

    @property
    def negative(self) -> bool:
        return is_negative(self.figure)


def game_thumbnail(variant: Variant, card: Card, language: str) -> Thumbnail:
    """Return the thumbnail of a card of the game, for use on one line."""
    figure = card_figure(card)
    mark = card.mark if card.mark != card.emblem or figure else None
    bars = (card.colour, card.lower_colour) if card.turned else (card.colour,)
    return Thumbnail(
        key=f"meant-{variant.slug}-{card.id}",
        title=card.name[language],
        figure=figure,
        signs=(EmblemRef(mark, card.colour),) if mark is not None else (),
        colour=card.colour,
        picture=None if figure else card.emblem,
        bars=() if card.mark is not None else bars,
    )


@cached_by_fonts(2048)
def draw_thumbnail(thumbnail: Thumbnail, width: float, theme: Theme) -> Symbol:
    """Draw a card thumbnail with its top-left corner at the origin. Cached."""
    card = Rect(0, 0, width, width * RATIO)
    palette = theme.palette(thumbnail.colour)
    line = Stroke(palette.ink, LINE)
    # The line is inside: the box of a symbol contains all its ink.
    outline = PathBuilder().rounded(card.inset(LINE / 2), _THUMBNAIL_RADIUS).done()
    items: list[Item] = [Path(outline, fill=palette.paper)]
    inner = card
    if thumbnail.numbers:
        items += _draw_edge(thumbnail.numbers, card, palette)
        inner = card.outset(-EDGE, 0, 0, 0)
    items.append(Path(outline, stroke=line))
    if thumbnail.picture is not None:
        items += _draw_picture(thumbnail, inner, palette, theme)
    else:
        items += _thumbnail_draw_figure(thumbnail, inner, palette)
        items += _draw_foot(thumbnail, inner, theme)
    return Symbol(f"{thumbnail.key}-{width:g}", tuple(items), card, thumbnail.title)


def _draw_edge(numbers: tuple[int, ...], card: Rect, palette: Palette) -> list[Item]:
    """Draw the numbers of decks on the left edge, alternately light and dark."""
    items: list[Item] = []
    inside = card.inset(LINE / 2)
    height = inside.h / len(numbers)
    for i, number in enumerate(numbers):
        dark = number % 2 == 0
        band = Rect(inside.x, inside.y + i * height, EDGE - LINE / 2, height)
        shape = _edge_band(band, first=i == 0, last=i == len(numbers) - 1)
        items.append(Path(shape, fill=palette.area if dark else palette.paper))
        ink = palette.paper if dark else palette.ink
        items.append(
            text_line(INDEX, str(number), *band.centre, _NUMBER, ink, align=0.5, middle=True)
        )
    rule = PathBuilder().move(EDGE, inside.y).line(EDGE, inside.bottom).done()
    return [*items, Path(rule, stroke=Stroke(palette.ink, _FINE))]


def _edge_band(band: Rect, *, first: bool, last: bool) -> PathData:
    """Return a band of the edge, rounded at the corners of the card."""
    r = _THUMBNAIL_RADIUS
    builder = PathBuilder().move(band.right, band.y)
    if first:
        builder.line(band.x + r, band.y).arc(band.x + r, band.y + r, r, 270, 180, join=True)
    else:
        builder.line(band.x, band.y)
    if last:
        builder.line(band.x, band.bottom - r).arc(
            band.x + r, band.bottom - r, r, 180, 90, join=True
        )
    else:
        builder.line(band.x, band.bottom)
    return builder.line(band.right, band.bottom).close().done()


def _thumbnail_draw_figure(thumbnail: Thumbnail, card: Rect, palette: Palette) -> list[Item]:
    """Draw the value as large as the card allows, a negative one on an inverted plate."""
    box = Rect(card.x + 0.8, card.y + card.h * _THUMBNAIL_TOP, card.w - 1.6, card.h * _FIGURE)
    if not thumbnail.signs:
        box = box._replace(y=card.y + (card.h - box.h) / 2)
    return draw_figure(thumbnail, box, palette)


def draw_figure(thumbnail: Thumbnail, box: Rect, palette: Palette) -> list[Item]:
    """Draw the figure of a thumbnail centred in a box."""
    run = shape_figures(thumbnail.figure)
    cap, natural = font(INDEX).cap_height / UNITS, run.width / UNITS
    cx, cy = box.centre
    colour = fill = text_colour_on_paper(palette)
    plate: list[Item] = []
    size = min(box.h / cap, box.w / natural)
    if thumbnail.negative:
        # As on the cards themselves: an upright hexagon, its points above and below the figure.
        tip, pad = _TIP * box.h, 0.12 * box.h
        size = min((box.h - 2 * tip) / cap, (box.w - 2 * pad) / natural)
        half_w, half_h = natural * size / 2 + pad, cap * size / 2
        upper, point = half_h + tip * 0.5, half_h + 2 * tip
        right = [(0, -point), (half_w, -upper), (half_w, upper)]
        corners = [*right, *((-x, -y) for x, y in right)]
        hexagon = PathBuilder().polygon((cx + x, cy + y) for x, y in corners)
        plate, fill = [Path(hexagon.done(), fill=colour)], palette.paper
    x, y = cx - run.width * size / UNITS / 2, cy + cap * size / 2
    return [*plate, ShapedText(run, x, y, size, fill)]


def draw_emblem(path: FilePath, palette: Palette, box: Rect) -> Use:
    """Draw an emblem so that its ink fills a box. The empty margin of the emblem is ignored."""
    # Line weights and the pale field depend on the size, and so does the ink.
    size = _round_down(min(box.w, box.h))
    for _ in range(2):
        ink = _ink_box(emblem(path, palette, size))
        whole = SIDE * min(box.w / ink.w, box.h / ink.h)
        size = _round_down(min(whole, _LARGEST_SMALL, 1.9 * min(box.w, box.h)))
    symbol = emblem(
        path, palette, size
    )  # drawn for this size, so that no line is thinner than a hairline
    cx, cy = box.centre
    k = size / SIDE
    return place_emblem(symbol, cx - ink.centre[0] * k, cy - ink.centre[1] * k, size)


@lru_cache(maxsize=512)
def _ink_box(symbol: Symbol) -> Rect:
    """Return the box of an emblem's ink, at least `_MIN_INK` a side; a picture fills its box."""
    boxes: list[Rect] = []
    for item in symbol.items:
        if not isinstance(item, Group):
            return symbol.box
        for part in item.items:
            if isinstance(part, Path) and part.data.steps:
                half = part.stroke.width / 2 if part.stroke is not None else 0.0
                boxes.append(item.matrix.bounds(part.data.box().inset(-half)))
    shown = (reduce(Rect.union, boxes) if boxes else symbol.box).intersection(symbol.box)
    return shown._replace(w=max(shown.w, _MIN_INK), h=max(shown.h, _MIN_INK))


def _draw_foot(thumbnail: Thumbnail, card: Rect, theme: Theme) -> list[Item]:
    """Draw the emblems of the suit side by side, if there are any."""
    height = card.h * _THUMBNAIL_SIGN
    top = card.bottom - card.h * _FOOT - height
    if not (count := len(thumbnail.signs)):
        return []
    items: list[Item] = []
    if thumbnail.words:
        style = FitStyle(INDEX, _WORDS, MIN_TEXT_SIZE, 1)
        box = Rect(card.x + 0.8, top + height - 1.9, card.w - 1.6, 2.6)
        words = fit_text(
            thumbnail.words, style, box, text_colour_on_paper(theme.palette(thumbnail.colour))
        )
        if not isinstance(words, Overflow):  # a very small face has no words
            items += words
            height = height - 2.0
    step = (card.w - 1.2) / count
    for i, sign in enumerate(thumbnail.signs):
        place = Rect(card.x + 0.6 + i * step + 0.2, top, step - 0.4, height)
        items.append(draw_emblem(sign.path, theme.palette(sign.colour), place))
    return items


def _draw_picture(thumbnail: Thumbnail, card: Rect, palette: Palette, theme: Theme) -> list[Item]:
    """Draw an emblem in place of the figure, over its words or its suit."""
    assert thumbnail.picture is not None
    inside = card.inset(0.8)
    if not thumbnail.words:
        if not thumbnail.signs:
            return [draw_emblem(thumbnail.picture, palette, inside)]
        place = inside._replace(h=card.h * (_FIGURE + _THUMBNAIL_TOP) - 0.8)
        return [draw_emblem(thumbnail.picture, palette, place), *_draw_foot(thumbnail, card, theme)]
    style = FitStyle(INDEX, _WORDS, MIN_TEXT_SIZE, 2)
    box = Rect(card.x + 0.6, card.bottom - 5.6, card.w - 1.2, 5.2)
    words = fit_text(thumbnail.words, style, box, palette.ink)
    if isinstance(words, Overflow):  # a very small face has no words
        return [draw_emblem(thumbnail.picture, palette, inside)]
    return [draw_emblem(thumbnail.picture, palette, inside._replace(h=box.y - inside.y)), *words]


class _InlineSign(msgspec.Struct, frozen=True):
    """A sign on a line: the size of its box, and a function that draws it there."""

    width: float
    height: float
    draw: Callable[[Rect, Theme], Iterable[Item]]


def _inline_signs(thumbnail: Thumbnail, height: float) -> Iterator[_InlineSign]:
    """Yield the signs of a thumbnail on one line: deck numbers, figure, emblems, bars and words."""
    own, side, square = (
        thumbnail.colour,
        LINE_SIGN * height,
        max(LINE_EDGE * height, MIN_TEXT_SIZE),
    )
    for number in thumbnail.numbers:
        yield _InlineSign(square, square, partial(_thumbnail_draw_number, number, own))
    framed = thumbnail.bars if thumbnail.figure and not thumbnail.negative else ()
    if framed:
        width = shape_figures(thumbnail.figure).width / font(INDEX).cap_height * height
        width += 2 * _FRAME_SIDE * height
        yield _InlineSign(width, _FRAME * height, partial(_draw_framed, thumbnail, height))
    elif thumbnail.figure:
        width = shape_figures(thumbnail.figure).width / font(INDEX).cap_height * height
        depth = height / (1 - 2 * _TIP) if thumbnail.negative else height
        width += 0.24 * height if thumbnail.negative else 0.0
        yield _InlineSign(
            width, depth, lambda box, theme: draw_figure(thumbnail, box, theme.palette(own))
        )
    picture = (EmblemRef(thumbnail.picture, own),) if thumbnail.picture is not None else ()
    for sign in (*picture, *thumbnail.signs):
        yield _InlineSign(side, side, partial(_draw_sign, sign))
    if thumbnail.bars and not thumbnail.figure:
        yield _InlineSign(height, height, partial(_draw_bars, thumbnail.bars))
    if thumbnail.words and thumbnail.picture is not None:
        size = max(0.62 * height, MIN_TEXT_SIZE)
        width = text_width(INDEX, thumbnail.words, size)
        yield _InlineSign(width, 0.0, partial(_draw_words, thumbnail.words, own, size))


@cached_by_fonts(8192)
def inline_width(thumbnail: Thumbnail, height: float) -> float:
    """Return the width (mm) of the signs that `draw_inline` draws."""
    widths = [sign.width for sign in _inline_signs(thumbnail, height)]
    return fsum(widths) + (len(widths) - 1) * _GAP * height


def draw_inline(thumbnail: Thumbnail, height: float, theme: Theme) -> list[Item]:
    """Draw the signs on one line from x = 0, centred on y = 0, with figures `height` mm high."""
    items: list[Item] = []
    x = 0.0
    for sign in _inline_signs(thumbnail, height):
        items += sign.draw(Rect(x, -sign.height / 2, sign.width, sign.height), theme)
        x += sign.width + _GAP * height
    return items


def _draw_sign(sign: EmblemRef, box: Rect, theme: Theme) -> list[Item]:
    return [draw_emblem(sign.path, theme.palette(sign.colour), box)]


def _draw_words(words: str, colour: str, size: float, box: Rect, theme: Theme) -> list[Item]:
    return [text_line(INDEX, words, box.x, 0, size, theme.palette(colour).ink, middle=True)]


def _draw_framed(thumbnail: Thumbnail, height: float, box: Rect, theme: Theme) -> Iterator[Item]:
    """Draw a figure `height` mm high as a small card on a line.

    Its frame has the colours of the card, in order from the top.
    """
    line = max(LINE, 0.12 * height)
    frame = PathBuilder().rounded(box.inset(line / 2), 0.18 * height).done()
    yield Path(frame, fill=theme.palette(thumbnail.colour).paper)
    step = box.h / len(thumbnail.bars)
    for i, colour in enumerate(thumbnail.bars):
        stroke = Path(frame, stroke=Stroke(theme.colour(colour), line))
        part = Rect(box.x, box.y + i * step, box.w, step)
        yield Group((stroke,), clip=rect_path(part)) if len(thumbnail.bars) > 1 else stroke
    side, above = _FRAME_SIDE * height, (box.h - height) / 2
    inner = Rect(box.x + side, box.y + above, box.w - 2 * side, height)
    yield from draw_figure(thumbnail, inner, theme.palette(thumbnail.colour))


def _draw_bars(bars: Sequence[str], box: Rect, theme: Theme) -> Iterator[Item]:
    """Draw stacked bars in the colours of a card."""
    step = box.h / len(bars)
    for i, colour in enumerate(bars):
        height = step - (0.3 if i < len(bars) - 1 else 0)
        bar = Rect(box.x, box.y + i * step, box.w, height)
        yield Path(rect_path(bar), fill=theme.colour(colour))


def _thumbnail_draw_number(number: int, colour: str, box: Rect, theme: Theme) -> list[Item]:
    """Draw the number of a deck in a small square: light for an odd number, dark for an even
    one, as on the edge of a thumbnail.
    """
    palette = theme.palette(colour)
    ground, ink = palette.paper, palette.ink
    if number % 2 == 0:
        ground, ink = palette.area, palette.paper
    edge = PathBuilder().rounded(box.inset(_FINE / 2), 0.4).done()
    size = max(0.82 * box.w, MIN_TEXT_SIZE)
    return [
        Path(edge, fill=ground, stroke=Stroke(palette.ink, _FINE)),
        text_line(INDEX, str(number), *box.centre, size, ink, align=0.5, middle=True),
    ]


def _round_down(size: float) -> float:
    """Round a size down to 0.1 mm, the precision of the key of an emblem's symbol."""
    return int(size * 10) / 10
