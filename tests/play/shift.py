"""Simple players of Coruscant Shift.

They play the selection nearest to the target with the most cards of its suit, add cards that
improve it, bet on hands on target, and fold hands far from it when others bet.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from printkit.model.cards import Card
from printkit.model.variant import Variant
from printkit.rules.card_codes import HeldCard
from printkit.rules.hands import TableState, TableTarget, judge, rank_key
from tests.play.evenings import Hand, Table, clause


def how_far(kept: Sequence[Card], suits: frozenset[str], number: int) -> tuple[int, int, int]:
    """Return the distance, the cards of the suit, negative, and the size: smaller is better."""
    off = abs(sum(card.values[0] for card in kept) - number)
    return off, -sum(card.suit in suits or card.suit is None for card in kept), len(kept)


def _choices(own: Sequence[Card], new: Sequence[Card]) -> Iterator[list[Card]]:
    """Yield every selection of cards in hand that has all of its own cards."""
    for count in range(len(new) + 1):
        for added in combinations(new, count):
            if own or added:
                yield [*own, *added]


def _best(
    own: Sequence[Card], new: Sequence[Card], suits: frozenset[str], number: int
) -> list[Card]:
    return min(_choices(own, new), key=lambda kept: how_far(kept, suits, number))


def coruscant_shift(variant: Variant) -> Hand:
    """Play a hand: target, selection, bet, shift, bet, showdown."""
    cards = [card for card in variant.cards for _ in range(card.copies)]
    dealt, ante = (variant.figures[key] for key in ("dealt", "ante"))
    raise_ = clause(variant, "phases", "bet").most
    target = variant.counting.target
    assert target is not None

    def bet(table: Table, order: list[int], worths: dict[int, int]) -> None:
        """Ask for bets; a worth is 3 for a selection that should win, 0 for a hopeless one."""
        for player in table.still_to_pay(order, worths):
            own, stake = table.temper(player), table.stake
            worth = worths[player] + (own.nerve > 0) - (own.nerve < 0)
            if stake and worth <= 0 and len(worths) > 1 and table.yields(player, 0.6):
                del worths[player]
                continue
            if not stake and worth >= 2:
                stake = own.bets(table.dice.randint(1, raise_), raise_)
            elif stake and worth >= 3 and stake <= raise_ and table.dares(player, 0.4):
                stake += own.bets(table.dice.randint(1, raise_), raise_)
            table.call(player, stake)

    def play(table: Table, first: int) -> None:
        players = len(table.purses)
        stock = table.dice.sample(cards, len(cards))
        hands = {player: [stock.pop() for _ in range(dealt)] for player in range(players)}
        order = [(first + n) % players for n in range(1, players + 1)]
        for player in order:
            table.bet(player, ante)
        number, suit = table.dice.choice(target.numbers), table.dice.choice(target.suits)
        table.seconds += 60
        kept = {p: _best((), hands[p], suit.suits, number) for p in order}
        table.seconds += 30 + 5 * players
        worths = {p: 2 - min(2, how_far(kept[p], suit.suits, number)[0]) for p in order}
        worths = {p: worth + (len(kept[p]) < dealt - 1) for p, worth in worths.items()}
        bet(table, order, worths)
        if len(worths) == 1:
            return table.share([*worths], sabacc=False)
        for player in [p for p in order if p in worths]:
            new = [stock.pop() for _ in range(dealt - len(kept[player]))]
            kept[player] = _best(kept[player], new, suit.suits, number)
            off, own, _ = how_far(kept[player], suit.suits, number)
            worths[player] = (2 + (own <= -2)) if off == 0 else 1 if off == 1 else 0
            table.seconds += 12
        bet(table, order, worths)
        table.seconds += 40
        if len(worths) == 1:
            return table.share([*worths], sabacc=False)
        state = TableState(aim=TableTarget(number, suit.id))
        keys = {
            p: rank_key(judge(variant, [HeldCard(card, card.values) for card in kept[p]], state))
            for p in worths
        }
        winners = [player for player in keys if keys[player] == min(keys.values())]
        table.share(winners, sabacc=False)
        # There is one pot: a remainder that cannot be shared stays in it.
        table.hand_pot, table.sabacc_pot = table.sabacc_pot, 0
        return None

    return play
