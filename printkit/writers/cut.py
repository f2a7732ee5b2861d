"""Write SVG for cutting machines: only the cut and score lines of a page, in millimetres."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from printkit.base.options import NO_VALUES, OptionValues
from printkit.pieces.pages import Document
from printkit.writers import Artifact, svg
from printkit.writers._cut_lines import cut_pages


def write(document: Document, _: OptionValues = NO_VALUES) -> Iterator[Artifact]:
    """Write a file for each page with different lines."""
    for suffix, page in cut_pages(document).items():
        (drawing,) = svg.write(replace(document, pages=(page,)))
        yield replace(drawing, suffix=f"{suffix}-cut.svg")
