"""An evening of a game: hands are played until somebody is out (in Kessel until one is left), and
what happened is counted."""

from collections.abc import Callable, Collection, Iterator
from random import Random
from statistics import mean, median

from msgspec import Struct, field

MAX_HANDS = 40
"""no evening is longer"""


class Table(Struct):
    """Players with their purses and the pots; seconds that have passed."""

    dice: Random
    purses: list[int]
    first_hand: bool = True
    hand_pot: int = 0
    sabacc_pot: int = 0
    seconds: int = 0
    calls: int = 0
    failed: int = 0
    shown: int = 0
    bombed: int = 0
    paid: list[int] = field(default_factory=list)
    stake: int = 0
    staked: dict[int, int] = {}

    def pay(self, player: int, credits: int) -> int:
        """Take credits out of a purse, as far as they are there."""
        credits = min(credits, self.purses[player])
        self.purses[player] -= credits
        self.paid[player] += credits
        return credits

    def bet(self, player: int, credits: int) -> None:
        self.hand_pot += self.pay(player, credits)

    def fine(self, player: int, credits: int) -> None:
        """Pay into the sabacc pot: in the first hand at most half of what a player holds."""
        if self.first_hand:
            credits = min(credits, self.purses[player] // 2)
        self.sabacc_pot += self.pay(player, credits)

    def still_to_pay(
        self, order: list[int], inside: Collection[int], stake: int = 0
    ) -> Iterator[int]:
        """Ask each player who is in twice at the most: until everyone has paid the stake."""
        self.stake, self.staked = stake, dict.fromkeys(order, 0)
        for player in [*order, *order]:
            if player in inside and not (self.stake and self.staked[player] == self.stake):
                yield player

    def call(self, player: int, stake: int, seconds: int = 5) -> None:
        """Pay up to a stake, which is that of all from now on."""
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


class Figures(Struct, frozen=True):
    """What many evenings of a game come to."""

    first: int
    """what a player puts into the first hand, on average"""
    first_hand_out: int
    """evenings in which the first hand ended one for somebody"""
    minutes: int
    """of a hand"""
    hands: int
    """until the first player is out, half of the evenings; MAX_HANDS if later"""
    bombed: int
    """of a hundred hands that were shown"""
    failed: int
    """of a hundred calls"""
    evening: int
    """minutes, until it ends or MAX_HANDS are played, half of the evenings"""


def play(
    hand: Hand, players: int, credits: int, evenings: int, *, last_one: bool = False
) -> Figures:
    """Play evenings until the first player is out, or until one is left. The same every time."""
    dice = Random(f"{players}-{credits}")
    first: list[float] = []
    outs: list[int] = []
    lengths: list[float] = []
    tables: list[Table] = []
    for _ in range(evenings):
        table = Table(dice, [credits] * players)
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
        tables.append(table)
    calls, shown = (sum(getattr(t, name) for t in tables) for name in ("calls", "shown"))
    return Figures(
        round(mean(first)),
        outs.count(1),
        round(mean(lengths)),
        round(median(outs)),
        round(100 * sum(t.bombed for t in tables) / max(shown, 1)),
        round(100 * sum(t.failed for t in tables) / max(calls, 1)),
        round(median(t.seconds for t in tables) / 60),
    )
