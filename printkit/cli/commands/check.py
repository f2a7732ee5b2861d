"""Check definitions, and report every fault at once."""

from __future__ import annotations

import click

from printkit.base.errors import PrintkitError
from printkit.base.messages import languages, missing_messages
from printkit.cli import echo
from printkit.jobs.checks import check, find_warnings
from printkit.model.text import missing_texts


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--lang", metavar="LANGUAGE", help="Also list the texts that a language lacks.")
def command(files: tuple[str, ...], lang: str | None) -> int:
    """Check definitions: their form, their references, the drawing of every face, and the text of
    the booklet in every language.

    Each fault is reported with file:line:column, the key, the value and the accepted values.

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
                total, missing = missing_texts(variant, lang)
                echo(f"{file}: {total - len(missing)} of {total} texts in {lang}")
                for key in missing:
                    echo(f"  lacks {key}")
    if lang in languages():
        missing = missing_messages(lang)
        lacks = f"lacks {len(missing)} messages: {', '.join(missing)}"
        echo(f"strings/{lang}.toml {lacks if missing else 'has all messages'}")
    return 1 if refused else 0
