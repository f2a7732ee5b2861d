"""List the games that can be printed."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

import click

from printkit.base.errors import UsageError
from printkit.base.geometry import format_mm
from printkit.base.messages import count_players, in_language, messages_below, translate
from printkit.base.options import Option
from printkit.base.sentences import Sentence
from printkit.cli.config import ConfiguredCommand
from printkit.cli.options import LANGUAGE
from printkit.cli.speech import echo, echo_json, spoken_content
from printkit.model.definition_files import books
from printkit.model.load import ListedGame, describe_all

if TYPE_CHECKING:
    from printkit.library.listings import ListedSize

# The maximum length of a line in characters, and the minimum width of the text beside a slug.
MAX_LINE = 100
MIN_TEXT = 40


@click.command(cls=ConfiguredCommand, takes=("lang",), ignores_faults=True)
@click.option("--lang", type=LANGUAGE, default=None, help="Language of the names.")
@click.option("--sizes", is_flag=True, help="List paper sizes and card sizes, in mm and inches.")
@click.option(
    "--targets", is_flag=True, help="List print shops, virtual tables and cutting machines."
)
@click.option(
    "--editions",
    is_flag=True,
    help="List the editions in which a deck can be printed, such as the seasons.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON, in all languages.")
def command(lang: str | None, sizes: bool, targets: bool, editions: bool, as_json: bool) -> None:
    """List the games that can be printed, grouped by family.

    \b
    Examples:
      printkit list
      printkit list --lang fr
      printkit list --sizes
      printkit list --targets
      printkit list --editions
      printkit list --json
    """
    asked = {"--sizes": sizes, "--targets": targets, "--editions": editions}
    chosen = [name for name, is_asked in asked.items() if is_asked]
    if len(chosen) > 1:
        raise UsageError(
            Sentence("{one} and {other} are two lists.", one=chosen[0], other=chosen[1]),
            hint="Choose one.",
        )
    kind = next(iter(chosen), "")
    if as_json:
        from printkit.library import listings  # a list of the games needs less

        echo_json(getattr(listings, _LISTS[kind])())
        return
    lang = lang or spoken_content()[0]
    if kind:
        _PRINTED[kind](lang)
        return
    families: dict[str, list[ListedGame]] = {}
    for row in describe_all():
        families.setdefault(row["game"] or row["slug"], []).append(row)
    width = max(map(len, (*books(), *(game["slug"] for own in families.values() for game in own))))
    names = messages_below(lang, "game.")
    for family in dict.fromkeys([*(name for name in names if name in families), *families]):
        echo(names.get(family, family))
        for game in families[family]:
            summary = game["summary"] and [_first_sentence(in_language(game["summary"], lang))]
            _print_row(game["slug"], width, _facts(game, lang), *summary)
    echo(translate(lang, "show.books"))
    for name, book in books().items():
        _print_row(name, width, in_language(book.name, lang))


def _print_sizes(lang: str) -> None:
    """Print the papers, then the card sizes, each with its measures in mm and inches and its other
    names.
    """
    from printkit.library.listings import list_sizes
    from printkit.pieces.options import CARD_SIZE, PAPER

    sizes = list_sizes()
    kinds: list[tuple[Option[Any], list[ListedSize]]] = [
        (PAPER, sizes["papers"]),
        (CARD_SIZE, sizes["cards"]),
    ]
    for option, rows in kinds:
        echo(option.title(lang))
        width = max(len(row["name"]) for row in rows)
        for row in rows:
            mm, inches = (" × ".join(map(format_mm, sides)) for sides in (row["mm"], row["inches"]))
            names = ", ".join(row["also"])
            echo(
                f"  {row['name']:<{width}}  {mm + ' mm':<18}  {inches + ' in':<16} {names}".rstrip()
            )


def _print_targets(lang: str) -> None:
    """Print the targets, each with the formats of its files and the cards that it sells."""
    from printkit.pieces.protocols import find_destination, target_names

    width = max(map(len, target_names()))
    for name in target_names():
        target = find_destination(name)
        _print_row(name, width, target.title(lang), *target.describe(lang))


def _print_editions(lang: str) -> None:
    """Print the editions, each with its year and its motto."""
    from printkit.library.listings import list_editions

    rows = list_editions()
    width = max(len(row["edition"]) for row in rows)
    for row in rows:
        named = f"{in_language(row['name'], lang)} · {row['year']}"
        motto = in_language(row["motto"], lang)
        _print_row(row["edition"], width, named, *([motto] if motto else []))


# The lists by flag: the functions of `printkit.library.listings`, and the functions that print.
_LISTS = {
    "": "list_variants",
    "--sizes": "list_sizes",
    "--targets": "list_targets",
    "--editions": "list_editions",
}
_PRINTED = {"--sizes": _print_sizes, "--targets": _print_targets, "--editions": _print_editions}


def _print_row(slug: str, width: int, *texts: str) -> None:
    """Print a slug and, beside it, its texts, each on a new line."""
    margin = f"  {'':{width}}  "
    text_width = max(MAX_LINE - len(margin), MIN_TEXT)
    lines = [line for text in texts for line in textwrap.wrap(text, text_width)]
    echo(f"  {slug:<{width}}  {lines[0]}")
    for line in lines[1:]:
        echo(margin + line)


def _facts(game: ListedGame, lang: str) -> str:
    """Return the name of a game, its players, its minutes if known, and its cards."""
    facts = [in_language(game["name"], lang)]
    if (players := game["players"]) is not None:
        facts.append(count_players(lang, players["min"], players["max"]))
    if (minutes := game["minutes"]) is not None:
        span = "–".join(map(str, dict.fromkeys(minutes.values())))
        facts.append(translate(lang, "booklet.panel.minutes", count=span))
    return " · ".join((*facts, translate(lang, "preview.card", count=game["cards"])))


def _first_sentence(text: str) -> str:
    return text.partition(". ")[0].rstrip(".") + "."
