"""Read cards from a table. Each cell keeps its position, and pictures are found by name.

Content: templates/headings.toml.

The heading of a column names the key of a card: the key itself, a word of
`templates/headings.toml`, or a word of `[columns]` in the definition. Ids and suits are made from
names. Empty rows and cells are ignored. Marks of HTML and of other tools are converted to the marks
of our texts.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property, lru_cache, partial
from itertools import cycle
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec
from msgspec import field
from msgspec import inspect as types

from printkit.base.content import KeyPath, find_content
from printkit.base.errors import (
    DefinitionError,
    Diagnostic,
    PrintkitError,
    closest_match,
    did_you_mean,
)
from printkit.base.files import is_file, resolve_within
from printkit.base.messages import languages as our_languages
from printkit.base.record_faults import fields_of
from printkit.base.sentences import (
    Sentence,
    capitalise,
    join_sentences,
    name_some,
    norm,
    quote,
    shorten,
    slugify,
)
from printkit.model.cards import CardEntry
from printkit.model.fields import (
    DRAWINGS,
    PICTURES,
    Raw,
    Value,
    as_table,
    card_ids,
    is_picture,
    strings,
)
from printkit.model.foreign_columns import is_foreign, load_headings
from printkit.model.spreadsheets import Row, TableRows, plain_text, read_rows
from printkit.model.text import Text

# --- headings ------------------------------------------------------------------------------------

# A heading that ends with a language: name_en, name.fr, Nom (fr), Texte – anglais.
_SUFFIX = re.compile(r"(.+?)[\W_]+([^\W\d_]{2,10})\)?\s*")


@cache
def read_kinds() -> dict[str, str]:
    """Return the kind of cell for each key of a card: text, value, number, yes, numbers or
    words.
    """
    kinds: dict[str, str] = {}
    for key, described in fields_of(CardEntry).items():
        kind = described.type
        while isinstance(kind, types.UnionType):
            kind = kind.types[0]
        if isinstance(kind, types.Metadata):
            kind = kind.type
        match kind:
            case types.CustomType(cls=written) if issubclass(written, Text):
                kinds[key] = "text"
            case types.CustomType(cls=written) if issubclass(written, Value):
                kinds[key] = "value"
            case types.IntType():
                kinds[key] = "number"
            case types.BoolType():
                kinds[key] = "yes"
            case types.TupleType():
                kinds[key] = "numbers"
            case types.StructType():
                continue
            case _:
                kinds[key] = "words"
    return kinds


# This heading is not a key of a card: its text is printed below the text, in italics.
FLAVOUR = "flavour"
# The language of most headings, after the languages of the definition.
_FIRST_LANGUAGE = "en"


class KnownHeadings:
    """The known headings: names of the definition, keys of cards, and other words by language.

    `spoken` is the language whose words count first; `choose` sets it to the language of the
    heading row.
    """

    def __init__(self, mapped: Mapping[str, str], languages: tuple[str, ...]) -> None:
        content = load_headings()
        self.mapped, self.keys = mapped, {**read_kinds(), FLAVOUR: "text"}
        self.own = {norm(key): key for key in self.keys}
        self.by_language: dict[str, dict[str, str]] = {
            language: {norm(word): key for key, words in table.items() for word in words}
            for language, table in content.headings.items()
        }
        order = (*languages, _FIRST_LANGUAGE, *self.by_language)
        self.order = [one for one in dict.fromkeys(order) if one in self.by_language]
        self.spoken = self.order[0]
        self.languages = {norm(code): code for code in languages}
        for code, words in content.languages.items():
            self.languages |= {norm(word): code for word in words if code in languages}

    def find(self, heading: str) -> tuple[int, str] | None:
        """Return the rank of a heading (0 is the best) and its key, or None.

        The key is empty for a column that the definition ignores.
        """
        if (key := self.mapped.get(norm(heading))) is not None:
            return 0, self.find_key(key)[1]
        match = self.find_key(heading)
        return match if match[1] else None

    def find_key(self, heading: str) -> tuple[int, str]:
        """Return the rank and the key of a heading that the definition does not map; an unknown
        heading has the key "".
        """
        if (known := self._find_word(norm(heading))) is not None:
            return known
        if match := _SUFFIX.fullmatch(heading.strip()):
            known, code = self._find_word(norm(match[1])), self.languages.get(norm(match[2]))
            if code and known is not None and self.keys.get(known[1]) == "text":
                return known[0], f"{known[1]}.{code}"
        return 2, ""

    def _find_word(self, word: str) -> tuple[int, str] | None:
        """Return the rank and the key of a word, preferably in the spoken language, or None if the
        word is unknown.
        """
        own = self.by_language[self.spoken].get(word)
        if word in self.own and (own is None or self.spoken == _FIRST_LANGUAGE):
            return 1, self.own[word]
        if own is not None:
            return 2, own
        keys = (self.by_language[one].get(word) for one in self.order)
        return next(((2, key) for key in keys if key is not None), None)

    def choose(self, row: Row) -> None:
        """Select the language with the most known headings in a row; if several tie, prefer one in
        which a heading means the name of a card.
        """
        words = [norm(cell) for cell in row if cell.strip() and norm(cell) not in self.mapped]

        def knows(language: str) -> tuple[int, bool]:
            known = self.by_language[language]
            keys = {known.get(word) or self.own.get(word) for word in words} - {None}
            return len(keys), "name" in keys

        self.spoken = max(self.order, key=knows)

    def find_close(self, heading: str) -> str | None:
        """Return a known word of the spoken language that a heading misspells, or None."""
        word = norm(heading)
        known = [*self.keys, *self.by_language[self.spoken]]
        near = closest_match(word, known, _CLOSE)
        turned = (one for one in known if sorted(one) == sorted(word) and one[:1] == word[:1])
        return near or next(turned, None)

    def count(self, row: Row) -> int:
        """Count the known headings in a row, each key once."""
        return len({match[1] for cell in row if cell.strip() and (match := self.find(cell))})


# The address of a picture, as tables of the internet have them.
_ADDRESS = re.compile("https?://", re.IGNORECASE)

# --- picture files -------------------------------------------------------------------------------

# “3x_goblin”, “goblin x3”, “goblin (3)”: copies.
_NUMBER = "([1-9][0-9]{0,2})"
_PICTURE_FILES_COPIES = re.compile(
    rf"(?:{_NUMBER}[x×][\s_-]+)?(.+?)(?:\s*\({_NUMBER}\)|[\s_-]+[x×]{_NUMBER})?", re.IGNORECASE
)
# “goblin [c-3] [b-cave]”, as mpcfill-custom-cards has them: copies, and the picture of the back.
_TAG = re.compile(r"\s*\[(c-[1-9][0-9]{0,2}|b-[^\[\]]{1,99})\]", re.IGNORECASE)
# “king_front”, “king (back)”, “king back”.
_SIDE = re.compile(r"(.+?)\s*([\s_(-])\s*([^\W\d_]+)\)?")


class PictureFinder:
    """The pictures beside a definition, and in its folders of pictures."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.folders = ["", *load_headings().pictures.folders]

    @cached_property
    def names(self) -> dict[str, str]:
        """The names of all pictures, relative to the folder, keyed by name with and without
        extension.
        """
        names: dict[str, str] = {}
        for folder in self.folders:
            for name in sorted(_list_folder(self.folder / folder), key=_order):
                relative = f"{folder}/{name}" if folder else name
                for known in (name, os.path.splitext(name)[0]):
                    names.setdefault(_plain(known), relative)
        return names

    def has(self, typed: str) -> bool:
        """Return True for the name of an existing picture, and for any name with the extension of a
        picture.
        """
        name = typed.replace("\\", "/")
        return is_picture(name) or _plain(name) in self.names

    def is_there(self, name: str) -> bool:
        """Return True if a name returned by `find` is that of a file beside the definition."""
        return is_picture(name) and is_file(self.folder / name)

    @lru_cache(maxsize=4096)  # noqa: B019  (a finder is kept as long as its table is read)
    def find(self, typed: str, key: str) -> str:
        """Return the name of a picture as a definition writes it: relative to the definition's
        folder.

        Names of bundled drawings and of backs are not changed. Raises PrintkitError for an unknown
        picture.
        """
        name = typed.replace("\\", "/")
        if is_picture(name) and is_file(self.folder / name):
            return name
        if known := self.names.get(_plain(name)) or self.names.get(_plain(name.rpartition("/")[2])):
            return known
        if _ADDRESS.match(name):
            message = "This is an address, and nothing is fetched from the internet."
            hint = "Save the picture in images/, and write its name in the cell."
            raise PrintkitError(message, hint=hint)
        drawing = find_content("art", f"{name}.svg")
        if key != "art" or is_picture(name) or (drawing is not None and is_file(drawing)):
            return typed
        if is_file(self.folder / name):
            message = Sentence("“{name}” is not an SVG, PNG or JPEG file.", name=name)
            raise PrintkitError(message, hint="Save it as one of them.")
        there = {os.path.splitext(relative)[0] for relative in self.names.values()}
        hint = "Put it next to the definition or into images/."
        if there:
            hint = did_you_mean(name, there, "pictures", of_file=True)
        raise PrintkitError(
            Sentence("There is no picture {typed} next to the definition.", typed=quote(typed)),
            hint=hint,
        )


