"""Judge the example hands of a game, and compare them with their declared results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from printkit.base.errors import PrintkitError, did_you_mean
from printkit.model.notation import signed
from printkit.model.play import ExampleHand
from printkit.model.variant import Variant
from printkit.rules.card_codes import BETWEEN_HANDS, read_hands
from printkit.rules.hands import TableState, Verdict, judge_all, ranks, require_rule_set


class JudgedExample(msgspec.Struct, frozen=True):
    """An example hand: the codes of its cards, and its verdict."""

    cards: str
    verdict: Verdict


def work_examples(variant: Variant) -> tuple[dict[str, JudgedExample], dict[str, PrintkitError]]:
    """Return the valid examples of a game by name, and the errors of the others."""
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
    """Return the cards of an example, after its exchange if it has one. Raises PrintkitError."""
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
            f"{variant.slug} is played by one set of rules.", hint="Leave “set” out."
        )
    chosen = require_rule_set(variant, item.set) if item.set is not None else None
    read = read_hands(variant, f" {BETWEEN_HANDS} ".join(hands), "en", 1)
    return judge_all(variant, read, TableState(1, chosen))


def _faults(variant: Variant, key: str, worked: Mapping[str, JudgedExample]) -> Iterator[str]:
    """Yield the results of an example that differ from those declared."""
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
    for verb, others, wanted in (("beat", item.beats, [1, 2]), ("tie with", item.ties, [1, 1])):
        for other in (name for name in others if name in worked):
            pair = _judge(variant, item, worked[key].cards, worked[other].cards)
            if ranks(pair) != wanted:
                yield f"does not {verb} “{other}”"
