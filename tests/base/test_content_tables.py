"""One contract for all tables of content: they are read along types, all errors at once."""

from __future__ import annotations

import copy
import json
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import inspect as types

from printkit.art.backs import FIELDS
from printkit.art.engraved import EngravedRow, Materials
from printkit.art.ornaments import OrnamentRow
from printkit.art.theme_file import Felt, Screen
from printkit.base import record_faults
from printkit.base.content import bundled_rows, content_path
from printkit.base.design import BACK_FIELDS, BackRow, FaceNames, FrameRow
from printkit.base.errors import DefinitionError, PrintkitWarning
from printkit.base.paper_sizes import LabelRow, SizeRow
from printkit.base.record_faults import RecordHome, TomlWords, find_faults, load_rows, type_info
from printkit.base.words import WordTables
from printkit.graphics.colour import Hex, ThemeColour
from printkit.graphics.fonts import Scripts
from printkit.layout.inline import TypographyRow
from printkit.library.deck_lists import DeckListWords
from printkit.model.checks import ProductRow
from printkit.model.definition_files import BookRow
from printkit.model.foreign_columns import Headings
from printkit.model.number_formats import NumberFormats
from printkit.model.table_encodings import Encodings
from printkit.model.tabletop import DenominationLook
from printkit.press.inks import ConditionRow
from printkit.targets.target import Target
from printkit.text.markdown import ChapterRow
from printkit.text.tables import GlossaryRow

# The tables whose rows have one type, by that type, then those whose parts have different types.
ROWS: dict[str, Any] = {
    "backs.toml": BackRow,
    "cards.toml": SizeRow,
    "conditions.toml": ConditionRow,
    "engraved.toml": EngravedRow,
    "felts.toml": Felt,
    "frames.toml": FrameRow,
    "labels.toml": LabelRow,
    "licences.toml": dict[str, str],
    "marks.toml": ThemeColour,
    "ornaments.toml": OrnamentRow,
    "papers.toml": SizeRow,
    "products.toml": ProductRow,
    "rules/books.toml": BookRow,
    "rules/chapters.toml": ChapterRow,
    "rules/glossary.toml": GlossaryRow,
    "scenes.toml": dict[str, Hex],
    "screen.toml": Screen,
    "targets.toml": Target,
    "tokens.toml": DenominationLook,
    "typography.toml": TypographyRow,
}
PARTS: dict[str, Any] = {
    "deck-lists.toml": DeckListWords,
    "encodings.toml": Encodings,
    "faces.toml": FaceNames,
    "headings.toml": Headings,
    "materials.toml": Materials,
    "numbers.toml": NumberFormats,
    "scripts.toml": Scripts,
    "toml-faults.toml": TomlWords,
    "words.toml": WordTables,
}
TABLES = {name: dict[str, kind] for name, kind in ROWS.items()} | PARTS
# Read by the tests alone; read by `plugins`, which imports nothing.
OTHERS = {"rules/terms.toml", "plugins.toml"}


def written(value: Any) -> str:
    """Return a value as TOML, tables in braces."""
    if isinstance(value, dict):
        inner = ", ".join(f"{written(str(key))} = {written(one)}" for key, one in value.items())
        return f"{{ {inner} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    return json.dumps(value, ensure_ascii=False)


def spoil(raw: dict[str, Any], info: Any, key: str = "") -> Iterator[str]:
    """Change a table in place: a wrong type, a missing and an unknown key. Yield their keys."""
    if isinstance(info, types.DictType):
        name = next(iter(raw))
        below = f"{key}.{name}" if key else name
        inner = info.value_type
        if isinstance(inner, types.DictType | types.StructType) and isinstance(raw[name], dict):
            yield from spoil(raw[name], inner, below)
        else:
            raw[name] = 5
            yield below
        return
    dot = f"{key}." if key else ""
    raw["odd-key"] = 1
    yield f"{dot}odd-key"
    fields = {field.encode_name: field for field in info.fields}
    if missing := [name for name, field in fields.items() if field.required]:
        del raw[missing[0]]
        yield f"{dot}{missing[0]}"
    if (wrong := next((name for name in fields if name not in missing[:1]), None)) is None:
        return
    raw[wrong] = [[]]
    if isinstance(fields[wrong].type, types.VarTupleType | types.FrozenSetType):
        yield f"{dot}{wrong}[0]"
    else:
        yield f"{dot}{wrong}"


