"""Fonts: HarfBuzz's shapes and outlines compared with fontTools', and the letters that we need."""

import tomllib
import zlib
from functools import cache

import numpy as np
import pytest
from fontTools.pens.recordingPen import DecomposingRecordingPen

from printkit.base.content import content_path, font_path
from printkit.graphics.fonts import FILES, SYMBOLS, TITLE, MissingGlyph, font, shape
from printkit.graphics.path import PathData
from tests.support.walk import segments, ttfont

KEYS = tuple(FILES)
ASCII = "".join(map(chr, range(0x21, 0x7F)))
FRENCH = "àâæçéèêëîïôœùûüÿÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸ«»’“”…–—°·"
GAME = "\u2212\u00b1\u00d7"
every_key = pytest.mark.parametrize("key", KEYS)


def glyph_id(key: str, character: str) -> int:
    tt = ttfont(key)
    return int(tt.getGlyphID(tt.getBestCmap()[ord(character)]))


@cache
def independent(key: str, glyph: int) -> tuple[str, tuple[float, ...]]:
    """Return the outline that fontTools reads.

    Quadratics are raised to cubics; y points up, in units of 1000.
    """
    tt = ttfont(key)
    glyphs = tt.getGlyphSet()
    pen = DecomposingRecordingPen(glyphs)
    glyphs[tt.getGlyphName(glyph)].draw(pen)
    unit = 1000 / tt["head"].unitsPerEm
    steps, coords = "", []
    x = y = 0.0
    for name, args in pen.value:
        if name == "moveTo":
            steps += "M"
            coords += args[0]
        elif name == "lineTo":
            steps += "L"
            coords += args[0]
        elif name == "qCurveTo":
            assert args[-1] is not None, "a contour without a point on the curve"
            off = list(args[:-1])
            for at, (cx, cy) in enumerate(off):
                last = at == len(off) - 1
                ex, ey = (
                    args[-1] if last else ((cx + off[at + 1][0]) / 2, (cy + off[at + 1][1]) / 2)
                )
                steps += "C"
                coords += [
                    x + 2 / 3 * (cx - x), y + 2 / 3 * (cy - y),
                    ex + 2 / 3 * (cx - ex), ey + 2 / 3 * (cy - ey), ex, ey,
                ]  # fmt: skip
                x, y = ex, ey
        elif name == "closePath":
            steps += "Z"
        if args:
            x, y = args[-1]
    return steps, tuple(value * unit for value in coords)


def contours(data: PathData) -> list[np.ndarray]:
    """Return each contour as its pieces, starting at the leftmost, lowest point.

    Readers may choose the start of a contour and whether a line closes it.
    """
    found: list[np.ndarray] = []
    at = 0
    for part in data.steps.split("M")[1:]:
        count = 2 + sum({"L": 2, "C": 6, "Z": 0}[step] for step in part)
        pieces = segments(PathData("M" + part, data.coords[at : at + count]))
        at += count
        kept = [p for p in np.array(pieces) if np.abs(p - p[0]).max() > 0.05]
        first = min(range(len(kept)), key=lambda i: tuple(np.round(kept[i][0], 1)))
        found.append(np.array(kept[first:] + kept[:first]))
    return found


def same_outline(ours: PathData, theirs: tuple[str, tuple[float, ...]]) -> bool:
    one, other = contours(ours), contours(PathData(*theirs))
    return len(one) == len(other) and all(
        a.shape == b.shape and np.allclose(a, b, rtol=0, atol=0.03)
        for a, b in zip(one, other, strict=True)
    )


def test_outline_helper_detects_a_moved_point() -> None:
    theirs = independent(TITLE, glyph_id(TITLE, "R"))
    ours = font(TITLE).outline(glyph_id(TITLE, "R"))
    moved = PathData(ours.steps, (ours.coords[0] + 0.1, *ours.coords[1:]))
    assert same_outline(ours, theirs)
    assert not same_outline(moved, theirs)
    assert not same_outline(font(TITLE).outline(glyph_id(TITLE, "P")), theirs)


@every_key
@pytest.mark.parametrize("text", [ASCII, FRENCH, GAME], ids=["ascii", "french", "game"])
def test_outlines_match_fonttools(key: str, text: str) -> None:
    drawn = 0
    for character in text:
        glyph = glyph_id(key, character)
        outline = font(key).outline(glyph)
        assert same_outline(outline, independent(key, glyph)), character
        drawn += bool(outline.steps)
    assert drawn == len(text)


