"""Ties are decided by an ordered list of criteria.

An umpire for each preset judges Corellian Spike independently: it was written from the sentences
of the booklet, and uses nothing of the program.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import ValidationError

import printkit
from printkit.base.records import build, evolve
from printkit.cli.app import run
from printkit.model.cards import Card
from printkit.model.fields import Home
from printkit.model.load import load
from printkit.model.play import Tie
from printkit.model.variant import Variant
from printkit.rules.card_codes import read_hands
from printkit.rules.hands import judge_all, ranks
from tests.play.chances import one_action
from tests.play.spike import shared_pots
from tests.support.decks import own
from tests.support.showdowns import codes, deck

SLUG = "corellian-spike"
Values = tuple[int, ...]


class Umpire:
    """A hand of values; a Sylop is 0. Every rank of the list gives the values that decide ties.

    This one follows the default rules and the parks' box.
    """

    def __init__(self, values: Values, shapes: frozenset[str]) -> None:
        self.values, self.size, self.shapes = values, len(values), shapes
        self.ranks = Counter(abs(value) for value in values)
        self.positive = sorted((value for value in values if value > 0), reverse=True)

    def of_count(self, least: int) -> list[int]:
        """Return the ranks, a Sylop included, of which there are so many, from the lowest."""
        return [rank for rank in sorted(self.ranks) if self.ranks[rank] >= least]

    def run(self, length: int) -> int | None:
        """Return the lowest start of a run without Sylops."""
        starts = range(1, 12 - length)
        found = (n for n in starts if all(self.ranks[n + step] for step in range(length)))
        return next(found, None)

    @staticmethod
    def last(totals: list[int], blind: list[int]) -> list[int]:
        """Return the places of the blind cards that win: nearest to zero, then positive."""
        keys = [(abs(value), value < 0) for value in blind]
        return [i for i, key in enumerate(keys) if key == min(keys)]

    def key(self) -> Values:
        """Return what sorts the better hand first."""
        total = sum(self.values)
        for place, found in enumerate(self._named() if total == 0 else ()):
            if found is not None:
                return (place, *found)
        own = (-self.size, -sum(self.positive), -max(self.positive, default=0))
        return (20, *own) if total == 0 else (21, abs(total), total < 0, *own)

    def _named(self) -> Iterator[Values | None]:
        """Yield for each rank, from the best, the lowest values that make it, or None."""
        ranks, size = self.ranks, self.size
        sylop, five = ranks[0] > 0, size == 5
        fours, threes, pairs = (self.of_count(least) for least in (4, 3, 2))
        yield () if size == 2 and ranks[0] == 2 else None
        yield (10,) if five and sylop and ranks[10] == 4 else None
        yield (fours[0],) if five and sylop and fours else None
        # One Sylop is in use, so two of them are no pair beside it.
        beside = [rank for rank in pairs if rank]
        yield (beside[0],) if sylop and beside else None
        house = [(a, b) for a in threes for b in pairs if a != b]
        yield min(house) if five and house else None
        yield (fours[0],) if fours else None
        yield () if five and sorted(ranks) == [1, 2, 3, 4, 10] else None
        run = self.run(4)
        yield None if run is None else (run,)
        yield (threes[0],) if threes else None
        yield min(combinations(pairs, 2)) if pairs[1:] else None
        yield (pairs[0],) if pairs else None


class Casino(Umpire):
    """The casinos' list: nineteen hands; the highest values win, then one chain for all hands."""

    def key(self) -> Values:
        total, chain = sum(self.values), self._chain()
        if total:
            return (19, abs(total), total < 0, *chain)
        place, high = next(
            (place, found) for place, found in enumerate(self._named()) if found is not None
        )
        return (place, *(-rank for rank in self._values(high)), *chain)

    def _values(self, high: Values) -> Values:
        return high

    def _chain(self) -> Values:
        sizes = sorted((abs(value) for value in self.values), reverse=True)
        positive = [*self.positive, *[0] * (self.size - len(self.positive))]
        return (
            -self.size,
            -sum(sizes),
            *(-size for size in sizes),
            *(-value for value in positive),
            len(self.shapes) > 1,
        )

    def _named(self) -> Iterator[Values | None]:
        """Yield for each rank the highest values that make it, or None."""
        ranks, size = self.ranks, self.size
        sylop, five = ranks[0] > 0, size == 5
        fours, threes, pairs = (self.of_count(least)[::-1] for least in (4, 3, 2))
        beside = [rank for rank in pairs if rank]
        run = self.run(4)
        house = five and len(ranks) == 2 and bool(threes) and ranks[threes[0]] == 3
        three = threes[0] if threes else 0
        other = next((rank for rank in ranks if rank != three), 0)
        signs = {(abs(value), value > 0) for value in self.values}
        yield () if five and sylop and ranks[10] == 4 else None
        yield (fours[0],) if five and sylop and fours else None
        yield (three, other) if house and len(signs) == 2 else None
        yield (three, other) if house else None
        yield () if sorted(self.ranks.elements()) == [1, 2, 3, 4, 10] else None
        long = self.run(5)
        yield None if long is None or not five else (long,)
        yield (run,) if five and sylop and run is not None else None
        yield (fours[0],) if five and fours else None
        yield (fours[0],) if size == 4 and fours else None
        yield (*beside[:2],) if five and sylop and len(beside) == 2 else None
        yield (three,) if threes else None
        yield () if size == 2 and ranks[0] == 2 else None
        yield (run,) if size == 4 and run is not None else None
        yield (beside[0],) if size == 4 and ranks[0] == 2 and beside else None
        yield (*pairs[:2],) if pairs[1:] else None
        yield (beside[0],) if size == 3 and sylop and beside else None
        yield (pairs[0],) if pairs else None
        yield ()

    @staticmethod
    def last(totals: list[int], blind: list[int]) -> list[int]:
        """Return the places where the total with the card is nearest to zero, on either side."""
        keys = [abs(total + value) for total, value in zip(totals, blind, strict=True)]
        return [i for i, key in enumerate(keys) if key == min(keys)]


