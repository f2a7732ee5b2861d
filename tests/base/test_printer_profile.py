"""Printer profiles: readings in typed, saved and data form."""

from __future__ import annotations

from itertools import product

import pytest

from printkit.base.errors import PrintkitError
from printkit.base.printer_profile import (
    ManualFeed,
    Profile,
    parse_answers,
    parse_feed,
    parse_scale,
    read_answer,
)

FEEDS = [ManualFeed(*flags) for flags in product((False, True), repeat=3)]


def test_profile_data_with_unknown_reading_is_rejected() -> None:
    with pytest.raises(PrintkitError, match=r"skew_mm: is not a known key here.*back_x_mm"):
        Profile.from_data({"name": "office", "skew_mm": 1.0})


def test_profile_data_gives_same_profile() -> None:
    profile = Profile("office", -0.5, 0.75, 99.6, 100.2, "manual", ManualFeed(False, True, False))
    assert profile.as_data() == {
        "name": "office",
        "back_x_mm": -0.5,
        "back_y_mm": 0.75,
        "scale_x_percent": 99.6,
        "scale_y_percent": 100.2,
        "duplex": "manual",
        "manual": "upside-down",
    }
    assert Profile.from_data(profile.as_data()) == profile


@pytest.mark.parametrize("feed", FEEDS)
def test_saved_feed_parses_back(feed: ManualFeed) -> None:
    assert parse_feed(feed.as_text()) == feed


def test_feed_is_saved_in_words() -> None:
    assert ManualFeed(False, False, False).as_text() == "-"
    assert ManualFeed(True, True, True).as_text() == "turn-over upside-down reversed"
    # The usual printer needs a stack turned like a page of a book, heads up, with the last sheet
    # first.
    assert ManualFeed().as_text() == "turn-over reversed"


def test_scale_beyond_five_percent_is_rejected() -> None:
    assert [parse_scale(text) for text in ("95%", "99,6 %", "105%")] == [95.0, 99.6, 105.0]
    for text in ("94.9%", "105.1%"):
        with pytest.raises(PrintkitError, match="is outside 95 to 105%"):
            parse_scale(text)


def test_answers_are_yes_or_no_in_both_languages() -> None:
    assert [read_answer(word) for word in ("yes", "Y", " oui ", "o")] == [True] * 4
    assert [read_answer(word) for word in ("no", "N", "non")] == [False] * 3
    assert read_answer("perhaps") is None


@pytest.mark.parametrize("text", ["yes,no", "yes,no,perhaps", "yes,no,yes,no"])
def test_wrong_number_of_answers_is_rejected(text: str) -> None:
    with pytest.raises(PrintkitError, match="does not contain three answers"):
        parse_answers(text)


def test_answers_determine_the_feed() -> None:
    """The second print is on the white side, so the printer itself turns the stack."""
    assert parse_answers("yes,yes,yes") == ManualFeed(False, False, False)
    # The second print is on the printed side of the same sheet, so the stack is turned over, first
    # sheet last.
    assert parse_answers("no,yes,yes") == ManualFeed(True, False, True)
    assert parse_answers("no,no,no") == ManualFeed(True, True, False)
