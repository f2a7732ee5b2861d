"""Players of Kessel Sabacc.

Plain players draw while the difference is large, and never with their last chip; bold players draw
more often, tight players less. Each has three influence tokens and uses them when they help: tokens
that move chips have their effect, the others have none.
"""

from random import Random

from msgspec import Struct

from printkit.model.variant import Variant
from tests.play.evenings import Hand, Table, clause

TURNS = 3
Card = int | str
"""A number, “impostor” or “sylop”."""


def gap(blood: Card, sand: Card) -> int:
    """Return the difference as its player estimates it: a Sylop copies, an Impostor comes near."""
    if "sylop" in (blood, sand):
        return 0
    if "impostor" in (blood, sand):
        return 1
    assert isinstance(blood, int)
    assert isinstance(sand, int)
    return abs(blood - sand)


def revealed(hand: tuple[Card, Card], dice: Random) -> tuple[int, int]:
    """Return the difference and the sum after Impostors have rolled and Sylops have copied."""
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


class Round(Struct):
    """A round: active players, hands, pots, who passed last, who is immune or under embargo."""

    table: Table
    inside: list[int]
    hands: dict[int, list[Card]]
    pots: dict[int, int]
    passed: set[int] = set()
    immune: set[int] = set()
    barred: int | None = None

    def tax(self, player: int, chips: int) -> None:
        """Move chips of a player from the reserve to the pot, unless the player is immune."""
        if player not in self.immune:
            self.pots[player] += self.table.pay(player, chips)

    def use_token(self, player: int) -> bool:
        """Use a helpful token, if there is one; return True if the draw is free."""
        table, dice = self.table, self.table.dice
        others = [p for p in self.inside if p != player]
        passed = [p for p in others if p in self.passed]
        rich = max(others, key=lambda p: table.purses[p])
        back = 3 if "extra-refund" in table.tokens[player] else 2
        serves = {
            "free-draw": True, "immunity": True, "embargo": True, "embezzlement": True,
            "refund": self.pots[player] > 1, "extra-refund": self.pots[player] > 1,
            "general-tariff": True, "target-tariff": True,
            "general-audit": bool(passed), "target-audit": bool(passed),
        }  # fmt: skip
        usable = [token for token in table.tokens[player] if serves.get(token, True)]
        if not usable or dice.random() > 0.4 * table.temper(player).raises + 0.1:
            return False
        token = dice.choice(usable)
        table.tokens[player].remove(token)
        table.seconds += 10
        if token in ("refund", "extra-refund"):
            chips = min(back if token == "extra-refund" else 2, self.pots[player])
            self.pots[player] -= chips
            table.purses[player] += chips
        elif token in ("general-tariff", "general-audit"):
            for other in others if token == "general-tariff" else passed:
                self.tax(other, 1 if token == "general-tariff" else 2)
        elif token == "target-tariff":
            self.tax(rich, 2)
        elif token == "target-audit":
            self.tax(max(passed, key=lambda p: table.purses[p]), 3)
        elif token == "embezzlement":
            for other in others:
                if other not in self.immune and self.pots[other]:
                    self.pots[other] -= 1
                    self.pots[player] += 1
        elif token == "immunity":
            self.immune.add(player)
        elif token == "embargo":
            following = self.inside[(self.inside.index(player) + 1) % len(self.inside)]
            self.barred = None if following in self.immune else following
        return token == "free-draw"


def kessel(variant: Variant) -> Hand:
    """Play a round: three turns each, the reveal, the payments. A purse is a reserve."""
    decks: list[list[Card]] = [
        [
            card.rank if card.rank in ("impostor", "sylop") else int(card.rank or 0)
            for card in variant.cards
            if card.family == family
            for _ in range(card.copies)
        ]
        for family in variant.families
    ]

    each = next(place.count for place in variant.places if place.id == "drawn-tokens")
    draw = variant.figures["draw"]
    ends_early = any(rule.id == "all-pass" for rule in variant.clauses)
    beaten = clause(variant, "payments", "beaten-sabacc").amount.number

    def play(table: Table, first: int) -> None:
        seats = [(first + n) % len(table.purses) for n in range(len(table.purses))]
        inside = [player for player in seats if table.purses[player]]
        stocks = [table.dice.sample(cards, len(cards)) for cards in decks]
        hands = {player: [stock.pop() for stock in stocks] for player in inside}
        tops = [stock.pop() for stock in stocks]
        pots = dict.fromkeys(inside, 0)
        table.seconds += 40
        if table.first_hand:
            ids = [token.id for token in variant.tokens]
            drawn = table.dice.sample(ids, each * len(inside))
            table.tokens = {p: drawn[each * n : each * (n + 1)] for n, p in enumerate(inside)}
        round_ = Round(table, inside, hands, pots)
        for turn, player in enumerate(inside * TURNS):
            if ends_early and turn % len(inside) == 0 and turn and round_.passed >= {*inside}:
                break
            table.seconds += 12
            hand, free = hands[player], round_.use_token(player)
            barred, round_.barred = round_.barred == player, None
            # Bold players draw on a smaller difference, even with their last chip.
            nerve = table.temper(player).nerve
            enough = 1 if nerve > 0 else 2 if nerve == 0 else 3
            poor = table.purses[player] < (1 if nerve > 0 else 2) and not free
            if gap(hand[0], hand[1]) < enough or poor or barred:
                round_.passed.add(player)
                continue
            round_.passed.discard(player)
            pots[player] += 0 if free else table.pay(player, draw)
            table.seconds += 8
            at = max((0, 1), key=lambda i: hand[i] if isinstance(hand[i], int) else 0)
            fits = gap(tops[at], hand[1 - at]) < gap(hand[0], hand[1]) - 1
            new = tops[at] if fits else stocks[at].pop()
            if gap(new, hand[1 - at]) <= gap(hand[0], hand[1]):
                tops[at], hand[at] = hand[at], new
            else:
                tops[at] = new
        table.seconds += 30
        results = {p: revealed((hand[0], hand[1]), table.dice) for p, hand in hands.items()}
        best = min(results.values())
        for player, (difference, total) in results.items():
            if (difference, total) == best:
                table.purses[player] += pots[player]
            else:
                table.pay(player, difference or beaten)

    return play
