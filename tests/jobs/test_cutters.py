"""Files for cutting machines: sheets of their sizes, and the name of the template."""

import pytest

from printkit.jobs.build import render
from printkit.library.functions import plan
from printkit.pieces.options import CUT_MARKS, REGISTRATION
from printkit.targets.target import find_target
from tests.support.decks import facts
from tests.support.walk import union

PUBLISHED = facts("tests/imposition/test_registration.py")


@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_silhouette_has_the_sheets_of_its_templates(paper: str) -> None:
    """Counted on the pages of a plan; the published table counts columns and rows."""
    made = plan("kessel", ["cards"], target="silhouette", options={"paper": paper})
    document = made.products[0].document
    assert document is not None
    assert made.options["marks"] == REGISTRATION
    turn, columns, rows, _ = PUBLISHED["layouts"][paper]["poker"]
    page = document.pages[0]
    assert (page.media.w > page.media.h) == (turn == "landscape")
    assert len(page.cells) == columns * rows
    block = union(cell.trim for cell in page.cells)
    assert block.centre == pytest.approx(page.media.centre)
    size = (columns * 63.5 + (columns - 1) * 1.25, rows * 88.9 + (rows - 1) * 1.25)
    assert (block.w, block.h) == pytest.approx(size)


def test_cricut_has_pictures_within_its_area() -> None:
    made = plan("kessel", ["cards"], target="cricut")
    document = made.products[0].document
    assert document is not None
    assert not any(page.back for page in document.pages)
    for page in document.pages:
        assert max(page.media.w / 171.45, page.media.h / 234.95) <= 1
        assert page.media == page.bleed
    assert made.job.formats == ("png", "cut")


@pytest.mark.parametrize(
    ("page", "card", "name"),
    [
        ((297, 210), (63.5, 88.9), "a4-poker"),
        ((215.9, 279.4), (69.85, 120.65), "letter-tarot"),
        ((279.4, 215.9), (44, 68), "letter-euro_mini"),
        ((297, 210), (70, 121), ""),
        ((200, 200), (63.5, 88.9), ""),
    ],
)
def test_target_finds_the_template(
    page: tuple[float, float], card: tuple[float, float], name: str
) -> None:
    assert find_target("silhouette").template_for(page, card) == name


@pytest.mark.parametrize(
    ("options", "told", "sides"),
    [({}, True, b"front, back"), ({"shape": "octagon", "duplex": "none"}, False, b"front after")],
)
def test_the_order_names_the_template_of_rounded_cards(
    options: dict[str, str], told: bool, sides: bytes
) -> None:
    made = render(plan("pazaak", ["cards"], target="silhouette", options=options))
    files = {file.name: file.data for file in made.files}
    assert (b"`a4-poker`" in files["ORDER-en.md"]) == told
    assert sides in files["ORDER-en.md"]
    assert {name.rsplit(".")[-1] for name in files} == {"pdf", "dxf", "csv", "md"}


def test_the_first_page_leaves_the_cutting_to_the_machine() -> None:
    """Without a machine, the text says to place a ruler on the marks."""

    def words(marks: str) -> str:
        formats, options = ("dump",), {"marks": marks}
        made = render(plan("kessel", ["cards", "tokens"], formats=formats, options=options))
        (page,) = (file.data for file in made.files if "print-me-first" in file.name)
        return " ".join(page.decode().split())

    assert "machine" in words(REGISTRATION)
    assert "machine" not in words(CUT_MARKS)
