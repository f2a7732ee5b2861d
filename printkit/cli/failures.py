"""What ends a command before its end: a sentence for the user, a status for who called."""

from __future__ import annotations

import contextlib
import io

import click

from printkit.base import stopping
from printkit.base.errors import PrintkitError, UsageError
from printkit.base.plain_text import shorten
from printkit.cli.echo import echo

# Letters of a line about a wrong command line, which repeats what was typed.
_MAX_LINE = 600


def explain_failure(error: BaseException) -> int:
    """Print what a user can mend or has asked for, and return the exit status; raise all else."""
    if isinstance(error, click.ClickException):
        lines = io.StringIO()
        error.show(lines)
        for line in lines.getvalue().rstrip("\n").split("\n"):
            _complain(shorten(line, _MAX_LINE))
        return 2
    if isinstance(error, PrintkitError):
        _complain(f"printkit: {error}")
        return 2 if isinstance(error, UsageError) else 1
    if isinstance(error, KeyboardInterrupt | click.Abort):
        _complain(stopping.SENTENCE.rstrip())
        return stopping.STATUS_OF_INTERRUPT
    if isinstance(error, BrokenPipeError):  # the reader of our output left, as `head` does
        return 1
    if isinstance(error, OSError):  # a full disk behind the terminal, a device that is gone
        reason = error.strerror or str(error)
        _complain(f"printkit: the answer cannot be written: {reason}.")
        return 1
    if isinstance(error, MemoryError):
        _complain("printkit: the memory of this machine is used up. Take a smaller --dpi or deck.")
        return 1
    raise error


def _complain(text: str) -> None:
    """Print to standard error, if anything can be written there."""
    with contextlib.suppress(OSError):
        echo(text, err=True)
