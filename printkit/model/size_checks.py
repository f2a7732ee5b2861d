"""Definitions that are larger than any game needs, refused before anything is made of them.

A grid multiplies and a brace spells out: a few lines can mean millions of cards. Here they are only
counted, in raw data that may be wrong in form.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from printkit.base.limits import (
    MAX_CARDS,
    MAX_DISTINCT_CARDS,
    MAX_ENTRIES,
    MAX_FAMILIES,
    MAX_GRIDS,
    MAX_HANDS,
    MAX_LANGUAGES,
    MAX_LAYERS,
    MAX_MATERIALS,
    MAX_PAIRED,
    MAX_PAIRS,
    MAX_PICKED,
    MAX_PIECES,
    MAX_PLACES,
    MAX_RANKS,
    MAX_SCORES,
    MAX_SPACES,
    MAX_STANDINS,
    MAX_STEPS,
    MAX_SUITS,
    MAX_TOKENS,
    MAX_TRACKS,
    MAX_WITHOUT,
    Limit,
)
from printkit.model.brace_expansion import count_expansion
from printkit.model.fields import Fault
from printkit.model.rank_runs import count_ranks
from printkit.model.toml_positions import KeyPath

Raw = dict[str, Any]
_MAX_NUMBER = 1_000
# Lists and tables of a definition, each with the number of entries that it may have.
_ENTRIES = {
    "languages": MAX_LANGUAGES,
    "adds": MAX_LAYERS,
    "without": MAX_WITHOUT,
    "families": MAX_FAMILIES,
    "suits": MAX_SUITS,
    "ranks": MAX_RANKS,
    "grids": MAX_GRIDS,
    "cards": MAX_DISTINCT_CARDS,
    "figures": MAX_ENTRIES,
    "hands": MAX_HANDS,
    "sets": MAX_ENTRIES,
    "tokens": MAX_TOKENS,
    "groups": MAX_ENTRIES,
    "setup": MAX_ENTRIES,
    "options": MAX_ENTRIES,
    "standins": MAX_STANDINS,
    "materials": MAX_MATERIALS,
    "phases": MAX_ENTRIES,
    "penalties": MAX_ENTRIES,
    "places": MAX_PLACES,
    "tracks": MAX_TRACKS,
    "scores": MAX_SCORES,
    "notes": MAX_ENTRIES,
    "questions": MAX_ENTRIES,
    "stakes": MAX_ENTRIES,
    "example_hands": MAX_ENTRIES,
    "sums": MAX_ENTRIES,
    "texts": MAX_ENTRIES,
    "chapters": MAX_LANGUAGES,
}


def size_faults(raw: Raw) -> Iterator[Fault]:
    """Report what a definition has too much of; nothing else of it need be looked at then."""
    limits = {**_ENTRIES, "name": MAX_LANGUAGES}
    faults = [f for key, limit in limits.items() for f in _refuse((key,), raw.get(key), limit)]
    yield from faults or _products(raw)


def _products(raw: Raw) -> Iterator[Fault]:
    """Report what lists of a permitted length come to when they are multiplied out."""
    players = raw.get("players")
    maximum = _number(players.get("max"), 1) if isinstance(players, dict) else 1
    yield from _cards(raw, maximum)
    for i, hand in _tables(raw, "hands"):
        picked = sum(_number(pick.get("count"), 1) for _, pick in _tables(hand, "cards"))
        yield from _refuse(("hands", i, "cards"), picked, MAX_PICKED)
    pieces = 0
    for i, thing in _tables(raw, "materials"):
        more = sum(
            _number(chip.get("count")) * max(maximum - _number(chip.get("above"), maximum), 0)
            for _, chip in _tables(thing, "denominations")
        )
        each = _number(thing.get("per_player")) + more
        pieces += max(_number(thing.get("count")), each * maximum)
        yield from _refuse(("materials", i), pieces, MAX_PIECES)
    spaces = 0
    for i, place in _tables(raw, "places"):
        spaces += _number(place.get("count"), 1) * _number(place.get("rows"), 1)
        yield from _refuse(("places", i, "count"), spaces, MAX_SPACES)
    for i, track in _tables(raw, "tracks"):
        steps = _number(track.get("to")) - _number(track.get("from")) + 1
        yield from _refuse(("tracks", i, "to"), steps, MAX_STEPS)
    yield from _pairs(raw)


def _cards(raw: Raw, players: int) -> Iterator[Fault]:
    """Report too many cards: distinct ones, and with all copies for the most players."""
    distinct = total = 0
    for key in ("grids", "cards"):
        for i, entry in _tables(raw, key):
            cells = 1
            if key == "grids":
                ranks = entry.get("ranks")
                runs = ranks if isinstance(ranks, list) else []
                cells = _length(entry.get("suits")) * sum(map(count_ranks, runs))
            copies = _number(entry.get("copies"), 1)
            distinct += cells
            total += cells * copies * (players if entry.get("per_player") is True else 1)
            if distinct > MAX_DISTINCT_CARDS or total > MAX_CARDS:
                yield from _refuse((key, i), distinct, MAX_DISTINCT_CARDS)
                yield from _refuse((key, i), total, MAX_CARDS)
                return


def _pairs(raw: Raw) -> Iterator[Fault]:
    """Report too many cards in the pairs of all stand-ins."""
    paired = 0
    for index, standin in _tables(raw, "standins"):
        pairs = standin.get("pairs")
        if faults := [*_refuse(("standins", index, "pairs"), pairs, MAX_PAIRS)]:
            yield from faults
            return
        for i, pair in _tables(standin, "pairs"):
            patterns = (pair.get("from"), pair.get("to"))
            paired += sum(count_expansion(p) for p in patterns if isinstance(p, str))
            if paired > MAX_PAIRED:
                yield from _refuse(("standins", index, "pairs", i), paired, MAX_PAIRED)
                return


def _refuse(path: KeyPath, counted: object, limit: Limit) -> Iterator[Fault]:
    """Report a number, or the length of a list or table, that is above a limit."""
    if (count := counted if isinstance(counted, int) else _length(counted)) > limit:
        yield Fault(path, *limit.refusal(count))


def _length(value: object) -> int:
    return len(value) if isinstance(value, dict | list) else 0


def _number(value: Any, missing: int = 0) -> int:
    # Larger numbers are faults of form, and told as such.
    return value if isinstance(value, int) and abs(value) < _MAX_NUMBER else missing


def _tables(raw: Raw, key: str) -> Iterator[tuple[int, Raw]]:
    value = raw.get(key)
    items = value if isinstance(value, list) else []
    return ((i, item) for i, item in enumerate(items) if isinstance(item, dict))
