"""The ladder of hands: the program ranks and labels the examples, and rejects a wrong order."""

from pathlib import Path

import pytest

from printkit.base.errors import PrintkitError
from printkit.jobs.build import build
from printkit.jobs.job import make_job
from printkit.library.checks import check
from printkit.model.definition_files import variant_slugs
from printkit.rules.ladder import judge_examples, rank_ladder, work_examples
from tests.support.decks import variant
from tests.support.sample import cases


def test_examples_are_labelled_by_their_count() -> None:
    ladder = rank_ladder(variant("kessel"))
    labels = [[example.label("en") for example in rung.examples] for rung in ladder]
    assert labels == [
        ["0–0"],
        ["1–1", "4–4", "6–6"],
        ["diff. 1, sum 3", "diff. 1, sum 9", "diff. 4, sum 8"],
    ]
    assert ladder[2].examples[0].label("fr") == "diff. 1, somme 3"
    assert [(rung.place, rung.label("fr")) for rung in rank_ladder(variant("casino"))] == [
        (1, ""),  # cards that are read
        (2, "23"),
        (3, "22 ou moins"),
    ]


def test_examples_have_cards_in_order_of_families() -> None:
    examples, broken = work_examples(variant("kessel"))
    assert not broken
    assert {example.cards.partition("-")[0] for example in examples.values()} == {"blood"}


def test_ladder_and_aim_of_every_game_are_valid() -> None:
    for slug in variant_slugs():
        game = variant(slug)
        assert len(rank_ladder(game)) == len(game.hands)
        judge_examples(game, game.aim_hands)


CHANGES = ['without = ["star"]', "counting = { limit = 21 }"]


@pytest.mark.parametrize("change", cases(CHANGES, CHANGES[1:]))
def test_inherited_examples_may_be_wrong(change: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f'extends = "casino"\nslug = "mine"\n{change}\n', encoding="utf-8")
    game = check(str(path))
    with pytest.raises(PrintkitError):
        rank_ladder(game)
    built = build(make_job(str(path), ("mat", "booklet"), formats=("dump",), out=tmp_path))
    assert built.files
