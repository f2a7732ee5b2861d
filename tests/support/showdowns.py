"""Random showdowns, including ties and lost hands, and their payments.

The payments are computed from the prose of the booklets: definitions give only the values and
copies of cards, and `printkit.rules` is not used.
"""

from collections.abc import Callable, Container, Iterator, Sequence
from functools import cache
from itertools import product
from random import Random
from typing import Any

from msgspec import Struct

from printkit.model.cards import Card
from printkit.model.load import load

Hand = Sequence[Card]
Worth = tuple[int, ...]
SUITS = ("flasks", "sabers", "coins", "staves")
LOST = (-1,)
QUEEN = "queen-of-air-and-darkness"


class Told(Struct):
    """A showdown as input of `settle`: hands, and other known facts."""

    hands: str
    known: dict[str, Any]


class Counted(Struct):
    """The purses afterwards, the rest of the pots, players who are out, and players still tied."""

    own: list[int]
    pots: dict[str, int]
    out: list[int]
    level: list[int] = []
    purse: str = "own"


Case = tuple[Told, Counted]


def codes(hands: Sequence[Hand], seats: Container[int] | None = None) -> str:
    """Write hands, with “-” for each seat that is not one of `seats`."""
    return " / ".join(
        " ".join(card.id for card in hand) if seats is None or i in seats else "-"
        for i, hand in enumerate(hands)
    )


@cache
def _cards(slug: str) -> tuple[Card, ...]:
    return tuple(card for card in load(slug).cards for _ in range(card.copies))


def deck(slug: str, family: str | None = None) -> list[Card]:
    return [card for card in _cards(slug) if family in (None, card.family)]


# --- the games that count to 23 -------------------------------------------------------------------


def idiots_array(hand: Hand, size: int | None = None) -> bool:
    ranks = {card.rank for card in hand}
    return {"2", "3"} <= ranks and "idiot" in {c.id for c in hand} and size in (None, len(hand))


# The local arrays, from their sentences: specials with their number, and a card beside them, by
# suit (a number from 1 to 11) or by rank.
ARRAYS: dict[str, tuple[dict[str, int], dict[str, str]]] = {
    "rebel-alliance": ({"jedi-knight": 2}, {"rank": "ace"}),
    "imperial": ({"lord-of-sith": 1}, {"rank": "commander", "also": "ace"}),
    "corellian": ({"smuggler": 2}, {"suit": "coins"}),
    "new-republic": ({"jedi-knight": 1, "jedi-master": 1, "smuggler": 1}, {}),
    "old-republic": ({"jedi-knight": 1, "jedi-master": 1}, {"suit": "sabers"}),
    "cloud-city-casino": ({"smuggler": 2, "jedi-knight": 1}, {}),
    "corporate-sector": ({"bounty-hunter": 2}, {"suit": "coins"}),
    "mos-eisley": ({"smuggler": 1, "bounty-hunter": 1}, {"suit": "coins"}),
}


def local_array(slug: str, hand: Hand) -> bool:
    """Return True for the array of a local set; an array beats the Idiot's Array and 23."""
    if slug == "crseih-station":  # four Flasks of any rank
        return len(hand) == 4 and all(card.suit == "flasks" for card in hand)
    if slug not in ARRAYS:
        return False
    specials, beside = ARRAYS[slug]
    names, ranks = [card.id for card in hand], [card.rank for card in hand]
    if any(names.count(name) < count for name, count in specials.items()):
        return False
    if suit := beside.get("suit"):
        return any(card.suit == suit and (card.rank or "").isdigit() for card in hand)
    return all(rank in ranks for rank in beside.values())


def worth_23(slug: str, hand: Hand) -> Worth:
    """Rank a hand: an array, 23, then by distance; over 23, under −23 and 0 are bombed out."""
    if local_array(slug, hand):
        return (4,)
    if idiots_array(hand, 3 if slug.startswith("classic") else None):
        return (3,)
    totals = {sum(values) for values in product(*(card.values for card in hand))}
    if slug == "classic@alderaan":
        return _worth_today(hand, next(iter(totals)))
    if 23 in totals:
        return (2,)
    fair = [total for total in totals if -23 <= total <= 22 and total]
    if slug == "cloud-city":
        return max(((1, abs(total), total) for total in fair), default=LOST)
    return max(((1, total) for total in fair), default=LOST)