def read(
    name: str, monkeypatch: pytest.MonkeyPatch, raw: Any, path: Path, added: Any = None
) -> Callable[[], Any]:
    """Return a function that reads a table with other rows, in a file at `path`."""
    whole = raw if added is None else added
    path.write_text("\n".join(f"{written(k)} = {written(v)}" for k, v in whole.items()), "utf-8")
    monkeypatch.setattr(
        record_faults, "bundled_rows", lambda other: raw if other == name else bundled_rows(other)
    )
    record_faults._other_words()  # hints need them
    monkeypatch.setattr(record_faults, "content_path", lambda *parts: path)
    rows = [] if added is None else [(path, tomllib.loads(path.read_text("utf-8")))]
    monkeypatch.setattr(record_faults, "added_rows", lambda name: rows)
    return lambda: record_faults._read_table.__wrapped__(name, TABLES[name])


def test_every_table_has_a_type() -> None:
    root = content_path()
    found = {path.name for path in root.glob("*.toml")}
    found |= {f"rules/{path.name}" for path in (root / "rules").glob("*.toml")}
    assert found == TABLES.keys() | OTHERS


@pytest.mark.parametrize("name", [*TABLES])
def test_bundled_table_passes_the_error_walk(name: str) -> None:
    """It is read without the walk, which is slower."""
    raw, home = bundled_rows(name), RecordHome("the row")
    assert [*find_faults(TABLES[name], raw, home, {}, forms=True)] == []
    if name in ROWS:
        assert [*load_rows(name, ROWS[name])] == [*raw]


@pytest.mark.parametrize("name", [*TABLES])
def test_wrong_table_reports_all_errors_with_places(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = copy.deepcopy(bundled_rows(name))
    wrong = [*spoil(raw, type_info(TABLES[name]))]
    path = tmp_path / "table.toml"
    with pytest.raises(DefinitionError) as raised:
        read(name, monkeypatch, raw, path)()
    problems = {problem.key: problem for problem in raised.value.problems}
    assert problems.keys() == {*wrong}
    for key, problem in problems.items():
        assert (problem.file, problem.line > 0) == (str(path), True), key
        assert problem.hint or "is not" in problem.message, key


@pytest.mark.parametrize("name", [*ROWS])
def test_row_of_package_is_added_or_left_out_with_all_errors(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = bundled_rows(name)
    first = next(iter(raw))
    bad = {"bad": copy.deepcopy(raw[first])}
    wrong = [*spoil(bad, type_info(TABLES[name]))]
    path = tmp_path / "table.toml"
    added = {first: raw[first], "good": raw[first], **bad}
    with pytest.warns(PrintkitWarning) as told:
        rows = read(name, monkeypatch, raw, path, added)()[0]
    assert (rows["good"], "bad" in rows) == (raw[first], False)
    clash, error = (one.message.error for one in told)
    assert "There is already a row" in str(clash)
    assert {problem.key for problem in error.problems} == {*wrong, "bad"}


def test_package_adds_rows_to_parts_of_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    added = {
        "languages": {"sv": {"decimal": ",", "group": " "}, "xx": {"decimal": 1}},
        "locales": 5,
        "marks": {},
    }
    raw, path = bundled_rows("numbers.toml"), tmp_path / "numbers.toml"
    with pytest.warns(PrintkitWarning) as told:
        table = read("numbers.toml", monkeypatch, raw, path, added)()[1]
    assert (table.languages["sv"].decimal, "xx" in table.languages) == (",", False)
    assert table.locales == raw["locales"]
    assert "sv" not in raw["languages"]
    found = " ".join(str(one.message.error) for one in told)
    for said in ("languages.xx.decimal", "languages.xx.group", "row “locales”", "marks: is not a"):
        assert said in found


def test_names_of_months_are_twelve_or_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    added = {"languages": {"sv": {"decimal": ",", "group": " ", "months": ["januari"]}}}
    raw, path = bundled_rows("numbers.toml"), tmp_path / "numbers.toml"
    with pytest.warns(PrintkitWarning, match="it needs 12 entries"):
        read("numbers.toml", monkeypatch, raw, path, added)()


def test_every_back_field_declares_its_keys() -> None:
    assert BACK_FIELDS.keys() == FIELDS.keys()


@pytest.mark.parametrize(
    ("change", "key"),
    [({"field": "lath"}, "field"), ({"waves": None}, "waves"), ({"pitch": 1.5}, "pitch")],
)
def test_back_needs_the_keys_of_its_field(change: dict[str, Any], key: str) -> None:
    row = {**bundled_rows("backs.toml")["rosette"], **change}
    row = {name: value for name, value in row.items() if value is not None}
    faults = [*find_faults(BackRow, row, RecordHome("the row"), {}, forms=True)]
    assert [fault.path for fault in faults] == [(key,)]
