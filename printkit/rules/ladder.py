"""Rank the hands of a game, and find examples of each.

Candidates are made from the pattern of a hand. A candidate is an example if the rules judge it to
be that hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, combinations, islice, product, zip_longest

import msgspec

from printkit.base.errors import PrintkitError, did_you_mean
from printkit.base.messages import translate
from printkit.base.sentences import Sentence, as_clause, quote
from printkit.model.cards import Card
from printkit.model.fields import BY_SET, signed
from printkit.model.play import DEALER, CardPattern, Counting, ExampleHand, Hand
from printkit.model.variant import Variant
from printkit.rules.answers import require_hand_sizes
from printkit.rules.card_codes import BETWEEN_HANDS, HeldCard, read_hands
from printkit.rules.hands import (
    TableState,
    Verdict,
    aim_of,
    example_aim,
    judge,
    judge_all,
    matches_pick,
    ranks,
    require_rule_set,
)

# --- ladder --------------------------------------------------------------------------------------

# The card codes of a definition are in English in every printed language.
_LANGUAGE = "en"


class Example(msgspec.Struct, frozen=True):
    """A judged example of a hand."""

    verdict: Verdict
    counting: Counting

    @property
    def cards(self) -> tuple[HeldCard, ...]:
        return self.verdict.cards

    def label(self, language: str) -> str:
        """Return the count of the example, such as “1–1”, “diff. 1, sum 3” or “23”, or an empty
        string for a hand that is defined by its cards.
        """
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
    """A hand of the ladder: its place (from 1) and its examples, the best first."""

    place: int
    hand: Hand
    examples: tuple[Example, ...]

    def label(self, language: str) -> str:
        """Return the count that such hands have, such as “23” or “22 or less”, or an empty string
        for a hand without a bound.
        """
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

    Raises PrintkitError if an example is of another hand, or if examples are in the wrong order.
    """
    return tuple(
        Rung(place, hand, rank_examples(variant, hand))
        for place, hand in enumerate(variant.hands, 1)
    )


def rank_examples(variant: Variant, hand: Hand) -> tuple[Example, ...]:
    """Return the examples of a hand, the best first.

    Raises PrintkitError if the definition's examples are not examples of this hand, or not in this
    order.
    """
    examples = judge_examples(variant, hand.ladder, hand.decks)
    name = hand.name[_LANGUAGE]
    for example, written in zip(examples, hand.ladder, strict=True):
        named = example.verdict.hand
        if named is None or named.id != hand.id:
            comparison = named.name[_LANGUAGE] if named is not None else Sentence("a lost hand")
            hint = Sentence(
                "Use cards that make {name}, or move these cards to the hand that they make.",
                name=name,
            )
            raise PrintkitError(
                Sentence(
                    "{written} is {comparison}, not {name}.",
                    written=quote(written),
                    comparison=comparison,
                    name=name,
                ),
                hint=hint,
            )
    places = ranks([example.verdict for example in examples])
    for i, place in enumerate(places[1:], 1):
        if place <= places[i - 1]:
            better, worse = quote(hand.ladder[i]), quote(hand.ladder[i - 1])
            comparison = "beats" if place < places[i - 1] else "is as good as"
            raise PrintkitError(
                Sentence(
                    f"{{better}} {comparison} {{worse}} before it.", better=better, worse=worse
                ),
                hint="Put the best first.",
            )
    return examples


def judge_examples(
    variant: Variant, written: tuple[str, ...], decks: int = 1
) -> tuple[Example, ...]:
    """Judge hands that are given in the notation of `show --hand`.

    Raises PrintkitError for unknown cards, or too few or too many of them.
    """
    hands = [hand for text in written for hand in read_hands(variant, text, _LANGUAGE, decks)]
    require_hand_sizes(variant, hands)
    table = TableState(decks, aim=example_aim(variant))
    verdicts = judge_all(variant, hands, table) if hands else []
    return tuple(Example(verdict, variant.counting) for verdict in verdicts)


