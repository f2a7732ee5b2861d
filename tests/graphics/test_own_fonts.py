"""User fonts: chains by role, shaping of many scripts, licences, errors."""

from collections.abc import Callable
from pathlib import Path

import pytest

from printkit.base.design import FontFile, OwnFonts, find_font_file
from printkit.base.errors import PrintkitError
from printkit.base.limits import Limit
from printkit.graphics import fonts as font_module
from printkit.graphics.display_list import GlyphRun
from printkit.graphics.fonts import (
    CHAIN,
    FILES,
    INDEX,
    TEXT,
    TEXT_BOLD,
    TITLE,
    TITLE_BOLD,
    Face,
    MissingGlyph,
    cached_by_fonts,
    font,
    fonts_in_use,
    lacking_styles,
    open_fonts,
    read_face,
    shape,
)
from tests.support.own_fonts import (
    ALL,
    ARABIC,
    CHINESE,
    CJK,
    FOLDER,
    HEBREW,
    LATIN,
    make_variable,
    read,
    with_bits,
)


def files(run: GlyphRun) -> list[str]:
    """Return the name of each glyph's font file."""
    return [font(run.font).of_glyph(glyph)[0].file.path.name for glyph in run.glyphs]


# --- chains --------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", [TITLE, TITLE_BOLD, INDEX])
@pytest.mark.parametrize("word", ["Ταξίδι", "Путь"])
def test_greek_and_russian_need_no_user_font(key: str, word: str) -> None:
    run = shape(key, f"A {word}")
    assert files(run)[0] == FILES[key]
    assert set(files(run)[2:]) <= {FILES[TEXT], FILES[TEXT_BOLD]}
    assert all(font(key).outline(glyph).steps for glyph in run.glyphs[2:])


def test_first_font_with_a_letter_draws_it() -> None:
    with fonts_in_use(ALL):
        run = shape(TITLE, "A Ω ש 日")
        assert files(run)[0] == files(run)[1] == "latin.otf"
        assert [files(run)[i] for i in (2, 4, 6)] == [FILES[TEXT], "hebrew.ttf", "cjk.ttc"]
        assert files(shape(INDEX, "A")) == [FILES[INDEX]]
    assert all(run.glyphs[i] >= CHAIN for i in (2, 4, 6))


def test_marks_and_signs_use_font_of_their_letter() -> None:
    with fonts_in_use(ALL):
        assert set(files(shape(TITLE, "(שָׁלוֹם)"))[1:-1]) == {"hebrew.ttf"}


def test_font_key_identifies_its_fonts_everywhere() -> None:
    ours = shape(TITLE, "AV")
    with fonts_in_use(ALL):
        own = shape(TITLE, "AV")
        assert shape(own.font, "AV") is own
    assert shape(TITLE, "AV") is ours
    assert own.font != ours.font
    assert own.glyphs != ours.glyphs
    assert font(own.font).path == LATIN.path
    assert font(ours.font).path.name == FILES[TITLE]


def test_first_source_naming_a_role_wins() -> None:
    with fonts_in_use(OwnFonts((("title", HEBREW),)), ALL):
        assert font(TITLE).path == HEBREW.path
        assert font(TEXT).path == LATIN.path


def test_digest_depends_on_font_contents_only(tmp_path: Path) -> None:
    copy = FontFile(tmp_path / "copy.otf")
    copy.path.write_bytes(LATIN.path.read_bytes())
    first = open_fonts(OwnFonts((("title", copy),)))
    assert first == open_fonts(OwnFonts((("title", LATIN),))) != ""
    assert open_fonts(OwnFonts((("text", LATIN),))) != first
    copy.path.write_bytes(HEBREW.path.read_bytes())
    assert open_fonts(OwnFonts((("title", copy),))) != first
    assert open_fonts(OwnFonts()) == ""


