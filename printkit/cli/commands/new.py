"""Create a folder with a deck of your own, ready to build."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem
from msgspec.structs import asdict

from printkit.base.errors import DefinitionError, Diagnostic, PrintkitError, UsageError, problems
from printkit.cli.options import TypedValue
from printkit.cli.speech import (
    Command,
    echo,
    echo_json,
    print_sentence,
    spoken_content,
    tell,
    tell_fault,
)
from printkit.library.imports import ImportedDeck
from printkit.library.new_deck import (
    BLANK,
    DECK_LIST,
    IMAGES,
    ORDER,
    SAVED_OBJECT,
    SPREADSHEET,
    NewDeck,
    start_deck,
    write_deck,
)
from printkit.model.definition_files import variant_slugs

_FROM = "--from"
_WITH_SOURCE = (SPREADSHEET, IMAGES, ORDER, SAVED_OBJECT, DECK_LIST)


class _NewCommand(Command):
    """A command whose option --from takes a second word after some kinds of source."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        words: list[str] = []
        for word in args:
            tied = [f"{_FROM}={kind}" for kind in _WITH_SOURCE]
            apart = words[-2:-1] == [_FROM] and words[-1] in _WITH_SOURCE
            if apart or (words and words[-1] in tied):
                words[-1] += f"={word}"
            else:
                words.append(word)
        return super().parse_args(ctx, words)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        if _needs_source(ctx):
            return [CompletionItem(incomplete, type="file")]
        return super().shell_complete(ctx, incomplete)


def _needs_source(ctx: click.Context) -> bool:
    """Return True if the next word is the file or folder of --from."""
    return ctx.params.get("kind") in _WITH_SOURCE


def _complete_name(
    ctx: click.Context, _parameter: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    kind = "file" if _needs_source(ctx) else "dir"
    return [CompletionItem(incomplete, type=kind)]


def _as_data(deck: NewDeck) -> dict[str, Any]:
    """Return the new deck and the receipt of its source as plain data."""
    rows = (
        problems(remark) if isinstance(remark, PrintkitError) else (remark,)
        for remark in deck.remarks
    )
    return {
        "folder": str(deck.folder),
        "definition": deck.definition.name,
        "files": [*deck.files],
        "receipt": deck.receipt.as_data(tell),
        "remarks": [
            {**asdict(one), "message": tell(one.message), "hint": tell(one.hint)}
            for some in rows
            for one in some
        ],
    }


@click.command(cls=_NewCommand)
@click.argument("name", metavar="NAME", shell_complete=_complete_name)
@click.option(
    _FROM,
    "kind",
    type=TypedValue(
        str,
        lambda: (
            f"{BLANK}|{SPREADSHEET} FILE|{IMAGES} FOLDER|{ORDER} FILE|{SAVED_OBJECT} FILE|"
            f"{DECK_LIST} FILE|VARIANT"
        ),
        lambda: [BLANK, *_WITH_SOURCE, *variant_slugs()],
    ),
    default=BLANK,
    show_default=True,
    help="Start from a few sample cards, a spreadsheet (XLSX, ODS, CSV), a folder with one "
    "picture for each card, an mpc-autofill order (XML), a saved object from Tabletop "
    "Simulator (JSON), a deck list (TXT) with pictures in the same folder, or one of our "
    "games.",
)
@click.option(
    "--json", "as_json", is_flag=True, help="Print the receipt and the new files as JSON."
)
def command(name: str, kind: str, as_json: bool) -> None:
    """Create a folder NAME that contains a deck of your own, ready to build.

    Comments in the definition explain every line. Your spreadsheet and pictures are copied into the
    folder, and no file is overwritten. A receipt lists the files used, those skipped, the cards,
    and the place where each column is printed.

    \b
    Examples:
      printkit new my-deck
      printkit new sea-salt --from spreadsheet cards.xlsx
      printkit new dragons --from images art/
      printkit new proxies --from order cards.xml
      printkit new island --from tts deck.json
      printkit new duel --from list deck.txt
      printkit new house-sabacc --from casino
    """
    if not name.strip():
        raise UsageError("The deck needs a name.", hint="Write one: my-deck.")
    kind, _, typed = kind.partition("=")
    source = Path(typed) if typed else None
    deck = start_deck(name, kind, source, spoken_content()[0])
    write_deck(deck)
    if deck.cards:
        from printkit.library.picture_receipt import complete_from_pictures

        complete_from_pictures(deck)
    elif source is not None:
        from printkit.library.definition_receipt import complete_receipt  # draws faces

        complete_receipt(deck.receipt, deck.definition, spoken_content()[0])
    if as_json:
        echo_json(_as_data(deck))
        return
    for line in deck.receipt.lines(tell):
        echo(line)
    # Remarks of one kind are grouped, as `check` does.
    of_cells = [remark for remark in deck.remarks if isinstance(remark, Diagnostic)]
    others = [remark for remark in deck.remarks if not isinstance(remark, Diagnostic)]
    for remark in [*([DefinitionError(of_cells)] if of_cells else []), *others]:
        echo(tell_fault(remark), err=True)
    pictures = sum(not isinstance(content, bytes) for content in deck.files.values())
    named = [name for name, content in deck.files.items() if isinstance(content, bytes)]
    if source is not None and source.name in deck.files:
        named.append(source.name)
        pictures -= 1
    print_sentence("{folder}: {files}", folder=deck.folder, files=", ".join(named))
    if deck.imported is not None:
        _print_imported(deck.imported)
    if pictures:
        print_sentence("{folder}: {count} pictures", folder=deck.folder, count=pictures)
    print_sentence("Next:")
    path = f'"{deck.definition}"' if " " in str(deck.definition) else str(deck.definition)
    echo(f"  printkit check {path}")
    echo(f"  printkit build {path}")


def _print_imported(receipt: ImportedDeck) -> None:
    """Print the numbers of cards and of used and skipped pictures of an imported file, and whether
    the pictures include bleed.
    """
    print_sentence(
        "Cards: {cards}, with copies {total}; pictures used: {used}; skipped: {skipped}.",
        cards=len(receipt.cards),
        total=receipt.total,
        used=len(receipt.used),
        skipped=len(receipt.skipped),
    )
    if receipt.has_bleed:
        print_sentence("The pictures include bleed: the deck says so with bleed = “own”.")
