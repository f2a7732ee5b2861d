"""Outlaws' tables of Kessel: chips and buy-in by table, tokens of choice, an early end."""

from typing import Any

import pytest

import printkit
from printkit.booklet.text_formats import write_markdown
from printkit.model.load import load
from printkit.text.loader import load_booklet

# The chips of each table and its buy-in, as two rule files of the game's players have them.
TABLES = {"outlaws": (8, 200), "outlaws-6": (6, 150), "outlaws-5": (5, 100), "outlaws-4": (4, 50)}
PAIR, FAR = "b3 s3", "b1 s6"


@pytest.mark.parametrize("preset", TABLES)
def test_table_has_its_chips_and_buy_in(preset: str) -> None:
    chips, buy_in = TABLES[preset]
    game = load(f"kessel@{preset}")
    chip = next(one for one in game.materials if one.id == "chip")
    reserve = next(one for one in game.places if one.id == "reserve")
    assert (chip.per_player, reserve.count) == (chips, chips)
    assert {row.credits for row in game.stakes} == {chips}
    book = " ".join(write_markdown(load_booklet(game, "en")).split())
    assert f"Everyone puts {buy_in} credits aside for the winner (or notes the amount) " in book
    assert f"and takes {chips} chips" in book
    assert "When all pass in the same turn (first, second or third), the hands are revealed" in book


@pytest.mark.parametrize(
    ("chips", "prizes"),
    [
        ([2, 3], [150, None]),  # 5 to pay with 3 chips: only the first is left
        ([2, 6], [None, None]),  # both are left
        ([0, 3], [150, None]),  # the first takes a chip back from the pot
        (None, [None, None]),
    ],
)
def test_last_player_left_takes_all_buy_ins(
    chips: list[int] | None, prizes: list[int | None]
) -> None:
    known = {} if chips is None else {"chips": chips}
    found = printkit.settle(
        "kessel@outlaws", f"{PAIR} / {FAR}", pots={"pot": [1, 0], "buy-in": 150}, **known
    )
    assert [hand.purse.get("prize") for hand in found.hands] == prizes
    assert found.pots["buy-in"] == (0 if 150 in prizes else 150)


def test_best_hand_takes_buy_ins_when_all_are_out() -> None:
    """The first has nothing in reserve and pot, the second cannot pay."""
    pots = {"pot": [0, 0], "buy-in": 80}
    found = printkit.settle("kessel@outlaws-4", f"{PAIR} / {FAR}", pots=pots, chips=[0, 5])
    assert found.out == (1, 2)
    assert [hand.purse.get("prize") for hand in found.hands] == [80, None]


def test_published_rules_have_no_buy_in() -> None:
    with pytest.raises(printkit.PrintkitError, match="buy-in"):
        printkit.settle("kessel", f"{PAIR} / {FAR}", pots={"pot": [1, 0], "buy-in": 1})


def test_buy_in_is_asked_for_when_the_game_ends() -> None:
    known: dict[str, Any] = {"pots": {"pot": [1, 0]}, "paged": False}
    found = printkit.settle("kessel@outlaws-4", f"{PAIR} / {FAR}", chips=[2, 3], **known)
    assert [(need.key, need.write) for need in found.needs] == [
        ("pot", "Add --pot buy-in=100, or what was paid.")
    ]
    assert found.steps == ()
    goes_on = printkit.settle("kessel@outlaws-4", f"{PAIR} / {FAR}", chips=[2, 6], **known)
    assert goes_on.needs == ()
    known["pots"]["buy-in"] = 100
    ended = printkit.settle("kessel@outlaws-4", f"{PAIR} / {FAR}", chips=[2, 3], **known)
    (step,) = (step for step in ended.steps if step.source == "buy-in")
    assert (step.hand, step.amount, step.text) == (1, 100, "1 takes 100: buy-ins")
    assert [rule.id for rule in step.rules] == ["buy-ins"]
