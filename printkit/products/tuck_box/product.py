"""The product `tuck-box`: boxes for the deck, cut out, folded and glued.

There is one Piece a box: its outline with the slits, its folds, and a drawing of the flat box; its
guides contain, if nothing is cut out by a machine, the instructions.
"""

from __future__ import annotations

from printkit.base.geometry import translation
from printkit.base.messages import translate
from printkit.base.units import format_mm, format_size
from printkit.graphics.display_list import Item, Symbol, transformed
from printkit.layout.fit_text import TextOverflow
from printkit.model.variant import Variant
from printkit.products.notes import Note
from printkit.products.piece import LARGE_FORM, Piece, Product, RenderOptions
from printkit.products.tuck_box import guides
from printkit.products.tuck_box.contents import BoxContents, plan_boxes
from printkit.products.tuck_box.dieline import Dieline, make_dieline
from printkit.products.tuck_box.emblems import box_title, describe_count
from printkit.products.tuck_box.instructions import place_instructions
from printkit.products.tuck_box.panels import Panels
from printkit.products.tuck_box.wrap_pattern import draw_pattern, printed_region

_STEPS = 4


def make(variant: Variant, setting: RenderOptions) -> list[Piece]:
    """The boxes of a deck, the one that all share first."""
    result = plan_boxes(variant, setting.players, setting.thickness)
    return [_make_piece(variant, load, setting) for load in result]


def dieline_of(contents: BoxContents, setting: RenderOptions) -> Dieline:
    """Return the die line of a box: for its cards, in sleeves or not."""
    size, more = setting.size, setting.sleeves
    return make_dieline(size.w + more, size.h + more, contents.stack * setting.thickness)


def _make_piece(variant: Variant, contents: BoxContents, setting: RenderOptions) -> Piece:
    """Make one box. Raises TextOverflow if the deck's name is too long for it."""
    try:
        return _draw_box(variant, contents, setting)
    except TextOverflow as error:
        raise TextOverflow(
            error.message,
            location=f"tuck box ({setting.language})",
            hint="Shorten the name of the deck, or take a larger card.",
        ) from None


def _draw_box(variant: Variant, contents: BoxContents, setting: RenderOptions) -> Piece:
    language, theme = setting.language, setting.theme
    line = dieline_of(contents, setting)
    notes, ink = _make_notes(variant, contents, setting), theme.roles_of["cut"]
    words = place_instructions(
        notes, guides.free_places(line), guides.place_below(line), language, ink
    )
    whole = line.box.union(words.box)
    centred = translation(-whole.centre[0], -whole.centre[1])
    art: list[Item] = [
        *draw_pattern(line, contents.families, theme),
        *Panels(line, variant, contents, language, theme).items(),
    ]
    marks: list[Item] = [
        *guides.draw_cuts(line.cuts, printed_region(line), theme),
        *guides.draw_folds(line, theme),
        *guides.draw_glue_areas(line.glue, language, theme),
        *words.items,
    ]
    name = box_title(variant, contents, language)
    trim = whole._replace(x=-whole.w / 2, y=-whole.h / 2)
    box = trim.inset(-setting.reach)
    return Piece(
        id=contents.id,
        title=_box_name(contents, language),
        width=trim.w,
        height=trim.h,
        bleed_extent=setting.reach,
        radius=0.0,
        front=Symbol(contents.id, (transformed(art, centred),), box, name),
        back=None,
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


def _make_notes(variant: Variant, contents: BoxContents, setting: RenderOptions) -> list[Note]:
    """Return what the box is for, and the steps to it."""
    language = setting.language
    point = translate(language, "box.point")
    purpose = translate(
        language,
        "box.sleeved" if setting.sleeves else "box.bare",
        cards=describe_count(contents, language),
        size=format_size(setting.size.w, setting.size.h).replace(".", point),
        thickness=format_mm(setting.thickness).replace(".", point),
        stack=format_mm(round(contents.stack * setting.thickness, 1)).replace(".", point),
    )
    notes = [Note(box_title(variant, contents, language), purpose)]
    notes += [Note(f"{i}.", translate(language, f"box.step-{i}")) for i in range(1, _STEPS + 1)]
    return notes


PRODUCT = Product("tuck-box", make, lambda variant: bool(variant.cards), form=LARGE_FORM)
