"""Impositions: the ways in which pieces become pages.

An imposition is a module of this folder with an `IMPOSITION`; its name is the imposition's with `_`
for `-`. Adding one is adding a file. A module is imported only when a product asks for it: who
prints cards pays for no tiles.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

import msgspec

from printkit import imposition as room
from printkit.base.options import Option
from printkit.imposition.page import Page
from printkit.imposition.slug_line import SlugLine
from printkit.pieces.piece import Piece
from printkit.pieces.product import RenderOptions


class ImposedPages(msgspec.Struct, frozen=True):
    """Pages, with the sheets of paper and straight cuts that they come to.

    `duplex` is the edge that sheets are turned over for their backs, or None; `folded`: fronts and
    backs lie on one side, across a fold.
    """

    pages: tuple[Page, ...]
    sheets: int
    cuts: int
    duplex: str | None = None
    folded: bool = False


class Imposition(msgspec.Struct, frozen=True):
    """A way to lay pieces on pages, and the `options` that it reads.

    `page_area` returns the width and height that a page has for one drawing, or None if a piece has
    a size of its own.
    """

    name: str
    impose: Callable[[list[Piece], RenderOptions, SlugLine], ImposedPages]
    options: tuple[Option[Any], ...]
    page_area: Callable[[RenderOptions], tuple[float, float]] | None = None


@cache
def find_imposition(name: str) -> Imposition:
    """Return an imposition by name."""
    module = import_module(f"{room.__name__}.{name.replace('-', '_')}")
    result = module.IMPOSITION
    assert isinstance(result, Imposition)
    return result


@cache
def impositions() -> dict[str, Imposition]:
    """Return all impositions by name, found by discovery, in alphabetical order."""
    names = sorted(info.name for info in pkgutil.iter_modules(room.__path__))
    modules = (import_module(f"{room.__name__}.{name}") for name in names)
    result = (getattr(module, "IMPOSITION", None) for module in modules)
    return {item.name: item for item in result if isinstance(item, Imposition)}
