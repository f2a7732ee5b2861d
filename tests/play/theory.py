"""Simple players of Sabacc theory: one exchange towards 23, one bet on a good score."""

from printkit.model.variant import Variant
from tests.play.casino import LIMIT, Card, deck, kept
from tests.play.evenings import Hand, Table

PURE, SABACC, IDIOTS = 103, 102, 101


def score(hand: list[Card]) -> int:
    """Rank a hand: the sabaccs, the Idiot's Combination, then its score; below −99 it is lost."""
    total = sum(values[0] for values, _ in hand)
    if total in (LIMIT, 2 * LIMIT):
        return PURE if total == LIMIT else SABACC
    if {"idiot", "1", "2", "3"} <= {rank for _, rank in hand}:
        return IDIOTS
    return -100 if total > 2 * LIMIT else total - LIMIT if total > LIMIT else total


def theory(values: Variant, variant: Variant) -> Hand:
    """Play a deal for credits with a set of cards: four cards, an exchange, a bet, the count."""
    cards = deck(values)
    dealt = variant.counting.cards
    assert dealt is not None
    raise_, ante = variant.figures["raise"], variant.figures["ante"]

    def play(table: Table, first: int) -> None:
        players = len(table.purses)
        stock = table.dice.sample(cards, len(cards))
        hands = {player: [stock.pop() for _ in range(dealt)] for player in range(players)}
        order = [(first + n) % players for n in range(1, players + 1)]
        table.seconds += 40
        for player in order:
            table.bet(player, ante)
            table.sabacc_pot += table.pay(player, ante)
            held = kept(hands[player], 3)
            hands[player] = [*held, *(stock.pop() for _ in range(dealt - len(held)))]
            table.seconds += 12
        for player in table.still_to_pay(order, hands):
            worth, stake = table.sees(player, score(hands[player])), table.stake
            if stake and worth < 10 and len(hands) > 1:
                del hands[player]
                continue
            if worth >= 18 and stake <= raise_:
                stake += table.temper(player).bets(table.dice.randint(1, raise_), raise_)
            table.call(player, stake)
        table.seconds += 40
        scores = {player: score(hand) for player, hand in hands.items()}
        best = max(scores.values())
        if best > -100:
            table.share([p for p in scores if scores[p] == best], sabacc=best >= IDIOTS)

    return play
