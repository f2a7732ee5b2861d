"""Extract the lines of pages for cutting machines: cut lines, and fold lines to score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from printkit.graphics.display_list import Group, Item, Path
from printkit.pieces.pages import CUT, FOLD, Document, Layer, Page

SCORE = "score"
# In the order of a machine: a piece that is cut out can no longer be scored.
_LAYERS = {FOLD: SCORE, CUT: CUT}


def cut_pages(document: Document) -> dict[str, Page]:
    """Return the pages with cut lines by the suffix of their file, reduced to the layers `score`
    and `cut` as bare paths.

    Sheets with the same lines share one file, so a page with the lines of an earlier one is
    omitted. A single remaining page has the file name of the document.
    """
    pages: dict[tuple[Layer, ...], Page] = {}
    for page in document.pages:
        lines = {layer.name: tuple(_paths(layer.items)) for layer in page.layers}
        layers = tuple(Layer(_LAYERS[name], lines[name]) for name in _LAYERS if lines.get(name))
        if layers and not page.back:
            pages.setdefault(layers, replace(page, layers=layers))
    return {f"-{page.name}" if len(pages) > 1 else "": page for page in pages.values()}


def _paths(items: Iterable[Item]) -> Iterator[Path]:
    """Yield the paths of items on the page as solid lines, without those that a clip divides.

    Divided paths are the outlines of pieces in tiles, which are cut by hand after assembly.
    """
    for item in items:
        if isinstance(item, Path) and item.stroke:
            yield Path(item.data, stroke=replace(item.stroke, dash=()))
        elif isinstance(item, Group):
            for path in _paths(item.items):
                if item.clip is None or item.clip.box().contains(path.data.box(), 0.01):
                    yield replace(path, data=path.data.transformed(item.matrix))
