"""Card tables from XLSX and ODS: values, formulas, places of errors, and rejected files."""

from __future__ import annotations

import io
import re
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from printkit.base.errors import PrintkitError
from printkit.base.limits import MAX_UNPACKED_BYTES
from printkit.model.cards import Card
from printkit.model.load import load
from printkit.model.warnings import definition_warnings
from tests.support import spreadsheets as made
from tests.support.decks import put

DECK = 'languages = ["en"]\ncards_table = "deck.xlsx"\n'
HEAD = ["Name", "Qty", "Value", "Suit", "Text"]


def write(folder: Path, data: bytes, text: str = DECK) -> str:
    (folder / "deck.xlsx").write_bytes(data)
    return put(folder, text, "mine.toml")


def cards(folder: Path, data: bytes, text: str = DECK) -> list[Card]:
    return list(load(write(folder, data, text)).cards)


def refusal(folder: Path, data: bytes, text: str = DECK) -> str:
    with pytest.raises(PrintkitError) as caught:
        load(write(folder, data, text))
    return str(caught.value).replace(f"{folder}/", "")


def test_cells_are_read_as_displayed(tmp_path: Path) -> None:
    rows = [
        [*HEAD, "Per player"],
        ["Wave", 2.0, 3.0, "Sea", "One\nTwo"],
        [made.DATE, None, 1.5, "Sea", None, made.YES],
    ]
    text = DECK + "players = { min = 2, max = 4 }\n"
    wave, day = cards(tmp_path, made.xlsx({"Cards": made.sheet(rows)}), text)
    assert (wave.id, wave.copies, wave.values, wave.suit) == ("wave", 2, (3,), "sea")
    assert wave.text == {"en": "One\nTwo"}
    assert day.per_player
    assert (day.id, day.name["en"], day.index) == ("2023-03-15", "2023-03-15", "1.5")


def test_sheet_is_named_or_first_with_headings(tmp_path: Path) -> None:
    notes = made.sheet([["Ideas of mine"], [], ["a", 3]])
    first, other = (made.sheet([["My game"], [], ["Name"], [name]]) for name in ("Wave", "Isle"))
    data = made.xlsx({"Notes": notes, "Cards": first, "Others": other})
    assert [card.id for card in cards(tmp_path, data)] == ["wave"]
    assert [card.id for card in cards(tmp_path, data, DECK + 'sheet = "Others"\n')] == ["isle"]
    said = refusal(tmp_path, data, DECK + 'sheet = "Crads"\n')
    assert said.startswith("deck.xlsx: There is no sheet “Crads”. Did you mean “Cards”?")
    assert refusal(tmp_path, made.xlsx({"Notes": notes})).startswith("deck.xlsx, Notes: No row")


def test_error_place_is_a_cell(tmp_path: Path) -> None:
    rows = [[], HEAD, ["Wave", 1], ["Isle", "many", 2000.0]]
    said = refusal(tmp_path, made.xlsx({"My cards": made.sheet(rows)}))
    assert said.split("\n") == [
        "deck.xlsx, My cards!B4: Qty: “many” is not a whole number.",
        "deck.xlsx, My cards!C4: Value: 2000 is not valid: the maximum is 999.",
    ]


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ("99999999999999", "99999999999999 is not valid: the maximum is 999."),
        ("x 10000000000", "10000000000 is not valid: the maximum is 999."),
        ("-10000000000", "-10000000000 is not valid: the minimum is 1."),
    ],
)
def test_quantity_outside_limits_names_limit(tmp_path: Path, cell: str, said: str) -> None:
    data = made.xlsx({"Cards": made.sheet([HEAD, ["Wave", cell]])})
    assert refusal(tmp_path, data) == f"deck.xlsx, Cards!B2: Qty: {said}"


def test_formula_without_value_error_names_its_cell(tmp_path: Path) -> None:
    rows = [
        [*HEAD, "Sum"],
        ["Wave", made.FAILED, made.NEVER],
        ["Isle", 1, "<c><f>1+1</f><v>2</v></c>", made.EMPTY_RESULT, None, made.FAILED],
    ]
    data = made.xlsx({"Cards": made.sheet(rows)})
    failed = "This formula failed: #DIV/0!. Correct it and save the file again."
    never = (
        "This formula was never computed. Open the file in a spreadsheet program and save it again."
    )
    assert refusal(tmp_path, data).split("\n") == [
        f"deck.xlsx, Cards!B2: Qty: {failed}",
        f"deck.xlsx, Cards!C2: Value: {never}",
    ]
    rows[1][1:3] = [1, 1]
    wave, isle = cards(tmp_path, made.xlsx({"Cards": made.sheet(rows)}))
    assert (wave.values, isle.values, isle.suit) == ((1,), (2,), None)
    table = [HEAD[:3], ["Wave", made.ODS_FAILED, made.ODS_NEVER]]
    assert refusal(tmp_path, made.ods({"Cards": table})).split("\n") == [
        f"deck.xlsx, Cards!B2: Qty: {failed}",
        f"deck.xlsx, Cards!C2: Value: {never}",
    ]


