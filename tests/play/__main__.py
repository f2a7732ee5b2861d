"""Print how stakes and times of the booklets compare with play: `python -m tests.play`."""

from __future__ import annotations

from collections.abc import Callable

from printkit.model.load import load
from tests.play.casino import casino, classic
from tests.play.evenings import Figures, Hand, play

EVENINGS = 300
GAMES: dict[str, Callable[[], Hand]] = {
    "casino": lambda: casino(load("casino")),
    "rebel-alliance": lambda: casino(load("rebel-alliance")),
    "cloud-city": lambda: casino(load("cloud-city"), part=1),
    "classic": lambda: classic(load("classic")),
}


def main() -> None:
    """Print what the booklet says, then what the players found."""
    print("game players credits first minutes hands |", *Figures.__struct_fields__)
    for slug, hand in GAMES.items():
        for row in load(slug).stakes:
            figures = play(hand(), row.players, row.credits, EVENINGS)
            told = (row.players, row.credits, row.first, row.minutes, row.hands)
            found = (getattr(figures, key) for key in Figures.__struct_fields__)
            print(slug, *told, "|", *found, flush=True)


if __name__ == "__main__":
    main()
