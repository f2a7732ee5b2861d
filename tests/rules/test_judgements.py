"""What hands are called, what they count, which wins and why, game by game: one golden.

`tests/golden/judgements.txt` has the worked examples of the rules, what is nearly a hand, orders of
hands, values that are given, sets in use, tokens and several decks; `--update-golden` judges anew.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.conftest import GOLDEN
from tests.rules.judgements import judge_again, judge_case

NAME = "judgements.txt"


def test_hands_are_judged_as_ever(golden: Callable[[str, str], None]) -> None:
    text = (GOLDEN / NAME).read_text(encoding="utf-8")
    golden(NAME, "\n".join(judge_again(text)) + "\n")


def test_another_table_judges_otherwise() -> None:
    """Control: a set, a token, several decks and another game are heeded."""
    for table, other, cards in (
        ("random imperial", "random corellian", "JM S5"),
        ("kessel markdown", "kessel", "by s4"),
        ("kessel cook-the-books", "kessel", "by sy / b1 s1"),
        ("classic", "casino", "I S2 C3 T5"),
        ("poker 2 decks", "poker", "X X SK"),
    ):
        assert judge_case(table, cards) != judge_case(other, cards)
