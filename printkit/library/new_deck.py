"""Create a user's deck: a folder with a commented definition that can be built at once.

Input: nothing, a spreadsheet, a folder of pictures, a list or an order of another program, or a
bundled variant. Output: files by name, either as bytes or as files to copy; `write_deck` writes
them into a folder. Content: templates/new/.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from io import BytesIO
from pathlib import Path, PurePosixPath
from string import Template
from typing import BinaryIO

import msgspec
from msgspec import field

from printkit.base.content import content_path
from printkit.base.csv_cells import write_csv
from printkit.base.errors import Diagnostic, PrintkitError, did_you_mean
from printkit.base.files import (
    exists,
    explained_os_errors,
    is_file,
    is_link,
    read_bytes,
    resolve_within,
)
from printkit.base.limits import MAX_NAME, MAX_PICTURE_BYTES, MAX_ROWS
from printkit.base.messages import translate
from printkit.base.sentences import Sentence, list_words, name_some, quote, slugify, strip_invisible
from printkit.graphics.pictures import cut_face, decoder
from printkit.graphics.svg_links import links_of
from printkit.library.imports import FaceSource, ImportedDeck
from printkit.library.receipt import (
    BACK,
    EXPORTABLE,
    INSIDE,
    LIST,
    NO_CARD,
    NOT_A_PICTURE,
    NOT_NAMED_BY_LIST,
    NOT_NAMED_BY_TABLE,
    NOT_READ,
    OTHER_KIND,
    PICTURE,
    TABLE,
    Receipt,
    is_of_deck,
    is_of_system,
)
from printkit.model.card_table import (
    CardTable,
    PictureCard,
    PictureDeck,
    PictureFinder,
    deal_pictures,
    read_cards,
)
from printkit.model.definition_files import name_of, slug_of, variant_slugs
from printkit.model.fields import DRAWINGS, is_picture
from printkit.model.load import load

# The kinds of sources, besides the slug of a variant.
BLANK, SPREADSHEET, IMAGES = "blank", "spreadsheet", "images"
ORDER, SAVED_OBJECT, DECK_LIST = "order", "tts", "list"
# The readers of files of other programs, with pictures beside them.
IMPORTERS = (ORDER, SAVED_OBJECT, DECK_LIST)
# The kinds that need a source, with the error without one.
_SOURCES = {
    SPREADSHEET: "--from spreadsheet needs a spreadsheet.",
    IMAGES: "--from images needs a folder of pictures.",
    ORDER: "--from order needs an order from mpc-autofill (XML).",
    SAVED_OBJECT: "--from tts needs a saved object from Tabletop Simulator (JSON).",
    DECK_LIST: "--from list needs a deck list (TXT).",
}
# Addresses, and the files that Google Drive and browsers make of them.
_ADDRESS = re.compile(r"https?:/|.*\.(?:gsheet|gdoc|url|webloc)$", re.IGNORECASE)
# The kind of a file by its ending.
_KINDS = {
    **dict.fromkeys((".xlsx", ".ods", ".csv", ".tsv"), SPREADSHEET),
    **{".xml": ORDER, ".json": SAVED_OBJECT},
    **dict.fromkeys((".txt", ".dec", ".dek", ".dck", ".mwdeck", ".ydk", ".md"), DECK_LIST),
    **dict.fromkeys((".cod", ".o8d"), DECK_LIST),
}
_VARIANT = "variant"
# The back of a deck that does not name one.
_BACK = "rosette"
# A table of our own, and the folder of the pictures that are copied.
_TABLE, _FOLDER = "cards.csv", "images"
# Categories of characters that are pictograms, or modify them.
_PICTOGRAMS = ("So", "Sk", "Cn")
_ACTION = "The deck cannot be started"


class Converted(msgspec.Struct, frozen=True):
    """A picture that is converted to PNG."""

    source: Path


class NewDeck(msgspec.Struct):
    """The files of a new deck by name. Each is bytes, a file to copy or convert, or a face of a
    sheet.

    `remarks` report ignored files and cells; `receipt` accounts for the files of the source.
    `imported` is the deck of a file of another program. For a folder of pictures, `cards` are its
    cards, with the names that pictures and backs get in the deck.
    """

    folder: Path
    slug: str
    files: dict[str, bytes | Path | Converted | FaceSource] = field(default_factory=dict)
    remarks: list[PrintkitError | Diagnostic] = field(default_factory=list)
    receipt: Receipt = field(default_factory=Receipt)
    imported: ImportedDeck | None = None
    cards: list[PictureCard] = field(default_factory=list)

    @property
    def definition(self) -> Path:
        """The path of its definition."""
        return self.folder / f"{self.slug}.toml"


def start_deck(name: str, kind: str, source: Path | None, language: str) -> NewDeck:
    """Return the files of a new deck in the folder `name`, with texts in `language`.

    `kind` is blank, the slug of a variant, or one of the kinds that need a `source`: spreadsheet,
    images, order, tts or list. Raises PrintkitError for a source that cannot be read, and for a
    folder that contains anything except the source.
    """
    _require_source(kind, source)
    path = Path(name)
    with explained_os_errors(_ACTION, path):
        stem = _stem_of(path)
        slug = slug_of(stem)
        deck = NewDeck(path.parent / slug if path.name else path, slug)
        _refuse_occupied(deck.folder, source)
    title = name_of(stem)
    values = {"name": _printable(title, slug, deck), "language": language}
    if kind == SPREADSHEET and source is not None:
        values |= _take_spreadsheet(deck, source, language)
    elif kind == IMAGES and source is not None:
        values |= _take_images(deck, source, language)
    elif kind in IMPORTERS and source is not None:
        values |= _take_import(deck, source, _importer_of(kind)(source, deck.folder), language)
    elif kind == BLANK:
        for picture in sorted(content_path("new", _FOLDER).iterdir()):
            deck.files[f"{_FOLDER}/{picture.name}"] = picture
    else:
        game = load(kind)
        card = game.cards[0]
        values |= {"base": kind, "game": game.name[language]}
        values |= {"card": card.id, "title": card.name[language]}
    template = kind if kind in (BLANK, SPREADSHEET, IMAGES) else _VARIANT
    if kind in IMPORTERS:
        template = IMAGES
    deck.files = {deck.definition.name: _fill(template, language, values), **deck.files}
    return deck


def _importer_of(kind: str) -> Callable[[Path, Path], ImportedDeck]:
    """Return the reader for a kind of file from another program; import no other reader."""
    if kind == ORDER:
        from printkit.library.order_files import read_order

        return read_order
    if kind == SAVED_OBJECT:
        from printkit.library.saved_objects import read_saved_object

        return read_saved_object
    from printkit.library.deck_lists import read_deck_list

    return read_deck_list


def write_deck(deck: NewDeck) -> None:
    """Write all files of a deck, or none. None of the files may exist before.

    Raises PrintkitError.
    """
    made: list[Path] = []
    try:
        with explained_os_errors(_ACTION, deck.folder):
            for name, content in deck.files.items():
                path = deck.folder / name
                folders = [path.parent, *path.parent.parents]
                for folder in reversed([one for one in folders if not one.exists()]):
                    folder.mkdir()
                    made.append(folder)
                try:
                    source = _open_content(content, deck.remarks)
                except PrintkitError as error:
                    raise _name_all(error, content, deck) from None
                with source, path.open("xb") as target:
                    made.append(path)
                    shutil.copyfileobj(source, target)
    except BaseException:
        for path in reversed(made):
            with suppress(OSError):
                path.rmdir() if path.is_dir() else path.unlink()
        raise


def _name_all(
    error: PrintkitError, failed: bytes | Path | Converted | FaceSource, deck: NewDeck
) -> PrintkitError:
    """Return one error for all pictures that cannot be converted for the same reason.

    Only pictures with the extension of the failed one are tried, because it would be a waste of
    time to convert the others.
    """
    if not isinstance(failed, Converted):
        return error
    unread = []
    for content in deck.files.values():
        if isinstance(content, Converted) and _is_alike(content.source, failed.source):
            try:
                _open_content(content, [])
            except PrintkitError as other:
                if other.code == error.code:
                    unread.append(content.source)
    if len(unread) < 2:
        return error
    names = list_words(sorted(path.name for path in unread))
    return PrintkitError(
        Sentence(
            "{message} {count} pictures have this error: {names}.",
            message=error.message,
            count=len(unread),
            names=names,
        ),
        location=str(Path(os.path.commonpath([path.parent for path in unread]))),
        hint=error.hint,
    )


def _is_alike(one: Path, other: Path) -> bool:
    """Return True if two pictures are of the same kind."""
    return _suffix(one.name)[:4] == _suffix(other.name)[:4]  # .heic and .heif


def _open_content(
    content: bytes | Path | Converted | FaceSource, remarks: list[PrintkitError | Diagnostic]
) -> BinaryIO:
    """Open the content of a new file; add the changes of a conversion to `remarks`.

    Raises PrintkitError.
    """
    if isinstance(content, bytes):
        return BytesIO(content)
    if isinstance(content, FaceSource):
        grid = content.columns, content.rows, content.number
        return BytesIO(cut_face(content.source, *grid))
    if isinstance(content, Path):
        return _open_source(content)
    path = content.source
    data = read_bytes(path, noun="picture", max_bytes=MAX_PICTURE_BYTES)
    image = decoder().prepare(data, str(path))
    remarks += [PrintkitError(remark, location=str(path)) for remark in image.remarks]
    return BytesIO(decoder().read_file(image.source if isinstance(image.source, bytes) else data))


def _open_source(path: Path) -> BinaryIO:
    """Open a file to copy. Raises PrintkitError."""
    if is_link(path) and not exists(path):
        raise PrintkitError(
            "This is a link to a file that does not exist.",
            location=str(path),
            hint="Remove it, or create the file that it points to.",
        )
    with explained_os_errors("The file cannot be copied", path):
        return path.open("rb")


def _stem_of(path: Path) -> str:
    """Return the name of a folder; for `.`, the name of the working folder."""
    name = path.name or path.resolve().name
    return unicodedata.normalize("NFC", strip_invisible(name))


def _require_source(kind: str, source: Path | None) -> None:
    """Refuse an unknown kind, and a kind that lacks its source."""
    known = [BLANK, *_SOURCES, *variant_slugs()]
    if kind not in known:
        hint = did_you_mean(kind, known, "sources")
        if exists(Path(kind)):
            word = IMAGES if Path(kind).is_dir() else _KINDS.get(_suffix(kind), SPREADSHEET)
            hint = Sentence("Write --from {word} {name}.", word=word, name=kind)
        raise PrintkitError(
            Sentence("No deck can be started from {kind}.", kind=quote(kind)), hint=hint
        )
    if source is None and kind in _SOURCES:
        raise PrintkitError(_SOURCES[kind], hint="Write its name after that word.")
    if source is not None and _ADDRESS.match(source.as_posix()):
        raise PrintkitError(
            "This is an address or a link to a file, and nothing is fetched from the internet.",
            location=str(source),
            hint="Download the file, and name it. In Google Sheets: File, Download, "
            "Comma-separated values (CSV).",
        )


def _refuse_occupied(folder: Path, source: Path | None) -> None:
    """Refuse a folder that contains anything but the source."""
    own = folder.resolve()
    given = source.resolve() if source is not None else None
    if given is not None and given.is_relative_to(own) and given != own:
        kept = given.relative_to(own).parts[0]
    else:
        kept = ""
    if exists(folder) and not folder.is_dir():
        message = "There is already a file of this name."
        raise PrintkitError(message, location=str(folder), hint="Choose another name.")
    if folder.exists() and (names := [name for name in os.listdir(folder) if name != kept]):
        message = Sentence(
            "This folder already contains {names}, and nothing is overwritten.",
            names=quote(min(names)),
        )
        raise PrintkitError(message, location=str(folder), hint="Choose another name.")


def _printable(title: str, slug: str, deck: NewDeck) -> str:
    """Return a name without pictograms, or its slug as words if our fonts lack some of its
    letters.
    """
    plain = "".join(
        c for c in title if unicodedata.category(c) not in _PICTOGRAMS and c != "\ufe0f"
    )
    title = " ".join(plain.split()) or name_of(slug)
    try:
        _require_glyphs(title)
    except PrintkitError as error:
        deck.remarks.append(error)
        return name_of(slug)
    return title


def _require_glyphs(name: str) -> None:
    """Raise PrintkitError for a name that our fonts cannot show.

    Our fonts have all of ASCII, so for most names no font is loaded.
    """
    if name.isascii() and name.isprintable():
        return
    from printkit.graphics.fonts import TITLE, shape

    shape(TITLE, name)


def _fill(template: str, language: str, values: dict[str, str]) -> bytes:
    """Return a template in a language, or else in English, filled with values as contents of TOML
    strings. The value `columns` is inserted as it is.
    """
    path = content_path("new", f"{template}.{language}.toml")
    if not path.exists():
        path = content_path("new", f"{template}.en.toml")
    texts = {
        key: value if key == "columns" else json.dumps(value, ensure_ascii=False)[1:-1]
        for key, value in values.items()
    }
    text = Template(path.read_text(encoding="utf-8")).substitute(texts)
    lines = (line for line in text.split("\n") if line != 'sheet = ""')  # a text has no sheets
    return "\n".join(lines).encode()


# --- sources --------------------------------------------------------------------------------------


def _take_spreadsheet(deck: NewDeck, source: Path, language: str) -> dict[str, str]:
    """Add a spreadsheet and the pictures that it names to the deck. Return values for the
    template.
    """
    source = source.resolve() if is_link(source) else source
    data = {"cards_table": source.name, "languages": [language]}

    def fault(_key: object, message: str, hint: str = "") -> Diagnostic:
        return Diagnostic(str(source), 0, 0, "", message, hint)

    table = read_cards(source.parent, data, fault)
    deck.remarks += [*table.problems, *table.remarks]
    deck.files[source.name] = source
    deck.receipt.source = str(source)
    deck.receipt.use(source.name, TABLE)
    named = [(key, card.get(key)) for card in table.cards for key in DRAWINGS]
    for key, name in (*named, *table.signs.items()):
        if not isinstance(name, str) or not is_picture(name):
            continue
        path = resolve_within(source.parent, name)
        if path is not None and is_file(path):
            deck.files[name] = path
            deck.receipt.use(name, BACK if key == "back" else PICTURE)
            for link in _links_of(source.parent, name):
                deck.files[link] = source.parent / link
                deck.receipt.use(link, INSIDE)
    for name in dict.fromkeys(PictureFinder(source.parent).names.values()):
        deck.receipt.skip(name, NOT_NAMED_BY_TABLE)
    _skip_beside(deck, source, NOT_NAMED_BY_TABLE)
    _leave_what_is_there(deck)
    return {
        "table": source.name,
        "sheet": table.rows.sheet,
        "columns": "\n".join(_describe_columns(table)),
    }


def _skip_beside(deck: NewDeck, source: Path, reason: str) -> None:
    """Add the other files in the folder of a source to the receipt."""
    for name in sorted(entry.name for entry in os.scandir(source.parent) if entry.is_file()):
        if not is_of_system(name):
            deck.receipt.skip(name, reason if is_of_deck(name) else OTHER_KIND)


def _describe_columns(table: CardTable) -> Iterator[str]:
    """Yield a commented-out line for each heading, with the key of its column, or "" if it has
    none.
    """
    known = {column.number: key for key, column in table.columns.items()}
    for number, heading in enumerate(table.rows.head, 1):
        if words := strip_invisible(" ".join(heading.split())):
            written = json.dumps(words, ensure_ascii=False)
            yield f'# {written} = "{known.get(number, "")}"'


def _take_images(deck: NewDeck, folder: Path, language: str) -> dict[str, str]:
    """Add a folder of pictures, and list them in a table. Return values for the template."""
    if not folder.is_dir():
        fault = Sentence("{folder} is not a folder.", folder=quote(str(folder)))
        raise PrintkitError(fault, hint="Name the folder that contains the pictures.")
    names, others = _list_pictures(folder)
    inside = sorted({link for name in names for link in _links_of(folder, name)})
    if inside:
        inner = Sentence(
            "These pictures are part of a drawing and do not become cards: {names}.",
            names=name_some(inside),
        )
        hint = "If one of them is a card, save a copy of it under another name."
        deck.remarks.append(PrintkitError(inner, hint=hint))
    names = [name for name in names if name not in inside]
    dealt = deal_pictures(names)
    if not dealt.cards:
        message = "This folder contains no picture of a card (PNG, JPEG or SVG)."
        raise PrintkitError(message, location=str(folder))
    deck.remarks += _remarks_on_others(others)
    deck.receipt.source = str(folder)
    for card in dealt.cards:
        deck.receipt.use(card.art, PICTURE)
    for name in (*(card.back for card in dealt.cards if card.back), dealt.back):
        if name:
            deck.receipt.use(name, BACK)
    for name in inside:
        deck.receipt.use(name, INSIDE)
    for name in dealt.unused:
        deck.receipt.skip(name, NO_CARD)
    for name in others:
        deck.receipt.skip(name, NOT_READ if _suffix(name) in EXPORTABLE else NOT_A_PICTURE)
    for name, copies in dealt.doubts:
        remark = Sentence("The number in this name is read as {copies} copies.", copies=copies)
        if copies == 1:
            remark = Sentence(
                "The number in this name is not read as a number of copies: this is one card."
            )
        deck.remarks.append(
            PrintkitError(remark, location=name, hint="Write the right number in cards.csv.")
        )
    for name in dealt.without_back:
        message = "The back for this name is missing, so the card has the common back."
        hint = "Put a picture of that name into the folder."
        deck.remarks.append(PrintkitError(message, location=name, hint=hint))
    if len(dealt.cards) > MAX_ROWS:
        message, hint = MAX_ROWS.refusal(len(dealt.cards))
        raise PrintkitError(message, location=str(folder), hint=hint)
    for name in dealt.unused:
        message = "No card has the name of this back: it is skipped."
        deck.remarks.append(PrintkitError(message, location=name))
    is_inside = folder.resolve().is_relative_to(deck.folder.resolve())
    lead = folder.resolve().relative_to(deck.folder.resolve()) if is_inside else Path(_FOLDER)

    kept = _new_names(names, converts=not is_inside)

    def place(name: str) -> str:
        return (lead / kept[name]).as_posix() if name else ""

    back = place(dealt.back) or _BACK
    rows = []
    for name, card in zip(_names_of(deck, dealt), dealt.cards, strict=True):
        art, own = place(card.art), place(card.back)
        rows.append([name, str(card.copies), art, own])
        deck.cards.append(PictureCard(name, card.copies, art, own or back))
    deck.files[_TABLE] = _write_table(rows, language)
    for name in (name for name in names if name not in dealt.unused):
        path = folder / name
        plain = kept[name] == name or _suffix(name) in _JPEGS
        deck.files[place(name)] = path if plain else Converted(path)
    for name in inside:
        deck.files[(lead / name).as_posix()] = folder / name
    _leave_what_is_there(deck)
    return {"table": _TABLE, "back": back, "bleed": "# "}


def _take_import(
    deck: NewDeck, source: Path, imported: ImportedDeck, language: str
) -> dict[str, str]:
    """Add the cards of a file of another program, and list them in a table. Return values for the
    template.
    """
    deck.imported = imported
    deck.receipt.source = str(source)
    deck.receipt.use(source.name, LIST)
    for name in imported.used:
        deck.receipt.use(name, PICTURE)
    for name in imported.unused:
        deck.receipt.skip(name, NOT_NAMED_BY_LIST)
    _skip_beside(deck, source, NOT_NAMED_BY_LIST)
    deck.remarks += [*imported.skipped, *imported.notes]
    if len(imported.cards) > MAX_ROWS:
        message, hint = MAX_ROWS.refusal(len(imported.cards))
        raise PrintkitError(message, hint=hint)
    names: dict[FaceSource, str] = {}

    def place(face: FaceSource | None, name: str) -> str:
        """Return the name of a picture in the deck, and reserve it, or an empty string without a
        picture.
        """
        if face is None:
            return ""
        if face not in names:
            suffix = _suffix(face.source.name)
            plain = suffix in _PLAIN
            ending = suffix if plain else ".jpg" if suffix in _JPEGS else ".png"
            stem = face.source.stem if face.is_whole else slugify(name, MAX_NAME) or "face"
            names[face] = new = _free_name(f"{_FOLDER}/{stem}", ending, deck.files)
            copied = face.source if plain or suffix in _JPEGS else Converted(face.source)
            deck.files[new] = copied if face.is_whole else face
        return names[face]

    cards = [PictureCard(card.name, card.copies, "") for card in imported.cards]
    shown = _names_of(deck, PictureDeck(cards))
    back = place(imported.back, "back")
    rows = []
    for name, card in zip(shown, imported.cards, strict=True):
        art, own = place(card.art, card.name), place(card.back, f"{card.name} back")
        rows.append([name, str(card.copies), art, own, card.text])
    deck.files = {_TABLE: _write_table(rows, language), **deck.files}
    _leave_what_is_there(deck)
    bleed = "" if imported.has_bleed else "# "
    return {"table": _TABLE, "back": back or _BACK, "bleed": bleed}


def _free_name(stem: str, ending: str, taken: Iterable[str]) -> str:
    """Return a file name that is not taken, with a number after its stem if necessary."""
    known = {name.lower() for name in taken}
    name, number = f"{stem}{ending}", 1
    while name.lower() in known:
        number += 1
        name = f"{stem}-{number}{ending}"
    return name


def _links_of(folder: Path, name: str) -> list[str]:
    """Return the pictures that the drawing `name` in a folder links to, relative to the folder."""
    return [(PurePosixPath(name).parent / link).as_posix() for link in links_of(folder / name)]


def _list_pictures(folder: Path) -> tuple[list[str], list[str]]:
    """Return the pictures in a folder and its subfolders, relative to the folder, and the other
    files.
    """
    pictures: list[str] = []
    others: list[str] = []
    for root, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            if not is_of_system(name):
                relative = (Path(root) / name).relative_to(folder).as_posix()
                (pictures if is_picture(name) else others).append(relative)
    return pictures, sorted(others)


def _names_of(deck: NewDeck, dealt: PictureDeck) -> list[str]:
    """Return the names of cards; cards whose names our fonts cannot show are numbered."""
    names: list[str] = []
    strange: list[str] = []
    for number, card in enumerate(dealt.cards, 1):
        try:
            _require_glyphs(card.name)
        except PrintkitError:
            strange.append(card.name)
            names.append(f"#{number}")
        else:
            names.append(card.name)
    if strange:
        message = Sentence(
            "Our fonts cannot show these names, so the cards are numbered: {names}.",
            names=name_some(strange),
        )
        hint = "Give the deck a font under [fonts], then write the names in cards.csv."
        deck.remarks.append(PrintkitError(message, hint=hint))
    return names


# Endings of files that are JPEG.
_JPEGS = (".jfif", ".jpe")
_PLAIN = (".svg", ".png", ".jpg", ".jpeg")


def _suffix(name: str) -> str:
    return os.path.splitext(name)[1].lower()


def _remarks_on_others(others: list[str]) -> Iterator[PrintkitError]:
    """Yield the remarks on files that are not pictures."""
    exported = [name for name in others if _suffix(name) in EXPORTABLE]
    if exported:
        message = Sentence(
            "Files of unsupported kinds are skipped: {names}.", names=name_some(exported)
        )
        yield PrintkitError(message, hint="Export each as PNG, JPEG or SVG.")
    if left := [name for name in others if name not in exported]:
        yield PrintkitError(
            Sentence("Files that are not pictures are skipped: {names}.", names=name_some(left))
        )


def _new_names(names: Iterable[str], *, converts: bool) -> dict[str, str]:
    """Return the new name of each picture; if it `converts`, pictures other than PNG, JPEG and SVG
    become PNG.
    """
    names = list(names)
    taken = {name.lower() for name in names}
    result: dict[str, str] = {}
    for name in names:
        new = name
        if converts and _suffix(name) not in _PLAIN:
            ending = ".jpg" if _suffix(name) in _JPEGS else ".png"
            new = os.path.splitext(name)[0] + ending
            if new.lower() in taken:
                new = name + ending
            taken.add(new.lower())
        result[name] = new
    return result


def _write_table(rows: Iterable[list[str]], language: str) -> bytes:
    """Return the rows of a table as CSV, with the delimiter that spreadsheet programs in the
    language expect.
    """
    keys = ("name", "copies", "art", "back", "text")
    rows = list(rows)
    width = max(len(row) for row in rows)
    while width > 3 and not any(row[width - 1] for row in rows):
        width -= 1
    head = [translate(language, f"new.{key}") for key in keys]
    rows = [row[:width] for row in (head, *rows)]
    text = write_csv(rows, translate(language, "new.delimiter"), "\n")
    return text.encode("utf-8-sig")


def _leave_what_is_there(deck: NewDeck) -> None:
    """Omit files that would be copied onto themselves: the source may be inside the folder."""
    if not deck.folder.exists():
        return
    deck.files = {
        name: content
        for name, content in deck.files.items()
        if not (isinstance(content, Path) and (deck.folder / name).resolve() == content.resolve())
    }
