"""The contents of a tuck box: its deck, its emblems."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from printkit.model.cards import Card, Family
from printkit.model.variant import Variant
from printkit.pieces.local_game import LocalGame

# The greatest stack in a box (mm); a deeper box does not stay shut.
MAX_STACK = 60.0


class BoxContents(msgspec.Struct, frozen=True):
    """The contents of a box: `count` cards, `rules` rule cards, `extra` ones of its edition, and
    `reference` cards of the kit.

    `own` is the family whose name is on the box beside that of the deck, if any; `copies` is how
    many such boxes are needed. It is box `number` of the `of` boxes that share a stack too deep for
    one.
    """

    id: str
    families: tuple[Family, ...]
    own: Family | None
    cards: tuple[Card, ...]
    count: int
    rules: int = 0
    extra: int = 0
    reference: int = 0
    copies: int = 1
    number: int = 1
    of: int = 1

    @property
    def stack(self) -> int:
        """The number of cards in the stack."""
        return self.count + self.rules + self.extra + self.reference

    def title(self, game: LocalGame) -> str:
        """Return the name of the deck, with that of the family if it has a box of its own."""
        return game.name if self.own is None else f"{game.name}{_DOT}{game.text(self.own.name)}"

    def describe_total(self, game: LocalGame) -> str:
        """Return “91 cards · box 1 of 2”, the whole stack in few words."""
        words = game.translate("box.cards", count=self.stack)
        return words + self._of_boxes(game)

    def describe_count(self, game: LocalGame) -> str:
        """Return “76 cards + 9 rule cards · box 1 of 2”."""
        words = game.translate("box.cards", count=self.count)
        if self.rules:
            words = game.translate("box.with-rules", cards=words, count=self.rules)
        if self.extra:
            words = game.translate("box.with-extra", cards=words, count=self.extra)
        if self.reference:
            words = game.translate("box.with-reference", cards=words, count=self.reference)
        return words + self._of_boxes(game)

    def _of_boxes(self, game: LocalGame) -> str:
        """Return “ · box 1 of 2”; empty for a single box."""
        if self.of == 1:
            return ""
        return _DOT + game.translate("box.of", number=self.number, count=self.of)


def plan_boxes(
    variant: Variant, players: int, thickness: float, extra: int = 0, reference: int = 0
) -> list[BoxContents]:
    """Return the boxes of a deck: first those of the shared cards, then those that each player has.

    `thickness` is that of a card (mm); a stack that is too deep is divided. The `extra` cards of an
    edition and the `reference` cards of the kit are in the first box.
    """
    shared = [card for card in variant.cards if not card.per_player]
    owned = [card for card in variant.cards if card.per_player]
    result: list[BoxContents] = []
    if shared:
        # The shared box is named by its family only beside boxes of other families.
        families = tuple(_families_of(variant, shared).values())
        own = families[0] if owned and len(families) == 1 else None
        rules = len(variant.sets)
        count, held = _count_cards(shared), (rules, extra, reference)
        load = BoxContents("box", families, own, tuple(shared), count, *held)
        result += _divide(load, thickness)
    for key, family in _families_of(variant, owned).items():
        cards = tuple(card for card in owned if card.family == key)
        more = (0, 0) if result else (extra, reference)
        count = _count_cards(cards)
        load = BoxContents(f"box-{key}", (family,), family, cards, count, 0, *more, players)
        result += _divide(load, thickness)
    return result


def _count_cards(cards: Sequence[Card]) -> int:
    return sum(card.copies for card in cards)


def _families_of(variant: Variant, cards: Sequence[Card]) -> dict[str, Family]:
    """Return the families of some cards by their ids, in the order of the definition."""
    used = {card.family for card in cards}
    return {key: family for key, family in variant.families.items() if key in used}


def _divide(contents: BoxContents, thickness: float) -> list[BoxContents]:
    """Divide contents into as many boxes as they need, as evenly as possible; rule and
    reference cards last.
    """
    boxes = max(1, -(-contents.stack // max(1, int(MAX_STACK / thickness + 1e-9))))
    if boxes == 1:
        return [contents]
    share, more = divmod(contents.stack, boxes)
    result = []
    for i in range(boxes):
        stack = share + (i < more)
        rules = min(contents.rules, stack) if i == boxes - 1 else 0
        reference = min(contents.reference, stack - rules) if i == boxes - 1 else 0
        extra = 0 if i else min(contents.extra, stack - rules - reference)
        count = stack - rules - reference - extra
        part = replace(contents, count=count, rules=rules, extra=extra, reference=reference)
        result.append(replace(part, id=f"{contents.id}-{i + 1}", number=i + 1, of=boxes))
    return result


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
