"""Read, settle and describe a showdown.

This module knows no particular game: every payment is a record of the definition, and every line
names its record and the clauses that changed it. An amount `of` another place uses the content of
that place when the hands were shown; an amount `of` its own source uses the current content.
Payments are made in the order of the definition, each of them by the players in seat order. All
payments from one place of the table to several players are made together, player by player in seat
order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Literal, TypedDict, TypeVar, Unpack

import msgspec
from msgspec.structs import replace

from printkit.base.errors import PrintkitError, did_you_mean, locate_errors
from printkit.base.messages import DEFAULT_LANGUAGE, join_words, translate
from printkit.base.sentences import Sentence, brief_repr, name_some, shorten
from printkit.model.fields import signed
from printkit.model.play import (
    BUY_IN,
    GONE,
    OWN,
    PRIZE,
    PURSES,
    SCORE,
    STAKE,
    Case,
    OptionalRule,
    Payment,
    Token,
    Who,
)
from printkit.model.variant import Variant
from printkit.rules.answers import (
    Judgement,
    find_card_needs,
    judge_hands,
    read_table_state,
    require_hand_sizes,
    speak_need,
    with_sets,
)
from printkit.rules.card_codes import (
    HeldCard,
    has_common_cards,
    read_hands,
    sanitise,
    split_hands,
    split_sets,
)
from printkit.rules.hands import (
    Need,
    TableState,
    Unknown,
    Verdict,
    beyond_limit,
    deciding_criterion,
    judge,
    judge_all,
    nearest_to,
    nearest_totals,
    ranks,
    tie_of,
)

# --- showdown ------------------------------------------------------------------------------------

# The mark for no cards.
_NONE = "-"
_MAX_AMOUNT = 999_999
# The user's word for `own`.
_CHIPS = "chips"
Cards = tuple[HeldCard, ...]
_T = TypeVar("_T")


class Seat(msgspec.Struct, frozen=True):
    """A player at a showdown.

    `purses` are the contents of the player's places; `own` is the rest of the player's chips. An
    unknown purse is assumed to be sufficient. `again` are the new cards in each round of a tie.
    """

    name: str
    hand: Cards
    purses: Mapping[str, int] = {}
    again: tuple[Cards, ...] = ()


class Showdown(msgspec.Struct, frozen=True):
    """A table at a showdown; seats are numbered from 0.

    `pots` are the contents of the places of the table. `caller` has called the hand, `bank` has the
    bank, and `breaker` has played a card that decides a tie. `false` are the seats that wrongly
    claimed a Sabacc. If `alone`, all others have folded. `figures` are the amounts that the table
    has agreed on, by penalty.
    """

    seats: tuple[Seat, ...]
    table: TableState = TableState()
    pots: Mapping[str, int] = {}
    caller: int | None = None
    bank: int | None = None
    breaker: int | None = None
    false: tuple[int, ...] = ()
    first_hand: bool = False
    alone: bool = False
    figures: Mapping[str, int] = {}


class ShowdownKeywords(TypedDict, total=False):
    """The facts about a showdown besides the hands. Hands are numbered from 1, as written.

    `names` are the players. `called` is the hand that called, or 0; `bank` is the hand of the bank,
    `tiebreaker` the hand that decides a tie, and `false` are hands wrongly claimed as a Sabacc.
    `pots` are the contents of places: one number for a place of the table, and one per hand for
    places of players, including `stake` and `score`. `chips` are the remaining chips of each
    player. `common` are open cards for all players, and `again` the new cards in a tie, a text for
    each round (`-` for a hand without any). `alone` is True if all others have folded. `figures`
    are amounts that the table has agreed on, such as `{"side-ante": 2}`. `decks`, `rule_set`,
    `tokens`, `options` and `target` are the same as for `judge`.
    """

    names: Sequence[str]
    called: int | None
    bank: int | None
    tiebreaker: int | None
    false: Sequence[int]
    pots: Mapping[str, int | Sequence[int]]
    chips: Sequence[int]
    first_hand: bool
    alone: bool
    common: str | None
    again: Sequence[str]
    decks: int
    rule_set: str | None
    tokens: Sequence[str]
    options: Sequence[str]
    target: str | None
    figures: Mapping[str, int]


class Needs(msgspec.Struct, frozen=True):
    """The facts that a showdown needs besides its hands.

    `keys` are the keywords that affect payments, `places` are the places that payments use, and
    `needed` are the places whose contents are required. `figures` are amounts that the table has
    agreed on.
    """

    keys: tuple[str, ...]
    places: tuple[str, ...]
    needed: tuple[str, ...]
    figures: tuple[str, ...] = ()


def list_needs(variant: Variant, force: Sequence[Payment], table: TableState) -> Needs:
    """Return the facts that the payments in force need."""
    who, rules = {payment.who for payment in force}, variant.settlement
    tie = tie_of(variant, table)
    ceilings = [payment.most for payment in force if payment.most is not None]
    bearing = {
        "called": "failed-call" in who,
        "bank": not who.isdisjoint(("ahead", "level", "behind")),
        "false": "false" in who,
        "common": bool(force) and has_common_cards(variant),
        "tiebreaker": "first" in who and tie.end == "nobody" and rules.breaks is not None,
        "first_hand": any(ceiling.during == "first-hand" for ceiling in ceilings),
        "alone": "alone" in who,
        "again": "first" in who and (tie.draws or tie.adds or tie.end == "again"),
    }
    moved = dict.fromkeys(x for p in force for x in (p.source, p.to, p.left, p.amount.of) if x)
    read = {x for p in force for x in (p.source, p.amount.of)}
    optional = {*PURSES} - {STAKE}
    agreed = dict.fromkeys(p.amount.agreed for p in force if p.amount.agreed is not None)
    factors = [
        option.multiplies[name]
        for name in agreed
        for option in table.options
        if name in option.multiplies
    ]
    return Needs(
        tuple(key for key, bears in bearing.items() if bears),
        tuple(name for name in moved if name not in (GONE, PRIZE)),
        tuple(name for name in moved if name in read and name not in optional),
        tuple(dict.fromkeys((*agreed, *factors))),
    )


def amounts_of(place: str) -> tuple[int, int]:
    """Return the minimum and maximum content of a place."""
    return (-_MAX_AMOUNT if place == SCORE else 0, _MAX_AMOUNT)


def payments_in_force(variant: Variant, table: TableState) -> list[Payment]:
    """Return the payments that apply with the chosen options."""
    agreed = {option.id for option in table.options}
    chosen = [payment for payment in variant.payments if payment.option in agreed]
    gone = {name for payment in chosen for name in payment.instead}
    if any(not payment.instead for payment in chosen):
        return chosen
    return [p for p in variant.payments if p in chosen or (p.option is None and p.id not in gone)]


def read_showdown(
    variant: Variant, hands: str, language: str, **known: Unpack[ShowdownKeywords]
) -> Showdown:
    """Read a showdown. Raises PrintkitError for invalid cards, seats, places and numbers, and for
    missing facts.
    """
    hands, sets = split_sets(hands)
    table = read_table_state(
        variant,
        known.get("decks", 1),
        known.get("rule_set"),
        known.get("tokens", ()),
        known.get("options", ()),
        known.get("target"),
        language=language,
        at_showdown=True,
    )
    table = with_sets(variant, table, sets)
    force = payments_in_force(variant, table)
    if not force:
        hint = "Add [[payments]] to its definition."
        raise _refusal(
            "{game} does not define the payments of a showdown.", hint, game=variant.slug
        )
    _require_bearing(variant, force, known, table)
    held, common, again = _read_cards(variant, hands, language, known)
    count, alone = len(held), known.get("alone", False)
    if count == 1 and not alone:
        hint = "If all others have folded, add --alone."
        raise PrintkitError("A showdown needs two or more hands.", hint=hint)
    if count > 1 and alone:
        hint = "Name one hand, or omit --alone."
        raise PrintkitError(
            "If all other players have folded, there is no hand to beat.", hint=hint
        )
    shown = [with_common(variant, hand, common, table) for hand in held]
    if not alone or shown[0]:
        require_hand_sizes(variant, shown)
    pots, purses = _read_places(variant, force, known, table, count)
    names = known.get("names") or [str(number + 1) for number in range(count)]
    if len(names) != count:
        raise _refusal("There are {count} hands.", "Give a name for each.", count=count)
    called = _seat(known.get("called"), count, "called")
    bank = _seat(known.get("bank"), count, "bank")
    breaker = _seat(known.get("tiebreaker"), count, "tiebreaker")
    if breaker is not None:
        _require_breaker(variant, shown[breaker], breaker)
    false = [_seat(number, count, "false") for number in known.get("false", ())]
    return Showdown(
        tuple(
            Seat(name, hand, purse, tuple(cards[i] for cards in again))
            for i, (name, hand, purse) in enumerate(zip(names, shown, purses, strict=True))
        ),
        table,
        pots,
        called,
        bank,
        breaker,
        tuple(seat for seat in false if seat is not None),
        known.get("first_hand", False),
        alone,
        _read_figures(variant, list_needs(variant, force, table).figures, known),
    )


def _require_breaker(variant: Variant, hand: Cards, seat: int) -> None:
    """Raise PrintkitError if a hand lacks the card that decides a tie."""
    breaking = [card.id for card in variant.cards if card.breaks]
    if breaking and not any(held.card.breaks for held in hand):
        template = "--tiebreaker: hand {number} has no card that decides a tie."
        hint = "Add it to the hand (“{card}”), or omit --tiebreaker."
        raise _refusal(template, hint, number=seat + 1, card=breaking[0])


def _read_figures(
    variant: Variant, asked: Sequence[str], known: ShowdownKeywords
) -> Mapping[str, int]:
    """Return the amounts that the table has agreed on. Raises PrintkitError."""
    figures = known.get("figures", {})
    for name, number in figures.items():
        if name not in asked:
            message = Sentence(
                "No payment of {game} depends on “{name}”.", game=variant.slug, name=sanitise(name)
            )
            raise PrintkitError(message, hint=did_you_mean(name, asked, "figures", of_file=True))
        if not 0 <= number <= _MAX_AMOUNT:
            template, hint = "“{name}” cannot be {number}.", "The maximum is {most}."
            raise _refusal(template, hint, name=name, number=number, most=_MAX_AMOUNT)
    return figures


def _read_cards(
    variant: Variant, hands: str, language: str, known: ShowdownKeywords
) -> tuple[list[Cards], Cards, list[list[Cards]]]:
    """Return the hands, the common cards, and the new cards of each round of a tie.

    Raises PrintkitError, for example if there are more copies of a card than in the deck.
    """
    used: Counter[str] = Counter()

    def read(text: str) -> list[Cards]:
        parts = [" ".join(cards) for cards in split_hands(variant, text, language)]
        decks = known.get("decks", 1)
        return [
            () if part == _NONE else tuple(read_hands(variant, part, language, decks, used=used)[0])
            for part in parts
        ]

    held, common = read(hands), read(known.get("common") or _NONE)[0]
    again = []
    for text in known.get("again", ()):
        again.append(read(text))
        if len(again[-1]) != len(held):
            hint = "Write “-” for a hand without new cards."
            template = "“{text}” is not for {count} hands."
            raise _refusal(template, hint, text=shorten(text), count=len(held))
    return held, common, again


def _require_bearing(
    variant: Variant, force: Sequence[Payment], known: ShowdownKeywords, table: TableState
) -> None:
    """Raise PrintkitError for facts that do not affect the payments, and for missing facts
    that do.
    """
    bearing = list_needs(variant, force, table).keys
    for key in ("called", "bank", "false", "common", "again"):
        if known.get(key) and key not in bearing:
            template = "No payment of {game} depends on --{key}."
            raise _refusal(template, "Leave it out.", game=variant.slug, key=key)
    if "called" in bearing and known.get("called") is None and not known.get("alone"):
        hint = "Add --called 1, or 0 if nobody did."
        raise PrintkitError("Say who called the hand.", hint=hint)
    if "bank" in bearing and not known.get("bank"):
        raise PrintkitError("Say who holds the bank.", hint="Add --bank 1.")


def is_shared(variant: Variant, place: str) -> bool:
    """Return True for a pot of the whole table, and for any name that is not a place of the
    variant, except OWN, GONE, STAKE, SCORE and PRIZE.
    """
    kinds = {p.id: p.kind == "pot" and p.on != "board" for p in variant.places}
    return kinds.get(place, place not in (OWN, GONE, STAKE, SCORE, PRIZE))


def with_common(
    variant: Variant, hand: Sequence[HeldCard], common: Sequence[HeldCard], table: TableState
) -> Cards:
    """Return a hand with the common card that makes it best."""
    whole = [(*hand, card) for card in common] if hand else []
    return min(whole, key=lambda cards: judge(variant, cards, table).key, default=tuple(hand))


def judge_written(
    variant: Variant, hands: str, language: str, table: TableState, common: str = ""
) -> Judgement:
    """Judge hands as a user writes them. Each hand gets the common card that makes it best.

    Raises PrintkitError for an unknown card and for a hand with too few or too many cards.
    """
    hands, sets = split_sets(hands)
    table = with_sets(variant, table, sets)
    with locate_errors("hands"):
        held = read_hands(variant, hands, language, table.decks, at_one_table=True)
        opened = read_hands(variant, common, language, table.decks)[0] if common else ()
        shown = [with_common(variant, hand, opened, table) for hand in held]
        return judge_hands(variant, shown, table, language)


def _seat(number: int | None, count: int, key: str) -> int | None:
    """Return the number of a seat, from 0, or None if no seat is given. Raises PrintkitError."""
    if not number:
        return None
    if not 1 <= number <= count:
        template, hint = "--{key}: there is no hand {number}.", "Hands: 1 to {count}."
        raise _refusal(template, hint, key=key, number=number, count=count)
    return number - 1


def _read_places(
    variant: Variant,
    force: Sequence[Payment],
    known: ShowdownKeywords,
    table: TableState,
    count: int,
) -> tuple[dict[str, int], list[dict[str, int]]]:
    """Return the contents of the places of the table and of each player. Raises PrintkitError."""
    pots: dict[str, int] = {}
    purses: list[dict[str, int]] = [{} for _ in range(count)]
    chips = known.get("chips")
    ids = _place_ids(variant)
    pots_known = {ids.get(name, name): value for name, value in known.get("pots", {}).items()}
    written = {**({OWN: chips} if chips else {}), **pots_known}
    needs = list_needs(variant, force, table)
    places = needs.places
    for name, value in written.items():
        if name not in places:
            template = "No payment of {game} concerns “{name}”."
            message = Sentence(template, game=variant.slug, name=sanitise(name))
            raise PrintkitError(message, hint=did_you_mean(name, places, "places", of_file=True))
        shared, label = is_shared(variant, name), _CHIPS if name == OWN else name
        numbers = [value] if isinstance(value, int) else [*value]
        if shared and len(numbers) != 1:
            raise _refusal("“{name}” holds one number.", "It is for the whole table.", name=label)
        if not shared and len(numbers) != count:
            hint = "Give one for each: there are {count} hands."
            raise _refusal("“{name}” is for each player.", hint, name=label, count=count)
        for i, number in enumerate(numbers):
            least, most = amounts_of(name)
            if not least <= number <= most:
                template, bound = "“{name}” cannot hold {number}.", {"most": most}
                hint = "The maximum is {most}."
                if number < least:
                    hint, bound = "The minimum is {least}.", {"least": least}
                raise _refusal(template, hint, name=label, number=number, **bound)
            (pots if shared else purses[i])[name] = number
    for name in needs.needed:
        if name not in written and name != STAKE:
            hint = "Add --pot {name}=10."
            raise _refusal("Enter the contents of {name}.", hint, name=name)
    if STAKE in needs.needed and STAKE not in written:
        hint = "Add --pot stake=0,2,3."
        raise PrintkitError("Enter what each player has staked.", hint=hint)
    return pots, purses


def _place_ids(variant: Variant) -> dict[str, str]:
    """Return the id of each place, by its id and by its name in the form “sabacc-pot”."""
    names = {
        name.casefold().replace(" ", "-"): place.id
        for place in variant.places
        for name in place.name.values()
    }
    return names | {place.id: place.id for place in variant.places}


def _refusal(template: str, hint: str, **values: object) -> PrintkitError:
    """Return the error for a message and a hint, with the placeholders filled in."""
    return PrintkitError(Sentence(template, **values), hint=Sentence(hint, **values))


# --- settle --------------------------------------------------------------------------------------


class Line(msgspec.Struct, frozen=True):
    """A step: an amount that moves from one place to another, or clauses that apply.

    `due` is the amount before it is limited by a ceiling or a purse; `clauses` are the clauses that
    changed it. `agreed` are the options and tokens that apply: “options.nine-cells”.
    """

    seat: int | None = None
    amount: int = 0
    source: str = ""
    to: str = ""
    payment: str | None = None
    due: int = 0
    clauses: tuple[str, ...] = ()
    agreed: tuple[str, ...] = ()


class Settled(msgspec.Struct, frozen=True):
    """A settled showdown: the winning seats, the steps, the contents of places, and the seats that
    leave the game.

    `pending` are the seats whose tie new cards must decide first.
    """

    verdicts: tuple[Verdict, ...]
    first: tuple[int, ...]
    lines: tuple[Line, ...]
    pots: Mapping[str, int]
    purses: tuple[Mapping[str, int], ...]
    out: tuple[int, ...]
    pending: tuple[int, ...] = ()


def find_needs(
    variant: Variant, showdown: Showdown, language: str = DEFAULT_LANGUAGE
) -> list[Need]:
    """Return the missing facts about the cards at a showdown: dice that were not rolled, and
    choices of a die (see `answers.find_card_needs`).
    """
    hands = [seat.hand for seat in showdown.seats]
    return find_card_needs(variant, hands, showdown.table, language)


def settle(variant: Variant, showdown: Showdown) -> Settled:
    """Settle a showdown.

    Raises Unknown, a PrintkitError, for a missing fact: a die, a rule set, a target, or an amount
    that the table has agreed on.
    """
    for need in find_needs(variant, showdown):
        raise Unknown.of(need)
    return _Referee(variant, showdown).settle()


class _Referee:
    def __init__(self, variant: Variant, showdown: Showdown) -> None:
        self.variant, self.showdown = variant, showdown
        self.payments = payments_in_force(variant, showdown.table)
        # A payment that replaces all others needs no clauses about them.
        whole = all(payment.option is None or payment.instead for payment in self.payments)
        self.clauses = [clause for clause in variant.clauses if whole]
        self.pots = dict(showdown.pots)
        self.purses = [dict(seat.purses) for seat in showdown.seats]
        self.lines: list[Line] = []
        self.short: set[int] = set()
        self.verdicts: list[Verdict] = []
        self.first: list[int] = []
        # The seats whose tie new cards decided.
        self.tied: list[int] = []
        # The rounds of new cards that have been used.
        self.rounds = 0
        # The hands that decided ties.
        self.deciding: dict[int, Verdict] = {}

    def settle(self) -> Settled:
        hands = [seat.hand for seat in self.showdown.seats]
        if all(hands):
            self.verdicts = self._judge(hands)
        if not self.showdown.alone:
            pending = self._rank()
            self._require_rounds()
            self._cite_agreed(pending)
            if pending:
                return self._result(pending)
            is_tied = self.showdown.caller in self.tied and self.showdown.caller not in self.first
            if is_tied or (len(self.first) > 1 and self.showdown.caller in self.first):
                self._tell("caller")
            if all(self.verdicts[i].bombed for i in self._players()):
                self._tell("lost")
        for _, group in groupby(self.payments, self._counter):
            payments = [*group]
            if len(payments) == 1:
                self._pay(payments[0], self._payers(payments[0]))
                continue
            payers = {payment.id: self._payers(payment) for payment in payments}
            for seat in self._players():
                for payment in payments:
                    if seat in payers[payment.id]:
                        self._pay_one(payment, seat)
        return self._result()

    def _counter(self, payment: Payment) -> tuple[str, ...]:
        """Return the key by which payments are grouped.

        Payments from a shared place, such as a bank, that depend on the content of another place
        are made together if they go to the same place, because the shared place may run short; any
        other payment is made alone.
        """
        shared = is_shared(self.variant, payment.source)
        if shared and payment.amount.of not in (None, payment.source):
            return payment.source, payment.to
        return (payment.id,)

    def _payers(self, payment: Payment) -> list[int]:
        return [seat for seat in self._seats(payment) if self._is_largest(payment, seat)]

    def _judge(self, hands: Sequence[Sequence[object]]) -> list[Verdict]:
        verdicts = judge_all(self.variant, hands, self.showdown.table)  # type: ignore[arg-type]
        table = self.showdown.table
        if table.rule_set is None and not table.sets and any(v.rule_set for v in verdicts):
            message = Sentence("The value of these hands depends on the rule set in use.")
            sets = name_some(self.variant.sets)
            hint = Sentence("Add --rule-set with one of these: {sets}.", sets=sets)
            raise Unknown.of(Need("rule-set", 0, message, hint))
        return verdicts

    # --- who comes first ----------------------------------------------------------------------

    def _rank(self) -> list[int]:
        """Find the winning seats, and return those whose tie new cards must decide."""
        rules, players = self.variant.settlement, self._players()
        tie = tie_of(self.variant, self.showdown.table)
        self.first = _best(players, [self.verdicts[i] for i in players])
        if not self.first or self.showdown.bank is not None:
            return []
        if len(self.first) < 2:
            beaten = [self.verdicts[i] for i in players if i not in self.first]
            winner = self.verdicts[self.first[0]]
            table = self.showdown.table
            if deciding_criterion(self.variant, winner, beaten, table) and winner.hand is not None:
                self._tell("decided", hand=winner.hand.id)
            return []
        if tie.end == "nobody" and self.showdown.breaker in self.first:
            self.first = [self.showdown.breaker]
            self.lines += [Line(clauses=(rules.breaks,))] if rules.breaks else []
            return []
        if tie.last == rules.tie.last:
            self._tell("tie")
        else:
            # The clauses describe the end of ties without the option.
            own = next(o for o in self.showdown.table.options if o.tie is not None)
            self.lines.append(Line(agreed=(name_of_agreed(own),)))
        if tie.draws:
            cards = self._new_cards(0)
            if not cards:
                return self.first
            aim = self.showdown.table.aim
            number = 0 if aim is None else aim.number
            self.first = [self.first[i] for i in nearest_to(number, cards)]
            if len(self.first) == 1:
                return []
        if tie.end == "nobody":
            self.first = []
        if tie.adds:
            return self._add_cards()
        return self._play_on() if tie.end == "again" else []

    def _cite_agreed(self, pending: Sequence[int]) -> None:
        """Cite the options and tokens without which others would win.

        Each one that changes the winners by itself is cited. If there is none, but all together
        change the winners, all are cited.
        """
        table, cited = self.showdown.table, {name for line in self.lines for name in line.agreed}
        without = [
            (name_of_agreed(option), replace(table, options=_all_but(table.options, i)))
            for i, option in enumerate(table.options)
        ]
        without += [
            (name_of_agreed(token), replace(table, tokens=_all_but(table.tokens, i)))
            for i, (token, _) in enumerate(table.tokens)
        ]
        here = (self.first, [*pending])
        names = [name for name, other in without if self._rank_at(other) != here]
        if not names and len(without) > 1:
            plain = replace(table, options=(), tokens=())
            names = [name for name, _ in without] if self._rank_at(plain) != here else []
        self.lines += [Line(agreed=(name,)) for name in names if name not in cited]

    def _rank_at(self, table: TableState) -> tuple[list[int], list[int]] | None:
        """Return the winning and the tied seats with other options and tokens, or None if the new
        cards do not fit the ties.
        """
        other = _Referee(self.variant, replace(self.showdown, table=table))
        try:
            other.verdicts = other._judge([seat.hand for seat in other.showdown.seats])
            pending = other._rank()
        except PrintkitError:
            return None
        return other.first, pending

    def _new_cards(self, number: int) -> list[Cards]:
        """Return the new cards of the tied seats in a round, or an empty list if not known.

        Raises PrintkitError if a seat that is not tied has new cards.
        """
        seats = self.showdown.seats
        if number >= len(seats[0].again):
            return []
        self.rounds = number + 1
        for i, seat in enumerate(seats):
            if i not in self.first and seat.again[number]:
                raise _refusal(
                    "Hand {hand} is not tied and draws no new card in round {number} of --again.",
                    "Write “-” in its place.",
                    hand=i + 1,
                    number=self.rounds,
                )
        cards = [seats[i].again[number] for i in self.first]
        self._require_count(cards)
        return cards

    def _require_rounds(self) -> None:
        """Raise PrintkitError if new cards are given for more rounds than there are ties."""
        if len(self.showdown.seats[0].again) > self.rounds:
            template = "There is no tie for the cards of --again number {number}."
            raise _refusal(template, "Leave it out.", number=self.rounds + 1)

    def _play_on(self) -> list[int]:
        """Decide a tie by new cards, and return the seats that still tie and need more."""
        rules, seats = self.variant.settlement, self.showdown.seats
        self.tied = self.first
        for number in range(1 if rules.keeps else len(seats[0].again)):
            cards = self._new_cards(number)
            if not cards:
                return self.first
            kept = [seats[i].hand if rules.keeps else () for i in self.first]
            verdicts = self._judge([(*old, *new) for old, new in zip(kept, cards, strict=True)])
            if not rules.keeps:
                self.deciding |= dict(zip(self.first, verdicts, strict=True))
            self.first = _best(self.first, verdicts) or self.first
            if len(self.first) == 1:
                return []
        return [] if rules.keeps else self.first

    def _add_cards(self) -> list[int]:
        """Decide a tie by cards that are added to the totals, each card only in its round, and
        return the seats that still tie and need more.
        """
        aim = self.showdown.table.aim
        number = 0 if aim is None else aim.number
        for done in range(len(self.showdown.seats[0].again)):
            cards = self._new_cards(done)
            totals = [self.verdicts[i].best for i in self.first]
            self.first = [self.first[i] for i in nearest_totals(number, totals, cards)]
            if len(self.first) == 1:
                return []
        return self.first

    def _require_count(self, hands: Sequence[Sequence[object]]) -> None:
        wanted = self.variant.settlement.again or 1
        for hand in hands:
            if len(hand) != wanted:
                message = Sentence(
                    "In a tie, the number of new cards for each player is {count}.",
                    count=int(wanted),
                )
                raise PrintkitError(
                    message, hint=Sentence("Name as many after --again.", count=int(wanted))
                )

    # --- who pays -----------------------------------------------------------------------------

    def _players(self) -> list[int]:
        """Return the seats, without those that wrongly claimed a Sabacc, in the order of payment,
        which starts to the left of the bank if there is one.
        """
        bank, count = self.showdown.bank, len(self.showdown.seats)
        seats = [((bank or 0) + i) % count for i in range(bank is not None, count)]
        return [seat for seat in seats if seat not in self.showdown.false]

    def _seats(self, payment: Payment) -> list[int]:
        """Return the seats that a payment applies to."""
        players = self.showdown.false if payment.who == "false" else self._players()
        meant = [i for i in players if self._is(payment.who, i)]
        spared = payment.unless
        return [
            i for i in meant if not (spared and self._is(spared, i)) and self._holds(payment, i)
        ]

    def _is(self, who: Who, seat: int) -> bool:
        if who == "false":
            return seat in self.showdown.false
        is_first, alone = seat in self.first, self.showdown.alone
        if alone or who == "alone":
            return alone and who == "alone"
        lost = self.verdicts[seat].bombed
        match who:
            case "first":
                return is_first
            case "beaten":
                return not is_first
            case "good" | "bombed":
                return lost == (who == "bombed")
            case "failed-call":
                return seat == self.showdown.caller and not is_first and seat not in self.tied
            case "goal":
                goals = [score.goal for score in self.variant.scores if score.kind == "sets"]
                return any(goal in self.purses[seat].values() for goal in goals)
            case "survivor":
                left = self._survivors()
                return left == [seat] or (left == [] and is_first)
        bank = self.showdown.bank
        assert bank is not None
        mine, other = ranks([self.verdicts[seat], self.verdicts[bank]])
        order = "ahead" if mine < other else "level" if mine == other else "behind"
        return not lost and who == order

    def _survivors(self) -> list[int] | None:
        """Return the seats that have chips left, or None if the chips are unknown."""
        left = [purse.get(OWN) for purse in self.purses]
        return None if None in left else [seat for seat, chips in enumerate(left) if chips]

    def _holds(self, payment: Payment, seat: int) -> bool:
        """Return True if a payment applies to the hand of a seat."""
        if not (payment.hands or payment.total is not None or payment.pot is not None):
            return True
        if not self.verdicts:
            return False
        shown = [self.verdicts[seat], self.deciding.get(seat, self.verdicts[seat])]
        wins_pot = all(verdict.hand is not None and verdict.hand.pot for verdict in shown)
        hand, total = shown[0].hand, shown[0].best
        return (
            (not payment.hands or (hand is not None and hand.id in payment.hands))
            and (payment.total is None or payment.total.contains(total))
            and (payment.pot is None or payment.pot == wins_pot)
        )

    def _group(self, payment: Payment, seat: int) -> list[Payment]:
        """Return the group of a payment; a seat makes only the largest payment of a group."""
        if payment.one_of is None:
            return [payment]
        group = [other for other in self.payments if other.one_of == payment.one_of]
        return [other for other in group if seat in self._seats(other)]

    def _is_largest(self, payment: Payment, seat: int) -> bool:
        group = self._group(payment, seat)
        return payment is max(group, key=lambda other: self._due(other, seat)[0])

    # --- how much -----------------------------------------------------------------------------

    def _account(self, place: str, seat: int) -> dict[str, int]:
        """Return the pots or purses that contain a place."""
        return self.pots if is_shared(self.variant, place) else self.purses[seat]

    def _due(self, payment: Payment, seat: int) -> tuple[int, bool]:
        """Return the amount of a payment, and whether it was rounded."""
        amount = payment.amount
        if amount.of is None:
            verdict = self.verdicts[seat]
            counted = verdict.best if amount.counts else amount.number
            if amount.agreed is not None:
                counted = self._agreed(amount.agreed)
            if amount.beyond:
                counted = beyond_limit(self.variant.counting, verdict.reading)
            return (counted or 0) * (amount.times or 1), False
        held = self._account(amount.of, seat)
        if amount.of != payment.source and is_shared(self.variant, amount.of):
            held = dict(self.showdown.pots)
        elif amount.of != payment.source:
            held = dict(self.showdown.seats[seat].purses)
        share, rounded = _part(held.get(amount.of, 0), amount.part)
        return share * (amount.times or 1), rounded

    def _agreed(self, name: str) -> int:
        """Return an amount that the table has agreed on, multiplied as the options in effect
        require.

        Raises Unknown if the amount or a factor is not given.
        """
        figures = self.showdown.figures
        if name not in figures:
            ask = Sentence("Say how much “{name}” is.", name=name)
            write = Sentence("Add --figure {name}=1, or what you have agreed on.", name=name)
            raise Unknown.of(Need("figure", 0, ask, write))
        amount = figures[name]
        for option in self.showdown.table.options:
            factor = option.multiplies.get(name)
            if factor is None:
                continue
            if factor not in figures:
                ask = Sentence("Say which “{name}” it is.", name=factor)
                write = Sentence("Add --figure {name}=1, or its number.", name=factor)
                raise Unknown.of(Need("figure", 0, ask, write))
            amount *= figures[factor]
            if all(name_of_agreed(option) not in line.agreed for line in self.lines):
                self.lines.append(Line(agreed=(name_of_agreed(option),)))
        return amount

    def _pay(self, payment: Payment, seats: list[int]) -> None:
        if not seats:
            return
        if payment.source == BUY_IN and BUY_IN not in self.pots:
            ask = Sentence("A player wins the game: say what all buy-ins come to.")
            write = Sentence("Add --pot {name}=100, or what was paid.", name=BUY_IN)
            raise Unknown.of(Need("pot", 0, ask, write))
        shared = is_shared(self.variant, payment.source)
        if not shared or payment.amount.of != payment.source:
            for seat in seats:
                self._pay_one(payment, seat)
            return
        each, left = divmod(self._due(payment, seats[0])[0], len(seats))
        for seat in seats if each else ():
            self._move(Line(seat, each, payment.source, payment.to, payment.id, each))
        if left and payment.left is not None:
            line = Line(None, left, payment.source, payment.left, None, left, self._of("left"))
            self._move(line, seats[0])

    def _pay_one(self, payment: Payment, seat: int) -> None:
        due, rounded = self._due(payment, seat)
        clauses = []
        if payment.one_of is not None and len(self._group(payment, seat)) > 1:
            clauses.append(payment.one_of)
        has = self._account(payment.source, seat).get(payment.source)
        most, paid = payment.most, due
        if most is not None and (self.showdown.first_hand or most.during == "always"):
            ceiling, uneven = (due, False) if has is None else _part(has, most.part)
            if ceiling < due:
                paid, rounded = ceiling, uneven
                clauses.append(most.clause)
        if rounded:
            clauses += self._of("rounded")
        if has is not None and has < paid and payment.source not in (GONE, SCORE):
            paid = has
            self.short.add(seat)
            clauses += self._of("short")
        if due:
            line = Line(seat, paid, payment.source, payment.to, payment.id, due, tuple(clauses))
            self._move(line)

    def _move(self, line: Line, seat: int = 0) -> None:
        goals = {done.to for done in self.lines if done.payment is not None}
        if goals and line.payment is not None and line.to not in goals:
            order = self._of("order") if len(goals) == 1 else ()
            line = msgspec.structs.replace(line, clauses=(*line.clauses, *order))
        self.lines.append(line)
        seat = seat if line.seat is None else line.seat
        for place, change in ((line.source, -line.amount), (line.to, line.amount)):
            account = self._account(place, seat)
            # Unknown amounts stay unknown.
            if place != GONE and (place in account or place not in (OWN, SCORE)):
                account[place] = account.get(place, 0) + change

    def _of(self, case: Case, hand: str | None = None) -> tuple[str, ...]:
        """Return the clauses about a case for a hand, or else the clauses for all hands."""
        clauses = [clause for clause in self.clauses if clause.tells == case]
        own = [clause for clause in clauses if hand in clause.hands]
        return tuple(clause.id for clause in own or clauses if own or not clause.hands)

    def _tell(self, case: Case, seat: int | None = None, hand: str | None = None) -> None:
        self.lines += [Line(seat, clauses=(clause,)) for clause in self._of(case, hand)]

    def _result(self, pending: Sequence[int] = ()) -> Settled:
        out = [i for i, purse in enumerate(self.purses) if purse.get(OWN) == 0 and not pending]
        for seat in out:
            if seat not in self.short:
                self._tell("broke", seat)
            self._tell("out", seat)
        if len(out) == len(self.purses):
            self._tell("last")
        return Settled(
            tuple(self.verdicts),
            tuple(self.first),
            tuple(self.lines),
            self.pots,
            tuple(self.purses),
            tuple(out),
            tuple(pending),
        )


def agreed_rules(variant: Variant) -> tuple[OptionalRule | Token, ...]:
    """Return the options and tokens of a game."""
    return (*variant.options, *variant.tokens)


def name_of_agreed(rule: OptionalRule | Token) -> str:
    """Return the name by which a line cites an option or a token: “options.nine-cells”."""
    return f"{chapter_of_agreed(rule)}.{rule.id}"


def chapter_of_agreed(rule: OptionalRule | Token) -> str:
    """Return the anchor of the chapter of an option or a token."""
    return "options" if isinstance(rule, OptionalRule) else "tokens"


def _all_but(items: tuple[_T, ...], i: int) -> tuple[_T, ...]:
    return items[:i] + items[i + 1 :]


def _best(seats: Sequence[int], verdicts: Sequence[Verdict]) -> list[int]:
    """Return the seats with the best hand, or none if all hands are lost."""
    placed = zip(seats, ranks(verdicts), verdicts, strict=True)
    return [seat for seat, rank, verdict in placed if rank == 1 and not verdict.bombed]


def _part(whole: int, part: tuple[int, ...]) -> tuple[int, bool]:
    """Return a fraction of a number, rounded down, and True if it was rounded."""
    share, rest = divmod(whole * part[0], part[1])
    return share, rest > 0


# --- settlement words ----------------------------------------------------------------------------


class RuleSentence(msgspec.Struct, frozen=True):
    """A sentence of the rules: the id of its payment or clause, its chapter in the booklet and its
    page, or 0 if no booklet was composed. The id of an option or a token follows its chapter:
    `options.nine-cells`.

    `provenance` is `source` if the sources state the rule, `silent` if they leave it open, and
    `against` if they say otherwise; `reading` is True for the last two.
    """

    id: str
    text: str
    chapter: str
    reading: bool
    page: int = 0
    provenance: Literal["source", "silent", "against"] = "source"


class Step(msgspec.Struct, frozen=True):
    """A step of a settlement: the amount that moves from one place to another, and its rules.

    `hand` and `name` identify the player, or are 0 and empty; `due` is the amount before it is
    limited by a ceiling or a purse; `payment` is the id of the payment, or empty for clauses that
    only apply.
    """

    hand: int
    name: str
    amount: int
    due: int
    source: str
    to: str
    payment: str
    text: str
    rules: tuple[RuleSentence, ...]


class ShownHand(msgspec.Struct, frozen=True):
    """A hand at a showdown: its player, its best total, and the id and name of the hand, if any.

    `purse` has the contents of the player's places after the settlement.
    """

    name: str
    best: int
    hand: str
    hand_name: str
    bombed: bool
    purse: Mapping[str, int]


class SettledShowdown(msgspec.Struct, frozen=True):
    """A settled showdown. Hands are numbered from 1. `first` are the winning hands, `out` the hands
    whose players leave the game, and `pending` the hands that need new cards first. `pots` are the
    contents of the places of the table.
    """

    __repr__ = brief_repr

    variant: str
    language: str
    hands: tuple[ShownHand, ...]
    first: tuple[int, ...]
    steps: tuple[Step, ...]
    pots: Mapping[str, int]
    out: tuple[int, ...]
    pending: tuple[int, ...]
    outcome: tuple[str, ...]
    """what places hold afterwards, and who is out, in words"""
    needs: tuple[Need, ...] = ()
    """what the table knows and the settlement lacks: nothing is settled without it"""

    def as_data(self) -> dict[str, Any]:
        """Return the settlement as plain data."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        return data


