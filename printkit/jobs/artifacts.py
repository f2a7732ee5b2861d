"""From a plan to a folder: files and a manifest, all or nothing.

In: a Plan, and what of an earlier build still holds. Out: files in their place, what has not
changed left as it is, and a manifest that names all of them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from math import fsum
from pathlib import Path
from typing import Any

import msgspec

from printkit.base.files import Staging
from printkit.jobs.job import Job, check_job
from printkit.jobs.manifest import (
    MANIFEST,
    UNREADABLE,
    FileEntry,
    PreviousBuild,
    manifest_text,
    read_if_file,
    read_manifest,
)
from printkit.jobs.plan import (
    WRITE_STAGE,
    Plan,
    ProductPlan,
    Progress,
    make_plan,
    measures_ink,
    no_progress,
)
from printkit.jobs.subject import Subject, load_subject
from printkit.writers import Artifact, writer


class BuildResult(msgspec.Struct, frozen=True):
    """A folder that was filled: the manifest as it was written, the files, and how many of them
    were left as they were."""

    folder: Path
    files: tuple[Path, ...]
    manifest: dict[str, Any]
    unchanged_count: int = 0


def build(job: Job, progress: Progress = no_progress) -> BuildResult:
    """Make all files of a job, or none. Raises PrintkitError."""
    checked = check_job(job)
    return build_subject(checked, load_subject(checked), progress)


def build_subject(job: Job, subject: Subject, progress: Progress = no_progress) -> BuildResult:
    """Make all files of a checked job about a subject, or none. Raises PrintkitError."""
    previous = PreviousBuild(job.out / subject.slug)
    # All is laid out before the first file is begun: most refusals come before any work on disk.
    return write(make_plan(job, subject, previous, progress), progress)


def write(plan: Plan, progress: Progress = no_progress) -> BuildResult:
    """Write the files of a plan and their manifest, or nothing. Raises PrintkitError."""
    folder = plan.job.out / plan.subject.slug
    ink = (
        [dict(part.ink or _measure(part)) for part in plan.products]
        if measures_ink(plan.job)
        else None
    )
    entries: list[FileEntry] = []
    unchanged = 0
    done, total = 0, sum(map(_pages_to_write, _pending(plan)))
    progress(WRITE_STAGE, done, total)
    with Staging(folder) as staging:
        for part, name, outputs in _outputs(plan):
            if outputs is None:
                entries += part.kept[name]
                unchanged += len(part.kept[name])
                continue
            for output in outputs:
                file = f"{part.file_stem}{output.suffix}"
                staging.add(file, output.data)
                entries.append(_entry(file, part, name, output, plan))
                done += output.pages
                progress(WRITE_STAGE, done, total)
        manifest = {**plan.as_data(), "ink_percent": ink}
        made = manifest.pop("made")
        manifest = {**manifest, "made": made, "files": entries}
        text = manifest_text(manifest)
        if not unchanged or read_if_file(folder / MANIFEST) != text:
            staging.add(MANIFEST, text)
        for file in _outlived(folder, entries):
            staging.drop(file)
        staging.commit()
    files = tuple(folder / entry["file"] for entry in entries)
    return BuildResult(folder, files, manifest, unchanged)


def write_files(
    plans: Sequence[Plan], folder: Path, progress: Progress = no_progress
) -> tuple[Path, ...]:
    """Write the files of plans into one folder without a manifest, or nothing.

    What is only looked at leaves none. Raises PrintkitError.
    """
    files: dict[str, bytes] = {}
    total = sum(_pages_to_write(one) for plan in plans for one in _pending(plan))
    done = 0
    for plan in plans:
        for part, _, outputs in _outputs(plan):
            for output in outputs or ():
                files[f"{part.file_stem}{output.suffix}"] = output.data
                done += output.pages
                progress(WRITE_STAGE, done, total)
    with Staging(folder) as staging:
        for name, data in files.items():
            staging.add(name, data)
        staging.commit()
    return tuple(folder / name for name in files)


def _outputs(plan: Plan) -> Iterator[tuple[ProductPlan, str, Iterable[Artifact] | None]]:
    """Yield the outputs of each product in each format; None for those that are kept."""
    for part in plan.products:
        for name in plan.job.formats:
            if name in part.kept:
                yield part, name, None
                continue
            assert part.document is not None, "what is not kept has been laid out"
            yield part, name, writer(name)(part.document)
        for name, make in part.texts.items():
            yield part, name, None if name in part.kept else (make(),)


def _pending(plan: Plan) -> Iterator[tuple[ProductPlan, str]]:
    """Yield the products and the formats with pages that have to be written."""
    for part in plan.products:
        for name in plan.job.formats:
            if name not in part.kept:
                yield part, name


def _pages_to_write(one: tuple[ProductPlan, str]) -> int:
    document = one[0].document
    return len(document.pages) if document is not None else 0


def _measure(part: ProductPlan) -> dict[str, Any]:
    """Return the ink of a document as a manifest has it: per cent of the area, as rendered."""
    assert part.document is not None, "what is kept was measured"
    from printkit.writers._ink import measure_ink  # it renders: only who measures pays for it

    ink = measure_ink(part.document)
    sides = {"fronts": ink.fronts, "backs": ink.backs}
    return {
        "product": part.product,
        "language": part.edition,
        "pages": {name: round(share, 2) for name, share in ink.pages.items()},
        **{side: _ink_summary(shares) for side, shares in sides.items() if shares},
    }


def _ink_summary(shares: Sequence[tuple[str, float]]) -> dict[str, Any]:
    """Return the mean of the drawings, and which of them takes most."""
    title, most = max(shares, key=lambda share: share[1])
    mean = fsum(share for _, share in shares) / len(shares)
    return {"mean": round(mean, 2), "most": round(most, 2), "of": title}


def _outlived(folder: Path, entries: Iterable[FileEntry]) -> list[str]:
    """Return the files of the build before that this one would leave beside its own: pages past
    its last.

    Only what the old manifest names, of the same product, language and format, and unchanged since.
    """
    listed = list(entries)
    try:
        before = read_manifest(folder)["files"]
        known = {entry["file"] for entry in listed}
        made = {(entry["product"], entry["language"], entry["format"]) for entry in listed}
        return [
            entry["file"]
            for entry in before
            if (entry["product"], entry["language"], entry["format"]) in made
            and entry["file"] not in known
            and Path(entry["file"]).name == entry["file"]
            and _sha256(folder / entry["file"]) == entry["sha256"]
        ]
    except UNREADABLE:
        return []  # no manifest, or not one of ours


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def _entry(file: str, part: ProductPlan, name: str, output: Artifact, plan: Plan) -> FileEntry:
    """Return a file as the manifest lists it."""
    options = plan.format_options.get(name)
    return {
        "file": file,
        "product": part.product,
        "language": part.edition,
        "format": name,
        **({"options": dict(options)} if options else {}),
        "pages": output.pages,
        "cards": output.cards,
        "sha256": hashlib.sha256(output.data).hexdigest(),
    }
