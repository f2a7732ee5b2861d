"""Writers by the names of their formats.

`templates/plugins.toml` lists them, and entry points of the group `printkit.writers`. A writer is
imported only when its format is requested, so that SVG builds do not load PDF libraries.

A writer is a function, or a module with a function `write`. `write(document, options)` yields the
files of a document. `options[OPTION]` is the value of an option that the format declares; a plug-in
lists its options as `OPTIONS`. `document.pieces` are the printed pieces, `page.cells` those on a
page, `document.bleed` is the requested bleed (mm).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from printkit.base import plugins
from printkit.base.errors import PrintkitError, UsageError, require_known, warn
from printkit.base.options import Option, OptionValues
from printkit.base.sentences import Sentence
from printkit.pieces.options import CONDITION, DPI, PDFX, PLATES, PRESS_OPTIONS, SMALL, TEXT_AS
from printkit.pieces.pages import Artifact as Artifact
from printkit.pieces.pages import Document
from printkit.pieces.pages import Tick as Tick

Writer = Callable[[Document, OptionValues], Iterator[Artifact]]
# The options of each format, declared here so that formats are imported only for writing.
_OPTIONS: dict[str, tuple[Option[Any], ...]] = {
    "pdf": (SMALL, PLATES),
    "pdfx": (PDFX, *PRESS_OPTIONS, TEXT_AS, CONDITION, PLATES),
    "png": (DPI,),
    "svg": (SMALL, PLATES),
    "tiff": (DPI, *PRESS_OPTIONS),
}


def formats() -> list[str]:
    """Return all formats, plug-ins included, in alphabetical order."""
    return sorted(plugins.names(plugins.WRITERS))


def require_format(name: str) -> None:
    """Check that a format has a writer. Raises UsageError."""
    if not plugins.is_known(plugins.WRITERS, name):
        require_known(
            name, formats(), Sentence("“{name}” is not a format.", name=name), "formats", UsageError
        )


def format_options(name: str) -> tuple[Option[Any], ...]:
    """Return the options of a format; a format without pages has none.

    Warn about a plug-in that cannot be loaded, and return no options.
    """
    known = plugins.is_known(plugins.WRITERS, name)
    if not known or plugins.is_bundled(plugins.WRITERS, name):
        return _OPTIONS.get(name, ())
    try:
        return getattr(plugins.find(plugins.WRITERS, name), "OPTIONS", ())
    except PrintkitError as error:
        warn(error)
        return ()


def writer(name: str) -> Callable[..., Iterator[Artifact]]:
    """Return the writer of a format, which takes a document and option values by name.

    Missing values have the defaults of the format. Raises UsageError.
    """
    require_format(name)
    plugin = plugins.find(plugins.WRITERS, name)
    write: Writer = getattr(plugin, "write", plugin)
    return partial(_write, name, write, format_options(name))


def _write(
    name: str,
    write: Writer,
    options: tuple[Option[Any], ...],
    document: Document,
    values: Mapping[str, Any] | None = None,
) -> Iterator[Artifact]:
    chosen = {name: value for name, value in (values or {}).items() if value is not None}
    resolved = OptionValues(
        {option.name: chosen.get(option.name, option.default) for option in options}
    )
    with plugins.faults_of(plugins.WRITERS, name):
        yield from write(document, resolved)
