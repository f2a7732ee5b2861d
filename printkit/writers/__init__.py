"""Writers, one file a format.

A format is a module of this folder with a `write`; its name is the format's. A module is imported
only when its format is requested: SVG does not pay for PDF.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from typing import Any, cast

from msgspec import Struct

from printkit.base import plugins
from printkit.base.errors import UsageError, did_you_mean
from printkit.base.options import Option
from printkit.imposition.page import Document
from printkit.pieces.options import DPI


class Artifact(Struct, frozen=True):
    """One file of a document: a suffix to the document's name, its bytes, its pages and cards."""

    suffix: str
    data: bytes
    pages: int
    cards: int


Writer = Callable[[Document], Iterator[Artifact]]
# What a format reads of a job, here so that a format that is not written is not imported.
_OPTIONS: dict[str, tuple[Option[Any], ...]] = {"png": (DPI,)}


@cache
def bundled_formats() -> tuple[str, ...]:
    """Return the formats that printkit itself can write, in alphabetical order."""
    names = (info.name for info in pkgutil.iter_modules(__path__))
    return tuple(sorted(name for name in names if not name.startswith("_")))


def formats() -> list[str]:
    """Return the formats that can be written, also by plug-ins, in alphabetical order."""
    return sorted({*bundled_formats(), *plugins.plugin_entries(plugins.WRITERS)})


def is_format(name: str) -> bool:
    """Return True if a format can be written."""
    return name in bundled_formats() or name in formats()


def format_options(name: str) -> tuple[Option[Any], ...]:
    """Return the options that a format reads of a job; a format without pages reads none."""
    if name in bundled_formats() or not is_format(name):
        return _OPTIONS.get(name, ())
    return getattr(plugins.load_plugin(plugins.WRITERS, name), "OPTIONS", ())


def writer(name: str) -> Writer:
    """Return the writer of a format. Raises UsageError."""
    if not is_format(name):
        raise UsageError(
            f"“{name}” is not a format.", hint=did_you_mean(name, formats(), "formats")
        )
    if name in bundled_formats():
        return cast(Writer, import_module(f"{__name__}.{name}").write)
    return cast(Writer, plugins.load_plugin(plugins.WRITERS, name).write)
