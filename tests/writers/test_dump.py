"""The dump: a page as text, and the golden file of one page."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from printkit.base import paper_sizes
from printkit.imposition.grid import SheetSpec
from printkit.model.load import load
from printkit.pieces.pages import Document
from printkit.pieces.protocols import writer
from tests.support.raster import build_files, toy_sheets


@pytest.fixture(scope="module")
def kessel(tmp_path_factory: pytest.TempPathFactory) -> str:
    built = build_files(tmp_path_factory.mktemp("dump"), "kessel", formats=("dump",))
    (file,) = built.files
    assert file.name == "kessel-cards-en.txt"
    return file.read_text(encoding="utf-8")


def sections(text: str) -> dict[str, list[str]]:
    """Return the head lines (pages and symbols) with the lines below them."""
    found: dict[str, list[str]] = {}
    own: list[str] = []
    for line in text.splitlines():
        if not line.startswith(" "):
            own = found.setdefault(line, [])
        else:
            own.append(line)
    return found


def part(text: str, *starts: str) -> str:
    """Return the sections that start with one of these, as text."""
    lines: list[str] = []
    for head, below in sections(text).items():
        if head.startswith(starts):
            lines += [head, *below]
    return "\n".join(lines) + "\n"


def test_dump_of_front_and_back_matches_golden(
    kessel: str, golden: Callable[[str, str], None]
) -> None:
    golden("kessel-en-page-01.txt", part(kessel, "page 01a", "page 01b"))


def test_dump_of_two_faces_matches_golden(kessel: str, golden: Callable[[str, str], None]) -> None:
    variant = load("kessel")
    first, last = variant.cards[0].id, variant.cards[-1].id
    golden("kessel-en-faces.txt", part(kessel, f"symbol face-{first} ", f"symbol face-{last} "))


def test_dump_of_fold_sheet_matches_golden(golden: Callable[[str, str], None]) -> None:
    sheets = toy_sheets(
        3, paper_sizes.card("poker"), SheetSpec(paper_sizes.paper("a4"), duplex="fold")
    )
    document = Document("Toy", "en", sheets.pages)
    (output,) = writer("dump")(document)
    golden("toy-fold.txt", output.data.decode())


def test_dump_defines_every_used_symbol(kessel: str) -> None:
    used = set(re.findall(r"^ +use (\S+)", kessel, flags=re.MULTILINE))
    told = set(re.findall(r"^symbol (\S+)", kessel, flags=re.MULTILINE))
    assert used == told


def test_dump_contains_words_positions_and_colours(kessel: str) -> None:
    texts = re.findall(
        r"^ +text “(.+?)” \S+ [\d.]+ at -?[\d.]+,-?[\d.]+ wide [\d.]+ #[0-9a-f]{6}$",
        kessel,
        flags=re.MULTILINE,
    )
    for card in load("kessel").cards:
        assert card.index in texts
        assert card.layout == "pips" or (card.caption or card.name)["en"].upper() in texts
    assert "layer cut (hidden)" in kessel
    assert "layer art\n" in kessel
