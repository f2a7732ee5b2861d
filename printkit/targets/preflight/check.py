"""Preflight: find the errors for which a target would reject a PDF, a picture or a folder from any
program.

Input: a path and the name of a target. Output: findings, each with page, place, figure and remedy.
Only keys and measures are checked; how a file prints is only visible on the shop's proof. The files
of a folder are compared with its lists. For virtual tables, the file that they load is checked: a
room (a ZIP with `widgets.json` and its pictures), or a saved game (JSON with its pictures beside
it).
"""

from __future__ import annotations

import csv
import io
import os
import re
import zlib
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from zipfile import BadZipFile, ZipFile

import msgspec
from msgspec import Struct, field

from printkit.base.csv_cells import original_cell
from printkit.base.errors import PrintkitError, install_command, locate_errors
from printkit.base.files import (
    exists,
    file_checksum,
    file_size,
    is_link,
    read_bytes,
    read_text,
    reading,
)
from printkit.base.limits import (
    MAX_CHECKED_BYTES,
    MAX_CHECKED_FILES,
    MAX_CHECKED_MEMORY,
    MAX_CHECKED_SECONDS,
    MAX_MANIFEST_BYTES,
    MAX_TABLE_BYTES,
    MAX_UNPACKED_BYTES,
)
from printkit.base.processes import Overrun, run_limited
from printkit.base.sentences import Sentence, name_some, shorten
from printkit.model.fields import PICTURES
from printkit.targets.preflight.findings import MANIFEST, Finding, Findings, keep_within
from printkit.targets.target import Target, find_target, is_deck

# --- virtual tables ------------------------------------------------------------------------------

_WIDGETS = "widgets.json"
# The exceptions that reading a broken archive may raise.
_BROKEN = (BadZipFile, EOFError, LookupError, OSError, RecursionError, RuntimeError, ValueError)
_NAMED = re.compile(r'"package://([^"]*)"')
_LOCAL = re.compile(r'"file:///[^"]*?([^"/]+)"')


class _FaceSheet(Struct):
    """A picture of cards in rows."""

    face: str = field(name="FaceURL", default="")
    columns: int = field(name="NumWidth", default=1)
    rows: int = field(name="NumHeight", default=1)


class _Object(Struct):
    """An object of a saved game: a card, a deck or anything else."""

    name: str = field(name="Nickname", default="")
    number: int | None = field(name="CardID", default=None)
    numbers: list[int] | None = field(name="DeckIDs", default=None)
    sheets: dict[str, _FaceSheet] = field(name="CustomDeck", default_factory=dict)
    inside: list[_Object] = field(name="ContainedObjects", default_factory=list)


class _Saved(Struct):
    objects: list[_Object] = field(name="ObjectStates")


