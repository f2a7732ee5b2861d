"""Count the exact chances of a deal and of an exchange, without sampling.

Cards that no rule distinguishes form one kind (a 9 of any suit, if no hand depends on its suit). A
hand is a multiset of kinds. It is judged once, and weighted by the number of deals that make it, a
product of binomials.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import comb, lcm, prod
from typing import Any, TypedDict

import msgspec
from msgspec.structs import replace

from printkit.base.errors import PrintkitError
from printkit.base.limits import MAX_COUNTED_HANDS
from printkit.base.records import evolve
from printkit.base.sentences import Sentence, name_some
from printkit.model.cards import Card
from printkit.model.load import load
from printkit.model.play import Chance, Exchange
from printkit.model.play import Hand as NamedHand
from printkit.model.variant import Variant
from printkit.rules.card_codes import HeldCard
from printkit.rules.hands import (
    Key,
    TableState,
    TableTarget,
    hands_of_set,
    is_of_target_suit,
    judge,
    matches_pick,
    rank_key,
)

# A hand: the numbers of its kinds, in ascending order.
Hand = tuple[int, ...]
# A lost hand, and a hand without a name.
LOST, NAMELESS = "lost", ""
_DICE, _SIDES = "dice", range(1, 7)
# The aims of an exchange, and the number of bits of each count: all counts of one hand are packed
# into one number.
_AIMS, _BITS = ("pot", "safe", "win"), 96


class Kind(msgspec.Struct, frozen=True):
    """Cards that no rule distinguishes: one of them, and their number."""

    card: Card
    copies: int


def kinds_of(variant: Variant, table: TableState, family: str | None = None) -> list[Kind]:
    """Return the kinds of cards with a value, of the whole deck or of a family."""
    picks = [pick for hand in _hands(variant, table) for pick in hand.cards]
    ranked = any(pick.same or pick.run for pick in picks)
    hues = {suit: i for i, hue in enumerate(variant.counting.hues) for suit in hue.suits}
    kinds: dict[object, list[Card]] = {}
    for card in variant.cards:
        if family in (None, card.family) and card.values:
            key = (
                # A card with a value set by a rule, such as the set in use, is a separate kind.
                card.values, card.rule and card.id, card.family, hues.get(card.suit or ""),
                card.rank if ranked else None, _is_aimed_at(variant, card, table),
                tuple(matches_pick(pick, card) for pick in picks),
            )  # fmt: skip
            kinds.setdefault(key, []).append(card)
    return [
        Kind(cards[0], table.decks * sum(card.copies for card in cards)) for cards in kinds.values()
    ]


def _is_aimed_at(variant: Variant, card: Card, table: TableState) -> bool:
    """Return True for a card of the target suit, if there is one."""
    aim = table.aim
    return (
        aim is not None and aim.suit is not None and is_of_target_suit(variant.counting, card, aim)
    )


def _hands(variant: Variant, table: TableState) -> list[NamedHand]:
    added = (hand for option in table.options for hand in option.hands if not hand.of_set)
    rules = load(table.rule_set) if table.rule_set is not None else None
    return [*variant.hands, *added, *hands_of_set(table, rules)]


def _names(variant: Variant, table: TableState) -> list[str]:
    return list(dict.fromkeys(hand.id for hand in _hands(variant, table)))


def list_hands(kinds: Sequence[Kind], size: int) -> Iterator[tuple[Hand, int]]:
    """Yield every hand of `size` cards with the number of deals that make it."""

    def walk(first: int, left: int) -> Iterator[tuple[Hand, int]]:
        if not left:
            yield (), 1
        for i in range(first, len(kinds) if left else 0):
            for count in range(1, min(left, kinds[i].copies) + 1):
                ways = comb(kinds[i].copies, count)
                for rest, more in walk(i + 1, left - count):
                    yield (i,) * count + rest, ways * more

    return walk(0, size)


def judge_outcomes(
    variant: Variant, held: Sequence[HeldCard], table: TableState
) -> Mapping[str, int]:
    """Return the names of the hands (or LOST) that a hand can become, each with its number of
    rolls.

    Cards with dice are handled in turn: for each card all rolls are counted, with the choice of the
    die that leads to the best hand most often.
    """
    order = _names(variant, table)
    place = next(
        (i for i, h in enumerate(held) if h.card.rule == _DICE and len(h.values) > 1), None
    )
    if place is None:
        return {_judge(variant, held, table)[0]: 1}
    shown: list[Mapping[str, int]] = []
    for side in _SIDES:
        rolled = [*held[:place], replace(held[place], values=(side,)), *held[place + 1 :]]
        shown.append(judge_outcomes(variant, rolled, table))
    shown.sort(key=lambda cases: [cases.get(name, 0) for name in order], reverse=True)
    dice = sum(item.count or 0 for item in variant.materials if "paper-die" in item.products)
    result: Counter[str] = Counter()
    for places in product(range(len(shown)), repeat=dice or 1):
        result.update(shown[min(places)])
    return result


def _judge(variant: Variant, held: Sequence[HeldCard], table: TableState) -> tuple[str, Key]:
    """Return the name of a hand, or LOST, and its sort key among all hands."""
    verdict = judge(variant, held, table)
    named = verdict.hand.id if verdict.hand is not None else NAMELESS
    return LOST if verdict.bombed else named, rank_key(verdict)


def hold(kinds: Sequence[Kind], hand: Sequence[int]) -> list[HeldCard]:
    """Return a hand with one card for each of its kinds."""
    return [HeldCard(kinds[i].card, kinds[i].card.values) for i in hand]


def count_dealt(variant: Variant, size: int, table: TableState | None = None) -> Chance:
    """Return the chances of all hands of `size` cards as dealt.

    Raises PrintkitError if there are too many different hands, or if one cannot be judged.
    """
    table, cases = table or TableState(), Counter[tuple[int, str]]()
    if variant.counting.each_family:
        families = [kinds_of(variant, table, family) for family in variant.families]
        deals = (
            (hold(chosen, range(len(chosen))), prod(kind.copies for kind in chosen))
            for chosen in product(*families)
        )
    else:
        kinds = _known_kinds(variant, size, table)
        deals = ((hold(kinds, hand), ways) for hand, ways in list_hands(kinds, size))
    for held, ways in deals:
        outcomes = judge_outcomes(variant, held, table)
        rolls = sum(outcomes.values())
        for name, count in outcomes.items():
            cases[rolls, name] += ways * count
    common = lcm(*(rolls for rolls, _ in cases))
    names = Counter[str]()
    for (rolls, name), count in cases.items():
        names[name] += count * (common // rolls)
    return as_chance(variant, "dealt", names, table)


def count_selections(variant: Variant, size: int, table: TableState | None = None) -> list[Chance]:
    """Return the chances of the best selection from `size` cards, for each target number.

    The name of a selection does not depend on the target suit. If the deck has as many cards below
    zero as above, only numbers from zero up are counted: the others have the same chances. Raises
    PrintkitError if there are too many different hands, or if one cannot be judged.
    """
    table = table or TableState()
    target = variant.counting.target
    assert target is not None, "only games with a target have selections"
    kinds = _known_kinds(variant, size, replace(table, aim=None))
    deals = dict(list_hands(kinds, size))
    values = Counter[tuple[int, ...]]()
    for kind in kinds:
        values[kind.card.values] += kind.copies
    mirrored = all(count == values[tuple(sorted(-v for v in own))] for own, count in values.items())
    numbers = {abs(number) if mirrored else number: None for number in sorted(target.numbers)}
    if table.aim is not None:
        numbers = {table.aim.number: None}
    result = []
    for number in sorted(numbers, key=lambda one: (abs(one), -one)):
        aimed = replace(table, aim=TableTarget(number))
        best: dict[Hand, tuple[Key, str]] = {}
        cases = Counter[str]()
        for count in range(1, size + 1):
            for hand, _ in list_hands(kinds, count):
                name, key = _judge(variant, hold(kinds, hand), aimed)
                shorter = (best.get((*hand[:i], *hand[i + 1 :])) for i in range(count))
                best[hand] = min([(key, name), *(rest for rest in shorter if rest is not None)])
        for hand, ways in deals.items():
            cases[best[hand][1]] += ways
        result.append(as_chance(variant, "select", cases, table, number))
    return result


def as_chance(
    variant: Variant, aim: str, cases: Mapping[str, int], table: TableState, count: int = 0
) -> Chance:
    """Return a record of chances, given the number of cases for each name of a hand."""
    order = [name for name in _names(variant, table) if cases.get(name)]
    return Chance(
        aim=aim,  # type: ignore[arg-type]
        count=count,
        set=table.rule_set,
        of=sum(cases.values()),
        hands={name: cases[name] for name in order},
        lost=cases.get(LOST, 0),
    )


def _known_kinds(variant: Variant, size: int, table: TableState) -> list[Kind]:
    """Return the kinds of a deck. Raises PrintkitError if it has too many different hands."""
    kinds = kinds_of(variant, table)
    if (count := comb(len(kinds) + size - 1, size)) > MAX_COUNTED_HANDS:
        message, hint = MAX_COUNTED_HANDS.refusal(count)
        raise PrintkitError(message, hint=hint)
    return kinds


def count_exchange(
    variant: Variant, size: int, exchange: Exchange, table: TableState | None = None
) -> list[Chance]:
    """Return the chances of a hand after the best exchange for each aim: winning the sabacc pot,
    not losing, or beating other hands as dealt.

    Raises PrintkitError if there are too many different hands, or if one cannot be judged.
    """
    table = table or TableState()
    kinds = _known_kinds(variant, size, table)
    ways = dict(list_hands(kinds, size))
    judged = {hand: _judge(variant, hold(kinds, hand), table) for hand in ways}
    names = [*_names(variant, table), NAMELESS, LOST]
    worths = _worths({hand: key for hand, (_, key) in judged.items()}, ways)
    # The worth of each hand, packed into one number: a bit field for its name, and one for the
    # hands that it beats.
    known = {
        hand: (1 << _BITS * names.index(name)) + (worths[hand] << _BITS * len(names))
        for hand, (name, _) in judged.items()
    }
    ends = _extend(kinds, known, size)
    pots = [names.index(hand.id) for hand in _hands(variant, table) if hand.pot]
    rest, more = sum(kind.copies for kind in kinds) - size, exchange.more
    further = [i for i, kind in enumerate(kinds) if more and kind.card.id in more.holding]
    allowed = {False: exchange.counts, True: more.counts if more else exchange.counts}
    draws = {n: comb(rest, n) for n in {*allowed[False], *allowed[True]}}
    common = lcm(*draws.values())
    totals = dict.fromkeys(_AIMS, 0)
    for hand, deals in ways.items():
        has_more = not {*hand}.isdisjoint(further)
        choices = [
            [part * (common // draws[size - n]) for part in _parts(value, len(names) + 1)]
            for n, value in _kept_values(hand, ends)
            if size - n in allowed[has_more]
        ]
        scores = [(sum(c[i] for i in pots), -c[len(names) - 1], c[-1]) for c in choices]
        for aim, turn in zip(_AIMS, range(3), strict=True):
            best = max(range(len(scores)), key=lambda i: (*scores[i][turn:], *scores[i][:turn]))
            for place, part in enumerate(choices[best]):
                totals[aim] += deals * part << _BITS * place
    result = []
    for aim, total in totals.items():
        *cases, beaten = _parts(total, len(names) + 1)
        chance = as_chance(variant, aim, dict(zip(names, cases, strict=True)), table)
        wins = round(10_000 * beaten / (2 * sum(cases) * sum(ways.values())))
        result.append(evolve(chance, wins=wins))
    return result


def _worths(keys: Mapping[Hand, Key], ways: Mapping[Hand, int]) -> dict[Hand, int]:
    """Return, for each hand, twice the number of deals that it beats plus the number of ties."""
    equal, worths, below = Counter[Key](), {}, 0
    for hand, key in keys.items():
        equal[key] += ways[hand]
    for key in sorted(equal, reverse=True):
        worths[key] = 2 * below + equal[key]
        below += equal[key]
    return {hand: worths[key] for hand, key in keys.items()}


def _extend(kinds: Sequence[Kind], known: Mapping[Hand, int], size: int) -> dict[Hand, int]:
    """Return, for each hand of at most `size` cards, the sum of the `known` values over all draws
    that complete it to `size` cards.
    """
    result, level = dict(known), known
    for short in range(size - 1, -1, -1):
        lower = {}
        for hand, _ in list_hands(kinds, short):
            lower[hand] = sum(
                (kind.copies - hand.count(i)) * level[tuple(sorted((*hand, i)))]
                for i, kind in enumerate(kinds)
                if kind.copies > hand.count(i)
            ) // (size - short)
        result |= lower
        level = lower
    return result


def _kept_values(hand: Hand, ends: Mapping[Hand, int]) -> Iterator[tuple[int, int]]:
    """Yield, for each choice of cards to keep, their number and the sum over all draws.

    Discarded cards cannot be drawn again; this is accounted for by inclusion and exclusion.
    """
    masks = range(1 << len(hand))
    sums = [ends[tuple(kind for i, kind in enumerate(hand) if mask >> i & 1)] for mask in masks]
    for i in range(len(hand)):
        for mask in masks:
            if not mask >> i & 1:
                sums[mask] -= sums[mask | 1 << i]
    for mask, value in enumerate(sums):
        yield mask.bit_count(), value


def _parts(value: int, count: int) -> list[int]:
    return [value >> _BITS * i & (1 << _BITS) - 1 for i in range(count)]


class OddsData(TypedDict):
    """The chances of the hands of a game, in each situation that its rules define."""

    slug: str
    chances: list[Chance]


def odds_data(variant: Variant, chances: Sequence[Chance]) -> dict[str, Any]:
    """Return chances as plain data (see `OddsData`)."""
    data: dict[str, Any] = msgspec.to_builtins(OddsData(slug=variant.slug, chances=[*chances]))
    return data


def _chances_of_options(variant: Variant, table: TableState) -> tuple[Chance, ...]:
    """Return the chances of the only option in effect that has its own chances.

    Raises PrintkitError for two such options, and for such an option together with another option,
    a token or several decks that change hands: only the definition knows how players move.
    """
    options = {option.id: option for option in (*variant.agreed, *table.options)}
    own = [option for option in options.values() if option.chances]
    others = [option for option in options.values() if option.hands and not option.chances]
    if not own:
        return ()
    if len(own) > 1 or others or replace(table, options=()) != TableState():
        names = name_some([option.id for option in (*own, *others)])
        message = Sentence("The odds under {names} can be calculated only separately.", names=names)
        raise PrintkitError(message, hint="Name one option, without decks or tokens.")
    return own[0].chances


def _chances_of_number(chances: Sequence[Chance], number: int) -> tuple[Chance, ...]:
    """Return the chances of a target number. A number that was not counted has the chances of its
    opposite.
    """
    counted = {chance.count: chance for chance in chances if chance.aim == "select"}
    chance = counted.get(number, counted.get(-number))
    return () if chance is None else (evolve(chance, count=number),)


def find_chances(variant: Variant, table: TableState) -> tuple[Chance, ...]:
    """Return the chances of hands as dealt, and after the exchange of the game.

    They come from the definition or the rule set in use; otherwise they are counted for this table.

    Raises PrintkitError if the hands have no fixed number of cards, if there are too many different
    hands, or if a rule set must be named.
    """
    if variant.sets_rule == "all" and table == TableState():
        known = {name: load(name).chances for name in variant.sets}
        return tuple(evolve(c, set=name) for name, chances in known.items() for c in chances)
    of_options = _chances_of_options(variant, table)
    if of_options:
        return of_options
    own = load(table.rule_set) if variant.sets_rule == "all" and table.rule_set else variant
    if table == TableState(rule_set=table.rule_set):
        stored = [c for c in own.chances if c.set in (None, table.rule_set)]
        if stored:
            return tuple(stored)
    if table.aim is not None and replace(table, aim=None) == TableState():
        of_number = _chances_of_number(own.chances, table.aim.number)
        if of_number:
            return of_number
    size = own.dealt_cards
    if not own.hands or not size:
        message = Sentence("No odds can be calculated for {slug}.", slug=own.slug)
        raise PrintkitError(
            message, hint="The definition needs names for hands and a number of cards."
        )
    if variant.sets_rule is not None and table.rule_set is None:
        raise PrintkitError(
            Sentence("{slug} is played with several rule sets.", slug=variant.slug),
            hint="Add --rule-set.",
        )
    if own.counting.target is not None:
        return tuple(count_selections(own, size, table))
    exchange = load(table.rule_set).exchange if table.rule_set else own.exchange
    after = count_exchange(own, size, exchange, table) if exchange is not None else []
    return (count_dealt(own, size, table), *after)
