"""The command line in French: no English word from `--help` to the printed page.

Sentences stand in the code in English; `templates/locale/fr` has each of them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import printkit
from printkit.base.content import content_path
from printkit.base.messages import translate_fault
from printkit.base.sentences import FILE, FOLDER, bundled_catalogue, read_catalogue
from printkit.cli import cli, run
from printkit.model.schema import json_schema
from tests.cli import test_refusals
from tests.conftest import GOLDEN
from tests.support import processes
from tests.support.words import TYPED, english_words

ROOT = Path(printkit.__file__).parent
COMMANDS = cli.list_commands(click.Context(cli))
CATALOGUE = bundled_catalogue("fr")
HOLE = re.compile(r"\{[^{}]*\}")
ASKS_ENGLISH = re.compile('lang[ ="]*en')
# Sentences put together of others, which the test of refusals meets, and one of the schema alone.
JOINED = {
    "An emblem of templates/art, or a picture beside the definition.",
    "Leave the {} out.",
    "{} Scale them down, or save photographs as JPEG.",
    "{} and there is no such file.",
    "{} has no {}s.",
    "{} has {}, and a hand of {} has {}{}.",
    "{} it is empty.",
    "{} it needs at least {} {}.",
    "{} it takes at most {} characters.",
    "{} it takes at most {} entries.",
    "{} the greatest is {}.",
    "{} the least is {}.",
    "{} which lies outside the definition's folder.",
    "{} {} {} before it.",
    "{} “printkit calibrate” makes one.",
    "… and {}{} more {}.",
}


@pytest.fixture
def french(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)


WAY = [
    "--help",
    *(f"{name} --help" for name in COMMANDS),
    "--version --verbose",
    "list",
    "show kessel",
    "show pazaak",
    "show casino --hand",
    "show tarot --hand T12",
    "check kessel",
    "calibrate --list",
    "calibrate --name office --back-x 0.75mm",
    "calibrate --format dump",
    "map tarot casino",
    "build kessel mat --lang fr --format dump",
    "build kessel tokens cards --lang fr,en --format dump",
    "bild",
    "build",
    "build kessel --papre a4",
    "build kessel --paper",
    "build kessel --jobs many",
    "build kessel --jobs 99",
    "list all",
    "calibrate --list=3",
    "--verbose",
    "completion tcsh",
]


@pytest.mark.usefixtures("french")
@pytest.mark.parametrize("line", WAY)
def test_a_french_locale_is_answered_in_french(
    line: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run(line.split())
    text = "".join(capsys.readouterr())
    assert text
    assert english_words(text) == [], text
    monkeypatch.setenv("LC_ALL", "C")
    if "--help" in line:  # the eye for English is strict
        run(line.split())
        assert len(english_words("".join(capsys.readouterr()))) > 2


@pytest.mark.parametrize("name", test_refusals.NAMES)
def test_each_refused_command_line_is_told_in_french(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wrong usage; the other faults are translated where the refusals are tested."""
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    golden = (GOLDEN / "refusals" / f"{name}.txt").read_text(encoding="utf-8")
    blocks = [
        block
        for block in golden.strip("\n").split("\n\n")
        if "\n2 usage: " in block or not any(map(test_refusals.is_command, block.splitlines()))
    ]
    said: list[str] = []

    def ask(folder: Path, files: test_refusals.Files, command: str) -> str:
        answer = test_refusals.refuse(folder, files, command, capsys)
        if not ASKS_ENGLISH.search(f"{command} {files.get('printkit.toml')!r}"):
            said.append(answer)
        return answer.replace("printkit: ", "", 1)

    for _ in test_refusals.ask_again(tmp_path, blocks, ask):
        pass
    assert {text: words for text in said if (words := english_words(text))} == {}


def test_the_language_is_that_of_the_flag_the_settings_or_the_locale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)

    def first_word(line: str = "list --help") -> str:
        run(line.split())
        return capsys.readouterr().out.split()[0]

    assert first_word() == "Usage:"
    monkeypatch.setenv("LANG", "fr_CA.UTF-8")
    assert first_word() == "Utilisation"
    monkeypatch.setenv("LC_MESSAGES", "C")
    assert first_word() == "Usage:"
    monkeypatch.setenv("LC_ALL", "fr")
    assert first_word() == "Utilisation"
    assert first_word("list --help --lang en") == "Usage:"
    assert first_word("--lang=en list --help") == "Usage:"
    assert first_word("--lang en list") == "Sabacc"
    Path("printkit.toml").write_text('[defaults]\nlang = "en,fr"\n', encoding="utf-8")
    assert first_word() == "Usage:"
    assert first_word("--lang fr+en schema --help") == "Utilisation"
    for bad in ("lang = 3", "[defaults", "defaults = 1", "[defaults]\nlang = []"):
        Path("printkit.toml").write_text(bad, encoding="utf-8")
        assert first_word() == "Utilisation"
    monkeypatch.setenv("LC_ALL", "../../fr")
    assert first_word() == "Usage:"
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert first_word() == "Usage:"


