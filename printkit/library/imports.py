"""Represent a deck from a list, an order or a saved object of another program, with its receipt.

Input: the data of an importer, and the pictures beside its file. Output: cards with their sources,
and the used and skipped files and entries. No address is fetched, and no file outside the folder is
read.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

import msgspec
from msgspec import field

from printkit.base.errors import PrintkitError
from printkit.base.files import resolve_within
from printkit.base.limits import MAX_PICTURES_BESIDE
from printkit.base.sentences import Sentence, name_some, norm
from printkit.model.fields import is_picture

# The number of folders below that of the file in which pictures are searched for.
_DEPTH = 2
# More missing pictures than this are reported in one line.
MAX_TOLD = 5
# The id of a picture in a name that mpc-autofill gives to a downloaded file: “Wave (1aB…).png”.
_ID = re.compile(r"[\w-]{20,}")
_WINDOWS_DRIVE = re.compile(r"[A-Za-z]:[\\/]")


class FaceSource(msgspec.Struct, frozen=True):
    """A picture file, or one cell of a picture with several faces: `number` counts from 0, row by
    row.
    """

    source: Path
    columns: int = 1
    rows: int = 1
    number: int = 0

    @property
    def is_whole(self) -> bool:
        """True for a picture that is not cut."""
        return self.columns * self.rows == 1


class ImportedCard(msgspec.Struct):
    """A card with its copies; `text` is printed only on a card without a picture."""

    name: str
    copies: int = 1
    art: FaceSource | None = None
    back: FaceSource | None = None
    text: str = ""


class ImportedDeck(msgspec.Struct):
    """The cards of a file with a receipt.

    `back` is the back of all cards that have no back of their own. `used` are the names of files
    that are used; `unused` are the names of pictures that no card has. `skipped` are files and
    entries that are not used, each with its place, the reason and a remedy; `notes` are remarks on
    used entries. `has_bleed` is True if most pictures have bleed.
    """

    cards: list[ImportedCard] = field(default_factory=list)
    back: FaceSource | None = None
    used: list[str] = field(default_factory=list)
    unused: list[str] = field(default_factory=list)
    skipped: list[PrintkitError] = field(default_factory=list)
    notes: list[PrintkitError] = field(default_factory=list)
    has_bleed: bool = False

    @property
    def total(self) -> int:
        """The number of cards with all copies."""
        return sum(card.copies for card in self.cards)

    def skip(self, message: str, hint: str = "", location: str = "") -> None:
        """Record a file or an entry that is not used."""
        self.skipped.append(PrintkitError(message, location=location or None, hint=hint or None))

    def note(self, message: str, hint: str = "", location: str = "") -> None:
        """Record a remark."""
        self.notes.append(PrintkitError(message, location=location or None, hint=hint or None))

    def finish(self, beside: PicturesBeside, file: Path) -> ImportedDeck:
        """Set the used files, report cards without a picture, and return the deck. Raises
        PrintkitError if there are no cards.
        """
        if not self.cards:
            hint = "Check that it is the right file."
            raise PrintkitError("This file contains no cards.", location=str(file), hint=hint)
        sides = [self.back, *(side for card in self.cards for side in (card.art, card.back))]
        self.used = list(dict.fromkeys(beside.name_of(side.source) for side in sides if side))
        if bare := [card.name for card in self.cards if card.art is None]:
            self.note(
                Sentence(
                    "Cards without a picture show their name ({count}): {names}.",
                    count=len(bare),
                    names=name_some(bare),
                ),
                "Write the names of their pictures in cards.csv, or start again when they are "
                "beside the file.",
                str(file),
            )
        return self


class PicturesBeside:
    """The pictures in the folder of a file and two levels of its subfolders, by name and by id.

    Raises PrintkitError if there are too many.
    """

    def __init__(self, file: Path, apart: Path) -> None:
        """Search the folder of `file`, without the folder `apart`."""
        self.folder = file.parent
        self.names: list[str] = []
        self.foreign: list[str] = []
        for name in _list_below(self.folder, apart):
            path = resolve_within(self.folder, name)
            (self.foreign if path is None else self.names).append(name)
            if len(self.names) > MAX_PICTURES_BESIDE:
                message, hint = MAX_PICTURES_BESIDE.refusal(len(self.names))
                raise PrintkitError(message, location=str(self.folder), hint=hint)
        self.names.sort()

    def name_of(self, path: Path) -> str:
        """Return the name of one of the pictures, relative to the folder."""
        return path.relative_to(self.folder).as_posix()

    def path(self, name: str) -> Path:
        """Return the path of a picture."""
        return self.folder / name

    @cached_property
    def _by_name(self) -> dict[str, str]:
        """The pictures by their name, their stem, and their path, in lower case."""
        names: dict[str, str] = {}
        for name in self.names:
            path = PurePosixPath(name)
            for key in (name, path.name, path.stem):
                names.setdefault(_plain(key), name)
        return names

    @cached_property
    def _by_letters(self) -> dict[str, str]:
        """The pictures by the letters and digits of their stem, because picture caches use such
        names.
        """
        return {norm(PurePosixPath(name).stem): name for name in reversed(self.names)}

    @cached_property
    def _by_id(self) -> dict[str, str]:
        """The pictures by the id that their name contains."""
        stems = [(name, PurePosixPath(name).stem) for name in reversed(self.names)]
        return {word: name for name, stem in stems for word in _ID.findall(stem)}

    def find_name(self, typed: str) -> str | None:
        """Return the picture with a name or path, or None. Only the folder is searched."""
        plain = _plain(typed.replace("\\", "/").removeprefix("./"))
        base = plain.rpartition("/")[2]
        keys = [plain, base, *([os.path.splitext(base)[0]] if is_picture(base) else [])]
        return next((self._by_name[key] for key in keys if key and key in self._by_name), None)

    def find_id(self, word: str) -> str | None:
        """Return the picture whose name contains an id, or None."""
        return self._by_id.get(word)

    def find_address(self, address: str) -> str | None:
        """Return the picture for an address or a path, or None.

        This is the file named like the last part of the address, or preferably the copy in the
        cache of Tabletop Simulator, whose name consists of the letters and digits of the whole
        address.
        """
        letters = self._by_letters
        kept = letters.get(norm(address)) or letters.get(norm(unquote(address)))
        last = last_name(address)
        return kept or (self.find_name(last) if last else None)


def last_name(address: str) -> str:
    """Return the last part of an address, or of a path in the form of any operating system."""
    if is_remote(address):
        return unquote(urlsplit(address).path.rstrip("/")).rpartition("/")[2]
    return unquote(address.removeprefix("file:")).replace("\\", "/").rstrip("/").rpartition("/")[2]


def is_remote(address: str) -> bool:
    """Return True for an address that is not a file of this computer."""
    try:
        scheme = urlsplit(address).scheme.lower()
    except ValueError:
        return False
    return bool(scheme) and scheme != "file" and not _WINDOWS_DRIVE.match(address)


def merge_alike(cards: Iterable[ImportedCard]) -> list[ImportedCard]:
    """Merge cards with equal names, pictures and texts into one card with all their copies."""
    merged: dict[tuple[object, ...], ImportedCard] = {}
    for card in cards:
        key = card.name, card.art, card.back, card.text
        if key in merged:
            merged[key].copies += card.copies
        else:
            merged[key] = card
    return list(merged.values())


def report_unused(deck: ImportedDeck, beside: PicturesBeside, used: set[str]) -> None:
    """Report the pictures in a file's folder that the file does not name, and links that are not
    followed.
    """
    for name in beside.foreign:
        deck.skip("This link leads out of the folder: it is not followed.", location=name)
    deck.unused = [name for name in beside.names if name not in used]
    if deck.unused:
        named = name_some(deck.unused)
        deck.skip(Sentence("Pictures that belong to no card are skipped: {names}.", names=named))
    deck.unused += beside.foreign


def _plain(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def _list_below(folder: Path, apart: Path) -> Iterator[str]:
    """Yield the pictures in a folder and two levels of its subfolders, relative to the folder."""
    own = apart.resolve()
    for root, folders, names in os.walk(folder):
        here = Path(root)
        depth = len(here.relative_to(folder).parts)
        folders[:] = [
            name
            for name in sorted(folders)
            if depth < _DEPTH and not name.startswith(".") and (here / name).resolve() != own
        ]
        for name in sorted(names):
            if is_picture(name) and not name.startswith("."):
                yield (here / name).relative_to(folder).as_posix()
