"""Cells of CSV files: no text is a formula, numbers stay numbers, reading restores the text."""

import csv
import io
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import printkit
from printkit.base.csv_cells import neutral_cell, original_cell, write_csv
from printkit.library.new_deck import IMAGES, start_deck, write_deck
from printkit.model.load import load
from tests.support.decks import put

FORMULAS = ("=cmd|'/C calc'!A0", "@SUM(1)", "-2+3", "+1", "-2", "\t=1", "\r=1", "\n=1", "＝1")


@pytest.mark.parametrize("text", FORMULAS)
def test_cell_like_a_formula_gets_apostrophe(text: str) -> None:
    assert neutral_cell(text) == f"'{text}"


@pytest.mark.parametrize("cell", ["", "Star", "−2", "'tis", 3, -2, 0.5, "cards-001.png", "a=b"])
def test_other_cells_are_kept(cell: object) -> None:
    assert neutral_cell(cell) == cell


@given(st.lists(st.text(st.sampled_from("'=+-@\t\r\n,;\"a2＝"), max_size=6), min_size=1))
def test_reading_restores_written_cells(row: list[str]) -> None:
    (cells,) = csv.reader(io.StringIO(write_csv([row]), newline=""))
    assert [original_cell(cell) for cell in cells] == row
    assert not any(cell[:1] in {*"=+-@\t\r\n＝＋－＠"} - {""} for cell in cells)


DECK = """slug = "sums"
name = "Sums"
[[cards]]
id = "calc"
name = "=cmd|'/C calc'!A0"
copies = 3
[[cards]]
id = "minus"
name = "-2"
"""


@pytest.mark.parametrize(("target", "table"), [("mpc", "cards"), ("tgc", "sums-quantities-en")])
def test_order_tables_contain_no_formula(tmp_path: Path, target: str, table: str) -> None:
    wishes: Any = {"target": target, "out": tmp_path / "out"}
    printkit.build(put(tmp_path, DECK), ["cards"], **wishes)
    folder = tmp_path / "out" / "sums" / target
    for path in {folder / "cards.csv", folder / f"{table}.csv"}:
        rows = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"), newline="")))
        assert [row["quantity"] for row in rows] == ["3", "1"]
        if "title" in rows[0]:
            assert [row["title"] for row in rows] == ["'=cmd|'/C calc'!A0", "'-2"]
        assert not any(cell[:1] in {*"=+-@"} for row in rows for cell in row.values())


def test_new_from_images_restores_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("=cmd", "-2", "moth"):
        path = tmp_path / "pictures" / f"{name}.svg"
        path.parent.mkdir(exist_ok=True)
        path.write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7v7z"/></svg>'
        )
    deck = start_deck("mine", IMAGES, Path("pictures"), "en")
    write_deck(deck)
    written = (tmp_path / "mine" / "cards.csv").read_text(encoding="utf-8-sig")
    assert "'=cmd" in written.casefold()
    names = {card.name["en"].casefold() for card in load(str(deck.definition)).cards}
    assert {"=cmd", "moth"} <= names
    assert not any(name.startswith("'") for name in names)
