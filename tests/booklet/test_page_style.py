"""Page style: leadings, openings, and the borders and ornaments of callouts."""

import math

import pytest

from printkit.art.theme import theme
from printkit.base.geometry import Rect
from printkit.booklet.page_style import (
    CALLOUTS,
    BookSpec,
    HeadingMark,
    MarginNote,
    leadings,
    make_palette,
    marks_of,
    opening_area,
    type_area_for,
    with_leading,
)
from printkit.graphics.display_list import Path, Symbol
from printkit.layout.records import Strip
from printkit.model.load import load
from printkit.text.book import EXAMPLE, LORE, NOTE, TIP

AREA = type_area_for(BookSpec(theme("classic")), from_right=False)
PALETTE = make_palette(theme("classic"), load("casino"))


def test_leadings_differ_in_lines_of_page() -> None:
    """The usual leading comes first, and no two give the same number of lines."""
    found = leadings(AREA)
    lines = [with_leading(AREA, ratio).lines for ratio in found]
    assert found[0] == 1.0
    assert len(found) > 2
    assert len({*lines}) == len(lines)


def test_opening_area_is_higher_than_usual_page() -> None:
    """It begins at 6 % and ends at 92.4 % of the height of the page."""
    opening = opening_area(AREA)
    assert opening.top == pytest.approx(0.06 * AREA.height)
    foot = opening.top + opening.lines * opening.leading
    assert foot == pytest.approx(0.924 * AREA.height)
    assert (opening.top < AREA.top, opening.on_grid) == (True, False)


def drawn_box(items: list[object]) -> Rect:
    """The box around the outlines of items."""
    boxes = [item.data.box() for item in items if isinstance(item, Path)]
    assert len(boxes) == len(items) > 0
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    return Rect(x, y, max(b.right for b in boxes) - x, max(b.bottom for b in boxes) - y)


@pytest.mark.parametrize("kind", [EXAMPLE, LORE, TIP])
def test_ornament_is_centred(kind: str) -> None:
    """Two cards, a world and a star lie round their centre, and one side reaches the radius."""
    box = drawn_box([*CALLOUTS[kind].ornament(30.0, 70.0, 5.0, PALETTE)])
    x, y = box.centre
    assert math.dist((x, y), (30.0, 70.0)) < 0.05
    assert 0.9 * 5 < max(box.w, box.h) / 2 < 1.2 * 5


def test_example_ornament_is_two_cards_one_over_other() -> None:
    """The lower card is at the upper left, in the colour of the title; cards are upright."""
    low, high = CALLOUTS[EXAMPLE].ornament(30.0, 70.0, 5.0, PALETTE)
    assert isinstance(low, Path)
    assert isinstance(high, Path)
    first, second = low.data.box(), high.data.box()
    assert (low.fill, high.fill) == (PALETTE.title, PALETTE.theme.roles_of["paper"])
    assert (first.w, first.h) == pytest.approx((second.w, second.h))
    assert first.h > first.w
    # Both overlap, so that one is seen to lie over the other.
    assert first.x < second.x < first.right
    assert first.y < second.y < first.bottom


@pytest.mark.parametrize("kind", [EXAMPLE, LORE, NOTE, TIP])
def test_border_stays_within_its_box(kind: str) -> None:
    rect = Rect(20.0, 50.0, 80.0, 30.0)
    box = drawn_box([*CALLOUTS[kind].border(rect, PALETTE, True, True)])
    assert box.h == pytest.approx(30.0, abs=0.5)
    assert rect.outset(0.5, 0.5, 0.5, 0.5).contains(box)


def test_marks_of_strip_are_of_one_kind() -> None:
    note = MarginNote(Symbol("s", (), Rect(0, 0, 1, 1), "s"))
    strip = Strip(1.0, lambda canvas, x, y: None, marks=(note, "other"))
    assert marks_of(strip, MarginNote) == [note]
    assert marks_of(strip, HeadingMark) == []


@pytest.mark.parametrize("kind", [EXAMPLE, LORE, NOTE])
@pytest.mark.parametrize(("begins", "ends"), [(True, True), (True, False), (False, False)])
def test_lines_of_border_are_thin(kind: str, begins: bool, ends: bool) -> None:
    """Thinner than the strokes of the text (0.5 mm at most), in each part of a divided box."""
    rect = Rect(20.0, 50.0, 80.0, 30.0)
    strokes = [item.stroke for item in CALLOUTS[kind].border(rect, PALETTE, begins, ends)]
    assert all(stroke.width <= 0.5 for stroke in strokes if stroke is not None)
