"""Warn of what a definition loses of the one that it extends."""

from __future__ import annotations

from printkit.base.errors import Diagnostic
from printkit.base.plain_text import name_some
from printkit.model.layers import DefinitionStack
from printkit.model.merging import has_ids
from printkit.model.raw_data import card_ids, strings, tables

# A warning names at most this many lost cards.
_MAX_SHOWN = 8
# Lists that are added to without ids.
_ADDED = ("grids", "cards")
# What a definition loses by its changes, and how to get it back.
_LEFT_OUT = {
    "rules": (
        "the chapters of the base definition are left out, as its phases or hands change.",
        "The general text takes their place. Write “rules” to keep them, or chapters of your own.",
    ),
    "stakes": (
        "the stakes of the base definition are left out, as they were played with its figures.",
        "Write stakes of your own, or leave them out.",
    ),
}


def lost_cards(stack: DefinitionStack) -> list[Diagnostic]:
    """Report cards of the extended definition that are gone and not named in `without`."""
    kept = {*card_ids(stack.data), *strings(stack.data.get("without"))}
    lost = [name for name in card_ids(stack.inherited) if name not in kept]
    if not lost:
        return []
    count = "1 card" if len(lost) == 1 else f"{len(lost)} cards"
    shown = name_some(lost, _MAX_SHOWN)
    message = f"{count} of the base definition are gone: {shown}."
    hint = "If that is meant, name them in “without”; if not, add grids without replace = true."
    return [stack.problem(("grids",), message, hint)]


def lost_parts(stack: DefinitionStack) -> list[Diagnostic]:
    """Report chapters and stakes of the extended definition that its changes make invalid, and
    lists that are replaced whole because their entries have no ids.
    """
    own, base, warnings = stack.layers[0].data, stack.inherited, []
    for key, (message, hint) in _LEFT_OUT.items():
        if base.get(key) and key not in stack.data:
            warnings.append(stack.problem(("extends",), message, hint))
    for key, value in own.items():
        before = [entry for _, entry in tables(base.get(key))]
        gone = sum(entry not in value for entry in before) if isinstance(value, list) else 0
        if gone and key not in _ADDED and not has_ids(before):
            message = f"{gone} of {len(before)} entries of the base definition are gone."
            hint = "Entries without ids are replaced as a whole: repeat those that stay."
            warnings.append(stack.problem((key,), message, hint))
    return warnings
