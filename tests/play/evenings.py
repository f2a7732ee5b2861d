"""Simulate an evening: play hands until a player is out (in Kessel, until one is left).

Players have one of three tempers; the results are counted.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from random import Random
from statistics import mean, median, quantiles
from typing import Any

from msgspec import Struct, field

from printkit.model.variant import Variant


def clause(variant: Variant, kind: str, key: str) -> Any:
    """Return a rule of a game by its kind and id: the players act by it."""
    return next(rule for rule in getattr(variant, kind) if rule.id == key)


MAX_HANDS = 40
"""no evening is longer"""


class Temper(Struct, frozen=True):
    """How a player bets.

    Bluffing (how much better a hand is played than it is), the chance to raise and to fold a poor
    hand (relative to a plain player), and the bets.
    """

    nerve: int
    raises: float
    folds: float
    bets: Callable[[int, int], int]
    """from what a plain player would bet and the most that is allowed"""


PLAIN = Temper(0, 1.0, 1.0, min)
BOLD = Temper(4, 1.8, 0.3, lambda bet, most: most if bet else 0)
TIGHT = Temper(-4, 0.0, 2.0, lambda bet, most: min(bet, 1))
# The tables to simulate: all players have the same temper, or one in three has each.
PLAINLY, MIXED, BOLDLY, TIGHTLY = (PLAIN,), (PLAIN, BOLD, TIGHT), (BOLD,), (TIGHT,)


class Table(Struct):
    """Players with their purses, the pots, and the elapsed seconds."""

    dice: Random
    purses: list[int]
    first_hand: bool = True
    hand_pot: int = 0
    sabacc_pot: int = 0
    seconds: int = 0
    paid: list[int] = field(default_factory=list)
    stake: int = 0
    staked: dict[int, int] = {}
    tempers: Sequence[Temper] = PLAINLY
    tokens: dict[int, list[str]] = {}

    def temper(self, player: int) -> Temper:
        return self.tempers[player % len(self.tempers)]

    def sees(self, player: int, worth: int) -> int:
        """Return the worth of a live hand as its player sees it."""
        return worth + self.temper(player).nerve if worth >= 0 else worth

    def dares(self, player: int, chance: float) -> bool:
        """Return True if a player raises, given the chance that a plain player would."""
        return self.dice.random() < chance * self.temper(player).raises

    def yields(self, player: int, chance: float) -> bool:
        """Return True if a player folds, given the chance that a plain player would."""
        return self.dice.random() < chance * self.temper(player).folds

    def pay(self, player: int, credits: int) -> int:
        """Take credits out of a purse, at most its content."""
        credits = min(credits, self.purses[player])
        self.purses[player] -= credits
        self.paid[player] += credits
        return credits

    def bet(self, player: int, credits: int) -> None:
        self.hand_pot += self.pay(player, credits)

    def fine(self, player: int, credits: int) -> None:
        """Pay into the sabacc pot; in the first hand, at most half of the player's credits."""
        if self.first_hand:
            credits = min(credits, self.purses[player] // 2)
        self.sabacc_pot += self.pay(player, credits)

    def still_to_pay(
        self, order: list[int], inside: Collection[int], stake: int = 0
    ) -> Iterator[int]:
        """Ask each active player at most twice, until all have paid the stake."""
        self.stake, self.staked = stake, dict.fromkeys(order, 0)
        for player in [*order, *order]:
            if player in inside and not (self.stake and self.staked[player] == self.stake):
                yield player

    def call(self, player: int, stake: int, seconds: int = 5) -> None:
        """Pay up to a stake, which becomes the stake of all players."""
        self.stake = stake
        self.bet(player, stake - self.staked[player])
        self.staked[player] = stake
        self.seconds += seconds

    def share(self, winners: list[int], *, sabacc: bool) -> None:
        """Divide the hand pot, and the sabacc pot if it is won too."""
        for name in ("hand_pot", "sabacc_pot")[: 1 + sabacc]:
            pot = getattr(self, name)
            for player in winners:
                self.purses[player] += pot // len(winners)
            setattr(self, name, 0)
            self.sabacc_pot += pot % len(winners)


Hand = Callable[[Table, int], None]
"""Plays a hand: the table and the first dealer."""


class Evenings(Struct, frozen=True):
    """The results of many evenings of a game, at tables of one kind."""

    first: float
    """what a player puts into the first hand, on average"""
    first_hand_out: int
    """evenings in which the first hand ended one for somebody"""
    minutes: float
    """of a hand"""
    outs: list[int]
    """hands until the first player is out; MAX_HANDS if later"""
    evening: float
    """minutes, until it ends or MAX_HANDS are played, half of the evenings"""


def play(
    hand: Hand,
    players: int,
    credits: int,
    evenings: int,
    tempers: Sequence[Temper] = PLAINLY,
    *,
    last_one: bool = False,
) -> Evenings:
    """Play evenings until the first player is out, or until one is left.

    The result is reproducible.
    """
    dice = Random(f"{players}-{credits}")
    first: list[float] = []
    outs: list[int] = []
    lengths: list[float] = []
    whole: list[float] = []
    for _ in range(evenings):
        table = Table(dice, [credits] * players, tempers=tempers)
        played, out = 0, 0
        while played < MAX_HANDS and (sum(map(bool, table.purses)) > 1 if last_one else not out):
            table.paid = [0] * players
            hand(table, played % players)
            played += 1
            if table.first_hand:
                first.append(mean(table.paid))
            table.first_hand = False
            out = out or (played if min(table.purses) == 0 else 0)
        outs.append(out or played)
        lengths.append(table.seconds / 60 / played)
        whole.append(table.seconds / 60)
    return Evenings(mean(first), outs.count(1), mean(lengths), outs, median(whole))


class Found(Struct, frozen=True):
    """The figures of a row of stakes, as printed in the booklets."""

    first: int
    minutes: int
    hands: tuple[int, int]
    bold: int
    tight: int
    first_hand_out: int


def try_stakes(
    hand: Hand, players: int, credits: int, evenings: int, *, last_one: bool = False
) -> Found:
    """Play evenings at plain, mixed, bold and tight tables; fewer at the last two."""
    tried = ((PLAINLY, evenings), (MIXED, evenings), (BOLDLY, evenings), (TIGHTLY, evenings // 4))
    plain, mixed, bold, tight = (
        play(hand, players, credits, count, tempers, last_one=last_one) for tempers, count in tried
    )
    low, _, high = quantiles([*plain.outs, *mixed.outs], n=4)
    return Found(
        max(1, round(plain.first)),
        max(1, round(plain.minutes)),
        (round(low), round(high)),
        round(median(bold.outs)),
        round(median(tight.outs)),
        sum(one.first_hand_out for one in (plain, mixed, bold, tight)),
    )
