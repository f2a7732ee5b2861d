"""Digests of drawings, for golden files: any other line, colour or place gives another digest.

A golden of digests shows that a drawing has changed. Look at its page before you update the file.
"""

import hashlib
from collections.abc import Iterable, Iterator

from printkit.graphics.display_list import (
    Group,
    Image,
    Item,
    LateItems,
    Path,
    ShapedText,
    Stroke,
    Symbol,
    Use,
)
from printkit.graphics.path import PathData


def digest_shapes(items: Iterable[Item], *, texts: bool = True) -> str:
    """Return a digest of all shapes, and of the places of `texts`; engraved drawings count by their
    keys.
    """
    whole = hashlib.sha256()
    for line in describe(items, texts=texts):
        whole.update(f"{line}\n".encode())
    return whole.hexdigest()[:12]


def describe(items: Iterable[Item], *, texts: bool) -> Iterator[str]:
    """Yield a line for each shape, with coordinates of a thousandth of a millimetre."""
    for item in items:
        match item:
            case Path(data, fill, stroke, even_odd):
                yield f"{outline(data)} {fill} {line(stroke)} {even_odd}"
            case Group(held, matrix, clip):
                yield f"group {rounded(matrix)} {clip and outline(clip)}"
                yield from describe(held, texts=texts)
                yield "end"
            case Use(Symbol(key, held), matrix):
                # The drawing of an emblem's file has a key of its own; its items are cheap.
                is_engraved = isinstance(held, LateItems) and not held.key
                yield f"use {rounded(matrix)} {key if is_engraved else ''}"
                if not is_engraved:
                    yield from describe(held, texts=texts)
            case Image():
                yield f"image {rounded(item.rect)}"
            case ShapedText() if texts:
                place = rounded((item.x, item.y, item.size))
                yield f"text {item.run.text} {item.run.font} {place} {item.fill}"
            case _:
                pass


def outline(data: PathData) -> str:
    return f"{data.steps} {rounded(data.coords)}"


def line(stroke: Stroke | None) -> str:
    if stroke is None:
        return ""
    return f"{stroke.colour} {stroke.width:.3f} {stroke.dash} {stroke.round} {stroke.join}"


def rounded(values: Iterable[float]) -> str:
    # Adding 0 removes the sign of a zero.
    return " ".join(f"{round(value, 3) + 0.0:.3f}" for value in values)
