"""Runs of ranks such as 1-11, and how many cards raw data come to."""

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


def count_cards(raw: Mapping[str, Any]) -> int:
    """Count the cards of raw data, copies included; what is wrong in form counts nothing."""
    left_out = {name for name in _as_list(raw.get("without")) if isinstance(name, str)}
    total = 0
    for grid in _as_list(raw.get("grids")):
        if isinstance(grid, dict) and isinstance(copies := grid.get("copies", 1), int):
            entries, suits = _as_list(grid.get("ranks")), _as_list(grid.get("suits"))
            ranks = [name for entry in entries for name in expand_ranks(entry)]
            names = (f"{suit}-{rank}" for suit in suits for rank in ranks)
            total += copies * sum(name not in left_out for name in names)
    for card in _as_list(raw.get("cards")):
        if isinstance(card, dict) and isinstance(copies := card.get("copies", 1), int):
            total += copies
    return total


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
