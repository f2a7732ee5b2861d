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
from pikepdf import Name

from printkit.base.errors import PrintkitError
from printkit.base.limits import MAX_CHECKED_PAGES, MAX_UNPACKED_BYTES
from printkit.base.units import MM_PER_INCH, format_mm
from printkit.outlets.preflight.content import (
    POINTS_PER_INCH,
    PageWalk,
    Reader,
    is_deck,
    read_stream,
)
from printkit.outlets.preflight.finding import Findings
from printkit.outlets.preflight.paintings import judge_painting
from printkit.outlets.preflight.plates import paint
from printkit.outlets.target import Target

_PER_MM = POINTS_PER_INCH / MM_PER_INCH
# The version that a file names, and the latest version of PDF, by the option `pdfx`.
_VERSIONS = {"x-1a": ("PDF/X-1a:2003", "1.4"), "x-4": ("PDF/X-4", "1.6")}
# The keys that it has, in its information or in its metadata.
_VERSION_KEY = "pdfxid:GTS_PDFXVersion"
_KEYS = {
    "x-1a": ("/Title", "/CreationDate", "/ModDate"),
    "x-4": (
        *(_VERSION_KEY, "xmp:CreateDate", "xmp:ModifyDate", "xmp:MetadataDate"),
        *("xmpMM:DocumentID", "xmpMM:VersionID", "xmpMM:RenditionClass"),
    ),
}
_XMP_ENTRY = re.compile(r"(\w+:\w+)\s*(?:=\s*[\"']|>)\s*([^<\"'\s][^<\"']*)")
_EXPORT = "Export it with the settings of the target."
# What a box may be off (mm).
_OFF = 0.02
# A print that is on one in so many pages is taken for a back.
_BACK_SHARE, _LEAST_BACKS = 5, 4
# What a broken file makes of the code that reads it.
_BROKEN = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError,
           NotImplementedError)  # fmt: skip


def check_document(data: bytes, target: Target, name: str) -> tuple[Findings, int]:
    """Check a PDF: what was found, and its pages. Raises PrintkitError for what is no PDF."""
    findings = Findings(name)
    try:
        with _limits(), pikepdf.open(io.BytesIO(data)) as pdf:
            count = len(pdf.pages)
            if count > MAX_CHECKED_PAGES:
                message, hint = MAX_CHECKED_PAGES.refusal(count)
                raise PrintkitError(message, hint=hint)
            _guarded(findings, partial(_check_keys, findings, pdf, target))
            _Pages(findings, pdf, target).check()
    except pikepdf.PasswordError:
        raise PrintkitError(
            "The file is locked by a password.", hint="Save it without a password."
        ) from None
    except (pikepdf.PdfError, pikepdf.DataDecodingError, *_BROKEN):
        raise PrintkitError(
            "This cannot be read as a PDF.", hint="Open it in a viewer, and export it anew."
        ) from None
    return findings, count


@contextmanager
def _limits() -> Iterator[None]:
    """Context manager: unpack no more than a file may have."""
    most = int(MAX_UNPACKED_BYTES)
    before: Any = pikepdf.settings.set_qpdf_limits(
        flate_max_memory=most, run_length_max_memory=most, png_max_memory=most, dct_max_memory=most
    )
    try:
        yield
    finally:
        pikepdf.settings.set_qpdf_limits(**before)


def _guarded(findings: Findings, check: Callable[[], None]) -> bool:
    """Run a check, and tell of what it cannot read; return True if it went through."""
    try:
        check()
    except (pikepdf.PdfError, pikepdf.DataDecodingError, *_BROKEN):
        findings.add(
            "unreadable", "A part of the file is broken, and cannot be checked.", "Export it anew."
        )
        return False
    return True


# --- the file ------------------------------------------------------------------------------------


