"""The stakes and times in the booklets match simulations with players of three tempers."""

import pytest

from printkit.model.definition_files import variant_slugs
from tests.play.__main__ import GAMES, TO_THE_LAST
from tests.play.evenings import MAX_HANDS, try_stakes
from tests.play.pazaak import match_minutes
from tests.support.decks import variant

# A game of each kind, with players and evenings: thousands of hands are for `python -m tests.play`.
TRIED = {"casino": (8, 40), "classic": (8, 60), "kessel": (3, 150), "corellian-spike": (8, 32)}
TRIED |= {"pazaak-round": (4, 60), "tarot": (3, 24), "black-knight": (3, 12), "theory": (8, 32)}


@pytest.mark.nightly
@pytest.mark.parametrize("slug", TRIED)
def test_booklet_stakes_match_simulated_play(slug: str) -> None:
    """Figures are whole numbers: allow 15 %, or one."""
    players, evenings = TRIED[slug]
    row = next(row for row in variant(slug).stakes if row.players == players)
    last_one = slug in TO_THE_LAST
    found = try_stakes(GAMES[slug](), players, row.credits, evenings, last_one=last_one)
    # A token can cost a life in the first round; a penalty never does.
    assert found.first_hand_out <= (0.05 * 4 * evenings if last_one else 0)
    told = (row.first, row.minutes, sum(row.hands) / 2, row.bold, row.tight)
    tried = (found.first, found.minutes, sum(found.hands) / 2, found.bold, found.tight)
    assert tried == pytest.approx(told, rel=0.15, abs=1)
    assert tried != pytest.approx([2 * figure for figure in told], rel=0.15, abs=1)


def test_every_player_count_has_playable_stakes() -> None:
    """A kit for that many players contains the chips, no player is out at once, and play lasts."""
    for slug in variant_slugs():
        game = variant(slug)
        if not game.stakes:
            assert game.game_minutes or not game.hands, slug
            continue
        numbers = [row.players for row in game.stakes]
        assert numbers == [*range(game.players.min, game.players.max + 1)], slug
        heap = next(t for t in game.materials if t.id in ("credits", "chip"))
        for row in game.stakes:
            more = sum(chip.value * chip.count_for(row.players) for chip in heap.further)
            assert row.credits == (heap.worth or heap.per_player) + more, (slug, row.players)
            assert row.first < row.credits / 2, slug
            assert row.bold is not None
            assert row.tight is not None
            assert 2 <= row.bold <= row.hands[1] <= MAX_HANDS, (slug, row.players)
            assert row.hands[0] <= row.tight, (slug, row.players)


@pytest.mark.nightly
def test_pazaak_minutes_match_simulated_play() -> None:
    game = variant("pazaak")
    assert game.minutes == pytest.approx(match_minutes(game, 60), abs=2)
