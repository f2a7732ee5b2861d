"""Print how stakes and times of the booklets compare with play: `python -m tests.play`."""

import sys
from collections.abc import Callable

from printkit.model.load import load
from tests.play.casino import casino, classic
from tests.play.evenings import Figures, Hand, play
from tests.play.hues import black_knight, tarot
from tests.play.kessel import kessel
from tests.play.pazaak import match_minutes
from tests.play.spike import corellian_spike
from tests.play.theory import theory

EVENINGS = 300
GAMES: dict[str, Callable[[], Hand]] = {
    "casino": lambda: casino(load("casino")),
    "rebel-alliance": lambda: casino(load("rebel-alliance")),
    "cloud-city": lambda: casino(load("cloud-city"), part=1),
    "classic": lambda: classic(load("classic")),
    "tarot": lambda: tarot(load("tarot")),
    "poker": lambda: tarot(load("poker")),
    "black-knight": lambda: black_knight(load("black-knight")),
    "black-knight-54": lambda: black_knight(load("black-knight-54")),
    "corellian-spike": lambda: corellian_spike(load("corellian-spike")),
    "theory": lambda: theory(load("rebel-alliance"), load("theory")),
    "kessel": lambda: kessel(load("kessel")),
}
# Games that go on until one player is left.
TO_THE_LAST = ("kessel",)


def main(asked: list[str]) -> None:
    """Print what the booklets of all games, or of those asked for, say, then what was found."""
    print("game players credits first minutes hands |", *Figures.__struct_fields__)
    for slug in asked or GAMES:
        for row in load(slug).stakes:
            last_one = slug in TO_THE_LAST
            figures = play(GAMES[slug](), row.players, row.credits, EVENINGS, last_one=last_one)
            message = (row.players, row.credits, row.first, row.minutes, row.hands)
            found = (getattr(figures, key) for key in Figures.__struct_fields__)
            print(slug, *message, "|", *found, flush=True)
    print("pazaak: minutes of a match", *match_minutes(load("pazaak"), 1000))


if __name__ == "__main__":
    main(sys.argv[1:])
