"""Register impositions, which turn pieces into pages.

`templates/plugins.toml` lists them, and entry points of the group `printkit.impositions`. A module
is imported only when a product uses an imposition of it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from printkit.base import plugins
from printkit.base.errors import PrintkitError, warn
from printkit.base.options import Option
from printkit.base.sentences import Sentence, quote
from printkit.imposition.marks import SlugLine
from printkit.pieces.pages import Page
from printkit.pieces.piece import Piece
from printkit.pieces.product import RenderOptions


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
    """Return an imposition by name; only its module is imported. Raises PrintkitError."""
    imposition = plugins.find(plugins.IMPOSITIONS, name)
    if not isinstance(imposition, Imposition) or imposition.name != name:
        cause = Sentence("it is not an imposition with the name {name}", name=quote(name))
        raise plugins.unusable(plugins.IMPOSITIONS, name, cause)
    return replace(imposition, impose=plugins.guard(plugins.IMPOSITIONS, name, imposition.impose))


def impositions() -> dict[str, Imposition]:
    """Return all impositions by name. Warn of faulty plug-ins."""
    result: dict[str, Imposition] = {}
    for name in plugins.names(plugins.IMPOSITIONS):
        try:
            result[name] = find_imposition(name)
        except PrintkitError as error:
            warn(error)
    return result
