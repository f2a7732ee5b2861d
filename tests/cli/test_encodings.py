"""Terminals without our signs get letters instead, and dumb terminals get no cursor codes."""

import io
import json
import sys
from typing import Any

import pytest

from printkit.base import stopping
from printkit.base.plain_text import plain_errors, plain_sign, set_letters
from printkit.cli.app import run
from printkit.cli.speech import shows_progress
from printkit.model.definition_files import STANDINS, deck_slugs, variant_slugs
from printkit.model.load import load
from printkit.rules.card_codes import read_hands, sign_letters
from tests.support import processes

ENCODINGS = ("cp1252", "cp437", "cp850", "ascii")
SIGNS = "♠♥♦♣→←×±−–—“”‘’«»…·•†‡✓✗≤≥\u202f\u00a0œŒéÉ"


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_missing_signs_become_letters(encoding: str) -> None:
    written = SIGNS.encode(encoding, plain_errors(encoding)).decode(encoding)
    assert "?" not in written
    assert "�" not in written


@pytest.mark.parametrize(
    ("sign", "encoding", "plain"),
    [
        ("→", "cp1252", "->"),
        ("−", "cp1252", "-"),
        ("\u202f", "cp1252", "\u00a0"),
        ("\u202f", "ascii", " "),
        ("“", "cp437", '"'),
        ("±", "ascii", "+/-"),
        ("é", "ascii", "e"),
        ("œ", "cp437", "oe"),
        ("花", "cp1252", "?"),
    ],
)
def test_sign_is_replaced_by_plain_form(sign: str, encoding: str, plain: str) -> None:
    assert plain_sign(sign, encoding) == plain


def test_signs_of_the_encoding_are_kept() -> None:
    assert "×±«é»".encode("cp1252", plain_errors("cp1252")).decode("cp1252") == "×±«é»"


def shelves() -> list[tuple[str, bool]]:
    return [(slug, False) for slug in variant_slugs()] + [(slug, True) for slug in deck_slugs()]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_letters_of_deck_are_its_codes(language: str) -> None:
    """The letters shown can be typed and mean the same card."""
    seen = 0
    for slug, is_deck in shelves():
        deck = load(slug, shelf=STANDINS) if is_deck else load(slug)
        letters = sign_letters(deck, language)
        assert len({*letters.values()}) == len(letters)
        for suit in deck.suits.values():
            if not suit.sign:
                continue
            card = next(c for c in deck.cards if c.suit and deck.suits[c.suit] is suit)
            rank = deck.ranks[card.rank or ""]
            word = letters[suit.sign] + (rank.code[language] if rank.code else card.rank or "")
            ((held,),) = read_hands(deck, word, language, 1, slug)
            assert held.card.id == card.id, (slug, word)
            seen += 1
    assert seen > 20


@pytest.mark.parametrize("encoding", ["cp1252", "cp437"])
def test_table_of_cards_is_readable_in_encoding(encoding: str) -> None:
    words = processes.printkit("map", "tarot", "casino", "--lang", "fr")
    environment = processes.environment(PYTHONIOENCODING=encoding)
    done = processes.run(words, env=environment, text=False, check=True)
    text = done.stdout.decode(encoding)
    assert "->" in text
    assert "?" not in text
    assert "�" not in text


def output_in(monkeypatch: pytest.MonkeyPatch, encoding: str, *words: str) -> str:
    """Return the output of a command on a stream with an encoding."""
    raw = io.BytesIO()
    monkeypatch.setenv("PYTHONIOENCODING", encoding)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding=encoding))
    assert run([*words]) == 0
    sys.stdout.flush()
    return raw.getvalue().decode(encoding)


def test_show_writes_letters_for_suits(monkeypatch: pytest.MonkeyPatch) -> None:
    text = output_in(monkeypatch, "cp1252", "show", "tarot")
    assert " SwK " in text
    assert "?K" not in text
    assert "SwK" in output_in(monkeypatch, "utf-8", "show", "tarot")


def test_json_keeps_its_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("show", "tarot", "--json")
    plain, whole = (output_in(monkeypatch, name, *words) for name in ("ascii", "utf-8"))
    assert json.loads(plain) == json.loads(whole)
    assert plain != whole


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("name", "expected"), [("dumb", False), ("xterm", True)])
def test_dumb_terminal_shows_no_progress_bar(
    monkeypatch: pytest.MonkeyPatch, name: str, expected: bool
) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setenv("TERM", name)
    assert shows_progress() == expected
    monkeypatch.setattr(stopping.os, "isatty", lambda _: True)
    moves: Any = stopping._moves_cursor
    assert moves() == expected


def test_letters_of_deck_replace_default_letters() -> None:
    set_letters({"♠": "É"})
    assert (plain_sign("♠", "cp1252"), plain_sign("♠", "ascii")) == ("É", "E")
    set_letters({"♠": "S"})
