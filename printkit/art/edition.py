"""Editions: what a season or an occasion changes in a deck, and what its extra cards tell.

Content: templates/editions/*.toml, or a user's own file, which is read as that of a theme is. It
has colours of backs and faces, colours of scenes, and three drawings: a picture, a plant, and what
is in the sky.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from printkit.art.theme_file import ThemeFile
from printkit.base.content import content_files, content_path, load_content
from printkit.base.errors import PrintkitError, did_you_mean
from printkit.base.files import file_stamp
from printkit.base.messages import in_language, languages
from printkit.base.plain_text import MAX_TYPED, quote, shorten
from printkit.graphics.colour import MIN_TEXT_CONTRAST, Colour, contrast
from printkit.graphics.scenes import EDGE, INDEX, scenes, with_roles

_FOLDER, _ART, _COVER = "editions", "art/editions", "-cover.svg"
_KEYS = ("name", "year", "motto", "picture", "flora", "sky", "colours", "grounds", "backs")
_TABLES = (*_KEYS, "scenes")
# The years that an edition may bear, and the letters of its motto.
_YEARS, _MAX_MOTTO = (1, 9999), 60
# The number of a deck, of how many: 12 or 12/50.
_NUMBER = re.compile(r"(\d{1,6})(?:\s*/\s*(\d{1,6}))?")


class Edition(msgspec.Struct, frozen=True, eq=False):
    """An edition as its TOML file defines it; each file has one object, hashed by identity.

    `name` and `motto` are by language. `colours` replace those of a theme by name, `grounds` its
    dark grounds, `backs` the colours of backs alone; `scenes` are all palettes of scenes. `picture`
    is a drawing twice as high as wide, `flora` a plant with its root at the foot, `sky` what drifts
    there; each may be None.
    """

    key: str
    name: Mapping[str, str]
    year: int
    motto: Mapping[str, str]
    colours: Mapping[str, Colour]
    grounds: Mapping[str, Colour]
    backs: Mapping[str, Colour]
    scenes: Mapping[str, Mapping[str, Colour]]
    picture: Path | None = None
    flora: Path | None = None
    sky: Path | None = None

    @property
    def drawings(self) -> tuple[Path, ...]:
        """The files of its drawings."""
        return tuple(path for path in (self.picture, self.flora, self.sky) if path is not None)


def edition_names() -> list[str]:
    """Return the names of the editions, in alphabetical order."""
    return list(content_files(_FOLDER))


def edition(key: str) -> Edition:
    """Return an edition by name, or by the path of its file (`*.toml`). Raises PrintkitError.

    An edited file is read again.
    """
    if not key.lower().endswith(".toml"):
        return _load(key)
    return _load(key, os.path.abspath(key), file_stamp(Path(key)))


def check_number(typed: str) -> None:
    """Raise PrintkitError unless a text is the number of a deck, such as 12 or 12/50."""
    match = _NUMBER.fullmatch(typed.strip())
    if match is None or not int(match[1]):
        raise PrintkitError(
            f"“{shorten(typed, MAX_TYPED)}” is not the number of a deck.",
            hint="Write 12, or 12/50 for the twelfth of fifty.",
        )
    if match[2] and int(match[2]) < int(match[1]):
        raise PrintkitError(
            f"There is no deck {match[1]} among {match[2]}.",
            hint="Write the number first, then how many there are: 12/50.",
        )


@cache
def _load(key: str, path_now: str = "", stamp: tuple[int, ...] = ()) -> Edition:
    if not path_now and key not in edition_names():
        known = did_you_mean(key, edition_names(), "editions")
        hint = f"{known} One of your own is a file: my-edition.toml."
        raise PrintkitError(f"There is no edition “{key}”.", hint=hint)
    path = Path(key) if path_now else content_path(_FOLDER, f"{key}.toml")
    file = ThemeFile(path, (), key if path_now else f"{_FOLDER}/{key}.toml", noun="edition")
    for table in file.raw:
        if table not in _TABLES:
            hint = did_you_mean(table, _TABLES, "keys")
            file.refuse(table, "", "An edition has no such key.", hint)
    known_colours = load_content("themes/classic.toml")["colours"]
    named = {
        table: file.merge(
            table, "colours", file.colour, {}, known_colours, message="No theme has such a colour."
        )
        for table in ("colours", "grounds", "backs")
    }
    return Edition(
        path.stem,
        file.name(),
        _read_year(file),
        _read_motto(file),
        scenes=_read_scenes(file),
        picture=_read_drawing(file, "picture", _COVER),
        flora=_read_drawing(file, "flora", ".svg"),
        sky=_read_drawing(file, "sky", ".svg"),
        **named,
    )


def _read_year(file: ThemeFile) -> int:
    year, (first, last) = file.raw.get("year"), _YEARS
    if not isinstance(year, int) or isinstance(year, bool) or not first <= year <= last:
        file.refuse("year", "", "An edition needs its year.", "Write it in figures: year = 2026.")
    return year


def _read_motto(file: ThemeFile) -> dict[str, str]:
    motto = file.raw.get("motto", {})
    texts: dict[str, Any] = motto if isinstance(motto, dict) else {"": motto}
    if not all(isinstance(text, str) and len(text) <= _MAX_MOTTO for text in texts.values()):
        hint = 'Write one in each language: motto = { en = "…", fr = "…" }.'
        file.refuse("motto", "", f"A motto is a text of {_MAX_MOTTO} letters at most.", hint)
    return {language: in_language(texts, language) if texts else "" for language in languages()}


def _read_drawing(file: ThemeFile, key: str, suffix: str) -> Path | None:
    """Return a drawing: a bundled one by its name, or a file beside that of the edition."""
    name = file.raw.get(key)
    if name is None:
        return None
    bundled = content_files(_ART, suffix)
    if suffix != _COVER:
        bundled = {one: path for one, path in bundled.items() if not f"{one}.svg".endswith(_COVER)}
    if isinstance(name, str) and name.lower().endswith(".svg"):
        path = file.path.parent / name
        if Path(name).name != name or not path.is_file():
            hint = "Put it beside the file of the edition."
            file.refuse(key, "", f"There is no drawing {quote(name)}.", hint)
        return path
    if not isinstance(name, str) or name not in bundled:
        known = did_you_mean(str(name), bundled, "drawings")
        hint = f"{known} One of your own is a file: my-drawing.svg."
        file.refuse(key, "", f"There is no drawing {quote(name)}.", hint)
    return bundled[name]


def _read_scenes(file: ThemeFile) -> dict[str, Mapping[str, Colour]]:
    """Return all palettes of scenes, those roles replaced that the edition names."""
    bundled = scenes()

    def read(table: str, key: str, value: Any) -> Mapping[str, Colour]:
        own = file.merge(
            f"{table}.{key}",
            "roles",
            file.colour,
            {},
            bundled[key],
            message="No scene has this role.",
        )
        whole = with_roles(key, own)
        if EDGE in whole and (ratio := contrast(whole[INDEX], whole[EDGE])) < MIN_TEXT_CONTRAST:
            message = f"The index has a contrast of {ratio:.1f} : 1 on the edge; nobody reads it."
            hint = f"Choose two that have {MIN_TEXT_CONTRAST} : 1 at least."
            file.refuse(f"{table}.{key}", INDEX if INDEX in own else EDGE, message, hint)
        return whole

    return file.merge("scenes", "scenes", read, bundled, bundled, message="There is no such scene.")
