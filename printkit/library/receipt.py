"""The receipt of an import: it lists found, used, printed and unused files and columns.

An importer fills a `Receipt` while it reads its source, and `read_receipt` fills one from a
definition. The result is lines to print, or plain data.

An importer calls `use` or `skip` for every file that it finds, so that none is lost silently. Uses
and reasons such as “a picture” are English message keys, without placeholders.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypedDict

import msgspec
from msgspec import field

from printkit.base.sentences import Sentence, name_some, quote, shorten
from printkit.model.fields import is_picture

# The uses of files.
DEFINITION, TABLE, PICTURE, BACK = "the definition", "the table", "a picture", "a back"
LIST, INSIDE = "the list of cards", "a picture inside a drawing"
BASE, CHAPTER, FONT = "a base definition", "a chapter", "a font"
# The reasons for skipped files.
NOT_A_PICTURE, NOT_NAMED = "is not a picture", "is not named by the definition"
NOT_READ = "is of a kind that is not read: export it as PNG, JPEG or SVG"
NOT_NAMED_BY_TABLE = "is not named by the table"
NOT_NAMED_BY_LIST = "is not named by the list of cards"
NO_CARD = "is a back without a card of its name"
OF_OTHER_DECK, OTHER_KIND = "belongs to another definition", "is of a kind that decks do not use"
# The reasons of files that are counted in the lines of a receipt, and named only in its data.
_COUNTED = (OF_OTHER_DECK, OTHER_KIND)

_Translate = Callable[[str], str]


class ReceiptFile(msgspec.Struct, frozen=True):
    """A file that was found: its use, or the reason why it is skipped."""

    name: str
    use: str = ""
    reason: str = ""


class ReceiptColumn(msgspec.Struct, frozen=True):
    """A column of a table: its letters and heading, the key of a card that it fills, and its places
    in print.

    A column without places is not printed. Its `note`, if any, is the reason why that is right or
    why the column is skipped.
    """

    column: str
    heading: str
    key: str = ""
    places: tuple[str, ...] = ()
    note: str = ""


class ReceiptTable(msgspec.Struct, frozen=True):
    """A table of cards: its rows, its encoding, its sheet, and its hidden and unused parts.

    `encoding` is empty for a spreadsheet, and `sheet` for a text. `rows_above` are the rows above
    the headings; the cards in `rows_without_copies` have the quantity 0.
    """

    name: str
    rows: int = 0
    encoding: str = ""
    encoding_is_given: bool = False
    sheet: str = ""
    other_sheets: tuple[str, ...] = ()
    hidden_sheets: tuple[str, ...] = ()
    hidden_rows: tuple[int, ...] = ()
    hidden_columns: tuple[str, ...] = ()
    rows_above: tuple[int, ...] = ()
    rows_without_copies: tuple[int, ...] = ()
    columns: tuple[ReceiptColumn, ...] = ()


class ReceiptPicture(msgspec.Struct, frozen=True):
    """A picture at the chosen card size: its resolution (dots per inch; None for a drawing), the
    share that is cut off (per cent), and the number of different cards that show it.
    """

    name: str
    cards: int
    dpi: int | None = None
    cropped: int = 0


class ReceiptData(TypedDict):
    """A receipt as plain data: numbers of files, and the parts of the receipt."""

    source: str
    files: list[ReceiptFile]
    used: int
    skipped: int
    cards: int
    copies: int
    backs: int
    card_size: str
    tables: list[ReceiptTable]
    pictures: list[ReceiptPicture]


class Receipt(msgspec.Struct):
    """The receipt of an import.

    `cards` is the number of different cards, `copies` the number of all cards, and `backs` the
    number of different backs. `card_size` is the card size for which resolution and crop were
    computed.
    """

    source: str = ""
    files: dict[str, ReceiptFile] = field(default_factory=dict)
    cards: int = 0
    copies: int = 0
    backs: int = 0
    card_size: str = ""
    tables: list[ReceiptTable] = field(default_factory=list)
    pictures: list[ReceiptPicture] = field(default_factory=list)

    def use(self, name: str, use: str) -> None:
        """Record a file that is used; the first use of a file counts."""
        self.files.setdefault(name, ReceiptFile(name, use))

    def skip(self, name: str, reason: str) -> None:
        """Record a file that is skipped."""
        self.files.setdefault(name, ReceiptFile(name, reason=reason))

    def complete(self, deck: Receipt) -> None:
        """Take over the cards, pictures and used tables from the receipt of the deck that was
        made.
        """
        self.cards, self.copies, self.backs = deck.cards, deck.copies, deck.backs
        self.card_size, self.pictures = deck.card_size, deck.pictures
        self.tables = [table for table in deck.tables if table.name in self.files]

    @property
    def used(self) -> list[ReceiptFile]:
        """The files that are used."""
        return [one for one in self.files.values() if one.use]

    @property
    def skipped(self) -> list[ReceiptFile]:
        """The files that are skipped."""
        return [one for one in self.files.values() if not one.use]

    @property
    def unprinted(self) -> list[ReceiptColumn]:
        """The columns that are printed nowhere and have no note."""
        columns = (column for table in self.tables for column in table.columns)
        return [column for column in columns if not column.places and not column.note]

    def as_data(self, translate: _Translate = str) -> dict[str, Any]:
        """Return the receipt as plain data, with its words translated."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        data["files"] = [*data["files"].values()]
        for one in data["files"]:
            one["use"], one["reason"] = translate(one["use"]), translate(one["reason"])
        for column in (column for table in data["tables"] for column in table["columns"]):
            column["places"] = [translate(place) for place in column["places"]]
            column["note"] = translate(column["note"])
        data["skipped"] = sum(not one["use"] for one in data["files"])
        data["used"] = len(data["files"]) - data["skipped"]
        return data

    def lines(self, translate: _Translate = str) -> Iterator[str]:
        """Yield the receipt as lines to print, the first one with the totals."""
        yield from map(translate, self._sentences())

    def _sentences(self) -> Iterator[str]:
        if self.files:
            counts = {"found": len(self.files), "used": len(self.used)}
            counts["skipped"] = len(self.skipped)
            template = "Files: {found} found, {used} used, {skipped} skipped."
            yield Sentence(template, **counts)
        for reason in dict.fromkeys(one.reason for one in self.skipped):
            names = [one.name for one in self.skipped if one.reason == reason]
            named = f"{len(names)}" if reason in _COUNTED else name_some(map(shorten, names))
            yield Sentence("  Skipped, {reason}: {names}", reason=Sentence(reason), names=named)
        if self.copies:
            yield Sentence(
                "Cards: {cards} different, {copies} in all; backs: {backs}.",
                cards=self.cards,
                copies=self.copies,
                backs=self.backs,
            )
        for table in self.tables:
            yield from _table_sentences(table)
        if self.pictures:
            yield from _picture_sentences(self.pictures, self.card_size)


