"""The two READMEs are true: their commands work when pasted, and the files that they name exist."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

import click
import pytest

from printkit.cli.app import cli
from tests.support import manual, processes

ROOT = manual.ROOT
PROGRAM = ".venv/bin/printkit "
README, LISEZ_MOI = (manual.read(path) for path in manual.READMES)
BOTH = pytest.mark.parametrize("text", [README, LISEZ_MOI], ids=["en", "fr"])


@BOTH
def test_readme_is_short(text: str) -> None:
    assert 700 <= len(manual.prose(text).split()) <= 950


@BOTH
def test_first_readme_command_makes_a_kit(text: str) -> None:
    first = manual.shell_blocks(text)[0]
    assert "pip install" in first
    assert ".venv/bin/printkit build casino" in first


def recipes(text: str) -> list[str]:
    """Return the blocks after the installation."""
    found = [block for block in manual.shell_blocks(text) if ".venv/bin/pip" not in block]
    assert len(found) == 7
    return found


def test_readme_commands_are_understood(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """At night they run."""
    monkeypatch.chdir(tmp_path)
    lines = [line for block in recipes(README) for line in block.splitlines()]
    own = [line for line in lines if line.startswith(PROGRAM)]
    assert len(own) >= 10
    for line in own:
        name, *words = shlex.split(line.partition(" >")[0].removeprefix(PROGRAM))
        command = cli.get_command(click.Context(cli), name)
        assert command is not None, line
        command.make_context(name, words, resilient_parsing=True)
        with pytest.raises(click.UsageError):
            command.make_context(name, [*words, "--lagn"])


@pytest.mark.nightly
def test_readme_recipes_run_as_pasted(tmp_path: Path) -> None:
    """They run in order in a fresh shell, with the program installed as in the first block."""
    program = tmp_path / ".venv/bin/printkit"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m printkit "$@"\n')
    program.chmod(0o755)
    script = "\n".join(recipes(README))
    done = processes.run(["bash", "-euo", "pipefail", "-c", script], cwd=tmp_path, check=True)
    assert done.stderr == ""
    made = {path.name for path in (tmp_path / "output").iterdir()}
    assert made == {"house", "kessel", "my-deck", "tarot-casino"}


def test_french_readme_has_the_same_recipes() -> None:
    changes = {
        " --lang fr": "",
        "maison.toml": "house.toml",
        '"maison"': '"house"',
        "mon-jeu": "my-deck",
        "A12 ÉR C7 / X É2 A3": "T12 SwK Co7 / X Sw2 T3",
    }
    for block, own in zip(recipes(README), recipes(LISEZ_MOI), strict=True):
        for french, english in changes.items():
            own = own.replace(french, english)
        assert own == block


@BOTH
def test_readme_says_that_it_is_fan_work(text: str) -> None:
    assert re.search(r"\*\*(Unofficial fan work|Création de fans non officielle)\.\*\*", text)


@BOTH
def test_readme_pictures_have_descriptions(text: str) -> None:
    pictures = re.findall(r"!\[(.+?)\]\((.+?)\)", text)
    assert len(pictures) >= 5
    for _, path in pictures:
        assert (ROOT / path).read_bytes().startswith((b"\x89PNG", b"\xff\xd8"))


@BOTH
def test_paths_in_the_readme_exist(text: str) -> None:
    for path in re.findall(r"`((?:printkit|templates|tests|fonts)/[\w./]*)`", text):
        assert (ROOT / path).exists(), path


def test_ci_runs_the_test_command_of_the_readme() -> None:
    match = re.search(r"<!-- test command -->\n```sh\n(.+?)\n```", README)
    assert match
    assert match[1].endswith(".venv/bin/python -m tests")
    assert "<!-- test command -->" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