def settle_hands(
    variant: Variant, hands: str, language: str, **known: Unpack[ShowdownKeywords]
) -> SettledShowdown:
    """Settle a showdown described by a user.

    If only the players can supply a missing fact, the result contains the question instead. Raises
    PrintkitError for invalid cards, seats, places or numbers, and for other missing facts.
    """
    showdown = read_showdown(variant, hands, language, **known)
    try:
        needs = find_needs(variant, showdown, language)
        settled = None if needs else settle(variant, showdown)
    except Unknown as unknown:
        needs, settled = [unknown.need], None
    if settled is None:
        return _describe_needs(variant, showdown, needs, language)
    names = [seat.name for seat in showdown.seats]
    blank = [None] * (len(names) - len(settled.verdicts))
    return SettledShowdown(
        variant.slug,
        language,
        tuple(
            _describe_hand(variant, name, verdict, purse, language)
            for name, verdict, purse in zip(
                names, [*settled.verdicts, *blank], settled.purses, strict=True
            )
        ),
        tuple(i + 1 for i in settled.first),
        tuple(_describe_step(variant, names, line, language) for line in settled.lines),
        dict(settled.pots),
        tuple(i + 1 for i in settled.out),
        tuple(i + 1 for i in settled.pending),
        tuple(_describe_outcome(variant, names, settled, language)),
    )


