"""Merge the raw data of a definition into that of the file it extends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from printkit.model.raw_data import Raw, tables

# The lists of which `without` leaves entries out.
LEFT_OUT = ("cards", "payments", "clauses")
# The simulation of stakes depends on these keys.
_STAKED = ("figures", "counting", "materials")


def merge_layers(base: Raw, own: Raw) -> Raw:
    """Merge a layer into its base: remove what `without` names first."""
    base = {key: value for key, value in base.items() if key not in _not_inherited(base, own)}
    left_out = own.get("without", [])
    if not isinstance(left_out, list):
        return merge(base, own)
    gone = {name for name in left_out if isinstance(name, str)}
    for key in LEFT_OUT if gone else ():
        if isinstance(listed := base.get(key), list):
            base = {**base, key: [item for item in listed if id_of(item) not in gone]}
    merged = merge(base, own)
    before = base.get("without")
    if isinstance(before, list):
        merged["without"] = [*before, *left_out]
    return merged


def _not_inherited(base: Raw, own: Raw) -> set[str]:
    """Return the keys of a base that the changes of a definition make invalid.

    A new name invalidates its form in sentences. Changed hands, and changed or added phases,
    invalidate the chapters of the base: the general text takes their place. A hand that is added is
    told there as the others are. Changed figures invalidate simulated stakes.
    """
    lost = {"in_sentence"} if "name" in own else set()
    known = {id_of(hand) for _, hand in tables(base.get("hands"))}
    changed = {
        "phases": own.get("phases"),
        "hands": [hand for _, hand in tables(own.get("hands")) if id_of(hand) in known] or None,
    }
    countings = (own.get("counting") or {}, base.get("counting") or {})
    systems = [counting.get("system") for counting in countings if isinstance(counting, dict)]
    if (None not in systems and len({*systems}) > 1) or any(
        _changes(base.get(key), value, lambda _, new: not isinstance(new, int))
        for key, value in changed.items()
    ):
        lost.add("rules")
    if any(
        _changes(base.get(key), own.get(key), lambda old, _: not isinstance(old, str | None))
        for key in _STAKED
    ):
        lost.add("stakes")
    return lost


def _changes(base: Any, own: Any, is_change: Callable[[Any, Any], bool]) -> bool:
    """Return True if `is_change` is true of any changed value, except names and pictures."""
    if isinstance(own, dict) and isinstance(base, dict):
        keys = own.keys() - {"id", "name", "short", "icon"}
        return any(_changes(base.get(key), own[key], is_change) for key in keys)
    if isinstance(own, list) and isinstance(base, list) and has_ids(own):
        known = {id_of(item): item for item in base}
        return any(_changes(known.get(id_of(item)), item, is_change) for item in own)
    return own is not None and own != base and is_change(base, own)


def merge(base: Raw, own: Raw) -> Raw:
    """Merge tables by key and lists of tables by id; replace everything else.

    Grids are added, or change the grid with their id, unless one of them has `replace = true`.
    """
    merged = dict(base)
    for key, value in own.items():
        before = merged.get(key)
        if isinstance(before, dict) and isinstance(value, dict):
            merged[key] = merge(before, value)
        elif key == "grids" and isinstance(before, list) and isinstance(value, list):
            replaces = any(grid.get("replace") is True for _, grid in tables(value))
            merged[key] = value if replaces else _merge_by_id(before, value)
        elif has_ids(before) and isinstance(value, list) and (has_ids(value) or key == "cards"):
            merged[key] = _merge_by_id(before, value)
        else:
            merged[key] = value
    return merged


def has_ids(value: Any) -> bool:
    """Return True for a list of tables that all have an id."""
    return (
        isinstance(value, list) and bool(value) and all(id_of(item) is not None for item in value)
    )


def _merge_by_id(base: Any, own: list[Any]) -> list[Any]:
    """Merge items into those with the same id, and append new items and repeated ids."""
    known = {id_of(item) for item in base} - {None}
    changed: dict[str | None, Any] = {}
    more: list[Any] = []
    for item in own:
        name = id_of(item)
        if name is not None and name in known and name not in changed:
            changed[name] = item
        else:
            more.append(item)
    kept = [
        merge(item, changed[name]) if (name := id_of(item)) in changed else item for item in base
    ]
    return kept + more


def id_of(item: Any) -> str | None:
    """Return the id of a table (for a run of ranks its ends: `1-11`), or None."""
    if not isinstance(item, dict):
        return None
    result = item.get("id")
    if result is None and isinstance(item.get("from"), int) and isinstance(item.get("to"), int):
        result = f"{item['from']}-{item['to']}"
    return result if isinstance(result, str) else None
