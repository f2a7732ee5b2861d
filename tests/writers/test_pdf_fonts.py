"""PDF fonts: extracted text equals the source, and live text looks like outlines.

Read back with poppler, PDFium, qpdf, pikepdf and fontTools.
"""

import io
from pathlib import Path
from typing import Any

import numpy as np
import pikepdf
import pypdfium2 as pdfium
import pytest
from fontTools.cffLib import CFFFontSet
from fontTools.ttLib import TTFont

from printkit.base.design import FontFile, OwnFonts
from printkit.base.geometry import Rect
from printkit.graphics.colour import BLACK
from printkit.graphics.display_list import INVISIBLE, LIVE, OUTLINED, ShapedText
from printkit.graphics.fonts import TEXT, TITLE, fonts_in_use, shape
from printkit.pieces.pages import ART, Document, Layer, Page
from printkit.pieces.protocols import writer
from tests.support.own_fonts import ALL, HEBREW, make_variable, with_bits
from tests.support.processes import needs, run

KEPT: list[pikepdf.Pdf] = []  # objects need their open file
PAPER = Rect(0, 0, 120, 40)
LINES = {
    "ours": "Été 12 − 7 = 5",
    "cff": "Affinity AVA 1234",
    "greek": "Το ταξίδι, Путь",
    "cid-keyed": "日本語の旅、",
    "hebrew": "שלום עולם",
    "arabic": "السلام عليكم",
    "mixed": "A日 שלום 2",
}


def write(*texts: ShapedText) -> bytes:
    page = Page(PAPER, PAPER, PAPER, (Layer(ART, texts),), "01", "A page")
    (artifact,) = writer("pdf")(Document("Text", "en", (page,)), {})
    return artifact.data


def line(words: str, mode: str, key: str = TITLE) -> ShapedText:
    return ShapedText(shape(key, words), 10, 20, 8, BLACK, render_mode=mode)


def own_line(name: str, mode: str) -> bytes:
    with fonts_in_use(*([] if name == "ours" else [ALL])):
        return write(line(LINES[name], mode))


def pixels(data: bytes) -> np.ndarray[Any, Any]:
    with pdfium.PdfDocument(data) as document:
        return np.asarray(document[0].render(scale=4, grayscale=True).to_numpy(), dtype=float)


def descendants(data: bytes) -> list[Any]:
    KEPT.append(pikepdf.open(io.BytesIO(data)))
    pdf = KEPT[-1]
    fonts = [one for one in pdf.objects if isinstance(one, pikepdf.Dictionary)]
    return [one for one in fonts if "/CIDSystemInfo" in one and "/FontDescriptor" in one]


@pytest.mark.parametrize("name", LINES)
def test_live_text_looks_like_outlines(name: str) -> None:
    live, outlined = (pixels(own_line(name, mode)) for mode in (LIVE, OUTLINED))
    ink = (outlined < 128).sum()
    assert ink > 300
    assert (np.abs(live - outlined) > 128).sum() < 0.03 * ink


@needs("pdftotext")
@needs("qpdf")
@pytest.mark.parametrize("mode", [LIVE, OUTLINED, INVISIBLE])
@pytest.mark.parametrize("name", LINES)
def test_extracted_text_equals_the_source(name: str, mode: str, tmp_path: Path) -> None:
    data = own_line(name, mode)
    if name != "mixed":  # bidirectional lines are reordered before shaping
        with pdfium.PdfDocument(data) as document:
            assert document[0].get_textpage().get_text_range().strip() == LINES[name]
    path = tmp_path / "text.pdf"
    path.write_bytes(data)
    copied = run(["pdftotext", str(path), "-"]).stdout
    letters = "".join(c for c in copied if c.isprintable())
    assert sorted(letters.replace(" ", "")) == sorted(LINES[name].replace(" ", ""))
    if name != "mixed":
        assert letters.strip() == LINES[name]
    assert run(["qpdf", "--check", str(path)]).returncode == 0


def test_hyphen_at_line_end_is_copied_as_soft() -> None:
    with fonts_in_use(ALL):
        word = shape(TEXT, "no-")
        soft = type(word)(word.font, "no\u00ad", word.glyphs, word.xs, word.width)
        data = write(ShapedText(soft, 10, 20, 8, BLACK, render_mode=LIVE), line("a-b", LIVE, TEXT))
    pdf = pikepdf.open(io.BytesIO(data))
    maps = [
        one.read_bytes().decode()
        for one in pdf.objects
        if isinstance(one, pikepdf.Stream) and b"beginbfchar" in one.read_bytes()
    ]
    assert any("<00AD>" in told and "<002D>" in told for told in maps)


def embedded(descendant: Any) -> tuple[int, int]:
    """Return the number of glyphs and of bytes of an embedded font."""
    file = descendant.FontDescriptor
    if "/FontFile2" in file:
        data = file.FontFile2.read_bytes()
        return len(TTFont(io.BytesIO(data)).getGlyphOrder()), len(data)
    assert file.FontFile3.Subtype == "/CIDFontType0C"
    data = file.FontFile3.read_bytes()
    fonts = CFFFontSet()
    fonts.decompile(io.BytesIO(data), None)
    return fonts[0].numGlyphs, len(data)


@pytest.mark.parametrize("name", LINES)
def test_embedded_fonts_are_valid_subsets(name: str) -> None:
    letters = len(set(LINES[name]))
    found = descendants(own_line(name, LIVE))
    assert found
    for descendant in found:
        glyphs, size = embedded(descendant)
        assert glyphs <= letters + 12, "composed letters bring their parts"
        assert size < 8_000
        assert str(descendant.FontDescriptor.FontName)[7] == "+"


def test_no_subsetting_licence_embeds_the_whole_font(tmp_path: Path) -> None:
    file = with_bits(tmp_path / "whole.ttf", 0x0100)
    with fonts_in_use(OwnFonts((("title", file),))):
        (found,) = descendants(write(line("ש", LIVE)))
    assert embedded(found)[0] == len(TTFont(HEBREW.path).getGlyphOrder())


def test_variable_font_is_embedded_as_an_instance(tmp_path: Path) -> None:
    file = make_variable(tmp_path / "bars.ttf")
    for weight, right in ((400.0, 150), (900.0, 400)):
        instance = FontFile(file.path, 1, (("wght", weight),))
        with fonts_in_use(OwnFonts((("title", instance),))):
            (found,) = descendants(write(line("H", LIVE)))
        font = TTFont(io.BytesIO(found.FontDescriptor.FontFile2.read_bytes()))
        assert "fvar" not in font
        assert max(font["glyf"][name].xMax for name in font.getGlyphOrder()[1:]) == right


def test_equal_pages_have_equal_bytes() -> None:
    assert own_line("mixed", LIVE) == own_line("mixed", LIVE)
