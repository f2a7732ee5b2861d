"""What lines know of scripts."""

import pytest

from printkit.layout.bidi import to_capitals


@pytest.mark.parametrize(
    ("words", "capitals"),
    [
        ("été", "ÉTÉ"),
        ("Άνεμος · そよ風", "ΑΝΕΜΟΣ · そよ風"),
        ("Μαΐου", "ΜΑΪΟΥ"),  # the diaeresis stays
        ("ёж", "ЁЖ"),
    ],
)
def test_capitals_are_written_as_in_their_language(words: str, capitals: str) -> None:
    assert to_capitals(words) == capitals
