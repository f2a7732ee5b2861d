"""Map a physical deck to the cards of a game, and hands of the deck to hands of the game.

The result is a DeckMapping, card by card, or an error with the number of missing cards and the
closest suitable deck. Cards have the codes of the physical deck (`SK`, with several decks `2:SK`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TypedDict

import msgspec
from msgspec.structs import replace

from printkit.base.errors import PrintkitError, did_you_mean
from printkit.base.messages import translate
from printkit.base.sentences import Sentence, brief_repr, join_sentences, name_some
from printkit.model.cards import Card
from printkit.model.definition_files import STANDINS
from printkit.model.load import load, load_all
from printkit.model.play import StandIn
from printkit.model.variant import Variant
from printkit.rules.answers import JudgedHandData, Judgement
from printkit.rules.card_codes import (
    VALUE,
    CodeReader,
    HeldCard,
    has_common_cards,
    hold_card,
    sanitise,
    split_hands,
)

STICKERS = "stickers"
_DECK = re.compile(r"([0-9]{1,2}):(.+)")
_APART = 'Say how they are told apart: apart = "backs", "marks" or "stickers".'


class PhysicalCard(msgspec.Struct, frozen=True):
    """A card of the physical deck; `number` is its deck, from 1, or 0 for a single deck."""

    card: Card
    number: int
    copy: int = 1

    @property
    def id(self) -> str:
        """The id, such as `spades-ace`, or with several decks `2:spades-ace`."""
        return f"{self.number}:{self.card.id}" if self.number else self.card.id

    def name(self, language: str) -> str:
        """Return “Ace of Spades”, or “Ace of Spades (deck 2)”."""
        plain = self.card.name[language]
        if not self.number:
            return plain
        return translate(language, "map.of-deck", name=plain, number=self.number)


class CardMapping(msgspec.Struct, frozen=True):
    """A physical card and the card that it replaces."""

    physical: PhysicalCard
    stands_for: Card


# `from` is a keyword of Python, so it cannot be a field of a class.
_FromCard = TypedDict("_FromCard", {"from": str})
_FromCards = TypedDict("_FromCards", {"from": list[str]})


class MappedCardData(_FromCard):
    """A physical card (`from`), the card that it replaces (`to`), and the values of that card."""

    from_name: str
    to: str
    to_name: str
    values: list[int]


class MappingData(TypedDict):
    """A physical deck as the deck of a game, in the order of the physical deck.

    `unused` are the cards that stay in the box. `missing` are the cards of the game without a
    stand-in, one for each copy.
    """

    deck: str
    variant: str
    cards: list[MappedCardData]
    unused: list[str]
    missing: list[str]


class MappedHandData(JudgedHandData, _FromCards):
    """A judged hand, and the ids of its physical cards (`from`)."""


class MappedJudgementData(TypedDict):
    """The judged hands of a physical deck, in the order in which they were typed; `outcome` names
    the winner in sentences.
    """

    deck: str
    variant: str
    hands: list[MappedHandData]
    outcome: list[str]


class DeckMapping(msgspec.Struct, frozen=True):
    """A physical deck as the deck of a game.

    `requested_slug` is the game requested, and `variant` is the game whose cards are used.
    `entries` are in the order of the physical deck; `unused` are its cards that stay in the box;
    `missing` are the game's cards without a stand-in, one for each copy.
    """

    __repr__ = brief_repr

    requested_slug: str
    deck: Variant
    variant: Variant
    standin: StandIn
    entries: tuple[CardMapping, ...]
    unused: tuple[PhysicalCard, ...]
    missing: tuple[Card, ...]

    def face_value_count(self) -> int:
        """Return the number of cards whose printed number equals their value."""
        return sum(_shows_value(entry) for entry in self.entries)

    def needed(self) -> int:
        """Return the number of cards that the game needs for the stand-in's number of players."""
        return sum(_needed_copies(self.variant, self.standin).values())

    def as_data(self, language: str) -> MappingData:
        """Return the mapping as plain data, with names in the language."""
        return {
            "deck": self.deck.slug,
            "variant": self.requested_slug,
            "cards": [
                {
                    "from": entry.physical.id,
                    "from_name": entry.physical.name(language),
                    "to": entry.stands_for.id,
                    "to_name": entry.stands_for.name[language],
                    "values": list(entry.stands_for.values),
                }
                for entry in self.entries
            ],
            "unused": [own.id for own in self.unused],
            "missing": [card.id for card in self.missing],
        }