def _list_folder(folder: Path) -> Iterator[str]:
    """Yield the names of the pictures in a folder, if it exists."""
    try:
        with os.scandir(folder) as entries:
            yield from (entry.name for entry in entries if is_picture(entry.name))
    except OSError:
        return


def _order(name: str) -> tuple[int, str]:
    """Return the sort key by which one of several pictures with the same name is chosen."""
    return PICTURES.index(os.path.splitext(name)[1].lower()), name


def _plain(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def spoken(stem: str) -> str:
    """Return the name of a file as words: “sea_monster” becomes “sea monster”."""
    return " ".join(unicodedata.normalize("NFC", stem).replace("_", " ").split())


class PictureCard(msgspec.Struct):
    """A card of a folder of pictures; `art` and `back` are the names of its pictures."""

    name: str
    copies: int
    art: str
    back: str = ""


class PictureDeck(msgspec.Struct):
    """The cards of a folder of pictures, the default back, and unused pictures.

    `doubts` are the pictures with a large number in their name, each with the number of copies that
    the number would mean. `without_back` are the pictures whose tag names a missing back.
    """

    cards: list[PictureCard] = field(default_factory=list)
    back: str = ""
    unused: list[str] = field(default_factory=list)
    doubts: list[tuple[str, int]] = field(default_factory=list)
    without_back: list[str] = field(default_factory=list)


def deal_pictures(names: Iterable[str]) -> PictureDeck:
    """Return the cards for the pictures `names` (with / between folders), in natural order.

    Backs are `back.png`, pictures in a folder `backs/`, and `NAME_back.png` beside `NAME.png` or
    `NAME_front.png`. A back without the name of a card is the back of all other cards.
    """
    deck, backs = PictureDeck(), dict[str, str]()
    words = load_headings().pictures
    sides = dict.fromkeys(words.fronts, "fronts") | dict.fromkeys(words.backs, "backs")
    pictures = [_Named(name, sides) for name in sorted(filter(is_picture, names), key=_natural)]
    _find_serials(pictures)
    tagged = [one for one in pictures if one.tagged]
    taken = _find_tagged_backs(pictures)
    deck.without_back = [one.name for one in tagged if not one.tagged]
    of_side = {
        side: {_plain(one.stem) for one in pictures if one.side == side}
        for side in ("", *sides.values())
    }
    for one in pictures:
        key = _plain(one.stem)
        if one.name in taken:
            continue
        if one.number > MAX_COPIES_IN_NAME:
            deck.doubts.append((one.name, one.copies))
        is_back = one.side == "backs" and (one.is_sure or key in of_side[""] | of_side["fronts"])
        is_front = one.side == "fronts" and (one.is_sure or key in of_side["backs"])
        if is_back:
            backs[key] = one.name
        else:  # no side, or a card whose name ends with such a word: “Hunch back”
            named = one.stem if is_front or not one.side else one.words
            deck.cards.append(PictureCard(named, one.copies, one.name, one.tagged))
    for card in deck.cards:
        card.back = card.back or backs.pop(_plain(card.name), "")
        card.name = capitalise(card.name)
    left = list(backs.values())
    deck.back = backs.get("", left[0] if len(left) == 1 else "")
    deck.unused = [name for name in left if name != deck.back]
    return deck


def _find_tagged_backs(pictures: list[_Named]) -> set[str]:
    """Set the backs that tags name (“[b-cave]”, “[b-next]”), and return them."""
    words = {_plain(one.words): one.name for one in pictures}
    for i, one in enumerate(pictures):
        if one.tagged == "next":
            one.tagged = pictures[i + 1].name if i + 1 < len(pictures) else ""
        elif one.tagged:
            one.tagged = words.get(_plain(spoken(one.tagged)), "")
    return {one.tagged for one in pictures if one.tagged}


def _find_serials(pictures: Iterable[_Named]) -> None:
    """Treat numbers in brackets as serial numbers instead of numbers of copies.

    This applies if several pictures differ only by these numbers (Windows gives such names), or if
    a number is too large to be a number of copies.
    """
    series: dict[tuple[str, str], list[_Named]] = {}
    for one in pictures:
        series.setdefault((one.folder, _plain(one.words)), []).append(one)
    for kin in series.values():
        for one in kin:
            if one.in_brackets and len(kin) > 1:
                one.copies, one.number = 1, 1
                one.stem, one.words = (
                    f"{name} {one.in_brackets}" for name in (one.stem, one.words)
                )
            elif one.in_brackets and one.number > MAX_COPIES_IN_NAME:
                one.copies = 1


# The greatest number in a name that is taken for copies without a remark.
MAX_COPIES_IN_NAME = 20


# The folder of silhouette-card-maker with the other sides of pictures of the same name.
_TWO_SIDED = ("double_sided", "double-sided")


class _Named:
    """The parts of a picture's name: its words, the copies, the name of the card, and the side.

    `is_sure` is False if the side is only the last word of the name. `number` is the number in the
    name, by default 1, and `in_brackets` are the digits in brackets. `tagged` is the back that a
    tag names.
    """

    def __init__(self, name: str, sides: dict[str, str]) -> None:
        path = PurePosixPath(unicodedata.normalize("NFC", name))
        tags = {tag[0].lower(): tag[2:] for tag in _TAG.findall(path.stem)}
        stem = _TAG.sub("", path.stem)
        match = _PICTURE_FILES_COPIES.fullmatch(stem.strip())
        raw = match[2] if match else stem
        self.name, self.words, self.tagged = name, spoken(raw), tags.get("b", "")
        self.copies = int(match[1] or match[3] or match[4] or 1) if match else 1
        self.copies = int(tags.get("c", self.copies))
        self.number, self.in_brackets = self.copies, (match[3] or "") if match else ""
        self.folder = path.parent.as_posix()
        self.stem, self.side, self.is_sure = self.words, "", True
        end = _SIDE.fullmatch(raw)
        if sides.get(_plain(raw)) == "backs":
            self.stem, self.side = "", "backs"
        elif end and (side := sides.get(_plain(end[3]))):
            self.stem, self.side, self.is_sure = spoken(end[1]), side, end[2] != " "
        elif sides.get(_plain(path.parent.name)) == "backs":
            self.side = "backs"
        if self.stem and _plain(path.parent.name) in _TWO_SIDED:
            self.side, self.is_sure = "backs", True


def _natural(name: str) -> list[tuple[int, int, str]]:
    """Return a sort key that puts card 2 before card 10."""
    parts = re.split("([0-9]+)", _plain(name))
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts]


