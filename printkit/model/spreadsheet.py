"""Read the sheets of XLSX and ODS files: rows of texts, and the cells that have none.

A spreadsheet may come from a stranger. Its archive is unpacked within a limit, and each sheet is
scanned before the library reads it, which would fill the memory for a single cell in the last row.
The scan also finds what the library leaves empty without a word: formulas that failed or were never
computed, and merged cells.
"""

from __future__ import annotations

import io
import re
import unicodedata
import zipfile
import zlib
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any
from xml.parsers import expat

import msgspec
from msgspec import field

from printkit.base.errors import PrintkitError, did_you_mean
from printkit.base.limits import MAX_COLUMNS, MAX_ROWS, MAX_SHEET_TAGS, MAX_UNPACKED_BYTES, Limit
from printkit.base.plain_text import quote

# The beginnings of an archive, and of files of Excel that are old or locked with a password.
ARCHIVE, OLD_FILE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
# Rows above the headings.
HEAD_ROWS = 10
_ODS_CONTENT, _WORKBOOK = "content.xml", "xl/workbook.xml"
_RELATIONS = "xl/_rels/workbook.xml.rels"
_CELL = re.compile(r"([A-Z]{1,7})([0-9]{1,9})")
# The characters of a cell that a scan keeps.
_MAX_SCANNED = 40
_SAVE_AGAIN = "Open it, and save it again as XLSX or ODS without a password."

Row = list[str]
# The message and the hint of a cell without a value, by row and column (from 1).
Blanks = dict[tuple[int, int], tuple[str, str]]


class Sheet(msgspec.Struct):
    """The rows of a sheet from the first; `blanks` are formulas without a value."""

    name: str
    rows: list[Row] = field(default_factory=list)
    blanks: Blanks = field(default_factory=dict)


def read_sheet(
    path: Path, data: bytes, wanted: str | None, is_head: Callable[[Row], bool]
) -> Sheet:
    """Return the sheet `wanted`, else the first with a row of headings near its top.

    Raises PrintkitError for a file that cannot be read, an unknown sheet, and too many rows.
    """
    place = str(path)
    parts = _unpack(place, data)
    scans = _scan_all(place, parts)
    book = _open(place, parts, {name for name, scan in scans.items() if scan.refusal()})
    names: list[str] = book.sheet_names
    if wanted is not None and wanted not in names:
        hint = did_you_mean(wanted, names, "sheets", of_file=True)
        raise PrintkitError(f"There is no sheet {quote(wanted)}.", location=place, hint=hint)
    owners = _parts_of_sheets(parts)
    refused: PrintkitError | None = None
    found: Sheet | None = None
    for name in names if wanted is None else [wanted]:
        scan = scans.get(owners.get(name, f"{_ODS_CONTENT}#{name}"), _Scan())
        if refusal := scan.refusal():
            refused = refused or PrintkitError(
                refusal[0], location=f"{place}, {name}", hint=refusal[1]
            )
            continue
        sheet = Sheet(name, _rows_of(place, book, name, scan), scan.blanks)
        if wanted is not None or any(map(is_head, sheet.rows[:HEAD_ROWS])):
            return sheet
        found = found or sheet
    if found is None or refused is not None:
        raise refused or PrintkitError("This spreadsheet has no sheet.", location=place)
    return found


# --- the archive ----------------------------------------------------------------------------------


def _unpack(place: str, data: bytes) -> dict[str, bytes]:
    """Return the texts of an archive by name. Raises PrintkitError if it is damaged or too large.

    What an archive says of its sizes is checked before anything is unpacked; the reader of archives
    takes no more than that.
    """
    if data.startswith(OLD_FILE):
        message = "This spreadsheet is locked with a password, or is an old file of Excel (XLS)."
        raise PrintkitError(message, location=place, hint=_SAVE_AGAIN)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            files = [
                file for file in archive.infolist() if file.filename.endswith((".xml", ".rels"))
            ]
            if (size := sum(file.file_size for file in files)) > MAX_UNPACKED_BYTES:
                message, hint = MAX_UNPACKED_BYTES.refusal(size)
                raise PrintkitError(message, location=place, hint=hint)
            if any(file.flag_bits & 1 for file in files):
                raise _unreadable(place, "it is locked with a password")
            parts = {file.filename: archive.read(file) for file in files}
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, ValueError):
        raise _unreadable(place, "its archive is damaged") from None
    if _ODS_CONTENT not in parts and _WORKBOOK not in parts:
        raise _unreadable(place, "it is neither XLSX nor ODS")
    if b"encryption-data" in parts.get("META-INF/manifest.xml", b""):
        raise _unreadable(place, "it is locked with a password")
    return parts


def _unreadable(place: str, reason: str) -> PrintkitError:
    message = f"This spreadsheet cannot be read: {reason}."
    return PrintkitError(message, location=place, hint=_SAVE_AGAIN)


