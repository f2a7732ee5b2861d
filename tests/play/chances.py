"""Count the chances of all games, or of the given ones: `python -m tests.play.chances [SLUG …]`.

With `--write`, put them into the definitions. `printkit.rules.odds` counts a deal and an exchange;
this module counts the moves of single games: a draw, a redeal, one more card.
"""

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import lcm

from msgspec.structs import replace

from printkit.base.content import content_path
from printkit.model.definition_files import variant_slugs
from printkit.model.load import load
from printkit.model.play import Chance, Exchange
from printkit.model.variant import Variant
from printkit.rules.card_codes import HeldCard
from printkit.rules.hands import TableState, judge
from printkit.rules.odds import (
    LOST,
    Hand,
    as_chance,
    count_dealt,
    count_exchange,
    count_selections,
    hold,
    judge_outcomes,
    kinds_of,
    list_hands,
)

TABLE = TableState()
FOLLOWING = r"^(# Borne out .*\n)?(\[\[(stakes|questions|notes)|\[(texts|ex))|^# The round p"
HEAD = "# Counted by `python -m tests.play.chances`."


def with_exchange(game: Variant) -> list[Chance]:
    """Return the chances as dealt, and after the exchange of the game or of its rules."""
    size = game.counting.cards
    assert size is not None
    suggested = Exchange(counts=tuple(range(game.figures.get("swap", 0) + 1)))
    return [count_dealt(game, size), *count_exchange(game, size, game.exchange or suggested)]


def by_set(game: Variant) -> list[Chance]:
    """Return the same for each set of rules."""
    size = game.counting.cards
    assert size is not None
    result = []
    for name in game.sets:
        table, exchange = TableState(rule_set=name), load(name).exchange
        assert exchange is not None
        result += [count_dealt(game, size, table), *count_exchange(game, size, exchange, table)]
    return result


def growing(game: Variant) -> list[Chance]:
    """Return the chances as dealt, with the cards of a deal and up to three more."""
    dealt = game.figures["dealt"]
    return [replace(count_dealt(game, dealt + n), count=dealt + n) for n in range(4)]


def redeal(game: Variant) -> list[Chance]:
    """Return the chances as dealt, and with the best hand after one more card."""
    size, kinds, found = game.counting.cards, kinds_of(game, TABLE), Counter[str]()
    assert size is not None
    best: dict[Hand, tuple[tuple[int, ...], str]] = {}
    for hand, _ in list_hands(kinds, size):
        verdict = judge(game, hold(kinds, hand))
        name = verdict.hand.id if verdict.hand is not None else ""
        best[hand] = verdict.key, LOST if verdict.bombed else name
    for hand, ways in list_hands(kinds, size + 1):
        found[min(best[kept] for kept in combinations(hand, size))[1]] += ways
    return [count_dealt(game, size), as_chance(game, "redeal", found, TABLE)]


def one_more(game: Variant, family: str | None, totals: range, size: int) -> Iterator[Chance]:
    """Return the chances of one more card, for each total that this number of cards can have."""
    kinds, found = kinds_of(game, TABLE, family), {total: Counter[str]() for total in totals}
    counted = {h: abs(judge(game, hold(kinds, h)).best) for h, _ in list_hands(kinds, size)}
    for hand, ways in list_hands(kinds, size + 1):
        (name,) = judge_outcomes(game, hold(kinds, hand), TABLE)
        for kept in combinations(hand, size):
            if counted[kept] in found:
                found[counted[kept]][name] += ways
    for total in totals:
        yield as_chance(game, "next", found[total], TABLE, total)


def on_a_full_deck(game: Variant) -> list[Chance]:
    """Return the chances of one more card from a full main deck, for totals that it can bust."""
    limit = game.counting.limit
    assert limit is not None
    kinds = kinds_of(game, TABLE, "main")
    most = max(max(kind.card.values) for kind in kinds)
    result = []
    for total in range(limit + 1 - most, limit):
        found = Counter[str]()
        for kind in kinds:
            held = HeldCard(kind.card, (total + kind.card.values[0],))
            (name,) = judge_outcomes(game, [held], TABLE)
            found[name] += kind.copies
        result.append(as_chance(game, "next", found, TABLE, total))
    return result


Shares = tuple[Fraction, ...]


def draws(game: Variant) -> list[Chance]:
    """Return the chances as dealt, and after up to three draws from the stocks for a sabacc.

    Of each draw the better card is kept. The discards of other players are ignored.
    """
    families = [kinds_of(game, TABLE, family) for family in game.families]
    order = [hand.id for hand in game.hands]

    def worth(result: Shares) -> Shares:
        return (result[0] + result[1], *result)

    @cache
    def shown(held: tuple[int, ...]) -> Shares:
        cards = [hold(kinds, (i,))[0] for kinds, i in zip(families, held, strict=True)]
        found = judge_outcomes(game, cards, TABLE)
        rolls = sum(found.values())
        return tuple(Fraction(found.get(name, 0), rolls) for name in order)

    @cache
    def best(held: tuple[int, ...], gone: tuple[Hand, ...], left: int) -> Shares:
        results = [shown(held)]
        for family, kinds in enumerate(families if left else ()):
            own, away = held[family], gone[family]
            rest = [k.copies - away.count(i) - (i == own) for i, k in enumerate(kinds)]
            total = [Fraction()] * len(order)
            for new, copies in enumerate(rest):
                if copies:
                    ends = [
                        best(
                            (*held[:family], kept, *held[family + 1 :]),
                            (*gone[:family], tuple(sorted((*away, put))), *gone[family + 1 :]),
                            left - 1,
                        )
                        for kept, put in ((own, new), (new, own))
                    ]
                    part = max(ends, key=worth)
                    total = [t + copies * p for t, p in zip(total, part, strict=True)]
            results.append(tuple(t / sum(rest) for t in total))
        return max(results, key=worth)

    result = [count_dealt(game, len(families))]
    for count in (1, 2, 3):
        sums = [Fraction()] * len(order)
        for i, one in enumerate(families[0]):
            for j, other in enumerate(families[1]):
                ways = one.copies * other.copies
                end = best((i, j), ((), ()), count)
                sums = [s + ways * part for s, part in zip(sums, end, strict=True)]
        common = lcm(*(s.denominator for s in sums))
        found = {name: int(s * common) for name, s in zip(order, sums, strict=True)}
        result.append(as_chance(game, "draw", found, TABLE, count))
    return result