@every_key
@pytest.mark.parametrize("text", [ASCII, FRENCH, GAME], ids=["ascii", "french", "game"])
def test_advances_and_glyphs_match_the_file(key: str, text: str) -> None:
    tt = ttfont(key)
    for character in text:
        run = shape(key, character)
        assert run.glyphs == (glyph_id(key, character),)
        assert run.xs == (0.0,)
        advance = tt["hmtx"][tt.getBestCmap()[ord(character)]][0]
        assert run.width == pytest.approx(advance * 1000 / tt["head"].unitsPerEm, abs=0.51)


@every_key
def test_kerning_is_applied(key: str) -> None:
    for text in ("AV", "To"):
        pair, apart = shape(key, text), [shape(key, letter).width for letter in text]
        assert pair.width < sum(apart) - 5
        assert pair.xs[1] < apart[0] - 5
    plain = shape(key, "HH")
    assert plain.width == pytest.approx(2 * shape(key, "H").width)


@every_key
@pytest.mark.parametrize(
    "text", ["ff", "fi", "fl", "ffi", "ffl", "tt", "ft", "fj", "st", "Th", "->"]
)
def test_shape_forms_no_ligatures(key: str, text: str) -> None:
    assert shape(key, text).glyphs == tuple(glyph_id(key, letter) for letter in text)


@every_key
@pytest.mark.parametrize(("space", "advance"), [("\u202f", 200), ("\u2009", 200)])
def test_narrow_spaces_are_a_fifth_of_an_em(key: str, space: str, advance: float) -> None:
    # Also in the text fonts, whose narrow space is only a hair wide: French needs a visible one.
    run = shape(key, f"H{space}H")
    assert run.text == f"H{space}H"
    assert run.xs[2] - run.xs[1] == advance
    assert run.width == pytest.approx(2 * shape(key, "H").width + advance)
    assert font(key).outline(run.glyphs[1]).steps == ""
    assert font(key).has_glyph(space)


@every_key
def test_no_break_space_is_as_wide_as_space(key: str) -> None:
    run = shape(key, "H\u00a0H")
    assert run.width == pytest.approx(shape(key, "H H").width)
    assert font(key).outline(run.glyphs[1]).steps == ""


@every_key
@pytest.mark.parametrize(
    ("character", "point"), [("ᚠ", "U+16A0"), ("漢", "U+6F22"), ("𒀀", "U+12000")]
)
def test_missing_glyph_error_names_the_glyph(key: str, character: str, point: str) -> None:
    with pytest.raises(MissingGlyph) as caught:
        shape(key, f"A {character} B {character}")
    message = str(caught.value)
    assert message.count(f"“{character}” ({point})") == 1
    assert FILES[key] in message
    assert f"“A {character} B {character}”" in message
    assert font(key).missing(f"A{character}B{character}") == [character]


@pytest.mark.parametrize("character", ["\t", "\n", "\r", "\u202e", "\x00"])
def test_control_characters_are_missing_glyphs(character: str) -> None:
    with pytest.raises(MissingGlyph, match=f"U\\+{ord(character):04X}"):
        shape(TITLE, f"a{character}b")


def test_letters_after_astral_character_keep_their_offsets() -> None:
    """Clusters count characters, and we find the spaces to widen by their clusters."""
    run = shape(TITLE, "é\u202fÉ\u202fH")
    assert run.xs[2] - run.xs[1] == run.xs[4] - run.xs[3] == 200


@every_key
def test_empty_text_has_no_glyphs(key: str) -> None:
    run = shape(key, "")
    assert (run.glyphs, run.xs, run.width) == ((), (), 0.0)


@every_key
def test_measures_match_the_file(key: str) -> None:
    tt, face = ttfont(key), font(key)
    unit = 1000 / tt["head"].unitsPerEm
    assert face.ascent == pytest.approx(tt["hhea"].ascent * unit)
    assert face.descent == pytest.approx(-tt["hhea"].descent * unit)
    assert face.descent > 0
    # We measure the outline of an H; the bold text fonts declare the height of the regular font.
    slack = 15.0 if key.startswith("text-b") else 1.0
    assert face.cap_height == pytest.approx(tt["OS/2"].sCapHeight * unit, abs=slack)


