"""Look at a whole deck before you print it."""

from __future__ import annotations

from typing import Any

import click
from msgspec.structs import replace

from printkit.art.theme import theme_names
from printkit.base.errors import require_known
from printkit.base.messages import languages
from printkit.base.sentences import Sentence
from printkit.cli.flags import job_of
from printkit.cli.job_command import JobCommand
from printkit.cli.options import (
    ALL,
    LANGUAGES,
    SUBJECT,
    TypedValue,
    addons_option,
    check_addons,
    out_option,
    replace_option,
    split_names,
)
from printkit.cli.report import progress_bar
from printkit.cli.speech import echo
from printkit.library.previews import CONTACT_SHEET, write_contact_sheets
from printkit.model.load import load_all
from printkit.pieces.options import THEME


def _parse_themes(text: str) -> tuple[str, ...]:
    """Return comma-separated themes, by name or by file; “all” means all bundled ones."""
    words = ",".join(",".join(_bundled_themes()) if w == ALL else w for w in text.split(","))
    return split_names(words, _parse_theme, lambda: [*theme_names(), ALL])


def _parse_theme(name: str) -> str:
    # A file is checked when it is read.
    if not name.lower().endswith(".toml"):
        require_known(name, theme_names(), Sentence("“{name}” is not known.", name=name), "themes")
    return name


def _bundled_themes() -> list[str]:
    """Return all bundled themes, the default one first."""
    return sorted(theme_names(), key=lambda name: (name != THEME.default, name))


@click.command(cls=JobCommand, takes=(), makes=(CONTACT_SHEET,))
@click.argument("variant", type=SUBJECT)
@click.option("--html", is_flag=True, help="Write a gallery for a browser instead of pictures.")
@click.option(
    "--lang",
    "languages",
    type=LANGUAGES,
    default=None,
    help="Languages of the cards.  [default: the locale; of a gallery: all]",
)
@click.option(
    "--theme",
    "looks",
    type=TypedValue(
        _parse_themes,
        lambda: f"{'|'.join((*theme_names(), ALL))}|FILE.toml[,…]",
        lambda: (*theme_names(), ALL),
        many=True,
        files=True,
    ),
    default=None,
    help="Palettes, bundled or files of your own.  [default: classic; of a gallery: all]",
)
@addons_option
@replace_option
@out_option
def command(variant: str, html: bool, looks: tuple[str, ...] | None, **parameters: Any) -> None:
    """Show all faces of VARIANT: a name from “printkit list”, a definition file, or “all”.

    Without --html, write a contact sheet for each theme and language: a PNG with every distinct
    face and back. With --html, write a gallery: one page for any browser, without network, where
    cards turn over and a click changes theme or language.

    \b
    Examples:
      printkit preview casino
      printkit preview kessel --theme all --lang fr,en
      printkit preview tarot --columns 13 --dpi 150
      printkit preview pazaak --html
      printkit preview my-deck.toml --html --theme classic --lang fr -o ~/decks
    """
    check_addons(variant, parameters["addons"])
    names = looks or (tuple(_bundled_themes()) if html else (THEME.default,))
    if html and not parameters["languages"]:
        parameters["languages"] = languages()
    job = job_of(parameters)
    for slug in [game.slug for game in load_all()] if variant == ALL else [variant]:
        own = replace(job, variant=slug)
        if html:
            from printkit.library.gallery import write_gallery  # pictures do not need it

            paths = write_gallery(own, names)
        else:
            with progress_bar(slug) as bar:
                paths = write_contact_sheets(own, names, bar)
        for path in paths:
            echo(str(path))
