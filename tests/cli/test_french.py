"""The command line in French: no English word from `--help` to the printed page.

The sentences in the code are English; `templates/locale/fr` translates each of them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeGuard

import click
import pytest

import printkit
from printkit.base.content import content_path
from printkit.base.errors import PrintkitError
from printkit.base.messages import translate_fault
from printkit.base.sentences import FILE, FOLDER, Sentence, bundled_catalogue, read_catalogue
from printkit.cli.app import cli, run
from printkit.jobs.build_many import Outcome, combined_error
from printkit.jobs.job import Job
from printkit.model.schema import json_schema
from tests.cli import test_refusals
from tests.conftest import GOLDEN
from tests.support import processes
from tests.support.words import TYPED, english_words

ROOT = Path(printkit.__file__).parent
COMMANDS = cli.list_commands(click.Context(cli))
CATALOGUE = bundled_catalogue("fr")
KEYS = tuple(CATALOGUE.known)
HOLE = re.compile(r"\{[^{}]*\}")
ASKS_ENGLISH = re.compile('lang[ ="]*en')


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
def test_french_locale_gives_french_messages(
    line: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run(line.split())
    text = "".join(capsys.readouterr())
    assert text
    assert english_words(text) == [], text
    monkeypatch.setenv("LC_ALL", "C")
    if "--help" in line:  # the check for English words is strict
        run(line.split())
        assert len(english_words("".join(capsys.readouterr()))) > 2


@pytest.mark.parametrize("name", test_refusals.NAMES)
def test_usage_error_is_translated_into_french(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Usage errors; the translations of other errors are tested with the refusals."""
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


def test_language_comes_from_flag_settings_or_locale(
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


def test_errors_of_several_games_are_translated() -> None:
    def refused(game: str, message: str, hint: str) -> Outcome:
        return Outcome(Job(game), None, PrintkitError(message, hint=hint))

    message = Sentence("“{text}” is not a {kind}.", text="x", kind=Sentence("paper size"))
    hint = Sentence("Use a larger --paper.")
    outcomes = [refused(game, message, hint) for game in ("casino", "kessel")]
    error = combined_error([*outcomes, Outcome(Job("pazaak"), None, None)])
    assert error is not None
    assert str(error) == "casino, kessel: “x” is not a paper size. Use a larger --paper."
    told = error.translated(CATALOGUE.translate).translate({0x202F: " ", 0xA0: " "})
    assert told == (
        "casino, kessel : « x » n’est pas un format de papier. Choisissez un --paper plus grand."
    )


def test_french_help_imports_no_more_modules() -> None:
    code = """
import os, sys
os.environ["LC_ALL"] = "fr_FR.UTF-8"
from printkit.cli.app import run
run(["--help"])
print([m for m in ("msgspec", "tomllib", "gettext_", "printkit.base.content") if m in sys.modules])
"""
    done = processes.run(processes.python("-c", code))
    assert done.stdout.startswith("Utilisation")
    assert done.stdout.splitlines()[-1] == "[]"


# --- the catalogue ------------------------------------------------------------------------------


def is_call(node: ast.AST, *names: str) -> TypeGuard[ast.Call]:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name | ast.Attribute)
        and getattr(node.func, "id", getattr(node.func, "attr", "")) in names
    )


def pattern_of(node: ast.expr) -> str:
    """Return a pattern for the possible keys of a template, with any words in place of f-string
    values.

    A template may be the beginning of a longer key: of an operating system error, or of a longer
    hint.
    """
    more = r"(: \{cause\}\.)?" if not ast.unparse(node).endswith((" '", ' "')) else ".*"
    if isinstance(node, ast.JoinedStr):
        parts = (
            re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".*"
            for part in node.values
        )
        return "".join(parts) + more
    assert isinstance(node, ast.Constant)
    return re.escape(str(node.value).rstrip("\n")) + more


def is_sentence(text: str) -> bool:
    has_words = re.search("[a-z]{3}", HOLE.sub("", text)) is not None
    return has_words and " " in text and len(text) > 8 and text.rstrip()[-1:] in (*".?…",)


@cache
def templates() -> list[tuple[str, ast.expr, bool]]:
    """Return the sentences of the code with their place, and whether they are templates with
    values.
    """
    found: list[tuple[str, ast.expr, bool]] = []
    for path in sorted(ROOT.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        skipped: set[int] = set()
        templated: set[int] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                skipped |= {id(part) for part in ast.walk(node) if part is not node}
            elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                skipped.add(id(node.value))  # a docstring
            elif is_call(node, "Sentence", "print_sentence") and node.args:
                templated.add(id(node.args[0]))
            elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "template":
                templated.add(id(node.value))
        for node in ast.walk(tree):
            if not isinstance(node, ast.JoinedStr | ast.Constant) or id(node) in skipped:
                continue
            if isinstance(node, ast.Constant) and not isinstance(node.value, str):
                continue
            text = ast.unparse(node)[:-1] if isinstance(node, ast.JoinedStr) else str(node.value)
            if id(node) in templated or is_sentence(text):
                place = f"{path.relative_to(ROOT)}:{node.lineno}"
                found.append((place, node, id(node) in templated))
    return found


def test_every_template_has_a_translation() -> None:
    lacking = [
        (place, ast.unparse(node))
        for place, node, _ in templates()
        if re.search("[a-z]{3}", HOLE.sub("", ast.unparse(node)))
        and not (isinstance(node, ast.Constant) and node.value in CATALOGUE.known)
        and not any(map(re.compile(pattern_of(node), re.DOTALL).fullmatch, KEYS))
    ]
    assert lacking == []


def test_sentences_with_values_are_never_plain_text() -> None:
    """A value in plain text cannot be distinguished from our own words."""
    plain = [
        (place, ast.unparse(node))
        for place, node, is_template in templates()
        if isinstance(node, ast.JoinedStr) and not is_template
    ]
    assert plain == []


def test_accepted_values_are_listed_in_french() -> None:
    def texts(node: object) -> Iterator[str]:
        if isinstance(node, dict):
            yield from (v for k, v in node.items() if k == "description" and isinstance(v, str))
        for item in (
            node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
        ):
            yield from texts(item)

    for text in {text for text in texts(json_schema()) if not re.match(r"An? |.*[.…]$", text)}:
        told = translate_fault("fr", Sentence("Accepted: {text}.", text=Sentence(text)))
        assert told.startswith("Accepté"), told
        assert english_words(told) == [], told


def test_french_messages_use_french_typography() -> None:
    for words in CATALOGUE.known.values():
        prose = TYPED.sub("", words)
        assert "'" not in re.sub(r"'\S*'", "", prose).replace("'--", ""), words
        assert not re.search(r"(?<![\u202f\s:.])[;!?»](?=\s|$)|«(?!\u202f)| [;!?»]", prose), words
        assert not re.search(r" :(\s|$)", prose), words


def test_catalogue_is_a_valid_gettext_file() -> None:
    text = content_path(FOLDER, "fr", *FILE).read_text(encoding="utf-8")
    assert read_catalogue(text) == CATALOGUE.known
    wrapped = 'msgid ""\n"a "\n"b"\nmsgstr "“c” \\"d\\""\n\n#~ msgid "e"\n#~ msgstr "f"\n'
    assert read_catalogue(wrapped) == {"a b": '“c” "d"'}