def _check_keys(findings: Findings, pdf: Any, target: Target) -> None:
    if pdf.is_encrypted:
        findings.add("encrypted", "The file is encrypted.", "Save it without a password.")
    names = pdf.Root.get("/Names", {})
    if "/AcroForm" in pdf.Root or "/OpenAction" in pdf.Root or "/JavaScript" in names:
        findings.add("actions", "The file has forms, scripts or actions.", "Take them out.")
    level = target.formats_options.get("pdfx", "")
    if target.format != "pdfx" or level not in _VERSIONS:
        return
    wanted, latest = _VERSIONS[level]
    xmp = pdf.Root.Metadata.read_bytes() if "/Metadata" in pdf.Root else b""
    found = dict(_XMP_ENTRY.findall(xmp.decode("utf-8", "replace")))
    found |= {key: str(value) for key, value in pdf.trailer.get("/Info", {}).items()}
    said = found.get("/GTS_PDFXVersion" if level == "x-1a" else _VERSION_KEY, "")
    if said != wanted:
        _tell_key(findings, "pdfx-key", "GTS_PDFXVersion", said, wanted)
    if pdf.pdf_version > latest:
        _tell_key(findings, "version", "PDF", pdf.pdf_version, latest)
    trapped = found.get("/Trapped") or found.get("pdf:Trapped", "")
    lacking = [key.removeprefix("/") for key in _KEYS[level] if not found.get(key)]
    lacking += [] if "/ID" in pdf.trailer else ["ID"]
    lacking += [] if trapped.removeprefix("/") in ("True", "False") else ["Trapped"]
    for key in lacking:
        findings.add(f"key-{key}", "The key {key} is missing.", _EXPORT, values={"key": key})
    intents = [i for i in pdf.Root.get("/OutputIntents", []) if i.get("/S") == Name.GTS_PDFX]
    condition = str(intents[0].get("/OutputConditionIdentifier", "")) if intents else ""
    if len(intents) != 1:
        _tell_key(findings, "intent", "OutputIntents", str(len(intents)), "1")
    elif target.condition and condition != target.condition:
        _tell_key(findings, "intent", "OutputConditionIdentifier", condition, target.condition)
    elif level == "x-4" and "/DestOutputProfile" not in intents[0]:
        findings.add(
            "intent", "The key {key} is missing.", _EXPORT, values={"key": "DestOutputProfile"}
        )


def _tell_key(findings: Findings, rule: str, key: str, said: str, wanted: str) -> None:
    findings.add(
        rule,
        "{key} is “{said}”; “{wanted}” is wanted.",
        _EXPORT,
        values={"key": key, "said": said, "wanted": wanted},
    )


# --- its pages -----------------------------------------------------------------------------------


class _Face(NamedTuple):
    """What pages that are alike have: their numbers, boxes in points, and the walk through it."""

    numbers: list[int]
    bleed: list[float]
    trim: list[float]
    walk: PageWalk


