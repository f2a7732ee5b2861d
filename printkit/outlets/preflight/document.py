"""Checks a PDF: keys, boxes, the order of its pages, their content and what they look like."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from printkit.base.errors import PrintkitError
from printkit.base.geometry import format_size
from printkit.base.limits import MAX_CHECKED_PAGES
from printkit.outlets.preflight.content import PageWalk
from printkit.outlets.preflight.finding import Findings, keep_within
from printkit.outlets.preflight.pdf_reader import Dictionary, Name, String, open_pdf, report_broken
from printkit.outlets.preflight.pictures import PER_MM, is_deck, judge_painting
from printkit.outlets.preflight.plates import PlateFile, read_stream
from printkit.outlets.target import Target

# What a standard wants, by the value of the option `pdfx`: the key of its name, that name, the
# latest version of PDF, and the keys that are to be there.
_X1A_KEYS = "/Title /CreationDate /ModDate /Trapped /ID"
_X4_KEYS = "xmp:CreateDate xmp:ModifyDate xmp:MetadataDate pdf:Trapped xmpMM:DocumentID "
_X4_KEYS += "xmpMM:VersionID xmpMM:RenditionClass /ID /DestOutputProfile"
_STANDARDS = {
    "x-1a": ("/GTS_PDFXVersion", "PDF/X-1a:2003", "1.4", _X1A_KEYS),
    "x-4": ("pdfxid:GTS_PDFXVersion", "PDF/X-4", "1.6", _X4_KEYS),
}
_XMP_ENTRY = re.compile(r"(\w+:\w+)\s*(?:=\s*[\"']|>)\s*([^<\"'\s][^<\"']*)")
_UNKNOWN = ("", "/Unknown", "Unknown")
# What differs between pages that are alike, or is compared by itself.
_OF_A_PAGE = ("/Contents", "/Resources", "/Parent", "/StructParents")
# What a box may be off (mm).
_OFF = 0.02
# A print that is on this share of the pages, and on this many at least, is a back.
_BACK_SHARE, _MIN_BACKS = 5, 4


def check_document(findings: Findings, data: bytes, target: Target) -> int:
    """Check a PDF; return how many pages it has.

    Raises PrintkitError for what is no PDF, is locked, or is beyond a limit.
    """
    with open_pdf(data) as pdf:
        keep_within(MAX_CHECKED_PAGES, len(pdf.pages))
        with report_broken(findings):
            _check_keys(findings, pdf, target)
        _check_pages(findings, pdf, target)
        return len(pdf.pages)


def _check_keys(findings: Findings, pdf: Any, target: Target) -> None:
    root = pdf.Root
    if pdf.is_encrypted:
        findings.add("encrypted")
    if "/AcroForm" in root or "/OpenAction" in root or "/JavaScript" in root.get("/Names", {}):
        findings.add("actions")
    if (level := target.formats_options.get("pdfx", "")) not in _STANDARDS:
        return
    version, standard, latest, keys = _STANDARDS[level]
    intents = [one for one in root.get("/OutputIntents", []) if one.get("/S") == Name.GTS_PDFX]
    xmp = root.Metadata.read_bytes().decode("utf-8", "replace") if "/Metadata" in root else ""
    entries = dict(_XMP_ENTRY.findall(xmp))
    for holder in (pdf.trailer, pdf.trailer.get("/Info", {}), *intents[:1]):
        for key, value in holder.items():
            entries[key] = str(value) if isinstance(value, Name | String) else "…"
    # The key, what it is, and what is wanted if that is told.
    rows = [
        ("GTS_PDFXVersion", entries.get(version, ""), standard),
        ("%PDF", pdf.pdf_version, min(pdf.pdf_version, latest)),
        ("OutputIntents", str(len(intents)), "1"),
        *((key.strip("/"), entries.get(key, ""), "") for key in keys.split()),
    ]
    if target.condition and intents:
        key = "OutputConditionIdentifier"
        rows.append((key, entries.get(f"/{key}", ""), target.condition))
    for key, value, wanted in rows:
        if value in _UNKNOWN:
            findings.add("key-missing", name=key)
        elif wanted not in ("", value):
            findings.add("key", name=key, figure=value, wanted=wanted)


# --- pages ---------------------------------------------------------------------------------------


class _CheckedPage(NamedTuple):
    """Pages that are alike: their numbers, their shorter and longer side (mm), the walk, and the
    edges of the trim in points from the upper left corner of the bleed.
    """

    numbers: tuple[int, ...]
    size: tuple[float, float]
    walk: PageWalk
    trim: Sequence[float]


def _check_pages(findings: Findings, pdf: Any, target: Target) -> None:
    """Check the pages, those that are alike once, then as they are painted.

    Raises PrintkitError beyond a limit.
    """
    alike: dict[bytes, list[int]] = {}
    for number, page in enumerate(pdf.pages, 1):
        findings.pages = (number,)
        with report_broken(findings):
            own = Dictionary({key: v for key, v in page.obj.items() if key not in _OF_A_PAGE})
            parts = read_stream(page.obj), page.resources.unparse(), own.unparse()
            alike.setdefault(sha256(b"\0".join(parts)).digest(), []).append(number)
    file, pages = PlateFile(pdf), list[_CheckedPage]()
    for numbers in alike.values():
        findings.pages = tuple(numbers)
        with report_broken(findings):
            pages.append(_check_page(findings, pdf.pages[numbers[0] - 1], target, file))
    findings.pages = ()
    if not is_deck(target) or not pages:
        return
    prints = [b""] * len(pdf.pages)
    with report_broken(findings):
        paintings = file.paint({page.numbers[0] - 1: page.walk.has_ground for page in pages})
        for page, painting in zip(pages, paintings, strict=True):
            findings.pages = page.numbers
            if page.size != pages[0].size:
                findings.add("sizes")
            trim = [edge * painting.per_mm / PER_MM for edge in page.trim]
            judge_painting(findings, painting, target, trim, page.walk.lights)
            seen = sha256(painting.ink.tobytes() + painting.look.tobytes()).digest()
            for number in page.numbers:
                prints[number - 1] = seen
        findings.pages = ()
        _check_order(findings, prints, target.order)
    findings.pages = ()


def _check_page(findings: Findings, page: Any, target: Target, file: PlateFile) -> _CheckedPage:
    """Check the keys, boxes and content of a page."""
    media, bleed, trim = ([*map(float, b)] for b in (page.mediabox, page.bleedbox, page.trimbox))
    wanted = (target.bleed or 0.0) if is_deck(target) else 0.0
    if "/TrimBox" not in page.obj and "/ArtBox" not in page.obj:
        inset = wanted * PER_MM
        trim = [media[0] + inset, media[1] + inset, media[2] - inset, media[3] - inset]
        if "pdfx" in target.formats_options:
            findings.add("trim")
    margin = _margin(bleed, trim)
    if min(_margin(media, bleed), margin) < -_OFF:
        findings.add("boxes")
    elif margin < wanted - _OFF:
        findings.add("bleed", figure=round(margin, 2), wanted=wanted)
    left, lower, right, upper = trim
    width, height = sorted(round(side / PER_MM, 1) for side in (right - left, upper - lower))
    if is_deck(target):
        try:
            target.sold_as(width, height)
        except PrintkitError:
            nearest = min(target.sizes.values(), key=lambda one: abs(one.size[1] - height))
            sizes = format_size(width, height), format_size(*nearest.size)
            findings.add("size", figure=sizes[0], wanted=sizes[1])
    if float(page.obj.get("/UserUnit", 1)) != 1 or int(page.obj.get("/Rotate", 0)):
        findings.add("rotate")
    if target.prints and len(page.obj.get("/Annots", [])):
        findings.add("annotation")
    walk = PageWalk(file, target, findings, (left, upper))
    walk.walk(page.obj, page.resources)
    x, y = bleed[0], bleed[3]
    return _CheckedPage(
        findings.pages, (width, height), walk, (left - x, y - upper, right - x, y - lower)
    )


def _margin(outer: Sequence[float], inner: Sequence[float]) -> float:
    """Return the least distance between two boxes (mm), negative where the inner one leaves."""
    edges = [i - o for o, i in zip(outer, inner, strict=True)]
    return min(edges[0], edges[1], -edges[2], -edges[3]) / PER_MM


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
    parity, half = order == "front-back", count // 2
    fronts = [n for n in range(count) if (n % 2 != parity if in_pairs else n < half)]
    backs = (back for back in times if times[back] == most)
    wrong = min(([n for n in fronts if prints[n] == back] for back in backs), key=len)
    if order and wrong:
        findings.add("order", wanted=order, pages=(wrong[0] + 1,))
