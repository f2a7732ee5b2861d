"""Register impositions, which turn pieces into pages.

A module of this folder lists its impositions as `IMPOSITIONS`. It is imported only when a product
uses one of them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

from msgspec import Struct

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
    WHOLE_DECK,
    RenderOptions,
)

# The module of each imposition.
_MODULES = {
    CARD_SHEETS: "card_sheets",
    CUTOUTS: "cutouts",
    FULL_PAGE: "whole_pages",
    LABEL_SHEETS: "label_sheets",
    SINGLE_PIECES: "whole_pages",
    TILED_PAGES: "tiled_pages",
    WHOLE_DECK: "whole_deck",
}


class ImposedPages(Struct, frozen=True):
    """Pages with their number of sheets and straight cuts.

    `duplex` is the edge over which sheets are turned for their backs, or None; `folded` is True if
    fronts and backs are on one side, across a fold. `apart` is True if fronts and backs are
    separate files. `notices` are sentences with hints on alternatives.
    """

    pages: tuple[Page, ...]
    sheets: int
    cuts: int
    duplex: str | None = None
    folded: bool = False
    apart: bool = False
    notices: tuple[tuple[str, str], ...] = ()


class Imposition(Struct, frozen=True):
    """A method of placing pieces on pages, and the `options` that it reads.

    `page_area` returns the width and height available to one drawing on a page; it is None if the
    page follows the size of the piece.
    """

    name: str
    impose: Callable[[list[Piece], RenderOptions, SlugLine], ImposedPages]
    options: tuple[Option[Any], ...]
    page_area: Callable[[RenderOptions], tuple[float, float]] | None = None


@cache
def find_imposition(name: str) -> Imposition:
    """Return an imposition by name; only its module is imported."""
    module = import_module(f"printkit.imposition.{_MODULES[name]}")
    members: tuple[Imposition, ...] = module.IMPOSITIONS
    return next(item for item in members if item.name == name)


def impositions() -> dict[str, Imposition]:
    """Return all impositions by name."""
    return {name: find_imposition(name) for name in _MODULES}
