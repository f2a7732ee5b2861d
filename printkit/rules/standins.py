"""Which cards of a deck at hand stand for which cards of a game.

In: the definition of a deck that a person owns (with its stand-ins), the variant to be played.
Out: a Mapping, card by card, or a refusal with the count and the nearest deck that works.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from printkit.base.errors import PrintkitError, did_you_mean
from printkit.base.messages import translate
from printkit.model.cards import Card
from printkit.model.load import STANDINS, deck_slugs, load
from printkit.model.play import StandIn
from printkit.model.variant import Variant

STICKERS = "stickers"
_APART = 'Say how they are told apart: apart = "backs", "marks" or "stickers".'


@dataclass(frozen=True, slots=True)
class PhysicalCard:
    """A card of the deck at hand; `number` is its deck, counted from 1, or 0 where there is one."""

    card: Card
    number: int
    copy: int = 1

    @property
    def id(self) -> str:
        """`spades-ace`, or with several decks `2:spades-ace`."""
        return f"{self.number}:{self.card.id}" if self.number else self.card.id

    def name(self, language: str) -> str:
        """“Ace of Spades”, or “Ace of Spades (deck 2)”."""
        plain = self.card.name[language]
        if not self.number:
            return plain
        return translate(language, "map.of-deck", name=plain, number=self.number)


@dataclass(frozen=True, slots=True)
class CardMapping:
    """A card at hand and the card that it stands for."""

    physical: PhysicalCard
    stands_for: Card


@dataclass(frozen=True)
class DeckMapping:
    """A deck at hand as the deck of a game.

    `requested_slug` is the slug of the game that was asked for, `variant` the one whose cards are
    meant. `entries` stand in the order of the deck at hand; `unused` are its cards that stay in the
    box; `missing` are the game's cards that nothing stands for, one for each copy.
    """

    requested_slug: str
    deck: Variant
    variant: Variant
    standin: StandIn
    entries: tuple[CardMapping, ...]
    unused: tuple[PhysicalCard, ...]
    missing: tuple[Card, ...]

    def face_value_count(self) -> int:
        """How many cards carry the very number that they count for."""
        return sum(_shows_value(entry) for entry in self.entries)

    def needed(self) -> int:
        """How many cards the game takes, for as many players as the stand-in serves."""
        return sum(_wanted(self.variant, self.standin).values())


def map_deck(deck: Variant, variant: Variant, *, stickers: bool = False) -> DeckMapping:
    """The deck's cards as those of the variant.

    `stickers`: the cards will be labelled, so that faces that clash do not matter. Raises
    PrintkitError with the count, the reason, and what works instead.
    """
    result = _stand_in_for(deck, variant)
    if result is None or (result.disambiguation == STICKERS and not stickers):
        raise _refusal(deck, variant, result)
    meant = load(result.deck) if result.deck is not None else variant
    mapping = _mapped(variant.slug, deck, meant, result)
    _check(mapping, stickers=stickers)
    return mapping


def can_stand_in(deck: Variant, variant: Variant, *, stickers: bool = False) -> bool:
    """Whether the deck can be played with, and with stickers only if those are allowed."""
    result = _stand_in_for(deck, variant)
    return result is not None and (stickers or result.disambiguation != STICKERS)


def physical_cards(deck: Variant) -> Iterator[PhysicalCard]:
    """All cards at hand, deck after deck, in the order of the definition, copies spelt out."""
    numbers = range(1, deck.decks + 1) if deck.decks > 1 else (0,)
    for number in numbers:
        for card in deck.cards:
            for copy in range(1, card.copies + 1):
                yield PhysicalCard(card, number, copy)


def _stand_in_for(deck: Variant, variant: Variant) -> StandIn | None:
    """The stand-in that names the variant, else one that gives just the cards that it has: a
    person's own variant of a known deck needs no stand-in of its own."""
    named = (s for s in deck.standins if variant.slug in s.variants)
    return next(chain(named, (s for s in deck.standins if _gives(s, variant))), None)


def _gives(standin: StandIn, variant: Variant) -> bool:
    """Whether the cards that a stand-in stands for are those of the variant."""
    if standin.deck is not None:
        return False
    return Counter(meant for _, meant in standin.pairs) == _wanted(variant, standin)


def _mapped(asked: str, deck: Variant, variant: Variant, standin: StandIn) -> DeckMapping:
    by_id = {card.id: card for card in variant.cards}
    meant: dict[str, list[Card]] = {}
    at_hand = {card.id for card in physical_cards(deck)}
    for own, name in standin.pairs:
        if own not in at_hand:
            continue  # left out of this deck: what it stood for will be missing, if it is needed
        if name not in by_id:
            what = f"“{name}” is not a card of {variant.slug}."
            raise _broken(deck, standin, what, did_you_mean(name, by_id, "cards"))
        meant.setdefault(own, []).append(by_id[name])
    entries: list[CardMapping] = []
    unused: list[PhysicalCard] = []
    for card in physical_cards(deck):
        left = meant.get(card.id)
        if left:
            entries.append(CardMapping(card, left.pop(0)))
        else:
            unused.append(card)
    twice = next((own for own, left in meant.items() if left), None)
    if twice is not None:
        raise _broken(deck, standin, f"“{twice}” stands for more cards than there are of it.")
    given = Counter(entry.stands_for.id for entry in entries)
    wanted = _wanted(variant, standin)
    for name, count in given.items():
        most = max(wanted[name], by_id[name].copies_for(standin.players or 1))
        if count > most:
            what = f"“{name}” is given {count} times, and the deck has {most}."
            raise _broken(deck, standin, what)
    missing = [by_id[name] for name, n in wanted.items() for _ in range(n - given[name])]
    return DeckMapping(asked, deck, variant, standin, tuple(entries), tuple(unused), tuple(missing))