def map_deck(deck: Variant, variant: Variant, *, stickers: bool = False) -> DeckMapping:
    """Map the cards of a physical deck to the cards of a variant.

    With `stickers`, cards with identical faces may mean different cards. Raises PrintkitError, with
    alternatives, if the deck cannot stand in.
    """
    result = _find_standin(deck, variant)
    if result is None or (result.disambiguation == STICKERS and not stickers):
        raise _cannot_stand_in_error(deck, variant, result)
    meant = load(result.deck) if result.deck is not None else variant
    mapping = _build_mapping(variant.slug, deck, meant, result)
    _check_mapping(mapping, stickers=stickers)
    return mapping


def can_stand_in(deck: Variant, variant: Variant, *, stickers: bool = False) -> bool:
    """Return True if the deck can stand in for the variant, with `stickers` if need be."""
    result = _find_standin(deck, variant)
    return result is not None and (stickers or result.disambiguation != STICKERS)


def physical_cards(deck: Variant) -> Iterator[PhysicalCard]:
    """Yield each copy of all cards, deck after deck, in the order of the definition."""
    for number in range(1, deck.decks + 1) if deck.decks > 1 else (0,):
        for card in deck.cards:
            for copy in range(1, card.copies + 1):
                yield PhysicalCard(card, number, copy)


def _find_standin(deck: Variant, variant: Variant) -> StandIn | None:
    """Return the stand-in that names the variant, or else a stand-in for exactly the cards of the
    variant, or None. A user's variant of a known game therefore needs no stand-in.
    """
    named = (s for s in deck.standins if variant.slug in s.variants)
    return next(chain(named, (s for s in deck.standins if _has_same_cards(s, variant))), None)


def _has_same_cards(standin: StandIn, variant: Variant) -> bool:
    """Return True if a stand-in is for exactly the cards of the variant."""
    if standin.deck is not None:
        return False
    return Counter(meant for _, meant in standin.pairs) == _needed_copies(variant, standin)


def _build_mapping(slug: str, deck: Variant, variant: Variant, standin: StandIn) -> DeckMapping:
    by_id = {card.id: card for card in variant.cards}
    meant: dict[str, list[Card]] = {}
    at_hand = {card.id for card in physical_cards(deck)}
    for own, name in standin.pairs:
        if own not in at_hand:
            continue  # a card omitted from this deck
        if name not in by_id:
            hint = did_you_mean(name, by_id, "cards", of_file=True)
            message = Sentence("“{code}” is not a card of {game}.", code=name, game=variant.slug)
            raise _invalid_standin_error(deck, standin, message, hint)
        meant.setdefault(own, []).append(by_id[name])
    entries: list[CardMapping] = []
    unused: list[PhysicalCard] = []
    for card in physical_cards(deck):
        if left := meant.get(card.id):
            entries.append(CardMapping(card, left.pop(0)))
        else:
            unused.append(card)
    for own in (own for own, left in meant.items() if left):
        message = Sentence("“{own}” replaces more cards than there are copies of it.", own=own)
        raise _invalid_standin_error(deck, standin, message)
    given = Counter(entry.stands_for.id for entry in entries)
    wanted = _needed_copies(variant, standin)
    for name, count in given.items():
        maximum = max(wanted[name], by_id[name].copies_for(standin.players or 1))
        if count > maximum:
            message = Sentence(
                "“{name}” is given {count} times, and the deck has {maximum}.",
                name=name,
                count=count,
                maximum=maximum,
            )
            raise _invalid_standin_error(deck, standin, message)
    missing = [by_id[name] for name, n in wanted.items() for _ in range(n - given[name])]
    return DeckMapping(slug, deck, variant, standin, tuple(entries), tuple(unused), tuple(missing))


def title_of_unsuited(variant: Variant, family: str, language: str) -> str:
    """Return the heading for a family's cards without a suit: the name of the family, the rank that
    they share, or “Specials”.
    """
    cards = [card for card in variant.cards if card.suit is None and card.family == family]
    if len(variant.families) > 1 or len(cards) == len(variant.cards):
        return variant.families[family].name[language]
    rank = variant.ranks.get(cards[0].rank or "")
    if rank is not None and rank.name is not None and len({card.rank for card in cards}) == 1:
        return rank.name[language]
    return translate(language, "map.specials")


