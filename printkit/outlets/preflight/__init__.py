"""Preflight: what a target would refuse in a PDF, a picture or a folder, whoever made it.

In: a path and the name of a target. Out: findings, each with page, place, figure and cure. It is
keys and measures that are checked; how a file is printed is for the proof of the shop to tell.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from pathlib import Path

from printkit.base.errors import PrintkitError, install_command, locate_errors
from printkit.base.files import exists, file_size, is_link, read_bytes, reading
from printkit.base.limits import (
    MAX_CHECKED_BYTES,
    MAX_CHECKED_FILES,
    MAX_CHECKED_MEMORY,
    MAX_CHECKED_SECONDS,
)
from printkit.base.processes import Overrun, run_limited
from printkit.base.sentences import Sentence
from printkit.model.fields import PICTURES
from printkit.outlets.preflight.finding import MANIFEST, Finding, Findings, keep_within
from printkit.outlets.preflight.rooms import check_room, check_saved
from printkit.outlets.target import Target, find_target

_PDF, _HEAD = b"%PDF-", 1024
_KINDS = {b"\x89PN": "png", b"\xff\xd8\xff": "jpg", b"II*": "tiff", b"MM\0": "tiff"}
_KINDS |= {b"PK\3": "pcio"}
# What ends a PDF, and the last bytes in which readers look for it.
_END, _TAIL = b"%%EOF", 1024
_MEGABYTE = 1_000_000
_SUFFIXES = {".pdf", ".pcio", ".png", ".jpg", ".jpeg", ".tif", ".tiff"}


class MissingLibraryError(PrintkitError):
    """No file can be checked here, whatever is in it."""


def preflight(path: str | Path, target: str) -> tuple[Finding, ...]:
    """Check a PDF, a picture or a folder of them for a target: faults first, then hints.

    A file of a folder that cannot be read is a finding, and the rest is checked. Raises UsageError
    for an unknown target; PrintkitError for a single file that cannot be read or is beyond a limit,
    for a folder without files, or if the library for PDFs is missing.
    """
    wanted, path, findings = find_target(target), Path(path), Findings()
    pages: dict[str, int] = {}
    if path.is_dir():
        with suppress(ImportError):  # once for all children
            import printkit.outlets.preflight.document
            import printkit.outlets.preflight.pictures  # noqa: F401
    files, unread = _files_of(path, wanted) if path.is_dir() else ([path], [])
    for file in unread:
        name = file.relative_to(path).as_posix()
        findings.add("unread", file=name, figure=file.suffix[1:].upper())
    for file in files:
        findings.file = name = file.relative_to(path).as_posix() if file != path else path.name
        pages[name] = 0
        try:
            with locate_errors(str(file)), reading(file):
                pages[name] = _check_apart(findings, file, wanted)
        except MissingLibraryError:
            raise
        except PrintkitError as error:
            if file == path:
                raise
            findings.add_error(error)
    if path.is_dir():
        from printkit.outlets.preflight.folder import check_folder

        check_folder(findings, path, pages, wanted)
    return tuple(sorted(findings, key=lambda one: (not one.fault, one.file, one.pages[:1])))


def _files_of(folder: Path, target: Target) -> tuple[list[Path], list[Path]]:
    """Return the PDFs and pictures of a folder and of those in it, and saved games if the target
    takes them; then the pictures of kinds that no target takes. Raises PrintkitError.
    """
    suffixes = {*_SUFFIXES, *(f".{kind}" for kind in target.figures.get("files", ()))}
    with locate_errors(str(folder)):
        patterns = ("*", "*/*")
        below = [f for pattern in patterns for f in folder.glob(pattern) if f.name[0] != "."]
        known = (f for f in below if f.suffix.lower() in suffixes)
        others = {*PICTURES} - {*suffixes, ".svg"}  # cutters take drawings
        unread = [f for f in below if f.suffix.lower() in others][:MAX_CHECKED_FILES]
        listed = (f for f in known if f.name != MANIFEST)
        # A link that leads nowhere is told as such.
        there = (f for f in listed if f.is_file() or (is_link(f) and not exists(f)))
        files = list(islice(there, MAX_CHECKED_FILES + 1))
        keep_within(MAX_CHECKED_FILES, len(files))
        if not files and not unread:
            raise PrintkitError(
                "There is no PDF and no picture in this folder.",
                hint="Name a folder with the files of a deck; a room (.pcio) holds its own.",
            )
    return sorted(files), sorted(unread)


def _check_apart(findings: Findings, file: Path, target: Target) -> int:
    """Check a file in a child process with limits; return its pages if it is a PDF.

    A child that ends without a result is a finding. Raises PrintkitError.
    """

    def check() -> tuple[int, list[Finding]]:
        own = Findings()
        own.file = findings.file
        return _check_file(own, file, target), [*own]

    seconds = MAX_CHECKED_SECONDS * (1 + file_size(file) // _MEGABYTE)
    try:
        pages, findings_of_file = run_limited(check, seconds, MAX_CHECKED_MEMORY)
    except Overrun as overrun:
        figure = seconds if overrun.cause == "time" else MAX_CHECKED_MEMORY // 10**9
        findings.add(f"most-{overrun.cause}", figure=figure)
        return 0
    findings.take(findings_of_file)
    return pages


def _check_file(findings: Findings, file: Path, target: Target) -> int:
    """Check a file; return its pages if it is a PDF. Raises PrintkitError."""
    data = read_bytes(file, noun="PDF or picture", max_bytes=MAX_CHECKED_BYTES)
    kind = "pdf" if _PDF in data[:_HEAD] else _KINDS.get(data[:3], "")
    if kind == "pdf" and _END not in data[-_TAIL:]:
        findings.add("damaged")
    # A format begins with the kind of its files; JPEG is taken where PNG is.
    formats = [*target.formats, *(["jpg"] if "png" in target.formats else [])]
    if kind and formats and not any(one.startswith(kind) for one in formats):
        findings.add("format", figure=kind.upper(), wanted=", ".join(formats))
    try:
        if file.suffix.lower() == ".json" and "grid" in target.figures:
            check_saved(findings, data, target, file.parent)
            return 0
        if kind == "pdf":
            from printkit.outlets.preflight.document import check_document

            return check_document(findings, data, target)
        if kind == "pcio":
            check_room(findings, data, target)
            return 0
        if kind:
            from printkit.outlets.preflight.pictures import check_picture

            check_picture(findings, data, target)
            return 0
    except ImportError as error:
        library = (error.name or "").partition(".")[0]
        raise MissingLibraryError(
            Sentence("Files cannot be checked here: {library} is missing.", library=library),
            hint=Sentence(
                "Install it with {command}; in a checkout, run that in its folder.",
                command=install_command(library, "shop"),
            ),
        ) from None
    raise PrintkitError(
        "This is neither a PDF nor a PNG, JPEG or TIFF.", hint="Name the file of a deck."
    )
