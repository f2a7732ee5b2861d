"""Check definitions, and report every fault at once."""

from __future__ import annotations

import click

from printkit.base.errors import PrintkitError
from printkit.base.messages import languages, missing_messages
from printkit.cli import echo, print_sentence
from printkit.cli.options import VARIANT
from printkit.cli.report import progress_bar
from printkit.cli.speech import Command, spoken_content, tell_fault
from printkit.jobs.checks import check, find_warnings
from printkit.model.text import missing_texts


@click.command(cls=Command)
@click.argument("files", nargs=-1, required=True, metavar="FILE…", type=VARIANT)
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
            with progress_bar(file, layout_share=1.0) as bar:
                variant = check(file, spoken_content()[0], bar)
        except PrintkitError as error:
            refused += 1
            echo(tell_fault(error), err=True)
        else:
            for warning in find_warnings(file, variant):
                echo(tell_fault(warning), err=True)
            distinct = len(variant.cards)
            print_sentence(
                "{file}: {total} cards, {count} distinct: fine.",
                file=file,
                total=variant.total,
                count=distinct,
            )
            if lang is not None:
                total, missing = missing_texts(variant, lang)
                there = total - len(missing)
                print_sentence(
                    "{file}: {count} of {total} texts in {lang}",
                    file=file,
                    count=there,
                    total=total,
                    lang=lang,
                )
                for key in missing:
                    print_sentence("  lacks {key}", key=key)
    if lang in languages():
        missing, file = missing_messages(lang), f"strings/{lang}.toml"
        if missing:
            names = ", ".join(missing)
            print_sentence(
                "{file} lacks {count} messages: {names}", file=file, count=len(missing), names=names
            )
        else:
            print_sentence("{file} has all messages", file=file)
    return 1 if refused else 0
