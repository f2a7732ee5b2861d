"""Coruscant Shift: selections are judged against a target number and a target suit.

`Umpire` judges and pays independently: it was written from the sentences of the booklet, and
imports nothing of the program.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import pytest

import printkit
from printkit.base.errors import PrintkitError
from printkit.base.records import evolve
from printkit.model.cards import Card
from printkit.model.fields import Home
from printkit.model.load import load
from printkit.model.play import TargetCall
from printkit.rules.hands import TableState, TableTarget, example_aim
from printkit.rules.odds import count_selections, find_chances, kinds_of
from tests.support.showdowns import codes, deck

SLUG = "coruscant-shift"
GOLD, SILVER = (0, 0, 5, -5, 10, -10), ("circles", "triangles", "squares")
Key = tuple[int, ...]


class Umpire:
    """A selection of card ids, such as `circles-plus-7` or `sylop`, and what the dice show."""

    def __init__(self, cards: list[str], number: int, suit: str) -> None:
        self.cards, self.number, self.suit = cards, number, suit

    def values(self) -> list[int]:
        """A Sylop adds 0; a plus card counts as written, a minus card below zero."""
        parts = [card.split("-") for card in self.cards if card != "sylop"]
        return [int(rank) * (1 if sign == "plus" else -1) for _, sign, rank in parts] + [0]

    def of_the_suit(self) -> int:
        """Green and red cards of one shape are of the same suit; a Sylop is of every suit."""
        return sum(card == "sylop" or card.startswith(self.suit) for card in self.cards)

    def key(self, *, pure: bool = False) -> Key:
        """Return what sorts the better selection first: distance, suit, total, highest plus."""
        values = self.values()
        if pure and self.cards == ["sylop", "sylop"]:
            return (-1, 0, 0, 0)
        total = sum(values)
        return (abs(total - self.number), -self.of_the_suit(), -total, -max(*values, 0))


def selections(hand: list[Card]) -> Iterator[list[Card]]:
    """Yield every selection: at least one card."""
    for count in range(1, len(hand) + 1):
        for cards in combinations(hand, count):
            yield [*cards]


def random_table(dice: Random) -> tuple[list[list[Card]], int, str]:
    """Return two to six selections; some are the best of their hands, so that many are level."""
    cards, number, suit = deck(SLUG), dice.choice(GOLD), dice.choice(SILVER)
    dice.shuffle(cards)
    table = []
    for _ in range(dice.randint(2, 6)):
        hand = [cards.pop() for _ in range(5)]
        every = list(selections(hand))
        kind = dice.random()
        if kind < 0.3:
            table.append(dice.choice(every))
            continue
        keys = [
            Umpire([c.id for c in one], number, suit).key()[: 1 + (kind > 0.6)] for one in every
        ]
        table.append(
            dice.choice([one for one, k in zip(every, keys, strict=True) if k == min(keys)])
        )
    if dice.random() < 0.3:  # the same total, and as many cards of the suit
        low, high = dice.sample(range(1, 11), 2)
        signs = dice.sample(("plus", "minus"), 2)
        by_id = {card.id: card for card in deck(SLUG)}
        shapes = dice.sample(SILVER, 2)
        taken = {card.id for one in table for card in one}
        for shape in shapes:
            ids = [f"{shape}-{signs[0]}-{low}", f"{shape}-{signs[1]}-{high}"]
            if not taken & {*ids}:
                table.append([by_id[name] for name in ids])
    return table, number, suit


def compare(seed: int, showdowns: int) -> Counter[str]:
    """Compare ranks and payments at random tables with those of the umpire."""
    dice, seen = Random(seed), Counter[str]()
    for _ in range(showdowns):
        table, number, suit = random_table(dice)
        pure = dice.random() < 0.2
        keys = [Umpire([c.id for c in one], number, suit).key(pure=pure) for one in table]
        pot, chips = dice.randint(1, 60), [dice.randint(0, 40) for _ in table]
        known: dict[str, Any] = {
            "target": f"{number} {suit}",
            "options": ["pure-sabacc"] if pure else [],
        }
        judged = printkit.judge(SLUG, codes(table), **known)
        wanted = [1 + sum(other < key for other in keys) for key in keys]
        assert [hand.rank for hand in judged.hands] == wanted, (codes(table), known)
        settled = printkit.settle(
            SLUG, codes(table), paged=False, pots={"hand-pot": pot}, chips=chips, **known
        )
        first = [i for i, rank in enumerate(wanted) if rank == 1]
        share, left = divmod(pot, len(first))
        own = [held + share * (i in first) for i, held in enumerate(chips)]
        assert [hand.purse["own"] for hand in settled.hands] == own, (codes(table), known)
        assert settled.pots == {"hand-pot": left}
        assert settled.first == tuple(i + 1 for i in first)
        best, *others = sorted(keys)
        seen["level"] += best == others[0]
        seen["suit"] += best[0] == others[0][0] and best[1] != others[0][1]
        seen["total"] += best[:2] == others[0][:2] and best[2] != others[0][2]
        seen["highest"] += best[:3] == others[0][:3] and best[3] != others[0][3]
    return seen


def test_selections_match_independent_umpire() -> None:
    seen = compare(1, 300)
    assert min(seen[word] for word in ("level", "suit", "total")) > 0


@pytest.mark.nightly
def test_many_selections_match_independent_umpire() -> None:
    seen = compare(2, 10_000)
    assert min(seen[word] for word in ("level", "suit", "total", "highest")) > 10


@pytest.mark.parametrize(
    ("hands", "criterion"),
    [
        ("T+9 T-8 / T+4 S-3", "player with more cards of the target suit"),
        ("Y T+9 S-8 / T+4 S-3", "player with more cards of the target suit"),
        ("T+1 / T-1", "higher total"),
        ("T+9 S-8 / T+4 S-3", "highest plus card"),
    ],
)
def test_show_names_deciding_criterion(hands: str, criterion: str) -> None:
    judged = printkit.judge(SLUG, hands, target="0 triangles")
    assert judged.outcome == (f"Hand 1 wins on the tie-break: {criterion}.",)


def test_target_is_asked_for_and_never_guessed() -> None:
    wording = "judged against a target number and a target suit. Say what the dice show: --target"
    with pytest.raises(PrintkitError, match=wording):
        printkit.judge(SLUG, "T+4")
    (need,) = printkit.settle(SLUG, "T+4 / T+5", pots={"hand-pot": 3}).needs
    assert re.search(wording, f"{need.ask} {need.write}")
    assert need.key == "target"
    with pytest.raises(PrintkitError, match="casino is played without a target"):
        printkit.judge("casino", "S1 S2 S3 S4", target="+5 circles")
    # The last player left shows no hand, so the target is not asked for.
    settled = printkit.settle(SLUG, "-", paged=False, alone=True, pots={"hand-pot": 3})
    assert settled.pots == {"hand-pot": 0}


@pytest.mark.parametrize(
    ("typed", "language", "wanted"),
    [
        ("+5 circles", "en", "5 Circles"),
        ("5,c", "en", "5 Circles"),
        ("-10: Squares", "en", "−10 Squares"),
        ("−10 tri", "en", "−10 Triangles"),
        ("0/carres", "fr", "0 Carrés"),
        ("+5 circles", "fr", "+5 Cercles"),
    ],
)
def test_targets_are_read_in_any_form(typed: str, language: str, wanted: str) -> None:
    why = printkit.judge(SLUG, "T+4", target=typed, language=language).hands[0].why[1]
    number, suit = wanted.split()
    assert number in why
    assert suit in why


@pytest.mark.parametrize(
    ("typed", "wording"),
    [
        ("7 circles", "does not begin with a target number. Target numbers: −10, −5, 0"),
        ("circles", "does not begin with a target number"),
        ("", "does not begin with a target number"),
        ("5", "does not name one target suit. Target suits: Circles, Triangles, Squares"),
        ("5 hearts", "does not name one target suit"),
    ],
)
def test_wrong_targets_are_rejected(typed: str, wording: str) -> None:
    with pytest.raises(PrintkitError, match=wording):
        printkit.judge(SLUG, "T+4", target=typed)


def test_card_for_the_tie_goes_to_the_nearest_to_the_target() -> None:
    known: dict[str, Any] = {
        "target": "+5 squares",
        "options": ["card-for-the-tie"],
        "pots": {"hand-pot": 9},
        "paged": False,
    }
    assert printkit.settle(SLUG, "C+5 / T+5", **known).pending == (1, 2)
    assert printkit.settle(SLUG, "C+5 / T+5", again=["C+1 / T+7"], **known).first == (2,)
    assert printkit.settle(SLUG, "C+5 / T+5", again=["C+4 / T+6"], **known).first == (2,)
    level = printkit.settle(SLUG, "C+5 / T+5", again=["C+4 / T+4"], **known)
    assert level.first == (1, 2)
    # The total does not decide any more: 6 and 4 are equally near.
    assert printkit.settle(SLUG, "C+6 / T+4", **known).pending == (1, 2)


def test_selection_chances_match_every_deal() -> None:
    """All deals are counted by the values of their cards, without the program."""
    copies = {0: 2} | {value: 3 for value in range(-10, 11) if value}
    found = {number: Counter[str]() for number in (0, 5, 10)}
    values = sorted(copies)

    def deals(start: int, left: int) -> Iterator[tuple[tuple[int, ...], int]]:
        if not left:
            yield (), 1
            return
        for i in range(start, len(values)):
            for count in range(1, min(copies[values[i]], left) + 1):
                for rest, ways in deals(i + 1, left - count):
                    yield (values[i],) * count + rest, ways * comb(copies[values[i]], count)

    for hand, ways in deals(0, 5):
        sums = {sum(some) for size in range(1, 6) for some in combinations(hand, size)}
        for number, cases in found.items():
            off = min(abs(total - number) for total in sums)
            cases["on-target" if not off else "one-off" if off == 1 else "farther-off"] += ways
    chances = {chance.count: chance for chance in find_chances(load(SLUG), TableState())}
    assert {number: dict(cases) for number, cases in found.items()} == {
        number: dict(chance.hands) for number, chance in chances.items()
    }
    shares = [round(1000 * chances[number].hands["on-target"] / comb(62, 5)) for number in found]
    assert shares == [737, 632, 512]


def test_odds_of_a_target_are_those_of_its_number() -> None:
    """The suit decides only ties."""
    plain = {chance.count: chance.hands for chance in find_chances(load(SLUG), TableState())}
    for typed, number in (("+5 squares", 5), ("-10 circles", -10), ("0 triangles", 0)):
        (chance,) = printkit.load(SLUG).odds(target=typed)
        assert (chance.count, chance.hands) == (number, plain[abs(number)])


@pytest.mark.nightly
def test_counted_odds_do_not_depend_on_the_suit() -> None:
    (chance,) = count_selections(load(SLUG), 5, TableState(aim=TableTarget(5, "squares")))
    assert chance.hands == next(one.hands for one in load(SLUG).chances if one.count == 5)


def test_negative_numbers_have_the_chances_of_positive_ones() -> None:
    (chance,) = count_selections(load(SLUG), 2, TableState(aim=TableTarget(-5)))
    other = next(one for one in count_selections(load(SLUG), 2) if one.count == 5)
    assert chance.hands == other.hands


def test_odds_distinguish_the_target_suit() -> None:
    """With a target suit, cards of one value are two kinds; without one they are alike."""
    game = load(SLUG)
    plain, suited = (
        kinds_of(game, TableState(aim=TableTarget(5, suit))) for suit in (None, "squares")
    )
    assert len(plain) == 21
    assert len(suited) == 41
    assert {kind.copies for kind in suited if kind.card.values[0]} == {1, 2}


@pytest.mark.parametrize("written", ["+5", "circles +5", "five circles"])
def test_malformed_target_is_rejected(written: str) -> None:
    with pytest.raises(ValueError, match="is not a number and a suit"):
        TargetCall.read(written, Home(Path(), ("en",), {}))


@pytest.mark.parametrize("written", ["7 circles", "+5 hearts"])
def test_definition_shows_a_possible_target(written: str) -> None:
    target = load(SLUG).counting.target
    assert target is not None
    assert not [*target.faults()]
    assert len([*evolve(target, shown=TargetCall(written)).faults()]) == 1


def test_examples_have_the_shown_target() -> None:
    shift = load("coruscant-shift")
    aim, target = example_aim(shift), shift.counting.target
    assert target is not None
    assert aim == TableTarget(target.shown.number, target.shown.suit)
    assert example_aim(load("casino")) is None