class Galaxy(Casino):
    """The casinos' list; values do not count: cards, one suit, plus cards, then they share."""

    def _values(self, high: Values) -> Values:
        return ()

    def _chain(self) -> Values:
        return (
            -self.size,
            len(self.shapes) > 1,
            -sum(self.positive),
            -max(self.positive, default=0),
        )

    @staticmethod
    def last(totals: list[int], blind: list[int]) -> list[int]:
        return [*range(len(totals))]


class Charity(Umpire):
    """The list of tournaments: eighteen hands; the lowest plus card wins."""

    def key(self) -> Values:
        total, lowest = sum(self.values), min(self.positive, default=0)
        if total:
            own = (-self.size, sum(self.positive), lowest)
            return (18, abs(total), total < 0, *own)
        return next(place for place, found in enumerate(self._holds()) if found), lowest

    def _holds(self) -> Iterator[bool]:
        ranks, size = self.ranks, self.size
        sylop = ranks[0] > 0
        fours, threes, pairs = (self.of_count(least) for least in (4, 3, 2))
        beside = [rank for rank in pairs if rank]
        run = self.run(4) is not None
        yield size == 2 and ranks[0] == 2
        yield size == 5 and sylop and bool(fours)
        yield size == 5 and sylop and run
        yield size == 5 and sylop and len(beside) == 2
        yield size == 5 and sylop
        yield size == 4 and sylop
        yield size == 3 and sylop and bool(pairs)
        yield size == 5 and bool(threes) and len(pairs) == 2
        yield size == 4 and bool(fours)
        yield sorted(ranks.elements()) == [1, 2, 3, 4, 10]
        yield size == 4 and run
        yield bool(threes)
        yield size == 4 and len(pairs) == 2
        yield size == 5
        yield size == 4
        yield size == 3
        yield size == 2


# The rules of each preset, by the name of the game.
UMPIRES: dict[str, type[Umpire]] = {
    SLUG: Umpire,
    f"{SLUG}@parks-box": Umpire,
    f"{SLUG}@galaxy-series": Galaxy,
    f"{SLUG}@casino": Casino,
    f"{SLUG}@charity-tournament": Charity,
}


