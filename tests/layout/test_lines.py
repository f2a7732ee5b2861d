"""Spans to lines.

No line is too wide, no text is lost, and no line starts or ends with a forbidden character.
"""

import itertools
import random
import re
from collections.abc import Sequence

import pyphen
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printkit.graphics.colour import BLACK
from printkit.graphics.display_list import Item, ShapedText
from printkit.graphics.fonts import FILES, TEXT, TEXT_BOLD, MissingGlyph, font, shape
from printkit.layout.hyphenation import HARD, NAME, SOFT, hyphenation_points
from printkit.layout.inline import min_width, natural_width, shape_spans
from printkit.layout.lines import (
    SOFT_HYPHEN,
    Breakpoint,
    FitRules,
    TypesetLine,
    _line_ends,
    break_paragraph,
    even_fit,
    total_fit,
)
from printkit.layout.records import (
    CENTRED,
    JUSTIFIED,
    RAGGED,
    Alignment,
    Canvas,
    InlineDrawing,
    Span,
    TextStyle,
    line_break,
)

PLAIN = (
    "le la un pot main carte donneur sabacc extraordinairement développement l’Étalage fin. donc, "
    "incompréhensible aujourd’hui porte-clefs −23 Reine constitution interférence – “then” (trois "
    "fois) pot\u202f: «\u202fmain\u202f» où\u202f? 17\u00a0crédits "
    "https://example.org/a-long/path/of/words?and=more"
)
# Letters that fonts often lack, and the spaces of French punctuation.
TYPICAL = {
    "en": "An œuvre of the “manœuvre”: naïve players double — and a total of −23 counts.",
    "fr": "Le cœur de l’œuvre : « Étalage ! », dit-elle ; À vous\u202f? Un total de −23 y est.",
}
TEXTS = st.lists(st.sampled_from(PLAIN.split(" ")), min_size=1, max_size=90).map(" ".join)
# Words of texts that often need no hyphens.
EASY = [word for word in PLAIN.split(" ") if len(word) < 15]


def style(language: str = "fr", size: float = 3.35, **changes: object) -> TextStyle:
    return TextStyle(size, 1.32 * size, language, **changes)  # type: ignore[arg-type]


def spans(*texts: str) -> tuple[Span, ...]:
    return tuple(Span(text, TEXT, BLACK) for text in texts)


def width(line: TypesetLine, size: float = 3.35) -> float:
    return line.width() * size


def painted(line: TypesetLine, own: TextStyle | None = None, size: float = 3.35) -> list[Item]:
    canvas = Canvas()
    line.paint(canvas, 0.0, 0.0, own or style(), size)
    return canvas.items


def squeeze(lines: Sequence[TypesetLine]) -> str:
    """Return the text of the lines without spaces, with divided words joined."""
    text = "\n".join(line.text for line in lines)
    return re.sub(r"[ \u00a0\n]", "", text.replace(f"{SOFT_HYPHEN}\n", ""))


@settings(max_examples=120, deadline=None, derandomize=True)
@given(
    text=TEXTS,
    measure=st.floats(24, 140),
    size=st.sampled_from([2.6, 3.35, 4.2]),
    language=st.sampled_from(["fr", "en"]),
    alignment=st.sampled_from([JUSTIFIED, RAGGED]),
    indent=st.sampled_from([0.0, 4.0]),
    cut=st.integers(0, 400),
)
def test_lines_keep_text_and_stay_within_measure(
    text: str, measure: float, size: float, language: str, alignment: str, indent: float, cut: int
) -> None:
    own = (Span(text[:cut], TEXT, BLACK), Span(text[cut:], TEXT_BOLD, BLACK))
    broken = break_paragraph(own, style(language, size), measure, alignment, indent=indent)
    lines = broken.lines
    assert broken.overflow == 0
    assert squeeze(lines) == re.sub(r"[ \u00a0]", "", text)
    for i, line in enumerate(lines):
        last = i == len(lines) - 1
        # A word that fills a line by itself may be off by the kerning of its letters.
        assert width(line, size) <= measure + (0.05 if " " in line.text else 0.2)
        if alignment == JUSTIFIED and not last and " " in line.text:
            assert width(line, size) == pytest.approx(measure, abs=0.02)
        if i:
            assert line.text[0] not in " \u00a0\u202f,.;:!?)»”%–"
        if not last:
            assert line.text[-1] not in " \u00a0\u202f(«“"
        if line.text.endswith(SOFT_HYPHEN):
            word = re.split(r"[^\w]", line.text[:-1])[-1]
            # In a narrow column a word may span several lines: its last line counts.
            after = "".join(line.text for line in lines[i + 1 :]).replace(SOFT_HYPHEN, "")
            rest = re.match(r"\w*", after)
            assert len(word) >= 2
            assert rest is not None
            assert len(rest.group()) >= 3
    hyphens = "".join("h" if line.hyphenated else "." for line in lines)
    # Three hyphens in a row are allowed when nothing else is possible (an address, a column of one
    # word).
    assert "hhh" not in hyphens or "://" in text or measure < 20 * size


