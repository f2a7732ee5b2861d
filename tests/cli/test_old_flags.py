"""Old spellings of flags are taken as those of today, on the command line and in printkit.toml."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from printkit.base.options import CHOICE, COUNT, LENGTH, NAME, PROFILE, SWITCH, Option
from printkit.cli import run
from printkit.cli.commands import build as build_command
from printkit.jobs.artifacts import BuildResult
from printkit.jobs.job import Job
from printkit.jobs.options import all_options

ALIASED = [
    (alias, option)
    for option in all_options().values()
    for alias in option.aliases
    if option.kind != PROFILE
]


def sample(option: Option[Any]) -> list[str]:
    """A value that is not the default, as it is typed."""
    if option.kind == SWITCH:
        return []
    if option.kind == LENGTH:
        return [f"{(option.minimum or 0) + 1}mm"]
    if option.kind == COUNT:
        return [str(int(option.minimum or 0) + 1)]
    assert option.kind in (CHOICE, NAME)
    return [next(word for word in option.known() if word != option.default)]


@pytest.fixture
def jobs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Job]:
    """The jobs that the command line builds, and none is built."""
    made: list[Job] = []

    def record(job: Job, progress: object = None) -> BuildResult:
        made.append(job)
        return BuildResult(tmp_path, (), {"files": [], "sheets": 0, "cuts": 0, "products": []})

    monkeypatch.setattr(build_command, "build", record)
    monkeypatch.chdir(tmp_path)
    return made


@pytest.mark.parametrize(("alias", "option"), ALIASED, ids=[alias for alias, _ in ALIASED])
def test_an_alias_is_its_option(alias: str, option: Option[Any], jobs: list[Job]) -> None:
    value = sample(option)
    assert run(["build", "casino", f"--{option.name}", *value, "--quiet"]) == 0
    assert run(["build", "casino", f"--{alias}", *value, "--quiet"]) == 0
    assert jobs[0] == jobs[1]
    assert option.name in jobs[0].options
    written = f'"{value[0]}"' if value else "true"
    Path("printkit.toml").write_text(f"[defaults]\n{alias} = {written}\n", encoding="utf-8")
    assert run(["build", "casino", "--quiet"]) == 0
    assert jobs[2] == jobs[0]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (["--fresh"], ["--rebuild"]),
        (["--no-fresh"], ["--no-rebuild"]),
        (["--ink"], ["--measure-ink"]),
        (["--values", "blank"], ["--blank-values"]),
        (["--values=printed"], ["--no-blank-values"]),
        (["--index", "jumbo"], ["--index", "large"]),
        (["--layout", "cards"], ["--layout", "single"]),
        (["--duplex", "long-edge"], ["--duplex", "long"]),
        (["--duplex", "short-edge"], ["--duplex", "short"]),
    ],
    ids=lambda words: " ".join(words),
)
def test_an_old_flag_is_that_of_today(old: list[str], new: list[str], jobs: list[Job]) -> None:
    assert run(["build", "casino", *old, "--quiet"]) == 0
    assert run(["build", "casino", *new, "--quiet"]) == 0
    assert jobs[0] == jobs[1]


def test_old_flags_of_other_commands(capsys: pytest.CaptureFixture[str]) -> None:
    answers = []
    for flag in ("--set", "--rule-set"):
        assert run(["show", "random", flag, "imperial", "--hand", "ls sco ca i", "--json"]) == 0
        answers.append(capsys.readouterr().out)
    for flag in ("--forget", "--remove"):
        assert run(["calibrate", flag, "nobody"]) != 0
        answers.append(capsys.readouterr().err)
    assert answers[0] == answers[1]
    assert answers[2] == answers[3]
