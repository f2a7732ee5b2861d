"""Read cards from a CSV beside the definition, with the position of each cell.

The first row has the keys of a card, each further row is a card. A text has one column for each
language (`name.en`, `name_fr`); `value` is a number, or several separated by `/` (`-2/2`). The
delimiter is a comma, a semicolon (as spreadsheets write in French) or a tab. Empty cells are
ignored.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from printkit.base.errors import DefinitionError, Diagnostic, did_you_mean
from printkit.base.files import is_file, read_text, resolve_within
from printkit.base.limits import MAX_COLUMNS, MAX_CSV_BYTES, MAX_ROWS
from printkit.base.messages import languages
from printkit.base.plain_text import MAX_TYPED, shorten

_STRINGS = "id suit rank family colour ground emblem frame layout index art"
_YES = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
_WHOLE = re.compile(r"[+\-\u2212]?[0-9]{1,9}")


class CsvCards(msgspec.Struct, frozen=True):
    """The cards of one CSV as raw tables, with their lines (by `id` of the table) and columns.

    `problems` reports unreadable cells, which the cards lack.
    """

    path: Path
    text: str
    cards: list[dict[str, Any]]
    lines: dict[int, int]
    columns: dict[str, int]
    problems: tuple[Diagnostic, ...]

    def place(
        self, data: dict[str, Any], own: tuple[str | int, ...], path: tuple[str | int, ...]
    ) -> tuple[str, int, int] | None:
        """Return the position of a key path in this CSV, or None; `own` is the path in `data`.

        The position of a text without a column for its language is the first column of the text.
        """
        if len(own) < 2 or own[0] != "cards" or not isinstance(own[1], int):
            return None
        line = self.lines.get(id(data["cards"][own[1]]))
        if line is None:
            return None
        key = ".".join(str(part) for part in path[2:4])
        same_field = (name for name in self.columns if [name.partition(".")[0]] == [*path[2:3]])
        column = self.columns.get(key) or self.columns.get(next(same_field, ""), 1)
        return str(self.path), line, column


def read_cards(folder: Path, name: str, fault: Callable[[str], Diagnostic]) -> CsvCards:
    """Read the cards of the CSV `name` in `folder`.

    `fault` returns a Diagnostic at the key that names the file. Raises DefinitionError for a
    missing file, an unknown or missing column, and invalid CSV.
    """
    path = resolve_within(folder, name)
    if path is None:
        raise DefinitionError([fault(f"“{name[:80]}” lies outside the definition's folder.")])
    if not is_file(path):
        raise DefinitionError([fault(f"“{name[:80]}” does not exist.")])
    text = read_text(path, noun="CSV file", max_bytes=MAX_CSV_BYTES)
    first = text.partition("\n")[0]
    rows = _read_rows(path, text, max(",;\t", key=first.count))
    _, head = next(rows, (1, []))
    if len(head) > MAX_COLUMNS:
        raise DefinitionError([Diagnostic(str(path), 1, 1, "", *MAX_COLUMNS.refusal(len(head)))])
    header = [_find_column(cell) for cell in head]
    problems = list(_header_problems(path, header))
    if problems:
        raise DefinitionError(problems)
    cards: list[dict[str, Any]] = []
    lines: dict[int, int] = {}
    for number, (line, row) in enumerate(rows, 1):
        if number > MAX_ROWS:
            refusal = MAX_ROWS.refusal(number + sum(1 for _ in rows))
            raise DefinitionError([Diagnostic(str(path), line, 1, "", *refusal)])
        if not any(cell.strip() for cell in row):
            continue
        if len(row) > len(header):
            message = "has more cells than the header."
            problems.append(Diagnostic(str(path), line, len(header) + 1, "", message))
            continue
        card: dict[str, Any] = {}
        for i, (key, cell) in enumerate(zip(header, row, strict=False), 1):
            if cell := cell.strip():
                try:
                    _set_value(card, key, cell)
                except ValueError as error:
                    problems.append(Diagnostic(str(path), line, i, key, str(error)))
        lines[id(card)] = line
        cards.append(card)
    columns = {key: index for index, key in enumerate(header, 1)}
    return CsvCards(path, text, cards, lines, columns, tuple(problems))


def _read_rows(path: Path, text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Yield each row with its first line number. Raises DefinitionError for invalid CSV."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            message = "has a quotation mark that is not closed, or one inside a cell"
            if "field larger" in str(error):
                message = f"has a cell of more than {csv.field_size_limit():,} characters"
            message = f"This row is not CSV: it {message}."
            raise DefinitionError([Diagnostic(str(path), line, 1, "", message)]) from None
        yield line, row
        line = reader.line_num + 1


def _header_problems(path: Path, header: list[str]) -> Iterator[Diagnostic]:
    names = [f"name.{language}" for language in languages()]
    known = [*_STRINGS.split(), "copies", "value", "per_player", *names]
    for i, cell in enumerate(header, 1):
        if cell not in known:
            hint = did_you_mean(cell[:40], known, "columns")
            yield Diagnostic(str(path), 1, i, cell[:40], "is not a column of cards.", hint)
        elif cell in header[: i - 1]:
            yield Diagnostic(str(path), 1, i, cell, "is a column that stands here twice.")
    if "id" not in header:
        yield Diagnostic(str(path), 1, 1, "id", "is a column that every card needs.")


def _find_column(cell: str) -> str:
    """Return the key of a header cell: `Name_FR` and `name.fr` are the same column."""
    key = cell.strip().lower()
    return key.replace("_", ".", 1) if key.startswith("name_") else key


def _set_value(card: dict[str, Any], key: str, cell: str) -> None:
    """Set a key of a card to the TOML value of a cell. Raises ValueError with a sentence."""
    if key.startswith("name."):
        card.setdefault("name", {})[key.removeprefix("name.")] = cell
    elif key == "value":
        numbers = [_parse_whole(part) for part in cell.split("/")]
        if None in numbers:
            raise ValueError(
                f"“{shorten(cell, MAX_TYPED)}” is not a whole number (or several with / between)."
            )
        card[key] = numbers[0] if len(numbers) == 1 else numbers
    elif key == "copies":
        if (number := _parse_whole(cell)) is None:
            raise ValueError(f"“{shorten(cell, MAX_TYPED)}” is not a whole number.")
        card[key] = number
    elif key == "per_player":
        if cell.lower() not in _YES:
            raise ValueError(f"“{shorten(cell, MAX_TYPED)}” is neither yes nor no.")
        card[key] = _YES[cell.lower()]
    else:
        card[key] = cell


def _parse_whole(text: str) -> int | None:
    """Return a whole number with an optional sign (hyphen or minus), or None."""
    text = text.strip()
    return int(text.replace("\u2212", "-")) if _WHOLE.fullmatch(text) else None
