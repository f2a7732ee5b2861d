"""Writers by the names of their formats.

`templates/plugins.toml` lists them, and entry points of the group `printkit.writers`. A writer is
imported only when its format is requested, so that SVG builds do not load PDF libraries.

A writer is a function, or a module with a function `write`. `write(document, options)` yields the
files of a document. `options[OPTION]` is the value of an option that the format declares; a plug-in
lists its options as `OPTIONS`. `document.pieces` are the printed pieces, `page.cells` those on a
page, `document.bleed` is the requested bleed (mm).
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, BinaryIO

from msgspec import Struct

from printkit.base import plugins
from printkit.base.errors import PrintkitError, UsageError, require_known, warn
from printkit.base.options import Option, OptionValues
from printkit.base.sentences import brief_repr
from printkit.imposition.page import Document
from printkit.pieces.options import CONDITION, DPI, PDFX, PLATES, PRESS_OPTIONS, SMALL, TEXT_AS

# Called with the share that is written.
Tick = Callable[[float], None]


def _ignore(_: float) -> None:
    """Take no notice of the share that is written."""


class Artifact(Struct, frozen=True):
    """One file of a document; `suffix` is appended to the document's name.

    `content` is the bytes, or a function that writes them into a file: they may be more than
    memory holds.
    """

    __repr__ = brief_repr

    suffix: str
    content: bytes | Callable[[BinaryIO, Tick], None]
    pages: int
    cards: int

    @property
    def data(self) -> bytes:
        """All bytes of the file. Raises PrintkitError for a picture that cannot be printed."""
        if isinstance(self.content, bytes):
            return self.content
        whole = io.BytesIO()
        self.content(whole, _ignore)
        return whole.getvalue()

    def write_to(self, file: BinaryIO, tick: Tick = _ignore) -> None:
        """Write the bytes into a file. Raises OSError, and PrintkitError as `data` does."""
        if isinstance(self.content, bytes):
            file.write(self.content)
        else:
            self.content(file, tick)


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
    """Refuse a name for which there is no writer. Raises UsageError."""
    if not plugins.is_known(plugins.WRITERS, name):
        require_known(name, formats(), f"“{name}” is not a format.", "formats", UsageError)


def format_options(name: str) -> tuple[Option[Any], ...]:
    """Return the options of a format; none for a format without pages.

    Warn about a plug-in that cannot be loaded, and return none.
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
