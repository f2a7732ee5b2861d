"""Spreadsheets written by hand, part by part: XLSX and ODS as office programs write them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
_ODF = "urn:oasis:names:tc:opendocument:xmlns:"
# A cell: its text, a number, or its XML.
Cell = str | float | None
# A date in Excel is a number with a format: 45000 is 2023-03-15.
DATE = "<c s='1'><v>45000</v></c>"
YES = "<c t='b'><v>1</v></c>"
FAILED = "<c t='e'><f>1/0</f><v>#DIV/0!</v></c>"
NEVER = "<c><f>A1</f></c>"
EMPTY_RESULT = "<c t='str'><f>A9</f><v></v></c>"
_STYLES = (
    f'<styleSheet xmlns="{_MAIN}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>'
    "</styleSheet>"
)


def pack(parts: Mapping[str, str | bytes]) -> bytes:
    """Return an archive of parts."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return data.getvalue()


def sheet(rows: Sequence[Sequence[Cell]], more: str = "") -> str:
    """Return the content of a sheet of an XLSX file; `more` follows its rows."""
    lines = (
        f'<row r="{number}">{"".join(map(_cell, row))}</row>' for number, row in enumerate(rows, 1)
    )
    return f"<sheetData>{''.join(lines)}</sheetData>{more}"


def _cell(cell: Cell) -> str:
    if cell is None:
        return "<c/>"
    if isinstance(cell, str) and cell.startswith("<"):
        return cell
    if isinstance(cell, str):
        return f'<c t="inlineStr"><is><t>{escape(cell)}</t></is></c>'
    return f"<c><v>{cell}</v></c>"


def xlsx(
    sheets: Mapping[str, str],
    more: Mapping[str, str | bytes] | None = None,
    hidden: Sequence[str] = (),
) -> bytes:
    """Return an XLSX file with the contents of its sheets by name, some of them `hidden`."""
    states = {name: ' state="hidden"' if name in hidden else "" for name in sheets}
    listed = "".join(
        f'<sheet name={quoteattr(name)} sheetId="{i}"{states[name]} r:id="rId{i}"/>'
        for i, name in enumerate(sheets, 1)
    )
    relations = "".join(
        f'<Relationship Id="rId{i}" Type="{_RELATIONS}/worksheet" '
        f'Target="worksheets/sheet{i}.xml"/>'
        for i in range(1, len(sheets) + 1)
    )
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": "<Types/>",
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}"><Relationship Id="r1" '
        f'Type="{_RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_RELATIONS}">'
        f"<sheets>{listed}</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}">{relations}'
        "</Relationships>",
        "xl/styles.xml": _STYLES,
    }
    for i, inside in enumerate(sheets.values(), 1):
        parts[f"xl/worksheets/sheet{i}.xml"] = f'<worksheet xmlns="{_MAIN}">{inside}</worksheet>'
    return pack({**parts, **(more or {})})


def ods(sheets: Mapping[str, Sequence[Sequence[str]]], manifest: str = "") -> bytes:
    """Return an ODS file with the rows of its sheets by name; a cell is a text or XML."""
    spaces = " ".join(
        f'xmlns:{name}="{_ODF}{name}:1.0"' for name in ("office", "table", "text", "calcext")
    )
    tables = "".join(
        f"<table:table table:name={quoteattr(name)}>"
        + "".join(
            f"<table:table-row>{''.join(map(_ods_cell, row))}</table:table-row>" for row in rows
        )
        + "</table:table>"
        for name, rows in sheets.items()
    )
    return pack(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "META-INF/manifest.xml": f'<manifest:manifest xmlns:manifest="{_ODF}manifest:1.0">'
            f"{manifest}</manifest:manifest>",
            "content.xml": f"<office:document-content {spaces}><office:body><office:spreadsheet>"
            f"{tables}</office:spreadsheet></office:body></office:document-content>",
        }
    )


def _ods_cell(cell: str) -> str:
    if cell.startswith("<"):
        return cell
    if not cell:
        return "<table:table-cell/>"
    text = f"<text:p>{escape(cell)}</text:p>"
    return f'<table:table-cell office:value-type="string">{text}</table:table-cell>'


ODS_FAILED = (
    '<table:table-cell table:formula="of:=1/0" office:value-type="string" '
    'office:string-value="" calcext:value-type="error"><text:p>#DIV/0!</text:p></table:table-cell>'
)
ODS_NEVER = '<table:table-cell table:formula="of:=1+1"/>'
ODS_TALL = (
    '<table:table-cell office:value-type="string" table:number-rows-spanned="2">'
    "<text:p>Sea</text:p></table:table-cell>"
)
