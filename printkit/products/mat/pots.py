"""A pot on a mat: its ring, who takes it, and what is paid into it, for either side."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

from printkit.base.geometry import rotation
from printkit.base.messages import as_lead
from printkit.graphics.display_list import Item, as_artifact, transformed
from printkit.graphics.measures import MIN_TABLE_TEXT_SIZE
from printkit.model.tabletop import Penalty, Place
from printkit.model.variant import Variant
from printkit.products.product import RenderOptions
from printkit.products.tabletop.context import PlaceDrawing, PlaceHints, make_context
from printkit.products.tabletop.label import Label, make_note
from printkit.products.tabletop.round_places import POT, draw_pot_ring, ornament_scale

# Print (mm per em), from the ring to the words, from who takes it to what is paid, between notes.
_SIZE, _BELOW, _APART, _BETWEEN = 3.15, 3.0, 2.4, 0.9
# How much wider than its ring a pot's words may be.
_WIDER = 1.12


def sort_penalties(
    variant: Variant, pots: Sequence[Place]
) -> tuple[dict[str, list[Penalty]], list[Penalty]]:
    """Return what is paid into each pot of a mat, and the penalties that none of them takes.

    What is paid into no place at all goes to a pot of which nothing else is said.
    """
    paid: dict[str, list[Penalty]] = {pot.id: [] for pot in pots}
    rest: list[Penalty] = []
    for penalty in variant.penalties:
        paid.get(penalty.to or "", rest).append(penalty)
    free = next((own for own in paid.values() if not own), None)
    if free is None:
        return paid, rest
    free += [penalty for penalty in rest if penalty.short is not None]
    return paid, [penalty for penalty in rest if penalty not in free]


def draw_pot_column(
    pot: Place, paid: Sequence[Penalty], variant: Variant, options: RenderOptions
) -> PlaceDrawing:
    """Draw a pot with its words below it, and turned above it. Raises TextOverflow."""
    site = make_context(pot, variant, options, PlaceHints())
    k = ornament_scale(options)
    r = POT * k
    width = 2 * r * _WIDER
    size = max(MIN_TABLE_TEXT_SIZE, _SIZE * k)

    def notes(language: str) -> list[Label]:
        own = (
            [make_note("", pot.how[language], width, size, language, site.words)] if pot.how else []
        )
        for penalty in paid:
            lead = as_lead(penalty.name[language], language)
            text = (penalty.short or penalty.how)[language]
            own.append(make_note(lead, text, width, size, language, site.words))
        return own

    languages = (options.language, options.second_language or options.language)
    sides = [notes(language) for language in languages]
    spaces = [_APART if pot.how and i == 1 else _BETWEEN for i in range(len(sides[0]))]
    depth = max(
        fsum([note.height for note in side] + spaces[1:]) + (_BELOW if side else 0.0)
        for side in sides
    )
    items: list[Item] = draw_pot_ring(r, site)
    for i, side in enumerate(sides):
        y, drawn = r + 1.5 + _BELOW, list[Item]()
        for note, space in zip(side, spaces, strict=True):
            y += space if drawn else 0.0
            drawn.append(note.draw_below(0.0, y))
            y += note.height
        if i and options.second_language is None:
            drawn = list(as_artifact(drawn))
        items.append(transformed(drawn, rotation(180 * i)))
    widest = max((note.width for side in sides for note in side), default=0.0)
    return PlaceDrawing(max(2 * r + 3.2, widest), 2 * (r + 1.5 + depth), tuple(items))