class JudgedExample(msgspec.Struct, frozen=True):
    """A worked example of the rules: the codes of its cards, and its verdict."""

    cards: str
    verdict: Verdict


def work_examples(variant: Variant) -> tuple[dict[str, JudgedExample], dict[str, PrintkitError]]:
    """Return the correct examples of a game and the errors in the others, both by name."""
    worked: dict[str, JudgedExample] = {}
    broken: dict[str, PrintkitError] = {}
    for key, item in variant.example_hands.items():
        try:
            cards = _sort_families(variant, example_cards(variant, key))
            worked[key] = JudgedExample(cards, _judge(variant, item, cards)[0])
        except PrintkitError as error:
            broken[key] = error
    for key, hand in worked.items():
        if fault := next(_faults(variant, key, worked), None):
            message = Sentence(
                "The example “{key}” ({cards}) is wrong: it {fault}.",
                key=key,
                cards=hand.cards,
                fault=fault,
            )
            broken[key] = PrintkitError(message, hint="Change its cards or its expected result.")
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
                Sentence(
                    "The example “{key}” gives away “{card}”, which “{after}” does not contain.",
                    key=key,
                    card=card,
                    after=item.after,
                ),
                hint=did_you_mean(card, cards, "cards", of_file=True),
            )
        cards.remove(card)
    return " ".join((*cards, *(item.takes or "").split()))


def _sort_families(variant: Variant, cards: str) -> str:
    """Return a hand with one card of each family in the order of the families, as on a board."""
    if not variant.counting.each_family:
        return cards
    order = [*variant.families]
    places = {card.id: order.index(card.family) for card in variant.cards if card.family in order}
    return " ".join(sorted(cards.split(), key=lambda code: places.get(code.partition("=")[0], 0)))


def _judge(variant: Variant, item: ExampleHand, *hands: str) -> list[Verdict]:
    if item.set is not None and (variant.sets_rule is None or not variant.sets):
        raise PrintkitError(
            Sentence("{slug} is played with one rule set only.", slug=variant.slug),
            hint="Omit “set”.",
        )
    chosen = require_rule_set(variant, item.set) if item.set is not None else None
    read = read_hands(variant, f" {BETWEEN_HANDS} ".join(hands), _LANGUAGE, at_one_table=True)
    aim = aim_of(item.target) if item.target is not None else example_aim(variant)
    return judge_all(variant, read, TableState(1, chosen, aim=aim))


def _table_of(variant: Variant, key: str, worked: Mapping[str, JudgedExample]) -> dict[str, None]:
    """Return an example, and all examples that are linked to it by beating or tying one another."""
    table: dict[str, None] = {}
    names = [key]
    while names:
        name = names.pop()
        if name in worked and name not in table:
            table[name] = None
            names += (*variant.example_hands[name].beats, *variant.example_hands[name].ties)
    return table


def _dealt_anew(variant: Variant) -> set[str]:
    """Return the examples whose cards the dealer collects and deals anew (a shift, not an
    exchange).
    """
    panels = [panel for play in variant.plays for panel in play.strip]
    moves = [move for panel in panels for move in panel.example if move.card]
    return {str(move.card).split(".")[0] for move in moves if move.end == DEALER}


