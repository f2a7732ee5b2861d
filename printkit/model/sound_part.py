"""The sound part of a faulty definition: what is left without its faults.

Drawings, texts and examples can then be checked in the same run as the form of the definition.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from printkit.base.errors import Diagnostic
from printkit.base.messages import DEFAULT_LANGUAGE
from printkit.base.toml_positions import KeyPath
from printkit.model.cross_checks import read_checked
from printkit.model.fields import Fault, drawing_file, is_picture
from printkit.model.layers import DefinitionStack, read_stack, resolve_definition
from printkit.model.raw_data import Raw, as_list, as_table, card_ids, ids
from printkit.model.shelves import VARIANTS
from printkit.model.variant import Variant

# The tables whose keys are names.
_TABLES = ("families", "suits", "figures", "groups", "sums", "example_hands", "texts")
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
# A part may take one turn for its value, one for its key and one for its entry.
_MAX_TURNS = 8
_WORD = {"en": "…"}
# What stands for a required value that is missing or wrong.
_STANDS_FOR: dict[str, Any] = {
    "name": _WORD,
    "summary": _WORD,
    "slug": "unnamed",
    "game": "unnamed",
    "players": {"min": 2, "max": 2},
    "back": "rosette",
    "families": {"unnamed": {"name": _WORD, "back": "rosette"}},
    "cards": [{"id": "unnamed", "name": _WORD}],
}


class SoundPart(msgspec.Struct):
    """A definition with all its faults of form and of names, and the Variant of what is right.

    `variant` is None if nothing can be made of it; `sound` is the definition without its faults.
    """

    stack: DefinitionStack
    problems: list[Diagnostic]
    variant: Variant | None
    sound: DefinitionStack
    language: str = DEFAULT_LANGUAGE

    @property
    def pictures(self) -> dict[Path, list[KeyPath]]:
        """The user's own pictures, each with the keys that name it."""
        files: dict[Path, list[KeyPath]] = {}
        for path, value in _strings(self.sound.data, ()):
            file = drawing_file(value, self.stack.folder) if is_picture(value) else None
            if file is not None:
                files.setdefault(file, []).append(path)
        return files

    def without(self, paths: Iterable[KeyPath]) -> SoundPart:
        """Return the part without some more keys that are not sound."""
        sound = self.sound.with_data(_without(self.sound.data, paths))
        _, variant, sound = _find_sound(sound, self.language)
        return SoundPart(self.stack, self.problems, variant, sound, self.language)

    def locate(self, faults: Iterable[Fault], *, own_only: bool = False) -> list[Diagnostic]:
        """Return the diagnostics of faults found in the Variant.

        The path of a card is `("cards", id)`; the path of a hand has its id in place of an index.
        `own_only` drops faults of inherited parts.
        """
        cards, hands = card_ids(self.sound.data), ids(self.sound.data.get("hands"))
        result = []
        for fault in faults:
            path = fault.path
            match path:
                case ("cards", str(card)):
                    path = cards[card]
                case ("hands", str(hand), *rest):
                    path = ("hands", hands.index(hand), *rest)
            kept = self.sound.path_within(self.stack.data, path)
            whole = (*kept, *path[len(kept) :])
            result.append(self.stack.problem(whole, fault.message, fault.hint))
        return self.without_followers(
            problem for problem in result if not own_only or problem.file == str(self.stack.path)
        )

    def without_followers(self, diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
        """Return the faults that name nothing that another fault has taken away."""
        lost = {*_names(self.stack.data)} - {*_names(self.sound.data)}
        return [
            problem
            for problem in diagnostics
            if lost.isdisjoint(_NAME.findall(f"{problem.key} {problem.message}"))
        ]


def find_sound_part(
    name: str, shelf: str = VARIANTS, language: str = DEFAULT_LANGUAGE
) -> SoundPart:
    """Find all faults of form and of names of a definition, and what is left without them.

    Raises PrintkitError for a file that cannot be read.
    """
    stack = read_stack(resolve_definition(name, shelf), shelf)
    faults, variant, sound = _find_sound(stack, language)
    return SoundPart(stack, stack.problems(faults), variant, sound, language)


def _find_sound(
    stack: DefinitionStack, language: str
) -> tuple[list[Fault], Variant | None, DefinitionStack]:
    """Return the faults of a definition, the Variant of its rest, and that rest."""
    variant, faults = read_checked(stack, language)
    left = faults
    for _ in range(_MAX_TURNS):
        if not left:
            return faults, variant, stack
        paths = [fault.path for fault in left if fault.path]
        # A name is not required, as each file gives one: a faulty one is not reported as missing.
        stack = stack.with_data({"name": _WORD, **_without(stack.data, paths)})
        variant, left = read_checked(stack, language)
    return faults, None, stack


def _strings(node: Any, path: KeyPath) -> Iterator[tuple[KeyPath, str]]:
    """Yield the strings of raw data with their paths."""
    if isinstance(node, str):
        yield path, node
    items = node.items() if isinstance(node, dict) else enumerate(as_list(node))
    for key, value in items:
        yield from _strings(value, (*path, key))


def _without(node: Any, paths: Iterable[KeyPath]) -> Any:
    """Return raw data without the values at some paths; parts without faults keep identity.

    A required key that is missing is filled in, or its table goes.
    """
    below: dict[str | int, list[KeyPath]] = {}
    for first, *rest in paths:
        below.setdefault(first, []).append(tuple(rest))
    if isinstance(node, dict):
        kept = dict(_parts(node.items(), below))
        for key in below:
            if key not in node and key in _STANDS_FOR:
                kept[key] = _STANDS_FOR[key]
        return kept
    return [value for _, value in _parts(enumerate(node), below)]


def _parts(
    items: Iterable[tuple[Any, Any]], below: dict[str | int, list[KeyPath]]
) -> Iterator[tuple[Any, Any]]:
    for key, value in items:
        if key not in below:
            yield key, value
        elif all(_is_within(value, path) for path in below[key]):
            yield key, _without(value, below[key])


def _is_within(value: Any, path: KeyPath) -> bool:
    """Return True if a path leads to a part of a value, or to a key of it that can be filled in."""
    match value, path:
        case dict(), (key, *_):
            return key in value or key in _STANDS_FOR
        case list(), (int(index), *_):
            return index < len(value)
    return False


def _names(raw: Raw) -> Iterator[str]:
    """Yield the names that a definition gives: of cards, of entries of lists, of figures …"""
    yield from card_ids(raw)
    for key, value in raw.items():
        yield from ids(value) if key not in _TABLES else as_table(value)
