"""A definition and what it extends, as one. Room: definition.

In: the path of a TOML file. Out: the merged raw data, and a way to find where each key was
written, in this file, in the one it extends, or in the CSV beside it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from printkit.base.assets import template
from printkit.base.errors import DefinitionError, PrintkitError, Problem, choices
from printkit.base.files import inside, is_file, read_text
from printkit.definition.csv_cards import CsvCards, read_cards
from printkit.definition.toml_source import KeyPath, Positions, parse

MOST_BYTES = 8_000_000
PICTURES = (".svg", ".png", ".jpg", ".jpeg")
Raw = dict[str, Any]


@dataclass(frozen=True)
class Layer:
    """One file: its path, its text, its data, and the cards of the CSV that it names."""

    path: Path
    text: str
    data: Raw
    csv: CsvCards | None = None


@dataclass
class Stack:
    """A definition with all it extends: the nearest layer first, and their merged data."""

    layers: list[Layer]
    data: Raw
    _positions: dict[Path, Positions] = field(default_factory=dict)

    @property
    def path(self) -> Path:
        return self.layers[0].path

    @property
    def folder(self) -> Path:
        return self.path.parent

    def problem(self, path: KeyPath, what: str, accepted: str = "") -> Problem:
        """A Problem at the place where the key path (of the merged data) was written."""
        file, line, column = self._place(path)
        return Problem(file, line, column, self.key(path), what, accepted)

    @staticmethod
    def key(path: KeyPath) -> str:
        """A key path as an author writes it: `cards[2].name.fr`."""
        parts = [f"[{k}]" if isinstance(k, int) else f".{k}" for k in path]
        return "".join(parts).removeprefix(".")

    def _place(self, path: KeyPath) -> tuple[str, int, int]:
        """The place in the layer that wrote most of the path; of several the nearest."""
        best: tuple[int, Layer, KeyPath] | None = None
        for layer in self.layers:
            own = _own_path(self.data, layer.data, path)
            if best is None or len(own) > best[0]:
                best = (len(own), layer, own)
        assert best is not None
        _, layer, own = best
        if layer.csv is not None and (place := layer.csv.place(layer.data, own, path)):
            return place
        if layer.path not in self._positions:
            self._positions[layer.path] = Positions(layer.text)
        return (str(layer.path), *self._positions[layer.path].find(own))


def _own_path(merged: Any, data: Any, path: KeyPath) -> KeyPath:
    """As much of a path of the merged data as one layer wrote, in the layer's own indices."""
    own: list[str | int] = []
    for key in path:
        if isinstance(key, int) and isinstance(merged, list) and isinstance(data, list):
            wanted = merged[key] if key < len(merged) else None
            index = _own_index(wanted, key, data)
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


def _own_index(wanted: Any, index: int, data: list[Any]) -> int | None:
    """Where an item of a merged list stands in a layer's list: itself, else one of its id."""
    for at, item in enumerate(data):
        if item is wanted and isinstance(item, dict | list):
            return at
    if isinstance(wanted, str):
        return data.index(wanted) if wanted in data else None
    name = _id(wanted)
    if name is None:
        return index if index < len(data) else None
    return next((at for at, item in enumerate(data) if _id(item) == name), None)


def _id(item: Any) -> str | None:
    """The id of a table (a run of ranks is known by its ends), or None where it has none."""
    if not isinstance(item, dict):
        return None
    found = item.get("id")
    if found is None and "from" in item and "to" in item:
        found = f"{item['from']}-{item['to']}"
    return found if isinstance(found, str) else None


def read_stack(path: Path) -> Stack:
    """The definition at `path` with all it extends. Raises PrintkitError, DefinitionError."""
    layers: list[Layer] = []
    following: Path | None = path
    while following is not None:
        if any(layer.path.resolve() == following.resolve() for layer in layers):
            names = " → ".join(layer.path.name for layer in layers)
            what = f"extends runs in a circle: {names} → {following.name}."
            raise DefinitionError([_at(layers[-1], "extends", what)])
        layers.append(_read_layer(following, path.parent))
        following = _parent(layers[-1])
    data: Raw = {}
    for layer in reversed(layers):
        data = _laid_over(data, layer.data)
    # What is right of the two keys has done its work; what is wrong is left for the schema to tell.
    if isinstance(data.get("extends"), str):
        del data["extends"]
    return Stack(layers, data)


