"""A definition and what it extends, as one.

In: the path of a TOML file. Out: the merged raw data, and a way to find where each key was
written, in this file, in the one it extends, or in the CSV beside it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec import field

from printkit.base.content import content_files, content_folders, content_path
from printkit.base.errors import DefinitionError, Diagnostic, PrintkitError, did_you_mean
from printkit.base.files import is_file, read_text, resolve_within
from printkit.base.limits import MAX_DEFINITION_BYTES, MAX_LAYERS
from printkit.base.toml_text import parse_bundled_toml, parse_toml
from printkit.model.csv_cards import CsvCards, read_cards
from printkit.model.fields import PICTURES, dotted
from printkit.model.merging import Raw, has_ids, id_of, merge_layers
from printkit.model.toml_positions import KeyPath, Positions

# Where a slug is looked for: what is played, what others stand on, what people own.
CATALOGUES = ("variants", "bases", "standins")
# What an add-on brings to the deck that it is added to; all else of it is its own.
_ADDED = ("families", "suits", "ranks", "grids", "cards", "notes")


class DefinitionFile(msgspec.Struct, frozen=True):
    """One file: its path, its text, its data, and the cards of the CSV that it names."""

    path: Path
    text: str
    data: Raw
    csv: CsvCards | None = None


class DefinitionStack(msgspec.Struct):
    """A definition with all it extends: the nearest layer first, and their merged data.

    `inherited` is the merged data without the nearest layer.
    """

    layers: list[DefinitionFile]
    data: Raw
    inherited: Raw = field(default_factory=dict)
    _positions: dict[Path, Positions] = field(default_factory=dict)
    _indices: dict[int, dict[object, int]] = field(default_factory=dict)

    @property
    def path(self) -> Path:
        return self.layers[0].path

    @property
    def folder(self) -> Path:
        return self.path.parent

    def problem(self, path: KeyPath, message: str, accepted: str = "") -> Diagnostic:
        """A Diagnostic at the place where the key path (of the merged data) was written."""
        file, line, column = self._place(path)
        return Diagnostic(file, line, column, dotted(path), message, accepted)

    def _place(self, path: KeyPath) -> tuple[str, int, int]:
        """Return the place in the layer that wrote most of the path; of several the nearest."""
        best: tuple[int, DefinitionFile, KeyPath] | None = None
        for layer in self.layers:
            own = self._own_path(layer.data, path)
            if best is None or len(own) > best[0]:
                best = (len(own), layer, own)
        assert best is not None
        _, layer, own = best
        if layer.csv is not None and (place := layer.csv.place(layer.data, own, path)):
            return place
        if layer.path not in self._positions:
            self._positions[layer.path] = Positions(layer.text)
        return (str(layer.path), *self._positions[layer.path].find(own))

    def _own_path(self, data: Any, path: KeyPath) -> KeyPath:
        """As much of a path of the merged data as one layer wrote, in the layer's own indices."""
        merged: Any = self.data
        own: list[str | int] = []
        for key in path:
            if isinstance(key, int) and isinstance(merged, list) and isinstance(data, list):
                wanted = merged[key] if key < len(merged) else None
                index = self._own_index(wanted, key, data)
                if index is None:
                    break
                own.append(index)
                merged, data = wanted, data[index]
                continue
            try:
                merged, data = merged[key], data[key]
            except (KeyError, IndexError, TypeError):
                break
            own.append(key)
        return tuple(own)

    def _own_index(self, wanted: Any, index: int, data: list[Any]) -> int | None:
        """Return the index of an item of a merged list in a layer's list: itself, else its id."""
        if (known := self._indices.get(id(data))) is None:
            known = self._indices[id(data)] = {}
            for i, item in enumerate(data):
                known.setdefault(id(item), i)
                name = item if isinstance(item, str) else id_of(item)
                if name is not None:
                    known.setdefault(name, i)
        if isinstance(wanted, dict | list) and id(wanted) in known:
            return known[id(wanted)]
        name = wanted if isinstance(wanted, str) else id_of(wanted)
        if name is None:
            return index if index < len(data) else None
        return known.get(name)


