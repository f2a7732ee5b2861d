"""Read the rows of a table of cards: CSV, TSV, XLSX or ODS, told apart by their content.

Texts may be in UTF-8 or UTF-16, or in the older encodings of Windows and the Macintosh. The
delimiter is the comma, semicolon or tab with which most headings are known, or what a first line
`sep=;` says.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
from msgspec import field

from printkit.base.errors import DefinitionError, Diagnostic, PrintkitError
from printkit.base.files import ARCHIVE, read_bytes
from printkit.base.limits import MAX_COLUMNS, MAX_ROWS, MAX_TABLE_BYTES
from printkit.model.sheet_scan import HEAD_ROWS, Blanks
from printkit.model.spreadsheet import OLD_FILE, Row, read_sheet

_DELIMITERS = ",;\t"
_SEPARATOR = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Bytes without a letter in cp1252 are è, ç, ê or û in Mac Roman.
_OLD_ENCODINGS = ("cp1252", "mac_roman")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f]")


class TableRows(msgspec.Struct):
    """The rows of a table, each with the number of its line, and its headings.

    `sheet` is empty for a text. `blanks` are the formulas without a value, by line and column.
    """

    path: Path
    sheet: str
    head: Row
    head_line: int
    rows: list[tuple[int, Row]] = field(default_factory=list)
    blanks: Blanks = field(default_factory=dict)

    def problem(
        self, line: int, column: int, message: str, hint: str = "", key: str = ""
    ) -> Diagnostic:
        """Return a Diagnostic at a cell; line and column count from 1."""
        return Diagnostic(str(self.path), line, column, key, message, hint, self.sheet)

    @property
    def text(self) -> str:
        """All that was read, as one text."""
        rows = [self.head, *(row for _, row in self.rows)]
        return "\n".join("\t".join(cell.replace("\n", "\v") for cell in row) for row in rows)


def read_rows(path: Path, sheet: str | None, score: Callable[[Row], int]) -> TableRows:
    """Return the rows of the table at `path`, of a spreadsheet those of a sheet.

    `score` counts the headings in a row: that with the most of the first ten is the heading. Raises
    PrintkitError, DefinitionError.
    """
    data = read_bytes(path, noun="table", max_bytes=MAX_TABLE_BYTES)
    blanks: Blanks = {}
    rows: list[tuple[int, Row]]
    if data.startswith((ARCHIVE, OLD_FILE)):
        chosen = read_sheet(path, data, sheet, lambda row: score(row) > 0)
        name, blanks = chosen.name, chosen.blanks
        rows = list(enumerate(chosen.rows, 1))
    elif sheet is not None:
        message = "This table has no sheets: it is a text."
        raise PrintkitError(message, location=str(path), hint="Leave “sheet” out.")
    else:
        name, rows = "", _read_text_rows(path, decode(path, data), score)
    scores = [score(row) for _, row in rows[:HEAD_ROWS]]
    if not any(scores):
        message = "No row of this table has a heading that is known."
        hint = "Its first row says what is below: Name, Quantity, Image, Text …"
        raise PrintkitError(message, location=f"{path}, {name}" if name else str(path), hint=hint)
    index = scores.index(max(scores))
    line, head = rows[index]
    table = TableRows(path, name, _trim(head), line, rows[index + 1 :], blanks)
    if (count := len(table.head)) > MAX_COLUMNS:
        raise DefinitionError([table.problem(line, 1, *MAX_COLUMNS.refusal(count))])
    if (count := len(table.rows)) > MAX_ROWS:
        raise DefinitionError([table.problem(line + MAX_ROWS, 1, *MAX_ROWS.refusal(count))])
    return table


def _trim(row: Row) -> Row:
    """Return a row without the empty cells at its end."""
    end = next((i for i in range(len(row), 0, -1) if row[i - 1].strip()), 0)
    return row[:end]


def decode(path: Path, data: bytes) -> str:
    """Return the text of a table. Raises PrintkitError if it is none."""
    encodings = [name for mark, name in _MARKS if data.startswith(mark)]
    if not encodings and b"\x00" in data[:200]:  # Western text in UTF-16 has a null in each letter
        encodings = ["utf-16-be" if data[:1] == b"\x00" else "utf-16-le"]
    for name in encodings or ("utf-8", *_OLD_ENCODINGS):
        try:
            text = data.decode(name)
        except UnicodeDecodeError:
            continue
        if not _CONTROL.search(text):
            return unicodedata.normalize("NFC", text)
    raise PrintkitError(
        "This is not a table: it is neither a text nor a spreadsheet.",
        location=str(path),
        hint="Save it as XLSX, ODS or CSV.",
    )


def _read_text_rows(path: Path, text: str, score: Callable[[Row], int]) -> list[tuple[int, Row]]:
    start = 1
    if match := _SEPARATOR.match(text):
        delimiter, text, start = match[1], text[match.end() :], 2
    else:
        first = text[:4000].splitlines()[:HEAD_ROWS]

        def headings(delimiter: str) -> tuple[int, int]:
            rows = (next(csv.reader([line], delimiter=delimiter), []) for line in first)
            return max(map(score, rows), default=0), "".join(first).count(delimiter)

        delimiter = max(_DELIMITERS, key=headings)
    rows = _parse_rows(path, text, delimiter, start)
    kept = [row for _, row in zip(range(MAX_ROWS + HEAD_ROWS), rows, strict=False)]
    if (more := sum(1 for _ in rows)) > 0:
        refusal = MAX_ROWS.refusal(len(kept) + more)
        raise DefinitionError([Diagnostic(str(path), kept[-1][0], 1, "", *refusal)])
    return kept


def _parse_rows(path: Path, text: str, delimiter: str, line: int) -> Iterator[tuple[int, Row]]:
    """Yield each row with its first line number. Raises DefinitionError for invalid CSV."""
    before = line - 1
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
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
        line = before + reader.line_num + 1
