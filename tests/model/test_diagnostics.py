"""Faults of form that few definitions have: pairs of numbers, and codes of languages."""

from pathlib import Path

import pytest

from printkit.base.errors import DefinitionError, problems
from tests.support.decks import HEAD, own

# The name is a fault, so that the form of every value is reported.
CARD = '\n[[cards]]\nid = "blade"\nvalue = 2\nname = "Blade"\nfocus = '


def faults(folder: Path, text: str) -> list[tuple[str, str]]:
    """The key and the message of each fault of a definition."""
    with pytest.raises(DefinitionError) as found:
        own(folder, text)
    return [(str(fault.key), fault.message) for fault in problems(found.value)]


@pytest.mark.parametrize("focus", ["[0.5]", "[0.5, 0.2, 0.1]"])
def test_point_needs_two_numbers(tmp_path: Path, focus: str) -> None:
    _, (key, message) = faults(tmp_path, HEAD + CARD + focus)
    assert (key, message) == ("cards[0].focus", "this list is not valid: it needs 2 entries.")


def test_point_of_two_numbers_is_accepted(tmp_path: Path) -> None:
    assert [key for key, _ in faults(tmp_path, f"{HEAD}{CARD}[0.5, 0.2]")] == ["cards[0].name"]


def test_language_needs_its_code(tmp_path: Path) -> None:
    found = dict(faults(tmp_path, f'languages = ["English"]\n{HEAD}'))
    assert found["languages[0]"] == "“English” is not a language."
