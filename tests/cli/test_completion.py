"""Completion in a shell: commands, options and each kind of value."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from click.shell_completion import CompletionItem, ShellComplete

from printkit.cli.app import cli, run
from tests.support import processes


def complete(line: str) -> list[CompletionItem]:
    """Return the completions of a line whose last word is incomplete."""
    *words, last = line.split(" ")
    return ShellComplete(cli, {}, "printkit", "_X").get_completions(words, last)


@pytest.mark.parametrize(
    ("line", "values"),
    [
        ("sch", "schema"),
        ("completion ", "bash zsh fish"),
        ("completion f", "fish"),
        ("build kes", "kessel"),
        ("build local", "local-rules"),
        ("build al", "all"),
        ("show kes", "kessel"),
        ("check casi", "casino"),
        ("preview pa", "pazaak pazaak-round"),
        ("preflight a.pdf --for drive", "drivethru"),
        ("map two-t", "two-tarot"),
        ("map tarot casi", "casino"),
        ("build kessel ref", "reference-cards"),
        ("build kessel mat card", "cards"),
        ("build kessel ton", "tonight"),
        ("build kessel --sleeves u", "usual"),
        ("build kessel cards --pap", "--paper"),
        ("build kessel --paper arch", "arch-b"),
        ("build kessel --card-size us-", "us-tarot us-mini"),
        ("build kessel --booklet-page half", "half-letter"),
        ("build kessel --duplex f", "fold"),
        ("build kessel --theme g", "gala gala-light"),
        ("build kessel --label-sheet l76", "l7651"),
        ("build kessel --printer ", "home none"),
        ("build kessel --lang f", "fr"),
        ("build kessel --lang fr,", "fr,en"),
        ("build kessel --lang fr+", "fr+en"),
        ("build kessel --for m", "mpc mbprint meinspiel"),
        ("build kessel --format pdf,p", "pdf,pdfx pdf,png"),
        ("build kessel --with expan", "expansion"),
        ("preview kessel --theme noir,g", "noir,gala noir,gala-light"),
        ("preview kessel --theme al", "all"),
        ("list --lang e", "en"),
        ("--lang f", "fr"),
        ("calibrate --remove ", "home"),
        ("build kessel --dpi ", ""),
    ],
)
def test_completion_lists_option_values(
    line: str, values: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("printkit.toml").write_text('[printers.home]\nback-x = "1mm"\n', encoding="utf-8")
    assert [item.value for item in complete(line) if item.type == "plain"] == values.split()


@pytest.mark.parametrize(
    "line", ["build my-", "show my-", "check my-", "preview my-", "map my-", "map tarot my-"]
)
def test_definition_completes_as_path(line: str) -> None:
    assert [item.type for item in complete(line)] == ["file"]


def test_completion_works_with_faulty_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("printkit.toml").write_text("[printers.home", encoding="utf-8")
    assert complete("build kessel --printer ") == []
    assert [item.value for item in complete("build kessel --paper a3")] == ["a3"]


def test_completion_lists_products_of_game() -> None:
    every = {item.value for item in complete("build unknown ")}
    own = {item.value for item in complete("build pazaak ")}
    assert own < every


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shell_script_calls_printkit(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["completion", shell]) == 0
    script, complaints = capsys.readouterr()
    assert complaints == ""
    assert f"_PRINTKIT_COMPLETE={shell}_complete" in script


@processes.needs("bash")
def test_bash_completes_a_line(tmp_path: Path) -> None:
    program = tmp_path / "printkit"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m printkit "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    lines = """
eval "$(printkit completion bash)"
COMP_WORDS=(printkit build kes) COMP_CWORD=2
compopt() { :; }
_printkit_completion printkit
echo "${COMPREPLY[@]}"
"""
    environment = processes.environment(PATH=f"{tmp_path}:{os.environ['PATH']}")
    command = ["bash", "--norc", "-c", lines]
    done = processes.run(command, env=environment, cwd=tmp_path, check=True)
    assert done.stdout.split() == ["kessel"]


def test_option_values_load_no_writer() -> None:
    code = """
import sys
from click.shell_completion import ShellComplete
from printkit.cli.app import cli
typed = ["build", "kessel", "cards", "--paper"]
ShellComplete(cli, {}, "printkit", "_X").get_completions(typed, "")
print([m for m in sys.modules if m.startswith("printkit.writers.pdf") or m == "reportlab"])
"""
    assert processes.run(processes.python("-c", code)).stdout.strip() == "[]"
