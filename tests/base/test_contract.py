"""Contracts of every language, paper, card size and label sheet."""

import re
from itertools import combinations
from string import Formatter

import pytest

from printkit.base.content import bundled_rows
from printkit.base.geometry import Rect, format_size
from printkit.base.messages import DEFAULT_LANGUAGE, languages
from printkit.base.paper_sizes import (
    MAX_SIDE,
    MIN_SIDE,
    Size,
    card,
    card_names,
    label_sheet,
    label_sheet_names,
    paper,
    paper_names,
)
from printkit.library.listings import list_sizes
from tests.support.builds import LANGUAGES
from tests.support.decks import facts

# The real sizes of papers, cards and labels, to protect the tables from changes.
SOLD = facts(__file__, "sizes")
LABELS = SOLD["labels"]


def messages(language: str) -> dict[str, str]:
    def walk(node: dict[str, object], lead: str) -> dict[str, str]:
        found: dict[str, str] = {}
        for key, value in node.items():
            name = f"{lead}{key}"
            found |= walk(value, f"{name}.") if isinstance(value, dict) else {name: str(value)}
        return found

    return walk(bundled_rows(f"strings/{language}.toml"), "")


def placeholders(text: str) -> set[str]:
    return {name for _, name, *_ in Formatter().parse(text) if name is not None}


def faults(language: str, text: str, english: str) -> list[str]:
    """Yield the errors in a message; the program sets the spaces before French punctuation."""
    own = re.sub(r"\{[^{}]*\}", "0", text)
    wrong = {
        "empty": not text.strip(),
        "placeholders": placeholders(text) != placeholders(english),
        "typewriter": re.search(r"['\"]|\.\.\.| --? ", text),
        "space": language == "fr" and re.search(r"[\w»)][;!?»]|\w: |«\S", own),
    }
    return [fault for fault, seen in wrong.items() if seen]


def test_faulty_messages_are_detected() -> None:
    assert faults("fr", "l’as : {name} !", "the ace: {name}!") == []
    assert faults("fr", "l'as: {nom}!", "the ace: {name}!") == [
        "placeholders",
        "typewriter",
        "space",
    ]
    assert faults("en", "", "{n} cards") == ["empty", "placeholders"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_language_has_all_english_messages(language: str) -> None:
    assert language in languages()
    wording, english = messages(language), messages(DEFAULT_LANGUAGE)
    assert list(wording) == list(english)
    wrong = {key: faults(language, text, english[key]) for key, text in wording.items()}
    assert {key: message for key, message in wrong.items() if message} == {}
    for one in (key for key in wording if key.endswith("-one") and not key.startswith("product.")):
        assert wording[one] != wording[f"{one.removesuffix('one')}many"], one


@pytest.mark.parametrize(
    ("names", "look_up", "figures"),
    [(paper_names(), paper, SOLD["papers"]), (card_names(), card, SOLD["cards"])],
)
def test_sizes_are_parsed_from_text(
    names: list[str], look_up: object, figures: dict[str, str]
) -> None:
    assert callable(look_up)
    sizes: list[Size] = [look_up(name) for name in names]
    assert len({size[1:] for size in sizes}) == len(names) == len(set(names))
    for size in sizes:
        assert MIN_SIDE <= size.w <= size.h <= MAX_SIDE
        assert look_up(f" {size.name.replace('-', ' ').upper()} ") == size
        assert look_up(f"{size.w}x{size.h}mm")[1:] == size[1:]
        assert str(size) == f"{size.name} ({format_size(size.w, size.h)})"
    for name, figure in figures.items():
        assert look_up(name)[1:] == pytest.approx(look_up(figure)[1:]), name


@pytest.mark.parametrize(
    ("look_up", "typed", "name"),
    [
        (paper, "US-Letter", "letter"),
        (paper, "Letter", "letter"),
        (paper, "LETTER US", "letter"),
        (paper, "Half Letter", "half-letter"),
        (paper, "DIN_A4", "a4"),
        (card, "us-poker", "poker"),
        (card, "mini euro", "euro-mini"),
        (card, "Mini-Euro", "euro-mini"),
        (card, "EuroMini", "euro-mini"),
        (card, "mini us", "us-mini"),
        (card, "US Tarot", "us-tarot"),
    ],
)
def test_size_is_found_in_any_spelling(look_up: object, typed: str, name: str) -> None:
    assert callable(look_up)
    assert look_up(typed) == look_up(name)
    assert look_up(typed).name == name


def test_size_names_are_unambiguous() -> None:
    for rows in list_sizes().values():
        names = [
            word for row in rows for name in (row["name"], *row["also"]) for word in forms(name)
        ]
        assert len(names) == len(set(names))


def forms(name: str) -> set[str]:
    """Return a name without signs, in its own word order and sorted."""
    words = name.replace("-", " ").split()
    return {"".join(words), " ".join(sorted(words))}


def test_every_label_sheet_is_tested() -> None:
    assert list(LABELS) == label_sheet_names()


@pytest.mark.parametrize("name", label_sheet_names())
def test_label_sheet_is_valid(name: str) -> None:
    sheet, (on, columns, rows, *lengths, circle) = label_sheet(name), LABELS[name]
    assert (sheet.name, sheet.paper, sheet.round) == (name, paper(on), circle)
    assert (sheet.columns, sheet.rows, sheet.capacity) == (columns, rows, columns * rows)
    unit = 25.4 if on == "letter" else 1
    got = (sheet.width, sheet.height, sheet.left, sheet.top, sheet.pitch_x, sheet.pitch_y)
    assert got == pytest.approx([length * unit for length in lengths], abs=1e-9)
    cells = [sheet.cell(index) for index in range(sheet.capacity)]
    assert all(Rect(0, 0, *sheet.paper[1:]).contains(cell) for cell in cells)
    assert not any(one.intersects(other) for one, other in combinations(cells, 2))
    assert cells[0][:2] == (sheet.left, sheet.top)
    assert cells[sheet.columns][1] == pytest.approx(sheet.top + sheet.pitch_y)
    assert [label_sheet(f"{maker}{name.upper()}") for maker in ("", " Avery ", "AVERY-")] == [
        sheet
    ] * 3
