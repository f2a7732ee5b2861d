"""Split a document for manual duplex into fronts, and backs in the order in which they are fed.

Printers differ in three ways: whether the stack is turned over or put back as it came out, whether
backs are then upside down, and whether the last sheet comes first. The user handles the first
difference; the order and rotation of the backs compensate for the others.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from printkit.base.geometry import half_rotation
from printkit.graphics.display_list import transformed
from printkit.pieces.pages import Document, Page


def split_sides(document: Document) -> tuple[Document, Document]:
    """Return the fronts, and the backs in feeding order, each to be printed on one side.

    A front without a back gets a blank one, so that no sheet is skipped.
    """
    fronts, backs = _pair_sides(document.pages)
    if document.feed.upside_down:
        backs = [_half_turned(page) for page in backs]
    if document.feed.reversed_order:
        backs.reverse()
    one_sided = replace(document, duplex=None, outline=())
    return replace(one_sided, pages=tuple(fronts)), replace(one_sided, pages=tuple(backs))


def _pair_sides(pages: Sequence[Page]) -> tuple[list[Page], list[Page]]:
    """Return the fronts, and the same number of backs."""
    fronts: list[Page] = []
    backs: list[Page] = []
    for i, page in enumerate(pages):
        if page.back:
            continue
        after = pages[i + 1] if i + 1 < len(pages) else page
        fronts.append(page)
        backs.append(after if after.back else blank_back(page))
    return fronts, backs


def blank_back(front: Page) -> Page:
    """Return the empty back of a sheet."""
    name = f"{front.name}-blank"
    return replace(front, layers=(), cells=(), links=(), cards=0, back=True, name=name)


def _half_turned(page: Page) -> Page:
    turn = half_rotation(page.media.w / 2, page.media.h / 2)
    layers = tuple(replace(layer, items=(transformed(layer.items, turn),)) for layer in page.layers)
    boxes = {name: turn.bounds(getattr(page, name)) for name in ("bleed", "trim")}
    cells = tuple(replace(cell, trim=turn.bounds(cell.trim)) for cell in page.cells)
    return replace(page, layers=layers, cells=cells, **boxes)
