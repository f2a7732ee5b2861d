"""Write files for cutting machines: the cut and fold lines of pages, as SVG and as DXF.

DXF has polylines in the layers CUT and SCORE; curves are chords that deviate by at most 0.01 mm.
y points up. The tags follow Autodesk's DXF reference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from printkit.base.files import generator
from printkit.base.options import NO_VALUES, OptionValues
from printkit.graphics.display_list import Group, Item, Path
from printkit.graphics.path import polylines
from printkit.pieces.pages import CUT, FOLD, Artifact, Document, Layer, Page
from printkit.writers import svg

# --- cut lines -----------------------------------------------------------------------------------

SCORE = "score"
# In the order of a machine: a piece that is cut out can no longer be scored.
_LAYERS = {FOLD: SCORE, CUT: CUT}


def cut_pages(document: Document) -> dict[str, Page]:
    """Return the pages with cut lines, by the suffix of their file.

    Pages are reduced to the layers `score` and `cut`, and these to bare paths.

    Sheets with the same lines share one file, so a page with the lines of an earlier page is
    omitted. If only one page remains, its file has the name of the document.
    """
    pages: dict[tuple[Layer, ...], Page] = {}
    for page in document.pages:
        lines = {layer.name: tuple(_paths(layer.items)) for layer in page.layers}
        layers = tuple(Layer(_LAYERS[name], lines[name]) for name in _LAYERS if lines.get(name))
        if layers and not page.back:
            pages.setdefault(layers, replace(page, layers=layers))
    return {f"-{page.name}" if len(pages) > 1 else "": page for page in pages.values()}


def _paths(items: Iterable[Item]) -> Iterator[Path]:
    """Yield the paths of items on the page as solid lines, except paths that a clip divides.

    Divided paths are the outlines of pieces in tiles, which are cut by hand after assembly.
    """
    for item in items:
        if isinstance(item, Path) and item.stroke:
            yield Path(item.data, stroke=replace(item.stroke, dash=()))
        elif isinstance(item, Group):
            for path in _paths(item.items):
                if item.clip is None or item.clip.box().contains(path.data.box(), 0.01):
                    yield replace(path, data=path.data.transformed(item.matrix))


# --- cut -----------------------------------------------------------------------------------------


def write(document: Document, _: OptionValues = NO_VALUES) -> Iterator[Artifact]:
    """Write a file for each page with different lines."""
    for suffix, page in cut_pages(document).items():
        (drawing,) = svg.write(replace(document, pages=(page,)))
        yield replace(drawing, suffix=f"{suffix}-cut.svg")


# --- dxf -----------------------------------------------------------------------------------------

_TOLERANCE = 0.01
# Colours of layers by their number: red is cut, blue is scored.
_RED, _BLUE = 1, 5
# The version, the unit and the one kind of line; then the layers are listed.
_HEAD = """\
0=SECTION|2=HEADER|9=$ACADVER|1=AC1009|9=$INSUNITS|70=4|0=ENDSEC
0=SECTION|2=TABLES|0=TABLE|2=LTYPE|70=1
0=LTYPE|2=CONTINUOUS|70=0|3=Solid line|72=65|73=0|40=0.0|0=ENDTAB
0=TABLE|2=LAYER|70="""


def write_dxf(document: Document, _: OptionValues = NO_VALUES) -> Iterator[Artifact]:
    """Write a file for each page with different lines."""
    for suffix, page in cut_pages(document).items():
        tags = (*_head(document, page), *_entities(page), _lines_of("0=ENDSEC|0=EOF"))
        yield Artifact(f"{suffix}.dxf", "".join(tags).encode("ascii"), 1, page.cards)


def _lines_of(tags: str) -> str:
    """Return tags as lines: each code, then its value."""
    return tags.replace("=", "\n").replace("|", "\n") + "\n"


def _head(document: Document, page: Page) -> Iterator[str]:
    """Yield comments, the units and the layers."""
    for words in (generator(), document.title, page.title):
        shown = "".join(c if " " <= c <= "~" else f"\\U+{ord(c):04X}" for c in words)
        yield f"999\n{shown}\n"
    yield _lines_of(f"{_HEAD}{len(page.layers)}")
    for layer in page.layers:
        colour = _BLUE if layer.name == SCORE else _RED
        yield _lines_of(f"0=LAYER|2={layer.name.upper()}|70=0|62={colour}|6=CONTINUOUS")
    yield _lines_of("0=ENDTAB|0=ENDSEC|0=SECTION|2=ENTITIES")


def _entities(page: Page) -> Iterator[str]:
    """Yield the polylines of a page."""
    for layer in page.layers:
        own = f"8={layer.name.upper()}"
        for item in layer.items:
            assert isinstance(item, Path), "lines to cut are bare paths"
            for points in polylines(item.data, _TOLERANCE):
                closed = points[0] == points[-1]
                yield _lines_of(f"0=POLYLINE|{own}|66=1|10=0.0|20=0.0|30=0.0|70={closed:d}")
                for x, y in points[: len(points) - closed]:
                    place = f"10={x:.4f}|20={page.media.h - y:.4f}|30=0.0"
                    yield _lines_of(f"0=VERTEX|{own}|{place}")
                yield _lines_of(f"0=SEQEND|{own}")
