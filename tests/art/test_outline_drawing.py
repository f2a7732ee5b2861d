"""Outlines of a drawing: paper that only separates two parts has no line."""

import pytest

from printkit.art.engraving import outline_drawing
from printkit.art.theme import theme
from printkit.base.geometry import Rect
from printkit.graphics.path import rect_path
from printkit.graphics.svg_art import Paint, Shape, SvgArt

PALETTE = theme("classic").palette("blood")
PAPER = Rect(20, 20, 60, 60)


def is_lined(*parts: Rect) -> bool:
    """Whether the paper below solid parts is outlined, on a drawing of 100 by 100."""
    shapes = [Shape(rect_path(part), Paint("main")) for part in parts]
    art = SvgArt("toy", Rect(0, 0, 100, 100), (Shape(rect_path(PAPER), Paint("paper")), *shapes))
    paper, *_ = outline_drawing(art, PALETTE, 2.0, 1.0)
    return paper.stroke is not None


def test_paper_rim_around_part_has_no_line() -> None:
    """The part covers nearly all of the paper, and comes close to its four edges."""
    assert not is_lined(Rect(22, 22, 56, 56))


@pytest.mark.parametrize("part", [Rect(22, 22, 40, 56), Rect(22, 38, 56, 40)])
def test_paper_that_shows_at_one_side_has_line(part: Rect) -> None:
    assert is_lined(part)


def test_paper_that_shows_in_middle_has_line() -> None:
    """Four bars come close to all edges, and cover a fifth of the paper."""
    level = (Rect(21, 21, 58, 3), Rect(21, 76, 58, 3))
    upright = (Rect(21, 24, 3, 52), Rect(76, 24, 3, 52))
    assert is_lined(*level, *upright)
