"""Check which pictures exist."""

from __future__ import annotations

from collections.abc import Mapping

from printkit.art.pictograms import pictogram_names
from printkit.base.errors import did_you_mean
from printkit.model.variant import Variant
from printkit.text.book import BACK, CARD, FACE, PICTOGRAM, PICTURES, SUIT, TOKEN, PictureRef


def find_fault(picture: PictureRef, variants: Mapping[str, Variant]) -> tuple[str, str] | None:
    """Return what is wrong with a picture and the hint, or None."""
    if picture.kind not in PICTURES:
        message = f"“{picture.kind}” is no kind of picture."
        return message, did_you_mean(picture.kind, PICTURES, "kinds")
    variant = variants.get(picture.variant)
    if variant is None:
        message = f"No game “{picture.variant}” is in this book."
        return message, did_you_mean(picture.variant, variants, "games")
    known = _known_pictures(variant)[picture.kind]
    if picture.id not in known:
        message = f"{variant.slug} has no {picture.kind} “{picture.id}” to draw."
        return message, did_you_mean(picture.id, known, f"{picture.kind}s", of_file=True)
    return None


def _known_pictures(variant: Variant) -> dict[str, list[str]]:
    """Return what of a variant can be drawn, by kind."""
    things = [token.id for token in variant.tokens if token.emblem]
    things += [thing.id for thing in variant.materials if thing.emblem]
    cards = [card.id for card in variant.cards]
    return {
        CARD: cards,
        FACE: cards,
        BACK: list(variant.families),
        SUIT: [key for key, suit in variant.suits.items() if suit.emblem],
        TOKEN: things,
        PICTOGRAM: list(pictogram_names()),
    }
