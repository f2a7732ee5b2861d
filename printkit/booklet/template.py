"""Texts with placeholders: Jinja2 in a sandbox, strict about names.

The result is Markdown, and for each line the file and line that it was written on. Every fault of a
template is reported with that location.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec
from jinja2 import StrictUndefined, TemplateNotFound, TemplateSyntaxError, Undefined
from jinja2.exceptions import SecurityError, TemplateError, UndefinedError
from jinja2.loaders import BaseLoader
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing

from printkit.base.content import content_path
from printkit.base.errors import PrintkitError, did_you_mean
from printkit.base.files import is_file, read_text, resolve_within
from printkit.base.messages import DEFAULT_LANGUAGE
from printkit.booklet.book import SourceLocation
from printkit.model.variant import RULES_FILE

# A line carries where it was written through Jinja between these, and they are taken off again.
_OPEN, _CLOSE = "\ue000", "\ue001"
_LETTERS_OF_OURS = str.maketrans("", "", "\ue000\ue001\ue002")
# Between what is wrong with a name and the cure.
_CURE = "\ue002"
_MARK = re.compile(f"{_OPEN}(\\d+){_CLOSE}")
# What Jinja does not print: a line of nothing else leaves no line behind.
_TAG = re.compile(r"\s*(\{%.*%\}|\{##.*##\})\s*")
_STARTS = re.compile(r"\{\{|\{%|\{##")
# A comment is {## … ##}: {#…} is an anchor.
_ENDS = {"{{": "}}", "{%": "%}", "{##": "##}"}
# As Jinja counts lines.
_NEWLINE = re.compile(r"\r\n|\r|\n")
SUFFIX = RULES_FILE
_MAX_FILE_BYTES = 4_000_000


class MarkdownSource(msgspec.Struct, frozen=True):
    """Markdown, line by line, with the location of each line."""

    lines: tuple[str, ...]
    places: tuple[SourceLocation, ...]


def render_text(language: str, file: str | Path, names: Mapping[str, Any]) -> MarkdownSource:
    """Render a bundled text by name, or a user's own by path, with all numbers in place.

    Raises PrintkitError with the file and the line.
    """
    places: list[SourceLocation] = []
    title = display_name(language, file)
    own = file if isinstance(file, Path) else None
    environment = ImmutableSandboxedEnvironment(
        undefined=_strict_undefined(names),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        comment_start_string="{##",
        comment_end_string="##}",
        loader=_TextLoader(language, own, places),
    )
    try:
        text = environment.get_template(_OWN if own else f"{file}{SUFFIX}").render(names)
    except TemplateSyntaxError as error:
        raise _to_printkit_error(error, f"{error.filename or title}:{error.lineno}") from None
    except (
        TemplateError,
        PrintkitError,
        ArithmeticError,
        LookupError,
        TypeError,
        ValueError,
        AttributeError,
        RecursionError,
        OverflowError,
    ) as error:
        raise _to_printkit_error(error, _template_location(error.__traceback__, title)) from None
    return _unmark_lines(text, places, title)


def display_name(language: str, file: str | Path) -> str:
    """Return a file as the user knows it: a bundled one by its place in the project."""
    if isinstance(file, Path):
        return str(file)
    return f"templates/rules/{language}/{file}{SUFFIX}"


# What a person's own file is called within Jinja: no file of ours is.
_OWN = "="


class _TextLoader(BaseLoader):
    """Bundled texts and one of the user's own, with a mark at the end of each line that Jinja
    prints.

    No other file can be loaded by naming it.
    """

    def __init__(self, language: str, own: Path | None, places: list[SourceLocation]) -> None:
        self.language = language
        self.own = own
        self.places = places

    def get_source(self, environment: object, template: str) -> tuple[str, str, Callable[[], bool]]:
        path, told = self._find_file(template)
        text = read_text(path, noun="text", max_bytes=_MAX_FILE_BYTES)
        return _mark_lines(text, told, self.places), told, lambda: True

    def _find_file(self, name: str) -> tuple[Path, str]:
        """Return the path of a text, and its name for messages."""
        if name == _OWN and self.own is not None:
            return self.own, str(self.own)
        for language in (self.language, DEFAULT_LANGUAGE):
            path = resolve_within(content_path("rules", language), name)
            if path is not None and name.endswith(SUFFIX) and is_file(path):
                return path, f"templates/rules/{language}/{name}"
        told = f"templates/rules/{self.language}/{name}"
        raise TemplateNotFound(name, f"There is no text “{told}”.")


def _strict_undefined(names: Mapping[str, Any]) -> type[Undefined]:
    """Return Jinja's class for unknown names: an error that suggests known ones."""

    class Unknown(StrictUndefined):
        def __init__(
            self,
            hint: str | None = None,
            obj: Any = missing,
            name: str | None = None,
            exc: type[UndefinedError] = UndefinedError,
        ) -> None:
            super().__init__(hint or _hint(obj, name, names), obj, name, exc)

    return Unknown


def _hint(owner: Any, name: str | None, names: Mapping[str, Any]) -> str:
    """Return what is wrong with a name, and what would be right, as one text."""
    told = str(name)
    if owner is missing:
        return f"there is no name “{told}”{_CURE}{did_you_mean(told, names, 'names')}"
    known = [key for key in dir(owner) if not key.startswith("_")]
    if isinstance(owner, Mapping):
        known = [str(key) for key in owner]
    hint = did_you_mean(told, known, "names") if not isinstance(owner, str | list | tuple) else ""
    return f"nothing is called “{told}” there{_CURE}{hint}"


def _mark_lines(text: str, file: str, places: list[SourceLocation]) -> str:
    """Return the text with a mark at the end of every line outside Jinja's own brackets."""
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
    at = 0
    while True:
        if inside is not None:
            end = line.find(_ENDS[inside], at)
            if end < 0:
                return inside
            at, inside = end + 2, None
        start = _STARTS.search(line, at)
        if start is None:
            return None
        at, inside = start.end(), start.group()


def _unmark_lines(text: str, places: list[SourceLocation], title: str) -> MarkdownSource:
    """Return the lines without their marks, and the location of each."""
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


def _template_location(trace: TracebackType | None, title: str) -> str:
    """Return the innermost line of a template that an error came from."""
    result = title
    while trace is not None:
        name = trace.tb_frame.f_code.co_filename
        if name.endswith(SUFFIX) or name == title:
            result = f"{name}:{trace.tb_lineno}"
        trace = trace.tb_next
    return result


def _to_printkit_error(error: Exception, place: str) -> PrintkitError:
    """Return an error in our own words."""
    if isinstance(error, PrintkitError):
        return PrintkitError(error.message, location=place, hint=error.hint)
    if isinstance(error, TemplateNotFound):
        return PrintkitError(error.message or "A text is missing.", location=place)
    if isinstance(error, SecurityError):
        return PrintkitError("The text asks for what a text may not do.", location=place)
    what, _, hint = (str(error) or type(error).__name__).partition(_CURE)
    what = what.translate(_LETTERS_OF_OURS).rstrip(".")
    return PrintkitError(
        f"The text cannot be filled in: {what}.", location=place, hint=hint or None
    )
