"""Write documents in all formats, one module per format.

A format is a module of this folder with a function `write`, and has the name of the module. It is
imported only when requested, so that SVG builds do not load PDF libraries.

`write(document, options)` yields the files of a document. `options[OPTION]` is the value of an
option that the format declares; a plug-in lists its options as `OPTIONS`. `document.pieces` are the
printed pieces, `page.cells` those on a page, `document.bleed` is the requested bleed (mm).
"""

from __future__ import annotations

import io
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from importlib import import_module
from typing import Any, BinaryIO, cast

from msgspec import Struct

from printkit.base import plugins
from printkit.base.errors import PrintkitError, UsageError, require_known, warn
from printkit.base.options import Option, OptionValues
from printkit.base.sentences import Sentence, brief_repr
from printkit.imposition.page import Document
from printkit.pieces.options import CONDITION, DPI, PDFX, PLATES, PRESS_OPTIONS, SMALL, TEXT_AS

# Called with the share that is written.
Tick = Callable[[float], None]


def _ignore(_: float) -> None:
    """Ignore progress reports."""


class Artifact(Struct, frozen=True):
    """One file of a document; `suffix` is appended to the document's name.

    `content` is the bytes, or a function that writes them to a file, since they may not fit in
    memory.
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
        """Write the bytes to a file. Raises OSError, and PrintkitError like `data`."""
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


@cache
def bundled_formats() -> tuple[str, ...]:
    """Return the formats of printkit itself, in alphabetical order."""
    names = (info.name for info in pkgutil.iter_modules(__path__))
    return tuple(sorted(name for name in names if not name.startswith("_")))


def formats() -> list[str]:
    """Return all formats, plug-ins included, in alphabetical order."""
    return sorted({*bundled_formats(), *plugins.plugin_names(plugins.WRITERS, bundled_formats())})


def is_format(name: str) -> bool:
    """Return True if a writer exists for a format."""
    return name in bundled_formats() or name in formats()


def require_format(name: str) -> None:
    """Check that a format has a writer. Raises UsageError."""
    if not is_format(name):
        require_known(
            name, formats(), Sentence("“{name}” is not a format.", name=name), "formats", UsageError
        )


def format_options(name: str) -> tuple[Option[Any], ...]:
    """Return the options of a format; a format without pages has none.

    Warn about a plug-in that cannot be loaded, and return no options.
    """
    if name in bundled_formats() or not is_format(name):
        return _OPTIONS.get(name, ())
    try:
        return getattr(plugins.load_plugin(plugins.WRITERS, name), "OPTIONS", ())
    except PrintkitError as error:
        warn(error)
        return ()


def writer(name: str) -> Callable[..., Iterator[Artifact]]:
    """Return the writer of a format, which takes a document and option values by name.

    Missing values have the defaults of the format. Raises UsageError.
    """
    require_format(name)
    if name in bundled_formats():
        write = import_module(f"{__name__}.{name}").write
    else:
        write = plugins.load_plugin(plugins.WRITERS, name).write
    return partial(_write, name, cast(Writer, write), format_options(name))


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
    if name in bundled_formats():
        yield from write(document, resolved)
        return
    with plugins.plugin_faults(name, plugins.plugin_entries(plugins.WRITERS)[name].value):
        yield from write(document, resolved)
