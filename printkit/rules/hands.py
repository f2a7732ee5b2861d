"""What a hand is called, what it is worth, and who wins.

In: a variant, the cards held, what else bears on them (decks in play, the rule set in use, tokens).
Out: a Verdict for each hand, and ranks: 1 is best, equal hands share one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from printkit.base.errors import PrintkitError, did_you_mean
from printkit.model.fields import BY_SET, evolve
from printkit.model.load import load
from printkit.model.play import Hand, Token
from printkit.model.variant import Variant
from printkit.rules.card_codes import HeldCard
from printkit.rules.counting import Tally, bombs_out, tallies
from printkit.rules.patterns import matches_pattern

# Sorts first: smaller is better. Hands with a name, hands without, hands that are lost.
_NAMED, _NAMELESS, _LOST = 0, 1, 2
# How much of a key only chooses among equal readings.
_TAIL = 2
Key = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TableState:
    """What bears on every hand at the table.

    `decks` in play; `rule_set`: the slug of the set in use, if one is; `tokens` that hold, with the
    value that was chosen for those that ask for one.
    """

    decks: int = 1
    rule_set: str | None = None
    tokens: tuple[tuple[Token, int | None], ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """A hand judged.

    `totals` are all it can count, ascending; `best` the one that is worth most; `hand` what it is
    called, None for a hand that has no name or is lost; `key` orders verdicts, smaller is better;
    `rule_set` is the set that it was judged by, where sets differ.
    """

    cards: tuple[HeldCard, ...]
    totals: tuple[int, ...]
    best: int
    hand: Hand | None
    bombed: bool
    reading: Tally
    key: Key = field(repr=False)
    rule_set: str | None = None


def judge(variant: Variant, hand: Sequence[HeldCard], table: TableState | None = None) -> Verdict:
    """The best that a hand can be. Raises PrintkitError where it cannot be counted."""
    table = table or TableState()
    verdicts = [
        replace(_judge(rules, _revalued(rules, hand, table), table), rule_set=name)
        for name, rules in _governing(variant, hand, table)
    ]
    best = min(verdicts, key=lambda verdict: verdict.key)
    totals = sorted({total for verdict in verdicts for total in verdict.totals})
    return replace(best, cards=tuple(hand), totals=tuple(totals))


def judge_all(
    variant: Variant, hands: Sequence[Sequence[HeldCard]], table: TableState | None = None
) -> list[Verdict]:
    """All hands at one table, by one set of rules: hands of two sets cannot be compared.

    Where it depends on the set and none is named, the first one rules, and the verdicts name it.
    Raises PrintkitError where a hand cannot be counted.
    """
    table = table or TableState()
    verdicts = [judge(variant, hand, table) for hand in hands]
    if len(hands) < 2 or table.rule_set is not None or variant.sets_rule is None:
        return verdicts
    by_set = [
        [judge(variant, hand, replace(table, rule_set=name)) for hand in hands]
        for name in variant.sets
    ]
    first, *others = ([(v.hand and v.hand.id, v.best, v.bombed) for v in item] for item in by_set)
    if any(other != first for other in others):
        return [replace(verdict, rule_set=variant.sets[0]) for verdict in by_set[0]]
    return [replace(verdict, rule_set=None) for verdict in verdicts]


def ranks(verdicts: Sequence[Verdict]) -> list[int]:
    """The rank of each verdict: 1 + how many are better."""
    keys = [_comparable(verdict) for verdict in verdicts]
    return [1 + sum(other < key for other in keys) for key in keys]


def _comparable(verdict: Verdict) -> Key:
    """What of a key tells hands apart: a lost hand is as lost as another."""
    return verdict.key[:1] if verdict.bombed else verdict.key[:-_TAIL]


def rule_set(variant: Variant, name: str) -> str:
    """A set that may govern the variant. Raises PrintkitError."""
    if variant.sets_rule is None or name not in variant.sets:
        known = variant.sets if variant.sets_rule is not None else ()
        if not known:
            raise PrintkitError(
                f"{variant.slug} is played by one set of rules.", hint="Leave --set out."
            )
        raise PrintkitError(
            f"“{name}” is not a set of {variant.slug}.", hint=did_you_mean(name, known, "sets")
        )
    return name


# A table of many hands asks for the same nine sets again and again.
_set = cache(load)


def _governing(
    variant: Variant, hand: Sequence[HeldCard], table: TableState
) -> list[tuple[str | None, Variant]]:
    """The rules that may hold for a hand: those of the set in use, else of every set."""
    by_set = any(held.card.rule == BY_SET for held in hand)
    if variant.sets_rule is None or not (by_set or variant.sets_rule == "all"):
        return [(None, variant)]
    names = [table.rule_set] if table.rule_set is not None else list(variant.sets)
    result: list[tuple[str | None, Variant]] = []
    for name in names:
        item = _set(name)
        if variant.sets_rule == "values":
            dealt = item.with_cards(item.cards)  # they are not dealt anew for every hand
            item = evolve(dealt, counting=variant.counting, hands=variant.hands)
        result.append((name, item))
    return result


def _revalued(rules: Variant, hand: Sequence[HeldCard], table: TableState) -> list[HeldCard]:
    """The cards with the values that the rules and the tokens give them."""
    values = {card.id: card.values for card in rules.cards}
    changed = {
        token.changes.rank: token.changes.value
        for token, _ in table.tokens
        if token.changes is not None
    }
    cards: list[HeldCard] = []
    for held in hand:
        if held.card.rank in changed:
            held = replace(held, values=(changed[held.card.rank],))
        elif held.card.rule == BY_SET and held.values == held.card.values:
            held = replace(held, values=values.get(held.card.id, held.values))
        cards.append(held)
    return cards


def _judge(rules: Variant, hand: Sequence[HeldCard], table: TableState) -> Verdict:
    """The best reading of a hand by one set of rules."""
    cards = [held.card for held in hand]
    known = [
        named
        for named in rules.hands
        if named.decks <= table.decks
        and (not named.cards or matches_pattern(named.cards, cards, exact=named.exact))
    ]
    best: Verdict | None = None
    totals: set[int] = set()
    for reading in tallies(rules.counting, hand):
        totals.add(reading.total)
        lost = bombs_out(rules.counting, reading)
        named = next((h for h in known if _bounds_hold(rules, h, reading, lost=lost)), None)
        total = reading.total
        if named is not None and named.counts is not None:
            total = named.counts
            totals.add(total)
        key = _key(rules, named, reading, table, lost=lost)
        if best is None or key < best.key:
            gone = named is None and lost
            best = Verdict(tuple(hand), (), total, named, gone, reading, key)
    assert best is not None  # a hand has cards, and each card a value
    return replace(best, totals=tuple(sorted(totals)))


def _bounds_hold(rules: Variant, hand: Hand, reading: Tally, *, lost: bool) -> bool:
    """Whether a reading has the sum, the total and the difference that a hand asks for.

    A hand of certain cards wins whatever it adds up to; any other is gone when it is lost.
    """
    if lost and not hand.cards:
        return False
    total = abs(reading.total) if rules.counting.sign == "ignored" else reading.total
    return (
        (hand.sum is None or hand.sum.contains(reading.sum))
        and (hand.total is None or hand.total.contains(total))
        and (hand.difference is None or hand.difference.contains(reading.total))
    )


def _key(
    rules: Variant, hand: Hand | None, reading: Tally, table: TableState, *, lost: bool
) -> Key:
    """Orders readings of all hands: smaller is better. Its tail chooses among equal readings."""
    tail = _tail(reading, lost=hand is None and lost)
    if hand is None:
        if lost:
            return (_LOST, *tail)
        return (_NAMELESS, *_worth(rules, "highest", reading), *tail)
    order, turned = _order(rules, hand, reading, table)
    worth = _worth(rules, hand.best, reading)
    return (_NAMED, order, *(tuple(-part for part in worth) if turned else worth), *tail)


def _tail(reading: Tally, *, lost: bool) -> Key:
    """Which of equal readings is said: a positive one; the greatest, or the least that is lost."""
    size = abs(reading.total)
    return (int(reading.total < 0), size if lost else -size)


def _worth(rules: Variant, best: str | None, reading: Tally) -> Key:
    """How good a total is among hands of one name; equal where nothing decides."""
    if best is None:
        return (0, 0)
    total, sign = reading.total, rules.counting.sign
    if rules.counting.system == "difference":
        return (total, reading.sum) if best == "lowest" else (-total, -reading.sum)
    size = total if sign == "counts" else abs(total)
    second = int(total < 0) if sign == "ties" else 0
    return (size if best == "lowest" else -size, second)


def _order(rules: Variant, hand: Hand, reading: Tally, table: TableState) -> tuple[int, bool]:
    """The place of a hand among the named ones, and whether its own order is turned round."""
    places = {other.id: place for place, other in enumerate(rules.hands, 1)}
    order, turned = places[hand.id], False
    for token, value in table.tokens:
        if token.crowns == hand.id and value is not None and set(reading.values) == {value}:
            return 0, False
        if hand.id in token.reverses:
            reversed_places = sorted(places[name] for name in token.reverses)
            order = reversed_places[-1 - reversed_places.index(places[hand.id])]
            turned = not turned
    return order, turned
