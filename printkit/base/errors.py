"""Errors that a user can cause, single or collected in one run, and warnings."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence, Sized
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from printkit.base.limits import MAX_FAULTS
from printkit.base.sentences import (
    Sentence,
    escape_invisible,
    parse_sentence,
    quote,
    shorten,
    take_first,
)

# The name of our package on an index.
PACKAGE = "sabacc-printkit"
_MAX_KEY = 48
# The maximum length of a message, and the parts of a longer one that are kept.
_MAX_MESSAGE, _MESSAGE_START, _MESSAGE_END = 360, 80, 24
# A longer place is shown without its middle.
_MAX_PLACE = 180
# More errors of one kind than this are grouped.
_MAX_ALIKE = 5
# A longer hint, such as a list of keys, is only shown with the first error.
_MAX_REPEATED = 80
_QUOTED = re.compile(r"“([^“”]*)”|(?<=«\u202f)([^«»]*)(?=\u202f»)")
# Raised by libraries in Rust; not a subclass of Exception.
_PANICS = ("PanicException",)
# A place: file, file:line or file:line:column.
_PLACE = re.compile(r"(.*?)(?::(\d+))?(?::(\d+))?", re.DOTALL)
# The parts that differ between errors of one kind: quoted words, keys with an index, numbers.
_PARTICULARS = re.compile(r"“.*”|\S*\[\d+\]\S*|\d+")


class PrintkitError(Exception):
    """A request that cannot be carried out. `str()` gives the paragraph to print.

    `message` describes the problem, `hint` the remedy, and `location` is a file, a file:line:column
    or a card. `code` is the English template of the message, the same for all errors of one kind;
    `arguments` are the values in it. `printkit.explain` translates an error.
    """

    def __init__(
        self, message: str, *, location: str | None = None, hint: str | None = None
    ) -> None:
        self.message = message
        self.location = location
        self.hint = hint
        super().__init__(message)

    @property
    def code(self) -> str:
        """The template of the message."""
        return parse_sentence(self.message)[0]

    @property
    def arguments(self) -> dict[str, Any]:
        """The values in the template."""
        return parse_sentence(self.message)[1]

    def __str__(self) -> str:
        return self.translated(str)

    def translated(self, translate: Callable[[str], str]) -> str:
        """Return the paragraph to print, with each sentence translated by `translate`."""
        place = self.location
        place = translate(place) if isinstance(place, Sentence) else place
        head = f"{_shorten_place(place)}: " if place else ""
        return _phrase(head, translate(self.message), translate(self.hint or ""))


class PrintkitWarning(UserWarning):
    """A warning about an omitted part, with the same fields as an error."""

    def __init__(self, error: PrintkitError) -> None:
        super().__init__(str(error))
        self.error = error


def warn(error: PrintkitError) -> None:
    """Show an error as a warning."""
    warnings.warn(PrintkitWarning(error), stacklevel=3)


@contextmanager
def locate_errors(location: str) -> Iterator[None]:
    """Context manager: set the location of errors that have none."""
    try:
        yield
    except PrintkitError as error:
        place = error.location or location
        raise type(error)(error.message, location=place, hint=error.hint) from None


@contextmanager
def library_reads(location: str, message: str, hint: str) -> Iterator[None]:
    """Context manager: turn any exception of a library that reads a user's file into a
    PrintkitError with this message and hint.

    Errors without a place get `location`. Exceptions unrelated to the file pass: a missing library,
    exhausted memory, or the end of the process.
    """
    try:
        with locate_errors(location):
            yield
    except (PrintkitError, ImportError, MemoryError):
        raise
    except BaseException as error:
        if not isinstance(error, Exception) and type(error).__name__ not in _PANICS:
            raise
        raise PrintkitError(message, location=location, hint=hint) from None


@contextmanager
def named_library(result: str, library: str) -> Iterator[None]:
    """Context manager: explain which result a missing library prevents."""
    try:
        yield
    except ImportError:
        raise PrintkitError(
            Sentence(
                "{result} cannot be made here: {library} is missing.",
                result=result,
                library=library,
            ),
            hint=Sentence(
                "Install it with {command}, or choose PDF or SVG.", command=install_command(library)
            ),
        ) from None


def install_command(library: str, extra: str = "") -> str:
    """Return the command that installs a missing library.

    It installs the `extra` from the folder that printkit was installed from (the user's checkout),
    or otherwise the library itself: on a package index, our name may belong to another project.
    """
    from importlib.metadata import PackageNotFoundError, distribution  # only needed for errors

    try:
        package = distribution(PACKAGE)
        requirements = package.requires or []
        origin = msgspec.json.decode(package.read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, msgspec.DecodeError):
        requirements, origin = [], {}
    if extra and "dir_info" in origin and _has_project(origin.get("url", "")):
        return f'pip install ".[{extra}]"'
    wanted = (one.partition(";")[0].strip() for one in requirements)
    alike = (one for one in wanted if re.split("[^a-z0-9-]", one.lower())[0] == library.lower())
    return f'pip install "{next(alike, library.lower())}"'


def _has_project(url: str) -> bool:
    """Return True if the folder of a `file:` URL still contains a project."""
    from urllib.request import url2pathname  # only needed for errors

    return Path(url2pathname(url.removeprefix("file://")), "pyproject.toml").is_file()


class UsageError(PrintkitError):
    """A request with a wrong name, value or combination (exit status 2)."""


class Diagnostic(msgspec.Struct, frozen=True, order=True):
    """An error in a definition.

    `file`, `line` and `column` are its place (from 1; 0 if unknown), `key` is the dotted key as the
    author wrote it, `message` describes the error, and `hint` describes the remedy. `sheet` is the
    sheet of a spreadsheet, and `card` is the id of the card, or its name in a row that cannot be
    read.
    """

    file: str
    line: int
    column: int
    key: str
    message: str
    hint: str = ""
    sheet: str = ""
    card: str = ""

    def __str__(self) -> str:
        return self.translated(str)

    @property
    def place(self) -> str:
        """Its place: `deck.toml:3:1`, in a spreadsheet `deck.xlsx, Cards!C14`."""
        if self.sheet:
            return f"{self.file}, {self.sheet}!{column_letters(self.column)}{self.line}"
        return ":".join(str(part) for part in (self.file, self.line, self.column) if part)

    def translated(self, translate: Callable[[str], str]) -> str:
        """Return the line to print, with each sentence translated by `translate`."""
        key = f"{shorten(self.key, _MAX_KEY)}: " if self.key else ""
        place = f"{self.place}: " if self.place else ""
        return _phrase(f"{place}{key}", translate(self.message), translate(self.hint))

    @property
    def kind(self) -> tuple[str, ...]:
        """The file, key and message without the parts that differ between similar errors."""
        key = re.sub(r"\[\d+\]", "[]", self.key)
        return self.file, key, _PARTICULARS.sub("", self.message)


def column_letters(number: int) -> str:
    """Return the letters of a column of a spreadsheet.

    >>> column_letters(1), column_letters(703)
    ('A', 'AAA')
    """
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


class DefinitionError(PrintkitError):
    """The errors in a definition: `problems` has at most a thousand, in the order of the file.

    `str()` groups errors of one kind and limits their number.
    """

    def __init__(self, problems: Iterable[Diagnostic]) -> None:
        first = list(islice(dict.fromkeys(problems), MAX_FAULTS + 1))
        self.complete = len(first) <= MAX_FAULTS
        self.problems = tuple(sorted(first[:MAX_FAULTS]))
        super().__init__(self.translated(str))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the errors instead of the message."""
        return type(self), (self.problems,), self.__dict__

    def __str__(self) -> str:
        return self.message

    def translated(self, translate: Callable[[str], str]) -> str:
        return "\n".join(self._lines(translate))

    def _lines(self, translate: Callable[[str], str]) -> Iterator[str]:
        """Yield a line for each error, and a single line for many errors of one kind."""
        kinds: dict[tuple[str, ...], list[Diagnostic]] = {}
        for problem in self.problems:
            kinds.setdefault(problem.kind, []).append(problem)
        together = {kind for kind, alike in kinds.items() if len(alike) > _MAX_ALIKE}
        shown = [
            problem
            for problem in self.problems
            if problem.kind not in together or problem is kinds[problem.kind][0]
        ]
        left, hints = len(self.problems), set[str]()
        for problem in take_first(shown)[0]:
            alike = kinds[problem.kind] if problem.kind in together else [problem]
            left -= len(alike)
            again = len(problem.hint) > _MAX_REPEATED and problem.hint in hints
            hints.add(problem.hint)
            shown_once = msgspec.structs.replace(problem, hint="") if again else problem
            more = translate(_more_places(alike[1:]))
            yield f"{shown_once.translated(translate)} {more}".rstrip()
        if left or not self.complete:
            at_least = "" if self.complete else "at least "
            count = left or 1
            noun = "error" if count == 1 else "errors"
            yield translate(Sentence(f"… and {at_least}{{count}} more {noun}.", count=count))


class RequestError(DefinitionError, UsageError):
    """The errors in the data of a request, such as a job; `problems` have keys and no lines."""


def _more_places(alike: Sequence[Diagnostic]) -> str:
    """Return the number and the first line numbers of further errors of one kind."""
    if not alike:
        return ""
    lines = list(dict.fromkeys(str(problem.line) for problem in alike if problem.line))
    shown = f"{', '.join(lines[:3])}{' …' if len(lines) > 3 else ''}"
    where = Sentence(": lines {lines}", lines=shown) if len(lines) > 1 else ""
    return Sentence(
        "The same error occurs in {alike} more places{where}.", alike=len(alike), where=where
    )


def _phrase(head: str, message: str, hint: str) -> str:
    """Return an error as one line, with escaped control characters and short quotations."""
    message = _QUOTED.sub(_shorten_quotation, message)
    if len(message) > _MAX_MESSAGE:  # a long text of a file
        message = f"{message[:_MESSAGE_START]} … {message[-_MESSAGE_END:]}"
    hint = _QUOTED.sub(_shorten_quotation, hint)
    return escape_invisible(f"{head}{message}{f' {hint}' if hint else ''}")


def _shorten_place(place: str) -> str:
    """Return a place; a path that fills more than two lines loses its middle."""
    if len(place) <= _MAX_PLACE:
        return place
    return f"{place[: _MAX_PLACE // 2]} … {place[-_MAX_PLACE // 3 :]}"


def _shorten_quotation(match: re.Match[str]) -> str:
    return quote(match[0])[1:-1] if match[1] is None else quote(match[1])


def problems(error: PrintkitError, location: str = "") -> tuple[Diagnostic, ...]:
    """Return the diagnostics of an error; `location` is the default place."""
    if isinstance(error, DefinitionError):
        return error.problems
    file, line, column = _PLACE.fullmatch(error.location or location).groups("0")  # type: ignore[union-attr]
    place = file, int(line), int(column)
    return (Diagnostic(*place, "", error.message, error.hint or ""),)


# The number of known names that are searched for the closest.
_MAX_SEARCHED = 1_000
# The characters of all listed names of a file, and of one such name.
_MAX_FILE_NAMES, _MAX_NAME = 60, 24


def closest_match(word: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """Return the known word closest to a misspelt one, or None.

    `cutoff` is the minimum share of common letters, from 0 to 1.
    """
    near = (name for name in islice(known, _MAX_SEARCHED) if abs(len(name) - len(word)) < 12)
    return _find_closest(word, tuple(near), cutoff)


@lru_cache(maxsize=4096)  # a table repeats its misspelt words
def _find_closest(word: str, near: tuple[str, ...], cutoff: float) -> str | None:
    from difflib import get_close_matches  # only needed for errors

    matches = get_close_matches(word, near, n=1, cutoff=cutoff)
    return matches[0] if matches else None


def did_you_mean(word: str, known: Iterable[str], kind: str, *, of_file: bool = False) -> str:
    """Return the hint for an unknown name: the closest known name, then all names.

    With `of_file` the names come from a file, and only a few are listed.
    """
    known = known if isinstance(known, Sized) else list(known)
    names = sorted(islice(known, _MAX_SEARCHED))
    if not names:
        return Sentence("No {kind} are known.", kind=kind)
    listed, longest = [*take_first(names)[0]], _MAX_NAME if of_file else _MAX_KEY
    match = closest_match(word, names)
    while of_file and len(listed) > 1 and sum(map(len, listed)) > _MAX_FILE_NAMES:
        listed.pop()
    more = len(known) - len(listed)
    near = "Did you mean “{match}”? " if match else ""
    return Sentence(
        f"{near}Known {{kind}}: {{names}}{' and {more} more' if more else ''}.",
        kind=kind,
        names=", ".join(shorten(name, longest) for name in listed),
        **({"match": shorten(match, longest)} if match else {}),
        **({"more": more} if more else {}),
    )


def require_known(
    name: str,
    known: Collection[str],
    message: str,
    kind: str,
    error: type[PrintkitError] = PrintkitError,
) -> None:
    """Raise `error` for an unknown name, with the known names of its kind in the hint."""
    if name not in known:
        raise error(message, hint=did_you_mean(name, known, kind))
