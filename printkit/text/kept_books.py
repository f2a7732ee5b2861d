"""Keep the parsed texts of bundled games in the user's cache.

This saves a tenth of the time for a booklet. The texts of other definitions are parsed every time.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from printkit.base.content import find_record, keep_record
from printkit.base.processes import Progress, no_progress
from printkit.model.definition_files import variant_slugs
from printkit.model.load import load
from printkit.model.variant import Variant
from printkit.text.book import Book, Chapter

# The folder of parsed texts in the user's cache, and their kinds.
FOLDER = "texts"
_BOOKLET, _START_SHEET, _ANTHOLOGY = "booklet", "start-sheet", "anthology"


class _KeptBook(msgspec.Struct, frozen=True, array_like=True):
    """A book with the slugs of its games in place of the games."""

    title: str
    subtitle: str
    chapters: tuple[Chapter, ...]
    games: tuple[str, ...]
    has_plates: bool


def find_booklet(variant: Variant, language: str) -> Book:
    """Return the booklet of one game, as `load_booklet` reads it. Raises PrintkitError."""

    def read() -> Book:
        from printkit.text.loader import load_booklet

        return load_booklet(variant, language)

    return _find(_BOOKLET, variant.slug, language, read) if _is_bundled(variant) else read()


def find_start_sheet(variant: Variant, language: str) -> Book:
    """Return the text of the start sheet of a game, as `load_start_sheet` reads it.

    Raises PrintkitError.
    """

    def read() -> Book:
        from printkit.text.loader import load_start_sheet

        return load_start_sheet(variant, language)

    return _find(_START_SHEET, variant.slug, language, read) if _is_bundled(variant) else read()


def find_anthology(name: str, language: str, progress: Progress = no_progress) -> Book:
    """Return an anthology, as `load_anthology` reads it. Raises PrintkitError."""

    def read() -> Book:
        from printkit.text.loader import load_anthology

        return load_anthology(name, language, progress)

    return _find(_ANTHOLOGY, name, language, read)


def _is_bundled(variant: Variant) -> bool:
    """Return True for a bundled game without changes: it is loaded once per process."""
    slug = variant.slug
    return slug in variant_slugs() and variant is load(slug)


def _find(kind: str, name: str, language: str, read: Callable[[], Book]) -> Book:
    """Return a kept book, or the result of `read`. The result is kept if nothing was omitted from
    it.
    """
    facts = f"{kind} {name} {language}".encode()
    place = Path(FOLDER, f"{kind}-{name}-{language}")
    if (kept := find_record(place, facts, _KeptBook)) is not None:
        title, subtitle, chapters = kept.title, kept.subtitle, kept.chapters
        games = {slug: load(slug) for slug in kept.games}
        return Book(name, language, title, subtitle, chapters, games, has_plates=kept.has_plates)
    book = read()
    if not book.left_out:
        slugs = tuple(book.variants)
        record = _KeptBook(book.title, book.subtitle, book.chapters, slugs, book.has_plates)
        keep_record(place, facts, record)
    return book
