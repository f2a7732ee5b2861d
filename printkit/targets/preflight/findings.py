"""The record of a finding, and a collector that keeps the worst finding of each kind.

The sentences are content: `preflight` in `templates/strings`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypedDict, cast

import msgspec
from msgspec.structs import asdict, replace

from printkit.base.errors import PrintkitError
from printkit.base.limits import Limit
from printkit.base.messages import DEFAULT_LANGUAGE, translate, translate_fault
from printkit.base.sentences import Sentence

# The list that a build leaves in its folder.
MANIFEST = "manifest.json"
# Rules whose findings are hints; findings of all others are errors.
_HINTS = {"changed", "near", "overprint", "skipped", "spare", "spot", "srgb"}


class FindingData(TypedDict):
    """A finding as plain data: `fault` is false for a hint.

    `pages` are the pages concerned, the worst first (none for the whole file). `place` is in mm
    from the upper left corner of the trim. `figure` is the measured value, or the reason why a file
    cannot be checked; `wanted` is the required value; `name` is the name of a key, a font, a colour
    or a file.
    """

    rule: str
    file: str
    pages: list[int]
    place: list[float] | None
    figure: float | str | None
    wanted: float | str | None
    name: str
    fault: bool
    message: str
    hint: str


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """An error for which a target rejects a file, or a warning.

    `pages` are the pages with this finding, the worst first (from 1; none for the whole file).
    `place` is in mm from the upper left corner of the trim; `figure` is the measured value and
    `wanted` the required one, in the unit of the message; `name` is the name of a key, a font, a
    colour or a file.
    """

    rule: str
    file: str = ""
    pages: tuple[int, ...] = ()
    place: tuple[float, float] | None = None
    figure: float | str | None = None
    wanted: float | str | None = None
    name: str = ""

    @property
    def fault(self) -> bool:
        """True for an error, false for a hint."""
        return self.rule not in _HINTS

    def message(self, language: str = DEFAULT_LANGUAGE) -> str:
        """Return the sentence that describes the finding."""
        return self._tell_part(language, "said")

    def hint(self, language: str = DEFAULT_LANGUAGE) -> str:
        """Return the remedy."""
        return self._tell_part(language, "cure")

    def _tell_part(self, language: str, part: str) -> str:
        facts = {"figure": self.figure, "wanted": self.wanted, "name": self.name}
        point = translate(language, "tiling.point")
        words = {
            key: f"{value:g}".replace(".", point) if isinstance(value, float) else value
            for key, value in _translate_facts(facts, language).items()
        }
        return translate(language, f"preflight.{self.rule}.{part}", **words)

    def as_data(self, language: str = DEFAULT_LANGUAGE) -> FindingData:
        """Return the finding as plain data, with its sentences in a language."""
        words = {"message": self.message(language), "hint": self.hint(language)}
        return cast(
            FindingData, {**_translate_facts(asdict(self), language), "fault": self.fault, **words}
        )

    @property
    def excess(self) -> float:
        """The difference between the measured and the required value, or 0 if one of them is
        text.
        """
        if isinstance(self.figure, str) or isinstance(self.wanted, str):
            return 0.0
        return abs((self.figure or 0.0) - (self.wanted or 0.0))


def _translate_facts(facts: Mapping[str, Any], language: str) -> dict[str, Any]:
    """Return facts with their sentences in a language."""
    return {
        key: translate_fault(language, value) if isinstance(value, Sentence) else value
        for key, value in facts.items()
    }


class Findings:
    """Collects the worst finding of each kind, for the `file` and the `pages` that are checked."""

    def __init__(self) -> None:
        self.file = ""
        self.pages: tuple[int, ...] = ()
        self._kinds: dict[tuple[str, str, str], Finding] = {}

    def add(self, rule: str, **facts: Any) -> None:
        """Add a finding; `facts` are values of its fields."""
        new = Finding(**{"rule": rule, "file": self.file, "pages": self.pages, **facts})
        kind = new.file, new.rule, new.name
        old = self._kinds.setdefault(kind, new)
        worst = max(old, new, key=lambda one: one.excess)
        rest = sorted({*old.pages, *new.pages} - {*worst.pages[:1]})
        self._kinds[kind] = replace(worst, pages=(*worst.pages[:1], *rest))

    def add_error(self, error: PrintkitError) -> None:
        """Add the finding that the file cannot be checked, with the reason."""
        self.add("refused", figure=Sentence(error.message), wanted=Sentence(error.hint or ""))

    def take(self, of_file: Iterable[Finding]) -> None:
        """Add the findings of a file that was checked separately."""
        for one in of_file:
            self._kinds[one.file, one.rule, one.name] = one

    def __iter__(self) -> Iterator[Finding]:
        return iter(self._kinds.values())


def keep_within(limit: Limit, count: int) -> None:
    """Raise PrintkitError if a count is above a limit."""
    if count > limit:
        message, hint = limit.refusal(count)
        raise PrintkitError(message, hint=hint)
