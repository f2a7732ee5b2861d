"""An example of each winning hand.

Candidates are made from the pattern of a hand, and kept if the rules give them its name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, combinations, islice, product, zip_longest

from printkit.base.errors import PrintkitError
from printkit.model.cards import Card
from printkit.model.fields import BY_SET
from printkit.model.play import CardPattern, Hand
from printkit.model.variant import Variant
from printkit.rules.card_codes import HeldCard
from printkit.rules.hands import TableState, Verdict, judge, matches_pick
from printkit.rules.ladder import rank_examples

# The number of candidates of each size, and of those with the right name that are compared.
_MAX_EXAMPLES, _ENOUGH = 4000, 40
# The number of cards of a hand without picks, and of cards beside those that picks require.
_FREE, _BESIDE = (3, 2, 4, 5), (0, 1, 2)


def examples(variant: Variant) -> Mapping[str, tuple[Card, ...]]:
    """Return one example for each name of a hand, if one is found. Kept with the variant."""
    known: dict[str, tuple[Card, ...]] | None = vars(variant).get("hand_examples")
    if known is None:
        made = {
            hand.id: _find_example(variant, hand)
            for hand in variant.hands
            if hand.cards or hand.sum or hand.total or hand.difference or hand.best
        }
        known = {hand: cards for hand, cards in made.items() if cards}
        vars(variant)["hand_examples"] = known
    return known


def _find_example(variant: Variant, hand: Hand) -> tuple[Card, ...]:
    """Return the first example of the definition, else the best of the first candidates with the
    fewest cards.
    """
    with suppress(PrintkitError):  # an example with a card that this deck lacks
        if hand.ladder:
            return tuple(held.card for held in rank_examples(variant, hand)[0].cards)
    for candidates in _list_candidates(variant, hand):
        if cards := _best_example(variant, hand, islice(candidates, _MAX_EXAMPLES)):
            return cards
    return ()


def _best_example(
    variant: Variant, hand: Hand, candidates: Iterable[tuple[Card, ...]]
) -> tuple[Card, ...]:
    table = TableState(decks=hand.decks)
    best: tuple[Verdict, tuple[Card, ...]] | None = None
    seen = 0
    for cards in candidates:
        if not _is_likely(variant, hand, cards):
            continue
        with suppress(PrintkitError):  # a hand that the game does not allow
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
    """Return True if the deck has these cards and their sum is in the bounds of the hand.

    This is a quick check before the hand is judged.
    """
    if variant.counting.system == "sum" and hand.total is not None and hand.counts is None:
        fixed = [card.values[0] for card in cards if len(card.values) == 1]
        if len(fixed) == len(cards) and not hand.total.contains(sum(fixed)):
            return False
    held = Counter([card.id for card in cards])
    return all(held[card.id] <= card.copies * hand.decks for card in cards)


def _list_candidates(variant: Variant, hand: Hand) -> Iterator[Iterator[tuple[Card, ...]]]:
    """Yield candidates, size by size: the cards that the picks require, then further cards where
    they are allowed; without picks, cards of alternating suits.
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
    """Yield cards that match one pick; those of one rank are of several suits."""
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
    """Return cards alternating above and below zero, so that those of one rank may add up to 0."""
    above = [card for card in cards if card.values[0] >= 0]
    below = [card for card in cards if card.values[0] < 0]
    return [card for pair in zip_longest(above, below) for card in pair if card is not None]


def _rotate(cards: Sequence[Card], by: int) -> list[Card]:
    by %= max(1, len(cards))
    return [*cards[by:], *cards[:by]]


def _distribute(cards: Sequence[Card], count: int, index: int = 0) -> list[list[Card]]:
    """Return the candidates for each place of a hand: suits far apart, high cards first, low cards
    last.
    """
    suits = list(dict.fromkeys(card.suit for card in cards))
    places: list[list[Card]] = []
    for place in range(count if suits else 0):
        suit = suits[(index + -(-place * len(suits) // count)) % len(suits)]
        own = [card for card in reversed(cards) if card.suit == suit]
        others = [card for card in cards if card.suit != suit]
        places.append([*_rotate(own, (place + 1) * len(own) // (count + 1)), *others])
    return places