def test_unsupported_picture_is_not_called_missing(tmp_path: Path) -> None:
    (tmp_path / "wave.psd").write_bytes(b"8BPS")
    said = refusal(tmp_path, made.xlsx({"Cards": made.sheet([["Name", "Art"], ["a", "wave.psd"]])}))
    assert "Cards!B2: Art: “wave.psd” is not an SVG, PNG or JPEG file." in said


def test_merged_cell_fills_each_of_its_rows(tmp_path: Path) -> None:
    merged = '<mergeCells><mergeCell ref="B2:B3"/><mergeCell ref="A1:B1"/></mergeCells>'
    rows = [["Name", "Suit"], ["Wave", "Sea"], ["Foam"], ["Isle"]]
    data = made.xlsx({"Cards": made.sheet(rows, merged)})
    assert [card.suit for card in cards(tmp_path, data)] == ["sea", "sea", None]
    covered = "<table:covered-table-cell/>"
    rows = [["Name", "Suit"], ["Wave", made.ODS_TALL], ["Foam", covered], ["Isle"]]
    assert [card.suit for card in cards(tmp_path, made.ods({"C": rows}))] == ["sea", "sea", None]


def test_ods_repeats_rows_and_cells(tmp_path: Path) -> None:
    blank = '<table:table-cell table:number-columns-repeated="16384"/>'
    many = f'</table:table-row><table:table-row table:number-rows-repeated="1048000">{blank}'
    data = made.ods({"Cards": [["Name", "Type"], ["Wave", "Spell"], [many]]})
    assert [(card.id, card.kicker) for card in cards(tmp_path, data)] == [("wave", {"en": "Spell"})]


@pytest.mark.parametrize(
    "make",
    [lambda rows: made.xlsx({"Cards": made.sheet(rows)}), lambda rows: made.ods({"Cards": rows})],
    ids=["xlsx", "ods"],
)
def test_hundred_thousand_rows_are_rejected_quickly(
    tmp_path: Path, make: Callable[[list[list[str]]], bytes]
) -> None:
    path = write(tmp_path, make([["Name"]] + [["Wave"]] * 100_000))
    start = time.process_time()
    with pytest.raises(PrintkitError, match=r"deck\.xlsx, \S+: 100,000 rows are too many\."):
        load(path)
    assert time.process_time() - start < 2


FAR = "<sheetData><row r='1'><c t='inlineStr'><is><t>Name</t></is></c></row>{}</sheetData>"
CELL = "<c r='{}'><v>1</v></c>"


@pytest.mark.parametrize(
    ("inside", "wording"),
    [
        (FAR.format(f"<row r='1048576'>{CELL.format('A1048576')}</row>"), "1,048,575 rows"),
        (FAR.format(f"<row r='2'>{CELL.format('A1048576')}</row>"), "1,048,575 rows"),
        (FAR.format(f"<row>{CELL.format('XFD2')}</row>"), "16,384 columns"),
        (FAR.format(f"<row r='2'>{CELL.format('A1000000000')}</row>"), "999,999,999 rows"),
        (FAR.format("<row><c r='zz9'><v>1</v></c></row>"), "999,999,999 rows"),
        (FAR.format("<row r='900000'><c r='A2'/><c t='str'><v/></c></row>"), "899,999 rows"),
        (FAR.format("<x/>" * 5_000_000), "tags in a sheet are too many"),
    ],
)
def test_memory_exhausting_sheet_is_rejected_before_reading(
    tmp_path: Path, inside: str, wording: str
) -> None:
    """The library allocates all cells up to the last one, and would crash the process."""
    data = made.xlsx({"Cards": inside})
    assert wording in refusal(tmp_path, data)
    # An unused sheet is harmless even if the archive states a wrong size for its file.
    good = made.sheet([["Name"], ["Wave"]])
    assert len(cards(tmp_path, made.xlsx({"Log": inside, "Cards": good}))) == 1
    both = made.ods({"Cards": [["Name"], ["Wave"]]})
    with zipfile.ZipFile(tmp_path / "deck.xlsx", "w", zipfile.ZIP_DEFLATED) as archive:
        for source in (data, both):
            (tmp_path / "part").write_bytes(source)
            with zipfile.ZipFile(tmp_path / "part") as parts:
                for name in parts.namelist():
                    archive.writestr(name, parts.read(name))
    assert len(load(put(tmp_path, DECK, "mine.toml")).cards) == 1


