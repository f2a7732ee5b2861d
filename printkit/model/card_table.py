"""Read cards from a table beside the definition, with the position of each cell.

Its headings say which key of a card each column fills: the keys themselves, the words of
`templates/headings.toml`, or those of `[columns]` in the definition. Ids are made from names, suits
from their names; empty rows and cells are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec import field

from printkit.base.content import load_content
from printkit.base.errors import (
    DefinitionError,
    Diagnostic,
    PrintkitError,
    closest_match,
    did_you_mean,
)
from printkit.base.files import is_file, resolve_within
from printkit.base.messages import languages as our_languages
from printkit.base.plain_text import norm, quote, slugify
from printkit.base.toml_positions import KeyPath
from printkit.model.fields import DRAWINGS
from printkit.model.headings import HEADINGS, KnownHeadings
from printkit.model.picture_files import PictureFinder, spoken
from printkit.model.raw_data import Raw, as_table, card_ids, strings
from printkit.model.spreadsheet import Row
from printkit.model.table_reader import TableRows, read_rows

# The keys of a definition that a table needs.
TABLE, SHEET, COLUMNS = "cards_table", "sheet", "columns"
_WHOLE = re.compile(r"[+\-\u2212]?[0-9]{1,9}")
_COPIES = re.compile(r"[x×]?\s*([+\-\u2212]?[0-9]{1,9})\s*[x×]?", re.IGNORECASE)
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
# Line breaks inside a cell, as Windows and old programs write them.
_BREAK = re.compile(r"\r\n?|\v")
_DECIMAL = re.compile(r"[0-9]{0,3}\.?[0-9]{1,6}")
# The marks of texts, which names do not have.
_MARKS = re.compile(r"[*_{}]")
_NAME_IT = "A key for it can be given in [columns]."
# Keys whose values are words of definitions, in small letters.
_OURS = ("layout", "fit", "bleed", "rail", "frame", "colour")
_NAMED = {"suit": "suits", "family": "families"}
# The letters of a name that is made of a text, and of an id before its number.
_MAX_NAMED, _MAX_ID = 60, 56


class Column(msgspec.Struct, frozen=True):
    """A column that is used: its key (of a text with its language: `name.fr`), number, heading."""

    key: str
    number: int
    heading: str


class CardTable(msgspec.Struct):
    """The cards of one table as raw data, each with its line.

    `first` is the number of cards that the definition lists before them. `problems` reports
    unreadable cells, which the cards lack, `remarks` what is passed over.
    """

    rows: TableRows
    first: int = 0
    columns: dict[str, Column] = field(default_factory=dict)
    cards: list[Raw] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)
    remarks: list[Diagnostic] = field(default_factory=list)
    suits: dict[str, int] = field(default_factory=dict)
    """the first line of each suit that was made"""

    def problem(self, own: KeyPath, path: KeyPath, message: str, hint: str) -> Diagnostic | None:
        """Return a Diagnostic at the cell of a key path, or None if it is of no cell.

        `own` is the path in the data of this file. A text without a column for its language is in
        the first column of the text.
        """
        match own:
            case ("cards", int(number), *_) if number >= self.first:
                line, wanted = self.lines[number - self.first], path[2:4]
            case ("suits", str(suit), *_) if suit in self.suits:
                line, wanted = self.suits[suit], ("suit",)
            case _:
                return None
        key = ".".join(map(str, wanted))
        fields = ("index", "value") if wanted[:1] == ("index",) else wanted[:1]
        same = (name for name in self.columns if name.partition(".")[0] in fields)
        column = self.columns.get(key) or self.columns.get(next(same, ""))
        number, heading = (column.number, column.heading) if column else (1, key)
        return self.rows.problem(line, number, message, hint, heading)

    def settle(self, below: Raw, own: Raw) -> None:
        """Complete the cards by what the definition `own` and the files below it declare.

        A suit or family named in words gets its id; a suit that nobody declares is made. A text
        without a language is of the first one, if there are several.
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

    def _make_suits(self, declared: Raw, main: str) -> Raw:
        """Return the suits that the cards name and nobody declares; give the cards their ids."""
        colours = load_content(HEADINGS)["suits"]["colours"]
        made: Raw = {}
        ids: dict[str, str] = {}
        for number, card in enumerate(self.cards, self.first):
            name = card.get("suit")
            if name is None or name in declared:
                continue
            word = norm(name) or name
            if (suit := ids.get(word)) is None:
                suit = ids[word] = slugify(name, _MAX_ID) or f"suit-{len(made) + 1}"
                if near := closest_match(suit, declared):
                    path = ("cards", number, "suit")
                    message = f"{quote(name)} is not declared: it becomes a suit of its own."
                    self.remarks += filter(
                        None, [self.problem(path, path, message, f"Did you mean “{near}”?")]
                    )
                colour = colours[len(made) % len(colours)]
                made[suit] = {"name": {main: name} if main else name, "colour": colour}
                self.suits[suit] = self.lines[number - self.first]
            card["suit"] = suit
        return made


