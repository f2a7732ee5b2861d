"""The examples in the help of each command run in both languages."""

import inspect
import os
import shlex
from collections.abc import Sequence
from pathlib import Path

import click
import pytest

from printkit.cli.app import cli, run
from printkit.cli.commands import build
from printkit.cli.speech import choose_language, tell
from printkit.jobs.job import Job, check_job
from printkit.jobs.subject import load_subject, wanted_products
from printkit.rules.showdown import Pages

# Commands that only print are run. Builds are checked with their game, its products, and all
# options. For the others, only the command line is parsed.
ANSWERS = ("list", "show", "map", "settle")
COMMANDS = sorted(cli.list_commands(click.Context(cli)))


def list_examples(name: str, locale: str) -> list[list[str]]:
    """Return the examples in the help of a command, in the language of a locale."""
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
    """Return True if a command line parses without an error."""
    command = cli.get_command(click.Context(cli), args[0])
    assert command is not None
    command.make_context(args[0], args[1:])
    return True


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[Job]:
    """Builds end before anything is laid out; the jobs that got so far."""
    jobs: list[Job] = []

    def check(job: Job, *_: object) -> None:
        assert wanted_products(check_job(job), load_subject(job))
        jobs.append(job)

    def check_many(jobs: Sequence[Job], *_: object) -> list[object]:
        for job in jobs:
            check(job)
        return []

    monkeypatch.setattr(build, "build", check)
    monkeypatch.setattr(build, "report_build", lambda results, **_: None)
    monkeypatch.setattr("printkit.jobs.build_many.build_many", check_many)
    return jobs


@pytest.mark.sampled("locale")
@pytest.mark.parametrize("locale", ["C", "fr_FR.UTF-8"])
@pytest.mark.parametrize("name", COMMANDS)
def test_examples_of_help_run_in_locale(
    name: str, locale: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, checked: list[Job]
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    monkeypatch.chdir(tmp_path)
    # The pages of a booklet, which takes seconds to compose, have tests of their own.
    monkeypatch.setattr("printkit.booklet.compose.find_pages", lambda game, language: Pages())
    examples = list_examples(name, locale)
    assert examples or name in ("completion", "schema")
    for args in examples:
        own = any(word.endswith((".toml", ".xlsx")) or word == "office" for word in args)
        makes = {"--kit", "--format"} & set(args)
        if own and "office" in args:  # a user's printer profile
            continue
        if name in ANSWERS and not own and not makes:
            assert run(args) == 0, args
        elif name == "build" and not own:
            assert run(args) == 0, args
            assert checked, args
        else:
            assert reads(args), args
