"""A receipt accounts for every file and every column of a source; a check and a build report the
same errors and warnings.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from printkit.base.content import bundled_rows
from printkit.base.errors import DefinitionError, Diagnostic, PrintkitError, problems
from printkit.cli.app import run
from printkit.graphics import pillow_decoder
from printkit.graphics.picture_file import RasterImage
from printkit.jobs.job import make_job
from printkit.library.builds import build
from printkit.library.checks import check_and_warn
from printkit.library.definition_receipt import complete_receipt, read_receipt
from printkit.library.new_deck import start_deck, write_deck
from printkit.library.picture_receipt import complete_from_pictures
from printkit.library.receipt import Receipt
from printkit.model.foreign_columns import load_headings
from printkit.model.load import load
from tests.support import processes
from tests.support import spreadsheets as made
from tests.support.decks import facts, put

SOURCES = facts(__file__)
HEAD = """
languages = ["en"]
cards_table = "deck.csv"
[families.deck]
name = "D"
back = "rosette"
"""


def put_picture(path: Path, size: tuple[int, int] = (825, 1125)) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", size, "teal").save(path)


def put_source(folder: Path, case: dict[str, Any]) -> Path:
    """Write the files of a case; return its table."""
    for name, text in case["files"].items():
        (folder / name).write_bytes(text.encode(case.get("encoding", "utf-8")))
    for name in case.get("pictures", ()):
        put_picture(folder / name)
    return folder / next(iter(case["files"]))


def unaccounted(receipt: Receipt, folder: Path, headings: list[str]) -> set[str]:
    """Return the files and the headings that a receipt does not mention."""
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    told = {column.heading for table in receipt.tables for column in table.columns}
    return there - {*receipt.files} | {*headings} - told


@pytest.mark.parametrize("name", SOURCES)
def test_receipt_accounts_for_every_file_and_column(name: str, tmp_path: Path) -> None:
    case = SOURCES[name]
    (tmp_path / "source").mkdir()
    table = put_source(tmp_path / "source", case)
    deck = start_deck(str(tmp_path / "deck"), "spreadsheet", table, "en")
    write_deck(deck)
    assert unaccounted(deck.receipt, table.parent, []) == set()
    assert [one.name for one in deck.receipt.skipped] == case.get("skipped", [])
    receipt = read_receipt(str(deck.definition))
    (read,) = receipt.tables
    headings = [*case["printed"], *case.get("unprinted", []), *case.get("noted", [])]
    assert unaccounted(receipt, deck.folder, headings) == set()
    assert (receipt.copies, read.encoding) == (case["copies"], case["detected"])
    printed = {column.heading for column in read.columns if column.places}
    assert printed == {*case["printed"]}
    assert {column.heading for column in receipt.unprinted} == {*case.get("unprinted", [])}
    assert {one.heading for one in read.columns if one.note} == {*case.get("noted", [])}
    unread = {"rows_above": [], "rows_without_copies": []} | case.get("unread", {})
    assert {key: [*getattr(read, key)] for key in unread} == unread


@pytest.mark.parametrize(
    ("table", "words", "line"),
    [
        ("id,Name\n7,A\n7,B\n7,C\n", "Ids that are used by several rows are numbered: 3, 4.", 3),
        ("C1,Knockdown\nC2,Mean\nC3,House\n", "Rows above the headings are skipped: 1, 2.", 1),
        ("Name,Text\nA,Ask for a {{ name }}.\n", "The marks “{{ name }}” are printed", 2),
        ("Name,Color\nA,W\nB,U\n", "has no cell that the key “colour” accepts", 1),
    ],
)
def test_lost_or_changed_part_is_a_warning(
    table: str, words: str, line: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(tmp_path, f"{table}x,x\n", "deck.csv")
    assert run(["--lang", "en", "check", put(tmp_path, HEAD), "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    told = [(row["severity"], row["line"]) for row in rows if words in row.get("message", "")]
    assert told == [("warning", line)]


def test_pictures_are_imported_without_reading_the_deck(tmp_path: Path) -> None:
    """Faces, fonts, Pillow and the checks take longer to load than 300 pictures take to copy."""
    for name in ("a (2).png", "b.jpg", "b-back.jpg"):
        put_picture(tmp_path / "art" / name)
    arguments = ["new", str(tmp_path / "deck"), "--from", "images", str(tmp_path / "art")]
    code = f"""if True:
        import sys
        from printkit.cli.app import run
        run({arguments})
        loaded = "faces.face", "graphics.fonts", "graphics.pillow_decoder", "model.checks"
        assert not any(f"printkit.{{name}}" in sys.modules for name in loaded)
    """
    processes.run(processes.python("-c", code), check=True, stdout=processes.PIPE)


@pytest.mark.parametrize("inside", [False, True])
def test_receipt_of_pictures_is_that_of_their_deck(inside: bool, tmp_path: Path) -> None:
    """The deck is not read for it: a picture of two cards, a drawing and damaged files."""
    art = tmp_path / "deck" / "art" if inside else tmp_path / "art"
    for name in ("front/a (2).png", "front/b.jpg", "double_sided/b.jpg", "c.tiff", "d/c.png"):
        put_picture(art / name, (600, 1125))
    (art / "e.svg").write_text('<svg viewBox="0 0 9 9"><path d="M0 0H9V9Z"/></svg>')
    (art / "f.svg").write_text("<svg")
    (art / "g.png").write_bytes(b"no picture")
    decks = []
    for complete in (complete_from_pictures, None):
        deck = start_deck(str(tmp_path / "deck"), "images", art, "en")
        write_deck(deck)
        if complete is None:
            complete_receipt(deck.receipt, deck.definition, "en")
        else:
            complete(deck)
        decks.append(deck.receipt)
        for name in deck.files:
            (deck.folder / name).unlink()
        if not inside:
            shutil.rmtree(deck.folder)
    quick, read = decks
    assert quick.pictures
    assert (quick.cards, quick.copies, quick.backs) == (read.cards, read.copies, read.backs)
    assert (quick.card_size, quick.pictures) == (read.card_size, read.pictures)
    assert (quick.tables, quick.files) == (read.tables, read.files)


def test_braces_without_figure_stay_in_names(tmp_path: Path) -> None:
    put(tmp_path, "Name\nOdd { } {x y} {Cat}\nAll {deck}\n", "deck.csv")
    names = [card.name["en"] for card in load(put(tmp_path, HEAD)).cards]
    assert names == ["Odd { } {x y} {Cat}", "All 2"]
    for wrong in ("{dek}", "{cards.all.copys}"):
        put(tmp_path, f"Name\nAll {wrong}\n", "deck.csv")
        with pytest.raises(DefinitionError, match="is not a figure of this definition"):
            load(put(tmp_path, HEAD))


def test_signs_of_other_tools_are_found_or_reported(tmp_path: Path) -> None:
    text = "{Red Clan}: draw. {Scrap}, {red-clan} or {Red Clan Ally}. {{ name }}"
    put(tmp_path, f'Name,Suit,Text\nA,Red Clan,"{text}"\nB,blue,\n', "deck.csv")
    name = put(tmp_path, HEAD)
    (card, _) = load(name).cards
    assert card.text is not None
    kept = "\\{Scrap}, {red-clan} or \\{Red Clan Ally}. {{ name }}"
    assert card.text["en"] == f"{{red-clan}}: draw. {kept}"
    told = [one.message for one in check_and_warn(name, "en")[1]]
    (remark,) = [message for message in told if "as they are" in message]
    assert all(f"“{mark}”" in remark for mark in ("{Scrap}", "{Red Clan Ally}", "{{ name }}"))
    assert "{Red Clan}”" not in remark


def test_other_words_for_colours_are_ours(tmp_path: Path) -> None:
    put(tmp_path, "Name,Color\nA,Yellow\nB,Grün\nC,rouge\nD,#0072b2\nE,naranja\n", "deck.csv")
    colours = [card.colour for card in load(put(tmp_path, HEAD)).cards]
    assert colours == ["ochre", "green", "red", "#0072b2", "vermillion"]
    assert {*load_headings().colours} <= {*bundled_rows("themes/classic.toml")["colours"]}


def test_repeated_ids_are_numbered(tmp_path: Path) -> None:
    put(tmp_path, "id,Name\n7,A\n7-2,B\n7,C\n7,D\n", "deck.csv")
    game = load(put(tmp_path, HEAD))
    assert [card.id for card in game.cards] == ["7", "7-2", "7-3", "7-4"]


def test_misspelt_word_of_a_column_is_an_error(tmp_path: Path) -> None:
    """A column is foreign only if none of its cells resembles a word that is known."""
    put(tmp_path, "Name,Color\nA,purpel\nB,U\n", "deck.csv")
    with pytest.raises(DefinitionError, match="purpel"):
        load(put(tmp_path, HEAD))


def test_receipt_names_rows_that_are_not_printed(tmp_path: Path) -> None:
    put(tmp_path, "My deck\nName,Copies\nA,2\nB,0\n", "deck.csv")
    lines = [*read_receipt(put(tmp_path, HEAD)).lines()]
    assert "  Rows above the headings, which are not read: 1" in lines
    assert "  Rows with a quantity of 0, which are not printed: 4" in lines
    assert "Cards: 1 different, 2 in all; backs: 1." in lines


def test_forgotten_file_and_column_are_unaccounted(tmp_path: Path) -> None:
    put(tmp_path, "x", "deck.csv")
    assert unaccounted(Receipt(), tmp_path, ["Name"]) == {"deck.csv", "Name"}


def test_receipt_of_folder_names_each_file(tmp_path: Path) -> None:
    art = tmp_path / "art"
    for name in ("a.png", "b.webp", "backs/a.png", "backs/x.png", "backs/y.png"):
        put_picture(art / name)
    for name in ("x.psd", "notes.txt"):
        (art / name).write_bytes(b"8BPS")
    deck = start_deck(str(tmp_path / "deck"), "images", art, "en")
    assert unaccounted(deck.receipt, art, []) == set()
    skipped = {one.name: one.reason for one in deck.receipt.skipped}
    assert set(skipped) == {"backs/x.png", "backs/y.png", "x.psd", "notes.txt"}
    assert all(skipped.values())


def test_tags_in_names_are_copies_and_backs(tmp_path: Path) -> None:
    """As mpcfill-custom-cards: [c-4] are copies, [b-…] names the back or the next picture."""
    names = ("1 Sun [b-next]", "2 Moon", "Fox [c-4] [b-Den Back]", "Den Back", "default-back")
    for name in (*names, "Hen [b-nowhere]"):
        put_picture(tmp_path / "art" / f"{name}.png")
    deck = start_deck(str(tmp_path / "deck"), "images", tmp_path / "art", "en")
    write_deck(deck)
    game = load(str(deck.definition))
    rows = [(card.id, card.copies, str(card.back and card.back.design)) for card in game.cards]
    assert [(name, copies) for name, copies, _ in rows] == [("1-sun", 1), ("fox", 4), ("hen", 1)]
    assert "2 Moon.png" in rows[0][2]
    assert "Den Back.png" in rows[1][2]
    assert rows[2][2] == "None"
    assert "default-back.png" in str(game.families["deck"].back)
    assert [one.location for one in deck.remarks] == ["Hen [b-nowhere].png"]


def test_receipt_folds_unrelated_files(tmp_path: Path) -> None:
    """Files of another definition and of other programs are counted, stray pictures named."""
    put(tmp_path, "Name,Text\nA,One.\n", "deck.csv")
    put(tmp_path, 'cards_table = "other.csv"', "other.toml")
    for name in ("other.csv", "run.py", "kit.pdf", *(f"stray {i:02}.md" for i in range(12))):
        put(tmp_path, "x", name)
    receipt = read_receipt(put(tmp_path, HEAD))
    assert unaccounted(receipt, tmp_path, ["Name", "Text"]) == set()
    lines = [line for line in receipt.lines() if "kipped" in line]
    first = ", ".join(f"stray {i:02}.md" for i in range(9))
    assert lines == [
        "Files: 18 found, 2 used, 16 skipped.",
        f"  Skipped, is not named by the definition: kit.pdf, {first} … (+ 3)",
        "  Skipped, belongs to another definition: 2",
        "  Skipped, is of a kind that decks do not use: 1",
    ]


@pytest.mark.parametrize(("first", "severity"), [("A", "warning"), ("", "error")])
def test_row_without_known_cell_is_reported(
    first: str, severity: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A row that makes no card is no silent loss; without any card it is an error."""
    put(tmp_path, f"Name,Xyz\n{first},1\n,2\n", "deck.csv")
    run(["--lang", "en", "check", put(tmp_path, HEAD), "--json"])
    rows = json.loads(capsys.readouterr().out)
    lost = [row for row in rows if "Rows without a cell" in row.get("message", "")]
    assert [(row["severity"], row["line"]) for row in lost] == [(severity, 3 if first else 2)]


