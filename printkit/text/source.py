"""Read the texts of booklets: Markdown line by line, with the file and line of each.

A text has no loops and no expressions, so reading time grows only with the output. It has
placeholders, `{counting.limit}`; directives for tables and drawings, `[[stakes]]`; bundled parts,
inserted once, `[[part casino-turn]]`, or once for each local rule set, `[[each set port]]`; and
conditions, `::: when suits.trump` … `:::`, for games whose definition has the named entry.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from printkit.base import limits
from printkit.base.content import content_files, find_content
from printkit.base.errors import (
    DefinitionError,
    Diagnostic,
    PrintkitError,
    did_you_mean,
    require_known,
)
from printkit.base.files import is_file, read_text
from printkit.base.limits import Limit
from printkit.base.messages import DEFAULT_LANGUAGE
from printkit.base.sentences import Sentence, quote, shorten
from printkit.model.variant import RULES_FILE
from printkit.rules.plays import play_out
from printkit.text.book import DEALT, PANELS, PLAYS, SHOWN, STRIP, SourceLocation
from printkit.text.names import MARKS, NAMED, START_SHEET, Names, mark
from printkit.text.tables import TABLES, dealt, make_table

_NAME = re.compile(r"[a-z][a-z-]*")
_COMMENT = re.compile(r"\s*<!--.*-->\s*")
_WHEN = re.compile(r"::: (when|unless) (\S+)")
_BOX = ":::"
_ANCHOR = re.compile(r"#.*\{#([a-z0-9-]+)[ }]")
_CARDS = {"cards": "card", "faces": "face"}
_PARTS = ("part", "each")
_DEALT = (DEALT, SHOWN)
_PARSED_LATER = (*PANELS, PLAYS, STRIP, "contents", "terms")
_DIRECTIVES = (*TABLES, *_CARDS, *_DEALT, *_PARTS, *_PARSED_LATER)
_WITHOUT_MARKS = str.maketrans("", "", MARKS)


class MarkdownSource(msgspec.Struct, frozen=True):
    """Markdown with its placeholders filled in, and the location of each line.

    `marked` are the same lines with MARKS around filled-in text. `left_out` are the bundled boxes
    and chapters that do not apply to the game. `anchors` are the anchors of all headings, including
    omitted ones.
    """

    lines: tuple[str, ...]
    places: tuple[SourceLocation, ...]
    marked: tuple[str, ...] = ()
    left_out: tuple[Diagnostic, ...] = ()
    anchors: frozenset[str] = frozenset()


class _Unit:
    """An open box or chapter: its first line in the output, and True if it applies to the game."""

    def __init__(self, title: str, start: int) -> None:
        self.title, self.start, self.holds = title, start, True


class TextReader:
    """Reads the texts of one game in one language, and collects their errors."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._lines: list[tuple[str, SourceLocation]] = []
        self._faults: list[Diagnostic] = []
        self._left_out: list[Diagnostic] = []
        self._anchors: set[str] = set()
        self._units: list[_Unit] = []
        self._directives = self._size = 0

    def read(self, file: str | Path, faults: list[Diagnostic] | None = None) -> MarkdownSource:
        """Return a bundled text by its name, or a user's file.

        Errors are added to the list `faults`, if it is given. Otherwise, raises DefinitionError
        with all errors.
        """
        self._read_file(file, self._names, 0)
        self._end_units(0)
        places = tuple(place for _, place in self._lines)
        marked = tuple(line for line, _ in self._lines)
        source = MarkdownSource(
            tuple(line.translate(_WITHOUT_MARKS) for line in marked),
            places,
            marked,
            tuple(self._left_out),
            frozenset(self._anchors),
        )
        self._faults += _find_size_faults(source) if isinstance(file, Path) else ()
        if self._faults and faults is None:
            raise DefinitionError(self._faults)
        if faults is not None:
            faults += self._faults
        return source

    def _read_file(self, file: str | Path, names: Names, depth: int, insert: str = "") -> None:
        path, title = find_text(names.language, file)
        text = read_text(path, noun="text", max_bytes=limits.MAX_CHAPTER_BYTES)
        shown: list[bool | None] = []  # for each open condition whether it is met, None for a box
        opened: list[SourceLocation] = []
        for number, line in enumerate(text.translate(_WITHOUT_MARKS).splitlines(), 1):
            place, words = SourceLocation(title, number), line.strip()
            if match := _ANCHOR.match(line):
                self._anchors.add(match[1])
            if match := _WHEN.fullmatch(words):
                shown.append(names.has(match[2]) is (match[1] == "when"))
                opened.append(place)
                continue
            if words.startswith(_BOX) and shown and not words.strip(":").strip():
                opened.pop()
                if shown.pop() is not None:
                    continue
                if False not in shown:
                    self._append(line, place)
                    self._end_units(len(self._units) - 1)
                continue
            if words.startswith(_BOX) and words.strip(":").strip():
                shown.append(None)
                opened.append(place)
            if False in shown or _COMMENT.fullmatch(line):
                continue
            try:
                self._read_line(line, place, names, depth, insert)
            except PrintkitError as error:
                if isinstance(error, DefinitionError):
                    raise
                if isinstance(file, Path) and not words.startswith("[["):
                    self._read_faulty(line, place, names, error)
                else:
                    self._report(error, place, is_bundled=not isinstance(file, Path))
        for place, met in zip(opened, shown, strict=True):
            if met is not None:
                message, hint = (
                    "A condition is not closed.",
                    Sentence("End it with a line “{box}”.", box=_BOX),
                )
                self._faults.append(place.problem(message, hint))

    def _read_faulty(
        self, line: str, place: SourceLocation, names: Names, error: PrintkitError
    ) -> None:
        """Report all errors in a user's line, and append the line without its faulty parts."""
        wrong: dict[str, PrintkitError] = {}
        for match in NAMED.finditer(line):
            try:
                names.fill(match[0])
            except PrintkitError as fault:
                wrong[match[0]] = fault
        if all(fault.message != error.message for fault in wrong.values()):
            self._report(error, place, is_bundled=False)  # a fault of the whole line
            return
        for words, reason in wrong.items():
            self._report(reason, place, is_bundled=False)
            line = line.replace(words, "…")
        with suppress(PrintkitError):
            self._append(names.fill(line), place)

    def _read_line(
        self, line: str, place: SourceLocation, names: Names, depth: int, insert: str
    ) -> None:
        """Append the output of a line. Raises PrintkitError."""
        words = line.strip()
        if line.startswith("# "):
            self._end_units(0)
            self._units.append(_Unit(line.lstrip("# ").partition(" {#")[0], len(self._lines)))
        elif words.startswith(_BOX):
            kind, _, title = words.strip(": ").partition(" ")
            self._units.append(_Unit(title or kind, len(self._lines)))
        if not (words.startswith("[[") and words.endswith("]]")):
            self._append(names.fill(line.rstrip(), insert), place)
            return
        asked, _, caption = words[2:-2].partition("|")
        name, _, rest = asked.strip().partition(" ")
        require_known(name, _DIRECTIVES, Sentence("There is no “[[{name}]]”.", name=name), "kinds")
        self._directives += 1
        if self._directives > limits.MAX_DIRECTIVES:
            problem = place.problem(*limits.MAX_DIRECTIVES.refusal(self._directives))
            raise DefinitionError([*self._faults, problem])
        rest = names.fill(rest.strip(), insert).translate(_WITHOUT_MARKS)
        caption = names.fill(caption.strip(), insert)
        if name in _PARTS:
            self._read_parts(name, rest.split(), names, depth, caption)
            return
        lead = line[: len(line) - len(line.lstrip())]
        for output in _make(name, rest, caption, names):
            self._append(lead + output if output else "", place)

    def _read_parts(
        self, name: str, args: list[str], names: Names, depth: int, insert: str
    ) -> None:
        if depth >= limits.MAX_INCLUDES:
            raise PrintkitError(
                "Parts are nested too deeply.", hint="Our texts are nested two levels deep."
            )
        if not args:
            raise PrintkitError(
                Sentence("“[[{name}]]” names no part.", name=name), hint="Write [[part glossary]]."
            )
        part = f"parts/{args[-1]}"
        if name == "part":
            self._read_file(part, names, depth + 1, insert)
            return
        games = {"set": names.variant.sets, "game": names.games}
        if args[0] not in games:
            hint = "Write [[each set PART]] or [[each game PART]]."
            raise PrintkitError(
                Sentence("[[each]] cannot repeat “{args}”.", args=shorten(args[0])), hint=hint
            )
        for slug in games[args[0]]:
            self._read_file(part, names.of(slug), depth + 1, insert)

    def _append(self, line: str, place: SourceLocation) -> None:
        self._size += len(line) + 1
        if self._size > limits.MAX_CHAPTER_OUTPUT:
            problem = place.problem(*limits.MAX_CHAPTER_OUTPUT.refusal(self._size))
            raise DefinitionError([*self._faults, problem])
        self._lines.append((line, place))

    def _report(self, error: PrintkitError, place: SourceLocation, *, is_bundled: bool) -> None:
        """Record an error; if it is in a bundled text, omit the box or chapter instead."""
        unit = self._units[-1] if self._units else None
        if is_bundled and unit is not None:
            if all(one.holds for one in self._units):
                words = {"title": unit.title, "message": error.message}
                if self._names.text == START_SHEET:
                    message = Sentence(
                        "“{title}” is left out of the start sheet: {message}", **words
                    )
                else:
                    message = Sentence("“{title}” is left out of the booklet: {message}", **words)
                self._left_out.append(place.problem(message, error.hint or ""))
            unit.holds = False
            return
        self._faults.append(place.problem(error.message, error.hint or ""))
        if len(self._faults) >= limits.MAX_FAULTS:
            raise DefinitionError(self._faults) from None

    def _end_units(self, count: int) -> None:
        """End all open boxes and chapters except the `count` outermost ones, and remove those that
        do not apply to the game.
        """
        while len(self._units) > count:
            unit = self._units.pop()
            if not unit.holds:
                del self._lines[unit.start :]


