"""Items of contact sheets: their sections and the numbers of copies."""

from printkit.art.theme import theme
from printkit.base.content import content_path
from printkit.base.geometry import Rect
from printkit.components.contact_sheet import (
    DISC,
    ContactItem,
    ContactSection,
    _draw_item,
    _merge_untitled,
    draw_disc,
)
from printkit.graphics.display_list import Symbol
from tests.support.prints import text_of

FACE = Symbol("face", (), Rect(-5, -5, 10, 10))


def section(title: str, count: int, width: float = 10.0) -> ContactSection:
    return ContactSection(title, "", (ContactItem(FACE),) * count, width, 10.0, "round")


def test_untitled_section_continues_one_of_its_width() -> None:
    sections = [section("A", 2), section("", 3), section("B", 1), section("", 4, 20.0)]
    merged = _merge_untitled([*sections, section("C", 0)])
    assert [(one.title, len(one.members)) for one in merged] == [("A", 5), ("B", 1), ("", 4)]


def test_several_copies_are_counted_below_an_item() -> None:
    said = [
        text_of(_draw_item(ContactItem(FACE, copies), Rect(0, 0, 10, 10), section("", 1)))
        for copies in (1, 2)
    ]
    assert said == ["", "2 ×"]


def test_disc_ends_at_its_cut() -> None:
    """A contact sheet is not cut, so a disc needs no ground beyond its edge."""
    disc = draw_disc(content_path("art", "suits", "coins.svg"), theme("classic"))
    assert (disc.box.w, disc.box.h) == (DISC, DISC)