@settings(max_examples=40, deadline=None, derandomize=True)
@given(text=TEXTS, measure=st.floats(60, 120), size=st.floats(2, 5))
def test_glyphs_are_in_order_within_their_line(text: str, measure: float, size: float) -> None:
    own = style(size=size)
    for line in break_paragraph(spans(text), own, measure).lines:
        items, end = painted(line, own, size), 0.0
        for item in items:
            assert len(item.run.text) == len(item.run.glyphs) == len(item.run.xs)
            xs = [item.x + x * item.size / 1000 for x in item.run.xs]
            assert xs == sorted(xs)
            assert xs[0] >= end - 0.3
            end = xs[-1]
        assert end <= measure
        assert "".join(item.run.text for item in items) == line.text


@settings(max_examples=40, deadline=None, derandomize=True)
@given(text=TEXTS, measure=st.floats(30, 120), factor=st.sampled_from([0.5, 0.8, 1.25, 2.0]))
def test_lines_are_the_same_at_all_sizes(text: str, measure: float, factor: float) -> None:
    small = break_paragraph(spans(text), style(), measure).lines
    large = break_paragraph(spans(text), style(size=3.35 * factor), measure * factor).lines
    assert [line.text for line in small] == [line.text for line in large]


@pytest.mark.parametrize("alignment", [JUSTIFIED, RAGGED, CENTRED])
def test_lines_ignore_hyphens_only_without_loss(alignment: Alignment) -> None:
    """The places within words are computed only if they are needed."""
    own, chance, easy = style(), random.Random(1), 0
    rules = FitRules(alignment, None, own.min_last_letters)
    for _ in range(60):
        text = spans(" ".join(chance.choices(EASY, k=chance.randint(20, 90))))
        measure = chance.uniform(50, 120)
        lines = break_paragraph(text, own, measure, alignment).lines
        points = _line_ends(shape_spans(text, own, 1.0)[0], own.language, 0.0, True, False)
        chosen = total_fit(points, round(measure / own.text_size(1.0), 9), rules)
        assert chosen is not None
        ends = [points[i].text_index for i in chosen[0]]
        assert [line.end.text_index for line in lines] == ends
        easy += not any(line.hyphenated for line in lines)
    assert easy


def test_names_stay_whole_when_possible() -> None:
    text = "La partie de sabacc commence. " * 3 + "Coruscantaises " * 3
    lines = break_paragraph(spans(text * 3), style(), 100.0).lines
    assert not any(re.search(rf"C\w+{SOFT_HYPHEN}$", line.text) for line in lines)


def test_hyphenation_points_have_kinds_and_margins() -> None:
    assert set(hyphenation_points("extraordinaire", "fr").values()) == {SOFT}
    assert set(hyphenation_points("Coruscantaise", "fr").values()) == {NAME}
    assert hyphenation_points("porte-clefs", "fr") == {6: HARD}
    assert list(hyphenation_points("crédit", "fr")) == [3]  # three letters on either side
    assert hyphenation_points("JEDI", "en") == hyphenation_points("R2D2XYZ", "en") == {}
    assert hyphenation_points("extraordinaire", "xx") == {}
    for language in ("fr", "en"):
        for word in ("l’incompréhensible", "anticipation", "developments"):
            start = word.index("’") + 1 if "’" in word else 0
            for point in hyphenation_points(word, language):
                assert start + 3 <= point <= len(word) - 3


