"""Simple players of the games with Arms and Riches: Tarot Sabacc, 54 cards, Black Knight.

Plain players raise on 22, fold poor hands, continue while a Sabacc is possible, and draw up to 19
against the bank. The bank passes to the left after each round.
"""

from functools import lru_cache
from itertools import combinations, product

from printkit.model.variant import Variant
from tests.play.evenings import Hand, Table

Card = tuple[tuple[int, ...], int, str]
"""What a card counts, on which side (1, −1 or 0), and its rank; a trump is of either side."""
LIMIT, GRAND, LITTLE, IDIOTS = 23, 103, 102, 101
ROUNDS = 4


def deck(variant: Variant) -> list[Card]:
    arms, riches = (hue.suits for hue in variant.counting.hues)
    sides = {card.id: (card.suit in arms) - (card.suit in riches) for card in variant.cards}
    return [
        (card.values, sides[card.id], card.rank or "")
        for card in variant.cards
        for _ in range(card.copies)
    ]


@lru_cache(maxsize=200_000)
def score(hand: tuple[Card, ...]) -> int:
    """Rank a hand: the Sabaccs, then by distance to 23; below 0 it is lost."""
    ranks = sorted(rank for _, _, rank in hand)
    best = -1
    for values in product(*(values for values, _, _ in hand)):
        plus = sum(v for v, (_, side, _) in zip(values, hand, strict=True) if side == 0)
        weight = sum(v * side for v, (_, side, _) in zip(values, hand, strict=True))
        for total in (abs(plus + weight), abs(plus - weight)):
            if total <= LIMIT:
                best = max(best, GRAND if total == LIMIT else total)
    if best < GRAND and len(hand) == 3:
        if ranks == ["2", "3", "idiot"]:
            return IDIOTS
        if ranks == ["1", "21", "idiot"]:
            return LITTLE
    return best


def tarot(variant: Variant) -> Hand:
    """Play a hand with three cards: bet, shift, announcement, redeal."""
    cards = deck(variant)
    ante = variant.figures["ante"]

    def play(table: Table, first: int) -> None:
        players = len(table.purses)
        stock = table.dice.sample(cards, len(cards))
        hands = {player: [stock.pop() for _ in range(3)] for player in range(players)}
        order = [(first + n) % players for n in range(1, players + 1)]
        for player in order:
            table.sabacc_pot += table.pay(player, ante)
        table.seconds += 30 + 5 * players
        for round_ in range(1, ROUNDS + 1):
            _bet(table, hands, order, variant.figures["bet"], ante)
            if len(hands) == 1:
                return table.share(list(hands), sabacc=score(tuple(*hands.values())) > LIMIT)
            _shift(table, hands, order, stock, ante)
            if _announce(table, hands, order, round_) or round_ == ROUNDS:
                return _compare(table, hands)
            for player in [p for p in order if p in hands][: len(stock)]:
                four = [*hands[player], stock.pop()]
                hands[player] = list(max(combinations(four, 3), key=score))
                four = [card for card in four if card not in hands[player]]
                stock[:0] = four[:1]
                table.seconds += 10
        return None

    return play


def _bet(
    table: Table, hands: dict[int, list[Card]], order: list[int], least: int, ante: int
) -> None:
    raised = False
    for player in table.still_to_pay(order, hands, least):
        worth, stake = table.sees(player, score(tuple(hands[player]))), table.stake
        if worth < 12 and len(hands) > 1 and table.yields(player, 0.5):
            table.fine(player, ante)
            del hands[player]
            continue
        if worth >= 22 and not raised:
            more = table.temper(player).bets(table.dice.randint(1, 2), 3)
            stake, raised = stake + least * more, True
            table.fine(player, ante)
        table.call(player, stake, 6)


def _shift(
    table: Table, hands: dict[int, list[Card]], order: list[int], stock: list[Card], ante: int
) -> None:
    """Roll two dice; on a double six, all active players keep their two locked cards."""
    table.seconds += 8
    if table.dice.randint(1, 36) > 1:
        return
    for player in [p for p in order if p in hands][: len(stock)]:
        table.fine(player, ante)
        hands[player] = [*hands[player][:2], stock.pop()]
        table.seconds += 8


def _announce(table: Table, hands: dict[int, list[Card]], order: list[int], round_: int) -> bool:
    """Return True if the hands are compared; a player who announces too early is out."""
    goes_on = [p for p in order if p in hands and score(tuple(hands[p])) < 22 - 3 * round_]
    sabacc = [p for p in order if p in hands and score(tuple(hands[p])) > LIMIT]
    table.seconds += 4 * len(hands)
    if len(goes_on) > 1:
        for player in [p for p in hands if p not in goes_on and p not in sabacc]:
            del hands[player]
    return len(goes_on) < 2 or bool(sabacc)


def _compare(table: Table, hands: dict[int, list[Card]]) -> None:
    table.seconds += 45
    scores = {player: score(tuple(hand)) for player, hand in hands.items()}
    best = max(scores.values())
    if best >= 0:
        table.share([p for p in scores if scores[p] == best], sabacc=best > LIMIT)


def black_knight(variant: Variant) -> Hand:
    """Play a round against the bank: the banker pays and receives the stakes."""
    cards = deck(variant)
    stop, most = variant.figures["stand"], variant.counting.most_cards or 7

    def play(table: Table, bank: int) -> None:
        players = len(table.purses)
        stock = table.dice.sample(cards, len(cards))
        order = [(bank + n) % players for n in range(1, players)]
        stakes = {}
        for player in order:
            stake = table.temper(player).bets(table.dice.randint(1, 3), 3)
            stakes[player] = min(stake, table.purses[player])
        worths = {}
        table.seconds += 40
        for player in [*order, bank]:
            hand = [stock.pop(), stock.pop()]
            enough = stop if player == bank else 20
            while score(tuple(hand)) < enough and len(hand) < most:
                hand.append(stock.pop())
                table.seconds += 5
                if score(tuple(hand)) < 0:
                    break
            worths[player] = score(tuple(hand))
            table.seconds += 12
        for player in order:
            mine, theirs = worths[player], worths[bank]
            stake = stakes[player]
            if mine < 0 or mine < theirs:
                table.purses[bank] += table.pay(player, stake)
            elif mine > theirs:
                table.purses[player] += table.pay(bank, stake * (2 if mine > LIMIT else 1))

    return play
