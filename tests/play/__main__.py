"""Compare the stakes and times in the booklets with simulated play: `python -m tests.play`.

With `--write`, put them into the definitions.
"""

import re
import sys
from collections.abc import Callable
from functools import partial

from msgspec.structs import astuple

from printkit.base.content import content_path
from printkit.model.load import load
from tests.play.casino import casino, classic
from tests.play.evenings import Found, Hand, try_stakes
from tests.play.hues import black_knight, tarot
from tests.play.kessel import kessel
from tests.play.pazaak import match_minutes
from tests.play.pazaak_round import pazaak_round
from tests.play.shift import coruscant_shift
from tests.play.spike import corellian_spike
from tests.play.theory import theory

EVENINGS = 300


def _kessel(name: str) -> Hand:
    return kessel(load(name))


FIGURES = ("first", "minutes", "hands", "bold", "tight")
GAMES: dict[str, Callable[[], Hand]] = {
    "casino": lambda: casino(load("casino")),
    "rebel-alliance": lambda: casino(load("rebel-alliance")),
    "cloud-city": lambda: casino(load("cloud-city")),
    "classic": lambda: classic(load("classic")),
    "tarot": lambda: tarot(load("tarot")),
    "poker": lambda: tarot(load("poker")),
    "black-knight": lambda: black_knight(load("black-knight")),
    "black-knight-54": lambda: black_knight(load("black-knight-54")),
    "corellian-spike": lambda: corellian_spike(load("corellian-spike")),
    "coruscant-shift": lambda: coruscant_shift(load("coruscant-shift")),
    "theory": lambda: theory(load("rebel-alliance"), load("theory")),
    "kessel": lambda: kessel(load("kessel")),
    **{
        f"kessel@{preset}": partial(_kessel, f"kessel@{preset}")
        for preset in ("outlaws", "outlaws-6", "outlaws-5", "outlaws-4")
    },
    "pazaak-round": lambda: pazaak_round(load("pazaak-round")),
}
# Games that continue until one player is left.
TO_THE_LAST = tuple(slug for slug in GAMES if slug.startswith("kessel"))


def main(asked: list[str]) -> None:
    """Print the figures of the booklets of all games, or of the given ones, and the simulated
    figures.
    """
    print("game players credits first minutes hands bold tight |", *Found.__struct_fields__)
    for slug in [name for name in asked if name != "--write"] or GAMES:
        blocks = []
        for row in load(slug).stakes:
            found = try_stakes(
                GAMES[slug](), row.players, row.credits, EVENINGS, last_one=slug in TO_THE_LAST
            )
            told = (getattr(row, key) for key in ("players", "credits", *FIGURES))
            print(slug, *told, "|", *astuple(found), flush=True)
            figures = "".join(f"{key} = {getattr(found, key)}\n" for key in FIGURES)
            figures = figures.replace("(", "[").replace(")", "]")
            blocks.append(
                f"[[stakes]]\nplayers = {row.players}\ncredits = {row.credits}\n{figures}\n"
            )
        if "--write" in asked:
            write(slug, blocks)
    print("pazaak: minutes of a match", *match_minutes(load("pazaak"), 1000))


def write(slug: str, blocks: list[str]) -> None:
    """Replace the rows of stakes in a definition."""
    for folder in ("variants", "bases"):
        path = content_path(folder) / f"{'local-rules' if folder == 'bases' else slug}.toml"
        whole = path.read_text(encoding="utf-8")
        if "[[stakes]]" in whole and (folder == "variants" or slug == "rebel-alliance"):
            own = re.compile(r"(\[\[stakes\]\]\n(.+\n)+\n)+")
            path.write_text(own.sub("".join(blocks), whole, count=1), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
