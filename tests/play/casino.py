"""Simple players of the casino game, Cloud City and the classic game.

They exchange towards 20, bet on good hands, fold hopeless ones, and call with 19 or more; bold
players sooner, tight players later.
"""

from functools import lru_cache
from itertools import combinations, product
from typing import Self

from msgspec import Struct

from printkit.model.variant import Variant
from tests.play.evenings import Hand, Table, clause

Card = tuple[tuple[int, ...], str]
"""What a card counts, and its rank, or “idiot”."""
LIMIT = 23
ARRAY = frozenset(("idiot", "2", "3"))
BEST = 100


def deck(variant: Variant) -> list[Card]:
    rank = {card.id: "idiot" if card.id == "idiot" else card.rank or "" for card in variant.cards}
    return [(card.values, rank[card.id]) for card in variant.cards for _ in range(card.copies)]


@lru_cache(maxsize=200_000)
def score(hand: tuple[Card, ...], array_of: int | None = None) -> int:
    """Rank a hand: an array, then 23, then by distance; below 0 it is bombed out."""
    if {rank for _, rank in hand} >= ARRAY and array_of in (None, len(hand)):
        return BEST
    totals = {sum(values) for values in product(*(values for values, _ in hand))}
    signed = any(len(values) > 1 for values, _ in hand)
    fair = [abs(n) if signed else n for n in totals if -LIMIT <= n <= LIMIT and n != 0]
    return max(fair) + LIMIT if fair else -1


def kept(hand: list[Card], most: int) -> list[Card]:
    """Return the cards that a simple player keeps.

    With new cards of 4 on average, the hand nears 20.
    """
    if score(tuple(hand)) >= LIMIT + 18:
        return hand

    def distance(some: tuple[Card, ...]) -> float:
        new = len(hand) - len(some)
        return abs(sum(max(values) for values, _ in some) + 4 * new - 20) + new

    sizes = range(len(hand) - most, len(hand) + 1)
    return list(min((c for size in sizes for c in combinations(hand, size)), key=distance))


class Rules(Struct, frozen=True):
    """The clauses by which a game of two pots is played: its amounts, as its records have them."""

    ante: int
    most: int
    fold: int
    rolls: int
    bombed: tuple[int, ...]
    failed: tuple[int, ...]

    @classmethod
    def of(cls, variant: Variant) -> Self:
        return cls(
            variant.figures["ante"],
            clause(variant, "phases", "bet").most,
            clause(variant, "penalties", "fold").amount,
            clause(variant, "phases", "shift").rolls,
            clause(variant, "payments", "bombed-out").amount.part,
            clause(variant, "payments", "failed-call").amount.part,
        )


def bet(
    table: Table, hands: dict[int, list[Card]], order: list[int], rules: Rules, *, late: bool
) -> None:
    """Play one round of betting; folding players are removed from `hands`."""
    raised, most = False, rules.most
    for player in table.still_to_pay(order, hands):
        worth, stake = table.sees(player, score(tuple(hands[player]))), table.stake
        if stake and worth < 0 and late and table.yields(player, 0.4) and len(hands) > 1:
            table.fine(player, rules.fold)
            del hands[player]
            continue
        if stake == 0:
            stake = 2 if worth >= LIMIT + 20 else int(worth >= LIMIT + 14)
            stake = table.temper(player).bets(stake, most)
        elif worth >= LIMIT + 21 and not raised and table.dares(player, 0.5):
            stake += table.temper(player).bets(table.dice.randint(1, most), most)
            raised = True
        table.call(player, stake)


def shift(table: Table, hands: dict[int, list[Card]], order: list[int], rules: Rules) -> None:
    """Roll; in a shift, all pass a card to the left, and each gets one of them at random."""
    table.seconds += 8
    if table.dice.randint(1, 6) > rules.rolls or len(hands) < 2:
        return
    table.seconds += 25
    inside = [player for player in order if player in hands]
    drawn = [hands[p].pop(table.dice.randrange(len(hands[p]))) for p in inside]
    table.dice.shuffle(drawn)
    for player, card in zip(inside, drawn, strict=True):
        hands[player].append(card)


