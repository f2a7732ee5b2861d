"""What a person is told when something cannot be done.

In: a place, a sentence, a cure. Out: exceptions that print as one paragraph.

Every error a user can cause ends here, so that no command ever shows a traceback for one.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass


class PrintkitError(Exception):
    """Something a person asked for cannot be done.

    `location` is where (a file, a file:line:column, a card), `message` a sentence, `hint` another
    that says what would be accepted. `str()` gives the one paragraph to print.
    """

    def __init__(
        self, message: str, *, location: str | None = None, hint: str | None = None
    ) -> None:
        self.message = message
        self.location = location
        self.hint = hint
        super().__init__(message)

    def __str__(self) -> str:
        head = f"{self.location}: " if self.location else ""
        tail = f" {self.hint}" if self.hint else ""
        return f"{head}{self.message}{tail}"


class UsageError(PrintkitError):
    """The command line itself is wrong (exit status 2)."""


@dataclass(frozen=True, slots=True, order=True)
class Diagnostic:
    """One fault of a definition.

    `line` and `column` count from 1; 0 means that it is not known.
    `key` is the dotted key as the author wrote it, `hint` what would have been right.
    """

    file: str
    line: int
    column: int
    key: str
    message: str
    hint: str = ""

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part)
        key = f"{self.key}: " if self.key else ""
        accepted = f" {self.hint}" if self.hint else ""
        return f"{place}: {key}{self.message}{accepted}"


class DefinitionError(PrintkitError):
    """A definition has faults: all of them, in the order of the file."""

    def __init__(self, problems: Iterable[Diagnostic]) -> None:
        self.problems = tuple(sorted(set(problems)))
        super().__init__("\n".join(map(str, self.problems)))


def problems(error: PrintkitError, place: str = "") -> tuple[Diagnostic, ...]:
    """What an error tells, one by one; `place` where it names none."""
    if isinstance(error, DefinitionError):
        return error.problems
    return (Diagnostic(error.location or place, 0, 0, "", error.message, error.hint or ""),)


_MAX_NAMES = 24


def closest_match(word: str, known: Iterable[str]) -> str | None:
    """The known word that a typing error most likely meant, or None."""
    found = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return found[0] if found else None


def did_you_mean(word: str, known: Iterable[str], kind: str) -> str:
    """A cure for an unknown name: the nearest known one, then all of them."""
    names = sorted(known)
    near = closest_match(word, names)
    hint = f"Did you mean “{near}”? " if near else ""
    if not names:
        return f"No {kind} are known."
    more = f" and {len(names) - _MAX_NAMES} more" if len(names) > _MAX_NAMES else ""
    return f"{hint}Known {kind}: {', '.join(names[:_MAX_NAMES])}{more}."
