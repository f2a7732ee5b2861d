"""Engraved drawings agree with the programs that draw them, and keep their budgets.

The workshop's tools are not installed here: its sources are read, not run.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from workshop import stock

# The largest file of a numbered card and of a court or a trump (bytes).
PIP, COURT = 25_000, 50_000
COUNTS = {
    "casino": {suit: range(1, 12) for suit in ("sabers", "staves", "flasks", "coins")},
    "kessel": {family: range(1, 7) for family in ("blood", "sand")},
    "pazaak": {"plain": range(1, 11)}
    | {f"{half}{sign}": range(1, 7) for half in ("", "half-") for sign in ("plus", "minus")},
    "poker": {suit: range(1, 11) for suit in ("spades", "hearts", "diamonds", "clubs")},
    "tarot": {suit: range(1, 11) for suit in ("swords", "batons", "cups", "coins")},
}
# The courts of each deck: ranks, suits.
COURTS = {
    "casino": (("commander", "mistress", "master"), ("sabers", "staves", "flasks", "coins")),
    "poker": (("jack", "queen", "king"), ("spades", "hearts", "diamonds", "clubs")),
    "tarot": (("jack", "knight", "queen", "king"), ("swords", "batons", "cups", "coins")),
}


def test_no_drawing_is_stale() -> None:
    assert not stock.stale(), "run `python -m workshop` (CONTRIBUTING.md)"


def test_a_changed_program_or_file_is_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    known = json.loads(stock.DIGESTS.read_text("utf-8"))
    before = set(stock.stale())
    first, second, third = [name for name in known if name not in before][:3]
    known[first][0] = "0" * 20
    known[second][1] = "0" * 20
    del known[third]
    changed = tmp_path / "digests.json"
    changed.write_text(json.dumps(known), "utf-8")
    monkeypatch.setattr(stock, "DIGESTS", changed)
    assert set(stock.stale()) - before == {first, second, third}


def test_every_numbered_card_has_its_drawing() -> None:
    drawn = stock.drawings()
    for deck, suits in COUNTS.items():
        width = 1 if deck == "kessel" else 2
        for suit, counts in suits.items():
            missing = {f"{deck}/{suit}-{count:0{width}}" for count in counts} - drawn.keys()
            assert not missing
    spike = {
        f"spike/{sign}-{count:02}-{shape}"
        for sign in ("plus", "minus")
        for shape in ("circles", "triangles", "squares")
        for count in range(1, 11)
    }
    assert not spike - drawn.keys()


def test_every_court_has_its_drawing_and_its_program() -> None:
    drawn = stock.drawings()
    programs = set()
    for deck, (ranks, suits) in COURTS.items():
        for name in (f"{deck}/{rank}-{suit}" for rank in ranks for suit in suits):
            assert name in drawn
            programs.add(drawn[name])
    assert len(programs) == 40


def test_every_emblem_of_a_court_has_a_figure_for_own_suits() -> None:
    emblems = stock.ENGRAVED.parent / "courts"
    assert {f"own/{path.stem}" for path in emblems.glob("*.svg")} <= stock.drawings().keys()


def test_no_file_without_a_program() -> None:
    files = {
        path.relative_to(stock.ENGRAVED).with_suffix("").as_posix()
        for path in stock.ENGRAVED.rglob("*.pk")
    }
    assert files == stock.drawings().keys()


def test_drawings_keep_their_budget() -> None:
    for name, module in stock.drawings().items():
        limit = PIP if module.startswith("workshop.pips.") else COURT
        assert stock.path_of(name).stat().st_size <= limit, name


def test_no_two_cards_share_a_drawing() -> None:
    files = [stock.path_of(name).read_bytes() for name in stock.drawings()]
    assert len(set(files)) == len(files)
