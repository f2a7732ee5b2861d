"""A hand of the deck that a person owns, as a hand of the game.

In: a Mapping, codes of the deck at hand (`SK`, with several decks `2:SK`). Out: the cards at hand,
and what is held in the game.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from printkit.base.errors import PrintkitError
from printkit.rules.card_codes import (
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
    listing = f"printkit map {mapping.deck.slug} {mapping.asked}"
    left = list(mapping.entries)
    taken: dict[int, Entry] = {}
    values_of: dict[int, str] = {}
    wanted: list[tuple[int, str, int, list[str]]] = []
    for at, word in enumerate(words):
        code, sign, values = word.partition(VALUE)
        number, bare = _deck(code)
        found = table.get(plain(bare))
        if not found or number > mapping.deck.decks:
            raise unknown(mapping.deck, code, table, language, listing)
        if sign:
            values_of[at] = values
        wanted.append((at, code, number, [card.id for card in found]))
    # Codes that mean one card first: a code that two share then takes the one that the rest needs.
    for at, code, number, ids in sorted(wanted, key=lambda one: len(one[3])):
        fit = [entry for entry in left if _means(entry, number, ids)]
        if not fit:
            known = any(_means(entry, number, ids) for entry in mapping.entries)
            raise _none_left(mapping, code, listing, known=known)
        families = {entry.meant.family for entry in taken.values()}
        free = (entry for entry in fit if entry.meant.family not in families)
        each = mapping.variant.counting.each_family
        taken[at] = next(free, fit[0]) if each else fit[0]
        left.remove(taken[at])
    entries = [taken[at] for at in range(len(words))]
    held = [
        Held(
            entry.meant,
            given_values(entry.meant, values_of[at], words[at])
            if at in values_of
            else entry.meant.values,
        )
        for at, entry in enumerate(entries)
    ]
    return OwnHand(tuple(entry.own for entry in entries), tuple(held))


def _means(entry: Entry, number: int, ids: list[str]) -> bool:
    """Whether a card at hand is one of these, in the deck of that number (0: in any)."""
    return entry.own.card.id in ids and number in (0, entry.own.number or 1)


def _deck(code: str) -> tuple[int, str]:
    """The deck that a code names (0 for none) and the code without it."""
    match = _DECK.fullmatch(code)
    return (int(match[1]), match[2]) if match else (0, code)


def _none_left(mapping: Mapping, code: str, listing: str, *, known: bool) -> PrintkitError:
    """The refusal of a card that is not there once more, or stays in the box."""
    if not known:
        return PrintkitError(
            f"“{printable(code)}” stays in the box: it stands for no card of {mapping.asked}.",
            cure=f"“{listing}” shows which do.",
        )
    return PrintkitError(
        f"“{printable(code)}” is in the hand more often than {mapping.deck.slug} has it in play.",
        cure="Take another card.",
    )
