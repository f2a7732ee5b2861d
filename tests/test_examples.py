"""The decks of `examples/`: checked without a word, and built whole."""

from __future__ import annotations

import shutil
from pathlib import Path

import pikepdf
import pytest

import printkit
from tests.support.processes import needs, run
from tests.support.shared import make_once

EXAMPLES = Path(__file__).parents[1] / "examples"
DECKS = {path.stem: path for path in sorted(EXAMPLES.glob("*/*.toml"))}
# Cards of each deck: five decks, as many kinds of sources.
CARDS = {"low-water": 24, "moth-light": 36, "dimanche-soir": 42, "five-lamps": 91, "winds": 24}
MAX_BYTES = 3_000_000


def test_the_examples_are_five_small_folders() -> None:
    assert set(DECKS) == set(CARDS)
    assert sum(path.stat().st_size for path in EXAMPLES.rglob("*") if path.is_file()) < MAX_BYTES
    for slug, path in DECKS.items():
        assert path.parent.name == slug
        assert slug in (EXAMPLES / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("slug", CARDS)
def test_an_example_is_right_without_a_word(slug: str) -> None:
    assert printkit.check(str(DECKS[slug])) == ()
    assert printkit.list_warnings(str(DECKS[slug])) == ()
    variant = printkit.load(str(DECKS[slug])).variant
    assert variant.total == CARDS[slug]
    assert variant.author
    assert variant.licence


@pytest.mark.parametrize("slug", CARDS)
@needs("pdfinfo")
def test_the_kit_of_an_example_is_whole(slug: str) -> None:
    def build(folder: Path) -> Path:
        printkit.build(str(DECKS[slug]), output=folder)
        return folder

    folder: Path = make_once(f"the kit of {slug}", build)
    pdfs = sorted(folder.rglob("*.pdf"))
    names = " ".join(path.name for path in pdfs)
    assert f"{slug}-cards-" in names
    assert f"{slug}-booklet-" in names
    assert "print-me-first" in names
    for path in pdfs:
        with pikepdf.open(path) as pdf:
            pages = len(pdf.pages)
        said = run("pdfinfo", path).stdout
        assert f"Pages:{pages:>16}" in said, path.name
    faulty = folder / "half.pdf"
    shutil.copy(pdfs[0], faulty)
    faulty.write_bytes(faulty.read_bytes()[:200])  # the comparison can fail
    assert "Pages:" not in run("pdfinfo", faulty).stdout
    faulty.unlink()
