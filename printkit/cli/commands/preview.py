"""Look at a whole deck before you print it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from printkit.art.theme import theme_names
from printkit.base.errors import PrintkitError, UsageError, did_you_mean
from printkit.base.messages import languages
from printkit.cli.echo import echo
from printkit.cli.flags import JobCommand, chosen_options
from printkit.cli.options import (
    TypedValue,
    addons_option,
    names_type,
    out_option,
    replace_option,
    split_names,
)
from printkit.cli.progress import ProgressBar
from printkit.jobs.contact_sheet import write_contact_sheets
from printkit.jobs.gallery import write_gallery
from printkit.jobs.job import Job
from printkit.model.load import load_all
from printkit.pieces.options import THEME
from printkit.pieces.page_products import CONTACT_SHEET

ALL = "all"


def _parse_themes(text: str) -> tuple[str, ...]:
    """Read themes with commas between, by name or by file, or all bundled ones."""
    words = ",".join(",".join(_bundled_themes()) if w == ALL else w for w in text.split(","))
    return split_names(words, _parse_theme, lambda: [*theme_names(), ALL])


def _parse_theme(name: str) -> str:
    # What a file says is refused when it is read.
    if not name.lower().endswith(".toml") and name not in theme_names():
        raise PrintkitError(
            f"“{name}” is not known.", hint=did_you_mean(name, theme_names(), "themes")
        )
    return name


def _bundled_themes() -> list[str]:
    """Return all bundled themes, the default one first."""
    return sorted(theme_names(), key=lambda name: (name != THEME.default, name))


@click.command(cls=JobCommand, takes=(), makes=(CONTACT_SHEET.key,))
@click.argument("variant")
@click.option("--html", is_flag=True, help="Write a gallery for a browser instead of pictures.")
@click.option(
    "--lang",
    type=names_type(languages, "languages"),
    default=None,
    help="Languages of the cards.  [default: en; of a gallery: all]",
)
@click.option(
    "--theme",
    "looks",
    type=TypedValue(_parse_themes, lambda: f"{'|'.join((*theme_names(), ALL))}|FILE.toml[,…]"),
    default=None,
    help="Palettes, of ours or files of your own.  [default: classic; of a gallery: all]",
)
@addons_option
@replace_option
@out_option
def command(
    variant: str,
    html: bool,
    lang: tuple[str, ...] | None,
    looks: tuple[str, ...] | None,
    addons: tuple[str, ...],
    replace_files: bool,
    out: Path,
    **chosen: Any,
) -> None:
    """Show all of VARIANT at once: a name from “printkit list”, a definition file, or “all”.

    Without --html, write a contact sheet: a PNG with every distinct face and back, one for each
    theme and language. With --html, write a gallery: one page for any browser, without
    network, where cards turn over and theme and language are changed at once.

    \b
    Examples:
      printkit preview casino
      printkit preview kessel --theme all --lang fr,en
      printkit preview tarot --columns 13 --dpi 150
      printkit preview pazaak --html
      printkit preview my-deck.toml --html --theme classic --lang fr -o ~/decks
    """
    options = chosen_options(chosen)
    if html and {"columns", "dpi"} & set(options):
        raise UsageError(
            "A gallery has no columns and no resolution.",
            hint="Leave --columns and --dpi out, or --html.",
        )
    if variant == ALL and addons:
        raise UsageError(
            "--with works with a single variant, not with “all”.", hint="Name the deck."
        )
    names = looks or (tuple(_bundled_themes()) if html else (THEME.default,))
    job = Job(
        languages=lang or (languages() if html else ("en",)),
        options=options,
        addons=addons,
        replace=replace_files,
        out=out,
    )
    for slug in [game.slug for game in load_all()] if variant == ALL else [variant]:
        for path in _write(replace(job, variant=slug), names, html):
            echo(str(path))


def _write(job: Job, themes: Sequence[str], html: bool) -> tuple[Path, ...]:
    """Write the files of one variant, with a bar on a terminal while pictures are made."""
    if html:
        return write_gallery(job, themes)
    with ProgressBar(job.variant) as bar:
        return write_contact_sheets(job, themes, bar)
