"""The options of `printkit build`, in the order in which --help tells them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from printkit import kit_request
from printkit.base import paper_sizes
from printkit.base.label_stock import label_sheet_names
from printkit.cli.options import (
    DieSize,
    Editions,
    Length,
    Names,
    SizeName,
    Thickness,
    TokenSize,
    dpi_option,
    first_option,
    index_option,
    margin_option,
    nudge_options,
    printer_option,
    theme_option,
)
from printkit.imposition.duplex import MODES
from printkit.products.piece import CALIPER, DIE, MAT_SHAPES, SLEEVES, TOOLS
from printkit.products.tokens.shape import SHAPES
from printkit.writers import formats

_PAPERS = ", ".join(paper_sizes.paper_names())
_CARDS = ", ".join(paper_sizes.card_names())
_Command = TypeVar("_Command", bound=Callable[..., Any])
_OPTIONS: tuple[Callable[[Any], Any], ...] = (
    click.option(
        "--lang",
        type=Editions(),
        default="en",
        show_default=True,
        help="Languages; two with a plus stand side by side on mats, tables, boards and "
        "score sheets.  [for “all”: every language]",
    ),
    click.option(
        "--format",
        "fmt",
        type=Names(formats, "formats"),
        default="pdf",
        show_default=True,
        help="What to write.",
    ),
    click.option(
        "--paper",
        type=SizeName(paper_sizes.paper),
        default="a4",
        show_default=True,
        help=f"A size such as 210x297mm, or one of: {_PAPERS}.",
    ),
    click.option(
        "--card",
        type=SizeName(paper_sizes.card),
        default=None,
        help=f"A size such as 63.5x88.9mm, or one of: {_CARDS}.  [default: the definition's]",
    ),
    theme_option,
    index_option,
    click.option(
        "--duplex",
        type=click.Choice(MODES),
        default="long",
        show_default=True,
        help="Backs: on the other side, turned over the long or the short edge; beside the "
        "fronts, across a fold; or none.",
    ),
    click.option(
        "--gap",
        type=Length(50),
        default="0mm",
        show_default=True,
        help="Between cards; 0 shares the cut lines.",
    ),
    click.option(
        "--bleed",
        type=Length(10),
        default="2mm",
        show_default=True,
        help="How far the print runs past the cut, where there is room.",
    ),
    margin_option,
    printer_option,
    click.option(
        "--overlap",
        type=Length(30),
        default="10mm",
        show_default=True,
        help="How far the tiles of what is larger than the paper lie over one another; 0mm joins "
        "them edge to edge.",
    ),
    click.option("--corners/--no-corners", help="Guides for cutting round corners."),
    click.option("--proof/--no-proof", help="Shows cut lines and safe areas over the cards."),
    click.option(
        "--layout",
        type=click.Choice(kit_request.LAYOUTS),
        default=kit_request.SHEETS,
        show_default=True,
        help="Sheets, or each card, mat or box by itself: a page of its size, bleed, no marks.",
    ),
    dpi_option,
    click.option(
        "--players",
        type=click.IntRange(1, 99),
        default=None,
        help="Prints what each player needs so many times.  [default: the least number of "
        "players; 1 for cards that are asked for by name]",
    ),
    click.option(
        "--token-size",
        type=TokenSize(100),
        default=None,
        help="Across a round token, or across the flats of a hexagon.  [default: 30mm; on labels "
        "what they hold]",
    ),
    click.option(
        "--token-shape",
        type=click.Choice(SHAPES),
        default=None,
        help="Tokens are round, or hexagons.  [default: round; on labels as they are]",
    ),
    click.option(
        "--cut",
        type=click.Choice(TOOLS),
        default=TOOLS[0],
        show_default=True,
        help="Tokens stand as a knife frees them, or each in a square that a punch grips.",
    ),
    click.option(
        "--labels",
        default=None,
        metavar="SHEET",
        help=f"Tokens as stickers, both sides: {', '.join(label_sheet_names())}.",
    ),
    first_option,
    nudge_options,
    click.option(
        "--caliper",
        type=Thickness(2),
        default=f"{CALIPER}mm",
        show_default=True,
        help="How thick one of your cards is: a tuck box is made for so many of them.",
    ),
    click.option("--sleeved/--no-sleeved", help="A tuck box for cards in sleeves."),
    click.option(
        "--sleeves",
        type=Length(10),
        default=None,
        help="What a sleeve adds to the width and height of a card; with it a tuck box is for "
        f"cards in sleeves.  [default: {SLEEVES}mm with --sleeved]",
    ),
    click.option(
        "--die",
        type=DieSize(48),
        default=f"{DIE:g}mm",
        show_default=True,
        help="The edge of a paper die.",
    ),
    click.option(
        "--mat",
        type=click.Choice(MAT_SHAPES),
        default=MAT_SHAPES[0],
        show_default=True,
        help="The shape of a mat.",
    ),
    click.option(
        "--page",
        type=SizeName(paper_sizes.paper),
        default="a5",
        show_default=True,
        help="The page of a booklet: a5, a6, half-letter, a4, or another size.",
    ),
    click.option("--pegs/--no-pegs", help="Holes for pegs or pins where lights and tracks are."),
    click.option(
        "--ink/--no-ink",
        help="Measures the ink on the rendered pages and tells it in the manifest; takes seconds. "
        "The theme ink-saver does it by itself.",
    ),
    click.option(
        "--values",
        type=click.Choice(kit_request.VALUES),
        default=kit_request.PRINTED,
        show_default=True,
        help="Blank leaves out the values that a local set gives: one deck for all sets.",
    ),
    click.option(
        "--with",
        "adds",
        multiple=True,
        metavar="VARIANT",
        help="Adds the cards of another definition, such as expansion. Repeatable.",
    ),
    click.option(
        "--jobs",
        type=click.IntRange(1, 64),
        default=None,
        help="With “all”: so many variants at once.  [default: as many as there are processors]",
    ),
    click.option(
        "--fresh/--no-fresh",
        help="Makes all files anew, also those that have not changed since the build before.",
    ),
    click.option(
        "-o",
        "--out",
        type=click.Path(path_type=Path),
        default=Path("output"),
        show_default=True,
        help="Folder; the files go into a folder of it named by the slug.",
    ),
)


def build_options(command: _Command) -> _Command:
    """All options of the command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