def test_spreadsheet_behind_link_is_read(tmp_path: Path) -> None:
    put(tmp_path, "Name\nA\n", "tables/deck.csv")
    (tmp_path / "linked.csv").symlink_to(tmp_path / "tables" / "deck.csv")
    deck = start_deck(str(tmp_path / "deck"), "spreadsheet", tmp_path / "linked.csv", "en")
    assert "deck.csv" in deck.files


def test_receipt_has_hidden_sheets_and_rows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = made.sheet([["Name", "Text"], ["Wave", "x"], ["Isle", "y"]])
    hidden = sheet.replace('<row r="3">', '<row r="3" hidden="1">')
    data = made.xlsx({"Old": sheet, "Cards": hidden, "Ideas": made.sheet([["x"]])}, hidden=["Old"])
    (tmp_path / "deck.xlsx").write_bytes(data)
    assert run(["--lang", "en", "check", put(tmp_path, HEAD.replace("csv", "xlsx")), "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    (table,) = rows[0]["receipt"]["tables"]
    assert (table["sheet"], table["hidden_sheets"]) == ("Cards", ["Old"])
    assert (table["other_sheets"], table["hidden_rows"]) == (["Ideas"], [3])
    assert [(row["severity"], row["line"]) for row in rows[1:]] == [("warning", 3)]


def test_receipt_of_picture_has_resolution_and_crop(tmp_path: Path) -> None:
    put_picture(tmp_path / "a.png", (635, 889))
    put_picture(tmp_path / "b.png", (900, 900))
    put(tmp_path, "Name,Image\nA,a\nB,b\nC,b\n", "deck.csv")
    receipt = read_receipt(put(tmp_path, HEAD))
    assert [(one.name, one.cards, one.cropped) for one in receipt.pictures] == [
        ("a.png", 1, 0),
        ("b.png", 2, 29),
    ]
    assert receipt.pictures[0].dpi == pytest.approx(254, abs=1)


def test_receipt_of_new_deck_reads_headers_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pictures are neither read as a whole nor decoded, except one for each kind of face."""
    folder = tmp_path / "art"
    for number in range(20):
        put_picture(folder / f"{number}.png", (635, 889 + number))
    deck = start_deck(str(tmp_path / "deck"), "images", folder, "en")
    write_deck(deck)
    prepare, prepared = pillow_decoder.prepare, list[str]()

    def count(data: bytes, location: str, **options: bool) -> RasterImage:
        prepared.append(location)
        return prepare(data, location, **options)

    monkeypatch.setattr(pillow_decoder, "prepare", count)
    complete_receipt(deck.receipt, deck.definition, "en")
    assert len(deck.receipt.pictures) == 20
    assert len(prepared) <= 2
    assert [one.cropped for one in deck.receipt.pictures][:3] == [0, 0, 0]
    assert read_receipt(str(deck.definition)).pictures == deck.receipt.pictures


# --- one list ------------------------------------------------------------------------------------

Told = set[tuple[str, int, int, str, str]]
# Tables with errors, and with warnings.
DECKS = {
    "fine": "Name,Text\nA,One.\n",
    "no place for a cost": "Name,Cost,Image\nA,1,weak\n",
    "letters without a font": "Name,Text\nA,a 竜 b\nB,c झ\n",
    "words too long": f"Name,Text\nA,{'long words ' * 400}\n",
    "cells that cannot be read": "Name,Copies\nA,many\nB,2\n",
    "an unknown heading and foreign marks": "Name,Level,Text\nA,1,Draw <sword>.\n",
    "no copies": "Name,Copies\nA,0\n",
    "a missing picture": "Name,Image\nA,nowhere\n",
    "a low resolution": "Name,Image\nA,weak\nB,wide\n",
    "a missing picture in a text": "Name,Text\nA,Draw <img src='no.png'>.\nB,![](no.png)\n",
    "a missing sign in a text": "Name,Text,Cost\nA,Draw.,2\nB,Draw {fire}.,1\n",
    "marks of Markdown": "Name,Text\nA,Draw __one__ [card](x) :fire: `x` <a b='c'>.\n",
}


def told(found: Iterable[Diagnostic]) -> Told:
    return {
        (Path(one.file).name, one.line, one.column, one.card, str(one.message)) for one in found
    }


def told_by_error(report: Callable[[], Iterable[Diagnostic]]) -> Told:
    """Return what a function reports, or the errors that it raises."""
    try:
        return told(report())
    except PrintkitError as error:
        return told(problems(error))


def told_by_check(path: str) -> Told:
    return told_by_error(lambda: check_and_warn(path)[1])


def told_by_build(path: str, out: Path) -> Told:
    job = make_job(path, ("cards",), languages=("en",), formats=("dump",), out=out)
    return told_by_error(lambda: build(job).notices)


@pytest.mark.parametrize("name", DECKS)
def test_check_and_build_report_the_same(name: str, tmp_path: Path) -> None:
    put_picture(tmp_path / "weak.png", (60, 84))
    put_picture(tmp_path / "wide.png", (900, 900))
    put(tmp_path, DECKS[name], "deck.csv")
    path = put(tmp_path, HEAD)
    found = told_by_check(path)
    assert found == told_by_build(path, tmp_path / "out")
    assert bool(found) is (name != "fine")
    assert all(file == "deck.csv" and line and column for file, line, column, *_ in found)


def test_build_of_other_size_warns_of_its_resolution(tmp_path: Path) -> None:
    put_picture(tmp_path / "a.png", (400, 560))
    put(tmp_path, "Name,Image\nA,a\n", "deck.csv")
    path = put(tmp_path, HEAD)
    assert told_by_check(path) == set()
    job = make_job(path, ("cards",), formats=("dump",), out=tmp_path / "out", card_size="tarot")
    assert any("dots per inch" in notice.message for notice in build(job).notices)


def test_build_names_each_fault_at_once(tmp_path: Path) -> None:
    put(tmp_path, DECKS["letters without a font"], "deck.csv")
    with pytest.raises(DefinitionError) as caught:
        build(make_job(put(tmp_path, HEAD), ("cards",), out=tmp_path / "out"))
    assert [(one.line, one.column, one.card) for one in caught.value.problems] == [
        (2, 2, "a"),
        (3, 2, "b"),
    ]


# --- pictures inside texts -----------------------------------------------------------------------

MOON = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='M1 1H8V8Z'/></svg>"


@pytest.mark.parametrize(
    "mark",
    [
        '<img src="moon.svg" width="9">',
        "<img width=9 src=moon.svg/>",
        "![a moon](moon.svg)",
        '![](<moon.svg> "Moon")',
        "![](&lt;moon.svg&gt;)",
        "[img]moon.svg[/img]",
        "{moon.svg}",
        "{images/moon}",
        "<IMG SRC='Moon.SVG'>",
    ],
)
def test_picture_inside_text_is_a_sign(mark: str, tmp_path: Path) -> None:
    """Marks of HTML, Markdown and BBCode for a picture are drawn in line with the words."""
    (tmp_path / "images").mkdir()
    put(tmp_path / "images", MOON, "moon.svg")
    mark = mark.replace("{images/moon}", "{images/moon.svg}")
    cell = mark.replace('"', '""')
    put(tmp_path, f'Name,Text\nA,"Draw {cell} now."\n', "deck.csv")
    path = put(tmp_path, HEAD)
    (card,) = load(path).cards
    assert card.text is not None
    assert card.text["en"] == "Draw {picture-moon} now."
    assert told_by_check(path) == set()
    assert "images/moon.svg" in read_receipt(path).files
    deck = start_deck(str(tmp_path / "deck"), "spreadsheet", tmp_path / "deck.csv", "en")
    assert "images/moon.svg" in deck.files


def test_pictures_of_texts_keep_their_own_signs(tmp_path: Path) -> None:
    """A picture is neither the sign of a suit of its name nor another one of [signs]."""
    for folder in ("", "images", "art"):
        (tmp_path / folder).mkdir(exist_ok=True)
        put(tmp_path / folder, MOON, "sea.svg")
    rows = "A,Sea,{sea} {sea.svg} {images/sea.svg} {art/sea.svg}"
    put(tmp_path, f"Name,Suit,Text\n{rows}\n", "deck.csv")
    variant = load(put(tmp_path, HEAD + '[signs]\nown = "art/sea.svg"\n'))
    (card,) = variant.cards
    assert card.text is not None
    assert card.text["en"] == "{sea} {picture-sea} {picture-sea-2} {own}"
    assert {key: file.parent.name for key, file in variant.signs.items()} == {
        "own": "art",
        "picture-sea": tmp_path.name,
        "picture-sea-2": "images",
    }


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<img src='no.png'>", "no picture “no.png”"),
        ("![](../no.png)", "no picture “../no.png”"),
        ("{no.svg}", "no picture “no.svg”"),
        ("<img src='https://example.org/a.png'>", "address"),
        ("<img src='data:image/png;base64,AAAA'>", "embedded in the text"),
        ("{fire}", "“{fire}” is not a sign"),
    ],
)
def test_missing_picture_inside_text_names_its_cell(text: str, words: str, tmp_path: Path) -> None:
    put(tmp_path, f'Name,Text,Copies\nA,One.,1\nB,"Draw {text}.",2\n', "deck.csv")
    with pytest.raises(DefinitionError) as caught:
        check_and_warn(put(tmp_path, HEAD))
    (fault,) = caught.value.problems
    assert (Path(fault.file).name, fault.line, fault.column) == ("deck.csv", 3, 2)
    assert fault.card.lower() == "b"
    assert words in fault.message


def test_missing_file_of_sign_is_reported_once(tmp_path: Path) -> None:
    """Texts that use a sign do not repeat that its file is missing."""
    put(tmp_path, "Name,Text\nA,{fire}\nB,{fire}\n", "deck.csv")
    told = told_by_check(put(tmp_path, HEAD + '[signs]\nfire = "fire.svg"\n'))
    assert [(one[0].rpartition("/")[2], one[-1]) for one in told] == [
        ("deck.toml", "“fire.svg” does not exist.")
    ]


def test_signs_of_base_file_are_beside_it(tmp_path: Path) -> None:
    (tmp_path / "base").mkdir()
    put(tmp_path / "base", MOON, "fire.svg")
    put(tmp_path / "base", HEAD.replace("cards_table", "#") + '[signs]\nfire = "fire.svg"\n')
    put(tmp_path, "Name,Text\nA,{fire}\n", "deck.csv")
    path = put(tmp_path, 'extends = "base/deck.toml"\ncards_table = "deck.csv"\n')
    assert told_by_check(path) == set()


def test_name_of_picture_as_text_is_a_picture(tmp_path: Path) -> None:
    """A text that is only the name of a picture shows it, or is reported with its cell."""
    put(tmp_path, MOON, "moon.svg")
    put(tmp_path, "Name,Text\nA,moon.svg\nB,no.svg\nno.png,One.\n", "deck.csv")
    path = put(tmp_path, HEAD)
    texts = [card.text["en"] for card in load(path).cards if card.text is not None]
    assert texts == ["{picture-moon}", "no.svg", "One."]
    assert [(*one[1:3], one[-1]) for one in sorted(told_by_check(path))] == [
        (3, 2, "The marks “no.svg” are printed as they are."),
        (4, 1, "The marks “no.png” are printed as they are."),
    ]


# --- pictures inside drawings --------------------------------------------------------------------

CARD = (
    "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' "
    "viewBox='0 0 63 88'><image xlink:href='parts/ground%20one.png' width='63' height='88'/></svg>"
)


@pytest.mark.parametrize("kind", ["images", "spreadsheet"])
def test_new_copies_pictures_inside_drawings(kind: str, tmp_path: Path) -> None:
    """They do not become cards, and the new deck shows them."""
    pytest.importorskip("resvg_py")
    art = tmp_path / "art"
    put_picture(art / "parts/ground one.png")
    put(art, CARD, "one.svg")
    source = art if kind == "images" else Path(put(art, "Name,Image\nOne,one.svg\n", "deck.csv"))
    deck = start_deck(str(tmp_path / "deck"), kind, source, "en")
    write_deck(deck)
    assert deck.receipt.files["parts/ground one.png"].use == "a picture inside a drawing"
    told = [remark.message for remark in deck.remarks]
    assert any("ground one.png" in message for message in told) is (kind == "images")
    assert len(load(str(deck.definition)).cards) == 1
    check_and_warn(str(deck.definition))
    assert unaccounted(read_receipt(str(deck.definition)), deck.folder, []) == set()
