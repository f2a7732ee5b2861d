"""Words to lines: nothing too wide, nothing lost, no line that begins or ends as none may."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printkit.booklet.book import InlineText, LineBreak, PictureRef, SourceLocation
from printkit.booklet.setting.breaking import Stop, total_fit
from printkit.booklet.setting.lists import collapsed, collation
from printkit.booklet.setting.runs import Manner, natural_width
from printkit.booklet.setting.words import SOFT_HYPHEN, SetLine, set_lines
from printkit.graphics.display_list import Item, Text
from printkit.graphics.font import FILES, MissingGlyph, font, shape
from printkit.layout.hyphenation import HARD, NAME, SOFT, hyphenation_points
from tests.support.book_fixture import TYPICAL

PLACE = SourceLocation("words.md", 3)


def no_sign(picture: PictureRef, size: float) -> tuple[float, tuple[Item, ...]]:
    return 3.0, ()


def manner(language: str = "fr", size: float = 3.35, ragged: bool = False) -> Manner:
    return Manner(size, "#000000", "#000044", language, no_sign, ragged=ragged)


PLAIN = (
    "le la un pot main carte donneur sabacc extraordinairement développement l’Étalage fin. donc, "
    "incompréhensible aujourd’hui porte-clefs −23 Reine constitution interférence – “then” (trois "
    "fois) pot\u202f: «\u202fmain\u202f» où\u202f? 17\u00a0crédits "
    "https://example.org/a-long/path/of/words?and=more"
)
WORDS = st.sampled_from(PLAIN.split(" "))
TEXTS = st.lists(WORDS, min_size=1, max_size=90).map(" ".join)


def squeezed(lines: list[SetLine]) -> str:
    """All that the lines say, divided words joined, without spaces."""
    text = "\n".join(line.text for line in lines)
    return re.sub(r"[ \u00a0\n]", "", text.replace(f"{SOFT_HYPHEN}\n", ""))


@settings(max_examples=150, deadline=None, derandomize=True)
@given(
    text=TEXTS,
    measure=st.floats(24, 140),
    size=st.sampled_from([2.6, 3.35, 4.2]),
    language=st.sampled_from(["fr", "en"]),
    ragged=st.booleans(),
    indent=st.sampled_from([0.0, 4.0]),
)
def test_lines(
    text: str, measure: float, size: float, language: str, ragged: bool, indent: float
) -> None:
    how = manner(language, size, ragged)
    lines = set_lines([InlineText(text)], how, measure, PLACE, indent=indent)
    assert squeezed(lines) == re.sub(r"[ \u00a0]", "", text)
    for at, line in enumerate(lines):
        last = at == len(lines) - 1
        # A word that fills a line by itself may be off by what its letters are kerned.
        assert line.width <= measure + (0.05 if " " in line.text else 0.2)
        if not ragged and not last and " " in line.text:
            assert line.width == pytest.approx(measure, abs=0.02)
        if at:
            assert line.text[0] not in " \u00a0\u202f,.;:!?)»”%–"
        if not last:
            assert line.text[-1] not in " \u00a0\u202f(«“"
        if line.text.endswith(SOFT_HYPHEN):
            word = re.split(r"[^\w]", line.text[:-1])[-1]
            # In a narrow column a word may go on over several lines: its end is what counts.
            after = "".join(line.text for line in lines[at + 1 :]).replace(SOFT_HYPHEN, "")
            rest = re.match(r"\w*", after)
            assert len(word) >= 2
            assert rest is not None
            assert len(rest.group()) >= 3
    hyphens = "".join("h" if line.hyphen else "." for line in lines)
    # Where nothing else can be done (an address, a column of one word) more stand in a row.
    assert "hhh" not in hyphens or "://" in text or measure < 20 * size


@settings(max_examples=60, deadline=None)
@given(text=TEXTS, measure=st.floats(60, 120))
def test_glyphs_of_a_line_stand_in_order_and_within_it(text: str, measure: float) -> None:
    for line in set_lines([InlineText(text)], manner(), measure, PLACE):
        end = 0.0
        for item in line.items:
            assert isinstance(item, Text)
            assert len(item.run.text) == len(item.run.glyphs) == len(item.run.xs)
            xs = [item.x + x * item.size / 1000 for x in item.run.xs]
            assert xs == sorted(xs)
            assert xs[0] >= end - 0.3
            end = xs[-1]
        assert end <= measure


def test_names_stay_whole_where_they_can() -> None:
    text = "La partie de sabacc commence. " * 3 + "Coruscantaises " * 3
    lines = set_lines([InlineText(text * 3)], manner(), 100.0, PLACE)
    assert not any(re.search(rf"C\w+{SOFT_HYPHEN}$", line.text) for line in lines)


def test_points_of_division() -> None:
    assert {point.kind for point in hyphenation_points("extraordinaire", "fr")} == {SOFT}
    assert {point.kind for point in hyphenation_points("Coruscantaise", "fr")} == {NAME}
    assert [(p.index, p.kind) for p in hyphenation_points("porte-clefs", "fr")] == [(6, HARD)]
    assert hyphenation_points("crédit", "fr") == () or all(
        3 <= p.index <= 3 for p in hyphenation_points("crédit", "fr")
    )
    assert hyphenation_points("JEDI", "en") == hyphenation_points("R2D2XYZ", "en") == ()
    for language in ("fr", "en"):
        for word in ("l’incompréhensible", "anticipation", "developments"):
            start = word.index("’") + 1 if "’" in word else 0
            for point in hyphenation_points(word, language):
                assert start + 3 <= point.index <= len(word) - 3


def test_a_word_wider_than_the_line_is_broken_anywhere() -> None:
    lines = set_lines([InlineText("x" * 200)], manner(), 30.0, PLACE)
    assert squeezed(lines) == "x" * 200
    assert all(line.width <= 30.05 for line in lines)


def test_breaks_begin_a_line_without_spreading_the_one_before() -> None:
    lines = set_lines(
        [InlineText("one two"), LineBreak(), InlineText("three")], manner(), 100.0, PLACE
    )
    assert [line.text for line in lines] == ["one two", "three"]
    assert lines[0].width == pytest.approx(natural_width([InlineText("one two")], manner()))


def test_links_and_terms_are_where_their_words_are() -> None:
    words = [
        InlineText("see "),
        InlineText("the hands", link="#hands", term="hand"),
        InlineText(" again " * 30),
    ]
    lines = set_lines(words, manner("en"), 100.0, PLACE)
    assert lines[0].terms == ("hand",)
    ((start, end, to),) = lines[0].links
    assert to == "#hands"
    assert 0 < start < end < 100
    assert all(not line.terms and not line.links for line in lines[1:])


def test_a_missing_glyph_is_told_with_its_place() -> None:
    with pytest.raises(MissingGlyph) as caught:
        set_lines([InlineText("a \u4e2d b")], manner(), 100.0, PLACE)
    assert str(caught.value).startswith("words.md:3: ")


@pytest.mark.parametrize("key", sorted(FILES))
@pytest.mark.parametrize("language", ["en", "fr"])
def test_live_text_is_of_the_glyphs_that_its_letters_have(key: str, language: str) -> None:
    """A PDF names letters, our runs glyphs: they have to be the same."""
    run = shape(key, TYPICAL[language].replace("\u202f", " "))
    assert len(run.glyphs) == len(run.text)
    for letter, glyph in zip(run.text, run.glyphs, strict=True):
        assert shape(key, letter).glyphs == (glyph,)
    if key.startswith("text"):
        hyphen, soft = (font(key).advance(c) for c in ("-", SOFT_HYPHEN))
        assert hyphen == soft


# --- the total fit -------------------------------------------------------------------------------


def stops(widths: list[float]) -> list[Stop]:
    """Stops between words of these widths, a space of 2 between."""
    found, w, y, z = [], 0.0, 0.0, 0.0
    for at, width in enumerate(widths):
        w += width
        if at == len(widths) - 1:
            found.append(Stop(w, y, z, w, y, z))
        else:
            found.append(Stop(w, y, z, w + 2, y + 1, z + 0.6))
            w, y, z = w + 2, y + 1, z + 0.6
    return found


def badness(widths: list[float], measure: float, breaks: tuple[int, ...]) -> float:
    """The sum over lines of a cubed stretch, squared, as an outsider counts it."""
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


@settings(max_examples=80, deadline=None)
@given(widths=st.lists(st.integers(3, 14).map(float), min_size=2, max_size=11))
def test_no_other_breaks_are_much_better(widths: list[float]) -> None:
    """All ways to break a short paragraph are tried: ours is the best, or as good as that but for
    how neighbours look, of which only the best way to each stop is remembered."""
    measure = 40.0
    found = total_fit(stops(widths), measure)
    assert found is not None
    inner = range(len(widths) - 1)
    ways = (
        (*some, len(widths) - 1)
        for count in range(len(widths))
        for some in itertools.combinations(inner, count)
    )
    best = min(badness(widths, measure, way) for way in ways)
    assert badness(widths, measure, tuple(found)) <= best + 2500.0 * len(found)


def test_a_paragraph_that_fits_is_one_line() -> None:
    assert total_fit(stops([5.0, 5.0]), 40.0) == [1]
    assert total_fit(stops([50.0]), 40.0) is None
    assert total_fit([replace(stops([5.0])[0], shrink=0.0)], 40.0) == [0]


# --- index ---------------------------------------------------------------------------------------


def test_terms_are_ordered_as_the_language_has_them() -> None:
    terms = ["Zéro", "étalage", "œil", "Étoile", "obtenir", "offrir", "eau", "évidence"]
    ordered = sorted(terms, key=collation)
    assert ordered == ["eau", "étalage", "Étoile", "évidence", "obtenir", "œil", "offrir", "Zéro"]


@given(st.lists(st.integers(1, 60), min_size=1, max_size=30))
def test_pages_are_collapsed_and_none_is_lost(pages: list[int]) -> None:
    told: set[int] = set()
    for text, first in collapsed(pages):
        ends = [int(part) for part in text.split("–")]
        assert ends[0] == first
        assert len(ends) == 1 or ends[1] - ends[0] >= 2
        told |= set(range(ends[0], ends[-1] + 1))
    assert told == set(pages)