@pytest.mark.parametrize("language", ["en", "fr", "de", "ru"])
def test_hyphenation_patterns_match_pyphen(language: str) -> None:
    known = pyphen.Pyphen(lang=language, left=3, right=3)
    words = (
        "Donaudampfschifffahrt Zuckerbäcker приключение extraordinary aujourd hôtellerie".split()
    )
    for word in {*words, *re.findall(r"[^\W\d_]{6,}", f"{PLAIN} {__doc__}".lower())}:
        assert list(hyphenation_points(word, language)) == known.positions(word), word


def test_too_wide_word_is_cut_or_overflows() -> None:
    lines = break_paragraph(spans("x" * 200), style(), 30.0).lines
    assert squeeze(lines) == "x" * 200
    assert all(width(line) <= 30.05 for line in lines)
    whole = break_paragraph(spans("a " + "x" * 50), style(), 30.0, hyphenate=False)
    assert whole.overflow > 0
    assert [line.text for line in whole.lines] == ["a", "x" * 50]


def test_break_starts_a_line_without_stretching_the_last() -> None:
    text = (*spans("one two"), line_break(TEXT), *spans("three"))
    lines = break_paragraph(text, style(), 100.0).lines
    assert [line.text for line in lines] == ["one two", "three"]
    assert [line.opens for line in lines] == [True, True]
    assert width(lines[0]) == pytest.approx(natural_width(spans("one two"), style()))


def test_links_and_terms_cover_their_words() -> None:
    linked = Span("the hands", TEXT, BLACK, link="#hands", term="hand")
    text = (*spans("see "), linked, *spans(" again " * 30))
    lines = break_paragraph(text, style("en"), 100.0).lines
    assert lines[0].terms == ("hand",)
    assert not any(line.terms for line in lines[1:])
    canvas = Canvas()
    for line in lines:
        line.paint(canvas, 10.0, 20.0, style("en"), 3.35)
    ((rect, target),) = canvas.links
    assert target == "#hands"
    assert 10 < rect.x < rect.right < 110
    assert rect.y < 20 < rect.bottom


def test_inline_drawing_keeps_place_and_has_alternative_text() -> None:
    drawing = InlineDrawing(lambda size: (2 * size, (a_letter(size),)), "sabre")
    text = (*spans("a "), Span("", TEXT, BLACK, drawing=drawing), *spans(" b"))
    (line,) = break_paragraph(text, style(), 100.0).lines
    drawn, wording = painted(line)[1:3]
    assert drawn.x == pytest.approx(natural_width(spans("a -"), style()) - _width("-"))
    assert wording.run.text == "sabre"
    beside = (*spans("sabre "), Span("", TEXT, BLACK, drawing=drawing))
    (line,) = break_paragraph(beside, style(), 100.0).lines
    assert len(painted(line)) == 2  # the word beside it is enough


def a_letter(size: float) -> ShapedText:
    return ShapedText(shape(TEXT, "x"), 0.0, 0.0, size, BLACK)


def _width(text: str) -> float:
    return natural_width(spans(text), style())


def test_missing_glyph_in_paragraph_raises() -> None:
    with pytest.raises(MissingGlyph):
        break_paragraph(spans("a \u4e2d b"), style(), 100.0)


@pytest.mark.parametrize("key", sorted(FILES))
@pytest.mark.parametrize("language", ["en", "fr"])
def test_live_text_shapes_letter_by_letter(key: str, language: str) -> None:
    """PDF text names letters and our runs name glyphs: both must agree."""
    run = shape(key, TYPICAL[language].replace("\u202f", " "))
    assert len(run.glyphs) == len(run.text)
    for letter, glyph in zip(run.text, run.glyphs, strict=True):
        assert shape(key, letter).glyphs == (glyph,)
    if key.startswith("text"):
        hyphen, soft = (font(key).advance(c) for c in ("-", SOFT_HYPHEN))
        assert hyphen == soft


