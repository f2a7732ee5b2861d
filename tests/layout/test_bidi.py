"""Bidirectional text, tested with all cases that Unicode publishes."""

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from printkit.layout.bidi import CODES, RIGHT_TO_LEFT, Resolved, resolve, resolve_classes
from printkit.layout.bidi import visual_order as in_sight

UNICODE = Path("/usr/share/unicode")
# Classes removed by rule X9: the files list no level for them.
REMOVED = {CODES[name] for name in ("LRE", "RLE", "LRO", "RLO", "PDF", "BN")}

published = pytest.mark.skipif(
    not UNICODE.is_dir() and not os.environ.get("CI"), reason="Unicode's files are not here"
)


def cases(name: str) -> Iterator[str]:
    """Return the lines of a Unicode test file."""
    with (UNICODE / name).open(encoding="utf-8") as file:
        yield from (line for line in file if line[0] not in "#\n")


def shown(resolved: Resolved, is_removed: list[bool]) -> tuple[list[str], list[int]]:
    """Return levels and order in the notation of the files."""
    levels = resolved.levels
    written = ["x" if removed else str(x) for x, removed in zip(levels, is_removed, strict=True)]
    kept = [i for i, removed in enumerate(is_removed) if not removed]
    return written, [kept[i] for i in in_sight([levels[i] for i in kept])]


NIGHT = pytest.mark.nightly


@published
@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=NIGHT) for part in range(1, 12))])
def test_bidi_every_order_of_classes_matches_unicode(part: int) -> None:
    """BidiTest.txt has 490,000 lines, each for up to three directions; the gate reads a twelfth."""
    count = 0
    levels: list[str] = []
    order: list[int] = []
    for number, line in enumerate(cases("BidiTest.txt")):
        if line[0] == "@":
            key, _, fields = line.partition(":")
            if key == "@Levels":
                levels = fields.split()
            elif key == "@Reorder":
                order = [int(field) for field in fields.split()]
            continue
        if number % 12 != part:
            continue
        names, bits = line.split(";")
        codes = "".join([CODES[name] for name in names.split()])
        removed = [code in REMOVED for code in codes]
        # A paragraph without a given direction gets the direction of its first strong letter, so
        # one of the two results covers it.
        results = [resolve_classes(codes)] if int(bits) & 1 else []
        for base in (0, 1):
            if int(bits) & (2 << base) and (not results or results[0].base != base):
                results.append(resolve_classes(codes, base))
        for result in results:
            assert shown(result, removed) == (levels, order), (line, result)
        count += len(results)
    assert count > 40_000


# By day each of a number of lines.
STEP = 8


@published
@pytest.mark.parametrize("first", [0, *(pytest.param(i, marks=NIGHT) for i in range(1, STEP))])
def test_bidi_every_character_case_matches_unicode(first: int) -> None:
    """BidiCharacterTest.txt covers brackets and marks; every supported Python knows all of its
    characters.
    """
    count = 0
    for line in islice(cases("BidiCharacterTest.txt"), first, None, STEP):
        count += 1
        points, direction, base, levels, order = line.split(";")
        text = "".join(chr(int(point, 16)) for point in points.split())
        result = resolve(text, None if direction == "2" else int(direction))
        expected = levels.split()
        assert result.base == int(base), line
        own = shown(result, [level == "x" for level in expected])
        assert own == (expected, [int(place) for place in order.split()]), line
    assert count > 90_000 // STEP


@pytest.mark.parametrize(
    ("text", "base", "seen"),
    [
        # A comma after Hebrew in brackets belongs to the surrounding English.
        ("turn (אבג), then", None, "turn (גבא), then"),
        # The font mirrors the brackets.
        ("turn (אבג), then", 1, "then ,)גבא( turn"),
        ("אב 12 גד", None, "דג 12 בא"),
        ("אב a) b", None, "a) b בא"),
        ("", None, ""),
    ],
)
def test_words_are_ordered_visually(text: str, base: int | None, seen: str) -> None:
    order = in_sight(resolve(text, base).levels)
    assert "".join(text[i] for i in order) == seen


def test_text_without_rtl_letters_is_resolved_early() -> None:
    assert not RIGHT_TO_LEFT.search("Ça ! «\u202fΩ Я 漢字 한글 ไทย 😀\u200b”")
    for text in ("א", "ا", "\u200f", "\u0890", "\U0001ee00"):
        assert RIGHT_TO_LEFT.search(text)
    # A letter unknown to every Python gets the direction of its block.
    assert resolve("\u0590a").levels == (1, 2)
