"""Hands of a physical deck as hands of the game that it stands in for.

Codes are those of the physical deck (`SK`, with several decks `2:SK`).
"""

from __future__ import annotations

import re

import msgspec

from printkit.base.errors import PrintkitError, Sentence
from printkit.rules.card_codes import VALUE, CodeReader, HeldCard, hold_card, sanitise, split_hands
from printkit.rules.standins import CardMapping, DeckMapping, PhysicalCard

_DECK = re.compile(r"([0-9]{1,2}):(.+)")


class MappedHand(msgspec.Struct, frozen=True):
    """The physical cards of a hand, and the cards that they stand for."""

    physical: tuple[PhysicalCard, ...]
    held: tuple[HeldCard, ...]


def read_mapped_hands(mapping: DeckMapping, text: str, language: str) -> list[MappedHand]:
    """Read hands written in codes of the physical deck.

    Raises PrintkitError for a card that is unknown, unused or repeated too often.
    """
    return [_read_hand(mapping, words, language) for words in split_hands(text)]


def _read_hand(mapping: DeckMapping, words: list[str], language: str) -> MappedHand:
    listing = f"printkit map {mapping.deck.slug} {mapping.requested_slug}"
    reader = CodeReader(mapping.deck, language, listing)
    left = list(mapping.entries)
    taken: dict[int, CardMapping] = {}
    wanted: list[tuple[int, str, int, list[str]]] = []
    for i, word in enumerate(words):
        code = word.partition(VALUE)[0]
        number, bare = _split_deck_number(code)
        if number > mapping.deck.decks:
            raise reader.unknown_code_error(code)
        result = reader.look_up(bare)
        wanted.append((i, code, number, [card.id for card in result]))
    # Unambiguous codes first: a code of two cards then takes the card that no other code needs.
    for i, code, number, ids in sorted(wanted, key=lambda item: len(item[3])):
        fit = [entry for entry in left if _matches_code(entry, number, ids)]
        if not fit:
            known = any(_matches_code(entry, number, ids) for entry in mapping.entries)
            raise _unavailable_error(mapping, code, listing, known=known)
        families = {entry.stands_for.family for entry in taken.values()}
        free = (entry for entry in fit if entry.stands_for.family not in families)
        each = mapping.variant.counting.each_family
        taken[i] = next(free, fit[0]) if each else fit[0]
        left.remove(taken[i])
    held = tuple(hold_card(taken[i].stands_for, word) for i, word in enumerate(words))
    return MappedHand(tuple(taken[i].physical for i in range(len(words))), held)


def _matches_code(entry: CardMapping, number: int, ids: list[str]) -> bool:
    """Return True if a physical card has one of these ids in the deck `number` (0 for any)."""
    return entry.physical.card.id in ids and number in (0, entry.physical.number or 1)


def _split_deck_number(code: str) -> tuple[int, str]:
    """Split a code into its deck number (0 for none) and the rest."""
    match = _DECK.fullmatch(code)
    return (int(match[1]), match[2]) if match else (0, code)


def _unavailable_error(
    mapping: DeckMapping, code: str, listing: str, *, known: bool
) -> PrintkitError:
    """Return the error for a card that is used up, or stands for no card of the game."""
    if not known:
        return PrintkitError(
            Sentence(
                "“{code}” stays in the box: it stands for no card of {game}.",
                code=sanitise(code),
                game=mapping.requested_slug,
            ),
            hint=Sentence("“{listing}” shows which do.", listing=listing),
        )
    return PrintkitError(
        Sentence(
            "“{code}” is in the hand more often than {deck} has it in play.",
            code=sanitise(code),
            deck=mapping.deck.slug,
        ),
        hint="Take another card.",
    )
