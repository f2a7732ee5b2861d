"""Compute totals, names and ranks of hands.

A hand has one tally for each possible total, however many choices of values give this total.

A hand is judged by a variant and the state of a table. Rank 1 is best, and equal hands share a
rank. A named hand has a pattern of picks. Each pick requires a number of cards that have a given
id, suit, rank or kind, share a rank, or form a run. A card matches at most one pick. Cards of one
rank that match the same picks are interchangeable, so the matcher does not try single cards: it
tries numbers of cards of each kind.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial

import msgspec
from msgspec.structs import replace

from printkit.base.errors import PrintkitError, require_known
from printkit.base.limits import MAX_TRIES
from printkit.base.records import evolve
from printkit.base.sentences import Sentence
from printkit.model.cards import Card
from printkit.model.fields import BY_SET, REPEAT
from printkit.model.load import load
from printkit.model.play import CardPattern, Counting, Hand, OptionalRule, TargetCall, Tie, Token
from printkit.model.variant import Variant
from printkit.rules.card_codes import COPY, HeldCard

# --- counting ------------------------------------------------------------------------------------


class PossibleSums:
    """The possible sums of cards, each given as a choice of values.

    A set of sums is an integer with one bit per sum, so that eighty thousand sums (forty cards of
    forty values) are computed in milliseconds.
    """

    def __init__(self, choices: Sequence[Sequence[int]]) -> None:
        self._choices = choices
        # For each card and those after it: the least sum, and a bit for each sum from that one.
        self._after: list[tuple[int, int]] = [(0, 1)]
        for values in reversed(choices):
            (minimum, bits), lowest = self._after[-1], min(values)
            added = 0
            for value in set(values):
                added |= bits << (value - lowest)
            self._after.append((minimum + lowest, added))
        self._after.reverse()

    def __iter__(self) -> Iterator[int]:
        """Yield all sums in ascending order."""
        minimum, bits = self._after[0]
        return (minimum + i for i, bit in enumerate(reversed(f"{bits:b}")) if bit == "1")

    def values(self, total: int) -> tuple[int, ...]:
        """Return one value for each card that together make `total`.

        Each value is the first value of its card with which the following cards can still reach the
        total.
        """
        chosen: list[int] = []
        for values, (minimum, bits) in zip(self._choices, self._after[1:], strict=True):
            rests = ((value, total - value - minimum) for value in values)
            chosen.append(next(value for value, rest in rests if rest >= 0 and bits >> rest & 1))
            total -= chosen[-1]
        return tuple(chosen)


class Tally(msgspec.Struct, frozen=True):
    """A count of a hand: its `total`, the `sum` of the values of its cards, and the source of these
    values.

    Values are chosen from `PossibleSums` on demand.
    """

    total: int
    sum: int
    source: tuple[int, ...] | PossibleSums

    @property
    def values(self) -> tuple[int, ...]:
        """The value of each card, as it is added, or before the difference is computed."""
        source = self.source
        return source.values(self.sum) if isinstance(source, PossibleSums) else source


def tallies(counting: Counting, hand: Sequence[HeldCard]) -> list[Tally]:
    """Return one tally for each possible total of a hand, in ascending order.

    For hands of two cards, equal totals with different sums are kept apart, because the sum breaks
    ties. Raises PrintkitError for a card without a value, or a hand that the rules do not allow.
    """
    for held in hand:
        if not held.values:
            raise PrintkitError(
                Sentence("{id} has no value in this definition.", id=held.card.id),
                hint=Sentence("Give it one: {id}=5.", id=held.code),
            )
    result: dict[tuple[int, int], Tally] = {}
    for reading in _SYSTEMS[counting.system](counting, hand):
        # Equal differences with different sums are distinct tallies, because the sum breaks ties.
        result.setdefault((reading.total, reading.sum if counting.cards == 2 else 0), reading)
    return [result[key] for key in sorted(result)]


def bombs_out(counting: Counting, tally: Tally) -> bool:
    """Return True if the tally is lost: above the limit, below the floor, or in `bombs`."""
    total, limit = tally.total, counting.limit
    if counting.system == "past":
        return limit is not None and tally.sum > 2 * limit
    if counting.sign == "ignored":
        total = abs(total)
    over = limit is not None and total > limit
    under = counting.floor is not None and total < counting.floor
    return over or under or total in counting.bombs


def beyond_limit(counting: Counting, tally: Tally) -> int:
    """Return the amount by which a tally is above the limit or below the floor.

    In the system `past`, return the amount by which the sum is above twice the limit.
    """
    total, limit = tally.total, counting.limit
    if counting.system == "past":
        return max(tally.sum - 2 * (limit or 0), 0)
    if counting.sign == "ignored":
        total = abs(total)
    over = 0 if limit is None else total - limit
    under = 0 if counting.floor is None else counting.floor - total
    return max(over, under, 0)


class _LaidSums(PossibleSums):
    """The possible sums of cards in the order in which they were laid.

    A card that turns certain numbers changes the sign of these values on all cards before it. A
    card that repeats always has the same value as the card before it, even if a later card turns
    this value.
    """

    def __init__(self, hand: Sequence[HeldCard]) -> None:
        choices: list[tuple[int, ...]] = []
        # For each choice the number of cards that have its value.
        self._shares: list[int] = []
        for held in hand:
            if repeats(held):
                if not choices:
                    raise PrintkitError(
                        Sentence(
                            "{card} repeats the card before it, and comes first here.",
                            card=held.card.id,
                        ),
                        hint="Write the cards in the order in which they were laid.",
                    )
                self._shares[-1] += 1
                continue
            if turned := held.card.turns:
                choices = [tuple(-v if abs(v) in turned else v for v in one) for one in choices]
            choices.append(held.values)
            self._shares.append(1)
        shared = zip(choices, self._shares, strict=True)
        super().__init__([[value * share for value in one] for one, share in shared])

    def values(self, total: int) -> tuple[int, ...]:
        sums = zip(super().values(total), self._shares, strict=True)
        return tuple(value // share for value, share in sums for _ in range(share))


def repeats(held: HeldCard) -> bool:
    """Return True for a card that has the value of the card laid before it."""
    return held.card.rule == REPEAT


def _tally_sum(counting: Counting, hand: Sequence[HeldCard]) -> list[Tally]:
    if any(held.card.turns or repeats(held) for held in hand):
        sums: PossibleSums = _LaidSums(hand)
    else:
        sums = PossibleSums([held.values for held in hand])
    return [Tally(total, total, sums) for total in sums]


def _tally_past_limit(counting: Counting, hand: Sequence[HeldCard]) -> list[Tally]:
    """Tally sums that restart from zero above the limit.

    Above twice the limit, the total is the negative excess. With a limit of 23, 34 scores 11 and 48
    loses 2.
    """
    limit = counting.limit or 0

    def score(total: int) -> int:
        if total <= limit:
            return total
        return total - limit if total <= 2 * limit else 2 * limit - total

    return [Tally(score(r.sum), r.sum, r.source) for r in _tally_sum(counting, hand)]


def _tally_hues(counting: Counting, hand: Sequence[HeldCard]) -> list[Tally]:
    """Return the tallies with the first hue of suits added and the second subtracted, then with the
    signs exchanged.
    """
    one, other = counting.hues
    result: list[Tally] = []
    for sign in (1, -1):
        signs = {**dict.fromkeys(other.suits, -sign), **dict.fromkeys(one.suits, sign)}
        sums = PossibleSums(
            [[signs.get(held.card.suit or "", 1) * value for value in held.values] for held in hand]
        )
        result += [Tally(total, total, sums) for total in sums]
    return result


def _tally_difference(counting: Counting, hand: Sequence[HeldCard]) -> list[Tally]:
    """Tally the difference of two cards. A card that copies has the value of the other card; two
    such cards count 0 each.

    Raises PrintkitError for another number of cards, or for two cards of one family if the game
    requires one of each.
    """
    if len(hand) != 2:
        raise PrintkitError(
            Sentence("A hand has 2 cards here, but this one has {hand}.", hand=len(hand)),
            hint="Name both cards.",
        )
    one, other = hand
    if counting.each_family and one.card.family == other.card.family:
        raise PrintkitError(
            Sentence(
                "{id} and {id2} are both of the family “{family}”.",
                id=one.card.id,
                id2=other.card.id,
                family=one.card.family,
            ),
            hint="A hand has one card of each family.",
        )
    copies = [held.card.rule == COPY and held.values == held.card.values for held in hand]
    if all(copies):
        pairs = [(0, 0)]
    elif any(copies):
        pairs = [(value, value) for value in (other if copies[0] else one).values]
    else:
        pairs = [(a, b) for a in one.values for b in other.values]
    return [Tally(abs(a - b), a + b, (a, b)) for a, b in pairs]


_SYSTEMS: dict[str, Callable[[Counting, Sequence[HeldCard]], list[Tally]]] = {
    "sum": _tally_sum,
    "past": _tally_past_limit,
    "hues": _tally_hues,
    "difference": _tally_difference,
}


# --- hands ---------------------------------------------------------------------------------------

# The number of cards of each kind of alike cards.
Counts = tuple[int, ...]


def matches_pattern(
    picks: Sequence[CardPattern],
    cards: Sequence[Card],
    *,
    exact: bool,
    tries: Iterator[int] | None = None,
) -> bool:
    """Return True if some of the cards (all of them, if `exact`) match the picks.

    `tries` counts the attempts to match one hand. Raises PrintkitError for too many.
    """
    wanted = sum(pick.count for pick in picks)
    if wanted > len(cards) or (exact and wanted != len(cards)):
        return False
    matcher = _Matcher(picks, cards, tries or itertools.count(1))
    return matcher.match(0, matcher.counts)


class _Matcher:
    """A search for cards that match all picks. Failed states are cached."""

    def __init__(
        self, picks: Sequence[CardPattern], cards: Sequence[Card], tries: Iterator[int]
    ) -> None:
        self.groups = [pick for pick in picks if pick.same or pick.run]
        self.singles = [pick for pick in picks if not (pick.same or pick.run)]
        self.tries = tries
        signed = any(pick.alike for pick in picks)
        kinds: dict[tuple[object, ...], list[Card]] = {}
        for card in cards:
            taken_by = tuple(matches_pick(pick, card) for pick in picks)
            kinds.setdefault((card.rank, taken_by, signed and _is_negative(card)), []).append(card)
        self.kinds = [alike[0] for alike in kinds.values()]
        self.counts = tuple(len(alike) for alike in kinds.values())
        self.failed: set[tuple[int, Counts]] = set()

    def match(self, index: int, left: Counts) -> bool:
        """Return True if some of the remaining cards match the groups from `index` on, and others
        match the singles. All choices are tried.
        """
        if (index, left) in self.failed:
            return False
        self._count_try()
        if index == len(self.groups):
            matched = self._match_rest(left)
        else:
            rests = self._take_group(self.groups[index], left)
            matched = any(self.match(index + 1, rest) for rest in rests)
        if not matched:
            self.failed.add((index, left))
        return matched

    def lowest_values(self, index: int, left: Counts) -> tuple[int, ...] | None:
        """Return the lowest absolute value in each group from `index` on, for the choice of cards
        with the lowest such values, or None if the picks do not match.
        """
        self._count_try()
        if index == len(self.groups):
            return () if self._match_rest(left) else None
        lowest: tuple[int, ...] | None = None
        for rest in self._take_group(self.groups[index], left):
            taken = [card for card, n, m in zip(self.kinds, left, rest, strict=True) if m < n]
            values = self.lowest_values(index + 1, rest)
            if values is not None:
                value = min(abs(value) for card in taken for value in card.values or (0,))
                lowest = min(lowest or (value, *values), (value, *values))
        return lowest

    def highest_values(self, index: int, left: Counts) -> tuple[int, ...] | None:
        """Return the highest absolute value in each group from `index` on, like `lowest_values`."""
        self._count_try()
        if index == len(self.groups):
            return () if self._match_rest(left) else None
        highest: tuple[int, ...] | None = None
        for rest in self._take_group(self.groups[index], left):
            taken = [card for card, n, m in zip(self.kinds, left, rest, strict=True) if m < n]
            values = self.highest_values(index + 1, rest)
            if values is not None:
                value = max(abs(value) for card in taken for value in card.values or (0,))
                highest = max(highest or (value, *values), (value, *values))
        return highest

    def _match_rest(self, left: Counts) -> bool:
        """Return True if some of the remaining cards match the singles."""
        cards = [card for card, n in zip(self.kinds, left, strict=True) for _ in range(n)]
        return _match_singles(self.singles, cards)

    def _count_try(self) -> None:
        if next(self.tries) > MAX_TRIES:
            raise PrintkitError(
                Sentence(
                    "There are more than {max_tries} ways to match this hand with the named hands.",
                    max_tries=f"{int(MAX_TRIES):,}",
                ),
                hint="Ask for a hand with fewer cards.",
            )

    def _take_group(self, pick: CardPattern, left: Counts) -> Iterator[Counts]:
        """Yield the remaining cards for each possible choice of the cards of this group."""
        ranks: dict[str, list[int]] = {}
        signs: dict[tuple[str, bool], list[int]] = {}
        for i, card in enumerate(self.kinds):
            if left[i] and card.rank is not None and matches_pick(pick, card):
                ranks.setdefault(card.rank, []).append(i)
                signs.setdefault((card.rank, pick.alike and _is_negative(card)), []).append(i)
        if pick.same:
            for kinds in signs.values():
                yield from _take(kinds, pick.count, left)
            return
        for first in sorted(int(rank) for rank in ranks if rank.isdigit()):
            run = [str(first + step) for step in range(pick.count)]
            if all(rank in ranks for rank in run):
                for chosen in itertools.product(*(ranks[rank] for rank in run)):
                    yield tuple(n - (i in chosen) for i, n in enumerate(left))


def _is_negative(card: Card) -> bool:
    return bool(card.values) and card.values[0] < 0


def _take(kinds: Sequence[int], count: int, left: Counts) -> Iterator[Counts]:
    """Yield the remaining cards for each possible choice of `count` cards of these kinds."""
    if not count:
        yield left
    elif sum(left[i] for i in kinds) >= count:
        first, *others = kinds
        for taken in range(min(count, left[first]), -1, -1):
            rest = (*left[:first], left[first] - taken, *left[first + 1 :])
            yield from _take(others, count - taken, rest)


def _match_singles(picks: Sequence[CardPattern], cards: Sequence[Card]) -> bool:
    """Return True if distinct cards match all picks (bipartite matching by augmenting paths)."""
    wanted = [pick for pick in picks for _ in range(pick.count)]
    holder: dict[int, int] = {}

    def assign(index: int, tried: set[int]) -> bool:
        for place, card in enumerate(cards):
            if place in tried or not matches_pick(wanted[index], card):
                continue
            tried.add(place)
            if place not in holder or assign(holder[place], tried):
                holder[place] = index
                return True
        return False

    return all(assign(i, set()) for i in range(len(wanted)))


def matches_pick(pick: CardPattern, card: Card) -> bool:
    """Return True if a card has the id, suit, rank and kind that a pick requires."""
    return (
        pick.card in (None, card.id)
        and pick.suit in (None, card.suit)
        and pick.rank in (None, card.rank)
        and pick.kind in (None, "any", card.kind)
    )


# --- ties ----------------------------------------------------------------------------------------


def tie_of(rules: Variant, table: TableState) -> Tie:
    """Return the rules for ties, as changed by the options in effect."""
    own = (option.tie for option in table.options if option.tie is not None)
    return next(own, rules.settlement.tie)


def tie_chain(rules: Variant, hand: Hand, table: TableState) -> tuple[str, ...]:
    """Return the criteria that compare equal hands of one name, in order and without duplicates."""
    return tuple(dict.fromkeys((*hand.tie, *tie_of(rules, table).comparisons)))


class _Compared(msgspec.Struct, frozen=True):
    """A hand whose cards are compared: its name, its cards and its tally."""

    rules: Variant
    hand: Hand
    held: Sequence[HeldCard]
    tally: Tally
    aim: TableTarget | None


def _compare_values(one: _Compared) -> Key:
    hand, held = one.hand, one.held
    cards = [one.card for one in held]
    matcher = _Matcher(hand.cards, cards, itertools.count(1))
    return matcher.lowest_values(0, matcher.counts) or ()


def _compare_high_values(one: _Compared) -> Key:
    cards = [held.card for held in one.held]
    matcher = _Matcher(one.hand.cards, cards, itertools.count(1))
    return tuple(-value for value in matcher.highest_values(0, matcher.counts) or ())


def _compare_suits(one: _Compared) -> Key:
    """Return a key that puts hands of one suit first. Suits with the same mark, one above and one
    below zero, are one suit.
    """
    marks = {held.card.mark or held.card.suit for held in one.held if held.card.suit}
    return (int(len(marks) != 1),)


def _positives(one: _Compared) -> list[int]:
    return [value for value in one.tally.values if value > 0]


def _compare_positive_total(one: _Compared) -> Key:
    return (-sum(_positives(one)),)


def _compare_highest_positive(one: _Compared) -> Key:
    return (-max((value for value in one.tally.values if value > 0), default=0),)


def _from_the_top(values: Iterable[int]) -> Key:
    """Return a key that compares the highest values, then the next ones; if all are equal, more
    cards win.
    """
    return (*sorted(-value for value in values), 1)


def _compare_target_suit(one: _Compared) -> Key:
    if one.aim is None or one.aim.suit is None:
        return (0,)
    cards = [held.card for held in one.held]
    return (-count_target_suit(one.rules.counting, cards, one.aim),)


# For each criterion the key of a hand: smaller is better. Equal hands have keys of one length.
_COMPARE: Mapping[str, Callable[[_Compared], Key]] = {
    "lowest-value": _compare_values,
    "highest-value": _compare_high_values,
    "cards": lambda one: (-len(one.held),),
    "one-suit": _compare_suits,
    "target-suit": _compare_target_suit,
    "total": lambda one: (-one.tally.total,),
    "lowest-positive-total": lambda one: (sum(_positives(one)),),
    "lowest-positive": lambda one: (min(_positives(one), default=0),),
    "size-total": lambda one: (-sum(map(abs, one.tally.values)),),
    "largest": lambda one: (-max(map(abs, one.tally.values)),),
    "sizes": lambda one: _from_the_top(map(abs, one.tally.values)),
    "positive-total": _compare_positive_total,
    "highest-positive": _compare_highest_positive,
    "positives": lambda one: _from_the_top(_positives(one)),
    "breaker": lambda one: (-int(any(held.card.breaks for held in one.held)),),
}


def is_of_target_suit(counting: Counting, card: Card, aim: TableTarget) -> bool:
    """Return True for a card of the target suit, or one that counts as every suit."""
    target = counting.target
    if target is None:
        return False
    own = next(suit.suits for suit in target.suits if suit.id == aim.suit)
    return card.suit in own or (card.rank is not None and card.rank == target.wild)


def count_target_suit(counting: Counting, cards: Sequence[Card], aim: TableTarget) -> int:
    """Return the number of cards of the target suit."""
    return sum(is_of_target_suit(counting, card, aim) for card in cards)


def nearest_to(number: int, hands: Sequence[Sequence[HeldCard]]) -> list[int]:
    """Return the indices of the blind cards nearest to a number; of two equally near cards, the
    higher wins.
    """
    keys = [min((abs(v - number), v < number) for v in held[0].values or (0,)) for held in hands]
    return [i for i, key in enumerate(keys) if key == min(keys)]


def nearest_totals(
    number: int, totals: Sequence[int], hands: Sequence[Sequence[HeldCard]]
) -> list[int]:
    """Return the indices of the hands whose totals, with a new card each, are nearest to a number.
    Totals above and below the number count alike.
    """
    keys = [
        min(abs(total + value - number) for value in held[0].values or (0,))
        for total, held in zip(totals, hands, strict=True)
    ]
    return [i for i, key in enumerate(keys) if key == min(keys)]


# The first part of a key, smaller is better: hands with a name, hands without, lost hands.
_NAMED, _NAMELESS, _LOST = 0, 1, 2
# The number of last parts of a key that only choose among equal tallies.
_TAIL = 2
# The length of the beginning of the key of a named hand: before the criteria of ties.
_BEFORE_TIES = 4
Key = tuple[int, ...]


class TableTarget(msgspec.Struct, frozen=True):
    """A target number and the id of a target suit; without a suit only the number counts."""

    number: int
    suit: str | None = None


class TableState(msgspec.Struct, frozen=True):
    """The settings of all hands at a table.

    `decks` is the number of decks in play, and `rule_set` is the slug of the rule set in use, if
    any. `tokens` are the tokens in play, each with its chosen value if it needs one. `options` are
    the optional rules in effect. `aim` is the target that the dice have set. `sets` are the rule
    sets under which hands were shown, one for each hand, if they differ.
    """

    decks: int = 1
    rule_set: str | None = None
    tokens: tuple[tuple[Token, int | None], ...] = ()
    options: tuple[OptionalRule, ...] = ()
    aim: TableTarget | None = None
    sets: tuple[str | None, ...] = ()


def aim_of(call: TargetCall) -> TableTarget:
    """Return a target call of the definition as the target of a table."""
    return TableTarget(call.number, call.suit)


def example_aim(variant: Variant) -> TableTarget | None:
    """Return the target of the examples of a game, or None for a game without a target."""
    target = variant.counting.target
    return None if target is None else aim_of(target.shown)


class Need(msgspec.Struct, frozen=True):
    """A fact that only the players know, and without which a hand cannot be judged or a showdown
    settled.

    `key` names it: `dice` (a card that was not rolled), `choice` (of the die for one of several
    cards), `target`, `rule-set`, or `figure` (an amount that the table has agreed on). `hand` is
    the number of the hand, 0 for the whole table; `ask` is the question, and `write` is the option
    that answers it.
    """

    key: str
    hand: int
    ask: str
    write: str


class Unknown(PrintkitError):
    """An error for a missing fact. The user is asked for the fact."""

    def __init__(
        self,
        message: str,
        *,
        location: str | None = None,
        hint: str | None = None,
        need: Need | None = None,
    ) -> None:
        super().__init__(message, location=location, hint=hint)
        self.need = need or Need("", 0, message, hint or "")

    @classmethod
    def of(cls, need: Need) -> Unknown:
        return cls(need.ask, hint=need.write, need=need)


class Verdict(msgspec.Struct, frozen=True):
    """A judged hand.

    `totals` are its possible totals in ascending order; `best` is the total of the best tally;
    `hand` is the named hand, or None for a hand that has no name or is lost. `key` orders verdicts:
    smaller is better. `rule_set` is the set of rules applied, if sets differ.
    """

    cards: tuple[HeldCard, ...]
    totals: tuple[int, ...]
    best: int
    hand: Hand | None
    bombed: bool
    reading: Tally
    key: Key
    rule_set: str | None = None


def judge(variant: Variant, hand: Sequence[HeldCard], table: TableState | None = None) -> Verdict:
    """Return the best verdict of a hand. Raises PrintkitError if it cannot be counted."""
    table = table or TableState()
    verdicts = [
        replace(_judge_by(rules, _apply_token_values(rules, hand, table), table), rule_set=name)
        for name, rules in _governing_rules(variant, hand, table)
    ]
    best = min(verdicts, key=lambda verdict: verdict.key)
    totals = sorted({total for verdict in verdicts for total in verdict.totals})
    return replace(best, cards=tuple(hand), totals=tuple(totals))


def judge_all(
    variant: Variant, hands: Sequence[Sequence[HeldCard]], table: TableState | None = None
) -> list[Verdict]:
    """Judge all hands at one table by one set of rules, because verdicts of two sets are not
    comparable.

    If no set is named and the result depends on it, the first set applies, and the verdicts name
    it. Raises PrintkitError if a hand cannot be counted.
    """
    table = table or TableState()
    if any(table.sets) and len(table.sets) == len(hands):
        return _judge_by_own_sets(variant, hands, table)
    verdicts = [judge(variant, hand, table) for hand in hands]
    if table.rule_set is not None or variant.sets_rule is None:
        return verdicts
    by_set = judge_by_sets(variant, hands, table)
    first, *others = ([(v.hand and v.hand.id, v.best, v.bombed) for v in item] for item in by_set)
    if any(other != first for other in others):
        return [replace(verdict, rule_set=variant.sets[0]) for verdict in by_set[0]]
    return [replace(verdict, rule_set=None) for verdict in verdicts]


def _judge_by_own_sets(
    variant: Variant, hands: Sequence[Sequence[HeldCard]], table: TableState
) -> list[Verdict]:
    """Judge each hand by the rule set under which it was shown, and compare the totals of all
    hands.

    A hand that is named by its cards beats every counted hand. Two such hands of different rule
    sets are equal. Raises Unknown if the rule set of a hand is not known.
    """
    own = [name or table.rule_set for name in table.sets]
    if None in own:
        number = own.index(None) + 1
        ask = Sentence("Say under which rule set hand {number} was shown.", number=number)
        write = Sentence("Write @{name} before it, or add --rule-set.", name=variant.sets[0])
        raise Unknown.of(Need("rule-set", number, ask, write))
    verdicts = []
    for hand, name in zip(hands, own, strict=True):
        verdict = judge(variant, hand, replace(table, rule_set=name, sets=()))
        verdicts.append(replace(verdict, rule_set=name))
    if len({*own}) == 1:
        return verdicts
    places = {hand.id: place for place, hand in enumerate(variant.hands, 2)}
    return [_compare_as_counted(verdict, places) for verdict in verdicts]


def _compare_as_counted(verdict: Verdict, places: Mapping[str, int]) -> Verdict:
    """Return a verdict with a key that can be compared with verdicts of other sets."""
    hand = verdict.hand
    if hand is None:
        return verdict
    if hand.cards:
        return replace(verdict, key=(_NAMED, 1, *[0] * (len(verdict.key) - 2)))
    return replace(verdict, key=(_NAMED, places.get(hand.id, len(places) + 2), *verdict.key[2:]))


def judge_by_sets(
    variant: Variant, hands: Sequence[Sequence[HeldCard]], table: TableState
) -> list[list[Verdict]]:
    """Judge all hands by each rule set that may be in use. Raises PrintkitError."""
    tables = [replace(table, rule_set=name) for name in variant.sets]
    return [[judge(variant, hand, one) for hand in hands] for one in tables]


def ranks(verdicts: Sequence[Verdict]) -> list[int]:
    """Return the rank of each verdict: 1 + the number of better verdicts. Lost hands tie."""
    keys = [rank_key(verdict) for verdict in verdicts]
    return [1 + sum(other < key for other in keys) for key in keys]


def rank_key(verdict: Verdict) -> Key:
    """Return the sort key of a hand among those of other players; equal hands have equal keys."""
    return verdict.key[:1] if verdict.bombed else verdict.key[:-_TAIL]


def deciding_criterion(
    variant: Variant, best: Verdict, beaten: Sequence[Verdict], table: TableState
) -> str | None:
    """Return the criterion by which a hand beats the next best, or None if no criterion was
    needed.
    """
    others = [verdict for verdict in beaten if not verdict.bombed]
    if best.hand is None or not others:
        return None
    rules = variant if best.rule_set is None else _load_set(best.rule_set)
    second = min(others, key=lambda verdict: verdict.key)
    if second.key[:_BEFORE_TIES] != best.key[:_BEFORE_TIES]:
        return None
    for word in tie_chain(rules, best.hand, table):
        keys = [
            _COMPARE[word](_Compared(rules, best.hand, one.cards, one.reading, table.aim))
            for one in (best, second)
        ]
        if keys[0] != keys[1]:
            return word
    return None


def lacks_target(variant: Variant) -> Need:
    """Return the need for the missing target."""
    target = variant.counting.target
    assert target is not None, "only games with a target ask for it"
    message = Sentence(
        "{slug} is judged against a target number and a target suit.", slug=variant.slug
    )
    hint = Sentence("Say what the dice show: --target “{call}”.", call=target.shown)
    return Need("target", 0, message, hint)


def require_rule_set(variant: Variant, name: str) -> str:
    """Return `name` if it is the slug of one of the variant's rule sets.

    Raises PrintkitError if it is not, or if the variant is played with one rule set only.
    """
    if variant.sets_rule is None or not variant.sets:
        message = Sentence("{slug} is played with one rule set only.", slug=variant.slug)
        raise PrintkitError(message, hint="Remove --rule-set.")
    require_known(
        name,
        variant.sets,
        Sentence("“{name}” is not a rule set of {slug}.", name=name, slug=variant.slug),
        "sets",
    )
    return name


# Cached, because each hand of a table needs the same sets.
_load_set = cache(load)


def _governing_rules(
    variant: Variant, hand: Sequence[HeldCard], table: TableState
) -> list[tuple[str | None, Variant]]:
    """Return the rules for a hand with their slugs: the set in use, or all sets."""
    by_set = any(held.card.rule == BY_SET for held in hand) or bool(hands_of_set(table))
    if variant.sets_rule is None or not (by_set or variant.sets_rule == "all"):
        return [(None, variant)]
    names = [table.rule_set] if table.rule_set is not None else list(variant.sets)
    result: list[tuple[str | None, Variant]] = []
    for name in names:
        item = _load_set(name)
        if variant.sets_rule == "values":
            fixed = item.with_cards(item.cards)  # keep `evolve` from deriving them again
            hands = _add_hands(variant.hands, hands_of_set(table, item))
            item = evolve(fixed, counting=variant.counting, hands=tuple(hands))
        result.append((name, item))
    return result


def hands_of_set(table: TableState, rules: Variant | None = None) -> list[Hand]:
    """Return the hands that options add to the best hand of the rule set in use.

    If the rules of the set are given, these hands have the name and the cards of its best hand.
    """
    own = [hand for option in table.options for hand in option.hands if hand.of_set]
    if rules is None:
        return own
    best = rules.hands[0]
    return [evolve(hand, name=best.name, cards=best.cards, exact=best.exact) for hand in own]


def _apply_token_values(
    rules: Variant, hand: Sequence[HeldCard], table: TableState
) -> list[HeldCard]:
    """Return the cards with the values that the rules and the tokens give them."""
    changes = [token.changes for token, _ in table.tokens if token.changes is not None]
    changed = {change.rank: change.value for change in changes}
    if not changed and all(held.card.rule != BY_SET for held in hand):
        return list(hand)
    values = {card.id: card.values for card in rules.cards}
    cards: list[HeldCard] = []
    for held in hand:
        if held.card.rank in changed:
            held = replace(held, values=(changed[held.card.rank],))
        elif held.card.rule == BY_SET and held.values == held.card.values:
            held = replace(held, values=values.get(held.card.id, held.values))
        cards.append(held)
    return cards


def _judge_by(rules: Variant, hand: Sequence[HeldCard], table: TableState) -> Verdict:
    """Return the best verdict of a hand by one set of rules.

    Raises PrintkitError if the rules need a target that is not given.
    """
    if rules.counting.target is not None and table.aim is None:
        raise Unknown.of(lacks_target(rules))
    cards = [held.card for held in hand]
    tries = itertools.count(1)
    ladder = _place_option_hands(rules.hands, table)
    known = [
        named
        for named in ladder
        if named.decks <= table.decks
        and (not named.cards or matches_pattern(named.cards, cards, exact=named.exact, tries=tries))
    ]
    places = {named.id: place for place, named in enumerate(ladder, 1)}
    best: Verdict | None = None
    totals: set[int] = set()
    for reading in tallies(rules.counting, hand):
        totals.add(reading.total)
        lost = bombs_out(rules.counting, reading)
        meets = partial(_meets_bounds, rules, tally=reading, lost=lost, aim=table.aim)
        named = next((hand for hand in known if meets(hand)), None)
        total = reading.total
        if named is not None and named.counts is not None:
            total = int(named.counts)
            totals.add(total)
        key = _sort_key(rules, places, named, reading, table, hand)
        if best is None or key < best.key:
            gone = named is None and lost
            best = Verdict(tuple(hand), (), total, named, gone, reading, key)
    assert best is not None  # a hand has cards, and each card has a value
    return replace(best, totals=tuple(sorted(totals)))


def _place_option_hands(hands: Sequence[Hand], table: TableState) -> Sequence[Hand]:
    """Return the hands from best to worst, with the hands that options add and without those that
    they remove.

    Added hands of the rule set in use are not included, because the set itself declares them.
    """
    gone = {name for option in table.options for name in option.gone}
    hands = [hand for hand in hands if hand.id not in gone] if gone else hands
    added = (hand for option in table.options for hand in option.hands if not hand.of_set)
    return _add_hands(hands, added)


def _add_hands(hands: Sequence[Hand], added: Iterable[Hand]) -> list[Hand]:
    """Insert hands in a list from best to worst: before the hand with the same id, or else before
    the hand named in `before`, or at the end.
    """
    ladder = list(hands)
    for hand in added:
        names = [known.id for known in ladder]
        beside = next((name for name in (hand.id, hand.before) if name in names), None)
        ladder.insert(len(names) if beside is None else names.index(beside), hand)
    return ladder


def _meets_bounds(
    rules: Variant, hand: Hand, tally: Tally, *, lost: bool, aim: TableTarget | None
) -> bool:
    """Return True if a tally meets the sum, total, difference and distance that a named hand
    requires.

    A lost tally can only be a named hand that is defined by its cards.
    """
    if lost and not hand.cards:
        return False
    total = abs(tally.total) if rules.counting.sign == "ignored" else tally.total
    distance = 0 if aim is None else abs(tally.total - aim.number)
    pairs = (
        (hand.sum, tally.sum),
        (hand.total, total),
        (hand.difference, tally.total),
        (hand.distance, distance),
    )
    return all(bounds is None or bounds.contains(number) for bounds, number in pairs)


def _sort_key(
    rules: Variant,
    places: Mapping[str, int],
    hand: Hand | None,
    tally: Tally,
    table: TableState,
    held: Sequence[HeldCard],
) -> Key:
    """Return the key that orders tallies of all hands: smaller is better.

    `places` are the places of the named hands. The criteria for ties follow the total. The last two
    parts of the key choose among equal tallies: positive tallies first, then the greatest tally, or
    the tally that loses least.
    """
    lost, size = hand is None and bombs_out(rules.counting, tally), abs(tally.total)
    tail = (int(tally.total < 0), size if lost else -size)
    if hand is None:
        if lost:
            return (_LOST, *tail)
        return (_NAMELESS, *_total_key(rules, "highest", tally, None), *tail)
    order, turned = _hand_order(places, hand, tally, table)
    worth = _total_key(rules, hand.best, tally, table.aim)
    if turned:
        worth = tuple(-part for part in worth)
    compared = _Compared(rules, hand, held, tally, table.aim)
    tied = [part for word in tie_chain(rules, hand, table) for part in _COMPARE[word](compared)]
    return (_NAMED, order, *worth, *tied, *tail)


def _total_key(rules: Variant, best: str | None, tally: Tally, aim: TableTarget | None) -> Key:
    """Return the key of a total among hands of one name; constant if `best` is None.

    With a target, the distance from it counts.
    """
    if best is None:
        return (0, 0)
    if aim is not None:
        size = abs(tally.total - aim.number)
        return (size if best == "lowest" else -size, 0)
    total, sign = tally.total, rules.counting.sign
    if rules.counting.system == "difference":
        return (total, tally.sum) if best == "lowest" else (-total, -tally.sum)
    size = total if sign == "counts" else abs(total)
    second = int(total < 0) if sign == "ties" else 0
    return (size if best == "lowest" else -size, second)


def _hand_order(
    places: Mapping[str, int], hand: Hand, tally: Tally, table: TableState
) -> tuple[int, bool]:
    """Return the place of a hand among the named hands, and whether its totals rank in reverse."""
    order, turned = places[hand.id], False
    for token, value in table.tokens:
        if token.crowns == hand.id and value is not None and set(tally.values) == {value}:
            return 0, False
        if hand.id in token.reverses:
            reversed_places = sorted(places[name] for name in token.reverses)
            order = reversed_places[-1 - reversed_places.index(places[hand.id])]
            turned = not turned
    return order, turned
