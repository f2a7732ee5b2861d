"""Cards that act on the cards laid before them, compared with a board that is played card by card.

The board is written from the rules of the special cards: it knows no definition and no sum.
"""

from collections import Counter
from itertools import product
from random import Random

import pytest

from printkit.base.errors import PrintkitError
from printkit.model.load import load
from printkit.rules.card_codes import HeldCard, read_hands
from printkit.rules.hands import TableState, judge, judge_all, ranks
from printkit.rules.showdown import settle_hands
from tests.support.sample import cases

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


# Boards of round Pazaak with the winners, by their numbers: nine filled cells first.
FULL = "M1 M2 M1 M3 M2 M1 M4 M2 M3"
EIGHTEEN = "M1 plus-1 plus-1 M2 plus-2 plus-2 M3 M3 plus-3"
BOTH = {"set-pot": [2], "pazaak-pot": [2]}
ROUND = [
    (f"{FULL} / M10 M10 / M10 M9", {"set-pot": [1], "pazaak-pot": [1]}),
    (f"M10 M10 / {FULL} / M1 plus-1 M2 plus-2 M3 plus-3 M4 plus-4", BOTH),
    (f"{EIGHTEEN} / {FULL} / M9", BOTH),
    ("M4 M4 M4 M2 M1 M3 M2 M3 M4 / M10 M8 M2 / M10 M9", {"set-pot": [2], "pazaak-pot": []}),
    (f"{FULL} plus-6 / M10 M9", {}),
]


@pytest.mark.parametrize(("hands", "winners"), ROUND)
def test_nine_filled_cells_win_the_round(hands: str, winners: dict[str, list[int]]) -> None:
    """The full board of 19 beats exactly 20; a higher full board beats it; over 20 it is lost."""
    game, count = load("pazaak-round"), len(hands.split("/"))
    pots, chips = {"set-pot": 3, "pazaak-pot": 7}, [0] * count
    if not winners:  # ten cards
        with pytest.raises(PrintkitError):
            settle_hands(game, hands, "en", pots=pots, chips=chips)
        return
    settled = settle_hands(game, hands, "en", pots=pots, chips=chips)
    expected = [
        sum(pots[pot] for pot, first in winners.items() if number in first)
        for number in range(1, count + 1)
    ]
    assert [hand.purse["own"] for hand in settled.hands] == expected
    lost = pots["pazaak-pot"] if not winners["pazaak-pot"] else 0
    assert dict(settled.pots) == {"set-pot": 0, "pazaak-pot": lost}


def test_one_pot_gives_a_full_board_no_rank() -> None:
    """With the option “One pot”, exactly 20 beats nine filled cells of 19."""
    game, pots = load("pazaak-round"), {"set-pot": 9, "pazaak-pot": 0}
    hands = f"{FULL} / M10 M10 / M10 M9"
    for options, expected in (((), [9, 0, 0]), (("no-full-board",), [0, 9, 0])):
        settled = settle_hands(game, hands, "en", pots=pots, chips=[0] * 3, options=options)
        assert [hand.purse["own"] for hand in settled.hands] == expected


@pytest.mark.parametrize("hand", ["D M4", "M4 D=4"])
def test_double_without_card_or_with_value_is_refused(hand: str) -> None:
    with pytest.raises(PrintkitError):
        judge(load("pazaak"), read_hands(load("pazaak"), hand, "en")[0])


def board(random: Random) -> tuple[list[str], list[str], int]:
    """Return a board as cards and as typed, with the numbers that were chosen, and its total."""
    low = random.random() < 0.4
    main = [f"main-{number}" for number in range(1, 4 if low else 11)]
    cards = [random.choice(main)]
    for _ in range(8 if low else random.randint(1, 5)):
        cards.append(random.choice([*main, *main, "double", "tiebreaker", "one-or-two"]))
    chosen = tuple(random.choice(choices_of(card)) for card in cards)
    typed = [
        f"{card}={number}" if card in SPECIALS else card
        for card, number in zip(cards, chosen, strict=True)
    ]
    return cards, typed, lay(cards, chosen)


@pytest.mark.parametrize("showdowns", cases((300, 5_000), (300,)))
def test_round_table_is_paid_as_its_rules_say(showdowns: int) -> None:
    """The best board takes the set pot, a full one the pazaak pot too."""
    random, game, count = Random(6), load("pazaak-round"), 0
    copies = {card.id: card.copies for card in game.cards}
    while count < showdowns:
        boards = [board(random) for _ in range(random.randint(3, 6))]
        held = Counter(card for cards, _, _ in boards for card in cards)
        if any(number > copies[card] for card, number in held.items()):
            continue
        count += 1
        set_pot, pazaak_pot = random.randint(3, 12), random.randint(0, 30)
        fair = {
            i: (len(cards) == 9, total, "tiebreaker" in cards)
            for i, (cards, _, total) in enumerate(boards)
            if total <= 20
        }
        best = max(fair.values(), default=None)
        first = [i for i, worth in fair.items() if worth == best]
        own = [0] * len(boards)
        left = {"set-pot": set_pot, "pazaak-pot": pazaak_pot}
        for name in ("set-pot", "pazaak-pot") if best and best[0] else ("set-pot",):
            for i in first:
                own[i] += left[name] // len(first)
            rest = left[name] % len(first) if first else left[name]
            if first and name == "set-pot":
                left["pazaak-pot"] += rest
                rest = 0
            left[name] = rest
        settled = settle_hands(
            game,
            " / ".join(" ".join(typed) for _, typed, _ in boards),
            "en",
            pots={"set-pot": set_pot, "pazaak-pot": pazaak_pot},
            chips=[0] * len(boards),
        )
        assert [hand.purse["own"] for hand in settled.hands] == own, boards
        assert dict(settled.pots) == left, boards
