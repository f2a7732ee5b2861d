"""Chapters, themes, folder settings and tables of cards: generated, or real ones with changes."""

import csv
import io
import tomllib
from random import Random

from printkit.base.content import content_path
from tests.fuzz.definitions import BASE
from tests.fuzz.trees import change_tree, write_toml
from tests.fuzz.values import INTEGERS, SEEDS, WORDS, damage, list_seeds, spoil

_BLOCKS, _PLACES, _DIRECTIVES = (list_seeds(SEEDS["chapters"][kind]) for kind in SEEDS["chapters"])
# A small game that lists its cards in a table.
TABLE_GAME = BASE.partition("[[cards]]")[0].replace(
    "players =", 'cards_table = "cards.csv"\nplayers ='
)
_COLUMNS = (
    "id", "name_en", "name_fr", "family", "emblem", "value", "copies", "colour", "layout",
    "Nom", "Name (en)", "Qté", "Couleur", "Texte", "Image", "Dos", "focus", "per player", "",
)  # fmt: skip
_CELLS = (
    "", "deck", "x.svg", "joker", "3", "1|2", "-5", "ink", "emblem", "number", "Å", "true", "x3",
    "2024-01-31", "0.5 0.5", "½", "x", "../x", "C:\\x.png", "**a** {b} ___", "水", "a\nb",
)  # fmt: skip


def make_chapter(random: Random) -> bytes:
    """Return a chapter, sometimes a damaged one."""
    parts = [_make_part(random) for _ in range(random.choice((1, 1, 2, 4)))]
    if random.random() < 0.8:
        parts.insert(0, _BLOCKS[0])
    return spoil(random, "\n\n".join(parts))


def _make_part(random: Random) -> str:
    kind = random.random()
    if kind < 0.3:
        return random.choice(_BLOCKS)
    if kind < 0.4:
        return f"Words {{{random.choice(WORDS)}}} and more."
    if kind < 0.7:
        return f"Words {random.choice(_PLACES)} and more."
    repeats = random.choice((1, 1, 1, 600))
    return f"[[{random.choice(_DIRECTIVES)}]]\n\n" * repeats


def make_theme(random: Random) -> bytes:
    """Return the text of a theme."""
    names = ("classic", "noir", "ink-saver")
    real = [content_path("themes", f"{name}.toml").read_text(encoding="utf-8") for name in names]
    return change_toml(random, random.choice((SEEDS["theme"], SEEDS["theme"], *real)))


def make_profile(random: Random) -> bytes:
    """Return the text of a printkit.toml."""
    return change_toml(random, SEEDS["settings"])


def change_toml(random: Random, text: str) -> bytes:
    """Return a text in TOML, damaged or with a changed tree."""
    if random.random() < 0.3:
        return damage(random, text).encode("utf-8", "replace")
    return write_toml(change_tree(random, tomllib.loads(text))).encode("utf-8", "replace")


def make_table(random: Random) -> bytes:
    """Return a table, sometimes a damaged one."""
    more = [str(random.choice(WORDS)) for _ in range(random.choice((0, 0, 0, 1, 2, 200)))]
    columns = [*random.sample(_COLUMNS, k=random.randint(3, len(_COLUMNS))), *more]
    rows = [columns]
    for number in range(random.choice((0, 1, 2, 5, 40))):
        rows.append([_cell(random, column, number) for column in columns])
        if random.random() < 0.05:
            rows[-1] = rows[-1][: random.randrange(len(columns))]
    out = io.StringIO()
    delimiter = random.choice(",,,;\t")
    if random.random() < 0.1:
        out.write(f"sep={delimiter}\n")
    writer = csv.writer(out, delimiter=delimiter)
    for row in rows:
        writer.writerow([cell.replace("\x00", "") for cell in row])
    data = spoil(random, out.getvalue())
    if random.random() < 0.1:
        name = random.choice(("utf-8-sig", "utf-16", "utf-16-be", "cp1252", "mac_roman"))
        data = data.decode("utf-8", "replace").encode(name, "replace")
    return data.replace(b"e", b"\xe9", 1) if random.random() < 0.02 else data


def _cell(random: Random, column: str, number: int) -> str:
    if random.random() < 0.1:
        return str(random.choice((*WORDS, *INTEGERS)))
    plain = {"id": f"c-{number}", "name_en": "A", "name_fr": "B", "family": "deck", "value": "3"}
    return plain.get(column) or random.choice(_CELLS)