def test_no_break_spaces_are_kept() -> None:
    (line,) = break_paragraph(spans("17\u00a0crédits"), style(), 100.0).lines
    assert [item.run.text for item in painted(line)] == ["17\u00a0crédits"]
    assert min_width(spans("17\u00a0crédits"), style()) == pytest.approx(line.width() * 3.35)


def test_small_text_is_enlarged_to_minimum_size() -> None:
    text = (Span("large ", TEXT, BLACK), Span("small", TEXT, BLACK, size=0.5))
    own = style(min_size=3.0)
    (line,) = break_paragraph(text, own, 100.0).lines
    items = painted(line, own, own.text_size(1.0))
    assert [round(item.size, 6) for item in items] == [3.35, 3.0]


COUNTED = "take 3 cards 21 points each player has 91 of 216 and keeps 7"


# --- numbers and last lines ----------------------------------------------------------------------


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    words=st.lists(st.sampled_from(COUNTED.split(" ")), min_size=8, max_size=60),
    measure=st.floats(30, 120),
)
def test_number_stays_with_its_noun(words: list[str], measure: float) -> None:
    own = style("en")
    text = " ".join(words)
    lines = break_paragraph(spans(text), own, measure, RAGGED).lines
    assert squeeze(lines) == text.replace(" ", "")
    for line, after in itertools.pairwise(lines):
        if re.search(r"(^| )\d+$", line.text):
            assert after.text.split(" ")[0] in ("of", "and", "has") or after.text[0].isdigit()


ENDING = "The player whose hand comes nearest to twenty-three without more wins at 23. Then deal."
UNITS = "Un étui pour une pile de 27,2 mm, chaque carte de 0.32 mm, sur un carton de 300 g."


@pytest.mark.parametrize(
    ("text", "language", "starts"), [(ENDING, "en", ("23.",)), (UNITS, "fr", ("mm", "g."))]
)
def test_line_never_starts_with_clause_number_or_unit(
    text: str, language: str, starts: tuple[str, ...]
) -> None:
    for measure in range(20, 120):
        lines = break_paragraph(spans(text), style(language), float(measure), RAGGED).lines
        assert not any(line.text.startswith(starts) for line in lines)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(text=TEXTS, measure=st.floats(60, 140))
def test_last_line_has_enough_letters(text: str, measure: float) -> None:
    lines = break_paragraph(spans(text), style(), measure).lines
    assert squeeze(lines) == re.sub(r"[ \u00a0]", "", text)
    if len(lines) > 1 and len(text) > 60 and "://" not in text:
        assert len(re.sub(r"\s", "", lines[-1].text)) >= 6
        assert not lines[-2].hyphenated or re.search(r"\s", lines[-1].text)


# --- the total fit -------------------------------------------------------------------------------


def breakpoints(widths: list[float]) -> list[Breakpoint]:
    """Return breakpoints between words of these widths, with a space of 2 between them."""
    points, w, y, z = [], 0.0, 0.0, 0.0
    for i, word in enumerate(widths):
        w += word
        if i == len(widths) - 1:
            points.append(Breakpoint(w, y, z, w, y, z))
        else:
            points.append(Breakpoint(w, y, z, w + 2, y + 1, z + 0.6))
            w, y, z = w + 2, y + 1, z + 0.6
    return points


def badness(widths: list[float], measure: float, breaks: tuple[int, ...]) -> float:
    """Return the sum of squared cubed stretches over the lines, computed independently."""
    total, start, ratio_before = 0.0, 0, 0.0
    for end in breaks:
        words = widths[start : end + 1]
        spaces = len(words) - 1
        natural = sum(words) + 2 * spaces
        spare = measure - natural
        last = end == len(widths) - 1
        if spare < -0.6 * spaces - 1e-6:
            return float("inf")
        if last and spare >= 0:
            ratio = 0.0
        elif spare >= 0:
            ratio = spare / spaces if spaces else (60.0 if spare else 0.0)
        else:
            ratio = spare / (0.6 * spaces)
        total += (10 + 100 * min(abs(ratio), 60.0) ** 3) ** 2
        total += 2500.0 if abs(ratio - ratio_before) > 0.75 else 0.0
        if last and natural < 0.16 * measure and start:
            total += 4000.0
        ratio_before, start = ratio, end + 1
    return total


