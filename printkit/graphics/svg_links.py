"""Pictures that a drawing names."""

from __future__ import annotations

import re
from pathlib import Path

from printkit.base.errors import PrintkitError
from printkit.base.files import is_file, read_bytes
from printkit.base.limits import MAX_SVG_BYTES

# An ASCII character in a link, such as %20.
_ESCAPED = re.compile("%([2-7][0-9A-Fa-f])")
# The link of an element, quoted.
_HREF = re.compile(r"""\s(?:xlink:)?href\s*=\s*(?:"([^"]+)"|'([^']+)')""")
# The kinds of pictures that a drawing may name.
LINKED_KINDS = {".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg", ".gif": "gif", ".webp": "webp"}
LINKED_KINDS[".svg"] = "png"  # it is rendered first


def linked_picture(path: Path, link: str) -> Path | None:
    """Return the picture that a drawing names, if it is beside the drawing or in a folder there."""
    for name in (link, _ESCAPED.sub(lambda match: chr(int(match[1], 16)), link)):
        plain = Path(name)
        if plain.is_absolute() or ".." in plain.parts or ":" in name or "\\" in name:
            return None
        file = path.parent / plain
        if file.suffix.lower() in LINKED_KINDS and is_file(file):
            return file if file.resolve().is_relative_to(path.parent.resolve()) else None
    return None


def links_of(path: Path) -> list[str]:
    """Return the pictures that a file names, relative to its folder: none if it is not a drawing,
    or cannot be read.
    """
    if path.suffix.lower() != ".svg":
        return []
    try:
        data = read_bytes(path, noun="SVG file", max_bytes=MAX_SVG_BYTES)
    except PrintkitError:
        return []
    names = [match[1] or match[2] for match in _HREF.finditer(data.decode("utf-8", "replace"))]
    plain = (name for name in dict.fromkeys(names) if not name.startswith(("#", "data:")))
    files = (linked_picture(path, name) for name in plain)
    return [file.relative_to(path.parent).as_posix() for file in files if file is not None]
