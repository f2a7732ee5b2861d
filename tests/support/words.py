"""The words of a PDF as a reader finds them, and whether each card's name is among them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path

import pypdfium2 as pdfium

from printkit.model.cards import Card


def words(text: str) -> str:
    """The text with one space for every run of white space."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def pdfium_text(path: Path, step: int = 1) -> str:
    """All that PDFium reads in a file, or on each `step`th page of it."""
    with pdfium.PdfDocument(path.read_bytes()) as pdf:
        pages = [pdf[i] for i in range(0, len(pdf), step)]
        return words(" ".join(page.get_textpage().get_text_range() for page in pages))


def how_often(name: str, text: str) -> int:
    """How often a name stands in a text, by itself and not within a longer word."""
    return len(re.findall(rf"(?<!\w){re.escape(words(name))}(?!\w)", text))


def check_names(text: str, cards: Iterable[Card], language: str) -> None:
    """Asserts that the name of each card is in the text once for each of its copies."""
    own = list(cards)
    names = [words(card.name[language]) for card in own]
    assert own
    for card, name in zip(own, names, strict=True):
        longer = sum(
            other.copies_for(1) * how_often(name, its)
            for other, its in zip(own, names, strict=True)
            if other is not card and name in its
        )
        assert names.count(name) == 1
        assert how_often(name, text) - longer == card.copies_for(1), name
