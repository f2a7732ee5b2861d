"""Text in boxes: inside, complete, as large as possible, or the amount of overflow."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from printkit.base.geometry import Rect
from printkit.graphics.colour import BLACK
from printkit.graphics.display_list import Group, Path, ShapedText, without_words
from printkit.graphics.fonts import INDEX, TITLE, TITLE_BOLD, MissingGlyph, font
from printkit.graphics.path import rect_path
from printkit.layout.fit_text import (
    LEADING,
    FitStyle,
    TextOverflow,
    fit_text,
    require_text,
    text_fits,
    text_line,
    text_width,
)
from printkit.layout.lines import break_evenly
from printkit.layout.records import Overflow, Span, TextStyle
from tests.support.walk import leaves, text_box

BOX = Rect(5, 5, 30, 10)
letters = st.text("abcdefgijkmpqyHMQÉÇœ«»’,!?0123", min_size=1, max_size=9)
# words at which a line may end: none starts with a closing mark or ends with an opening one
words = letters.filter(lambda word: word[0] not in "»”’,!?" and word[-1] != "«")
phrases = st.lists(words, min_size=1, max_size=6).map(" ".join)
boxes = st.builds(Rect, st.floats(-50, 50), st.floats(-50, 50), st.floats(2, 80), st.floats(1, 30))
styles = st.builds(
    lambda key, largest, share, lines: FitStyle(key, largest, largest * share, lines),
    st.sampled_from([TITLE, TITLE_BOLD, INDEX]),
    st.floats(1, 12),
    st.floats(0.1, 1),
    st.integers(1, 4),
)


def extent(lines: tuple[ShapedText, ...]) -> Rect:
    """Return the box from the capitals of the first line to the bottom of the last, as wide as the
    widest line.
    """
    face, em = font(lines[0].run.font), lines[0].size / 1000
    top, bottom = lines[0].y - face.cap_height * em, lines[-1].y + face.descent * em
    left = min(line.x for line in lines)
    right = max(line.x + line.run.width * em for line in lines)
    return Rect(left, top, right - left, bottom - top)


@given(phrases, styles, boxes)
def test_text_fits_its_box_or_overflows(text: str, style: FitStyle, box: Rect) -> None:
    lines = fit_text(text, style, box, BLACK)
    assert text_fits(text, style, box) == (not isinstance(lines, Overflow))
    if isinstance(lines, Overflow):
        assert lines.amount > 0
        too_large(text, style, box)
        return
    whole = extent(lines)
    assert box.contains(whole, 1e-6)
    middle = (whole.y + lines[-1].y) / 2  # of the capitals; higher where descenders need space
    assert middle == pytest.approx(box.centre[1]) or whole.bottom == pytest.approx(box.bottom)
    assert " ".join(line.run.text for line in lines) == text
    assert len(lines) <= style.max_lines
    assert {line.size for line in lines} == {lines[0].size}
    assert style.min_size - 1e-6 <= lines[0].size <= style.max_size + 1e-9
    for line in lines:
        middle = line.x + line.run.width * line.size / 2000
        assert middle == pytest.approx(box.centre[0], abs=1e-6)
    for line, after in pairwise(lines):
        assert after.y - line.y == pytest.approx(LEADING * line.size)


def too_large(text: str, style: FitStyle, box: Rect) -> None:
    """Check that the text fits neither on one line at the smallest size nor with one word per
    line.
    """
    face, size = font(style.font), style.min_size
    height = (face.cap_height + face.descent) / 1000 * size
    assert text_width(style.font, text, size) > box.w - 1e-6 or height > box.h - 1e-6
    words = text.split(" ")
    if len(words) <= style.max_lines:
        widest = max(text_width(style.font, word, size) for word in words)
        whole = height + (len(words) - 1) * LEADING * size
        assert widest > box.w - 1e-6 or whole > box.h - 1e-6


@given(phrases, styles, boxes, st.floats(0, 1))
def test_lines_are_aligned_in_their_box(
    text: str, style: FitStyle, box: Rect, align: float
) -> None:
    centred, lines = (fit_text(text, replace(style, align=own), box, BLACK) for own in (0.5, align))
    if isinstance(lines, Overflow) or isinstance(centred, Overflow):
        assert lines == centred
        return
    for line, other in zip(lines, centred, strict=True):
        free = box.w - text_width(line.run.font, line.run.text, line.size)
        assert line.x == pytest.approx(box.x + align * free, abs=1e-6)
        assert (line.run, line.y, line.size) == (other.run, other.y, other.size)


def test_text_line_may_be_centred_vertically() -> None:
    line = text_line(TITLE, "H", 0.0, 10.0, 5.0, BLACK, middle=True)
    assert line.y - font(TITLE).cap_height / 1000 * 5.0 / 2 == pytest.approx(10.0)


COMMANDER = "Commander of Sabers"


def test_text_shrinks_to_four_fifths_before_it_breaks() -> None:
    """Below that, two larger lines are easier to read than one."""
    natural = text_width(TITLE, COMMANDER, 3.0)
    style = FitStyle(TITLE, 3.0, 2.0, 3)
    for share in (1.0, 0.9, 0.81):
        (line,) = require_text(COMMANDER, style, Rect(0, 0, natural * share, 10), BLACK)
        assert line.size == pytest.approx(3.0 * share)
    assert len(require_text(COMMANDER, style, Rect(0, 0, natural * 0.79, 10), BLACK)) == 2


def test_unbreakable_text_shrinks_to_the_minimum_size() -> None:
    for text, lines in (("Incomprehensibilities", 3), (COMMANDER, 1)):
        natural = text_width(TITLE, text, 3.0)
        style = FitStyle(TITLE, 3.0, 2.0, lines)
        (line,) = require_text(text, style, Rect(0, 0, natural * 0.67, 10), BLACK)
        assert line.size == pytest.approx(2.01)
        narrow = Rect(0, 0, natural * 0.66, 10)
        assert isinstance(fit_text(text, style, narrow, BLACK), Overflow)


def test_low_box_keeps_one_line() -> None:
    """One line stays if two lines would have to be smaller."""
    face = font(TITLE)
    height = (face.cap_height + face.descent) / 1000 * 3.0
    box = Rect(0, 0, text_width(TITLE, COMMANDER, 3.0) * 0.75, height)
    (line,) = require_text(COMMANDER, FitStyle(TITLE, 3.0, 1.0, 3), box, BLACK)
    assert line.size == pytest.approx(2.25)


def test_outlines_of_letters_stay_inside_the_box() -> None:
    """Extents come from the outlines without accents; accents of capitals rise above the cap
    height.
    """
    for text in ("Maître de Pièce", "gypsy", "Queen of Air and Darkness"):
        for leaf in leaves(require_text(text, FitStyle(TITLE, 3.0, 1.5, 2), BOX, BLACK)):
            assert BOX.contains(text_box(leaf), 0.05)


def test_box_helper_detects_a_line_outside() -> None:
    (line,) = require_text("Ace", FitStyle(TITLE, 3.0, 2.0), BOX, BLACK)
    low = text_line(TITLE, "Ace", line.x, BOX.bottom, 3.0, BLACK)
    assert BOX.contains(extent((line,)))
    assert not BOX.contains(extent((low,)))


def test_break_evenly_minimises_the_widest_line() -> None:
    text = "the Queen of the Air and Darkness"
    words = text.split(" ")
    for count in (2, 3, 4):
        lines = break_evenly((Span(text, TITLE, BLACK),), TextStyle(1, 1, "en"), count)
        assert lines is not None
        assert " ".join(lines) == text
        ways = (
            [" ".join(words[a:b]) for a, b in pairwise((0, *cuts, len(words)))]
            for cuts in combinations(range(1, len(words)), count - 1)
        )
        narrowest = min(max(text_width(TITLE, line, 1.0) for line in way) for way in ways)
        assert max(text_width(TITLE, line, 1.0) for line in lines) == pytest.approx(narrowest)


def break_text(text: str, count: int, **rules: bool | int) -> tuple[str, ...] | None:
    return break_evenly((Span(text, INDEX, BLACK),), TextStyle(1, 1, "en", **rules), count)


def test_punctuation_stays_with_its_word() -> None:
    assert break_text("Beware !", 2) is None
    assert break_text("« Ace » or ace", 2) == ("« Ace »", "or ace")


def test_number_stays_with_its_noun_if_possible() -> None:
    assert break_text("draw either 12 cards", 2) == ("draw either", "12 cards")
    assert break_text("Exchanges either 12 cards", 2) == ("Exchanges", "either 12 cards")
    box = Rect(0, 0, 13, 20)
    wide = Rect(0, 0, text_width(INDEX, "either 12 cards", 3.0), 20)
    for language in ("", "en"):
        style = FitStyle(INDEX, 4.0, 3.0, 2, language=language)
        lines = require_text("111111111 cards", style, box, BLACK)
        assert [line.run.text for line in lines] == ["111111111", "cards"]
        lines = require_text("Exchanges either 12 cards", style, wide, BLACK)
        assert [line.run.text for line in lines] == ["Exchanges", "either 12 cards"]


def test_last_line_has_six_letters_if_possible() -> None:
    text = "to the bank of the house at once"
    assert break_text(text, 4) == ("to the", "bank of", "the house", "at once")
    for count in (2, 3, 4):
        lines = break_text(text, count, min_last_letters=9)
        assert lines is not None
        assert len(lines[-1].replace(" ", "")) >= 9
    assert break_text("to the bank at it", 5, min_last_letters=6) is not None


@given(st.lists(words, min_size=2, max_size=6), st.data())
def test_no_break_spaces_keep_words_together(parts: list[str], data: st.DataObject) -> None:
    count = len(parts) - 1
    kinds = st.sampled_from([" ", "\u00a0", "\u202f"])
    spaces = data.draw(st.lists(kinds, min_size=count, max_size=count))
    text = parts[0] + "".join(space + part for space, part in zip(spaces, parts[1:], strict=True))
    lines = fit_text(text, FitStyle(TITLE, 4.0, 0.5, 6), Rect(0, 0, 12, 40), BLACK)
    if isinstance(lines, Overflow):
        return
    wording = " ".join(line.run.text for line in lines)
    assert wording == text
    for space in ("\u00a0", "\u202f"):
        assert wording.count(space) == text.count(space)


def test_overflow_error_is_a_sentence() -> None:
    box = Rect(0, 0, 5, 3)
    result = fit_text("Coruscant", FitStyle(TITLE, 3.0, 2.0), box, BLACK)
    assert isinstance(result, Overflow)
    assert result.amount == pytest.approx(text_width(TITLE, "Coruscant", 2.0) - 5)
    with pytest.raises(TextOverflow, match=r"“Coruscant” does not fit its box of 5\.0 × 3\.0 mm"):
        require_text("Coruscant", FitStyle(TITLE, 3.0, 2.0), box, BLACK)
    assert isinstance(fit_text("a", FitStyle(TITLE, 3, 2), Rect(0, 0, -1, 5), "#0"), Overflow)
    with pytest.raises(TextOverflow, match="There is no room for “a”"):
        require_text("a", FitStyle(TITLE, 3, 2), Rect(0, 0, -1, 5), "#0")


def test_missing_glyph_raises_instead_of_shrinking() -> None:
    with pytest.raises(MissingGlyph):
        fit_text("中", FitStyle(TITLE, 3.0, 1.0), BOX, BLACK)


def test_items_without_words_differ_by_nothing_else() -> None:
    path = Path(rect_path(Rect(0, 0, 1, 1)))
    one, other = (
        without_words([Group((text_line(TITLE, words, 0.0, 0.0, 3.0, BLACK), path)), path])
        for words in ("one", "another")
    )
    assert one == other
    assert one[1] is path
    kept = Group((path,))
    assert without_words([kept])[0] is kept
