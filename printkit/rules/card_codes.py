"""Read cards from ids and short codes.

A code is an id (`swords-king`), the letters or the sign of a suit with a rank (`SwK`, `♠K`, `K♠`),
or a special code of a card (`X`). Cards may also be named (`king of swords`) and separated by
commas. `CARD=4` or `CARD=3,5` selects values of a card. Errors for unknown codes suggest the
closest known code.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

import msgspec

from printkit.base.errors import PrintkitError, closest_match
from printkit.base.limits import MAX_CARDS_ASKED, MAX_HAND_CARDS, MAX_HANDS_ASKED, MAX_VALUES_ASKED
from printkit.base.messages import in_language, languages, translate
from printkit.base.sentences import Sentence, fold
from printkit.base.words import name_key
from printkit.model.cards import Card, Suit
from printkit.model.fields import REPEAT, shown_values
from printkit.model.variant import Variant

BETWEEN_HANDS, VALUE = "/", "="
COPY = "copy"
# Codes of this language work in all languages; ids are written in it.
_COMMON = "en"
_PLAIN = str.maketrans({"\u2212": "-", "\u2013": "-", "\ufe0f": None, "\ufe0e": None})
# The drawings that show these signs. The sign of a suit with another drawing can be read in a code,
# but is not shown in one.
_DRAWN_SIGNS = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}
# The maximum number of words in a card's name; an apostrophe after the first letter: “d’épée”.
_MAX_NAME_WORDS = 8
_LINKED = re.compile(r"[^\W\d_]['’]")
_DECK_NUMBER = re.compile(r"^[0-9]{1,2}:")
_NUMBER = re.compile(r"[+\-\u2212\u2013]?[0-9]+")


class HeldCard(msgspec.Struct, frozen=True):
    """A card in a hand, with its possible values there (empty if the definition has none).

    In a deck that stands in, `own` is the card that the player holds and `own_code` its code.
    """

    card: Card
    values: tuple[int, ...]
    own: Card | None = None
    own_code: str = ""

    @property
    def code(self) -> str:
        """The code to write for the card: the player's own, or its id."""
        return self.own_code or self.card.id

    def name(self, language: str) -> str:
        """Return the name of the card, preceded by the name of the player's own card, if any."""
        name = in_language(self.card.name, language)
        return f"{in_language(self.own.name, language)} ({name})" if self.own is not None else name


def split_hands(variant: Variant, text: str, language: str) -> list[list[str]]:
    """Split a text into hands, and return the codes or names of the cards in each.

    Raises PrintkitError for an empty hand, and for too many hands or cards.
    """
    hands = [_split_cards(variant, part, language) for part in text.split(BETWEEN_HANDS)]
    counts = ((len(hands), MAX_HANDS_ASKED), (max(map(len, hands)), MAX_HAND_CARDS))
    for count, limit in (*counts, (sum(map(len, hands)), MAX_CARDS_ASKED)):
        if count > limit:
            message, hint = limit.refusal(count)
            raise PrintkitError(message, hint=hint)
    for number, hand in enumerate(hands, 1):
        if not hand:
            message = Sentence("The hand has no cards.")
            if count := len(hands[1:]):
                template = "Hand {number} of {count} has no cards."
                message = Sentence(template, number=number, count=count + 1)
            hint = "Write the cards with spaces, several hands with “/” between them."
            raise PrintkitError(message, hint=hint)
    return hands


# The sign before the rule set under which a hand was shown: `@corellian JK S4`.
UNDER = "@"


def split_sets(text: str) -> tuple[str, tuple[str | None, ...]]:
    """Return hands without the rule sets written before them, and the set of each hand, or None for
    a hand without one. The sets are empty if none is written.

    >>> split_sets("@corellian JK S4 / C2")
    ('JK S4 / C2', ('corellian', None))
    """
    hands, sets = [], []
    for part in text.split(BETWEEN_HANDS):
        first, _, rest = part.strip().partition(" ")
        named = first.startswith(UNDER) and len(first) > 1
        hands.append(rest.strip() if named else part.strip())
        sets.append(first.removeprefix(UNDER) if named else None)
    if not any(sets):
        return text, ()
    return f" {BETWEEN_HANDS} ".join(hands), tuple(sets)


