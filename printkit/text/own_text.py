"""A user's own chapters: a text that may come from a stranger.

It is filled in by a child process with limits where the system has them, and under a budget
everywhere; what comes of it is printed if it is no more than a booklet holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from printkit.base import limits
from printkit.base.child_process import ProcessLimits, run_limited
from printkit.base.errors import DefinitionError, Diagnostic
from printkit.base.files import read_text
from printkit.base.limits import Limit
from printkit.text.template import MarkdownSource, render_text
from printkit.text.template_budget import large_error, slow_error


class _FilledText(msgspec.Struct, frozen=True):
    """A text that was filled in, and the games that it names."""

    source: MarkdownSource
    games: tuple[str, ...]


def render_own_text(
    language: str,
    file: Path,
    names: Mapping[str, Any],
    list_games: Callable[[], tuple[str, ...]],
) -> tuple[MarkdownSource, tuple[str, ...]]:
    """Fill in a user's text; `list_games` tells the games that it has named.

    Raises PrintkitError.
    """
    text = read_text(file, noun="text", max_bytes=limits.MAX_CHAPTER_BYTES)
    seconds = limits.MAX_CHAPTER_SECONDS

    def render() -> _FilledText:
        return _FilledText(
            render_text(language, file, names, text=text, seconds=seconds), list_games()
        )

    place = str(file)
    process = ProcessLimits(
        seconds, limits.MAX_CHAPTER_MEMORY, slow=slow_error(place), large=large_error(place)
    )
    filled = run_limited(render, _FilledText, process)
    if faults := list(_find_size_faults(filled.source)):
        raise DefinitionError(faults)
    return filled.source, filled.games


def _find_size_faults(source: MarkdownSource) -> Iterator[Diagnostic]:
    """Yield where a text has more than can be set soon."""
    total = paragraphs = chapters = length = brackets = 0
    for line, place in zip(source.lines, source.places, strict=True):
        if not line:
            length = brackets = 0
            continue
        chapters += line.startswith("# ")
        paragraphs += length == 0
        total += len(line)
        length += len(line)
        brackets += line.count("[")
        word = max(map(len, line.split()), default=0)
        counts: tuple[tuple[Limit, int], ...] = (
            (limits.MAX_CHAPTER_TEXT, total),
            (limits.MAX_CHAPTERS, chapters),
            (limits.MAX_PARAGRAPHS, paragraphs),
            (limits.MAX_PARAGRAPH, length),
            (limits.MAX_BRACKETS, brackets),
            (limits.MAX_WORD, word),
        )
        for limit, count in counts:
            if count > limit:
                yield place.problem(*limit.refusal(count))
                return
