"""Right-to-left and ideographic lines: each letter is in its place, and copies in reading order."""

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printkit.base.design import FontFile, OwnFonts
from printkit.base.geometry import Rect
from printkit.graphics.colour import BLACK
from printkit.graphics.display_list import Item, ShapedText
from printkit.graphics.fonts import TEXT, TEXT_BOLD, TITLE_BOLD, font, fonts_in_use
from printkit.layout import bidi, inline
from printkit.layout.bidi import UnspacedText, base_level
from printkit.layout.blocks import ListItem, Paragraph
from printkit.layout.containers import Table
from printkit.layout.fit_text import FitStyle, fit_text, require_text, text_line
from printkit.layout.lines import TypesetLine, break_paragraph
from printkit.layout.records import CENTRED, JUSTIFIED, RAGGED, Canvas, Span, TextStyle
from tests.support.own_fonts import FOLDER

NAMES = ("hebrew-alphabet.ttf", "ideographs.otf", "thai.ttf")
HEBREW = "כל שחקן מקבל חמישה קלפים (שמאלה), ומניח 3 אסימונים. מי שמגיע ל־23 זוכה ב“Sabacc” הלאה"
JAPANESE = "手札を5枚引く。「攻撃」カードを引くたら、相手に3点。（王の札）「星」の北と南に長い旅…"
ENGLISH = "Say “שלום”, then (שמאלה), and draw 12 cards"
SIZE = 3.0


@pytest.fixture(autouse=True)
def letters() -> Iterator[None]:
    fallback = tuple(FontFile(FOLDER / name) for name in NAMES)
    with fonts_in_use(OwnFonts((), fallback)):
        yield


def style(language: str) -> TextStyle:
    return TextStyle(SIZE, 1.4 * SIZE, language)


def spans(text: str, cut: int = 0) -> tuple[Span, ...]:
    return (Span(text[:cut], TEXT_BOLD, BLACK), Span(text[cut:], TEXT, BLACK))


def lines(text: str, language: str, width: float, alignment: str = RAGGED) -> list[TypesetLine]:
    broken = break_paragraph(spans(text), style(language), width, alignment)
    assert not broken.overflow
    return list(broken.lines)


def painted(line: TypesetLine, language: str) -> list[ShapedText]:
    canvas = Canvas()
    line.paint(canvas, 0.0, 0.0, style(language), SIZE)
    return [item for item in canvas.items if isinstance(item, ShapedText)]


def seen(runs: list[ShapedText]) -> str:
    """Return the characters of runs from left to right."""
    placed = [
        (run.x + x * run.size / 1000, run.run.text[letter])
        for run in runs
        for x, letter in zip(run.run.xs, run.run.letters, strict=True)
    ]
    return "".join(character for _, character in sorted(placed, key=lambda pair: pair[0]))


def extent(items: list[Item]) -> tuple[float, float]:
    """Return the left and the right end of words."""
    runs = [item for item in items if isinstance(item, ShapedText)]
    ends = [run.x + run.run.width * run.size / 1000 for run in runs]
    return min(run.x for run in runs), max(ends)


@pytest.mark.parametrize(
    ("text", "language", "order"),
    [
        # A comma after brackets belongs to the surrounding text.
        ("turn (אבג), then", "en", "turn (גבא), then"),
        ("אב (גד), הו", "en", "וה ,)דג( בא"),
        ("אב 12 גד a b ה", "he", "ה a b דג 12 בא"),
        ("Ab אב.", "he", ".בא Ab"),
        ("Ab אב.", "en", "Ab בא."),
        ("Ab.", "he", "Ab."),
        ("a \u200fב\u200e c", "en", "a ב c"),
    ],
)
def test_mixed_directions_are_ordered_visually(text: str, language: str, order: str) -> None:
    (line,) = lines(text, language, 100.0)
    runs = painted(line, language)
    assert seen(runs) == order
    plain = "".join(c for c in text if c not in bidi.CONTROLS)
    assert "".join(run.run.text for run in runs) == plain


WORDS = st.sampled_from([*HEBREW.split(), *ENGLISH.split(), "“אבג”", "(d)", "12.", "3–4"])


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    text=st.lists(WORDS, min_size=1, max_size=30).map(" ".join),
    width=st.floats(28, 90),
    language=st.sampled_from(["he", "en"]),
    cut=st.integers(0, 60),
)
def test_wrapped_lines_keep_the_paragraph_levels(
    text: str, width: float, language: str, cut: int
) -> None:
    """Levels come from the whole paragraph; each line copies in reading order."""
    own = spans(text, cut)
    base = base_level(text, language)
    levels = bidi.resolve(text, base).levels if base is not None else (0,) * len(text)
    start = 0
    for line in break_paragraph(own, style(language), width, RAGGED).lines:
        at = text.index(line.text, start)
        start = at + len(line.text)
        order = bidi.visual_order(levels[at:start])
        runs = painted(line, language)
        assert seen(runs) == "".join(line.text[i] for i in order)
        assert sorted("".join(run.run.text for run in runs)) == sorted(line.text)
        left, right = extent(list(runs))
        assert left >= -0.1
        assert right - left <= width + 0.1
    assert start == len(text)


def test_right_to_left_lines_align_right() -> None:
    for alignment in (RAGGED, CENTRED, JUSTIFIED):
        fragment = Paragraph(spans(HEBREW), alignment, indent=2.0).lay_out(style("he"), 60.0)
        assert len(fragment.strips) > 2
        for i, strip in enumerate(fragment.strips):
            canvas = Canvas()
            strip.paint(canvas, 0.0, 0.0)
            left, right = extent(canvas.items)
            indent = 0.0 if i else 2.0 * SIZE
            if alignment == CENTRED:
                assert left == pytest.approx(60.0 - indent - right, abs=0.05)
            else:
                assert right == pytest.approx(60.0 - indent, abs=0.05)
            if alignment == JUSTIFIED and strip is not fragment.strips[-1]:
                assert left == pytest.approx(0.0, abs=0.05)