def _faults(variant: Variant, key: str, worked: Mapping[str, JudgedExample]) -> Iterator[str]:
    """Yield each difference between an example and its stated result."""
    item, verdict = variant.example_hands[key], worked[key].verdict
    if item.total is not None and item.total != verdict.best:
        yield Sentence(
            "counts {best}, not {total}", best=signed(verdict.best), total=signed(item.total)
        )
    if item.totals is not None and item.totals != tuple(verdict.totals):
        yield Sentence("can count {totals}", totals=", ".join(map(signed, verdict.totals)))
    if item.hand is not None and item.hand != (verdict.hand and verdict.hand.id):
        name = quote(verdict.hand.id) if verdict.hand else Sentence("no hand with a name")
        yield Sentence("is {name}, not “{hand}”", name=name, hand=item.hand)
    if item.lost is not verdict.bombed:
        yield Sentence("is lost") if verdict.bombed else Sentence("is not lost")
    rule = variant.exchange
    if rule is not None and item.out and item.takes and key not in _dealt_anew(variant):
        count = len(item.out.split())
        if count not in (*rule.counts, *(rule.more.counts if rule.more else ())):
            yield Sentence(
                "exchanges {count} cards, which the exchange does not allow", count=count
            )
    try:
        _judge(variant, item, *(worked[name].cards for name in _table_of(variant, key, worked)))
    except PrintkitError as error:
        yield Sentence("is not possible on this table: {fault}", fault=as_clause(error.message))
        return
    for verb, others, wanted in (("beat", item.beats, [1, 2]), ("tie with", item.ties, [1, 1])):
        for other in (name for name in others if name in worked):
            pair = _judge(variant, item, worked[key].cards, worked[other].cards)
            if ranks(pair) != wanted:
                yield Sentence(f"does not {verb} “{{other}}”", other=other)


# --- examples ------------------------------------------------------------------------------------

# The number of candidates of each size, and the number with the right name to compare.
_MAX_EXAMPLES, _ENOUGH = 4000, 40
# The number of cards of a hand without picks, and the number besides the cards that picks require.
_FREE, _BESIDE = (3, 2, 4, 5), (0, 1, 2)


def examples(variant: Variant) -> Mapping[str, tuple[Card, ...]]:
    """Return one example for each named hand, if one is found. Cached with the variant."""
    known: dict[str, tuple[Card, ...]] | None = vars(variant).get("hand_examples")
    if known is None:
        made = {
            hand.id: _find_example(variant, hand)
            for hand in variant.hands
            if any((hand.cards, hand.sum, hand.total, hand.difference, hand.distance, hand.best))
        }
        known = {hand: cards for hand, cards in made.items() if cards}
        vars(variant)["hand_examples"] = known
    return known


def _find_example(variant: Variant, hand: Hand) -> tuple[Card, ...]:
    """Return the first example in the definition or, without one, the best of the first candidates
    with the fewest cards, or an empty tuple if no example is found.
    """
    with suppress(PrintkitError):  # the example has a card that this deck lacks
        if hand.ladder:
            return tuple(held.card for held in rank_examples(variant, hand)[0].cards)
    for candidates in _list_candidates(variant, hand):
        if cards := _best_example(variant, hand, islice(candidates, _MAX_EXAMPLES)):
            return cards
    return ()


def _best_example(
    variant: Variant, hand: Hand, candidates: Iterable[tuple[Card, ...]]
) -> tuple[Card, ...]:
    table = TableState(decks=hand.decks, aim=example_aim(variant))
    best: tuple[Verdict, tuple[Card, ...]] | None = None
    seen = 0
    for cards in candidates:
        if not _is_likely(variant, hand, cards):
            continue
        with suppress(PrintkitError):  # the game does not allow this hand
            verdict = judge(variant, [HeldCard(card, card.values) for card in cards], table)
            if verdict.hand is None or verdict.hand.id != hand.id:
                continue
            seen += 1
            if best is None or verdict.key < best[0].key:
                best = verdict, cards
            if seen >= _ENOUGH:
                break
    return best[1] if best else ()


def _is_likely(variant: Variant, hand: Hand, cards: Sequence[Card]) -> bool:
    """Return True if the deck has these cards and their sum is within the bounds of the hand.

    This is a quick check before the hand is judged.
    """
    if variant.counting.system == "sum" and hand.total is not None and hand.counts is None:
        fixed = [card.values[0] for card in cards if len(card.values) == 1]
        if len(fixed) == len(cards) and not hand.total.contains(sum(fixed)):
            return False
    held = Counter([card.id for card in cards])
    return all(held[card.id] <= card.copies * hand.decks for card in cards)


