"""Escape cells of CSV files that a spreadsheet would read as formulas.

Excel and LibreOffice compute a cell that starts with certain characters (OWASP, “CSV Injection”).
Such a cell is written with an apostrophe before it, which is removed on reading. Numbers are not
changed.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

# A text may have apostrophes before the first of these characters: writing adds one, and reading
# removes one. The last four are the same signs in full width, for Japanese spreadsheets.
_FORMULA = re.compile("'*[=+\\-@\t\r\n＝＋－＠]")


def write_csv(rows: Iterable[Sequence[object]], delimiter: str = ",", end: str = "\r\n") -> str:
    """Return rows as CSV (RFC 4180) without formulas."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator=end)
    writer.writerows([neutral_cell(cell) for cell in row] for row in rows)
    return out.getvalue()


def neutral_cell(cell: object) -> object:
    """Return a cell, with an apostrophe before it if it is text that would be read as a formula."""
    return f"'{cell}" if isinstance(cell, str) and _FORMULA.match(cell) else cell


def original_cell(text: str) -> str:
    """Return the original text of a cell; the inverse of `neutral_cell`."""
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text
