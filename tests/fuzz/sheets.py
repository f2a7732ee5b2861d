"""Generate spreadsheets.

They have unusual references, formulas, repeats and merges, and some are damaged.
"""

import io
import zipfile
from random import Random

from tests.fuzz.values import INTEGERS, WORDS, spoil
from tests.support import spreadsheets as made

_HEADS = ("Name", "Nom", "Qty", "Suit", "Value", "Text", "Image", "id", "name_fr", "x", "", "Coût")
_CELLS = (
    made.DATE,
    made.YES,
    made.FAILED,
    made.NEVER,
    made.EMPTY_RESULT,
    "<c t='s'><v>99</v></c>",
    "<c t='b'><v>x</v></c>",
    "<c s='99'><v>1e999</v></c>",
    "<c r='{column}{row}'><v>{row}</v></c>",
    "<c t='d'><v>2024-13-01</v></c>",
    None,
    "x.svg",
    "A",
    "{swords}",
    3.0,
    0.5,
)
_MORE = (
    "",
    "",
    "<mergeCells><mergeCell ref='A2:A{row}'/><mergeCell ref='B1:B3'/></mergeCells>",
    "<mergeCells><mergeCell ref='{column}{row}'/></mergeCells>",
    "<x>",
)
_COLUMNS, _ROWS = ("A", "B", "ZZ", "XFD", "XFE", "ZZZZZZZ", "é"), (0, 1, 2, 3, 40, 1048576, 10**9)
_ODS = (
    "",
    "A",
    made.ODS_FAILED,
    made.ODS_NEVER,
    made.ODS_TALL,
    "<table:covered-table-cell table:number-columns-repeated='{row}'/>",
    "<table:table-cell office:value-type='float' office:value='{row}e{row}'/>",
    "<table:table-cell table:number-columns-repeated='{row}'><text:p>x</text:p></table:table-cell>",
    "<table:table-cell office:value-type='date' office:date-value='2024-99-01T'/>",
)


def make_sheet(random: Random) -> bytes:
    """Return a spreadsheet, sometimes a damaged one."""
    rows = [random.sample(_HEADS, k=random.randint(1, 6))]
    if random.random() < 0.3:
        data = made.ods({"A": [*rows, *(_make_row(random, _ODS) for _ in range(3))]})
    else:
        lines = [*rows, *(_make_row(random, _CELLS) for _ in range(random.choice((0, 1, 4))))]
        inside = made.sheet(lines, _fill(random, random.choice(_MORE)))
        names = random.choice((["Cards"], ["A", "Cards"], ["Cards", "Cards"], ["\u202e", "&"]))
        data = made.xlsx(dict.fromkeys(names, inside))
    if random.random() < 0.5:
        data = _damage_parts(random, data)
    if random.random() < 0.1:
        cut = random.randrange(1, len(data))
        data = data[:cut] + data[cut + random.choice((1, 40, 9999)) :]
    return data


def _make_row(random: Random, cells: tuple[str | float | None, ...]) -> list[str | float | None]:
    row = [random.choice((*cells, str(random.choice((*WORDS, *INTEGERS))))) for _ in range(5)]
    clean = [_fill(random, cell) if isinstance(cell, str) else cell for cell in row]
    return ["A", *clean]


def _fill(random: Random, text: str) -> str:
    for key, values in (("{column}", _COLUMNS), ("{row}", _ROWS)):
        text = text.replace(key, str(random.choice(values)))
    return "".join(
        letter for letter in text if letter >= " " and not "\ud800" <= letter <= "\udfff"
    )


def _damage_parts(random: Random, data: bytes) -> bytes:
    """Damage one of the texts in an archive."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    name = random.choice(sorted(parts))
    parts[name] = spoil(random, parts[name].decode())
    return made.pack(parts)
