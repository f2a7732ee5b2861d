"""Checks a saved room of a virtual table: a ZIP with `widgets.json` and the pictures it names."""

from __future__ import annotations

import io
import re
import zlib
from zipfile import BadZipFile, ZipFile

import msgspec

from printkit.base.errors import PrintkitError
from printkit.base.limits import MAX_UNPACKED_BYTES
from printkit.base.plain_text import shorten
from printkit.outlets.preflight.finding import Findings, keep_within
from printkit.outlets.target import Target

_WIDGETS = "widgets.json"
# What a broken archive makes of the code that reads it.
_BROKEN = (BadZipFile, EOFError, LookupError, OSError, RecursionError, RuntimeError, ValueError)
_NAMED = re.compile(r'"package://([^"]*)"')


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
        raise PrintkitError(message, hint="Build the folder anew.") from None
    del sizes[_WIDGETS]
    for one in sorted(named - sizes.keys()):
        findings.add("missing", name=shorten(one))
    for one in sorted(sizes.keys() - named):
        findings.add("spare", file=shorten(one))
    most = target.figures.get("most-bytes")
    for one, size in sizes.items():
        if most is not None and size >= most:
            findings.add("heavy", name=shorten(one), figure=size, wanted=most)
