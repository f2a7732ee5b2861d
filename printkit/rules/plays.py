"""Play the example turns of a definition, and return the table before and after each move.

Impossible moves are rejected.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import pairwise

import msgspec
from msgspec.structs import replace

from printkit.base.content import KeyPath
from printkit.base.errors import PrintkitError, did_you_mean
from printkit.base.records import Fault, evolve
from printkit.base.sentences import Sentence
from printkit.model.fields import Figure, add_up
from printkit.model.play import DEALER, Move, Play
from printkit.model.variant import Variant
from printkit.rules.answers import require_hand_sizes
from printkit.rules.card_codes import VALUE, read_hands
from printkit.rules.hands import (
    TableState,
    aim_of,
    example_aim,
    judge_all,
    rank_key,
    require_rule_set,
)
from printkit.rules.ladder import Example, example_cards

_LANGUAGE = "en"
_HAND, _STOCK = "hand", "stock"
# The chips of the other players, an unlimited supply; the player's cards that do not count.
OTHERS, ASIDE = "others", "aside"
# The kinds of places whose cards count for the player; if there are cells, only they count.
_CELLS, _HELD, _CHIPS = "cells", (_HAND, "lock", "field"), ("pot", "reserve")


class ImpossibleMove(PrintkitError):
    """A turn that cannot be played, with the `path` of the error in the tables of the turn."""

    def __init__(self, path: KeyPath, message: str, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.path = path


class State(msgspec.Struct, frozen=True):
    """The codes of cards, and the number of chips, by place."""

    cards: Mapping[str, tuple[str, ...]]
    chips: Mapping[str, int]


class Spots(msgspec.Struct, frozen=True):
    """The kinds of the places of a game, including the hand and the chips of a player."""

    kinds: Mapping[str, str]
    held: tuple[str, ...]
    """the places whose cards count for the player"""

    @classmethod
    def of(cls, variant: Variant) -> Spots:
        kinds: dict[str, str] = {place.id: place.kind for place in variant.places}
        kinds.setdefault(_HAND, _HAND)
        if (stake := variant.stake_material) is not None and "reserve" not in kinds.values():
            kinds[stake.id] = "reserve"
        wanted = (_CELLS,) if _CELLS in kinds.values() else _HELD
        banks = banks_of(variant)
        held = tuple(key for key, kind in kinds.items() if kind in wanted and key not in banks)
        kinds |= {OTHERS: "reserve", ASIDE: ASIDE, DEALER: DEALER}
        return cls(kinds, held)

    def has_chips(self, place: str) -> bool:
        """Return True for a place of chips. Raises PrintkitError for an unknown place."""
        if place not in self.kinds:
            hint = did_you_mean(place, self.kinds, "places", of_file=True)
            raise PrintkitError(
                Sentence("“{place}” is not a place of this game.", place=place), hint=hint
            )
        return self.kinds[place] in _CHIPS


def banks_of(variant: Variant) -> set[str]:
    """Return the places of hands that belong to the table, not to a player."""
    return {place.id for place in variant.places if place.kind == _HAND and place.on == "mat"}


def example_turn(variant: Variant, play: Play, number: int) -> Play:
    """Return the example of a panel of a strip as a separate turn.

    Raises ImpossibleMove for a turn that cannot be played.
    """
    state = play_out(variant, play)[moves_before(play, number)]
    stocks = {place.id for place in variant.places if place.kind == _STOCK}
    lying = {key: " ".join(codes) for key, codes in state.cards.items() if key not in stocks}
    chips = {key: str(count) for key, count in state.chips.items()}
    return evolve(play, before=lying | chips, moves=play.strip[number].example, strip=())


def moves_before(play: Play, number: int) -> int:
    """Return the number of moves that a turn has made before a panel of its strip."""
    return sum(panel.moves for panel in play.strip[:number])


def play_out(variant: Variant, play: Play) -> tuple[State, ...]:
    """Return the table before the first move of a turn and after each move.

    Raises ImpossibleMove.
    """
    spots = Spots.of(variant)
    states = [_set_up(variant, spots, play)]
    for i, move in enumerate(play.moves):
        for key, place in (("from", move.start), ("to", move.end)):
            with _at("moves", i, key):
                is_away = key == "to" and place == OTHERS
                if spots.has_chips(place) is (move.chips is None) or is_away:
                    hint = "Chips go to pots and reserves, cards to all other places."
                    raise PrintkitError(
                        Sentence("“{place}” cannot hold what is moved.", place=place), hint=hint
                    )
        with _at("moves", i, "card" if move.chips is None else "chips"):
            states.append(_make_move(variant, states[-1], move))
    for table, state in (("before", states[0]), ("moves", states[-1])):
        with _at(table):
            judge_state(variant, play, state)
    return tuple(states)


@contextmanager
def _at(*path: str | int) -> Iterator[None]:
    """Context manager: turn errors into ImpossibleMove with their path in the turn."""
    try:
        yield
    except PrintkitError as error:
        raise ImpossibleMove(path, error.message, error.hint or "") from None


def judge_state(variant: Variant, play: Play, state: State) -> Example:
    """Return the player's hand with its verdict by the rule set of the examples in the turn.

    Raises PrintkitError for a hand that the game does not allow.
    """
    return _judge(variant, play, [" ".join(held_cards(variant, state))])[0]


def compare_hands(variant: Variant, play: Play, number: int) -> tuple[Example, Example]:
    """Return the player's hand in a panel of a strip, and the hand with which it is compared.

    Raises ImpossibleMove for a turn that cannot be played and PrintkitError for a hand that does
    not exist or that the game does not allow.
    """
    panel = play.strip[number]
    assert panel.against is not None, "it compares hands"
    if panel.own is None:
        own = " ".join(held_cards(variant, play_out(variant, play)[moves_before(play, number)]))
    else:
        own = _example(variant, panel.own)
    one, other = _judge(variant, play, [own, _example(variant, panel.against.hand)])
    return one, other


def _example(variant: Variant, key: str) -> str:
    """Return the cards of an example hand. Raises PrintkitError for an unknown one."""
    if key not in variant.example_hands:
        hint = did_you_mean(key, variant.example_hands, "examples", of_file=True)
        raise PrintkitError(Sentence("There is no example hand “{name}”.", name=key), hint=hint)
    return example_cards(variant, key)


def _judge(variant: Variant, play: Play, written: Sequence[str]) -> list[Example]:
    """Return hands with their verdicts by the rule set of the examples in a turn.

    Raises PrintkitError.
    """
    words = (word for line in play.before.values() for word in line.split())
    examples = [variant.example_hands[word] for word in words if word in variant.example_hands]
    chosen = next((item.set for item in examples if item.set is not None), None)
    rule_set = require_rule_set(variant, chosen) if chosen is not None else None
    hands = [hand for cards in written for hand in read_hands(variant, cards, _LANGUAGE)]
    require_hand_sizes(variant, hands)
    calls = (item.target for item in examples if item.target is not None)
    aim = next(map(aim_of, calls), example_aim(variant))
    verdicts = judge_all(variant, hands, TableState(1, rule_set, aim=aim))
    return [Example(verdict, variant.counting) for verdict in verdicts]


def held_cards(variant: Variant, state: State) -> tuple[str, ...]:
    """Return the codes of the cards that count for the player."""
    return tuple(code for place in Spots.of(variant).held for code in state.cards.get(place, ()))


def find_play_faults(variant: Variant) -> Iterator[Fault]:
    """Yield an error for each turn that cannot be played, for each panel with an unknown phase, and
    for each wrong example or comparison in a panel.
    """
    phases = [phase.id for phase in variant.phases]
    for i, play in enumerate(variant.plays):
        # A preset may leave phases out.
        for number, panel in enumerate(play.strip if variant.preset is None else ()):
            if panel.phase not in phases:
                path = ("plays", i, "strip", number, "phase")
                hint = did_you_mean(panel.phase, phases, "phases", of_file=True)
                yield Fault(path, Sentence("There is no phase “{name}”.", name=panel.phase), hint)
        try:
            play_out(variant, play)
        except ImpossibleMove as error:
            yield Fault(("plays", i, *error.path), error.message, error.hint or "")
            continue
        for number in range(len(play.strip)):
            for fault in _find_panel_faults(variant, play, number):
                yield replace(fault, path=("plays", i, "strip", number, *fault.path))


def _find_panel_faults(variant: Variant, play: Play, number: int) -> Iterator[Fault]:
    """Yield errors with their paths in the panel: for an example that cannot be played, and for
    hands that are equal or cannot be compared.
    """
    panel = play.strip[number]
    if panel.example:
        try:
            play_out(variant, example_turn(variant, play, number))
        except ImpossibleMove as error:
            yield Fault(("example", *error.path[1:]), error.message, error.hint or "")
    if panel.against is not None:
        try:
            own, other = compare_hands(variant, play, number)
        except PrintkitError as error:
            yield Fault(("against",), error.message, error.hint or "")
        else:
            if rank_key(own.verdict) == rank_key(other.verdict):
                message = Sentence("The two hands are equal, so none of them wins.")
                yield Fault(("against",), message, "Compare with another example hand.")


def follows_phases(variant: Variant) -> bool:
    """Return True if a game has turns, and each turn consists of phases of the game in the same
    order; it may end in the next round of a loop.

    An optional rule of a preset may leave turns and phases out, or change their order.
    """
    order = {phase.id: i for i, phase in enumerate(variant.phases)}
    for play in variant.plays:
        places = [order.get(panel.phase, -1) for panel in play.strip]
        drops = sum(before > after for before, after in pairwise(places))
        # A turn may go on into the next round of a loop.
        if -1 in places or drops > 1 or (drops and places[-1] > places[0]):
            return False
    return bool(variant.plays)


def card_of(code: str) -> str:
    """Return the id of a card from its code: “sand-impostor” from “sand-impostor=1”."""
    return code.partition(VALUE)[0]


def moved_cards(variant: Variant, move: Move) -> tuple[str, ...]:
    """Return the codes of the cards of a move. Raises PrintkitError for an unknown card."""
    return _cards(variant, move.card or "")


def moved_chips(variant: Variant, move: Move) -> int:
    """Return the number of chips of a move. Raises PrintkitError."""
    return _count(variant, move.chips or "")


def _cards(variant: Variant, line: str) -> tuple[str, ...]:
    """Return the card codes that a line stands for.

    Its words are codes, names of examples, or the cards that an example discards (`NAME.out`) or
    draws (`NAME.takes`). Raises PrintkitError for any other word.
    """
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
            raise PrintkitError(
                Sentence("“{name}” is neither a card nor an example.", name=word), hint=hint
            )
    return tuple(codes)


def _count(variant: Variant, line: str) -> int:
    if variant.stake_material is None:
        hint = "Add a material with per_player and the product tokens."
        raise PrintkitError(
            Sentence("“{sum}” counts chips, but no player has any.", sum=line), hint=hint
        )
    figures: dict[str, Figure] = {**variant.named_figures}
    for key, terms in variant.sums.items():
        with suppress(ValueError):  # the sum of several totals
            figures[key] = add_up(terms, figures)
    try:
        return add_up(line, figures)
    except ValueError as error:
        hint = "Write a sum of figures: “3 figures.ante + 1”."
        raise PrintkitError(
            Sentence("“{sum}” is not a number of chips: {fault}.", sum=line, fault=error), hint=hint
        ) from None


def _set_up(variant: Variant, spots: Spots, play: Play) -> State:
    """Return the table before a turn, with all other cards in the stocks. Raises ImpossibleMove."""
    cards: dict[str, tuple[str, ...]] = {}
    chips: dict[str, int] = {}
    left = {card.id: card.copies for card in variant.cards}
    for place, line in play.before.items():
        with _at("before", place):
            if spots.has_chips(place):
                chips[place] = _count(variant, line)
                continue
            cards[place] = _cards(variant, line)
            for card in map(card_of, cards[place]):
                left[card] -= 1
                if left[card] < 0:
                    message = Sentence(
                        "There are more copies of “{card}” there than in the deck.", card=card
                    )
                    raise PrintkitError(message, hint="Choose another card.")
    for spec in (place for place in variant.places if place.kind == _STOCK):
        own = [card for card in variant.cards if spec.family in (None, card.family)]
        cards[spec.id] = tuple(card.id for card in own for _ in range(left[card.id]))
    return State(cards, chips)


def _make_move(variant: Variant, state: State, move: Move) -> State:
    """Return the table after a move. Raises PrintkitError."""
    cards, chips = dict(state.cards), dict(state.chips)
    if move.chips is not None:
        count = moved_chips(variant, move)
        has = count if move.start == OTHERS else chips.get(move.start, 0)
        if not 1 <= count <= has:
            message = Sentence(
                "“{place}” has {has} chips, and {count} are moved.",
                place=move.start,
                has=has,
                count=count,
            )
            raise PrintkitError(message, hint="Put more chips there before the turn.")
        chips |= {move.start: has - count, move.end: chips.get(move.end, 0) + count}
    elif not (codes := moved_cards(variant, move)):
        raise PrintkitError(
            Sentence("“{name}” names no card.", name=move.card), hint="Name a card."
        )
    else:
        if move.start == DEALER:
            cards = _give_to_dealer(variant, cards, codes)
        for code in codes:
            lying = [card_of(other) for other in cards.get(move.start, ())]
            if card_of(code) not in lying:
                hint = did_you_mean(code, dict.fromkeys(lying), "cards", of_file=True)
                raise PrintkitError(
                    Sentence("“{card}” is not at “{place}”.", card=code, place=move.start),
                    hint=hint,
                )
            index, rest = lying.index(card_of(code)), cards[move.start]
            cards[move.start] = (*rest[:index], *rest[index + 1 :])
            cards[move.end] = (*cards.get(move.end, ()), code)
    return State(cards, chips)


def _give_to_dealer(
    variant: Variant, cards: Mapping[str, tuple[str, ...]], codes: Sequence[str]
) -> dict[str, tuple[str, ...]]:
    """Return the places after the dealer has got the missing cards of the other players.

    Until then, the stocks contain all cards that are in no other place.
    """
    places = {**cards}
    stocks = [place.id for place in variant.places if place.kind == _STOCK]
    for code in codes:
        lying = [card_of(other) for other in places.get(DEALER, ())]
        stock = next((key for key in stocks if card_of(code) in places[key]), None)
        if card_of(code) not in lying and stock is not None:
            index = places[stock].index(card_of(code))
            places[stock] = (*places[stock][:index], *places[stock][index + 1 :])
            places[DEALER] = (*places.get(DEALER, ()), code)
    return places