def test_faults_of_several_games_are_told_each_in_french() -> None:
    said = (
        "casino, kessel: “x” is not a paper. Take a larger --paper.\na.toml:3:1: slug: is missing."
    )
    told = CATALOGUE.translate(said).translate({0x202F: " ", 0xA0: " "})
    assert told.split("\n")[0] == (
        "casino, kessel : « x » n’est pas un format de papier. Choisissez un --paper plus grand."
    )


def test_help_in_french_imports_no_more() -> None:
    code = """
import os, sys
os.environ["LC_ALL"] = "fr_FR.UTF-8"
from printkit.cli import run
run(["--help"])
print([m for m in ("msgspec", "tomllib", "gettext_", "printkit.base.content") if m in sys.modules])
"""
    done = processes.run(processes.python("-c", code))
    assert done.stdout.startswith("Utilisation")
    assert done.stdout.splitlines()[-1] == "[]"


# --- the catalogue ------------------------------------------------------------------------------


def sentences() -> Iterator[str]:
    """The sentences of the code, with a hole for each value."""
    for path in sorted(ROOT.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        inner: set[int] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                inner |= {id(part) for part in ast.walk(node) if part is not node}
            elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                inner.add(id(node.value))  # a docstring
        clauses = {
            id(argument)
            for node in ast.walk(tree)
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("ValueError", "print_sentence", "tell")
            for argument in node.args
        }
        for node in ast.walk(tree):
            if id(node) in inner:
                continue
            if isinstance(node, ast.JoinedStr):
                parts = [
                    part.value if isinstance(part, ast.Constant) else "{}" for part in node.values
                ]
                text = "".join(map(str, parts))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                text = node.value
            else:
                continue
            is_sentence = " " in text and text.rstrip()[-1:] in (*".?…",) and len(text) > 8
            if (is_sentence or (id(node) in clauses and " " in text)) and re.search(
                "[a-z]{3}", HOLE.sub("", text)
            ):
                yield text.strip()


def fill(text: str) -> str:
    """A sentence with a value in each hole."""
    return HOLE.sub("7", text)


def test_every_sentence_of_the_code_has_its_french() -> None:
    skeletons = {HOLE.sub("{}", key).strip() for key in CATALOGUE.known}
    lacking = {
        text
        for text in (HOLE.sub("{}", text) for text in sentences())
        if text not in skeletons and CATALOGUE.translate(fill(text)) == fill(text)
    }
    assert sorted(lacking - JOINED) == []


def test_every_value_that_a_definition_accepts_is_told_in_french() -> None:
    def texts(node: object) -> Iterator[str]:
        if isinstance(node, dict):
            yield from (v for k, v in node.items() if k == "description" and isinstance(v, str))
        for item in (
            node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
        ):
            yield from texts(item)

    for text in {text for text in texts(json_schema()) if not re.match(r"An? |.*[.…]$", text)}:
        told = translate_fault("fr", f"Accepted: {text}.")
        assert told.startswith("Accepté"), told
        assert english_words(told) == [], told


def test_french_is_set_as_the_french_set_it() -> None:
    for words in CATALOGUE.known.values():
        prose = TYPED.sub("", words)
        assert "'" not in re.sub(r"'\S*'", "", prose).replace("'--", ""), words
        assert not re.search(r"(?<![\u202f\s:.])[;!?»](?=\s|$)|«(?!\u202f)| [;!?»]", prose), words
        assert not re.search(r" :(\s|$)", prose), words


def test_a_catalogue_is_a_file_of_gettext() -> None:
    text = content_path(FOLDER, "fr", *FILE).read_text(encoding="utf-8")
    assert read_catalogue(text) == CATALOGUE.known
    wrapped = 'msgid ""\n"a "\n"b"\nmsgstr "“c” \\"d\\""\n\n#~ msgid "e"\n#~ msgstr "f"\n'
    assert read_catalogue(wrapped) == {"a b": '“c” "d"'}
