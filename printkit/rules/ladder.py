"""The ladder of a game's hands: their examples judged, ranked and labelled by what they count."""

from __future__ import annotations

import msgspec

from printkit.base.errors import PrintkitError
from printkit.base.messages import translate
from printkit.base.plain_text import quote
from printkit.model.notation import signed
from printkit.model.play import Counting, Hand
from printkit.model.variant import Variant
from printkit.rules.answers import require_hand_sizes
from printkit.rules.card_codes import HeldCard, read_hands
from printkit.rules.hands import TableState, Verdict, judge_all, ranks

# The codes of a definition are those of ids, whatever language is printed.
_LANGUAGE = "en"


class Example(msgspec.Struct, frozen=True):
    """Cards that make up a hand, with what they come to."""

    verdict: Verdict
    counting: Counting

    @property
    def cards(self) -> tuple[HeldCard, ...]:
        return self.verdict.cards

    def label(self, language: str) -> str:
        """Return what it counts: “1–1”, “diff. 1, sum 3”, “23”; nothing for cards that are read."""
        reading, hand = self.verdict.reading, self.verdict.hand
        if self.counting.system == "difference":
            if reading.total == 0:
                return "–".join(map(signed, reading.values))
            return translate(language, "hand.apart", total=reading.total, sum=reading.sum)
        if hand is not None and hand.sum is not None:
            return signed(reading.sum)
        return "" if hand is not None and _is_read(hand) else signed(self.verdict.best)


class Rung(msgspec.Struct, frozen=True):
    """A hand of the ladder: its place from 1, and its examples, the best first."""

    place: int
    hand: Hand
    examples: tuple[Example, ...]

    def label(self, language: str) -> str:
        """Return what such a hand counts: “23”, “22 or less”; an empty text if that says little."""
        hand = self.hand
        if hand.counts is not None:
            return signed(hand.counts)
        if (bounds := hand.total or hand.sum) is None or bounds.high is None:
            return ""
        if bounds.low == bounds.high:
            return signed(bounds.high)
        at_most = translate(language, "hand.at-most", total=signed(bounds.high))
        return at_most if hand.best == "highest" else ""


def rank_ladder(variant: Variant) -> tuple[Rung, ...]:
    """Return the hands of a game from best to worst with their examples.

    Raises PrintkitError for examples that are of another hand or in a wrong order.
    """
    return tuple(
        Rung(place, hand, rank_examples(variant, hand))
        for place, hand in enumerate(variant.hands, 1)
    )


def rank_examples(variant: Variant, hand: Hand) -> tuple[Example, ...]:
    """Return the examples of a hand. Raises PrintkitError if they are wrong."""
    examples = judge_examples(variant, hand.ladder, hand.decks)
    name = hand.name[_LANGUAGE]
    for example, written in zip(examples, hand.ladder, strict=True):
        named = example.verdict.hand
        if named is None or named.id != hand.id:
            comparison = named.name[_LANGUAGE] if named is not None else "a lost hand"
            hint = f"Take cards that are {name}, or move them to the hand that they are."
            raise PrintkitError(f"{quote(written)} is {comparison}, not {name}.", hint=hint)
    places = ranks([example.verdict for example in examples])
    for i, place in enumerate(places[1:], 1):
        if place <= places[i - 1]:
            better, worse = quote(hand.ladder[i]), quote(hand.ladder[i - 1])
            comparison = "beats" if place < places[i - 1] else "is as good as"
            raise PrintkitError(
                f"{better} {comparison} {worse} before it.", hint="Put the best first."
            )
    return examples


def judge_examples(
    variant: Variant, written: tuple[str, ...], decks: int = 1
) -> tuple[Example, ...]:
    """Return hands written as `show --hand` takes them, with what they come to.

    Raises PrintkitError for cards that the game does not have, or too few or too many of them.
    """
    hands = [hand for text in written for hand in read_hands(variant, text, _LANGUAGE, decks)]
    require_hand_sizes(variant, hands)
    verdicts = judge_all(variant, hands, TableState(decks)) if hands else []
    return tuple(Example(verdict, variant.counting) for verdict in verdicts)


def _is_read(hand: Hand) -> bool:
    """Return True for a hand of certain cards, whatever they count."""
    counted = hand.total is not None or hand.counts is not None or hand.best is not None
    return bool(hand.cards) and not counted
