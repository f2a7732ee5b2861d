"""Runs of ranks such as 1-11, and how many cards raw data come to."""

from collections import Counter
from collections.abc import Mapping
from typing import Any


def expand_ranks(entry: object) -> list[str]:
    """Return the rank ids that an entry of a grid means; none for what is no entry."""
    if not isinstance(entry, str):
        return []
    run = _rank_run(entry)
    return [entry] if run is None else [str(number) for number in run]


def count_ranks(entry: object) -> int:
    """Count the rank ids that an entry of a grid means."""
    run = _rank_run(entry) if isinstance(entry, str) else range(0)
    return 1 if run is None else len(run)


def _rank_run(entry: str) -> range | None:
    """Return the numbers of a run such as 1-11, or None for a rank's id."""
    first, dash, last = entry.partition("-")
    if dash and all(end.isascii() and end.isdigit() and len(end) < 3 for end in (first, last)):
        return range(int(first), int(last) + 1)
    return None


def count_cards(raw: Mapping[str, Any]) -> Counter[str]:
    """Count the cards of raw data, copies included: `deck`, and `deck.blood` of a family; what is
    wrong in form counts nothing."""
    left_out = {name for name in _as_list(raw.get("without")) if isinstance(name, str)}
    suits = raw.get("suits")
    counts = Counter(deck=0)

    def count(entry: dict[str, Any], suit: object, number: int) -> None:
        style = suits.get(suit) if isinstance(suits, dict) and isinstance(suit, str) else None
        family = entry.get("family") or (style.get("family") if isinstance(style, dict) else None)
        counts["deck"] += number
        if isinstance(family, str):
            counts[f"deck.{family}"] += number

    for grid in _as_list(raw.get("grids")):
        if isinstance(grid, dict) and isinstance(copies := grid.get("copies", 1), int):
            ranks = [name for entry in _as_list(grid.get("ranks")) for name in expand_ranks(entry)]
            for suit in _as_list(grid.get("suits")):
                names = (f"{suit}-{rank}" for rank in ranks)
                count(grid, suit, copies * sum(name not in left_out for name in names))
    for card in _as_list(raw.get("cards")):
        if isinstance(card, dict) and isinstance(copies := card.get("copies", 1), int):
            count(card, card.get("suit"), copies)
    return counts


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