def _named_languages(data: Raw) -> list[str]:
    """Return the languages that a definition lists, or in which it has a name."""
    return strings(data.get("languages")) or [*as_table(data.get("name"))]


def _first_of_several(data: Raw) -> str:
    """Return the first language of a definition that has several, else an empty text."""
    named = _named_languages(data)
    return named[0] if len(named) > 1 else ""


def _names_of(name: str, entry: Any) -> list[str]:
    """Return the id of a suit or family, and its name in each language."""
    words = as_table(entry).get("name")
    names = [name, *(words.values() if isinstance(words, dict) else [words])]
    return [word for word in names if isinstance(word, str)]


def read_cards(folder: Path, data: Raw, fault: Callable[..., Diagnostic]) -> CardTable:
    """Read the cards of the table that a definition in `folder` names with `cards_table`.

    `data` are those of the definition; `fault` returns a Diagnostic at a key path of it. Raises
    DefinitionError and PrintkitError for a table that is missing or cannot be read.
    """
    name, sheet = data[TABLE], data.get(SHEET)
    mapped = {k: v for k, v in as_table(data.get(COLUMNS)).items() if isinstance(v, str)}
    path = folder / name
    if resolve_within(folder, name) is None:
        message = f"“{name[:80]}” lies outside the definition's folder."
        raise DefinitionError([fault((TABLE,), message)])
    if not is_file(path):
        raise DefinitionError([fault((TABLE,), f"“{name[:80]}” does not exist.")])
    languages = (*_named_languages(data), *our_languages())
    known = KnownHeadings({norm(word): key for word, key in mapped.items()}, languages)
    rows = read_rows(path, sheet if isinstance(sheet, str) else None, known.count)
    table = CardTable(rows, len(data.get("cards", [])))
    for heading, key in mapped.items():
        key_path = (COLUMNS, heading)
        if norm(heading) not in map(norm, rows.head):
            hint = did_you_mean(heading, filter(None, rows.head), "headings", of_file=True)
            message = f"{quote(heading)} is not a heading of the table."
            table.problems.append(fault(key_path, message, hint))
        elif key and not known.find_key(key)[1]:
            hint = did_you_mean(key, known.keys, "keys")
            table.problems.append(fault(key_path, f"{quote(key)} is not a key of a card.", hint))
    _find_columns(table, known)
    taken = {*card_ids(data)}
    if column := table.columns.get("id"):
        cells = (row[column.number - 1 : column.number] for _, row in rows.rows)
        taken |= {slugify(cell, _MAX_ID) for row in cells for cell in row}
    reader = _RowReader(table, folder, known, taken, names_missing="extends" not in data)
    for line, row in rows.rows:
        reader.read(line, row)
    return table


# --- columns -------------------------------------------------------------------------------------


def _find_columns(table: CardTable, known: KnownHeadings) -> None:
    """Find the column of each key; report those that are not known, and those that stand twice."""
    rows, ranks = table.rows, dict[str, int]()
    for number, cell in enumerate(rows.head, 1):
        heading = " ".join(cell.split())
        here = partial(rows.problem, rows.head_line, number, key=heading)
        if (known_as := known.find(cell)) is None and heading:
            near = closest_match(norm(cell), [*known.keys, *known.words])
            hint = f"Did you mean “{near}”?" if near else _NAME_IT
            message = "is not a heading that is known: the column is skipped."
            table.remarks.append(here(message, hint))
        if not known_as or not known_as[1]:
            continue
        rank, key = known_as
        other = table.columns.get(key)
        if other is None or rank < ranks[key]:
            table.columns[key], ranks[key] = Column(key, number, heading), rank
        elif rank == ranks[key] < 2:
            table.problems.append(here("is a column that is here twice."))
            continue
        if other is not None:
            better = table.columns[key]
            worse = other if better is not other else Column(key, number, heading)
            message = f"means the same as {quote(better.heading)}: the column is skipped."
            table.remarks.append(
                rows.problem(rows.head_line, worse.number, message, _NAME_IT, worse.heading)
            )


# --- rows -----------------------------------------------------------------------------------------