def _describe_needs(
    variant: Variant, showdown: Showdown, needs: Sequence[Need], language: str
) -> SettledShowdown:
    """Return an unsettled showdown with the missing facts."""
    spoken = [speak_need(need, language) for need in needs]
    lines = (translate(language, "settle.needs", ask=n.ask, write=n.write) for n in spoken)
    return SettledShowdown(
        variant.slug, language, (), (), (), dict(showdown.pots), (), (), tuple(lines), tuple(spoken)
    )


class Pages(msgspec.Struct, frozen=True):
    """The pages of a booklet: `chapters` has the page of each chapter by its anchor, and
    `sentences` the page of the sentence on each payment and clause, and the anchor of the chapter
    there, by id.
    """

    chapters: Mapping[str, int] = {}
    sentences: Mapping[str, tuple[int, str]] = {}


def with_pages(settled: SettledShowdown, pages: Pages) -> SettledShowdown:
    """Return a settlement in which each sentence has its page, or else the page of its chapter."""

    def find_page(rule: RuleSentence) -> RuleSentence:
        first = pages.chapters.get(rule.chapter, 0)
        page, chapter = pages.sentences.get(rule.id, (first, rule.chapter))
        return replace(rule, page=page, chapter=chapter)

    steps = (replace(step, rules=tuple(map(find_page, step.rules))) for step in settled.steps)
    return replace(settled, steps=tuple(steps))


