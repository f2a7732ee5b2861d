"""Turns are played and end with the worked hand; impossible turns are rejected."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from printkit.base.content import dotted
from printkit.base.errors import DefinitionError
from printkit.library.checks import check
from printkit.model.definition_files import variant_slugs
from printkit.rules.ladder import example_cards, work_examples
from printkit.rules.plays import find_play_faults, follows_phases, held_cards, judge_state, play_out
from tests.conftest import GOLDEN
from tests.support.decks import facts, own, put, variant

WITHOUT = {"expansion"}
SLUGS = [slug for slug in variant_slugs() if slug not in WITHOUT]
FACTS = facts(__file__)


@pytest.mark.parametrize("slug", SLUGS)
def test_turn_ends_with_the_worked_hand(slug: str) -> None:
    game = variant(slug)
    (play,) = game.plays
    expected = FACTS[slug] if slug in FACTS else FACTS["local"]
    states = play_out(game, play)
    assert len(states) == len(play.moves) + 1
    held = held_cards(game, states[-1])
    assert sorted(held) == sorted(example_cards(game, expected["hand"]).split())
    verdict = judge_state(game, play, states[-1]).verdict
    worked = work_examples(game)[0][expected["hand"]].verdict
    assert (verdict.best, verdict.hand, verdict.bombed) == (worked.best, worked.hand, worked.bombed)
    pots = {place.id for place in game.places if place.kind == "pot"}
    chips = states[-1].chips
    own_chips = [count for key, count in chips.items() if key not in {*pots, "others"}]
    in_pots = [count for key, count in chips.items() if key in pots]
    named = [[expected[key]] if key in expected else [] for key in ("pot", "own")]
    assert [in_pots, own_chips] == named


@pytest.mark.parametrize("slug", SLUGS)
def test_turn_conserves_cards_and_chips(slug: str) -> None:
    game = variant(slug)
    (play,) = game.plays
    states = play_out(game, play)
    for move, before, after in zip(play.moves, states, states[1:], strict=False):
        cards, chips = (
            [sum(map(count, table.values())) for table in tables]
            for count, tables in (
                (len, [before.cards, after.cards]),
                (int, [before.chips, after.chips]),
            )
        )
        assert cards[0] == cards[1]
        assert (chips[0] < chips[1]) is (move.start == "others")


def test_invalid_turn_is_rejected_with_place(
    tmp_path: Path, golden: Callable[[str, str], None]
) -> None:
    """Each case of the golden replaces something in its base."""
    file = "plays/refused.txt"
    base, *cases = (GOLDEN / file).read_text(encoding="utf-8").strip("\n").split("\n\n")
    text = "\n".join(line[2:] for line in base.splitlines()) + "\n"
    again = [base]
    assert not [*find_play_faults(own(tmp_path, text))]
    for case in cases:
        old, new = (line[2:] for line in case.splitlines()[:2])
        assert old in text, case
        found = [*find_play_faults(own(tmp_path, text.replace(old, new, 1)))]
        lines = [f"{dotted(fault.path)}: {fault.message} {fault.hint}" for fault in found]
        assert len(lines) == 1, case
        again.append("\n".join((f"- {old}", f"+ {new}", *lines)))
    golden(file, "\n\n".join(again) + "\n")


def test_check_reports_line_of_impossible_move(tmp_path: Path) -> None:
    text = (GOLDEN / "plays/refused.txt").read_text(encoding="utf-8").split("\n\n")[0]
    lines = [line[2:] for line in text.splitlines()]
    broken = "\n".join(lines).replace('card = "red-3", from', 'card = "red-1", from')
    with pytest.raises(DefinitionError) as refused:
        check(put(tmp_path, broken))
    (problem,) = refused.value.problems
    assert "is not at “hand”" in problem.message
    assert "red-1" in broken.splitlines()[problem.line - 1]


@pytest.mark.parametrize(
    ("turns", "follows"),
    [
        ("abc", True),
        ("bca", True),  # on into the next round
        ("bcac", False),  # beyond the phase that it began with
        ("acb", False),
        ("baba", False),
        ("xa", False),
        ("", True),
    ],
)
def test_turns_follow_the_order_of_phases(turns: str, follows: bool) -> None:
    strip = [SimpleNamespace(phase=phase) for phase in turns]
    phases = [SimpleNamespace(id=phase) for phase in "abc"]
    game: Any = SimpleNamespace(phases=phases, plays=[SimpleNamespace(strip=strip)])
    assert follows_phases(game) is follows
