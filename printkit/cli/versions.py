"""What `printkit --version --verbose` tells: all that decides how a file is printed.

No path of a machine is in it: it can be pasted into a report.
"""

from __future__ import annotations

import sys
import zlib
from importlib.metadata import EntryPoint, PackageNotFoundError, version

from printkit.base import plugins
from printkit.base.content import content_path, font_path
from printkit.jobs.recipe import contents

# Those that pyproject.toml asks for; a test compares the two.
LIBRARIES = (
    *("click", "msgspec", "tomlkit", "reportlab", "svgwrite", "pillow", "pypdfium2"),
    *("uharfbuzz", "jinja2", "markdown-it-py", "mdit-py-plugins", "pyphen"),
)
# Of the digest of the content.
_DIGITS = 16


def detail_lines() -> list[str]:
    """Return a line each for Python, zlib, the libraries, the content and what plug-ins add."""

    def version_of(library: str) -> str:
        try:
            return version(library)
        except PackageNotFoundError:
            return "is missing"

    python = ".".join(map(str, sys.version_info[:3]))
    content = contents({"templates": content_path(), "fonts": font_path("")})
    groups = (plugins.PRODUCTS, plugins.WRITERS, plugins.CONTENT)
    entries = [entry for group in groups for entry in plugins.plugin_entries(group).values()]
    return [
        f"{sys.implementation.name} {python} on {sys.platform}",
        f"zlib {zlib.ZLIB_RUNTIME_VERSION}",
        *(f"{library} {version_of(library)}" for library in LIBRARIES),
        f"content {content[:_DIGITS]}",
        *(f"plug-in {entry.name} of {_package_of(entry)}" for entry in entries),
    ]


def _package_of(entry: EntryPoint) -> str:
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist else "an unknown package"
