"""Untrusted chapters: they are read quickly, or rejected with a place."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest

from printkit.base import limits
from printkit.base.errors import DefinitionError, PrintkitError
from printkit.text.loader import load_booklet
from tests.fuzz.values import list_seeds
from tests.support.decks import facts, variant
from tests.text.test_texts import fault, own

FACTS = facts(__file__)
# CPU seconds, with a margin for slow machines; an algorithm quadratic in the text would need
# minutes.
SOON = 15.0
LONGEST = [pytest.param(*case, marks=pytest.mark.nightly) for case in FACTS["longest"]]
MANY_PARAGRAPHS = (["a b " * 1000, "\n\n"] * 80, "characters in a booklet's own text")
# Python's own words mean nothing to the author of a chapter.
FOREIGN = re.compile(r"Traceback|NoneType|\bNone\b|\bTrue\b|\bFalse\b|\btuple\b|Error|0x|\bself\b")


@pytest.mark.parametrize(("text", "what"), FACTS["told"].items())
def test_invalid_placeholder_error_has_its_line(tmp_path: Path, text: str, what: str) -> None:
    told = fault(tmp_path, f"# A {{#a}}\n\nx\n\n{text}")
    assert told.startswith("/own.md:5: "), told
    assert re.search(what, told), told
    assert not FOREIGN.search(re.sub("“[^”]*”", "", told)), told


@pytest.mark.parametrize(
    ("parts", "what"),
    [*FACTS["too-long"], MANY_PARAGRAPHS, *LONGEST],
    ids=lambda case: str(case)[:50],
)
def test_overlong_chapter_is_rejected_quickly(tmp_path: Path, parts: list[Any], what: str) -> None:
    text = "".join(list_seeds(parts))
    variant("casino")
    began = time.process_time()
    with pytest.raises(PrintkitError, match=what):
        load_booklet(own(tmp_path, f"# A {{#a}}\n\n{text}"), "en")
    assert time.process_time() - began < SOON


def test_reading_stops_after_the_maximum_of_errors(tmp_path: Path) -> None:
    began = time.process_time()
    with pytest.raises(DefinitionError) as caught:
        load_booklet(own(tmp_path, "# A {#a}\n\n" + "{nothing.x}\n" * 80_000), "en")
    assert len(caught.value.problems) == limits.MAX_FAULTS
    assert time.process_time() - began < SOON