def _read_layer(path: Path, folder: Path) -> Layer:
    """One file with the cards of its CSV; its pictures named from the first definition's folder."""
    text = read_text(path, what="definition", most=MOST_BYTES)
    data = parse(text, path)
    if not data:
        raise PrintkitError(
            "This definition is empty.",
            place=str(path),
            cure="Start from a copy of one in templates/variants/.",
        )
    layer = Layer(path, text, data)
    name, cards = layer.data.get("cards_csv"), layer.data.get("cards", [])
    if isinstance(name, str) and isinstance(cards, list):
        source = read_cards(path.parent, name, partial(_at, layer, "cards_csv"))
        layer.data["cards"] = [*cards, *source.cards]
        layer = Layer(path, text, layer.data, source)
    if path.parent != folder and path.parent.is_relative_to(folder):
        _name_pictures_from(path.parent.relative_to(folder), layer.data)
    return layer


def _name_pictures_from(lead: Path, node: Any) -> None:
    """Puts `lead` before every picture that lies beside a file which stands deeper."""
    children = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    for child in children:
        _name_pictures_from(lead, child)
    if isinstance(node, dict):
        for key in ("emblem", "art", "back"):
            name = node.get(key)
            if isinstance(name, str) and name.lower().endswith(PICTURES):
                node[key] = str(lead / name)


def _laid_over(base: Raw, own: Raw) -> Raw:
    """One layer over what it extends: `without` first, then what it says itself."""
    left_out = own.get("without", [])
    if not isinstance(left_out, list):
        return merge(base, own)
    cards = base.get("cards")
    if left_out and isinstance(cards, list):
        base = {**base, "cards": [card for card in cards if _id(card) not in left_out]}
    merged = merge(base, own)
    before = base.get("without")
    if isinstance(before, list):
        merged["without"] = [*before, *left_out]
    return merged


def merge(base: Raw, own: Raw) -> Raw:
    """`own` laid over `base`: tables by key, lists of tables by id, all else replaced."""
    merged = dict(base)
    for key, value in own.items():
        before = merged.get(key)
        if isinstance(before, dict) and isinstance(value, dict):
            merged[key] = merge(before, value)
        elif _has_ids(before) and isinstance(value, list) and (_has_ids(value) or key == "cards"):
            merged[key] = _merge_by_id(before, value)
        else:
            merged[key] = value
    return merged


def _has_ids(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(_id(item) is not None for item in value)


def _merge_by_id(base: Any, own: list[Any]) -> list[Any]:
    """Changed items in the place of those they change, new ones behind; a second of one id too."""
    known = {_id(item) for item in base}
    changed: dict[str | None, Any] = {}
    more: list[Any] = []
    for item in own:
        name = _id(item)
        if name is not None and name in known and name not in changed:
            changed[name] = item
        else:
            more.append(item)
    kept = [merge(item, changed[name]) if (name := _id(item)) in changed else item for item in base]
    return kept + more


def _parent(layer: Layer) -> Path | None:
    name = layer.data.get("extends")
    if not isinstance(name, str):
        return None  # absent, or of a wrong type, which the schema tells

    def refused(what: str, accepted: str = "") -> DefinitionError:
        return DefinitionError([_at(layer, "extends", f"extends “{name[:80]}”, {what}", accepted)])

    if not name.endswith(".toml"):
        known = sorted(path.stem for path in template("variants").glob("*.toml"))
        if name in known:
            return template("variants", f"{name}.toml")
        raise refused("which is not known.", choices(name, known, "variants"))
    beside = inside(layer.path.parent, name)
    if beside is None:
        raise refused("which lies outside the definition's folder.", "Put it into that folder.")
    if not is_file(beside):
        raise refused("and there is no such file.")
    return beside


def _at(layer: Layer, key: str, what: str, accepted: str = "") -> Problem:
    line, column = Positions(layer.text).find((key,))
    return Problem(str(layer.path), line, column, key, what, accepted)
