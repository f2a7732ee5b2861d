"""Kessel Sabacc: pairs and differences, dice, Sylops, and the tokens that bear on hands."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from printkit.rules.answers import read_table_state
from printkit.rules.card_codes import HeldCard
from printkit.rules.hands import TableState, Verdict, judge, ranks
from tests.rules.test_codes import deck, hands

KESSEL = "kessel"
Place = tuple[int, int, int]
Judge = Callable[[str, str], Place]


def table(*tokens: str) -> TableState:
    """A table at which these tokens hold."""
    return read_table_state(deck(KESSEL), 1, None, tokens)


def verdicts(text: str, *tokens: str) -> list[Verdict]:
    return [judge(deck(KESSEL), hand, table(*tokens)) for hand in hands(KESSEL, text)]


def placed(text: str, *tokens: str) -> list[int]:
    return ranks(verdicts(text, *tokens))


def called(text: str, *tokens: str) -> str | None:
    (verdict,) = verdicts(text, *tokens)
    return None if verdict.hand is None else verdict.hand.id


def in_order(text: str, *tokens: str) -> bool:
    """Whether the hands of a text stand from best to worst, none equal."""
    return placed(text, *tokens) == list(range(1, text.count("/") + 2))


# --- pairs and differences -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "hand", "best"),
    [
        ("by sy", "pure-sabacc", 0),
        ("b1 s1", "sabacc", 0),
        ("b6 s6", "sabacc", 0),
        ("by s6", "sabacc", 0),
        ("b6 sy", "sabacc", 0),
        ("b1 s2", "smallest-difference", 1),
        ("b6 s1", "smallest-difference", 5),
        ("bi=3 s3", "sabacc", 0),
        ("bi=2,5 s4", "smallest-difference", 1),
        ("bi s4", "sabacc", 0),
        ("bi=2 si=2", "sabacc", 0),
        ("by si=4", "sabacc", 0),
    ],
)
def test_what_a_hand_is_called(text: str, hand: str, best: int) -> None:
    (verdict,) = verdicts(text)
    assert (called(text), verdict.best, verdict.bombed) == (hand, best, False)


def test_the_pair_of_sylops_is_first_and_six_six_loses_to_one_one() -> None:
    assert in_order("by sy / b1 s1 / b2 s2 / b3 s3 / b4 s4 / b5 s5 / b6 s6 / b1 s2")
    assert placed("b6 s6 / b1 s1") == [2, 1]


def test_one_two_before_four_five_before_six_two() -> None:
    assert in_order("b1 s2 / b4 s5 / b6 s2")
    assert placed("b6 s2 / b4 s5 / b1 s2") == [3, 2, 1]


def test_the_family_does_not_matter() -> None:
    assert placed("b1 s2 / b2 s1 / b2 s3") == [1, 1, 3]
    assert placed("b1 s1 / s1 b1") == [1, 1]


def test_a_sylop_is_the_card_beside_it() -> None:
    assert placed("by s4 / b4 s4 / b4 sy / by s3 / by sy") == [3, 3, 3, 2, 1]


def test_dice_that_were_rolled_are_chosen_among() -> None:
    (verdict,) = verdicts("bi=2,5 s4")
    assert (verdict.totals, verdict.reading.values) == ((1, 2), (5, 4))
    (verdict,) = verdicts("bi=3,5 s4")  # equal differences: the smaller sum
    assert (verdict.totals, verdict.reading.values) == ((1,), (3, 4))
    (verdict,) = verdicts("bi=2,5 si=5,6")
    assert (verdict.best, verdict.reading.values) == (0, (5, 5))
    (verdict,) = verdicts("bi=3,4 sy")  # a Sylop copies the die: the lower pair
    assert verdict.reading.values == (3, 3)


def test_dice_that_were_not_rolled_are_the_best_that_they_can_be() -> None:
    (verdict,) = verdicts("bi s6")
    assert (verdict.totals, verdict.best) == ((0, 1, 2, 3, 4, 5), 0)
    (verdict,) = verdicts("bi si")
    assert verdict.reading.values == (1, 1)


# --- tokens --------------------------------------------------------------------------------------


def test_markdown_makes_sylops_nought() -> None:
    markdown = "markdown"
    (verdict,) = verdicts("by s4", markdown)
    assert (verdict.totals, called("by s4", markdown)) == ((4,), "smallest-difference")
    assert called("by sy", markdown) == "pure-sabacc"
    assert in_order("by sy / b1 s1 / by s1 / b1 s2 / by s2", markdown)


def test_a_sylop_marked_down_beside_a_six_is_a_difference_of_six() -> None:
    (verdict,) = verdicts("by s6", "markdown")
    assert (verdict.best, called("by s6", "markdown")) == (6, "smallest-difference")
    assert in_order("b6 s1 / by s6", "markdown")


def test_major_fraud_makes_impostors_six() -> None:
    fraud = "major-fraud"
    (verdict,) = verdicts("bi s4", fraud)
    assert verdict.totals == (2,)
    assert called("bi s6", fraud) == "sabacc"
    assert placed("bi=1,1 s1 / bi s6 / b6 s6 / by si", fraud) == [4, 1, 1, 1]


def test_cook_the_books_turns_the_sabaccs_round() -> None:
    cook = "cook-the-books"
    assert in_order("b6 s6 / b5 s5 / b2 s2 / b1 s1 / by sy / b1 s2 / b4 s5 / b6 s2", cook)
    assert placed("bi s6 / b6 s6", cook) == [1, 1]


def test_a_sylop_beside_dice_takes_the_higher_pair_when_the_books_are_cooked() -> None:
    (verdict,) = verdicts("bi=3,4 sy", "cook-the-books")
    assert verdict.reading.values == (4, 4)


def test_prime_sabacc_crowns_one_pair() -> None:
    assert in_order("b4 s4 / by sy / b1 s1 / b6 s6 / b1 s2", "prime-sabacc=4")
    assert placed("by s4 / bi=4 s4 / b4 sy / by sy", "prime-sabacc=4") == [1, 1, 1, 4]
    (verdict,) = verdicts("bi=3,4 sy", "prime-sabacc=4")
    assert verdict.reading.values == (4, 4)
    assert in_order("b1 s2 / b4 s5", "prime-sabacc=4")


@pytest.mark.parametrize(
    "tokens", [("prime-sabacc=4", "cook-the-books"), ("cook-the-books", "prime-sabacc=4")]
)
def test_prime_and_cooked_books_together_in_either_order(tokens: tuple[str, str]) -> None:
    assert in_order("b4 s4 / b6 s6 / b1 s1 / by sy / b1 s2", *tokens)


def test_markdown_and_fraud_together() -> None:
    (verdict,) = verdicts("by si", "markdown", "major-fraud")
    assert (verdict.totals, verdict.bombed) == ((6,), False)


def test_a_token_told_twice_holds_or_is_undone_as_a_whole() -> None:
    """Two players may cook the books: once more reversed, or not, but not a half of it."""
    pairs = "by sy / b1 s1 / b6 s6"
    once, none = placed(pairs, "cook-the-books"), placed(pairs)
    assert placed(pairs, "cook-the-books", "cook-the-books") in (once, none)


# --- all hands, against the rules written once more ----------------------------------------------


def place(one: str, other: str) -> Place:
    """The rules once more, smaller is better: Sylops, pairs, then difference and sum."""
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
    """How many of all pairs of hands of numbers and Sylops are ranked otherwise."""
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
    ("by", "tokens"),
    [
        (place, []),
        (place_marked_down, ["markdown"]),
        (place_cooked, ["cook-the-books"]),
        (place_prime_three, ["prime-sabacc=3"]),
    ],
)
def test_all_hands_rank_as_the_rules_say(by: Judge, tokens: list[str]) -> None:
    assert mistaken(by, *tokens) == 0


@pytest.mark.parametrize(
    ("by", "tokens"),
    [
        (place, ["markdown"]),
        (place, ["cook-the-books"]),
        (place, ["prime-sabacc=3"]),
        (place_prime_three, ["prime-sabacc=4"]),
    ],
)
def test_the_rules_of_another_table_are_seen_to_differ(by: Judge, tokens: list[str]) -> None:
    """Control: hands judged by the wrong tokens do not rank as the rules say."""
    assert mistaken(by, *tokens) > 0


def test_every_hand_has_a_name() -> None:
    by_id = {card.id: card for card in deck(KESSEL).cards}
    names = [*"123456", "sylop", "impostor"]
    for one, other in product(names, names):
        cards = [by_id[f"blood-{one}"], by_id[f"sand-{other}"]]
        held = [HeldCard(card, card.values) for card in cards]
        for tokens in ([], ["markdown"], ["major-fraud"], ["markdown", "major-fraud"]):
            assert judge(deck(KESSEL), held, table(*tokens)).hand is not None, (one, other, tokens)


def test_the_hands_stand_in_the_order_of_the_source() -> None:
    order = [hand.id for hand in deck(KESSEL).hands]
    assert order == ["pure-sabacc", "sabacc", "smallest-difference"]