def _describe_hand(
    variant: Variant, name: str, verdict: Verdict | None, purse: Mapping[str, int], language: str
) -> ShownHand:
    if verdict is None:
        return ShownHand(name, 0, "", "", False, dict(purse))
    hand, lost = verdict.hand, variant.counting.lost
    called = "" if hand is None else hand.name[language]
    if verdict.bombed:
        called = lost[language] if lost else translate(language, "hand.bombed-out")
    key = "" if hand is None else hand.id
    return ShownHand(name, verdict.best, key, called, verdict.bombed, dict(purse))


def _describe_step(variant: Variant, names: Sequence[str], line: Line, language: str) -> Step:
    return Step(
        0 if line.seat is None else line.seat + 1,
        "" if line.seat is None else names[line.seat],
        line.amount,
        line.due,
        line.source,
        line.to,
        line.payment or "",
        _describe_move(variant, names, line, language) if line.source else "",
        tuple(
            RuleSentence(
                rule.id,
                rule.how[language],
                rule.chapter,
                bool(rule.provenance.mark),
                provenance=str(rule.provenance),  # type: ignore[arg-type]
            )
            for rules, wanted in (
                (variant.payments, (line.payment,)),
                (variant.clauses, line.clauses),
            )
            for key in wanted
            for rule in rules
            if rule.id == key
        )
        + tuple(
            _cite_agreed_rule(rule, language)
            for key in line.agreed
            for rule in agreed_rules(variant)
            if name_of_agreed(rule) == key
        ),
    )