def check_saved(findings: Findings, data: bytes, target: Target, folder: Path) -> None:
    """Check that local files exist, that sheets have no more cards than the target accepts, and
    that each card of a deck is on a sheet.

    Raises PrintkitError if the data is not a saved game.
    """
    try:
        objects = msgspec.json.decode(data, type=_Saved).objects
    except (msgspec.DecodeError, RecursionError):
        message = "This cannot be read as a saved game."
        raise PrintkitError(message, hint="Build the folder again.") from None
    for name in sorted({*_LOCAL.findall(data.decode())}):
        if not (folder / name).is_file():
            findings.add("missing", name=shorten(name))
    columns, rows = target.figures["grid"]
    for thing in (one for outer in objects for one in (outer, *outer.inside)):
        for sheet in thing.sheets.values():
            if sheet.columns > columns or sheet.rows > rows:
                name, figure = shorten(sheet.face), f"{sheet.columns} × {sheet.rows}"
                findings.add("sheet", name=name, figure=figure, wanted=f"{columns} × {rows}")
        numbers = thing.numbers
        if numbers is not None and numbers != [one.number for one in thing.inside]:
            count, held = len(numbers), len(thing.inside)
            findings.add("saved-count", name=shorten(thing.name), figure=count, wanted=held)
        for number in numbers or filter(None, [thing.number]):
            own = thing.sheets.get(str(number // 100), _FaceSheet(rows=0))
            if number % 100 >= own.columns * own.rows:
                findings.add("sheet-card", figure=number)


def check_room(findings: Findings, data: bytes, target: Target) -> None:
    """Check that each picture is used, exists, and is not larger than the target accepts.

    Raises PrintkitError if the data is not a room, or exceeds a limit.
    """
    try:
        with ZipFile(io.BytesIO(data)) as archive:
            sizes = {one.filename: one.file_size for one in archive.infolist()}
            keep_within(MAX_UNPACKED_BYTES, sum(sizes.values()))
            text = archive.read(_WIDGETS)
        msgspec.json.decode(text, type=list[dict[str, object]])
        named = set(_NAMED.findall(text.decode()))
    except (*_BROKEN, zlib.error):
        message = "This cannot be read as a saved table."
        raise PrintkitError(message, hint="Build the folder again.") from None
    del sizes[_WIDGETS]
    for one in sorted(named - sizes.keys()):
        findings.add("missing", name=shorten(one))
    for one in sorted(sizes.keys() - named):
        findings.add("spare", file=shorten(one))
    most = target.figures.get("most-bytes")
    for one, size in sizes.items():
        if most is not None and size >= most:
            findings.add("heavy", name=shorten(one), figure=size, wanted=most)


# --- files ---------------------------------------------------------------------------------------

_PDF, _HEAD = b"%PDF-", 1024
_KINDS = {b"\x89PN": "png", b"\xff\xd8\xff": "jpg", b"II*": "tiff", b"MM\0": "tiff"}
_KINDS |= {b"PK\3": "pcio"}
# What ends a PDF, and the last bytes in which readers look for it.
_END, _TAIL = b"%%EOF", 1024
_MEGABYTE = 1_000_000
_SUFFIXES = {".pdf", ".pcio", ".png", ".jpg", ".jpeg", ".tif", ".tiff"}


class MissingLibraryError(PrintkitError):
    """An error for a missing library, without which no file can be checked."""


def preflight(path: str | Path, target: str) -> tuple[Finding, ...]:
    """Check a PDF, a picture or a folder for a target; return the findings, errors before hints.

    An unreadable file of a folder is reported as a finding, and the other files are checked. Raises
    UsageError for an unknown target, and PrintkitError for a single file that cannot be read or is
    beyond a limit, for a folder without files, or if the library for PDFs is missing.
    """
    wanted, path, findings = find_target(target), Path(path), Findings()
    pages: dict[str, int] = {}
    if path.is_dir():
        with suppress(ImportError):  # once for all children
            import printkit.targets.preflight.pdf
            import printkit.targets.preflight.pictures  # noqa: F401
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
        check_folder(findings, path, pages, wanted)
        findings.file, findings.pages = path.name, ()
        _tell_skipped(findings, path, {*files, *unread})
    return tuple(sorted(findings, key=lambda one: (not one.fault, one.file, one.pages[:1])))


def _files_of(folder: Path, target: Target) -> tuple[list[Path], list[Path]]:
    """Return two lists of files in a folder and its subfolders.

    The first contains PDFs, pictures, and saved games if the target accepts them; the second,
    pictures of kinds that no target accepts. Raises PrintkitError if there are too many files, or
    none.
    """
    suffixes = {*_SUFFIXES, *(f".{kind}" for kind in target.figures.get("files", ()))}
    with locate_errors(str(folder)):
        patterns = ("*", "*/*")
        below = [f for pattern in patterns for f in folder.glob(pattern) if f.name[0] != "."]
        known = (f for f in below if f.suffix.lower() in suffixes)
        others = {*PICTURES} - {*suffixes, ".svg"}  # cutters take drawings
        unread = [f for f in below if f.suffix.lower() in others][:MAX_CHECKED_FILES]
        listed = (f for f in known if f.name != MANIFEST)
        # A broken link is reported as such.
        there = (f for f in listed if f.is_file() or (is_link(f) and not exists(f)))
        files = list(islice(there, MAX_CHECKED_FILES + 1))
        keep_within(MAX_CHECKED_FILES, len(files))
        if not files and not unread:
            raise PrintkitError(
                "This folder contains no PDFs or pictures.",
                hint="Name a folder with the files of a deck; a room (.pcio) contains its own "
                "pictures.",
            )
    return sorted(files), sorted(unread)


def _tell_skipped(findings: Findings, folder: Path, seen: set[Path]) -> None:
    """Add a finding for files of a folder that were not checked, except the files of a build."""
    known = {file.relative_to(folder).as_posix() for file in seen}
    known |= _own_files(folder)
    below = (
        (Path(root) / name).relative_to(folder).as_posix()
        for root, _, names in os.walk(folder)
        for name in names
        if name[0] != "." and name.lower() not in _OF_SYSTEMS
    )
    if names := sorted({*islice(below, MAX_CHECKED_FILES)} - known):
        findings.add("skipped", name=name_some(names), figure=len(names))


def _own_files(folder: Path) -> set[str]:
    """Return the lists of cards, the manifests, and the files that they name, in a folder and its
    subfolders.
    """
    own: set[str] = set()
    for lead in ("", *(f"{inner.name}/" for inner in folder.iterdir() if inner.is_dir())):
        own |= {f"{lead}{table.name}" for table in (folder / lead).glob(CARDS)}
        own.add(f"{lead}{MANIFEST}")
        with suppress(PrintkitError, msgspec.DecodeError, RecursionError):
            file = folder / lead / MANIFEST
            data = read_bytes(file, noun="manifest", max_bytes=MAX_MANIFEST_BYTES)
            listed = msgspec.json.decode(data, type=_Manifest).files
            own |= {f"{lead}{one.file}" for one in listed}
    return own


def _check_apart(findings: Findings, file: Path, target: Target) -> int:
    """Check a file in a child process with limits; return its number of pages, or 0 if it is not a
    PDF.

    A child that exceeds a limit, or ends without a result, is a finding. Raises PrintkitError if
    the file cannot be read.
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
    """Check a file; return its number of pages, or 0 if it is not a PDF.

    Raises PrintkitError if the file cannot be read.
    """
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
            from printkit.targets.preflight.pdf import check_document

            try:
                return check_document(findings, data, target)
            except PrintkitError as error:
                if _END in data[-_TAIL:]:
                    raise
                message = "This cannot be read as a PDF: it is damaged or incomplete."
                raise PrintkitError(message, hint=error.hint) from None
        if kind == "pcio":
            check_room(findings, data, target)
            return 0
        if kind:
            from printkit.targets.preflight.pictures import check_picture

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


# --- folders -------------------------------------------------------------------------------------

CARDS = "cards*.csv"
# Files that Windows leaves in folders.
_OF_SYSTEMS = ("thumbs.db", "desktop.ini")
# The number in a name: 001-front, casino-cards-en-001-front.
_NUMBER = re.compile(r"(?:^|-)(\d{2,4})(?=-|\.|$)")


class _Listed(msgspec.Struct):
    file: str
    sha256: str


class _Manifest(msgspec.Struct):
    files: tuple[_Listed, ...]


def check_folder(
    findings: Findings, folder: Path, pages: Mapping[str, int], target: Target
) -> None:
    """Check the files of a folder against its list of cards, its manifest, and the numbers in file
    names.

    `pages` are the numbers of pages by file (0 for a file that is not a PDF). A list that cannot be
    read is a finding.
    """
    for table in sorted(folder.glob(CARDS)):
        findings.file = table.name
        try:
            _check_cards(findings, table, pages, target)
        except PrintkitError as error:
            findings.add_error(error)
    if (folder / MANIFEST).is_file():
        findings.file = MANIFEST
        try:
            _check_manifest(findings, folder, pages)
        except PrintkitError as error:
            findings.add_error(error)
    # Numbers of which one is written with a zero before it count the files: those of cards do not.
    series: dict[tuple[str, ...], dict[int, str]] = {}
    for name in pages:
        if match := _NUMBER.search(name):
            key = name[: match.start(1)], name[match.end(1) :]
            series.setdefault(key, {})[int(match[1])] = match[1]
    for (before, after), numbers in sorted(series.items()):
        gap = next((n for n in range(1, max(numbers)) if n not in numbers), 0)
        if gap and len(numbers) > 1 and any(typed[0] == "0" for typed in numbers.values()):
            findings.add("number", file=f"{before}…{after}", figure=gap)


def _check_manifest(findings: Findings, folder: Path, pages: Mapping[str, int]) -> None:
    """Check the files of a folder against its manifest. Raises PrintkitError for a bad manifest."""
    data = read_bytes(folder / MANIFEST, noun="manifest", max_bytes=MAX_MANIFEST_BYTES)
    try:
        listed = msgspec.json.decode(data, type=_Manifest).files
    except (msgspec.DecodeError, RecursionError):
        raise PrintkitError("This is not a manifest.", hint="Build the folder again.") from None
    for entry in listed:
        checksum = file_checksum(folder / entry.file)
        if checksum is None:
            findings.add("missing", file=MANIFEST, name=shorten(entry.file))
        elif checksum != entry.sha256:
            findings.add("changed", file=shorten(entry.file))
    for name in sorted(pages.keys() - {entry.file for entry in listed}):
        findings.add("spare", file=name)


def _check_cards(findings: Findings, table: Path, pages: Mapping[str, int], target: Target) -> None:
    """Check a list of cards: its quantities are valid, its files exist, and a PDF of a deck has a
    page for each side.
    """
    wanted: Counter[str] = Counter()
    text = read_text(table, noun="table of cards", max_bytes=MAX_TABLE_BYTES)
    for cells in csv.DictReader(io.StringIO(text)):
        row = {key: original_cell(cell) for key, cell in cells.items() if isinstance(cell, str)}
        quantity = row.get("quantity") or ""
        if not re.fullmatch(r"[1-9]\d{0,5}", quantity):
            findings.add("quantity", file=table.name, name=shorten(quantity))
            continue
        for name in filter(None, (row.get("file"), row.get("back"))):
            wanted[name] += int(quantity)
    for name, count in wanted.items():
        if name not in pages:
            findings.add("missing", file=table.name, name=shorten(name))
        elif is_deck(target) and 0 < pages[name] < count:
            findings.add("pages", file=name, figure=pages[name], wanted=count)
