"""A bar for long work on a terminal; nothing in a pipe."""

from __future__ import annotations

import sys
from types import TracebackType

import click

from printkit.jobs.plan import LAYOUT_STAGE

# The share of a build that laying out takes, roughly.
_LAYOUT_SHARE = 0.6
_LENGTH = 1000
# The rest of the time is told from this share on: before, it would be a guess.
_ESTIMATE_FROM = 0.75


class ProgressBar:
    """The bar of one build: stages as they are told, from the first tenth on."""

    def __init__(self, label: str) -> None:
        self.bar = click.progressbar(
            length=_LENGTH,
            label=label,
            file=sys.stderr,
            hidden=not sys.stderr.isatty(),
            show_eta=False,
        )

    def __enter__(self) -> ProgressBar:
        self.bar.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.bar.__exit__(kind, error, trace)

    def __call__(self, stage: str, done: int, total: int) -> None:
        """Show how far a build is."""
        share = done / total if total else 1.0
        if stage == LAYOUT_STAGE:
            share *= _LAYOUT_SHARE
        else:
            share = _LAYOUT_SHARE + share * (1 - _LAYOUT_SHARE)
        self.bar.show_eta = share >= _ESTIMATE_FROM
        self.bar.update(int(share * _LENGTH) - self.bar.pos)
