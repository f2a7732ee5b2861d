"""Check definitions and report all errors at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import asdict

from printkit.base.errors import DefinitionError, Diagnostic, PrintkitError, problems
from printkit.base.messages import languages, missing_messages
from printkit.base.sentences import MAX_LISTED, Sentence
from printkit.cli.options import VARIANT, preset_option, with_preset
from printkit.cli.speech import (
    Command,
    echo,
    echo_json,
    echo_some,
    print_sentence,
    spoken_content,
    tell,
    tell_fault,
)
from printkit.library.checked import find_checked, keep_checked

if TYPE_CHECKING:
    from printkit.library.receipt import Receipt
    from printkit.model.variant import Variant

ERROR, WARNING, MISSING, RECEIPT = "error", "warning", "missing", "receipt"


@click.command(cls=Command)
@click.argument("files", nargs=-1, required=True, metavar="FILE…", type=VARIANT)
@preset_option
@click.option(
    "--lang", metavar="LANGUAGE", help="Also list the texts that are missing in a language."
)
@click.option(
    "--recheck",
    is_flag=True,
    help="Also check definitions that have not changed since they last passed.",
)
@click.option(
    "--json", "as_json", is_flag=True, help="Print errors, warnings and missing texts as JSON."
)
def command(
    files: tuple[str, ...], preset: str | None, lang: str | None, recheck: bool, as_json: bool
) -> int:
    """Check definitions: their syntax, their references, the drawing of every face, and the text of
    the booklet in every language.

    Each error is reported with file:line:column, the key, the value and the accepted values.
    All errors in a definition are found in one run. The first ten are printed; --json prints all of
    them.

    For your own definition, the command first prints a receipt: the files used, those skipped,
    the cards, the place where each column of a table is printed, and the resolution of pictures.

    A definition without errors is checked again only if printkit, the definition or a file named in
    the definition has changed.

    \b
    Examples:
      printkit check my-deck.toml
      printkit check casino kessel pazaak
      printkit check my-deck.toml --lang de
      printkit check my-deck.toml --json
    """
    refused, rows = 0, []
    language = spoken_content()[0]
    for file in (with_preset(name, preset) for name in files):
        checked = find_checked(file, language)
        if checked is not None and lang is None and not recheck:
            rows += _tell_receipt(file, checked.receipt, as_json=as_json)
            if not as_json:
                _tell_result(file, checked.total, checked.distinct)
            continue
        try:
            receipt = _read_receipt(file, language)
            rows += _tell_receipt(file, receipt, as_json=as_json)
            variant, warnings = _check(file, language, receipt)
        except PrintkitError as error:
            refused += 1
            if as_json:
                rows += [_row(file, ERROR, fault) for fault in problems(error, file)]
            else:
                _tell_faults(error)
        else:
            if as_json:
                rows += [_row(file, WARNING, warning) for warning in warnings]
                rows += _list_missing(file, variant, lang)
            else:
                _tell_result(file, variant.total, len(variant.cards), warnings)
                _tell_missing_texts(file, variant, lang)
    if as_json:
        if lang in languages():
            keys = missing_messages(lang)
            rows += [
                {"file": f"strings/{lang}.toml", "severity": MISSING, "key": key} for key in keys
            ]
        echo_json(rows)
    elif lang in languages():
        _tell_missing_messages(lang)
    return 1 if refused else 0


def _list_missing(file: str, variant: Variant, lang: str | None) -> list[dict[str, Any]]:
    """Return, as plain data, the texts that a language lacks, or nothing without a language."""
    if lang is None:
        return []
    from printkit.model.text import missing_texts  # asked for in few checks

    keys = missing_texts(variant, lang)[1]
    return [{"definition": file, "severity": MISSING, "lang": lang, "key": key} for key in keys]


def _row(definition: str, severity: str, fault: Diagnostic) -> dict[str, Any]:
    """Return an error or a warning as plain data, in the language of the command line."""
    words = {"message": tell(fault.message), "hint": tell(fault.hint)}
    return {"definition": definition, "severity": severity, **asdict(fault), **words}


def _read_receipt(file: str, language: str) -> Receipt | None:
    """Return the receipt of a user's definition, or None for a bundled one."""
    from printkit.library.definition_receipt import is_own, read_receipt  # draws faces

    return read_receipt(file, language) if is_own(file) else None


def _tell_receipt(file: str, receipt: Receipt | None, *, as_json: bool) -> list[dict[str, Any]]:
    """Print a receipt, or return its row of JSON."""
    if receipt is None:
        return []
    if as_json:
        data = receipt.as_data(tell)
        return [{"definition": file, "severity": RECEIPT, "key": "", "receipt": data}]
    for line in receipt.lines(tell):
        echo(line)
    return []


def _check(
    file: str, language: str, receipt: Receipt | None
) -> tuple[Variant, Sequence[Diagnostic]]:
    """Check a definition, and return it with its warnings. Raises PrintkitError."""
    from printkit.cli.report import progress_bar  # not needed if the check is cached
    from printkit.library.checks import check_and_warn

    with progress_bar(file, layout_share=1.0) as bar:
        variant, warnings = check_and_warn(file, language, bar)
    if not warnings:
        keep_checked(file, language, variant.total, len(variant.cards), receipt)
    return variant, warnings


def _tell_faults(error: PrintkitError) -> None:
    text = tell_fault(error)
    echo(text, err=True)
    if len(text.split("\n")) > MAX_LISTED:
        print_sentence("--json lists all.", err=True)


def _tell_result(file: str, total: int, distinct: int, warnings: Sequence[Diagnostic] = ()) -> None:
    if warnings:
        _tell_faults(DefinitionError(warnings))
    print_sentence(
        "{file}: {total} cards, {count} distinct: no errors.",
        file=file,
        total=total,
        count=distinct,
    )


def _tell_missing_texts(file: str, variant: Variant, lang: str | None) -> None:
    if lang is None:
        return
    from printkit.model.text import missing_texts  # asked for in few checks

    total, missing = missing_texts(variant, lang)
    there = total - len(missing)
    print_sentence(
        "{file}: {count} of {total} texts in {lang}", file=file, count=there, total=total, lang=lang
    )
    echo_some([tell(Sentence("  lacks {key}", key=key)) for key in missing])


def _tell_missing_messages(lang: str) -> None:
    file = f"strings/{lang}.toml"
    if missing := missing_messages(lang):
        print_sentence("{file} lacks {count} messages:", file=file, count=len(missing))
        echo_some([f"  {key}" for key in missing])
    else:
        print_sentence("{file} has all messages", file=file)
