"""Progress bars, the summary of a build, and the lines of `--version --verbose`."""

from __future__ import annotations

import math
import sys
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import chain, groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from printkit.base import plugins
from printkit.base.content import BYTE_LIBRARIES, content_path, digest_files, font_path
from printkit.base.processes import (
    CHAPTERS_STAGE,
    GAMES_STAGE,
    LAYOUT_STAGE,
    PAGES_STAGE,
    PICTURES_STAGE,
    Progress,
)
from printkit.base.sentences import Sentence
from printkit.cli.options import add_options
from printkit.cli.speech import (
    echo,
    echo_json,
    echo_some,
    print_sentence,
    shows_progress,
    spoken_content,
    tell,
    tell_fault,
)
from printkit.jobs.build import BuildResult
from printkit.jobs.staging import MadeEntry
from printkit.pieces.kits import find_product, handwork, say_minutes
from printkit.pieces.options import PLAYERS
from printkit.pieces.product import JOB

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

# The approximate share of the layout in the time of a build.
_LAYOUT_SHARE = 0.6
_LENGTH = 1000
# The share at which each stage of a product begins and ends: of a book, of cards with pictures.
_IN_PRODUCT = {
    GAMES_STAGE: (0.0, 0.35),
    CHAPTERS_STAGE: (0.35, 0.8),
    PAGES_STAGE: (0.8, 1.0),
    PICTURES_STAGE: (0.0, 1.0),
}
# The remaining time is shown from this share on: an earlier estimate would be a guess.
_ESTIMATE_FROM = 0.75
# Formats that a user opens, the best first.
_OPENED = (".pdf", ".html", ".png", ".svg")
# The libraries that pyproject.toml requires; a test compares the two.
LIBRARIES = (
    *("click", "msgspec", "tomlkit", "charset-normalizer", "python-calamine"),
    *BYTE_LIBRARIES,
)
_DIGITS_OF_DIGEST = 16


@contextmanager
def progress_bar(label: str, layout_share: float = _LAYOUT_SHARE) -> Iterator[Progress]:
    """Context manager: yield a function that shows the progress of one build on a terminal.

    `layout_share` is the part of the bar (0–1) for the layout. The bar appears with the first step.
    """
    products, all_products = 0, 1
    bar: Any = None
    with ExitStack() as shown:

        def show(stage: str, done: int, total: int) -> None:
            nonlocal products, all_products, bar
            if bar is None:
                hidden = not shows_progress()
                bar = shown.enter_context(
                    click.progressbar(
                        length=_LENGTH, label=label, file=sys.stderr, hidden=hidden, show_eta=False
                    )
                )
            share = done / total if total else 1.0
            if stage in _IN_PRODUCT:
                begin, end = _IN_PRODUCT[stage]
                share = (products + begin + share * (end - begin)) / all_products * layout_share
            elif stage == LAYOUT_STAGE:
                products, all_products = done, max(total, 1)
                share *= layout_share
            else:
                share = layout_share + share * (1 - layout_share)
            bar.show_eta = share >= _ESTIMATE_FROM
            bar.update(max(int(share * _LENGTH) - bar.pos, 0))

        yield show


# --- the summary of a build ---------------------------------------------------------------------


# The options that choose the report of a build.
report_options = add_options(
    click.option("--json", "as_json", is_flag=True, help="Print the result as JSON."),
    click.option("--list-files", is_flag=True, help="Print the name of each file, one per line."),
    click.option("--quiet", is_flag=True, help="Print errors only."),
)


