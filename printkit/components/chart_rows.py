"""The contents of a conversion chart, row by row.

There is a group for each suit of the game (or family, for cards without a suit), with a row for
each of its cards. Chart and pocket chart are drawn from these, so that they cannot differ.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from printkit.base.content import content_path
from printkit.base.messages import translate
from printkit.components.thumbnail import EmblemRef, Thumbnail
from printkit.model.cards import Card, Suit
from printkit.model.notation import shown_values
from printkit.model.variant import Variant
from printkit.rules.standins import DeckMapping, PhysicalCard, title_of_unsuited

# The French signs and the emblems of ours that draw them, with the colour they are printed in.
_FRENCH = {
    "♠": ("spades", "black"),
    "♥": ("hearts", "vermillion"),
    "♦": ("diamonds", "vermillion"),
    "♣": ("clubs", "black"),
}


class ChartRow(msgspec.Struct, frozen=True):
    """One card of the game: the physical cards that stand for it, itself, its signs in a line, its
    name or an empty text.
    """

    owns: tuple[Thumbnail, ...]
    card: Card
    meant: Thumbnail
    name: str


class ChartGroup(msgspec.Struct, frozen=True):
    """Rows under a heading."""

    key: str
    name: str
    mark: Path | None
    colour: str
    rows: tuple[ChartRow, ...]


def group_rows(mapping: DeckMapping, language: str) -> list[ChartGroup]:
    """Return the groups in the order of the game's suits, then the cards without a suit."""
    variant = mapping.variant
    # The stand-in names the card that says its value first, and then those that do not.
    order = {own: i for i, (own, _) in reversed(list(enumerate(mapping.standin.pairs)))}
    owned: dict[str, list[PhysicalCard]] = {}
    for entry in sorted(mapping.entries, key=lambda entry: order[entry.physical.id]):
        owned.setdefault(entry.stands_for.id, []).append(entry.physical)
    result: list[ChartGroup] = []
    for key, suit in variant.suits.items():
        cards = [c for c in variant.cards if c.suit == key and c.id in owned]
        if cards:
            rows = tuple(_make_row(mapping, owned[card.id], card, language) for card in cards)
            # A suit without a colour of its own takes that of its cards.
            section = ChartGroup(key, suit.name[language], suit.emblem, cards[0].colour, rows)
            result.append(section)
    for key, family in variant.families.items():
        cards = [c for c in variant.cards if c.suit is None and c.family == key and c.id in owned]
        if cards:
            name = title_of_unsuited(variant, key, language)
            rows = tuple(_make_row(mapping, owned[card.id], card, language) for card in cards)
            result.append(ChartGroup(f"family-{key}", name, None, family.colour_or_ink, rows))
    return result


def chart_title(mapping: DeckMapping, language: str) -> str:
    """Return “Casino Sabacc · Tarot deck (78)”, for a foot and a title."""
    game, deck = mapping.variant.name[language], mapping.deck.name[language]
    return translate(language, "chart.title", game=game, deck=deck)


def corner_text(deck: Variant, card: Card, language: str) -> str:
    """Return what the corner of a physical card says: 10, J; empty for a card without a suit."""
    if card.suit is None or card.rank is None:
        return ""
    rank = deck.ranks.get(card.rank)
    if rank is not None and rank.code is not None:
        return rank.code[language]
    return card.rank


def _make_row(
    mapping: DeckMapping, owns: list[PhysicalCard], meant: Card, language: str
) -> ChartRow:
    # One face of several decks is one small card with both their numbers.
    like: dict[tuple[str, int], list[PhysicalCard]] = {}
    for i, own in enumerate(owns):
        like.setdefault((own.card.id, -1 if own.number else i), []).append(own)
    smalls = tuple(_physical_thumbnail(mapping, same, language) for same in like.values())
    return ChartRow(
        smalls,
        meant,
        game_thumbnail(mapping.variant, meant, language),
        _card_name(mapping, meant, language),
    )


def _card_name(mapping: DeckMapping, card: Card, language: str) -> str:
    """Return the name of a card that figure and suit do not identify."""
    if card.suit is None:
        return card.name[language]
    rank = mapping.variant.ranks.get(card.rank or "")
    if card.index or rank is None or rank.name is None:
        return ""
    return rank.name[language]


def _physical_thumbnail(mapping: DeckMapping, same: list[PhysicalCard], language: str) -> Thumbnail:
    deck, card = mapping.deck, same[0].card
    numbers = tuple(own.number for own in same if own.number)
    decks = "-".join(map(str, numbers))
    suit = deck.suits.get(card.suit or "")
    return Thumbnail(
        key=f"own-{deck.slug}-{card.id}" + (f"-{decks}" if decks else ""),
        title=", ".join(own.name(language) for own in same),
        figure=corner_text(deck, card, language),
        signs=_suit_emblems(suit, card) if suit is not None else (),
        colour=card.colour,
        numbers=numbers,
        words=_thumbnail_words(suit, card, language),
        picture=card.emblem if suit is None else None,
    )


def _thumbnail_words(suit: Suit | None, card: Card, language: str) -> str:
    """Return the name of a physical card that no sign of its own identifies: a joker, a trump."""
    if suit is None:
        return card.name[language]
    return "" if suit.sign else suit.name[language]


def _suit_emblems(suit: Suit, card: Card) -> tuple[EmblemRef, ...]:
    """Return the suit's emblem and the French sign, for a deck that may be printed with either."""
    result = [EmblemRef(suit.emblem, card.colour)] if suit.emblem is not None else []
    if suit.sign in _FRENCH:
        name, colour = _FRENCH[suit.sign]
        path = content_path("art", "suits", f"{name}.svg")
        if path != suit.emblem:
            result.append(EmblemRef(path, colour))
    return tuple(result)


def game_thumbnail(variant: Variant, card: Card, language: str) -> Thumbnail:
    """Return the signs of a card of the game, for a line."""
    look = card
    # A card that says another thing when it is turned counts as either: it shows both at once.
    figure = shown_values(card.values) if look.turned else look.index
    mark = look.mark if look.mark != look.emblem or figure else None
    bars = (look.colour, look.lower_colour) if look.turned else (look.colour,)
    return Thumbnail(
        key=f"meant-{variant.slug}-{card.id}",
        title=card.name[language],
        figure=figure,
        signs=(EmblemRef(mark, look.colour),) if mark is not None else (),
        colour=look.colour,
        picture=None if figure else look.emblem,
        bars=() if look.mark is not None else bars,
    )
