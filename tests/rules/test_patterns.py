"""Patterns of cards, compared with a matcher that tries every order of the cards."""

import time
from collections.abc import Callable
from itertools import permutations
from random import Random

import pytest

from printkit.base.errors import PrintkitError
from printkit.model.cards import Card
from printkit.model.play import CardPattern
from printkit.rules.hands import matches_pattern
from tests.rules.test_codes import deck

# A few tarot cards with repeated ranks and suits, and cards without a numbered rank.
SOME = (
    "excuse trump-1 trump-2 trump-3 swords-2 cups-2 coins-2 swords-3 cups-3 coins-4 "
    "swords-5 swords-ace cups-king coins-king"
).split()


def pick(
    count: int = 1,
    *,
    card: str | None = None,
    suit: str | None = None,
    rank: str | None = None,
    kind: str | None = None,
    same: bool = False,
    run: bool = False,
) -> CardPattern:
    return CardPattern(count=count, card=card, suit=suit, rank=rank, kind=kind, same=same, run=run)


def by_force(picks: list[CardPattern], cards: list[Card], *, exact: bool) -> bool:
    """Return True if some order of the cards, cut into groups, satisfies each pick."""
    wanted = sum(one.count for one in picks)
    if exact and wanted != len(cards):
        return False
    return any(_serves(picks, order) for order in permutations(cards, wanted))


def _serves(picks: list[CardPattern], order: tuple[Card, ...]) -> bool:
    at = 0
    for one in picks:
        group = order[at : at + one.count]
        at += one.count
        if not all(_asked(one, card) for card in group) or not _together(one, group):
            return False
    return True


def _asked(one: CardPattern, card: Card) -> bool:
    if one.card is not None and card.id != one.card:
        return False
    if one.suit is not None and card.suit != one.suit:
        return False
    if one.rank is not None and card.rank != one.rank:
        return False
    return one.kind in (None, "any") or card.kind == one.kind


def _together(one: CardPattern, group: tuple[Card, ...]) -> bool:
    ranks = [card.rank for card in group]
    if one.same:
        return None not in ranks and len(set(ranks)) == 1
    if one.run:
        numbers = sorted(int(rank) for rank in ranks if rank is not None and rank.isdigit())
        return len(numbers) == one.count and numbers == list(
            range(numbers[0], numbers[0] + one.count)
        )
    return True


def cards_of(*names: str) -> list[Card]:
    by_id = {card.id: card for card in deck("tarot").cards}
    return [by_id[name] for name in names]


Maker = Callable[[Random], CardPattern]
SINGLE: list[Maker] = [
    lambda r: pick(r.randint(1, 2), card=r.choice(SOME)),
    lambda r: pick(r.randint(1, 2), rank=r.choice(["idiot", "2", "3", "ace", "king"])),
    lambda r: pick(r.randint(1, 3), suit=r.choice(["swords", "cups", "coins", "trump"])),
    lambda r: pick(r.randint(1, 2), kind=r.choice(["numbered", "ranked", "any"])),
    lambda r: pick(suit=r.choice(["swords", "coins"]), kind=r.choice(["numbered", "any"])),
]
GROUP: list[Maker] = [
    lambda r: pick(r.randint(1, 4), same=True),
    lambda r: pick(r.randint(1, 4), run=True),
]
OF_A_SUIT: list[Maker] = [
    lambda r: pick(r.randint(1, 3), same=True, suit=r.choice([None, "coins", "swords"])),
    lambda r: pick(r.randint(1, 3), run=True, suit=r.choice(["trump", "swords"])),
]


@pytest.mark.parametrize(
    ("makers", "most", "times"),
    [(SINGLE, 3, 800), (GROUP, 2, 400), (SINGLE + GROUP + OF_A_SUIT, 3, 800)],
    ids=["single", "groups", "any"],
)
def test_pattern_matches_as_by_brute_force(makers: list[Maker], most: int, times: int) -> None:
    """This is true in any order of the cards, and for inexact patterns also with an extra card."""
    random, fitting = Random(most), 0
    for _ in range(times):
        picks = [random.choice(makers)(random) for _ in range(random.randint(1, most))]
        cards = cards_of(*random.choices(SOME, k=random.randint(1, 5)))
        exact = random.random() < 0.5
        fits = matches_pattern(picks, cards, exact=exact)
        assert fits == by_force(picks, cards, exact=exact), (picks, cards, exact)
        shuffled = random.sample(cards, len(cards))
        assert fits == matches_pattern(picks, shuffled, exact=exact), (picks, cards, exact)
        if fits and makers is SINGLE:
            more = [*cards, *cards_of(random.choice(SOME))]
            assert matches_pattern(picks, more, exact=False), (picks, more)
        fitting += fits
    assert times / 20 < fitting < times * 3 / 4


def test_brute_force_detects_wrong_pattern() -> None:
    """Control: changing a pattern by one card changes the answer."""
    cards = cards_of("excuse", "trump-2", "cups-3")
    right = [pick(rank="idiot"), pick(rank="2"), pick(rank="3")]
    wrong = [pick(rank="idiot"), pick(rank="2"), pick(rank="2")]
    assert matches_pattern(right, cards, exact=True) != by_force(wrong, cards, exact=True)


def test_forty_cards_are_matched_quickly() -> None:
    """Interchangeable cards are grouped, which leaves a few of billions of combinations."""
    start = time.process_time()
    alike = cards_of("swords-2") * 40
    assert matches_pattern([pick(20, same=True), pick(20, same=True)], alike, exact=True)
    assert not matches_pattern([pick(20, same=True), pick(suit="cups")], alike, exact=False)
    mixed = cards_of(*(f"{suit}-{n}" for suit in ("swords", "cups") for n in range(2, 11)))
    pairs = [pick(2, same=True) for _ in range(8)]
    assert not matches_pattern([*pairs, pick(card="excuse")], mixed, exact=False)
    assert time.process_time() - start < 2


def test_too_many_tries_are_rejected() -> None:
    cards = [card for card in deck("tarot").cards if card.suit][:40]
    picks = [pick(2, run=True) for _ in range(12)] + [pick(card="excuse")]
    with pytest.raises(PrintkitError, match="more than 2,000 ways"):
        matches_pattern(picks, cards, exact=False)
