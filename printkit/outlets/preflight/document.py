"""Checks a PDF: keys, boxes, the order of its pages, their content and what they look like."""

from __future__ import annotations

import hashlib
import io
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

import pikepdf
from pikepdf import Dictionary, Name

from printkit.base.errors import PrintkitError
from printkit.base.limits import MAX_CHECKED_PAGES, MAX_UNPACKED_BYTES
from printkit.base.units import format_size
from printkit.outlets.preflight.content import PER_MM, PageWalk, Reader, is_deck, read_stream
from printkit.outlets.preflight.finding import Findings, keep_within
from printkit.outlets.preflight.paintings import judge_painting
from printkit.outlets.preflight.plates import paint
from printkit.outlets.target import Target

# What a standard wants, by the value of the option `pdfx`: the key of its name, that name, the
# latest version of PDF, and the keys that it has in its information or in its metadata.
_X1A_KEYS = ("/Title", "/CreationDate", "/ModDate", "/Trapped")
_X4_KEYS: tuple[str, ...] = ("xmp:CreateDate", "xmp:ModifyDate", "xmp:MetadataDate", "pdf:Trapped")
_X4_KEYS += ("xmpMM:DocumentID", "xmpMM:VersionID", "xmpMM:RenditionClass")
_STANDARDS = {
    "x-1a": ("/GTS_PDFXVersion", "PDF/X-1a:2003", "1.4", _X1A_KEYS),
    "x-4": ("pdfxid:GTS_PDFXVersion", "PDF/X-4", "1.6", _X4_KEYS),
}
_XMP_ENTRY = re.compile(r"(\w+:\w+)\s*(?:=\s*[\"']|>)\s*([^<\"'\s][^<\"']*)")
_UNKNOWN = ("", "/Unknown", "Unknown")
# What a box may be off (mm).
_OFF = 0.02
# A print that is on this share of the pages, and on this many at least, is a back.
_BACK_SHARE, _MIN_BACKS = 5, 4
# What differs between pages that are alike, or is compared by itself.
_OF_A_PAGE = ("/Contents", "/Resources", "/Parent", "/StructParents")
# What a broken file makes of the code that reads it.
_BROKEN = (
    *(ArithmeticError, AttributeError, LookupError, NotImplementedError, RecursionError),
    *(TypeError, ValueError, pikepdf.PdfError, pikepdf.DataDecodingError),
)


def check_document(data: bytes, target: Target, name: str) -> tuple[Findings, int]:
    """Check a PDF: what was found, and how many pages it has.

    Raises PrintkitError for what is no PDF, is locked, or is beyond a limit.
    """
    findings = Findings(name)
    try:
        with _limits(), pikepdf.open(io.BytesIO(data)) as pdf:
            count = len(pdf.pages)
            keep_within(MAX_CHECKED_PAGES, count)
            _guarded(findings, partial(_check_keys, findings, pdf, target))
            _check_pages(findings, pdf, target)
    except pikepdf.PasswordError:
        message = "The file is locked by a password."
        raise PrintkitError(message, hint="Save it without a password.") from None
    except _BROKEN:
        message = "This cannot be read as a PDF."
        raise PrintkitError(message, hint="Open it in a viewer, and export it anew.") from None
    return findings, count


@contextmanager
def _limits() -> Iterator[None]:
    """Context manager: unpack no more than a file may have."""
    keys = ("flate_max_memory", "run_length_max_memory", "png_max_memory", "dct_max_memory")
    limits: Any = dict.fromkeys(keys, int(MAX_UNPACKED_BYTES))
    before: Any = pikepdf.settings.set_qpdf_limits(**limits)
    try:
        yield
    finally:
        pikepdf.settings.set_qpdf_limits(**before)


def _guarded(findings: Findings, check: Callable[[], None]) -> None:
    """Run a check, and tell of what it cannot read."""
    try:
        check()
    except _BROKEN:
        findings.add("unreadable")


