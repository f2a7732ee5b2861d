"""Fill the receipt of a definition with its files, its tables and their columns, and its pictures.

Input: the name of a definition. Output: a Receipt.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

from printkit.base import paper_sizes
from printkit.base.content import content_folders
from printkit.base.errors import PrintkitError, column_letters
from printkit.base.files import READ, is_file, is_link, read_bytes
from printkit.base.limits import MAX_SETTINGS_BYTES
from printkit.base.paper_sizes import Size
from printkit.faces.picture_quality import picture_fidelity
from printkit.graphics.pictures import check_budget
from printkit.graphics.svg_links import links_of
from printkit.jobs.subject import own_pictures
from printkit.library.picture_receipt import describe_picture
from printkit.library.printed import Printed, given_keys, printed_keys
from printkit.library.receipt import (
    BACK,
    BASE,
    CHAPTER,
    DEFINITION,
    FONT,
    INSIDE,
    NOT_NAMED,
    OF_OTHER_DECK,
    OTHER_KIND,
    PICTURE,
    TABLE,
    Receipt,
    ReceiptColumn,
    ReceiptPicture,
    ReceiptTable,
    is_of_deck,
    is_of_system,
    plain_name,
)
from printkit.model.card_table import FLAVOUR, CardTable
from printkit.model.card_table import TABLE as TABLE_KEY
from printkit.model.definition_files import (
    DefinitionStack,
    books,
    deck_slugs,
    split_preset,
    variant_slugs,
)
from printkit.model.foreign_columns import load_headings
from printkit.model.variant import Variant
from printkit.model.warnings import find_sound_part

# The places of keys on a face that prints them.
_ON_FACE = {
    "name": "the title",
    "caption": "the title",
    "text": "the text",
    "kicker": "the type",
    "cost": "the cost",
    "index": "the corner",
    "value": "the corner",
    "rank": "the corner",
    "art": "the picture",
    "emblem": "the emblem",
    "suit": "the sign and the colour",
    "colour": "the colours",
    "author": "the credit on the face",
    "credit": "the credit on the face",
}
# The places of keys that are printed in every layout.
_ELSEWHERE = {
    "name": "lists of the cards",
    "author": "the credits",
    "credit": "the credits",
    "licence": "the credits",
    "url": "the credits",
    "copies": "the number of copies",
    "per_player": "the number of copies",
    "back": "the back",
    "family": "the back",
    "id": "the names of files",
    "code": "the codes of hands",
    "turned": "the lower half of the face",
    "turns": "the rules",
    "breaks": "the rules",
    "varies": "the rules",
}
_LOOK = "the look of the face"
_DEFINITION = ".toml"
# The number of other definitions in a folder that are searched for the names of files.
_MAX_DEFINITIONS = 50
_UNKNOWN = "cannot be drawn until the errors are corrected"


def read_receipt(
    name: str, language: str = "en", size: Size | None = None, *, whole: bool = True
) -> Receipt:
    """Return the receipt of a definition for cards of a `size`, by default the size that it
    declares.

    With `whole`, pictures are decoded; otherwise only their headers are read. Parts with errors are
    left out. Raises PrintkitError for a definition that cannot be read.
    """
    part = find_sound_part(name, language=language)
    stack, variant = part.stack, part.variant
    receipt = Receipt(source=str(stack.path))
    _add_own_files(receipt, stack)
    files: set[Path] = set()
    if variant is not None:
        files = own_pictures(variant) - {*variant.chapters.values()}
        _add_named_files(receipt, stack, variant, files)
    else:
        for file in part.pictures:
            receipt.use(plain_name(str(file), str(stack.folder)), PICTURE)
    _add_unused_files(receipt, stack.folder)
    printed: Printed = {}
    if variant is not None and variant.cards:
        size = size or paper_sizes.card(variant.card_size)
        receipt.cards, receipt.copies = len(variant.cards), variant.total
        receipt.backs = len({str(back) for back in _backs(variant)})
        receipt.card_size = f"{size.w:g} × {size.h:g} mm"
        # The check reports too many pixels and unreadable fonts.
        with suppress(PrintkitError):
            check_budget(files, name, whole=whole)
            receipt.pictures = [*_pictures(variant, stack.folder, size, whole=whole)]
            printed = printed_keys(variant)
    for layer in stack.layers:
        if layer.table is not None:
            receipt.tables.append(_describe_table(layer.table, stack, variant, printed))
    return receipt


def is_own(name: str) -> bool:
    """Return True for a definition that is not bundled."""
    own = split_preset(name)[0]
    return own not in variant_slugs() and own not in deck_slugs() and own not in books()


def complete_receipt(receipt: Receipt, definition: Path, language: str) -> None:
    """Complete the receipt of an import with the cards of the deck that was made from it.

    The pictures are decoded by the next check or build; here, their headers are read.
    """
    with suppress(PrintkitError):  # the check of the deck reports it
        receipt.complete(read_receipt(str(definition), language, whole=False))


def _is_bundled(path: Path) -> bool:
    return any(path.is_relative_to(folder) for folder in content_folders())


# --- files ----------------------------------------------------------------------------------------


def _add_own_files(receipt: Receipt, stack: DefinitionStack) -> None:
    """Add the definition, its own base files and their tables."""
    folder = str(stack.folder)
    for i, layer in enumerate(stack.layers):
        if _is_bundled(layer.path):
            continue
        receipt.use(plain_name(str(layer.path), folder), BASE if i else DEFINITION)
        if isinstance(table := layer.data.get(TABLE_KEY), str):
            file = layer.path.parent / table
            if is_file(file):
                receipt.use(plain_name(str(file), folder), TABLE)


def _add_named_files(
    receipt: Receipt, stack: DefinitionStack, variant: Variant, pictures: Iterable[Path]
) -> None:
    """Add the pictures, chapters and fonts that a definition names."""
    folder = str(stack.folder)
    backs = {str(back) for back in _backs(variant)}
    for file in sorted(pictures):
        receipt.use(plain_name(str(file), folder), BACK if str(file) in backs else PICTURE)
        for link in links_of(file):
            receipt.use(plain_name(str(file.parent / link), folder), INSIDE)
    fonts = (font.path for font in variant.fonts.own.files)
    for use, files in ((CHAPTER, {*variant.chapters.values()}), (FONT, fonts)):
        for file in sorted(files):
            if not _is_bundled(file):
                receipt.use(plain_name(str(file), folder), use)


def _add_unused_files(receipt: Receipt, folder: Path) -> None:
    """Add the unused files of the folders that contain used files or pictures."""
    inside = (
        name for name in receipt.files if not (os.path.isabs(name) or ".." in name.split("/"))
    )
    folders = {os.path.dirname(name) for name in inside}
    folders |= {"", *load_headings().pictures.folders}
    unused: list[str] = []
    for inner in sorted(folders):
        with suppress(OSError), os.scandir(folder / inner) as entries:
            READ.note_folder(folder / inner / "file")
            names = [entry.name for entry in entries if entry.is_file()]
            names = [name for name in sorted(names) if not is_of_system(name)]
            unused += [f"{inner}/{name}" if inner else name for name in names]
    unused = [name for name in unused if name not in receipt.files]
    # A link may lead out of the folder, so its target is not read.
    others = (folder / name for name in unused if _is_definition(name))
    words = _words_of_definitions(file for file in others if not is_link(file))
    for name in unused:
        receipt.skip(name, _reason(name, words))


def _is_definition(name: str) -> bool:
    return name.lower().endswith(_DEFINITION)


def _words_of_definitions(files: Iterable[Path]) -> str:
    """Return the texts of the other definitions among the files, because files named in them are
    used.
    """
    texts: list[str] = []
    for file in islice(files, _MAX_DEFINITIONS):
        with suppress(PrintkitError):
            data = read_bytes(file, noun="definition", max_bytes=MAX_SETTINGS_BYTES)
            texts.append(data.decode("utf-8", "replace"))
    return "\n".join(texts)


def _reason(name: str, words: str) -> str:
    """Return why an unused file is skipped; `words` are the texts of other definitions."""
    if _is_definition(name) or f'"{name}"' in words:
        return OF_OTHER_DECK
    return NOT_NAMED if is_of_deck(name) else OTHER_KIND


# --- cards and pictures ---------------------------------------------------------------------------


def _backs(variant: Variant) -> Iterator[object]:
    """Yield the back of each card."""
    for card in variant.cards:
        yield (card.back or variant.families[card.family].back).design


def _pictures(
    variant: Variant, folder: Path, size: Size, *, whole: bool
) -> Iterator[ReceiptPicture]:
    """Yield the pictures of cards, with their resolution and the share that is cropped."""
    shown: dict[Path, int] = {}
    for card in variant.cards:
        if card.art is not None:
            shown[card.art] = shown.get(card.art, 0) + 1
    for card in variant.cards:
        if card.art is None or (count := shown.pop(card.art, 0)) == 0:
            continue
        quality = picture_fidelity(card, size, whole=whole)
        yield describe_picture(plain_name(str(card.art), str(folder)), count, quality)


# --- tables ---------------------------------------------------------------------------------------


def _describe_table(
    table: CardTable, stack: DefinitionStack, variant: Variant | None, printed: Printed
) -> ReceiptTable:
    """Return the receipt of a table."""
    rows = table.rows
    return ReceiptTable(
        plain_name(str(rows.path), str(stack.folder)),
        len(table.cards),
        rows.encoding,
        rows.encoding_is_given,
        rows.sheet,
        rows.other_sheets,
        rows.hidden_sheets,
        rows.hidden_rows,
        tuple(map(column_letters, rows.hidden_columns)),
        tuple(line for line, _ in rows.above),
        tuple(table.unprinted),
        tuple(_describe_columns(table, variant, printed)),
    )


def _describe_columns(
    table: CardTable, variant: Variant | None, printed: Printed
) -> Iterator[ReceiptColumn]:
    """Yield the columns of a table, each with the places where it is printed."""
    keys = {column.number: key for key, column in table.columns.items()}
    layouts = _layouts_by_key(table, variant)
    for number, head in enumerate(table.rows.head, 1):
        cells = (row[number - 1 : number] for _, row in table.rows.rows)
        is_empty = not any(cell.strip() for row in cells for cell in row)
        heading, key = " ".join(head.split()), keys.get(number, "")
        note, places = table.notes.get(number, ""), tuple[str, ...]()
        if not heading:
            if is_empty:
                continue
            note = "is skipped: it has no heading"
        elif is_empty and not note:
            note = "is empty"
        elif key:
            places = tuple(_places_of(key.partition(".")[0], layouts, printed))
            if not places and not _is_drawn(key.partition(".")[0], layouts, printed):
                note = _UNKNOWN
        yield ReceiptColumn(column_letters(number), heading, key, places, note)


def _layouts_by_key(table: CardTable, variant: Variant | None) -> dict[str, set[str]]:
    """Return, for each key, the layouts of the cards in a table that have the key."""
    layouts: dict[str, set[str]] = {}
    if variant is None:
        return layouts
    made = {card.id: card for card in variant.cards}
    entries = {entry.id: entry for entry in variant.listed_cards}
    for card in table.cards:
        name = card.get("id", "")
        if name in made and name in entries:
            for key in given_keys(entries[name]):
                layouts.setdefault(key, set()).add(made[name].layout)
    return layouts


def _is_drawn(key: str, layouts: dict[str, set[str]], printed: Printed) -> bool:
    """Return True if a layout of the cards that have `key` prints it."""
    key = "text" if key == FLAVOUR else key
    return any((layout, key) in printed for layout in layouts.get(key, ()))


def _places_of(key: str, layouts: dict[str, set[str]], printed: Printed) -> Iterator[str]:
    """Yield the places where a key is printed."""
    key = "text" if key == FLAVOUR else key
    if key in _ON_FACE:
        own = layouts.get(key, set()) | (layouts.get("index", set()) if key == "value" else set())
        keys = ("value", "index") if key == "value" else (key,)
        if any(printed.get((layout, one)) for layout in own for one in keys):
            yield _ON_FACE[key]
    if key in _ELSEWHERE:
        yield _ELSEWHERE[key]
    elif key not in _ON_FACE:
        yield _LOOK
