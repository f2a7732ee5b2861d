"""Writers, one file a format.

A format is a module of this folder with a `write`; its name is the format's. A module is imported
only when its format is requested: SVG does not pay for PDF.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any, cast

from printkit.base.errors import UsageError, did_you_mean
from printkit.base.options import Option
from printkit.imposition.page import Document
from printkit.products.common_options import DPI


@dataclass(frozen=True, slots=True)
class Artifact:
    """One file of a document: a suffix to the document's name, its bytes, its pages and cards."""

    suffix: str
    data: bytes
    pages: int
    cards: int


Writer = Callable[[Document], Iterator[Artifact]]
# What a format reads of a job, here so that a format that is not written is not imported.
_OPTIONS: dict[str, tuple[Option[Any], ...]] = {"png": (DPI,)}


def formats() -> list[str]:
    """Return the formats that can be written, in alphabetical order."""
    names = (info.name for info in pkgutil.iter_modules(__path__))
    return sorted(name for name in names if not name.startswith("_"))


def format_options(name: str) -> tuple[Option[Any], ...]:
    """Return the options that a format reads of a job; a format without pages reads none."""
    return _OPTIONS.get(name, ())


def writer(name: str) -> Writer:
    """Return the writer of a format. Raises UsageError."""
    if name not in formats():
        raise UsageError(
            f"“{name}” is not a format.", hint=did_you_mean(name, formats(), "formats")
        )
    return cast(Writer, import_module(f"{__name__}.{name}").write)