def read_stack(path: Path, shelf: str = CATALOGUES[0]) -> DefinitionStack:
    """Read the definition at `path` with all it extends. Raises PrintkitError, DefinitionError.

    Slugs are looked for on `shelf` before the others.
    """
    layers = _find_chain(path, path.parent, shelf)
    data: Raw = {}
    added: list[DefinitionFile] = []
    inherited: Raw = {}
    for layer in reversed(layers):
        inherited = data
        for name in _addon_names(layer):
            chain = _find_chain(_find_named(layer, "adds", name, shelf), path.parent, shelf)
            added += chain
            if len(layers) + len(added) > MAX_LAYERS:
                message, hint = MAX_LAYERS.refusal(len(layers) + len(added))
                raise DefinitionError([_diagnostic(layer, "adds", message, hint)])
            data = _append_cards(data, chain)
        data = merge_layers(data, layer.data)
    # What is right of these keys has done its work; what is wrong is left for the schema to tell.
    if isinstance(data.get("extends"), str):
        del data["extends"]
    if isinstance(data.get("adds"), list):
        data["adds"] = [name for name in data["adds"] if not isinstance(name, str)]
    return DefinitionStack([*layers, *added], data, inherited)


def apply_addons(stack: DefinitionStack, names: Iterable[str]) -> DefinitionStack:
    """Return the definition with the cards of add-ons, behind its own.

    A file is looked for from the working folder. Raises PrintkitError if there is none.
    """
    data, layers = stack.data, list(stack.layers)
    for name in names:
        here = Path(name)
        result = name.endswith(".toml") and is_file(here)
        path = here if result else find_bundled(name, CATALOGUES[:1])
        if path is None:
            raise PrintkitError(
                f"There is no variant “{name[:60]}” to add.",
                hint=f"{did_you_mean(name, bundled_slugs(CATALOGUES[0]), 'variants')} "
                "A file of your own is named with its ending: my-cards.toml.",
            )
        chain = _find_chain(path, stack.folder, CATALOGUES[0])
        data = _append_cards(data, chain)
        layers += chain
    return DefinitionStack(layers, data, stack.inherited)


def _find_chain(path: Path, folder: Path, shelf: str) -> list[DefinitionFile]:
    """A file and all it extends, the nearest first. Raises DefinitionError for a circle."""
    layers: list[DefinitionFile] = []
    following: Path | None = path
    while following is not None:
        if any(layer.path.resolve() == following.resolve() for layer in layers):
            names = " → ".join(layer.path.name for layer in layers)
            message = f"extends runs in a circle: {names} → {following.name}."
            raise DefinitionError([_diagnostic(layers[-1], "extends", message)])
        if len(layers) == MAX_LAYERS:
            message = f"extends {MAX_LAYERS} files, one after the other, and more."
            raise DefinitionError([_diagnostic(layers[-1], "extends", message, MAX_LAYERS.allowed)])
        layers.append(_read_layer(following, folder))
        following = _find_parent(layers[-1], shelf)
    return layers


def _addon_names(layer: DefinitionFile) -> list[str]:
    """Return the add-ons that a file names; what is no name is left for the schema to tell."""
    names = layer.data.get("adds")
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []


def _append_cards(data: Raw, chain: list[DefinitionFile]) -> Raw:
    """Append the cards of an add-on behind those that are there; what both have stays as it is."""
    brought: Raw = {}
    for layer in reversed(chain):
        brought = merge_layers(brought, layer.data)
    _refuse_other_ranks(data, brought, chain[0])
    merged = dict(data)
    for key in _ADDED:
        there, new = data.get(key), brought.get(key)
        if isinstance(new, dict) and isinstance(there, dict | None):
            merged[key] = {
                **(there or {}),
                **{k: v for k, v in new.items() if k not in (there or {})},
            }
        elif isinstance(new, list) and isinstance(there, list | None):
            known = {id_of(item) for item in there or []} - {None}
            merged[key] = [*(there or []), *(item for item in new if id_of(item) not in known)]
    return merged


def _refuse_other_ranks(data: Raw, brought: Raw, layer: DefinitionFile) -> None:
    """Raises DefinitionError for a rank of one id and two values: only one of them could be right
    on the cards."""
    there, new = data.get("ranks"), brought.get("ranks")
    if not (has_ids(there) and has_ids(new)):
        return
    values = {id_of(rank): rank.get("value") for rank in there or []}
    for rank in new or []:
        name = id_of(rank)
        if name in values and values[name] != rank.get("value"):
            message = f"its rank “{name}” is of another value than that of the deck it is added to."
            raise DefinitionError(
                [_diagnostic(layer, "ranks", message, "Give the rank another id.")]
            )