def random_table(dice: Random, *, close: bool) -> list[list[Card]]:
    """Return two to four hands; `close` ones all come to the same total, mostly zero."""
    cards, players = deck(SLUG), dice.randint(2, 4)
    dice.shuffle(cards)
    if not close:
        return [[cards.pop() for _ in range(dice.randint(2, 5))] for _ in range(players)]
    goal, table = dice.choice((0, 0, 0, 1, -2)), list[list[Card]]()
    while len(table) < players:
        hand = dice.sample(cards, dice.choice((2, 3, 4, 5)))
        if sum(values_of(hand)) == goal:
            table.append(hand)
            cards = [card for card in cards if card not in hand]
    return table


def values_of(hand: list[Card]) -> Values:
    return tuple(card.values[0] for card in hand)


def key_of(umpire: type[Umpire], hand: list[Card]) -> Values:
    shapes = frozenset(card.id.partition("-")[0] for card in hand if card.values[0])
    return umpire(values_of(hand), shapes).key()


def compare(name: str, seed: int, showdowns: int, judged_by: str | None = None) -> None:
    """Compare the ranks and payments at random tables with those of the umpire."""
    dice, level, game = Random(seed), 0, printkit.load(name)
    umpire = UMPIRES[judged_by or name]
    for number in range(showdowns):
        table = random_table(dice, close=bool(number % 4))
        found = game.judge(codes(table))
        keys = [key_of(umpire, hand) for hand in table]
        wanted = [1 + sum(other < key for other in keys) for key in keys]
        assert [hand.rank for hand in found.hands] == wanted, codes(table)
        level += wanted.count(1) > 1
        pay(dice, game, umpire, table, wanted)
    assert 0 < level < showdowns / 5


def pay(
    dice: Random,
    game: printkit.Game,
    umpire: type[Umpire],
    table: list[list[Card]],
    places: list[int],
) -> None:
    """Compare the payments: the best takes the hand pot, and at zero the sabacc pot too.

    Tied players turn up a card each; if the casinos' players are still tied, they turn up another.
    """
    stakes = any(place.id == "hand-pot" for place in game.variant.places)
    pots = {"hand-pot": dice.randint(0, 40), "sabacc-pot": dice.randint(0, 40)}
    chips = [dice.choice((0, dice.randint(1, 30))) for _ in table]
    first = [i for i, place in enumerate(places) if place == 1]
    again: list[str] = []
    held = {card.id for hand in table for card in hand}
    stock = [card for card in deck(SLUG) if card.id not in held]
    while len(first) > 1 and umpire is not Galaxy:
        blind = dict(zip(first, dice.sample(stock, len(first)), strict=True))
        stock = [card for card in stock if card not in blind.values()]
        again.append(" / ".join(blind[i].id if i in blind else "-" for i in range(len(table))))
        totals = [sum(values_of(table[i])) for i in first]
        turned = [blind[i].values[0] for i in first]
        first = [first[i] for i in umpire.last(totals, turned)]
        if umpire is not Casino:
            break
    known: dict[str, Any] = {"again": again} if again else {}
    if not stakes:
        assert game.settle(codes(table), paged=False, **known).first == tuple(i + 1 for i in first)
        return
    known |= {"pots": pots, "chips": chips}
    own, left = [*chips], dict(pots)
    left["sabacc-pot"] += left["hand-pot"] % len(first)
    zero = sum(values_of(table[first[0]])) == 0
    shared = left["sabacc-pot"] // len(first) if zero else 0
    for i in first:
        own[i] += pots["hand-pot"] // len(first) + shared
    left = {"hand-pot": 0, "sabacc-pot": left["sabacc-pot"] - shared * len(first)}
    found = game.settle(codes(table), paged=False, **known)
    assert [hand.purse["own"] for hand in found.hands] == own, (codes(table), known)
    assert found.pots == left
    assert found.out == tuple(i + 1 for i, credits in enumerate(own) if not credits)


