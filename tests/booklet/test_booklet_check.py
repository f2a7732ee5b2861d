"""`printkit check` with user chapters: errors that only typesetting reveals."""

from __future__ import annotations

from pathlib import Path

import pytest

import printkit
from printkit.base.errors import PrintkitError
from printkit.cli.app import run
from printkit.library.checks import check

DEFINITION = """
extends = "casino"
slug = "house"
name = { en = "House", fr = "Maison" }
summary = { en = "Ours.", fr = "Le nôtre." }
chapters = { en = "house.en.md", fr = "house.fr.md" }
"""
WIDE = "| " + " | ".join(["incomprehensibilities"] * 12) + " |\n" + "|---" * 12 + "|\n"


BARE = DEFINITION.replace('chapters = { en = "house.en.md", fr = "house.fr.md" }\n', "")


def house(folder: Path, english: str, french: str) -> str:
    path = folder / "house.toml"
    path.write_text(DEFINITION, encoding="utf-8")
    (folder / "house.en.md").write_text(english, encoding="utf-8")
    (folder / "house.fr.md").write_text(french, encoding="utf-8")
    return str(path)


def test_chapters_in_both_languages_are_valid(tmp_path: Path) -> None:
    name = house(tmp_path, "# At home {#home}\n\nA word.\n", "# Chez nous {#home}\n\nUn mot.\n")
    assert check(name).slug == "house"


def test_chapter_missing_in_one_language_is_reported(tmp_path: Path) -> None:
    name = house(tmp_path, "# At home {#home}\n\nA word.\n", "# Chez nous {#maison}\n\nUn mot.\n")
    with pytest.raises(PrintkitError) as caught:
        check(name)
    told = str(caught.value)
    for part in ("“home” is missing in “fr”", "“maison” is missing in “en”"):
        assert f"The chapter {part}" in told
    assert "house.en.md:1" in told
    assert "house.fr.md:1" in told


def test_table_too_wide_is_reported_with_its_line(tmp_path: Path) -> None:
    name = house(
        tmp_path, f"# At home {{#home}}\n\nSee:\n\n{WIDE}", "# Chez nous {#home}\n\nVoir.\n"
    )
    with pytest.raises(PrintkitError) as caught:
        check(name)
    assert "house.en.md:5" in str(caught.value)
    assert "house.fr.md" not in str(caught.value)


LEFT_OUT = "“Your first hand” is left out of the start sheet: The example “bek2”"


def test_omitted_boxes_are_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`check`, the library and a build report the line and the reason, and succeed."""
    path = tmp_path / "house.toml"
    path.write_text(f"{BARE}counting = {{ limit = 21 }}\n", encoding="utf-8")
    assert run(["check", str(path)]) == 0
    told = capsys.readouterr()
    assert LEFT_OUT in told.err
    assert "templates/rules/en/parts/first-hand-casino.md:" in told.err
    assert "no errors" in told.out
    warnings = printkit.list_warnings(str(path))
    assert any(LEFT_OUT in warning.message for warning in warnings)
    assert printkit.check(str(path)) == ()
    out = tmp_path / "out"
    arguments = ["booklet", "--lang", "en", "--format", "dump", "-o", str(out)]
    assert run(["build", str(path), *arguments]) == 0
    assert LEFT_OUT in capsys.readouterr().err


def test_wrong_example_in_a_definition_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    examples = '[example_hands]\nmine = { cards = "idiot coins-2", total = 9 }\n'
    path.write_text(f'{BARE}{examples}[sums]\nodd = "2 nothing"\n', encoding="utf-8")
    with pytest.raises(PrintkitError) as caught:
        check(str(path))
    told = str(caught.value)
    assert "house.toml:7:1: example_hands.mine: The example “mine” (idiot coins-2)" in told
    assert "it counts 2, not 9" in told
    assert "house.toml:9:1: sums.odd: The sum “odd” cannot be added up: “nothing” is not" in told
