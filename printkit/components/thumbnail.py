"""Thumbnails of physical cards for charts, and the signs of a card on one line.

A thumbnail is an outlined card with a large figure over its suit. A card of the game is a small
card (see cards/small_card.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial, reduce
from math import fsum
from pathlib import Path as FilePath

import msgspec

from printkit.art.emblem import SIDE, emblem, place_emblem
from printkit.art.theme import Palette, Theme
from printkit.base.geometry import Rect
from printkit.components.cards.index import (
    card_figure,
    is_negative,
    shape_figures,
    text_colour_on_paper,
)
from printkit.components.cards.small_card import RATIO
from printkit.graphics.display_list import Group, Item, Path, ShapedText, Stroke, Symbol, Use
from printkit.graphics.font import INDEX, UNITS, cached_by_fonts, font
from printkit.graphics.measures import LINE, MIN_TEXT_SIZE
from printkit.graphics.path import PathBuilder, PathData, rect_path
from printkit.layout.fit_text import FitStyle, fit_text, text_line, text_width
from printkit.layout.records import Overflow
from printkit.model.cards import Card
from printkit.model.variant import Variant

_FINE = 0.25
_RADIUS = 1.2
# The edge with the number of a deck (mm), and its figure (mm per em).
EDGE, _NUMBER = 2.8, 3.7
# Shares of the height of a small face: above the figure, figure, emblem, below the emblem.
_TOP, _FIGURE, _SIGN, _FOOT = 0.085, 0.42, 0.345, 0.075
# Of a line: emblems, the square of a number and gaps, in heights of a figure.
LINE_SIGN, LINE_EDGE, _GAP = 1.2, 0.95, 0.3
_WORDS = 2.5
# The points of a negative value's plate, in heights of its box.
_TIP = 0.1
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

    `numbers` are those of its decks; `picture` replaces a figure; `words` explain an unfamiliar
    emblem; `bars` are colours for a card without an emblem.
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
    """Return the signs of a card of the game on one line."""
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
    outline = PathBuilder().rounded(card.inset(LINE / 2), _RADIUS).done()
    items: list[Item] = [Path(outline, fill=palette.paper)]
    inner = card
    if thumbnail.numbers:
        items += _draw_edge(thumbnail.numbers, card, palette)
        inner = card.outset(-EDGE, 0, 0, 0)
    items.append(Path(outline, stroke=line))
    if thumbnail.picture is not None:
        items += _draw_picture(thumbnail, inner, palette, theme)
    else:
        items += _draw_figure(thumbnail, inner, palette)
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
    r = _RADIUS
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


def _draw_figure(thumbnail: Thumbnail, card: Rect, palette: Palette) -> list[Item]:
    """Draw the value as large as the card allows, a negative one on an inverted plate."""
    box = Rect(card.x + 0.8, card.y + card.h * _TOP, card.w - 1.6, card.h * _FIGURE)
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
    """Draw an emblem whose ink, not its square, fills a box."""
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
    height = card.h * _SIGN
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
        place = inside._replace(h=card.h * (_FIGURE + _TOP) - 0.8)
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
    """Yield deck numbers, figure, emblems, bars and words."""
    own, side, square = thumbnail.colour, LINE_SIGN * height, max(LINE_EDGE * height, MIN_TEXT_SIZE)
    for number in thumbnail.numbers:
        yield _InlineSign(square, square, partial(_draw_number, number, own))
    if thumbnail.figure:
        width = shape_figures(thumbnail.figure).width / font(INDEX).cap_height * height
        depth = height / (1 - 2 * _TIP) if thumbnail.negative else height
        width += 0.24 * height if thumbnail.negative else 0.0
        yield _InlineSign(
            width, depth, lambda box, theme: draw_figure(thumbnail, box, theme.palette(own))
        )
    picture = (EmblemRef(thumbnail.picture, own),) if thumbnail.picture is not None else ()
    for sign in (*picture, *thumbnail.signs):
        yield _InlineSign(side, side, partial(_draw_sign, sign))
    if thumbnail.bars:
        yield _InlineSign(height, height, partial(_draw_bars, thumbnail.bars))
    if thumbnail.words and thumbnail.picture is not None:
        size = max(0.62 * height, MIN_TEXT_SIZE)
        width = text_width(INDEX, thumbnail.words, size)
        yield _InlineSign(width, 0.0, partial(_draw_words, thumbnail.words, own, size))


@cached_by_fonts(8192)
def inline_width(thumbnail: Thumbnail, height: float) -> float:
    """Return the width of `draw_inline`."""
    widths = [sign.width for sign in _inline_signs(thumbnail, height)]
    return fsum(widths) + (len(widths) - 1) * _GAP * height


def draw_inline(thumbnail: Thumbnail, height: float, theme: Theme) -> list[Item]:
    """Draw the signs on one line from x = 0, centred on y = 0, figures `height` mm high."""
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


def _draw_bars(bars: Sequence[str], box: Rect, theme: Theme) -> Iterator[Item]:
    """Draw stacked bars in the colours of a card."""
    step = box.h / len(bars)
    for i, colour in enumerate(bars):
        height = step - (0.3 if i < len(bars) - 1 else 0)
        bar = Rect(box.x, box.y + i * step, box.w, height)
        yield Path(rect_path(bar), fill=theme.colour(colour))


def _draw_number(number: int, colour: str, box: Rect, theme: Theme) -> list[Item]:
    """Draw the number of a deck in a small square, light or dark as on a thumbnail."""
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
