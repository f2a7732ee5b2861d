"""Check definitions, and report every fault at once."""

from __future__ import annotations

import click

from printkit.base.errors import PrintkitError
from printkit.base.messages import languages, missing_messages
from printkit.cli.echo import echo
from printkit.jobs.checks import check, find_warnings
from printkit.model.coverage import Coverage, coverage


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option(
    "--lang", metavar="LANGUAGE", help="Also tell what is said in a language, and what is not."
)
def command(files: tuple[str, ...], lang: str | None) -> int:
    """Check definitions: the form, the names they refer to, that every face can be drawn, and that
    the text of the booklet can be read in every language.

    Each fault is reported with file:line:column, the key, the value and what would be accepted.

    \b
    Examples:
      printkit check my-deck.toml
      printkit check casino kessel pazaak
      printkit check my-deck.toml --lang de
    """
    refused = 0
    for file in files:
        try:
            variant = check(file)
        except PrintkitError as error:
            refused += 1
            echo(str(error), err=True)
        else:
            for warning in find_warnings(file, variant):
                echo(f"{warning}", err=True)
            echo(f"{file}: {variant.total} cards, {len(variant.cards)} distinct: fine.")
            if lang is not None:
                _tell_coverage(file, coverage(variant, lang))
    if lang in languages():
        _tell_messages(lang)
    return 1 if refused else 0


def _tell_coverage(file: str, result: Coverage) -> None:
    """Tell how many texts of a definition are in a language, and which are not."""
    echo(f"{file}: {result.present} of {result.total} texts in {result.language}")
    for key in result.missing:
        echo(f"  lacks {key}")


def _tell_messages(language: str) -> None:
    """Tell how much of what printkit itself says is in a language."""
    missing = missing_messages(language)
    if missing:
        echo(f"strings/{language}.toml lacks {len(missing)} messages: {', '.join(missing)}")
    else:
        echo(f"strings/{language}.toml has all messages")
