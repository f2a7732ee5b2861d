"""Build the files of one plan.

Input: a Plan, which names the files of an earlier build that are kept. Output: the new files, and a
manifest that lists all files.

With two processors, a child process makes about half of the products of a bundled kit. The files
are the same. When the build is stopped, both remove their unfinished files.
"""

from __future__ import annotations

import gc
import hashlib
import io
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from math import fsum
from pathlib import Path
from typing import Any, BinaryIO, cast

import msgspec
from msgspec.structs import replace

from printkit.art.theme import theme
from printkit.base.errors import Diagnostic, PrintkitError, warn
from printkit.base.processes import WRITE_STAGE, ProcessCopy, Progress, Send, can_copy, no_progress
from printkit.base.sentences import Sentence, brief_repr
from printkit.graphics.display_list import drawings_kept
from printkit.jobs.job import Job, check_job, require_address
from printkit.jobs.plan import (
    OtherParts,
    PartKey,
    Plan,
    ProductPlan,
    describe_subject,
    divide_parts,
    make_plan,
    measures_ink,
    plan_parts,
)
from printkit.jobs.staging import (
    PRINTED_FORMAT,
    FileEntry,
    InkEntry,
    MadeEntry,
    Manifest,
    PreviousBuild,
    Staging,
    read_manifest,
)
from printkit.jobs.subject import Subject, load_subject
from printkit.model.load import Sourced
from printkit.pieces.kits import ONE_FILE, find_product
from printkit.pieces.options import NO_PLATES, PLATES, THEME
from printkit.pieces.pages import Artifact
from printkit.pieces.product import Product
from printkit.pieces.protocols import find_destination, format_options, writer
from printkit.press.inks import LacksInks, lacks_inks

# --- the files of a plan -------------------------------------------------------------------------

# Takes the name of a file and a function that writes it; returns its checksum.
_Add = Callable[[str, Callable[[BinaryIO], None]], str]


class BuildResult(msgspec.Struct, frozen=True):
    """The files of a build in their folder, and its manifest.

    `unchanged_count` is the number of files that were left as they were, and `backups` are copies
    of the user's files that were overwritten. `notices` name the omitted parts of booklets, and the
    files in the folder that contradict the build. `made` are the entries of the manifest;
    `sheets_in_folder` is the number of sheets of all products in the folder.
    """

    __repr__ = brief_repr

    folder: Path
    files: tuple[Path, ...]
    manifest: dict[str, Any]
    unchanged_count: int = 0
    backups: tuple[Path, ...] = ()
    notices: tuple[Diagnostic, ...] = ()
    made: tuple[MadeEntry, ...] = ()
    sheets_in_folder: int = 0


class BuiltFile(msgspec.Struct, frozen=True):
    """The name and the bytes of a file in memory."""

    __repr__ = brief_repr

    name: str
    data: bytes


class BuiltFiles(msgspec.Struct, frozen=True):
    """The files of a build in memory, its manifest, and notices as in a BuildResult."""

    __repr__ = brief_repr

    files: tuple[BuiltFile, ...]
    manifest: dict[str, Any]
    notices: tuple[Diagnostic, ...] = ()


@drawings_kept()
def build(job: Job, progress: Progress = no_progress, read: Sourced | None = None) -> BuildResult:
    """Build all files of a job, or none. `read` is its definition if it has been read.

    Raises PrintkitError.
    """
    checked = check_job(job)
    subject = load_subject(checked, read)
    previous = PreviousBuild(checked.folder(subject.slug), replace=checked.replace)
    if can_copy() and (keys := divide_parts(checked, subject, previous)):
        # After a failure, one process fails again in its order, or repeats the warning.
        with suppress(PrintkitError, EOFError, OSError, Warning):
            return _build_in_two(checked, subject, previous, keys, progress)
    # Everything is laid out before the first file is written: most errors occur before that.
    return write(make_plan(checked, subject, previous, progress), progress)


def _build_in_two(
    job: Job,
    subject: Subject,
    previous: PreviousBuild,
    keys: tuple[PartKey, ...],
    progress: Progress,
) -> BuildResult:
    """Build all files of a job; a child process makes some of the products.

    Raises PrintkitError or OSError, and EOFError if the child process fails. Warnings are raised as
    errors.
    """
    writer(PRINTED_FORMAT)  # both processes need it
    with (
        warnings.catch_warnings(),
        Staging(job.folder(subject.slug), replace=job.replace) as staging,
    ):
        warnings.simplefilter("error")

        def make_part(send: Send) -> None:
            checksums: dict[str, str] = {}

            def add(name: str, content: Callable[[BinaryIO], None]) -> str:
                checksums[name] = staging.add(name, content)
                return checksums[name]

            with drawings_kept(anew=True):  # the copy ends when it has sent everything
                part, planned = plan_parts(job, subject, previous, keys)
                send(planned)
                made = [*_make_entries([part], add, no_progress)]
            send((made, checksums))

        with ProcessCopy(make_part) as copy:
            elsewhere = OtherParts(keys, copy.start, copy.receive)
            plan = make_plan(job, subject, previous, progress, elsewhere)
            own = tuple(part for part in plan.products if (part.product, part.edition) not in keys)
            entries = [*_make_entries([replace(plan, products=own)], staging.add, progress)]
            others, checksums = copy.receive()
        staging.add_staged(checksums)
        order = [(part.product, part.edition) for part in plan.products]
        made = sorted((*entries, *others), key=lambda one: order.index((one.product, one.language)))
        _report_lacking(plan, made)
        return _commit(plan, staging, replace(plan.manifest(), files=tuple(made)))


