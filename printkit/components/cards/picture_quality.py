"""Pictures that print badly on a card: of too few dots, or with much of them cut off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from printkit.art.own_picture import COVER, Fitting, fidelity
from printkit.base.errors import Diagnostic, PrintkitError
from printkit.base.geometry import centred_rect
from printkit.base.paper_sizes import Size
from printkit.base.plain_text import name_some
from printkit.model.cards import Card
from printkit.model.variant import Variant
from printkit.pieces.product import RenderOptions

# The least resolution that looks sharp at arm's length (dots per inch).
MIN_DPI = 150
# The share that may be cut off from a picture that fills its card.
_MAX_CROP = 0.12
# About the share of a face that a picture has beside a text.
_WINDOW = 0.56
# The cards that a notice names.
_SHOWN = 6


class PictureFault(NamedTuple):
    """A card whose picture prints badly: its resolution (dots per inch), and the share cut off (in
    percent); None for what is in order."""

    card: Card
    dpi: int | None
    cropped: int | None

    @property
    def sentences(self) -> list[tuple[str, str]]:
        """The message and the hint of each fault."""
        sentences = []
        if self.dpi is not None:
            message = f"The picture has {self.dpi} dots per inch at this size: it looks blurred."
            sentences.append((message, f"Give it at least {MIN_DPI}; 300 is sharp."))
        if self.cropped is not None:
            message = f"{self.cropped} % of the picture is cropped."
            sentences.append(
                (message, 'Choose with “focus” what stays, or show it whole: fit = "contain".')
            )
        return sentences


def find_weak_pictures(variant: Variant, size: Size) -> Iterator[PictureFault]:
    """Yield the cards whose pictures print badly at a card size; those that cannot be read are
    passed over."""
    for card in variant.cards:
        if card.art is None or card.layout not in ("art", "picture"):
            continue
        alone = card.layout == "art" and card.fit is None and card.focus is None
        box = centred_rect(size.w, size.h if card.layout == "art" else _WINDOW * size.h)
        fitting = Fitting(card.fit or COVER, bleed=card.bleed or "")
        try:
            printed = fidelity(card.art, box, fitting)
        except PrintkitError:
            continue
        dpi = int(printed.dpi) if printed.dpi < MIN_DPI else None
        cropped = round(100 * printed.cropped) if alone and printed.cropped > _MAX_CROP else None
        if dpi is not None or cropped is not None:
            yield PictureFault(card, dpi, cropped)


def picture_notices(variant: Variant, options: RenderOptions) -> list[Diagnostic]:
    """Return the notices on pictures that print badly, one sentence for all cards."""
    faults = list(find_weak_pictures(variant, options.size))
    low = sorted((f.dpi, f.card.id) for f in faults if f.dpi is not None)
    cropped = sorted(
        ((f.cropped, f.card.id) for f in faults if f.cropped is not None), reverse=True
    )
    notices = []
    if low:
        cards = name_some([f"{card} ({dpi})" for dpi, card in low], _SHOWN)
        message = f"Pictures with less than {MIN_DPI} dots per inch look blurred: {cards}."
        notices.append(Diagnostic(variant.slug, 0, 0, "", message))
    if cropped:
        cards = name_some([f"{card} ({-share} %)" for share, card in cropped], _SHOWN)
        message = f"Pictures are cropped: {cards}."
        hint = 'Choose with “focus” what stays, or show them whole: fit = "contain".'
        notices.append(Diagnostic(variant.slug, 0, 0, "", message, hint))
    return notices
