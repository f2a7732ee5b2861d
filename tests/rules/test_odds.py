"""Chances match real cards, recounted by other methods, and the stored chances."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb
from random import Random

import pytest

from printkit.base.errors import PrintkitError
from printkit.base.records import evolve
from printkit.model.definition_files import variant_slugs
from printkit.model.play import CardPattern, Chance, Exchange
from printkit.model.variant import Variant
from printkit.rules.card_codes import HeldCard
from printkit.rules.hands import TableState, judge
from printkit.rules.odds import LOST, count_dealt, count_exchange, find_chances
from tests.play.chances import GAMES
from tests.rules.test_codes import deck
from tests.support.sample import cases

# Recounted in each run; `python -m tests.play.chances` recounts all of them.
COUNTED = ("casino", "kessel", "corellian-spike", "pazaak", "poker")
# The games without chances: a deck without hands, and one played by rule sets.
WITHOUT = {"expansion", "random"}


def real(game: Variant) -> list[HeldCard]:
    """Return every single card of a deck."""
    return [HeldCard(card, card.values) for card in game.cards for _ in range(card.copies)]


def name(game: Variant, hand: list[HeldCard]) -> str:
    verdict = judge(game, hand)
    return LOST if verdict.bombed else verdict.hand.id if verdict.hand else ""


def counted(chance: Chance) -> Counter[str]:
    return Counter({**chance.hands, LOST: chance.lost})


@pytest.mark.parametrize("slug", cases(COUNTED, ("corellian-spike", "poker")))
def test_stored_chances_match_a_recount(slug: str) -> None:
    assert GAMES[slug](deck(slug)) == [*deck(slug).chances]


def test_every_game_with_hands_has_chances() -> None:
    without = {slug for slug in variant_slugs() if not deck(slug).chances}
    assert without == WITHOUT
    sets = {chance.set for chance in find_chances(deck("random"), TableState())}
    assert sets == {*deck("random").sets}


@pytest.mark.parametrize(("slug", "size"), [("corellian-spike", 2), ("poker", 3)])
def test_chances_of_deal_match_real_cards(slug: str, size: int) -> None:
    game = deck(slug)
    deals = Counter(name(game, [*hand]) for hand in combinations(real(game), size))
    assert counted(count_dealt(game, size)) == deals


def test_odds_roll_impostors() -> None:
    """With a number, an Impostor makes a pair in 11 of 36 rolls, as stated in the booklet."""
    game, chance = deck("kessel"), count_dealt(deck("kessel"), 2)
    pairs = Fraction(11, 36)
    found = Fraction()
    for one, other in product(*([c for c in game.cards if c.family == f] for f in game.families)):
        ranks = {one.rank, other.rank}
        share = Fraction(0)
        if ranks == {"sylop"}:
            continue
        if "sylop" in ranks or (len(ranks) == 1 and ranks != {"impostor"}):
            share = Fraction(1)
        elif "impostor" in ranks:
            share = pairs
        found += share * one.copies * other.copies
    assert Fraction(chance.hands["sabacc"], chance.of) == found / 22**2
    assert Fraction(chance.hands["pure-sabacc"], chance.of) == Fraction(1, 22**2)


def test_best_exchange_matches_brute_force() -> None:
    """All deals, choices and draws of real cards are tried on a deck of fourteen cards."""
    game, dice = deck("casino"), Random(3)
    some = dice.sample([card for card in game.cards if card.id != "idiot"], 11)
    chosen = {"idiot", "sabers-2", "coins-3"}
    cards = [*some, *(card for card in game.cards if card.id in chosen and card not in some)]
    small = game.with_cards(evolve(card, copies=1) for card in cards)
    whole = real(small)
    names = {
        hand: name(small, [whole[i] for i in hand]) for hand in combinations(range(len(whole)), 4)
    }
    pots = {hand.id for hand in game.hands if hand.pot}
    sums = {"pot": Fraction(), "safe": Fraction()}
    for hand in names:
        rest = [i for i in range(len(whole)) if i not in hand]
        best = dict.fromkeys(sums, Fraction(-1))
        for size in (2, 3, 4):
            for kept in combinations(hand, size):
                ends = [names[tuple(sorted((*kept, *new)))] for new in combinations(rest, 4 - size)]
                pot = Fraction(sum(end in pots for end in ends), len(ends))
                safe = Fraction(sum(end != LOST for end in ends), len(ends))
                best = {"pot": max(best["pot"], pot), "safe": max(best["safe"], safe)}
        sums = {aim: total + best[aim] for aim, total in sums.items()}
    found = {c.aim: c for c in count_exchange(small, 4, Exchange(counts=(0, 1, 2)))}
    pot, safe = found["pot"], found["safe"]
    assert Fraction(sum(pot.hands.get(p, 0) for p in pots), pot.of) == sums["pot"] / len(names)
    assert 1 - Fraction(safe.lost, safe.of) == sums["safe"] / len(names)
    assert found["win"].wins >= max(pot.wins, safe.wins)  # type: ignore[operator, type-var]


def test_option_hands_distinguish_suits() -> None:
    """Cards of one value are two kinds if a chosen optional hand depends on a suit."""
    game = deck("casino")
    option = next(option for option in game.options if option.hands)
    pair = CardPattern(suit="coins", count=2)
    hand = evolve(option.hands[0], id="coins", total=None, cards=(pair,), before="idiots-array")
    table = TableState(options=(evolve(option, hands=(hand,)),))
    coins = sum(card.suit == "coins" for card in game.cards)
    assert count_dealt(game, 2, table).hands["coins"] == comb(coins, 2)


def test_uncountable_chances_are_rejected() -> None:
    with pytest.raises(PrintkitError, match="No odds can be calculated for expansion"):
        find_chances(deck("expansion"), TableState())
    with pytest.raises(PrintkitError, match="different hands are too many"):
        count_dealt(deck("casino"), 8)
    assert find_chances(deck("casino"), TableState(decks=2))[0].of == comb(152, 4)
