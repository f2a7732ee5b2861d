"""Lines and scripts: capitals, breaks and letters by language."""

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
def test_capitals_follow_their_language(words: str, capitals: str) -> None:
    assert to_capitals(words) == capitals
