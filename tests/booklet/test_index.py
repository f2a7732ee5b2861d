"""The index: the order of its terms, and their pages."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from printkit.booklet.contents import page_ranges
from printkit.text.book import sort_key


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
