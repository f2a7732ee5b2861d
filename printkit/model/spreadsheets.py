"""Read the rows of CSV, TSV, XLSX and ODS files.

A spreadsheet may be untrusted. Its archive is unpacked within a limit, and each sheet is scanned
before the library reads it, because the library would fill the memory for a single cell in the last
row. The scan also finds cells that the library silently leaves empty: formulas that failed or were
never computed, and merged cells.

Numbers and dates are shown in their formats, as the author of the sheet sees them. The encoding of
a text is detected. The delimiter is the comma, semicolon, tab or | that gives the most known
headings, or the one in a first line such as `sep=;`.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Iterator
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import msgspec
from msgspec import field

from printkit.base.csv_cells import original_cell
from printkit.base.errors import (
    DefinitionError,
    Diagnostic,
    PrintkitError,
    did_you_mean,
    library_reads,
)
from printkit.base.files import ARCHIVE, read_bytes
from printkit.base.limits import (
    MAX_COLUMNS,
    MAX_ROWS,
    MAX_SHEET_TAGS,
    MAX_TABLE_BYTES,
    MAX_UNPACKED_BYTES,
)
from printkit.base.messages import DEFAULT_LANGUAGE
from printkit.base.sentences import Sentence, quote
from printkit.base.xml_reader import XmlFault, XmlReader
from printkit.model.number_formats import BUILT_IN, GENERAL, show_number
from printkit.model.table_encodings import Decoded, decode

# --- sheet scan ----------------------------------------------------------------------------------

# Rows above the headings.
HEAD_ROWS = 10
# The part of an ODS file that contains all its sheets.
ODS_CONTENT = "content.xml"
SAVE_AGAIN = "Open it, and save it again as XLSX or ODS without a password."
# The place of a cell. The library accepts more forms, so all others are rejected.
_CELL = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
_ROW = re.compile(r"[1-9][0-9]{0,6}")
_COUNT = re.compile(r"[0-9]{1,9}")
_NESTED = ("A sheet of this file is inside another.", SAVE_AGAIN)
_ENDLESS = 10**9
# The number of characters of a cell that a scan keeps.
_MAX_SCANNED = 40

# The message and the hint of a cell without a value, by row and column (from 1).
Blanks = dict[tuple[int, int], tuple[str, str]]


def unreadable(place: str, reason: str) -> PrintkitError:
    """Return the error for a spreadsheet that cannot be read."""
    message = Sentence("This spreadsheet cannot be read: {reason}.", reason=Sentence(reason))
    return PrintkitError(message, location=place, hint=SAVE_AGAIN)


class Scan(msgspec.Struct):
    """The extent of a sheet: its last row and column with content, from 1."""

    rows: int = 0
    columns: int = 0
    blanks: Blanks = field(default_factory=dict)
    merged: list[tuple[int, int, int]] = field(default_factory=list)
    """first row, last row and column of cells that are merged downwards, from 0"""
    more: tuple[str, str] | None = None
    numbers: list[tuple[int, int, str, int]] = field(default_factory=list)
    """row and column from 1, the number as it is written, its style"""
    shown: list[tuple[range, range, str, bool]] = field(default_factory=list)
    """rows and columns from 1, the text that an ODS file shows in them, and if it is a number"""
    is_hidden: bool = False
    hidden_rows: list[range] = field(default_factory=list)
    hidden_columns: list[range] = field(default_factory=list)

    def refusal(self) -> tuple[str, str] | None:
        """Return the message and the hint for a sheet that is too large, or None."""
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

    All parts are scanned, because the parts that list the sheets are among them. The sheets of an
    ODS file have the names `content.xml#Sheet`; if one is too large, the file is rejected.
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
        def refuse(*_: object) -> None:
            raise unreadable(place, "it declares a document type")

        reader = XmlReader(
            start=lambda name, values: self.start(name.rpartition(":")[2], values),
            end=lambda name: self.end(name.rpartition(":")[2]),
            doctype=refuse,
            text=self.take,
        )
        try:
            reader.read(data)
        except XmlFault:
            raise unreadable(place, "a part of it is damaged") from None

    text, takes = "", False

    def take(self, text: str) -> None:
        if self.takes and len(self.text) < _MAX_SCANNED:
            self.text += text[:_MAX_SCANNED]

    def start(self, name: str, values: dict[str, str]) -> None:
        raise NotImplementedError

    def end(self, name: str) -> None:
        """Do nothing, for a scan that only reads attributes."""


def _blank(text: str) -> tuple[str, str]:
    """Return the message and the hint for a formula that failed with the error `text` or was not
    computed.
    """
    if text.strip():
        return Sentence(
            "This formula failed: {text}.", text=text.strip()[:40]
        ), "Correct it and save the file again."
    message = "This formula was never computed."
    return message, "Open the file in a spreadsheet program and save it again."


def _find_too_long(data: bytes, row: bytes) -> Scan | None:
    """Return the scan of a text in which a simple count finds too many rows or tags, else None."""
    if (rows := data.count(row)) > MAX_ROWS + HEAD_ROWS:
        return Scan(rows)
    tags = data.count(b"<")
    return Scan(more=MAX_SHEET_TAGS.refusal(tags)) if tags > MAX_SHEET_TAGS else None


class XlsxScanner(Scanner):
    """Scans a sheet of an XLSX file."""

    def __init__(self, place: str, data: bytes) -> None:
        self.scan = Scan()
        # The last row and column so far, because a cell without a place may follow any cell.
        self._row = self._column = 0
        self._place = (0, 0)
        self._kind, self._is_formula, self._is_filled = "", False, False
        self._style = 0
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
                if values.get("hidden") in _TRUE:
                    self.scan.hidden_rows.append(range(self._row, self._row + 1))
            case "col" if values.get("hidden") in _TRUE:
                first, last = (_style_number(values, key) for key in ("min", "max"))
                self.scan.hidden_columns.append(range(first, min(last, MAX_COLUMNS) + 1))
            case "c":
                row, column = self._row, self._column + 1
                if (place := values.get("r")) is not None:
                    match = _CELL.fullmatch(place)
                    row = int(match[2]) if match else _ENDLESS
                    column = _column_number(match[1]) if match else _ENDLESS
                self._place = row, column
                self._row, self._column = max(self._row, row), max(self._column, column)
                self._kind, self._is_formula, self._is_filled = values.get("t", ""), False, False
                self._style, self.text = _style_number(values, "s"), ""
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
            elif self._kind in ("", "n") and self.text:
                self.scan.numbers.append((*self._place, self.text, self._style))


# The elements of an ODS file whose texts are not those of their cell.
_NOT_SHOWN = ("annotation", "ruby-text", "frame", "custom-shape")
# Line breaks and indents between the elements of a file are one space.
_BLANKS = re.compile("[ \t\r\n]+")


class OdsScanner(Scanner):
    """Scans the sheets of an ODS file, and collects the texts that it shows."""

    def __init__(self, place: str, data: bytes) -> None:
        self.scans: dict[str, Scan] = {}
        self._scan = Scan()
        self._row = self._column = self._rows = self._columns = 0
        self._values: dict[str, str] = {}
        self._is_inside = self._is_filled = False
        self._hidden_styles: set[str] = set()
        self._style, self._aside, self._paragraphs, self._of_columns = "", 0, 0, 1
        if too_long := _find_too_long(data, b"<table:table-row"):
            self.scans[ODS_CONTENT] = too_long
        else:
            self.parse(place, data)

    def start(self, name: str, values: dict[str, str]) -> None:
        if name in _NOT_SHOWN:
            self._aside += 1
        match name:
            case "style":
                self._style = values.get("style:name", "")
            case "table-properties" if values.get("table:display") == "false":
                self._hidden_styles.add(self._style)
            case "table":
                if self._is_inside:  # the library counts its rows with the rows of the outer one
                    self._scan.more = _NESTED
                self._is_inside = True
                self._scan = Scan(more=self._scan.more)
                self._scan.is_hidden = values.get("table:style-name") in self._hidden_styles
                self._of_columns = 1
                key = f"{ODS_CONTENT}#{values.get('table:name', '')}"
                self.scans[key if key not in self.scans else f"{key}#{len(self.scans)}"] = (
                    self._scan
                )
                self._row = self._rows = 0
            case "table-row":
                self._row += self._rows or 1
                self._rows = _number(values, "table:number-rows-repeated")
                self._column = self._columns = 0
                if values.get("table:visibility", "visible") != "visible":
                    self._scan.hidden_rows.append(self._rows_here())
            case "table-column":
                first = self._of_columns
                self._of_columns += _number(values, "table:number-columns-repeated")
                if values.get("table:visibility", "visible") != "visible":
                    last = min(self._of_columns, MAX_COLUMNS + 1)
                    self._scan.hidden_columns.append(range(first, last))
            case "table-cell" | "covered-table-cell":
                self._column += self._columns or 1
                self._columns = _number(values, "table:number-columns-repeated")
                self._values, self.text, self.takes = values, "", True
                self._is_filled = False
                self._paragraphs = 0
            case _ if self.takes:
                self._is_filled = True
                if not self._aside:
                    self._start_text(name, values)

    def _rows_here(self) -> range:
        """Return the rows that the current element repeats, up to the limit."""
        return range(self._row, min(self._row + self._rows, MAX_ROWS + HEAD_ROWS + 1))

    def _start_text(self, name: str, values: dict[str, str]) -> None:
        """Add the break, tab or spaces of an element inside a cell."""
        match name:
            case "p" | "h":
                self.text += "\n" if self._paragraphs else ""
                self._paragraphs += 1
            case "line-break":
                self.text += "\n"
            case "tab":
                self.text += "\t"
            case "s":
                self.text += " " * min(_number(values, "text:c"), _MAX_SCANNED)

    def take(self, text: str) -> None:
        if self.takes and self._paragraphs and not self._aside:
            self.text += _BLANKS.sub(" ", text)

    def end(self, name: str) -> None:
        if name in _NOT_SHOWN:
            self._aside -= 1
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
        elif self._paragraphs and kind != "boolean":
            columns = range(self._column, self._column + self._columns)
            is_number = kind not in (None, "string")
            self._scan.shown.append((self._rows_here(), columns, self.text, is_number))
        spanned = _number(values, "table:number-rows-spanned")
        if spanned > 1 and _number(values, "table:number-columns-spanned") == 1:
            self._scan.merged.append((self._row - 1, self._row + spanned - 2, self._column - 1))


def _number(values: dict[str, str], name: str) -> int:
    """Return a repeat count of an ODS file."""
    number = values.get(name, "1")
    return int(number) if _COUNT.fullmatch(number) else _ENDLESS


_TRUE = ("1", "true")


def _style_number(values: dict[str, str], name: str) -> int:
    """Return the number of a style or a column in an XLSX file, or 0 if it is missing or
    invalid.
    """
    number = values.get(name, "0")
    return int(number) if _COUNT.fullmatch(number) else 0


class StyleScanner(Scanner):
    """Collects the format code of each style of an XLSX file."""

    def __init__(self, data: bytes) -> None:
        self._codes = dict(BUILT_IN)
        self._inside = False
        self.codes: list[str] = []
        self.parse(_STYLES, data)

    def start(self, name: str, values: dict[str, str]) -> None:
        number = _style_number(values, "numFmtId")
        if name == "numFmt":
            self._codes[number] = values.get("formatCode", "")
        elif name == "cellXfs":
            self._inside = True
        elif name == "xf" and self._inside:
            self.codes.append(self._codes.get(number, ""))

    def end(self, name: str) -> None:
        if name == "cellXfs":
            self._inside = False


class AttributeScanner(Scanner):
    """Collects the attributes of all elements with a name."""

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


# --- spreadsheet ---------------------------------------------------------------------------------

# The first bytes of Excel files that are old or have a password.
OLD_FILE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_STYLES = "xl/styles.xml"
_WORKBOOK, _RELATIONS = "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
_MANIFEST = "META-INF/manifest.xml"

Row = list[str]


class Shown(str):
    """The text of a number or date as its sheet shows it; `plain` is the number itself."""

    plain: str

    def __new__(cls, text: str, plain: str) -> Shown:
        shown = super().__new__(cls, text)
        shown.plain = plain
        return shown


def plain_text(cell: str) -> str:
    """Return a number without its format, and any other text as it is."""
    return cell.plain if isinstance(cell, Shown) else cell


class Sheet(msgspec.Struct):
    """The rows of a sheet from the first; `blanks` are formulas without a value.

    `others` are the names of the other visible sheets, and `hidden` the names of the other hidden
    sheets. Hidden rows and columns count from 1.
    """

    name: str
    rows: list[Row] = field(default_factory=list)
    blanks: Blanks = field(default_factory=dict)
    others: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    hidden_rows: tuple[int, ...] = ()
    hidden_columns: tuple[int, ...] = ()


def read_sheet(
    path: Path, data: bytes, wanted: str | None, is_head: Callable[[Row], bool], language: str
) -> Sheet:
    """Return the sheet `wanted`, by default the first one with a row of headings near its top.

    Visible sheets come before hidden ones. Numbers are shown as in `language`. Raises PrintkitError
    for a file that cannot be read, an unknown sheet, and too many rows.
    """
    place = str(path)
    parts = _unpack(place, data)
    scans = scan_all(place, parts)
    book = _open(place, parts, {name for name, scan in scans.items() if scan.refusal()})
    names: list[str] = book.sheet_names
    if wanted is not None and wanted not in names:
        hint = did_you_mean(wanted, names, "sheets", of_file=True)
        raise PrintkitError(
            Sentence("There is no sheet {wanted}.", wanted=quote(wanted)), location=place, hint=hint
        )
    owners, hidden = _parts_of_sheets(parts)
    of_sheet = {
        name: scans.get(owners.get(name, f"{ODS_CONTENT}#{name}"), Scan()) for name in names
    }
    hidden |= {name for name in names if of_sheet[name].is_hidden}
    names.sort(key=lambda name: name in hidden)
    show = _reader_of_numbers(parts, language)
    refused: PrintkitError | None = None
    first: Sheet | None = None
    for name in names if wanted is None else [wanted]:
        scan = of_sheet[name]
        if refusal := scan.refusal():
            refused = refused or PrintkitError(
                refusal[0], location=f"{place}, {name}", hint=refusal[1]
            )
            continue
        sheet = Sheet(
            name,
            _rows_of(place, book, name, scan, show),
            scan.blanks,
            tuple(other for other in names if other != name and other not in hidden),
            tuple(other for other in names if other in hidden),
            tuple(row for rows in scan.hidden_rows for row in rows),
            tuple(column for columns in scan.hidden_columns for column in columns),
        )
        if wanted is not None or any(map(is_head, sheet.rows[:HEAD_ROWS])):
            return sheet
        first = first or sheet
    if first is None or refused is not None:
        raise refused or PrintkitError("This spreadsheet has no sheet.", location=place)
    return first


# --- the archive ----------------------------------------------------------------------------------


def _unpack(place: str, data: bytes) -> dict[str, bytes]:
    """Return the texts of an archive by name. Raises PrintkitError if it is damaged or too large.

    The sizes stated in an archive are checked before anything is unpacked, and the archive reader
    does not read beyond them.
    """
    if data.startswith(OLD_FILE):
        message = "This spreadsheet is locked with a password, or is an old Excel file (XLS)."
        raise PrintkitError(message, location=place, hint=SAVE_AGAIN)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            files = [
                file for file in archive.infolist() if file.filename.endswith((".xml", ".rels"))
            ]
            if (size := sum(file.file_size for file in files)) > MAX_UNPACKED_BYTES:
                message, hint = MAX_UNPACKED_BYTES.refusal(size)
                raise PrintkitError(message, location=place, hint=hint)
            if any(file.flag_bits & 1 for file in files):
                raise unreadable(place, "it is locked with a password")
            parts = {file.filename: archive.read(file) for file in files}
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, ValueError):
        raise unreadable(place, "its archive is damaged") from None
    if ODS_CONTENT not in parts and _WORKBOOK not in parts:
        raise unreadable(place, "it is neither XLSX nor ODS")
    if ODS_CONTENT not in parts:
        return parts
    # An archive may be both, so the library opens the same parts that were scanned.
    parts = {name: parts[name] for name in (_MANIFEST, ODS_CONTENT) if name in parts}
    if b"encryption-data" in parts.get(_MANIFEST, b""):
        raise unreadable(place, "it is locked with a password")
    return parts


def _open(place: str, parts: dict[str, bytes], left_out: set[str]) -> Any:
    """Open the parts with the library, in a new archive in which the parts in `left_out` are
    empty.
    """
    from python_calamine import CalamineWorkbook

    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        if ODS_CONTENT in parts:  # the library reads all its sheets at once
            archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        for name, data in parts.items():
            archive.writestr(name, b"<worksheet/>" if name in left_out else data)
    packed.seek(0)
    return _ask(place, lambda: CalamineWorkbook.from_filelike(packed))


def _ask(place: str, question: Callable[[], Any]) -> Any:
    """Call the library and return its result. Turn all its exceptions into PrintkitError."""
    fault = unreadable(place, "a part of it is damaged")
    with library_reads(place, fault.message, SAVE_AGAIN):
        return question()


_Show = Callable[[str, int], str | None]


def _reader_of_numbers(parts: dict[str, bytes], language: str) -> _Show:
    """Return the function that shows a number of an XLSX file in a style."""
    codes = StyleScanner(parts[_STYLES]).codes if _STYLES in parts else []
    book = AttributeScanner("workbookPr")
    if _WORKBOOK in parts:
        book.parse(_WORKBOOK, parts[_WORKBOOK])
    from_1904 = any(entry.get("date1904") in _TRUE for entry in book.found)

    def show(number: str, style: int) -> str | None:
        code = codes[style] if style < len(codes) else GENERAL
        return show_number(number, code, language, from_1904=from_1904) if code else None

    return show


def _rows_of(place: str, book: Any, name: str, scan: Scan, show: _Show) -> list[Row]:
    """Return the cells of a sheet as texts, with the text of a merged cell in each of its rows."""
    sheet = _ask(place, lambda: book.get_sheet_by_name(name))
    cells = _ask(place, lambda: sheet.to_python(skip_empty_area=False))
    rows = [[write_cell(cell) for cell in row] for row in cells]
    for line, column, number, style in scan.numbers:
        if line <= len(rows) and column <= len(rows[line - 1]):
            shown = show(number, style)
            plain = rows[line - 1][column - 1]
            if shown is not None and shown != plain:
                rows[line - 1][column - 1] = Shown(shown, plain)
    for lines, columns, text, is_number in scan.shown:
        shown = unicodedata.normalize("NFC", text).strip()
        for row in rows[lines.start - 1 : lines.stop - 1]:
            for index in range(columns.start - 1, min(columns.stop - 1, len(row))):
                row[index] = Shown(shown, row[index]) if is_number else shown
    for top, bottom, column in scan.merged[: len(rows)]:
        for row in rows[top + 1 : bottom + 1]:
            row[column : column + 1] = rows[top][column : column + 1]
    return rows


def write_cell(cell: object) -> str:
    """Return the text of a cell as its author sees it: 3.0 is `3`, TRUE is `yes`, and a date is
    `2024-01-31`.
    """
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


def _parts_of_sheets(parts: dict[str, bytes]) -> tuple[dict[str, str], set[str]]:
    """Return the parts of an XLSX file by the names of their sheets, and the names of hidden
    sheets.
    """
    sheets, targets = AttributeScanner("sheet"), AttributeScanner("Relationship")
    if _WORKBOOK in parts:
        sheets.parse(_WORKBOOK, parts[_WORKBOOK])
        targets.parse(_RELATIONS, parts.get(_RELATIONS, b"<none/>"))
    files = {
        entry.get("Id", ""): entry.get("Target", "").removeprefix("/xl/") for entry in targets.found
    }
    named = [entry for entry in sheets.found if "name" in entry]
    hidden = {entry["name"] for entry in named if entry.get("state", "visible") != "visible"}
    return {entry["name"]: f"xl/{files.get(entry.get('r:id', ''), '')}" for entry in named}, hidden


# --- table reader --------------------------------------------------------------------------------

_DELIMITERS = ",;\t|"
# The row below the headings of a table in Markdown.
_DASHES = re.compile(r"\s*:?-{3,}:?\s*")
_SEPARATOR = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)


class TableRows(msgspec.Struct):
    """The rows of a table, each with its line number, and the headings of the table.

    `sheet` is empty for a text, and `encoding` for a spreadsheet. `blanks` are the formulas without
    a value, by line and column. `hidden_rows` have content and are read. Rows `above` the headings
    have content but are not read.
    """

    path: Path
    sheet: str
    head: Row
    head_line: int
    rows: list[tuple[int, Row]] = field(default_factory=list)
    above: list[tuple[int, Row]] = field(default_factory=list)
    blanks: Blanks = field(default_factory=dict)
    encoding: str = ""
    encoding_is_given: bool = False
    other_sheets: tuple[str, ...] = ()
    hidden_sheets: tuple[str, ...] = ()
    hidden_rows: tuple[int, ...] = ()
    hidden_columns: tuple[int, ...] = ()

    def problem(
        self, line: int, column: int, message: str, hint: str = "", key: str = "", card: str = ""
    ) -> Diagnostic:
        """Return a Diagnostic at a cell; line and column count from 1."""
        return Diagnostic(str(self.path), line, column, key, message, hint, self.sheet, card)

    @property
    def text(self) -> str:
        """All cells as one text."""
        rows = [self.head, *(row for _, row in self.rows)]
        return "\n".join("\t".join(cell.replace("\n", "\v") for cell in row) for row in rows)


def read_rows(
    path: Path,
    sheet: str | None,
    score: Callable[[Row], int],
    *,
    language: str = DEFAULT_LANGUAGE,
    encoding: str | None = None,
) -> TableRows:
    """Return the rows of the table at `path`, or of one sheet of a spreadsheet.

    Numbers are shown as in `language`; `encoding` is the encoding of a text file. `score` counts
    the headings in a row: the best of the first ten rows is the heading row. Raises PrintkitError
    and DefinitionError.
    """
    data = read_bytes(path, noun="table", max_bytes=MAX_TABLE_BYTES)
    blanks: Blanks = {}
    rows: list[tuple[int, Row]]
    chosen, text = Sheet(""), Decoded("", "", False)
    if data.startswith((ARCHIVE, OLD_FILE)):
        if encoding is not None:
            message = "A spreadsheet has no encoding to choose."
            raise PrintkitError(message, location=str(path), hint="Omit “encoding”.")
        chosen = read_sheet(path, data, sheet, lambda row: score(row) > 0, language)
        name, blanks = chosen.name, chosen.blanks
        rows = list(enumerate(chosen.rows, 1))
    elif sheet is not None:
        message = "This table has no sheets, because it is a text file."
        raise PrintkitError(message, location=str(path), hint="Omit “sheet”.")
    else:
        text = decode(path, data, encoding)
        name, rows = "", _read_text_rows(path, text.text, score)
    scores = [score(row) for _, row in rows[:HEAD_ROWS]]
    if not any(scores):
        message = "No row of this table has a heading that is known."
        hint = "Write headings in its first row: Name, Quantity, Image, Text …"
        raise PrintkitError(message, location=f"{path}, {name}" if name else str(path), hint=hint)
    index = scores.index(max(scores))
    line, head = rows[index]
    above = [(line, row) for line, row in rows[:index] if any(map(str.strip, row))]
    table = TableRows(path, name, _trim(head), line, rows[index + 1 :], above, blanks)
    table.encoding, table.encoding_is_given = text.encoding, text.is_given
    table.other_sheets, table.hidden_sheets = chosen.others, chosen.hidden
    hidden = {*chosen.hidden_rows}
    table.hidden_rows = tuple(
        line for line, row in table.rows if line in hidden and any(map(str.strip, row))
    )
    table.hidden_columns = tuple(
        number for number in chosen.hidden_columns if number <= len(table.head)
    )
    if (count := len(table.head)) > MAX_COLUMNS:
        raise DefinitionError([table.problem(line, 1, *MAX_COLUMNS.refusal(count))])
    if (count := len(table.rows)) > MAX_ROWS:
        raise DefinitionError([table.problem(line + MAX_ROWS, 1, *MAX_ROWS.refusal(count))])
    return table


def _trim(row: Row) -> Row:
    """Return a row without the empty cells at its end."""
    end = next((i for i in range(len(row), 0, -1) if row[i - 1].strip()), 0)
    return row[:end]


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
            message = Sentence("has a quotation mark that is not closed, or one inside a cell")
            if "field larger" in str(error):
                message = Sentence(
                    "has a cell of more than {characters} characters",
                    characters=f"{csv.field_size_limit():,}",
                )
            message = Sentence("This row is not CSV: it {message}.", message=message)
            raise DefinitionError([Diagnostic(str(path), line, 1, "", message)]) from None
        if delimiter != "|" or not all(not cell or _DASHES.fullmatch(cell) for cell in row):
            yield line, [original_cell(cell) for cell in row]
        line = before + reader.line_num + 1
