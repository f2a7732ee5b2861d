"""`printkit build`: from a definition to files."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import click

from printkit import kit, kit_request
from printkit.base import sizes
from printkit.base.errors import UsageError
from printkit.base.label_sheets import label_sheet_names
from printkit.base.profile import Profile
from printkit.cli.config import Personal
from printkit.cli.options import (
    DieSize,
    Editions,
    Length,
    Names,
    SizeName,
    Thickness,
    TokenSize,
    dpi_option,
    edge_for,
    first_option,
    index_option,
    margin_option,
    nudge_options,
    on_command_line,
    printer_option,
    theme_option,
)
from printkit.definition.load import load, slugs
from printkit.pages.cutouts import TOOLS
from printkit.pages.duplex import MODES
from printkit.pieces.piece import CALIPER, DIE, MATS, SLEEVES
from printkit.pieces.token.shape import SHAPES
from printkit.writers import formats

_PAPERS = ", ".join(sizes.paper_names())
_CARDS = ", ".join(sizes.card_names())


@click.command(cls=Personal)
@click.argument("variant")
@click.argument("products", nargs=-1, metavar="[PRODUCT]…")
@click.option(
    "--lang",
    type=Editions(),
    default="en",
    show_default=True,
    help="Languages; two with a plus stand side by side on mats, tables, boards and score sheets.",
)
@click.option(
    "--format",
    "fmt",
    type=Names(formats, "formats"),
    default="pdf",
    show_default=True,
    help="What to write.",
)
@click.option(
    "--paper",
    type=SizeName(sizes.paper),
    default="a4",
    show_default=True,
    help=f"A size such as 210x297mm, or one of: {_PAPERS}.",
)
@click.option(
    "--card",
    type=SizeName(sizes.card),
    default=None,
    help=f"A size such as 63.5x88.9mm, or one of: {_CARDS}.  [default: the definition's]",
)
@theme_option
@index_option
@click.option(
    "--duplex",
    type=click.Choice(MODES),
    default="long",
    show_default=True,
    help="Backs: on the other side, turned over the long or the short edge; beside the "
    "fronts, across a fold; or none.",
)
@click.option(
    "--gap",
    type=Length(50),
    default="0mm",
    show_default=True,
    help="Between cards; 0 shares the cut lines.",
)
@click.option(
    "--bleed",
    type=Length(10),
    default="2mm",
    show_default=True,
    help="How far the print runs past the cut, where there is room.",
)
@margin_option
@printer_option
@click.option(
    "--overlap",
    type=Length(30),
    default="10mm",
    show_default=True,
    help="How far the tiles of what is larger than the paper lie over one another; 0mm joins them "
    "edge to edge.",
)
@click.option("--corners/--no-corners", help="Guides for cutting round corners.")
@click.option("--proof/--no-proof", help="Shows cut lines and safe areas over the cards.")
@click.option(
    "--layout",
    type=click.Choice(kit_request.LAYOUTS),
    default=kit_request.SHEETS,
    show_default=True,
    help="Sheets, or each card by itself with its bleed and no marks.",
)
@dpi_option
@click.option(
    "--players",
    type=click.IntRange(1, 99),
    default=None,
    help="Prints what each player needs so many times.  [default: cards for 1; tokens for the "
    "least number of players]",
)
@click.option(
    "--token-size",
    type=TokenSize(100),
    default=None,
    help="Across a round token, or across the flats of a hexagon.  [default: 30mm; on labels what "
    "they hold]",
)
@click.option(
    "--token-shape",
    type=click.Choice(SHAPES),
    default=None,
    help="Tokens are round, or hexagons.  [default: round; on labels as they are]",
)
@click.option(
    "--cut",
    type=click.Choice(TOOLS),
    default=TOOLS[0],
    show_default=True,
    help="Tokens stand as a knife frees them, or each in a square that a punch grips.",
)
@click.option(
    "--labels",
    default=None,
    metavar="SHEET",
    help=f"Tokens as stickers, both sides: {', '.join(label_sheet_names())}.",
)
@first_option
@nudge_options
@click.option(
    "--caliper",
    type=Thickness(2),
    default=f"{CALIPER}mm",
    show_default=True,
    help="How thick one of your cards is: a tuck box is made for so many of them.",
)
@click.option("--sleeved/--no-sleeved", help="A tuck box for cards in sleeves.")
@click.option(
    "--sleeves",
    type=Length(10),
    default=None,
    help="What a sleeve adds to the width and height of a card; with it a tuck box is for cards in "
    f"sleeves.  [default: {SLEEVES}mm with --sleeved]",
)
@click.option(
    "--die",
    type=DieSize(48),
    default=f"{DIE:g}mm",
    show_default=True,
    help="The edge of a paper die.",
)
@click.option(
    "--mat",
    type=click.Choice(MATS),
    default=MATS[0],
    show_default=True,
    help="The shape of a mat.",
)
@click.option("--pegs/--no-pegs", help="Holes for pegs or pins where lights and tracks are.")
@click.option(
    "--ink/--no-ink",
    help="Measures the ink on the rendered pages and tells it in the manifest; takes seconds. "
    "The theme ink-saver does it by itself.",
)
@click.option(
    "--values",
    type=click.Choice(kit_request.VALUES),
    default=kit_request.PRINTED,
    show_default=True,
    help="Blank leaves out the values that a local set gives: one deck for all sets.",
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
    products: tuple[str, ...],
    lang: tuple[str, ...],
    fmt: tuple[str, ...],
    paper: str,
    card: str | None,
    theme: str,
    index: str,
    duplex: str,
    gap: float,
    bleed: float,
    margin: float,
    printer: Profile | None,
    overlap: float,
    corners: bool,
    proof: bool,
    layout: str,
    dpi: int,
    players: int | None,
    token_size: float | None,
    token_shape: str | None,
    cut: str,
    labels: str | None,
    first: int,
    nudge_x: float,
    nudge_y: float,
    caliper: float,
    sleeved: bool,
    sleeves: float | None,
    die: float,
    mat: str,
    pegs: bool,
    ink: bool,
    values: str,
    adds: tuple[str, ...],
    out: Path,
) -> None:
    """Builds VARIANT: a slug (see “printkit list”), a definition file of your own, or “all”.

    Products are those that “printkit list” names; without one, all are made. Beside the files
    stands manifest.json with their checksums, the sheets of paper and the cuts.

    \b
    Examples:
      printkit build casino
      printkit build kessel --lang fr,en --paper letter --card standard
      printkit build pazaak cards --players 2 --duplex fold
      printkit build casino --layout cards --format png --dpi 600 --bleed 3mm
      printkit build kessel tokens --players 4 --cut punch
      printkit build casino tuck-box --sleeved --caliper 0.3mm
      printkit build casino --with expansion
      printkit build corellian cards rule-cards --values blank
      printkit build my-deck.toml --format pdf,svg -o ~/decks
    """
    request = kit_request.Request(
        variant=variant,
        products=products,
        languages=lang,
        formats=fmt,
        paper=paper,
        card=card,
        theme=theme,
        index=index,
        duplex=edge_for(duplex, printer),
        gap=gap,
        bleed=bleed,
        margin=margin,
        overlap=overlap,
        corners=corners,
        proof=proof,
        layout=layout,
        dpi=float(dpi),
        players=players,
        token_size=token_size,
        token_shape=token_shape,
        cut=cut,
        labels=labels,
        first=first,
        nudge=(nudge_x, nudge_y),
        caliper=caliper,
        sleeves=(SLEEVES if sleeved else 0.0) if sleeves is None else sleeves,
        die=die,
        mat=mat,
        pegs=pegs,
        ink=ink,
        values=values,
        adds=adds,
        printer=printer if layout == kit_request.SHEETS or on_command_line("printer") else None,
        out=out,
    )
    names = _all(request) if variant == "all" else [variant]
    built = [_build_one(replace(request, variant=name)) for name in names]
    if sys.stdout.isatty():
        for one in built:
            _tell(one)


def _all(request: kit_request.Request) -> list[str]:
    """The variants that “all” means: those that have what is asked for. Raises UsageError."""
    if request.adds:
        raise UsageError("--with adds cards to one deck.", cure="Name the deck instead of “all”.")
    names = [name for name in slugs() if kit.has(load(name), request)]
    if not names:
        raise UsageError("No variant has what you ask for.", cure="“printkit list” tells what is.")
    return names


def _build_one(request: kit_request.Request) -> kit.Built:
    """Builds with a bar on a terminal, and in silence elsewhere."""
    with click.progressbar(
        length=1, label=request.variant, file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as bar:

        def progress(done: int, total: int) -> None:
            bar.length = total
            bar.update(done - bar.pos)

        return kit.build(request, progress)


def _tell(built: kit.Built) -> None:
    """What lies where, for a person; a pipe gets silence and the manifest."""
    click.echo(f"{built.folder}: {len(built.files)} files and {kit.MANIFEST}")
    for file in built.files[:12]:
        click.echo(f"  {file.name}")
    if len(built.files) > 12:
        click.echo(f"  … and {len(built.files) - 12} more")
    sheets, cuts = built.manifest["sheets"], built.manifest["cuts"]
    if sheets:
        click.echo(f"A deck is {sheets} sheets of paper and {cuts} cuts. Print at 100 %.")
