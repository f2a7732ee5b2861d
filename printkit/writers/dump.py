"""Write display lists as text, for golden tests.

Each symbol is written once. Coordinates are in mm with three decimals.
"""

from __future__ import annotations

from collections.abc import Iterator

from printkit.base.files import GENERATOR
from printkit.base.geometry import Matrix, Rect
from printkit.base.options import NO_VALUES, OptionValues
from printkit.graphics.display_list import (
    OUTLINED,
    FormField,
    Group,
    Image,
    Item,
    Path,
    ShapedText,
    Stroke,
    Symbol,
    Use,
)
from printkit.pieces.pages import Artifact, Document, OutlineEntry


def write(document: Document, _: OptionValues = NO_VALUES) -> Iterator[Artifact]:
    """Write the whole document as one text."""
    text = "\n".join(dump_lines(document)) + "\n"
    cards = sum(0 if page.back else page.cards for page in document.pages)
    yield Artifact(".txt", text.encode(), len(document.pages), cards)


def dump_lines(document: Document) -> Iterator[str]:
    """Yield the lines of a dump."""
    yield f"{GENERATOR} dump: {document.title} ({document.language})"
    seen: dict[int, Symbol] = {}
    for page in document.pages:
        media, trim = _format_rect(page.media), _format_rect(page.trim)
        yield f"page {page.name} “{page.title}” media {media} trim {trim}"
        for layer in page.layers:
            yield f"  layer {layer.name}{'' if layer.visible else ' (hidden)'}"
            for item in layer.items:
                yield from _dump_item(item, "    ", seen)
        for link in page.links:
            to = link.to if isinstance(link.to, str) else f"page {link.to.page} {link.to.y:.3f}"
            yield f"  link {_format_rect(link.rect)} to {to}"
    yield from _dump_outline(document.outline, "")
    blocks: dict[str, None] = {}  # a drawing made again is written once
    for symbol in seen.values():
        head = f"symbol {symbol.key} “{symbol.title}” box {_format_rect(symbol.box)}"
        drawn = (line for item in symbol.items for line in _dump_item(item, "    ", seen))
        blocks["\n".join([head, *drawn])] = None
    yield from blocks


def _dump_outline(entries: tuple[OutlineEntry, ...], pad: str) -> Iterator[str]:
    for entry in entries:
        yield f"{pad}outline “{entry.title}” page {entry.to.page} {entry.to.y:.3f}"
        yield from _dump_outline(entry.below, pad + "  ")


def _dump_item(item: Item, pad: str, seen: dict[int, Symbol]) -> Iterator[str]:
    if isinstance(item, Path):
        paint = f" fill {item.fill.hex}" if item.fill else ""
        paint += f" stroke {_format_stroke(item.stroke)}" if item.stroke else ""
        box = _format_rect(item.data.box()) if item.data.steps else "empty"
        yield f"{pad}path {len(item.data.steps)} steps in {box}{paint}"
    elif isinstance(item, ShapedText):
        kind = "echo" if item.artifact else "text"
        kind += f" ({item.render_mode})" if item.render_mode != OUTLINED else ""
        yield (
            f"{pad}{kind} “{item.run.text}” {item.run.font} {item.size:.3f} "
            f"at {item.x:.3f},{item.y:.3f} wide {item.run.width * item.size / 1000:.3f} "
            f"{item.fill.hex}"
        )
    elif isinstance(item, Image):
        yield f"{pad}image {item.digest[:12]} in {_format_rect(item.rect)}"
    elif isinstance(item, FormField):
        kind = "check" if item.check else "field"
        yield f"{pad}{kind} {item.name} “{item.label}” in {_format_rect(item.rect)} {item.size:.3f}"
    elif isinstance(item, Use):
        if id(item.symbol) not in seen:
            seen[id(item.symbol)] = item.symbol
            for nested in item.symbol.items:  # registers nested symbols
                list(_dump_item(nested, "", seen))
        yield f"{pad}use {item.symbol.key} {_format_matrix(item.matrix)}"
    elif isinstance(item, Group):
        clip = f" clip {_format_rect(item.clip.box())}" if item.clip else ""
        yield f"{pad}group {_format_matrix(item.matrix)}{clip}"
        for child in item.items:
            yield from _dump_item(child, pad + "  ", seen)


def _format_rect(rect: Rect) -> str:
    return f"{rect.x:.3f},{rect.y:.3f} {rect.w:.3f}×{rect.h:.3f}"


def _format_matrix(matrix: Matrix) -> str:
    a, b, c, d, e, f = (round(value, 6) + 0.0 for value in matrix)
    return f"[{a:.6g} {b:.6g} {c:.6g} {d:.6g} {e:.3f} {f:.3f}]"


def _format_stroke(stroke: Stroke) -> str:
    dash = f" dash {'/'.join(f'{d:g}' for d in stroke.dash)}" if stroke.dash else ""
    return f"{stroke.colour.hex} {stroke.width:.3f}{' round' if stroke.round else ''}{dash}"
