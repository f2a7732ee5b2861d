"""What an independent reader finds in a PDF."""

from __future__ import annotations

from pathlib import Path

import pikepdf


def not_embedded(pdf: pikepdf.Pdf) -> list[str]:
    """The fonts that a PDF names and does not bring."""
    fonts = [
        found
        for found in pdf.objects
        if isinstance(found, pikepdf.Dictionary) and found.get("/Type") == "/Font"
    ]
    assert fonts
    return [
        str(font.BaseFont)
        for font in fonts
        if "/FontDescriptor" not in font or "/FontFile2" not in font.FontDescriptor
    ]


def check_pdf(path: Path) -> int:
    """Asserts that a PDF brings its fonts; how many pages it has."""
    with pikepdf.open(path) as pdf:
        assert not_embedded(pdf) == []
        return len(pdf.pages)
