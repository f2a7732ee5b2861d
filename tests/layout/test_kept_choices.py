"""Choices of searches that a wheel keeps: found by content, never stale, with the same pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from printkit.base import content
from printkit.base.content import ChoiceTable, choices_of, content_path, recorded_choices
from printkit.booklet import compose
from printkit.jobs.build import render
from printkit.jobs.job import make_job
from printkit.jobs.plan import plan as plan_job
from printkit.layout.fitting import any_fit, find_largest_kept
from printkit.layout.records import Overflow
from printkit.library import builds
from printkit.products.summary import SummarySizes, _PageMaker

SIZES = (7.0, 8.0, 9.0, 10.0, 11.0, 12.0)
PRODUCTS = ("summary", "reference-cards", "start", "tuck-box", "booklet")


class Search:
    """A search for the largest size of at most `limit`, and the sizes that it tried."""

    def __init__(self, limit: float) -> None:
        self.limit, self.tried = limit, list[float]()

    def attempt(self, size: float) -> str | Overflow:
        self.tried.append(size)
        return f"{size:g} pt" if size <= self.limit else Overflow(1.0, "too large")

    def run(self) -> str | Overflow:
        return find_largest_kept("text", self.attempt, SIZES)


@pytest.fixture(autouse=True)
def _searched() -> Iterator[None]:
    """Let each test search; the other tests record the choices of all documents."""
    former = content._RECORDED.set(None)
    yield
    content._RECORDED.reset(former)


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A wheel whose table has the third size for the document `a`; yield its file."""
    folders = content_path(), tmp_path
    file = tmp_path / f"{content.CHOICES}{content.SUFFIX}"
    monkeypatch.setattr(content, "_folders", lambda: folders)
    _write(file, {"a": {"text-1": (2,)}})
    yield file
    content._kept_table.cache_clear()


def _write(file: Path, table: ChoiceTable) -> None:
    file.write_bytes(content.keep(content.source_digest().encode(), table))
    content._kept_table.cache_clear()


def test_search_without_a_document_tries_sizes() -> None:
    search = Search(10.0)
    assert search.run() == "10 pt"
    assert len(search.tried) > 1


def test_search_is_recorded_and_asked_again() -> None:
    search = Search(10.0)
    with recorded_choices() as table, choices_of("a"):
        assert search.run() == "10 pt"
    assert table == {"a": {"text-1": (3,)}}


@pytest.mark.usefixtures("kept")
def test_kept_choice_is_tried_alone() -> None:
    search = Search(10.0)
    with choices_of("a"):
        assert search.run() == "9 pt", "the table is believed"
        assert search.tried == [9.0]
        assert search.run() == "10 pt", "the second search of this name has no choice"


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize("key", ["b", ""])
def test_other_document_is_searched(key: str) -> None:
    with choices_of(key):
        assert Search(10.0).run() == "10 pt"


@pytest.mark.usefixtures("kept")
def test_choice_that_overflows_is_searched() -> None:
    with choices_of("a"):
        assert Search(8.0).run() == "8 pt"


@pytest.mark.usefixtures("kept")
def test_check_takes_no_kept_choice() -> None:
    with any_fit(), choices_of("a"):
        assert Search(10.0).run() == "10 pt"


@pytest.mark.usefixtures("kept")
def test_choices_of_other_sources_are_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(content, "source_digest", lambda: "another")
    with choices_of("a"):
        assert Search(10.0).run() == "10 pt"


def test_search_that_fails_is_not_recorded() -> None:
    with recorded_choices() as table, choices_of("a"):
        assert isinstance(Search(1.0).run(), Overflow)
    assert table == {"a": {}}


# Games


@pytest.fixture(scope="module")
def table() -> ChoiceTable:
    """The choices of the kits of Pazaak, as a wheel has them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(builds, "variant_slugs", lambda: ("pazaak",))
        patch.setattr(builds, "product_sets", lambda: ())
        return builds.make_choices()


def _build(language: str = "en", **options: Any) -> dict[str, bytes]:
    compose._last.clear()  # a booklet that was composed before is not composed again
    job = make_job("pazaak", PRODUCTS, languages=(language,), formats=("pdf",), **options)
    return {file.name: file.data for file in render(plan_job(job)).files}


def test_files_with_kept_choices_are_those_of_a_search(
    kept: Path, table: ChoiceTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[object] = []
    fill = _PageMaker._fill

    def counted(self: _PageMaker, *choice: Any) -> Any:
        tried.append(choice)
        return fill(self, *choice)

    monkeypatch.setattr(_PageMaker, "_fill", counted)
    _write(kept, {})
    searched, searches = _build(), len(tried)
    _write(kept, table)
    assert _build() == searched
    assert (searches > 1, len(tried) - searches) == (True, 1)


def test_files_show_a_kept_choice(kept: Path, table: ChoiceTable) -> None:
    searched = _build()
    smaller = {
        key: {
            name: _smaller(*chosen) if name == "page-1" else chosen for name, chosen in own.items()
        }
        for key, own in table.items()
    }
    _write(kept, smaller)
    changed = [name for name, data in _build().items() if data != searched[name]]
    assert changed == ["pazaak-summary-en.pdf"]


def _smaller(*chosen: Any) -> tuple[Any, ...]:
    """Return the choice of a page with smaller text; a first page is left as it is."""
    return (*chosen[:2], chosen[2] - SummarySizes.STEP) if len(chosen) == 3 else chosen


def test_choices_of_another_theme_or_language_are_searched(
    kept: Path, table: ChoiceTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    _write(kept, table)
    asked: list[object] = []
    init = content.Choices.__init__

    def noted(self: content.Choices, known: Any, made: Any) -> None:
        asked.append(known)
        init(self, known, made)

    monkeypatch.setattr(content.Choices, "__init__", noted)
    _build(theme="noir")
    assert not any(asked)
    asked.clear()
    _build("fr")
    assert sum(map(bool, asked)) == len(PRODUCTS)


def test_document_without_key_is_not_recorded() -> None:
    with recorded_choices() as table, choices_of(""):
        assert Search(10.0).run() == "10 pt"
    assert table == {}


@pytest.mark.usefixtures("kept")
def test_search_without_recording_leaves_table_unchanged() -> None:
    with choices_of("b"):
        Search(10.0).run()
    assert content._kept_table() == {"a": {"text-1": (2,)}}
