"""Make tuck boxes: one for each deck that is printed, with guides to cut and fold by hand.

On the folded box, all panels are upright when seen from the front. So on the flat box the lid is
upside down, and the text of the sides reads downwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import pairwise
from pathlib import Path as FilePath

import msgspec
from msgspec.structs import astuple, replace

from printkit.art import backs
from printkit.art.card_style import cover_theme
from printkit.art.emblems import emblem, place_emblem
from printkit.art.ornaments import draw_frame, frame_outline
from printkit.art.theme import Edition, Palette, Theme, plain_paper_theme
from printkit.base.design import frame_rows
from printkit.base.errors import PrintkitError, UsageError
from printkit.base.geometry import (
    Rect,
    centred_rect,
    format_mm,
    format_size,
    half_rotation,
    parse_size,
    rotation,
    translation,
)
from printkit.base.options import LENGTH, NAME, Option
from printkit.base.sentences import MAX_TYPED, Sentence, shorten
from printkit.components.notes import Note, place_instructions
from printkit.components.site_code import MIN_SIDE, draw_code, game_address, quiet_margin
from printkit.faces.anatomy import SAFE as SAFE_EDGE
from printkit.faces.anatomy import Anatomy, draw_lock_up, text_colour_on_paper
from printkit.faces.edition_cards import EXTRA_CARDS, EditionSetting, draw_cover
from printkit.faces.posters import draw_poster, has_turned_half, poster_of
from printkit.graphics.colour import WHITE
from printkit.graphics.display_list import Group, Item, Path, ShapedText, Stroke, Use, transformed
from printkit.graphics.fonts import INDEX, TITLE, TITLE_BOLD
from printkit.graphics.measures import CUT_OVER_ART, FINE, LINE, MIN_TEXT_SIZE
from printkit.graphics.path import (
    ROUNDED,
    PathBuilder,
    PathData,
    Point,
    card_outline,
    corner_cut,
    rect_path,
)
from printkit.layout.fit_text import FitStyle, TextOverflow, fit_text, line_width, require_text
from printkit.layout.fitting import kept_choice
from printkit.layout.records import MIN_LAST_LETTERS, Overflow
from printkit.model.cards import Card, Family
from printkit.model.variant import OWN, Variant, rights_of
from printkit.pieces.kits import find_product, in_kit
from printkit.pieces.options import (
    CARD_OPTIONS,
    CORNER_INDEX,
    DUPLEX,
    FOLD,
    PLAYERS,
    SAFE,
    SHAPE,
    SITE,
)
from printkit.pieces.product import (
    TILED_PAGES,
    LocalGame,
    Piece,
    Product,
    RenderOptions,
    back_colour,
    folded_piece,
    table_size,
)

# --- die line ------------------------------------------------------------------------------------

# The thickness of the board of the box (mm).
BOARD = 0.4
# The clearance around a card (mm).
AIR = 1.0
# The clearance above a stack (mm), which includes the glue flap and the tongue.
SLACK = 2.0
# The least depth of a box (mm): flaps of a shallower one would be too small.
MIN_DEPTH = 6.0
# The greatest width of the glue flap, and the greatest overlap of the flaps of the bottom (mm):
# more would only waste paper.
MAX_GLUE, MAX_SHARED = 15.0, 25.0
# Shares of the depth: glue flap, dust flaps, outer flap of the bottom.
_GLUE_SHARE, _DUST_SHARE, _OUTER_SHARE = 0.8, 0.6, 0.8
# Shares of the width: the greatest of dust flaps, tongue, slits, thumb notch.
_MAX_DUST_SHARE, _TONGUE_SHARE, _SLIT_SHARE, _NOTCH_SHARE = 0.45, 0.2, 0.1, 0.12
# The inset of each side of a flap from its panel, and of the tongue from the lid (mm).
FLAP_TAPER = 1.0
# The distance of glue from folds and cuts (mm).
_GLUE_EDGE = 1.5


class BoxPanels(msgspec.Struct, frozen=True):
    """The rectangles of a flat box between folds and cuts: the four walls, lid and tongue, the
    glue flap, the dust flaps at the head and at the foot, and the two flaps of the bottom."""

    side: Rect
    front: Rect
    other: Rect
    back: Rect
    lid: Rect
    tongue: Rect
    glue: Rect
    dust: Rect
    other_dust: Rect
    foot: Rect
    other_foot: Rect
    inner: Rect
    outer: Rect

    @property
    def walls(self) -> tuple[Rect, ...]:
        """The walls, from left to right: a side, the front, the other side, and the back."""
        return self.side, self.front, self.other, self.back


class Dieline(msgspec.Struct, frozen=True):
    """A flat box.

    `outline` is one closed path, `slits` are cuts inside it, `folds` are straight lines, and `glue`
    are areas without print. `inner` is the space in the folded box: its width, height and depth
    (mm).
    """

    box: Rect
    panels: BoxPanels
    outline: PathData
    slits: PathData
    folds: PathData
    glue: tuple[Rect, ...]
    inner: tuple[float, float, float]

    @property
    def cuts(self) -> PathData:
        return self.outline + self.slits

    @property
    def notch(self) -> float:
        """The radius of the thumb notch in the upper edge of the front."""
        return _NOTCH_SHARE * self.panels.front.w

    @property
    def depth(self) -> float:
        return self.panels.side.w


def make_dieline(card_w: float, card_h: float, stack: float) -> Dieline:
    """Return the die line of a box for a stack of cards `stack` mm deep; the card size is in mm."""
    w, h = card_w + 2 * BOARD + AIR, card_h + 2 * BOARD + AIR
    d = max(stack + SLACK, MIN_DEPTH)
    panels = _place_panels(w, h, d)
    whole = reduce(Rect.union, astuple(panels))
    dx, dy = -whole.centre[0], -whole.centre[1]
    centred = translation(dx, dy)
    placed = BoxPanels(*(panel.moved(dx, dy) for panel in astuple(panels)))
    return Dieline(
        box=whole.moved(dx, dy),
        panels=placed,
        outline=_box_outline(panels).transformed(centred),
        slits=_lid_slits(panels).transformed(centred),
        folds=_fold_lines(panels).transformed(centred),
        glue=_glue_areas(placed),
        inner=(w - 2 * BOARD, h - 2 * BOARD, d - 2 * BOARD),
    )


def _place_panels(w: float, h: float, d: float) -> BoxPanels:
    """Return the panels; the upper left corner of the first side is the origin."""
    glue = min(_GLUE_SHARE * d, MAX_GLUE)
    dust = min(_DUST_SHARE * d, _MAX_DUST_SHARE * w)
    front, other, back = d, d + w, 2 * d + w
    tongue, outer = _TONGUE_SHARE * w, _OUTER_SHARE * d
    inner = min(d, d - outer + MAX_SHARED)
    return BoxPanels(
        side=Rect(0, 0, d, h),
        front=Rect(front, 0, w, h),
        other=Rect(other, 0, d, h),
        back=Rect(back, 0, w, h),
        lid=Rect(back, -d, w, d),
        tongue=Rect(back, -d - tongue, w, tongue),
        glue=Rect(-glue, 0, glue, h),
        dust=Rect(0, -dust, d, dust),
        other_dust=Rect(other, -dust, d, dust),
        foot=Rect(0, h, d, dust),
        other_foot=Rect(other, h, d, dust),
        inner=Rect(back, h, w, inner),
        outer=Rect(front, h, w, outer),
    )


def _box_outline(panels: BoxPanels) -> PathData:
    """Return the outline, clockwise from the upper left corner of the first side."""
    front, lid, tongue = panels.front, panels.lid, panels.tongue
    notch, cx = _NOTCH_SHARE * front.w, front.centre[0]
    builder = PathBuilder().move(panels.side.x, panels.side.y)
    _add_lines(builder, _flap_corners(panels.dust, up=True))
    builder.line(front.x, front.y)
    builder.arc(cx, front.y, notch, 180, 0, join=True).line(front.right, front.y)
    _add_lines(builder, _flap_corners(panels.other_dust, up=True))
    builder.line(lid.x, lid.bottom).line(lid.x, lid.y)
    left, right, r = tongue.x + FLAP_TAPER, tongue.right - FLAP_TAPER, tongue.h
    builder.line(left, lid.y)
    builder.arc(left + r, lid.y, r, 180, 270, join=True)
    builder.arc(right - r, lid.y, r, 270, 360, join=True)
    builder.line(lid.right, lid.y).line(panels.back.right, panels.back.bottom)
    for flap in (panels.inner, panels.other_foot, panels.outer, panels.foot):
        square = flap in (panels.inner, panels.outer)
        _add_lines(builder, _flap_corners(flap, up=False, square=square))
        builder.line(flap.x, flap.y)
    glue = panels.glue
    slope = min(glue.w * 0.6, glue.h * 0.2)
    builder.line(glue.x, glue.bottom - slope).line(glue.x, glue.y + slope)
    return builder.close().done()


def _flap_corners(rect: Rect, *, up: bool, square: bool = False) -> list[Point]:
    """Return the free corners of a flap tapered on both sides, in clockwise order.

    The corners at the tip are cut off widely, or only a little if `square`.
    """
    shoulder = min(2 * FLAP_TAPER, rect.h / 3)
    cut = min(1.5, rect.h / 4) if square else min(rect.h * 0.35, rect.w * 0.3)
    left, right = rect.x + FLAP_TAPER, rect.right - FLAP_TAPER
    base, tip, out = (rect.bottom, rect.y, -1) if up else (rect.y, rect.bottom, 1)
    points = [
        (left, base + out * shoulder),
        (left, tip - out * cut),
        (left + cut, tip),
        (right - cut, tip),
        (right, tip - out * cut),
        (right, base + out * shoulder),
    ]
    return points if up else points[::-1]


def _add_lines(builder: PathBuilder, points: list[Point]) -> None:
    for x, y in points:
        builder.line(x, y)


def _lid_slits(panels: BoxPanels) -> PathData:
    """Return the slits that lock the lid on the dust flaps, along the fold of the tongue."""
    lid, long = panels.lid, _SLIT_SHARE * panels.lid.w
    builder = PathBuilder().move(lid.x + FLAP_TAPER, lid.y).line(lid.x + long, lid.y)
    return builder.move(lid.right - long, lid.y).line(lid.right - FLAP_TAPER, lid.y).done()


def _fold_lines(panels: BoxPanels) -> PathData:
    """Return all folds. The fold of the tongue runs only between the slits."""
    builder = PathBuilder()
    for wall in panels.walls:  # vertical folds, at the left of each wall
        builder.move(wall.x, wall.y).line(wall.x, wall.bottom)
    for flap in (panels.dust, panels.other_dust, panels.lid):
        builder.move(flap.x, flap.bottom).line(flap.right, flap.bottom)
    for flap in (panels.foot, panels.outer, panels.other_foot, panels.inner):
        builder.move(flap.x, flap.y).line(flap.right, flap.y)
    lid, long = panels.lid, _SLIT_SHARE * panels.lid.w
    return builder.move(lid.x + long, lid.y).line(lid.right - long, lid.y).done()


def _glue_areas(panels: BoxPanels) -> tuple[Rect, ...]:
    """Return the glue flap, and the part of the inner bottom flap that the outer one covers."""
    flap, inner, seen = panels.glue, panels.inner, panels.side.w - panels.outer.h
    slope = min(flap.w * 0.6, flap.h * 0.2)
    edge, side = -_GLUE_EDGE, -_GLUE_EDGE - FLAP_TAPER
    strip = flap.outset(edge, -slope, edge - 1.0, -slope)
    return strip, inner.outset(side, edge - 1.0 - seen, side, edge)


# The extent of the pattern beyond a cut or a fold (mm) …
PATTERN_BLEED = 2.0
# … and beyond a flap towards its neighbour.
_FLAP_BLEED = 1.5
_UNDER = 0.1


def bleed_areas(line: Dieline) -> list[Rect]:
    """Return the areas of the pattern: the visible parts of the closed box, with bleed."""
    p = line.panels
    walls, bleed = p.side.union(p.back), PATTERN_BLEED
    around = walls.outset(min(bleed, p.glue.w / 2), bleed, bleed, bleed)
    lid = p.lid.outset(_FLAP_BLEED, 0, PATTERN_BLEED, 0)
    top = line.box.y - PATTERN_BLEED  # the tongue is visible through the notch
    seen = line.depth - p.outer.h + PATTERN_BLEED
    return [
        around,
        lid._replace(y=top, h=around.y - top),
        p.outer.outset(_FLAP_BLEED, -PATTERN_BLEED, _FLAP_BLEED, PATTERN_BLEED),
        p.inner._replace(h=seen).outset(_FLAP_BLEED, -PATTERN_BLEED, PATTERN_BLEED, 0),
    ]


def printed_region(line: Dieline, within: Rect | None = None) -> PathData:
    """Return the printed area, or its intersection with a rectangle, as a path of rectangles."""
    builder = PathBuilder()
    for rect in bleed_areas(line):
        part = rect if within is None else rect.intersection(within)
        if part.w > 0 and part.h > 0:
            builder.rect(part)
    return builder.done()


def draw_pattern(line: Dieline, families: Sequence[Family], theme: Theme) -> list[Item]:
    """Draw the pattern on the visible parts of the box.

    A period of the pattern is as wide as the front and a side together, and as high as the front
    and the depth of the box together. Seams are in the middle of the sides, the lid and the bottom.
    If the first and the last family have different backs, the front and the side at its left have
    the first pattern, and the rest of the walls the last.
    """
    p = line.panels
    whole = line.box.inset(-PATTERN_BLEED)
    first, last = families[0], families[-1]
    front, end = p.front.centre[0], p.back.centre[0]
    around = p.front.w + line.depth
    if first.back == last.back:
        cuts = [whole.x, p.side.centre[0], p.other.centre[0], whole.right]
        columns = [(first, front - around), (first, front), (first, end)]
    else:
        cuts = [whole.x, p.other.x, whole.right]
        columns = [(first, front), (last, end)]
    middle, over = p.front.centre[1], p.front.h + line.depth
    levels = [whole.y, middle - over / 2, middle + over / 2, whole.bottom]
    items: list[Item] = []
    for (family, x), (left, right) in zip(columns, pairwise(cuts), strict=True):
        bleed = line.depth / 2 + PATTERN_BLEED
        tile = backs.draw_pattern(family.back.design, around, over, bleed, theme)
        for step, (top, foot) in zip((-1, 0, 1), pairwise(levels), strict=True):
            # Overlap the next tile a little, so that no pale line shows between them.
            clip = printed_region(line, Rect(left, top, right - left + _UNDER, foot - top + _UNDER))
            if clip.steps:
                place = translation(x, middle + step * over)
                items.append(Group((Use(tile, place),), clip=clip))
    return items


# --- contents ------------------------------------------------------------------------------------

# The greatest stack in a box (mm); a deeper box does not stay shut.
MAX_STACK = 60.0


class BoxContents(msgspec.Struct, frozen=True):
    """The contents of a box: `count` cards, `rules` rule cards, `extra` cards of its edition, and
    `reference` cards of the kit.

    `own` is the family whose name is on the box beside the name of the deck, if any. `copies` is
    the number of such boxes that are needed. If a stack is too deep for one box, this is box
    `number` of `of` boxes.
    """

    id: str
    families: tuple[Family, ...]
    own: Family | None
    cards: tuple[Card, ...]
    count: int
    rules: int = 0
    extra: int = 0
    reference: int = 0
    copies: int = 1
    number: int = 1
    of: int = 1

    @property
    def stack(self) -> int:
        """The number of cards in the stack."""
        return self.count + self.rules + self.extra + self.reference

    def title(self, game: LocalGame) -> str:
        """Return the name of the deck, and the name of the family if the family has its own box."""
        return game.name if self.own is None else f"{game.name}{_DOT}{game.text(self.own.name)}"

    def describe_total(self, game: LocalGame) -> str:
        """Return a short text with the size of the whole stack: “91 cards · box 1 of 2”."""
        words = game.translate("box.cards", count=self.stack)
        return words + self._of_boxes(game)

    def describe_count(self, game: LocalGame) -> str:
        """Return “76 cards + 9 rule cards · box 1 of 2”."""
        words = game.translate("box.cards", count=self.count)
        if self.rules:
            words = game.translate("box.with-rules", cards=words, count=self.rules)
        if self.extra:
            words = game.translate("box.with-extra", cards=words, count=self.extra)
        if self.reference:
            words = game.translate("box.with-reference", cards=words, count=self.reference)
        return words + self._of_boxes(game)

    def _of_boxes(self, game: LocalGame) -> str:
        """Return “ · box 1 of 2”, or an empty string for a single box."""
        if self.of == 1:
            return ""
        return _DOT + game.translate("box.of", number=self.number, count=self.of)


def plan_boxes(
    variant: Variant, players: int, thickness: float, extra: int = 0, reference: int = 0
) -> list[BoxContents]:
    """Return the boxes of a deck: first the boxes of shared cards, then those of each player.

    `thickness` is the thickness of a card (mm). A stack that is too deep is divided among several
    boxes. The `extra` cards of an edition are in the first box of the first stack, and the
    `reference` cards of the kit in its last box.
    """
    shared = [card for card in variant.cards if not card.per_player]
    owned = [card for card in variant.cards if card.per_player]
    result: list[BoxContents] = []
    if shared:
        # The shared box is named by its family only beside boxes of other families.
        families = tuple(_families_of(variant, shared).values())
        own = families[0] if owned and len(families) == 1 else None
        rules = len(variant.sets)
        count, held = _count_cards(shared), (rules, extra, reference)
        load = BoxContents("box", families, own, tuple(shared), count, *held)
        result += _divide(load, thickness)
    for key, family in _families_of(variant, owned).items():
        cards = tuple(card for card in owned if card.family == key)
        more = (0, 0) if result else (extra, reference)
        count = _count_cards(cards)
        load = BoxContents(f"box-{key}", (family,), family, cards, count, 0, *more, players)
        result += _divide(load, thickness)
    return result


def _count_cards(cards: Sequence[Card]) -> int:
    return sum(card.copies for card in cards)


def _families_of(variant: Variant, cards: Sequence[Card]) -> dict[str, Family]:
    """Return the families of some cards by their ids, in the order of the definition."""
    used = {card.family for card in cards}
    return {key: family for key, family in variant.families.items() if key in used}


def _divide(contents: BoxContents, thickness: float) -> list[BoxContents]:
    """Divide contents evenly into the minimum number of boxes.

    Rule and reference cards are in the last box, and the extra cards of an edition in the first.
    """
    boxes = max(1, -(-contents.stack // max(1, int(MAX_STACK / thickness + 1e-9))))
    if boxes == 1:
        return [contents]
    share, more = divmod(contents.stack, boxes)
    result = []
    for i in range(boxes):
        stack = share + (i < more)
        rules = min(contents.rules, stack) if i == boxes - 1 else 0
        reference = min(contents.reference, stack - rules) if i == boxes - 1 else 0
        extra = 0 if i else min(contents.extra, stack - rules - reference)
        count = stack - rules - reference - extra
        part = replace(contents, count=count, rules=rules, extra=extra, reference=reference)
        result.append(replace(part, id=f"{contents.id}-{i + 1}", number=i + 1, of=boxes))
    return result


_DOT = " · "
_MINUS = "\u2212"


class BoxEmblem(msgspec.Struct, frozen=True):
    """An emblem, or else a figure, and a colour by name."""

    emblem: FilePath | None
    figure: str
    colour: str


def main_emblem(variant: Variant, contents: BoxContents) -> BoxEmblem:
    """Return the emblem of the first card in the layout `emblem`, or else the sign of the last
    suit, the limit of the game, or the number of cards.
    """
    for card in contents.cards:
        if card.layout == "emblem" and card.emblem is not None:
            return BoxEmblem(card.emblem, "", card.colour)
    row = suit_emblems(variant, contents)
    if row:
        return row[-1]
    goal = variant.counting.limit
    colour = contents.cards[0].colour
    return BoxEmblem(None, str(contents.count if goal is None else goal), colour)


def suit_emblems(variant: Variant, contents: BoxContents) -> list[BoxEmblem]:
    """Return the signs of the suits, without duplicates; a suit without a drawing has its code as
    its sign, if the code has no letters or digits, such as +.
    """
    result: dict[object, BoxEmblem] = {}
    for card in contents.cards:
        suit = variant.suits.get(card.suit or "")
        if suit is None:
            continue
        code = next(iter(suit.code.values())).split()[0] if suit.code else ""
        if suit.emblem is not None:
            result.setdefault(suit.emblem, BoxEmblem(suit.emblem, "", card.colour))
        elif code and not any(c.isalnum() for c in code):
            result.setdefault(code, BoxEmblem(None, code.replace("-", _MINUS), card.colour))
    return list(result.values())


# --- panels --------------------------------------------------------------------------------------

# On a poster (mm on a box for poker cards): the heights of the name and of the count, the padding
# in their ribbon, and the distances of the ribbon from the sides and from the foot.
_POSTER_NAME, _POSTER_COUNT, _POSTER_PAD, _POSTER_SIDE, _POSTER_FOOT = 6.4, 3.0, 1.0, 6.0, 5.0
# The ends of the ribbon (mm): their offset downwards, their length behind the ribbon, their notch,
# their distance from a fold of the box; the distance of the ribbon's fine line from its edge.
_TAIL_DROP, _TAIL_FOLD, _TAIL_NOTCH, _TAIL_AIR, _RIBBON_LINE = 1.7, 2.6, 2.0, 1.3, 0.75
# On the front of a box for poker cards: from its plate to the sides,
_PLATE_SIDE = 7.0
# to the foot,
_PLATE_FOOT = 8.5
# and to the notch.
_BELOW_NOTCH = 4.0
# Heights on the plate: the name,
_NAME_HEIGHT = 7.0
# the family,
_FAMILY_HEIGHT = 3.6
# the count,
_COUNT_HEIGHT = 3.3
# the space below the rule.
_BELOW_RULE = 1.6
# From the plate's frame to its contents.
_PLATE_PADDING = 4.4
# The smallest large emblem.
_MIN_SIGN = 8.0
# The gap below it.
_BELOW_SIGN = 1.6
# The paper of a plate extends past its frame by this.
_PLATE_RIM = 1.3
# The chamfers of small plates.
_CHAMFER = 2.0
# The least width of a plate (mm).
_MIN_PLATE = 3.4
# Of the two lines on a side, the count against the name.
_FINE = 0.62
# The notice: its largest size on a poker card (mm per em) …
_MAX_NOTICE_SIZE = 2.6
# … and its greatest number of lines.
_MAX_NOTICE_LINES = 4
# From a plate to the folds around it.
_OFF = 2.0
# The side of the code of the page on a poker card.
_CODE_SIDE = 20.0
# The most lines of the words below it.
_CODE_LINES = 3


class Panels(msgspec.Struct, frozen=True):
    """The printed plates on the panels of one box."""

    line: Dieline
    game: LocalGame
    load: BoxContents
    shape: str = ROUNDED
    address: str = ""

    @property
    def scale(self) -> float:
        front = self.line.panels.front
        return min(front.w / 64.9, front.h / 90.3)

    def items(self) -> list[Item]:
        """Draw all plates. Raises PrintkitError if an emblem cannot be read."""
        p = self.line.panels
        colours = [back_colour(family) for family in self.load.families]
        front, back = (self._covered(colour) for colour in (colours[0], colours[-1]))
        first, last = front.game.theme.palette(colours[0]), back.game.theme.palette(colours[-1])
        return [
            *(self._draw_poster(front, first) or front._draw_front(colours[0], first)),
            *front._draw_spine(p.side, first),
            *back._draw_spine(p.other, last),
            *back._draw_lid(p.lid, last),
            *back._draw_code(p.back, last),
            *(front._draw_notice(self._bottom, first) or back._draw_notice(self._back_foot, last)),
        ]

    def _covered(self, colour: str) -> Panels:
        """Return these panels in the theme for covers in this colour."""
        theme = cover_theme(self.game.theme, colour)
        return replace(self, game=replace(self.game, theme=theme))

    def _draw_picture(self, own: Edition) -> list[Item]:
        """Draw the front of an edition: its picture, which extends to the folds, and a plate at the
        foot.
        """
        panel = self.line.panels.front
        box = centred_rect(panel.w, panel.h)
        reach = box.outset(0, PATTERN_BLEED, 0, 0)  # its head is cut, all other edges are folds
        setting = EditionSetting(self.game, own, Anatomy(panel.w, panel.h), reach)
        family = self.game.text(self.load.own.name) if self.load.own else ""
        title = " · ".join(filter(None, (family, setting.title)))
        below = title, self.load.describe_count(self.game), self.load.describe_total(self.game)
        drawn = [*draw_cover(setting, below, on_box=True)]
        return [transformed(drawn, translation(*panel.centre))]

    def _draw_poster(self, covered: Panels, palette: Palette) -> list[Item]:
        """Draw the front as a poster: a card of the deck, with the name and the count in a ribbon.

        The result is empty without such a card, for an edition with a picture, for another shape of
        cards, or if the words do not fit.
        """
        own, card = self.game.theme.edition, poster_of(self.load.cards)
        if card is None or self.shape != ROUNDED or (own is not None and own.picture is not None):
            return []
        s, panel = self.scale, self.line.panels.front
        name, count = max(_POSTER_NAME * s, MIN_TEXT_SIZE), max(_POSTER_COUNT * s, MIN_TEXT_SIZE)
        height = 1.25 * (name + count) + 2 * _POSTER_PAD * s
        side = _POSTER_SIDE * s
        top = panel.bottom - _POSTER_FOOT * s - height
        if has_turned_half(card):  # between the heads
            top = panel.centre[1] - height / 2
        ribbon = Rect(panel.x + side, top, panel.w - 2 * side, height)
        inner = ribbon.outset(-3.0 * s, -_POSTER_PAD * s, -3.0 * s, -_POSTER_PAD * s)
        upper = inner._replace(h=1.25 * name)
        lower = Rect(inner.x, upper.bottom, inner.w, 1.25 * count)
        title = covered._fit_or_omit(
            self.load.title(self.game), FitStyle(TITLE_BOLD, name, MIN_TEXT_SIZE), upper, palette
        )
        fine = FitStyle(TITLE, count, MIN_TEXT_SIZE, language=self.game.language)
        words = covered._fit_or_omit(self.load.describe_count(self.game), fine, lower, palette)
        if not title or not words:
            return []
        signs = [
            (sign.emblem, sign.colour)
            for sign in suit_emblems(self.game.variant, self.load)
            if sign.emblem is not None
        ]
        reach = panel.outset(0, PATTERN_BLEED, 0, 0)  # its head is cut, all other edges are folds
        return [
            *draw_poster(card, self.game.theme, panel, reach, signs, self.line.notch),
            *covered._draw_ribbon(ribbon, palette),
            *title,
            *words,
        ]

    def _draw_front(self, colour: str, palette: Palette) -> list[Item]:
        """Draw the large plate with emblem, lock-up and count, or the picture of an edition that
        has one.
        """
        own = self.game.theme.edition
        if own is not None and own.picture is not None:
            return self._draw_picture(own)
        s, panel = self.scale, self.line.panels.front
        top = -self.line.notch - _BELOW_NOTCH * s
        field = panel.outset(-_PLATE_SIDE * s, top, -_PLATE_SIDE * s, -_PLATE_FOOT * s)
        if self.shape != ROUNDED:
            return self._draw_shaped_front(field, colour, palette)
        key = self.load.cards[0].frame
        spec = frame_rows()[key]
        rim = frame_outline(spec.corner, field.inset(-_PLATE_RIM * s), spec.reach * s)
        return [
            Path(rim, fill=palette.paper),
            *draw_frame(key, field, palette.main, palette.main, palette.lines, s),
            *self._draw_front_contents(field, colour, palette),
        ]

    def _draw_shaped_front(self, field: Rect, colour: str, palette: Palette) -> list[Item]:
        """Draw the large plate in the shape of the cards."""
        s, (_, down) = self.scale, corner_cut(field, self.shape)
        outer, inner = (palette.stroke(width) for width in (2 * LINE, FINE))
        inside = field.outset(0, -0.5 * down, 0, -0.5 * down)
        return [
            Path(card_outline(field, self.shape, -_PLATE_RIM * s), fill=palette.paper),
            Path(card_outline(field, self.shape), stroke=outer),
            Path(card_outline(field, self.shape, 1.2 * s), stroke=inner),
            *self._draw_front_contents(inside, colour, palette),
        ]

    def _draw_front_contents(self, field: Rect, colour: str, palette: Palette) -> list[Item]:
        """Draw the contents of the large plate, from its head to its foot."""
        s, game = self.scale, self.game
        own = game.text(self.load.own.name) if self.load.own else ""
        inner = field.inset(_PLATE_PADDING * s)
        line = max(_COUNT_HEIGHT * s, MIN_TEXT_SIZE) * 1.5
        name_size = max(_NAME_HEIGHT * s, MIN_TEXT_SIZE)
        deck = replace(game, variant=game.variant.with_cards(self.load.cards))
        head = draw_lock_up(deck, inner.w, name_size, centred=True, max_lines=3, colour=colour)
        alone = self.load.stack == self.load.count and self.load.of == 1
        count_h = line if alone else 2 * line
        own_h = line if own else 0.0
        fixed = _BELOW_SIGN * s + head.height + _BELOW_RULE * s + own_h + count_h
        sign = max(min(inner.w, inner.h - fixed), 0.0)
        y = inner.y + (inner.h - fixed - sign) / 2

        def strip(height: float) -> Rect:
            nonlocal y
            y += height
            return Rect(inner.x, y - height, inner.w, height)

        items: list[Item] = []
        if sign >= _MIN_SIGN:
            items += self._draw_main_emblem(main_emblem(game.variant, self.load), strip(sign), sign)
            y += _BELOW_SIGN * s
        items.append(transformed(head.items, translation(inner.x, y)))
        y += head.height + _BELOW_RULE * s
        if own:
            style = FitStyle(TITLE, max(_FAMILY_HEIGHT * s, MIN_TEXT_SIZE), MIN_TEXT_SIZE)
            items += require_text(own, style, strip(own_h), palette.ink)
        size = max(_COUNT_HEIGHT * s, MIN_TEXT_SIZE)
        style = FitStyle(TITLE, size, MIN_TEXT_SIZE, 2, language=game.language)
        below = strip(count_h)
        words = fit_text(self.load.describe_count(game), style, below, palette.ink)
        if isinstance(words, Overflow):
            words = require_text(self.load.describe_total(game), style, below, palette.ink)
        return [*items, *words]

    def _draw_main_emblem(self, sign: BoxEmblem, box: Rect, size: float) -> list[Item]:
        """Draw the large emblem, or a figure in graduated rings."""
        x, y = box.centre
        palette = self.game.theme.palette(sign.colour)
        if sign.emblem is not None:
            return [place_emblem(emblem(sign.emblem, palette, size), x, y, size)]
        r = size / 2
        inner = [r * (0.88 if step % 4 else 0.82) for step in range(48)]
        ticks = PathBuilder().rays(x, y, 0.95 * r, inner)
        rings = PathBuilder().circle(x, y, 0.76 * r).circle(x, y, 0.95 * r)
        rim = PathBuilder().circle(x, y, r).done()
        fine = palette.stroke(FINE)
        box = Rect(x - 0.5 * r, y - 0.42 * r, r, 0.84 * r)
        style = FitStyle(TITLE_BOLD, 1.1 * r, MIN_TEXT_SIZE)
        return [
            Path(ticks.done(), stroke=fine),
            Path(rings.done(), stroke=fine),
            Path(rim, stroke=palette.stroke()),
            *require_text(sign.figure, style, box, text_colour_on_paper(palette)),
        ]

    def _draw_spine(self, panel: Rect, palette: Palette) -> list[Item]:
        """Draw the plate of a side, with name and count along it and their head towards the lid.

        A side that is too thin has none.
        """
        s = self.scale
        across = panel.w - 2 * max(_OFF, 0.16 * panel.w)
        if across < _MIN_PLATE:
            return []
        long = 0.72 * panel.h
        box = centred_rect(long, across)
        items = self._draw_plate(box, palette)
        inner = box.outset(-_CHAMFER * s - 0.6, -0.7, -_CHAMFER * s - 0.6, -0.7)
        items += self._draw_name_and_count(inner, palette)
        return [transformed(items, rotation(90).then(translation(*panel.centre)))]

    def _draw_lid(self, panel: Rect, palette: Palette) -> list[Item]:
        """Draw the lid: the name, upside down."""
        height = min(panel.h - 2 * _OFF - 1.0, 9.0 * self.scale)
        if height < _MIN_PLATE:
            return []
        x, y = panel.centre
        width = panel.w - 2 * _PLATE_SIDE * self.scale
        box = Rect(x - width / 2, y - height / 2, width, height)
        inner = box.outset(-2.6 * self.scale, -0.7, -2.6 * self.scale, -0.7)
        style = FitStyle(TITLE_BOLD, max(4.2 * self.scale, MIN_TEXT_SIZE), MIN_TEXT_SIZE, 2)
        words = self._fit_or_omit(self.game.name, style, inner, palette)
        if not words:
            return []
        return [transformed([*self._draw_plate(box, palette), *words], half_rotation(x, y))]

    def _draw_code(self, panel: Rect, palette: Palette) -> list[Item]:
        """Draw the code of the game's page in the middle of the back, over a few words.

        The code is dark on white in every theme, because not every reader accepts the inverse. A
        box has no code if it is too small or there is no address.
        """
        if not self.address:
            return []
        page = plain_paper_theme(self.game.theme).palette("ink")
        side = max(MIN_SIDE, _CODE_SIDE * self.scale)
        margin = quiet_margin(self.address, side)
        size = max(_MAX_NOTICE_SIZE * self.scale, MIN_TEXT_SIZE)
        width, words_h = side + 2 * margin, _CODE_LINES * 1.3 * size
        height = width + words_h
        if width > panel.w - 2 * SAFE_EDGE or height > panel.h - 2 * SAFE_EDGE:
            return []
        x, y = panel.centre
        plate = Rect(x - width / 2, y - height / 2, width, height)
        code = Rect(x - side / 2, plate.y + margin, side, side)
        below = Rect(plate.x + 1.0, code.bottom + margin / 2, width - 2.0, words_h)
        style = FitStyle(TITLE, size, MIN_TEXT_SIZE, _CODE_LINES)
        words = self._fit_or_omit(self.game.translate("site.on-phone"), style, below, page)
        return [
            *self._draw_plate(plate, replace(palette, paper=page.paper)),
            *draw_code(self.address, code, page.ink),
            *words,
        ]

    def _draw_name_and_count(self, box: Rect, palette: Palette) -> list[ShapedText]:
        """Draw the name over the count; a thin box has both on one line, or only the name."""
        s = self.scale
        name = self.load.title(self.game)
        words = self.load.describe_count(self.game)
        large = min(max(4.6 * s, 0.26 * box.h), 8.0 * s, box.h / (1.2 * (1 + _FINE)))
        fine = _FINE * large
        if fine >= MIN_TEXT_SIZE:
            top = box.centre[1] - 0.65 * (large + fine)
            upper = Rect(box.x, top, box.w, 1.3 * large)
            lower = Rect(box.x, upper.bottom, box.w, 1.3 * fine)
            large_style = FitStyle(TITLE_BOLD, large, MIN_TEXT_SIZE)
            first = self._fit_or_omit(name, large_style, upper, palette)
            fine_style = FitStyle(TITLE, fine, MIN_TEXT_SIZE)
            second = self._fit_or_omit(words, fine_style, lower, palette)
            if first and second:
                return [*first, *second]
        style = FitStyle(TITLE_BOLD, max(3.6 * s, MIN_TEXT_SIZE), MIN_TEXT_SIZE)
        one_line = self._fit_or_omit(f"{name} · {words}", style, box, palette)
        return list(one_line or self._fit_or_omit(name, style, box, palette))

    @property
    def _bottom(self) -> Rect:
        """The area of the notice on the bottom."""
        s, panel = self.scale, self.line.panels.outer
        side, foot = -_PLATE_SIDE * s, -max(SAFE_EDGE, 0.2 * panel.h)
        return panel.outset(side, -_OFF, side, foot)

    @property
    def _back_foot(self) -> Rect:
        """The area of the notice on the back of a box that is too thin for words on its bottom."""
        panel, height = self.line.panels.back, 4 * MIN_TEXT_SIZE
        top = panel.bottom - 3.0 - height
        side = _PLATE_SIDE * self.scale
        return Rect(panel.x + side, top, panel.w - 2 * side, height)

    def _draw_notice(self, box: Rect, palette: Palette) -> list[Item]:
        """Draw the notice in an area, or its first sentence, or nothing if neither fits."""
        game = self.game
        rights = rights_of(game.variant, game.language)
        edition = game.translate("box.edition") if game.variant.origin != OWN else ""
        words = " · ".join(filter(None, (rights.notice, edition)))
        if not words or box.h < MIN_TEXT_SIZE * 1.3:
            return []
        shorter = rights.lines[0] if rights.lines and rights.lines[0] in words else ""
        inner = box.outset(-2.0 * self.scale, -0.8, -2.0 * self.scale, -0.8)
        size = max(_MAX_NOTICE_SIZE * self.scale, MIN_TEXT_SIZE)
        style = FitStyle(TITLE, size, MIN_TEXT_SIZE, _MAX_NOTICE_LINES, MIN_LAST_LETTERS)
        ink = replace(palette, main=palette.ink)
        lines = self._fit_or_omit(words, style, inner, ink)
        if not lines and shorter:
            lines = self._fit_or_omit(shorter, style, inner, ink)
        if not lines:
            return []
        # The plate is as high as its words.
        height = len(lines) * 1.2 * lines[0].size + 2.0
        plate = Rect(box.x, box.centre[1] - height / 2, box.w, height)
        return [*self._draw_plate(plate, palette), *lines]

    def _draw_ribbon(self, box: Rect, palette: Palette) -> list[Item]:
        """Draw a ribbon of paper with two ends that are folded behind it."""
        s, line = self.scale, palette.stroke()
        drop, fold, end = _TAIL_DROP * s, _TAIL_FOLD * s, (_POSTER_SIDE - _TAIL_AIR) * s
        tails, folds = PathBuilder(), PathBuilder()
        for side in (-1, 1):
            x = box.x if side < 0 else box.right
            inner, outer = x - side * fold, x + side * end
            notch = outer - side * _TAIL_NOTCH * s
            top, bottom = box.y + drop, box.bottom + drop
            tail = [(inner, top), (outer, top), (notch, (top + bottom) / 2)]
            tails.polygon([*tail, (outer, bottom), (inner, bottom)])
            folds.polygon([(inner, box.bottom), (x, box.bottom), (inner, bottom)])
        inset = box.inset(_RIBBON_LINE * s)
        return [
            Path(tails.done(), fill=palette.paper, stroke=line),
            Path(folds.done(), fill=line.colour, stroke=line),
            Path(rect_path(box), fill=palette.paper, stroke=line),
            Path(rect_path(inset), stroke=palette.stroke(FINE)),
        ]

    def _draw_plate(self, box: Rect, palette: Palette) -> list[Item]:
        """Draw a small chamfered plate of paper with a line around it."""
        reach = min(_CHAMFER * self.scale, 0.3 * min(box.w, box.h))
        line = palette.stroke()
        return [Path(frame_outline("chamfer", box, reach), fill=palette.paper, stroke=line)]

    def _fit_or_omit(
        self, words: str, style: FitStyle, box: Rect, palette: Palette
    ) -> tuple[ShapedText, ...]:
        colour = text_colour_on_paper(palette)
        lines = fit_text(words, replace(style, language=self.game.language), box, colour)
        return () if isinstance(lines, Overflow) else lines


# --- the product ---------------------------------------------------------------------------------

DASH = (1.6, 1.2)
# The gap between the end of a fold and its tick.
_TICK_GAP = 0.6
# The length of a tick.
_TICK_LENGTH = 3.4
# Between words and cut-outs (mm).
_AIR = 2.0
# The pitch of the hatching of glue areas (mm).
_HATCH = 2.2


def draw_cuts(cuts: PathData, art: PathData, theme: Theme) -> list[Item]:
    """Draw the cuts: fine on bare paper, heavier and in a visible colour over the art."""
    bare = Path(cuts, stroke=Stroke(theme.roles_of["cut"], FINE))
    over = Path(cuts, stroke=Stroke(theme.roles_of["ink"], CUT_OVER_ART))
    return [bare, Group((over,), clip=art)]


def draw_folds(line: Dieline, theme: Theme) -> list[Item]:
    """Draw ticks in the waste at the ends of vertical folds, and dashes on white flaps."""
    p = line.panels
    ticks, dashes = PathBuilder(), PathBuilder()
    for wall in p.walls:
        for y, out in ((wall.y, -1), (wall.bottom, 1)):
            near, far = y + out * _TICK_GAP, y + out * (_TICK_GAP + _TICK_LENGTH)
            ticks.move(wall.x, near).line(wall.x, far)
    dashes.move(p.side.x, p.side.y).line(p.side.x, p.side.bottom)
    for flap in (p.dust, p.other_dust):
        dashes.move(flap.x, flap.bottom).line(flap.right, flap.bottom)
    for flap in (p.foot, p.other_foot, p.inner):
        dashes.move(flap.x, flap.y).line(flap.right, flap.y)
    shade = theme.palette("ink").shade
    return [
        Path(ticks.done(), stroke=Stroke(theme.roles_of["cut"], FINE)),
        Path(dashes.done(), stroke=Stroke(shade, FINE, dash=DASH)),
    ]


def draw_glue_areas(areas: Sequence[Rect], game: LocalGame) -> list[Item]:
    """Draw a pale hatching and a word on glue areas."""
    ink, pale = game.theme.roles_of["cut"], game.theme.marks["pale"]
    items: list[Item] = []
    for area in areas:
        upright = area.h > area.w
        long, depth = max(area.w, area.h), min(area.w, area.h)
        box = centred_rect(long, depth)
        hatching: list[Item] = [Path(_hatch(box), stroke=Stroke(pale, FINE))]
        style = FitStyle(INDEX, 3.2, MIN_TEXT_SIZE)
        words = fit_text(game.translate("box.glue"), style, box.inset(0.3), ink)
        if not isinstance(words, Overflow):
            width = line_width(words[0]) + 2.0
            patch = Rect(-width / 2, box.y, width, box.h)
            hatching += [Path(PathBuilder().rect(patch).done(), fill=WHITE), *words]
        matrix = rotation(-90 if upright else 0).then(translation(*area.centre))
        items.append(transformed(hatching, matrix))
    return items


def _hatch(box: Rect) -> PathData:
    """Return lines at 45° from edge to edge of a box."""
    builder = PathBuilder()
    x = box.x - box.h
    while (x := x + _HATCH) < box.right:
        start, end = max(x, box.x), min(x + box.h, box.right)
        if end - start > 0.2:
            builder.move(start, box.bottom - (start - x)).line(end, box.bottom - (end - x))
    return builder.done()


def text_places(line: Dieline) -> tuple[list[Rect], Rect]:
    """Return the free areas outside the box for text: above the front, left of the lid and, for
    text that fits in neither, below the box.
    """
    p, box = line.panels, line.box
    front = p.front.y - PATTERN_BLEED - _TICK_GAP - _TICK_LENGTH
    right = p.back.x - PATTERN_BLEED - _AIR
    free = [
        Rect(p.front.x + _AIR, box.y, p.front.w - 2 * _AIR, front - box.y),
        Rect(box.x, box.y, right - box.x, p.dust.y - _AIR - box.y),
    ]
    return free, Rect(box.x, box.bottom + PATTERN_BLEED + _AIR, box.w, 0.0)


# The product whose cards are kept with the deck.
_REFERENCE = "reference-cards"
_STEPS = 4
# The thickness that a sleeve adds to a card, and what usual ones add to width and height (mm).
SLEEVE_FILM, SLEEVE_ALLOWANCE = 0.28, 2.5
# The least and the most that a sleeve which holds a card adds to its width or height (mm).
_TIGHT, _WIDE = 1.0, 10.0
# Sleeves that are not measured.
USUAL = "usual"
# The thickness of a card of 250 g/m², and of two glued layers of 160 g/m² (mm): usual ones.
_CARD, _GLUED = 0.3, 0.42
CALIPER: Option[float | None] = Option(
    "caliper",
    LENGTH,
    "box",
    None,
    minimum=0.05,
    maximum=2,
    derive=lambda context: _GLUED if context.duplex == FOLD else _CARD,
    follows=(DUPLEX.name,),
)


def _check_sleeves(text: str) -> None:
    """Raise PrintkitError if a text is neither USUAL nor a size of sleeves."""
    if text != USUAL and parse_size(text) is None:
        raise PrintkitError(
            Sentence("“{text}” is not a size of sleeves.", text=shorten(text, MAX_TYPED)),
            hint="Write the outer size of the sleeves, as stated on the packet, with its unit: "
            "66x91mm.",
        )


SLEEVES: Option[str | None] = Option(
    "sleeves", NAME, "box", None, choices=(USUAL,), check=_check_sleeves
)


def make(variant: Variant, options: RenderOptions) -> list[Piece]:
    """Make the boxes of a deck, the boxes of shared cards first.

    Raises TextOverflow if the deck's name is too long for a box, and UsageError if the cards do not
    fit into their sleeves.
    """
    boxes, game = boxes_of(variant, options), options.localize(variant)
    try:
        return [_make_piece(game, contents, options) for contents in boxes]
    except TextOverflow as error:
        raise TextOverflow(
            error.message,
            location=Sentence("tuck box ({language})", language=options.language),
            hint="Shorten the name of the deck, or use a larger card.",
        ) from None


def boxes_of(variant: Variant, options: RenderOptions) -> list[BoxContents]:
    """Return the boxes for everything that a kit prints at the size of its cards."""
    extra = len(EXTRA_CARDS) if options.theme.edition is not None else 0
    reference = _count_reference_cards(variant, options)
    players, thickness = table_size(variant, options), card_thickness(options)
    return plan_boxes(variant, players, thickness, extra, reference)


def _count_reference_cards(variant: Variant, options: RenderOptions) -> int:
    """Return the number of reference cards that the kit of a game has at the size of its cards.

    The box has space for them even if they are not made with it, because they may be printed later.
    The number is 0 if the cards are too small for a reference.
    """
    product = find_product(_REFERENCE) if in_kit(variant, _REFERENCE) else None
    count = product.count if product is not None else None
    if count is None:
        return 0

    def lay_out() -> int:
        try:
            return count(variant, options)
        except TextOverflow:
            return 0

    return kept_choice("reference cards", int, lay_out, lambda number: (number,))


def sleeve_allowance(options: RenderOptions) -> tuple[float, float]:
    """Return the extra width and height of a card due to its sleeve (mm), or 0 without sleeves.

    Raises UsageError if the cards do not fit into their sleeves.
    """
    text, size = options[SLEEVES], options.size
    if text is None:
        return 0.0, 0.0
    if (outside := parse_size(text)) is None:
        return SLEEVE_ALLOWANCE, SLEEVE_ALLOWANCE
    wider, higher = outside[0] - size.w, outside[1] - size.h
    if not _TIGHT <= min(wider, higher) <= max(wider, higher) <= _WIDE:
        raise UsageError(
            Sentence(
                "Sleeves of {sleeve} do not fit cards of {card}.",
                sleeve=format_size(*outside),
                card=format_size(size.w, size.h),
            ),
            location=SLEEVES.name,
            hint="--sleeves is the outer size of the sleeves, 1 to 10 mm more than that of the "
            "cards (--card-size) in each direction.",
        )
    return wider, higher


def card_thickness(options: RenderOptions) -> float:
    """Return the thickness of a card in a stack (mm), sleeve included."""
    caliper = options[CALIPER]
    assert caliper is not None, "the thickness has a default"
    return caliper + (SLEEVE_FILM if options[SLEEVES] else 0.0)


def dieline_of(contents: BoxContents, options: RenderOptions) -> Dieline:
    """Return the die line of a box for its cards, with their sleeves if any."""
    size, (wider, higher) = options.size, sleeve_allowance(options)
    return make_dieline(size.w + wider, size.h + higher, contents.stack * card_thickness(options))


def _make_piece(game: LocalGame, contents: BoxContents, options: RenderOptions) -> Piece:
    theme, address = game.theme, game_address(game.variant, options[SITE])
    line = dieline_of(contents, options)
    notes, ink = _make_notes(game, contents, options), theme.roles_of["cut"]
    words = place_instructions(notes, *text_places(line), game.language, ink)
    art: list[Item] = [
        *draw_pattern(line, contents.families, theme),
        *Panels(line, game, contents, options.shape, address).items(),
    ]
    guides: list[Item] = [
        *draw_cuts(line.cuts, printed_region(line), theme),
        *draw_folds(line, theme),
        *draw_glue_areas(line.glue, game),
        *words.items,
    ]
    whole, lines = line.box.union(words.box), (line.cuts, line.folds)
    title = contents.title(game)
    piece = folded_piece(options, contents.id, title, whole, art, guides, lines)
    x, y = whole.centre
    panels = tuple(panel.moved(-x, -y) for panel in (line.panels.front, line.panels.back))
    return replace(piece, title=_box_name(game, contents), copies=contents.copies, panels=panels)


def _box_name(game: LocalGame, contents: BoxContents) -> str:
    """Return the name of a box in its deck; a single box has the name of the product."""
    parts = [] if contents.own is None else [game.text(contents.own.name)]
    if contents.of > 1:
        parts.append(game.translate("box.of", number=contents.number, count=contents.of))
    return " · ".join(parts) or game.translate("product.tuck-box")


def _make_notes(game: LocalGame, contents: BoxContents, options: RenderOptions) -> list[Note]:
    """Return the purpose of the box and the steps to make it."""
    point, thickness = game.translate("box.point"), card_thickness(options)
    purpose = game.translate(
        "box.sleeved" if options[SLEEVES] else "box.bare",
        cards=contents.describe_count(game),
        size=format_size(options.size.w, options.size.h).replace(".", point),
        thickness=format_mm(thickness).replace(".", point),
        stack=format_mm(round(contents.stack * thickness, 1)).replace(".", point),
    )
    notes = [Note(contents.title(game), purpose)]
    notes += [Note(f"{i}.", game.translate(f"box.step-{i}")) for i in range(1, _STEPS + 1)]
    return notes


# The safe area and the large indices decide how many reference cards there are.
_OPTIONS = (*CARD_OPTIONS, SHAPE, SAFE, CORNER_INDEX, PLAYERS, CALIPER, SLEEVES, SITE)
PRODUCT = Product("tuck-box", make, lambda variant: bool(variant.cards), _OPTIONS, TILED_PAGES)
