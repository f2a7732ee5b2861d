"""Rules of one's own: what may be written, and every fault told at its place.

Those of our games are compared with the sources by test_figures.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from printkit.base.errors import DefinitionError
from printkit.cli import run
from printkit.model.fields import Bounds
from printkit.model.load import load
from printkit.model.variant import Variant
from tests.support import decks

RULES = (
    decks.HEAD
    + """
[suits.coins]
name = { en = "Coins", fr = "Pièces" }

[suits.cups]
name = { en = "Cups", fr = "Coupes" }

[[ranks]]
from = 1
to = 3

[[grids]]
suits = ["coins", "cups"]
ranks = ["1-3"]
name = { en = "{rank} {of}", fr = "{rank} {of}" }

[[hands]]
id = "good"
name = { en = "Good", fr = "Bon" }
how = { en = "Good.", fr = "Bon." }
total = 5

[[hands]]
id = "poor"
name = { en = "Poor", fr = "Faible" }
how = { en = "Poor.", fr = "Faible." }
"""
)
HAND = '\n[[hands]]\nid = "new"\nname = { en = "N", fr = "N" }\nhow = { en = "n", fr = "n" }\n'
TOKEN = '\n[[tokens]]\nid = "t"\nname = { en = "T", fr = "T" }\nhow = { en = "t", fr = "t" }\n'
HUE = '\n[[counting.hues]]\nname = { en = "One", fr = "Une" }\nsuits = ["coins"]\n'


def put(folder: Path, text: str) -> str:
    path = folder / "deck.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def own(folder: Path, more: str = "") -> Variant:
    return load(put(folder, RULES + more))


@pytest.mark.parametrize(
    ("more", "key", "said"),
    [
        (HAND + 'cards = [{ card = "coin-1" }]', "hands[2].cards[0].card", "“coin-1” is not known"),
        (HAND + 'cards = [{ suit = "coin" }]', "hands[2].cards[0].suit", "“coin” is not known."),
        (HAND + 'cards = [{ rank = "4" }]', "hands[2].cards[0].rank", "“4” is not known."),
        (HAND + 'cards = [{ kind = "odd" }]', "hands[2].cards[0].kind", "“odd”"),
        (HAND + "cards = [{ count = 2 }]", "hands[2].cards[0]", "picks nothing: name a card"),
        (HAND + "cards = [{ count = 0, same = true }]", "hands[2].cards[0].count", "the least is"),
        (HAND + 'cards = ["coins-1"]', "hands[2].cards[0]", ""),
        (HAND + 'before = "god"', "hands[2].before", "“god” is not known. Did you mean “good”?"),
        (HAND + 'before = "new"', "hands[2].before", "“new” is not known."),
        (HAND + 'best = "middle"', "hands[2].best", "“middle”"),
        (HAND + "total = { min = 3, most = 5 }", "hands[2].total.most", "is not a key"),
        (HAND + "total = 1000", "hands[2].total", "the greatest is 999"),
        (HAND + "decks = 0", "hands[2].decks", "the least is 1"),
        (HAND + "total = 2.5", "hands[2].total", "not a whole number"),
        (HAND.replace("new", "good"), "hands[2].id", "the id “good” is given twice."),
        ('[counting]\nsystem = "product"', "counting.system", "“product”"),
        ('[counting]\nsystem = "hues"', "counting.system", "and there are 0."),
        ('[counting]\nsystem = "hues"' + HUE, "counting.system", "and there are 1."),
        ('[counting]\nsystem = "past"', "counting.system", "there is none. Add limit = 23."),
        ('[counting]\nsystem = "difference"', "counting.system", "Add cards = 2."),
        ('[counting]\nsystem = "difference"\ncards = 3', "counting.system", "is that of two cards"),
        ('[counting]\nsystem = "sum"\nlimit = "23"', "counting.limit", "not a whole number"),
        ('[counting]\nsystem = "sum"\nsign = "odd"', "counting.sign", "“odd”"),
        (
            '[counting]\nsystem = "hues"' + HUE + HUE.replace("coins", "cup"),
            "counting.hues[1].suits[0]",
            "“cup” is not known. Did you mean “cups”?",
        ),
        (TOKEN + 'changes = { rank = "9", value = 1 }', "tokens[0].changes.rank", "“9” is not"),
        (TOKEN + 'reverses = ["good", "bad"]', "tokens[0].reverses[1]", "“bad” is not known."),
        (TOKEN + 'crowns = "goot"', "tokens[0].crowns", "“goot” is not known."),
        ("[exchange]\ncounts = []", "exchange.counts", ""),
        (
            '[exchange]\ncounts = [1]\nmore = { holding = ["coins-9"], counts = [2] }',
            "exchange.more.holding[0]",
            "“coins-9” is not known.",
        ),
    ],
)
def test_a_fault_in_the_rules_is_told_at_its_place(
    tmp_path: Path, more: str, key: str, said: str
) -> None:
    with pytest.raises(DefinitionError) as caught:
        own(tmp_path, more + "\n")
    found = {problem.key: str(problem) for problem in caught.value.problems}
    assert key in found
    assert said in found[key]
    assert all(problem.line > 0 for problem in caught.value.problems)


def test_a_set_that_is_not_known_is_told(tmp_path: Path) -> None:
    with pytest.raises(DefinitionError) as caught:
        load(put(tmp_path, 'sets = ["imperal"]\n' + RULES))
    (problem,) = caught.value.problems
    assert (problem.line, problem.key) == (1, "sets[0]")
    assert problem.hint.startswith("Did you mean “imperial”?")


def test_the_rules_without_fault_are_read(tmp_path: Path) -> None:
    """Control: what the faults above are put into is right."""
    variant = own(tmp_path)
    assert [hand.id for hand in variant.hands] == ["good", "poor"]
    assert (variant.counting.system, variant.counting.limit) == ("sum", None)
    assert variant.hands[0].total == Bounds(5, 5)


def test_a_hand_is_put_before_another(tmp_path: Path) -> None:
    found = own(tmp_path, HAND + 'before = "poor"\n')
    assert [hand.id for hand in found.hands] == ["good", "new", "poor"]
    found = own(tmp_path, HAND + 'before = "good"\n')
    assert [hand.id for hand in found.hands] == ["new", "good", "poor"]
    assert [hand.id for hand in own(tmp_path, HAND).hands] == ["good", "poor", "new"]


@pytest.mark.parametrize(
    ("written", "low", "high"),
    [
        ("5", 5, 5),
        ("{ min = 2 }", 2, None),
        ("{ max = 9 }", None, 9),
        ("{ min = -1, max = 1 }", -1, 1),
    ],
)
def test_bounds(tmp_path: Path, written: str, low: int | None, high: int | None) -> None:
    bounds = own(tmp_path, HAND + f"total = {written}\n").hands[2].total
    assert bounds == Bounds(low, high)
    assert [n for n in range(-20, 20) if bounds.contains(n)] == list(
        range(-20 if low is None else low, 20 if high is None else high + 1)
    )


def test_an_own_game_is_judged_by_its_own_rules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    more = HAND + 'before = "good"\ncards = [{ count = 2, rank = "1" }]\nexact = true\n'
    name = put(tmp_path, RULES + more)
    text = "coins-1 cups-1 / coins-2 cups-3 / coins-1 / cups-1 cups-2 cups-3"
    assert run(["show", name, "--hand", text]) == 0
    out = capsys.readouterr().out
    assert [line.split(" (")[1][:6] for line in out.splitlines() if line[:1].isdigit()] == [
        *("Rank 1", "Rank 2", "Rank 3", "Rank 3"),
    ]
