"""What the booklets say of stakes and time is what simple players find."""

from __future__ import annotations

import pytest

from tests.play.__main__ import GAMES
from tests.play.evenings import MAX_HANDS, play
from tests.support.decks import variant


@pytest.mark.parametrize(("slug", "players"), [("casino", 4), ("cloud-city", 5), ("classic", 3)])
def test_the_stakes_of_a_booklet_are_borne_out(slug: str, players: int) -> None:
    row = next(row for row in variant(slug).stakes if row.players == players)
    figures = play(GAMES[slug](), players, row.credits, 20)
    assert figures.first_hand_out == 0
    assert figures.first == pytest.approx(row.first, rel=0.4)
    assert figures.minutes == pytest.approx(row.minutes, rel=0.35)
    assert figures.hands == pytest.approx(row.hands, rel=0.6)


@pytest.mark.parametrize("slug", GAMES)
def test_every_number_of_players_has_its_stakes(slug: str) -> None:
    game = variant(slug)
    assert [row.players for row in game.stakes] == [*range(game.players.min, game.players.max + 1)]
    chips = next(thing for thing in game.materials if thing.denominations).denominations
    worth = sum(chip.count * chip.value for chip in chips)
    for row in game.stakes:
        assert row.credits in (worth, 2 * worth)
        assert row.first < row.credits / 2
        assert 0 < row.hands <= MAX_HANDS
