"""Cards in the notation of users: ids and short codes.

A code is an id (`swords-king`), a suit's letter or sign with a rank's (`SK`, `♠K`, `K♠`), or a
card's own (`X`); `CARD=4` or `CARD=3,5` chooses among its values. The error for an unknown code
names the closest known one.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

import msgspec

from printkit.base.errors import PrintkitError, Sentence, closest_match
from printkit.base.limits import MAX_CARDS_ASKED, MAX_HAND_CARDS, MAX_HANDS_ASKED, MAX_VALUES_ASKED
from printkit.base.messages import OR, join_words, languages, translate
from printkit.model.cards import Card
from printkit.model.notation import shown_values
from printkit.model.variant import Variant

BETWEEN_HANDS, VALUE = "/", "="
COPY = "copy"
# The language of ids, whose codes are accepted in every language.
_COMMON = "en"
_PLAIN = str.maketrans({"\u2212": "-", "\u2013": "-", "\ufe0f": None, "\ufe0e": None})


class HeldCard(msgspec.Struct, frozen=True):
    """A card in a hand with its possible `values` (empty if the definition has none)."""

    card: Card
    values: tuple[int, ...]


def split_hands(text: str) -> list[list[str]]:
    """Return the codes of each hand. Raises PrintkitError for an empty hand or too many cards."""
    hands = [part.split() for part in text.split(BETWEEN_HANDS)]
    counts = ((len(hands), MAX_HANDS_ASKED), (max(map(len, hands)), MAX_HAND_CARDS))
    for count, limit in (*counts, (sum(map(len, hands)), MAX_CARDS_ASKED)):
        if count > limit:
            message, hint = limit.refusal(count)
            raise PrintkitError(message, hint=hint)
    for number, hand in enumerate(hands, 1):
        if not hand:
            one = Sentence("The hand has no cards.")
            many = Sentence(
                "Hand {number} of {count} has no cards.", number=number, count=len(hands)
            )
            raise PrintkitError(
                many if len(hands) > 1 else one,
                hint="Write the cards with spaces, several hands with “/” between them.",
            )
    return hands


def read_hands(
    variant: Variant, text: str, language: str, decks: int = 1, requested_name: str = ""
) -> list[list[HeldCard]]:
    """Read hands; `requested_name` is the user's name of the variant.

    Raises PrintkitError for a card that is unknown, wrong or repeated too often.
    """
    table = card_codes(variant, language)
    listing = f"printkit show {requested_name or variant.slug}"
    return [read_hand(variant, table, hand, language, listing, decks) for hand in split_hands(text)]


def read_hand(
    variant: Variant,
    table: Mapping[str, list[Card]],
    words: Iterable[str],
    language: str,
    listing: str,
    decks: int = 1,
) -> list[HeldCard]:
    """Read one hand; a code of several cards takes the first unused one.

    `listing` is the command that lists the codes.
    """
    used: Counter[str] = Counter()
    hand: list[HeldCard] = []
    for word in words:
        code, sign, values = word.partition(VALUE)
        result = look_up_code(variant, code, table, language, listing)
        card = next((c for c in result if used[c.id] < c.copies * decks), None)
        if card is None:
            raise _too_many_error(variant, result, code, decks, language)
        used[card.id] += 1
        hand.append(HeldCard(card, parse_card_values(card, values, word) if sign else card.values))
    return hand


def look_up_code(
    variant: Variant, code: str, table: Mapping[str, list[Card]], language: str, listing: str
) -> list[Card]:
    """Return the card of a code, or all cards of it if they are alike.

    Raises PrintkitError for a code that is unknown or ambiguous.
    """
    result = table.get(normalise_code(code))
    if not result:
        raise unknown_code_error(variant, code, table, language, listing)
    if not _are_alike(result):
        meanings = join_words(_COMMON, [card.name[language] for card in result], OR)
        codes = join_words(_COMMON, [short_name(variant, card, language) for card in result], OR)
        raise PrintkitError(
            Sentence("“{code}” may be {cards}.", code=sanitise(code), cards=meanings),
            hint=Sentence("Write {code}.", code=codes),
        )
    return result


def explain_clashes(variant: Variant, text: str, language: str) -> list[str]:
    """Return a sentence for each code that is another card's code in English."""
    own, common = card_codes(variant, language), card_codes(variant, _COMMON)
    lines: dict[str, None] = {}
    for word in chain.from_iterable(split_hands(text)):
        code = word.partition(VALUE)[0]
        here, there = own.get(normalise_code(code)), common.get(normalise_code(code))
        if here and there and here[0] is not there[0]:
            names = {"here": here[0].name[language], "there": there[0].name[language]}
            lines[translate(language, "hand.clash", code=code, lang=_COMMON, **names)] = None
    return list(lines)