def _list_candidates(variant: Variant, hand: Hand) -> Iterator[Iterator[tuple[Card, ...]]]:
    """Yield candidates, size by size: the cards that the picks require, then more cards if they are
    allowed; without picks, cards of alternating suits.
    """
    pool = [card for card in variant.cards if card.values and card.rule != BY_SET]
    simple = [card for card in pool if card.rule is None and card.suit is not None] or pool
    counting = variant.counting
    if not hand.cards:
        family = next(iter(variant.families))
        drawing = [card for card in simple if card.family == family] or simple
        if counting.each_family:
            yield product(*([c for c in simple if c.family == key] for key in variant.families))
            return
        for count in [counting.cards] if counting.cards else _FREE:
            yield product(*_distribute(drawing, count))
        return
    asked = sum(pick.count for pick in hand.cards)
    fixed = hand.exact or counting.cards == asked
    for more in (0,) if fixed else _BESIDE:
        choices = [islice(_pick_choices(pick, i, pool), 60) for i, pick in enumerate(hand.cards)]
        chosen = [tuple(chain(*cards)) for cards in islice(product(*choices), _MAX_EXAMPLES)]
        extra = list(product(*_distribute(simple, more)))
        yield ((*cards, *beside) for cards, beside in product(chosen, extra))


def _pick_choices(
    pick: CardPattern, index: int, pool: Sequence[Card]
) -> Iterator[tuple[Card, ...]]:
    """Yield choices of cards that match one pick, with several suits for each rank."""
    own = [card for card in pool if matches_pick(pick, card)]
    if pick.same:
        ranks: dict[str, list[Card]] = {}
        for card in own:
            if card.rank is not None and card.suit is not None:
                ranks.setdefault(card.rank, []).append(card)
        for cards in reversed(list(ranks.values())):
            yield from islice(combinations(_alternate_signs(cards), pick.count), 8)
    elif pick.run:
        numbers = {card.rank: None for card in own if (card.rank or "").isdigit()}
        for first in numbers:
            run = [str(int(first or "0") + step) for step in range(pick.count)]
            if all(rank in numbers for rank in run):
                suits = [[card for card in own if card.rank == rank] for rank in run]
                yield from islice(product(*(_rotate(s, k) for k, s in enumerate(suits))), 12)
    elif pick.rank is not None or pick.card is not None:
        copies = max([pick.count, *(card.copies for card in own)])
        chosen = combinations(_rotate(own, index) * copies, pick.count)
        yield from {tuple(card.id for card in cards): cards for cards in chosen}.values()
    else:
        simple = [card for card in own if card.rule is None and card.suit is not None] or own
        yield from product(*_distribute(simple, pick.count, index))


def _alternate_signs(cards: Sequence[Card]) -> list[Card]:
    """Return cards with values alternating above and below zero, so that cards of one rank may add
    up to 0.
    """
    above = [card for card in cards if card.values[0] >= 0]
    below = [card for card in cards if card.values[0] < 0]
    return [card for pair in zip_longest(above, below) for card in pair if card is not None]


def _rotate(cards: Sequence[Card], by: int) -> list[Card]:
    by %= max(1, len(cards))
    return [*cards[by:], *cards[:by]]


def _distribute(cards: Sequence[Card], count: int, index: int = 0) -> list[list[Card]]:
    """Return the candidates for each place of a hand, with varied suits, high cards first and low
    cards last.
    """
    suits = list(dict.fromkeys(card.suit for card in cards))
    places: list[list[Card]] = []
    for place in range(count if suits else 0):
        suit = suits[(index + -(-place * len(suits) // count)) % len(suits)]
        own = [card for card in reversed(cards) if card.suit == suit]
        others = [card for card in cards if card.suit != suit]
        places.append([*_rotate(own, (place + 1) * len(own) // (count + 1)), *others])
    return places
