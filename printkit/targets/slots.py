"""Write order files with numbered slots for mpc-autofill, which uploads the pictures beside the
file.

The format is described in the wiki of mpc-autofill (January 2026): a card has `id` (the path of a
local file), `sourceType`, `slots`, `name` and `query`; slots count from 0; `cardback` is the back
of all slots that name no other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from printkit.pieces.pages import Artifact
from printkit.pieces.product import LocalGame
from printkit.targets.orders import OrderPart, Slot
from printkit.targets.target import Target


def pack(parts: Sequence[OrderPart], target: Target, game: LocalGame) -> Iterator[Artifact]:
    """Yield an order file for each part, such as `casino-cards-en.xml`."""
    for part in parts:
        order = _order_of(part, str(target.figures["stock"]))
        ElementTree.indent(order)
        text = ElementTree.tostring(order, encoding="utf-8", xml_declaration=True)
        yield Artifact(f"{part.stem}.xml", text + b"\n", 0, part.count)


def _order_of(part: OrderPart, stock: str) -> Element:
    order = Element("order")
    details = SubElement(order, "details")
    for tag, text in (("quantity", str(part.count)), ("stock", stock), ("foil", "false")):
        SubElement(details, tag).text = text
    fronts = SubElement(order, "fronts")
    backs: dict[int, list[Slot]] = {}
    for slot in part.slots:
        _add_card(fronts, slot.front_file, slot.numbers, slot.piece.title)
        backs.setdefault(slot.back, []).append(slot)
    backs.pop(0, None)
    common, *others = backs.values() or [[]]
    if others:
        element = SubElement(order, "backs")
        for slots in others:
            numbers = [number for slot in slots for number in slot.numbers]
            title = part.backs[slots[0].back - 1].title
            _add_card(element, slots[0].back_file, numbers, title)
    if common and (file := common[0].back_file):
        SubElement(order, "cardback").text = f"./{file}"
    return order


def _add_card(parent: Element, file: str, numbers: Iterable[int], title: str) -> None:
    card = SubElement(parent, "card")
    slots = ",".join(str(number - 1) for number in numbers)
    values = (f"./{file}", "Local File", slots, file, title)
    for tag, text in zip(("id", "sourceType", "slots", "name", "query"), values, strict=True):
        SubElement(card, tag).text = text