def card_codes(variant: Variant, language: str) -> Mapping[str, list[Card]]:
    """Return the normalised codes of a deck with their cards.

    Ids come first, then the codes of the language, then those in English; earlier codes are not
    replaced by later ones.
    """
    known: dict[str, Mapping[str, list[Card]]] = vars(variant).setdefault("codes_by_language", {})
    if language not in known:
        known[language] = _list_deck_codes(variant, language)
    return known[language]


def _list_deck_codes(variant: Variant, language: str) -> dict[str, list[Card]]:
    table: dict[str, list[Card]] = {card.id: [card] for card in variant.cards}
    for tongue in dict.fromkeys((language, _COMMON)):
        own: dict[str, list[Card]] = {}
        for card in variant.cards:
            for code in dict.fromkeys(_list_codes(variant, card, tongue)):
                own.setdefault(code, []).append(card)
        for code, cards in own.items():
            table.setdefault(code, cards)
            if len(cards) > 1 and _are_alike(cards):  # X1 and X2 where two cards are X
                for i, card in enumerate(cards, 1):
                    table.setdefault(f"{code}{i}", [card])
    for card in variant.cards:  # S12 for the Commander of Sabers, where nothing else is S12
        suit = variant.suits.get(card.suit or "")
        if suit is not None and suit.code is not None and len(card.values) == 1:
            for letter in suit.code[language].split():
                table.setdefault(normalise_code(f"{letter}{abs(card.values[0])}"), [card])
    return table


def _are_alike(cards: Iterable[Card]) -> bool:
    """Return True if the cards are interchangeable, like two jokers."""
    return len({(card.suit, card.rank) for card in cards}) == 1


def _list_codes(variant: Variant, card: Card, language: str) -> Iterator[str]:
    """List the codes of one card."""
    if card.code is not None:
        yield normalise_code(card.code[language])
    suit, rank = variant.suits.get(card.suit or ""), variant.ranks.get(card.rank or "")
    if suit is None or rank is None:
        return
    of_rank = rank.code[language] if rank.code is not None else card.rank
    if suit.code is not None:
        yield from (normalise_code(f"{code}{of_rank}") for code in suit.code[language].split())
    if suit.sign is not None:
        yield normalise_code(f"{suit.sign}{of_rank}")
        yield normalise_code(f"{of_rank}{suit.sign}")


