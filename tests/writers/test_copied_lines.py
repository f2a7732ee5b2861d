"""Bidirectional lines are copied from a PDF in reading order."""

from pathlib import Path

import pypdfium2 as pdfium
import pytest

from printkit.base.design import FontFile, OwnFonts
from printkit.base.geometry import Rect
from printkit.graphics.colour import BLACK
from printkit.graphics.display_list import LIVE, OUTLINED
from printkit.graphics.fonts import TEXT, TEXT_BOLD, fonts_in_use
from printkit.layout.blocks import Paragraph
from printkit.layout.records import RAGGED, Canvas, Span, TextStyle
from printkit.pieces.pages import ART, Document, Layer, Page
from printkit.pieces.protocols import writer
from tests.support.own_fonts import FOLDER
from tests.support.processes import needs, run

PAPER = Rect(0, 0, 80, 60)
HEBREW = "כל שחקן מקבל 3 קלפים ומניח Sabacc ליד. מי שמגיע הלאה זוכה; כל אחד לוקח עוד קלף"
ENGLISH = "So say שלום הלאה and draw השחקן again, then go on"
BRACKETS = "מי שפרש (שמאלה) אינו משתתף עוד"


def write(text: str, language: str, mode: str) -> tuple[bytes, list[str]]:
    """Return a PDF of a paragraph with a bold word, and its lines."""
    with fonts_in_use(OwnFonts((), (FontFile(FOLDER / "hebrew-alphabet.ttf"),))):
        canvas = Canvas()
        spans = (Span(text[:20], TEXT, BLACK), Span(text[20:26], TEXT_BOLD, BLACK))
        paragraph = Paragraph((*spans, Span(text[26:], TEXT, BLACK)), RAGGED)
        laid = paragraph.lay_out(TextStyle(4, 6, language, render_mode=mode), 60.0)
        laid.paint(canvas, 10.0, 10.0)
        page = Page(PAPER, PAPER, PAPER, (Layer(ART, tuple(canvas.items)),), "01", "A page")
        (artifact,) = writer("pdf")(Document(text, "en", (page,)), {})
        return artifact.data, [strip.text for strip in laid.strips]


@needs("pdftotext")
@pytest.mark.parametrize("mode", [LIVE, OUTLINED])
@pytest.mark.parametrize(("text", "language"), [(HEBREW, "he"), (BRACKETS, "he"), (ENGLISH, "en")])
def test_lines_are_copied_in_reading_order(
    text: str, language: str, mode: str, tmp_path: Path
) -> None:
    data, lines = write(text, language, mode)
    packed = ["".join(line.split()) for line in lines]
    path = tmp_path / "text.pdf"
    path.write_bytes(data)
    copied = run(["pdftotext", str(path), "-"]).stdout
    shown = "".join(c for c in copied if c.isprintable() or c == "\n")
    # Poppler loses a space where directions meet.
    assert ["".join(line.split()) for line in shown.split("\n") if line] == packed
    if text == HEBREW:  # PDFium mirrors brackets itself, and two words against the line
        with pdfium.PdfDocument(data) as document:
            seen = document[0].get_textpage().get_text_range().splitlines()
        assert ["".join(line.split()) for line in seen] == packed
    assert (b"/Direction" in data) == (language == "he")