def _worth_today(hand: Hand, total: int) -> Worth:
    """Put two Queens alone below 23; of equal hands, more cards, then the largest card, win."""
    chain = len(hand), max(abs(card.values[0]) for card in hand)
    if [card.id for card in hand] == [QUEEN, QUEEN]:
        return (1, 24)
    if total == 23:
        return (2, *chain)
    return (1, total, *chain) if -23 <= total <= 22 and total else LOST


def draw_23(slug: str, dice: Random, n: int, kind: int) -> list[list[Card]]:
    """Draw hands that tie, hands near an array, hands that are all too high, or any."""
    cards, size = deck(slug), 4
    if slug.startswith("classic"):
        size = dice.choice((2, 3))
    some = cards
    if kind == 1:
        near = ("idiot", "jedi-knight", "2", "3", "8", "9", "10", "ace")
        specials, beside = ARRAYS.get(slug, ({}, {}))
        rare = {*specials, *beside.values()}
        some = [card for card in cards if card.id in near or card.rank in near]
        if rare and dice.random() < 0.5:
            some = [c for c in cards if rare & {c.id, c.rank, c.suit}]
        elif slug == "crseih-station":
            some = [card for card in cards if card.suit == "flasks"]
    elif kind == 2:
        some = [card for card in cards if min(card.values) >= 23 // size + 3] or cards
    if kind:
        drawn = dice.sample(some if len(some) >= n * size else cards, n * size)
        dealt = [drawn[i * size : (i + 1) * size] for i in range(n)]
        if "@" in slug and dice.random() < 0.5:
            return _with_special_ties(dice, dealt)
        return dealt
    known = {card.id: card for card in cards}
    while True:
        ranks = dice.sample(range(1, 12), size)
        if sum(ranks) == 23 or (sum(ranks) < 23 and dice.random() < 0.3):
            break
    level = [
        [known[f"{SUITS[(i + j) % 4]}-{rank}"] for j, rank in enumerate(ranks)]
        for i in range(min(n, 4))
    ]
    used = [card for hand in level for card in hand]
    rest = [card for card in cards if card not in used]
    extra = dice.sample(rest, size * (n - len(level)))
    hands = level + [extra[i * size : (i + 1) * size] for i in range(n - len(level))]
    if dice.random() < 0.5:
        hands[-1] = dice.sample([card for card in rest if card not in extra], size)
    return hands


def _with_special_ties(dice: Random, hands: list[list[Card]]) -> list[list[Card]]:
    """Return hands with two Queens, or equal totals of different cards, in place of the first."""
    known = {card.id: card for card in deck("classic")}
    tens = (["9", "1"], ["8", "2"], ["7", "2", "1"], ["5", "4", "1"])
    own = [
        [known[f"{suit}-{rank}"] for rank in ranks]
        for suit, ranks in zip(SUITS, dice.sample(tens, 2), strict=False)
    ]
    own += [[known[QUEEN], known[QUEEN]]] * (dice.random() < 0.5)
    used = {card.id for hand in own for card in hand}
    rest = [hand for hand in hands if used.isdisjoint(card.id for card in hand)]
    return dice.sample([*own, *rest], len(own) + len(rest))


def count_23(slug: str, hands: Sequence[Hand], told: dict[str, Any], demise: Hand) -> Counted:
    """Pay the pots first, then the penalties, each a share of the hand pot at the call."""
    worths = [worth_23(slug, hand) for hand in hands]
    best, own, pots = max(worths), [*told["chips"]], dict(told["pots"])
    winners = [i for i, worth in enumerate(worths) if worth == best != LOST]
    pot, tied, level = pots["hand-pot"], len(winners) > 1, winners
    if tied and demise:
        added = {i: worth_23(slug, (*hands[i], demise[i])) for i in winners}
        if max(added.values()) != LOST:
            winners = [i for i in winners if added[i] == max(added.values())]
    if winners:
        pots["hand-pot"] = 0
        pots["sabacc-pot"] += pot % len(winners)
        shared = pots["sabacc-pot"] // len(winners) if best[0] >= 2 else 0
        for i in winners:
            own[i] += pot // len(winners) + shared
            pots["sabacc-pot"] -= shared
    for i, worth in enumerate(worths):
        bomb = pot if slug.startswith("classic") or slug == "cloud-city" else pot // 2
        fine = bomb if worth == LOST else 0
        if i + 1 == told["called"] and i not in level:
            fine = pot
        if told["first_hand"]:
            fine = min(fine, own[i] // 2)
        fine = min(fine, own[i])
        own[i] -= fine
        pots["sabacc-pot"] += fine
    return Counted(own, pots, [i + 1 for i, left in enumerate(own) if not left])


def cases_23(slug: str, count: int) -> Iterator[Case]:
    dice = Random(slug)
    for number in range(count):
        n = dice.randint(2, 5)
        hands = draw_23(slug, dice, n, number % 4)
        n = len(hands)
        known: dict[str, Any] = {
            "called": dice.randint(0, n),
            "chips": [dice.choice((0, dice.randint(1, 60))) for _ in hands],
            "pots": {"hand-pot": dice.randint(0, 40), "sabacc-pot": dice.randint(0, 40)},
            "first_hand": dice.random() < 0.3,
        }
        demise: list[Card] = []
        if slug.startswith("classic"):
            used = [card for hand in hands for card in hand]
            copies = [c for c in {c.id: c for c in deck(slug)}.values() if c not in used]
            demise = dice.sample(copies, n)
            worths = [worth_23(slug, hand) for hand in hands]
            if worths.count(max(worths)) > 1 and max(worths) != LOST:
                level = [i for i, worth in enumerate(worths) if worth == max(worths)]
                known["again"] = [codes([[card] for card in demise], level)]
        yield Told(codes(hands), known), count_23(slug, hands, known, demise)


def cases_points(slug: str, count: int) -> Iterator[Case]:
    """Play for points: an array or 23 scores 23, another hand its total, the winner 10 more.

    A bombed-out hand loses its excess over 23 or under −23; a failed caller scores nothing above 0.
    """
    dice = Random(f"{slug} points")
    for number in range(count):
        n = dice.randint(2, 4)
        hands = draw_23(slug, dice, n, number % 4)
        called, before = dice.randint(0, n), [dice.randint(-20, 150) for _ in range(n)]
        known: dict[str, Any] = {"called": called, "options": ["points"]}
        known["pots"] = {"score": before}
        worths = [worth_23(slug, hand) for hand in hands]
        best, after = max(worths), [*before]
        for i, worth in enumerate(worths):
            total, first = sum(card.values[0] for card in hands[i]), worth == best != LOST
            failed = i + 1 == called and not first
            if worth == LOST:
                after[i] -= max(0, abs(total) - 23)
            else:
                scored = 23 if worth[0] > 1 else total
                after[i] += min(scored, 0) if failed else scored
                after[i] += 10 * first
        yield Told(codes(hands), known), Counted(after, {}, [], purse="score")


def cases_theory(slug: str, count: int) -> Iterator[Case]:
    """Beyond 23 a hand counts on from 0 to 23 again: 46 is a sabacc, and more than 46 is lost."""
    dice = Random(slug)
    values = {card.id: card.values for card in load("rebel-alliance").cards}
    for number in range(count):
        n, cards = dice.randint(2, 4), deck("theory")
        if number % 3 == 0:
            cards = [c for c in cards if c.id == "idiot" or c.rank in ("1", "2", "3", "ace", "10")]
        elif number % 3 == 1:
            cards = [c for c in cards if c.rank in ("ace", "master", "mistress", "11", "10", "4")]
        drawn = dice.sample(cards, 4 * n)
        hands = [drawn[4 * i : 4 * i + 4] for i in range(n)]
        worths: list[Worth] = []
        for hand in hands:
            total = sum(values[card.id][0] for card in hand)
            ranks = {"idiot" if card.id == "idiot" else card.rank for card in hand}
            if total in (23, 46):
                worths.append((5,) if total == 23 else (4,))
            elif ranks == {"idiot", "1", "2", "3"}:
                worths.append((3,))
            elif total > 46:
                worths.append(LOST)
            else:
                # A total below 0 is worse than any other, but it is not lost.
                worths.append((1, (total - 23 if total > 23 else total) + 100))
        best, own = max(worths), [dice.choice((0, dice.randint(1, 60))) for _ in hands]
        pots = {"hand-pot": dice.randint(0, 40), "sabacc-pot": dice.randint(0, 40)}
        known = {"chips": [*own], "pots": dict(pots), "rule_set": "rebel-alliance"}
        winners = [i for i, worth in enumerate(worths) if worth == best != LOST]
        if winners:
            share, rest = divmod(pots["hand-pot"], len(winners))
            more = (pots["sabacc-pot"] + rest) // len(winners) if best[0] > 1 else 0
            for i in winners:
                own[i] += share + more
            left = pots["sabacc-pot"] + rest - more * len(winners)
            pots = {"hand-pot": 0, "sabacc-pot": left}
        out = [i + 1 for i, chips in enumerate(own) if not chips]
        yield Told(codes(hands), known), Counted(own, pots, out)


# --- arms and riches ------------------------------------------------------------------------------


def worth_hues(hand: Hand, arms: frozenset[str], riches: frozenset[str]) -> Worth:
    """Rank a hand by its Sabacc, or else by its distance to 23.

    The Sabaccs are 23, then 21, 1 and Idiot, then Idiot, 2 and 3.
    """
    totals = _totals_of_hues(hand, arms, riches)
    fair = max((total for total in totals if total <= 23), default=-1)
    ranks = sorted(card.rank or "" for card in hand)
    if fair == 23:
        return (4,)
    if "idiot" in ranks and ranks[:2] == ["1", "21"]:
        return (3,)
    if "idiot" in ranks and ranks[:2] == ["2", "3"]:
        return (2,)
    return (1, fair) if fair >= 0 else LOST


def _totals_of_hues(hand: Hand, arms: frozenset[str], riches: frozenset[str]) -> set[int]:
    """Return the totals of a hand, without signs: trumps with either sign beside the balance."""
    totals = set()
    for values in product(*(card.values for card in hand)):
        plus = sum(v for v, c in zip(values, hand, strict=True) if c.suit not in (*arms, *riches))
        weigh = [(v, c.suit in arms) for v, c in zip(values, hand, strict=True)]
        sides = [c.suit in (*arms, *riches) for c in hand]
        weight = sum((v if up else -v) * s for (v, up), s in zip(weigh, sides, strict=True))
        totals |= {abs(plus + weight), abs(plus - weight)}
    return totals


def cases_hues(slug: str, count: int) -> Iterator[Case]:
    dice, variant = Random(slug), load(slug)
    arms, riches = (hue.suits for hue in variant.counting.hues)
    cards = deck(slug)
    for number in range(count):
        n = dice.randint(2, 4)
        rank = dice.choice(("9", "10", "king", "7"))
        some = [c for c in cards if c.rank in (rank, "4", "idiot", "2", "3", "1", "21")]
        drawn = dice.sample(some if number % 2 and len(some) >= 3 * n else cards, 3 * n)
        hands: list[Hand] = [drawn[3 * i : 3 * i + 3] for i in range(n)]
        rest = [card for card in cards if card not in drawn]
        more = dice.sample(rest, 6 * n)
        rounds = [
            [more[3 * (n * turn + i) : 3 * (n * turn + i) + 3] for i in range(n)] for turn in (0, 1)
        ][: dice.randint(0, 2)]
        chips = [dice.choice((0, dice.randint(1, 60))) for _ in hands]
        pots = {"hand-pot": dice.randint(0, 40), "sabacc-pot": dice.randint(0, 40)}
        known = {"chips": chips, "pots": pots, "again": [codes(hand) for hand in rounds]}
        yield Told(codes(hands), known), _count_hues(hands, rounds, known, arms, riches)


def _count_hues(
    hands: Sequence[Hand], rounds: Sequence[Sequence[Hand]], told: dict[str, Any], *hues: Any
) -> Counted:
    """Pay the best hand; rounds that no tie needs are removed from `told`."""
    worths = [worth_hues(hand, *hues) for hand in hands]
    best, own, pots = max(worths), [*told["chips"]], dict(told["pots"])
    level = [i for i, worth in enumerate(worths) if worth == best != LOST]
    sabacc, used = best[0] > 1, 0
    for new in rounds if len(level) > 1 else ():
        told["again"][used] = codes(new, level)
        used += 1
        again = {i: worth_hues(new[i], *hues) for i in level}
        if max(again.values()) != LOST:
            level = [i for i in level if again[i] == max(again.values())]
        if len(level) == 1:
            sabacc = sabacc and again[level[0]][0] > 1
            break
    del told["again"][used:]
    if len(level) > 1:
        return Counted(own, pots, [], [i + 1 for i in level])
    for i in level:
        own[i] += pots["hand-pot"] + (pots["sabacc-pot"] if sabacc else 0)
        pots = {"hand-pot": 0, "sabacc-pot": 0 if sabacc else pots["sabacc-pot"]}
    return Counted(own, pots, [i + 1 for i, left in enumerate(own) if not left])


def cases_bank(slug: str, count: int) -> Iterator[Case]:
    """Compare each hand with that of the bank alone: over, worse, as good, better, a Sabacc."""
    dice, variant = Random(slug), load(slug)
    arms, riches = (hue.suits for hue in variant.counting.hues)
    cards = deck(slug)
    for number in range(count):
        n = dice.randint(2, 5)
        some = [c for c in cards if c.rank in ("idiot", "1", "2", "3", "21", "10", "king", "7")]
        dice.shuffle(cards)
        pool = dice.sample(some, len(some)) if number % 2 else [*cards]
        hands: list[list[Card]] = []
        for _ in range(n):
            hand = [pool.pop() for _ in range(2)]
            while _worth_bank(hand, arms, riches) == LOST and len(hand) < 3:
                hand.append(pool.pop())
            hands.append(hand)
        worths = [_worth_bank(hand, arms, riches) for hand in hands]
        bank, chips = dice.randrange(n), [dice.randint(0, 20) for _ in hands]
        stakes = [0 if i == bank else dice.randint(1, 6) for i in range(n)]
        held = dice.randint(0, 12)
        known = {
            "bank": bank + 1,
            "chips": [*chips],
            "pots": {"bank-chips": held, "stake": [*stakes]},
        }
        order = [(bank + 1 + i) % n for i in range(n - 1)]
        for i in order:  # the bank takes first
            if worths[i] == LOST or (worths[bank] != LOST and worths[i] < worths[bank]):
                held += stakes[i]
        for i in order:
            if worths[i] != LOST and worths[i] >= worths[bank]:
                chips[i] += stakes[i]
                if worths[i] > worths[bank]:
                    due = stakes[i] * (2 if worths[i][0] > 1 else 1)
                    paid = min(due, held)
                    chips[i], held = chips[i] + paid, held - paid
        out = [i + 1 for i, left in enumerate(chips) if not left]
        yield Told(codes(hands), known), Counted(chips, {"bank-chips": held}, out)


def _worth_bank(hand: Hand, arms: frozenset[str], riches: frozenset[str]) -> Worth:
    """Rank a hand as in sudden death, but a Sabacc by its cards has no other card."""
    worth = worth_hues(hand, arms, riches)
    if worth in ((3,), (2,)) and len(hand) != 3:
        plain = _totals_of_hues(hand, arms, riches)
        fair = max((total for total in plain if total <= 23), default=-1)
        return (1, fair) if fair >= 0 else LOST
    return worth


# --- Kessel, Pazaak -------------------------------------------------------------------------------


def cases_kessel(slug: str, count: int) -> Iterator[Case]:
    dice = Random(slug)
    for _ in range(count):
        n = dice.randint(2, 4)
        few = dice.random() < 0.5  # of which several pairs are equal
        families = [
            dice.sample([c for c in deck(slug, key) if not few or c.rank in ("1", "2", "sylop")], n)
            for key in ("blood", "sand")
        ]
        words, worths = [], []
        for pair in zip(*families, strict=True):
            rolled = [dice.randint(1, 6) if c.rank == "impostor" else None for c in pair]
            ids = [c.id + (f"={x}" if x else "") for c, x in zip(pair, rolled, strict=True)]
            words.append(" ".join(ids))
            plain = [
                x or (None if c.rank == "sylop" else int(c.rank or 0))
                for c, x in zip(pair, rolled, strict=True)
            ]
            other = next((x for x in plain if x is not None), 0)
            one, two = (other if x is None else x for x in plain)
            worths.append((plain != [None, None], abs(one - two), one + two))
        chips, pots = ([dice.randint(0, most) for _ in range(n)] for most in (8, 4))
        own = []
        for chip, pot, worth in zip(chips, pots, worths, strict=True):
            paid = worth[1] or 1
            own.append(chip + pot if worth == min(worths) else max(0, chip - paid))
        out = [i + 1 for i, left in enumerate(own) if not left]
        known: dict[str, Any] = {"chips": chips, "pots": {"pot": pots}}
        if "outlaws" not in slug:
            yield Told(" / ".join(words), known), Counted(own, {}, out)
            continue
        # The buy-ins go to the last player left; if all are out, to the best hands of the round.
        known["pots"]["buy-in"] = wager = dice.randint(0, 9) * 50
        left = [i for i in range(n) if own[i]] or [i for i in range(n) if worths[i] == min(worths)]
        alone = len(left) == 1 or not any(own)
        counted = Counted(own, {"buy-in": wager % len(left) if alone else wager}, out)
        yield Told(" / ".join(words), known), counted


def cases_pazaak(slug: str, count: int) -> Iterator[Case]:
    dice, main = Random(slug), deck(slug, "main")
    side = [card for card in load(slug).cards if card.suit in ("plus", "minus", "plus-minus")]
    for _ in range(count):
        drawn, words, totals = dice.sample(main, 8), [], []
        level = dice.random() < 0.3
        for own in (drawn[:4], drawn[:4] if level else drawn[4:]):
            cards = own[: 3 if level else dice.randint(2, 4)]
            names, total = [card.id for card in cards], sum(card.values[0] for card in cards)
            for card in dice.sample(side, 0 if level else dice.randint(0, 2)):
                value = dice.choice(card.values)
                names.append(f"{card.id}={value}" if len(card.values) > 1 else card.id)
                total += value
            words.append(" ".join(names))
            totals.append(total)
        sets, breaker = [dice.randint(0, 2), dice.randint(0, 2)], dice.randint(0, 2)
        if breaker:  # one lays a Tiebreaker as +1, the other a ±1±2 in the same way
            words = [f"{w} tie-or-one" for w in words]
            totals = [total + 1 for total in totals]
            for i, card in enumerate(("tiebreaker=1", "plus-minus-1=1")):
                seat = (breaker - 1 + i) % 2
                words[seat] = words[seat].replace("tie-or-one", card)
        totals = [total if total <= 20 else -99 for total in totals]
        won = [i for i in (0, 1) if totals[i] > totals[1 - i]]
        if totals[0] == totals[1] != -99 and breaker:
            won = [breaker - 1]
        match = [i for i in won if sets[i] == 2]
        known = {"pots": {"lights": sets, "wager": 10}, "chips": [5, 5], "tiebreaker": breaker}
        chips = [15 if i in match else 5 for i in (0, 1)]
        yield Told(" / ".join(words), known), Counted(chips, {"wager": 0 if match else 10}, [])


CASES: dict[str, Callable[[str, int], Iterator[Case]]] = {
    **dict.fromkeys(("casino", "cloud-city", "classic", "classic@alderaan"), cases_23),
    **dict.fromkeys(("crseih-station", *ARRAYS), cases_23),
    "casino for points": cases_points,
    "theory": cases_theory,
    "black-knight": cases_bank,
    **dict.fromkeys(("tarot", "poker"), cases_hues),
    "kessel": cases_kessel,
    **dict.fromkeys((f"kessel@{preset.id}" for preset in load("kessel").presets), cases_kessel),
    "pazaak": cases_pazaak,
}
