"""Read the cards of a saved object or a saved game of Tabletop Simulator (JSON).

The number of a card identifies its sheet of faces and its cell on the sheet. Sheets are found by
name in the folder of the file; an address on the internet is never fetched.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec
from msgspec import field

from printkit.base.errors import PrintkitError
from printkit.base.files import read_bytes
from printkit.base.limits import MAX_DEPTH, MAX_IMPORT_BYTES, MAX_ROWS, MAX_SHEET_FACES
from printkit.base.sentences import Sentence, list_words, name_some, quote
from printkit.library.imports import (
    MAX_TOLD,
    FaceSource,
    ImportedCard,
    ImportedDeck,
    PicturesBeside,
    is_remote,
    last_name,
    merge_alike,
    report_unused,
)
from printkit.model.fields import Raw, as_list, as_table, is_picture

_DECKS = ("Deck", "DeckCustom")
_CARDS = ("Card", "CardCustom")
# The objects that only contain others.
_HOLDERS = ("Bag", "Infinite_Bag", "Custom_Model_Bag", "Custom_Model_Infinite_Bag", *_DECKS)
# The sheet of a card is its number divided by this; the rest is its cell.
_CELLS = 100
# BBCode that a text of printkit can show, and all of it.
_BOLD, _ITALIC = re.compile(r"\[/?b\]", re.IGNORECASE), re.compile(r"\[/?i\]", re.IGNORECASE)
_CODE = re.compile(r"\[(?:/?[a-z]{1,3}|[0-9a-f]{6}|-)\]", re.IGNORECASE)
_SAVE_AGAIN = "Save the deck again as a saved object, and name its JSON file."
_WHERE = (
    "Nothing is fetched from the internet. Tabletop Simulator keeps a copy of each in the folder "
    "Mods/Images: put it beside the file, or save it there as {name}."
)


class _SavedSheet(msgspec.Struct, frozen=True):
    """A sheet of faces as the file describes it."""

    face: str
    back: str
    columns: int
    rows: int
    own_backs: bool
    shape: int


class _FoundCard(msgspec.Struct):
    """A card of the file: its name and text, its sheet and its cell."""

    name: str
    text: str
    sheet: _SavedSheet | None
    cell: int
    copies: int = 1


class _Found(msgspec.Struct):
    """The cards of a file, and its other objects by kind."""

    cards: list[_FoundCard] = field(default_factory=list)
    others: Counter[str] = field(default_factory=Counter)
    states: int = 0
    strange: list[str] = field(default_factory=list)


def read_saved_object(path: Path, apart: Path) -> ImportedDeck:
    """Return the deck of a saved object. Sheets are looked up in its folder, except in the folder
    `apart`.

    Raises PrintkitError for a file that is not a saved object or is damaged, and if all sheets are
    missing.
    """
    contents = _Found()
    for thing in _objects(_read_json(path), path):
        _collect(thing, contents, str(path), {}, 0)
    return _SavedDeck(path, contents, PicturesBeside(path, apart)).deal()


def _read_json(path: Path) -> Any:
    """Return the data of a JSON file. Raises PrintkitError."""
    data = read_bytes(path, noun="saved object", max_bytes=MAX_IMPORT_BYTES)
    try:
        return json.loads(data)
    except json.JSONDecodeError as error:
        raise PrintkitError(
            "This is not JSON, or it is damaged.",
            location=f"{path}:{error.lineno}:{error.colno}",
            hint=_SAVE_AGAIN,
        ) from None
    except RecursionError:
        raise _too_deep(str(path)) from None
    except ValueError:  # not UTF-8, a number of thousands of digits
        raise PrintkitError(
            "This is not JSON, or it is damaged.", location=str(path), hint=_SAVE_AGAIN
        ) from None


def _too_deep(place: str) -> PrintkitError:
    message = "The objects of this file are nested too deeply."
    return PrintkitError(message, location=place, hint=MAX_DEPTH.allowed)


def _objects(data: Any, path: Path) -> list[Raw]:
    """Return the outermost objects. Raises PrintkitError for a save without objects."""
    root = as_table(data)
    things = root.get("ObjectStates", [root] if "Name" in root else None)
    if not isinstance(things, list):
        raise PrintkitError(
            "This JSON file is not a saved object: it has no ObjectStates.",
            location=str(path),
            hint="Name the file of a saved object or a saved game of Tabletop Simulator.",
        )
    return [thing for thing in things if isinstance(thing, dict)]


def _collect(thing: Raw, contents: _Found, place: str, sheets: Raw, depth: int) -> None:
    """Collect the cards of an object and of the objects inside it; `sheets` are the sheets of its
    deck.
    """
    if depth > MAX_DEPTH:
        raise _too_deep(place)
    kind = _text(thing.get("Name"))
    sheets = {**sheets, **as_table(thing.get("CustomDeck"))}
    inside = [one for one in as_list(thing.get("ContainedObjects")) if isinstance(one, dict)]
    contents.states += len(as_table(thing.get("States")))
    if kind in _CARDS:
        _add_card(thing, _whole(thing.get("CardID")), sheets, contents)
    elif kind in _DECKS and not inside:  # old saves list the numbers alone
        for number in as_list(thing.get("DeckIDs")):
            _add_card({}, _whole(number), sheets, contents)
    elif kind not in _HOLDERS:
        contents.others[kind] += 1
    if len(contents.cards) > MAX_ROWS:
        message, hint = MAX_ROWS.refusal(len(contents.cards))
        raise PrintkitError(message, location=place, hint=hint)
    for one in inside:
        _collect(one, contents, place, sheets, depth + 1)


def _add_card(thing: Raw, number: int | None, sheets: Raw, contents: _Found) -> None:
    """Add a card with its sheet, or record a card whose sheet or cell is not in the file."""
    name = " ".join(_plain_text(_text(thing.get("Nickname"))).split())
    text = _marked_text(_text(thing.get("Description")))
    if number is None or number < 0:
        contents.cards.append(_FoundCard(name, text, None, 0))
        contents.strange.append(name or str(len(contents.cards)))
        return
    sheet, cell = _sheet_of(as_table(sheets.get(str(number // _CELLS)))), number % _CELLS
    if sheet is not None and cell >= sheet.columns * sheet.rows:
        sheet = None
    if sheet is None:
        contents.strange.append(name or str(number))
    contents.cards.append(_FoundCard(name, text, sheet, cell))


def _sheet_of(data: Raw) -> _SavedSheet | None:
    """Return a sheet, or None if its address or its grid is wrong."""
    face, columns, rows = _text(data.get("FaceURL")), *map(_whole, _grid(data))
    if not face or not columns or not rows or min(columns, rows) < 1:
        return None
    if columns * rows > MAX_SHEET_FACES:
        return None
    return _SavedSheet(
        face.strip(),
        _text(data.get("BackURL")).strip(),
        columns,
        rows,
        data.get("UniqueBack") is True,
        _whole(data.get("Type")) or 0,
    )


def _grid(data: Raw) -> tuple[Any, Any]:
    return data.get("NumWidth", 1), data.get("NumHeight", 1)


def _whole(value: Any) -> int | None:
    """Return a whole number, or None for anything else."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if type(value) is int else None


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _plain_text(text: str) -> str:
    return _CODE.sub("", text)


