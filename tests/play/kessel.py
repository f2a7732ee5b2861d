"""Plain players of Kessel Sabacc, without tokens: they draw while the difference is large, and
never with their last chip."""

from random import Random

from printkit.model.variant import Variant
from tests.play.evenings import Hand, Table

TURNS = 3
Card = int | str
"""A number, “impostor” or “sylop”."""


def gap(blood: Card, sand: Card) -> int:
    """Return the difference as a player sees it: a Sylop copies, an Impostor comes near."""
    if "sylop" in (blood, sand):
        return 0
    if "impostor" in (blood, sand):
        return 1
    assert isinstance(blood, int)
    assert isinstance(sand, int)
    return abs(blood - sand)


def revealed(hand: tuple[Card, Card], dice: Random) -> tuple[int, int]:
    """Return difference and sum when the Impostors have rolled and the Sylops have copied."""
    if hand == ("sylop", "sylop"):
        return -1, 0
    cards = list(hand)
    for i in (0, 1):
        if cards[i] == "impostor":
            rolled, other = [dice.randint(1, 6), dice.randint(1, 6)], cards[1 - i]
            near = other if isinstance(other, int) else min(rolled)
            cards[i] = min(rolled, key=lambda die: (abs(die - near), die))
    for i in (0, 1):
        if cards[i] == "sylop":
            cards[i] = cards[1 - i]
    blood, sand = (int(card) for card in cards)
    return abs(blood - sand), blood + sand


def kessel(variant: Variant) -> Hand:
    """A round: three turns each, the reveal, the payments. A purse is a reserve."""
    decks: list[list[Card]] = [
        [
            card.rank if card.rank in ("impostor", "sylop") else int(card.rank or 0)
            for card in variant.cards
            if card.family == family
            for _ in range(card.copies)
        ]
        for family in variant.families
    ]

    def play(table: Table, first: int) -> None:
        seats = [(first + n) % len(table.purses) for n in range(len(table.purses))]
        inside = [player for player in seats if table.purses[player]]
        stocks = [table.dice.sample(cards, len(cards)) for cards in decks]
        hands = {player: [stock.pop() for stock in stocks] for player in inside}
        tops = [stock.pop() for stock in stocks]
        pots = dict.fromkeys(inside, 0)
        table.seconds += 40
        for _ in range(TURNS):
            for player in inside:
                table.seconds += 12
                hand = hands[player]
                if gap(hand[0], hand[1]) < 2 or table.purses[player] < 2:
                    continue
                pots[player] += table.pay(player, 1)
                table.seconds += 8
                at = max((0, 1), key=lambda i: hand[i] if isinstance(hand[i], int) else 0)
                fits = gap(tops[at], hand[1 - at]) < gap(hand[0], hand[1]) - 1
                drawn = tops[at] if fits else stocks[at].pop()
                if gap(drawn, hand[1 - at]) <= gap(hand[0], hand[1]):
                    tops[at], hand[at] = hand[at], drawn
                else:
                    tops[at] = drawn
        table.seconds += 30
        results = {p: revealed((hand[0], hand[1]), table.dice) for p, hand in hands.items()}
        best = min(results.values())
        for player, (difference, total) in results.items():
            if (difference, total) == best:
                table.purses[player] += pots[player]
            else:
                table.pay(player, max(difference, 1))
            table.shown += 1

    return play
