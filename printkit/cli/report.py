"""What a build says when it is done: a summary, one line a file, or JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from printkit.base.errors import UsageError
from printkit.cli.echo import echo
from printkit.jobs.artifacts import BuildResult

_Command = TypeVar("_Command", bound=Callable[..., Any])
# Files that a user opens, the best first.
_OPENED = (".pdf", ".html", ".png", ".svg")
_SHOWN = 12


def report_options(command: _Command) -> _Command:
    """Add the options that say how much is told."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="Print what was made as JSON."),
        click.option("--list-files", is_flag=True, help="Print each file, one a line."),
        click.option("--quiet", is_flag=True, help="Say nothing but what went wrong."),
    ):
        command = option(command)
    return command


def check_report(*, quiet: bool, list_files: bool, as_json: bool) -> None:
    """Refuse options that ask for different things. Raises UsageError."""
    if quiet + list_files + as_json > 1:
        raise UsageError(
            "--quiet, --list-files and --json ask for different things.", hint="Take one."
        )


def report_build(
    results: Sequence[BuildResult], *, quiet: bool, list_files: bool, as_json: bool
) -> None:
    """Print what was made, in a pipe as on a terminal."""
    if quiet:
        return
    if as_json:
        rows = [
            {
                "folder": str(item.folder),
                "unchanged": item.unchanged_count,
                **({"backups": list(map(str, item.backups))} if item.backups else {}),
                **item.manifest,
            }
            for item in results
        ]
        echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    for result in results:
        if list_files:
            for file in result.files:
                echo(str(file))
        else:
            echo(_summary(result))
        for notice in result.notices:
            echo(f"{notice}", err=True)
        for copy in result.backups:
            echo(f"Kept what was there: {copy}", err=list_files)
    if len(results) == 1 and not list_files:
        _report_details(results[0])


def _summary(result: BuildResult) -> str:
    kept = f" ({result.unchanged_count} unchanged)" if result.unchanged_count else ""
    return f"{result.folder}: {_count(len(result.files), 'file')}{kept}"


def _report_details(result: BuildResult) -> None:
    for file in result.files[:_SHOWN]:
        echo(f"  {file.name}")
    if len(result.files) > _SHOWN:
        echo(f"  … and {len(result.files) - _SHOWN} more")
    first = first_file(result.files)
    if first is not None:
        echo(f"Open first: {first}")
    sheets, cuts = result.manifest["sheets"], result.manifest["cuts"]
    if sheets:
        echo(f"{_count(sheets, 'sheet')}, {_count(cuts, 'cut')}. Print at 100% (“actual size”).")


def first_file(files: Sequence[Path]) -> Path | None:
    """Return the file to open first: the page printed first leads, then what people can open."""
    for suffix in _OPENED:
        result = next((file for file in files if file.suffix == suffix), None)
        if result is not None:
            return result
    return None


def _count(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"
