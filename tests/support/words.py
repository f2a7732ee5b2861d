"""The words of a PDF as readers extract them, the printed names, and the words of messages."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pypdfium2 as pdfium

from printkit.model.cards import Card


def words(text: str) -> str:
    """Return the text with one space for every run of white space."""
    return " ".join(unicodedata.normalize("NFC", text).split())


@cache
def pdfium_text(file: Path | bytes, step: int = 1, first: int = 1) -> str:
    """Return all that PDFium reads in a file, or on each `step`th page from the `first` on."""
    with pdfium.PdfDocument(file if isinstance(file, bytes) else file.read_bytes()) as pdf:
        pages = [pdf[i] for i in range(first - 1, len(pdf), step)]
        return words(" ".join(page.get_textpage().get_text_range() for page in pages))


def how_often(name: str, text: str) -> int:
    """Count a name in a text, except inside a longer word.

    Beside a name on two lines, PDFium reads the index of its card between them.
    """
    pattern = re.escape(words(name)).replace(r"\ ", r" (?:[−±+]?\d+ )?")
    return len(re.findall(rf"(?<!\w){pattern}(?!\w)", text))


def printed_name(card: Card, language: str) -> str:
    """Return the printed name of a front in capitals, or nothing if index and mark identify the
    card.

    Pip cards, aces and the numbers of a suit have no name.
    """
    numbered = card.layout == "number" and card.rank is not None
    if card.layout in ("pips", "ace") or numbered:
        return ""
    return words((card.caption or card.name)[language].upper())


def check_names(text: str, cards: Iterable[Card], language: str, players: int = 1) -> None:
    """Assert that each printed name is in the text once per copy, and no other name is."""
    own = list(cards)
    assert own
    assert len({card.name[language] for card in own}) == len(own)
    printed = Counter[str]()
    for card in own:
        printed[printed_name(card, language)] += card.copies_for(players)
        if not printed_name(card, language):
            name = card.name[language]
            assert not how_often(name, text) + how_often(name.upper(), text), name
    del printed[""]
    for name in printed:
        wanted = sum(count * how_often(name, other) for other, count in printed.items())
        assert how_often(name, text) == wanted, name


# English function words that French does not have.
ENGLISH = re.compile(
    r"\b(the|of|and|is|are|with|for|this|that|these|not|has|have|to|from|it|its|an|at|by|be|than"
    r"|which|there|was|were|into|write|leave|give|take|default|required|known|commands|error"
    r"|did you mean|(?<!’)or)\b",
    re.IGNORECASE,
)
# Literal text: quotations, flags, paths and names with signs in them, choices, lines of examples,
# English names of cards.
TYPED = re.compile(
    r"«[^«»]*»|“[^“”]*”|\"[^\"]*\"|'[^']*'|`[^`]*`|\[[^\[\]\s]*\|[^\[\]\s]*\]|\{[^{}]*\}"
    r"|--?[\w-]+(?:=\S+)?|\S*[/\\_.=]\w\S*|\S*\w-\w\S*|[A-Z\d]\w* of [A-Z]\w+|^ +printkit .*$"
    r"|^\| .*$",
    re.MULTILINE,
)


def english_words(text: str) -> list[str]:
    """Return the English words of a text, except literal text."""
    return ENGLISH.findall(TYPED.sub(" ", text))


# The lists in a message that grow with a new game, product, format, language, theme or command.
_REGISTRIES = re.compile(
    r"((?:Known (?:variants|products|formats|languages|themes|papers|decks|columns)"
    r"|Commands|Name at least one of|; files): )[^.\n]+(?:\.(?:en|fr|[a-z]{2}),[^.\n]+)*"
)
_EACH_LANGUAGE = re.compile(r'(\{ en = "…"), [^}]* \}')


def mask_registries(message: str) -> str:
    """Return a message without its lists of known names, so that new names change no golden."""
    return _EACH_LANGUAGE.sub(r"\1, … }", _REGISTRIES.sub(r"\g<1>…", message))
