"""Exact positions of all keys in TOML texts."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.base.content import KeyPath, Positions, parse_toml
from printkit.base.errors import DefinitionError
from tests.support.decks import facts

TEXT = Path(__file__).with_name("positions.toml").read_text(encoding="utf-8")

PLACES: dict[KeyPath, tuple[int, int]] = {
    tuple(path): (line, column) for path, line, column in facts(__file__, "places")["places"]
}


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_every_key_and_element_has_a_position(ending: str) -> None:
    positions = Positions(TEXT.replace("\n", ending))
    assert {path: positions.find(path) for path in PLACES} == PLACES


def test_reopened_table_keeps_both_positions() -> None:
    positions = Positions("a.x = 1\na.y = 2\n[b.c]\nz = 1\n[b]\nw = 2\n")
    assert positions.find(("a", "y")) == (2, 1)
    assert positions.find(("b", "c", "z")) == (4, 1)
    assert positions.find(("b", "w")) == (6, 1)


def test_columns_count_letters() -> None:
    assert Positions('"é" = { "clé" = { "naïf" = 1 } }').find(("é", "clé", "naïf")) == (1, 19)


def test_finding_positions_leaves_parser_unchanged() -> None:
    before = tomllib.loads(TEXT)
    Positions(TEXT)
    assert tomllib.loads(TEXT) == before


@given(st.lists(st.sampled_from(["a", "b", "c", "d"]), min_size=1, max_size=30))
def test_nth_table_of_array_has_its_position(names: list[str]) -> None:
    text = "".join(f"[[{name}]]\nk = {at}\n" for at, name in enumerate(names))
    positions = Positions(text)
    for at, name in enumerate(names):
        index = names[:at].count(name)
        assert positions.find((name, index)) == (2 * at + 1, 1)
        assert positions.find((name, index, "k")) == (2 * at + 2, 1)


def test_deep_text_has_positions_or_none() -> None:
    text = "x = " + "[" * 200 + "]" * 200 + "\ny = 1\n"
    assert parse_toml(text, Path("deck.toml"))["y"] == 1
    assert Positions(text).find(("y",)) in [(2, 1), (0, 0)]


@pytest.mark.parametrize("key", ["a.", "a . ", '"b c".', "'d'."])
def test_key_with_many_parts_is_rejected_immediately(key: str) -> None:
    """The parser would need an hour for a file of such keys."""
    with pytest.raises(DefinitionError, match=r"x\.toml:2:\d+: A key has too many parts"):
        parse_toml(f"b = 1\n{key * 100_000}a = 1", Path("x.toml"))
    text = "A.B. c " * 300 + "... 1.2.3"
    assert parse_toml(f"{key * 20}a = '''{text}'''", Path("x.toml"))