def _open(place: str, parts: dict[str, bytes], left_out: set[str]) -> Any:
    """Open the parts with the library, as an archive of our own without those `left_out`."""
    from python_calamine import CalamineWorkbook

    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        if _ODS_CONTENT in parts:  # the library reads all its sheets at once
            archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
            parts = {name: data for name, data in parts.items() if name != "mimetype"}
        for name, data in parts.items():
            archive.writestr(name, b"<worksheet/>" if name in left_out else data)
    packed.seek(0)
    return _ask(place, lambda: CalamineWorkbook.from_filelike(packed))


def _ask(place: str, question: Callable[[], Any]) -> Any:
    """Return the answer of the library. Raises PrintkitError for whatever it raises."""
    try:
        return question()
    except (KeyboardInterrupt, SystemExit, MemoryError):
        raise
    except BaseException:  # a panic of its is no Exception
        raise _unreadable(place, "a part of it is damaged") from None


def _rows_of(place: str, book: Any, name: str, scan: _Scan) -> list[Row]:
    """Return the cells of a sheet as texts; each row of a merged cell has its text."""
    sheet = _ask(place, lambda: book.get_sheet_by_name(name))
    cells = _ask(place, lambda: sheet.to_python(skip_empty_area=False))
    rows = [[say(cell) for cell in row] for row in cells]
    for top, bottom, column in scan.merged[: len(rows)]:
        for row in rows[top + 1 : bottom + 1]:
            row[column : column + 1] = rows[top][column : column + 1]
    return rows


def say(cell: object) -> str:
    """Return a cell as its author sees it: 3.0 is `3`, TRUE is `yes`, a date is `2024-01-31`."""
    match cell:
        case bool():
            return "yes" if cell else "no"
        case float() if cell.is_integer():
            return str(int(cell))
        case datetime() if cell.time() == time():
            return cell.date().isoformat()
        case date() | time() | timedelta():
            return str(cell)
    return unicodedata.normalize("NFC", str(cell)).replace("\r\n", "\n").strip()


# --- the scan -------------------------------------------------------------------------------------


class _Scan(msgspec.Struct):
    """What a sheet holds: its last row and column with something in them, from 1."""

    rows: int = 0
    columns: int = 0
    blanks: Blanks = field(default_factory=dict)
    merged: list[tuple[int, int, int]] = field(default_factory=list)
    """first row, last row and column of cells that are merged downwards, from 0"""
    more: tuple[str, str] | None = None

    def refusal(self) -> tuple[str, str] | None:
        """The message and the hint if the sheet is too large."""
        if self.rows > MAX_ROWS + HEAD_ROWS:
            return MAX_ROWS.refusal(self.rows - 1)
        if self.columns > MAX_COLUMNS:
            return MAX_COLUMNS.refusal(self.columns)
        return self.more

    def add(self, row: int, column: int, more_rows: int = 0, more_columns: int = 0) -> None:
        self.rows = max(self.rows, row + more_rows)
        self.columns = max(self.columns, column + more_columns)


def _scan_all(place: str, parts: dict[str, bytes]) -> dict[str, _Scan]:
    """Return the scan of each part that may be a sheet. Raises PrintkitError for damaged XML.

    All texts are scanned: which of them is a sheet is decided by others of them. The sheets of an
    ODS file have the names `content.xml#Sheet`; if one is too large, the file is refused.
    """
    if _ODS_CONTENT in parts:
        scans = _OdsScanner(place, parts[_ODS_CONTENT]).scans
        for name, scan in scans.items():
            if refusal := scan.refusal():
                sheet = name.removeprefix(f"{_ODS_CONTENT}#")
                raise PrintkitError(refusal[0], location=f"{place}, {sheet}", hint=refusal[1])
        return scans
    return {
        name: _XlsxScanner(place, data).scan
        for name, data in parts.items()
        if name.endswith(".xml")
    }


class _Scanner:
    """Calls `start` and `end` for the elements of an XML text, with names without a prefix."""

    def parse(self, place: str, data: bytes) -> None:
        parser = expat.ParserCreate()
        parser.buffer_text = True

        def refuse(*_: object) -> None:
            raise _unreadable(place, "it declares a document type")

        parser.StartDoctypeDeclHandler = refuse
        parser.StartElementHandler = lambda name, values: self.start(
            name.rpartition(":")[2], values
        )
        parser.EndElementHandler = lambda name: self.end(name.rpartition(":")[2])
        parser.CharacterDataHandler = self.take
        try:
            parser.Parse(data, True)
        except expat.ExpatError:
            raise _unreadable(place, "a part of it is damaged") from None
        except (ValueError, LookupError):  # an encoding that nobody knows
            raise _unreadable(place, "a part of it is damaged") from None

    text, takes = "", False

    def take(self, text: str) -> None:
        if self.takes and len(self.text) < _MAX_SCANNED:
            self.text += text[:_MAX_SCANNED]

    def start(self, name: str, values: dict[str, str]) -> None:
        raise NotImplementedError

    def end(self, name: str) -> None:
        raise NotImplementedError


