"""Chapters of strangers: whatever is in them is read soon, or refused with its place."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from printkit.base import limits
from printkit.base.errors import DefinitionError, PrintkitError
from printkit.text.loader import load_booklet
from tests.support.decks import facts, variant
from tests.text.test_texts import fault, own

# Words of Python mean nothing to who writes a chapter.
FOREIGN = re.compile(r"Traceback|NoneType|\bNone\b|\bTrue\b|\bFalse\b|\btuple\b|Error|0x|\bself\b")


@pytest.mark.parametrize(("text", "what"), facts(__file__).items())
def test_what_cannot_be_filled_in_is_told_with_its_line(
    tmp_path: Path, text: str, what: str
) -> None:
    told = fault(tmp_path, f"# A {{#a}}\n\nx\n\n{text}")
    assert told.startswith("/own.md:5: "), told
    assert re.search(what, told), told
    assert not FOREIGN.search(re.sub("“[^”]*”", "", told)), told


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("a" * 250, "250 letters of a word"),
        ("a b " * 2000, "7,999 characters of a paragraph"),
        ("[a](#a) " * 400, "400 brackets in a paragraph"),
        ("a\n\n" * 5000, "4,001 paragraphs"),
        ("# B {#b}\n" * 80, "61 chapters"),
        (f"{'a b ' * 1000}\n\n" * 80, "characters of a booklet's own text"),
        ("a b " * 300_000, "MB|bytes of a chapter"),
        ("[[glossary]]\n\n" * 600, "characters of a filled chapter|501 tables and pictures"),
        ("[[contents]]\n\n" * 600, "501 tables and pictures of a text"),
        ("{summary}" * 100_000, "characters of a filled chapter"),
        ("[[cards " + "idiot " * 150_000 + "]]", "characters of a filled chapter"),
        ("[[part casino-turn | x]]\n" * 9_000, "tables and pictures|characters of a filled"),
        ("[[cards " + " " * 900_000 + "x]]", "no card “x”"),
        ("{" * 900_000, "are not read in a chapter"),
        ("}" * 900_000, "characters of a booklet's own text"),
        ("|" * 200_000, "characters of a paragraph"),
        ("{.term key=" * 90_000, "characters of a booklet's own text"),
        ("::: when single\n" * 50_000, "A condition is not closed"),
    ],
    ids=lambda value: value[:20].strip(),
)
def test_a_chapter_is_no_longer_than_can_be_set_soon(tmp_path: Path, text: str, what: str) -> None:
    variant("casino")
    began = time.process_time()
    with pytest.raises(PrintkitError, match=what):
        load_booklet(own(tmp_path, f"# A {{#a}}\n\n{text}"), "en")
    assert time.process_time() - began < 3.0


def test_reading_stops_at_the_greatest_number_of_faults(tmp_path: Path) -> None:
    began = time.process_time()
    with pytest.raises(DefinitionError) as caught:
        load_booklet(own(tmp_path, "# A {#a}\n\n" + "{nothing.x}\n" * 80_000), "en")
    assert len(caught.value.problems) == limits.MAX_FAULTS
    assert time.process_time() - began < 3.0
