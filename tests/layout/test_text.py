"""Text fitted to boxes: inside, whole, as large as can be; or refused."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printkit.base.geometry import Rect
from printkit.graphics.display_list import Text
from printkit.graphics.font import INDEX, TITLE, TITLE_BOLD, MissingGlyph, font, shape
from printkit.graphics.text import LEADING, FitStyle, TextOverflow, fit_text, text_line, text_width
from tests.support.walk import leaves, text_box

BOX = Rect(5, 5, 30, 10)
NBSP, NARROW = "\u00a0", "\u202f"

letters = st.text("abcdefgijkmpqyHMQÉÇœ«»’,!?0123", min_size=1, max_size=9)
phrases = st.lists(letters, min_size=1, max_size=6).map(" ".join)
boxes = st.builds(Rect, st.floats(-50, 50), st.floats(-50, 50), st.floats(2, 80), st.floats(1, 30))
styles = st.builds(
    lambda key, largest, share, lines: FitStyle(key, largest, largest * share, lines),
    st.sampled_from([TITLE, TITLE_BOLD, INDEX]),
    st.floats(1, 12),
    st.floats(0.1, 1),
    st.integers(1, 4),
)


def extent(lines: list[Text]) -> Rect:
    """From the capitals of the first line to the foot of the last one, as wide as the widest."""
    face = font(lines[0].run.font)
    k = lines[0].size / 1000
    top = lines[0].y - face.cap_height * k
    bottom = lines[-1].y + face.descent * k
    left = min(line.x for line in lines)
    right = max(line.x + line.run.width * k for line in lines)
    return Rect(left, top, right - left, bottom - top)


def said(lines: list[Text]) -> str:
    return " ".join(line.run.text for line in lines)


def fitted(text: str, style: FitStyle, box: Rect) -> list[Text] | None:
    try:
        return fit_text(text, style, box, "#000000")
    except TextOverflow:
        return None


@given(phrases, styles, boxes)
def test_a_text_lies_in_its_box_or_is_refused(text: str, style: FitStyle, box: Rect) -> None:
    lines = fitted(text, style, box)
    if lines is None:
        return
    assert box.contains(extent(lines), 1e-6)
    assert said(lines) == text
    assert len(lines) <= style.max_lines
    assert {line.size for line in lines} == {lines[0].size}
    assert style.min_size - 1e-6 <= lines[0].size <= style.max_size + 1e-9


@given(phrases, styles, boxes)
def test_what_is_refused_could_not_be_set(text: str, style: FitStyle, box: Rect) -> None:
    """Not on one line at the smallest size, and not with every word on a line of its own."""
    if fitted(text, style, box) is not None:
        return
    face = font(style.font)
    size = style.min_size
    tall = (face.cap_height + face.descent) / 1000 * size
    assert text_width(style.font, text, size) > box.w - 1e-6 or tall > box.h - 1e-6
    parts = text.split(" ")
    if len(parts) <= style.max_lines:
        widest = max(text_width(style.font, part, size) for part in parts)
        whole = tall + (len(parts) - 1) * LEADING * size
        assert widest > box.w - 1e-6 or whole > box.h - 1e-6


@given(phrases, styles, boxes)
def test_lines_are_centred_and_even(text: str, style: FitStyle, box: Rect) -> None:
    lines = fitted(text, style, box)
    if lines is None:
        return
    for line in lines:
        middle = line.x + line.run.width * line.size / 2000
        assert middle == pytest.approx(box.centre[0], abs=1e-6)
    for one, other in pairwise(lines):
        assert other.y - one.y == pytest.approx(LEADING * one.size)


def test_a_short_text_has_the_largest_size() -> None:
    (line,) = fit_text("Ace", FitStyle(TITLE, 3.0, 2.0, 3), BOX, "#123456")
    assert (line.size, line.fill, line.artifact) == (3.0, "#123456", False)
    capital = font(TITLE).cap_height / 1000 * 3.0
    assert line.y - capital / 2 == pytest.approx(BOX.centre[1])


def test_the_box_helper_sees_a_line_that_hangs_out() -> None:
    (line,) = fit_text("Ace", FitStyle(TITLE, 3.0, 2.0), BOX, "#000000")
    low = text_line(TITLE, "Ace", line.x, BOX.bottom, 3.0, "#000000")
    assert BOX.contains(extent([line]))
    assert not BOX.contains(extent([low]))


def test_it_shrinks_before_it_breaks() -> None:
    """To four fifths of its size; beyond that, two larger lines are read better than one."""
    text = "Commander of Sabers"
    wide = text_width(TITLE, text, 3.0)
    style = FitStyle(TITLE, 3.0, 2.0, 3)
    for share in (1.0, 0.9, 0.81):
        (line,) = fit_text(text, style, Rect(0, 0, wide * share, 10), "#000000")
        assert line.size == pytest.approx(3.0 * share)
    assert len(fit_text(text, style, Rect(0, 0, wide * 0.79, 10), "#000000")) == 2


def test_what_cannot_be_broken_shrinks_to_the_smallest_size() -> None:
    for text, lines in (("Incomprehensibilities", 3), ("Commander of Sabers", 1)):
        wide = text_width(TITLE, text, 3.0)
        style = FitStyle(TITLE, 3.0, 2.0, lines)
        (line,) = fit_text(text, style, Rect(0, 0, wide * 0.67, 10), "#000000")
        assert line.size == pytest.approx(2.01)
        with pytest.raises(TextOverflow):
            fit_text(text, style, Rect(0, 0, wide * 0.66, 10), "#000000")


def test_a_low_box_keeps_one_line() -> None:
    """Two lines that would be smaller than one are not taken."""
    text = "Commander of Sabers"
    face = font(TITLE)
    tall = (face.cap_height + face.descent) / 1000 * 3.0
    box = Rect(0, 0, text_width(TITLE, text, 3.0) * 0.75, tall)
    (line,) = fit_text(text, FitStyle(TITLE, 3.0, 1.0, 3), box, "#000000")
    assert line.size == pytest.approx(2.25)


def test_it_breaks_before_it_refuses() -> None:
    text = "Commander of Sabers"
    narrow = Rect(0, 0, text_width(TITLE, text, 2.0) * 0.99, 10)
    lines = fit_text(text, FitStyle(TITLE, 3.0, 2.0, 3), narrow, "#000000")
    assert [line.run.text for line in lines] == ["Commander", "of Sabers"]
    assert lines[0].size > 2.0
    with pytest.raises(TextOverflow):
        fit_text(text, FitStyle(TITLE, 3.0, 2.0, 1), narrow, "#000000")


def test_it_refuses_with_the_text_and_the_box() -> None:
    with pytest.raises(TextOverflow) as caught:
        fit_text(
            "Incomprehensibilities", FitStyle(TITLE, 3.0, 2.0, 3), Rect(0, 0, 12, 10), "#000000"
        )
    message = str(caught.value)
    assert "“Incomprehensibilities”" in message
    assert "12.0 × 10.0 mm" in message
    assert caught.value.hint


def test_a_low_box_refuses_as_a_narrow_one_does() -> None:
    style = FitStyle(TITLE, 3.0, 2.0, 3)
    face = font(TITLE)
    least = (face.cap_height + face.descent) / 1000 * 2.0
    assert fit_text("Ace", style, Rect(0, 0, 30, least), "#000000")[0].size == pytest.approx(2.0)
    with pytest.raises(TextOverflow):
        fit_text("Ace", style, Rect(0, 0, 30, least * 0.99), "#000000")


def test_lines_are_as_even_as_can_be() -> None:
    text = "La Reine de l’Air et des Ténèbres"
    box = Rect(0, 0, text_width(TITLE, text, 2.0) * 0.6, 20)
    lines = fit_text(text, FitStyle(TITLE, 3.0, 2.0, 2), box, "#000000")
    widest = max(line.run.width for line in lines)
    parts = text.split(" ")
    for cut in range(1, len(parts)):
        other = max(shape(TITLE, " ".join(part)).width for part in (parts[:cut], parts[cut:]))
        assert widest <= other


@pytest.mark.parametrize("space", [NBSP, NARROW])
def test_spaces_that_bind_never_break(space: str) -> None:
    text = f"Attention{space}!"
    narrow = Rect(0, 0, text_width(TITLE, text, 2.0) * 0.95, 20)
    with pytest.raises(TextOverflow):
        fit_text(text, FitStyle(TITLE, 3.0, 2.0, 3), narrow, "#000000")
    assert len(fit_text("Attention !", FitStyle(TITLE, 3.0, 2.0, 3), narrow, "#000000")) == 2


@given(st.lists(letters, min_size=2, max_size=6), st.data())
def test_bound_words_stay_on_one_line(parts: list[str], data: st.DataObject) -> None:
    spaces = data.draw(
        st.lists(st.sampled_from([" ", NBSP, NARROW]), min_size=len(parts) - 1,
                 max_size=len(parts) - 1)
    )  # fmt: skip
    text = parts[0] + "".join(space + part for space, part in zip(spaces, parts[1:], strict=True))
    lines = fitted(text, FitStyle(TITLE, 4.0, 0.5, 6), Rect(0, 0, 12, 40))
    if lines is None:
        return
    assert said(lines) == text
    bound = text.count(NBSP) + text.count(NARROW)
    assert sum(line.run.text.count(NBSP) + line.run.text.count(NARROW) for line in lines) == bound


def test_real_letters_lie_in_the_box_too() -> None:
    """Extents from the outlines, without accents: those of capitals stand above their height."""
    for text in ("Maître de Pièces", "gypsy", "Queen of Air and Darkness"):
        for leaf in leaves(fit_text(text, FitStyle(TITLE, 3.0, 1.5, 2), BOX, "#000000")):
            assert BOX.contains(text_box(leaf), 0.05)


def test_a_missing_glyph_is_not_a_question_of_size() -> None:
    with pytest.raises(MissingGlyph):
        fit_text("☺", FitStyle(TITLE, 3.0, 2.0), BOX, "#000000")


def test_an_echo_is_marked() -> None:
    assert all(
        t.artifact
        for t in fit_text("a b", FitStyle(TITLE, 3.0, 2.0), BOX, "#000000", artifact=True)
    )


def test_width_scales_with_size() -> None:
    assert text_width(TITLE, "Sabacc", 6.0) == pytest.approx(2 * text_width(TITLE, "Sabacc", 3.0))
    assert text_width(TITLE, "Sabacc", 1000) == pytest.approx(shape(TITLE, "Sabacc").width)


def test_line_at_stands_where_it_is_told() -> None:
    line = text_line(INDEX, "−17", 3, 4, 5, "#abcdef")
    assert (line.x, line.y, line.size, line.fill, line.artifact) == (3, 4, 5, "#abcdef", False)