def _make(name: str, rest: str, caption: str, names: Names) -> Iterator[str]:
    """Yield the lines of a directive, with filled-in text marked. Raises PrintkitError."""
    for play in names.variant.plays if name in (PLAYS, STRIP) else ():
        play_out(names.variant, play)
    if name in _PARSED_LATER:
        yield f"[[{name}]]"
    elif name in _DEALT:
        yield dealt(names, name, rest)
    elif name in _CARDS:
        if row := names.pictures(_CARDS[name], rest):
            yield mark(row)
            if caption:
                yield f"*{caption}*"
    else:
        yield from map(mark, make_table(names, name, rest.split()))


def find_text(language: str, file: str | Path) -> tuple[Path, str]:
    """Return the path of a text and its name in messages. Raises PrintkitError."""
    if isinstance(file, Path):
        return file, str(file)
    for known in (language, DEFAULT_LANGUAGE):
        path = find_content(f"rules/{known}", f"{file}{RULES_FILE}")
        if path is not None and is_file(path):
            return path, f"templates/rules/{known}/{file}{RULES_FILE}"
    parts = content_files(f"rules/{DEFAULT_LANGUAGE}/parts", RULES_FILE)
    hint = did_you_mean(file.removeprefix("parts/"), parts, "parts")
    raise PrintkitError(Sentence("There is no text {file}.", file=quote(file)), hint=hint)


def _find_size_faults(source: MarkdownSource) -> Iterator[Diagnostic]:
    """Yield an error for the first size limit that a text exceeds."""
    total = paragraphs = chapters = length = brackets = 0
    for line, place in zip(source.lines, source.places, strict=True):
        if not line:
            length = brackets = 0
            continue
        chapters += line.startswith("# ")
        paragraphs += length == 0
        total += len(line)
        length += len(line)
        brackets += line.count("[")
        word = max(map(len, line.split()), default=0)
        counts: tuple[tuple[Limit, int], ...] = (
            (limits.MAX_CHAPTER_TEXT, total),
            (limits.MAX_CHAPTERS, chapters),
            (limits.MAX_PARAGRAPHS, paragraphs),
            (limits.MAX_PARAGRAPH, length),
            (limits.MAX_BRACKETS, brackets),
            (limits.MAX_WORD, word),
        )
        for limit, count in counts:
            if count > limit:
                yield place.problem(*limit.refusal(count))
                return