def show(table: Table, hands: dict[int, list[Card]], caller: int, rules: Rules, array: int) -> None:
    """Compare the hands; pots are won first, then bombed-out players and the caller pay."""
    table.seconds += 60
    exact = array or None
    scores = {player: score(tuple(hand), exact) for player, hand in hands.items()}
    pot, best = table.hand_pot, max(scores.values())
    winners = [player for player in scores if scores[player] == best] if best >= 0 else []
    if winners:
        table.share(winners, sabacc=best in (BEST, 2 * LIMIT))
    for player, worth in scores.items():
        if player == caller and player not in winners:
            table.fine(player, pot * rules.failed[0] // rules.failed[1])
        elif worth < 0:
            table.fine(player, pot * rules.bombed[0] // rules.bombed[1])


def casino(variant: Variant) -> Hand:
    """Play a hand of the casino game."""
    cards, rules, dealt = deck(variant), Rules.of(variant), variant.dealt_cards or 0

    def play(table: Table, first: int) -> None:
        players = len(table.purses)
        stock = table.dice.sample(cards, len(cards))
        hands = {player: [stock.pop() for _ in range(dealt)] for player in range(players)}
        gone: list[Card] = []
        for player in range(players):
            table.bet(player, rules.ante)
            table.sabacc_pot += table.pay(player, rules.ante)
        table.seconds += 45
        for round_ in range(1, 4 * players):
            dealer = (first + round_) % players
            order = [(dealer + n) % players for n in range(1, players + 1)]
            for player in (p for p in order if p in hands):
                held = kept(hands[player], 3)
                gone += [card for card in hands[player] if card not in held]
                missing = dealt - len(held)
                if len(stock) < missing:
                    table.dice.shuffle(gone)
                    stock, gone = gone + stock, []
                hands[player] = held + [stock.pop() for _ in range(min(missing, len(stock)))]
                table.seconds += 8
            bet(table, hands, order, rules, late=round_ >= players)
            if len(hands) == 1:
                return table.share(list(hands), sabacc=False)
            shift(table, hands, order, rules)
            wanted = LIMIT + 19 - 2 * max(round_ - players, 0)
            for player in order[:-1] if round_ >= players else ():
                if player in hands and table.sees(player, score(tuple(hands[player]))) >= wanted:
                    return show(table, hands, player, rules, 0)
        return show(table, hands, next(iter(hands)), rules, 0)

    return play


def classic(variant: Variant) -> Hand:
    """Play a hand of the classic game: two cards, one turn each, no limit on cards."""
    cards, rules, dealt = deck(variant), Rules.of(variant), variant.dealt_cards or 0

    def play(table: Table, first: int) -> None:
        players = len(table.purses)
        stock = table.dice.sample(cards, len(cards))
        hands = {player: [stock.pop() for _ in range(dealt)] for player in range(players)}
        empty = table.sabacc_pot == 0
        for player in range(players):
            table.bet(player, rules.ante)
            table.sabacc_pot += table.pay(player, rules.ante * empty)
        table.seconds += 30
        for turn in range(4 * players):
            active = (first + 1 + turn) % players
            order = [(active + n) % players for n in range(players)]
            if active not in hands:
                continue
            bet(table, hands, order, rules, late=turn >= players)
            if len(hands) == 1:
                return table.share(list(hands), sabacc=False)
            shift(table, hands, order, rules)
            wanted = LIMIT + 19 - (turn - players)
            for player in order[1:] if turn >= players else ():
                if player not in hands:
                    continue
                if table.sees(player, score(tuple(hands[player]), 3)) >= wanted:
                    return show(table, hands, player, rules, 3)
            if active in hands and stock and score(tuple(hands[active]), 3) < LIMIT + 15:
                hand = hands[active]
                total = sum(max(values) for values, _ in hand)
                if total > LIMIT and len(hand) > 2:
                    hand.remove(max(hand, key=lambda card: max(card[0])))
                hand.append(stock.pop())
            table.seconds += 12
        return show(table, hands, next(iter(hands)), rules, 3)

    return play
