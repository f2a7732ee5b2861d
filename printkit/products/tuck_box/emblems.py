"""By what a deck is known on its box: a large sign, a row of small ones, a count.

In: a Variant, a Load, a language. Out: emblems with their colours, and words.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from printkit.base.messages import translate
from printkit.model.variant import Variant
from printkit.products.tuck_box.contents import BoxContents

_DOT = " · "
_MINUS = "\u2212"


@dataclass(frozen=True, slots=True)
class BoxEmblem:
    """An emblem, or else a figure, and a colour by name."""

    emblem: Path | None
    figure: str
    colour: str


def main_emblem(variant: Variant, load: BoxContents) -> BoxEmblem:
    """The first special's emblem; else the sign of a suit, the goal of the game, or the count."""
    for card in load.cards:
        if card.layout == "emblem" and card.emblem is not None:
            return BoxEmblem(card.emblem, "", card.colour)
    row = small(variant, load)
    if row:
        return row[-1]
    goal = variant.counting.limit
    colour = load.cards[0].colour
    return BoxEmblem(None, str(load.count if goal is None else goal), colour)


def small(variant: Variant, load: BoxContents) -> list[BoxEmblem]:
    """The signs of the suits, each drawing once; a suit without one has its sign of a letterless
    code, such as +."""
    result: dict[object, BoxEmblem] = {}
    for card in load.cards:
        suit = variant.suits.get(card.suit or "")
        if suit is None:
            continue
        code = next(iter(suit.code.values())) if suit.code else ""
        if suit.emblem is not None:
            result.setdefault(suit.emblem, BoxEmblem(suit.emblem, "", card.colour))
        elif code and not any(c.isalnum() for c in code):
            result.setdefault(code, BoxEmblem(None, code.replace("-", _MINUS), card.colour))
    return list(result.values())


def title(variant: Variant, load: BoxContents, language: str) -> str:
    """The name of the deck, with that of the family where it has a box of its own."""
    name = variant.name[language]
    return name if load.own is None else f"{name}{_DOT}{load.own.name[language]}"


def count(load: BoxContents, language: str) -> str:
    """“76 cards + 9 rule cards · box 1 of 2”."""
    item = "cards-one" if load.count == 1 else "cards-many"
    words = translate(language, f"box.{item}", count=load.count)
    if load.rules:
        words = translate(language, "box.with-rules", cards=words, count=load.rules)
    if load.of > 1:
        words += _DOT + translate(language, "box.of", number=load.number, count=load.of)
    return words
