"""Find the keys that faces print, by drawing a card with and without each key.

Input: a game. Output: the keys that each layout prints, and the keys that it has no place for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from printkit.art.theme import theme
from printkit.art.theme_file import DEFAULT
from printkit.base import paper_sizes
from printkit.base.errors import PrintkitError
from printkit.base.records import Fault, evolve
from printkit.base.sentences import Sentence
from printkit.faces.anatomy import Anatomy
from printkit.faces.face import draw_face
from printkit.model.cards import INK, Card, CardEntry
from printkit.model.text import CardText, Name
from printkit.model.variant import Variant
from printkit.pieces.product import in_fonts_of

# How a card lacks each key that a face may print.
WITHOUT: dict[str, Callable[[Card], Card]] = {
    "name": lambda card: evolve(card, name=Name(dict.fromkeys(card.name, "Z"), card.name.home)),
    "caption": lambda card: evolve(card, caption=None),
    # A name that is made from a text would take its place.
    "text": lambda card: evolve(card, text=CardText(dict.fromkeys(card.text or (), "Z"), "en")),
    "kicker": lambda card: evolve(card, kicker=None),
    "cost": lambda card: evolve(card, cost=None),
    "index": lambda card: evolve(card, index=""),
    "value": lambda card: evolve(card, value=None, index=""),
    "author": lambda card: evolve(card, author=None),
    "credit": lambda card: evolve(card, credit=None),
    "art": lambda card: evolve(card, art=None),
    "emblem": lambda card: evolve(card, emblem=None, mark=None),
    "suit": lambda card: evolve(card, mark=None, colour=INK, kicker=None),
    "colour": lambda card: evolve(card, colour=INK),
    "rank": lambda card: evolve(card, index="", emblem=None, pips=0),
}
# Keys whose loss on a face is reported: an author is named in the credits, a name in lists.
_EXPECTED = ("text", "kicker", "cost", "index", "value", "caption")

# The keys that a face prints or not, by the name of its layout.
Printed = dict[tuple[str, str], bool]


def printed_keys(variant: Variant) -> Printed:
    """Return, for each key and layout of the listed cards, whether the face prints the key."""
    size = paper_sizes.card(variant.card_size)
    anatomy, look = Anatomy(size.w, size.h), theme(DEFAULT)
    language = next(iter(variant.name))
    printed: Printed = {}

    def draw(card: Card) -> Sequence[object]:
        return draw_face(card, variant, language, look, anatomy, 0.0).items

    with in_fonts_of(variant, look):
        for entry, card in _listed(variant):
            keys = [key for key in given_keys(entry) if (card.layout, key) not in printed]
            if not keys:
                continue
            try:
                whole = draw(card)
            except PrintkitError:  # reported by the check of faces
                continue
            for key in keys:
                try:
                    printed[card.layout, key] = draw(WITHOUT[key](card)) != whole
                except PrintkitError:  # the layout needs it
                    printed[card.layout, key] = True
    return printed


def given_keys(entry: CardEntry) -> list[str]:
    """Return the keys of a listed card that a face may print."""
    return [key for key in WITHOUT if is_given(getattr(entry, key))]


def is_given(value: Any) -> bool:
    """Return True if a value means that a card has the key."""
    return value is not None and value != ""


def _listed(variant: Variant) -> Iterator[tuple[CardEntry, Card]]:
    """Yield the listed cards of a game, each both as written and as completed with its styles."""
    cards = {card.id: card for card in variant.cards}
    for entry in variant.listed_cards:
        if entry.id in cards:
            yield entry, cards[entry.id]


def find_unprinted(variant: Variant, printed: Printed | None = None) -> Iterator[Fault]:
    """Yield an error for each key that a card has but its layout does not print, once for each
    layout.
    """
    printed = printed_keys(variant) if printed is None else printed
    lost: dict[tuple[str, str], list[str]] = {}
    for entry, card in _listed(variant):
        for key in _EXPECTED:
            if is_given(getattr(entry, key)) and printed.get((card.layout, key)) is False:
                lost.setdefault((card.layout, key), []).append(card.id)
    for (layout, key), cards in lost.items():
        count = (
            Sentence("1 card") if len(cards) == 1 else Sentence("{number} cards", number=len(cards))
        )
        message = Sentence(
            "is not printed on {count}: the layout “{layout}” has no place for it.",
            count=count,
            layout=layout,
        )
        hint = "Choose another layout for them, such as “picture” or “text”."
        yield Fault(("cards", cards[0], key), message, hint)
