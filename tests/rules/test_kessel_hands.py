"""Kessel Sabacc: all hands against a second implementation of the rules; see golden/judgements."""

from collections.abc import Callable
from itertools import product

import pytest

from printkit.base.records import evolve
from printkit.rules.answers import read_table_state
from printkit.rules.card_codes import HeldCard
from printkit.rules.hands import TableState, Verdict, judge, ranks
from tests.rules.test_codes import deck

KESSEL = "kessel"
Place = tuple[int, int, int]
Judge = Callable[[str, str], Place]


def table(*tokens: str) -> TableState:
    """Return a table with these tokens in effect."""
    return read_table_state(deck(KESSEL), 1, None, tokens)


def place(one: str, other: str) -> Place:
    """Return the rank of a hand by independent rules, smaller is better: Sylops, pairs, then
    difference and sum.
    """
    if one == other == "sylop":
        return (0, 0, 0)
    a = int(other) if one == "sylop" else int(one)
    b = int(one) if other == "sylop" else int(other)
    return (1, a, a) if a == b else (2, abs(a - b), a + b)


def place_marked_down(one: str, other: str) -> Place:
    if one == other == "sylop":
        return (0, 0, 0)
    a, b = (0 if name == "sylop" else int(name) for name in (one, other))
    return (1, a, a) if a == b else (2, abs(a - b), a + b)


def place_cooked(one: str, other: str) -> Place:
    kind, a, b = place(one, other)
    return {0: (1, 0, 0), 1: (0, -a, -a)}.get(kind, (kind, a, b))


def place_prime_three(one: str, other: str) -> Place:
    kind, a, b = place(one, other)
    return (-1, 0, 0) if (kind, a) == (1, 3) else (kind, a, b)


def mistaken(by: Judge, *tokens: str) -> int:
    """Return the number of pairs of hands of numbers and Sylops that are ranked differently."""
    by_id = {card.id: card for card in deck(KESSEL).cards}
    names = [*"123456", "sylop"]
    judged: list[tuple[Place, Verdict]] = []
    for one, other in product(names, names):
        cards = [by_id[f"blood-{one}"], by_id[f"sand-{other}"]]
        held = [HeldCard(card, card.values) for card in cards]
        judged.append((by(one, other), judge(deck(KESSEL), held, table(*tokens))))
    found = ranks([verdict for _, verdict in judged])
    places = [its for its, _ in judged]
    return sum(
        (a < b) != (x < y) or (a == b) != (x == y)
        for (a, x), (b, y) in product(zip(places, found, strict=True), repeat=2)
    )


@pytest.mark.parametrize(
    ("by", "tokens", "same"),
    [
        (place, [], True),
        (place_marked_down, ["markdown"], True),
        (place_cooked, ["cook-the-books"], True),
        (place_prime_three, ["prime-sabacc=3"], True),
        # Controls: with the wrong tokens, the ranks differ from the rules.
        (place, ["markdown"], False),
        (place, ["cook-the-books"], False),
        (place, ["prime-sabacc=3"], False),
        (place_prime_three, ["prime-sabacc=4"], False),
    ],
)
def test_all_hands_rank_as_independent_rules(by: Judge, tokens: list[str], same: bool) -> None:
    assert (mistaken(by, *tokens) == 0) is same


def test_greater_sum_wins_equal_differences() -> None:
    """None of our games uses this, but a definition may."""
    kessel = deck(KESSEL)
    highest = [evolve(hand, best="highest") if hand.best else hand for hand in kessel.hands]
    turned = evolve(kessel, hands=tuple(highest))
    by_id = {card.id: card for card in kessel.cards}
    judged = [
        judge(turned, [HeldCard(card, card.values) for card in (by_id[one], by_id[other])])
        for one, other in (("blood-1", "sand-2"), ("blood-4", "sand-5"), ("blood-2", "sand-4"))
    ]
    assert ranks(judged) == [3, 2, 1]


def test_every_hand_has_a_name() -> None:
    by_id = {card.id: card for card in deck(KESSEL).cards}
    names = [*"123456", "sylop", "impostor"]
    for one, other in product(names, names):
        cards = [by_id[f"blood-{one}"], by_id[f"sand-{other}"]]
        held = [HeldCard(card, card.values) for card in cards]
        for tokens in ([], ["markdown"], ["major-fraud"], ["markdown", "major-fraud"]):
            assert judge(deck(KESSEL), held, table(*tokens)).hand is not None, (one, other, tokens)
