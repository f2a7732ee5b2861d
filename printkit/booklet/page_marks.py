"""Marks on strips: what the furniture of pages has to know of the text that is on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from msgspec import Struct

from printkit.graphics.display_list import Symbol
from printkit.layout.records import PlacedStrip, Strip
from printkit.text.book import Chapter


class HeadingMark(Struct, frozen=True, eq=False):
    """A heading: its level (1: of a chapter), its words and its anchor."""

    level: int
    title: str
    anchor: str


class ChapterMark(Struct, frozen=True, eq=False):
    """The beginning of a chapter."""

    chapter: Chapter


class MarginNote(Struct, frozen=True, eq=False):
    """A drawing in the margin, beside the strip."""

    symbol: Symbol


Mark = TypeVar("Mark")


def marks_of(strip: Strip, kind: type[Mark]) -> list[Mark]:
    """Return the marks of one kind on a strip."""
    return [mark for mark in strip.marks if isinstance(mark, kind)]


def marks_on(page: Sequence[PlacedStrip], kind: type[Mark]) -> Iterator[tuple[Mark, float]]:
    """Yield the marks of one kind on a page, with the tops of their strips."""
    for strip, top in page:
        for mark in marks_of(strip, kind):
            yield mark, top