@pytest.mark.parametrize("repeated", ["rows", "columns"])
def test_repeated_ods_cells_are_counted(tmp_path: Path, repeated: str) -> None:
    cell = '<table:table-cell office:value-type="float" office:value="1" {}/>'
    number = f'table:number-{repeated}-repeated="900000"'
    row = cell.format(number if repeated == "columns" else "")
    start = f"</table:table-row><table:table-row {number if repeated == 'rows' else ''}>"
    said = refusal(tmp_path, made.ods({"Cards": [["Name"], [f"{start}{row}"]]}))
    assert re.search(rf"900,00[0-9] {repeated} are too many", said), said


def bomb() -> bytes:
    return made.xlsx({"Cards": " " * (MAX_UNPACKED_BYTES + 1)})


def lying_bomb() -> bytes:
    """Return an archive that understates the size of a part."""
    data = made.xlsx({"Cards": made.sheet([["Name"], ["x" * 5000]])})
    size = next(
        info.file_size
        for info in zipfile.ZipFile(io.BytesIO(data)).infolist()
        if "sheet1" in info.filename
    )
    return data.replace(size.to_bytes(4, "little"), (100).to_bytes(4, "little"))


ENCRYPTED = "<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>"
AGAIN = "Open it, and save it again as XLSX or ODS without a password."


@pytest.mark.parametrize(
    ("data", "wording"),
    [
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600,
            "is locked with a password, or is an old",
        ),
        (made.ods({"C": [["Name"]]}, ENCRYPTED), "cannot be read: it is locked with a password."),
        (
            made.xlsx({"C": made.sheet([["Name"]])})[:-200],
            "cannot be read: its archive is damaged.",
        ),
        (lying_bomb(), "cannot be read: its archive is damaged."),
        (made.pack({"a.txt": "x"}), "cannot be read: it is neither XLSX nor ODS."),
        (made.xlsx({"C": "<sheetData><row>"}), "cannot be read: a part of it is damaged."),
        (made.xlsx({"C": ""}, {"xl/x.xml": "<!DOCTYPE a><a/>"}), "it declares a document type."),
        (made.xlsx({}), "This spreadsheet"),
    ],
)
def test_unreadable_file_gives_one_sentence(tmp_path: Path, data: bytes, wording: str) -> None:
    said = refusal(tmp_path, data)
    assert wording in said
    assert said.startswith("deck.xlsx: ")
    assert said.endswith(AGAIN) or "no sheet" in said


def test_zip_bomb_is_rejected_before_unpacking(tmp_path: Path) -> None:
    said = refusal(tmp_path, bomb())
    assert re.search(r"[\d,]+ bytes of an unpacked spreadsheet are too many\.", said)


@pytest.mark.parametrize("heading", ["theme", "table", "Thème"])
def test_heading_of_own_suggests_no_key(tmp_path: Path, heading: str) -> None:
    rows = [["Name", heading], ["Wave", "x"]]
    path = write(tmp_path, made.xlsx({"Cards": made.sheet(rows)}))
    (remark,) = definition_warnings(path)
    assert str(remark).endswith("is skipped. You can give it a key in [columns].")


def test_skipped_columns_are_reported_once(tmp_path: Path) -> None:
    rows = [["Name", "Qyt", "Notes privées", "Type", "Kicker"], ["Wave", 1, "x", "a", "b"]]
    path = write(tmp_path, made.xlsx({"Cards": made.sheet(rows)}))
    remarks = [str(remark).replace(f"{tmp_path}/", "") for remark in definition_warnings(path)]
    assert [remark.partition(" Did")[0] for remark in remarks] == [
        "deck.xlsx, Cards!B1: Qyt: is not a known heading: the column is skipped.",
        "deck.xlsx, Cards!C1: Notes privées: is not a known heading: the column is skipped. You "
        "can give it a key in [columns].",
        "deck.xlsx, Cards!D1: Type: means the same as “Kicker”: the column is skipped. You "
        "can give it a key in [columns].",
    ]
    assert "Did you mean “qty”?" in remarks[0]
    more = '[columns]\n"Notes privées" = "text"\nQYT = ""\nType = "cost"\n'
    path = write(tmp_path, made.xlsx({"Cards": made.sheet(rows)}), DECK + more)
    (card,) = load(path).cards
    assert (card.text, card.cost, card.kicker) == ({"en": "x"}, "a", {"en": "b"})
    assert definition_warnings(path) == []
    more = '[columns]\nNotez = "text"\nType = "kost"\n'
    said = refusal(tmp_path, made.xlsx({"Cards": made.sheet(rows)}), DECK + more)
    assert "mine.toml:4:1: columns.Notez: “Notez” is not a heading of the table. Known" in said
    assert (
        "mine.toml:5:1: columns.Type: “kost” is not a key of a card. Did you mean “cost”?" in said
    )


