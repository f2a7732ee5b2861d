"""Errors that a user can cause, printed as one paragraph each.

No command ever shows a traceback for one of them.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator, Sequence, Sized
from contextlib import contextmanager
from itertools import islice
from typing import Any

import msgspec

from printkit.base.limits import MAX_FAULTS, MAX_FAULTS_SHOWN
from printkit.base.plain_text import escape_invisible, quote, shorten

_MAX_KEY = 48
# A message of ours is shorter than this; of one that is longer its start and its end are kept.
_MAX_MESSAGE, _MESSAGE_START, _MESSAGE_END = 360, 80, 24
# More faults of one kind than this are told together.
_MAX_ALIKE = 5
# A hint that is longer, such as a list of keys, is told with the first fault that has it.
_MAX_REPEATED = 80
_QUOTED = re.compile(r"“([^“”]*)”")
# What differs among faults of one kind: quoted words, keys with an index, numbers.
_ARGUMENTS = re.compile(r"“([^“”]*)”|\d+(?:[.,]\d+)*")
_PARTICULARS = re.compile(r"“.*”|\S*\[\d+\]\S*|\d+")


class Sentence(str):
    """A sentence with the template and the arguments that it is made of.

    `Sentence("A hand of {game} has {count}.", game="casino", count=4)`. The template is the key
    under which `templates/faults` has the sentence in other languages. A sentence with `parts` is
    said part by part.
    """

    template: str
    arguments: dict[str, Any]
    parts: tuple[str, ...] = ()

    def __new__(cls, template: str, **arguments: Any) -> Sentence:
        sentence = super().__new__(cls, template.format(**arguments) if arguments else template)
        sentence.template, sentence.arguments = template, arguments
        return sentence


def join_sentences(first: str, second: str) -> Sentence:
    """Join two sentences that are each told in a language by themselves."""
    (one, own), (other, others) = parse_sentence(first), parse_sentence(second)
    joined = Sentence(f"{first} {second}")
    joined.template, joined.arguments = f"{one} {other}", {**others, **own}
    joined.parts = (first, second)
    return joined


def parse_sentence(text: str) -> tuple[str, dict[str, Any]]:
    """Return the template and the arguments of a sentence.

    What is no `Sentence` has its quoted words and numbers as arguments, named 1, 2 …

    >>> parse_sentence("“papre” is not one of 3 formats.")
    ('“{1}” is not one of {2} formats.', {'1': 'papre', '2': '3'})
    """
    if isinstance(text, Sentence):
        return text.template, text.arguments
    arguments: dict[str, Any] = {}

    def take(match: re.Match[str]) -> str:
        name = str(len(arguments) + 1)
        arguments[name] = match[0] if match[1] is None else match[1]
        return f"{{{name}}}" if match[1] is None else f"“{{{name}}}”"

    return _ARGUMENTS.sub(take, text), arguments


class PrintkitError(Exception):
    """A request that cannot be carried out.

    `location` is a file, a file:line:column or a card; `message` says what is wrong, `hint` what
    would be accepted. `str()` gives the paragraph to print. `code` is what errors of one kind have
    in common, the English template of the message; `arguments` are what differs.
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
        """What was filled into the template."""
        return parse_sentence(self.message)[1]

    def __str__(self) -> str:
        head = f"{self.location}: " if self.location else ""
        return _phrase(head, self.message, self.hint or "")


class PrintkitWarning(UserWarning):
    """Something that is left out, so that all else can go on."""


def warn(error: PrintkitError) -> None:
    """Warn of an error that stops nothing."""
    warnings.warn(str(error), PrintkitWarning, stacklevel=3)


@contextmanager
def locate_errors(location: str) -> Iterator[None]:
    """Tell errors raised inside where they are, if they do not know."""
    try:
        yield
    except PrintkitError as error:
        place = error.location or location
        raise type(error)(error.message, location=place, hint=error.hint) from None


@contextmanager
def named_library(result: str, library: str) -> Iterator[None]:
    """Turn the lack of a library into an error that says what cannot be made."""
    try:
        yield
    except ImportError:
        raise PrintkitError(
            Sentence(
                "{result} cannot be made here: {library} is missing.",
                result=result,
                library=library,
            ),
            hint=Sentence("Install {library}, or choose PDF or SVG.", library=library),
        ) from None


class UsageError(PrintkitError):
    """The command line itself is wrong (exit status 2)."""


