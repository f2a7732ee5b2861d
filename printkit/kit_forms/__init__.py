"""How the pieces of a product become pages. May import all rooms.

A form is a module of this folder with a `lay`; its name is what a product's `form` says. A module
is imported only when a product asks for it: who wants cards pays for no tiles.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import cast

from printkit.base import paper_sizes
from printkit.imposition.duplex import LONG, SHORT
from printkit.imposition.grid import SheetSpec
from printkit.imposition.page import Page
from printkit.imposition.slug_line import SlugLine
from printkit.kit_request import Request
from printkit.products.piece import Piece


@dataclass(frozen=True, slots=True)
class Pages:
    """Pages, the sheets of paper and straight cuts they come to, and the edge they are turned over
    for their backs (None: printed on one side)."""

    pages: tuple[Page, ...]
    sheets: int
    cuts: int
    duplex: str | None = None


Form = Callable[[list[Piece], Request, SlugLine], Pages]


def form(name: str) -> Form:
    """The layout of a form."""
    return cast(Form, import_module(f"{__name__}.{name}").lay)


def sheet_spec(request: Request) -> SheetSpec:
    """What a person chose for sheets of paper."""
    return SheetSpec(
        paper=paper_sizes.paper(request.paper),
        gap=request.gap,
        bleed=request.bleed,
        margin=request.margin,
        duplex=request.duplex,
        corners=request.corners,
        proof=request.proof,
    )


def turned_over(request: Request) -> str | None:
    """The edge over which sheets are turned for their backs, or None."""
    return request.duplex if request.duplex in (LONG, SHORT) else None