def _split_cards(variant: Variant, text: str, language: str) -> list[str]:
    """Split one hand into codes and names; a name may contain spaces."""
    codes = card_codes(variant, language)
    words: list[str] = []
    for typed in text.split():
        joins = False  # a comma within a word separates two cards or two values
        for i, part in enumerate(typed.split(",")):
            if i and joins and (not _is_code(part, codes) or _NUMBER.fullmatch(part)):
                words[-1] += f",{part}"
            else:
                words.append(part)
                joins = VALUE in part
        words[-1] = words[-1].rstrip(",") or words[-1]
    words = [word for word in words if word]
    if all(_is_code(word, codes) for word in words):
        return words
    cards, i = [], 0
    while i < len(words):
        length = _count_words(variant, words[i : i + _MAX_NAME_WORDS], language)
        cards.append(" ".join(words[i : i + length]))
        i += length
    return cards


def _is_code(word: str, codes: Mapping[str, list[Card]]) -> bool:
    """Return True for a known code, with an optional deck number before it or values after it."""
    return normalise_code(_DECK_NUMBER.sub("", word.partition(VALUE)[0])) in codes


def _count_words(variant: Variant, words: Sequence[str], language: str) -> int:
    """Return the number of words of the first card, for example three for “7 of cups”."""
    codes, names = card_codes(variant, language), _card_names(variant, language)
    for count in range(len(words), 1, -1):
        some = words[:count]
        has_value = any(VALUE in word for word in some[:-1])
        if has_value or all(_is_code(word, codes) for word in some):
            continue
        if _key_of_name(" ".join(some)) in names:
            return count
    if _is_code(words[0], codes) or VALUE in words[0] or len(words) == 1:
        return 1
    # “14 of coins” is reported as a whole.
    return min(len(words), 3 if not name_key(words[1]) else 2 if _LINKED.match(words[1]) else 1)


def _key_of_name(words: str) -> str:
    return name_key(_DECK_NUMBER.sub("", words.partition(VALUE)[0]))


def _card_names(variant: Variant, language: str) -> Mapping[str, list[Card]]:
    """Return the cards of each name in `language` or in the common language, by the key of the
    name.
    """
    known: dict[str, Mapping[str, list[Card]]] = vars(variant).setdefault("names_by_language", {})
    if language not in known:
        table: dict[str, list[Card]] = {}
        for tongue in dict.fromkeys((language, _COMMON)):
            own: dict[str, list[Card]] = {}
            for card in variant.cards:
                own.setdefault(name_key(in_language(card.name, tongue)), []).append(card)
            table = {**own, **table}
        known[language] = table
    return known[language]


def read_hands(
    variant: Variant,
    text: str,
    language: str,
    decks: int = 1,
    requested_name: str = "",
    *,
    at_one_table: bool = False,
    used: Counter[str] | None = None,
) -> list[list[HeldCard]]:
    """Read hands separated by slashes; `requested_name` is the user's name of the variant.

    Raises PrintkitError for an unknown card, wrong values, or more copies than the deck has. Copies
    are counted for each hand separately, except in hands `at_one_table` of a game without common
    cards. If `used` is given (copies by id), all hands are counted together with it and added to
    it.
    """
    reader = CodeReader(variant, language, f"printkit show {requested_name or variant.slug}")
    # Copies are counted for each hand separately if the hands are not at one table, or if a common
    # card may count for several hands.
    apart = used is None and (not at_one_table or has_common_cards(variant))
    used = Counter() if used is None else used
    hands = []
    for words in split_hands(variant, text, language):
        hands.append(reader.read_hand(words, decks, used))
        for held in hands[-1]:
            used[held.card.id] += not (apart or held.card.per_player)
    return hands


def has_common_cards(variant: Variant) -> bool:
    """Return True if a common card may count for several hands."""
    return any(place.kind == "common" for place in variant.places)


