"""Cards kept in a spreadsheet. Room: definition.

In: a CSV beside the definition, a header row and one card a row. Out: raw card tables, as if they
stood in the TOML, and the place of each cell.

Columns are the keys of a card; a text has one column a language (`name.en`, `name_fr`); `value`
takes a number or several with `/` between (`-2/2`). The delimiter may be a comma, a semicolon
(as spreadsheets write in French) or a tab. Empty cells are left out.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from printkit.base.errors import DefinitionError, Problem, choices
from printkit.base.files import inside, read_text
from printkit.base.strings import languages

_MOST_BYTES = 32_000_000
_PLAIN = (
    *("id", "suit", "rank", "family", "colour", "ground"),
    *("emblem", "frame", "layout", "index", "art"),
)
_NUMBERS = ("copies",)
_YES = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}


@dataclass(frozen=True)
class CsvCards:
    """The cards of one CSV: raw tables, and for each the line and column of its cells."""

    path: Path
    cards: list[dict[str, Any]]
    lines: dict[int, int]
    columns: dict[str, int]

    def place(
        self, data: dict[str, Any], path: tuple[str | int, ...]
    ) -> tuple[str, int, int] | None:
        """Where a key path of the merged data was written in this CSV, or None."""
        if len(path) < 2 or path[0] != "cards" or not isinstance(path[1], int):
            return None
        cards = data["cards"]
        line = self.lines.get(id(cards[path[1]])) if path[1] < len(cards) else None
        if line is None:
            return None
        key = ".".join(str(part) for part in path[2:4])
        return str(self.path), line, self.columns.get(key, self.columns.get(key.split(".")[0], 1))


def read_cards(folder: Path, name: str, fault: Callable[[str], Problem]) -> CsvCards:
    """The cards of the CSV `name` in `folder`; `fault` makes a Problem at the key that names it.

    Raises DefinitionError for a missing file, an unknown or missing column, a cell of a wrong form.
    """
    path = inside(folder, name)
    if path is None:
        raise DefinitionError([fault(f"“{name}” lies outside the definition's folder.")])
    if not path.is_file():
        raise DefinitionError([fault(f"“{name}” does not exist.")])
    text = read_text(path, what="CSV file", most=_MOST_BYTES)
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    header = [_column(cell) for cell in next(reader, [])]
    known = _known_columns()
    problems = [
        Problem(
            str(path), 1, at, cell, "is not a column of cards.", choices(cell, known, "columns")
        )
        for at, cell in enumerate(header, 1)
        if cell not in known
    ]
    if "id" not in header:
        problems.append(Problem(str(path), 1, 1, "id", "is a column that every card needs."))
    if problems:
        raise DefinitionError(problems)
    cards: list[dict[str, Any]] = []
    lines: dict[int, int] = {}
    for row in reader:
        line = reader.line_num
        if not any(cell.strip() for cell in row):
            continue
        if len(row) > len(header):
            problems.append(
                Problem(str(path), line, len(header) + 1, "", "has more cells than the header.")
            )
            continue
        card: dict[str, Any] = {}
        for at, (key, cell) in enumerate(zip(header, row, strict=False), 1):
            if cell := cell.strip():
                try:
                    _put(card, key, cell)
                except ValueError as error:
                    problems.append(Problem(str(path), line, at, key, str(error)))
        lines[id(card)] = line
        cards.append(card)
    if problems:
        raise DefinitionError(problems)
    return CsvCards(path, cards, lines, {key: at for at, key in enumerate(header, 1)})


def _known_columns() -> list[str]:
    names = [f"name.{language}" for language in languages()]
    return [*_PLAIN, *_NUMBERS, *names, "value", "per_player"]


def _column(cell: str) -> str:
    """A header cell as a key: `Name_FR` and `name.fr` are the same column."""
    key = cell.strip().lower()
    return key.replace("_", ".", 1) if key.startswith("name_") else key


def _put(card: dict[str, Any], key: str, cell: str) -> None:
    """Stores a cell as a TOML author would have typed it. Raises ValueError with a sentence."""
    if key.startswith("name."):
        card.setdefault("name", {})[key.removeprefix("name.")] = cell
    elif key == "value" or key in _NUMBERS:
        try:
            numbers = [int(part.replace("\u2212", "-")) for part in cell.split("/")]
        except ValueError:
            raise ValueError(
                f"“{cell}” is not a whole number (or several with / between)."
            ) from None
        card[key] = numbers[0] if len(numbers) == 1 else numbers
    elif key == "per_player":
        if cell.lower() not in _YES:
            raise ValueError(f"“{cell}” is neither yes nor no.")
        card[key] = _YES[cell.lower()]
    else:
        card[key] = cell
