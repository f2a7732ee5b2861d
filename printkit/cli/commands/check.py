"""Check definitions, and report every fault at once."""

from __future__ import annotations

import click

from printkit.base.errors import PrintkitError
from printkit.jobs.checks import check
from printkit.model.load import definition_warnings


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
def command(files: tuple[str, ...]) -> int:
    """Check definitions: the form, the names they refer to, that every face can be drawn, and that
    the text of the booklet can be read in every language.

    Each fault is reported with file:line:column, the key, the value and what would be accepted.

    \b
    Examples:
      printkit check my-deck.toml
      printkit check casino kessel pazaak
    """
    refused = 0
    for file in files:
        try:
            variant = check(file)
        except PrintkitError as error:
            refused += 1
            click.echo(str(error), err=True)
        else:
            for warning in definition_warnings(file):
                click.echo(f"{warning}", err=True)
            click.echo(f"{file}: {variant.total} cards, {len(variant.cards)} distinct: fine.")
    return 1 if refused else 0