def write(plan: Plan, progress: Progress = no_progress) -> BuildResult:
    """Write the files of a plan and their manifest, or nothing, and return the result. Raises
    PrintkitError.
    """
    with Staging(plan.job.folder(plan.subject.slug), replace=plan.job.replace) as staging:
        return _commit(plan, staging, _make_files(plan, staging.add, progress))


def _commit(plan: Plan, staging: Staging, manifest: Manifest) -> BuildResult:
    """Move the staged files of a plan to their folder, and return the result. Raises
    PrintkitError.
    """
    folder = staging.folder
    stems = [part.file_stem or f"{plan.subject.slug}-" for part in plan.products]
    dropped = plan.outdated
    for key, language in dropped:
        stems.append(plan.subject.file_stem(cast(Product, find_product(key)), language))
    backups = staging.commit(manifest, swept_stems=stems, dropped=dropped)
    files = tuple(folder / entry.file for entry in manifest.files)
    unchanged = sum(len(entries) for part in plan.products for entries in part.kept.values())
    whole = read_manifest(folder)
    sheets = whole.sheets if whole is not None else 0
    data = manifest.as_data()
    return BuildResult(
        folder, files, data, unchanged, backups, _notices(plan), manifest.made, sheets
    )


def render(plan: Plan, progress: Progress = no_progress) -> BuiltFiles:
    """Make the files of a plan in memory. Raises PrintkitError.

    The files must not refer to an output folder, because none is written.
    """
    require_address(plan.job, plan.subject.slug)
    files: list[BuiltFile] = []

    def add(name: str, write: Callable[[BinaryIO], None]) -> str:
        whole = io.BytesIO()
        write(whole)
        files.append(BuiltFile(name, whole.getvalue()))
        return hashlib.sha256(files[-1].data).hexdigest()

    manifest = _make_files(plan, add, progress)
    return BuiltFiles(tuple(files), manifest.as_data(), _notices(plan))


def _notices(plan: Plan) -> tuple[Diagnostic, ...]:
    """Return the notices of a plan and of its products, each once."""
    of_parts = (notice for part in plan.products for notice in part.notices)
    return tuple(dict.fromkeys((*of_parts, *plan.notices)))


def write_looks(plans: Sequence[Plan], progress: Progress = no_progress) -> tuple[Path, ...]:
    """Write the pictures of plans that differ in their themes, or none after an error, and return
    their paths.

    Pictures of other themes stay in the folder. Raises PrintkitError.
    """
    job, subject = plans[0].job, plans[0].subject
    folder = job.out / subject.slug
    with Staging(folder, replace=job.replace) as staging:
        entries = tuple(_make_entries(plans, staging.add, progress))
        staging.commit(replace(describe_subject(subject), files=entries))
    return tuple(folder / entry.file for entry in entries)


def _make_files(plan: Plan, add: _Add, progress: Progress) -> Manifest:
    """Pass each file of a plan to `add`; return their manifest.

    Raises PrintkitError.
    """
    ink = None
    if measures_ink(plan.job):
        printed = (part for part in plan.products if part.ink or part.document is not None)
        once = (part for part in printed if part.product != ONE_FILE)
        ink = tuple(part.ink or _measure(part) for part in once)
    entries = tuple(_make_entries([plan], add, progress))
    _report_lacking(plan, entries)
    return replace(plan.manifest(), ink_percent=ink, files=entries)


def _report_lacking(plan: Plan, entries: Sequence[FileEntry]) -> None:
    """Warn about products that the user has named and that have no file in a requested format.

    Raises PrintkitError if the format has no file at all.
    """
    made = {(entry.product, entry.format) for entry in entries}
    named = (part for part in plan.products if part.product in plan.job.products)
    wanted = {(part.product, name) for part in named for name in part.formats}
    for product, name in sorted(wanted - made):
        error = PrintkitError(
            Sentence(
                "“{product}” contains nothing that can be written in the format “{format}”.",
                product=product,
                format=name,
            ),
            hint="This format contains the outlines of a single page: use --layout single or a "
            "larger --paper to keep a large piece on one page.",
        )
        if not any(entry.format == name for entry in entries):
            raise error
        warn(error)