def _check_keys(findings: Findings, pdf: Any, target: Target) -> None:
    if pdf.is_encrypted:
        findings.add("encrypted")
    root = pdf.Root
    if "/AcroForm" in root or "/OpenAction" in root or "/JavaScript" in root.get("/Names", {}):
        findings.add("actions")
    if (level := target.formats_options.get("pdfx", "")) not in _STANDARDS:
        return
    version, standard, latest, keys = _STANDARDS[level]
    xmp = root.Metadata.read_bytes().decode("utf-8", "replace") if "/Metadata" in root else ""
    entries = dict(_XMP_ENTRY.findall(xmp))
    entries |= {key: str(value) for key, value in pdf.trailer.get("/Info", {}).items()}
    intents = [one for one in root.get("/OutputIntents", []) if one.get("/S") == Name.GTS_PDFX]
    intent = intents[0] if intents else {}
    condition = str(intent.get("/OutputConditionIdentifier", ""))
    pairs = [("GTS_PDFXVersion", entries.get(version, ""), standard)]
    pairs += [("%PDF", pdf.pdf_version, latest)] if pdf.pdf_version > latest else []
    pairs += [("OutputIntents", str(len(intents)), "1")]
    if target.condition and intents:
        pairs += [("OutputConditionIdentifier", condition, target.condition)]
    lacking = [name for name, value, _ in pairs if not value]
    for name, value, wanted in pairs:
        if value not in ("", wanted):
            findings.add("key", name=name, figure=value, wanted=wanted)
    lacking += [key.strip("/") for key in keys if entries.get(key, "") in _UNKNOWN]
    lacking += [] if "/ID" in pdf.trailer else ["ID"]
    lacking += [] if level == "x-1a" or "/DestOutputProfile" in intent else ["DestOutputProfile"]
    for name in lacking:
        findings.add("key-missing", name=name)


# --- pages ---------------------------------------------------------------------------------------


class _PageKind(NamedTuple):
    """What pages that are alike have: their numbers, boxes in points, and the walk through them."""

    numbers: list[int]
    bleed: list[float]
    trim: list[float]
    walk: PageWalk

    @property
    def size(self) -> list[float]:
        """The shorter and the longer side (mm)."""
        return sorted(round((self.trim[n + 2] - self.trim[n]) / PER_MM, 1) for n in (0, 1))


def _check_pages(findings: Findings, pdf: Any, target: Target) -> None:
    """Check all pages, those that are alike once. Raises PrintkitError beyond a limit."""
    alike: dict[bytes, list[int]] = {}
    for number, page in enumerate(pdf.pages, 1):
        try:
            alike.setdefault(_print_of(page), []).append(number)
        except _BROKEN:
            findings.add("unreadable", pages=(number,))
    faces: list[_PageKind] = []
    reader = Reader()
    for numbers in alike.values():
        page, results = pdf.pages[numbers[0] - 1], Findings(findings.file)
        _guarded(results, partial(_look_at, results, page, target, reader, numbers, faces))
        findings.merge(results, numbers)
    if is_deck(target) and faces:
        if others := [n for face in faces if face.size != faces[0].size for n in face.numbers]:
            findings.add("sizes", pages=tuple(others))
        _guarded(findings, partial(_check_paintings, findings, pdf, target, reader, faces))


def _print_of(page: Any) -> bytes:
    """Return what is the same for pages that are alike."""
    own = Dictionary({key: one for key, one in page.obj.items() if key not in _OF_A_PAGE})
    parts = read_stream(page.obj), page.resources.unparse(), own.unparse()
    return hashlib.sha256(b"\0".join(parts)).digest()


