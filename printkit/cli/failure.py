"""The error message and the report for an unexpected failure of printkit on a user's file. The
report contains the traceback, the command and the checksum of the file, but none of its content.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import traceback
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from printkit.base.content import content_folders, font_path
from printkit.base.errors import PrintkitError
from printkit.base.files import (
    READ,
    cache_folder,
    file_checksum,
    file_size,
    generator,
    replace_file,
)
from printkit.base.sentences import Sentence
from printkit.cli.speech import FILE

_FOLDER = "reports"
_DIGITS = 12


def explain_unexpected(error: Exception, words: Sequence[str]) -> PrintkitError | None:
    """Return the error to show for an unexpected exception, and write its report.

    `words` are the command line. Returns None if no file of the user was read: then no such file
    can be the cause.
    """
    file = _blamed_file(error)
    if file is None:
        return None
    trace = "".join(traceback.format_exception(error))
    name = f"report-{hashlib.sha256(trace.encode(errors='replace')).hexdigest()[:_DIGITS]}.txt"
    path = cache_folder() / _FOLDER / name
    hint: str = "Please report this; SECURITY.md explains how."
    with suppress(PrintkitError):
        text = "\n".join((*_facts(file, words), "", trace))
        data = text.encode(errors="backslashreplace")
        replace_file(path, data, action="The report cannot be written", follow_links=False)
        hint = Sentence(
            "Please report this as described in SECURITY.md, and include this report: {report}",
            report=str(path),
        )
    message = Sentence(
        "{file} cannot be read: printkit crashed while reading it.", file=_shown(file)
    )
    return PrintkitError(message, hint=hint)


def _blamed_file(error: Exception) -> str | None:
    """Return the file that was being read, or else the first file of the user that was read, or
    None.
    """
    excluded = (*content_folders(), font_path(""), cache_folder())
    roots = tuple(os.path.join(os.path.abspath(folder), "") for folder in excluded)
    known = [*filter(None, [READ.blamed(error)]), *READ.files]
    foreign = [file for file in known if not os.path.abspath(file).startswith(roots)]
    # The settings are read before any other file.
    foreign.sort(key=lambda file: os.path.basename(file) == FILE)
    return next(iter(foreign), None)


def _shown(file: str) -> str:
    """Return the path of a file, relative if it is inside the working folder."""
    relative = os.path.relpath(file)
    return file if relative.startswith(os.pardir) else relative


def _facts(file: str, words: Sequence[str]) -> list[str]:
    """Return the lines above the traceback."""
    from printkit.cli.report import version_lines  # few commands fail

    path = Path(file)
    lines = [generator(), f"command: printkit {shlex.join(words)}"]
    lines += [f"file: {path.name}, {file_size(path)} bytes, SHA-256 {file_checksum(path)}"]
    return [*lines, *version_lines()]