class _RowReader:
    """Makes a card of each row of a table; `taken` are the ids that there are."""

    def __init__(
        self,
        table: CardTable,
        folder: Path,
        known: KnownHeadings,
        taken: set[str],
        *,
        names_missing: bool,
    ) -> None:
        self.table, self.known, self.taken = table, known, taken
        self.repeats: dict[str, int] = {}
        self.pictures = PictureFinder(folder)
        words = load_content(HEADINGS)["words"]
        self.words = {norm(word): key == "yes" for key in words for word in words[key]}
        self.incomplete = {line for line, _ in table.rows.blanks}
        has_names = any(key.partition(".")[0] == "name" for key in table.columns)
        self.names_missing = names_missing and not has_names

    def read(self, line: int, row: Row) -> None:
        """Add the card of a row."""
        table, rows = self.table, self.table.rows
        if not any(map(str.strip, row)) and line not in self.incomplete:
            return
        if not rows.sheet and any(map(str.strip, row[len(rows.head) :])):
            message = "has more cells than the header."
            table.problems.append(rows.problem(line, len(rows.head) + 1, message))
            return
        card: Raw = {}
        for key, column in table.columns.items():
            cell = row[column.number - 1] if column.number <= len(row) else ""
            cell = _BREAK.sub("\n", cell).replace("\t", " ").strip()
            here = partial(rows.problem, line, column.number, key=column.heading)
            if blank := rows.blanks.get((line, column.number)):
                table.problems.append(here(*blank))
            elif cell:
                try:
                    self._set(card, key, cell)
                except PrintkitError as error:
                    table.problems.append(here(error.message, error.hint or ""))
        if card and card.get("copies") != 0:
            self._name(card, line)
            table.lines.append(line)
            table.cards.append(card)

    def _set(self, card: Raw, key: str, cell: str) -> None:
        """Set a key of a card to the value of a cell. Raises PrintkitError."""
        key, _, language = key.partition(".")
        match self.known.keys[key]:
            case "text":
                card.setdefault(key, {})[language] = cell
            case "value" if (numbers := _whole_numbers(cell)) is not None:
                card[key] = numbers[0] if len(numbers) == 1 else numbers
            case "value":
                _refuse_date(cell)
                if "index" not in self.table.columns:
                    card["index"] = cell
            case "number":
                _refuse_date(cell)
                if (match := _COPIES.fullmatch(cell)) is None:
                    raise PrintkitError(f"{quote(cell)} is not a whole number.")
                card[key] = _parse_whole(match[1])
            case "yes":
                if norm(cell) not in self.words:
                    raise PrintkitError(f"{quote(cell)} is neither yes nor no.")
                card[key] = self.words[norm(cell)]
            case "numbers":
                parts = [part.replace(",", ".") for part in re.split(r"[;/\s]+|,\s+", cell)]
                if not all(map(_DECIMAL.fullmatch, parts)):
                    message = f"{quote(cell)} is not two numbers."
                    raise PrintkitError(message, hint="Write 0.5 0.25.")
                card[key] = list(map(float, parts))
            case _ if key in DRAWINGS:
                card[key] = self.pictures.find(cell, key)
            case _:
                card[key] = cell.casefold() if key in _OURS else cell

    def _name(self, card: Raw, line: int) -> None:
        """Give a card an id, and a name if it has none."""
        own_id = card.pop("id", "")
        if slug := slugify(own_id, _MAX_ID):
            card["id"] = slug
        if "name" not in card and (not slug or self.names_missing):
            text = _MARKS.sub("", next(iter(card.get("text", {}).values()), "")).split("\n")[0]
            of_file = spoken(Path(card["art"]).stem) if "art" in card else ""
            words = of_file or text[:_MAX_NAMED].strip() or own_id or card.get("index")
            card["name"] = {"": words or str(card.get("value", line))}
        if "id" not in card:
            slug = slugify(next(iter(card["name"].values())), _MAX_ID) or f"card-{line}"
            card["id"] = slug
            while card["id"] in self.taken:
                self.repeats[slug] = self.repeats.get(slug, 1) + 1
                card["id"] = f"{slug}-{self.repeats[slug]}"
            self.taken.add(card["id"])


def _refuse_date(cell: str) -> None:
    if _DATE.match(cell):
        raise PrintkitError(
            f"{quote(cell)} is a date: the spreadsheet program made it one.",
            hint="Give the column the format “text”, and write the cell again.",
        )


def _whole_numbers(cell: str) -> list[int] | None:
    """Return the whole numbers of a cell with / between them, or None."""
    numbers = [_parse_whole(part) for part in cell.split("/")]
    return None if None in numbers else [number for number in numbers if number is not None]


def _parse_whole(text: str) -> int | None:
    """Return a whole number with an optional sign (hyphen or minus), or None."""
    text = text.strip()
    return int(text.replace("\u2212", "-")) if _WHOLE.fullmatch(text) else None