def _look_at(
    findings: Findings,
    page: Any,
    target: Target,
    reader: Reader,
    numbers: list[int],
    faces: list[_PageKind],
) -> None:
    """Check the keys, boxes and content of a page, and add it to `faces`."""
    media, bleed, trim = ([*map(float, b)] for b in (page.mediabox, page.bleedbox, page.trimbox))
    wanted = (target.bleed or 0.0) if is_deck(target) else 0.0
    if "/TrimBox" not in page.obj and "/ArtBox" not in page.obj:
        trim = [
            edge + way * wanted * PER_MM for edge, way in zip(media, (1, 1, -1, -1), strict=True)
        ]
        if "pdfx" in target.formats_options:
            findings.add("trim")
    face = _PageKind(numbers, bleed, trim, PageWalk(reader, target, findings, (trim[0], trim[3])))
    outside = min(_margin(media, bleed), _margin(bleed, trim))
    if outside < -_OFF:
        findings.add("boxes")
    elif _margin(bleed, trim) < wanted - _OFF:
        findings.add("bleed", figure=round(_margin(bleed, trim), 2), wanted=wanted)
    if is_deck(target):
        try:
            target.sold_as(*face.size)
        except PrintkitError:
            nearest = min(target.sizes.values(), key=lambda one: abs(one.size[1] - face.size[1]))
            sizes = format_size(*face.size), format_size(*nearest.size)
            findings.add("size", figure=sizes[0], wanted=sizes[1])
    if float(page.obj.get("/UserUnit", 1)) != 1 or int(page.obj.get("/Rotate", 0)):
        findings.add("rotate")
    if target.prints and len(page.obj.get("/Annots", [])):
        findings.add("annotation")
    face.walk.walk(page.obj, page.resources)
    faces.append(face)


def _margin(outer: Sequence[float], inner: Sequence[float]) -> float:
    """Return the least distance between two boxes (mm), negative where the inner one leaves."""
    edges = [i - o for o, i in zip(outer, inner, strict=True)]
    return min(edges[0], edges[1], -edges[2], -edges[3]) / PER_MM


def _check_paintings(
    findings: Findings, pdf: Any, target: Target, reader: Reader, faces: Sequence[_PageKind]
) -> None:
    """Paint a page of each kind, and judge it; then the order of all."""
    prints = [b""] * len(pdf.pages)
    kept = {face.numbers[0] for face in faces}
    for number in range(len(prints), 0, -1):
        if number not in kept:
            del pdf.pages[number - 1]
    paintings = paint(pdf, reader, any(face.walk.has_ground for face in faces))
    for painting, face in zip(paintings, faces, strict=True):
        results, scale = Findings(findings.file), painting.per_mm / PER_MM
        (left, _, _, top), (x, y, right, upper) = face.bleed, face.trim
        trim = [v * scale for v in (x - left, top - upper, right - left, top - y)]
        if not face.walk.has_ground:
            painting.figures = None
        judge_painting(results, painting, target, trim, face.walk.lights)
        findings.merge(results, face.numbers)
        digest = hashlib.sha256(painting.ink.tobytes() + painting.look.tobytes()).digest()
        for number in face.numbers:
            prints[number - 1] = digest
    _check_order(findings, prints, target.order)


def _check_order(findings: Findings, prints: Sequence[bytes], order: str) -> None:
    """Check how the sides follow each other: what is printed most often is a back."""
    count, times = len(prints), Counter(prints)
    in_pairs, most = order in ("back-front", "front-back"), max(times.values())
    if in_pairs and count % 2:
        findings.add("count", figure=count)
    least = max(_MIN_BACKS, count / _BACK_SHARE)
    repeated = sum(number for number in times.values() if number >= least)
    # Backs alone are the half of a deck, and have a file of their own.
    if most < least or (not in_pairs and repeated > count / 2):
        return

    def is_back(number: int) -> bool:
        return number % 2 == (order == "front-back") if in_pairs else number >= count // 2

    wrong = [
        [n for n, one in enumerate(prints) if one == back and not is_back(n)]
        for back in times
        if times[back] == most
    ]
    if order and (first := min(wrong, key=len)):
        findings.add("order", wanted=order, pages=(first[0] + 1,))
