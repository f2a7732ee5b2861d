"""Parsed texts in the user's cache are those that are read, and no stale one is used."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from printkit.base import content
from printkit.base.content import content_folders, digest_files
from printkit.base.files import cache_folder
from printkit.model.definition_files import books
from printkit.model.load import load
from printkit.text import kept_books, loader
from printkit.text.book import Book
from printkit.text.kept_books import find_anthology, find_booklet, find_start_sheet
from tests.support.decks import own


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of parsed texts in an empty cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return cache_folder() / kept_books.FOLDER


@pytest.fixture
def count_reads(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Return the number of booklets that were read, not found."""
    read: list[str] = []
    original = loader.load_booklet

    def load_booklet(*args: object) -> Book:
        read.append("")
        return original(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(loader, "load_booklet", load_booklet)
    return lambda: len(read)


@pytest.mark.sampled(every=3)
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("slug", ["casino", "kessel", "mos-eisley", "tarot"])
def test_kept_texts_are_those_read(slug: str, language: str) -> None:
    variant = load(slug)
    for find, read in (
        (find_booklet, loader.load_booklet),
        (find_start_sheet, loader.load_start_sheet),
    ):
        first, again = find(variant, language), find(variant, language)
        assert first == again == read(variant, language)
        assert repr(again) == repr(first)
        assert [*again.variants] == [*first.variants]


@pytest.mark.usefixtures("folder")
def test_kept_anthology_is_that_read() -> None:
    name = next(iter(books()))
    first, again = find_anthology(name, "en"), find_anthology(name, "en")
    assert repr(again) == repr(first)
    assert [*again.variants] == [*first.variants]


def test_text_is_read_once(folder: Path, count_reads: Callable[[], int]) -> None:
    find_booklet(load("kessel"), "en")
    find_booklet(load("kessel"), "en")
    assert count_reads() == 1
    find_booklet(load("kessel"), "fr")
    find_booklet(load("casino"), "en")
    assert count_reads() == 3
    assert len([*folder.iterdir()]) == 3


def test_damaged_record_is_read_again(folder: Path, count_reads: Callable[[], int]) -> None:
    book = find_booklet(load("kessel"), "en")
    (kept,) = folder.iterdir()
    whole = kept.read_bytes()
    for damaged in (b"", whole[:-1], whole[:80] + b"?" + whole[81:], b"?" + whole[1:]):
        kept.write_bytes(damaged)
        before = count_reads()
        assert find_booklet(load("kessel"), "en") == book
        assert count_reads() == before + 1
        assert kept.read_bytes() == whole


@pytest.mark.usefixtures("folder")
def test_changed_program_reads_again(
    count_reads: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    find_booklet(load("kessel"), "en")
    monkeypatch.setattr(content, "program_digest", lambda: "another")
    find_booklet(load("kessel"), "en")
    assert count_reads() == 2


def test_program_digest_covers_each_source(tmp_path: Path) -> None:
    """A changed text, part, definition, table or word changes the digest of the content."""
    templates, digests = content_folders()[0], set()
    names = (
        "rules/en/casino.md",
        "rules/en/parts/agree-casino.md",
        "variants/casino.toml",
        "strings/en.toml",
        "typography.toml",
    )
    for name in names:
        copy = tmp_path / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes((templates / name).read_bytes())
    digests.add(digest_files({"templates": tmp_path}))
    for name in names:
        with (tmp_path / name).open("a") as file:
            file.write("\n")
        digests.add(digest_files({"templates": tmp_path}))
    assert len(digests) == 1 + len(names)


def test_changed_game_is_not_kept(folder: Path, tmp_path: Path) -> None:
    """A preset and an own definition, even under the slug of a game, have texts of their own."""
    find_booklet(load("kessel@outlaws"), "en")
    find_booklet(own(tmp_path, 'extends = "kessel"\nslug = "kessel"\nname.en = "Mine"'), "en")
    assert not folder.exists()


def test_unwritable_cache_changes_nothing(folder: Path, tmp_path: Path) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.touch()
    assert find_booklet(load("kessel"), "en") == loader.load_booklet(load("kessel"), "en")
