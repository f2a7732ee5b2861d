"""A bar for long work on a terminal; nothing in a pipe."""

from __future__ import annotations

import sys
from types import TracebackType

import click

from printkit.base.progress import CHAPTERS_STAGE, GAMES_STAGE, LAYOUT_STAGE, PAGES_STAGE

# The share of a build that laying out takes, roughly.
_LAYOUT_SHARE = 0.6
_LENGTH = 1000
# From where to where the stages of a book take the bar on its way to the next product.
_IN_BOOK = {GAMES_STAGE: (0.0, 0.35), CHAPTERS_STAGE: (0.35, 0.8), PAGES_STAGE: (0.8, 1.0)}
# The rest of the time is told from this share on: before, it would be a guess.
_ESTIMATE_FROM = 0.75


class ProgressBar:
    """The bar of one build: stages as they are told, from the first tenth on."""

    def __init__(self, label: str) -> None:
        self.done, self.total = 0, 1
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
        if stage in _IN_BOOK:  # some way from this product to the next
            begin, end = _IN_BOOK[stage]
            share = (self.done + begin + share * (end - begin)) / self.total * _LAYOUT_SHARE
        elif stage == LAYOUT_STAGE:
            self.done, self.total = done, max(total, 1)
            share *= _LAYOUT_SHARE
        else:
            share = _LAYOUT_SHARE + share * (1 - _LAYOUT_SHARE)
        self.bar.show_eta = share >= _ESTIMATE_FROM
        self.bar.update(max(int(share * _LENGTH) - self.bar.pos, 0))