# --- card table ----------------------------------------------------------------------------------

# The keys of a definition that a table needs.
TABLE, SHEET, COLUMNS, ENCODING = "cards_table", "sheet", "columns", "encoding"
# The key of pictures in texts, and the beginning of the signs that they become.
SIGNS, _INSIDE = "signs", "picture-"
_WHOLE = re.compile(r"[+\-\u2212]?[0-9]{1,9}")
# The limit of a number is checked with the definition; Python reads 4300 digits at most.
_COPIES = re.compile(r"[x×]?\s*([+\-\u2212]?[0-9]{1,999})(?:[.,]0+)?\s*[x×]?", re.IGNORECASE)
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
# Line breaks inside a cell, as Windows and old programs write them.
_BREAK = re.compile(r"\r\n?|\v")
_DECIMAL = re.compile(r"[0-9]{0,3}\.?[0-9]{1,6}")
# The marks of texts, which names do not have.
_MARKS = re.compile(r"[*_{}]")
# Stars that are not signs of multiplication.
_STARS = re.compile(r"(?<!\d)\*+|\*+(?!\d)")
# The similarity that a misspelt heading must have: four of five letters are right (“Kopies”), or
# all letters are there in another order (“Qyt”). Most headings are the user's own words: “theme”
# does not mean “template”, and “level” does not mean “bleed”.
_CLOSE = 0.8
_NAME_IT = "You can give it a key in [columns]."
# So many numbers in order are numbers of cards, not copies.
_SERIAL = 3
# Keys whose values are keywords of definitions, in lower case.
_OURS = ("layout", "fit", "bleed", "rail", "frame", "colour")
_NAMED = {"suit": "suits", "family": "families"}
# Keys of short texts, and the end of the message for a longer one.
_SHORT, _TOO_LONG = ("cost", "index", "value"), "characters."
# The maximum length of a name made from a text, and of an id before its number.
_MAX_NAMED, _MAX_ID = 60, 56


