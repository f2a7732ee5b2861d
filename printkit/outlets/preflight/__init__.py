"""Preflight: what a target would refuse in a PDF, a picture or a folder, whoever made it.

In: a path and the name of a target. Out: findings, each with page, place, figure and cure. It is
keys and measures that are checked; how a file is printed is for the proof of the shop to tell.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from printkit.base.errors import PrintkitError, locate_errors
from printkit.base.files import read_bytes
from printkit.base.limits import MAX_CHECKED_BYTES, MAX_CHECKED_FILES
from printkit.outlets.preflight.finding import Finding, Findings, keep_within
from printkit.outlets.preflight.rooms import check_room
from printkit.outlets.target import Target, find_target

_PDF, _HEAD = b"%PDF-", 1024
_PICTURES = {b"\x89PN": "png", b"\xff\xd8\xff": "jpg", b"II*": "tiff", b"MM\0": "tiff"}
_ROOM = b"PK\3\4"
_SUFFIXES = {".pdf", ".pcio", ".png", ".jpg", ".jpeg", ".tif", ".tiff"}


def preflight(path: str | Path, target: str) -> tuple[Finding, ...]:
    """Check a PDF, a picture or a folder of them for a target: faults first, then hints.

    Raises UsageError for an unknown target; PrintkitError for a file that cannot be read, that is
    beyond a limit, or if the library for PDFs is missing.
    """
    wanted, path = find_target(target), Path(path)
    if not path.is_dir():
        results = _check_file(path, path.name, wanted)[0]
    else:
        results, pages = Findings(), {}
        for file in _files_of(path):
            name = file.relative_to(path).as_posix()
            findings, pages[name] = _check_file(file, name, wanted)
            results.merge(findings)
        from printkit.outlets.preflight.pictures import check_folder

        with locate_errors(str(path)):
            results.merge(check_folder(path, pages, wanted))
    return tuple(sorted(results, key=lambda one: (not one.fault, one.file, one.pages[:1])))


def _files_of(folder: Path) -> list[Path]:
    """Return the PDFs and pictures of a folder and of those in it. Raises PrintkitError."""

    def find() -> Iterator[Path]:
        for pattern in ("*", "*/*"):
            for file in folder.glob(pattern):
                if file.suffix.lower() in _SUFFIXES and file.name[0] != "." and file.is_file():
                    yield file

    with locate_errors(str(folder)):
        files = list(islice(find(), MAX_CHECKED_FILES + 1))
        keep_within(MAX_CHECKED_FILES, len(files))
        if not files:
            raise PrintkitError(
                "There is no PDF and no picture in this folder.",
                hint="Name a folder with the files of a deck; a room (.pcio) has its own in it.",
            )
    return sorted(files)


def _check_file(file: Path, name: str, target: Target) -> tuple[Findings, int]:
    """Check a file; return what was found, and its pages if it is a PDF. Raises PrintkitError."""
    data = read_bytes(file, noun="PDF or picture", max_bytes=MAX_CHECKED_BYTES)
    kind = "pdf" if _PDF in data[:_HEAD] else _PICTURES.get(data[:3], "")
    pages = 0
    with locate_errors(str(file)):
        try:
            if kind == "pdf":
                from printkit.outlets.preflight.document import check_document

                results, pages = check_document(data, target, name)
            elif data.startswith(_ROOM):
                results = check_room(data, target, name)
                kind = "pcio"
            elif kind:
                from printkit.outlets.preflight.pictures import check_picture

                results = check_picture(data, target, name)
            else:
                raise PrintkitError(
                    "This is neither a PDF nor a PNG, JPEG or TIFF.",
                    hint="Name the file of a deck.",
                )
        except ImportError as error:
            library = (error.name or "").partition(".")[0]
            raise PrintkitError(
                f"Files cannot be checked here: {library} is missing.",
                hint='Install it: pip install "sabacc-printkit[shop]".',
            ) from None
    # A format begins with the kind of its files; JPEG is taken where PNG is.
    taken = [*target.formats, *(["jpg"] if "png" in target.formats else [])]
    if taken and not any(one.startswith(kind) for one in taken):
        results.add("format", figure=kind.upper(), wanted=", ".join(taken))
    return results, pages
