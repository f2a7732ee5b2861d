"""Make a table of quantities for a shop, and pictures at the size of its box templates.

The shop sells decks with a single back, so cards with another back are a separate component. If the
positions of the panels of a box template are known, the front and the back of the box are placed
there at their true size; otherwise the front is centred.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printkit.base.geometry import MM_PER_INCH, Rect, translation
from printkit.graphics.display_list import Group, Symbol, Use
from printkit.graphics.path import rect_path
from printkit.pieces.options import DPI
from printkit.pieces.pages import ART, Artifact, Document, Layer, Page
from printkit.pieces.product import LocalGame
from printkit.pieces.protocols import writer
from printkit.targets.orders import OrderPart, table_of
from printkit.targets.target import Target

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
            yield from _box_pictures(part, target, size, count)


def _component_rows(part: OrderPart, target: Target) -> Iterator[tuple[object, ...]]:
    """Yield a row for each different card; cards with the same back follow one another."""
    several = len(part.backs) > 1
    for slot in sorted(part.slots, key=lambda slot: slot.back):
        name = f"{part.title} {slot.back}" if several else part.title
        product, _ = target.sold_as(slot.piece.width, slot.piece.height)
        yield name, product, slot.front_file, slot.piece.copies, slot.back_file


def _box_pictures(part: OrderPart, target: Target, size: str, count: int) -> Iterator[Artifact]:
    """Yield a picture of each box at the size (px) of the smallest template that holds the deck.

    Nothing is yielded if no template holds it.
    """
    templates = target.figures["tuck-boxes"].get(size, {})
    holds = min((int(cards) for cards in templates if int(cards) >= count), default=0)
    known = target.figures["tuck-panels"].get(size, {}).get(str(holds))
    for number, piece in enumerate(part.pieces, 1):
        if not holds or not piece.panels:
            continue
        dpi = target.dpi or 300
        scale = MM_PER_INCH / dpi
        media = Rect(0, 0, *(pixels * scale for pixels in templates[str(holds)]))
        places = [Rect(*(pixels * scale for pixels in sides)) for sides in known or ()] or [media]
        art = tuple(
            _panel_at(piece.front, panel, place)
            for panel, place in zip(piece.panels, places, strict=False)
        )
        page = Page(media, media, media, (Layer(ART, art),), f"{holds}-{number}", piece.title)
        document = Document(piece.title, part.document.language, (page,))
        for picture in writer(target.format)(document, {DPI.name: dpi}):
            (folder,) = {*target.page_folders(part.document, part.product)}
            yield Artifact(f"{folder}{part.stem}{picture.suffix}", picture.data, 1, 0)


def _panel_at(net: Symbol, panel: Rect, place: Rect) -> Group:
    """Return the part of a net that is in a panel, moved to the middle of a place (mm)."""
    x, y = (there - here for there, here in zip(place.centre, panel.centre, strict=True))
    return Group((Use(net, translation(x, y)),), clip=rect_path(panel.moved(x, y)))
