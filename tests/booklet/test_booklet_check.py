"""`printkit check` of a definition with chapters of its own: what only setting them shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from printkit.base.errors import PrintkitError
from printkit.jobs.checks import check

DEFINITION = """
extends = "casino"
slug = "house"
name = { en = "House", fr = "Maison" }
summary = { en = "Ours.", fr = "Le nôtre." }
chapters = { en = "house.en.md", fr = "house.fr.md" }
"""
WIDE = "| " + " | ".join(["incomprehensibilities"] * 12) + " |\n" + "|---" * 12 + "|\n"


def house(folder: Path, english: str, french: str) -> str:
    path = folder / "house.toml"
    path.write_text(DEFINITION, encoding="utf-8")
    (folder / "house.en.md").write_text(english, encoding="utf-8")
    (folder / "house.fr.md").write_text(french, encoding="utf-8")
    return str(path)


def test_chapters_in_both_languages_are_sound(tmp_path: Path) -> None:
    name = house(tmp_path, "# At home {#home}\n\nA word.\n", "# Chez nous {#home}\n\nUn mot.\n")
    assert check(name).slug == "house"


def test_a_chapter_that_one_language_lacks_is_told_with_its_place(tmp_path: Path) -> None:
    name = house(tmp_path, "# At home {#home}\n\nA word.\n", "# Chez nous {#maison}\n\nUn mot.\n")
    with pytest.raises(PrintkitError) as caught:
        check(name)
    told = str(caught.value)
    assert "The chapter “home” is missing in “fr”" in told
    assert "The chapter “maison” is missing in “en”" in told
    assert "house.en.md:1" in told
    assert "house.fr.md:1" in told


def test_a_table_that_does_not_fit_is_told_with_its_place(tmp_path: Path) -> None:
    name = house(
        tmp_path, f"# At home {{#home}}\n\nSee:\n\n{WIDE}", "# Chez nous {#home}\n\nVoir.\n"
    )
    with pytest.raises(PrintkitError) as caught:
        check(name)
    assert "house.en.md:5" in str(caught.value)
    assert "house.fr.md" not in str(caught.value)
