"""Words by language: lists of words, numbers of players."""

from __future__ import annotations

import pytest

from printkit.base.messages import AND, OR, count_players, join_words


@pytest.mark.parametrize(
    ("words", "last", "english", "french"),
    [
        ([], AND, "", ""),
        (["a"], OR, "a", "a"),
        (["a", "b"], AND, "a and b", "a et b"),
        (["0", "1", "2"], OR, "0, 1 or 2", "0, 1 ou 2"),
    ],
)
def test_words_are_joined(words: list[str], last: str, english: str, french: str) -> None:
    assert join_words("en", words, last) == english
    assert join_words("fr", words, last) == french


@pytest.mark.parametrize(
    ("least", "most", "english", "french"),
    [
        (1, 1, "1 player", "1 joueur"),
        (2, 2, "2 players", "2 joueurs"),
        (2, 8, "2 to 8 players", "2 à 8 joueurs"),
    ],
)
def test_players_are_counted(least: int, most: int, english: str, french: str) -> None:
    assert count_players("en", least, most) == english
    assert count_players("fr", least, most) == french