def _needed_copies(variant: Variant, standin: StandIn) -> Counter[str]:
    """Return the needed number of each card by id. A card per player is needed once for each
    player.
    """
    players = standin.players or variant.least_players
    cards = [card for card in variant.cards if not card.is_blank]
    counts = {c.id: players if c.per_player else c.copies * standin.times for c in cards}
    return Counter(counts)


def _check_mapping(mapping: DeckMapping, *, stickers: bool) -> None:
    """Raise PrintkitError if cards are missing, or if identical faces mean different cards and
    neither stickers nor a rule of the stand-in distinguish them.
    """
    if mapping.missing:
        names = name_some(dict.fromkeys(card.id for card in mapping.missing))
        count = len(mapping.missing)
        noun = "card is" if count == 1 else "cards are"
        message = Sentence(f"{{count}} {noun} missing: {{names}}.", count=count, names=names)
        hint = "Replace some of them with other cards."
        raise _invalid_standin_error(mapping.deck, mapping.standin, message, hint)
    if mapping.standin.disambiguation is not None or stickers:
        return
    if twins := ambiguous_pairs(mapping.entries):
        one, other = twins[0]
        clash = "{number} faces clash" if len(twins) > 1 else "One face clashes"
        message = Sentence(
            f"{clash}: {{a}} and {{b}} look alike and stand for {{c}} and {{d}}.",
            number=len(twins),
            a=one.physical.id,
            b=other.physical.id,
            c=one.stands_for.id,
            d=other.stands_for.id,
        )
        raise _invalid_standin_error(mapping.deck, mapping.standin, message, _APART)


def ambiguous_pairs(entries: Iterable[CardMapping]) -> list[tuple[CardMapping, CardMapping]]:
    """Return pairs of cards with the same face that replace cards with different roles in play."""
    seen: dict[str, CardMapping] = {}
    result: list[tuple[CardMapping, CardMapping]] = []
    for entry in entries:
        first = seen.setdefault(entry.physical.card.id, entry)
        if _card_role(first.stands_for) != _card_role(entry.stands_for):
            result.append((first, entry))
    return result


def _card_role(card: Card) -> tuple[object, ...]:
    """Return the role of a card in play: values, rule, family, rank, and its id without a suit."""
    return card.values, card.rule, card.family, card.rank, card.id if card.suit is None else None


def _shows_value(entry: CardMapping) -> bool:
    """Return True if the physical card shows the number that it counts as (without a sign)."""
    rank, card = entry.physical.card.rank or "", entry.stands_for
    return rank.isdigit() and card.rule is None and int(rank) in card.values


def _invalid_standin_error(
    deck: Variant, standin: StandIn, message: str, hint: str = ""
) -> PrintkitError:
    location = Sentence("{deck}, stand-in “{name}”", deck=deck.slug, name=standin.id)
    return PrintkitError(message, location=location, hint=hint or None)


def _cannot_stand_in_error(
    deck: Variant, variant: Variant, standin: StandIn | None
) -> PrintkitError:
    """Return the reason, with alternatives: too few cards, too few faces, or no known stand-in."""
    have = _count_cards(deck)
    need = sum(card.copies for card in variant.cards if not card.is_blank)
    faces, distinct = len(deck.cards), len(variant.cards)
    if have < need:
        message = Sentence(
            "it has {have} cards and {need} are needed; {gap} are missing.",
            have=have,
            need=need,
            gap=need - have,
        )
    elif faces < distinct:
        message = Sentence(
            "it has {have} cards, which are enough for {need}, but {faces} faces for "
            "{distinct} different cards: {gap} would clash.",
            have=have,
            need=need,
            faces=faces,
            distinct=distinct,
            gap=distinct - faces,
        )
    else:
        message = Sentence(
            "it has {have} cards for the {need} that are needed, but no stand-ins for this game.",
            have=have,
            need=need,
        )
    message = Sentence(
        "{deck} cannot stand in for {game}: {reason}",
        deck=deck.slug,
        game=variant.slug,
        reason=message,
    )
    return PrintkitError(message, hint=_alternatives(deck, variant, standin))


