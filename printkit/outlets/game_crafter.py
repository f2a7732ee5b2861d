"""Components of decks: a table of quantities, and pictures in the size of the shop's box templates.

A deck has one back there, so cards with another back are a component of their own. The shop tells
the sizes of its templates, but not in a place that we could read where their panels are: the front
of the box stands in the middle, at its true size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printkit.base.geometry import Rect, translation
from printkit.base.units import MM_PER_INCH
from printkit.graphics.display_list import Group, Use
from printkit.graphics.path import rect_path
from printkit.imposition.page import ART, Document, Layer, Page
from printkit.outlets.order import table_of
from printkit.outlets.packs import OrderPart
from printkit.outlets.target import Target
from printkit.pieces.local_game import LocalGame
from printkit.pieces.options import DPI
from printkit.writers import Artifact, writer

_HEAD = ("component", "product", "file", "quantity", "back")


def pack(parts: Sequence[OrderPart], target: Target, game: LocalGame) -> Iterator[Artifact]:
    """Yield the table of quantities, then a picture for each box."""
    decks = [part for part in parts if part.product not in target.packed]
    rows = [row for part in decks for row in _component_rows(part, target)]
    yield Artifact(
        f"{game.variant.slug}-quantities-{game.language}.csv", table_of(_HEAD, rows), 0, 0
    )
    count = sum(part.count for part in decks)
    for part in parts:
        if part.product in target.packed and decks:
            size, _ = target.sold_as(decks[0].pieces[0].width, decks[0].pieces[0].height)
            yield from _box_pictures(
                part, target, target.figures["tuck-boxes"].get(size, {}), count
            )


def _component_rows(part: OrderPart, target: Target) -> Iterator[tuple[object, ...]]:
    """Yield a row for each different card, those of one back together."""
    several = len(part.backs) > 1
    for slot in sorted(part.slots, key=lambda slot: slot.back):
        name = f"{part.title} {slot.back}" if several else part.title
        product, _ = target.sold_as(slot.piece.width, slot.piece.height)
        yield name, product, slot.front_file, slot.piece.copies, slot.back_file


def _box_pictures(
    part: OrderPart, target: Target, templates: dict[str, Sequence[int]], count: int
) -> Iterator[Artifact]:
    """Yield the front of each box in the size (px) of the smallest template that holds its deck."""
    holds = min((int(cards) for cards in templates if int(cards) >= count), default=0)
    for number, piece in enumerate(part.pieces, 1):
        if not holds or piece.panel is None:
            continue
        dpi = target.dpi or 300
        width, height = (pixels / dpi * MM_PER_INCH for pixels in templates[str(holds)])
        media, panel = Rect(0, 0, width, height), piece.panel
        (x, y), (u, v) = media.centre, panel.centre
        place = panel.moved(x - u, y - v)
        art = Group((Use(piece.front, translation(x - u, y - v)),), clip=rect_path(place))
        page = Page(media, media, place, (Layer(ART, (art,)),), f"{holds}-{number}", piece.title)
        document = Document(piece.title, part.document.language, (page,))
        for picture in writer(target.format)(document, {DPI.name: dpi}):
            yield Artifact(f"{part.stem}{picture.suffix}", picture.data, 1, 0)
