"""Pictures as people name them: pictures without an ending, and dealt out as cards and backs."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from pathlib import Path, PurePosixPath

import msgspec
from msgspec import field

from printkit.base.content import find_content, load_content
from printkit.base.errors import PrintkitError, did_you_mean
from printkit.base.files import is_file
from printkit.base.plain_text import capitalise, quote
from printkit.model.fields import PICTURES, is_picture

# “3x_goblin”, “goblin x3”, “goblin (3)”: copies.
_NUMBER = "([1-9][0-9]{0,2})"
_COPIES = re.compile(
    rf"(?:{_NUMBER}[x×][\s_-]+)?(.+?)(?:\s*\({_NUMBER}\)|[\s_-]+[x×]{_NUMBER})?", re.IGNORECASE
)
# “king_front”, “king (back)”, “king back”.
_SIDE = re.compile(r"(.+?)\s*([\s_(-])\s*([^\W\d_]+)\)?")


class PictureFinder:
    """The pictures beside a definition, and in its folders of pictures."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.folders = ["", *load_content("headings.toml")["pictures"]["folders"]]

    @cached_property
    def names(self) -> dict[str, str]:
        """The names of all pictures, relative to the folder, by name with and without ending."""
        names: dict[str, str] = {}
        for folder in self.folders:
            for name in sorted(_list_folder(self.folder / folder), key=_order):
                relative = f"{folder}/{name}" if folder else name
                for known in (name, os.path.splitext(name)[0]):
                    names.setdefault(_plain(known), relative)
        return names

    @lru_cache(maxsize=4096)  # noqa: B019  (a finder is kept as long as its table is read)
    def find(self, typed: str, key: str) -> str:
        """Return the name of a picture, relative to the folder, as a definition gives it.

        Names of our drawings, and of backs, stay. Raises PrintkitError for an unknown picture.
        """
        name = typed.replace("\\", "/")
        if is_picture(name) and is_file(self.folder / name):
            return name
        if known := self.names.get(_plain(name)) or self.names.get(_plain(name.rpartition("/")[2])):
            return known
        drawing = find_content("art", f"{name}.svg")
        if key != "art" or is_picture(name) or (drawing is not None and is_file(drawing)):
            return typed
        if is_file(self.folder / name):
            message = f"“{name}” is not an SVG, PNG or JPEG file."
            raise PrintkitError(message, hint="Save it as one of them.")
        there = {os.path.splitext(relative)[0] for relative in self.names.values()}
        hint = "Put it beside the definition, or into images/."
        if there:
            hint = did_you_mean(name, there, "pictures", of_file=True)
        raise PrintkitError(f"There is no picture {quote(typed)} beside the definition.", hint=hint)


def _list_folder(folder: Path) -> Iterator[str]:
    """Yield the names of the pictures in a folder, none if it is missing."""
    try:
        with os.scandir(folder) as entries:
            yield from (entry.name for entry in entries if is_picture(entry.name))
    except OSError:
        return


def _order(name: str) -> tuple[int, str]:
    """Return the key by which one of several pictures of a name is chosen."""
    return PICTURES.index(os.path.splitext(name)[1].lower()), name


def _plain(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def spoken(stem: str) -> str:
    """Return the name of a file as words: “sea_monster” is “sea monster”."""
    return " ".join(unicodedata.normalize("NFC", stem).replace("_", " ").split())


class PictureCard(msgspec.Struct):
    """A card of a folder of pictures; `art` and `back` are the names of its pictures."""

    name: str
    copies: int
    art: str
    back: str = ""


class PictureDeck(msgspec.Struct):
    """The cards of a folder of pictures, the back of all others, and pictures without a use."""

    cards: list[PictureCard] = field(default_factory=list)
    back: str = ""
    unused: list[str] = field(default_factory=list)


def deal_pictures(names: Iterable[str]) -> PictureDeck:
    """Return the cards that the pictures `names` (with / between folders) are, in natural order.

    Backs are `back.png`, those in a folder `backs/`, and `NAME_back.png` beside `NAME.png` or
    `NAME_front.png`; a back without the name of a card is that of all others.
    """
    deck, backs = PictureDeck(), dict[str, str]()
    words = load_content("headings.toml")["pictures"]
    sides = {word: side for side in ("fronts", "backs") for word in words[side]}
    pictures = [_Named(name, sides) for name in sorted(filter(is_picture, names), key=_natural)]
    of_side = {
        side: {_plain(one.stem) for one in pictures if one.side == side}
        for side in ("", *sides.values())
    }
    for one in pictures:
        key = _plain(one.stem)
        is_back = one.side == "backs" and (one.is_sure or key in of_side[""] | of_side["fronts"])
        is_front = one.side == "fronts" and (one.is_sure or key in of_side["backs"])
        if is_back:
            backs[key] = one.name
        else:  # without a side, or a card whose name ends with such a word: “Hunch back”
            named = one.stem if is_front or not one.side else one.words
            deck.cards.append(PictureCard(named, one.copies, one.name))
    for card in deck.cards:
        card.back = backs.pop(_plain(card.name), "")
        card.name = capitalise(card.name)
    left = list(backs.values())
    deck.back = backs.get("", left[0] if len(left) == 1 else "")
    deck.unused = [name for name in left if name != deck.back]
    return deck


class _Named:
    """What the name of a picture says: words, copies, the name of its card, its side.

    `is_sure` unless the side is no more than the last word of a name.
    """

    def __init__(self, name: str, sides: dict[str, str]) -> None:
        path = PurePosixPath(unicodedata.normalize("NFC", name))
        match = _COPIES.fullmatch(path.stem.strip())
        raw = match[2] if match else path.stem
        self.name, self.words = name, spoken(raw)
        self.copies = int(match[1] or match[3] or match[4] or 1) if match else 1
        self.stem, self.side, self.is_sure = self.words, "", True
        end = _SIDE.fullmatch(raw)
        if sides.get(_plain(raw)) == "backs":
            self.stem, self.side = "", "backs"
        elif end and (side := sides.get(_plain(end[3]))):
            self.stem, self.side, self.is_sure = spoken(end[1]), side, end[2] != " "
        elif sides.get(_plain(path.parent.name)) == "backs":
            self.side = "backs"


def _natural(name: str) -> list[tuple[int, int, str]]:
    """Return the key that sorts card 2 before card 10."""
    parts = re.split("([0-9]+)", _plain(name))
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts]
