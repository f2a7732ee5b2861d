"""List what can be printed."""

from __future__ import annotations

import click

from printkit.base.content import load_content
from printkit.base.messages import in_language, known_language, messages_below, translate
from printkit.cli import echo, echo_json
from printkit.cli.config import ConfiguredCommand
from printkit.cli.options import LANGUAGE
from printkit.cli.speech import language
from printkit.jobs.subject import BOOKS
from printkit.listings import list_variants
from printkit.model.load import load_all
from printkit.pieces.registry import available_products


@click.command(cls=ConfiguredCommand, takes=("lang",), ignores_faults=True)
@click.option("--lang", type=LANGUAGE, default=None, help="Language of the names.")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable, in all languages.")
def command(lang: str | None, as_json: bool) -> None:
    """List the variants that can be printed, grouped by family of games.

    \b
    Examples:
      printkit list
      printkit list --lang fr
      printkit list --json
    """
    if as_json:
        echo_json(list_variants())
        return
    lang = lang or known_language(language())
    variants = load_all()
    width = max(len(v.slug) for v in variants)
    names = messages_below(lang, "game.")
    known = [game for game in names if any(v.game == game for v in variants)]
    for game in dict.fromkeys([*known, *(v.game for v in variants)]):
        echo(names.get(game, game))
        for v in (v for v in variants if v.game == game):
            products = ", ".join(available_products(v))
            echo(f"  {v.slug:<{width}}  {v.total:>4}  {v.name[lang]}  ({products})")
    echo(translate(lang, "show.books"))
    for name, book in load_content(BOOKS).items():
        title = in_language(book["name"], lang)
        echo(f"  {name:<{width}}        {title}  (booklet, booklet-imposed)")