def _make_entries(plans: Sequence[Plan], add: _Add, progress: Progress) -> Iterator[FileEntry]:
    """Pass each file of some plans to `add`; yield the entries of new and of kept files."""
    parts = [(plan, part) for plan in plans for part in plan.products]
    done = total = 0
    for _, part in parts:
        new = sum(name not in (*part.kept, *part.texts) for name in part.formats)
        total += new * (len(part.document.pages) if part.document is not None else 0)
    progress(WRITE_STAGE, done, total)
    made: list[FileEntry] = []
    for plan, part in parts:
        for name in part.formats:
            if name in part.kept:
                made += part.kept[name]
                yield from part.kept[name]
                continue
            folders: Iterator[str] = iter(())  # of each page, if they are not all in one
            if part.document is not None and name not in part.texts:
                destination = find_destination(plan.job.target)
                folders = destination.page_folders(part.document, part.product)
            options = part.format_options.get(name)
            if options is None:
                options = plan.format_options.get(name, {})
            for output in _outputs(plan, part, name, made):
                file = f"{next(folders, '')}{part.file_stem}{output.suffix}"

                def write_to(into: BinaryIO, output: Artifact = output, before: int = done) -> None:
                    pages = output.pages
                    output.write_to(
                        into,
                        lambda share: progress(WRITE_STAGE, before + int(share * pages), total),
                    )

                entry = FileEntry(
                    file=file,
                    product=part.product,
                    language=part.edition,
                    format=name,
                    options=dict(options),
                    pages=output.pages,
                    cards=output.cards,
                    sha256=add(file, write_to),
                    recipe=part.recipe,
                )
                made.append(entry)
                yield entry
                done += output.pages
                progress(WRITE_STAGE, done, total)


def _outputs(
    plan: Plan, part: ProductPlan, name: str, made: Sequence[FileEntry]
) -> Iterator[Artifact]:
    """Yield the files of a product in a format.

    A format without pages may use the files that were `made` before.
    """
    if name in part.texts:
        yield from part.texts[name](made)
        return
    document = part.document
    assert document is not None, "a product is laid out unless its files are kept"
    values = {**plan.job.options, **part.format_values}
    if name in part.format_options:  # the values used when the file was first made
        values_then = part.format_options[name]
        values |= {
            one.name: values_then[one.key] for one in format_options(name) if one.key in values_then
        }
    with _name_colours(plan.job.options.get(THEME.name) or THEME.default):
        if PLATES in format_options(name) and values.get(PLATES.name, NO_PLATES) != NO_PLATES:
            from printkit.writers.png import warn_of_foil  # few files have a foil plate

            warn_of_foil(document)
        if not document.apart:
            yield from writer(name)(document, values)
            return
        for side, back in (("fronts", False), ("backs", True)):
            if pages := tuple(page for page in document.pages if page.back == back):
                for output in writer(name)(replace(document, pages=pages, apart=False), values):
                    yield replace(output, suffix=f"-{side}{output.suffix}")


@contextmanager
def _name_colours(key: str) -> Iterator[None]:
    """Context manager: in an error about a colour without inks, name the theme colour that lacks
    them.

    The colour of the original error may be mixed from several theme colours.
    """
    look = theme(key)
    try:
        yield
    except LacksInks:
        lists = {"colours": look.colours, "grounds": look.grounds, "roles": look.roles_of}
        file = key if key.endswith(".toml") else f"themes/{key}.toml"
        for table, colours in lists.items():
            for name, colour in colours.items():
                if colour.inks is None:
                    raise lacks_inks(colour, f"{file}: {table}.{name}") from None
        raise


def _measure(part: ProductPlan) -> InkEntry:
    """Return the ink of a rendered document for a manifest, in per cent of the area."""
    assert part.document is not None, "the ink of kept files was measured before"
    from printkit.writers.png import measure_ink  # rendering is needed for ink alone

    ink = measure_ink(part.document)
    sides = {"fronts": ink.fronts, "backs": ink.backs}
    return InkEntry(
        product=part.product,
        language=part.edition,
        pages={name: round(share, 2) for name, share in ink.pages.items()},
        **{side: _ink_summary(shares) for side, shares in sides.items() if shares},
    )


def _ink_summary(shares: Sequence[tuple[str, float]]) -> dict[str, Any]:
    """Return the mean ink of drawings, and the drawing with the most ink."""
    title, maximum = max(shares, key=lambda share: share[1])
    mean = fsum(share for _, share in shares) / len(shares)
    return {"mean": round(mean, 2), "most": round(maximum, 2), "of": title}


# --- memory ---------------------------------------------------------------------------------------


def forget_games() -> None:
    """Clear the caches of limited size, which contain drawings and lines. Caches of tables have no
    limit and are kept.
    """
    for function in find_caches():
        if function.cache_parameters()["maxsize"] is not None:
            function.cache_clear()
    gc.collect()


def find_caches() -> Iterator[Any]:
    """Yield the functions and methods of printkit that cache their results."""
    package = __name__.partition(".")[0]
    for name, module in [*sys.modules.items()]:
        known = [*vars(module).values()] if name.partition(".")[0] == package else []
        known += [own for kind in known if isinstance(kind, type) for own in vars(kind).values()]
        # A class of a library may have an attribute of any name.
        yield from (own for own in known if callable(getattr(own, "cache_clear", None)))
