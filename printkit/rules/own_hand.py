"""A hand of the deck that a person owns, as a hand of the game. Room: rules.

In: a Mapping, codes of the deck at hand (`SK`, with several decks `2:SK`). Out: the cards at hand,
and what is held in the game.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from printkit.base.errors import PrintkitError
from printkit.rules.codes import (
    VALUE,
    Held,
    codes,
    given_values,
    plain,
    printable,
    split_hands,
    unknown,
)
from printkit.rules.standins import Entry, Mapping, OwnCard

_DECK = re.compile(r"([0-9]{1,2}):(.+)")


@dataclass(frozen=True, slots=True)
class OwnHand:
    """The cards at hand, and the cards that they stand for."""

    own: tuple[OwnCard, ...]
    held: tuple[Held, ...]


def read_own_hands(mapping: Mapping, text: str, language: str) -> list[OwnHand]:
    """The hands of a text. Raises PrintkitError for what is unknown, unused or too often there."""
    return [_read(mapping, words, language) for words in split_hands(text)]


def _read(mapping: Mapping, words: list[str], language: str) -> OwnHand:
    table = codes(mapping.deck, language)
    left = list(mapping.entries)
    taken: list[Entry] = []
    held: list[Held] = []
    for word in words:
        code, sign, values = word.partition(VALUE)
        number, bare = _deck(code)
        found = table.get(plain(bare))
        if not found or number > mapping.deck.decks:
            raise unknown(mapping.deck, code, table, language)
        ids = [card.id for card in found]

        def meant(entry: Entry, ids: list[str] = ids, number: int = number) -> bool:
            return entry.own.card.id in ids and number in (0, entry.own.number or 1)

        entry = next(filter(meant, left), None)
        if entry is None:
            raise _none_left(mapping, code, any(map(meant, mapping.entries)), language)
        left.remove(entry)
        taken.append(entry)
        card = entry.meant
        held.append(Held(card, given_values(card, values, word) if sign else card.values))
    return OwnHand(tuple(entry.own for entry in taken), tuple(held))


def _deck(code: str) -> tuple[int, str]:
    """The deck that a code names (0 for none) and the code without it."""
    match = _DECK.fullmatch(code)
    return (int(match[1]), match[2]) if match else (0, code)


def _none_left(mapping: Mapping, code: str, known: bool, language: str) -> PrintkitError:
    """The refusal of a card that is not there once more, or stays in the box."""
    if not known:
        return PrintkitError(
            f"“{printable(code)}” stays in the box: it stands for no card of "
            f"{mapping.variant.slug}.",
            cure=f"“printkit map {mapping.deck.slug} {mapping.variant.slug}” shows which do.",
        )
    return PrintkitError(
        f"“{printable(code)}” is in the hand more often than {mapping.deck.slug} has it in play.",
        cure="Take another card.",
    )
