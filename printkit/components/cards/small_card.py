"""The small card: a card as pictures of the rules show it, 7 to 16 mm wide and yet read.

A large figure over the mark of its suit; a special is its emblem over a plate that says what it
counts. A negative value has a plate, so that it is told without its colour; cards with a large
number have the grounds of their faces.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path as FilePath

from msgspec import Struct
from msgspec.structs import replace

from printkit.art.backs import draw_small_back as draw_back
from printkit.art.dress import readable
from printkit.art.emblem import draw_mark, emblem, place_emblem
from printkit.art.guilloche import chamfered
from printkit.art.own_picture import draw_picture
from printkit.art.theme import Palette, Theme
from printkit.base.geometry import Matrix, Rect, translation
from printkit.components.cards.index import card_figure, draw_sign, shape_figures, split_sign
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
from printkit.graphics.font import INDEX, UNITS, cached_by_fonts, font
from printkit.graphics.path import PathBuilder, PathData, rect_path
from printkit.layout.records import Canvas, Fragment, Strip, TextStyle
from printkit.model.cards import Card
from printkit.model.notation import MINUS, PLUS_MINUS
from printkit.pieces.local_game import LocalGame

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
# The plate of a negative figure: beyond it above and below; its figures.
_BEYOND, _ON_PLATE = 0.07, 0.60
# Against the height of figures: a sign before one and before more, its bars, the gap behind it.
_SIGN, _SHORT_SIGN, _STEM, _SIGN_GAP = 0.40, 0.32, 0.13, 0.09
# The hatching of a minus: its pitch, its lines, half the band that figures stand on.
_HATCH, _HATCH_LINE, _BAND = 0.2, 0.07, 0.46
# The lines of a text: their lengths; from the edge and from line to line; their weight.
_LINES, _LINE_AT, _LINE_STEP, _LINE_WEIGHT = (0.56, 0.48, 0.6, 0.3), 0.2, 0.17, 0.06
# Figures are condensed this far, then they become smaller.
_MIN_CONDENSED = 0.62


@cached_by_fonts(2048)
def draw_small_card(card: Card, width: float, theme: Theme, title: str = "") -> Symbol:
    """Draw a card small and upright, its middle at the origin; `title` describes it to a reader."""
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
        items.append(Group(draw_picture(card.art, palette, inside, inside), clip=_round(inside)))
    elif picture is not None and (not text or _is_special(card)):
        items += _draw_special(card, picture, text, box, palette)
    elif text and card.layout == "number":
        lower = readable(theme.palette(card.lower_colour).main, ground, theme, MIN_TEXT_CONTRAST)
        items += _draw_number(text, box.inset(line.width / 2), palette, lower)
    elif text:
        items += _draw_figure(card, text, box, palette)
    elif card.text is not None or card.layout == "text":
        items.append(_draw_lines(box, palette))
    drawing = "-".join(path.stem for path in (card.emblem, card.mark, card.art) if path)
    key = f"small-{card.id}-{drawing}-{text}-{width:g}-{palette.key}"
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
    """Small cards side by side, each `width` mm wide, a gap (in widths of a card) between two.

    `draw(width)` draws them, when the row is painted. The share `align` of the free width is left
    of them.
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
    """Return the width of a row of cards against that of a card."""
    return count * (1 + gap) - gap


def card_row(
    cards: Sequence[Card], width: float, gap: float, game: LocalGame, align: float = 0.0
) -> CardRow:
    """Return cards of a game side by side, their names as titles."""

    def draw(own: float) -> list[Symbol]:
        return [draw_small_card(card, own, game.theme, game.text(card.name)) for card in cards]

    return CardRow(draw, len(cards), width, gap, align)


@lru_cache(maxsize=256)
def draw_small_back(design: str | FilePath, width: float, theme: Theme) -> Symbol:
    """Draw the back of a card small, its middle at the origin."""
    return draw_back(design, width, width * RATIO, _RADIUS * width, theme)


def _is_special(card: Card) -> bool:
    """Return True for a card known by its emblem, without a suit."""
    return card.layout == "emblem" or (card.layout == "picture" and card.mark == card.emblem)


def _draw_special(
    card: Card, picture: FilePath, text: str, box: Rect, palette: Palette
) -> list[Item]:
    """Draw an emblem over a plate with the value, if it is known."""
    width = box.w
    if not text:
        return [draw_mark(picture, palette, 0, 0, _WHOLE_EMBLEM * width)]
    middle = box.y + _EMBLEM_AT * width
    items: list[Item] = [draw_mark(picture, palette, 0, middle, _EMBLEM * width)]
    air = _AIR * width
    plate = Rect(box.x + air, box.bottom - air - _PLATE * width, width - 2 * air, _PLATE * width)
    items.append(_draw_plate(plate, _CHAMFER * width, palette))
    side = 0.0
    if card.mark not in (None, card.emblem):
        assert card.mark is not None
        side = _PLATE_MARK * plate.h
        mark = emblem(card.mark, _on_plate(palette), side, field=False)
        x = plate.x + _CHAMFER * width + side / 2
        items.append(place_emblem(mark, x, plate.centre[1], side))
        side += 0.5 * _CHAMFER * width
    available = plate.inset(_CHAMFER * width).outset(-side, 0, 0, 0)
    return items + _draw_digits(text, available, _PLATE_DIGITS * plate.h, _on_plate(palette))


def _draw_figure(card: Card, text: str, box: Rect, palette: Palette) -> list[Item]:
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
    on = _on_plate(palette) if negative else palette
    items += _draw_digits(text, available, digits, on)
    if card.mark is not None:
        middle = box.bottom - width * (_MARK_BELOW if negative else _MARK_AT)
        items.append(draw_mark(card.mark, palette, 0, middle, _MARK * width))
    return items


def _draw_number(text: str, box: Rect, palette: Palette, lower: Colour) -> list[Item]:
    """Draw a number on its ground: full with a plus, hatched with a minus; a card that turns is
    full and has a window for its minus in the colour `lower`."""
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
    """Draw a plate, filled; where ink is saved its edge alone."""
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

    `window` is the ground and the colour of the minus of ±, which stands in it.
    """
    sign, figures = split_sign(text)
    run, cap = shape_figures(figures), font(INDEX).cap_height
    width = (_SIGN if len(figures) == 1 else _SHORT_SIGN) if sign else 0.0
    before = width + _SIGN_GAP if sign else 0.0
    natural = run.width / cap
    digits = min(digits, box.w / (before + _MIN_CONDENSED * natural))
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
