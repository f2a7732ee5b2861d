"""Names in the rules of a definition that must mean something.

In: the raw data, and the ids of its cards, suits and ranks. Out: Problems for hands that pick
nothing, names that refer to nothing, patterns of names that cannot be spelt out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from printkit.base.errors import Diagnostic, did_you_mean
from printkit.definition.braces import spelt
from printkit.definition.layers import Stack, on_shelf
from printkit.definition.toml_source import KeyPath

Known = Mapping[str, Callable[[], list[str]]]


def play_references(stack: Stack, known: Known) -> Iterator[Diagnostic]:
    """All faults of reference in hands, counting, tokens, sets and stand-ins.

    `known` gives the ids of cards, suits and ranks, each when it is asked for.
    """
    raw = stack.data
    hands = [hand["id"] for _, hand in _items(raw.get("hands")) if isinstance(hand.get("id"), str)]
    for at, hand in _items(raw.get("hands")):
        yield from _hand(stack, ("hands", at), hand, known, hands)
    yield from _counting(stack, raw.get("counting"), known)
    for at, token in _items(raw.get("tokens")):
        here = ("tokens", at)
        if isinstance(changes := token.get("changes"), dict):
            path = (*here, "changes", "rank")
            yield from _name(stack, path, changes.get("rank"), known["rank"](), "ranks")
        for i, name in enumerate(_list(token.get("reverses"))):
            yield from _name(stack, (*here, "reverses", i), name, hands, "hands")
        yield from _name(stack, (*here, "crowns"), token.get("crowns"), hands, "hands")
    for at, name in enumerate(_list(raw.get("sets"))):
        yield from _name(stack, ("sets", at), name, on_shelf("variants"), "variants")
    if isinstance(exchange := raw.get("exchange"), dict):
        more = exchange.get("more")
        holding = _list(more.get("holding")) if isinstance(more, dict) else []
        for at, name in enumerate(holding):
            held: KeyPath = ("exchange", "more", "holding", at)
            yield from _name(stack, held, name, known["card"](), "cards")
    for at, standin in _items(raw.get("standins")):
        for i, pair in _items(standin.get("pairs")):
            yield from _pair(stack, ("standins", at, "pairs", i), pair, known["card"]())


def _hand(
    stack: Stack, path: KeyPath, hand: dict[str, Any], known: Known, hands: list[str]
) -> Iterator[Diagnostic]:
    others = [name for name in hands if name != hand.get("id")]
    yield from _name(stack, (*path, "before"), hand.get("before"), others, "hands")
    for at, pick in _items(hand.get("cards")):
        here = (*path, "cards", at)
        if not set(pick) & {"card", "suit", "rank", "kind", "same", "run"}:
            yield stack.problem(here, "picks nothing: name a card, suit, rank or kind.")
        for key in ("card", "suit", "rank"):
            yield from _name(stack, (*here, key), pick.get(key), known[key](), f"{key}s")


def _counting(stack: Stack, counting: Any, known: Known) -> Iterator[Diagnostic]:
    if not isinstance(counting, dict):
        return
    system = counting.get("system")
    hues = list(_items(counting.get("hues")))
    if system == "hues" and len(hues) != 2:
        what = f"“hues” takes two [[counting.hues]], and there are {len(hues)}."
        yield stack.problem(("counting", "system"), what)
    if system == "past" and not isinstance(counting.get("limit"), int):
        what = "“past” counts on past a limit, and there is none."
        yield stack.problem(("counting", "system"), what, "Add limit = 23.")
    if system == "difference" and counting.get("cards") != 2:
        what = "“difference” is that of two cards."
        yield stack.problem(("counting", "system"), what, "Add cards = 2.")
    for at, hue in hues:
        for i, suit in enumerate(_list(hue.get("suits"))):
            path = ("counting", "hues", at, "suits", i)
            yield from _name(stack, path, suit, known["suit"](), "suits")


def _pair(
    stack: Stack, path: KeyPath, pair: dict[str, Any], cards: list[str]
) -> Iterator[Diagnostic]:
    """Both sides can be spelt out, the one side's cards are in this deck, and the numbers agree."""
    sides: dict[str, list[str]] = {}
    for key in ("from", "to"):
        if isinstance(pattern := pair.get(key), str):
            try:
                sides[key] = spelt(pattern)
            except ValueError as error:
                yield stack.problem((*path, key), f"“{pattern}”: {error}.")
    decks = stack.data.get("decks", 1)
    held = range(1, decks + 1) if isinstance(decks, int) else ()
    names = [f"{n}:{card}" for n in held for card in cards] if len(held) > 1 else cards
    left_out = {name for name in _list(stack.data.get("without")) if isinstance(name, str)}
    for name in sides.get("from", []):
        if name not in names and name.partition(":")[2] not in left_out and name not in left_out:
            what = f"“{name}” is not a card of this deck."
            yield stack.problem((*path, "from"), what, did_you_mean(name, names, "cards"))
            break
    own, meant = len(sides.get("from", [])), len(sides.get("to", []))
    if own and meant and own % meant:
        what = f"{own} cards cannot stand for {meant}: the one is no multiple of the other."
        yield stack.problem((*path, "to"), what)


def _name(
    stack: Stack, path: KeyPath, name: Any, known: list[str], kind: str
) -> Iterator[Diagnostic]:
    if isinstance(name, str) and name not in known:
        yield stack.problem(path, f"“{name}” is not known.", did_you_mean(name, known, kind))


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _items(value: Any) -> Iterator[tuple[int, dict[str, Any]]]:
    return ((at, item) for at, item in enumerate(_list(value)) if isinstance(item, dict))
