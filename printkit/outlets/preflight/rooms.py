"""Checks what virtual tables load: a room, a ZIP with `widgets.json` and its pictures; or a saved
game, JSON with its pictures beside it.
"""

from __future__ import annotations

import io
import re
import zlib
from pathlib import Path
from zipfile import BadZipFile, ZipFile

import msgspec
from msgspec import Struct, field

from printkit.base.errors import PrintkitError
from printkit.base.limits import MAX_UNPACKED_BYTES
from printkit.base.sentences import shorten
from printkit.outlets.preflight.finding import Findings, keep_within
from printkit.outlets.target import Target

_WIDGETS = "widgets.json"
# What a broken archive makes of the code that reads it.
_BROKEN = (BadZipFile, EOFError, LookupError, OSError, RecursionError, RuntimeError, ValueError)
_NAMED = re.compile(r'"package://([^"]*)"')
_LOCAL = re.compile(r'"file:///[^"]*?([^"/]+)"')


class _FaceSheet(Struct):
    """A picture of cards in rows."""

    face: str = field(name="FaceURL", default="")
    columns: int = field(name="NumWidth", default=1)
    rows: int = field(name="NumHeight", default=1)


class _Object(Struct):
    """A card or a deck, or anything else, of a saved game."""

    name: str = field(name="Nickname", default="")
    number: int | None = field(name="CardID", default=None)
    numbers: list[int] | None = field(name="DeckIDs", default=None)
    sheets: dict[str, _FaceSheet] = field(name="CustomDeck", default_factory=dict)
    inside: list[_Object] = field(name="ContainedObjects", default_factory=list)


class _Saved(Struct):
    objects: list[_Object] = field(name="ObjectStates")


def check_saved(findings: Findings, data: bytes, target: Target, folder: Path) -> None:
    """Check that local files are there, that sheets have no more cards than the target takes, and
    that each card of a deck is on one. Raises PrintkitError for what is no saved game.
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
    """Check that each picture is named, is there, and is no larger than the target takes.

    Raises PrintkitError for what is no such table, or is beyond a limit.
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
