"""What a check finds: the record, and a collector that tells the worst of each kind once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from printkit.base.catalogue import Sentence, parse_sentence

# mm from the upper left corner of the trim.
Place = tuple[float, float]


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a target refuses, or, with `fault` false, that is worth a look.

    `rule` is its kind, `pages` are those that have it (from 1; none: the whole file). `message` and
    `hint` tell the worst of them: `place` in mm from the upper left corner of the trim, the
    `figure` that was measured and the one that is `wanted`, in the unit of the message.
    """

    rule: str
    message: str
    hint: str = ""
    file: str = ""
    pages: tuple[int, ...] = ()
    place: Place | None = None
    figure: float | None = None
    wanted: float | None = None
    fault: bool = True

    @property
    def kind(self) -> tuple[str, str, str, bool]:
        """What findings that are told together have in common."""
        return self.file, self.rule, parse_sentence(self.message)[0], self.fault

    @property
    def excess(self) -> float:
        """How far the figure is from the one that is wanted."""
        return abs((self.figure or 0.0) - (self.wanted or 0.0))


class Findings:
    """Collects findings: of each kind the worst, with all pages that have it."""

    def __init__(self, file: str = "") -> None:
        self.file = file
        self._worst: dict[tuple[str, str, str, bool], Finding] = {}

    def add(self, rule: str, message: str, hint: str = "", **facts: Any) -> None:
        """Add a finding; `facts` are the fields of Finding and, in the message, `values`."""
        values: dict[str, Any] = facts.pop("values", {})
        sentence = Sentence(message, **values) if values else message
        facts = {"file": self.file, **facts}
        self.merge([Finding(rule=rule, message=sentence, hint=hint, **facts)])

    def merge(self, findings: Iterable[Finding], pages: Sequence[int] = ()) -> None:
        """Add findings of another collector; those of a page stand on all `pages`."""
        for finding in findings:
            new = replace(finding, pages=tuple(pages)) if pages else finding
            old = self._worst.get(new.kind, new)
            worst = new if new.excess > old.excess else old
            together = tuple(sorted({*old.pages, *new.pages}))
            # The worst one is told with its own page first.
            first = worst.pages[:1]
            self._worst[new.kind] = replace(
                worst, pages=(*first, *(page for page in together if page not in first))
            )

    def __iter__(self) -> Any:
        return iter(self._worst.values())
