"""The product `cards`: the deck itself, and the cards that an edition adds to it.

There is one Piece per distinct card; its face is drawn once for all copies.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from printkit.art.backs import draw_back
from printkit.base.errors import UsageError
from printkit.faces.anatomy import Anatomy
from printkit.faces.engraved_faces import drawing_of, picture_of
from printkit.faces.face import draw_face, face_anatomy
from printkit.faces.face_parts import WHOLE_PICTURE
from printkit.graphics.display_list import Symbol
from printkit.graphics.path import mirrored_shape
from printkit.model.fields import NO_BACK
from printkit.model.variant import Variant
from printkit.pieces.options import (
    CORNER_INDEX,
    DECK_OPTIONS,
    INDICES,
    LARGE,
    NUMBER,
    PLAYERS,
    SAFE,
)
from printkit.pieces.product import Piece, Product, RenderOptions, card_piece


def make(variant: Variant, options: RenderOptions) -> list[Piece]:
    """Make the pieces of the deck, family by family, in the order of the definition."""
    size, shape, language = options.size, options.shape, options.language
    theme, bleed = options.theme, options.bleed_extent
    is_large, indices = options[CORNER_INDEX] == LARGE, int(options[INDICES] or 0) or None
    plan = partial(
        face_anatomy, size.w, size.h, shape, options[SAFE], large=is_large, indices=indices
    )
    behind = mirrored_shape(shape)

    dealt: list[Piece] = []
    # Family by family: where two backs share a cut, a slip of the knife shows.
    families = list(variant.families)
    for card in sorted(variant.cards, key=lambda card: families.index(card.family)):
        anatomy = plan(
            whole=card.layout == WHOLE_PICTURE,
            engraved=drawing_of(card),
            picture=picture_of(card)[0],
        )
        front, name = draw_face(card, variant, language, theme, anatomy, bleed), card.name[language]
        # Its own back, or that of its family.
        back, design = None, (card.back or variant.families[card.family].back).design
        if design != NO_BACK:
            back = draw_back(design, size.w, size.h, bleed, theme, behind, options[SAFE])
        copies = card.copies_for(options[PLAYERS] or 1)
        dealt.append(card_piece(options, card.id, name, front, back, copies, shape))
    back = next((piece.back for piece in dealt if piece.back is not None), None)
    return [*dealt, *_make_extra(variant, options, plan(), back)]


def _make_extra(
    variant: Variant, options: RenderOptions, anatomy: Anatomy, back: Symbol | None
) -> Iterator[Piece]:
    """Make the extra cards of an edition, if one is asked for, with the back of the deck. The decks
    of most builds have none, and do not need the module that draws them.

    Raises UsageError for the number of a deck without an edition.
    """
    own, number = options.theme.edition, options[NUMBER]
    if own is None or back is None:
        if number is not None:
            raise UsageError(
                "The number of a deck is on the seal of its edition.",
                location=NUMBER.name,
                hint="Add --edition, or omit --number.",
            )
        return
    from printkit.faces.edition_cards import EXTRA_CARDS, EditionSetting, draw_edition_card

    game, reach = options.localize(variant), anatomy.card.inset(-options.bleed_extent)
    setting = EditionSetting(game, own, anatomy, reach, number)
    for key in EXTRA_CARDS:
        front = draw_edition_card(key, setting)
        piece = card_piece(options, key, front.title, front, back, 1, options.shape)
        yield replace(piece, dealt=False)


PRODUCT = Product(
    "cards",
    make,
    lambda variant: bool(variant.cards),
    (*DECK_OPTIONS, PLAYERS),
    diagnosable_per_card=True,
)
