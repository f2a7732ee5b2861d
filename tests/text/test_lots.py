"""The lots of sentences that readers count: same seed, same lot; no marks, no labels."""

from __future__ import annotations

import pytest

from tests.lots import LANGUAGES, draw, sentences

LINES = """
# The deck
**Shuffle** the deck well. Then [deal](rules.md#deal) two cards to each player!
| Card | Put the `21` back under the deck |
Shuffle the deck well.
""".splitlines()


def test_sentences_have_no_marks_and_no_labels() -> None:
    assert sentences(iter([*LINES, "Bet now."])) == [
        "Then deal two cards to each player!",
        "Put the 21 back under the deck",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("area", ["manual", "page"])
def test_same_seed_draws_same_lot(area: str, language: str) -> None:
    lot = draw(area, language, 20, 1)
    assert len(lot) == len(set(lot)) == 20
    assert lot == draw(area, language, 20, 1)
    assert lot != draw(area, language, 20, 2)
