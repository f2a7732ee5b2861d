"""The examples in the help of each command run in both languages."""

import inspect
import os
import shlex

import click
import pytest

from printkit.cli import cli, run
from printkit.cli.speech import choose_language, tell

# Commands that answer in words: they run. Of the others the command line is read.
ANSWERS = ("list", "show", "map", "settle")
COMMANDS = sorted(cli.list_commands(click.Context(cli)))


def list_examples(name: str, locale: str) -> list[list[str]]:
    """Return the examples of a command as its help writes them in the language of a locale."""
    os.environ["LC_ALL"] = locale
    choose_language([])
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    help_text = inspect.cleandoc(command.help or "")
    lines = [tell(line).strip() for line in help_text.splitlines()]
    return [
        shlex.split(line.partition(" >")[0])[1:] for line in lines if line.startswith("printkit ")
    ]


def reads(args: list[str]) -> bool:
    """Return True if a command line is read without an error."""
    command = cli.get_command(click.Context(cli), args[0])
    assert command is not None
    command.make_context(args[0], args[1:])
    return True


@pytest.mark.parametrize("locale", ["C", "fr_FR.UTF-8"])
@pytest.mark.parametrize("name", COMMANDS)
def test_examples_of_help_run_in_locale(
    name: str, locale: str, tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    monkeypatch.chdir(str(tmp_path))
    examples = list_examples(name, locale)
    assert examples or name in ("completion", "schema")
    for args in examples:
        own = any(word.endswith((".toml", ".xlsx")) or word == "office" for word in args)
        makes = {"--kit", "--format"} & set(args)
        if own and "office" in args:  # a profile of a printer of one's own
            continue
        if name in ANSWERS and not own and not makes:
            assert run(args) == 0, args
        else:
            assert reads(args), args
