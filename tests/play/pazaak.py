"""Two simple players of Pazaak.

They play a side card that brings them to 18–20, and then stay. Each has four of ten cards: two each
of +1 to +5, as beginners do.
"""

from random import Random
from statistics import median

from printkit.model.variant import Variant

CELLS = 9


def match_minutes(variant: Variant, matches: int) -> tuple[int, int]:
    """Return the minutes of the quickest and of the slowest tenth of the matches."""
    limit, dice = variant.counting.limit or 0, Random(0)
    goal = next(score.goal for score in variant.scores) or 0
    seconds = sorted(_play_match(limit, goal, dice) for _ in range(matches))
    tenth = max(matches // 10, 1)
    return round(median(seconds[:tenth]) / 60), round(median(seconds[-tenth:]) / 60)


def _play_match(limit: int, goal: int, dice: Random) -> int:
    side = [[*range(1, 6), *range(1, 6)] for _ in (0, 1)]
    hands = [dice.sample(cards, 4) for cards in side]
    deck: list[int] = []
    won, seconds, first = [0, 0], 60, 0
    while max(won) < goal:
        totals, stands, cells = [0, 0], [False, False], [0, 0]
        player = first
        seconds += 20
        while not all(stands) and max(totals) <= limit:
            if not stands[player]:
                deck = deck or dice.sample([*range(1, 11)] * 4, 40)
                totals[player] += deck.pop()
                cells[player] += 1
                seconds += 12
                fits = [c for c in hands[player] if limit - 2 <= totals[player] + c <= limit]
                if totals[player] < limit - 2 and fits:
                    totals[player] += max(fits)
                    hands[player].remove(max(fits))
                    seconds += 8
                stands[player] = totals[player] >= limit - 3 or cells[player] >= CELLS
            player = 1 - player
        first = 1 - first
        fair = [total if total <= limit else -1 for total in totals]
        if fair[0] != fair[1]:
            won[fair.index(max(fair))] += 1
    return seconds
