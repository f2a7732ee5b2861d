"""From what an author wrote of the play to the parts of a Variant.

In: the raw data of those keys, which has passed all checks. Out: hands, counting, tokens, stand-ins
with their braces spelt out.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from printkit.definition import defaults
from printkit.definition.braces import spelt
from printkit.definition.play import (
    Bounds,
    Counting,
    Exchange,
    Hand,
    Hue,
    Option,
    Pick,
    StandIn,
    Token,
)
from printkit.definition.references import emblem_file

Raw = dict[str, Any]


def bounds(written: int | Raw | None) -> Bounds | None:
    """A number is both bounds; a table says them."""
    if isinstance(written, dict):
        return Bounds(written.get("min"), written.get("max"))
    return None if written is None else Bounds(written, written)


def hands(written: list[Raw]) -> tuple[Hand, ...]:
    """The hands from best to worst, those with `before` moved to their place."""
    ordered: list[Raw] = [hand for hand in written if "before" not in hand]
    for hand in written:
        if "before" in hand:
            at = next((i for i, h in enumerate(ordered) if h["id"] == hand["before"]), len(ordered))
            ordered.insert(at, hand)
    return tuple(_hand(order, hand) for order, hand in enumerate(ordered, 1))


def _hand(order: int, hand: Raw) -> Hand:
    return Hand(
        id=hand["id"],
        name=hand["name"],
        how=hand["how"],
        order=order,
        cards=tuple(map(_pick, hand.get("cards", []))),
        exact=hand.get("exact", False),
        sum=bounds(hand.get("sum")),
        total=bounds(hand.get("total")),
        difference=bounds(hand.get("difference")),
        best=hand.get("best"),
        counts=hand.get("counts"),
        decks=hand.get("decks", defaults.COUNT),
        pot=hand.get("pot", False),
    )


def _pick(pick: Raw) -> Pick:
    return Pick(
        pick.get("count", defaults.COUNT),
        pick.get("card"),
        pick.get("suit"),
        pick.get("rank"),
        pick.get("kind"),
        pick.get("same", False),
        pick.get("run", False),
    )


def counting(written: Raw | None) -> Counting:
    """How hands are counted; a definition that says nothing sums its cards and has no limit."""
    raw = written or {"system": "sum"}
    return Counting(
        system=raw["system"],
        limit=raw.get("limit"),
        floor=raw.get("floor"),
        bombs=tuple(raw.get("bombs", [])),
        sign=raw.get("sign", defaults.SIGN),
        cards=raw.get("cards"),
        most_cards=raw.get("most_cards"),
        each_family=raw.get("each_family", False),
        hues=tuple(Hue(hue["name"], frozenset(hue["suits"])) for hue in raw.get("hues", [])),
    )


def token(raw: Raw, folder: Path) -> Token:
    """An influence token; its picture may lie in the definition's folder."""
    changes, drawing = raw.get("changes"), raw.get("emblem")
    return Token(
        raw["id"],
        raw["name"],
        raw["how"],
        (changes["rank"], changes["value"]) if changes else None,
        tuple(raw.get("reverses", [])),
        raw.get("crowns"),
        emblem_file(drawing, folder) if drawing else None,
    )


def exchange(raw: Raw | None) -> Exchange | None:
    """How many cards may be exchanged, if the definition says so."""
    if raw is None:
        return None
    more = raw.get("more", {"holding": [], "counts": []})
    return Exchange(tuple(raw["counts"]), tuple(more["holding"]), tuple(more["counts"]))


def option(raw: Raw) -> Option:
    """A way to play that a table may choose."""
    return Option(raw["id"], raw["name"], raw["how"], raw.get("kind", defaults.OPTION))


def standin(raw: Raw, folder: Path) -> StandIn:
    """A stand-in with its pairs spelt out, one after the other; its deck lies in the folder."""
    deck: str | None = raw.get("deck")
    pairs: list[tuple[str, str]] = []
    for written in raw["pairs"]:
        own, meant = spelt(written["from"]), spelt(written["to"])
        pairs += [(card, meant[at % len(meant)]) for at, card in enumerate(own)]
    return StandIn(
        raw["id"],
        tuple(raw["variants"]),
        str(folder / deck) if deck is not None and deck.endswith(".toml") else deck,
        raw.get("apart"),
        raw.get("players"),
        raw.get("times", defaults.COUNT),
        raw.get("source"),
        tuple(raw.get("notes", [])),
        tuple(pairs),
    )