FORMATS = (
    '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts>'
    '<numFmt numFmtId="164" formatCode="0.0%"/><numFmt numFmtId="165" formatCode="000"/>'
    '<numFmt numFmtId="166" formatCode="&quot;$&quot;#,##0"/></numFmts><cellStyleXfs>'
    '<xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/>'
    '<xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="12"/><xf numFmtId="2"/></cellXfs>'
    "</styleSheet>"
)


def test_formats_show_in_texts_and_corners(tmp_path: Path) -> None:
    """Counts lose their number format; printed numbers keep it."""

    def number(value: str, style: int) -> str:
        return f"<c s='{style}'><v>{value}</v></c>"

    rows = [
        ["Name", "Qty", "Value", "Cost", "Text"],
        ["A", number("2", 5), number("0.075", 1), number("7", 2), number("0.5", 4)],
        ["B", 1, number("7", 2), number("1234", 3), number("0.25", 1)],
        ["C", 1, 3, "x", "y"],
    ]
    data = made.xlsx({"Cards": made.sheet(rows)}, {"xl/styles.xml": FORMATS})
    a, b, c = cards(tmp_path, data)
    assert (a.copies, a.index, a.values, a.cost, a.text) == (2, "7.5%", (), "007", {"en": "1/2"})
    assert (b.values, b.index, b.cost, b.text) == ((7,), "007", "$1,234", {"en": "25.0%"})
    assert (c.values, c.index) == ((3,), "3")


def test_ods_text_is_as_shown(tmp_path: Path) -> None:
    text = (
        '<table:table-cell office:value-type="string"><office:annotation><text:p>note</text:p>'
        "</office:annotation><text:p>a<text:s text:c='2'/>b<text:line-break/>c<text:tab/>"
        "<text:span>d</text:span></text:p><text:p>e</text:p></table:table-cell>"
    )
    share = (
        '<table:table-cell office:value-type="percentage" office:value="0.075" '
        'table:number-rows-repeated="1"><text:p>7,5 %</text:p></table:table-cell>'
    )
    copies = (
        '<table:table-cell office:value-type="float" office:value="2"><text:p>2,00</text:p>'
        "</table:table-cell>"
    )
    rows = [["Name", "Qty", "Cost", "Text"], ["Wave", copies, share, text]]
    (card,) = cards(tmp_path, made.ods({"Cards": rows}))
    assert (card.copies, card.cost) == (2, "7,5 %")
    assert card.text == {"en": "a  b\nc d\ne"}


def test_visible_sheet_precedes_hidden_one(tmp_path: Path) -> None:
    old, new = (made.sheet([["Name"], [name]]) for name in ("Wrong", "Right"))
    data = made.xlsx({"Old": old, "New": new}, hidden=["Old"])
    assert [card.id for card in cards(tmp_path, data)] == ["right"]
    assert [card.id for card in cards(tmp_path, data, DECK + 'sheet = "Old"\n')] == ["wrong"]
    style = (
        '<table:table-cell/></table:table-row></table:table><style:style style:name="x">'
        '<style:table-properties table:display="false"/></style:style>'
        '<table:table table:name="Old" table:style-name="x"><table:table-row>'
    )
    rows = [["Name"], [f"{style}<table:table-cell/>"]]
    assert cards(tmp_path, made.ods({"New": [["Name"], ["Right"]], "Z": rows}))[0].id == "right"


def test_hidden_rows_are_reported(tmp_path: Path) -> None:
    sheet = made.sheet([["Name"], ["Wave"], ["Isle"], ["Foam"]])
    sheet = sheet.replace('<row r="3">', '<row r="3" hidden="1">')
    path = write(tmp_path, made.xlsx({"Cards": sheet}))
    assert [card.id for card in load(path).cards] == ["wave", "isle", "foam"]
    (remark,) = definition_warnings(path)
    assert (remark.line, remark.message) == (3, "Hidden rows are cards like all others: 3.")
