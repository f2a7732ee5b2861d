"""One check reports all errors of a deck: errors of form and of names, in tables, pictures, faces
and chapters.
"""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from printkit.base.errors import DefinitionError
from printkit.base.records import evolve
from printkit.cli.app import run
from printkit.library.checks import _find_long_sentences, check
from printkit.model.definition_files import variant_slugs
from printkit.model.load import load
from printkit.model.text import Text
from tests.support import spreadsheets
from tests.support.decks import facts, put
from tests.support.raster import make_png

# A place with a fault, as it is and as it has to be.
PLACE = re.compile("⟨([^¦⟩]*)¦([^⟩]*)⟩")
DRAFT, RIGHT = 1, 2
WHOLE = make_png(2, 2, 8, 0, b"\0\x80\x80" * 2)
BROKEN, EMPTY = b"\x89PNG\r\n\x1a\nbroken", b"<svg xmlns='http://www.w3.org/2000/svg'/>"
MOON = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='M1 1H8V8Z'/></svg>"


def written(text: str, group: int) -> str:
    """Return a file as in the draft, or as corrected."""
    return PLACE.sub(lambda match: match[group], text).lstrip()


def put_files(folder: Path, group: int) -> str:
    folder.mkdir()
    for name, text in facts(__file__).items():
        (folder / name).write_text(written(text, group), encoding="utf-8")
    (folder / "back.png").write_bytes(BROKEN if group == DRAFT else WHOLE)
    (folder / "moon.svg").write_bytes(EMPTY if group == DRAFT else MOON.encode())
    return str(folder / "deck.toml")


def faulty_lines() -> set[tuple[str, int]]:
    """Return the file and the line of each error in the draft."""
    lines = {("back.png", 0), ("moon.svg", 1)}
    for name, text in facts(__file__).items():
        whole = text.lstrip()
        for match in PLACE.finditer(whole):
            lines.add((name, written(whole[: match.start()] + "x", DRAFT).count("\n") + 1))
    return lines


def test_check_reports_all_errors_of_a_draft(tmp_path: Path) -> None:
    with pytest.raises(DefinitionError) as caught:
        check(put_files(tmp_path / "draft", DRAFT))
    told = Counter((Path(one.file).name, one.line) for one in caught.value.problems)
    assert {*told} == faulty_lines(), caught.value
    assert len({*caught.value.problems}) == len(caught.value.problems)
    assert all(one.message for one in caught.value.problems)


def test_corrected_draft_passes(tmp_path: Path) -> None:
    """The errors of the draft hid no other errors."""
    assert run(["check", put_files(tmp_path / "right", RIGHT)]) == 0


@pytest.mark.parametrize("name", [*facts(__file__)])
def test_faults_of_one_file_are_those_of_the_whole(name: str, tmp_path: Path) -> None:
    """An error in one file neither hides nor causes errors in another."""
    path = put_files(tmp_path / "one", RIGHT)
    (tmp_path / "one" / name).write_text(written(facts(__file__)[name], DRAFT), encoding="utf-8")
    with pytest.raises(DefinitionError) as caught:
        check(path)
    told = {(Path(one.file).name, one.line) for one in caught.value.problems}
    assert told == {place for place in faulty_lines() if place[0] == name}


def test_errors_and_warnings_are_plain_data(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    draft = put_files(tmp_path / "draft", DRAFT)
    lean = put(tmp_path, 'extends = "pazaak"\nslug = "lean"\nnotes = []\n', "lean.toml")
    assert run(["check", "kessel", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []
    assert run(["check", "kessel", lean, draft, "no.toml", "--json"]) == 1
    rows = json.loads(capsys.readouterr().out)
    receipts = [row["receipt"] for row in rows if row["severity"] == "receipt"]
    assert [receipt["skipped"] for receipt in receipts] == [0, 0]
    warning, *errors, last = (row for row in rows if row["severity"] != "receipt")
    words = {"definition", "severity", "file", "line", "column", "sheet", "card", "key"}
    words |= {"message", "hint"}
    assert all(words <= set(row) for row in (warning, *errors, last))
    assert (warning["severity"], warning["key"], warning["line"]) == ("warning", "notes", 3)
    assert {row["severity"] for row in errors} == {"error"}
    assert {(Path(row["file"]).name, row["line"]) for row in errors} == faulty_lines()
    assert (last["file"], last["line"]) == ("no.toml", 0)


def test_error_in_spreadsheet_names_its_sheet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = put(tmp_path, 'languages = ["en"]\ncards_table = "deck.xlsx"\n', "deck.toml")
    for copies, severity, cell in (("many", "error", (2, 2)), (2, "warning", (1, 3))):
        rows = [["Name", "Copies", "Kopies"], ["Wave", copies, 1]]
        data = spreadsheets.xlsx({"Cards": spreadsheets.sheet(rows)})
        (tmp_path / "deck.xlsx").write_bytes(data)
        assert run(["check", path, "--json"]) == (severity == "error")
        _, row = json.loads(capsys.readouterr().out)
        assert row["card"] == ("Wave" if severity == "error" else "")
        assert (row["severity"], row["sheet"], row["line"], row["column"]) == (
            (severity, "Cards", *cell)
        )


@pytest.mark.parametrize("slug", variant_slugs())
def test_our_sentences_fit_the_opening_pages(slug: str) -> None:
    assert [*_find_long_sentences(load(slug))] == []


def test_a_sentence_too_long_for_an_opening_page_is_found() -> None:
    kessel = load("kessel")
    first = evolve(kessel.hands[0], how=Text({"en": "long " * 30}, "en"))
    (fault,) = _find_long_sentences(evolve(kessel, hands=(first, *kessel.hands[1:])))
    assert fault.path == ("hands", first.id, "how")
