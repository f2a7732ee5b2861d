"""Error messages: safe on a terminal, short, with errors of one kind grouped."""

from itertools import product
from string import ascii_uppercase

import pytest

from printkit.base.errors import (
    DefinitionError,
    Diagnostic,
    PrintkitError,
    column_letters,
    did_you_mean,
)
from printkit.base.sentences import escape_invisible, strip_invisible

# A line break, a terminal title, reversed text, a bell, a cleared screen; zero width; C1; a blank.
# Long quotations of it are cut.
EVIL = "a\r\n\x1b]0;x\u202eb\x07\x1b[2J\x9b31m\x7f\u2066c\u200bd\ufeff\U000e0041\u3164e"


def fault(line: int, key: str = "cards[0].name", message: str = "is missing.") -> Diagnostic:
    return Diagnostic("deck.toml", line, 1, key, message)


@pytest.mark.parametrize(
    "error",
    [
        PrintkitError(EVIL, location=EVIL, hint=EVIL),
        DefinitionError([Diagnostic(EVIL, 1, 1, EVIL, EVIL, EVIL)]),
        PrintkitError(f"“{EVIL}” is not known.", hint=did_you_mean("aa", [EVIL], "names")),
    ],
)
def test_messages_contain_no_control_characters(error: PrintkitError) -> None:
    assert str(error) == strip_invisible(str(error))
    assert r"\u001b" in str(error)
    assert r"\u202e" in str(error)
    assert r"\r\n" in str(error)


def test_visible_text_is_unchanged() -> None:
    seen = "Ça va\u202f: l’été — 5 × ♠\ufe0e, « Œuvre »\xa0! ± −3 \N{SOFT HYPHEN}日本"
    assert escape_invisible(seen) == strip_invisible(seen) == seen
    assert escape_invisible("two\nlines", keep="\n") == "two\nlines"


def test_message_quotes_at_most_200_characters() -> None:
    """This is true for any separators: marks, spaces, a list of names, a key."""
    flood = "§" * 5000
    for text in (f"“{flood}” is not known.", f"{flood} is not known.", f"no “{flood} of {flood}."):
        hint = did_you_mean(flood, [flood + str(n) for n in range(50)], "names", of_file=True)
        problem = Diagnostic("deck.toml", 1, 1, flood, text, hint)
        assert str(problem).count("§") <= 200
        assert str(PrintkitError(text)).count("§") <= 200


def test_errors_of_one_kind_are_grouped() -> None:
    alike = [fault(n + 12, f"cards[{n}].name", f"is missing from cards[{n}].") for n in range(110)]
    others = [fault(5, "slug", "“A” is not an id."), fault(300, "game", "“B” is not an id.")]
    lines = str(DefinitionError([*alike, *others])).split("\n")
    assert lines == [
        "deck.toml:5:1: slug: “A” is not an id.",
        "deck.toml:12:1: cards[0].name: is missing from cards[0]. "
        "The same error occurs in 109 more places: lines 13, 14, 15 ….",
        "deck.toml:300:1: game: “B” is not an id.",
    ]
    assert len(DefinitionError(alike).problems) == 110


def test_few_errors_are_listed_separately() -> None:
    assert len(str(DefinitionError(map(fault, range(5)))).split("\n")) == 5


def test_long_hint_is_printed_once() -> None:
    hints = ["Known keys: " + "key, " * 30, "Known keys: one."] * 2
    faults = [Diagnostic("a.toml", n, 1, f"key{n}", "x.", hint) for n, hint in enumerate(hints, 1)]
    reported = str(DefinitionError(faults))
    assert (reported.count("key, key"), reported.count("Known keys: one.")) == (15, 2)
    assert "a.toml:3:1: key3: x." in reported.split("\n")


def test_errors_after_ten_are_counted() -> None:
    kinds = [fault(n, f"key-{'x' * n}") for n in range(120)]
    lines = str(DefinitionError(kinds)).split("\n")
    assert len(lines) == 11
    assert lines[-1] == "… and 110 more errors."
    error = DefinitionError(fault(n) for n in range(5000))
    assert len(error.problems) == 1000
    assert not error.complete
    assert str(error).split("\n")[-1] == "… and at least 1 more error."


def test_column_letters_count_as_spreadsheets_do() -> None:
    one, two = ([*map("".join, product(ascii_uppercase, repeat=length))] for length in (1, 2))
    assert [column_letters(number) for number in range(1, 704)] == [*one, *two, "AAA"]