def test_cache_in_other_fonts_is_not_reused() -> None:
    @cached_by_fonts(8)
    def key_of(role: str) -> str:
        return font(role).key

    before = key_of(TITLE)
    with fonts_in_use(ALL):
        assert key_of(TITLE) == shape(TITLE, "A").font != before
    assert key_of(TITLE) == before


def test_missing_letter_error_names_the_fonts() -> None:
    with fonts_in_use(ALL), pytest.raises(MissingGlyph) as caught:
        shape(TITLE, "A ᚠ")
    for name in ("latin.otf", "arabic.ttf", "cjk.ttc", "“ᚠ” (U+16A0)"):
        assert name in str(caught.value)


# --- shapes --------------------------------------------------------------------------------------


def names(file: FontFile, run: GlyphRun) -> list[str]:
    order = read(file).getGlyphOrder()
    return [order[glyph] for glyph in run.glyphs]


def test_latin_has_lining_figures_and_no_ligatures() -> None:
    own = names(LATIN, read_face(LATIN).shape("", "Affinity 12"))
    plain = read(LATIN).getBestCmap()
    assert own[1:4] == ["f", "f", "i"]
    assert own[-2] != plain[ord("1")]
    assert own[-1] != plain[ord("2")]


def test_kerning_comes_from_the_font() -> None:
    face = read_face(LATIN)
    together = face.shape("", "AVA").width
    assert together < sum(face.shape("", letter).width for letter in "AVA")


def test_arabic_letters_join_from_the_right() -> None:
    face, word = read_face(ARABIC), "سلام"
    run = face.shape("", word)
    assert run.letters[0] > run.letters[-1] == 0
    assert not {face.glyph("س"), face.glyph("ل")} & set(run.glyphs), "letters that stand alone"


def test_marks_are_placed_on_their_letter() -> None:
    run = shape(TEXT, "q\u0301")  # no font has this combination as one glyph
    assert len(run.glyphs) == 2
    assert run.xs[1] < run.xs[0] + run.width
    assert list(run.letters) == [0, 1]  # readers can copy each letter separately


def test_direction_mirrors_brackets() -> None:
    face = read_face(HEBREW)
    right, left = face.shape("", "(", "rtl"), face.shape("", "(", "ltr")
    assert right.glyphs == (face.glyph(")"),)
    assert left.glyphs == (face.glyph("("),)


def test_fonts_of_a_collection_differ() -> None:
    one, two = (read_face(file) for file in (CJK, CHINESE))
    assert one.family != two.family
    assert one.outline(one.glyph("骨")) != two.outline(two.glyph("骨"))


# --- variable fonts ------------------------------------------------------------------------------


def right_edge(face: Face) -> float:
    return face.outline(face.glyph("H")).box().right


def test_variable_font_outline_follows_axis_value(tmp_path: Path) -> None:
    file = make_variable(tmp_path / "bars.ttf")
    edges = [
        right_edge(read_face(FontFile(file.path, 1, (("wght", weight),))))
        for weight in (400.0, 650.0, 900.0)
    ]
    assert edges == pytest.approx([150, 275, 400], abs=1)


def test_bold_role_uses_bold_of_variable_font(tmp_path: Path) -> None:
    file = make_variable(tmp_path / "bars.ttf")
    with fonts_in_use(OwnFonts((("text", file),))):
        assert right_edge(font(TEXT).face(0)) == pytest.approx(150, abs=1)
        assert right_edge(font(TEXT_BOLD).face(0)) == pytest.approx(300, abs=1)
    assert lacking_styles(OwnFonts((("text", file),))) == [("text-italic", "text")]
    latin = OwnFonts((("text", LATIN),))
    assert lacking_styles(latin) == [("text-bold", "text"), ("text-italic", "text")]


