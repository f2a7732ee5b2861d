"""Refusals of tokens and options, and words that few hands need."""

from __future__ import annotations

import pytest

import printkit
from printkit.base.errors import PrintkitError
from printkit.model.load import load
from printkit.rules.answers import read_table_state


def refusal(slug: str, **known: object) -> PrintkitError:
    with pytest.raises(PrintkitError) as found:
        read_table_state(load(slug), 1, None, **{"tokens": (), **known})  # type: ignore[arg-type]
    return found.value


def test_token_of_game_without_tokens_is_refused() -> None:
    error = refusal("casino", tokens=["markdown"])
    assert (error.message, error.hint) == ("casino has no tokens.", "Leave the token out.")


def test_option_of_game_without_options_is_refused() -> None:
    plain = [slug for slug in ("expansion", "kessel", "black-knight") if not load(slug).options]
    error = refusal(plain[0], options=["minus-23"])
    assert error.message == f"{plain[0]} has no options."
    assert error.hint == "Leave the option out."


def test_unknown_token_is_refused_with_known_ones() -> None:
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
