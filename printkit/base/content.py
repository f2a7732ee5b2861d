"""The bundled content: `templates/` and `fonts/`, in a wheel as in a checkout.

A wheel carries the two folders inside the package (see pyproject.toml); an sdist, an editable
install and a checkout have them beside it.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from printkit.base.errors import PrintkitError


@cache
def _content_root() -> Path:
    # Not importlib.resources: our content is read as files, and that import costs 9 ms a command.
    package = Path(__file__).resolve().parents[1]
    for root in (package / "_content", package.parent):
        if (root / "templates" / "papers.toml").is_file():
            return root
    raise PrintkitError(
        "The folders templates/ and fonts/ of this installation are missing.",
        location=str(package),
        hint="Install printkit again.",
    )


def content_path(*parts: str) -> Path:
    """Return the path of an item below `templates/` (it need not exist)."""
    return _content_root().joinpath("templates", *parts)


def font_path(name: str) -> Path:
    """Return the path of a font file in `fonts/`."""
    return _content_root() / "fonts" / name


@cache
def load_content(name: str) -> dict[str, Any]:
    """Read a bundled TOML file (`papers.toml`, `cards.toml`, …). Cached."""
    return tomllib.loads(content_path(name).read_text(encoding="utf-8"))