# --- licences and refusals -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bits", "words"),
    [
        (0x0000, ""),
        (0x0002, "forbid"),
        (0x0004, ""),
        (0x0006, ""),
        (0x0008, ""),
        (0x0100, ""),
        (0x0200, "bitmaps"),
        (0x0208, "bitmaps"),
    ],
)
def test_licence_bits_restrict_embedding(tmp_path: Path, bits: int, words: str) -> None:
    file = with_bits(tmp_path / "bits.ttf", bits)
    if not words:
        face = read_face(file)
        whole = len(face.subset([face.glyph("ש")]).numbers) > 5
        assert whole == bool(bits & 0x0100)
        return
    with pytest.raises(PrintkitError, match=words) as caught:
        read_face(file)
    assert "Noto Serif Hebrew" in str(caught.value)


def test_font_file_damaged_or_missing_is_rejected(tmp_path: Path) -> None:
    def refused(file: FontFile) -> str:
        with pytest.raises(PrintkitError) as caught:
            read_face(file)
        assert str(file.path) in str(caught.value)
        return caught.value.message

    for name, data in {"text.ttf": b"no font at all", "empty.otf": b""}.items():
        (tmp_path / name).write_bytes(data)
        assert refused(FontFile(tmp_path / name)) == "This is not a font."
    cut = tmp_path / "cut.ttf"
    cut.write_bytes(HEBREW.path.read_bytes()[:400])
    refused(FontFile(cut))
    assert refused(FontFile(CJK.path, 3)) == "The file has fonts up to #2."
    assert refused(FontFile(HEBREW.path, 1, (("wght", 700.0),))).startswith("The font has no axis")
    bars = make_variable(tmp_path / "bars.ttf").path
    assert refused(FontFile(bars, 1, (("wght", 950.0),))) == "wght = 950 is outside the font."
    assert refused(FontFile(tmp_path / "none.ttf")) == "There is no such font."


def test_fonts_have_a_total_size_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    least = Limit(20_000, "bytes of all fonts", "as this test says")
    monkeypatch.setattr(font_module, "MAX_FONT_BYTES_IN_ALL", least)
    assert open_fonts(OwnFonts((("title", LATIN), ("text", LATIN))))
    with pytest.raises(PrintkitError, match="bytes of all fonts are too many"):
        open_fonts(ALL)


@pytest.mark.parametrize(
    "name", ["latin.woff2", "latin", "cjk.ttc#0", "cjk.ttc#x", "../fonts.py", "../x.ttf", "no.otf"]
)
def test_invalid_font_names_are_rejected(name: str) -> None:
    with pytest.raises(ValueError, match=r"^(is|has|does) "):
        find_font_file(name, {}, FOLDER)


def test_valid_font_names_are_parsed() -> None:
    assert find_font_file("cjk.ttc#2", {}, FOLDER) == CHINESE
    assert find_font_file("latin.otf", {}, FOLDER) == LATIN


@pytest.mark.parametrize("tag", [b"\xffame", b"\xc3(OS", b"\x80\x80\x80\x80"])
def test_font_with_undecodable_tag_is_refused(tmp_path: Path, tag: bytes) -> None:
    data = HEBREW.path.read_bytes()
    path = tmp_path / "own.ttf"
    path.write_bytes(data.replace(b"name", tag, 1))
    with pytest.raises(PrintkitError) as caught:
        read_face(FontFile(path))
    assert str(caught.value) == (
        f"{path}: This font is damaged. Get a fresh copy of the file, or choose another font."
    )


@pytest.mark.parametrize(
    "use",
    [
        lambda face: face.glyph("H"),
        lambda face: face.shape("title", "H"),
        lambda face: face.outline(1),
        lambda face: face.advance_of(1),
        lambda face: face.subset([1]),
        lambda face: face.facts(),
        lambda face: face.heaviest(700),
        lambda face: face.family,
    ],
)
def test_face_turns_library_exceptions_into_errors(use: Callable[[Face], object]) -> None:
    class Broken:
        def __getattr__(self, name: str) -> object:
            raise RuntimeError(name)

    face = Face(HEBREW, HEBREW.path.read_bytes())
    face._face = face._font = Broken()
    with pytest.raises(PrintkitError, match="This font is damaged"):
        use(face)
