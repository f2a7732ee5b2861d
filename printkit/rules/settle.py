"""Settle a showdown: who takes what and who pays what, in the order of the payments.

Nothing here knows a game: every payment is a record of the definition, and every line names the
record that it follows and the clauses that changed it. An amount `of` another place is what that
place held when the hands were shown; an amount of its own source is what this holds now. Payments
are made in their order, and each by the players in theirs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from printkit.base.errors import PrintkitError, Sentence
from printkit.model.settlement import GONE, OWN, SCORE, Case, Payment, Who
from printkit.model.variant import Variant
from printkit.rules.counting import beyond_limit
from printkit.rules.hands import Verdict, judge_all, ranks
from printkit.rules.showdown import Showdown, is_shared, payments_in_force


class Line(msgspec.Struct, frozen=True):
    """A step: an amount that moves from one place to another, or clauses that hold.

    `due` is the amount without ceiling and purse; `clauses` are those that changed it.
    """

    seat: int | None = None
    amount: int = 0
    source: str = ""
    to: str = ""
    payment: str | None = None
    due: int = 0
    clauses: tuple[str, ...] = ()


class Settled(msgspec.Struct, frozen=True):
    """A settled showdown: seats that come first, steps, what places hold, seats that are out.

    `pending` are the seats between which new cards must decide first.
    """

    verdicts: tuple[Verdict, ...]
    first: tuple[int, ...]
    lines: tuple[Line, ...]
    pots: Mapping[str, int]
    purses: tuple[Mapping[str, int], ...]
    out: tuple[int, ...]
    pending: tuple[int, ...] = ()


def settle(variant: Variant, showdown: Showdown) -> Settled:
    """Settle a showdown. Raises PrintkitError if it depends on a rule set that is not told."""
    return _Referee(variant, showdown).settle()


class _Referee:
    def __init__(self, variant: Variant, showdown: Showdown) -> None:
        self.variant, self.showdown = variant, showdown
        self.payments = payments_in_force(variant, showdown.table)
        # What replaces all payments has no use for clauses about them.
        whole = all(payment.option is None or payment.instead for payment in self.payments)
        self.clauses = [clause for clause in variant.clauses if whole]
        self.pots = dict(showdown.pots)
        self.purses = [dict(seat.purses) for seat in showdown.seats]
        self.lines: list[Line] = []
        self.short: set[int] = set()
        self.verdicts: list[Verdict] = []
        self.first: list[int] = []
        # The hands by which ties were decided.
        self.deciding: dict[int, Verdict] = {}

    def settle(self) -> Settled:
        hands = [seat.hand for seat in self.showdown.seats]
        if all(hands):
            self.verdicts = self._judge(hands)
        if not self.showdown.alone:
            pending = self._rank()
            if pending:
                return self._result(pending)
            if len(self.first) > 1 and self.showdown.caller in self.first:
                self._tell("caller")
            if all(self.verdicts[i].bombed for i in self._players()):
                self._tell("lost")
        for payment in self.payments:
            if seats := [seat for seat in self._seats(payment) if self._is_largest(payment, seat)]:
                self._pay(payment, seats)
        return self._result()

    def _judge(self, hands: Sequence[Sequence[object]]) -> list[Verdict]:
        verdicts = judge_all(self.variant, hands, self.showdown.table)  # type: ignore[arg-type]
        if self.showdown.table.rule_set is None and any(v.rule_set for v in verdicts):
            message = "What these hands are worth depends on the rule set in use."
            sets = ", ".join(self.variant.sets)
            raise PrintkitError(
                message, hint=Sentence("Add --rule-set with one of these: {sets}.", sets=sets)
            )
        return verdicts

    # --- who comes first ----------------------------------------------------------------------

    def _rank(self) -> list[int]:
        """Find the seats that come first; return those between which new cards must decide."""
        rules, players = self.variant.settlement, self._players()
        self.first = _best(players, [self.verdicts[i] for i in players])
        if len(self.first) < 2 or self.showdown.bank is not None:
            return []
        if rules.tie == "nobody" and self.showdown.breaker in self.first:
            self.first = [self.showdown.breaker]
            self.lines += [Line(clauses=(rules.breaks,))] if rules.breaks else []
            return []
        self._tell("tie")
        if rules.tie == "nobody":
            self.first = []
        return self._play_on() if rules.tie == "again" else []

    def _play_on(self) -> list[int]:
        """Decide a tie by new cards; return the seats that are still level and need more."""
        rules, seats = self.variant.settlement, self.showdown.seats
        for number in range(1 if rules.keeps else len(seats[0].again)):
            cards = [seats[i].again[number] if seats[i].again else () for i in self.first]
            if not all(cards):
                return self.first
            self._require_count(cards)
            kept = [seats[i].hand if rules.keeps else () for i in self.first]
            verdicts = self._judge([(*old, *new) for old, new in zip(kept, cards, strict=True)])
            if not rules.keeps:
                self.deciding |= dict(zip(self.first, verdicts, strict=True))
            self.first = _best(self.first, verdicts) or self.first
            if len(self.first) == 1:
                return []
        return [] if rules.keeps else self.first

    def _require_count(self, hands: Sequence[Sequence[object]]) -> None:
        wanted = self.variant.settlement.again or 1
        for hand in hands:
            if len(hand) != wanted:
                message = Sentence(
                    "In a tie the number of new cards for each is {count}.", count=int(wanted)
                )
                raise PrintkitError(
                    message, hint=Sentence("Name as many after --again.", count=int(wanted))
                )

    # --- who pays -----------------------------------------------------------------------------

    def _players(self) -> list[int]:
        """Return the seats in the order of payment: from the left of the bank, if there is one."""
        bank, count = self.showdown.bank, len(self.showdown.seats)
        seats = [((bank or 0) + i) % count for i in range(bank is not None, count)]
        return [seat for seat in seats if seat not in self.showdown.false]

    def _seats(self, payment: Payment) -> list[int]:
        """Return the seats that a payment concerns."""
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
                return seat == self.showdown.caller and not is_first
            case "goal":
                goals = [score.goal for score in self.variant.scores if score.kind == "sets"]
                return any(goal in self.purses[seat].values() for goal in goals)
        bank = self.showdown.bank
        assert bank is not None
        mine, other = ranks([self.verdicts[seat], self.verdicts[bank]])
        order = "ahead" if mine < other else "level" if mine == other else "behind"
        return not lost and who == order

    def _holds(self, payment: Payment, seat: int) -> bool:
        """Return True if a hand is one that a payment is for."""
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
        """Return the payments of which a seat makes the largest only."""
        if payment.one_of is None:
            return [payment]
        group = [other for other in self.payments if other.one_of == payment.one_of]
        return [other for other in group if seat in self._seats(other)]

    def _is_largest(self, payment: Payment, seat: int) -> bool:
        group = self._group(payment, seat)
        return payment is max(group, key=lambda other: self._due(other, seat)[0])

    # --- how much -----------------------------------------------------------------------------

    def _account(self, place: str, seat: int) -> dict[str, int]:
        """Return the purses among which a place is."""
        return self.pots if is_shared(self.variant, place) else self.purses[seat]

    def _due(self, payment: Payment, seat: int) -> tuple[int, bool]:
        """Return an amount, and whether it was rounded."""
        amount = payment.amount
        if amount.of is None:
            verdict = self.verdicts[seat]
            counted = verdict.best if amount.counts else amount.number
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

    def _pay(self, payment: Payment, seats: list[int]) -> None:
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
            # What is not told stays so.
            if place != GONE and (place in account or place not in (OWN, SCORE)):
                account[place] = account.get(place, 0) + change

    def _of(self, case: Case) -> tuple[str, ...]:
        """Return the clauses that tell a case."""
        return tuple(clause.id for clause in self.clauses if clause.tells == case)

    def _tell(self, case: Case, seat: int | None = None) -> None:
        self.lines += [Line(seat, clauses=(clause,)) for clause in self._of(case)]

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


def _best(seats: Sequence[int], verdicts: Sequence[Verdict]) -> list[int]:
    """Return the seats with the best hand; none if all are lost."""
    placed = zip(seats, ranks(verdicts), verdicts, strict=True)
    return [seat for seat, rank, verdict in placed if rank == 1 and not verdict.bombed]


def _part(whole: int, part: tuple[int, ...]) -> tuple[int, bool]:
    """Return a part of what a place holds, rounded down, and whether it was rounded."""
    share, rest = divmod(whole * part[0], part[1])
    return share, rest > 0
