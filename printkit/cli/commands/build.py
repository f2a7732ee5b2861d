"""Build the files of a game: cards, booklet, mat and more."""

from __future__ import annotations

import sys
from itertools import chain
from pathlib import Path
from typing import Any

import click
from msgspec.structs import replace

from printkit.base.errors import PrintkitError, UsageError
from printkit.base.messages import languages
from printkit.cli.flags import JobCommand, chosen_options, option_fields
from printkit.cli.options import (
    EDITIONS,
    addons_option,
    names_type,
    out_option,
    replace_option,
    was_given,
)
from printkit.cli.progress import ProgressBar
from printkit.cli.report import check_report, report_build, report_options
from printkit.jobs.artifacts import BuildResult, build
from printkit.jobs.job import Job, check_job
from printkit.jobs.options import options_of, require_readers
from printkit.jobs.subject import books, can_build, load_subject, wanted_products
from printkit.model.load import load_all
from printkit.pieces.registry import products
from printkit.writers import bundled_formats, formats

# In place of a variant: all of them.
ALL = "all"
_BOOKLET = "booklet"


@click.command(cls=JobCommand)
@click.argument("variant")
@click.argument("products", nargs=-1, metavar="[PRODUCT]…")
@click.option(
    "--lang",
    type=EDITIONS,
    default="en",
    help="Languages; two with a plus stand side by side on mats, tables, boards and "
    "score sheets.  [default: en; for “all”: every language]",
)
@click.option(
    "--format",
    "fmt",
    type=names_type(formats, "formats", bundled_formats),
    default="pdf",
    show_default=True,
    help="What to write.",
)
@addons_option
@click.option(
    "--measure-ink/--no-measure-ink",
    help="Measure ink coverage and record it in the manifest (slow). ink-saver always does.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    default=None,
    help="Number of variants to build in parallel (with “all”).  [default: one a processor]",
)
@click.option("--rebuild/--no-rebuild", help="Rebuild every file.")
@replace_option
@report_options
@out_option
def command(
    variant: str,
    products: tuple[str, ...],
    lang: tuple[str, ...],
    fmt: tuple[str, ...],
    addons: tuple[str, ...],
    measure_ink: bool,
    jobs: int | None,
    rebuild: bool,
    replace_files: bool,
    quiet: bool,
    list_files: bool,
    as_json: bool,
    out: Path,
    **chosen: Any,
) -> None:
    """Build VARIANT: a name from “printkit list”, a definition file, a book, or “all”.

    Without PRODUCT, build everything the game needs, plus a page to print first. Beside the files
    stands manifest.json with their checksums, the sheets of paper and the cuts. Unchanged files are
    not rebuilt.

    \b
    Examples:
      printkit build casino
      printkit build kessel --lang fr,en --paper letter --card-size standard
      printkit build pazaak cards --players 2 --duplex fold
      printkit build casino --layout single --format png --dpi 600 --bleed 3mm
      printkit build kessel tokens --players 4 --cut-tool punch
      printkit build casino tuck-box --sleeved --caliper 0.3mm
      printkit build casino --with expansion
      printkit build corellian cards rule-cards --blank-values
      printkit build my-deck.toml --format pdf,svg -o ~/decks
      printkit build all --jobs 2
    """
    job = Job(
        variant=variant,
        products=products,
        languages=lang,
        formats=fmt,
        **option_fields(chosen_options(chosen)),
        addons=addons,
        measure_ink=measure_ink,
        rebuild=rebuild,
        replace=replace_files,
        out=out,
    )
    check_report(quiet=quiet, list_files=list_files, as_json=as_json)
    error: PrintkitError | None = None
    if variant == ALL:
        if not was_given("lang"):
            job = replace(job, languages=languages())
        results, error = _build_all(job, jobs)
    else:
        with ProgressBar(job.variant) as bar:
            results = [build(job, bar)]
    report_build(results, quiet=quiet, list_files=list_files, as_json=as_json)
    if error is not None:  # told when all else is made
        raise error


def _build_all(job: Job, workers: int | None) -> tuple[list[BuildResult], PrintkitError | None]:
    """Build all variants that have what is asked for; return what was refused beside."""
    from printkit.jobs import workers as pool  # only who builds them all pays for it

    jobs = _all(job)
    with click.progressbar(
        length=len(jobs), label=ALL, file=sys.stderr, hidden=not sys.stderr.isatty(), show_eta=False
    ) as bar:
        outcomes = pool.build_many(
            jobs, workers or pool.available_cpus(), lambda outcome: bar.update(1)
        )
    results = [outcome.result for outcome in outcomes if outcome.result is not None]
    return results, pool.combined_error(outcomes)


def _all(job: Job) -> list[Job]:
    """Return a job for each variant that has what is asked for, with the options that it reads.

    Raises UsageError.
    """
    if job.addons:
        raise UsageError(
            "--with works with a single variant, not with “all”.", hint="Name the deck."
        )
    job = check_job(job)
    jobs = [replace(job, variant=game.slug) for game in load_all() if can_build(game, job)]
    if set(job.products) <= {_BOOKLET}:
        jobs += [replace(job, variant=name) for name in books()]
    if not jobs:
        raise UsageError("No variant offers these products.", hint="See “printkit list”.")
    made = {one.variant: wanted_products(one, load_subject(one)) for one in jobs}
    require_readers(job, job.formats, list(dict.fromkeys(chain(*made.values()))), products)
    return [
        replace(
            one,
            options={
                name: value
                for name, value in one.options.items()
                if name in options_of(made[one.variant], one.formats)
            },
        )
        for one in jobs
    ]
