"""Draw stickers that turn a physical deck into the deck of a game.

Each sticker has the value, suit and name of a card of the game and, in small print, the physical
card to put it on. If space is short, the small print is left out first, then the name. There is one
Symbol for each physical card, in the order of the physical deck, centred on the origin.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from pathlib import Path as FilePath

import msgspec
from msgspec.structs import replace

from printkit.art.emblems import emblem, place_emblem
from printkit.art.theme import Palette
from printkit.base.geometry import MM_PER_POINT, Rect, centred_rect, format_size
from printkit.base.paper_sizes import LabelSheet
from printkit.base.sentences import Sentence
from printkit.faces.anatomy import draw_value, text_colour_on_paper, value_text
from printkit.graphics.colour import Colour
from printkit.graphics.display_list import Item, Path, Symbol
from printkit.graphics.fonts import INDEX, UNITS, font
from printkit.graphics.measures import MIN_CARD_TEXT_SIZE
from printkit.graphics.path import PathBuilder
from printkit.layout.fit_text import (
    FitStyle,
    TextOverflow,
    require_text,
    text_fits,
    text_line,
    text_width,
)
from printkit.layout.fitting import find_largest, sizes_between
from printkit.layout.records import TOLERANCE, Overflow
from printkit.model.cards import Card
from printkit.pieces.product import LocalGame
from printkit.rules.standins import DeckMapping

# A poker card less 2 mm on each side.
_MAX_WIDTH = 59.5
# Labels of a greater ratio of sides have their parts side by side; others stack them.
_WIDE = 1.4
# Smaller figures (mm) are illegible across a table: other parts shrink first.
_DIGITS = 5.0
# The small print, and the least size of a name (mm per em).
_PRINT = MIN_CARD_TEXT_SIZE
_NAME_LINES = 3
# The greatest height of figures, as a share of the label's: side by side, and stacked.
_SHARE_WIDE, _SHARE_STACKED = 0.62, 0.26
# The preferred least size of names, as a share of the label's height, and its limits (mm per em).
_NAME_WIDE, _NAME_STACKED, _EASY = 0.13, 0.072, (6 * MM_PER_POINT, 9 * MM_PER_POINT)
_LARGER = 1.25
# The preferred height of emblems, in heights of the figures.
_EMBLEMS = (1.7, 1.6, 1.5, 1.4, 1.3, 1.2)
_MIN_EMBLEM = 1.0
_STEP = 0.25
# A line of small print with the air above it; accents on capitals rise above a name's box.
_PRINT_ROW, _ACCENT = 2.4, 0.5
_ARROW = 2.6


def draw_stickers(mapping: DeckMapping, game: LocalGame, sheet: LabelSheet) -> list[Symbol]:
    """Draw a sticker for each card of the mapping, in the order of the physical deck.

    Equal stickers are the same object. Raises PrintkitError if a label is too small for a value.
    """
    # Limit the art to the width of a card: a wider label is trimmed to it.
    safe = centred_rect(min(sheet.width, _MAX_WIDTH), sheet.height).inset(sheet.label_margin)
    paper, ink = game.theme.roles_of["paper"], game.theme.roles_of["ink"]
    # The theme's paper colour is printed as a plate on the label; text keeps off its edge.
    label = _LabelArea(safe if paper.is_white else safe.inset(0.5), sheet.round)
    plan = _choose_plan(_StickerContents(mapping, game, label))
    # A circle of curves bulges by a few micrometres.
    plate = safe.inset(0.01)
    edge = PathBuilder().rounded(plate, plate.w / 2 if sheet.round else 1.0).done()
    ground = [] if paper.is_white else [Path(edge, fill=paper)]
    made: dict[tuple[str, str], Symbol] = {}
    result: list[Symbol] = []
    for entry in mapping.entries:
        card, physical_name = entry.stands_for, entry.physical.name(game.language)
        line = _draw_line(physical_name, plan, ink)
        key = (card.id, entry.physical.id if line else "")
        if key not in made:
            items = (*ground, *_draw_items(card, game, plan), *line)
            name = "-".join(filter(None, ("sticker", *key))).replace(":", "-")
            title = game.translate("words.pair", name=physical_name, text=game.text(card.name))
            made[key] = Symbol(name, items, safe, title)
        result.append(made[key])
    return result


class _LabelArea(msgspec.Struct, frozen=True):
    """The printable area of a label: a box, or the circle in it."""

    box: Rect
    round: bool

    @property
    def is_wide(self) -> bool:
        return self.box.w > _WIDE * self.box.h

    def chord(self, y: float) -> float:
        """Return the width of the label at the height `y` (mm)."""
        if not self.round:
            return self.box.w
        return 2 * math.sqrt(max(0.0, (self.box.w / 2) ** 2 - y * y))


class _StickerContents:
    """The contents of all stickers of a deck, and their area. All stickers share one plan."""

    def __init__(self, mapping: DeckMapping, game: LocalGame, label: _LabelArea) -> None:
        self.label = label
        cards = list({entry.stands_for.id: entry.stands_for for entry in mapping.entries}.values())
        # Try the longest first: if it fails, the plan fails.
        names = {game.text(card.name) for card in cards}
        self.names = sorted(names, key=lambda name: (-text_width(INDEX, name, 1), name))
        lines = {entry.physical.name(game.language) for entry in mapping.entries}
        widest = max((text_width(INDEX, line, _PRINT) for line in lines), default=0)
        self.widest_line = widest + _ARROW
        self.marked = any(_emblems_of(card) for card in cards)
        palettes = [game.theme.palette(card.colour) for card in cards]
        drawn = map(partial(draw_value, digits=_DIGITS, alone=True), cards, palettes)
        self.values = [value for value in drawn if value]

    def extent(self, digits: float) -> tuple[float, float]:
        """Return the greatest width and the greatest height (mm) of the values in figures `digits`
        mm high.
        """
        boxes, k = [value.box for value in self.values], digits / _DIGITS
        return k * max((b.w for b in boxes), default=0), k * max((b.h for b in boxes), default=0)

    def under_arc(self, radius: float, digits: float) -> float:
        """Return how far above the centre of a circle all values can be centred without crossing it
        (mm).
        """
        k, free = digits / _DIGITS, radius
        for value in self.values:
            cx, cy = value.box.centre
            for x, y in value.points:
                arc = math.sqrt(max(0.0, radius**2 - (k * (x - cx)) ** 2))
                free = min(free, arc - k * (cy - y))
        return free


class _StickerPlan(msgspec.Struct, frozen=True):
    """The boxes of all stickers of a deck; a name or a line that does not fit is left out.

    `both` contains value and emblem together, for cards with only one of them.
    """

    digits: float
    value: Rect
    emblem: Rect
    both: Rect
    name: Rect | None
    line: Rect | None
    style: FitStyle
    is_wide: bool


class _StickerHints(msgspec.Struct, frozen=True):
    """The optional contents of a plan, and the style of its names.

    Up to `missing` names may be left out.
    """

    name: bool
    line: bool
    style: FitStyle
    missing: int = 0


def _choose_plan(deck: _StickerContents) -> _StickerPlan:
    """Return the best plan: with all names and the line, else without the line, else without the
    longest names, else without names.

    Raises TextOverflow if even the values do not fit.
    """
    box, count = deck.label.box, len(deck.names)
    share = _NAME_WIDE if deck.label.is_wide else _NAME_STACKED
    goal = min(max(share * box.h, _EASY[0]), _EASY[1])
    easy, small = (FitStyle(INDEX, _LARGER * goal, size, _NAME_LINES) for size in (goal, _PRINT))
    candidates = [
        _StickerHints(True, True, easy),
        _StickerHints(True, True, small),
        _StickerHints(True, False, easy),
        _StickerHints(True, False, small),
        # Leave out the longest names, up to half of all; else all names.
        _StickerHints(True, False, small, (count - 1) // 2),
        _StickerHints(False, False, small, count),
    ]
    for hints in candidates:
        plan = _largest_plan(deck, hints)
        if not isinstance(plan, Overflow):
            return plan
    raise TextOverflow(
        Sentence("A label of {w} within its margins is too small.", w=format_size(box.w, box.h)),
        hint="Use a sheet with larger labels.",
    )


def _largest_plan(deck: _StickerContents, hints: _StickerHints) -> _StickerPlan | Overflow:
    """Return the plan with the largest figures that fits values, emblems and names."""
    arrange, share = _plan_stacked, _SHARE_STACKED
    if deck.label.is_wide:
        arrange, share = _plan_side_by_side, _SHARE_WIDE
    ratios = _EMBLEMS if hints.name else (*_EMBLEMS, _MIN_EMBLEM)

    def attempt(digits: float) -> _StickerPlan | Overflow:
        for ratio in ratios:
            plan = arrange(deck, hints, digits, ratio)
            if plan is not None and _names_fit(plan, deck.names, hints.missing):
                return plan
        return Overflow(TOLERANCE, "label", digits)

    # With names, figures stay legible across a table; without names they may be smaller.
    smallest, largest = _DIGITS if hints.name else MIN_CARD_TEXT_SIZE, share * deck.label.box.h
    return find_largest(attempt, sizes_between(smallest, max(largest, _DIGITS), _STEP))


def _names_fit(plan: _StickerPlan, names: Sequence[str], missing: int) -> bool:
    """Return True if all names fit, except up to `missing`."""
    for name in names:
        missing -= not _fits(name, plan)
        if missing < 0:
            return False
    return True


def _plan_side_by_side(
    deck: _StickerContents, hints: _StickerHints, digits: float, ratio: float
) -> _StickerPlan | None:
    """Plan value, emblem and name from left to right, with the line below them. Return None if they
    do not fit.
    """
    box = deck.label.box
    main = box.outset(0, 0, 0, -_PRINT_ROW) if hints.line else box
    width, height = deck.extent(digits)
    mark = min(ratio * digits, main.h) if deck.marked else 0.0
    gap = max(0.6, 0.035 * box.w)
    used = width + mark + (gap if width and mark else 0.0)
    rest = box.w - used - gap
    if height > main.h or used > box.w or (hints.name and rest <= 0):
        return None
    left = box.x if hints.name else box.centre[0] - used / 2
    emblem_box = Rect(left + used - mark, main.y, mark, main.h)
    # A g or j reaches a little below the font's own measure.
    name = Rect(left + used + gap, main.y + _ACCENT, rest, main.h - _ACCENT - 0.06)
    return _StickerPlan(
        digits,
        Rect(left, main.y, width, main.h),
        emblem_box,
        Rect(left, main.y, used, main.h),
        name if hints.name else None,
        Rect(box.x, box.bottom - _PRINT_ROW, box.w, _PRINT_ROW) if hints.line else None,
        hints.style,
        is_wide=True,
    )


def _plan_stacked(
    deck: _StickerContents, hints: _StickerHints, digits: float, ratio: float
) -> _StickerPlan | None:
    """Plan value, emblem, name and line one below the other; in a circle, each is as wide as its
    chord.
    """
    label, box, radius = deck.label, deck.label.box, deck.label.box.w / 2
    width, high = deck.extent(digits)
    mark = ratio * digits if deck.marked else 0.0
    gap = max(0.4, 0.02 * box.h)
    top = -deck.under_arc(radius, digits) - high / 2 if label.round else box.y
    foot = 0.86 * radius if label.round else box.bottom
    line = None
    if hints.line:
        if label.round:  # as low as the longest line can go
            lowest = math.sqrt(max(0.0, radius**2 - deck.widest_line**2 / 4))
            foot = min(max(lowest, 0.7 * radius), 0.92 * radius)
        line = Rect(-label.chord(foot) / 2, foot - _PRINT_ROW, label.chord(foot), _PRINT_ROW)
        foot = line.y - gap
    under = top + high + (gap if high else 0.0)
    start = under + mark + gap
    across = min(label.chord(start), label.chord(foot))
    name = Rect(-across / 2, start + _ACCENT, across, foot - start - _ACCENT)
    if width > box.w or (start if hints.name else start - gap) > foot:
        return None
    # Emblems are round: fit a circle between the arc and the next part below.
    maximum = min(start - gap - top, 2 * (radius - abs(under + mark / 2)) if label.round else box.w)
    return _StickerPlan(
        digits,
        Rect(-width / 2, top, width, high),
        Rect(-mark / 2, under, mark, mark),
        Rect(-maximum / 2, start - gap - maximum, maximum, maximum),
        name if hints.name else None,
        line,
        hints.style,
        is_wide=False,
    )


def _fits(name: str, plan: _StickerPlan) -> bool:
    return plan.name is not None and text_fits(name, plan.style, plan.name)


def _draw_items(card: Card, game: LocalGame, plan: _StickerPlan) -> list[Item]:
    """Draw value, emblem and name of a card in their places."""
    palette = game.theme.palette(card.colour)
    value, marks = draw_value(card, palette, plan.digits), _emblems_of(card)
    # Without a value, its suit takes the place of the value.
    alone = len(marks) + bool(value) == 1
    places = [plan.both] if alone else [plan.value, plan.emblem]
    items: list[Item] = [value.at(*places.pop(0).centre)] if value else []
    items += [_draw_emblem(mark, palette, box) for mark, box in zip(marks, places, strict=False)]
    return items + _draw_name(game.text(card.name), plan, text_colour_on_paper(palette))


def _emblems_of(card: Card) -> list[FilePath]:
    """Return the emblems of a sticker: the emblem of the suit and, for a card without a value, its
    own.
    """
    result = [card.mark or card.emblem]
    if not value_text(card):
        result.append(card.emblem)
    return list(dict.fromkeys(path for path in result if path is not None))


def _draw_emblem(path: FilePath, palette: Palette, box: Rect) -> Item:
    size = min(box.w, box.h)
    return place_emblem(emblem(path, palette, size), *box.centre, size)


def _draw_name(name: str, plan: _StickerPlan, fill: Colour) -> list[Item]:
    """Draw the name in its place, unless it does not fit."""
    if plan.name is None or not _fits(name, plan):
        return []
    # Names beside an emblem are flush left; names below it are centred.
    style = replace(plan.style, align=0.0 if plan.is_wide else 0.5)
    return list(require_text(name, style, plan.name, fill))


def _draw_line(name: str, plan: _StickerPlan, ink: Colour) -> list[Item]:
    """Draw an arrow and the name of the physical card, unless it does not fit."""
    if plan.line is None or text_width(INDEX, name, _PRINT) + _ARROW > plan.line.w + 1e-6:
        return []
    box = plan.line
    slack = 0.0 if plan.is_wide else (box.w - text_width(INDEX, name, _PRINT) - _ARROW) / 2
    # Brackets and j reach a little below the font's own measure.
    y = box.bottom - 1.2 * font(INDEX).descent / UNITS * _PRINT
    x, middle = box.x + slack, y - font(INDEX).cap_height / UNITS * _PRINT / 2
    shaft = Rect(x, middle - 0.11, 1.3, 0.22)
    arrow = PathBuilder().rect(shaft)
    arrow.arrowhead(x + 2.0, middle, -0.9, 0, 0.5)
    return [Path(arrow.done(), fill=ink), text_line(INDEX, name, x + _ARROW, y, _PRINT, ink)]