class CodeReader(msgspec.Struct, frozen=True):
    """Reads codes of a deck in a language; `listing` is the command that lists them."""

    deck: Variant
    language: str
    listing: str

    def read_hand(
        self, words: Iterable[str], decks: int, elsewhere: Mapping[str, int]
    ) -> list[HeldCard]:
        """Read one hand, given the cards used `elsewhere` (copies by id).

        A code that several cards share means the first card that is still available. Raises
        PrintkitError for an unknown card, wrong values, or too many copies.
        """
        used = Counter(elsewhere)
        hand: list[HeldCard] = []
        for word in words:
            code = word.partition(VALUE)[0]
            namesakes = self.look_up(code)
            card = next((c for c in namesakes if used[c.id] < c.copies * decks), None)
            if card is None:
                several = any(elsewhere.get(one.id) for one in namesakes)
                raise self._too_many_error(namesakes, code, decks, several=several)
            used[card.id] += 1
            hand.append(hold_card(card, word))
        return hand

    def look_up(self, code: str) -> list[Card]:
        """Return the cards of a code: one, or several identical ones.

        Raises PrintkitError for an unknown code or a code of different cards.
        """
        cards = card_codes(self.deck, self.language).get(normalise_code(code))
        cards = cards or _card_names(self.deck, self.language).get(name_key(code))
        if not cards:
            raise self.unknown_code_error(code)
        if not _are_alike(cards):
            names = [card.name[self.language] for card in cards]
            codes = [short_name(self.deck, card, self.language) for card in cards]
            raise PrintkitError(
                Sentence("“{code}” could be {cards}.", code=sanitise(code), cards=_either(names)),
                hint=Sentence("Write {code}.", code=_either(codes)),
            )
        return cards

    def unknown_code_error(self, code: str) -> PrintkitError:
        """Return the error for an unknown code, with the closest known one."""
        language, table = self.language, card_codes(self.deck, self.language)
        lead, about = "", {}
        normal = normalise_code(code)
        names = _card_names(self.deck, language) if " " in code else {}
        if named := closest_match(name_key(code), names):
            lead = "Did you mean “{near}” ({card})? "
            card = names[named][0]
            about = {"near": short_name(self.deck, card, language), "card": card.name[language]}
        elif same := self._find_value(normal):
            lead = "Did you mean “{near}” ({card})? "
            about = {"near": short_name(self.deck, same, language), "card": same.name[language]}
        elif near := _closest_code(normal, table):
            lead = "Did you mean “{near}” ({card})? "
            shown = near.upper() if len(near) < 5 else near
            about = {"near": shown, "card": table[near][0].name[language]}
        for other in (x for x in languages() if x != language):
            if cards := card_codes(self.deck, other).get(normal):
                # For a code of another language, show the code in this language.
                lead = "In the language {language} it is the {card}: write “{near}”. "
                name, short = cards[0].name[language], short_name(self.deck, cards[0], language)
                about = {"language": other, "card": name, "near": short}
                break
        cure = "Cards are named by id ({examples} …) or by short code; “{listing}” lists both."
        examples = ", ".join(list(table)[:3])
        return PrintkitError(
            Sentence("“{code}” is not a card of {game}.", code=sanitise(code), game=self.deck.slug),
            hint=Sentence(lead + cure, **about, examples=examples, listing=self.listing),
        )

    def _find_value(self, code: str) -> Card | None:
        """Return the first card whose only value is the number `code`, or None if `code` is not an
        unsigned number of at most three digits or no card has this value.
        """
        if not (code.isdecimal() and len(code) < 4):
            return None
        return next((card for card in self.deck.cards if card.values == (int(code),)), None)

    def _too_many_error(
        self, namesakes: list[Card], code: str, decks: int, *, several: bool
    ) -> PrintkitError:
        """Return the error for too many copies of a card, with a similar card as the hint."""
        language, cards, last = self.language, self.deck.cards, namesakes[-1]
        i = cards.index(last)
        near = [c for c in (*cards[i + 1 :], *reversed(cards[:i])) if c not in namesakes]
        other = next((c for c in near if c.suit == last.suit), (near or namesakes)[0])
        often = (
            "The hands contain more copies of “{code}” ({card}) than the deck, which has {count}."
            if several
            else "The hand contains more copies of “{code}” ({card}) than the deck, which has "
            "{count}."
        )
        return PrintkitError(
            Sentence(
                often,
                code=sanitise(code),
                card=namesakes[0].name[language],
                count=sum(card.copies for card in namesakes) * decks,
            ),
            hint=Sentence(
                "Nearest other card: {code} ({id}, {card}).",
                code=short_name(self.deck, other, language),
                id=other.id,
                card=other.name[language],
            ),
        )


def explain_clashes(variant: Variant, text: str, language: str) -> list[str]:
    """Return a sentence for each code in a text that means another card in the common language."""
    own, common = card_codes(variant, language), card_codes(variant, _COMMON)
    lines: dict[str, None] = {}
    for word in chain.from_iterable(split_hands(variant, text, language)):
        code = word.partition(VALUE)[0]
        here, there = own.get(normalise_code(code)), common.get(normalise_code(code))
        if here and there and here[0] is not there[0]:
            names = {"here": here[0].name[language], "there": there[0].name[language]}
            lines[translate(language, "hand.clash", code=code, lang=_COMMON, **names)] = None
    return list(lines)


