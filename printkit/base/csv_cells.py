"""Cells of CSV files that a spreadsheet would take for a formula.

Excel and LibreOffice compute a cell that starts with one of a few characters (OWASP, “CSV
Injection”). A text that does gets an apostrophe before it, and loses it when we read it. A number
stays a number.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

# The apostrophes before the first of these characters are those of the text: writing adds one,
# reading removes one. The last four are the same signs in full width, for Japanese spreadsheets.
_FORMULA = re.compile("'*[=+\\-@\t\r\n＝＋－＠]")


def write_csv(rows: Iterable[Sequence[object]], delimiter: str = ",", end: str = "\r\n") -> str:
    """Return rows as CSV (RFC 4180) without formulas."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator=end)
    writer.writerows([neutral_cell(cell) for cell in row] for row in rows)
    return out.getvalue()


def neutral_cell(cell: object) -> object:
    """Return a text that is no formula, with an apostrophe if it starts like one."""
    return f"'{cell}" if isinstance(cell, str) and _FORMULA.match(cell) else cell


def original_cell(text: str) -> str:
    """Return the text of a cell as it was before `neutral_cell`."""
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text
