"""Checks pictures, and a folder: its files against its lists."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated

import msgspec
from PIL import Image, ImageMath

from printkit.base.errors import PrintkitError
from printkit.base.files import file_checksum, read_bytes, read_text
from printkit.base.limits import MAX_MANIFEST_BYTES, MAX_PIXELS, MAX_TABLE_BYTES
from printkit.base.plain_text import shorten
from printkit.base.units import MM_PER_INCH, format_size
from printkit.outlets.preflight.content import is_deck
from printkit.outlets.preflight.finding import Findings
from printkit.outlets.preflight.paintings import judge_edges, judge_painting
from printkit.outlets.preflight.plates import Painting
from printkit.outlets.target import Target

CARDS, MANIFEST = "cards.csv", "manifest.json"
_FORMATS = ("PNG", "JPEG", "TIFF")
_MODES = {"rgb": ("RGB", "L", "P", "1"), "cmyk": ("CMYK",)}
# The number at the beginning or the end of a name: 001-front, casino-cards-en-001-front.
_NUMBER = re.compile(r"(?:^|-)(\d{2,4})(?=-|\.|$)")


class _Listed(msgspec.Struct):
    file: Annotated[str, msgspec.Meta(max_length=255)]
    sha256: str = ""


class _Manifest(msgspec.Struct):
    files: tuple[_Listed, ...] = ()


def check_picture(data: bytes, target: Target, name: str) -> Findings:
    """Check a picture of a card. Raises PrintkitError for what is no picture."""
    findings = Findings(name)
    try:
        with Image.open(io.BytesIO(data), formats=_FORMATS) as picture:
            if picture.width * picture.height > MAX_PIXELS:
                message, hint = MAX_PIXELS.refusal(picture.width * picture.height)
                raise PrintkitError(message, hint=hint)
            _check_mode(findings, picture, target)
            if is_deck(target):
                _check_pixels(findings, picture, target)
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        raise PrintkitError("This picture is damaged.", hint="Save it anew.") from None
    return findings


def _check_mode(findings: Findings, picture: Image.Image, target: Target) -> None:
    if picture.has_transparency_data:
        findings.add("transparency", "The picture has transparent parts.", "Lay it on a ground.")
    mode = picture.mode.replace("A", "").replace("X", "")
    if mode not in _MODES[target.colour]:
        findings.add(
            "mode",
            "The picture is in {mode}; {wanted} with 8 bits is wanted.",
            "Convert it.",
            values={"mode": picture.mode, "wanted": target.colour.upper()},
        )
    if target.colour == "rgb" and not picture.info.keys() & {"srgb", "icc_profile"}:
        findings.add(
            "srgb",
            "The picture does not say that its colours are sRGB.",
            "Save it with the profile sRGB.",
            fault=False,
        )


def _check_pixels(findings: Findings, picture: Image.Image, target: Target) -> None:
    """Check the size of a picture, then what stands near its edges."""
    width, height = picture.size
    sold = [
        (name, one.size, one.images or target.pixels(*one.size))
        for name, one in target.sizes.items()
    ]

    def off(item: tuple[str, tuple[float, float], tuple[int, int]]) -> float:
        return abs(item[2][0] - width) + abs(item[2][1] - height)

    dpi = min(picture.info.get("dpi", (0, 0)))
    if sold:
        name, size, pixels = min(sold, key=off)
    if not sold or (target.any_size and off((name, size, pixels)) > 2):
        # The size is that of its resolution.
        dpi = dpi or target.dpi or 300
        around = 2 * (target.bleed or 0.0)
        size = width * MM_PER_INCH / dpi - around, height * MM_PER_INCH / dpi - around
        pixels = target.pixels(*size)
        name = format_size(*size)
    # More pixels do no harm, if they are as many along both sides.
    times = width / pixels[0]
    if abs(height - times * pixels[1]) > 2 * times or times < 1:
        findings.add(
            "pixels",
            "The picture has {figure} pixels; “{name}” has {wanted}.",
            "Build it for the target, or scale it.",
            values={
                "figure": f"{width} × {height}",
                "name": name,
                "wanted": f"{pixels[0]} × {pixels[1]}",
            },
            figure=width,
            wanted=pixels[0],
        )
        return
    per_mm = width / (size[0] + 2 * (target.bleed or 0.0))
    edge = round((target.bleed or 0.0) * per_mm)
    trim = (edge, edge, width - edge, height - edge)
    look = picture.convert("L")
    if picture.mode != "CMYK":
        judge_edges(findings, look, None, target, trim, per_mm)
        return
    plates = dict(zip("cmyk", picture.split(), strict=True))
    ink = ImageMath.lambda_eval(lambda p: (p["c"] + p["m"] + p["y"] + p["k"]) * 20 / 51, **plates)
    judge_painting(findings, Painting(look, ink, None, per_mm), target, trim, per_mm, ())


# --- folders -------------------------------------------------------------------------------------


def check_folder(folder: Path, names: set[str], pages: Mapping[str, int]) -> Findings:
    """Check the files of a folder against its list of cards, its manifest and their numbers.

    `pages` are those of its PDFs by name. Raises PrintkitError for a list that cannot be read.
    """
    findings = Findings()
    listed = _check_cards(findings, folder, names, pages)
    if (folder / MANIFEST).is_file():
        data = read_bytes(folder / MANIFEST, noun="manifest", max_bytes=MAX_MANIFEST_BYTES)
        try:
            manifest = msgspec.json.decode(data, type=_Manifest)
        except (msgspec.DecodeError, RecursionError):
            raise PrintkitError("This is no manifest.", hint="Build the folder anew.") from None
        for entry in manifest.files:
            listed.add(entry.file)
            checksum = file_checksum(folder / entry.file)
            if checksum is None:
                _tell_missing(findings, entry.file, MANIFEST)
            elif checksum != entry.sha256:
                findings.add(
                    "changed",
                    "The file is not the one that was built.",
                    "Build it anew, if nobody changed it on purpose.",
                    file=entry.file,
                    fault=False,
                )
        for name in sorted(names - listed):
            findings.add(
                "spare", "No list names this file.", "Take it away.", file=name, fault=False
            )
    _check_numbers(findings, names)
    return findings


def _check_cards(
    findings: Findings, folder: Path, names: set[str], pages: Mapping[str, int]
) -> set[str]:
    """Check the lists of cards of a folder; return the files that they name."""
    wanted: Counter[str] = Counter()
    for table in sorted(folder.glob(CARDS)):
        text = read_text(table, noun="table of cards", max_bytes=MAX_TABLE_BYTES)
        for line, row in enumerate(csv.DictReader(io.StringIO(text)), 2):
            quantity = row.get("quantity") or ""
            if not re.fullmatch(r"[1-9]\\d{0,5}", quantity):
                findings.add(
                    "quantity",
                    "The quantity “{text}” is no number of cards.",
                    "Write a number from 1.",
                    values={"text": shorten(quantity)},
                    file=f"{table.name}:{line}",
                )
                continue
            for file in filter(None, (row.get("file"), row.get("back"))):
                wanted[file] += int(quantity)
                if file not in names:
                    _tell_missing(findings, file, table.name)
    for file, count in wanted.items():
        if pages.get(file, count) != count:
            findings.add(
                "count",
                "The file has {figure} pages; the list of cards wants {wanted}.",
                "Build it anew.",
                values={"figure": pages[file], "wanted": count},
                figure=pages[file],
                wanted=count,
                file=file,
            )
    return set(wanted)


def _tell_missing(findings: Findings, file: str, table: str) -> None:
    findings.add(
        "missing",
        "{table} names the file “{file}”, which is not there.",
        "Build the folder anew.",
        values={"table": table, "file": shorten(file)},
        file=table,
    )


def _check_numbers(findings: Findings, names: Iterable[str]) -> None:
    """Check that numbered files have no gap."""
    series: dict[tuple[str, ...], set[int]] = {}
    for name in names:
        if found := _NUMBER.search(name):
            series.setdefault((name[: found.start(1)], name[found.end(1) :]), set()).add(
                int(found[1])
            )
    for (before, after), numbers in sorted(series.items()):
        gap = next((n for n in range(1, max(numbers)) if n not in numbers), None)
        if gap and len(numbers) > 1:
            findings.add(
                "number",
                "The numbers of the files leave out {figure}.",
                "Look for the file that is missing.",
                values={"figure": gap},
                figure=gap,
                file=f"{before}{gap:03d}{after}",
            )
