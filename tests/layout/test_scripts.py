"""Lines and scripts: capitals, breaks and letters by language."""

import pytest

from printkit.layout.bidi import to_capitals
from printkit.layout.inline import _divide


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


def test_ideographs_are_divided_where_lines_may_end() -> None:
    """A line never begins with a full stop, and a Latin word stays whole."""
    parts = [part for part, _ in _divide("日本。語ab", (), True)]
    assert "".join(parts) == "日本。語ab"
    assert parts[:3] == ["日", "本。", "語"]
    assert parts[-1].endswith("ab")
    assert _divide("日本。語ab", (), False) == [("日本。語ab", 0)]