def one_action(game: Variant, *, seen: bool = False) -> list[Chance]:
    """Return the chances as dealt, and after the best first action for the sabacc pot.

    The actions: stay, draw a card, or swap one for the face-up card or the top card of the stock.
    With `seen`, a card of the stock is seen before it is kept, swapped for one, or discarded.
    """
    size, kinds = game.figures["dealt"], kinds_of(game, TABLE)
    order = [hand.id for hand in game.hands]
    pots = {hand.id for hand in game.hands if hand.pot}

    @cache
    def name(hand: Hand) -> str:
        return next(iter(judge_outcomes(game, hold(kinds, hand), TABLE)))

    def without(hand: Hand, i: int, new: int) -> str:
        return name(tuple(sorted((*hand[:i], *hand[i + 1 :], new))))

    found = Counter[str]()
    for hand, ways in list_hands(kinds, size):
        left = [k.copies - hand.count(i) for i, k in enumerate(kinds)]
        for open_, copies in enumerate(left):
            stock = [n - (i == open_) for i, n in enumerate(left)]
            whole = sum(stock)
            open_swap = min((without(hand, i, open_) for i in range(size)), key=order.index)
            ends = [Counter({name(hand): whole}), Counter({open_swap: whole}), Counter(), Counter()]
            for new, n in enumerate(stock):
                if n:
                    taken = [without(hand, i, new) for i in range(size)]
                    kept, swapped = name(tuple(sorted((*hand, new)))), (*taken, name(hand))
                    chosen = (kept, *swapped) if seen else (kept,)
                    ends[2][min(chosen, key=order.index)] += n
                    ends[3][min(swapped, key=order.index)] += n
            best = max(ends, key=lambda end: [sum(end[p] for p in pots), *(end[o] for o in order)])
            for key, n in best.items():
                found[key] += ways * copies * n
    return [count_dealt(game, size), as_chance(game, "draw", found, TABLE, 1)]


def selections(game: Variant) -> list[Chance]:
    """Return the chances of the best selection from the cards of a deal."""
    return count_selections(game, game.figures["dealt"])


def against_the_bank(game: Variant) -> list[Chance]:
    limit = game.counting.limit
    assert limit is not None
    return list(one_more(game, None, range(limit - 9, limit), game.figures["dealt"]))


GAMES: dict[str, Callable[[Variant], list[Chance]]] = {
    **dict.fromkeys(("casino", "cloud-city", *load("random").sets), with_exchange),
    "theory": by_set,
    "classic": growing,
    "tarot": redeal,
    "poker": redeal,
    "black-knight": against_the_bank,
    "black-knight-54": against_the_bank,
    "kessel": draws,
    "corellian-spike": one_action,
    "coruscant-shift": selections,
    "pazaak": on_a_full_deck,
    "pazaak-round": on_a_full_deck,
}


def as_toml(chances: list[Chance]) -> str:
    """Return the chances as TOML for a definition."""
    lines = [HEAD]
    for chance in chances:
        lines += ["[[chances]]", f'aim = "{chance.aim}"']
        lines += [f"count = {chance.count}"] if chance.count else []
        lines += [f'set = "{chance.set}"'] if chance.set else []
        lines.append(f"of = {chance.of}")
        hands = ", ".join(f"{name} = {count}" for name, count in chance.hands.items())
        lines += [f"hands = {{ {hands} }}"] if hands else []
        lines += [f"lost = {chance.lost}"] if chance.lost else []
        lines += [f"wins = {chance.wins}"] if chance.wins is not None else []
        lines.append("")
    return "\n".join(lines) + "\n"


def write(slug: str, text: str) -> None:
    """Replace the chances of a definition, or insert them before its questions."""
    path = content_path("variants") / f"{slug}.toml"
    whole = path.read_text(encoding="utf-8")
    whole = re.sub(rf"{re.escape(HEAD)}\n(\[\[chances\]\]\n(.+\n)+\n)+", "", whole)
    place = re.search(FOLLOWING, whole, re.MULTILINE)
    at = place.start() if place else len(whole)
    path.write_text(whole[:at] + text + whole[at:], encoding="utf-8")


def main(asked: list[str]) -> None:
    """Print the chances, or write them."""
    slugs = [name for name in asked if not name.startswith("-")] or [
        slug for slug in variant_slugs() if slug in GAMES
    ]
    for slug in slugs:
        text = as_toml(GAMES[slug](load(slug)))
        if "--write" in asked:
            write(slug, text)
        print(f"# {slug}\n{text}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
