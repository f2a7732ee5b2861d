"""Totals of hands: laws, and every choice tried by brute force; see golden/judgements.

The values of the cards are written here again from the rules, and none is read from the tested
definitions.
"""

import time
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import product
from random import Random

import pytest

from printkit.model.cards import Card
from printkit.rules.card_codes import HeldCard
from printkit.rules.hands import PossibleSums, Tally, bombs_out, judge, ranks, tallies
from tests.rules.test_codes import deck, hands
from tests.support.decks import facts

Totals = set[int]
SUIT_SIGN = {"swords": 1, "batons": 1, "cups": -1, "coins": -1, "trump": 0}
POKER_SIGN = {"spades": 1, "diamonds": 1, "hearts": -1, "clubs": -1}
TAROT_RANK = {"jack": 11, "knight": 12, "queen": 13, "king": 14}
POKER_RANK = {"jack": 11, "queen": 12, "king": 13}
SABACC_RANK = {"commander": 12, "mistress": 13, "master": 14, "ace": 15}
EITHER = {
    "queen-of-air-and-darkness": 2,
    "endurance": 8,
    "balance": 11,
    "demise": 13,
    "moderation": 14,
    "evil-one": 15,
    "star": 17,
}


def totals(slug: str, text: str) -> list[int]:
    """Return the totals of one hand, in their order."""
    (hand,) = hands(slug, text)
    return [reading.total for reading in tallies(deck(slug).counting, hand)]


def held_of(slug: str, cards: list[Card]) -> list[HeldCard]:
    return [HeldCard(card, card.values) for card in cards]


@cache
def every(slug: str) -> tuple[Card, ...]:
    """Return all cards of a deck, including copies."""
    return tuple(
        card for card in deck(slug).cards if card.values or card.rule for _ in range(card.copies)
    )


def dealt(slug: str, times: int, most: int = 6) -> Iterator[list[Card]]:
    """Yield random hands of a deck, the same in each run; for Kessel one card of each family."""
    random = Random(slug)
    cards = every(slug)
    families = [[card for card in cards if card.family == name] for name in deck(slug).families]
    for _ in range(times):
        if slug == "kessel":
            yield [random.choice(family) for family in families]
        else:
            yield random.sample(cards, random.randint(1, most))


def counted(slug: str, cards: list[Card]) -> Totals:
    return {r.total for r in tallies(deck(slug).counting, held_of(slug, cards))}


# --- the same, by brute force --------------------------------------------------------------------


def ranked_values(name: str, courts: dict[str, int]) -> list[int]:
    """Return the values of a card of four suits: an ace counts one, or one more than the king."""
    suit, _, rank = name.partition("-")
    if suit in ("excuse", "joker"):
        return [0]
    return [1, courts["king"] + 1] if rank == "ace" else [courts.get(rank) or int(rank)]


def by_hues(cards: list[Card], courts: dict[str, int], signs: dict[str, int]) -> Totals:
    """Return trumps plus or minus (Arms minus Riches), for every value of every ace."""
    names, found = [card.id for card in cards], set[int]()
    for chosen in product(*(ranked_values(name, courts) for name in names)):
        hued = trumps = 0
        for name, value in zip(names, chosen, strict=True):
            sign = signs.get(name.split("-")[0], 0)
            hued += sign * value
            trumps += value if sign == 0 else 0
        found |= {trumps + hued, trumps - hued}
    return found


def cloud_city_values(name: str) -> list[int]:
    if name == "idiot":
        return [0]
    if name in EITHER:
        return [EITHER[name], -EITHER[name]]
    rank = name.split("-")[1]
    return [SABACC_RANK.get(rank) or int(rank)]


def cloud_city_by_force(cards: list[Card]) -> Totals:
    return {sum(chosen) for chosen in product(*(cloud_city_values(card.id) for card in cards))}


def casino_by_force(cards: list[Card]) -> Totals:
    values = [cloud_city_values(card.id) for card in cards]
    return {sum(min(of) if len(of) > 1 else of[0] for of in values)}


def spike_by_force(cards: list[Card]) -> Totals:
    total = 0
    for card in cards:
        if card.id != "sylop":
            _, sign, number = card.id.split("-")
            total += int(number) if sign == "plus" else -int(number)
    return {total}


def kessel_by_force(cards: list[Card]) -> set[tuple[int, int]]:
    """Return every (difference, sum) of two cards that any dice can give."""
    one, other = (card.id.split("-")[1] for card in cards)
    dice = range(1, 7)
    found = set()
    for first, second in product(dice, dice):
        a = first if one == "impostor" else None if one == "sylop" else int(one)
        b = second if other == "impostor" else None if other == "sylop" else int(other)
        a, b = (0, 0) if a is None and b is None else (b if a is None else a, b)
        assert a is not None
        b = a if b is None else b
        found.add((abs(a - b), a + b))
    return found


