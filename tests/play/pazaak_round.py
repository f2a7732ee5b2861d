"""Players of Pazaak at one table.

They bid for side cards that add to or take from a total, play one that brings them to 18–20, and
stand at 17. A bold player bids and draws more, a tight one less. A player with a low total in many
cells tries for a full board.
"""

from printkit.model.variant import Variant
from tests.play.evenings import Hand, Table

CELLS, IN_HAND = 9, 4
Side = tuple[int, ...]


def side_cards(variant: Variant) -> list[Side]:
    """Return the values of every side card; cards that act on others count as one of ±1."""
    return [
        card.values if card.rule is None and not card.turns else (-1, 1)
        for card in variant.cards
        if card.family == "side" and card.values
        for _ in range(card.copies)
    ]


def worth(card: Side) -> int:
    """Return the bid of a plain player: both signs are worth most, then minus."""
    return 2 if len(card) > 1 else 1 if min(card) < 0 or max(card) > 3 else 0


def pazaak_round(variant: Variant) -> Hand:
    """Play a set: antes, bids, turns, payment."""
    limit, ante = variant.counting.limit or 0, variant.figures["ante"]
    side, main = side_cards(variant), [*range(1, 11)] * 4
    held: dict[int, list[Side]] = {}

    def bid(table: Table, order: list[int]) -> None:
        deck = table.dice.sample(side, len(side))
        for n in range(len(order)):
            card, price, owner = deck.pop(), 0, None
            table.seconds += 15
            for player in [*order[n:], *order[:n]] * 2:
                most = (
                    worth(card)
                    + (table.temper(player).nerve > 0)
                    - (table.temper(player).nerve < 0)
                    + table.sabacc_pot // 15
                )
                wants = player != owner and price < most and len(held[player]) < IN_HAND
                if wants and table.purses[player] > price + ante:
                    price, owner = price + 1, player
            if owner is not None:
                table.sabacc_pot += table.pay(owner, price)
                held[owner].append(card)

    def play(table: Table, first: int) -> None:
        if table.first_hand:
            held.clear()
        seats = [(first + n) % len(table.purses) for n in range(len(table.purses))]
        order = [player for player in seats if table.purses[player]]
        for player in order:
            held.setdefault(player, [])
            table.bet(player, ante)
        table.seconds += 20
        bid(table, order)
        deck = table.dice.sample(main, len(main))
        totals, cells = dict.fromkeys(order, 0), dict.fromkeys(order, 0)
        playing = [*order]
        while playing:
            for player in [*playing]:
                table.seconds += 8
                deck = deck or table.dice.sample(main, len(main))
                totals[player] += deck.pop()
                cells[player] += 1
                choices = [(v, card) for card in held[player] for v in card]
                low = [c for c in choices if cells[player] >= 6 and totals[player] + c[0] <= 14]
                fits = [c for c in choices if limit - 2 <= totals[player] + c[0] <= limit]
                chosen = low or (fits if not limit - 3 <= totals[player] <= limit else [])
                if chosen and cells[player] < CELLS:
                    value, card = min(chosen) if low else max(chosen)
                    held[player].remove(card)
                    totals[player] += value
                    cells[player] += 1
                    table.seconds += 5
                nerve = table.temper(player).nerve
                enough = limit - 3 + (nerve > 0) - (nerve < 0)
                near = cells[player] >= 7 and totals[player] <= limit - 3
                done = totals[player] >= enough and not near
                if done or cells[player] >= CELLS or totals[player] > limit:
                    playing.remove(player)
        table.seconds += 10
        fair = {p: (cells[p] >= CELLS, t) for p, t in totals.items() if t <= limit}
        if fair:
            best = max(fair.values())
            table.share([p for p, board in fair.items() if board == best], sabacc=best[0])

    return play
