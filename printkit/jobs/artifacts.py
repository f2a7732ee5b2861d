"""From a plan to a folder: files and a manifest, all or nothing.

In: a Plan, and what of an earlier build still holds. Out: files in their place, what has not
changed left as it is, and a manifest that names all of them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import fsum
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from printkit.base.errors import Diagnostic
from printkit.base.plain_text import brief_repr
from printkit.base.progress import WRITE_STAGE, Progress, no_progress
from printkit.jobs.job import Job, check_job
from printkit.jobs.manifest import FileEntry, InkEntry, Manifest, PreviousBuild
from printkit.jobs.plan import Plan, ProductPlan, describe_subject, make_plan, measures_ink
from printkit.jobs.staging import Staging
from printkit.jobs.subject import Subject, load_subject
from printkit.writers import Artifact, writer


class BuildResult(msgspec.Struct, frozen=True):
    """A folder that was filled: what the manifest says of this build, the files, how many of them
    were left as they were, the copies of files of the user that were in the way, and what booklets
    go without."""

    __repr__ = brief_repr

    folder: Path
    files: tuple[Path, ...]
    manifest: dict[str, Any]
    unchanged_count: int = 0
    backups: tuple[Path, ...] = ()
    notices: tuple[Diagnostic, ...] = ()


class BuiltFile(msgspec.Struct, frozen=True):
    """A file that was made in memory."""

    __repr__ = brief_repr

    name: str
    data: bytes


class BuiltFiles(msgspec.Struct, frozen=True):
    """Files that were made in memory, and what a manifest says of them."""

    __repr__ = brief_repr

    files: tuple[BuiltFile, ...]
    manifest: dict[str, Any]


def build(job: Job, progress: Progress = no_progress) -> BuildResult:
    """Make all files of a job, or none. Raises PrintkitError."""
    checked = check_job(job)
    return build_subject(checked, load_subject(checked), progress)


def build_subject(job: Job, subject: Subject, progress: Progress = no_progress) -> BuildResult:
    """Make all files of a checked job about a subject, or none. Raises PrintkitError."""
    previous = PreviousBuild(job.out / subject.slug, replace=job.replace)
    # All is laid out before the first file is begun: most refusals come before any work on disk.
    return write(make_plan(job, subject, previous, progress), progress)


def write(plan: Plan, progress: Progress = no_progress) -> BuildResult:
    """Write the files of a plan and their manifest, or nothing. Raises PrintkitError."""
    folder = plan.job.out / plan.subject.slug
    with Staging(folder, replace=plan.job.replace) as staging:
        manifest = _make_files(plan, staging.add, progress)
        stems = [part.file_stem for part in plan.products]
        backups = staging.commit(manifest, swept_stems=stems)
    files = tuple(folder / entry.file for entry in manifest.files)
    unchanged = sum(len(entries) for part in plan.products for entries in part.kept.values())
    return BuildResult(folder, files, manifest.as_data(), unchanged, backups, _notices(plan))


def _notices(plan: Plan) -> tuple[Diagnostic, ...]:
    """Return what the booklets of a plan leave out, each notice once."""
    return tuple(dict.fromkeys(notice for part in plan.products for notice in part.notices))


def render(plan: Plan, progress: Progress = no_progress) -> BuiltFiles:
    """Make the files of a plan in memory. Raises PrintkitError."""
    files: list[BuiltFile] = []

    def add(name: str, data: bytes) -> str:
        files.append(BuiltFile(name, data))
        return hashlib.sha256(data).hexdigest()

    manifest = _make_files(plan, add, progress)
    return BuiltFiles(tuple(files), manifest.as_data())


def _make_files(plan: Plan, add: Callable[[str, bytes], str], progress: Progress) -> Manifest:
    """Make the files of a plan, hand each to `add`, which returns its checksum, and return their
    manifest."""
    ink = None
    if measures_ink(plan.job):
        ink = tuple(part.ink or _measure(part) for part in plan.products)
    entries: list[FileEntry] = []
    done, total = 0, sum(map(_pages_to_write, _pending(plan)))
    progress(WRITE_STAGE, done, total)
    for part, name, outputs in _outputs(plan):
        if outputs is None:
            entries += part.kept[name]
            continue
        for output in outputs:
            file = f"{part.file_stem}{output.suffix}"
            entries.append(_entry(file, add(file, output.data), part, name, output, plan))
            done += output.pages
            progress(WRITE_STAGE, done, total)
    return replace(plan.manifest(), ink_percent=ink, files=tuple(entries))


def write_looks(plans: Sequence[Plan], progress: Progress = no_progress) -> tuple[Path, ...]:
    """Write the pictures of plans of one job into its folder, or nothing; those of other looks
    stay. Raises PrintkitError."""
    plan = plans[0]
    folder = plan.job.out / plan.subject.slug
    entries: list[FileEntry] = []
    total = sum(_pages_to_write(pending) for plan in plans for pending in _pending(plan))
    progress(WRITE_STAGE, 0, total)
    with Staging(folder, replace=plan.job.replace) as staging:
        for plan in plans:
            for part, name, outputs in _outputs(plan):
                for output in outputs or ():
                    file = f"{part.file_stem}{output.suffix}"
                    checksum = staging.add(file, output.data)
                    entries.append(_entry(file, checksum, part, name, output, plan))
                    progress(WRITE_STAGE, len(entries), total)
        staging.commit(replace(describe_subject(plan.subject), files=tuple(entries)))
    return tuple(folder / entry.file for entry in entries)


def _outputs(plan: Plan) -> Iterator[tuple[ProductPlan, str, Iterable[Artifact] | None]]:
    """Yield the outputs of each product in each format; None for those that are kept."""
    for part in plan.products:
        for name in plan.job.formats:
            if name in part.kept:
                yield part, name, None
                continue
            assert part.document is not None, "what is not kept has been laid out"
            values = {**plan.job.options, **part.format_values}
            yield part, name, writer(name)(part.document, values)
        for name, make in part.texts.items():
            yield part, name, None if name in part.kept else (make(),)


def _pending(plan: Plan) -> Iterator[tuple[ProductPlan, str]]:
    """Yield the products and the formats with pages that have to be written."""
    for part in plan.products:
        for name in plan.job.formats:
            if name not in part.kept:
                yield part, name


def _pages_to_write(pending: tuple[ProductPlan, str]) -> int:
    document = pending[0].document
    return len(document.pages) if document is not None else 0


def _measure(part: ProductPlan) -> InkEntry:
    """Return the ink of a document as a manifest has it: per cent of the area, as rendered."""
    assert part.document is not None, "what is kept was measured"
    from printkit.writers._ink import measure_ink  # it renders: only who measures pays for it

    ink = measure_ink(part.document)
    sides = {"fronts": ink.fronts, "backs": ink.backs}
    return InkEntry(
        product=part.product,
        language=part.edition,
        pages={name: round(share, 2) for name, share in ink.pages.items()},
        **{side: _ink_summary(shares) for side, shares in sides.items() if shares},
    )


def _ink_summary(shares: Sequence[tuple[str, float]]) -> dict[str, Any]:
    """Return the mean of the drawings, and which of them takes most."""
    title, maximum = max(shares, key=lambda share: share[1])
    mean = fsum(share for _, share in shares) / len(shares)
    return {"mean": round(mean, 2), "most": round(maximum, 2), "of": title}


def _entry(
    file: str, checksum: str, part: ProductPlan, name: str, output: Artifact, plan: Plan
) -> FileEntry:
    """Return a file as the manifest lists it."""
    return FileEntry(
        file=file,
        product=part.product,
        language=part.edition,
        format=name,
        options=dict(plan.format_options.get(name, {})),
        pages=output.pages,
        cards=output.cards,
        sha256=checksum,
    )
