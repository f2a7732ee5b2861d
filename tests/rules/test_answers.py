"""Errors for tokens and options, and rare words in answers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import printkit
from printkit.base.errors import PrintkitError
from printkit.model.load import load
from printkit.rules.answers import read_table_state, require_hand_sizes


def refusal(slug: str, **known: object) -> PrintkitError:
    with pytest.raises(PrintkitError) as found:
        read_table_state(load(slug), 1, None, **{"tokens": (), **known})  # type: ignore[arg-type]
    return found.value


def test_token_of_game_without_tokens_is_rejected() -> None:
    error = refusal("casino", tokens=["markdown"])
    assert (error.message, error.hint) == ("casino has no tokens.", "Omit the token.")


def test_option_of_game_without_options_is_rejected() -> None:
    plain = [slug for slug in ("expansion", "kessel", "black-knight") if not load(slug).options]
    error = refusal(plain[0], options=["minus-23"])
    assert error.message == f"{plain[0]} has no options."
    assert error.hint == "Omit the option."


def test_unknown_token_is_rejected_with_known_ones() -> None:
    error = refusal("kessel", tokens=["markdwn"])
    assert error.message == "“markdwn” is not a token of kessel."
    assert "Did you mean “markdown”? Known tokens: " in (error.hint or "")


def test_many_totals_are_written_as_range() -> None:
    """Four specials count plus or minus 2, 8, 14 and 15: no two of the sixteen totals are equal."""
    (hand,) = printkit.judge("cloud-city", "QA EN MO EO").hands
    assert len(hand.totals) == 16
    assert hand.why[1].startswith("Can count −39 … 39. Best: ")


def test_player_without_chips_is_broke_or_short() -> None:
    """A player who owes 10 chips is broke with 10, pays all of 9, and keeps 1 of 11."""
    told = {"called": 2, "pots": {"hand-pot": 10, "sabacc-pot": 0}, "paged": False}
    hands, said = "C5 C8 T3 F6 / C2 F3 T4 C1", {}
    for chips in (9, 10, 11):
        settled = printkit.settle("casino", hands, chips=[30, chips], **told)  # type: ignore[arg-type]
        rules = {rule.id for step in settled.steps for rule in step.rules}
        said[chips] = (settled.out, rules & {"broke", "pay-all"}, settled.hands[1].purse["own"])
    assert said == {9: ((2,), {"pay-all"}, 0), 10: ((2,), {"broke"}, 0), 11: ((), set(), 1)}


def test_error_of_a_hand_names_it_and_its_size() -> None:
    def said(counts: list[int], **counting: int) -> str:
        known = {"cards": None, "fewest_cards": None, "most_cards": None, **counting}
        game: Any = SimpleNamespace(slug="mine", counting=SimpleNamespace(**known))
        hands: Any = [["card"] * count for count in counts]
        try:
            require_hand_sizes(game, hands)
        except PrintkitError as error:
            return f"{error.message} {error.hint}"
        return ""

    assert said([1, 9]) == ""
    assert said([0]) == "This hand has 0 cards, but a hand of mine has at least 1. Name 1 more."
    assert said([1], cards=2) == "This hand has 1 card, but a hand of mine has 2. Name 2 cards."
    few = "Hand 2 has 2 cards, but a hand of mine has at least 3. Name 1 more."
    assert said([3, 2], fewest_cards=3) == few
    many = "Hand 2 has 5 cards, but a hand of mine has at most 4. Remove 1."
    assert said([4, 5], most_cards=4) == many
