"""Texts with placeholders, strict about names; Jinja parses them.

The result is Markdown, and for each line the file and line that it was written on. Every fault of a
text is reported with that location.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from jinja2 import Environment, TemplateSyntaxError
from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

from printkit.base import limits
from printkit.base.content import content_files, find_content
from printkit.base.errors import PrintkitError, did_you_mean
from printkit.base.files import is_file, read_text
from printkit.base.messages import DEFAULT_LANGUAGE
from printkit.base.plain_text import quote
from printkit.booklet.book import SourceLocation
from printkit.booklet.template_budget import Budget
from printkit.booklet.template_evaluator import Evaluator, ParsedText
from printkit.booklet.template_nodes import check_nodes
from printkit.model.variant import RULES_FILE

# A line carries where it was written through Jinja between these, and they are taken off again.
_OPEN, _CLOSE = "\ue000", "\ue001"
_LETTERS_OF_OURS = str.maketrans("", "", "\ue000\ue001")
_MARK = re.compile(f"{_OPEN}(\\d+){_CLOSE}")
# What Jinja does not print: a line of nothing else leaves no line behind.
_TAG = re.compile(r"\s*(\{%.*%\}|\{##.*##\})\s*")
_STARTS = re.compile(r"\{\{|\{%|\{##")
# A comment is {## … ##}: {#…} is an anchor.
_ENDS = {"{{": "}}", "{%": "%}", "{##": "##}"}
# As Jinja counts lines.
_NEWLINE = re.compile(r"\r\n|\r|\n")
SUFFIX = RULES_FILE
_TAGS = ("for", "if", "include", "set")
_READABLE = "Write {{ game.total }}, {% set a = 1 %}, {% if a %} … {% endif %} or {% for a in b %}."


class MarkdownSource(msgspec.Struct, frozen=True):
    """Markdown, line by line, with the location of each line."""

    lines: tuple[str, ...]
    places: tuple[SourceLocation, ...]


def render_text(
    language: str,
    file: str | Path,
    names: Mapping[str, Any],
    *,
    text: str | None = None,
    seconds: float | None = None,
) -> MarkdownSource:
    """Render a bundled text by name, or a text that a user's file holds, with all numbers in place.

    `seconds` limit the processor's time. Raises PrintkitError with the file and the line.
    """
    title = display_name(language, file)
    # A text of ours is parsed once a process; one of a user's has its places to itself.
    texts = _bundled_texts(language) if text is None else _Texts(language)
    evaluator = Evaluator(names, texts.load, Budget(seconds=seconds))
    parsed = texts.load(f"{file}{SUFFIX}") if text is None else texts.parse(text, title)
    return _unmark_lines(evaluator.fill(parsed), texts.places, title)


def display_name(language: str, file: str | Path) -> str:
    """Return a file as the user knows it: a bundled one by its place in the project."""
    if isinstance(file, Path):
        return str(file)
    return f"templates/rules/{language}/{file}{SUFFIX}"


class _Texts:
    """Bundled texts that were parsed, with a mark at the end of each line that is printed.

    No other file can be read by naming it. `places` are those of the marks.
    """

    def __init__(self, language: str) -> None:
        self.places: list[SourceLocation] = []
        self._language = language
        self._parsed: dict[str, ParsedText] = {}

    def load(self, name: str) -> ParsedText:
        """Return a bundled text. Raises PrintkitError."""
        if name not in self._parsed:
            path, title = self._find_file(name)
            text = read_text(path, noun="text", max_bytes=limits.MAX_CHAPTER_BYTES)
            self._parsed[name] = self.parse(text, title)
        return self._parsed[name]

    def parse(self, text: str, title: str) -> ParsedText:
        """Parse a text. Raises PrintkitError with the title and the line."""
        environment = _environment()
        try:
            template = environment.parse(_mark_lines(text, title, self.places))
        except TemplateSyntaxError as error:
            raise _explain_syntax(error, f"{title}:{error.lineno}") from None
        except (RecursionError, ValueError):  # also of a number with thousands of digits
            words = environment.extensions[_CountedWords.identifier]
            assert isinstance(words, _CountedWords)
            raise PrintkitError(
                "Something between the brackets is too long or too deep to be read.",
                location=f"{title}:{words.line}",
                hint="Give a name to a part with {% set name = … %}.",
            ) from None
        check_nodes(template, title)
        return title, template

    def _find_file(self, name: str) -> tuple[Path, str]:
        """Return the path of a text, and its name for messages."""
        for language in (self._language, DEFAULT_LANGUAGE):
            path = find_content(f"rules/{language}", name)
            if path is not None and name.endswith(SUFFIX) and is_file(path):
                return path, f"templates/rules/{language}/{name}"
        parts = content_files(f"rules/{DEFAULT_LANGUAGE}/parts", SUFFIX)
        known = [f"parts/{part}{SUFFIX}" for part in parts]
        raise PrintkitError(
            f"There is no text {quote(name)}.", hint=did_you_mean(name, known, "texts")
        )


@lru_cache(maxsize=8)
def _bundled_texts(language: str) -> _Texts:
    """Return the bundled texts of a language."""
    return _Texts(language)


class _CountedWords(Extension):
    """Ends the parsing of a text that has more words than any needs.

    `line` is that of the last word.
    """

    line = 1

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """Pass the words on, and count them."""
        for count, token in enumerate(stream):
            if count > limits.MAX_CHAPTER_WORDS:
                raise TemplateSyntaxError(_TOO_LONG, token.lineno)
            self.line = token.lineno
            yield token


_TOO_LONG = "too long"


def _environment() -> Environment:
    return Environment(
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        comment_start_string="{##",
        comment_end_string="##}",
        extensions=[_CountedWords],
    )


def _check_length(count: int, file: str) -> None:
    """Refuse a text of more lines than can be read. Raises PrintkitError."""
    if count > limits.MAX_CHAPTER_LINES:
        message, hint = limits.MAX_CHAPTER_LINES.refusal(count)
        raise PrintkitError(message, location=f"{file}:{limits.MAX_CHAPTER_LINES + 1}", hint=hint)


def _mark_lines(text: str, file: str, places: list[SourceLocation]) -> str:
    """Return the text with a mark at the end of every line outside Jinja's own brackets.

    Raises PrintkitError.
    """
    _check_length(len(_NEWLINE.findall(text)), file)
    lines: list[str] = []
    inside: str | None = None
    for number, line in enumerate(_NEWLINE.split(text.translate(_LETTERS_OF_OURS)), 1):
        began, inside = inside, _open_bracket(line, inside)
        if began is None and inside is None and not _TAG.fullmatch(line):
            line += f"{_OPEN}{len(places)}{_CLOSE}"
            places.append(SourceLocation(file, number))
        lines.append(line)
    return "\n".join(lines) + "\n"


def _open_bracket(line: str, inside: str | None) -> str | None:
    """Return the bracket that is open at the end of a line, given that at its beginning."""
    position = 0
    while True:
        if inside is not None:
            end = line.find(_ENDS[inside], position)
            if end < 0:
                return inside
            position, inside = end + 2, None
        start = _STARTS.search(line, position)
        if start is None:
            return None
        position, inside = start.end(), start.group()


def _unmark_lines(text: str, places: list[SourceLocation], title: str) -> MarkdownSource:
    """Return the lines without their marks, and the location of each. Raises PrintkitError."""
    _check_length(text.count("\n"), title)
    lines: list[str] = []
    result: list[SourceLocation] = []
    last = SourceLocation(title, 1)
    for line in text.split("\n"):
        marks = _MARK.findall(line)
        if marks:
            last = places[int(marks[-1])]
        lines.append(_MARK.sub("", line).rstrip())
        result.append(last)
    return MarkdownSource(tuple(lines), tuple(result))


# What Jinja says of a text that it cannot read, and what is told: the match of the former goes into
# the latter.
_SYNTAX = (
    (_TOO_LONG, "There is too much between the brackets.", "Divide the text into several."),
    (r"closed is 'set'\.$", "“{{% set %}}” gives no value.", "Write {{% set a = 1 %}}."),
    (
        r"needs to be closed is '(\w{1,20})'\.$",
        "“{{% {0} %}}” is not closed.",
        "Write {{% end{0} %}} behind it.",
    ),
    (
        r"unknown tag '(end\w+|el\w+)'",
        "“{{% {0} %}}” stands behind nothing that it ends.",
        _READABLE,
    ),
    (
        r"unexpected char",
        "A sign has no meaning here, or a quotation mark is not closed.",
        _READABLE,
    ),
    (r"Missing end of comment", "A comment is not closed.", "Write ##}} behind it."),
    (r"(?:can't assign|assignment target)", "A value is given to what is no name.", _READABLE),
    (r"'end of template'", "A bracket is not closed before the end.", _READABLE),
    (
        r"unexpected '[]})]'|expected '[]})]'",
        "A bracket is not closed, or closed and not open.",
        _READABLE,
    ),
)


def _explain_syntax(error: TemplateSyntaxError, place: str) -> PrintkitError:
    """Return an error of Jinja in our own words."""
    words = error.message or ""
    for pattern, what, hint in _SYNTAX:
        if match := re.search(pattern, words):
            hint = hint if hint is _READABLE else hint.format(*match.groups())
            return PrintkitError(what.format(*match.groups()), location=place, hint=hint)
    if match := re.search(r"unknown tag '(.*?)'", words):
        return PrintkitError(
            f"There is no tag {quote(match[1])}.",
            location=place,
            hint=did_you_mean(match[1], _TAGS, "tags"),
        )
    return PrintkitError(
        "What stands between the brackets cannot be read.", location=place, hint=_READABLE
    )
