"""Find pictures as people name them: without an ending, in another case, in `images/` beside."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from printkit.base.content import find_content, load_content
from printkit.base.errors import PrintkitError, did_you_mean
from printkit.base.files import is_file
from printkit.base.plain_text import quote
from printkit.model.fields import PICTURES


def is_picture(name: str) -> bool:
    """Return True for the name of a picture that can be drawn."""
    return name.lower().endswith(PICTURES)


class Pictures:
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

    def find(self, typed: str, key: str) -> str:
        """Return the name of a picture, relative to the folder, as a definition gives it.

        Names of our drawings, and of backs, stay. Raises PrintkitError for an unknown picture.
        """
        name = typed.replace("\\", "/")
        if is_picture(name) and is_file(self.folder / name):
            return name
        if found := self.names.get(_plain(name)) or self.names.get(_plain(name.rpartition("/")[2])):
            return found
        drawing = find_content("art", f"{name}.svg")
        if key != "art" or is_picture(name) or (drawing is not None and is_file(drawing)):
            return typed
        known = {os.path.splitext(relative)[0] for relative in self.names.values()}
        hint = "Put it beside the definition, or into images/."
        if known:
            hint = did_you_mean(name, known, "pictures", of_file=True)
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
