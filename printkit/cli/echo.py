"""Print messages: nothing of a file in them that a terminal would obey."""

from __future__ import annotations

import click

from printkit.base.plain_text import escape_invisible


def echo(text: str, *, err: bool = False) -> None:
    """Print lines of text, or JSON, in which an escaped character means the same."""
    click.echo(escape_invisible(text, keep="\n"), err=err)
