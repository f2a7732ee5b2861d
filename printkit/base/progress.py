"""Progress reports: a stage, the number of finished steps, and their total."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, int, int], None]
# The steps of a build are products, pictures that are read for one, and written pages; of a book
# games, chapters and pages.
LAYOUT_STAGE, PICTURES_STAGE, WRITE_STAGE = "layout", "pictures", "write"
GAMES_STAGE, CHAPTERS_STAGE, PAGES_STAGE = "games", "chapters", "pages"


def no_progress(stage: str, done: int, total: int) -> None:
    """Discard progress reports."""
