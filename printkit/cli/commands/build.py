"""Build the files of a game: cards, booklet, mat and more."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import suppress
from itertools import chain
from typing import Any

import click
from click.shell_completion import CompletionItem
from msgspec.structs import replace

from printkit.base.errors import PrintkitError, UsageError
from printkit.base.messages import languages
from printkit.base.processes import available_cpus, processes_allowed
from printkit.cli.flags import format_option, job_of
from printkit.cli.job_command import JobCommand
from printkit.cli.options import (
    ALL,
    EDITIONS,
    SUBJECT,
    addons_option,
    check_addons,
    from_command_line,
    name_type,
    out_option,
    preset_option,
    replace_option,
    was_given,
    with_preset,
)
from printkit.cli.report import progress_bar, report_build, report_options
from printkit.cli.speech import shows_progress
from printkit.jobs.build import BuildResult
from printkit.jobs.job import Job, check_job, options_of, require_readers
from printkit.jobs.subject import can_build, load_subject, wanted_products
from printkit.library.builds import build
from printkit.model.definition_files import books
from printkit.model.load import load, load_all
from printkit.pieces.kits import available_products, product_sets, products
from printkit.pieces.protocols import target_names

_BOOKLET = "booklet"


def _complete_products(
    context: click.Context, _argument: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Return the products of the game that was typed, or all of them."""
    names: Iterable[str] = products()
    with suppress(PrintkitError):
        names = available_products(load(context.params.get("variant") or ""))
    names = (*names, *product_sets())
    chosen = context.params.get("products") or ()
    fitting = [name for name in names if name.startswith(incomplete) and name not in chosen]
    return [CompletionItem(name) for name in fitting]


@click.command(cls=JobCommand)
@click.argument("variant", type=SUBJECT)
@click.argument("products", nargs=-1, metavar="[PRODUCT]…", shell_complete=_complete_products)
@click.option(
    "--lang",
    "languages",
    type=EDITIONS,
    default=None,
    help="Languages of the files. Join two languages with a plus sign to print both on the same "
    "mats, tables, boards and score sheets.  [default: the locale; for “all”: every language]",
)
@format_option
@addons_option
@preset_option
@click.option(
    "--for",
    "target",
    type=name_type("TARGET", target_names, files=False),
    default="",
    help="Make files for a print shop, a virtual table or a cutting machine; see “printkit list "
    "--targets”.",
)
@click.option(
    "--measure-ink/--no-measure-ink",
    help="Measure ink coverage and record it in the manifest (slow). The ink-saver theme "
    "always does this.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    default=None,
    help="Number of processes that build games (with “all”), products or page images in "
    "parallel.  [default: one per processor]",
)
@click.option("--rebuild/--no-rebuild", help="Rebuild every file, even if nothing has changed.")
@replace_option
@report_options
@out_option
def command(variant: str, preset: str | None, jobs: int | None, **parameters: Any) -> None:
    """Build VARIANT: a name from “printkit list”, a definition file, a book, or “all”.

    Without PRODUCT, build everything that the game needs, plus a “print me first” page. With
    “tonight”, build only the essentials, on as few sheets as possible. The file manifest.json lists
    all files with their checksums and records the number of sheets and cuts. Unchanged files are
    not rebuilt.

    \b
    Examples:
      printkit build casino
      printkit build kessel --lang fr,en --paper letter --card-size standard
      printkit build pazaak cards --players 2 --duplex fold
      printkit build casino --layout single --format png --dpi 600 --bleed 3mm
      printkit build kessel cards --for drivethru
      printkit build kessel tonight
      printkit build kessel --players 4 --copies 12
      printkit build kessel tokens --players 4 --cut-tool punch
      printkit build casino tuck-box --card-size standard --sleeves 66x91mm --caliper 0.3mm
      printkit build casino --with expansion
      printkit build corellian cards rule-cards --blank-values
      printkit build my-deck.toml --format pdf,svg -o ~/decks
      printkit build all --jobs 2
    """
    report = {name: parameters.pop(name) for name in ("quiet", "list_files", "as_json")}
    if sum(report.values()) > 1:
        raise UsageError("--quiet, --list-files and --json cannot be combined.", hint="Choose one.")
    job = job_of(parameters, variant=with_preset(variant, preset))
    if job.target and not from_command_line("formats"):
        job = replace(job, formats=())
    error: PrintkitError | None = None
    if variant == ALL:
        if not was_given("languages"):
            job = replace(job, languages=languages())
        results, error = _build_all(job, jobs)
    else:
        with processes_allowed(jobs or available_cpus()), progress_bar(job.variant) as bar:
            results = [build(job, bar)]
    report_build(results, **report)
    if error is not None:  # after everything else is made
        raise error


def _build_all(job: Job, workers: int | None) -> tuple[list[BuildResult], PrintkitError | None]:
    """Build all variants that have the products of a job.

    Also return an error that combines the errors of the variants that were refused, or None.
    """
    from printkit.jobs.build_many import build_many, combined_error  # only “all” needs it

    jobs = _list_jobs(job)
    with click.progressbar(
        length=len(jobs), label=ALL, file=sys.stderr, hidden=not shows_progress(), show_eta=False
    ) as bar:
        outcomes = build_many(jobs, workers or available_cpus(), lambda outcome: bar.update(1))
    results = [outcome.result for outcome in outcomes if outcome.result is not None]
    return results, combined_error(outcomes)


def _list_jobs(job: Job) -> list[Job]:
    """Return a job for each variant that has the products, with the options that it reads.

    Raises UsageError if no game has the products.
    """
    check_addons(job.variant, job.addons)
    job = check_job(job)
    jobs = [replace(job, variant=game.slug) for game in load_all() if can_build(game, job)]
    if set(job.products) <= {_BOOKLET}:
        jobs += [replace(job, variant=name) for name in books()]
    if not jobs:
        raise UsageError("No game has these products.", hint="See “printkit list”.")
    made = [wanted_products(own, load_subject(own)) for own in jobs]
    require_readers(job, job.formats, list(dict.fromkeys(chain(*made))), products)
    readers = [options_of(keys, job.formats) for keys in made]
    return [
        replace(own, options={name: own.options[name] for name in own.options if name in known})
        for own, known in zip(jobs, readers, strict=True)
    ]
