"""Laws of judging: ranks are a total order, for any order of the cards; see golden/judgements."""

from collections.abc import Sequence
from random import Random

import pytest

from printkit.base.errors import PrintkitError
from printkit.rules.card_codes import HeldCard
from printkit.rules.hands import TableState, Verdict, judge, ranks, require_rule_set
from tests.rules.test_codes import deck, hands
from tests.rules.test_counting import every


def verdicts(
    slug: str, text: str, table: TableState | None = None, decks: int = 1
) -> list[Verdict]:
    """Return the verdicts of the hands in a text."""
    return [judge(deck(slug), hand, table) for hand in hands(slug, text, decks=decks)]


@pytest.mark.parametrize(
    ("slug", "name", "wording"),
    [
        ("casino", "imperial", "casino is played with one rule set only. Remove --rule-set."),
        ("imperial", "corellian", "imperial is played with one rule set only."),
        ("random", "imperal", "“imperal” is not a rule set of random. Did you mean “imperial”?"),
        ("theory", "casino", "“casino” is not a rule set of theory."),
    ],
)
def test_inapplicable_rule_set_is_rejected(slug: str, name: str, wording: str) -> None:
    with pytest.raises(PrintkitError) as caught:
        require_rule_set(deck(slug), name)
    assert str(caught.value).startswith(wording)


GAMES = [
    "casino",
    "cloud-city",
    "tarot",
    "poker",
    "corellian-spike",
    "pazaak",
    "theory",
    "imperial",
]


def draw(random: Random, slug: str, most: int = 5) -> list[HeldCard]:
    # A value set by a rule set needs nine sets; it is tested above, and slow.
    cards = [card for card in every(slug) if card.rule is None and card.values and not card.turns]
    return [HeldCard(card, card.values) for card in random.sample(cards, random.randint(1, most))]


@pytest.mark.parametrize("slug", GAMES)
def test_card_order_does_not_change_verdict(slug: str) -> None:
    random = Random(slug)
    for _ in range(20):
        hand = draw(random, slug)
        one, other = (judge(deck(slug), cards) for cards in (hand, random.sample(hand, len(hand))))
        assert (one.totals, one.best, one.hand, one.bombed) == (
            other.totals,
            other.best,
            other.hand,
            other.bombed,
        )
        assert ranks([one, other]) == [1, 1]
        assert one.best in one.totals
        assert list(one.totals) == sorted(set(one.totals))
        assert not (one.bombed and one.hand is not None)


def a_total_preorder(found: Sequence[Verdict], given_ranks: Sequence[int]) -> bool:
    """Return True if the ranks of all hands agree with the ranks of each pair."""
    for one, its in zip(found, given_ranks, strict=True):
        for other, of_other in zip(found, given_ranks, strict=True):
            first, second = ranks([one, other])
            if (first < second) != (its < of_other) or (first == second) != (its == of_other):
                return False
    return (
        all(rank == 1 + sum(other < rank for other in given_ranks) for rank in given_ranks)
        and 1 in given_ranks
    )


@pytest.mark.parametrize("slug", GAMES)
def test_ranks_are_a_total_order(slug: str) -> None:
    random = Random(slug)
    for number in range(15):
        found = [judge(deck(slug), draw(random, slug)) for _ in range(1 + number % 6)]
        assert a_total_preorder(found, ranks(found))


def test_wrong_order_is_detected() -> None:
    """Control: ranks in another order, with a gap or without a first rank are not a preorder."""
    found = verdicts("casino", "S11 TCo / S11 T11 / S1 / T1")
    assert a_total_preorder(found, [1, 2, 3, 3])
    for wrong in ([2, 1, 3, 3], [1, 2, 3, 4], [1, 1, 3, 3], [1, 2, 4, 4], [2, 3, 4, 4]):
        assert not a_total_preorder(found, wrong)


def casino_place(hand: Sequence[HeldCard]) -> tuple[int, int]:
    """Return the rank of a hand by a second implementation of the casino rules: greater is
    better.
    """
    names = [held.card.id for held in hand]
    total = sum(held.values[0] for held in hand)
    numbers = {name.split("-")[-1] for name in names}
    if "idiot" in names and {"2", "3"} <= numbers:
        return (3, 0)
    if total == 23:
        return (2, 0)
    return (0, 0) if total == 0 or abs(total) > 23 else (1, total)


def test_casino_matches_independent_rules() -> None:
    random = Random(2)
    for _ in range(80):
        dealt = [draw(random, "casino", 4) for _ in range(3)]
        places = [casino_place(hand) for hand in dealt]
        expected = [1 + sum(other > place for other in places) for place in places]
        assert ranks([judge(deck("casino"), hand) for hand in dealt]) == expected


def test_independent_rules_detect_wrong_judgement() -> None:
    """Control: classic judges a fourth card differently from the casino."""
    array, pure = hands("casino", "I S2 C3 T5 / S11 TCo")
    assert casino_place(array) > casino_place(pure)
    assert ranks([judge(deck("classic"), hand) for hand in (array, pure)]) == [2, 1]
