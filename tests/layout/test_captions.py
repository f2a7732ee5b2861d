"""Captions: as high as their lines, centred, and within their width."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printkit.graphics.colour import BLACK
from printkit.graphics.display_list import ShapedText
from printkit.graphics.fonts import TITLE_BOLD, font
from printkit.layout.fit_text import Caption, TextOverflow, require_fragment, text_width
from printkit.layout.records import Canvas, TextStyle

names = st.lists(
    st.sampled_from(["Rebel", "Alliance", "of", "Cloud", "City"]), min_size=1, max_size=6
)


def paint(caption: Caption, style: TextStyle, width: float) -> list[ShapedText]:
    canvas = Canvas()
    caption.lay_out(style, width).paint(canvas, 0.0, 0.0)
    return [item for item in canvas.items if isinstance(item, ShapedText)]


@settings(max_examples=60, deadline=None, derandomize=True)
@given(words=names, size=st.floats(2, 6), width=st.floats(30, 90), most=st.integers(1, 3))
def test_caption_height_spans_capitals_to_descenders(
    words: list[str], size: float, width: float, most: int
) -> None:
    style = TextStyle(size, 1.2 * size, "en", min_size=1.5)
    caption = Caption(" ".join(words), TITLE_BOLD, BLACK, 1.0, most)
    fragment = caption.lay_out(style, width)
    if fragment.overflow:
        assert text_width(TITLE_BOLD, " ".join(words), 1.5) > width
        return
    lines = paint(caption, style, width)
    assert " ".join(line.run.text for line in lines) == " ".join(words)
    assert len(lines) <= most
    face, em = font(TITLE_BOLD), lines[0].size / 1000
    assert lines[0].y == pytest.approx(face.cap_height * em)
    assert fragment.height == pytest.approx(lines[-1].y + 0.8 * face.descent * em)
    for line in lines:
        own = line.run.width * em
        assert own <= width + 1e-6
        assert line.x == pytest.approx((width - own) / 2)


def test_too_long_caption_overflows() -> None:
    style = TextStyle(3.0, 4.0, "en", min_size=2.0)
    fragment = Caption("Partnership", TITLE_BOLD, BLACK).lay_out(style, 10.0)
    needed = text_width(TITLE_BOLD, "Partnership", 2.0)
    assert fragment.overflow == pytest.approx(needed - 10.0)
    assert fragment.culprit == "Partnership"
    with pytest.raises(TextOverflow, match=r"“Partnership” does not fit a width of 10\.0 mm"):
        require_fragment(fragment, 10.0)


def test_caption_width_is_its_widest_line() -> None:
    style = TextStyle(1.0, 1.0, "en", min_size=2.0, min_last_letters=9)
    text = "to the bank of the house at once"
    for is_sentence in (True, False):
        caption = Caption(text, TITLE_BOLD, BLACK, 4.0, 3, is_sentence, artifact=True)
        lines = paint(caption, style, 40.0)
        assert len(lines) > 1
        assert all(line.artifact for line in lines)
        assert caption.lay_out(style, 40.0).width == pytest.approx(
            max(line.run.width for line in lines) * lines[0].size / 1000
        )
        if is_sentence:
            assert len(lines[-1].run.text.replace(" ", "")) >= 9