def card_codes(variant: Variant, language: str) -> Mapping[str, list[Card]]:
    """Return every code of a deck in normal form, with its cards.

    Ids come first, then codes of `language`, then codes of the common language. For codes with
    several meanings, the first one counts.
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
            if len(cards) > 1 and _are_alike(cards):  # X1 and X2 if two cards are X
                for i, card in enumerate(cards, 1):
                    table.setdefault(f"{code}{i}", [card])
    by_value: dict[str, list[Card]] = {}
    for card in variant.cards:  # S12 for the Commander of Sabers, if no other card is S12
        suit = variant.suits.get(card.suit or "")
        if suit is not None and len(card.values) == 1:
            for letters in _list_letters(variant, suit, language):
                code = normalise_code(f"{letters}{abs(card.values[0])}")
                by_value.setdefault(code, []).append(card)
    for code, cards in by_value.items():
        table.setdefault(code, cards)
    return table


def _either(words: Sequence[str]) -> Sentence:
    """Return two or more words as a choice."""
    return Sentence("{words} or {last}", words=", ".join(words[:-1]), last=words[-1])


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
    for letters in _list_letters(variant, suit, language):
        yield normalise_code(f"{letters}{of_rank}")
    if suit.sign is not None:
        yield normalise_code(f"{suit.sign}{of_rank}")
        yield normalise_code(f"{of_rank}{suit.sign}")


def _list_letters(variant: Variant, suit: Suit, language: str) -> list[str]:
    """Return the letters of a suit, including prefixes of its name if codes use them.

    “C” is then ambiguous: it may mean Cups or Coins.
    """
    letters = suit.code[language].split() if suit.code is not None else []
    if _is_read_as(suit):
        lead = shown_suit(variant, suit, language)
        letters += [lead[:length] for length in range(1, len(lead) + 1)]
    return list(dict.fromkeys(letters))


def sanitise(word: str) -> str:
    """Return a user's word for use in a message: shortened, and without control characters."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in word[:40])


def normalise_code(code: str) -> str:
    """Return the normal form of a code: lower case, hyphens for minus signs, no variation
    selectors, and composed accents.
    """
    return unicodedata.normalize("NFC", code.translate(_PLAIN).casefold())


def short_name(variant: Variant, card: Card, language: str) -> str:
    """Return the shortest readable code of a card, such as `SwK`, `♠K`, `T21` or `X`, or its id."""
    suit, rank = variant.suits.get(card.suit or ""), variant.ranks.get(card.rank or "")
    if suit is not None and rank is not None and (suit.sign or suit.code):
        of_rank = rank.code[language] if rank.code is not None else card.rank
        return f"{shown_suit(variant, suit, language)}{of_rank}"
    if card.code is None:
        return card.id
    own = card.code[language]
    same = [c for c in variant.cards if c.code is not None and c.code[language] == own]
    return own if len(same) == 1 else f"{own}{same.index(card) + 1}"


def sign_letters(variant: Variant, language: str) -> dict[str, str]:
    """Return the signs of the suits, each with the letters that identify this suit in a code."""
    words = {
        key: suit.code[language].split() if suit.code else [] for key, suit in variant.suits.items()
    }
    letters: dict[str, str] = {}
    for key, suit in variant.suits.items():
        if suit.sign and _is_read_as(suit):
            letters[suit.sign] = shown_suit(variant, suit, language)
            continue
        others = {
            normalise_code(word) for other, own in words.items() if other != key for word in own
        }
        own = [word for word in words[key] if normalise_code(word) not in others]
        if suit.sign and (choices := own or words[key]):
            letters[suit.sign] = choices[0]
    return letters


def shown_suit(variant: Variant, suit: Suit, language: str) -> str:
    """Return the form of a suit in codes: the sign on its cards, a prefix of its name if the cards
    do not show the sign, or its letters.
    """
    if suit.sign is not None and not _is_read_as(suit):
        return suit.sign
    if suit.sign is not None:
        return _shorten_names(variant, language)[suit.name[language]]
    return suit.code[language].split()[0] if suit.code is not None else ""


def _is_read_as(suit: Suit) -> bool:
    """Return True if a suit has a sign that its cards do not show, such as ♠ for Swords."""
    drawn = _DRAWN_SIGNS.get(suit.sign or "")
    return drawn is not None and suit.emblem is not None and suit.emblem.stem != drawn