class Column(msgspec.Struct, frozen=True):
    """A column that is used: its key (for a text with its language, `name.fr`), number and
    heading.
    """

    key: str
    number: int
    heading: str


class CardTable(msgspec.Struct):
    """The cards of one table as raw data, each with its line.

    `first` is the number of cards that the definition lists before them. `problems` are errors in
    unreadable cells; the cards lack the keys of these cells. `remarks` report ignored columns and
    rows.
    """

    rows: TableRows
    first: int = 0
    columns: dict[str, Column] = field(default_factory=dict)
    cards: list[Raw] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    unprinted: list[int] = field(default_factory=list)
    """the lines of cards with a quantity of 0"""
    problems: list[Diagnostic] = field(default_factory=list)
    remarks: list[Diagnostic] = field(default_factory=list)
    suits: dict[str, int] = field(default_factory=dict)
    """the first line of each suit that was made"""
    signs: dict[str, str] = field(default_factory=dict)
    """the pictures that texts name, by the ids that they have as signs"""
    notes: dict[int, str] = field(default_factory=dict)
    """why a column is skipped, by its number"""
    foreign: dict[int, dict[str, int]] = field(default_factory=dict)
    """marks of other tools that are printed as they are, by column, with their first line"""

    def problem(self, own: KeyPath, path: KeyPath, message: str, hint: str) -> Diagnostic | None:
        """Return a Diagnostic at the cell of a key path, or None if the path has no cell.

        `path` is the key path in the merged data, and `own` is the part of it that exists in the
        data of this file, with the indices there. A text without a column for its language is
        located in the first column for that text.
        """
        match own:
            case ("cards", int(number), *_) if number >= self.first:
                line, wanted = self.lines[number - self.first], path[2:4]
                card = str(self.cards[number - self.first].get("id", ""))
            case ("suits", str(suit), *_) if suit in self.suits:
                line, wanted, card = self.suits[suit], ("suit",), ""
            case _:
                return None
        key = ".".join(map(str, wanted))
        fields = ("index", "value") if wanted[:1] == ("index",) else wanted[:1]
        same = (name for name in self.columns if name.partition(".")[0] in fields)
        column = self.columns.get(key) or self.columns.get(next(same, ""))
        number, heading = (column.number, column.heading) if column else (1, key)
        if column and column.key in _SHORT and str(message).endswith(_TOO_LONG):
            hint = Sentence(
                'If it is a text, write "{heading}" = "text" in [columns].', heading=heading
            )
        return self.rows.problem(line, number, message, hint, heading, card)

    def settle(self, below: Raw, own: Raw) -> None:
        """Complete the cards from the declarations of the definition `own` and its base files.

        A suit or family named in words is replaced by its id, and undeclared suits are created. If
        there are several languages, a text without a language is in the first one.
        """
        main = _first_of_several(own if _named_languages(own) else below)
        for card in self.cards:
            for key, words in card.items():
                if isinstance(words, dict) and "" in words:
                    line = words.pop("")
                    several = {main or our_languages()[0]: line, **words}
                    card[key] = several if main or words else line
        for key, kind in _NAMED.items():
            declared = {**as_table(below.get(kind)), **as_table(own.get(kind))}
            ids = {
                norm(word) or word: name
                for name in declared
                for word in _names_of(name, declared[name])
            }
            for card in self.cards:
                if key in card and card[key] not in declared:
                    card[key] = ids.get(norm(card[key]) or card[key], card[key])
            if kind == "suits" and isinstance(own.get(kind, {}), dict):
                own[kind] = {**own.get(kind, {}), **self._make_suits(declared, main)}
        if self.signs and isinstance(own.get(SIGNS, {}), dict):
            own[SIGNS] = {**own.get(SIGNS, {}), **self.signs}

    def _make_suits(self, declared: Raw, main: str) -> Raw:
        """Return the undeclared suits of the cards, and replace the names of suits in the cards by
        ids.
        """
        colours = load_headings().suits.colours
        made: Raw = {}
        ids: dict[str, str] = {}
        names: list[str] = []
        for number, card in enumerate(self.cards, self.first):
            name = card.get("suit")
            if name is None or name in declared:
                continue
            word = norm(name) or name
            if (suit := ids.get(word)) is None:
                suit = ids[word] = slugify(name, _MAX_ID) or f"suit-{len(made) + 1}"
                if near := closest_match(suit, declared):
                    path = ("cards", number, "suit")
                    message = Sentence(
                        "{name} is not declared: a new suit is created.", name=quote(name)
                    )
                    self.remarks += filter(
                        None,
                        [
                            self.problem(
                                path, path, message, Sentence("Did you mean “{match}”?", match=near)
                            )
                        ],
                    )
                # A suit whose sign is used a second time has another colour.
                colour = colours[(len(made) + len(made) // len(colours)) % len(colours)]
                made[suit] = {"name": {main: name} if main else name, "colour": colour}
                names.append(word)
                self.suits[suit] = self.lines[number - self.first]
            card["suit"] = suit
        if len(made) > MAX_SUITS_BY_COLOUR:
            for suit, sign in zip(made.values(), _choose_signs(names), strict=True):
                suit["emblem"] = f"suits/{sign}"
        return made


# Suits of a table have no signs up to this number, because their colours differ enough.
MAX_SUITS_BY_COLOUR = 4


def _choose_signs(names: list[str]) -> list[str]:
    """Return the sign of each suit: the sign that its name suggests, or else the next free one."""
    content = load_headings().suits
    known = {word: sign for sign, words in content.names.items() for word in words}
    named = [known.get(name, "") for name in names]
    left = [sign for sign in content.signs if sign not in named] or content.signs
    free = cycle(left)
    return [sign or next(free) for sign in named]


def _named_languages(data: Raw) -> list[str]:
    """Return the languages that a definition lists, or else the languages of its name."""
    return strings(data.get("languages")) or [*as_table(data.get("name"))]


def _first_of_several(data: Raw) -> str:
    """Return the first language of a definition; if it does not have several, return an empty
    string.
    """
    named = _named_languages(data)
    return named[0] if len(named) > 1 else ""


def _names_of(name: str, entry: Any) -> list[str]:
    """Return the id of a suit or family, and its name in each language."""
    words = as_table(entry).get("name")
    names = [name, *(words.values() if isinstance(words, dict) else [words])]
    return [word for word in names if isinstance(word, str)]


def read_cards(folder: Path, data: Raw, fault: Callable[..., Diagnostic]) -> CardTable:
    """Read the cards of the table that a definition in `folder` names with `cards_table`.

    `data` are the data of the definition; `fault` returns a Diagnostic at a key path in the
    definition. Raises DefinitionError and PrintkitError for a table that is missing or cannot be
    read.
    """
    name, sheet = data[TABLE], data.get(SHEET)
    mapped = {k: v for k, v in as_table(data.get(COLUMNS)).items() if isinstance(v, str)}
    path = folder / name
    if resolve_within(folder, name) is None:
        message = Sentence("“{name}” is outside the definition's folder.", name=name[:80])
        raise DefinitionError([fault((TABLE,), message)])
    if not is_file(path):
        raise DefinitionError(
            [fault((TABLE,), Sentence("“{name}” does not exist.", name=name[:80]))]
        )
    languages = (*_named_languages(data), *our_languages())
    known = KnownHeadings({norm(word): key for word, key in mapped.items()}, languages)
    encoding = data.get(ENCODING)
    rows = read_rows(
        path,
        sheet if isinstance(sheet, str) else None,
        known.count,
        language=languages[0],
        encoding=encoding if isinstance(encoding, str) else None,
    )
    known.choose(rows.head)
    table = CardTable(rows, len(data.get("cards", [])))
    for heading, key in mapped.items():
        key_path = (COLUMNS, heading)
        if norm(heading) not in map(norm, rows.head):
            hint = did_you_mean(heading, filter(None, rows.head), "headings", of_file=True)
            message = Sentence("{heading} is not a heading of the table.", heading=quote(heading))
            table.problems.append(fault(key_path, message, hint))
        elif key and not known.find_key(key)[1]:
            hint = did_you_mean(key, known.keys, "keys")
            table.problems.append(
                fault(key_path, Sentence("{key} is not a key of a card.", key=quote(key)), hint)
            )
    finder = PictureFinder(folder)
    _find_columns(table, known)
    _take_ranks_as_values(table, known, data)
    _take_sentences_as_text(table, known, finder)
    _skip_foreign_columns(table, known, data, finder)
    taken = {*card_ids(data)}
    if column := table.columns.get("id"):
        cells = (row[column.number - 1 : column.number] for _, row in rows.rows)
        taken |= {slugify(cell, _MAX_ID) for row in cells for cell in row}
    reader = _RowReader(table, finder, known, taken, data)
    for line, row in rows.rows:
        reader.read(line, row)
    _refuse_no_copies(table)
    _tell_rows_above(table)
    _tell_lost_rows(table, reader.lost)
    _tell_repeated_ids(table, reader.repeated)
    _tell_foreign_marks(table)
    _tell_hidden_rows(table)
    return table


def _refuse_no_copies(table: CardTable) -> None:
    """Report a table whose quantities are all 0."""
    column = table.columns.get("copies")
    if column is None or table.cards or table.first or not table.rows.rows or table.problems:
        return
    message = "All quantities are 0: no card is printed."
    hint = "Write how many of each card are needed."
    line = table.rows.rows[0][0]
    table.problems.append(table.rows.problem(line, column.number, message, hint, column.heading))


def _tell_rows_above(table: CardTable) -> None:
    """Report rows above the headings that may be cards, because they have as many cells as the
    headings.
    """
    rows = table.rows
    width = _count_filled(rows.head)
    lines = [line for line, row in rows.above if _count_filled(row) >= max(2, width)]
    if lines:
        message = Sentence(
            "Rows above the headings are skipped: {rows}.", rows=name_some(map(str, lines))
        )
        hint = "If they are cards, write headings above them: Name, Quantity, Image, Text …"
        table.remarks.append(rows.problem(lines[0], 1, message, hint))


def _count_filled(row: Row) -> int:
    return sum(bool(cell.strip()) for cell in row)


def _tell_repeated_ids(table: CardTable, lines: list[int]) -> None:
    """Report the rows whose id is also the id of another row."""
    column = table.columns.get("id")
    if lines and column is not None:
        message = Sentence(
            "Ids that are used by several rows are numbered: {rows}.",
            rows=name_some(map(str, lines)),
        )
        hint = "Give each card an id of its own, or leave the column out."
        table.remarks.append(
            table.rows.problem(lines[0], column.number, message, hint, column.heading)
        )


def _tell_lost_rows(table: CardTable, lines: list[int]) -> None:
    """Report the rows whose cells are all in skipped columns. It is an error if this is true of all
    rows.
    """
    if not lines:
        return
    message = Sentence(
        "Rows without a cell in a known column are skipped: {rows}.",
        rows=name_some(map(str, lines)),
    )
    hint = "Fill the column of names, or name the keys of the other columns in [columns]."
    faults = table.problems if not table.cards and not table.first else table.remarks
    faults.append(table.rows.problem(lines[0], 1, message, hint))


def _tell_foreign_marks(table: CardTable) -> None:
    """Report the marks of other tools that are printed unchanged, once for each column."""
    for number, marks in table.foreign.items():
        heading = " ".join(table.rows.head[number - 1].split())
        message = Sentence(
            "The marks {marks} are printed as they are.", marks=name_some(map(quote, marks))
        )
        hint = (
            "Write **bold**, *italics*, {sea} for the sign of a suit, {fire.png} for a picture "
            "beside the definition, ___ for a line."
        )
        line = min(marks.values())
        table.remarks.append(table.rows.problem(line, number, message, hint, heading))


def _tell_hidden_rows(table: CardTable) -> None:
    """Report the hidden rows of a spreadsheet, because their cards are printed too."""
    if lines := table.rows.hidden_rows:
        message = Sentence(
            "Hidden rows are cards like all others: {rows}.", rows=name_some(map(str, lines))
        )
        hint = "Give them the quantity 0, or delete them."
        table.remarks.append(table.rows.problem(lines[0], 1, message, hint))


# --- columns -------------------------------------------------------------------------------------


def _find_columns(table: CardTable, known: KnownHeadings) -> None:
    """Find the column of each key, and report unknown and repeated columns."""
    rows, ranks = table.rows, dict[str, int]()
    for number, cell in enumerate(rows.head, 1):
        heading = " ".join(cell.split())
        here = partial(rows.problem, rows.head_line, number, key=heading)
        known_as = known.find(cell)
        if known_as == (2, "copies") and norm(cell) in _NUMBERS and _is_serial(rows, number):
            message = "counts the cards: it is not read as a number of copies."
            as_copies = Sentence(
                'If it does mean copies, write "{heading}" = "copies" in [columns].',
                heading=heading,
            )
            table.notes[number] = "counts the cards"
            table.remarks.append(here(message, as_copies))
            continue
        if known_as is None and heading:
            hint = _NAME_IT
            if near := known.find_close(cell):
                hint = join_sentences(Sentence("Did you mean “{match}”?", match=near), _NAME_IT)
            table.notes[number] = "is skipped: its heading is not known"
            message = "is not a known heading: the column is skipped."
            table.remarks.append(here(message, hint))
        if known_as and not known_as[1]:
            table.notes[number] = "is skipped, as [columns] says"
        if not known_as or not known_as[1]:
            continue
        rank, key = known_as
        other = table.columns.get(key)
        is_better = other is not None and ranks[key] > 0 and _is_empty(rows, other.number)
        if is_better and not _is_empty(rows, number):  # filled, instead of empty
            rank = min(rank, ranks[key] - 1)
        if other is None or rank < ranks[key]:
            table.columns[key], ranks[key] = Column(key, number, heading), rank
        elif rank == ranks[key] < 2:
            hint = "Give one of them another heading, or leave it out."
            table.problems.append(here("is the heading of two columns.", hint))
            continue
        if other is not None:
            better = table.columns[key]
            worse = other if better is not other else Column(key, number, heading)
            table.notes[worse.number] = "is skipped: another column has the same key"
            message = Sentence(
                "means the same as {heading}: the column is skipped.", heading=quote(better.heading)
            )
            table.remarks.append(
                rows.problem(rows.head_line, worse.number, message, _NAME_IT, worse.heading)
            )


def _take_sentences_as_text(table: CardTable, known: KnownHeadings, finder: PictureFinder) -> None:
    """Use a column of sentences under a heading such as “Power” or “Front” as the text of cards, if
    no column has the text.
    """
    if any(key.partition(".")[0] == "text" for key in table.columns):
        return
    value, art = table.columns.get("value"), table.columns.get("art")
    if value and norm(value.heading) not in ("value", *known.mapped):
        cells = _cells_of(table, value)
        if cells and all(len(cell) > _LONGEST_INDEX and " " in cell for cell in cells):
            _take_as(table, value, "text", _SENTENCES, _AS_VALUE)
            return
    fronts = {norm(word) for word in load_headings().pictures.fronts}
    if art and norm(art.heading) in fronts - {*known.mapped}:
        cells = _cells_of(table, art)
        if any(" " in cell for cell in cells) and not any(map(finder.has, cells)):
            _take_as(table, art, "text", _SENTENCES, _AS_PICTURE)


def _take_ranks_as_values(table: CardTable, known: KnownHeadings, data: Raw) -> None:
    """Use a column of ranks as values if no column has values, and the definition neither declares
    ranks nor extends another one.
    """
    column = table.columns.get("rank")
    if column is None or norm(column.heading) in known.mapped or {"ranks", "extends"} & {*data}:
        return
    if not {"value", "index"} & {*table.columns}:
        table.columns["value"] = Column("value", column.number, column.heading)
        del table.columns["rank"]


def _skip_foreign_columns(
    table: CardTable, known: KnownHeadings, data: Raw, finder: PictureFinder
) -> None:
    """Skip and report each column in which no cell is a word that its key accepts, unless the
    definition maps the column.
    """
    for key, column in list(table.columns.items()):
        if norm(column.heading) in known.mapped:
            continue
        if is_foreign(key, _cells_of(table, column), data, finder.find):
            del table.columns[key]
            table.notes[column.number] = "is skipped: its cells are not words that printkit knows"
            message = Sentence(
                "has no cell that the key “{key}” accepts: the column is skipped.", key=key
            )
            hint = Sentence(
                'To see what it accepts, write "{heading}" = "{key}" in [columns].',
                heading=column.heading,
                key=key,
            )
            rows = table.rows
            table.remarks.append(
                rows.problem(rows.head_line, column.number, message, hint, column.heading)
            )


def _cells_of(table: CardTable, column: Column) -> list[str]:
    """Return the cells of a column that are not empty."""
    number = column.number
    cells = (row[number - 1].strip() for _, row in table.rows.rows if len(row) >= number)
    return [cell for cell in cells if cell]


_SENTENCES = "contains sentences: it is read as the text."
_AS_VALUE = 'If it is a value, write "{heading}" = "value" in [columns].'
_AS_PICTURE = 'If it names pictures, write "{heading}" = "art" in [columns].'


def _take_as(table: CardTable, column: Column, key: str, message: str, hint: str) -> None:
    """Give a column another key, and report it."""
    del table.columns[column.key]
    table.columns[key] = Column(key, column.number, column.heading)
    rows, remedy = table.rows, Sentence(hint, heading=column.heading)
    table.remarks.append(
        rows.problem(rows.head_line, column.number, message, remedy, column.heading)
    )


def _is_empty(rows: TableRows, number: int) -> bool:
    """Return True if all cells of a column are empty."""
    return not any(cell.strip() for _, row in rows.rows for cell in row[number - 1 : number])


# The longest value that is not a number, in the corner of a card.
_LONGEST_INDEX = 8
# Headings that may count the cards instead of copies.
_NUMBERS = ("number", "numero", "nombre", "no")


def _is_serial(rows: TableRows, number: int) -> bool:
    """Return True if a column has the numbers 1, 2, 3 … in order."""
    cells = [row[number - 1].strip() for _, row in rows.rows if len(row) >= number]
    given = [plain_text(cell) for cell in cells if cell]
    return len(given) >= _SERIAL and given == [str(i) for i in range(1, len(given) + 1)]


# --- rows -----------------------------------------------------------------------------------------


class _RowReader:
    """Makes a card from each row of a table; `taken` are the ids in use."""

    def __init__(
        self,
        table: CardTable,
        pictures: PictureFinder,
        known: KnownHeadings,
        taken: set[str],
        data: Raw,
    ) -> None:
        self.table, self.known, self.taken = table, known, taken
        # The signs that texts can name, each with its picture.
        self.signs: dict[str, Any] = {**as_table(data.get("suits")), **as_table(data.get(SIGNS))}
        self.repeats: dict[str, int] = {}
        # The lines with no cell in a known column.
        self.lost: list[int] = []
        # The ids of the column, and the lines with one that was there before.
        self.given: set[str] = set()
        self.repeated: list[int] = []
        self.pictures = pictures
        content = load_headings()
        self.words = {norm(word): True for word in content.words.yes}
        self.words |= {norm(word): False for word in content.words.no}
        self.colours = {word: own for own, words in content.colours.items() for word in words}
        self.incomplete = {line for line, _ in table.rows.blanks}
        has_names = any(key.partition(".")[0] == "name" for key in table.columns)
        self.is_child = "extends" in data
        self.names_missing = not self.is_child and not has_names

    def read(self, line: int, row: Row) -> None:
        """Add the card of a row, unless the row is empty or its quantity is 0."""
        table, rows = self.table, self.table.rows
        if not any(map(str.strip, row)) and line not in self.incomplete:
            return
        if not rows.sheet and any(map(str.strip, row[len(rows.head) :])):
            message = "has more cells than the header."
            hint = "Put quotation marks around a cell with a separator in it."
            table.problems.append(rows.problem(line, len(rows.head) + 1, message, hint))
            return
        card: Raw = {}
        for key, column in table.columns.items():
            given = row[column.number - 1] if column.number <= len(row) else ""
            cell = _BREAK.sub("\n", given).replace("\t", " ").strip()
            here = partial(
                rows.problem, line, column.number, key=column.heading, card=self._named(row)
            )
            if blank := rows.blanks.get((line, column.number)):
                table.problems.append(here(*blank))
            elif cell:
                try:
                    self._set(card, key, cell, plain_text(given).strip())
                    first = key.partition(".")[0]
                    if self.known.keys[first] == "text":
                        in_text = first in ("text", FLAVOUR)
                        self._find_foreign_marks(column.number, line, cell, in_text=in_text)
                except PrintkitError as error:
                    table.problems.append(here(error.message, error.hint or ""))
        if not card and any(map(str.strip, row)):
            self.lost.append(line)
        if card.get("copies") == 0:
            table.unprinted.append(line)
        elif card:
            _add_flavour(card)
            self._name(card, line)
            table.lines.append(line)
            table.cards.append(card)

    def _named(self, row: Row) -> str:
        """Return the name of the card of a row, as it is written."""
        numbers = (one.number for key, one in self.table.columns.items() if key[:4] == "name")
        number = next(numbers, 0)
        return row[number - 1].strip() if 0 < number <= len(row) else ""

    def _find_foreign_marks(self, number: int, line: int, cell: str, *, in_text: bool) -> None:
        """Record the marks of other tools that a cell keeps; `in_text` is True for a text, which
        may have pictures.
        """
        if is_picture(cell) and " " not in cell and not (in_text and self._is_there(cell)):
            self.table.foreign.setdefault(number, {}).setdefault(shorten(cell), line)
        from printkit.model import foreign_marks as marks  # a deck of pictures has no texts

        if not marks.FOREIGN_STARTS.isdisjoint(cell):
            words = marks.convert_marks(cell, has_marks=True)
            words = marks.PICTURE_MARK.sub("", words) if in_text else words
            signs = marks.SIGN_MARK.finditer(words)
            kept = [mark for mark in signs if in_text and self._is_kept(mark)]
            for match in (*marks.FOREIGN_MARK.finditer(words), *kept):
                self.table.foreign.setdefault(number, {}).setdefault(shorten(match[0]), line)

    def _set(self, card: Raw, key: str, cell: str, plain: str) -> None:
        """Set a key of a card to the value of a cell; `plain` is the cell without the format of a
        number.

        Raises PrintkitError.
        """
        key, _, language = key.partition(".")
        match self.known.keys[key]:
            case "text":
                from printkit.model import foreign_marks as marks

                has_marks = key in ("text", FLAVOUR)
                words = marks.convert_marks(cell, has_marks=has_marks)
                if has_marks and self._is_there(words):
                    words = f"{{{words}}}"
                if has_marks:
                    words = marks.PICTURE_MARK.sub(self._find_sign, words)
                    words = marks.SIGN_MARK.sub(self._resolve_sign, words)
                card.setdefault(key, {})[language] = words
            case "value" if (numbers := _whole_numbers(plain)) is not None:
                card[key] = numbers[0] if len(numbers) == 1 else numbers
                if len(numbers) == 1 and _is_formatted(cell, numbers[0]):
                    card.setdefault("index", cell)
            case "value":
                _refuse_date(plain)
                if "index" not in self.table.columns:
                    card["index"] = cell
            case "number":
                _refuse_date(plain)
                if (match := _COPIES.fullmatch(plain)) is None:
                    raise PrintkitError(Sentence("{cell} is not a whole number.", cell=quote(cell)))
                card[key] = int(match[1].replace("\u2212", "-"))
            case "yes":
                if norm(plain) not in self.words:
                    raise PrintkitError(Sentence("{cell} is neither yes nor no.", cell=quote(cell)))
                card[key] = self.words[norm(plain)]
            case "numbers":
                parts = [part.replace(",", ".") for part in re.split(r"[;/\s]+|,\s+", plain)]
                if not all(map(_DECIMAL.fullmatch, parts)):
                    message = Sentence("{cell} is not two numbers.", cell=quote(cell))
                    raise PrintkitError(message, hint="Write 0.5 0.25.")
                card[key] = list(map(float, parts))
            case _ if key in DRAWINGS:
                card[key] = self.pictures.find(cell, key)
            case _ if key == "colour":
                card[key] = self.colours.get(norm(cell), cell.casefold())
            case _:
                card[key] = cell.casefold() if key in _OURS else cell

    def _is_there(self, words: str) -> bool:
        """Return True for a text that is the name of a picture beside the definition."""
        return is_picture(words) and self.pictures.is_there(self.pictures.find(words, "art"))

    def _find_sign(self, match: re.Match[str]) -> str:
        """Return the mark of a sign for a picture inside a text.

        Raises PrintkitError if the picture is missing.
        """
        typed = next(filter(None, match.groups())).strip()
        if typed.lower().startswith("data:"):
            raise PrintkitError(
                "This picture is embedded in the text, but only files are read.",
                hint="Save it beside the definition, and write {name.png} in the text.",
            )
        name = self.pictures.find(typed, "art")
        if not self.pictures.is_there(name):
            raise PrintkitError(
                Sentence("There is no picture {typed} beside the definition.", typed=quote(typed)),
                hint="Put it beside the definition, or into images/.",
            )
        known = next((key for key, file in self.signs.items() if file == name), None)
        if known is None:
            # Suits that are still to be made have names without this beginning.
            stem = f"{_INSIDE}{slugify(PurePosixPath(name).stem, _MAX_ID - 12)}".strip("-")
            known, number = stem, 1
            while known in self.signs:
                number += 1
                known = f"{stem}-{number}"
            self.signs[known] = self.table.signs[known] = name
        return f"{{{known}}}"

    @cached_property
    def _sign_ids(self) -> set[str]:
        """The ids of the signs of the definition and of the suits in the table."""
        number = self.table.columns["suit"].number if "suit" in self.table.columns else 0
        rows = (row for _, row in self.table.rows.rows if 0 < number <= len(row))
        return {*self.signs, *(slugify(row[number - 1], _MAX_ID) for row in rows)}

    def _is_kept(self, match: re.Match[str]) -> bool:
        """Return True for braces that are printed as they are, because their content is neither an
        id nor the name of a known sign.
        """
        slug = slugify(match[1], _MAX_ID)
        return slug != match[1] and slug not in self._sign_ids and not self.is_child

    def _resolve_sign(self, match: re.Match[str]) -> str:
        """Return a sign in braces with its id: “{blob}” for “{Blob}”. Escape braces that are
        printed as they are; an unknown id stays unchanged.
        """
        if self._is_kept(match):
            return f"\\{match[0]}"
        slug = slugify(match[1], _MAX_ID)
        return f"{{{slug}}}" if slug in self._sign_ids else match[0]

    def _name(self, card: Raw, line: int) -> None:
        """Give a card an id, and a name if it has none."""
        own_id = card.pop("id", "")
        if slug := slugify(own_id, _MAX_ID):
            if slug in self.given:
                self.repeated.append(line)
                slug = self._number(slug)
            self.given.add(slug)
            card["id"] = slug
        if "name" not in card and (not slug or self.names_missing):
            text = next(iter(card.get("text", {}).values()), "").replace(f"{{{_INSIDE}", "")
            text = _MARKS.sub("", text).split("\n")[0]
            of_file = spoken(Path(card["art"]).stem) if "art" in card else ""
            words = of_file or text[:_MAX_NAMED].strip() or own_id or card.get("index")
            card["name"] = {"": words or str(card.get("value", line))}
        if "id" not in card:
            slug = slugify(next(iter(card["name"].values())), _MAX_ID) or f"card-{line}"
            card["id"] = self._number(slug) if slug in self.taken else slug
            self.taken.add(card["id"])

    def _number(self, slug: str) -> str:
        """Return an id with the first number that makes it unique, and reserve it."""
        own = slug
        while own in self.taken:
            self.repeats[slug] = self.repeats.get(slug, 1) + 1
            own = f"{slug}-{self.repeats[slug]}"
        self.taken.add(own)
        return own


def _add_flavour(card: Raw) -> None:
    """Add the flavour text of a card below its rules text, in italics."""
    for language, words in card.pop(FLAVOUR, {}).items():
        lines = (_STARS.sub("", line).strip() for line in words.split("\n"))
        slanted = "\n".join(f"*{line}*" for line in lines if line)
        text = card.setdefault("text", {})
        text[language] = "\n".join(filter(None, (text.get(language, ""), slanted)))


def _is_formatted(cell: str, number: int) -> bool:
    """Return True if a cell shows more than a number: 007, 2.0, $5."""
    return bool(cell.lstrip("+-\u2212") != str(abs(number)))


def _refuse_date(cell: str) -> None:
    if _DATE.match(cell):
        raise PrintkitError(
            Sentence(
                "{cell} was converted to a date by the spreadsheet program.", cell=quote(cell)
            ),
            hint="Set the format of the column to “text”, and enter the cell again.",
        )


def _whole_numbers(cell: str) -> list[int] | None:
    """Return the whole numbers of a cell, separated by /, or None."""
    numbers = [_parse_whole(part) for part in cell.split("/")]
    return None if None in numbers else [number for number in numbers if number is not None]


def _parse_whole(text: str) -> int | None:
    """Return a whole number with an optional sign (hyphen or minus), or None."""
    text = text.strip()
    return int(text.replace("\u2212", "-")) if _WHOLE.fullmatch(text) else None
