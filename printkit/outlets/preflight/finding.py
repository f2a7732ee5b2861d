"""What a check finds: the record, and a collector that keeps the worst of each kind.

The sentences are content: `preflight` in `templates/strings`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from printkit.base.errors import PrintkitError
from printkit.base.limits import Limit
from printkit.base.messages import DEFAULT_LANGUAGE, translate

# Rules that say what is worth a look; all others are faults.
_HINTS = {"changed", "near", "overprint", "spare", "spot", "srgb"}


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """What a target refuses, or what is worth a look.

    `pages` are those that have it, the worst first (from 1; none: the whole file). `place` is in mm
    from the upper left corner of the trim; `figure` was measured and `wanted` is asked for, in the
    unit of the message; `name` is that of a key, a font, a colour or a file.
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
        """True for a fault, false for a hint."""
        return self.rule not in _HINTS

    def message(self, language: str = DEFAULT_LANGUAGE) -> str:
        """Return the sentence that tells it."""
        return self._tell_part(language, "said")

    def hint(self, language: str = DEFAULT_LANGUAGE) -> str:
        """Return the cure."""
        return self._tell_part(language, "cure")

    def _tell_part(self, language: str, part: str) -> str:
        figure, wanted = (
            f"{v:g}" if isinstance(v, float) else v for v in (self.figure, self.wanted)
        )
        key = f"preflight.{self.rule}.{part}"
        return translate(language, key, name=self.name, figure=figure, wanted=wanted)

    @property
    def _excess(self) -> float:
        """How far the figure is from what is wanted."""
        if isinstance(self.figure, str) or isinstance(self.wanted, str):
            return 0.0
        return abs((self.figure or 0.0) - (self.wanted or 0.0))

    def join(self, other: Finding) -> Finding:
        """Return the worse of two findings of a kind, with the pages of both."""
        worst = other if other._excess > self._excess else self
        rest = sorted({*self.pages, *other.pages} - {*worst.pages[:1]})
        return replace(worst, pages=(*worst.pages[:1], *rest))


class Findings:
    """Collects the findings of a file: of each kind one."""

    def __init__(self, file: str = "") -> None:
        self.file = file
        self._kinds: dict[tuple[str, str, str], Finding] = {}

    def add(self, rule: str, file: str = "", **facts: Any) -> None:
        """Add a finding; `facts` are fields of it."""
        self.merge([Finding(rule=rule, file=file or self.file, **facts)])

    def merge(self, findings: Iterable[Finding], pages: Sequence[int] = ()) -> None:
        """Add findings of another collector, on `pages` if there are any."""
        for one in findings:
            new = replace(one, pages=tuple(pages)) if pages else one
            kind = new.file, new.rule, new.name
            self._kinds[kind] = self._kinds[kind].join(new) if kind in self._kinds else new

    def __iter__(self) -> Iterator[Finding]:
        return iter(self._kinds.values())


def keep_within(limit: Limit, count: int) -> None:
    """Raise PrintkitError for more than a limit allows."""
    if count > limit:
        message, hint = limit.refusal(count)
        raise PrintkitError(message, hint=hint)