def test_every_preset_has_an_umpire() -> None:
    assert [*UMPIRES] == [SLUG, *(f"{SLUG}@{preset.id}" for preset in load(SLUG).presets)]


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("name", UMPIRES)
def test_spike_showdowns_match_independent_umpire(name: str) -> None:
    compare(name, 1, 200)


@pytest.mark.parametrize(
    ("name", "other"),
    [("galaxy-series", "casino"), ("casino", "galaxy-series"), ("charity-tournament", "casino")],
)
def test_umpire_of_another_preset_differs(name: str, other: str) -> None:
    with pytest.raises(AssertionError):
        compare(f"{SLUG}@{name}", 1, 200, judged_by=f"{SLUG}@{other}")


@pytest.mark.nightly
@pytest.mark.parametrize("name", UMPIRES)
def test_many_spike_showdowns_match_independent_umpire(name: str) -> None:
    compare(name, 2, 10_000)


@pytest.mark.parametrize(
    ("hands", "criterion"),
    [
        ("C+2 T-2 / C+9 T-9", "lowest pair, set or run"),
        ("C+2 T-2 C+7 T-7 / C+3 T-3 C+4 T-4", "lowest pair, set or run"),
        ("C+1 T+3 S+4 S-8 / S+10 C-7 T-3", "hand with more cards"),
        ("C+9 T-2 S-7 / S+8 C-5 T-3", "higher sum of plus cards"),
        ("C+7 T+2 C-4 T-5 / S+6 S+3 T-1 C-8", "highest plus card"),
    ],
)
def test_show_names_deciding_criterion(hands: str, criterion: str) -> None:
    assert printkit.judge(SLUG, hands).outcome == (f"Hand 1 wins on the tie-break: {criterion}.",)


@pytest.mark.parametrize(
    ("again", "first", "pending"),
    [
        ([], (1, 2), (1, 2)),
        (["C+3 / C-1 / -"], (2,), ()),
        (["C-3 / C+3 / -"], (2,), ()),
        (["C+3 / T+3 / -"], (1, 2), ()),
    ],
)
def test_settle_draws_blind_cards_then_splits(
    again: list[str], first: tuple[int, ...], pending: tuple[int, ...]
) -> None:
    found = printkit.settle(
        SLUG,
        "C+2 T-2 / S+2 S-2 / C+1 T+4",
        pots={"hand-pot": 9, "sabacc-pot": 5},
        again=again,
        paged=False,
    )
    assert (found.first, found.pending) == (first, pending)
    paid = sum(step.amount for step in found.steps if step.to == "own")
    assert paid == (0 if pending else 9 + 5)


@pytest.mark.parametrize(
    ("hands", "again", "told"),
    [
        (
            "T+2 T-2 / C+2 C-2",
            ["C-4 S+1 / -"],
            "In a tie, the number of new cards for each player is 1.",
        ),
        ("T+2 T-2 / C+2 C-2", ["- / -"], "In a tie, the number of new cards for each player is 1."),
        ("T+2 T-2 / C+9 T-9", ["C-4 / S+1"], "There is no tie for the cards of --again number 1"),
        (
            "T+2 T-2 / C+2 C-2 / C+9 T-9",
            ["C-4 / S+1 / S+3"],
            "Hand 3 is not tied and draws no new card in round 1 of --again.",
        ),
        (
            "T+2 T-2 / C+2 C-2",
            ["C+3 / T-1", "S+5 / C+6"],
            "no tie for the cards of --again number 2.",
        ),
        (
            "T+2 T-2 / C+2 C-2",
            ["C+3 / T+3", "S+5 / C+6"],
            "no tie for the cards of --again number 2.",
        ),
    ],
)
def test_settle_refuses_new_cards_without_use(hands: str, again: list[str], told: str) -> None:
    pots = {"hand-pot": 10, "sabacc-pot": 20}
    with pytest.raises(printkit.PrintkitError, match=re.escape(told)):
        printkit.settle(SLUG, hands, pots=pots, again=again)


