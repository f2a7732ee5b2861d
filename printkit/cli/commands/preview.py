"""Look at a whole deck before you print it."""

from __future__ import annotations

import time
from typing import Any

import click
from msgspec.structs import replace

from printkit.art.theme import theme_names
from printkit.base import stopping
from printkit.base.errors import UsageError, require_known
from printkit.base.messages import languages
from printkit.base.sentences import Sentence, name_some
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
from printkit.cli.speech import echo, print_sentence, tell, tell_fault
from printkit.jobs.job import Job
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
@click.option("--html", is_flag=True, help="Instead of pictures, write a web page with a gallery.")
@click.option(
    "--watch",
    is_flag=True,
    help="Keep running, and write the pictures again whenever the definition, its table or a "
    "picture changes. Press Ctrl-C to stop.",
)
@click.option(
    "--lang",
    "languages",
    type=LANGUAGES,
    default=None,
    help="Languages of the cards.  [default: the locale; for a gallery: all]",
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
    help="Themes: names of bundled themes, or your own TOML files.  [default: classic; for a "
    "gallery: all]",
)
@addons_option
@replace_option
@out_option
def command(
    variant: str, html: bool, watch: bool, looks: tuple[str, ...] | None, **parameters: Any
) -> None:
    """Show all faces of VARIANT: a name from “printkit list”, a definition file, or “all”.

    Without --html, write a contact sheet for each theme and language: a PNG with every distinct
    face and back. With --html, write a gallery: a single web page that works offline in any
    browser, where you can turn cards over and switch theme and language.

    \b
    Examples:
      printkit preview casino
      printkit preview kessel --theme all --lang fr,en
      printkit preview tarot --columns 13 --dpi 150
      printkit preview pazaak --html
      printkit preview my-deck.toml --html --theme classic --lang fr -o ~/decks
      printkit preview my-deck.toml --watch
    """
    check_addons(variant, parameters["addons"])
    names = looks or (tuple(_bundled_themes()) if html else (THEME.default,))
    if html and not parameters["languages"]:
        parameters["languages"] = languages()
    job = job_of(parameters)
    if watch:
        _watch(replace(job, variant=variant), names, html=html)
        return
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


def _watch(job: Job, names: tuple[str, ...], *, html: bool) -> None:
    """Write the pictures of a definition after each change, until the command is stopped."""
    from printkit.library.gallery import write_gallery
    from printkit.library.watching import watch_contact_sheets

    if not job.variant.lower().endswith(".toml"):
        raise UsageError(
            "--watch needs a definition file: our own games do not change.",
            hint="Name one: my-deck.toml.",
        )
    stopping.set_sentence(tell("No longer watching for changes."))
    gallery = (lambda: write_gallery(job, names)) if html else None
    for built in watch_contact_sheets(job, names, time.sleep, gallery):
        if built.error is not None:
            echo(tell_fault(built.error), err=True)
        elif built.changed:
            files = name_some(map(str, built.paths))
            print_sentence("{changed}: {files}", changed=name_some(built.changed), files=files)
        else:
            for path in built.paths:
                echo(str(path))
            print_sentence("Waiting for changes. Press Ctrl-C to stop.")
