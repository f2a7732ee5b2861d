"""Plan and build files, and report the errors and warnings of a definition as `check` does.

Input: a Job. Output: a Plan or a BuildResult whose notices include the warnings of a check, or a
DefinitionError with all errors of a check.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import product
from typing import NamedTuple

from msgspec.structs import replace

from printkit.base import paper_sizes
from printkit.base.content import ChoiceTable, recorded_choices
from printkit.base.errors import DefinitionError, Diagnostic, PrintkitError, UsageError, problems
from printkit.base.messages import languages, parse_edition
from printkit.base.paper_sizes import Size
from printkit.base.processes import Progress, no_progress
from printkit.jobs.build import BuildResult
from printkit.jobs.build import build as build_job
from printkit.jobs.job import Job, make_job, option_values
from printkit.jobs.plan import Plan
from printkit.jobs.plan import plan as plan_job
from printkit.jobs.subject import check_pictures
from printkit.model.definition_files import (
    books,
    read_definition,
    resolve_definition,
    split_preset,
    variant_slugs,
)
from printkit.model.load import Sourced, with_sources
from printkit.model.variant import OURS, Variant
from printkit.model.warnings import SoundPart
from printkit.pieces.kits import product_sets
from printkit.pieces.options import CARD_SIZE

# The place of an error in the drawing of a face.
_OF_CARD = "card "


class _Read(NamedTuple):
    """A definition of the user's that was read, if it has no errors, and its warnings."""

    sourced: Sourced | None = None
    warnings: Sequence[Diagnostic] = ()

    def added_to(self, notices: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """Return the warnings and the notices, without duplicates."""
        return tuple(dict.fromkeys((*self.warnings, *notices)))


def build(job: Job, progress: Progress = no_progress) -> BuildResult:
    """Build all files of a job, or none. Raises PrintkitError with all errors of the definition."""
    read = _read_own(job)
    with _all_faults_of(job):
        result = build_job(job, progress, read.sourced)
    return replace(result, notices=read.added_to(result.notices))


def plan(job: Job, progress: Progress = no_progress) -> Plan:
    """Lay out a job without writing anything. Raises PrintkitError with all errors of the
    definition.
    """
    read = _read_own(job)
    with _all_faults_of(job):
        result = plan_job(job, progress, read.sourced)
    return replace(result, notices=read.added_to(result.notices))


def make_choices() -> ChoiceTable:
    """Lay out the kits of our games in each language; return the choices of layout searches."""
    with recorded_choices() as table:
        for slug, language, products in product(
            variant_slugs(), languages(), ((), *((name,) for name in product_sets()))
        ):
            plan_job(make_job(slug, products, languages=(language,)))
    return {key: made for key, made in table.items() if made}


@contextmanager
def _all_faults_of(job: Job) -> Iterator[None]:
    """Context manager: raise all errors of a job's definition instead of only the first."""
    try:
        yield
    except UsageError:
        raise
    except PrintkitError as error:
        raise _all_faults(job, error) from None


def _is_own(job: Job) -> bool:
    """Return True if a job prints a single definition of the user's, without add-ons."""
    name = split_preset(job.variant)[0]
    return not (job.deck or job.addons or name in variant_slugs() or name in books())


def _all_faults(job: Job, error: PrintkitError) -> PrintkitError:
    """Return an error with all errors that a check finds in a user's definition, or the same error
    for any other job or cause.
    """
    if not _is_own(job) or not _is_of_definition(job, error):
        return error
    from printkit.library.checks import check  # composes booklets: builds of ours do not need it

    language = parse_edition(job.languages[0])[0]
    try:
        check(job.variant, language)
    except DefinitionError as found:
        known = [f"{fault.message}" for fault in found.problems]
        more = (one for one in problems(error) if all(one.message not in text for text in known))
        return DefinitionError([*found.problems, *more])
    except PrintkitError:
        return error
    return error


def _is_of_definition(job: Job, error: PrintkitError) -> bool:
    """Return True for an error in the files of a definition, not in its output or its options."""
    if isinstance(error, DefinitionError):
        return True
    place = str(error.location or "")
    with suppress(PrintkitError):
        folder = resolve_definition(split_preset(job.variant)[0]).parent
        return place.startswith((_OF_CARD, str(folder))) or place == job.variant
    return False


def _read_own(job: Job) -> _Read:
    """Read a definition of the user's, with the warnings that a check gives for the card size of
    the job. It is read before the build, which then keeps only its Variant in memory.
    """
    if not _is_own(job):
        return _Read()
    from printkit.library.checks import find_warnings  # see above

    read = _Read()
    with suppress(PrintkitError):  # the build reports errors; a book that only a check reads
        name, language = job.variant, parse_edition(job.languages[0])[0]
        stack = read_definition(name)
        sourced = with_sources(stack, language, split_preset(name)[1])
        variant, read = sourced[0], _Read(sourced)
        if variant.origin != OURS and variant.cards:
            check_pictures(variant, name)
            part = SoundPart(stack, [], variant, stack, language)
            warnings = find_warnings(name, variant, size=_size(job, variant), part=part)
            read = _Read(sourced, sorted(warnings))
    return read


def _size(job: Job, variant: Variant) -> Size:
    """Return the size of the cards of a job."""
    return paper_sizes.card(option_values((CARD_SIZE,), job, variant)[CARD_SIZE.name])
