"""User-defined rules: accepted content; `tests/golden/faults` contains the errors.

`test_figures` compares the rules of our games with the sources.
"""

from pathlib import Path

import pytest

from printkit.cli.app import run
from printkit.model.fields import Bounds
from printkit.model.load import load
from printkit.model.variant import Variant
from tests.support.decks import put

RULES = Path(__file__).with_name("hands.toml").read_text(encoding="utf-8")
HAND = '\n[[hands]]\nid = "new"\nname = { en = "N", fr = "N" }\nhow = { en = "n", fr = "n" }\n'


def own(folder: Path, more: str = "") -> Variant:
    return load(put(folder, RULES + more))


def test_hand_can_be_inserted_before_another(tmp_path: Path) -> None:
    found = own(tmp_path, HAND + 'before = "poor"\n')
    assert [hand.id for hand in found.hands] == ["good", "new", "poor"]
    found = own(tmp_path, HAND + 'before = "good"\n')
    assert [hand.id for hand in found.hands] == ["new", "good", "poor"]
    found = own(tmp_path, HAND)
    assert [hand.id for hand in found.hands] == ["good", "poor", "new"]
    assert (found.counting.system, found.counting.limit) == ("sum", None)


@pytest.mark.parametrize(
    ("written", "low", "high"),
    [
        ("5", 5, 5),
        ("{ min = 2 }", 2, None),
        ("{ max = 9 }", None, 9),
        ("{ min = -1, max = 1 }", -1, 1),
    ],
)
def test_totals_beyond_the_bounds_lose(
    tmp_path: Path, written: str, low: int | None, high: int | None
) -> None:
    bounds = own(tmp_path, HAND + f"total = {written}\n").hands[2].total
    assert bounds == Bounds(low, high)
    assert [n for n in range(-20, 20) if bounds.contains(n)] == list(
        range(-20 if low is None else low, 20 if high is None else high + 1)
    )


def test_user_game_is_judged_by_its_rules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = HAND + 'before = "good"\ncards = [{ count = 2, rank = "1" }]\nexact = true\n'
    name = put(tmp_path, RULES + more)
    text = "coins-1 cups-1 / coins-2 cups-3 / coins-1 / cups-1 cups-2 cups-3"
    assert run(["show", name, "--decks", "2", "--hand", text]) == 0
    out = capsys.readouterr().out
    assert [line.split(" (")[1][:6] for line in out.splitlines() if line[:1].isdigit()] == [
        "Rank 1",
        "Rank 2",
        "Rank 3",
        "Rank 3",
    ]
