"""Play a game with a deck that you own: table, chart, stickers."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import click

from printkit.base.errors import UsageError, locate_errors
from printkit.base.messages import languages, translate
from printkit.cli.echo import echo
from printkit.cli.flags import JobCommand, chosen_options, option_fields
from printkit.cli.hand_options import print_answer, require_hand, table_options
from printkit.cli.map_text import entry_data, mapping_lines
from printkit.cli.options import (
    from_command_line,
    names_type,
    out_option,
    replace_option,
)
from printkit.cli.report import report_build
from printkit.jobs.artifacts import build
from printkit.jobs.job import Job
from printkit.jobs.options import require_readers
from printkit.model.load import STANDINS, deck_slugs, load
from printkit.rules.answers import judge_hands, read_table_state
from printkit.rules.card_codes import explain_clashes
from printkit.rules.hands import TableState
from printkit.rules.mapped_hands import read_mapped_hands
from printkit.rules.standins import DeckMapping, map_deck
from printkit.writers import formats

TEXT, JSON = "text", "json"
CHART, POCKET, STICKERS = _PRODUCTS = ("chart", "pocket", "labels")
# A line of a table is read across; on a wide terminal it is not drawn out, in a pipe it is 80.
_NARROW, _WIDE, _PIPE = 60, 132, 80
# What a user's own defaults say of this command: a format is not meant for its table.
_TAKES = ("lang", "paper", "theme", "margin", "printer", "dpi", "out")


def _formats() -> list[str]:
    return [TEXT, JSON, STICKERS, *formats()]


@click.command(
    cls=JobCommand, takes=_TAKES, makes=_PRODUCTS, epilog=f"Decks: {', '.join(deck_slugs())}."
)
@click.argument("deck", metavar="DECK")
@click.argument("variant")
@table_options
@click.option(
    "--lang", type=names_type(languages, "languages"), default="en", help="Language.  [default: en]"
)
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option(
    "--format",
    "fmt",
    type=names_type(_formats, "formats"),
    default=TEXT,
    help="A table for the terminal, or files: charts as pdf, svg or png, stickers as labels "
    "(labels,svg for stickers in another format than PDF).  [default: text]",
)
@replace_option
@out_option
def command(
    deck: str,
    variant: str,
    hand: str | None,
    options: tuple[str, ...],
    tokens: tuple[str, ...],
    set_name: str | None,
    decks: int,
    lang: tuple[str, ...],
    as_json: bool,
    fmt: tuple[str, ...],
    replace_files: bool,
    out: Path,
    **chosen: Any,
) -> None:
    """Play VARIANT with DECK, which you own.

    DECK is one of those named below, or a definition file. The table says which card stands for
    which, what to take out of the box, what stays in it, and how faithful the stand-in is.

    \b
    Examples:
      printkit map tarot casino
      printkit map poker54 kessel --lang fr --json
      printkit map tarot rebel-alliance --format pdf --paper letter
      printkit map two-poker54 casino --format labels --label-sheet l7651 --start-label 14
      printkit map tarot casino --hand "X S2 C3 T1 / T2 H8 S4 C5"
      printkit map my-deck.toml classic
    """
    wanted = _parse_formats(fmt, as_json)
    labels, in_terminal = wanted[0] == STICKERS, wanted[0] in (TEXT, JSON)
    job = Job(
        variant=variant,
        deck=deck,
        products=(STICKERS,) if labels else (CHART, POCKET),
        languages=lang,
        formats=(wanted[1:] or ("pdf",)) if labels else wanted,
        **option_fields(chosen_options(chosen)),
        replace=replace_files,
        out=out,
    )
    if in_terminal:
        require_readers(job, (), wanted, lambda: _PRODUCTS)
    require_hand(hand, decks, set_name, tokens, options)
    mapping = map_deck(load(deck, shelf=STANDINS), load(variant), stickers=labels)
    if hand is not None:
        _print_hands(
            mapping,
            hand,
            _one_language(lang),
            wanted,
            read_table_state(
                mapping.variant, max(decks, mapping.standin.times), set_name, tokens, options
            ),
        )
        return
    if wanted[0] == JSON:
        echo(json.dumps(_mapping_data(mapping, _one_language(lang)), ensure_ascii=False, indent=2))
        return
    if wanted[0] == TEXT:
        for line in mapping_lines(mapping, _one_language(lang), _width()):
            echo(line)
        return
    report_build([build(job)], quiet=False, list_files=False, as_json=False)


def _parse_formats(fmt: tuple[str, ...], as_json: bool) -> tuple[str, ...]:
    """Return the formats in the order that matters: text or json alone, labels before its files'
    formats.

    Raises UsageError for a mixture that means nothing.
    """
    if as_json:
        if fmt not in ((TEXT,), (JSON,)):
            raise UsageError("--json and --format ask for different things.", hint="Leave one out.")
        return (JSON,)
    if len(fmt) > 1 and (TEXT in fmt or JSON in fmt):
        raise UsageError(
            "text and json go to the terminal, not into a file beside others.",
            hint=f"Ask for them alone; files: {', '.join([STICKERS, *formats()])}.",
        )
    return (STICKERS, *(f for f in fmt if f != STICKERS)) if STICKERS in fmt else fmt


def _one_language(lang: tuple[str, ...]) -> str:
    """Return the only language: the first of those that are the user's defaults.

    Raises UsageError.
    """
    if len(lang) > 1 and from_command_line("lang"):
        raise UsageError("One answer is in one language.", hint="Give --lang one language.")
    return lang[0]


def _width() -> int:
    if not sys.stdout.isatty():
        return _PIPE
    return max(_NARROW, min(_WIDE, shutil.get_terminal_size((_PIPE, 24)).columns))


def _mapping_data(mapping: DeckMapping, language: str) -> dict[str, Any]:
    """Return the mapping in the form of `--json`; names in the language."""
    return {
        "deck": mapping.deck.slug,
        "variant": mapping.requested_slug,
        "cards": [entry_data(entry, language) for entry in mapping.entries],
        "unused": [own.id for own in mapping.unused],
        "missing": [card.id for card in mapping.missing],
    }


def _print_hands(
    mapping: DeckMapping, hand: str, language: str, wanted: tuple[str, ...], table: TableState
) -> None:
    """Print hands of the physical deck, named and valued in the game."""
    if wanted not in ((TEXT,), (JSON,)):
        raise UsageError("A hand is told in words or as JSON.", hint="Leave --format out.")
    with locate_errors("--hand"):
        hands = read_mapped_hands(mapping, hand, language)
        answer = judge_hands(mapping.variant, [item.held for item in hands], table, language)
    if wanted == (JSON,):
        data = answer.as_data()
        for item, text in zip(hands, data["hands"], strict=True):
            text["from"] = [own.id for own in item.physical]
        data = {"deck": mapping.deck.slug, **data, "variant": mapping.requested_slug}
        echo(json.dumps(data, ensure_ascii=False, indent=2))
        return
    for i, item in enumerate(hands, 1):
        names = ", ".join(own.name(language) for own in item.physical)
        echo(translate(language, "map.own-hand", number=i, cards=names))
    echo("")
    print_answer(answer, table)
    for line in explain_clashes(mapping.deck, hand, language):
        echo(line)
