"""Errors that a user can cause, printed as one paragraph each.

No command ever shows a traceback for one of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


class PrintkitError(Exception):
    """A request that cannot be carried out.

    `location` is a file, a file:line:column or a card; `message` says what is wrong, `hint` what
    would be accepted. `str()` gives the paragraph to print.
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

    `line` and `column` count from 1, 0 if unknown. `key` is the dotted key as the author wrote it.
    """

    file: str
    line: int
    column: int
    key: str
    message: str
    hint: str = ""

    def __str__(self) -> str:
        location = ":".join(str(part) for part in (self.file, self.line, self.column) if part)
        key = f"{self.key}: " if self.key else ""
        accepted = f" {self.hint}" if self.hint else ""
        return f"{location}: {key}{self.message}{accepted}"


class DefinitionError(PrintkitError):
    """A definition has faults: all of them, in the order of the file."""

    def __init__(self, problems: Iterable[Diagnostic]) -> None:
        self.problems = tuple(sorted(set(problems)))
        super().__init__("\n".join(map(str, self.problems)))


def problems(error: PrintkitError, location: str = "") -> tuple[Diagnostic, ...]:
    """Return the diagnostics of an error; `location` is used if the error has none."""
    if isinstance(error, DefinitionError):
        return error.problems
    return (Diagnostic(error.location or location, 0, 0, "", error.message, error.hint or ""),)


_MAX_NAMES = 24


def closest_match(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that a misspelt one most likely means, or None."""
    from difflib import get_close_matches  # only who mistypes pays for it

    matches = get_close_matches(word, list(known), n=1, cutoff=0.6)
    return matches[0] if matches else None


def did_you_mean(word: str, known: Iterable[str], kind: str) -> str:
    """Return the hint for an unknown name: the closest known name, then all of them."""
    names = sorted(known)
    match = closest_match(word, names)
    hint = f"Did you mean “{match}”? " if match else ""
    if not names:
        return f"No {kind} are known."
    more = f" and {len(names) - _MAX_NAMES} more" if len(names) > _MAX_NAMES else ""
    return f"{hint}Known {kind}: {', '.join(names[:_MAX_NAMES])}{more}."
