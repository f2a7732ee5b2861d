"""What the booklets say of stakes and time is what simple players find."""

import pytest

from printkit.model.load import variant_slugs
from tests.play.__main__ import GAMES, TO_THE_LAST
from tests.play.evenings import MAX_HANDS, play
from tests.play.pazaak import match_minutes
from tests.support.decks import variant

# A game of each kind, with players and evenings: thousands of hands are for `python -m tests.play`.
TRIED = {"casino": (4, 12), "cloud-city": (5, 12), "classic": (3, 8), "kessel": (3, 40)}
TRIED |= {"tarot": (4, 4), "black-knight": (3, 4), "corellian-spike": (6, 6), "theory": (2, 4)}


def test_the_stakes_of_a_booklet_are_borne_out() -> None:
    for slug, (players, evenings) in TRIED.items():
        row = next(row for row in variant(slug).stakes if row.players == players)
        last_one = slug in TO_THE_LAST
        figures = play(GAMES[slug](), players, row.credits, evenings, last_one=last_one)
        assert figures.first_hand_out == 0, slug
        assert figures.first == pytest.approx(row.first, rel=0.4, abs=1), slug
        assert figures.minutes == pytest.approx(row.minutes, rel=0.35), slug
        assert figures.hands == pytest.approx(row.hands, rel=0.6), slug


def test_every_number_of_players_has_its_stakes() -> None:
    """A kit for so many players has the chips; nobody is out at once, and a table lasts."""
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
            least = 4 if slug in TO_THE_LAST else 6
            assert least <= row.hands <= MAX_HANDS, (slug, row.players)


def test_a_match_of_pazaak_takes_as_long_as_is_said() -> None:
    game = variant("pazaak")
    assert game.minutes == pytest.approx(match_minutes(game, 60), abs=2)
