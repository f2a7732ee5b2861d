"""What a showdown pays, as a definition tells it: who, how much, from where, to where, in order.

One vocabulary for booklets, aids and `settle`: the record that is reckoned with holds the sentence
that tells it.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal, Self

from msgspec import Meta, field

from printkit.base.limits import MAX_ENTRIES
from printkit.model.fields import (
    Bounds,
    Count,
    Fault,
    HandId,
    Home,
    Id,
    Number,
    Part,
    PictogramId,
    PlaceId,
    Written,
)
from printkit.model.figures import resolve_bound
from printkit.model.play import ClauseId, Counting
from printkit.model.tabletop import Penalty
from printkit.model.text import Named, Short, Text

Who = Literal[
    "first", "beaten", "good", "bombed", "false", "failed-call", "alone", "goal",
    "ahead", "level", "behind",
]  # fmt: skip
# Besides the places of the table: what a player has; out of the game; what a player has staked; the
# stake of a match; points.
OWN, GONE, STAKE, WAGER, SCORE = "own", "gone", "stake", "wager", "score"
PURSES = (OWN, GONE, STAKE, WAGER, SCORE)
Case = Literal[
    "order", "tie", "caller", "lost", "left", "rounded", "short", "out", "broke", "last",
]  # fmt: skip
PurseId = Annotated[Id, Meta(extra={"names": "purses"})]
PaymentId = Annotated[Id, Meta(extra={"names": "payments"})]
OptionId = Annotated[Id, Meta(extra={"names": "options"})]
_Share = Annotated[tuple[Count, ...], Meta(min_length=2, max_length=2)]


class Reckoned(int, Written):
    """A number, the path of a figure (figures.beaten), or the name of a limit of the game."""

    forms = {int: Number, str: Annotated[str, Meta(min_length=1, max_length=64)]}

    @classmethod
    def read(cls, form: int | str, home: Home) -> Self:
        if isinstance(form, int):
            return cls(form)
        number = home.figures.get(form, resolve_bound(form, home.figures))
        if not isinstance(number, int):
            raise ValueError("is not a number of this definition")
        return cls(number)


class Amount(Part):
    """How much is paid: a number, what a hand counts, or a part of what a place holds."""

    number: Reckoned | None = None
    counts: bool = False
    """as many as the hand counts: its total or difference"""
    beyond: bool = False
    """as many as the hand has beyond a limit"""
    of: PurseId | None = None
    """as much as a place holds; a place other than that of `from` counts as it was at the showdown
    """
    part: _Share = (1, 1)
    """the part of it, rounded down: [1, 2] is a half"""
    times: Reckoned | None = None
    """the number of times that it is paid, by default once"""

    def faults(self) -> Iterator[Fault]:
        given = (self.number is not None, self.counts, self.beyond, self.of is not None)
        if sum(given) != 1:
            yield Fault((), "needs exactly one of number, counts, beyond, of.")


class Ceiling(Part):
    """The greatest part of what the payer has that a payment may take."""

    part: _Share = (1, 1)
    during: Literal["first-hand", "always"] = "always"
    clause: ClauseId
    """the clause that tells it"""


class Payment(Named):
    """A payment of a showdown, in the order in which payments are made."""

    how: Text
    """the payment in words"""
    short: Short | None = None
    """the same in at most 60 characters, for aids"""
    icon: PictogramId | None = None
    """its pictogram; by default the pictogram with its id, if there is one"""
    chapter: Id = "penalties"
    """the anchor of the chapter that tells it"""
    reading: bool = False
    """true: the sources do not tell; this is our interpretation"""
    who: Who
    """first: the best hand, and all that equal it; beaten: all others; good: all that are not
    bombed out; bombed: the bombed out; false: who has laid down a Sabacc that is not one, and is
    out of the comparison; failed-call: the caller, if not first; alone: the last player left; goal:
    who has reached the score that wins; ahead, level, behind: in comparison with the bank"""
    unless: Who | None = None
    """players who do not make it, by the same words"""
    hands: Annotated[tuple[HandId, ...], MAX_ENTRIES.meta] = ()
    """only for these hands"""
    pot: bool | None = None
    """true: only for hands that win the sabacc pot; false: only for others"""
    total: Bounds | None = None
    """only for a hand that counts as much"""
    source: PurseId = field(name="from")
    """a place; own: what the player has; gone: from outside the game; stake: what the player has
    staked; wager: what is staked on a match; score"""
    to: PurseId
    """the same; gone: out of the game"""
    amount: Amount
    left: PlaceId | None = None
    """the place for what cannot be shared evenly; by default it stays"""
    most: Ceiling | None = None
    one_of: ClauseId | None = None
    """of the payments with this clause a player makes only the largest"""
    option: OptionId | None = None
    """only with this optional rule"""
    instead: Annotated[tuple[PaymentId, ...], MAX_ENTRIES.meta] = ()
    """with it, these payments are not made; by default all of those without an optional rule"""


class Clause(Named):
    """A sentence that changes payments: rounding, the first hand, a tie."""

    how: Text
    """the rule in words"""
    short: Short | None = None
    """the same in at most 60 characters, for aids"""
    icon: PictogramId | None = None
    """its pictogram; by default the pictogram with its id, if there is one"""
    chapter: Id = "penalties"
    """the anchor of the chapter that tells it"""
    reading: bool = False
    """true: the sources do not tell; this is our interpretation"""
    tells: Case | None = None
    """the case that it tells: order of payments; tie for the first place; caller: one of those who
    share; lost: all hands are; left: what cannot be shared evenly; rounded: a part; short: a player
    cannot pay in full; out: a player has nothing left; broke: has nothing left and owes nothing;
    last: all who are left are out at once"""


# What aids tell of losses and gains.
Due = Penalty | Payment | Clause


class Settlement(Part):
    """How ties for the first place are decided at a showdown."""

    tie: Literal["split", "nobody", "again"] = "split"
    """split: they share; nobody: none of them wins; again: new cards decide"""
    again: Reckoned | None = None
    """the number of new cards for each, by default one"""
    keeps: bool = True
    """true: new cards are added to the hand, and equal hands then share; false: they are a hand of
    their own, and equal hands get new cards once more"""
    breaks: ClauseId | None = None
    """the clause by which a card decides a tie"""


def untold_cases(
    payments: Iterable[Payment], clauses: Iterable[Clause], counting: Counting
) -> list[Case]:
    """Return the cases that can occur at a showdown, and that no clause tells."""
    known = {clause.tells for clause in clauses}
    occurs = dict.fromkeys(case for payment in payments for case in _cases(payment))
    can_lose = counting.limit is not None or counting.floor is not None or counting.bombs
    if "tie" in occurs and can_lose:
        occurs["lost"] = None
    if "broke" in occurs and "out" in known:
        del occurs["broke"]
    return [case for case in occurs if case not in known]


def _cases(payment: Payment) -> Iterator[Case]:
    """Yield the cases that a payment may meet."""
    if payment.option is not None:
        return
    if payment.who == "first":
        yield "tie"
    if payment.who == "failed-call":
        yield "caller"
    if payment.left is not None:
        yield "left"
    parts = [payment.amount.part, *([payment.most.part] if payment.most is not None else ())]
    if any(over % under for over, under in parts):
        yield "rounded"
    if payment.source == OWN:
        yield from ("short", "broke")
