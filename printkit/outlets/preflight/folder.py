"""Checks a folder: its files against its lists."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import msgspec

from printkit.base.csv_cells import original_cell
from printkit.base.errors import PrintkitError
from printkit.base.files import file_checksum, read_bytes, read_text
from printkit.base.limits import MAX_MANIFEST_BYTES, MAX_TABLE_BYTES
from printkit.base.sentences import shorten
from printkit.outlets.preflight.finding import MANIFEST, Findings
from printkit.outlets.preflight.pictures import is_deck
from printkit.outlets.target import Target

CARDS = "cards*.csv"
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
    """Check the files of a folder, with the pages of each, against its list of cards, its manifest
    and their numbers. A list that cannot be read is a finding.
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
    """Check the files of a folder against its manifest. Raises PrintkitError for what is none."""
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
    """Check a list of cards: its files are there, and a PDF of a deck has a page for each side."""
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
