"""A showdown is settled as the prose of the booklets says, to the credit."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

import printkit
from printkit.model.figures import add_up
from printkit.model.load import load
from printkit.text.loader import name_texts
from tests.support.showdowns import CASES

COUNT = 500


@pytest.mark.parametrize("slug", CASES)
def test_random_showdowns_are_settled_as_the_prose_says(slug: str) -> None:
    game, differ, ties, outs = printkit.load(slug), [], 0, 0
    for told, counted in CASES[slug](slug, COUNT):
        found = game.settle(told.hands, **told.known)
        own = [hand.purse["own"] for hand in found.hands]
        pots = {place: found.pots[place] for place in counted.pots}
        same = (own, pots, [*found.out], [*found.pending]) == (
            counted.own,
            counted.pots,
            counted.out,
            counted.level,
        )
        differ += [] if same else [(told, counted, own, pots, found.out, found.pending)]
        ties += any(rule.id == "tie" for step in found.steps for rule in step.rules)
        outs += bool(found.out)
    assert differ[:1] == []
    assert ties > COUNT // 50


EXAMPLES = tomllib.loads((Path(__file__).parent / "worked_examples.toml").read_text("utf-8"))
LOCAL = load("random").sets
WORKED = [
    (slug, example)
    for key, examples in EXAMPLES.items()
    for example in examples
    for slug in (LOCAL if key == "local" else [key])
]


@pytest.mark.parametrize(("slug", "example"), WORKED)
def test_worked_examples_of_the_prose_are_what_settle_says(
    slug: str, example: dict[str, Any]
) -> None:
    names = name_texts(load(slug), "en", {})
    told = dict(example)

    def add(line: str) -> int:
        return add_up(line, names.figures)

    hands = [names.cards_of(name) for name in told.pop("hands")]
    if "common" in told:
        hands = [hand.replace(told["common"], "").strip() for hand in hands]
    if "again" in told:
        told["again"] = [" / ".join(names.cards_of(key) for key in told["again"])]
    gain, points = told.pop("gain", None), told.pop("points", None)
    left, first = told.pop("left", {}), told.pop("first", None)
    pots: dict[str, Any] = {
        place: add(held) if isinstance(held, str) else [add(one) for one in held]
        for place, held in told.pop("pots", {}).items()
    }
    before = [50] * len(hands)
    if gain is not None:
        told["chips"] = before
    if points is not None:
        pots["score"] = [0] * len(hands)
    found = printkit.settle(slug, " / ".join(hands), pots=pots, **told)
    own = [hand.purse.get("own", 50) - 50 for hand in found.hands]
    assert own == [add(line) for line in gain or ["0"] * len(hands)]
    assert {place: found.pots[place] for place in left} == {k: add(v) for k, v in left.items()}
    if points is not None:
        assert [hand.purse["score"] for hand in found.hands] == [add(line) for line in points]
    assert first in (None, list(found.first))
