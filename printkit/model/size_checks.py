"""Refuse definitions that are larger than any game needs.

Grids multiply and braces spell out: a few lines can mean millions of cards. Here they are only
counted, in raw data that may be wrong in form.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import inspect as types

from printkit.base import limits
from printkit.base.limits import Limit
from printkit.base.toml_positions import KeyPath
from printkit.model.diagnostics import fields_of
from printkit.model.fields import Fault
from printkit.model.raw_data import Raw, as_list, as_table, count_expansion, count_ranks, tables
from printkit.model.variant import Variant

_MAX_NUMBER = 1_000


def size_faults(raw: Raw) -> Iterator[Fault]:
    """Report lists and products of lists that exceed their limits."""
    yield from list(_entries(raw)) or _products(raw)


def _entries(raw: Raw) -> Iterator[Fault]:
    """Report lists and tables with more entries than the model allows."""
    yield from _refuse(("name",), raw.get("name"), limits.MAX_LANGUAGES)
    for key, field in fields_of(Variant).items():
        match field.type:
            case (
                types.Metadata(extra={"limit": limit})
                | types.UnionType(types=(types.Metadata(extra={"limit": limit}), _))
            ):
                yield from _refuse((key,), raw.get(key), limit)


def _products(raw: Raw) -> Iterator[Fault]:
    """Report lists of permitted lengths whose product exceeds a limit."""
    players = _number(as_table(raw.get("players")).get("max"), 1)
    yield from _cards(raw, players)
    for i, hand in tables(raw.get("hands")):
        picked = sum(_number(pick.get("count"), 1) for _, pick in tables(hand.get("cards")))
        yield from _refuse(("hands", i, "cards"), picked, limits.MAX_PICKED)
    pieces = 0
    for i, material in tables(raw.get("materials")):
        more = sum(
            _number(chip.get("count")) * max(players - _number(chip.get("above"), players), 0)
            for _, chip in tables(material.get("denominations"))
        )
        each = _number(material.get("per_player")) + more
        pieces += max(_number(material.get("count")), each * players)
        yield from _refuse(("materials", i), pieces, limits.MAX_PIECES)
    spaces = 0
    for i, place in tables(raw.get("places")):
        spaces += _number(place.get("count"), 1) * _number(place.get("rows"), 1)
        yield from _refuse(("places", i, "count"), spaces, limits.MAX_SPACES)
    for i, track in tables(raw.get("tracks")):
        steps = _number(track.get("to")) - _number(track.get("from")) + 1
        yield from _refuse(("tracks", i, "to"), steps, limits.MAX_STEPS)
    yield from _pairs(raw)


def _cards(raw: Raw, players: int) -> Iterator[Fault]:
    """Report too many distinct cards, or too many copies for the greatest number of players."""
    distinct = total = 0
    for key in ("grids", "cards"):
        for i, entry in tables(raw.get(key)):
            cells = 1
            if key == "grids":
                cells = _length(entry.get("suits")) * sum(
                    map(count_ranks, as_list(entry.get("ranks")))
                )
            copies = _number(entry.get("copies"), 1)
            distinct += cells
            total += cells * copies * (players if entry.get("per_player") is True else 1)
            faults = [
                *_refuse((key, i), distinct, limits.MAX_DISTINCT_CARDS),
                *_refuse((key, i), total, limits.MAX_CARDS),
            ]
            if faults:
                yield from faults
                return


def _pairs(raw: Raw) -> Iterator[Fault]:
    """Report too many cards in the pairs of all stand-ins."""
    paired = 0
    for index, standin in tables(raw.get("standins")):
        path: KeyPath = ("standins", index, "pairs")
        faults = [*_refuse(path, standin.get("pairs"), limits.MAX_PAIRS)]
        for i, pair in tables(standin.get("pairs")) if not faults else ():
            patterns = (pair.get("from"), pair.get("to"))
            paired += sum(count_expansion(p) for p in patterns if isinstance(p, str))
            if faults := [*_refuse((*path, i), paired, limits.MAX_PAIRED)]:
                break
        if faults:
            yield from faults
            return


def _refuse(path: KeyPath, counted: object, limit: Limit) -> Iterator[Fault]:
    """Report a number, or the length of a list or table, that exceeds a limit."""
    if (count := counted if isinstance(counted, int) else _length(counted)) > limit:
        yield Fault(path, *limit.refusal(count))


def _length(value: object) -> int:
    return len(value) if isinstance(value, dict | list) else 0


def _number(value: Any, missing: int = 0) -> int:
    # Larger numbers are faults of form, reported there.
    return value if isinstance(value, int) and abs(value) < _MAX_NUMBER else missing
