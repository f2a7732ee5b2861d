"""Play the turns of a definition: the table before and after each move.

A move that cannot be made is refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress

import msgspec

from printkit.base.errors import PrintkitError, did_you_mean
from printkit.base.toml_positions import KeyPath
from printkit.model.fields import Fault
from printkit.model.figures import Figure, add_up
from printkit.model.play import Move, Play
from printkit.model.variant import Variant
from printkit.rules.answers import require_hand_sizes
from printkit.rules.card_codes import VALUE, read_hands
from printkit.rules.hands import TableState, judge_all, require_rule_set
from printkit.rules.ladder import Example, example_cards

_LANGUAGE = "en"
_HAND, _STOCK = "hand", "stock"
# The chips of the other players, of which there are enough.
OTHERS = "others"
# The kinds of places whose cards count for the player; where there are cells, these alone.
_CELLS, _HELD, _CHIPS = "cells", (_HAND, "lock", "field"), ("pot", "reserve")


class ImpossibleMove(PrintkitError):
    """A turn that cannot be played, with the `path` of the fault in the tables of the turn."""

    def __init__(self, path: KeyPath, message: str, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.path = path


class State(msgspec.Struct, frozen=True):
    """The codes of open cards, and the number of chips, by place."""

    cards: Mapping[str, tuple[str, ...]]
    chips: Mapping[str, int]


class Spots(msgspec.Struct, frozen=True):
    """The kinds of the places of a game, with the hand, and the chips of a player."""

    kinds: Mapping[str, str]
    held: tuple[str, ...]
    """the places whose cards count for the player"""
    families: Mapping[str, str | None]

    @classmethod
    def of(cls, variant: Variant) -> Spots:
        kinds: dict[str, str] = {place.id: place.kind for place in variant.places}
        kinds.setdefault(_HAND, _HAND)
        if (stake := variant.stake_material) is not None and "reserve" not in kinds.values():
            kinds[stake.id] = "reserve"
        kinds[OTHERS] = "reserve"
        wanted = (_CELLS,) if _CELLS in kinds.values() else _HELD
        banks = {p.id for p in variant.places if p.kind == _HAND and p.on == "mat"}
        held = tuple(key for key, kind in kinds.items() if kind in wanted and key not in banks)
        return cls(kinds, held, {place.id: place.family for place in variant.places})

    def has_chips(self, place: str) -> bool:
        return self.kinds[place] in _CHIPS


def play_out(variant: Variant, play: Play) -> tuple[State, ...]:
    """Return the table before the first move of a turn and after each of them.

    Raises ImpossibleMove.
    """
    spots = Spots.of(variant)
    for path, place in _named_places(play):
        if place not in spots.kinds:
            hint = did_you_mean(place, spots.kinds, "places", of_file=True)
            raise ImpossibleMove(path, f"“{place}” is no place of this game.", hint)
    table = _PlayedTable(variant, spots)
    states = [table.set_up(play.before)]
    for i, move in enumerate(play.moves):
        states.append(table.make_move(states[-1], move, ("moves", i)))
    for state, path in ((states[0], ("before",)), (states[-1], ("moves",))):
        try:
            judge_state(variant, play, state)
        except PrintkitError as error:
            raise ImpossibleMove(path, error.message, error.hint or "") from None
    return tuple(states)


def judge_state(variant: Variant, play: Play, state: State) -> Example:
    """Return the player's hand with its verdict, by the set of the examples in the turn.

    Raises PrintkitError for a hand that the game does not have.
    """
    words = (word for line in play.before.values() for word in line.split())
    examples = [variant.example_hands[word] for word in words if word in variant.example_hands]
    chosen = next((item.set for item in examples if item.set is not None), None)
    rule_set = require_rule_set(variant, chosen) if chosen is not None else None
    hands = read_hands(variant, " ".join(held_cards(variant, state)), _LANGUAGE)
    require_hand_sizes(variant, hands)
    return Example(judge_all(variant, hands, TableState(1, rule_set))[0], variant.counting)


def held_cards(variant: Variant, state: State) -> tuple[str, ...]:
    """Return the codes of the cards that count for the player."""
    return tuple(code for place in Spots.of(variant).held for code in state.cards.get(place, ()))


def find_play_faults(variant: Variant) -> Iterator[Fault]:
    """Yield the fault of each turn that cannot be played."""
    for i, play in enumerate(variant.plays):
        try:
            play_out(variant, play)
        except ImpossibleMove as error:
            yield Fault(("plays", i, *error.path), error.message, error.hint or "")


def card_of(code: str) -> str:
    """Return the id of the card of a code: “sand-impostor” of “sand-impostor=1”."""
    return code.partition(VALUE)[0]


def moved_cards(variant: Variant, move: Move) -> tuple[str, ...]:
    """Return the codes of the cards of a move. Raises PrintkitError for an unknown card."""
    return _cards(variant, move.card or "")


def moved_chips(variant: Variant, move: Move) -> int:
    """Return the number of chips of a move. Raises PrintkitError."""
    return _count(variant, move.chips or "")


def _named_places(play: Play) -> Iterator[tuple[KeyPath, str]]:
    yield from ((("before", place), place) for place in play.before)
    for i, move in enumerate(play.moves):
        yield from ((("moves", i, "from"), move.start), (("moves", i, "to"), move.end))


def _cards(variant: Variant, line: str) -> tuple[str, ...]:
    """Return the codes of a line: codes, examples, and what examples give away or take."""
    known = {card.id for card in variant.cards}
    codes: list[str] = []
    for word in line.split():
        name, _, part = word.partition(".")
        item = variant.example_hands.get(name)
        if item is not None and part in ("", "out", "takes"):
            written = example_cards(variant, name) if not part else getattr(item, part)
            codes += (written or "").split()
        elif card_of(word) in known:
            codes.append(word)
        else:
            hint = did_you_mean(word, [*variant.example_hands, *known], "cards", of_file=True)
            raise PrintkitError(f"“{word}” is neither a card nor an example.", hint=hint)
    return tuple(codes)


def _count(variant: Variant, line: str) -> int:
    figures: dict[str, Figure] = {**variant.named_figures}
    for key, terms in variant.sums.items():
        with suppress(ValueError):  # a sum of totals of hands
            figures[key] = add_up(terms, figures)
    try:
        return add_up(line, figures)
    except ValueError as error:
        hint = "Write a sum of figures: “3 figures.ante + 1”."
        raise PrintkitError(f"“{line}” is no number of chips: {error}.", hint=hint) from None


class _PlayedTable(msgspec.Struct, frozen=True):
    """The table of a game, on which turns are played."""

    variant: Variant
    spots: Spots

    def set_up(self, before: Mapping[str, str]) -> State:
        """Return the table before a turn. Raises ImpossibleMove."""
        cards: dict[str, tuple[str, ...]] = {}
        chips: dict[str, int] = {}
        for place, line in before.items():
            try:
                if self.spots.has_chips(place):
                    chips[place] = _count(self.variant, line)
                else:
                    cards[place] = _cards(self.variant, line)
            except PrintkitError as error:
                path = ("before", place)
                raise ImpossibleMove(path, error.message, error.hint or "") from None
        state = State(cards, chips)
        used = _used(state)
        for place, codes in cards.items():
            for card in map(card_of, codes):
                if used[card] > self._copies(card):
                    message = f"“{card}” lies there more often than the deck has it."
                    raise ImpossibleMove(("before", place), message, "Take another card.")
        return state

    def make_move(self, state: State, move: Move, path: KeyPath) -> State:
        """Return the table after a move. Raises ImpossibleMove."""
        if self.spots.has_chips(move.end) is (move.chips is None):
            message = f"“{move.end}” does not hold what is moved there."
            hint = "Chips go to pots and reserves, cards to all other places."
            raise ImpossibleMove((*path, "to"), message, hint)
        try:
            if move.chips is not None:
                return self._pay(state, move, path)
            cards = dict(state.cards)
            if not (codes := moved_cards(self.variant, move)):
                raise PrintkitError(f"“{move.card}” names no card.", hint="Name a card.")
            for code in codes:
                self._take(State(cards, state.chips), code, move.start, path)
                if self.spots.kinds[move.start] != _STOCK:
                    rest = list(cards[move.start])
                    rest.remove(code)
                    cards[move.start] = tuple(rest)
                cards[move.end] = (*cards.get(move.end, ()), code)
        except ImpossibleMove:
            raise
        except PrintkitError as error:
            key = "card" if move.card else "chips"
            raise ImpossibleMove((*path, key), error.message, error.hint or "") from None
        return State(cards, state.chips)

    def _pay(self, state: State, move: Move, path: KeyPath) -> State:
        count, chips = moved_chips(self.variant, move), dict(state.chips)
        has = count if move.start == OTHERS else chips.get(move.start, 0)
        if not 1 <= count <= has:
            message = f"“{move.start}” has {has} chips, and {count} are moved."
            raise ImpossibleMove((*path, "chips"), message, "Put more chips there before the turn.")
        chips |= {move.start: has - count, move.end: chips.get(move.end, 0) + count}
        return State(state.cards, chips)

    def _take(self, state: State, code: str, start: str, path: KeyPath) -> None:
        """Check that a card can be taken from a place. Raises ImpossibleMove."""
        card, path = card_of(code), (*path, "card")
        if self.spots.kinds[start] != _STOCK:
            if code not in state.cards.get(start, ()):
                known = ", ".join(state.cards.get(start, ()))
                hint = f"These lie there: {known}." if known else "No card lies there."
                raise ImpossibleMove(path, f"“{code}” does not lie at “{start}”.", hint)
            return
        family = next(one.family for one in self.variant.cards if one.id == card)
        if self.spots.families[start] not in (None, family):
            message = f"“{card}” is not of the family of “{start}”."
            raise ImpossibleMove(path, message, "Take a card of that family.")
        if _used(state)[card] >= self._copies(card):
            message = f"“{card}” is not in the stock: all its copies lie on the table."
            raise ImpossibleMove(path, message, "Take another card.")

    def _copies(self, card: str) -> int:
        return next(one.copies for one in self.variant.cards if one.id == card)


def _used(state: State) -> Counter[str]:
    """Return the number of open copies of each card on the table."""
    return Counter(card_of(code) for codes in state.cards.values() for code in codes)
