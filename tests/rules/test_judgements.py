"""Golden files for each game: codes, names and counts of hands, winners and reasons.

`tests/golden/judgements` contains the worked examples of the rules, near misses, rankings, chosen
values, rule sets, tokens and several decks; `codes.txt` contains typed codes and their errors.
`--update-golden` rewrites them.
"""

from collections.abc import Callable

import pytest

from tests.conftest import GOLDEN
from tests.rules.judgements import answer_again, judge_case, read_case

GAMES = sorted(path.stem for path in (GOLDEN / "judgements").iterdir())


@pytest.mark.parametrize("game", GAMES)
def test_judgements_match_the_golden(game: str, golden: Callable[[str, str], None]) -> None:
    name = f"judgements/{game}.txt"
    golden(name, answer_again((GOLDEN / name).read_text(encoding="utf-8"), judge_case))


def test_codes_match_the_golden(golden: Callable[[str, str], None]) -> None:
    golden("codes.txt", answer_again((GOLDEN / "codes.txt").read_text(encoding="utf-8"), read_case))


def test_table_state_changes_judgement() -> None:
    """Control: a rule set, a token, several decks and another game change the judgement."""
    for table, other, cards in (
        ("random imperial", "random corellian", "JM S5"),
        ("kessel markdown", "kessel", "by s4"),
        ("kessel cook-the-books", "kessel", "by sy / b1 s1"),
        ("classic", "casino", "I S2 C3 T5"),
        ("poker 2 decks", "poker", "X X SK"),
    ):
        assert judge_case(table, cards) != judge_case(other, cards)
