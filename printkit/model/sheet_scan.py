"""Scan the sheets of a spreadsheet before the library reads them.

A scan finds how far a sheet reaches, for the library fills the memory for a single cell in the last
row, and what the library leaves empty without a word: formulas that failed or were never computed,
and cells below a merged one.
"""

from __future__ import annotations

import re
from xml.parsers import expat

import msgspec
from msgspec import field

from printkit.base.errors import PrintkitError
from printkit.base.limits import MAX_COLUMNS, MAX_ROWS, MAX_SHEET_TAGS

# Rows above the headings.
HEAD_ROWS = 10
# The text of an ODS file that has all its sheets.
ODS_CONTENT = "content.xml"
SAVE_AGAIN = "Open it, and save it again as XLSX or ODS without a password."
# The place of a cell; the library reads more than these, so that no other is let through.
_CELL = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
_ROW = re.compile(r"[1-9][0-9]{0,6}")
_COUNT = re.compile(r"[0-9]{1,9}")
_NESTED = ("A sheet of this file is inside another.", SAVE_AGAIN)
_ENDLESS = 10**9
# The characters of a cell that a scan keeps.
_MAX_SCANNED = 40

# The message and the hint of a cell without a value, by row and column (from 1).
Blanks = dict[tuple[int, int], tuple[str, str]]


def unreadable(place: str, reason: str) -> PrintkitError:
    """Return the error for a spreadsheet that cannot be read."""
    message = f"This spreadsheet cannot be read: {reason}."
    return PrintkitError(message, location=place, hint=SAVE_AGAIN)


class Scan(msgspec.Struct):
    """What a sheet holds: its last row and column with something in them, from 1."""

    rows: int = 0
    columns: int = 0
    blanks: Blanks = field(default_factory=dict)
    merged: list[tuple[int, int, int]] = field(default_factory=list)
    """first row, last row and column of cells that are merged downwards, from 0"""
    more: tuple[str, str] | None = None

    def refusal(self) -> tuple[str, str] | None:
        """Return the message and the hint for a sheet that is too large."""
        if self.rows > MAX_ROWS + HEAD_ROWS:
            return MAX_ROWS.refusal(self.rows - 1)
        if self.columns > MAX_COLUMNS:
            return MAX_COLUMNS.refusal(self.columns)
        return self.more

    def add(self, row: int, column: int, more_rows: int = 0, more_columns: int = 0) -> None:
        self.rows = max(self.rows, row + more_rows)
        self.columns = max(self.columns, column + more_columns)


def scan_all(place: str, parts: dict[str, bytes]) -> dict[str, Scan]:
    """Return the scan of each part that may be a sheet. Raises PrintkitError for damaged XML.

    All texts are scanned: some of them say which others are sheets. The sheets of an
    ODS file have the names `content.xml#Sheet`; if one is too large, the file is refused.
    """
    if ODS_CONTENT in parts:
        scans = OdsScanner(place, parts[ODS_CONTENT]).scans
        for name, scan in scans.items():
            if refusal := scan.refusal():
                sheet = name.removeprefix(f"{ODS_CONTENT}#")
                raise PrintkitError(refusal[0], location=f"{place}, {sheet}", hint=refusal[1])
        return scans
    return {
        name: XlsxScanner(place, data).scan for name, data in parts.items() if name.endswith(".xml")
    }


class Scanner:
    """Calls `start` and `end` for the elements of an XML text, with names without a prefix."""

    def parse(self, place: str, data: bytes) -> None:
        parser = expat.ParserCreate()
        parser.buffer_text = True

        def refuse(*_: object) -> None:
            raise unreadable(place, "it declares a document type")

        parser.StartDoctypeDeclHandler = refuse
        parser.StartElementHandler = lambda name, values: self.start(
            name.rpartition(":")[2], values
        )
        parser.EndElementHandler = lambda name: self.end(name.rpartition(":")[2])
        parser.CharacterDataHandler = self.take
        try:
            parser.Parse(data, True)
        except (expat.ExpatError, ValueError, LookupError):  # an unknown encoding
            raise unreadable(place, "a part of it is damaged") from None

    text, takes = "", False

    def take(self, text: str) -> None:
        if self.takes and len(self.text) < _MAX_SCANNED:
            self.text += text[:_MAX_SCANNED]

    def start(self, name: str, values: dict[str, str]) -> None:
        raise NotImplementedError

    def end(self, name: str) -> None:
        """Do nothing, for a scan of attributes alone."""


def _blank(text: str) -> tuple[str, str]:
    """Return the message and the hint of a formula that failed with `text`, or was not computed."""
    if text.strip():
        return f"This formula failed: {text.strip()[:40]}.", "Mend it, and save the file again."
    message = "This formula was never computed."
    return message, "Open the file in a spreadsheet program, and save it again."


def _find_too_long(data: bytes, row: bytes) -> Scan | None:
    """Return the scan of a text with too many rows or tags; counting them finds it at once."""
    if (rows := data.count(row)) > MAX_ROWS + HEAD_ROWS:
        return Scan(rows)
    tags = data.count(b"<")
    return Scan(more=MAX_SHEET_TAGS.refusal(tags)) if tags > MAX_SHEET_TAGS else None