@settings(max_examples=80, deadline=None, derandomize=True)
@given(widths=st.lists(st.integers(3, 14).map(float), min_size=2, max_size=11))
def test_no_other_breaks_are_much_better(widths: list[float]) -> None:
    """Try all breaks of a short paragraph: ours is the best or nearly so.

    The cost of uneven neighbours may hide a better one, because only the best way to each
    breakpoint is kept.
    """
    measure = 40.0
    chosen = total_fit(breakpoints(widths), measure)
    assert chosen is not None
    inner = range(len(widths) - 1)
    ways = (
        (*some, len(widths) - 1)
        for count in range(len(widths))
        for some in itertools.combinations(inner, count)
    )
    best = min(badness(widths, measure, way) for way in ways)
    assert badness(widths, measure, tuple(chosen[0])) <= best + 2500.0 * len(chosen[0])


@settings(max_examples=80, deadline=None, derandomize=True)
@given(
    widths=st.lists(st.integers(3, 14).map(float), min_size=3, max_size=9), count=st.integers(1, 4)
)
def test_centred_text_has_the_requested_line_count(widths: list[float], count: int) -> None:
    measures = [40.0, 30.0, 36.0, 25.0]
    chosen = total_fit(breakpoints(widths), lambda i: measures[i], FitRules(CENTRED, count))
    inner = range(len(widths) - 1)
    ways = [(*some, len(widths) - 1) for some in itertools.combinations(inner, count - 1)]
    fitting = [
        sum(((measures[i] - w) / measures[i]) ** 2 for i, w in enumerate(lines))
        for lines in (line_widths(widths, way) for way in ways)
        if all(w <= measures[i] + 1e-6 for i, w in enumerate(lines))
    ]
    assert (chosen is None) == (not fitting)
    if chosen is not None:
        assert len(chosen[0]) == count
        assert chosen[1] == pytest.approx(min(fitting))


@settings(max_examples=80, deadline=None, derandomize=True)
@given(
    widths=st.lists(st.integers(3, 14).map(float), min_size=9, max_size=40),
    alignment=st.sampled_from([RAGGED, CENTRED]),
    letters=st.sampled_from([0, 6]),
)
def test_rigid_spaces_choose_the_same_breaks(
    widths: list[float], alignment: Alignment, letters: int
) -> None:
    """One width for all lines, which is fast, gives the same result as a list of equal widths."""
    points, rules = breakpoints(widths), FitRules(alignment, None, letters)
    chosen, other = total_fit(points, 25.0, rules), total_fit(points, lambda _: 25.0, rules)
    assert chosen is not None
    assert other is not None
    assert max(line_widths(widths, chosen[0])) <= 25.0
    assert chosen[1] == pytest.approx(other[1])


def line_widths(widths: list[float], ends: Sequence[int]) -> list[float]:
    starts = [0, *(end + 1 for end in ends[:-1])]
    return [sum(widths[a : b + 1]) + 2 * (b - a) for a, b in zip(starts, ends, strict=True)]


def ends_in_drawing(count: int) -> list[Breakpoint]:
    """Return the breakpoints of words of 10 mm and 4 letters, the last a drawing without any."""
    points = breakpoints([10.0] * count)
    for number, point in enumerate(points, 1):
        point.letters = 4 * min(number, count - 1)
    return points


def test_last_line_may_be_a_drawing_alone() -> None:
    points = ends_in_drawing(2)
    assert even_fit(points, 2) == [0, 1]
    assert even_fit(points, 2, min_last_letters=3) == [0, 1]  # no other break has more
    fitted = total_fit(points, 15.0, FitRules(CENTRED))
    assert fitted is not None
    assert fitted[0] == [0, 1]


def test_even_fit_has_no_lines_for_too_few_words() -> None:
    assert even_fit(breakpoints([10.0] * 2), 3) is None
