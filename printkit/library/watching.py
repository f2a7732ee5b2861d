"""Make the contact sheets of a definition again whenever one of its files changes.

Input: a Job and themes. Output: the pictures after each change, or its error. The size and
modification time of the files are checked several times per second. Only the changed parts of a
picture are painted again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import msgspec
from msgspec.structs import replace

from printkit.base.errors import PrintkitError
from printkit.base.files import READ, cache_folder, file_stamp
from printkit.base.limits import MAX_PICTURES_BESIDE
from printkit.base.sentences import content_root
from printkit.jobs.build import forget_games, write_looks
from printkit.jobs.job import Job
from printkit.jobs.plan import Plan
from printkit.library.previews import plan_contact_sheets
from printkit.pieces.options import DPI
from printkit.pieces.pages import Artifact, Document
from printkit.writers.png_changes import PagePainter

# The time between two looks at the files (s), and the depth of folders below the definition.
PAUSE = 0.15
_DEPTH = 2

# The size and modification time of files by path.
Stamps = dict[str, tuple[int, ...]]


class WatchedBuild(msgspec.Struct, frozen=True):
    """The pictures that were made after a change, or the error that stopped the build.

    `changed` are the names of the changed files, empty for the first build. `share` is the greatest
    share of a picture that was painted again.
    """

    paths: tuple[Path, ...] = ()
    changed: tuple[str, ...] = ()
    share: float = 1.0
    error: PrintkitError | None = None


class ContactSheetWatch:
    """The contact sheets of a job in some themes; only changed parts are painted again."""

    def __init__(self, job: Job, themes: Sequence[str]) -> None:
        self.job, self.themes = job, themes
        self.painters: dict[str, PagePainter] = {}

    def build(self) -> tuple[Path, ...]:
        """Write all pictures, or none, and return their paths. Raises PrintkitError."""
        plans = plan_contact_sheets(self.job, self.themes)
        return write_looks([self._repainted(plan) for plan in plans])

    @property
    def share(self) -> float:
        """The greatest share of a picture that was painted for the last build."""
        return max((one.painted_share for one in self.painters.values()), default=1.0)

    def _repainted(self, plan: Plan) -> Plan:
        """Return a plan in which only the changed parts of pictures are painted."""
        parts = []
        for part in plan.products:
            if (document := part.document) is not None:
                (page,) = document.pages
                painter = self.painters.setdefault(page.name, PagePainter())
                dpi = float({**plan.job.options, **part.format_values}[DPI.name])
                make = partial(_paint, painter, document, dpi)
                part = replace(part, texts={**part.texts, **dict.fromkeys(part.formats, make)})
            parts.append(part)
        return replace(plan, products=tuple(parts))


def _paint(
    painter: PagePainter, document: Document, dpi: float, _made: Sequence[object]
) -> list[Artifact]:
    return [painter.paint(document, dpi)]


def watch_contact_sheets(
    job: Job,
    themes: Sequence[str],
    wait: Callable[[float], object],
    build: Callable[[], tuple[Path, ...]] | None = None,
) -> Iterator[WatchedBuild]:
    """Yield the pictures of a definition, now and after each change of its files, without end.

    `wait` is called with the seconds until the next look at the files. `build`, if given, makes
    other files instead of contact sheets. Errors are yielded, not raised.
    """
    watch = ContactSheetWatch(job, themes)
    make = build or watch.build
    before: Stamps | None = None
    while True:
        stamps = _settle_files(job, wait) if before is not None else _stamps(job)
        if stamps != before:
            changed = _changed(before, stamps) if before is not None else ()
            if any(name.lower().endswith(".svg") for name in changed):
                forget_games()  # drawings are kept by their path
            try:
                built = WatchedBuild(make(), changed, watch.share)
            except PrintkitError as error:
                built = WatchedBuild(changed=changed, error=error)
            # A definition may name other files than before.
            before = {**_stamps_of_read(job), **stamps}
            yield built
        wait(PAUSE)


def _settle_files(job: Job, wait: Callable[[float], object]) -> Stamps:
    """Wait until no file changes any more, and return the stamps of the files."""
    stamps = _stamps(job)
    while True:
        if (again := _stamps(job)) == stamps:
            return stamps
        stamps = again
        wait(PAUSE)


def _changed(before: Stamps, after: Stamps) -> tuple[str, ...]:
    names = (name for name in {**before, **after} if before.get(name) != after.get(name))
    return tuple(sorted(map(os.path.basename, names)))


def _stamps(job: Job) -> Stamps:
    """Return the stamps (size and modification time) of the files in the folder of a definition,
    and of all user files that were read.
    """
    folder = Path(os.path.abspath(job.variant)).parent
    apart = _folders_apart(job)
    names: list[str] = []
    for root, folders, files in os.walk(folder):
        depth = len(Path(root).relative_to(folder).parts)
        folders[:] = [
            name
            for name in sorted(folders)
            if depth < _DEPTH and name[0] != "." and os.path.join(root, name) not in apart
        ]
        names += (os.path.join(root, name) for name in sorted(files) if name[0] != ".")
        if len(names) > MAX_PICTURES_BESIDE:
            break
    return {**_stamps_of_read(job), **{name: file_stamp(Path(name)) for name in names}}


def _stamps_of_read(job: Job) -> Stamps:
    """Return the stamps of the user files that were read."""
    apart = (str(content_root()), *_folders_apart(job))
    read = (name for name in [*READ.files] if not name.startswith(apart))
    return {name: file_stamp(Path(name)) for name in read}


def _folders_apart(job: Job) -> tuple[str, ...]:
    """Return the folders with printkit's own files, which are not watched."""
    return os.path.abspath(job.out), str(cache_folder())
