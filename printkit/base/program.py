"""The digest of the program: its code, its content, its libraries."""

from __future__ import annotations

import hashlib
import os
import sys
import zlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from printkit.base.content import content_folders, font_path
from printkit.base.kept import digest_files

# The libraries that draw, shape and compress: another version may give other bytes.
BYTE_LIBRARIES = (
    "reportlab",
    "svgwrite",
    "pillow",
    "pypdfium2",
    "uharfbuzz",
    "jinja2",
    "markdown-it-py",
    "mdit-py-plugins",
    "pyphen",
)


@cache
def program_digest() -> str:
    """Return the digest of the code, the content, and the versions of libraries and Python."""
    package = Path(__file__).resolve().parents[1]
    templates, *added = content_folders()
    folders = {"printkit": package, "templates": templates, "fonts": font_path("")}
    files = digest_files({**folders, **{f"added-{i}": folder for i, folder in enumerate(added)}})
    python = repr((sys.implementation.name, *sys.version_info[:2]))
    return digest_texts(
        [files, repr(library_versions(BYTE_LIBRARIES)), python, zlib.ZLIB_RUNTIME_VERSION]
    )


def library_versions(names: Iterable[str]) -> list[str]:
    """Return the installed libraries in order, such as `reportlab-5.1.0.dist-info`."""
    libraries = {name.replace("-", "_") for name in names}
    versions: dict[str, str] = {}
    for place in sys.path:
        try:
            entries = os.listdir(place or ".")
        except OSError:
            continue
        for name in sorted(entries):
            library = name.partition("-")[0].lower()
            if name.endswith((".dist-info", ".egg-info")) and library in libraries:
                versions.setdefault(library, name)
    return sorted(versions.values())


def digest_texts(parts: Iterable[str]) -> str:
    """Hash several strings, length-prefixed."""
    whole = hashlib.sha256()
    for part in parts:
        data = part.encode(errors="surrogateescape")  # file names need not be UTF-8
        whole.update(f"{len(data)}\0".encode())
        whole.update(data)
    return whole.hexdigest()
