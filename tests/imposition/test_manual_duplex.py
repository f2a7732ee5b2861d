"""Manual duplex: on each possible printer, every sheet gets its back, head up.

A simulated printer handles a stack that is put back as it came out; PDFium and pikepdf read the
files back.
"""

import io
import re
from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pikepdf
import pypdfium2 as pdfium
import pytest
from msgspec.structs import replace

from printkit.base import paper_sizes
from printkit.base.printer_profile import MANUAL, ManualFeed, Profile, parse_feed
from printkit.imposition.grid import SheetSpec
from printkit.imposition.sheets import impose_cards
from printkit.jobs.build import build
from printkit.jobs.job import make_job
from printkit.pieces.pages import Document, split_sides
from printkit.pieces.protocols import writer
from tests.support.raster import CAPTION, apart, pdf_pixels, toys

A4 = paper_sizes.paper("a4")
AS_IT_CAME = ManualFeed(False, False, False)


class Printer(NamedTuple):
    """The effect of a printer on a stack that is put back as it came out."""

    on_white: bool
    same_head: bool
    same_sheet: bool

    def feed_again(self, count: int, feed: ManualFeed) -> list[tuple[int, bool, bool]]:
        """Return the sheets in feed order.

        Each has two flags: its blank side is printed, and its head is up.
        """
        order = [*range(count)] if self.same_sheet else [*reversed(range(count))]
        white, head = self.on_white, self.same_head
        if feed.turn_over:  # like a page of a book: the last is on top, the head stays in place
            order, white = order[::-1], not white
        return [(sheet, white, head != feed.upside_down) for sheet in order]

    def tested(self) -> ManualFeed:
        """Return the result of the two-sheet test for a stack put back as it came out."""
        test = self.feed_again(2, AS_IT_CAME)
        (sheet, white, head), _ = test
        return ManualFeed.from_test(on_white=white, same_head=head, same_sheet=sheet == 0)


PRINTERS = [Printer(*bits) for bits in product((True, False), repeat=3)]


def deck(feed: ManualFeed = AS_IT_CAME, count: int = 25) -> Document:
    imposed = impose_cards(toys(count, 63.5, 88.9), SheetSpec(A4, duplex=MANUAL), CAPTION)
    return Document("a deck", "en", imposed.pages, imposed.duplex, feed)


def files(document: Document) -> dict[str, bytes]:
    return {artifact.suffix: artifact.data for artifact in writer("pdf")(document)}


def numbers(data: bytes) -> list[int]:
    """Return the numbers of the sheets from their labels."""
    with pdfium.PdfDocument(data) as pdf:
        texts = [page.get_textpage().get_text_range() for page in pdf]
    return [int(found[1]) for text in texts if (found := re.search(r"(\d+)/3\b", text))]


@pytest.mark.parametrize("printer", PRINTERS)
def test_manual_backs_are_on_blank_sides_head_up(printer: Printer) -> None:
    feed = printer.tested()
    parts, upright = files(deck(feed)), files(deck())["-2.pdf"]
    assert [*parts] == ["-1.pdf", "-2.pdf"]
    assert numbers(parts["-1.pdf"]) == [1, 2, 3]
    backs = numbers(parts["-2.pdf"])
    for at, (sheet, white, head) in enumerate(printer.feed_again(3, feed)):
        assert white
        assert head
        assert backs[at] == sheet + 1
        drawn = pdf_pixels(parts["-2.pdf"], at, 210, 297)
        paper = drawn if printer.same_head else np.rot90(drawn, 2)
        assert apart(np.ascontiguousarray(paper), pdf_pixels(upright, sheet, 210, 297)) == 0


def test_feed_test_distinguishes_all_printers() -> None:
    assert len({printer.tested() for printer in PRINTERS}) == len(PRINTERS)
    first = PRINTERS[0]
    wrong = [feed for feed in map(Printer.tested, PRINTERS) if _astray(first, feed)]
    assert len(wrong) == len(PRINTERS) - 1


def _astray(printer: Printer, feed: ManualFeed) -> bool:
    backs = [*range(3)][:: -1 if feed.reversed_order else 1]
    fed = printer.feed_again(3, feed)
    return any(
        not white or not head or backs[i] != sheet for i, (sheet, white, head) in enumerate(fed)
    )


def test_front_without_back_gets_a_blank_back() -> None:
    document = deck()
    short = replace(document, pages=tuple(p for p in document.pages if p.name != "02b"))
    fronts, backs = split_sides(short)
    assert [page.name for page in fronts.pages] == ["01a", "02a", "03a"]
    assert [page.name for page in backs.pages] == ["01b", "02a-blank", "03b"]
    assert not [*backs.pages[1].items]


def test_document_without_backs_is_one_file() -> None:
    document = deck()
    alone = replace(document, pages=tuple(page for page in document.pages if not page.back))
    assert [*files(alone)] == [".pdf"]


@pytest.mark.parametrize("feed", [printer.tested() for printer in PRINTERS])
def test_feed_round_trips_through_text_and_profile(feed: ManualFeed) -> None:
    assert parse_feed(feed.as_text()) == feed
    profile = Profile("home", duplex=MANUAL, manual=feed)
    assert Profile.from_data(profile.as_data()) == profile


def test_manual_duplex_kit_is_kept_by_later_build(tmp_path: Path) -> None:
    """Cards, tokens and the booklet are two files each, and a later build keeps them."""
    keys = ("cards", "tokens", "booklet-imposed")
    job = make_job("kessel", keys, duplex=MANUAL, out=tmp_path)
    made = build(job)
    entries = {entry["product"]: entry for entry in made.manifest["made"]}
    assert {key for key, entry in entries.items() if entry["sides"] == MANUAL} == {*keys}
    assert made.manifest["options"]["booklet_duplex"] == MANUAL
    for key in keys:
        pair = [tmp_path / "kessel" / f"kessel-{key}-en-{number}.pdf" for number in (1, 2)]
        for file in pair:
            with pikepdf.open(io.BytesIO(file.read_bytes())) as pdf:
                assert len(pdf.pages) == entries[key]["sheets"]
                assert pdf.Root.ViewerPreferences.Duplex == "/Simplex"
    assert build(job).unchanged_count == len(made.files) == 7
    again = build(make_job("kessel", keys, duplex="long", out=tmp_path))
    left = sorted(file.name for file in (tmp_path / "kessel").glob("*.pdf"))
    assert left == sorted(file.name for file in again.files)
