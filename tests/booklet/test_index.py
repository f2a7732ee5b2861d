"""The index: the order of its terms, and their pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.art.theme import theme
from printkit.booklet.compose import lay_out_book
from printkit.booklet.contents import _cut, page_ranges
from printkit.booklet.page_style import BookSpec, HeadingMark, marks_of
from printkit.text.book import InlineText, ParagraphBlock, sort_key
from printkit.text.glossary import GLOSSARY
from tests.support.builds import LANGUAGES, read_book

SPEC = BookSpec(theme("classic"), 148.0, 210.0)


def test_terms_are_sorted_by_language() -> None:
    terms = ["Zéro", "étalage", "œil", "Étoile", "obtenir", "offrir", "eau", "évidence"]
    ordered = sorted(terms, key=sort_key)
    assert ordered == ["eau", "étalage", "Étoile", "évidence", "obtenir", "œil", "offrir", "Zéro"]


@given(st.lists(st.integers(1, 60), min_size=1, max_size=30))
def test_page_ranges_keep_every_page(pages: list[int]) -> None:
    told: set[int] = set()
    for text, first in page_ranges(pages):
        ends = [int(part) for part in text.split("–")]
        assert ends[0] == first
        assert len(ends) == 1 or ends[1] - ends[0] >= 2
        told |= set(range(ends[0], ends[-1] + 1))
    assert told == set(pages)


@pytest.mark.parametrize(
    ("terms", "rows", "heights"),
    [((2, 2, 2), 3, [2, 2, 2]), ((5, 1), 3, [3, 3, 0]), ((1, 4), 4, [1, 4, 0])],
)
def test_columns_of_the_index_are_filled(
    terms: tuple[int, ...], rows: int, heights: list[int]
) -> None:
    """`terms` are their numbers of lines; a term that is longer than a column fills it."""
    lines: list[Any] = [SimpleNamespace(opens=line == 0) for n in terms for line in range(n)]
    columns, end = _cut(lines, 0, 3, rows)
    assert [len(column) for column in columns] == heights
    assert end == len(lines)


def pointers(name: str, language: str) -> Iterator[tuple[str, str, int, bool]]:
    """Yield each glossary entry of a book: its term, its section, the page printed for it, and
    whether that page marks the term in its section or bears the heading that names it.
    """
    book = read_book(name, language)
    pages = [
        (number, [strip for strip, _ in page])
        for number, page, _ in lay_out_book(book, SPEC).numbered()
    ]
    marked: set[tuple[int, str, str]] = set()
    headed: dict[str, int] = {}
    section = ""
    for number, strips in pages:
        for strip in strips:
            for heading in marks_of(strip, HeadingMark):
                section = heading.anchor
                headed[section] = number
            marked |= {(number, section, term.casefold()) for term in strip.terms}
    (glossary,) = (chapter for chapter in book.chapters if chapter.anchor == GLOSSARY)
    for block in glossary.blocks:
        entry = block.line[0] if isinstance(block, ParagraphBlock) else None
        if not isinstance(entry, InlineText) or entry.term is None or entry.link is None:
            continue
        printed = re.compile(rf"{re.escape(entry.text)}\s→\sp\.\s(\d+)")
        found = (
            printed.match(strip.text)
            for number, strips in pages
            if number >= headed[GLOSSARY]
            for strip in strips
        )
        page = int(next(match for match in found if match)[1])
        key, term = entry.link[1:], entry.term.casefold()
        marks = {number for number, where, one in marked if (where, one) == (key, term)}
        yield term, key, page, page in (marks or {headed[key]})


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["coruscant-shift", "kessel", "pazaak-round"])
def test_glossary_names_pages_that_explain_terms(name: str, language: str) -> None:
    found = [*pointers(name, language)]
    assert len(found) > 8
    assert not [(term, section, page) for term, section, page, right in found if not right]


def test_glossary_prefers_sections_that_terms_name() -> None:
    sections = {term: section for term, section, _, _ in pointers("coruscant-shift", "en")}
    assert (sections["shift"], sections["selection"]) == ("shift", "select")
    assert sections["target number"] == "hands"


def test_glossary_prefers_rules_to_story() -> None:
    sections = {term: section for term, section, _, _ in pointers("kessel", "en")}
    assert (sections["blood"], sections["sand"]) == ("deck", "deck")
