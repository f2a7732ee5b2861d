"""The decks of `examples/`: checked without warnings, and built completely."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest

import printkit
from tests.support.processes import needs, run
from tests.support.sample import cases

EXAMPLES = Path(__file__).parents[1] / "examples"
DECKS = {path.stem: path for path in sorted(EXAMPLES.glob("*/*.toml"))}
# Cards of each deck: five decks from five kinds of sources.
CARDS = {"low-water": 24, "moth-light": 36, "dimanche-soir": 42, "five-lamps": 91, "winds": 24}
MAX_BYTES = 3_000_000


def test_examples_are_five_small_folders() -> None:
    assert set(DECKS) == set(CARDS)
    assert sum(path.stat().st_size for path in EXAMPLES.rglob("*") if path.is_file()) < MAX_BYTES
    for slug, path in DECKS.items():
        assert path.parent.name == slug
        assert slug in (EXAMPLES / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("slug", cases(CARDS, ("moth-light", "winds")))
def test_example_passes_check_without_warnings(slug: str) -> None:
    assert printkit.check(str(DECKS[slug])) == ()
    assert printkit.list_warnings(str(DECKS[slug])) == ()
    variant = printkit.load(str(DECKS[slug])).variant
    assert variant.total == CARDS[slug]
    assert variant.author
    assert variant.licence


def count_pages(path: Path) -> int:
    """Return how many pages poppler finds in a PDF, 0 in a broken one."""
    lines = run(("pdfinfo", path)).stdout.splitlines()
    return next((int(line.split()[1]) for line in lines if line.startswith("Pages:")), 0)


@pytest.mark.parametrize("slug", cases(CARDS, ("moth-light", "winds")))
@needs("pdfinfo")
def test_example_kit_is_complete(slug: str, tmp_path: Path) -> None:
    built = printkit.build(str(DECKS[slug]), out=tmp_path)
    pdfs = [path for path in built.files if path.suffix == ".pdf"]
    names = " ".join(path.name for path in pdfs)
    assert all(part in names for part in (f"{slug}-cards-", f"{slug}-booklet-", "print-me-first"))
    for path in pdfs:
        with pikepdf.open(path) as pdf:
            assert count_pages(path) == len(pdf.pages) > 0, path.name
    half = tmp_path / "half.pdf"
    half.write_bytes(pdfs[0].read_bytes()[:200])
    assert count_pages(half) == 0  # the comparison can fail