def _blank(text: str) -> tuple[str, str]:
    """Return the message and the hint of a formula that failed with `text`, or was not computed."""
    if text.strip():
        return f"This formula failed: {text.strip()[:40]}.", "Mend it, and save the file again."
    message = "This formula was never computed."
    return message, "Open the file in a program for spreadsheets, and save it again."


def _too_many(limit: Limit, count: int) -> _Scan:
    return _Scan(more=limit.refusal(count))


class _XlsxScanner(_Scanner):
    """Scans a sheet of an XLSX file."""

    def __init__(self, place: str, data: bytes) -> None:
        self.scan = _Scan()
        self._row = self._column = 0
        self._kind, self._is_formula = "", False
        # Counting what is written finds long sheets at once.
        if (rows := data.count(b"<row ")) > MAX_ROWS + HEAD_ROWS:
            self.scan.rows = rows
        elif (tags := data.count(b"<")) > MAX_SHEET_TAGS:
            self.scan = _too_many(MAX_SHEET_TAGS, tags)
        else:
            self.parse(place, data)

    def start(self, name: str, values: dict[str, str]) -> None:
        match name:
            case "row":
                number = values.get("r", "")
                self._row = int(number) if number.isdecimal() else self._row + 1
                self._column = 0
            case "c":
                self._column += 1
                if match := _CELL.fullmatch(values.get("r", "")):
                    self._column, self._row = column_number(match[1]), int(match[2])
                self._kind, self._is_formula = values.get("t", ""), False
                self.text = ""
            case "f":
                self._is_formula = True
            case "v" | "is":
                self.takes = True
            case "mergeCell":
                ends = _CELL.findall(values.get("ref", ""))
                if len(ends) == 2 and ends[0][0] == ends[1][0]:
                    column = column_number(ends[0][0]) - 1
                    self.scan.merged.append((int(ends[0][1]) - 1, int(ends[1][1]) - 1, column))

    def end(self, name: str) -> None:
        if name in ("v", "is"):
            self.takes = False
        elif name == "c":
            if self.text or self._is_formula:
                self.scan.add(self._row, self._column)
            is_uncomputed = self._is_formula and not self.text and self._kind != "str"
            if self._kind == "e" or is_uncomputed:
                self.scan.blanks[self._row, self._column] = _blank(self.text)


class _OdsScanner(_Scanner):
    """Scans the sheets of an ODS file."""

    def __init__(self, place: str, data: bytes) -> None:
        self.scans: dict[str, _Scan] = {}
        self._scan = _Scan()
        self._row = self._column = self._rows = self._columns = 0
        self._values: dict[str, str] = {}
        if (rows := data.count(b"<table:table-row")) > MAX_ROWS + HEAD_ROWS:
            self.scans[_ODS_CONTENT] = _Scan(rows)
        elif (tags := data.count(b"<")) > MAX_SHEET_TAGS:
            self.scans[_ODS_CONTENT] = _too_many(MAX_SHEET_TAGS, tags)
        else:
            self.parse(place, data)

    def start(self, name: str, values: dict[str, str]) -> None:
        match name:
            case "table":
                self._scan = _Scan()
                self.scans[f"{_ODS_CONTENT}#{values.get('table:name', '')}"] = self._scan
                self._row = self._rows = 0
            case "table-row":
                self._row += self._rows or 1
                self._rows, self._column, self._columns = (
                    _number(values, "table:number-rows-repeated"),
                    0,
                    0,
                )
            case "table-cell" | "covered-table-cell":
                self._column += self._columns or 1
                self._columns = _number(values, "table:number-columns-repeated")
                self._values, self.text, self.takes = values, "", True

    def end(self, name: str) -> None:
        if name not in ("table-cell", "covered-table-cell"):
            return
        self.takes, values = False, self._values
        is_formula, kind = "table:formula" in values, values.get("office:value-type")
        if not (kind or is_formula or self.text):
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
    return int(number) if number.isdecimal() and len(number) < 10 else 1


def _parts_of_sheets(parts: dict[str, bytes]) -> dict[str, str]:
    """Return the part of each sheet of an XLSX file by its name."""
    sheets, targets = _Attributes("sheet"), _Attributes("Relationship")
    if _WORKBOOK in parts:
        sheets.parse(_WORKBOOK, parts[_WORKBOOK])
        targets.parse(_RELATIONS, parts.get(_RELATIONS, b"<none/>"))
    files = {
        found.get("Id", ""): found.get("Target", "").removeprefix("/xl/") for found in targets.found
    }
    return {
        found["name"]: f"xl/{files.get(found.get('r:id', ''), '')}"
        for found in sheets.found
        if "name" in found
    }


class _Attributes(_Scanner):
    """Collects the attributes of all elements of a name."""

    def __init__(self, wanted: str) -> None:
        self.wanted, self.found = wanted, list[dict[str, str]]()

    def start(self, name: str, values: dict[str, str]) -> None:
        if name == self.wanted:
            self.found.append(values)

    def end(self, name: str) -> None:
        pass


def column_number(letters: str) -> int:
    """Return the number of a column from 1: A is 1, AA is 27."""
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number
