"""Read an order of mpc-autofill (XML): fronts, backs and the common back by slot.

Pictures are found by name in the folder of the order. `id` is the path of a local picture, or the
number of a picture in a store on the internet; `name` is its file name in the store.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import msgspec
from msgspec import field

from printkit.base.errors import PrintkitError
from printkit.base.files import read_bytes
from printkit.base.geometry import MM_PER_INCH
from printkit.base.limits import MAX_IMPORT_BYTES, MAX_NESTED, MAX_ROWS
from printkit.base.sentences import Sentence, capitalise, name_some, norm, quote, write_spans
from printkit.base.xml_reader import XmlFault, XmlReader
from printkit.graphics.pictures import picture_size
from printkit.library.imports import (
    MAX_TOLD,
    FaceSource,
    ImportedCard,
    ImportedDeck,
    PicturesBeside,
    merge_alike,
    report_unused,
)
from printkit.model.card_table import spoken
from printkit.model.fields import is_picture

_WHERE = (
    "Nothing is fetched from the internet: save the pictures in the folder of the order, or move "
    "the order into the folder that the tool of mpc-autofill has filled."
)
_SAVE_AGAIN = "Export the order again as XML."
# A card with bleed is nearer to the first of these sizes (mm) than to the second.
_BLEED = MM_PER_INCH / 8
_CARD = 63.5, 88.9
_FULL_CARD = _CARD[0] + 2 * _BLEED, _CARD[1] + 2 * _BLEED
_SLOT = re.compile(r"\d{1,6}")
# Words in brackets that stores add to a name: its author, its edition.
_ADDED = re.compile(r"\s*(?:\([^()]*\)|\[[^\[\]]*\])\s*$")
_MAX_TEXT = 4_000


class _Entry(msgspec.Struct):
    """A card of an order: the location of its picture, its slots, and its line."""

    line: int
    texts: dict[str, str] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return self.texts.get("id", "").strip()

    @property
    def name(self) -> str:
        return self.texts.get("name", "").strip()

    @property
    def shown(self) -> str:
        """The name of the picture for messages."""
        return self.name or self.id


class _Order(msgspec.Struct):
    """The entries of an order, the common back, and the stated number of cards."""

    fronts: list[_Entry] = field(default_factory=list)
    backs: list[_Entry] = field(default_factory=list)
    cardback: _Entry | None = None
    quantity: str = ""


class _OrderReader:
    """Collects the entries of an order while its elements arrive."""

    def __init__(self, place: str) -> None:
        # The decks that are read, and the one that is being read.
        self.orders: list[_Order] = []
        self.place, self.order, self.entries = place, _Order(), 0
        self.path: list[str] = []
        self.text = ""
        self.entry: _Entry | None = None
        self.reader = XmlReader(
            start=self.start, end=self.end, doctype=self.refuse, entity=self.refuse, text=self.take
        )

    def refuse(self, *_: object) -> None:
        """Refuse a document type, which may define entities without end."""
        raise self.error("This order declares a document type.", _SAVE_AGAIN)

    def error(self, message: str, hint: str) -> PrintkitError:
        """Return the error at the current line."""
        place = f"{self.place}:{self.reader.place[0]}"
        return PrintkitError(message, location=place, hint=hint)

    def start(self, name: str, _values: dict[str, str]) -> None:
        """Process the start of an element."""
        if not self.path and name != "order":
            raise self.error(
                Sentence("This is a file of {name}, not an order.", name=quote(name)),
                "Name the XML file that mpc-autofill exports.",
            )
        if len(self.path) > MAX_NESTED:
            raise self.error("This order is damaged.", _SAVE_AGAIN)
        self.path.append(name)
        self.text = ""
        if self.path[1:] == ["decks"]:
            self.order = _Order()  # without the number of cards of all decks
        if self._inner() in (["fronts", "card"], ["backs", "card"], ["cardback"]):
            self.entry = _Entry(self.reader.place[0])

    def _inner(self) -> list[str]:
        """Return the path of an element inside its deck; a file with several decks has them in
        <decks>.
        """
        return self.path[3:] if self.path[1:3] == ["decks", "deck"] else self.path[1:]

    def take(self, text: str) -> None:
        """Collect the text of an element."""
        self.text = (self.text + text)[:_MAX_TEXT]

    def end(self, name: str) -> None:
        """Process the end of an element."""
        order, path = self.order, self._inner()
        match path:
            case ["details", "quantity"] | ["quantity"]:
                order.quantity = self.text.strip()
            case ["fronts" | "backs", "card", key] if self.entry is not None:
                self.entry.texts[key] = self.text
            case ["fronts", "card"] if self.entry is not None:
                order.fronts.append(self.entry)
            case ["backs", "card"] if self.entry is not None:
                order.backs.append(self.entry)
            case ["cardback"] if self.entry is not None:
                self.entry.texts.setdefault("id", self.text)
                order.cardback = self.entry
            case []:  # the end of an order, or of one of its decks
                if order.fronts or order.backs or not self.orders:
                    self.orders.append(order)
                self.order = _Order()
        self.entries += path[1:] == ["card"]
        if self.entries > MAX_ROWS:
            message, hint = MAX_ROWS.refusal(self.entries)
            raise self.error(message, hint)
        self.path.pop()


def read_order(path: Path, apart: Path) -> ImportedDeck:
    """Return the deck of an order. Pictures are looked up in its folder, except in the folder
    `apart`.

    Raises PrintkitError for a file that is not an order or is damaged, and if all pictures are
    missing.
    """
    data = read_bytes(path, noun="order", max_bytes=MAX_IMPORT_BYTES)
    reader = _OrderReader(str(path))
    try:
        reader.reader.read(data)
    except XmlFault as fault:
        raise PrintkitError(
            Sentence("This order is not XML: {reason}.", reason=fault.reason or "encoding"),
            location=f"{path}:{fault.line}:{fault.column}",
            hint=_SAVE_AGAIN,
        ) from None
    return _OrderDeck(path, reader.orders, PicturesBeside(path, apart)).deal()


class _OrderDeck:
    """Builds the deck of an order; `orders` are the decks in the file, each with its own slots."""

    def __init__(self, path: Path, orders: list[_Order], beside: PicturesBeside) -> None:
        self.path, self.orders, self.beside = path, orders, beside
        self.deck = ImportedDeck()
        self.missing: dict[str, _Entry] = {}
        self.by_picture: dict[str, set[str]] = {}

    def deal(self) -> ImportedDeck:
        """Return the deck. Raises PrintkitError if all pictures are missing."""
        deck, cards = self.deck, list[ImportedCard]()
        for order in self.orders:
            cards += self._deal(order)
        deck.cards = merge_alike(cards)
        if cards and not any(card.art for card in cards):
            raise self._all_missing()
        self._report_pictures()
        deck.has_bleed = self._has_bleed()
        return deck.finish(self.beside, self.path)

    def _deal(self, order: _Order) -> Iterator[ImportedCard]:
        """Yield the cards of one order; the common back of the first order becomes the back of the
        deck.
        """
        fronts, backs = self._by_slot(order.fronts), self._by_slot(order.backs)
        common = self._find(order.cardback) if order.cardback and order.cardback.id else None
        if order is self.orders[0]:
            self.deck.back = common
        for slot, entry in sorted(fronts.items()):
            art = self._find(entry) if entry.shown else None
            if not entry.shown:
                self.deck.skip(
                    Sentence("Slot {number} does not name a picture.", number=slot),
                    "Choose one, and export the order again.",
                    self._place(entry),
                )
            own = self._find(backs[slot]) if slot in backs else common
            name = _card_name(entry) or f"#{slot}"
            yield ImportedCard(name, 1, art, None if own == self.deck.back else own)
        self._report_slots(order, fronts, backs)

    def _place(self, entry: _Entry) -> str:
        return f"{self.path}:{entry.line}"

    def _by_slot(self, entries: list[_Entry]) -> dict[int, _Entry]:
        """Return the entry of each slot; if a slot is named twice, the first entry is kept."""
        slots: dict[int, _Entry] = {}
        for entry in entries:
            words = entry.texts.get("slots", "").strip(" []").split(",")
            numbers = [word.strip() for word in words if word.strip()]
            if not numbers:
                self.deck.skip(
                    Sentence("{name} has no slot: it is skipped.", name=quote(entry.shown)),
                    "Write the numbers of its cards, from 0: <slots>0,1</slots>.",
                    self._place(entry),
                )
            for word in numbers:
                if not _SLOT.fullmatch(word) or int(word) >= MAX_ROWS:
                    self.deck.skip(
                        Sentence("{word} is not a slot: it is skipped.", word=quote(word)),
                        "Slots are whole numbers from 0.",
                        self._place(entry),
                    )
                elif int(word) in slots:
                    self.deck.skip(
                        Sentence(
                            "Slot {number} has two pictures: {name} is skipped.",
                            number=int(word),
                            name=quote(entry.shown),
                        ),
                        "Leave it out of one of them.",
                        self._place(entry),
                    )
                else:
                    slots[int(word)] = entry
        return slots

    def _find(self, entry: _Entry) -> FaceSource | None:
        """Return the picture of an entry, or None. A missing picture is remembered."""
        name = self.beside.find_id(entry.id) if entry.id else None
        if name is None and entry.id and _is_path(entry.id):
            name = self.beside.find_name(entry.id)
        if name is None and entry.name:
            name = self.beside.find_name(entry.name)
        if name is None:
            self.missing.setdefault(entry.id or entry.name, entry)
            return None
        self.by_picture.setdefault(name, set()).add(entry.id or entry.name)
        return FaceSource(self.beside.path(name))

    def _all_missing(self) -> PrintkitError:
        entries = list(self.missing.values())
        return PrintkitError(
            Sentence(
                "None of the pictures of this order are next to it: {names}.",
                names=name_some([quote(entry.shown) for entry in entries]),
            ),
            location=str(self.path),
            hint=_WHERE,
        )

    def _report_pictures(self) -> None:
        """Report missing, repeated and unused pictures."""
        deck = self.deck
        if len(self.missing) > MAX_TOLD:
            names = name_some([entry.shown for entry in self.missing.values()])
            count = len(self.missing)
            deck.skip(
                Sentence("Pictures are missing ({count}): {names}.", count=count, names=names),
                _WHERE,
                str(self.path),
            )
        for entry in self.missing.values() if len(self.missing) <= MAX_TOLD else ():
            hint: str = Sentence(
                "Save it beside the order as {name}. Nothing is fetched from the internet.",
                name=quote(entry.name or f"{entry.id}.png"),
            )
            if _is_path(entry.id):
                hint = "Put it into the folder of the order: no other folder is read."
            deck.skip(
                Sentence("The picture {name} is missing.", name=quote(entry.shown)),
                hint,
                self._place(entry),
            )
        for name, several in self.by_picture.items():
            if len(several) > 1:
                deck.note(
                    Sentence("One file is the picture of {count} entries.", count=len(several)),
                    "Give each file its id: “Name (id).png”.",
                    name,
                )
        report_unused(deck, self.beside, set(self.by_picture))

    def _report_slots(
        self, order: _Order, fronts: dict[int, _Entry], backs: dict[int, _Entry]
    ) -> None:
        """Report slots without a front, cards beyond the stated number, and backs of slots that
        have no front.
        """
        deck, quantity = self.deck, order.quantity
        stated = int(quantity) if _SLOT.fullmatch(quantity) else len(fronts)
        empty = sorted({*range(min(stated, MAX_ROWS))} - fronts.keys())
        if empty:
            slots = name_some(write_spans(empty))
            deck.skip(
                Sentence("Slots without a front are skipped: {slots}.", slots=slots),
                "Choose a picture for each of them, and export the order again.",
                str(self.path),
            )
        if beyond := [slot for slot in fronts if slot >= stated]:
            deck.note(
                Sentence(
                    "The order states {stated} cards but contains {count}: all of them are used.",
                    stated=stated,
                    count=stated + len(beyond),
                ),
                location=str(self.path),
            )
        if lone := sorted(backs.keys() - fronts.keys()):
            message = Sentence(
                "Backs without a front are skipped: {slots}.", slots=name_some(write_spans(lone))
            )
            deck.skip(message, location=str(self.path))

    def _has_bleed(self) -> bool:
        """Return True if most pictures have the proportions of a card with bleed."""
        full = plain = 0
        for name in self.by_picture:
            width, height = picture_size(self.beside.path(name))
            if not width or not height:
                continue
            ratio = max(width, height) / min(width, height)
            is_full = abs(ratio - _FULL_CARD[1] / _FULL_CARD[0]) < abs(ratio - _CARD[1] / _CARD[0])
            full, plain = full + is_full, plain + (not is_full)
        return full > plain


def _is_path(word: str) -> bool:
    """Return True if the id of an entry is the path of a file."""
    return is_picture(word) or "/" in word or "\\" in word


def _card_name(entry: _Entry) -> str:
    """Return the name of a card.

    It is the name of its file without the additions of stores, or the query of the entry if the
    file has an unrelated name.
    """
    name = entry.name or PurePosixPath(entry.id.replace("\\", "/")).name
    stem = PurePosixPath(name).stem if is_picture(name) else name
    plain = spoken(stem)
    while (shorter := _ADDED.sub("", plain)) and shorter != plain:
        plain = shorter
    query = entry.texts.get("query", "").strip()
    query = PurePosixPath(query).stem if is_picture(query) else query
    is_named = bool(norm(query)) and norm(query) not in norm(stem)
    return capitalise(query if is_named or not plain else plain)