def _alternatives(deck: Variant, variant: Variant, standin: StandIn | None) -> str:
    """Return alternatives: this deck with stickers, other decks, or other games for the deck."""
    words: list[str] = []
    if standin is not None:
        words.append("With stickers, it works: --format labels.")
    able = [other for other in load_all(STANDINS) if can_stand_in(other, variant)]
    faces = {card.id for card in deck.cards}

    def distance(other: Variant) -> tuple[bool, int, int]:
        is_other_kind = faces != {card.id for card in other.cards}
        return is_other_kind, _count_cards(other), len(other.slug)

    able.sort(key=distance)
    if able:
        words.append(Sentence("Nearest deck that works: {slug}.", slug=able[0].slug))
        if len(able) > 1:
            words.append(
                Sentence("Others: {slug}.", slug=name_some(other.slug for other in able[1:]))
            )
    elif not words:
        words.append("None of our decks can replace it; add [[standins]] to a deck of your own.")
    plain = [standin for standin in deck.standins if standin.disambiguation != STICKERS]
    games = [slug for standin in plain for slug in standin.variants]
    if games:
        words.append(
            Sentence(
                "{slug} stands in for: {fromkeys}.",
                slug=deck.slug,
                fromkeys=name_some(dict.fromkeys(games)),
            )
        )
    return join_sentences(*words)


def _count_cards(deck: Variant) -> int:
    return sum(1 for _ in physical_cards(deck))


# --- hands ----------------------------------------------------------------------------------------


class MappedHand(msgspec.Struct, frozen=True):
    """The physical cards of a hand, and the cards that they replace."""

    physical: tuple[PhysicalCard, ...]
    held: tuple[HeldCard, ...]


def mapped_judgement(
    mapping: DeckMapping, hands: Sequence[MappedHand], answer: Judgement
) -> MappedJudgementData:
    """Return the judgement of hands of the physical deck as plain data."""
    data = answer.as_data()
    return {
        "deck": mapping.deck.slug,
        "variant": mapping.requested_slug,
        "hands": [
            {**judged, "from": [own.id for own in hand.physical]}
            for hand, judged in zip(hands, data["hands"], strict=True)
        ],
        "outcome": data["outcome"],
    }


def read_mapped_hands(mapping: DeckMapping, text: str, language: str) -> list[MappedHand]:
    """Read hands written in codes of the physical deck.

    Raises PrintkitError for a card that is unknown, unused or repeated too often.
    """
    left = list(mapping.entries)
    apart = has_common_cards(mapping.variant)
    return [
        _read_hand(mapping, words, language, list(left) if apart else left)
        for words in split_hands(mapping.deck, text, language)
    ]


def _read_hand(
    mapping: DeckMapping, words: list[str], language: str, left: list[CardMapping]
) -> MappedHand:
    """Read a hand from the remaining cards, and remove its cards from them. Raises
    PrintkitError.
    """
    listing = f"printkit map {mapping.deck.slug} {mapping.requested_slug}"
    reader = CodeReader(mapping.deck, language, listing)
    taken: dict[int, CardMapping] = {}
    wanted: list[tuple[int, str, int, list[str]]] = []
    for i, word in enumerate(words):
        code = word.partition(VALUE)[0]
        number, bare = _split_deck_number(code)
        if number > mapping.deck.decks:
            raise reader.unknown_code_error(code)
        result = reader.look_up(bare)
        wanted.append((i, code, number, [card.id for card in result]))
    # Unambiguous codes first: an ambiguous code then gets a card that no other code needs.
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
    physical = tuple(taken[i].physical for i in range(len(words)))
    held = tuple(
        replace(hold_card(taken[i].stands_for, word), own=own.card, own_code=word.split(VALUE)[0])
        for i, (word, own) in enumerate(zip(words, physical, strict=True))
    )
    return MappedHand(physical, held)


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
    """Return the error for a card that is used up or replaces no card of the game."""
    if not known:
        return PrintkitError(
            Sentence(
                "“{code}” stays in the box: it stands for no card of {game}.",
                code=sanitise(code),
                game=mapping.requested_slug,
            ),
            hint=Sentence("“{listing}” lists those that do.", listing=listing),
        )
    return PrintkitError(
        Sentence(
            "“{code}” is requested more often than {deck} has it in play.",
            code=sanitise(code),
            deck=mapping.deck.slug,
        ),
        hint="Choose another card.",
    )
