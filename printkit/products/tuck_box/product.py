"""The product `tuck-box`: boxes for the deck, cut out, folded and glued.

In: a Variant, a Setting (the thickness of a card, sleeves). Out: one Piece a box: its outline with
the slits, its folds, and a drawing of the flat box; its guides hold, where nothing is cut out, the
words of how it is put together.
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
from printkit.products.tuck_box.dieline import Dieline, dieline
from printkit.products.tuck_box.emblems import count, title
from printkit.products.tuck_box.instructions import place_instructions
from printkit.products.tuck_box.panels import Panels
from printkit.products.tuck_box.wrap_pattern import region, wrap_pattern

_STEPS = 4


def make(variant: Variant, setting: RenderOptions) -> list[Piece]:
    """The boxes of a deck, the one that all share first."""
    result = plan_boxes(variant, setting.players, setting.thickness)
    return [_piece(variant, load, setting) for load in result]


def line_of(load: BoxContents, setting: RenderOptions) -> Dieline:
    """The die line of a box: for its cards, in sleeves or not."""
    size, more = setting.size, setting.sleeves
    return dieline(size.w + more, size.h + more, load.stack * setting.thickness)


def _piece(variant: Variant, load: BoxContents, setting: RenderOptions) -> Piece:
    """One box. Raises TextOverflow where the deck's name is too long for it."""
    try:
        return _drawn(variant, load, setting)
    except TextOverflow as error:
        raise TextOverflow(
            error.message,
            location=f"tuck box ({setting.language})",
            hint="Shorten the name of the deck, or take a larger card.",
        ) from None


def _drawn(variant: Variant, load: BoxContents, setting: RenderOptions) -> Piece:
    language, theme = setting.language, setting.theme
    line = line_of(load, setting)
    notes, ink = _notes(variant, load, setting), theme.roles_of["cut"]
    words = place_instructions(notes, guides.places(line), guides.below(line), language, ink)
    whole = line.box.union(words.box)
    centred = translation(-whole.centre[0], -whole.centre[1])
    art: list[Item] = [
        *wrap_pattern(line, load.families, theme),
        *Panels(line, variant, load, language, theme).items(),
    ]
    marks: list[Item] = [
        *guides.cut_lines(line.cuts, region(line), theme),
        *guides.folds(line, theme),
        *guides.glue(line.glue, language, theme),
        *words.items,
    ]
    name = title(variant, load, language)
    trim = whole._replace(x=-whole.w / 2, y=-whole.h / 2)
    box = trim.inset(-setting.reach)
    return Piece(
        id=load.id,
        title=_named(load, language),
        width=trim.w,
        height=trim.h,
        bleed_extent=setting.reach,
        radius=0.0,
        front=Symbol(load.id, (transformed(art, centred),), box, name),
        back=None,
        copies=load.copies,
        outline=line.cuts.transformed(centred),
        folds=line.folds.transformed(centred),
        cut_guides=(transformed(marks, centred),),
    )


def _named(load: BoxContents, language: str) -> str:
    """What tells a box from the others of its deck; the product's name where it is the only one."""
    parts = [] if load.own is None else [load.own.name[language]]
    if load.of > 1:
        parts.append(translate(language, "box.of", number=load.number, count=load.of))
    return " · ".join(parts) or translate(language, "product.tuck-box")


def _notes(variant: Variant, load: BoxContents, setting: RenderOptions) -> list[Note]:
    """What the box is for, and the steps to it."""
    language = setting.language
    point = translate(language, "box.point")
    purpose = translate(
        language,
        "box.sleeved" if setting.sleeves else "box.bare",
        cards=count(load, language),
        size=format_size(setting.size.w, setting.size.h).replace(".", point),
        thickness=format_mm(setting.thickness).replace(".", point),
        stack=format_mm(round(load.stack * setting.thickness, 1)).replace(".", point),
    )
    notes = [Note(title(variant, load, language), purpose)]
    notes += [Note(f"{i}.", translate(language, f"box.step-{i}")) for i in range(1, _STEPS + 1)]
    return notes


PRODUCT = Product("tuck-box", make, lambda variant: bool(variant.cards), form=LARGE_FORM)
