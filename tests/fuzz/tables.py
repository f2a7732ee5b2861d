"""CSV tables of cards, and the small game that lists them."""

import csv
import io
from random import Random

from tests.fuzz.definitions import BASE
from tests.fuzz.values import INTEGERS, WORDS, damage

DEFINITION = BASE.partition("[[cards]]")[0].replace(
    "players =", 'cards_csv = "cards.csv"\nplayers ='
)
_COLUMNS = ("id", "name_en", "name_fr", "family", "emblem", "value", "copies", "colour", "layout")
_CELLS = ("", "deck", "x.svg", "joker", "3", "1|2", "-5", "ink", "emblem", "number", "Å", "true")


def make(random: Random) -> bytes:
    """Return a table, sometimes a damaged one."""
    more = [str(random.choice(WORDS)) for _ in range(random.choice((0, 0, 0, 1, 2, 200)))]
    columns = [*random.sample(_COLUMNS, k=random.randint(3, len(_COLUMNS))), *more]
    rows = [columns]
    for number in range(random.choice((0, 1, 2, 5, 40))):
        rows.append([_cell(random, column, number) for column in columns])
        if random.random() < 0.05:
            rows[-1] = rows[-1][: random.randrange(len(columns))]
    out = io.StringIO()
    writer = csv.writer(out, delimiter=random.choice(",,,;\t"))
    for row in rows:
        writer.writerow([cell.replace("\x00", "") for cell in row])
    text = out.getvalue()
    data = (damage(random, text) if random.random() < 0.3 else text).encode("utf-8", "replace")
    return data.replace(b"e", b"\xe9", 1) if random.random() < 0.02 else data


def _cell(random: Random, column: str, number: int) -> str:
    if random.random() < 0.1:
        return str(random.choice((*WORDS, *INTEGERS)))
    plain = {"id": f"c-{number}", "name_en": "A", "name_fr": "B", "family": "deck", "value": "3"}
    return plain.get(column) or random.choice(_CELLS)