@every_key
def test_fonts_are_truetype_and_allow_embedding(key: str) -> None:
    tt = ttfont(key)
    assert tt["OS/2"].fsType == 0
    assert "glyf" in tt
    assert "CFF " not in tt
    assert "fvar" not in tt
    licence = font(key).path.with_name(f"{font(key).path.stem.partition('-')[0]}-OFL.txt")
    assert "SIL OPEN FONT LICENSE" in licence.read_text(encoding="utf-8").upper()


def words(node: object) -> list[str]:
    """Return all texts of a TOML tree."""
    if isinstance(node, str):
        return [node]
    if isinstance(node, dict):
        return [text for value in node.values() for text in words(value)]
    if isinstance(node, list):
        return [text for value in node for text in words(value)]
    return []


CONTENT = sorted(
    [*content_path("variants").glob("*.toml"), *content_path("strings").glob("*.toml")]
)


def test_word_helper_finds_nested_texts() -> None:
    assert words({"a": [{"b": "x"}, 3, {"c": ["y", "z"]}]}) == ["x", "y", "z"]


@pytest.mark.sampled
@pytest.mark.parametrize("path", CONTENT)
@every_key
def test_all_our_texts_have_glyphs(path: object, key: str) -> None:
    texts = words(tomllib.loads(path.read_text(encoding="utf-8")))  # type: ignore[attr-defined]
    assert texts
    lacking = {
        character for text in texts for character in font(key).missing(text.replace("\n", " "))
    }
    assert lacking == set()


# --- symbols ------------------------------------------------------------------------------------

# Emoji, also in sequences, signs, arrows, operators, pieces, tiles and playing cards.
SYMBOL_TEXTS = ["🎲", "♥", "♥\ufe0f", "★", "⚔\ufe0f", "☎", "①", "⇒", "⊗", "♞", "🀄", "🂡", "✂", "🫨"]
SEQUENCES = ["👩\u200d🚀", "🇫🇷", "👍🏽", "1\ufe0f\u20e3"]


@every_key
@pytest.mark.parametrize("text", [*SYMBOL_TEXTS, *SEQUENCES])
def test_symbols_have_glyphs_in_every_role(key: str, text: str) -> None:
    run = shape(key, f"A {text} b")
    drawn = [glyph for glyph in run.glyphs if font(key).outline(glyph).steps]
    assert len(drawn) == 3  # a sequence is one drawing
    assert {font(key).of_glyph(glyph)[0].name for glyph in drawn} & set(SYMBOLS)


def test_space_after_symbol_is_that_of_the_text() -> None:
    alone = shape(TITLE, "🎲").width
    assert shape(TITLE, "🎲 A").width == pytest.approx(alone + shape(TITLE, " A").width)


def test_letters_of_text_fonts_stay_in_them() -> None:
    """The fonts of symbols have digits and signs for keys, which no text uses."""
    for key in FILES:
        faces = {font(key).of_glyph(glyph)[0].name for glyph in shape(key, "A 12 #* ©").glyphs}
        assert faces & set(SYMBOLS) == set()


@pytest.mark.parametrize(
    ("letter", "package", "file"),
    [
        ("ش", "fonts-noto-core", "NotoSansArabic-Regular.ttf"),
        ("ש", "fonts-noto-core", "NotoSansHebrew-Regular.ttf"),
        ("漢", "fonts-noto-cjk", "NotoSansCJK-Regular.ttc"),
        ("한", "fonts-noto-cjk", "NotoSansCJK-Regular.ttc"),
        ("ก", "fonts-noto-core", "NotoSansThai-Regular.ttf"),
    ],
)
def test_missing_script_names_its_package(letter: str, package: str, file: str) -> None:
    with pytest.raises(MissingGlyph) as caught:
        shape(TITLE, letter)
    assert package in str(caught.value)
    assert f'fallback = ["{file}"]' in str(caught.value)


def test_fonts_of_symbols_are_small() -> None:
    """All four need less than 700 kB in a wheel, whose limit is 12 MB."""
    data = [font_path(name).read_bytes() for name in SYMBOLS]
    assert sum(len(zlib.compress(one, 9)) for one in data) < 700_000
