"""Help is quick and describes the actual behaviour of the commands."""

from __future__ import annotations

import json
import shlex
from importlib import import_module
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete

from printkit.cli.app import cli, run, summary
from printkit.cli.options import TypedValue
from tests.support import processes
from tests.support.sample import cases
from tests.support.shop_files import put_files_of_a_shop
from tests.support.spreadsheets import sheet, xlsx

COMMANDS = cli.list_commands(click.Context(cli))
NO_COMMAND = """
import sys
from printkit.cli.app import run
status = run(sys.argv[1:])
heavy = {"msgspec", "tomllib", "hashlib", "difflib"}
print(
    [m for m in sys.modules if m.startswith("printkit.cli.commands.") or m in heavy],
    file=sys.stderr,
)
sys.exit(status)
"""


@pytest.mark.parametrize("name", COMMANDS)
def test_command_has_a_one_line_summary(name: str) -> None:
    text = summary(name)
    assert text == (import_module(f"printkit.cli.commands.{name}").__doc__ or "").splitlines()[0]
    assert text[0].isupper()
    assert text.endswith(".")
    assert len(text) < 80


def test_help_imports_no_command() -> None:
    done = processes.run(processes.python("-c", NO_COMMAND, "--help"))
    assert done.returncode == 0
    assert done.stderr.strip() == "[]"
    listed = done.stdout.split("Commands:\n")[1].splitlines()
    assert [line.split()[0] for line in listed] == COMMANDS == sorted(COMMANDS)


def test_completion_lists_commands_without_importing_them() -> None:
    code = """
import sys
from click.shell_completion import ShellComplete
from printkit.cli.app import cli
found = ShellComplete(cli, {}, "printkit", "_X").get_completions([], "ca")
print([(one.value, one.help) for one in found])
print([m for m in sys.modules if m.startswith("printkit.cli.commands.")])
"""
    done = processes.run(processes.python("-c", code))
    first, second = done.stdout.splitlines()
    assert first == repr([("calibrate", summary("calibrate"))])
    assert second == "[]"
    within = ShellComplete(cli, {}, "printkit", "_X").get_completions(["check"], "--h")
    assert [item.value for item in within] == ["--help"]


# Examples with quicker replacements; test_determinism covers all themes.
QUICKER = {"all": "classic,noir", "~/decks": "out"}
# The similar examples in the README are run elsewhere.
LONG = ("build", "check", "map")


@pytest.mark.usefixtures("unrefined")
@pytest.mark.parametrize("name", cases(COMMANDS, {*COMMANDS} - {"preview", "settle", "map", "new"}))
def test_examples_of_help_run(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my-deck.toml").write_text('extends = "tarot"\nslug = "mine"\n', encoding="utf-8")
    Path("cards.xlsx").write_bytes(xlsx({"Cards": sheet([["Name"], ["Wave"]])}))
    Path("art").mkdir()
    Path("art/wave.svg").write_text('<svg viewBox="0 0 9 9"/>', encoding="utf-8")
    put_files_of_a_shop(Path())
    Path("deck.txt").write_text("2 Wave\n", encoding="utf-8")
    picture, front = "art/wave.svg", "<id>art/wave.svg</id><slots>0</slots>"
    Path("cards.xml").write_text(f"<order><fronts><card>{front}</card></fronts></order>")
    faces = {"1": {"FaceURL": picture, "NumWidth": 1, "NumHeight": 1}}
    Path("deck.json").write_text(json.dumps({"Name": "Card", "CardID": 100, "CustomDeck": faces}))
    if name == "status":  # it lists built files
        for game in ("kessel", "my-deck.toml"):
            assert run(["build", game, "summary", "--format", "dump", "--quiet"]) == 0
    assert run([name, "--help"]) == 0
    text, complaints = capsys.readouterr()
    assert complaints == ""
    assert text.startswith(f"Usage: printkit {name} ")
    lines = [line.partition(" >")[0] for line in text.splitlines() if line[:13] == "    printkit "]
    assert lines
    # A watch ends only when it is stopped.
    for line in [line for line in lines if name not in LONG and "--watch" not in line]:
        words = [QUICKER.get(word, word) for word in shlex.split(line)[1:]]
        small = ["--dpi", "36"] if name == "preview" and "--html" not in words else []
        assert run([*words, *small]) == 0, capsys.readouterr().err


@pytest.mark.parametrize("name", COMMANDS)
def test_help_shows_the_values_of_options(name: str) -> None:
    group = click.Context(cli, info_name="printkit")
    command = cli.get_command(group, name)
    assert command is not None
    context = click.Context(command, group, name)
    text = "".join(command.get_help(context).split())
    for option in command.params:
        if isinstance(option.type, TypedValue) and option.metavar is None:
            assert "".join(option.type.metavar().split()) in text, option.name


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", COMMANDS)
def test_help_breaks_no_name_at_a_hyphen(
    name: str, language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert run(["--lang", language, name, "--help"]) == 0
    text = capsys.readouterr().out
    assert [line for line in text.splitlines() if line.endswith("-")] == []
    assert "‑" not in text, "names can be copied"
