"""What identifies a deck on its box: a large emblem, a row of small ones, a count."""

from __future__ import annotations

from pathlib import Path

import msgspec

from printkit.base.messages import translate
from printkit.model.variant import Variant
from printkit.products.tuck_box.contents import BoxContents

_DOT = " · "
_MINUS = "\u2212"


class BoxEmblem(msgspec.Struct, frozen=True):
    """An emblem, or else a figure, and a colour by name."""

    emblem: Path | None
    figure: str
    colour: str


def main_emblem(variant: Variant, contents: BoxContents) -> BoxEmblem:
    """Return the first special's emblem; else the sign of a suit, the goal of the game, or the
    count.
    """
    for card in contents.cards:
        if card.layout == "emblem" and card.emblem is not None:
            return BoxEmblem(card.emblem, "", card.colour)
    row = suit_emblems(variant, contents)
    if row:
        return row[-1]
    goal = variant.counting.limit
    colour = contents.cards[0].colour
    return BoxEmblem(None, str(contents.count if goal is None else goal), colour)


def suit_emblems(variant: Variant, contents: BoxContents) -> list[BoxEmblem]:
    """Return the signs of the suits, each drawing once; a suit without one has a letterless sign of
    its code, such as +.
    """
    result: dict[object, BoxEmblem] = {}
    for card in contents.cards:
        suit = variant.suits.get(card.suit or "")
        if suit is None:
            continue
        code = next(iter(suit.code.values())).split()[0] if suit.code else ""
        if suit.emblem is not None:
            result.setdefault(suit.emblem, BoxEmblem(suit.emblem, "", card.colour))
        elif code and not any(c.isalnum() for c in code):
            result.setdefault(code, BoxEmblem(None, code.replace("-", _MINUS), card.colour))
    return list(result.values())


def box_title(variant: Variant, contents: BoxContents, language: str) -> str:
    """Return the name of the deck, with that of the family if it has a box of its own."""
    name = variant.name[language]
    return name if contents.own is None else f"{name}{_DOT}{contents.own.name[language]}"


def describe_count(contents: BoxContents, language: str) -> str:
    """Return “76 cards + 9 rule cards · box 1 of 2”."""
    item = "cards-one" if contents.count == 1 else "cards-many"
    words = translate(language, f"box.{item}", count=contents.count)
    if contents.rules:
        words = translate(language, "box.with-rules", cards=words, count=contents.rules)
    if contents.of > 1:
        words += _DOT + translate(language, "box.of", number=contents.number, count=contents.of)
    return words
