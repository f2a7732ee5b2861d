"""Show the contents of an output folder and its outdated files."""

from __future__ import annotations

from pathlib import Path

import click

from printkit.base.errors import UsageError
from printkit.base.messages import find_message
from printkit.base.sentences import Sentence, capitalise, name_some
from printkit.cli.config import ConfiguredCommand
from printkit.cli.options import SUBJECT, out_option
from printkit.cli.report import count_things, describe_work
from printkit.cli.speech import echo, echo_json, echo_some, print_sentence, spoken_content, tell
from printkit.jobs.status import (
    DEFINITION,
    PROGRAM,
    UNKNOWN,
    FolderStatus,
    ProductStatus,
    find_folders,
    read_status,
)
from printkit.model.load import load

# The sentence for each reason why a file is out of date.
_OUTDATED = {
    PROGRAM: "Made with another version of printkit: {products}.",
    DEFINITION: "The definition has changed since: {products}.",
    UNKNOWN: "The definition was not found, so its changes are unknown. Name its file.",
}


@click.command(cls=ConfiguredCommand, takes=("out",), ignores_faults=True)
@click.argument("place", metavar="VARIANT|FOLDER", type=SUBJECT)
@click.option("--json", "as_json", is_flag=True, help="Print the state as JSON.")
@out_option
def command(place: str, as_json: bool, out: Path) -> None:
    """Show the contents of an output folder, the options of each product, and the files that are
    out of date.

    The argument is a game that you have built, its definition file, or any folder with a
    manifest.json. A file is out of date if printkit or the definition has changed since the file
    was made. Edited and missing files are also listed. The command writes nothing.

    \b
    Examples:
      printkit status kessel
      printkit status my-deck.toml
      printkit status output/kessel
      printkit status kessel --json
    """
    known = [read_status(folder, definition) for folder, definition in _find(place, out)]
    if as_json:
        echo_json([status.as_data() for status in known])
        return
    for status in known:
        _print_status(status)


def _find(place: str, out: Path) -> list[tuple[Path, str]]:
    """Return the folders to report, each with its definition file if one was named.

    Raises UsageError if no folder matches.
    """
    folder, definition = Path(place), ""
    if not folder.is_dir():
        if folder.is_file():
            folder, definition = out / load(place).slug, place
        else:
            folder = out / place
    if known := [(path, definition) for path in find_folders(folder)]:
        return known
    raise UsageError(
        Sentence("There are no files of a build in {folder}.", folder=folder),
        hint="Name a game that was built, or a folder with a manifest.json; -o names the output "
        "folder.",
    )


def _print_status(status: FolderStatus) -> None:
    (language,) = spoken_content()
    files = count_things(sum(len(one.files) for one in status.products), "file")
    name = status.name.get(language, "")
    print_sentence(
        "{folder}: {name}", folder=status.folder, name=", ".join(filter(None, (name, files)))
    )
    if status.sheets:
        work = (count_things(status.sheets, "sheet"), describe_work(status.made))
        echo(f"  {', '.join(filter(None, work))}")
    if status.sheets_by_language:
        counts = (
            f"{code}: {count_things(count, 'sheet')}"
            for code, count in status.sheets_by_language.items()
        )
        template = "Products in several languages are counted in one language only: {counts}."
        echo(f"  {tell(Sentence(template, counts=' · '.join(counts)))}")
    lines = [_product_line(one, language) for one in status.products]
    for one, line in zip(status.products, lines, strict=True):
        # The sheets of a kit in files for each way of printing differ in their names alone.
        named = one.files if lines.count(line) > 1 else ()
        echo(f"  {' · '.join((line, *named))}")
        not_as_made = [Sentence("{file}: changed by hand", file=file) for file in one.changed]
        not_as_made += [Sentence("{file}: missing", file=file) for file in one.missing]
        echo_some([f"    {tell(sentence)}" for sentence in not_as_made])
    for reason, sentence in _OUTDATED.items():
        outdated = dict.fromkeys(one.product for one in status.products if one.outdated == reason)
        if outdated:
            print_sentence(sentence, products=name_some(outdated))
    unlisted = [Sentence("{file}: not in the manifest", file=file) for file in status.unlisted]
    echo_some([f"  {tell(sentence)}" for sentence in unlisted])
    if status.is_current and not unlisted:
        print_sentence("Every file is as it was made.")


def _product_line(one: ProductStatus, language: str) -> str:
    """Return the line for a product: its name, sheets, copies and options."""
    title = find_message(language, f"product.{one.product}") or one.product
    facts = [count_things(one.sheets, "sheet")] if one.sheets else []
    if one.copies > 1:
        facts.append(tell(Sentence("{count} copies", count=one.copies)))
    facts += one.chosen
    return f"{capitalise(title)} ({one.language})" + (f" · {' · '.join(facts)}" if facts else "")
