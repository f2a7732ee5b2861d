"""Complete the receipt of a deck of pictures without reading its definition.

Input: a new deck. Output: its receipt, with the cards and the pictures that a check of the deck
finds.
"""

from __future__ import annotations

import math
from collections import Counter
from contextlib import suppress

from printkit.art.picture_fit import Fidelity
from printkit.base import paper_sizes
from printkit.base.errors import PrintkitError
from printkit.faces.picture_quality import whole_fidelity
from printkit.graphics.pictures import check_budget
from printkit.library.new_deck import NewDeck
from printkit.library.receipt import ReceiptPicture
from printkit.model.fields import is_picture
from printkit.model.variant import DEFAULT_CARD_SIZE


def complete_from_pictures(deck: NewDeck) -> None:
    """Add the cards and pictures of a deck to its receipt; only headers of pictures are read."""
    receipt, size = deck.receipt, paper_sizes.card(DEFAULT_CARD_SIZE)
    receipt.cards, receipt.copies = len(deck.cards), sum(card.copies for card in deck.cards)
    receipt.card_size = f"{size.w:g} × {size.h:g} mm"
    backs = {card.back for card in deck.cards}
    receipt.backs = len(backs)
    shown = Counter(card.art for card in deck.cards)
    with suppress(PrintkitError):  # the check reports too many pixels
        files = {deck.folder / name for name in (*shown, *backs) if is_picture(name)}
        check_budget(files, str(deck.definition), whole=False)
        receipt.pictures = [
            describe_picture(name, count, whole_fidelity(deck.folder / name, size))
            for name, count in shown.items()
        ]


def describe_picture(name: str, count: int, quality: Fidelity | None) -> ReceiptPicture:
    """Return the entry of a picture on `count` cards; an unreadable one has no `quality`."""
    if quality is None:
        return ReceiptPicture(name, count)
    dpi = None if math.isinf(quality.dpi) else int(quality.dpi)
    return ReceiptPicture(name, count, dpi, round(100 * quality.cropped))
