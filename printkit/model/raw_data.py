"""Read raw data: lists, tables, ids, ranks, names in braces, counts of cards.

Raw data may be wrong in form. Wrong parts are skipped here; `diagnostics` reports them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
from math import prod
from typing import Any

from printkit.base.limits import MAX_SPELT_OUT

Raw = dict[str, Any]
_MAX_RANK = 99
_PARTS = re.compile(r"\{([^{}]*)\}|([^{}]+)")
_RUN = re.compile(r"([0-9]{1,3})-([0-9]{1,3})")


def as_list(value: Any) -> list[Any]:
    """Return a list as it is, and an empty list for anything else."""
    return value if isinstance(value, list) else []


def as_table(value: Any) -> Raw:
    """Return a table as it is, and an empty table for anything else."""
    return value if isinstance(value, dict) else {}


def strings(value: Any) -> list[str]:
    """Return the strings of a list."""
    return [item for item in as_list(value) if isinstance(item, str)]


def tables(value: Any) -> Iterator[tuple[int, Raw]]:
    """Yield the tables of a list with their indices."""
    return ((i, item) for i, item in enumerate(as_list(value)) if isinstance(item, dict))


def ids(value: Any) -> list[str]:
    """Return the ids of the tables of a list."""
    return [item["id"] for _, item in tables(value) if isinstance(item.get("id"), str)]


def rank_ids(ranks: Any) -> Iterator[str]:
    """Yield the ids of all declared ranks, with runs spelt out."""
    for _, rank in tables(ranks):
        if isinstance(rank.get("id"), str):
            yield rank["id"]
            continue
        first, last = rank.get("from"), rank.get("to")
        if isinstance(first, int) and isinstance(last, int) and first >= 0 and last <= _MAX_RANK:
            yield from map(str, range(first, last + 1))


def expand_ranks(entry: object) -> list[str]:
    """Return the rank ids of a grid's entry: one id, or a run such as `1-11`."""
    if not isinstance(entry, str):
        return []
    run = _read_run(entry)
    return [entry] if run is None else [str(number) for number in run]


def count_ranks(entry: object) -> int:
    """Count the rank ids of a grid's entry."""
    run = _read_run(entry) if isinstance(entry, str) else range(0)
    return 1 if run is None else len(run)


def _read_run(text: str) -> range | None:
    """Return the numbers of a run such as `1-11`, or None for anything else."""
    match = _RUN.fullmatch(text)
    return range(int(match[1]), int(match[2]) + 1) if match else None


def grid_cells(raw: Mapping[str, Any]) -> Iterator[tuple[int, str, str]]:
    """Yield each cell of the grids: the grid's index, the suit, the card's id.

    Cards named in `without` are included.
    """
    for i, grid in tables(raw.get("grids")):
        ranks = [name for entry in as_list(grid.get("ranks")) for name in expand_ranks(entry)]
        for suit in strings(grid.get("suits")):
            for rank in ranks:
                yield i, suit, f"{suit}-{rank}"


def card_ids(raw: Mapping[str, Any]) -> dict[str, tuple[str, int]]:
    """Return the id of every card in the order of the deck, with the key path of its entry."""
    gone = set(strings(raw.get("without")))
    paths = {name: ("grids", i) for i, _, name in grid_cells(raw) if name not in gone}
    listed = ((item.get("id"), i) for i, item in tables(raw.get("cards")))
    return paths | {name: ("cards", i) for name, i in listed if isinstance(name, str)}


def count_cards(raw: Mapping[str, Any]) -> Counter[str]:
    """Count the cards with their copies: `deck` for all, `deck.blood` for the family blood,
    `suits.coins` for a suit, `specials` for those without one. `suits` is the number of suits.
    """
    gone = set(strings(raw.get("without")))
    suits, grids = as_table(raw.get("suits")), as_list(raw.get("grids"))
    entries: list[tuple[Raw, Any, bool]]
    entries = [(grids[i], suit, name in gone) for i, suit, name in grid_cells(raw)]
    entries += [(card, card.get("suit"), False) for _, card in tables(raw.get("cards"))]
    counts = Counter(deck=0)
    for entry, suit, is_gone in entries:
        copies = entry.get("copies", 1)
        style = as_table(suits.get(suit)) if isinstance(suit, str) else {}
        family = entry.get("family") or style.get("family")
        if isinstance(copies, int):
            keys = ["deck", f"suits.{suit}" if suit else "specials"]
            keys += [f"deck.{family}"] if isinstance(family, str) else []
            for key in keys:
                counts[key] += 0 if is_gone else copies
    if suits:
        counts["suits"] = len(suits)
    return counts


def expand_braces(pattern: str) -> list[str]:
    """Expand `{a,b}-{1-3}` as a shell would; the last brace varies fastest.

    Raises ValueError with a sentence for a brace that is not closed, empty or descending.
    """
    choices = _parse(pattern)
    if prod(map(len, choices)) > MAX_SPELT_OUT:
        raise ValueError(f"it spells out more than {MAX_SPELT_OUT:,} names")
    return ["".join(parts) for parts in product(*choices)]


def count_expansion(pattern: str) -> int:
    """Count the names that a pattern spells out; a wrong pattern counts 0."""
    try:
        return prod(map(len, _parse(pattern)))
    except ValueError:
        return 0


def _parse(pattern: str) -> list[list[str]]:
    """Return the choices of each brace, and the text between braces as a single choice.

    Stops at the brace that exceeds the limit.
    """
    choices: list[list[str]] = []
    end, count = 0, 1
    for match in _PARTS.finditer(pattern):
        if match.start() != end:
            break
        end = match.end()
        choices.append([match[2]] if match[2] else _parse_choices(match[1]))
        count *= len(choices[-1])
        if count > MAX_SPELT_OUT:
            return choices
    if end != len(pattern):
        raise ValueError("a brace is opened and not closed, or closed and not opened")
    return choices


def _parse_choices(inside: str) -> list[str]:
    """Parse the text of a brace: words and runs of numbers, separated by commas."""
    result: list[str] = []
    for part in inside.split(","):
        word = part.strip()
        if not word:
            raise ValueError("a brace holds nothing, or nothing between two commas")
        run = _read_run(word)
        if run is not None and not run:
            raise ValueError(f"{word} runs backwards")
        result += [word] if run is None else map(str, run)
    return result