def report_build(
    results: Sequence[BuildResult],
    *,
    quiet: bool = False,
    list_files: bool = False,
    as_json: bool = False,
) -> None:
    """Print the result of a build as a summary, as a list of files or as JSON."""
    if quiet:
        return
    if as_json:
        rows = [
            {
                "folder": str(item.folder),
                "unchanged": item.unchanged_count,
                **({"backups": list(map(str, item.backups))} if item.backups else {}),
                **item.manifest,
            }
            for item in results
        ]
        echo_json(rows)
        return
    for result in results:
        if list_files:
            for file in result.files:
                echo(str(file))
        else:
            files, kept = count_things(len(result.files), "file"), result.unchanged_count
            if kept:
                template = "{folder}: {files} ({count} unchanged)"
                print_sentence(template, folder=result.folder, files=files, count=kept)
            else:
                print_sentence("{folder}: {files}", folder=result.folder, files=files)
        echo_some([tell_fault(one) for one in result.notices], "  … and {count} more.", err=True)
        for copy in result.backups:
            print_sentence("Kept the previous file: {copy}", err=list_files, copy=copy)
    if len(results) != 1 or list_files:
        return
    # The names of the files, the one to open first, and the sheets and cuts.
    (result,) = results
    entries = result.manifest["files"]
    lines: list[str] = []
    for _, alike in groupby(entries, lambda one: (one["product"], one["language"], one["format"])):
        names = [f"  {one['file']}" for one in alike]
        # A series of three or more is its first and its last name.
        lines += names if len(names) < 3 else [f"{names[0]} … {names[-1].strip()}"]
    echo_some(lines, "  … and {count} more; --list-files lists all.")
    if first := _first_file(result):
        print_sentence("Open first: {first}", first=first)
    if sheets := result.manifest["sheets"]:
        made = {one.product: one for one in reversed(result.made)}.values()
        work = filter(None, (count_things(sheets, "sheet"), describe_work([*made][::-1])))
        print_sentence("{work}. Print at 100% (“actual size”).", work=", ".join(work))
        players = result.manifest["options"].get("players")
        if players and any(_is_for_each_player(one) for one in made):
            print_sentence("Made for {count} players (see --players).", count=players)
    if result.sheets_in_folder > sheets:
        print_sentence(
            "The folder has {sheets} in all; “printkit status” lists them.",
            sheets=count_things(result.sheets_in_folder, "sheet"),
        )


def describe_work(made: Iterable[MadeEntry]) -> str:
    """Return “40 cuts”, or “40 cuts, 1 box: about 15 minutes” if there is other work, or an empty
    string without manual work, for example if a machine cuts.
    """
    (language,) = spoken_content()
    work = [handwork(one.product, one.cuts, one.pieces, one.copies) for one in made]
    pieces = [one.counted(language) for one in work if one.piece]
    cuts = sum(one.cuts for one in work)
    words = ", ".join([*([count_things(cuts, "cut")] if cuts else ()), *pieces])
    if not pieces:
        return words
    minutes = say_minutes(math.fsum(one.minutes for one in work), language)
    return tell(Sentence("{name}: {message}", name=words, message=minutes))


def _is_for_each_player(made: MadeEntry) -> bool:
    """Return True for separate pieces whose number depends on the number of players."""
    product = find_product(made.product)
    pieces = handwork(made.product, made.cuts, made.pieces, made.copies).piece
    return product is not None and bool(pieces) and PLAYERS in product.options


def _first_file(result: BuildResult) -> Path | None:
    """Return the file to open first: the instructions of an order, or else the first file in the
    format that is easiest to open. Return None without files.
    """
    texts = (
        result.folder / file["file"]
        for file in result.manifest["files"]
        if file["file"].endswith(".md")
        and (made := find_product(file["product"])) is not None
        and made.subject == JOB
    )
    ranked = (file for suffix in _OPENED for file in result.files if file.suffix == suffix)
    return next(chain(texts, ranked), None)


def count_things(count: int, noun: str) -> str:
    """Return “2 sheets” in the language of the command line."""
    return tell(Sentence(f"{{count}} {noun}" if count == 1 else f"{{count}} {noun}s", count=count))


# --- versions -----------------------------------------------------------------------------------


def version_lines() -> list[str]:
    """Return a line each for Python, zlib, the libraries, the content and plug-ins.

    The lines contain no paths, so they can be pasted into a report.
    """

    from importlib.metadata import PackageNotFoundError, version  # no build needs it

    def version_of(library: str) -> str:
        try:
            return version(library)
        except PackageNotFoundError:
            return tell("is missing")

    python = ".".join(map(str, sys.version_info[:3]))
    content = digest_files({"templates": content_path(), "fonts": font_path("")})
    entries = [entry for kind in plugins.KINDS for entry in plugins.plugin_entries(kind).values()]
    return [
        tell(
            Sentence(
                "{name} {python} on {platform}",
                name=sys.implementation.name,
                python=python,
                platform=sys.platform,
            )
        ),
        f"zlib {zlib.ZLIB_RUNTIME_VERSION}",
        *(f"{library} {version_of(library)}" for library in LIBRARIES),
        tell(Sentence("content {digest}", digest=content[:_DIGITS_OF_DIGEST])),
        *(
            tell(
                Sentence("plug-in {name} of {package}", name=entry.name, package=_package_of(entry))
            )
            for entry in entries
        ),
    ]


def _package_of(entry: EntryPoint) -> str:
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist else tell("an unknown package")
