"""Show a whole deck on a screen: its distinct faces, backs and tokens on contact sheets (PNG).

Input: a Job and themes. Output: a picture for each theme and language.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from printkit.art.theme import theme
from printkit.base.errors import PrintkitError
from printkit.base.processes import Progress, no_progress
from printkit.base.sentences import Sentence
from printkit.jobs.build import write_looks
from printkit.jobs.job import Job, check_job
from printkit.jobs.plan import Plan, make_plan
from printkit.jobs.subject import load_subject
from printkit.pieces.options import THEME

# The key of the product.
CONTACT_SHEET = "contact-sheet"


def write_contact_sheets(
    job: Job, themes: Sequence[str], progress: Progress = no_progress
) -> tuple[Path, ...]:
    """Write a picture for each theme and language: all, or none. Return their paths. Raises
    PrintkitError.
    """
    return write_looks(plan_contact_sheets(job, themes), progress)


def plan_contact_sheets(job: Job, themes: Sequence[str]) -> list[Plan]:
    """Return the plans of the pictures, one for each theme. Raises PrintkitError."""
    checked = check_job(replace(job, products=(CONTACT_SHEET,), formats=("png",)))
    subject = load_subject(checked)
    # Everything is laid out before the first file is written: most errors occur before that.
    jobs = [in_theme(checked, name) for name in distinct_themes(themes)]
    return [make_plan(own, subject, None, no_progress) for own in jobs]


def in_theme(job: Job, name: str) -> Job:
    """Return the job in another theme."""
    return replace(job, options={**job.options, THEME.name: name})


def distinct_themes(names: Sequence[str]) -> list[str]:
    """Return the names or files of the themes, each theme once.

    Raises PrintkitError for an unknown theme, and for two themes with the same name.
    """
    looks: dict[str, str] = {}
    for name in names:
        key = theme(name).key
        if theme(looks.setdefault(key, name)) is not theme(name):
            raise PrintkitError(
                Sentence("Two themes are called “{key}”.", key=key),
                hint="Rename the file of one of them.",
            )
    return list(looks.values())
