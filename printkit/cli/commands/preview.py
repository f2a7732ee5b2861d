"""`printkit preview`: a look at a whole deck before it is printed."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import click

from printkit import kit_preview
from printkit.art.theme import theme_names
from printkit.base import paper_sizes
from printkit.base.errors import UsageError, did_you_mean
from printkit.base.messages import languages
from printkit.cli.options import Names, SizeName, index_option
from printkit.model.load import variant_slugs

ALL = "all"
_CARDS = ", ".join(paper_sizes.card_names())


class Themes(click.ParamType[tuple[str, ...]]):
    """Themes with commas between, by name or by file, or all of ours."""

    name = "themes"

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        return f"{'|'.join((*theme_names(), ALL))}|FILE.toml[,…]"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        if isinstance(value, tuple):
            return value
        names: list[str] = []
        for name in filter(None, map(str.strip, str(value).split(","))):
            names += _ours() if name == ALL else [name]
        for name in names:  # what a file says is refused when it is read
            if not name.lower().endswith(".toml") and name not in theme_names():
                self.fail(
                    f"“{name}” is not known. {did_you_mean(name, theme_names(), 'themes')}",
                    param,
                    ctx,
                )
        if not names:
            self.fail(f"Name at least one of: {', '.join(theme_names())}, or “{ALL}”.", param, ctx)
        return tuple(dict.fromkeys(names))


def _ours() -> list[str]:
    """All of our themes, the default one first."""
    return sorted(theme_names(), key=lambda name: (name != kit_preview.THEME, name))


@click.command()
@click.argument("variant")
@click.option("--html", is_flag=True, help="Writes a gallery for a browser instead of pictures.")
@click.option(
    "--lang",
    type=Names(languages, "languages"),
    default=None,
    help="Languages of the cards.  [default: en; of a gallery: all]",
)
@click.option(
    "--theme",
    "looks",
    type=Themes(),
    default=None,
    help="Palettes, of ours or files of your own.  [default: classic; of a gallery: all]",
)
@index_option
@click.option(
    "--card",
    type=SizeName(paper_sizes.card),
    default=None,
    help=f"A size such as 63.5x88.9mm, or one of: {_CARDS}.  [default: the definition's]",
)
@click.option(
    "--columns",
    type=click.IntRange(1, 200),
    default=None,
    help="Cards in a row of a picture.  [default: so many as make it nearly square]",
)
@click.option(
    "--dpi",
    type=click.IntRange(kit_preview.LEAST_DPI, 1200),
    default=None,
    help=f"Resolution of a picture.  [default: {kit_preview.DPI}, less for a large deck]",
)
@click.option(
    "--with",
    "adds",
    multiple=True,
    metavar="VARIANT",
    help="Adds the cards of another definition, such as expansion. Repeatable.",
)
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    default=Path("output"),
    show_default=True,
    help="Folder; the files go into a folder of it named by the slug.",
)
def command(
    variant: str,
    html: bool,
    lang: tuple[str, ...] | None,
    looks: tuple[str, ...] | None,
    index: str,
    card: str | None,
    columns: int | None,
    dpi: int | None,
    adds: tuple[str, ...],
    out: Path,
) -> None:
    """Shows all of VARIANT at once: a slug (see “printkit list”), a file of your own, or “all”.

    Writes a contact sheet: a PNG with every distinct face and back, one for each theme and
    language. With --html it writes a gallery: one page for any browser, without network, where
    cards turn over and theme and language are changed at once.

    \b
    Examples:
      printkit preview casino
      printkit preview kessel --theme all --lang fr,en
      printkit preview tarot --columns 13 --dpi 150
      printkit preview pazaak --html
      printkit preview my-deck.toml --html --theme classic --lang fr -o ~/decks
    """
    if html and (columns is not None or dpi is not None):
        raise UsageError(
            "A gallery has no columns and no resolution.",
            hint="Leave --columns and --dpi out, or --html.",
        )
    if variant == ALL and adds:
        raise UsageError("--with adds cards to one deck.", hint="Name the deck instead of “all”.")
    request = kit_preview.PreviewRequest(
        variant=variant,
        languages=lang or (languages() if html else ("en",)),
        themes=looks or (tuple(_ours()) if html else (kit_preview.THEME,)),
        index=index,
        card=card,
        adds=adds,
        columns=columns,
        dpi=None if dpi is None else float(dpi),
        out=out,
    )
    names = variant_slugs() if variant == ALL else [variant]
    written = [path for name in names for path in _write(replace(request, variant=name), html)]
    if sys.stdout.isatty():
        for path in written:
            click.echo(str(path))


def _write(request: kit_preview.PreviewRequest, html: bool) -> tuple[Path, ...]:
    """Writes the files of one variant, with a bar on a terminal while pictures are made."""
    if html:
        return kit_preview.gallery(request)
    with click.progressbar(
        length=1, label=request.variant, file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as bar:

        def progress(done: int, total: int) -> None:
            bar.length = total
            bar.update(done - bar.pos)

        return kit_preview.contact_sheets(request, progress)
