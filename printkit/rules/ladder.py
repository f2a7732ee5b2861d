"""The ladder of a game's hands and the worked examples of its rules, judged and labelled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from printkit.base.errors import PrintkitError, did_you_mean
from printkit.base.messages import translate
from printkit.base.plain_text import quote
from printkit.model.notation import signed
from printkit.model.play import Counting, ExampleHand, Hand
from printkit.model.variant import Variant
from printkit.rules.answers import require_hand_sizes
from printkit.rules.card_codes import BETWEEN_HANDS, HeldCard, read_hands
from printkit.rules.hands import TableState, Verdict, judge_all, ranks, require_rule_set

# The card codes of a definition are in English, whatever language is printed.
_LANGUAGE = "en"


class Example(msgspec.Struct, frozen=True):
    """A judged example of a hand."""

    verdict: Verdict
    counting: Counting

    @property
    def cards(self) -> tuple[HeldCard, ...]:
        return self.verdict.cards

    def label(self, language: str) -> str:
        """Return its count: “1–1”, “diff. 1, sum 3”, “23”; empty for a hand named by its cards."""
        reading, hand = self.verdict.reading, self.verdict.hand
        if self.counting.system == "difference":
            if reading.total == 0:
                return "–".join(map(signed, reading.values))
            return translate(language, "hand.apart", total=reading.total, sum=reading.sum)
        if hand is not None and hand.sum is not None:
            return signed(reading.sum)
        if hand is not None and hand.cards and (hand.total, hand.counts, hand.best) == (None,) * 3:
            return ""
        return signed(self.verdict.best)


class Rung(msgspec.Struct, frozen=True):
    """A hand of the ladder: its place from 1, and its examples, the best first."""

    place: int
    hand: Hand
    examples: tuple[Example, ...]

    def label(self, language: str) -> str:
        """Return the count of such hands: “23”, “22 or less”; empty if they have no such bound."""
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

    Raises PrintkitError for examples of another hand or in a wrong order.
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
    """Judge hands in the notation of `show --hand`.

    Raises PrintkitError for unknown cards, or too few or too many of them.
    """
    hands = [hand for text in written for hand in read_hands(variant, text, _LANGUAGE, decks)]
    require_hand_sizes(variant, hands)
    verdicts = judge_all(variant, hands, TableState(decks)) if hands else []
    return tuple(Example(verdict, variant.counting) for verdict in verdicts)


class JudgedExample(msgspec.Struct, frozen=True):
    """A worked example of the rules: the codes of its cards, and its verdict."""

    cards: str
    verdict: Verdict


def work_examples(variant: Variant) -> tuple[dict[str, JudgedExample], dict[str, PrintkitError]]:
    """Return the correct examples of a game by name, and the faults of the others by name."""
    worked: dict[str, JudgedExample] = {}
    broken: dict[str, PrintkitError] = {}
    for key, item in variant.example_hands.items():
        try:
            cards = example_cards(variant, key)
            worked[key] = JudgedExample(cards, _judge(variant, item, cards)[0])
        except PrintkitError as error:
            broken[key] = error
    for key, hand in worked.items():
        if fault := next(_faults(variant, key, worked), None):
            message = f"The example “{key}” ({hand.cards}) does not hold: it {fault}."
            broken[key] = PrintkitError(message, hint="Change its cards, or what it must come to.")
    return {key: hand for key, hand in worked.items() if key not in broken}, broken


def example_cards(variant: Variant, key: str) -> str:
    """Return the cards of an example, after the exchange if it has one. Raises PrintkitError."""
    item = variant.example_hands[key]
    if item.after is None:
        return item.cards or ""
    cards = example_cards(variant, item.after).split()
    for card in (item.out or "").split():
        if card not in cards:
            raise PrintkitError(
                f"The example “{key}” gives away “{card}”, which “{item.after}” does not hold.",
                hint=did_you_mean(card, cards, "cards", of_file=True),
            )
        cards.remove(card)
    return " ".join((*cards, *(item.takes or "").split()))


def _judge(variant: Variant, item: ExampleHand, *hands: str) -> list[Verdict]:
    if item.set is not None and (variant.sets_rule is None or not variant.sets):
        raise PrintkitError(
            f"{variant.slug} is played with one rule set only.", hint="Leave “set” out."
        )
    chosen = require_rule_set(variant, item.set) if item.set is not None else None
    read = read_hands(variant, f" {BETWEEN_HANDS} ".join(hands), _LANGUAGE, at_one_table=True)
    return judge_all(variant, read, TableState(1, chosen))


def _table_of(variant: Variant, key: str, worked: Mapping[str, JudgedExample]) -> dict[str, None]:
    """Return an example, and those that it and they beat or tie with."""
    table: dict[str, None] = {}
    names = [key]
    while names:
        name = names.pop()
        if name in worked and name not in table:
            table[name] = None
            names += (*variant.example_hands[name].beats, *variant.example_hands[name].ties)
    return table


def _faults(variant: Variant, key: str, worked: Mapping[str, JudgedExample]) -> Iterator[str]:
    """Yield each difference of an example from its stated result."""
    item, verdict = variant.example_hands[key], worked[key].verdict
    if item.total is not None and item.total != verdict.best:
        yield f"counts {signed(verdict.best)}, not {signed(item.total)}"
    if item.totals is not None and item.totals != tuple(verdict.totals):
        yield f"can count {', '.join(map(signed, verdict.totals))}"
    if item.hand is not None and item.hand != (verdict.hand and verdict.hand.id):
        name = f"“{verdict.hand.id}”" if verdict.hand else "no hand with a name"
        yield f"is {name}, not “{item.hand}”"
    if item.lost is not verdict.bombed:
        yield "is lost" if verdict.bombed else "is not lost"
    if (rule := variant.exchange) is not None and item.out and item.takes:
        count = len(item.out.split())
        if count not in (*rule.counts, *(rule.more.counts if rule.more else ())):
            yield f"exchanges {count} cards, which the exchange does not allow"
    try:
        _judge(variant, item, *(worked[name].cards for name in _table_of(variant, key, worked)))
    except PrintkitError as error:
        yield f"is at a table where it cannot be: {error.message.rstrip('.')}"
        return
    for verb, others, wanted in (("beat", item.beats, [1, 2]), ("tie with", item.ties, [1, 1])):
        for other in (name for name in others if name in worked):
            pair = _judge(variant, item, worked[key].cards, worked[other].cards)
            if ranks(pair) != wanted:
                yield f"does not {verb} “{other}”"
