"""What `printkit --version` tells; with `--verbose` all that decides how a file is printed.

No path of a machine is in it: it can be pasted into a report.
"""

from __future__ import annotations

import sys
import zlib
from typing import TYPE_CHECKING

import click

from printkit import __version__
from printkit.base import plugins
from printkit.base.content import content_path, font_path
from printkit.cli.echo import echo

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

# Those that pyproject.toml asks for; a test compares the two.
LIBRARIES = (
    *("click", "msgspec", "tomlkit", "reportlab", "svgwrite", "pillow", "pypdfium2"),
    *("uharfbuzz", "jinja2", "markdown-it-py", "mdit-py-plugins", "pyphen"),
)
_VERBOSE = "printkit.verbose"
# Of the digest of the content.
_DIGITS = 16


def note_verbose(context: click.Context, _parameter: click.Parameter, value: bool) -> None:
    """Keep that `--verbose` was given, for `--version`."""
    context.meta[_VERBOSE] = value


def print_version(context: click.Context, _parameter: click.Parameter, value: bool) -> None:
    """Print the version and leave, if `--version` was given."""
    verbose = context.meta.get(_VERBOSE, False)
    if value and not context.resilient_parsing:
        echo(f"printkit, version {__version__}")
        if verbose:
            for line in _detail_lines():
                echo(line)
        context.exit()
    if verbose:
        raise click.UsageError("--verbose belongs to --version.", context)


def _detail_lines() -> list[str]:
    """Return a line each for Python, zlib, the libraries, the content and what plug-ins add."""
    from importlib.metadata import PackageNotFoundError, version

    from printkit.jobs.recipe import contents

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
