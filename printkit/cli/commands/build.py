"""`printkit build`: from a definition to files."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import click

from printkit import kit, kit_request
from printkit.base.errors import UsageError
from printkit.base.messages import languages
from printkit.base.printer_profile import Profile
from printkit.cli.build_options import build_options
from printkit.cli.config import ConfiguredCommand
from printkit.cli.options import booklet_duplex, from_command_line, resolve_duplex, was_given
from printkit.model.load import load, variant_slugs
from printkit.products.piece import SLEEVES

# In place of a variant: all of them.
ALL = "all"


@click.command(cls=ConfiguredCommand)
@click.argument("variant")
@click.argument("products", nargs=-1, metavar="[PRODUCT]…")
@build_options
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
    page: str,
    ink: bool,
    values: str,
    adds: tuple[str, ...],
    jobs: int | None,
    fresh: bool,
    out: Path,
) -> None:
    """Builds VARIANT: a slug (see “printkit list”), a definition of your own, a book, or “all”.

    Products are those that “printkit list” names; without one, all that the materials of the game
    ask for, and a page that is printed first. Beside the files stands manifest.json with their
    checksums, the sheets of paper and the cuts. What has not changed since the build before is
    left as it is.

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
      printkit build all --jobs 2
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
        duplex=resolve_duplex(duplex, printer),
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
        page=page,
        turned=booklet_duplex(duplex, printer),
        ink=ink,
        values=values,
        adds=adds,
        printer=printer if layout == kit_request.SHEETS or from_command_line("printer") else None,
        fresh=fresh,
        out=out,
    )
    if variant == ALL:
        if not was_given("lang"):
            request = replace(request, languages=languages())
        _build_all(request, jobs)
        return
    built = _build_one(request)
    if sys.stdout.isatty():
        _report(built)


def _build_all(request: kit_request.Request, jobs: int | None) -> None:
    """All variants that have what is asked for. Raises what was refused when all else is made."""
    from printkit import kit_all  # only who builds them all pays for it

    requests = [replace(request, variant=name) for name in _all(request)]
    with click.progressbar(
        length=len(requests), label=ALL, file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as bar:
        outcomes = kit_all.build_many(
            requests, jobs or kit_all.processors(), lambda outcome: bar.update(1)
        )
    if sys.stdout.isatty():
        for outcome in outcomes:
            if outcome.built is not None:
                click.echo(_summary(outcome.built))
    if error := kit_all.refusal(outcomes):
        raise error


def _all(request: kit_request.Request) -> list[str]:
    """The variants that “all” means: those that have what is asked for. Raises UsageError."""
    if request.adds:
        raise UsageError("--with adds cards to one deck.", hint="Name the deck instead of “all”.")
    names = [name for name in variant_slugs() if kit.has(load(name), request)]
    if set(request.products) <= {kit.BOOKLET}:
        names += kit.books()
    if not names:
        raise UsageError("No variant has what you ask for.", hint="“printkit list” tells what is.")
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


def _report(built: kit.Built) -> None:
    """What lies where, for a person; a pipe gets silence and the manifest."""
    click.echo(_summary(built))
    for file in built.files[:12]:
        click.echo(f"  {file.name}")
    if len(built.files) > 12:
        click.echo(f"  … and {len(built.files) - 12} more")
    sheets, cuts = built.manifest["sheets"], built.manifest["cuts"]
    if sheets:
        click.echo(f"A deck is {sheets} sheets of paper and {cuts} cuts. Print at 100 %.")


def _summary(built: kit.Built) -> str:
    kept = f", {built.kept} of them unchanged and left as they were" if built.kept else ""
    return f"{built.folder}: {len(built.files)} files and {kit.MANIFEST}{kept}"
