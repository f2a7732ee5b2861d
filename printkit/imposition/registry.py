"""The registry of impositions: the ways in which pieces become pages.

A module has those that it makes in `IMPOSITIONS`. It is imported only when a product asks for one
of them: cards do not pay for tiles.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

import msgspec

from printkit.base.options import Option
from printkit.imposition.marks import SlugLine
from printkit.imposition.page import Page
from printkit.pieces.piece import Piece
from printkit.pieces.product import (
    CARD_SHEETS,
    CUTOUTS,
    FULL_PAGE,
    LABEL_SHEETS,
    SINGLE_PIECES,
    TILED_PAGES,
    RenderOptions,
)


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


_MODULES = {
    CARD_SHEETS: "card_sheets",
    CUTOUTS: "cutouts",
    FULL_PAGE: "whole_pages",
    LABEL_SHEETS: "label_sheets",
    SINGLE_PIECES: "whole_pages",
    TILED_PAGES: "tiled_pages",
}


@cache
def find_imposition(name: str) -> Imposition:
    """Return an imposition by name."""
    module = import_module(f"printkit.imposition.{_MODULES[name]}")
    items: tuple[Imposition, ...] = module.IMPOSITIONS
    return next(item for item in items if item.name == name)


@cache
def impositions() -> dict[str, Imposition]:
    """Return all impositions by name, in alphabetical order."""
    return {name: find_imposition(name) for name in sorted(_MODULES)}