def _cite_agreed_rule(rule: OptionalRule | Token, language: str) -> RuleSentence:
    name, chapter = name_of_agreed(rule), chapter_of_agreed(rule)
    if isinstance(rule, Token):
        return RuleSentence(name, rule.how[language], chapter, reading=False)
    return RuleSentence(
        name,
        rule.how[language],
        chapter,
        bool(rule.provenance.mark),
        provenance=str(rule.provenance),  # type: ignore[arg-type]
    )


def _describe_move(variant: Variant, names: Sequence[str], line: Line, language: str) -> str:
    """Return the sentence for a gain or payment of a player: “Lio pays 18 (Sabacc pot)”."""
    if line.seat is None:
        kind, place = "moves", line.to
    elif line.to in (OWN, PRIZE):
        kind, place = "takes", line.source
    elif line.source == OWN:
        kind, place = "pays", line.to
    else:
        kind, place = ("marks", line.to) if line.source == GONE else ("loses", line.source)
    who = "" if line.seat is None else names[line.seat]
    where = name_place(variant, place, language)
    text = translate(language, f"settle.{kind}", name=who, amount=signed(line.amount), place=where)
    if line.due != line.amount:
        text += translate(language, "settle.due", due=signed(line.due))
    return text


def name_place(variant: Variant, place: str, language: str) -> str:
    """Return the name of a place, including places that are not on the table."""
    if place in PURSES:
        return translate(language, f"settle.places.{place}")
    return next(p.name[language] for p in variant.places if p.id == place)


def _describe_outcome(
    variant: Variant, names: Sequence[str], settled: Settled, language: str
) -> list[str]:
    """Return sentences on the contents of places after a showdown, the players who are out, and the
    players who need new cards.
    """
    lines = []
    if settled.pending:
        who = join_words(language, [names[i] for i in settled.pending])
        count = int(variant.settlement.again or 1)
        lines.append(translate(language, "settle.pending", names=who, count=count))
    for place, amount in settled.pots.items():
        label = name_place(variant, place, language)
        lines.append(translate(language, "words.pair", name=label, text=str(amount)))
    for name, purse in zip(names, settled.purses, strict=True):
        held = [
            translate(language, "settle.left", amount=n)
            if place == OWN
            else f"{name_place(variant, place, language)} {signed(n)}"
            for place, n in purse.items()
        ]
        if held:
            lines.append(translate(language, "words.pair", name=name, text=", ".join(held)))
    if settled.out:
        who = join_words(language, [names[i] for i in settled.out])
        lines.append(translate(language, "settle.out", names=who))
    return lines
