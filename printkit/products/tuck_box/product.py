"""The product `tuck-box`: boxes for the deck, cut out, folded and glued.

There is one Piece a box: its outline with the slits, its folds, and a drawing of the flat box; its
guides contain, if nothing is cut out by a machine, the instructions.
"""

from __future__ import annotations

from printkit.base.geometry import translation
from printkit.base.messages import translate
from printkit.base.options import LENGTH, SWITCH, Option
from printkit.base.units import format_mm, format_size
from printkit.components.notes import Note, place_instructions
from printkit.graphics.display_list import Item, Symbol, transformed
from printkit.layout.fit_text import TextOverflow
from printkit.model.variant import Variant
from printkit.pieces.options import BLANK_VALUES, BLEED, CARD_SIZE, PLAYERS, SHAPE, THEME
from printkit.pieces.piece import Piece
from printkit.pieces.product import TILED_PAGES, Product, RenderOptions, table_size
from printkit.products.tuck_box import guides
from printkit.products.tuck_box.contents import BoxContents, box_title, describe_count, plan_boxes
from printkit.products.tuck_box.dieline import Dieline, draw_pattern, make_dieline, printed_region
from printkit.products.tuck_box.panels import Panels

_STEPS = 4
# What the two sides of a sleeve add to the thickness of a card, and what a sleeve adds to its width
# and height where no other allowance is given (mm).
SLEEVE_FILM, DEFAULT_SLEEVE_ALLOWANCE = 0.28, 2.5
CALIPER: Option[float] = Option("caliper", LENGTH, "box", 0.32, minimum=0.05, maximum=2)
SLEEVED: Option[bool] = Option("sleeved", SWITCH, "box", False)
SLEEVE_ALLOWANCE: Option[float | None] = Option(
    "sleeve-allowance", LENGTH, "box", None, minimum=0, maximum=10
)


def make(variant: Variant, options: RenderOptions) -> list[Piece]:
    """Make the boxes of a deck, the one that all share first."""
    result = plan_boxes(variant, table_size(variant, options), card_thickness(options))
    return [_make_piece(variant, load, options) for load in result]


def sleeve_allowance(options: RenderOptions) -> float:
    """Return what sleeves add to the width and height of a card (mm); 0 for cards without any."""
    allowance = options[SLEEVE_ALLOWANCE]
    if allowance is None:
        return DEFAULT_SLEEVE_ALLOWANCE if options[SLEEVED] else 0.0
    return allowance


def card_thickness(options: RenderOptions) -> float:
    """Return what one card adds to a stack (mm), its sleeve included."""
    return options[CALIPER] + (SLEEVE_FILM if sleeve_allowance(options) else 0.0)


def dieline_of(contents: BoxContents, options: RenderOptions) -> Dieline:
    """Return the die line of a box: for its cards, in sleeves or not."""
    size, more = options.size, sleeve_allowance(options)
    return make_dieline(size.w + more, size.h + more, contents.stack * card_thickness(options))


def _make_piece(variant: Variant, contents: BoxContents, options: RenderOptions) -> Piece:
    """Make one box. Raises TextOverflow if the deck's name is too long for it."""
    try:
        return _draw_box(variant, contents, options)
    except TextOverflow as error:
        raise TextOverflow(
            error.message,
            location=f"tuck box ({options.language})",
            hint="Shorten the name of the deck, or take a larger card.",
        ) from None


def _draw_box(variant: Variant, contents: BoxContents, options: RenderOptions) -> Piece:
    language, theme = options.language, options.theme
    line = dieline_of(contents, options)
    notes, ink = _make_notes(variant, contents, options), theme.roles_of["cut"]
    words = place_instructions(
        notes, guides.free_places(line), guides.place_below(line), language, ink
    )
    whole = line.box.union(words.box)
    centred = translation(-whole.centre[0], -whole.centre[1])
    art: list[Item] = [
        *draw_pattern(line, contents.families, theme),
        *Panels(line, variant, contents, language, theme, options[SHAPE]).items(),
    ]
    marks: list[Item] = [
        *guides.draw_cuts(line.cuts, printed_region(line), theme),
        *guides.draw_folds(line, theme),
        *guides.draw_glue_areas(line.glue, language, theme),
        *words.items,
    ]
    name = box_title(variant, contents, language)
    trim = whole._replace(x=-whole.w / 2, y=-whole.h / 2)
    box = trim.inset(-options.bleed_extent)
    return Piece(
        id=contents.id,
        title=_box_name(contents, language),
        width=trim.w,
        height=trim.h,
        bleed_extent=options.bleed_extent,
        front=Symbol(contents.id, (transformed(art, centred),), box, name),
        copies=contents.copies,
        outline=line.cuts.transformed(centred),
        folds=line.folds.transformed(centred),
        cut_guides=(transformed(marks, centred),),
    )


def _box_name(contents: BoxContents, language: str) -> str:
    """Return what distinguishes a box from the others of its deck; the product's name if it is the
    only one.
    """
    parts = [] if contents.own is None else [contents.own.name[language]]
    if contents.of > 1:
        parts.append(translate(language, "box.of", number=contents.number, count=contents.of))
    return " · ".join(parts) or translate(language, "product.tuck-box")


def _make_notes(variant: Variant, contents: BoxContents, options: RenderOptions) -> list[Note]:
    """Return what the box is for, and the steps to it."""
    language = options.language
    point = translate(language, "box.point")
    purpose = translate(
        language,
        "box.sleeved" if sleeve_allowance(options) else "box.bare",
        cards=describe_count(contents, language),
        size=format_size(options.size.w, options.size.h).replace(".", point),
        thickness=format_mm(card_thickness(options)).replace(".", point),
        stack=format_mm(round(contents.stack * card_thickness(options), 1)).replace(".", point),
    )
    notes = [Note(box_title(variant, contents, language), purpose)]
    notes += [Note(f"{i}.", translate(language, f"box.step-{i}")) for i in range(1, _STEPS + 1)]
    return notes


PRODUCTS = (
    Product(
        "tuck-box",
        make,
        lambda variant: bool(variant.cards),
        imposition=TILED_PAGES,
        options=(
            *(THEME, CARD_SIZE, SHAPE, BLEED, PLAYERS, BLANK_VALUES),
            *(CALIPER, SLEEVED, SLEEVE_ALLOWANCE),
        ),
    ),
)