def _read_layer(path: Path, folder: Path) -> DefinitionFile:
    """One file with the cards of its CSV; its pictures named from the first definition's folder."""
    text = read_text(path, noun="definition", max_bytes=MAX_DEFINITION_BYTES)
    is_ours = path.is_relative_to(content_path())
    data = parse_bundled_toml(text, path) if is_ours else parse_toml(text, path)
    if not data:
        raise PrintkitError(
            "This definition is empty.",
            location=str(path),
            hint="Start from a copy of one in templates/variants/.",
        )
    layer = DefinitionFile(path, text, data)
    name, cards = layer.data.get("cards_csv"), layer.data.get("cards", [])
    if isinstance(name, str) and isinstance(cards, list):
        source = read_cards(path.parent, name, partial(_diagnostic, layer, "cards_csv"))
        layer.data["cards"] = [*cards, *source.cards]
        layer = DefinitionFile(path, text, layer.data, source)
    if path.parent != folder and path.parent.is_relative_to(folder):
        _prefix_pictures(path.parent.relative_to(folder), layer.data)
        _prefix_chapters(path.parent.relative_to(folder), layer.data.get("chapters"))
    return layer


def _prefix_chapters(lead: Path, chapters: Any) -> None:
    """Put `lead` before every text in a subfolder's file."""
    for language, name in chapters.items() if isinstance(chapters, dict) else ():
        if isinstance(name, str):
            chapters[language] = str(lead / name)


def _prefix_pictures(lead: Path, node: Any) -> None:
    """Put `lead` before every picture in a subfolder's file."""
    children = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    for child in children:
        _prefix_pictures(lead, child)
    if isinstance(node, dict):
        for key in ("emblem", "art", "back"):
            name = node.get(key)
            if isinstance(name, str) and name.lower().endswith(PICTURES):
                node[key] = str(lead / name)


def _find_parent(layer: DefinitionFile, shelf: str) -> Path | None:
    name = layer.data.get("extends")
    if not isinstance(name, str):
        return None  # absent, or of a wrong type, which the schema tells
    return _find_named(layer, "extends", name, shelf)


def find_bundled(name: str, shelves: Iterable[str]) -> Path | None:
    """Return the bundled file of this slug, from the first catalogue that has it, or None."""
    shelves = tuple(shelves)
    folders = [root / shelf for root in content_folders() for shelf in shelves]
    return next((folder / f"{name}.toml" for folder in folders if name in _stems(folder)), None)


@cache
def _stems(folder: Path) -> frozenset[str]:
    return frozenset(path.stem for path in folder.glob("*.toml"))


def bundled_slugs(shelf: str) -> list[str]:
    """Return the slugs of a catalogue, in alphabetical order."""
    return list(content_files(shelf))


def _find_named(layer: DefinitionFile, key: str, name: str, shelf: str) -> Path:
    """Return the file that another one names: by its slug (its own shelf first), or beside it."""

    def make_error(message: str, accepted: str = "") -> DefinitionError:
        verb = "extends" if key == "extends" else "adds"
        return DefinitionError(
            [_diagnostic(layer, key, f"{verb} “{name[:80]}”, {message}", accepted)]
        )

    if not name.endswith(".toml"):
        # A file of ours finds its neighbours first, a deck with stand-ins finds decks: the deck
        # “tarot” is not the game of that name.
        own = [shelf for shelf in CATALOGUES if layer.path == content_path(shelf, layer.path.name)]
        decks = CATALOGUES[2:] if "standins" in layer.data else ()
        if result := find_bundled(name, [*own, *decks, shelf, *CATALOGUES]):
            return result
        known = sorted({slug for shelf in CATALOGUES for slug in bundled_slugs(shelf)})
        raise make_error("which is not known.", did_you_mean(name, known, "variants"))
    beside = resolve_within(layer.path.parent, name)
    if beside is None:
        raise make_error("which lies outside the definition's folder.", "Put it into that folder.")
    if not is_file(beside):
        raise make_error("and there is no such file.")
    return beside


def _diagnostic(layer: DefinitionFile, key: str, message: str, accepted: str = "") -> Diagnostic:
    line, column = Positions(layer.text).find((key,))
    return Diagnostic(str(layer.path), line, column, key, message, accepted)
