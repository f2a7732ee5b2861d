"""Every input is accounted for, file by file and column by column; a plan, a build and a check
report the same errors and warnings of it.

The folders of `inputs` are sources as designers bring them: each once failed without a message.
"""

from __future__ import annotations

import csv
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from python_calamine import CalamineWorkbook

from printkit.base.errors import Diagnostic
from printkit.jobs.job import JobKeywords, make_job
from printkit.library import builds
from printkit.library.checks import check_and_warn
from printkit.library.definition_receipt import read_receipt
from printkit.library.new_deck import (
    DECK_LIST,
    IMAGES,
    ORDER,
    SAVED_OBJECT,
    SPREADSHEET,
    NewDeck,
    start_deck,
    write_deck,
)
from tests.library.test_receipts import SOURCES, Told, put_source, told_by_error, unaccounted
from tests.support.sample import cases

ROOT = Path(__file__).parents[2]
INPUTS = Path(__file__).with_name("inputs")
TABLES = (".csv", ".xlsx", ".ods")
# The kinds of the files of other programs.
KINDS = {".xml": ORDER, ".json": SAVED_OBJECT, ".txt": DECK_LIST}
# The encodings of tables that are not UTF-8.
ENCODINGS = {"sjis.csv": "cp932"}
DEFINITIONS = sorted([*ROOT.glob("examples/*/*.toml"), ROOT / "tests/jobs/own/own.toml"])


def sources() -> list[str]:
    """Return the tables and lists of all inputs, and the folders with pictures alone."""
    tables = [path for path in INPUTS.rglob("*") if path.suffix in (*TABLES, *KINDS)]
    folders = {*INPUTS.iterdir()} - {path.parent for path in tables}
    return sorted(path.relative_to(INPUTS).as_posix() for path in (*tables, *folders))


def start(source: Path, folder: Path) -> NewDeck:
    """Start a deck from a table, a list, or a folder of pictures, and write it."""
    kind = IMAGES if source.is_dir() else KINDS.get(source.suffix, SPREADSHEET)
    deck = start_deck(str(folder / "deck"), kind, source, "en")
    write_deck(deck)
    return deck


def headings(table: Path) -> list[str]:
    """Return the headings of a table, read without printkit: its first row with several cells."""
    if table.suffix == ".csv":
        encoding = ENCODINGS.get(table.name, "utf-8-sig")
        with table.open(encoding=encoding, newline="") as text:
            first = text.readline()
        rows = [*csv.reader([first], delimiter=max(",;\t", key=first.count))]
    else:
        book = CalamineWorkbook.from_path(table)
        sheets = [sheet for sheet in book.sheets_metadata if "Visible" in str(sheet.visible)]
        rows = book.get_sheet_by_name(sheets[0].name).to_python()
    cells = ([" ".join(str(cell).split()) for cell in row if str(cell).strip()] for row in rows)
    return next(row for row in cells if len(row) > 1)


@pytest.mark.parametrize("name", sources())
def test_receipt_accounts_for_input(name: str, tmp_path: Path) -> None:
    source = INPUTS / name
    deck = start(source, tmp_path)
    folder = source if source.is_dir() else source.parent
    assert unaccounted(deck.receipt, folder, []) == set()
    receipt = read_receipt(str(deck.definition))
    expected = headings(source) if source.suffix in TABLES else []
    assert unaccounted(receipt, deck.folder, expected) == set()
    assert receipt.copies or told_by_check(str(deck.definition))


@pytest.mark.parametrize("path", DEFINITIONS, ids=lambda path: path.stem)
def test_receipt_accounts_for_definition(path: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(path.parent, tmp_path / "deck")
    receipt = read_receipt(str(folder / path.name))
    tables = [folder / table.name for table in receipt.tables]
    expected = [heading for table in tables for heading in headings(table)]
    assert unaccounted(receipt, folder, expected) == set()


# --- one list ------------------------------------------------------------------------------------


# Cards alone, without sheets: those have notices of their own, on paper and on cut marks.
ALONE: JobKeywords = {"formats": ("dump",), "layout": "single"}


def told_by_check(path: str) -> Told:
    return told_by_error(lambda: check_and_warn(path)[1])


def told_by_plan(path: str) -> Told:
    def plan() -> list[Diagnostic]:
        made = builds.plan(make_job(path, ("cards",), **ALONE))
        return [*made.notices, *(notice for part in made.products for notice in part.notices)]

    return told_by_error(plan)


def told_by_build(path: str, out: Path) -> Told:
    job = make_job(path, ("cards",), out=out, **ALONE)
    return told_by_error(lambda: builds.build(job).notices)


def put_deck(folder: Path, name: str) -> str:
    """Write one of the inputs into a folder, and return its definition."""
    if name in SOURCES:
        (folder / "source").mkdir()
        return str(start(put_source(folder / "source", SOURCES[name]), folder).definition)
    return str(start(INPUTS / name, folder).definition)


def copy_definition(folder: Path, name: str) -> str:
    path = ROOT / name
    shutil.copytree(path.parent, folder / "deck")
    return str(folder / "deck" / path.name)


EVERY: dict[str, Callable[[Path, str], str]] = {
    **dict.fromkeys(SOURCES, put_deck),
    **dict.fromkeys(sources(), put_deck),
    **dict.fromkeys((path.relative_to(ROOT).as_posix() for path in DEFINITIONS), copy_definition),
}

# Whole decks, at the end of the list, which the night builds.
LARGE = len(DEFINITIONS)


@pytest.mark.parametrize("name", cases(EVERY, [*EVERY][:-LARGE]))
def test_plan_check_and_build_report_the_same(name: str, tmp_path: Path) -> None:
    path = EVERY[name](tmp_path, name)
    expected = told_by_check(path)
    assert told_by_plan(path) == expected
    assert told_by_build(path, tmp_path / "out") == expected


def test_forgotten_warning_is_a_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The contract fails if a build omits the warnings of a check."""
    path = put_deck(tmp_path, "weak-pictures")
    assert told_by_check(path) != set()
    monkeypatch.setattr(builds, "_read_own", lambda job: builds._Read())
    assert told_by_build(path, tmp_path / "out") != told_by_check(path)
    assert told_by_plan(path) != told_by_check(path)


def test_forgotten_column_is_unaccounted(tmp_path: Path) -> None:
    """The contract fails if a receipt omits a file or a column."""
    source = INPUTS / "headings/power.csv"
    receipt = read_receipt(str(start(source, tmp_path).definition))
    receipt.files.pop("power.csv")
    (table,) = receipt.tables
    receipt.tables = [replace(table, columns=table.columns[:-1])]
    assert unaccounted(receipt, tmp_path / "deck", headings(source)) == {"power.csv", "power"}
