"""The chances of a game in words: shares, situations, and tables of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from printkit.base.messages import translate
from printkit.model.load import load
from printkit.model.play import Chance, Hand
from printkit.model.variant import Variant
from printkit.rules.answers import name_loss

# More situations than this stand below each other in a table, and their outcomes side by side.
_MANY = 4
_load_set = cache(load)
Table = tuple[tuple[str, ...], list[tuple[str, ...]]]
"""The heads of the columns, and the rows."""


def prizes(chance: Chance, hands: Sequence[Hand]) -> int:
    """Return the cases of all hands above the last rung of the ladder."""
    return sum(chance.hands.get(hand.id, 0) for hand in hands[:-1])


def write_share(part: int, of: int, language: str) -> str:
    """Return a share as a percentage, or as “1 in 577” if it is below one in a hundred."""
    if part * 100 >= of:
        whole, tenth = divmod(round(1000 * part / of), 10)
        return translate(language, "chances.share", whole=whole, tenth=tenth)
    if not part:
        return "–"
    return translate(language, "chances.one-in", count=group_digits(round(of / part), language))


def group_digits(number: int, language: str) -> str:
    """Return a number with the thousands separator of the language."""
    return f"{number:,}".replace(",", translate(language, "table.thousands")[1])


def name_situation(chance: Chance, language: str) -> str:
    """Return the situation in which chances hold: “as dealt”, “on 15”."""
    key = f"{chance.aim}-count" if chance.aim == "dealt" and chance.count else chance.aim
    return translate(language, f"chances.{key}", count=chance.count)


def chances_by_set(variant: Variant) -> dict[str, tuple[Chance, ...]]:
    """Return the chances for each set of rules that can be in use: their own, or this game's."""
    own = {name: tuple(c for c in variant.chances if c.set == name) for name in variant.sets}
    by_set = own if any(own.values()) else {name: _load_set(name).chances for name in variant.sets}
    return {name: chances for name, chances in by_set.items() if chances}


def tabulate(
    variant: Variant, chances: Sequence[Chance], language: str, rule_set: str | None = None
) -> Table:
    """Return chances as a table of hands and situations; the hands are those of the set in use, if
    it decides them."""
    if rule_set is not None and variant.sets_rule == "all":
        variant = _load_set(rule_set)
    further = (hand for option in variant.options for hand in option.hands)
    known = {hand.id: hand for hand in variant.hands}
    known = known | {hand.id: hand for hand in further if hand.id not in known}
    columns = [(name_situation(chance, language), chance) for chance in chances]

    def shares(parts: Iterable[int]) -> list[str]:
        pairs = zip(parts, chances, strict=True)
        return [write_share(part, chance.of, language) for part, chance in pairs]

    outcomes = [
        (hand.name[language], shares(c.hands.get(hand.id, 0) for c in chances))
        for hand in known.values()
        if any(c.hands.get(hand.id) for c in chances)
    ]
    if any(c.lost for c in chances):
        outcomes.append((name_loss(variant, language), shares(c.lost for c in chances)))
    if any(c.wins for c in chances):
        # Of two hands as dealt each beats the other in half of the cases.
        wins = [write_share(5000 if c.wins is None else c.wins, 10_000, language) for c in chances]
        outcomes.append((translate(language, "chances.wins"), wins))
    if len(columns) > _MANY:
        heads = (translate(language, "chances.total"), *(name for name, _ in outcomes))
        return heads, [
            (name, *(shares[i] for _, shares in outcomes)) for i, (name, _) in enumerate(columns)
        ]
    heads = (translate(language, "chances.hand"), *(name for name, _ in columns))
    return heads, [(name, *shares) for name, shares in outcomes]


def tabulate_sets(variant: Variant, language: str) -> Table:
    """Return the chances of the prizes and of a lost hand, as dealt and at best, set by set."""
    rows = []
    for name, chances in chances_by_set(variant).items():
        rules = _load_set(name)
        own = variant if chances[0].set else rules
        known = {chance.aim: chance for chance in chances}
        if not {"dealt", "pot", "safe"} <= known.keys():
            continue  # a definition may count some situations only
        dealt, pot, safe = (known[aim] for aim in ("dealt", "pot", "safe"))
        shares = [(prizes(c, own.hands), c.of) for c in (dealt, pot)]
        shares += [(c.lost, c.of) for c in (dealt, safe)]
        rows.append((rules.name[language], *(write_share(*share, language) for share in shares)))
    lost = name_loss(variant, language)
    heads = translate(language, "chances.sets", lost=lost[:1].lower() + lost[1:])
    return tuple(heads.split(" | ")), rows


def chance_words(variant: Variant, language: str) -> Iterator[tuple[str, str]]:
    """Yield shares by the path that names them: `chances.dealt.pure-sabacc`, `.prizes`, `.lost`."""
    for chance in variant.chances if variant.sets_rule is None else ():
        first = next((chance.hands[h.id] for h in variant.hands if h.id in chance.hands), 0)
        yield f"chances.{chance.key}.of", group_digits(chance.of, language)
        parts = {
            "first": first,
            **chance.hands,
            "lost": chance.lost,
            "prizes": prizes(chance, variant.hands),
        }
        for name, part in parts.items():
            yield f"chances.{chance.key}.{name}", write_share(part, chance.of, language)
        if chance.wins is not None:
            yield f"chances.{chance.key}.wins", write_share(chance.wins, 10_000, language)


def sectors(variant: Variant, language: str) -> Iterator[tuple[str, str, str]]:
    """Yield each situation, its main share in words, and the three sectors of its arc in
    thousandths: `21-563-416`. What differs from set to set has none."""
    shown = variant.chances if variant.sets_rule is None else ()
    has_lost = any(chance.lost for chance in shown)
    for chance in shown:
        best = prizes(chance, variant.hands)
        cases = (best, chance.of - chance.lost - best, chance.lost)
        parts = "-".join(f"{round(1000 * case / chance.of)}" for case in cases)
        main = chance.lost if has_lost else best
        yield name_situation(chance, language), write_share(main, chance.of, language), parts