def _wanted(variant: Variant, standin: StandIn) -> Counter[str]:
    """How many of each card the game takes; of cards for each player one each is enough."""
    players = standin.players or variant.players.min
    return Counter(
        {
            card.id: players if card.per_player else card.copies * standin.times
            for card in variant.cards
        }
    )


def _check(mapping: DeckMapping, *, stickers: bool) -> None:
    """Raises PrintkitError where cards are missing, or like faces stand for unlike cards."""
    if mapping.missing:
        names = ", ".join(dict.fromkeys(card.id for card in mapping.missing[:6]))
        count = len(mapping.missing)
        what = f"{count} card{' is' if count == 1 else 's are'} missing: {names}."
        raise _broken(mapping.deck, mapping.standin, what, "Let other cards stand for them.")
    if (
        mapping.standin.disambiguation is None
        and not stickers
        and (twins := ambiguous_pairs(mapping.entries))
    ):
        one, other = twins[0]
        what = (
            f"{_faces(len(twins))}: {one.physical.id} and {other.physical.id} look alike and stand "
            f"for {one.stands_for.id} and {other.stands_for.id}."
        )
        raise _broken(mapping.deck, mapping.standin, what, _APART)


def ambiguous_pairs(entries: Iterable[CardMapping]) -> list[tuple[CardMapping, CardMapping]]:
    """Pairs of cards with one face that stand for cards of other values or another family."""
    seen: dict[str, CardMapping] = {}
    result: list[tuple[CardMapping, CardMapping]] = []
    for entry in entries:
        first = seen.setdefault(entry.physical.card.id, entry)
        if _role(first.stands_for) != _role(entry.stands_for):
            result.append((first, entry))
    return result


def _faces(count: int) -> str:
    return "One face clashes" if count == 1 else f"{count} faces clash"


def _role(card: Card) -> tuple[object, ...]:
    """What of a card bears on the play: values, family, and who it is where it has no suit."""
    return card.values, card.rule, card.family, card.rank, card.id if card.suit is None else None


def _shows_value(entry: CardMapping) -> bool:
    """Whether the number on the card at hand is what it counts (a sign is not printed on it)."""
    rank = entry.physical.card.rank or ""
    number = int(rank) if rank.isdigit() else None
    return (
        number is not None and entry.stands_for.rule is None and number in entry.stands_for.values
    )


def _broken(deck: Variant, standin: StandIn, what: str, hint: str = "") -> PrintkitError:
    return PrintkitError(what, location=f"{deck.slug}, stand-in “{standin.id}”", hint=hint or None)


def _refusal(deck: Variant, variant: Variant, found: StandIn | None) -> PrintkitError:
    """Why the deck cannot stand in: too few cards, too few faces, or nobody has worked it out."""
    have, need = _count(deck), variant.total
    faces, distinct = len(deck.cards), len(variant.cards)
    head = f"{deck.slug} cannot stand in for {variant.slug}: "
    if have < need:
        what = f"it has {have} cards and {need} are needed, {need - have} are missing."
    elif faces < distinct:
        what = (
            f"it has {have} cards, which are enough for {need}, but {faces} faces for {distinct} "
            f"unlike cards: {distinct - faces} would clash."
        )
    else:
        what = f"it has {have} cards for {need}, and no stand-in of it is known."
    return PrintkitError(head + what, hint=_instead(deck, variant, found))


def _instead(deck: Variant, variant: Variant, found: StandIn | None) -> str:
    """What works: this deck with stickers, other decks for the game, other games for the deck."""
    said: list[str] = []
    if found is not None:
        said.append("With stickers it can: --format labels.")
    decks = [load(name, shelf=STANDINS) for name in deck_slugs()]
    able = [other for other in decks if can_stand_in(other, variant)]
    # The nearest deck is one of the same kind, then the one that takes the fewest cards.
    able.sort(key=lambda other: (_unlike(deck, other), _count(other), len(other.slug)))
    if able:
        said.append(f"Nearest deck that works: {able[0].slug}.")
        if len(able) > 1:
            said.append(f"Others: {', '.join(other.slug for other in able[1:])}.")
    elif not said:
        said.append(
            "No deck that we know stands in for it; add [[standins]] to a deck of your own."
        )
    plain = [standin for standin in deck.standins if standin.disambiguation != STICKERS]
    games = [slug for standin in plain for slug in standin.variants]
    if games:
        said.append(f"{deck.slug} stands in for: {', '.join(dict.fromkeys(games))}.")
    return " ".join(said)


def _count(deck: Variant) -> int:
    return sum(1 for _ in physical_cards(deck))


def _unlike(deck: Variant, other: Variant) -> int:
    """0 for decks of the same faces, 1 for others."""
    return int({card.id for card in deck.cards} != {card.id for card in other.cards})