def _shorten_names(variant: Variant, language: str) -> Mapping[str, str]:
    """Return prefixes of the names of suits whose signs are not on the cards, by name.

    The prefixes are equally long: as short as possible without being the same as another prefix or
    the letters of another suit.
    """
    known: dict[str, Mapping[str, str]] = vars(variant).setdefault("suits_by_language", {})
    if language not in known:
        names = [suit.name[language] for suit in variant.suits.values() if _is_read_as(suit)]
        letters = {
            (fold(code), suit.name[language])
            for suit in variant.suits.values()
            if suit.code is not None
            for code in suit.code[language].split()
        }
        result = dict(zip(names, names, strict=True))
        for length in range(max(map(len, names)), 0, -1):
            short = {name: fold(name[:length]) for name in names}
            meant = {*letters, *((lead, name) for name, lead in short.items())}
            if any(
                lead == short[name] and other != name for name in names for lead, other in meant
            ):
                break
            result = {name: name[:length] for name in names}
        known[language] = result
    return known[language]


def name_suits(variant: Variant, language: str) -> str:
    """Return the suits with signs, each as `Sw Swords ♠`, or an empty string if no suit has one."""
    own = [suit for suit in variant.suits.values() if suit.sign is not None]
    words = []
    for suit in own:
        lead = shown_suit(variant, suit, language)
        if lead == suit.sign:
            lead = suit.code[language].split()[0] if suit.code is not None else ""
        words.append(" ".join(filter(None, (lead, suit.name[language], suit.sign))))
    return " · ".join(words)


def hold_card(card: Card, word: str) -> HeldCard:
    """Return a card in a hand, with the values that the user selected, if any.

    Raises PrintkitError for a value that the card does not have; a card without values accepts any.
    """
    _, sign, values = word.partition(VALUE)
    return HeldCard(card, _parse_values(card, values, sanitise(word)) if sign else card.values)


def _parse_values(card: Card, written: str, word: str) -> tuple[int, ...]:
    if card.rule == COPY:
        raise PrintkitError(
            Sentence(
                "“{word}”: {card} takes the value of the card beside it.", word=word, card=card.id
            ),
            hint=Sentence("Write {card} alone.", card=card.id),
        )
    if card.rule == REPEAT:
        raise PrintkitError(
            Sentence(
                "“{word}”: {card} takes the value of the card before it.", word=word, card=card.id
            ),
            hint=Sentence("Write {card} alone.", card=card.id),
        )
    try:
        numbers = tuple(sorted({_parse_integer(part) for part in written.split(",")}))
    except ValueError:
        raise PrintkitError(
            Sentence("“{word}” does not give a value.", word=word),
            hint=Sentence("Write {card}=4, or several: {card}=3,5.", card=card.id),
        ) from None
    if len(numbers) > MAX_VALUES_ASKED:
        message, hint = MAX_VALUES_ASKED.refusal(len(numbers))
        raise PrintkitError(Sentence("“{word}”: {message}", word=word, message=message), hint=hint)
    wrong = [
        number
        for number in numbers
        if (number not in card.values if card.values else abs(number) > 999)
    ]
    if wrong:
        raise PrintkitError(
            Sentence(
                "“{word}”: {card} cannot be worth {value}.",
                word=word,
                card=card.id,
                value=str(wrong[0])[:40],
            ),
            hint=Sentence(
                "Its values: {values}.", values=shown_values(card.values) or "−999 to 999"
            ),
        )
    return numbers


def _parse_integer(written: str) -> int:
    """Parse a whole number with an optional sign (hyphen or minus). Raises ValueError."""
    if not re.fullmatch(r"[+-]?[0-9]{1,6}", part := written.translate(_PLAIN)):
        raise ValueError(written)
    return int(part)


def _closest_code(code: str, table: Mapping[str, list[Card]]) -> str | None:
    """Return the most similar known code, by its letters or otherwise by its prefix, or None."""
    if near := closest_match(code, table):
        return near
    lengths = range(min(len(code), 4), 0, -1)
    return next((c for n in lengths for c in table if len(c) < 5 and c[:n] == code[:n]), None)


def describe_card(held: HeldCard, language: str) -> str:
    """Return the name of a held card, with the value selected for it."""
    name = held.card.name[language]
    if held.values == held.card.values:
        return name
    return translate(language, "hand.given", name=name, values=shown_values(held.values))