BY_FORCE: dict[str, Callable[[list[Card]], Totals]] = {
    "tarot": partial(by_hues, courts=TAROT_RANK, signs=SUIT_SIGN),
    "poker": partial(by_hues, courts=POKER_RANK, signs=POKER_SIGN),
    "cloud-city": cloud_city_by_force,
    "casino": casino_by_force,
    "corellian-spike": spike_by_force,
}


@pytest.mark.parametrize("slug", BY_FORCE)
def test_totals_match_brute_force(slug: str) -> None:
    for cards in dealt(slug, 60):
        assert counted(slug, cards) == BY_FORCE[slug](cards), cards


def test_kessel_totals_match_brute_force() -> None:
    blood = [card for card in deck("kessel").cards if card.family == "blood"]
    sand = [card for card in deck("kessel").cards if card.family == "sand"]
    for pair in product(blood, sand):
        for cards in (list(pair), list(pair)[::-1]):
            found = tallies(deck("kessel").counting, held_of("kessel", cards))
            assert {(r.total, r.sum) for r in found} == kessel_by_force(cards)


@pytest.mark.parametrize("slug", BY_FORCE)
def test_brute_force_detects_wrong_count(slug: str) -> None:
    """Control: one more card, or another value, changes the count."""
    cards = [card for card in every(slug) if card.rank == "2"][:2]
    more = [card for card in every(slug) if card.rank == "10"][:1]
    assert counted(slug, [*cards, *more]) != BY_FORCE[slug](cards)


def test_kessel_brute_force_detects_wrong_count() -> None:
    """Control: 1 and 3 differs from 1 and 4."""
    (hand,), (other,) = hands("kessel", "b1 s3"), hands("kessel", "b1 s4")
    found = {(r.total, r.sum) for r in tallies(deck("kessel").counting, hand)}
    assert found != kessel_by_force([held.card for held in other])


# The worked examples and hands of the sources, best first.
EXAMPLES = facts(__file__, "examples")


@pytest.mark.parametrize(("slug", "text", "expected"), EXAMPLES["worked"])
def test_examples_of_sources_are_counted(slug: str, text: str, expected: list[int]) -> None:
    assert totals(slug, text) == expected


@pytest.mark.parametrize(("slug", "text"), EXAMPLES["best-first"].items())
def test_hands_rank_as_in_the_sources(slug: str, text: str) -> None:
    found = hands(slug, text.replace("/ = ", "/ "))
    expected: list[int] = []
    for place, hand in enumerate(text.split("/"), 1):
        expected.append(expected[-1] if hand.startswith(" = ") else place)
    assert ranks([judge(deck(slug), hand) for hand in found]) == expected


# --- laws ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", ["tarot", "poker", "cloud-city", "theory", "corellian-spike"])
def test_tally_uses_possible_card_values(slug: str) -> None:
    for cards in dealt(slug, 25):
        found = tallies(deck(slug).counting, held_of(slug, cards))
        assert [r.total for r in found] == sorted({r.total for r in found})
        for reading in found:
            assert sum(reading.values) == reading.sum
            for value, card in zip(reading.values, cards, strict=True):
                assert abs(value) in {abs(v) for v in card.values}


# --- lost totals --------------------------------------------------------------------------------


@pytest.mark.parametrize(("slug", "kept", "lost"), EXAMPLES["bounds"])
def test_totals_beyond_the_bounds_are_lost(slug: str, kept: list[int], lost: list[int]) -> None:
    counting = deck(slug).counting
    assert [t for t in kept + lost if bombs_out(counting, Tally(t, t, (t,)))] == lost


@pytest.mark.parametrize(
    ("total", "score"), [(-5, -5), (22, 22), (23, 23), (24, 1), (46, 23), (47, -1), (48, -2)]
)
def test_theory_restarts_from_zero_above_23(total: int, score: int) -> None:
    theory = deck("theory")
    (found,) = tallies(theory.counting, [HeldCard(theory.cards[0], (total,))])
    assert (found.total, found.sum) == (score, total)


def test_possible_sums_match_all_choices() -> None:
    """Each sum has the first values that give it, in written order."""
    random = Random(1)
    for number in range(100):
        choices = [random.choices(range(-9, 10), k=random.randint(1, 4)) for _ in range(number % 5)]
        first: dict[int, tuple[int, ...]] = {}
        for chosen in product(*choices):
            first.setdefault(sum(chosen), chosen)
        sums = PossibleSums(choices)
        assert list(sums) == sorted(first)
        assert {total: sums.values(total) for total in sums} == first


def test_forty_cards_with_forty_values_count_quickly() -> None:
    start = time.process_time()
    values = [-999 + (n * n * 7919) % 1999 for n in range(40)]
    sums = PossibleSums([values] * 40)
    totals = list(sums)
    assert (totals[0], totals[-1]) == (40 * min(values), 40 * max(values))
    assert all(sum(sums.values(total)) == total for total in totals[::5000])
    assert time.process_time() - start < 2
