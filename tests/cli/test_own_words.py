"""French messages repeat words of a user's files unchanged.

Words that are also in the catalogue are the hardest case, so each word and short sentence of it is
used as the name of a file, a card, a column, a game and an option.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from printkit.base.errors import Diagnostic, PrintkitError
from printkit.base.sentences import Sentence, bundled_catalogue
from printkit.base.words import find_meanings
from printkit.cli.app import cli, run
from printkit.library.functions import check, load

FRENCH = bundled_catalogue("fr")
# A word longer than this may be cut in a message.
LONGEST = 36
WORDS = [
    key for key in FRENCH.known if re.fullmatch(rf'[A-Za-z][^{{}}“”"/\\\n]{{1,{LONGEST}}}', key)
]
NAMES = [word for word in WORDS if re.fullmatch("[A-Za-z]+( [a-z]+)?", word)]


def told(fault: PrintkitError | Diagnostic) -> str:
    return fault.translated(FRENCH.translate)


def changed(words: list[str], tell: Callable[[str], str]) -> list[tuple[str, str]]:
    """Return the words that are missing in the message about them."""
    answers = ((word, tell(word).casefold()) for word in words)
    return [(word, answer) for word, answer in answers if word.casefold() not in answer]


def refuse(call: Callable[[], object]) -> PrintkitError:
    with pytest.raises(PrintkitError) as caught:
        call()
    return caught.value


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_catalogue_has_many_words() -> None:
    assert len(WORDS) > 200
    assert {"picture", "table", "text", "theme", "definition", "manifest"} <= {*NAMES}


@pytest.mark.parametrize(
    "line",
    [
        "check WORD",
        "show WORD",
        "map WORD casino",
        "map tarot WORD",
        "build WORD cards",
        "build kessel WORD",
        "build kessel --theme WORD",
        "build kessel --paper WORD",
        "new WORD --from blank",
        "show casino --hand WORD",
        "settle casino WORD",
        "WORD",
    ],
)
def test_french_command_repeats_words_as_typed(
    line: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def answer(word: str) -> str:
        run([part.replace("WORD", word) for part in line.split()])
        return "".join(capsys.readouterr())

    for name in NAMES:
        Path(name).mkdir()
        Path(name, "full").touch()
    # Folder names have no spaces, and each card of a hand is one word. Other words for a
    # product are read as its name.
    is_single = line.startswith("new") or "--hand" in line
    names = [name for name in NAMES if not find_meanings("products", name)]
    if line == "WORD":  # the name of a command runs it
        names = [name for name in names if cli.get_command(click.Context(cli), name) is None]
    assert changed([name for name in names if not (is_single and " " in name)], answer) == []


def test_french_fault_names_file_as_it_is(folder: Path) -> None:
    for word in NAMES:
        Path(f"{word}.toml").write_text("cards = 3", encoding="utf-8")
    assert changed(NAMES, lambda word: told(refuse(lambda: load(f"{word}.toml")))) == []


@pytest.mark.parametrize(
    "row",
    [
        '[[cards]]\nid = "WORD"\nsuit = "WORD"\nrank = "WORD"',
        '[[cards]]\nid = "x"\nemblem = "WORD"\ncopies = "WORD"',
        '[[tokens]]\nid = "WORD"\n[[tokens]]\nid = "WORD"',
        '[[options]]\nid = "WORD"\n[[options]]\nid = "WORD"',
        '[[hands]]\nbefore = "WORD"',
    ],
)
def test_french_fault_names_entry_as_it_is(row: str, folder: Path) -> None:
    for i in range(0, len(NAMES), 8):
        rows = [row.replace("WORD", word) for word in NAMES[i : i + 8]]
        Path("mine.toml").write_text("\n".join(['name = "Mine"', *rows]), encoding="utf-8")
        quoted = [(re.findall("“([^“”]+)”", one.message), told(one)) for one in check("mine.toml")]
        assert {*NAMES[i : i + 8]} <= {word for words, _ in quoted for word in words}
        for words, answer in quoted:
            assert [word for word in words if f"«\u202f{word}\u202f»" not in answer] == []


def test_french_fault_names_heading_as_it_is(folder: Path) -> None:
    columns = ", ".join(f'"{word}" = "{word}"' for word in WORDS)
    text = f'name = "Mine"\ncards_table = "cards.csv"\ncolumns = {{ {columns} }}\n'
    Path("mine.toml").write_text(text, encoding="utf-8")
    Path("cards.csv").write_text("Name\nAce\n", encoding="utf-8")
    answers = "\n".join(map(told, check("mine.toml")))
    others = [word for word in WORDS if word.casefold() != "name"]  # it is a heading
    assert [word for word in others if f"«\u202f{word}\u202f»" not in answers] == []


def test_french_fault_names_cell_as_it_is(folder: Path) -> None:
    text = 'name = "Mine"\ncards_table = "cards.csv"\n'
    Path("mine.toml").write_text(text, encoding="utf-8")
    rows = ["Name\tCopies", *(f"{word}\t{word}" for word in WORDS)]
    Path("cards.csv").write_text("\n".join(rows), encoding="utf-8")
    answers = "\n".join(map(told, check("mine.toml")))
    assert [word for word in WORDS if f"«\u202f{word}\u202f»" not in answers] == []


def test_argument_is_translated_if_it_is_a_sentence() -> None:
    template = "There is no such {noun}."
    assert FRENCH.translate(Sentence(template, noun="picture")).endswith("picture.")
    assert not FRENCH.translate(Sentence(template, noun=Sentence("picture"))).endswith("picture.")
