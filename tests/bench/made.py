"""Generated decks: distinct cards from a CSV, with our emblems or one picture each."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from pathlib import Path

ART = Path(__file__).resolve().parents[2] / "templates" / "art"
EMBLEMS = 68
# A picture of a card: two megapixels.
PIXELS = (1200, 1680)
Ask = Callable[..., str]
SUITS = ("red", "blue")
_HEAD = """slug = "{name}"
game = "bench"
name = {{ en = "Deck {name}", fr = "Jeu {name}" }}
summary = {{ en = "Made up.", fr = "Inventé." }}
players = {{ min = 2, max = 8 }}
cards_table = "{name}.csv"
[families.deck]
name = {{ en = "Deck", fr = "Jeu" }}
back = "rosette"
"""
_SUITS = """[suits.red]
name = { en = "Red", fr = "Rouge" }
colour = "blood"
[suits.blue]
name = { en = "Blue", fr = "Bleu" }
colour = "blue"
"""


def emblems() -> list[str]:
    """Return the names of that many of our drawings, each in one version only."""
    names = [
        f"{folder}/{path.stem}"
        for folder in ("specials", "suits", "tokens", "kessel")
        for path in sorted((ART / folder).glob("*.svg"))
    ]
    versions = ("-ace", "-card", "-half", "-held", "-mark", "-small", "-tall")
    alone = [name for name in names if not name.endswith(versions)]
    return alone[:EMBLEMS]


def deck(folder: Path, count: int) -> Path:
    """Make a deck of that many distinct cards in a CSV; return its definition."""
    name, pictures = f"deck-{count}", emblems()
    rows = ["id,name_en,name_fr,value,suit,emblem"]
    for n in range(count):
        cells = (n % 40 - 15, SUITS[n % 2], pictures[n % len(pictures)])
        rows.append(f"card-{n},Card number {n},Carte numéro {n}," + ",".join(map(str, cells)))
    return _write(folder, name, rows, _SUITS)


def pictures(folder: Path, ask: Ask, count: int, kind: str) -> Path:
    """Make a deck of that many cards with a picture each, no two files the same.

    `ask` runs the interpreter with arguments.
    """
    name = f"{kind}-{count}"
    files = folder / name
    if files.exists():
        return folder / f"{name}.toml"
    files.mkdir()
    painted = folder / f"painted.{kind}"
    # In a separate process: the peak memory of this one would count for its children.
    ask("-c", _PAINT, str(painted), *map(str, PIXELS))
    data, rows = painted.read_bytes(), ["id,name_en,name_fr,art"]
    # A comment before the pixels.
    place = 33 if kind == "png" else 2
    for n in range(count):
        comment = b"tEXtn\0%05d" % n
        extra = struct.pack(">I", 7) + comment + struct.pack(">I", zlib.crc32(comment))
        if kind == "jpeg":
            extra = b"\xff\xfe\0\x07%05d" % n
        (files / f"{n}.{kind}").write_bytes(data[:place] + extra + data[place:])
        rows.append(f"card-{n},Card {n},Carte {n},{name}/{n}.{kind}")
    return _write(folder, name, rows, "")


_PAINT = """
import sys
from PIL import Image
ramp = Image.linear_gradient("L").resize((int(sys.argv[2]), int(sys.argv[3])))
noise = Image.effect_noise(ramp.size, 40)
bands = [Image.blend(ramp, noise, share) for share in (0.05, 0.1, 0.15)]
Image.merge("RGB", bands).save(sys.argv[1], compress_level=1)
"""


def _write(folder: Path, name: str, rows: list[str], suits: str) -> Path:
    (folder / f"{name}.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    path = folder / f"{name}.toml"
    path.write_text(_HEAD.format(name=name) + suits, encoding="utf-8")
    return path
