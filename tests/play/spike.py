"""Simple players of Corellian Spike.

They improve the total towards zero, bet on totals near it, and junk distant ones in the last round.
"""

from functools import lru_cache
from random import Random

from printkit.model.cards import Card
from printkit.model.variant import Variant
from printkit.rules.card_codes import HeldCard
from printkit.rules.hands import judge, nearest_to, rank_key
from tests.play.evenings import Hand, Table, clause


def total(hand: list[Card]) -> int:
    return sum(card.values[0] for card in hand)


def _draw(hand: list[Card], stock: list[Card], discard: list[Card]) -> None:
    """Draw the card that brings the hand closer to zero: the face-up card, or one of the stock."""
    now = abs(total(hand))
    swaps = {i: abs(total(hand) - card.values[0] + discard[-1].values[0])
             for i, card in enumerate(hand)}  # fmt: skip
    nearest = min(swaps, key=lambda i: swaps[i])
    if now <= 1:
        return
    if swaps[nearest] < now - 2 or not stock:
        hand[nearest], discard[-1] = discard[-1], hand[nearest]
    elif now > 6:
        worst = max(range(len(hand)), key=lambda i: abs(hand[i].values[0]))
        discard.append(hand[worst])
        hand[worst] = stock.pop()
    else:
        hand.append(stock.pop())


def corellian_spike(variant: Variant) -> Hand:
    """Play a hand: three rounds of draw, bet and dice, then the showdown."""
    cards = [card for card in variant.cards for _ in range(card.copies)]
    dealt, ante = (variant.figures[key] for key in ("dealt", "ante"))
    raise_ = clause(variant, "phases", "bet").most
    rounds = next(track.last for track in variant.tracks if track.id == "round")

    @lru_cache(maxsize=50_000)
    def key(ids: tuple[str, ...]) -> tuple[int, ...]:
        by_id = {card.id: card for card in cards}
        held = [HeldCard(by_id[name], by_id[name].values) for name in ids]
        return rank_key(judge(variant, held))

    def play(table: Table, first: int) -> None:
        players = len(table.purses)
        stock = table.dice.sample(cards, len(cards))
        hands = {player: [stock.pop() for _ in range(dealt)] for player in range(players)}
        discard = [stock.pop()]
        order = [(first + n) % players for n in range(1, players + 1)]
        for player in order:
            table.bet(player, ante)
            table.sabacc_pot += table.pay(player, ante)
        table.seconds += 45
        for round_ in range(1, rounds + 1):
            for player in [p for p in order if p in hands]:
                _draw(hands[player], stock, discard)
                table.seconds += 10
            for player in table.still_to_pay(order, hands):
                own, stake = table.temper(player), table.stake
                off = max(0, abs(total(hands[player])) - own.nerve // 2)
                if stake and off > 8 - round_ and len(hands) > 1 and table.yields(player, 0.5):
                    del hands[player]
                    continue
                if not stake and off <= 2:
                    stake = own.bets(table.dice.randint(1, raise_), raise_)
                elif stake and off == 0 and stake <= raise_ and table.dares(player, 0.4):
                    stake += own.bets(table.dice.randint(1, raise_), raise_)
                table.call(player, stake)
            if len(hands) == 1:
                return table.share(list(hands), sabacc=False)
            table.seconds += 8
            if table.dice.randint(1, 6) == 1:
                for player in [p for p in order if p in hands]:
                    count, old = len(hands[player]), hands[player]
                    discard += old
                    if len(stock) < count:
                        table.dice.shuffle(discard)
                        stock, discard = [*discard[:-1], *stock], discard[-1:]
                    hands[player] = [stock.pop() for _ in range(count)]
                    table.seconds += 8
        table.seconds += 45
        keys = {p: key(tuple(card.id for card in hand)) for p, hand in hands.items()}
        winners = [player for player in keys if keys[player] == min(keys.values())]
        sabacc = total(hands[winners[0]]) == 0
        if len(winners) > 1 and variant.settlement.tie.draws:
            blind = [stock.pop() if stock else table.dice.choice(discard) for _ in winners]
            held = [[HeldCard(card, card.values)] for card in blind]
            winners = [winners[i] for i in nearest_to(0, held)]
        return table.share(winners, sabacc=sabacc)

    return play


class _Recorder(Table):
    """A table that counts the pots that are won, and those that several players share."""

    won: int = 0
    shared: int = 0

    def share(self, winners: list[int], *, sabacc: bool) -> None:
        self.won += 1
        self.shared += len(winners) > 1
        super().share(winners, sabacc=sabacc)


def shared_pots(variant: Variant, players: int, hands: int) -> float:
    """Return the part of the pots that several players share."""
    hand = corellian_spike(variant)
    table = _Recorder(Random(players), [], paid=[0] * players)
    for number in range(hands):
        table.purses = [100] * players
        hand(table, number % players)
    return table.shared / table.won
