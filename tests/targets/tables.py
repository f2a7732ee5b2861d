"""The files for a virtual table without a build: pictures are drawn when they are read."""

import io
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from msgspec.structs import replace
from PIL import Image

from printkit import plan
from printkit.art.theme import theme
from printkit.pieces.kits import available_products, find_product
from printkit.pieces.pages import Artifact
from printkit.pieces.product import LocalGame, Product
from printkit.pieces.protocols import writer
from printkit.targets.orders import OrderPart, packer
from printkit.targets.target import find_target
from tests.support.decks import variant

Pixels = np.ndarray[Any, Any]


def title_of(product: Product | None, language: str) -> str:
    assert product is not None
    return product.title(language)


@cache
def parts_of(slug: str, language: str, target: str) -> tuple[OrderPart, ...]:
    """The parts of an order: everything of a game that the table takes."""
    offered = available_products(variant(slug))
    keys = [key for key in find_target(target).takes if key in offered]
    made = plan(slug, keys, languages=(language,), layout="single", bleed=0.0)
    parts = []
    for part in made.products:
        assert part.document is not None
        texts = [next(iter(part.texts[name](()))) for name in part.texts if name == "markdown"]
        rules = texts[0].data if texts else None
        title = title_of(find_product(part.product), language)
        stem, document = part.file_stem, part.document
        parts.append(OrderPart(part.product, part.edition, title, stem, document, rules))
    return tuple(part for part in parts if part.product in keys)


def pack(parts: Sequence[OrderPart], slug: str, target: str, **figures: Any) -> dict[str, Artifact]:
    """Return the files of a table by name, with changed figures of the target (`most_pixels`)."""
    row = find_target(target)
    own = {name.replace("_", "-"): value for name, value in figures.items()}
    row = replace(row, figures={**row.figures, **own})
    game = LocalGame(variant(slug), parts[0].edition, theme("classic"))
    files = list(packer(row.pack)(parts, row, game))
    assert len({file.suffix for file in files}) == len(files)
    return {file.suffix: file for file in files}


def pixels(data: bytes) -> Pixels:
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB")).astype(np.int16)


def faces(part: OrderPart, width: int) -> dict[str, Pixels]:
    """Each side as the plain writer draws it, so many pixels wide, by the name of its page."""
    dpi = width * 25.4 / part.pieces[0].width
    files = writer("png")(part.document, {"dpi": dpi})
    pages = part.document.pages
    return {page.name: pixels(file.data) for page, file in zip(pages, files, strict=True)}


def looks_like(picture: Pixels, drawn: dict[str, Pixels]) -> tuple[str, float]:
    """The side that a picture is nearest to, and by how much they differ on average."""
    apart = {name: float(np.abs(picture - side).mean()) for name, side in drawn.items()}
    name = min(apart, key=lambda key: apart[key])
    return name, apart[name]