class _Pages:
    """The pages of a file: those that are alike are looked at once."""

    def __init__(self, findings: Findings, pdf: Any, target: Target) -> None:
        self._findings, self._pdf, self._target = findings, pdf, target
        self._is_deck = is_deck(target)
        self._reader = Reader()

    def check(self) -> None:
        """Check all pages. Raises PrintkitError beyond a limit."""
        alike: dict[bytes, list[int]] = {}
        for number, page in enumerate(self._pdf.pages, 1):
            boxes = (page.mediabox, page.bleedbox, page.trimbox)
            parts = (read_stream(page.obj), page.resources.unparse(), repr(boxes).encode())
            alike.setdefault(hashlib.sha256(b"\0".join(parts)).digest(), []).append(number)
        faces: list[_Face] = []
        for numbers in alike.values():
            page, found = self._pdf.pages[numbers[0] - 1], Findings(self._findings.file)
            trim = self._trim(page)
            walk = PageWalk(self._reader, self._target, (trim[0], trim[3]))
            face = _Face(numbers, _numbers(page.bleedbox), trim, walk)
            if _guarded(found, partial(self._check_page, found, page, face)):
                faces.append(face)
            self._findings.merge([*found, *walk.findings], numbers)
        if self._is_deck and faces:
            others = [face for face in faces if _size(face) != _size(faces[0])]
            if others:
                self._findings.add(
                    "sizes",
                    "Cards of several sizes are in one file.",
                    "Make a file of each size.",
                    pages=tuple(number for face in others for number in face.numbers),
                )
            _guarded(self._findings, partial(self._check_paintings, faces))

    def _trim(self, page: Any) -> list[float]:
        """Return the trim of a page (pt); without one the page without the bleed."""
        if "/TrimBox" in page.obj or "/ArtBox" in page.obj:
            return _numbers(page.trimbox)
        bleed = (self._target.bleed or 0.0) * _PER_MM if self._is_deck else 0.0
        left, bottom, right, top = _numbers(page.mediabox)
        return [left + bleed, bottom + bleed, right - bleed, top - bleed]

    def _check_page(self, findings: Findings, page: Any, face: _Face) -> None:
        target, media, bleed, trim = self._target, _numbers(page.mediabox), face.bleed, face.trim
        if "/TrimBox" not in page.obj and target.format == "pdfx":
            findings.add("trim", "The page has no TrimBox.", _EXPORT)
        if not (_holds(media, bleed) and _holds(bleed, trim)):
            findings.add(
                "boxes", "MediaBox, BleedBox and TrimBox are not inside each other.", _EXPORT
            )
        sides = (trim[0] - bleed[0], trim[1] - bleed[1], bleed[2] - trim[2], bleed[3] - trim[3])
        around = max(min(sides) / _PER_MM, 0.0)
        if self._is_deck and around < (target.bleed or 0.0) - _OFF:
            wanted = format_mm(target.bleed or 0.0)
            findings.add(
                "bleed",
                "The bleed is {figure} mm; {wanted} mm are wanted.",
                f"Build it with --bleed {wanted}mm.",
                values={"figure": format_mm(around), "wanted": wanted},
                figure=round(around, 3),
                wanted=target.bleed,
            )
        if self._is_deck:
            try:
                target.sold_as(*sorted(_size(face)))
            except PrintkitError as error:
                findings.add("size", error.message, error.hint or "")
        if float(page.obj.get("/UserUnit", 1)) != 1 or int(page.obj.get("/Rotate", 0)):
            findings.add("rotate", "The page is turned or scaled by its keys.", _EXPORT)
        if len(page.obj.get("/Annots", [])):
            findings.add("annotation", "The page has annotations.", "Take them out.")
        face.walk.walk(page.obj, page.resources)

    def _check_paintings(self, faces: list[_Face]) -> None:
        """Paint a page of each kind, and judge it; then the order of all."""
        count, target = len(self._pdf.pages), self._target
        kept = {face.numbers[0] for face in faces}
        for number in range(count, 0, -1):
            if number not in kept:
                del self._pdf.pages[number - 1]
        prints = [b""] * count
        has_ground = any(face.walk.has_ground for face in faces)
        paintings = paint(self._pdf, self._reader, has_ground)
        for painting, face in zip(paintings, faces, strict=True):
            found, scale, walk = Findings(self._findings.file), painting.scale, face.walk
            (left, _, _, top), (x, y, right, upper) = face.bleed, face.trim
            trim = [round(v * scale) for v in (x - left, top - upper, right - left, top - y)]
            if not walk.has_ground:
                painting.figures = None
            box = (trim[0], trim[1], trim[2], trim[3])
            judge_painting(found, painting, target, box, scale * _PER_MM, walk.lights)
            self._findings.merge(found, face.numbers)
            digest = hashlib.sha256(painting.ink.tobytes() + painting.look.tobytes()).digest()
            for number in face.numbers:
                prints[number - 1] = digest
        _check_order(self._findings, prints, target.order)


def _numbers(values: Any) -> list[float]:
    return [float(value) for value in values]


def _size(face: _Face) -> list[float]:
    left, bottom, right, top = face.trim
    return [round((right - left) / _PER_MM, 1), round((top - bottom) / _PER_MM, 1)]


def _holds(outer: Sequence[float], inner: Sequence[float]) -> bool:
    off = _OFF * _PER_MM
    return all(o <= i + off for o, i in zip(outer[:2], inner[:2], strict=True)) and all(
        o >= i - off for o, i in zip(outer[2:], inner[2:], strict=True)
    )


def _check_order(findings: Findings, prints: Sequence[bytes], order: str) -> None:
    """Check how the sides follow each other: what is printed most often is a back."""
    count = len(prints)
    in_pairs = order in ("back-front", "front-back")
    if in_pairs and count % 2:
        findings.add(
            "count",
            "{figure} pages are no pairs of a back and a front.",
            "Look for the page that is missing.",
            values={"figure": count},
            figure=count,
        )
    ((_, most),) = Counter(prints).most_common(1)
    if most < max(_LEAST_BACKS, count / _BACK_SHARE) or (not in_pairs and most > count / 2):
        return
    half = count // 2
    wrong = [
        [
            number
            for number, one in enumerate(prints)
            if one == back
            and not (number >= half if not in_pairs else number % 2 == (order == "front-back"))
        ]
        for back, times in Counter(prints).items()
        if times == most
    ]
    if order and (first := min(wrong, key=len)):
        findings.add(
            "order",
            "The sides do not follow each other as {wanted}.",
            f"Build the deck with --order {order}.",
            values={"wanted": order},
            pages=(first[0] + 1,),
        )