def _table_sentences(table: ReceiptTable) -> Iterator[str]:
    """Yield the lines of a table: its source, its hidden parts and its columns."""
    if table.sheet:
        template = "Table: {name}, sheet {sheet}; rows: {rows}."
        yield Sentence(template, name=table.name, sheet=quote(table.sheet), rows=table.rows)
    else:
        template = "Table: {name}; rows: {rows}; encoding: {encoding} ({origin})."
        origin = Sentence("given" if table.encoding_is_given else "detected")
        known = {"name": table.name, "rows": table.rows, "encoding": table.encoding}
        yield Sentence(template, origin=origin, **known)
    if table.hidden_sheets:
        yield Sentence("  Hidden sheets: {names}", names=name_some(map(quote, table.hidden_sheets)))
    if table.other_sheets:
        yield Sentence("  Unused sheets: {names}", names=name_some(map(quote, table.other_sheets)))
    if table.hidden_rows:
        names = name_some(map(str, table.hidden_rows))
        yield Sentence("  Hidden rows, which are read: {names}", names=names)
    if table.hidden_columns:
        names = name_some(table.hidden_columns)
        yield Sentence("  Hidden columns, which are read: {names}", names=names)
    if table.rows_above:
        names = name_some(map(str, table.rows_above))
        yield Sentence("  Rows above the headings, which are not read: {names}", names=names)
    if table.rows_without_copies:
        names = name_some(map(str, table.rows_without_copies))
        yield Sentence("  Rows with a quantity of 0, which are not printed: {names}", names=names)
    for column in table.columns:
        heading = Sentence(
            "{column} {heading}", column=column.column, heading=quote(column.heading)
        )
        if column.places:
            named = name_some(Sentence(place) for place in column.places)
            yield Sentence("  {heading}: {places}", heading=heading, places=named)
        else:
            note = Sentence(column.note or "is printed nowhere")
            yield Sentence("  {heading}: {places}", heading=heading, places=note)


def _picture_sentences(pictures: Sequence[ReceiptPicture], size: str) -> Iterator[str]:
    """Yield the lines of a receipt about its pictures: their number, resolution and crop."""
    dots = sorted({one.dpi for one in pictures if one.dpi is not None})
    yield Sentence("Pictures: {count} at {size}.", count=len(pictures), size=size)
    if dots:
        span = "–".join(str(dpi) for dpi in dict.fromkeys((dots[0], dots[-1])))
        yield Sentence("  Resolution: {span} dots per inch.", span=span)
    cropped = sorted((-one.cropped, one.name) for one in pictures if one.cropped)
    if cropped:
        named = name_some(f"{shorten(name)} ({-share} %)" for share, name in cropped)
        yield Sentence("  Cropped: {names}", names=named)


# Endings of files of drawing programs, which can export pictures.
EXPORTABLE = (
    *(".psd", ".psb", ".ai", ".eps", ".pdf", ".xcf", ".kra", ".clip", ".afdesign", ".afphoto"),
    *(".indd", ".cdr", ".sketch", ".fig", ".jxl", ".jp2", ".tga", ".dds", ".svgz", ".ora"),
    *(".cr2", ".nef", ".arw", ".dng", ".raw", ".procreate", ".affinity", ".emf", ".wmf"),
)
# Endings of other files that a definition may name.
_OF_DECKS = (".toml", ".csv", ".tsv", ".xlsx", ".xlsm", ".ods", ".md", ".txt", ".ttf", ".otf")
# Files that systems leave in folders.
_OF_SYSTEMS = ("thumbs.db", "desktop.ini", "icon\r")


def is_of_system(name: str) -> bool:
    """Return True for a hidden file, and for a file that an operating system leaves in folders."""
    return name.startswith(".") or name.lower() in _OF_SYSTEMS


def is_of_deck(name: str) -> bool:
    """Return True for a file of a kind that a deck uses, or that can be exported to such a kind."""
    return is_picture(name) or name.lower().endswith((*_OF_DECKS, *EXPORTABLE))


def plain_name(path: str, folder: str) -> str:
    """Return a path relative to a folder, with / between folders, or the path itself."""
    relative = os.path.relpath(path, folder)
    return path if relative.startswith(os.pardir) else relative.replace(os.sep, "/")
