"""Tuck boxes: one for each deck that is printed, with guides to cut and fold by hand."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from printkit.art.theme import Theme
from printkit.base.errors import PrintkitError, UsageError
from printkit.base.geometry import (
    Rect,
    centred_rect,
    format_mm,
    format_size,
    parse_size,
    rotation,
    translation,
)
from printkit.base.options import LENGTH, NAME, Option
from printkit.base.sentences import MAX_TYPED, Sentence, shorten
from printkit.components.notes import Note, place_instructions
from printkit.faces.edition_cards import EXTRA_CARDS
from printkit.graphics.colour import WHITE
from printkit.graphics.display_list import Group, Item, Path, Stroke, transformed
from printkit.graphics.fonts import INDEX
from printkit.graphics.measures import CUT_OVER_ART, FINE, MIN_TEXT_SIZE
from printkit.graphics.path import PathBuilder, PathData
from printkit.layout.fit_text import FitStyle, TextOverflow, fit_text, line_width
from printkit.layout.records import Overflow
from printkit.model.variant import Variant
from printkit.pieces.kit import in_kit
from printkit.pieces.local_game import LocalGame
from printkit.pieces.options import CARD_OPTIONS, CORNER_INDEX, DUPLEX, FOLD, PLAYERS, SAFE, SHAPE
from printkit.pieces.piece import Piece
from printkit.pieces.product import TILED_PAGES, Product, RenderOptions, folded_piece, table_size
from printkit.pieces.registry import find_product
from printkit.products.tuck_box.contents import BoxContents, plan_boxes
from printkit.products.tuck_box.dieline import (
    PATTERN_BLEED,
    Dieline,
    draw_pattern,
    make_dieline,
    printed_region,
)
from printkit.products.tuck_box.panels import Panels

DASH = (1.6, 1.2)
# The gap between the end of a fold and its tick.
_TICK_GAP = 0.6
# The length of a tick.
_TICK_LENGTH = 3.4
# Between words and what is cut out (mm).
_AIR = 2.0
# The pitch of the hatching of glue areas (mm).
_HATCH = 2.2


def draw_cuts(cuts: PathData, art: PathData, theme: Theme) -> list[Item]:
    """Draw the cuts: fine on bare paper, heavier and in a visible colour over the art."""
    bare = Path(cuts, stroke=Stroke(theme.roles_of["cut"], FINE))
    over = Path(cuts, stroke=Stroke(theme.roles_of["ink"], CUT_OVER_ART))
    return [bare, Group((over,), clip=art)]


def draw_folds(line: Dieline, theme: Theme) -> list[Item]:
    """Draw ticks in the waste at the ends of upright folds, and dashes on white flaps."""
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
    """Return lines under 45° from edge to edge of a box."""
    builder = PathBuilder()
    x = box.x - box.h
    while (x := x + _HATCH) < box.right:
        start, end = max(x, box.x), min(x + box.h, box.right)
        if end - start > 0.2:
            builder.move(start, box.bottom - (start - x)).line(end, box.bottom - (end - x))
    return builder.done()


def text_places(line: Dieline) -> tuple[list[Rect], Rect]:
    """Return the free areas in the waste, above the front and left of the lid, and the area below
    the box, for text that fits neither."""
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
    """Raise PrintkitError if a text is no size of sleeves."""
    if text != USUAL and parse_size(text) is None:
        raise PrintkitError(
            Sentence("“{text}” is not a size of sleeves.", text=shorten(text, MAX_TYPED)),
            hint="Write the outside size given on their packet, with its unit: 66x91mm.",
        )


SLEEVES: Option[str | None] = Option(
    "sleeves", NAME, "box", None, choices=(USUAL,), check=_check_sleeves
)


def make(variant: Variant, options: RenderOptions) -> list[Piece]:
    """Make the boxes of a deck, the shared one first.

    Raises TextOverflow if the deck's name is too long for one, UsageError if the cards do not fit
    into their sleeves.
    """
    boxes, game = boxes_of(variant, options), options.localize(variant)
    try:
        return [_make_piece(game, contents, options) for contents in boxes]
    except TextOverflow as error:
        raise TextOverflow(
            error.message,
            location=Sentence("tuck box ({language})", language=options.language),
            hint="Shorten the name of the deck, or take a larger card.",
        ) from None


def boxes_of(variant: Variant, options: RenderOptions) -> list[BoxContents]:
    """Return the boxes of a deck for all that the kit of a game prints in the size of its cards."""
    extra = len(EXTRA_CARDS) if options.theme.edition is not None else 0
    reference = _count_reference_cards(variant, options)
    players, thickness = table_size(variant, options), card_thickness(options)
    return plan_boxes(variant, players, thickness, extra, reference)


def _count_reference_cards(variant: Variant, options: RenderOptions) -> int:
    """Return the number of reference cards that the kit of a game has in the size of its cards.

    The box holds them whichever products are made with it: they may be printed another day. Cards
    too small for them have none.
    """
    product = find_product(_REFERENCE) if in_kit(variant, _REFERENCE) else None
    if product is None or product.count is None:
        return 0
    try:
        return product.count(variant, options)
    except TextOverflow:
        return 0


def sleeve_allowance(options: RenderOptions) -> tuple[float, float]:
    """Return what sleeves add to the width and the height of a card (mm); 0 without sleeves.

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
            hint="--sleeves is their outside size, 1 to 10 mm more than that of the cards "
            "(--card-size) both ways.",
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
    theme = game.theme
    line = dieline_of(contents, options)
    notes, ink = _make_notes(game, contents, options), theme.roles_of["cut"]
    words = place_instructions(notes, *text_places(line), game.language, ink)
    art: list[Item] = [
        *draw_pattern(line, contents.families, theme),
        *Panels(line, game, contents, options[SHAPE]).items(),
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
    """Return the name of a box among those of its deck; that of the product for a single box."""
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
_OPTIONS = (*CARD_OPTIONS, SHAPE, SAFE, CORNER_INDEX, PLAYERS, CALIPER, SLEEVES)
PRODUCT = Product("tuck-box", make, lambda variant: bool(variant.cards), _OPTIONS, TILED_PAGES)
