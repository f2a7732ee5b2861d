"""Which of our own definitions are known to be right.

`templates/seals.toml` holds the SHA-256 of each definition that has passed all checks; the tests
hold the list true (`pytest --update-golden` writes it anew). A changed file has no seal and is
checked at every load, as a person's own files are.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from printkit.base.content import content_path, load_content
from printkit.definition.layers import SHELVES


def digest(text: str) -> str:
    """The seal of a definition's text."""
    return hashlib.sha256(text.encode()).hexdigest()


def is_sealed(path: Path, text: str) -> bool:
    """Whether the file is one of ours and has passed all checks with this very text."""
    if path.parent not in {content_path(shelf) for shelf in SHELVES}:
        return False
    seals: dict[str, str] = load_content("seals.toml").get(path.parent.name, {})
    return seals.get(path.stem) == digest(text)
