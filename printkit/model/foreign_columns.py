"""Find the columns of a table that have a heading known to printkit, but cells with other meanings.

Input: a key of a card, the cells under its heading, and the definition. Output: True if no cell is
a word that the key accepts. Such a column means something else in its game: the colours W and U,
the ranks 1 to 8, or the template card.html.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from msgspec import inspect as types

from printkit.base.content import bundled_rows, find_content
from printkit.base.design import back_rows, frame_rows, layout_names
from printkit.base.errors import PrintkitError, closest_match
from printkit.base.files import is_file
from printkit.base.record_faults import fields_of, load_table
from printkit.base.records import Part
from printkit.base.sentences import norm
from printkit.model.cards import CardEntry
from printkit.model.fields import NO_BACK, Raw, as_list, as_table, is_picture, rank_ids

_HEX = re.compile(r"#[0-9a-fA-F]{6}")
_ADDRESS = re.compile(r"https?://", re.IGNORECASE)
_TWO_NUMBERS = re.compile(r"[0-9.,]+[;/,\s]+[0-9.,]+")
# Keys of a list, which a cell cannot hold.
_LISTS = ("turns",)
# The share of letters from which on a cell is a misspelt word of printkit.
_CLOSE = 0.75


class HeadingWords(Part):
    """The words for yes and no in a table."""

    yes: tuple[str, ...]
    """yes"""
    no: tuple[str, ...]
    """no"""


class PictureWords(Part):
    """The folders of pictures, and the words for the sides of a card in the names of their
    files.
    """

    folders: tuple[str, ...]
    """the folders beside a definition"""
    fronts: tuple[str, ...]
    """words for the front of a card"""
    backs: tuple[str, ...]
    """words for its back"""


class SuitWords(Part):
    """The look of suits that a table uses and the definition does not declare."""

    colours: tuple[str, ...]
    """their colours, in order"""
    signs: tuple[str, ...]
    """their signs, in order"""
    names: dict[str, tuple[str, ...]]
    """the names of suits that have their own sign, by sign"""


class Headings(Part):
    """The words that are recognised in card tables, from templates/headings.toml."""

    headings: dict[str, dict[str, tuple[str, ...]]]
    """the headings of each key, by language"""
    languages: dict[str, tuple[str, ...]]
    """the names of languages after a heading"""
    words: HeadingWords
    """yes and no"""
    pictures: PictureWords
    """pictures beside a definition"""
    suits: SuitWords
    """suits without a declaration"""
    colours: dict[str, tuple[str, ...]]
    """other words for our colours"""


def load_headings() -> Headings:
    """Return the words that are recognised in card tables."""
    return load_table("headings.toml", Headings)


def is_foreign(key: str, cells: Iterable[str], data: Raw, find: Callable[[str, str], str]) -> bool:
    """Return True if no cell of a column is a word that its key accepts, nor a misspelt one.

    At least two different cells are needed, because a single wrong cell is a mistake; only the file
    name of a template suffices alone. `data` is the definition; `find` returns the name of a
    picture in its folder.
    """
    own = list(dict.fromkeys(cells))
    if len(own) < 2 and not (key == "layout" and "." in "".join(own)):
        return False
    if key in _LISTS:
        return True
    match key:
        case "url":
            return not any(map(_ADDRESS.match, own))
        case "focus":
            return not any(map(_TWO_NUMBERS.fullmatch, own))
        case "family" | "rank" if "extends" in data:
            return False
    words = known_words(key, data)
    if words is None:
        return False
    plain = {norm(word) for word in words}
    return not any(
        norm(cell) in plain
        or _is_drawing_or_colour(key, cell, find)
        or closest_match(norm(cell), plain, _CLOSE)
        for cell in own
    )


def known_words(key: str, data: Raw) -> Sequence[str] | None:
    """Return the words that a key accepts, or None if it accepts any."""
    match key:
        case "colour" | "ground":
            others = (word for words in load_headings().colours.values() for word in words)
            return [*bundled_rows("themes/classic.toml")["colours"], *others]
        case "layout":
            return [*layout_names()]
        case "frame":
            return [*frame_rows()]
        case "back":
            return [*back_rows(), NO_BACK]
        case "emblem":
            return []
        case "family":
            return [*_with_names(as_table(data.get("families")))]
        case "rank":
            return [*rank_ids(as_list(data.get("ranks")))]
        case "breaks" | "varies" | "per_player":
            words = load_headings().words
            return [*words.yes, *words.no]
    kind = fields_of(CardEntry)[key].type if key in fields_of(CardEntry) else None
    parts = kind.types if isinstance(kind, types.UnionType) else (kind,)
    literal = next((part for part in parts if isinstance(part, types.LiteralType)), None)
    return [str(value) for value in literal.values] if literal else None


def _with_names(declared: Raw) -> Iterable[str]:
    """Yield the ids of declared parts, and their names in each language."""
    for name, entry in declared.items():
        words = as_table(entry).get("name")
        yield name
        yield from filter(
            lambda word: isinstance(word, str),
            words.values() if isinstance(words, dict) else [words],
        )


def _is_drawing_or_colour(key: str, cell: str, find: Callable[[str, str], str]) -> bool:
    """Return True for a hexadecimal colour, a picture in the definition's folder, or a bundled
    drawing.

    An internet address also counts, because the error about it suggests a remedy.
    """
    if key in ("colour", "ground"):
        return _HEX.fullmatch(cell) is not None
    if key not in ("back", "emblem"):
        return False
    try:
        value = find(cell, key)
    except PrintkitError:
        return True
    drawing = find_content("art", f"{value}.svg") if key == "emblem" else None
    return is_picture(value) or (drawing is not None and is_file(drawing))