def _marked_text(text: str) -> str:
    """Return a text with the marks of printkit for bold and italics, without other codes."""
    lines = _plain_text(_ITALIC.sub("\x01", _BOLD.sub("\x02", text.replace("*", "\u2217"))))
    return lines.replace("\x02", "**").replace("\x01", "*").strip()


class _SavedDeck:
    """Builds the deck of a saved object."""

    def __init__(self, path: Path, contents: _Found, beside: PicturesBeside) -> None:
        self.path, self.found, self.beside = path, contents, beside
        self.deck = ImportedDeck()
        self.missing: dict[str, int] = {}
        self.pictures: dict[str, str | None] = {}
        self.taken: set[str] = set()

    def deal(self) -> ImportedDeck:
        """Return the deck. Raises PrintkitError if all sheets are missing."""
        deck, cards = self.deck, []
        described = 0
        for number, card in enumerate(self.found.cards, 1):
            art = back = None
            if (sheet := card.sheet) is not None:
                art = self._face(sheet.face, sheet, card.cell)
                if sheet.back:
                    back = self._face(sheet.back, sheet, card.cell, whole=not sheet.own_backs)
            described += bool(card.text and art)
            text = "" if art else card.text
            cards.append(ImportedCard(card.name or f"#{number}", 1, art, back, text))
        backs = Counter(card.back for card in cards if card.back is not None and card.back.is_whole)
        if backs:
            deck.back = backs.most_common(1)[0][0]
        for made in cards:
            made.back = None if made.back == deck.back else made.back
        deck.cards = merge_alike(cards)
        if cards and not any(card.art for card in cards):
            raise self._all_missing()
        self._report(described)
        return deck.finish(self.beside, self.path)

    def _face(
        self, address: str, sheet: _SavedSheet, cell: int, *, whole: bool = False
    ) -> FaceSource | None:
        """Return a cell of a sheet, or the whole picture, or None. A missing picture is
        remembered.
        """
        if address not in self.pictures:
            self.pictures[address] = self.beside.find_address(address) or self._find_id(address)
        if (name := self.pictures[address]) is None:
            self.missing[address] = self.missing.get(address, 0) + 1
            return None
        self.taken.add(name)
        path = self.beside.path(name)
        return FaceSource(path) if whole else FaceSource(path, sheet.columns, sheet.rows, cell)

    def _find_id(self, address: str) -> str | None:
        """Return the picture whose name contains the store number in an address, or None."""
        word = _store_id(address)
        return (self.beside.find_id(word) or self.beside.find_name(word)) if word else None

    def _all_missing(self) -> PrintkitError:
        if not self.missing:
            return PrintkitError(
                "The cards of this file have no sheets of faces.",
                location=str(self.path),
                hint=_SAVE_AGAIN,
            )
        address = next(iter(self.missing))
        return PrintkitError(
            Sentence(
                "None of the pictures of this file are next to it: {names}.",
                names=name_some([quote(_ending(one)) for one in self.missing]),
            ),
            location=str(self.path),
            hint=Sentence(_WHERE, name=quote(_file_name(address))),
        )

    def _report(self, described: int) -> None:
        """Report all objects in the file that are not printed."""
        deck, place = self.deck, str(self.path)
        if len(self.missing) > MAX_TOLD:
            names = name_some([_file_name(address) for address in self.missing])
            count = len(self.missing)
            message = Sentence("Pictures are missing ({count}): {names}.", count=count, names=names)
            first = next(iter(self.missing))
            deck.skip(message, Sentence(_WHERE, name=quote(_file_name(first))), place)
        for address, count in self.missing.items() if len(self.missing) <= MAX_TOLD else ():
            message = Sentence(
                "The picture {name} is missing (cards: {count}).",
                name=quote(_ending(address)),
                count=count,
            )
            hint: str = Sentence(_WHERE, name=quote(_file_name(address)))
            if not is_remote(address):
                hint = "Put it into the folder of the file: no other folder is read."
            deck.skip(message, hint, place)
        if self.found.strange:
            names = name_some(self.found.strange)
            message = Sentence("Cards whose sheet is not in the file: {names}.", names=names)
            deck.skip(message, _SAVE_AGAIN, place)
        if self.found.others:
            kinds = [
                Sentence("{kind} × {count}", kind=kind or "–", count=count)
                for kind, count in sorted(self.found.others.items())
            ]
            shown = _some(kinds)
            message = Sentence("Objects that are not cards are skipped: {kinds}.", kinds=shown)
            deck.skip(message, location=place)
        if self.found.states:
            message = Sentence(
                "Other states of objects are skipped: {count}.", count=self.found.states
            )
            hint = "Place each state as an object of its own, and save it again."
            deck.skip(message, hint, place)
        if described:
            message = Sentence(
                "Descriptions are not printed, because the pictures show whole cards: {count}.",
                count=described,
            )
            deck.note(message, location=place)
        self._report_shapes(place)
        self._report_cells()
        shared = Counter(name for name in self.pictures.values() if name is not None)
        if several := [name for name, count in shared.items() if count > 1]:
            message = Sentence(
                "One file is the picture of several addresses: {names}.", names=name_some(several)
            )
            deck.note(message, "Give each its own name: that of the copy in Mods/Images.", place)
        report_unused(deck, self.beside, self.taken)

    def _report_shapes(self, place: str) -> None:
        """Report cards that are not rectangles."""
        shapes = {card.sheet.shape for card in self.found.cards if card.sheet is not None}
        if shapes - {0, 1}:
            message = "Some cards are hexagons or circles: they are printed as rectangles."
            hint = "Choose another shape with --shape."
            self.deck.note(message, hint, place)

    def _report_cells(self) -> None:
        """Report the sheets with more than one cell that no card shows; one is the hidden face."""
        shown: dict[str, set[int]] = {}
        cells: dict[str, int] = {}
        for card in self.found.cards:
            name = self.pictures.get(card.sheet.face) if card.sheet is not None else None
            if card.sheet is not None and name is not None:
                shown.setdefault(name, set()).add(card.cell)
                cells[name] = card.sheet.columns * card.sheet.rows
        for name, numbers in shown.items():
            if (left := cells[name] - len(numbers)) > 1:  # the last cell is the hidden face
                self.deck.note(
                    Sentence(
                        "{used} of the {all} cells of this sheet are cards of the file; the "
                        "other {left} are not printed.",
                        used=len(numbers),
                        all=cells[name],
                        left=left,
                    ),
                    location=name,
                )


def _some(sentences: list[Sentence]) -> Sentence:
    """Return the first ten sentences, joined by commas, with “…” if there are more."""
    return list_words([*sentences[:10], *(["…"] if len(sentences) > 10 else [])])


def _store_id(address: str) -> str:
    """Return the number of a picture in an address with a query, such as `?id=1aB…`."""
    try:
        words = parse_qs(urlsplit(address).query).get("id", [""])
    except ValueError:
        return ""
    return words[0]


def _ending(address: str) -> str:
    """Return the part of an address that describes its picture best: the number in a store, the
    last part, or the whole address.
    """
    return _store_id(address) or last_name(address) or address


def _file_name(address: str) -> str:
    """Return the name under which a picture is found."""
    name = _ending(address)
    return name if is_picture(name) else f"{name}.png"