def test_list_marks_and_columns_follow_text_direction() -> None:
    """The direction comes from the words, not from the language of the print.

    A Hebrew deck may be printed in English.
    """
    mark = text_line(TEXT, "1.", 0.4, 0.0, SIZE, BLACK)

    def item(word: str) -> ListItem:
        return ListItem(lambda style, height: (mark,), Paragraph(spans(word), RAGGED), 2.0)

    def table(word: str) -> Table:
        cells = spans(word), spans("12")
        return Table(cells, (cells,), (0.0, 1.0), lambda x, y, width, kind: ())

    for make in (item, table):
        for word, language in (("אבג", "en"), ("ab", "he"), ("ab", "en")):
            canvas = Canvas()
            make(word).lay_out(style(language), 60.0).strips[0].paint(canvas, 0.0, 0.0)
            first = "1." if make is item else word
            (own,) = [run for run in canvas.items if run.run.text == first]
            (other,) = [run for run in canvas.items if run.run.text != first]
            assert (own.x > other.x) == ((word, language) != ("ab", "en"))
            if own.x > other.x:
                end = 60.0 - 0.4 * (make is item)
                assert extent(canvas.items)[1] == pytest.approx(end, abs=0.1)


def test_titles_are_reordered_line_by_line() -> None:
    box = Rect(0, 0, 22, 12)
    placed = require_text("כוכב הצפון של Sabacc", FitStyle(TITLE_BOLD, 5, 2, 2), box, BLACK)
    assert [seen([line]) for line in placed] == ["ןופצה בכוכ", "Sabacc לש"]
    assert "".join(line.run.text for line in placed) == "כוכב הצפוןשל Sabacc"
    # Letters taller than capitals stay within the box too.
    for text in ("כוכב הצפון", "北の星と長い旅"):
        (line,) = require_text(text, FitStyle(TITLE_BOLD, 9, 2), Rect(0, 0, 90, 6), BLACK)
        outlines = [font(line.run.font).outline(glyph) for glyph in line.run.glyphs]
        tops = [one.box().bottom for one in outlines if one.steps]
        assert line.y - max(tops) * line.size / 1000 >= -0.01


def test_left_to_right_text_skips_bidi(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object) -> None:
        raise AssertionError

    for module, name in ((inline, "resolve"), (inline, "visual_order")):
        monkeypatch.setattr(module, name, refuse)
    text = "Ça ne tourne point : «\u202fΩ 手札を引く\u202f»."
    assert lines(text, "fr", 40.0)
    assert fit_text(text, FitStyle(TEXT, 5, 2, 3), Rect(0, 0, 40, 30), BLACK)
    with pytest.raises(AssertionError):
        lines("א", "fr", 40.0)


# --- ideographs ----------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None, derandomize=True)
@given(
    width=st.floats(14, 90), cut=st.integers(0, 50), alignment=st.sampled_from([RAGGED, JUSTIFIED])
)
def test_ideographic_lines_break_at_allowed_places(width: float, cut: int, alignment: str) -> None:
    broken = break_paragraph(spans(JAPANESE, cut), style("ja"), width, alignment)
    texts = [line.text for line in broken.lines]
    assert "".join(texts) == JAPANESE
    assert not broken.overflow
    for before, after in pairwise(texts):
        assert after[0] not in "。、」）ーッ…枚点"  # a number stays with its counter
        assert before[-1] not in "「（"
    for line in broken.lines[:-1]:
        if alignment == JUSTIFIED:
            assert line.width() * SIZE == pytest.approx(width, abs=0.01)
            assert seen(painted(line, "ja")) == line.text


def test_korean_lines_break_at_spaces() -> None:
    text = "각 플레이어는 카드 다섯 장을 뽑습니다. 각 장을 카드는 뽑습니다."
    texts = [line.text for line in lines(text, "ko", 24.0)]
    assert len(texts) > 2
    assert " ".join(texts) == text


def test_ideographic_titles_wrap() -> None:
    placed = require_text(
        "北の星と長い旅路の果て", FitStyle(TITLE_BOLD, 6, 2, 3), Rect(0, 0, 20, 20), BLACK
    )
    assert len(placed) == 3
    assert "".join(line.run.text for line in placed) == "北の星と長い旅路の果て"


def test_unspaced_script_needs_break_marks() -> None:
    words = ["ผู้เล่น", "แต่ละ", "คน", "จั่ว", "ไพ่", "ห้า", "ใบ", "แล้ว", "วาง", "เหรียญ"]
    with pytest.raises(UnspacedText, match="is Thai, which has no spaces") as refused:
        lines("".join(words), "th", 30.0)
    assert "U+200B" in refused.value.hint
    texts = [line.text for line in lines("\u200b".join(words), "th", 30.0)]
    assert len(texts) > 1
    assert "".join(texts) == "".join(words)
    assert lines("".join(words[:3]), "th", 60.0)  # a name is short enough to need none


def test_zero_width_space_allows_a_break() -> None:
    texts = [line.text for line in lines("aaaaaaaaaaa\u200bbbbbbbbbb\u200bccccc", "en", 22.0)]
    assert texts == ["aaaaaaaaaaa", "bbbbbbbbb", "ccccc"]
    assert not re.search("\u200b", "".join(texts))
