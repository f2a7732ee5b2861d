"""What teaches a game in its booklet: sums, the turn in pictures, and the table of payments."""

import io
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import pikepdf
import pytest

from printkit.art.theme import theme
from printkit.booklet.page_style import BookSpec, make_palette, type_area_for
from printkit.booklet.panels import payments
from printkit.booklet.pictures import Pictures
from printkit.graphics.measures import MIN_PAGE_TEXT_SIZE
from printkit.layout.records import Canvas
from printkit.text.book import PAYING, STRIP, Book, Panel, walk_blocks
from tests.support.builds import WITH_BOOKLET, build_once, read_book, write
from tests.support.decks import variant
from tests.support.prints import printed
from tests.support.sample import cases
from tests.support.walk import leaves

PLAYED = [slug for slug in WITH_BOOKLET if variant(slug).is_played]
SOME = ("casino", "classic", "corellian-spike", "coruscant-shift", "kessel", "pazaak", "tarot")
# A few games have fewer phases in a loop than panels; Cloud City has a fifth phase.
FEWEST, MOST = 3, 4
# The least payments that are divided into two groups.
DIVIDED = 5
# A sum, a difference, and a sum of plus and minus, as their pictures are read aloud.
SUMS = (
    ("casino", "en", "Pure sabacc: Mistress of Flasks + 9 of Sabers + 3 of Coins + Queen of Air"),
    ("casino", "fr", "Bombardé\u00a0: 11 de Flasque + 8 de Sabre + 2 de Pièce + 6 de Bâton = 27"),
    ("kessel", "en", "Smallest difference: 5 of Blood – 2 of Sand = 3"),
    ("corellian-spike", "fr", "Nulrhek\u00a0: +6 de Carrés + −9 de Cercles = −3"),
)


def panels(book: Book, kind: str) -> list[Panel]:
    blocks = walk_blocks([block for chapter in book.chapters for block in chapter.blocks])
    return [block for block in blocks if isinstance(block, Panel) and block.kind == kind]


def figures(node: Any) -> Iterator[str]:
    """Yield the descriptions of the figures in a structure tree."""
    if isinstance(node, pikepdf.Array):
        for child in node:
            yield from figures(child)
    elif isinstance(node, pikepdf.Dictionary):
        if node.get("/S") == "/Figure":
            yield str(node.Alt)
        if "/K" in node:
            yield from figures(node.K)


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize(("slug", "language", "wanted"), SUMS)
def test_sum_is_one_figure_read_in_order(slug: str, language: str, wanted: str) -> None:
    (artifact,) = write("pdf", slug, "booklet", language)
    with pikepdf.open(io.BytesIO(artifact.data)) as file:
        found = [*figures(file.Root.StructTreeRoot.K)]
    assert [figure.startswith(wanted) for figure in found].count(True) == 1


@pytest.mark.sampled(every=2)
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("slug", cases(PLAYED, PLAYED[::2]))
def test_each_phase_of_a_round_has_a_picture(slug: str, language: str) -> None:
    game = variant(slug)
    (play,) = game.plays
    shown = [panel.phase for panel in play.strip]
    rounds = [phase.id for phase in game.phases if phase.loop]
    assert FEWEST <= len(shown) <= max(MOST, len(rounds))
    assert {*rounds} <= {*shown}
    strips = panels(read_book(slug, language), STRIP)
    assert [len(strip.cells) for strip in strips] == [len(shown)]
    assert all(cell.pictures and cell.name and cell.words for cell in strips[0].cells)


@pytest.mark.sampled("slug")
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("slug", cases(PLAYED, SOME))
def test_payments_have_three_columns_of_eight_points(slug: str, language: str) -> None:
    book, look = read_book(slug, language), theme("classic")
    palette = make_palette(look, variant(slug))
    pictures = Pictures({slug: variant(slug)}, language, palette)
    (panel,) = panels(book, PAYING)
    assert len(panel.heads) == 2, "beside the names of the payments"
    groups = [group for group, _ in groupby(panel.cells, key=lambda cell: cell.group)]
    assert len(groups) == len({*groups}) <= 2
    assert len(groups) == 2 or len(panel.cells) <= DIVIDED + 1
    area = type_area_for(BookSpec(look, 105.0, 148.0), from_right=False)
    table = payments(panel, panel.cells, pictures)
    canvas = Canvas()
    table.lay_out(area.text_style(language), area.measure).paint(canvas, 0.0, 0.0)
    lines = printed(leaves(canvas.items))
    assert len(lines) > 3 * len(panel.cells)
    assert min(line.size for line in lines) >= MIN_PAGE_TEXT_SIZE - 1e-6


def test_text_formats_are_built_without_pages() -> None:
    for wanted in (("html",), ("markdown",), ("html", "markdown")):
        built = build_once("pazaak", products=("booklet",), formats=wanted)
        suffixes = {".html" if name == "html" else ".md" for name in wanted}
        assert {path.suffix for path in built.files if path.suffix != ".json"} == suffixes
