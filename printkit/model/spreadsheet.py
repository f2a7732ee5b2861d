"""Read the sheets of XLSX and ODS files: rows of texts, and the cells that have none.

A spreadsheet may come from a stranger. Its archive is unpacked within a limit, and each sheet is
scanned before the library reads it, which would fill the memory for a single cell in the last row.
The scan also finds what the library leaves empty without a word: formulas that failed or were never
computed, and merged cells.
"""

from __future__ import annotations

import io
import unicodedata
import zipfile
import zlib
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import msgspec
from msgspec import field

from printkit.base.errors import PrintkitError, did_you_mean
from printkit.base.limits import MAX_UNPACKED_BYTES
from printkit.base.plain_text import quote
from printkit.model.sheet_scan import (
    HEAD_ROWS,
    ODS_CONTENT,
    SAVE_AGAIN,
    AttributeScanner,
    Blanks,
    Scan,
    scan_all,
    unreadable,
)

# The beginning of files of Excel that are old or locked with a password.
OLD_FILE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_WORKBOOK, _RELATIONS = "xl/workbook.xml", "xl/_rels/workbook.xml.rels"
_MANIFEST = "META-INF/manifest.xml"

Row = list[str]


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
    scans = scan_all(place, parts)
    book = _open(place, parts, {name for name, scan in scans.items() if scan.refusal()})
    names: list[str] = book.sheet_names
    if wanted is not None and wanted not in names:
        hint = did_you_mean(wanted, names, "sheets", of_file=True)
        raise PrintkitError(f"There is no sheet {quote(wanted)}.", location=place, hint=hint)
    owners = _parts_of_sheets(parts)
    refused: PrintkitError | None = None
    first: Sheet | None = None
    for name in names if wanted is None else [wanted]:
        scan = scans.get(owners.get(name, f"{ODS_CONTENT}#{name}"), Scan())
        if refusal := scan.refusal():
            refused = refused or PrintkitError(
                refusal[0], location=f"{place}, {name}", hint=refusal[1]
            )
            continue
        sheet = Sheet(name, _rows_of(place, book, name, scan), scan.blanks)
        if wanted is not None or any(map(is_head, sheet.rows[:HEAD_ROWS])):
            return sheet
        first = first or sheet
    if first is None or refused is not None:
        raise refused or PrintkitError("This spreadsheet has no sheet.", location=place)
    return first


# --- the archive ----------------------------------------------------------------------------------


def _unpack(place: str, data: bytes) -> dict[str, bytes]:
    """Return the texts of an archive by name. Raises PrintkitError if it is damaged or too large.

    What an archive says of its sizes is checked before anything is unpacked; the reader of archives
    takes no more than that.
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
    # An archive may be both: what the library opens is what was scanned.
    parts = {name: parts[name] for name in (_MANIFEST, ODS_CONTENT) if name in parts}
    if b"encryption-data" in parts.get(_MANIFEST, b""):
        raise unreadable(place, "it is locked with a password")
    return parts


def _open(place: str, parts: dict[str, bytes], left_out: set[str]) -> Any:
    """Open the parts with the library, as an archive of our own without those `left_out`."""
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
    """Return the result of a call of the library. Raises PrintkitError for all that it raises."""
    try:
        return question()
    except (KeyboardInterrupt, SystemExit, MemoryError):
        raise
    except BaseException:  # its panics are not Exceptions
        raise unreadable(place, "a part of it is damaged") from None


def _rows_of(place: str, book: Any, name: str, scan: Scan) -> list[Row]:
    """Return the cells of a sheet as texts; each row of a merged cell has its text."""
    sheet = _ask(place, lambda: book.get_sheet_by_name(name))
    cells = _ask(place, lambda: sheet.to_python(skip_empty_area=False))
    rows = [[write_cell(cell) for cell in row] for row in cells]
    for top, bottom, column in scan.merged[: len(rows)]:
        for row in rows[top + 1 : bottom + 1]:
            row[column : column + 1] = rows[top][column : column + 1]
    return rows


def write_cell(cell: object) -> str:
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


def _parts_of_sheets(parts: dict[str, bytes]) -> dict[str, str]:
    """Return the part of each sheet of an XLSX file by its name."""
    sheets, targets = AttributeScanner("sheet"), AttributeScanner("Relationship")
    if _WORKBOOK in parts:
        sheets.parse(_WORKBOOK, parts[_WORKBOOK])
        targets.parse(_RELATIONS, parts.get(_RELATIONS, b"<none/>"))
    files = {
        entry.get("Id", ""): entry.get("Target", "").removeprefix("/xl/") for entry in targets.found
    }
    return {
        entry["name"]: f"xl/{files.get(entry.get('r:id', ''), '')}"
        for entry in sheets.found
        if "name" in entry
    }
