"""Progress of long work: a stage, how much of it is done, and how much there is."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, int, int], None]
# Products laid out and pages written, of all. Within a book: games read, chapters laid out, pages
# drawn.
LAYOUT_STAGE, WRITE_STAGE = "layout", "write"
GAMES_STAGE, CHAPTERS_STAGE, PAGES_STAGE = "games", "chapters", "pages"


def no_progress(stage: str, done: int, total: int) -> None:
    """Discard progress reports."""
