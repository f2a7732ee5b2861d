"""Pictures that a drawing names."""

from __future__ import annotations

import re
from pathlib import Path

from printkit.base.files import is_file

# An ASCII character in a link, such as %20.
_ESCAPED = re.compile("%([2-7][0-9A-Fa-f])")
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