def sanitise(word: str) -> str:
    """Return a user's word for a message: shortened, without control characters."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in word[:40])


def normalise_code(code: str) -> str:
    """Return the normal form of a code: lower case, plain minus, no variation selectors, composed
    accents.
    """
    return unicodedata.normalize("NFC", code.translate(_PLAIN).casefold())


def short_name(variant: Variant, card: Card, language: str) -> str:
    """Return the shortest name of a card: `♠K`, `T21`, `X`, else its id."""
    suit, rank = variant.suits.get(card.suit or ""), variant.ranks.get(card.rank or "")
    if suit is not None and rank is not None and (suit.sign or suit.code):
        of_rank = rank.code[language] if rank.code is not None else card.rank
        return f"{suit.sign or (suit.code[language].split()[0] if suit.code else '')}{of_rank}"
    if card.code is None:
        return card.id
    own = card.code[language]
    same = [c for c in variant.cards if c.code is not None and c.code[language] == own]
    return own if len(same) == 1 else f"{own}{same.index(card) + 1}"


def parse_card_values(card: Card, written: str, word: str) -> tuple[int, ...]:
    """Parse the values for a card: some of its values, or any for a card without values.

    Raises PrintkitError for values that the card cannot have.
    """
    word = sanitise(word)
    if card.rule == COPY:
        message = "“{word}”: {card} takes the value of the card beside it."
        hint = Sentence("Write {card} alone.", card=card.id)
        raise PrintkitError(Sentence(message, word=word, card=card.id), hint=hint)
    try:
        numbers = tuple(sorted({_parse_integer(part) for part in written.split(",")}))
    except ValueError:
        raise PrintkitError(
            Sentence("“{word}” gives no value.", word=word),
            hint=Sentence("Write {card}=4, or several: {card}=3,5.", card=card.id),
        ) from None
    if len(numbers) > MAX_VALUES_ASKED:
        refusal, cure = MAX_VALUES_ASKED.refusal(len(numbers))
        raise PrintkitError(f"“{word}”: {refusal}", hint=cure)
    allowed = card.values or range(-999, 1000)
    for number in numbers:
        if number not in allowed:
            message, value = "“{word}”: {card} cannot be worth {value}.", str(number)[:40]
            known = shown_values(card.values) or "−999 to 999"
            raise PrintkitError(
                Sentence(message, word=word, card=card.id, value=value),
                hint=Sentence("Its values: {values}.", values=known),
            )
    return numbers


def _parse_integer(written: str) -> int:
    """Parse a whole number with a plain or typographic sign. Raises ValueError."""
    if not re.fullmatch(r"[+-]?[0-9]{1,6}", part := written.translate(_PLAIN)):
        raise ValueError(written)
    return int(part)


def unknown_code_error(
    variant: Variant, code: str, table: Mapping[str, list[Card]], language: str, listing: str
) -> PrintkitError:
    """Return the error for an unknown code, with the closest known code."""
    near = _closest_code(normalise_code(code), table)
    lead, about = "", {}
    for tongue in (other for other in languages() if other != language):
        if meant := card_codes(variant, tongue).get(normalise_code(code)):
            about = {
                "language": tongue,
                "card": meant[0].name[language],
                "near": short_name(variant, meant[0], language),
            }
            lead = "In the language {language} it is the {card}: write “{near}”. "
            near = None
            break
    if near is not None:
        shown = near.upper() if len(near) < 5 else near
        lead, about = "Did you mean “{near}” ({card})? ", {"near": shown}
        about["card"] = table[near][0].name[language]
    examples = ", ".join(list(table)[:3])
    return PrintkitError(
        Sentence("“{code}” is not a card of {game}.", code=sanitise(code), game=variant.slug),
        hint=Sentence(
            lead + "Cards are named by id ({examples} …) or by short code; “{listing}” lists both.",
            **about,
            examples=examples,
            listing=listing,
        ),
    )


def _closest_code(code: str, table: Mapping[str, list[Card]]) -> str | None:
    """Return the closest known code: similar letters, else the same suit."""
    if near := closest_match(code, table):
        return near
    lengths = range(min(len(code), 4), 0, -1)
    return next((c for n in lengths for c in table if len(c) < 5 and c[:n] == code[:n]), None)


def _too_many_error(
    variant: Variant, namesakes: list[Card], code: str, decks: int, language: str
) -> PrintkitError:
    """Return the error for a card in more copies than the deck has, with its neighbour."""
    maximum = sum(card.copies for card in namesakes) * decks
    cards, last = variant.cards, namesakes[-1]
    i = cards.index(last)
    near = [c for c in (*cards[i + 1 :], *reversed(cards[:i])) if c not in namesakes]
    other = next((c for c in near if c.suit == last.suit), (near or namesakes)[0])
    return PrintkitError(
        Sentence(
            "“{code}” ({card}) is in the hand more often than in the deck, which has {count}.",
            code=sanitise(code),
            card=namesakes[0].name[language],
            count=maximum,
        ),
        hint=Sentence(
            "Nearest other card: {code} ({id}, {card}).",
            code=short_name(variant, other, language),
            id=other.id,
            card=other.name[language],
        ),
    )


def describe_card(held: HeldCard, language: str) -> str:
    """Return the name of a held card, with its chosen value."""
    name = held.card.name[language]
    if held.values == held.card.values:
        return name
    return translate(language, "hand.given", name=name, values=shown_values(held.values))
