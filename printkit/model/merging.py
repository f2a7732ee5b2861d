"""Lay a definition over what it extends."""

from __future__ import annotations

from typing import Any

Raw = dict[str, Any]
# What stakes are simulated with.
_STAKED = ("figures", "counting", "materials")


def merge_layers(base: Raw, own: Raw) -> Raw:
    """One layer over what it extends: `without` first, then what it says itself."""
    base = {key: value for key, value in base.items() if key not in _not_inherited(base, own)}
    left_out = own.get("without", [])
    if not isinstance(left_out, list):
        return merge(base, own)
    gone = {name for name in left_out if isinstance(name, str)}
    cards = base.get("cards")
    if gone and isinstance(cards, list):
        base = {**base, "cards": [card for card in cards if id_of(card) not in gone]}
    merged = merge(base, own)
    before = base.get("without")
    if isinstance(before, list):
        merged["without"] = [*before, *left_out]
    return merged


def _not_inherited(base: Raw, own: Raw) -> set[str]:
    """Return the keys of a base that do not hold for what a definition changes in it.

    A name of its own is not the other game's in a sentence. Chapters tell how the other game is
    played: other phases or hands take the general text. Stakes are simulated with the other
    game's figures.
    """
    lost = {"in_sentence"} if "name" in own else set()
    countings = (own.get("counting") or {}, base.get("counting") or {})
    systems = [counting.get("system") for counting in countings if isinstance(counting, dict)]
    if (None not in systems and len({*systems}) > 1) or any(
        _changes_words(base.get(key), own.get(key)) for key in ("phases", "hands")
    ):
        lost.add("rules")
    if any(_changes_figures(base.get(key), own.get(key)) for key in _STAKED):
        lost.add("stakes")
    return lost


def _changes_words(base: Any, own: Any) -> bool:
    """Return True if a value changes more than figures, names and pictures of its base."""
    if isinstance(own, dict) and isinstance(base, dict):
        keys = own.keys() - {"id", "name", "short", "icon"}
        return any(_changes_words(base.get(key), own[key]) for key in keys)
    if isinstance(own, list) and isinstance(base, list) and has_ids(own):
        known = {id_of(item): item for item in base}
        return any(_changes_words(known.get(id_of(item)), item) for item in own)
    return own is not None and own != base and not isinstance(own, int)


def _changes_figures(base: Any, own: Any) -> bool:
    """Return True if a value gives a number of its base another value."""
    if isinstance(own, dict) and isinstance(base, dict):
        return any(_changes_figures(base[key], own[key]) for key in own.keys() & base.keys())
    if isinstance(own, list) and isinstance(base, list) and has_ids(own):
        known = {id_of(item): item for item in base}
        return any(_changes_figures(known.get(id_of(item)), item) for item in own)
    return own not in (None, base) and not isinstance(base, str | None)


def merge(base: Raw, own: Raw) -> Raw:
    """Lay `own` over `base`: tables by key, lists of tables by id, all else replaced.

    Grids are added, or change the one of their id, unless one of them says `replace = true`.
    """
    merged = dict(base)
    for key, value in own.items():
        before = merged.get(key)
        if isinstance(before, dict) and isinstance(value, dict):
            merged[key] = merge(before, value)
        elif key == "grids" and isinstance(before, list) and isinstance(value, list):
            merged[key] = value if _replaces(value) else _merge_by_id(before, value)
        elif has_ids(before) and isinstance(value, list) and (has_ids(value) or key == "cards"):
            merged[key] = _merge_by_id(before, value)
        else:
            merged[key] = value
    return merged


def _replaces(grids: list[Any]) -> bool:
    """Return True if one of the grids says that they take the place of those extended."""
    return any(isinstance(grid, dict) and grid.get("replace") is True for grid in grids)


def has_ids(value: Any) -> bool:
    """Return True for a list of tables with an id each."""
    return (
        isinstance(value, list) and bool(value) and all(id_of(item) is not None for item in value)
    )


def _merge_by_id(base: Any, own: list[Any]) -> list[Any]:
    """Put changed items in the place of those they change, new ones behind; a second of one id
    as well."""
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
    """Return the id of a table (a run of ranks is known by its ends), or None."""
    if not isinstance(item, dict):
        return None
    result = item.get("id")
    if result is None and isinstance(item.get("from"), int) and isinstance(item.get("to"), int):
        result = f"{item['from']}-{item['to']}"
    return result if isinstance(result, str) else None