def test_settle_refuses_again_without_such_rule() -> None:
    with pytest.raises(printkit.PrintkitError, match="depends on --again"):
        printkit.settle("kessel", "b3 s3 / b1 s2", pots={"pot": [2, 1]}, again=["b2 / s1"])


@pytest.mark.parametrize(
    ("hands", "clause"),
    [
        ("C+2 T-2 / C+9 T-9", "same-name"),
        ("C+1 T+3 S+4 S-8 / S+10 C-7 T-3", "same-total"),
        ("C+1 T+2 / S+5 T-1 / C+8 T+9", None),
    ],
)
def test_settle_cites_deciding_clause(hands: str, clause: str | None) -> None:
    found = printkit.settle(SLUG, hands, pots={"hand-pot": 9, "sabacc-pot": 5}, paged=False)
    cited = [rule.id for step in found.steps for rule in step.rules if not step.payment]
    assert cited == ([] if clause is None else [clause])


@pytest.mark.parametrize(
    ("written", "end"),
    [
        ("split", "is fine"),
        ("again", "is fine"),
        (["cards", "draw", "nobody"], "is fine"),
        (["cards"], "does not end with one of split, nobody, again and draw-added"),
        (["split", "cards", "split"], "names a criterion twice"),
        (["nobody", "split"], "does not end with one of split, nobody, again and draw-added"),
        (["draw", "cards", "split"], "has “draw” elsewhere than just before split or nobody"),
        (["draw", "again"], "has “draw” elsewhere than just before split or nobody"),
    ],
)
def test_tie_reads_words_and_ordered_lists(written: str | list[str], end: str) -> None:
    home = Home(Path(), ("en",), {})
    if end == "is fine":
        assert build(Tie, written, home) == tuple(
            [written] if isinstance(written, str) else written
        )
    else:
        with pytest.raises(ValueError, match=end):
            build(Tie, written, home)


@pytest.mark.parametrize("written", ["draw", ["luck", "split"], []])
def test_tie_rejects_unknown_criteria(written: str | list[str]) -> None:
    with pytest.raises(ValidationError):
        build(Tie, written, Home(Path(), ("en",), {}))


def test_without_criteria_hands_of_one_name_are_equal() -> None:
    plain = without_criteria(load(SLUG))
    hands = read_hands(plain, "C+2 T-2 / C+9 T-9 / C+1 T+4 S-5 / S+3 C-3 T+8 S-8", "en")
    assert ranks(judge_all(plain, hands)) == [2, 2, 4, 1]
    assert ranks(judge_all(load(SLUG), hands)) == [2, 3, 4, 1]


def without_criteria(game: Variant) -> Variant:
    hands = tuple(evolve(hand, tie=()) for hand in game.hands)
    return evolve(game, hands=hands, settlement=evolve(game.settlement, tie=Tie(("split",))))


def test_criteria_leave_few_pots_shared() -> None:
    """Four plain players shared 19 % of 3,000 pots when equal names shared; 0.5 % need a card."""
    game = load(SLUG)
    blind = evolve(game.settlement, tie=Tie(("lowest-value", "split")))
    before, undecided, now = (
        shared_pots(variant, 4, 400)
        for variant in (without_criteria(game), evolve(game, settlement=blind), game)
    )
    assert before == pytest.approx(0.19, abs=0.06)
    assert undecided <= 0.02
    assert now <= 0.005


@pytest.mark.nightly
def test_shares_of_level_pots_match_simulated_play() -> None:
    game = load(SLUG)
    chain = evolve(game, settlement=evolve(game.settlement, tie=Tie(("lowest-value", "split"))))
    told = {row.players: row.level for row in game.stakes if row.level is not None}
    assert {*told} == {3, 4, 5, 6, 7, 8}
    for players, level in told.items():
        shared = shared_pots(chain, players, 1000)
        assert level / 1000 == pytest.approx(shared, abs=0.007), players


