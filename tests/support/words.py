"""The words of a PDF as a reader finds them and whether the printed names are among them, and the
words of messages."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pypdfium2 as pdfium

from printkit.model.cards import Card


def words(text: str) -> str:
    """The text with one space for every run of white space."""
    return " ".join(unicodedata.normalize("NFC", text).split())


@cache
def pdfium_text(file: Path | bytes, step: int = 1, first: int = 1) -> str:
    """All that PDFium reads in a file, or on each `step`th page of it from the `first` on."""
    with pdfium.PdfDocument(file if isinstance(file, bytes) else file.read_bytes()) as pdf:
        pages = [pdf[i] for i in range(first - 1, len(pdf), step)]
        return words(" ".join(page.get_textpage().get_text_range() for page in pages))


def how_often(name: str, text: str) -> int:
    """How often a name stands in a text, by itself and not within a longer word."""
    return len(re.findall(rf"(?<!\w){re.escape(words(name))}(?!\w)", text))


def printed_name(card: Card, language: str) -> str:
    """What a front says beside its index: nothing where index and mark say all, in capitals else.

    Pip cards, aces and the numbers of a suit bear no name.
    """
    numbered = card.layout == "number" and card.rank is not None
    if card.layout in ("pips", "ace") or numbered:
        return ""
    return words((card.caption or card.name)[language].upper())


def check_names(text: str, cards: Iterable[Card], language: str, players: int = 1) -> None:
    """Asserts that each name that fronts print is in the text once for each copy, and no other."""
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


# Words without which English says nothing, and that French does not have.
ENGLISH = re.compile(
    r"\b(the|of|and|is|are|with|for|this|that|these|not|has|have|to|from|it|its|an|at|by|be|than"
    r"|which|there|was|were|into|write|leave|give|take|default|required|known|commands|error"
    r"|did you mean|(?<!’)or)\b",
    re.IGNORECASE,
)
# What is typed as it stands: quotations, flags, paths and names with signs in them, choices, lines
# of examples, English names of cards.
TYPED = re.compile(
    r"«[^«»]*»|“[^“”]*”|\"[^\"]*\"|'[^']*'|`[^`]*`|\[[^\[\]\s]*\|[^\[\]\s]*\]|\{[^{}]*\}"
    r"|--?[\w-]+(?:=\S+)?|\S*[/\\_.=]\w\S*|\S*\w-\w\S*|[A-Z\d]\w* of [A-Z]\w+|^ +printkit .*$"
    r"|^\| .*$",
    re.MULTILINE,
)


def english_words(text: str) -> list[str]:
    """The English words of a text, but for what is typed as it stands."""
    return ENGLISH.findall(TYPED.sub(" ", text))


# What a new game, product, format, language, theme or command adds to in a message.
_REGISTRIES = re.compile(
    r"((?:Known (?:variants|products|formats|languages|themes|papers|decks|columns)"
    r"|Commands|Name at least one of|; files): )[^.\n]+(?:\.(?:en|fr|[a-z]{2}),[^.\n]+)*"
)
_EACH_LANGUAGE = re.compile(r'(\{ en = "…"), [^}]* \}')


def mask_registries(message: str) -> str:
    """A message without its lists of what is known, so that a golden holds when they grow."""
    return _EACH_LANGUAGE.sub(r"\1, … }", _REGISTRIES.sub(r"\g<1>…", message))
