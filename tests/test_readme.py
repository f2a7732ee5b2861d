"""The README is true: its commands run, its tables name what the code has, no more and no less."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from printkit.base import sizes
from printkit.base.strings import languages
from printkit.cli import cli, run
from printkit.definition.load import slugs
from printkit.writers import formats

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
SHELL = re.findall(r"^```sh\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
EXAMPLES = [
    line.split("#")[0].strip() for line in SHELL[1].splitlines() if line.startswith("printkit ")
]

DRAGON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M1 9L5 1L9 9Z"/></svg>'
)


def options(command: str) -> set[str]:
    """The long options of a command in the code."""
    context = cli.make_context("printkit", [], resilient_parsing=True)
    found = cli.get_command(context, command)
    assert found is not None
    names = {name for parameter in found.params for name in parameter.opts}
    return {name for name in names if name.startswith("--")}


def test_command_table_is_complete() -> None:
    rows = re.findall(r"^\| `printkit (\w+)[^`]*` \|(.*)\|$", README, re.MULTILINE)
    context = cli.make_context("printkit", [], resilient_parsing=True)
    assert sorted(name for name, _ in rows) == cli.list_commands(context)
    for name, text in rows:
        if name != "build":
            assert set(re.findall(r"`(--\w+)`", text)) == options(name)


def test_option_table_is_complete() -> None:
    rows = re.findall(r"^\| (`-.*?) \|", README, re.MULTILINE)
    assert {option for row in rows for option in re.findall(r"--\w+", row)} == options("build")


def test_choices_are_those_of_the_registries() -> None:
    def row(option: str) -> str:
        match = re.search(rf"^\| `{option}` \|.*$", README, re.MULTILINE)
        assert match
        return match[0]

    assert f"`{' '.join(sizes.paper_names())}`" in row("--paper")
    assert f"`{' '.join(sizes.card_names())}`" in row("--card")
    assert all(f"`{name}`" in row("--format") for name in formats())
    assert all(f"`{name}`" in row("--lang") for name in languages())
    assert all(f"`{slug}`" in README for slug in slugs())


@pytest.mark.parametrize("line", EXAMPLES)
def test_examples_run(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    command = line.split(">")[0].replace("--dpi 600", "--dpi 50")
    (tmp_path / "my-deck.toml").write_text(_toml(), encoding="utf-8")
    (tmp_path / "dragon.svg").write_text(DRAGON, encoding="utf-8")
    status = run(shlex.split(command)[1:])
    assert status == 0, capsys.readouterr().err


def test_the_deck_of_your_own_builds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "house-sabacc.toml").write_text(_toml(), encoding="utf-8")
    (tmp_path / "dragon.svg").write_text(DRAGON, encoding="utf-8")
    assert run(["check", "house-sabacc.toml"]) == 0
    assert "76 cards" in capsys.readouterr().out  # two stars less, two dragons more
    assert run(["build", "house-sabacc.toml"]) == 0
    assert (tmp_path / "output" / "house-sabacc" / "house-sabacc-cards-en.pdf").is_file()


def _toml() -> str:
    match = re.search(r"^```toml\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert match
    return match[1]


def test_front_door_command() -> None:
    assert SHELL[0].strip().endswith(".venv/bin/printkit build casino")
    assert "pip install" in SHELL[0]


def test_pictures_exist_and_are_told() -> None:
    pictures = re.findall(r"!\[(.+?)\]\((.+?)\)", README)
    assert len(pictures) >= 2
    for _, path in pictures:
        assert (ROOT / path).read_bytes().startswith(b"\x89PNG")


def test_paths_in_the_tables_exist() -> None:
    for path in re.findall(r"`((?:printkit|templates|tests|fonts)/[\w./]*)`", README):
        assert (ROOT / path).exists(), path


def test_ci_runs_the_test_command_of_the_readme() -> None:
    match = re.search(r"<!-- test command -->\n```sh\n(.+?)\n```", README)
    assert match
    assert match[1].endswith(".venv/bin/python -m tests")
    assert "<!-- test command -->" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_it_says_what_it_is() -> None:
    assert "Unofficial fan work" in README