def test_show_prints_shares_of_level_pots(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["show", SLUG, "--odds"]) == 0
    assert "with 4 players 0.6%" in capsys.readouterr().out
    for preset, sentence in (
        ("casino", "No pot is shared"),
        ("galaxy-series", "simulated only without a preset"),
    ):
        assert run(["show", f"{SLUG}@{preset}", "--odds"]) == 0
        printed = capsys.readouterr().out
        assert "equal after all criteria" not in printed
        assert sentence in printed


def count_first_actions(umpire: type[Umpire], *, seen: bool) -> list[int]:
    """Count, for each hand from the best, the cases after the best first action: stay, take a card,
    or swap one for the face-up card or the top card of the stock.

    With `seen`, a card of the stock is seen before it is taken, swapped or discarded.
    """
    copies = {0: 2} | {value: 3 for value in range(-10, 11) if value}

    @cache
    def place(hand: Values) -> int:
        key = umpire(hand, frozenset()).key()
        return 99 if sum(hand) else key[0]

    found: Counter[int] = Counter()
    for one, other in combinations_with_replacement(copies, 2):
        ways = comb(copies[one], 2) if one == other else copies[one] * copies[other]
        for face_up in copies:
            left = Counter(copies)
            left.subtract((one, other))
            shown = left[face_up]
            if shown <= 0 or ways == 0:
                continue
            left[face_up] -= 1
            rest = sum(left.values())
            swap = min(place((one, face_up)), place((other, face_up)))
            stay = place((one, other))
            take: Counter[int] = Counter()
            blind: Counter[int] = Counter()
            for new, count in left.items():
                swaps = (place((one, new)), place((other, new)), stay)
                kept = place((one, other, new))
                take[min(kept, *swaps) if seen else kept] += count
                blind[min(swaps)] += count
            ends = [Counter({stay: rest}), Counter({swap: rest}), take, blind]
            order = sorted({key for end in ends for key in end} - {99})
            best = max(ends, key=lambda end: (sum(end[k] for k in order), [end[k] for k in order]))
            for key, count in best.items():
                found[key] += ways * shown * count
    return [found[key] for key in sorted(found) if found[key]]


def drawn(name: str, options: tuple[str, ...] = ()) -> list[int]:
    """Return the cases after one draw in the odds of a game, from the best hand."""
    (chance,) = (one for one in printkit.load(name).odds(options=options) if one.aim == "draw")
    assert sum(chance.hands.values()) == chance.of
    return [*chance.hands.values()]


def test_odds_of_presets_match_independent_count() -> None:
    assert drawn(f"{SLUG}@casino") == count_first_actions(Casino, seen=False)
    assert drawn(SLUG, ("look-first",)) == count_first_actions(Umpire, seen=True)
    assert drawn(SLUG) != drawn(SLUG, ("look-first",))


@pytest.mark.nightly
@pytest.mark.parametrize("name", UMPIRES)
def test_odds_of_every_preset_match_independent_count(name: str) -> None:
    assert drawn(name) == count_first_actions(UMPIRES[name], seen=False)


def test_changed_hands_remove_the_odds_of_options(tmp_path: Path) -> None:
    text = f'extends = "{SLUG}"\nslug = "mine"\n[[hands]]\nid = "zero"\nshort = {{ en = "Zero" }}\n'
    assert not any(option.chances for option in own(tmp_path, text).options)
    assert any(option.chances for option in load(SLUG).options)


def test_odds_of_two_counted_options_are_refused() -> None:
    with pytest.raises(
        printkit.PrintkitError, match="under casino-list, look-first can be calculated"
    ):
        printkit.load(f"{SLUG}@casino").odds(options=["look-first"])


@pytest.mark.nightly
def test_draw_odds_assume_choice_before_seeing() -> None:
    """22.36 % of first draws come to zero; 25.14 % if the card may be seen first."""
    shares = []
    for seen in (False, True):
        chance = one_action(load(SLUG), seen=seen)[1]
        shares.append(sum(n for key, n in chance.hands.items() if key != "nulrhek") / chance.of)
    assert shares == pytest.approx([0.2236, 0.2514], abs=0.00005)
    stored = next(chance for chance in load(SLUG).chances if chance.aim == "draw")
    assert stored == one_action(load(SLUG))[1]