class Diagnostic(msgspec.Struct, frozen=True, order=True):
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
        key = f"{shorten(self.key, _MAX_KEY)}: " if self.key else ""
        return _phrase(f"{location}: {key}", self.message, self.hint)

    @property
    def kind(self) -> tuple[str, ...]:
        """What faults have in common that differ in place and in words of the file alone."""
        key = re.sub(r"\[\d+\]", "[]", self.key)
        return self.file, key, _PARTICULARS.sub("", self.message)


class DefinitionError(PrintkitError):
    """A definition has faults: all of them, in the order of the file, up to a thousand.

    In words those of one kind are told together, and no more than can be read.
    """

    def __init__(self, problems: Iterable[Diagnostic]) -> None:
        first = list(islice(dict.fromkeys(problems), MAX_FAULTS + 1))
        self.complete = len(first) <= MAX_FAULTS
        self.problems = tuple(sorted(first[:MAX_FAULTS]))
        super().__init__("\n".join(self._lines()))

    def __reduce__(self) -> tuple[object, ...]:
        """Travel between processes as the faults, not as their words."""
        return DefinitionError, (self.problems,), self.__dict__

    def __str__(self) -> str:
        return self.message

    def _lines(self) -> Iterator[str]:
        """Write the faults, a line each; many of one kind in the line of the first."""
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
        for problem in shown[:MAX_FAULTS_SHOWN]:
            alike = kinds[problem.kind] if problem.kind in together else [problem]
            left -= len(alike)
            again = len(problem.hint) > _MAX_REPEATED and problem.hint in hints
            hints.add(problem.hint)
            shown_once = msgspec.structs.replace(problem, hint="") if again else problem
            yield str(shown_once) + _more_places(alike[1:])
        if left or not self.complete:
            at_least = "" if self.complete else "at least "
            count = left or 1
            yield f"… and {at_least}{count} more {'fault' if count == 1 else 'faults'}."


def _more_places(alike: Sequence[Diagnostic]) -> str:
    """Write how many more faults of one kind there are, and where the next of them are."""
    if not alike:
        return ""
    lines = list(dict.fromkeys(str(problem.line) for problem in alike if problem.line))
    where = f": lines {', '.join(lines[:3])}{' …' if len(lines) > 3 else ''}"
    return f" The same in {len(alike)} more places{where if len(lines) > 1 else ''}."


def _phrase(head: str, message: str, hint: str) -> str:
    """Write an error as one line: nothing in it that a terminal obeys, little of a file.

    Every fault and every error becomes words here.
    """
    message = _QUOTED.sub(lambda match: quote(match[1]), message)
    if len(message) > _MAX_MESSAGE:  # of a file, whatever holds it together
        message = f"{message[:_MESSAGE_START]} … {message[-_MESSAGE_END:]}"
    hint = _QUOTED.sub(lambda match: quote(match[1]), hint)
    return escape_invisible(f"{head}{message}{f' {hint}' if hint else ''}")


def problems(error: PrintkitError, location: str = "") -> tuple[Diagnostic, ...]:
    """Return the diagnostics of an error; `location` is used if the error has none."""
    if isinstance(error, DefinitionError):
        return error.problems
    return (Diagnostic(error.location or location, 0, 0, "", error.message, error.hint or ""),)


# Of known names this many are listed, and this many searched for the closest.
_MAX_NAMES, _MAX_SEARCHED = 24, 1_000
# Of the names of a file this many characters are listed; a longer name has its start shown.
_MAX_FILE_NAMES, _MAX_LISTED = 60, 24


def closest_match(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that a misspelt one most likely means, or None."""
    from difflib import get_close_matches  # only who mistypes pays for it

    near = [name for name in islice(known, _MAX_SEARCHED) if abs(len(name) - len(word)) < 12]
    matches = get_close_matches(word, near, n=1, cutoff=0.6)
    return matches[0] if matches else None


def did_you_mean(word: str, known: Iterable[str], kind: str, *, of_file: bool = False) -> str:
    """Return the hint for an unknown name: the closest known name, then all of them.

    Of the names of a file (`of_file`) a few are listed.
    """
    known = known if isinstance(known, Sized) else list(known)
    names = sorted(islice(known, _MAX_SEARCHED))
    if not names:
        return Sentence("No {kind} are known.", kind=kind)
    listed, longest = names[:_MAX_NAMES], _MAX_LISTED if of_file else _MAX_KEY
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
