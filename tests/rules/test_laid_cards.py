"""Cards that act on the cards laid before them, compared with a board that is played card by card.

The board is written from the rules of the special cards: it knows no definition and no sum.
"""

from itertools import product
from random import Random

import pytest

from printkit.base.errors import PrintkitError
from printkit.model.load import load
from printkit.rules.card_codes import HeldCard, read_hands
from printkit.rules.hands import TableState, judge, judge_all, ranks

NUMBERS = {"two-and-four": (2, 4), "three-and-six": (3, 6)}
SPECIALS = {"tiebreaker": (1, -1), "one-or-two": (1, -1, 2, -2)}


def choices_of(card: str) -> tuple[int, ...]:
    """Return the numbers that a player may choose for a card."""
    if card in SPECIALS:
        return SPECIALS[card]
    kind, _, number = card.rpartition("-")
    if kind == "plus-minus":
        return (int(number), -int(number))
    return (-int(number),) if kind == "minus" else (int(number),) if number.isdigit() else (0,)


def lay(cards: list[str], chosen: tuple[int, ...]) -> int:
    """Return the total of a board after all cards have been laid, one after the other."""
    cells: list[int] = []
    for card, number in zip(cards, chosen, strict=True):
        if card == "double":
            cells.append(cells[-1])
        elif card in NUMBERS:
            cells = [-cell if abs(cell) in NUMBERS[card] else cell for cell in cells]
            cells.append(0)
        else:
            cells.append(number)
    return sum(cells)


def totals(cards: list[str]) -> list[int]:
    return sorted({lay(cards, chosen) for chosen in product(*map(choices_of, cards))})


def value(found: list[int]) -> int:
    """Return the best total: the highest up to 20, else the one that loses least."""
    fair = [total for total in found if total <= 20]
    return max(fair) if fair else min(found)


def draw(random: Random) -> list[str]:
    main = [f"main-{number}" for number in range(1, 11)]
    side = [f"{kind}-{n}" for kind in ("plus", "minus", "plus-minus") for n in range(1, 7)]
    rest = [*main, *random.choices(side, k=6), *SPECIALS, *NUMBERS, "double", "double"]
    return [random.choice(main), *random.choices(rest, k=random.randint(1, 6))]


def hold(cards: list[str]) -> list[HeldCard]:
    known = {card.id: card for card in load("pazaak").cards}
    return [HeldCard(known[card], known[card].values) for card in cards]


def test_totals_equal_those_of_a_played_board() -> None:
    random = Random(39)
    for _ in range(4000):
        cards = draw(random)
        verdict = judge(load("pazaak"), hold(cards))
        found = totals(cards)
        assert (list(verdict.totals), verdict.best) == (found, value(found)), cards
        assert sum(verdict.reading.values) == verdict.best


def test_board_with_another_order_has_another_total() -> None:
    assert totals(["main-4", "two-and-four"]) == [-4]
    assert totals(["two-and-four", "main-4"]) == [4]
    for cards in (["main-4", "two-and-four"], ["two-and-four", "main-4"]):
        assert judge(load("pazaak"), hold(cards)).best == totals(cards)[0]


def test_tiebreaker_decides_equal_totals_only() -> None:
    game = load("pazaak")
    hands = [
        ["main-10", "main-9"],
        ["main-10", "main-8", "tiebreaker"],
        ["main-8", "main-10", "tiebreaker"],
        ["main-10", "main-10"],
    ]
    verdicts = judge_all(game, [hold(cards) for cards in hands])
    assert ranks(verdicts) == [4, 2, 2, 1]


def test_full_board_beats_exactly_twenty_with_the_option() -> None:
    game = load("pazaak")
    nine = hold(["main-1"] * 4 + ["main-2"] * 4 + ["double"])
    twenty = hold(["main-10", "main-10"])
    agreed = TableState(options=tuple(o for o in game.options if o.id == "nine-cells"))
    assert ranks(judge_all(game, [nine, twenty])) == [2, 1]
    assert ranks(judge_all(game, [nine, twenty], agreed)) == [1, 2]


@pytest.mark.parametrize("hand", ["D M4", "M4 D=4"])
def test_double_without_card_or_with_value_is_refused(hand: str) -> None:
    with pytest.raises(PrintkitError):
        judge(load("pazaak"), read_hands(load("pazaak"), hand, "en")[0])
