"""The print quality of card pictures at a card size.

The functions return the resolution and crop of a picture, or the cards of a game whose pictures
print badly.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from printkit.art.picture_fit import COVER, Fidelity, Fitting, fidelity
from printkit.base.errors import PrintkitError
from printkit.base.geometry import centred_rect
from printkit.base.paper_sizes import Size
from printkit.base.sentences import Sentence
from printkit.model.cards import Card
from printkit.model.variant import Variant

# The least resolution that looks sharp at arm's length (dots per inch).
MIN_DPI = 150
# The share that may be cut off from a picture that fills its card.
_MAX_CROP = 0.12
# About the share of a face that a picture has beside a text.
_WINDOW = 0.56


class PictureFault(NamedTuple):
    """A card whose picture prints badly.

    `dpi` is the resolution (dots per inch), and `cropped` is the share that is cut off (percent);
    either is None if it is not a problem.
    """

    card: Card
    dpi: int | None
    cropped: int | None

    @property
    def sentences(self) -> list[tuple[str, str]]:
        """The message and the hint of each error."""
        sentences: list[tuple[str, str]] = []
        if self.dpi is not None:
            message = Sentence(
                "The picture has {dpi} dots per inch at this size: it looks blurred.", dpi=self.dpi
            )
            sentences.append(
                (message, Sentence("Give it at least {least}; 300 is sharp.", least=MIN_DPI))
            )
        if self.cropped is not None:
            message = Sentence("{cropped}% of the picture is cropped.", cropped=self.cropped)
            sentences.append(
                (message, 'Choose with “focus” what stays, or show it whole: fit = "contain".')
            )
        return sentences


def picture_fidelity(card: Card, size: Size, *, whole: bool = True) -> Fidelity | None:
    """Return the print quality of a card's picture at a card size, or None without a readable
    picture; only its header is read unless `whole`.
    """
    if card.art is None or card.layout not in ("art", "picture"):
        return None
    box = centred_rect(size.w, size.h if card.layout == "art" else _WINDOW * size.h)
    try:
        fitting = Fitting(card.fit or COVER, bleed=card.bleed or "")
        return fidelity(card.art, box, fitting, whole=whole)
    except PrintkitError:
        return None


def whole_fidelity(path: Path, size: Size) -> Fidelity | None:
    """Return the print quality of a picture that fills a card, or None if it is unreadable; only
    its header is read.
    """
    try:
        return fidelity(path, centred_rect(size.w, size.h), Fitting(), whole=False)
    except PrintkitError:
        return None


def find_weak_pictures(variant: Variant, size: Size) -> Iterator[PictureFault]:
    """Yield the cards whose pictures print badly at a card size; skip unreadable pictures."""
    for card in variant.cards:
        alone = card.layout == "art" and card.fit is None and card.focus is None
        if (printed := picture_fidelity(card, size)) is None:
            continue
        dpi = int(printed.dpi) if printed.dpi < MIN_DPI else None
        cropped = round(100 * printed.cropped) if alone and printed.cropped > _MAX_CROP else None
        if dpi is not None or cropped is not None:
            yield PictureFault(card, dpi, cropped)
