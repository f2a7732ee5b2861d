"""Preflight: what a target would refuse in a PDF, a picture or a folder, ours or another's.

In: a path and the name of a target. Out: findings, each with page, place, figure and cure. Keys,
sizes and inks are measured; how a shop prints them is for its proof to tell.
"""

from __future__ import annotations

from pathlib import Path

from printkit.base.errors import PrintkitError, locate_errors
from printkit.base.files import read_bytes
from printkit.base.limits import MAX_CHECKED_BYTES, MAX_CHECKED_FILES
from printkit.outlets.preflight.finding import Finding, Findings
from printkit.outlets.target import Target, find_target

_PDF, _PICTURES = (
    b"%PDF-",
    {b"\x89PNG": "png", b"\xff\xd8\xff": "jpg", b"II*\0": "tiff", b"MM\0*": "tiff"},
)
_SUFFIXES = {".pdf", ".png", ".jpg", ".jpeg", ".tif", ".tiff"}
# A PDF begins within so many bytes.
_HEAD = 1024


def preflight(path: str | Path, target: str) -> tuple[Finding, ...]:
    """Check a PDF, a picture or a folder of them for a target: faults first, then hints.

    Raises UsageError for an unknown target, PrintkitError for a file that cannot be read, that is
    beyond a limit, or if the library for PDFs is missing (`pip install sabacc-printkit[shop]`).
    """
    wanted, path = find_target(target), Path(path)
    findings = Findings()
    pages: dict[str, int] = {}
    files = _files_of(path) if path.is_dir() else [path]
    for file in files:
        name = file.relative_to(path).as_posix() if path.is_dir() else file.name
        with locate_errors(str(file)):
            found, count = _check_file(file, name, wanted)
        findings.merge(found)
        pages[name] = count
    if path.is_dir():
        from printkit.outlets.preflight.pictures import check_folder

        documents = {name: count for name, count in pages.items() if count}
        with locate_errors(str(path)):
            findings.merge(check_folder(path, set(pages), documents))
    return tuple(sorted(findings, key=lambda one: (not one.fault, one.file, one.pages[:1])))


def _files_of(folder: Path) -> list[Path]:
    """Return the PDFs and pictures of a folder and of those in it. Raises PrintkitError."""
    found: list[Path] = []
    for file in sorted([*folder.glob("*"), *folder.glob("*/*")]):
        if file.suffix.lower() in _SUFFIXES and not file.name.startswith(".") and file.is_file():
            found.append(file)
    if not found:
        raise PrintkitError(
            "There is no PDF and no picture in this folder.",
            location=str(folder),
            hint="Name the folder that was built for the target.",
        )
    if len(found) > MAX_CHECKED_FILES:
        message, hint = MAX_CHECKED_FILES.refusal(len(found))
        raise PrintkitError(message, location=str(folder), hint=hint)
    return found


def _check_file(file: Path, name: str, target: Target) -> tuple[Findings, int]:
    """Check a file; return what was found, and its pages if it is a PDF. Raises PrintkitError."""
    data = read_bytes(file, noun="PDF or picture", max_bytes=MAX_CHECKED_BYTES)
    kind = "pdf" if _PDF in data[:_HEAD] else _PICTURES.get(data[:4]) or _PICTURES.get(data[:3])
    if kind is None:
        raise PrintkitError(
            "This is neither a PDF nor a PNG, JPEG or TIFF.", hint="Name the file of a deck."
        )
    pages = 0
    if kind == "pdf":
        found, pages = _check_pdf(data, target, name)
    else:
        from printkit.outlets.preflight.pictures import check_picture

        found = check_picture(data, target, name)
    formats = {
        "jpg" if target.colour == "rgb" and one == "png" else one[:3] for one in target.formats
    }
    if formats and kind[:3] not in formats | {one[:3] for one in target.formats}:
        found.add(
            "format",
            "The file is a {kind}; {wanted} is wanted.",
            "Build it for the target.",
            values={"kind": kind.upper(), "wanted": ", ".join(target.formats)},
        )
    return found, pages


def _check_pdf(data: bytes, target: Target, name: str) -> tuple[Findings, int]:
    try:
        from printkit.outlets.preflight.document import check_document
    except ImportError as error:
        library = (error.name or "pikepdf").partition(".")[0]
        if library == "printkit":
            raise
        raise PrintkitError(
            f"A PDF cannot be checked here: {library} is missing.",
            hint='Install it: pip install "sabacc-printkit[shop]".',
        ) from None
    return check_document(data, target, name)