class XlsxScanner(Scanner):
    """Scans a sheet of an XLSX file."""

    def __init__(self, place: str, data: bytes) -> None:
        self.scan = Scan()
        # The last row and column so far: a cell without a place may come behind any of them.
        self._row = self._column = 0
        self._place = (0, 0)
        self._kind, self._is_formula, self._is_filled = "", False, False
        if too_long := _find_too_long(data, b"<row "):
            self.scan = too_long
        else:
            self.parse(place, data)

    def start(self, name: str, values: dict[str, str]) -> None:
        match name:
            case "row":
                self._row, self._column = self._row + 1, 0
                if (number := values.get("r")) is not None:
                    self._row = max(self._row, int(number)) if _ROW.fullmatch(number) else _ENDLESS
            case "c":
                row, column = self._row, self._column + 1
                if (place := values.get("r")) is not None:
                    match = _CELL.fullmatch(place)
                    row = int(match[2]) if match else _ENDLESS
                    column = _column_number(match[1]) if match else _ENDLESS
                self._place = row, column
                self._row, self._column = max(self._row, row), max(self._column, column)
                self._kind, self._is_formula, self._is_filled = values.get("t", ""), False, False
                self.text = ""
            case "f":
                self._is_formula = self._is_filled = True
            case "v" | "is":
                self.takes = self._is_filled = True
            case "mergeCell":
                ends = _CELL.findall(values.get("ref", ""))
                if len(ends) == 2 and ends[0][0] == ends[1][0]:
                    column = _column_number(ends[0][0]) - 1
                    self.scan.merged.append((int(ends[0][1]) - 1, int(ends[1][1]) - 1, column))

    def end(self, name: str) -> None:
        if name in ("v", "is"):
            self.takes = False
        elif name == "c":
            if self._is_filled:
                self.scan.add(self._row, self._column)
            is_uncomputed = self._is_formula and not self.text and self._kind != "str"
            if self._kind == "e" or is_uncomputed:
                self.scan.blanks[self._place] = _blank(self.text)


class OdsScanner(Scanner):
    """Scans the sheets of an ODS file."""

    def __init__(self, place: str, data: bytes) -> None:
        self.scans: dict[str, Scan] = {}
        self._scan = Scan()
        self._row = self._column = self._rows = self._columns = 0
        self._values: dict[str, str] = {}
        self._is_inside = self._is_filled = False
        if too_long := _find_too_long(data, b"<table:table-row"):
            self.scans[ODS_CONTENT] = too_long
        else:
            self.parse(place, data)

    def start(self, name: str, values: dict[str, str]) -> None:
        match name:
            case "table":
                if self._is_inside:  # the library counts its rows with those of the outer one
                    self._scan.more = _NESTED
                self._is_inside = True
                self._scan = Scan(more=self._scan.more)
                key = f"{ODS_CONTENT}#{values.get('table:name', '')}"
                self.scans[key if key not in self.scans else f"{key}#{len(self.scans)}"] = (
                    self._scan
                )
                self._row = self._rows = 0
            case "table-row":
                self._row += self._rows or 1
                self._rows = _number(values, "table:number-rows-repeated")
                self._column = self._columns = 0
            case "table-cell" | "covered-table-cell":
                self._column += self._columns or 1
                self._columns = _number(values, "table:number-columns-repeated")
                self._values, self.text, self.takes = values, "", True
                self._is_filled = False
            case _ if self.takes:
                self._is_filled = True

    def end(self, name: str) -> None:
        if name == "table":
            self._is_inside = False
        if name not in ("table-cell", "covered-table-cell"):
            return
        self.takes, values = False, self._values
        is_formula, kind = "table:formula" in values, values.get("office:value-type")
        if not (kind or is_formula or self._is_filled):
            return
        self._scan.add(self._row, self._column, self._rows - 1, self._columns - 1)
        if values.get("calcext:value-type") == "error":
            self._scan.blanks[self._row, self._column] = _blank(self.text or "#")
        elif is_formula and kind is None:
            self._scan.blanks[self._row, self._column] = _blank("")
        spanned = _number(values, "table:number-rows-spanned")
        if spanned > 1 and _number(values, "table:number-columns-spanned") == 1:
            self._scan.merged.append((self._row - 1, self._row + spanned - 2, self._column - 1))


def _number(values: dict[str, str], name: str) -> int:
    """Return a number of times in an ODS file."""
    number = values.get(name, "1")
    return int(number) if _COUNT.fullmatch(number) else _ENDLESS


class AttributeScanner(Scanner):
    """Collects the attributes of all elements of a name."""

    def __init__(self, wanted: str) -> None:
        self.wanted, self.found = wanted, list[dict[str, str]]()

    def start(self, name: str, values: dict[str, str]) -> None:
        if name == self.wanted:
            self.found.append(values)


def _column_number(letters: str) -> int:
    """Return the number of a column from 1: A is 1, AA is 27."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number
